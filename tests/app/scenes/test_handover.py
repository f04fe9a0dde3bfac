"""Several people at one screen: the curtain, what may be taken back, who plays, changed in mid-game, and a pause."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pygame
import pytest

from goosetable import cards, games
from goosetable.app.match.match import Match, seats_of_absent_people
from goosetable.app.match.review_session import ReviewedMatch
from goosetable.app.scenes import fair_play
from goosetable.app.scenes.card_pages import AllHandsScene
from goosetable.app.scenes.chairs import ChairsScene
from goosetable.app.scenes.element_page import ElementPage
from goosetable.app.scenes.handover import AGAIN, FORGOTTEN, HOLD, LINE, ROOM, HandoverScene, curtain_announcement
from goosetable.app.scenes.pause_menu import PauseMenuScene
from goosetable.app.scenes.score.scene import ScoreScene
from goosetable.app.scenes.table.controls import ChoicesThreshold
from goosetable.app.scenes.table.scene import TableScene
from goosetable.app.table.seats import portraits_at_table
from goosetable.app.table.snapshot import take_snapshot
from goosetable.app.ui.accessible import spoken_text
from goosetable.app.ui.widget import Widget
from goosetable.engine.record import replay
from goosetable.engine.record.format import Chair
from goosetable.engine.rules.action import GIVE
from tests.app.table_window import Window, still
from tests.narrowing import of_kind

PEOPLE = (("Anna", "human"), ("Vesper", "random"), ("Ben", "human"))
ALONE = (("Gooseberry", "human"), ("Vesper", "random"), ("Dorothea", "random"))
GOOSED = games.find_game("goosed")
ENTER = pygame.K_RETURN


def company(game: Any, persons: tuple[int, ...] | None = None) -> tuple[tuple[str, str], ...]:
    """People at these seats, at all of them where it is not said, and computers at the others."""
    seats = range(game.seats(game.Options()))
    return tuple((f"Person {seat}", "human" if persons is None or seat in persons else "random") for seat in seats)


@pytest.fixture
def lay(tmp_path: Path) -> Iterator[Callable[..., Window]]:
    """Opens tables in windows that are closed afterwards."""
    yield from still(tmp_path, PEOPLE)


def post(window: Window, kind: int, **fields: Any) -> None:
    window.scenes.handle(pygame.event.Event(kind, **fields))


def hold(window: Window, seconds: float = HOLD + 0.1) -> None:
    """Enter is held down for so long."""
    post(window, pygame.KEYDOWN, key=ENTER, mod=0, unicode="")
    window.tick(seconds, fps=30)
    post(window, pygame.KEYUP, key=ENTER, mod=0)


def curtain(window: Window) -> HandoverScene:
    window.until(lambda: isinstance(window.scenes.top, HandoverScene))
    return of_kind(HandoverScene, window.scenes.top)


def focused(window: Window) -> Widget | None:
    """What a key is for."""
    return window.focus


def open_for(window: Window) -> int:
    """The curtain is waited for and opened; whose it was."""
    window.until(lambda: not window.match.computer_acts_while_covered)
    person = curtain(window).person
    hold(window)
    window.until(lambda: window.scenes.top is window.scene)
    return person


def act(window: Window, chance: Random) -> None:
    """The person who looks does anything legal."""
    window.until(lambda: window.match.is_my_turn and not window.scene.timeline.has_beats)
    window.scene.perform(chance.choice(list(window.match.session.legal())), by_person=True)


def faces(window: Window) -> set[str]:
    """Every card whose face the table shows, or would if it were drawn now."""
    shown = window.scene.stage.sprites_in_order() if window.scene.stage.shown is not None else []
    return {sprite.code for sprite in shown if not sprite.hidden and sprite.code and sprite.pose.face > 0}


class TestCurtain:
    def test_hangs_before_the_first_card(self, lay: Callable[..., Window]) -> None:
        window = lay()
        seen = curtain(window)
        assert seen.covers and seen.person in (0, 2)
        assert window.match.is_covered
        assert not any(window.match.view_at_screen().known.hands)

    def test_nobody_else_between_needs_none(self, lay: Callable[..., Window]) -> None:
        """Whoever takes a trick and leads again is still alone with the screen."""
        window, chance = lay(), Random(5)
        again = 0
        person = open_for(window)
        for _ in range(30):
            window.until(lambda: isinstance(window.scenes.top, (HandoverScene, ScoreScene)) or window.match.is_my_turn)
            if isinstance(window.scenes.top, ScoreScene):
                break
            if isinstance(window.scenes.top, HandoverScene):
                assert window.scenes.top.person != person
                person = open_for(window)
            else:
                again += 1
                act(window, chance)
        assert again

    @pytest.mark.parametrize("key", [ENTER, pygame.K_SPACE])
    @pytest.mark.parametrize("game", ["goose", "cross-purposes"])
    def test_a_press_too_many_chooses_nothing(self, lay: Callable[..., Window], game: str, key: int) -> None:
        """The focus stands before the choices, not on one of them; the first key goes to one, and only the next takes it."""
        found = games.find_game(game)
        window = lay(company(found), game=found)
        open_for(window)
        window.until(lambda: window.match.is_my_turn and window.panel is not None)
        panel, before = window.panel, list(window.actions)
        assert panel is not None and isinstance(focused(window), ChoicesThreshold)
        window.key(key)
        assert window.actions == before and focused(window) in [*panel.tiles]
        window.tick(0.1)
        window.key(key)
        assert len(window.actions) == len(before) + 1

    def test_a_press_too_many_plays_no_card(self, lay: Callable[..., Window]) -> None:
        window, chance = lay(), Random(2)
        open_for(window)
        while not (window.match.is_my_turn and window.panel is None):
            act(window, chance)
            window.until(lambda: isinstance(window.scenes.top, HandoverScene) or window.match.is_my_turn)
            if isinstance(window.scenes.top, HandoverScene):
                open_for(window)
                window.until(lambda: window.match.is_my_turn)
        window.tick(0.5)
        before = list(window.actions)
        assert window.scene.hand.focus is None
        window.key(ENTER)
        assert window.actions == before
        assert window.scene.hand.focus in window.legal, "the card that may be played is shown first"
        window.tick(0.1)
        window.key(ENTER)
        assert len(window.actions) == len(before) + 1

    @pytest.mark.parametrize("way", ["figure", "arrow", "pointer"])
    def test_figures_arrows_and_the_pointer_choose_as_ever(self, lay: Callable[..., Window], way: str) -> None:
        found = games.find_game("goose")
        window = lay(company(found), game=found, options=found.Options(max_hand=4))
        open_for(window)
        window.until(lambda: window.match.is_my_turn and window.panel is not None)
        panel, controls, before = window.panel, window.scene.controls, list(window.actions)
        assert panel is not None
        if way == "figure":
            window.key(pygame.K_1)
        elif way == "arrow":
            window.key(pygame.K_LEFT)
            assert focused(window) in [*panel.tiles]
            window.tick(0.1)
            window.key(ENTER)
        else:
            window.point(panel.tiles[1].rect.center)
            assert controls.widgets.focus is panel.tiles[1]
            window.click(panel.tiles[1].rect.center)
        assert len(window.actions) == len(before) + 1

    @pytest.mark.parametrize(
        ("kind", "at", "held", "waits", "opens"),
        [
            (pygame.KEYDOWN, None, 0.0, (1.0,), False),
            (pygame.KEYDOWN, None, HOLD - 0.2, (1.0,), False),
            (pygame.KEYDOWN, None, 0.1, (AGAIN, 1.0), True),  # who cannot hold a key presses twice
            (pygame.KEYDOWN, None, 0.1, (FORGOTTEN + 0.2,) * 2, False),
            (pygame.MOUSEBUTTONDOWN, "the button", 0.0, (AGAIN / 2 - 0.1,) * 2, False),  # a double click
            (pygame.MOUSEBUTTONDOWN, "the button", HOLD + 0.1, (1.0,), True),
            (pygame.MOUSEBUTTONDOWN, "beside it", HOLD + 0.3, (0.0,), False),
        ],
    )
    def test_it_opens_when_it_is_held_or_pressed_twice_slowly(
        self, lay: Callable[..., Window], kind: int, at: str | None, held: float, waits: tuple[float, ...], opens: bool
    ) -> None:
        window = lay()
        seen = curtain(window)
        for wait in waits:
            if at is None:
                hold(window, held)
            else:
                pos = (5, 5) if at == "beside it" else seen.show.rect.center
                post(window, kind, pos=pos, button=1)
                window.tick(held)
                post(window, pygame.MOUSEBUTTONUP, pos=pos, button=1)
            window.tick(wait)
        assert (window.scenes.top is not seen) == (not window.match.is_covered) == opens
        assert not opens or window.match.me == seen.person

    def test_who_hears_has_as_much_time_as_it_takes(self, lay: Callable[..., Window]) -> None:
        window = lay()
        curtain(window)
        window.context.reader_listens = True
        hold(window, 0.1)
        window.tick(FORGOTTEN * 5)
        hold(window, 0.1)
        window.until(lambda: window.scenes.top is window.scene)

    def test_tells_what_happened_since(self, lay: Callable[..., Window]) -> None:
        window, chance = lay(), Random(1)
        first = open_for(window)
        act(window, chance)
        for _ in range(20):
            window.until(lambda: isinstance(window.scenes.top, HandoverScene) or window.match.is_my_turn)
            if isinstance(window.scenes.top, HandoverScene):
                break
            act(window, chance)
        seen = curtain(window)
        assert seen.person != first
        assert seen.recent_log, "somebody has played since the deal"
        headings = [part.name for part in seen.accessible_parts() if part.kind == "heading"]
        assert "In this deal so far" in headings and "Since your last turn" not in headings, "the first turn"
        said = [line for _, line in seen.recent_log]
        assert all(line in window.match.log_lines() for line in said)
        assert "you" not in " ".join(said).lower().split()

    def test_hangs_first_after_going_on(self, tmp_path: Path, lay: Callable[..., Window]) -> None:
        window, chance = lay(), Random(4)
        open_for(window)
        act(window, chance)
        again = type(window.match)([window.match.session], window.match._journal, "seed", lambda said: None)
        assert again.is_covered and not any(again.view_at_screen().known.hands)
        scene = TableScene(window.context, again)
        scene.on_resize(1280, 720)
        assert not scene.stage.hand.sprites

    @pytest.mark.usefixtures("pixels")
    def test_every_pixel_is_opaque(self, lay: Callable[..., Window]) -> None:
        window = lay(size=(640, 400))
        seen = curtain(window)
        canvas = window.context.canvas
        pictures = []
        for ground in ("#ff0000", "#0000ff"):
            canvas.dst.fill(ground)
            seen.draw(canvas)
            pictures.append(pygame.image.tobytes(canvas.dst, "RGB"))
        assert pictures[0] == pictures[1]


class TestTakingBack:
    def test_not_what_another_has_answered(self, lay: Callable[..., Window]) -> None:
        window, chance = lay(company(games.SHELF[0])), Random(1)
        open_for(window)
        act(window, chance)
        assert window.match.undo_action_count == 1
        open_for(window)
        assert window.match.undo_action_count == 0
        window.scene.undo()
        assert window.match.session.undoable_count == 1

    def test_at_once_as_well_as_at_the_curtain(self, lay: Callable[..., Window]) -> None:
        """The hand lies face down as soon as the next act is another's; what is taken back then leads to one's own curtain."""
        window, chance = lay(company(games.SHELF[0])), Random(1)
        first = open_for(window)
        act(window, chance)
        assert window.scenes.top is window.scene and window.match.is_covered
        window.key(pygame.K_z, pygame.KMOD_LCTRL)
        assert window.match.session.undoable_count == 0 and window.match.is_covered
        assert open_for(window) == first

    def test_not_what_turned_up_hidden_cards(self, lay: Callable[..., Window]) -> None:
        """The last of the sealed bids turns up the others, and then the next card of the stock."""
        game = games.find_game("throps")
        window, chance = lay(company(game), game=game), Random(1)
        for number in range(3):
            open_for(window)
            act(window, chance)
            assert window.match.undo_action_count == (1 if number < 2 else 0)

    @pytest.mark.parametrize("people", [(0, 1), (1, 2), (0, 2)])
    def test_not_a_bid_when_all_were_shown_whoever_bid_last(self, lay: Callable[..., Window], people: tuple[int, int]) -> None:
        game, chance = games.find_game("throps"), Random(1)
        seated = tuple((name, "human" if i in people else "random") for i, name in enumerate(("Anna", "Ben", "Cyd")))
        window, rounds = lay(seated, game=game), 0
        session, match = window.match.session, window.match
        match.deal()
        for _ in range(9):
            if match.needs_handover:
                match.cover_hand()
                match.uncover_hand(match.next_person)
            match.act(chance.choice(list(session.legal())))
            if len(match.deal_log().tricks) > rounds:
                rounds += 1
                assert match.undo_action_count == 0
        assert rounds == 3

    def test_one_person_may_always(self, lay: Callable[..., Window]) -> None:
        window, chance = lay(ALONE), Random(1)
        act(window, chance)
        window.until(lambda: window.match.is_my_turn and window.match.session.undoable_count > 1)
        assert window.match.undo_action_count > 1


def test_nobody_is_called_you_even_by_a_record_of_an_earlier_version(lay: Callable[..., Window]) -> None:
    def opened(people: tuple[tuple[str, str], ...]) -> Match:
        window = lay(people)
        window.reopen()
        return window.match

    match = opened((("You", "human"), ("Vesper", "random"), ("Ben", "human")))
    assert match.with_names("[0 takes] it, [1] too") == "Gooseberry takes it, Vesper too"
    alone = opened((("You", "human"), ("Vesper", "random"), ("Ben", "random")))
    assert alone.with_names("[0 takes] it") == "You take it" and alone.session.names[0] == "Gooseberry"
    taken = opened((("you", "human"), ("Gooseberry", "human"), ("Ben", "random")))
    assert taken.with_names("[0], [1]") == "Gooseberry 2, Gooseberry"


def test_the_screen_does_not_go_round_for_a_last_card(lay: Callable[..., Window]) -> None:
    """The others' last cards are played without a curtain, and nobody is asked to look for them."""
    window = lay()
    choose, alone = Random(2), 0
    while window.match.session.standing.deals == 0:
        window.until(
            lambda: window.scenes.top is not window.scene or (window.match.is_my_turn and not window.scene.timeline.has_beats)
        )
        if not isinstance(window.scenes.top, HandoverScene):
            if isinstance(window.scenes.top, ScoreScene):
                break
            window.scene.perform(choose.choice(list(window.match.session.legal())), by_person=True)
            continue
        session = window.match.session
        state, legal = session.state, session.legal()
        assert state is not None
        last = len(legal) == 1 and state.hands[state.turn].bit_count() == 1 and legal[0] < GIVE
        assert not last, "a curtain hangs for a card that can only be played"
        alone += state.hands[state.turn].bit_count() == 1
        open_for(window)
    assert isinstance(window.scenes.top, ScoreScene)
    assert alone <= 1


# ---------------------------------------------------------------------- who plays, changed in the middle of a game; taking b


def press(window: Window, widget: Widget) -> None:
    """Enter on a control, as Tab reaches it; one that is off is not reached."""
    assert isinstance(window.scenes.top, ElementPage)
    window.scenes.top.widgets.focus_on(widget)
    if widget.is_focusable:
        window.key(pygame.K_RETURN)


def who_plays(window: Window) -> ChairsScene:
    """The page, by the menu from the table or the curtain."""
    window.key(pygame.K_ESCAPE)
    menu = of_kind(PauseMenuScene, window.scenes.top)
    press(window, menu.chairs)
    return of_kind(ChairsScene, window.scenes.top)


def change(window: Window, seat: int) -> None:
    """Another plays at a seat from now on."""
    page = who_plays(window)
    press(window, next(row for row in page.rows if row.seat == seat))
    for _ in range(2):
        window.key(pygame.K_ESCAPE)


def record(window: Window) -> bytes:
    return window.matches.saves.running_record()


class TestChairs:
    def test_a_character_goes_on_for_a_person_and_the_record_notes_it(self, lay: Callable[..., Window]) -> None:
        window = lay()
        open_for(window)
        page = who_plays(window)
        press(window, next(row for row in page.rows if row.seat == 0))
        assert page.status_line == f"{window.match.session.names[0]}: Plays for Anna. Press when Anna is back."
        for _ in range(2):
            window.key(pygame.K_ESCAPE)
        session = window.match.session
        assert session.chairs[0].player == "random" and session.chairs[0].name not in ("Anna", "Vesper", "Ben")
        assert b'{"chair": 0, "name": "' + session.chairs[0].name.encode() + b'", "player": "random"}' in record(window)
        assert seats_of_absent_people(session) == (0,) and window.match.people_seats == (2,)
        assert open_for(window) == 2
        window.until(lambda: window.match.is_my_turn)
        assert window.match.me == 2 and window.scenes.top is window.scene
        assert window.scene.portraits[2] == window.scene.sidebar.portraits[2]

    def test_and_the_person_comes_back_behind_the_curtain(self, lay: Callable[..., Window]) -> None:
        window = lay()
        open_for(window)
        before = window.scene.portraits[2]
        change(window, 0)
        open_for(window)
        window.until(lambda: window.match.is_my_turn)
        assert window.scene.portraits[2] == before, "who stays looks as before"
        assert faces(window) & _secrets(window.match)
        page = who_plays(window)
        assert not faces(window) & _secrets(window.match), "the menu covers the hand before the other has a chair"
        for _ in range(2):
            window.key(pygame.K_ESCAPE)
        assert window.scenes.top is window.scene and faces(window) & _secrets(window.match), "no curtain for one person"
        page = who_plays(window)
        press(window, next(row for row in page.rows if row.seat == 0))
        assert not faces(window) & _secrets(window.match)
        for _ in range(2):
            window.key(pygame.K_ESCAPE)
        assert (
            window.match.is_covered and window.match.people_seats == (0, 2) and not seats_of_absent_people(window.match.session)
        )
        assert window.match.session.chairs == window.match.session.header.chairs
        assert not take_snapshot(window.match).own and not faces(window) & _secrets(window.match)
        curtain(window)

    def test_for_one_person_a_last_curtain_falls_and_a_slip_shows_nothing(self, lay: Callable[..., Window]) -> None:
        window, chance = lay(), Random(3)
        open_for(window)
        page = who_plays(window)
        row = next(row for row in page.rows if row.seat == 0)
        press(window, row)
        assert window.match.is_covered and not faces(window) & _secrets(window.match)
        press(window, row)
        assert window.match.people_seats == (0, 2), "who left by mistake is back, and nobody has seen a card"
        press(window, row)
        for _ in range(2):
            window.key(pygame.K_ESCAPE)
        window.reopen()
        assert curtain(window).person == 2 and not faces(window) & _secrets(window.match), "also when the game is gone on with"
        assert open_for(window) == 2
        for _ in range(3):
            act(window, chance)
            window.until(lambda: window.match.is_my_turn)
            assert window.scenes.top is window.scene and window.match.me == 2
        window.reopen()
        assert curtain(window).person == 2 and not faces(window) & _secrets(window.match), "who left may be back to sit down"
        assert "Who comes back opens the menu, then Who plays." in [part.name for part in curtain(window).accessible_parts()]
        row = next(row for row in who_plays(window).rows if row.seat == 0)
        press(window, row)
        for _ in range(2):
            window.key(pygame.K_ESCAPE)
        assert window.match.people_seats == (0, 2) and not faces(window) & _secrets(window.match)

    def test_a_curtain_that_hangs_stays_for_the_last_person(self, lay: Callable[..., Window]) -> None:
        """The one who leaves may sit at the screen, so the hand of the other waits for a press by its owner."""
        window = lay()
        curtain(window)
        change(window, 0)
        window.tick(2)
        assert curtain(window).title.startswith("Ben, ") and not faces(window) & _secrets(window.match)
        assert open_for(window) == 2 and window.scene.stage.snapshot.own

    def test_a_character_plays_first_for_who_leaves_on_their_own_turn(self, lay: Callable[..., Window]) -> None:
        window, chance = lay(), Random(1)
        open_for(window)
        act(window, chance)
        leaver, before = curtain(window).person, len(window.actions)
        assert window.match.session.turn == leaver
        change(window, leaver)
        window.until(lambda: len(window.actions) > before)
        following = curtain(window)
        assert following.title.endswith("it is your turn")
        assert following.person == window.match.session.turn and not faces(window) & _secrets(window.match)

    def test_the_log_keeps_who_played_what(self, lay: Callable[..., Window]) -> None:
        window, chance = lay(company(GOOSED), game=GOOSED), Random(2)
        for _ in range(2):
            person = open_for(window)
            act(window, chance)
        before = window.match.log_lines()
        assert any(f"Person {person} " in line for line in before)
        change(window, person)
        assert window.match.log_lines() == before and f"Person {person}" not in window.match.session.names
        open_for(window)
        window.until(lambda: window.match.is_my_turn)
        act(window, chance)
        curtain(window)
        assert window.match.log_lines()[: len(before)] == before
        change(window, person)
        window.reopen()
        assert window.match.log_lines()[: len(before)] == before and f"Person {person}" in window.match.session.names

    def test_a_sealed_bid_and_what_it_wins_stay_with_who_made_it(self, lay: Callable[..., Window]) -> None:
        """In the log and among the tricks after the deal; a review shows each player at the actions of their time."""
        game = games.find_game("throps")
        window, chance = lay(company(game), game=game), Random(2)
        match = window.match
        match.deal()
        for number in range(4):
            match.uncover_hand(match.next_person)
            match.act(chance.choice(match.session.legal()))
            if number == 0:
                leaver = match.me
                match.change_player(leaver, Chair("Quill", "random"))
        assert [line for line in match.log_lines() if f"Person {leaver} wins" in line] and "Quill wins" not in " ".join(
            match.log_lines()
        )
        while match.session.due_step == "act":
            match.session.act(match.session.seats_to_act[0], match.session.legal(match.session.seats_to_act[0])[0])
        match.score_deal()
        counted = match.session.scored_deals[0]
        shown = AllHandsScene(window.context, match, counted, portraits_at_table(match.session, window.context.settings))
        assert {hand.name for hand in shown.hands if hand.seat == leaver} == {f"Person {leaver}, then Quill"}
        looked = ReviewedMatch(match, counted, window.context.show_notice)
        looked.go_to_action(0)
        assert looked.current_log_line.startswith(f"Person {leaver} bids")
        looked.go_to_action(3)
        assert "Quill" in looked.session.names

    def test_the_last_person_stays(self, lay: Callable[..., Window]) -> None:
        window = lay()
        open_for(window)
        change(window, 0)
        page = who_plays(window)
        (other,) = (row for row in page.rows if row.seat == 2)
        assert not other.enabled and "one of you" in other.accessible_value
        press(window, other)
        assert window.match.people_seats == (2,)

    def test_what_was_done_before_is_not_taken_back(self, lay: Callable[..., Window]) -> None:
        window, chance = lay(), Random(3)
        open_for(window)
        act(window, chance)
        change(window, 0)
        assert window.match.undo_action_count == 0

    def test_a_person_alone_has_nobody_to_change_with(self, lay: Callable[..., Window]) -> None:
        window = lay(ALONE)
        window.until(lambda: window.match.is_my_turn)
        window.key(pygame.K_ESCAPE)
        menu = window.scenes.top
        assert isinstance(menu, PauseMenuScene) and not menu.chairs.shown


def _secrets(match: Match) -> set[str]:
    """The names of the cards that somebody holds and not all know."""
    seen = match.session.view(-1)
    return {match.game.card_name(card) for card in cards.members(seen.unseen & ~seen.known.exposed_cards)}


class TestTakingBackAtTheCurtain:
    def test_brings_the_curtain_of_the_one_before(self, lay: Callable[..., Window]) -> None:
        window, chance = lay(company(games.SHELF[0])), Random(1)
        first = open_for(window)
        act(window, chance)
        seen = curtain(window)
        assert seen.person != first and seen.undo.shown
        window.key(pygame.K_z, pygame.KMOD_LCTRL)
        assert seen.person == first and not seen.undo.shown
        assert window.match.session.undoable_count == 0 and window.match.is_covered
        assert open_for(window) == first

    def test_also_over_what_computer_players_did_since(self, lay: Callable[..., Window]) -> None:
        window, chance = lay(), Random(1)
        first = open_for(window)
        for _ in range(20):
            window.until(lambda: window.match.is_my_turn or isinstance(window.scenes.top, HandoverScene))
            if isinstance(window.scenes.top, HandoverScene) and window.match.session.undoable_count > 1:
                break
            if isinstance(window.scenes.top, HandoverScene):
                first = open_for(window)
            act(window, chance)
        seen = curtain(window)
        count = window.match.session.undoable_count
        press(window, seen.undo)
        assert window.match.session.undoable_count < count and seen.person == first

    def test_not_once_the_next_person_has_opened_it(self, lay: Callable[..., Window]) -> None:
        window, chance = lay(company(games.SHELF[0])), Random(1)
        first = open_for(window)
        act(window, chance)
        assert open_for(window) != first
        post(window, pygame.KEYDOWN, key=pygame.K_F8, mod=0, unicode="")
        assert not curtain(window).undo.shown
        window.key(pygame.K_z, pygame.KMOD_LCTRL)
        assert window.match.session.undoable_count == 1

    def test_not_what_turned_up_hidden_cards(self, lay: Callable[..., Window]) -> None:
        game = games.find_game("throps")
        window, chance = lay(company(game), game=game), Random(1)
        for number in range(3):
            open_for(window)
            act(window, chance)
            assert curtain(window).undo.shown is (number < 2)


class TestSealedBids:
    @pytest.mark.parametrize("game", ["throps", "gops"])
    @pytest.mark.parametrize("people", [(0, 1), None])
    def test_every_hand_lies_face_down_when_they_turn_over(self, lay: Callable[..., Window], game: str, people: Any) -> None:
        found = games.find_game(game)
        window, chance, rounds = lay(company(found, people), game=found), Random(1), 0
        while rounds < 2:
            open_for(window)
            act(window, chance)
            window.until(lambda: window.match.is_my_turn or window.match.is_covered)
            if len(window.match.deal_log().tricks) > rounds:
                rounds += 1
                assert window.match.is_covered and window.scene.stage.snapshot.face_down_count
                assert not faces(window) & _secrets(window.match)


class TestSinceYourLastTurn:
    def test_names_what_is_led_or_on_offer_now(self, lay: Callable[..., Window]) -> None:
        window, chance = lay(company(GOOSED), game=GOOSED), Random(1)
        first = open_for(window)
        assert not curtain_announcement(window.match, first, "", (), "").count("Led now")
        act(window, chance)
        seen = curtain(window)
        card = GOOSED.text.card_name(window.match.session.deal_log(-1).table[0][1])
        said = f"Led now: {card} by Person {first}."
        assert said in [text.words for text in seen.visible_texts()] and spoken_text(said) in seen.opening_announcement
        throps = games.find_game("throps")
        bids = lay(company(throps), game=throps)
        assert any(text.words.startswith("On offer now: ") for text in curtain(bids).visible_texts())

    def test_tells_all_since_the_own_last_act(self, lay: Callable[..., Window]) -> None:
        """Looking and hiding the cards again loses nothing, and neither does going on another day."""
        window, chance = lay(company(games.SHELF[0])), Random(1)
        open_for(window)
        act(window, chance)
        person, told = curtain(window).person, curtain(window).recent_log
        assert told
        open_for(window)
        post(window, pygame.KEYDOWN, key=pygame.K_F8, mod=0, unicode="")
        assert curtain(window).recent_log == told
        again = Match([window.match.session], window.match._journal, "seed", lambda said: None)
        assert again.log_since_action_of(person) == told

    def test_has_room_for_twelve_and_the_button_stays(self, lay: Callable[..., Window]) -> None:
        window = lay()
        seen = curtain(window)
        places, lines = set(), ((None, "Vesper plays ~7♥~."),) * 40
        for count in range(14):
            seen.recent_log = lines[:count]
            seen.on_resize(1280, 720)
            places.add(tuple(seen.show.rect))
            assert (seen.scroll.inner > 0) is (count > ROOM[1])
            assert seen.scroll.rect.h >= min(max(1, count), ROOM[1]) * LINE * seen.t - 1
            assert (
                seen.visible_texts()[0].words == seen.title
                and seen.visible_texts()[0].box[1] > 0
                and seen.undo.rect.bottom < 720
            )
        assert len(places) == 1


@pytest.mark.one_in(4)
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
        if match.session.state is None or isinstance(window.scenes.top, (ScoreScene, HandoverScene)) or window.scene.is_moving:
            return
        looker = -1 if match.is_covered else match.me
        seen = match.session.view(looker)
        secret = seen.unseen & ~seen.known.exposed_cards
        own = set(cards.members(seen.hand))
        assert not set(take_snapshot(match).own) - own
        known = {match.game.card_name(card) for card in own}
        assert not (faces(window) - known) & {match.game.card_name(card) for card in cards.members(secret)}

    window.watch = watch
    for _ in range(60):
        window.until(
            lambda: (
                isinstance(window.scenes.top, (HandoverScene, ScoreScene))
                or (window.match.is_my_turn and not window.scene.timeline.has_beats)
            )
        )
        if isinstance(window.scenes.top, ScoreScene):
            break
        kind = chance.choice(["act", "act", "act", "chair", "undo", "hide", "pause", "reopen"])
        if kind == "chair":
            session = window.match.session
            seat = chance.choice(seats_of_absent_people(session) or window.match.people_seats)
            change(window, seat)
            changed += 1
        elif kind == "undo":
            window.key(pygame.K_z, pygame.KMOD_LCTRL)
        elif kind == "pause":
            window.key(pygame.K_ESCAPE)
            window.key(pygame.K_ESCAPE)
        elif kind == "reopen":
            again, now = [session for _, _, session in replay.replay(record(window), games.find_game)][-1], window.match.session
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
