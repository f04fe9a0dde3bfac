"""The step of .ci/run that looks for the newest Python: which one it takes, and that it goes on where there is none."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
RUN = ROOT / ".ci" / "run"
TOOLS = ("sed", "tr", "sort", "timeout")
pytestmark = pytest.mark.skipif(sys.platform == "win32" or not shutil.which("bash"), reason="there is no bash")


def newest(folder: Path, own: str, fetched: str = "") -> str:
    """The answer where the path is that folder, the environment has the version `own`, and uv can fetch one other."""
    script(folder / "bin" / "uv", f"""
        case "$*" in
            run*) echo {own};;
            "python install --quiet {fetched}") true > {folder}/fetched;;
            "python find --managed-python {fetched}") [ -e {folder}/fetched ] && echo /uv/python{fetched};;
            *) exit 1;;
        esac""")  # fmt: skip
    for tool in TOOLS:
        (folder / "bin" / tool).symlink_to(str(shutil.which(tool)))
    function = re.search(r"^newest_python\(\) \{$.*?^\}$", RUN.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    assert function is not None
    called = [str(shutil.which("bash")), "-c", f'set -euo pipefail\n{function[0]}\nfound=$(newest_python)\necho "[$found]"']
    env = {"PATH": str(folder / "bin"), "PYENV_ROOT": str(folder / "pyenv"), "HOME": str(folder)}
    return subprocess.run(called, cwd=ROOT, env=env, capture_output=True, text=True, check=True).stdout.strip()[1:-1]


def script(path: Path, text: str) -> Path:
    """A program of the shell."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!{shutil.which('sh')}\n{text}\n")
    path.chmod(0o755)
    return path


def test_the_newest_one_on_the_path_is_taken_but_not_that_of_the_environment(tmp_path: Path) -> None:
    for version in ("3.11", "3.12", "3.13"):
        script(tmp_path / "bin" / f"python{version}", "exit 0")
    assert newest(tmp_path, "3.13") == f"{tmp_path}/bin/python3.12"


def test_one_that_does_not_run_is_passed_over_and_one_beside_the_path_found(tmp_path: Path) -> None:
    script(tmp_path / "bin" / "python3.14", "exit 127")
    kept = script(tmp_path / "pyenv" / "versions" / "3.13.0" / "bin" / "python3", "exit 0")
    script(tmp_path / "bin" / "python3.12", "exit 0")
    assert newest(tmp_path, "3.11") == str(kept)


def test_a_newer_one_that_uv_can_fetch_goes_before_one_that_is_here(tmp_path: Path) -> None:
    script(tmp_path / "bin" / "python3.13", "exit 0")
    assert newest(tmp_path, "3.11", fetched="3.14") == "/uv/python3.14"


def test_where_there_is_none_the_answer_is_empty_and_nothing_fails(tmp_path: Path) -> None:
    assert newest(tmp_path, "3.11") == ""
