"""The session: which step is due, what an undo takes back, and what is written."""

from __future__ import annotations

from random import Random

import pytest

from goosetable import cards
from goosetable.engine.record import format, seed
from goosetable.engine.record.format import ActionLine, Chair, DealLine, EndLine, Header, Line, ScoreLine, UndoLine
from goosetable.engine.record.session import IllegalAction, Session
from goosetable.engine.rules.action import GIVE
from goosetable.engine.rules.deal import Deal
from goosetable.engine.rules.event import HIDDEN, Moved, Scored
from goosetable.games import find_game

FOOL = find_game("gooseberry-fool")
CHAIRS = (Chair("Ann", "human"), Chair("Ben", "easy"), Chair("Cyd", "easy"))
RULES: dict[str, object] = {"end_rule": "middle", "target": 50, "geese": 3}
CODE = "7Q4K-M2XD-9TBR"
HANDS = ("AS KS QS JS TS 9S 8S 7S AH KH X", "QH JH TH 9H 8H 7H AD KD QD JD TD", "9D 8D 7D AC KC QC JC TC 9C 8C 7C")


def _session(code: str | None = CODE, **changes: object) -> tuple[Session, list[Line]]:
    written: list[Line] = []
    return Session(FOOL, Header(FOOL.id, {**RULES, **changes}, code, CHAIRS), written.append), written


def _deal(number: int = 1, dealer: int = 2) -> Deal:
    return Deal(number, dealer, tuple(cards.hand(hand) for hand in HANDS))


def _play(session: Session, actions: int = 99) -> None:
    rng = Random(1)
    while session.due_step == "act" and actions:
        assert session.turn is not None
        session.act(session.turn, rng.choice(session.legal()))
        actions -= 1


def test_one_step_is_due_at_a_time_from_header_to_end() -> None:
    session, written = _session()
    seen = []
    while session.due_step != "none":
        seen.append(session.due_step)
        match session.due_step:
            case "deal":
                session.begin_deal()
            case "act":
                _play(session, 1)
            case "score":
                session.score_deal()
            case "end":
                session.end_game()
    assert seen[0] == "deal"
    assert seen[-2:] == ["score", "end"]
    kinds = {"deal": DealLine, "act": ActionLine, "score": ScoreLine, "end": EndLine}
    assert [type(line) for line in written] == [Header, *(kinds[due] for due in seen)]


def test_only_the_step_that_is_due_can_be_taken() -> None:
    session, written = _session()
    with pytest.raises(IllegalAction, match="a deal comes next, not the score"):
        session.score_deal()
    with pytest.raises(IllegalAction, match="a deal comes next, not the end"):
        session.end_game()
    with pytest.raises(IllegalAction, match="no deal is being played"):
        session.act(0, 0)
    with pytest.raises(IllegalAction, match="no deal is being played"):
        session.undo(1)
    session.begin_deal()
    with pytest.raises(IllegalAction, match="an action comes next, not a deal"):
        session.begin_deal()
    with pytest.raises(IllegalAction, match="an action comes next, not the score"):
        session.score_deal()
    _play(session)
    with pytest.raises(IllegalAction, match="the deal is over"):
        session.act(0, 0)
    with pytest.raises(IllegalAction, match="the score comes next, not a deal"):
        session.begin_deal()
    session.score_deal()
    assert [type(line) for line in written[:2]] == [Header, DealLine]
    assert isinstance(written[-1], ScoreLine)


def test_nothing_follows_the_end() -> None:
    session, _ = _session()
    while session.due_step != "end":
        session.begin_deal()
        _play(session)
        session.score_deal()
    with pytest.raises(IllegalAction, match="the end comes next, not a deal"):
        session.begin_deal()
    line = session.end_game()
    assert line.extras == {"geese": [3 * (seat in line.winners) for seat in range(3)]}
    for step in (session.begin_deal, session.score_deal, session.end_game):
        with pytest.raises(IllegalAction, match="nothing comes next"):
            step()


def test_scores_are_told_and_carried_on() -> None:
    session, written = _session()
    session.begin_deal()
    _play(session)
    (event,) = session.score_deal()
    assert isinstance(event, Scored)
    assert event.points == event.totals == session.standing.totals
    assert written[-1] == ScoreLine(event.points, event.totals)


def test_the_commitment_is_to_the_code_and_a_set_up_game_has_none() -> None:
    assert _session()[0].commitment == seed.commitment_to_code("7Q4KM2XD9TBR")
    assert _session("7q4k-m2xd-9tbr")[0].commitment == seed.commitment_to_code("7Q4KM2XD9TBR")
    assert _session(None)[0].commitment is None


def test_a_set_up_deal_chooses_the_first_dealer_and_later_dealers_follow_in_turn() -> None:
    session, _ = _session(None)
    assert session.next_dealer() is None
    session.begin_deal(_deal(dealer=2))
    assert session.turn == 0
    _play(session)
    session.score_deal()
    assert session.next_dealer() == 0
    with pytest.raises(ValueError, match="the dealer is seat 0, not 2"):
        session.begin_deal(_deal(2, 2))
    with pytest.raises(ValueError, match="this is deal 2, not 1"):
        session.begin_deal(_deal(1, 0))
    assert session.due_step == "deal"
    session.begin_deal(_deal(2, 0))


@pytest.mark.parametrize(
    ("hands", "says"),
    [
        (("AS", *HANDS[1:]), "seat 0 has 1 card, not 11"),
        ((HANDS[0].replace("AS", "2S"), *HANDS[1:]), "2S is not in the pack"),
        ((HANDS[0].replace("AS", "AD"), *HANDS[1:]), "AD is dealt twice"),
        ((HANDS[0].replace("X", "XL"), *HANDS[1:]), "XL is not in the pack"),
    ],
)
def test_a_set_up_deal_that_is_not_complete_is_refused_and_changes_nothing(hands: tuple[str, ...], says: str) -> None:
    session, written = _session(None)
    with pytest.raises(ValueError, match=says):
        session.begin_deal(Deal(1, 0, tuple(cards.hand(hand) for hand in hands)))
    assert (session.due_step, session.state, session.deal, session.next_dealer()) == ("deal", None, None, None)
    assert len(written) == 1


def test_a_deal_of_this_game_has_hands_and_nothing_else() -> None:
    session, _ = _session(None)
    with pytest.raises(ValueError, match="a deal of Gooseberry Fool has hands and nothing else"):
        session.begin_deal(Deal(1, 0, _deal().hands, turned=5))


def test_dealing_tells_each_seat_its_own_cards_alone() -> None:
    session, _ = _session(None)
    events = session.begin_deal(_deal())
    for seat in range(3):
        seen = {event.target.seat: event.cards for event in session.events_for(seat, events) if isinstance(event, Moved)}
        assert {s for s, dealt in seen.items() if HIDDEN not in dealt} == {seat}
        assert all(len(dealt) == 11 for dealt in seen.values())


def test_an_illegal_action_is_refused_in_words_and_changes_nothing() -> None:
    session, written = _session(None)
    session.begin_deal(_deal())
    assert session.state is not None
    before = session.state.copy()
    for seat, action, says in [
        (1, cards.card("QH"), "it is the turn of seat 0, not of seat 1"),
        (0, cards.card("X"), "seat 0 may not play X: the Joker may be led only as the last card"),
        (0, cards.card("9D"), "seat 0 may not play 9D: it does not hold that card"),
        (0, GIVE + 1, "seat 0 may not give 1: there is no trick to give"),
    ]:
        with pytest.raises(IllegalAction, match=says):
            session.act(seat, action)
    assert session.state == before
    assert session.undoable_count == 0
    assert len(written) == 2


def test_whoever_does_not_listen_is_told_nothing_and_the_deal_is_the_same() -> None:
    one, other = _session(None)[0], _session(None)[0]
    one.begin_deal(_deal())
    other.begin_deal(_deal())
    assert one.act(0, cards.card("KH"))
    assert other.act(0, cards.card("KH"), with_events=False) == []
    assert one.state == other.state


def test_undo_takes_back_the_last_actions_still_in_force() -> None:
    session, written = _session(None)
    session.begin_deal(_deal())
    start = session.state.copy() if session.state else None
    session.act(0, cards.card("KH"))
    session.act(1, cards.card("7H"))
    session.undo(1)
    assert (session.turn, session.undoable_count) == (1, 1)
    session.act(1, cards.card("8H"))
    session.undo(2)
    assert (session.state, session.undoable_count) == (start, 0)
    assert written[2:] == [
        ActionLine(0, "play KH"), ActionLine(1, "play 7H"), UndoLine(1), ActionLine(1, "play 8H"), UndoLine(2),
    ]  # fmt: skip


def test_forced_actions_and_gifts_count_one_each() -> None:
    session, _ = _session(None)
    session.begin_deal(_deal())
    for seat, text in ((0, "KH"), (1, "7H"), (2, "7C"), (2, "8C"), (0, "X"), (1, "TD")):
        session.act(seat, cards.card(text))
    session.act(0, GIVE + 1)
    session.undo(1)
    assert (session.turn, session.undoable_count) == (0, 6)
    assert tuple(session.legal()) == (GIVE, GIVE + 1, GIVE + 2)
    session.undo(2)
    assert tuple(session.legal()) == (cards.JOKER,), "the Joker was forced, and is to be played again"


def test_undo_works_after_the_last_action_until_the_score_is_written() -> None:
    session, _ = _session()
    session.begin_deal()
    _play(session)
    assert session.due_step == "score"
    session.undo(1)
    assert session.due_step == "act"
    _play(session)
    session.score_deal()
    with pytest.raises(IllegalAction, match="no deal is being played"):
        session.undo(1)
    session.begin_deal()
    with pytest.raises(IllegalAction, match="1 action cannot be undone, because none of this deal can be"):
        session.undo(1)


@pytest.mark.parametrize("count", [0, -1, -33])
def test_nothing_cannot_be_undone(count: int) -> None:
    session, written = _session()
    session.begin_deal()
    _play(session, 5)
    before = session.state.copy() if session.state else None
    with pytest.raises(IllegalAction, match=f"at least one action must be undone, not {count}"):
        session.undo(count)
    assert (session.state, session.undoable_count, len(written)) == (before, 5, 7)


def test_undo_leads_back_to_the_last_decision_of_a_seat() -> None:
    session, _ = _session(None)
    session.begin_deal(_deal())
    assert session.count_actions_to_undo([0]) == 0
    for seat, text in ((0, "KH"), (1, "7H"), (2, "7C"), (2, "8C")):
        session.act(seat, cards.card(text))
    assert [session.count_actions_to_undo([seat]) for seat in range(3)] == [4, 3, 1]
    assert session.count_actions_to_undo([0, 1]) == 3


def test_it_holds_who_sits_at_a_seat_and_who_sat_there_before() -> None:
    session, _ = _session()
    assert session.previous == session.chairs == CHAIRS
    first, second = Chair("Dan", "hard"), Chair("Eve", "medium")
    session.change_player(1, first)
    session.change_player(1, second)
    assert session.chairs == (CHAIRS[0], second, CHAIRS[2])
    assert session.previous == (CHAIRS[0], first, CHAIRS[2])


def test_the_journal_is_the_record() -> None:
    session, written = _session(None)
    session.begin_deal(_deal())
    session.act(0, cards.card("KH"))
    assert [format.line_as_text(line) for line in written] == [
        '{"goosetable": 1, "game": "gooseberry-fool", "options": {"end_rule": "middle", "target": 50, "geese": 3}, '
        '"code": null, "seats": [{"name": "Ann", "player": "human"}, {"name": "Ben", "player": "easy"}, '
        '{"name": "Cyd", "player": "easy"}]}',
        '{"deal": 1, "dealer": 2, "hands": ["' + '", "'.join(HANDS) + '"]}',
        '{"seat": 0, "do": "play KH"}',
    ]
