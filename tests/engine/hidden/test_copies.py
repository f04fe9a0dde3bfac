"""Two packs: what a seat sees, hears and may do is the same whichever of two equal cards lies where."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields, replace
from random import Random
from typing import Any

import pytest

from goosetable import cards
from goosetable.engine.hidden.view import (
    View,
    copies_to_swap,
    has_second_copies,
    sample_determinization,
    state_numbered_for_seat,
    view,
    view_as_json,
)
from goosetable.engine.record.session import IllegalAction, Session
from goosetable.engine.rules.action import Verb, make_action, swap_copy_in_action, value_of
from goosetable.engine.rules.deal import Deal
from goosetable.engine.rules.event import HIDDEN, NO_SEAT, Moved
from goosetable.engine.rules.state import State
from goosetable.games.goose.rules import Goose, GooseOptions
from tests.games import playing
from tests.games.doubles import do, pair, permuted, side_by_side, two_packs
from tests.games.playing import Variant

GOOSE = Goose()
SECOND_ACE = cards.cards("AS AS") ^ cards.cards("AS")
ALL = cards.BIT[cards.PACK_SIZE] - 1
"""The first copies of all cards."""
"""A seat that sees what lies open and nothing else."""
each_table = pytest.mark.parametrize("variant", two_packs(), ids=str)
each_game = pytest.mark.parametrize("variant", playing.defaults(), ids=str)


def state_of(session: Session) -> Any:
    assert session.state is not None
    return session.state


@pytest.mark.one_in(5)
@each_table
def test_views_of_deals_that_differ_in_copies_are_equal_at_every_moment(variant: Variant) -> None:
    differed = 0
    for one, other in side_by_side(variant, "views"):
        differed += one.state != other.state
        for seat in (NO_SEAT, *range(one.seats)):
            seen = one.view(seat)
            assert seen == other.view(seat)
            assert view_as_json(seen) == view_as_json(other.view(seat))
    assert differed, "it is not the same deal"
    assert one.game.points(state_of(one)) == other.game.points(state_of(other))


@pytest.mark.one_in(5)
@each_table
def test_what_is_told_of_deals_that_differ_in_copies_is_the_same(variant: Variant) -> None:
    rng = Random(f"{variant}:told")
    one, other = pair(variant, rng)
    dealt = [session.game.begin_deal(session.options, session.standing, session.deal) for session in (one, other)]  # type: ignore[arg-type]
    told = list[list[Any]]()
    for session, state in zip((one, other), dealt, strict=True):
        told.append([])
        session.game.report_dealing(state, told[-1].append)
    while True:
        for seat in range(one.seats):
            assert one.events_for(seat, told[0]) == other.events_for(seat, told[1])
            if seat == rng.randrange(one.seats):  # it is told again from the beginning, each time of more
                assert one.deal_log(seat) == other.deal_log(seat)
        if one.due_step != "act":
            break
        seat = rng.choice(one.seats_to_act)
        assert list(one.legal(seat)) == list(other.legal(seat)) == list(one.view(seat).legal)
        text = one.game.action_text(rng.choice(one.legal(seat)))
        told = [do(session, seat, text) for session in (one, other)]


@pytest.mark.one_in(2)
@each_table
def test_a_deal_imagined_and_with_its_copies_exchanged_is_seen_as_the_same(variant: Variant) -> None:
    rng = Random(f"{variant}:imagined")
    for one, _ in side_by_side(variant, "imagined"):
        seat = rng.randrange(one.seats)
        seen = one.view(seat)
        other = sample_determinization(seen, rng)
        assert copies_to_swap(one.game, other, seat) == 0, "an imagined deal is numbered as the view"
        other.swap_copies(rng.getrandbits(cards.PACK_SIZE))
        assert view(one.game, other, seat) == seen


def held_beside(hands: Sequence[str], seat: int) -> View:
    """What a seat sees of a deal that was set up, one card to a seat, as a record has it."""
    options = GooseOptions(players=len(hands), decks=2, max_hand=1)
    session = Session(GOOSE, playing.header(Variant(GOOSE, options), None))
    given = list[int]()
    for face in hands:
        first = cards.card(face)
        given.append(first + cards.PACK_SIZE if first in given else first)
    session.begin_deal(Deal(1, 0, tuple((card,) for card in given), turned=cards.card("2C")))
    return session.view(seat)


def test_a_set_up_deal_does_not_tell_a_seat_where_the_other_copy_of_its_card_is() -> None:
    before = held_beside(("AS", "AS", "3H"), 1)
    after = held_beside(("3H", "AS", "AS"), 1)
    nowhere = held_beside(("3H", "AS", "4H"), 1)
    assert before == after == nowhere
    assert before.hand == cards.cards("AS")
    assert SECOND_ACE & before.unseen == SECOND_ACE


@pytest.mark.one_in(2)
@each_table
def test_a_card_keeps_its_number_in_the_views_of_a_seat_through_the_deal(variant: Variant) -> None:
    before: list[View] = []
    for _, session in side_by_side(variant, "kept"):
        now = [session.view(seat) for seat in range(session.seats)]
        for old, new in zip(before, now, strict=False):
            assert new.known.actions[: len(old.known.actions)] == old.known.actions
            assert new.hand & ~old.hand == 0
            assert new.unseen & ~old.unseen == 0
            gone = cards.members(old.hand & ~new.hand)
            assert list(gone) == [value_of(do) for seat, do in new.known.actions[-1:] if seat == new.seat and gone]
        before = now


@pytest.mark.one_in(2)
@each_table
def test_numbering_a_state_for_a_seat_keeps_every_card_in_its_place(variant: Variant) -> None:
    for number, (_, session) in enumerate(side_by_side(variant, "places")):
        if number % 3 and session.due_step == "act":
            continue
        game, state = session.game, state_of(session)
        for seat in range(session.seats):
            twin = state_numbered_for_seat(game, state, seat)
            assert state_numbered_for_seat(game, twin, seat) is twin
            seen = session.view(seat)
            for pile, group in twin.piles().items():
                assert faces(group) == faces(state.piles()[pile])
                known = seen.known.piles().get(pile, 0)
                assert known == (group if pile.is_seen_by(seat) else 0)
                assert bool(group & seen.unseen) == (bool(group) and not pile.is_seen_by(seat))
            assert [cards.swap_copies(lacking, ALL) for lacking in state.voids] == state.voids, "who lacks a card lacks both"
            twice = state.copy()
            twice.swap_copies(ALL)
            assert twice != state
            twice.swap_copies(ALL)
            assert twice == state


def faces(group: int) -> list[int]:
    return sorted(card % cards.PACK_SIZE for card in cards.members(group))


@pytest.mark.one_in(5)
@each_table
def test_every_action_of_a_view_is_taken_and_no_other(variant: Variant) -> None:
    everything, rng = playing.actions(), Random(f"{variant}:act")
    for _, session in side_by_side(variant, "acts"):
        for seat in session.seats_to_act:
            legal = session.view(seat).legal
            before = state_of(session).copy()
            for action in rng.sample([action for action in everything if action not in legal], 12):
                with pytest.raises(IllegalAction):
                    session.act(seat, action)
                assert session.why_not(seat, action) == session.game.why_not(session.view(seat).known, action)
            assert session.state == before
            for action in rng.sample(legal, min(len(legal), 4)):
                session.act(seat, action)
                who, done = session.view(seat).known.actions[-1]
                assert (who, session.game.action_text(done)) == (seat, session.game.action_text(action))
                session.undo(1)
            assert session.state == before


@pytest.mark.one_in(2)
@each_table
def test_events_name_no_card_that_a_seat_does_not_know_afterwards(variant: Variant) -> None:
    rng = Random(f"{variant}:events")
    _, session = pair(variant, rng)
    while session.due_step == "act":
        events = session.act(session.seats_to_act[0], rng.choice(session.legal()))
        for seat in range(session.seats):
            seen = session.view(seat)
            for event in session.events_for(seat, events):
                if isinstance(event, Moved):
                    moved = sum(cards.BIT[card] for card in event.cards if card != HIDDEN)
                    assert not moved & seen.unseen


@each_game
def test_states_are_equal_only_if_every_field_is(variant: Variant) -> None:
    session = Session(variant.game, playing.header(variant))
    session.begin_deal()
    state = state_of(session)
    slots = [slot for kind in type(state).__mro__ for slot in getattr(kind, "__slots__", ())]
    assert {"hands", "voids", "actions", "turn", "totals"} < set(slots)
    assert not hasattr(state, "__dict__"), "a field that is no slot would not be compared"
    for slot in slots:
        other = state.copy()
        assert other == state
        setattr(other, slot, object())
        assert other != state, slot


@each_game
def test_views_are_equal_only_if_every_field_is(variant: Variant) -> None:
    session = Session(variant.game, playing.header(variant))
    session.begin_deal()
    seen = session.view(0)
    assert seen == session.view(0)
    for field in fields(seen):
        changed: dict[str, Any] = {field.name: object()}
        assert replace(seen, **changed) != seen, field.name


@each_game
def test_with_one_pack_nothing_is_renumbered(variant: Variant) -> None:
    session = Session(variant.game, playing.header(variant))
    session.begin_deal()
    assert not has_second_copies(session.game.pack(session.options))
    state: State = state_of(session)
    for seat in range(session.seats):
        assert copies_to_swap(session.game, state, seat) == session.copies_to_swap(seat) == 0
        assert state_numbered_for_seat(session.game, state, seat) is state


def test_exchanging_the_copies_of_cards_in_a_set() -> None:
    both = cards.cards("AS AS KS")
    second = cards.cards("KS KS") ^ cards.cards("KS")
    assert cards.swap_copies(both, cards.cards("AS")) == both
    assert cards.swap_copies(both, cards.cards("KS")) == cards.cards("AS AS") | second
    assert cards.swap_copies(second, cards.cards("KS XL")) == cards.cards("KS")
    assert cards.swap_copies(second, cards.cards("AS")) == second


@pytest.mark.parametrize(("number", "becomes"), [(0, 54), (54, 0), (53, 107), (107, 53), (1, 1), (55, 55), (HIDDEN, HIDDEN)])
def test_exchanging_the_copy_of_a_card(number: int, becomes: int) -> None:
    assert cards.swap_copy(number, cards.cards("AS XL")) == becomes
    if number >= 0:
        assert swap_copy_in_action(make_action(Verb.PLAY, number), cards.cards("AS XL")) == becomes
        assert swap_copy_in_action(make_action(Verb.GIVE, number), cards.cards("AS XL")) == make_action(Verb.GIVE, number)


def test_a_permuted_deal_has_the_same_cards_in_the_same_places() -> None:
    variant = two_packs()[0]
    session = Session(variant.game, playing.header(variant))
    deal = session.next_deal()
    other = permuted(deal, Random(1))
    assert other != deal
    for one, two in zip(deal.hands, other.hands, strict=True):
        assert [card % cards.PACK_SIZE for card in one] == [card % cards.PACK_SIZE for card in two]
