"""Where everything stands while a table is laid: games, company and house rules beside each other or one under the other."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from goosetable.app.ui.focus import Stepper, Switch
from goosetable.engine.rules.options import Option

if TYPE_CHECKING:
    from goosetable.app.scenes.new_game.scene import SetupScene

HEAD: Final = 76  # units of a panel above its first row
SEAT: Final = 74  # units of one who plays
CLOSE: Final = 62  # units of one who plays, where many do
MANY: Final = 6  # more than so many sit closer
RULE: Final = 68  # units of one house rule


def lay(scene: SetupScene) -> None:
    """Place every control for the present window, in units."""
    assert scene.scroll is not None
    edge, tiny = scene.rim + 8, scene.high < 330
    small = scene.high < 480
    foot = 48.0 if small else 60.0
    bottom = scene.high - edge - (4 if small else 16)
    deal = min(220.0, scene.wide * 0.4)
    scene.put(scene.deal, scene.wide - edge - 16 - deal, bottom - foot, deal, foot, 22 if small else 24)
    beside = scene.wide - 2 * edge - deal - 48
    scene.foot = scene.box(edge + 16, bottom - foot, beside, foot)
    scene.put(scene.code, edge + 16 + 92, bottom - foot / 2 - 20, min(200.0, beside - 92), 40, 16)
    scene.scroll.release()
    bar = _head(scene, edge, small, tiny)
    y = edge if tiny else edge + bar
    scene.scroll.rect = scene.box(edge, y, scene.wide - 2 * edge, bottom - foot - 12 - y)
    _columns(scene, scene.wide - 2 * edge, bar if tiny else 0.0)


def _head(scene: SetupScene, edge: float, small: bool, tiny: bool) -> float:
    """Back, the title and Rules: over the scrolling area, or in a tiny window in it. Its height in units."""
    place = scene.hold if tiny else scene.put
    left, top = (0.0, 4.0) if tiny else (edge, edge + (4 if small else 12))
    width = scene.wide - 2 * edge
    bare = scene.wide < 520
    w = 48.0 if bare else 104.0
    inset = 8.0 if bare else 14.0
    for button, x in ((scene.back_button, left + inset), (scene.rules_button, left + width - inset - w)):
        button.bare = bare
        place(button, x, top, w, 44)
    scene.title_at = (left + width / 2, top + 22)
    return 56.0 if small else 70.0


def _columns(scene: SetupScene, width: float, top: float) -> None:
    """Side by side what there is room for, one under the other what there is not."""
    assert scene.scroll is not None
    view = scene.scroll.rect.h / scene.t - 10
    side = 270.0 if scene.tiles and width >= 1080 else 0.0
    y, x, room = 10.0 + top, 8.0, width - 16 - 8
    if scene.tiles:
        columns = 1 if side else max(1, int((room + 10) // 250))
        w = side or (room + 10) / columns - 10
        for i, tile in enumerate(scene.tiles):
            scene.hold(tile, x + i % columns * (w + 10), y + i // columns * 78, w, 70)
        if side:
            x, room = x + side + 22, room - side - 22
        else:
            y += ((len(scene.tiles) - 1) // columns + 1) * 78 + 8
    people = HEAD + _seat(scene) * len(scene.people) + 10
    if room >= 780:
        w = min(560.0, room * (0.5 if side else 0.54))
        total = w + 22 + min(500.0, room - w - 22)
        x += (room - total) / 2
        high = max(people, _measure_rules(scene, total - w - 22))
        high += min(50.0, max(0.0, (view - y - high) * 0.5))
        _place_people(scene, x, y, w, high)
        _place_rules(scene, x + w + 22, y, total - w - 22, high)
        y += high
    else:
        _place_people(scene, x, y, room, people)
        rules = _measure_rules(scene, room)
        _place_rules(scene, x, y + people + 14, room, rules)
        y += people + 14 + rules
    tall = max(y, 2 + 78 * len(scene.tiles) if side else 0)
    scene.spare = view - tall
    if scene.spare > 0:  # what fits stands lower, and need not scroll
        down = round(min(150.0, scene.spare * (0.4 if scene.tiles else 0.5)) * scene.t)
        scene.scroll.rect.y += down
        scene.scroll.rect.h -= down
    scene.scroll.inner = (tall + 24) * scene.t if scene.spare < 0 else 0
    scene.scroll.scroll_to(scene.scroll.offset)


def _seat(scene: SetupScene) -> float:
    """The units of a row of one who plays."""
    return SEAT if len(scene.people) <= MANY else CLOSE


def _rule_high(scene: SetupScene, control: Stepper | Switch, rule: Option, w: float) -> float:
    """The units that a house rule takes in a panel w units wide."""
    paint, room = scene.desk.paint, _label_wide(scene, control, w) * scene.t
    name = paint.wrap(rule.label, room, scene.px(18), "semi")
    notes = (rule.note, rule.only.words if rule.only else "")  # room for either, so that nothing moves when a rule is chosen
    lines = max(len(paint.wrap(note, room, scene.px(18) * 0.8, "sans")) if note else 0 for note in notes)
    return max(RULE, len(name) * 22.5 + lines * 18.7 + 18)


def _label_wide(scene: SetupScene, control: Stepper | Switch, w: float) -> float:
    """How wide the words beside a control may be."""
    del scene
    return w - 54 - (54.0 if isinstance(control, Switch) else min(220.0, w * 0.46))


def _measure_rules(scene: SetupScene, w: float) -> float:
    """The units that the panel of house rules needs when it is w units wide."""
    pairs = zip(scene.rules, scene.house_rules, strict=True)
    return HEAD + 44 + sum(_rule_high(scene, control, rule, w) for control, rule in pairs)


def _place_people(scene: SetupScene, x: float, y: float, w: float, h: float) -> None:
    scene.people_panel = scene.box(x, y, w, h)
    if scene.fewer.shown:
        scene.hold(scene.fewer, x + w - 16 - 88, y + 12, 40, 40, 17)
        scene.hold(scene.more, x + w - 16 - 40, y + 12, 40, 40, 17)
    each = min(_seat(scene) + 14.0, (h - HEAD - 10) / len(scene.people))
    geese = 104 if w >= 400 else 84
    for seat, row in enumerate(scene.people):
        top = y + HEAD - 10 + seat * each
        scene.hold(row, x + 12, top + 4, w - (geese + 36 if seat in scene.geese else 24), each - 8, 19)
        if seat in scene.geese:
            scene.hold(scene.geese[seat], x + w - geese - 16, top + each / 2 - 27, geese, 54, 17)


def _place_rules(scene: SetupScene, x: float, y: float, w: float, h: float) -> None:
    scene.rules_panel = scene.box(x, y, w, h)
    scene.hold(scene.printed, x + w - 20 - 128, y + 14, 128, 38, 16)
    air = min(14.0, max(0.0, h - _measure_rules(scene, w)) / max(1, len(scene.rules)))
    scene.labels = []
    top = y + HEAD - 8
    for control, rule in zip(scene.rules, scene.house_rules, strict=True):
        each = _rule_high(scene, control, rule, w) + air
        label = _label_wide(scene, control, w)
        high = 30 if isinstance(control, Switch) else 38
        scene.hold(control, x + 34 + label, top + (each - high) / 2, w - label - 54, high, 17)
        scene.labels.append(scene.box(x + 20, top, label, each))
        top += each
