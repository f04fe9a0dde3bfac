"""What the table says of CrossPurposes."""

from __future__ import annotations

from typing import ClassVar, Final

from goosetable import cards
from goosetable.cards import RANKS, SUITS, Card
from goosetable.engine.rules import scores
from goosetable.engine.rules.action import SPAN, Action, Verb, value_of, verb_of
from goosetable.engine.rules.tricks import SUIT
from goosetable.engine.text import table_facts
from goosetable.engine.text.figures import Glossary
from goosetable.engine.text.table_facts import Badge, Choice, Emblem, Part, Row, Tally, most
from goosetable.engine.text.trick_text import TrickText
from goosetable.engine.words import phrases
from goosetable.games.cross_purposes.state import (
    ALL_CALLS,
    EACH,
    LAST_CALL,
    NOT_NAMED,
    TOPS_CALLS,
    TRUMPS_CALLS,
    CrossOptions,
    CrossState,
    agreeing,
    calls,
)

HALVES: Final = ("first", "second")


class CrossText(TrickText[CrossState, CrossOptions]):
    """The words of CrossPurposes."""

    emblem = (Emblem("8S", -21, 9, 88, 10), Emblem("AH", 23, 11, 88, -10), Emblem("crown", -34, -39, 36))
    glossary: ClassVar[Glossary] = {
        "1st half": "One more than the tricks that each seat took in the first half.",
        "2nd half": "The tricks of the second half, by which those of the first are multiplied.",
        "own": "One more than the tricks that each seat has taken.",
        "partner's": "One more than the tricks of the partner, by which the own ones are multiplied.",
        "tops": "The rank that is the highest of every suit in this deal; the others follow it downwards.",
    }

    def wants(self, options: CrossOptions) -> str:
        if self.rules.seats(options) == 2:
            return "You want tricks in ~both halves~: the score is one times the other."
        return "You want tricks ~for both partners~: yours are multiplied by your partner's."

    def sort_key(self, state: CrossState, card: Card) -> tuple[int, ...]:
        return table_facts.SUIT_ORDER[SUIT[card]], (cards.rank(card) - max(state.tops, 0)) % EACH

    def place(self, state: CrossState) -> str:
        if len(state.hands) == 4:
            return "calling" if state.naming else super().place(state)
        return f"{HALVES[state.phase - 1]} half, {'naming' if state.naming else super().place(state)}"

    def plate(self, state: CrossState, seat: int) -> str:
        return f"({state.first[seat]} + 1) × {state.taken()[seat]}" if state.first else super().plate(state, seat)

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
        asked = _ASKED[calls(state)]
        made = tuple(self._choice(state, action) for action in self.rules.legal(state))
        if len(state.hands) == 2:
            return f"Name {asked}", "Your opponent then names the other." if state.opening == NOT_NAMED else "", made
        return f"Call {asked}", "" if state.partners else "A player who calls the same becomes your partner.", made

    def _choice(self, state: CrossState, action: Action) -> Choice:
        hand, number = state.hands[state.turn], value_of(action)
        partner = agreeing(state, state.turn, action)
        verdict = "" if partner is None else f"agrees with [{partner}]"
        if verb_of(action) is Verb.TRUMP:
            held = (hand & cards.of_suit(number)).bit_count()
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
            return f"Second half: {said}" if state.first and state.trumps == state.tops else said
        said = said.replace(" names]", " calls]")
        match = agreeing(state, seat, action)
        if match is None and state.count + 1 < LAST_CALL:
            return said
        if state.partners:
            return f"{said} It stands."
        partner = (seat + 2) % 4 if match is None else match
        return f"{said} It stands, and [{partner} is] the partner."

    def rounds(self, options: CrossOptions, size: int) -> float:
        return size + 2.0

    def gain(self, options: CrossOptions) -> float:
        return 60.0 if options.players == 2 else 19.0

    def tally(self, state: CrossState, seat: int | None) -> Tally:
        points, taken = scores.whole(self.rules.points(state)), state.taken()
        best = scores.leaders(points) if any(points) else ()
        heads = ("1st half", "2nd half") if len(taken) == 2 else ("own", "partner's")
        rows = []
        for who in table_facts.clockwise(seat, len(taken)):
            one, two = (state.first or taken)[who], f"× {taken[who]}" if state.first else ""
            why = f"One more than [{who}'s] tricks of the first half, times those of the second."
            if len(taken) == 4:
                two = f"× ({taken[state.partners[who]]} + 1)" if state.partners else ""
                why = f"One more than [{who}'s] tricks, times one more than the partner's."
            written = _sum(state, who, points[who])
            rows.append(Row(who, (f"{one} + 1", two), "", "", str(points[who]), who in best, why, sum=written))
        return Tally(heads, "", "", tuple(rows), _sentence(state, points))


_ASKED: Final = {ALL_CALLS: "a trump suit or a top rank", TRUMPS_CALLS: "the trump suit", TOPS_CALLS: "the top rank"}


def ranking(tops: int) -> tuple[str, ...]:
    """The ranks from the highest: with 8 as tops 8 7 6 5 4 3 2 A K Q J 10 9 (rule 2)."""
    return tuple(_rank((tops + place) % EACH) for place in range(EACH))


def _rank(number: int) -> str:
    return phrases.RANKS[number]


def _sum(state: CrossState, seat: int, points: int) -> tuple[Part, ...]:
    """The counts of both halves, or of both partners, and their product as far as it is known."""
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
        return "Nothing is scored before the second half ends; a trick taken now makes each one taken then worth one more."
    return f"A trick is worth {state.first[0] + 1} to [0] now, and {state.first[1] + 1} to [1]."
