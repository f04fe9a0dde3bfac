"""Cross Purposes, by David Parlett: one names the trump suit, the other the top rank, and two halves of a deal multiply."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import ClassVar, Final

from goosetable import cards
from goosetable.cards import BIT, RANKS, SUITS, Card, Cards, members
from goosetable.engine.record.seed import Stream
from goosetable.engine.rules import action as act
from goosetable.engine.rules import scores, tricks
from goosetable.engine.rules.action import SPAN, Action, Verb
from goosetable.engine.rules.deal import Deal, Standing
from goosetable.engine.rules.event import GONE, GONE_KIND, HAND_KIND, NEXT_KIND, WON_KIND, Moved, Pile, Said, Tell
from goosetable.engine.rules.solvable import Solving
from goosetable.engine.rules.target_games import HighestWins, margin, most
from goosetable.engine.strength import playout
from goosetable.engine.text import phrases, table_facts
from goosetable.engine.text.table_facts import Badge, Choice, Emblem, Part, Row, Tally, Why
from goosetable.games.cross_purposes import playout as habit
from goosetable.games.cross_purposes import solve as foresight
from goosetable.games.cross_purposes.explain import CrossReasons
from goosetable.games.cross_purposes.state import NOT_NAMED as NOT_NAMED
from goosetable.games.cross_purposes.state import PACES
from goosetable.games.cross_purposes.state import CrossOptions as CrossOptions
from goosetable.games.cross_purposes.state import CrossState as CrossState

EACH: Final = 13
LAST_CALL: Final = 8
"""The call of four players' stages which stands, whatever it is."""

_TRUMP: Final = Verb.TRUMP * SPAN
_TOPS: Final = Verb.TOPS * SPAN
_TRUMPS_CALLS: Final = tuple(range(_TRUMP, _TRUMP + 4))
_TOPS_CALLS: Final = tuple(range(_TOPS, _TOPS + 13))
_ALL_CALLS: Final = _TRUMPS_CALLS + _TOPS_CALLS
_ASKED: Final = {_ALL_CALLS: "a trump suit or a top rank", _TRUMPS_CALLS: "the trump suit", _TOPS_CALLS: "the top rank"}
_FOLLOWERS: Final = tuple(cards.of_suit(suit) for suit in range(4))
_SUIT: Final = tuple(cards.suit(card) for card in range(cards.JOKER))


class CrossPurposes(HighestWins[CrossState], tricks.TrickGame[CrossState]):
    """The rules of Cross Purposes."""

    id = "cross-purposes"
    title = "Cross Purposes"
    author = "David Parlett"
    line = "One names the trumps, the other turns the ranks."
    people = "2 players, or 4"
    minutes = 20
    Options = CrossOptions
    State = CrossState
    reasons = CrossReasons()
    cost = 4.0
    paces = PACES
    verbs: ClassVar[tuple[Verb, ...]] = (Verb.PLAY, Verb.TRUMP, Verb.TOPS)
    kinds = (*tricks.TrickGame.kinds, NEXT_KIND, GONE_KIND)
    emblem = (Emblem("8S", -21, 9, 88, 10), Emblem("AH", 23, 11, 88, -10), Emblem("crown", -34, -39, 36))

    def seats(self, options: CrossOptions) -> int:
        return options.players

    def pack(self, options: CrossOptions) -> tuple[Card, ...]:
        return cards.pack()

    # ------------------------------------------------------------------ the deal

    def deal(self, options: CrossOptions, standing: Standing, dealer: int, stream: Stream) -> Deal:
        if options.players == 4:
            return super().deal(options, standing, dealer, stream)
        order = stream.shuffle(self.pack(options))
        one, two = order[: 2 * EACH], order[2 * EACH :]
        hands = tuple(tuple(one[seat == dealer :: 2]) for seat in range(2))
        hands2 = tuple(tuple(two[seat != dealer :: 2]) for seat in range(2))
        return Deal(standing.deals + 1, dealer, hands, hands2=hands2)

    def check_deal(self, options: CrossOptions, standing: Standing, deal: Deal) -> None:
        if options.players == 4:
            super().check_deal(options, standing, deal)
            return
        if deal.turned is not None or deal.stock or deal.trump is not None or not deal.hands2:
            raise ValueError("a deal of Cross Purposes has hands, hands2 and nothing else")
        for seat, hand in enumerate(deal.hands2):
            if len(hand) != EACH:
                raise ValueError(f"seat {seat} has {phrases.count(len(hand), 'card')} in phase 2, not {EACH}")
        self.check_cards(deal.hands, EACH, self.pack(options), [card for hand in deal.hands2 for card in hand])

    def begin(self, options: CrossOptions, standing: Standing, deal: Deal) -> CrossState:
        state = super().begin(options, standing, deal)
        state.callers, state.calls, state.count = tuple(range(options.players)), [NOT_NAMED] * options.players, 0
        state.first, state.gone, state.partners, state.phase = (), 0, (), 1
        state.hands2 = [sum(BIT[card] for card in hand) for hand in deal.hands2]
        state.opening = state.trumps = state.tops = NOT_NAMED
        return state

    # ------------------------------------------------------------------ play

    def legal(self, state: CrossState) -> tuple[Action, ...]:
        if state.over:
            return ()
        if state.trumps == NOT_NAMED or state.tops == NOT_NAMED:
            calls = self._calls(state)
            mine = state.calls[state.turn]
            return tuple(call for call in calls if call != mine) if mine in calls else calls
        hand = state.hands[state.turn]
        if state.trick:
            return members(hand & _FOLLOWERS[_SUIT[state.trick[0]]] or hand)
        return members(hand)

    def _calls(self, state: CrossState) -> tuple[Action, ...]:
        if state.trumps != NOT_NAMED or (state.tops == NOT_NAMED and state.opening == Verb.TOPS):
            return _TOPS_CALLS
        if state.tops != NOT_NAMED or state.opening == Verb.TRUMP:
            return _TRUMPS_CALLS
        return _ALL_CALLS

    def why_not(self, state: CrossState, action: Action) -> Why:
        verb = act.verb(action)
        if verb is Verb.PLAY and state.naming:
            return Why("trumps and tops must be named first", "first name trumps or tops")
        if verb is Verb.PLAY and state.hands[state.turn] >> action & 1:
            return tricks.must_follow(_SUIT[state.trick[0]], state.hands[state.turn])
        if verb is Verb.PLAY or verb not in self.verbs:
            return super().why_not(state, action)
        if not state.naming:
            return Why("trumps and tops are named already", "trumps and tops are named already")
        if action == state.calls[state.turn]:
            return Why("it is its standing call already", "it is your standing call already")
        asked = "tops" if verb is Verb.TRUMP else "trumps"
        return Why(f"it must name {asked}", f"{asked} are to be named")

    def apply(self, state: CrossState, action: Action, tell: Tell | None = None) -> None:
        seat = state.turn
        state.story.append((seat, action))
        if action >= SPAN:
            if tell:
                tell(Said(seat, action))
            if len(state.hands) == 2:
                self._name(state, action)
            else:
                self._call(state, seat, action)
            return
        if not tricks.put(state, action, tell):
            return
        tricks.collect(state, tricks.take(state, state.trumps, state.tops, tell), tell)
        if state.over and len(state.hands) == 2 and state.phase == 1:
            self._second(state, tell)

    def _name(self, state: CrossState, action: Action) -> None:
        """Two players: one names either, the other names the other (rules 4 and 6)."""
        state.opening = action // SPAN if state.opening == NOT_NAMED else state.opening
        _fix(state, action)
        state.turn = 1 - state.turn if state.naming else state.leader

    def _call(self, state: CrossState, seat: int, action: Action) -> None:
        """Four players: calls replace each other until two agree, then the other two go on."""
        state.calls[seat] = action
        state.count += 1
        match = agreeing(state, seat, action)
        if match is not None or state.count == LAST_CALL:
            _fix(state, action)
            if not state.naming:
                state.turn = state.leader
                return
            partner = (seat + 2) % 4 if match is None else match
            one, two = (other for other in range(4) if other not in (seat, partner))
            pairs = {seat: partner, partner: seat, one: two, two: one}
            state.partners, state.callers, state.count = tuple(pairs[other] for other in range(4)), (one, two), 0
        state.turn = next(other for other in table_facts.clockwise(seat + 1, 4) if other in state.callers)

    def _second(self, state: CrossState, tell: Tell | None) -> None:
        """Phase 1 is over: its cards are set aside, and the other player deals the rest (rule 6)."""
        if tell:
            for seat, won in enumerate(state.won):
                if won:
                    tell(Moved(members(won), Pile(WON_KIND, seat), GONE))
            for seat, held in enumerate(state.hands2):
                tell(Moved(members(held), Pile(NEXT_KIND, seat), Pile(HAND_KIND, seat)))
        state.first, state.gone, state.won = state.taken(), state.won[0] | state.won[1], [0, 0]
        state.hands, state.hands2, state.lacks = state.hands2, [0, 0], [0, 0]
        state.leader = state.turn = state.dealer
        state.dealer, state.phase = 1 - state.dealer, 2
        state.trumps = state.tops = NOT_NAMED

    def hide(self, known: CrossState, seat: int) -> None:
        known.hands2 = [0] * len(known.hands2)

    def fill(self, state: CrossState, pile: Pile, group: Cards, rng: Random) -> None:
        if pile == GONE:
            state.gone = group
        else:
            state.hands2[pile.seat] = group

    # ------------------------------------------------------------------ scores

    def habit(self, state: CrossState, legal: Sequence[Action], chance: float) -> Action:
        if len(legal) == 1:
            return legal[0]
        if legal[0] >= SPAN:
            return habit.call(state.hands[state.turn], state.trumps, state.tops, legal, chance)
        trumps, tops, trick, last = state.trumps, state.tops, state.trick, len(state.trick) == len(state.hands) - 1
        slip = playout.slips(legal, chance)
        if slip is not None:
            return slip
        if state.partners and trick:
            first = state.seat_of(tricks.strongest(trick, trumps, tops))
            if first == state.partners[state.turn]:
                return playout.lowest(legal, tops)
        return playout.go_for(legal, trick, last, playout.beating(trumps, tops), tops)

    def solve(self, state: CrossState, found: dict[int, int]) -> Solving | None:
        return None if state.over or len(state.hands) != 2 else foresight.worths(state, self.legal(state), found)

    def points(self, state: CrossState) -> tuple[int, ...]:
        taken = state.taken()
        if len(state.hands) == 2:
            return tuple((one + 1) * two for one, two in zip(state.first, taken, strict=True)) if state.first else (0, 0)
        return tuple((taken[seat] + 1) * (taken[other] + 1) for seat, other in enumerate(state.partners)) or (0, 0, 0, 0)

    def worth(self, state: CrossState) -> tuple[float, ...]:
        return margin(state.taken(), EACH) if state.hands2 and state.phase == 1 else super().worth(state)

    # ------------------------------------------------------------------ for the table

    def sort_key(self, state: CrossState, card: Card) -> tuple[int, ...]:
        return table_facts.SUIT_ORDER[_SUIT[card]], (cards.rank(card) - max(state.tops, 0)) % EACH

    def place(self, state: CrossState) -> str:
        if len(state.hands) == 4:
            return "the calling" if state.naming else super().place(state)
        return f"phase {state.phase}, {'the naming' if state.naming else super().place(state)}"

    def plate(self, state: CrossState, seat: int) -> str:
        tricks_now = super().plate(state, seat)
        if state.partners:
            return f"{tricks_now}, with [{state.partners[seat]}]"
        return f"({state.first[seat]} + 1) × {state.taken()[seat]}" if state.first else tricks_now

    def ranking(self, state: CrossState) -> tuple[str, ...]:
        return () if state.tops == NOT_NAMED else ranking(state.tops)

    def badges(self, state: CrossState) -> tuple[Badge, ...]:
        found = [] if state.trumps == NOT_NAMED else [Badge(SUITS[state.trumps], "trumps")]
        return tuple(found if state.tops == NOT_NAMED else [*found, Badge(RANKS[state.tops], "tops")])

    def prompt(self, state: CrossState) -> str:
        return self.choices(state)[0] or super().prompt(state)

    def foretell(self, state: CrossState, action: Action) -> str:
        return "" if action >= SPAN else self.outcome(state, action, state.trumps, state.tops)

    def choices(self, state: CrossState) -> tuple[str, str, tuple[Choice, ...]]:
        if state.over or not state.naming:
            return "", "", ()
        asked = _ASKED[self._calls(state)]
        made = tuple(self._choice(state, action) for action in self.legal(state))
        if len(state.hands) == 2:
            return f"Name {asked}", "The other player names the other." if state.opening == NOT_NAMED else "", made
        return f"Call {asked}", "" if state.partners else "Whoever calls the same becomes your partner.", made

    def _choice(self, state: CrossState, action: Action) -> Choice:
        hand, number = state.hands[state.turn], act.value(action)
        partner = agreeing(state, state.turn, action)
        verdict = "" if partner is None else f"agrees with [{partner}]"
        if act.verb(action) is Verb.TRUMP:
            held = (hand & _FOLLOWERS[number]).bit_count()
            return Choice(action, f"Trumps {phrases.SYMBOLS[number]}", f"you hold {phrases.spelled(held)}", verdict, held=held)
        held = sum(hand >> (suit * EACH + number) & 1 for suit in range(4))
        return Choice(
            action, f"Tops {_rank(number)}", f"you hold {phrases.spelled(held)}", verdict, None, ranking(number), held
        )

    def log(self, state: CrossState, seat: int, action: Action) -> str:
        if action < SPAN:
            return super().log(state, seat, action)
        said = table_facts.deed(seat, action, self.face)
        if len(state.hands) == 2:
            return f"Phase 2: {said}" if state.first and state.trumps == state.tops else said
        said = said.replace(" names]", " calls]")
        match = agreeing(state, seat, action)
        if match is None and state.count + 1 < LAST_CALL:
            return said
        if state.partners:
            return f"{said} It stands."
        partner = (seat + 2) % 4 if match is None else match
        return f"{said} It stands, and [{partner} is] the partner."

    def tally(self, state: CrossState, seat: int | None) -> Tally:
        points, taken = self.points(state), state.taken()
        best = scores.leaders(points) if any(points) else ()
        heads = ("phase 1", "phase 2") if len(taken) == 2 else ("own", "partner's")
        rows = []
        for who in table_facts.clockwise(seat, len(taken)):
            one, two = (state.first or taken)[who], f"× {taken[who]}" if state.first else ""
            why = f"One more than [{who}'s] tricks of phase 1, times those of phase 2."
            if len(taken) == 4:
                two = f"× ({taken[state.partners[who]]} + 1)" if state.partners else ""
                why = f"One more than [{who}'s] tricks, times one more than the partner's."
            written = _sum(state, who, points[who])
            rows.append(Row(who, (f"{one} + 1", two), "", "", str(points[who]), who in best, why, sum=written))
        return Tally(heads, "", "", tuple(rows), _sentence(state, points))


def _fix(state: CrossState, action: Action) -> None:
    if action >= _TOPS:
        state.tops = action - _TOPS
    else:
        state.trumps = action - _TRUMP


def agreeing(state: CrossState, seat: int, call: Action) -> int | None:
    """The seat whose standing call is the same, of those who are still calling, or None."""
    return next((other for other in state.callers if other != seat and state.calls[other] == call), None)


def ranking(tops: int) -> tuple[str, ...]:
    """The ranks from the highest: with 8 as tops 8 7 6 5 4 3 2 A K Q J 10 9 (rule 2)."""
    return tuple(_rank((tops + place) % EACH) for place in range(EACH))


def _rank(number: int) -> str:
    return phrases.RANKS[number]


def _sum(state: CrossState, seat: int, points: int) -> tuple[Part, ...]:
    """The counts of both phases, or of both partners, and their product as far as it is known."""
    own, going = state.taken()[seat], not state.over
    if len(state.hands) == 2:
        if not state.first:
            one, two, end = Part(str(own), True, going), Part("–", True), Part("= ?")
        else:
            one, two, end = Part(str(state.first[seat]), True), Part(str(own), True, going), Part(f"= {points}")
        return Part("("), one, Part("+ 1) ×"), two, end
    if not state.partners:
        return Part("("), Part(str(own), True), Part("+ 1) × ("), Part("–", True), Part("+ 1)"), Part("= ?")
    partner = Part(str(state.taken()[state.partners[seat]]), True, going)
    return Part("("), Part(str(own), True, going), Part("+ 1) × ("), partner, Part("+ 1)"), Part(f"= {points}")


def _sentence(state: CrossState, points: tuple[int, ...]) -> str:
    if state.over:
        return most(points)
    if len(state.hands) == 4:
        return "Partners score alike, and best where their tricks are shared evenly."
    if not state.first:
        return "Nothing is scored before phase 2 ends; a trick taken now makes each one taken then worth one more."
    return f"A trick is worth {state.first[0] + 1} to [0] now, and {state.first[1] + 1} to [1]."
