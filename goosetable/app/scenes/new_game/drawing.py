"""What is to be seen of a table that is being laid, besides its controls: panels, words, and the sentence at the foot."""

from __future__ import annotations

from collections.abc import Sequence

from goosetable.app.render.canvas import Canvas
from goosetable.app.scenes import parts
from goosetable.app.scenes.new_game.page import SetupPage
from goosetable.app.table import captions
from goosetable.engine.rules.options import PRINTED
from goosetable.engine.words import phrases


def draw_setup(page: SetupPage, canvas: Canvas) -> None:
    """Everything under the controls."""
    area = page.scroll.rect
    if page.back_button.scroller is None:
        _head(page, canvas, 0, 0)
    with page.scroll.window(canvas) as top:
        if page.back_button.scroller is not None:
            _head(page, canvas, area.x, top)
        canvas.papers([panel.move(area.x, round(top)) for panel in (page.people_panel, page.rules_panel)], 14, 12, 6)
        _people(page, canvas, area.x, top)
        _rules(page, canvas, area.x, top)


def _head(page: SetupPage, canvas: Canvas, left: float, top: float) -> None:
    """The title, and where there is one game only and room for it, which."""
    t, game = canvas.theme, page.laying.game
    x, y = left + page.title_at[0] * page.t, top + page.title_at[1] * page.t
    room = page.rules_button.rect.x - page.back_button.rect.right - 20
    canvas.put(page.heading, x, y, canvas.snug(page.heading, page.px(36), "serif", room), t.cream, "serif", "center")
    if not page.tiles and page.spare > 60:
        line = f"{game.title}. {game.line}"
        px = canvas.snug(line, page.px(20), "serifr", page.w * 0.86)
        canvas.put(line, x, y + 32 * page.t, px, t.cream2, "serifr", "midtop")


def _people(page: SetupPage, canvas: Canvas, left: int, top: float) -> None:
    t, u, panel = canvas.theme, page.t, page.people_panel
    canvas.put("Who plays?", left + panel.x + 20 * u, top + panel.y + 14 * u, page.px(24), t.ink, "serifb")
    _count(page, canvas, left + panel.x + 20 * u, left + panel.right, top + panel.y)
    for row in page.people[1:]:
        canvas.line(left + panel.x + 20 * u, row.rect.y - 4 * u, panel.w - 40 * u)


def _count(page: SetupPage, canvas: Canvas, left: float, right: float, top: float) -> None:
    """How many play, of how many; under the heading what is to be said about that."""
    t, u, laying = canvas.theme, page.t, page.laying
    players, rule = len(laying.chairs), laying.count
    if rule is None:
        count = phrases.count(players, "player")
        canvas.put(count, right - 20 * u, top + 24 * u, page.px(15), t.ink2, "sans", "topright")
        return
    edge = page.fewer.rect.x - 12 * u
    said = f"{players} of {_numbers(laying.fitting or laying.counts)}"
    canvas.put(said, edge, top + 23 * u, page.px(15), t.ink2, "sans", "topright")
    wrong = page.objection if page.touched == rule.key else ""
    origin = rule.origin(laying.chosen[rule.key])
    note = wrong or (rule.note if origin == PRINTED else f"{phrases.sentence(origin)}. {rule.note}".strip())
    tone, face = (t.russet, "semi") if wrong else (t.ink2, "sans")
    room = right - 20 * u - left
    canvas.label(note, left, top + 50 * u, page.px(14), tone, face, room)


def _numbers(found: Sequence[int]) -> str:
    """Numbers in words: "2 to 9", "2 or 4"."""
    if len(found) > 2 and found[-1] - found[0] == len(found) - 1:
        return f"{found[0]} to {found[-1]}"
    return phrases.listed([str(number) for number in found], "or")


def _rules(page: SetupPage, canvas: Canvas, left: int, top: float) -> None:
    t, u, panel = canvas.theme, page.t, page.rules_panel
    room = page.presets.rect.x - left - panel.x - 30 * u
    px = canvas.snug("House rules", page.px(24), "serifb", room)
    canvas.put("House rules", left + panel.x + 20 * u, top + panel.y + 14 * u, px, t.ink, "serifb")
    for i, (rule, area) in enumerate(zip(page.house_rules, page.labels, strict=True)):
        if i:
            canvas.line(left + panel.x + 20 * u, top + area.y, panel.w - 40 * u)
        wrong = page.objection if page.touched == rule.key else ""
        place = area.move(left, round(top))
        said = wrong or rule.idle(page.laying.chosen) or rule.note
        mark = rule.origin(page.laying.chosen[rule.key])
        parts.field_label(canvas, rule.label, said, place, page.px(18), bool(wrong), mark)


def draw_foot(page: SetupPage, canvas: Canvas) -> None:
    """The words beside what stands at the foot, and what is to be said about it or about the table before."""
    t, u, area = canvas.theme, page.t, page.foot
    if page.foot_label:
        canvas.put(page.foot_label, area.x, area.centery, page.px(15), t.cream2, "sans", "midleft")
    left = page.aside.rect.right + 18 * u if page.aside.shown else area.x
    room = area.right - left
    wrong = page.said or ("" if page.laying.wrong else page.objection)  # what was typed has its sentence beside it
    px = page.px(15.5)
    lines = canvas.wrap(wrong or page.remark, room, px, "sans") if room > 180 * u else []
    if not lines or len(lines) * px * 1.3 > area.h + px:  # no room beside the field: over the foot, on a plate
        if said := wrong or page.urgent:
            captions.message(canvas, said, page.w / 2, area.y - 16 * u, page.px(15), page.w - 40 * u)
        return
    y = area.centery - len(lines) * px * 0.65
    tone, face = (t.brass_hi, "semi") if wrong else (t.cream2, "sans")
    canvas.lines(lines, left, y, px, tone, face, 1.3, dark=True)
