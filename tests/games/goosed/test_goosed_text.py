"""Goosed: the figures, cards and names in what its table says; the log and scored deals are worked examples."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from goosetable import cards
from goosetable.engine.record.history import retell
from goosetable.engine.rules.deal import Deal, Standing
from goosetable.engine.text.table_facts import Badge, Camp, Ladder
from goosetable.engine.words.phrases import speak
from goosetable.games.goosed.rules import GoosedOptions, GoosedState
from goosetable.games.goosed.text import summary
from tests.games.foxes import DEAL_A, DEAL_B, GAME, HANDS, dealt, do, position

NAMES = ("Ann", "Ben", "Cyd", "Dot")


def _said(text: str, me: int | None = 0) -> str:
    return speak(text, NAMES, me) if text else ""


def _after(tricks: tuple[str, ...], **rules: Any) -> GoosedState:
    state = dealt(**rules)
    for trick in tricks:
        do(state, *trick.split())
    return state


# ---------------------------------------------------------------------- what a card would do


@pytest.mark.parametrize(
    ("trick", "card", "says"),
    [
        ("", "7S", ()), ("", "4S", ("first Goose", "you are a Red Fox")), ("5S", "6S", ("Would be",)),
        ("5S", "4S", ("Stays below 5♠", "first Goose", "you are a Red Fox")), ("5S AS 6S", "7S", ("Takes",)),
        ("5S AS 6S", "2S", ("Leaves it to Dot: 6♠",)), ("4S AS 6S", "4D", ("Leaves it to Dot: 6♠", "a Goose worth 4")),
        ("4S AS 6S", "4H", ("Takes", "a Goose worth 2")),
    ],
)  # fmt: skip
def test_foretell(trick: str, card: str, says: tuple[str, ...]) -> None:
    state = position(card, "2C", "3C", "5C", trick=trick, leader=-len(trick.split()) % 4)
    assert state.turn == 0
    said = _said(GAME.text.foretell(state, cards.card(card)))
    assert all(fact in said for fact in says) and bool(said) == bool(says)
    assert ("Goose" in said) == (card[0] == "4")


def test_foretell_where_only_the_captor_is_red() -> None:
    state = position("4S", "2C", "3C", three_rule="catch-only")
    said = GAME.text.foretell(state, cards.card("4S"))
    assert "first Goose" in said and "[0" not in said, "who plays it does not become red by it"


def test_a_prompt_names_the_cards_that_may_be_played() -> None:
    said = _said(GAME.text.prompt(position("2C 3C", "6S 4D AS", "3C 2S", "5C 2D", trick="7S")), 1)
    assert said.startswith("Ann led ♠") and "~A♠~ or ~6♠~" in said


# ---------------------------------------------------------------------- the log


def _log(tricks: tuple[str, ...], me: int | None = None, hands: tuple[str, ...] = HANDS, **rules: Any) -> list[str]:
    options = GoosedOptions(players=len(hands), **rules)
    deal = Deal(1, len(hands) - 1, tuple(cards.hand(hand) for hand in hands), turned=cards.card("7H"))
    standing = Standing(0, (0,) * len(hands))
    state = GAME.begin(options, standing, deal)
    actions = []
    for face in " ".join(tricks).split():
        actions.append((state.turn, cards.card(face)))
        GAME.apply(state, cards.card(face))
    return [speak(text, NAMES, me) for text in retell(GAME, options, standing, deal, actions).log]


def test_log_with_names_and_with_you() -> None:
    assert _log(DEAL_A[:2]) == [
        "7♥ is dealt face up to Dot, so hearts are trumps.",
        "Ann leads 7♠.", "Ben plays 6♠.", "Cyd plays 5♠.", "Dot plays 2♠.", "Ann takes trick 1: 7♠, the highest spade.",
        "Ann leads 4♠, the first Goose: a Red Fox.", "Ben plays A♠.", "Cyd plays 3♥.", "Dot plays 3♠.",
        "Cyd takes trick 2: 3♥, the only trump, and the first Goose makes Cyd a Red Fox. Honk.",
    ]  # fmt: skip
    assert _log(DEAL_A[:2], 2)[-1] == "You take trick 2: 3♥, the only trump, and the first Goose makes you a Red Fox. Honk."
    assert _log(DEAL_A[:2], 0)[6] == "You lead 4♠, the first Goose: a Red Fox."


def test_log_of_a_lone_red_fox() -> None:
    state = position("4S", "AS", "2C", "3S")
    do(state, "4S", "AS", "2C")
    events = do(state, "3S")
    assert getattr(events[1], "why", None) == "the highest spade, and the first Goose makes [0] the Lone Red Fox"


def test_log_with_three() -> None:
    hands = ("4S 2D", "AS 3D", "7S 5D")
    assert _log(("4S AS 7S",), hands=hands, three_rule="catch-only") == [
        "7♥ is turned up and stays out, and hearts are trumps.", "Ann leads 4♠, the first Goose.", "Ben plays A♠.",
        "Cyd plays 7♠.",
        "Cyd takes trick 1: 7♠, the highest spade, and the first Goose makes Cyd the Red Fox. Honk.",
    ]  # fmt: skip


def test_log_of_a_goose_turned_up_with_three() -> None:
    assert GAME.text.opening(dealt(("7S", "AS", "2C"), "4D")) == (
        "4♦ is turned up and stays out, and diamonds are trumps.", "It is a Goose, and counts for nobody.",
    )  # fmt: skip


# ---------------------------------------------------------------------- scores in words


def _rows(state: GoosedState, me: int = 0) -> list[str]:
    tally = GAME.text.tally(state, me)
    return [_said(row.why, me) for row in tally.rows] + [_said(tally.sentence, me)]


def test_tally_of_a_finished_deal() -> None:
    state = _after(DEAL_A)
    assert [row[1:6] for row in GAME.text.tally(state, 0).rows] == [
        (("1×2", "8"), "", "", "10", False), (("0×1", "2"), "", "", "2", False), (("3×2", "8"), "", "", "14", True),
        (("3×1", "2"), "", "", "5", False),
    ]  # fmt: skip
    assert _rows(state) == [
        "Red Fox: one trick at 2 points, and 8 for the Reds' Geese: 10.",
        "White Fox: no tricks, and 2 for the Whites' Geese: 2.",
        "Red Fox: three tricks at 2 points, and 8 for the Reds' Geese: 14.",
        "White Fox: three tricks at 1 point, and 2 for the Whites' Geese: 5.", "{Cyd scores most}: 14.",
    ]  # fmt: skip
    assert _rows(state, 2)[-1] == "{You score most}: 14."


def test_tally_of_goosed_foxes() -> None:
    state = _after(DEAL_B)
    assert GAME.text.tally(state, 0).rows[0].figures == ("2×2", "goosed")
    facts = ("you score nothing", "0.", "Cyd scores nothing", "2.", "You and Cyd are the Red Foxes, and goosed")
    rows = _rows(state)
    assert all(fact in row for fact, row in zip(facts, rows, strict=True)), rows


def test_tally_of_shared_points() -> None:
    state = _after(DEAL_A, team_points="split")
    assert "4 as a share" in _rows(state)[0] and _rows(state)[0].endswith(": 6.")
    state.catcher = 0  # as if the others had caught everything
    assert GAME.text.tally(state, 2).rows[0].figures == ("3×1", "3⅓")
    assert "3⅓ as a share" in _rows(state)[2] and _rows(state)[2].endswith(": 6⅓.")


@pytest.mark.parametrize(
    ("faces", "says"),
    [
        ("", "The first Goose makes its player and its taker Red Foxes"),
        ("4S", "You have played the first Goose"),
        ("4S AS 7H 3S", "You and Cyd are the Red Foxes"),
        ("4S AS 2C 3S", "You are the Lone Red Fox"),
    ],
)  # fmt: skip
def test_tally_on_the_way(faces: str, says: str) -> None:
    state = position("4S 5H", "AS 5C", f"{faces.split()[2] if len(faces) > 3 else '2C'} 5D", "3S 6D")
    do(state, *faces.split())
    assert _rows(state)[-1].startswith(says)


# ---------------------------------------------------------------------- the rest of the table


def test_badges_come_as_the_foxes_are_known() -> None:
    trumps = Badge("H", "trumps")
    state = position("4S 5H", "AS 5C", "7H 5D", "3S 6D")
    assert GAME.text.badges(state) == (trumps,)
    do(state, "4S")
    assert GAME.text.badges(state) == (Badge("redfox", "Red Fox", 0), trumps)
    do(state, "AS", "7H", "3S")
    red, white = ("redfox", "Red Fox"), ("whitefox", "White Fox")
    assert GAME.text.badges(state) == (Badge(*red, 0), Badge(*red, 2), Badge(*white, 1), Badge(*white, 3), trumps)


def test_badges_of_a_lone_red_fox() -> None:
    state = position("4S 5H", "AS 5C", "2C 5D", "3S 6D")
    do(state, "4S", "AS", "2C", "3S")
    assert GAME.text.badges(state)[0] == Badge("redfox", "Lone Red Fox", 0)


def test_camps() -> None:
    assert GAME.text.camps(dealt()) == (
        Camp("redfox", "Red Foxes", (), "0 points", (), 4),
        Camp("whitefox", "White Foxes", (), "0 points", (), 4),
    )
    geese = cards.hand("4S 4D 4C")
    assert GAME.text.camps(_after(DEAL_A)) == (
        Camp("redfox", "Red Foxes", (0, 2), "8 points", geese, 4),
        Camp("whitefox", "White Foxes", (1, 3), "2 points", cards.hand("4H"), 4),
    )
    assert GAME.text.camps(dealt(("7S", "AS", "2C"), "4D"))[0].places == 3


@pytest.mark.parametrize(("ace", "order"), [("low", "7S 2S AS 7H AH 6C AC 3D"), ("high", "AS 7S 2S AH 7H AC 6C 3D")])
def test_a_hand_is_sorted_with_the_ace_where_it_ranks(ace: str, order: str) -> None:
    state = dealt(ace=ace)
    hand = sorted(cards.hand("AC 3D AS 7H 2S 6C AH 7S"), key=lambda card: GAME.text.sort_key(state, card))
    assert cards.write(hand) == order


def test_the_ladder_of_deals() -> None:
    assert GAME.text.ladder(GoosedOptions(), Standing(1, (0,) * 4)) == Ladder((7, 7, 7, 7), 1, "deal 2 of 4")
    assert GAME.text.ladder(GoosedOptions(players=3), Standing(4, (0,) * 3)) == Ladder((9,) * 5, 4, "deal 5 of 5")


@pytest.mark.parametrize(
    ("deals", "totals", "good", "says"),
    [
        (1, (5, 14, 3, 2), (1,), "Ben leads with 14."), (4, (5, 14, 3, 2), (1,), "Ben wins with 14."),
        (4, (14, 14, 3, 2), (0, 1), "You and Ben lead with 14 each."),
        (5, (Fraction(29, 2), 14, 3, 2), (0,), "You win with 14½."),
    ],
)  # fmt: skip
def test_course_of_the_game(deals: int, totals: Any, good: tuple[int, ...], says: str) -> None:
    race = GAME.text.course(GoosedOptions(), Standing(deals, totals), 0)
    assert (race.totals, race.target, race.good, race.aim) == (totals, 0, good, "4 deals, the highest total wins")
    assert _said(race.sentence) == says


def test_what_red_scores_for_every_goose_is_said_while_that_can_be() -> None:
    state = position("4S", "AS", "2C", "3S")
    state.first, state.catcher, state.won = 0, 1, [0, 0, 0, 0]
    said = summary(state, (0,) * 4, ())
    assert state.decided and said.endswith("Red scores nothing if it catches every Goose.")
    state.won[2] = cards.cards("4H")
    assert "Red scores nothing" not in summary(state, (0,) * 4, ())
