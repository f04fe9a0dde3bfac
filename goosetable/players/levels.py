"""Levels: their parameters from the weakest to the strongest, the greedy player, and `make_player`, which creates a player by
name.

An effort may follow the name of a level: `expert@500` takes 500 determinizations for each decision, `expert@10%` a tenth of its
usual work.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable
from dataclasses import replace
from random import Random
from typing import Final

from goosetable.engine.game import AnyGame
from goosetable.engine.hidden.view import View, sample_determinization, sampler_for
from goosetable.engine.rules.action import Action, card_of
from goosetable.engine.rules.event import BID_KIND, TRICK_KIND
from goosetable.engine.rules.state import State, TrickState
from goosetable.engine.strength.heuristics import ALL_ACTIONS, WHOLE_HAND, AnyHeuristics
from goosetable.engine.strength.policy import HABITS_FILE, POLICY_FILE
from goosetable.players.agent import BuiltInPlayer, Player, RandomPlayer, load_player
from goosetable.players.mind import Failings, Mind
from goosetable.players.sealed_bids import BanditParameters, RegretParameters
from goosetable.players.search import Memory, play_out
from goosetable.players.search_agent import NO_STYLE, STYLE_SEPARATOR, STYLES, Searcher, Skill


class GreedyPlayer(BuiltInPlayer):
    """A player that maximises the mean of `Heuristics.static_values` at the end of the current trick."""

    def __init__(self, name: str, rng: Random, determinizations: int) -> None:
        """determinizations: number of determinizations for each decision, 1 or more."""
        super().__init__(name, rng)
        self.determinizations = determinizations

    def choose_action(self, view: View) -> Generator[None, None, Action]:
        """Returns the action with the highest mean evaluation; of equal ones the first.

        A work slice is one determinization. For bids it is one action in one determinization, because their evaluation plays
        out the whole deal.
        """
        heuristics, legal, seat, rng = view.game.heuristics, view.legal, view.seat, self.rng
        hidden = sampler_for(view)
        sums, long = [0.0] * len(legal), card_of(legal[0]) is None
        for _ in range(self.determinizations):
            state = sample_determinization(view, rng, hidden)
            for place, action in enumerate(legal):
                sums[place] += _values_after(heuristics, state.copy(), action, rng)[seat]
                if long:
                    yield
            yield
        self.values = {action: total / self.determinizations for action, total in zip(legal, sums, strict=True)}
        return legal[sums.index(max(sums))]


def _values_after(heuristics: AnyHeuristics, state: State, action: Action, rng: Random) -> tuple[float, ...]:
    """Returns the evaluation by seat after an action and random cards until the trick is complete.

    After an action outside a trick, such as a bid, a playout completes the deal instead.
    """
    before = _has_unsettled_cards(state)
    heuristics.rules.apply(state, action)
    if not before and not _has_unsettled_cards(state):
        play_out(heuristics, state, rng.random)
    while _has_unsettled_cards(state):
        heuristics.rules.apply(state, _quick_action(heuristics, state, rng))
    return heuristics.payoff(state) if state.over else heuristics.static_values(state)


def _quick_action(heuristics: AnyHeuristics, state: State, rng: Random) -> Action:
    legal = heuristics.rules.legal(state)
    if len(legal) == 1 or card_of(legal[0]) is not None:
        return rng.choice(legal)
    return max(legal, key=lambda action: _own_value_after(heuristics, state.copy(), action))


def _own_value_after(heuristics: AnyHeuristics, state: State, action: Action) -> float:
    seat = state.turn
    heuristics.rules.apply(state, action)
    return (heuristics.payoff(state) if state.over else heuristics.static_values(state))[seat]


def _has_unsettled_cards(state: State) -> bool:
    if isinstance(state, TrickState):
        return bool(state.trick)
    return any(group and pile.kind in (TRICK_KIND, BID_KIND) for pile, group in state.piles().items())


FOR_DEAL: Final = "-deal"
"""Suffix for a level that searches. The player then maximises the payoff of the deal and ignores the standing."""

GREEDY_DETERMINIZATIONS: Final = 40
"""Number of determinizations of the greedy player for a decision."""

SIMULATED_ACTIONS: Final = 200_000
"""Number of actions simulated for a decision. At the first lead of Gooseberry Fool: 6000 iterations in half a second."""

SOLVER_SLICES: Final = 240
"""Number of solver slices for a decision. A slice takes one or two milliseconds, and all of them a third of a second."""

WEIGHTED_DETERMINIZATIONS: Final = 400
"""Number of determinizations with importance weights for a decision. In Gooseberry Fool they take about twenty milliseconds."""

BEGINNER_FAILINGS: Final = Failings(
    cashes=0.8, counts_trumps=0.35, overkill=0.25, second_high=0.6, ruffs_all=0.8, keeps_high=0.6, king_worth=0.5,
    bid_shift=0.3, middle_only=0.9, longest=0.9, hoards=0.7, goose_now=0.6, set_hope=0.7, face_only=0.8, by_value=0.7,
    sway=0.5, all_or_nothing=0.8,
)  # fmt: skip
"""Failings of a player who has played for some evenings."""
CASUAL_FAILINGS: Final = Failings(
    cashes=0.45, counts_trumps=0.15, overkill=0.08, second_high=0.3, ruffs_all=0.4, keeps_high=0.25, king_worth=0.2,
    bid_shift=0.1, middle_only=0.2, longest=0.15, hoards=0.05, goose_now=0.3, set_hope=0.3, face_only=0.1, by_value=0.1,
    sway=0.2, all_or_nothing=0.05,
)  # fmt: skip
"""Failings of a casual player."""
GOOD_FAILINGS: Final = Failings(
    cashes=0.15, counts_trumps=0.02, overkill=0.01, second_high=0.1, ruffs_all=0.1, keeps_high=0.05, longest=0.05,
    goose_now=0.1, set_hope=0.05, face_only=0.05, by_value=0.05,
)  # fmt: skip
"""Failings of a good player at a club."""

SKILLS: Final = {
    "easy": Skill(
        iterations=20,
        max_actions=SIMULATED_ACTIONS // 8,
        memory=Memory(-0.3, voids=False),
        bandit=BanditParameters(1.0),
        regret=RegretParameters(0.5, 0.1, adapts_to_random_bids=False),
        leeway=0.8,
        mind=Mind(
            BEGINNER_FAILINGS,
            horizon=1,
            endgame_tricks=2,
            habit_bonus=0.6,
            random_error=0.15,
            max_loss=1.0,
            certain_choice_chance=0.9,
        ),
    ),
    "medium": Skill(
        iterations=60,
        memory=Memory(-1.0),
        max_actions=SIMULATED_ACTIONS // 4,
        solved_rounds=3,
        max_paired_bids=WHOLE_HAND,
        regret=RegretParameters(1.0, 0.1, adapts_to_random_bids=False, averages_all_iterations=True),
        leeway=0.6,
        mind=Mind(
            CASUAL_FAILINGS,
            horizon=5,
            endgame_tricks=5,
            card_counting_tricks=3,
            habit_bonus=0.6,
            random_error=0.05,
            max_loss=0.5,
        ),
    ),
    "hard": Skill(
        iterations=200,
        memory=Memory(-1.7),
        max_actions=SIMULATED_ACTIONS // 2,
        solver_slices=SOLVER_SLICES // 4,
        solved_rounds=4,
        max_paired_bids=WHOLE_HAND,
        regret=RegretParameters(),
        leeway=0.4,
        mind=Mind(GOOD_FAILINGS, card_counting_tricks=4, random_error=0.02, max_loss=0.25),
    ),
    "expert": Skill(
        iterations=6000,
        max_actions=SIMULATED_ACTIONS,
        solver_slices=SOLVER_SLICES,
        solved_rounds=ALL_ACTIONS,
        weighted_determinizations=WEIGHTED_DETERMINIZATIONS,
        guidance=None,
        max_paired_bids=WHOLE_HAND,
        leeway=0.25,
    ),
    "master": Skill(
        iterations=12_000,
        max_actions=2 * SIMULATED_ACTIONS,
        solver_slices=2 * SOLVER_SLICES,
        solved_rounds=ALL_ACTIONS,
        weighted_determinizations=2 * WEIGHTED_DETERMINIZATIONS,
        guidance=None,
        max_paired_bids=WHOLE_HAND,
        breaks_ties=True,
    ),
}
"""By name, each level that searches, from the weakest to the strongest. They differ in budget, memory, failings and use of
observed actions; none plays a card at random.
"""

SEARCHING_LEVELS: Final = tuple(SKILLS)
LEVELS: Final = ("random", *SEARCHING_LEVELS)
"""Names of all levels, from the weakest to the strongest. `greedy` is not a level, because it beats easy in some games."""
NAMES: Final = ("random", "greedy", *SEARCHING_LEVELS)
"""Names of all built-in players, without style, effort and `FOR_DEAL`."""
ADVICE: Final = "expert"
"""Default level for hints, `suggest` and `review`. Master takes twice as long and is hardly stronger."""


def missing_weights(game: AnyGame, players: Iterable[object]) -> list[str]:
    """Returns a sentence for each file of learned weights that these players need but that cannot be used."""
    heuristics = game.heuristics
    followed = [player.skill.guidance_for(game) for player in players if isinstance(player, Searcher)]
    lost: list[str] = []
    if any(guidance.guides_search for guidance in followed) and heuristics.policy() is None:
        lost.append(POLICY_FILE)
    if any(guidance.likelihood > 0.0 for guidance in followed) and heuristics.habits() is None:
        lost.append(HABITS_FILE)
    return [heuristics.faults[file] for file in lost if file in heuristics.faults]


def make_player(name: str, rng: Random, iterations: int | None = None) -> Player:
    """Creates a player: a level, which may have a style after a plus sign, or the external player `module:Class`.

    rng: random source of all choices of the player. iterations: number of iterations for each decision, in place of the level's
    budget; `random` and external players ignore it. Raises ValueError, which names the reason, if there is no such player.
    """
    if iterations is not None and iterations < 1:
        raise ValueError(f"a player needs 1 iteration or more, not {iterations}")
    if ":" in name:
        return load_player(name, rng)
    if name == "random":
        return RandomPlayer(name, rng)
    if name == "greedy":
        return GreedyPlayer(name, rng, iterations or GREEDY_DETERMINIZATIONS)
    plain, plus, style = name.partition(STYLE_SEPARATOR)
    level = plain.removesuffix(FOR_DEAL)
    if level in SKILLS and (not plus or style in STYLES):
        skill = SKILLS[level]
        if iterations:
            slices = min(skill.solver_slices, iterations)
            skill = replace(skill, iterations=iterations, max_actions=None, solver_slices=slices)
        return Searcher(name, rng, skill, level != plain, STYLES.get(style, NO_STYLE))
    if plus and level in SKILLS:
        raise ValueError(f"there is no style {style!r}; there are {', '.join(STYLES)}")
    raise ValueError(f"there is no level {name!r}; there are {', '.join(NAMES)}, and module:Class for a player of one's own")


def with_style(name: str, style: str) -> str:
    """Adds a style to the name of a level. Names with a style, and levels without a search, stay unchanged."""
    return f"{name}{STYLE_SEPARATOR}{style}" if style and name.removesuffix(FOR_DEAL) in SKILLS else name


MAX_ITERATIONS: Final = 100_000_000
MAX_PERCENT: Final = 100_000


def make_player_with_effort(name: str, rng: Random, iterations: int | None = None) -> Player:
    """Creates a player as `make_player` does. The name may end in an effort, which overrides `iterations`."""
    level, at, effort = name.partition("@")
    if not at:
        return make_player(name, rng, iterations)
    if effort.endswith("%"):
        return _scale_work(make_player(level, rng), _parse_effort(name, effort[:-1], MAX_PERCENT) / 100)
    return make_player(level, rng, _parse_effort(name, effort, MAX_ITERATIONS))


def _parse_effort(name: str, digits: str, largest: int) -> int:
    number = int(digits) if digits.isascii() and digits.isdecimal() and len(digits) < 20 else 0
    if not 1 <= number <= largest:
        raise ValueError(f"{name!r} is not LEVEL@ITERATIONS or LEVEL@PERCENT%")
    return number


def _scale_work(player: Player, share: float) -> Player:
    if isinstance(player, Searcher):
        skill = player.skill
        work = None if skill.max_actions is None else max(1, round(skill.max_actions * share))
        player.skill = replace(skill, iterations=max(1, round(skill.iterations * share)), max_actions=work)
    elif isinstance(player, GreedyPlayer):
        player.determinizations = max(1, round(player.determinizations * share))
    return player
