"""A deal of Goosed: its house rules and state, and what tricks and Geese are worth."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from goosetable import cards
from goosetable.cards import BIT, SUIT_SIZE, Card, Cards
from goosetable.engine.rules.event import KEPT_KIND, TURNED, WON_KIND, Pile, Points
from goosetable.engine.rules.options import PLAYERS, Only, option
from goosetable.engine.rules.state import TrickState
from goosetable.engine.rules.tricks import SUIT

GEESE: Final[Cards] = cards.cards("4S 4H 4D 4C")
NOBODY: Final = -1
RANKS_IN_PLAY: Final = (0, *range(cards.RANKS.index("7"), SUIT_SIZE))
"""The ranks in play, in the order of the pack."""
PACK_OF_28: Final = tuple(suit * SUIT_SIZE + rank for suit in range(4) for rank in RANKS_IN_PLAY)
_BEST_GOOSE: Final[Cards] = cards.cards("4D")


@dataclass(frozen=True)
class GoosedOptions:
    """The house rules of Goosed."""

    length: int = option(
        "Length", {4: "Quick, 4 deals", 8: "Long, 8 deals"}, "While first place is tied, one more deal is played.",
        variants=(8,),
    )  # fmt: skip
    ace: str = option("The Ace is", {"low": "the lowest card", "high": "the highest card"}, rulings=("low", "high"))
    team_points: str = option(
        "Points for Geese", {"full": "Each Fox has them all", "split": "Shared out exactly"}, "Tricks are not shared out.",
        rulings=("split",),
    )  # fmt: skip
    players: int = option(
        "Players", {4: "Four", 3: "Three"}, "Three is the inventor's own idea, nine cards each.", variants=(3,)
    )
    three_rule: str = option(
        "Red Foxes of three",
        {"play-and-catch": "Player and catcher", "catch-only": "Catcher only"},
        "Who becomes a Red Fox by the first Goose. Both are ideas of the inventor.",
        only=Only(PLAYERS, (3,), "Only with three players."),
        variants=("play-and-catch", "catch-only"),
    )


class GoosedState(TrickState):
    """A deal of Goosed. `won` holds the Geese too, though they lie open."""

    __slots__ = ("catcher", "catching", "first", "out", "tops", "turned")

    first: int
    """The seat that played the first Goose, or `NOBODY`."""
    catcher: int
    """The seat that caught it, or `NOBODY`."""
    catching: bool
    """Whether only the captor is a Red Fox; by the options, as `tops`, because a search asks at every card."""
    tops: int
    """The rank that is the highest of every suit."""
    turned: Card
    """The card that was dealt face up; its suit is trumps."""
    out: Cards
    """That card where it is nobody's, as it is with three players."""

    @property
    def trump_suit(self) -> int | None:
        """That of the card dealt face up."""
        return SUIT[self.turned]

    def piles(self) -> dict[Pile, Cards]:
        """The piles of a game of tricks, but Geese lie apart, and so does a card turned up that is nobody's."""
        found = super().piles() | {TURNED: self.out}
        for seat, held in enumerate(self.won):
            found |= {Pile(WON_KIND, seat): held & ~GEESE, Pile(KEPT_KIND, seat): held & GEESE}
        return found

    def before_play(self) -> None:
        """Nobody has played yet: there is no Red Fox, and everybody has seen who holds the card turned up."""
        self.first = self.catcher = NOBODY
        self.voids = [0 if seat == self.dealer and not self.out else BIT[self.turned] for seat in range(len(self.hands))]

    @property
    def shown(self) -> Cards:
        """The card turned up, while the dealer holds it."""
        played = sum(BIT[card] for card in self.trick) | sum(self.won) | self.out
        return BIT[self.turned] & ~played

    @property
    def reds(self) -> tuple[int, ...]:
        """The Red Foxes so far, in ascending order."""
        one, two = self.catcher, self.catcher if self.catching else self.first
        if one > two:
            one, two = two, one
        return () if two == NOBODY else (two,) if one in (two, NOBODY) else (one, two)

    @property
    def decided(self) -> bool:
        """Whether everybody knows who is a Red Fox and who a White one."""
        return self.catcher != NOBODY


def catch_only(options: GoosedOptions) -> bool:
    """Whether only the captor of the first Goose is a Red Fox."""
    return options.players == 3 and options.three_rule == "catch-only"


def tops(options: GoosedOptions) -> int:
    """The rank that is the highest of every suit; the others follow it downward."""
    return 0 if options.ace == "high" else RANKS_IN_PLAY[1]


def geese_worth(geese: Cards) -> int:
    """4 points for the Goose of diamonds, 2 for each other (rule 7)."""
    return 2 * (geese & GEESE).bit_count() + (2 if geese & _BEST_GOOSE else 0)


def score(
    taken: tuple[int, ...], geese: tuple[Cards, ...], reds: tuple[int, ...], split: bool = False, out: Cards = 0
) -> tuple[Points, ...]:
    """The points of a deal (rule 7): tricks and Geese by seat, the Red Foxes, and a Goose that is in nobody's hand."""
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


def goosed(state: GoosedState) -> bool:
    """Whether the Red Foxes have caught every Goose of the deal."""
    return sum(state.won[seat] & GEESE for seat in state.reds) == GEESE & ~state.out
