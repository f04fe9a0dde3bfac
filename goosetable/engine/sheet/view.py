"""A sheet in words: makes `Shown` from the course of a game, with the texts of the game's own table."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from goosetable.engine.rules.state import State
from goosetable.engine.sheet.course import Course, Written
from goosetable.engine.sheet.form import Answer, AnyPage, Asked, KeptDeal, Shown
from goosetable.engine.text.table_facts import Row
from goosetable.engine.words import phrases
from goosetable.engine.words.clean import isolated
from goosetable.engine.words.phrases import speak

OPERATORS: Final = ("+", "×", phrases.MINUS)


def shown(course: Course) -> Shown:
    """Returns the whole sheet as it is now."""
    game, standing, names = course.game, course.standing, course.names
    race = game.text.course(course.options, standing, None)
    ladder = game.text.ladder(course.options, standing)
    sizes = ladder.sizes if ladder is not None else ()
    vary = len(set(sizes)) > 1
    lines = [_line(course, number, deal, vary) for number, deal in enumerate(course.deals, 1)]
    page = course.page
    if page is not None:
        number = len(lines) + 1
        cells = tuple([tuple([_clause(cell, names) for cell in row]) for row in page.cells])
        line = _empty(course, page.dealer, cells, str(page.size if vary else number), tuple(page.follows))
        known = course.form.settled(page)
        lines.append(line if known is None else _scored(course, line, *known))
    now = len(lines) - 1
    for at in range(len(lines), len(sizes) if page is not None else 0):
        dealer, columns = (course.first + at) % course.seats, len(course.form.columns_of(course.options))
        lines.append(_empty(course, dealer, (("",) * columns,) * course.seats, str(sizes[at] if vary else at + 1)))
    played = standing.deals > 0 and len(set(standing.totals)) > 1
    roles = game.text.badges(page.over()) if page is not None else ()
    badges = [badge for badge in roles if badge.seat is not None]  # no question was about the middle of the table
    return Shown(
        title=_title(course, page, len(sizes), vary),
        line=f"{game.title}, {race.aim}. {game.line}",
        columns=course.form.columns_of(course.options),
        label="cards" if vary else "deal",
        deals=tuple(lines),
        now=now,
        asked=None if course.asked is None else _spoken(course.asked, names),
        totals=tuple([phrases.amount(total) for total in standing.totals]),
        ahead=course.winners or (race.good if played else ()),
        badges=tuple([badge._replace(label=spoken(badge.label, names), why=spoken(badge.why, names)) for badge in badges]),
        foot=_foot(course, list(dict.fromkeys([badge.why for badge in badges])), race.sentence if played else ""),
        over=course.over,
    )


def _title(course: Course, page: AnyPage | None, deals: int, vary: bool) -> str:
    if page is None:
        return f"The game is over after {phrases.count(len(course.deals), 'deal')}"
    number = len(course.deals) + 1
    of = f" of {deals}" if number <= deals > 1 else ""
    return f"Deal {number}{of}" + (f": {phrases.spelled(page.size)} {'card' if page.size == 1 else 'cards'}" if vary else "")


def _foot(course: Course, roles: list[str], stands: str) -> str:
    if course.over:
        if len(course.winners) == 1:
            return spoken(f"[{course.winners[0]} wins] the game.", course.names)
        return spoken(f"{phrases.listed([f'[{seat}]' for seat in course.winners])} win the game.", course.names)
    return spoken(" ".join([*roles, stands]).strip(), course.names)


def _spoken(asked: Asked, names: tuple[str, ...]) -> Asked:
    answers = [Answer(one.text, spoken(one.label, names), _clause(one.refused, names)) for one in asked.answers]
    return asked._replace(words=spoken(asked.words, names), answers=tuple(answers), remark=_clause(asked.remark, names))


def spoken(text: str, names: tuple[str, ...]) -> str:
    """Returns the text with names in place of seats; a player with the default name "You" is addressed."""
    me = next((seat for seat, name in enumerate(names) if name.casefold() == "you"), None)
    return speak(text, [isolated(name) for name in names], me)


def _clause(words: str, names: tuple[str, ...]) -> str:
    """Words a clause, which does not begin with a capital unless a name does."""
    said = spoken(words, names)
    return words[:1] + said[1:] if words and words[0] != "[" else said


def _empty(
    course: Course, dealer: int, cells: tuple[tuple[str, ...], ...], label: str, follows: tuple[str, ...] = ()
) -> KeptDeal:
    """Returns the line of an unfinished deal."""
    nothing = ("",) * course.seats
    return KeptDeal(label, dealer, cells, nothing, (0,) * course.seats, nothing, nothing, follows or nothing)


def _line(course: Course, number: int, deal: Written, vary: bool) -> KeptDeal:
    """Returns the line of a finished deal."""
    cells = tuple([tuple([_clause(cell, course.names) for cell in row]) for row in deal.cells])
    label = str(course.game.hand_size(course.options, deal.before) if vary else number)
    return _scored(course, _empty(course, deal.dealer, cells, label, deal.follows), deal.state, range(course.seats))


def _scored(course: Course, line: KeptDeal, state: State, known: Collection[int]) -> KeptDeal:
    """Adds to a line the points of the seats `known`, which the rules give for the state."""
    points, tally = course.game.points(state), course.game.text.tally(state, None)
    rows: dict[int, Row] = {seat: course.form.row(row, state) for row in tally.rows for seat in row.seats}
    found = [rows[seat] if seat in known else None for seat in range(course.seats)]
    told = course.form.by_itself or None not in found
    tones = [
        0 if row is None else 1 if row.good and told else -1 if own < 0 else 0 for row, own in zip(found, points, strict=True)
    ]
    return line._replace(
        points=tuple([row.points if row else "" for row in found]),
        tones=tuple(tones),
        sums=tuple([_sum(row) if row else "" for row in found]),
        notes=tuple([spoken(row.why, course.names) if row else "" for row in found]),
    )


def _sum(row: Row) -> str:
    """Returns the arithmetic of the points; nothing where the figures on the sheet have none.

    >>> _sum(Row(0, ("6", "+ 4 × 2"), "= 14", "+10", "24", True, "")), _sum(Row(0, ("6", "2"), "= −4", "+8", "4", True, ""))
    ('6 + 4 × 2 + 10', '−4 + 8')
    """
    if row.sum:
        words = " ".join([part.text for part in row.sum]).replace("( ", "(")
    elif any(figure[:1] in OPERATORS for figure in row.figures if figure):
        words = " ".join([*row.figures, row.base if not row.extra else ""])
    else:
        words = row.base.removeprefix("= ") if row.extra else ""
    extra = f" + {row.extra.removeprefix('+')}" if row.extra else ""
    return f"{words.strip().removesuffix(f'= {row.points}').strip()}{extra}"
