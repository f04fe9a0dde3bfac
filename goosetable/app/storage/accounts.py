"""Accounts of all players here: games and deals of each, and results against each of the others."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from goosetable.app.storage.history.listing import ListedGame
from goosetable.app.storage.history.roll import HistoryIndex, Played, Sat, Stint, Who

ALL: Final = ""
"""Stands for every game together."""
MARK: Final = 10
"""Characters of a game's mark by which the settings remember that it does not count."""


@dataclass
class Meeting:
    """Results of the games that two played against each other to the end."""

    games: int = 0
    won: int = 0
    """Won by the one whose account this is, and not by the other."""
    lost: int = 0
    """The other way round."""


@dataclass
class Account:
    """The figures of a player, of one game or of all."""

    games: int = 0
    """Games played to the end."""
    won: int = 0
    """Games won, alone or with others."""
    deals: int = 0
    """Deals played to the end, also of games that were broken off."""
    points: Fraction = Fraction(0)
    best: Fraction = Fraction(0)
    """Number of deals in which they did best, shared where several did."""
    prizes: int = 0

    def add(self, sat: Sat) -> None:
        """Counts a game to whose last line they sat at that seat; the deals of those who sat there before are not theirs."""
        played, seat, _ = sat
        self.deals += played.deals
        self.points += played.points[seat]
        self.best += played.laurels[seat]
        for stint in played.left:
            if stint.seat == seat:
                self.deals -= stint.deals
                self.points -= stint.points
                self.best -= stint.laurels
        if played.ended:
            self.games += 1
            self.won += seat in played.winners
            self.prizes += played.prizes[seat]

    def add_stint(self, stint: Stint) -> None:
        """Counts the deals of a game in which they left their seat before the end."""
        self.deals += stint.deals
        self.points += stint.points
        self.best += stint.laurels


class Book:
    """Accounts of all players, each made on demand from the records alone."""

    def __init__(self, roll: HistoryIndex, since: Mapping[str, object] | None = None) -> None:
        """since: the games that do not count, by the player's key; see `begun_again`."""
        self.roll, self._since = roll, since or {}
        self._accounts: dict[tuple[str, str], Account] = {}
        self._against: dict[tuple[str, str], dict[str, Meeting]] = {}

    def account(self, who: Who, game: str = ALL) -> Account:
        """The account of a player; `game` is an id, or ALL."""
        key = who.key
        found = self._accounts.get((key, game))
        if found is None:
            found = self._accounts[key, game] = Account()
            out = Uncounted(self._since.get(key))
            for sat in self.roll.seats(key):
                if game in (ALL, sat.played.game) and not out.has(sat.played):
                    found.add(sat)
            for played, stint in self.roll.stints(key):
                if game in (ALL, played.game) and not out.has(played):
                    found.add_stint(stint)
        return found

    def sat(self, who: Who, game: str) -> list[Sat]:
        """Returns a player's seats in finished games of one kind that count, the latest last."""
        out = Uncounted(self._since.get(who.key))
        seats = self.roll.seats(who.key)
        return [sat for sat in seats if sat.played.ended and sat.played.game == game and not out.has(sat.played)]

    def against(self, who: Who, game: str = ALL) -> dict[str, Meeting]:
        """Returns a player's results in finished games against each other player, by key, in the order they first met."""
        key = who.key
        if (key, game) in self._against:
            return self._against[key, game]
        found = self._against[key, game] = {}
        out = Uncounted(self._since.get(key))
        for played, seat, keys in self.roll.seats(key):
            if played.ended and game in (ALL, played.game) and not out.has(played):
                won = seat in played.winners
                for other, their in enumerate(keys):
                    if other != seat:
                        meeting = found.setdefault(their, Meeting())
                        meeting.games += 1
                        meeting.won += won and other not in played.winners
                        meeting.lost += not won and other in played.winners
        return found


_NEW: Final = re.compile(rf"([^#]*)#((?:[0-9a-f]{{{MARK}}})*)")


class Uncounted:
    """The games that do not count for a player, as the settings have them: `TIME#MARKS`.

    MARKS are the beginnings of the marks of such games; one that began at TIME or before does not count either, where there is
    a time. A text without `#` is a time as programs of before wrote it: what began then or before, or at no time, counts not.
    """

    def __init__(self, found: object) -> None:
        new = _NEW.fullmatch(found) if isinstance(found, str) else None
        self.old = isinstance(found, str) and new is None
        self.time = str(found) if self.old else new[1] if new else ""
        self.marks = frozenset(new[2][at : at + MARK] for at in range(0, len(new[2]), MARK)) if new else frozenset()

    def has(self, played: Played | ListedGame) -> bool:
        """Whether a game does not count."""
        early = (self.old or bool(self.time)) and played.started <= self.time
        return early or played.mark[:MARK] in self.marks
