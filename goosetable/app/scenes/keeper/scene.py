"""The scene of the score keeper: it asks for the figures of a game with real cards, one after another, and writes the sheet."""

from __future__ import annotations

from functools import partial
from typing import Final

import pygame

from goosetable.app.context import Context
from goosetable.app.match.sheet_session import SheetSession
from goosetable.app.scenes.keeper.answers import AnswerButton, find_answer_of_text
from goosetable.app.scenes.keeper.papers import (
    DealLine,
    EndOfGameControl,
    KeeperPage,
    PlayerFigures,
    points_with_noun,
)
from goosetable.app.scenes.routes import MEND, ToKeeperMenu, ToKeeperSetup, ToRules, ToTitle
from goosetable.app.table.seats import portraits_of_chairs
from goosetable.app.ui import keymap
from goosetable.app.ui.accessible import AccessibleTree, as_spoken_sentences
from goosetable.app.ui.focus import SHORTCUT_MODIFIERS, Button, Scroller, Widget, form_arrow_group
from goosetable.app.ui.scene import Change, Push, Replace, Restart, Route
from goosetable.engine.sheet.course import GivenAnswer, sheet_view, view_after_deal, with_names
from goosetable.engine.sheet.form import DONE_ANSWER, Question, SheetView
from goosetable.engine.words import phrases

NUMPAD: Final = {getattr(pygame, f"K_KP{figure}"): str(figure) for figure in range(10)} | {pygame.K_KP_MINUS: "-"}
FIGURE_STEPS: Final = frozenset(
    {pygame.K_LEFT, pygame.K_RIGHT, pygame.K_HOME, pygame.K_END, pygame.K_PAGEUP, pygame.K_PAGEDOWN}
)
"""Keys that step from figure to figure of the sheet."""
MEND_HELP: Final = "Press a figure to mend it."
TYPING_HELP: Final = "Typed answers count at once, without Enter."
NEW_FRAMED: Final = " Framed figures are new."
"""A remark at the foot for eyes; the new figures are spoken instead."""


class KeeperScene(KeeperPage):
    """The scene of the score keeper. A completed deal stays on the page until the person presses the button under it."""

    screen, effect_of_esc = keymap.KEEPER, "The menu"

    def __init__(self, context: Context, session: SheetSession) -> None:
        super().__init__(context)
        self.session = session
        self.closing = ""
        """The title of the completed deal that is still on the page."""
        self._typed = ""
        self._last = ""
        """The last answer as a clause, which is announced before the next question."""
        self._refusal = ""
        """The reason why the last pressed answer is refused, which is announced in place of the question; "" if it is not."""
        self._asked_again: GivenAnswer | None = None
        """The earlier answer to the present question, while a figure is corrected; None if the question is new."""
        self._derived = ""
        """A clause on a chosen figure that followed from others, so that another figure is asked again; "" for none."""
        self._turn = 0
        self._figure_steps = 0
        """Number of steps to a figure of the sheet by key."""
        self._correction_event = ""
        """Sentences on the end of a correction, which are announced before the figure on the sheet; "" after the next key."""
        self.corrected_deal: int | None = None
        """Index of the earlier deal that is being corrected; None if there is none."""
        self._corrected_seat = 0
        """Seat of the figure of the sheet that was chosen for this correction."""
        self.undo = Button("Undo", self._undo, "plain", "undo")
        self.undo.command = "undo"
        self.menu = Button("Menu", self.go_back, "plain", "menu")
        self.to_sheet = Button("Sheet", self._toggle_sheet, "plain", "book")
        self.to_sheet.command = "paper"
        self.next_button = Button("Write it down", self._handle_next_button, "prime", "check", on_paper=True)
        self.end = EndOfGameControl("")
        self.leave = Button("Leave the sheet", lambda: Restart(ToTitle()), "plain", "door")
        self.rows = [PlayerFigures(name, partial(self._ask_again, seat)) for seat, name in enumerate(session.names)]
        self.lines: list[DealLine] = []
        self.key_actions |= {
            "rules": lambda: Push(self.rules_route()),
            "paper": self._go_to_sheet,
            "tell points": self._tell_totals,
        }
        self._ask_next_question()

    # ------------------------------------------------------------------ the state

    def _ask_next_question(self, earlier_answer: GivenAnswer | None = None) -> None:
        """Shows the next question. earlier_answer: its earlier answer, if a figure is asked again."""
        session = self.session
        self._asked_again = earlier_answer
        self._known_names = session.names
        self.portraits = portraits_of_chairs(session.chairs, self.context.settings)
        self.view = sheet_view(session.sheet_with_changes)
        if self.corrected_deal is not None:
            self.view = self._view_after_correction(self.corrected_deal)
        elif self.closing:
            self.view = view_after_deal(session.sheet_with_changes, self.closing)
        self.names = session.sheet_with_changes.names_at(self.view.deal_index)
        asked = self.view.asked
        self._typed = self._refusal = ""
        self._turn += 1
        answers = asked.answers if asked else ()
        self.keys = [
            AnswerButton(one.label, one.refused, self._press_answer, one.text, other_form=one.sets_entry_mode)
            for one in answers
        ]
        for seat, row in enumerate(self.rows):
            row.label = self.names[seat]
            row.show(self.figures_in_words(seat), self._answer_index(seat, self.view.deal_index) is not None)
        while len(self.lines) < len(self.view.deals):
            self.lines.append(DealLine(self._correct_chosen_figure))
        del self.lines[len(self.view.deals) :]
        for at, (line, deal) in enumerate(zip(self.lines, self.view.deals, strict=True)):
            line.label, line.deal, line.names = f"{self.view.label} {deal.label}", deal, session.sheet_with_changes.names_at(at)
            line.newcomers = tuple([seat for until, seat, _ in session.sheet_with_changes.left if until == at])
            line.is_below_others = 0 < at == len(self.lines) - 1
        form_arrow_group(self.lines, closed=True)
        self.undo.enabled, over = session.can_undo, self.view.over
        self.undo.label = "Undo" if session.correction is None else "As it was"
        self.next_button.shown, self.leave.shown, self.end.shown = not self.keys, over, over
        self.end.label = self.view.remarks
        self.next_button.label, self.next_button.icon = ("Another game", "play") if over else ("Write it down", "check")
        if self.corrected_deal is not None:
            self.next_button.label = "Done"
        self._lay_out_and_focus(self._first_control())

    def _first_control(self) -> Widget:
        """Returns the control that gets the focus. At the end of the game it is one that ignores a further Enter."""
        return next((key for key in self.keys if not key.refused), self.end if self.view.over else self.next_button)

    def _view_after_correction(self, deal: int) -> SheetView:
        """Returns the sheet as it will be after the correction. deal: index of the corrected deal.

        `deal_index` of the result is the corrected deal; while answers are missing, the deal to which the question belongs.
        """
        session, before = self.session, self.uncorrected
        assert session.correction is not None and before is not None, "a deal is mended"
        view = sheet_view(session.sheet_with_changes)
        complete, now = session.correction.is_complete, len(session.sheet_with_changes.deals)
        if complete:
            view = view._replace(deal_index=deal, asked=None, over=False, badges=())
        else:
            deals = (*view.deals[: now + 1], *before.deals[now + 1 :])
            view = view._replace(deals=deals, deal_index=now, totals=before.totals, leaders=before.leaders)
        line, foot = "Only what no longer fits is asked; all else stays.", ""
        if complete:
            later = zip(before.deals[deal + 1 :], view.deals[deal + 1 :], strict=False)
            count = sum([old != new for one, two in later for old, new in zip(one.points, two.points, strict=True)])
            changes = f"{phrases.count_text(count, 'later figure')} {'changes' if count == 1 else 'change'} with it"
            foot = f"{changes if count else 'No later figure changes'}.{NEW_FRAMED}"
            foot = foot if view.deals != before.deals else ""
        return view._replace(title=f"Mending deal {view.deal_index + 1}", line=line, remarks=foot)

    def _answer_index(self, seat: int, deal: int, column: int | None = None) -> int | None:
        """Returns the index of the answer that determines a figure; None if there is no such answer.

        column: the column of the figure; None for the seat's last figure in the deal.
        """
        own = self.session.index_of_answer(seat, deal, column)
        if own is None and (self.corrected_deal is not None or deal < len(self.session.written.deals)):
            given = [one.asked.column for one in self.session.sheet_with_changes.given_answers if one.deal == deal]
            own = self.session.index_of_answer(seat, deal, given[-1]) if given else None
        return own

    def _lay_out_and_focus(self, first: Widget) -> None:
        self.first = first
        if self.w:
            if self.showing_sheet and not self.beside:
                self.first = self.to_sheet
            self.rebuild()
            self.scroll_to_present_deal()
            self.widgets.focus_on(self.first)

    def figures_in_words(self, seat: int) -> str:
        deal, asked = self.view.deal, self.view.asked
        found = [f"{head} {words}" for head, words in zip(self.view.columns, deal.cells[seat], strict=True) if words]
        before = self.uncorrected.deals[self.view.deal_index].cells[seat] if self.uncorrected is not None else deal.cells[seat]
        was = zip(self.view.columns, before, deal.cells[seat], strict=True)
        found += [f"{head} was {old}" for head, old, new in was if old not in ("", new)]
        found += [points_with_noun(deal.points[seat])] if deal.points[seat] else []
        found += ["dealer"] if deal.dealer == seat else []
        found += ["is asked now"] if asked is not None and asked.seat == seat else []
        return ", ".join([*found, f"total {self.view.totals[seat]}"])

    @property
    def seat_takeovers(self) -> list[tuple[int, str]]:  # type: ignore[override]  # as below
        """Each seat that another person took over, with a sentence about the change, in the order of deals."""
        course = self.session.sheet_with_changes
        return [
            (seat, f"{course.names_at(deal)[seat]} plays for {name} from deal {deal + 1} on.")
            for deal, seat, name in course.left
        ]

    @property
    def foot_remarks(self) -> str:  # type: ignore[override]  # as below
        """Remarks at the foot: on the game so far, on players who came later, and on the correction of figures."""
        if self.corrected_deal is not None or self.view.over:
            return self.view.remarks
        mend = MEND_HELP if self.session.written.deals else ""
        return " ".join([one for one in (self.view.remarks, *[said for _, said in self.seat_takeovers], mend) if one])

    @property
    def spoken_foot(self) -> str:  # type: ignore[override]  # as below
        """The remarks at the foot, as screen readers read them. They include a sentence on the points that a correction
        changed.
        """
        return as_spoken_sentences((self.foot_remarks.removesuffix(NEW_FRAMED), self._corrected_points_in_words))

    @property
    def short_foot_remarks(self) -> str:  # type: ignore[override]  # as below
        """A shorter text for the foot, if there is no space for all remarks."""
        return MEND_HELP if self.foot_remarks.endswith(MEND_HELP) else self.foot_remarks

    @property
    def question_text(self) -> str:  # type: ignore[override]  # a plain attribute for the elements
        if self.view.asked:
            return self.view.asked.words
        if self.corrected_deal is not None and self.session.correction is not None:
            changed = self.session.sheet_with_changes.all_answers != self.session.written.all_answers
            mended = "is mended" if changed else "stays as it was: nothing has changed"
            return self.session.correction.consequence_in_words or f"Deal {self.corrected_deal + 1} {mended}."
        if self.view.over:
            return self.view.remarks
        course = self.session.sheet_with_changes
        striking = course.game.text.deal_headline(course.deals[self.view.deal_index].state)
        return with_names(striking, tuple(self.names)) or "The deal is complete."

    def _pointed_or_focused_control(self) -> Widget | None:
        return self.widgets.hovered_control or (self.widgets.focus if self.widgets.ring else None)

    @property
    def remark_text(self) -> str:  # type: ignore[override]  # as above
        at = self._pointed_or_focused_control()
        if isinstance(at, AnswerButton) and at.refused:
            return _refusal_sentence(at)
        if self._typed:
            return f"Enter for {self._typed}, or one more figure"
        return self._facts_for_question

    @property
    def _facts_for_question(self) -> str:
        """A clause with facts that help to answer the question. After the last answer: the figures that follow from all
        answers.
        """
        if self.view.asked:
            return self._derived or self.view.asked.remark
        if self.view.over or self.corrected_deal is not None:
            return ""
        deal = self.view.deal
        following = [seat for seat, why in enumerate(deal.reasons_not_asked) if why and deal.cells[seat][-1]]
        last = [f"[{seat}'s] {deal.cells[seat][-1]}" for seat in following]
        return with_names(f"{phrases.listed(last)} followed from the others", tuple(self.names)) if last else ""

    @property
    def is_answer_refused(self) -> bool:  # type: ignore[override]  # as above
        at = self._pointed_or_focused_control()
        return isinstance(at, AnswerButton) and bool(at.refused)

    @property
    def figure_note(self) -> str:  # type: ignore[override]  # as above
        at = self._pointed_or_focused_control()
        return at.figure_note if isinstance(at, DealLine) else ""

    # ------------------------------------------------------------------ screen readers

    @property
    def opening_announcement(self) -> str:
        if chosen := self._chosen_figure_in_words:
            return as_spoken_sentences((self.view.title, chosen))
        typing = TYPING_HELP if self.keys else ""
        return as_spoken_sentences(
            (
                self.view.title, self.view.line, f"{self._order_in_words}{self.question_text}", self._facts_for_question,
                self._points_in_words, typing,
            )
        )  # fmt: skip

    @property
    def status_line(self) -> str:
        """Sentences with the last answer and the next question; or with the reason for a refusal; or with the note
        on a figure.
        """
        if self._refusal or self._typed:
            return as_spoken_sentences((self._refusal or self.remark_text,))
        if chosen := self._chosen_figure_in_words:
            return as_spoken_sentences((self._correction_event, chosen))
        return self._event_and_question_in_words(self._last)

    def _event_and_question_in_words(self, event: str) -> str:
        """Returns sentences with an event and the next question. event: a clause; "" for none."""
        request, news = self._correction_request_in_words, self._corrected_points_in_words or self._points_in_words
        facts = "" if request and self._derived else self._facts_for_question  # the request begins with the reason
        return as_spoken_sentences((event, request or f"{self._order_in_words}{self.question_text}", facts, news))

    @property
    def _order_in_words(self) -> str:
        """A sentence, with a blank at its end, on the player left of the dealer, who comes first in the deal. "" after the
        first answer, and if the first question is about no player.
        """
        asked, dealer, answers = self.view.asked, self.view.deal.dealer, self.session.sheet_with_changes.answers
        if asked is None or dealer is None or answers or self._asked_again is not None:
            return ""
        if asked.seat != (dealer + 1) % len(self.names):
            return ""
        return f"{self.names[dealer]} deals; {self.names[asked.seat]}, to the left, comes first. "

    @property
    def _chosen_figure_in_words(self) -> str:
        """Sentences on the figure of the sheet under focus or pointer: its player, deal and points, and how they came about."""
        line = self._pointed_or_focused_control()
        if not isinstance(line, DealLine) or line.seat is None:
            return ""
        points, note = line.deal.points[line.seat], line.figure_note
        worth = points_with_noun(points, note) if points else "no points yet"
        place = f"{line.names[line.seat]}, deal {self.lines.index(line) + 1}"
        return as_spoken_sentences((f"{place}: {worth}" if worth else place, note))

    @property
    def _correction_request_in_words(self) -> str:
        """Sentences that ask for a figure again, with its deal and its earlier value; "" if none is asked again."""
        again, asked = self._asked_again, self.view.asked
        if again is None or asked is None:
            return ""
        seat, deal, old = again.asked.seat, again.deal + 1, self._old_answer_labels(again)
        figure = "" if seat is None else with_names(f"[{seat}'s] {self._column_heading(again.asked)}", tuple(self.names))
        place = f"Deal {deal}, {figure}" if figure else f"Deal {deal}"
        if self._derived and figure:
            place = f"{self._derived}: mend {figure} in deal {deal}, asked last"
        typed = old.removeprefix(phrases.MINUS).isdigit() and seat is not None
        return f"{place}, now {old}. {'Type the new figure.' if typed else asked.words}"

    def _column_heading(self, question: Question) -> str:
        """Returns the heading of a question's figure: the heading of its column, or "points" for the result of the deal."""
        return self.view.columns[question.column] if question.column < len(self.view.columns) else "points"

    def _old_answer_labels(self, earlier_answer: GivenAnswer) -> str:
        """Returns the labels of an earlier answer, and of all others to the same question."""
        course = self.session.written
        same = [one for one in course.given_answers if one.answers_same_question(earlier_answer)] or [earlier_answer]
        labels = {each.text: each.label for one in same for each in one.asked.answers}
        return phrases.listed([labels[one.text] for one in same if one.text != DONE_ANSWER] or ["none"])

    @property
    def _corrected_points_in_words(self) -> str:
        """A sentence for each deal whose points the correction of a figure changed, with the old points; "" if no figure is
        being corrected.
        """
        before = self.uncorrected
        if before is None or self.view.asked or self.corrected_deal is None:
            return ""
        names_at = self.session.sheet_with_changes.names_at
        found = []
        for at, (old, new) in enumerate(zip(before.deals, self.view.deals, strict=False)):
            pairs = zip(names_at(at), old.points, new.points, strict=True)
            changed = [f"{name} {points}, was {was}" for name, was, points in pairs if was and points not in ("", was)]
            found += [f"Deal {at + 1}: {'; '.join(changed)}."] if changed else []
        return " ".join((*self._changed_figures_in_words(before), *found))

    def _changed_figures_in_words(self, before: SheetView) -> list[str]:
        """Returns a sentence for each figure of the corrected deal that followed from the others, and has changed with them.

        before: the sheet before the correction.
        """
        old, new = before.deals[self.view.deal_index], self.view.deal
        names, head = tuple(self.names), self.view.columns[-1] if self.view.columns else ""
        pairs = enumerate(zip(old.cells, new.cells, new.reasons_not_asked, strict=True))
        changed = [(seat, was[-1], now[-1]) for seat, (was, now, why) in pairs if why and was[-1] not in ("", now[-1])]
        return [with_names(f"[{seat}'s] {head} followed: {now}, was {was}.", names) for seat, was, now in changed if now]

    @property
    def _points_in_words(self) -> str:
        """A clause with the points of all players in the completed deal; "" while the deal is not complete."""
        points = self.view.deal.points
        if self.view.asked or not all(points):
            return ""
        return f"Points: {phrases.listed([f'{name} {won}' for name, won in zip(self.names, points, strict=True)])}"

    def accessible_tree(self) -> AccessibleTree:
        turn = -self._figure_steps if self._chosen_figure_in_words else self._turn  # a figure is told at each step to it
        return (
            super()
            .accessible_tree()
            ._replace(turn=turn, reminder=self._event_and_question_in_words(self._refusal or self._last))
        )

    def _answer_in_words(self, question: Question, label: str) -> str:
        if question.seat is None:
            return label
        if label.isdigit():
            label = (
                phrases.count_text(int(label), question.unit)
                if question.unit
                else f"{self.view.columns[question.column]} {label}"
            )
        return f"{self.names[question.seat]}: {label}"

    # ------------------------------------------------------------------ actions

    def _press_answer(self, button: AnswerButton) -> None:
        if button.refused and self.session.withdraw_answer(button.answer):
            self._last = f"{button.label} taken out"
            self._ask_next_question()
            return
        if button.refused:
            self.context.sound.play("refuse")
            self._refusal = _refusal_sentence(button)
            self._turn += 1
            self.rebuild()
            return
        asked = self.view.asked
        assert asked is not None, "there is no answer without a question"
        self._last, self._derived = self._answer_in_words(asked, button.label), ""
        if self._asked_again is not None:
            self._last = f"Deal {self._asked_again.deal + 1}, {self._last}, was {self._old_answer_labels(self._asked_again)}"
        completed = self.session.answer(button.answer)
        if self.corrected_deal is None:
            self._write_correction()
            self.closing = self.view.title if completed and self.session.correction is None else ""
        self.context.sound.play("pencil")
        self._ask_next_question()

    def _write_correction(self) -> None:
        """Writes a correction of the present deal to the file, if no answer is missing."""
        if self.session.correction is not None and self.session.correction.is_complete:
            self.session.write_correction()

    def _undo(self) -> Change:
        """Takes back a figure that is partly typed; if there is none, the correction in progress; else the last figure."""
        mended = None
        if not self._typed:
            self.closing, self._last = "", "Taken back" if self.session.correction is None else "As it was"
            mended = self._drop_correction()
            self.session.undo()
        self._ask_next_question()
        self._return_to_sheet(mended, self._last)
        return None

    def _drop_correction(self) -> tuple[int, int] | None:
        """Ends the correction of an earlier deal. Returns deal and seat of the figure that was chosen for it; None if there was
        no correction.
        """
        began = None if self.corrected_deal is None else (self.corrected_deal, self._corrected_seat)
        self.corrected_deal, self.uncorrected, self._derived = None, None, ""
        return began

    def _return_to_sheet(self, figure: tuple[int, int] | None, event: str) -> None:
        """Moves the focus to a figure of the sheet, as deal and seat, after its correction; does nothing for None.

        event: the end of the correction, in sentences.
        """
        if figure is None:
            return
        if not self.beside:
            self.showing_sheet = True
            self.rebuild()
        self._correction_event = event
        self._figure_steps += 1
        self._focus_figure(*figure)

    def _ask_again(self, seat: int) -> Change:
        return self._ask_for_correction(seat, self.view.deal_index, None)

    def _correct_chosen_figure(self, line: DealLine) -> Change:
        return self._correct_figure(self.lines.index(line), line.seat or 0, line.column)

    def _correct_figure(self, deal: int, seat: int, column: int | None) -> Change:
        if self._show_if_not_mendable(deal, seat, column):
            return None
        if self.corrected_deal is None and deal < len(self.session.written.deals):
            self._end_completed_deal()
            if self.session.correction is not None:  # of the present deal
                self.session.undo()
            self.corrected_deal, self.uncorrected = deal, sheet_view(self.session.written)
        elif self.corrected_deal is not None:
            self.corrected_deal = deal
        self.showing_sheet, self._corrected_seat = False, seat
        return self._ask_for_correction(seat, deal, column)

    def _show_if_not_mendable(self, deal: int, seat: int, column: int | None) -> bool:
        """Shows the reason if a figure cannot be asked again. Returns True if it cannot."""
        if self._answer_index(seat, deal, column) is not None:
            return False
        now = len(self.session.sheet_with_changes.deals)
        if self.corrected_deal is not None:
            reason = f"first answer the question about deal {now + 1}"
        elif deal > now:
            reason = f"deal {deal + 1} has not begun"
        else:
            reason = f"{self.session.sheet_with_changes.names_at(deal)[seat]} has no answer in deal {deal + 1} yet"
        self.context.sound.play("refuse")
        self.context.show_answer(f"Nothing to mend here: {reason}.")
        return True

    def _ask_for_correction(self, seat: int, deal: int, column: int | None) -> Change:
        place = self._answer_index(seat, deal, column)
        assert place is not None, "only figures with an answer are asked again"
        again = self.session.sheet_with_changes.given_answers[place]
        asked = again.asked
        self.closing = self._last = self._derived = ""
        if asked.seat not in (seat, None):
            self._derived = with_names(f"[{seat}'s] figure follows from the others", tuple(self.names))
        self.session.ask_again(place)
        if self.corrected_deal is None:
            self._write_correction()
        self._ask_next_question(again)
        return None

    def _handle_next_button(self) -> Change:
        if self.view.over:
            return Replace(ToKeeperSetup(self.session.game))
        if self.corrected_deal is not None:
            self.session.write_correction()
        mended = self._drop_correction()
        self._end_completed_deal()
        if self.session.sheet_with_changes.over:
            self.context.sound.play("win")
        view = sheet_view(self.session.sheet_with_changes)
        totals = self._totals_in_words(view) if len(self.session.written.deals) > 1 and not view.over else ""
        event = as_spoken_sentences(("Mended" if mended else "", totals))
        self._last = as_spoken_sentences((event, view.title))
        self._ask_next_question()
        self._return_to_sheet(None if view.over else mended, event)
        return None

    def _totals_in_words(self, view: SheetView) -> str:
        names = self.session.sheet_with_changes.names_at(view.deal_index)
        return f"Totals: {phrases.listed([f'{name} {total}' for name, total in zip(names, view.totals, strict=True)])}"

    def _tell_totals(self) -> Change:
        """Shows the totals, and the player who would win now."""
        said = (self._totals_in_words(self.view), "" if self.corrected_deal is not None else self.view.remarks)
        self.context.show_answer(as_spoken_sentences(said))
        return None

    def _end_completed_deal(self) -> None:
        if self.closing:
            self.session.repeat_entry_mode()
            self.closing = ""

    def _toggle_sheet(self) -> Change:
        self.showing_sheet = not self.showing_sheet
        self._lay_out_and_focus(self._first_control())
        if not self.showing_sheet:
            self._repeat_question()
        return None

    def _repeat_question(self) -> None:
        """Announces the question again, after the title of the deal, because the focus came back from the sheet."""
        self._last = self.view.title
        self._turn += 1

    def _go_to_sheet(self) -> Change:
        """Switches between the sheet and the present deal. If both are visible, moves the focus from one to the other."""
        if not self.beside:
            return self._toggle_sheet()
        lines = [line for line in self.lines if line.is_focusable]
        if self.widgets.focus in lines:
            self.widgets.focus_on(self._first_control())
            self._repeat_question()
        elif lines:
            self.widgets.focus_on(lines[-1])
        return None

    def go_back(self) -> Change:
        """Handles Esc: returns from the sheet to the deal if the sheet covers it; else drops a correction; else
        opens the menu.
        """
        if self.showing_sheet and not self.beside:
            return self._toggle_sheet()
        if self.session.correction is not None:
            self._typed = ""
            return self._undo()
        return Push(ToKeeperMenu(self.session))

    def on_resume(self, result: object) -> None:
        """Updates the page after another one was closed, because names may have changed.

        If a figure of the sheet had the focus, gives it the focus again; else announces the question again.
        """
        self._last = ""
        line = self.widgets.focus
        chosen = (self.lines.index(line), line.seat) if isinstance(line, DealLine) and line in self.lines else None
        self._ask_next_question()
        if chosen is not None and result != MEND:
            self._focus_figure(*chosen)
        if result == MEND:
            self._focus_neighbour_deal(len(self.session.written.deals) - 1 - self.view.deal_index)
            self.context.show_notice("Press the wrong figure, then the right one.")

    def update(self, dt: float) -> Change:
        """Shows changed names at once, even while the page on which they are changed is still open over this one."""
        if self._known_names != self.session.names:
            self.on_resume(None)
        return super().update(dt)

    def rules_route(self) -> Route:
        return ToRules(self.session.game, self.session.sheet_with_changes.options, offers_lesson=False)

    def on_close(self) -> None:
        self.session.close()

    def handle(self, event: pygame.event.Event) -> Change:
        if event.type == pygame.KEYDOWN:
            self._correction_event = ""
        if event.type == pygame.KEYDOWN and not getattr(event, "mod", 0) & SHORTCUT_MODIFIERS:
            if event.key == pygame.K_BACKSPACE and self.undo.enabled:
                return self._undo()
            by = {pygame.K_PAGEUP: -1, pygame.K_PAGEDOWN: 1}.get(event.key)
            if by is not None and not isinstance(self.widgets.focus, Scroller) and self._focus_neighbour_deal(by):
                return None
            sign = NUMPAD.get(event.key) or (chr(event.key).lower() if 32 < event.key < 127 else "")
            line = self.widgets.focus
            if sign.isdigit() and isinstance(line, DealLine) and line.seat is not None and self.widgets.ring:
                self._correct_chosen_figure(line)
                if self.widgets.focus is line or self._derived:  # a figure that the question now asked would not mean
                    return None
            if (sign.isalnum() or sign == "-") and self._type_sign(sign):
                self.dirty = True
                return self.widgets.take_change()
        before, line = (self._pointed_or_focused_control(), self.figure_note), self.widgets.focus
        seat = line.seat if isinstance(line, DealLine) else None
        if event.type in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):  # a finger does not move before it presses
            for each in self.lines:
                each.choose_figure_at(event.pos[0] if each.rect.collidepoint(event.pos) else None)
        change = super().handle(event)
        if event.type == pygame.KEYDOWN and isinstance(self.widgets.focus, DealLine):
            if self.widgets.focus is not line and isinstance(line, DealLine):
                self.widgets.focus.seat = seat
            if event.key in FIGURE_STEPS:
                self._figure_steps += 1
                self.dirty = True
        if event.type == pygame.MOUSEMOTION:
            for line in self.lines:
                line.choose_figure_at(event.pos[0] if line.hover else None)
        if before != (self._pointed_or_focused_control(), self.figure_note):
            self.rebuild()
        return change

    def _focus_neighbour_deal(self, step: int) -> bool:
        """Moves the focus to the same player's figure in the previous deal (step = -1) or the next (1).

        Returns False if there is no such deal.
        """
        line = self.widgets.focus
        old = line if isinstance(line, DealLine) else None
        seat = old.seat if old is not None else None
        at = (self.lines.index(old) if old is not None else self.view.deal_index) + step
        if not 0 <= at < len(self.session.written.deals):
            return False
        if not self.beside and not self.showing_sheet:
            self.showing_sheet = True
            self.rebuild()
        self.widgets.ring = True
        self._focus_figure(at, len(self.names) // 2 if seat is None else seat)  # every other is near from the middle
        return True

    def _focus_figure(self, deal: int, seat: int | None) -> None:
        """Moves the focus to a seat's figure on the sheet. seat: None for no figure of the deal's line."""
        self.widgets.focus_on(self.lines[deal])
        self.lines[deal].seat = seat
        self.rebuild()

    def _type_sign(self, sign: str) -> bool:
        """Adds a digit or letter to the typed text. Returns False if no answer begins with the new text."""
        if not any(key in self.widgets.all for key in self.keys):
            return False
        for text in (self._typed + sign, sign):
            fitting = find_answer_of_text(self.keys, text)
            if fitting is not None:
                break
        else:
            return False
        key, whole = fitting
        self._typed, self._refusal = "" if whole else text, ""
        for other in self.keys:
            other.typed = other is key and not whole
        self.widgets.ring = True
        self.widgets.focus_on(key)
        if whole:
            self._press_answer(key)
        else:
            self.rebuild()
        return True


def _refusal_sentence(button: AnswerButton) -> str:
    return f"not {button.label}: {button.refused}"
