"""The draft of a lesson: one of every game that can be played at once, step for step what the players did."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from lesson_draft import draft

from goosetable import games
from goosetable.engine.game import AnyGame
from goosetable.engine.lesson import lesson
from goosetable.engine.record.session import Session
from goosetable.engine.rules import options
from goosetable.engine.rules.options import options_of
from goosetable.games import SHELF
from tests.games.high_card import HighCard
from tests.games.pass_card import PassCard, PassCardOptions
from tests.games.playing import Variant, header

Lab = Callable[..., tuple[int, str, str]]
CODE = ("--code", "7q4k-m2xd-9tbr")


def drafted(lab: Lab, game: AnyGame, *more: object) -> dict[str, Any]:
    """The draft of a game, which can be played to its end."""
    code, out, err = lab("lesson_draft", game.id, *CODE, *more)
    assert (code, err) == (0, "")
    lesson.check_lesson(lesson.parse_lesson(out), game)
    found: dict[str, Any] = json.loads(out)
    return found


def seated(game: AnyGame, chosen: object) -> tuple[str, str]:
    return "--seats", ",".join(["random"] * game.seats(chosen))


@pytest.fixture
def null(monkeypatch: pytest.MonkeyPatch) -> AnyGame:
    """A game without a lesson, on the shelf."""
    game = HighCard()
    monkeypatch.setattr(games, "SHELF", (*SHELF, game))
    return game


@pytest.mark.one_in(2)
@pytest.mark.parametrize("game", SHELF, ids=lambda game: game.id)
def test_a_draft_of_every_game_under_every_house_rule_passes_the_check(lab: Lab, game: AnyGame) -> None:
    for rule in options_of(game.Options):
        value = rule.choices[-1].value
        given = {rule.key: value}
        try:
            chosen = options.make_options(game.Options, given, partial=True)
            game.check_options(chosen)
        except ValueError:
            continue
        found = drafted(
            lab, game, *seated(game, chosen), "--option", f"{rule.key}={json.dumps(options.options_as_json(chosen)[rule.key])}"
        )
        assert found.get("options", {}) == (
            {} if value == rule.default else {rule.key: options.options_as_json(chosen)[rule.key]}
        )
        assert found["seats"][0] == "" and all(found["seats"][1:])


@pytest.mark.parametrize("game", SHELF, ids=lambda game: game.id)
def test_the_learner_is_asked_for_what_was_played_at_that_seat(lab: Lab, game: AnyGame) -> None:
    seats = seated(game, game.Options())
    last = game.seats(game.Options()) - 1
    for seat in (0, last):
        found = drafted(lab, game, *seats, "--seat", seat)
        assert [place for place, name in enumerate(found["seats"]) if not name] == [seat]
        asked = [text for step in found["steps"] for text in step.get("ask", ())]
        done = [deed for step in found["steps"] for deed in step.get("play", ())]
        assert asked and done and not any(deed.startswith(f"{seat} ") for deed in done)
        assert any(step.get("lies") for step in found["steps"])
        assert found["steps"][-1].get("score") or found["steps"][-1]["lies"]
        titles = [step["title"] for step in found["steps"] if "title" in step]
        assert titles[0] == "The deal" and titles[-1] == "What it is worth" and len(set(titles)) == len(titles)
        assert all(step["say"] and step["say"][-1] == "." for step in found["steps"])


def test_bids_in_secret_are_told_together(lab: Lab) -> None:
    game = games.find_game("gops")
    for step in drafted(lab, game, "--seats", "random,random")["steps"]:
        if "ask" in step:
            assert "[1" not in step["say"]
        elif step.get("lies"):
            assert step["say"].count(" bids] ") == 2 or "scores" in step["say"]


def test_the_same_call_gives_the_same_bytes_and_another_seed_others(lab: Lab) -> None:
    words = ("lesson_draft", "throps", *CODE, "--seats", "random,random,random")
    first = lab(*words)
    assert first == lab(*words) and first[0] == 0
    assert lab(*words, "--seed", "2")[1] != first[1]


def test_a_game_without_a_lesson_gets_its_first_one(lab: Lab, null: AnyGame, tmp_path: Path) -> None:
    out = tmp_path / "high-card.json"
    assert lab("lesson_draft", null.id, *CODE, "--seats", "greedy,greedy", "--out", out) == (0, "", "")
    found = lesson.parse_lesson(out.read_text(encoding="utf-8"))
    lesson.check_lesson(found, null)
    assert found.title == "First draft" and len(found.steps) == 2 + 2 * 10


def test_a_player_that_fails_is_named(lab: Lab, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "mine_for_lessons.py").write_text(
        "class Cheat:\n    def __init__(self, rng): ...\n    def think(self, view): return 'play XL'\n"
    )
    monkeypatch.chdir(tmp_path)
    code, out, err = lab("lesson_draft", "throps", *CODE, "--seats", "mine_for_lessons:Cheat,random,random")
    assert (code, out) == (1, "") and err.startswith("build.py lesson: mine_for_lessons:Cheat failed: ")
    assert err.count("\n") == 1


def test_what_is_passed_before_the_first_trick_is_no_trick_and_is_said_once() -> None:
    variant = Variant(PassCard(), PassCardOptions())
    found = draft(Session(variant.game, header(variant)), 0, lambda session: session.legal()[0])
    titles = [step["title"] for step in found["steps"] if "title" in step]
    assert titles == ["The deal", "Before the first trick", *(f"Trick {number}" for number in range(1, 6)), "What it is worth"]
    said = " ".join(step["say"] for step in found["steps"])
    assert [said.count(f"[{seat} passes] a card.") for seat in range(4)] == [1] * 4


@pytest.mark.parametrize(
    ("argv", "words"),
    [
        ([], "required"),
        (["goose"], "--code"),
        (["hen", *CODE], "there is no game 'hen'"),
        (["goose", "--code", "7Q"], "code"),
        (["throps", *CODE, "--seats", "random,random"], "needs 3 seats"),
        (["throps", *CODE, "--seats", "mad,mad,mad"], "'mad'"),
        (["throps", *CODE, "--seats", "random,human,random"], "'human'"),
        (["throps", *CODE, "--seat", "3"], "there is no seat 3"),
        (["throps", *CODE, "--option", "hens=1"], "there is no option 'hens'"),
        (["throps", *CODE, "--seats", "random,random,random", "--out", "/nowhere/at/all.json"], "there is no folder"),
        (["throps", *CODE, "--seats", "random,random,random", "--out", "/"], "is a folder"),
    ],
)
def test_wrong_calls_are_a_sentence(lab: Lab, argv: list[str], words: str) -> None:
    code, out, err = lab("lesson_draft", *argv)
    assert (code, out) == (2, "")
    assert err.startswith("build.py lesson: ") and words in err and err.count("\n") == 1
