"""What a table says of a deal of Goose: bids against tricks, who is off by how many, and the roles."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from goosetable import cards
from goosetable.cards import Card
from goosetable.engine.rules.event import HIDDEN, Points
from goosetable.engine.text import phrases, table_facts
from goosetable.engine.text.table_facts import Badge, Meter, Row, Tally
from goosetable.games.goose.state import EACH, MADE, NO_BID, GooseState, Roles, score


def some_tricks(number: int) -> str:
    """`one trick`, `two tricks`."""
    return f"{phrases.spelled(number)} {'trick' if number == 1 else 'tricks'}"


def too(need: int) -> str:
    """How far a seat is off its bid: "Two tricks too many" where `need` is -2."""
    return f"{some_tricks(abs(need))} too {'few' if need > 0 else 'many'}".capitalize()


def off(over: int) -> str:
    """How far all bids are off the tricks: "2 under"."""
    return f"{abs(over)} {'over' if over > 0 else 'under'}" if over else "exactly as many"


def against(bid: int, size: int) -> str:
    """All bids against the tricks of a deal: "11 are bid for 13 tricks"."""
    return f"{bid} {'is' if bid == 1 else 'are'} bid for {phrases.count(size, 'trick')}"


def need(state: GooseState) -> str:
    """What the seat to act wants of the tricks to come."""
    wanted = state.bids[state.turn] - state.tricks(state.turn)
    return f"You need ~{some_tricks(wanted)}~" if wanted > 0 else f"{too(wanted)} already" if wanted else "You need no more"


def bid_prompt(state: GooseState, barred: int | None, only: int | None) -> str:
    """What the seat to bid is asked; `barred` is what it may not bid, `only` the one bid that is left."""
    if only is not None:
        return f"Your bid: only ~{only}~ is left, because somebody must fail"
    if barred is not None:
        return f"Your bid: ~any but {barred}~, because somebody must fail"
    return f"Your bid: how many of {phrases.count(state.size, 'trick')} will you take?"


def opening(state: GooseState, face: Callable[[Card], str]) -> tuple[str, ...]:
    """What the log says first: the roles, and what was turned up."""
    told = _roles(state.roles, state.totals)
    if state.turned == HIDDEN:
        return (*told, "No card is left to turn up, so there are no trumps.")
    suits = "there are no trumps" if state.trumps is None else f"{cards.SUIT_NAMES[state.trumps]} are trumps"
    return (*told, f"{phrases.sentence(face(state.turned))} is turned up, so {suits}.")


def _showing(state: GooseState) -> str:
    """What the card turned up means, as long as it lies in the middle."""
    if not state.bidding:
        return ""
    if state.turned == HIDDEN:
        return "no trumps: every card is dealt"
    return "no trumps: a joker" if state.trumps is None else f"trumps: {cards.SUIT_NAMES[state.trumps]}"


def _roles(roles: Roles, totals: Sequence[Points]) -> list[str]:
    """Why the roles are as they are; nothing of a role that nobody has."""
    told = [why_role(roles, totals, goose) for goose in (True, False) if (roles.geese if goose else roles.asses)]
    return list(dict.fromkeys(told))


def why_role(roles: Roles, totals: Sequence[Points], goose: bool) -> str:
    """Why those who have a role have it: "[1 is] the Goose: the highest total, 120."."""
    if len(roles.asses) == len(roles.geese) == len(totals):
        return "All are level, so all are Goose and Ass at once."
    seats = roles.geese if goose else roles.asses
    one, many = ("the Goose", "Geese") if goose else ("the Ass", "Asses")
    total = totals[seats[0]]
    kept = sum(other == total for other in totals) > len(seats)  # level with somebody who does not have it
    who = f"[{seats[0]} is]" if len(seats) == 1 else f"{phrases.listed([f'[{seat}]' for seat in seats])} are"
    named = f"{who} {'still ' if kept else ''}{one if len(seats) == 1 else many}"
    if kept:
        return f"{named}: nobody is {'above' if goose else 'below'} {phrases.amount(total)}."
    return f"{named}: the {'highest' if goose else 'lowest'} total, {phrases.amount(total)}."


def badges(state: GooseState) -> list[Badge]:
    """The roles, each with its reason."""
    roles, totals = state.roles, state.totals
    geese = [Badge("goose", "Goose", seat, why_role(roles, totals, True)) for seat in roles.geese]
    return geese + [Badge("ass", "Ass", seat, why_role(roles, totals, False)) for seat in roles.asses]


def meter(state: GooseState, barred: int | None) -> Meter:
    """All bids against the tricks; `barred` is what the dealer may not bid now."""
    if not state.bidding:
        return Meter("Bids", state.bid, state.size, f"{state.bid} bid for {state.size}: {off(state.bid - state.size)}", "")
    remark = (
        "" if barred is None else f"{phrases.sentence(off(state.bid - state.size))}. [{state.dealer}] may not bid {barred}."
    )
    caption = f"{state.bid} bid for {phrases.count(state.size, 'trick')}"
    return Meter("Bids so far", state.bid, state.size, caption, remark)


def tally(state: GooseState, points: tuple[int, ...], seat: int | None) -> Tally:
    """Who has bid and taken what, and what it earned."""
    rows, taken = [], state.taken()
    for who in table_facts.clockwise(seat, len(taken)):
        bid, won = state.bids[who], taken[who]
        figures = ("?" if bid == NO_BID else str(bid), str(won))
        earned = phrases.signed(points[who]) if state.over else ""
        rows.append(Row(who, figures, "", "", earned, bid == won, row(state, who)))
    return Tally(("bid", "won"), "", "", tuple(rows), summary(state), _showing(state))


def row(state: GooseState, seat: int) -> str:
    """How a seat stands with its bid, or what the bid came to."""
    bid, won = state.bids[seat], state.tricks(seat)
    if bid == NO_BID:
        return f"[{seat} is] yet to bid."
    wanted, left = bid - won, state.size - sum(state.taken())
    if state.over:
        return _result(bid, won, seat in state.roles.asses, seat in state.roles.geese)
    if not wanted:
        return f"[{seat} has] as many as bid and must take no more."
    if wanted < 0:
        return f"{too(wanted)} already."
    return f"[{seat} needs] {some_tricks(wanted)}" + (f", and only {phrases.spelled(left)} to come." if wanted > left else ".")


def _result(bid: int, won: int, ass: bool, goose: bool) -> str:
    points = phrases.signed(score(bid, won, ass, goose))
    if bid != won:
        return f"{too(bid - won)}{', and the Goose pays double' if goose else ''}: {points}."
    number = phrases.spelled(bid) if bid else "nothing"
    made = f"{number.capitalize()} bid and {number} taken"
    if ass:
        return f"{made}, doubled for the Ass: {points}."
    return f"{made}: {MADE} + {EACH * won} = {points}." if won else f"{made}: {points}."


def summary(state: GooseState) -> str:
    """All bids against the tricks, or who made the bid."""
    if state.bidding:
        return f"{against(state.bid, state.size)} so far."
    if not state.over:
        over = state.bid - state.size
        return f"{against(state.bid, state.size)}{f': {off(over)}, so somebody must fail' if over else ''}."
    made = [seat for seat, won in enumerate(state.taken()) if won == state.bids[seat]]
    if len(made) == len(state.bids):
        return "Everybody made the bid."
    if len(made) == 1:
        return f"Only [{made[0]}] made the bid."
    if not made:
        return "Nobody made the bid."
    return f"{phrases.listed([f'[{seat}]' for seat in made])} made the bid."
