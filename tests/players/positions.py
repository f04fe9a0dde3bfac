"""Positions to think about: out of deals played at random, and endings put together by hand."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import NamedTuple

from goosetable import cards
from goosetable.engine.hidden.view import View, state_numbered_for_seat, view
from goosetable.engine.record.seed import ALPHABET, LENGTH
from goosetable.engine.record.session import Session
from goosetable.engine.rules.deal import Deal, Standing
from goosetable.engine.rules.state import State, TrickState
from goosetable.games.gooseberry_fool.rules import FoolOptions, GooseberryFool
from tests.games.playing import Variant, header, steps


class Turn(NamedTuple):
    """Somebody is to act."""

    truth: State
    """Its cards are numbered as in the view."""
    view: View


def turns(variant: Variant, seed: object, most: int, chance: float = 1.0) -> list[Turn]:
    """Some turns with a choice, from deals played at random; `chance` is how many of them are taken."""
    rng = Random(f"{variant}:{seed}")
    session = Session(variant.game, header(variant, "".join(rng.choices(ALPHABET, k=LENGTH))))
    found = []
    for turn in _turns(session, rng):
        if rng.random() < chance:
            found.append(turn)
            if len(found) == most:
                break
    return found


def _turns(session: Session, rng: Random) -> Iterator[Turn]:
    for _ in steps(session, rng):
        state = session.state
        if state is not None and not state.over:
            seen = view(session.game, state, state.turn)
            if len(seen.legal) > 1:
                yield Turn(state_numbered_for_seat(session.game, state.copy(), state.turn), seen)


def ending(hands: tuple[str, str, str], taken: tuple[int, int, int], trick: str, leader: int, turn: int) -> View:
    """The end of a deal of Gooseberry Fool, as seat `turn` sees it; nothing is known of the others but what this says.

    `taken` are the tricks of each seat so far, made of the cards that lie nowhere else.
    """
    game = GooseberryFool()
    state = TrickState()
    state.begin_deal(FoolOptions(), Standing(0, (0, 0, 0)), Deal(1, 2, ((), (), ())))
    state.hands = [cards.cards(text) for text in hands]
    state.trick = list(cards.hand(trick))
    lying = sum(state.hands) | sum(cards.BIT[card] for card in state.trick)
    rest = [card for card in game.pack(FoolOptions()) if not cards.BIT[card] & lying]
    assert len(rest) == 3 * sum(taken), "every trick is three cards"
    for seat, count in enumerate(taken):
        state.won[seat] = sum(cards.BIT[card] for card in rest[: 3 * count])
        del rest[: 3 * count]
    state.leader, state.turn = leader, turn
    return view(game, state, turn)
