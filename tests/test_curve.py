"""Learning curves: what is measured is the same again, what is written is read again, and each game has its panel."""

from __future__ import annotations

import importlib
from pathlib import Path
from types import ModuleType
from typing import Any
from xml.etree import ElementTree

import pytest

from goosetable.games import find

ROOT = Path(__file__).resolve().parent.parent
GAME = find("gooseberry-fool")
SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture
def curve(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(ROOT / "build" / "lab")
    return importlib.import_module("curve")


def trained() -> Any:
    policy = GAME.heuristics.policy()
    assert policy is not None
    return policy


def untrained() -> Any:
    shape = GAME.heuristics.shape
    assert shape is not None
    return GAME.heuristics.trained([[0.0] * len(shape.features) for _ in shape.situations])


def test_what_was_learned_plays_better_than_chance_and_the_same_again(curve: ModuleType) -> None:
    point = curve.measured(GAME, trained(), 800_000, 60, "a")
    assert point == curve.measured(GAME, trained(), 800_000, 60, "a") != curve.measured(GAME, trained(), 800_000, 60, "b")
    assert point.gain - point.room > curve.measured(GAME, untrained(), 0, 60, "a").gain


def test_it_is_measured_at_the_beginning_at_the_end_and_ever_more_rarely(curve: ModuleType) -> None:
    found = curve.due(800_000)
    assert found[0] == 0 and found[-1] == 800_000 and found == sorted(set(found))
    assert curve.due(3) == [0, 1, 3]


def test_a_training_adds_its_points_to_a_file(curve: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    train = importlib.import_module("train")
    monkeypatch.setattr(curve, "DEALS", 2)
    file = tmp_path / "curve"
    plan = train.Plan(GAME.id, hands=40, seed="a", batch=20)
    assert train.trained(plan, file) == train.trained(plan), "measuring changes nothing"
    points = curve.read(file.read_text(encoding="utf-8"))
    assert [(point.game, point.hands, point.deals) for point in points] == [(GAME.id, hands, 2) for hands in (0, 40)]


def test_what_is_written_is_read_and_what_is_no_point_is_named(curve: ModuleType, tmp_path: Path) -> None:
    points = [curve.Point("goose", 0, 9, -1.5, 0.5), curve.Point("throps", 10, 9, 2.25, 0.5)]
    text = "".join(map(curve.write, points))
    assert curve.read(text) == points
    for wrong in ("{}", '{"game": "goose"}', "goose", "[1]"):
        with pytest.raises(ValueError, match=r"^line 3 is no point of a learning curve$"):
            curve.read(f"{text}{wrong}\n")
    file = tmp_path / "points"
    assert curve.main([str(file), "--to", str(tmp_path / "picture")]) == 1


def test_each_game_has_a_panel_in_which_better_is_higher(curve: ModuleType, tmp_path: Path) -> None:
    points = [curve.Point(game, hands, 9, gain, 0.5) for game in ("goose", "throps") for hands, gain in ((0, -2), (100, 3))]
    file, target = tmp_path / "points", tmp_path / "picture.svg"
    file.write_text("".join(map(curve.write, points)), encoding="utf-8")
    assert curve.main([str(file), "--to", str(target)]) == 0
    drawn = ElementTree.fromstring(target.read_text(encoding="utf-8"))
    panels = drawn.findall(f"{SVG}g")
    assert [panel.find(f"{SVG}text").text for panel in panels] == ["Goose", "Throps"]  # type: ignore[union-attr]
    for panel in panels:
        first, last = panel.findall(f"{SVG}circle")
        assert float(first.get("cx", 0)) < float(last.get("cx", 0)) <= curve.WIDE
        assert float(first.get("cy", 0)) > float(last.get("cy", 0)) >= curve.HEAD


def test_a_fourth_game_begins_a_row_and_nothing_lies_outside(curve: ModuleType) -> None:
    games = ("goose", "throps", "goosed", "gooseberry-fool")
    points = [curve.Point(game, hands, 9, gain, 0.5) for game in games for hands, gain in ((0, -2), (100, 3))]
    drawn = ElementTree.fromstring(curve.picture(points))
    at = [panel.get("transform") for panel in drawn.findall(f"{SVG}g")]
    assert at == [f"translate({curve.WIDE * column} 0)" for column in range(3)] + [f"translate(0 {curve.HIGH})"]
    assert (drawn.get("width"), drawn.get("height")) == (str(3 * curve.WIDE), str(2 * curve.HIGH))


@pytest.mark.parametrize("end", [-0.2, 0.2])
def test_what_a_game_reached_in_the_end_is_said_however_near_to_0(curve: ModuleType, end: float) -> None:
    points = [curve.Point("goose", hands, 9, gain, 0.5) for hands, gain in ((0, -9), (10, 5), (100, end))]
    (panel,) = ElementTree.fromstring(curve.picture(points)).findall(f"{SVG}g")
    beside = {
        text.text: float(text.get("y", 0)) for text in panel.findall(f"{SVG}text") if float(text.get("x", 0)) < curve.EDGE
    }
    said = f"{end:+.1f}"
    assert set(beside) == {"-9.0", "0", said}
    assert beside[said] - beside["0"] == pytest.approx(curve.NEAR if end < 0 else -curve.NEAR, abs=0.2)
