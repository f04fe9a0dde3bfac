"""Views and what is imagined from them: no secret, exactly what fits, and equal cards of two packs."""

from __future__ import annotations

import gc
import json
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from math import comb, sqrt
from random import Random
from types import FunctionType, MethodType, ModuleType
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goosetable import cards, games
from goosetable.cards import Cards
from goosetable.engine.hidden.samplers import ConstrainedSampler, ExactSampler, McmcSampler, TooManyWays
from goosetable.engine.hidden.view import MAX_CARDS_IN_HANDS, View, certain_points, sample_determinization, view, view_as_json
from goosetable.engine.record.session import Session
from goosetable.engine.rules.state import ANY_NUMBER, Knowledge, Limits, State, TrickState
from tests.games import playing
from tests.games.high_card import HighCard
from tests.games.pass_card import PASS, PassCard, PassCardOptions
from tests.games.playing import Variant, defaults, every_state
from tests.narrowing import present
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
        state = present(session.state)
        for seat in range(session.seats):
            assert _leaks(session.view(seat), state) == []

    every_state(variant, 1, look)


@each_game
def test_no_number_in_a_view_is_a_hidden_hand(variant: Variant) -> None:
    def look(session: Session) -> None:
        state = present(session.state)
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
        assert seat is not None and not any(session.view(seat).known_hand_cards)
        passed[seat] = cards.BIT[action - PASS]
        session.act(seat, action)
    rng = Random(1)
    for seat, card in passed.items():
        for reader in range(4):
            seen, keeper = session.view(reader), (seat + 1) % 4
            assert bool(seen.unseen & card) == (reader not in (seat, keeper))
            if reader == seat:
                assert seen.known_hand_cards[keeper] == card and seen.unknown_counts[keeper] == seen.sizes[keeper] - 1
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
            assert all(group & ~held == 0 for group, held in zip(seen.known_hand_cards, session.state.hands, strict=True))
            assert not any(seen.known_hand_cards) or session.due_step == "act"

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
    turn = present(session.turn)
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


@pytest.mark.one_in(5)
@pytest.mark.parametrize("variant", defaults(), ids=lambda variant: variant.game.id)
def test_what_is_certain_comes_so_however_it_goes_on(variant: Variant) -> None:
    chance, said = Random(variant.game.id), 0
    for turn in turns(variant, "certain", 200):
        if sum(turn.view.sizes) > MAX_CARDS_IN_HANDS:
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


# ---------------------------------------------------------------------- samplers


class Case(NamedTuple):
    """Cards to deal, what each seat cannot hold, and how many it takes."""

    unseen: str
    voids: tuple[str, ...]
    sizes: tuple[int, ...]

    def dealing(self) -> ExactSampler:
        return ExactSampler(cards.cards(self.unseen), [cards.cards(text) for text in self.voids], self.sizes)

    def all(self) -> list[tuple[Cards, ...]]:
        return list(every(cards.cards(self.unseen), [cards.cards(text) for text in self.voids], self.sizes))


def every(unseen: Cards, voids: list[Cards], sizes: tuple[int, ...]) -> Iterator[tuple[Cards, ...]]:
    """Every distribution, by trying them all."""
    if not sizes:
        yield ()
        return
    for chosen in combinations(cards.members(unseen), sizes[0]):
        hand = sum(cards.BIT[card] for card in chosen)
        if not hand & voids[0]:
            for rest in every(unseen & ~hand, voids[1:], sizes[1:]):
                yield (hand, *rest)


CASES = {
    "two hands": Case("AS KS QS AH KH QH", ("", ""), (3, 3)),
    "two uneven hands": Case("AS KS QS AH KH QH", ("", ""), (2, 4)),
    "two hands, one void": Case("AS KS QS AH KH QH", ("AS KS QS", ""), (2, 4)),
    "two hands, both void": Case("AS KS QS AH KH QH AD", ("AS", "AH KH"), (3, 4)),
    "between two that hold nothing": Case("AS KS QS AH", ("", "", "", ""), (0, 2, 0, 2)),
    "three hands": Case("AS KS QS AH KH QH", ("", "", ""), (2, 2, 2)),
    "three hands, one void": Case("AS KS QS AH KH QH", ("AS KS QS", "", ""), (2, 2, 2)),
    "three hands, two void of the same": Case("AS KS QS AH KH QH", ("AS KS", "AS KS", ""), (2, 1, 3)),
    "three hands, three voids": Case("AS KS AH KH AD KD QD", ("AS KS", "AH KH", "AD"), (2, 2, 3)),
    "three hands and a joker nobody but one can hold": Case("AS KS QS AH KH X", ("AS X", "AH X", ""), (2, 2, 2)),
    "three hands and a stock": Case("AS KS QS AH KH QH", ("AS KS QS", "AH", "", ""), (2, 1, 1, 2)),
    "two packs": Case("AS AS KS KS QS", ("KS KS", ""), (2, 3)),
}


@pytest.mark.parametrize("name", CASES)
def test_every_distribution_is_equally_likely(name: str) -> None:
    case = CASES[name]
    wanted = case.all()
    dealing = case.dealing()
    assert dealing.ways == len(wanted)
    rng, each = Random(8), 80
    found = Counter(tuple(dealing.deal(rng)) for _ in range(each * len(wanted)))
    assert set(found) == set(wanted)
    free = len(wanted) - 1
    chi_square = sum((found[hands] - each) ** 2 / each for hands in wanted)
    assert chi_square <= free + 3.5 * sqrt(2 * free)


def test_the_measure_notices_a_dealer_that_fills_greedily() -> None:
    """The usual fill, the most bound card first into any hand with room, is far from uniform where hands differ in room."""
    case = CASES["three hands, one void"]
    rng, each = Random(8), 80
    wanted = case.all()
    found = Counter(_greedy(case, rng) for _ in range(each * len(wanted)))
    free = len(wanted) - 1
    assert sum((found[hands] - each) ** 2 / each for hands in wanted) > free + 3.5 * sqrt(2 * free)


def _greedy(case: Case, rng: Random) -> tuple[Cards, ...]:
    voids = [cards.cards(text) for text in case.voids]
    while True:
        hands, left = [0] * len(voids), list(case.sizes)
        for card in cards.members(cards.cards(case.unseen)):
            may = [seat for seat, room in enumerate(left) if room and not voids[seat] & cards.BIT[card]]
            if not may:
                break
            seat = rng.choice(may)
            hands[seat] |= cards.BIT[card]
            left[seat] -= 1
        else:
            return tuple(hands)


SMALL = cards.members(cards.cards("AS KS QS AH KH AD X"))
LACKING = st.sets(st.sampled_from(SMALL)).map(lambda chosen: sum(cards.BIT[card] for card in chosen))


@given(st.lists(st.integers(0, 3), min_size=1, max_size=4), st.data())
def test_there_are_as_many_ways_as_can_be_written_down(sizes: list[int], data: st.DataObject) -> None:
    sizes = [min(size, 7 - sum(sizes[:seat])) if sum(sizes[:seat]) < 7 else 0 for seat, size in enumerate(sizes)]
    unseen = sum(cards.BIT[card] for card in SMALL[: sum(sizes)])
    voids = data.draw(st.lists(LACKING, min_size=len(sizes), max_size=len(sizes)))
    wanted = set(every(unseen, voids, tuple(sizes)))
    if not wanted:
        with pytest.raises(ValueError, match="nobody can hold"):
            ExactSampler(unseen, voids, sizes)
        return
    dealing = ExactSampler(unseen, voids, sizes)
    assert dealing.ways == len(wanted)
    assert tuple(dealing.deal(Random(1))) in wanted


def test_voids_are_respected_in_whole_deals() -> None:
    pack = cards.pack(lowest="7", jokers=1)
    unseen = sum(cards.BIT[card] for card in pack[6:])
    voids = [0, cards.suit_in_both_packs(1) | cards.suit_in_both_packs(4), cards.suit_in_both_packs(3), 0]
    dealing = ExactSampler(unseen, voids, (0, 9, 9, 9))
    rng = Random(3)
    for _ in range(200):
        hands = dealing.deal(rng)
        assert [hand.bit_count() for hand in hands] == [0, 9, 9, 9]
        assert sum(hands) == unseen
        assert not any(hand & lacking for hand, lacking in zip(hands, voids, strict=True))


def test_hands_without_knowledge_are_counted_at_once() -> None:
    pack = cards.pack()
    dealing = ExactSampler(sum(cards.BIT[card] for card in pack[:44]), [0] * 12, [0] + [4] * 11)
    ways, left = 1, 44
    while left:
        ways *= comb(left, 4)
        left -= 4
    assert dealing.ways == ways


def test_impossible_knowledge_is_refused() -> None:
    with pytest.raises(ValueError, match="nobody can hold"):
        Case("AS KS QS AH", ("AS KS QS", "AH KH"), (2, 2)).dealing()
    with pytest.raises(ValueError, match="nobody can hold"):
        Case("AS KS", ("AS", "AS"), (1, 1)).dealing()
    with pytest.raises(ValueError, match="4 cards cannot fill"):
        Case("AS KS QS AH", ("", ""), (2, 1)).dealing()
    assert Case("", ("", ""), (0, 0)).dealing().deal(Random(1)) == [0, 0]


HEARTS = cards.suit_in_both_packs(1)
SIX = cards.cards("AS KS AH KH QH AD")


def everything(unseen: Cards, sizes: Sequence[int]) -> Iterator[tuple[Cards, ...]]:
    """Every distribution of the cards to hands of these sizes."""
    if not sizes:
        yield ()
        return
    for mine in combinations(cards.members(unseen), sizes[0]):
        held = sum(cards.BIT[card] for card in mine)
        for others in everything(unseen & ~held, sizes[1:]):
            yield (held, *others)


def fitting(
    unseen: Cards, voids: Sequence[Cards], sizes: Sequence[int], known: Knowledge | None = None
) -> set[tuple[Cards, ...]]:
    """The distributions that fit, found by trying all."""
    found = set()
    for hands in everything(unseen, sizes):
        if any(held & lacking for held, lacking in zip(hands, voids, strict=True)):
            continue
        if known is not None:
            counts = [(held & known.counted).bit_count() for held in hands]
            if not any(_within(counts, limits) for limits in known.cases):
                continue
            if known.fits is not None and not known.fits(hands):
                continue
        found.add(hands)
    return found


def _within(counts: Sequence[int], limits: Limits) -> bool:
    return all(low <= count <= high for count, (low, high) in zip(counts, limits, strict=False))


def evenly(deal: Callable[[Random], list[Cards]], fits: set[tuple[Cards, ...]], each: int = 400) -> None:
    """Draws so often that each distribution comes about `each` times, and tests their frequencies (chi squared)."""
    rng = Random(11)
    seen = Counter(tuple(deal(rng)) for _ in range(each * len(fits)))
    assert set(seen) == fits
    chi = sum((count - each) ** 2 / each for count in seen.values())
    freedom = len(fits) - 1
    assert chi < freedom + 5 * (2 * freedom + 1) ** 0.5, (chi, freedom)


BOUNDED: dict[str, tuple[list[Cards], list[int], Knowledge]] = {
    "an exact count": ([0, 0, 0], [0, 3, 3], Knowledge(HEARTS, ((ANY_NUMBER, (2, 2), (1, 1)),))),
    "a bound": ([0, 0, 0], [2, 2, 2], Knowledge(HEARTS, ((ANY_NUMBER, (0, 1), ANY_NUMBER),))),
    "bounds and a void": ([0, cards.suit_in_both_packs(0), 0], [1, 3, 2], Knowledge(HEARTS, (((0, 1), (1, 2), (0, 9)),))),
    "two cases": ([0, 0, 0], [0, 2, 4], Knowledge(HEARTS, (((0, 0), (2, 2), (0, 1)), ((0, 0), (0, 0), (3, 3))))),
    "a stock beyond the limits": ([0, 0, 0], [2, 1, 3], Knowledge(HEARTS, (((2, 2), (0, 0)),))),
    "more than limits can say": (
        [0, 0, 0],
        [2, 2, 2],
        Knowledge(HEARTS, ((ANY_NUMBER, ANY_NUMBER, ANY_NUMBER),), lambda hands: bool(hands[1] & cards.cards("AH"))),
    ),
    "a known card": ([cards.cards("AH"), 0, cards.cards("AH")], [2, 2, 2], Knowledge(HEARTS, (((0, 1), (0, 2), ANY_NUMBER),))),
}


@pytest.mark.parametrize("name", BOUNDED)
def test_bounded_dealing_is_uniform(name: str) -> None:
    voids, sizes, known = BOUNDED[name]
    fits = fitting(SIX, voids, sizes, known)
    dealing = ConstrainedSampler(SIX, voids, sizes, known)
    if known.fits is None:
        assert dealing.ways == len(fits)
    evenly(dealing.deal, fits)


def test_every_bound_is_counted_rightly() -> None:
    rng = Random(4)
    for _ in range(150):
        sizes = rng.choice([[0, 3, 3], [2, 2, 2], [1, 2, 3], [1, 1, 2, 2]])
        voids = [
            rng.choice([0, 0, cards.suit_in_both_packs(rng.randrange(3)), cards.BIT[rng.choice(cards.members(SIX))]])
            for _ in sizes
        ]
        limits = tuple((low := rng.randrange(3), low + rng.randrange(3)) for _ in sizes)
        known = Knowledge(HEARTS, (limits,))
        fits = fitting(SIX, voids, sizes, known)
        if fits:
            assert ConstrainedSampler(SIX, voids, sizes, known).ways == len(fits)
        else:
            with pytest.raises(ValueError, match="nobody can hold"):
                ConstrainedSampler(SIX, voids, sizes, known)


def test_no_bounds_are_no_bounds() -> None:
    sizes, voids = [1, 2, 3], [0, 0, 0]
    known = Knowledge(HEARTS, ((ANY_NUMBER,) * 3,))
    assert ConstrainedSampler(SIX, voids, sizes, known).ways == ExactSampler(SIX, voids, sizes).ways == 60


@pytest.mark.parametrize("name", CASES)
def test_distributions_are_about_equally_likely(name: str) -> None:
    case = CASES[name]
    wanted = case.all()
    mixing = McmcSampler(cards.cards(case.unseen), [cards.cards(text) for text in case.voids], case.sizes)
    rng, each = Random(3), 80
    found = Counter(tuple(mixing.deal(rng)) for _ in range(each * len(wanted)))
    assert set(found) == set(wanted)
    free = len(wanted) - 1
    # One deal goes on from the other, so that the counts waver a little more than those of independent deals.
    assert sum((found[hands] - each) ** 2 / each for hands in wanted) <= 1.5 * free + 5 * sqrt(2 * free)


def test_counts_and_what_else_is_known_are_kept() -> None:
    spades = cards.suit_in_both_packs(0)
    known = Knowledge(spades, (((2, 2), (1, 1), (0, 0)), ((3, 3), (0, 0), (0, 0))), lambda hands: bool(hands[0] & 1))
    mixing = McmcSampler(cards.cards("AS KS QS AH KH QH AD KD QD"), [0, cards.cards("AH"), 0], (3, 3, 3), known)
    rng, counts = Random(5), Counter[tuple[int, ...]]()
    for _ in range(300):
        hands = mixing.deal(rng)
        assert hands[0] & 1
        assert not hands[1] & cards.cards("AH")
        counts[tuple((hand & spades).bit_count() for hand in hands)] += 1
    assert set(counts) == {(2, 1, 0), (3, 0, 0)}


def test_hands_that_only_a_chain_of_moves_can_fill_are_filled() -> None:
    voids = [cards.cards(text) for text in ("KS QS JS", "QS JS TS", "JS TS AS", "TS AS KS")]
    hands = McmcSampler(cards.cards("AS KS QS JS TS 9S 8S 7S"), voids, (2, 2, 2, 2)).deal(Random(1))
    assert [held.bit_count() for held in hands] == [2, 2, 2, 2]
    assert not any(held & lacking for held, lacking in zip(hands, voids, strict=True))


def test_where_there_is_no_way_it_says_so() -> None:
    with pytest.raises(ValueError, match="nobody can hold"):
        McmcSampler(cards.cards("AS KS AH"), [cards.cards("AS KS"), cards.cards("AH")], (2, 1))


def test_counting_gives_up_where_it_would_take_long() -> None:
    unseen = sum(cards.BIT[card] for card in cards.pack(copies=2))
    voids = [cards.suit_in_both_packs(seat % 4) | cards.BIT[seat] for seat in range(8)]
    with pytest.raises(TooManyWays):
        ExactSampler(unseen, voids, (13,) * 8)
