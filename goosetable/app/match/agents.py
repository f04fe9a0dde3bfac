"""The computer players at a table: they see only views, search in short slices, and pause according to their character.

A player whose code fails is replaced, and a notice names it.
"""

from __future__ import annotations

from collections.abc import Collection, Generator, Mapping
from random import Random
from typing import Final, Generic, TypeVar

from goosetable import players
from goosetable.app.storage import cast, clean_names
from goosetable.app.storage.cast import HUMAN
from goosetable.app.storage.clean_names import without_markup
from goosetable.app.storage.saves import Notice
from goosetable.engine.hidden.view import View, certain_points
from goosetable.engine.record.format import Chair
from goosetable.engine.record.session import Session
from goosetable.engine.rules.action import Action
from goosetable.engine.words import phrases
from goosetable.players.agent import RESTARTS, BuiltInPlayer, Trace
from goosetable.players.analysis import Analysis
from goosetable.players.levels import make_player_with_effort
from goosetable.players.search_agent import set_expected_habits
from goosetable.sandbox import external, module_search

STAND_IN = players.ADVICE
"""Level of the player that gives hints. It also replaces players whose code failed, and external players not allowed."""
THINKS_ON: Final = 400
"""Length of a hint's second search, in percent of the first. The second search runs while the person thinks."""
NOT_ALLOWED: Final = "{name} is played by {level}, because {player} is a program from outside that --allow does not name."
LINGERS: Final = 0.8
"""Additional pause before the most difficult choice, as a part of the pause before an easy one."""


R = TypeVar("R")


class SlicedWork(Generic[R]):
    """A computation that runs in short slices (steps of a generator). result: None until the last slice has run."""

    def __init__(self, pieces: Generator[None, None, R], result: R | None = None) -> None:
        """result: the result if it is already known, so that no slice has to run."""
        self.result, self._pieces, self._more = result, pieces, True

    def run_slice(self) -> bool:
        """Runs one slice; returns True if more remain. Raises the errors of the computation, such as BadPlayer."""
        if self._more:
            try:
                next(self._pieces)
            except StopIteration as done:
                self.result, self._more = done.value, False
        return self._more


class PlayerSearch(SlicedWork[Action]):
    """The search of a computer player for one decision. Its result is the chosen action."""

    def __init__(self, player: players.Player, seen: View) -> None:
        super().__init__(players.think_in_slices(player, seen), seen.game.text.automatic_action(seen.known))
        self.player, self.seen = player, seen


class Agents:
    """The computer players at a table, with their searches, pauses and hints."""

    def __init__(
        self, session: Session, seed: str, notice: Notice, patience: float, no_players: bool = False,
        allow: Collection[str] = (), shown_once: set[str] | None = None,
        habits_by_name: Mapping[str, Mapping[str, float]] | None = None,
    ) -> None:  # fmt: skip
        """seed: the seed of the players' random choices. no_players: True to make no computer players. habits_by_name: habits
        of people, by name, which the computer players expect; the match changes this mapping later. allow: the external players
        that may run; `STAND_IN` replaces all others. shown_once: notices that must not be shown again; notices about unusable
        learned weights are added here.
        """
        self._session, self._seed, self._notice, self._patience = session, seed, notice, patience
        self._thought: PlayerSearch | None = None
        self._hint: SlicedWork[Analysis] | None = None
        self._deeper: SlicedWork[Analysis] | None = None
        """The search that continues after a hint has been found."""
        self._advised: set[Action] = set()
        """Actions that a hint has named as best, or as equally good, for this decision."""
        self._proof: SlicedWork[object] | None = None
        """A search for proof that the deal's points are decided, from the view of the seat to act."""
        self._allow = frozenset(allow)
        self._habits_by_name = {} if habits_by_name is None else habits_by_name  # not a copy: the match changes it
        self._pauses: dict[int, float] = {}
        """Pause of each computer player before an easy choice at the slowest pace, in seconds by seat."""
        self.failed: dict[int, Chair] = {}
        """Chairs of players that have failed in this game, by seat."""
        self._unrecorded: set[int] = set()
        """Seats of replaced external players. Before its first action each replacement is entered in the record."""
        self._pending_notices: dict[int, str] = {}
        """Notices about replaced external players that have not been shown yet, by seat."""
        if not no_players:
            self._prepare_replacement_notices()
        chairs = () if no_players else enumerate(session.chairs)
        self.players = {seat: self._make_player(seat, chair.player) for seat, chair in chairs if chair.player != HUMAN}
        self._shown_once = set() if shown_once is None else shown_once
        self.show_weight_notices(*self.players.values())

    def show_weight_notices(self, *thinking: players.Player) -> None:
        """Shows a notice, once, about each unusable file of learned weights that one of these players would use."""
        for sentence in players.missing_weights(self._session.game, thinking):
            if sentence not in self._shown_once:
                self._shown_once.add(sentence)
                self._notice(phrases.with_capital(f"{sentence}."))

    def _make_player(self, seat: int, level: str) -> players.Player:
        seed, self._pauses[seat] = f"{self._seed}:{seat}", cast.easy_choice_seconds(self._session.names[seat])
        if ":" in level:
            return self._make_external_player(seat, level, seed)
        try:
            styled = players.with_style(level, cast.style_of_character(self._session.names[seat]))
            made: players.Player = external.make_player_in_process(styled, seed, self._patience)
            return made
        except ValueError as wrong:
            self._notice(
                f"{without_markup(self._session.names[seat])}: {without_markup(str(wrong), 200)}; {STAND_IN} plays instead."
            )
            return players.make_player(STAND_IN, Random(seed))

    def replace_player(self, seat: int) -> None:
        self.drop_searches()
        external.end_players(self.players.pop(seat, None))
        self.failed.pop(seat, None)
        self._pending_notices.pop(seat, None)
        self._unrecorded.discard(seat)
        player = self._session.chairs[seat].player
        if player != HUMAN:
            self.players[seat] = self._make_player(seat, player)
            self.show_weight_notices(self.players[seat])

    def _make_external_player(self, seat: int, player: str, seed: str) -> players.Player:
        """Returns an external player if it is allowed; else `STAND_IN`, without an import of the external player's module."""
        name = without_markup(self._session.names[seat])
        try:
            module_search.split_module_name(player)
            if player in self._allow:
                return external.SandboxedPlayer(player, seed, self._patience, module_search.find_player(player))
            self._pending_notices[seat] = NOT_ALLOWED.format(name=name, level=STAND_IN, player=without_markup(player))
        except ValueError as wrong:
            self._pending_notices[seat] = f"{name}: {without_markup(str(wrong), 150)}; {STAND_IN} plays instead."
        self._unrecorded.add(seat)
        return players.make_player(STAND_IN, Random(seed))

    def _prepare_replacement_notices(self) -> None:
        """Prepares a notice about each external player that an earlier run of the program replaced, as the record says."""
        for seat, (before, chair) in enumerate(zip(self._session.previous, self._session.chairs, strict=True)):
            player = clean_names.clean_player_kind(before.player)
            if ":" in player and player not in self._allow and chair.player != HUMAN and ":" not in chair.player:
                name, level = without_markup(chair.name), without_markup(chair.player)
                self._pending_notices[seat] = NOT_ALLOWED.format(name=name, level=level, player=without_markup(player))

    def show_replacements(self) -> None:
        """Shows the notices about external players that were replaced."""
        for sentence in self._pending_notices.values():
            self._notice(sentence)
        self._pending_notices = {}

    def record_replacement(self, seat: int) -> None:
        """Enters the replacement of an external player in the record, just before the first action of the new player.

        Until then the record is unchanged, so that a later run of the program can still allow the external player with --allow.
        """
        if seat in self._unrecorded:
            self._unrecorded.remove(seat)
            self._write_replacement(seat)

    def _write_replacement(self, seat: int) -> None:
        if self._session.due_step != "none":
            self._session.change_player(seat, Chair(self._session.names[seat], STAND_IN))

    def drop_searches(self) -> None:
        self._thought = self._hint = self._deeper = self._proof = None
        self._advised.clear()

    def remove_players(self) -> None:
        """Removes all players, and ends the processes of external ones at once."""
        self.drop_searches()
        external.end_players(*self.players.values())

    @property
    def thinking_seat(self) -> int | None:
        """The seat to act if it has a computer player; else None."""
        turn = self._session.turn
        return turn if turn in self.players else None

    @property
    def chosen_action(self) -> Action | None:
        """The action that the computer player to act has chosen; None while the player is searching."""
        return self._thought.result if self._thought else None

    @property
    def difficulty(self) -> float:
        """Difficulty of the decision: 1 if the second best action seemed as good as the best, 0 if as bad as the worst."""
        if self._thought is None or self._thought.result is None:
            return 0.0
        worths = sorted(getattr(self._thought.player, "values", {}).values())
        if len(worths) < 3 or worths[0] == worths[-1]:
            return 0.0
        return float((worths[-2] - worths[0]) / (worths[-1] - worths[0]))

    @property
    def pause_seconds(self) -> float:
        """Seconds that the computer player waits, from the start of its turn to its action, at the slowest pace."""
        return 0.0 if self.thinking_seat is None else self._pauses[self.thinking_seat] * (1 + LINGERS * self.difficulty)

    @property
    def hint(self) -> Action | None:
        """The best action for the person to act; None until the search has found it."""
        return self.latest_analysis.best if self.latest_analysis else None

    @property
    def latest_analysis(self) -> Analysis | None:
        """The analysis on which the hint is based, from the latest finished search; None before the first one."""
        deeper = self._deeper.result if self._deeper is not None else None
        return deeper or (self._hint.result if self._hint is not None else None)

    @property
    def is_hint_complete(self) -> bool:
        """True if all searches for the hint have ended."""
        return self._deeper is not None and self._deeper.result is not None

    def was_advised(self, action: Action) -> bool:
        """Returns True if a hint for this decision has named an action as the best, or as equally good."""
        return action in self._advised

    @property
    def are_points_decided(self) -> bool:
        """True if a search has proved that the points of the deal can no longer change."""
        return self._proof is not None and self._proof.result is not None

    def ask_hint(self) -> None:
        """Begins the search for the best action of the seat to act."""
        turn = self._session.turn
        if turn is not None and self._hint is None:
            source = f"{self._seed}:hint:{self._session.undoable_count}"
            adviser = players.make_player(STAND_IN, Random(source))
            self.show_weight_notices(adviser)
            seen = self._session.view(turn)
            deeper = make_player_with_effort(f"{STAND_IN}@{THINKS_ON}%", Random(f"{source}:on"))
            self._hint = SlicedWork(self._search_for_advice(adviser, seen))
            self._deeper = SlicedWork(self._search_for_advice(deeper, seen))

    def _search_for_advice(self, adviser: players.Player, seen: View) -> Generator[None, None, Analysis]:
        assert isinstance(adviser, BuiltInPlayer)
        trace = adviser.trace = Trace(RESTARTS)
        chosen = seen.game.text.automatic_action(seen.known)
        if chosen is None:
            chosen = yield from players.think_in_slices(adviser, seen)
            if trace.mixture:
                chosen = max(trace.mixture, key=trace.mixture.__getitem__)
        earlier = self._hint.result if self._hint is not None else None
        found = Analysis(seen, adviser, chosen, earlier.best if earlier is not None else None)
        if len(found.values) > 1:
            yield from found.compute_statistics_of(*seen.legal)
        self._advised.update(found.named_actions)
        yield
        found.hint()  # takes a few milliseconds, which a frame would notice
        return found

    def run_slice(self, for_person: bool) -> bool:
        """Runs one slice of a search: for a computer player's decision, for a hint, or for a proof that the points are decided.

        Returns True if more slices remain. for_person: True if the person at the screen is to act; only then the proof is
        searched.
        """
        seat = self.thinking_seat
        if seat is not None:
            if self._thought is None:
                set_expected_habits(self.players[seat], self._session.names, self._habits_by_name)
                self._thought = PlayerSearch(self.players[seat], self._session.view(seat))
            return self._run_search_slice(seat, self._thought)
        if self._hint is not None and self._hint.result is None:
            return self._hint.run_slice()
        if not for_person or self._session.turn is None:
            return False
        more = self._run_proof_slice(self._session.turn)
        return more or (self._deeper is not None and self._deeper.run_slice())

    def _run_proof_slice(self, turn: int) -> bool:
        if self._proof is None:
            seen = self._session.view(turn)
            if seen.sizes[turn] < 2:
                return False  # the last card needs no automatic play
            self._proof = SlicedWork(certain_points(seen))
        return self._proof.run_slice()

    def _run_search_slice(self, seat: int, thought: PlayerSearch) -> bool:
        if thought.result is not None:
            return False
        try:
            return thought.run_slice()
        except players.BadPlayer as failed:
            name, reason = without_markup(self._session.names[seat]), without_markup(str(failed), 300)
            self._notice(f"{name} cannot go on: {reason}. Another plays instead.")
            external.end_players(self.players[seat])
            self.failed.setdefault(seat, self._session.chairs[seat])
            self._write_replacement(seat)
            self.players[seat] = players.make_player(STAND_IN, Random(f"{self._seed}:stand-in:{seat}"))
            self.show_weight_notices(self.players[seat])
            self._thought = None
            return True
