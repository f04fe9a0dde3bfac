"""The view of a seat: everything the seat may know, as a value without any reference to the truth.

Equal views are equal knowledge. `certain` finds out if the points of a deal can still change.

In a double pack the numbers of the two copies of a card must leak nothing. In the true state they follow the order of dealing,
so a seat that saw the true number of its card could infer the place of the other copy. In the views of a seat the first copy is
the one whose place the seat knew first. So a card that it has seen keeps its number in its views to the end of the deal.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Final, TypeVar

from goosetable import cards
from goosetable.cards import BIT, PACK_SIZE, Card, Cards
from goosetable.engine.game import AnyGame
from goosetable.engine.hidden.samplers import ConstrainedSampler, ExactSampler, McmcSampler, TooManyWays
from goosetable.engine.rules.action import Action, Verb, card_of, swapped_action, value_of, verb_of
from goosetable.engine.rules.event import HAND_KIND, PACK, Event, Moved, Pile, Points, Said, Sight, Taken, seen
from goosetable.engine.rules.state import State

S = TypeVar("S", bound=State)


def doubled(pack: Sequence[Card]) -> bool:
    """Whether a pack has second copies."""
    return any(card >= PACK_SIZE for card in pack)


def swaps(game: AnyGame, state: State, seat: int) -> Cards:
    """Returns the cards whose two copies exchange numbers in a seat's views, as a set of first copies; 0 with one pack."""
    met = found = 0
    for card in _known(game, state, seat):
        face = BIT[card % PACK_SIZE]
        if not met & face:
            met |= face
            if card >= PACK_SIZE:
                found |= face
    return found


def numbered_for(game: AnyGame, state: S, seat: int) -> S:
    """Returns a copy of the whole state, numbered as in a seat's views; the state itself if nothing changes."""
    found = swaps(game, state, seat)
    if not found:
        return state
    twin = state.copy()
    twin.swap_copies(found)
    return twin


def told_to(event: Event, seat: int, swapped: Cards) -> Event:
    """Returns an event as a seat may know it, numbered as in its views. `swapped`: result of `swaps`."""
    return renumbered(seen(event, seat), swapped)


def renumbered(event: Event, swapped: Cards) -> Event:
    """Returns an event with the copies of some cards exchanged. `swapped`: the first copies of these."""
    if not swapped:
        return event
    match event:
        case Moved(moved, source, target):
            numbers = [cards.swapped_card(card, swapped) for card in moved]
            # Dealt cards have no order but that of their numbers; played ones have one.
            return Moved(tuple(sorted(numbers) if source == PACK else numbers), source, target)
        case Said(seat, action):
            return Said(seat, swapped_action(action, swapped))
        case Taken(seat, card, why):
            return Taken(seat, cards.swapped_card(card, swapped), why)
        case _:
            return event


def _known(game: AnyGame, state: State, seat: int) -> list[Card]:
    """Returns the cards whose places a seat knows or knew, in the order in which it learned them.

    Its own cards come first: those it has played, then those it still has. Open cards that were dealt, not played, come next,
    then cards that others played.
    """
    played = [(who, value_of(action)) for who, action in state.actions if card_of(action) is not None]
    told = {card for _, card in played}
    piles = [(pile, group) for pile, group in state.piles().items() if group and pile.seen_by(seat)]
    found = [card for who, card in played if who == seat]
    for pile, group in piles:
        if pile.kind.sight is Sight.OWNER:
            found += cards.members(group)
    found += cards.members(state.shown)
    for pile, group in piles:
        if pile.kind.sight is Sight.ALL:
            found += [card for card in cards.members(group) if card not in told]
    return found + [card for who, card in played if who != seat]


SECOND: Final = cards.BIT[PACK_SIZE]
"""Sets of cards below this number have no second copies."""


@dataclass(frozen=True)
class View:
    """A deal as one seat may know it."""

    game: AnyGame
    """The game, an object without a state that all views share."""
    seat: int
    known: State
    """Copy of the state in which every pile that this seat may not see is empty."""
    unseen: Cards
    """Cards of those piles, less those of `held`."""
    sizes: tuple[int, ...]
    """Number of cards in each hand."""
    legal: tuple[Action, ...]
    """Legal actions of this seat; empty when it is not its turn."""
    hidden: tuple[tuple[Pile, int], ...] = ()
    """Hidden piles besides the hands, each with its number of cards."""
    held: tuple[Cards, ...] = ()
    """By seat, the cards of its hand that the viewer knows although it is another's (`State.known_to`); often empty."""

    @property
    def hand(self) -> Cards:
        """The cards this seat holds."""
        return self.known.hands[self.seat]

    @property
    def rooms(self) -> list[int]:
        """Number of unseen cards in each hand."""
        rooms = list(self.sizes)
        for seat, group in enumerate(self.held):
            rooms[seat] -= group.bit_count()
        rooms[self.seat] = 0
        return rooms

    def with_held(self, dealt: list[Cards]) -> list[Cards]:
        """Adds to hands dealt by `dealing` the cards that this seat knows in them; returns the hands."""
        if not self.held:
            return dealt
        hands = [hand | group for hand, group in zip(dealt, self.held, strict=False)]
        return hands + dealt[len(hands) :]


def view(game: AnyGame, state: State, seat: int) -> View:
    """Returns the view of a seat. Its legal list is computed from what the seat may see, so it leaks nothing else."""
    known = state.copy()
    unseen = 0
    for other, hand in enumerate(state.hands):
        if other != seat:
            unseen |= hand
            known.hands[other] = 0
    held = tuple([group & state.hands[other] & unseen for other, group in enumerate(state.known_to(seat))])
    for group in held:
        unseen ^= group
    hidden = []
    piles = state.piles()
    for pile, group in piles.items():
        if group and pile.kind is not HAND_KIND and not pile.seen_by(seat):
            unseen |= group
            hidden.append((pile, group.bit_count()))
    known.hide(seat)
    swapped = swaps(game, state, seat) if max(piles.values()) >= SECOND else 0
    if swapped:
        known.swap_copies(swapped)
        unseen = cards.swapped(unseen, swapped)
        held = tuple([cards.swapped(group, swapped) for group in held])
    legal: tuple[Action, ...] = ()
    if seat in known.awaited:
        known.turn = seat
        legal = tuple(game.legal(known))
    sizes = tuple([held.bit_count() for held in state.hands])
    return View(game, seat, known, unseen, sizes, legal, tuple(hidden), held)


def dealing(seen: View, besides: Cards = 0, never: Cards = 0) -> ExactSampler | McmcSampler:
    """Returns the sampler of a view's hidden hands and, after them, its other hidden piles.

    `besides`: cards to be dealt anew although the seat has seen them. One more pile of their number comes last; it gets none of
    the cards `never`.
    """
    others = [size for _, size in seen.hidden]
    unseen, voids = seen.unseen | besides, [*seen.known.voids, *(seen.known.pile_voids(pile) for pile, _ in seen.hidden)]
    if besides:
        others.append(besides.bit_count())
        voids.append(never)
    rooms = [*seen.rooms, *others]
    known = seen.known.knowledge(seen.seat)
    try:
        return ExactSampler(unseen, voids, rooms) if known is None else ConstrainedSampler(unseen, voids, rooms, known)
    except TooManyWays:
        return McmcSampler(unseen, voids, rooms, known)


def sample(seen: View, rng: Random, hidden: ExactSampler | McmcSampler | None = None) -> State:
    """Samples a determinization, uniformly (nearly so with `McmcSampler`).

    `hidden`: `dealing(seen)`, for a caller that samples often.
    """
    return lay(seen, (hidden or dealing(seen)).deal(rng), rng)


def lay(seen: View, dealt: list[Cards], rng: Random) -> State:
    """Returns the determinization of a view with the cards that `dealing` dealt; cards beyond its hidden piles are left out."""
    state = seen.known.copy()
    dealt = hands = seen.with_held(dealt)
    if seen.hidden:
        hands = dealt[: len(seen.sizes)]
        for (pile, _), group in zip(seen.hidden, dealt[len(hands) :], strict=False):
            state.fill(pile, group, rng)
    own = state.hands[seen.seat]
    state.hands = hands
    hands[seen.seat] = own
    return state


def describe(seen: View) -> dict[str, Any]:
    """Returns the view as plain JSON values."""
    game, known = seen.game, seen.known
    totals = [_number(total) for total in known.totals]
    piles = [
        {"pile": pile.kind.name, **({} if pile.seat < 0 else {"seat": pile.seat}), "cards": _names(game, group)}
        for pile, group in known.piles().items()
        if pile.kind != HAND_KIND and group
    ]
    hidden = [
        {"pile": pile.kind.name, **({} if pile.seat < 0 else {"seat": pile.seat}), "size": size} for pile, size in seen.hidden
    ]
    held = [{"seat": other, "cards": _names(game, group)} for other, group in enumerate(seen.held) if group]
    return {
        "seat": seen.seat,
        "deal": known.number,
        "dealer": known.dealer,
        "totals": totals,
        "turn": None if known.over else known.turn,
        "hand": _names(game, seen.hand),
        "sizes": list(seen.sizes),
        "piles": piles,
        **({"hidden": hidden} if hidden else {}),
        **({"held": held} if held else {}),
        "story": [{"seat": seat, "do": game.write(action)} for seat, action in known.actions],
        "unseen": _names(game, seen.unseen),
        "lacks": [_names(game, lacking & seen.unseen) for lacking in known.voids],
        "legal": sorted(game.write(action) for action in seen.legal),
    }


def _names(game: AnyGame, group: Cards) -> list[str]:
    return [game.card_name(card) for card in cards.members(group)]


def _number(points: Points) -> int | str:
    return points if isinstance(points, int) else str(points)


MOST_CARDS: Final = 12
"""Greatest number of cards in all hands for which `certain` searches; with more it would take too long."""
MOST: Final = 20_000
"""Number of actions tried before `certain` gives up."""
PIECE: Final = 100
"""Actions per work slice."""


def certain(seen: View, most: int = MOST) -> Generator[None, None, tuple[Points, ...] | None]:
    """Returns the points of the deal by seat if this seat can know that nothing changes them any more; else None.

    Tries every place of the hidden cards and every line of play; returns None if that takes more than `most` actions.
    """
    if sum(seen.sizes) > MOST_CARDS or not seen.legal or verb_of(seen.legal[0]) is Verb.OFFER:
        return None  # cards laid face down in turn, and the order of a stock, leave nothing certain
    rooms = seen.rooms + [size for _, size in seen.hidden]
    voids = [*seen.known.voids, *(0 for _ in seen.hidden)]
    found: tuple[Points, ...] | None = None
    looked = 0
    for dealt in _deals(list(cards.members(seen.unseen)), rooms, voids):
        for points in _ends(seen.game, lay(seen, dealt, Random(0))):
            looked += 1
            if looked > most:
                return None
            if looked % PIECE == 0:
                yield
            if points is None:
                continue
            if found is not None and points != found:
                return None
            found = points
    return found


def _deals(left: list[Card], rooms: list[int], voids: Sequence[Cards]) -> Iterator[list[Cards]]:
    """Yields a superset of the possible deals of the hidden cards."""
    if not left:
        yield [0] * len(rooms)
        return
    card, rest = left[0], left[1:]
    for seat, room in enumerate(rooms):
        if room and not voids[seat] & BIT[card]:
            rooms[seat] -= 1
            for dealt in _deals(rest, rooms, voids):
                dealt[seat] |= BIT[card]
                yield dealt
            rooms[seat] += 1


def _ends(game: AnyGame, state: State) -> Iterator[tuple[Points, ...] | None]:
    """Yields the points at the end of every line of play from a state, and None for each action tried."""
    if state.over:
        yield game.points(state)
        return
    for action in game.legal(state):
        after = state.copy()
        game.apply(after, action)
        yield None
        yield from _ends(game, after)
