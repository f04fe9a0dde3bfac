"""A game of open hands at the screen: from the title to a bid by mouse and by keys, and every word of the middle."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pygame
import pytest

from goosetable.app.render.canvas import Canvas
from goosetable.app.scenes.new_game.scene import NewGameScene
from goosetable.app.scenes.pause_menu import PauseMenuScene
from goosetable.app.scenes.score.scene import ScoreScene
from goosetable.app.scenes.table.scene import TableScene
from goosetable.app.scenes.title.scene import TitleScene
from goosetable.app.table import auction
from goosetable.engine.record.format import Chair
from goosetable.engine.rules.action import value_of
from tests.games import playing

Opens = Callable[..., Any]
GOPS = playing.find("gops")
CHAIRS = (Chair("Gooseberry", "human"), Chair("Vesper", "random"), Chair("Quill", "random"))
SIZES = ((640, 400), (900, 500), (1280, 720), (1920, 1080))


def until(program: Any, so: Callable[[], bool]) -> None:
    for _ in range(2000):
        if so():
            return
        program.step(0.05)
        for _ in range(40):
            if not program.loop.scenes.run_slice():
                break
    raise AssertionError("it never happened")


def my_turn(program: Any) -> bool:
    scene = program.top
    return isinstance(scene, TableScene) and not scene.timeline.busy and scene.stage.snapshot.mine


def table(program: Any, players: int = 3, **options: Any) -> Any:
    match = program.matches.begin_table(GOPS, GOPS.Options(players=players, **options), CHAIRS[:players], "7Q4KM2XD9TBR")
    return program.show(lambda context, matches: TableScene(context, match))


def menu(program: Any) -> list[str]:
    """The labels of the menu over the table, which is closed again."""
    program.key(pygame.K_ESCAPE)
    assert isinstance(program.top, PauseMenuScene)
    labels = [widget.label for widget in program.top.widgets.all]
    program.key(pygame.K_ESCAPE)
    assert isinstance(program.top, TableScene)
    return labels


def from_title(program: Any) -> Any:
    """A table, laid by clicks on what stands there."""
    scene = program.show(TitleScene)
    program.finish()
    program.click(next(tile for tile in scene.tiles if tile.game.id == "gops"))
    assert isinstance(program.top, NewGameScene)
    program.click(program.top.deal)
    until(program, lambda: my_turn(program))
    return program.top


@pytest.mark.parametrize("size", SIZES[::3])
def test_from_the_title_to_a_bid_by_mouse(program: Opens, size: tuple[int, int]) -> None:
    one = program(size)
    scene = from_title(one)
    card = scene.hand.cards[2]
    pose = next(sprite.rest for sprite in scene.hand.sprites if sprite.key == f"card {card}")
    one.click((round(pose.x - 0.2 * pose.height), round(pose.y)))
    until(one, lambda: bool(scene.match.session.state.actions))
    assert card in [value_of(action) for seat, action in scene.match.session.state.actions if seat == scene.match.me]
    until(one, lambda: my_turn(one))
    assert scene.match.session.state.round == 2, "the next round begins by itself"


def test_from_the_table_to_a_bid_by_keys(program: Opens) -> None:
    one = program()
    scene = table(one)
    until(one, lambda: my_turn(one))
    one.key(pygame.K_TAB) if scene.controls.widgets.focus is not scene.controls.fan else None
    one.key(pygame.K_RIGHT, pygame.K_RIGHT)
    card = scene.hand.focus
    assert card is not None
    one.key(pygame.K_RETURN)
    assert card not in scene.hand.cards
    until(one, lambda: my_turn(one))
    one.key(pygame.K_l)
    assert scene.last_trick is not None


def test_who_takes_a_bid_back_is_told_what_they_have_seen(program: Opens) -> None:
    """Alone one may; it is said which bids are known now, until the next press."""
    one = program()
    scene = table(one)
    until(one, lambda: my_turn(one))
    scene.hand.focus_card(scene.hand.cards[0])
    one.key(pygame.K_RETURN)
    until(one, lambda: my_turn(one) and len(scene.match.deal_log().tricks) == 1)
    others = [play for play in scene.match.deal_log().tricks[-1].plays if play[0] != scene.match.me]
    one.key(pygame.K_z, mod=pygame.KMOD_LCTRL)
    assert not scene.match.deal_log().tricks
    said = scene.messages.message[0]
    assert said.startswith("Taken back, though the bids were shown and are known now: ")
    assert all(
        f"{scene.match.with_names(f'[{seat}]')}'s {scene.match.game.text.card_name(card)}" in said for seat, card in others
    )
    one.key(pygame.K_RIGHT)
    assert "known now" not in scene.messages.message[0]
    if scene.match.undo_length:  # nothing but a first bid of another is left
        assert not scene.messages.undone_bids_notice


class Words:
    """Keeps what is written."""

    def __init__(self, canvas: Canvas, monkeypatch: pytest.MonkeyPatch) -> None:
        self.found: list[str] = []
        for name in ("draw_plain_text", "draw_rich_line"):
            monkeypatch.setattr(canvas, name, self._kept(getattr(canvas, name)))

    def _kept(self, draw: Opens) -> Opens:
        def drawn(s: str, *more: Any, **named: Any) -> Any:
            self.found.append(s)
            return draw(s, *more, **named)

        return drawn


@pytest.mark.one_in(2)
@pytest.mark.parametrize(("size", "players"), list(zip(SIZES, (2, 3, 3, 2), strict=True)))
def test_every_moment_of_a_deal_is_drawn_with_its_words(
    program: Opens, size: tuple[int, int], players: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = program(size)
    scene, chance = table(one, players), Random(2)
    words = Words(one.context.canvas, monkeypatch)
    rounds = 0
    while True:
        until(one, lambda: my_turn(one) or isinstance(one.top, ScoreScene))
        if isinstance(one.top, ScoreScene):
            break
        words.found.clear()
        scene.picture.clear_layers()
        scene.dirty = True
        one.step()
        shown = scene.stage.snapshot
        assert shown.tally is not None
        assert shown.tally.stock in words.found
        before, _, last = shown.tally.offer.rpartition(" ")
        assert f"{before} {{{last}}}" in words.found
        assert set(shown.names) <= set(words.found)
        down = len(scene.match.session.state.committed)
        assert words.found.count("bid is down") == (down if auction.auction_plan(scene.layout).lines > 1 else 0)
        rounds += 1
        scene.perform(chance.choice(list(scene.match.session.legal())), by_person=True)
    assert rounds == 13


def test_a_game_without_tricks_says_round_and_shows_no_egg(program: Opens) -> None:
    one = program(pace="at once")
    scene = table(one, 2)
    until(one, lambda: my_turn(one))
    assert scene.controls.last.label == "Last round"
    assert scene.stage.egg is None
    assert scene.stage.snapshot.place == "Round 1 of 13"
    assert not any("Last" in label for label in menu(one)), "there is no round yet to be seen again"
    scene.perform(scene.match.session.legal()[0], by_person=True)
    until(one, lambda: my_turn(one))
    assert scene.match.deal_log().tricks
    assert "Last round" in menu(one)


def test_the_last_round_is_told_also_where_nobody_took_it(program: Opens, monkeypatch: pytest.MonkeyPatch) -> None:
    one = program(pace="at once")
    scene = table(one, 2)
    while not scene.match.deal_log().tricks:
        until(one, lambda: my_turn(one) or bool(scene.match.deal_log().tricks))
        state = scene.match.session.state
        if my_turn(one):
            legal = scene.match.session.legal()
            lying = [bid for bid in state.bids if bid >= 0]
            wanted = lying[0] % 13 if lying else legal[0] % 13
            scene.perform(next(a for a in legal if value_of(a) % 13 == wanted or not lying), by_person=True)
    (trick, *_) = scene.match.deal_log().tricks
    until(one, lambda: my_turn(one))
    if trick.taker < 0:
        assert trick.tied_seats == (0, 1)
    words = Words(one.context.canvas, monkeypatch)
    one.key(pygame.K_l)
    one.step()
    assert "Round 1 of 13" in words.found
    assert any(line in trick.log_line or "You" in line for line in words.found)


def test_the_last_round_names_its_taker_and_nobody_else(program: Opens, monkeypatch: pytest.MonkeyPatch) -> None:
    one = program(pace="at once")
    scene, chance, takers = table(one), Random(3), set()
    words = Words(one.context.canvas, monkeypatch)
    for number in range(1, 7):
        until(one, lambda: my_turn(one))
        scene.perform(chance.choice(list(scene.match.session.legal())), by_person=True)
        until(one, lambda: my_turn(one))
        trick = scene.match.deal_log().tricks[-1]
        takers.add(trick.taker)
        words.found.clear()
        one.key(pygame.K_l)
        one.step()
        assert f"Round {number} of 13" in words.found
        told = words.found[words.found.index(f"Round {number} of 13") :]
        assert scene.match.with_names(trick.log_line) in " ".join(told)
        assert not [line for line in told if "[" in line or "The trick is" in line]
        one.key(pygame.K_ESCAPE)
    assert len(takers) > 2, "also a round that nobody took"


@pytest.mark.parametrize("deals", [1, 2])
def test_a_game_of_one_deal_has_no_column_of_deals(program: Opens, deals: int, monkeypatch: pytest.MonkeyPatch) -> None:
    one = program(pace="at once")
    scene = table(one, 2, deals=deals)
    until(one, lambda: my_turn(one))
    match = scene.match
    while match.session.due == "act":
        match.act(match.session.legal()[0])
    words = Words(one.context.canvas, monkeypatch)
    until(one, lambda: isinstance(one.top, ScoreScene))
    one.finish()
    several = deals > 1
    assert ("deal" in words.found, "points" in words.found) == (several, not several)
