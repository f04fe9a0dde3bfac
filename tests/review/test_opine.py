"""The pieces in which an opinion is worked out: none of them is large, however many deals it imagines."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from goosetable.engine.hidden.view import lay
from goosetable.games import find
from goosetable.players import analysis
from goosetable.players.agent import Trace
from goosetable.players.rollouts import play_out
from goosetable.review import evaluate
from goosetable.review.opinion import Cost, Estimate
from tests.games.playing import Variant
from tests.players.positions import turns

ADVISER = evaluate.Adviser(iterations=400)


@pytest.mark.parametrize("game", ["gooseberry-fool", "goose"])
def test_no_piece_of_an_opinion_is_large(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    rules = find(game)
    piece, largest, traces = Counter[str](), Counter[str](), list[Trace]()

    def counted(name: str, does: Callable[..., Any]) -> Callable[..., Any]:
        def does_it(*given: Any) -> Any:
            piece[name] += 1
            return does(*given)

        return does_it

    def traced() -> Trace:
        traces.append(Trace())
        return traces[-1]

    monkeypatch.setattr("goosetable.review.evaluate.lay", counted("laid", lay))
    monkeypatch.setattr("goosetable.review.evaluate.play_out", counted("played out", play_out))
    reasons = type(rules.heuristics.reasons)
    monkeypatch.setattr(reasons, "ends", counted("studied", reasons.ends))
    monkeypatch.setattr(evaluate, "Trace", traced)
    for turn in turns(Variant(rules, rules.Options()), "pieces", 3, 0.4):
        work, before = evaluate.opine(turn.view, turn.view.legal[0], 1, ADVISER), 0
        while next(work, work) is not work:
            held = sum(map(len, traces[-1].ends.values())) if traces else 0
            piece["dropped"] = before - held
            largest |= piece
            piece, before = Counter(), held
        assert not any(traces[-1].ends.values())
    most = {"laid": evaluate.SLICE, "played out": 1, "studied": analysis.STUDIED, "dropped": evaluate.DROPPED}
    assert set(largest) == set(most)
    assert all(count <= most[name] for name, count in largest.items()), largest


class Given:
    """Playouts that brought what is given: by action, its worth; each with the same error."""

    def __init__(self, error: float, **worths: float) -> None:
        self._error, self._worths = error, list(worths.values())

    def cost(self, action: int, other: int) -> Cost:
        return Cost(Estimate(self._worths[action] - self._worths[other], self._error))


@pytest.mark.parametrize(("error", "best"), [(0.01, 2), (0.03, 0)])
def test_of_all_choices_the_search_is_overruled_only_where_that_is_clear(error: float, best: int) -> None:
    work: Any = evaluate._above(Given(error, searched=0.5, less=0.4, most=0.58, more=0.55), range(4), 0)  # type: ignore[arg-type]
    found = None
    while found is None:
        try:
            next(work)
        except StopIteration as done:
            found = done.value
    assert found == best
