"""Lessons through the window, by posted events: played from start to end, taken back, left, and begun again."""

from __future__ import annotations

import json
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any, Final

import pygame
import pytest

from goosetable.app.match import practice
from goosetable.app.render.geometry import Area
from goosetable.app.scenes.lesson.lessons import LessonsScene
from goosetable.app.scenes.lesson.scene import LessonMenuScene, LessonScene, LessonScoreScene
from goosetable.app.scenes.lesson.teacher import find_target_box
from goosetable.app.scenes.rules.scene import RulesScene
from goosetable.app.scenes.table.drawing import ImageForecast
from goosetable.app.scenes.title.scene import TitleScene
from goosetable.app.skins import assets
from goosetable.app.table.captions import find_arrow
from goosetable.app.table.metrics import focused_card_top
from goosetable.app.ui.accessible import all_parts
from goosetable.engine.record.format import Chair, Header
from goosetable.engine.record.session import Session
from goosetable.engine.rules.action import card_of
from goosetable.engine.rules.options import options_as_json
from goosetable.games import SHELF
from tests.app.conftest import Opens
from tests.games.high_card import HighCard
from tests.games.playing import TAUGHT
from tests.narrowing import of_kind

ROOT = Path(__file__).resolve().parents[4]
every = pytest.mark.parametrize("game", TAUGHT, ids=lambda game: game.id)
SOME = ("gooseberry-fool", "fools-gold", "gops")
"""Lessons of a trick, of cards that are kept, and of bids at once: they differ most at the table."""
some = pytest.mark.parametrize(
    "game", [pytest.param(game, marks=() if game.id in SOME else pytest.mark.slow) for game in TAUGHT], ids=lambda game: game.id
)


def opened(program: Any, game: Any) -> LessonScene:
    scene: LessonScene = program.show(lambda context, matches: LessonScene(context, game))
    return scene


def settle(program: Any) -> None:
    """Until the teacher speaks, or another scene lies over the lesson."""
    scene = program.top
    for _ in range(400):
        while program.loop.scenes.run_slice():
            pass
        program.step(0.1)
        if program.top is not scene or (
            isinstance(scene, LessonScene) and scene.progress.talking and not scene.teacher.is_arrow_growing
        ):
            return
    raise AssertionError("nothing is said")


def wait(program: Any) -> None:
    """For so long that a press is not the second half of a double click."""
    program.wait(0.5)


def by_keys(program: Any, scene: LessonScene) -> None:
    """Do what is asked with the keyboard alone: arrows choose, Enter does it."""
    if not scene.progress.asking:
        program.key(pygame.K_RETURN)
        return
    choose(program, scene, scene.progress.asking[0])


def choose(program: Any, scene: LessonScene, action: int) -> None:
    """Do something with the keyboard alone."""
    wait(program)
    card = card_of(action)
    if scene.panel is not None:
        for _ in range(60):
            focus = scene.controls.widgets.focus
            if getattr(getattr(focus, "choice", None), "action", None) == action:
                break
            program.key(pygame.K_TAB)
    else:
        assert scene.controls.widgets.focus is scene.controls.fan
        for _ in range(60):
            if scene.hand.focus == card:
                break
            program.key(pygame.K_RIGHT)
        assert scene.hand.focus == card
    program.key(pygame.K_RETURN)


def by_mouse(program: Any, scene: LessonScene) -> None:
    """Do what is asked by clicks."""
    if not scene.progress.asking:
        program.click(scene.teacher.go)
        return
    wait(program)
    if scene.panel is not None:
        tile = next(tile for tile in scene.panel.tiles if tile.choice.action in scene.progress.asking)
        program.click(tile)
        return
    pose = next(s.rest for s in scene.hand.sprites if s.key == f"card {card_of(scene.progress.asking[0])}")
    program.click((round(pose.x - pose.height * 0.27), round(pose.y + pose.height * 0.1)))


def by_drag(program: Any, scene: LessonScene) -> None:
    """Do what is asked by dragging cards, after one that was thought better of."""
    if not scene.progress.asking or scene.panel is not None:
        by_mouse(program, scene)
        return
    wait(program)
    pose = next(s.rest for s in scene.hand.sprites if s.key == f"card {card_of(scene.progress.asking[0])}")
    start = round(pose.x - pose.height * 0.27), round(pose.y + pose.height * 0.1)
    end = round(scene.layout.middle_x), round(scene.h * 0.35)
    for ends in (pygame.event.Event(pygame.KEYDOWN, key=pygame.K_ESCAPE, mod=0, unicode=""), None):
        pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=start, button=1))
        program.post(pygame.MOUSEMOTION, pos=end, rel=(0, 0), buttons=(1, 0, 0))
        assert scene.stage.held is not None
        if ends is not None:
            pygame.event.post(ends)
        program.post(pygame.MOUSEBUTTONUP, pos=end, button=1)
        assert scene.stage.held is None
        assert program.top is scene


def through(program: Any, do: Callable[[Any, LessonScene], None], each: Callable[[LessonScene], None] = lambda _: None) -> int:
    """Play a lesson to its end; how many steps there were words for."""
    scene = program.top
    seen = 0
    for _ in range(60):
        settle(program)
        if isinstance(program.top, LessonScoreScene):
            program.key(pygame.K_RETURN)
            continue
        if program.top is not scene:
            break
        seen += 1
        each(scene)
        number = scene.match.number
        do(program, scene)
        assert program.top is not scene or scene.match.number == number + 1, scene.match.step.say
        if program.top is not scene and not isinstance(program.top, LessonScoreScene):
            break
    return seen


HANDS = [
    *(pytest.param(game, by_mouse, marks=() if game.id in SOME else pytest.mark.slow) for game in TAUGHT),
    *((game, by_drag) for game in TAUGHT[:1]),
]  # fmt: skip


@pytest.mark.one_in(4)
@pytest.mark.parametrize(("game", "hands"), HANDS)
def test_a_lesson_is_played_from_its_beginning_to_its_end(program: Opens, game: Any, hands: Any) -> None:
    """By the mouse; in all other tests by keys."""
    window, _ = program.at(lambda context, matches: LessonsScene(context, game))
    window.finish()
    window.key(pygame.K_RETURN)
    scene = of_kind(LessonScene, window.top)
    assert through(window, hands) == len(scene.lesson.steps)
    assert isinstance(window.top, LessonsScene)
    assert window.context.settings.learned == (game.id,)
    assert next(tile for tile in window.top.tiles if tile.game is game).accessible_value.startswith("about")
    assert "learned" in next(tile for tile in window.top.tiles if tile.game is game).progress_text
    assert not window.folders.running.exists()


@pytest.mark.one_in(21)
@pytest.mark.parametrize("size", [
    (640, 400, 1.0), (1280, 720, 2.0), (1280, 720, 1.0), (1920, 1080, 1.0), (640, 400, 2.0), (1000, 900, 1.0),
], ids=str)  # fmt: skip
@every
def test_words_leave_what_they_are_about_and_other_answers_are_taken_back(program: Opens, game: Any, size: Any) -> None:
    window = program(size[:2], text_size=size[2])
    lesson, said = opened(window, game).lesson, list[str]()

    def look(scene: LessonScene) -> None:
        fit, cloth = scene.teacher.fit, scene.layout.cloth
        assert fit is not None
        assert cloth.x <= fit.area.x and fit.area.right <= cloth.right
        assert cloth.y <= fit.area.y and fit.area.bottom <= cloth.bottom
        assert fit.px >= 11
        aimed = find_target_box(scene.progress.aim, scene.stage, scene.panel)
        if scene.match.step.at and scene.layout.own_seat is not None:
            assert aimed is not None, scene.match.step.at
        if aimed is not None:
            assert not fit.area.overlaps(inner(aimed.area)), scene.match.step.say
        panel = scene.panel
        if panel is not None and scene.progress.asking:
            assert not any(fit.area.overlaps(inner(Area(*tile.rect))) for tile in panel.tiles), scene.match.step.say
            assert not any(fit.area.overlaps(inner(words)) for words in panel.text_areas), scene.match.step.say
        if scene.progress.asking and not (panel is not None and panel.area.bottom > focused_card_top(scene.layout)):
            # the index of every card can be read: of those that may be played, or by which a number is bid
            for sprite in scene.hand.sprites:
                pose = sprite.rest
                assert fit.area.bottom < pose.y + pose.height * 0.1 or fit.area.y > pose.y + 0.3 * pose.height

    def inner(area: Area) -> Area:
        return Area(area.x + area.w * 0.2, area.y + area.h * 0.2, area.w * 0.6, area.h * 0.6)

    def astray(window: Any, scene: LessonScene) -> None:
        session, number = scene.match.session, scene.match.number
        others = [action for action in session.legal(0) if action not in scene.progress.asking] if scene.progress.asking else []
        if others:
            before = session.state.copy()  # type: ignore[union-attr]
            choose(window, scene, others[-1])
            assert scene.progress.wrong_action == others[-1]
            settle(window)
            window.key(pygame.K_h)  # there is no question before the learner now
            window.step(0.1)
            assert scene.match.hint is None and not scene.controls.hint.enabled
            said.append(scene.teacher.bubble_text)
            window.key(pygame.K_RETURN)
            settle(window)
            assert scene.match.number == number
            assert session.state == before
        by_keys(window, scene)

    assert through(window, astray, look) == len(lesson.steps) >= 8
    assert len(said) >= 2


FOOL = SHELF[0]


def at(program: Opens, number: int, game: Any = FOOL, **settings: Any) -> tuple[Any, LessonScene]:
    window, scene = program.into(opened, game, **settings)
    scene.go_to_step(number)
    settle(window)
    return window, scene


def test_what_leads_away_is_done_and_taken_back(program: Opens) -> None:
    window, scene = at(program, 5)
    before = scene.match.session.state.copy()  # type: ignore[union-attr]
    spade = next(a for a in scene.match.session.legal() if scene.match.game.action_text(a).endswith("S"))
    scene.hand.focus_card(card_of(spade))
    window.key(pygame.K_RETURN)
    assert scene.progress.wrong_action == spade
    settle(window)
    assert scene.match.session.state != before
    assert "Dorothea takes it" in scene.teacher.bubble_text
    assert scene.progress.button_label == "Take it back"
    window.key(pygame.K_RETURN)
    settle(window)
    assert scene.progress.wrong_action is None
    assert scene.match.session.state == before
    assert scene.match.number == 5
    assert "heart" in scene.teacher.bubble_text
    by_keys(window, scene)
    assert scene.match.number == 6


def test_what_is_not_allowed_is_explained_by_the_teacher_to_be_read_aloud_without_marks(program: Opens) -> None:
    window, scene = at(program, 1)
    said = next(widget for widget in scene.controls.widgets.all if widget.label == "Teacher")
    assert (
        said.accessible_value.startswith("Vesper led 9♥.")
        and "must follow:" not in said.accessible_value
        and "{" not in said.accessible_value
    )
    assert not said.is_focusable
    spade = next(card for card in scene.hand.cards if scene.match.game.card_name(card) == "AS")
    scene.hand.focus_card(spade)
    window.key(pygame.K_RETURN)
    assert scene.teacher.bubble_text.startswith("Not A♠: hearts were led")
    assert scene.match.number == 1
    window.key(pygame.K_RIGHT)
    assert scene.teacher.bubble_text.startswith("Vesper led")


def by_ear(program: Opens, number: int) -> tuple[Any, LessonScene]:
    """As `at`, while a screen reader listens."""
    window, scene = program.into(opened, FOOL)
    window.context.reader_listens = True
    scene.go_to_step(number)
    settle(window)
    return window, scene


def test_the_focus_begins_at_the_card_that_the_step_means_and_enter_plays_it(program: Opens) -> None:
    window, scene = by_ear(program, 3)
    meant = scene.hand.hint
    assert meant is not None and scene.hand.focus == meant
    part = scene.accessible_tree().focused_part
    assert part is not None and (part.name, part.description) == ("ace of spades", "The hint: Enter plays it.")
    wait(window)
    window.key(pygame.K_RETURN)
    settle(window)
    assert scene.match.number == 4


def test_the_text_of_a_step_is_followed_by_a_card_that_enter_plays(program: Opens) -> None:
    window, scene = by_ear(program, 1)
    part = scene.accessible_tree().focused_part
    assert part is not None and (part.kind, part.name) == ("option", "ace of hearts")
    wait(window)
    window.key(pygame.K_RETURN)
    assert scene.match.number == 2


def test_the_button_of_the_teacher_comes_with_her_text(program: Opens) -> None:
    window, _ = program.into(opened, FOOL)
    scene = LessonScene(window.context, FOOL)
    scene.on_resize(1280, 720)
    assert not scene.guide_text and "Go on" not in [part.name for part in all_parts(scene.accessible_tree().parts)]


def test_a_second_enter_for_the_button_plays_no_card(program: Opens) -> None:
    window, scene = at(program, 0, pace="at once")
    window.key(pygame.K_RETURN)
    window.wait(0.04, 0.001)
    assert scene.match.number == 1 and scene.progress.asking and scene.hand.focus is not None
    window.key(pygame.K_RETURN)
    assert scene.match.number == 1 and scene.progress.wrong_action is None


def test_nothing_is_timed(program: Opens) -> None:
    window, scene = at(program, 1, pace="leisurely")
    for number in (1, 2, 3):
        assert scene.match.number == number
        window.wait(30.0)
        assert scene.match.number == number
        assert scene.progress.talking
        by_keys(window, scene)
        settle(window)


def test_a_trick_lies_as_long_as_it_is_spoken_of(program: Opens) -> None:
    window, scene = at(program, 1)
    by_keys(window, scene)
    settle(window)
    assert scene.match.step.lies
    assert len(scene.stage.trick) == 3
    window.key(pygame.K_TAB, pygame.K_RIGHT)
    window.wait(10.0)
    assert len(scene.stage.trick) == 3
    scene.controls.widgets.focus_on(scene.teacher.go)
    window.key(pygame.K_RETURN)
    settle(window)
    assert [seat for seat, _ in scene.stage.snapshot.trick] == [2]


def test_enter_after_an_arrow_key_goes_on_while_the_teacher_only_talks(program: Opens) -> None:
    one, scene = at(program, 0)
    one.key(pygame.K_RIGHT, pygame.K_UP, pygame.K_LEFT, pygame.K_RETURN)
    assert one.top is scene and scene.match.number == 1


def test_a_card_cannot_be_played_while_the_teacher_only_talks(program: Opens) -> None:
    window, scene = at(program, 10)
    assert scene.stage.snapshot.mine and not scene.progress.asking
    actions = list(scene.match.session.state.actions)  # type: ignore[union-attr]
    pose = scene.hand.sprites[0].rest
    window.click((round(pose.x - pose.height * 0.27), round(pose.y + 0.2 * pose.height)))
    wait(window)
    assert scene.match.session.state.actions == actions  # type: ignore[union-attr]
    assert scene.match.number == 10


def test_escape_leaves_and_the_menu_begins_again(program: Opens) -> None:
    window, lessons = program.at(lambda context, matches: LessonsScene(context, FOOL))
    window.key(pygame.K_RETURN)
    scene = window.top
    scene.go_to_step(4)
    settle(window)
    window.click(scene.controls.menu)
    assert isinstance(window.top, LessonMenuScene)
    window.finish()
    window.click(window.find("Begin again"))
    settle(window)
    assert scene.match.number == 0
    window.key(pygame.K_ESCAPE)
    assert window.top is lessons
    assert window.context.settings.learned == ()
    window.key(pygame.K_RETURN)
    window.click(window.top.controls.menu, finish=True)
    window.click(window.find("Leave the lesson"))
    window.step(0.1)
    assert window.top is lessons


def test_esc_asks_and_the_lesson_goes_on_where_it_was_left(program: Opens) -> None:
    window, lessons = program.at(lambda context, matches: LessonsScene(context, FOOL))
    window.key(pygame.K_RETURN)
    scene = window.top
    scene.go_to_step(4)
    settle(window)
    words = scene.guide_text
    window.key(pygame.K_ESCAPE)
    menu = window.top
    assert isinstance(menu, LessonMenuScene) and "step 5 of " in menu.sentence_among_buttons
    window.key(pygame.K_ESCAPE)
    assert window.top is scene, "a second press is no answer"
    window.key(pygame.K_ESCAPE, finish=True)
    window.click(window.find("Leave the lesson"))
    window.step(0.1)
    assert window.top is lessons and window.context.settings.begun == {FOOL.id: 4}
    tile = lessons.widgets.focus
    assert tile.game is FOOL and tile.progress_text.startswith("go on at step 5 of ")
    window.key(pygame.K_RETURN)
    settle(window)
    assert window.top.match.number == 4 and window.top.guide_text == words
    window.top.go_to_step(len(scene.lesson.steps) - 1)
    through(window, by_keys)
    assert window.context.settings.begun == {} and FOOL.id in window.context.settings.learned


@pytest.mark.one_in(3)
@some
def test_back_and_on_again_is_the_same(program: Opens, game: Any) -> None:
    window, scene = program.into(opened, game)
    for number in range(len(scene.lesson.steps) - 1, 0, -1):
        scene.go_to_step(number)
        settle(window)
        if window.top is not scene:
            window.key(pygame.K_RETURN)
            settle(window)
        there = scene.match.number
        assert there in (number, number - 1)
        window.click(scene.controls.undo)
        assert scene.match.number < there
        if window.top is not scene:  # back to a score sheet
            window.key(pygame.K_RETURN)


def test_the_hint_is_the_answer(program: Opens) -> None:
    window, scene = at(program, 7)
    window.key(pygame.K_h)
    window.step(0.1)
    window.step(0.1)
    assert scene.hand.focus == scene.hand.hint == card_of(scene.progress.asking[0])
    wanted, number = scene.progress.asking[0], scene.match.number
    window.step(0.5)
    window.key(pygame.K_RETURN)
    assert scene.match.number == number + 1
    state = scene.match.session.state
    assert state is not None and wanted in [does for _, does in state.actions]


def test_the_list_of_steps_gives_way_to_the_ledger_where_that_is_pointed_at(program: Opens) -> None:
    window, scene = at(program, 7, SHELF[1])
    while window.top is not scene:
        window.key(pygame.K_RETURN)
        settle(window)
    assert scene.match.step.at == "ledger"
    assert scene.progress.shows_sidebar
    window.key(pygame.K_RETURN)
    settle(window)
    assert not scene.progress.shows_sidebar


def test_every_step_is_read_in_a_list_with_the_present_one(program: Opens) -> None:
    _, scene = at(program, 7, text_size=2.0)
    steps = next(part for part in all_parts(scene.accessible_tree().parts) if part.name == "Steps of the lesson")
    chapters = [title for title, *_ in scene.lesson.chapters]
    now = scene.lesson.chapter_of_step(7)
    assert [part.place for part in steps.parts] == [(at, len(chapters)) for at in range(1, len(chapters) + 1)]
    assert [part.name for part in steps.parts] == [
        f"{title}{', done' if i < now else ', now' if i == now else ''}" for i, title in enumerate(chapters)
    ]


def test_the_lessons_are_read_in_a_list_and_the_page_says_how_many_are_learned(program: Opens) -> None:
    _, page = program.at(lambda context, matches: LessonsScene(context), learned=(FOOL.id,))
    tiles = [part for part in page.accessible_parts() if part.kind == "button" and part.place]
    assert [part.name for part in tiles] == [game.title for game in TAUGHT]
    assert ["learned" in part.value for part in tiles] == [game is FOOL for game in TAUGHT]
    assert page.opening_announcement.startswith(f"Learn a game. 1 of {len(TAUGHT)} lessons learned.")


def the_same_anew(window: Any, picture: Callable[[], bytes]) -> Callable[[LessonScene], None]:
    """Holds at a step that a picture is the same when everything is drawn anew."""

    def same(scene: LessonScene) -> None:
        while window.context.cloth.is_unfinished:
            window.context.cloth.draw_slice()
        before = picture()
        scene.picture.clear_layers()
        assert picture() == before, scene.match.step.say

    return same


@pytest.mark.parametrize("game", [
    pytest.param(game, marks=() if game.id == "gops" else pytest.mark.slow) for game in TAUGHT
], ids=lambda game: game.id)  # fmt: skip
@pytest.mark.usefixtures("painted", "drawn_ahead")
def test_at_every_step_the_screen_is_what_it_would_be_drawn_anew(program: Opens, game: Any) -> None:
    window, scene = program.into(opened, game)

    def picture() -> bytes:
        scene.dirty = True
        for _ in range(6):
            window.finish()
            scene.dirty = True
            window.step(0.02)
        return pygame.image.tobytes(window.screen.surface, "RGB")

    assert through(window, by_keys, the_same_anew(window, picture)) == len(scene.lesson.steps)


FRAMES: Final = 40
"""More than there are cards that may look otherwise at once: a frame draws one that is late."""


def _nothing(forecast: ImageForecast) -> bool:
    """Takes the place of its work."""
    forecast.stop_waiting()
    return False


@pytest.mark.usefixtures("painted")
def test_what_is_late_is_drawn_in_the_end_though_nothing_is_drawn_ahead(
    program: Opens, monkeypatch: pytest.MonkeyPatch
) -> None:  # fmt: skip
    monkeypatch.setattr(ImageForecast, "run_slice", _nothing)
    window, late = program(), list[bool]()
    scene = opened(window, FOOL)

    def picture() -> bytes:
        scene.dirty = True
        for _ in range(FRAMES):
            window.step(0.02)
            late.append(scene.picture.image_queue.late)
        assert not late[-1]
        return pygame.image.tobytes(window.screen.surface, "RGB")

    assert through(window, by_keys, the_same_anew(window, picture)) == len(scene.lesson.steps)
    assert any(late), "cards are late where nothing is drawn ahead"


def test_the_size_of_the_window_may_change_at_any_step(program: Opens) -> None:
    window, scene = program.into(opened, FOOL)

    def shrink(scene: LessonScene) -> None:
        for w, h in ((700, 420), (1280, 720)):
            window.loop.scenes.resize(w, h)
            assert scene.progress.talking and scene.teacher.fit is not None
            assert scene.teacher.fit.area.right <= scene.layout.cloth_width

    assert through(window, by_keys, shrink) == len(scene.lesson.steps)


def test_lessons_are_to_be_had_from_the_title_and_from_the_rules(program: Opens) -> None:
    window, _ = program.at(TitleScene)
    window.finish()
    window.click(window.find("Learn a game"))
    assert isinstance(window.top, LessonsScene)
    assert [tile.game for tile in window.top.tiles] == list(TAUGHT)
    window.key(pygame.K_ESCAPE)
    window.show(lambda context, matches: RulesScene(context, SHELF[2], SHELF[2].Options()))
    window.click(window.find("Play the lesson"))
    assert isinstance(window.top, LessonScene)
    assert window.top.lesson.game == SHELF[2].id
    settle(window)
    window.key(pygame.K_F1, mod=pygame.KMOD_LSHIFT)
    assert isinstance(window.top, RulesScene)
    assert not window.top.lesson.shown


def test_a_lesson_that_is_missing_is_said_so_and_nothing_else_happens(program: Opens, monkeypatch: pytest.MonkeyPatch) -> None:
    window, _ = program.at(lambda context, matches: RulesScene(context, FOOL, FOOL.Options()))
    monkeypatch.setattr(assets, "read_text", lambda *parts: "{")
    window.click(window.find("Play the lesson"))
    assert isinstance(window.top, RulesScene)
    assert any("lesson" in said for said in [*window.context.notices, window.loop._notice or ""])


# ---------------------------------------------------------------------- games without one, and lessons that are damaged

NULL = HighCard()


def said_by(window: Any) -> list[str]:
    return [*window.context.notices, window.loop._notice or ""]


def put_on_the_shelf(monkeypatch: pytest.MonkeyPatch, *shelf: Any) -> None:
    for module in ("title.scene", "lesson.lessons"):
        monkeypatch.setattr(f"goosetable.app.scenes.{module}.SHELF", shelf)


def test_a_game_without_a_lesson_says_nothing_about_one(program: Opens, monkeypatch: pytest.MonkeyPatch) -> None:
    put_on_the_shelf(monkeypatch, NULL, FOOL)
    window, title = program.at(TitleScene)
    assert [tile.game for tile in title.tiles] == [NULL, FOOL]
    assert "lesson" not in title.tiles[0].accessible_value
    window.click(window.find("Learn a game"), finish=True)
    assert [tile.game for tile in window.top.tiles] == [FOOL]
    window.key(pygame.K_ESCAPE)
    title.widgets.focus_on(title.tiles[0])
    window.key(pygame.K_F1, mod=pygame.KMOD_LSHIFT)
    rules = window.top
    assert isinstance(rules, RulesScene) and rules.game is NULL
    assert not rules.lesson.shown and not any("lesson" in text.words.lower() for text in rules.visible_texts())
    assert not any("lesson" in one for one in said_by(window))
    for size in ((640, 400), (1280, 720)):
        window.loop.scenes.resize(*size)
        window.step()


def test_where_no_game_has_a_lesson_there_is_no_way_to_lessons(program: Opens, monkeypatch: pytest.MonkeyPatch) -> None:
    put_on_the_shelf(monkeypatch, NULL)
    window, title = program.at(TitleScene)
    assert "Learn a game" not in [widget.label for widget in title.widgets.all if widget.shown]
    for _ in range(30):
        window.key(pygame.K_TAB)
        assert title.widgets.focus.label != "Learn a game"
    assert window.show(lambda context, matches: LessonsScene(context)).tiles == []


DAMAGES: dict[str, Callable[[str], str]] = {
    "no JSON": lambda text: text[:-3],
    "far too deep": lambda text: "[" * 100_000,
    "no steps": lambda text: text[: text.index('"steps"')] + '"steps": []}',
    "a card that nobody holds": lambda text: text.replace('"1 play 9H"', '"1 play 2H"'),
    "a question nobody can answer": lambda text: text.replace('["play *H"]', '["play *X"]'),
    "words that are none": lambda text: text.replace('"say": "Three players', '"say": 3, "title": "Three players', 1),
    "another game": lambda text: text.replace('"gooseberry-fool"', '"goose"'),
    "an option that is not there": lambda text: text.replace('"minutes"', '"options": {"hens": 1}, "minutes"'),
    "a seat too many": lambda text: text.replace('"Dorothea"]', '"Dorothea", "Pip"]'),
    "a seat that is none": lambda text: text.replace('"Dorothea"]', "3]"),
    "no time": lambda text: text.replace('"minutes": 6', '"minutes": "six"'),
}


def damage(monkeypatch: pytest.MonkeyPatch, kind: str) -> None:
    read, name = assets.read_text, f"{FOOL.id}.json"
    damaged = DAMAGES[kind](read("lessons", name))
    assert damaged != read("lessons", name)
    monkeypatch.setattr(assets, "read_text", lambda *parts: damaged if parts[-1] == name else read(*parts))


@pytest.mark.parametrize("kind", DAMAGES)
def test_whatever_is_wrong_with_a_lesson_it_is_called_damaged(monkeypatch: pytest.MonkeyPatch, kind: str) -> None:
    damage(monkeypatch, kind)
    with pytest.raises(assets.AssetError, match=r"gooseberry-fool\.json is damaged: .*\.$"):
        practice.load_lesson(FOOL, for_play=True)


def test_a_damaged_lesson_is_said_where_it_would_begin_and_the_others_are_there(
    program: Opens, monkeypatch: pytest.MonkeyPatch
) -> None:
    damage(monkeypatch, "a card that nobody holds")
    window, _ = program.at(TitleScene)
    window.click(window.find("Learn a game"))
    lessons = window.top
    lessons.widgets.focus_on(lessons.tiles[0])
    window.key(pygame.K_RETURN)
    window.step()
    assert window.top is lessons
    assert any("gooseberry-fool.json is damaged: " in said and said.endswith(".") for said in said_by(window))
    window.click(lessons.tiles[1])
    assert isinstance(window.top, LessonScene) and window.top.lesson.game == lessons.tiles[1].game.id


@pytest.mark.one_in(2)
@pytest.mark.parametrize("game", [NULL, SHELF[-1]], ids=lambda game: game.id)
def test_a_draft_can_be_played_as_it_is(program: Opens, monkeypatch: pytest.MonkeyPatch, game: Any) -> None:
    options = game.Options()
    seats = range(game.seats(options))
    chairs = tuple(Chair("You" if seat == 0 else f"Player {seat}", "lesson") for seat in seats)
    session = Session(game, Header(game.id, options_as_json(options), "7Q4K-M2XD-9TBR", chairs))
    monkeypatch.syspath_prepend(ROOT / "build" / "lab")
    text = json.dumps(import_module("lesson_draft").draft(session, 0, lambda session: session.legal()[0]))
    read = assets.read_text
    monkeypatch.setattr(assets, "read_text", lambda *parts: text if parts[0] == "lessons" else read(*parts))
    window = program()
    put_on_the_shelf(monkeypatch, game)
    monkeypatch.setattr(assets, "exists", lambda *parts: True)
    lessons = window.show(lambda context, matches: LessonsScene(context))
    window.key(pygame.K_RETURN)
    scene = of_kind(LessonScene, window.top)
    for _ in scene.lesson.steps:
        if isinstance(window.top, LessonScoreScene):
            window.key(pygame.K_RETURN)
        if window.top is scene:
            settle(window)
            by_keys(window, scene)
    assert window.top is lessons
    assert window.context.settings.learned == (game.id,)


def test_an_arrow_goes_round_what_stands_in_its_way_or_is_left_out() -> None:
    speech, strip = Area(100, 300, 400, 100), Area(0, 0, 640, 40)
    straight = find_arrow(speech, strip, 9)
    seat = Area(280, 100, 80, 80)
    aside = find_arrow(speech, strip, 9, [seat])
    assert straight is not None and aside is not None
    assert seat.contains_point(straight.first_part(0.5).d) and not any(
        seat.contains_point(aside.first_part(i / 30).d) for i in range(31)
    )
    assert find_arrow(speech, strip, 9, [Area(0, 100, 640, 80)]) is None
