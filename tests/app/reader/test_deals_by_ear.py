"""A deal by keys, as it is heard: laws over the announcements of every game."""

from __future__ import annotations

import re
import sys
from collections import Counter
from typing import Any, NamedTuple

import pygame
import pytest

from goosetable import games
from goosetable.app.reader.reader import spoken_line
from goosetable.app.scenes.first_note import LessonOfferScene
from goosetable.app.scenes.handover import HandoverScene
from goosetable.app.scenes.score.scene import ScoreScene
from goosetable.app.scenes.table.scene import TableScene
from goosetable.app.scenes.title.scene import TitleScene
from goosetable.app.ui.accessible import AccessibleTree, spoken_text
from tests.app.conftest import Opens, Program
from tests.app.reader.test_reader import Listener

SENTENCES = re.compile(r"(?<=[.!?]) (?=[A-Z0-9])")
REPEATED = re.compile(r"\b(led|set) .*(you|:)|^\w+ opponent has named|\bup, and\b|^Deal \d+, |^The trick is yours;")
"""A question that begins with a fact of the log."""
DEEDS = 12
"""Own actions after which a longer deal is left."""


class Heard(NamedTuple):
    """An announcement, or a new focus in words."""

    words: str
    is_focus: bool


class Ear:
    """A person who plays a deal with Enter and the arrows.

    turns: the announcements and new focuses before the first own action, and after each of them.
    """

    def __init__(self, program: Any, game: str, other: str = "") -> None:
        """other: the name of a second person at the screen."""
        self.program, self.turns = program, [list[Heard]()]
        program.show(TitleScene)
        program.finish()
        listener = Listener(program)
        self._send, self._focus = listener.reader.bridge.send, ""
        listener.reader.bridge.send = self._hear  # type: ignore[method-assign, assignment]
        listener.listen()
        title = games.find_game(game).title
        for label in (title, *(("Seat 2", other) if other else ()), "Deal"):
            program.click(program.find(label))
            self.wait(0.5)

    def _hear(self, screen: AccessibleTree, announcement: str = "", *more: bool) -> None:
        part = screen.focused_part
        words = "" if part is None else spoken_line(part)
        self.turns[-1] += [Heard(one, False) for one in SENTENCES.split(announcement) if one]
        if words and words != self._focus:
            self.turns[-1].append(Heard(words, True))
        self._focus = words
        self._send(screen, announcement, *more)

    @property
    def last(self) -> list[str]:
        """The sentences announced since the last own action."""
        return [one.words for one in self.turns[-1] if not one.is_focus]

    def wait(self, seconds: float) -> None:
        for _ in range(round(seconds / 0.25)):
            self.program.step(0.25)
            self.program.finish()

    def open_curtain(self) -> None:
        """Presses the button of the curtain twice, slowly."""
        assert isinstance(self.program.top, HandoverScene)
        for _ in range(2):
            self.program.key(pygame.K_RETURN)
            self.wait(1.0)
        assert isinstance(self.program.top, TableScene)

    def play(self, most: int) -> None:
        """Plays until the score sheet, or until so many own actions."""
        for _ in range(3 * most):
            self._await_turn()
            table = self.program.top
            if not isinstance(table, TableScene) or len(self.turns) > most:
                return
            self.turns.append([])
            acted = table.match.session.undoable_count
            self.program.key(pygame.K_RETURN)
            if table.match.session.undoable_count == acted:  # refused: the next card
                refused = self.turns.pop()
                assert any(one.words.startswith("Not ") for one in refused)
                self.program.key(pygame.K_RIGHT)

    def _await_turn(self) -> None:
        for _ in range(400):
            top = self.program.top
            if not isinstance(top, TableScene) or (top.stage.snapshot.mine and not top.is_moving):
                break
            self.wait(0.25)
        self.wait(0.75)


def lines(table: TableScene) -> list[str]:
    return [spoken_text(line) for line in table.match.log_lines()]


def explained(page: Any) -> set[str]:
    """The sentences by which a score sheet explains its points."""
    whys = [page.match.with_names(row.why) for row in page.tally.rows] if isinstance(page, ScoreScene) else []
    return {sentence for why in whys for sentence in SENTENCES.split(spoken_text(why))}


def listened(program: Opens, monkeypatch: pytest.MonkeyPatch, game: str) -> tuple[Program, Ear]:
    """A new table of this game at a leisurely pace, and its ear."""
    monkeypatch.setattr(sys, "platform", "linux")
    one = program(pace="leisurely", name="Anna")
    return one, Ear(one, game)


@pytest.mark.one_in(7)
@pytest.mark.parametrize("game", [one.id for one in games.SHELF])
def test_each_fact_of_a_deal_is_told_once_and_the_deed_at_once(
    program: Opens, monkeypatch: pytest.MonkeyPatch, game: str
) -> None:
    one, ear = listened(program, monkeypatch, game)
    table: TableScene = next(scene for scene in one.loop.scenes.stack if isinstance(scene, TableScene))
    ear.play(DEEDS)
    for turn in ear.turns:
        told = Counter(one.words for one in turn if not one.is_focus)
        assert {words for words, times in told.items() if times > 1} <= explained(one.top), "two may score alike"
        assert [words for words in told if REPEATED.search(words)] == []
    for turn in ear.turns[1:]:
        assert turn[0].words.startswith(("You ", "Second half: you ")) and not turn[0].is_focus, turn
    if table.match.session.due_step == "act":
        everything = " ".join(one.words for turn in ear.turns for one in turn if not one.is_focus)
        assert {line: everything.count(line) for line in lines(table) if everything.count(line) != 1} == {}


@pytest.mark.one_in(6)
@pytest.mark.parametrize("game", [one.id for one in games.SHELF])
def test_a_press_that_ends_an_animation_answers_no_question_that_was_not_heard(
    program: Opens, monkeypatch: pytest.MonkeyPatch, game: str
) -> None:
    one, ear = listened(program, monkeypatch, game)
    ear.play(2)
    table: TableScene = one.top
    for _ in range(1000):
        if table.stage.snapshot.mine:
            one.key(pygame.K_RETURN)
            one.key(pygame.K_RIGHT)  # a card has the focus while others play
        one.step(0.05)
        one.finish()
        if table.match.is_my_turn and table.is_moving and not table.stage.snapshot.mine and not table.turn.has_just_acted:
            break
    ear.turns.append([])
    done = table.match.session.undoable_count
    one.key(pygame.K_RETURN)
    assert table.stage.snapshot.mine and table.match.session.undoable_count == done
    ear.wait(1.0)
    assert ear.last and not any(re.match("You (play|lead|bid|keep|name) |Not ", words) for words in ear.last), ear.last


def test_a_half_ends_before_the_cards_of_the_next_are_told(program: Opens, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    ear = Ear(program(pace="leisurely", name="Anna"), "cross-purposes")
    ear.play(15)
    told = [one.words for one in next(turn for turn in ear.turns if any("half is over" in one.words for one in turn))]
    order = (
        "You play ",
        " takes? trick 13: ",
        "^The first half is over: ",
        "^New hands ",
        "^Your hand, 13 ",
        "^Name the top rank",
    )
    places = [next(at for at, words in enumerate(told) if re.search(pattern, words)) for pattern in order]
    assert places == sorted(places), told
    assert len([words for words in told if re.search("of 13$", words)]) == 1, "the first choice, and no card of the new hand"
    named = next(turn for turn in ear.turns if any("Second half: you name" in one.words for one in turn))
    cards_told = [one.words for one in named if one.is_focus and re.search("of 13$", one.words)]
    assert len(cards_told) == 1, "the card to play, and none before the hand is sorted anew"


def test_no_other_card_has_the_focus_between_a_kept_card_and_the_next_lead(
    program: Opens, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, ear = listened(program, monkeypatch, "fools-gold")
    ear.play(16)
    leads = 0
    for turn in ear.turns:
        words = [one.words for one in turn]
        if any(one.startswith("You keep ") for one in words) and any(one.startswith("Your lead") for one in words):
            focused = {one.words.partition(",")[0] for one in turn if one.is_focus and re.search(r"\d of \d+\b", one.words)}
            assert len(focused) <= 1, turn
            leads += 1
    assert leads


def test_a_letter_without_a_meaning_says_so_at_a_card(program: Opens, monkeypatch: pytest.MonkeyPatch) -> None:
    one, ear = listened(program, monkeypatch, "gooseberry-fool")
    ear.play(1)
    ear._await_turn()
    ear.turns.append([])
    one.key(pygame.K_j)
    ear.wait(1.0)
    assert ear.last == ["J does nothing here now."]


def test_the_hand_is_read_after_the_offer_of_the_lesson(program: Opens, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    one, ear = program.into(Ear, "gooseberry-fool", pace="leisurely", name="Anna", offers=True)
    ear.wait(3.0)
    assert isinstance(one.top, LessonOfferScene)
    assert not any(one.is_focus and "hand" in one.words for one in ear.turns[0]), ear.turns[0]
    assert any(one.words.startswith("Deal 1: ") for one in ear.turns[0])
    ear.turns.append([])
    one.key(pygame.K_RETURN)
    ear.wait(3.0)
    assert sum(one.words.startswith("Your hand, 11 cards") for one in ear.turns[1]) <= 1


def test_another_game_with_the_same_cards_takes_nothing_back(program: Opens, monkeypatch: pytest.MonkeyPatch) -> None:
    one, ear = listened(program, monkeypatch, "fools-gold")
    ear.play(60)
    assert isinstance(one.top, ScoreScene)
    ear.turns.append([])
    one.click(one.find("Again"))
    ear.wait(3.0)
    assert ear.last[0].startswith("Deal 1: ") and ear.last[1].startswith("Trumps are "), ear.last
    assert not any(words.startswith("Taken back") for words in ear.last)


def test_a_card_between_a_bid_and_its_result_is_said_to_be_in_the_hand(program: Opens, monkeypatch: pytest.MonkeyPatch) -> None:
    """And an empty hand is no list."""
    _, ear = listened(program, monkeypatch, "throps")
    ear.play(14)
    between = []
    for turn in ear.turns[1:]:
        result = next((at for at, one in enumerate(turn) if " wins " in one.words or "You win " in one.words), len(turn))
        between += [one.words for one in turn[:result] if one.is_focus and re.search(r"\d of \d+\b", one.words)]
    assert len(between) > 5 and all(", in your hand, " in words for words in between), between
    empty = [one.words for turn in ear.turns for one in turn if one.words.startswith("Your hand, no cards")]
    assert empty == ["Your hand, no cards"]


@pytest.mark.parametrize(("game", "at_once"), [("gops", False), ("throps", True)])
def test_a_sealed_bid_is_told_to_its_person_and_not_to_the_next(
    program: Opens, monkeypatch: pytest.MonkeyPatch, game: str, at_once: bool
) -> None:
    """at_once: whether a computer player bids next, so that no curtain falls."""
    monkeypatch.setattr(sys, "platform", "linux")
    one, ear = program.into(Ear, game, "Ben", people=({"name": "Anna"}, {"name": "Ben"}), name="Anna")
    ear.open_curtain()
    one.key(pygame.K_RIGHT)
    table = one.top
    person, card = table.match.me, spoken_text(table.match.game.text.card_name(table.hand.focus))
    ear.turns.append([])
    one.key(pygame.K_RETURN)
    assert any(f" bids {card}" in words for words in ear.last) == at_once
    for _ in range(40):
        if isinstance(one.top, HandoverScene):
            break
        ear.wait(0.25)
    ear.turns.append([])
    ear.open_curtain()
    assert table.match.me != person
    assert ear.last and not [words for words in ear.last if card in words]
