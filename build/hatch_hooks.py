"""The part of hatchling's builds that depends on where they run: addresses in the metadata, and compiled rules and players.

uv build --wheel                               # in Python alone, for every system
GOOSETABLE_NATIVE=FOLDER uv build --wheel      # for this system and Python; the core is compiled below FOLDER, or taken from it
"""

from __future__ import annotations

import shutil
import sys
import tempfile
import tomllib
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent)]  # hatchling runs this file alone

import facts  # noqa: E402


class Addresses(MetadataHookInterface):  # type: ignore[misc]  # hatchling says nothing of its types
    """Fills in what a package index shows of the project: the README and links, with addresses where they are known."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Sets the fields that pyproject.toml calls dynamic."""
        metadata["readme"] = {"content-type": "text/markdown", "text": facts.readme()}
        metadata["urls"] = facts.links()


class Core(BuildHookInterface):  # type: ignore[misc]  # as above
    """Lays the compiled core into the wheel where the environment asks for it, and names system and Python in its tag."""

    def dependencies(self) -> list[str]:
        """Returns the compiler of the core where it is wanted; hatchling has it installed before the build."""
        groups = tomllib.loads((HERE.parent / "pyproject.toml").read_text(encoding="utf-8"))["dependency-groups"]
        return [str(one) for one in groups["core"]] if facts.native_folder() else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Adds the files of the core to a wheel that is not editable."""
        folder = facts.native_folder()
        if not folder or version != "standard":
            return
        import core
        import wheels

        made = core.made(Path(folder).resolve())
        self.scrap = Path(tempfile.mkdtemp(prefix="goosetable-core-"))
        for number, path in enumerate(core.compiled(made)):
            lean = self.scrap / str(number)
            lean.write_bytes(wheels.stripped(made / core.PACKAGE / path))
            build_data["force_include"][str(lean)] = f"{core.PACKAGE}/{path.as_posix()}"
        build_data["pure_python"] = False
        build_data["tag"] = wheels.tagged(made)
        build_data["dependencies"].append(wheels.NEEDED)

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Removes the copies of the files."""
        if hasattr(self, "scrap"):
            shutil.rmtree(self.scrap, ignore_errors=True)
