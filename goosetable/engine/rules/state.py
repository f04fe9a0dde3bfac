"""One deal in progress: compact, cheap to copy, changed in place by the rules alone."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any, Final, Self, cast

from goosetable import cards
from goosetable.cards import BIT, Card, Cards
from goosetable.engine.rules.action import Action, swapped_action
from goosetable.engine.rules.event import HAND_KIND, TRICK, WON_KIND, Pile, Points
from goosetable.engine.rules.knowledge import Knowledge

OVER: Final = -1
"""`turn` of a state whose deal has been played out."""


class State:
    """What every game keeps of a deal. A game adds slots of its own.

    Secrets are kept in `hands` and in what `hide` takes out, and nowhere else; all other fields are public.
    """

    __slots__ = ("actions", "dealer", "hands", "noted", "number", "options", "totals", "turn", "voids")

    options: Any
    """The options of the game, a frozen dataclass."""
    number: int
    """The number of the deal, from 1."""
    dealer: int
    """The seat that dealt."""
    totals: tuple[Points, ...]
    """What each seat had before this deal."""
    turn: int
    """The seat to act, or `OVER`."""
    hands: list[Cards]
    """What each seat holds."""
    voids: list[Cards]
    """The cards that everybody knows a seat not to hold, because of what it did."""
    actions: list[tuple[int, Action]]
    """Every open action of the deal, in order, with its seat."""
    noted: bool
    """Whether further actions are added to these; not where a search plays a deal out and nobody will ask how it went."""

    def begin(
        self, options: Any, number: int, dealer: int, totals: tuple[Points, ...], hands: Sequence[Sequence[Card]]
    ) -> None:
        """Lays a new deal: hands are dealt, nothing is known of them, and eldest is to act."""
        self.options, self.number, self.dealer, self.totals = options, number, dealer, totals
        self.hands = [sum(BIT[card] for card in hand) for hand in hands]
        self.voids, self.actions, self.noted = [0] * len(hands), [], True
        self.turn = (dealer + 1) % len(hands)

    def copy(self) -> Self:
        """A state of its own with the same content: lists are copied, all else never changes."""
        copier = _COPIERS.get(type(self))
        if copier is None:
            copier = _COPIERS[type(self)] = _copier(self)
        return cast(Self, copier(self))

    def swap_copies(self, faces: Cards) -> None:
        """Exchanges the numbers of the two copies of some cards, in place, wherever they lie; for games with two packs.

        `faces` names the cards by their first copies. A state that keeps cards in slots of its own exchanges them there too.
        """
        self.hands = [cards.swapped(held, faces) for held in self.hands]
        self.voids = [cards.swapped(lacking, faces) for lacking in self.voids]
        self.actions = [(seat, swapped_action(action, faces)) for seat, action in self.actions]

    @property
    def awaited(self) -> tuple[int, ...]:
        """The seats that may act now: several where they act at once and in secret, and then `turn` is any one of them."""
        return () if self.turn == OVER else (self.turn,)

    @property
    def over(self) -> bool:
        """Whether the deal has been played out."""
        return self.turn == OVER

    def piles(self) -> dict[Pile, Cards]:
        """Every pile of this state with its cards."""
        return {Pile(HAND_KIND, seat): held for seat, held in enumerate(self.hands)}

    @property
    def shown(self) -> Cards:
        """The cards in hands that everybody has seen, such as a dealer's face-up card."""
        return 0

    def known_to(self, seat: int) -> Sequence[Cards]:
        """By seat, cards that `seat` alone has seen go into that hand, such as those it has passed; nothing where none ever do.

        What is no longer in the hand does not count. A state whose secrets `seat` may not see must answer the same.
        """
        return ()

    def hide(self, seat: int) -> None:
        """Takes out, in a copy, what a seat may not know beyond the hands of others."""

    def fill(self, pile: Pile, group: Cards, rng: Random) -> None:
        """Lays sampled cards where `hide` took out the true ones; for each pile besides the hands that may be hidden."""
        raise NotImplementedError(f"nothing hides in the pile {pile.kind.name!r}")

    def knowledge(self, seat: int) -> Knowledge | None:
        """What is publicly known of the hidden hands besides what each lacks; `seat` is whose view this is."""
        return None

    def pile_voids(self, pile: Pile) -> Cards:
        """The cards that everybody knows not to lie in a hidden pile, as `voids` for hands; none unless a game knows better."""
        return 0

    def _fields(self) -> tuple[object, ...]:
        return tuple(getattr(self, slot) for slot in _slots(self))

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and self._fields() == other._fields()

    __hash__ = None  # type: ignore[assignment]


def _slots(state: State) -> list[str]:
    """The names of all that a state of this kind keeps."""
    return [slot for kind in type(state).__mro__ for slot in getattr(kind, "__slots__", ())]


_COPIERS: Final[dict[type[State], Callable[[State], State]]] = {}


def _copier(state: State) -> Callable[[State], State]:
    """Copies states of this kind, written out slot by slot once for each kind.

    Measured: 0.4 to 0.7 microseconds a copy, as when each game writes it; a loop over the slots takes 1.0 to 1.7.
    """
    copied = "".join(f" twin.{slot} = state.{slot}{'[:]' * isinstance(getattr(state, slot), list)}\n" for slot in _slots(state))
    made: dict[str, Callable[[State], State]] = {"kind": type(state)}
    exec(f"def copy(state):\n twin = kind()\n{copied} return twin", made)
    return made["copy"]


class TrickState(State):
    """A deal of a game of tricks."""

    __slots__ = ("leader", "suits", "trick", "won")

    leader: int
    """The seat that led to the trick on the table, or will lead the next."""
    suits: tuple[Cards, ...]
    """By suit, its cards in the pack of the deal, a single or a double one; `JOKER_SUIT` gives the jokers."""
    trick: list[Card]
    """The cards of the trick on the table in playing order, the leader's first."""
    won: list[Cards]
    """The cards of the tricks credited to each seat."""

    def begin(
        self, options: Any, number: int, dealer: int, totals: tuple[Points, ...], hands: Sequence[Sequence[Card]]
    ) -> None:
        """Lays a new deal, in which eldest leads."""
        super().begin(options, number, dealer, totals, hands)
        self.leader, self.trick, self.won = self.turn, [], [0] * len(hands)
        self.suits = cards.ONE_PACK

    @property
    def trump_suit(self) -> int | None:
        """The trumps of the deal, or None where there are none; a game in which they are chosen says which."""
        return None

    def swap_copies(self, faces: Cards) -> None:
        """As for any state, and in the trick and the tricks won."""
        super().swap_copies(faces)
        self.trick = [cards.swapped_card(card, faces) for card in self.trick]
        self.won = [cards.swapped(taken, faces) for taken in self.won]

    def piles(self) -> dict[Pile, Cards]:
        """The hands, the tricks won by each seat, and the trick on the table."""
        won = {Pile(WON_KIND, seat): held for seat, held in enumerate(self.won)}
        return super().piles() | won | {TRICK: sum(BIT[card] for card in self.trick)}

    def tricks(self, seat: int) -> int:
        """How many tricks a seat has been credited with."""
        return self.taken()[seat]

    def taken(self) -> tuple[int, ...]:
        """How many tricks each seat has been credited with."""
        seats = len(self.hands)
        return tuple([taken.bit_count() // seats for taken in self.won])

    def seat_of(self, place: int) -> int:
        """The seat that plays the card number `place`, from 0, of the trick on the table."""
        return (self.leader + place) % len(self.hands)


class TurnedState(TrickState):
    """A deal of a game of tricks in which the last card dealt, the dealer's, is shown to all; its suit is trumps."""

    __slots__ = ("turned",)

    turned: Card

    def begin(
        self, options: Any, number: int, dealer: int, totals: tuple[Points, ...], hands: Sequence[Sequence[Card]]
    ) -> None:
        """Lays a new deal; everybody has seen who holds the last card."""
        super().begin(options, number, dealer, totals, hands)
        self.turned = hands[dealer][-1]
        self.voids = [0 if seat == dealer else BIT[self.turned] for seat in range(len(hands))]

    def swap_copies(self, faces: Cards) -> None:
        """As in any game of tricks, and of the card shown."""
        super().swap_copies(faces)
        self.turned = cards.swapped_card(self.turned, faces)

    @property
    def trump_suit(self) -> int | None:
        """The suit of the card shown; a joker makes no trumps."""
        suit = cards.suit(self.turned)
        return None if suit == cards.JOKER_SUIT else suit

    @property
    def shown(self) -> Cards:
        """That card, until it is played."""
        return BIT[self.turned] & ~(sum(BIT[card] for card in self.trick) | sum(self.won))
