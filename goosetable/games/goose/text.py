"""What a table says of a deal of Goose: bids against tricks, who is off by how many, and the roles."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar

from goosetable import cards
from goosetable.cards import JOKER, JOKER_SUIT, PACK_SIZE, Card
from goosetable.engine.rules import scores
from goosetable.engine.rules.action import Action
from goosetable.engine.rules.deal import Standing
from goosetable.engine.rules.event import HIDDEN, Points
from goosetable.engine.rules.tricks import SUIT
from goosetable.engine.text import medals, table_facts
from goosetable.engine.text.figures import FigureKind, Glossary, TableFigure
from goosetable.engine.text.table_facts import Badge, Choice, Emblem, Ladder, Meter, Quota, Row, Tally
from goosetable.engine.text.trick_text import TrickText, beside
from goosetable.engine.words import phrases
from goosetable.games.goose.options import GooseOptions, sizes
from goosetable.games.goose.scoring import EACH, MADE, Roles, asked, score, taker, why_taken
from goosetable.games.goose.state import BID, NO_BID, GooseState, barred


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
    """All bids against the tricks of a deal: "the bids come to 11 for 13 tricks"."""
    return f"the bids come to {bid} for {phrases.count(size, 'trick')}"


def began(state: GooseState) -> bool:
    """Whether a bid has been made."""
    return any(bid != NO_BID for bid in state.bids)


def stakes(state: GooseState, bid: int) -> str:
    """What a bid brings the seat to act, and what failing costs: "made: 50, missed: −20 a trick as the Goose"."""
    ass, goose = state.turn in state.roles.asses, state.turn in state.roles.geese
    made, missed = score(bid, bid, ass, goose), phrases.signed(score(0, 1, ass, goose))
    return f"made: {made}{' as the Ass' if ass else ''}, missed: {missed} a trick{' as the Goose' if goose else ''}"


def then(state: GooseState, bid: int) -> str:
    """All bids together once the seat to act has bid; how far that is off, if it bids last."""
    total = state.bid + bid
    last = f": {off(total - state.size)}" if state.bids.count(NO_BID) == 1 else ""
    return f"{total} bid for {phrases.count(state.size, 'trick')}{last}"


def need(state: GooseState) -> str:
    """What the seat to act wants of the tricks to come."""
    wanted = state.bids[state.turn] - state.tricks(state.turn)
    return f"You need ~{some_tricks(wanted)}~" if wanted > 0 else f"{too(wanted)} already" if wanted else "You need no more"


def bid_prompt(state: GooseState, barred: int | None, only: int | None) -> str:
    """What the seat to bid is asked; `barred` is what it may not bid, `only` the one bid that is left."""
    if only is not None:
        return f"Your bid: ~only {only}~ is left to you"
    if barred is not None:
        return f"Your bid: ~any but {barred}~"
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
    kept = sum(other == total for other in totals) > len(seats)  # level with a seat that does not have it
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
    remark = "" if barred is None else f"{phrases.sentence(off(state.bid - state.size))}."
    caption = f"{state.bid} bid for {phrases.count(state.size, 'trick')}" if began(state) else "none yet"
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
        return f"[{seat} has] as many as [{seat}] bid, and must take no more."
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
        return f"Each player bids once, [{state.dealer}] last."
    if not state.over:
        over = state.bid - state.size
        said = f"{against(state.bid, state.size)}{f', {off(over)}: not all can make theirs' if over else ''}."
        return phrases.sentence(said)
    made = [seat for seat, won in enumerate(state.taken()) if won == state.bids[seat]]
    if len(made) == len(state.bids):
        return "All made their bids."
    if len(made) == 1:
        return f"Only [{made[0]}] made the bid."
    if not made:
        return "No one made the bid."
    return f"{phrases.listed([f'[{seat}]' for seat in made])} made their bids."


class GooseText(TrickText[GooseState, GooseOptions]):
    """The words of Goose."""

    medals = medals.BIDS
    emblem = (Emblem("AS", -21, 0, 90, 8), Emblem("XH", 21, 0, 96, -8, tall=True),
              Emblem("badge goose", -44, 30, 38), Emblem("badge ass", 48, 32, 31))  # fmt: skip
    glossary: ClassVar[Glossary] = {
        "bid": "How many tricks each seat has said that it will take.",
        "won": "How many tricks each seat has taken; as many as it bid earn 20 and 10 for each.",
        "Bids": "A box for each trick that is bid, and a notch at the tricks there are.",
        "Bids so far": "A box for each trick that is bid, and a notch at the tricks there are.",
        "Goose": "The Goose pays double for a bid that fails.",
        "Ass": "The Ass earns double for a bid that is made.",
    }

    def wants(self, options: GooseOptions) -> str:
        return "You want ~exactly as many tricks~ as you bid: not one more, not one fewer."

    def note(self, state: GooseState, figure: TableFigure, seat: int | None) -> str:
        if figure.kind is FigureKind.PLATE and state.bids[figure.at] != NO_BID:
            return f"[{figure.at} has] bid {state.bids[figure.at]} and taken {state.tricks(figure.at)}."
        if figure.kind is FigureKind.PLATE:
            return f"[{figure.at} has] not bid yet."
        return super().note(state, figure, seat)

    def barred(self, state: GooseState) -> tuple[Action, ...]:
        return barred(state)

    def place(self, state: GooseState) -> str:
        return "bidding" if state.bidding else super().place(state)

    def plate(self, state: GooseState, seat: int) -> str:
        bid = state.bids[seat]
        if state.bidding:
            return "yet to bid" if bid == NO_BID else f"bids {bid}"
        return f"{state.tricks(seat)} of {bid}"

    def takes(self, state: GooseState) -> str:
        jokers = {"top": "; a joker beats both", "wizard": "; the High Joker beats both"}
        return super().takes(state) + jokers.get(state.options.jokers, "")

    def about(self, options: GooseOptions, card: Card) -> str:
        if SUIT[card] != JOKER_SUIT:
            return ""
        high = card % PACK_SIZE == JOKER
        match options.jokers:
            case "top":
                return "beats every other card" if high else "beats every card but the High Joker"
            case "wizard":
                how = "the first High Joker takes the trick" if high else "it never takes a trick"
                return f"may be played at any time; {how}"
            case _:
                beats = "trumps" if high else "trumps and the High Joker"
                return f"is no trump: led, it beats all but {beats}; otherwise it takes nothing"

    def led(self, state: GooseState) -> str:
        suit = asked(state.trick, state.options.jokers)
        if suit is None or SUIT[state.trick[0]] == suit:
            return super().led(state)
        place = next(place for place, card in enumerate(state.trick) if SUIT[card] == suit)
        return f"[{state.seat_of(place)}] set {phrases.SYMBOLS[suit]}"

    def prompt(self, state: GooseState) -> str:
        if state.over:
            return ""
        if not state.bidding:
            return f"{super().prompt(state)}. {need(state)}"
        hooked, legal = barred(state), self.rules.legal(state)
        return bid_prompt(state, hooked[0] - BID if hooked else None, legal[0] - BID if len(legal) == 1 else None)

    def foretell(self, state: GooseState, action: Action) -> str:
        if action >= BID:
            return stakes(state, action - BID)
        jokers = state.options.jokers
        if jokers == "wizard" and action % PACK_SIZE == cards.LOW_JOKER:
            return "never takes a trick"
        if not state.trick:
            return ""
        trick = [*state.trick, action]
        place = taker(trick, state.trumps, jokers)
        own, why = place == len(trick) - 1, why_taken(trick, state.trumps, jokers)
        if len(trick) < len(state.hands):
            if own:
                return "would be the highest so far"
            suit = asked(state.trick, jokers)
            below = f"stays below {self.face(trick[place])}"
            return below if suit is None else beside(SUIT[action], suit, state.trumps) or below
        return f"takes the trick: {why}" if own else f"leaves it to [{state.seat_of(place)}]: {self.face(trick[place])}, {why}"

    def choices(self, state: GooseState) -> tuple[str, str, tuple[Choice, ...]]:
        if state.over or not state.bidding:
            return "", "", ()
        made = tuple(
            Choice(bid, str(bid - BID), self.foretell(state, bid), then(state, bid - BID)) for bid in self.rules.legal(state)
        )
        told = f"{state.bid} bid so far" if began(state) else "You bid first"
        return "How many tricks will you take?", told, made

    def opening(self, state: GooseState) -> tuple[str, ...]:
        return opening(state, self.face)

    def log(self, state: GooseState, seat: int, action: Action) -> str:
        said = super().log(state, seat, action)
        if action < BID or state.bids.count(NO_BID) > 1:
            return said
        bid = state.bid + action - BID
        return f"{said[:-1]}, so {against(bid, state.size)}: {off(bid - state.size)}."

    def badges(self, state: GooseState) -> tuple[Badge, ...]:
        return (*badges(state), *([] if state.trumps is None else [Badge(cards.SUITS[state.trumps], "trumps")]))

    def quota(self, state: GooseState, seat: int) -> Quota | None:
        return None if state.bids[seat] == NO_BID else Quota(state.tricks(seat), state.bids[seat])

    def meter(self, state: GooseState, seat: int | None) -> Meter:
        hooked = barred(state)
        return meter(state, hooked[0] - BID if hooked else None)

    def rounds(self, options: GooseOptions, size: int) -> float:
        return size + 1.0

    def length(self, options: GooseOptions) -> int:
        return len(sizes(options))

    def ladder(self, options: GooseOptions, standing: Standing) -> Ladder:
        listed = sizes(options)
        listed += (1,) * (standing.deals + 1 - len(listed))
        return Ladder(listed, standing.deals, f"deal {standing.deals + 1} of {len(listed)}")

    def tally(self, state: GooseState, seat: int | None) -> Tally:
        return tally(state, scores.whole(self.rules.points(state)), seat)
