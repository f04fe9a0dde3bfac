"""The table of the router: every route has its scene, and every scene takes the fields of its route as they stand."""

from __future__ import annotations

import inspect
from typing import Any, Final

import pytest

from goosetable.app.router import SCENES, SCENES_OF_KIND, SceneClass
from goosetable.app.scenes import routes
from goosetable.app.start import SplashScene
from goosetable.app.ui.scene import Route
from tests.attacks.events import ELSEWHERE, scenes

EVERY: Final = {kind for kind in vars(routes).values() if isinstance(kind, type) and kind.__module__ == routes.__name__}
TABLES: Final[set[type[Route]]] = {routes.ToTable, routes.ToPractice, routes.ToContinuedDeal}
"""Their scene takes a match, which the router lays; `tests/app/test_who_may_see.py` comes to all three."""


def test_every_route_has_a_scene() -> None:
    assert len(EVERY) > 40
    assert SCENES.keys() == EVERY
    assert {route for route, _ in SCENES_OF_KIND} < EVERY


def test_every_scene_that_a_person_comes_to_has_a_route() -> None:
    """But for the splash, which is the first frame."""
    named = {made.name.partition(":")[2] for table in (SCENES, SCENES_OF_KIND) for made in table.values()}
    assert named == (scenes() | ELSEWHERE) - {SplashScene.__name__}


def _named(scene: Any) -> list[inspect.Parameter]:
    """The parameters by which a scene is made; a scene that takes all of its base's has those."""
    for kind in scene.__mro__:
        given = list(inspect.signature(kind.__init__).parameters.values())[1:]
        if "__init__" in vars(kind) and not any(one.kind is one.VAR_POSITIONAL for one in given):
            return given
    raise AssertionError(scene)


@pytest.mark.parametrize(
    ("route", "made"),
    [
        *[(route, made) for route, made in SCENES.items() if route not in TABLES],
        *[(route, made) for (route, _), made in SCENES_OF_KIND.items()],
    ],
    ids=lambda found: found.__name__ if isinstance(found, type) else "",
)
def test_a_scene_takes_the_fields_of_its_route(route: Any, made: SceneClass) -> None:
    """By name and in order, after the context and, where it wants them, the tables; others have a default."""
    given = _named(made.imported_class)
    wanted = ["context", *(["matches"] if made.matches else []), *route._fields]
    assert [one.name for one in given[: len(wanted)]] == wanted
    assert all(one.default is not one.empty for one in given[len(wanted) :])
