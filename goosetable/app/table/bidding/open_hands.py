"""Hands that all players know: their cards, and the sprites of these in the rows of the opponents."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from goosetable import cards
from goosetable.app.table.bidding.seat_rows import SeatRows
from goosetable.app.table.hand.hand import Pose, Sprite
from goosetable.cards import Card
from goosetable.engine.game import AnyGame
from goosetable.engine.hidden.view import View
from goosetable.engine.rules.event import BID_KIND


def open_cards(game: AnyGame, seen: View) -> tuple[tuple[Card, ...], ...]:
    """Returns, by seat, the publicly known cards in the hands of others, with a card that is bid but still face down.

    A card is given to the one seat that is not known to be void of it.
    """
    shown: list[list[Card]] = [[] for _ in seen.sizes]
    laid = {pile.seat for pile, _ in seen.hidden if pile.kind is BID_KIND}
    for card in cards.members(seen.known.shown & ~seen.hand):
        holders = [
            seat for seat, size in enumerate(seen.sizes)
            if seat != seen.seat and (size or seat in laid) and not seen.known.voids[seat] >> card & 1
        ]  # fmt: skip
        if len(holders) == 1:
            shown[holders[0]].append(card)
    return tuple(tuple(held) for held in shown)


def row_sprites(
    rows: SeatRows, i: int, seat: int, places: Sequence[Card], lying: Sequence[Card], code: Callable[[Card], str]
) -> list[Sprite]:
    """Returns the cards lying in the row of opponent i, who has that seat, each at its own of the places."""
    where = zip(places, rows.places(i, len(places)), strict=True)
    return [Sprite(f"card {card}", code(card), Pose.at(place)) for card, place in where if card in lying]


def row_start(rows: SeatRows, i: int, cards_there: int) -> Pose:
    """Returns the start of a flight of an unidentified card of that row: the middle of the row."""
    places = rows.places(i, max(1, cards_there))
    first, last = places[0], places[-1]
    return Pose((first.x + last.x) / 2, first.y, first.height, 0.0, 0.0)
