"""The little games of the tests: fewest points win in Low Card; in Whist the defaults make all but its few rules."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest

from goosetable import cards
from goosetable.commands import series
from goosetable.commands.series import Series
from goosetable.engine.hidden.view import view
from goosetable.engine.rules.deal import Deal, Standing
from goosetable.engine.rules.event import Event, Moved, Taken
from goosetable.engine.rules.state import OVER, TrickState, TurnedState
from goosetable.engine.text.explain import Comparison, statistics_of
from goosetable.engine.text.table_facts import Badge, Side
from goosetable.players import decide, make_player
from goosetable.players.search_agent import STYLES, StyledUtility
from tests.games.high_card import HighCardOptions
from tests.games.low_card import LowCard
from tests.games.whist import Whist, WhistOptions

LOW, OPTIONS = LowCard(), HighCardOptions(players=4)
TOTALS = (9, 3, 10, 4)


def ended(*tricks: int) -> TrickState:
    """A deal that is over, in which the seats have taken so many tricks."""
    deal = Deal(
        1, 3, tuple(cards.hand(hand) for hand in ("AS KS QS JS TS", "AH KH QH JH TH", "AD KD QD JD TD", "AC KC QC JC TC"))
    )
    state = LOW.begin_deal(OPTIONS, Standing(0, (0,) * 4), deal)
    order, first = cards.members(sum(state.hands)), 0
    for seat, count in enumerate(tricks):
        state.won[seat] = sum(cards.BIT[card] for card in order[first : first + 4 * count])
        first += 4 * count
    state.hands, state.turn = [0] * 4, OVER
    return state


def test_the_fewest_points_are_the_best_of_a_deal() -> None:
    state = ended(3, 0, 2, 0)
    assert LOW.points(state) == (3, 0, 2, 0)
    assert LOW.best_seats(state) == (1, 3)
    tally = LOW.text.tally(state, 0)
    assert [row.seat for row in tally.rows if row.good] == [1, 3]


def test_the_lowest_total_wins_once_somebody_has_the_target() -> None:
    assert LOW.winners(OPTIONS, Standing(3, TOTALS)) == (1,)
    assert LOW.winners(OPTIONS, Standing(3, (9, 3, 9, 4))) == ()


def test_payoff_and_worth_rise_with_fewer_points() -> None:
    state = ended(3, 0, 2, 0)
    for found in (LOW.heuristics.payoff(state), LOW.heuristics.static_values(state)):
        assert found[1] == found[3] > found[2] > found[0]


def test_the_table_says_who_leads_and_which_total_wins() -> None:
    race = LOW.text.race(OPTIONS, (5, 3, 5, 4), 0)
    assert (race.good, race.sentence, race.aim) == ((1,), "[1 leads] with 3.", "to 10, the lowest total wins")
    assert LOW.text.race(OPTIONS, TOTALS, 0).sentence == "[1 wins] with 3."


def test_whoever_is_behind_with_points_is_ahead_in_chances() -> None:
    chances = LOW.heuristics.win_chances(OPTIONS, Standing(3, (9, 1, 8, 4)))
    assert chances[1] > 0.7 and chances[1] > chances[3] > chances[2] > chances[0]


def test_a_reason_calls_fewer_points_good() -> None:
    known = view(LOW, begun(), 0).known
    mine, theirs = [
        statistics_of([{f"points {who}": float(points if who == 0 else 1) for who in range(4)}] * 100) for points in (0, 2)
    ]
    case = Comparison(known, 0, 1, mine, theirs, 0.5, LOW.text.card_name, LOW.points, lowest=True)
    assert LOW.heuristics.reasons.reason(case) == "it brings about two points less than @"


def begun() -> TrickState:
    deal = Deal(1, 3, tuple(cards.hand(hand) for hand in ("AS TH", "KS TD", "QS JH", "QD TS")))
    return LOW.begin_deal(OPTIONS, Standing(0, (0,) * 4), deal)


def test_a_player_keeps_out_of_tricks() -> None:
    state = begun()
    for face in ("TH", "TD", "JH"):
        LOW.apply(state, cards.card(face))
    assert decide(make_player("hard", Random(1)), view(LOW, state, 3)) == cards.card("TS")


def test_a_hoarder_hoards_none() -> None:
    found = StyledUtility(LOW.heuristics, lambda state: (0.25,) * 4, 0, STYLES["hoarder"])
    liked = [found.utility(ended(own, 5 - own, 0, 0))[0] for own in range(4)]
    assert liked == sorted(liked, reverse=True) and liked[0] > liked[3]


def test_a_series_of_games_calls_the_better_player_better(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(series, "find_game", lambda _: LOW)
    seats = ("greedy", "random", "random", "random")
    games = Series("low-card", {"players": 4, "target": 10}, seats, 2, None, "seed", True, 4, "", None)
    played = [series.play_task(task) for task in games.tasks()]
    assert sum(one.lead_over_others(0) for one in played) > 0 > sum(one.lead_over_others(1) for one in played)
    assert played[0].lead_over_others(0) == Fraction(sum(played[0].points[1:]), 3) - played[0].points[0]


WHIST, FOUR = Whist(), WhistOptions()
FRESH = Standing(0, (0,) * 4)
HANDS = ("AS 3H", "KS 2D", "QS 2C", "4H 2S")


def _state(*hands: str, dealer: int = 3, totals: tuple[int, ...] = (0,) * 4) -> TurnedState:
    deal = Deal(1, dealer, tuple(cards.hand(hand) for hand in hands))
    return WHIST.begin_deal(FOUR, Standing(0, totals), deal)


def _play(state: TurnedState, *played: str) -> list[Event]:
    events: list[Event] = []
    for card in played:
        WHIST.apply(state, cards.card(card), events.append)
    return events


def test_four_players_get_thirteen_cards_each() -> None:
    assert WHIST.seats(FOUR) == 4
    assert WHIST.hand_size(FOUR, FRESH) == 13


def test_the_last_card_dealt_makes_trumps_and_all_have_seen_it() -> None:
    state = _state(*HANDS)
    assert state.trump_suit == cards.suit(cards.card("2S"))
    assert state.voids == [cards.cards("2S")] * 3 + [0]
    assert cards.write(cards.members(state.exposed_cards)) == "2S"
    assert view(WHIST, state, 0).known.exposed_cards == state.exposed_cards
    _play(state, "3H", "2D", "2C", "2S")
    assert state.exposed_cards == 0


def test_one_follows_suit_if_one_can() -> None:
    state = _state(*HANDS)
    assert cards.write(WHIST.legal(state)) == "AS 3H"
    _play(state, "AS")
    assert cards.write(WHIST.legal(state)) == "KS"
    assert WHIST.why_not(state, cards.card("2D")) == ("it must follow spades", "spades were led and you hold one")
    state = _state(*HANDS)
    _play(state, "3H")
    assert cards.write(WHIST.legal(state)) == "KS 2D", "who has none plays anything"


@pytest.mark.parametrize(
    ("played", "taker", "card", "why"),
    [
        (("AS", "KS", "QS", "2S"), 0, "AS", "the highest trump"),
        (("3H", "2D", "2C", "4H"), 3, "4H", "the highest heart"),
        (("3H", "2D", "QS", "4H"), 2, "QS", "the only trump"),
    ],
)
def test_the_highest_trump_takes_a_trick_or_else_the_highest_of_the_suit_led(
    played: tuple[str, ...], taker: int, card: str, why: str
) -> None:
    state = _state(*HANDS)
    events = _play(state, *played)
    assert Taken(taker, cards.card(card), why) in events
    assert isinstance(events[-1], Moved)
    assert (state.turn, state.leader, state.tricks(taker)) == (taker, taker, 1)


@pytest.mark.parametrize(
    ("taken", "points"),
    [((4, 2, 3, 4), (1, 0, 1, 0)), ((3, 4, 3, 3), (0, 1, 0, 1)), ((13, 0, 0, 0), (7, 0, 7, 0)), ((6, 7, 0, 0), (0, 1, 0, 1))],
)
def test_partners_score_a_point_for_each_trick_above_six(taken: tuple[int, ...], points: tuple[int, ...]) -> None:
    state = _state(*HANDS)
    state.won = [2 ** (4 * number) - 1 for number in taken]
    assert state.taken() == taken
    assert WHIST.points(state) == points


def test_the_side_with_the_target_wins_and_both_partners_do() -> None:
    assert WHIST.winners(FOUR, Standing(3, (4, 3, 4, 3))) == ()
    assert WHIST.winners(FOUR, Standing(4, (4, 6, 4, 6))) == (1, 3)
    assert WHIST.winners(WhistOptions(target=7), Standing(4, (4, 6, 4, 6))) == ()


def test_a_deal_has_hands_and_nothing_else() -> None:
    pack = WHIST.pack(FOUR)
    deal = Deal(1, 0, tuple(tuple(pack[seat::4]) for seat in range(4)))
    WHIST.check_deal(FOUR, FRESH, deal)
    with pytest.raises(ValueError, match="a deal of Whist has hands and nothing else"):
        WHIST.check_deal(FOUR, FRESH, Deal(1, 0, deal.hands, trump=1))


def test_everybody_is_told_who_is_whose_partner() -> None:
    state = _state(*HANDS)
    assert WHIST.sides(state) == ((0, 2), (1, 3))
    assert [WHIST.text.seat_status(state, seat) for seat in range(2)] == ["0 tricks, with [2]", "0 tricks, with [3]"]


def test_the_tricks_of_a_team_are_told_as_one() -> None:
    state = _state(*HANDS)
    _play(state, "AS", "KS", "QS", "2S")
    assert WHIST.text.sides(state) == (
        Side("", "[0] and [2]", (0, 2), "1 trick", (), 0), Side("", "[1] and [3]", (1, 3), "0 tricks", (), 0),
    )  # fmt: skip


def test_a_team_has_one_line_and_one_total() -> None:
    state = _state(*HANDS)
    state.won, state.turn = [2**28 - 1, 0, 0, 2**24 - 1], OVER
    tally = WHIST.text.tally(state, 1)
    assert [(row.seats, row.points, row.good, row.why) for row in tally.rows] == [
        ((1, 3), "0", False, "[1] and [3] score 0."), ((2, 0), "1", True, "[2] and [0] score 1."),
    ]  # fmt: skip
    assert WHIST.text.race(FOUR, (1, 0, 1, 0), 1).parties == ((0, 2), (1, 3))


def test_the_trumps_are_told() -> None:
    state = _state(*HANDS)
    assert WHIST.text.badges(state) == (Badge("S", "trumps"),)
    assert WHIST.text.opening_log(state) == ("2♠ is dealt face up to [3], so spades are trumps.",)


@pytest.mark.parametrize(
    ("totals", "said"),
    [
        ((0, 0, 0, 0), "All are level."), ((3, 1, 3, 1), "[0] and [2] lead with 3."), ((3, 5, 3, 5), "[1] and [3] win with 5."),
    ],
)  # fmt: skip
def test_a_team_leads_and_wins_as_one(totals: tuple[int, ...], said: str) -> None:
    assert WHIST.text.race(FOUR, totals, None).sentence == said
