"""What holds games of the list back, and the groups in which the others stand."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date, timedelta
from typing import Final, NamedTuple

from goosetable.app.storage.history.listing import ListedGame, Seated
from goosetable.engine.words import phrases

ANY: Final = ""
"""The choice of a filter that holds nothing back."""
FINISHED: Final = "finished"
UNFINISHED: Final = "unfinished"
DELETED: Final = "deleted"
WEEK: Final = "week"
MONTH: Final = "month"
LAST: Final = "last"
WEEKDAYS: Final = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")


class Filters(NamedTuple):
    """Every field holds games back, but for ANY."""

    words: str = ANY
    """All of them stand in what a game is found by, each also as a part of a word."""
    game: str = ANY
    who: str = ANY
    """The key of one who sat in it, besides the person who looks."""
    when: str = ANY
    """WEEK, MONTH, or a year."""
    place: str = ANY
    """Of the person who looks: a number, or LAST."""
    end: str = ANY
    """FINISHED, UNFINISHED or DELETED; DELETED is another list, and holds nothing back here."""

    def fitting(self, games: Iterable[ListedGame], you: str, today: date) -> list[ListedGame]:
        """The games that stand in the list. you: the key of the person who looks."""
        found = list(games)
        for word in self.words.casefold().split():
            found = [listed for listed in found if word in listed.text]
        if self.game:
            found = [listed for listed in found if listed.game == self.game]
        if self.who:
            found = [listed for listed in found if of(listed, self.who) is not None]
        if self.end in (FINISHED, UNFINISHED):
            found = [listed for listed in found if listed.ended == (self.end == FINISHED)]
        if self.when:
            found = [listed for listed in found if in_time(self.when, listed, today)]
        return [listed for listed in found if self._placed(listed, you)] if self.place else found

    def _placed(self, listed: ListedGame, you: str) -> bool:
        own = of(listed, you)
        if own is None or own.place is None:
            return False
        return own.place == (max(seated.place or 0 for seated in listed.seats) if self.place == LAST else int(self.place))


def of(listed: ListedGame, key: str) -> Seated | None:
    """The first seat of one in a game."""
    return next((seated for seated in listed.seats if seated.key == key), None)


def in_time(when: str, listed: ListedGame, today: date) -> bool:
    """Whether a game began in a week that ends today, in the month of today, or in a year."""
    if listed.when is None:
        return False
    day = listed.when.date()
    if when == WEEK:
        return today - timedelta(days=7) < day <= today
    return (day.year, day.month) == (today.year, today.month) if when == MONTH else str(day.year) == when


def group(listed: ListedGame, today: date) -> str:
    """What stands over a game and its neighbours."""
    if not listed.ended:
        return "Not finished"
    if listed.when is None:
        return "At an unknown time"
    day = listed.when.date()
    if in_time(WEEK, listed, today):
        return "This week"
    month = phrases.MONTHS[day.month - 1]
    if (day.year, day.month) == (today.year, today.month):
        return f"Earlier in {month}"
    return month if day.year == today.year and day < today else f"{month} {day.year}"


def moment(listed: ListedGame, today: date) -> str:
    """When a game began, as short as it can be told."""
    if listed.when is None:
        return ""
    day, clock = listed.when.date(), f"{listed.when:%H:%M}"
    if day == today:
        return f"today, {clock}"
    if in_time(WEEK, listed, today):
        return f"{WEEKDAYS[day.weekday()]}, {clock}"
    month = phrases.MONTHS[day.month - 1]
    return f"{day.day} {month}" if day.year == today.year else f"{day.day} {month} {day.year}"


def people(games: Iterable[ListedGame], you: str) -> Sequence[Seated]:
    """Those who have sat with the person who looks, those met most often first."""
    met: dict[str, Seated] = {}
    often: dict[str, int] = {}
    for listed in games:
        for seated in listed.seats:
            if seated.key != you:
                met.setdefault(seated.key, seated)
                often[seated.key] = often.get(seated.key, 0) + 1
    return sorted(met.values(), key=lambda seated: -often[seated.key])


def since(games: Iterable[ListedGame]) -> str:
    """The month of the first game, such as March 2021; nothing where no time is known."""
    first = min((listed.when for listed in games if listed.when is not None), default=None)
    return "" if first is None else f"{phrases.MONTHS[first.month - 1]} {first.year}"
