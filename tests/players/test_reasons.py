"""The reasons for a hint: one for every action at every kind of decision of every game, short, true, and without a secret."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from goosetable import cards, players
from goosetable.engine.hidden.view import View, sample_determinization, view
from goosetable.engine.rules.action import Action, Verb, value_of, verb_of
from goosetable.engine.rules.event import HAND_KIND
from goosetable.engine.rules.state import TrickState
from goosetable.engine.text.explain import (
    WORTH,
    ActionStatistics,
    Comparison,
    DealFigures,
    Difference,
    Reasons,
    action_words,
    statistics_of,
    strongest_difference,
)
from goosetable.engine.words import phrases
from goosetable.games import SHELF
from goosetable.games.cross_purposes.rules import CrossOptions, CrossPurposes
from goosetable.games.fools_gold.rules import FoolsGold, FoolsGoldOptions
from goosetable.games.goose.rules import Goose, GooseOptions
from goosetable.games.goosed.rules import Goosed, GoosedOptions
from goosetable.games.gops.rules import Gops, GopsOptions
from goosetable.players.agent import BuiltInPlayer, Trace
from goosetable.players.analysis import Analysis
from goosetable.players.search import are_equivalent, play_out
from tests.games.high_card import HighCard
from tests.games.playing import NAMES, Variant
from tests.narrowing import built_in
from tests.players.asked import analysis_by
from tests.players.positions import Turn, ending, turns

VARIANTS = [
    *(Variant(game, game.Options()) for game in (*SHELF, HighCard())),
    Variant(CrossPurposes(), CrossOptions(players=4)),
    Variant(Goose(), GooseOptions(players=3, decks=2, max_hand=5)),
    Variant(Goosed(), GoosedOptions(players=3, three_rule="catch-only")),
]
each = pytest.mark.parametrize("variant", VARIANTS, ids=str)
FACE = re.compile(r"(?:10|[2-9AKQJ])[♠♥♦♣]|the (?:High |Low )?Joker")
MOST_WORDS = 14
SIZE = re.compile(r"\[(\d+)(?: \w+|'s)?\]")


def opinion(seen: View, seed: object = 1, iterations: int = 20) -> Analysis:
    """What the expert thinks, when asked why."""
    return analysis_by(players.make_player("expert", Random(f"{seed}"), iterations), seen)


def said(found: Analysis) -> dict[Action, str]:
    return {action: found.reason_for(action) for action in found.view.legal}


def some(variant: Variant, seed: object, most: int) -> list[Turn]:
    """Turns out of a deal or two, bids and names among them."""
    return turns(variant, seed, most, 0.3)


@cache
def opinions(variant: Variant) -> list[tuple[Turn, Analysis]]:
    """What the expert thinks at these turns, worked out once for all that is asked of it."""
    return [(turn, opinion(turn.view, number)) for number, turn in enumerate(some(variant, "every", 24))]


@pytest.mark.one_in(5)
@each
def test_there_is_a_short_sentence_for_every_action_at_every_kind_of_decision(variant: Variant) -> None:
    kinds: set[Verb] = set()
    for turn, found in opinions(variant):
        seen = turn.view
        kinds |= {verb_of(action) for action in seen.legal}
        for text in (*said(found).values(), found.confidence_text()):
            assert text
            # A bid, a gift or a joker that is spoken of may be some words long, where a card is one.
            long = verb_of(seen.legal[0]) not in (Verb.PLAY, Verb.OFFER, Verb.KEEP) or "Joker" in text
            assert "@" not in text
            assert all(int(seat) < len(seen.sizes) for seat in SIZE.findall(text))
            told = phrases.with_seats_named(f"x: {text}", NAMES, seen.seat)
            assert "[" not in told
            assert not told.endswith(".")
            assert "  " not in told
            assert len(told.split()) - 1 <= MOST_WORDS + 2 * long, told
    assert kinds == set(variant.game.verbs) - ({Verb.GIVE} - kinds)


@pytest.mark.one_in(5)
@each
def test_no_sentence_names_a_card_that_the_seat_does_not_see(variant: Variant) -> None:
    game = variant.game
    for turn, found in opinions(variant):
        seen = turn.view
        lying = sum(group for pile, group in seen.known.piles().items() if pile.kind is not HAND_KIND)
        open_ = {game.text.card_name(card) for card in cards.members(seen.hand | (lying & ~seen.unseen))}
        # Two equal cards have one face: it is the faces that tell.
        for text in said(found).values():
            assert set(FACE.findall(text)) <= open_, text


@pytest.mark.one_in(5)
@each
def test_hidden_cards_dealt_anew_change_no_word(variant: Variant) -> None:
    for number, turn in enumerate(some(variant, "secret", 4)):
        seen = turn.view
        other = view(variant.game, sample_determinization(seen, Random(number)), seen.seat)
        one, two = opinion(seen, number), opinion(other, number)
        assert (one.best, one.confidence_text(), said(one), one.visits) == (
            two.best,
            two.confidence_text(),
            said(two),
            two.visits,
        )


class Peeping(Reasons[Any]):
    """Reasons that tell the truth, which they must not know."""

    def __init__(self, truth: Any) -> None:
        self.truth = truth

    def reason(self, case: Comparison) -> str:
        return " ".join(case.face(card) for card in cards.members(self.truth.hands[(case.seat + 1) % len(self.truth.hands)]))


def test_reasons_that_peep_would_be_caught() -> None:
    class Cheat(Goosed):
        pass

    (turn,) = turns(Variant(Cheat(), GoosedOptions()), "cheat", 1)
    seen = turn.view
    found = []
    for truth in (turn.truth, sample_determinization(seen, Random(5))):
        cheat = Cheat()
        cheat.heuristics.reasons = Peeping(truth)
        found.append(said(opinion(view(cheat, truth, seen.seat))))
    assert found[0] != found[1]


@pytest.mark.one_in(5)
@each
def test_the_same_seed_says_the_same_and_a_witness_changes_nothing(variant: Variant) -> None:
    for number, turn in enumerate(some(variant, "same", 6)):
        one, two = opinion(turn.view, number), opinion(turn.view, number)
        assert (one.best, said(one), one.values) == (two.best, said(two), two.values)
        alone = built_in(players.make_player("expert", Random(f"{number}"), 20))
        players.decide(alone, turn.view)
        assert alone.values == one.values


@pytest.mark.one_in(5)
@each
def test_what_is_said_of_the_trick_is_so_for_whoever_plays_last(variant: Variant) -> None:
    """Who plays last knows what takes the trick: then no world is another, and the words follow the rules."""
    checked = 0
    for number, turn in enumerate(turn for game in range(3) for turn in turns(variant, f"last {game}", 40)):
        known = turn.view.known
        if not isinstance(known, TrickState) or len(known.trick) != len(known.hands) - 1:
            continue
        found = opinion(turn.view, number)
        for action, text in said(found).items():
            state = turn.truth.copy()
            variant.game.apply(state, action)
            takes = isinstance(state, TrickState) and (state.turn == turn.view.seat or state.over)
            full = isinstance(state, TrickState) and len(state.trick) == len(state.hands)
            if text.startswith(("duck: ", "lets it go: ", "discard: ")):
                checked += 1
                assert not takes or (full and state.turn != turn.view.seat)
            elif text.startswith(("take it: ", "wins the trick: ")):
                checked += 1
                assert takes
    assert checked or variant.game.id not in ("goosed", "fools-gold")


def test_both_others_are_likely_to_reach_four() -> None:
    """Gooseberry Fool, with two tricks to go: if this one goes to the seat with three, both others have four."""
    seen = ending(("KS 7H", "7D", "QS"), (2, 4, 3), "JC TH", 1, 0)
    found = opinion(seen, iterations=200)
    best, other = cards.card("KS"), cards.card("7H")
    assert found.best == best
    assert found.reason_for(best) == "both opponents are almost sure to take four tricks or more"
    assert found.reason_for(other) == "both opponents get to four tricks less often than after K♠"
    assert found.confidence.word == "clear"


class Known(BuiltInPlayer):
    """A player whose values are given."""

    def __init__(self, values: Mapping[Action, float], certain: bool = True) -> None:
        super().__init__("known", Random(1))
        self.values = dict(values)

    def choose_action(self, view: View) -> Any:
        raise NotImplementedError


def judged(*values: float, spread: float = 0.0) -> Analysis:
    """An opinion about the first cards that may be played, with these values, which two simulations each found so far apart."""
    turn = next(turn for turn in turns(Variant(SHELF[0], SHELF[0].Options()), 1, 30) if len(turn.view.legal) >= len(values))
    seen = turn.view
    chosen = dict(zip(seen.legal, values, strict=False))
    player = Known(chosen)
    if spread:
        player.trace = Trace()
        for action, value in chosen.items():
            player.trace.record_simulation(action, seen.known, value - spread)
            player.trace.record_simulation(action, seen.known, value + spread)
    return Analysis(seen, player, max(chosen, key=lambda action: chosen[action]))


def test_how_sure_it_is_follows_the_values() -> None:
    clear, likely, close, level = judged(0.8, 0.2, 0.1), judged(0.8, 0.6, 0.1), judged(0.8, 0.79, 0.1), judged(0.5, 0.5, 0.5)
    assert [found.confidence.word for found in (clear, likely, close, level)] == ["clear", "likely", "close", "equal"]
    assert close.confidence.rival == close.view.legal[1]
    face = action_words(close.view.seat, close.view.legal[1], close.view.game.text.card_name)
    assert close.confidence_text() == f"about as good as {face}"
    assert close.reason_for(close.view.legal[1]) == f"about as good as {close.view.game.text.card_name(value_of(close.best))}"
    apart, near = judged(0.8, 0.79), judged(0.8, 0.79, spread=0.2)
    assert (
        apart.reason_for(apart.best).startswith("it is better than ")
        and near.reason_for(near.best) == "the other is about as good"
    )
    assert level.reason_for(level.best) == "it makes no difference"
    assert level.confidence_text() == f"{face} is as good" and level.confidence.rival == close.confidence.rival
    pair = judged(0.8, 0.8, 0.1)
    assert (
        pair.confidence.word == "equal"
        and pair.reason_for(pair.view.legal[1]) == f"just as good as {pair.view.game.text.card_name(value_of(pair.best))}"
    )
    assert pair.reason_for(pair.best) == f"it is better than {pair.view.game.text.card_name(value_of(pair.view.legal[2]))}"
    assert clear.reason_for(clear.best) == f"it is better than {clear.view.game.text.card_name(value_of(clear.view.legal[1]))}"


BY_ORDER = [
    *(variant for variant in VARIANTS if not isinstance(variant.game, (FoolsGold, HighCard))),
    Variant(FoolsGold(), FoolsGoldOptions(bonuses="off")),
    Variant(Goosed(), GoosedOptions(ace="high")),
    Variant(Gops(), GopsOptions(players=3)),
]
"""Where cards are told apart by their order; in Fools Gold by their ranks too, as long as there are bonuses."""
SESSIONS = 4


def played_on(state: Any, action: Action, swapped: dict[Action, Action], seed: str) -> Any:
    """The points of a deal played out at random after an action, each card of `swapped` in the place of the other."""
    rng, game = Random(seed), state.game
    game.apply(state.deal, action)
    while not state.deal.over:
        legal = sorted(swapped.get(one, one) for one in game.legal(state.deal))
        chosen = rng.choice(legal)
        game.apply(state.deal, swapped.get(chosen, chosen))
    return game.points(state.deal)


@pytest.mark.one_in(5)
@pytest.mark.parametrize("variant", BY_ORDER, ids=str)
def test_cards_that_touch_do_the_same_however_the_deal_goes_on(variant: Variant) -> None:
    tried = 0
    seeds = range(SESSIONS)
    for number, turn in enumerate(turn for seed in seeds for turn in turns(variant, f"touching {seed}", 60, 0.6)):
        seen = turn.view
        pairs = [(one, two) for one in seen.legal for two in seen.legal if one < two and are_equivalent(seen, one, two)]
        for one, two in pairs:
            deal = sample_determinization(seen, Random(number))
            for seed in range(3):
                first = played_on(SimpleNamespace(game=seen.game, deal=deal.copy()), one, {}, f"{seed}")
                second = played_on(SimpleNamespace(game=seen.game, deal=deal.copy()), two, {one: two, two: one}, f"{seed}")
                assert first == second
                tried += 1
    assert BY_ORDER and tried > 15


def test_no_hint_prefers_a_card_to_one_that_does_the_same() -> None:
    """Two touching cards with different values, which are chance then: either may be played, and neither is compared."""
    variant = next(one for one in BY_ORDER)
    seen, one, two = next(
        (turn.view, one, two)
        for turn in turns(variant, "touching", 60, 0.6)
        for one in turn.view.legal
        for two in turn.view.legal
        if one < two and len(turn.view.legal) > 2 and are_equivalent(turn.view, one, two)
    )
    found = Analysis(seen, Known({one: 0.6, two: 0.4} | {rest: 0.1 for rest in seen.legal if rest not in (one, two)}), one)
    assert found.confidence == ("equal", two)
    assert found.reason_for(two) == f"just as good as {seen.game.text.card_name(value_of(one))}"


def test_the_best_is_not_compared_with_what_does_the_same_as_a_card_about_as_good() -> None:
    """Of the two that touch one is close to the best by chance, and the other is not."""
    variant = next(one for one in BY_ORDER)
    seen, best, one, two = next(
        (turn.view, best, one, two)
        for turn in turns(variant, "touching", 60, 0.6)
        for one in turn.view.legal
        for two in turn.view.legal
        for best in turn.view.legal
        if one < two
        and are_equivalent(turn.view, one, two)
        and not (are_equivalent(turn.view, best, one) or best in (one, two))
    )
    values = {best: 0.6, one: 0.58, two: 0.3}
    found = Analysis(seen, Known(values), best)
    assert found.confidence == ("close", one) and found.reason_for_advised(best) == "the others are about as good"
    assert found.reason_for(two) == found.reason_for(one) == f"about as good as {seen.game.text.card_name(value_of(best))}"
    last = next((rest for rest in seen.legal if rest not in values and not are_equivalent(seen, one, rest)), None)
    assert last is not None and Analysis(seen, Known(values | {last: 0.1}), best).reason_for_advised(best).endswith(
        f"better than {seen.game.text.card_name(value_of(last))}"
    )


def test_few_deals_make_nothing_clear() -> None:
    """The same values, by as many determinizations as leave no doubt, and by so few that they may be chance."""
    seen = judged(0.8, 0.2, 0.1).view
    for count, word in ((400, "clear"), (3, "close")):
        mind, rng = Known({}), Random(2)
        mind.trace = Trace()
        state = sample_determinization(seen, rng)
        for action, worth in zip(seen.legal, (0.6, 0.3), strict=False):
            mind.values[action] = worth
            for turn in range(count):
                mind.trace.record_simulation(action, state, worth + (0.4 if turn % 2 else -0.4))
        assert Analysis(seen, mind, seen.legal[0]).confidence.word == word


@pytest.mark.parametrize(
    ("apart", "count", "word"), [(0.001, 20000, "equal"), (0.01, 3000, "close"), (0.1, 3000, "likely"), (0.0, 20, "close")]
)
def test_equal_is_what_surely_differs_by_nothing_that_matters(apart: float, count: int, word: str) -> None:
    """Two cards of about the same value among three; only many determinizations tell that it is not chance."""
    seen = judged(0.8, 0.2, 0.1).view
    mind, rng = Known({}), Random(2)
    mind.trace = Trace()
    state = sample_determinization(seen, rng)
    for action, worth in zip(seen.legal, (0.6, 0.6 - apart, 0.2), strict=False):
        mind.values[action] = worth
        for turn in range(count):
            mind.trace.record_simulation(action, state, worth + (0.4 if turn % 2 else -0.4))
    found = Analysis(seen, mind, seen.legal[0])
    assert found.confidence.word == word
    assert {found.best, found.confidence.rival} == {*seen.legal[:2]}, "a rough search leaves the choice to the policy"
    assert found.confidence_text().endswith(" is as good") == (word == "equal")


def test_two_that_hardly_differ_are_equal_though_nothing_else_was_compared() -> None:
    """Of two choices the range of all values is what lies between them: it makes neither the better one."""
    seen = judged(0.8, 0.2, 0.1).view
    seen = replace(seen, legal=seen.legal[:2])
    mind = Known(dict(zip(seen.legal, (0.333, 0.332), strict=True)))
    mind.trace = Trace()
    state = sample_determinization(seen, Random(2))
    for action, worth in mind.values.items():
        for turn in range(3000):
            mind.trace.record_simulation(action, state, worth + (0.02 if turn % 2 else -0.02))
    assert Analysis(seen, mind, seen.legal[0]).confidence == ("equal", seen.legal[1])


@pytest.mark.parametrize(("apart", "earns"), [(0.0, True), (0.003, True), (0.1, False)])
def test_of_two_as_good_the_one_that_earns_more_points_is_advised(apart: float, earns: bool) -> None:
    """Two cards of about the same worth: the one searched more ends in fewer points of the deal."""
    turn = next(turn for turn in turns(VARIANTS[1], "earns", 40, 0.3) if len(turn.view.legal) == 3)
    seen, mind = turn.view, Known({})
    mind.trace = Trace()
    played = [sample_determinization(seen, Random(number)) for number in range(30)]
    for number, state in enumerate(played):
        play_out(seen.game.heuristics, state, Random(number).random)
    few, many = (pick(played, key=lambda state: seen.game.points(state)[seen.seat]) for pick in (min, max))
    for action, worth, end, count in zip(seen.legal, (0.6, 0.6 - apart, 0.2), (few, many, few), (900, 600, 600), strict=True):
        mind.values[action] = worth
        for number in range(count):
            mind.trace.record_simulation(action, end, worth + (0.1 if number % 2 else -0.1))
    assert seen.game.points(many)[seen.seat] > seen.game.points(few)[seen.seat]
    assert Analysis(seen, mind, seen.legal[0]).best == seen.legal[earns]


@pytest.mark.parametrize(("few", "advised"), [(400, 1), (60, 0)])
def test_a_bid_that_turned_out_better_with_fewer_simulations_is_advised(few: int, advised: int) -> None:
    """Halving leaves most simulations to a bid that may turn out worse; a few lucky simulations are not enough."""
    turn = next(turn for turn in turns(VARIANTS[1], "better", 40, 0.3) if len(turn.view.legal) == 3)
    seen, mind = turn.view, Known({})
    mind.trace = Trace()
    state = sample_determinization(seen, Random(1))
    for action, worth, count in zip(seen.legal, (0.5, 0.6, 0.2), (1000, few, 300), strict=True):
        mind.values[action] = worth
        for number in range(count):
            mind.trace.record_simulation(action, state, worth + (0.1 if number % 2 else -0.1))
    assert Analysis(seen, mind, seen.legal[0]).best == seen.legal[advised]


def test_of_two_that_are_as_good_only_what_is_true_of_both_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    pair = judged(0.8, 0.8, 0.1)
    best = pair.best
    assert (
        pair.shared_reason()
        == pair.reason_for(best)
        == f"it is better than {pair.view.game.text.card_name(value_of(pair.view.legal[2]))}"
    )
    monkeypatch.setattr(Analysis, "compare", lambda self, action, other, gain: f"it is {action}")
    assert pair.reason_for(best) == f"it is {best}" and pair.shared_reason() == ""
    clear = judged(0.8, 0.2, 0.1)
    assert clear.shared_reason() == clear.reason_for(clear.best) != ""
    level = judged(0.5, 0.5, 0.5)
    assert level.shared_reason() == "it makes no difference"


def case(mine: DealFigures, theirs: DealFigures, gain: float = 1.0) -> Comparison:
    """Two actions, each with a hundred deals that all ended alike."""
    (turn,) = turns(Variant(SHELF[0], SHELF[0].Options()), 1, 1)
    seen = turn.view
    made = (statistics_of([mine] * 100), statistics_of([theirs] * 100))
    return Comparison(seen.known, seen.legal[0], seen.legal[1], *made, gain, SHELF[0].text.card_name, SHELF[0].points)


def test_the_strongest_sign_speaks_for_the_better_and_against_the_worse() -> None:
    signs = [Difference("tricks", 1.0, "more tricks", "fewer tricks"), Difference("risk", 0.2, "riskier", "safer", -1)]
    better = case({"tricks": 4.0, "risk": 0.1}, {"tricks": 3.0, "risk": 0.9})
    assert strongest_difference(better, signs) == "safer"
    assert strongest_difference(case({"tricks": 6.0, "risk": 0.1}, {"tricks": 1.0, "risk": 0.9}), signs) == "more tricks"
    # What speaks the other way is no reason, however much it differs.
    assert strongest_difference(case({"tricks": 4.0, "risk": 0.9}, {"tricks": 3.0, "risk": 0.1}), signs) == "more tricks"
    assert strongest_difference(better._replace(gain=-1.0), signs) == ""
    assert strongest_difference(case({"tricks": 3.0, "risk": 0.9}, {"tricks": 4.0, "risk": 0.1}, -1.0), signs) == "riskier"


def test_where_the_worth_is_known_a_reason_is_what_accounts_for_it() -> None:
    """Tricks differ more, but the deals with more of them were worth no more; those with a risk were worth less."""
    signs = [Difference("tricks", 0.7, "more tricks", "fewer tricks"), Difference("risk", 1.0, "riskier", "safer", -1)]

    def deals(tricks: float, risky: int) -> ActionStatistics:
        ends = [{"tricks": tricks + turn % 2, "risk": float(turn < risky), WORTH: float(turn >= risky)} for turn in range(200)]
        return statistics_of(ends)

    mine, theirs = deals(4.0, 40), deals(3.0, 120)
    better = case({}, {}, 0.4)._replace(mine=mine, theirs=theirs)
    assert strongest_difference(better, signs) == "safer"
    assert strongest_difference(better._replace(gain=-0.4), signs) == ""
    assert strongest_difference(better._replace(mine=theirs, theirs=mine, gain=-0.4), signs) == "riskier"
    # What is thought to be good, but was worth less in the same deals, is no reason.
    assert strongest_difference(better, [Difference("risk", 1.0, "braver", "shyer")]) == ""
    # Unless it is by what comes of it later; and where all deals were worth the same the steps tell.
    later = [Difference("tricks", 0.7, "", "saves a card", -1, acts_later=True)]
    assert strongest_difference(better._replace(mine=deals(2.0, 40)), later) == "saves a card"
    assert strongest_difference(better._replace(mine=deals(2.0, 40)), [*later, *signs]) == "safer"
    even = better._replace(mine=deals(4.0, 200), theirs=deals(3.0, 200))
    assert strongest_difference(even, signs) == "more tricks"
    liked = [Difference("risk", 1.0, "braver", "not so brave", 0)]
    assert strongest_difference(better, liked) == "not so brave"


def test_a_sign_speaks_only_from_its_mean_on_and_beyond_chance() -> None:
    signs = [Difference("high", 1.0, "likely", "", least_mean=0.6)]
    assert strongest_difference(case({"high": 0.9}, {"high": 0.1}), signs) == "likely"
    assert strongest_difference(case({"high": 0.5}, {"high": 0.1}), signs) == ""
    few = case({}, {})._replace(mine=statistics_of([{"high": 1.0}] * 2), theirs=statistics_of([{"high": 0.0}]))
    assert strongest_difference(few, signs) == ""


def test_a_prospect_is_the_means_of_its_ends() -> None:
    found = statistics_of([{"a": 1.0, "b": 0.0}, {"a": 3.0, "b": 1.0}])
    assert (found.deals, found.means) == (2, {"a": 2.0, "b": 0.5})
    assert statistics_of([]) == ActionStatistics()
    assert found.errors["a"] > found.errors["b"] > 0
