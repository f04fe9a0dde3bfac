"""Statistics: what the games played here come to, for every person and every computer player at every level."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Final, NamedTuple

from goosetable.app import cast, people
from goosetable.app.annals import Played
from goosetable.app.settings import Settings
from goosetable.engine import words
from goosetable.engine.game import Game

ALL: Final = ""
"""Stands for every game together."""


class Who(NamedTuple):
    """Somebody who plays: a person, by name, or a computer player, by name and level."""

    name: str
    player: str

    @property
    def key(self) -> str:
        """By which they are known from one record to another, however the name is written."""
        return f"{self.player} {people.key(self.name)}"

    @property
    def person(self) -> bool:
        """Whether that is somebody of flesh and blood."""
        return self.player == cast.HUMAN

    @property
    def title(self) -> str:
        """Name and level."""
        return self.name if self.person or not self.player else f"{self.name}, {self.player}"


@dataclass
class Meeting:
    """What came of the games that two played against each other to the end."""

    games: int = 0
    won: int = 0
    """Won by the one whose account this is, and not by the other."""
    lost: int = 0
    """The other way round."""


@dataclass
class Account:
    """What somebody's games come to, of one game or of all."""

    games: int = 0
    """Games played to the end."""
    won: int = 0
    """Games won, alone or with others."""
    deals: int = 0
    """Deals played to the end, also of games that were broken off."""
    points: Fraction = Fraction(0)
    best: Fraction = Fraction(0)
    """In how many deals they did best, shared where several did."""
    prizes: int = 0
    against: dict[str, Meeting] = field(default_factory=dict)
    """By the key of the other."""

    def add(self, played: Played, seat: int) -> None:
        """Counts a game in which they sat at that seat."""
        self.deals += played.deals
        self.points += played.points[seat]
        self.best += played.laurels[seat]
        if not played.ended:
            return
        self.games += 1
        self.won += seat in played.winners
        self.prizes += played.prizes[seat]
        for other, chair in enumerate(played.chairs):
            if other != seat:
                meeting = self.against.setdefault(Who(*chair).key, Meeting())
                meeting.games += 1
                meeting.won += seat in played.winners and other not in played.winners
                meeting.lost += other in played.winners and seat not in played.winners


class Figure(NamedTuple):
    """A figure: what it is, how much, and what that means in a sentence."""

    label: str
    value: str
    meaning: str


class Book:
    """The accounts of everybody; nothing is kept that does not come from the records."""

    def __init__(self, games: Sequence[Played], since: Mapping[str, object] | None = None) -> None:
        """since: from when on somebody's games count, by their key; those that began then or before do not."""
        self._games = games
        self._since = since or {}
        self.names: dict[str, Who] = {}
        """Everybody who has played, by key, with the name as they last had it."""
        self._accounts: dict[tuple[str, str], Account] = {}
        for played in sorted(games, key=lambda played: played.started):
            for seat, chair in enumerate(played.chairs):
                who = Who(*chair)
                self.names[who.key] = who
                if self._counts(who, played):
                    for game in (ALL, played.game):
                        self._accounts.setdefault((who.key, game), Account()).add(played, seat)

    def _counts(self, who: Who, played: Played) -> bool:
        since = self._since.get(who.key)
        return not isinstance(since, str) or played.started > since

    def account(self, who: Who, game: str = ALL) -> Account:
        """What somebody's games come to; `game` is an id, or ALL."""
        return self._accounts.get((who.key, game), Account())

    def latest(self, who: Who) -> str:
        """When the last of somebody's games began, or nothing: counting from then on begins with none."""
        theirs = [played.started for played in self._games if who.key in [Who(*chair).key for chair in played.chairs]]
        return max(theirs, default="")

    def everybody(self, settings: Settings) -> tuple[list[Who], list[Who]]:
        """The people who are known or have played, and the computer players: the company, then whoever else has played."""
        persons = [Who(person.name, cast.HUMAN) for person in people.known(settings)]
        keys = [who.key for who in persons]
        persons += [who for key, who in self.names.items() if who.person and key not in keys]
        met = [who for who in self.names.values() if not who.person]
        company: list[Who] = []
        for character in cast.CAST:
            own = sorted((who for who in met if people.key(who.name) == people.key(character.name)), key=_strength)
            company += own or [Who(character.name, "")]
        return persons, company + sorted((who for who in met if cast.find(who.name) is None), key=_strength)


_LEVELS: Final = ("random", "greedy", "easy", "medium", "hard", "expert")


def _strength(who: Who) -> tuple[int, str, str]:
    return (_LEVELS.index(who.player) if who.player in _LEVELS else len(_LEVELS), who.player, people.key(who.name))


# ---------------------------------------------------------------------- in figures and words


def brief(account: Account) -> str:
    """An account in a few words."""
    if not account.games:
        return f"No game to its end, {words.count(account.deals, 'deal')}" if account.deals else "No games yet"
    return f"{words.count(account.games, 'game')}, {account.won} won"


def figures(account: Account, game: Game[Any] | None) -> tuple[Figure, ...]:
    """What there is to say of somebody's games of one kind, or of all kinds together, which have no points in common."""
    found = [
        Figure("Games played", str(account.games), "Played to the end. A game broken off counts with its deals only."),
        Figure("Games won", _part(account.won, account.games), f"Alone or with others{_share(account.won, account.games)}."),
        Figure("Deals", str(account.deals), "Played to the end, also in games that were broken off."),
    ]
    if game is None:
        return tuple(found)
    if game.prize != ("win", "wins"):
        found.append(Figure(_capital(game.prize[1]), str(account.prizes), "What the games won were worth, together."))
    mean = _decimal(account.points / account.deals) if account.deals else "none yet"
    found.append(Figure("Points a deal", mean, f"The mean of all deals of {game.title}, good and bad."))
    meaning = f"Of all deals{_share(account.best, account.deals)}. Where several have it, each is given a share."
    found.append(Figure(_capital(game.best), _part(account.best, account.deals), meaning))
    return tuple(found)


def meetings(book: Book, who: Who, game: str) -> tuple[tuple[Who, Figure], ...]:
    """How somebody did against each of the others, those met most often first."""
    account = book.account(who, game)
    met = sorted(account.against.items(), key=lambda pair: (-pair[1].games, book.names[pair[0]].title))
    found = []
    for key, meeting in met:
        other = book.names[key]
        rest = meeting.games - meeting.won - meeting.lost
        told = f"{words.count(meeting.games, 'game')} together: {meeting.won} won, {meeting.lost} lost"
        said = told + (f", {rest} by neither or shared." if rest else ".")
        found.append((other, Figure(other.title, f"{meeting.won} : {meeting.lost}", said)))
    return tuple(found)


def _part(count: Fraction | int, of: int) -> str:
    return f"{_decimal(count)} of {of}" if of else "none yet"


def _share(count: Fraction | int, of: int) -> str:
    return f", {round(100 * Fraction(count) / of)} %" if of else ""


def _decimal(number: Fraction | int) -> str:
    """With one place behind the point where there is anything; minus as in print."""
    text = f"{float(abs(number)):.1f}".removesuffix(".0")
    return f"\N{MINUS SIGN}{text}" if number < 0 and text != "0" else text


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


# ---------------------------------------------------------------------- beginning again


def begun_again(settings: Settings, book: Book, who: Who) -> dict[str, Any]:
    """What changes in the settings when somebody's figures begin again: no record is touched."""
    return {"counted_from": {**settings.counted_from, who.key: book.latest(who)}}
