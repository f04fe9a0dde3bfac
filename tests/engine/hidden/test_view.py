"""Views: what a seat may know holds no reference to the truth, a leak is caught, and what is certain of the rest is so."""

from __future__ import annotations

import gc
import json
from collections.abc import Iterator
from random import Random
from types import FunctionType, MethodType, ModuleType
from typing import Any

import pytest

from goosetable import cards, games
from goosetable.engine.hidden.view import MOST_CARDS, View, certain_points, sample_determinization, view, view_as_json
from goosetable.engine.record.session import Session
from goosetable.engine.rules.state import State, TrickState
from tests.games import playing
from tests.games.high_card import HighCard
from tests.games.pass_card import PASS, PassCard, PassCardOptions
from tests.games.playing import Variant, defaults, every_state
from tests.players.positions import turns

each_game = pytest.mark.parametrize("variant", playing.defaults(), ids=str)


def _reached(root: object) -> Iterator[object]:
    """Everything that can be reached from an object, but for the program itself."""
    seen, found = {id(root)}, [root]
    while found:
        one = found.pop()
        yield one
        for other in gc.get_referents(one):
            if id(other) not in seen and not isinstance(other, type | ModuleType | FunctionType | MethodType):
                seen.add(id(other))
                found.append(other)


def _leaks(seen: View, truth: State) -> list[object]:
    """What of the truth can be reached from a view: its state, or any list of it."""
    inside = {id(one) for one in (truth, *(value for value in _values(truth) if isinstance(value, list)))}
    return [one for one in _reached(seen) if id(one) in inside]


def _values(state: State) -> list[object]:
    return [getattr(state, slot) for kind in type(state).__mro__ for slot in getattr(kind, "__slots__", ())]


@each_game
def test_a_view_holds_no_reference_to_the_truth(variant: Variant) -> None:
    # Rules of its own: what those of other tests have worked out and keep is no part of a view, and takes long to go through.
    variant = Variant(type(variant.game)(), variant.options)

    def look(session: Session) -> None:
        state = session.state
        assert state is not None
        for seat in range(session.seats):
            assert _leaks(session.view(seat), state) == []

    every_state(variant, 1, look)


@each_game
def test_no_number_in_a_view_is_a_hidden_hand(variant: Variant) -> None:
    def look(session: Session) -> None:
        state = session.state
        assert state is not None
        for seat in range(session.seats):
            hidden = {held for other, held in enumerate(state.hands) if other != seat and held.bit_count() > 2}
            if sum(1 for held in state.hands if held) > 2:
                assert not hidden & {one for one in _reached(_without_rules(session.view(seat))) if isinstance(one, int)}

    every_state(variant, 1, look)


def _without_rules(seen: View) -> list[object]:
    return [seen.seat, seen.known, seen.unseen, seen.sizes, seen.legal]


class Careless(HighCard):
    """High Card with a hole: it does not hide anything, and shares a list."""

    def hide(self, known: TrickState, seat: int) -> None:
        known.voids = [0, 0]
        known.actions = self.truth.actions
        known.hands[1 - seat] = self.truth.hands[1 - seat]

    truth: TrickState


def _careless() -> tuple[Careless, Session]:
    game = Careless()
    session = Session(game, playing.header(Variant(game, game.Options())))
    session.begin_deal()
    state: Any = session.state
    game.truth = state
    return game, session


def test_a_planted_leak_is_caught() -> None:
    game, session = _careless()
    state: Any = session.state
    seen = view(game, state, 0)
    assert state.actions in _leaks(seen, state)
    assert view(game, sample_determinization(seen, Random(1)), 0) == seen, (
        "the leak itself is told alike of every imagined deal"
    )
    assert any(one == state.hands[1] for one in _reached(_without_rules(seen))), "and the hand can be read off"


def test_changing_a_view_or_an_imagined_deal_does_not_change_the_truth() -> None:
    session = Session(playing.GAMES[0], playing.header(playing.defaults()[0]))
    session.begin_deal()
    state: Any = session.state
    before = state.copy()
    seen = session.view(session.turn or 0)
    other = sample_determinization(seen, Random(2))
    for action in seen.legal:
        session.game.apply(other.copy(), action)
    session.game.apply(other, seen.legal[0])
    seen.known.hands[0], seen.known.voids[0] = 0, 1
    seen.known.actions.append((0, 0))
    assert session.state == before
    with pytest.raises(AttributeError):
        seen.seat = 2  # type: ignore[misc]


def test_imagined_deals_differ_and_keep_what_is_known() -> None:
    session = Session(playing.GAMES[0], playing.header(playing.defaults()[0]))
    session.begin_deal()
    seen = session.view(0)
    deals = [sample_determinization(seen, Random(seed)) for seed in range(20)]
    assert len({tuple(deal.hands) for deal in deals}) == 20
    for deal in deals:
        assert deal.hands[0] == seen.hand
        assert deal.hands[1] | deal.hands[2] == seen.unseen
        assert not deal.hands[1] & deal.hands[2]
    assert sample_determinization(seen, Random(3)) == sample_determinization(seen, Random(3))


def test_a_card_that_a_seat_has_passed_is_none_of_the_unseen_ones_for_it_alone() -> None:
    session = Session(PassCard(), playing.header(Variant(PassCard(), PassCardOptions())))
    session.begin_deal()
    passed = {}
    for _ in range(4):
        seat, action = session.turn, session.legal()[0]
        assert seat is not None and not any(session.view(seat).held)
        passed[seat] = cards.BIT[action - PASS]
        session.act(seat, action)
    rng = Random(1)
    for seat, card in passed.items():
        for reader in range(4):
            seen, keeper = session.view(reader), (seat + 1) % 4
            assert bool(seen.unseen & card) == (reader not in (seat, keeper))
            if reader == seat:
                assert seen.held[keeper] == card and seen.unknown_counts[keeper] == seen.sizes[keeper] - 1
                assert {"seat": keeper, "cards": [cards.name(card.bit_length() - 1)]} in view_as_json(seen)["held"]
                assert all(sample_determinization(seen, rng).hands[keeper] & card for _ in range(20))
            elif reader != keeper:
                assert len({bool(sample_determinization(seen, rng).hands[keeper] & card) for _ in range(60)}) == 2


def test_a_card_that_was_passed_and_played_is_held_no_more() -> None:
    variant = Variant(PassCard(), PassCardOptions())

    def look(session: Session) -> None:
        for seat in range(session.seats):
            seen = session.view(seat)
            assert session.state is not None
            assert all(group & ~held == 0 for group, held in zip(seen.held, session.state.hands, strict=True))
            assert not any(seen.held) or session.due == "act"

    every_state(variant, 2, look)


@each_game
def test_a_described_view_is_json_and_names_no_hidden_card_in_a_pile(variant: Variant) -> None:
    def look(session: Session) -> None:
        for seat in range(session.seats):
            seen = session.view(seat)
            told = view_as_json(seen)
            assert json.loads(json.dumps(told)) == told
            hidden = set(told["unseen"])
            shown = [*told["hand"], *(card for pile in (*told["piles"], *told.get("held", ())) for card in pile["cards"])]
            if len(set(session.game.pack(session.options))) == len({session.game.card_name(c) for c in _pack(session)}):
                assert not hidden & set(shown)
                assert sorted([*hidden, *shown]) == sorted(session.game.card_name(card) for card in _pack(session))
            assert told["legal"] == sorted(session.game.action_text(action) for action in seen.legal)
            assert all(set(lacking) <= hidden for lacking in told["lacks"])

    every_state(variant, 1, look)


def _pack(session: Session) -> tuple[int, ...]:
    return session.game.pack(session.options)


def test_a_described_view_of_gooseberry_fool() -> None:
    session = Session(playing.GAMES[0], playing.header(playing.defaults()[0]))
    session.begin_deal()
    turn = session.turn
    assert turn is not None
    session.act(turn, session.legal()[0])
    assert session.deal is not None
    told = view_as_json(session.view(turn))
    led = told["story"][0]["do"].removeprefix("play ")
    assert told | {"hand": [], "unseen": [], "lacks": []} == {
        "seat": turn, "deal": 1, "dealer": session.deal.dealer, "totals": [0, 0, 0], "turn": (turn + 1) % 3, "hand": [],
        "sizes": [10 if seat == turn else 11 for seat in range(3)], "piles": [{"pile": "trick", "cards": [led]}],
        "story": [{"seat": turn, "do": f"play {led}"}], "unseen": [], "lacks": [], "legal": [],
    }  # fmt: skip
    dealt = cards.write(sorted(session.deal.hands[turn])).split()
    assert told["hand"] == [card for card in dealt if card != led]


SAID = ("gooseberry-fool", "goose", "cross-purposes", "goosed", "fools-gold", "whist")
"""Games of which something is certain now and then before the last card."""


def answer(seen: View, most: int = 20_000) -> Any:
    work = certain_points(seen, most)
    while True:
        try:
            next(work)
        except StopIteration as done:
            return done.value


def played_out(seen: View, chance: Random) -> Any:
    """The points after the rest has been played at random in a deal that may be the true one."""
    state = sample_determinization(seen, chance)
    while not state.over:
        seen.game.apply(state, chance.choice(list(seen.game.legal(state))))
    return seen.game.points(state)


@pytest.mark.one_in(2)
@pytest.mark.parametrize("variant", defaults(), ids=lambda variant: variant.game.id)
def test_what_is_certain_comes_so_however_it_goes_on(variant: Variant) -> None:
    chance, said = Random(variant.game.id), 0
    for turn in turns(variant, "certain", 200):
        if sum(turn.view.sizes) > MOST_CARDS:
            assert answer(turn.view) is None
            continue
        told = answer(turn.view)
        if told is not None:
            said += 1
            assert {played_out(turn.view, chance) for _ in range(6)} == {told}
    assert said or variant.game.id not in SAID


def test_gives_up_where_it_is_too_much() -> None:
    variant = Variant(games.SHELF[0], games.SHELF[0].Options())
    found = [turn.view for turn in turns(variant, "certain", 400) if answer(turn.view) is not None]
    assert found
    assert all(answer(seen, 0) is None for seen in found)


def test_works_in_short_pieces() -> None:
    variant = Variant(games.SHELF[0], games.SHELF[0].Options())
    view = next(turn.view for turn in turns(variant, "pieces", 900) if sum(turn.view.sizes) in (5, 6))
    assert isinstance(sum(1 for _ in certain_points(view)), int)
