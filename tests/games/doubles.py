"""Deals of two packs that differ in nothing but which of two equal cards lies where, played side by side."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

from goosetable.cards import PACK_SIZE, Card
from goosetable.engine.record.seed import ALPHABET, LENGTH
from goosetable.engine.record.session import Session
from goosetable.engine.rules.deal import Deal
from tests.games.playing import Variant, find, header, variants

Pair = tuple[Session, Session]


def two_packs() -> list[Variant]:
    """Every table at which there are two copies of a card, and a large one on which few cards are dealt."""
    found = [variant for variant in variants() if _doubled(variant)]
    few = replace(find("goose").Options(), players=3, decks=2, max_hand=5)
    return list(dict.fromkeys([*found, Variant(find("goose"), few)]))


def _doubled(variant: Variant) -> bool:
    return max(variant.game.pack(variant.options)) >= PACK_SIZE


def permuted(deal: Deal, rng: Random) -> Deal:
    """The same deal with the two copies of about half of all cards exchanged."""
    faces = {face for face in range(PACK_SIZE) if rng.random() < 0.5}

    def other(card: Card) -> Card:
        return (card + PACK_SIZE) % (2 * PACK_SIZE) if card % PACK_SIZE in faces else card

    def hands(held: tuple[tuple[Card, ...], ...]) -> tuple[tuple[Card, ...], ...]:
        return tuple(tuple(other(card) for card in hand) for hand in held)

    return replace(
        deal,
        hands=hands(deal.hands),
        hands2=hands(deal.hands2),
        turned=None if deal.turned is None else other(deal.turned),
        stock=tuple(other(card) for card in deal.stock),
    )


def pair(variant: Variant, rng: Random) -> Pair:
    """A deal of two packs at a new table, and the same deal with copies exchanged at another; nothing has been played."""
    drawn = Session(variant.game, header(variant, "".join(rng.choices(ALPHABET, k=LENGTH)))).next_deal()
    one, other = (Session(variant.game, header(variant, None)) for _ in range(2))
    one.begin_deal(drawn)
    other.begin_deal(permuted(drawn, rng))
    return one, other


def do(session: Session, seat: int, text: str) -> list[Any]:
    """A seat does what a text means; what happened."""
    return session.act(seat, session.parse_action(seat, text))


def side_by_side(variant: Variant, seed: object) -> Iterator[Pair]:
    """A deal played at random at both tables, the same at each; gives them before every action and at the end."""
    rng = Random(f"{variant}:{seed}")
    one, other = pair(variant, rng)
    while one.due_step == "act":
        yield one, other
        seat = rng.choice(one.seats_to_act)
        text = one.game.action_text(rng.choice(one.legal(seat)))
        do(one, seat, text)
        do(other, seat, text)
    yield one, other
