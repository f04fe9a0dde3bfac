"""The programs that train: the same seed gives the same weights, choices are judged by what follows, wrong calls refused."""

from __future__ import annotations

import importlib
import subprocess
import sys
from math import log
from pathlib import Path
from random import Random
from typing import Any
from xml.etree import ElementTree

import curve
import imitate
import learning
import pytest
import train

from goosetable.engine.strength.policy import parse_weights
from goosetable.games import find_game
from tests.games.low_card import LowCard
from tests.narrowing import present

ROOT = Path(__file__).resolve().parents[2]
GAME = find_game("gooseberry-fool")


def test_the_same_seed_gives_the_same_weights() -> None:
    shape = present(GAME.heuristics.shape)
    plan = train.TrainingArguments(GAME.id, hands=60, seed="a", batch=20)
    text = train.train_by_self_play(plan)
    assert text == train.train_by_self_play(plan) != train.train_by_self_play(plan._replace(seed="b"))
    assert any(any(row) for row in parse_weights(text.encode(), shape))


def test_training_is_a_verb_that_writes_where_it_is_told(tmp_path: Path) -> None:
    target = tmp_path / "weights.json"
    call = [sys.executable, str(ROOT / "build" / "build.py"), "train", GAME.id, "--hands", "20", "--to", str(target)]
    ran = subprocess.run([*call, "--core", str(ROOT)], cwd=ROOT, capture_output=True, text=True, timeout=600, check=False)
    assert ran.returncode == 0, ran.stderr
    assert "20 hands" in ran.stdout
    assert GAME.heuristics.shape is not None and parse_weights(target.read_bytes(), GAME.heuristics.shape)


def test_bids_are_judged_by_how_the_deal_ends() -> None:
    """All that a bid brings comes later: the gain of each is the payoff of its seat, less what it began with."""
    game = find_game("goose")
    learned: dict[int, list[float]] = {}

    class Watched(train.Learner):  # type: ignore[name-defined, misc]
        def attempt(self, state: Any, legal: Any, chance: float, entropy: float) -> Any:
            made = super().attempt(state, legal, chance, entropy)
            self.bids[id(made)] = (made, state.turn, state.is_bidding)
            return made

        def learn(self, attempt: Any, gain: float) -> None:
            _, seat, bidding = self.bids[id(attempt)]
            if bidding:
                learned.setdefault(seat, []).append(gain)

    shape = present(game.heuristics.shape)
    learner = Watched(game.heuristics.policy_with([[0.0] * len(shape.features) for _ in shape.situations]))
    learner.bids = {}
    train.play_hand(game, learner, Random(4), learning.PLANS[game.id])
    assert all(len(gains) == 1 for gains in learned.values()) and 3 <= len(learned) <= 4
    assert any(gains[0] for gains in learned.values())


def test_habits_are_learned_from_those_who_search() -> None:
    """They make what was played likelier than chance does, and the same seed gives the same again."""
    shape = present(GAME.heuristics.shape)
    text = imitate.fit_habits(GAME.id, "a", deals=6, thought=20)
    assert text == imitate.fit_habits(GAME.id, "a", deals=6, thought=20)
    habits = GAME.heuristics.policy_with(parse_weights(text.encode(), shape))
    rng, habitual, chance = Random("a"), 0.0, 0.0
    for _ in range(6):
        for state, legal, action in imitate.choices_of(GAME, rng, 20):
            assert not state.keeps_actions and action in legal and len(legal) > 1
            habitual += log(habits.probabilities(state, legal)[legal.index(action)])
            chance -= log(len(legal))
    assert habitual > chance + 10


def test_imitation_is_an_option_of_the_verb_that_trains(tmp_path: Path) -> None:
    shape, target = GAME.heuristics.shape, tmp_path / "habits.json"
    call = [sys.executable, str(ROOT / "build" / "build.py"), "train", GAME.id, "--habits", "--deals", "1", "--to", str(target)]
    ran = subprocess.run([*call, "--core", str(ROOT)], cwd=ROOT, capture_output=True, text=True, timeout=600, check=False)
    assert ran.returncode == 0, ran.stderr
    assert "choices, logarithmic loss" in ran.stdout and "1 deals, seed 'train'" in ran.stdout
    assert shape is not None and parse_weights(target.read_bytes(), shape)


def test_a_game_without_features_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(learning.Unlearnable, match="there is no game 'bridge'; there are"):
        learning.find_trainable_game("bridge")
    monkeypatch.setattr("goosetable.games.find_game", lambda name: LowCard())
    with pytest.raises(learning.Unlearnable, match="low-card has no policy"):
        learning.find_trainable_game("low-card")


def test_steps_go_uphill() -> None:
    rows = [[0.0, 0.0]]
    adam = learning.Adam(rows)
    for _ in range(600):
        adam.climb([[3.0 - rows[0][0], 0.01 * (-2.0 - rows[0][1])]], 0.02)
    assert rows[0] == pytest.approx([3.0, -2.0], abs=0.1)


def test_a_deal_is_of_the_whole_pack() -> None:
    rng = Random(1)
    dealers = set()
    for _ in range(20):
        state = learning.random_deal(GAME, rng)
        assert sum(state.hands).bit_count() == len(GAME.pack(GAME.Options())) and not state.keeps_actions
        dealers.add(state.dealer)
    assert dealers == {0, 1, 2}


def test_what_a_deal_shows_besides_its_cards_is_dealt_too() -> None:
    rng = Random(2)
    states: list[Any] = [learning.random_deal(find_game("fools-gold"), rng) for _ in range(40)]
    assert {state.trump for state in states} == {0, 1, 2, 3}


def test_hands_of_all_sizes_are_dealt_where_they_differ() -> None:
    """As the rules deal them: with a card turned up wherever one is left."""
    game, rng, sizes = find_game("goose"), Random(3), set()
    for _ in range(200):
        state: Any = learning.random_deal(game, rng)
        sizes.add(state.hands[0].bit_count())
        assert state.turned >= 0 and not state.keeps_actions and state.is_bidding
    assert sizes == set(range(1, 14))


SVG = "{http://www.w3.org/2000/svg}"


def trained() -> Any:
    return present(GAME.heuristics.policy())


def untrained() -> Any:
    shape = present(GAME.heuristics.shape)
    return GAME.heuristics.policy_with([[0.0] * len(shape.features) for _ in shape.situations])


def test_what_was_learned_plays_better_than_chance_and_the_same_again() -> None:
    point = curve.measure_policy(GAME, trained(), 800_000, 60, "a")
    assert (
        point
        == curve.measure_policy(GAME, trained(), 800_000, 60, "a")
        != curve.measure_policy(GAME, trained(), 800_000, 60, "b")
    )
    assert point.gain - point.room > curve.measure_policy(GAME, untrained(), 0, 60, "a").gain


def test_it_is_measured_at_the_beginning_at_the_end_and_ever_more_rarely() -> None:
    found = curve.hands_at_measurements(800_000)
    assert found[0] == 0 and found[-1] == 800_000 and found == sorted(set(found))
    assert curve.hands_at_measurements(3) == [0, 1, 3]


def test_a_training_adds_its_points_to_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    train = importlib.import_module("train")
    monkeypatch.setattr(curve, "DEALS_PER_POINT", 2)
    file = tmp_path / "curve"
    plan = train.TrainingArguments(GAME.id, hands=40, seed="a", batch=20)
    assert train.train_by_self_play(plan, file) == train.train_by_self_play(plan), "measuring changes nothing"
    points = curve.parse_points(file.read_text(encoding="utf-8"))
    assert [(point.game, point.hands, point.deals) for point in points] == [(GAME.id, hands, 2) for hands in (0, 40)]


def test_what_is_written_is_read_and_what_is_no_point_is_named(tmp_path: Path) -> None:
    points = [curve.Point("goose", 0, 9, -1.5, 0.5), curve.Point("throps", 10, 9, 2.25, 0.5)]
    text = "".join(map(curve.point_line, points))
    assert curve.parse_points(text) == points
    for wrong in ("{}", '{"game": "goose"}', "goose", "[1]"):
        with pytest.raises(ValueError, match=r"^line 3 is no point of a learning curve$"):
            curve.parse_points(f"{text}{wrong}\n")
    file = tmp_path / "points"
    assert curve.main([str(file), "--to", str(tmp_path / "picture")]) == 1


def test_each_game_has_a_panel_in_which_better_is_higher(tmp_path: Path) -> None:
    points = [curve.Point(game, hands, 9, gain, 0.5) for game in ("goose", "throps") for hands, gain in ((0, -2), (100, 3))]
    file, target = tmp_path / "points", tmp_path / "picture.svg"
    file.write_text("".join(map(curve.point_line, points)), encoding="utf-8")
    assert curve.main([str(file), "--to", str(target)]) == 0
    drawn = ElementTree.fromstring(target.read_text(encoding="utf-8"))
    panels = drawn.findall(f"{SVG}g")
    assert [panel.find(f"{SVG}text").text for panel in panels] == ["Goose", "Throps"]  # type: ignore[union-attr]
    for panel in panels:
        first, last = panel.findall(f"{SVG}circle")
        assert float(first.get("cx", 0)) < float(last.get("cx", 0)) <= curve.PANEL_WIDTH
        assert float(first.get("cy", 0)) > float(last.get("cy", 0)) >= curve.HEADING_HEIGHT


def test_a_fourth_game_begins_a_row_and_nothing_lies_outside() -> None:
    games = ("goose", "throps", "goosed", "gooseberry-fool")
    points = [curve.Point(game, hands, 9, gain, 0.5) for game in games for hands, gain in ((0, -2), (100, 3))]
    drawn = ElementTree.fromstring(curve.curves_svg(points))
    at = [panel.get("transform") for panel in drawn.findall(f"{SVG}g")]
    assert at == [f"translate({curve.PANEL_WIDTH * column} 0)" for column in range(3)] + [f"translate(0 {curve.PANEL_HEIGHT})"]
    assert (drawn.get("width"), drawn.get("height")) == (str(3 * curve.PANEL_WIDTH), str(2 * curve.PANEL_HEIGHT))


@pytest.mark.parametrize("end", [-0.2, 0.2])
def test_what_a_game_reached_in_the_end_is_said_however_near_to_0(end: float) -> None:
    points = [curve.Point("goose", hands, 9, gain, 0.5) for hands, gain in ((0, -9), (10, 5), (100, end))]
    (panel,) = ElementTree.fromstring(curve.curves_svg(points)).findall(f"{SVG}g")
    beside = {
        text.text: float(text.get("y", 0))
        for text in panel.findall(f"{SVG}text")
        if float(text.get("x", 0)) < curve.FIGURES_WIDTH
    }
    said = f"{end:+.1f}"
    assert set(beside) == {"-9.0", "0", said}
    assert beside[said] - beside["0"] == pytest.approx(curve.MIN_DISTANCE if end < 0 else -curve.MIN_DISTANCE, abs=0.2)


# ---------------------------------------------------------------------- how they are called

GOOSE, FOOL, CROSS = "goose", "gooseberry-fool", "cross-purposes"


@pytest.fixture(params=[True, False], ids=["with the source", "before a core is made"])
def train_call(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Any:
    """Calls the training, which may neither train, nor make a core, nor write; the exit code."""
    monkeypatch.syspath_prepend(ROOT / "build")

    def never(*_: object, **__: object) -> None:
        raise AssertionError("something is made")

    for name in ("train_by_self_play", "fit_habits"):
        monkeypatch.setattr(train, name, never)
    monkeypatch.setattr(importlib.import_module("core"), "current_folder", never)

    def call(*words: object) -> object:
        core = ["--core", str(ROOT)] if request.param else ["--out", str(tmp_path / "out")]
        with pytest.raises(SystemExit) as ended:
            train.main([*map(str, words), *core])
        return ended.value.code

    return call


@pytest.fixture
def said(capsys: pytest.CaptureFixture[str]) -> Any:
    """What has been said since, which is one sentence on standard error."""

    def read() -> str:
        out, err = capsys.readouterr()
        assert not out and err.count("\n") == 1 and err.startswith("build.py train: "), err
        return err.removeprefix("build.py train: ").removesuffix(" (see --help)\n")

    return read


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["bridge"], "there is no game 'bridge'; there are gooseberry-fool, "),
        ([GOOSE, "--hands", "0"], "argument --hands: it must be from 1 to 1000000000, not 0"),
        ([GOOSE, "--hands", "-5"], "argument --hands: it must be from 1 to "),
        ([GOOSE, "--hand", "5"], "unrecognized arguments: --hand 5"),
        ([FOOL, "--habits", "--deals", "0"], "argument --deals: it must be from 1 to "),
        ([GOOSE, "--fade", "1.5"], "argument --fade: it must be from 0 to 1, not 1.5"),
        ([GOOSE, "--step", "nan"], "argument --step: it must be from 0 to 1, not nan"),
        ([GOOSE, "--entropy", "much"], "argument --entropy: 'much' is not a number"),
        (["fools-gold", "--habits"], "nothing reads a habits.json of fools-gold; name another file with --to"),
        (["throps"], "throps has no policy to train"),
        ([FOOL, "--habits", "--hands", "9"], "--hands goes not together with --habits"),
        ([FOOL, "--deals", "9"], "--deals goes only with --habits"),
    ],
)
def test_a_training_that_makes_no_sense_is_refused(train_call: Any, said: Any, words: list[str], sentence: str) -> None:
    assert train_call(*words) == 2
    assert said().startswith(sentence)


@pytest.mark.parametrize("option", ["--to", "--curve"])
def test_a_file_that_cannot_be_made_is_named_before(train_call: Any, said: Any, tmp_path: Path, option: str) -> None:
    missing = tmp_path / "no" / "weights.json"
    assert train_call(GOOSE, option, missing) == 2
    assert said() == f"argument {option}: there is no folder {str(missing.parent)!r}"
    assert train_call(GOOSE, option, tmp_path) == 2
    assert said() == f"argument {option}: {str(tmp_path)!r} is a folder, not a file"
    assert list(tmp_path.iterdir()) == []


def test_deals_without_a_choice_teach_nothing() -> None:
    with pytest.raises(learning.Unlearnable, match=f"nobody had a choice in 0 deals of {FOOL}"):
        imitate.fit_habits(FOOL, "a", 0)


def run(program: str, *words: object) -> tuple[int, str, str]:
    folder = ROOT / "build" if program == "build.py" else ROOT / "build" / "lab"
    call = [sys.executable, str(folder / program), *map(str, words)]
    ran = subprocess.run(call, cwd=ROOT, capture_output=True, text=True, timeout=600, check=False)
    return ran.returncode, ran.stdout, ran.stderr


@pytest.mark.parametrize("spelled", ["--core {}", "--core={}"])
def test_a_core_that_is_not_there_is_not_passed_over(tmp_path: Path, spelled: str) -> None:
    sentence = f"argument --core: there is no goosetable in {str(tmp_path)!r} (see --help)\n"
    words = spelled.format(tmp_path).split()
    assert run("strength.py", "--player", "nobody", *words) == (2, "", f"strength.py: {sentence}")
    assert run("build.py", "train", GOOSE, "--hands", "1", *words) == (2, "", f"build.py train: {sentence}")


@pytest.mark.one_in(2)
@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--player", "nobody"], "no row is of a player 'nobody'; there are easy-deal, "),
        (
            ["--player", "easy-deal", "--game", GOOSE],
            "no row of goose is of a player 'easy-deal'; there are easy, medium, hard, ",
        ),
        (["--codes", "0"], "argument --codes: it must be from 1 to "),
        (["--jobs", "0"], "argument --jobs: it must be from 1 to "),
        (["--effort", "0"], "argument --effort: it must be from 1 to "),
        (["--seed", "Gänse"], "argument --seed: 'Gänse' is not ASCII text"),
    ],
)
def test_a_measurement_that_makes_no_sense_is_refused(words: list[str], sentence: str) -> None:
    code, out, err = run("strength.py", *words)
    assert (code, out, err.count("\n")) == (2, "", 1) and err.startswith(f"strength.py: {sentence}")


@pytest.mark.one_in(2)
@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        ("chances.py --games 0", "argument --games: it must be from 1 to "),
        ("chances.py --level sage", "argument --level: there is no level 'sage'; there are random, "),
        ("chances.py --core nowhere", "argument --core: there is no goosetable in 'nowhere'"),
        ("spreads.py --games bridge", "argument --games: invalid choice: 'bridge'"),
        ("spreads.py --level sage", "argument --level: there is no level 'sage'; there are random, "),
        ("costs.py --decisions 0", "argument --decisions: it must be from 1 to "),
        ("luck.py --plays many", "argument --plays: 'many' is not a whole number"),
        ("luck.py --levels easy@8 sage@9", "argument --levels: there is no level 'sage'; there are random, "),
        ("luck.py --truth easy@0", "argument --truth: 'easy@0' is not LEVEL@ITERATIONS or LEVEL@PERCENT%"),
        ("curve.py points --to nowhere/curve.svg", "argument --to: there is no folder 'nowhere'"),
        ("curve.py", "the following arguments are required: files, --to"),
    ],
)
def test_other_tools_are_called_as_strictly(call: str, sentence: str) -> None:
    program, *words = call.split()
    code, out, err = run(program, *words)
    assert (code, out, err.count("\n")) == (2, "", 1) and err.startswith(f"{program}: {sentence}")
