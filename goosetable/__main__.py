"""`python -m goosetable`: the same as the command `goosetable`."""

# Python has put the current folder before all others from which it imports; what lies there, perhaps beside a record from
# anybody, may have any name. So nothing is imported before it is gone, not even `__future__`. The folder of the package
# itself comes last: processes beside this one look for it there.
import os
import sys

if __name__ == "__main__":
    if not sys.flags.safe_path:
        del sys.path[0]
    home = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))  # noqa: PTH100, PTH120
    if home not in sys.path:
        sys.path.append(home)

    from goosetable.cli import main

    sys.exit(main())
