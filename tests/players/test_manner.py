"""Manners of characters: each style changes certain statistics of play, but no action that is certain to be right."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import fields, replace
from functools import cache
from random import Random

import pytest

from goosetable import cards
from goosetable.cards import BIT
from goosetable.engine.rules.action import SPAN, Action
from goosetable.engine.rules.state import SealedState, TrickState
from goosetable.engine.strength.card_sense import TrickAnalysis
from goosetable.players import decide, make_player
from goosetable.players.levels import SKILLS
from goosetable.players.manner import NO_MANNER, Manner, has_habit
from goosetable.players.mind import Seat
from goosetable.players.search_agent import PLAIN, STYLES, Searcher, Style
from tests.games.playing import Variant, find
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
            asks = bool(turn.view.game.heuristics.bids_in_order(turn.view.known))
            if asks == bids and (bids or turn.view.legal[0] < SPAN):
                found.append(turn)
                if len(found) == POSITIONS:
                    return tuple(found)
    return tuple(found)


def does(turn: Turn, style: Style, level: str, seed: int) -> Action:
    player = make_player(level, Random(seed), FEW)
    assert isinstance(player, Searcher)
    player.style = style
    return decide(player, turn.view)


@cache
def plain_actions(game: str, bids: bool, level: str) -> tuple[Action, ...]:
    return tuple(does(turn, PLAIN, level, seed) for seed, turn in enumerate(met(game, bids)))


def mean(statistic: Callable[[Turn, Action], float | None], game: str, bids: bool, actions: Sequence[Action]) -> float:
    found = [
        value for turn, action in zip(met(game, bids), actions, strict=True) if (value := statistic(turn, action)) is not None
    ]
    assert len(found) >= 8, f"only {len(found)} occasions in {game}"
    return sum(found) / len(found)


def known(turn: Turn) -> TrickState:
    state = turn.view.known
    assert isinstance(state, TrickState)
    return state


def sense(turn: Turn) -> TrickAnalysis:
    found = turn.view.game.heuristics.trick_analysis(turn.view.known, turn.view.unseen)
    assert found is not None
    return found


def bid_height(turn: Turn, action: Action) -> float:
    """Returns the place of a bid in the order of all bids; in a game with sealed bids, as a part 0..1 of that order."""
    order = list(turn.view.game.heuristics.bids_in_order(turn.view.known))
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


def same_lead(turn: Turn, action: Action) -> float | None:
    """Returns 1 if a lead repeats the suit of the seat's last lead, else 0; None if the seat has no choice about that."""
    state = known(turn)
    played = [(seat, done) for seat, done in state.actions if done < SPAN]
    own = [card for seat, card in played[:: len(state.hands)] if seat == state.turn]
    if state.trick or not own:
        return None
    again = [card for card in turn.view.legal if cards.suit(card) == cards.suit(own[-1])]
    return None if not again or len(again) == len(turn.view.legal) else float(action in again)


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


def against(wanted: Callable[[Turn], bool]) -> Callable[[Turn, Action], float | None]:
    """Returns a statistic: 1 if a wanted trick is taken or an unwanted one is left, else 0; None without a choice."""

    def statistic(turn: Turn, action: Action) -> float | None:
        taken = takes(turn, action)
        return None if taken is None else float((taken == 1.0) == wanted(turn))

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
    "spoiler": [("goose", against(of_the_best_off), 0.1)],
    "reckless": [("goose", bid_height, 0.5), ("throps", bid_height, 0.05), ("cross-purposes", trump_lead, 0.2)],
    "thrifty": [("goose", bid_height, -0.1), ("gooseberry-fool", lead_height, 0.5)],
    "rival": [("goose", bid_height, 0.1), ("goosed", against(of_the_taker_before), 0.05)],
    "hasty": [("goose", bid_height, 0.3), ("goose", lead_height, -0.5), ("fools-gold", wins_high, -0.3)],
    "wary": [("goose", bid_height, -0.2), ("cross-purposes", lead_height, 0.5)],
    "showy": [("gops", picture_bid, 0.045), ("goosed", against(with_a_picture), 0.1)],
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


@pytest.mark.one_in(2)
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


@pytest.mark.parametrize("level", FROM_MEDIUM)
@pytest.mark.parametrize("name", SURE)
def test_a_sure_thing_comes_before_a_manner(name: str, level: str) -> None:
    seen = SURE[name][0]()
    for seed, style in enumerate(STYLES):
        player = make_player(f"{level}+{style}", Random(seed), 4)
        assert seen.game.action_text(decide(player, seen)) in SURE[name][1], style


def test_a_habit_is_had_for_a_whole_deal_and_not_in_every_deal() -> None:
    manner = Manner(holds=0.5)
    had = [has_habit(manner, "holds", Seat(3, deal, 1).random_number) for deal in range(200)]
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
        player = make_player("medium", Random(seed), FEW)
        assert isinstance(player, Searcher)
        player.style, player.skill = eager, replace(player.skill, leeway=1e-9)
        taken = decide(player, turn.view)
        plain = does(turn, PLAIN, "medium", seed)
        changed += taken != plain
        assert taken == plain or player.values[taken] >= player.values[plain] - 1e-6
    assert changed
