"""The walls of the house: who imports whom, who knows games by name, and what lies where."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from graphlib import TopologicalSorter
from itertools import pairwise
from pathlib import Path

import pytest

from goosetable.games import SHELF

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "goosetable"
MODULES = sorted(SOURCE.rglob("*.py"))
LONGEST = 800
"""Lines of a module, which has one idea whatever its length."""
TALLEST = 40
"""Lines of a function, from its `def` to its last line."""
SMALL = 120
"""Lines of a module under which it belongs into the only one that imports it."""
CROWDED = 20
"""Largest number of modules in a folder, besides `__init__.py`."""
APART = "A module of its own: "
"""Begins the sentence, in the docstring of a small module, that says why it is not part of its only importer."""


@cache
def _tree(path: Path) -> ast.Module:
    """A module as it is read, for whoever changes nothing in it."""
    return ast.parse(path.read_text(encoding="utf-8"))


@cache
def _nodes(path: Path) -> tuple[ast.AST, ...]:
    """Everything in a module."""
    return tuple(ast.walk(_tree(path)))


@pytest.fixture(scope="module", autouse=True)
def forgotten() -> Iterator[None]:
    """What was read is let go when the walls have been looked at: it is large."""
    yield
    for kept in (_tree, _nodes, _graph):
        kept.cache_clear()


def _each(paths: Sequence[Path], look: Callable[[Path], None]) -> None:
    """Looks at modules; every one at which something is wrong is named with it."""
    wrong = []
    for path in paths:
        try:
            look(path)
        except AssertionError as found:
            wrong.append(f"{path.relative_to(ROOT)}: {str(found).partition(chr(10))[0]}")
    assert not wrong, "\n".join(wrong)


def _python(script: str) -> str:
    ran = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, timeout=600, check=False)
    assert ran.returncode == 0, ran.stderr
    return ran.stdout.strip()


@pytest.mark.parametrize("room", ["cards", "engine.record.session", "engine.record.replay", "games", "players"])
def test_the_rules_side_does_not_import_pygame(room: str) -> None:
    script = f"import sys; import goosetable.{room}; print([m for m in sys.modules if m.startswith(('pygame', 'numpy'))])"
    assert _python(script) == "[]"


def test_commands_do_not_import_pygame() -> None:
    script = "import sys; import goosetable.cli, goosetable.commands.records; print('pygame' in sys.modules)"
    assert _python(script) == "False"


def test_the_contracts_between_the_rooms_hold() -> None:
    linter = Path(sys.executable).with_name("lint-imports")
    if not linter.exists():
        pytest.skip("import-linter is not installed")
    ran = subprocess.run([linter, "--no-cache"], cwd=ROOT, capture_output=True, text=True, timeout=600, check=False)
    assert ran.returncode == 0, ran.stdout + ran.stderr


def _imports(path: Path) -> set[str]:
    found: set[str] = set()
    for node in _nodes(path):
        if isinstance(node, ast.Import):
            found |= {name.name for name in node.names}
        elif isinstance(node, ast.ImportFrom):
            found.add(node.module or "")
            found |= {f"{node.module}.{name.name}" for name in node.names}
    return found


def _name(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


NAMES = {_name(path) for path in MODULES}
UNDER_THEIR_NAMES = sorted(path for folder in ("goosetable", "build", "tests") for path in (ROOT / folder).rglob("*.py"))


def test_a_module_is_imported_under_its_own_name() -> None:
    _each(UNDER_THEIR_NAMES, _imports_by_name)


RENAMED = re.compile(r"\bimport\b([^()\n]|\([^)]*)*\bas\b")
"""An import under another name, on one line or in brackets."""


def _imports_by_name(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    for node in ast.walk(ast.parse(text)) if RENAMED.search(text) else ():
        if isinstance(node, ast.Import | ast.ImportFrom):
            for name in node.names:
                whole = name.name if isinstance(node, ast.Import) else f"{node.module}.{name.name}"
                assert whole not in NAMES or name.asname in (None, name.name), ast.unparse(node)


RULES_SIDE = [
    path for path in MODULES if path.relative_to(SOURCE).parts[0] in ("cards.py", "engine", "games", "players", "review")
]


def test_the_rules_side_reads_no_clock_no_file_and_no_global_chance() -> None:
    _each(RULES_SIDE, _reads_nothing)


def _reads_nothing(path: Path) -> None:
    refused = {"time", "datetime", "os", "pathlib", "io", "pygame", "threading", "asyncio"}
    assert not {name.split(".")[0] for name in _imports(path)} & refused
    calls = [node.func for node in _nodes(path) if isinstance(node, ast.Call)]
    assert not [call for call in calls if isinstance(call, ast.Name) and call.id in ("open", "print", "input")]
    chance = [node for node in _nodes(path) if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name)]
    assert not [node.attr for node in chance if node.value.id == "random" and node.attr != "Random"]  # type: ignore[attr-defined]


GAMES = sorted(path for path in (SOURCE / "games").rglob("*.py") if path.parent != SOURCE / "games")


def test_games_do_not_know_each_other() -> None:
    _each(GAMES, _knows_its_own)


def _knows_its_own(path: Path) -> None:
    own = f"goosetable.games.{path.relative_to(SOURCE / 'games').parts[0]}"
    known = {name for name in _imports(path) if name.startswith("goosetable.games.")}
    assert all(name == own or name.startswith(f"{own}.") for name in known)


LATE = {
    "__init__.py": 1,  # the library, only where it is used
    "app/router.py": 3,  # the rules and a table when they are first wanted: see Router
    "app/start.py": 7,  # nothing but the splash before the first frame
    "cli.py": 14,  # only what this call needs
    "sandbox/guard.py": 1,  # not every system has it
}
"""How many imports inside functions a module may have that carry no comment of their own."""


@cache
def _graph() -> dict[str, set[str]]:
    """Every module with those that it imports, also inside functions and for types alone; the router with its scenes."""
    found: dict[str, set[str]] = {name: set() for name in NAMES}
    for path in MODULES:
        of_routes, known = path == SOURCE / "app" / "router.py", found[_name(path)]
        for node in _nodes(path):
            if isinstance(node, ast.Import):
                known |= {name.name for name in node.names} & NAMES
            elif isinstance(node, ast.ImportFrom):
                whole = {f"{node.module}.{name.name}" for name in node.names}
                known |= (whole & NAMES) or ({node.module or ""} & NAMES)
            elif of_routes and isinstance(node, ast.Constant):
                # Its table names them, `module:Class`. So the rules of a game name what lies above them, on purpose.
                known |= {str(node.value).partition(":")[0]} & NAMES
    return found


def test_no_modules_import_each_other_in_a_circle() -> None:
    TopologicalSorter(_graph()).prepare()  # which raises an error that names the circle


FROM = re.compile(r"^from (\S+) import (?:\(([^)]*)\)|(.+))", re.MULTILINE)
"""An import at the left margin: its module, and its names in brackets or on one line."""


def test_no_files_of_tests_import_each_other_in_a_circle() -> None:
    """Which of two can be imported first would depend on what else is run. Imports inside functions do not count."""
    paths = {".".join(path.relative_to(ROOT).with_suffix("").parts): path for path in (ROOT / "tests").rglob("*.py")}
    graph: dict[str, set[str]] = {}
    for name, path in paths.items():
        imports = FROM.findall(path.read_text(encoding="utf-8"))
        whole = {f"{module}.{one}" for module, *names in imports for one in re.findall(r"\w+", " ".join(names))}
        graph[name] = (whole | {module for module, *_ in imports}) & paths.keys() - {name}
    assert sum(map(len, graph.values())) > 200
    TopologicalSorter(graph).prepare()


def _late(path: Path) -> int:
    """Imports inside functions without a reason beside them or in the line above."""
    lines = path.read_text(encoding="utf-8").splitlines()
    functions = [node for node in _nodes(path) if isinstance(node, ast.FunctionDef)]
    late = {node for each in functions for node in ast.walk(each) if isinstance(node, ast.Import | ast.ImportFrom)}
    spans = [(lines[node.lineno - 2], lines[node.lineno - 1 : node.end_lineno]) for node in late]
    return sum(not above.lstrip().startswith("#") and not any("  # " in line for line in own) for above, own in spans)


def test_an_import_inside_a_function_has_its_reason() -> None:
    found = {path.relative_to(SOURCE).as_posix(): _late(path) for path in MODULES}
    assert {name: count for name, count in found.items() if count} == LATE


def test_the_router_leads_to_scenes() -> None:
    """Its table counts as imports, so that a scene which imports the router closes a circle."""
    assert len([name for name in _graph()["goosetable.app.router"] if name.startswith("goosetable.app.scenes.")]) > 20


def test_no_scene_imports_another() -> None:
    """They lead to one another by routes; a lesson holds a table. Some menus and score sheets are of their own kind."""
    scenes = {
        _name(path)
        for path in (SOURCE / "app" / "scenes").rglob("*.py")
        if re.search(r"\nclass \w+Scene\(", path.read_text(encoding="utf-8"))
    }
    graph = _graph()
    assert len(scenes) >= 20
    assert not {
        (name, other) for name in graph for other in graph[name] & scenes - {name}
        if name.startswith("goosetable.app.scenes.")
        and not name.startswith(("goosetable.app.scenes.lesson.", "goosetable.app.scenes.problem."))
        and name not in ("goosetable.app.scenes.practice", "goosetable.app.scenes.score.end")
        and not (name.startswith("goosetable.app.scenes.table.") and other == "goosetable.app.scenes.table.scene")
    }  # fmt: skip


ELSEWHERE = [path for path in MODULES if path.relative_to(SOURCE).parts[0] in ("engine", "players", "review", "app")]
"""`cards.py` is not among them: it has the names of the suits, and a game may be called by one."""


def test_no_game_is_known_by_name_outside_games() -> None:
    _each(ELSEWHERE, _names_no_game)


def _names_no_game(path: Path) -> None:
    # "goose" is a bird as well, whose portrait and honk the app has; as the name of a game it would be compared with an id.
    names = {name for game in SHELF for name in (game.id, game.title)} - {"goose", "Goose", "goosed", "Goosed"}
    names |= {"gooseberry-fool", "cross-purposes", "fools-gold", "throps"}
    several = {name for name in names if re.search(r"\W", name)}
    docstrings = {node.value for node in _nodes(path) if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)}
    texts = {
        node.value
        for node in _nodes(path)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node not in docstrings
    }
    # A name of one word may be a word of any sentence, such as a suit; it is a name where it is the whole text.
    assert not [text for text in texts if text in names or any(name in text for name in several)]
    for node in _nodes(path):
        if isinstance(node, ast.Compare):
            sides = [node.left, *node.comparators]
            of_id = any(isinstance(side, ast.Attribute) and side.attr == "id" for side in sides)
            assert not (of_id and any(isinstance(side, ast.Constant | ast.Tuple | ast.Set) for side in sides)), ast.unparse(
                node
            )
    assert {name for name in _imports(path) if name.startswith("goosetable.games.")} <= {
        "goosetable.games.DAMAGED", "goosetable.games.SHELF", "goosetable.games.find_game",
    }  # fmt: skip


def _tracked() -> list[str]:
    ran = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=False)
    if ran.returncode != 0:
        pytest.skip("not a checkout")
    return ran.stdout.splitlines()


def test_the_top_level_is_what_it_should_be() -> None:
    top = {name.split("/")[0] for name in _tracked()}
    assert {name for name in top if not name.startswith(".")} == {
        "pyproject.toml", "goosetable", "assets", "tests", "build", "README.md",
    }  # fmt: skip


def test_no_machine_paths_and_no_stray_files() -> None:
    for name in _tracked():
        assert not re.search(r"(^|/)(__pycache__|\.DS_Store|.*\.(pyc|orig|rej|bak|swp))$", name), name


def test_a_module_opens_with_a_sentence_that_says_what_it_is() -> None:
    _each(MODULES, _opens_with_a_sentence)


def _opens_with_a_sentence(path: Path) -> None:
    doc = ast.get_docstring(_tree(path))
    assert doc, "there is no docstring"
    assert doc.split("\n\n")[0].rstrip().endswith((".", ":")), doc


def test_the_docstring_of_a_function_comes_first() -> None:
    _each(MODULES, _begins_with_its_docstring)


def _begins_with_its_docstring(path: Path) -> None:
    """A sentence below another statement documents an attribute, or nothing."""
    for node in _nodes(path):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            for before, after in pairwise(node.body):
                loose = isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant)
                targets = [before.target] if isinstance(before, ast.AnnAssign) else getattr(before, "targets", [])
                assert not loose or any(isinstance(part, ast.Attribute) for target in targets for part in ast.walk(target)), (
                    f"{node.name}: a docstring stands below code"
                )


def test_a_module_is_not_too_long() -> None:
    lines = {str(path.relative_to(ROOT)): len(path.read_text(encoding="utf-8").splitlines()) for path in MODULES}
    assert not {name: count for name, count in lines.items() if count > LONGEST}


def test_a_function_is_not_too_long() -> None:
    long: dict[str, int] = {}
    for path in MODULES:
        for node in _nodes(path):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                name = f"{path.relative_to(SOURCE).as_posix()} {node.name}"
                long[name] = max(long.get(name, 0), (node.end_lineno or 0) - node.lineno + 1)
    assert not {name: lines for name, lines in long.items() if lines > TALLEST}


def test_a_small_module_of_one_importer_beside_it_says_why_it_stands_apart() -> None:
    graph, lonely = _graph(), []
    for path in MODULES:
        name, text = _name(path), path.read_text(encoding="utf-8")
        if path.stem in ("__init__", "__main__") or len(text.splitlines()) >= SMALL:
            continue
        importers = [other for other, known in graph.items() if name in known]
        package = name.rpartition(".")[0]
        beside = [other for other in importers if other == package or other.startswith(f"{package}.")]
        said = re.search(rf"(^|\s){APART}\w", ast.get_docstring(_tree(path)) or "")
        if len(importers) == len(beside) == 1 and not said:
            lonely.append(name.removeprefix("goosetable."))
    assert not lonely


def test_names_say_what_a_thing_is() -> None:
    _each(MODULES, _says_what_it_is)


def _says_what_it_is(path: Path) -> None:
    names = {node.name for node in _nodes(path) if isinstance(node, ast.ClassDef)} | {path.stem, path.parent.name}
    words = {word.lower() for name in names for word in re.findall(r"[A-Z]?[a-z]+", name)}
    assert not words & {"manager", "handler", "helper", "helpers", "util", "utils", "data"}


def test_no_class_name_stands_twice_in_a_package() -> None:
    """A module may define a class once for each of two systems. A game's classes are compared within the game."""
    places: dict[tuple[str, str], set[str]] = {}
    for path in MODULES:
        parts = path.relative_to(SOURCE).parts
        package = "/".join(parts[:2]) if parts[0] in ("games", "app") else parts[0]
        for node in _nodes(path):
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                places.setdefault((package, node.name), set()).add(_name(path))
    assert not {name: found for name, found in places.items() if len(found) > 1}


def test_no_folder_is_crowded() -> None:
    modules = Counter(path.parent for path in MODULES if path.name != "__init__.py")
    assert not [folder for folder, count in modules.items() if count > CROWDED]


def test_any_is_rare() -> None:
    """The type checker knows nothing about a value of type `Any`."""
    names = [node for path in MODULES for node in _nodes(path) if isinstance(node, ast.Name) and node.id == "Any"]
    assert len(names) <= 70
