"""Hooks of hatchling for metadata and files that depend on the environment: addresses, and the compiled core.

uv build --wheel                               # in Python alone, for every system
GOOSETABLE_NATIVE=FOLDER uv build --wheel      # for this system and Python; compiles the core below FOLDER, or reuses it there
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
sys.path[:0] = [str(HERE), str(HERE.parent)]  # hatchling imports this file without its folder

import facts  # noqa: E402


class Addresses(MetadataHookInterface):  # type: ignore[misc]  # hatchling has no type annotations
    """Adds the README and the links of the project to the metadata for package indexes."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Sets the fields `readme` and `urls`, which pyproject.toml lists as dynamic."""
        metadata["readme"] = {"content-type": "text/markdown", "text": facts.readme()}
        metadata["urls"] = facts.links()


class Core(BuildHookInterface):  # type: ignore[misc]  # as above
    """Adds the compiled core to the wheel, with the system and Python in its tag, if the variable `facts.NATIVE` is set."""

    def dependencies(self) -> list[str]:
        """Returns the packages that compile the core, which hatchling has installed before the build; none for pure Python."""
        groups = tomllib.loads((HERE.parent / "pyproject.toml").read_text(encoding="utf-8"))["dependency-groups"]
        return [str(one) for one in groups["core"]] if facts.native_folder() else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Adds the files of the core, its tag and its dependency to the wheel, unless the wheel is editable."""
        folder = facts.native_folder()
        if not folder or version != "standard":
            return
        import core
        import wheels

        made = core.current_folder(Path(folder).resolve())
        self.scrap = Path(tempfile.mkdtemp(prefix="goosetable-core-"))
        for number, path in enumerate(core.compiled_files(made)):
            lean = self.scrap / str(number)
            lean.write_bytes(wheels.strip_symbols(made / core.PACKAGE / path))
            build_data["force_include"][str(lean)] = f"{core.PACKAGE}/{path.as_posix()}"
        build_data["pure_python"] = False
        build_data["tag"] = wheels.wheel_tag(made)
        build_data["dependencies"].append(wheels.NEEDED)

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Deletes the temporary copies of the core's files."""
        if hasattr(self, "scrap"):
            shutil.rmtree(self.scrap, ignore_errors=True)
