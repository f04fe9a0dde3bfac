"""Measures estimates of luck: `python build/lab/luck.py [--game ID] [--deals 40] [--levels medium@8 expert-deal@20 ...]`.

The true worth of a hand is its mean result when the strongest player plays the deal several times at every seat. The program
compares it with the results of the playout policy and of other players with the same cards. It prints the spread of the true
worths and, for each player, figures of its estimates: the correlation with the true worths, the slope of a regression of the
true worths on them, the bias, the root mean square error, and this error for an infinite number of plays. The unit is a point
of a deal. All figures are corrected for the noise of the true worths. A run over all games takes hours. Only the times depend
on the machine.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from math import sqrt
from pathlib import Path
from random import Random
from statistics import fmean
from time import process_time
from typing import Final, NamedTuple

import arguments

ROOT: Final = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from goosetable.commands.console import whole_number_parser  # noqa: E402 - the source tree comes first
from goosetable.engine.game import AnyGame  # noqa: E402
from goosetable.engine.record.format import Chair, Header  # noqa: E402
from goosetable.engine.record.seed import ALPHABET, LENGTH  # noqa: E402
from goosetable.engine.record.session import Session  # noqa: E402
from goosetable.engine.rules import options  # noqa: E402
from goosetable.engine.rules.deal import Deal, Standing  # noqa: E402
from goosetable.games import SHELF  # noqa: E402
from goosetable.players import decide, make_player  # noqa: E402
from goosetable.players.agent import run_all_slices  # noqa: E402
from goosetable.players.search import play_out  # noqa: E402
from goosetable.review import luck  # noqa: E402
from goosetable.review.luck import DealWorth, HandWorths  # noqa: E402

MAX_DEAL_NUMBER: Final = 6
"""Greatest number of a deal in its game. The deals have the numbers from 1 to this one in turn."""
POLICY_NAME: Final = "policy"
POLICY_PLAYS: Final = 200


class MeasuredWorth(NamedTuple):
    """The estimated worth of a hand, in points, and the variance of this estimate."""

    mean: float
    noise: float


def main() -> int:
    """Prints a line of JSON for each game and player."""
    parser = arguments.Parser(__doc__)
    parser.add_argument("--game", choices=[game.id for game in SHELF], help="this game alone")
    parser.add_argument("--deals", type=whole_number_parser(1, arguments.MAX_GAMES), default=40)
    parser.add_argument(
        "--levels",
        nargs="*",
        type=arguments.level_parser(),
        default=["medium@8", luck.PLAYER_LEVEL],
        help="whose plays are compared",
    )
    parser.add_argument("--plays", type=whole_number_parser(1, arguments.MAX_GAMES), default=luck.REPETITIONS)
    parser.add_argument("--truth", type=arguments.level_parser(), default="expert@60", help="the strongest player")
    parser.add_argument("--truth-plays", type=whole_number_parser(2, arguments.MAX_GAMES), default=6)
    called = parser.parse_args()
    for game in SHELF:
        if called.game not in (None, game.id):
            continue
        dealt = [_deal_of_quick_players(game, number) for number in range(called.deals)]
        truth, _ = _worths_of_hands(game, dealt, called.truth, called.truth_plays)
        for level in [POLICY_NAME, *called.levels]:
            plays = POLICY_PLAYS if level == POLICY_NAME else called.plays
            found, seconds = _worths_of_hands(game, dealt, level, plays)
            told = {"game": game.id, "player": level, "plays": plays, "seconds a deal": round(seconds, 3)}
            print(json.dumps({**told, **_compare_worths(found, truth, plays)}), flush=True)
    return 0


def _deal_of_quick_players(game: AnyGame, number: int) -> tuple[Standing, Deal]:
    """Returns a deal from a game between quick players, and the standing before it. number: number of the deal in the
    series.
    """
    chosen, rng = game.Options(), Random(f"luck:{number}")
    chairs = tuple([Chair(f"Player {seat}", "greedy") for seat in range(game.seats(chosen))])
    session = Session(game, Header(game.id, options.options_as_json(chosen), "".join(rng.choices(ALPHABET, k=LENGTH)), chairs))
    players = [make_player("greedy", Random(rng.getrandbits(64)), 8) for _ in chairs]
    for before in range(number % MAX_DEAL_NUMBER, -1, -1):
        session.begin_deal()
        assert session.deal is not None
        found = session.standing, session.deal
        while before and session.due_step == "act":
            seat = session.seats_to_act[0]
            session.act(seat, decide(players[seat], session.view(seat)))
        if before:
            session.score_deal()
            if session.ended:
                break
    return found


def _worths_of_hands(
    game: AnyGame, dealt: Sequence[tuple[Standing, Deal]], level: str, plays: int
) -> tuple[list[MeasuredWorth], float]:
    """Returns the worth of all hands of these deals (deal by deal, and by seat), and the processor seconds for each deal."""
    begun, found = process_time(), []
    for number, one in enumerate(dealt):
        work = DealWorth(game, game.Options(), *one, plays, f"measured:{number}", level)
        worth = _worth_by_policy(game, *one, number) if level == POLICY_NAME else run_all_slices(work.run())
        found += [MeasuredWorth(own.mean, own.error**2) for own in worth.seats]
    return found, (process_time() - begun) / len(dealt)


def _worth_by_policy(game: AnyGame, standing: Standing, deal: Deal, number: int) -> HandWorths:
    """Returns the worth of the hands of a deal by the playout policy."""
    found = []
    for play in range(POLICY_PLAYS):
        state = game.begin_deal(game.Options(), standing, deal)
        play_out(game.heuristics, state, Random(f"policy:{number}:{play}").random)
        found.append([float(points) for points in game.points(state)])
    return luck.worth_from_points(found)


def _compare_worths(found: Sequence[MeasuredWorth], truth: Sequence[MeasuredWorth], plays: int) -> dict[str, float]:
    """Returns the figures of a comparison with the true worths, corrected for the noise of the true worths."""
    noise, own = fmean([one.noise for one in truth]), fmean([one.noise for one in found])
    mean, middle = fmean([one.mean for one in truth]), fmean([one.mean for one in found])
    true = max(fmean([(one.mean - mean) ** 2 for one in truth]) - noise, 1e-9)
    wide = max(fmean([(one.mean - middle) ** 2 for one in found]), 1e-9)
    both = fmean([(one.mean - middle) * (other.mean - mean) for one, other in zip(found, truth, strict=True)])
    off = fmean([(one.mean - other.mean) ** 2 for one, other in zip(found, truth, strict=True)]) - noise
    figures = {
        "spread of worths": sqrt(true), "correlation": both / sqrt(true * wide), "slope": both / wide, "bias": middle - mean,
        "error": sqrt(max(off, 0.0)), "error of endless plays": sqrt(max(off - own, 0.0)),
        "spread of a play": sqrt(own * plays),
    }  # fmt: skip
    return {name: round(figure, 2) for name, figure in figures.items()}


if __name__ == "__main__":
    sys.exit(main())
