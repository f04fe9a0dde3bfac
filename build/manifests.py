"""Writes the manifests of a release for shops: a Homebrew cask, three files for winget, and one for flatpak-builder.

Their content comes from facts.py, the changelog and the downloads. Their addresses lie below the repository of the releases,
which the workflow names; if it is not known, no manifest is written.
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
"""Version of winget's schema."""
MACS: Final = {(11, 0): "big_sur", (12, 0): "monterey", (13, 0): "ventura", (14, 0): "sonoma"}
"""Homebrew's names of the versions of macOS."""
RUNTIME: Final = "25.08"
"""Version of freedesktop.org's runtime for Flatpaks."""


def write(out: Path) -> list[str]:
    """Writes all manifests into the folder `FOLDER` of `out`, which has the downloads.

    Returns a sentence for each missing download, or if the repository is not known.
    """
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
    """Returns the address of a download of this release."""
    return f"{facts.page()}/releases/download/v{release.version()}/{name}"


def _sum(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def cask(out: Path) -> dict[str, str]:
    """Returns the cask for Homebrew, by file name. Raises FileNotFoundError if a .dmg is missing."""
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
    """Returns the three files for winget, by file name. Raises FileNotFoundError if the installer is missing."""
    installer = out / f"{archives.base()}-windows-setup.exe"
    whole = f"{facts.NAME}.{facts.NAME}"
    about = {"PackageIdentifier": whole, "PackageVersion": release.version()}
    parts: dict[str, dict[str, Any]] = {
        "": {"DefaultLocale": "en-US", "ManifestType": "version"},
        ".installer": {
            "InstallerLocale": "en-US", "InstallerType": "nullsoft", "Scope": "user",
            "InstallModes": ["interactive", "silent"], "UpgradeBehavior": "install", "FileExtensions": list(facts.ENDINGS),
            "ReleaseDate": release.newest_release().day,
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
    """Returns the manifest of a Flatpak, by file name. Raises FileNotFoundError if an archive is missing.

    The Flatpak contains the archives of the release, which have been tested, and people build it with flatpak-builder. Flathub
    would require a build of all parts from source without network, with a list of all sources of pygame-ce and AccessKit, and
    an id below a domain of the makers; the project has neither.
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
    """Returns values as YAML: texts, quoted as in JSON, lists of texts, and lists of mappings of texts."""
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
