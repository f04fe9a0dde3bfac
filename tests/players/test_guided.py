"""A search that follows what its game learned: each part by itself, fair, the same again, and not without weights."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from goosetable.engine.hidden.view import View
from goosetable.engine.rules.action import Action
from goosetable.engine.rules.state import State
from goosetable.engine.strength.heuristics import UNGUIDED, Guidance
from goosetable.engine.strength.policy import FILE, HABITS, Shape, UnusableWeights
from goosetable.games import find_game
from goosetable.players import decide, make_player, missing_weights
from goosetable.players.ismcts import GuidedTreeSearch, TreeSearch
from goosetable.players.levels import SKILLS
from goosetable.players.search import PERFECT, Determinizer, Problem, Ucb
from goosetable.players.search_agent import Searcher
from tests.games.high_card import HighCardOptions
from tests.games.low_card import LowCard
from tests.games.playing import Variant
from tests.players.positions import turns
from tests.players.test_right import FOOL as POSITIONS
from tests.players.test_secrecy import changed

FOOL = Variant(find_game("gooseberry-fool"), find_game("gooseberry-fool").Options())
GOLD = Variant(find_game("fools-gold"), find_game("fools-gold").Options())
GOOSE = Variant(find_game("goose"), find_game("goose").Options())
OTHERS = [GOLD, GOOSE]
PARTS = {
    "playouts": Guidance(playouts=True), "prior": Guidance(prior=3.0), "likelihood": Guidance(likelihood=1.3),
    "all": Guidance(True, 3.0, 1.3),
}  # fmt: skip
ALL = PARTS["all"]


def seated(guidance: Guidance, seed: object, iterations: int = 12) -> Searcher:
    skill = replace(SKILLS["expert"], iterations=iterations, work=None, weighted=12, guidance=guidance)
    return Searcher("guided", Random(f"{seed}"), skill, True)


def choices(guidance: Guidance, seen: list[View], iterations: int = 12) -> list[tuple[Action, dict[Action, float]]]:
    found = []
    for number, each in enumerate(seen):
        player = seated(guidance, number, iterations)
        found.append((decide(player, each), player.values))
    return found


@pytest.mark.parametrize(("most", "second", "ended"), [(50, 20, True), (35, 20, False), (40, 21, True), (0, 0, False)])
def test_a_search_ends_where_no_other_action_is_likely_to_overtake(most: int, second: int, ended: bool) -> None:
    """By four tenths of the iterations left."""
    seen = next(turn.view for turn in turns(FOOL, "ends", 30, 0.3) if len(turn.view.legal) > 2)
    determinizer = Determinizer(seen, PERFECT, 0)
    problem = Problem(seen, determinizer, FOOL.game.heuristics.payoff, Random(1), 100)
    tree = TreeSearch(problem, Ucb())
    one, two, *_ = seen.legal
    tree.visits[one], tree.visits[two] = second, most
    assert tree.is_settled() is ended


@pytest.mark.parametrize("part", PARTS)
def test_each_part_changes_the_search_and_is_the_same_again(part: str) -> None:
    seen = [turn.view for turn in turns(FOOL, "parts", 10, 0.3)]
    guided = choices(PARTS[part], seen)
    assert guided == choices(PARTS[part], seen)
    assert guided != choices(UNGUIDED, seen)
    assert all(action in each.legal for (action, _), each in zip(guided, seen, strict=True))


@pytest.mark.parametrize("part", PARTS)
def test_hidden_cards_change_no_decision(part: str) -> None:
    def seat(truth: State, seed: int) -> Searcher:
        del truth
        return seated(PARTS[part], seed)

    assert changed(seat, turns(FOOL, "law 10 guided", 25, 0.4))[0] == 0


@pytest.mark.parametrize("variant", OTHERS, ids=str)
def test_other_games_that_learned_are_guided_fairly_and_the_same_again(variant: Variant) -> None:
    guidance = Guidance(playouts=True, prior=3.0)

    def seat(truth: State, seed: int) -> Searcher:
        del truth
        return seated(guidance, seed)

    found = turns(variant, "others guided", 12, 0.3)
    seen = [turn.view for turn in found]
    assert choices(guidance, seen) == choices(guidance, seen) != choices(UNGUIDED, seen)
    assert changed(seat, found)[0] == 0


@pytest.mark.parametrize("name", POSITIONS)
def test_a_sure_win_is_found(name: str) -> None:
    position = POSITIONS[name]
    right = FOOL.game.parse_action(position.right, position.view.legal)
    assert [action for action, _ in choices(ALL, [position.view] * 3, 100)] == [right] * 3


def test_without_weights_the_plain_search_plays_on(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = [turn.view for turn in turns(FOOL, "plain", 8, 0.3)]
    monkeypatch.setattr(type(FOOL.game.heuristics), "policy", lambda heuristics: None)
    monkeypatch.setattr(type(FOOL.game.heuristics), "habits", lambda heuristics: None)
    assert choices(ALL, seen) == choices(UNGUIDED, seen)


def test_new_actions_are_tried_in_the_order_of_the_policy(monkeypatch: pytest.MonkeyPatch) -> None:
    (turn,) = turns(FOOL, "order", 1)
    legal = turn.view.legal
    policy = FOOL.game.heuristics.policy()
    assert policy is not None
    shares = policy.probabilities(turn.view.known, legal)
    trees: list[TreeSearch] = []
    begin = GuidedTreeSearch.__init__

    def kept(tree: GuidedTreeSearch, *given: object) -> None:
        begin(tree, *given)  # type: ignore[arg-type]
        trees.append(tree)

    monkeypatch.setattr(GuidedTreeSearch, "__init__", kept)
    decide(seated(Guidance(prior=3.0), 1, len(legal)), turn.view)
    (tree,) = trees
    assert list(tree.root.children) == sorted(legal, key=lambda action: -shares[legal.index(action)])
    assert [child.prior for child in tree.root.children.values()] == pytest.approx(sorted(shares, reverse=True))


def test_a_bid_that_is_liked_is_made_where_rollouts_tell_little() -> None:
    """The more the liking counts the nearer the bids are to the policy; what each is worth is told as it is."""
    heuristics = GOOSE.game.heuristics
    policy = heuristics.policy()
    assert policy is not None
    bids = [turn.view for turn in turns(GOOSE, "liked", 40, 0.2) if getattr(turn.view.known, "bidding", False)]
    bids = [seen for seen in bids if len(seen.legal) > 2][:6]
    likeliest = []
    for seen in bids:
        shares = policy.probabilities(seen.known, seen.legal)
        likeliest.append(seen.legal[shares.index(max(shares))])
    assert len(bids) >= 5
    agreed = []
    for weight in (0.0, 0.1, 50.0):
        found = choices(Guidance(playouts=True, prior=3.0, calls=weight), bids, 60)
        agreed.append(sum(action == liked for (action, _), liked in zip(found, likeliest, strict=True)))
        assert all(set(values) == set(seen.legal) for (_, values), seen in zip(found, bids, strict=True))
    assert agreed[0] <= agreed[1] <= agreed[2] == len(bids) > agreed[0]


def test_with_few_cards_left_cards_are_played_without_guidance() -> None:
    found = [turn.view for turn in turns(GOOSE, "bare", 40, 0.3) if not getattr(turn.view.known, "bidding", False)]
    few = [seen for seen in found if seen.hand.bit_count() <= 3]
    more = [seen for seen in found if seen.hand.bit_count() > 3]
    guided, bare = Guidance(playouts=True, prior=3.0), Guidance(playouts=True, prior=3.0, bare=3)
    assert few and choices(bare, few) == choices(UNGUIDED, few) != choices(guided, few)
    assert more and choices(bare, more) == choices(guided, more)


def test_hidden_cards_change_no_bid() -> None:
    def seat(truth: State, seed: int) -> Searcher:
        del truth
        return seated(Guidance(playouts=True, prior=3.0, calls=0.15), seed)

    assert changed(seat, turns(GOOSE, "liked in secret", 12, 0.4))[0] == 0


def test_a_game_that_learned_nothing_is_searched_as_ever() -> None:
    other = Variant(LowCard(), HighCardOptions())
    seen = [turn.view for turn in turns(other, "other", 4, 0.3)]
    assert choices(ALL, seen) == choices(UNGUIDED, seen)


def test_weights_that_cannot_be_used_are_named_where_a_level_follows_them(monkeypatch: pytest.MonkeyPatch) -> None:
    heuristics = FOOL.game.heuristics
    asked: list[str] = []

    def damaged(package: str, shape: Shape, file: str) -> list[list[float]]:
        asked.append(f"{package}/{file}")
        raise UnusableWeights(f"{file} of {shape.game!r} is damaged")

    monkeypatch.setattr("goosetable.engine.strength.heuristics.load_weights", damaged)
    monkeypatch.setattr(heuristics, "_learned", {})
    monkeypatch.setattr(heuristics, "faults", {})
    fool, rng = FOOL.game, Random(1)
    expert, others = make_player("expert+bold", rng), [make_player("hard", rng), make_player("greedy", rng), object()]
    monkeypatch.setattr(type(heuristics), "guidance", UNGUIDED)
    assert missing_weights(fool, [expert]) == [] and asked == []
    monkeypatch.setattr(type(heuristics), "guidance", ALL)
    assert missing_weights(fool, others) == [] and asked == [], "none of them follows what was learned"
    told = [f"{file} of 'gooseberry-fool' is damaged" for file in (FILE, HABITS)]
    assert missing_weights(fool, [*others, expert]) == missing_weights(fool, [expert, expert]) == told
    monkeypatch.setattr(type(heuristics), "guidance", replace(ALL, likelihood=0.0))
    assert missing_weights(fool, [expert]) == told[:1], "a file that nobody reads is not named"
    assert asked == [f"goosetable.games.gooseberry_fool/{file}" for file in (FILE, HABITS)], "another game's are not looked at"
    assert heuristics.policy() is None and heuristics.habits() is None
