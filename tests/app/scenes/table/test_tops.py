"""Tops at the table: the hand goes to its new order before one's eyes, and the order of the ranks stays to be seen."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pygame
import pytest

from goosetable.app.match.match import Match
from goosetable.app.table import sidebar_blocks
from goosetable.app.table.panels.name_panel import NamePanel
from goosetable.app.table.stage import cloth_labels
from goosetable.engine.rules import action
from goosetable.engine.rules.action import Verb
from goosetable.games.cross_purposes.rules import CrossOptions, CrossPurposes, CrossState
from tests.app.table_window import CODE, Window

Open = Callable[..., Window]
SIZES = ((1280, 720), (640, 400), (700, 1000), (900, 500))


def naming(open_table: Open, players: int = 2, **more: Any) -> Window:
    """A table at which the person is to name a rank or a suit."""
    people = tuple((name, "human" if i == 0 else "random") for i, name in enumerate(("You", "Ann", "Ben", "Cyd")[:players]))
    for code in (CODE, "7Q4KM2XD9TBR", "7Q4KM2XD9TBS", "7Q4KM2XD9TBT"):
        window = open_table(game=CrossPurposes(), options=CrossOptions(players=players), people=people, code=code, **more)
        window.until(lambda window=window: window.mine)  # type: ignore[misc]
        panel = window.panel
        if isinstance(panel, NamePanel) and any(getattr(tile, "sign", "") == "8" for tile in panel.tiles):
            return window
    raise AssertionError("nobody was asked for a rank")


def test_cards_go_to_their_new_places_when_tops_are_named(open_table: Open) -> None:
    window = naming(open_table, pace="leisurely")
    hand = window.scene.hand
    before, poses = list(hand.cards), {sprite.key: sprite.pose.x for sprite in hand.sprites}
    window.key(pygame.K_8)
    under_way = 0
    for _ in range(400):
        window.tick(1 / 60)
        places = {sprite.key: sprite.rest.x for sprite in hand.sprites}
        under_way += any(
            min(places[s.key], poses[s.key]) + 1 < s.pose.x < max(places[s.key], poses[s.key]) - 1 for s in hand.sprites
        )
        if hand.cards != before and not hand.busy:
            break
    assert under_way > 5
    assert hand.cards != before
    assert sorted(hand.cards) == sorted(before)


@pytest.mark.one_in(3)
@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("text", [1.0, 2.0])
def test_the_order_of_the_ranks_stays_to_be_seen(
    open_table: Open, monkeypatch: pytest.MonkeyPatch, players: int, size: tuple[int, int], text: float
) -> None:
    window = naming(open_table, players, size=size, text_size=text, pace="at once")
    drawn: list[tuple[tuple[str, ...], tuple[float, float, float, float]]] = []
    ladder = sidebar_blocks.draw_rank_boxes

    def watched(canvas: Any, area: Any, ranking: Any, *more: Any, **named: Any) -> Any:
        drawn.append((tuple(ranking), area))
        return ladder(canvas, area, ranking, *more, **named)

    monkeypatch.setattr(sidebar_blocks, "draw_rank_boxes", watched)
    for _ in range(30):
        window.until(lambda: window.mine)
        if window.match.game.text.ranking(window.match.present_view().known) and window.panel is None:
            break
        legal = window.match.present_view().legal
        window.scene.perform(next((a for a in legal if action.verb_of(a) is Verb.TOPS), legal[0]), by_person=True)
        window.tick(0.4)
    drawn.clear()
    window.draw_anew()
    state = window.match.present_view().known
    assert [ranking for ranking, _ in drawn] == [window.match.game.text.ranking(state)]
    x, y, w, h = drawn[0][1]
    assert x >= 0
    assert y >= 0
    assert x + w <= size[0]
    assert y + h <= size[1]
    assert w / 13 >= sidebar_blocks.RANK_LEAST - 0.01
    layout = window.scene.layout
    if layout.compact:
        assert x + w <= window.scene.controls.hint.rect.x
        assert y + h <= layout.strip
    else:
        assert layout.ledger_area.contains_point((x + 1, y + 1))


def test_ranks_have_room_where_the_cloth_is_empty(open_table: Open) -> None:
    """In the second half no cards lie before the person, and the suit or the rank that is left is named."""
    window = naming(open_table, pace="at once")
    while not (window.panel is not None and window.panel.decision.cleared):
        window.until(lambda: window.mine)
        legal = window.match.present_view().legal
        window.scene.perform(next((a for a in legal if action.verb_of(a) is Verb.TRUMP), legal[0]), by_person=True)
        window.tick(0.4)
        window.until(lambda: window.mine)
    assert all(tile.rect.w >= 34 and tile.rect.h >= 34 for tile in window.panel.tiles)
    assert window.panel.scale >= window.scene.layout.t


def test_ranks_that_lie_in_the_trick_stand_out(open_table: Open) -> None:
    window = naming(open_table, pace="at once")
    window.key(pygame.K_8)
    seen = set()
    for _ in range(12):
        window.until(lambda: window.mine or window.scored)
        if window.scored or window.panel is not None:
            break
        snapshot = window.shown
        assert len(snapshot.trick_ranks) == len(snapshot.trick)
        assert set(snapshot.trick_ranks) <= set(snapshot.facts.ranking)
        seen |= set(snapshot.trick_ranks)
        window.scene.perform(window.match.present_view().legal[0], by_person=True)
        window.tick(0.4)
    assert seen


@pytest.mark.parametrize("size", [(1280, 720), (640, 400)])
def test_calls_that_stand_are_told_at_seats_tiles_and_in_the_sidebar(open_table: Open, size: tuple[int, int]) -> None:
    window = naming(open_table, 4, size=size, pace="at once")
    scene = window.scene
    for _ in range(8):
        window.until(lambda: window.mine)
        assert isinstance(scene.panel, NamePanel)
        if any(call.seat == 0 and call.action is not None for call in scene.stage.snapshot.facts.standing):
            break
        window.click(next(tile for tile in scene.panel.tiles if not tile.choice.verdict).rect.center)
        window.tick(0.4)
    shown, panel = scene.stage.snapshot, scene.panel
    stands = {call.action: call.seat for call in shown.facts.standing if call.action is not None}
    assert 0 in stands.values() and isinstance(panel, NamePanel)
    for tile in panel.tiles:
        seat = stands.get(tile.choice.action)
        assert tile.portrait == ("" if seat is None else scene.portraits[seat])
        assert tile.barred == (seat == 0)
        if seat is not None:
            assert shown.plates[seat].startswith("Called" if seat == 0 else "Calls")
        if seat:
            assert shown.names[seat] in tile.choice.verdict
    before = list(window.actions)
    window.click(next(tile for tile in panel.tiles if tile.barred).rect.center)
    assert window.actions == before
    assert scene.messages.reason.endswith("it is your standing call already.")
    match = next(tile for tile in panel.tiles if tile.choice.verdict)
    window.click(match.rect.center)
    after = window.match.session.state
    assert isinstance(after, CrossState) and after.partners[0] == stands[match.choice.action]


def second_half(open_table: Open, **more: Any) -> Window:
    """Returns a table at which the person has to name the top rank of the second half."""
    people = (("You", "human"), ("Ann", "random"))
    window = open_table(game=CrossPurposes(), options=CrossOptions(), people=people, pace="at once", **more)
    match, rng = window.match, Random(2)
    while not (
        match.session.due == "act" and match.my_turn and state_of(match).half == 2 and state_of(match).is_naming_pending
    ):
        if match.session.due != "act":
            match.deal()
        else:
            legal = match.session.legal()
            match.act(legal[0] if state_of(match).is_naming_pending else rng.choice(list(legal)))
    window.reopen()
    window.until(lambda: window.mine and window.panel is not None)
    return window


def state_of(match: Match) -> CrossState:
    state = match.session.state
    assert isinstance(state, CrossState)
    return state


@pytest.mark.parametrize(("size", "least"), [((1280, 720), (46, 70)), ((640, 400), (30, 50))])
def test_ranks_are_large_in_the_second_half(open_table: Open, size: tuple[int, int], least: tuple[int, int]) -> None:
    """The cards of the first half are beside the trick, so that the panel may use the rest of the cloth."""
    panel = second_half(open_table, size=size).panel
    assert isinstance(panel, NamePanel)
    ranks = [tile.rect for tile in panel.tiles if action.verb_of(tile.choice.action) is Verb.TOPS]
    assert len(ranks) == 13
    assert min(rect.w for rect in ranks) >= least[0] and min(rect.h for rect in ranks) >= least[1]


def test_the_cards_of_the_first_half_are_called_so(open_table: Open) -> None:
    stage = second_half(open_table, text_size=2.0).scene.stage
    words = [label.words for label in cloth_labels(stage)]
    assert "first half" in words and "left out" not in words
