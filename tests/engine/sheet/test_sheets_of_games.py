"""A sheet agrees with the game: deals that were played, told as people tell them, score as the rules scored them."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from goosetable import cards, games, playthrough
from goosetable.cards import BIT
from goosetable.engine.record.replay import replay
from goosetable.engine.record.session import ScoredDeal, Session
from goosetable.engine.rules import options
from goosetable.engine.sheet.course import SheetGame, sheet_view
from goosetable.engine.sheet.form import Question
from goosetable.engine.words.phrases import with_seats_named
from goosetable.games.fools_gold.rules import best_suit, bonus_chart, points_of_kept_cards
from goosetable.games.goosed.rules import GEESE
from goosetable.games.gops.rules import PRIZES, indices_of_highest
from tests.engine.sheet.test_course import course, give
from tests.games import playing
from tests.games.playing import Variant
from tests.narrowing import present

KEPT = [variant for variant in playing.variants() if games.form_of(variant.game) is not None]
MOST_ANSWERS = 120
"""No deal has nearly as many."""


def told(course: SheetGame, state: Any, asked: Question) -> str:
    """What people say who have seen the deal."""
    seat, name = asked.seat, course.game.card_name
    match course.form.columns_of(course.options)[asked.column]:
        case "prizes":
            return taker(course, state, about(course, asked, PRIZES))
        case "foxes" | "Geese":
            return fox(course, state, asked)
        case "cards":
            return next_card(asked, [name(card) for card in cards.members(state.won[seat])])
        case "kept":
            return next_card(asked, [name(card) for card in cards.members(state.kept[seat])])
        case "bid":
            return str(state.bids[seat])
        case "partner":
            return str(state.partners[seat])
        case "1st half":
            return str(state.first[seat])
        case "tricks" | "2nd half":
            return str(state.taken()[seat])
    return str((state.kept[seat] & cards.suit_in_both_packs(asked.column)).bit_count())


def next_card(asked: Question, held: list[str]) -> str:
    """The first card that has not been named, or that there is none."""
    return next((answer.text for answer in asked.answers if answer.text in held and not answer.refused), "done")


def about(course: SheetGame, asked: Question, group: int) -> int:
    """The card of which a question is."""
    return next(card for card in cards.members(group) if course.game.text.card_name(card) in asked.words)


def taker(course: SheetGame, state: Any, prize: int) -> str:
    """Who has a prize: a seat, some that share it, or nobody."""
    owner = [seat for seat, won in enumerate(state.won) if won & BIT[prize]]
    if owner or state.options.ties != "split":
        return str(owner[0]) if owner else "nobody"
    first = state.turned_up.index(prize) * course.seats
    bids = dict(state.actions[first : first + course.seats])
    return "+".join(map(str, indices_of_highest([bids[seat] % 128 for seat in range(course.seats)])))


def fox(course: SheetGame, state: Any, asked: Question) -> str:
    if "turned up" in asked.words:
        return course.game.card_name(state.turned) if GEESE >> state.turned & 1 else "other"
    if "first Goose" in asked.words:
        return str(state.first if "played" in asked.words else state.catcher)
    goose = BIT[about(course, asked, GEESE)]
    return str(next(seat for seat, won in enumerate(state.won) if won & goose))


def played_out(session: Session, counted: ScoredDeal) -> Any:
    """The state at the end of a deal."""
    state = session.game.begin_deal(session.options, counted.standing, counted.deal)
    for state.turn, action in counted.actions:
        session.game.apply(state, action)
    return state


def agree(session: Session) -> None:
    """Keeps the sheet of a game that was played, and compares all that follows, deal by deal."""
    game, form = session.game, games.form_of(session.game)
    assert form is not None and session.scored_deals
    one = SheetGame(game, form, session.options, session.names, session.scored_deals[0].deal.dealer)
    for number, counted in enumerate(session.scored_deals):
        state = played_out(session, counted)
        assert (one.dealer, one.standing, one.over) == (counted.deal.dealer, counted.standing, False)
        roles = [
            badge for badge in game.text.badges(game.begin_deal(session.options, counted.standing, counted.deal)) if badge.why
        ]
        assert [(badge.kind, badge.seat) for badge in sheet_view(one).badges] == [(badge.kind, badge.seat) for badge in roles]
        for _ in range(MOST_ANSWERS):
            if len(one.deals) == number and one.question is not None:
                one.enter_answer(told(one, state, one.question))
        assert one.deals[number].points == counted.points
        tally = {seat: row for row in game.text.tally(state, None).rows for seat in row.seats}
        line = sheet_view(one).deals[number]
        assert line.points == tuple(tally[seat].points for seat in range(one.seats))
        assert line.notes == tuple(with_seats_named(tally[seat].why, session.names) for seat in range(one.seats))
    assert (one.standing, one.winners, one.over) == (session.standing, session.winners, bool(session.winners))


@pytest.mark.one_in(3)
@pytest.mark.parametrize("variant", KEPT, ids=str)
def test_what_was_played_scores_on_the_sheet_as_at_the_table(variant: Variant) -> None:
    agree(playing.play(variant, "sheet", deals=4)[0])


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("variant", KEPT, ids=str)
def test_whole_games_end_on_the_sheet_as_at_the_table(variant: Variant, seed: int) -> None:
    agree(playing.play(variant, seed)[0])


def greedy(variant: Variant, deals: int) -> Session:
    """A game of greedy players."""
    game = playthrough.play(variant.game.id, playing.CODE, "greedy", options=options.options_as_json(variant.options))
    game.run(deals)
    *_, (_, _, session) = replay(game.record.encode(), games.find_game)
    return session


@pytest.mark.one_in(6)
@pytest.mark.parametrize("game", games.SHELF, ids=lambda game: str(game.id))
def test_what_players_who_want_to_win_play_scores_alike(game: Any) -> None:
    agree(greedy(Variant(game, game.short_game_options(game.Options())), 2))


@pytest.mark.slow
@pytest.mark.parametrize("variant", KEPT, ids=str)
def test_every_option_agrees_where_players_want_to_win(variant: Variant) -> None:
    agree(greedy(variant, 3))


EXAMPLES: tuple[tuple[str, dict[str, Any], str, tuple[object, ...]], ...] = (
    ("gooseberry-fool", {}, "11", (21, 22, 0)),
    ("throps", {}, "TS TH TC TD done 2C 3C AD KD QD JD done AS KS 5S", (-20, 56, 56)),
    ("throps", {}, "done AS KS QS AH KH QH AD KD QD AC KC 8C 2C", (40, -62, 40)),
    ("throps", {}, "AS KS QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S", (125, 40, 40)),
    ("cross-purposes", {}, "13 13", (182, 0)),
    ("cross-purposes", {}, "13 0", (0, 13)),
    ("cross-purposes", {"players": 4}, "2 3 4 2", (12, 25, 12, 25)),
    ("goosed", {}, "0 2 2 3 2 2 1 0 3", (10, 2, 14, 5)),
    ("goosed", {}, "0 2 2 0 2 2 2 0 3", (0, 0, 0, 2)),
    ("goosed", {"team_points": "split"}, "0 2 2 3 2 2 1 0 3", (6, 1, 10, 4)),
    ("fools-gold", {"chart": "graded"}, "9H 9C 9S 3D 5D 7D done AS AH AD AC KS KH KC done 4C 5C 6C", (4, 5, 3)),
    ("fools-gold", {}, "9H 9C 9S 9D done AS AH AD AC done 3C 4C 5C 6C 7C 8C TC JC", (6, 3, 8)),
    ("fools-gold", {"bonuses": "off"}, "1 1 1 2 3 0 1 3 0 0 0", (-1, -1, 4)),
    ("gops", {}, f"0{12 * ' 1'}", (13, 78)),
    ("gops", {}, " ".join(12 * ["nobody"]), (0, 0)),
    ("gops", {"ties": "split"}, " ".join(12 * ["0+1"]), (Fraction(91, 2), Fraction(91, 2))),
)


@pytest.mark.parametrize(("name", "chosen", "answers", "points"), EXAMPLES)
def test_examples_of_the_rules(name: str, chosen: dict[str, Any], answers: str, points: tuple[object, ...]) -> None:
    """Each has every question of a deal answered, and no answer is one too many."""
    one = course(name, dealer=-1 % len(points), **chosen)
    give(one, *answers.split())
    assert [deal.points for deal in one.deals] == [points]


def refused(one: SheetGame) -> dict[str, str]:
    assert one.question is not None
    return {answer.text: answer.refused for answer in one.question.answers if answer.refused}


def test_equal_hands_cannot_win_every_prize_of_gops() -> None:
    one = give(course("gops"), *[0] * 12)
    assert one.deals[0].points == (90, 1), "the ace is the other's, and is not asked"
    three = give(course("gops", players=3, ties="discard"), *[0] * 12)
    assert list(refused(three)) == ["0"]
    assert not refused(give(course("gops", players=3), *[0] * 12)), "with three, a prize that two tie for stays and can be won"
    shared = give(course("gops", players=3, ties="split"), *[0] * 6, *["0+1"] * 6)
    assert list(refused(shared)) == ["0", "0+1", "0+2", "0+1+2"]


def test_a_prize_of_gops_that_stays_is_won_with_the_next() -> None:
    rising = give(course("gops", order="rising"), "nobody", 0)
    assert refused(rising) == {"nobody": "a prize that stays goes with the next one"}
    falling = give(course("gops", order="falling"), 0, 1, "nobody")
    assert falling.deals[0].points == (13, 12), "all that comes after it is nobody's too"
    assert list(refused(give(course("gops", order="falling"), 0))) == ["nobody"], "the other has won one"
    assert not refused(give(course("gops", order="falling", ties="discard"), 0, 1, "nobody"))


def test_a_card_is_one_seat_s_and_all_are_somebody_s() -> None:
    one = give(course("throps", dealer=2), "AS", "done", "done")
    asked = present(sheet_view(one).asked)
    found = {answer.text: answer.refused for answer in asked.answers if answer.refused}
    assert found == {"AS": "Ann has it", "done": "12 cards are missing"}
    five = give(course("fools-gold", players=5), "3H")
    assert {text for text in refused(five) if text != "3H"} == {"3S", "3D", "3C"}, "one Three is in play, that of trumps"


GOLD = [variant for variant in KEPT if variant.game.id == "fools-gold"]


def figure(course: SheetGame, state: Any, asked: Question) -> str:
    """What people say who write figures or points of Fools Gold down."""
    assert asked.seat is not None
    kept = state.kept[asked.seat]
    best, points = (kept & best_suit(kept)).bit_count(), points_of_kept_cards(kept, bonus_chart(state.options))
    if "best suit" in asked.words:
        return str(best)
    if "other cards" in asked.words:
        return str(kept.bit_count() - best)
    return str(points - 2 * best + kept.bit_count() if "sets" in asked.words else points)


@pytest.mark.parametrize("way", ["figures", "points"])
@pytest.mark.parametrize("variant", GOLD, ids=str)
def test_figures_and_points_of_fools_gold_score_as_its_cards(variant: Variant, way: str) -> None:
    session, _ = playing.play(variant, "figures", deals=3)
    form = present(games.form_of(session.game))
    one = SheetGame(session.game, form, session.options, session.names, session.scored_deals[0].deal.dealer)
    pure = form.columns_of(one.options) != ("kept",)
    for number, counted in enumerate(session.scored_deals):
        state = played_out(session, counted)
        for _ in range(MOST_ANSWERS):
            if len(one.deals) == number and one.question is not None:
                first = any(answer.sets_entry_mode for answer in one.question.answers)
                one.enter_answer(("points" if pure else way) if first else figure(one, state, one.question))
        assert one.deals[number].points == counted.points and one.deals[number].entry_mode == ("points" if pure else way)
        told = sheet_view(one).deals[number]
        assert any(told.notes) == (one.deals[number].entry_mode == "figures"), "no arithmetic is made up"
    assert one.standing == session.standing
