"""Throps, by David Parlett: sealed bids for turned cards, of which one suit counts for you and the rest against."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import ClassVar, Final

from goosetable import cards
from goosetable.cards import BIT, Card, Cards
from goosetable.engine.record.seed import Stream
from goosetable.engine.rules import action as act
from goosetable.engine.rules import scores
from goosetable.engine.rules.action import SPAN, Action, Verb
from goosetable.engine.rules.deal import Deal, Standing
from goosetable.engine.rules.event import (
    BID_KIND,
    GONE,
    GONE_KIND,
    HAND_KIND,
    HIDDEN,
    KEPT_KIND,
    STOCK,
    STOCK_KIND,
    TRICK,
    TRICK_KIND,
    TURNED,
    TURNED_KIND,
    Kind,
    Moved,
    Pile,
    Taken,
    Tell,
)
from goosetable.engine.rules.sealed_bids import Clues, SealedBids
from goosetable.engine.rules.state import OVER, State
from goosetable.engine.rules.target_games import HighestWins, most, target, tie
from goosetable.engine.strength.win_chances import Pace
from goosetable.engine.text import phrases, table_facts
from goosetable.engine.text.table_facts import Emblem, Row, Tally, Why
from goosetable.games.throps import bidding
from goosetable.games.throps.bidding import KEY, MANNERS, PRECEDENCE, VALUE, VOID
from goosetable.games.throps.explain import ThropsReasons

SEATS: Final = 3
ROUNDS: Final = 13
_BID: Final = Verb.OFFER * SPAN
_OF_SUIT: Final = tuple(cards.of_suit(suit) for suit in range(4))
_STRENGTH: Final = tuple((0,) * _BID + key for key in KEY)
"""How strong a bid is, by suit of the stock card and by action."""
_RELATION: Final = ("the one of the same suit", "the one of the same colour", "the {} one", "the last one")


@dataclass(frozen=True)
class ThropsOptions:
    """The house rules of Throps."""

    target: int = target((100, 50, 150, 200, 300, 500), 50, 500)
    tie: str = tie()


class ThropsState(State):
    """A deal of Throps. Pending bids and the stock are secret."""

    __slots__ = ("bids", "committed", "gone", "raised", "round", "stock", "turned", "won")

    bids: list[Card]
    """The pending bid of each seat, `HIDDEN` where there is none or it may not be known."""
    committed: list[int]
    """The seats that have bid in this round, in that order."""
    gone: Cards
    """Bids thrown away."""
    raised: tuple[Card, ...]
    """Every card turned up so far, in order."""
    round: int
    """From 1."""
    stock: list[Card]
    """Face down, the top last; empty in a view."""
    turned: Card
    """The card that is bid for, `HIDDEN` when all are won."""
    won: list[Cards]

    def copy(self) -> ThropsState:
        """A state of its own with the same content; written out, because a search does little else."""
        twin = ThropsState()
        twin.options, twin.number, twin.dealer = self.options, self.number, self.dealer
        twin.totals, twin.turn = self.totals, self.turn
        twin.hands, twin.lacks, twin.story = self.hands[:], self.lacks[:], self.story[:]
        twin.bids, twin.committed, twin.gone = self.bids[:], self.committed[:], self.gone
        twin.raised, twin.round, twin.stock, twin.won = self.raised, self.round, self.stock[:], self.won[:]
        twin.turned = self.turned
        return twin

    def piles(self) -> dict[Pile, Cards]:
        """Hands, pending bids, what is won, the stock with the card turned, and the bids thrown away."""
        found = super().piles()
        found |= {Pile(BID_KIND, seat): BIT[bid] for seat, bid in enumerate(self.bids) if bid != HIDDEN}
        found |= {Pile(KEPT_KIND, seat): held for seat, held in enumerate(self.won)}
        turned = 0 if self.turned == HIDDEN else BIT[self.turned]
        return found | {STOCK: sum(BIT[card] for card in self.stock), TURNED: turned, GONE: self.gone}


def winning(bids: Sequence[Card], turned: Card) -> int:
    """Which of some bids wins a stock card (rules 2c and 2d)."""
    key = KEY[cards.suit(turned)]
    return min(range(len(bids)), key=lambda place: key[bids[place]])


def why_won(bids: Sequence[Card], turned: Card) -> str:
    """Why the winning bid wins, as in "of two kings the one of the same colour"."""
    card = bids[winning(bids, turned)]
    level = sum(cards.rank(bid) == cards.rank(card) for bid in bids)
    if level == 1:
        return "the highest bid"
    order = PRECEDENCE[cards.suit(turned)]
    relation = _RELATION[order.index(cards.suit(card))].format("major" if cards.suit(card) < 2 else "minor")
    name = cards.RANK_NAMES[cards.RANKS[cards.rank(card)]]
    return f"of {phrases.spelled(level)} {name}{'es' if name == 'six' else 's'} {relation}"


def suit_values(won: Cards) -> tuple[int, ...]:
    """What the cards won are worth, by suit (rule 3)."""
    return tuple([_value(won & group) for group in _OF_SUIT])


@cache
def _value(group: Cards) -> int:
    """What some cards of one suit are worth; remembered, because a search asks for little else."""
    return sum(VALUE[cards.rank(card)] for card in cards.members(group))


def score(won: Cards) -> int:
    """The points of a deal for the cards won (rule 4)."""
    values = suit_values(won)
    return 2 * max(values) - sum(values) + VOID * values.count(0)


_ORDERS: Final = tuple(tuple(table_facts.clockwise(dealer + 1, SEATS)) for dealer in range(SEATS))
"""The seats in bidding order, by dealer."""


class Throps(HighestWins[ThropsState], SealedBids[ThropsState]):
    """The rules of Throps."""

    id = "throps"
    title = "Throps"
    author = "David Parlett"
    line = "Sealed bids for cards you may not want."
    people = "3 players"
    minutes = 25
    Options = ThropsOptions
    State = ThropsState
    reasons = ThropsReasons(score)
    cost = 12.5
    for_points = 0.9  # Chances of the game differ by less than luck makes of a deal: measured, they lose games.
    manners = MANNERS
    paces: ClassVar[Mapping[int, Pace]] = {3: Pace((-24, -2, 6, 10, 16, 21, 24, 28, 34, 40, 75), -0.18)}
    verbs: ClassVar[tuple[Verb, ...]] = (Verb.OFFER,)
    kinds: ClassVar[tuple[Kind, ...]] = (
        HAND_KIND, STOCK_KIND, TURNED_KIND, BID_KIND, TRICK_KIND, KEPT_KIND, GONE_KIND,
    )  # fmt: skip
    emblem = (
        Emblem("back red", -34, 24, 62, 14), Emblem("back red", 34, 24, 62, -14), Emblem("back red", 0, 24, 62),
        Emblem("QH", 0, -7, 94, ringed=True),
    )  # fmt: skip

    def seats(self, options: ThropsOptions) -> int:
        return SEATS

    def pack(self, options: ThropsOptions) -> tuple[Card, ...]:
        return cards.pack()

    # ------------------------------------------------------------------ the deal

    def deal(self, options: ThropsOptions, standing: Standing, dealer: int, stream: Stream) -> Deal:
        order = stream.shuffle(self.pack(options))
        first = ROUNDS * SEATS
        hands = tuple(tuple(order[(seat - dealer - 1) % SEATS : first : SEATS]) for seat in range(SEATS))
        return Deal(standing.deals + 1, dealer, hands, stock=tuple(order[first:]))

    def check_deal(self, options: ThropsOptions, standing: Standing, deal: Deal) -> None:
        if deal.turned is not None or deal.trump is not None or deal.hands2:
            raise ValueError("a deal of Throps has hands, a stock and nothing else")
        if len(deal.stock) != ROUNDS:
            raise ValueError(f"the stock has {phrases.count(len(deal.stock), 'card')}, not {ROUNDS}")
        self.check_cards(deal.hands, ROUNDS, self.pack(options), deal.stock)

    def begin(self, options: ThropsOptions, standing: Standing, deal: Deal) -> ThropsState:
        state = super().begin(options, standing, deal)
        state.stock = list(reversed(deal.stock))
        state.turned, state.round = state.stock.pop(), 1
        state.raised = (state.turned,)
        state.bids, state.committed, state.gone, state.won = [HIDDEN] * SEATS, [], 0, [0] * SEATS
        return state

    # ------------------------------------------------------------------ play

    def awaited(self, state: ThropsState) -> tuple[int, ...]:
        if state.turn == OVER:
            return ()
        done, order = state.committed, _ORDERS[state.dealer]
        return tuple([seat for seat in order if seat not in done]) if done else order

    def legal(self, state: ThropsState) -> tuple[Action, ...]:
        if state.turn == OVER:
            return ()
        return tuple([_BID + card for card in cards.members(state.hands[state.turn])])

    def why_not(self, state: ThropsState, action: Action) -> Why:
        return table_facts.NOT_HELD if act.verb(action) is Verb.OFFER else super().why_not(state, action)

    def apply(self, state: ThropsState, action: Action, tell: Tell | None = None) -> None:
        seat, card = state.turn, action - _BID
        state.hands[seat] ^= BIT[card]
        state.bids[seat] = card
        state.committed.append(seat)
        if tell:
            tell(Moved((card,), Pile(HAND_KIND, seat), Pile(BID_KIND, seat)))
        if len(state.committed) == SEATS:
            self._reveal(state, tell)
            return
        turn = (state.dealer + 1) % SEATS
        while turn in state.committed:
            turn = (turn + 1) % SEATS
        state.turn = turn

    def _reveal(self, state: ThropsState, tell: Tell | None) -> None:
        """All have bid: the bids are shown, the stock card goes to the winner, and the next is turned up."""
        bids, turned = state.bids, state.turned
        seat = winning(bids, turned)
        # Only now are the bids part of the open story.
        state.story += [(other, _BID + bids[other]) for other in state.committed]
        state.won[seat] |= BIT[turned]
        for bid in bids:
            state.gone |= BIT[bid]
        if tell:
            for other in state.committed:
                tell(Moved((bids[other],), Pile(BID_KIND, other), TRICK))
            tell(Taken(seat, bids[seat], why_won(bids, turned)))
            tell(Moved((turned,), TURNED, Pile(KEPT_KIND, seat)))
            tell(Moved(tuple(bids), TRICK, GONE))
        state.bids, state.committed = [HIDDEN] * SEATS, []
        if not state.stock:
            state.turned, state.turn = HIDDEN, OVER
            return
        state.turned, state.round, state.turn = state.stock.pop(), state.round + 1, (state.dealer + 1) % SEATS
        state.raised = (*state.raised, state.turned)
        if tell:
            tell(Moved((state.turned,), STOCK, TURNED))

    def hide(self, known: ThropsState, seat: int) -> None:
        known.stock = []
        known.bids = [bid if other == seat else HIDDEN for other, bid in enumerate(known.bids)]

    def fill(self, state: ThropsState, pile: Pile, group: Cards, rng: Random) -> None:
        if pile == STOCK:
            state.stock = list(cards.members(group))
            rng.shuffle(state.stock)
        else:
            state.bids[pile.seat] = group.bit_length() - 1

    # ------------------------------------------------------------------ scores

    def habit(self, state: ThropsState, legal: Sequence[Action], chance: float) -> Action:
        """A high bid for what would add points, the higher the more it adds; a low one for what would cost points."""
        won = state.won[state.turn]
        gain = score(won | BIT[state.turned]) - score(won)
        order = sorted(legal, key=_STRENGTH[cards.suit(state.turned)].__getitem__)
        # Of one's cards the best third for what is worth eight or more, the last third for what costs as much.
        aim = 0.5 - gain / 24
        place = int((min(max(aim, 0.1), 0.9) + (chance - 0.5) * 0.35) * len(order))
        return order[min(max(place, 0), len(order) - 1)]

    def unbid(self, state: ThropsState) -> None:
        state.bids, state.committed, state.turn = [HIDDEN] * SEATS, [], (state.dealer + 1) % SEATS

    def clues(self, known: ThropsState, seat: int) -> Clues:
        story, rounds = known.story, []
        for number, turned in enumerate(known.raised[: len(story) // SEATS]):
            bids = sorted((who, act.value(bid)) for who, bid in story[number * SEATS : (number + 1) * SEATS])
            winner = next(who for who, won in enumerate(known.won) if won & BIT[turned])
            rounds.append((turned, winner, tuple([card for _, card in bids])))
        return bidding.clues(rounds, seat)

    def bid(self, state: ThropsState, seat: int, manner: int, chance: float) -> Action:
        return _BID + bidding.bid(state, [suit_values(won) for won in state.won], seat, manner, chance)

    def bid_out(self, state: ThropsState, manners: Sequence[int], slips: Sequence[bool], rng: Random) -> None:
        bidding.bid_out(state, [suit_values(won) for won in state.won], manners, slips, rng)

    def points(self, state: ThropsState) -> tuple[int, ...]:
        return tuple([score(won) for won in state.won])

    # ------------------------------------------------------------------ for the table

    def place(self, state: ThropsState) -> str:
        return f"card {state.round} of {ROUNDS}"

    def plate(self, state: ThropsState, seat: int) -> str:
        points = phrases.signed(score(state.won[seat]))
        return f"{points} so far, has bid" if seat in state.committed else f"{points} so far"

    def prompt(self, state: ThropsState) -> str:
        if state.over:
            return ""
        hand = cards.members(state.hands[state.turn])
        if len(hand) == 1:
            return f"{self.face(state.turned)} is up, and ~{self.face(hand[0])}~ is your last card"
        ties = " ".join(phrases.SYMBOLS[suit] for suit in PRECEDENCE[cards.suit(state.turned)])
        return f"Your bid for {self.face(state.turned)}; ties go {ties}"

    def foretell(self, state: ThropsState, action: Action) -> str:
        seat, key = state.turn, KEY[cards.suit(state.turned)]
        seen = state.gone | state.hands[seat] | BIT[state.turned] | sum(state.won)
        card = action - _BID
        stronger = [other for other in self.pack(state.options) if key[other] < key[card] and not seen & BIT[other]]
        now, then = score(state.won[seat]), score(state.won[seat] | BIT[state.turned])
        gain = f"goes from {phrases.signed(now)} to {phrases.signed(then)}" if now != then else f"stays {phrases.signed(now)}"
        sure = "wins for certain, and then the score" if not stronger else "if it wins, the score"
        return f"{sure} {gain}"

    def opening(self, state: ThropsState) -> tuple[str, ...]:
        return (f"The first card turned up is {self.face(state.turned)}.",)

    def log(self, state: ThropsState, seat: int, action: Action) -> str:
        return f"[{seat} bids] {self.face(act.value(action))} for {self.face(state.turned)}."

    def verdict(self, state: ThropsState, taken: Taken, number: int) -> str:
        return f"[{taken.seat} wins] {self.face(state.turned)} with {self.face(taken.card)}, {taken.why}."

    def tally(self, state: ThropsState, seat: int | None) -> Tally:
        points = self.points(state)
        best = scores.leaders(points)
        rows = tuple(_row(who, state.won[who], who in best) for who in table_facts.clockwise(seat, SEATS))
        rule = "The best suit counts for its owner, the rest against; a suit not won at all earns ten."
        sale = "" if state.turned == HIDDEN else f"for sale: {VALUE[cards.rank(state.turned)]}"
        said = most(points) if state.over else rule
        return Tally(tuple(phrases.SYMBOLS), "suit less rest", "empty suits", rows, said, sale)


def _row(seat: int, won: Cards, good: bool) -> Row:
    values = suit_values(won)
    empty = values.count(0)
    more = f"{phrases.spelled(empty).capitalize()} empty {'suit earns' if empty == 1 else 'suits earn'} {VOID * empty}."
    if not won:
        more = f"[{seat} has] won nothing, and four empty suits earn {VOID * empty}."
    return table_facts.suits_row(seat, values, VOID * empty, good, more if empty else "", f"+{VOID}")
