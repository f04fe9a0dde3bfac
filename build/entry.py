"""Start of the frozen program and of its additional processes."""

import os
import sys

import lean

from goosetable.cli import main

if __name__ == "__main__":
    if sys.argv[1:] == ["--sandbox"]:
        # This is the process of an external player, which knows no command.
        from goosetable.sandbox import guard

        guard.serve_requests()
        sys.exit()
    if len(sys.argv) > 1:
        # Nothing is imported for the bare program, because people wait for its window. PyInstaller would run this part
        # before every start; the specification leaves it to be called here.
        from importlib import import_module

        import_module("pyi_rth_multiprocessing")
        import_module("multiprocessing").freeze_support()
    lean.spare()
    code = main()
    if len(sys.argv) == 1 and "multiprocessing" not in sys.modules:
        # The window is closed and all files are on the disk, so the end of the interpreter would only take time.
        os._exit(code)
    sys.exit(code)
