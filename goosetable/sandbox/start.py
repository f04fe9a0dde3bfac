"""Start of an external player's process: a guard beside it, the pipes moved away, the limits, then `child.serve`.

Apart: the frozen program begins such a process here as well, without `__main__.py`.
"""

from __future__ import annotations

import os
import sys

from goosetable.sandbox import guard, limits


def main() -> None:
    """Serves requests until the program closes the pipe. Standard output becomes the answers; the player's prints go to
    standard error.
    """
    if sys.platform == "win32":
        import msvcrt  # only there

        for descriptor in (0, 1):
            msvcrt.setmode(descriptor, os.O_BINARY)
    else:
        guard.guard(0)
    requests, answers = os.dup(0), os.dup(1)
    nowhere = os.open(os.devnull, os.O_RDWR)
    os.dup2(nowhere, 0)
    os.dup2(2, 1)
    os.close(nowhere)
    sys.stdin = open(0, encoding="utf-8")  # noqa: SIM115
    sys.stdout = sys.stderr = open(2, "w", encoding="utf-8", errors="backslashreplace", buffering=1, closefd=False)  # noqa: SIM115
    limits.limit()
    # Only now, so that the guard stays small and the limits hold for all of it.
    from goosetable.sandbox.child import serve

    serve(requests, answers)
