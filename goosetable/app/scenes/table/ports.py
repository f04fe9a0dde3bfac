"""What the parts of the table scene know of it: what they may read, what they may have done, and what leads it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from goosetable.app.context import Context
from goosetable.app.match.match import Match
from goosetable.app.render.geometry import Area
from goosetable.app.scenes.table.last_trick import LastTrick
from goosetable.app.table.panels.choice_panel import Panel
from goosetable.app.table.sidebar.sidebar import Sidebar
from goosetable.app.table.stage import Stage
from goosetable.app.ui.scene import Change
from goosetable.app.ui.widget import Widget
from goosetable.engine.rules.action import Action


class TableGuide(Protocol):
    """A scene that composes a table and leads it, such as a lesson: what goes otherwise there than in a game."""

    @property
    def silent(self) -> bool:
        """Whether there is no message, because something else is being said."""

    @property
    def asks(self) -> bool:
        """Whether there is a question to which a hint may be asked for."""

    @property
    def goes_back(self) -> bool:
        """Whether there is something to go back to by Undo."""

    @property
    def holds(self) -> bool:
        """Whether a press leaves what lies on the table as it lies."""

    @property
    def over(self) -> Sequence[Widget]:
        """What lies over the table, the uppermost last; that one has the focus while it is shown."""

    @property
    def speech(self) -> Area | None:
        """Where that lies now; a click there is for those widgets alone, and no words of the table's own stand there."""

    def flow(self, dt: float) -> Change:
        """What happens next, once nothing moves."""

    def act(self, action: Action) -> None:
        """The person chose an action."""

    def undo(self) -> None:
        """The person wants to go back."""

    def menu(self) -> Change:
        """The menu over the table."""

    def rules(self, change: Change) -> Change:
        """The rules as they are shown over it."""

    def score(self, change: Change) -> Change:
        """The score sheet as it is shown over it."""


class TableState(Protocol):
    """What may be read of a table. Only context, match and stage stay the same objects."""

    @property
    def context(self) -> Context: ...

    @property
    def match(self) -> Match: ...

    @property
    def stage(self) -> Stage: ...

    @property
    def guide(self) -> TableGuide | None: ...

    @property
    def portraits(self) -> tuple[str, ...]: ...

    @property
    def sidebar(self) -> Sidebar: ...

    @property
    def panel(self) -> Panel | None:
        """The decision that is asked for over the table."""

    @property
    def last_trick(self) -> LastTrick | None:
        """The last trick, while it is laid over the table."""

    @property
    def sidebar_open(self) -> bool:
        """Whether the folded sidebar of a small window lies open over the table."""

    @property
    def newcomer(self) -> bool:
        """Whether the person who looks has seen but few deals of this game."""

    @property
    def offering(self) -> bool:
        """Whether the lesson of the game is offered on a note over the table."""

    @property
    def focus(self) -> Widget | None:
        """The widget that has the focus."""

    @property
    def thinking(self) -> int | None:
        """The seat that has been thinking for so long that it should be said."""

    @property
    def double(self) -> bool:
        """Whether a press now still belongs to the one that acted, if the pointer has stayed where it was."""

    @property
    def just_acted(self) -> bool:
        """Whether Enter now still belongs to the act before."""


class TableCommands(Protocol):
    """What can be done to a table."""

    def redraw(self) -> None:
        """Something looks different."""

    def changed(self) -> None:
        """The table shows something else: what depends on it follows."""

    def act(self, action: Action) -> None:
        """Do an action of the person's, or what the guide makes of it."""

    def do(self, action: Action, mine: bool) -> None:
        """The seat to act acts. mine: the person at the screen did it and knows what was done."""

    def finish(self) -> None:
        """End what moves, at once."""

    def undo(self) -> None:
        """Take back the person's last decision and what came after it."""

    def play_out(self) -> None:
        """Let the rest of the deal go by itself."""

    def curtain(self) -> Change:
        """Hand the screen to the next person."""

    def deal(self) -> Change:
        """Deal the next deal, or first hand the screen to whose cards are to be seen."""

    def hide(self) -> Change:
        """Hide the cards at once, where another person plays at this screen."""

    def open_sidebar(self, opened: bool) -> None:
        """Open the folded sidebar over the table, or fold it."""

    def show_last_trick(self, held: bool = False) -> None:
        """Lay the last complete trick over the table. held: by a key that may be held down."""

    def close_last_trick(self) -> None:
        """Take it away again."""

    def menu(self) -> Change: ...

    def sheet(self) -> Change:
        """The sheet of the whole game, once a deal has been counted."""

    def rules(self) -> Change: ...
