"""Where the frozen program starts, and where the processes start that it wants beside it."""

import sys

from goosetable.cli import main

if __name__ == "__main__":
    if len(sys.argv) > 1:
        # Nothing is imported for the bare program, because people wait for its window.
        from multiprocessing import freeze_support

        freeze_support()
    sys.exit(main())
