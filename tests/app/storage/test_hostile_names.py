"""Names from outside: their clean form on every page and in every sentence, and who is who."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pygame
import pytest

from goosetable import players
from goosetable.app.context import LONGEST
from goosetable.app.match.matches import Matches
from goosetable.app.render.text import TextRenderer
from goosetable.app.scenes import fair_play
from goosetable.app.scenes.history.scene import AllGamesScene
from goosetable.app.scenes.score.scene import ScoreScene
from goosetable.app.scenes.statistics import PlayerStatisticsScene, StatisticsScene
from goosetable.app.scenes.table.scene import TableScene
from goosetable.app.scenes.title.scene import TitleScene
from goosetable.app.storage import clean_names
from goosetable.app.storage.history.figures import SHOWN
from goosetable.app.storage.saves import Saves
from goosetable.engine.record.format import Chair, Header, read_lines
from goosetable.engine.words import clean
from goosetable.engine.words.clean import clean_text
from tests.app.archives import played, put
from tests.app.conftest import Opens
from tests.narrowing import of_kind, present

NASTY = (
    ("W" * 1000, "human"),
    ("\u202eVesper\u2066\n\n of York" + "\u200b" * 900, "hard"),
    ("x" + "\u0335\u0336\u0337\u0338\u0301" * 190, "e\u200basy"),
)
SIZES = ((1280, 720), (640, 400))


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    """A finished game and one that is not, with such people."""
    put(tmp_path, "one", played(NASTY, 1, "2026-11-20T10:00:00Z")[1])
    text = played(NASTY, 2, "2026-11-21T10:00:00Z", deals=1)[1]
    (tmp_path / "running.goose").write_text(text, encoding="utf-8")
    return tmp_path


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """All that is measured or drawn."""
    found: list[str] = []
    real = TextRenderer.plain_width

    def plain_width(self: TextRenderer, s: str, *rest: Any, **more: Any) -> int:
        found.append(s)
        return real(self, s, *rest, **more)

    monkeypatch.setattr(TextRenderer, "plain_width", plain_width)
    return found


def assert_clean(written: list[str]) -> None:
    nasty = {"\u202e", "\u2066", "\u200b", "\n", "W" * 61, "\u0335\u0336\u0337\u0338\u0301"}
    assert any("WW" in text for text in written)
    assert not [text for text in written for sign in nasty if sign in text]


@pytest.mark.parametrize("size", SIZES)
def test_every_page_shows_them_in_their_clean_form(
    program: Opens, archive: Path, written: list[str], size: tuple[int, int]
) -> None:
    one, _ = program.at(TitleScene, size)
    assert "of York" in one.top.prime.accessible_value
    assert clean_text(one.top.prime.accessible_value, 200) == one.top.prime.accessible_value
    assert len(one.top.prime.accessible_value) < 100
    one.click(one.find("Statistics"), finish=True)
    statistics = of_kind(StatisticsScene, one.top)
    assert [entry.label for entry in statistics.persons] == ["Gooseberry", clean_text("W" * 1000)]
    one.click(statistics.persons[1], finish=True)
    assert isinstance(one.top, PlayerStatisticsScene)
    one.key(pygame.K_ESCAPE)
    one.click(one.find("All games"))
    games = of_kind(AllGamesScene, one.top)
    one.key(pygame.K_END)
    assert clean_text(games.list.accessible_value, 400) == games.list.accessible_value
    one.key(pygame.K_HOME)
    one.key(pygame.K_RETURN)
    assert isinstance(one.top, TableScene)
    one.wait(2.0)
    assert_clean(written)


@pytest.mark.parametrize("size", SIZES)
def test_a_score_sheet_cuts_a_name_where_its_figures_begin(program: Opens, archive: Path, size: tuple[int, int]) -> None:
    one = program(size)
    wide = (("Gooseberry", "human"), ("M" * 1000, "hard"), ("N" * 1000, "easy"))
    path = put(archive, "wide", played(wide, 1, "2026-11-22T10:00:00Z")[1])
    one.show(lambda context, matches: TableScene(context, matches.open_copy_of_record(path)))
    one.wait(10.0)
    scene = of_kind(ScoreScene, one.top)
    drawn: list[tuple[str, pygame.Rect]] = []
    real = TextRenderer.draw_plain_text

    def put_(self: TextRenderer, s: str, *rest: Any, **more: Any) -> pygame.Rect:
        box = real(self, s, *rest, **more)
        drawn.append((s, box))
        return box

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(TextRenderer, "draw_plain_text", put_)
        one.key(pygame.K_PAGEDOWN)  # a small window shows its headline first
        scene.dirty = True
        one.step()
    names = [box for text, box in drawn if text.endswith("…")]
    figures = [box for text, box in drawn if text and not text.endswith("…")]
    assert names
    assert all(name.collidelist(figures) < 0 for name in names)


def test_what_a_check_says_of_a_line_is_clean_and_short() -> None:
    record = played(NASTY, 1, "2026-11-20T10:00:00Z")[1]
    spoiled = record.replace('"do": "', '"do": "\\u202e\\n' + "x" * 5000, 1)
    last = list(fair_play.check_record(spoiled.encode()))[-1]
    assert not last.right
    assert last.sentence.startswith("Line ")
    assert len(last.sentence) < 260
    assert clean_text(last.sentence, 300) == last.sentence


def test_what_is_said_over_a_scene_is_clean_and_bounded(program: Opens) -> None:
    one, _ = program.at(TitleScene)
    one.context.show_notice("A file \udce4\u202e\n" + "y" * 5000)
    assert len(one.context.notices[-1]) == LONGEST
    assert one.context.notices[-1].startswith("A file \ufffd yyy")


def test_a_file_that_cannot_be_opened_is_called_by_its_clean_name(program: Opens, archive: Path) -> None:
    name = "bad\n\u202e" + "z" * 90
    path = put(archive, name, played(NASTY, 5, "2026-11-22T10:00:00Z", deals=1)[1])
    one, _ = program.at(TitleScene)
    one.click(one.find("Statistics"), finish=True)
    one.click(one.find("All games"))
    one.finish()
    path.write_text("{}\n", encoding="utf-8")
    one.top.list.select_row(next(place for place, game in enumerate(one.top.list.games) if game.path == path))
    one.key(pygame.K_RETURN)
    assert one.top.message.startswith("bad zzz")
    assert clean_text(one.top.message, 400) == one.top.message


def test_a_page_of_many_people_shows_a_part_and_says_so(program: Opens, tmp_path: Path) -> None:
    texts = [
        played(
            (("Gooseberry", "human"), (f"P{n}", "human"), (f"C{n}", "hard")),
            n,
            f"2026-11-20T10:{n // 60:02}:{n % 60:02}Z",
            deals=1,
        )[1]
        for n in range(SHOWN + 20)
    ]
    for n, text in enumerate(texts):
        put(tmp_path, f"{n}", text)
    one, _ = program.at(TitleScene, (640, 400))
    one.click(one.find("Statistics"), finish=True)
    scene = one.top
    assert (len(scene.persons), len(scene.others)) == (SHOWN, SHOWN)
    headings = [part.name for part in scene.accessible_parts() if part.kind == "heading"]
    assert headings[1:] == [
        f"People: {SHOWN} of {SHOWN + 21}, the latest first",
        f"Computer players: {SHOWN} of {SHOWN + 32}, the latest first",
    ]
    one.click(one.find("All games"), finish=True)
    assert len(one.top.list.games) == len(texts)


def test_an_old_time_is_remade_when_it_is_looked_at(program: Opens, archive: Path) -> None:
    key = f"human {clean_text('W' * 1000).casefold()}"
    one = program(counted_from={key: "9999-01-01T00:00:00Z"})
    scene = one.show(lambda context, _: StatisticsScene(context, has_games_button=False))
    one.finish()
    assert scene.persons[1].accessible_value == "No games yet"
    assert one.context.settings.counted_from[key].startswith("#")
    put(archive, "three", played(NASTY, 3, "2026-11-23T10:00:00Z")[1])
    scene = one.show(lambda context, _: StatisticsScene(context, has_games_button=False))
    one.finish()
    assert scene.persons[1].accessible_value.startswith("1 game, ")


# ---------------------------------------------------------------------- clean names

UNCLEAN = (("Ann\n\u202eoJ", "human"), ("e" + "\u0301" * 900, "hard"), ("W" * 1000, "easy"))


def shown(*chairs: tuple[str, str]) -> list[str]:
    return [chair.name for chair in clean_names.clean_chairs([Chair(*chair) for chair in chairs])]


def matches(folder: Path, said: Callable[[str], None] = print) -> Matches:
    saves = Saves(folder / "running.goose", folder / "games", said, lambda path, trouble: None)
    return Matches(saves, said, code=lambda: "7Q4KM2XD9TBR", seed=lambda: "seed", now=lambda: 0.0)


def test_names_that_are_clean_stay_and_others_become_clean() -> None:
    assert shown(("Ann", "human"), ("Ben\u200b ", "easy"), ("", "hard"), ("\u3164", "hard")) == [
        "Ann",
        "Ben",
        "Seat 3",
        "Seat 4",
    ]


def test_two_that_become_alike_are_still_two_wherever_they_sit() -> None:
    first = ("Ann", "human"), ("Ann\u200b", "human"), ("Ann ", "easy")
    found = dict(zip(first, shown(*first), strict=True))
    assert sorted(found.values()) == ["Ann", "Ann 2", "Ann 3"]
    assert found["Ann", "human"] == "Ann", "who is written so is called so"
    for turned in ((first[2], first[0], first[1]), (first[1], first[2], first[0])):
        assert dict(zip(turned, shown(*turned), strict=True)) == found


def test_long_names_with_one_beginning_are_two_and_no_longer_than_others() -> None:
    found = shown(("x" * 999 + "a", "human"), ("x" * 999 + "b", "human"))
    assert len(set(found)) == 2
    assert all(len(name) <= clean.MAX_LENGTH and clean_text(name) == name for name in found)


@pytest.mark.parametrize("level", ["human", *players.LEVELS, "package.module:Class"])
@pytest.mark.parametrize("hidden", ["\u200b", "\u202e", "\n", " "])
def test_what_only_looks_like_a_level_or_a_class_does_not_become_it(level: str, hidden: str) -> None:
    assert clean_names.clean_player_kind(level) == level
    written = f"{level[:3]}{hidden}{level[3:]}{hidden}"
    assert clean_names.clean_player_kind(written) not in (level, written)


def test_a_table_opened_from_a_file_has_clean_names_and_the_record_stays(tmp_path: Path) -> None:
    path = put(tmp_path, "nasty", played(UNCLEAN, 1, "2026-11-20T10:00:00Z", deals=2)[1])
    before = path.read_bytes()
    table = matches(tmp_path)
    match = table.open_copy_of_record(path)
    clean_ones = ("Ann oJ", "\u00e9" + "\u0301" * 4, "W" * 59 + "…")
    assert match.session.names == clean_ones
    assert [chair.player for chair in match.session.chairs] == ["human", "hard", "easy"]
    match.close()
    assert path.read_bytes() == before
    running = present(table.running_game())
    assert running.names == match.session.names
    again = present(table.continue_table())
    assert again.session.names == match.session.names
    again.close()
    header = of_kind(Header, next(line for _, line in read_lines((tmp_path / "running.goose").read_bytes())))
    assert header.chairs == tuple(Chair(*chair) for chair in UNCLEAN)


def test_the_next_game_has_those_who_sit_there_now(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = put(tmp_path, "nasty", played(UNCLEAN, 1, "2026-11-20T10:00:00Z", deals=2)[1])
    match = matches(tmp_path).open_copy_of_record(path)
    match.session.change_player(1, Chair("Vesper", "easy"))
    names_now = match.session.names
    match.begin_next_game("7Q4K-M2XD-9TBR", shift_seats=True)
    assert match.session.names == (names_now[2], names_now[0], "Vesper")
    assert match.session.header.chairs == match.session.chairs
    match.close()


def test_prizes_follow_people_whose_names_become_alike(tmp_path: Path) -> None:
    chairs = (("Ann", "human"), ("Ann\u200b", "human"), ("Ann ", "easy"))
    first, text = played(chairs, 1, "2026-11-20T10:00:00Z")
    moved = (chairs[2], chairs[0], chairs[1])
    path = put(tmp_path, "two", text, played(moved, 2, "2026-11-21T10:00:00Z", deals=1)[1])
    match = matches(tmp_path).open_copy_of_record(path)
    prizes = first.prizes
    assert any(prizes)
    assert match.prizes() == (prizes[2], prizes[0], prizes[1])
    match.close()
