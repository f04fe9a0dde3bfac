"""Motion is exact, can be finished at any time, and calls back once."""

from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goosetable.app.ui import tween
from goosetable.app.ui.tween import FRAME, Timeline, Tween


def linear(x: float) -> float:
    return x


def test_beats_follow_each_other_and_tweens_of_one_beat_run_together() -> None:
    seen: dict[str, float] = {}
    line = Timeline()
    line.add_beat(Tween(0.2, lambda x: seen.update(a=x), ease=linear), Tween(0.4, lambda x: seen.update(b=x), ease=linear))
    line.add_beat(Tween(0.1, lambda x: seen.update(c=x), ease=linear))
    line.update(0.1)
    assert seen == pytest.approx({"a": 0.5, "b": 0.25})
    line.update(0.35)
    assert seen == pytest.approx({"a": 1, "b": 1, "c": 0.5})
    line.update(0.05)
    assert seen["c"] == 1 and not line.has_beats


def test_delay_began_and_done() -> None:
    told: list[str] = []
    line = Timeline()
    line.add_beat(Tween(0.1, delay=0.1, on_begin=lambda: told.append("began"), on_end=lambda: told.append("done")))
    line.update(0.09)
    assert told == []
    line.update(0.02)
    assert told == ["began"]
    line.update(1)
    assert told == ["began", "done"]


@given(st.lists(st.floats(0, 0.1), max_size=30))
def test_skip_finishes_everything_in_order_exactly_once(steps: list[float]) -> None:
    told: list[int] = []
    last: dict[int, float] = {}
    line = Timeline()
    for i in range(4):
        line.add_beat(Tween(0.2, partial(last.__setitem__, i), on_end=partial(told.append, i)))
        line.add_pause(0.1)
    line.add_stop()
    for dt in steps:
        line.update(dt)
    line.finish_all()
    assert told == [0, 1, 2, 3]
    assert set(last.values()) == {1.0}
    assert not line.has_beats


def test_what_a_callback_adds_is_played_and_skipped_too() -> None:
    told: list[str] = []
    line = Timeline()
    line.add_call(lambda: line.add_call(lambda: told.append("second")))
    line.update(0)
    assert told == ["second"]
    line.add_call(lambda: line.add_call(lambda: told.append("third")))
    line.finish_all()
    assert told == ["second", "third"] and not line.has_beats


def test_a_callback_may_skip_or_clear() -> None:
    line = Timeline()
    line.add_beat(Tween(0.1, on_end=line.drop_beats))
    line.add_beat(Tween(0.1))
    line.update(0.5)
    assert not line.has_beats


@pytest.mark.parametrize(("pace", "needed"), [(1.0, 0.2), (0.5, 0.1)])
def test_pace_shortens_motion(pace: float, needed: float) -> None:
    line = Timeline(pace)
    line.add_beat(Tween(0.2))
    line.update(needed * 0.9)
    assert line.has_beats
    line.update(needed * 0.2)
    assert not line.has_beats


def test_still_shows_only_the_end_but_rests_remain() -> None:
    seen: list[float] = []
    line = Timeline(0)
    line.add_beat(Tween(0.3, seen.append, delay=0.2))
    line.add_pause(1.2)
    line.update(0.01)
    assert seen == [1.0] and line.has_beats and not line.has_running_tween
    line.update(1.3)
    assert not line.has_beats


def test_a_rest_does_not_run_out_while_the_pointer_is_held() -> None:
    line = Timeline()
    line.add_pause(0.5)
    line.held = True
    line.update(5)
    assert line.has_beats
    line.held = False
    line.update(0.5)
    assert not line.has_beats


def test_waiting_ends_by_go_on_which_does_not_cut_motion() -> None:
    line = Timeline()
    line.add_beat(Tween(0.2))
    line.add_stop()
    line.end_pause_or_stop()
    assert line.has_running_tween
    line.update(10)
    assert line.is_stopped and line.has_beats and not line.has_running_tween
    line.end_pause_or_stop()
    assert not line.has_beats


@given(st.floats(0, 1))
def test_eases_keep_between_their_ends(x: float) -> None:
    for ease in (linear, tween.out_quad, tween.out_cubic, tween.in_out_quad, tween.in_out_cubic):
        assert -1e-9 <= ease(x) <= 1 + 1e-9
        assert ease(0) == 0 and ease(1) == 1


@pytest.mark.parametrize("pace", [1.0, 0.5])
def test_what_is_foretold_is_shown_in_the_next_frame(pace: float) -> None:
    shown: list[tuple[str, float]] = []
    told: list[tuple[str, float]] = []

    def tween(name: str, delay: float = 0.0) -> Tween:
        return Tween(0.1, lambda part: shown.append((name, part)), delay, foretell=lambda part: told.append((name, part)))

    line, frames = Timeline(pace), 0
    line.add_beat(tween("one"), tween("two", 0.05))
    line.add_pause(0.2)
    line.add_beat(tween("three"))
    while line.has_beats:
        told.clear()
        line.look_ahead()
        line.look_ahead()
        before = told[: len(told) // 2]
        assert told == before * 2, "to ask changes nothing"
        shown.clear()
        line.update(FRAME)
        coming = [(name, part) for name, part in shown if part < 1]
        assert [name for name, _ in before] == [name for name, _ in coming]
        assert [part for _, part in before] == pytest.approx([part for _, part in coming])
        frames += bool(before)
    assert frames >= 7


def test_behind_a_beat_that_waits_nothing_is_foretold() -> None:
    line = Timeline()
    line.add_stop()
    line.add_beat(Tween(0.1, foretell=lambda part: pytest.fail("nobody knows when")))
    line.look_ahead()
