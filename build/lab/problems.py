"""Finds problems for people: ends of deals with one right answer, solved exactly. Writes assets/problems/GAME.json.

python build/build.py problems GAME [--each N] [--deals N] [--seed TEXT] [--again [--without ID ...]]

The playout policy of the game plays deals. At each decision of a seat with few cards, the deal is solved with all hands open
and a known order of the stock. The value of an answer is the result if the seat plays perfectly, and all others together play
for its worst result. So a right answer depends on no assumption about the play of others.

A problem is a position in which exactly one answer does a task. People must be able to analyse it, so only few lines of play
matter (`Solver.ways`), and no rule of thumb finds the answer. Problems are sorted by the number of players and rules of thumb
that miss the answer, and by the number of these lines.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from hashlib import sha256
from math import log10
from operator import attrgetter
from pathlib import Path
from random import Random
from typing import Any, Final

ROOT: Final = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from goosetable import cards  # noqa: E402 - the source tree comes first
from goosetable.app.storage.cast import CAST  # noqa: E402
from goosetable.engine.game import AnyGame  # noqa: E402
from goosetable.engine.hidden.view import view  # noqa: E402
from goosetable.engine.problem import problem  # noqa: E402
from goosetable.engine.problem.problem import LINE_SEPARATOR, STARS, Goal, Task  # noqa: E402
from goosetable.engine.record.format import Chair, DealLine, Header  # noqa: E402
from goosetable.engine.record.seed import code_in_series, format_code  # noqa: E402
from goosetable.engine.record.session import Session, make_deal_line  # noqa: E402
from goosetable.engine.rules import options  # noqa: E402
from goosetable.engine.rules.action import Action, Verb, card_of, verb_of  # noqa: E402
from goosetable.engine.rules.state import SealedState, State, TrickState  # noqa: E402
from goosetable.games import SHELF, find_game  # noqa: E402
from goosetable.players import decide  # noqa: E402
from goosetable.players.levels import FOR_DEAL, make_player_with_effort  # noqa: E402

FOLDER: Final = ROOT / "assets" / "problems"
SEED: Final = "problems"
PROBLEMS_PER_GAME: Final = 40
"""Number of problems for each game."""
MAX_DEALS: Final = 4000
"""Greatest number of deals that are played for one game."""
MIN_CARDS: Final = 2
MAX_CARDS: Final = {2: 4, 3: 4, 4: 3}
"""Greatest number of cards in the solver's hand, by number of seats. `MIN_CARDS` is the least number."""
HARD_GAMES: Final = ("fools-gold", "throps")
"""Games whose problems are hard enough with one card fewer."""
MAX_STATES: Final = 5_000
"""Greatest number of positions that are solved for one task."""
MIN_WAYS: Final = 2
MAX_WAYS: Final = 16
"""Greatest result of `Solver.ways` after the right answer. `MIN_WAYS` is the least."""
TRYING_PLAYERS: Final = ("greedy", *(f"easy{FOR_DEAL}",) * 3, *(f"medium{FOR_DEAL}@40%",) * 2)
"""Players that try to solve a problem, as a measure of its difficulty."""


class TooLong(Exception):
    """Error: there are more than `MAX_STATES` positions until the end of the deal."""


HOUSE_RULES: Final[dict[str, tuple[dict[str, object], ...]]] = {
    "goose": tuple({"players": players, "max_hand": size} for players in (3, 4) for size in (4, 5, 6)),
    "goosed": ({}, {"players": 3}),
    "gops": ({}, {"order": "falling"}, {"order": "rising"}, {"players": 3, "order": "falling"}),
}
"""By game, the house rules of its deals in turn."""
TASKS: Final[dict[str, tuple[Task, ...]]] = {
    "goose": (Task.EXACT,),
    "gooseberry-fool": (Task.BEST, Task.NONE, Task.TRICKS),
    "goosed": (Task.RUIN, Task.TRICKS),
    "fools-gold": (Task.POINTS, Task.TRICKS, Task.NONE),
    "cross-purposes": (Task.TRICKS,),
    "gops": (Task.BEST, Task.TRICKS),
    "throps": (Task.BEST, Task.NONE, Task.TRICKS),
}
"""Kinds of tasks by game; in games with many points, a number of points would be a task of arithmetic."""


# ---------------------------------------------------------------------- exact solution


IGNORED_SLOTS: Final = (
    "actions",
    "voids",
    "options",
    "totals",
    "keeps_actions",
    "rows",
    "suits",
    "number",
    "dealer",
    "roles",
    "jokers",
)
"""Slots of a state that do not change during a deal, or that have no effect on its result."""


@cache
def _slot_getter(kind: type[State]) -> Any:
    """Returns a function from a state to the values of its slots that affect the result of the deal."""
    return attrgetter(*[slot for one in kind.__mro__ for slot in getattr(one, "__slots__", ()) if slot not in IGNORED_SLOTS])


def tricks_or_cards_won(state: State) -> tuple[int, ...]:
    """Returns, by seat, the number of tricks taken, or of cards won in a game of sealed bids."""
    if isinstance(state, TrickState):
        return state.taken()
    assert isinstance(state, SealedState)
    return tuple([held.bit_count() for held in state.won])


def value_of_deal(game: AnyGame, goal: Goal, seat: int, won_before: int, state: State) -> int:
    """Returns the value of a finished deal for the solver at `seat`.

    won_before: number of tricks or cards that the solver had won before the answer.
    """
    more = tricks_or_cards_won(state)[seat] - won_before
    match goal.kind:
        case Task.TRICKS:
            return more
        case Task.NONE:
            return -more
        case Task.EXACT:
            return int(more == goal.exact_tricks)
        case Task.POINTS:
            return int(game.points(state)[seat])
        case Task.BEST:
            return int(game.best_seats(state) == (seat,))
        case Task.RUIN:
            points = game.points(state)
            return int(all(not points[other] for other in goal.seats))


class Solver:
    """A solver that plays a position in all possible ways: the seat plays for the goal, and all others against it.

    before: number of tricks or cards that the seat has won at the position.
    """

    def __init__(self, game: AnyGame, goal: Goal, seat: int, before: int) -> None:
        self.game, self.goal, self.seat, self.before = game, goal, seat, before
        self.found: dict[object, tuple[int, int]] = {}
        """By position, its value, and the highest value that any play of all seats can reach."""
        self._ways: dict[object, int] = {}
        self._worsts: dict[object, int] = {}

    def after(self, state: State, action: Action) -> State:
        """Returns the position after an action."""
        after = state.copy()
        after.keeps_actions = False
        self.game.apply(after, action)
        if isinstance(after, SealedState) and self.seat in after.seats_to_act:
            after.turn = self.seat  # so that it bids before the others, whose bids it must not see
        return after

    def key(self, state: State) -> object:
        """Returns a key that is equal for positions with the same possible results."""
        if isinstance(state, SealedState):
            return tuple(state.hands), tuple(state.bids), state.offer, tuple(state.won), state.turn
        kind: Any = type(state)
        return tuple([tuple(one) if type(one) is list else one for one in _slot_getter(kind)(state)])

    def values(self, state: State) -> tuple[int, int]:
        """Returns the value of a position, and the highest value that any play of all seats can reach. Raises TooLong."""
        if state.over:
            worth = value_of_deal(self.game, self.goal, self.seat, self.before, state)
            return worth, worth
        key = self.key(state)
        if key not in self.found:
            if len(self.found) > MAX_STATES:
                raise TooLong
            mine = state.turn == self.seat
            each = [self.of(state, action) for action in self.game.legal(state)]
            self.found[key] = (max if mine else min)(low for low, _ in each), max(high for _, high in each)
        return self.found[key]

    def of(self, state: State, action: Action) -> tuple[int, int]:
        """Returns the result of `values` for the position after an action."""
        return self.values(self.after(state, action))

    def decided(self, state: State) -> bool:
        """Returns whether every play from here on does the task, or none does."""
        low, high = self.values(state)
        return high < self.goal.number or (low >= self.goal.number and self._worst(state) >= self.goal.number)

    def _worst(self, state: State) -> int:
        """Returns the lowest value that any play of all seats can reach."""
        if state.over:
            return self.values(state)[0]
        key = self.key(state)
        if key not in self._worsts:
            self._worsts[key] = min(self._worst(self.after(state, action)) for action in self.game.legal(state))
        return self._worsts[key]

    def ways(self, state: State) -> int:
        """Returns the number of lines of play that prove that the task can be done.

        In this proof, the seat has one action at each of its decisions, the one that needs the fewest lines. The others have
        all their actions. A line ends when the task is decided.
        """
        if state.over or self.decided(state):
            return 1
        key = self.key(state)
        if key not in self._ways:
            each = [
                self.ways(self.after(state, action))
                for action in self.game.legal(state)
                if state.turn != self.seat or self.of(state, action)[0] >= self.goal.number
            ]
            self._ways[key] = min(each) if state.turn == self.seat else sum(each)
        return self._ways[key]

    def line(self, state: State, action: Action) -> list[str]:
        """Returns best play of both sides after an action, to the end of the deal.

        The others play for the seat's worst result. Among equal actions they choose the one after which the proof needs the
        most lines of play or, if the task cannot be done, the one with the least hope for the seat.
        """
        told: list[str] = []
        now = self.after(state, action)
        while not now.over:
            legal, mine = list(self.game.legal(now)), now.turn == self.seat
            best = (max if mine else min)(self.of(now, other)[0] for other in legal)
            equal = [other for other in legal if self.of(now, other)[0] == best]
            chosen = equal[0] if mine else self._chosen(now, equal)
            told.append(f"{now.turn} {self.game.action_text(chosen)}")
            now = self.after(now, chosen)
        return told

    def _chosen(self, state: State, equal: Sequence[Action]) -> Action:
        if self.values(state)[0] >= self.goal.number:
            return max(equal, key=lambda action: self.ways(self.after(state, action)))
        return min(equal, key=lambda action: self.of(state, action)[1])


# ---------------------------------------------------------------------- candidates


@dataclass
class FoundProblem:
    """A problem with the figures that measure its difficulty."""

    session: Session
    seat: int
    goal: Goal
    values: dict[str, int]
    lines: dict[str, list[str]]
    right: str
    ways: int
    missed: int = 0
    play: list[str] = field(default_factory=list)

    @property
    def rank(self) -> float:
        """Difficulty: number of players and rules of thumb that miss the answer, plus 3 for each power of ten in `ways`."""
        return self.missed + 3 * log10(self.ways)


def possible_goals(game: AnyGame, state: State) -> Iterator[Goal]:
    """Yields the possible tasks in a position, each with the provisional number 1."""
    seat = state.turn
    gives = verb_of(game.legal(state)[0]) is Verb.GIVE
    for kind in TASKS[game.id]:
        if gives and kind is not Task.BEST:
            continue
        match kind:
            case Task.EXACT:
                quota = game.text.quota(state, seat)
                if quota is not None and quota.bid >= quota.won:
                    yield Goal(kind, 1, quota.bid - quota.won)
            case Task.RUIN:
                reds = tuple(
                    badge.seat for badge in game.text.badges(state) if badge.kind == "redfox" and badge.seat is not None
                )
                if reds and seat not in reds and getattr(state, "decided", False):
                    yield Goal(kind, 1, 0, reds)
            case _:
                yield Goal(kind, 1)


def problems_of_position(game: AnyGame, session: Session) -> Iterator[FoundProblem]:
    """Yields the problems of a position, one for each task with exactly one right answer."""
    state = session.state
    assert state is not None
    seat, legal = state.turn, list(game.legal(state))
    for asked in possible_goals(game, state):
        solver = Solver(game, asked, seat, tricks_or_cards_won(state)[seat])
        try:
            worth = {action: solver.of(state, action)[0] for action in legal}
        except TooLong:
            continue
        best = max(worth.values())
        others = [value for value in worth.values() if value != best]
        if list(worth.values()).count(best) != 1 or not others:
            continue
        if asked.kind in (Task.EXACT, Task.BEST, Task.RUIN) and best < 1:
            continue
        if (asked.kind is Task.TRICKS and best < 1) or (asked.kind is Task.NONE and best < -1):
            continue
        solver.goal = goal = asked._replace(number=best)
        right = next(action for action, value in worth.items() if value == best)
        if draws_trumps(state, right):
            continue
        ways = solver.ways(solver.after(state, right))
        if MIN_WAYS <= ways <= MAX_WAYS:
            lines = {game.action_text(action): solver.line(state, action) for action in legal}
            values = {game.action_text(action): value for action, value in worth.items()}
            yield FoundProblem(session, seat, goal, values, lines, game.action_text(right), ways)


def draws_trumps(state: State, right: Action) -> bool:
    """Returns True if an answer leads the highest trump left. Such endings are obvious, and too frequent."""
    if not isinstance(state, TrickState) or state.trick:
        return False
    trumps, card = state.trump_suit, card_of(right)
    if trumps is None or card is None or cards.suit(card) != trumps:
        return False
    tops = getattr(state, "tops", 0)
    left = [other for other in cards.members(sum(state.hands)) if cards.suit(other) == trumps]
    return bool(min(left, key=lambda other: (cards.rank(other) - tops) % cards.SUIT_SIZE) == card)


def rule_of_thumb_answers(game: AnyGame, state: State) -> list[Action]:
    """Returns the answers of two rules of thumb: the highest and the lowest legal card; none if no card is to be played."""
    legal = list(game.legal(state))
    held = [action for action in legal if card_of(action) is not None]
    if not held:
        return []
    high = sorted(held, key=lambda action: game.text.sort_key(state, card_of(action) or 0)[-2:])
    return [high[0], high[-1]]


def count_wrong_answers(game: AnyGame, found: FoundProblem) -> int:
    """Returns the number of players and rules of thumb that give a wrong answer to a problem."""
    state = found.session.state
    assert state is not None
    seen, wrong = view(game, state, found.seat), 0
    for number, level in enumerate(TRYING_PLAYERS):
        player = make_player_with_effort(level, Random(f"{found.right} {number}"))
        wrong += game.action_text(decide(player, seen)) != found.right
    return wrong + sum(game.action_text(action) != found.right for action in rule_of_thumb_answers(game, state))


def problems_of_deal(game: AnyGame, number: int, seed: str) -> Iterator[FoundProblem]:
    """Plays a deal; yields its problems. number: number of the deal in the series `seed`, from 1."""
    variants = HOUSE_RULES.get(game.id, ({},))
    chosen = options.make_options(game.Options, variants[number % len(variants)], partial=True)
    seats = game.seats(chosen)
    header = Header(
        game.id,
        dict(options.options_as_json(chosen)),
        format_code(code_in_series(f"{seed} {game.id}", number)),
        (Chair("", "human"),) * seats,
    )
    session = Session(game, header)
    session.begin_deal()
    play, rng = list[str](), Random(f"{seed} {game.id} {number}")
    while session.due_step == "act":
        seat, state = session.turn, session.state
        assert seat is not None and state is not None
        if _may_be_problem(game, state):
            for found in problems_of_position(game, session):
                found.play, found.missed = list(play), count_wrong_answers(game, found)
                yield found
        action = game.heuristics.choose_playout_action(state, session.legal(), rng.random())
        play.append(f"{seat} {game.action_text(action)}")
        session.act(seat, action, with_events=False)


def _may_be_problem(game: AnyGame, state: State) -> bool:
    """Returns True if a position may be a problem: few cards, three or more legal actions, no pending bids and no second half
    to come.
    """
    legal = game.legal(state)
    verb = verb_of(legal[0])
    if isinstance(state, SealedState) and state.committed:
        return False
    if verb not in (Verb.PLAY, Verb.OFFER, Verb.GIVE) or len(legal) < 3:
        return False
    held, most = state.hands[state.turn].bit_count(), MAX_CARDS[len(state.hands)] - (game.id in HARD_GAMES)
    return MIN_CARDS <= held <= most and not any(getattr(state, "hands2", ()))


def problem_as_json(game: AnyGame, found: FoundProblem, stars: int) -> dict[str, Any]:
    """Returns a problem as the JSON object of its file. stars: difficulty, 1 to 5."""
    session = found.session
    deal = session.deal
    assert deal is not None
    line: DealLine = make_deal_line(game, deal)
    usual = options.options_as_json(game.Options())
    chosen = {key: value for key, value in options.options_as_json(session.options).items() if value != usual[key]}
    text = json.dumps([line.cards, found.play, found.goal])
    digest = sha256(text.encode()).hexdigest()[:8]
    rng = Random(digest)
    names = iter(rng.sample([one.name for one in CAST], session.seats))
    return {
        "id": f"{game.id} {digest}",
        "stars": stars,
        "seats": ["" if seat == found.seat else next(names) for seat in range(session.seats)],
        **({"options": chosen} if chosen else {}),
        "deal": {"deal": line.number, "dealer": line.dealer, **line.cards},
        "play": LINE_SEPARATOR.join(found.play),
        "goal": [found.goal.kind, found.goal.number, found.goal.exact_tricks, list(found.goal.seats)],
        "right": found.right,
        "answers": {action: [found.values[action], LINE_SEPARATOR.join(line)] for action, line in found.lines.items()},
    }


# ---------------------------------------------------------------------- the file


def select_problems(game: AnyGame, each: int, deals: int, seed: str) -> list[FoundProblem]:
    """Plays deals and selects problems; returns them, the easiest first.

    Selects at most one problem from each deal, and limits the number of each kind of task. each: number of problems. deals:
    greatest number of deals.
    """
    found: list[FoundProblem] = []
    share = each / len(TASKS[game.id]) * 1.5 + 1
    for number in range(1, deals + 1):
        there = [one for one in problems_of_deal(game, number, seed) if one.missed >= 3]
        counted = [one.goal.kind for one in found]
        shapes = {symmetry_key(game, one) for one in found}
        there = [one for one in there if counted.count(one.goal.kind) < share and symmetry_key(game, one) not in shapes]
        if there:
            found.append(max(there, key=lambda one: (one.missed, -one.ways)))
            print(f"{game.id}: {len(found)} of {each} in {number} deals, {found[-1].goal}", file=sys.stderr, flush=True)
        if len(found) == each:
            break
    return sorted(found, key=lambda one: (one.rank, one.ways))


def write_problems(game: AnyGame, found: Sequence[FoundProblem], path: Path) -> None:
    """Writes the file of a game, with a line for each problem."""
    lines = [
        json.dumps(problem_as_json(game, one, 1 + place * STARS // len(found)), ensure_ascii=False)
        for place, one in enumerate(found)
    ]
    body = ",\n".join(lines)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f'{{"game": "{game.id}", "problems": [\n{body}\n]}}\n', encoding="utf-8")


def symmetry_key(game: AnyGame, found: FoundProblem) -> object:
    """Returns a key that is equal for problems that differ only in the names of cards and suits.

    If points or the colours of suits matter, all problems have different keys.
    """
    state = found.session.state
    order = [(seat, card) for seat, held in enumerate(state.hands) for card in cards.members(held)] if state is not None else []
    counted = found.goal.kind in (Task.TRICKS, Task.NONE, Task.EXACT)
    if isinstance(state, SealedState) and game.open_hands and counted:
        ranks = sorted({cards.rank(card) for _, card in order})
        held = tuple(tuple(seat for seat, card in order if cards.rank(card) == rank) for rank in ranks)
        return found.goal, len(state.offer), len(state.stock), found.seat, held
    if not isinstance(state, TrickState) or state.trump_suit is None or not counted:
        return tuple(found.play)
    tops = getattr(state, "tops", 0)
    order += [(-1 - place, card) for place, card in enumerate(state.trick)]
    order.sort(key=lambda one: (cards.rank(one[1]) - tops) % cards.SUIT_SIZE)
    suits = [tuple(seat for seat, card in order if cards.suit(card) == suit) for suit in range(5)]
    others = sorted(suits[suit] for suit in range(5) if suit != state.trump_suit)
    return found.goal, found.seat, suits[state.trump_suit], tuple(others)


def solve_again(game: AnyGame, path: Path, without: Sequence[str]) -> list[FoundProblem]:
    """Solves the problems of a file again; returns those that are still problems. without: last parts of the ids of rejected
    problems.
    """
    found = []
    for one in problem.parse_problems(path.read_text(encoding="utf-8"), game):
        if not one.id.endswith(tuple(without)):
            session = problem.begin_session(one, game)
            state = session.state
            if state is None or not _may_be_problem(game, state):
                continue
            same = [
                other for other in problems_of_position(game, session) if (other.goal, other.right) == (one.goal, one.right)
            ]
            for other in same:
                other.play, other.missed = list(one.play), count_wrong_answers(game, other)
                found.append(other)
    found.sort(key=lambda one: (one.rank, one.ways))
    firsts = {symmetry_key(game, one): one for one in reversed(found)}
    return [one for one in found if firsts[symmetry_key(game, one)] is one]


def main() -> int:
    """Finds the problems of one game, and writes their file."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=[game.id for game in SHELF], help="the game")
    parser.add_argument(
        "--each", type=int, default=PROBLEMS_PER_GAME, metavar="N", help=f"problems to find ({PROBLEMS_PER_GAME})"
    )
    parser.add_argument("--deals", type=int, default=MAX_DEALS, metavar="N", help=f"deals to play at most ({MAX_DEALS})")
    parser.add_argument("--seed", default=SEED, help=f"seed of the deals ({SEED})")
    parser.add_argument("--out", type=Path, default=FOLDER, metavar="FOLDER", help="where to write")
    parser.add_argument("--again", action="store_true", help="solve the problems of the file anew, and look for no others")
    parser.add_argument("--without", nargs="*", default=(), metavar="ID", help="with --again, the problems that are left out")
    called = parser.parse_args()
    game, path = find_game(called.game), called.out / f"{called.game}.json"
    made = (
        solve_again(game, path, called.without)
        if called.again
        else select_problems(game, called.each, called.deals, called.seed)
    )
    write_problems(game, made, path)
    return 0


if __name__ == "__main__":
    sys.exit(main())
