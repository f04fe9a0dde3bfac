"""The program with a reader: the tree follows what is shown, and what is asked for is done as keys would do it."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pygame
import pytest

from goosetable import cards
from goosetable.app.reader.bridge import Bridge
from goosetable.app.reader.reader import CLOSING_SECONDS, ECHO_DELAY_MOVING, Reader, typing_echo
from goosetable.app.scenes.history.dialogs import ImportScene
from goosetable.app.scenes.new_game.scene import NewGameScene
from goosetable.app.scenes.settings.scene import SettingsScene
from goosetable.app.scenes.statistics import StatisticsScene
from goosetable.app.scenes.table.scene import TableScene
from goosetable.app.scenes.title.scene import TitleScene
from goosetable.app.ui.accessible import AccessibleTree, Caret, TreePart, all_parts
from goosetable.app.ui.scene import Scenes
from goosetable.engine.rules.state import TrickState
from tests.app.conftest import Opens
from tests.app.reader.kit import Action, KnownDesktop, RecordedAdapter, RecordedKit


class Listener:
    """A program, and a reader that listens to it."""

    def __init__(self, program: Any, desktop: type[KnownDesktop] = KnownDesktop) -> None:
        self.program, self.kit = program, RecordedKit()
        bridge = Bridge("goosetable", lambda: self.kit, desktop)
        bridge.open()
        self.reader = Reader(bridge)
        program.loop.reader = self.reader

    @property
    def adapter(self) -> RecordedAdapter:
        return self.kit.adapters[0]

    def listen(self) -> None:
        self.adapter.begin()
        self.program.step()

    def ask(self, name: str, action: Action = Action.CLICK, text: str = "") -> None:
        self.adapter.ask(name, action, text)
        self.program.step()
        self.program.finish()
        self.program.step(0.3)

    def wish(self, number: int, action: Action = Action.CLICK) -> None:
        """Asks a node for something, whether the tree still has it or not; done in the next step."""
        self.adapter.act(SimpleNamespace(action=action, target=number, data=None))

    def said(self) -> list[str]:
        return self.adapter.announced()


@pytest.fixture
def listening(program: Opens, monkeypatch: pytest.MonkeyPatch) -> Iterator[Listener]:
    monkeypatch.setattr(sys, "platform", "linux")
    found, _ = program.at(TitleScene)
    found.finish()
    yield Listener(found)


class TitledDesktop(KnownDesktop):
    """No reader listens to announcements."""

    def begin(self) -> None:
        self.on_change(False)


def test_news_that_follow_fast_become_one_title(program: Opens, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    found, _ = program.at(TitleScene)
    listening = Listener(found, TitledDesktop)
    listening.listen()
    found.wait(0.6)
    for notice in ("One.", "Two.", "Three."):
        listening.reader.announce_notice(notice)
        found.top.dirty = True
        found.step(0.1)
    titles = [dict(update.nodes)[1].set["label"] for update in listening.adapter.updates if 1 in dict(update.nodes)]
    assert titles[-2:] == ["", "One."]
    found.wait(0.6)
    assert listening.adapter.nodes[1].set["label"] == "Two. Three."


def test_the_same_words_again_are_another_title(program: Opens, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    found, _ = program.at(TitleScene)
    listening = Listener(found, TitledDesktop)
    listening.listen()
    titles = []
    for _ in range(3):
        found.wait(0.6)
        listening.reader.announce_notice("No mistake after this step.")
        found.top.dirty = True
        found.wait(0.6)
        titles.append(listening.adapter.nodes[1].set["label"])
    assert [title.strip() for title in titles] == ["No mistake after this step."] * 3
    assert titles[0] != titles[1] != titles[2]


def test_an_effect_follows_the_event_that_explains_it(program: Opens, monkeypatch: pytest.MonkeyPatch) -> None:
    """An older Orca reads the description of the focused card late, so no update may change it after the focus."""
    monkeypatch.setattr(sys, "platform", "linux")
    found, _ = program.at(TitleScene)
    listening = Listener(found, TitledDesktop)
    listening.listen()

    def shown(log: str, focus: str, **effects: str) -> str:
        """Returns the title, after the table showed its hand with these effects."""
        hand = tuple(TreePart(card, "option", card, description=effect, actions=("focus",)) for card, effect in effects.items())
        lines = tuple(log.split("|"))
        monkeypatch.setattr(found.top, "accessible_tree", lambda: AccessibleTree("Goose", hand, focus, log=lines, log_id=1))
        found.top.dirty = True
        found.wait(0.6)
        title: str = listening.adapter.nodes[1].set["label"]
        return title

    def described() -> list[str]:
        return [node.set.get("description", "") for node in listening.adapter.reached() if node.actions]

    shown("Goose.", "queen", queen="", jack="", ten="")
    assert shown("Goose.|You play queen.", "jack", jack="", ten="") == "You play queen."
    title = shown("Goose.|You play queen.|Vesper leads king.", "jack", jack="Stays below king.", ten="Wins.")
    assert title == "Vesper leads king. Jack: Stays below king."
    assert described() == ["", "Wins."]
    assert shown("Goose.|You play queen.|Vesper leads king.", "ten", jack="Stays below king.", ten="Wins.") == title
    assert described() == ["Stays below king.", "Wins."], "the person has moved the focus, and so has read the title"
    title = shown("Goose.|You play queen.|Vesper leads king.|Vesper leads ace.", "jack", jack="Loses.", ten="Loses.")
    assert (title, described()) == ("Vesper leads ace.", ["Loses.", ""]), "no effect on the card that had the focus before"
    told = "Goose.|You play queen.|Vesper leads king.|Vesper leads ace.|You play jack."
    assert shown(told, "ten", ten="Wins.") == "You play jack."
    assert described() == ["Wins."], "a card that has the focus again"


def test_a_field_is_echoed_to_a_reader_that_cannot_read_it(program: Opens, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    found, scene = program.at(lambda context, _: SettingsScene(context), name="Anna B")
    listening = Listener(found, TitledDesktop)
    listening.listen()
    listening.ask("People")
    found.wait(0.6)
    scene.widgets.focus_on(next(one for one in scene.widgets.all if one.label == "Your name"))
    said = []
    left, home, delete, right, back, end = (
        pygame.K_LEFT, pygame.K_HOME, pygame.K_DELETE, pygame.K_RIGHT, pygame.K_BACKSPACE, pygame.K_END,
    )  # fmt: skip
    for key in (0, left, home, home, delete, right, back, end):
        if key:
            found.key(key)
        scene.dirty = True
        found.wait(0.6)
        said.append(listening.adapter.nodes[1].set["label"])
    assert said == ["Anna B.", "Capital B.", "Anna.", "Capital A.", "Capital A deleted.", "N.", "N deleted.", "End."]


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("An|na", "Ann|na", "n"),
        ("An|na", "An.|na", "full stop"),
        ("[Anna|", "Be|", "Be"),
        ("A[nn|a", "A|a", "nn deleted"),
        ("Anna B|", "|Anna B", "Anna"),
        ("Anna|", "A[nna|", "nna selected"),
        ("A[nna|", "A|nna", "nna"),
        ("Anna |B", "Anna| B", "space"),
        ("Anna|", "Anna|", ""),
    ],
)
def test_a_change_in_a_field_is_the_sign_the_word_or_the_selection(old: str, new: str, words: str) -> None:
    """The caret is |, the other end of a selection [."""

    def field(text: str) -> TreePart:
        place = text.replace("[", "").index("|")
        anchor = text.index("[") if "[" in text else place
        return TreePart("name", "field", value=text.replace("[", "").replace("|", ""), caret=Caret(anchor, place))

    assert typing_echo(field(old), field(new), echo_selections=True) == words


def test_no_tree_is_made_before_anybody_listens(listening: Listener) -> None:
    listening.program.key(pygame.K_TAB)
    assert not listening.program.context.reader_listens
    assert listening.reader.heard is None


def test_the_window_is_opened_to_readers_after_its_first_frame(program: Opens) -> None:
    found, _ = program.at(TitleScene)
    assert found.loop.reader is None
    for _ in range(5000):  # on a busy machine each does a single piece
        found.loop.do_idle_work(1.0)
        if found.loop.reader is not None:
            break
    assert found.loop.reader is not None
    assert found.loop.reader.bridge.is_reachable != bool(found.loop.reader.bridge.fault)
    found.step()
    assert not found.loop.reader.is_listening


def test_a_reader_hears_the_screen_that_stands_still(listening: Listener) -> None:
    listening.listen()
    assert listening.adapter.named("Settings")
    assert listening.adapter.focus == listening.adapter.named("Lay a table")[0]


def test_the_focus_follows_the_keys_and_the_reader(listening: Listener) -> None:
    listening.listen()
    listening.program.key(pygame.K_TAB)
    focus = listening.program.top.widgets.focus
    assert focus.label != "Lay a table"
    assert listening.adapter.focus == listening.adapter.named(focus.label)[0]
    listening.ask("Statistics", Action.FOCUS)
    assert listening.program.top.widgets.focus.label == "Statistics"
    assert listening.adapter.focus == listening.adapter.named("Statistics")[0]


def test_a_value_is_stepped_and_a_switch_turned(listening: Listener) -> None:
    listening.listen()
    listening.ask("Settings")
    assert not any(node.set.get("label") == "Lay a table" for node in listening.adapter.reached())
    before = listening.program.context.settings.text_size
    listening.ask(f"Text size: {round(100 * before)} %", Action.INCREMENT)
    assert listening.program.context.settings.text_size > before
    listening.ask("Play")
    assert listening.said()[-1] == "Play."
    listening.ask("Play my only card for me")
    assert listening.program.context.settings.play_forced
    assert listening.adapter.named("Play my only card for me")[1].set["toggled"] == "TRUE"


def test_a_text_is_written_into_a_field(listening: Listener) -> None:
    listening.listen()
    listening.ask("Settings")
    listening.ask("People")
    listening.ask("Your name", Action.SET_VALUE, "Chloë")
    assert listening.program.context.settings.name == "Chloë"
    assert listening.adapter.named("Your name")[1].set["value"] == "Chloë"


def test_what_came_back_is_not_done_by_a_reader_that_knew_it_before(listening: Listener) -> None:
    program = listening.program
    listening.listen()
    before = listening.adapter.named("Statistics")[0]
    listening.ask("Settings")
    listening.wish(before)
    program.step()
    assert isinstance(program.top, SettingsScene), "what is gone is not done"
    program.key(pygame.K_ESCAPE, finish=True)
    assert isinstance(program.top, TitleScene)
    assert listening.adapter.focus == listening.adapter.named("Settings")[0]
    for number, scene in ((before, TitleScene), (listening.adapter.named("Statistics")[0], StatisticsScene)):
        listening.wish(number)
        program.step()
        assert isinstance(program.top, scene)


def test_what_is_asked_of_a_scene_is_not_done_in_the_next_one(listening: Listener) -> None:
    program = listening.program
    listening.listen()
    listening.ask("Settings", Action.FOCUS)
    number = listening.adapter.named("Statistics")[0]
    listening.wish(number)
    program.key(pygame.K_RETURN)  # in the same turn of the loop, before the reader is told of it
    program.step()
    assert isinstance(program.top, SettingsScene)
    program.key(pygame.K_ESCAPE)
    assert listening.adapter.focus == listening.adapter.named("Settings")[0]


def test_what_went_away_a_moment_ago_is_not_done(listening: Listener) -> None:
    program = listening.program
    listening.listen()
    listening.ask("Settings")
    before = program.context.settings.text_size
    for name, action in (("Play", Action.CLICK), (f"Text size: {round(100 * before)} %", Action.INCREMENT)):
        number = listening.adapter.named(name)[0]
        listening.wish(number, action)
    program.step()  # both in one turn of the loop: the other leaf of the settings is not yet told
    assert program.context.settings.text_size == before
    assert listening.adapter.focus == listening.adapter.named("Play")[0]


def test_a_card_is_played_and_what_others_do_is_said(listening: Listener) -> None:
    program = listening.program
    listening.listen()
    listening.ask("Gooseberry Fool")
    assert isinstance(program.top, NewGameScene)
    listening.ask("Deal")
    table = program.top
    assert isinstance(table, TableScene)
    for _ in range(200):
        if table.stage.snapshot.mine and not table.is_moving:
            break
        program.finish()
        program.step(0.5)
    program.step(0.5)
    tree = listening.reader.heard
    assert tree is not None
    hand = next(part for part in tree.parts if part.key == "hand")
    assert len(hand.parts) == 11
    assert listening.adapter.named("Hint")[1].set["keyboard_shortcut"] == "H"
    barred = [card for card in hand.parts if card.disabled]
    known = table.match.view_at_screen().known
    assert isinstance(known, TrickState)
    led = cards.SUIT_NAMES[cards.suit(known.trick[0])]
    assert barred and all(card.description.startswith(f"May not be played. {led.capitalize()} were led") for card in barred)
    listening.ask(barred[0].name)
    assert listening.said()[-1].startswith(f"Not {barred[0].name}: {led} were led")
    for opens, mod in ((pygame.K_F10, 0), (pygame.K_F1, 0), (pygame.K_p, 0), (pygame.K_F1, pygame.KMOD_LSHIFT)):
        program.key(opens, mod=mod)
        assert program.top is not table
        program.key(pygame.K_ESCAPE)
    program.step(0.5)
    card = next(card.name for card in hand.parts if not card.disabled)
    listening.ask(card)
    assert any(f"You play {card}." in said for said in listening.said())
    assert next(part for part in all_parts(listening.reader.heard.parts) if part.key == "hand").name == "Your hand, 10 cards"


def test_a_tree_that_cannot_be_made_is_logged_and_the_last_one_stays(
    listening: Listener, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    listening.listen()
    monkeypatch.setattr(SettingsScene, "accessible_tree", lambda scene: 1 / 0)
    listening.program.key(pygame.K_F10)
    assert isinstance(listening.program.top, SettingsScene) and listening.adapter.named("Settings")
    assert "the accessible tree of SettingsScene could not be made" in caplog.text
    listening.program.key(pygame.K_ESCAPE)
    assert listening.adapter.named("Lay a table")


def test_the_open_tab_of_the_settings_says_that_it_is_selected(listening: Listener) -> None:
    listening.listen()
    listening.ask("Settings")
    for name in ("Play", "Sound"):
        listening.ask(name)
        tabs = {
            tab: listening.adapter.named(tab)[1].set.get("description", "") for tab in ("Table", "Play", "Sound", "Program")
        }
        assert [(tab, said) for tab, said in tabs.items() if said] == [(name, "Selected.")]


def test_a_lesson_begins_with_the_words_of_the_teacher(listening: Listener, monkeypatch: pytest.MonkeyPatch) -> None:
    listening.listen()
    program, heard = listening.program, []
    send = listening.reader.bridge.send

    def hear(tree: AccessibleTree, news: str = "", *more: bool) -> None:
        heard.append((news, "" if tree.focused_part is None else tree.focused_part.name))
        send(tree, news, *more)

    program.click(program.find("Learn a game"), finish=True)
    monkeypatch.setattr(listening.reader.bridge, "send", hear)
    program.click(program.find("Gooseberry Fool"))
    program.wait(3.0)
    words, focus = heard[0]
    assert words.startswith("Lesson in Gooseberry Fool, step 1 of ") and ". Three players" in words and focus == "Go on", heard
    assert not any("hand" in name for _, name in heard)


def test_no_frame_is_drawn_while_the_words_of_a_scene_are_awaited(listening: Listener, monkeypatch: pytest.MonkeyPatch) -> None:
    listening.listen()
    program = listening.program
    monkeypatch.setattr(TitleScene, "words_wait", True)
    program.top.dirty = True
    program.step()
    before, told = program.loop.frames, len(listening.adapter.updates)
    program.wait(1.0)
    assert program.loop.frames == before
    monkeypatch.setattr(TitleScene, "words_wait", False)
    listening.reader.announce_notice("A game was found.")
    program.step()
    assert program.loop.frames == before + 1 and len(listening.adapter.updates) > told


def test_what_was_said_of_a_page_is_said_again(listening: Listener) -> None:
    listening.listen()
    listening.ask("Statistics")
    said = listening.said()[-1]
    for _ in range(2):
        listening.program.key(pygame.K_r)
        listening.program.step()
        assert said in listening.said()[-1]
        assert len(listening.said()[-1]) < 2 * len(said)


def test_a_scene_with_a_reminder_repeats_it_alone(listening: Listener, monkeypatch: pytest.MonkeyPatch) -> None:
    listening.listen()
    reminder = "Anna: 2 tricks. How many tricks did Ruth take?"
    tree = listening.program.top.accessible_tree()._replace(reminder=reminder)
    monkeypatch.setattr(listening.program.top, "accessible_tree", lambda: tree)
    listening.program.key(pygame.K_r)
    listening.program.step()
    assert listening.said()[-1] == reminder


def test_a_notice_is_announced(listening: Listener) -> None:
    listening.listen()
    listening.program.context.show_notice("Everything is kept again.")
    listening.program.step()
    listening.program.step()
    assert listening.said()[-1] == "Everything is kept again."


def test_keys_that_change_no_words_of_the_page_are_announced(listening: Listener) -> None:
    listening.listen()
    for key, said in (
        (pygame.K_m, "The sound is off."),
        (pygame.K_m, "The sound is on."),
        (pygame.K_F11, "Full screen."),
        (pygame.K_F11, "A window again."),
    ):
        listening.program.key(key)
        listening.program.step()
        assert listening.said()[-1] == said


def test_a_text_that_enter_handed_over_is_not_called_deleted(program: Opens, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    found, _ = program.at(lambda context, _: ImportScene(context))
    listening, voice = Listener(found), Voiced()
    listening.reader._speech = lambda: voice  # type: ignore[assignment, return-value]
    found.key(pygame.K_F9)
    found.step()
    found.type("nowhere.goose")
    found.key(pygame.K_RETURN)
    for _ in range(3):
        found.finish()
        found.step(ECHO_DELAY_MOVING)
    words = " ".join(one for one, _ in voice.said)
    assert "deleted" not in words and "1 refused. Nowhere.goose: " in words


def test_the_effect_of_a_new_focus_ends_the_news(listening: Listener, monkeypatch: pytest.MonkeyPatch) -> None:
    """Orca from version 45 on reads a new focus before announcements."""
    listening.listen()
    for log, focus in (("Goose.", "queen"), ("Goose.|Vesper leads king.", "jack"), ("Goose.|Vesper leads king.", "ten")):
        hand = tuple(TreePart(card, "option", card, description="Loses.", actions=("focus",)) for card in ("jack", "ten"))
        tree = AccessibleTree("Goose", hand, focus, log=tuple(log.split("|")), log_id=1)
        monkeypatch.setattr(listening.program.top, "accessible_tree", lambda tree=tree: tree)
        listening.program.top.dirty = True
        listening.program.step()
        described = [node.set.get("description", "") for node in listening.adapter.reached() if node.actions]
        assert described == (["", "Loses."] if focus == "jack" else ["Loses.", "Loses."])
    assert listening.said()[-1] == "Vesper leads king. Jack: Loses."
    hand = (TreePart("two", "option", "two", description="May not be played.", disabled=True),)
    tree = AccessibleTree("Goose", hand, "two", log=("Goose.", "Vesper leads king.", "Minim plays ace."), log_id=1)
    monkeypatch.setattr(listening.program.top, "accessible_tree", lambda: tree)
    listening.program.top.dirty = True
    listening.program.step()
    barred = listening.adapter.nodes[listening.adapter.focus].set
    assert barred["disabled"] and barred["description"] == "May not be played."


@pytest.mark.parametrize("private", [False, True])
def test_news_of_one_person_leave_the_tree_with_the_scene(
    listening: Listener, monkeypatch: pytest.MonkeyPatch, private: bool
) -> None:
    monkeypatch.setattr(Scenes, "shown_private_views", frozenset({(1, 0)} if private else ()))
    listening.listen()
    listening.program.context.show_notice("You hold a Goose.")
    listening.program.step()
    listening.program.step()
    listening.program.key(pygame.K_F10)
    assert listening.said()[-1].startswith("Settings.")
    assert ("You hold a Goose." in listening.said()) != private


class Voiced:
    """A voice that remembers."""

    def __init__(self) -> None:
        self.said: list[tuple[str, bool]] = []
        self.closed = False
        self.fault = ""

    def say(self, words: str, interrupt: bool = False) -> None:
        if words:
            self.said.append((words, interrupt))

    def close(self) -> None:
        self.closed = True


def test_who_wants_it_hears_a_voice_and_f9_ends_it(listening: Listener) -> None:
    program, voice = listening.program, Voiced()
    listening.reader._speech = lambda: voice  # type: ignore[assignment, return-value]
    program.step()
    program.key(pygame.K_F9)
    program.step()
    assert program.context.settings.speak
    assert voice.said[0][0].startswith("The voice is on. ") and voice.said[-1][0] == "Lay a table, button"
    assert not listening.adapter.updates
    program.key(pygame.K_TAB)
    assert voice.said[-1][1] and voice.said[-1][0].startswith(program.top.widgets.focus.label)
    program.key(pygame.K_F9)
    program.step()
    assert voice.said[-1] == ("The voice is off.", True) and not voice.closed
    for _ in range(round(50 * CLOSING_SECONDS)):
        program.step(0.25)
    assert voice.closed and not program.context.reader_listens


def test_a_voice_is_silent_where_a_screen_reader_speaks(listening: Listener) -> None:
    voice = Voiced()
    listening.reader._speech = lambda: voice  # type: ignore[assignment, return-value]
    listening.listen()
    listening.program.key(pygame.K_F9, pygame.K_TAB)
    assert not voice.said


def test_a_missing_voice_is_said(listening: Listener) -> None:
    voice = Voiced()
    voice.fault = "speech-dispatcher is not running"
    listening.reader._speech = lambda: voice  # type: ignore[assignment, return-value]
    listening.program.key(pygame.K_F9)
    listening.program.step()
    assert listening.program.loop._notice == "Nothing can be said aloud: speech-dispatcher is not running."
    listening.program.key(pygame.K_F9)
    listening.program.step()
    assert not listening.program.context.voice_fault


def test_a_key_of_which_nothing_comes_says_so_and_one_of_the_focus_where_it_is(listening: Listener) -> None:
    program, voice = listening.program, Voiced()
    listening.reader._speech = lambda: voice  # type: ignore[assignment, return-value]
    program.key(pygame.K_F9)
    program.step()
    for key, said in (
        (pygame.K_l, "L does nothing here now."),
        (pygame.K_ESCAPE, "Esc does nothing here now."),
        (pygame.K_q, "Lay a table, button."),
        (pygame.K_END, "Lay a table. End leads nowhere here; Tab: Learn a game."),
    ):
        before = len(voice.said)
        program.key(key)
        assert len(voice.said) == before
        for _ in range(3):
            program.step(ECHO_DELAY_MOVING)
        assert len(voice.said) == before + 1 and voice.said[-1][0].endswith(said)
    program.key(pygame.K_TAB)
    assert len(voice.said) == before + 2
    for _ in range(3):
        program.step(ECHO_DELAY_MOVING)
    assert len(voice.said) == before + 2
