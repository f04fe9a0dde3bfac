"""Sealed rounds, with a game of three rounds for two: what a round does, ties, what stays secret, and what a bid can be."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from random import Random

import pytest

from goosetable import cards
from goosetable.cards import Card, Cards
from goosetable.engine.game import SealedRound
from goosetable.engine.hidden.view import sample_determinization, view
from goosetable.engine.record.seed import parse_code
from goosetable.engine.record.session import log_of_deal
from goosetable.engine.rules import rules
from goosetable.engine.rules.action import Action, Verb, make_action
from goosetable.engine.rules.deal import Deal, Standing, Stream
from goosetable.engine.rules.event import (
    BID_KIND,
    GONE,
    HAND_KIND,
    HIDDEN,
    KEPT_KIND,
    STOCK,
    TRICK,
    TURNED,
    Event,
    Moved,
    Pile,
    Taken,
    Tied,
)
from goosetable.engine.rules.options import option
from goosetable.engine.rules.state import BID, SealedState
from tests.games.playing import CODE
from tests.narrowing import of_kind

FRESH = Standing(0, (0, 0))
DEAL = Deal(1, 1, (cards.hand("AS KS QS"), cards.hand("AC KC QC")), stock=cards.hand("AD KD QD"))


@dataclass(frozen=True)
class TinyOptions:
    """The house rules of Tiny."""

    ties: str = option("Ties", ("stay", "go"))


class Tiny(SealedRound[SealedState, TinyOptions]):
    """Two have three cards each and bid for three: the higher rank takes what is on offer, whatever the suits."""

    id, title, author, line, people = "tiny", "Tiny", "nobody", "Three rounds.", "2 players"
    Options, State, rounds = TinyOptions, SealedState, 3

    def seats(self, options: TinyOptions) -> int:
        return 2

    def pack(self, options: TinyOptions) -> tuple[Card, ...]:
        return cards.hand("AS KS QS AD KD QD AC KC QC")

    def best_bidders(self, state: SealedState) -> tuple[int, ...]:
        highest = min(cards.rank(bid) for bid in state.bids)
        return tuple(seat for seat, bid in enumerate(state.bids) if cards.rank(bid) == highest)

    def why_best(self, state: SealedState, best_seats: tuple[int, ...]) -> str:
        return "the highest" if len(best_seats) == 1 else "as high as each other"

    def apply_tie(self, state: SealedState, best_seats: tuple[int, ...]) -> bool:
        return bool(state.options.ties == "stay")

    def points(self, state: SealedState) -> tuple[int, ...]:
        return tuple(won.bit_count() for won in state.won)

    def winners(self, options: TinyOptions, standing: Standing) -> tuple[int, ...]:
        return rules.leaders(standing.totals) if standing.deals else ()


class OwnSuitState(SealedState):
    """Everybody knows that a seat bids in its own suit, and what each seat's suit is."""

    __slots__ = ()

    def pile_voids(self, pile: Pile) -> Cards:
        return super().pile_voids(pile) if pile.kind is BID_KIND else ~cards.cards("AD KD QD")


class OwnSuit(Tiny):
    """Tiny with hands that are known."""

    State = OwnSuitState

    def begin_deal(self, options: TinyOptions, standing: Standing, deal: Deal) -> SealedState:
        state = super().begin_deal(options, standing, deal)
        state.voids = [cards.cards("AC KC QC AD KD QD"), cards.cards("AS KS QS AD KD QD")]
        return state


TINY = Tiny()


def begun(ties: str = "stay", game: Tiny = TINY) -> SealedState:
    return game.begin_deal(TinyOptions(ties), FRESH, DEAL)


def bid(face: str) -> Action:
    return BID + cards.card(face)


def round_of(state: SealedState, *faces: str) -> list[Event]:
    """A round from eldest, who is seat 0; what its last bid brings about."""
    events: list[Event] = []
    for face in faces:
        events.clear()
        TINY.apply(state, bid(face), events.append)
    return events


def test_the_stock_is_what_is_left_of_the_shuffled_pack() -> None:
    dealer, order = 1, Stream(parse_code(CODE), 1).shuffle(TINY.pack(TinyOptions()))
    deal = TINY.deal(TinyOptions(), FRESH, dealer, Stream(parse_code(CODE), 1))
    assert deal.hands == (tuple(order[0:6:2]), tuple(order[1:6:2])) and deal.stock == tuple(order[6:])
    TINY.check_deal(TinyOptions(), FRESH, deal)
    assert TINY.hand_size(TinyOptions(), FRESH) == 3


def test_a_deal_with_another_number_of_cards_is_refused() -> None:
    with pytest.raises(ValueError, match="the stock has 2 cards, not 3"):
        TINY.check_deal(TinyOptions(), FRESH, Deal(1, 0, DEAL.hands, stock=DEAL.stock[:2]))
    with pytest.raises(ValueError, match="seat 1 has 2 cards, not 3"):
        TINY.check_deal(TinyOptions(), FRESH, Deal(1, 0, (DEAL.hands[0], DEAL.hands[1][:2]), stock=DEAL.stock))
    with pytest.raises(ValueError, match="a deal of Tiny has hands, a stock and nothing else"):
        TINY.check_deal(TinyOptions(), FRESH, Deal(1, 0, DEAL.hands, stock=DEAL.stock, turned=DEAL.stock[0]))


def test_all_that_have_not_bid_are_awaited_from_eldest() -> None:
    state = begun()
    assert (state.round, state.turn, state.seats_to_act) == (1, 0, (0, 1))
    assert TINY.legal(state) == (bid("AS"), bid("KS"), bid("QS"))
    assert TINY.why_not(state, bid("AC")).record == "it does not hold that card"
    assert TINY.why_not(state, make_action(Verb.PLAY, 0)).record == "nobody does that in Tiny"
    state.turn = 1
    TINY.apply(state, bid("KC"))
    assert (state.turn, state.seats_to_act, state.committed, state.actions) == (0, (0,), [1], [])


def test_the_best_takes_what_is_on_offer_and_the_next_card_is_turned_up() -> None:
    state = begun()
    kept, spade, club = Pile(KEPT_KIND, 1), cards.card("QS"), cards.card("AC")
    assert round_of(state, "QS", "AC") == [
        Moved((club,), Pile(HAND_KIND, 1), Pile(BID_KIND, 1)), Moved((spade,), Pile(BID_KIND, 0), TRICK),
        Moved((club,), Pile(BID_KIND, 1), TRICK), Taken(1, club, "the highest"), Moved(cards.hand("AD"), TURNED, kept),
        Moved((spade, club), TRICK, GONE), Moved(cards.hand("KD"), STOCK, TURNED),
    ]  # fmt: skip
    assert (state.won, state.offer, state.round) == ([0, cards.cards("AD")], cards.hand("KD"), 2)
    assert state.actions == [(0, bid("QS")), (1, bid("AC"))]
    assert (state.bids, state.committed, state.gone) == ([HIDDEN] * 2, [], cards.cards("QS AC"))


@pytest.mark.parametrize(("ties", "offer", "won"), [("stay", "AD KD", "AD KD"), ("go", "KD", "KD")])
def test_what_is_on_offer_after_a_tie_stays_or_goes_away(ties: str, offer: str, won: str) -> None:
    state = begun(ties)
    events = round_of(state, "QS", "QC")
    assert Tied((0, 1), "as high as each other") in events and not [event for event in events if isinstance(event, Taken)]
    assert (Moved(cards.hand("AD"), TURNED, GONE) in events) == (ties == "go")
    assert (cards.write(state.offer), state.won) == (offer, [0, 0])
    round_of(state, "AS", "KC")
    assert state.won == [cards.cards(won), 0]
    assert sum(state.piles().values()) == sum(cards.BIT[card] for card in TINY.pack(TinyOptions()))


@pytest.mark.parametrize(("ties", "pile"), [("stay", TURNED), ("go", GONE)])
def test_after_a_tie_in_the_last_round_nobody_takes_it(ties: str, pile: Pile) -> None:
    state = begun(ties)
    for faces in (("AS", "KC"), ("KS", "AC"), ("QS", "QC")):
        round_of(state, *faces)
    assert state.over and state.turned == HIDDEN and not state.seats_to_act and not TINY.legal(state)
    assert state.piles()[pile] & cards.cards("QD") and TINY.points(state) == (1, 1)


def test_a_bid_and_the_stock_are_hidden_and_sampled() -> None:
    state = begun()
    TINY.apply(state, bid("KS"))
    seen = view(TINY, state, 1)
    assert isinstance(seen.known, SealedState)
    assert (seen.known.bids, seen.known.stock, seen.known.committed) == ([HIDDEN] * 2, [], [0])
    assert seen.hidden == ((Pile(BID_KIND, 0), 1), (STOCK, 2))
    own = view(TINY, state, 0).known
    assert isinstance(own, SealedState) and own.bids == [cards.card("KS"), HIDDEN]
    rng, found = Random(1), Counter[str]()
    for _ in range(500):
        other = of_kind(SealedState, sample_determinization(seen, rng))
        found[cards.name(other.bids[0])] += 1
        assert view(TINY, other, 1) == seen
    assert set(found) == {"AS", "KS", "QS", "KD", "QD"}, "any card that is not seen"


def test_a_sampled_bid_is_no_card_of_which_that_hand_is_void() -> None:
    game = OwnSuit()
    state = begun(game=game)
    game.apply(state, bid("KS"))
    seen, rng, found = view(game, state, 1), Random(2), Counter[str]()
    for _ in range(300):
        other = of_kind(SealedState, sample_determinization(seen, rng))
        found[cards.name(other.bids[0])] += 1
        assert set(other.stock) == set(cards.hand("KD QD"))
    assert set(found) == {"AS", "KS", "QS"}


def test_what_the_table_says_unless_a_game_knows_better() -> None:
    state = begun()
    assert TINY.text.prompt(state) == "Your bid for A♦"
    assert TINY.text.seat_status(state, 0) == "0 so far"
    assert TINY.text.short_prompt(state) == TINY.text.prompt(state)
    TINY.apply(state, bid("QS"))
    assert TINY.text.short_prompt(state) == "Your bid"  # the offer was named with the bid of the other seat
    assert [TINY.text.seat_status(state, seat) for seat in (0, 1)] == ["0 so far, has bid", "0 so far, to bid"]
    TINY.apply(state, bid("QC"))
    assert TINY.text.prompt(state) == "Your bid for A♦ and K♦" and TINY.text.progress(state) == "round 2 of 3"
    assert TINY.text.progress(view(TINY, state, 1).known) == "round 2 of 3"  # type: ignore[arg-type]
    round_of(state, "AS", "KC")
    assert TINY.text.prompt(state) == "Q♦ is up, and ~K♠~ is your last card"
    assert log_of_deal(TINY, state.options, FRESH, DEAL, state.actions).log == (
        "The first card turned up is A♦.", "[0 bids] Q♠ for A♦.", "[1 bids] Q♣ for A♦.",
        "[0] and [1] tie: nobody takes A♦.", "[0 bids] A♠ for A♦ and K♦.", "[1 bids] K♣ for A♦ and K♦.",
        "[0 wins] A♦ and K♦ with A♠, the highest.",
    )  # fmt: skip
