"""A simulated evening at one screen: nothing that is hidden is in any frame, word or title before its owner's act."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from goosetable import games, players
from goosetable.app.match.match import Match
from goosetable.app.scenes import handover
from goosetable.engine.rules import options
from goosetable.sandbox import external
from tests.app.evening import ODD, TIMID, Evening, Plan
from tests.app.watching import Leak, Watch


def seats(game: Any) -> tuple[int, ...]:
    """With how many a game can be played, as far as a large table goes."""
    found = next((rule for rule in options.options_of(game.Options) if rule.key == "players"), None)
    counts = tuple(choice.value for choice in found.choices) if found else (game.seats(game.Options()),)
    return tuple(count for count in counts if isinstance(count, int) and count <= 6)


def plans(chance: Random, deals: int, each: int) -> Iterator[Plan]:
    """Tables for that many deals: four people and two computers where six can play, and fewer elsewhere."""
    left, shelf = deals, list[Any]()
    while left:
        if not shelf:
            shelf = sorted(games.SHELF, key=lambda game: (6 not in seats(game), chance.random()))
        game = shelf.pop(0)
        large = max(seats(game)) >= 6 and chance.random() < 0.7
        at = 6 if large else chance.choice(seats(game))
        people = 4 if large else chance.randint(1 if at == 2 else 2, min(4, at))
        stays = min(left, chance.randint(1, each))
        left -= stays
        yield Plan(game, at, people, stays)


@pytest.fixture
def watch(monkeypatch: pytest.MonkeyPatch) -> Watch:
    """A watch over evenings whose computers play at once."""
    monkeypatch.setattr(
        external, "make_player_in_process", lambda name, source, patience: players.make_player("random", Random(source))
    )
    monkeypatch.setattr("goosetable.app.match.agents.STAND_IN", "random")
    found = Watch()
    found.spy(monkeypatch)
    return found


def spend(folder: Path, seed: str, watch: Watch, deals: int, each: int, odd: float) -> Evening:
    """An evening, from the first table to the last."""
    evening = Evening(folder, seed, watch, odd)
    try:
        evening.play(plans(Random(seed), deals, each))
    finally:
        evening.program.close()
    return evening


def test_an_evening_shows_no_hidden_card_before_its_owners_act(tmp_path: Path, watch: Watch) -> None:
    """Two deals, four people and two computers at the large tables."""
    evening = spend(tmp_path, "two", watch, 2, 1, 0.4)
    done = evening.count
    assert done["deals"] == 2 and done["curtains"] > 100 and done["tables"] >= 2
    assert {*ODD, *(f"{what} before a curtain" for what in TIMID)} <= set(done)
    assert watch.frames > 1000 and watch.covered > 500 and watch.words > 50_000


def too_soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """The curtain opens at any touch."""
    monkeypatch.setattr(handover, "HOLD", 0.01)


def no_cover(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever is next sees their cards before they say that they are alone."""
    monkeypatch.setattr(Match, "view_at_screen", lambda match: match.session.view(match.me))


def thin_cloth(monkeypatch: pytest.MonkeyPatch) -> None:
    """The table can be seen through the curtain."""
    draw = handover.HandoverScene.draw

    def see_through(scene: handover.HandoverScene, canvas: Any) -> None:
        draw(scene, canvas)
        handed: Any = scene._on_handover
        handed.__self__.draw(canvas)

    monkeypatch.setattr(handover.HandoverScene, "draw", see_through)


def gossip(monkeypatch: pytest.MonkeyPatch) -> None:
    """The log names a card of somebody else's hand."""
    log = Match.log_lines

    def tell(match: Match) -> tuple[str, ...]:
        state, other = match.session.state, (match.me + 1) % match.session.seats
        hand = state.hands[other] if state is not None else 0
        face = match.game.text.card_name(hand.bit_length() - 1) if hand else "nothing"
        lines = log(match)
        return (*lines[:-1], f"{lines[-1]} Somebody holds {face}.") if lines else ()

    monkeypatch.setattr(Match, "log_lines", tell)


@pytest.mark.one_in(4)
@pytest.mark.parametrize("plant", [too_soon, no_cover, thin_cloth, gossip], ids=lambda plant: str(plant.__name__))
def test_a_planted_leak_is_found(plant: Any, tmp_path: Path, watch: Watch, monkeypatch: pytest.MonkeyPatch) -> None:
    plant(monkeypatch)
    with pytest.raises(Leak):
        spend(tmp_path, "planted", watch, 4, 1, 0.2)


@pytest.mark.slow
@pytest.mark.parametrize("part", range(4))
def test_an_evening_of_two_hundred_deals(tmp_path: Path, watch: Watch, part: int) -> None:
    """In four parts of fifty."""
    evening = spend(tmp_path, f"long {part}", watch, 50, 9, 0.03)
    print(sorted(evening.count.items()), watch.frames, watch.guarded, watch.covered, watch.words)
    assert evening.count["deals"] == 50 and evening.count["curtains"] > 500
