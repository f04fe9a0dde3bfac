"""The title and the laying of a table: two presses to the cards, and only what there is to go on with."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pygame
import pytest

from goosetable import games
from goosetable.app import named_file
from goosetable.app.art.svg import CHARACTERS
from goosetable.app.match import matches
from goosetable.app.reader.reader import spoken_line
from goosetable.app.scenes.new_game.model import TableSetup
from goosetable.app.scenes.new_game.scene import NewGameScene
from goosetable.app.scenes.table.scene import TableScene
from goosetable.app.scenes.title.pieces import winners_in_words
from goosetable.app.scenes.title.scene import PATIENCE, TitleScene
from goosetable.app.storage import cast, profiles
from goosetable.app.storage.history.sources import RecordedPlayer
from goosetable.app.table import seats
from goosetable.engine.record import seed
from goosetable.engine.record.format import Chair
from goosetable.engine.rules import options
from goosetable.players import LEVELS, make_player
from goosetable.players.levels import SEARCHING_LEVELS
from goosetable.players.search_agent import Searcher
from tests.app import drawn_words
from tests.app.archives import played, put
from tests.app.conftest import CODE, Opens, StandIn
from tests.games.playing import Variant

GAME = games.SHELF[0]


def chairs() -> list[Chair]:
    return [Chair("Gooseberry", "human"), Chair("Vesper", "easy"), Chair("Dorothea", "easy")]


def test_two_keys_do_the_same(program: Opens, stand_in: type[Any]) -> None:
    one, _ = program.at(TitleScene)
    one.key(pygame.K_RETURN, pygame.K_RETURN)
    assert isinstance(one.top, stand_in)
    assert len(one.loop.scenes) == 2, "the table stands instead of the set-up, over the title"
    assert one.top.match.session.header.code == seed.format_code(CODE), "chance gives one"


def test_to_go_on_is_offered_only_where_there_is_something(program: Opens, stand_in: type[Any]) -> None:
    one, scene = program.at(TitleScene)
    assert not any("Go on" in w.label for w in scene.widgets.all)
    assert len([button for button in one.top.buttons if button.shown]) == 6
    one.matches.begin_table(GAME, GAME.Options(), chairs()).deal()
    scene = one.show(TitleScene)
    assert scene.prime.label == f"Go on: {GAME.title}, deal 1"
    assert scene.prime.accessible_value == "with Vesper and Dorothea"
    assert scene.widgets.focus is scene.prime
    one.click(scene.prime)
    assert isinstance(one.top, stand_in)
    assert one.top.match.session.names == ("Gooseberry", "Vesper", "Dorothea")
    one.click(one.show(TitleScene).tiles[1])
    assert one.top.urgent_remarks, "it is said that this table is kept"


def test_the_buttons_reach_no_further_out_than_the_tiles_in_a_wide_window(program: Opens) -> None:
    one = program()
    one.matches.begin_table(GAME, GAME.Options(), chairs()).deal()
    scene = one.show(TitleScene)
    assert all(button.shown for button in scene.buttons)
    out = [tile.rect for tile in scene.tiles]
    assert min(b.rect.left for b in scene.buttons) >= min(rect.left for rect in out)
    assert max(b.rect.right for b in scene.buttons) <= max(rect.right for rect in out)


def test_the_rules_at_the_title_are_those_of_the_chosen_game_or_of_the_running_one(program: Opens) -> None:
    one = program()
    for running, tile, wanted in ((False, None, GAME), (True, None, games.SHELF[2]), (True, 1, games.SHELF[1])):
        if running:
            one.matches.begin_table(games.SHELF[2], games.SHELF[2].Options(), chairs()).deal()
        scene = one.show(TitleScene)
        if tile is not None:
            scene.widgets.focus_on(scene.tiles[tile])
        one.key(pygame.K_F1, mod=pygame.KMOD_LSHIFT)
        assert one.top.game is wanted


def test_by_ear_the_games_are_a_list_and_the_shelf_says_how_many_are_won(program: Opens) -> None:
    one, scene = program.at(TitleScene)
    one.finish()
    parts = scene.accessible_parts()
    games_list = next(part for part in parts if part.kind == "list")
    assert [part.name for part in games_list.parts] == [*(game.title for game in games.SHELF), "Deal of the day"]
    assert [part.place for part in games_list.parts] == [(at, len(scene.shown)) for at in range(1, len(scene.shown) + 1)]
    told = games_list.parts[-1].value
    game = scene.day.deal.game
    assert told.count(game.title) == 1 and "minutes. The same for everybody today." in told
    assert [part.name for part in parts if part.kind == "image"] == ["A Golden Goose for each game won"]
    assert scene.accessible_tree().title == "goosetable"
    large = program.at(TitleScene, text_size=2.0)[1].accessible_tree()
    assert large.intro == scene.accessible_tree().intro == "Goosetable. Seven odd card games, and opponents to play them with."
    shortcuts = {part.name: part.shortcut for part in parts if part.shortcut}
    assert shortcuts["Settings"] == one.context.keymap.name_of_key("settings") and "Rules" in shortcuts


def test_the_title_looks_again_when_somebody_comes_back(program: Opens) -> None:
    one, scene = program.at(TitleScene)
    one.click(scene.tiles[0])
    one.matches.begin_table(GAME, GAME.Options(), chairs()).deal()
    one.key(pygame.K_ESCAPE)
    assert one.top is scene
    assert scene.prime.label.startswith("Go on")


def test_one_key_gives_contrast_and_large_cards_and_takes_them_back(program: Opens) -> None:
    one, scene = program.at(TitleScene, theme="inkwell", cards="four")
    one.key(pygame.K_c)
    assert (one.context.settings.theme, one.context.settings.cards) == ("contrast", "large")
    one.step()
    assert scene.contrast.label.startswith("the usual")
    one.key(pygame.K_c)
    assert (one.context.settings.theme, one.context.settings.cards) == ("inkwell", "four")


def test_the_first_frame_draws_no_pictures(program: Opens, monkeypatch: pytest.MonkeyPatch) -> None:
    one = program()
    drawn: list[str] = []
    monkeypatch.setattr(type(one.context.faces), "_draw_picture", lambda self, look: drawn.append(look.code))
    monkeypatch.setattr(type(one.context.canvas), "draw_portrait", lambda self, who, *rest: drawn.append(who))
    scene = one.show(TitleScene)
    assert drawn == []
    monkeypatch.undo()
    assert scene.run_slice()
    one.finish()
    assert not scene.run_slice()


def test_the_window_of_the_title_stays_open_at_esc_and_leaves_by_its_button(program: Opens) -> None:
    one, scene = program.at(TitleScene)
    one.key(pygame.K_ESCAPE)
    assert one.top is scene
    one.click(one.find("Leave"))
    assert one.loop.is_over


def test_nothing_stays_scrolled_away_when_the_text_is_small_again(program: Opens) -> None:
    one, scene = program.at(TitleScene, text_size=2.0)
    scene.widgets.focus_on(scene.contrast)
    one.step()
    assert scene.scroll.offset
    one.context.change_settings(text_size=1.0)
    one.step()
    assert scene.scroll.max_offset == scene.scroll.offset == 0
    assert all(tile.rect.top > 0 for tile in scene.shown)


@pytest.mark.parametrize("size", [(1280, 720), (640, 400), (900, 700)])
def test_in_large_text_the_large_button_stays_while_the_games_scroll(program: Opens, size: tuple[int, int]) -> None:
    one, scene = program.at(TitleScene, size, text_size=2.0)
    before = scene.prime.rect.copy()
    assert scene.scroll.offset == 0 < scene.scroll.max_offset, "the name of the program is seen first"
    assert before.top >= scene.scroll.rect.bottom and before.bottom <= size[1] and 0 <= before.left < before.right <= size[0]
    scene.widgets.focus_on(scene.contrast)
    one.step()
    assert scene.scroll.offset > 0 and scene.prime.rect == before
    assert scene.scroll.rect.contains(scene.contrast.rect)


@pytest.mark.parametrize(
    ("n", "size"), [(1, (640, 400)), (2, (1280, 720)), (3, (1000, 900)), (4, (640, 400)), (5, (1280, 720))]
)
def test_tiles_stand_clear_of_one_another(program: Opens, monkeypatch: pytest.MonkeyPatch, n: int, size: Any) -> None:
    monkeypatch.setattr("goosetable.app.scenes.title.scene.SHELF", (GAME,) * n)
    _, scene = program.at(TitleScene, size)
    placed = [*scene.shown, scene.prime, *(b for b in scene.buttons if b.shown), scene.contrast]
    for at, widget in enumerate(placed):
        assert widget.rect.left >= 0 and widget.rect.right <= size[0]
        assert not any(widget.rect.colliderect(other.rect) for other in placed[at + 1 :]), widget.label
    left = min(tile.rect.left for tile in scene.shown)
    right = max(tile.rect.right for tile in scene.shown)
    assert abs(left + right - size[0]) <= 3


# ---------------------------------------------------------------------- laying


def sit(one: Any, scene: NewGameScene, seat: int, name: str) -> None:
    """Somebody is asked to sit down in a chair."""
    one.click(scene.people[seat])
    who = next(who for who in one.top.persons + one.top.others if who.label == name)
    one.click(who)
    assert one.top is scene


def test_what_is_chosen_arrives_in_the_header(program: Opens, stand_in: type[Any]) -> None:
    one, scene = program.at(NewGameScene, name="Anna")
    for rule, control in zip(scene.house_rules, scene.rules, strict=True):
        if rule.key != options.LENGTH:  # in a game of one deal the others have no effect
            one.click((control.rect.right - 8, control.rect.centery))
    sit(one, scene, 1, "Pip")
    one.click((scene.beside[2].rect.right - 4, scene.beside[2].rect.centery))
    one.click(scene.code)
    one.type("7q4k-m2xd-9tbr")
    one.click(scene.deal)
    assert isinstance(one.top, stand_in)
    header = one.top.match.session.header
    chosen = {rule.key: rule.choices[1].value for rule in options.options_of(GAME.Options)}
    assert header.options == chosen | {"target": 150, "length": "whole"}, "figures go up"
    assert header.code == "7Q4K-M2XD-9TBR"
    assert header.chairs[0] == Chair("Anna", "human")
    assert header.chairs[1] == Chair("Pip", "medium")
    assert header.chairs[2] == Chair("Dorothea", "master")


def test_the_table_is_laid_the_same_the_next_time(program: Opens, stand_in: type[Any]) -> None:
    one, scene = program.at(NewGameScene)
    one.click((scene.rules[1].rect.right - 8, scene.rules[1].rect.centery))
    sit(one, scene, 2, "Saffron")
    one.click((scene.beside[1].rect.x + 4, scene.beside[1].rect.centery))
    wanted = scene.setup.as_setting()
    one.click(scene.deal)
    again = one.show(NewGameScene)
    assert again.setup.as_setting() == wanted
    assert again.beside[1].accessible_value == "easy"
    for preset in ("One deal", "As printed"):
        one.click(again.presets)
        assert again.setup.preset == again.presets.accessible_value == preset


@pytest.mark.parametrize("wrong", ["7q4k", "7q4k-m2xd-9tb!", "Å" * 12])
def test_a_wrong_code_is_refused_with_a_sentence(program: Opens, stand_in: type[Any], wrong: str) -> None:
    one, scene = program.at(NewGameScene)
    one.click(scene.code)
    one.type(wrong)
    one.key(pygame.K_RETURN)
    assert one.top is scene
    assert scene.entry_notice.endswith(".") and scene.entry_notice[0].isupper()
    assert scene.widgets.focus is scene.code
    assert one.matches.running_game() is None
    one.type("x")
    assert scene.entry_notice == ""


def test_nobody_sits_twice_at_one_table() -> None:
    setup = TableSetup(GAME, "vesper")
    chance = Random(3)
    for _ in range(60):
        who = chance.choice(["Vesper", "Pip", "Minim", "Saffron", "Griselda"])
        setup.give_seat_to_player(chance.randrange(3), who, "")
        names = [chair.name.casefold() for chair in setup.chairs]
        assert len(set(names)) == len(names)
    assert {chair.player for chair in setup.chairs} <= {"human", "medium"}


# ---------------------------------------------------------------------- the company


def test_the_company_is_twelve_with_names_of_their_own() -> None:
    assert sorted(character.portrait for character in cast.CAST) == sorted(CHARACTERS)
    assert len({character.name.casefold() for character in cast.CAST}) == 12
    for character in cast.CAST:
        words = set(character.line.lower().replace(".", " ").replace(",", " ").split())
        assert not words & {"he", "she", "his", "her", "him", "hers", "himself", "herself"}
        assert character.line.endswith(".")


def test_a_name_has_one_portrait_here_and_at_the_table() -> None:
    for character in cast.CAST:
        assert cast.portrait_of_name(character.name) == character.portrait
        assert seats.choose_portraits(((character.name, False),)) == (character.portrait,)
    assert cast.portrait_of_name("Somebody") == cast.portrait_of_name("Somebody") in CHARACTERS
    assert seats.choose_portraits((("Somebody", False),)) == (cast.portrait_of_name("Somebody"),)
    for name in ("Vesper", "Player 3", "Zed"):
        assert seats.choose_portraits(((name, True),)) == (profiles.token_of_stranger(name),)


def test_every_level_that_can_be_chosen_is_one_that_can_play() -> None:
    assert len(SEARCHING_LEVELS) == 5, "a goose for each, as the settings have it"
    assert set(SEARCHING_LEVELS) <= set(LEVELS)
    assert all(isinstance(make_player(level, Random(1)), Searcher) for level in SEARCHING_LEVELS)


# ---------------------------------------------------------------------- what the records say at the title


YOU = ("Gooseberry", "human")


def fill(folder: Path, count: int) -> int:
    """Games of three; how many of them you won."""
    won = 0
    for number in range(count):
        session, text = played((YOU, ("Vesper", "hard"), ("Minim", "easy")), number, f"2026-11-{number + 1:02}T10:00:00Z")
        put(folder, str(number), text)
        won += 0 in session.winners
    return won


@pytest.mark.usefixtures("painted")
def test_the_shelf_has_a_goose_for_each_game_won_once_the_records_are_read(program: Opens, tmp_path: Path) -> None:
    won = fill(tmp_path, 6)
    assert won > 0
    one, scene = program.at(TitleScene)
    one.click(scene.tiles[0])
    assert isinstance(one.top, NewGameScene) and not scene.history.is_done, "nothing delays a click while records are read"
    one.key(pygame.K_ESCAPE)
    assert scene.won == 0, "the first frame waits for no record"
    before = pygame.image.tobytes(one.screen.surface, "RGB")
    one.finish()
    assert scene.won == won
    assert pygame.image.tobytes(one.screen.surface, "RGB") != before


@pytest.mark.usefixtures("pixels")
@pytest.mark.parametrize("size", [(700, 1000), (700, 740), (720, 800), (900, 1000)])
def test_no_description_goes_past_the_end_of_its_upright_tile(program: Opens, size: tuple[int, int]) -> None:
    with drawn_words.written() as made:
        one, scene = program.at(TitleScene, size)
        one.finish()
        words = drawn_words.words(drawn_words.recorded(one), made)
    for tile in scene.shown:
        assert tile.style == "upright"
        (said,) = [word for word in words if word.text in tile.descriptions and tile.rect.collidepoint(word.box.midtop)]
        assert said.box.bottom < tile.rect.bottom


@pytest.mark.usefixtures("pixels")
@pytest.mark.parametrize("size", [(1280, 720), (900, 900), (700, 1000)])
def test_the_text_under_the_shelf_is_shorter_in_a_narrow_window_and_never_cut(program: Opens, size: tuple[int, int]) -> None:
    with drawn_words.written() as made:
        one, _ = program.at(TitleScene, size)
        one.finish()
        words = [word.text for word in drawn_words.words(drawn_words.recorded(one), made)]
    assert "Seven odd card games, and opponents to play them with" in words
    assert not [word for word in words if "…" in word]
    assert ("a Golden Goose for each game won" in words) == (size != (700, 1000))


@pytest.mark.one_in(2)
@pytest.mark.usefixtures("painted")
@pytest.mark.parametrize("still", [False, True])
def test_the_goose_blinks_now_and_then_unless_nothing_is_to_move(program: Opens, still: bool) -> None:
    one, scene = program.at(TitleScene, pace="brisk", still=still)
    one.finish()
    one.step(1.0)
    awake = pygame.image.tobytes(one.screen.surface, "RGB")
    seen = {True: 0, False: 0}
    for _ in range(200):
        one.step(0.05)
        seen[scene.goose.awake] += 1
        assert (pygame.image.tobytes(one.screen.surface, "RGB") == awake) == scene.goose.awake
    assert (seen[False] == 0) == still and seen[True] > 20 * seen[False]


def test_the_deal_of_the_day_is_two_presses_from_its_cards(program: Opens, stand_in: type[Any]) -> None:
    one, scene = program.at(TitleScene, name="Anna", level=4)
    deal = matches.day_deal(one.matches.today, games.SHELF)
    before = one.context.settings.last_table
    one.click(scene.day)
    laid = one.top
    assert isinstance(laid, NewGameScene) and laid.widgets.focus is laid.deal
    assert laid.setup.game is deal.game and laid.code.text == seed.format_code(deal.code)
    assert laid.heading == "Deal of the day"
    one.key(pygame.K_RETURN)
    header = one.top.match.session.header
    assert header.code == seed.format_code(deal.code)
    assert header.chairs == (Chair("Anna", "human"), *(Chair(name, "medium") for name in deal.opponent_names))
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
    one.wait(1.2)
    return matches.day_deal(one.matches.today, games.SHELF)


@pytest.mark.usefixtures("painted")
def test_at_midnight_another_deal_of_the_day_stands_at_the_title(program: Opens, stand_in: type[Any]) -> None:
    one, scene = program.at(TitleScene)
    one.finish()
    scene.widgets.focus_on(scene.day)
    before, seen = scene.day.facts, pygame.image.tobytes(one.screen.surface, "RGB")
    deal = midnight(one)
    assert scene.day.deal == deal and scene.day.facts != before
    assert scene.widgets.focus is scene.day, "the focus stays at the deal of the day"
    assert pygame.image.tobytes(one.screen.surface, "RGB") != seen
    one.key(pygame.K_RETURN)
    assert one.top.code.text == seed.format_code(deal.code) and one.top.heading == "Deal of the day"


def test_the_date_is_looked_at_once_a_second_and_as_the_deal_is_pressed(program: Opens) -> None:
    looked = list[float]()
    one, scene = program.at(TitleScene)

    def now() -> float:
        looked.append(one.now)
        return float(one.now)

    one.matches._now = now
    one.wait(2.0, 0.02)
    assert 1 <= len(looked) <= 2
    one.now += DAY
    one.click(scene.day)
    assert one.top.code.text == seed.format_code(matches.day_deal(one.matches.today, games.SHELF).code)


def test_set_up_turns_to_the_deal_of_the_new_day_unless_something_else_was_chosen(program: Opens) -> None:
    one, _ = program.at(TitleScene)
    one.click(one.top.day)
    deal = midnight(one)
    assert one.top.heading == "Deal of the day" and one.top.setup.game is deal.game
    assert one.top.code.text == seed.format_code(deal.code)
    assert [chair.name for chair in one.top.setup.chairs[1:]] == list(deal.opponent_names)
    other = next(tile for tile in one.top.tiles if tile.game is not deal.game)
    one.click(other)
    assert one.top.code.text == one.top.setup.code == "" and one.top.heading == "Lay the table"
    later = midnight(one)
    assert one.top.setup.game is other.game and one.top.code.text == ""
    if other.game is not later.game:
        one.click(next(tile for tile in one.top.tiles if tile.game is later.game))
    assert one.top.code.text == seed.format_code(later.code)


def test_a_chair_that_is_being_filled_at_midnight_is_filled_first(program: Opens) -> None:
    one, _ = program.at(TitleScene)
    one.click(one.top.day)
    laid = one.top
    before = laid.code.text
    one.click(laid.people[-1])
    assert one.top is not laid
    midnight(one)
    assert laid.code.text == before
    one.key(pygame.K_ESCAPE)
    one.wait(1.2)
    assert one.top is laid and laid.code.text != before


def test_a_table_of_yesterday_stays_that_of_yesterday(program: Opens, stand_in: type[Any]) -> None:
    one, _ = program.at(TitleScene)
    yesterday = one.top.day.deal
    one.click(one.top.day)
    one.key(pygame.K_RETURN)
    one.matches.saves.close()
    scene = one.show(TitleScene)
    assert scene.day.result == "begun"
    midnight(one)
    assert scene.day.result == "" and scene.prime.label.startswith(f"Go on: {yesterday.game.title}")
    one.click(scene.prime)
    assert one.top.match.session.header.code == seed.format_code(yesterday.code)


def test_a_deal_of_the_day_that_is_over_says_who_won_it_first(program: Opens, tmp_path: Path) -> None:
    one = program()
    deal = matches.day_deal(one.matches.today, games.SHELF)
    opponent_names = (YOU, *((name, "medium") for name in deal.opponent_names))
    variant = Variant(deal.game, deal.game.short_game_options(deal.game.Options()))
    first, text = played(opponent_names, 1, "2026-11-22T10:00:00Z", variant=variant, code=deal.code)
    _, again = played(opponent_names, 5, "2026-11-22T11:00:00Z", variant=variant, code=deal.code)
    put(tmp_path, "second", again)
    put(tmp_path, "first", text)
    scene = one.show(TitleScene)
    assert scene.day.result == ""
    one.finish()
    names = ["you" if seat == 0 else opponent_names[seat][0] for seat in first.winners]
    assert scene.day.result.endswith(" won") and all(name in scene.day.result for name in names)
    assert winners_in_words([RecordedPlayer("Anna", "human")], RecordedPlayer("Ben", "human")) == "Anna won"
    assert winners_in_words([], RecordedPlayer("Ben", "human")) == "nobody won"


@pytest.mark.parametrize("size", [(1280, 720), (640, 400)])
def test_everybody_of_twelve_is_named_and_can_be_read(program: Opens, size: tuple[int, int]) -> None:
    goose = games.find_game("goose")
    names = ["Anna", *(character.name for character in cast.CAST[:11])]
    chairs = [Chair(name, "easy" if at else "human") for at, name in enumerate(names)]
    one = program(size)
    one.matches.begin_table(goose, goose.Options(players=12, decks=2), chairs).deal()
    scene = one.show(TitleScene)
    assert scene.prime.label.startswith("Go on: Goose, deal 1 of ")
    canvas, button = one.context.canvas, scene.prime
    room = button.rect.w - 28
    lines, px = button._fit_names(canvas, room, button.rect.h > 3.5 * button.px)
    assert all(canvas.width(line, px, "sans") <= room for line in lines)
    assert px >= (12 if size[0] > 640 else 10.5)
    if size[0] > 640:
        assert " ".join(lines) == scene.prime.accessible_value
        assert all(name in scene.prime.accessible_value for name in names[1:])


@pytest.mark.parametrize(("there", "said"), [(False, "1 taken."), (True, "1 known already.")])
def test_a_record_dropped_on_the_title_is_taken_in_once(program: Opens, tmp_path: Path, there: bool, said: str) -> None:
    one = program()
    text = played((YOU, ("Vesper", "hard"), ("Minim", "easy")), 1, "2026-11-01T10:00:00Z")[1]
    if there:
        put(one.context.folders.data, "here", text)
    path = put(tmp_path / "elsewhere", "a", text)
    one.show(TitleScene)
    one.finish()
    one.post(pygame.DROPFILE, file=str(path))
    one.finish()
    assert one.top.summary == said


COPIED = "Open in another window: here you go on with a copy"


def lay(one: Any) -> Any:
    """A table of three at which cards have been dealt, in a window that shows something else."""
    one.show(lambda context, matches: StandIn(context, matches, None))
    match = one.matches.begin_table(GAME, GAME.Options(), chairs())
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
    assert title.prime.accessible_value == COPIED and title.prime.label.startswith("Go on: ")
    names, _ = title.prime._fit_names(two.context.canvas, title.prime.rect.w - 28, title.prime.rect.h > 3.5 * title.prime.px)
    assert " ".join(names) == COPIED, "all of it can be read"
    two.click(title.prime)
    assert two.top.match.session.header == match.session.header
    assert one.context.folders.running.read_bytes() == record


def test_the_title_sees_another_window_open_the_game_and_leave_it(program: Opens) -> None:
    one, two = program(), program()
    lay(one).close()
    title = two.show(TitleScene)
    assert title.prime.accessible_value == "with Vesper and Dorothea"
    match = one.matches.continue_table()
    two.step(0.1)
    two.wait(1.1)
    assert title.prime.accessible_value == COPIED
    match.close()
    two.wait(1.2)
    assert title.prime.accessible_value == "with Vesper and Dorothea"


def test_what_another_window_did_a_moment_ago_is_said_before_anything_is_copied(program: Opens, stand_in: type[Any]) -> None:
    one, two = program(), program()
    lay(one).close()
    title = two.show(TitleScene)
    match = one.matches.continue_table()
    two.click(title.prime)
    assert two.top is title and title.prime.accessible_value == COPIED
    match.close()
    one.matches.begin_table(
        games.SHELF[1], games.SHELF[1].Options(), [Chair("Gooseberry", "human"), *[Chair("Minim", "easy")] * 3]
    ).deal()
    two.click(title.prime)
    assert two.top is title and title.prime.label.startswith(f"Go on: {games.SHELF[1].title}")
    two.click(title.prime)
    assert two.top.match.game is games.SHELF[1]


def test_a_named_file_that_is_open_in_another_window_leads_to_the_title(program: Opens) -> None:
    one, two = program(), program()
    lay(one)
    running = two.context.folders.running
    assert named_file.route_to_file(two.context, two.matches, running) is None
    assert two.context.notices == ["running.goose is open in another window; Go on takes a copy of it."]
    assert two.show(TitleScene).prime.accessible_value == COPIED


def test_a_kept_game_is_offered_once_it_is_known_and_nothing_is_at_the_running_table(program: Opens) -> None:
    one = program()
    company = (("Gooseberry", "human"), ("Vesper", "easy"), ("Dorothea", "easy"))
    for seed_, deals in ((1, 60), (2, 1), (3, 2)):
        put(one.context.folders.data, str(seed_), played(company, seed_, f"2026-05-0{seed_}T10:00:00Z", deals=deals)[1])
    one.context.folders.running.write_text(played(company, 4, "2026-05-09T10:00:00Z")[1], encoding="utf-8")
    scene = one.show(TitleScene)
    assert scene.prime.label == "Lay a table", "the first frame waits for no record"
    one.finish()
    assert scene.prime.label == "Go on: Gooseberry Fool, deal 3", "the newest one"
    one.click(scene.tiles[1])
    assert "Your unfinished game will stay" in one.top.accessible_tree().intro
    one.key(pygame.K_ESCAPE, finish=True)
    one.click(scene.prime)
    assert isinstance(one.top, TableScene)
    assert one.top.match.session.header.started == "2026-05-03T10:00:00Z"


def test_a_screen_reader_waits_for_the_kept_game_and_for_nothing_else(program: Opens) -> None:
    one = program()
    assert not one.show(TitleScene).words_wait, "there is no record"
    company = (("Gooseberry", "human"), ("Vesper", "easy"), ("Dorothea", "easy"))
    put(one.context.folders.data, "1", played(company, 3, "2026-05-03T10:00:00Z", deals=2)[1])
    scene = one.show(TitleScene)
    assert scene.words_wait and scene.prime.label == "Lay a table"
    one.finish()
    assert not scene.words_wait and scene.prime.label.startswith("Go on: ")
    scene = one.show(TitleScene)
    scene.history.run_slice = lambda: True  # records that take long to read
    one.wait(PATIENCE + 0.1)
    assert not scene.words_wait


# ---------------------------------------------------------------------- the keys among the games


def test_arrows_home_and_end_stay_in_the_list_of_games(program: Opens) -> None:
    one, scene = program.at(TitleScene)
    widgets = scene.widgets
    one.key(pygame.K_F6)
    while widgets.focus not in scene.shown:
        one.key(pygame.K_F6)
    for key, places in ((pygame.K_RIGHT, [*range(1, 8), 7, 7]), (pygame.K_LEFT, [*range(6, -1, -1), 0, 0])):
        one.key(pygame.K_HOME if key == pygame.K_RIGHT else pygame.K_END)
        for at in places:
            one.key(key)
            assert widgets.focus is scene.shown[at]
    one.key(pygame.K_DOWN)
    assert widgets.focus in scene.shown and widgets.focus is not scene.shown[0], "a row further down"
    for _ in range(4):
        one.key(pygame.K_DOWN)
    assert widgets.focus in scene.shown
    for _ in range(4):
        one.key(pygame.K_UP)
    assert widgets.focus is scene.shown[0]


def test_the_row_of_buttons_ends_at_its_last_one_and_f6_leads_to_and_from_it(program: Opens) -> None:
    one, scene = program.at(TitleScene)
    widgets = scene.widgets
    while widgets.focus not in scene.buttons:
        one.key(pygame.K_F6)
    one.key(pygame.K_END, pygame.K_RIGHT)
    assert widgets.focus.label == "Leave"
    one.key(pygame.K_HOME, pygame.K_LEFT)
    assert widgets.focus.label == "Learn a game"
    one.key(pygame.K_UP)
    assert widgets.focus not in scene.buttons, "up and down lead out of a row"
    while widgets.focus not in scene.shown:
        one.key(pygame.K_F6)


def test_the_place_of_a_game_is_said_after_one_mark(program: Opens) -> None:
    _, scene = program.at(TitleScene)
    parts = {part.name: part for part in scene.accessible_parts()}
    assert spoken_line(parts["Gops"]).endswith(" outguess the others. 7 of 8")
