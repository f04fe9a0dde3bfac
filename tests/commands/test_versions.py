"""The versions of the program's parts, in one line."""

from __future__ import annotations

import sys

import pytest

from goosetable import cli


def test_what_is_missing_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    found = cli.versions()
    assert "pygame-ce 2." in found and ", SDL 2." in found and "no " not in found.partition("AccessKit")[0]
    monkeypatch.setitem(sys.modules, "pygame", None)
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    assert cli.versions().endswith(", no pygame-ce, no AccessKit, so screen readers are told nothing")
