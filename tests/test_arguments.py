"""How the programs that train and measure are called: one sentence says what is wrong, and nothing has been made by then."""

from __future__ import annotations

import importlib
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parent.parent
GOOSE, FOOL, CROSS = "goose", "gooseberry-fool", "cross-purposes"


@pytest.fixture(params=[True, False], ids=["with the source", "before a core is made"])
def train(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Any:
    """Calls the training, which may neither train, nor make a core, nor write; the exit code."""
    monkeypatch.syspath_prepend(ROOT / "build")
    monkeypatch.syspath_prepend(ROOT / "build" / "lab")
    module = importlib.import_module("train")

    def never(*_: object, **__: object) -> None:
        raise AssertionError("something is made")

    for name in ("trained", "imitated"):
        monkeypatch.setattr(module, name, never)
    monkeypatch.setattr(importlib.import_module("core"), "current_folder", never)

    def call(*words: object) -> object:
        core = ["--core", str(ROOT)] if request.param else ["--out", str(tmp_path / "out")]
        with pytest.raises(SystemExit) as ended:
            module.main([*map(str, words), *core])
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
def test_a_training_that_makes_no_sense_is_refused(train: Any, said: Any, words: list[str], sentence: str) -> None:
    assert train(*words) == 2
    assert said().startswith(sentence)


@pytest.mark.parametrize("option", ["--to", "--curve"])
def test_a_file_that_cannot_be_made_is_named_before(train: Any, said: Any, tmp_path: Path, option: str) -> None:
    missing = tmp_path / "no" / "weights.json"
    assert train(GOOSE, option, missing) == 2
    assert said() == f"argument {option}: there is no folder {str(missing.parent)!r}"
    assert train(GOOSE, option, tmp_path) == 2
    assert said() == f"argument {option}: {str(tmp_path)!r} is a folder, not a file"
    assert list(tmp_path.iterdir()) == []


def test_deals_without_a_choice_teach_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(ROOT / "build" / "lab")
    imitate: ModuleType = importlib.import_module("imitate")
    learning: ModuleType = importlib.import_module("learning")
    with pytest.raises(learning.Unlearnable, match=f"nobody had a choice in 0 deals of {FOOL}"):
        imitate.imitated(FOOL, "a", 0)


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
