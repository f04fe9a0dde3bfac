"""Counts blunders of levels near the end of deals: `python build/lab/blunders.py GAME --levels hard`.

The program plays deals with a mixture of random actions and the game's playout policy. At each decision with a small hand,
`positions.py` builds all deals that agree with the seat's view, and plays each of them in all possible ways, without the
certain choices that players know. An action is a blunder if another one dominates it: in each deal the worst result of the
other is at least the best result of this one, and on average it is higher. The level decides in each position in which some
legal actions are blunders and others are not. `--core FOLDER` plays with the compiled core.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from random import Random
from typing import Final, NamedTuple

import arguments

ROOT: Final = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(arguments.core_of_arguments(sys.argv[1:]) or ROOT))

from goosetable.app.storage.history.figures import Share  # noqa: E402 - the source tree, or the core, comes first
from goosetable.commands.console import whole_number_parser  # noqa: E402
from goosetable.engine.game import AnyGame  # noqa: E402
from goosetable.engine.hidden.view import View, view  # noqa: E402
from goosetable.engine.record.seed import code_in_series  # noqa: E402
from goosetable.engine.rules.action import Action  # noqa: E402
from goosetable.engine.rules.state import SealedState  # noqa: E402
from goosetable.games import SHELF, find_game  # noqa: E402
from goosetable.players import decide, make_player  # noqa: E402

import positions  # noqa: E402 isort: skip - it puts the source tree first

SEED: Final = "blunders"
POSITIONS: Final = 500
MAX_CARDS_IN_HAND: Final = 3
"""Greatest number of cards in the hand at a decision that is analysed."""
MAX_DEALS: Final = 120
"""Greatest number of deals that are analysed for one decision."""


class BlunderCount(NamedTuple):
    """Number of a level's blunders, and of positions in which a blunder was possible."""

    blunders: int
    positions: int

    def line(self) -> str:
        """Returns the share of blunders with its 95 % interval (Wilson)."""
        share = Share(self.blunders, self.positions)
        low, high = share.interval
        return f"{self.blunders} of {self.positions} positions, {share.fraction:.1%} ({low:.1%} to {high:.1%})"


def find_blunders(game: AnyGame, seen: View) -> set[Action]:
    """Returns the legal actions that are blunders. Raises `positions.TooLong` if there are too many deals or ends."""
    laid = positions.possible_states(seen, MAX_DEALS)
    Random(f"{seen.hand}").shuffle(laid)  # most pairs are settled by a few deals
    solver = positions.Solver(game, seen.seat, False)
    gaps = {(one, other): 0.0 for one in seen.legal for other in seen.legal if one != other}
    count = 0
    for found in chain.from_iterable(solver.ranges(world) for world in laid):
        count += 1
        gaps = {
            (one, other): gap + found[one].low - found[other].high
            for (one, other), gap in gaps.items()
            if found[one].low >= found[other].high
        }
        if not gaps:
            break
    return {other for (_, other), gap in gaps.items() if gap >= positions.MIN_GAIN * count}


def positions_with_blunders(game: AnyGame, seed: str) -> Iterator[tuple[View, set[Action]]]:
    """Plays an endless series of deals. Yields each view in which some legal actions are blunders and others are not, and the
    blunders.
    """
    seats, number = game.seats(game.Options()), 0
    while True:
        number += 1
        rng = Random(f"{seed} {game.id} {number}")
        state, wild = positions.first_state(game, code_in_series(f"{seed} {game.id}", number), number % seats), rng.random()
        while not state.over:
            seen = view(game, state, state.turn)
            committed = isinstance(state, SealedState) and state.committed
            if len(seen.legal) > 1 and seen.hand.bit_count() <= MAX_CARDS_IN_HAND and not committed:
                try:
                    found = find_blunders(game, seen)
                except positions.TooLong:
                    found = set()
                if found and len(found) < len(seen.legal):
                    yield seen, found
            random = rng.random() < wild
            game.apply(
                state,
                rng.choice(seen.legal) if random else game.heuristics.choose_playout_action(state, seen.legal, rng.random()),
            )


def main() -> int:
    """Counts the blunders of each level, and prints a line for each."""
    parser = arguments.Parser(__doc__)
    parser.add_argument("game", choices=[game.id for game in SHELF])
    parser.add_argument(
        "--levels", type=arguments.level_parser(), nargs="+", default=["medium", "hard"], help="medium and hard"
    )
    parser.add_argument("--positions", type=whole_number_parser(1, arguments.MAX_GAMES), default=POSITIONS, metavar="N")
    parser.add_argument("--seed", default=SEED, help="where all deals and choices come from")
    parser.add_argument(
        arguments.CORE_OPTION, type=arguments.core_folder, metavar="FOLDER", help="play with this compiled core"
    )
    called = parser.parse_args()
    counts = {level: BlunderCount(0, 0) for level in called.levels}
    for number, (seen, found) in enumerate(positions_with_blunders(find_game(called.game), called.seed), 1):
        for level, count in counts.items():
            action = decide(make_player(level, Random(f"{called.seed}:{number}")), seen)
            counts[level] = BlunderCount(count.blunders + (action in found), number)
        if number == called.positions:
            break
    for level, count in counts.items():
        print(f"{called.game}, {level}: {count.line()}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
