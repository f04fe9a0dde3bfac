"""What is right by the rules or by brute force is found, in positions made by hand and in problems."""

from __future__ import annotations

import importlib
from collections import Counter
from collections.abc import Callable
from itertools import groupby
from math import factorial
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any, Final, NamedTuple

import pytest

from goosetable import cards, players
from goosetable.engine.hidden.samplers import ExactSampler
from goosetable.engine.hidden.view import View, sample_determinization, sampler_for, view
from goosetable.engine.rules.deal import Deal, Standing
from goosetable.engine.rules.event import HIDDEN
from goosetable.engine.rules.state import SealedState
from goosetable.engine.words import phrases
from goosetable.games import SHELF
from goosetable.games.goose.rules import Goose, GooseOptions, GooseState, Roles
from goosetable.games.goosed.rules import GoosedState
from goosetable.games.gops.rules import PRIZES, SUIT_OF_SEAT, Gops, GopsOptions, GopsState
from goosetable.players import decide, make_player
from goosetable.players.agent import BuiltInPlayer
from goosetable.players.analysis import Analysis
from goosetable.players.levels import FOR_DEAL
from tests.games import foxes
from tests.games.fools_gold.test_fools_gold_rules import golden
from tests.games.playing import NAMES
from tests.narrowing import built_in, of_kind, present
from tests.players.asked import analysis_by
from tests.players.positions import ending

GAME_OF_GOOSE: Final = Goose()
OPTIONS: Final = GooseOptions(players=3)
TAKEN: Final = 6
"""How many tricks seat 0 has."""


class Position(NamedTuple):
    """A decision of seat 0, and the right one."""

    view: View
    right: str


def geese(hands: tuple[str, str, str], need: int, right: str, trick: str = "", jokers: str = "suitless") -> Position:
    """Near the end of the first deal; seat 0 needs so many more tricks (below 0: it has too many) and plays last or leads.

    The others have bid what nobody can take, so that there is nothing to spoil.
    """
    options = GooseOptions(players=3, jokers=jokers)
    state = GooseState()
    state.begin_deal(options, Standing(0, (0, 0, 0)), Deal(1, 2, ((), (), ())))
    state.hands = [cards.cards(text) for text in hands]
    state.trick = list(cards.hand(trick))
    lying = sum(state.hands) | sum(cards.BIT[card] for card in state.trick)
    rest = [card for card in GAME_OF_GOOSE.pack(options) if not cards.BIT[card] & lying]
    tricks = len(rest) // 3
    assert len(rest) == 3 * tricks, "every trick is three cards"
    taken = (TAKEN, (tricks - TAKEN) // 2, tricks - TAKEN - (tricks - TAKEN) // 2)
    for seat, count in enumerate(taken):
        state.won[seat] = sum(cards.BIT[card] for card in rest[: 3 * count])
        del rest[: 3 * count]
    state.size, state.bids = 18, [TAKEN + need, 18, 18]
    state.broken, state.roles, state.turned, state.trumps, state.stock = False, Roles(), HIDDEN, None, 0
    state.leader, state.turn = 1 if trick else 0, 0
    return Position(view(GAME_OF_GOOSE, state, 0), f"play {right}")


def bidding(hand: str, others: tuple[str, str], turned: str, said: tuple[int, int], right: int) -> Position:
    """Two cards each; seat 0 deals, and the others have said how many they take."""
    options = GooseOptions(players=3, max_hand=2)
    hands = (cards.hand(hand), cards.hand(others[0]), cards.hand(others[1]))
    state = GAME_OF_GOOSE.begin_deal(options, Standing(0, (0, 0, 0)), Deal(1, 0, hands, cards.card(turned)))
    for number in said:
        GAME_OF_GOOSE.apply(state, GAME_OF_GOOSE.parse_action(f"bid {number}", GAME_OF_GOOSE.legal(state)))
    return Position(view(GAME_OF_GOOSE, state, 0), f"bid {right}")


GOOSE: Final = {
    # Seat 2 has the trick, and neither its last card nor that of seat 1 can give the king a trick that the two loses.
    "a forced duck: no trick is wanted": geese(("KS 2S", "AS", "7H"), 0, "2S", "9S JS"),
    "both tricks are needed": geese(("AS 2S", "KC", "7H"), 2, "AS", "9S JS"),
    # The two loses to the king or is not asked for; the ace might never be.
    "one trick is needed, and this one is sure": geese(("AS 2S", "KS", "7H"), 1, "AS", "9S JS"),
    "one trick is needed, and the lead is lost with the other card": geese(("AS 2H", "KS 3H", "4H 5H"), 1, "AS"),
    "the bid is lost upwards: not one trick more": geese(("KS 2S", "AS", "7H"), -1, "2S", "9S JS"),
    "the bid is lost downwards: every trick counts": geese(("AS 2S", "KC", "7H"), 3, "AS", "9S JS"),
    # Nothing beats a joker that is led when the other one is gone, and it takes nothing any more once the lead is lost.
    "a joker is led in time": geese(("XH 2S", "KS QS", "7H 8H"), 1, "XH"),
    # A joker that is not led never takes a trick, but the ace may.
    "the ace is thrown away, and the joker takes nothing": geese(("XL AS", "KS", "7D"), 0, "AS", "9H JH"),
    "a joker on top takes the first of two tricks needed": geese(("XL 2S", "KD", "7D"), 2, "XL", "9H JH", "top"),
    # The hook leaves 0 or 2.
    "ace and king of trumps take both, hooked out of 1": bidding("AS KS", ("7H 8H", "QS 9H"), "2S", (0, 1), 2),
    "two twos take nothing, hooked out of 1": bidding("2C 2D", ("7H 8H", "QC 9D"), "TS", (1, 0), 0),
    "ace and king of trumps take both, hooked out of 0": bidding("AS KS", ("7H 8H", "QS 9H"), "2S", (1, 1), 2),
}
LEVELS = ("medium", "hard", "hard-deal", "expert", "expert-deal")
EQUALS: Final = {
    "when every trick is needed, the top is led": geese(("AS KS QS", "7H 8H 9H", "2H 3H 4H"), 3, "AS"),
    "what cannot take the trick is the lowest, while tricks are wanted": geese(("QS 3S", "7H", "8C"), 1, "3S", "AS KS"),
    "what need not take a trick is the highest": geese(("QS 3S", "7H", "8C"), 0, "QS", "AS KS"),
}


def last_trick(taken: tuple[int, int, int], right: str) -> Position:
    """The Joker took the last trick, and seat 0 has it to give."""
    return Position(ending(("", "", ""), taken, "AS X KS", 2, 0), right)


FOOL = {
    "neighbours at 4 and 3: the right one gets the trick": last_trick((3, 4, 3), "give 2"),
    "neighbours at 3 and 4: the left one gets the trick": last_trick((3, 3, 4), "give 1"),
    "neighbours at 3 and 3: the trick is kept": last_trick((4, 3, 3), "give 0"),
    # A ten between nine and queen takes this trick, and the odd spade takes the last: 5 3 3. With the king, seat 2 would take
    # this one: 4 3 4.
    "taking both tricks": Position(ending(("TS KS", "7H", "8H"), (3, 3, 3), "9S QS", 1, 0), "play TS"),
    # The same cards, but now both tricks would make 4 4 3, and leaving the first to seat 2 makes 3 4 4.
    "leaving one trick": Position(ending(("TS KS", "7H", "8H"), (2, 4, 3), "9S QS", 1, 0), "play KS"),
    # Spades, hearts and a discard: a red one makes the spade of seat 1 the odd colour (3 4 4), a black one the heart of seat 2
    # (3 3 5). The last trick is seat 0's in either case: its suit is the odd one.
    "a discard decides who takes it": Position(ending(("AD 7C", "8H", "TH"), (2, 3, 4), "9S KH", 1, 0), "play AD"),
    # Somebody's Joker takes the last trick and gives it away. After 6 2 2 that changes nothing; after 5 2 3 seat 1, if it is
    # the one, gives it to seat 2 and is in the middle itself.
    "leaving nothing to the Joker": Position(ending(("TS KS", "X", "8H"), (5, 2, 2), "9S QS", 1, 0), "play TS"),
}


MASTER: Final = {
    "of equal cards the lowest is thrown away": geese(("AS KS QS", "7H 8H", "2H 3H"), 1, "QS", "9D JD"),
    "of equal cards the lowest takes the trick": geese(("KS QS 2H", "AS 7H", "2D 3H"), 3, "QS", "9S JS"),
}


@pytest.mark.parametrize("name", MASTER)
def test_master_follows_with_the_lowest_of_equal_cards(name: str) -> None:
    seen = MASTER[name].view
    for seed in range(5):
        assert seen.game.action_text(decide(make_player("master", Random(seed), 60), seen)) == MASTER[name].right


@pytest.mark.parametrize("level", ["hard-deal", "expert-deal"])
@pytest.mark.parametrize("name", FOOL)
def test_a_sure_win_is_found(name: str, level: str) -> None:
    position = FOOL[name]
    game, seen = position.view.game, position.view
    for seed in range(5):
        player = make_player(level, Random(seed), 100)
        right = game.parse_action(position.right, seen.legal)
        assert decide(player, seen) == right
        assert isinstance(player, BuiltInPlayer)
        if level.startswith("expert"):
            assert player.values[right] == 1
            assert max(value for action, value in player.values.items() if action != right) < 1


SEEDS = 3


def foxy(*hands: str, won: tuple[str, str, str, str], first: int, catcher: int, trick: str, leader: int) -> View:
    """The end of a deal of Goosed, as the seat to act sees it; `won` are the cards of the tricks of each seat."""
    state = of_kind(GoosedState, foxes.position(*hands, trick=trick, leader=leader))
    state.won = [cards.cards(text) for text in won]
    state.first, state.catcher = first, catcher
    return view(foxes.GAME, state, state.turn)


OTHERS: dict[str, tuple[Callable[[], View], str]] = {
    # The Red Foxes, 0 and 1, have three Geese. The last cards of all others are low diamonds, which the last Goose would take.
    "the last Goose goes to the White Foxes while it can": (
        lambda: foxy(
            "4D AC", "2D", "3D", "AD", trick="2S 5S 6S", leader=1, first=0, catcher=1,
            won=("4S 3S AS 7S 2C 3C 5C 7C", "4C 6C 7D 4H", "5D 6D 2H 3H", "5H 6H 7H AH"),
        ),
        "play 4D",
    ),
    # The Red Foxes, 1 and 2, have three Geese, and one of them has this trick: with the fourth all they have is lost.
    "the last Goose is forced upon the Red Foxes": (
        lambda: foxy(
            "4D AC", "2C", "3C", "5C", trick="2S 7S 6S", leader=1, first=1, catcher=2,
            won=("5D 6D 7D 2H", "4S 3S AS 5S", "4C 6C 7C 4H", "3H 5H 6H 7H"),
        ),
        "play 4D",
    ),
    # A White Fox has this trick, and the other one the best Goose, which a Red Fox's diamond would take.
    "a Goose is given to one's partner": (
        lambda: foxy(
            "4D 2C", "5D", "6D", "7D", trick="2S 5S 7S", leader=1, first=1, catcher=2,
            won=("AD 2D 3D 2H", "4S 3S AS 6S", "AC 3C 5C 6C", "3H 5H 6H 7H"),
        ),
        "play 4D",
    ),
    # Spades and trumps are gone but for these: with the seven both tricks are taken, with the ace none.
    "both tricks are taken where both can be": (
        lambda: foxy(
            "7S AS", "2D", "3D", "5C", trick="2S 5S 6S", leader=1, first=1, catcher=2,
            won=("6D 3S AC 2C", "4S 3C 6C 7C", "4C 2H 3H 4H", "4D 5D 7H 7D"),
        ),
        "play 7S",
    ),
    # The trick is of a suit that counts against; the last two cards of the others cannot make the king take anything.
    "a suit that counts against is left alone": (
        lambda: golden("KD 5D", "QD 6C", "3D 7C", kept=("AS KS QS JS", "", ""), leader=1, trick="QD 3D"),
        "play 5D",
    ),
    # With the king this trick and the next are two more spades; with the three there are none.
    "the best suit is taken to the end": (
        lambda: golden("KS 3S", "QS 6C", "5S 7C", kept=("9S 8S 7S 4S", "", ""), leader=1, trick="QS 5S"),
        "play KS",
    ),
    # Any spade counts as much, but the nine is the third.
    "what makes a set is kept": (
        lambda: golden("TS", "9S", "8S", kept=("9D 9C AS KS QS", "", ""), leader=0, trick="TS 9S 8S"),
        "keep 9S",
    ),
    # Four sixes earn as much more than three as three earn at all, and three tens are not there yet.
    "the fourth of a rank is worth more than the second": (
        lambda: golden("TS", "9S", "6S", kept=("6D 6C 6H TD AS KS QS", "", ""), leader=0, trick="TS 9S 6S"),
        "keep 6S",
    ),
}  # fmt: skip
GAME = Gops()
ALL_LEVELS = ("easy", "medium", "hard", "hard-deal", "expert", "expert-deal")


def bids_left(*hands: str, offer: str, to_come: str, won: tuple[str, ...] = ()) -> View:
    """The end of a deal, as seat 0 sees it, which is to act; prizes that lie nowhere are put away."""
    state, seats = GopsState(), len(hands)
    state.begin_deal(GopsOptions(players=seats), Standing(0, (0,) * seats), Deal(1, seats - 1, ((),) * seats))
    state.hands = [cards.cards(hand) for hand in hands]
    state.offer, state.stock = cards.hand(offer), list(cards.hand(to_come))
    state.turned, state.turn = state.offer[-1], 0
    state.won = [cards.cards(prizes) for prizes in won or ("",) * seats]
    state.turned_up = cards.members(PRIZES & ~cards.cards(to_come))
    state.gone = (PRIZES | sum(SUIT_OF_SEAT[:seats])) & ~sum(
        [sum(state.hands), sum(state.won), *map(cards.cards, (offer, to_come))]
    )
    return view(GAME, state, 0)


@pytest.mark.parametrize("won", [("2D 3D 4D", "KD QD JD TD"), ("KD QD JD TD", "2D 3D 4D")], ids=["lost", "won"])
def test_master_bids_for_points_once_the_game_is_decided(won: tuple[str, str]) -> None:
    """The queen is sure to take the nine, so it is not bid for the ace, although neither changes who wins."""
    seen = bids_left("QS 3S 2S", "TC 7C AC", offer="AD", to_come="6D 9D", won=won)
    for seed in range(5):
        assert decide(make_player("master", Random(seed)), seen) != seen.game.parse_action("bid QS", seen.legal)


GOPS: dict[str, tuple[Callable[[], View], str, str]] = {
    "the last card is forced": (
        lambda: bids_left("9S", "8C", offer="KD", to_come=""),
        "bid 9S", "there is no choice",
    ),
    "a prize worth more than all the rest is taken, where the ending is solved": (
        lambda: bids_left("KS 3S 2S", "QC 5C 4C", offer="KD", to_come="2D 3D"),
        "bid KS", "it is sure to take the 13 points on offer",
    ),
    "a prize worth more than all the rest is taken, where it is not": (
        lambda: bids_left("KS 3S 2S", "QC 5C 4C", "QH 5H 4H", offer="KD", to_come="2D 3D"),
        "bid KS", "it is almost sure to take the 13 points on offer",
    ),
    "prizes that stayed after ties count together": (
        lambda: bids_left("KS 3S", "QC 4C", offer="4D 3D AD", to_come="5D"),
        "bid KS", "it is sure to take the 8 points on offer",
    ),
    # Whatever is bid now, the nine that is still to come decides.
    "the best card is kept for the prize that decides": (
        lambda: bids_left("KS 2S", "QC 3C", offer="AD", to_come="9D"),
        "bid 2S", "it saves K♠ for later",
    ),
}  # fmt: skip
RIGHT: Final[list[tuple[str, Callable[[], View], str, int | None, tuple[str, ...]]]] = [
    *((name, lambda one=one: one.view, one.right, 100, LEVELS) for name, one in (GOOSE | EQUALS).items()),
    *((name, made, right, 400, LEVELS) for name, (made, right) in OTHERS.items()),
    *((name, made, right, None, ALL_LEVELS) for name, (made, right, _) in GOPS.items()),
]
"""Positions, what is right there, the iterations that are enough to find it, and who finds it."""


@pytest.mark.one_in(3)
@pytest.mark.parametrize(
    ("made", "right", "iterations", "level"),
    [pytest.param(*one, level, id=f"{level}: {name}") for name, *one, levels in RIGHT for level in levels],
)
def test_what_is_right_is_found(made: Callable[[], View], right: str, iterations: int | None, level: str) -> None:
    """By logic, or because people expect it of equal cards."""
    seen = made()
    for seed in range(SEEDS):
        assert seen.game.action_text(decide(make_player(level, Random(seed), iterations), seen)) == right


@pytest.mark.parametrize("name", GOPS)
def test_the_hint_says_why(name: str) -> None:
    seen, right, why = GOPS[name][0](), GOPS[name][1], GOPS[name][2]
    found = analysis_by(make_player("expert", Random(1)), seen)
    assert GAME.action_text(found.best) == right
    assert phrases.with_seats_named(f"x: {found.reason_for(found.best)}", NAMES, 0) == f"X: {why}"


def test_a_bid_that_may_lose_what_is_on_offer_is_said_to_be_worse_for_that() -> None:
    seen = bids_left("KS 3S 2S", "QC 5C 4C", offer="KD", to_come="2D 3D")
    mind = built_in(make_player("expert", Random(1)))
    found = Analysis(seen, mind, decide(mind, seen))
    assert {found.reason_for(action) for action in seen.legal if action != found.best} == {
        "it is not sure to take the 13 points on offer"
    }


# ---------------------------------------------------------------------- positions found by trying everything

ROOT = Path(__file__).resolve().parents[2]
STRONG = tuple(level for level in players.LEVELS if level in ("expert", "master"))
FEW = 2
"""Positions of each game that are tried in every run."""


@pytest.fixture
def found(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(ROOT / "build" / "lab")
    return importlib.import_module("positions")


def some(positions: list[Any], many: int = FEW) -> list[Any]:
    """As many of each game, from among all of them."""
    games = [list(those) for _, those in groupby(positions, lambda position: position.game)]
    return [position for those in games for position in those[:: len(those) // many][:many]]


def answer(position: Any, level: str, iterations: int | None = None) -> str:
    """What a level plays where it plays for the deal: for the game, something else may be right."""
    game, state = position.replayed()
    player = make_player(f"{level}{FOR_DEAL}", Random(position.code), iterations)
    return str(game.action_text(decide(player, view(game, state, position.seat))))


def test_there_are_thirty_of_each_game_and_none_twice(found: ModuleType) -> None:
    positions = found.load_positions()
    counted = Counter(position.game for position in positions)
    assert len(counted) >= 7 and set(counted) <= {game.id for game in SHELF}
    assert min(counted.values()) >= 30 and len(positions) >= 200
    assert len({position.code for position in positions}) == len(positions)


def test_each_is_a_choice_of_its_seat(found: ModuleType) -> None:
    for position in found.load_positions():
        game, state = position.replayed()
        legal = [game.action_text(action) for action in game.legal(state)]
        assert state.turn == position.seat and position.right in legal and len(legal) > 1
        assert position.kind in ("sure", "solved") and position.gain > 0


def test_what_is_right_is_found_again(found: ModuleType) -> None:
    for position in some(found.load_positions()):
        game, state = position.replayed()
        again = present(found.find_right_answer(game, state))
        assert (game.action_text(again.action), again.kind, again.deals) == (position.right, position.kind, position.deals)
        assert round(again.gain, 4) == position.gain


def test_the_deals_are_all_those_that_the_seat_cannot_tell_from_the_truth(found: ModuleType) -> None:
    """As many as the sampler counts, none twice, the true one among them, and the seat sees the same in each."""
    for position in some(found.load_positions()):
        game, state = position.replayed()
        seen = view(game, state, position.seat)
        laid = found.possible_states(seen)
        assert all(view(game, world, position.seat) == seen for world in laid)
        assert state in laid
        assert all(one != other for place, one in enumerate(laid) for other in laid[:place][-40:])
        sampler = sampler_for(seen)
        if type(sampler) is ExactSampler:
            orders = factorial(len(state.stock)) if isinstance(state, SealedState) else 1
            assert len(laid) == sampler.ways * orders


def test_however_it_is_played_on_nothing_else_turns_out_better(found: ModuleType) -> None:
    """By chance and without the solver: deals of the sampler are played out after the right answer and after all others."""
    rng = Random("whatever")
    for position in found.load_positions():
        if position.kind == "sure":
            game, state = position.replayed()
            seen = view(game, state, position.seat)
            hidden = sampler_for(seen)
            for _ in range(4):
                world, order = sample_determinization(seen, rng, hidden), rng.random()
                right, *others = [
                    _outcome(game, world.copy(), action, order, rng)
                    for action in sorted(seen.legal, key=lambda action: game.action_text(action) != position.right)
                ]
                assert right >= max(others), position


def _outcome(game: Any, state: Any, action: int, order: float, rng: Random) -> float:
    """What comes of an action at last; `order` (0..1) is what others bid at the same time."""
    seat = state.turn
    game.apply(state, action)
    while not state.over:
        legal = game.legal(state)
        at_once = isinstance(state, SealedState) and state.committed and state.committed[0] == seat and order >= 0
        game.apply(state, legal[int(order * len(legal))] if at_once else rng.choice(legal))
        order = order if at_once else -1
    return float(game.heuristics.payoff(state)[seat])


def test_nothing_is_said_where_too_much_is_hidden(found: ModuleType) -> None:
    for position in some(found.load_positions(), 1):
        game = position.replayed()[0]
        state = found.first_state(game, position.code.replace("-", ""), position.dealer)
        assert found.find_right_answer(game, state) is None


def missed(positions: list[Any], level: str, iterations: int | None = None) -> Counter[str]:
    """By game, how many a level plays otherwise."""
    return Counter(position.game for position in positions if answer(position, level, iterations) != position.right)


@pytest.mark.one_in(2)
@pytest.mark.parametrize("level", STRONG)
def test_some_are_played_right_with_a_quarter_of_the_thought(found: ModuleType, level: str) -> None:
    assert not missed(some(found.load_positions()), level, 1500)


@pytest.mark.slow
@pytest.mark.parametrize("level", STRONG)
def test_all_are_played_right(found: ModuleType, level: str) -> None:
    assert not missed(found.load_positions(), level)
