"""The medals that a game has just earned its people, searched for in the records in short pieces of work."""

from __future__ import annotations

from goosetable.app.context import Context
from goosetable.app.match.match import Match
from goosetable.app.storage import clean_names
from goosetable.app.storage.cast import HUMAN
from goosetable.app.storage.history.figures import Figures
from goosetable.app.storage.history.records import History
from goosetable.app.storage.history.sources import PlayerKey, mark
from goosetable.engine.words import phrases


class Earned:
    """Search for medals: call `work` while it returns True; then `said` has a sentence, or nothing."""

    def __init__(self, context: Context, match: Match) -> None:
        self._match, self._from = match, context.settings.counted_from
        self._history = History(context.folders)

    def work(self) -> bool:
        """Does one short piece; returns whether there is more."""
        return self._history.work()

    def close(self) -> None:
        """Ends the search."""
        self._history.close()

    @property
    def said(self) -> str:
        """A sentence for each person who has earned a medal in this game."""
        match, figures = self._match, Figures(self._history.tables, self._from)
        own = mark(match.session.header, "")
        found = []
        chairs = clean_names.seated(match.session.chairs)
        for seat in match.persons:
            places = figures.medals(PlayerKey(chairs[seat].name, HUMAN), match.game)
            names = [place.medal.name for place in places if place.mark == own]
            if names:
                many = "Medals" if len(names) > 1 else "A medal"
                found.append(match.say(f"{many} for [{seat}]: {phrases.listed(names)}."))
        return " ".join(found)
