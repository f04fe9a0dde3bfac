"""Empty libraries in the place of those that nothing calls: with them pygame loads, draws and sounds as before."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pygame
import pytest

LIBRARIES = Path(pygame.__file__).parent.parent / "pygame_ce.libs"
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
    if not LIBRARIES.is_dir() or shutil.which("cc") is None or shutil.which("nm") is None:
        pytest.skip("pygame brings no libraries of its own, or there is no compiler")
    place = tmp_path_factory.mktemp("pygame")
    shutil.copytree(LIBRARIES, place / LIBRARIES.name)
    shutil.copytree(Path(pygame.__file__).parent, place / "pygame", ignore=shutil.ignore_patterns("tests", "docs", "examples"))
    return place


def run(place: Path, program: str) -> subprocess.CompletedProcess[str]:
    env = {"PYTHONPATH": str(place), "SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy", "PYGAME_HIDE_SUPPORT_PROMPT": "1"}
    return subprocess.run([sys.executable, "-c", program, str(ASSETS)], env=env, capture_output=True, text=True, check=False)


def test_what_the_program_does_calls_none_of_them(elsewhere: Path, parts: dict[str, ModuleType]) -> None:
    unused = parts["unused"]
    before = sum(path.stat().st_size for path in (elsewhere / LIBRARIES.name).iterdir())
    made = unused.emptied(elsewhere / LIBRARIES.name, "__builtin_trap();")
    assert len(made) == len(unused.LINKED)
    assert sum(path.stat().st_size for path in (elsewhere / LIBRARIES.name).iterdir()) < before - 5_000_000
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
    assert unused.wanted(library, {"one@V_1", "four"}) == ["one@V_1"]


def test_what_is_no_function_is_refused(parts: dict[str, ModuleType], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    unused = parts["unused"]
    monkeypatch.setattr(unused, "symbols", lambda path, kind: [("table", "R"), ("work", "T")])
    assert unused.wanted(tmp_path / "libone-1.so", {"work"}) == ["work"]
    with pytest.raises(SystemExit, match="asked for table, which is no function"):
        unused.wanted(tmp_path / "libone-1.so", {"work", "table"})
