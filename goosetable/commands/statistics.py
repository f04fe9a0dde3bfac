"""`goosetable statistics`: a summary of the games in some records, or of the games stored on this computer, as JSON Lines."""

from __future__ import annotations

import argparse
import contextlib
import sqlite3
from collections.abc import Mapping
from datetime import date
from hashlib import sha256
from pathlib import Path
from typing import Final, TypeAlias

from goosetable.app.storage import paths, profiles, settings
from goosetable.app.storage.history import game_list, sources
from goosetable.app.storage.history.figures import Charts, Figures, GameTables, Share, uncounted_games
from goosetable.app.storage.history.game_list import ANY, MONTH, OTHERWISE, STANDARD, WEEK, Filters, ListedGame
from goosetable.app.storage.history.index import Index, IndexBusy, KnownFile, record_path
from goosetable.app.storage.history.records import History, open_history
from goosetable.app.storage.history.sources import RecordedPlayer
from goosetable.commands import console
from goosetable.commands.console import WRONG_CALL, WRONG_CONTENT, CommandError, Parser, print_error, print_json, record_fault
from goosetable.engine.record.format import RecordError
from goosetable.engine.words.clean import escape, escaped_file_name, quoted_file_name
from goosetable.games import SHELF

Line: TypeAlias = dict[str, object]
RULES: Final = {"standard": STANDARD, "otherwise": OTHERWISE}


def run(argv: list[str]) -> int:
    """Prints the statistics of each person, one JSON object a line. Returns the exit code.

    Skips a file that cannot be read, with a message. Prints a message too if no person sat in any of the games.
    """
    parser = Parser("statistics", "Says what the games of the files come to, or those that are kept on this computer.")
    parser.add_argument("files", nargs="*", metavar="FILE", help="a record or a sheet, or - for standard input")
    parser.add_argument("--who", metavar="NAME", help="this one alone, a person or a computer player (all people)")
    parser.add_argument("--game", choices=[game.id for game in SHELF], help="games of this kind")
    parser.add_argument("--against", metavar="NAME", help="games in which this one sat as well")
    parser.add_argument("--rules", choices=list(RULES), help="games by the standard house rules, or by others")
    parser.add_argument("--when", type=_parse_period, metavar="WHEN", help="week, month (this one), or a year such as 2026")
    parser.add_argument("--portable", metavar="DIR", help="the folder in which games are kept, instead of the usual one")
    arguments = parser.parse_args(argv)
    names: list[str] = arguments.files
    console.refuse_repeated_input(names)
    if names and arguments.portable is not None:
        raise CommandError("--portable is for the games that are kept, so no file can be named with it")
    if not names:
        return _print_stored_games(arguments)
    known, worst = _read_files(names)
    with contextlib.closing(known), contextlib.closing(GameTables()) as tables:
        for some in known.games_by_start():
            for stored in some:
                tables.add_game(stored.game)
        for line in _lines_of_players(known, Figures(tables), Path(), {}, arguments, worst):
            print_json(line)
    return worst


def _lines_of_players(
    index: Index, figures: Figures, folder: Path, names: Mapping[str, str], arguments: argparse.Namespace, worst: int = 0
) -> list[Line]:
    """Returns the lines of each requested player. If there is no such player, prints the reason.

    names: present names by former name. worst: the exit code so far; unless it is 0, a reason has been printed already. Raises
    CommandError, sqlite3.DatabaseError, and Busy.
    """
    listed = [game for some in game_list.read_games(index, folder, names) for game in some]
    asked, found = _find_players(listed, arguments.who, names), list[Line]()
    if not asked and (listed or not worst):
        where = "in these files" if arguments.files else f"in {quoted_file_name(str(folder))}"
        why = "no person sat in these games; --who NAME asks for a computer player" if listed else f"there is no game {where}"
        print_error(f"goosetable statistics: {why}")
    for who in asked:
        against = [""] if arguments.against is None else [one.key for one in _find_players(listed, arguments.against, names)]
        for other in against:
            found += _chart_lines(figures, listed, who, _make_filters(arguments, other))
    return found


# ---------------------------------------------------------------------- records


def _read_files(names: list[str]) -> tuple[Index, int]:
    known, worst = Index(None), 0
    for number, name in enumerate(names):
        try:
            with console.open_for_reading(name) as stream:
                content = stream.read()
            digest = sha256(content).hexdigest()
            work = sources.replay_file(content, digest)
            while True:
                try:
                    next(work)
                except StopIteration as done:
                    known.enter_record(str(number).encode(), KnownFile(len(content), 0, digest), done.value)
                    break
        except CommandError as wrong:
            print_error(f"goosetable statistics: {wrong}")
            worst = max(worst, WRONG_CALL)
        except RecordError as wrong:
            print_error(record_fault(name, wrong))
            worst = max(worst, WRONG_CONTENT)
    return known, worst


def _print_stored_games(arguments: argparse.Namespace) -> int:
    try:
        folders = paths.find_paths(arguments.portable)
    except paths.NoFolder as wrong:
        raise CommandError(str(wrong)) from None
    kept = _read_settings(folders.settings)
    with contextlib.closing(open_history(folders, kept)) as history:
        history.keep_open()
        try:
            found = _lines_of_stored_games(history, folders.data, arguments, uncounted_games(kept))
        except (sqlite3.Error, IndexBusy):
            raise CommandError(f"the games in {quoted_file_name(str(folders.data))} cannot be read just now") from None
        finally:
            if history.notice:
                print_error(f"goosetable statistics: {escape(history.notice)}")
            for name in history.unreadable:
                file = escaped_file_name(str(record_path(name, folders.data)))
                print_error(f"{file}: the record cannot be read; `goosetable check` says why")
        for line in found:
            print_json(line)
        return WRONG_CONTENT if history.damaged else 0


def _lines_of_stored_games(
    history: History, folder: Path, arguments: argparse.Namespace, counted: Mapping[str, object]
) -> list[Line]:
    while True:
        while history.run_slice():
            pass
        known = history.index
        assert known is not None, "a history that has been read has an index"
        try:
            return _lines_of_players(known, Figures(history.tables, counted), folder, history.names, arguments)
        except (sqlite3.Error, IndexBusy) as trouble:
            history.replace_index(trouble, known)  # raises it after the last attempt


def _read_settings(path: Path) -> settings.Settings:
    try:
        return settings.read(path)
    except (OSError, ValueError, RecursionError):
        return settings.Settings()


# ---------------------------------------------------------------------- who and what


def _find_players(games: list[ListedGame], name: str | None, names: Mapping[str, str]) -> list[RecordedPlayer]:
    met = {
        one.key: RecordedPlayer(one.name, one.player)
        for game in sorted(games, key=lambda game: game.started)
        for one in game.seats
    }
    found = list(reversed(met.values()))
    if name is None:
        return [who for who in found if who.is_person]
    wanted = profiles.normal_form(profiles.present_name_of(name, names))
    if not (called := [who for who in found if profiles.normal_form(who.name) == wanted]):
        raise CommandError(f"no player called {quoted_file_name(name)} sat in a game")
    return called


def _make_filters(arguments: argparse.Namespace, against: str) -> Filters:
    rules = RULES.get(arguments.rules, ANY)
    return Filters(game=arguments.game or ANY, who=against, when=arguments.when or ANY, rules=rules)


def _parse_period(text: str) -> str:
    if text not in (WEEK, MONTH) and not (text.isascii() and text.isdecimal() and len(text) == 4):
        raise argparse.ArgumentTypeError(f"{text!r} is not week, month or a year")
    return text


# ---------------------------------------------------------------------- lines


def _chart_lines(figures: Figures, games: list[ListedGame], player: RecordedPlayer, filters: Filters) -> list[Line]:
    counted, today = figures.counted_games(player), date.today()
    own = [game for game in games if game.mark in counted]
    shown = figures.chart_figures(player, filters.matching_games(own, player.key, today), filters.who)
    return [{"who": player.name, "player": player.player, **line} for line in charts_as_json(shown)]


def charts_as_json(shown: Charts) -> list[Line]:
    """Returns charts as JSON values: a line for each number or comparison in them."""
    places = {"games": shown.games.total, "won": shown.games.part, "places": list(shown.places)}
    found: list[Line] = [places, {"accuracy": _share_as_json(shown.accuracy)}]
    by = "month" if shown.monthly else "quarter"
    found += [{"accuracy": _share_as_json(one.share), "of the": by, "from": one.start.isoformat()} for one in shown.periods]
    found += [
        {"game": one.game, "games": one.share.total, "won": one.share.part, "equal share": one.equal} for one in shown.by_game
    ]
    if shown.bids is not None:
        table = [[bid, taken, count] for (bid, taken), count in sorted(shown.bids.cells.items())]
        exact = shown.bids.exact_share
        found.append({"bids": shown.bids.game, "exact": exact.part, "deals": exact.total, "table": table})
    lead = "points a deal" if shown.points else "part of games"
    found += [
        {"against": one.name, "their player": one.player, "games": one.games, "lead": one.lead, "in": lead}
        for one in shown.against
    ]
    return found


def _share_as_json(share: Share) -> dict[str, object]:
    return {"good": share.part, "decisions": share.total} | ({"95 %": list(share.interval)} if share.total else {})
