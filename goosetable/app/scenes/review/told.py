"""What is said of a step: who did what, and of a person's decision the opinion, as words that are ready to be shown."""

from __future__ import annotations

from typing import Final, NamedTuple

from goosetable.app.match.review_session import DealOpinions, LookingBack
from goosetable.app.render.text import bare
from goosetable.app.scenes.review.bid_chart import LONGEST, Bar, around
from goosetable.app.table.snapshot import named
from goosetable.engine.record.history import Trick
from goosetable.engine.rules.action import Verb, value_of, verb_of
from goosetable.engine.words import phrases
from goosetable.review.opinion import ERRORS, SEEN, Cost, Opinion, Outlook

LAMPS: Final = {"clear": (3, "Clear"), "likely": (2, "Likely"), "close": (1, "Close"), "equal": (1, "Equal")}
"""How many lamps burn, and what stands beside them."""
MOST_ROWS: Final = 5
"""Choices of a number or the like that are listed."""


class Average(NamedTuple):
    """A line of what actions bring on average. kind: "best", "played" or nothing."""

    label: str
    points: str
    chance: str
    kind: str


class Told(NamedTuple):
    """All that the paper says of a step; empty where there is nothing to say."""

    said: str
    better: str = ""
    lamps: int = 0
    sure: str = ""
    deals: str = ""
    why: str = ""
    rows: tuple[Average, ...] = ()
    bars: tuple[Bar, ...] = ()
    """Drawn in place of the rows, where there are any."""
    cost: str = ""
    note: str = ""
    hidden: str = ""


def tell(match: LookingBack, opinions: DealOpinions) -> Told:
    """What is said of the step at which the match stands."""
    at = match.at
    found = opinions.opinions.get(at)
    if found is not None:
        return _judged(match, found) if found.choice else Told(match.said, note=_after(match, "There was no choice."))
    if at in opinions.places or (opinions.review is None and not opinions.over and match.doing[0] in match.persons):
        return Told(match.said, note="The opinion is being worked out.")
    if opinions.over and opinions.review is None:
        return Told(match.said, note="There are no opinions: the record of this deal cannot be read.")
    return Told(match.said, note=_after(match, ""))


def _after(match: LookingBack, before: str) -> str:
    """What came of the trick, where this was its last card."""
    group, trick = match.groups[match.group], match.trick(match.group)
    ends = trick is not None and match.at == group.first + len(trick.plays) - 1
    return " ".join(part for part in (before, match.say(trick.said) if trick is not None and ends else "") if part)


def called(match: LookingBack, opinion: Opinion, written: str) -> str:
    """What an action of the step at which the match stands is about: a card, a number, whom something is given to."""
    action = match.game.read(written, match.session.view(opinion.seat).legal)
    if verb_of(action) is Verb.GIVE:
        return "keep it" if value_of(action) == opinion.seat else match.say(f":[{value_of(action)}]")[1:]
    return named(match.game, action)


def _judged(match: LookingBack, opinion: Opinion) -> Told:
    def name(written: str) -> str:
        return called(match, opinion, written)

    names = {written: name(written) for written, _ in opinion.outlooks}
    lamps, word = LAMPS.get(opinion.sure, (0, ""))
    close = opinion.sure in ("close", "equal") and opinion.rival not in ("", opinion.best)
    return Told(
        match.said,
        f"Better: {name(opinion.best)}." if opinion.cost.counts else "",
        lamps,
        f"{word} to {name(opinion.rival)}" if close else word,
        f"{opinion.deals:,} imagined deals" if opinion.deals else "all is certain",
        match.say(f"{opinion.why}.") if opinion.why else "",
        _rows(opinion, names),
        _bars(opinion, names, match.game.lowest_wins),
        _cost(opinion.cost) if opinion.cost.counts else "As good as any.",
        "",
        match.say(opinion.hidden) if opinion.hidden else "",
    )


def _rows(opinion: Opinion, called: dict[str, str]) -> tuple[Average, ...]:
    """The best and the one played; where there are outlooks of all choices, those that bring most."""
    by_chance = sorted(opinion.outlooks, key=lambda pair: (-pair[1].chance.mean, -pair[1].points.mean))
    kept = [pair for pair in by_chance if pair[0] in (opinion.best, opinion.played)]
    kept += [pair for pair in by_chance if pair not in kept][: MOST_ROWS - len(kept)]
    costs = opinion.cost.counts

    def row(written: str, outlook: Outlook) -> Average:
        played = written == opinion.played
        best = written == opinion.best and (costs or played)
        kind = "best" if best else "played" if played else ""
        label = f"{called[written]}, {'the best' if best and costs else 'played'}" if kind else called[written]
        return Average(label, _figure(outlook.points.mean), f"{100 * outlook.chance.mean:.0f} %", kind)

    order = [written for written, _ in opinion.outlooks]
    if len(order) == 2 and costs:
        order = [opinion.best, opinion.played]
    return tuple([row(written, outlook) for written, outlook in sorted(kept, key=lambda pair: order.index(pair[0]))])


def _bars(opinion: Opinion, called: dict[str, str], lowest_wins: bool) -> tuple[Bar, ...]:
    """The chart of three choices or more, whose names fit under its bars; not where the chance of winning the game speaks
    against the points: a bar clearly higher than that of the best would be a riddle, and rows have both."""
    if len(opinion.outlooks) < 3 or max(len(bare(label)) for label in called.values()) > LONGEST:
        return ()
    sign, best = -1 if lowest_wins else 1, dict(opinion.outlooks)[opinion.best].points
    if any(sign * (one.points.mean - best.mean) > ERRORS * (one.points.error + best.error) for _, one in opinion.outlooks):
        return ()
    kinds = {opinion.played: "played"} | {opinion.best: "best"}
    return around(
        tuple([
            Bar(called[written], outlook.points.mean, ERRORS * outlook.points.error, kinds.get(written, ""))
            for written, outlook in opinion.outlooks
        ])
    )  # fmt: skip


def _figure(number: float) -> str:
    """One digit after the point, with a true minus."""
    text = f"{abs(number):.1f}"
    return f"{phrases.MINUS}{text}" if number < 0 and text != "0.0" else text


def _cost(cost: Cost) -> str:
    """What a decision cost on average, each with its give or take."""
    parts = []
    if cost.points.tells(SEEN[0]):
        error = ERRORS * cost.points.error
        within = f", give or take {error:.1f}" if error >= SEEN[0] else ""
        parts.append(f"{{It cost {_figure(cost.points.mean)} points}}{within}")
    if cost.chance.tells(SEEN[1]):
        games = max(1, round(100 * cost.chance.mean))
        won = f"{games if games > 1 else 'one'} game{'s' * (games > 1)} in a hundred"
        parts.append(f"and {won}" if parts else f"{{It cost {won}}}")
    return f"{', '.join(parts)}." if parts else "It cost a little."


def place(match: LookingBack) -> str:
    """Where the review stands: "Looking back: deal 3, trick 5 of 11"."""
    return f"Looking back: deal {match.counted.deal.number}, {match.groups[match.group].place}"


def taker(trick: Trick | None, card: int, seat: int) -> bool:
    """Whether a card of a trick is the one that took it, or one that ties for it."""
    return trick is not None and (card == trick.card or seat in trick.level)
