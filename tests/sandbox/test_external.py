"""Players from outside in a process of their own: they play as in this one, shadow nothing, and leave nothing behind."""

from __future__ import annotations

import json
import os
import py_compile
import signal
import subprocess
import sys
import threading
import time
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from goosetable.players import BadPlayer, decide, make_player, think_in_slices
from goosetable.sandbox import external, guard, module_search
from goosetable.sandbox.external import NoAnswer, SandboxedPlayer
from goosetable.sandbox.process import MARK_VARIABLE
from tests import nasty
from tests.games.playing import Variant, defaults, find
from tests.nasty import UNBELIEVED
from tests.players.positions import turns
from tests.sandbox.bad_players import FAILING, SILENT

FOOL = Variant(find("gooseberry-fool"), find("gooseberry-fool").Options())
VIEW = turns(FOOL, "outsiders", 1)[0].view
BAD = "tests.sandbox.bad_players"
LONG = 600.0
"""Seconds, for those that answer: a busy machine is no failure."""


@pytest.fixture(autouse=True)
def nobody_is_left() -> Iterator[None]:
    yield
    external.end_idle_processes()


def seated(kind: str, patience: float = LONG) -> Any:
    return SandboxedPlayer(f"{BAD}:{kind}", "seed", patience)


@pytest.mark.one_in(5)
@pytest.mark.parametrize("variant", defaults(), ids=str)
def test_it_plays_as_it_would_in_this_process(variant: Variant) -> None:
    """Every view goes through the pipe and means the same on the other side."""
    name = "tests.baselines.greedy:Hasty"
    away: Any = SandboxedPlayer(name, "seed", LONG)
    here = make_player(name, Random(external.hashed_seed("seed")))
    for turn in turns(variant, "away", 12, 0.3):
        assert decide(away, turn.view) == decide(here, turn.view)
        assert away.values == here.values  # type: ignore[attr-defined]
    away.end()


@pytest.mark.one_in(2)
@pytest.mark.parametrize("kind", FAILING)
def test_one_that_fails_is_named(kind: str) -> None:
    player = seated(kind)
    with pytest.raises(BadPlayer) as failed:
        decide(player, VIEW)
    said = str(failed.value)
    assert FAILING[kind] in said
    assert kind in said
    assert "\n" not in said
    assert not isinstance(failed.value, NoAnswer)
    player.end()


@pytest.mark.one_in(3)
@pytest.mark.parametrize("kind", SILENT)
def test_one_that_never_returns_is_named_and_ended(kind: str) -> None:
    player = seated(kind)
    player.create_and_wait()
    player.patience = 0.3
    process = player._process
    with pytest.raises(NoAnswer, match=f"{BAD}:{kind} did not answer within 0.3 seconds"):
        decide(player, VIEW)
    assert not process.is_alive


def test_whoever_waits_is_not_kept_waiting() -> None:
    """A window goes on between two pieces, of which there are many."""
    player = seated("Sleeps")
    player.create_and_wait()
    work = think_in_slices(player, VIEW)
    for _ in range(5):
        next(work)
    process = player._process
    work.close()
    assert not process.is_alive, "given up in the middle, it thinks no longer"


def test_after_a_failure_it_can_be_asked_again() -> None:
    player = seated("Ends")
    for _ in range(2):
        with pytest.raises(BadPlayer, match="ended the process"):
            decide(player, VIEW)
    good = seated("First")
    assert decide(good, VIEW) == VIEW.legal[0]
    good.end()


def test_a_process_is_used_again_by_a_player_of_that_name_alone() -> None:
    one = seated("Illegal")
    one.create_and_wait()
    process = one._process
    one.release_process()
    other, again = seated("First"), seated("Illegal")
    other.create_and_wait()
    assert other._process is not process
    with pytest.raises(BadPlayer, match="Illegal chose play XL"):
        decide(again, VIEW)
    assert again._process is process
    other.end()
    again.end()
    assert not process.is_alive


@pytest.mark.parametrize(("name", "said"), [("no_such_goose:X", "there is no module"), ("json:x:y", "is not module:Class")])
def test_one_that_is_not_there_is_a_sentence(name: str, said: str) -> None:
    player = SandboxedPlayer(name, "seed", LONG)
    with pytest.raises(BadPlayer, match=said):
        player.create_and_wait()
    player.end()


def test_a_level_stays_in_this_process() -> None:
    assert type(external.make_player_in_process("easy", "seed")) is type(make_player("easy", Random(1)))
    with pytest.raises(ValueError, match="no level 'genius'"):
        external.make_player_in_process("genius", "seed")


def test_to_be_made_it_has_the_usual_time_whatever_is_asked_of_its_decisions(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its process has to start first, which on a busy machine may take longer than one decision."""
    given: list[float] = []
    answered = external.SandboxedPlayer._wait_for_answer

    def noted(player: Any, process: Any, legal: Any, patience: float) -> Any:
        given.append(patience)
        return answered(player, process, legal, LONG)

    monkeypatch.setattr(external.SandboxedPlayer, "_wait_for_answer", noted)
    for patience in (0.5, 60.0):
        player = seated("First", patience)
        decide(player, VIEW)
        player.end()
    assert given == [external.PATIENCE, 0.5, 60.0, 60.0]


ROOT = Path(__file__).parents[2]
"""Seconds as a last resort: a busy machine is no failure."""
unix = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no fork")
linux = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only Linux shows whose child a process is")
SHADOWS = ("json", "multiprocessing", "random", "pickle", "ctypes", "argparse", "subprocess", "__future__", "threading")
TRAP = "import os\nopen(os.path.join({mark!r}, 'sprung'), 'a').write(__name__ + ' ')\nraise SystemExit(9)\n"


@pytest.fixture
def mark(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Where players leave what they have done."""
    folder = tmp_path / "mark"
    folder.mkdir()
    monkeypatch.setenv(nasty.MARK, str(folder))
    yield folder
    external.end_idle_processes()


@pytest.fixture
def traps(tmp_path: Path, mark: Path) -> Path:
    """A folder of modules that are named as those of Python, and tell when they are run."""
    folder = tmp_path / "traps"
    folder.mkdir()
    for name in SHADOWS:
        (folder / f"{name}.py").write_text(TRAP.format(mark=str(mark)))
    return folder


def nasty_one(kind: str, patience: float = LONG) -> Any:
    return SandboxedPlayer(f"tests.nasty:{kind}", "seed", patience)


def alive(number: int) -> bool:
    """Whether a process runs; one that has ended and is not buried yet does not."""
    try:
        return Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    except OSError:
        return False


def wait_until(holds: Callable[[], bool]) -> None:
    until = time.monotonic() + LONG
    while not holds():
        assert time.monotonic() < until
        time.sleep(0.02)


def test_what_lies_beside_a_player_shadows_nothing(traps: Path, mark: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (traps / "gander.py").write_text(
        "import json, random, threading, nest\n"
        "class Gander:\n    def __init__(self, rng): self.rng = rng\n"
        "    def think(self, view):\n        import sys\n"
        f"        assert sys.path.index({str(traps)!r}) == len(sys.path) - 1 and '' not in sys.path\n"
        "        return nest.first(json.loads(json.dumps(view.legal)))\n"
    )
    (traps / "nest.py").write_text("def first(found): return found[0]\n")
    monkeypatch.chdir(traps)
    player: Any = SandboxedPlayer("gander:Gander", "seed", LONG)
    assert decide(player, VIEW) == VIEW.legal[0]
    player.end()
    assert not list(mark.iterdir())
    assert not (traps / "__pycache__").exists(), "nothing is written beside it"


@pytest.mark.one_in(3)
@pytest.mark.parametrize("words", [
    ["check", "good.goose"], ["simulate", "goose", "--games", "2", "--max-deals", "1", "--jobs", "2"],
    ["simulate", "goose", "--games", "1", "--max-deals", "1", "--seats", "gander:Gander,random,random"],
])  # fmt: skip
def test_nothing_is_imported_from_the_current_folder(traps: Path, mark: Path, words: list[str]) -> None:
    (traps / "good.goose").write_bytes(min((ROOT / "tests" / "records").glob("*.goose")).read_bytes())
    (traps / "gander.py").write_text(
        "class Gander:\n    def __init__(self, rng): pass\n    def think(self, view): return view.legal[0]\n"
    )
    command = [sys.executable, "-m", "goosetable", *words]
    ran = subprocess.run(command, cwd=traps, capture_output=True, text=True, timeout=LONG, check=False)
    assert (ran.returncode, list(mark.iterdir())) == (0, []), ran.stderr


@pytest.mark.parametrize(("name", "said"), [
    ("antigravity:x", "belongs to Python"), ("json:JSONDecoder", "belongs to Python"), ("os.path:x", "belongs to Python"),
    ("goosetable.players.search_agent:Searcher", "belongs to goosetable itself"), ("__main__:X", "belongs to Python"),
    ("tests.__init__:X", "belongs to Python"), ("no_such_goose:X", "there is no module 'no_such_goose'"),
    ("tests:X", "there is no module 'tests'"), ("tests.nasty.more:X", "there is no module 'tests.nasty.more'"),
    ("tests.nasty", "is not module:Class"), ("../x:Y", "is not module:Class"), ("a b:C", "is not module:Class"),
    ("x" * 5000 + ":Y", "there is no module"), ("\0:Y", "is not module:Class"),
])  # fmt: skip
def test_what_is_no_player_is_refused_without_being_run(name: str, said: str) -> None:
    before = set(sys.modules)
    with pytest.raises(ValueError, match=said):
        module_search.find_player(name)
    player: Any = SandboxedPlayer(name, "seed")
    with pytest.raises(BadPlayer, match=said):
        player.create_and_wait()
    assert player._process is None and not set(sys.modules) & {"antigravity", "this"} - before


def test_a_module_is_found_as_python_would_without_running_it(tmp_path: Path, mark: Path) -> None:
    trap = TRAP.format(mark=str(mark))
    package = tmp_path / "a" / "flock"
    package.mkdir(parents=True)
    (package / "__init__.py").write_text(trap)
    (package / "gander.py").write_text(trap)
    (tmp_path / "b").mkdir()
    (tmp_path / "b" / "flock.py").write_text(trap)
    folders = [str(tmp_path / "b"), str(tmp_path / "a")]
    assert module_search.find_player("flock:X", folders).parts[-1].file == str(tmp_path / "b" / "flock.py")
    found = module_search.find_player("flock.gander:X", folders[::-1])
    assert (found.parts[-1].file, found.folder) == (str(package / "gander.py"), str(tmp_path / "a"))
    with pytest.raises(ValueError, match="there is no module"):
        module_search.find_player("flock.gander:X", folders)
    link = tmp_path / "b" / "linked.py"
    link.symlink_to(package / "gander.py")
    assert module_search.find_player("linked:X", folders).parts[-1].file == str(link)
    assert not list(mark.iterdir())


def test_the_source_is_run_and_never_a_compiled_copy_beside_it(tmp_path: Path, mark: Path) -> None:
    """A copy can say of itself that it need not be compared with its source."""
    kind = "class Gander:\n    def __init__(self, rng): pass\n    def think(self, view): return view.legal[0]\n"
    source = tmp_path / "gander.py"
    source.write_text(TRAP.format(mark=str(mark)))
    py_compile.compile(str(source), invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH)
    source.write_text(kind)
    player: Any = SandboxedPlayer("gander:Gander", "seed", LONG, module_search.find_player("gander:Gander", [str(tmp_path)]))
    assert decide(player, VIEW) == VIEW.legal[0]
    player.end()
    assert not list(mark.iterdir())


@pytest.mark.parametrize("name", ["\uff4a\uff53\uff4f\uff4e", "\uff41ntigravity", "\u017fys"])
def test_a_name_that_looks_like_that_of_a_module_of_python_is_another(name: str, tmp_path: Path, mark: Path) -> None:
    with pytest.raises(ValueError, match="there is no module"):
        module_search.find_player(f"{name}:X")
    (tmp_path / f"{name}.py").write_text(
        "class X:\n    def __init__(self, rng): pass\n    def think(self, view): return view.legal[0]\n"
    )
    player: Any = SandboxedPlayer(f"{name}:X", "seed", LONG, module_search.find_player(f"{name}:X", [str(tmp_path)]))
    assert decide(player, VIEW) == VIEW.legal[0]
    player.end()


def test_an_archive_is_no_folder_of_players(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "flock.zip", "w") as archive:
        archive.writestr("gander.py", "raise SystemExit\n")
    with pytest.raises(ValueError, match="there is no module"):
        module_search.find_player("gander:X", [str(tmp_path / "flock.zip")])


def test_a_deleted_current_folder_is_no_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    monkeypatch.chdir(gone)
    gone.rmdir()
    with pytest.raises(ValueError, match="there is no module"):
        module_search.find_player("no_such_goose:X")


def test_what_it_prints_goes_to_standard_error(mark: Path, capfd: pytest.CaptureFixture[str]) -> None:
    player = nasty_one("Prints")
    assert decide(player, VIEW) == VIEW.legal[0]
    said = ""

    def heard() -> bool:
        nonlocal said
        out, err = capfd.readouterr()
        assert out == ""
        said += err
        return said.count("honk") == 3

    wait_until(heard)
    player.end()


def test_what_it_prints_sets_no_colours_and_moves_no_cursor() -> None:
    from goosetable.sandbox.process import _printable_text

    assert _printable_text("a\tb\r\n\x1b[2J\x9b31m\u202egoose \u00e4\U0001f986") == "a\tb\n?[2J?31m?goose \u00e4\U0001f986"


def test_what_it_prints_is_passed_on_clean(mark: Path, capfd: pytest.CaptureFixture[str]) -> None:
    player = nasty_one("PrintsColours")
    assert decide(player, VIEW) == VIEW.legal[0]
    said = ""

    def heard() -> bool:
        nonlocal said
        said += capfd.readouterr().err
        return "honk" in said

    wait_until(heard)
    assert "\x9b" not in said and "\u202e" not in said
    player.end()


def test_what_it_prints_for_ever_is_dropped(mark: Path, capfd: pytest.CaptureFixture[str]) -> None:
    from goosetable.sandbox.process import MAX_PRINTED_BYTES

    player = nasty_one("PrintsMuch")
    for _ in range(2):
        assert decide(player, VIEW) == VIEW.legal[0]
    player.end()
    assert 0 < len(capfd.readouterr().err) <= MAX_PRINTED_BYTES


@pytest.mark.one_in(2)
@unix
@pytest.mark.parametrize("kind", UNBELIEVED)
def test_what_is_no_answer_is_named_and_never_believed(mark: Path, kind: str) -> None:
    player = nasty_one(kind)
    with pytest.raises(BadPlayer, match=rf"^tests.nasty:{kind} answered with what is no answer: .*{UNBELIEVED[kind]}"):
        decide(player, VIEW)
    assert player._process is None and not (mark / "exploded").exists()


@unix
def test_half_an_answer_is_waited_for_as_long_as_a_whole_one(mark: Path) -> None:
    player = nasty_one("SaysHalf")
    player.create_and_wait()
    player.patience = 0.3
    with pytest.raises(NoAnswer, match=r"tests.nasty:SaysHalf did not answer within 0.3 seconds"):
        decide(player, VIEW)


def test_what_it_says_of_itself_is_part_of_a_line(mark: Path) -> None:
    player = nasty_one("Lies")
    with pytest.raises(BadPlayer) as failed:
        decide(player, VIEW)
    said = str(failed.value)
    assert said.isprintable() and len(said) < 400 and said.startswith("tests.nasty:Lies failed with ValueError: ")
    player.end()


@pytest.mark.parametrize("kind", ["Forged", "Alias"])
def test_it_goes_by_the_name_by_which_it_was_asked_for(mark: Path, kind: str) -> None:
    away, here = nasty_one(kind), make_player(f"tests.nasty:{kind}", Random(1))
    for player in (away, here):
        with pytest.raises(BadPlayer, match=rf"^tests.nasty:{kind} returned 'nonsense', which is no action$"):
            decide(player, VIEW)
    away.end()


def test_the_name_is_its_own_where_the_table_finds_the_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(external, "_parse_answer", lambda line, number: external._Answer(10**30))
    player = nasty_one("Plain")
    with pytest.raises(BadPlayer, match=r"^tests.nasty:Plain chose a huge number, which it may not do now$"):
        decide(player, VIEW)
    player.end()


@linux
def test_it_cannot_find_the_seed_from_which_the_deals_are_made(mark: Path) -> None:
    player: Any = SandboxedPlayer("tests.nasty:Rummages", "the secret seed:1", LONG)
    assert decide(player, VIEW) == VIEW.legal[0]
    player.end()
    assert (mark / "sources").read_text(), "it has found what its own randomness is made from"
    assert "the secret seed" not in (mark / "sources").read_text()


@linux
def test_memory_is_limited(mark: Path) -> None:
    player = nasty_one("Greedy")
    with pytest.raises(BadPlayer, match=r"tests.nasty:Greedy failed with MemoryError"):
        decide(player, VIEW)
    player.end()


@linux
def test_its_limits_are_those_that_are_written_down(mark: Path) -> None:
    player = nasty_one("Tells")
    assert decide(player, VIEW) == VIEW.legal[0]
    player.end()
    told = json.loads((mark / "limits").read_text())
    assert (told["CORE"], told["AS"] <= guard.MAX_ADDRESS_SPACE, told["FSIZE"] <= guard.MAX_FILE_SIZE) == (0, True, True)
    assert guard.MAX_NEW_TASKS < told["NPROC"] < 100_000


def test_a_few_threads_are_no_trouble(mark: Path) -> None:
    player = nasty_one("Patient")
    assert (decide(player, VIEW), player.values) == (VIEW.legal[0], {}), "nor are worths that are no numbers"
    player.end()


FAMILY = ("self", "child", "session", "orphan")


@pytest.mark.one_in(3)
@linux
@pytest.mark.parametrize("way", ["end", "send_away", "kill_all"])
def test_it_ends_with_all_that_it_has_started(mark: Path, way: str) -> None:
    player = nasty_one("Family")
    assert decide(player, VIEW) == VIEW.legal[0]
    numbers = [int((mark / name).read_text()) for name in FAMILY]
    assert all(alive(number) for number in numbers)
    if way == "end":
        player.end()
    elif way == "send_away":
        player.release_process()
        external.end_idle_processes()
    else:
        external.kill_all_processes()
        wait_until(lambda: not any(alive(number) for number in numbers))
        player.end()
    assert not any(alive(number) for number in numbers)


@linux
@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM])
def test_it_ends_with_the_program_however_that_ends(mark: Path, number: signal.Signals) -> None:
    script = "from tests.sandbox.test_external import *; decide(nasty_one('HangingFamily'), VIEW)"
    program = subprocess.Popen([sys.executable, "-c", script], cwd=ROOT)
    wait_until((mark / "ready").exists)
    numbers = [int((mark / name).read_text()) for name in FAMILY]
    assert all(alive(other) for other in numbers)
    program.send_signal(number)
    program.wait(LONG)
    wait_until(lambda: not any(alive(other) for other in numbers))


@linux
@pytest.mark.parametrize("kind", ["KillsItsGuard", "StopsItsGuard"])
def test_one_that_gets_at_its_guard_is_ended_with_all_that_it_has_started(mark: Path, kind: str) -> None:
    player = nasty_one(kind)
    player.create_and_wait()
    sign = player._process._mark
    player.patience = LONG if kind == "KillsItsGuard" else 2.0
    with pytest.raises(BadPlayer, match="ended the process" if kind == "KillsItsGuard" else "did not answer"):
        decide(player, VIEW)
    wait_until(lambda: not guard._marked_processes(sign.encode())[0])


@linux
def test_one_that_passes_from_process_to_process_is_ended_without_its_guard(monkeypatch: pytest.MonkeyPatch) -> None:
    """Twice, what is listed has ended by the time it is looked at, and what it has started was not listed yet."""
    sign, listed = f"goose{os.getpid()}honk", os.scandir
    wait = [sys.executable, "-S", "-c", "import time; time.sleep(1_000_000)"]
    last = subprocess.Popen(wait, env=os.environ | {MARK_VARIABLE: sign})
    wait_until(lambda: guard._marked_processes(sign.encode())[0] == [last.pid])
    ended = [subprocess.Popen([sys.executable, "-S", "-c", ""]) for _ in range(2)]
    gone = [process.pid for process in ended if process.wait(LONG) == 0]
    left = list(gone)

    def listing(folder: str) -> list[Any]:
        now = [entry for entry in listed(folder) if entry.name not in map(str, gone)]
        if not left:
            return now
        return [entry for entry in now if entry.name != str(last.pid)] + [SimpleNamespace(name=str(left.pop()))]

    try:
        with monkeypatch.context() as early:
            early.setattr(os, "scandir", listing)
            guard.kill_marked_processes(sign)
        assert len(gone) == 2 and not left
        assert last.wait(LONG) == -signal.SIGKILL
    finally:
        last.kill()


@linux
def test_a_guard_that_was_stopped_is_woken_to_do_its_work(mark: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("goosetable.sandbox.process.SECONDS_FOR_GUARD", LONG)
    player = nasty_one("StopsItsGuard")
    player.create_and_wait()
    line, player.patience = player._process, 2.0
    with pytest.raises(NoAnswer):
        decide(player, VIEW)
    assert line._process.returncode == 0


@linux
def test_nothing_is_left_open_when_players_come_and_go(mark: Path) -> None:
    threads = threading.active_count()

    def descriptors() -> int:
        return len(os.listdir("/proc/self/fd"))  # noqa: PTH208

    def come_and_go() -> None:
        player = nasty_one("Plain")
        player.create_and_wait()
        player.end()

    come_and_go()
    wait_until(lambda: threading.active_count() <= threads)  # what other tests have left may end meanwhile
    before = descriptors()
    for _ in range(3):
        come_and_go()
    wait_until(lambda: descriptors() <= before and threading.active_count() <= threads)
