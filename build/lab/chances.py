"""Compares `Heuristics.win_chances` with results of games: `python build/lab/chances.py [--game ID] [--core FOLDER]`.

Equal players play whole games of every game and number of players, or of one game by the house rules of `--option`. The same
seed plays the same games. The program prints:

- the logarithmic loss of the chances after each deal but the last, as a mean over games with its 95 % interval, beside the loss
  of equal chances; the smaller the better, and 0 if every winner had the chance 1
- for chances of about a tenth, two tenths and so on, the fraction of seats with such a chance that won
- the points of a deal, in the form of `spreads.py`
"""

from __future__ import annotations

import gc
import sys
from collections.abc import Iterable, Sequence
from itertools import pairwise
from math import log, sqrt
from pathlib import Path
from random import Random
from statistics import fmean
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import arguments

if TYPE_CHECKING:
    from goosetable.engine.game import AnyGame
    from goosetable.engine.rules.deal import Standing

ROOT: Final = Path(__file__).resolve().parents[2]
MIN_CHANCE: Final = 1e-4
"""Lower limit of a chance in the loss, so that one surprise does not dominate the mean."""
ERRORS_OF_INTERVAL: Final = 1.96
"""Half the width of a 95 % interval, in standard errors."""
BINS: Final = 10
MAX_DEALS: Final = 80
"""Number of deals after which a game without a winner ends and is not counted."""


class PlayedGame(NamedTuple):
    """A finished game."""

    standings: tuple[Standing, ...]
    """Standing after each deal."""
    winners: tuple[int, ...]


class Accuracy(NamedTuple):
    """Accuracy of the chances of winning."""

    loss: float
    """Mean over games of the logarithmic loss: minus the natural logarithm of the winner's chance."""
    room: float
    """Half the width of its 95 % interval."""
    knowing_nothing: float
    """The same loss if all seats always had equal chances."""
    bins: tuple[tuple[float, float, int], ...]
    """For each tenth that contains chances: mean chance, fraction of these seats that won, and number of seats."""


def play_game(game: AnyGame, options: Any, level: str, iterations: int | None, seed: str) -> PlayedGame | None:
    """Plays a whole game between equal players; returns None for a game without a winner after `MAX_DEALS` deals."""
    from goosetable.engine.record.format import Chair, Header
    from goosetable.engine.record.seed import ALPHABET, LENGTH
    from goosetable.engine.record.session import Session
    from goosetable.engine.rules.options import options_as_json
    from goosetable.players import decide, make_player

    rng = Random(seed)
    chairs = tuple([Chair(f"Player {seat}", level) for seat in range(game.seats(options))])
    session = Session(game, Header(game.id, options_as_json(options), "".join(rng.choices(ALPHABET, k=LENGTH)), chairs))
    players = [make_player(level, Random(rng.getrandbits(64)), iterations) for _ in chairs]
    standings: list[Standing] = []
    while session.due_step == "deal" and len(standings) < MAX_DEALS:
        session.begin_deal()
        while session.due_step == "act":
            seat = rng.choice(session.seats_to_act)
            session.act(seat, decide(players[seat], session.view(seat)))
        session.score_deal()
        standings.append(session.standing)
    return PlayedGame(tuple(standings), session.winners) if session.winners else None


def measure_accuracy(game: AnyGame, options: Any, games: Iterable[PlayedGame]) -> Accuracy:
    """Returns the accuracy of the chances in these games. Games of one deal are left out."""
    losses: list[float] = []
    bins: list[list[tuple[float, float]]] = [[] for _ in range(BINS)]
    seats = game.seats(options)
    for one in games:
        won = [float(seat in one.winners) / len(one.winners) for seat in range(seats)]
        told: list[float] = []
        for standing in one.standings[:-1]:
            chances = game.heuristics.win_chances(options, standing)
            told.append(
                -sum([share * log(max(chance, MIN_CHANCE)) for share, chance in zip(won, chances, strict=True) if share])
            )
            for share, chance in zip(won, chances, strict=True):
                bins[min(int(chance * BINS), BINS - 1)].append((chance, share))
        if told:
            losses.append(fmean(told))
    if not losses:
        return Accuracy(0.0, 0.0, 0.0, ())
    mean = fmean(losses)
    room = ERRORS_OF_INTERVAL * sqrt(sum([(loss - mean) ** 2 for loss in losses]) / max(1, len(losses) - 1) / len(losses))
    means = [(fmean([chance for chance, _ in some]), fmean([share for _, share in some]), len(some)) for some in bins if some]
    return Accuracy(mean, room, log(seats), tuple(means))


def points_of_deals(games: Iterable[PlayedGame]) -> list[list[float]]:
    """Returns, for each deal of these games, the points by seat."""
    found: list[list[float]] = []
    for one in games:
        found.append([float(total) for total in one.standings[0].totals])
        for before, after in pairwise(one.standings):
            found.append([float(now - then) for then, now in zip(before.totals, after.totals, strict=True)])
    return found


def report_lines(game: AnyGame, options: Any, games: Sequence[PlayedGame]) -> list[str]:
    """Returns the lines to print on one game with one number of players."""
    import spreads

    found, points = measure_accuracy(game, options, games), points_of_deals(games)
    length = len(points) / len(games)
    lines = [f"{game.id} {game.seats(options)} seats: {len(games)} games of {length:.1f} deals"]
    if found.bins:
        lines[0] += f", loss {found.loss:.4f} +-{found.room:.4f}, knowing nothing {found.knowing_nothing:.4f}"
        lines.append("    " + "  ".join([f"{chance:.2f}: {won:.2f} of {count}" for chance, won, count in found.bins]))
    first, second = spreads.report_lines(points)
    return [*lines, f"    a deal: {first}", second]


def main(argv: Sequence[str]) -> int:
    """Prints the lines of every game, or of one; returns 2 for a wrong call."""
    sys.path.insert(0, str(arguments.core_of_arguments(argv) or ROOT))
    parser = _parser()
    called = parser.parse_args(argv)
    if called.core:
        gc.set_threshold(100_000)  # as in the compiled core: many objects, and no circles of them
    from spreads import options_by_players

    from goosetable.commands.setup import options_and_seat_count
    from goosetable.engine.rules.options import make_options
    from goosetable.games import SHELF

    ids = [game.id for game in SHELF]
    if called.game not in (None, *ids):
        parser.error(f"there is no game {called.game!r}; there are {', '.join(ids)}")
    if called.option and called.game is None:
        parser.error("a house rule is one of a game: name it with --game")
    for game in SHELF:
        if called.game in (None, game.id):
            try:
                tables = (
                    [make_options(game.Options, options_and_seat_count(game, called.option, 0)[0])]
                    if called.option
                    else list(options_by_players(game))
                )
            except ValueError as wrong:
                parser.error(str(wrong))
            for options in tables:
                named = ":".join([called.seed, game.id, str(game.seats(options)), *called.option])
                games: list[PlayedGame] = []
                for number in range(called.games):
                    one = play_game(game, options, called.level, called.iterations, f"{named}:{number}")
                    if one is not None:
                        games.append(one)
                if games:
                    print(*report_lines(game, options, games), sep="\n", flush=True)
    return 0


def _parser() -> arguments.Parser:
    from goosetable.commands.console import whole_number_parser
    from goosetable.players.levels import MAX_ITERATIONS

    options = arguments.Parser(__doc__)
    options.add_argument("--game", help="this game alone, by its id")
    options.add_argument("--option", action="append", default=[], metavar="KEY=VALUE", help="a house rule, as in simulate")
    options.add_argument(
        "--games",
        type=whole_number_parser(1, arguments.MAX_GAMES),
        default=100,
        metavar="N",
        help="games for each number of players (100)",
    )
    options.add_argument("--level", type=arguments.level_parser(), default="expert", help="who plays (expert)")
    options.add_argument(
        "--iterations", type=whole_number_parser(1, MAX_ITERATIONS), help="of a decision, instead of what the level has"
    )
    options.add_argument("--seed", default="chances", help="where all cards and choices come from (chances)")
    told = "play with the compiled core in this folder"
    options.add_argument(arguments.CORE_OPTION, type=arguments.core_folder, metavar="FOLDER", help=told)
    return options


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
