"""Finds positions with one right answer by solving ends of deals exactly, and writes tests/players/positions.jsonl.

python build/lab/positions.py [--game GAME] [--each N]

A right answer depends on no assumption about the play of any seat. The program builds all deals that agree with the view of the
seat to act, and plays each of them in all possible ways; in a game of sealed bids, for all bids that the others may make at the
same time. The result of an action is the payoff of the deal (`Heuristics.payoff`, 0..1). There are two kinds of right answers:

- `sure`: in every such deal, the worst result of the action, for any later play of all seats, is at least the best result of
any other action; on average it is higher. - `solved`: only one deal agrees with the view, so that the seat knows all cards. The
worst result of the action, if the seat itself plays on perfectly, is higher than the best result of any other action. With two
players, both are assumed to play on perfectly.

The gain of a position is the difference of these results for the right action and the next best one, on average over the deals.
A deal gives at most one position, the earliest.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, permutations
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple

ROOT: Final = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from goosetable.cards import BIT, Cards, members  # noqa: E402 - the source tree comes first
from goosetable.engine.game import AnyGame  # noqa: E402
from goosetable.engine.hidden.view import View, determinization_from, view  # noqa: E402
from goosetable.engine.record.seed import code_in_series, format_code  # noqa: E402
from goosetable.engine.rules.action import Action  # noqa: E402
from goosetable.engine.rules.deal import Standing, Stream  # noqa: E402
from goosetable.engine.rules.state import SealedState, State  # noqa: E402
from goosetable.games import SHELF, find_game  # noqa: E402

POSITIONS_FILE: Final = ROOT / "tests" / "players" / "positions.jsonl"
SEED: Final = "positions"
POSITIONS_PER_GAME: Final = 32
"""Number of positions for each game."""
MAX_DEALS: Final = 600
"""Greatest number of deals that are analysed for one decision."""
MAX_ENDS: Final = 4000
"""Greatest number of ways to play such a deal to its end."""
MIN_GAIN: Final = 0.004
"""Least gain of a position as a payoff. It is a point or two in games with margins."""
MAX_CARDS_IN_HAND: Final = 5
"""Greatest number of cards in the hand at a decision that is analysed."""
SURE, SOLVED = "sure", "solved"


class TooLong(Exception):
    """Error: there are more than `MAX_DEALS` deals, or more than `MAX_ENDS` ways to play one to its end."""


@dataclass(frozen=True)
class Position:
    """A decision of one seat with its only right answer; actions are in the notation of records."""

    game: str
    code: str
    dealer: int
    actions: tuple[str, ...]
    """Earlier actions of the deal, which is the first one of the code."""
    seat: int
    right: str
    kind: str
    deals: int
    """Number of deals that agree with the seat's view; each counts once for every set of bids of the others."""
    gain: float

    def replayed(self) -> tuple[AnyGame, State]:
        """Replays the deal; returns the game and the state at the decision. Raises ValueError for an illegal action."""
        game = find_game(self.game)
        state = first_state(game, self.code.replace("-", ""), self.dealer)
        for text in self.actions:
            legal = game.legal(state)
            action = game.parse_action(text, legal)
            if action not in legal:
                raise ValueError(f"{text} is not legal")
            game.apply(state, action)
        return game, state


def first_state(game: AnyGame, code: str, dealer: int) -> State:
    """Returns the state at the beginning of the first deal of a code, with this dealer."""
    options = game.Options()
    fresh = Standing(0, (0,) * game.seats(options))
    state: State = game.begin_deal(options, fresh, game.deal(options, fresh, dealer, Stream(code, 1)))
    return state


def load_positions(path: Path = POSITIONS_FILE) -> list[Position]:
    """Returns the positions of a file."""
    lines = path.read_text(encoding="utf-8").splitlines()
    return [Position(**{**found, "actions": tuple(found["actions"].split(", "))}) for found in map(json.loads, lines)]


# ---------------------------------------------------------------------- the information set


def possible_states(seen: View, most: int = MAX_DEALS) -> list[State]:
    """Returns a state for every deal that agrees with a view. Bids that the others may have made in this round are left out.

    Raises TooLong if there are more than `most`.
    """
    others = [size for _, size in seen.hidden]
    rooms = [*seen.unknown_counts, *others]
    voids = [*seen.known.voids, *(seen.known.pile_voids(pile) for pile, _ in seen.hidden)]
    known, found = seen.known.knowledge(seen.seat), []
    for dealt in _distributions(seen.unseen, rooms, voids):
        if known is not None:
            kind = known.counted & seen.unseen
            held = [(hand & kind).bit_count() for hand in dealt]
            cases = (all(low <= had <= high for had, (low, high) in zip(held, case, strict=False)) for case in known.cases)
            if not any(cases) or (known.fits is not None and not known.fits(dealt)):
                continue
        state = determinization_from(seen, dealt, Random(0))
        stocks: Iterable[tuple[int, ...]] = permutations(sorted(state.stock)) if isinstance(state, SealedState) else [()]
        for stock in stocks:
            found.append(state.copy())
            if isinstance(found[-1], SealedState):
                found[-1].stock = list(stock)
            if len(found) > most:
                raise TooLong
    return found


def _distributions(unseen: Cards, rooms: Sequence[int], voids: Sequence[Cards], place: int = 0) -> Iterator[list[Cards]]:
    """Yields every way to deal cards to places. rooms: by place, its number of cards. voids: by place, cards that it may not
    get.
    """
    if place == len(rooms):
        yield []
        return
    for chosen in combinations(members(unseen & ~voids[place]), rooms[place]):
        group = sum(BIT[card] for card in chosen)
        for rest in _distributions(unseen & ~group, rooms, voids, place + 1):
            yield [group, *rest]


# ---------------------------------------------------------------------- results of an action


class PayoffRange(NamedTuple):
    """The worst and the best possible payoff."""

    low: float
    high: float


class Solver:
    """A solver that plays one deal in all possible ways, and values the results for one seat. certain: whether the seat knows
    all cards.
    """

    def __init__(self, game: AnyGame, seat: int, certain: bool) -> None:
        self.game, self.seat, self.certain = game, seat, certain
        self.ends = 0

    def range(self, state: State) -> PayoffRange:
        """Returns the range of the seat's payoffs from a state. Raises TooLong after `MAX_ENDS` ends.

        If the seat knows all cards, the lower limit assumes that it plays perfectly. With two players, both limits assume that
        both do.
        """
        if state.over:
            self.ends += 1
            if self.ends > MAX_ENDS:
                raise TooLong
            payoff = self.game.heuristics.payoff(state)[self.seat]
            return PayoffRange(payoff, payoff)
        found = [self.range(self.after(state, action)) for action in self.game.legal(state)]
        own = state.turn == self.seat and self.certain
        low = (max if own else min)(one.low for one in found)
        if self.certain and len(state.hands) == 2:
            return PayoffRange(low, low)  # both play perfectly, in a zero-sum game
        return PayoffRange(low, max(one.high for one in found))

    def after(self, state: State, action: Action) -> State:
        """Returns the state after an action, as a copy."""
        after = state.copy()
        after.keeps_actions = False
        self.game.apply(after, action)
        return after

    def ranges(self, state: State) -> list[dict[Action, PayoffRange]]:
        """Returns the range of each legal action, in one mapping for each set of bids that the others may make meanwhile."""
        legal = self.game.legal(state)
        after = {action: [self.after(state, action)] for action in legal}
        if isinstance(state, SealedState):
            while any(isinstance(one, SealedState) and one.committed and not one.over for one in after[legal[0]]):
                after = {
                    action: [self.after(one, bid) for one in ways for bid in self.game.legal(one)]
                    for action, ways in after.items()
                }
        many = range(len(after[legal[0]]))
        self.ends = 0
        return [{action: self.range(ways[way]) for action, ways in after.items()} for way in many]


class Answer(NamedTuple):
    """The only right action of a decision, with the fields of `Position`."""

    action: Action
    kind: str
    deals: int
    gain: float


def find_right_answer(game: AnyGame, state: State) -> Answer | None:
    """Returns the only right action of the seat to act; None if there is none, or if the analysis would take too long."""
    seen = view(game, state, state.turn)
    if len(seen.legal) < 2:
        return None
    try:
        laid = possible_states(seen)
        solver = Solver(game, seen.seat, len(laid) == 1 and not isinstance(state, SealedState))
        candidates, count = list(seen.legal), 0
        gaps = {(one, other): 0.0 for one in seen.legal for other in seen.legal if one != other}
        for world in laid:
            for found in solver.ranges(world):
                count += 1
                for one, other in gaps:
                    gaps[one, other] += found[one].low - found[other].high
                candidates = [
                    one
                    for one in candidates
                    if all(found[one].low >= found[other].high for other in seen.legal if other != one)
                ]
                if not candidates:
                    return None
    except TooLong:
        return None
    for one in candidates:
        gain = min(gaps[one, other] for other in seen.legal if other != one) / count
        if gain >= MIN_GAIN:
            return Answer(one, SOLVED if solver.certain else SURE, count, gain)
    return None


# ---------------------------------------------------------------------- the search for positions


def find_positions(game: AnyGame, each: int) -> Iterator[Position]:
    """Plays deals with a mixture of random actions and the game's playout policy; yields `each` positions."""
    seats, found, number = game.seats(game.Options()), 0, 0
    while found < each:
        number += 1
        code, dealer, rng = code_in_series(f"{SEED} {game.id}", number), number % seats, Random(f"{SEED} {game.id} {number}")
        position = _first_position(game, code, dealer, rng)
        if position is not None:
            found += 1
            yield position


def _first_position(game: AnyGame, code: str, dealer: int, rng: Random) -> Position | None:
    state, done, wild = first_state(game, code, dealer), list[str](), rng.random()
    while not state.over:
        held, seat = state.hands[state.turn].bit_count(), state.turn
        if 1 < held <= MAX_CARDS_IN_HAND and not (isinstance(state, SealedState) and state.committed):
            found = find_right_answer(game, state)
            if found is not None:
                answer = game.action_text(found.action)
                shown, gain = format_code(code), round(found.gain, 4)
                return Position(game.id, shown, dealer, tuple(done), seat, answer, found.kind, found.deals, gain)
        legal = game.legal(state)
        action = rng.choice(legal) if rng.random() < wild else game.heuristics.choose_playout_action(state, legal, rng.random())
        done.append(game.action_text(action))
        game.apply(state, action)
    return None


def position_line(position: Position) -> str:
    """Returns a position as a line of the file, without its line break."""
    fields: dict[str, Any] = vars(replace(position)) | {"actions": ", ".join(position.actions)}
    return json.dumps(fields)


def main() -> int:
    """Finds positions and writes the file; with `--game`, keeps the positions of other games."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", choices=[game.id for game in SHELF], help="this game only")
    parser.add_argument(
        "--each", type=int, default=POSITIONS_PER_GAME, metavar="N", help=f"positions of each game ({POSITIONS_PER_GAME})"
    )
    called = parser.parse_args()
    there = load_positions() if POSITIONS_FILE.exists() else []
    lines = []
    for game in SHELF:
        if called.game in (None, game.id):
            for position in find_positions(game, called.each):
                lines.append(position_line(position))
                print(lines[-1], flush=True)
        else:
            lines += [position_line(position) for position in there if position.game == game.id]
    POSITIONS_FILE.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
