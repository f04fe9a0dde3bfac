"""`python -m goosetable`: the same as the command `goosetable`."""

from __future__ import annotations

import sys

from goosetable.cli import main

if __name__ == "__main__":
    sys.exit(main())
