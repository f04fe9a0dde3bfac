"""External players, `module:Class`, each in its own process. A player that fails, hangs or exits does not affect other players.

Code that hangs cannot be stopped reliably from within its process, but every system can end a process. An external player
receives views alone. Its answers are parsed as lines of JSON and checked.
"""

from __future__ import annotations

import signal
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from hashlib import sha256
from random import Random
from threading import current_thread, main_thread
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from goosetable import players
from goosetable.engine.hidden.view import View
from goosetable.engine.record import jsonl
from goosetable.engine.record.format import RecordError
from goosetable.engine.rules.action import Action
from goosetable.players.agent import ExternalPlayer, Player, shorten
from goosetable.sandbox import module_search
from goosetable.sandbox.module_search import FoundPlayer

if TYPE_CHECKING:
    from goosetable.sandbox.process import PlayerProcess

PATIENCE: Final = 10.0
"""Default limit of seconds for a decision of an external player. Its creation gets this or more, as a process starts."""
MAX_PATIENCE: Final = 900
MAX_VALUE: Final = 1e300
"""Largest absolute value of an action."""
MAX_MESSAGE_LENGTH: Final = 300
"""Greatest number of characters in a message on a player that failed."""
MAX_WAIT_SECONDS: Final = 0.002
"""Greatest number of seconds of a single wait, so that the window stays responsive."""
FINAL_WAITS: Final = 250
"""Number of waits for the last answer of a process that has ended."""


class NoAnswer(players.BadPlayer):
    """Error: a player has not answered in time."""


class _Answer(NamedTuple):
    action: Action = -1
    values: dict[Action, float] = {}  # noqa: RUF012 - never changed


_processes: list[PlayerProcess] = []
_idle_processes: list[PlayerProcess] = []
"""Idle processes that another player can use, because starting a process takes as long as many decisions."""


def _idle_or_new_process(found_player: FoundPlayer) -> PlayerProcess:
    for process in _idle_processes:
        if process.found_player == found_player:
            _idle_processes.remove(process)
            return process
    # Imported only here, because the window imports this module and people wait for it.
    from goosetable.sandbox.process import PlayerProcess

    process = PlayerProcess(found_player)
    _processes.append(process)
    return process


class SandboxedPlayer(ExternalPlayer):
    """An external player in its own process. It is used like any other player."""

    def __init__(self, name: str, seed: str, patience: float = PATIENCE, found_player: FoundPlayer | None = None) -> None:
        """The process starts at the first request.

        name: `module:Class`. seed: determines the player's random numbers; the process gets only its `hashed_seed`. patience:
        limit of seconds for an answer. found_player: the player's module; None to search for it by name.
        """
        super().__init__(name)
        self.seed, self.patience, self.found_player = hashed_seed(seed), patience, found_player
        self.values: dict[Action, float] = {}
        """Values of the actions in its last decision, if it gave any."""
        self._process: PlayerProcess | None = None

    def think(self, view: View) -> Generator[None, None, Any]:
        """Waits for the player's answer in work slices. Raises BadPlayer, or NoAnswer if no answer comes in time."""
        yield from self.create_in_slices()
        assert self._process is not None, "it was made"
        self._process.queue_request(view)
        found = yield from self._wait_for_answer(self._process, view.legal, self.patience)
        self.values = found.values
        return found.action

    def create_in_slices(self) -> Generator[None, None, None]:
        """Creates the player in its process; yields while it waits. Raises BadPlayer if that fails."""
        if self._process is None:
            try:
                self._process = _idle_or_new_process(self.found_player or module_search.find_player(self.name))
            except ValueError as wrong:
                raise players.BadPlayer(shorten(str(wrong), MAX_MESSAGE_LENGTH)) from None
            except OSError as wrong:
                raise players.BadPlayer(f"no process could be started for {self.name}: {wrong.strerror or wrong}") from None
            self._process.request_player(self.seed)
            yield from self._wait_for_answer(self._process, (), max(self.patience, PATIENCE))

    def create_and_wait(self) -> None:
        """Creates the player in its process and waits until it is ready. Raises the errors of `create_in_slices`."""
        for _ in self.create_in_slices():
            pass

    def release_process(self) -> None:
        """Releases the player's process. It stays idle until another player of the same module needs it."""
        if self._process is not None:
            _idle_processes.append(self._process)
            self._process = None

    def kill(self) -> None:
        """Requests the end of the player's process, and does not wait for it."""
        if self._process is not None:
            self._process.kill()

    def end(self) -> None:
        """Ends the player's process, even if it hangs, and waits for its end."""
        if self._process is not None:
            _processes.remove(self._process)
            self._process.end()
            self._process = None

    def _wait_for_answer(
        self, process: PlayerProcess, legal: tuple[Action, ...], patience: float
    ) -> Generator[None, None, _Answer]:
        understood, gone = False, 0
        try:
            for _ in range(max(1, int(patience / MAX_WAIT_SECONDS))):
                if process.wait_for_answer(MAX_WAIT_SECONDS):
                    break
                gone += not process.is_alive
                if gone > FINAL_WAITS:  # what it has started may hold its end of the pipe open
                    raise EOFError
                yield
            else:
                raise NoAnswer(f"{self.name} did not answer within {patience:g} seconds")
            told = _parse_answer(process.next_answer(), process.number)
            understood = True
        except EOFError:
            raise players.BadPlayer(f"{self.name} ended the process it was in") from None
        except (RecordError, ValueError) as wrong:
            reason = wrong.reason if isinstance(wrong, RecordError) else str(wrong)
            raise players.BadPlayer(f"{self.name} answered with what is no answer: {shorten(reason)}") from None
        finally:
            if not understood:
                # It still thinks, has ended or answers nonsense: its process is not used again.
                self.end()
        if isinstance(told, str):
            raise players.BadPlayer(_sentence_with_name(self.name, told))
        return told._replace(values={action: told.values[action] for action in legal if action in told.values})


def _parse_answer(line: bytes, number: int) -> _Answer | str:
    found = jsonl.read_object(line)
    if not found.keys() <= {"to", "do", "values", "wrong"}:
        raise ValueError("it has more in it than an answer")
    if found.get("to") != number or isinstance(found["to"], bool):
        raise ValueError("it is not to what was asked")
    wrong, do, values = found.get("wrong"), found.get("do", -1), found.get("values", {})
    if isinstance(wrong, str):
        return wrong
    if wrong is not None or not isinstance(do, int) or isinstance(do, bool) or not isinstance(values, dict):
        raise ValueError("its parts are of the wrong kind")
    return _Answer(do, {_parse_action(action): _check_value(value) for action, value in values.items()})


def _parse_action(text: str) -> int:
    if not (text.isascii() and text.removeprefix("-").isdecimal() and len(text) < 20):
        raise ValueError("it values what is no action")
    return int(text)


def _check_value(value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or abs(value) > MAX_VALUE:
        raise ValueError("it values an action with what is no number")
    return float(value)


def _sentence_with_name(name: str, sentence: str) -> str:
    clean = shorten(" ".join("".join(sign if sign.isprintable() else " " for sign in sentence).split()), MAX_MESSAGE_LENGTH)
    return clean if name in clean else f"{name} failed: {clean}"


def hashed_seed(seed: str) -> str:
    """Returns a hash of a random seed. An external player gets the hash, because it can read everything in its process.

    The seed itself may begin with the seed of the game, which determines the deals and the choices of all other players.
    """
    return sha256(seed.encode()).hexdigest()


def make_player_in_process(name: str, seed: str, patience: float = PATIENCE) -> Player:
    """Creates a player by name: a level in this process, an external player in a process of its own. Raises ValueError."""
    return SandboxedPlayer(name, seed, patience) if ":" in name else players.make_player(name, Random(seed))


def end_players(*seated: object) -> None:
    """Ends the processes of the sandboxed players among `seated`, in parallel, and waits for them."""
    external = [player for player in seated if isinstance(player, SandboxedPlayer)]
    for player in external:
        player.kill()
    for player in external:
        player.end()


def end_idle_processes() -> None:
    while _idle_processes:
        process = _idle_processes.pop()
        _processes.remove(process)
        process.end()


def kill_all_processes() -> None:
    """Requests the end of all players' processes, and does not wait, because this process is about to end."""
    for process in _processes:
        process.kill()


@contextmanager
def ignore_interrupts() -> Iterator[None]:
    """Context manager: processes started inside it ignore Ctrl-C. This process alone handles Ctrl-C, and ends them."""
    if current_thread() is not main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
