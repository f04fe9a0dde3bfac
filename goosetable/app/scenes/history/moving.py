"""The ways of games in and out: records taken in from files and folders, and written into a folder."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from pathlib import Path

from goosetable import integrity
from goosetable.app.context import Context
from goosetable.app.match.matches import Matches
from goosetable.app.render.canvas import Canvas
from goosetable.app.scenes.page import Page
from goosetable.app.storage import archive
from goosetable.app.storage.history import sources
from goosetable.app.storage.history.listing import ListedGame
from goosetable.app.storage.history.records import History
from goosetable.app.storage.history.sources import Fate, Importing
from goosetable.app.ui.focus import Button, ScrollText, TextField
from goosetable.app.ui.scene import Change, Pop
from goosetable.app.ui.text_field import to_clipboard
from goosetable.engine.record import format, jsonl
from goosetable.engine.record.format import Header, RecordError
from goosetable.engine.words import phrases
from goosetable.engine.words.clean import clean

LONGEST = 1000
"""Characters of a path."""


class MovingScene(Page):
    """A path in a field, a button, and what became of it."""

    covers = False
    shade = 0.4

    def __init__(self, context: Context, title: str, label: str, path: str, note: str, act: str) -> None:
        self.told = ScrollText("What was done")
        super().__init__(context, self.told)
        self.title, self.note = title, note
        self.path = TextField(label, path, None, self.go, label, LONGEST)
        self.act = Button(act, lambda: self.go(self.path.text), "prime", "check", on_paper=True)
        self.close = Button("Back", self.back, "plain", "left")
        self.widgets.set([self.path, self.act, self.told, self.close], first=self.path)
        self.widgets.to(self.path)

    def go(self, path: str) -> Change:
        """Does it."""
        raise NotImplementedError

    def lay(self) -> None:
        w = min(720.0, self.wide - 2 * self.clearance)
        h = min(460.0, self.high - 2 * self.clearance)
        x, y = (self.wide - w) / 2, (self.high - h) / 2
        self.sheet = self.box(x, y, w, h)
        low = h < 260
        head = 14 if low else 84
        self.put(self.path, x + 20, y + head, w - 40 - 124, 42, 16)
        self.put(self.act, x + w - 20 - 114, y + head, 114, 42, 16)
        self.put(self.told, x + 20, y + head + 54, w - 34, max(10.0, h - head - 54 - 64), 16)
        self.put(self.close, x + 20, y + h - 54, 104, 42, 16)

    def under(self, canvas: Canvas) -> None:
        t, u, sheet = canvas.theme, self.t, self.sheet
        canvas.paper(sheet.x, sheet.y, sheet.w, sheet.h, 16, 24, 10)
        if self.path.rect.y - sheet.y > 60 * u:
            canvas.put(self.title, sheet.x + 20 * u, sheet.y + 12 * u, self.px(26), t.ink, "serifb")
            canvas.label(self.note, sheet.x + 20 * u, sheet.y + 52 * u, self.px(15), t.ink2, "sans", sheet.w - 40 * u)


class ImportScene(MovingScene):
    """Takes records in; more may be dropped at any time."""

    def __init__(self, context: Context, history: History | None = None, path: str = "") -> None:
        note = "A file or a folder. It can also be dropped here. Nothing that is here is overwritten."
        super().__init__(context, "Import games", "Path of a file or a folder", "", note, "Import")
        self._history, self._owned = history or History(context.folders), history is None
        self._history.keep()
        self.importing = Importing(context.folders, self._history.knows)
        self._told = 0
        if path:
            self.importing.add(Path(path))

    def go(self, path: str) -> Change:
        if path.strip():
            self.importing.add(_typed(path))
            self.path.set("")
        return None

    def dropped(self, path: str) -> Change:
        self.importing.add(Path(path))
        return None

    def closed(self) -> None:
        if self._owned:
            self._history.close()

    def work(self) -> bool:
        more = self._history.work() or self.importing.work()
        if len(self.importing.found) != self._told or self.importing.done:
            self._told = len(self.importing.found)
            text = "\n".join([self.summary, *self._lines()])
            self.dirty |= text != self.told.text
            self.told.text = text
        return more

    @property
    def summary(self) -> str:
        """What became of all files, in a sentence."""
        counts = [(self.importing.count(fate), fate.value) for fate in Fate]
        told = ", ".join(f"{count:,} {word}" for count, word in counts if count)
        going = "" if self.importing.done else "The records are being read. "
        return f"{going}{phrases.sentence(told)}." if told else going.strip()

    def _lines(self) -> list[str]:
        """Every file that was not taken with the reason, and how many more there are."""
        most = 500
        other = [one for one in self.importing.found if one.fate is not Fate.TAKEN]
        lines = [f"- {_plain(one.name)}: {_plain(one.why)}." for one in other[:most]]
        return [*lines, f"And {len(other) - most:,} more."] if len(other) > most else lines

    def back(self) -> Change:
        return Pop(self.summary) if self.importing.found else Pop()


class ExportScene(MovingScene):
    """Writes each of these games into a folder, as a record of its own.

    It asks once more before a game that is not over, as the table does before it shows the code; the game is an open one then.
    """

    def __init__(self, context: Context, matches: Matches, games: Sequence[ListedGame]) -> None:
        what = phrases.count(len(games), "game")
        note = "Each game becomes a file of its own, and none that is there is overwritten."
        super().__init__(context, f"Export {what}", "Folder", str(_documents()), note, "Export")
        self.matches, self.games = matches, games
        self._asked = False
        self._waiting: list[ListedGame] = []
        self._folder = Path()
        self._written: list[Path] = []
        self._failed: list[str] = []

    def go(self, path: str) -> Change:
        secret = sum(not game.ended and not game.real_cards for game in self.games)
        if not path.strip() or self._waiting:
            return None
        if secret and not self._asked:
            self._asked, self.act.label = True, "Export it" if len(self.games) == 1 else "Export them"
            self.told.text = _warning(secret, len(self.games))
            self.dirty = True
        else:
            self.act.label = "Export"
            self._folder = _typed(path)
            self._waiting, self._written, self._failed = list(self.games), [], []
        return None

    def work(self) -> bool:
        if not self._waiting:
            return False
        game = self._waiting.pop(0)
        try:
            content = jsonl.apart(integrity.content(game.path))[game.number]
            self._written.append(self._stored(content))
            if not game.ended:
                self._open(content)
        except (OSError, ValueError, IndexError) as trouble:
            why = trouble.strerror if isinstance(trouble, OSError) else "it is no name for a folder, or the record has changed"
            self._failed.append(f"- {_plain(clean(game.path.name))}: {_plain(why or 'it cannot be written')}.")
        self._tell()
        self.dirty = True
        return bool(self._waiting)

    def _stored(self, content: bytes) -> Path:
        home = sources.home(content, self.context.folders)
        return archive.store(self._folder, home.name, content, home.suffix)

    def _open(self, content: bytes) -> None:
        """A game that can be gone on with has been taken out, and everybody may know its cards."""
        with contextlib.suppress(RecordError, StopIteration):
            _, line = next(format.read(content))
            if isinstance(line, Header):
                self.matches.opened.add(line)

    def _tell(self) -> None:
        lines = []
        if self._written:
            one = len(self._written) == 1
            place = self._written[0] if one else self._folder
            lines.append(f"{phrases.count(len(self._written), 'game')} written: {_plain(clean(str(place), LONGEST))}")
            if not self._waiting and to_clipboard(str(place)):
                lines.append("The path is on the clipboard.")
        self.told.text = "\n".join([*lines, *self._failed])


def _warning(secret: int, count: int) -> str:
    """The warning before games that are not over are written. secret: their number, among count games."""
    one = secret == 1
    if one:
        which = "This game is" if count == 1 else "One of these games is"
    else:
        which = "These games are" if secret == count else f"{secret:,} of these games are"
    holds = "its file holds every card of it" if one else "their files hold every card of them"
    then = "it is an open game then" if one else "they are open games then"
    return f"{which} not over, and {holds}. Press once more to export {'it' if count == 1 else 'them'}; {then}."


def _plain(text: str) -> str:
    """A text of others without the marks of rich text."""
    return text.translate({ord("{"): "(", ord("}"): ")", ord("~"): "\N{TILDE OPERATOR}"})


def _documents() -> Path:
    """The documents folder of this user; the home folder where there is none."""
    home = _typed("~")
    documents = home / "Documents"
    return documents if documents.is_dir() else home


def _typed(text: str) -> Path:
    """The path that is meant by a text as people type or paste it."""
    path = Path(text.strip().strip('"'))
    try:
        return path.expanduser().absolute()
    except (RuntimeError, OSError):  # nobody of that name has a home, or there is no current folder
        return path
