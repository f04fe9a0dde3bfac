"""Who plays, changed in the middle of a game; taking back at the curtain; a pause that covers the cards."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pygame
import pytest

from goosetable import cards, games
from goosetable.app.match.match import Match, seats_away
from goosetable.app.scenes import fair_play
from goosetable.app.scenes.chairs import ChairsScene
from goosetable.app.scenes.handover import LINE, ROOM, HandoverScene
from goosetable.app.scenes.page import Page
from goosetable.app.scenes.pause_menu import PauseMenuScene
from goosetable.app.scenes.score.scene import ScoreScene
from goosetable.app.table.snapshot import snapshot
from goosetable.app.ui.focus import Widget
from goosetable.engine.record import replay
from tests.app.scenes.test_handover import act, company, curtain, faces, open_for, post
from tests.app.table_window import Window, still

TRIO = (("Anna", "human"), ("Vesper", "random"), ("Ben", "human"))


@pytest.fixture
def lay(tmp_path: Path) -> Iterator[Callable[..., Window]]:
    yield from still(tmp_path, TRIO)


def press(window: Window, widget: Widget) -> None:
    """Enter on a control, as Tab reaches it; one that is off is not reached."""
    assert isinstance(window.scenes.top, Page)
    window.scenes.top.widgets.to(widget)
    if widget.reachable:
        window.key(pygame.K_RETURN)


def who_plays(window: Window) -> ChairsScene:
    """The page, by the menu from the table or the curtain."""
    window.key(pygame.K_ESCAPE)
    menu = window.scenes.top
    assert isinstance(menu, PauseMenuScene)
    press(window, menu.chairs)
    found = window.scenes.top
    assert isinstance(found, ChairsScene)
    return found


def change(window: Window, seat: int) -> None:
    """Another plays at a seat from now on."""
    page = who_plays(window)
    press(window, next(row for row in page.rows if row.seat == seat))
    for _ in range(2):
        window.key(pygame.K_ESCAPE)


def record(window: Window) -> bytes:
    return window.matches.saves.record()


class TestChairs:
    def test_a_character_goes_on_for_a_person_and_the_record_notes_it(self, lay: Callable[..., Window]) -> None:
        window = lay()
        open_for(window)
        change(window, 0)
        session = window.match.session
        assert session.chairs[0].player == "random" and session.chairs[0].name not in ("Anna", "Vesper", "Ben")
        assert b'{"chair": 0, "name": "' + session.chairs[0].name.encode() + b'", "player": "random"}' in record(window)
        assert seats_away(session) == (0,) and window.match.persons == (2,)
        assert open_for(window) == 2, "who leaves does not see the cards of who stays"
        window.until(lambda: window.match.my_turn)
        assert window.match.me == 2 and window.scenes.top is window.scene
        assert window.scene.portraits[2] == window.scene.sidebar.portraits[2]

    def test_and_the_person_comes_back_behind_the_curtain(self, lay: Callable[..., Window]) -> None:
        window = lay()
        open_for(window)
        before = window.scene.portraits[2]
        change(window, 0)
        open_for(window)
        window.until(lambda: window.match.my_turn)
        assert window.scene.portraits[2] == before, "who stays looks as before"
        change(window, 0)
        assert window.match.covered and window.match.persons == (0, 2) and not seats_away(window.match.session)
        assert window.match.session.chairs == window.match.session.header.chairs
        assert not snapshot(window.match).own and not faces(window) & _secrets(window.match)
        curtain(window)

    def test_the_last_person_stays(self, lay: Callable[..., Window]) -> None:
        window = lay()
        open_for(window)
        change(window, 0)
        page = who_plays(window)
        (other,) = (row for row in page.rows if row.seat == 2)
        assert not other.enabled and "one of you" in other.value
        press(window, other)
        assert window.match.persons == (2,)

    def test_what_was_done_before_is_not_taken_back(self, lay: Callable[..., Window]) -> None:
        window, chance = lay(), Random(3)
        open_for(window)
        act(window, chance)
        change(window, 0)
        assert window.match.takes_back == 0

    def test_a_person_alone_has_nobody_to_change_with(self, lay: Callable[..., Window]) -> None:
        window = lay((("You", "human"), ("Vesper", "random"), ("Dorothea", "random")))
        window.until(lambda: window.match.my_turn)
        window.key(pygame.K_ESCAPE)
        menu = window.scenes.top
        assert isinstance(menu, PauseMenuScene) and not menu.chairs.shown


def _secrets(match: Match) -> set[str]:
    """The names of the cards that somebody holds and not all know."""
    seen = match.session.view(-1)
    return {match.game.card_name(card) for card in cards.members(seen.unseen & ~seen.known.shown)}


class TestTakingBackAtTheCurtain:
    def test_brings_the_curtain_of_the_one_before(self, lay: Callable[..., Window]) -> None:
        window, chance = lay(company(games.SHELF[0])), Random(1)
        first = open_for(window)
        act(window, chance)
        seen = curtain(window)
        assert seen.person != first and seen.undo.shown
        window.key(pygame.K_z, pygame.KMOD_LCTRL)
        assert seen.person == first and not seen.undo.shown
        assert window.match.session.undoable == 0 and window.match.covered
        assert open_for(window) == first

    def test_also_over_what_computer_players_did_since(self, lay: Callable[..., Window]) -> None:
        window, chance = lay(), Random(1)
        first = open_for(window)
        for _ in range(20):
            window.until(lambda: window.match.my_turn or isinstance(window.scenes.top, HandoverScene))
            if isinstance(window.scenes.top, HandoverScene) and window.match.session.undoable > 1:
                break
            if isinstance(window.scenes.top, HandoverScene):
                first = open_for(window)
            act(window, chance)
        seen = curtain(window)
        count = window.match.session.undoable
        press(window, seen.undo)
        assert window.match.session.undoable < count and seen.person == first

    def test_not_once_the_next_person_has_opened_it(self, lay: Callable[..., Window]) -> None:
        window, chance = lay(company(games.SHELF[0])), Random(1)
        first = open_for(window)
        act(window, chance)
        assert open_for(window) != first
        post(window, pygame.KEYDOWN, key=pygame.K_F8, mod=0, unicode="")
        assert not curtain(window).undo.shown
        window.key(pygame.K_z, pygame.KMOD_LCTRL)
        assert window.match.session.undoable == 1

    def test_not_what_turned_up_hidden_cards(self, lay: Callable[..., Window]) -> None:
        game = games.find("throps")
        window, chance = lay(company(game), game=game), Random(1)
        for number in range(3):
            open_for(window)
            act(window, chance)
            assert curtain(window).undo.shown is (number < 2)


class TestSinceYourLastTurn:
    def test_tells_all_since_the_own_last_act(self, lay: Callable[..., Window]) -> None:
        """Looking and hiding the cards again loses nothing, and neither does going on another day."""
        window, chance = lay(company(games.SHELF[0])), Random(1)
        open_for(window)
        act(window, chance)
        person, told = curtain(window).person, curtain(window).told
        assert told
        open_for(window)
        post(window, pygame.KEYDOWN, key=pygame.K_F8, mod=0, unicode="")
        assert curtain(window).told == told
        again = Match([window.match.session], window.match._journal, "seed", lambda said: None)
        assert again.since(person) == told

    def test_has_room_for_twelve_and_the_button_stays(self, lay: Callable[..., Window]) -> None:
        window = lay()
        seen = curtain(window)
        places, lines = set(), ((None, "Vesper plays ~7♥~."),) * 40
        for count in range(14):
            seen.told = lines[:count]
            seen.resized(1280, 720)
            places.add(tuple(seen.show.rect))
            assert (seen.scroll.inner > 0) is (count > ROOM[1])
            assert seen.scroll.rect.h >= min(max(1, count), ROOM[1]) * LINE * seen.t - 1
            assert seen.sheet.top > 0 and seen.undo.rect.bottom < 720
        assert len(places) == 1


class TestCovering:
    @pytest.mark.parametrize("key", [pygame.K_ESCAPE, pygame.K_p])
    def test_a_pause_covers_the_hand(self, lay: Callable[..., Window], key: int) -> None:
        window = lay()
        person = open_for(window)
        window.until(lambda: not window.scene.timeline.busy)
        assert faces(window)
        window.key(key)
        assert isinstance(window.scenes.top, PauseMenuScene) and window.match.covered
        assert not faces(window) & _secrets(window.match)
        window.key(pygame.K_ESCAPE)
        assert curtain(window).person == person

    def test_another_window_in_front_covers_it(self, lay: Callable[..., Window]) -> None:
        window = lay()
        open_for(window)
        post(window, pygame.WINDOWFOCUSLOST)
        assert window.match.covered and isinstance(window.scenes.top, HandoverScene)

    def test_alone_it_stays(self, lay: Callable[..., Window]) -> None:
        window = lay((("You", "human"), ("Vesper", "random"), ("Dorothea", "random")))
        window.until(lambda: window.match.my_turn)
        post(window, pygame.WINDOWFOCUSLOST)
        assert window.scenes.top is window.scene and snapshot(window.match).own


@pytest.mark.parametrize("game", games.SHELF, ids=lambda game: game.id)
def test_whatever_comes_nothing_is_lost_and_nothing_shown(game: Any, lay: Callable[..., Window]) -> None:
    """People get up, come back, take back, hide, pause and open the record anew, at any moment of a deal."""
    chance = Random(f"chairs {game.id}")
    window = lay(company(game, (0, 1)), game=game)
    shown_to: set[int] = set()
    changed = 0

    def watch() -> None:
        """What is on the screen is known to the person who looks, or to all."""
        match = window.match
        shown_to.clear()
        if match.session.state is None or isinstance(window.scenes.top, (ScoreScene, HandoverScene)) or window.scene.busy:
            return
        looker = -1 if match.covered else match.me
        seen = match.session.view(looker)
        secret = seen.unseen & ~seen.known.shown
        own = set(cards.members(seen.hand))
        assert not set(snapshot(match).own) - own
        known = {match.game.card_name(card) for card in own}
        assert not (faces(window) - known) & {match.game.card_name(card) for card in cards.members(secret)}

    window.watch = watch
    for _ in range(60):
        window.until(
            lambda: (
                isinstance(window.scenes.top, (HandoverScene, ScoreScene))
                or (window.match.my_turn and not window.scene.timeline.busy)
            )
        )
        if isinstance(window.scenes.top, ScoreScene):
            break
        kind = chance.choice(["act", "act", "act", "chair", "undo", "hide", "pause", "reopen"])
        if kind == "chair":
            session = window.match.session
            seat = chance.choice(seats_away(session) or window.match.persons)
            change(window, seat)
            changed += 1
        elif kind == "undo":
            window.key(pygame.K_z, pygame.KMOD_LCTRL)
        elif kind == "pause":
            window.key(pygame.K_ESCAPE)
            window.key(pygame.K_ESCAPE)
        elif kind == "reopen":
            again, now = [session for _, _, session in replay.replay(record(window), games.find)][-1], window.match.session
            assert again.chairs == now.chairs and again.state is not None and now.state is not None
            assert again.state.actions == now.state.actions
        elif isinstance(window.scenes.top, HandoverScene):
            open_for(window)
        elif kind == "hide":
            window.key(pygame.K_F8)
        else:
            act(window, chance)
    assert changed
    found = list(fair_play.check_record(record(window)))[-1]
    assert found.right, found.sentence
