"""Gooseberry Fool, by David Parlett: the odd card out takes the trick, the odd player out wins the game."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import ClassVar, Final

from goosetable import cards
from goosetable.cards import BIT, JOKER, Card, Cards
from goosetable.engine import tricks, words
from goosetable.engine.action import GIVE, Action
from goosetable.engine.event import (
    HAND_KIND,
    TRICK,
    TRICK_KIND,
    WON_KIND,
    Kind,
    Moved,
    Pile,
    Points,
    Said,
    Taken,
    Tell,
)
from goosetable.engine.game import Deal, Game, Standing
from goosetable.engine.option import option
from goosetable.engine.state import OVER, TrickState
from goosetable.engine.telling import Choice, Emblem, Race, Row, Tally, Why

SEATS: Final = 3
TRICKS: Final = 11
MIDDLE_BONUS: Final = 10

_LEFT: Final = (1, 2, 0)
_RIGHT: Final = (2, 0, 1)
_GIFTS: Final = tuple(GIVE + seat for seat in range(SEATS))
_JOKER_BIT: Final = BIT[JOKER]
_SUIT: Final = tuple(cards.suit(card) for card in range(cards.PACK_SIZE))
_FOLLOWERS: Final = tuple(cards.of_suit(suit) for suit in range(5))
_VOID: Final = tuple(group | _JOKER_BIT for group in _FOLLOWERS)
"""What a seat shows not to hold when it does not follow: the suit, and the Joker, which it would have had to play (rule 5b)."""
_NUMBER_WORDS: Final = ("none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven")


@dataclass(frozen=True)
class FoolOptions:
    """The house rules of Gooseberry Fool."""

    end_rule: str = option(
        "Who wins the game",
        {"middle": "The middle total", "hundred": "The one at the target"},
        "hundred: alone at the target wins; of two there, the third wins",
    )
    target: int = option("Play to", {100: "100 points", 50: "50 points", 150: "150 points"}, "5 to 7 deals to 100")
    geese: int = option("Golden Geese a game", range(1, 11), "what the winner is given")


class FoolState(TrickState):
    """A deal of Gooseberry Fool."""

    __slots__ = ()


def taker(trick: list[Card]) -> int:
    """The place, 0..2, of the card that takes three cards without the Joker (rule 6)."""
    one, two, three = trick
    a, b, c = _SUIT[one], _SUIT[two], _SUIT[three]
    if a == b:
        if b != c:
            return 2
        return 0 if (two < one) == (one < three) else 1 if (one < two) == (two < three) else 2
    if a == c:
        return 1
    if b == c:
        return 0
    red_a, red_b, red_c = a in (1, 2), b in (1, 2), c in (1, 2)
    return 2 if red_a == red_b else 1 if red_a == red_c else 0


def why_taken(trick: list[Card]) -> str:
    """Why the taking card takes, as in "the middle of three spades"."""
    if JOKER in trick:
        return "it takes every trick"
    card = trick[taker(trick)]
    suits = len({_SUIT[other] for other in trick})
    if suits == 1:
        return f"the middle of three {cards.SUIT_NAMES[_SUIT[card]]}"
    if suits == 2:
        return f"odd suit, the only {cards.SUIT_NAMES[_SUIT[card]][:-1]}"
    return f"odd colour, the only {'red' if cards.is_red(_SUIT[card]) else 'black'}"


def bases(taken: tuple[int, ...]) -> tuple[int, ...]:
    """1 for each own trick and 2 for each trick of the right-hand neighbour (rule 8)."""
    return tuple(taken[seat] + 2 * taken[_RIGHT[seat]] for seat in range(SEATS))


def middle(scores: tuple[int, ...]) -> int | None:
    """The seat strictly between the other two, or None where two are level."""
    low, mid, high = sorted(scores)
    return scores.index(mid) if low < mid < high else None


@cache
def outlook(one: int, two: int, three: int) -> tuple[float, ...]:
    """How likely each seat is to end in the middle, by the tricks of each so far, if those to come fall at random."""
    if one + two + three == TRICKS:
        best = middle(bases((one, two, three)))
        return tuple(float(seat == best) for seat in range(SEATS))
    after = (outlook(one + 1, two, three), outlook(one, two + 1, three), outlook(one, two, three + 1))
    return tuple(sum(chance) / SEATS for chance in zip(*after, strict=True))


class GooseberryFool(Game[FoolState]):
    """The rules of Gooseberry Fool."""

    id = "gooseberry-fool"
    title = "Gooseberry Fool"
    author = "David Parlett"
    line = "The middle card takes it, the middle player wins."
    people = "3 players"
    minutes = 20
    Options = FoolOptions
    jokers = 1
    kinds: ClassVar[tuple[Kind, ...]] = (HAND_KIND, TRICK_KIND, WON_KIND)
    emblem = (
        Emblem("9H", -30, -1, 80, 12),
        Emblem("TH", 0, -9, 80),
        Emblem("KH", 30, -1, 80, -12),
        Emblem("medallion gooseberry", 46, 26, 40),
    )
    best = "middle of the deal"
    prize = ("Golden Goose", "Golden Geese")

    def seats(self, options: FoolOptions) -> int:
        return SEATS

    def pack(self, options: FoolOptions) -> tuple[Card, ...]:
        return cards.pack(lowest="7", jokers=1)

    def begin(self, options: FoolOptions, standing: Standing, deal: Deal) -> FoolState:
        state = FoolState()
        state.options, state.number, state.dealer, state.totals = options, deal.number, deal.dealer, standing.totals
        state.hands = [sum(BIT[card] for card in hand) for hand in deal.hands]
        state.lacks, state.won, state.trick, state.story = [0] * SEATS, [0] * SEATS, [], []
        state.leader = state.turn = _LEFT[deal.dealer]
        return state

    # ------------------------------------------------------------------ play

    def legal(self, state: FoolState) -> tuple[Action, ...]:
        trick = state.trick
        if len(trick) == SEATS:
            return _GIFTS
        if state.turn == OVER:
            return ()
        hand = state.hands[state.turn]
        if trick:
            following = hand & _FOLLOWERS[_SUIT[trick[0]]]
            return cards.members(following or hand & _JOKER_BIT or hand)
        return cards.members(hand & ~_JOKER_BIT or hand)

    def why_not(self, state: FoolState, action: Action) -> Why:
        hand = state.hands[state.turn]
        if len(state.trick) == SEATS:
            return Why("it must first say who gets the trick", "first say who gets the trick")
        if action >= cards.PACK_SIZE:
            return Why("there is no trick to give", "there is no trick to give")
        if not hand & BIT[action]:
            return tricks.NOT_HELD
        if not state.trick:
            return Why("the Joker may be led only as the last card", "the Goose may be led only as your last card")
        led = _SUIT[state.trick[0]]
        if tricks.follow(hand, led):
            return tricks.must_follow(led, hand)
        suit = cards.SUIT_NAMES[led]
        return Why(f"it has no {suit}, so the Joker must be played", f"you have no {suit}, so the Goose must go")

    def apply(self, state: FoolState, action: Action, tell: Tell | None = None) -> None:
        seat, trick = state.turn, state.trick
        state.story.append((seat, action))
        if action >= GIVE:
            if tell:
                tell(Said(seat, action))
            self._credit(state, action - GIVE, tell)
            return
        state.hands[seat] ^= BIT[action]
        if trick and _SUIT[trick[0]] != _SUIT[action]:
            state.lacks[seat] |= _VOID[_SUIT[trick[0]]]
        trick.append(action)
        if tell:
            tell(Moved((action,), Pile(HAND_KIND, seat), TRICK))
        if len(trick) < SEATS:
            state.turn = _LEFT[seat]
        else:
            self._take(state, tell)

    def _take(self, state: FoolState, tell: Tell | None) -> None:
        """A full trick goes to its taker; with the Joker in it, its player has yet to say to whom (rule 7)."""
        trick = state.trick
        joker = JOKER in trick
        place = trick.index(JOKER) if joker else taker(trick)
        seat = (state.leader + place) % SEATS
        if tell:
            tell(Taken(seat, trick[place], why_taken(trick)))
        if joker:
            state.turn = seat
        else:
            self._credit(state, seat, tell)

    def _credit(self, state: FoolState, seat: int, tell: Tell | None) -> None:
        trick = state.trick
        state.won[seat] |= BIT[trick[0]] | BIT[trick[1]] | BIT[trick[2]]
        if tell:
            tell(Moved(tuple(trick), TRICK, Pile(WON_KIND, seat)))
        state.trick = []
        state.leader = seat
        state.turn = seat if state.hands[seat] else OVER

    def piles(self, state: FoolState) -> dict[Pile, Cards]:
        found = {Pile(HAND_KIND, seat): held for seat, held in enumerate(state.hands)}
        found |= {Pile(WON_KIND, seat): held for seat, held in enumerate(state.won)}
        found[TRICK] = sum(BIT[card] for card in state.trick)
        return found

    # ------------------------------------------------------------------ scores

    def _taken(self, state: FoolState) -> tuple[int, ...]:
        return tuple(state.tricks(seat) for seat in range(SEATS))

    def points(self, state: FoolState) -> tuple[int, ...]:
        base = bases(self._taken(state))
        return tuple(score + MIDDLE_BONUS * (seat == middle(base)) for seat, score in enumerate(base))

    def laurels(self, state: FoolState) -> tuple[int, ...]:
        seat = middle(bases(self._taken(state)))
        return () if seat is None else (seat,)

    def payoff(self, state: FoolState) -> tuple[float, ...]:
        won = state.won
        a, b, c = won[0].bit_count(), won[1].bit_count(), won[2].bit_count()
        one, two, three = a + 2 * c, b + 2 * a, c + 2 * b
        if (one < two) != (one < three):
            return (1.0, 0.0, 0.0)
        return (0.0, 1.0, 0.0) if (two < one) != (two < three) else (0.0, 0.0, 1.0)

    def worth(self, state: FoolState) -> tuple[float, ...]:
        return outlook(*self._taken(state))

    def winners(self, options: FoolOptions, standing: Standing) -> tuple[int, ...]:
        totals = _whole(standing.totals)
        if max(totals) < options.target:
            return ()
        return (self._leading(options, totals),)

    def _leading(self, options: FoolOptions, totals: tuple[int, ...]) -> int:
        """Who would win if the game ended with these totals (rule 10, and option end_rule)."""
        there = [seat for seat in range(SEATS) if totals[seat] >= options.target]
        if options.end_rule == "hundred" and len(there) == 1:
            return there[0]
        if options.end_rule == "hundred" and len(there) == 2:
            return 3 - sum(there)
        order = sorted(range(SEATS), key=lambda seat: totals[seat])
        if totals[order[1]] == totals[order[2]]:
            return order[0]
        return order[2] if totals[order[0]] == totals[order[1]] else order[1]

    def prizes(self, options: FoolOptions, winners: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(options.geese * (seat in winners) for seat in range(SEATS))

    def end_extras(self, options: FoolOptions, winners: tuple[int, ...]) -> dict[str, list[int]]:
        return {"geese": list(self.prizes(options, winners))}

    # ------------------------------------------------------------------ for the table

    def face(self, card: Card) -> str:
        return "the Goose" if card == JOKER else words.face(card)

    def sort_key(self, state: FoolState, card: Card) -> tuple[int, ...]:
        return ((0, 1, 3, 2, 4)[_SUIT[card]], card)

    def place(self, state: FoolState) -> str:
        done = sum(self._taken(state))
        return f"trick {min(done + 1, TRICKS)} of {TRICKS}"

    def plate(self, state: FoolState, seat: int) -> str:
        return words.count(state.tricks(seat), "trick")

    def prompt(self, state: FoolState) -> str:
        legal, hand = self.legal(state), state.hands[state.turn]
        if len(state.trick) == SEATS:
            return "The Goose is yours. Whose trick shall it be?"
        if not state.trick:
            if len(legal) == 1:
                return f"Your lead, and your last card: ~{self.face(legal[0])}~"
            return "Your lead: anything but the Goose" if hand & _JOKER_BIT else "Your lead: play any card"
        who = tricks.lead_words(state)
        led = _SUIT[state.trick[0]]
        if led == cards.JOKER_SUIT:
            return f"{who}, and this is your last card"
        if tricks.follow(hand, led):
            named = [f"~{self.face(card)}~" for card in legal]
            which = words.listed(named, "or") if len(named) < 4 else f"any {words.SYMBOLS[led]}"
            return f"{who}, so you follow: {which}"
        if hand & _JOKER_BIT:
            return f"{who} and you have none: ~the Goose~ must go"
        return f"{who} and you have none: play any card"

    def foretell(self, state: FoolState, action: Action) -> str:
        if action >= GIVE or len(state.trick) != SEATS - 1:
            return ""
        trick = [*state.trick, action]
        if action == JOKER:
            return "takes the trick, and you give it to whom you like"
        place = trick.index(JOKER) if JOKER in trick else taker(trick)
        if JOKER in trick:
            return f"[{state.seat_of(place)} has] the Goose, and the trick to give"
        if place == SEATS - 1:
            return f"takes the trick: {why_taken(trick)}"
        return f"leaves it to [{state.seat_of(place)}]: {self.face(trick[place])}, {why_taken(trick)}"

    def choices(self, state: FoolState) -> tuple[str, str, tuple[Choice, ...]]:
        me = state.turn
        made = []
        for seat in (_LEFT[me], me, _RIGHT[me]):
            taken = tuple(state.tricks(other) + (other == seat) for other in range(SEATS))
            base = bases(taken)
            best = middle(base)
            label = "Keep it" if seat == me else f"Goose [{seat}]"
            result = ", ".join(f"[{other}] {base[other]}" for other in (me, _LEFT[me], _RIGHT[me]))
            made.append(Choice(GIVE + seat, label, result, _in_the_middle(best), seat))
        return (
            "The Goose is yours. Whose trick shall it be?",
            "They cannot refuse. The one who gets it leads next.",
            tuple(made),
        )

    def log(self, state: FoolState, seat: int, action: Action) -> str:
        if action >= GIVE:
            to = action - GIVE
            return f"[{seat} keeps] the trick." if to == seat else f"[{seat} gooses] [{to}]: the trick is [{to}'s]."
        return f"[{seat} {'plays' if state.trick else 'leads'}] {self.face(action)}."

    def tally(self, state: FoolState, seat: int | None) -> Tally:
        taken = self._taken(state)
        base = bases(taken)
        best = middle(base)
        first = seat or 0
        rows = tuple(
            Row(
                who,
                (str(taken[who]), f"+ {taken[_RIGHT[who]]} × 2"),
                f"= {base[who]}",
                f"+{MIDDLE_BONUS}" if who == best else "",
                str(base[who] + MIDDLE_BONUS * (who == best)),
                who == best,
                _row_words(taken, who, best),
            )
            for who in (first, _LEFT[first], _RIGHT[first])
        )
        return Tally(("own", "right × 2"), "", "middle", rows, _tally_words(state, base, best))

    def race(self, options: FoolOptions, totals: tuple[Points, ...], seat: int | None) -> Race:
        whole = _whole(totals)
        aim = f"to {options.target}, " + (
            "the middle total wins" if options.end_rule == "middle" else "alone at the target wins"
        )
        if len(set(whole)) == 1:
            return Race(whole, options.target, (), aim, "All are level.")
        best = self._leading(options, whole)
        end = "[{0} wins] with {1}." if max(whole) >= options.target else "If it ended now, [{0}] would win with {1}."
        return Race(whole, options.target, (best,), aim, end.format(best, whole[best]))


def _whole(totals: tuple[Points, ...]) -> tuple[int, ...]:
    return tuple(int(total) for total in totals)


def _in_the_middle(seat: int | None) -> str:
    return "nobody is in the middle" if seat is None else f"[{seat} is] in the middle"


def _tally_words(state: FoolState, base: tuple[int, ...], best: int | None) -> str:
    if best is None:
        return "Two are level, so nobody is in the middle yet. The middle score of a deal earns ten more."
    points = base[best] + MIDDLE_BONUS
    if state.over:
        return f"{{[{best} is] in the middle}} with {base[best]}, which earns ten more: {points}."
    return f"{{[{best} is] in the middle}} and would score {points}. The middle score of a deal earns ten more."


def _row_words(taken: tuple[int, ...], seat: int, best: int | None) -> str:
    left, right = taken[_LEFT[seat]], taken[_RIGHT[seat]]
    if seat == best and sum(taken) == TRICKS:
        how = "three or fewer" if max(left, right) <= 3 else "four or more"
        return f"Both neighbours took {how}, and that puts [{seat}] in the middle."
    own = _NUMBER_WORDS[taken[seat]].capitalize()
    return f"{own} of [{seat}'s] own, and [{_RIGHT[seat]}'s] {_NUMBER_WORDS[right]} on the right, doubled."
