"""Durations of animations, and tweens: values that change over time.

A timeline runs beats one after another; a beat is a group of tweens that run together. No clock is read.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

Ease: TypeAlias = Callable[[float], float]

TIME_TOLERANCE = 1e-9  # seconds of rounding error in sums of frames
FRAME = 1 / 60  # seconds from one picture to the next while something moves

# Seconds of the animations at the leisurely pace.
DEAL, DEAL_STEP, DEAL_STEP_MANY = 0.24, 0.035, 0.012
PLAY, CLOSE_FAN, RAISE, RING = 0.26, 0.18, 0.12, 0.16
TRICK_PAUSE = 1.2
GATHER, GATHER_STEP = 0.32, 0.04
REVEAL, AFTER_REVEAL = 0.3, 0.5
FIGURES, BADGE, SORT = 0.4, 0.5, 0.5
CURTAIN_DROPS, CURTAIN_OPENS = 0.26, 0.4


def out_quad(x: float) -> float:
    return 1 - (1 - x) ** 2


def out_cubic(x: float) -> float:
    return 1 - (1 - x) ** 3


def in_out_quad(x: float) -> float:
    return 2 * x * x if x < 0.5 else 1 - (2 - 2 * x) ** 2 / 2


def in_out_cubic(x: float) -> float:
    return 4 * x**3 if x < 0.5 else 1 - (2 - 2 * x) ** 3 / 2


@dataclass
class Tween:
    """A value that goes from 0 to 1 in `seconds`, after `delay` seconds.

    `on_begin` is called once at the start, and `on_end` once at the end. `show` is called at every step with the eased value,
    0..1, and at the end with exactly 1. All durations are multiplied by the pace of the timeline. `foretell` is called with the
    value of a coming step, so that its picture can be drawn in advance.
    """

    seconds: float
    show: Callable[[float], object] | None = None
    delay: float = 0.0
    ease: Ease = out_cubic
    on_begin: Callable[[], object] | None = None
    on_end: Callable[[], object] | None = None
    foretell: Callable[[float], object] | None = None
    _started: bool = False
    _ended: bool = False

    def show_at(self, time: float, pace: float) -> None:
        """Calls `show` with the eased value at a moment. time: seconds since its beat (group of tweens) began. pace: factor on
        all durations."""
        start, end = self.delay * pace, (self.delay + self.seconds) * pace
        if self._ended or (time < start and time < end):
            return
        if not self._started:
            self._started = True
            if self.on_begin is not None:
                self.on_begin()
        self._ended = time >= end - TIME_TOLERANCE
        if self.show is not None:
            self.show(1.0 if self._ended else self.ease(max(0.0, time - start) / (end - start)))
        if self._ended and self.on_end is not None:
            self.on_end()

    def foretell_at(self, time: float, pace: float) -> None:
        """Calls `foretell` with the eased value at a moment before the end. time: seconds since its beat began. pace: factor on
        all durations.
        """
        start, end = self.delay * pace, (self.delay + self.seconds) * pace
        if self.foretell is not None and not self._ended and start <= time < end - TIME_TOLERANCE:
            self.foretell(self.ease((time - start) / (end - start)))


@dataclass
class _Beat:
    tweens: list[Tween]
    rest: float = 0.0  # seconds without motion, at any pace
    waits: bool = False  # until end_pause_or_stop() or finish_all()

    def duration(self, pace: float) -> float:
        return max([self.rest, *((t.delay + t.seconds) * pace for t in self.tweens)])


class Timeline:
    """A sequence of beats, one after another. A beat is a group of tweens that run together.

    pace: factor on all durations of motion, 0..1; at 0 each beat ends at the next update. held: True while the pointer is held
    down, which keeps pauses from ending.

    Callers change the state before they add its animation. So finish_all() is safe at any time, and leaves everything in its
    final place.
    """

    def __init__(self, pace: float = 1.0) -> None:
        self.pace = pace
        self.held = False
        self._beats: deque[_Beat] = deque()
        self._time = 0.0

    @property
    def has_beats(self) -> bool:
        """True if any beat (group of tweens) is left to run."""
        return bool(self._beats)

    @property
    def has_running_tween(self) -> bool:
        """True if a tween of the present beat runs. If it is False, the screen need not be drawn again."""
        if not self._beats:
            return False
        return any(not tween._ended for tween in self._beats[0].tweens)

    @property
    def is_stopped(self) -> bool:
        """True if the present beat is a stop, which waits for end_pause_or_stop()."""
        return bool(self._beats) and self._beats[0].waits and not self.has_running_tween

    def add_beat(self, *tweens: Tween) -> None:
        """Appends a beat: a group of tweens that run together."""
        self._beats.append(_Beat(list(tweens)))

    def add_pause(self, seconds: float) -> None:
        """Appends a pause for reading. Its length does not depend on `pace`."""
        self._beats.append(_Beat([], rest=seconds))

    def add_stop(self) -> None:
        """Appends a stop: a beat that lasts until end_pause_or_stop() or finish_all()."""
        self._beats.append(_Beat([], waits=True))

    def add_call(self, function: Callable[[], object]) -> None:
        """Appends a call of `function` after all earlier beats."""
        self.add_beat(Tween(0.0, on_end=function))

    def end_pause_or_stop(self) -> None:
        """Ends the present pause or stop. Does nothing while a tween runs."""
        if self._beats and not self.has_running_tween:
            self._start_next_beat()

    def update(self, dt: float) -> bool:
        """Lets dt seconds pass; returns True if anything changed on the screen."""
        changed = False
        left = dt
        while self._beats:
            beat = self._beats[0]
            resting = not beat.tweens
            if resting and self.held:
                break
            length = beat.duration(self.pace)
            before = self._time
            self._time += left
            if beat.tweens:
                changed = True
                for tween in tuple(beat.tweens):
                    tween.show_at(self._time, self.pace)
            if beat.waits or self._time < length - TIME_TOLERANCE:
                break
            left = max(0.0, before + left - length)
            if self._beats and self._beats[0] is beat:  # a callback may have skipped or cleared everything
                self._start_next_beat()
        return changed

    def look_ahead(self, dt: float = FRAME) -> None:
        """Calls `foretell` of each running tween with its value dt seconds from now. The time does not advance."""
        time = self._time + dt
        for beat in self._beats:
            for tween in beat.tweens:
                tween.foretell_at(time, self.pace)
            length = beat.duration(self.pace)
            if beat.waits or time < length - TIME_TOLERANCE:
                return
            time = max(0.0, time - length)

    def finish_all(self) -> None:
        """Finishes all beats at once, in order, including beats that callbacks add meanwhile."""
        while self._beats:
            beat = self._beats[0]
            for tween in tuple(beat.tweens):
                tween.show_at(float("inf"), self.pace)
            if self._beats and self._beats[0] is beat:
                self._start_next_beat()

    def drop_beats(self) -> None:
        """Drops all beats without showing their final states, for example because a scene closes."""
        self._beats.clear()
        self._time = 0.0

    def _start_next_beat(self) -> None:
        self._beats.popleft()
        self._time = 0.0


def interpolate(a: float, b: float, fraction: float) -> float:
    """Returns the number that lies `fraction` (0..1) of the way from a to b."""
    return a + (b - a) * fraction
