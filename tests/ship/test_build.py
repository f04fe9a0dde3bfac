"""The build: its verbs, what it leaves out, the components of a download with their licences, and comparisons."""

from __future__ import annotations

import importlib
import io
import json
import lzma
import marshal
import re
import shutil
import subprocess
import sys
import tarfile
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any

import pygame
import pytest

from goosetable import APP_ID
from goosetable.app.router import SCENES, SCENES_OF_KIND
from goosetable.engine.strength.policy import HABITS_FILE, POLICY_FILE
from goosetable.games import CLASSES, SHELF, form_of

ROOT = Path(__file__).resolve().parents[2]
BUILD = ROOT / "build"
PAGES = [ROOT / name for name in ("README.md", "build/BUILDING.md", "goosetable/players/STRENGTH.md")]
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))


def build(*words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(BUILD / "build.py"), *words]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=600, check=False)


@pytest.fixture
def verbs(parts: dict[str, ModuleType]) -> ModuleType:
    """build.py as a module."""
    return importlib.import_module("build")


def called() -> list[str]:
    texts = [path.read_text(encoding="utf-8") for path in (*WORKFLOWS, *PAGES, ROOT / ".ci" / "run")]
    return sorted({verb for text in texts for verb in re.findall(r"build/build\.py ([a-z]+)", text)})


def test_the_workflows_call_build_py() -> None:
    assert {path.name for path in WORKFLOWS} == {"pins.yml", "release.yml", "test.yml"}
    assert {"all", "test", "ready", "sums", "appimage"} <= set(called())


@pytest.mark.one_in(2)
@pytest.mark.parametrize("verb", called())
def test_every_verb_that_is_called_anywhere_exists_and_explains_itself(verb: str) -> None:
    ran = build(verb, "--help")
    assert ran.returncode == 0, ran.stderr
    assert "--out" in ran.stdout


def test_a_verb_that_is_not_there_is_refused() -> None:
    ran = build("feathers")
    assert ran.returncode == 2 and "feathers" in ran.stderr


def test_nothing_is_built_into_the_source_tree() -> None:
    ran = build("wheel", "--out", str(ROOT / "somewhere"))
    assert ran.returncode == 2 and "outside the source tree" in ran.stderr
    assert not (ROOT / "somewhere").exists()


def test_the_workflows_name_every_system_and_every_python() -> None:
    text = (ROOT / ".github" / "workflows" / "test.yml").read_text()
    for word in ("ubuntu-", "windows-", "macos-", '"3.11"', '"3.12"', '"3.13"', '"3.15"'):
        assert word in text


@pytest.mark.parametrize("name", [
    "_internal/numpy/core/_multiarray_umath.cpython-311-x86_64-linux-gnu.so", "_internal/_tkinter.pyd",
    "_internal/python3.11/lib-dynload/_ssl.cpython-311-x86_64-linux-gnu.so", "_internal/libcrypto.so.3",
    "_internal/pygame/tests/test.so", "_internal/python3.11/lib-dynload/_testcapi.cpython-311-x86_64-linux-gnu.so",
    "_internal/goosetable/app/loop.py", "_internal/font_source_sans_pro/files/SourceSansPro-Black.woff",
    "_internal/new/file.bin",
])  # fmt: skip
def test_ballast_is_found(parts: dict[str, ModuleType], name: str) -> None:
    assert parts["frozen"].unwanted_files({name: 1}) == [name]


def test_what_belongs_there_is_no_ballast(parts: dict[str, ModuleType]) -> None:
    names = [
        "goosetable", "_internal/base_library.zip", "_internal/libpython3.11.so.1.0", "_internal/libz.so.1",
        "_internal/python3.11/lib-dynload/math.cpython-311-x86_64-linux-gnu.so", "_internal/pygame/base.cpython-311.so",
        "_internal/pygame_ce.libs/libSDL2-2-50d19f93.0.so.0.3200.10", "_internal/libogg-15db22d2.so.0.8.6",
        "_internal/goosetable/_assets/rules/goose.md", "_internal/font_source_sans_pro/files/SourceSansPro-Regular.ttf",
        "_internal/goosetable/games/gooseberry_fool/policy.json",
    ]  # fmt: skip
    assert parts["frozen"].unwanted_files(dict.fromkeys(names, 1)) == []


def test_the_stand_ins_are_what_pygame_asks_for(tmp_path: Path) -> None:
    script = (
        f"import sys; sys.path.insert(0, {str(BUILD)!r}); import lean; lean.spare(); import pygame; "
        "pygame.display.init(); w = pygame.Window('x', (64, 48)); w.get_surface(); w.flip(); pygame.font.init(); "
        "pygame.font.Font(None, 12); "
        "print([getattr(sys.modules[name], '__file__', None) for name in lean.SPARED])"
    )
    env = {"SDL_VIDEODRIVER": "dummy", "PYGAME_HIDE_SUPPORT_PROMPT": "1", "HOME": str(tmp_path), "PATH": ""}
    if sys.platform == "win32":
        pytest.skip("the surroundings are those of Linux")
    ran = subprocess.run([sys.executable, "-c", script], env=env, capture_output=True, text=True, check=False)
    assert ran.stdout.strip() == "[None, None, None, None, None]", ran.stderr


def test_goosetable_uses_nothing_that_is_left_out(parts: dict[str, ModuleType]) -> None:
    words = [name.removeprefix("pygame.") for name in parts["lean"].SPARED]
    for path in sorted((ROOT / "goosetable").rglob("*.py")):
        text = re.sub(r"\nif TYPE_CHECKING:\n(    .*\n)+", "\n", path.read_text(encoding="utf-8"))
        found = set(re.findall(r"pygame\.(\w+)", text))
        assert not found & {*words, "SysFont"}, path


def test_an_archive_says_nothing_of_where_and_when_it_was_made(parts: dict[str, ModuleType], tmp_path: Path) -> None:
    archives = parts["archives"]
    program = tmp_path / "program"
    program.write_text("runs")
    program.chmod(0o755)
    entries = [("b/program", program), ("a/text", b"words"), ("b/link", "program")]
    content = archives.tar(entries)
    assert content == archives.tar(reversed(entries))
    with tarfile.open(fileobj=io.BytesIO(content)) as archive:
        members = archive.getmembers()
    assert [(member.name, oct(member.mode)) for member in members] == [
        ("a", "0o755"), ("a/text", "0o644"), ("b", "0o755"), ("b/link", "0o777"), ("b/program", "0o755"),
    ]  # fmt: skip
    assert {(member.uid, member.gid, member.uname, member.mtime) for member in members} == {
        (0, 0, "root", parts["release"].release_time())
    }


def test_a_package_is_what_dpkg_reads(parts: dict[str, ModuleType], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if shutil.which("dpkg-deb") is None:
        pytest.skip("dpkg-deb is not here")
    archives = parts["archives"]
    program = tmp_path / "dist" / "goosetable" / "goosetable"
    program.parent.mkdir(parents=True)
    program.write_bytes(b"GLIBC_2.31 GLIBC_2.9")
    program.chmod(0o755)
    path = archives.deb(tmp_path)
    said = subprocess.run(["dpkg-deb", "-f", str(path)], check=True, capture_output=True, text=True).stdout
    assert f"Version: {parts['release'].version()}" in said and "Depends: libc6 (>= 2.31)" in said
    subprocess.run(["dpkg-deb", "-x", str(path), str(tmp_path / "root")], check=True)
    assert (tmp_path / "root/usr/games/goosetable").resolve() == tmp_path / "root/usr/lib/goosetable/goosetable"
    share = tmp_path / "root" / "usr" / "share"
    assert (share / "icons/hicolor/128x128/apps" / f"{APP_ID}.png").read_bytes()[:4] == b"\x89PNG"
    entry = (share / "applications" / f"{APP_ID}.desktop").read_text()
    assert "MimeType=application/x-goosetable;" in entry and "Exec=goosetable %f" in entry
    assert '<glob pattern="*.goose"/>' in (share / "mime" / "packages" / f"{APP_ID}.xml").read_text()
    newest = parts["release"].newest_release()
    info = next((share / "metainfo").glob("*.xml"))
    assert f'<release version="{newest.version}" date="{newest.day}"/>' in info.read_text()
    assert parts["trial"].description_faults(info) == []
    if shutil.which("appstreamcli"):
        info.write_text(info.read_text().replace("<launchable", "<lunchable").replace("</launchable", "</lunchable"))
        assert parts["trial"].description_faults(info)
    if shutil.which("desktop-file-validate"):
        called = ["desktop-file-validate", str(share / "applications" / f"{APP_ID}.desktop")]
        ran = subprocess.run(called, capture_output=True, text=True, check=False)
        assert ran.returncode == 0, ran.stdout + ran.stderr


def test_debian_gets_no_licence_text_that_it_has(
    parts: dict[str, ModuleType], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    apache = (
        "Our own words.\n\n   Apache License\n   Version 2.0, January 2004\n\n 1. Definitions.\n\n"
        "   END OF TERMS AND CONDITIONS\n\n   Words of others.\n"
    )
    folder = tmp_path / "_internal" / "licences" / "part"
    folder.mkdir(parents=True)
    (folder / "LICENSE").write_text(apache)
    (folder / "LGPL-2.1.txt").write_text("GNU LESSER GENERAL PUBLIC LICENSE\n")
    names = ("licences/part/LICENSE", "licences/part/LGPL-2.1.txt")
    row = type("Row", (), {"text_files": lambda self: names})()
    monkeypatch.setattr(parts["components"], "components_in", lambda found: [row])
    text = parts["archives"].copyright_text(tmp_path).decode()
    assert "MIT License" in text and "Our own words." in text and "Words of others." in text
    assert "1. Definitions." not in text and "GNU LESSER" not in text
    assert "/usr/share/common-licenses/Apache-2.0" in text and "/usr/share/common-licenses/LGPL-2.1" in text


def test_the_readme_of_the_linux_archive_leads_into_the_menu_and_out_of_it(
    parts: dict[str, ModuleType], tmp_path: Path
) -> None:
    if sys.platform == "win32":
        pytest.skip("the archive is for Linux, and its commands are those of its shell")
    program = tmp_path / "dist" / "goosetable" / "goosetable"
    program.parent.mkdir(parents=True)
    program.write_bytes(b"#!/bin/sh\necho runs\n")
    program.chmod(0o755)
    path = parts["archives"].linux(tmp_path)
    with tarfile.open(fileobj=io.BytesIO(lzma.decompress(path.read_bytes()))) as archive:
        archive.extractall(tmp_path, filter="data")
    folder, home = tmp_path / "goosetable", tmp_path / "a home"
    home.mkdir()
    assert (folder / "LICENSE.txt").read_text(encoding="utf-8").startswith("MIT License")
    assert {"CREDITS.md", "CHANGELOG.md"} <= {one.name for one in folder.iterdir()}
    readme = (folder / "README.txt").read_text(encoding="utf-8")
    start, put, remove = (
        re.sub("^    ", "", found, flags=re.MULTILINE) for found in re.findall(r"(?:^    .*\n)+", readme, re.MULTILINE)
    )

    def run(commands: str) -> str:
        env = {"HOME": str(home), "PATH": f"{home}/.local/bin:/usr/bin:/bin"}
        return subprocess.run(["sh", "-ec", commands], cwd=folder, env=env, check=True, capture_output=True, text=True).stdout

    assert run(start) == "runs\n"
    run(put)
    entry = home / ".local" / "share" / "applications" / f"{APP_ID}.desktop"
    assert "TryExec=goosetable" in entry.read_text(encoding="utf-8") and run("goosetable") == "runs\n"
    run(remove)
    left = [str(one) for one in home.rglob("*") if one.is_file() and "goosetable" in one.name]
    assert left == [] and not (home / ".local" / "bin" / "goosetable").exists()


def test_sums_are_those_of_every_download(parts: dict[str, ModuleType], verbs: ModuleType, tmp_path: Path) -> None:
    assert "no download" in verbs.sums(tmp_path)[0]
    (tmp_path / "one.deb").write_bytes(b"")
    (tmp_path / "two.txt").write_bytes(b"")
    text = parts["archives"].sums(tmp_path).read_text()
    assert text == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855  one.deb\n"


def test_a_download_that_is_too_large_is_refused(parts: dict[str, ModuleType], tmp_path: Path) -> None:
    path = tmp_path / "one.deb"
    path.write_bytes(bytes(2000))
    assert parts["archives"].check_size(path, 2000) == path
    with pytest.raises(SystemExit, match="larger"):
        parts["archives"].check_size(path, 1999)


def test_icons_for_windows_and_macos_have_every_size(parts: dict[str, ModuleType]) -> None:
    import pygame

    ico = parts["icons"].ico()
    count = int.from_bytes(ico[4:6], "little")
    sizes = []
    for i in range(count):
        head = ico[6 + 16 * i : 22 + 16 * i]
        length, at = int.from_bytes(head[8:12], "little"), int.from_bytes(head[12:16], "little")
        sizes.append(pygame.image.load(io.BytesIO(ico[at : at + length]), "x.png").get_width())
    assert tuple(sizes) == parts["icons"].WINDOWS
    icns = parts["icons"].icns()
    assert icns[:4] == b"icns" and int.from_bytes(icns[4:8], "big") == len(icns)
    at, found = 8, []
    while at < len(icns):
        length = int.from_bytes(icns[at + 4 : at + 8], "big")
        found.append((icns[at : at + 4], pygame.image.load(io.BytesIO(icns[at + 8 : at + length]), "x.png").get_width()))
        at += length
    assert dict(found) == parts["icons"].MACOS


def test_windows_shows_the_version(parts: dict[str, ModuleType]) -> None:
    text = parts["frozen"].version_resource("1.20.3")
    assert "filevers=(1, 20, 3, 0)" in text and "'ProductVersion', '1.20.3'" in text
    compile(text, "version.txt", "eval")


def test_all_places_name_the_same_version(parts: dict[str, ModuleType]) -> None:
    release = parts["release"]
    assert [said for said in release.faults() if "versions" in said] == []


def test_a_tag_that_is_not_the_version_is_refused(parts: dict[str, ModuleType], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(parts["release"].TAG, "v99.0")
    assert any("v99.0" in said for said in parts["release"].faults())
    monkeypatch.setenv(parts["release"].TAG, "main")
    assert not any("tag" in said for said in parts["release"].faults())


CHANGED = "# What changed\n\n## Next\n\n{next}## {version} (2026-01-31)\n\n- A game.\n\n## 0.0.1 (2025-01-31)\n\n- A table.\n"


@pytest.fixture
def release(parts: dict[str, ModuleType], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The module with a changelog that may be released."""
    found = parts["release"]
    monkeypatch.setattr(found, "CHANGES", tmp_path / "CHANGELOG.md")
    found.CHANGES.write_text(CHANGED.format(next="", version=found.version()))
    monkeypatch.setattr(found, "_git", lambda *words: "")
    return found


def test_a_release_without_a_fault_is_ready_and_has_its_own_notes(release: ModuleType) -> None:
    assert release.faults() == []
    assert release.notes() == "- A game.\n"


def test_lines_that_are_not_released_are_refused(release: ModuleType) -> None:
    release.CHANGES.write_text(CHANGED.format(next="- A hat.\n\n", version=release.version()))
    assert release.faults() == ["CHANGELOG.md has lines under Next, which belong under the heading of the release"]


@pytest.mark.parametrize(("answer", "said"), [
    ("tag 2026-01-31", []), ("tag 2026-02-01", ["dates the release 2026-01-31", "is of 2026-02-01"]),
    ("commit 2026-01-31", ["no annotated tag of this commit"]), ("", ["no annotated tag of this commit"]),
])  # fmt: skip
@pytest.mark.parametrize("named", [True, False])
def test_a_tag_is_annotated_on_this_commit_and_of_the_day_of_the_heading(
    release: ModuleType, monkeypatch: pytest.MonkeyPatch, answer: str, said: list[str], named: bool
) -> None:
    tag = f"v{release.version()}"
    monkeypatch.setenv(release.TAG, tag if named else "main")  # main: the tag is found at the commit
    monkeypatch.setattr(release, "_git", lambda *words: {"for-each-ref": answer, "tag": tag}.get(words[0], ""))
    found = release.faults()
    assert len(found) == bool(said) and all(part in found[0] for part in said)


def test_code_is_marshalled_alike_whatever_the_process_knows(parts: dict[str, ModuleType]) -> None:
    same_code = importlib.import_module("same_code")
    source = 'def f(a):\n    return {"an odd text": (2**70, -0.0, 0.0, ("a b", b"c"))}, "an odd text", a in {"d e", "f"}\n'

    def code() -> CodeType:
        return compile(source, "f.py", "exec")

    before, raw = same_code.dumps(code()), marshal.dumps(code())
    known = [sys.intern("".join(part)) for part in (("an odd", " text"), ("a", " b"))]
    assert len(known) == 2 and (sys.version_info >= (3, 12) or marshal.dumps(code()) != raw), "Python 3.11 writes what it knows"
    assert same_code.dumps(code()) == before == same_code.dumps(marshal.loads(raw))
    space: dict[str, Any] = {}
    exec(marshal.loads(before), space)
    assert repr(space["f"]("f")) == "({'an odd text': (1180591620717411303424, -0.0, 0.0, ('a b', b'c'))}, 'an odd text', True)"


def test_two_builds_are_compared_to_the_byte(parts: dict[str, ModuleType], tmp_path: Path) -> None:
    one, other = tmp_path / "one", tmp_path / "other"
    for folder in (one, other):
        folder.mkdir()
        (folder / "goosetable.deb").write_bytes(b"deb")
    assert parts["archives"].differences(one, other) == []
    (one / "goosetable.rpm").write_bytes(b"rpm")
    (other / "goosetable.deb").write_bytes(b"DEB")
    assert parts["archives"].differences(one, other) == [
        "only one of the two builds has goosetable.rpm", "two builds differ: goosetable.deb",
    ]  # fmt: skip
    assert len(parts["archives"].differences(tmp_path / "one" / "..", other)) == 1


def test_pins_are_in_the_project_and_renewed_in_place(
    parts: dict[str, ModuleType], verbs: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pins = parts["pins"]
    text = pins.PROJECT.read_text(encoding="utf-8")
    found = pins.pins_in_text(text)
    assert all(re.fullmatch(r"[\w.-]+==[\w.]+", one) for versions in found.values() for one in versions)
    names = {one.split("==")[0] for one in found["constraint-dependencies"]}
    assert len({one[2] for place in pins.PLACES for one in pins.UV.finditer(place.read_text(encoding="utf-8"))}) == 1
    assert {"pygame-ce", "pytest", "mypy", "ruff", "pyinstaller"} <= names
    monkeypatch.setattr(pins, "PROJECT", tmp_path / "pyproject.toml")
    pins.PROJECT.write_text(text, encoding="utf-8")
    place = tmp_path / "release.yml"
    place.write_text((ROOT / ".github" / "workflows" / "release.yml").read_text(encoding="utf-8"), encoding="utf-8")
    monkeypatch.setattr(pins, "PLACES", (place,))
    monkeypatch.setattr(pins, "_uv", lambda call, folder: ["uv==99.0.1" if call[-1] == "uv.in" else "feather==2.0"])
    (said,) = verbs.pins(tmp_path, check=True)
    assert "feather==2.0" in said and "uv==99.0.1" in said and "99.0.1" not in place.read_text(encoding="utf-8")
    assert pins.PROJECT.read_text(encoding="utf-8") == text
    assert {"feather==2.0", "uv==99.0.1"} <= set(pins.renew()) and place.read_text(encoding="utf-8").count('"99.0.1"') == 4
    assert pins.pins_in_text(pins.PROJECT.read_text(encoding="utf-8")) == {
        "constraint-dependencies": ["feather==2.0"], "build-constraint-dependencies": ["feather==2.0"],
    }  # fmt: skip
    monkeypatch.undo()
    monkeypatch.setattr(pins.shutil, "which", lambda name: sys.executable)  # a tool that knows nothing of versions
    with pytest.raises(pins.NoPins, match="uv finds no versions"):
        pins.renew()
    assert pins.PROJECT.read_text(encoding="utf-8") == text


@pytest.mark.parametrize(("answer", "said"), [(" M README.md", "not clean: M README.md"), (None, "git does not answer")])
def test_a_tree_that_is_not_known_to_be_clean_is_refused(
    release: ModuleType, monkeypatch: pytest.MonkeyPatch, answer: str | None, said: str
) -> None:
    monkeypatch.setattr(release, "_git", lambda *words: answer)
    assert any(said in one for one in release.faults())


def test_without_a_compiler_nothing_is_made(
    parts: dict[str, ModuleType], verbs: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CC", "no-such-compiler -O2")
    out = tmp_path / "out"
    assert [said for said in verbs.wheel(out) if "needs a C compiler, and no-such-compiler is not installed" in said]
    for make in (importlib.import_module("core").rebuild, parts["frozen"].freeze):
        with pytest.raises(SystemExit, match="no-such-compiler"):
            make(out)
    assert not out.exists()


def test_without_network_one_sentence_says_what_is_missing(
    parts: dict[str, ModuleType], verbs: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    said = """error: Failed to build `goosetable`
  cause: Failed to resolve requirements from `build-system.requires`
  cause: Request failed after 3 retries in 7.4s
  cause: Temporary failure in name resolution
"""
    monkeypatch.setattr(parts["wheels"].subprocess, "run", lambda call, **more: subprocess.CompletedProcess(call, 2, "", said))
    with pytest.raises(SystemExit, match=r"^build.py: wheels need hatchling, and uv cannot get it: Temporary [a-z ]+$"):
        verbs.main(["wheel", "--out", str(tmp_path / "new")])
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(("trouble", "said"), [
    (ModuleNotFoundError(name="mypy"), "this Python has no module mypy; "),
    (subprocess.CalledProcessError(3, ["rpm", "-qp", "--scripts", "x.rpm"]), "rpm -qp --scripts ended with 3"),
])  # fmt: skip
def test_a_tool_that_is_missing_or_fails_is_one_sentence(
    verbs: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str],
    trouble: Exception, said: str,
) -> None:  # fmt: skip
    def fails(out: Path) -> list[str]:
        raise trouble

    monkeypatch.setitem(verbs.VERBS, "deb", fails)
    assert verbs.main(["deb", "--out", str(tmp_path / "new")]) == 1
    assert capsys.readouterr().err.startswith(f"build.py: {said}") and not list(tmp_path.iterdir())


def test_files_for_distributions_are_written_filled(verbs: ModuleType, tmp_path: Path) -> None:
    assert verbs.share(tmp_path) == []
    found = [path for path in (tmp_path / "share").rglob("*") if path.is_file()]
    assert {path.suffix for path in found} >= {".desktop", ".xml", ".gz", ".png"}
    assert not [path for path in found if path.suffix in (".desktop", ".xml") and "@" in path.read_text(encoding="utf-8")]


def test_pictures_are_compared_with_a_tolerance(parts: dict[str, ModuleType]) -> None:
    screens = parts["screens"]
    plain = bytes((10, 20, 30, 0)) * 1000
    near = bytes((10, 20, 38, 255)) * 1000
    one_far = bytes((10, 20, 39, 0)) + plain[4:]
    assert screens.difference(plain, near) == 0.0
    assert screens.difference(plain, one_far) == 0.001
    assert screens.difference(plain, plain[:-4]) == 1.0


def test_a_program_that_ends_at_once_shows_no_picture(parts: dict[str, ModuleType], tmp_path: Path) -> None:
    if shutil.which("Xvfb") is None:
        pytest.skip("Xvfb is not here")
    screens = parts["screens"]
    with screens.Screen(64, 48) as screen, pytest.raises(screens.NoPicture, match="ended with 3"):
        screen.show_program([sys.executable, "-c", "raise SystemExit(3)"], {}, tmp_path)


def test_an_empty_folder_is_nothing_to_be_content_with(parts: dict[str, ModuleType], tmp_path: Path) -> None:
    assert parts["trial"].run(tmp_path) == [f"there is nothing to try in {tmp_path}"]


def test_the_games_are_frozen_though_no_import_names_them() -> None:
    spec = (BUILD / "goosetable.spec").read_text(encoding="utf-8")
    assert "from goosetable.games import CLASSES" in spec and "*GAMES, *ASKED, *SHEETS, " in spec
    names: dict[str, object] = {"CLASSES": CLASSES, "SHELF": SHELF, "form_of": form_of}
    for made in ("GAMES = ", "ASKED = ", "SHEETS = "):
        exec(next(line for line in spec.splitlines() if line.startswith(made)), names)
    modules = [type(game).__module__ for game in SHELF]
    assert names["GAMES"] == modules
    assert names["ASKED"] == sorted(
        {type(part).__module__ for game in SHELF for part in (game.heuristics, game.text, game.advice)}
    )
    assert names["SHEETS"] == [f"{name.rpartition('.')[0]}.sheet" for name in modules]


def test_the_scenes_are_frozen_though_no_import_names_them() -> None:
    spec = (BUILD / "goosetable.spec").read_text(encoding="utf-8")
    assert "from goosetable.app.router import SCENES, SCENES_OF_KIND" in spec and "*SHEETS, *COMMANDS, *SCREENS," in spec
    names: dict[str, Any] = {"SCENES": SCENES, "SCENES_OF_KIND": SCENES_OF_KIND}
    exec(next(line for line in spec.splitlines() if line.startswith("SCREENS = ")), names)
    wanted = {made.imported_class for table in (SCENES, SCENES_OF_KIND) for made in table.values()}
    assert set(names["SCREENS"]) == {kind.__module__ for kind in wanted if isinstance(kind, type)} and len(wanted) > 40


def test_learned_weights_are_frozen_where_their_game_looks_for_them() -> None:
    spec = (BUILD / "goosetable.spec").read_text(encoding="utf-8")
    assert "*WEIGHTS]" in spec
    names: dict[str, Any] = {"ROOT": ROOT}
    exec(next(line for line in spec.splitlines() if line.startswith("WEIGHTS = ")), names)
    learned = [game for game in SHELF if game.heuristics.shape is not None]
    wanted = [
        (type(game).__module__.rpartition(".")[0].replace(".", "/"), file) for game in learned for file in game.heuristics.files
    ]
    assert sorted((folder, Path(path).name) for path, folder in names["WEIGHTS"]) == sorted(wanted)
    assert {file for _, file in wanted} == {POLICY_FILE, HABITS_FILE}
    assert all(Path(path).is_file() for path, _ in names["WEIGHTS"])


# ---------------------------------------------------------------------- functions of libraries that nothing calls

PYGAME_LIBRARIES = Path(pygame.__file__).parent.parent / "pygame_ce.libs"
ASSETS = Path(__file__).resolve().parents[2] / "assets"
USED = """
import io, sys
from pathlib import Path
import pygame
pygame.init()
pygame.mixer.init(frequency=44100, size=-16, channels=2, buffer=512)
pygame.mixer.set_num_channels(16)
for path in sorted(Path(sys.argv[1], "sounds").glob("*.wav")):
    assert pygame.mixer.Sound(str(path)).play() is not None
pygame.time.wait(50)
pygame.mixer.quit()
pygame.display.set_mode((64, 64))
svg = b'<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><rect width="8" height="8" fill="#123456"/></svg>'
drawn = pygame.image.load_sized_svg(io.BytesIO(svg), (16, 16))
assert drawn.get_at((8, 8)) == (0x12, 0x34, 0x56, 255)
icon = pygame.image.load(str(Path(sys.argv[1], "icons", "goosetable-64.png")))
kept = io.BytesIO()
pygame.image.save(icon, kept, "png")
assert pygame.image.load(io.BytesIO(kept.getvalue())).get_size() == (64, 64)
assert pygame.font.Font(None, 20).render("goose", True, "white").get_width() > 20
print(Path(pygame.__file__).parent.parent, "used")
"""
READ = r"import io, pygame; pygame.image.load(io.BytesIO(b'II*\0' + bytes(99)), 'a.tif')"


@pytest.fixture(scope="module")
def elsewhere(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of pygame and its libraries."""
    if not PYGAME_LIBRARIES.is_dir() or shutil.which("cc") is None or shutil.which("nm") is None:
        pytest.skip("pygame brings no libraries of its own, or there is no compiler")
    place = tmp_path_factory.mktemp("pygame")
    shutil.copytree(PYGAME_LIBRARIES, place / PYGAME_LIBRARIES.name)
    shutil.copytree(Path(pygame.__file__).parent, place / "pygame", ignore=shutil.ignore_patterns("tests", "docs", "examples"))
    return place


def run(place: Path, program: str) -> subprocess.CompletedProcess[str]:
    env = {"PYTHONPATH": str(place), "SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy", "PYGAME_HIDE_SUPPORT_PROMPT": "1"}
    return subprocess.run([sys.executable, "-c", program, str(ASSETS)], env=env, capture_output=True, text=True, check=False)


def test_what_the_program_does_calls_none_of_them(elsewhere: Path, parts: dict[str, ModuleType]) -> None:
    unused = parts["unused"]
    before = sum(path.stat().st_size for path in (elsewhere / PYGAME_LIBRARIES.name).iterdir())
    made = unused.empty_libraries(elsewhere / PYGAME_LIBRARIES.name, "__builtin_trap();")
    assert len(made) == len(unused.LINKED)
    assert sum(path.stat().st_size for path in (elsewhere / PYGAME_LIBRARIES.name).iterdir()) < before - 5_000_000
    ran = run(elsewhere, USED)
    assert (ran.returncode, ran.stdout.strip(), ran.stderr) == (0, f"{elsewhere} used", "")
    assert run(elsewhere, READ).returncode < 0, "one that was called would have ended the program"


def test_functions_keep_their_versions(parts: dict[str, ModuleType], tmp_path: Path) -> None:
    if shutil.which("cc") is None or shutil.which("nm") is None:
        pytest.skip("there is no compiler")
    unused = parts["unused"]
    library = tmp_path / "libone-1.so"
    library.write_bytes(unused.stand_in("libone-1.so", ["two@V_1", "one@V_1", "three@V_2"]))
    found = {name for name, kind in unused.symbols(library, "--defined-only") if kind == "T"}
    assert found == {"one@V_1", "two@V_1", "three@V_2"}
    assert unused.stand_in("libone-1.so", ["one@V_1", "two@V_1", "three@V_2"]) == library.read_bytes(), "the same each time"
    assert unused.required_functions(library, {"one@V_1", "four"}) == ["one@V_1"]


def test_what_is_no_function_is_refused(parts: dict[str, ModuleType], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    unused = parts["unused"]
    monkeypatch.setattr(unused, "symbols", lambda path, kind: [("table", "R"), ("work", "T")])
    assert unused.required_functions(tmp_path / "libone-1.so", {"work"}) == ["work"]
    with pytest.raises(SystemExit, match="asked for table, which is no function"):
        unused.required_functions(tmp_path / "libone-1.so", {"work", "table"})


# ---------------------------------------------------------------------- components and their licences

LIBRARIES = {
    "pygame/SDL2.dll": "SDL, SDL_image, SDL_mixer, SDL_ttf",
    "pygame/libtiff-5.dll": "libtiff", "pygame/libwebp-7.dll": "libwebp",
    "pygame/libjpeg-62.dll": "libjpeg-turbo", "pygame/libpng16-16.dll": "libpng", "pygame/libogg-0.dll": "Ogg",
    "pygame/libopus-0.dll": "Opus", "pygame/libopusfile-0.dll": "opusfile", "pygame/libwavpack-1.dll": "WavPack",
    "pygame/libxmp.dll": "libxmp", "pygame/freetype.dll": "FreeType", "pygame/portmidi.dll": "PortMidi",
    "pygame/base.pyd": "pygame-ce", "_sqlite3.pyd": "Python", "accesskit/accesskit.pyd": "AccessKit", "sqlite3.dll": "SQLite",
    "pygame/.dylibs/libz.1.3.1.zlib-ng.dylib": "zlib", "pygame/.dylibs/libsharpyuv.0.1.2.dylib": "libwebp",
    "pygame/.dylibs/libmpg123.0.dylib": "mpg123", "pygame/.dylibs/libbrotlidec.1.2.0.dylib": "Brotli",
    "pygame/.dylibs/libfluidsynth.3.5.6.dylib": "FluidSynth", "pygame/.dylibs/libsndfile.1.0.37.dylib": "libsndfile",
    "pygame/.dylibs/libharfbuzz.0.dylib": "HarfBuzz", "pygame/.dylibs/libFLAC.14.0.0.dylib": "FLAC",
    "pygame/.dylibs/libvorbisenc.2.0.12.dylib": "Vorbis", "libstdc++.so.6": "libstdc++ and libgcc", "libffi.so.8": "libffi",
    "python3.13/lib-dynload/math.so": "Python", "VCRUNTIME140.dll": "Microsoft's C runtime", "Python": "Python",
}  # fmt: skip
"""Files of the wheels for all systems, by their paths in a download, and the component of each."""


@pytest.mark.parametrize(("file", "name"), LIBRARIES.items())
def test_every_library_has_a_row(parts: dict[str, ModuleType], file: str, name: str) -> None:
    assert parts["components"].component_of(file).name == name


def test_every_text_of_ours_belongs_to_a_row_and_is_there(parts: dict[str, ModuleType]) -> None:
    texts = {text for row in parts["components"].COMPONENTS for text in row.texts if "/" not in text}
    assert texts == {path.name for path in (ROOT / "build" / "licences").iterdir()}


def test_people_read_of_every_component(parts: dict[str, ModuleType]) -> None:
    credits = (ROOT / "assets" / "CREDITS.md").read_text(encoding="utf-8")
    assert [row.name for row in parts["components"].COMPONENTS if row.name not in credits] == []
    assert "The FreeType Project (www.freetype.org)" in credits, "its licence asks for this credit"


@pytest.fixture
def frozen(tmp_path: Path) -> Path:
    """A small frozen folder: a library under the LGPL, a stand-in of ours, fonts, and some licences."""
    inside = tmp_path / "_internal"
    names = (
        "pygame/base.so", "pygame_ce.libs/libjpeg-a5e764f6.so.62", "licences/LGPL-2.1.txt", "licences/Python.txt",
        "licences/pyinstaller/COPYING.txt", "licences/platformdirs/LICENSE", "licences/jeepney/LICENSE",
        "goosetable/_assets/LICENSE.txt",
    )  # fmt: skip
    for name in names:
        (inside / name).parent.mkdir(parents=True, exist_ok=True)
        (inside / name).write_text(name)
    return tmp_path


def test_a_file_without_a_row_and_a_row_without_its_text_are_named(parts: dict[str, ModuleType], frozen: Path) -> None:
    components = parts["components"]
    assert components.faults(frozen) == []
    (frozen / "_internal" / "libfeather.so.1").write_text("")
    (frozen / "_internal" / "libffi.so.8").write_text("")
    assert components.faults(frozen) == [
        "no row of components.py has the file libfeather.so.1",
        "the licence licences/libffi.txt of libffi is not in the download",
    ]


def test_the_description_of_a_download_has_versions_licences_and_sums(parts: dict[str, ModuleType], frozen: Path) -> None:
    components = parts["components"]
    found = json.loads(components.sbom(frozen))
    assert found["bomFormat"] == "CycloneDX" and found["metadata"]["component"]["name"] == "goosetable"
    rows = {row["name"]: row for row in found["components"]}
    assert "libjpeg-turbo" not in rows, "a stand-in of ours is none of it"
    assert rows["pygame-ce"]["purl"] == f"pkg:pypi/pygame-ce@{rows['pygame-ce']['version']}"
    assert [len(one["hashes"][0]["content"]) for one in rows["pygame-ce"]["components"]] == [64]
    assert components.expression(frozen) == (
        "MIT AND PSF-2.0 AND LGPL-2.1-or-later AND GPL-2.0-or-later WITH Bootloader-exception"
    )
    assert components.sbom(frozen) == components.sbom(frozen)


def test_a_library_inside_of_python_counts_like_one_beside_it(parts: dict[str, ModuleType], frozen: Path) -> None:
    for name in ("python3.13/lib-dynload/_decimal.so", "pyexpat.pyd", "python313.dll"):
        (frozen / "_internal" / name).parent.mkdir(parents=True, exist_ok=True)
        (frozen / "_internal" / name).write_text(name)
    found = {row.name for row in parts["components"].components_in(frozen)}
    assert {"libmpdec", "Expat", "zlib"} <= found and not found & {"SQLite", "libffi"}
    assert "licences/libmpdec.txt of libmpdec is not" in " ".join(parts["components"].faults(frozen))


def test_a_library_under_the_lgpl_may_be_replaced(parts: dict[str, ModuleType], frozen: Path) -> None:
    from goosetable.integrity import PROGRAM_LIST, first_program_fault

    (frozen / PROGRAM_LIST).write_text(parts["frozen"]._file_list(frozen), encoding="utf-8")
    (frozen / "_internal" / "pygame" / "base.so").write_text("another version")
    assert first_program_fault(frozen, compares_sums=True) is None
    (frozen / "_internal" / "pygame" / "base.so").unlink()
    assert "base.so is missing" in str(first_program_fault(frozen))
    (frozen / "_internal" / "pygame" / "base.so").write_text("a third version")
    (frozen / "_internal" / "licences" / "Python.txt").write_text("another text")
    assert "Python.txt" in str(first_program_fault(frozen, compares_sums=True))
