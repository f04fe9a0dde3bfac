"""The files of the history (records of tables, and score sheets of games with real cards), their games, and their import.

The first line of a file shows whether it is a record or a score sheet. A file counts only if it can be replayed to its end
without a fault.
"""

from __future__ import annotations

import json
import os
from collections import deque
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from enum import Enum
from fractions import Fraction
from hashlib import sha256
from pathlib import Path
from typing import Final, NamedTuple

from goosetable import games, integrity
from goosetable.app.storage import archive, cast, clean_names, profiles
from goosetable.app.storage.clean_names import SENTENCE
from goosetable.app.storage.paths import Paths
from goosetable.engine.game import AnyGame
from goosetable.engine.record import format, jsonl, replay
from goosetable.engine.record.format import ActionLine, ChairLine, EndLine, Header, RecordError, ScoreLine
from goosetable.engine.record.session import Session
from goosetable.engine.rules import options, rules
from goosetable.engine.rules.event import Points
from goosetable.engine.rules.state import State
from goosetable.engine.sheet import file
from goosetable.engine.sheet.file import SheetFile
from goosetable.engine.text.table_facts import FEATS, Quota
from goosetable.engine.words.clean import clean_text
from goosetable.review.steps import DealDigest

SUFFIXES: Final = (archive.SUFFIX, file.SUFFIX)
STEP: Final = 8
"""Number of a record's lines that are replayed in one piece of work, which takes a few milliseconds."""
ENTRIES: Final = 200
"""Number of folder entries that are read in one piece of work."""
LONGEST: Final = 100
"""Largest length, in characters, of a seat's player that is used unchanged in a key."""


# ---------------------------------------------------------------------- results


class RecordedPlayer(NamedTuple):
    """A player in records: a person with a name, or a computer player with a name and a level."""

    name: str
    player: str

    @property
    def key(self) -> str:
        """Identifier of the player, the same in all records. Spellings of a name with one normal form give one key."""
        player = self.player.replace(" ", "_")
        if len(player) > LONGEST:
            player = f"{player[:LONGEST]}_{sha256(player.encode()).hexdigest()[:12]}"
        return f"{player} {profiles.normal_form(self.name)}"

    @property
    def is_person(self) -> bool:
        return self.player == cast.HUMAN

    @property
    def level_text(self) -> str:
        """The kind of player, such as a level, cleaned for the screen."""
        return clean_text(self.player)

    @property
    def display_name(self) -> str:
        return self.name if self.is_person or not self.player else f"{self.name}, {self.level_text}"


class SeatResult(NamedTuple):
    """The result of one player at one seat in one game."""

    name: str
    key: str
    """Key of the player, see `RecordedPlayer.key`."""
    player: str
    place: int | None
    """Final place from 1, shared in a tie; None in an unfinished game, and for a player who left the seat."""
    points: Points
    """Points of the seat in all deals, including those before this player came."""
    won: bool
    seat: int = 0
    deals: int = 0
    """Number of deals that were scored while the player had the seat."""
    own: Points = 0
    """Points of the seat in the deals that were scored while the player had it."""
    best: Points = 0
    """Number of deals in which the seat did best, of those scored while the player had it; a deal is divided among those that
    tie.
    """
    prize: int = 0
    feats: str = ""
    """Feats of a finished game that earn a medal (see `table_facts.FEATS`), each between blanks."""


class GameRecord(NamedTuple):
    """The results of a game as found in its file."""

    mark: str
    """Identity of the game: the same in two records of one game, and different for any two games."""
    game: str
    started: str
    """Time of the beginning as the file has it; empty if it has none."""
    ended: bool
    deals: int
    """Number of deals played to their end."""
    options: str
    """The house rules that differ from the standard."""
    steps: int
    """Number of the game's lines in the file, by which records with the same number of deals are compared."""
    real_cards: bool
    """True if it was played with real cards, and its figures entered by hand."""
    code: str
    """The canonical code of a finished game; else empty."""
    seats: tuple[SeatResult, ...]
    """Results by seat, of the last player of each seat."""
    left: tuple[SeatResult, ...]
    """Results of the players who left a seat before the end. Deals scored until then count for them; the game counts for those
    who stay.
    """
    results: str
    """The deals as JSON: first the keys of all players. Then for each deal: its digest (empty if the cards are not known), and
    for each seat its number, the index of the player's key, points, tricks bid and tricks taken (null in games without bids).
    Points that are not whole are a text such as "1/2".
    """


def with_present_names(game: GameRecord, names: Mapping[str, str]) -> GameRecord:
    """Returns a game in which people's former names are replaced by their present names.

    names: present names by former name, from `profiles.present_names_by_former`. A former name stays if another player in the
    game has the person's present name.
    """
    there = {one.key for one in (*game.seats, *game.left)}
    fresh: dict[str, RecordedPlayer] = {}
    for one in (*game.seats, *game.left):
        now = names.get(profiles.normal_form(one.name)) if one.player == cast.HUMAN else None
        if now is not None and (player := RecordedPlayer(now, cast.HUMAN)).key not in there:
            fresh[one.key] = player
            there.add(player.key)
    if not fresh:
        return game
    keys, deals = json.loads(game.results)
    keys = [fresh[key].key if key in fresh else key for key in keys]
    seats, left = (
        tuple(one._replace(name=fresh[one.key].name, key=fresh[one.key].key) if one.key in fresh else one for one in some)
        for some in (game.seats, game.left)
    )
    return game._replace(seats=seats, left=left, results=json.dumps([keys, deals]))


def points_as_json(points: Points) -> int | str:
    """Converts points for JSON. A whole number stays a number; a fraction becomes a text such as "1/2"."""
    return int(points) if points.denominator == 1 else str(points)


class _BestOfDeal(NamedTuple):
    """The seats with the best result in a deal. Also, for each seat, its share in being the best, and its tricks and bid."""

    best: tuple[int, ...]
    """The seats that did best."""
    shares: tuple[Fraction, ...]
    """Share of each seat in the best result: 1 is divided among the best sides, and each partner has the share of the side."""
    quotas: tuple[Quota | None, ...]


def _best_of_deal(game: AnyGame, options: object, state: State) -> _BestOfDeal:
    best, teams, seats = game.best_seats(state), game.teams(options), range(game.seats(options))
    among = sum(any(seat in best for seat in team) for team in teams) if teams else len(best)
    shares = tuple(Fraction(seat in best, among or 1) for seat in seats)
    return _BestOfDeal(best, shares, tuple(game.text.quota(state, seat) for seat in seats))


class _GameTotals:
    """Results of a game, added deal by deal.

    A deal counts for the players who have the seats when it is scored. The game counts for the players at its end.
    """

    def __init__(self, game: AnyGame, options: object, chairs: Sequence[format.Chair]) -> None:
        self._game, self._options = game, options
        self._players = [_recorded_player(chair) for chair in chairs]
        none = [Fraction(0)] * len(chairs)
        self._points, self._best, self._before = none[:], none[:], none[:]
        """Points and best deals by seat; `_before` has the points before the last deal."""
        self._taken = [(0, Fraction(0), Fraction(0))] * len(chairs)
        """Deals, points and share of best deals of each seat before its present player."""
        self._best_by_deal: list[_BestOfDeal] = []
        self._left: list[SeatResult] = []
        self._keys: dict[str, int] = {}
        self._rows: list[object] = []

    def count_deal(self, state: State, points: Sequence[Points], digest: str) -> None:
        found = _best_of_deal(self._game, self._options, state)
        self._best_by_deal.append(found)
        self._before = self._points[:]
        row: list[object] = []
        for seat, own in enumerate(points):
            self._points[seat] += own
            self._best[seat] += found.shares[seat]
            quota, key = found.quotas[seat], self._players[seat].key
            bids = (None, None) if quota is None else (quota.bid, quota.won)
            row.append([seat, self._keys.setdefault(key, len(self._keys)), points_as_json(own), *bids])
        self._rows.append([digest, row])

    def change_player(self, seat: int, chairs: Sequence[format.Chair]) -> None:
        if len(self._best_by_deal) > self._taken[seat][0]:
            self._left.append(self._result(seat)._replace(place=None, won=False))
        self._taken[seat] = (len(self._best_by_deal), self._points[seat], self._best[seat])
        self._players = [_recorded_player(chair) for chair in chairs]

    def _result(self, seat: int) -> SeatResult:
        (name, player), key = self._players[seat], self._players[seat].key
        deals, points, best = self._taken[seat]
        return SeatResult(
            name, key, player, None, self._points[seat], False, seat, len(self._best_by_deal) - deals,
            self._points[seat] - points, self._best[seat] - best,
        )  # fmt: skip

    def _final_result(self, seat: int, winners: Sequence[int], prizes: Sequence[int]) -> SeatResult:
        sign = 1 if self._game.lowest_wins else -1
        order = [(other not in winners, sign * points) for other, points in enumerate(self._points)]
        place = 1 + sum(other < order[seat] for other in order)
        feats = self._feats_of_seat(seat, seat in winners)
        return self._result(seat)._replace(place=place, won=seat in winners, prize=prizes[seat], feats=feats)

    def _feats_of_seat(self, seat: int, won: bool) -> str:
        worst, several = rules.leaders(self._before, not self._game.lowest_wins), len(self._best_by_deal) > 1
        behind = seat in worst and len(worst) < len(self._before)
        quotas = [deal.quotas[seat] for deal in self._best_by_deal]
        exact = all(quota is not None and quota.won == quota.bid for quota in quotas)
        done = (all(seat in deal.best for deal in self._best_by_deal), won and behind, exact)
        return "".join(f" {feat} " for feat, is_so in zip(FEATS, done, strict=True) if several and is_so)

    def game_record(
        self,
        mark: str,
        start_time: str,
        winners_and_prizes: tuple[Sequence[int], Sequence[int]] | None,
        line_count: int,
        code: str,
        is_real: bool,
    ) -> GameRecord:
        """Returns the results of the whole game.

        mark: identifier of the game. start_time: as in the record. winners_and_prizes: the winners, and the prizes by seat;
        None for an unfinished game. line_count: number of lines of the game, see `GameRecord.steps`. code: the game code.
        is_real: True for a game with real cards.
        """
        results = (
            self._result(seat) if winners_and_prizes is None else self._final_result(seat, *winners_and_prizes)
            for seat in range(len(self._players))
        )
        return GameRecord(
            mark, self._game.id, start_time, winners_and_prizes is not None, len(self._best_by_deal),
            house_rules(self._options), line_count, is_real, code, tuple(results), tuple(self._left),
            json.dumps([list(self._keys), self._rows]),
        )  # fmt: skip


def _recorded_player(chair: format.Chair) -> RecordedPlayer:
    return RecordedPlayer(chair.name, chair.player)


def house_rules(chosen_options: object) -> str:
    """Returns the house rules that differ from the default, in words. The number of players is left out."""
    rules = [rule for rule in options.options_of(type(chosen_options)) if rule.key != options.PLAYERS]
    chosen = [(rule, getattr(chosen_options, rule.key)) for rule in rules]
    return "; ".join(f"{rule.label}: {rule.label_of(value)}" for rule, value in chosen if value != rule.default)


# ---------------------------------------------------------------------- one file


class FileLocation(NamedTuple):
    """The folder, name and suffix under which a file is stored."""

    folder: Path
    name: str
    suffix: str


def file_location(content: bytes, folders: Paths) -> FileLocation:
    """Returns the location for a valid record or score sheet. content: the content of the file."""
    if not file.is_sheet(content):
        return FileLocation(folders.games, archive.file_name(content) or "undated table", archive.SUFFIX)
    return FileLocation(folders.sheets, file.file_name(file.read_sheet(content, games.find_game, games.form_of)), file.SUFFIX)


def replay_file(content: bytes, digest: str) -> Generator[None, None, list[GameRecord]]:
    """Generator: replays a file in pieces. Returns its games at the end. Raises RecordError.

    digest: the hash of the file, which becomes a part of the identifiers (marks) of games.
    """
    if file.is_sheet(content):
        yield
        lines = jsonl.complete_lines(content)
        return [_sheet_record(file.read_sheet(lines, games.find_game, games.form_of), lines.count(b"\n"), digest)]
    found: list[_Replay] = []
    for number, line, session in replay.replay(content, games.find_game):
        if isinstance(line, Header):
            found.append(_Replay(session, f"{digest} {len(found)}"))
        found[-1].follow_line(line)
        if number % STEP == 0:
            yield
    return [one.game_record() for one in found if one.session.header.origin is None]  # practice counts nowhere


class _Replay:
    def __init__(self, session: Session, place: str) -> None:
        """place: the hash of the record, and the number of the game in it."""
        self.session, self._place = session, place
        self._steps = 0
        self._tally = _GameTotals(session.game, session.options, clean_names.clean_chairs(session.chairs))
        self._state: State | None = None
        self._digest = DealDigest()

    def follow_line(self, line: format.Line) -> None:
        self._steps += 1
        digest = self._digest.add_line(line, self.session)
        if isinstance(line, ActionLine):
            self._state = self.session.state  # the action is about to be done to this very state
        elif isinstance(line, ChairLine):
            self._tally.change_player(line.seat, clean_names.clean_chairs(self.session.chairs))
        elif isinstance(line, ScoreLine) and self._state is not None:
            self._tally.count_deal(self._state, line.points, digest)
        elif isinstance(line, EndLine):
            self._state = None

    def game_record(self) -> GameRecord:
        session, header = self.session, self.session.header
        ended = (session.winners, session.prizes) if session.ended else None
        code = session.code or "" if session.ended else ""
        return self._tally.game_record(game_mark(header, self._place), header.started or "", ended, self._steps, code, False)


def game_mark(header: Header, place: str) -> str:
    """Returns the identifier (mark) of a game: a hash of its code, time and people. If it has neither code nor time, a hash of
    `place`.
    """
    return _hashed_mark(format.line_as_text(header) if header.code or header.started else place)


def _hashed_mark(identity: str) -> str:
    return sha256(identity.encode("utf-8", "backslashreplace")).hexdigest()[:24]


def _sheet_record(sheet: SheetFile, steps: int, digest: str) -> GameRecord:
    """Returns the game of a score sheet, all of whose players are people. Without a time, its mark is a hash of the file."""
    course, game = sheet.course, sheet.game
    tally = _GameTotals(game, course.options, clean_names.chairs_of_people(course.names_at(0)))
    for number in range(len(course.deals) + 1):
        before, names = course.names_at(max(0, number - 1)), course.names_at(number)
        for seat in range(course.seats):
            if names[seat] != before[seat]:
                tally.change_player(seat, clean_names.chairs_of_people(names))
        if number < len(course.deals):
            tally.count_deal(course.deals[number].state, course.deals[number].points, "")
    worth: int = getattr(course.options, game.prize) if game.prize else 1
    ended = (course.winners, [worth * (seat in course.winners) for seat in range(course.seats)]) if course.over else None
    return tally.game_record(
        _hashed_mark(sheet.header if sheet.started else digest), sheet.started or "", ended, steps, "", True
    )


# ---------------------------------------------------------------------- files from elsewhere
class ImportOutcome(Enum):
    """The outcome of importing a file."""

    TAKEN = "taken"
    KNOWN = "known already"
    REFUSED = "refused"


class ImportedFile(NamedTuple):
    """A file with the outcome of its import. why: the reason why it was refused, without a full stop; else ""."""

    name: str
    outcome: ImportOutcome
    why: str = ""


class Import:
    """An import of files and folders, in pieces. Further paths may be added at any time."""

    def __init__(self, folders: Paths, is_known: Callable[[str], bool]) -> None:
        """is_known: returns True if the history has a record with this hash."""
        self._folders, self._knows = folders, is_known
        self._seen: set[str] = set()
        self._waiting: deque[Path] = deque()
        self.found: list[ImportedFile] = []
        self._work: Iterator[None] | None = None

    def add_path(self, path: Path) -> None:
        self._waiting.append(path)

    @property
    def is_done(self) -> bool:
        return self._work is None and not self._waiting

    def count(self, outcome: ImportOutcome) -> int:
        return sum(one.outcome is outcome for one in self.found)

    def run_slice(self) -> bool:
        """Does one piece of work. Returns True if more remains."""
        if self._work is None and self._waiting:
            self._work = self._import_path(self._waiting.popleft())
        if self._work is not None and next(self._work, self) is self:
            self._work = None
        return not self.is_done

    def _import_path(self, path: Path) -> Generator[None, None, None]:
        if not os.path.isdir(path):  # noqa: PTH112 - that of a path raises for a name that is too long, or may not be looked at
            yield from self._import_file(path, path.name or str(path))
            return
        some, number = False, 0
        for folder, inner, names in os.walk(path):
            inner.sort()
            for name in sorted(names):
                number += 1
                if name.endswith(SUFFIXES):
                    some = True
                    yield from self._import_file(Path(folder, name), os.path.relpath(Path(folder, name), path.parent))
                elif number % ENTRIES == 0:
                    yield
            yield
        if not some:
            self._add_result(path.name, ImportOutcome.REFUSED, "there is no record in this folder")

    def _import_file(self, path: Path, name: str) -> Generator[None, None, None]:
        yield
        try:
            content = integrity.read_file(path)
        except (OSError, ValueError) as trouble:
            self._add_result(name, ImportOutcome.REFUSED, archive.unreadable_reason(trouble))
            return
        digest = sha256(content).hexdigest()
        if digest in self._seen or self._knows(digest):
            self._add_result(name, ImportOutcome.KNOWN, "the same record is here already")
            return
        if not jsonl.size_of_complete_lines(content):
            self._add_result(name, ImportOutcome.REFUSED, "there is no game in this file")
            return
        try:
            yield from replay_file(content, digest)
        except RecordError as wrong:
            self._add_result(name, ImportOutcome.REFUSED, archive.unreadable_reason(wrong))
            return
        try:
            folder, called, suffix = file_location(content, self._folders)
            archive.write_new_file(folder, called, content, suffix)
        except OSError as trouble:
            self._add_result(name, ImportOutcome.REFUSED, f"it cannot be kept: {trouble.strerror}")
            return
        self._seen.add(digest)
        self._add_result(name, ImportOutcome.TAKEN)

    def _add_result(self, name: str, outcome: ImportOutcome, why: str = "") -> None:
        self.found.append(ImportedFile(clean_text(name), outcome, clean_text(why, SENTENCE)))
