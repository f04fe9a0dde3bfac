"""The roll: players here and the games in which they sat; an index of the records, made a game at a time."""

from __future__ import annotations

from fractions import Fraction
from hashlib import sha256
from typing import Final, NamedTuple

from goosetable.app.storage import characters, profiles
from goosetable.engine.words.clean import clean

LONGEST: Final = 100
"""Characters of a seat's player that are part of a key as they are."""


class Stint(NamedTuple):
    """Deals of a game, played at a seat by a player who left it before the end."""

    seat: int
    name: str
    player: str
    deals: int
    """Deals scored while they sat there; at least one."""
    points: Fraction
    laurels: Fraction


class Played(NamedTuple):
    """One game as its record has it."""

    mark: str
    """Identity of the game: equal for two records of one game where one goes further, and for no two games."""
    game: str
    started: str
    """As the record has it; empty where it has none."""
    chairs: tuple[tuple[str, str], ...]
    """Name and player of each seat, in clean form, as they sat there last."""
    ended: bool
    deals: int
    """Number of deals played to their end."""
    points: tuple[Fraction, ...]
    """Of all deals together, by seat."""
    laurels: tuple[Fraction, ...]
    """Number of deals in which each seat did best, shared where several did."""
    winners: tuple[int, ...]
    prizes: tuple[int, ...]
    feats: tuple[tuple[str, ...], ...] = ()
    """Feats of each seat that earn a medal, of `medals.FEATS`; in a game played to the end."""
    code: str = ""
    """The canonical code, once the game is over."""
    left: tuple[Stint, ...] = ()
    """Players who left a seat before the end: deals scored until then count for them, the game for those who stay."""


class Who(NamedTuple):
    """A player: a person, by name, or a computer player, by name and level."""

    name: str
    player: str

    @property
    def key(self) -> str:
        """Identity of the player from one record to another, however the name is written."""
        player = self.player.replace(" ", "_")
        if len(player) > LONGEST:
            player = f"{player[:LONGEST]}_{sha256(player.encode()).hexdigest()[:12]}"
        return f"{player} {profiles.key(self.name)}"

    @property
    def person(self) -> bool:
        return self.player == characters.HUMAN

    @property
    def level(self) -> str:
        """Name of the player at the seat, cleaned for the screen."""
        return clean(self.player)

    @property
    def title(self) -> str:
        return self.name if self.person or not self.player else f"{self.name}, {self.level}"


class Sat(NamedTuple):
    """A seat that a player kept to the last line of a game."""

    played: Played
    seat: int
    keys: tuple[str, ...]
    """The keys of all who sat there then, by seat."""


class HistoryIndex:
    """Index of games by player; games are added in order of beginning, players ordered by their last game."""

    def __init__(self) -> None:
        self.persons: dict[str, Who] = {}
        self.others: dict[str, Who] = {}
        """Computer players that are none of the company."""
        self.company: dict[str, dict[str, Who]] = {}
        """Those of the company, by the character's name, at every level."""
        self._seats: dict[str, list[Sat]] = {}
        self._stints: dict[str, list[tuple[Played, Stint]]] = {}

    def add(self, played: Played) -> None:
        for stint in played.left:
            key = self._enter(Who(stint.name, stint.player))
            self._stints.setdefault(key, []).append((played, stint))
        # From the last seat to the first, so that the first of a table is the latest of all.
        keys = tuple(self._enter(Who(*chair)) for chair in reversed(played.chairs))[::-1]
        for seat, key in enumerate(keys):
            self._seats.setdefault(key, []).append(Sat(played, seat, keys))

    def _enter(self, who: Who) -> str:
        """Enters a player as the one who played last, under the name they have now; returns their key."""
        key = who.key
        character = None if who.person else characters.find(who.name)
        shelf = self.persons if who.person else self.others
        if character is not None:
            shelf = self.company.setdefault(character.name, {})
        shelf.pop(key, None)
        shelf[key] = who
        return key

    def name(self, key: str) -> Who | None:
        shelves = (self.persons, self.others, *self.company.values())
        return next((found[key] for found in shelves if key in found), None)

    def seats(self, key: str) -> list[Sat]:
        """Returns a player's seats held to the last line, the latest game last."""
        return self._seats.get(key, [])

    def stints(self, key: str) -> list[tuple[Played, Stint]]:
        """Returns a player's games with the stints before leaving a seat, the latest game last."""
        return self._stints.get(key, [])

    def games(self, key: str) -> list[Played]:
        """Each game in which a player sat, the one that began last at the end."""
        all_played = [*(played for played, _ in self.stints(key)), *(sat.played for sat in self.seats(key))]
        return sorted({played.mark: played for played in all_played}.values(), key=lambda played: played.started)
