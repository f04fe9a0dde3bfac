"""Levels below expert err like people: the same again, sure things first, and each weakness has a name."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import fields, replace
from functools import cache
from itertools import count, islice
from random import Random
from typing import Any

import pytest

from goosetable import cards
from goosetable.engine.game import AnyGame
from goosetable.engine.hidden.view import View, view
from goosetable.engine.record.seed import code_in_series
from goosetable.engine.rules.action import Action
from goosetable.engine.rules.deal import Deal, Standing, Stream
from goosetable.engine.rules.state import SealedState
from goosetable.engine.strength.card_sense import Temptation
from goosetable.games import SHELF
from goosetable.games.throps.rules import ThropsOptions, ThropsState
from goosetable.players import decide, make_player
from goosetable.players.agent import Trace
from goosetable.players.levels import SKILLS
from goosetable.players.mind import DealRandom, Failings, Mind, choose_by_value, choose_temptation, has_failing
from goosetable.players.search import PERFECT
from goosetable.players.search_agent import MAX_CERTAIN_LOSS, Searcher
from tests.games import geese
from tests.games.fools_gold.test_fools_gold_rules import golden
from tests.games.playing import Variant, defaults, find
from tests.players.positions import ending, turns
from tests.players.test_right import bids_left, foxy

WEAK = [level for level, skill in SKILLS.items() if skill.mind is not None]
FROM_MEDIUM = WEAK[1:]


def seated(level: str, seed: object, iterations: int | None = None) -> Searcher:
    player = make_player(level, Random(f"{seed}"), iterations)
    assert isinstance(player, Searcher)
    return player


def test_the_levels_below_expert_have_a_mind() -> None:
    assert WEAK == ["easy", "medium", "hard"]


@pytest.mark.one_in(5)
@pytest.mark.parametrize("variant", defaults(), ids=str)
@pytest.mark.parametrize("level", WEAK)
def test_a_player_that_is_asked_six_times_does_the_same(level: str, variant: Variant) -> None:
    player = seated(level, 1, 8)
    for turn in turns(variant, "six times", 3, 0.15):
        assert len({decide(player, turn.view) for _ in range(6)}) == 1


def cross(mine: str, other: str, trick: str, tops: str = "A") -> View:
    """The end of a first half of Cross Purposes with spades trumps, as seat 0 sees it, which is to answer a card or to lead."""
    game: Any = find("cross-purposes")
    pack = game.pack(game.Options())
    hands = tuple(cards.hand(text) for text in (mine, f"{other} {trick}".strip()))
    state = game.begin_deal(game.Options(), Standing(0, (0, 0)), Deal(1, 0, hands, hands2=((), ())))
    lying = sum(state.hands)
    rest = [card for card in pack if not lying >> card & 1]
    away = 2 * (13 - len(hands[0]))
    state.won = [sum(cards.BIT[card] for card in rest[:away]), 0]
    state.hands2 = [sum(cards.BIT[card] for card in rest[away + at :: 2]) for at in (0, 1)]
    state.trumps, state.tops, state.opening = 0, cards.RANKS.index(tops), game.verbs[1]
    state.leader = state.turn = 1 if trick else 0
    if trick:
        game.apply(state, cards.card(trick))
    return view(game, state, 0)


def goose(*hands: str, trick: str = "", leader: int = 0, bids: tuple[int, ...], turned: str = "") -> View:
    state = geese.position(*hands, trick=trick, leader=leader, bids=bids, turned=turned)
    return view(geese.GAME, state, state.turn)


def throps(mine: str, gone: str, turned: str, won: str = "") -> View:
    """Rounds of Throps that are left, as seat 0 sees them, which has won these cards; cards that lie nowhere are out."""
    game: Any = find("throps")
    state = ThropsState()
    state.begin_deal(ThropsOptions(), Standing(0, (0, 0, 0)), Deal(1, 2, ((), (), ())))
    state.hands = [cards.cards(mine), 0, 0]
    state.turned, state.turn = cards.card(turned), 0
    state.won = [cards.cards(won), 0, 0]
    state.offer, state.turned_up = (state.turned,), (*cards.hand(won), state.turned)
    size = state.hands[0].bit_count()
    open_cards = cards.cards(f"{gone} {mine} {turned} {won}".strip())
    rest = [card for card in game.pack(ThropsOptions()) if not open_cards >> card & 1]
    state.hands[1:] = [sum(cards.BIT[card] for card in rest[at * size : (at + 1) * size]) for at in (0, 1)]
    state.stock = rest[2 * size : 3 * size - 1]
    state.gone = sum(cards.BIT[card] for card in rest[3 * size - 1 :]) | cards.cards(gone)
    return view(game, state, 0)


FOOL = "gooseberry-fool"
SURE: dict[str, tuple[Callable[[], View], tuple[str, ...]]] = {
    "goose: a sure trick that is needed is taken": (
        lambda: goose("AH 2H 3C", "KC 9D", "KD JC", "QC QD", trick="4H 5H 6H", leader=1, bids=(1, 2, 0, 0), turned="7S"),
        ("play AH",),
    ),
    "goose: all the rest is needed, from the top down": (
        lambda: goose("AS KS 4S", "7H 8H 9H", "2H 3H JH", "2C 3C JC", bids=(3, 0, 0, 0), turned="7S"),
        ("play AS",),
    ),
    "goose: a made bid is not broken where a duck is free": (
        lambda: goose("KH 2H", "9C", "3D", "9S", trick="8H 7H 6H", leader=1, bids=(0, 1, 0, 0), turned="7S"),
        ("play 2H",),
    ),
    "goose: no master and no trump on a lost trick": (
        lambda: goose(
            "AC 4S 2D 3D", "AH 6C 7C", "5C KC 9D", "6H QC QD",
            trick="KH TS 5H", leader=1, bids=(2, 0, 0, 0), turned="7S",
        ),
        ("play 2D", "play 3D"),
    ),
    "goose: the highest trumps are bid": (
        lambda: view(geese.GAME, state := geese.bidding("AS KS", "3H 4H", "4D 6D", "5C 2C", turned="QS", dealer=3), state.turn),
        ("bid 2",),
    ),
    "cross purposes: a trick that can be had is taken": (lambda: cross("KH 3H 2D", "4C 5C", "9H"), ("play KH",)),
    "cross purposes: no master and no trump on a lost trick": (
        lambda: cross("AC 2D 3D 4D", "6C 7C 8C", "9S"), ("play 2D", "play 3D", "play 4D"),
    ),
    "goosed: the others' trick is taken by the last to play": (
        lambda: foxy(
            "7C 2C", "5D", "6D", "AD", trick="3C 6C 5C", leader=1, first=1, catcher=2,
            won=("2S 3S 2D 2H", "4S 7S AS 6S", "4D AC 3D 4C", "4H 5H 6H 7H"),
        ),
        ("play 7C",),
    ),
    "fools gold: what makes a set is kept": (
        lambda: golden("TS", "9S", "8S", kept=("9D 9C AS KS QS", "", ""), leader=0, trick="TS 9S 8S"), ("keep 9S",),
    ),
    "fools gold: a trick that costs points is left": (
        lambda: golden("KD 5D", "QD 6C", "3D 7C", kept=("AS KS QS JS", "", ""), leader=1, trick="QD 3D"), ("play 5D",),
    ),
    "gooseberry fool: the last trick goes where it helps": (
        lambda: ending(("TS KS", "7H", "8H"), (2, 4, 3), "9S QS", 1, 0), ("play KS",),
    ),
    "throps: a great gain that no other card can win is taken": (
        lambda: throps("KH 8D 3C", "AH AD AC AS KD KC KS", "9H", "QH JH TH"), ("bid KH",),
    ),
    "gops: 26 points that nothing of theirs can beat": (
        lambda: bids_left("QS JS 5S 3S", "TC 9C 4C 2C", offer="KD QD AD", to_come="2D 3D JD"), ("bid JS",),
    ),
}  # fmt: skip
"""Positions, and what nobody from medium on does otherwise."""


@pytest.mark.parametrize("level", FROM_MEDIUM)
@pytest.mark.parametrize("name", SURE)
def test_what_is_sure_is_done(name: str, level: str) -> None:
    seen = SURE[name][0]()
    for seed in range(6):
        assert seen.game.action_text(decide(seated(level, seed, 4), seen)) in SURE[name][1]


@pytest.mark.parametrize("name", SURE)
def test_the_sure_thing_says_why(name: str) -> None:
    seen = SURE[name][0]()
    player = seated("medium", 1, 4)
    decide(player, seen)
    assert player.reason is not None
    assert player.reason.kind == "sure"
    assert player.reason.why


@pytest.mark.parametrize(
    ("hand", "trick", "bid"),
    [("AS 9C", "8H 7H TS", 0), ("AC 4D", "KH TS 5H", 2)],
    ids=["the highest trump takes a trick too many", "a trick too few is left"],
)
def test_nothing_is_sure_once_the_bid_cannot_be_made(hand: str, trick: str, bid: int) -> None:
    seen = goose(hand, "9H", "3D", "JD", trick=trick, leader=1, bids=(bid, 0, 0, 0), turned="7S")
    assert seen.game.heuristics.certain_choice(seen.known, seen.unseen) is None


def test_nothing_is_sure_while_the_red_foxes_lack_one_goose() -> None:
    won = ("2S 3S 2D 2H", "4S 7S AS 6S", "4D AC 3D 4C", "3H 5H 6H 7H")
    seen = foxy("7C 2C", "5D", "6D", "4H", trick="3C 6C 5C", leader=1, first=1, catcher=2, won=won)
    assert seen.game.heuristics.certain_choice(seen.known, seen.unseen) is None


def test_a_beginner_overlooks_a_sure_thing_now_and_then() -> None:
    seen = SURE["gops: 26 points that nothing of theirs can beat"][0]()
    missed = sum(seen.game.action_text(decide(seated("easy", seed, 4), seen)) != "bid JS" for seed in range(150))
    assert 2 <= missed <= 30


ALWAYS = Failings(**{field.name: 1.0 for field in fields(Failings)})


def minded(seed: object, failings: Failings) -> Searcher:
    player = seated("medium", seed, 4)
    player.skill = replace(player.skill, mind=Mind(failings, horizon=1), memory=PERFECT)
    return player


Weighed = tuple[int, Any, int, int]
"""The number of a game, a view, what a player without failings does there, and the action of the best value."""


def _weighed(game: AnyGame) -> Iterator[Weighed]:
    for number in range(60):
        for turn in turns(Variant(game, game.Options()), f"failing {number}", 60):
            plain = minded(number, Failings())
            action = decide(plain, turn.view)
            if plain.values and (plain.reason is None or plain.reason.kind != "sure"):
                yield number, turn.view, action, max(plain.values, key=plain.values.__getitem__)


@cache
def _shared(game: AnyGame) -> tuple[list[Weighed], Iterator[Weighed]]:
    return [], _weighed(game)


def weighed(game: AnyGame) -> Iterator[Weighed]:
    """Yields the turns of games in which nothing is sure. All failings of a game share its searches."""
    found, rest = _shared(game)
    for at in count():
        if at == len(found):
            found += islice(rest, 1)
        if at == len(found):
            return
        yield found[at]


def followed(game: AnyGame, failing: str, most: int) -> tuple[list[bool], list[bool]]:
    """By occasion of a failing, whether a player that has it follows it, and whether one without failings does the same."""
    with_it: list[bool] = []
    without: list[bool] = []
    for number, seen, plain_action, best in weighed(game):
        pulls = [one for one in game.heuristics.temptations(seen.known, seen.unseen, best) if one.failing == failing]
        if not pulls or not pulls[0].actions or len(pulls[0].actions) == len(seen.legal):
            continue
        with_it.append(decide(minded(number, replace(Failings(), **{failing: 1.0})), seen) in pulls[0].actions)
        without.append(plain_action in pulls[0].actions)
        if len(with_it) == most:
            return with_it, without
    raise AssertionError(f"{failing} had {len(with_it)} occasions in {game.id}")


WHERE = {
    "cashes": "goose", "overkill": "goose", "second_high": "goose", "ruffs_all": "goose", "keeps_high": "goose",
    "king_worth": "goose", "bid_shift": "goose", "counts_trumps": "cross-purposes", "longest": "cross-purposes",
    "hoards": "goosed", "goose_now": "goosed", "set_hope": "fools-gold", "face_only": "throps", "by_value": "gops",
    "sway": "gops", "all_or_nothing": "throps", "middle_only": "gooseberry-fool",
}  # fmt: skip
"""By failing, a game in which it shows."""


def test_every_failing_shows_somewhere() -> None:
    assert set(WHERE) == {field.name for field in fields(Failings)}


@pytest.mark.one_in(7)
@pytest.mark.parametrize("failing", WHERE)
def test_a_failing_shows(failing: str) -> None:
    with_it, without = followed(find(WHERE[failing]), failing, 5)
    assert all(with_it)
    assert sum(without) < len(without), "who does not have it does otherwise now and then"


@pytest.mark.parametrize("failing", WHERE)
def test_a_failing_is_the_rarer_the_better_the_level(failing: str) -> None:
    had = [
        sum(has_failing(skill.mind, DealRandom(7, deal, 0), failing) for deal in range(400))
        for skill in SKILLS.values()
        if skill.mind
    ]
    assert had[0] > had[1] > had[2] or had[1] > had[2] == 0
    assert had[0] > 40


@pytest.mark.one_in(5)
@pytest.mark.parametrize("variant", defaults(), ids=str)
@pytest.mark.parametrize("level", WEAK)
def test_every_decision_has_a_reason(level: str, variant: Variant) -> None:
    known = {"sure", "value", "habit", "whim", *(field.name for field in fields(Failings))}
    player = seated(level, 2, 4)
    for turn in turns(variant, "reasons", 12, 0.4):
        decide(player, turn.view)
        assert player.reason is not None
        assert player.reason.kind in known


def small_prizes() -> Iterator[View]:
    """First rounds of Gops for two in which an ace or a two is on offer, as seat 0 sees them."""
    game: Any = find("gops")
    options, fresh = game.Options(), Standing(0, (0, 0))
    for number in count(1):
        state = game.begin_deal(options, fresh, game.deal(options, fresh, 1, Stream(code_in_series("small prizes", number), 1)))
        if state.stake <= 2:
            yield view(game, state, 0)


def test_medium_spends_no_king_on_an_ace() -> None:
    """All or nothing is bid by what a bid is worth against all bids of the other, not against the few that it has met."""
    for number, seen in enumerate(islice(small_prizes(), 6)):
        player = seated("medium", number)
        player.skill = replace(player.skill, mind=Mind(Failings(all_or_nothing=1.0)))
        assert decide(player, seen) == seen.game.heuristics.bids_from_lowest(seen.known)[0]


@pytest.mark.parametrize("level", FROM_MEDIUM)
def test_the_last_rounds_of_gops_are_solved_whatever_the_failings(level: str) -> None:
    """With three cards or fewer, all open, every bid that is made is as good as the best one against the best answers."""
    game = find("gops")
    found = [turn.view for deal in range(3) for turn in turns(Variant(game, game.Options()), f"last rounds {deal}", 100)]
    late = [seen for seen in found if 1 < seen.hand.bit_count() <= 3]
    assert len(late) >= 9
    for number, seen in enumerate(late):
        player = seated(level, number)
        player.skill = replace(player.skill, mind=Mind(ALWAYS))
        bid = decide(player, seen)
        assert player.values[bid] > max(player.values.values()) - 0.002
        assert player.reason is not None and player.reason.kind in ("value", "sure")


def test_a_failing_holds_for_a_whole_deal_and_not_for_the_next() -> None:
    mind = Mind(Failings(cashes=0.5))
    decisions = [has_failing(mind, DealRandom(3, deal, 1), "cashes") for deal in range(200)]
    assert decisions == [has_failing(mind, DealRandom(3, deal, 1), "cashes") for deal in range(200)]
    assert 70 < sum(decisions) < 130


def test_nothing_far_below_the_best_is_played_without_a_failing() -> None:
    mind = Mind(Failings(cashes=1.0), habit_bonus=5.0, random_error=5.0, max_loss=0.5)
    values = {1: 0.6, 2: 0.55, 3: 0.2}
    for number in range(50):
        action, reason = choose_by_value(mind, DealRandom(number, 1, 0), values, 0.2, usual_action=3)
        assert action in (1, 2)
        assert reason.kind in ("value", "whim")
    assert choose_temptation(mind, DealRandom(1, 1, 0), [Temptation("cashes", (3,))], values) == (3, ("cashes", ""))


def test_what_is_judged_wrongly_is_judged_so_for_the_whole_deal() -> None:
    mind, values = Mind(random_error=0.5), dict.fromkeys(range(8), 0.5)
    first = {choose_by_value(mind, DealRandom(number, 1, 0), values, 0.2, None)[0] for number in range(40)}
    assert len(first) == 8, "players differ"
    assert len({choose_by_value(mind, DealRandom(5, 1, 0), values, 0.2, None)[0] for _ in range(6)}) == 1


MOST_DEALS = 600


def is_refuted(player: Searcher, seen: View, action: Action) -> bool:
    """Whether the round is solved exactly, and an action is worth less than the solution against some bid of the other seat.

    With 7 and A against 2 and A, the 7 surely takes a prize of 9; but then the 2 may take the last prize, and with it the deal.
    """
    if not isinstance(seen.known, SealedState):
        return False
    player.trace = trace = Trace()
    decide(player, seen)
    player.trace = None
    return bool(trace.rows) and min(trace.rows[action]) < max(player.values.values()) - MAX_CERTAIN_LOSS


def overlooked(variant: Variant, level: str, most: int) -> tuple[int, int]:
    """How many sure things a table of one level overlooks, by what it could know without forgetting, and how many it meets.

    What an exact solution refutes is not sure.
    """
    game, seats = variant.game, variant.game.seats(variant.options)
    met = missed = 0
    for number in range(1, MOST_DEALS):
        before = Standing(3 + number * 4 % 9 if game.id == "goose" else 0, (0,) * seats)
        deal = game.deal(variant.options, before, number % seats, Stream(code_in_series("overlooked", number), 1))
        state = game.begin_deal(variant.options, before, deal)
        players = [seated(level, f"{number}:{seat}", 6) for seat in range(seats)]
        while not state.over:
            seen = view(game, state, state.turn)
            action = decide(players[state.turn], seen)
            sure = game.heuristics.certain_choice(seen.known, seen.unseen | sum(seen.known_hand_cards))
            matters = sure is not None and 0 < len({*sure.actions} & {*seen.legal}) < len(seen.legal)
            if sure is not None and matters and not is_refuted(players[state.turn], seen, sure.actions[0]):
                met += 1
                missed += action not in sure.actions
            game.apply(state, action)
        if met >= most:
            break
    return missed, met


@pytest.mark.slow
@pytest.mark.parametrize("variant", [variant for variant in defaults() if variant.game in SHELF], ids=str)
@pytest.mark.parametrize("level", FROM_MEDIUM)
def test_of_five_hundred_sure_things_fewer_than_two_in_a_hundred_are_overlooked(level: str, variant: Variant) -> None:
    missed, met = overlooked(variant, level, 500)
    assert met >= 150
    assert missed < 0.02 * met


def test_a_casual_player_overlooks_no_sure_thing_of_goose() -> None:
    missed, met = overlooked(Variant(geese.GAME, geese.GAME.Options()), "medium", 15)
    assert met >= 15
    assert missed == 0
