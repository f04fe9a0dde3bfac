"""The view of a seat: everything the seat may know, as a value without any reference to the true state.

Two equal views contain the same knowledge. `certain_points` finds out if the points of a deal can still change.

In a double pack, the numbers of the two copies of a card must leak nothing. In the true state they follow the order of dealing,
so the true number of a card would tell a seat something about the other copy. In the views of a seat, the first copy is
therefore the copy whose place the seat knew first. A card that the seat has seen keeps its number to the end of the deal.
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
from goosetable.engine.rules.action import Action, Verb, card_of, swap_copy_in_action, value_of, verb_of
from goosetable.engine.rules.event import (
    HAND_KIND,
    PACK,
    ActionTaken,
    Event,
    Moved,
    Pile,
    Points,
    Taken,
    Visibility,
    visible_event,
)
from goosetable.engine.rules.state import State

S = TypeVar("S", bound=State)


def has_second_copies(pack: Sequence[Card]) -> bool:
    """Returns True if a pack has second copies."""
    return any(card >= PACK_SIZE for card in pack)


def copies_to_swap(game: AnyGame, state: State, seat: int) -> Cards:
    """Returns the cards whose two copies exchange their numbers in a seat's views, because the true numbers would reveal
    secrets. Each card is given by its first copy.

    The set is empty for a single pack.
    """
    met = found = 0
    for card in _cards_in_order_seen(game, state, seat):
        face = BIT[card % PACK_SIZE]
        if not met & face:
            met |= face
            if card >= PACK_SIZE:
                found |= face
    return found


def state_numbered_for_seat(game: AnyGame, state: S, seat: int) -> S:
    """Returns a copy of a state, with cards numbered as in a seat's views. Returns the state itself if no number changes."""
    found = copies_to_swap(game, state, seat)
    if not found:
        return state
    twin = state.copy()
    twin.swap_copies(found)
    return twin


def event_for_seat(event: Event, seat: int, swapped: Cards) -> Event:
    """Returns an event as a seat may know it. In a double pack, the cards have the numbers of that seat's views.

    swapped: the cards whose two copies exchange numbers in these views, from `copies_to_swap`.
    """
    return renumbered_event(visible_event(event, seat), swapped)


def renumbered_event(event: Event, swapped: Cards) -> Event:
    """Returns an event in which the two copies of some cards exchange their numbers.

    swapped: these cards, each given by its first copy.
    """
    if not swapped:
        return event
    match event:
        case Moved(moved, source, target):
            numbers = [cards.swap_copy(card, swapped) for card in moved]
            # Dealt cards have no order but that of their numbers; played ones have one.
            return Moved(tuple(sorted(numbers) if source == PACK else numbers), source, target)
        case ActionTaken(seat, action):
            return ActionTaken(seat, swap_copy_in_action(action, swapped))
        case Taken(seat, card, why):
            return Taken(seat, cards.swap_copy(card, swapped), why)
        case _:
            return event


def _cards_in_order_seen(game: AnyGame, state: State, seat: int) -> list[Card]:
    """Returns the cards that a seat has seen during the deal, in the order in which it saw them.

    The order is: its own cards that it has played, its other own cards, other open cards, cards that others played.
    """
    played = [(who, value_of(action)) for who, action in state.actions if card_of(action) is not None]
    told = {card for _, card in played}
    piles = [(pile, group) for pile, group in state.piles().items() if group and pile.is_seen_by(seat)]
    found = [card for who, card in played if who == seat]
    for pile, group in piles:
        if pile.kind.sight is Visibility.OWNER:
            found += cards.members(group)
    found += cards.members(state.exposed_cards)
    for pile, group in piles:
        if pile.kind.sight is Visibility.ALL:
            found += [card for card in cards.members(group) if card not in told]
    return found + [card for who, card in played if who != seat]


FIRST_SECOND_COPY: Final = cards.BIT[PACK_SIZE]
"""Bit of the second copy with the lowest number. A set of cards that is below it, as an int, has no second copies."""


@dataclass(frozen=True)
class View:
    """A deal in progress as one seat may know it."""

    game: AnyGame
    """The rules of the game; all views share this object, which has no state."""
    seat: int
    known: State
    """Copy of the state in which every pile that this seat may not see is empty."""
    unseen: Cards
    """Cards in the piles that this seat may not see, except the cards of `known_hand_cards`."""
    sizes: tuple[int, ...]
    """Number of cards in each hand."""
    legal: tuple[Action, ...]
    """Legal actions of this seat; empty when it is not its turn."""
    hidden: tuple[tuple[Pile, int], ...] = ()
    """Hidden piles besides the hands, each with its number of cards."""
    known_hand_cards: tuple[Cards, ...] = ()
    """By seat, the cards in its hand that the viewer knows, such as passed cards; often empty. See `State.hand_cards_known_to`.
    """

    @property
    def hand(self) -> Cards:
        """The cards this seat holds."""
        return self.known.hands[self.seat]

    @property
    def unknown_counts(self) -> list[int]:
        """By seat, the number of cards in its hand that the viewer does not know."""
        needed = list(self.sizes)
        for seat, group in enumerate(self.known_hand_cards):
            needed[seat] -= group.bit_count()
        needed[self.seat] = 0
        return needed

    def with_known_cards(self, dealt: list[Cards]) -> list[Cards]:
        """Returns whole hands: the sampled cards together with the cards that this seat knows. dealt: sampled cards by seat."""
        if not self.known_hand_cards:
            return dealt
        hands = [hand | group for hand, group in zip(dealt, self.known_hand_cards, strict=False)]
        return hands + dealt[len(hands) :]


def view(game: AnyGame, state: State, seat: int) -> View:
    """Returns the view of a seat. Its legal actions are computed from the cards that the seat may see, so they leak nothing."""
    known = state.copy()
    unseen = 0
    for other, hand in enumerate(state.hands):
        if other != seat:
            unseen |= hand
            known.hands[other] = 0
    held = tuple([group & state.hands[other] & unseen for other, group in enumerate(state.hand_cards_known_to(seat))])
    for group in held:
        unseen ^= group
    hidden = []
    piles = state.piles()
    for pile, group in piles.items():
        if group and pile.kind is not HAND_KIND and not pile.is_seen_by(seat):
            unseen |= group
            hidden.append((pile, group.bit_count()))
    known.hide_secrets_from(seat)
    swapped = copies_to_swap(game, state, seat) if max(piles.values()) >= FIRST_SECOND_COPY else 0
    if swapped:
        known.swap_copies(swapped)
        unseen = cards.swap_copies(unseen, swapped)
        held = tuple([cards.swap_copies(group, swapped) for group in held])
    legal: tuple[Action, ...] = ()
    if seat in known.seats_to_act:
        known.turn = seat
        legal = tuple(game.legal(known))
    sizes = tuple([held.bit_count() for held in state.hands])
    return View(game, seat, known, unseen, sizes, legal, tuple(hidden), held)


def sampler_for(seat_view: View, forgotten: Cards = 0, not_forgotten: Cards = 0) -> ExactSampler | McmcSampler:
    """Returns a sampler of a view's hidden cards: a set for each hand, then a set for each other hidden pile.

    forgotten: cards that the seat has seen but forgotten. The sampler deals them again, and adds a last pile with as many
    cards. not_forgotten: cards that never get into that last pile.
    """
    others = [size for _, size in seat_view.hidden]
    unseen = seat_view.unseen | forgotten
    voids = [*seat_view.known.voids, *(seat_view.known.pile_voids(pile) for pile, _ in seat_view.hidden)]
    if forgotten:
        others.append(forgotten.bit_count())
        voids.append(not_forgotten)
    needed = [*seat_view.unknown_counts, *others]
    known = seat_view.known.knowledge(seat_view.seat)
    try:
        return ExactSampler(unseen, voids, needed) if known is None else ConstrainedSampler(unseen, voids, needed, known)
    except TooManyWays:
        return McmcSampler(unseen, voids, needed, known)


def sample_determinization(seat_view: View, rng: Random, sampler: ExactSampler | McmcSampler | None = None) -> State:
    """Samples a determinization uniformly; nearly uniformly with `McmcSampler`.

    sampler: result of `sampler_for(seat_view)`, for a caller that samples often; None makes a new one.
    """
    return determinization_from(seat_view, (sampler or sampler_for(seat_view)).deal(rng), rng)


def determinization_from(seat_view: View, dealt: list[Cards], rng: Random) -> State:
    """Returns the determinization of a view that has the sampled cards in its hidden piles.

    dealt: a deal of the sampler from `sampler_for`. If its last pile has cards that the player has forgotten, that pile is
    ignored.
    """
    state = seat_view.known.copy()
    dealt = hands = seat_view.with_known_cards(dealt)
    if seat_view.hidden:
        hands = dealt[: len(seat_view.sizes)]
        for (pile, _), group in zip(seat_view.hidden, dealt[len(hands) :], strict=False):
            state.fill_pile(pile, group, rng)
    own = state.hands[seat_view.seat]
    state.hands = hands
    hands[seat_view.seat] = own
    return state


def view_as_json(seat_view: View) -> dict[str, Any]:
    """Returns a view as JSON values."""
    game, known = seat_view.game, seat_view.known
    totals = [_points_as_json(total) for total in known.totals]
    piles = [
        {"pile": pile.kind.name, **({} if pile.seat < 0 else {"seat": pile.seat}), "cards": _card_names(game, group)}
        for pile, group in known.piles().items()
        if pile.kind != HAND_KIND and group
    ]
    hidden = [
        {"pile": pile.kind.name, **({} if pile.seat < 0 else {"seat": pile.seat}), "size": size}
        for pile, size in seat_view.hidden
    ]
    held = [
        {"seat": other, "cards": _card_names(game, group)} for other, group in enumerate(seat_view.known_hand_cards) if group
    ]
    return {
        "seat": seat_view.seat,
        "deal": known.number,
        "dealer": known.dealer,
        "totals": totals,
        "turn": None if known.over else known.turn,
        "hand": _card_names(game, seat_view.hand),
        "sizes": list(seat_view.sizes),
        "piles": piles,
        **({"hidden": hidden} if hidden else {}),
        **({"held": held} if held else {}),
        "story": [{"seat": seat, "do": game.action_text(action)} for seat, action in known.actions],
        "unseen": _card_names(game, seat_view.unseen),
        "lacks": [_card_names(game, lacking & seat_view.unseen) for lacking in known.voids],
        "legal": sorted(game.action_text(action) for action in seat_view.legal),
    }


def _card_names(game: AnyGame, group: Cards) -> list[str]:
    return [game.card_name(card) for card in cards.members(group)]


def _points_as_json(points: Points) -> int | str:
    return points if isinstance(points, int) else str(points)


MAX_CARDS_IN_HANDS: Final = 12
"""Greatest number of cards in all hands for which `certain_points` searches; with more it would take too long."""
MAX_ACTIONS: Final = 20_000
"""Number of actions tried before `certain_points` gives up."""
ACTIONS_PER_SLICE: Final = 100
"""Actions per work slice."""


def certain_points(seat_view: View, max_actions: int = MAX_ACTIONS) -> Generator[None, None, tuple[Points, ...] | None]:
    """Returns the points of the deal by seat if this seat can know that they will not change; else None.

    Tries every deal of the hidden cards and every line of play. Returns None after `max_actions` actions.
    """
    if sum(seat_view.sizes) > MAX_CARDS_IN_HANDS or not seat_view.legal or verb_of(seat_view.legal[0]) is Verb.OFFER:
        return None  # cards laid face down in turn, and the order of a stock, leave nothing certain
    needed = seat_view.unknown_counts + [size for _, size in seat_view.hidden]
    voids = [*seat_view.known.voids, *(0 for _ in seat_view.hidden)]
    found: tuple[Points, ...] | None = None
    looked = 0
    for dealt in _possible_deals(list(cards.members(seat_view.unseen)), needed, voids):
        for points in _final_points(seat_view.game, determinization_from(seat_view, dealt, Random(0))):
            looked += 1
            if looked > max_actions:
                return None
            if looked % ACTIONS_PER_SLICE == 0:
                yield
            if points is None:
                continue
            if found is not None and points != found:
                return None
            found = points
    return found


def _possible_deals(cards_left: list[Card], needed: list[int], voids: Sequence[Cards]) -> Iterator[list[Cards]]:
    if not cards_left:
        yield [0] * len(needed)
        return
    card, rest = cards_left[0], cards_left[1:]
    for seat, room in enumerate(needed):
        if room and not voids[seat] & BIT[card]:
            needed[seat] -= 1
            for dealt in _possible_deals(rest, needed, voids):
                dealt[seat] |= BIT[card]
                yield dealt
            needed[seat] += 1


def _final_points(game: AnyGame, state: State) -> Iterator[tuple[Points, ...] | None]:
    """Yields the points at the end of every line of play from a state. Yields None after each action tried."""
    if state.over:
        yield game.points(state)
        return
    for action in game.legal(state):
        after = state.copy()
        game.apply(after, action)
        yield None
        yield from _final_points(game, after)
