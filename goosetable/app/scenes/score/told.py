"""What a score sheet tells on demand, by the keys that tell of the table."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Final

from goosetable.app.context import Context
from goosetable.app.scenes.score.summary import ScoreSummary
from goosetable.app.ui.heard import sentences
from goosetable.app.ui.keymap import COMMANDS, SHEET
from goosetable.app.ui.scene import Change

FIGURES: Final = ("tell points", "tell bids")
"""Commands that tell the whole sheet; the others tell that the deal is over, and what comes now."""
OVER: Final = "Nobody holds a card any more."
TRICKS: Final = "Look it over shows the tricks."


def result(sheet: ScoreSummary) -> str:
    """What a score sheet says, each figure with its heading."""
    tally, race, say = sheet.tally, sheet.race, sheet.match.say
    names = [say(f"[{seat}]") for seat in range(len(sheet.points))]
    total = {seat: race.totals[at] for at, party in enumerate(race.parties) for seat in party}
    found = [sheet.title]
    for row in tally.rows:
        figures = [
            f"{head.replace('× 2', 'twice')} {figure}" for head, figure in zip(tally.heads, row.figures, strict=False) if figure
        ]
        figures += [
            f"{head} {said}" for head, said in ((tally.base_head, row.base), (tally.extra_head, row.extra)) if head and said
        ]
        figures.append(f"deal {row.points}")
        if not sheet.single:
            figures.append(f"total {total[row.seat]}")
        found += [f"{names[row.seat]}: {', '.join(figures)}", say(row.why)]
    return sentences([*found, say(tally.sentence), say(race.sentence), race.aim])


def told(sheet: ScoreSummary, command: str, goes_on: str) -> str:
    """What a command tells on a score sheet. goes_on: what its button for that is called."""
    if command in FIGURES:
        return result(sheet)
    race = sheet.match.say(sheet.race.sentence)
    if command == "tell turn":
        return sentences((sheet.title, race, "" if sheet.ended else sheet.race.aim, f"{goes_on} is the way on"))
    return sentences((sheet.title, TRICKS if command == "tell last trick" else OVER))


def tellers(context: Context, tells: Callable[[str], str]) -> Mapping[str, Callable[[], Change]]:
    """What the keys of a score sheet do. tells: gives the words of a command."""
    found = [one.id for one in COMMANDS if SHEET in one.screens]
    return {name: partial(_tell, context, tells, name) for name in found}


def _tell(context: Context, tells: Callable[[str], str], name: str) -> None:
    context.tell(tells(name))
