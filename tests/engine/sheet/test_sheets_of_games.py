"""A sheet agrees with the game: deals that were played, told as people tell them, score as the rules scored them."""

from __future__ import annotations

from typing import Any

import pytest

from goosetable import cards, games, playthrough
from goosetable.cards import BIT
from goosetable.engine.record.history import Counted
from goosetable.engine.record.replay import replay
from goosetable.engine.record.session import Session
from goosetable.engine.rules import options
from goosetable.engine.sheet.course import Course
from goosetable.engine.sheet.shown import Asked
from goosetable.engine.sheet.view import shown
from goosetable.engine.words.phrases import speak
from goosetable.games.goosed.state import GEESE
from goosetable.games.gops.state import PRIZES, highest
from tests.engine.sheet.test_course import course, give
from tests.games import playing
from tests.games.playing import Variant

KEPT = [variant for variant in playing.variants() if games.form_of(variant.game) is not None]
MOST_ANSWERS = 120
"""No deal has nearly as many."""


# ---------------------------------------------------------------------- deals that were played


def told(course: Course, state: Any, asked: Asked) -> str:
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
    return str((state.kept[seat] & cards.of_suit(asked.column)).bit_count())


def next_card(asked: Asked, held: list[str]) -> str:
    """The first card that has not been named, or that there is none."""
    return next((answer.text for answer in asked.answers if answer.text in held and not answer.refused), "done")


def about(course: Course, asked: Asked, group: int) -> int:
    """The card of which a question is."""
    return next(card for card in cards.members(group) if course.game.text.face(card) in asked.words)


def taker(course: Course, state: Any, prize: int) -> str:
    """Who has a prize: a seat, some that share it, or nobody."""
    owner = [seat for seat, won in enumerate(state.won) if won & BIT[prize]]
    if owner or course.options.ties != "split":
        return str(owner[0]) if owner else "nobody"
    first = state.raised.index(prize) * course.seats
    bids = dict(state.actions[first : first + course.seats])
    return "+".join(map(str, highest([bids[seat] % 128 for seat in range(course.seats)])))


def fox(course: Course, state: Any, asked: Asked) -> str:
    if "turned up" in asked.words:
        return course.game.card_name(state.turned) if GEESE >> state.turned & 1 else "other"
    if "first Goose" in asked.words:
        return str(state.first if "played" in asked.words else state.catcher)
    goose = BIT[about(course, asked, GEESE)]
    return str(next(seat for seat, won in enumerate(state.won) if won & goose))


def played_out(session: Session, counted: Counted) -> Any:
    """The state at the end of a deal."""
    state = session.game.begin(session.options, counted.standing, counted.deal)
    for state.turn, action in counted.actions:
        session.game.apply(state, action)
    return state


def agree(session: Session) -> None:
    """Keeps the sheet of a game that was played, and compares all that follows, deal by deal."""
    game, form = session.game, games.form_of(session.game)
    assert form is not None and session.counted
    one = Course(game, form, session.options, session.names, session.counted[0].deal.dealer)
    for number, counted in enumerate(session.counted):
        state = played_out(session, counted)
        assert (one.dealer, one.standing, one.over) == (counted.deal.dealer, counted.standing, False)
        roles = [badge for badge in game.text.badges(game.begin(session.options, counted.standing, counted.deal)) if badge.why]
        assert [(badge.kind, badge.seat) for badge in shown(one).badges] == [(badge.kind, badge.seat) for badge in roles]
        for _ in range(MOST_ANSWERS):
            if len(one.deals) == number and one.asked is not None:
                one.answer(told(one, state, one.asked))
        assert one.deals[number].points == counted.points
        tally = {seat: row for row in game.text.tally(state, None).rows for seat in row.seats}
        line = shown(one).deals[number]
        assert line.points == tuple(tally[seat].points for seat in range(one.seats))
        assert line.notes == tuple(speak(tally[seat].why, session.names) for seat in range(one.seats))
    assert (one.standing, one.winners, one.over) == (session.standing, session.winners, bool(session.winners))


@pytest.mark.parametrize("variant", KEPT, ids=str)
def test_what_was_played_scores_on_the_sheet_as_at_the_table(variant: Variant) -> None:
    agree(playing.play(variant, "sheet", deals=4)[0])


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("variant", KEPT, ids=str)
def test_whole_games_end_on_the_sheet_as_at_the_table(variant: Variant, seed: int) -> None:
    agree(playing.play(variant, seed)[0])


def greedy(variant: Variant, deals: int) -> Session:
    """A game of greedy players."""
    game = playthrough.play(variant.game.id, playing.CODE, "greedy", options=options.write(variant.options))
    game.run(deals)
    *_, (_, _, session) = replay(game.record.encode(), games.find)
    return session


@pytest.mark.parametrize("game", games.SHELF, ids=lambda game: str(game.id))
def test_what_players_who_want_to_win_play_scores_alike(game: Any) -> None:
    agree(greedy(Variant(game, game.short(game.Options())), 2))


@pytest.mark.slow
@pytest.mark.parametrize("variant", KEPT, ids=str)
def test_whole_games_of_players_who_want_to_win_agree(variant: Variant) -> None:
    agree(greedy(variant, 12))


# ---------------------------------------------------------------------- the examples of the rules


def held(one: Course, *hands: str) -> Course:
    """Says card by card which cards each seat has, from the one asked first."""
    for hand in hands:
        for face in hand.split():
            give(one, face)
        if one.asked is not None and one.asked.answers[-1].text == "done" and one.answers and not one.asked.answers[-1].refused:
            give(one, "done")
    return one
