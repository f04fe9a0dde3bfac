"""Every game says what one wants of a deal, and what each figure of its table means."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from goosetable.engine.game import AnyGame
from goosetable.engine.record.session import Session
from goosetable.engine.rules.deal import Standing
from goosetable.engine.rules.state import State
from goosetable.engine.text.game_text import make_race
from goosetable.engine.text.table_facts import FigureKind, TableFigure
from goosetable.engine.words.phrases import with_seats_named
from tests.games import playing
from tests.games.playing import NAMES, Variant, every_state

FEW = 7
"""Every that many states are looked at."""


def figures(game: AnyGame, state: State, seat: int) -> Iterator[TableFigure]:
    """Everything that a table shows of this game and can be pointed at."""
    text, tally = game.text, game.text.tally(state, seat)
    yield from (TableFigure(FigureKind.HEAD, word=head) for head in (*tally.heads, "deal", "total"))
    yield from (TableFigure(FigureKind.ROW, row.seat) for row in tally.rows)
    yield from (TableFigure(FigureKind.PLATE, who) for who in range(len(state.hands)))
    yield from (TableFigure(FigureKind.BADGE, badge.seat or 0, badge.label) for badge in text.badges(state))
    yield from (TableFigure(FigureKind.CAMP, at) for at in range(len(text.sides(state))))
    yield TableFigure(FigureKind.RACE)
    if text.meter(state, seat) is not None:
        yield TableFigure(FigureKind.METER)
    if text.deal_sizes(state.options, Standing(state.number - 1, state.totals)) is not None:
        yield TableFigure(FigureKind.LADDER)
    if text.order_of_ranks(state):
        yield TableFigure(FigureKind.RANKS)
    if text.rank_strips(state) is not None:
        yield TableFigure(FigureKind.STOCK)


@pytest.mark.parametrize("variant", playing.variants(), ids=str)
def test_every_game_says_in_one_short_sentence_what_one_wants(variant: Variant) -> None:
    said = with_seats_named(variant.game.text.goal_of_deal(variant.options), NAMES, 0)
    assert re.fullmatch(r"You (and your partner )?want [^.]{10,110}\.", said), said
    assert said.count("~") == 2, "the pill lights the one thing that matters"
    assert "[" not in said and "!" not in said


@pytest.mark.one_in(3)
@pytest.mark.parametrize("variant", playing.variants(), ids=str)
def test_every_figure_of_every_game_explains_itself_and_repeats_no_message(variant: Variant) -> None:
    seen = 0

    def look(session: Session) -> None:
        nonlocal seen
        seen += 1
        if seen % FEW != 1:
            return
        state = session.view(0).known
        pill = with_seats_named(variant.game.text.prompt(state), NAMES, 0)
        wants = variant.game.text.goal_of_deal(variant.options)
        for figure in figures(variant.game, state, 0):
            said = with_seats_named(variant.game.text.explain_figure(state, figure, 0), NAMES, 0)
            assert re.fullmatch(r"[^\[\]]+\.", said), f"{figure} says {said!r}; see `glossary` of the text"
            assert len(said) <= 220, (figure, said)
            assert said not in (pill, wants)

    every_state(variant, 1, look)


@pytest.mark.parametrize(
    ("totals", "winners", "good", "says"),
    [
        ((0, 0, 0), (), (), "All are level."),
        ((4, 9, 1), (), (1,), "You lead with 9."),
        ((9, 4, 1), (), (0,), "Ann leads with 9."),
        ((-4, -9, -1), (), (2,), "Cyd leads with \u22121."),
        ((9, 4, 9), (), (0, 2), "Ann and Cyd lead with 9 each."),
        ((90, 101, 40), (1,), (1,), "You win with 101."),
        ((101, 90, 101), (0, 2), (0, 2), "Ann and Cyd share the win with 101 each."),
        ((101, 101, 101), (0, 1, 2), (0, 1, 2), "Ann, you and Cyd share the win with 101 each."),
        ((101, 90, 101), (), (0, 2), "Ann and Cyd lead with 101 each."),
    ],
)
def test_race(totals: tuple[int, ...], winners: tuple[int, ...], good: tuple[int, ...], says: str) -> None:
    found = make_race(totals, 100, winners)
    assert (found.winners_now, with_seats_named(found.sentence, NAMES, 1)) == (good, says)
    assert (found.totals, found.target, found.aim) == (totals, 100, "to 100, the highest total wins")
