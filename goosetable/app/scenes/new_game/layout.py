"""Where everything stands while a table is laid: games, company and house rules beside each other or one under the other."""

from __future__ import annotations

from typing import Final

from goosetable.app.scenes.new_game import own
from goosetable.app.scenes.new_game.page import SetupPage
from goosetable.app.ui.focus import Stepper, Switch
from goosetable.engine.rules.options import Option

HEAD: Final = 74  # units of a panel above its first row
FOOT: Final = 12  # units of a panel under its last row
SEAT: Final = 74  # units of one who plays
CLOSE: Final = 33  # units of one who plays, where many do and a whole panel is to be seen at once
ONE_LINE: Final = 50  # units of one who plays, under which name and words share a line
TILE: Final = 40  # units of a game in a list of games that is long
RULE: Final = 58  # units of one house rule
FIELD: Final = 48  # units of a field under a house rule


def lay(page: SetupPage) -> None:
    """Place every control for the present window, in units."""
    edge, tiny = page.rim + 8, page.high < 330
    small = page.high < 480
    foot = 48.0 if small else 60.0
    bottom = page.high - edge - (4 if small else 16)
    deal = min(220.0, page.wide * 0.4)
    page.put(page.deal, page.wide - edge - 16 - deal, bottom - foot, deal, foot, 22 if small else 24)
    beside = page.wide - 2 * edge - deal - 48
    page.foot = page.box(edge + 16, bottom - foot, beside, foot)
    page.place_foot(edge + 16, bottom - foot / 2, beside)
    page.scroll.release()
    bar = _head(page, edge, small, tiny)
    y = edge if tiny else edge + bar
    page.scroll.rect = page.box(edge, y, page.wide - 2 * edge, bottom - foot - 12 - y)
    _columns(page, page.wide - 2 * edge, bar if tiny else 0.0)


def _head(page: SetupPage, edge: float, small: bool, tiny: bool) -> float:
    """Back, the title and Rules: over the scrolling area, or in a tiny window in it. Its height in units."""
    place = page.hold if tiny else page.put
    left, top = (0.0, 4.0) if tiny else (edge, edge + (4 if small else 12))
    width = page.wide - 2 * edge
    bare = page.wide < 520
    w = 48.0 if bare else 104.0
    inset = 8.0 if bare else 14.0
    for button, x in ((page.back_button, left + inset), (page.rules_button, left + width - inset - w)):
        button.bare = bare
        place(button, x, top, w, 44)
    page.title_at = (left + width / 2, top + 22)
    return 56.0 if small else 70.0


def _columns(page: SetupPage, width: float, top: float) -> None:
    """Side by side what there is room for, one under the other what there is not."""
    view = page.scroll.rect.h / page.t - 10
    side = 270.0 if page.tiles and width >= 1080 else 0.0
    y, x, room = 10.0 + top, 8.0, width - 16 - 8
    step = 78.0
    if page.tiles:
        columns = 1 if side else max(1, int((room + 10) // 250))
        w = side or (room + 10) / columns - 10
        step = min(78.0, max(TILE, (view - 2) / len(page.tiles))) if side else step
        for i, tile in enumerate(page.tiles):
            page.hold(tile, x + i % columns * (w + 10), y + i // columns * step, w, step - 8)
        if side:
            x, room = x + side + 22, room - side - 22
        else:
            y += ((len(page.tiles) - 1) // columns + 1) * 78 + 8
    seats = len(page.people)
    if room >= 780:
        each = min(float(SEAT), max(float(CLOSE), (view - y - HEAD - FOOT) / seats))
        people = HEAD + each * seats + FOOT
        w = min(560.0, room * (0.47 if side else 0.54))
        total = w + 22 + min(500.0, room - w - 22)
        x += (room - total) / 2
        high = max(people, _measure_rules(page, total - w - 22))
        high += min(50.0, max(0.0, (view - y - high) * 0.5))
        _place_people(page, x, y, w, high)
        _place_rules(page, x + w + 22, y, total - w - 22, high)
        y += high
    else:
        people = HEAD + SEAT * seats + FOOT
        _place_people(page, x, y, room, people)
        rules = _measure_rules(page, room)
        _place_rules(page, x, y + people + 14, room, rules)
        y += people + 14 + rules
    _lower(page, max(y, 2 + step * len(page.tiles) if side else 0), view)


def _lower(page: SetupPage, tall: float, view: float) -> None:
    """The height of what scrolls, and of the window onto it, in units: what fits stands lower, and need not scroll."""
    page.spare = view - tall
    if page.spare > 0:
        down = round(min(150.0, page.spare * (0.4 if page.tiles else 0.5)) * page.t)
        page.scroll.rect.y += down
        page.scroll.rect.h -= down
    page.scroll.inner = (tall + 24) * page.t if page.spare < 0 else 0
    page.scroll.scroll_to(page.scroll.offset)


def _rule_high(page: SetupPage, control: Stepper | Switch, rule: Option, w: float) -> float:
    """The units that a house rule takes in a panel w units wide."""
    canvas, room = page.context.canvas, _label_wide(control, w) * page.t
    name = canvas.wrap(rule.label, room, page.px(18), "semi")
    notes = [rule.note, rule.only.words if rule.only else ""]  # room for either, so that nothing moves when a rule is chosen
    typed = rule.key in page.fields
    if typed:
        notes.append(own.remark(rule, page.laying.chosen[rule.key]))
    lines = max(len(canvas.wrap(note, room, page.px(18) * 0.76, "sans")) if note else 0 for note in notes)
    return max(RULE, len(name) * 22.5 + lines * 17.8 + 9) + (FIELD if typed else 0)


def _label_wide(control: Stepper | Switch, w: float) -> float:
    """How wide the words beside a control may be."""
    return w - 54 - (54.0 if isinstance(control, Switch) else min(220.0, w * 0.42))


def _measure_rules(page: SetupPage, w: float) -> float:
    """The units that the panel of house rules needs when it is w units wide."""
    pairs = zip(page.rules, page.house_rules, strict=True)
    return HEAD - 8 + FOOT + sum(_rule_high(page, control, rule, w) for control, rule in pairs)


def _place_people(page: SetupPage, x: float, y: float, w: float, h: float) -> None:
    page.people_panel = page.box(x, y, w, h)
    if page.fewer.shown:
        page.hold(page.fewer, x + w - 16 - 88, y + 12, 40, 40, 17)
        page.hold(page.more, x + w - 16 - 40, y + 12, 40, 40, 17)
    each = min(SEAT + 14.0, (h - HEAD - FOOT) / len(page.people))
    low = each < ONE_LINE
    geese = 104 if w >= 400 else 84
    for seat, row in enumerate(page.people):
        top = y + HEAD - (4 if low else 10) + seat * each
        page.hold(
            row,
            x + 12,
            top + 4,
            w - (geese + 36 if seat in page.beside else 24),
            each - 8,
            min(19.0, (each - 8) * (0.62 if low else 0.42)),
        )
        if seat in page.beside:
            high = min(54.0, each - 6)
            page.hold(
                page.beside[seat],
                x + w - geese - 16,
                top + (each - high) / 2,
                geese,
                high,
                high * 0.6 if low else min(17.0, high * 0.33),
            )


def _place_rules(page: SetupPage, x: float, y: float, w: float, h: float) -> None:
    page.rules_panel = page.box(x, y, w, h)
    wide = min(190.0, w * 0.42)
    page.hold(page.presets, x + w - 20 - wide, y + 14, wide, 38, 16)
    air = min(14.0, max(0.0, h - _measure_rules(page, w)) / max(1, len(page.rules)))
    page.labels = []
    top = y + HEAD - 8
    for control, rule in zip(page.rules, page.house_rules, strict=True):
        each = _rule_high(page, control, rule, w) + air
        label, field = _label_wide(control, w), page.fields.get(rule.key)
        if field is not None:
            each -= FIELD
            page.hold(field, x + 20, top + each, w - 40, FIELD - 10, 17)
        high = 30 if isinstance(control, Switch) else 38
        page.hold(control, x + 34 + label, top + (each - high) / 2, w - label - 54, high, 17)
        page.labels.append(page.box(x + 20, top, label, each))
        top += each + (0 if field is None else FIELD)
