"""The part of hatchling's builds that depends on where they run: addresses of the repository in the metadata."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

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
