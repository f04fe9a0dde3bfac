"""Entry point of an external player's process, without a search path: goosetable is loaded from the folder around it."""

import os
import sys
from importlib.util import module_from_spec, spec_from_file_location

if __name__ == "__main__":
    home = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))  # noqa: PTH100, PTH120 - pathlib takes time to load
    spec = spec_from_file_location("goosetable", os.path.join(home, "__init__.py"), submodule_search_locations=[home])  # noqa: PTH118
    assert spec is not None and spec.loader is not None
    sys.modules["goosetable"] = module_from_spec(spec)
    spec.loader.exec_module(sys.modules["goosetable"])

    from goosetable.sandbox.guard import serve_requests

    serve_requests()
