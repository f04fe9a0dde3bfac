"""The programs of the laboratory, imported as they lie, and a way to call them as `build.py` does."""

from __future__ import annotations

import importlib
import io
import sys
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "build" / "lab"))


@pytest.fixture
def lab() -> Callable[..., tuple[int, str, str]]:
    """Calls a program by its module: arguments in; exit code, standard output and standard error out."""

    def call(name: str, *argv: object) -> tuple[int, str, str]:
        program, arguments = importlib.import_module(name), importlib.import_module("arguments")
        with redirect_stdout(io.StringIO()) as out, redirect_stderr(io.StringIO()) as err:
            code = arguments.run_reporting_errors(program.PROGRAM, lambda: program.main([str(word) for word in argv]))
        return code, out.getvalue(), err.getvalue()

    return call
