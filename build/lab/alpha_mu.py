"""Measures whether alpha-mu plays endings of Cross Purposes better than an average over solved determinizations.

A search that solves each determinization separately assumes that the player will know all hands at its next card (strategy
fusion). Alpha-mu (Cazenave and Ventos, 2020) makes the player choose its next M cards alike in all determinizations that it
cannot distinguish, and solves each determinization after these cards. It assumes that the other seat knows all hands. A line of
play has a vector with the number of tricks in each determinization. A position has a front: a set of vectors that do not
dominate each other, limited to the `MAX_VECTORS` best on average. M = 1 is the usual average over determinizations.

Two players P (`oracle.py`) play each first half up to its last tricks. The program then plays it to the end three times: with P
at both seats, and with alpha-mu at either seat against P. It prints a line of JSON for each M:

- `gain`: points of the deal that alpha-mu gains over P with the same cards (a trick of the first half is worth `TRICK_POINTS`
points of lead), and `95 %`, the interval of this gain over deals - `halves that differ`: number of halves in which alpha-mu
takes more or fewer tricks than P - `milliseconds`, `of P`: mean time of a decision of alpha-mu and of P

`uv run python build/lab/alpha_mu.py --deals 300 [--core FOLDER]`; some minutes, compiled.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from random import Random
from time import process_time
from typing import Final

import arguments

ROOT: Final = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(arguments.core_of_arguments(sys.argv[1:]) or ROOT))

from oracle import SearchPlayer  # noqa: E402 - the source tree, or the core, comes first

from goosetable.commands.console import whole_number_parser  # noqa: E402
from goosetable.commands.series import Ratio  # noqa: E402
from goosetable.engine.hidden.view import View, sample_determinization, sampler_for, view  # noqa: E402
from goosetable.engine.record.seed import code_in_series  # noqa: E402
from goosetable.engine.rules.action import Action  # noqa: E402
from goosetable.engine.rules.deal import Standing, Stream  # noqa: E402
from goosetable.engine.rules.state import State  # noqa: E402
from goosetable.engine.strength.heuristics import UNGUIDED  # noqa: E402
from goosetable.games import find_game  # noqa: E402
from goosetable.games.cross_purposes.rules import TRICKS_PER_HALF, CrossState  # noqa: E402
from goosetable.players.search_agent import Skill  # noqa: E402

GAME: Final = find_game("cross-purposes")
TRICK_POINTS: Final = TRICKS_PER_HALF
"""Worth of a trick of the first half, in points of lead."""
MAX_VECTORS: Final = 16
"""Greatest number of vectors in a front."""

Worlds = dict[int, CrossState]
"""Determinizations by number, which the player cannot distinguish."""
Vector = Mapping[int, int]
"""By number of the determinization, the number of tricks that the player takes in the half."""
ChooseAction = Callable[[View, Random], Action]


def alpha_mu(moves: int, worlds: int, seen: View, rng: Random) -> Action:
    """Returns the card whose front has the vector with the highest average. moves: M. worlds: number of determinizations."""
    hidden, found = sampler_for(seen), {}
    for number in range(worlds):
        found[number] = cut_to_first_half(sample_determinization(seen, rng, hidden))
    reached = {action: _best_sum(_front(_worlds_after(found, action), seen.seat, moves - 1)) for action in seen.legal}
    most = max(reached.values())
    return GAME.heuristics.choose_playout_action(seen.known, [action for action in seen.legal if reached[action] == most], 0.5)


def cut_to_first_half(state: State) -> CrossState:
    """Changes a state of the first half in place, so that the deal ends with this half; returns it."""
    assert isinstance(state, CrossState)
    GAME.heuristics.try_cut_to_current_part(state)
    state.keeps_actions = False
    return state


def _front(worlds: Worlds, seat: int, moves: int) -> list[Vector]:
    """Returns the front of a position. moves: number of cards that the player still chooses alike in all determinizations."""
    first = next(iter(worlds.values()))
    if first.over or (moves == 0 and first.turn == seat):
        return [{number: solved_tricks(state, seat) for number, state in worlds.items()}]
    if first.turn == seat:
        return _undominated(
            [vector for action in GAME.legal(first) for vector in _front(_worlds_after(worlds, action), seat, moves - 1)]
        )
    replies: dict[Action, Worlds] = {}
    for number, state in worlds.items():
        for action in GAME.legal(state):
            replies.setdefault(action, {})[number] = state
    front: list[Vector] = [{}]
    for action, part in replies.items():
        fronts = _front(_worlds_after(part, action), seat, moves)
        front = _undominated([_worst_case(one, other) for one in front for other in fronts])
    return front


def _worlds_after(worlds: Worlds, action: Action) -> Worlds:
    """Returns the determinizations after an action."""
    found = {}
    for number, state in worlds.items():
        after = state.copy()
        GAME.apply(after, action)
        found[number] = after
    return found


def _worst_case(one: Vector, other: Vector) -> Vector:
    """Returns the smaller number of tricks in each determinization. The other seat can reach it, because it chooses knowing all
    hands.
    """
    return {**one, **{number: min(tricks, one.get(number, tricks)) for number, tricks in other.items()}}


def _undominated(vectors: list[Vector]) -> list[Vector]:
    """Returns the vectors that no other vector dominates, at most `MAX_VECTORS`, the best on average first."""
    kept: list[Vector] = []
    for vector in sorted(vectors, key=lambda one: -sum(one.values())):
        if not any(all(other[number] >= tricks for number, tricks in vector.items()) for other in kept):
            kept.append(vector)
            if len(kept) == MAX_VECTORS:
                break
    return kept


def _best_sum(front: list[Vector]) -> int:
    return max(sum(vector.values()) for vector in front)


def solved_tricks(state: CrossState, seat: int) -> int:
    """Returns the number of tricks that a seat takes in a half if both seats know all cards and play only for this half."""
    if state.over:
        return state.taken()[seat]
    found = []
    for action in GAME.legal(state):
        after = state.copy()
        GAME.apply(after, action)
        found.append(solved_tricks(after, seat))
    return max(found) if state.turn == seat else min(found)


# ---------------------------------------------------------------------- endings


def play_to_ending(player: ChooseAction, code: str, dealer: int, cards: int) -> CrossState:
    """Plays a first half, with one player at both seats, until each hand has `cards` cards; returns the state."""
    standing, options = Standing(0, (0, 0)), GAME.Options()
    state: CrossState = GAME.begin_deal(options, standing, GAME.deal(options, standing, dealer, Stream(code, 1)))
    while state.is_naming_pending or state.trick or state.hands[0].bit_count() > cards:
        _take_action(state, player, code)
    return state


def play_on(start: CrossState, choosers: tuple[ChooseAction, ChooseAction], code: str) -> tuple[int, ...]:
    """Plays a first half to its end; returns the number of tricks by seat."""
    state = start.copy()
    while state.half == 1:
        _take_action(state, choosers[state.turn], code)
    return state.first


def _take_action(state: CrossState, choose: ChooseAction, code: str) -> None:
    seen = view(GAME, state, state.turn)
    action = seen.legal[0] if len(seen.legal) == 1 else choose(seen, Random(f"{code}:{len(state.actions)}"))
    GAME.apply(state, action)


class TimedPlayer:
    """A player that measures the processor time of its decisions."""

    def __init__(self, choose: ChooseAction) -> None:
        self._choose = choose
        self._seconds, self._decisions = 0.0, 0

    def __call__(self, seen: View, rng: Random) -> Action:
        begun = process_time()
        action = self._choose(seen, rng)
        self._seconds += process_time() - begun
        self._decisions += 1
        return action

    @property
    def milliseconds(self) -> float:
        return round(1000 * self._seconds / max(self._decisions, 1), 2)


def main() -> int:
    """Plays the endings with each M, and prints a line of JSON for each."""
    number, parser = whole_number_parser(1, arguments.MAX_GAMES), arguments.Parser(__doc__)
    parser.add_argument("--deals", type=number, default=100)
    parser.add_argument("--cards", type=whole_number_parser(2, 6), default=4, help="cards in each hand where endings begin")
    parser.add_argument("--moves", type=whole_number_parser(1, 4), nargs="*", default=[1, 2], help="M")
    parser.add_argument("--worlds", type=number, default=24, help="determinizations of alpha-mu, and solver slices of P")
    parser.add_argument("--seed", default="alpha-mu")
    parser.add_argument(
        arguments.CORE_OPTION, type=arguments.core_folder, metavar="FOLDER", help="play with the compiled core there"
    )
    called = parser.parse_args()
    p = SearchPlayer(Skill(iterations=called.worlds, solver_slices=called.worlds, guidance=UNGUIDED))

    def usual(seen: View, rng: Random) -> Action:
        return p.search(seen, rng).best_action()

    starts = []
    for deal in range(called.deals):
        code = code_in_series(called.seed, deal + 1)
        starts.append((code, play_to_ending(usual, code, deal % 2, called.cards)))
    for moves in called.moves:
        one, other, gains, differ = TimedPlayer(partial(alpha_mu, moves, called.worlds)), TimedPlayer(usual), Ratio(), 0
        for code, start in starts:
            plain = play_on(start, (usual, usual), code)
            ahead = [play_on(start, (one, other), code)[0] - plain[0], play_on(start, (other, one), code)[1] - plain[1]]
            gains.add_cluster(TRICK_POINTS * sum(ahead), 2)
            differ += sum([bool(tricks) for tricks in ahead])
        between = gains.interval()
        figures = {
            "M": moves, "deals": called.deals, "gain": round(float(gains.sum_per_unit or 0), 3),
            "95 %": None if between is None else [round(between.low, 3), round(between.high, 3)], "halves that differ": differ,
            "milliseconds": one.milliseconds, "of P": other.milliseconds,
        }  # fmt: skip
        print(json.dumps(figures), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
