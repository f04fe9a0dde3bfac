"""Compiles copies of the rules and the computer players with mypyc, for downloads and tournaments; the source stays Python.

python build/build.py core [--out FOLDER] [--also PACKAGE] [--check]     # makes FOLDER/core, in two or three minutes
python build/build.py core --front                                       # mypyc alone, without the C compiler, in seconds
python FOLDER/core simulate goose --seed s ...                           # any command, from the compiled copies

FOLDER/core/plain contains the unchanged sources; `--check` compares games of both. The compiled modules are in the folder
`_core` of the package, from which the program imports them (goosetable/machine_code.py).
"""

from __future__ import annotations

import argparse
import ast
import hashlib
import importlib.metadata
import json
import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Callable, Iterable
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path
from typing import Final

import release

from goosetable import machine_code
from goosetable.engine.strength.policy import source_of_methods
from goosetable.games import SHELF

ROOT: Final = Path(__file__).resolve().parent.parent
PACKAGE: Final = "goosetable"
ROOMS: Final = ("engine", "games", "players")
PLAIN: Final = (
    "**/__init__.py", "engine/sheet/*.py", "engine/problem/*.py", "games/*/sheet.py",
    "engine/record/*.py", "engine/lesson/*.py", "engine/text/*.py", "engine/words/*.py", "engine/rules/options.py",
    "games/*/text.py", "games/*/advice.py", "games/*/hints.py", "games/*/stakes.py", "games/*/sets.py", "players/analysis.py",
    "players/rated.py",
)  # fmt: skip
"""Patterns of modules that are not compiled, because no search runs them and mypyc is slow with them or rejects them."""
MADE: Final = {"NamedTuple", "Enum", "IntEnum", "Protocol", "Exception"}
"""Bases of classes that mypyc leaves to Python."""
START: Final = '''"""Runs the commands of the program from the compiled copies beside this file."""

import gc
import sys

from goosetable.cli import main

gc.set_threshold(100_000)  # a search makes many objects and no circles of them
sys.exit(main())
'''
SETUP: Final = """import json
import sys

from mypyc.build import mypycify
from setuptools import setup

asked = json.loads(sys.stdin.read())
modules = mypycify([*asked["options"], *asked["sources"]], opt_level="2", debug_level="0", group_name=asked["group"])
for module in modules:
    module.extra_compile_args += asked["compile"]
    module.extra_link_args += asked["link"]
setup(name=asked["group"], ext_modules=modules, script_args=["--quiet", "build_ext", "--inplace"])
"""
FRONT: Final = """import gc
import json
import os
import sys

gc.disable()  # a quarter of the time
from mypyc.build import mypyc_build
from mypyc.options import CompilerOptions

asked = json.loads(sys.stdin.read())
mypyc_build([*asked["options"], *asked["sources"]], CompilerOptions(target_dir="front"))
sys.stdout.flush()
os._exit(0)  # tidying up would take as long as a part of the work
"""
LINUX: Final = sys.platform.startswith("linux")
DIRECT: Final = ["-fno-plt", "-fno-semantic-interposition", "-fvisibility=hidden"] if LINUX else []
"""Options for direct calls between the functions of the library, which are not exported by name."""
LEAN: Final = ["-fno-asynchronous-unwind-tables"] if LINUX else []
"""Options that leave out the tables for exceptions, because C does not throw any."""
SMALL: Final = ["-Wl,-z,noseparate-code", "-Wl,--build-id=none"] if LINUX else []
"""Options of the linker that reduce the small file of each module from four pages to one."""
STAMP: Final = "made-of"
"""Name of the file with the digest of the sources and tools of a build."""
FEW: Final = '''"""Players that think briefly, for comparing."""

from dataclasses import replace

from goosetable import players
from goosetable.engine.strength.heuristics import Guidance
from goosetable.players.levels import SKILLS
from goosetable.players.search_agent import Searcher


class Hard:
    level = "hard"

    def __init__(self, rng):
        self.player = players.make_player(self.level, rng, 60)

    def think(self, view):
        return (yield from self.player.think(view))


class Expert(Hard):
    level = "expert"


class Guided(Hard):
    def __init__(self, rng):
        skill = replace(SKILLS["expert"], iterations=60, max_actions=None, guidance=Guidance(True, 3.0, 1.0))
        self.player = Searcher("guided", rng, skill)
'''
TABLES: Final = (("few:Hard", "greedy", "random"), ("few:Expert", "easy"), ("few:Guided", "greedy"))
"""Players of the games in which `same` compares compiled and plain code."""
SLOTS: Final = "'__slots__', ()"
"""Expression for the slots of a class, which have another name in compiled classes."""
RANDOM: Final = ("chance", "random()", "rng.random()", "self.rng.random()", "self._random()")
"""Expressions of random floats that the sources multiply to choose one of several things."""
BITS: Final = Path(__file__).with_name("bits.py")
COUNTS: Final = ("bit_count", "bit_length")
STATE: Final = "State"
"""Name of the base class of all states."""
ROW: Final = "FeatureRow"
"""Name of the base class of all rows of features."""
NEW_LINE: Final = b"\n"


def main() -> int:
    """Builds the core, and with `--check` compares it with the plain code; returns 1 if they play differently."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--out", type=Path, default=Path(tempfile.gettempdir()) / "goosetable-build")
    options.add_argument("--also", type=Path, action="append", default=[], help="a package of players to compile as well")
    options.add_argument("--check", action="store_true", help="compare whole games with those of the plain sources")
    options.add_argument("--front", action="store_true", help="only show that mypyc takes the sources, and make nothing")
    called = options.parse_args()
    if called.front:
        said = front([package.resolve() for package in called.also])
        print(said, end="", file=sys.stderr)
        return 1 if said else 0
    out = called.out.resolve()
    if out.is_relative_to(ROOT):
        print("core.py: the build goes outside the source tree; choose another --out", file=sys.stderr)
        return 2
    folder = rebuild(out, [package.resolve() for package in called.also])
    print(f"python {folder} simulate ...")
    return 1 if called.check and not plays_the_same(folder) else 0


def rebuild(out: Path, also: Iterable[Path] = ()) -> Path:
    """Builds the folder `core` below `out`, in place of an older one; returns it.

    also: further packages of players, below the root of the source tree. Raises SystemExit, and leaves nothing behind, if this
    system cannot compile or the sources do not compile.
    """
    folder, fresh = out / "core", out / "core.new"
    if missing := obstacle():
        raise SystemExit(f"core.py: {missing}")
    shutil.rmtree(fresh, ignore_errors=True)
    try:
        _compile(fresh, copies(fresh, also))
    except subprocess.CalledProcessError as failure:
        shutil.rmtree(fresh, ignore_errors=True)
        raise SystemExit(f"{failure.stdout}\ncore.py: mypyc or the C compiler rejects the sources") from None
    for scratch in ("build", ".mypy_cache"):
        shutil.rmtree(fresh / scratch, ignore_errors=True)
    past = out / "core.old"
    shutil.rmtree(past, ignore_errors=True)
    if folder.exists():
        folder.rename(past)
    fresh.rename(folder)
    shutil.rmtree(past, ignore_errors=True)
    return folder


def obstacle() -> str:
    """Returns a sentence on what is missing for compiling, the C compiler or Python's headers; empty if nothing is."""
    if sys.platform == "win32":  # setuptools itself finds the compiler of Visual Studio
        return ""
    compiler = (os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc").split()[0]
    header = Path(sysconfig.get_path("include"), "Python.h")
    if shutil.which(compiler) is None:
        return f"the compiled core needs a C compiler, and {compiler} is not installed"
    return "" if header.is_file() else f"the compiled core needs the headers of Python, and there is no {header}"


def front(also: Iterable[Path] = (), change: Callable[[Path], None] | None = None) -> str:
    """Runs mypyc, without the C compiler, over all sources; returns its messages if it rejects them, else an empty text.

    also: as for `rebuild`. change: function that edits the copies in their folder first.
    """
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        sources = copies(folder, also)
        if change:
            change(folder)
        try:
            _mypyc(FRONT, folder, sources)
        except subprocess.CalledProcessError as failure:
            return str(failure.stdout)
    return ""


def current_folder(out: Path) -> Path:
    """Returns the folder `core` below `out`; builds it only if it is missing or has other sources or tools."""
    folder = out / "core"
    tools = [sys.version, *(importlib.metadata.version(name) for name in ("mypy", "setuptools")), *DIRECT, *LEAN, *SMALL]
    digest = hashlib.sha256(repr(tools).encode())
    for source in (Path(__file__), BITS, *sorted((ROOT / PACKAGE).rglob("*.py"))):
        digest.update(source.relative_to(ROOT).as_posix().encode() + source.read_bytes())
    stamp = folder / STAMP
    if not stamp.is_file() or stamp.read_text(encoding="ascii") != digest.hexdigest():
        rebuild(out)
        stamp.write_text(digest.hexdigest(), encoding="ascii")
    return folder


def compiled_files(folder: Path) -> list[Path]:
    """Returns the files of a finished build for downloads: all below `_core`, as paths relative to the package's folder."""
    home = folder / PACKAGE
    return sorted(path.relative_to(home) for path in (home / machine_code.FOLDER).rglob("*") if path.is_file())


def copies(folder: Path, also: Iterable[Path] = ()) -> list[Path]:
    """Copies the program into a folder, prepared for mypyc, and unchanged into `plain` below it.

    Returns the modules to compile, relative to the folder. also: as for `rebuild`.
    """
    for place in (folder, folder / "plain"):
        for package in (ROOT / PACKAGE, *also):
            shutil.copytree(package, place / package.relative_to(ROOT), ignore=shutil.ignore_patterns("__pycache__"))
        (place / "__main__.py").write_text(START, encoding="utf-8")
        (place / "few.py").write_text(FEW, encoding="utf-8")
    shutil.copyfile(BITS, folder / PACKAGE / BITS.name)
    sources = [source.relative_to(ROOT) for source in _sources(also)]
    _prepare(folder / source for source in sources)
    return [*sources, Path(PACKAGE, BITS.name)]


def plays_the_same(folder: Path) -> bool:
    """Returns whether compiled and plain players give equal records of every game; prints a line for each comparison."""
    good = True
    for game in SHELF:
        for kinds in TABLES:
            seats = ",".join(kinds[seat % len(kinds)] for seat in range(game.seats(game.Options())))
            one, two = (_records(place, game.id, seats) for place in (folder, folder / "plain"))
            good &= one == two
            print(f"{game.id}, {seats}: {'the same' if one == two else 'DIFFERENT'} ({two.count(NEW_LINE)} lines)", flush=True)
    return good


def _records(place: Path, game: str, seats: str) -> bytes:
    call = ["simulate", game, "--seats", seats, "--games", "2", "--max-deals", "2", "--seed", "compiled", "--out", "-"]
    return subprocess.run([sys.executable, str(place), *call], check=True, cwd=place, stdout=subprocess.PIPE).stdout


def _sources(also: Iterable[Path]) -> list[Path]:
    """Returns the modules to compile.

    These include no `__init__`, because a compiled package would search for its modules beside its compiled file.
    """
    home = ROOT / PACKAGE
    found = [home / "cards.py", *(source for room in ROOMS for source in sorted((home / room).rglob("*.py")))]
    left_out = {source for pattern in PLAIN for source in home.glob(pattern)}
    more = [source for package in also for source in sorted(package.rglob("*.py")) if source.name != "__init__.py"]
    more = [source for source in more if not source.name.startswith("test_")]
    return [source for source in found if source not in left_out] + more


# ---------------------------------------------------------------------- preparation for mypyc


def _prepare(copies: Iterable[Path]) -> None:
    """Rewrites the copies for mypyc: classes that Python can derive from, methods written out, and machine arithmetic."""
    trees = {path: ast.parse(path.read_text(encoding="utf-8"), type_comments=True) for path in copies}
    _write_out_copies(trees.values())
    _write_out_rows(trees.values())
    for path, tree in trees.items():
        _allow_subclasses(tree)
        _in_machine_words(tree)
        text = ast.unparse(ast.fix_missing_locations(tree))
        path.write_text(text.replace(SLOTS, f"'__mypyc_attrs__', getattr(kind, {SLOTS})") + "\n", encoding="utf-8")


def _allow_subclasses(tree: ast.Module) -> None:
    """Marks classes so that they may have subclasses that are not compiled.

    Dataclasses are marked as not compiled, because frozen ones that are compiled cannot be sent to another process.
    """
    for node in _classes(tree):
        # An attribute of the class alone, which mypyc would give to each object.
        node.body = [part for part in node.body if ast.unparse(part) != "__hash__ = None"]
        decorators = {ast.unparse(decorator).partition("(")[0] for decorator in node.decorator_list}
        if "dataclass" in decorators:
            _mark(node, "native_class=False")
        elif not decorators and not {_base(base) for base in node.bases} & MADE:
            _mark(node, "allow_interpreted_subclasses=True")
    if _classes(tree):
        _begin(tree, "from mypy_extensions import mypyc_attr")


def _write_out_copies(trees: Iterable[ast.Module]) -> None:
    """Adds a method `copy` to each class of states, because the one generated at run time is not compiled."""
    trees = list(trees)
    kinds = {node.name: node for tree in trees for node in _classes(tree)}
    for tree in trees:
        for node in _classes(tree):
            line = [node]
            while line[-1].bases and _base(line[-1].bases[0]) in kinds:
                line.append(kinds[_base(line[-1].bases[0])])
            if len(line) == 1 or line[-1].name != STATE:
                continue
            fields = [part for kind in line for part in kind.body if isinstance(part, ast.AnnAssign)]
            found = [(ast.unparse(part.target), ast.unparse(part.annotation).startswith("list[")) for part in fields]
            lines = [f"twin.{name} = self.{name}{'[:]' * several}" for name, several in found]
            text = [f"if type(self) is not {node.name}:", "    return super().copy()", f"twin = {node.name}()", *lines]
            node.body += ast.parse("\n    ".join(["def copy(self) -> Self:", *text, "return cast(Self, twin)"])).body
            _begin(tree, "from typing import Self, cast")


def _write_out_rows(trees: Iterable[ast.Module]) -> None:
    """Adds the methods of each class of feature rows, because those generated at run time are not compiled."""
    for node in [node for tree in trees for node in _classes(tree) if ROW in map(_base, node.bases)]:
        features = [ast.unparse(part.target) for part in node.body if isinstance(part, ast.AnnAssign)]
        node.body += ast.parse(source_of_methods(node.name, features)).body


class _Native(ast.NodeTransformer):
    """A rewriter of arithmetic into forms that mypyc compiles to machine code: functions for bits, floats times floats."""

    counts = powers = False

    def visit_Call(self, node: ast.Call) -> ast.AST:
        """Rewrites `x.bit_count()` and `x.bit_length()` as function calls, and converts the arguments of `log` and others."""
        self.generic_visit(node)
        if isinstance(node.func, ast.Name) and node.func.id in ("exp", "log", "pow", "sqrt"):
            node.args = [ast.Call(ast.Name("float"), [given], []) for given in node.args]
        if not (isinstance(node.func, ast.Attribute) and node.func.attr in COUNTS):
            return node
        self.counts = True
        return ast.Call(ast.Name(node.func.attr), [node.func.value], [])

    def visit_BinOp(self, node: ast.BinOp) -> ast.AST:
        """Rewrites `random() * x`, `chance * x` and `x ** y` with floats, except powers with a constant base or exponent."""
        self.generic_visit(node)
        if isinstance(node.op, ast.Mult) and ast.unparse(node.left) in RANDOM:
            node.right = ast.Call(ast.Name("float"), [node.right], [])
        if (
            isinstance(node.op, ast.Pow)
            and not isinstance(node.left, ast.Constant)
            and not isinstance(node.right, ast.Constant)
        ):
            self.powers = True
            return ast.Call(ast.Name("pow"), [ast.Call(ast.Name("float"), [part], []) for part in (node.left, node.right)], [])
        return node


def _in_machine_words(tree: ast.Module) -> None:
    native = _Native()
    native.visit(tree)
    if native.counts:
        _begin(tree, f"from {PACKAGE}.bits import {', '.join(COUNTS)}")
    if native.powers:
        _begin(tree, "from math import pow")


def _mark(node: ast.ClassDef, what: str) -> None:
    node.decorator_list.insert(0, ast.parse(f"mypyc_attr({what})", mode="eval").body)


def _classes(tree: ast.Module) -> list[ast.ClassDef]:
    return [node for node in tree.body if isinstance(node, ast.ClassDef)]


def _base(base: ast.expr) -> str:
    """Returns the name of a base class without its module and type arguments."""
    return ast.unparse(base).partition("[")[0].rpartition(".")[2]


def _begin(tree: ast.Module, statement: str) -> None:
    """Adds an import statement after the last `from` import of a module."""
    place = max(number for number, node in enumerate(tree.body) if isinstance(node, ast.ImportFrom))
    tree.body[place + 1 : place + 1] = ast.parse(statement).body


def _compile(folder: Path, sources: Iterable[Path]) -> None:
    """Compiles modules of a folder, and moves the compiled files into `_core` of the package. Raises CalledProcessError."""
    _mypyc(SETUP, folder, sources)
    place = folder / PACKAGE / machine_code.FOLDER
    for suffix in EXTENSION_SUFFIXES[:1]:
        for path in [*folder.glob(f"*{suffix}"), *sorted((folder / PACKAGE).rglob(f"*{suffix}"))]:
            target = place / (path.name if path.parent == folder else path.relative_to(folder / PACKAGE))
            target.parent.mkdir(parents=True, exist_ok=True)
            path.rename(target)
    (place / machine_code.VERSION).write_text(f"{release.version()}\n", encoding="ascii")


def _mypyc(program: str, folder: Path, sources: Iterable[Path]) -> None:
    """Runs the program `SETUP` or `FRONT` in a folder of copies. Raises CalledProcessError."""
    asked = {
        "group": machine_code.LIBRARY.removesuffix("__mypyc"),
        "options": ["--config-file=", "--explicit-package-bases", "--namespace-packages"],
        "sources": [source.as_posix() for source in sources],
        "compile": [*DIRECT, *LEAN],
        "link": SMALL,
    }
    subprocess.run(
        [sys.executable, "-c", program],
        check=True,
        cwd=folder,
        input=json.dumps(asked),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


if __name__ == "__main__":
    sys.exit(main())
