"""What the records say at the title: games won on the shelf, the deal of the day, and with whom one goes on."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pygame
import pytest

from goosetable import games
from goosetable.app import named_file
from goosetable.app.match import matches
from goosetable.app.scenes.new_game.scene import NewGameScene
from goosetable.app.scenes.title.day_tile import result
from goosetable.app.scenes.title.scene import TitleScene
from goosetable.app.storage import characters
from goosetable.app.storage.history.sources import PlayerKey
from goosetable.engine.record import seed
from goosetable.engine.record.format import Chair
from tests.app.archives import played, put
from tests.app.conftest import StandIn
from tests.games.playing import Variant

Opens = Callable[..., Any]
YOU = ("You", "human")


def fill(folder: Path, count: int) -> int:
    """Games of three; how many of them you won."""
    won = 0
    for number in range(count):
        session, text = played((YOU, ("Vesper", "hard"), ("Minim", "easy")), number, f"2026-11-{number + 1:02}T10:00:00Z")
        put(folder, str(number), text)
        won += 0 in session.winners
    return won


def test_the_shelf_has_a_goose_for_each_game_won_once_the_records_are_read(program: Opens, tmp_path: Path) -> None:
    won = fill(tmp_path, 6)
    assert won > 0
    one = program()
    scene = one.show(TitleScene)
    assert scene.won == 0, "the first frame waits for no record"
    before = pygame.image.tobytes(one.screen.surface, "RGB")
    one.finish()
    assert scene.won == won
    assert pygame.image.tobytes(one.screen.surface, "RGB") != before


@pytest.mark.parametrize("still", [False, True])
def test_the_goose_blinks_now_and_then_unless_nothing_is_to_move(program: Opens, still: bool) -> None:
    one = program(pace="brisk", still=still)
    scene = one.show(TitleScene)
    one.finish()
    one.step(1.0)
    awake = pygame.image.tobytes(one.screen.surface, "RGB")
    seen = {True: 0, False: 0}
    for _ in range(200):
        one.step(0.05)
        seen[scene.goose.awake] += 1
        assert (pygame.image.tobytes(one.screen.surface, "RGB") == awake) == scene.goose.awake
    assert (seen[False] == 0) == still and seen[True] > 20 * seen[False]


def test_nothing_delays_a_click_while_the_records_are_read(program: Opens, tmp_path: Path) -> None:
    fill(tmp_path, 4)
    one = program()
    scene = one.show(TitleScene)
    for _ in range(20):
        scene.work()
    assert not scene.history.done
    one.click(scene.tiles[0])
    assert isinstance(one.top, NewGameScene)


def test_the_deal_of_the_day_is_two_presses_from_its_cards(program: Opens, stand_in: type[Any]) -> None:
    one = program(name="Anna", level=4)
    scene = one.show(TitleScene)
    deal = matches.day_deal(one.matches.today, games.SHELF)
    before = one.context.settings.last_table
    one.click(scene.day)
    laid = one.top
    assert isinstance(laid, NewGameScene) and laid.widgets.focus is laid.deal
    assert laid.laying.game is deal.game and laid.code.text == seed.show(deal.code)
    assert laid.heading == "Deal of the day"
    one.key(pygame.K_RETURN)
    header = one.top.match.session.header
    assert header.code == seed.show(deal.code)
    assert header.chairs == (Chair("Anna", "human"), *(Chair(name, "medium") for name in deal.company))
    assert one.context.settings.last_table == before, "the day's company is not laid again tomorrow"
    one.matches.saves.close()
    scene = one.show(TitleScene)
    assert scene.day.result == "begun"
    one.click(scene.day)
    assert one.top.match.session.header == header, "what is begun is gone on with"


DAY = 24 * 3600.0


def midnight(one: Any) -> matches.DayDeal:
    """Another day begins, and some time passes; its deal."""
    one.now += DAY
    for _ in range(12):
        one.step(0.1)
    return matches.day_deal(one.matches.today, games.SHELF)


def test_at_midnight_another_deal_of_the_day_stands_at_the_title(program: Opens, stand_in: type[Any]) -> None:
    one = program()
    scene = one.show(TitleScene)
    one.finish()
    scene.widgets.to(scene.day)
    before, seen = scene.day.date, pygame.image.tobytes(one.screen.surface, "RGB")
    deal = midnight(one)
    assert scene.day.deal == deal and scene.day.date != before
    assert scene.widgets.focus is scene.day, "the focus stays at the deal of the day"
    assert pygame.image.tobytes(one.screen.surface, "RGB") != seen
    one.key(pygame.K_RETURN)
    assert one.top.code.text == seed.show(deal.code) and one.top.heading == "Deal of the day"


def test_the_deal_that_is_pressed_as_the_clock_strikes_is_that_of_the_new_day(program: Opens) -> None:
    one = program()
    scene = one.show(TitleScene)
    one.now += DAY
    one.click(scene.day)
    assert one.top.code.text == seed.show(matches.day_deal(one.matches.today, games.SHELF).code)


def test_the_date_is_looked_at_once_a_second(program: Opens) -> None:
    one = program()
    looked = list[float]()
    one.show(TitleScene)

    def now() -> float:
        looked.append(0.0)
        return 0.0

    one.matches._now = now
    for _ in range(100):
        one.step(0.02)
    assert 1 <= len(looked) <= 2


def test_set_up_turns_to_the_deal_of_the_new_day_unless_something_else_was_chosen(program: Opens) -> None:
    one = program()
    one.show(TitleScene)
    one.click(one.top.day)
    deal = midnight(one)
    assert one.top.heading == "Deal of the day" and one.top.laying.game is deal.game
    assert one.top.code.text == seed.show(deal.code)
    assert [chair.name for chair in one.top.laying.chairs[1:]] == list(deal.company)
    other = next(tile for tile in one.top.tiles if tile.game is not deal.game)
    one.click(other)
    later = midnight(one)
    assert one.top.laying.game is other.game and one.top.code.text == ""
    if other.game is not later.game:
        one.click(next(tile for tile in one.top.tiles if tile.game is later.game))
    assert one.top.code.text == seed.show(later.code)


def test_a_chair_that_is_being_filled_at_midnight_is_filled_first(program: Opens) -> None:
    one = program()
    one.show(TitleScene)
    one.click(one.top.day)
    laid = one.top
    before = laid.code.text
    one.click(laid.people[-1])
    assert one.top is not laid
    midnight(one)
    assert laid.code.text == before
    one.key(pygame.K_ESCAPE)
    for _ in range(12):
        one.step(0.1)
    assert one.top is laid and laid.code.text != before


def test_a_table_of_yesterday_stays_that_of_yesterday(program: Opens, stand_in: type[Any]) -> None:
    one = program()
    one.show(TitleScene)
    yesterday = one.top.day.deal
    one.click(one.top.day)
    one.key(pygame.K_RETURN)
    one.matches.saves.close()
    scene = one.show(TitleScene)
    assert scene.day.result == "begun"
    midnight(one)
    assert scene.day.result == "" and scene.prime.label.startswith(f"Go on: {yesterday.game.title}")
    one.click(scene.prime)
    assert one.top.match.session.header.code == seed.show(yesterday.code)


def test_another_game_from_there_has_a_code_by_chance(program: Opens, stand_in: type[Any]) -> None:
    one = program()
    scene = one.show(TitleScene)
    one.click(scene.day)
    other = next(tile for tile in one.top.tiles if tile.game is not scene.day.game)
    one.click(other)
    assert one.top.code.text == one.top.laying.code == ""
    assert one.top.heading == "Lay the table"


def test_a_deal_of_the_day_that_is_over_says_who_won_it_first(program: Opens, tmp_path: Path) -> None:
    one = program()
    deal = matches.day_deal(one.matches.today, games.SHELF)
    company = (YOU, *((name, "medium") for name in deal.company))
    variant = Variant(deal.game, deal.game.short(deal.game.Options()))
    first, text = played(company, 1, "2026-11-22T10:00:00Z", variant=variant, code=deal.code)
    _, again = played(company, 5, "2026-11-22T11:00:00Z", variant=variant, code=deal.code)
    put(tmp_path, "second", again)
    put(tmp_path, "first", text)
    scene = one.show(TitleScene)
    assert scene.day.result == ""
    one.finish()
    names = ["you" if seat == 0 else company[seat][0] for seat in first.winners]
    assert scene.day.result.endswith(" won") and all(name in scene.day.result for name in names)
    assert result([PlayerKey("Anna", "human")], PlayerKey("Ben", "human")) == "Anna won"
    assert result([], PlayerKey("Ben", "human")) == "nobody won"


@pytest.mark.parametrize("size", [(1280, 720), (640, 400)])
def test_everybody_of_twelve_is_named_and_can_be_read(program: Opens, size: tuple[int, int]) -> None:
    goose = games.find("goose")
    names = ["Anna", *(character.name for character in characters.CAST[:11])]
    chairs = [Chair(name, "easy" if at else "human") for at, name in enumerate(names)]
    one = program(size)
    one.matches.lay(goose, goose.Options(players=12, decks=2), chairs).deal()
    scene = one.show(TitleScene)
    assert scene.prime.label.startswith("Go on: Goose, deal 1 of ")
    canvas, button = one.context.canvas, scene.prime
    room = button.rect.w - 28
    lines, px = button._names(canvas, room, button.rect.h > 3.5 * button.px)
    assert all(canvas.width(line, px, "sans") <= room for line in lines)
    assert px >= (12 if size[0] > 640 else 10.5)
    if size[0] > 640:
        assert " ".join(lines) == scene.prime.value
        assert all(name in scene.prime.value for name in names[1:])


def test_a_record_dropped_on_the_title_is_taken_in(program: Opens, tmp_path: Path) -> None:
    one = program()
    one.show(TitleScene)
    put(tmp_path / "elsewhere", "a", played((YOU, ("Vesper", "hard"), ("Minim", "easy")), 1, "2026-11-01T10:00:00Z")[1])
    pygame.event.post(pygame.event.Event(pygame.DROPFILE, file=str(next((tmp_path / "elsewhere").rglob("*.goose")))))
    one.step()
    one.finish()
    assert one.top.summary == "1 taken."


def test_a_record_dropped_on_the_title_that_is_here_already_is_not_taken_again(program: Opens, tmp_path: Path) -> None:
    one = program()
    text = played((YOU, ("Vesper", "hard"), ("Minim", "easy")), 1, "2026-11-01T10:00:00Z")[1]
    put(one.context.folders.data, "here", text)
    put(tmp_path / "elsewhere", "a", text)
    one.show(TitleScene)
    one.finish()
    pygame.event.post(pygame.event.Event(pygame.DROPFILE, file=str(next((tmp_path / "elsewhere").rglob("*.goose")))))
    one.step()
    one.finish()
    assert one.top.summary == "1 known already."


COPIED = "Open in another window: here you go on with a copy"


def lay(one: Any) -> Any:
    """A table of three at which cards have been dealt, in a window that shows something else."""
    one.show(lambda context, matches: StandIn(context, matches, None))
    chairs = [Chair("You", "human"), Chair("Vesper", "easy"), Chair("Dorothea", "easy")]
    match = one.matches.lay(games.SHELF[0], games.SHELF[0].Options(), chairs)
    match.deal()
    return match


@pytest.mark.parametrize("size", [(1280, 720), (640, 400)])
@pytest.mark.parametrize("text", [1.0, 2.0])
def test_a_game_that_is_open_in_another_window_is_said_to_be_copied(
    program: Opens, stand_in: type[Any], size: tuple[int, int], text: float
) -> None:
    one, two = program(), program(size=size, text_size=text)
    match = lay(one)
    record = one.context.folders.running.read_bytes()
    title = two.show(TitleScene)
    two.finish()
    assert title.prime.value == COPIED and title.prime.label.startswith("Go on: ")
    names, _ = title.prime._names(two.context.canvas, title.prime.rect.w - 28, title.prime.rect.h > 3.5 * title.prime.px)
    assert " ".join(names) == COPIED, "all of it can be read"
    two.click(title.prime)
    assert two.top.match.session.header == match.session.header
    assert one.context.folders.running.read_bytes() == record


def test_the_title_sees_another_window_open_the_game_and_leave_it(program: Opens) -> None:
    one, two = program(), program()
    lay(one).close()
    title = two.show(TitleScene)
    assert title.prime.value == "with Vesper and Dorothea"
    match = one.matches.go_on()
    two.step(0.1)
    for _ in range(11):
        two.step(0.1)
    assert title.prime.value == COPIED
    match.close()
    for _ in range(12):
        two.step(0.1)
    assert title.prime.value == "with Vesper and Dorothea"


def test_what_another_window_did_a_moment_ago_is_said_before_anything_is_copied(program: Opens, stand_in: type[Any]) -> None:
    one, two = program(), program()
    lay(one).close()
    title = two.show(TitleScene)
    match = one.matches.go_on()
    two.click(title.prime)
    assert two.top is title and title.prime.value == COPIED
    match.close()
    one.matches.lay(games.SHELF[1], games.SHELF[1].Options(), [Chair("You", "human"), *[Chair("Minim", "easy")] * 3]).deal()
    two.click(title.prime)
    assert two.top is title and title.prime.label.startswith(f"Go on: {games.SHELF[1].title}")
    two.click(title.prime)
    assert two.top.match.game is games.SHELF[1]


def test_a_named_file_that_is_open_in_another_window_leads_to_the_title(program: Opens) -> None:
    one, two = program(), program()
    lay(one)
    running = two.context.folders.running
    assert named_file.route(two.context, two.matches, running) is None
    assert two.context.notices == ["running.goose is open in another window; Go on takes a copy of it."]
    assert two.show(TitleScene).prime.value == COPIED
