"""What every deal of a game comes to, over many played at random under options drawn at random; and how cards are dealt."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from goosetable import cards
from goosetable.engine.game import AnyGame
from goosetable.engine.record.seed import code_in_series
from goosetable.engine.record.session import Session
from goosetable.engine.rules import options
from goosetable.engine.rules.action import Verb, verb_of
from goosetable.engine.rules.deal import Standing, Stream
from goosetable.engine.rules.options import is_one_deal
from goosetable.games import SHELF
from goosetable.games.goosed.rules import GEESE, NOBODY
from goosetable.games.gops.rules import VALUE
from tests.games.playing import Variant, defaults, header, steps, variants

SHELVED = [variant for variant in variants() if variant.game in SHELF]
each_game = pytest.mark.parametrize("variant", [variant for variant in defaults() if variant.game in SHELF], ids=str)


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
    assert state.catcher in state.reds and state.first != NOBODY
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
    lost = sum(VALUE[card] for card in cards.members(state.gone & cards.of_suit(2))) + state.stake
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
@each_game
def test_the_count_of_every_deal(variant: Variant) -> None:
    deals(variant.game, 300)


@pytest.mark.slow
@each_game
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


@each_game
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
