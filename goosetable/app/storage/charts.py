"""The figures behind the charts of a player: places, accuracy, games won, bids and opponents, in the games that filters leave.

They count the games in which the player sat to the last line, and of these the deals scored while they sat there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Iterable, Mapping, Sequence
from datetime import date, datetime
from math import sqrt
from typing import Final, NamedTuple

from goosetable.app.storage.accounts import Uncounted
from goosetable.app.storage.history import listing
from goosetable.app.storage.history.honours import SeatDeal
from goosetable.app.storage.history.index import Index
from goosetable.app.storage.history.listing import Filters, ListedGame, Seated, decided, decisions
from goosetable.engine.rules.event import Points
from goosetable.games import SHELF, find
from goosetable.review.opinion import ROOM

PIECE: Final = 40
"""Games whose deals are read in one piece of work."""
PLACES: Final = 4
"""Places told apart: the last of them stands for all after it."""
FEW: Final = 20
"""Decisions below which an accuracy says little."""
YEAR: Final = 400
"""Days of games above which accuracy is told by quarter instead of by month."""


class Ahead(NamedTuple):
    """Deals against one opponent."""

    points: float
    """More than the opponent made, together; negative where the opponent made more."""
    deals: int


class OwnGame(NamedTuple):
    """A game of the player."""

    listed: ListedGame
    own: Seated
    bids: Mapping[tuple[int, int], int]
    """Number of deals for each pair of tricks bid and tricks taken."""
    against: Mapping[str, Ahead]
    """By the key of the opponent."""
    accuracy: tuple[int, int]
    """Good decisions and all, in the deals that were reviewed."""


class Share(NamedTuple):
    """A part of a whole."""

    good: int
    of: int

    @property
    def part(self) -> float:
        """0..1; 0 of nothing."""
        return self.good / self.of if self.of else 0.0

    @property
    def band(self) -> tuple[float, float]:
        """Between what the true part lies in 95 of 100 cases (Wilson, 1927); all of 0..1 for nothing."""
        if not self.of:
            return 0.0, 1.0
        z = ROOM * ROOM / self.of
        middle, wide = self.part + z / 2, ROOM * sqrt(self.part * (1 - self.part) / self.of + z / self.of / 4)
        return max(0.0, (middle - wide) / (1 + z)), min(1.0, (middle + wide) / (1 + z))


class Period(NamedTuple):
    """The accuracy of a quarter, or of a month."""

    start: date
    share: Share


class GameShare(NamedTuple):
    """Games of one kind won."""

    game: str
    share: Share
    equal: float
    """The part that would be won among equals, 0..1."""


class Bids(NamedTuple):
    """Bids against tricks."""

    game: str
    cells: dict[tuple[int, int], int]
    """Number of deals for each pair of tricks bid and tricks taken."""

    @property
    def exact(self) -> Share:
        """The deals in which just as many were taken as bid."""
        return Share(sum(count for (bid, taken), count in self.cells.items() if bid == taken), sum(self.cells.values()))


class Against(NamedTuple):
    """Results of the player against one opponent."""

    key: str
    name: str
    player: str
    games: int
    """Played to the end."""
    lead: float
    """Points of a deal more than theirs; of several kinds of game, the part of games before them less that behind them."""


class Charts(NamedTuple):
    """Figures of the charts."""

    games: Share
    """Games won, of those played to the end."""
    since: str
    """The month of the first game, such as March 2021; empty where no time is known."""
    places: tuple[int, ...]
    """Games by place: won, second and so on; the last counts all later places as well."""
    accuracy: Share
    periods: tuple[Period, ...]
    """Those with decisions that were reviewed, in order."""
    monthly: bool
    by_game: tuple[GameShare, ...]
    """The largest part of games won first."""
    bids: Bids | None
    """Of the game with bids that was played most; None where no game has them."""
    against: tuple[Against, ...]
    """Those met most often first."""
    points: bool
    """Whether leads are points of a deal, which several kinds of game do not have in common."""


def reading(
    known: Index, listed: Sequence[ListedGame], key: str, out: Uncounted, found: list[OwnGame]
) -> Generator[None, None, None]:
    """Adds all games that count of a player, in short pieces. listed: all games. out: those that do not count.

    Raises sqlite3.DatabaseError, and Busy.
    """
    reviewed = yield from decisions(known)
    own = [(one, seated) for one in listed if (seated := listing.of(one, key)) is not None and not out.has(one)]
    for number, (one, seated) in enumerate(own):
        if number % PIECE == 0:
            yield
        kept = known.game(one.mark)
        if kept is not None:
            deals = kept.deals
            found.append(OwnGame(one, seated, _bid(deals, key), _ahead(deals, key), decided(kept, key, reviewed)))


def _bid(deals: Sequence[SeatDeal], key: str) -> dict[tuple[int, int], int]:
    """Deals of a player by the tricks that were bid and the tricks that were taken."""
    return dict(
        Counter([(one.bid, one.tricks) for one in deals if one.key == key and one.bid is not None and one.tricks is not None])
    )


def _ahead(deals: Sequence[SeatDeal], key: str) -> dict[str, Ahead]:
    """The deals of a player against each of the others, by key."""
    seated: dict[int, list[SeatDeal]] = {}
    for one in deals:
        seated.setdefault(one.number, []).append(one)
    found: dict[str, tuple[Points, int]] = {}
    for deal in seated.values():
        for own in (one for one in deal if one.key == key):
            for other in (one for one in deal if one.key != key):
                points, count = found.get(other.key, (0, 0))
                found[other.key] = points + own.points - other.points, count + 1
    return {other: Ahead(float(points), count) for other, (points, count) in found.items()}


def charts(games: Sequence[OwnGame], key: str, asked: Filters, today: date) -> Charts:
    """The figures of a player's games that the filters leave. today: by the clock on the wall, for filters of time."""
    own = {game.listed.mark: game for game in games}
    left = [own[listed.mark] for listed in asked.fitting([game.listed for game in games], key, today)]
    ended = [game for game in left if game.listed.ended]
    places = [0] * PLACES
    for game in ended:
        places[min(game.own.place or PLACES, PLACES) - 1] += 1
    monthly, periods = _periods(left)
    kinds = {game.listed.game for game in left}
    return Charts(
        Share(sum(game.own.won for game in ended), len(ended)), listing.since(game.listed for game in left), tuple(places),
        _accuracy(left), periods, monthly, _by_game(ended), _bids(left),
        _against(ended, asked.who, points=len(kinds) == 1), len(kinds) == 1,
    )  # fmt: skip


def _accuracy(games: Iterable[OwnGame]) -> Share:
    found = [game.accuracy for game in games]
    return Share(sum(good for good, _ in found), sum(of for _, of in found))


def _periods(games: Sequence[OwnGame]) -> tuple[bool, tuple[Period, ...]]:
    """Whether they are months, and the periods."""
    reviewed = [(game.listed.when, game) for game in games if game.accuracy[1] and game.listed.when is not None]
    times = [when for when, _ in reviewed]
    monthly = not times or (max(times) - min(times)).days < YEAR
    found: dict[date, list[OwnGame]] = {}
    for when, game in reviewed:
        found.setdefault(_start(when, monthly), []).append(game)
    return monthly, tuple(Period(start, _accuracy(found[start])) for start in sorted(found))


def _start(when: datetime, monthly: bool) -> date:
    return date(when.year, when.month if monthly else (when.month - 1) // 3 * 3 + 1, 1)


def _by_game(ended: Sequence[OwnGame]) -> tuple[GameShare, ...]:
    found = []
    for kind in SHELF:
        own = [game for game in ended if game.listed.game == kind.id]
        if own:
            share = Share(sum(game.own.won for game in own), len(own))
            parts = [sum(seated.won for seated in game.listed.seats) / len(game.listed.seats) for game in own]
            found.append(GameShare(kind.id, share, sum(parts) / len(own)))
    return tuple(sorted(found, key=lambda one: -one.share.part))


def _bids(games: Iterable[OwnGame]) -> Bids | None:
    found: dict[str, dict[tuple[int, int], int]] = {}
    for game in games:
        if game.bids:
            cells = found.setdefault(game.listed.game, {})
            for cell, count in game.bids.items():
                cells[cell] = cells.get(cell, 0) + count
    tables = [Bids(game, cells) for game, cells in found.items()]
    return max(tables, key=lambda table: table.exact.of, default=None)


def _against(ended: Sequence[OwnGame], only: str, points: bool) -> tuple[Against, ...]:
    """points: whether points of a deal are told."""
    who: dict[str, Seated] = {}
    sums: dict[str, list[float]] = {}
    for game in ended:
        for other in {seated.key: seated for seated in game.listed.seats}.values():
            if other.key == game.own.key or only not in (listing.ANY, other.key):
                continue
            who[other.key] = other
            add = _lead(game, other) if points else (_before(game, other), 1)
            found = sums.setdefault(other.key, [0, 0.0, 0.0])
            found[0] += 1
            found[1] += add[0]
            found[2] += add[1]
    rows = [Against(key, who[key].name, who[key].player, int(n), a / of if of else 0.0) for key, (n, a, of) in sums.items()]
    return tuple(sorted(rows, key=lambda row: (-row.games, row.name)))


def _lead(game: OwnGame, other: Seated) -> tuple[float, int]:
    """Points more than an opponent, where more are better, and the deals in which they were made."""
    ahead = game.against.get(other.key, Ahead(0.0, 0))
    return (-ahead.points if find(game.listed.game).lowest_wins else ahead.points), ahead.deals


def _before(game: OwnGame, other: Seated) -> int:
    """1 where the player came before an opponent in the end, -1 where behind, 0 where level."""
    own, their = game.own.place or 0, other.place or 0
    return (own < their) - (own > their)
