"""Statistics: figures of all games played here, for each person and each computer player at each level."""

from __future__ import annotations

import heapq
import itertools
from collections.abc import Sequence
from fractions import Fraction
from typing import Final, NamedTuple

from goosetable.app.storage import characters, profiles
from goosetable.app.storage.accounts import MARK, Account, Book, Meeting, Uncounted
from goosetable.app.storage.history.roll import HistoryIndex, Played, Who
from goosetable.app.storage.settings import LONGEST_COUNTED, MOST_COUNTED, Settings
from goosetable.engine.game import AnyGame
from goosetable.engine.words import phrases
from goosetable.players.levels import LEVELS

SHOWN: Final = 200
"""People, computer players, and opponents of one of them, that a page shows."""
YOU: Final = "You"
"""The name of a person who has chosen none."""
UNBEATEN: Final = 3
"""Games won by one of two and none by the other from which on that is worth a sentence of its own."""
LEVELS_SHOWN: Final = 12
"""Levels of one character of the company that a page shows."""


class Figure(NamedTuple):
    """A figure: its name, its value, and its meaning in a sentence."""

    label: str
    value: str
    meaning: str


class Everybody(NamedTuple):
    """The players that a page shows."""

    persons: list[Who]
    others: list[Who]
    """The computer players."""
    more: tuple[int, int]
    """People and computer players that there are besides."""


def everybody(roll: HistoryIndex, settings: Settings) -> Everybody:
    """The people who are known or have played, and the computer players: the company, then all others that have played.

    Those who are not known and not of the company come in the order in which they played last, the latest first.
    """
    known = {who.key: who for person in profiles.known(settings) for who in (Who(person.name, characters.HUMAN),)}
    strangers = [who for key, who in _latest(roll.persons, SHOWN + len(known)) if key not in known]
    persons = [*known.values(), *strangers][:SHOWN]
    company: list[Who] = []
    met = 0
    for character in characters.CAST:
        own = roll.company.get(character.name, {})
        met += max(1, len(own))
        company += heapq.nsmallest(LEVELS_SHOWN, own.values(), key=_strength) or [Who(character.name, "")]
    others = company + [who for _, who in _latest(roll.others, SHOWN - len(company))]
    people_there = len(roll.persons) + sum(key not in roll.persons for key in known)
    return Everybody(persons, others, (people_there - len(persons), met + len(roll.others) - len(others)))


def _latest(found: dict[str, Who], most: int) -> list[tuple[str, Who]]:
    """The last of a mapping, the latest first."""
    return [(key, found[key]) for key in itertools.islice(reversed(found), most)]


def _strength(who: Who) -> tuple[int, str, str]:
    return (LEVELS.index(who.player) if who.player in LEVELS else len(LEVELS), who.player, profiles.key(who.name))


def brief(account: Account) -> str:
    """An account in a few words."""
    if not account.games:
        return f"No game to its end, {phrases.count(account.deals, 'deal')}" if account.deals else "No games yet"
    return f"{phrases.count(account.games, 'game')}, {account.won} won"


def figures(account: Account, game: AnyGame | None) -> tuple[Figure, ...]:
    """The figures of a player's games of one kind, or of all kinds together, which have no points in common.

    Where every game was one deal, as the game has it unless a house rule says otherwise, deals say nothing besides games.
    """
    single = game is not None and game.text.length(game.Options()) == 1 and account.games == account.deals
    found = [
        Figure("Games played", str(account.games), "Played to the end. A game broken off counts with its deals only."),
        Figure("Games won", _part(account.won, account.games), f"Alone or with others{_share(account.won, account.games)}."),
    ]
    if not single:
        found.append(Figure("Deals", str(account.deals), "Played to the end, also in games that were broken off."))
    if game is None:
        return tuple(found)
    if game.text.prize != ("win", "wins"):
        found.append(
            Figure(phrases.sentence(game.text.prize[1]), str(account.prizes), "What the games won were worth, together.")
        )
    mean = phrases.decimal(account.points / account.deals) if account.deals else "none yet"
    found.append(Figure("Points a deal", mean, f"The mean of all deals of {game.title}, good and bad."))
    meaning = f"Of all deals{_share(account.best, account.deals)}. Where several have it, each is given a share."
    if not single:
        found.append(Figure(phrases.sentence(game.text.best), _part(account.best, account.deals), meaning))
    return tuple(found)


def meetings(book: Book, who: Who, game: str) -> tuple[tuple[Who, Figure], ...]:
    """Returns a player's results against the others, those met most often first; at most SHOWN of them."""
    against = book.against(who, game)
    least = min(heapq.nlargest(SHOWN, (meeting.games for meeting in against.values())), default=0)
    often = [key for key, meeting in against.items() if meeting.games > least]
    as_often = (key for key in reversed(against) if against[key].games == least)
    shown = [*often, *itertools.islice(as_often, SHOWN - len(often))]
    met = sorted((-against[key].games, other.title, key, other) for key in shown if (other := book.roll.name(key)) is not None)
    names = [other.name for *_, other in met]
    found = []
    for _, _, key, other in met:
        meeting = against[key]
        rest = meeting.games - meeting.won - meeting.lost
        told = f"{other.title}: {phrases.count(meeting.games, 'game')} together, {meeting.won} won, {meeting.lost} lost"
        said = told + (f", {rest} by neither or shared." if rest else ".")
        found.append(
            (other, Figure(memory(who, other, meeting, names.count(other.name) > 1), f"{meeting.won} : {meeting.lost}", said))
        )
    return tuple(found)


def memory(who: Who, other: Who, meeting: Meeting, twice: bool = False) -> str:
    """Returns the other's memory of their meetings in a sentence; a person is "you", as is one of that name.

    twice: whether the other one is there at several levels; each level remembers its own games.
    """
    you, name = who.name, f"{other.name} ({other.level})" if twice else other.name
    ahead = meeting.won - meeting.lost
    if name == YOU:  # the page of somebody else, seen by the one who is called that
        level, owes, owed = f"{you} and you are level.", f"You owe {you}", f"{you} owes you"
        beaten = (f"You have not beaten {you} yet.", f"{you} has not beaten you yet.")
    elif who.person:
        level, owes, owed = f"You and {name} are level.", f"{name} owes you", f"You owe {name}"
        beaten = (f"{name} has not beaten you yet.", f"You have not beaten {name} yet.")
    else:
        level, owes, owed = f"{you} and {name} are level.", f"{name} owes {you}", f"{you} owes {name}"
        beaten = (f"{name} has not beaten {you} yet.", f"{you} has not beaten {name} yet.")
    if not ahead:
        return level
    if abs(ahead) >= UNBEATEN and 0 in (meeting.won, meeting.lost):
        return beaten[ahead < 0]
    return f"{owes if ahead > 0 else owed} {phrases.spelled(abs(ahead))}."


def remembered(book: Book, who: Who) -> dict[str, str]:
    """Returns the memory of each computer player that a person has met, by the key of its name, over all its levels."""
    found: dict[str, tuple[Who, Meeting]] = {}
    for key, one in book.against(who).items():
        other = book.roll.name(key)
        if other is not None and not other.person:
            _, met = found.setdefault(profiles.key(other.name), (other, Meeting()))
            met.games, met.won, met.lost = met.games + one.games, met.won + one.won, met.lost + one.lost
    return {name: memory(who, other, meeting) for name, (other, meeting) in found.items()}


def _part(count: Fraction | int, of: int) -> str:
    return f"{phrases.decimal(count)} of {of}" if of else "none yet"


def _share(count: Fraction | int, of: int) -> str:
    return f", {round(100 * Fraction(count) / of)} %" if of else ""


def _as_marks(games: Sequence[Played], room: int) -> str:
    """Writes games that do not count for the settings, the latest last, in about `room` characters.

    Where that is too little for all, the earliest are told by the time up to which they began.
    """
    most = max(0, room // MARK)
    told = games[len(games) - most :] if len(games) > most else games
    rest = games[: len(games) - len(told)]
    return max((played.started for played in rest), default="") + "#" + "".join(played.mark[:MARK] for played in told)


def begun_again(settings: Settings, book: Book, who: Who) -> dict[str, object]:
    """Returns the changed settings when a player's figures begin again: no record is touched.

    The games that do not count are remembered one by one, because a clock may be wrong. Of more than MOST_COUNTED people, those
    who began again first are counted from the beginning.
    """
    counted = {key: since for key, since in settings.counted_from.items() if key != who.key}
    room = LONGEST_COUNTED - sum(len(str(since)) for since in counted.values())
    counted[who.key] = _as_marks(book.roll.games(who.key), room - 100)
    for key in list(counted)[: max(0, len(counted) - MOST_COUNTED)]:
        del counted[key]
    return {"counted_from": counted}


def remade(settings: Settings, book: Book) -> dict[str, object]:
    """Returns the changed settings where an old one gives a time from which games count; empty where none does.

    The games that began until then are remembered one by one, and every other one counts: a time that some record had from the
    future would keep later games from counting. Where no game of theirs is known, it stays.
    """
    counted = dict(settings.counted_from)
    for key, since in settings.counted_from.items():
        out = Uncounted(since)
        games = [played for played in book.roll.games(key) if out.has(played)] if out.old else []
        if games:
            room = LONGEST_COUNTED - sum(len(str(other)) for other in counted.values())
            counted[key] = _as_marks(games, room - 100)
    return {} if counted == settings.counted_from else {"counted_from": counted}
