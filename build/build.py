"""Builds goosetable for this system, outside the source tree, and tests the results.

python build/build.py [VERB] [--out FOLDER]       # the verbs are below; each has a --help; without one: freeze
"""

from __future__ import annotations

import argparse
import platform
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Final

HERE: Final = Path(__file__).resolve().parent


def freeze(out: Path) -> list[str]:
    """freeze the program into a folder, weigh it, and let it play every game once"""
    import frozen

    program = frozen.freeze(out)
    wrong = frozen.weigh(out / "dist" / "goosetable")
    if not wrong:
        frozen.selftest(program)
    return wrong


def measure(out: Path) -> list[str]:
    """compare the start of the frozen program with that of a bare window frozen alike"""
    import frozen

    frozen.measure(_frozen_program(out), frozen.freeze(out, "bare"))
    return []


def twice(out: Path) -> list[str]:
    """freeze twice and compare the two by their files and sizes"""
    import frozen

    frozen.freeze(out)  # an existing folder may be from another commit
    return frozen.compare_two_builds(out)


def _frozen_program(out: Path) -> Path:
    """Returns the frozen program; freezes it only if it is missing, even after changes of the source."""
    import frozen

    found = frozen.program(out)
    return found if found.is_file() else frozen.freeze(out)


def linux(out: Path) -> list[str]:
    """pack the frozen program as .tar.xz"""
    import archives

    _frozen_program(out)
    archives.linux(out)
    return []


def deb(out: Path) -> list[str]:
    """pack the frozen program as .deb"""
    import archives

    _frozen_program(out)
    archives.deb(out)
    return []


def rpm(out: Path) -> list[str]:
    """pack the frozen program as .rpm (needs rpmbuild)"""
    import packages

    _frozen_program(out)
    packages.rpm(out)
    return []


def appimage(out: Path, runtime: Path | None = None, fetch: bool = False) -> list[str]:
    """pack the frozen program as AppImage, or without a runtime as what an AppImage holds (needs mksquashfs)"""
    import packages

    _frozen_program(out)
    packages.appimage(out, packages.download_runtime(out) if fetch else runtime)
    return []


def windows(out: Path) -> list[str]:
    """pack the frozen program as .zip and, where NSIS is, as installer (on Windows)"""
    import archives

    if sys.platform != "win32":
        return ["the program for Windows is built on Windows"]
    _frozen_program(out)
    archives.windows(out)
    return []


def macos(out: Path) -> list[str]:
    """pack the frozen .app as .dmg (on macOS)"""
    import archives

    if sys.platform != "darwin":
        return ["the program for macOS is built on macOS"]
    _frozen_program(out)
    archives.macos(out)
    return []


def wheel(out: Path) -> list[str]:
    """make the source distribution and the wheels: in Python alone, and with the compiled core"""
    import core
    import wheels

    if missing := core.obstacle():
        return [missing]
    for make in (wheels.source, wheels.plain, wheels.native):
        make(out)
    return []


def every(out: Path) -> list[str]:
    """freeze, and make everything that can be made on this system"""
    wrong = wheel(out) or freeze(out)  # wheels need the network, and without it nothing is begun
    here = {"win32": [windows], "darwin": [macos]}.get(sys.platform, [linux, deb])
    for tool, make in (("rpmbuild", rpm), ("mksquashfs", appimage)) if sys.platform.startswith("linux") else ():
        if shutil.which(tool):
            here.append(make)
        else:
            print(f"build.py: {tool} is not here: left out is to {make.__doc__}")
    for make in (*here, sbom):
        wrong += make(out)
    return wrong


def sums(out: Path) -> list[str]:
    """write SHA256SUMS of all downloads in the folder"""
    import archives

    if not archives.checksums_by_name(out):
        return [f"there is no download in {out}"]
    archives.sums(out)
    return []


def shops(out: Path) -> list[str]:
    """write what Homebrew, winget and flatpak-builder want to know of the downloads in the folder"""
    import manifests

    return manifests.write(out)


def test(out: Path) -> list[str]:
    """try every download in the folder as what it is: unpacked elsewhere, read-only, by somebody else, without network"""
    import trial

    return trial.run(out)


def sbom(out: Path) -> list[str]:
    """write what the frozen program consists of, with versions, licences and sums, as CycloneDX beside the downloads"""
    import archives
    import components

    text = components.sbom(_frozen_program(out).parent)
    (out / f"{archives.base()}-{sys.platform}-{platform.machine().lower()}.cdx.json").write_text(text, encoding="utf-8")
    return []


def same(out: Path, other: Path | None = None) -> list[str]:
    """compare the downloads in the folder with those of another build of the same commit, byte for byte"""
    import archives

    return archives.differences(out, other or out)


def notes(out: Path) -> list[str]:
    """write what is new in this release into notes.md"""
    import facts

    (out / "notes.md").write_text(facts.notes(), encoding="utf-8")
    return []


def ready(out: Path) -> list[str]:
    """say whether this tree may be released: clean, and in the changelog"""
    import release

    wrong = release.faults()
    if not wrong:
        print(f"build.py: version {release.version()} of {release.newest_release().day} can be released")
    return wrong


def share(out: Path) -> list[str]:
    """write menu entry, file type, description, manual page and icons below share, as a distribution installs them"""
    import archives

    for name, what in archives.desktop():
        assert isinstance(what, bytes), "none of them is a link"
        path = out / "share" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(what)
    return []


def pins(out: Path, check: bool = False) -> list[str]:
    """pin the newest version of every tool and library in pyproject.toml, and say which have changed"""
    import pins as versions

    try:
        changed = versions.renew(write=not check)
    except versions.NoPins as wrong:
        return [str(wrong)]
    if check and changed:
        return [f"there are newer versions, which build.py pins writes: {', '.join(changed)}"]
    print("\n".join(changed) or "build.py: all versions are the newest")
    return []


def picture(out: Path) -> list[str]:
    """draw the pictures of the README, the first minute and the shops; they belong into .github (needs Pillow)"""
    import pictures

    pictures.make_pictures(out)
    return []


def core(out: Path) -> list[str]:
    """compile rules and players, for downloads and tournaments (core.py has its own options)"""
    raise AssertionError("main() hands this over")


def train(out: Path) -> list[str]:
    """let a game play itself and write the weights of its policy (train.py has its own options)"""
    raise AssertionError("main() hands this over")


def bench(out: Path) -> list[str]:
    """measure start-up, frames, hands and searches a second, each beside a yardstick (lab/bench.py has its own options)"""
    raise AssertionError("main() hands this over")


def table(out: Path) -> list[str]:
    """compare levels with each other and rate them (lab/cross_table.py has its own options)"""
    raise AssertionError("main() hands this over")


def sprt(out: Path) -> list[str]:
    """play until it is decided whether one player is better than others (lab/sprt.py has its own options)"""
    raise AssertionError("main() hands this over")


def lesson(out: Path) -> list[str]:
    """write the first draft of a lesson, from a deal that computer players play (lab/lesson_draft.py has its own options)"""
    raise AssertionError("main() hands this over")


def problems(out: Path) -> list[str]:
    """find problems of a game and solve them exactly (lab/problems.py has its own options)"""
    raise AssertionError("main() hands this over")


TOOLS: Final = {
    "core": "core.py", "train": "lab/train.py", "bench": "lab/bench.py", "table": "lab/cross_table.py", "sprt": "lab/sprt.py",
    "lesson": "lab/lesson_draft.py", "problems": "lab/problems.py",
}  # fmt: skip
"""By verb, the program that runs with the rest of the arguments."""
VERBS: Final[dict[str, Callable[[Path], list[str]]]] = {
    "freeze": freeze, "measure": measure, "twice": twice, "linux": linux, "deb": deb, "rpm": rpm, "appimage": appimage,
    "windows": windows, "macos": macos, "wheel": wheel, "all": every, "sums": sums, "release": shops, "test": test,
    "sbom": sbom, "share": share, "same": same, "notes": notes, "ready": ready, "pins": pins, "picture": picture,
    "core": core, "train": train, "bench": bench, "table": table, "sprt": sprt, "lesson": lesson, "problems": problems,
}  # fmt: skip


def main(argv: list[str]) -> int:
    """Runs a verb and prints its faults; returns 1 if there are any, 2 for a wrong call."""
    if argv and argv[0] in TOOLS:
        return subprocess.run([sys.executable, str(HERE / TOOLS[argv[0]]), *argv[1:]], check=False).returncode
    if not argv or (argv[0].startswith("-") and argv[0] not in ("-h", "--help")):
        argv = ["freeze", *argv]
    called = _parser().parse_args(argv)
    out = called.out.resolve()
    if out.is_relative_to(HERE.parent):
        print("build.py: the build goes outside the source tree; choose another --out", file=sys.stderr)
        return 2
    new = not out.exists()
    out.mkdir(parents=True, exist_ok=True)
    try:
        wrong = _run_verb(called, out)
    except ModuleNotFoundError as missing:
        wrong = [f"this Python has no module {missing.name}; `uv sync`, and start build.py with `uv run python`"]
    except subprocess.CalledProcessError as failed:
        wrong = [f"{' '.join(map(str, failed.cmd[:3]))} ended with {failed.returncode}"]
    finally:
        if new and not any(out.iterdir()):
            out.rmdir()
    for sentence in wrong:
        print(f"build.py: {sentence}", file=sys.stderr)
    return 1 if wrong else 0


def _run_verb(called: argparse.Namespace, out: Path) -> list[str]:
    """Runs the verb of a call with its options; returns a sentence for each fault."""
    match called.verb:
        case "appimage":
            return appimage(out, called.runtime.resolve() if called.runtime else None, called.fetch)
        case "same":
            return same(out, called.other.resolve())
        case "pins":
            return pins(out, called.check)
        case "freeze" if called.measure:
            return freeze(out) or measure(out)
        case verb:
            return VERBS[verb](out)


def _parser() -> argparse.ArgumentParser:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    verbs = options.add_subparsers(dest="verb", metavar="VERB", required=True)
    for name, verb in VERBS.items():
        said = verb.__doc__ or ""
        one = verbs.add_parser(name, help=said, description=f"{said[:1].upper()}{said[1:]}.")
        one.add_argument("--out", type=Path, default=Path(tempfile.gettempdir()) / "goosetable-build", help="where to build")
        if name == "appimage":
            one.add_argument("--runtime", type=Path, metavar="FILE", help="the runtime that is put before the content")
            one.add_argument("--fetch", action="store_true", help="fetch that runtime, whose SHA-256 is known, from its makers")
        if name == "same":
            one.add_argument("--with", type=Path, required=True, dest="other", metavar="FOLDER", help="the other build")
        if name == "pins":
            one.add_argument("--check", action="store_true", help="only say whether there are newer versions")
        if name == "freeze":
            one.add_argument("--measure", action="store_true", help="compare its start with that of a bare window as well")
    return options


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
