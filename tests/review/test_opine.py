"""The pieces in which an opinion is worked out: none of them is large, however many deals it imagines."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from goosetable.engine.hidden.view import lay
from goosetable.games import find
from goosetable.players import analysis
from goosetable.players.rollouts import play_out
from goosetable.players.trace import Trace
from goosetable.review import opine, playouts
from tests.games.playing import Variant
from tests.players.positions import turns

ADVISER = opine.Adviser(iterations=400)


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

    monkeypatch.setattr("goosetable.review.playouts.lay", counted("laid", lay))
    monkeypatch.setattr("goosetable.review.playouts.play_out", counted("played out", play_out))
    reasons = type(rules.heuristics.reasons)
    monkeypatch.setattr(reasons, "ends", counted("studied", reasons.ends))
    monkeypatch.setattr(opine, "Trace", traced)
    for turn in turns(Variant(rules, rules.Options()), "pieces", 3, 0.4):
        work, before = opine.opine(turn.view, turn.view.legal[0], 1, ADVISER), 0
        while next(work, work) is not work:
            held = sum(map(len, traces[-1].ends.values())) if traces else 0
            piece["dropped"] = before - held
            largest |= piece
            piece, before = Counter(), held
        assert not any(traces[-1].ends.values())
    most = {"laid": playouts.SLICE, "played out": 1, "studied": analysis.STUDIED, "dropped": opine.DROPPED}
    assert set(largest) == set(most)
    assert all(count <= most[name] for name, count in largest.items()), largest
