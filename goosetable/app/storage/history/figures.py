"""Figures of players: totals, results against opponents, medals and charts. They are computed by SQL over tables in memory.

The tables contain only games of the index whose checksums (seals) are correct, so that a damaged file cannot change a figure.
Nothing is stored here; each figure is computed anew.
"""

from __future__ import annotations

import json
import re
import sqlite3
import weakref
from collections.abc import Generator, Iterable, Mapping, Sequence
from datetime import date, datetime
from fractions import Fraction
from math import sqrt
from typing import Final, NamedTuple

from goosetable.app.storage import cast, profiles
from goosetable.app.storage.history import game_list
from goosetable.app.storage.history.game_list import ListedGame
from goosetable.app.storage.history.index import ReviewedDeal, Row, parse_points
from goosetable.app.storage.history.sources import GameRecord, RecordedPlayer, SeatResult
from goosetable.app.storage.settings import LONGEST_COUNTED, MOST_COUNTED, Settings
from goosetable.engine.game import AnyGame
from goosetable.engine.text.table_facts import GAMES_WON, WINS_IN_A_ROW, Medal
from goosetable.engine.words import phrases
from goosetable.games import SHELF, find_game
from goosetable.review.opinion import ERRORS_OF_INTERVAL

ALL: Final = ""
"""Value that stands for all games, or for all opponents."""
MARK: Final = 10
"""Number of characters of a game's mark in the settings' list of games that do not count."""
SHOWN: Final = 200
"""Largest number of people, of computer players, and of opponents of a player on a page."""
LEVELS_SHOWN: Final = 12
"""Largest number of levels of one character on a page."""
UNBEATEN: Final = 3
"""Number of games won, with none lost, from which the sentence about two players says that one has not beaten the other yet."""
PIECE: Final = 40
"""Number of games whose deals are read in one piece of work."""
PLACES: Final = 4
"""Number of places in a chart; the last one counts all later places as well."""
FEW: Final = 20
"""Number of decisions below which an accuracy has little meaning."""
YEAR: Final = 400
"""Span of games in days, above which accuracy is shown by quarter instead of by month."""
_NEW: Final = re.compile(rf"([^#]*)#((?:[0-9a-f]{{{MARK}}})*)")
_TABLES: Final = """
CREATE TABLE games (game INTEGER PRIMARY KEY, mark TEXT, kind TEXT, started TEXT, ended INTEGER, deals INTEGER, code TEXT,
  results TEXT, read INTEGER DEFAULT 0);
CREATE TABLE seats (entry INTEGER PRIMARY KEY, game INTEGER, seat INTEGER, stayed INTEGER, twice INTEGER, key TEXT, name TEXT,
  player TEXT, place INTEGER, won INTEGER, deals INTEGER, points INTEGER, points_of INTEGER, best INTEGER, best_of INTEGER,
  prize INTEGER, feats TEXT);
CREATE INDEX seats_key ON seats (key, game);
CREATE INDEX seats_game ON seats (game);
CREATE TABLE deals (game INTEGER, number INTEGER, seat INTEGER, key TEXT, points INTEGER, points_of INTEGER, bid INTEGER,
  tricks INTEGER, digest TEXT, PRIMARY KEY (game, number, seat)) WITHOUT ROWID;
CREATE TABLE leads (game INTEGER, key TEXT, other TEXT, deals INTEGER, own INTEGER, own_of INTEGER, their INTEGER,
  their_of INTEGER, PRIMARY KEY (game, key, other, own_of, their_of)) WITHOUT ROWID;
CREATE TABLE reviews (digest TEXT, seat INTEGER, good INTEGER, decisions INTEGER, PRIMARY KEY (digest, seat)) WITHOUT ROWID;
CREATE TABLE chosen (game INTEGER PRIMARY KEY, kind TEXT, ended INTEGER, place INTEGER, won INTEGER)
"""
_LEADS: Final = """INSERT INTO leads
  SELECT game, own.key, their.key, count(*), sum(own.points), own.points_of, sum(their.points), their.points_of
  FROM deals AS own JOIN deals AS their USING (game, number) WHERE game = ? AND own.key != their.key
  AND EXISTS (SELECT 1 FROM seats WHERE key = their.key AND game = own.game AND stayed)
  GROUP BY own.key, their.key, own.points_of, their.points_of"""
"""SQL that adds, for each pair of players who stayed to the end of a game, the points of both in the deals that both played."""
_COUNTED: Final = """(:kind = '' OR kind = :kind) AND (:time IS NULL OR started > :time)
  AND substr(mark, 1, 10) NOT IN (SELECT value FROM json_each(:marks))"""
"""SQL condition, true for a game that counts in a player's figures; `Figures._query_parameters` returns its parameters."""


class GameTables:
    """The games of the history, as tables of an SQLite database in memory. The earliest game comes first.

    `seats` has a row for each player of a seat: first the players who left a seat (`stayed` = 0), then the others from the last
    seat to the first. So of a player's rows, the one with the highest number (`entry`) has the latest name. `twice` is 1 if the
    player also has a later seat.

    A fraction is stored as numerator and denominator (`_of`), so that sums are exact. `deals` and `leads` (points of two
    players in the deals of a game) are filled only when charts need them. `chosen` has the games that a chart counts.
    """

    def __init__(self) -> None:
        self._open(sqlite3.connect(":memory:"))
        self.db.executescript(f"PRAGMA journal_mode=OFF; {_TABLES}")

    def _open(self, db: sqlite3.Connection) -> None:
        self.db = db
        self._closing = weakref.finalize(self, db.close)

    def close(self) -> None:
        self._closing()

    def take_over(self, other: GameTables) -> None:
        """Takes over the database of another `GameTables` object. The other object must not be used afterwards."""
        self.close()
        other._closing.detach()
        self._open(other.db)

    def add_game(self, game: GameRecord) -> None:
        """Adds a game. Games must be added in the order of their start times."""
        fields = (game.mark, game.game, game.started, game.ended, game.deals, game.code, game.results)
        number = self.db.execute(
            "INSERT INTO games (mark, kind, started, ended, deals, code, results) VALUES (?, ?, ?, ?, ?, ?, ?)", fields
        ).lastrowid
        keys = [one.key for one in game.seats]
        rows = [_seat_row(number, one, False, False) for one in game.left]
        rows += [_seat_row(number, one, True, one.key in keys[one.seat + 1 :]) for one in reversed(game.seats)]
        self.db.executemany("INSERT INTO seats VALUES (NULL, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", rows)

    def add_reviews(self, reviews: Iterable[ReviewedDeal]) -> None:
        rows = ((one.digest, *row) for one in reviews for row in one.seats)
        self.db.executemany("REPLACE INTO reviews VALUES (?, ?, ?, ?)", rows)

    def read_deals(self, key: str) -> Generator[None, None, None]:
        """Generator: fills the tables `deals` and `leads` for all games of a player, in pieces."""
        question = f"""SELECT game, results FROM games WHERE NOT read
            AND game IN (SELECT game FROM seats WHERE key = ?) LIMIT {PIECE}"""
        while found := self.db.execute(question, (key,)).fetchall():
            yield
            rows = [row for game, results in found for row in _deal_rows(game, results)]
            self.db.executemany("INSERT INTO deals VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", rows)
            numbers = [(game,) for game, _ in found]
            self.db.executemany(_LEADS, numbers)
            self.db.executemany("UPDATE games SET read = 1 WHERE game = ?", numbers)


def _seat_row(game: int | None, result: SeatResult, stayed: bool, had_two_seats: bool) -> tuple[object, ...]:
    return (
        game, result.seat, stayed, had_two_seats, result.key, result.name, result.player, result.place, result.won,
        result.deals, result.own.numerator, result.own.denominator, result.best.numerator, result.best.denominator,
        result.prize, result.feats,
    )  # fmt: skip


def _deal_rows(game_id: int, results: str) -> Iterable[tuple[object, ...]]:
    keys, deals = json.loads(results)
    for number, (digest, seats) in enumerate(deals):
        for seat, place, points, bid, tricks in seats:
            own = parse_points(points)
            yield game_id, number, seat, keys[place], own.numerator, own.denominator, bid, tricks, digest


def _parse_uncounted_games(value: object) -> tuple[str | None, list[str]]:
    """Parses the setting `TIME#MARKS`, which lists games that do not count. Returns TIME or None, and the list of marks.

    MARKS has the first `MARK` characters of each game's identifier. Games that began before or at TIME do not count either. A
    text without `#`, written by earlier versions, is only a time.
    """
    if not isinstance(value, str):
        return None, []
    if (new := _NEW.fullmatch(value)) is None:
        return value, []
    return new[1] or None, [new[2][at : at + MARK] for at in range(0, len(new[2]), MARK)]


# ---------------------------------------------------------------------- values


class HeadToHead(NamedTuple):
    """The results of two players in the finished games in which they played against each other."""

    games: int = 0
    won: int = 0
    """Games won by the player, and not by the other."""
    lost: int = 0
    """Games won by the other, and not by the player."""


class PlayerTotals(NamedTuple):
    """Totals of a player in the games of one kind, or of all kinds."""

    games: int = 0
    """Games played to the end."""
    won: int = 0
    """Games won, alone or with others."""
    deals: int = 0
    """Deals played to the end, also of games that were broken off."""
    points: Fraction = Fraction(0)
    best: Fraction = Fraction(0)
    """Number of deals in which the player did best; a deal is divided among those that tie."""
    prizes: int = 0


class MedalStatus(NamedTuple):
    """A medal and the game in which it was earned: the game's identifier (`mark`) and its start time. Both are "" if the medal
    has not been earned.
    """

    medal: Medal
    mark: str = ""
    started: str = ""


class ListedPlayers(NamedTuple):
    """The people and the computer players that a page lists."""

    persons: list[RecordedPlayer]
    others: list[RecordedPlayer]
    """The computer players."""
    more: tuple[int, int]
    """Number of people, and of computer players, beyond those shown."""


class Share(NamedTuple):
    """A part of a whole: `part` of `total`."""

    part: int
    total: int

    @property
    def fraction(self) -> float:
        """The part as a fraction 0..1; 0 if the whole is 0."""
        return self.part / self.total if self.total else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """95 % confidence interval of the true share (Wilson, 1927); (0, 1) if the total is 0."""
        if not self.total:
            return 0.0, 1.0
        z = ERRORS_OF_INTERVAL * ERRORS_OF_INTERVAL / self.total
        middle = self.fraction + z / 2
        wide = ERRORS_OF_INTERVAL * sqrt(self.fraction * (1 - self.fraction) / self.total + z / self.total / 4)
        return max(0.0, (middle - wide) / (1 + z)), min(1.0, (middle + wide) / (1 + z))


class PeriodAccuracy(NamedTuple):
    """The share of good decisions of a player in a month or a quarter. start: its first day."""

    start: date
    share: Share


class GamesWonShare(NamedTuple):
    """The share of games won among the finished games of one kind."""

    game: str
    share: Share
    equal: float
    """Part of the games that one of equal players would win, 0..1."""


class BidResults(NamedTuple):
    """Tricks bid and tricks taken in the deals of one kind of game."""

    game: str
    cells: dict[tuple[int, int], int]
    """Number of deals for each pair of tricks bid and tricks taken."""

    @property
    def exact_share(self) -> Share:
        """Share of deals in which the bid was taken exactly."""
        return Share(sum(count for (bid, taken), count in self.cells.items() if bid == taken), sum(self.cells.values()))


class OpponentResults(NamedTuple):
    """The results of a player against one opponent."""

    key: str
    name: str
    player: str
    games: int
    """Number of finished games against the opponent."""
    lead: float
    """Mean lead in points of a deal. Over several kinds of game: the part of games finished ahead, minus the part behind."""


class Charts(NamedTuple):
    """The figures for the charts of one player."""

    games: Share
    """Share of finished games won."""
    since: str
    """The month of the first game, such as March 2021; empty if no time is known."""
    places: tuple[int, ...]
    """Number of games by place: won, second and so on; the last counts all later places as well."""
    accuracy: Share
    periods: tuple[PeriodAccuracy, ...]
    """Periods with reviewed decisions, in order."""
    monthly: bool
    by_game: tuple[GamesWonShare, ...]
    """Kinds of game, the one with the largest part won first."""
    bids: BidResults | None
    """Results of bids in the kind of game with bids that was played most; None if no game has bids."""
    against: tuple[OpponentResults, ...]
    """Opponents, those met most often first."""
    points: bool
    """True if leads are points of a deal, which can be compared in one kind of game only."""


# ---------------------------------------------------------------------- questions


def uncounted_games(settings: Settings) -> dict[str, object]:
    """Returns, for each player's key, the games that do not count. This is the argument `counted_from` of `Figures`.

    Keys of former names in the settings are replaced by keys of present names.
    """
    found: dict[str, object] = dict(settings.counted_from)
    for old, name in profiles.present_names_by_former(settings).items():
        since = found.pop(RecordedPlayer(old, cast.HUMAN).key, None)
        if since is not None:
            found.setdefault(RecordedPlayer(name, cast.HUMAN).key, since)
    return found


class Figures:
    """Queries about players. counted_from: the result of `uncounted_games`."""

    def __init__(self, tables: GameTables, counted_from: Mapping[str, object] | None = None) -> None:
        self.tables, self._from = tables, counted_from or {}

    def _query(self, question: str, parameters: Mapping[str, object] | None = None) -> list[Row]:
        return self.tables.db.execute(question, parameters or {}).fetchall()

    def _query_parameters(self, key: str, game: str = ALL) -> dict[str, object]:
        time, marks = _parse_uncounted_games(self._from.get(key))
        return {"key": key, "kind": game, "time": time, "marks": json.dumps(marks)}

    # ------------------------------------------------------------------ players and games

    def players(self, are_people: bool) -> dict[str, RecordedPlayer]:
        """Returns all people, or all computer players, by key, with their latest names; first the player of the latest game."""
        question = f"""SELECT key, name, player, max(entry) FROM seats WHERE player {"=" if are_people else "!="} :human
            GROUP BY key ORDER BY max(entry) DESC"""
        return {key: RecordedPlayer(*rest[:2]) for key, *rest in self._query(question, {"human": cast.HUMAN})}

    def listed_players(self, settings: Settings) -> ListedPlayers:
        """Returns the people and the computer players that a page lists.

        People in the settings come before other people who have played. Characters come before other computer players who
        have played, and these are sorted by their last game, the latest first.
        """
        known = {who.key: who for person in profiles.all_people(settings) for who in (RecordedPlayer(person.name, cast.HUMAN),)}
        strangers = [who for key, who in self.players(are_people=True).items() if key not in known]
        persons = [*known.values(), *strangers]
        levels: dict[str, list[RecordedPlayer]] = {character.name: [] for character in cast.CAST}
        others: list[RecordedPlayer] = []
        for who in self.players(are_people=False).values():
            character = cast.find_character(who.name)
            (others if character is None else levels[character.name]).append(who)
        company: list[RecordedPlayer] = []
        for name, own in levels.items():
            company += sorted(own, key=_level_sort_key)[:LEVELS_SHOWN] or [RecordedPlayer(name, "")]
        met = sum(max(1, len(own)) for own in levels.values()) + len(others)
        shown = (company + others)[: max(SHOWN, len(company))]
        return ListedPlayers(persons[:SHOWN], shown, (max(0, len(persons) - SHOWN), met - len(shown)))

    def winners_of_first_game(self, game: str, code: str) -> list[RecordedPlayer] | None:
        """Returns the winners of the first finished game of this kind and code; None if there is none. game: the id."""
        question = """SELECT name, player, won FROM seats WHERE stayed AND game = (SELECT min(game) FROM games
            WHERE ended AND kind = :kind AND code = :code) ORDER BY seat"""
        found = self._query(question, {"kind": game, "code": code})
        return [RecordedPlayer(name, player) for name, player, won in found if won] if found else None

    def counted_games(self, player: RecordedPlayer) -> set[str]:
        """Returns the identifiers of the games that a player finished and that count."""
        question = f"SELECT mark FROM seats JOIN games USING (game) WHERE key = :key AND stayed AND {_COUNTED}"
        return {mark for (mark,) in self._query(question, self._query_parameters(player.key))}

    # ------------------------------------------------------------------ accounts

    def totals_of_player(self, player: RecordedPlayer, game: str = ALL) -> PlayerTotals:
        """Returns the totals of a player. game: the id of a kind of game, or ALL.

        Deals that were scored while another player had the seat do not count.
        """
        question = f"""SELECT coalesce(sum(ended AND stayed), 0), sum(won), sum(seats.deals), sum(points), points_of, sum(best),
            best_of, sum(prize)
            FROM seats JOIN games USING (game) WHERE key = :key AND {_COUNTED} GROUP BY points_of, best_of"""
        found = PlayerTotals()
        for games, won, deals, points, points_of, best, best_of, prizes in self._query(
            question, self._query_parameters(player.key, game)
        ):
            sums = (games, won, deals, Fraction(points, points_of), Fraction(best, best_of), prizes)
            found = PlayerTotals(*(a + b for a, b in zip(found, sums, strict=True)))
        return found

    def results_against(self, player: RecordedPlayer, game: str = ALL) -> list[tuple[RecordedPlayer, HeadToHead]]:
        """Returns a player's results against each other player, in games that both played to the end.

        The opponents met most often come first. Of opponents met equally often, the one whose first meeting was latest comes
        first.
        """
        question = f"""WITH met AS (SELECT other.key, count(*) AS games, sum(own.won AND NOT other.won) AS won,
            sum(other.won AND NOT own.won) AS lost, min(own.game * 64 + other.seat) AS first
            FROM seats AS own JOIN games USING (game)
            JOIN seats AS other ON other.game = own.game AND other.seat != own.seat AND other.stayed
            WHERE own.key = :key AND own.stayed AND ended AND {_COUNTED} GROUP BY other.key)
            SELECT name, player, games, met.won, lost
            FROM met JOIN seats ON entry = (SELECT max(entry) FROM seats WHERE key = met.key) ORDER BY games DESC, first DESC"""
        found = self._query(question, self._query_parameters(player.key, game))
        return [(RecordedPlayer(*row[:2]), HeadToHead(*row[2:])) for row in found]

    def medals(self, player: RecordedPlayer, game: AnyGame) -> tuple[MedalStatus, ...]:
        """Returns all medals of a kind of game, each with the first game in which the player earned it.

        Some medals are for a number of wins, others for a feat in one game. A player who took over a seat during a game earns
        no feat in it.
        """
        sat = self._finished_games(player, game)
        return tuple(
            MedalStatus(medal, *next((row[:2] for row in sat if _is_earned(medal, *row[2:])), ())) for medal in game.text.medals
        )

    def next_medal(self, player: RecordedPlayer, game: AnyGame) -> tuple[Medal, int] | None:
        """Returns the medal for which a player needs the fewest further wins, and their number.

        The number is 0 for a medal that a single game can earn. Returns None if the player has all medals of the game.
        """
        sat = self._finished_games(player, game)
        have = {GAMES_WON: sat[-1][2], WINS_IN_A_ROW: sat[-1][3]} if sat else {GAMES_WON: 0, WINS_IN_A_ROW: 0}
        left = [medal for medal in game.text.medals if not any(_is_earned(medal, *row[2:]) for row in sat)]
        counted = [(medal.number - have[medal.kind], medal) for medal in left if medal.kind in have]
        if counted:
            missing, medal = min(counted, key=lambda one: one[0])
            return medal, missing
        return (left[0], 0) if left else None

    def _finished_games(self, player: RecordedPlayer, game: AnyGame) -> list[Row]:
        question = f"""WITH sat AS (SELECT game, seat, mark, started, won, feats, seats.deals = games.deals AS whole,
            sum(won) OVER (ORDER BY game, seat) AS wins
            FROM seats JOIN games USING (game) WHERE key = :key AND stayed AND ended AND {_COUNTED})
            SELECT mark, started, wins, wins - max(iif(won, 0, wins)) OVER (ORDER BY game, seat), iif(whole, feats, '')
            FROM sat ORDER BY game, seat"""
        return self._query(question, self._query_parameters(player.key, game.id))

    # ------------------------------------------------------------------ counting again

    def changes_to_restart_figures(self, settings: Settings, player: RecordedPlayer) -> dict[str, object]:
        """Returns the changes of the settings by which a player's figures start anew. Records stay unchanged.

        The changed settings contain a list of all the player's earlier games, and listed games no longer count. A list does not
        depend on the clock, as a date would. The settings have space for the lists of MOST_COUNTED people; a further list
        replaces the oldest one, and all games of that person count again.
        """
        counted = {key: since for key, since in uncounted_games(settings).items() if key != player.key}
        room = LONGEST_COUNTED - sum(len(str(since)) for since in counted.values())
        counted[player.key] = _format_uncounted_games(self._games_of_player(player.key), room - 100)
        for key in list(counted)[: max(0, len(counted) - MOST_COUNTED)]:
            del counted[key]
        return {"counted_from": counted}

    def changes_to_convert_settings(self, settings: Settings) -> dict[str, object]:
        """Returns the changes of the settings by which the settings of an earlier version are converted; an empty mapping for
        no change.

        Some games do not count in a player's figures. Earlier versions stored a time: all games before it do not count. The new
        settings list those games instead. A time that came from a wrong clock could lie in the future, and would then also
        leave out games played later. If no game before the time is known, the settings keep the time.
        """
        counted = uncounted_games(settings)
        for key, since in list(counted.items()):
            if not isinstance(since, str) or _parse_uncounted_games(since)[0] != since:
                continue  # it has marks
            if games := [game for game in self._games_of_player(key) if game[0] <= since]:
                room = LONGEST_COUNTED - sum(len(str(other)) for other in counted.values())
                counted[key] = _format_uncounted_games(games, room - 100)
        return {} if counted == settings.counted_from else {"counted_from": counted}

    def _games_of_player(self, key: str) -> list[tuple[str, str]]:
        """Returns start time and identifier (mark) of each game in which a player had a seat, the latest last."""
        question = """SELECT started, mark FROM games WHERE game IN (SELECT game FROM seats WHERE key = :key)
            ORDER BY started, game"""
        return self._query(question, {"key": key})

    def reviewed_deals(self, player: RecordedPlayer, game: str, max_count: int) -> list[tuple[str, int]]:
        """Returns at most `max_count` reviewed deals of a player, the latest first: digest of the deal, and the player's seat.

        Call `GameTables.read_deals` first.
        """
        question = f"""SELECT digest, seat FROM deals JOIN games USING (game) JOIN reviews USING (digest, seat)
            WHERE key = :key AND {_COUNTED} ORDER BY game DESC, number DESC LIMIT :most"""
        return self._query(question, self._query_parameters(player.key, game) | {"most": max_count})

    # ------------------------------------------------------------------ charts

    def chart_figures(self, player: RecordedPlayer, games: Sequence[ListedGame], against: str = ALL) -> Charts:
        """Returns the figures for a player's charts over some games. against: the key of the only opponent to include, or ALL.

        A game counts if the player stayed to its end; of its deals, only those count that were scored while the player had the
        seat. Deals that `GameTables.read_deals` has not read yet are read at once.
        """
        for _ in self.tables.read_deals(player.key):
            pass
        self._fill_chosen_games(player, games)
        accuracy = self._accuracy(player)
        reviewed = [(game.when, accuracy[game.mark]) for game in games if game.mark in accuracy]
        monthly, by_time = group_by_period([(when, share) for when, share in reviewed if when is not None])
        kinds = list(dict.fromkeys(game.game for game in games))
        ((won, ended),) = self._query("SELECT coalesce(sum(won), 0), count(*) FROM chosen WHERE ended")
        return Charts(
            Share(won, ended), game_list.first_month(games), self._game_counts_by_place(),
            _sum_of_shares(share for _, share in reviewed), by_time, monthly, self._win_shares_by_kind(),
            self._bids_of_most_played_kind(player, kinds),
            self._opponent_results(player, against, kinds), len(kinds) == 1,
        )  # fmt: skip

    def _fill_chosen_games(self, player: RecordedPlayer, games: Sequence[ListedGame]) -> None:
        """Fills the table `chosen` with these games, and with the player's first seat in each."""
        self._query("DELETE FROM chosen")
        question = """INSERT INTO chosen SELECT game, kind, ended, place, won FROM (
            SELECT game, kind, ended, place, won, min(seat) FROM games JOIN seats USING (game)
            WHERE key = :key AND stayed AND mark IN (SELECT value FROM json_each(:marks)) GROUP BY game)"""
        self._query(question, {"key": player.key, "marks": json.dumps([game.mark for game in games])})

    def _game_counts_by_place(self) -> tuple[int, ...]:
        question = f"SELECT min(place, {PLACES}), count(*) FROM chosen WHERE ended GROUP BY 1"
        found: dict[int, int] = dict(self._query(question))
        return tuple(found.get(place, 0) for place in range(1, PLACES + 1))

    def _accuracy(self, player: RecordedPlayer) -> dict[str, Share]:
        """Returns the accuracy of a player in each game with reviewed deals, by identifier (mark) of the game."""
        question = """SELECT mark, sum(good), sum(decisions) FROM chosen JOIN games USING (game) JOIN deals USING (game)
            JOIN reviews USING (digest, seat) WHERE key = :key GROUP BY game"""
        return {mark: Share(good, of) for mark, good, of in self._query(question, {"key": player.key}) if of}

    def _win_shares_by_kind(self) -> tuple[GamesWonShare, ...]:
        question = """SELECT kind, sum(won), count(*), avg((SELECT avg(won) FROM seats WHERE game = chosen.game AND stayed))
            FROM chosen WHERE ended GROUP BY kind"""
        found = {kind: GamesWonShare(kind, Share(won, of), equal) for kind, won, of, equal in self._query(question)}
        return tuple(sorted((found[game.id] for game in SHELF if game.id in found), key=lambda one: -one.share.fraction))

    def _bids_of_most_played_kind(self, player: RecordedPlayer, kinds: Sequence[str]) -> BidResults | None:
        question = """SELECT kind, bid, tricks, count(*) FROM chosen JOIN deals USING (game)
            WHERE key = :key AND bid IS NOT NULL AND tricks IS NOT NULL GROUP BY kind, bid, tricks"""
        found: dict[str, dict[tuple[int, int], int]] = {kind: {} for kind in kinds}
        for kind, bid, tricks, count in self._query(question, {"key": player.key}):
            found[kind][bid, tricks] = count
        tables = [BidResults(kind, cells) for kind, cells in found.items() if cells]
        return max(tables, key=lambda table: table.exact_share.total, default=None)

    def _opponent_results(self, player: RecordedPlayer, opponent_key: str, kinds: Sequence[str]) -> tuple[OpponentResults, ...]:
        """Returns the player's results against each opponent.

        opponent_key: key of the only opponent to include; "" for all. kinds: the kinds of the chosen games, which determine the
        unit of `OpponentResults.lead`.
        """
        question = """WITH met AS (SELECT other.key, count(*) AS games, min(entry) AS first, max(entry) AS last,
            sum((chosen.place < other.place) - (chosen.place > other.place)) AS ahead
            FROM chosen JOIN seats AS other USING (game)
            WHERE ended AND stayed AND NOT twice AND key != :key AND :only IN ('', key) GROUP BY key)
            SELECT met.key, name, player, games, ahead FROM met JOIN seats ON entry = first
            ORDER BY games DESC, name, last DESC"""
        leads = self._average_leads(player, find_game(kinds[0])) if len(kinds) == 1 else None
        return tuple(
            OpponentResults(key, name, player, games, ahead / games if leads is None else leads.get(key, 0.0))
            for key, name, player, games, ahead in self._query(question, {"key": player.key, "only": opponent_key})
        )

    def _average_leads(self, player: RecordedPlayer, game: AnyGame) -> dict[str, float]:
        question = """SELECT other, sum(deals), sum(own), own_of, sum(their), their_of
            FROM chosen JOIN leads USING (game) WHERE ended AND key = :key GROUP BY other, own_of, their_of"""
        found: dict[str, tuple[Fraction, int]] = {}
        for key, count, own, own_of, their, their_of in self._query(question, {"key": player.key}):
            points, deals = found.get(key, (Fraction(0), 0))
            found[key] = points + Fraction(own, own_of) - Fraction(their, their_of), deals + count
        sign = -1 if game.lowest_wins else 1
        return {key: float(sign * points / deals) for key, (points, deals) in found.items()}


def _is_earned(medal: Medal, wins: int, wins_in_a_row: int, feats: str) -> bool:
    counts = {GAMES_WON: wins, WINS_IN_A_ROW: wins_in_a_row}
    return counts[medal.kind] >= medal.number if medal.kind in counts else f" {medal.kind} " in feats


def _level_sort_key(player: RecordedPlayer) -> tuple[int, str, str]:
    from goosetable.players.levels import LEVELS  # imports the players, which the title does not need

    level = LEVELS.index(player.player) if player.player in LEVELS else len(LEVELS)
    return level, player.player, profiles.normal_form(player.name)


def _format_uncounted_games(games: Sequence[tuple[str, str]], room: int) -> str:
    """Formats games that do not count as `TIME#MARKS`, in about `room` characters. games: start time and mark of each, the
    latest last.

    If there is no space for all marks, the earliest games are left out, and TIME is the start time of the latest of these.
    """
    most = max(0, room // MARK)
    shown = games[len(games) - most :] if len(games) > most else games
    rest = games[: len(games) - len(shown)]
    return max((started for started, _ in rest), default="") + "#" + "".join(mark[:MARK] for _, mark in shown)


def _sum_of_shares(shares: Iterable[Share]) -> Share:
    found = list(shares)
    return Share(sum(share.part for share in found), sum(share.total for share in found))


def group_by_period(reviewed: Sequence[tuple[datetime, Share]]) -> tuple[bool, tuple[PeriodAccuracy, ...]]:
    """Groups the accuracy of games by month; by quarter if the games span more than `YEAR` days. Returns True for months, and
    the periods.

    reviewed: start time and accuracy of each game.
    """
    times = [when for when, _ in reviewed]
    monthly = not times or (max(times) - min(times)).days < YEAR
    found: dict[date, list[Share]] = {}
    for when, share in reviewed:
        start = date(when.year, when.month if monthly else (when.month - 1) // 3 * 3 + 1, 1)
        found.setdefault(start, []).append(share)
    return monthly, tuple(PeriodAccuracy(start, _sum_of_shares(found[start])) for start in sorted(found))


# ---------------------------------------------------------------------- sentences


class Figure(NamedTuple):
    """A figure for display: its name, its value, and its meaning in a sentence."""

    label: str
    value: str
    meaning: str


def summarize_totals(totals: PlayerTotals) -> str:
    """Returns a summary of a player's games in a few words."""
    if not totals.games:
        return f"No finished games; {phrases.count_text(totals.deals, 'deal')}" if totals.deals else "No games yet"
    return f"{phrases.count_text(totals.games, 'game')}, {totals.won} won"


def total_figures(totals: PlayerTotals, game: AnyGame | None) -> tuple[Figure, ...]:
    """Returns a player's totals of one kind of game, or of all kinds, as figures for display. For all kinds, points are left
    out.

    Figures about deals are left out if all games had a single deal.
    """
    single = game is not None and game.text.deal_count(game.Options()) == 1 and totals.games == totals.deals
    won, share = _fraction_text(totals.won, totals.games), _share_text(totals.won, totals.games)
    found = [
        Figure("Games played", str(totals.games), "Played to the end. A game broken off counts with its deals only."),
        Figure("Games won", won, f"Alone or with others{share}."),
    ]
    if not single:
        found.append(Figure("Deals", str(totals.deals), "Played to the end, also in games that were broken off."))
    if game is None:
        return tuple(found)
    if game.text.win_names != ("win", "wins"):
        found.append(
            Figure(phrases.with_capital(game.text.win_names[1]), str(totals.prizes), "What the games won were worth, together.")
        )
    mean = phrases.decimal_text(totals.points / totals.deals) if totals.deals else "none yet"
    found.append(Figure("Points a deal", mean, f"The mean of all deals of {game.title}, good and bad."))
    meaning = f"Of all deals{_share_text(totals.best, totals.deals)}. Where several have it, each is given a share."
    if not single:
        found.append(
            Figure(phrases.with_capital(game.text.best_result_name), _fraction_text(totals.best, totals.deals), meaning)
        )
    return tuple(found)


def head_to_head_figures(
    player: RecordedPlayer, meetings: Sequence[tuple[RecordedPlayer, HeadToHead]]
) -> tuple[tuple[RecordedPlayer, Figure], ...]:
    """Returns a player's results against at most SHOWN opponents, for display. meetings: from `Figures.results_against`."""
    shown = sorted(meetings[:SHOWN], key=lambda one: (-one[1].games, one[0].display_name, one[0].key))
    names = [other.name for other, _ in shown]
    found = []
    for other, meeting in shown:
        rest = meeting.games - meeting.won - meeting.lost
        games = phrases.count_text(meeting.games, "game")
        counts = f"{other.display_name}: {games} together, {meeting.won} won, {meeting.lost} lost"
        meaning = counts + (f", {rest} by neither or shared." if rest else ".")
        label = past_games_sentence(player, other, meeting, names.count(other.name) > 1)
        found.append((other, Figure(label, f"{meeting.won} : {meeting.lost}", meaning)))
    return tuple(found)


def past_games_sentence(player: RecordedPlayer, other: RecordedPlayer, meeting: HeadToHead, with_level: bool = False) -> str:
    """Returns a sentence about past games of two players, in the words of the player `other`. A person is called "you".

    with_level: True to mention the level of `other`, if the games at each level are listed separately.
    """
    you, name = player.name, f"{other.name} ({other.level_text})" if with_level else other.name
    ahead = meeting.won - meeting.lost
    if player.is_person:
        level, owes, owed = f"You and {name} are level.", f"{name} owes you", f"You owe {name}"
        beaten = (f"{name} has not beaten you yet.", f"You have not beaten {name} yet.")
    else:
        level, owes, owed = f"{you} and {name} are level.", f"{name} owes {you}", f"{you} owes {name}"
        beaten = (f"{name} has not beaten {you} yet.", f"{you} has not beaten {name} yet.")
    if not ahead:
        return level
    if abs(ahead) >= UNBEATEN and 0 in (meeting.won, meeting.lost):
        return beaten[ahead < 0]
    return f"{owes if ahead > 0 else owed} {phrases.number_word(abs(ahead))}."


def past_games_sentences(player: RecordedPlayer, meetings: Iterable[tuple[RecordedPlayer, HeadToHead]]) -> dict[str, str]:
    """Returns a sentence for each computer player that a person has met, such as "You owe Ada two.".

    Keys are the players' names in the form of `profiles.normal_form`. Results against a name are added up over its levels.
    """
    found: dict[str, tuple[RecordedPlayer, HeadToHead]] = {}
    for other, one in meetings:
        if not other.is_person:
            name = profiles.normal_form(other.name)
            _, before = found.get(name, (other, HeadToHead()))
            found[name] = other, HeadToHead(*(a + b for a, b in zip(before, one, strict=True)))
    return {name: past_games_sentence(player, other, meeting) for name, (other, meeting) in found.items()}


def _fraction_text(count: Fraction | int, total: int) -> str:
    return f"{phrases.decimal_text(count)} of {total}" if total else "none yet"


def _share_text(count: Fraction | int, total: int) -> str:
    return f", {round(100 * Fraction(count) / total)} %" if total else ""
