"""Writes what shops want beside the downloads of a release: a Homebrew cask, three files for winget, one for flatpak-builder.

All they say comes from facts.py, the changelog and the downloads themselves. They name addresses below the repository that
releases, which the workflow says; where it is not known, nothing is written.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import archives
import bundle
import facts
import release

FOLDER: Final = "manifests"
SCHEMA: Final = "1.6.0"
"""The version of winget's schema."""
MACS: Final = {(11, 0): "big_sur", (12, 0): "monterey", (13, 0): "ventura", (14, 0): "sonoma"}
"""What Homebrew calls the systems."""
RUNTIME: Final = "25.08"
"""The version of the Platform of freedesktop.org."""


def write(out: Path) -> list[str]:
    """Writes the manifests of all downloads into a folder among them; what is missing, a sentence each."""
    if not facts.repository():
        return [f"{facts.REPOSITORY} does not name the repository that releases, as OWNER/NAME: no address can be written"]
    wrong = []
    folder = out / FOLDER
    folder.mkdir(exist_ok=True)
    for make in (cask, winget, flatpak):
        try:
            for name, text in make(out).items():
                (folder / name).write_text(text, encoding="utf-8", newline="\n")
                print(folder / name)
        except FileNotFoundError as missing:
            wrong.append(f"no {make.__name__} manifest: {Path(str(missing.filename)).name} is not in {out}")
    return wrong


def address(name: str) -> str:
    """Where a download of this release lies."""
    return f"{facts.page()}/releases/download/v{release.version()}/{name}"


def _sum(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def cask(out: Path) -> dict[str, str]:
    """The cask of Homebrew. Raises FileNotFoundError where an image is missing."""
    sums = {machine: _sum(out / f"{archives.base()}-macos-{machine}.dmg") for machine in ("arm64", "x86_64")}
    name = address(f"{facts.NAME}-#{{version}}-macos-#{{arch}}.dmg").replace(f"/v{release.version()}/", "/v#{version}/")
    return {
        f"{facts.NAME}.rb": (
            f'cask "{facts.NAME}" do\n'
            '  arch arm: "arm64", intel: "x86_64"\n\n'
            f'  version "{release.version()}"\n'
            f'  sha256 arm:   "{sums["arm64"]}",\n         intel: "{sums["x86_64"]}"\n\n'
            f'  url "{name}"\n'
            f'  name "{facts.NAME}"\n'
            f'  desc "{facts.SUMMARY}"\n'
            f'  homepage "{facts.page()}"\n\n'
            f'  depends_on macos: ">= :{MACS[bundle.OLDEST]}"\n\n'
            f'  app "{facts.NAME}.app"\n\n'
            f'  zap trash: "~/Library/Application Support/{facts.NAME}"\n'
            "end\n"
        )
    }


def winget(out: Path) -> dict[str, str]:
    """The three files of winget. Raises FileNotFoundError where the installer is missing."""
    installer = out / f"{archives.base()}-windows-setup.exe"
    whole = f"{facts.NAME}.{facts.NAME}"
    about = {"PackageIdentifier": whole, "PackageVersion": release.version()}
    parts: dict[str, dict[str, Any]] = {
        "": {"DefaultLocale": "en-US", "ManifestType": "version"},
        ".installer": {
            "InstallerLocale": "en-US", "InstallerType": "nullsoft", "Scope": "user",
            "InstallModes": ["interactive", "silent"], "UpgradeBehavior": "install", "FileExtensions": list(facts.ENDINGS),
            "ReleaseDate": release.latest().day,
            "Installers": [{
                "Architecture": "x64", "InstallerUrl": address(installer.name), "InstallerSha256": _sum(installer).upper(),
            }],
            "ManifestType": "installer",
        },
        ".locale.en-US": {
            "PackageLocale": "en-US", "Publisher": facts.NAME, "PackageName": facts.NAME, "PackageUrl": facts.page(),
            "License": facts.LICENCE, "ShortDescription": facts.SUMMARY, "Description": facts.DESCRIPTION,
            "Moniker": facts.NAME, "Tags": list(facts.KEYWORDS), "ManifestType": "defaultLocale",
        },
    }  # fmt: skip
    return {f"{whole}{part}.yaml": yaml({**about, **more, "ManifestVersion": SCHEMA}) for part, more in parts.items()}


def flatpak(out: Path) -> dict[str, str]:
    """The manifest of a Flatpak. Raises FileNotFoundError where an archive is missing.

    It takes the archives of the release, so what was tried is what is installed, by anyone who has flatpak-builder. Flathub
    itself asks for a build of all parts from source and without network, which means a list of all sources of pygame-ce and
    AccessKit, and for an id below a domain of the makers: neither is there.
    """
    sources = []
    for machine in ("x86_64", "aarch64"):
        path = out / f"{archives.base()}-linux-{machine}.tar.xz"
        sources.append({"type": "archive", "only-arches": [machine], "url": address(path.name), "sha256": _sum(path)})
    name = facts.NAME
    manifest = {
        "id": facts.ID, "runtime": "org.freedesktop.Platform", "runtime-version": RUNTIME, "sdk": "org.freedesktop.Sdk",
        "command": name,
        "finish-args": [
            "--socket=wayland", "--socket=fallback-x11", "--share=ipc", "--socket=pulseaudio", "--device=dri",
            "--device=input", "--talk-name=org.a11y.Bus",
        ],
        "build-options": {"strip": False, "no-debuginfo": True},
        "modules": [{
            "name": name, "buildsystem": "simple", "sources": sources,
            "build-commands": [
                "mkdir -p /app/share /app/bin /app/lib", "cp -a share/. /app/share", "rm -r share", f"cp -a . /app/lib/{name}",
                f"ln -s ../lib/{name}/{name} /app/bin/{name}",
            ],
        }],
    }  # fmt: skip
    return {f"{facts.ID}.json": f"{json.dumps(manifest, indent=4)}\n"}


def yaml(values: Mapping[str, Any]) -> str:
    """YAML of texts, lists of texts, and lists of tables of texts; every text is quoted, as JSON does it."""
    lines = []
    for key, value in values.items():
        if isinstance(value, str):
            lines.append(f"{key}: {json.dumps(value, ensure_ascii=False)}")
            continue
        lines.append(f"{key}:")
        for one in value:
            inner = [json.dumps(one, ensure_ascii=False)] if isinstance(one, str) else yaml(one).splitlines()
            lines += [f"{'- ' if at == 0 else '  '}{line}" for at, line in enumerate(inner)]
    return "\n".join([*lines, ""])
