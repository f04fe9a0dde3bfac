"""A sheet agrees with the game: deals that were played, told as people tell them, score as the rules scored them."""

from __future__ import annotations

import random
from typing import Any

import pytest

from goosetable import cards, games
from goosetable.cards import BIT
from goosetable.engine.record.session import Session
from goosetable.engine.sheet.course import Course
from goosetable.engine.sheet.shown import Asked
from goosetable.engine.sheet.view import shown
from tests.games import playing
from tests.games.playing import Variant

DEALS = 4


def told(course: Course, state: Any, asked: Asked) -> str:
    """What people say who have seen the deal."""
    game, seat = course.game, asked.seat
    heading = course.form.columns_of(course.options)[asked.column]
    if heading in cards_of(state) and seat is not None:
        held = cards_of(state)[heading][seat]
        left = [card for card in cards.members(held) if free(asked, game.card_name(card))]
        return game.card_name(left[0]) if left else "done"
    if heading == "prizes":
        prize = next(card for card in cards.members(cards.whole_suit(2)) if game.text.face(card) in asked.words)
        return taker_of(course, state, prize)
    if heading in ("foxes", "Geese"):
        return fox(course, state, asked)
    assert seat is not None
    match heading:
        case "bid":
            return str(state.bids[seat])
        case "partner":
            return str(state.partners[seat])
        case "1st half":
            return str(state.first[seat])
        case "tricks" | "2nd half":
            return str(state.taken()[seat])
    return str((state.kept[seat] & cards.of_suit(asked.column)).bit_count())


def free(asked: Asked, name: str) -> bool:
    return any(answer.text == name and not answer.refused for answer in asked.answers)


def cards_of(state: Any) -> dict[str, list[int]]:
    """The cards that a deal was about, by the heading under which they are asked."""
    return {"cards": getattr(state, "won", []), "kept": getattr(state, "kept", [])}


SHARES: dict[int, dict[int, str]] = {}


def taker_of(course: Course, state: Any, prize: int) -> str:
    """Who has a prize: a seat, some that share it, or nobody."""
    owner = [seat for seat, won in enumerate(state.won) if won & BIT[prize]]
    if owner:
        return str(owner[0])
    return SHARES.get(id(state), {}).get(prize, "nobody")


def fox(course: Course, state: Any, asked: Asked) -> str:
    if "turned up" in asked.words:
        name = course.game.card_name(state.turned)
        return name if free(asked, name) else "other"
    if "played" in asked.words:
        return str(state.first)
    if "first Goose" in asked.words:
        return str(state.catcher)
    goose = next(card for card in cards.members(cards.cards("4S 4H 4D 4C")) if course.game.text.face(card) in asked.words)
    return str(next(seat for seat, won in enumerate(state.won) if won & BIT[goose]))


def follow(session: Session, seed: object) -> list[tuple[Any, Any]]:
    """Plays some deals at random; the state at the end of each, and where the game stood after it."""
    found: list[tuple[Any, Any]] = []
    rng = random.Random(repr(seed))
    splits: dict[int, str] = {}
    while session.due != "none" and len(found) < DEALS:
        if session.due == "deal":
            session.begin()
        elif session.due == "act":
            before = session.state
            assert before is not None
            before = before.copy()
            session.act(before.turn, rng.choice(list(session.legal())))
            if "ties" in dir(session.options) and session.options.ties == "split" and session.state is not None:
                note_share(before, session.state, splits)
        elif session.due == "score":
            state = session.state
            session.score()
            SHARES[id(state)] = dict(splits)
            splits.clear()
            found.append((state, session.standing))
        else:
            session.end()
    return found


def note_share(before: Any, after: Any, splits: dict[int, str]) -> None:
    """A prize that nobody won although it is gone was shared by those whose bids were level at the top."""
    for prize in before.offer:
        gained = [seat for seat, (one, two) in enumerate(zip(before.shares, after.shares, strict=True)) if two > one]
        if gained:
            splits[prize] = "+".join(map(str, gained))


KEPT = [variant for variant in playing.variants() if games.form_of(variant.game) is not None]


@pytest.mark.parametrize("variant", KEPT, ids=str)
@pytest.mark.parametrize("seed", range(2))
def test_what_was_played_scores_on_the_sheet_as_at_the_table(variant: Variant, seed: int) -> None:
    session = Session(variant.game, playing.header(variant))
    played = follow(session, seed)
    assert played
    first = session.counted[0].deal.dealer
    form = games.form_of(variant.game)
    assert form is not None
    names = [chair.name for chair in session.chairs]
    course = Course(variant.game, form, session.options, names, first)
    for number, (state, after) in enumerate(played):
        assert course.dealer == session.counted[number].deal.dealer
        count = 0
        while len(course.deals) == number:
            asked = course.asked
            assert asked is not None
            course.answer(told(course, state, asked))
            count += 1
            assert count < 120
        written = course.deals[number]
        assert written.points == session.counted[number].points
        assert written.after == after
    assert course.winners == session.winners and course.over == bool(session.winners)
    view = shown(course)
    assert len(view.deals) >= len(played) and view.over == course.over
    assert not any("[" in text for line in view.deals for text in (*line.notes, *line.sums)) and "[" not in view.foot
