"""Gooseberry Fool, by David Parlett: the odd card out takes the trick, the odd player out wins the game."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from math import comb
from typing import ClassVar, Final

from goosetable import cards
from goosetable.cards import BIT, JOKER, Card, Cards, members
from goosetable.engine.rules import action as act
from goosetable.engine.rules import scores, tricks
from goosetable.engine.rules.action import GIVE, Action, Verb
from goosetable.engine.rules.event import HAND_KIND, TRICK, Moved, Pile, Points, Said, Taken, Tell
from goosetable.engine.rules.game import Standing
from goosetable.engine.rules.options import option
from goosetable.engine.rules.state import OVER, TrickState
from goosetable.engine.text import phrases, table_facts
from goosetable.engine.text.table_facts import Choice, Emblem, Race, Row, Tally, Why
from goosetable.games.gooseberry_fool import text
from goosetable.games.gooseberry_fool.explain import FoolReasons
from goosetable.games.gooseberry_fool.likelihood import Credence
from goosetable.games.gooseberry_fool.scoring import MIDDLE_BONUS, RIGHT, SEATS, SUIT, earned
from goosetable.games.gooseberry_fool.scoring import TRICKS as TRICKS
from goosetable.games.gooseberry_fool.scoring import bases as bases
from goosetable.games.gooseberry_fool.scoring import middle as middle
from goosetable.games.gooseberry_fool.scoring import outlook as outlook
from goosetable.games.gooseberry_fool.scoring import taker as taker
from goosetable.games.gooseberry_fool.win_chances import Chances, Outcome

_LEFT: Final = (1, 2, 0)
_GIFTS: Final = tuple(GIVE + seat for seat in range(SEATS))
_JOKER_BIT: Final = BIT[JOKER]
_FOLLOWERS: Final = tuple(cards.of_suit(suit) for suit in range(5))
_VOID: Final = tuple(group | _JOKER_BIT for group in _FOLLOWERS)
"""What a seat shows not to hold when it does not follow: the suit, and the Joker, which it would have had to play (rule 5b)."""
_WHOSE: Final = "The Goose is yours. Whose trick shall it be?"


@dataclass(frozen=True)
class FoolOptions:
    """The house rules of Gooseberry Fool."""

    end_rule: str = option(
        "Who wins the game",
        {"middle": "The middle total", "hundred": "The one at the target"},
        "With the one at the target: of two there, the third wins; of three, the middle.",
    )
    target: int = option("Play to", {n: f"{n} points" for n in (100, 50, 150)}, "A game to 100 takes 5 to 7 deals.")
    geese: int = option("Golden Geese a game", range(1, 11), "What the winner is given.")


def why_taken(trick: list[Card]) -> str:
    """Why the taking card takes, as in "the middle of three spades"."""
    if JOKER in trick:
        return "it always does"
    card = trick[taker(trick)]
    suits = {SUIT[other] for other in trick}
    if len(suits) == 1:
        return f"the middle of three {cards.SUIT_NAMES[SUIT[card]]}"
    if len(suits) == 2:
        return f"the only {cards.SUIT_NAMES[SUIT[card]][:-1]}"
    return f"the only {'red' if cards.is_red(SUIT[card]) else 'black'} card"


def odd_one(totals: tuple[int, ...]) -> int | None:
    """The seat with the middle total, or of two level totals the third seat (rule 10); None where all are level."""
    low, mid, high = sorted(totals)
    odd = high if low == mid else low if mid == high else mid
    return None if low == high else totals.index(odd)


@cache
def _chances(end_rule: str, target: int) -> Chances:
    """The chances under these options, which are worked out once: a deal is eleven tricks that fall at random."""
    outcomes: list[Outcome] = []
    for one in range(TRICKS + 1):
        for two in range(TRICKS + 1 - one):
            a, b, c = earned((one, two, TRICKS - one - two))
            outcomes.append((comb(TRICKS, one) * comb(TRICKS - one, two) / SEATS**TRICKS, a, b, c))
    options = FoolOptions(end_rule=end_rule, target=target)
    return Chances(target, outcomes, lambda totals: _leading(options, totals))


class GooseberryFool(tricks.TrickGame[TrickState]):
    """The rules of Gooseberry Fool."""

    id = "gooseberry-fool"
    title = "Gooseberry Fool"
    author = "David Parlett"
    line = "The middle card takes it, the middle player wins."
    people = "3 players"
    minutes = 20
    Options = FoolOptions
    jokers = 1
    verbs: ClassVar[tuple[Verb, ...]] = (Verb.PLAY, Verb.GIVE)
    emblem = (
        Emblem("9H", -30, -1, 80, 12),
        Emblem("TH", 0, -9, 80),
        Emblem("KH", 30, -1, 80, -12),
        Emblem("medallion gooseberry", 46, 26, 40),
    )
    best = "middle of the deal"
    prize = ("Golden Goose", "Golden Geese")
    rest = ("fool", "fools")
    reasons = FoolReasons()

    def seats(self, options: FoolOptions) -> int:
        return SEATS

    def pack(self, options: FoolOptions) -> tuple[Card, ...]:
        return cards.pack(lowest="7", jokers=1)

    # ------------------------------------------------------------------ play

    def legal(self, state: TrickState) -> tuple[Action, ...]:
        trick = state.trick
        if len(trick) == SEATS:
            return _GIFTS
        if state.turn == OVER:
            return ()
        hand = state.hands[state.turn]
        if trick:
            following = hand & _FOLLOWERS[SUIT[trick[0]]]
            return members(following or hand & _JOKER_BIT or hand)
        return members(hand & ~_JOKER_BIT or hand)

    def why_not(self, state: TrickState, action: Action) -> Why:
        hand, full = state.hands[state.turn], len(state.trick) == SEATS
        if act.verb(action) is Verb.GIVE:
            reason = f"there is no seat {act.value(action)}" if full else "there is no trick to give"
            return Why(reason, reason)
        if full and act.verb(action) is Verb.PLAY:
            return Why("it must first say who gets the trick", "first say who gets the trick")
        if act.verb(action) is not Verb.PLAY or not hand >> action & 1:
            return super().why_not(state, action)
        if not state.trick:
            return Why("the Joker may be led only as the last card", "it may be led only as your last card")
        led = SUIT[state.trick[0]]
        if tricks.follow(hand, led):
            return tricks.must_follow(led, hand)
        suit = cards.SUIT_NAMES[led]
        return Why(f"it has no {suit}, so the Joker must be played", f"you have no {suit}, so the Goose must go")

    def apply(self, state: TrickState, action: Action, tell: Tell | None = None) -> None:
        seat, trick = state.turn, state.trick
        state.story.append((seat, action))
        if action >= GIVE:
            if tell:
                tell(Said(seat, action))
            tricks.collect(state, action - GIVE, tell)
            return
        state.hands[seat] ^= BIT[action]
        if trick:
            led = SUIT[trick[0]]
            if SUIT[action] != led:
                state.lacks[seat] |= _VOID[led]
        trick.append(action)
        if tell:
            tell(Moved((action,), Pile(HAND_KIND, seat), TRICK))
        if len(trick) < SEATS:
            state.turn = _LEFT[seat]
        else:
            self._take(state, tell)

    def _take(self, state: TrickState, tell: Tell | None) -> None:
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
            tricks.collect(state, seat, tell)

    # ------------------------------------------------------------------ scores

    def points(self, state: TrickState) -> tuple[int, ...]:
        return earned(state.taken())

    def laurels(self, state: TrickState) -> tuple[int, ...]:
        seat = middle(bases(state.taken()))
        return () if seat is None else (seat,)

    def payoff(self, state: TrickState) -> tuple[float, ...]:
        return outlook(*state.taken())

    def worth(self, state: TrickState) -> tuple[float, ...]:
        return outlook(*state.taken())

    def credence(self, known: TrickState, seat: int) -> Callable[[Sequence[Cards]], float] | None:
        read = Credence(known, seat)
        return read.of if read.steps else None

    def winners(self, options: FoolOptions, standing: Standing) -> tuple[int, ...]:
        totals = scores.whole(standing.totals)
        best = _leading(options, totals)
        return () if best is None or max(totals) < options.target else (best,)

    def chances(self, options: FoolOptions, standing: Standing) -> tuple[float, ...]:
        one, two, three = scores.whole(standing.totals)
        if max(one, two, three) >= options.target:
            return super().chances(options, standing)
        return _chances(options.end_rule, options.target).after(one, two, three)

    def study(self, options: FoolOptions) -> Iterator[None]:
        chances = _chances(options.end_rule, options.target)
        while not chances.ready:
            chances.advance()
            yield

    def prizes(self, options: FoolOptions, winners: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(options.geese * (seat in winners) for seat in range(SEATS))

    def end_extras(self, options: FoolOptions, winners: tuple[int, ...]) -> dict[str, list[int]]:
        return {"geese": list(self.prizes(options, winners))}

    # ------------------------------------------------------------------ for the table

    def face(self, card: Card) -> str:
        return "the Goose" if card == JOKER else phrases.face(card)

    def prompt(self, state: TrickState) -> str:
        if len(state.trick) == SEATS:
            return _WHOSE
        hand = state.hands[state.turn]
        if not state.trick and hand & _JOKER_BIT and hand != _JOKER_BIT:
            return "Your lead: anything but the Goose"
        return super().prompt(state)

    def foretell(self, state: TrickState, action: Action) -> str:
        if action >= GIVE:
            return ""
        trick = [*state.trick, action]
        if action == JOKER:
            return "takes the trick, and you give it to whom you like"
        if JOKER in trick:
            return f"[{state.seat_of(trick.index(JOKER))} has] the Goose, and the trick to give"
        if len(trick) < SEATS:
            return ""
        place = taker(trick)
        if place == SEATS - 1:
            return f"takes the trick: {why_taken(trick)}"
        return f"leaves it to [{state.seat_of(place)}]: {self.face(trick[place])}, {why_taken(trick)}"

    def choices(self, state: TrickState) -> tuple[str, str, tuple[Choice, ...]]:
        me = state.turn
        if len(state.trick) < SEATS:
            return "", "", ()
        made = []
        for seat in (_LEFT[me], me, RIGHT[me]):
            base = bases(tuple(state.tricks(other) + (other == seat) for other in range(SEATS)))
            label = "Keep it" if seat == me else f"Goose [{seat}]"
            result = ", ".join(f"[{other}] {base[other]}" for other in table_facts.clockwise(me, SEATS))
            made.append(Choice(GIVE + seat, label, result, text.in_the_middle(middle(base)), seat))
        leads = " Whoever gets it leads next." if state.hands[me] else ""
        return _WHOSE, f"They cannot refuse.{leads}", tuple(made)

    def log(self, state: TrickState, seat: int, action: Action) -> str:
        if action >= GIVE:
            to = action - GIVE
            return f"[{seat} keeps] the trick." if to == seat else f"[{seat} gooses] [{to}] with the trick."
        return super().log(state, seat, action)

    def verdict(self, state: TrickState, taken: Taken, number: int) -> str:
        if taken.card == JOKER:
            return f"The Goose takes trick {number}, and [{taken.seat} says] whose it is."
        return super().verdict(state, taken, number)

    def tally(self, state: TrickState, seat: int | None) -> Tally:
        taken = state.taken()
        base = bases(taken)
        best = middle(base)
        rows = []
        for who in table_facts.clockwise(seat, SEATS):
            bonus = MIDDLE_BONUS * (who == best)
            figures = (str(taken[who]), f"+ {taken[RIGHT[who]]} × 2")
            extra, points = f"+{bonus}" if bonus else "", str(base[who] + bonus)
            rows.append(Row(who, figures, f"= {base[who]}", extra, points, who == best, text.row(taken, who, best, state.over)))
        return Tally(("own", "right × 2"), "", "middle", tuple(rows), text.tally(state, base, best, MIDDLE_BONUS))

    def race(self, options: FoolOptions, totals: tuple[Points, ...], seat: int | None) -> Race:
        whole = scores.whole(totals)
        wins = "the middle total wins" if options.end_rule == "middle" else "whoever gets there alone wins"
        best = _leading(options, whole)
        if len(set(whole)) == 1:
            sentence = "All are level."
        elif best is None:
            sentence = f"Nobody has {options.target} yet."
        elif max(whole) >= options.target:
            sentence = f"[{best} wins] with {whole[best]}."
        else:
            sentence = f"If it ended now, [{best}] would win with {whole[best]}."
        return Race(whole, options.target, () if best is None else (best,), f"to {options.target}, {wins}", sentence)


def _leading(options: FoolOptions, totals: tuple[int, ...]) -> int | None:
    """Who would win if the game ended with these totals (rule 10, and option end_rule), or nobody."""
    there = [seat for seat in range(SEATS) if totals[seat] >= options.target]
    if options.end_rule == "middle" or len(there) == SEATS:
        return odd_one(totals)
    if len(there) == 2:
        return SEATS - sum(there)
    return there[0] if there else None
