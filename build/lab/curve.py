"""Learning curves: the strength of a game's policy, without a search, by the number of hands of training.

`train.py --curve FILE` writes a line for each point, and `python build/lab/curve.py FILE... --to PICTURE` draws them. Each game
has a panel: the number of hands on a logarithmic scale, and the gain over the game's playout policy with its 95 % interval.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Sequence
from math import log10, sqrt
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Final, NamedTuple

import arguments
from learning import random_deal

if TYPE_CHECKING:
    from goosetable.engine.game import AnyGame
    from goosetable.engine.strength.policy import AnyPolicy

DEALS_PER_POINT: Final = 500
"""Number of deals for a point. Each is played once from every seat."""
ERRORS_OF_INTERVAL: Final = 1.96
"""Half the width of a 95 % interval, in standard errors."""
MEASURED_FRACTIONS: Final = (0, 0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1)
"""Fractions of the training, 0..1, after which the policy is measured."""
PANEL_WIDTH, PANEL_HEIGHT, FIGURES_WIDTH, HEADING_HEIGHT = 340, 220, 46, 34
"""Sizes in pixels: width and height of a panel, width of its figures, and height of its heading."""
MIN_DISTANCE: Final = 12
"""Least distance between two figures beside a curve, in pixels."""
PANELS_PER_ROW: Final = 3
"""Number of panels in a row."""
INK, FAINT, LINE, PAPER = "#3a3a36", "#6f6f66", "#3f7d4e", "#fbf8f0"


class Point(NamedTuple):
    """A point of a learning curve: the measured strength of a policy after some hands of training."""

    game: str
    hands: int
    deals: int
    """Number of deals of the measurement, each played from every seat."""
    gain: float
    """Mean lead over the mean of the other seats in a deal: in points or, in a game without margins, in percentage points of
    the honour.
    """
    room: float
    """Half the width of its 95 % interval."""


def hands_at_measurements(hands: int) -> list[int]:
    """Returns the numbers of hands after which the policy is measured. hands: number of hands of the whole training."""
    return sorted({round(hands * part) for part in MEASURED_FRACTIONS})


def measure_policy(game: AnyGame, policy: AnyPolicy, hands: int, deals: int, seed: str) -> Point:
    """Measures a policy. It plays at one seat, and the game's playout policy at the others, in the same deals for every policy.

    hands: number of hands of training so far.
    """
    rules, heuristics = game, game.heuristics
    found: list[float] = []
    for number in range(deals):
        rng = Random(f"curve:{seed}:{number}")
        begun, gain = random_deal(game, rng), 0.0
        seats = len(begun.hands)
        for me in range(seats):
            state = begun.copy()
            while not state.over:
                legal = rules.legal(state)
                if len(legal) == 1:
                    action = legal[0]
                elif state.turn == me:
                    (action,) = rng.choices(legal, policy.probabilities(state, legal))
                else:
                    action = heuristics.choose_playout_action(state, legal, rng.random())
                rules.apply(state, action)
            won = [100 * share for share in heuristics.payoff(state)] if not heuristics.spread else rules.search_points(state)
            gain += won[me] - (sum(won) - won[me]) / (seats - 1)
        found.append(gain / seats)
    mean = sum(found) / deals
    spread = sqrt(sum([(gain - mean) ** 2 for gain in found]) / max(1, deals - 1))
    return Point(game.id, hands, deals, round(mean, 4), round(ERRORS_OF_INTERVAL * spread / sqrt(deals), 4))


def point_line(point: Point) -> str:
    """Returns a point as a line of JSON."""
    return json.dumps(point._asdict()) + "\n"


def parse_points(text: str) -> list[Point]:
    """Parses lines of JSON, one for each point. Raises ValueError, which names the first line that is no point."""
    points = []
    for number, line in enumerate(text.splitlines(), 1):
        try:
            points.append(Point(**json.loads(line)))
        except (ValueError, TypeError):
            raise ValueError(f"line {number} is no point of a learning curve") from None
    return points


def curves_svg(points: Sequence[Point]) -> str:
    """Returns the curves as SVG, one panel for each game, in the order of their first points."""
    games = list(dict.fromkeys([point.game for point in points]))
    panels = []
    for place, game in enumerate(games):
        row, column = divmod(place, PANELS_PER_ROW)
        panels.append(_panel_svg([point for point in points if point.game == game], PANEL_WIDTH * column, PANEL_HEIGHT * row))
    wide, high = PANEL_WIDTH * min(len(games), PANELS_PER_ROW), PANEL_HEIGHT * -(-len(games) // PANELS_PER_ROW)
    size, font = f'width="{wide}" height="{high}" viewBox="0 0 {wide} {high}"', 'font-family="sans-serif" font-size="11"'
    paper = f'<rect width="{wide}" height="{high}" fill="{PAPER}"/>'
    return "\n".join([f'<svg xmlns="http://www.w3.org/2000/svg" {size} {font}>', paper, *panels, "</svg>", ""])


def _panel_svg(points: Sequence[Point], left: int, top: int) -> str:
    """Returns the panel of one game as SVG. left, top: position in pixels."""
    points = sorted(points, key=lambda point: point.hands)
    low = min(0.0, *(point.gain - point.room for point in points))
    high = max(0.0, *(point.gain + point.room for point in points)) or 1.0
    first = log10(max(1, min([point.hands for point in points if point.hands] or [1])) / 3)
    wide = max(log10(max(1, points[-1].hands)) - first, 0.1)

    def across(hands: int) -> float:
        return FIGURES_WIDTH + (PANEL_WIDTH - FIGURES_WIDTH - 14) * (max(0.0, log10(hands) - first) / wide if hands else 0.0)

    def up(gain: float) -> float:
        return HEADING_HEIGHT + (PANEL_HEIGHT - HEADING_HEIGHT - 30) * (high - gain) / (high - low)

    name = points[0].game.replace("-", " ").title()
    drawn = [f'<g transform="translate({left} {top})">', _text_svg(name, FIGURES_WIDTH, 18, INK, "start", 13)]
    drawn.append(f'<path d="M{FIGURES_WIDTH} {up(0):.1f}H{PANEL_WIDTH - 14}" stroke="{FAINT}" stroke-dasharray="2 3"/>')
    for said, height in _figures(points, up):
        drawn.append(_text_svg(said, FIGURES_WIDTH - 6, height + 4, FAINT, "end"))
    line = " ".join([f"{across(point.hands):.1f},{up(point.gain):.1f}" for point in points])
    drawn.append(f'<polyline points="{line}" fill="none" stroke="{LINE}" stroke-width="2"/>')
    for point in points:
        x, high_end, foot = across(point.hands), up(point.gain + point.room), up(point.gain - point.room)
        drawn.append(f'<path d="M{x:.1f} {high_end:.1f}V{foot:.1f}" stroke="{LINE}" stroke-opacity=".45"/>')
        drawn.append(f'<circle cx="{x:.1f}" cy="{up(point.gain):.1f}" r="3" fill="{LINE}"/>')
    for point in (points[0], points[len(points) // 2], points[-1]):
        end = "end" if point is points[-1] else "middle"
        drawn.append(_text_svg(f"{point.hands:,}", across(point.hands), PANEL_HEIGHT - 10, FAINT, end))
    return "\n".join([*drawn, "</g>"])


def _figures(points: Sequence[Point], up: Callable[[float], float]) -> list[tuple[str, float]]:
    """Returns the figures beside a curve, from the lowest, each with its height in pixels.

    The figures are 0, the last gain (moved away from 0 if it is near), and the first gain if there is room. up: function from a
    gain to a height.
    """
    first, end, line = points[0].gain, points[-1].gain, up(0.0)
    figures = [("0", line)]
    if end:
        figures.append((f"{end:+.1f}", min(up(end), line - MIN_DISTANCE) if end > 0 else max(up(end), line + MIN_DISTANCE)))
    if all(abs(up(first) - height) >= MIN_DISTANCE for _, height in figures):
        figures.append((f"{first:+.1f}", up(first)))
    return sorted(figures, key=lambda figure: -figure[1])


def _text_svg(text: str, x: float, y: float, fill: str, anchor: str, size: int = 11) -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" fill="{fill}" text-anchor="{anchor}" font-size="{size}">{text}</text>'


def main(argv: Sequence[str]) -> int:
    """Draws the curves of some files; returns 1 if a file cannot be read."""
    options = arguments.Parser(__doc__)
    options.add_argument("files", nargs="+", type=Path, help="what train.py --curve wrote")
    options.add_argument("--to", type=arguments.writable_file, required=True, help="the picture to write")
    called = options.parse_args(argv)
    points: list[Point] = []
    for file in called.files:
        try:
            points += parse_points(file.read_text(encoding="utf-8"))
        except (OSError, ValueError) as wrong:
            print(f"curve.py: {file}: {wrong}", file=sys.stderr)
            return 1
    called.to.write_text(curves_svg(points), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
