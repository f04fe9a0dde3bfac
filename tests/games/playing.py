"""Playing any game at random, for the laws that every game must keep."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest

from goosetable.cards import PACK_SIZE, Cards
from goosetable.engine.game import AnyGame
from goosetable.engine.record import format
from goosetable.engine.record.format import Chair, Header, Line
from goosetable.engine.record.session import Session
from goosetable.engine.rules import options
from goosetable.engine.rules.action import VERB_SPAN, Action, Verb, make_action
from goosetable.engine.rules.event import Pile
from goosetable.engine.rules.state import State
from goosetable.games import SHELF
from tests.games.high_card import HighCard
from tests.games.low_card import LowCard
from tests.games.pass_card import PassCard
from tests.games.whist import Whist

GAMES: tuple[AnyGame, ...] = (*SHELF, HighCard(), LowCard(), PassCard(), Whist())
LESSONS = Path(__file__).parents[2] / "assets" / "lessons"
TAUGHT = tuple(game for game in SHELF if (LESSONS / f"{game.id}.json").exists())
"""The games that have a lesson."""
TOGETHER: tuple[tuple[str, dict[str, Any]], ...] = (
    ("goose", {"players": 12, "decks": 2}),
    ("goose", {"players": 3, "decks": 2, "jokers": "wizard", "max_hand": 7, "sequence": "up-down"}),
    ("goose", {"players": 5, "decks": 2, "jokers": "top", "max_hand": 6, "hook": "off", "final_tie": "extra"}),
    ("goosed", {"players": 3, "three_rule": "catch-only"}),
    ("goosed", {"players": 3, "team_points": "split", "ace": "high"}),
    ("gops", {"players": 3, "ties": "split", "deals": 3, "tie": "extra-deal"}),
    ("gops", {"players": 3, "ties": "discard", "order": "falling"}),
)
"""Choices that mean something only together."""
NAMES = ("Ann", "Ben", "Cyd", "Dot", "Eve", "Fay", "Gus", "Hal", "Ida", "Jim", "Kit", "Lou")
CODE = "7Q4K-M2XD-9TBR"
MOST_DEALS = 60
"""No game played at random is nearly as long."""


class Variant(NamedTuple):
    """A game under some options."""

    game: AnyGame
    options: Any

    def __str__(self) -> str:
        return ",".join([self.game.id, *(f"{key}={value}" for key, value in options.options_as_json(self.options).items())])


def find(name: str) -> AnyGame:
    """The game of that id, the little games of the tests among them; raises ValueError."""
    for game in GAMES:
        if game.id == name:
            return game
    raise ValueError(f"there is no game {name!r}")


def defaults() -> list[Variant]:
    """Every game as printed."""
    return [Variant(game, game.Options()) for game in GAMES]


def variants() -> list[Variant]:
    """Every game as printed, with every other choice of every option that goes with the rest, and some choices together."""
    found = defaults()
    for game in GAMES:
        for rule in options.options_of(game.Options):
            found += [Variant(game, replace(game.Options(), **{rule.key: other.value})) for other in rule.choices[1:]]
    for name, chosen in TOGETHER:
        found.append(Variant(find(name), replace(find(name).Options(), **chosen)))
    return [variant for variant in found if _fits(variant)]


def fifth(part: int) -> pytest.MarkDecorator:
    """Parametrizes a test with every game as printed and a fifth of the other variants; the rest is `-m slow`."""
    first = len(defaults())
    cases = [
        pytest.param(variant, id=str(variant), marks=() if at < first or at % 5 == part else pytest.mark.slow)
        for at, variant in enumerate(variants())
    ]
    return pytest.mark.parametrize("variant", cases)


def _fits(variant: Variant) -> bool:
    try:
        variant.game.check_options(variant.options)
    except ValueError:
        return False
    return True


def header(variant: Variant, code: str | None = CODE) -> Header:
    """The header of a game in which nobody is a person."""
    chairs = tuple(Chair(name, "random") for name in NAMES[: variant.game.seats(variant.options)])
    return Header(variant.game.id, dict(options.options_as_json(variant.options)), code, chairs)


def steps(session: Session, rng: Random, deals: int = MOST_DEALS) -> Iterator[None]:
    """Plays at random, and pauses before every action, after the last action of each deal, and at the end."""
    while session.due_step not in ("end", "none") and session.standing.deals < deals:
        session.begin_deal()
        while session.due_step == "act":
            yield
            seat = rng.choice(session.seats_to_act)
            session.act(seat, rng.choice(session.legal(seat)))
        yield
        session.score_deal()
    if session.due_step == "end":
        session.end_game()
    yield


def play(variant: Variant, seed: object, deals: int = MOST_DEALS, code: str = CODE) -> tuple[Session, str]:
    """A game played at random, and its record."""
    written: list[Line] = []
    session = Session(variant.game, header(variant, code), written.append)
    for _ in steps(session, Random(f"{variant}:{seed}"), deals):
        pass
    return session, record(written)


def record(written: list[Line]) -> str:
    """Lines as the text of a record."""
    return "".join(format.line_as_text(line) + "\n" for line in written)


def piles(game: AnyGame, state: State) -> dict[Pile, Cards]:
    """The piles that hold anything."""
    return {pile: group for pile, group in state.piles().items() if group}


def actions() -> list[Action]:
    """Every action that can be written at all."""
    sizes = {Verb.PLAY: 2 * PACK_SIZE, Verb.OFFER: 2 * PACK_SIZE, Verb.KEEP: 2 * PACK_SIZE, Verb.TRUMP: 4, Verb.TOPS: 13}
    return [make_action(verb, value) for verb in Verb for value in range(sizes.get(verb, VERB_SPAN))]


def some_states(variant: Variant, look: Callable[[Session], None]) -> None:
    """Of one deal every state; where anything is chosen otherwise than printed, every third and those of the end."""
    printed, met = variant.options == type(variant.options)(), 0

    def chosen(session: Session) -> None:
        nonlocal met
        met += 1
        if printed or met % 3 == 1 or session.due_step == "score":
            look(session)

    every_state(variant, 1, chosen)


def every_state(variant: Variant, deals: int, look: Callable[[Session], None], code: str = CODE) -> None:
    """Looks at a session at every state of some deals played at random, those in which a deal is over among them."""
    session = Session(variant.game, header(variant, code))
    for _ in steps(session, Random(f"look:{variant}"), deals):
        if session.state is not None:
            look(session)
