"""What is right by logic near the end of a deal of Gops is bid, and the hint says why."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from goosetable import cards
from goosetable.engine.hidden.view import View, view
from goosetable.engine.words import phrases
from goosetable.games.gops.rules import HELD, PRIZES, Gops, GopsOptions, GopsState
from goosetable.players import decide, make
from goosetable.players.agent import Agent, Trace
from goosetable.players.analysis import Analysis
from tests.games.playing import NAMES

GAME = Gops()
LEVELS = ("easy", "medium", "hard", "hard-deal", "expert", "expert-deal")
SEEDS = 5


def ending(*hands: str, offer: str, to_come: str, won: tuple[str, ...] = ()) -> View:
    """The end of a deal, as seat 0 sees it, which is to act; prizes that lie nowhere are put away."""
    state, seats = GopsState(), len(hands)
    state.begin(GopsOptions(players=seats), 1, seats - 1, (0,) * seats, ((),) * seats)
    state.hands = [cards.cards(hand) for hand in hands]
    state.offer, state.stock = cards.hand(offer), list(cards.hand(to_come))
    state.turned, state.turn = state.offer[-1], 0
    state.won = [cards.cards(prizes) for prizes in won or ("",) * seats]
    state.raised = cards.members(PRIZES & ~cards.cards(to_come))
    state.gone = (PRIZES | sum(HELD[:seats])) & ~sum([sum(state.hands), sum(state.won), *map(cards.cards, (offer, to_come))])
    return view(GAME, state, 0)


POSITIONS: dict[str, tuple[Callable[[], View], str, str]] = {
    "the last card is forced": (
        lambda: ending("9S", "8C", offer="KD", to_come=""),
        "bid 9S", "there is no choice",
    ),
    "a prize worth more than all the rest is taken, where the ending is solved": (
        lambda: ending("KS 3S 2S", "QC 5C 4C", offer="KD", to_come="2D 3D"),
        "bid KS", "it is sure to take the 13 points on offer",
    ),
    "a prize worth more than all the rest is taken, where it is not": (
        lambda: ending("KS 3S 2S", "QC 5C 4C", "QH 5H 4H", offer="KD", to_come="2D 3D"),
        "bid KS", "it is almost sure to take the 13 points on offer",
    ),
    "prizes that stayed after ties count together": (
        lambda: ending("KS 3S", "QC 4C", offer="4D 3D AD", to_come="5D"),
        "bid KS", "it is sure to take the 8 points on offer",
    ),
    # Whatever is bid now, the nine that is still to come decides.
    "the best card is kept for the prize that decides": (
        lambda: ending("KS 2S", "QC 3C", offer="AD", to_come="9D"),
        "bid 2S", "it saves K♠ for later",
    ),
}  # fmt: skip


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("name", POSITIONS)
def test_what_is_right_is_bid(name: str, level: str) -> None:
    seen, right = POSITIONS[name][0](), POSITIONS[name][1]
    assert [GAME.write(decide(make(level, Random(seed)), seen)) for seed in range(SEEDS)] == [right] * SEEDS


@pytest.mark.parametrize("name", POSITIONS)
def test_the_hint_says_why(name: str) -> None:
    seen, right, why = POSITIONS[name][0](), POSITIONS[name][1], POSITIONS[name][2]
    mind = make("expert", Random(1))
    assert isinstance(mind, Agent)
    mind.trace = Trace()
    found = Analysis(seen, mind, decide(mind, seen))
    assert GAME.write(found.best) == right
    assert phrases.speak(f"x: {found.why(found.best)}", NAMES, 0) == f"X: {why}"


def test_a_bid_that_may_lose_what_is_on_offer_is_said_to_be_worse_for_that() -> None:
    seen = ending("KS 3S 2S", "QC 5C 4C", offer="KD", to_come="2D 3D")
    mind = make("expert", Random(1))
    assert isinstance(mind, Agent)
    found = Analysis(seen, mind, decide(mind, seen))
    assert {found.why(action) for action in seen.legal if action != found.best} == {
        "it is not sure to take the 13 points on offer"
    }
