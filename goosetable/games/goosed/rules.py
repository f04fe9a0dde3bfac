"""Goosed, by Mark S. Ball: the players who play and who catch the first Goose become the Red Foxes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import ClassVar, Final

from goosetable import cards
from goosetable.cards import BIT, SUIT_SIZE, Card, Cards, members
from goosetable.engine.game import TrickGame
from goosetable.engine.rules import rules, tricks
from goosetable.engine.rules.action import Action
from goosetable.engine.rules.deal import Deal, Extras, Standing, Stream, check_cards
from goosetable.engine.rules.event import (
    HAND_KIND,
    KEPT_KIND,
    NO_SEAT,
    PACK,
    TRICK,
    TRICK_KIND,
    TURNED,
    TURNED_KIND,
    WON_KIND,
    BadgeTaken,
    Moved,
    Pile,
    PileKind,
    Points,
    Taken,
    Tell,
)
from goosetable.engine.rules.options import PLAYERS, Condition, option
from goosetable.engine.rules.state import TrickState
from goosetable.engine.rules.tricks import SUIT
from goosetable.engine.words import phrases

GEESE: Final[Cards] = cards.cards("4S 4H 4D 4C")
RANKS_IN_PLAY: Final = (0, *range(cards.RANKS.index("7"), SUIT_SIZE))
"""The ranks in play, in the order of the pack."""
PACK_OF_28: Final = tuple(suit * SUIT_SIZE + rank for suit in range(4) for rank in RANKS_IN_PLAY)
_BEST_GOOSE: Final[Cards] = cards.cards("4D")


@dataclass(frozen=True)
class GoosedOptions:
    """The house rules of Goosed."""

    length: int = option(
        "Length", {4: "Quick, 4 deals", 8: "Long, 8 deals", 1: "One deal"},
        "While first place is tied, one more deal is played.", variants=(8,),
        rulings=(1,), notes={1: "All who are level at the top share the win."},
    )  # fmt: skip
    ace: str = option("The Ace is", {"low": "the lowest card", "high": "the highest card"}, rulings=("low", "high"))
    team_points: str = option(
        "Points for Geese", {"full": "Each Fox has them all", "split": "Shared out exactly"}, rulings=("split",),
        notes={"full": "Each Fox has the points of all Geese of its side.", "split": "Tricks are not shared out."},
    )  # fmt: skip
    players: int = option(
        "Players", {4: "Four", 3: "Three"}, "Three is the inventor's own idea, nine cards each.", variants=(3,)
    )
    three_rule: str = option(
        "Red Foxes of three",
        {"play-and-catch": "Player and catcher", "catch-only": "Catcher only"},
        "Who becomes a Red Fox by the first Goose. Both are ideas of the inventor.",
        condition=Condition(PLAYERS, (3,), "Only with three players."),
        variants=("play-and-catch", "catch-only"),
    )


class GoosedState(TrickState):
    """A deal of Goosed. Captured Geese lie open, and count among the cards of `won`."""

    __slots__ = ("catcher", "catching", "first", "out", "tops", "turned")

    first: int
    """The seat that played the first Goose, or `NO_SEAT`."""
    catcher: int
    """The seat that caught the first Goose, or `NO_SEAT`."""
    catching: bool
    """Whether only the captor of the first Goose is a Red Fox; copied, because a search reads it for every card."""
    tops: int
    """The highest rank of every suit."""
    turned: Card
    """The card dealt face up; its suit is trumps."""
    out: Cards
    """The card turned up if it is in no hand, as with three players; else none."""

    @property
    def trump_suit(self) -> int | None:
        return SUIT[self.turned]

    def piles(self) -> dict[Pile, Cards]:
        """Returns the piles of a deal: those of any trick-taking game, the Geese of each seat, and a card turned up that is in
        no hand.
        """
        found = super().piles() | {TURNED: self.out}
        for seat, held in enumerate(self.won):
            found |= {Pile(WON_KIND, seat): held & ~GEESE, Pile(KEPT_KIND, seat): held & GEESE}
        return found

    def reset_foxes(self) -> None:
        """Removes all Red Foxes. Records that only the dealer can hold the card turned up."""
        self.first = self.catcher = NO_SEAT
        self.voids = [0 if seat == self.dealer and not self.out else BIT[self.turned] for seat in range(len(self.hands))]

    @property
    def exposed_cards(self) -> Cards:
        played = sum(BIT[card] for card in self.trick) | sum(self.won) | self.out
        return BIT[self.turned] & ~played

    @property
    def reds(self) -> tuple[int, ...]:
        """The Red Foxes so far, in ascending order."""
        one, two = self.catcher, self.catcher if self.catching else self.first
        if one > two:
            one, two = two, one
        return () if two == NO_SEAT else (two,) if one in (two, NO_SEAT) else (one, two)

    @property
    def decided(self) -> bool:
        """Whether all players know who is a Red Fox and who a White Fox."""
        return self.catcher != NO_SEAT


def is_catcher_only(options: GoosedOptions) -> bool:
    """Whether only the captor of the first Goose is a Red Fox."""
    return options.players == 3 and options.three_rule == "catch-only"


def top_rank(options: GoosedOptions) -> int:
    """Returns the highest rank of every suit. Lower ranks follow in descending order."""
    return 0 if options.ace == "high" else RANKS_IN_PLAY[1]


def geese_worth(geese: Cards) -> int:
    """Returns the points of Geese: 4 for the Goose of diamonds, 2 for each other (rule 7)."""
    return 2 * (geese & GEESE).bit_count() + (2 if geese & _BEST_GOOSE else 0)


def points_of_deal(
    taken: tuple[int, ...], geese: tuple[Cards, ...], reds: tuple[int, ...], split: bool = False, out: Cards = 0
) -> tuple[Points, ...]:
    """Returns the points of each seat in a deal (rule 7).

    taken: by seat, its tricks. geese: by seat, the Geese that it caught. reds: the Red Foxes. split: True divides the worth of
    a side's Geese among its seats. out: a Goose that was turned up and is in no hand, or 0.
    """
    caught = sum(geese[seat] for seat in reds)
    if caught == GEESE & ~out:
        return tuple(0 if seat in reds else tricks_won for seat, tricks_won in enumerate(taken))
    red, white = geese_worth(caught), geese_worth(sum(geese) - caught)
    whites = len(taken) - len(reds)
    found: list[Points] = []
    for seat, won in enumerate(taken):
        is_red = seat in reds
        team: Points = red if is_red else white
        if split:
            shared = Fraction(team, len(reds) if is_red else whites)
            team = int(shared) if shared.denominator == 1 else shared
        found.append(won * (2 if is_red else 1) + team)
    return tuple(found)


def reds_are_goosed(state: GoosedState) -> bool:
    """Whether the Red Foxes have caught every Goose of the deal."""
    return sum(state.won[seat] & GEESE for seat in state.reds) == GEESE & ~state.out


class Goosed(TrickGame[GoosedState, GoosedOptions]):
    """The rules of Goosed."""

    id = "goosed"
    title = "Goosed"
    author = "Mark S. Ball"
    line = "Play a Goose or catch it, and you two are the foxes."
    people = "4 players, or 3"
    Options = GoosedOptions
    State = GoosedState
    heuristics_class: ClassVar[str] = "goosetable.games.goosed.ai:GoosedHeuristics"
    text_class: ClassVar[str] = "goosetable.games.goosed.text:GoosedText"
    advice_class: ClassVar[str] = "goosetable.games.goosed.advice:GoosedAdvice"
    kinds: ClassVar[tuple[PileKind, ...]] = (HAND_KIND, TRICK_KIND, WON_KIND, KEPT_KIND, TURNED_KIND)

    # ------------------------------------------------------------------ the deal

    def one_deal_options(self, options: GoosedOptions) -> GoosedOptions:
        return replace(options, length=1)

    def pack(self, options: GoosedOptions) -> tuple[Card, ...]:
        return PACK_OF_28

    def first_dealer(self, options: GoosedOptions, stream: Stream) -> int:
        """Returns the seat that cuts the lowest card; seats with equal lowest cards cut again (rule 2)."""
        pack, left, cutters = self.pack(options), list[Card](), tuple(range(options.players))
        while len(cutters) > 1:
            if len(left) < len(cutters):
                # The pack runs out only after many rounds of equal cards.
                left = stream.shuffle(pack)
            cut = [(cards.rank(left.pop(0)) - top_rank(options)) % SUIT_SIZE for _ in cutters]
            cutters = tuple(seat for seat, rank in zip(cutters, cut, strict=True) if rank == max(cut))
        return cutters[0]

    def extra_deal_fields(self, order: Sequence[Card], dealt_count: int) -> Extras:
        return {"turned": order[-1]}

    def deal_fields(self, options: GoosedOptions) -> tuple[str, ...]:
        return ("turned",)

    def check_dealt(self, options: GoosedOptions, standing: Standing, deal: Deal) -> None:
        if deal.turned is None:
            raise ValueError("a card must be turned up")
        four = options.players == 4
        check_cards(deal.hands, self.hand_size(options, standing), PACK_OF_28, other_cards=() if four else (deal.turned,))
        if four and deal.turned not in deal.hands[deal.dealer]:
            raise ValueError(f"the turned card must be the dealer's, and {self.card_name(deal.turned)} is not")

    def begin_deal(self, options: GoosedOptions, standing: Standing, deal: Deal) -> GoosedState:
        state = super().begin_deal(options, standing, deal)
        assert deal.turned is not None
        state.turned, state.tops, state.catching = deal.turned, top_rank(options), is_catcher_only(options)
        state.out = BIT[deal.turned] if options.players == 3 else 0
        state.reset_foxes()
        return state

    def report_dealing(self, state: GoosedState, tell: Tell) -> None:
        for pile, group in state.piles().items():
            hidden = group & ~BIT[state.turned]
            if hidden:
                tell(Moved(members(hidden), PACK, pile))
        tell(Moved((state.turned,), PACK, TURNED))
        if not state.out:
            tell(Moved((state.turned,), TURNED, Pile(HAND_KIND, state.dealer)))

    # ------------------------------------------------------------------ play

    def apply(self, state: GoosedState, action: Action, tell: Tell | None = None) -> None:
        seat, bit = state.turn, BIT[action]
        if state.keeps_actions:
            state.actions.append((seat, action))
        full = tricks.play_card(state, action, tell)
        if bit & GEESE and state.first == NO_SEAT:
            state.first = seat
            if tell and not is_catcher_only(state.options):
                tell(BadgeTaken(seat, "redfox"))
        if full:
            trumps = SUIT[state.turned]
            place = tricks.index_of_strongest(state.trick, trumps, state.tops)
            taker = state.seat_at(place)
            if tell:
                tell(Taken(taker, state.trick[place], why_taken(state, taker)))
            self._take_trick(state, taker, tell)

    def _take_trick(self, state: GoosedState, taker: int, tell: Tell | None) -> None:
        """Moves a full trick to the seat that takes it. If the trick has the first Goose, that seat becomes a Red
        Fox (rule 5).
        """
        trick, decides = state.trick, state.first != NO_SEAT and state.catcher == NO_SEAT
        if decides:
            state.catcher = taker
        tricks.credit_trick(state, taker, None)
        if not tell:
            return
        for kind, geese in ((WON_KIND, 0), (KEPT_KIND, GEESE)):
            moved = tuple(card for card in trick if bool(BIT[card] & GEESE) == bool(geese))
            if moved:
                tell(Moved(moved, TRICK, Pile(kind, taker)))
        if decides:
            tell(BadgeTaken(taker, "redfox"))
            for seat in range(len(state.hands)):
                if seat not in state.reds:
                    tell(BadgeTaken(seat, "whitefox"))

    # ------------------------------------------------------------------ scores

    def points(self, state: GoosedState) -> tuple[Points, ...]:
        geese = tuple([won & GEESE for won in state.won])
        return points_of_deal(state.taken(), geese, state.reds, state.options.team_points == "split", state.out)

    def winners(self, options: GoosedOptions, standing: Standing) -> tuple[int, ...]:
        if options.length == 1:
            return rules.winners_of_one_deal(standing)
        first = rules.leaders(standing.totals)
        return first if standing.deals >= options.length and len(first) == 1 else ()


def why_taken(state: GoosedState, taker: int) -> str:
    """Returns the reason why the winning card takes a full trick, with the Geese that are caught. If one of them is the first
    Goose of the deal, the sentence names the Red Foxes too.
    """
    why = tricks.why_strongest(state.trick, SUIT[state.turned])
    caught = [card for card in state.trick if BIT[card] & GEESE]
    if not caught:
        return why
    worth = geese_worth(sum([BIT[card] for card in caught]))
    kind = f"a Goose worth {worth}" if len(caught) == 1 else f"Geese worth {worth}"
    why += f"; [{taker} catches] {phrases.listed([phrases.card_name(card) for card in caught])}, {kind}"
    if state.decided:
        return why
    if is_catcher_only(state.options) or taker == state.first:
        return f"{why}: [{taker} is] the {'' if is_catcher_only(state.options) else 'Lone '}Red Fox"
    return f"{why}: {phrases.listed([f'[{seat}]' for seat in sorted((state.first, taker))])} are the Red Foxes"
