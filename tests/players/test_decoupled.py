"""Regret matching over sealed bids: it mixes, finds what is foolish, reads who bids without a plan, and needs no theory."""

from __future__ import annotations

from random import Random

import pytest

from goosetable import cards
from goosetable.cards import BIT
from goosetable.engine.game import AnyGame
from goosetable.engine.hidden.view import View, view
from goosetable.engine.rules.deal import Standing, Stream
from goosetable.engine.rules.state import BID, SealedState
from goosetable.games import find
from goosetable.players.agent import decide
from goosetable.players.levels import make
from goosetable.players.sealed_bids import Decoupled, Regret
from goosetable.players.search import PERFECT, Determinizer, Problem

GOPS = find("gops")


def begun(game: AnyGame, code: str = "0" * 12, **options: object) -> SealedState:
    """The first round of a deal."""
    chosen = game.Options(**options)
    fresh = Standing(0, (0,) * game.seats(chosen))
    state: SealedState = game.begin(chosen, fresh, game.deal(chosen, fresh, 0, Stream(code, 1)))
    return state


def searched(seen: View, budget: int, reads: bool = True, seed: int = 1) -> Decoupled:
    """A search of some iterations for the deal alone."""
    rng, utility = Random(seed), seen.game.heuristics.payoff
    search = Decoupled(Problem(seen, Determinizer(seen, PERFECT, 1), utility, rng, budget), Regret(reads=reads))
    for _ in search.run():
        pass
    return search


def offering(state: SealedState, face: str) -> SealedState:
    """The same round with another card on offer."""
    card = cards.card(face)
    state.stock[state.stock.index(card)] = state.turned
    state.offer = state.raised = (card,)
    state.turned = card
    return state


@pytest.mark.parametrize(("prize", "spent"), [("KD", "AS 2S 3S"), ("AD", "KS QS JS TS")])
def test_a_dear_prize_gets_no_low_card_and_a_cheap_one_no_high_card(prize: str, spent: str) -> None:
    state = offering(begun(GOPS), prize)
    seen = view(GOPS, state, state.turn)
    suit = cards.suit(cards.members(seen.hand)[0])
    search, foolish = searched(seen, 1500), {BID + suit * 13 + cards.rank(card) for card in cards.hand(spent)}
    assert not {search.choose() for _ in range(200)} & foolish


def test_bids_are_mixed() -> None:
    state = offering(begun(GOPS), "7D")
    search = searched(view(GOPS, state, state.turn), 1500)
    assert len({search.choose() for _ in range(200)}) >= 3, "who never varies can be read"


def test_a_search_of_a_game_that_foresees_nothing_plays_out() -> None:
    """Throps has a theory of its own; without it, the default search still wants what it can win for certain and needs."""
    game = find("throps")
    state = begun(game)
    search = searched(view(game, state, state.turn), 300)
    assert sum(search.visits.values()) == 300
    assert all(0.0 <= value <= 1.0 for value in search.values().values())
    assert search.choose() in search.view.legal


def test_who_bids_without_a_plan_is_noticed() -> None:
    state, rng = begun(GOPS), Random(5)
    wild, usual = GOPS.heuristics.careless, GOPS.heuristics.playout
    while state.round < 8:
        legal = GOPS.legal(state)
        GOPS.apply(state, rng.choice(legal) if state.turn == 0 else usual(state, legal, 0.5))
    assert wild(state, 0) > 0.8 > 0.2 > wild(state, 1)


def test_a_pending_bid_of_another_changes_nothing() -> None:
    state = begun(GOPS)
    first = state.turn
    chosen = set()
    for bid in GOPS.legal(state)[::4]:
        twin = state.copy()
        GOPS.apply(twin, bid)
        assert twin.turn != first
        chosen.add(decide(make("expert", Random(3), 200), view(GOPS, twin, twin.turn)))
    assert len(chosen) == 1


def test_the_hand_that_is_searched_has_its_own_cards_alone() -> None:
    state = begun(GOPS, players=3)
    seen = view(GOPS, state, state.turn)
    assert set(searched(seen, 50).visits) == {BID + card for card in cards.members(seen.hand)}
    assert seen.hand.bit_count() == 13 and not any(seen.hand & BIT[card] for card in cards.members(seen.unseen))
