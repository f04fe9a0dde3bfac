"""Finds positions with one right answer by solving ends of deals exactly, and writes tests/players/positions.jsonl.

python build/lab/positions.py [--game GAME] [--each N]

What is right is beyond dispute, because it depends on no assumption about how anybody plays. All deals that the seat to act
cannot tell from the truth are laid, and in each of them (in a game of sealed bids: for each way in which the others may bid at
the same time) everything that may still be played is played. There are two kinds of right answer:

- `sure`: in every such deal the worst that can come of the action, whatever everybody plays later, the seat itself among
  them, is no worse than the best that can come of any other action; and better than that of each of them in some deal.
- `solved`: there is one such deal only, so that the seat knows all cards. The worst that can come of the action if the seat
  itself plays on as well as can be, whatever the others play, is better than the best that can come of any other action; of
  two players, whose gains are each other's losses, than what the other comes to when both play on as well as can be.

What comes of an action is the payoff of the deal (`Heuristics.payoff`, 0..1). The gain of a position is by how much the right
action is better than the next best, as above, on average over the deals. A deal gives one position at most, the earliest.
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
from goosetable.games import SHELF, find  # noqa: E402

TARGET: Final = ROOT / "tests" / "players" / "positions.jsonl"
SEED: Final = "positions"
EACH: Final = 32
"""Positions of each game."""
MOST_DEALS: Final = 600
"""Deals that are laid for one decision at most."""
MOST_ENDS: Final = 4000
"""Ways to play one of them to its end, at most."""
LEAST_GAIN: Final = 0.004
"""What the right action must be better by, on the scale of payoffs: a point or two in the games that count points."""
LEFT: Final = 5
"""Cards in the hand from which on a decision is looked at."""
SURE, SOLVED = "sure", "solved"


class TooLong(Exception):
    """There are too many deals, or too many ways to play one to its end."""


@dataclass(frozen=True)
class Position:
    """A decision of one seat, and the only right answer, as texts of the record."""

    game: str
    code: str
    dealer: int
    actions: tuple[str, ...]
    """All that was done in the first deal of this code before."""
    seat: int
    right: str
    kind: str
    deals: int
    """How many deals the seat cannot tell from the truth, with what the others may be bidding."""
    gain: float

    def replayed(self) -> tuple[AnyGame, State]:
        """The deal as it lies, through the rules; raises ValueError where these do not allow what was done."""
        game = find(self.game)
        state = begun(game, self.code.replace("-", ""), self.dealer)
        for text in self.actions:
            legal = game.legal(state)
            action = game.read(text, legal)
            if action not in legal:
                raise ValueError(f"{text} is not legal")
            game.apply(state, action)
        return game, state


def begun(game: AnyGame, code: str, dealer: int) -> State:
    """The first deal of a code, with a dealer."""
    options = game.Options()
    fresh = Standing(0, (0,) * game.seats(options))
    state: State = game.begin(options, fresh, game.deal(options, fresh, dealer, Stream(code, 1)))
    return state


def load(path: Path = TARGET) -> list[Position]:
    """The positions of a file."""
    lines = path.read_text(encoding="utf-8").splitlines()
    return [Position(**{**found, "actions": tuple(found["actions"].split(", "))}) for found in map(json.loads, lines)]


# ---------------------------------------------------------------------- the information set


def worlds(seen: View, most: int = MOST_DEALS) -> list[State]:
    """Every deal that the seat cannot tell from the truth, but for what others bid at this moment. Raises TooLong."""
    others = [size for _, size in seen.hidden]
    rooms = [*seen.unknown_counts, *others]
    voids = [*seen.known.voids, *(seen.known.pile_voids(pile) for pile, _ in seen.hidden)]
    known, found = seen.known.knowledge(seen.seat), []
    for dealt in _dealt(seen.unseen, rooms, voids):
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


def _dealt(unseen: Cards, rooms: Sequence[int], voids: Sequence[Cards], place: int = 0) -> Iterator[list[Cards]]:
    """Every way to deal cards to places with so much room, none to a place that is void of it."""
    if place == len(rooms):
        yield []
        return
    for chosen in combinations(members(unseen & ~voids[place]), rooms[place]):
        group = sum(BIT[card] for card in chosen)
        for rest in _dealt(unseen & ~group, rooms, voids, place + 1):
            yield [group, *rest]


# ---------------------------------------------------------------------- what may come of an action


class Range(NamedTuple):
    """The worst and the best that can come of something."""

    low: float
    high: float


class Solver:
    """Plays one deal to all its ends, as seat `seat` values them."""

    def __init__(self, game: AnyGame, seat: int, certain: bool) -> None:
        self.game, self.seat, self.certain = game, seat, certain
        self.ends = 0

    def range(self, state: State) -> Range:
        """What can come of a position. Where all cards are known the seat itself plays on as well as it can for either end."""
        if state.over:
            self.ends += 1
            if self.ends > MOST_ENDS:
                raise TooLong
            payoff = self.game.heuristics.payoff(state)[self.seat]
            return Range(payoff, payoff)
        found = [self.range(self.after(state, action)) for action in self.game.legal(state)]
        own = state.turn == self.seat and self.certain
        low = (max if own else min)(one.low for one in found)
        if self.certain and len(state.hands) == 2:
            return Range(low, low)  # both play on as well as they can, and what one gains the other loses
        return Range(low, max(one.high for one in found))

    def after(self, state: State, action: Action) -> State:
        """The position to which an action leads."""
        after = state.copy()
        after.noted = False
        self.game.apply(after, action)
        return after

    def ranges(self, state: State) -> list[dict[Action, Range]]:
        """Of each legal action what can come of it, once for each way in which the others may be acting at the same time."""
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
    """The only right action."""

    action: Action
    kind: str
    deals: int
    gain: float


def right(game: AnyGame, state: State) -> Answer | None:
    """The only right action of the seat to act, or None where there is none, or too much would have to be looked at."""
    seen = view(game, state, state.turn)
    if len(seen.legal) < 2:
        return None
    try:
        laid = worlds(seen)
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
        if gain >= LEAST_GAIN:
            return Answer(one, SOLVED if solver.certain else SURE, count, gain)
    return None


# ---------------------------------------------------------------------- the search for positions


def positions(game: AnyGame, each: int) -> Iterator[Position]:
    """Positions of deals that are played half at random, half by the game's playout policy."""
    seats, found, number = game.seats(game.Options()), 0, 0
    while found < each:
        number += 1
        code, dealer, rng = code_in_series(f"{SEED} {game.id}", number), number % seats, Random(f"{SEED} {game.id} {number}")
        position = _first(game, code, dealer, rng)
        if position is not None:
            found += 1
            yield position


def _first(game: AnyGame, code: str, dealer: int, rng: Random) -> Position | None:
    state, done, wild = begun(game, code, dealer), list[str](), rng.random()
    while not state.over:
        held, seat = state.hands[state.turn].bit_count(), state.turn
        if 1 < held <= LEFT and not (isinstance(state, SealedState) and state.committed):
            found = right(game, state)
            if found is not None:
                answer = game.write(found.action)
                shown, gain = format_code(code), round(found.gain, 4)
                return Position(game.id, shown, dealer, tuple(done), seat, answer, found.kind, found.deals, gain)
        legal = game.legal(state)
        action = rng.choice(legal) if rng.random() < wild else game.heuristics.playout(state, legal, rng.random())
        done.append(game.write(action))
        game.apply(state, action)
    return None


def written(position: Position) -> str:
    """A position as a line of the file."""
    fields: dict[str, Any] = vars(replace(position)) | {"actions": ", ".join(position.actions)}
    return json.dumps(fields)


def main() -> int:
    """Writes the file; positions of other games stay as they are."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", choices=[game.id for game in SHELF], help="this game only")
    parser.add_argument("--each", type=int, default=EACH, metavar="N", help=f"positions of each game ({EACH})")
    called = parser.parse_args()
    there = load() if TARGET.exists() else []
    lines = []
    for game in SHELF:
        if called.game in (None, game.id):
            for position in positions(game, called.each):
                lines.append(written(position))
                print(lines[-1], flush=True)
        else:
            lines += [written(position) for position in there if position.game == game.id]
    TARGET.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
