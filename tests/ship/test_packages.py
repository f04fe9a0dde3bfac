"""Packages and what a release adds to them: installers, manifests, bundles, wheels, and where they are published."""

from __future__ import annotations

import hashlib
import importlib
import json
import platform
import re
import shutil
import struct
import subprocess
import sys
import tomllib
import zipfile
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any
from xml.etree import ElementTree

import pytest

from goosetable import APP_ID

BUILD = Path(__file__).resolve().parents[2] / "build"


@pytest.fixture
def out(tmp_path: Path) -> Path:
    """A folder of a build, with a space in its name and a frozen program that needs a glibc of 2.31."""
    program = tmp_path / "a folder" / "dist" / "goosetable" / "goosetable"
    program.parent.mkdir(parents=True)
    program.write_bytes(b"#!/bin/sh\n# GLIBC_2.31 GLIBC_2.9\necho here\n")
    program.chmod(0o755)
    (program.parent / "words.txt").write_text("words")
    (program.parent / "lib.so").symlink_to("words.txt")
    return tmp_path / "a folder"


def needs(*tools: str) -> None:
    for tool in tools:
        if shutil.which(tool) is None:
            pytest.skip(f"{tool} is not here")


def test_an_rpm_asks_for_what_systems_have_and_runs_no_script(parts: dict[str, ModuleType], out: Path) -> None:
    needs("rpmbuild", "rpm")
    path = parts["packages"].rpm(out)
    assert parts["packages"].rpm_faults(path) == []
    content = path.read_bytes()
    told = subprocess.run(["rpm", "-qp", "--requires", str(path)], check=True, capture_output=True, text=True).stdout
    assert "libc.so.6(GLIBC_2.31)(64bit)" in told.splitlines()
    assert parts["packages"].rpm(out).read_bytes() == content, "the same commit gives the same package"


def test_an_rpm_that_asks_for_what_lies_in_it_is_found_out(
    parts: dict[str, ModuleType], out: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    needs("rpmbuild", "rpm")
    packages = parts["packages"]
    monkeypatch.setattr(packages, "WANTED", ("X11.so.6()(64bit)\nRequires: libSDL2.so",))
    listed = [entry for entry in parts["archives"].desktop() if "256x256" not in entry[0]]
    monkeypatch.setattr(parts["archives"], "desktop", lambda: listed)
    wrong = parts["packages"].rpm_faults(packages.rpm(out))
    assert wrong == ["it asks for libSDL2.so()(64bit)", f"it lacks /usr/share/icons/hicolor/256x256/apps/{APP_ID}.png"]


def elf(length: int, magic: bytes = b"AI\2") -> bytes:
    """A stand-in for a runtime: an ELF head, two sections and their headers at its end, of `length` bytes in all."""
    table = length - 2 * 64
    head = bytearray(64)
    head[:11] = b"\x7fELF\2\1\1\0" + magic
    struct.pack_into("<Q", head, 0x28, table)
    struct.pack_into("<HH", head, 0x3A, 64, 2)
    section = struct.pack("<IIQQQQIIQQ", 0, 1, 0, 0, 64, table - 64, 0, 0, 0, 0)
    zeros = struct.pack("<IIQQQQIIQQ", 0, 8, 0, 0, 64, 1 << 30, 0, 0, 0, 0)
    return bytes(head) + bytes(table - 64) + section + zeros


def choose(packages: ModuleType, runtime: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The stand-in is the runtime that the release wants."""
    monkeypatch.setattr(packages, "RUNTIMES", {platform.machine(): hashlib.sha256(runtime.read_bytes()).hexdigest()})


@pytest.mark.parametrize("length", [1000, *(pytest.param(length, marks=pytest.mark.slow) for length in (192, 191_488))])
def test_an_appimage_is_cut_where_its_runtime_looks(
    parts: dict[str, ModuleType], out: Path, monkeypatch: pytest.MonkeyPatch, length: int
) -> None:
    needs("mksquashfs", "unsquashfs")
    runtime = out / "runtime"
    runtime.write_bytes(elf(length))
    packages = parts["packages"]
    with pytest.raises(SystemExit, match="is not the runtime that was chosen"):
        packages.appimage(out, runtime)
    choose(packages, runtime, monkeypatch)
    packages.appimage(out, runtime)
    (path,) = out.glob("*.AppImage")
    image = path.read_bytes()
    assert packages.offset(image) == length and image[length : length + 4] == b"hsqs"
    assert not list(out.glob("*.squashfs")), "the content alone is no download"
    root = out / "again"
    subprocess.run(["unsquashfs", "-quiet", "-no-progress", "-o", str(length), "-d", str(root), str(path)], check=True)
    assert subprocess.run([str(root / "AppRun")], capture_output=True, check=True).stdout == b"here\n"
    assert (root / f"{APP_ID}.desktop").read_text() == (root / "usr/share/applications" / f"{APP_ID}.desktop").read_text()
    assert (root / ".DirIcon").read_bytes()[:4] == b"\x89PNG"


@pytest.mark.slow
def test_the_same_content_gives_the_same_squashfs(parts: dict[str, ModuleType], out: Path) -> None:
    needs("mksquashfs")
    first = parts["packages"].make_squashfs(out).read_bytes()
    assert parts["packages"].make_squashfs(out).read_bytes() == first


@pytest.mark.parametrize(("content", "said"), [
    (b"not there", "is not the runtime"), (b"", "is not the runtime"), (elf(1000, b"\0\0\0"), "is not the runtime"),
    (elf(1000) + b"more", "has 1004 bytes, and looks for its content after 1000"),
    (elf(1000)[:900], "has 900 bytes, and looks for its content after 0"),
])  # fmt: skip
def test_a_file_that_is_no_runtime_is_refused(
    parts: dict[str, ModuleType], out: Path, monkeypatch: pytest.MonkeyPatch, content: bytes, said: str
) -> None:
    runtime = out / "runtime"
    if content != b"not there":
        runtime.write_bytes(content)
        choose(parts["packages"], runtime, monkeypatch)
    with pytest.raises(SystemExit, match=said):
        parts["packages"].appimage(out, runtime)
    assert not list(out.glob("*.AppImage"))


@pytest.mark.parametrize(("tool", "make"), [("rpmbuild", "rpm"), ("mksquashfs", "make_squashfs")])
def test_a_tool_that_is_missing_is_named(
    parts: dict[str, ModuleType], out: Path, monkeypatch: pytest.MonkeyPatch, tool: str, make: str
) -> None:
    monkeypatch.setattr(shutil, "which", lambda name: None)
    with pytest.raises(SystemExit, match=f"{tool} is not here"):
        getattr(parts["packages"], make)(out)


def test_one_name_stands_everywhere(parts: dict[str, ModuleType]) -> None:
    laid = {name: what for name, what in parts["archives"].desktop() if isinstance(what, bytes)}
    entry = laid[f"applications/{APP_ID}.desktop"].decode()
    assert f"\nIcon={APP_ID}\n" in entry and f"\nStartupWMClass={APP_ID}\n" in entry and "\nExec=goosetable %f\n" in entry
    assert f'<icon name="{APP_ID}"/>' in laid[f"mime/packages/{APP_ID}.xml"].decode()
    info = ElementTree.fromstring(laid[f"metainfo/{APP_ID}.metainfo.xml"])
    assert info.findtext("id") == APP_ID and info.findtext("launchable") == f"{APP_ID}.desktop"
    assert info.findtext("icon") == APP_ID
    assert f"icons/hicolor/128x128/apps/{APP_ID}.png" in laid
    assert not any("@" in text.decode() for name, text in laid.items() if not name.endswith((".png", ".gz"))), (
        "a word was not put in"
    )


def test_no_address_is_invented(parts: dict[str, ModuleType], monkeypatch: pytest.MonkeyPatch) -> None:
    facts = parts["facts"]
    monkeypatch.delenv(facts.REPOSITORY, raising=False)
    assert not re.search("http", facts.metainfo())
    monkeypatch.setenv(facts.REPOSITORY, "geese/table")
    info = ElementTree.fromstring(facts.metainfo())
    assert [one.text for one in info.findall("url")] == [
        "https://github.com/geese/table",
        "https://github.com/geese/table/issues",
    ]
    picture = str(info.findtext("screenshots/screenshot/image"))
    assert picture.startswith("https://") and (BUILD.parent / ".github" / picture.rpartition("/")[2]).is_file()
    monkeypatch.setenv(facts.REPOSITORY, "<evil>")
    assert "http" not in facts.metainfo()


def test_the_texts_say_the_same_everywhere(parts: dict[str, ModuleType]) -> None:
    facts = parts["facts"]
    project = (BUILD.parent / "pyproject.toml").read_text(encoding="utf-8")
    assert f'license = "{facts.LICENCE}"' in project
    assert facts.SUMMARY.partition(", ")[2] in project
    with pytest.raises(KeyError):
        facts.fill_template("@NOBODY@")


@pytest.fixture(scope="module")
def build() -> Iterator[ModuleType]:
    """build/installer.py, which finds the modules beside it."""
    sys.path.insert(0, str(BUILD))
    yield importlib.import_module("installer")
    sys.path.remove(str(BUILD))
    for name in ("installer", "frozen", "icons", "release"):
        sys.modules.pop(name, None)


@pytest.fixture
def frozen(tmp_path: Path) -> Path:
    """What looks like the frozen program."""
    folder = tmp_path / "a folder é" / "goosetable"
    for name in ("goosetable.exe", "goosetable-console.exe", "_internal/a b.dll", "_internal/deep/down/é.txt"):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(name.encode() * 100)
    return folder


def test_what_is_laid_down_is_what_is_removed_and_nothing_else(build: ModuleType, frozen: Path) -> None:
    text = build.macros(frozen, list(build.frozen.files(frozen)))
    laid, removed = text.split("!macro REMOVE_FILES")
    place, found = "", []
    for kind, path in re.findall(r'^  (SetOutPath|File) "(.*)"$', laid, re.MULTILINE):
        if kind == "SetOutPath":
            place = path
        else:
            assert Path(path).is_file()
            found.append(f"{place}\\{Path(path).name}")
    assert found == re.findall(r'^  Delete "(.*)"$', removed, re.MULTILINE)
    assert sorted(found) == [
        f"$INSTDIR\\{name}"
        for name in ("_internal\\a b.dll", "_internal\\deep\\down\\é.txt", "goosetable-console.exe", "goosetable.exe")
    ]
    folders = [f"$INSTDIR\\_internal{name}" for name in ("\\deep\\down", "\\deep", "")]
    assert re.findall(r'^  RMDir "(.*)"$', removed, re.MULTILINE) == folders  # each is empty by then, and none is emptied
    assert "/r" not in text


def test_games_go_only_where_that_is_asked_for() -> None:
    lines = (BUILD / "windows" / "goosetable.nsi").read_text(encoding="utf-8").splitlines()
    emptied = [number for number, line in enumerate(lines) if "RMDir /r" in line]
    assert len(emptied) == 1 and lines[emptied[0] - 1].strip() == "${If} $Games = 1"


@pytest.mark.parametrize("name", ["a $HOME.txt", 'a"b.txt'])
def test_names_that_nsis_would_read_otherwise_are_refused(build: ModuleType, name: str) -> None:
    with pytest.raises(SystemExit, match="could not lay down"):
        build.macros(Path("x"), [name])


def test_a_folder_without_the_program_is_refused(build: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(build, "compiler", lambda: "makensis")
    with pytest.raises(SystemExit, match=r"no goosetable\.exe"):
        build.make_installer(tmp_path, tmp_path / "out", "1.0")


def test_without_nsis_it_is_said_what_is_missing(build: ModuleType, frozen: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(build.shutil, "which", lambda name, path=None: None)
    with pytest.raises(SystemExit, match="makensis is not here"):
        build.make_installer(frozen, frozen.parent, "1.0")


def test_nsis_is_found_where_windows_puts_it(build: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(build.shutil, "which", lambda name, path=None: path and f"{path.split(';')[0]}/{name}")
    monkeypatch.setattr(build, "PLACES", "one;two")
    assert build.compiler() == "one/makensis"


@pytest.mark.slow
def test_the_same_folder_gives_the_same_installer(build: ModuleType, frozen: Path, tmp_path: Path) -> None:
    if build.compiler() is None:
        pytest.skip("makensis is not here")
    made = []
    for name in ("one", "two"):
        (frozen / "goosetable.exe").touch()
        (tmp_path / name).mkdir()
        made.append(build.make_installer(frozen, tmp_path / name, "1.2.3"))
    assert made[0].name == "goosetable-1.2.3-windows-setup.exe"
    assert made[0].read_bytes() == made[1].read_bytes()
    (frozen / "goosetable.exe").write_bytes(b"other")
    assert build.make_installer(frozen, tmp_path / "one", "1.2.3").read_bytes() != made[1].read_bytes()


def test_nsis_has_its_say_where_it_fails(build: ModuleType, frozen: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if build.compiler() is None:
        pytest.skip("makensis is not here")
    monkeypatch.setattr(
        build, "macros", lambda folder, names: "!macro LAY_FILES\nNonsense\n!macroend\n!macro REMOVE_FILES\n!macroend"
    )
    with pytest.raises(SystemExit, match="Nonsense"):
        build.make_installer(frozen, frozen.parent, "1.0")


def test_the_zip_has_every_file_and_the_same_bytes_each_time(build: ModuleType, frozen: Path, tmp_path: Path) -> None:
    build.portable(frozen, tmp_path / "one.zip")
    (frozen / "goosetable.exe").touch()
    build.portable(frozen, tmp_path / "two.zip")
    assert (tmp_path / "one.zip").read_bytes() == (tmp_path / "two.zip").read_bytes()
    with zipfile.ZipFile(tmp_path / "one.zip") as archive:
        assert archive.testzip() is None
        assert {name: archive.read(f"goosetable/{name}") for name in build.frozen.files(frozen)} == {
            name: (frozen / name).read_bytes() for name in build.frozen.files(frozen)
        }
        assert len(archive.namelist()) == 4


# ---------------------------------------------------------------------- the release

ROOT = Path(__file__).resolve().parents[2]
BUILD_FOLDER = ROOT / "build"


@pytest.fixture
def downloads(parts: dict[str, ModuleType], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of downloads, each with its own name as its content, of the repository geese/table."""
    monkeypatch.setenv(parts["facts"].REPOSITORY, "geese/table")
    for end in ("macos-arm64.dmg", "macos-x86_64.dmg", "windows-setup.exe", "linux-x86_64.tar.xz", "linux-aarch64.tar.xz"):
        (tmp_path / f"{parts['archives'].base()}-{end}").write_text(end)
    return tmp_path


def sum_of(end: str) -> str:
    return hashlib.sha256(end.encode()).hexdigest()


ADDRESS = r"https://github\.com/geese/table/releases/download/v[^/]+/goosetable-\S+"
PART = r"[^\s.\\/:*?\"<>|]{1,32}"
ABOUT = {
    "PackageIdentifier": rf"{PART}(\.{PART}){{1,7}}", "PackageVersion": r"[^\\/:*?\"<>|]{1,128}",
    "ManifestVersion": r"1\.6\.0",
}  # fmt: skip
REQUIRED: dict[str, dict[str, str]] = {
    "": {**ABOUT, "DefaultLocale": "en-US", "ManifestType": "version"},
    ".installer": {**ABOUT, "ManifestType": "installer"},
    ".locale.en-US": {
        **ABOUT, "PackageLocale": "en-US", "Publisher": ".{2,256}", "PackageName": ".{2,256}", "License": ".{3,512}",
        "ShortDescription": ".{3,256}", "ManifestType": "defaultLocale",
    },
}  # fmt: skip
"""What winget's schema asks of each of its three files, and the form of it."""
OF_INSTALLERS = {"Architecture": "x86|x64|arm|arm64|neutral", "InstallerUrl": ADDRESS, "InstallerSha256": "[A-F0-9]{64}"}


def read_yaml(text: str) -> dict[str, Any]:
    """The YAML that manifests.py writes: every text is quoted as JSON does it, and lists hold texts or one table."""
    found: dict[str, Any] = {}
    key = ""
    for line in text.splitlines():
        if line.startswith(("- ", "  ")):
            rest = line[2:]
            rows = found[key]
            if rest.startswith('"'):
                rows.append(json.loads(rest))
                continue
            if line.startswith("- "):
                rows.append({})
            name, _, value = rest.partition(": ")
            rows[-1][name] = json.loads(value)
        else:
            key, _, value = line.partition(":")
            found[key] = json.loads(value) if value else []
    return found


def test_winget_finds_what_its_schema_asks_for(parts: dict[str, ModuleType], downloads: Path) -> None:
    files = parts["manifests"].winget(downloads)
    assert len(files) == 3
    for part, fields in REQUIRED.items():
        text = files[f"goosetable.goosetable{part}.yaml"]
        found = read_yaml(text)
        for name, form in fields.items():
            assert re.fullmatch(form, found[name]), (part, name)
        yaml = pytest.importorskip("yaml", reason="PyYAML is not here: read by our own reader only")
        assert yaml.safe_load(text) == found
    installer = read_yaml(files["goosetable.goosetable.installer.yaml"])
    (one,) = installer["Installers"]
    assert all(re.fullmatch(form, one[name]) for name, form in OF_INSTALLERS.items())
    assert one["InstallerSha256"] == sum_of("windows-setup.exe").upper()
    assert installer["InstallerType"] == "nullsoft" and installer["FileExtensions"] == ["goose", "goosesheet"]


def test_a_cask_names_both_images(parts: dict[str, ModuleType], downloads: Path) -> None:
    (text,) = parts["manifests"].cask(downloads).values()
    for end in ("macos-arm64.dmg", "macos-x86_64.dmg"):
        assert f'"{sum_of(end)}"' in text
    version = parts["release"].version()
    (url,) = re.findall(r'url "(.*)"', text)
    filled = url.replace("#{version}", version).replace("#{arch}", "arm64")
    assert re.fullmatch(ADDRESS, filled) and (downloads / filled.rpartition("/")[2]).is_file()
    assert len(re.findall(r'desc "(.*)"', text)[0]) <= 80 and ">= :big_sur" in text
    assert text.count(" do\n") == text.count("\nend\n") == 1


def test_a_flatpak_may_do_what_the_program_does_and_nothing_else(parts: dict[str, ModuleType], downloads: Path) -> None:
    files = parts["manifests"].flatpak(downloads)
    assert list(files) == [f"{APP_ID}.json"]
    manifest = json.loads(files[f"{APP_ID}.json"])
    assert manifest["id"] == APP_ID and manifest["runtime"] == "org.freedesktop.Platform"
    granted = set(manifest["finish-args"])
    assert {"--socket=wayland", "--socket=fallback-x11", "--socket=pulseaudio", "--device=input"} <= granted
    assert not any(word in one for one in granted for word in ("network", "filesystem", "session-bus", "device=all"))
    (module,) = manifest["modules"]
    assert [one["sha256"] for one in module["sources"]] == [sum_of("linux-x86_64.tar.xz"), sum_of("linux-aarch64.tar.xz")]


def test_flatpak_builder_reads_the_manifest(parts: dict[str, ModuleType], downloads: Path) -> None:
    if shutil.which("flatpak-builder") is None:
        pytest.skip("flatpak-builder is not here")
    path = downloads / f"{APP_ID}.json"
    path.write_text(parts["manifests"].flatpak(downloads)[path.name])
    shown = subprocess.run(
        ["flatpak-builder", "--show-manifest", str(path)], cwd=downloads, capture_output=True, text=True, check=False
    )
    assert shown.returncode == 0 and "warning" not in shown.stderr.lower(), shown.stderr
    read = json.loads(shown.stdout)
    assert read["id"] == APP_ID and read["modules"][0]["build-commands"]


def test_the_commands_of_the_flatpak_lay_the_program_down(
    parts: dict[str, ModuleType], downloads: Path, tmp_path: Path
) -> None:
    manifest = json.loads(parts["manifests"].flatpak(downloads)[f"{APP_ID}.json"])
    source = tmp_path / "source"
    for name in ("goosetable", "_internal/FILES", f"share/applications/{APP_ID}.desktop"):
        (source / name).parent.mkdir(parents=True, exist_ok=True)
        (source / name).write_text(name)
    app = tmp_path / "app"
    for command in manifest["modules"][0]["build-commands"]:
        subprocess.run(["sh", "-ec", command.replace("/app", str(app))], cwd=source, check=True)
    assert (app / "bin" / "goosetable").read_text() == "goosetable" and (app / "lib/goosetable/_internal/FILES").is_file()
    assert (app / "share" / "applications" / f"{APP_ID}.desktop").is_file() and not (app / "lib/goosetable/share").exists()


def test_the_verb_writes_them_all_beside_the_downloads(parts: dict[str, ModuleType], downloads: Path) -> None:
    assert parts["manifests"].write(downloads) == []
    assert {path.suffix for path in (downloads / "manifests").iterdir()} == {".rb", ".yaml", ".json"}


@pytest.mark.parametrize(("end", "kind"), [("macos-x86_64.dmg", "cask"), ("windows-setup.exe", "winget"),
                                           ("linux-aarch64.tar.xz", "flatpak")])  # fmt: skip
def test_a_missing_download_is_named(parts: dict[str, ModuleType], downloads: Path, end: str, kind: str) -> None:
    name = f"{parts['archives'].base()}-{end}"
    (downloads / name).unlink()
    assert parts["manifests"].write(downloads) == [f"no {kind} manifest: {name} is not in {downloads}"]


def test_without_a_repository_no_address_is_written(
    parts: dict[str, ModuleType], downloads: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(parts["facts"].REPOSITORY, "")
    (said,) = parts["manifests"].write(downloads)
    assert "GITHUB_REPOSITORY does not name the repository" in said and not (downloads / "manifests").exists()


def test_the_bundle_says_what_macos_asks_of_it(parts: dict[str, ModuleType]) -> None:
    info = parts["bundle"].info_plist()
    assert info["NSHighResolutionCapable"] is True and info["CFBundleLocalizations"] == ["en"]
    assert info["LSMinimumSystemVersion"] == "11.0"
    (kind,), (declared,) = info["CFBundleDocumentTypes"], info["UTExportedTypeDeclarations"]
    assert kind["LSItemContentTypes"] == [declared["UTTypeIdentifier"]] and kind["LSHandlerRank"] == "Owner"
    tags = declared["UTTypeTagSpecification"]
    globs = re.findall(r'glob pattern="\*\.(\w+)"', (BUILD_FOLDER / "linux" / "goosetable.xml").read_text())
    assert tags == {"public.filename-extension": globs, "public.mime-type": [parts["facts"].MIME]}
    spec = (BUILD_FOLDER / "goosetable.spec").read_text(encoding="utf-8")
    assert "info_plist=bundle.info_plist()" in spec and "bundle_identifier=APP_ID" in spec


def test_the_icons_of_macos_have_the_large_screens_too(parts: dict[str, ModuleType]) -> None:
    named = parts["icons"].MACOS
    assert {named[one] for one in (b"icp4", b"icp5", b"ic07", b"ic08", b"ic09")} == {16, 32, 128, 256, 512}
    assert {named[one] for one in (b"ic11", b"ic12", b"ic13", b"ic14", b"ic10")} == {32, 64, 256, 512, 1024}


def test_the_bundle_is_signed_before_it_is_copied_and_never_changed_after(parts: dict[str, ModuleType]) -> None:
    steps = parts["bundle"].steps(Path("/b/goosetable.app"), Path("/b/dmg"), Path("/b/x.dmg"))
    assert [" ".join(step[:2]) for step in steps] == [
        "codesign --force", "codesign --verify", "ditto /b/goosetable.app", "ln -s", "hdiutil create", "hdiutil verify",
    ]  # fmt: skip
    assert steps[0][-3:] == ["--sign", "-", "/b/goosetable.app"], "ad hoc: there is no certificate"
    assert not any("dmg" in word for word in steps[0]) and steps[4][-1] == steps[5][-1] == "/b/x.dmg"


def mach_o(cpu: int, oldest: int, command: int = 0x32) -> bytes:
    """One kind of code that asks for macOS `oldest`, as 0xMMMMmmpp, behind a command that says nothing of it."""
    first = struct.pack("<II8x", 0x1B, 16)
    said = struct.pack("<IIII", command, 24, 1, oldest) if command == 0x32 else struct.pack("<IIII", command, 24, oldest, 0)
    return struct.pack("<IIIIIIII", 0xFEEDFACF, cpu, 0, 8, 2, 40, 0, 0) + first + said + bytes(8)


INTEL, APPLE = 0x0100_0007, 0x0100_000C


def fat(*kinds: bytes) -> bytes:
    head, body, at = struct.pack(">II", 0xCAFEBABE, len(kinds)), b"", 8 + 20 * len(kinds)
    for kind in kinds:
        head += struct.pack(">IIIII", 0, 0, at + len(body), len(kind), 0)
        body += kind
    return head + body


def test_code_for_a_newer_macos_or_another_machine_is_found(parts: dict[str, ModuleType], tmp_path: Path) -> None:
    bundle = parts["bundle"]
    (tmp_path / "libboth.dylib").write_bytes(fat(mach_o(INTEL, 0x000A_0D00, 0x24), mach_o(APPLE, 0x000B_0000)))
    (tmp_path / "words.txt").write_bytes(b"\xca\xfe\xba\xbe are the first bytes of other files as well")
    assert bundle.faults_on_oldest_system(tmp_path, "arm64") == bundle.faults_on_oldest_system(tmp_path, "x86_64") == []
    assert dict(bundle.systems((tmp_path / "libboth.dylib").read_bytes())) == {"x86_64": (10, 13), "arm64": (11, 0)}
    (tmp_path / "libnew.so").write_bytes(mach_o(APPLE, 0x000E_0200))
    assert bundle.faults_on_oldest_system(tmp_path, "arm64") == ["libnew.so asks for macOS 14.2"]
    assert bundle.faults_on_oldest_system(tmp_path, "x86_64") == ["libnew.so has no code for x86_64"]


def test_the_readme_of_an_index_has_whole_addresses_where_they_are_known(
    parts: dict[str, ModuleType], monkeypatch: pytest.MonkeyPatch
) -> None:
    facts = parts["facts"]
    monkeypatch.delenv(facts.REPOSITORY, raising=False)
    plain = (ROOT / "README.md").read_text(encoding="utf-8")
    assert facts.readme() == plain and facts.links() == {}
    monkeypatch.setattr(parts["release"], "notes", lambda: "- See [how](../.github/KEYS.md#keys).\n")
    assert facts.notes() == "- See how.\n"
    monkeypatch.setenv(facts.REPOSITORY, "geese/table")
    version = parts["release"].version()
    places = (f"https://github.com/geese/table/blob/v{version}/", f"https://raw.githubusercontent.com/geese/table/v{version}/")
    targets = re.findall(r"\]\(([^)#]+)", facts.readme())
    assert len(targets) == len(re.findall(r"\]\(", plain)) > 10
    for target in [*targets, *facts.links().values()]:
        found = [target.removeprefix(place) for place in places if target.startswith(place)]
        assert (ROOT / found[0]).is_file() if found else re.fullmatch(r"https://github\.com/geese/table(/\w+)?", target), target
    assert f"({places[1]}.github/deal.webp)" in facts.readme(), "a picture is fetched, not a page about it"
    assert facts.notes() == f"- See [how]({places[0]}.github/KEYS.md#keys).\n"


def test_the_metadata_name_the_pythons_that_the_workflow_tests() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    named = [one.rpartition(" ")[2] for one in project["classifiers"] if re.search(r":: 3\.\d+$", one)]
    workflow = (ROOT / ".github" / "workflows" / "test.yml").read_text(encoding="utf-8")
    (tested,) = re.findall(r"^ *python: \[(.*)\]$", workflow, re.MULTILINE)
    assert named == re.findall(r'"([\d.]+)"', tested)
    assert project["requires-python"] == f">={named[0]}"
    assert set(project["dynamic"]) == {"readme", "urls"}


def test_a_wheel_that_an_index_would_refuse_is_a_fault(parts: dict[str, ModuleType], tmp_path: Path) -> None:
    pytest.importorskip("twine", reason="twine is not here (uv sync --group ship)")
    path = tmp_path / "goosetable-1.0.0.tar.gz"
    path.write_bytes(b"no archive")
    (said,) = parts["trial"].wheel_faults(path)
    assert said.startswith("twine: ")


SYSTEMS = (("win-amd64", "win_amd64"), ("macosx-11.0-arm64", "macosx_11_0_arm64"), ("linux-x86_64", "manylinux_2_31_x86_64"))


@pytest.mark.parametrize(("system", "tag"), SYSTEMS)
def test_a_compiled_wheel_has_a_tag_that_an_index_takes(
    parts: dict[str, ModuleType], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, system: str, tag: str
) -> None:
    library = tmp_path / "goosetable" / "_core" / "rules.so"
    library.parent.mkdir(parents=True)
    library.write_bytes(b"GLIBC_2.4 GLIBC_2.31")
    monkeypatch.setattr(parts["wheels"].sysconfig, "get_platform", lambda: system)
    python = f"cp3{sys.version_info.minor}"
    assert parts["wheels"].wheel_tag(tmp_path) == f"{python}-{python}-{tag}"


def test_a_wheel_whose_name_asks_for_less_than_it_needs_is_a_fault(parts: dict[str, ModuleType]) -> None:
    fits, name = parts["trial"].glibc_fault, "goosetable-1.0.0-cp313-cp313-manylinux_2_31_x86_64.whl"
    said = 'is consistent with the following platform tag: "manylinux_2_{}_x86_64".'
    assert fits(name, said.format(17)) == fits(name, said.format(31)) == []
    assert fits(name, said.format(34)) == ["it needs glibc 2.34, and its name asks for 2.31"]
    assert fits("goosetable-1.0.0-cp313-cp313-linux_x86_64.whl", said.format(17))
    assert fits(name, 'platform tag: "linux_x86_64"')


def test_what_is_the_same_on_every_system_is_published_once_and_the_manifests_too() -> None:
    workflow = (ROOT / ".github" / "workflows" / "release.yml").read_text(encoding="utf-8")
    for pattern in ("goosetable-*-none-any.whl", "goosetable-*.tar.gz"):
        assert f"matrix.system != 'ubuntu-22.04' && format('!{{0}}/built/{pattern}'" in workflow
    (publishes,) = re.findall(r"gh release create .*", workflow)
    assert '/built/goosetable* "$RUNNER_TEMP"/built/SHA256SUMS "$RUNNER_TEMP"/built/manifests/*' in publishes
