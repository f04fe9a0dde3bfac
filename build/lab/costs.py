"""Measures whether a review is honest: `python build/lab/costs.py [--game ID] [--decisions 300] [--codes 200]`.

Costs: the program reviews decisions of the greedy player. For each significant cost, it plays out both actions in 1,000 fresh
determinizations. The cost is confirmed if the best action is better again. Advice: a player that follows the review plays a
deal among experts, and experts alone play the same deal; the interval of the advised seat's loss should include 0.

The program also prints the time of a deal and of a first opinion. A run over all games takes hours. Only the times depend on
the machine.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Generator
from math import sqrt
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Final

import arguments

ROOT: Final = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from goosetable import Playthrough, play  # noqa: E402 - the source tree comes first
from goosetable.commands.console import whole_number_parser  # noqa: E402
from goosetable.engine.hidden.view import View  # noqa: E402
from goosetable.engine.record.seed import ALPHABET, LENGTH  # noqa: E402
from goosetable.engine.rules.action import Action  # noqa: E402
from goosetable.games import SHELF, find_game  # noqa: E402
from goosetable.players.levels import MAX_ITERATIONS  # noqa: E402
from goosetable.review.deal_review import DealReview  # noqa: E402
from goosetable.review.evaluate import (  # noqa: E402
    Adviser,
    Playouts,
    form_opinion,
)
from goosetable.review.opinion import ERRORS_OF_INTERVAL, Opinion  # noqa: E402
from goosetable.review.steps import PlayedDeal, finished_deals  # noqa: E402

PLAYOUTS: Final = 1000
SEATS: Final = {"goose": 4, "throps": 3, "cross-purposes": 2, "goosed": 4, "fools-gold": 3, "gops": 2, "gooseberry-fool": 3}


class AdvisedPlayer:
    """A player that takes the action that a review rates best."""

    def __init__(self, adviser: Adviser) -> None:
        self._adviser = adviser

    def think(self, view: View) -> Generator[None, None, Action]:
        """Returns the best action, in work slices.

        If the first opinion rates the action played as best, asks for a second opinion on another action, because an equally
        good action counts as best if it was played.
        """
        for played in (view.legal[0], view.legal[-1]):
            opinion = yield from form_opinion(view, played, len(view.known.actions), self._adviser)
            best = view.game.parse_action(opinion.best, view.legal)
            if best != played:
                break
        return best


def main() -> int:
    """Prints a line of JSON for each game."""
    parser = arguments.Parser(__doc__)
    parser.add_argument("--game", choices=[game.id for game in SHELF], help="this game alone")
    parser.add_argument(
        "--decisions",
        type=whole_number_parser(1, arguments.MAX_GAMES),
        default=300,
        help="reviewed decisions of the greedy player (300)",
    )
    parser.add_argument(
        "--codes", type=whole_number_parser(0, arguments.MAX_GAMES), default=0, help="codes for the advised player (0)"
    )
    parser.add_argument("--iterations", type=whole_number_parser(1, MAX_ITERATIONS), help="of a decision, instead of the usual")
    called = parser.parse_args()
    adviser = Adviser(iterations=called.iterations)
    for game in SHELF:
        if called.game in (None, game.id):
            print(json.dumps({"game": game.id, **_measure_costs(game.id, called.decisions, adviser)}), flush=True)
            if called.codes:
                print(json.dumps({"game": game.id, **_measure_advice(game.id, called.codes, adviser)}), flush=True)
    return 0


def _code_of_game(number: int) -> str:
    return "".join(Random(f"costs:{number}").choices(ALPHABET, k=LENGTH))


def _play_game(game: str, number: int, seats: list[object]) -> Playthrough:
    table = play(game, _code_of_game(number), seats, seed=f"costs:{number}")  # type: ignore[arg-type] # players or their names
    table.run(most_deals=1)
    return table


def _measure_costs(game: str, wanted: int, adviser: Adviser) -> dict[str, object]:
    reviewed = counted = confirmed = number = 0
    first, whole, named = 0.0, 0.0, []
    while reviewed < wanted:
        table = _play_game(game, number, ["greedy"] * SEATS[game])
        (deal,) = finished_deals(table.record.encode(), find_game)
        start = perf_counter()
        review = DealReview(deal, adviser, [number % SEATS[game]])
        begun = False
        for opinion in review.run():
            if opinion is not None and opinion.had_choice and not begun:
                begun, first = True, max(first, perf_counter() - start)
        whole = max(whole, perf_counter() - start)
        for place, opinion in review.opinions.items():
            reviewed += opinion.had_choice
            if opinion.cost.is_significant:
                counted += 1
                again = _is_confirmed(deal, place, opinion)
                confirmed += again
                if not again:
                    named.append(f"{_code_of_game(number)}:{opinion.line}")
        number += 1
    share = confirmed / counted if counted else None
    return {
        "reviewed": reviewed, "counted": counted, "confirmed": confirmed, "share": share, "deals": number,
        "longest deal, s": round(whole, 1), "longest first opinion, s": round(first, 2), "not confirmed": named,
    }  # fmt: skip


def _is_confirmed(deal: PlayedDeal, place: int, opinion: Opinion) -> bool:
    """Returns whether the best action is better than the action played in fresh playouts; True for an exact cost."""
    if not opinion.deals:
        return True  # exact
    step = deal.steps[place]
    seen = step.view(deal.game)
    best = deal.game.parse_action(opinion.best, seen.legal)
    playouts = Playouts(seen, [best, step.action], Random(f"again:{deal.digest}:{place}"))
    for _ in playouts.run(PLAYOUTS):
        pass
    return playouts.cost(best, step.action).worth.mean > 0


def _measure_advice(game: str, codes: int, adviser: Adviser) -> dict[str, object]:
    """Returns the points of a deal that the advised seat loses against an expert in its place, with the 95 % interval."""
    level = "expert" if adviser.iterations is None else f"expert@{adviser.iterations}"
    lost = []
    for number in range(codes):
        seats, seat = SEATS[game], number % SEATS[game]
        experts: list[object] = [level] * seats
        alone = _play_game(game, number, experts).totals[seat]
        advised = _play_game(game, number, [*experts[:seat], AdvisedPlayer(adviser), *experts[seat + 1 :]]).totals[seat]
        lost.append(float(alone - advised))
    mean = sum(lost) / codes
    wide = ERRORS_OF_INTERVAL * sqrt(sum([(one - mean) ** 2 for one in lost]) / max(codes - 1, 1) / codes)
    return {"codes": codes, "lost a deal": mean, "95 %": [mean - wide, mean + wide]}


if __name__ == "__main__":
    sys.exit(main())
