"""The page of all games over files that are damaged, or another program's: it shows what the records say, and says the rest."""

from __future__ import annotations

import os
from pathlib import Path
from random import Random
from typing import Any

import pytest

from goosetable.app.scenes.history.scene import AllGamesScene
from goosetable.app.scenes.records_page import reading_remark
from goosetable.app.scenes.title.scene import TitleScene
from goosetable.review import deal_review
from goosetable.review.evaluate import Adviser
from goosetable.review.opinion import Opinion
from tests.app.archives import played, put
from tests.app.conftest import Opens
from tests.attacks import indexes
from tests.attacks.indexes import Shelf

COMPANY = (("Gooseberry", "human"), ("Vesper", "easy"), ("Dorothea", "easy"))
KINDS = {kind.name: kind for kind in indexes.kinds()}


def games_of(one: Any) -> AllGamesScene:
    """From the title by way of the statistics."""
    one.show(TitleScene)
    one.finish()
    one.click(one.find("Statistics"), finish=True)
    one.click(one.find("All games"))
    one.finish()
    assert isinstance(one.top, AllGamesScene)
    return one.top


def rightly(scene: AllGamesScene, shelf: Shelf) -> int:
    """Compares the list with what the records say; how many games it has."""
    there = len(scene.listing.games)
    assert [repr(game) for game in sorted(scene.listing.games)] == shelf.right[:there]
    return there


@pytest.mark.one_in(3)
@pytest.mark.parametrize("when", ["before the list", "amid the list", "after it"])
def test_an_index_that_is_damaged_while_the_page_is_open_ends_with_the_right_list(
    program: Opens, tmp_path: Path, when: str
) -> None:
    shelf = Shelf(tmp_path, 60)
    one, _ = program.at(TitleScene)
    one.finish()
    one.click(one.find("Statistics"), finish=True)
    if when == "before the list":
        KINDS["games.seats: bridge"].lay(shelf.folders.history, Random(when))
    one.click(one.find("All games"))
    scene = one.top
    if when == "after it":
        one.finish()
    if when != "before the list":
        KINDS["games.seats: bridge"].lay(shelf.folders.history, Random(when))
        scene.listing.read_again()
    one.finish()
    assert rightly(scene, shelf) > 50


@pytest.mark.one_in(5)
@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("a link", "history.sqlite is a link"), ("a hard link", "history.sqlite has a second name"),
        ("a folder", "history.sqlite is no ordinary file"),
        ("another program's database", "history.sqlite is no index of goosetable"),
        ("another program's text", "history.sqlite is no index of goosetable"),
        ("-wal of another", "history.sqlite-wal is another program's"),
        ("-journal is a link", "history.sqlite-journal is a link"),
    ],
)  # fmt: skip
def test_what_is_anothers_stays_and_is_said(program: Opens, tmp_path: Path, name: str, said: str) -> None:
    shelf = Shelf(tmp_path, 6)
    stays = KINDS[name].lay(shelf.folders.history, Random(name)) or {}
    one = program()
    for replayed in (None, 0):
        scene = games_of(one)
        rightly(scene, shelf)
        assert reading_remark(scene.history) == f"1 record cannot be read and is not counted. {said} and stays as it is."
        assert (shelf.folders.data / "history-2.sqlite").is_file()
        assert replayed in (None, scene.history.replayed)
        assert {path: path.read_bytes() for path in stays} == stays


LINE = deal_review.opinion_line("ab" * 16, 4, Opinion(9, 1, "play 9H", "play KH", "clear"))
REVIEWS = {
    "a seat of 2^70": LINE.replace('"seat": 1', f'"seat": {2**70}'), "a seat of 33": LINE.replace('"seat": 1', '"seat": 33'),
    "a line of 2^70": LINE.replace('"line": 9', f'"line": {2**70}'),
    "a step of 2^70": LINE.replace('"step": 4', f'"step": {2**70}'),
    "a cost of 400 digits": LINE.replace('"worth": [0.0', '"worth": [' + "9" * 400),
    "a cost of 1e200": LINE.replace('"worth": [0.0', '"worth": [1e200'),
    "an error of 1e308": LINE.replace('"points": [0.0, 0.0]', '"points": [0.0, 1e308]'),
    "an error below nothing": LINE.replace('"points": [0.0, 0.0]', '"points": [0.0, -1.0]'),
    "an endless text": LINE.replace('"clear"', f'"{"x" * 60_000}"'), "no UTF-8": LINE.replace("clear", "\udcff"),
    "a step of nothing": LINE.replace('"step": 4', '"step": null'),
    "outlooks of lists": LINE.replace('"outlooks": {}', '"outlooks": [[]]'),
}  # fmt: skip


@pytest.mark.one_in(3)
@pytest.mark.parametrize("name", REVIEWS)
def test_a_review_that_cannot_be_right_is_none(program: Opens, name: str) -> None:
    one = program()
    folders = one.context.folders
    put(folders.data, "1", played(COMPANY, 1, "2026-05-07T10:00:00Z")[1])
    assert REVIEWS[name] != LINE
    folders.reviews.mkdir()
    text = f"{deal_review.cache_header(Adviser())}\n{REVIEWS[name]}\n"
    (folders.reviews / f"{'ab' * 16}.review").write_bytes(text.encode("utf-8", "surrogateescape"))
    scene = games_of(one)
    assert len(scene.list.games) == 1
    assert deal_review.read_opinions(text.encode("utf-8", "surrogateescape"), Adviser()) == {}


def test_names_and_times_in_the_folder_of_reviews_end_nothing(program: Opens) -> None:
    one = program()
    folders = one.context.folders
    path = put(folders.data, "1", played(COMPANY, 1, "2026-05-07T10:00:00Z")[1])
    folders.reviews.mkdir()
    for name in (b"\xff.review", b"another's.review", b"ab.review", b".review"):
        Path(os.fsdecode(os.fsencode(folders.reviews) + b"/" + name)).write_bytes(b"x")
    for one_of in (path, folders.reviews / "ab.review"):
        os.utime(one_of, ns=(2**63 + 5, 2**63 + 5))  # a time of the year 2262
    scene = games_of(one)
    assert len(scene.list.games) == 1
    assert len(games_of(one).list.games) == 1
    assert one.top.history.replayed == 0
