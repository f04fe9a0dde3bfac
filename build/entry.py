"""Where the frozen program starts."""

import sys

from goosetable.cli import main

if __name__ == "__main__":
    sys.exit(main())
