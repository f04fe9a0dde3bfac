"""Measures the distribution of points in a deal, on which `Heuristics.win_chances` of most games depends.

Computer players play single deals of every game in which the highest or the lowest total wins. For each number of players, the
program prints the mean, the spread (standard deviation) and the correlation of two seats, the swing (spread of the difference
of two seats, divided by the square root of 2), and the deciles.

`uv run python build/lab/spreads.py` takes an hour; with `--level habit`, a minute.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import sqrt
from random import Random
from statistics import fmean
from typing import Any

import arguments

from goosetable.commands.console import whole_number_parser
from goosetable.engine.game import AnyGame
from goosetable.engine.hidden.view import view
from goosetable.engine.rules.deal import Standing, Stream
from goosetable.engine.rules.options import PLAYERS, options_of
from goosetable.engine.rules.state import State
from goosetable.engine.strength.win_chances import TargetRace
from goosetable.games import SHELF
from goosetable.players import decide, make_player
from goosetable.players.levels import MAX_ITERATIONS
from goosetable.players.search import play_out

CODE = "7Q4K-M2XD-9TBR"
HABIT = "habit"
"""Name that stands for the playout policy in place of a level, for quick results."""


def play_deals(game: AnyGame, options: Any, deals: int, before: int, level: str, iterations: int) -> Iterator[State]:
    """Plays deals of a game; yields their final states. before: number of earlier deals, which brought no points."""
    seats = game.seats(options)
    rng = Random(f"{game.id}:{options}:{before}")
    agents = [] if level == HABIT else [make_player(level, Random(rng.getrandbits(64)), iterations) for _ in range(seats)]
    standing = Standing(before, (0,) * seats)
    for number in range(deals):
        state = game.begin_deal(options, standing, game.deal(options, standing, number % seats, Stream(CODE, 1000 + number)))
        if level == HABIT:
            play_out(game.heuristics, state, rng.random)
        while not state.over:
            seat = rng.choice(state.seats_to_act)
            state.turn = seat
            game.apply(state, decide(agents[seat], view(game, state, seat)))
        yield state


def figures(points: Sequence[Sequence[float]]) -> tuple[float, float, float]:
    """Returns mean, standard deviation and correlation of two seats; all seats count as equal. points: by deal and seat."""
    each = [own for deal in points for own in deal]
    mean = fmean(each)
    spread = sqrt(fmean([(own - mean) ** 2 for own in each]))
    seats = len(points[0])
    together = fmean([(sum(deal) - seats * mean) ** 2 for deal in points]) / seats
    return mean, spread, (together / spread**2 - 1) / (seats - 1)


def deciles(each: Sequence[float]) -> list[float]:
    """Returns the deciles, from the least to the greatest value: eleven numbers."""
    order = sorted(each)
    return [round(order[min(len(order) * part // 10, len(order) - 1)], 2) for part in range(11)]


def report_lines(points: Sequence[Sequence[float]]) -> list[str]:
    """Returns two lines with the figures on the points of deals."""
    mean, spread, correlation = figures(points)
    apart = spread * sqrt(max(0.0, 1 - correlation))
    said = f"mean {mean:.2f} spread {spread:.2f} correlation {correlation:+.2f} swing {apart:.2f}"
    return [said, "    " + " ".join([str(own) for own in deciles([own for deal in points for own in deal])])]


def options_by_players(game: AnyGame) -> Iterator[Any]:
    """Yields the default options with every number of players up to six."""
    plain = game.Options()
    counts = [rule for rule in options_of(game.Options) if rule.key == PLAYERS]
    if not counts:
        yield plain
        return
    for choice in counts[0].choices:
        if int(str(choice.value)) <= 6:
            yield replace(plain, players=choice.value)


def numbers_of_earlier_deals(game: AnyGame, options: Any) -> Iterator[int]:
    """Yields numbers of earlier deals to measure: one for each of several sizes of hands; only 0 if all hands have the same
    size.
    """
    sizes = [game.hand_size(options, Standing(before, (0,) * game.seats(options))) for before in range(30)]
    for size in (1, 2, 3, 4, 5, 7, 9, 11, 13, 17):
        if size in sizes and len(set(sizes)) > 1:
            yield sizes.index(size)
    if len(set(sizes)) == 1:
        yield 0


def is_won_by_totals(game: AnyGame) -> bool:
    """Returns True if the highest or the lowest total wins the game."""
    return isinstance(game.heuristics, TargetRace) or game.text.deal_count(game.Options()) > 0


def main() -> None:
    """Prints a line for each game, number of players and size of hands."""
    parser, ids = arguments.Parser(__doc__), [game.id for game in SHELF if is_won_by_totals(game)]
    parser.add_argument("--games", nargs="*", choices=ids, default=ids)
    parser.add_argument("--deals", type=whole_number_parser(2, arguments.MAX_GAMES), default=200)
    parser.add_argument("--level", type=arguments.level_parser(HABIT), default="hard-deal")
    parser.add_argument("--iterations", type=whole_number_parser(1, MAX_ITERATIONS), default=40)
    called = parser.parse_args()
    for game in SHELF:
        if game.id not in called.games:
            continue
        for table in options_by_players(game):
            for before in numbers_of_earlier_deals(game, table):
                states = list(play_deals(game, table, called.deals, before, called.level, called.iterations))
                points = [[float(own) for own in game.points(state)] for state in states]
                size = sum(len(state.actions) for state in states) // len(states)
                first, second = report_lines(points)
                print(f"{game.id} {game.seats(table)} seats, deal {before + 1} ({size} actions): {first}\n{second}", flush=True)


if __name__ == "__main__":
    main()
