"""The menu over a table."""

from __future__ import annotations

from goosetable.app.context import Context
from goosetable.app.match.match import Match, seats_of_absent_people
from goosetable.app.scenes import key_list
from goosetable.app.scenes.menu_page import MenuPage
from goosetable.app.scenes.routes import LAST_TRICK, ToCardsPlayed, ToChairs, ToFairPlay, ToGameSheet, ToRules, ToTitle
from goosetable.app.ui.elements import Element
from goosetable.app.ui.focus import Button
from goosetable.app.ui.scene import Change, Pop, Push, Restart


class PauseMenuScene(MenuPage):
    """The menu over a table. A game that the person leaves is saved, and can be continued from the title.

    has_last_trick: True if the table can show the last trick again.
    """

    def __init__(self, context: Context, match: Match, has_last_trick: bool = False) -> None:
        leave = Button("Leave the table", lambda: Restart(ToTitle()), "plain", "door")
        super().__init__(context, "Back to the game", leave, ToRules(match.game, match.session.options))
        self.match, self.caption = match, match.game.title
        self._asked = False  # whether the code was requested once, and needs a second press
        self.way_back.command = "pause"  # the key that opened the menu, if it was opened by one
        self.last = Button(f"Last {match.game.text.trick_name}", lambda: Pop(LAST_TRICK), "plain", "eye")
        self.last.command = "last"
        self.last.shown = has_last_trick
        self.code = Button("Show the game code", self._show_code, "plain", "lock")
        self.played = Button("Cards played", self._open_cards_played, "plain", "cards")
        self.played.shown = context.settings.memory_aid and match.session.state is not None and match.is_viewer_known
        self.score = Button("Score sheet", lambda: Push(ToGameSheet(match)), "plain", "pencil")
        self.score.command = "sheet"
        self.score.shown = bool(match.session.scored_deals) and not match.is_practice
        self.chairs = Button("Who plays", lambda: Push(ToChairs(match)), "plain", "people")
        self.chairs.shown = (match.is_shared or bool(seats_of_absent_people(match.session))) and not self._is_game_over
        self.fair = Button("Fair play", lambda: Push(ToFairPlay(match)), "plain", "check")
        self.buttons = [self.way_back, self.score, self.last, self.played, self.rules, self.settings, self.mute, self.full]
        self.buttons += [self.chairs, self.fair, self.code, self.leave, self.quit]

    def open_keys(self) -> Change:
        """Opens the list of keys of the table, not of the menu, because people need it more often."""
        return Push(key_list.route_to_keys_of_table(self.match))

    def _open_cards_played(self) -> Change:
        """Opens the page with the cards played. Does nothing while the table is covered, because the page would
        reveal a hand.
        """
        return None if self.match.is_covered else Push(ToCardsPlayed(self.match))

    def _show_code(self) -> None:
        """Shows the code of the game at the second press. The first press only shows a warning, because the code reveals every
        card.
        """
        if not self.match.is_code_revealed and not self._is_game_over and not self._asked:
            self._asked = True
        elif not self._is_game_over:
            self.match.mark_as_revealed()
            self._asked = False
            self.widgets.focus_on(self.way_back)
        self.rebuild()

    @property
    def _is_game_over(self) -> bool:
        return self.match.session.ended

    @property
    def sentence_among_buttons(self) -> str:
        """A sentence on the code, or on the effect of leaving the table."""
        session = self.match.session
        if session.header.code is not None and (self.match.is_code_revealed or self._is_game_over):
            opened = "" if self._is_game_over else ": an open game"
            return f"The code is {{{session.header.code}}}{opened}."
        if self._asked:
            return "The game will then be marked as open."
        kept = "Your game is saved; continue it from the title."
        if not self.match.is_saved:
            kept = "This game cannot be kept: it lasts only until the program is closed."
        return kept

    def count_buttons_above_sentence(self, visible_buttons: list[Button]) -> int:
        """Returns the number of buttons above the sentence. The sentence replaces the button of the code, once the code is
        shown.
        """
        return len(visible_buttons) if self.code.shown else visible_buttons.index(self.leave)

    @property
    def hides_code(self) -> bool:
        """True if the game has a code that was not shown yet."""
        return self.match.session.header.code is not None and not (self.match.is_code_revealed or self._is_game_over)

    def make_page(self) -> Element:
        self.code.shown = self.hides_code
        # The question is in the button, so that nothing moves under the pointer before the second press.
        self.code.label = "Press again: it tells every card" if self._asked else "Show the game code"
        return super().make_page()
