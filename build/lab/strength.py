"""Measures the strength of the computer players, and writes the table in STRENGTH.md: `python build/lab/strength.py`.

Every code is played from every seat, whole games unless a row says otherwise. Only the duration depends on the machine: hours
on one core. `--game` measures a single game, `--player` a single player of it. `--quick` is a test of a few minutes that writes
nothing. `--core` plays with the compiled core, with the same figures but several times as fast: a row of a level up to hard
then takes one to ten minutes on one core, a row of expert ten to thirty, and a row of master up to two hours.

python build/build.py core --out FOLDER --also tests/baselines
python build/lab/strength.py --core FOLDER/core --jobs 2

The frozen players of tests/baselines take part, so that tables of different versions can be
compared.
"""

from __future__ import annotations

import argparse
import gc
import sys
from collections.abc import Sequence
from contextlib import closing
from itertools import pairwise
from pathlib import Path
from typing import Any, Final, NamedTuple

import arguments

ROOT: Final = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))
FOLDER: Final = arguments.core_of_arguments(sys.argv[1:])
if FOLDER is not None:
    sys.path.insert(0, str(FOLDER))
    gc.set_threshold(100_000)  # as in the compiled core: many objects, and no circles of them

from goosetable import __version__  # noqa: E402 - the source tree, or the core, comes first
from goosetable.commands.console import parse_ascii_text, whole_number_parser  # noqa: E402
from goosetable.commands.series import Figures, Interval, Ratio, Series, play_with_progress  # noqa: E402
from goosetable.commands.simulate import MOST_JOBS  # noqa: E402
from goosetable.engine.rules.options import options_as_json as write_options  # noqa: E402
from goosetable.games import SHELF  # noqa: E402
from goosetable.players.levels import (  # noqa: E402
    FOR_DEAL,
    MAX_PERCENT,
    SKILLS,
)

TABLE_FILE: Final = ROOT / "goosetable" / "players" / "STRENGTH.md"
BEGIN: Final = "<!-- strength: made by build/lab/strength.py -->"
END: Final = "<!-- end of strength -->"
HEADINGS: Final = ("game", "player", "among", "a deal", "95 %", "games won", "95 %", "even", "codes", "deals")
GREEDY: Final = "tests.baselines.greedy:Greedy"
SEARCH: Final = "tests.baselines.plain:Plain"
CODES: Final = 176
QUICK_CODES_AND_PERCENT: Final = (3, 4)
"""Number of codes, and percentage of the usual work, with `--quick`."""
MAX_DEALS: Final = 200


class Match(NamedTuple):
    """A row of the table: one player alone among several of another."""

    one: str
    others: str
    deals: int = MAX_DEALS
    """Number of deals after which a game ends; 1 if only a deal counts."""
    weight: float = 1.0
    """Factor on the usual number of codes."""


def ladder(suffix: str = "", deals: int = MAX_DEALS, weights: Sequence[float] = (1.0, 1.0, 1.0, 1.0, 1.0)) -> tuple[Match, ...]:
    """Returns a match for each level among players of the level below, from the lowest level up.

    suffix: text after the name of each level. deals, weights: as in `Match`.
    """
    levels = pairwise(("random", *(f"{level}{suffix}" for level in SKILLS)))
    return tuple(Match(upper, lower, deals, weight) for (lower, upper), weight in zip(levels, weights, strict=True))


MATCHES: Final[dict[str, tuple[Match, ...]]] = {
    "gooseberry-fool": (
        *ladder(FOR_DEAL, 1, (10, 10, 10, 1.136, 1.48)),
        Match(f"expert{FOR_DEAL}", GREEDY, 1, 0.625),
        Match(f"expert{FOR_DEAL}", SEARCH, 1, 0.25),
        Match("expert", f"expert{FOR_DEAL}", weight=0.6),
    ),
    "goose": (
        *ladder(deals=1, weights=(0.75, 0.75, 0.75, 0.75, 1)),
        Match("expert", "tests.baselines.goose:HandEvaluator", 1, 0.5),
        Match("expert", SEARCH, 1, 0.15),
    ),
    "throps": (
        *ladder(deals=1, weights=(1.5, 1.5, 4.5, 1.5, 1.5)),
        Match("expert", "tests.baselines.throps:MarginalGain", 1, 0.5),
        Match("expert", SEARCH, 1, 0.25),
    ),
    "cross-purposes": (*ladder(deals=1), Match("expert", GREEDY, 1), Match("expert", SEARCH, 1, 0.25)),
    "goosed": (
        *ladder(deals=4, weights=(0.455, 0.57, 0.455, 1.5, 0.23)),
        Match("expert", GREEDY, 4, 0.5),
        Match("expert", SEARCH, 4, 0.07),
    ),
    "fools-gold": (
        *ladder(deals=1, weights=(0.75, 0.75, 1.25, 0.75, 0.625)),
        Match("expert", GREEDY, 1, 0.5),
        Match("expert", SEARCH, 1, 0.25),
    ),
    "gops": (
        *ladder(deals=1, weights=(1, 2.5, 2.5, 1.25, 0.85)),
        Match("expert", GREEDY, 1, 0.5),
        Match("expert", SEARCH, 1, 0.5),
    ),
}
"""By game, its matches: each level among players of the level below, and expert among frozen players or players for the
deal.
"""


def main() -> int:
    """Plays all matches, prints a line for each, and writes the table."""
    called = _parse_arguments()
    codes, effort = QUICK_CODES_AND_PERCENT if called.quick else (called.codes, called.effort)
    rows, wrong = [], 0
    for game in SHELF:
        if called.game in (None, game.id):
            for match in (match for match in MATCHES.get(game.id, ()) if called.player in (None, match.one)):
                row, failures = play_match(game, match, max(2, round(codes * match.weight)), effort, called)
                rows.append(row)
                wrong += len(failures)
                print("  ".join(row), *failures, sep="\n", flush=True)
    said = caption(called.seed, effort)
    if called.quick or wrong:
        print(f"\n{table_page(rows, said)}")
    else:
        write_table(TABLE_FILE, rows, said, called.player is not None)
    return 1 if wrong else 0


def _parse_arguments() -> argparse.Namespace:
    """Parses the arguments. Ends the program if they select no row, or if the table could not be written in the end."""
    parser, number = arguments.Parser(__doc__), whole_number_parser(1, MAX_PERCENT)
    parser.add_argument(
        "--quick",
        action="store_true",
        help=f"{QUICK_CODES_AND_PERCENT[0]} codes at {QUICK_CODES_AND_PERCENT[1]} %% of the work; prints only",
    )
    parser.add_argument("--codes", type=number, default=CODES, metavar="N", help=f"codes for most rows ({CODES})")
    parser.add_argument("--effort", type=number, default=100, metavar="P", help="percent of the usual work a decision (100)")
    parser.add_argument(
        "--seed", type=parse_ascii_text, default="strength", help="where all codes and choices come from (strength)"
    )
    parser.add_argument("--jobs", type=whole_number_parser(1, MOST_JOBS), default=1, metavar="N", help="how many processes (1)")
    told = "play with the compiled core in this folder"
    parser.add_argument(arguments.CORE_OPTION, type=arguments.core_folder, metavar="FOLDER", help=told)
    parser.add_argument(
        "--game", choices=[game.id for game in SHELF], help="this game only; rows of others stay if they were made alike"
    )
    parser.add_argument("--player", help="this player of the game only, such as expert-deal; the game's other rows stay")
    called = parser.parse_args()
    names = dict.fromkeys(match.one for game, those in MATCHES.items() if called.game in (None, game) for match in those)
    if called.player not in (None, *names):
        of = f" of {called.game}" if called.game else ""
        parser.error(f"no row{of} is of a player {called.player!r}; there are {', '.join(names)}")
    if not called.quick:
        try:
            _split_at_marks(arguments.writable_file(str(TABLE_FILE)))
        except (OSError, ValueError, argparse.ArgumentTypeError) as wrong:
            parser.error(str(wrong))
    return called


def play_match(game: Any, match: Match, codes: int, effort: int, called: argparse.Namespace) -> tuple[list[str], list[str]]:
    """Plays a match; returns its row of the table, and a sentence for each failure of a player."""
    options = game.Options()
    seats = game.seats(options)
    players = tuple(_name_with_effort(name, effort) for name in (match.one, *[match.others] * (seats - 1)))
    series = Series(
        game.id,
        dict(write_options(options)),
        players,
        codes,
        None,
        called.seed,
        True,
        match.deals,
        __version__,
        None,
        inside=True,
    )
    figures, failures = Figures(seats), []
    with closing(play_with_progress(series, called.jobs, f"{game.title}, {match.one} v {match.others}")) as games:
        for played in games:
            figures.add(played)
            failures += series.failure_texts(played)
    figures.count_last_cluster()
    first, won = figures.entries[0], figures.entries[0].won
    deal = _lead_texts(first.ahead) if game.heuristics.pays_by_lead else _share_texts(first.best)
    games_won = _share_texts(won) if match.deals == MAX_DEALS else ("", "")
    names = (name_in_table(match.one), f"{seats - 1} {name_in_table(match.others)}")
    even = f"{1 / seats:.1%}"
    return [game.title, *names, *deal, *games_won, even, str(figures.codes), str(figures.deals)], failures


def _name_with_effort(name: str, effort: int) -> str:
    return name if ":" in name or effort == 100 else f"{name}@{effort}%"


def name_in_table(name: str) -> str:
    """Returns the name of a player in the table."""
    module, _, kind = name.rpartition(":")
    return f"frozen {kind}" if module else name


def _lead_texts(ratio: Ratio) -> tuple[str, str]:
    return (
        ("-", "-")
        if ratio.sum_per_unit is None
        else (f"{float(ratio.sum_per_unit):+.2f}", _interval_text(ratio.interval(), 1, "+.2f"))
    )


def _share_texts(ratio: Ratio) -> tuple[str, str]:
    return (
        ("-", "-")
        if ratio.sum_per_unit is None
        else (f"{float(ratio.sum_per_unit):.1%}", _interval_text(ratio.share_interval(), 100, ".1f"))
    )


def _interval_text(found: Interval | None, scale: float, form: str) -> str:
    return "-" if found is None else f"{found.low * scale:{form}} to {found.high * scale:{form}}"


# ---------------------------------------------------------------------- the page


def caption(seed: str, effort: int) -> str:
    """Returns the text under the table on the conditions of the measurement."""
    work = ", ".join(f"{level} {skill.iterations}" for level, skill in SKILLS.items())
    return (
        f"Codes from seed `{seed}`, each played from every seat and counted once: whole games where games won are told, else "
        f"as many of their first deals as there are deals for every code and seat. Imagined deals a decision, at most: {work}"
        f"{'' if effort == 100 else f', of which {effort} %'}. A level ending in `{FOR_DEAL}` plays for the deal, not for the "
        "game. Frozen players: `tests/baselines`."
    )


def table_page(rows: list[list[str]], said: str) -> str:
    """Returns the table as Markdown, with a text on its figures. said: result of `caption`."""
    shares = " and ".join([game.title for game in SHELF if not game.heuristics.pays_by_lead])
    told = f"*A deal*: points over the others' mean; in {shares} the share of deals with the best score of the deal. {said}"
    aligned = ["---", "---", "---", *["---:"] * (len(HEADINGS) - 3)]
    lines = [f"| {' | '.join(row)} |" for row in (list(HEADINGS), aligned, *rows)]
    return "\n".join([*lines, "", told])


def write_table(path: Path, rows: list[list[str]], said: str, alone: bool = False) -> None:
    """Writes rows of the table between the marks in a file. They replace the rows of the same games.

    Other rows stay if they have the same caption. alone: True replaces only the rows of the same players. said: result of
    `caption`. Raises ValueError if the marks are missing.
    """
    before, there, after = _split_at_marks(path)
    of = slice(3 if alone else 1)
    fresh = {tuple(row[of]) for row in rows}
    kept = [row for row in _parse_rows(there) if tuple(row[of]) not in fresh] if said in there else []
    ordered = sorted([*kept, *rows], key=_sort_key)
    path.write_text(f"{before}{BEGIN}\n\n{table_page(ordered, said)}\n\n{END}{after}", encoding="utf-8")


def _split_at_marks(path: Path) -> tuple[str, str, str]:
    """Returns the text of a file before, between and after the marks. Raises ValueError if these are missing."""
    text = path.read_text(encoding="utf-8")
    if text.count(BEGIN) != 1 or text.count(END) != 1:
        raise ValueError(f"{path.name} must have the marks {BEGIN} and {END} once each")
    before, _, rest = text.partition(BEGIN)
    there, _, after = rest.partition(END)
    return before, there, after


def _sort_key(row: list[str]) -> tuple[int, int]:
    """Returns the sort key of a row: the index of its game in `SHELF`, and of its match in `MATCHES`."""
    game = next(at for at, game in enumerate(SHELF) if game.title == row[0])
    names = [(name_in_table(match.one), name_in_table(match.others)) for match in MATCHES.get(SHELF[game].id, ())]
    among = row[2].partition(" ")[2]
    return game, names.index((row[1], among)) if (row[1], among) in names else len(names)


def _parse_rows(text: str) -> list[list[str]]:
    """Returns the rows of a table in Markdown, without its heading."""
    lines = [line for line in text.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[2:]]


if __name__ == "__main__":
    sys.exit(main())
