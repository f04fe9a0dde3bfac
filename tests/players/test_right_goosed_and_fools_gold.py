"""The search finds what is right by logic near the end of a deal of Goosed or Fools Gold."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from goosetable.cards import cards
from goosetable.engine.hidden.view import View, view
from goosetable.games.goosed.rules import GoosedState
from goosetable.players import decide, make
from tests.games import foxes
from tests.games.fools_gold import test_fools_gold_rules

LEVELS = ("medium", "hard", "hard-deal", "expert", "expert-deal")
SEEDS = 5


def foxy(*hands: str, won: tuple[str, str, str, str], first: int, catcher: int, trick: str, leader: int) -> View:
    """The end of a deal of Goosed, as the seat to act sees it; `won` are the cards of the tricks of each seat."""
    state = foxes.position(*hands, trick=trick, leader=leader)
    assert isinstance(state, GoosedState)
    state.won = [cards(text) for text in won]
    state.first, state.catcher = first, catcher
    return view(foxes.GAME, state, state.turn)


def golden(*hands: str, kept: tuple[str, str, str], leader: int, trick: str) -> View:
    """The end of a deal of Fools Gold, in which hearts are trumps, as the seat to act sees it."""
    state = test_fools_gold_rules.position(*hands, leader=leader, broken=True)
    state.kept = [cards(text) for text in kept]
    test_fools_gold_rules.do(state, *(f"play {face}" for face in trick.split()))
    return view(test_fools_gold_rules.GAME, state, state.turn)


POSITIONS: dict[str, tuple[Callable[[], View], str]] = {
    # The Red Foxes, 0 and 1, have three Geese. The last cards of all others are low diamonds, which the last Goose would take.
    "the last Goose goes to the White Foxes while it can": (
        lambda: foxy(
            "4D AC", "2D", "3D", "AD", trick="2S 5S 6S", leader=1, first=0, catcher=1,
            won=("4S 3S AS 7S 2C 3C 5C 7C", "4C 6C 7D 4H", "5D 6D 2H 3H", "5H 6H 7H AH"),
        ),
        "play 4D",
    ),
    # The Red Foxes, 1 and 2, have three Geese, and one of them has this trick: with the fourth all they have is lost.
    "the last Goose is forced upon the Red Foxes": (
        lambda: foxy(
            "4D AC", "2C", "3C", "5C", trick="2S 7S 6S", leader=1, first=1, catcher=2,
            won=("5D 6D 7D 2H", "4S 3S AS 5S", "4C 6C 7C 4H", "3H 5H 6H 7H"),
        ),
        "play 4D",
    ),
    # A White Fox has this trick, and the other one the best Goose, which a Red Fox's diamond would take.
    "a Goose is given to one's partner": (
        lambda: foxy(
            "4D 2C", "5D", "6D", "7D", trick="2S 5S 7S", leader=1, first=1, catcher=2,
            won=("AD 2D 3D 2H", "4S 3S AS 6S", "AC 3C 5C 6C", "3H 5H 6H 7H"),
        ),
        "play 4D",
    ),
    # Spades and trumps are gone but for these: with the seven both tricks are taken, with the ace none.
    "both tricks are taken where both can be": (
        lambda: foxy(
            "7S AS", "2D", "3D", "5C", trick="2S 5S 6S", leader=1, first=1, catcher=2,
            won=("6D 3S AC 2C", "4S 3C 6C 7C", "4C 2H 3H 4H", "4D 5D 7H 7D"),
        ),
        "play 7S",
    ),
    # The trick is of a suit that counts against; the last two cards of the others cannot make the king take anything.
    "a suit that counts against is left alone": (
        lambda: golden("KD 5D", "QD 6C", "3D 7C", kept=("AS KS QS JS", "", ""), leader=1, trick="QD 3D"),
        "play 5D",
    ),
    # With the king this trick and the next are two more spades; with the three there are none.
    "the best suit is taken to the end": (
        lambda: golden("KS 3S", "QS 6C", "5S 7C", kept=("9S 8S 7S 4S", "", ""), leader=1, trick="QS 5S"),
        "play KS",
    ),
    # Any spade counts as much, but the nine is the third.
    "what makes a set is kept": (
        lambda: golden("TS", "9S", "8S", kept=("9D 9C AS KS QS", "", ""), leader=0, trick="TS 9S 8S"),
        "keep 9S",
    ),
    # Four sixes earn as much more than three as three earn at all, and three tens are not there yet.
    "the fourth of a rank is worth more than the second": (
        lambda: golden("TS", "9S", "6S", kept=("6D 6C 6H TD AS KS QS", "", ""), leader=0, trick="TS 9S 6S"),
        "keep 6S",
    ),
}  # fmt: skip


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("name", POSITIONS)
def test_the_only_right_action_is_found(name: str, level: str) -> None:
    made, text = POSITIONS[name]
    seen = made()
    right = seen.game.read(text, seen.legal)
    assert len(seen.legal) > 1
    for seed in range(SEEDS):
        assert decide(make(level, Random(seed), 400), seen) == right
