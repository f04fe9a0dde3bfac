"""Habits: the manners of characters, and what is learned of people."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import fields, replace
from functools import cache
from random import Random
from typing import Any

import pytest

from goosetable import cards
from goosetable.cards import BIT
from goosetable.engine.record.session import Session
from goosetable.engine.rules.action import VERB_SPAN, Action
from goosetable.engine.rules.state import SealedState, TrickState
from goosetable.engine.strength.card_sense import TrickAnalysis
from goosetable.engine.strength.person_memory import (
    MAX_COUNT,
    MIN_OCCASIONS,
    STRANGER,
    USUAL_RATES,
    PersonMemory,
    parse_person_memory,
)
from goosetable.players import decide, make_player
from goosetable.players.levels import SKILLS
from goosetable.players.mind import NO_MANNER, DealRandom, Manner, has_habit
from goosetable.players.people import HabitPlayoutPolicy, count_habits
from goosetable.players.search_agent import NO_STYLE, STYLES, Searcher, Style, set_expected_habits
from tests.games.playing import CODE, Variant, find, header
from tests.narrowing import of_kind, present
from tests.players.positions import Turn, turns
from tests.players.test_mind import FROM_MEDIUM, SURE

FEW = 6
"""Determinizations for a decision; few are enough, since habits do not depend on the length of the search."""
POSITIONS = 64
SHORT = {"goose": {"max_hand": 5}}
"""House rules that shorten the deals of a game, by its id."""
MANNERED = [level for level, skill in SKILLS.items() if skill.leeway]


@cache
def met(game: str, bids: bool) -> tuple[Turn, ...]:
    """Returns `POSITIONS` turns of a game in which a bid is to be chosen; if `bids` is False, a card."""
    found: list[Turn] = []
    variant = Variant(find(game), find(game).Options(**SHORT.get(game, {})))
    for number in range(60):
        for turn in turns(variant, f"manner {number}", 100, 0.4):
            asks = bool(turn.view.game.heuristics.bids_from_lowest(turn.view.known))
            if asks == bids and (bids or turn.view.legal[0] < VERB_SPAN):
                found.append(turn)
                if len(found) == POSITIONS:
                    return tuple(found)
    return tuple(found)


def does(turn: Turn, style: Style, level: str, seed: int) -> Action:
    player = of_kind(Searcher, make_player(level, Random(seed), FEW))
    player.style = style
    return decide(player, turn.view)


@cache
def plain_actions(game: str, bids: bool, level: str) -> tuple[Action, ...]:
    return tuple(does(turn, NO_STYLE, level, seed) for seed, turn in enumerate(met(game, bids)))


def mean(statistic: Callable[[Turn, Action], float | None], game: str, bids: bool, actions: Sequence[Action]) -> float:
    found = [
        value for turn, action in zip(met(game, bids), actions, strict=True) if (value := statistic(turn, action)) is not None
    ]
    assert len(found) >= 8, f"only {len(found)} occasions in {game}"
    return sum(found) / len(found)


def known(turn: Turn) -> TrickState:
    return of_kind(TrickState, turn.view.known)


def sense(turn: Turn) -> TrickAnalysis:
    return present(turn.view.game.heuristics.trick_analysis(turn.view.known, turn.view.unseen))


def bid_height(turn: Turn, action: Action) -> float:
    """Returns the place of a bid in the order of all bids; in a game with sealed bids, as a part 0..1 of that order."""
    order = list(turn.view.game.heuristics.bids_from_lowest(turn.view.known))
    return order.index(action) / (len(order) - 1 if isinstance(turn.view.known, SealedState) else 1)


def picture_bid(turn: Turn, action: Action) -> float:
    """Returns the height of a bid, negative unless a king, a queen or a jack is on offer."""
    assert isinstance(turn.view.known, SealedState)
    shown = any(1 <= cards.rank(card) <= 3 for card in turn.view.known.offer)
    return bid_height(turn, action) * (1 if shown else -1)


def lead_height(turn: Turn, action: Action) -> float | None:
    """Returns the number of ranks between the card led and the top of its suit; None if no card of a suit is led."""
    if known(turn).trick or cards.suit(action) == cards.JOKER_SUIT:
        return None
    return turn.view.game.heuristics.rank_from_top(turn.view.known, action)


def trump_lead(turn: Turn, action: Action) -> float | None:
    state = known(turn)
    trumps = 0 if state.trump_suit is None else state.suits[state.trump_suit]
    held = sum(BIT[card] for card in turn.view.legal)
    return None if state.trick or not held & trumps or not held & ~trumps else float(BIT[action] & trumps > 0)


def repeated_lead(turn: Turn, action: Action, own: bool) -> float | None:
    """Returns 1 if a lead repeats the suit of the last lead of the seat itself (own) or of any other seat, else 0.

    Returns None if the seat has no choice about that.
    """
    state = known(turn)
    played = [(seat, done) for seat, done in state.actions if done < VERB_SPAN]
    leads = [card for seat, card in played[:: len(state.hands)] if (seat == state.turn) == own]
    if state.trick or not leads:
        return None
    again = [card for card in turn.view.legal if cards.suit(card) == cards.suit(leads[-1])]
    return None if not again or len(again) == len(turn.view.legal) else float(action in again)


def same_lead(turn: Turn, action: Action) -> float | None:
    return repeated_lead(turn, action, own=True)


def lead_back(turn: Turn, action: Action) -> float | None:
    return repeated_lead(turn, action, own=False)


def court_lead(turn: Turn, action: Action) -> float | None:
    """Returns 1 if a king, a queen or a jack of a plain suit is led, else 0; None if the seat has no choice about that."""
    state = known(turn)
    trumps = 0 if state.trump_suit is None else state.suits[state.trump_suit]
    courts = [card for card in turn.view.legal if not BIT[card] & trumps and 1 <= cards.rank(card) <= 3]
    return None if state.trick or not courts or len(courts) == len(turn.view.legal) else float(action in courts)


def short_lead(turn: Turn, action: Action) -> float | None:
    """Returns 1 if a card of the shortest plain suits is led, else 0; None if the seat has no choice about that."""
    state = known(turn)
    trumps = 0 if state.trump_suit is None else state.suits[state.trump_suit]
    plain = [card for card in turn.view.legal if not BIT[card] & trumps and cards.suit(card) != cards.JOKER_SUIT]
    lengths = {card: sum(cards.suit(other) == cards.suit(card) for other in plain) for card in plain}
    if state.trick or len(set(lengths.values())) < 2:
        return None
    return float(lengths.get(action) == min(lengths.values()))


def dear_card(turn: Turn, action: Action) -> float | None:
    """Returns 1 if a trump, an ace or a king is played, else 0; None if the seat has no choice about that."""
    state = known(turn)
    trumps = 0 if state.trump_suit is None else state.suits[state.trump_suit]
    dear = [card for card in turn.view.legal if BIT[card] & trumps or turn.view.game.heuristics.rank_from_top(state, card) < 2]
    return None if not dear or len(dear) == len(turn.view.legal) else float(action in dear)


def takes(turn: Turn, action: Action) -> float | None:
    """Returns 1 if a card beats the trick so far, else 0; None if all cards or none of them would."""
    found = sense(turn)
    return None if found.leads or not found.takers or not found.losers else float(BIT[action] & found.takers > 0)


def wins_high(turn: Turn, action: Action) -> float | None:
    """Returns the number of ranks between a card that beats the trick and the highest such card; None unless several do."""
    found = sense(turn)
    if found.leads or found.takers.bit_count() < 2 or not BIT[action] & found.takers:
        return None
    height = turn.view.game.heuristics.rank_from_top
    return height(turn.view.known, action) - min(height(turn.view.known, card) for card in cards.members(found.takers))


def against(wanted: Callable[[Turn], bool], others: bool = False) -> Callable[[Turn, Action], float | None]:
    """Returns a statistic: 1 if a wanted trick is taken, else 0; None without a choice.

    others: whether other tricks count too, with 1 for each that is left, else 0.
    """

    def statistic(turn: Turn, action: Action) -> float | None:
        taken = takes(turn, action)
        if taken is None or not (others or wanted(turn)):
            return None
        return float((taken == 1.0) == wanted(turn))

    return statistic


def of_the_best_off(turn: Turn) -> bool:
    state = known(turn)
    points = turn.view.game.search_points(state)
    best = max(points[seat] for seat in range(len(points)) if seat != state.turn)
    return points[sense(turn).winner] == best


def of_the_taker_before(turn: Turn) -> bool:
    return sense(turn).winner == known(turn).leader


def with_a_picture(turn: Turn) -> bool:
    return any(1 <= cards.rank(card) <= 3 for card in known(turn).trick)


Statistic = Callable[[Turn, Action], float | None]
SHOWN: dict[str, list[tuple[str, Statistic, float]]] = {
    "bold": [("goose", bid_height, 0.4), ("throps", bid_height, 0.027), ("goose", lead_height, -0.3)],
    "cautious": [("goose", bid_height, -0.4), ("throps", bid_height, -0.03), ("goose", takes, -0.1)],
    "hoarder": [("goose", dear_card, -0.15), ("gooseberry-fool", dear_card, -0.1)],
    "spoiler": [("cross-purposes", short_lead, 0.15), ("fools-gold", against(of_the_best_off), 0.05)],
    "reckless": [("goose", bid_height, 0.5), ("throps", bid_height, 0.05), ("cross-purposes", trump_lead, 0.2)],
    "thrifty": [("goose", bid_height, -0.1), ("gooseberry-fool", lead_height, 0.5)],
    "rival": [
        ("gooseberry-fool", lead_back, 0.2),
        ("goose", bid_height, 0.1),
        ("fools-gold", against(of_the_taker_before), 0.05),
    ],
    "hasty": [("goose", bid_height, 0.3), ("goose", lead_height, -0.5), ("fools-gold", wins_high, -0.3)],
    "wary": [("goose", bid_height, -0.2), ("cross-purposes", lead_height, 0.5)],
    "showy": [
        ("gops", picture_bid, 0.045),
        ("gooseberry-fool", court_lead, 0.15),
        ("goosed", against(with_a_picture, others=True), 0.1),
    ],
    "steady": [("gooseberry-fool", same_lead, 0.3)],
}
"""Games and statistics by style, each with the least difference from a player of the same level without a style."""


def test_every_style_has_a_manner_that_is_shown() -> None:
    assert set(SHOWN) == set(STYLES)
    assert all(style.manner != NO_MANNER for style in STYLES.values())
    assert len({style.manner for style in STYLES.values()}) == len(STYLES), "no two are alike"


def gained(style: str, level: str, game: str, statistic: Statistic) -> float:
    """Returns the difference of a statistic from a player of the same level without a style."""
    bids = statistic in (bid_height, picture_bid)
    with_it = [does(turn, STYLES[style], level, seed) for seed, turn in enumerate(met(game, bids))]
    return mean(statistic, game, bids, with_it) - mean(statistic, game, bids, plain_actions(game, bids, level))


@pytest.mark.one_in(6)
@pytest.mark.parametrize("style", SHOWN)
def test_a_manner_shows_in_what_is_played(style: str) -> None:
    """In the first game and statistic of a style; all of them are `-m slow`."""
    game, statistic, least = SHOWN[style][0]
    assert round(gained(style, "medium", game, statistic), 6) / least >= 1


@pytest.mark.slow
@pytest.mark.parametrize("style", SHOWN)
def test_a_manner_shows_in_all_that_is_played(style: str) -> None:
    """Some statistics have 8 to 20 occasions, too few at one level: never the other way, and enough over three levels."""
    for game, statistic, least in SHOWN[style]:
        found = [round(gained(style, level, game, statistic), 6) / least for level in ("easy", "medium", "hard")]
        assert min(found) >= 0 and sum(found) >= 2, (game, getattr(statistic, "__name__", ""), found)


def test_master_has_no_manner() -> None:
    assert MANNERED == ["easy", "medium", "hard", "expert"]


@pytest.mark.one_in(3)
@pytest.mark.parametrize("level", FROM_MEDIUM)
@pytest.mark.parametrize("name", SURE)
def test_a_sure_thing_comes_before_a_manner(name: str, level: str) -> None:
    seen = SURE[name][0]()
    for seed, style in enumerate(STYLES):
        player = make_player(f"{level}+{style}", Random(seed), 4)
        assert seen.game.action_text(decide(player, seen)) in SURE[name][1], style


def test_a_habit_is_had_for_a_whole_deal_and_not_in_every_deal() -> None:
    manner = Manner(holds=0.5)
    had = [has_habit(manner, "holds", DealRandom(3, deal, 1).random_number) for deal in range(200)]
    assert 70 < sum(had) < 130


def test_a_player_with_a_manner_that_is_asked_again_does_the_same() -> None:
    for style in STYLES:
        player = make_player(f"medium+{style}", Random(2), 4)
        for turn in (*met("goose", False)[:2], *met("gops", True)[:2]):
            assert len({decide(player, turn.view) for _ in range(3)}) == 1


def test_no_habit_throws_a_deal_away() -> None:
    """Without leeway, all habits together replace an action only by one that the player values at least as much."""
    eager = Style(manner=replace(Manner(**{field.name: 1.0 for field in fields(Manner)}), bid_shift=4.0))
    changed = 0
    for seed, turn in enumerate(met("goose", False)[:40]):
        player = of_kind(Searcher, make_player("medium", Random(seed), FEW))
        player.style, player.skill = eager, replace(player.skill, leeway=1e-9)
        taken = decide(player, turn.view)
        plain = does(turn, NO_STYLE, "medium", seed)
        changed += taken != plain
        assert taken == plain or player.values[taken] >= player.values[plain] - 1e-6
    assert changed


# ---------------------------------------------------------------------- people

GOOSE = find("goose")
OPTIONS: Any = GOOSE.Options(players=3, max_hand=5)


def always(habit: str, deals: int) -> PersonMemory:
    """Returns the memory of a person who had one occasion in each deal for every habit, and always showed only this one."""
    seen = STRANGER
    for _ in range(deals):
        seen = seen.with_deal([(1, int(each == habit)) for each in USUAL_RATES])
    return seen


@pytest.mark.parametrize("habit", USUAL_RATES)
def test_a_habit_is_known_after_eight_deals_and_weighs_little(habit: str) -> None:
    assert not always(habit, MIN_OCCASIONS - 1).known_habits()
    known = always(habit, MIN_OCCASIONS + 4).known_habits()
    assert set(known) == {habit}
    assert 0.0 < known[habit] <= 0.5
    assert not always("", 40).known_habits()


def test_nothing_is_known_of_a_person_who_plays_as_most_do() -> None:
    rng = Random(3)
    for _ in range(20):
        seen = STRANGER
        for _ in range(20):
            seen = seen.with_deal([(1, int(rng.random() < usual - 0.1)) for usual in USUAL_RATES.values()])
        assert len(seen.known_habits()) <= 1


def test_the_memory_is_bounded_and_fades() -> None:
    seen = always("takes", 5 * MAX_COUNT)
    assert seen.deals < MAX_COUNT and all(of < MAX_COUNT for of, _ in seen.counts)
    later = seen
    for _ in range(80):
        later = later.with_deal([(1, 0)] * len(USUAL_RATES))
    assert "takes" in seen.known_habits() and "takes" not in later.known_habits()


def test_it_survives_its_values_and_damaged_values_are_no_memory() -> None:
    seen = always("bids_high", 9)._replace(habits_mentioned=("bids_high",))
    text = seen.as_text()
    assert parse_person_memory(text) == seen and parse_person_memory(f"{text} wins") == seen
    damaged: list[object] = [
        None, [], 3, {}, "", "x", f"-{text}", f" {text}", f"{text} 9", text.replace("9", "999"), text.replace("0/9", "9/0"),
        text.replace("0/9", "0-9", 1), text.replace("0/9 ", "", 1), text.replace("9", "\u0669", 1), text + "\n",
    ]  # fmt: skip
    assert [parse_person_memory(values) for values in damaged] == [STRANGER] * len(damaged)


def played(take: bool) -> list[tuple[int, int]]:
    """Returns occasions and cases of each habit over four deals of a person who bids high.

    take: whether the person takes each trick if possible; else leaves it.
    """
    session, rng = Session(GOOSE, header(Variant(GOOSE, OPTIONS), CODE)), Random(4)
    seen = [(0, 0)] * len(USUAL_RATES)
    for _ in range(4):
        session.begin_deal()
        while session.due_step == "act":
            state, legal = session.state, list(session.legal())
            assert state is not None and session.turn is not None
            action = rng.choice(legal)
            if session.turn == 0:
                sense = GOOSE.heuristics.trick_analysis(state, 0) if legal[0] < cards.PACK_SIZE else None
                wanted = 0 if sense is None else sense.takers if take else sense.losers
                action = next((card for card in legal if card < cards.PACK_SIZE and BIT[card] & wanted), legal[-1])
            session.act(session.turn, action)
        session.score_deal()
        counted = session.scored_deals[-1]
        counts = count_habits(GOOSE, OPTIONS, counted.standing, counted.deal, counted.actions, 0)
        seen = [(of + more, did + again) for (of, did), (more, again) in zip(seen, counts, strict=True)]
    return seen


def test_what_lay_open_is_counted() -> None:
    order = list(USUAL_RATES)
    taking, leaving = played(True), played(False)
    for seen in (taking, leaving):
        assert seen[order.index("bids_high")][0] == 4 and seen[order.index("takes")][0] >= 2
        assert all(0 <= did <= of for of, did in seen)
    of, did = taking[order.index("takes")]
    assert did == of
    assert leaving[order.index("takes")][1] == 0
    assert leaving[order.index("bids_high")][1] >= 2


def test_cards_that_never_lay_open_count_for_nothing() -> None:
    """After the first trick of a deal, the cards still in the person's hand do not count as a choice."""
    session = Session(GOOSE, header(Variant(GOOSE, OPTIONS), CODE))
    session.begin_deal()
    while session.due_step == "act":
        assert session.turn is not None
        session.act(session.turn, session.legal()[0])
    state, standing, deal = session.state, session.standing, session.deal
    assert state is not None and deal is not None
    first = [(seat, action) for seat, action in state.actions if action >= 128] + [
        one for one in state.actions if one[1] < 128
    ][: len(state.hands)]
    counts = dict(zip(USUAL_RATES, count_habits(GOOSE, OPTIONS, standing, deal, first, 0), strict=True))
    assert counts["takes"] == counts["leads_trumps"] == (0, 0)


def test_a_person_is_expected_to_do_the_same_again_now_and_then() -> None:
    variant, met = Variant(GOOSE, OPTIONS), 0
    for turn in turns(variant, "expected", 60, 0.5):
        state = turn.truth
        group = GOOSE.playable(state)
        usual = HabitPlayoutPolicy(GOOSE.heuristics, {})
        keen = HabitPlayoutPolicy(GOOSE.heuristics, {state.turn: {"takes": 1.0 - 1e-9, "bids_high": 1.0 - 1e-9}})
        other = HabitPlayoutPolicy(GOOSE.heuristics, {(state.turn + 1) % 3: {"takes": 0.9, "bids_high": 0.9}})
        if group & (group - 1) and state.trick:  # type: ignore[attr-defined]
            sense = present(GOOSE.heuristics.trick_analysis(state, 0))
            if sense.takers & group:
                met += 1
                assert BIT[keen.pick_card(state, group, 0.5)] & sense.takers
            assert (
                other.pick_card(state, group, 0.5)
                == usual.pick_card(state, group, 0.5)
                == GOOSE.heuristics.pick_card(state, group, 0.5)
            )
        elif not group:
            legal = GOOSE.legal(state)
            assert keen.pick_call(state, legal, 0.0) >= usual.pick_call(state, legal, 0.0)
    assert met > 3


def test_a_player_that_expects_habits_plays_on_and_expert_does_not_mind() -> None:
    for turn in turns(Variant(GOOSE, OPTIONS), "leanings", 6, 0.3):
        chosen = []
        for leanings in ({}, {"Ann": {"takes": 0.3, "bids_high": 0.3}}):
            for level in ("medium", "expert"):
                player = make_player(level, Random(1), 8)
                set_expected_habits(player, ("Ann", "Ben", "Cyd"), leanings)
                chosen.append((level, decide(player, turn.view)))
                assert chosen[-1][1] in turn.view.legal
        assert chosen[1] == chosen[3]
