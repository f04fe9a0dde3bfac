"""Screen reading in the main loop: publishes each picture as an accessible tree, and performs the requests of
screen readers.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Container, Mapping, Sequence
from itertools import takewhile
from typing import Final
from unicodedata import name as unicode_name

import pygame

from goosetable.app.context import Context
from goosetable.app.reader.bridge import Bridge, Request, uses_at_spi
from goosetable.app.reader.speech import Speech
from goosetable.app.ui import keymap
from goosetable.app.ui.accessible import (
    AccessibleTree,
    Act,
    TreePart,
    all_parts,
    as_spoken_sentence,
    as_spoken_sentences,
    spoken_text,
)
from goosetable.app.ui.focus import SHORTCUT_MODIFIERS
from goosetable.app.ui.keymap import TABLE
from goosetable.app.ui.scene import Scene, Scenes

_log: Final = logging.getLogger(__name__)
MOST_STORED: Final = 12
"""Number of announcements that are stored, so that they can be repeated."""
LATEST_LINES: Final = 3
"""Number of lines of a long log, the latest, that are announced when the log first appears."""
LONGEST_NEW_LOG: Final = 8
"""Largest number of lines of a log that is announced completely when it first appears, as at the beginning of a deal."""
TAKEN_BACK: Final = "Taken back"
"""Beginning of the announcement of an action that was taken back."""


class Announcer:
    """Determines the texts to announce after each change of the accessible tree.

    last: the announcements since the scene opened, oldest first.
    """

    def __init__(self) -> None:
        self.last: list[str] = []
        self._logs: dict[int, tuple[str, ...]] = {}
        """Announced lines by `log_id`, with the person's own actions that the log does not have yet."""
        self._own_lines: dict[int, tuple[str, ...]] = {}
        self._deals: dict[int, str] = {}
        self._facts: dict[int, tuple[str, ...]] = {}
        self._told_facts: dict[int, set[str]] = {}
        """Marks that were announced to this person in this deal, by `log_id`; some may no longer be true."""
        self._rules: dict[int, set[str]] = {}
        """Rules that were announced in this deal, by `log_id`."""
        self._intros: dict[int, str] = {}
        """Announced introductions of the scenes that are still on the stack."""
        self.scene: int | None = None
        """Identity of the scene of the last announcement."""
        self._line = self._before = ("", 0)
        self._focus = ("", "")

    def new_announcements(
        self, scene: int, tree: AccessibleTree, notices: Sequence[str] = (), stack: Sequence[int] = ()
    ) -> list[str]:
        """Returns the new announcements in the order of events. scene: identity of the scene. stack: identities of all open
        scenes. Notices come first, but after the introduction of a scene that follows another one.

        When a scene is on top again after another one was closed, only its title is announced. The key R repeats its
        introduction.
        """
        came = scene != self.scene
        sentences = [spoken_text(notice) for notice in notices]
        late = sentences if came and tree.intro and self.scene is not None else []
        found = [*([] if late else sentences), *self._event_announcements(tree)]
        self._intros = {one: told for one, told in self._intros.items() if one in stack}
        known = bool(tree.intro) and self._intros.get(scene) == tree.intro
        full = list(found)
        if came and tree.intro:
            found.append(tree.title if known else tree.intro)
            full.append(tree.intro)
            self._intros[scene] = tree.intro
        found += late
        full += late
        line = tree.line, tree.turn
        back = line == self._before and not came  # after an explanation the same question is still open
        words = tree.line if came or any(said.startswith(TAKEN_BACK) for said in found) else tree.short_line or tree.line
        if tree.line and (came or line != self._line) and not back and not any(words in said for said in full):
            asked = [words, *self._rule_announcements(tree)]
            found = [said for said in found if not words.startswith(as_spoken_sentence(said))]  # the line repeats it
            found += asked
            full += asked
        if line != self._line:
            self._before = self._line
        self.scene, self._line = scene, line
        # Announcements of another scene are not repeated, because they may have been for another person.
        self.last = [*(() if came else self.last), *full][-MOST_STORED:]
        return found

    def forget_announcements(self) -> None:
        """Drops all announcements that the key R could repeat."""
        self.last = []
        self._focus = ("", "")

    def _rule_announcements(self, tree: AccessibleTree) -> list[str]:
        known = self._rules.setdefault(tree.log_id, set())
        found = [rule for rule in tree.rules if rule not in known]
        known.update(found)
        return found

    def _table_fact_announcements(self, tree: AccessibleTree) -> list[str]:
        """Returns the sentences about the table (the `facts` of the tree) that were not announced in this deal."""
        before, told = self._facts.get(tree.log_id, ()), self._told_facts.setdefault(tree.log_id, set())
        self._facts[tree.log_id] = tree.facts
        found = [fact for fact in tree.facts if fact not in before and fact not in told]
        told.update(tree.facts)
        return found

    def _deal_announcements(self, tree: AccessibleTree) -> list[str]:
        """Returns the sentence about the deal, in a list, if it has changed; else an empty list."""
        before, self._deals[tree.log_id] = self._deals.get(tree.log_id, ""), tree.deal
        return [tree.deal] if tree.deal and tree.deal != before else []

    def _event_announcements(self, tree: AccessibleTree) -> list[str]:
        if not tree.log_id:
            self._forget_private_announcements()
            return []
        if tree.deal and self._deals.get(tree.log_id) == "":  # the deal before has been scored
            for kept in (self._logs, self._own_lines, self._told_facts, self._rules):
                kept.pop(tree.log_id, None)
        begins = not self._continues_log(tree)
        lines, deal = self._log_line_announcements(tree), self._deal_announcements(tree)
        facts = [fact for fact in self._table_fact_announcements(tree) if not any(fact in line for line in lines)]
        return [*deal, *lines, *facts] if begins else [*lines, *facts, *deal]

    def _continues_log(self, tree: AccessibleTree) -> bool:
        """Returns True if the log of a tree begins with the whole announced log, apart from own actions announced ahead."""
        announced = self._logs.get(tree.log_id, ())
        public = announced[: len(announced) - len(self._own_lines.get(tree.log_id, ()))]
        return bool(public) and tree.log[: len(public)] == public

    def _log_line_announcements(self, tree: AccessibleTree) -> list[str]:
        log_id = tree.log_id
        before, log = self._logs.pop(log_id, None), self._log_with_own_actions(tree)
        self._logs[log_id] = log
        while len(self._logs) > MOST_STORED:
            self._forget_log(next(iter(self._logs)))
        if before is None:
            return list(log if len(log) <= LONGEST_NEW_LOG else log[-LATEST_LINES:])
        if before == log or not log:
            return []
        same = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(before, log, strict=False)))
        ahead, found = list(before[same:]), list(log[same:])
        if all(line in found for line in ahead):  # own actions that the log did not have yet
            for line in ahead:
                found.remove(line)
            return found
        self._told_facts.pop(log_id, None)
        if before[: len(log)] == log:
            return [] if tree.line.startswith(TAKEN_BACK) else [f"{TAKEN_BACK}: {before[len(log)]}"]
        self._rules.pop(log_id, None)
        return list(log)  # another deal, or another person's log

    def _log_with_own_actions(self, tree: AccessibleTree) -> tuple[str, ...]:
        """Returns the log of a tree, followed by lines on the person's own actions that are not in the log yet.

        While the person is hidden, the tree has no such lines. Then the lines announced before are used, as far as they are not
        in the log.
        """
        before = self._own_lines.get(tree.log_id, ())
        own_lines = tree.own_lines if tree.own_lines is not None else tuple(line for line in before if line not in tree.log)
        self._own_lines[tree.log_id] = own_lines
        return (*tree.log, *own_lines)

    def _forget_private_announcements(self) -> None:
        """Drops the announcements that only the person at the screen may know, because another person may sit there
        afterwards.
        """
        self._told_facts = {log_id: set(facts) for log_id, facts in self._facts.items()}
        for log_id, own_lines in self._own_lines.items():
            self._logs[log_id] = self._logs[log_id][: len(self._logs[log_id]) - len(own_lines)]
        self._own_lines.clear()

    def _forget_log(self, log_id: int) -> None:
        for kept in (self._logs, self._own_lines, self._deals, self._facts, self._told_facts, self._rules):
            kept.pop(log_id, None)

    def focused_words(self, tree: AccessibleTree) -> str:
        """Returns the focused part in words; "" if the same part had the focus before with the same words.

        A list is not announced if it is empty, or if one of its parts had the focus before.
        """
        part = tree.focused_part
        told = "" if part is None else spoken_line(part)
        before, self._focus = self._focus, (tree.focus, told)
        if part is not None and part.kind == "listbox":
            within = before[0] == tree.focus or before[0].startswith(f"{tree.focus}/")
            told = "" if within or part.disabled else told
        return told if told != before[1] else ""

    @property
    def last_focused_words(self) -> str:
        """The part that last had the focus, in words."""
        return self._focus[1]


KIND_NAMES: Final = {
    "button": "button", "column": "column", "combo": "choice", "field": "text field", "link": "link", "listbox": "list",
    "radio": "choice", "slider": "slider", "spinner": "choice", "switch": "switch", "tab": "tab",
}  # fmt: skip


def spoken_line(part: TreePart) -> str:
    """Returns the line that the built-in voice speaks for a part: name, kind, value, state and description."""
    said = [part.name, KIND_NAMES.get(part.kind, ""), "" if part.kind == "document" else part.value]  # it is read part by part
    if part.chosen is not None and part.kind == "switch":
        said.append("on" if part.chosen else "off")
    elif part.chosen and part.kind != "option":
        said.append("chosen")
    if part.place is not None:
        said.append(f"{part.place[0]} of {part.place[1]}")
    line = ""
    for one in filter(None, said):
        line += f"{'' if not line else ' ' if line[-1] in '.!?…' else ', '}{one}"
    if part.disabled and part.kind != "option":
        line += ", not available"
    return f"{line}. {part.description}" if part.description else line


def character_name(character: str) -> str:
    """Returns a character of a text field in words, such as "a", "capital a" or "comma"."""
    if character.isalnum():
        return f"capital {character}" if character.isupper() else character
    return unicode_name(character, character).lower()


def character_at_caret(part: TreePart) -> str:
    """Returns the character after the caret of a text field in words; "End" at the end of the text."""
    place = part.caret.place if part.caret is not None else 0
    return character_name(part.value[place]) if place < len(part.value) else "End"


def typing_echo(before: TreePart, after: TreePart, echo_selections: bool) -> str:
    """Returns the words that a screen reader speaks after a change of text or caret in a field; "" for no change.

    before, after: the focused field before and after the change. echo_selections: False if the screen reader itself speaks
    selections and their deletion; for such a change the function then returns "".
    """
    if before.caret is None or after.caret is None:
        return ""
    old, new = before.value, after.value
    if after.kind != "field":
        return new if new != old else ""  # a number is read whole
    selected, selects = (caret.anchor != caret.place for caret in (before.caret, after.caret))
    place = after.caret.place
    if new != old:
        rest = len(new) - place  # the text behind the caret is the same
        both = zip(old[: len(old) - rest], new[:place], strict=False)
        first = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], both))
        if typed := new[first:place]:
            return character_name(typed) if len(typed) == 1 else typed
        cut = old[first : len(old) - rest]
        return f"{character_name(cut) if len(cut) == 1 else cut} deleted" if echo_selections or not selected else ""
    if after.caret[:2] == before.caret[:2] or ((selected or selects) and not echo_selections):
        return ""
    if selects:
        return f"{new[min(after.caret[:2]) : max(after.caret[:2])]} selected"
    words = new[place:].split()
    return words[0] if abs(place - before.caret.place) > 1 and words else character_at_caret(after)


KEYS_OF_ACTS: Final[Mapping[Act, int]] = {"use": pygame.K_RETURN, "more": pygame.K_RIGHT, "less": pygame.K_LEFT}
"""Keys that activate the focused part, or step its value."""
MOVING_KEYS: Final = (
    pygame.K_LEFT, pygame.K_RIGHT, pygame.K_UP, pygame.K_DOWN, pygame.K_HOME, pygame.K_END, pygame.K_PAGEUP, pygame.K_PAGEDOWN,
    pygame.K_TAB, pygame.K_F6, *range(pygame.K_0, pygame.K_9 + 1),
)  # fmt: skip
"""Keys that move the focus, or scroll."""
CARET_KEYS: Final = (pygame.K_LEFT, pygame.K_RIGHT, pygame.K_HOME, pygame.K_END, pygame.K_BACKSPACE, pygame.K_DELETE)
"""Keys that move the caret of a text field, or delete text at the caret."""
ECHO_DELAY: Final = 0.3
"""Seconds from a key press without effect to the announcement that the key has no effect, while nothing moves."""
VOICE_ON: Final = "The voice is on."
VOICE_OFF: Final = "The voice is off."
CLOSING_SECONDS: Final = 2.0
"""Seconds in which a voice that was switched off may finish its last sentence."""
ECHO_DELAY_MOVING: Final = 1.0
"""Seconds from a key press without effect to the announcement that the key has no effect, while something moves."""
UPDATE_PAUSE: Final = 0.2
"""Least number of seconds between two updates of the tree while something moves."""
TITLE_PAUSE: Final = 0.5
"""Seconds without an update after an announcement that became the title of the window. Orca mixes up titles that follow each
other faster.
"""


def _description(tree: AccessibleTree, key: str) -> str:
    """Returns the description of a part; "" if the tree has no such part."""
    return next((part.description for part in all_parts(tree.parts) if part.key == key), "")


def _name_and_description_sentence(tree: AccessibleTree) -> list[str]:
    """Returns a sentence with the name and description of the focused part, in a list; an empty list without a description."""
    part = tree.focused_part
    if part is None or not part.description:
        return []
    return [part.description if part.description.lower().startswith(part.name.lower()) else f"{part.name}: {part.description}"]


def _without_descriptions(parts: Sequence[TreePart], keys: Container[str]) -> tuple[TreePart, ...]:
    """Returns the parts of a tree. Parts with one of these keys have no description, and no longer count as disabled."""
    return tuple(
        part._replace(description="", disabled=False)
        if part.key in keys
        else part._replace(parts=_without_descriptions(part.parts, keys))
        for part in parts
    )


class Reader:
    """Keeps the accessible tree of a window up to date, while a screen reader or the built-in voice listens."""

    def __init__(self, bridge: Bridge, open_speech: Callable[[], Speech] = Speech) -> None:
        """open_speech: opens the built-in voice."""
        self.bridge = bridge
        self.announcer = Announcer()
        self.heard: AccessibleTree | None = None
        self._speech = open_speech
        self._voice: Speech | None = None
        self._notices: list[str] = []
        self._again = False
        self._requests: list[Request] = []
        """Requests that wait until a press can no longer be the second half of a double click; a screen reader makes none."""
        self._top: Scene | None = None
        """The last scene that was read. The reference prevents its identity from being reused."""
        self._waited = UPDATE_PAUSE
        self._key: pygame.event.Event | None = None
        """The last pressed key; None once something has been announced."""
        self._since = self._now = 0.0
        self._titled = -TITLE_PAUSE
        """Time of the last announcement by title."""
        self._undescribed: frozenset[str] = frozenset()
        """Keys of the parts that have no description in the tree, because it was announced by title or changed with it."""
        self._private = False
        """True if the last tree had the view of one person among several at the screen."""
        self._entered = ""
        """The key of a field that has just got the focus, and whose value has still to be announced by title."""
        self._parting: list[tuple[Speech, float]] = []
        """Voices that finish their last sentence, each with the time at which it is closed."""
        self._spoke: bool | None = None
        """True if the voice was wanted at the last check; None before the first check."""
        self.unpublished = False
        """True if the last picture has not been published yet, because something was moving."""

    @property
    def is_listening(self) -> bool:
        """True if a screen reader or the built-in voice listens."""
        return self.bridge.is_tree_wanted or self._voice is not None

    def announce_notice(self, sentence: str) -> None:
        """Announces a notice, whatever scene is open."""
        if self.is_listening:
            self._notices.append(sentence)

    def note_key_press(self, event: pygame.event.Event, scenes: Scenes) -> None:
        """Stores a key press, so that its effect can be announced, or the fact that it has no effect."""
        top = scenes.top
        if (
            not self.is_listening
            or getattr(event, "pad", False)
            or event.key in keymap.MODIFIER_KEYS
            or top is None
            or top.gets_all_keys
        ):
            return
        self._key, self._since = event, 0.0
        if keymap.is_command(event, "tell again"):
            self.repeat_announcements(scenes)

    def drop_waiting_announcements(self) -> None:
        """Drops the waiting announcements and stops the voice, because the person has switched to another window."""
        self._notices.clear()
        self._requests.clear()
        self.announcer.forget_announcements()
        self._key, self._again, self._waited = None, False, UPDATE_PAUSE
        if self._voice is not None:
            self._voice.hush()

    def _report_key_effect(self, scenes: Scenes) -> None:
        event, self._key = self._key, None
        if event is None or self.heard is None or scenes.top is None:
            return
        part = self.heard.focused_part
        if scenes.top.gets_all_keys:
            return
        if part is not None and part.kind == "field":
            if event.key in CARET_KEYS:
                self._notices.append(character_at_caret(part))
                scenes.top.dirty = True
            return
        found = keymap.commands_of(event)
        letter = pygame.K_a <= event.key <= pygame.K_z and not getattr(event, "mod", 0) & SHORTCUT_MODIFIERS
        is_idle = letter and not found and part is not None and part.kind == "option"  # in the hand digits lead to cards
        words = ""
        if event.key in MOVING_KEYS:
            edge = scenes.top.edge_sentence(event.key)
            named = part.name if edge and part is not None else self.announcer.last_focused_words
            words = as_spoken_sentences((named, edge))
        elif "tell turn" in found:
            words = as_spoken_sentences((self.heard.intro or self.heard.title, self.announcer.last_focused_words))
        elif event.key == pygame.K_ESCAPE or is_idle or (found and all(keymap.BY_ID[name].screens for name in found)):
            words = f"{keymap.key_text(keymap.stroke_of(event))} does nothing here now."
        if words:
            self._notices.append(words)
            scenes.top.dirty = True

    def repeat_announcements(self, scenes: Scenes) -> None:
        """Repeats the announcements since the scene opened. Does nothing at a table, where the same key repeats the log."""
        top = scenes.top
        if self.is_listening and top is not None and top.screen != TABLE:
            self._again, top.dirty = True, True

    def perform_requests(self, scenes: Scenes, context: Context, dt: float) -> bool:
        """Performs the waiting requests of the screen reader. Returns True if the scene must be drawn again. dt: seconds since
        the last call.
        """
        self._waited += dt
        self._update_voice(context)
        self._since += dt
        self._now += dt
        unread = scenes.top is not self._top  # a new scene is the answer to the key that opened it
        if (
            self._key is not None
            and not unread
            and self._since >= (ECHO_DELAY_MOVING if scenes.is_moving or self.unpublished else ECHO_DELAY)
        ):
            self._report_key_effect(scenes)
        self._requests += self.bridge.take_requests()
        while self._requests and not (scenes.top is not None and scenes.top.awaits_second_click):
            self._perform_request(scenes, self._requests.pop(0))
        begins = (self.bridge.is_tree_wanted and self.bridge.fresh) or (self.is_listening and not context.reader_listens)
        context.reader_listens = self.is_listening
        waits = self._must_wait_after_title or (scenes.top is not None and scenes.top.words_wait)
        return begins or (self.unpublished and not scenes.is_moving and not waits)

    @property
    def _must_wait_after_title(self) -> bool:
        """True if an announcement became the title of the window so recently that the next announcement has to wait."""
        return self._now - self._titled < TITLE_PAUSE

    def _update_voice(self, context: Context) -> None:
        aloud = context.settings.speak
        turned, self._spoke = self._spoke is not None and aloud != self._spoke, aloud
        if aloud and self._voice is None:
            self._voice = self._speech()
            if turned and not self.bridge.is_tree_wanted:
                self._notices.append(VOICE_ON)
        elif not aloud and self._voice is not None:
            self._voice.say("" if self.bridge.is_tree_wanted else VOICE_OFF, interrupt=True)
            self._parting.append((self._voice, self._now + CLOSING_SECONDS))
            self._voice = None
        for voice, until in list(self._parting):
            if self._now >= until:
                voice.close()
                self._parting.remove((voice, until))
        fault = "" if self._voice is None else self._voice.fault
        if fault != context.voice_fault:
            context.voice_fault = fault
            if fault:
                context.show_notice(f"Nothing can be said aloud: {fault}.")

    def _must_wait_to_publish(self, scenes: Scenes, top: Scene) -> bool:
        """Returns True if the picture cannot be published yet. top: the scene on top."""
        if top.words_wait or (self._must_wait_after_title and top is self._top):
            return True
        return scenes.is_moving and self._waited < UPDATE_PAUSE

    def publish(self, scenes: Scenes) -> None:
        """Publishes the accessible tree of the scenes, after they were drawn. If this fails, the last tree stays in use."""
        top = scenes.top
        if not self.is_listening or top is None:
            return
        self.unpublished = self._must_wait_to_publish(scenes, top)
        if self.unpublished:
            return
        self._waited = 0.0
        try:
            heard = scenes.accessible_tree()
        except Exception:
            _log.exception("the accessible tree of %s could not be made", type(top).__name__)
            return
        scene_changed, self._top = top is not self._top, top
        again = ([heard.reminder] if heard.reminder else self.announcer.last) if self._again else []
        news = [*again, *self.announcer.new_announcements(id(top), heard, self._notices, [id(scene) for scene in scenes.stack])]
        self._notices.clear()
        self._again = False
        typed = self._typing_echo(heard, scene_changed)
        self._speak_news(heard, news, typed)
        same = (
            self.heard is not None
            and heard._replace(focus_actions={}) == self.heard._replace(focus_actions={})
            and not self.bridge.fresh
        )
        sent = heard
        if self.bridge.is_tree_wanted and uses_at_spi():
            news += self._description_announcements(heard, bool(news), scene_changed)
            sent = heard._replace(parts=_without_descriptions(heard.parts, self._undescribed)) if self._undescribed else heard
        if self.bridge.is_tree_wanted and self.bridge.announces_by_title:
            news += self._field_announcements(heard, typed, scene_changed)
            self._titled = self._now if news else self._titled
        self.heard = heard
        if news or scene_changed or not same:
            private, self._private = self._private, bool(scenes.shown_private_views)
            self.bridge.send(sent, " ".join(map(as_spoken_sentence, news)), scene_changed, private or self._private)
        self.unpublished = bool(self._entered)

    def _typing_echo(self, tree: AccessibleTree, scene_changed: bool) -> str:
        """Returns the words for a change in the focused field. scene_changed: True if another scene is open now."""
        part, before = tree.focused_part, None if self.heard is None or scene_changed else self.heard.focused_part
        if part is None or before is None or part.key != before.key:
            return ""
        entered = self._key is not None and self._key.key in (pygame.K_RETURN, pygame.K_KP_ENTER)
        if (part.value, part.caret) != (before.value, before.caret):
            self._key = None
        if entered and not part.value:
            return ""  # the page has taken the text, and nothing was deleted
        return typing_echo(before, part, echo_selections=not self.bridge.is_tree_wanted)

    def _field_announcements(self, tree: AccessibleTree, typed: str, scene_changed: bool) -> list[str]:
        """Returns announcements about the focused field: what was typed; or, one update after the field got the focus, its
        value.

        An Orca that reads announcements as titles cannot read the text of a field, only its selection. typed: the words for the
        change since the last update. scene_changed: True if another scene is open now.
        """
        part = tree.focused_part
        entered, self._entered = self._entered, ""
        if part is None or part.caret is None:
            return []
        if scene_changed or self.heard is None or self.heard.focus != part.key:
            self._entered = part.key  # Orca reads the title of an update before its focus
            return []
        return [words for words in (part.value if entered == part.key else "", typed) if words]

    def _description_announcements(self, tree: AccessibleTree, news: bool, scene_changed: bool) -> list[str]:
        """Returns the description of the focused part as an announcement, if it has changed at the same time as other news;
        else an empty list.

        Orca would read such a description late, before or after the other news; and from version 45 on, it reads a new focus
        before announcements. So the part has no description in the tree until the person moves the focus. news: True if there
        are other news. scene_changed: True if another scene is open now.
        """
        before = self.heard
        moved = before is not None and tree.focus != before.focus
        part, titled = tree.focused_part, self.bridge.announces_by_title
        # A part without its description has to count as enabled. Only an Orca that reads titles is told so.
        barred = part is not None and part.disabled and not titled
        if before is None or scene_changed or barred or (moved and not news):
            self._undescribed = frozenset()
            return []
        if news and moved and not titled:
            self._undescribed = frozenset({tree.focus})
            return _name_and_description_sentence(tree)
        self._undescribed &= {before.focus}  # a part that gets the focus again later has its description again
        if news and _description(tree, before.focus) != _description(before, before.focus):
            self._undescribed |= {before.focus}
            return _name_and_description_sentence(tree) if tree.focus == before.focus else []
        return []

    def _speak_news(self, tree: AccessibleTree, news: Sequence[str], typed: str) -> None:
        """Makes the voice speak. typed: words for a change in the focused field, spoken instead of the whole field."""
        before = self.announcer.last_focused_words
        focus = self.announcer.focused_words(tree)
        focus = as_spoken_sentence(typed) if typed else focus
        if news or focus or (self.bridge.is_tree_wanted and self.announcer.last_focused_words != before):
            self._key = None
        if self._voice is None or self.bridge.is_tree_wanted:
            return
        self._voice.say(" ".join(map(as_spoken_sentence, news)))
        self._voice.say(focus, interrupt=not news)

    def _perform_request(self, scenes: Scenes, request: Request) -> None:
        key = self.bridge.key_of_number(request.number)
        doing = self.heard.focus_actions.get(key) if self.heard is not None and scenes.top is self._top else None
        if doing is None:
            return
        if request.act == "write":
            if doing.write is not None:
                doing.write(request.text)
        elif request.act == "select":
            if doing.select is not None:
                doing.select(*request.span)
        elif doing.focus() and request.act in KEYS_OF_ACTS:
            scenes.handle(pygame.event.Event(pygame.KEYDOWN, key=KEYS_OF_ACTS[request.act], mod=0, unicode=""))
        if scenes.top is not None:
            scenes.top.dirty = True
