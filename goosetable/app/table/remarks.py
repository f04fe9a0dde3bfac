"""Remarks of the characters: at most one in a deal, never about skill or hidden cards, and the same in every replay of
a game."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Final, Literal, NamedTuple
from zlib import crc32

from goosetable.app.skins import assets
from goosetable.engine.record.session import Session
from goosetable.engine.rules.action import Action
from goosetable.engine.rules.deal import Deal, Standing
from goosetable.engine.rules.event import Event, Said, Taken
from goosetable.engine.rules.state import State
from goosetable.engine.text.table_facts import honk_seat

Occasion = Literal["goosed", "caught", "gives", "exact", "best", "run"]
"""An event on which a character may remark.

goosed: another seat gave it a trick. caught: it took a trick with a Goose. gives: it gave a trick to another seat.
exact, best: in the deal before, it took as many tricks as it bid, or had the best result. run: it took three tricks in
a row.
"""

LASTS: Final = 2.4
"""Seconds for which a remark is displayed, at any pace."""
OFTEN: Final[dict[Occasion, int]] = {"goosed": 60, "caught": 40, "gives": 30, "exact": 50, "best": 50, "run": 50}
"""Chance in percent that a character remarks on an occasion, if the deal has no remark yet."""
RUN: Final = 3
"""Number of tricks in a row on which a character may remark."""


class Remark(NamedTuple):
    """A remark, and the seat that makes it."""

    seat: int
    words: str


class DealResult(NamedTuple):
    """Public result of a finished deal: the seats that took exactly their bid, and the seats with the best result."""

    exact: tuple[int, ...] = ()
    best: tuple[int, ...] = ()


@cache
def read_remarks() -> Mapping[str, Mapping[Occasion, Sequence[str]]]:
    """Reads the remarks of each character by portrait and occasion; returns no remarks if the file is damaged."""
    try:
        return assets.json_object("remarks.json")
    except assets.AssetError:
        return {}


class RemarkChooser:
    """Chooses remarks.

    seed: the seed of every random choice. faces: the portrait at each seat; only characters with remarks in the file speak.
    said: the remark of this deal, or None. last: the words of the latest remark in the game.
    """

    def __init__(self, seed: str, faces: Sequence[str]) -> None:
        self.seed, self.faces = seed, faces
        self.said: Remark | None = None
        self.last = ""
        self._deal, self._heard = 0, 0
        self._taker, self._run = -1, 0

    def begin_deal(self, deal: int, result: DealResult) -> None:
        """Begins a deal, possibly with a remark on the result of the deal before."""
        self._deal, self._heard, self.said, self._taker, self._run = deal, 0, None, -1, 0
        exact: list[tuple[int, Occasion]] = [(seat, "exact") for seat in result.exact]
        self._choose_remark(exact + [(seat, "best") for seat in result.best])

    def react(self, event: Said | Taken, goosed: int | None) -> None:
        """Chooses a remark on an event, perhaps. goosed: the seat at which the goose honked, or None."""
        self._heard += 1
        found: list[tuple[int, Occasion]] = []
        if isinstance(event, Taken):
            self._run = self._run + 1 if event.seat == self._taker else 1
            self._taker = event.seat
            if goosed is not None:
                found.append((goosed, "caught"))
            elif self._run == RUN:
                found.append((event.seat, "run"))
        elif goosed is not None:
            found += [(goosed, "goosed"), (event.seat, "gives")]
        self._choose_remark(found)

    def _choose_remark(self, occasions: Iterable[tuple[int, Occasion]]) -> None:
        """Draws a chance for each seat with an occasion in turn; the first seat that succeeds makes a remark."""
        for seat, occasion in occasions:
            voice = read_remarks().get(self.faces[seat])
            if self.said is not None or voice is None:
                continue
            drawn = crc32(f"{self.seed}:{self._deal}:{self._heard}:{seat}:{occasion}".encode())
            if drawn % 100 >= OFTEN[occasion]:
                continue
            fresh = [words for words in voice[occasion] if words != self.last]
            self.last = fresh[drawn // 100 % len(fresh)]
            self.said = Remark(seat, self.last)


class RemarkOfDeal(NamedTuple):
    """The remark of a deal, and its moment: the number of earlier deals, and the number of earlier actions in this deal."""

    spoken: Remark
    deal: int
    actions: int


class RemarkReplay:
    """Replays a game to find its remarks, so that they stay the same after leaving, reopening and undoing."""

    def __init__(self, session: Session, company: RemarkChooser) -> None:
        self.session, self.company = session, company
        self._deals = 0  # number of deals that have been replayed completely
        self._state: State | None = None  # state of the deal that is being replayed
        self._result, self._last = DealResult(), ""  # values at the beginning of that deal
        self._found: RemarkOfDeal | None = None

    def remark(self) -> RemarkOfDeal | None:
        """Returns the remark of the current deal, or of the latest deal between two deals; None if it has no remark so far."""
        session = self.session
        for counted in session.scored_deals[self._deals :]:
            state = self._replay_deal(counted.standing, counted.deal, counted.actions)
            self._result, self._last = self._result_of(state), self.company.last
            self._deals, self._state = self._deals + 1, None
        if session.state is not None and session.deal is not None:
            self._replay_deal(session.standing, session.deal, session.state.actions)
        return self._found

    def _replay_deal(self, standing: Standing, deal: Deal, actions: Sequence[tuple[int, Action]]) -> State:
        """Replays a deal up to the last of these actions, from the cached state or, if actions were taken back, from
        the start."""
        game, state = self.session.game, self._state
        if state is None or list(actions[: len(state.actions)]) != list(state.actions):
            state = self._state = game.begin(self.session.options, standing, deal)
            self.company.last = self._last
            self.company.begin_deal(standing.deals, self._result)
            self._found = None
            self._note_remark(standing.deals, 0)
        for done, (seat, action) in enumerate(actions[len(state.actions) :], len(state.actions) + 1):
            events: list[Event] = []
            state.turn = seat
            game.apply(state, action, events.append)
            goosed = honk_seat(events, game.text.geese)
            for event in events:
                if isinstance(event, Said | Taken):
                    self.company.react(event, goosed)
            self._note_remark(standing.deals, done)
        return state

    def _note_remark(self, deal: int, actions: int) -> None:
        if self._found is None and self.company.said is not None:
            self._found = RemarkOfDeal(self.company.said, deal, actions)

    def _result_of(self, state: State) -> DealResult:
        game = self.session.game
        quotas = enumerate(game.text.quota(state, seat) for seat in range(self.session.seats))
        exact = tuple(seat for seat, quota in quotas if quota is not None and quota.won == quota.bid > 0)
        return DealResult(exact, game.best_seats(state))
