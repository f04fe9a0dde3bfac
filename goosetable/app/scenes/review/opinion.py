"""The opinion on a step of a review: as a sentence for screen readers, and as elements of the page."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Final, NamedTuple

import pygame

from goosetable.app.match.review_session import DealOpinions, ReviewedMatch
from goosetable.app.render.canvas import Canvas
from goosetable.app.render.geometry import grid_step
from goosetable.app.render.text import without_marks
from goosetable.app.table.snapshot import action_object_name
from goosetable.app.ui.accessible import spoken_text
from goosetable.app.ui.elements import CellTable, Either, Element, Picture, Row, TableRow, Text, Wrap, make_horizontal_line
from goosetable.engine.game import AnyGame
from goosetable.engine.rules.action import Action, Verb, parse_action, value_of, verb_of
from goosetable.engine.words import phrases
from goosetable.review.opinion import (
    ERRORS_TO_COUNT,
    NO_DIFFERENCE,
    SMALLEST_SHOWN,
    Opinion,
    Outlook,
    costliest_repeated_mistake,
)

LAMPS: Final = {"clear": (3, "Clear"), "likely": (2, "Likely"), "close": (1, "Close"), "equal": (1, "Equal")}
"""Number of lit lamps, and the word beside them, by certainty of the opinion."""
GOOD: Final = {"clear": "The best choice.", "likely": "Probably the best choice."}
"""Sentences on the best choice, by certainty. For any other good choice the sentence is "As good as any"."""
MOST_ROWS: Final = 5
"""Largest number of choices that are listed as rows."""
CHART: Final = 10.5
"""Height of a chart, as a multiple of its text size."""
SMALL: Final = 13.0
"""Text size in units on the chart, and over the table of averages."""
NARROW: Final = 38.0
"""Width in units of the last column of the table of averages, if the table is narrow."""
MOST: Final = 9
"""Largest number of bars. If there are more choices, those around the best one are drawn."""
TORN: Final = 2.0
"""Longest bar below zero, as a multiple of the longest bar above zero. A longer one is drawn as torn off."""
LEAST: Final = 20.0
"""Least number of points that counts as the highest bar in this comparison."""
LONGEST: Final = 3
"""Length of the longest label under a bar, in characters."""


def action_name(match: ReviewedMatch, seat: int, action: Action) -> str:
    """Returns an action in one or two words: a card, a number, or the player who gets a card. seat: the seat that acts."""
    if verb_of(action) is Verb.GIVE:
        return "keep it" if value_of(action) == seat else match.with_names(f":[{value_of(action)}]")[1:]
    return action_object_name(match.game, action)


def possible_action_name(match: ReviewedMatch, opinion: Opinion, written: str) -> str:
    """Returns a possible action of the present step in one or two words. written: the action as in a record."""
    return action_name(match, opinion.seat, match.game.parse_action(written, match.session.view(opinion.seat).legal))


def better_action_name(match: ReviewedMatch, opinions: DealOpinions) -> str:
    """Returns the better action at the present step in one or two words; "" if none is known."""
    opinion = opinions.opinions.get(match.action_index)
    return possible_action_name(match, opinion, opinion.best) if opinion is not None and opinion.mistake_grade else ""


def reason_for_no_opinion(match: ReviewedMatch, opinions: DealOpinions) -> str:
    """Returns the reason why the present step has no opinion; "" if it has one, or needs none."""
    at = match.action_index
    opinion = opinions.opinions.get(at)
    if opinion is not None:
        return "" if opinion.had_choice else "There was no choice."
    if at in opinions.reviewed_steps or (
        opinions.review is None and not opinions.over and match.current_action[0] in match.people_seats
    ):
        return "The opinion is being worked out."
    if opinions.over and opinions.review is None:
        return "There are no opinions: the record of this deal cannot be read."
    return ""


def trick_result_sentence(match: ReviewedMatch) -> str:
    """Returns a sentence on the trick that the card of the present step completes; "" if it completes none."""
    group, trick = match.groups[match.group_index], match.trick_of_group(match.group_index)
    return trick.log_line if trick is not None and match.action_index == group.first + len(trick.plays) - 1 else ""


def step_narration(match: ReviewedMatch, opinions: DealOpinions, with_trick_name: bool) -> str:
    """Returns the present step in a sentence: the card and its player, the trick it completes, a better card, why it is better,
    and the cost.

    with_trick_name: True to begin with the name of the trick.
    """
    opinion, taken, best = (
        opinions.opinions.get(match.action_index),
        trick_result_sentence(match),
        better_action_name(match, opinions),
    )
    result = _lower_article(match.with_names(f":{taken}")[1:]) if taken else ""
    said = [match.current_log_line, result, f"better: {best}" if best else ""]
    if opinion is not None and opinion.had_choice:
        said.append(_lower_article(match.with_names(opinion.why)) if opinion.mistake_grade else "")
        said.append(_lower_first(hint_words(match, opinion) or _named_cost_words(match, opinion)))
    said.append(_lower_first(reason_for_no_opinion(match, opinions)))
    line = "; ".join(without_marks(one).removesuffix(".") for one in said if one)
    return f"{phrases.with_capital(match.groups[match.group_index].place)}: {line}." if with_trick_name else f"{line}."


def _lower_article(sentence: str) -> str:
    """Returns a clause for the middle of a sentence: a first "The" or "A" is in small letters, a name stays as it is."""
    return _lower_first(sentence) if without_marks(sentence).startswith(("The ", "A ", "An ")) else sentence


def _lower_first(sentence: str) -> str:
    plain = without_marks(sentence)
    return f"{plain[:1].lower()}{plain[1:]}"


def make_opinion_elements(match: ReviewedMatch, opinions: DealOpinions) -> Iterator[Element]:
    """Yields the elements about the present step, from the top of the paper to its foot."""
    opinion, best = opinions.opinions.get(match.action_index), better_action_name(match, opinions)
    yield Text(match.current_log_line, 21, face="serifb", line_height=1.35)
    if best:
        yield Text(f"Better: {best}.", 21, "leaf", "serifb", line_height=1.35)
    if opinion is not None and opinion.had_choice:
        yield from _make_judgement_elements(match, opinion)
        return
    taken = trick_result_sentence(match)
    said = reason_for_no_opinion(match, opinions), match.with_names(taken) if taken else ""
    yield Text(" ".join(one for one in said if one), 15.5, "ink2")


def _make_judgement_elements(match: ReviewedMatch, opinion: Opinion) -> Iterator[Element]:
    names = {written: possible_action_name(match, opinion, written) for written, _ in opinion.outlooks}
    took = hint_words(match, opinion)
    if took:
        yield Text(took, 15.5, line_height=1.35)
    yield _make_certainty(match, opinion)
    if opinion.why and not took:
        yield Text(match.with_names(f"{opinion.why}."), 15.5, line_height=1.35)
    bars = bars_of_opinion(opinion, names, match.game.lowest_wins)
    if bars:
        yield Text("Points that each brings on average", SMALL, "ink2", "semi", spoken="")
        yield Picture(partial(draw_bars, bars), height=CHART * SMALL, name=_bars_in_words(bars))
    elif names:
        yield Either(
            lambda: _make_averages(opinion, names, None), lambda: _make_averages(opinion, names, NARROW), min_width=244
        )
    if not (opinion.followed_hint and opinion.mistake_grade_ignoring_hint):
        yield Text(_named_cost_words(match, opinion), 15, line_height=1.35)
    if opinion.mistake_grade and opinion.follows:
        yield Text(following_cards_sentence(match, opinion), 14, "ink2", line_height=1.35)
    if opinion.hidden:
        yield make_horizontal_line()
        yield Text("What was hidden", 13.5, "ink2", "semi", role="heading")
        yield Text(match.with_names(opinion.hidden), 14, "ink2", line_height=1.35)


def _make_certainty(match: ReviewedMatch, opinion: Opinion) -> Element:
    lit, word = LAMPS.get(opinion.confidence, (0, ""))
    if opinion.confidence in ("close", "equal") and opinion.rival not in ("", opinion.best):
        word = f"{word} to {possible_action_name(match, opinion, opinion.rival)}"

    def draw_lamps(canvas: Canvas, area: pygame.Rect) -> None:
        t, d = canvas.theme, area.h
        for i in range(3):
            fill, edge = (t.leaf, t.leaf) if i < lit else ("none", t.plain_edge)
            canvas.draw_box(area.x + i * (area.w - d) / 2, area.y, d, d, d / 2, fill=fill, edge=edge)

    deals = f"{opinion.deals:,} imagined deals" if opinion.deals else "solved to the end"
    sure = Row([Picture(draw_lamps, width=40, height=11), Text(word, 15, face="semi")], 6)
    return Wrap([sure, Text(deals, SMALL, "ink2", line_height=1.5)], 10)


def _make_averages(opinion: Opinion, names: dict[str, str], chances_width: float | None) -> Element:
    won = Text("game won", SMALL, "ink2", width=chances_width)
    points = [] if _is_exact(opinion) else [Text("points", SMALL, "ink2")]
    heads = [Text("Best play" if _is_exact(opinion) else "On average", SMALL, "ink2", "semi"), *points, won]
    rows = [_make_average(opinion, names, written, outlook) for written, outlook in _listed_actions(opinion)]
    return CellTable(heads, rows, name="Averages", max_gap=14, row_gap=2)


def _is_exact(opinion: Opinion) -> bool:
    """Returns True if the chances are an exact solution of a game with hidden bids; such an opinion has no points."""
    return not opinion.deals and all(outlook.points == NO_DIFFERENCE for _, outlook in opinion.outlooks)


def _listed_actions(opinion: Opinion) -> list[tuple[str, Outlook]]:
    by_chance = sorted(opinion.outlooks, key=lambda pair: (-pair[1].chance.mean, -pair[1].points.mean))
    named = (opinion.best, opinion.played, opinion.rival if opinion.confidence in ("close", "equal") else "")
    kept = [pair for pair in by_chance if pair[0] in named]
    kept += [pair for pair in by_chance if pair not in kept][: MOST_ROWS - len(kept)]
    order = [written for written, _ in opinion.outlooks]
    if len(order) == 2 and opinion.mistake_grade:
        order = [opinion.best, opinion.played]
    return sorted(kept, key=lambda pair: order.index(pair[0]))


def _make_average(opinion: Opinion, names: dict[str, str], written: str, outlook: Outlook) -> TableRow:
    played, costs = written == opinion.played, bool(opinion.mistake_grade)
    best = written == opinion.best and (costs or played)
    face = "semi" if best or played else "sans"
    kind = ", the best" if best and costs else ", played" if best or played else ""
    points = [] if _is_exact(opinion) else [Text(_format_figure(outlook.points.mean), 16.5, face="bold")]
    chance = Text(f"{100 * outlook.chance.mean:.0f} %", 15, face=face)
    cells = [Text(f"{names[written]}{kind}", 15, face=face), *points, chance]
    return TableRow(cells, background=_row_background(best or not costs) if best or played else None)


def _row_background(best: bool) -> Callable[[Canvas, pygame.Rect], None]:
    def draw_background(canvas: Canvas, area: pygame.Rect) -> None:
        t, beyond = canvas.theme, 0.2 * area.h
        fill, edge = (t.good, t.good_edge) if best else (t.paper, t.over)
        canvas.draw_box(area.x - beyond, area.y, area.w + 2 * beyond, area.h, beyond, fill=fill, edge=edge)

    return draw_background


def bars_of_opinion(opinion: Opinion, labels: dict[str, str], lowest_wins: bool) -> tuple[Bar, ...]:
    """Returns the bars of the chart; an empty tuple if the page shows a table instead.

    The page shows a table for fewer than three actions, for a long label, or if an action has clearly more points than the
    best action (the one that wins most games).
    """
    if len(opinion.outlooks) < 3 or max(len(without_marks(label)) for label in labels.values()) > LONGEST:
        return ()
    sign, best = -1 if lowest_wins else 1, dict(opinion.outlooks)[opinion.best].points
    if any(
        sign * (one.points.mean - best.mean) > ERRORS_TO_COUNT * (one.points.error + best.error) for _, one in opinion.outlooks
    ):
        return ()
    kinds = {opinion.played: "played"} | {opinion.best: "best"}
    return bars_near_best(
        tuple([
            Bar(labels[written], outlook.points.mean, ERRORS_TO_COUNT * outlook.points.error, kinds.get(written, ""))
            for written, outlook in opinion.outlooks
        ])
    )  # fmt: skip


def _format_figure(number: float) -> str:
    text = f"{abs(number):.1f}"
    return f"{phrases.MINUS}{text}" if number < 0 and text != "0.0" else text


def _named_cost_words(match: ReviewedMatch, opinion: Opinion) -> str:
    """Returns `cost_words` of the present step, with the names of its player and of the best action."""
    best = possible_action_name(match, opinion, opinion.best)
    return cost_words(opinion, phrases.with_capital(match.with_names(f"[{opinion.seat}'s] choice")), best)


def cost_words(opinion: Opinion, choice: str = "It", best: str = "another choice") -> str:
    """Returns a sentence on the cost of a decision: the lost chance of winning, and the lost points with their
    margin of error.

    choice: the decision as the subject of the sentence. best: name of the best action.
    """
    cost = opinion.cost
    if not opinion.mistake_grade and opinion.cost_grade:
        return f"On average {best} did better, but no plain reason speaks for it."
    if not opinion.mistake_grade:
        return "Close: chance may decide." if cost.is_significant else GOOD.get(
            opinion.confidence if opinion.best == opinion.played else "", "As good as any."
        )  # fmt: skip
    parts = []
    if cost.chance.exceeds(SMALLEST_SHOWN[1]) and round(100 * cost.chance.mean):
        parts.append(f"{{{choice} cost {100 * cost.chance.mean:.0f} in 100 of the chances to win}}")
    if cost.points.exceeds(SMALLEST_SHOWN[0]):
        error = ERRORS_TO_COUNT * cost.points.error
        within = f", give or take {error:.1f}" if error >= SMALLEST_SHOWN[0] else ""
        number = _format_figure(cost.points.mean)
        worth = f"{number} point{'s' * (number != '1.0')}"
        parts.append(f"and {worth}{within}" if parts else f"{{{choice} cost {worth}}}{within}")
    return f"{', '.join(parts)}." if parts else f"{choice} cost a little."


def hint_words(match: ReviewedMatch, opinion: Opinion) -> str:
    """Returns sentences on the hint that the person followed; "" if there was none. To follow a hint is never a mistake."""
    if not opinion.followed_hint:
        return ""
    if not opinion.mistake_grade_ignoring_hint:
        return "{You took the hint.}" if not match.is_shared else "{A hint was taken.}"
    best, who = (
        possible_action_name(match, opinion, opinion.best),
        "You took the hint." if not match.is_shared else "A hint was taken.",
    )
    little = "a little " if opinion.mistake_grade_ignoring_hint == 1 else ""
    return f"{{{who}}} On more thought {best} is {little}better. It counts as no mistake."


def following_cards_sentence(match: ReviewedMatch, opinion: Opinion) -> str:
    """Returns a sentence with the cards that would most likely have been played after the best action."""
    acts = [
        f"{match.with_names(f':[{seat}]')[1:]} {_recorded_action_name(match, written)}" for seat, written in opinion.follows
    ]
    return f"After {possible_action_name(match, opinion, opinion.best)} most likely: {phrases.listed(acts)}."


def _recorded_action_name(match: ReviewedMatch, written: str) -> str:
    return action_object_name(match.game, parse_action(written))


def review_summary(match: ReviewedMatch, opinions: DealOpinions) -> str:
    """Returns a sentence with the number of mistakes in a deal, and the costliest one; "" until all opinions are complete."""
    if not opinions.over or not opinions.steps_with_choice:
        return ""
    costly, found = opinions.costly_steps, opinions.opinions
    if not costly:
        return "{A clean deal:} no mistakes."
    at = opinions.costliest_step
    assert at is not None
    opinion, place = found[at], match.group_name(at)
    done = action_name(match, opinion.seat, match.scored_deal.actions[at][1])
    cost = cost_words(opinion).partition(", ")[0].replace("{It cost ", "").replace("}", "").removesuffix(".")
    cost = cost if opinion.cost.is_significant else "a little"
    who = "you " if not match.is_shared else ""
    word = "card" if verb_of(match.scored_deal.actions[at][1]) is Verb.PLAY else "decision"
    if len(costly) == 1:
        return f"{{A good deal but for one {word}:}} {done} in {place} cost {who}{cost}."
    return f"{{{phrases.number_word(len(costly)).capitalize()} mistakes:}} the costliest, {done} in {place}, cost {who}{cost}."


def habit_words(game: AnyGame, deals: Sequence[Sequence[Opinion]]) -> str:
    """Returns a sentence on the kind of mistake that a person makes often; "" if there is none.

    deals: opinions on the person's decisions, by deal.
    """
    found = costliest_repeated_mistake([opinion for deal in deals for opinion in deal], game.advice.mistake_words)
    if found is None:
        return ""
    over = f"Over {phrases.number_word(len(deals))} deals" if len(deals) > 1 else "In this deal"
    cases, number = phrases.number_word(found.cases), phrases.number_word(found.mistakes)
    mistakes = f"{cases} of your {number}" if found.cases < found.mistakes else f"all {number} of your"
    return f"{over}, {mistakes} mistakes {found.words}."


# ------------------------------------------------------------------ the chart of choices without a card


class Bar(NamedTuple):
    """The bar of an action. points: its average points. error: half the width of the 95 % confidence interval. kind: "best",
    "played" or "".
    """

    label: str
    points: float
    error: float
    kind: str = ""


def points_range(bars: tuple[Bar, ...]) -> tuple[float, float]:
    """Returns the lowest and the highest points of the chart's axis. The range includes zero."""
    highest = max(0.0, *[bar.points + bar.error for bar in bars])
    lowest = min(0.0, *[bar.points - bar.error for bar in bars])
    lowest = max(lowest, -TORN * max(highest, LEAST))
    return lowest, highest if highest - lowest > 1 else lowest + 1


def bars_near_best(bars: tuple[Bar, ...]) -> tuple[Bar, ...]:
    """Returns at most `MOST` bars: that of the played action, and those around the bar of the best action."""
    if len(bars) <= MOST:
        return bars
    middle = next((i for i, bar in enumerate(bars) if bar.kind == "best"), 0)
    first = max(0, min(middle - MOST // 2, len(bars) - MOST))
    kept = list(range(first, first + MOST))
    played = next((i for i, bar in enumerate(bars) if bar.kind == "played"), middle)
    if played not in kept:
        nearest = -1 if played > kept[-1] else 0
        del kept[nearest if kept[nearest] != middle else -1 - nearest]
        kept = sorted([*kept, played])
    return tuple([bars[i] for i in kept])


def draw_bars(bars: tuple[Bar, ...], canvas: Canvas, area: pygame.Rect) -> None:
    """Draws the chart: points at the left, a line at zero, and the actions under the bars. The bar of the played action is
    hollow.
    """
    t, px = canvas.theme, area.h / CHART
    lowest, highest = points_range(bars)
    ticks = _axis_ticks(lowest, highest)
    side = max(canvas.width(_rounded_text(tick), 0.85 * px, "sans") for tick in ticks) + 0.6 * px
    top, bottom = area.y + 1.2 * px, area.bottom - 1.9 * px
    each = (area.w - side) / len(bars)

    def y_of_points(points: float) -> float:
        return bottom - (min(max(points, lowest), highest) - lowest) / (highest - lowest) * (bottom - top)

    for tick in ticks:
        y = y_of_points(tick)
        canvas.draw_line(area.x + side, y, area.w - side, t.ink2 if tick == 0 else "", 1.0 if tick == 0 else 0.7)
        canvas.draw_plain_text(_rounded_text(tick), area.x + side - 0.5 * px, y, 0.85 * px, t.ink2, "sans", "midright")
    for i, bar in enumerate(bars):
        x = area.x + side + (i + 0.5) * each
        _draw_bar(canvas, bar, x, min(0.62 * each, 1.7 * px), y_of_points, bar.points < lowest, px)
        tone, face = (t.ink, "bold") if bar.kind else (t.ink2, "semi")
        canvas.draw_rich_line_centred(bar.label, x, area.bottom - 0.8 * px, 1.1 * px, tone, face, "mid")


def _draw_bar(
    canvas: Canvas, bar: Bar, x: float, width: float, y_of_points: Callable[[float], float], torn: bool, px: float
) -> None:
    """Draws a bar with its error bar. Above the bars of the best and the played action are their points.

    x: the middle of the bar. width, px: width of the bar and text size, in pixels. y_of_points: returns the y of a number of
    points. torn: True if the bar is longer than the chart, and is drawn as torn off.
    """
    t = canvas.theme
    y, zero = y_of_points(bar.points), y_of_points(0)
    fills = {"best": t.leaf, "": t.plain_edge}
    hollow = bar.kind == "played"  # differs from the best one without colour
    fill, edge, thick = (t.paper, t.over, max(2.5, 0.16 * width)) if hollow else (fills[bar.kind], "none", 1.2)
    canvas.draw_box(x - width / 2, min(y, zero), width, max(2.0, abs(y - zero)), 2, fill=fill, edge=edge, line_width=thick)
    if torn:
        teeth = 3
        for j in range(teeth):
            d = width / teeth
            canvas.draw_box(x - width / 2 + j * d + 0.15 * d, y - d / 2, 0.7 * d, d, d / 3, fill=t.paper)
    else:
        _draw_error_bar(canvas, x, y_of_points(bar.points + bar.error), y_of_points(bar.points - bar.error), 0.3 * width, t.ink)
    if bar.kind:
        above = min(y, zero, y_of_points(bar.points + bar.error)) - 0.62 * px
        canvas.draw_plain_text(_rounded_text(bar.points), x, above, 0.85 * px, t.ink, "semi", "center")


def _draw_error_bar(canvas: Canvas, x: float, top: float, bottom: float, half: float, tone: str) -> None:
    if bottom - top >= 3:
        canvas.draw_box(x - 0.7, top, 1.4, bottom - top, 0, fill=tone)
    for y in (top, bottom):
        canvas.draw_line(x - half, y, 2 * half, tone)


def _axis_ticks(lowest: float, highest: float) -> list[float]:
    size = grid_step(highest - lowest)
    return [float(size * i) for i in range(-5, 6) if lowest - 1e-9 <= size * i <= highest + 1e-9]


def _rounded_text(points: float) -> str:
    return f"{phrases.MINUS if round(points) < 0 else ''}{abs(points):.0f}"


def _bars_in_words(bars: tuple[Bar, ...]) -> str:
    said = [f"{bar.label}{', ' * bool(bar.kind)}{bar.kind}: {_rounded_text(bar.points)}" for bar in bars]
    return spoken_text(f"Points that each brings on average: {'; '.join(said)}.")
