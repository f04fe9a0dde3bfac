"""Remarks that the characters make during a deal.

A deal has at most one remark. It is never about skill or hidden cards. A replay of a deal gives the same remark.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Final, Literal, NamedTuple
from zlib import crc32

from goosetable import cards
from goosetable.app.skins import assets
from goosetable.app.storage import cast
from goosetable.cards import Card
from goosetable.engine.record.session import Session
from goosetable.engine.rules.action import Action, Verb, value_of, verb_of
from goosetable.engine.rules.deal import Deal, Standing
from goosetable.engine.rules.event import ActionTaken, Event, Taken
from goosetable.engine.rules.state import State, TrickState
from goosetable.engine.text.table_facts import Quota, honk_seat
from goosetable.engine.words import phrases

Occasion = Literal["goosed", "caught", "gives", "exact", "short", "over", "best", "run", "fell"]
"""An event on which a character may remark.

goosed: another seat gave the character a trick. caught: the character took a trick that contains a Goose. gives: the character
gave a trick to another seat. exact, short, over: in the previous deal, the character took exactly as many tricks as it bid, one
less, or one more. best: the character had the best result of that deal. run: the character took three tricks in a row. fell:
the character led an ace or a king, and another card took the trick, in a game in which the highest card takes it.
"""

LASTS: Final = 2.4
"""Seconds for which a remark is displayed, at any pace."""
OFTEN: Final[dict[Occasion, int]] = {
    "goosed": 60, "caught": 40, "gives": 30, "exact": 50, "short": 70, "over": 70, "best": 25, "run": 40, "fell": 40,
}  # fmt: skip
"""The chance, in percent, that a character remarks on an occasion, if there was no remark in the deal yet."""
RUN: Final = 3
"""Number of tricks in a row after which a character may remark on them."""


class Remark(NamedTuple):
    """A remark, and the seat that makes it."""

    seat: int
    words: str


HIGH: Final = "AK"
"""Ranks for the occasion "fell": a card of such a rank was led and beaten."""
PRONOUNS: Final = {"he": ("he", "him"), "she": ("she", "her"), "they": ("they", "them"), "you": ("you", "you")}


class DealResult(NamedTuple):
    """The public result of a finished deal. bids: each seat with its bid and tricks. best: the seats with the best result."""

    bids: tuple[tuple[int, Quota], ...] = ()
    best: tuple[int, ...] = ()


class Cue(NamedTuple):
    """An occasion on which the character at a seat may remark, with the facts that the remark may mention."""

    seat: int
    occasion: Occasion
    other: int | None = None
    """The other seat: the giver or receiver of the trick, or the taker of the card."""
    bid: Quota | None = None
    card: Card | None = None


def _cues_of_bids(bids: Iterable[tuple[int, Quota]]) -> Iterator[Cue]:
    occasions: dict[int, Occasion] = {-1: "short", 0: "exact", 1: "over"}
    for seat, quota in bids:
        if quota.won - quota.bid in occasions and (quota.bid or quota.won):
            yield Cue(seat, occasions[quota.won - quota.bid], bid=quota)


@cache
def read_remarks() -> Mapping[str, Mapping[Occasion, Sequence[str]]]:
    """Returns the remarks of each character, by portrait and occasion; empty if their file is damaged."""
    try:
        return assets.read_json_object("remarks.json")
    except assets.AssetError:
        return {}


class RemarkChooser:
    """Chooses remarks, at most one for each deal. `remark` is the remark of the present deal; None before it is chosen.

    seed: the seed of all random choices. portraits: the portrait at each seat; a seat remarks only if its portrait is a key of
    `read_remarks`. last: the words of the last remark in the game.
    """

    def __init__(self, seed: str, portraits: Sequence[str]) -> None:
        self.seed, self.portraits = seed, portraits
        self.remark: Remark | None = None
        self.last = ""
        self._deal, self._heard = 0, 0
        self._taker, self._run = -1, 0

    def begin_deal(self, deal: int, result: DealResult) -> None:
        """Begins a deal, and may choose a remark on the result of the previous deal. deal: the number of the deal."""
        self._deal, self._heard, self.remark, self._taker, self._run = deal, 0, None, -1, 0
        self._choose_remark([*_cues_of_bids(result.bids), *(Cue(seat, "best") for seat in result.best)])

    def choose_for_event(self, event: ActionTaken | Taken, goosed: int | None, led: tuple[int, Card] | None = None) -> None:
        """Chooses a remark on an event, if chance allows one. Stores it in `remark`.

        goosed: the seat at which the goose honked, or None. led: the seat that led the trick, with its card, if the event is a
        taken trick.
        """
        self._heard += 1
        found: list[Cue] = []
        if isinstance(event, Taken):
            self._run = self._run + 1 if event.seat == self._taker else 1
            self._taker = event.seat
            if goosed is not None:
                found.append(Cue(goosed, "caught"))
            elif self._run == RUN:
                found.append(Cue(event.seat, "run"))
            if led is not None and led[0] != event.seat and _is_high(led[1]):
                found.append(Cue(led[0], "fell", event.seat, card=led[1]))
        elif goosed is not None:
            found += [Cue(goosed, "goosed", event.seat), Cue(event.seat, "gives", goosed)]
        self._choose_remark(found)

    def _choose_remark(self, cues: Iterable[Cue]) -> None:
        """Draws a random number for each cue in turn, with the chance in `OFTEN`. The first success gives the deal's remark."""
        for cue in cues:
            voice = read_remarks().get(self.portraits[cue.seat])
            if self.remark is not None or voice is None:
                continue
            drawn = crc32(f"{self.seed}:{self._deal}:{self._heard}:{cue.seat}:{cue.occasion}".encode())
            if drawn % 100 >= OFTEN[cue.occasion]:
                continue
            fresh = [words for words in voice[cue.occasion] if words != self.last]
            self.last = fresh[drawn // 100 % len(fresh)]
            self.remark = Remark(cue.seat, self._fill_in_facts(self.last, cue))

    def _fill_in_facts(self, words: str, cue: Cue) -> str:
        facts: dict[str, str] = {}
        if cue.bid is not None:
            facts |= {"bid": phrases.number_word(cue.bid.bid), "made": phrases.number_word(cue.bid.won)}
        if cue.card is not None:
            facts["card"] = f"{phrases.rank_name(cards.rank(cue.card))} of {cards.SUIT_NAMES[cards.suit(cue.card)]}"
        if cue.other is not None:
            facts |= zip(("he", "him"), PRONOUNS[self._pronoun(cue.other)], strict=True)
        return words.format(**facts, **{name.capitalize(): fact.capitalize() for name, fact in facts.items()})

    def _pronoun(self, seat: int) -> str:
        """Returns the key in `PRONOUNS` for the player at a seat. It is "you" for the only person at the table."""
        characters = [cast.character_with_portrait(face) for face in self.portraits]
        found = characters[seat]
        if found is not None:
            return found.pronoun
        return "you" if characters.count(None) == 1 else cast.NO_CHARACTER.pronoun


def _is_high(card: Card) -> bool:
    return cards.suit(card) != cards.JOKER_SUIT and cards.RANKS[cards.rank(card)] in HIGH


class RemarkOfDeal(NamedTuple):
    """The remark of a deal, and its moment: the number of earlier deals, and of earlier actions in this deal."""

    spoken: Remark
    deal: int
    actions: int


class RemarkReplay:
    """Finds the remarks of a game by replaying it, so that reopening the table or an undo leaves them the same."""

    def __init__(self, session: Session, chooser: RemarkChooser) -> None:
        self.session, self.chooser = session, chooser
        self._deals = 0  # number of deals that have been replayed completely
        self._state: State | None = None  # state of the deal that is being replayed
        self._result, self._last = DealResult(), ""  # values at the beginning of that deal
        self._found: RemarkOfDeal | None = None

    def current_remark(self) -> RemarkOfDeal | None:
        """Returns the remark of the current deal or, between deals, of the last deal; None if it has no remark so far."""
        session = self.session
        for counted in session.scored_deals[self._deals :]:
            state = self._replay_deal(counted.standing, counted.deal, counted.actions)
            self._result, self._last = self._deal_result(state), self.chooser.last
            self._deals, self._state = self._deals + 1, None
        if session.state is not None and session.deal is not None:
            self._replay_deal(session.standing, session.deal, session.state.actions)
        return self._found

    def _replay_deal(self, standing: Standing, deal: Deal, actions: Sequence[tuple[int, Action]]) -> State:
        """Replays a deal up to the last of these actions. Continues from the stored state; if actions were taken back, begins
        again.
        """
        game, state = self.session.game, self._state
        if state is None or list(actions[: len(state.actions)]) != list(state.actions):
            state = self._state = game.begin_deal(self.session.options, standing, deal)
            self.chooser.last = self._last
            self.chooser.begin_deal(standing.deals, self._result)
            self._found = None
            self._store_remark(standing.deals, 0)
        for done, (seat, action) in enumerate(actions[len(state.actions) :], len(state.actions) + 1):
            events: list[Event] = []
            state.turn = seat
            led = _led_card(state, action)
            if led is not None and game.heuristics.trick_analysis(state, 0) is None:
                led = None
            game.apply(state, action, events.append)
            goosed = honk_seat(events, game.text.geese)
            for event in events:
                if isinstance(event, ActionTaken | Taken):
                    self.chooser.choose_for_event(event, goosed, led)
            self._store_remark(standing.deals, done)
        return state

    def _store_remark(self, deal: int, actions: int) -> None:
        if self._found is None and self.chooser.remark is not None:
            self._found = RemarkOfDeal(self.chooser.remark, deal, actions)

    def _deal_result(self, state: State) -> DealResult:
        game = self.session.game
        quotas = enumerate(game.text.quota(state, seat) for seat in range(self.session.seats))
        return DealResult(tuple((seat, quota) for seat, quota in quotas if quota is not None), game.best_seats(state))


def _led_card(state: State, action: Action) -> tuple[int, Card] | None:
    if not isinstance(state, TrickState) or verb_of(action) is not Verb.PLAY:
        return None
    return (state.leader, state.trick[0]) if state.trick else (state.turn, value_of(action))
