"""The model of the set-up page: the game, its house rules, the players in their seats, and the code."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from goosetable import games
from goosetable.app.match.matches import DAY_LEVEL, DayDeal
from goosetable.app.storage import cast
from goosetable.app.storage.profiles import MOST, normal_form, present_name_of
from goosetable.app.ui.number_field import value_sort_key
from goosetable.engine.game import AnyGame
from goosetable.engine.record import seed
from goosetable.engine.record.format import Chair
from goosetable.engine.rules.deal import Standing, Stream
from goosetable.engine.rules.options import PLAYERS, Option, Value, make_options, options_as_json, options_of
from goosetable.engine.words import phrases
from goosetable.players.levels import SEARCHING_LEVELS

OWN: Final = "Your own"
"""Label for a value that is not in the list, and for house rules that equal no preset."""
FEW: Final = 10
"""Number of values up to which a rule offers all of them; a sentence then explains those that conflict with other rules."""
HIGHEST: Final = 1000
SHORT: Final = "Short game"
SHORTEST: Final = "One deal"
PRINTED: Final = "As printed"
BEFORE: Final = "before"
"""Key in the settings under which the last tables of other games are stored."""


class TableSetup:
    """The choices for a table: game, house rules, players and code. House rules may conflict; `rules_conflict` returns the
    reason.
    """

    people_only = False
    """True if only people may take a seat."""
    seated = "A person, at this screen"
    """Description of a person's seat at this screen."""
    own_seat = "You, at this screen"
    """Description of the seat of this computer's person."""

    def __init__(
        self, game: AnyGame, person: str, level: str = "medium", people: Sequence[str] = (),
        present_names: Mapping[str, str] | None = None,
    ) -> None:  # fmt: skip
        """person: the name of this computer's person. level: the level of new opponents. people: the names of other known
        people. present_names: the present names of people, by former name, from `profiles.present_names_by_former`.
        """
        self.game, self.person, self.level, self.present_names = game, person, level, present_names or {}
        self.people = (person, *people)
        self.chosen: dict[str, Value] = self._shorten_rules({rule.key: rule.default for rule in self.rules})
        self.unread: dict[str, str] = {}
        """Typed texts that cannot be read as a value, by the rule's key; the rule has its earlier value meanwhile."""
        self.typed: dict[str, str] = {}
        """The last text typed for each house rule, by key; choosing "Your own" again restores it."""
        self._shortens = True
        """Whether the rules that make a game short are set again after a change of other rules."""
        self.chairs: list[Chair] = [Chair(person, cast.HUMAN)]
        """The players, by seat."""
        self.code = ""
        self._fit_seats()

    def set_up_deal_of_day(self, day: DayDeal) -> None:
        """Sets up the deal of a day, with its rules, code and opponents. This computer's person gets the first seat."""
        self.chosen, self._shortens = self.values_of(day.options), False
        self.level = DAY_LEVEL
        self.chairs = [Chair(self.person, cast.HUMAN), *day.opponents]
        self.code = seed.format_code(day.code)

    @property
    def rules(self) -> tuple[Option, ...]:
        return options_of(self.game.Options)

    @property
    def options(self) -> object:
        return make_options(self.game.Options, self.chosen)

    @property
    def player_count_rule(self) -> Option | None:
        """The house rule with the number of players; None if the number is fixed."""
        return next((rule for rule in self.rules if rule.key == PLAYERS), None)

    @property
    def all_player_counts(self) -> tuple[int, ...]:
        """All numbers of players that the game allows under any house rules, ascending."""
        if self.player_count_rule is None:
            return (self.game.seats(self.options),)
        return tuple(sorted(choice.value for choice in self.player_count_rule.choices if isinstance(choice.value, int)))

    @property
    def fitting_player_counts(self) -> tuple[int, ...]:
        """The numbers of players that agree with all other choices."""
        return tuple(
            number for number in self.all_player_counts if self.player_count_rule is None or self.allows_value(PLAYERS, number)
        )

    def allows_value(self, key: str, value: Value) -> bool:
        """Returns True if a value of a house rule agrees with all other choices."""
        return not self.rules_conflict({key: value})

    def rules_conflict(self, replacements: Mapping[str, Value] | None = None) -> str:
        """Returns a sentence on the reason why house rules conflict; "" if they do not.

        replacements: values to use instead of the chosen ones, by key.
        """
        return self._conflict_of(self._rules_with(replacements or {}))

    def _conflict_of(self, values: Mapping[str, Value]) -> str:
        try:
            self.game.check_options(make_options(self.game.Options, values))
        except ValueError as wrong:
            return phrases.with_capital(f"{wrong}.")
        return ""

    def values_of(self, options: object) -> dict[str, Value]:
        """Returns the values of house rules, by key. options: an object of the game's class `Options`."""
        return {rule.key: getattr(options, rule.key) for rule in self.rules}

    def _shorten_rules(self, values: Mapping[str, Value]) -> dict[str, Value]:
        return self.values_of(self.game.short_game_options(make_options(self.game.Options, values)))

    def _rules_with(self, replacements: Mapping[str, Value]) -> dict[str, Value]:
        """Returns the house rules with some of the values replaced.

        If the person has made the game short, other values are shortened as well, unless this would change a replaced value.
        """
        chosen = self.chosen | dict(replacements)
        short = self._shorten_rules(chosen) if self._shortens else chosen
        return short if all(short[key] == value for key, value in replacements.items()) else chosen

    @property
    def presets(self) -> dict[str, dict[str, Value]]:
        """House rules that can be chosen in one step, by name. The number of players stays the same, if possible."""
        printed = {rule.key: rule.default for rule in self.rules}
        players = (
            {self.player_count_rule.key: self.chosen[self.player_count_rule.key]} if self.player_count_rule is not None else {}
        )
        printed = printed if self._conflict_of(printed | players) else printed | players
        of_one_deal = self.game.one_deal_options(make_options(self.game.Options, printed))
        found = {SHORTEST: self.values_of(of_one_deal), SHORT: self._shorten_rules(printed)}
        return {name: chosen for name, chosen in found.items() if chosen != printed} | {PRINTED: printed}

    @property
    def preset(self) -> str:
        """Name of the preset that equals the chosen rules; "" if there is none."""
        return next((name for name, chosen in self.presets.items() if chosen == self.chosen), "")

    def choose_preset(self, name: str) -> None:
        self._shortens, self.chosen = name == SHORT, self.presets[name]
        self.unread.clear()
        self._fit_seats()

    def estimated_minutes(self) -> int:
        """Returns the estimated length of the game in minutes."""
        return self.game.text.estimated_minutes(self.options, len(self.seats_of_people))

    def duration_in_words(self) -> str:
        """Returns the length of the game in words: minutes, and the number of deals if that is fixed; "" while
        rules conflict.
        """
        if self.rules_conflict():
            return ""
        seats = self.game.seats(self.options)
        found = self.game.text.deal_sizes(self.options, Standing(0, (0,) * seats))
        aim = phrases.with_capital(f"{self.game.text.end_of_game(self.options)}.") if found else ""
        return f"About {phrases.count_text(self.estimated_minutes(), 'minute')}. {aim}".strip()

    def set_rule(self, key: str, value: Value) -> None:
        """Changes a house rule. If the number of players depends on it, changes the number of chairs too."""
        self.unread.pop(key, None)
        self.chosen = self._rules_with({key: value})
        self._shortens = self._shortens and self._shorten_rules(self.chosen) == self.chosen
        self._fit_seats()

    def typed_text(self, rule: Option) -> str | None:
        """Returns the text in the field of a house rule whose value is typed; None if the value was chosen from the list."""
        value = self.chosen[rule.key]
        listed = any(value == choice.value for choice in rule.choices)
        return self.unread.get(rule.key, None if listed else rule.label_of(value))

    def begin_typing(self, rule: Option) -> None:
        """Changes a house rule to a typed value: the text that was typed for it before, or else the present value as text."""
        if rule.key in self.typed:
            self.store_typed_text(rule, self.typed[rule.key])
            return
        value = chart_as_typed_value(self.game, self.options, rule)
        if value is None:
            self.unread[rule.key] = ""
        else:
            self.set_rule(rule.key, value)

    def store_typed_text(self, rule: Option, text: str) -> None:
        """Stores the text typed for a house rule. If the text is valid, sets the value of the rule."""
        self.typed[rule.key] = text
        value = rule.other_values.typed(text) if rule.other_values and rule.other_values.typed else None
        if value is None:
            self.unread[rule.key] = text
        else:
            self.set_rule(rule.key, value)

    @property
    def rule_with_invalid_text(self) -> Option | None:
        """The first house rule in effect whose typed text is invalid; None if there is none."""
        return next(
            (rule for rule in self.rules if rule.key in self.unread and not rule.reason_without_effect(self.chosen)), None
        )

    @property
    def names(self) -> list[str]:
        return [chair.name for chair in self.chairs]

    def is_own_name(self, name: str) -> bool:
        """Returns True if a name is that of this computer's person, who is spoken to as "you"; never at a table of people."""
        return not self.people_only and normal_form(name) == normal_form(self.person)

    @staticmethod
    def seat_name(name: str) -> str:
        """Returns the name that a stored person has at this table."""
        return name

    @property
    def seats_of_people(self) -> list[int]:
        return [seat for seat, chair in enumerate(self.chairs) if chair.player == cast.HUMAN]

    def _fit_seats(self) -> None:
        """Adds or removes players until their number agrees with the house rules. Computer players are removed
        before people.
        """
        wanted = self.game.seats(self.options)
        while len(self.chairs) > wanted:
            computers = [seat for seat in range(1, len(self.chairs)) if self.chairs[seat].player != cast.HUMAN]
            del self.chairs[computers[-1] if computers else -1]
        while len(self.chairs) < wanted:
            self.chairs.append(self.new_chair())

    def new_chair(self) -> Chair:
        """Returns the chair of a new computer player: a character without a seat, at the level of new players."""
        return Chair(cast.first_free_character(self.names).name, self.level)

    def give_seat_to_player(self, seat: int, name: str, player: str) -> None:
        """Gives a seat to a player. If the player has another seat, the two players change places.

        player: "human", a level or `module:Class`; "" for a computer player at the level of the replaced player, or else at the
        level chosen last.
        """
        old = self.chairs[seat]
        there = next((other for other, chair in enumerate(self.chairs) if normal_form(chair.name) == normal_form(name)), None)
        if there is not None:
            self.chairs[seat], self.chairs[there] = self.chairs[there], old
            return
        self.chairs[seat] = Chair(name, player or (old.player if old.player in SEARCHING_LEVELS else self.level))

    def rename_person(self, before: str, after: str) -> None:
        """Renames a person. after: the new name; "" if the person was deleted, so that a new computer player gets the seat."""
        if normal_form(before) == normal_form(self.person) and after:
            self.person = after
        for seat, chair in enumerate(self.chairs):
            if chair.player == cast.HUMAN and normal_form(chair.name) == normal_form(before):
                self.chairs[seat] = Chair(after, cast.HUMAN) if after else self.new_chair()

    def set_level(self, seat: int, level: str) -> None:
        """Sets the level of the computer player in a seat, and of computer players who are added later."""
        self.chairs[seat] = Chair(self.chairs[seat].name, level)
        self.level = level

    def code_objection(self) -> str:
        """Returns a sentence on the reason why the typed code cannot be used; "" if it can be used, or if no code is typed."""
        if not self.code.strip():
            return ""
        try:
            seed.parse_code(self.code.strip())
        except ValueError as wrong:
            return f"That will not do: {wrong}."
        return ""

    def canonical_code(self) -> str | None:
        """Returns the typed code in its canonical form; None if no code is typed. Raises ValueError if the code is invalid."""
        return seed.parse_code(self.code.strip()) if self.code.strip() else None

    def as_setting(self) -> dict[str, Any]:
        """Returns game, house rules and players as a value for the settings, from which `restore_choices` can restore them."""
        seats = [{"name": chair.name, "player": chair.player} for chair in self.chairs]
        alone = {} if self.seats_of_people else {"alone": True}
        return {"game": self.game.id, "options": options_as_json(self.options), "seats": seats, **alone}

    def restore_choices(self, last: Mapping[str, Any]) -> None:
        """Restores the choices of an earlier table, as far as they are still valid. last: a value from `as_setting`.

        For a game without an earlier table, restores only the players of the last table.
        """
        if last.get("game") != self.game.id:
            before = last.get(BEFORE)
            own = before.get(self.game.id) if isinstance(before, Mapping) else None
            last = {**own, "game": self.game.id} if isinstance(own, Mapping) else last
        chosen = last.get("options")
        if last.get("game") == self.game.id and isinstance(chosen, Mapping):
            self._restore_rules(chosen)
        self._shortens = self._shorten_rules(self.chosen) == self.chosen
        seats = last.get("seats")
        there = seats[:MOST] if isinstance(seats, list) else []
        found = [chair for stored_seat in there if (chair := self._parse_chair(stored_seat)) is not None]
        if all(chair.player != cast.HUMAN for chair in found) and not last.get("alone"):
            found.insert(0, Chair(self.person, cast.HUMAN))
        self.chairs = []
        for chair in found:
            if normal_form(chair.name) not in [normal_form(name) for name in self.names]:
                self.chairs.append(chair)
        self.level = next((chair.player for chair in reversed(self.chairs) if chair.player in SEARCHING_LEVELS), self.level)
        self._fit_seats()

    def _restore_rules(self, values: Mapping[str, object]) -> None:
        for rule in self.rules:
            if rule.key in values:
                value = _value_if_choosable(rule, values[rule.key])
                self.chosen[rule.key] = self.chosen[rule.key] if value is None else value
                if isinstance(value, tuple):
                    self.typed[rule.key] = rule.label_of(value)
            elif rule.since:
                self.chosen[rule.key] = rule.default  # the table was remembered before the game had this rule

    def _parse_chair(self, stored_seat: object) -> Chair | None:
        name, player = (
            (stored_seat.get("name"), stored_seat.get("player")) if isinstance(stored_seat, Mapping) else (None, None)
        )
        if not isinstance(name, str) or not isinstance(player, str):
            return None
        name = present_name_of(name, self.present_names) if player == cast.HUMAN else name
        if player == cast.HUMAN:  # this computer's person replaces a person who was deleted
            return Chair(name if normal_form(name) in [normal_form(known) for known in self.people] else self.person, player)
        character = cast.find_character(name)
        return Chair(character.name, player) if character is not None and player in SEARCHING_LEVELS else None


def accepted_numbers(rule: Option) -> tuple[int, ...]:
    """Returns all numbers that a house rule accepts, ascending."""
    listed = {choice.value for choice in rule.choices if isinstance(choice.value, int)}
    others = {number for number in range(HIGHEST) if rule.other_values and rule.other_values.read(number) is not None}
    return tuple(sorted(listed | others))


def arrow_values(rule: Option, setup: TableSetup) -> list[Value]:
    """Returns the values through which the arrows of a number field step.

    These are the values in the list, and round numbers between them that agree with the other rules.
    """
    there = accepted_numbers(rule)
    if len(there) <= FEW:
        return sorted((choice.value for choice in rule.choices), key=value_sort_key)
    wide = there[-1] - there[0]
    every = 25 if wide > 100 else 5 if rule.other_values else 1
    listed = {choice.value for choice in rule.choices}
    found = listed | {number for number in there if number % every == 0}
    return [value for value in sorted(found, key=value_sort_key) if setup.allows_value(rule.key, value)]


def chart_as_typed_value(game: AnyGame, options: object, rule: Option) -> Value | None:
    """Returns the numbers of the game's chart of points, as if a person had typed them for a house rule. Returns None if the
    rule cannot be typed, or if the text is invalid.

    options: house rules, whose chart is used.
    """
    if rule.other_values is None or rule.other_values.typed is None:
        return None
    standing = Standing(0, (0,) * game.seats(options))
    deal = game.deal(options, standing, 0, Stream("", 1))
    chart = game.text.chart(game.begin_deal(options, standing, deal), None)
    rows = [] if chart is None else [[figure.lstrip("+") for figure in figures] for _, *figures in chart.rows]
    return rule.other_values.typed(" ".join("/".join(row) for row in rows))


def typing_help(rule: Option, value: Value) -> str:
    """Returns a sentence that explains how to type the value of a house rule that consists of rows of numbers. value: an
    example.
    """
    example = f" like {rule.label_of(value)}" if isinstance(value, tuple) else ""
    return f"Write it{example}, from the top row down; the last goes for all rows below."


def _value_if_choosable(rule: Option, value: object) -> Value | None:
    for choice in rule.choices:
        if value == choice.value and type(value) is type(choice.value):
            return choice.value
    besides = rule.other_values
    return besides.read(value) if besides and (type(value) is int or besides.typed) else None


def with_last_table(last: Mapping[str, Any] | None, setup: TableSetup) -> dict[str, Any]:
    """Returns a new value for the settings: the stored tables, with this table as the last one of its game."""
    table, before = setup.as_setting(), {}
    if last is not None:
        earlier = last.get(BEFORE)
        before = dict(earlier) if isinstance(earlier, Mapping) else {}
        if isinstance(last.get("game"), str):
            before[last["game"]] = {word: last[word] for word in ("options", "seats", "alone") if word in last}
    before.pop(setup.game.id, None)
    return table | ({BEFORE: before} if before else {})


def remembered_game(last: Mapping[str, Any] | None) -> AnyGame:
    """Returns the game of the last table; if there is none, the first of all games."""
    wanted = last.get("game") if last else None
    return next((game for game in games.SHELF if game.id == wanted), games.SHELF[0])
