"""The setup of a game on the command line: its computer players, and its house rules as `--option KEY=VALUE`.

A player is a level with its effort, or `module:Class` for an external player.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from functools import cache
from random import Random

from goosetable import players
from goosetable.commands.console import CommandError, print_error
from goosetable.engine.game import AnyGame
from goosetable.engine.rules import options
from goosetable.engine.rules.options import Option
from goosetable.engine.words.phrases import count_text, listed
from goosetable.games import DAMAGED, SHELF
from goosetable.players.agent import Player
from goosetable.players.levels import NAMES, make_player_with_effort
from goosetable.sandbox import external, module_search
from goosetable.sandbox.external import PATIENCE, SandboxedPlayer

PLAYER_NAMES_HELP = f"{listed(NAMES, 'or')}, or module:Class for one of your own"


def make_player_for_seat(
    name: str, seed: str, patience: float = PATIENCE, inside: bool = False, iterations: int | None = None
) -> Player:
    """Makes the player with a name. Raises ValueError. seed: determines all its random numbers.

    An external player runs in its own process, which starts at its first request; if `inside` is True, it runs in this process.
    """
    if ":" in name:
        if not inside:
            return SandboxedPlayer(name, seed, patience)
        module_search.allow_import(module_search.find_player(name))
        return players.make_player(name, Random(external.hashed_seed(seed)))
    return make_player_with_effort(name, Random(seed), iterations)


def make_player(
    name: str, seed: str, iterations: int | None = None, patience: float = PATIENCE, inside: bool = False
) -> Player:
    """Makes the player with a name; starts the process of an external player at once. Raises CommandError."""
    if name == "human":
        raise CommandError(f"'human' is no computer player; there are {PLAYER_NAMES_HELP}")
    try:
        player = make_player_for_seat(name, seed, patience, inside, iterations)
        if isinstance(player, SandboxedPlayer):
            player.create_and_wait()
    except (ValueError, players.BadPlayer) as wrong:
        raise CommandError(str(wrong)) from None
    return player


def report_missing_weights(game: AnyGame, seated: Iterable[object]) -> None:
    """Reports each file of learned weights that is unusable and that one of these players would use. Each is reported once."""
    for sentence in players.missing_weights(game, seated):
        _report_once(f"goosetable: {sentence}")


@cache
def _report_once(sentence: str) -> None:
    print_error(sentence)


def check_players(game: AnyGame, names: Iterable[str], patience: float = PATIENCE, inside: bool = False) -> None:
    """Makes and releases a player of each name, so that wrong names are reported before the game. Raises CommandError."""
    for name in dict.fromkeys(names):
        player = make_player(name, "check", None, patience, inside)
        report_missing_weights(game, [player])
        release_player(player)


def release_player(player: object) -> None:
    if isinstance(player, SandboxedPlayer):
        player.release_process()


OPTION_ARGUMENT = "--option"
MAX_NUMBERS_LISTED = 6
"""Greatest number of consecutive numbers that are listed one by one. More numbers are shown as a range."""
MAX_VALUES_LISTED = 2
"""Greatest number of values of one origin that are listed. If there are more, the text says "the others"."""
OPTION_HELP = "a house rule, such as target=50; once for each (GAME --help lists them)"


def rules_help(argv: list[str]) -> list[str]:
    """Returns lines on the house rules, for the help of a call that names a game; without a game, an empty list.

    Raises CommandError for a game that cannot be loaded.
    """
    if "--help" not in argv and "-h" not in argv:
        return []
    for word in argv:
        if word in DAMAGED:
            raise CommandError(DAMAGED[word])
    game = next((game for word in argv for game in SHELF if game.id == word), None)
    return [] if game is None else [*_rules_lines(game)]


def _rules_lines(game: AnyGame) -> Iterator[str]:
    rules = options.options_of(game.Options)
    if not rules:
        yield f"{game.title} has no house rules."
        return
    yield f"house rules of {game.title} ({OPTION_ARGUMENT} KEY=VALUE; the first value is played unless another is given):"
    for rule in rules:
        yield f"  {rule.key}={'|'.join(_value_texts(rule))}"
        notes = [f"{choice.value}: {choice.note}" for choice in rule.choices if choice.note]
        label = rule.label if rule.label.endswith("?") else f"{rule.label}."
        about = [label, rule.note, *notes, rule.condition.words if rule.condition else ""]
        yield f"      {' '.join(text for text in about if text)}"
        yield f"      {_origins_text(rule)}"


def _origins_text(rule: Option) -> str:
    """Returns the values of a rule, grouped by origin (printed, variant, ruling), as in "printed: on; our ruling: off"."""
    found: dict[str, list[str]] = {}
    for choice in rule.choices:
        found.setdefault(choice.origin, []).append(str(choice.value))
    if rule.other_values is not None:
        found.setdefault(rule.other_values.origin, []).append("any other")
    if len(found) == 1:
        return next(iter(found))
    told = [(origin, values if len(values) <= MAX_VALUES_LISTED else ["the others"]) for origin, values in found.items()]
    return "; ".join(f"{origin}: {', '.join(values)}" for origin, values in told)


def _value_texts(rule: Option) -> Iterator[str]:
    values = [choice.value for choice in rule.choices]
    numbers = sorted(value for value in values if isinstance(value, int))
    if len(numbers) > MAX_NUMBERS_LISTED and numbers[-1] - numbers[0] == len(numbers) - 1:
        values = [value for value in values if isinstance(value, str) or value == rule.default]
        values.append(f"({numbers[0]} to {numbers[-1]})")
    for value in values:
        yield value if isinstance(value, str) else json.dumps(value, separators=(",", ":"))
    if rule.other_values is not None:
        yield f"({rule.other_values.words})"


def options_and_seat_count(game: AnyGame, given: list[str], seats: int) -> tuple[dict[str, object], int]:
    """Returns all options, including defaults, and the number of seats. Raises ValueError.

    given: texts "KEY=VALUE". seats: the number of seats asked for, or 0.
    """
    found: dict[str, object] = {}
    for pair in given:
        key, equals, value = pair.partition("=")
        if not equals:
            raise ValueError(f"an option is written KEY=VALUE, not {pair!r}")
        if key in found:
            raise ValueError(f"the option {key!r} is there twice")
        known = next((rule for rule in options.options_of(game.Options) if rule.key == key), None)
        meant = known.other_values.typed(value) if known and known.other_values and known.other_values.typed else None
        found[key] = _parse_value(value) if meant is None else meant
    rules = options.make_options(game.Options, options.with_player_count(game.Options, found, seats), partial=True)
    game.check_options(rules)
    needed = game.seats(rules)
    if seats not in (0, needed):
        raise ValueError(f"{game.title} needs {count_text(needed, 'seat')} here, not {seats}")
    return dict(options.options_as_json(rules)), needed


def _parse_value(text: str) -> object:
    def word(constant: str) -> object:
        raise ValueError(f"{constant} is not JSON")

    try:
        return json.loads(text, parse_constant=word)
    except (ValueError, RecursionError):
        return text
