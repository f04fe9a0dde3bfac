"""Cross Purposes, by David Parlett: one player names trumps, another the top rank; a score is a product of trick counts."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import ClassVar, Final

from goosetable import cards
from goosetable.cards import BIT, Card, Cards, members
from goosetable.engine.game import TrickGame
from goosetable.engine.rules import rules, tricks
from goosetable.engine.rules.action import VERB_SPAN, Action, Objection, Verb, verb_of
from goosetable.engine.rules.deal import Deal, Standing, Stream, check_cards
from goosetable.engine.rules.event import GONE, GONE_KIND, HAND_KIND, NEXT_KIND, WON_KIND, ActionTaken, Moved, Pile, Tell
from goosetable.engine.rules.options import WHOLE_GAME, length_option, option, target_option, tie_option
from goosetable.engine.rules.state import TrickState
from goosetable.engine.text import table_facts
from goosetable.engine.words import phrases

NOT_NAMED: Final = -1


@dataclass(frozen=True)
class CrossOptions:
    """The house rules of Cross Purposes."""

    players: int = option("Players", {2: "Two", 4: "Four"}, "Four find their partners by calling.", variants=(4,))
    length: str = length_option()
    target: int = target_option((100, 50, 150, 200, 300, 500), 50, 500, condition=WHOLE_GAME)
    tie: str = tie_option(condition=WHOLE_GAME)


class CrossState(TrickState):
    """A deal of Cross Purposes. The hands of the second half are secret until it begins."""

    __slots__ = (
        "alone", "callers", "calls", "count", "first", "gone", "half", "hands2", "opening", "partners", "tops", "trumps",
    )  # fmt: skip

    alone: bool
    """Whether a search plays the first half only, because neither half depends on the other."""
    callers: tuple[int, ...]
    """Seats that may name trumps or the top rank, or call them."""
    calls: list[Action]
    """With four players, the call of each seat that is in force."""
    count: int
    """With four players, the number of calls in this stage."""
    first: tuple[int, ...]
    """By seat, the tricks of the first half; empty before its end."""
    gone: Cards
    """The cards of the first half, set aside."""
    hands2: list[Cards]
    """The hands of the second half until it begins; empty in a view."""
    opening: int
    """The verb of the first call in each half: `Verb.FIRST_TRUMPS_CALL` or `Verb.FIRST_TOPS_CALL`."""
    partners: tuple[int, ...]
    """With four players, the partner of each seat; empty before the first stage ends."""
    half: int
    tops: int
    trumps: int

    @property
    def trump_suit(self) -> int | None:
        return None if self.trumps == NOT_NAMED else self.trumps

    def piles(self) -> dict[Pile, Cards]:
        later = {Pile(NEXT_KIND, seat): held for seat, held in enumerate(self.hands2)}
        return super().piles() | later | {GONE: self.gone}

    def hide_secrets_from(self, seat: int) -> None:
        self.hands2 = [0] * len(self.hands2)

    def fill_pile(self, pile: Pile, group: Cards, rng: Random) -> None:
        if pile == GONE:
            self.gone = group
        else:
            self.hands2[pile.seat] = group

    @property
    def is_naming_pending(self) -> bool:
        """Whether trumps or the top rank are yet to be named."""
        return self.trumps == NOT_NAMED or self.tops == NOT_NAMED


TRICKS_PER_HALF: Final = 13
MAX_LEAD: Final = TRICKS_PER_HALF * (TRICKS_PER_HALF + 1)
"""The greatest possible lead in points in a deal."""
MAX_CALLS: Final = 8
"""With four players, the number of calls in a stage after which the last call is accepted even if no seat matches it."""
FIRST_TRUMPS_CALL: Final = Verb.TRUMP * VERB_SPAN
FIRST_TOPS_CALL: Final = Verb.TOPS * VERB_SPAN
TRUMPS_CALLS: Final = tuple(range(FIRST_TRUMPS_CALL, FIRST_TRUMPS_CALL + 4))
TOPS_CALLS: Final = tuple(range(FIRST_TOPS_CALL, FIRST_TOPS_CALL + 13))
ALL_CALLS: Final = TRUMPS_CALLS + TOPS_CALLS


def matching_caller(state: CrossState, seat: int, call: Action) -> int | None:
    """Returns the other seat whose last call is the same as this call, or None."""
    return next((other for other in state.callers if other != seat and state.calls[other] == call), None)


def possible_calls(state: CrossState) -> tuple[Action, ...]:
    """Returns the calls that are possible next: trump suits, top ranks, or both."""
    if state.trumps != NOT_NAMED or (state.tops == NOT_NAMED and state.opening == Verb.TOPS):
        return TOPS_CALLS
    if state.tops != NOT_NAMED or state.opening == Verb.TRUMP:
        return TRUMPS_CALLS
    return ALL_CALLS


class CrossPurposes(TrickGame[CrossState, CrossOptions]):
    """The rules of Cross Purposes."""

    id = "cross-purposes"
    title = "Cross Purposes"
    author = "David Parlett"
    line = "One names the trumps, the other turns the ranks."
    people = "2 players, or 4"
    Options = CrossOptions
    State = CrossState
    heuristics_class: ClassVar[str] = "goosetable.games.cross_purposes.ai:CrossHeuristics"
    text_class: ClassVar[str] = "goosetable.games.cross_purposes.text:CrossText"
    advice_class: ClassVar[str] = "goosetable.games.cross_purposes.advice:CrossAdvice"
    verbs: ClassVar[tuple[Verb, ...]] = (Verb.PLAY, Verb.TRUMP, Verb.TOPS)
    kinds = (*TrickGame.kinds, NEXT_KIND, GONE_KIND)

    def sides(self, state: CrossState) -> tuple[tuple[int, ...], ...]:
        return tuple((seat, other) for seat, other in enumerate(state.partners) if seat < other)

    def pack(self, options: CrossOptions) -> tuple[Card, ...]:
        return cards.pack()

    # ------------------------------------------------------------------ the deal

    def deal(self, options: CrossOptions, standing: Standing, dealer: int, stream: Stream) -> Deal:
        if options.players == 4:
            return super().deal(options, standing, dealer, stream)
        order = stream.shuffle(self.pack(options))
        one, two = order[: 2 * TRICKS_PER_HALF], order[2 * TRICKS_PER_HALF :]
        hands = tuple(tuple(one[seat == dealer :: 2]) for seat in range(2))
        hands2 = tuple(tuple(two[seat != dealer :: 2]) for seat in range(2))
        return Deal(standing.deals + 1, dealer, hands, hands2=hands2)

    def deal_fields(self, options: CrossOptions) -> tuple[str, ...]:
        return ("hands2",) if options.players == 2 else ()

    def check_dealt(self, options: CrossOptions, standing: Standing, deal: Deal) -> None:
        if options.players == 4:
            super().check_dealt(options, standing, deal)
            return
        for seat, hand in enumerate(deal.hands2):
            if len(hand) != TRICKS_PER_HALF:
                raise ValueError(
                    f"seat {seat} has {phrases.count_text(len(hand), 'card')} in the second half, not {TRICKS_PER_HALF}"
                )
        check_cards(
            deal.hands, TRICKS_PER_HALF, self.pack(options), other_cards=[card for hand in deal.hands2 for card in hand]
        )

    def begin_deal(self, options: CrossOptions, standing: Standing, deal: Deal) -> CrossState:
        state = super().begin_deal(options, standing, deal)
        state.callers, state.calls, state.count = tuple(range(options.players)), [NOT_NAMED] * options.players, 0
        state.first, state.gone, state.partners, state.half, state.alone = (), 0, (), 1, False
        state.hands2 = [sum(BIT[card] for card in hand) for hand in deal.hands2]
        state.opening = state.trumps = state.tops = NOT_NAMED
        return state

    # ------------------------------------------------------------------ play

    def playable(self, state: CrossState) -> Cards:
        return 0 if state.trumps == NOT_NAMED or state.tops == NOT_NAMED else super().playable(state)

    def legal_calls(self, state: CrossState) -> tuple[Action, ...]:
        if state.over:
            return ()
        named, mine = possible_calls(state), state.calls[state.turn]
        return tuple(call for call in named if call != mine) if mine in named else named

    def why_not(self, state: CrossState, action: Action) -> Objection:
        verb = verb_of(action)
        if verb is Verb.PLAY and state.is_naming_pending:
            return Objection("trumps and tops must be named first", "first name trumps or tops")
        if verb is Verb.PLAY or verb not in self.verbs:
            return super().why_not(state, action)
        if not state.is_naming_pending:
            return Objection("trumps and tops are named already", "trumps and tops are named already")
        if action == state.calls[state.turn]:
            return Objection("it is its standing call already", "it is your standing call already")
        asked = "tops" if verb is Verb.TRUMP else "trumps"
        return Objection(f"it must name {asked}", f"{asked} are to be named")

    def apply(self, state: CrossState, action: Action, tell: Tell | None = None) -> None:
        seat = state.turn
        if state.keeps_actions:
            state.actions.append((seat, action))
        if action >= VERB_SPAN:
            if tell:
                tell(ActionTaken(seat, action))
            if len(state.hands) == 2:
                self._apply_naming(state, action)
            else:
                self._apply_call(state, seat, action)
            return
        if not tricks.play_card(state, action, tell):
            return
        tricks.credit_trick(state, tricks.find_taker(state, state.trumps, state.tops, tell), tell)
        if state.over and len(state.hands) == 2 and state.half == 1 and not state.alone:
            self._begin_second_half(state, tell)

    def _apply_naming(self, state: CrossState, action: Action) -> None:
        """Applies a call with two players: the first names trumps or the top rank, the second the other (rules 4, 6)."""
        state.opening = action // VERB_SPAN if state.opening == NOT_NAMED else state.opening
        _store_call(state, action)
        state.turn = 1 - state.turn if state.is_naming_pending else state.leader

    def _apply_call(self, state: CrossState, seat: int, action: Action) -> None:
        """Applies a call with four players. It replaces the seat's last call. Once two seats agree, only the other two call."""
        state.calls[seat] = action
        state.count += 1
        match = matching_caller(state, seat, action)
        if match is not None or state.count == MAX_CALLS:
            _store_call(state, action)
            if not state.is_naming_pending:
                state.turn = state.leader
                return
            partner = (seat + 2) % 4 if match is None else match
            one, two = (other for other in range(4) if other not in (seat, partner))
            pairs = {seat: partner, partner: seat, one: two, two: one}
            state.partners, state.callers, state.count = tuple(pairs[other] for other in range(4)), (one, two), 0
        state.turn = next(other for other in table_facts.seats_clockwise(seat + 1, 4) if other in state.callers)

    def _begin_second_half(self, state: CrossState, tell: Tell | None) -> None:
        """Starts the second half with its own cards. The other player is the dealer (rule 6)."""
        if tell:
            for seat, won in enumerate(state.won):
                if won:
                    tell(Moved(members(won), Pile(WON_KIND, seat), GONE))
            for seat, held in enumerate(state.hands2):
                tell(Moved(members(held), Pile(NEXT_KIND, seat), Pile(HAND_KIND, seat)))
        state.first, state.gone, state.won = state.taken(), state.won[0] | state.won[1], [0, 0]
        state.hands, state.hands2, state.voids = state.hands2, [0, 0], [0, 0]
        state.leader = state.turn = state.dealer
        state.dealer, state.half = 1 - state.dealer, 2
        state.trumps = state.tops = NOT_NAMED

    # ------------------------------------------------------------------ scores

    def winners(self, options: CrossOptions, standing: Standing) -> tuple[int, ...]:
        return rules.winners_of_race(options, standing)

    def points(self, state: CrossState) -> tuple[int, ...]:
        taken = state.taken()
        if len(state.hands) == 2:
            return tuple((one + 1) * two for one, two in zip(state.first, taken, strict=True)) if state.first else (0, 0)
        return tuple((taken[seat] + 1) * (taken[other] + 1) for seat, other in enumerate(state.partners)) or (0, 0, 0, 0)


def _store_call(state: CrossState, action: Action) -> None:
    if action >= FIRST_TOPS_CALL:
        state.tops = action - FIRST_TOPS_CALL
    else:
        state.trumps = action - FIRST_TRUMPS_CALL
