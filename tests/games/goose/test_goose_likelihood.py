"""What a bid tells of the hand behind it in Goose."""

from collections.abc import Callable, Sequence
from typing import Final

from goosetable import cards
from goosetable.cards import Cards
from goosetable.engine.hidden.view import view
from goosetable.engine.rules.deal import Deal, Standing
from goosetable.games.goose.rules import Goose, GooseOptions, GooseState

GAME: Final = Goose()
STRONG: Final = "AS KS AH"
WEAK: Final = "2C 3C 2D"


def bidding(*said: int) -> GooseState:
    """Three cards each and trumps spades; seat 0 deals, seat 1 has the strong hand and seat 2 the weak one."""
    hands = tuple(cards.hand(text) for text in ("5C 6C 7C", STRONG, WEAK))
    state = GAME.begin(GooseOptions(players=3, max_hand=3), Standing(0, (0, 0, 0)), Deal(1, 0, hands, cards.card("QS")))
    for number in said:
        GAME.apply(state, GAME.read(f"bid {number}", GAME.legal(state)))
    return state


def likelihood(state: GooseState, seat: int) -> Callable[[Sequence[Cards]], float] | None:
    """By what this seat can see."""
    known = view(GAME, state, seat).known
    assert isinstance(known, GooseState)
    return GAME.heuristics.likelihood(known, seat)


def hands(one: str, two: str) -> list[Cards]:
    """As a dealer gives them: one's own is not among them."""
    return [0, cards.cards(one), cards.cards(two)]


def test_nothing_is_told_before_somebody_else_has_bid() -> None:
    assert likelihood(bidding(), 1) is None
    assert likelihood(bidding(3), 1) is None
    assert likelihood(bidding(3), 2) is not None


def test_a_bid_is_made_likely_by_a_hand_that_promises_it() -> None:
    likely = likelihood(bidding(3, 0), 0)
    assert likely is not None
    right, half, wrong = likely(hands(STRONG, WEAK)), likely(hands(STRONG, STRONG)), likely(hands(WEAK, STRONG))
    assert wrong < half < right <= 0


def test_what_has_been_played_belongs_to_the_hand_that_was_bid_on() -> None:
    before, state = likelihood(bidding(3, 0, 1), 0), bidding(3, 0, 1)
    for card in ("AH", "2C", "5C"):
        GAME.apply(state, GAME.read(f"play {card}", GAME.legal(state)))
    after = likelihood(state, 0)
    assert before is not None
    assert after is not None
    assert after(hands("AS KS", "3C 2D")) == before(hands(STRONG, WEAK)) > after(hands("4C 4D", "3C 2D"))
