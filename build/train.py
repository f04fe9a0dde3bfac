"""Trains the policy of a game by having it play itself, and writes its weights: `python build/build.py train GAME`.

With `--habits` it is learned how those who search play: experts that think less than usual play deals, and the chances of what
they do are raised until they are as likely as they can be (softmax regression). `--calls` imitates only what is said before the
first card, and takes the rest from the policy.

REINFORCE (Williams, 1992): chances of actions after which the deal ended better than it looked are raised, of others lowered;
changes of the outlook some tricks later count less (Schulman and others, 2016), a bonus for entropy keeps choices open, and
Adam (Kingma and Ba, 2015) sets the steps. Bids before the first card are judged by the end alone. The same seed gives the same
weights.
Some minutes with the compiled core, which is made first where it is not there.
"""

from __future__ import annotations

import argparse
import gc
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from math import cos, log, pi, sqrt
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from goosetable.engine.game import AnyGame
    from goosetable.engine.rules.action import Action
    from goosetable.engine.rules.deal import Standing
    from goosetable.engine.rules.state import State
    from goosetable.engine.strength.policy import Attempt, Lessons, Policy, Shape
    from goosetable.players.search_agent import Searcher

ROOT: Final = Path(__file__).resolve().parents[1]
BATCH: Final = 100
"""Hands between two steps. Measured by the policy alone in 1,000 deals: 200,000 hands in batches of 100 play as well as a
million in batches of 2,000 (34.2 % +-1.6).
"""
LAST_STEP: Final = 0.001
"""How far a weight moves in a batch, at the end."""
DECAY: Final = (0.9, 0.99)
"""Of Adam's mean and of its mean square."""
TINY: Final = 1e-8
SEED: Final = "train"
DEALS: Final = 3_000
"""Deals from which habits are learned: of Gooseberry Fool 72,000 choices."""
THOUGHT: Final = 1_000
"""Iterations of a choice to be learned from."""
STRAYS: Final = 0.04
"""How often a card is played at random meanwhile, so that rarer positions are seen too."""
ROUNDS: Final = 12
"""How often each choice is gone through."""
TOGETHER: Final = 500
"""Choices between two steps."""
FEWER_TOGETHER: Final = 20
"""The same where only calls are imitated, of which a deal has few."""
SPOKEN: Final = 100
"""Iterations of a call to be learned from."""
QUICKEST: Final = 0.03
"""How far a weight moves at first, beyond `LAST_STEP`."""


class Plan(NamedTuple):
    """What is asked of a training."""

    game: str
    hands: int | None = None
    """None: as the game asks (`Heuristics.lessons`), and so the next."""
    seed: str = SEED
    entropy: float | None = None
    fade: float | None = None
    step: float | None = None
    batch: int = BATCH


class Adam:
    """Steps uphill."""

    def __init__(self, rows: list[list[float]]) -> None:
        self.rows = rows
        self._mean = [[0.0] * len(row) for row in rows]
        self._square = [[0.0] * len(row) for row in rows]
        self._count = 0

    def climb(self, slopes: Sequence[Sequence[float]], step: float) -> None:
        """One step along these slopes."""
        self._count += 1
        slow, slower = DECAY
        mend, mend_square = 1 - slow**self._count, 1 - slower**self._count
        for row, means, squares, found in zip(self.rows, self._mean, self._square, slopes, strict=True):
            for place, slope in enumerate(found):
                mean = means[place] = slow * means[place] + (1 - slow) * slope
                square = squares[place] = slower * squares[place] + (1 - slower) * slope * slope
                row[place] += step * (mean / mend) / (sqrt(square / mend_square) + TINY)


def main(argv: Sequence[str]) -> int:
    """Trains with the compiled core, or with what `--core` names."""
    called = _parser().parse_args(argv)
    if called.core is None:
        import core

        folder = core.made(called.out.resolve())
        return subprocess.run([sys.executable, __file__, *argv, "--core", str(folder)], check=False).returncode
    sys.path.insert(0, str(called.core))
    gc.set_threshold(100_000)  # as in the compiled core: many objects, and no circles of them
    from goosetable.engine.strength.policy import FILE, HABITS

    plan = Plan(called.game, called.hands, called.seed, called.entropy, called.fade, called.step)
    if called.calls:
        text = imitated(plan, called.deals, SPOKEN, calls=True)
    else:
        text = imitated(plan, called.deals) if called.habits else trained(plan, called.curve)
    name = HABITS if called.habits or called.calls else FILE
    target = called.to or ROOT / "goosetable" / "games" / called.game.replace("-", "_") / name
    target.write_text(text, encoding="utf-8")
    much = f"{called.deals} deals" if name == HABITS else f"{_lessons(_trainable(plan.game)[0], plan).hands} hands"
    print(f"{target.name}: {much}, seed {called.seed!r}")
    return 0


def trained(plan: Plan, curve: Path | None = None) -> str:
    """The text of a weights' file; says on the way how it goes. curve: the file that takes a line for each point measured."""
    import curve as curves

    from goosetable.engine.strength.policy import write

    game, shape = _trainable(plan.game)
    rng, lessons = Random(plan.seed), _lessons(game, plan)
    adam = Adam([[0.0] * len(shape.features) for _ in shape.situations])
    policy = game.heuristics.trained(adam.rows)
    batches = max(1, lessons.hands // plan.batch)
    due = {hands // plan.batch for hands in curves.due(lessons.hands)} if curve is not None else set()

    def measure(number: int) -> None:
        if curve is not None and number in due:
            with curve.open("a", encoding="utf-8") as told:
                told.write(curves.write(curves.measured(game, policy, number * plan.batch, curves.DEALS, plan.seed)))

    for number in range(batches):
        measure(number)
        for _ in range(plan.batch):
            play_hand(game, policy, rng, lessons)
        part = 0.5 * (1 + cos(pi * number / batches))
        step = LAST_STEP + (lessons.step - LAST_STEP) * part
        adam.climb([[slope / plan.batch for slope in row] for row in policy.slopes()], step)
        policy.teach(adam.rows)
        if number % max(1, batches // 20) == 0:
            print(f"{number * plan.batch} of {lessons.hands} hands", flush=True)
    measure(batches)
    return write(shape, adam.rows)


def _trainable(name: str) -> tuple[AnyGame, Shape]:
    """A game and what its weights are for; ends the program where it has none."""
    from goosetable.games import find

    game = find(name)
    if game.heuristics.shape is None:
        raise SystemExit(f"train: {name} has no policy to train")
    return game, game.heuristics.shape


def _lessons(game: AnyGame, plan: Plan) -> Lessons:
    """How the game is to be learned, where the plan does not say otherwise."""
    fields = ("hands", "entropy", "fade", "step")
    asked = {name: value for name, value in plan._asdict().items() if name in fields and value is not None}
    return game.heuristics.lessons._replace(**asked)


class Choice(NamedTuple):
    """What a player did where it could have done something else."""

    state: State
    legal: Sequence[Action]
    action: Action


def imitated(plan: Plan, deals: int, thought: int = THOUGHT, calls: bool = False) -> str:
    """The text of a weights' file that makes the choices of experts as likely as can be; says on the way how it goes.

    thought: iterations of each choice. calls: whether only what is said before the first card is imitated; the rest is then
    taken from the policy.
    """
    from goosetable.engine.strength.policy import FILE, load, write

    game, shape = _trainable(plan.game)
    rng, choices = Random(plan.seed), list[Choice]()
    for number in range(deals):
        choices += calls_of(game, rng, thought) if calls else choices_of(game, rng, thought)
        if number % max(1, deals // 20) == 0:
            print(f"{number} of {deals} deals", flush=True)
    package = type(game.heuristics).__module__.rpartition(".")[0]
    adam = Adam(load(package, shape, FILE) if calls else [[0.0] * len(shape.features) for _ in shape.situations])
    policy = game.heuristics.trained(adam.rows)
    together = FEWER_TOGETHER if calls else TOGETHER
    for turn in range(ROUNDS):
        rng.shuffle(choices)
        for first in range(0, len(choices), together):
            some = choices[first : first + together]
            for choice in some:
                policy.follow(*choice)
            part = 1 - (turn + first / len(choices)) / ROUNDS
            adam.climb([[slope / len(some) for slope in row] for row in policy.slopes()], LAST_STEP + QUICKEST * part)
            policy.teach(adam.rows)
    loss = -sum(log(policy.chances(state, legal)[legal.index(action)]) for state, legal, action in choices) / len(choices)
    print(f"{len(choices)} choices, logarithmic loss {loss:.4f}", flush=True)
    return write(shape, adam.rows)


def choices_of(game: AnyGame, rng: Random, thought: int) -> Iterator[Choice]:
    """What experts who follow nothing that was learned do in a deal that counts alone, now and then led astray."""
    from goosetable.engine.hidden.view import view
    from goosetable.players import decide

    state = dealt(game, rng)
    # A view of a deal tells by its actions what was played.
    state.noted = True
    seats = [_expert(rng, thought) for _ in state.hands]
    while not state.over:
        legal = game.legal(state)
        if len(legal) == 1:
            action = legal[0]
        elif rng.random() < STRAYS:
            action = rng.choice(legal)
        else:
            action = decide(seats[state.turn], view(game, state, state.turn))
            known = state.copy()
            known.actions, known.noted = [], False
            yield Choice(known, legal, action)
        game.apply(state, action)


def _expert(rng: Random, thought: int) -> Searcher:
    """An expert that plays for the deal and follows nothing that was learned."""
    from dataclasses import replace

    from goosetable.engine.strength.guidance import UNGUIDED
    from goosetable.players.levels import EXACT, SKILLS
    from goosetable.players.search_agent import Searcher

    skill = replace(SKILLS["expert"], iterations=thought, work=None, exact=min(EXACT, thought), guidance=UNGUIDED)
    return Searcher("imitated", Random(rng.getrandbits(64)), skill, True)


def calls_of(game: AnyGame, rng: Random, thought: int) -> Iterator[Choice]:
    """What experts who follow nothing that was learned say before the first card of a deal, now and then led astray."""
    from goosetable.engine.hidden.view import view
    from goosetable.players import decide

    state = dealt(game, rng)
    state.noted = True
    while not state.over and not game.playable(state):
        legal = game.legal(state)
        action = rng.choice(legal)
        if len(legal) > 1 and rng.random() >= STRAYS:
            action = decide(_expert(rng, thought), view(game, state, state.turn))
            known = state.copy()
            known.actions, known.noted = [], False
            yield Choice(known, legal, action)
        game.apply(state, action)


def play_hand(game: AnyGame, policy: Policy[State], rng: Random, lessons: Lessons) -> None:
    """Plays one deal, all seats by the policy, which learns from it; or its first part, where that stands alone."""
    from goosetable.engine.rules.action import SPAN

    heuristics, state = game.heuristics, dealt(game, rng)
    heuristics.shorten(state)
    attempts: list[tuple[int, Attempt]] = []
    calls: list[tuple[int, Attempt]] = []
    dealt_worth = heuristics.worth(state)
    # Where all bid before the first card, the bids are no part of any trick.
    looks, first, begun = [dealt_worth], [0], not getattr(state, "bidding", False)
    while not state.over:
        legal = game.legal(state)
        if not begun and legal[0] < SPAN:
            looks, begun = [heuristics.worth(state)], True
        if len(legal) == 1:
            game.apply(state, legal[0])
        else:
            attempt = policy.attempt(state, legal, rng.random(), lessons.entropy)
            (attempts if begun else calls).append((state.turn, attempt))
            game.apply(state, attempt.action)
        if begun and not getattr(state, "trick", None) and not getattr(state, "committed", None):
            looks.append(heuristics.worth(state))
            first.append(len(attempts))
    gains = [0.0] * len(state.hands)
    for trick in range(len(looks) - 2, -1, -1):
        gains = [
            after - before + lessons.fade * gain
            for after, before, gain in zip(looks[trick + 1], looks[trick], gains, strict=True)
        ]
        for seat, attempt in attempts[first[trick] : first[trick + 1]]:
            policy.learn(attempt, gains[seat])
    for seat, attempt in calls:
        policy.learn(attempt, looks[-1][seat] - dealt_worth[seat])


def dealt(game: AnyGame, rng: Random) -> State:
    """A deal of the game as printed, with any dealer: any one where hands differ in size, else a first one.

    Without a stock, all cards are dealt into hands. Where a policy is for several numbers of players (`Heuristics.tables`), it
    is dealt among any of them.
    """
    from goosetable.cards import SUITS
    from goosetable.engine.rules.deal import Deal, Standing

    tables = game.heuristics.tables
    options = game.Options(players=rng.choice(tables)) if tables else game.Options()
    seats, pack, more = game.seats(options), list(game.pack(options)), game.deal_fields(options)
    standings = [Standing(deals, (0,) * seats) for deals in range(game.text.length(options))]
    if len({game.hand_size(options, standing) for standing in standings}) > 1:
        return _dealt_by_rules(game, rng.choice(standings), rng)
    rng.shuffle(pack)
    fresh = Standing(0, (0,) * seats)
    rounds = 2 if "hands2" in more else 1
    size = game.hand_size(options, fresh) if "stock" in more else len(pack) // (seats * rounds)
    hands = [tuple(pack[place * size : place * size + size]) for place in range(seats * rounds)]
    dealer = rng.randrange(seats)
    deal = Deal(
        1,
        dealer,
        tuple(hands[:seats]),
        trump=rng.randrange(len(SUITS)) if "trump" in more else None,
        turned=hands[dealer][-1] if "turned" in more else None,
        hands2=tuple(hands[seats:]),
        stock=tuple(pack[seats * size :]) if "stock" in more else (),
    )
    state: State = game.begin(options, fresh, deal)
    state.noted = False
    return state


def _dealt_by_rules(game: AnyGame, standing: Standing, rng: Random) -> State:
    """The deal after so many, with any dealer."""
    from goosetable.engine.rules.stream import Stream

    options = game.Options()
    stream = Stream(str(rng.getrandbits(60)), standing.deals + 1)
    state: State = game.begin(options, standing, game.deal(options, standing, rng.randrange(len(standing.totals)), stream))
    state.noted = False
    return state


def _parser() -> argparse.ArgumentParser:
    options = argparse.ArgumentParser(
        prog="build.py train", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    options.add_argument("game", help="the game's id")
    options.add_argument("--hands", type=int, help="deals played (as many as the game asks for)")
    options.add_argument("--seed", default=SEED, help=f"where all chance comes from ({SEED})")
    options.add_argument("--entropy", type=float, help="bonus for choices that stay open (the game's own)")
    options.add_argument("--fade", type=float, help="of gains with each trick between, 0..1 (the game's own)")
    options.add_argument("--step", type=float, help="of a weight in a batch, at first (the game's own)")
    options.add_argument("--habits", action="store_true", help="learn how those who search play, instead")
    options.add_argument("--calls", action="store_true", help="learn habits too, but only of what is said before the cards")
    options.add_argument("--deals", type=int, default=DEALS, help=f"deals from which habits are learned ({DEALS})")
    options.add_argument("--to", type=Path, help="the file to write (that in the game's package)")
    options.add_argument("--curve", type=Path, help="a file to which is added how well the policy alone plays meanwhile")
    options.add_argument("--out", type=Path, default=Path(tempfile.gettempdir()) / "goosetable-build", help="where to build")
    options.add_argument("--core", type=Path, help="the compiled core, or the source tree, to run; made in --out if not given")
    return options


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
