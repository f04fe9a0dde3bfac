"""Gops: a test for each sentence of its rules, named after it, the worked examples, what stays secret, and what is said."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import Any

import pytest

from goosetable import cards
from goosetable.engine.hidden.view import sample_determinization
from goosetable.engine.record.replay import replayed_games
from goosetable.engine.record.session import Session, log_of_deal
from goosetable.engine.rules.action import parse_action
from goosetable.engine.rules.deal import Deal, Standing, Stream
from goosetable.engine.rules.event import BID_KIND, GONE, KEPT_KIND, STOCK, TURNED, Moved, Pile, Points, Taken, Tied
from goosetable.engine.words import phrases
from goosetable.games.gops.rules import VALUE, Gops, GopsOptions, GopsState
from tests.games import playing
from tests.narrowing import of_kind

GAME = Gops()
SPADES, CLUBS, HEARTS, DIAMONDS = (" ".join(rank + suit for rank in cards.RANKS) for suit in "SCHD")
RISING = "AD 2D 3D 4D 5D 6D 7D 8D 9D TD JD QD KD"


def table(code: str | None = playing.CODE, **rules: Any) -> Session:
    """A game with these options in its first deal, which a code makes; without one nothing is dealt yet."""
    session = Session(GAME, playing.header(playing.Variant(GAME, GopsOptions(**rules)), code))
    if code is not None:
        session.begin_deal()
    return session


def set_up(stock: str, hands: tuple[str, ...] = (SPADES, CLUBS), dealer: int = 0) -> Deal:
    return Deal(1, dealer, tuple(cards.hand(hand) for hand in hands), stock=cards.hand(stock))


def laid(first: str, **rules: Any) -> Session:
    """A deal in which these prizes come first, and the rest from the lowest up."""
    rest = [card for card in RISING.split() if card not in first.split()]
    session = table(None, **rules)
    hands = (SPADES, CLUBS, HEARTS)[: session.seats]
    session.begin_deal(set_up(" ".join([*first.split(), *rest]), hands))
    return session


def bids(session: Session, text: str) -> list[Any]:
    """A round: a card of each seat, by seat; gives what the last one brings about."""
    events: list[Any] = []
    for seat, face in enumerate(text.split()):
        events = session.act(seat, parse_action(f"bid {face}"))
    return events


def all_equal(session: Session, rounds: int = 13) -> None:
    """Rounds in which all bid cards of one rank, from the ace down."""
    for rank in cards.RANKS[:rounds]:
        bids(session, " ".join(rank + suit for suit in "SCH"[: session.seats]))


def state_of(session: Session) -> GopsState:
    assert isinstance(session.state, GopsState)
    return session.state


def points(session: Session) -> tuple[Points, ...]:
    return GAME.points(state_of(session))


@pytest.mark.parametrize("players", [2, 3])
def test_rule_1_spades_clubs_and_hearts_for_two_or_three_and_diamonds_are_the_prizes(players: int) -> None:
    session = table(players=players)
    assert session.deal is not None
    assert [cards.write(hand) for hand in session.deal.hands] == [SPADES, CLUBS, HEARTS][:players]
    assert set(session.deal.stock) == set(cards.hand(DIAMONDS))
    assert len(GAME.pack(GopsOptions(players=players))) == 13 * (players + 1)


def test_rule_1_everybody_knows_what_everybody_still_holds() -> None:
    session = laid("7D", players=3)
    bids(session, "7S 9C 2H")
    session.act(1, parse_action("bid KC"))
    for seat in range(3):
        known = of_kind(GopsState, session.view(seat).known)
        assert [cards.write(cards.members(known.open_hand(other))) for other in range(3)] == [
            SPADES.replace(" 7S", ""), CLUBS.replace(" 9C", ""), HEARTS.replace(" 2H", ""),
        ]  # fmt: skip
        assert known.exposed_cards == sum(known.open_hand(other) for other in range(3))


def test_rule_1_what_prizes_are_worth() -> None:
    assert [VALUE[card] for card in cards.hand(RISING)] == list(range(1, 14))


def test_rule_1_bids_rank_alike_with_the_king_high_and_the_ace_low() -> None:
    for better, worse in zip(cards.hand("KS QS JS TS 9S"), cards.hand("QC JC TC 9C AC"), strict=True):
        state = state_of(laid("7D"))
        state.bids = [better, worse]
        assert GAME.best_bidders(state) == (0,)
        state.bids = [worse, better]
        assert GAME.best_bidders(state) == (1,)


def test_rule_2_the_prizes_are_shuffled_from_the_stream_of_the_deal() -> None:
    session = table()
    assert session.code is not None and session.deal is not None
    assert list(session.deal.stock) == Stream(session.code, 1).shuffle(cards.hand(DIAMONDS))


@pytest.mark.parametrize(("order", "stock"), [("rising", RISING), ("falling", " ".join(reversed(RISING.split())))])
def test_rule_2_prizes_in_an_order_that_is_known(order: str, stock: str) -> None:
    session = table(order=order)
    assert session.deal is not None and cards.write(session.deal.stock) == stock
    drawn, fresh = (Stream(session.code or "", 1) for _ in range(2))
    GAME.deal(session.options, Standing(0, (0, 0)), 0, drawn)
    assert drawn.draw(1000) == fresh.draw(1000), "nothing is drawn for it"
    known = of_kind(GopsState, sample_determinization(session.view(0), Random(1)))
    assert known.stock == state_of(session).stock


@pytest.mark.parametrize(
    ("deal", "words"),
    [
        (set_up(RISING, (CLUBS, SPADES)), "seat 0 must hold the spades, from ace to two"),
        (set_up(RISING, (SPADES, HEARTS)), "AH is not in the pack"),
        (set_up(RISING, (SPADES, " ".join(reversed(CLUBS.split())))), "seat 1 must hold the clubs, from ace to two"),
        (set_up(RISING, (SPADES, CLUBS[:-3])), "seat 1 has 12 cards, not 13"),
        (set_up(RISING[3:]), "the stock has 12 cards, not 13"),
        (set_up(RISING.replace("2D", "AD")), "is dealt twice|is not in the pack"),
        (Deal(**(vars(set_up(RISING)) | {"trump": 1})), "hands, a stock and nothing else"),
    ],
)  # fmt: skip
def test_a_set_up_deal_is_refused_in_words(deal: Deal, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        GAME.check_deal(GopsOptions(), Standing(0, (0, 0)), deal)


def test_a_set_up_deal_has_any_order_of_prizes_unless_the_option_says_one() -> None:
    mixed, fresh = set_up("7D AD KD 2D QD 3D JD 4D TD 5D 9D 6D 8D"), Standing(0, (0, 0))
    GAME.check_deal(GopsOptions(), fresh, mixed)
    GAME.check_deal(GopsOptions(order="rising"), fresh, set_up(RISING))
    for order in ("rising", "falling"):
        with pytest.raises(ValueError, match=f"the stock must be in {order} order"):
            GAME.check_deal(GopsOptions(order=order), fresh, mixed)


def test_rule_3_the_top_prize_is_turned_up_and_joins_what_is_on_offer() -> None:
    session = laid("AD TD")
    assert cards.write(state_of(session).offer) == "AD"
    events = bids(session, "KS KC")
    assert events[-1] == Moved((cards.card("TD"),), STOCK, TURNED)
    assert cards.write(state_of(session).offer) == "AD TD"


def test_a_sampled_bid_comes_from_the_hand_that_everybody_knows_and_the_stock_is_all_prizes() -> None:
    session = laid("7D", players=3)
    bids(session, "KS 2C 3H")
    session.act(1, parse_action("bid KC"))
    seen, rng, found = session.view(2), Random(5), set()
    assert seen.hidden == ((Pile(BID_KIND, 1), 1), (STOCK, 11))
    for _ in range(300):
        state = of_kind(GopsState, sample_determinization(seen, rng))
        found.add(cards.name(state.bids[1]))
        assert state.open_hand(1) == state_of(session).open_hand(1) == state.hands[1] | cards.BIT[state.bids[1]]
        assert set(state.stock) == set(state_of(session).stock)
    assert found == set(CLUBS.split()) - {"2C"}


@pytest.mark.parametrize(
    ("ties", "prizes", "rounds", "scores"),
    [
        ("carry", "AD TD", "KS KC, 5S 4C", [(0, 0), (11, 0)]), ("discard", "AD TD", "KS KC, 5S 4C", [(0, 0), (10, 0)]),
        ("split", "AD TD", "KS KC, 5S 4C", [(Fraction(1, 2),) * 2, (Fraction(21, 2), Fraction(1, 2))]),
        ("split", "TD QD", "KS KC KH, JS JC 9H", [(Fraction(10, 3),) * 3, (*[Fraction(28, 3)] * 2, Fraction(10, 3))]),
        ("carry", "QD", "JS JC 9H", [(0, 0, 0)]), ("discard", "QD", "JS JC 9H", [(0, 0, 0)]),
        ("carry", "KD 9D 2D", "KS 2C, 9S 8C, 3S AC", [(13, 0), (22, 0), (24, 0)]),
    ],
)  # fmt: skip
def test_rules_4_5_and_7_worked_examples(ties: str, prizes: str, rounds: str, scores: list[tuple[Points, ...]]) -> None:
    """After a tie a lower bid does not win instead; the prize stays, is put away, or divided exactly among those who tie."""
    session = laid(prizes, ties=ties, players=len(scores[0]))
    for round_, score in zip(rounds.split(", "), scores, strict=True):
        before = state_of(session).gone
        offer, cards_bid = tuple(state_of(session).offer), cards.hand(round_)
        events = bids(session, round_)
        ranks = [VALUE[card] for card in cards_bid]
        if ranks.count(max(ranks)) > 1:
            assert Tied((0, 1, 2)[: ranks.count(max(ranks))], "the highest bids are level") in events
            assert (Moved(offer, TURNED, GONE) in events) == (ties != "carry")
        else:
            assert Taken(0, cards_bid[0], "the highest bid") in events
            assert Moved(offer, TURNED, Pile(KEPT_KIND, 0)) in events
        put_away = sum(cards.BIT[card] for card in (*cards_bid, *(offer if Moved(offer, TURNED, GONE) in events else ())))
        assert state_of(session).gone == state_of(session).piles()[GONE] == before | put_away
        assert points(session) == score


def test_rule_6_there_are_thirteen_rounds_and_the_last_is_forced() -> None:
    session = table(players=3)
    for number in range(1, 14):
        assert state_of(session).round == number
        assert GAME.text.progress(state_of(session)) == f"round {number} of 13"
        assert [len(session.legal(seat)) for seat in range(3)] == [14 - number] * 3
        for seat in session.seats_to_act:
            session.act(seat, session.legal(seat)[0])
    assert session.due_step == "score"


def test_rule_6_after_a_tie_in_the_last_round_it_goes_to_nobody() -> None:
    session = laid("AD 2D 3D 4D 6D 7D 8D 9D TD JD QD KD 5D")
    for mine, theirs in zip("K23456789TJQ", "QK23456789TJ", strict=True):
        bids(session, f"{mine}S {theirs}C")
    assert cards.write(state_of(session).offer) == "5D"
    before = points(session)
    bids(session, "AS AC")
    assert session.due_step == "score" and points(session) == before and sum(before) == 86
    assert state_of(session).piles()[TURNED] == cards.cards("5D")


@pytest.mark.parametrize(("ties", "each"), [("carry", 0), ("discard", 0), ("split", Fraction(91, 2))])
def test_rule_6_all_bids_equal_in_every_round(ties: str, each: Points) -> None:
    session = table(ties=ties)
    all_equal(session)
    assert points(session) == (each, each)


@pytest.mark.parametrize(
    ("deals", "tie", "played", "totals", "winners"),
    [
        (1, "shared", 0, (0, 0), ()), (1, "shared", 1, (50, 41), (0,)), (1, "shared", 1, (40, 40), (0, 1)),
        (1, "extra-deal", 1, (40, 40), ()), (1, "extra-deal", 2, (40, 91), (1,)), (3, "shared", 2, (91, 0), ()),
        (3, "shared", 3, (100, 90), (0,)), (3, "extra-deal", 4, (7, 7), ()),
        (2, "shared", 2, (Fraction(91, 2), Fraction(91, 2)), (0, 1)),
    ],
)  # fmt: skip
def test_rule_7_totals_run_over_the_deals_and_the_target_race(
    deals: int, tie: str, played: int, totals: tuple[Points, ...], winners: tuple[int, ...]
) -> None:
    assert GAME.winners(GopsOptions(deals=deals, tie=tie), Standing(played, totals)) == winners


def test_rule_7_extra_deals_until_one_leads_alone() -> None:
    session = table(tie="extra-deal")
    for _ in range(2):
        all_equal(session)
        session.score_deal()
        assert session.due_step == "deal"
        session.begin_deal()
    bids(session, "KS QC")
    for rank in "A23456789TJQ":
        bids(session, f"{rank}S {'K' if rank == 'Q' else rank}C")
    session.score_deal()
    assert session.due_step == "end"


def test_a_record_keeps_halves_and_the_order_of_bids() -> None:
    written: list[Any] = []
    header = playing.header(playing.Variant(GAME, GopsOptions(ties="split", deals=2)))
    session = Session(GAME, header, written.append)
    for _ in range(2):
        session.begin_deal()
        all_equal(session)
        session.score_deal()
    session.end_game()
    text = playing.record(written)
    assert '"score": ["91/2", "91/2"], "total": ["91/2", "91/2"]' in text
    assert '"score": ["91/2", "91/2"], "total": [91, 91]' in text
    (again,) = replayed_games(text.encode(), playing.find)
    assert again.standing == session.standing and again.winners == (0, 1)
    assert '"do": "bid 2S"' in text, "forced bids are written"


def told(session: Session) -> list[str]:
    """The log as Ann at seat 0 reads it."""
    assert session.deal is not None
    lines = log_of_deal(GAME, session.options, session.standing, session.deal, state_of(session).actions).log
    return [phrases.with_seats_named(line, playing.NAMES, 0) for line in lines]


def test_what_is_said_of_a_round() -> None:
    session = laid("AD TD")
    assert GAME.text.prompt(state_of(session)) == "Your bid for A♦, worth 1"
    bids(session, "KS KC")
    assert GAME.text.prompt(state_of(session)) == "Your bid for A♦ and 10♦, worth 11"
    bids(session, "5S 4C")
    assert told(session) == [
        "The first card turned up is A♦.", "You bid K♠ for A♦.", "Ben bids K♣ for A♦.",
        "You and Ben tie: nobody takes A♦; it stays.", "You bid 5♠ for A♦ and 10♦.", "Ben bids 4♣ for A♦ and 10♦.",
        "You win A♦ and 10♦ with 5♠, the highest bid.",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("ties", "words"),
    [("discard", "You and Ben tie: nobody takes 5♦, which is put away."), ("split", "You and Ben tie: 2½ each for 5♦.")],
)  # fmt: skip
def test_what_is_said_of_a_tie(ties: str, words: str) -> None:
    session = laid("5D", ties=ties)
    bids(session, "7S 7C")
    assert told(session)[-1] == words


def test_what_is_said_of_many_ties_and_of_the_last() -> None:
    session = laid("AD")
    all_equal(session, 4)
    assert (
        GAME.text.prompt(state_of(session)) == GAME.text.short_prompt(state_of(session)) == "Your bid for five prizes worth 15"
    )
    assert told(session)[-1] == "You and Ben tie: nobody takes four prizes worth 10; they stay."
    bids(session, "TS 9C")
    assert told(session)[-1] == "You win five prizes worth 15 with 10♠, the highest bid."
    for mine, theirs in zip("9876543", "T876543", strict=True):
        bids(session, f"{mine}S {theirs}C")
    assert GAME.text.prompt(state_of(session)).endswith("and ~2♣~ is your last card")
    bids(session, "2S 2C")
    assert "stay" not in told(session)[-1] and GAME.text.prompt(state_of(session)) == ""


@pytest.mark.parametrize(("ties", "worth"), [(0, 1), (2, 6), (3, 10), (6, 28)])
def test_the_short_question_names_the_worth_of_any_number_of_prizes(ties: int, worth: int) -> None:
    session = laid("AD")
    all_equal(session, ties)
    session.act(0, parse_action("bid KS" if not ties else "bid 2S"))
    assert GAME.text.short_prompt(state_of(session)) == f"Your bid, worth {worth}"


def test_what_a_bid_would_do() -> None:
    session = laid("9D 5D", players=3)

    def foretold(face: str) -> str:
        known = of_kind(GopsState, session.view(0).known)
        return phrases.with_seats_named(GAME.text.preview_effect(known, parse_action(f"bid {face}")), playing.NAMES, 0)

    assert foretold("QS") == "Ben or Cyd can beat it"
    assert foretold("KS") == "Ben or Cyd can tie it, not beat it"
    bids(session, "JS QC KH")
    assert foretold("QS") == "Ben can beat it"
    assert foretold("KS") == "Ben can tie it, not beat it"
    bids(session, "QS KC 2H")
    assert foretold("KS") == "Wins 1 point for certain"


def test_the_arithmetic_is_shown() -> None:
    session = laid("KD AD 9D", ties="split")
    for round_ in ("KS QC", "7S 7C", "2S 3C"):
        bids(session, round_)
    tally = GAME.text.tally(state_of(session), 0)
    assert [row.points for row in tally.rows] == ["13½", "9½"]
    assert phrases.with_seats_named(tally.rows[0].why, playing.NAMES, 0) == "You have taken K♦ and ½ in shares."
    assert phrases.with_seats_named(tally.rows[1].why, playing.NAMES, 0) == "Ben has taken 9♦ and ½ in shares."
    assert tally.sentence == "The highest bid wins; after a tie the prize is shared. Kings are high, aces low."
    assert [row.is_best for row in tally.rows] == [True, False]


def test_nobody_wins_before_the_last_deal() -> None:
    options = GopsOptions(deals=3)
    for played, words in ((0, "All are level."), (2, "[0 leads] with 9."), (3, "[0 wins] with 9.")):
        totals = (9, 4) if played else (0, 0)
        race = GAME.text.race_between_deals(options, Standing(played, totals), 0)
        assert race.sentence == words and race.aim == "3 deals, the highest total wins" and not race.target
    assert GAME.text.race(options, (9, 4), 0).sentence == "[0 leads] with 9."
    ladder = GAME.text.deal_sizes(options, Standing(1, (9, 4)))
    assert ladder is not None and ladder.caption == "deal 2 of 3" and ladder.sizes == (13, 13, 13)
    assert GAME.text.deal_sizes(GopsOptions(), Standing(0, (0, 0))) is None
