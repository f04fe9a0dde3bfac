"""Games of the tests that are otherwise than those of the shelf, games of one deal, and many deals of every game."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from random import Random
from typing import Any

import pytest

from goosetable import cards, games
from goosetable.commands import series
from goosetable.commands.series import Series
from goosetable.engine.game import AnyGame
from goosetable.engine.hidden.view import view
from goosetable.engine.record.replay import replayed_games
from goosetable.engine.record.seed import code_in_series
from goosetable.engine.record.session import Session
from goosetable.engine.rules import options, rules
from goosetable.engine.rules.action import Verb, verb_of
from goosetable.engine.rules.deal import Deal, Standing, Stream
from goosetable.engine.rules.event import NO_SEAT, Event, Moved, Taken
from goosetable.engine.rules.options import is_one_deal
from goosetable.engine.rules.state import OVER, TrickState, TurnedState
from goosetable.engine.text.explain import Comparison, statistics_of
from goosetable.engine.text.table_facts import Badge, Side
from goosetable.games import SHELF
from goosetable.games.goosed.rules import GEESE
from goosetable.games.gops.rules import VALUE
from goosetable.players import decide, make_player
from goosetable.players.search_agent import STYLES, StyledUtility
from tests.games import playing
from tests.games.high_card import HighCardOptions
from tests.games.low_card import LowCard
from tests.games.playing import Variant, defaults, header, steps, variants
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
    assert [row.seat for row in tally.rows if row.is_best] == [1, 3]


def test_the_lowest_total_wins_once_somebody_has_the_target() -> None:
    assert LOW.winners(OPTIONS, Standing(3, TOTALS)) == (1,)
    assert LOW.winners(OPTIONS, Standing(3, (9, 3, 9, 4))) == ()


def test_payoff_and_worth_rise_with_fewer_points() -> None:
    state = ended(3, 0, 2, 0)
    for found in (LOW.heuristics.payoff(state), LOW.heuristics.static_values(state)):
        assert found[1] == found[3] > found[2] > found[0]


def test_the_table_says_who_leads_and_which_total_wins() -> None:
    race = LOW.text.race(OPTIONS, (5, 3, 5, 4), 0)
    assert (race.winners_now, race.sentence, race.aim) == ((1,), "[1 leads] with 3.", "to 10, the lowest total wins")
    assert LOW.text.race(OPTIONS, TOTALS, 0).sentence == "[1 wins] with 3."


def test_whoever_is_behind_with_points_is_ahead_in_chances() -> None:
    chances = LOW.heuristics.win_chances(OPTIONS, Standing(3, (9, 1, 8, 4)))
    assert chances[1] > 0.7 and chances[1] > chances[3] > chances[2] > chances[0]


def test_a_reason_calls_fewer_points_good() -> None:
    known = view(LOW, begun(), 0).known
    mine, theirs = [
        statistics_of([{f"points {who}": float(points if who == 0 else 1) for who in range(4)}] * 100) for points in (0, 2)
    ]
    case = Comparison(known, 0, 1, mine, theirs, 0.5, LOW.text.card_name, LOW.points, lowest_wins=True)
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
    assert [(row.seats, row.points, row.is_best, row.why) for row in tally.rows] == [
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


# ---------------------------------------------------------------------- games of one deal

each_game = pytest.mark.parametrize("game", games.SHELF, ids=lambda game: str(game.id))
FOOL = games.find_game("gooseberry-fool")


def table_of(game: AnyGame) -> Variant:
    return Variant(game, game.one_deal_options(game.Options()))


@each_game
def test_it_ends_after_the_first_deal_and_is_told_as_any_end_is(game: AnyGame) -> None:
    variant = table_of(game)
    session, text = playing.play(variant, "one deal")
    assert session.ended and session.standing.deals == 1
    assert [again.winners for again in replayed_games(text.encode(), games.find_game)] == [session.winners]
    assert game.text.deal_count(variant.options) == 1 and game.text.deal_sizes(variant.options, Standing(0, (0,))) is None
    race = game.text.race_between_deals(variant.options, session.standing, 0)
    assert race.deals == 1 and race.target == 0 and set(session.winners) <= set(race.winners_now)
    assert game.text.end_of_game(variant.options).startswith("1 deal, the ")
    assert game.text.estimated_minutes(variant.options) < 10


@each_game
def test_there_is_always_a_winner_also_of_level_players(game: AnyGame) -> None:
    options = table_of(game).options
    seats = game.seats(options)
    assert game.winners(options, Standing(0, (0,) * seats)) == ()
    if game is not FOOL:
        assert game.winners(options, Standing(1, (3,) * seats)) == tuple(range(seats))


@each_game
def test_a_search_knows_that_the_game_ends_with_the_deal(game: AnyGame) -> None:
    options = table_of(game).options
    seats = game.seats(options)
    before = Standing(0, (0,) * seats)
    assert game.heuristics.win_chances(options, before) == pytest.approx((1 / seats,) * seats)
    assert not list(game.heuristics.prepare_win_chances(options))
    totals = tuple(range(10, 10 + seats))
    won = game.winners(options, Standing(1, totals))
    assert game.heuristics.win_chances(options, Standing(1, totals)) == rules.win_shares(won, seats)


def test_the_middle_score_of_gooseberry_fool_wins_without_ten_more() -> None:
    variant = table_of(FOOL)
    for seed in range(20):
        session = Session(FOOL, playing.header(variant))
        rng = Random(seed)
        session.begin_deal()
        while session.due_step == "act":
            session.act(session.seats_to_act[0], rng.choice(session.legal()))
        state = session.state
        assert state is not None
        tally = FOOL.text.tally(state, 0)
        session.score_deal()
        points = session.standing.totals
        assert sum(points) == 33
        (winner,) = session.winners
        assert points[winner] == sorted(points)[1]
        assert f"{{[{winner} is] in the middle}} with {points[winner]}, which wins the game." == tally.sentence
        assert not tally.extra_head and all(not row.extra for row in tally.rows)


# ---------------------------------------------------------------------- many deals

SHELVED = [variant for variant in variants() if variant.game in SHELF]
each_table = pytest.mark.parametrize("variant", [variant for variant in defaults() if variant.game in SHELF], ids=str)


def gooseberry_fool(state: Any, points: Any, after: Standing) -> None:
    """Each of eleven tricks is taken, and a deal distributes 43 points, or 33 in a game of one deal."""
    assert sum(state.taken()) == 11 and sum(points) == (33 if is_one_deal(state.options) else 43)


def goose(state: Any, points: Any, after: Standing) -> None:
    """The bids do not add up to the tricks where the hook is on; an Ass has the lowest total, and a Goose the highest."""
    assert sum(state.taken()) == len(state.actions) // len(state.hands) - 1 and not any(state.hands)
    assert state.options.hook == "off" or state.bid != sum(state.taken())
    assert any(after.totals[seat] == min(after.totals) for seat in after.carry.asses)
    assert any(after.totals[seat] == max(after.totals) for seat in after.carry.geese)


def throps(state: Any, points: Any, after: Standing) -> None:
    """A deal distributes the whole stock: all cards but those that were bid."""
    assert sum(state.won) == sum(cards.BIT[card] for card in range(52)) ^ state.gone
    assert sum(state.won).bit_count() == 13 and all(-62 <= won <= 125 for won in points)


def cross_purposes(state: Any, points: Any, after: Standing) -> None:
    """There are thirteen tricks a half, and each of two has named each dimension once."""
    assert sum(state.taken()) == 13 and all(0 <= won <= 182 for won in points)
    if state.options.players == 2:
        assert sum(state.first) == 13
        named = [(seat, verb_of(action)) for seat, action in state.actions if verb_of(action) is not Verb.PLAY]
        assert len(named) == 4 and len(set(named)) == 4
        assert named[0][1] == named[2][1] and named[0][0] == named[1][0] ^ 1 == named[3][0]


def goosed(state: Any, points: Any, after: Standing) -> None:
    """Somebody always becomes Red, and White can never capture all four Geese."""
    four = state.options.players == 4
    whites = [seat for seat in range(state.options.players) if seat not in state.reds]
    assert state.catcher in state.reds and state.first != NO_SEAT
    assert sum(state.won[seat] & GEESE for seat in whites) != GEESE & ~state.out
    assert sum(state.taken()) == (7 if four else 9)
    assert not four or all(won <= (20 if seat in state.reds else 14) for seat, won in enumerate(points))


def fools_gold(state: Any, points: Any, after: Standing) -> None:
    """Every trick gives its winner one card of the suit led."""
    players = state.options.players
    assert sum(state.taken()) == {3: 16, 4: 12, 5: 9, 6: 8}[players]
    assert [won.bit_count() for won in state.won] == [taken * (players - 1) for taken in state.taken()]


def gops(state: Any, points: Any, after: Standing) -> None:
    """What is earned, what was put away and what nobody took make 91."""
    lost = sum(VALUE[card] for card in cards.members(state.gone & cards.suit_in_both_packs(2))) + state.stake
    split = state.options.ties == "split"
    assert sum(points) + lost - (sum(state.shares) if split else 0) == 91
    assert not split or sum(points) == 91


COUNTS: dict[str, Callable[[Any, Any, Standing], None]] = {
    look.__name__.replace("_", "-"): look for look in (gooseberry_fool, goose, throps, cross_purposes, goosed, fools_gold, gops)
}


def drawn(game: AnyGame, rng: Random) -> Any:
    """A choice of every option that goes with the rest."""
    while True:
        chosen = game.Options(**{rule.key: rng.choice(rule.choices).value for rule in options.options_of(game.Options)})
        try:
            game.check_options(chosen)
        except ValueError:
            continue
        return chosen


def deals(game: AnyGame, most: int) -> None:
    """Plays so many deals, of games of at most eight, without a session; totals follow from points."""
    played = seed = 0
    while played < most:
        seed += 1
        rng, code = Random(f"{game.id}:{seed}"), code_in_series(game.id, seed)
        chosen = drawn(game, rng)
        standing = Standing(0, (0,) * game.seats(chosen))
        first = game.first_dealer(chosen, Stream(code, 0))
        while not game.winners(chosen, standing) and standing.deals < 8:
            dealer = (first + standing.deals) % game.seats(chosen)
            state = game.begin_deal(chosen, standing, game.deal(chosen, standing, dealer, Stream(code, standing.deals + 1)))
            while not state.over:
                state.turn = rng.choice(state.seats_to_act)
                hand, voids = state.hands[state.turn], getattr(state, "voids", ())
                assert not voids or not hand & voids[state.turn], "nobody holds what everybody knows it not to hold"
                game.apply(state, rng.choice(game.legal(state)))
            points, after = game.points(state), game.standing_after(standing, state)
            assert after.totals == tuple(sum(pair) for pair in zip(standing.totals, points, strict=True))
            try:
                COUNTS[game.id](state, points, after)
            except AssertionError as error:
                error.add_note(f"game {seed}, deal {standing.deals + 1}, {chosen}")
                raise
            standing, played = after, played + 1


@pytest.mark.one_in(2)
@each_table
def test_the_count_of_every_deal(variant: Variant) -> None:
    deals(variant.game, 300)


@pytest.mark.slow
@each_table
def test_the_count_of_very_many_deals(variant: Variant) -> None:
    deals(variant.game, 20_000)


@pytest.mark.parametrize("variant", [variant for variant in SHELVED if variant.game.id != "gops"], ids=str)
def test_cards_are_dealt_one_at_a_time_from_eldest_in_the_order_of_the_stream(variant: Variant) -> None:
    """Trumps that no card shows are drawn first, as in Fools Gold; what is over is turned up, the stock or a second hand."""
    session, game = Session(variant.game, header(variant)), variant.game
    deal, seats, stream = session.next_deal(), session.seats, Stream(session.code or "", 1)
    assert deal.trump is None or deal.trump == stream.draw(4)
    pack = [card for card in game.pack(variant.options) if deal.trump is None or any(card in hand for hand in deal.hands)]
    order, size = stream.shuffle(pack), len(deal.hands[0])
    for place, card in enumerate(order[: seats * size]):
        assert deal.hands[(deal.dealer + 1 + place) % seats][place // seats] == card
    over = order[seats * size :]
    assert deal.turned in (None, *(over[:1] or deal.hands[deal.dealer][-1:]))
    left = [deal.turned, *deal.stock][deal.turned is None or not over :]
    assert over[: len(left)] == left
    for place, card in enumerate(over if deal.hands2 else ()):
        assert deal.hands2[(deal.dealer + place) % seats][place // seats] == card, "the other deals the second half"


@each_table
def test_the_first_dealer_is_drawn_and_the_deal_passes_left(variant: Variant) -> None:
    codes = [code_in_series("dealer", number) for number in range(300)]
    seats = variant.game.seats(variant.options)
    dealers = [variant.game.first_dealer(variant.options, Stream(code, 0)) for code in codes]
    if variant.game.id != "goosed":  # where cards are cut for it
        assert dealers == [Stream(code, 0).draw(seats) for code in codes]
    assert all(0.7 < seats * dealers.count(seat) / 300 < 1.3 for seat in range(seats))
    session = Session(variant.game, header(variant))
    for _ in steps(session, Random(2), deals=5):
        if session.deal is not None:
            first = variant.game.first_dealer(variant.options, Stream(session.code or "", 0))
            assert session.deal.dealer == (first + session.deal.number - 1) % seats
