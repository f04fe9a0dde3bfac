"""Problems through the window: from the title, one try, the reasons, the next one, and what is noted of it."""

from __future__ import annotations

from datetime import date, timedelta
from itertools import combinations
from pathlib import Path
from typing import Any

import pygame
import pytest

from goosetable.app.match import problems
from goosetable.app.match.problems import ProblemMatch
from goosetable.app.render.canvas import Canvas
from goosetable.app.render.text import without_marks
from goosetable.app.scenes.day import DayScene
from goosetable.app.scenes.problem.problems import ProblemsScene
from goosetable.app.scenes.problem.scene import ProblemScene
from goosetable.app.scenes.title.scene import TitleScene
from goosetable.app.skins import assets
from goosetable.app.skins.assets import AssetError
from goosetable.app.table.metrics import space_needs
from goosetable.app.table.snapshot import take_snapshot
from goosetable.app.table.table_layout import find_layout
from goosetable.app.ui.accessible import all_parts, spoken_text
from goosetable.engine.rules.action import card_of
from goosetable.games import SHELF, find_game
from tests.app.conftest import Opens
from tests.app.stage_play import stage_of
from tests.narrowing import present

GAMES = [game for game in SHELF if problems.has_problems(game)]
every = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)


def opened(program: Any, game: Any, at: int = 0) -> ProblemScene:
    scene: ProblemScene = program.show(
        lambda context, matches: ProblemScene(context, matches, game, problems.load_problems(game)[at])
    )
    settle(program)
    return scene


def settle(program: Any) -> None:
    program.wait(1.0)


def play(program: Any, scene: ProblemScene, answer: str) -> None:
    """Give an answer with the keyboard alone."""
    action = scene.game.parse_action(answer, scene.match.session.legal())
    program.wait(0.5)
    panel = scene.panel
    if panel is not None:
        tile = next(tile for tile in panel.tiles if tile.choice.action == action)
        scene.widgets.focus_on(tile)
    else:
        card = card_of(action)
        hand = scene.hand
        for _ in range(len(hand.cards) + 1):
            if hand.focus == card:
                break
            program.key(pygame.K_RIGHT)
        assert hand.focus == card
    program.key(pygame.K_RETURN)
    settle(program)


def heard(program: Any) -> list[str]:
    return [part.name for part in all_parts(program.loop.scenes.accessible_tree().parts)]


def test_the_title_leads_to_the_list_and_to_the_problem_of_the_day(program: Opens) -> None:
    one, _ = program.at(TitleScene)
    settle(one)
    one.click(one.find("Problems"))
    settle(one)
    assert isinstance(one.top, ProblemsScene)
    one.click(one.find("Problem of the day"))
    settle(one)
    assert isinstance(one.top, ProblemScene) and one.top.course.day == one.matches.today
    one.key(pygame.K_ESCAPE)
    settle(one)
    assert isinstance(one.top, ProblemsScene)


@pytest.mark.one_in(2)
@pytest.mark.parametrize(("size", "text"), [((1280, 720), 1.0), ((640, 400), 1.0), ((1920, 1080), 1.0), ((1280, 720), 2.0)])
def test_no_open_card_lies_over_a_card_of_another_seat(size: tuple[int, int], text: float) -> None:
    for game in GAMES:
        for asked in problems.load_problems(game)[2:7]:  # of Goosed, problems for three and for four players
            match = ProblemMatch(asked, game, lambda said: None)
            seats, stage = match.session.seats, stage_of(match, size)
            layout = find_layout(*size, seats, text, space_needs(game.kinds, game.open_hands, seats))
            stage.show(take_snapshot(match), layout)
            hands = [[sprite.rest.area() for sprite in held] for seat, held in stage.backs.items() if seat != match.me]
            lying = [[sprite.rest.area() for sprite in (*stage.trick, *stage.pile_sprites())], *hands]
            for one, other in combinations(lying, 2):
                assert not any(card.overlaps(over) for card in one for over in other), (match.problem.id, hands)
            assert all(card.x > 0 and card.right < layout.cloth_width for held in hands for card in held)


@pytest.mark.one_in(3)
@every
def test_a_right_answer_is_noted_and_every_other_one_explained(program: Opens, game: Any) -> None:
    one, scene = program.into(opened, game)
    asked = scene.course.problem
    intro = scene.accessible_tree().intro
    assert intro.startswith(f"Problem 1, difficulty {asked.stars} of 5.")
    others = [held for seat, held in enumerate(scene.stage.snapshot.open) if seat != scene.match.me]
    assert all(spoken_text(game.text.card_name(card)) in intro for held in others for card in held)
    play(one, scene, asked.right)
    assert scene.accessible_tree().intro == intro
    assert one.context.settings.solved == (asked.id,) and not one.context.settings.missed
    assert scene.course.headline.startswith("Right: ")
    texts = " ".join(heard(one))
    for _, told in scene.course.wrong_answers:
        assert spoken_text(without_marks(told)) in texts
    assert scene.match.session.undoable_count == len(asked.play)


def test_only_the_first_try_counts(program: Opens) -> None:
    one, game = program(), GAMES[0]
    scene = opened(one, game)
    asked = scene.course.problem
    wrong = next(answer for answer in asked.values if answer != asked.right)
    play(one, scene, wrong)
    assert one.context.settings.missed == (asked.id,)
    assert scene.course.headline.startswith("Not ")
    again = opened(one, game)
    play(one, again, asked.right)
    assert one.context.settings.missed == (asked.id,) and not one.context.settings.solved


def test_the_answer_can_be_seen_and_the_next_problem_begins(program: Opens) -> None:
    one, game = program(), GAMES[0]
    scene = opened(one, game)
    one.click(one.find("Answer"))
    settle(one)
    assert scene.course.headline.startswith("It was ") and one.context.settings.missed == (scene.course.problem.id,)
    one.click(one.find("Next problem"))
    settle(one)
    assert isinstance(one.top, ProblemScene) and one.top is not scene and one.top.course.number == 2
    assert not one.top.course.is_over


def test_the_list_ticks_what_is_solved(program: Opens) -> None:
    game = GAMES[0]
    first, second = problems.load_problems(game)[:2]
    one = program(solved=(first.id,), missed=(second.id,))
    page = one.show(lambda context, matches: ProblemsScene(context, matches, game))
    settle(one)
    assert [tile.first_try_result for tile in page.tiles[:3]] == ["solved", "missed", ""]
    assert page.solved_sentence.startswith(f"1 of {len(page.tiles)} ")


def test_the_arrows_stay_under_the_mouse_when_the_game_changes(program: Opens) -> None:
    one, page = program.at(lambda context, matches: ProblemsScene(context, matches, GAMES[0]))
    before = page.which.rect.copy()
    for _ in range(2):
        page.which.step(1)
        settle(one)
        assert page.which.rect == before and len(page.tiles) == len(problems.load_problems(page.game))


@every
def test_all_hands_are_open_and_the_rules_are_told_in_brief(program: Opens, game: Any) -> None:
    one, scene = program.into(opened, game)
    assert any(said.count("takes it") + said.count("wins it") and "You want" in said for said in heard(one))
    state = present(scene.match.session.state)
    shown = scene.stage.snapshot.open
    for seat, held in enumerate(state.hands):
        if seat != scene.match.me:
            assert len(shown[seat]) == held.bit_count()


def test_a_small_window_names_the_problem_and_no_deal(program: Opens, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn, write = list[str](), Canvas.draw_plain_text

    def put(canvas: Canvas, words: str, *given: Any) -> Any:
        drawn.append(words)
        return write(canvas, words, *given)

    monkeypatch.setattr(Canvas, "draw_plain_text", put)
    opened(program((640, 400)), GAMES[0])
    assert "Problem 1" in drawn and "Deal 1" not in drawn


def test_the_problem_of_a_day_follows_from_the_date() -> None:
    days = [date(2026, 11, 1) + timedelta(days=after) for after in range(60)]
    found = [problems.problem_of_day(day, SHELF) for day in days]
    assert found == [problems.problem_of_day(day, SHELF) for day in days]
    assert len({one[1].id for one in found if one is not None}) > 40
    assert {one[0].id for one in found if one is not None} == {game.id for game in GAMES}


DAMAGE = ["", '{"game": "GAME", "problems": []}', "[" * 99999]


@pytest.mark.parametrize("content", DAMAGE)
def test_pages_open_without_a_damaged_file(
    program: Opens, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, content: str
) -> None:
    found = present(problems.problem_of_day(date(1970, 1, 1), SHELF))
    game = found[0].id
    root = tmp_path / "assets"
    (root / "problems").mkdir(parents=True)
    for path in assets.ROOT.iterdir():
        if path.name != "problems":
            (root / path.name).symlink_to(path)
    for path in assets.ROOT.joinpath("problems").iterdir():
        text = content.replace("GAME", game) if path.stem == game else path.read_text(encoding="utf-8")
        (root / "problems" / path.name).write_text(text, encoding="utf-8")
    monkeypatch.setattr(assets, "ROOT", root)
    problems.read_problems.cache_clear()
    try:
        one, page = program.at(lambda context, matches: ProblemsScene(context, matches, found[0]))
        assert page.day is None and not page.tiles
        said = page.solved_sentence
        assert (
            said.count(". ") == 0
            and said.endswith(".")
            and f"{game}.json is damaged: " in said
            and said in page.opening_announcement
        )
        one.key(pygame.K_LEFT)
        assert page.tiles, "the other games' problems are there"
        notices = list[str]()
        monkeypatch.setattr(one.context, "show_notice", notices.append)
        page = one.show(lambda context, matches: DayScene(context, matches, date(1970, 1, 1)))
        assert not page.problem.shown and notices == [said]
    finally:
        problems.read_problems.cache_clear()


def test_an_answer_that_cannot_be_played_on_is_one_sentence() -> None:
    game = find_game("gops")
    asked = problems.load_problems(game)[0]
    lines = dict.fromkeys(asked.lines, ("0 bid AS", "0 bid AS"))
    with pytest.raises(AssetError, match=r"is damaged: problem gops .*, after bid .*\.$"):
        ProblemMatch(asked._replace(lines=lines), game, lambda said: None)
