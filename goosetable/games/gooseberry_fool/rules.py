"""Gooseberry Fool, by David Parlett: the odd card out takes the trick, the odd player out wins the game."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import ClassVar, Final

from goosetable import cards
from goosetable.cards import BIT, JOKER, ONE_PACK, PACK_SIZE, Card, Cards
from goosetable.engine.game import TrickGame
from goosetable.engine.rules import rules, tricks
from goosetable.engine.rules.action import GIVE, Action, Objection, Verb, value_of, verb_of
from goosetable.engine.rules.deal import Standing
from goosetable.engine.rules.event import HAND_KIND, TRICK, ActionTaken, Moved, Pile, Taken, Tell
from goosetable.engine.rules.options import WHOLE_GAME, is_one_deal, length_option, option
from goosetable.engine.rules.state import OVER, TrickState
from goosetable.engine.strength.tricks_to_come import RandomTricks


@dataclass(frozen=True)
class FoolOptions:
    """The house rules of Gooseberry Fool."""

    length: str = length_option("The middle score wins, without the extra ten.")
    end_rule: str = option(
        "Who wins the game",
        {"middle": "The middle total", "hundred": "Whoever reaches the target"},
        condition=WHOLE_GAME,
        variants=("hundred",),
        notes={
            "middle": "Once a player is at the target, the middle total wins.",
            "hundred": "If two players reach it, the third player wins; if all three do, the middle total.",
        },
    )
    target: int = option(
        "Play to", {n: f"{n} points" for n in (100, 50, 150)}, "A game to 100 takes 5 to 7 deals.", condition=WHOLE_GAME,
        variants=(50, 150),
    )  # fmt: skip
    geese: int = option("Golden Geese a game", range(1, 11), "How many the winner receives.")


SEATS: Final = 3
TRICKS: Final = 11
MIDDLE_BONUS: Final = 10
DECIDING_TRICKS: Final = 4
"""Number of tricks that both other seats must reach, or both stay below, for a seat to have the middle score."""

RIGHT_NEIGHBOUR: Final[tuple[int, ...]] = (2, 0, 1)
SUIT: Final = tuple(cards.suit(card) for card in range(PACK_SIZE))
SUITED: Final = cards.pack(lowest="7")
ALL_CARDS: Final[Cards] = sum(BIT[card] for card in SUITED)


def taking_place(first: Card, second: Card, third: Card) -> int:
    """Returns the index, 0..2, of the card that takes a trick of three cards without the Joker (rule 6)."""
    a, b, c = SUIT[first], SUIT[second], SUIT[third]
    if a == b:
        if b != c:
            return 2
        return 0 if (second < first) == (first < third) else 1 if (first < second) == (second < third) else 2
    if a == c:
        return 1
    if b == c:
        return 0
    red_a, red_b, red_c = a in (1, 2), b in (1, 2), c in (1, 2)
    return 2 if red_a == red_b else 1 if red_a == red_c else 0


def base_points(taken: tuple[int, ...]) -> tuple[int, ...]:
    """Returns each seat's points without the bonus: 1 for a trick of its own, 2 for a trick of its right neighbour (rule 8)."""
    return tuple(taken[seat] + 2 * taken[RIGHT_NEIGHBOUR[seat]] for seat in range(SEATS))


def middle_seat(base: tuple[int, ...]) -> int | None:
    """Returns the seat with the middle score, or None if two scores are equal."""
    low, mid, high = sorted(base)
    return base.index(mid) if low < mid < high else None


def deal_points(taken: tuple[int, ...]) -> tuple[int, ...]:
    """Returns the points of a deal (rules 8 and 9)."""
    base = base_points(taken)
    best = middle_seat(base)
    return tuple([score + MIDDLE_BONUS if seat == best else score for seat, score in enumerate(base)])


def _shares_of_middle_bonus(taken: tuple[int, ...]) -> tuple[float, ...]:
    best = middle_seat(base_points(taken))
    return tuple([float(seat == best) for seat in range(SEATS)])


_RANDOM_OUTLOOK: Final = RandomTricks(TRICKS, _shares_of_middle_bonus)


def middle_score_chances(taken: tuple[int, ...]) -> tuple[float, ...]:
    """Returns each seat's chance of the middle score, from the tricks so far, if each later trick falls to a random seat."""
    return _RANDOM_OUTLOOK.expected_utility(taken)


def state_finished_with_tricks(state: TrickState, taken: tuple[int, ...]) -> TrickState:
    """Returns a copy of a deal as it would be at its end. taken: by seat, the number of tricks at the end."""
    over = state.copy()
    over.trick, over.turn = [], OVER
    over.hands, over.won = [0] * SEATS, [2 ** (SEATS * tricks) - 1 for tricks in taken]
    return over


@cache
def third_cards_by_taker(first: Card, second: Card) -> tuple[Cards, Cards, Cards]:
    """Returns three sets of third cards: the cards with which the first, the second, or the third card takes the trick.

    No set contains the Joker. Neither `first` nor `second` may be the Joker.
    """
    found = [0, 0, 0]
    for three in SUITED:
        if three not in (first, second):
            found[taking_place(first, second, three)] |= BIT[three]
    return found[0], found[1], found[2]


JOKER_BIT: Final = BIT[JOKER]
LEFT_NEIGHBOUR: Final[tuple[int, ...]] = (1, 2, 0)


def why_taken(trick: list[Card]) -> str:
    """Returns the reason why the winning card takes the trick, as in "the middle of three spades"."""
    if JOKER in trick:
        return "it always does"
    card = trick[taking_place(*trick)]
    suits = {SUIT[other] for other in trick}
    if len(suits) == 1:
        return f"the middle of three {cards.SUIT_NAMES[SUIT[card]]}"
    if len(suits) == 2:
        return f"the only {cards.SUIT_NAMES[SUIT[card]][:-1]}"
    return f"the only {'red' if cards.is_red_suit(SUIT[card]) else 'black'} card"


def odd_seat(totals: tuple[int, ...]) -> int | None:
    """Returns the seat with the middle total. If two totals are equal, returns the third seat (rule 10). If all three are
    equal, returns None.
    """
    low, mid, high = sorted(totals)
    odd = high if low == mid else low if mid == high else mid
    return None if low == high else totals.index(odd)


def winner_at_totals(options: FoolOptions, totals: tuple[int, ...]) -> int | None:
    """Returns the seat that would win if the game ended with these totals, or None (rule 10, and option end_rule)."""
    there = [seat for seat in range(SEATS) if totals[seat] >= options.target]
    if is_one_deal(options) or options.end_rule == "middle" or len(there) == SEATS:
        return odd_seat(totals)
    if len(there) == 2:
        return SEATS - sum(there)
    return there[0] if there else None


_GIFTS: Final = tuple(GIVE + seat for seat in range(SEATS))
_VOID: Final = tuple(group | JOKER_BIT for group in ONE_PACK)
"""By suit led, the void of a seat that does not follow: the suit, and the Joker, which would have to be played (rule 5b)."""


class GooseberryFool(TrickGame[TrickState, FoolOptions]):
    """The rules of Gooseberry Fool."""

    id = "gooseberry-fool"
    title = "Gooseberry Fool"
    author = "David Parlett"
    line = "The middle card takes it, the middle player wins."
    people = "3 players"
    Options = FoolOptions
    State = TrickState
    heuristics_class: ClassVar[str] = "goosetable.games.gooseberry_fool.ai:FoolHeuristics"
    text_class: ClassVar[str] = "goosetable.games.gooseberry_fool.text:FoolText"
    advice_class: ClassVar[str] = "goosetable.games.gooseberry_fool.advice:FoolAdvice"
    jokers = 1
    prize = "geese"
    verbs: ClassVar[tuple[Verb, ...]] = (Verb.PLAY, Verb.GIVE)

    def seats(self, options: FoolOptions) -> int:
        return SEATS

    def pack(self, options: FoolOptions) -> tuple[Card, ...]:
        return cards.pack(lowest="7", jokers=1)

    # ------------------------------------------------------------------ play

    def playable(self, state: TrickState) -> Cards:
        trick = state.trick
        if state.turn == OVER or len(trick) == SEATS:
            return 0
        hand = state.hands[state.turn]
        if trick:
            return hand & state.suits[SUIT[trick[0]]] or hand & JOKER_BIT or hand
        return hand & ~JOKER_BIT or hand

    def legal_calls(self, state: TrickState) -> tuple[Action, ...]:
        return _GIFTS if len(state.trick) == SEATS else ()

    def why_not(self, state: TrickState, action: Action) -> Objection:
        hand, full = state.hands[state.turn], len(state.trick) == SEATS
        if verb_of(action) is Verb.GIVE:
            reason = f"there is no seat {value_of(action)}" if full else "there is no trick to give"
            return Objection(reason, reason)
        if full and verb_of(action) is Verb.PLAY:
            return Objection("it must first say who gets the trick", "first say who gets the trick")
        if verb_of(action) is not Verb.PLAY or not hand >> action & 1:
            return super().why_not(state, action)
        if not state.trick:
            return Objection("the Joker may be led only as the last card", "it may be led only as your last card")
        led = SUIT[state.trick[0]]
        if hand & ONE_PACK[led]:
            return super().why_not(state, action)
        suit = cards.SUIT_NAMES[led]
        return Objection(f"it has no {suit}, so the Joker must be played", f"you have no {suit}, so the Goose must go")

    def apply(self, state: TrickState, action: Action, tell: Tell | None = None) -> None:
        seat, trick = state.turn, state.trick
        if state.keeps_actions:
            state.actions.append((seat, action))
        if action >= GIVE:
            if tell is not None:
                tell(ActionTaken(seat, action))
            tricks.credit_trick(state, action - GIVE, tell)
            return
        state.hands[seat] = state.hands[seat] ^ BIT[action]
        if trick:
            led = SUIT[trick[0]]
            if SUIT[action] != led:
                state.voids[seat] = state.voids[seat] | _VOID[led]
        trick.append(action)
        if tell is not None:
            tell(Moved((action,), Pile(HAND_KIND, seat), TRICK))
        if len(trick) < SEATS:
            state.turn = LEFT_NEIGHBOUR[seat]
        else:
            self._take_trick(state, tell)

    def _take_trick(self, state: TrickState, tell: Tell | None) -> None:
        """Gives a full trick to the seat that takes it. If the trick has the Joker, the player of the Joker must then name the
        seat (rule 7).
        """
        trick = state.trick
        one, two, three = trick
        joker = JOKER in (one, two, three)
        place = trick.index(JOKER) if joker else taking_place(one, two, three)
        seat = (state.leader + place) % SEATS
        if tell is not None:
            tell(Taken(seat, trick[place], why_taken(trick)))
        if joker:
            state.turn = seat
        else:
            tricks.credit_trick(state, seat, tell)

    # ------------------------------------------------------------------ scores

    def points(self, state: TrickState) -> tuple[int, ...]:
        return base_points(state.taken()) if is_one_deal(state.options) else deal_points(state.taken())

    def best_seats(self, state: TrickState) -> tuple[int, ...]:
        seat = middle_seat(base_points(state.taken()))
        return () if seat is None else (seat,)

    def winners(self, options: FoolOptions, standing: Standing) -> tuple[int, ...]:
        totals = rules.as_integers(standing.totals)
        best = winner_at_totals(options, totals)
        over = standing.deals > 0 if is_one_deal(options) else max(totals) >= options.target
        return (best,) if over and best is not None else ()
