"""Texts of Cross Purposes: calls, halves, partners, scores, and the reasons behind hints."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final

from goosetable import cards
from goosetable.cards import BIT, RANKS, Card
from goosetable.engine.rules import rules
from goosetable.engine.rules.action import VERB_SPAN, Action, Verb, value_of, verb_of
from goosetable.engine.rules.event import Points, Taken
from goosetable.engine.rules.options import is_one_deal
from goosetable.engine.rules.tricks import SUIT, index_of_strongest
from goosetable.engine.text import table_facts
from goosetable.engine.text.explain import (
    LATER,
    LOSING_CARD_WORDS,
    WINNING_CARD_WORDS,
    Comparison,
    DealFigures,
    Difference,
    MeanWords,
    Reasons,
    actions_of_trick,
    difference_text,
    exact_difference_text,
    same_result_text,
)
from goosetable.engine.text.game_text import TrickText, best_result_sentence
from goosetable.engine.text.table_facts import (
    Badge,
    Call,
    Choice,
    EmblemPart,
    FigureKind,
    Glossary,
    Row,
    SumTerm,
    TableFigure,
    Tally,
)
from goosetable.engine.words import phrases
from goosetable.games.cross_purposes.rules import (
    ALL_CALLS,
    MAX_CALLS,
    MAX_LEAD,
    NOT_NAMED,
    TOPS_CALLS,
    TRICKS_PER_HALF,
    TRUMPS_CALLS,
    CrossOptions,
    CrossState,
    matching_caller,
    possible_calls,
)

TRICKS_BY_HALF: Final = ("first half", "second half")
"""Keys of the figures for the tricks in each half, with two players."""


class CrossReasons(Reasons[CrossState]):
    """The reasons of Cross Purposes."""

    def deal_figures(self, state: CrossState, known: CrossState, points: Sequence[Points]) -> DealFigures:
        """Returns the base figures and others. With two players: the seat's tricks in each half. With four: its partner, the
        sum and the difference of both partners' tricks, and whether the game ends.
        """
        found, taken, seat = super().deal_figures(state, known, points), state.taken(), known.turn
        if state.half != known.half and not known.is_naming_pending:  # the piles of the first half are set aside
            trick = [value_of(action) for action in actions_of_trick(state, known)]
            found["takes"] = float(index_of_strongest(trick, known.trump_suit, known.tops) == len(known.trick))
        if not state.partners:
            halves = [float(tricks[seat]) for tricks in (state.first, taken)]
            found[LATER] = halves[0] + halves[1] - found["takes"]
            return found | dict(zip(TRICKS_BY_HALF, halves, strict=True))
        mate = state.partners[seat]
        mine, theirs = taken[seat], taken[mate]
        card = state.actions[len(known.actions)][1]
        if card < VERB_SPAN:
            found[f"to {mate}"] = float(bool(state.won[mate] & BIT[card]))
        found |= {f"with {who}": float(who == state.partners[seat]) for who in range(len(taken))}
        most = max([sum(both) for both in zip(known.totals, points, strict=True)])
        found["over"] = float(is_one_deal(known.options) or most >= known.options.target)
        return found | {"side": float(mine + theirs), "apart": float(abs(mine - theirs))}

    def reason(self, comparison: Comparison) -> str:
        """Returns the reason. With two players it follows from the solver's tricks, with four from playouts as in any game."""
        return super().reason(comparison) if len(comparison.known.hands) == 4 else self._solver_reason(comparison)

    def differences(self, comparison: Comparison) -> list[Difference]:
        """Returns the differences that can be reasons with four players: the partner gained, the sum of the partners' tricks,
        the difference between the partners' tricks, and the end of the game.
        """
        known, partners, seat = comparison.known, comparison.known.partners, comparison.seat
        if len(comparison.known.hands) == 2:
            return []
        pair = f"[{seat}] and [{partners[seat]}]" if partners else f"[{seat}] and [{seat}'s] partner"
        make = "together" if self.opening_words(comparison) else f"{pair} make"
        said = (
            self.same_result_reason(comparison, known.tops, wants_tricks=True)
            or f"{make} {difference_text(comparison.difference('side'), 'trick')} than after @"
        )
        less, more = (f"{pair} share tricks {how} evenly than after @" for how in ("less", "more"))
        found = [Difference("side", 0.8, said, said), Difference("apart", 1.5, less, more, -1)]
        found += self._partner_differences(comparison)
        over, on = "the game ends with this deal more often than after @", "the game goes on more often than after @"
        found.append(Difference("over", 1.2, over, on, 0))
        if partners and comparison.known.trick:
            partner = partners[seat]
            found.append(Difference(f"tricks {partner}", 1.2, f"it leaves [{partner}] more tricks than @",
                              f"it costs [{partner}] tricks that @ does not"))  # fmt: skip
        return found

    def _partner_differences(self, comparison: Comparison) -> list[Difference]:
        """Returns the differences about gaining a partner by a matching call."""
        known, seat, found = comparison.known, comparison.seat, []
        for call in () if known.partners else (comparison.action, comparison.other):
            who = matching_caller(known, seat, call)
            if who is not None:
                ahead = known.totals[who] - known.totals[seat]
                behind = f", who is {'ahead of' if ahead > 0 else 'behind'} [{seat}]" if ahead else ""
                said = f"{'it' if call == comparison.action else '@'} makes [{who}] [{seat}'s] partner{behind}"
                found.append(Difference(f"with {who}", 1.0, said, said, 0))
        return found

    def _points_differences(self, comparison: Comparison) -> list[Difference]:
        """Returns the differences in points, except the partner's, because both partners score the same."""
        partners = comparison.known.partners
        return [
            sign
            for sign in super()._points_differences(comparison)
            if not partners or sign.key != f"points {partners[comparison.seat]}"
        ]

    def reported_means(self, comparison: Comparison) -> list[MeanWords]:
        """Returns the averages to compare. The lead over the other seats is left out if one of them is the partner."""
        return [mean for mean in super().reported_means(comparison) if not comparison.known.partners or mean.key != "ahead"]

    def _solver_reason(self, comparison: Comparison) -> str:
        known, measured = comparison.known, bool(comparison.mine.deals and comparison.theirs.deals)
        if comparison.action >= VERB_SPAN and not known.first:
            return self._call_reason(comparison)
        alike = self._same_result_reason(comparison)
        if alike:
            return alike
        worth = known.first[0] + known.first[1] + 2 if known.first else TRICKS_PER_HALF
        tricks = (
            comparison.difference(TRICKS_BY_HALF[bool(known.first)]) if measured else comparison.gain * 2 * MAX_LEAD / worth
        )
        if (tricks > 0) != comparison.is_better:
            return super().reason(comparison)
        number = round(tricks)
        makes = exact_difference_text(number, "trick") if comparison.is_exact and number else difference_text(tricks, "trick")
        second = self._second_half_clause(comparison)
        return f"{second}{'it' if measured else 'best play' if second else 'with best play it'} makes {makes} than @"

    def _same_result_reason(self, comparison: Comparison) -> str:
        known, one, two = comparison.known, comparison.action, comparison.other
        if (
            not known.trick
            or cards.suit(one) != cards.suit(two)
            or _is_second_card_winning(known, one) != _is_second_card_winning(known, two)
        ):
            return ""
        higher = (cards.rank(one) - known.tops) % TRICKS_PER_HALF < (cards.rank(two) - known.tops) % TRICKS_PER_HALF
        if higher != comparison.is_better:
            return same_result_text(_is_second_card_winning(known, one), higher, comparison.is_better)
        return ""

    def _second_half_clause(self, comparison: Comparison) -> str:
        takes, other = (
            bool(comparison.known.trick) and _is_second_card_winning(comparison.known, card)
            for card in (comparison.action, comparison.other)
        )
        if takes == other:
            return ""
        if takes:
            return WINNING_CARD_WORDS[comparison.is_better]
        return LOSING_CARD_WORDS[comparison.is_better]

    def _call_reason(self, comparison: Comparison) -> str:
        hand, number = comparison.known.hands[comparison.seat], value_of(comparison.action)
        if verb_of(comparison.action) is Verb.TRUMP:
            held = (hand & cards.suit_in_both_packs(number)).bit_count()
            suit = cards.SUIT_NAMES[number]
            have = f"[{comparison.seat} holds] {phrases.number_word(held)} {suit if held != 1 else suit[:-1]}"
        else:
            held = sum(hand >> (suit * TRICKS_PER_HALF + number) & 1 for suit in range(4))
            have = f"[{comparison.seat} holds] {phrases.number_word(held)} {phrases.rank_name(number, held)}"
        have, how = have.replace("] none ", "] no "), "more" if comparison.is_better else "fewer"
        if not (comparison.mine.deals and comparison.theirs.deals):
            return f"{have}; it promises {how} tricks than @"
        halves = [
            half
            for half in TRICKS_BY_HALF
            if (comparison.difference(half) > 0) == comparison.is_better and comparison.is_significant(half)
        ]
        if not halves:
            return f"{have}; {super().reason(comparison)}"
        promise = "both halves promise" if len(halves) == 2 else f"the {halves[0]} promises"
        return f"{have}; {promise} {how} tricks than with @"


def _is_second_card_winning(state: CrossState, card: int) -> bool:
    return index_of_strongest([*state.trick, card], state.trumps, state.tops) == 1


class CrossText(TrickText[CrossState, CrossOptions]):
    """The texts of Cross Purposes."""

    set_aside_caption = "first half"
    face_down_purpose = "2nd half"
    emblem = (EmblemPart("8S", -21, 9, 88, 10), EmblemPart("AH", 23, 11, 88, -10), EmblemPart("crown", -34, -39, 36))
    glossary: ClassVar[Glossary] = {
        "1st half": "One more than the tricks that each seat took in the first half.",
        "2nd half": "The tricks of the second half, by which those of the first are multiplied.",
        "own": "One more than the tricks that each seat has taken.",
        "partner's": "One more than the tricks of the partner, by which the own ones are multiplied.",
        "calls": "A call stands until another player calls the same, so that the two are partners, or its player calls anew.",
        "tops": "The rank that is the highest of every suit in this deal; the others follow it downwards.",
    }

    def goal_of_deal(self, options: CrossOptions) -> str:
        if self.rules.seats(options) == 2:
            return "You want tricks in ~both halves~: one more than the first half's, times the second half's."
        return "You want tricks ~for both partners~: one more than yours, times one more than your partner's."

    def winning_rule(self, state: CrossState) -> str:
        if state.tops == NOT_NAMED:
            return super().winning_rule(state)
        high, low = (phrases.rank_name((state.tops + place) % TRICKS_PER_HALF, 2) for place in (0, TRICKS_PER_HALF - 1))
        return f"{super().winning_rule(state)}; {high} are high, {low} low"

    def explain_figure(self, state: CrossState, figure: TableFigure, seat: int | None) -> str:
        if figure.kind is not FigureKind.LATER:
            return super().explain_figure(state, figure, seat)
        number = phrases.count_text(TRICKS_PER_HALF, "card")
        return f"[{figure.at} has] {number} for the second half. Nobody may look at them before the first half is over."

    def sort_key(self, state: CrossState, card: Card) -> tuple[int, ...]:
        return table_facts.SUIT_ORDER[SUIT[card]], (cards.rank(card) - max(state.tops, 0)) % TRICKS_PER_HALF

    def progress(self, state: CrossState) -> str:
        if len(state.hands) == 4:
            return "calling" if state.is_naming_pending else super().progress(state)
        return f"{TRICKS_BY_HALF[state.half - 1]}, {'naming' if state.is_naming_pending else super().progress(state)}"

    def seat_status(self, state: CrossState, seat: int) -> str:
        call = next((call for call in self.calls_in_force(state) if call.seat == seat), None)
        if call is not None:
            if call.action is None:
                return "no call yet"
            return f"{'called' if seat == state.turn else 'calls'} {_call_symbol(call.action)}"
        return f"({state.first[seat]} + 1) × {state.taken()[seat]}" if state.first else super().seat_status(state, seat)

    def calls_in_force(self, state: CrossState) -> tuple[Call, ...]:
        if len(state.hands) == 2 or state.over or not state.is_naming_pending:
            return ()
        counting, found = possible_calls(state), []
        for seat in state.callers:
            call = state.calls[seat]
            due = ", to be replaced now" if seat == state.turn else ""
            found.append(
                Call(seat, call, f"{_call_symbol(call)}{due}") if call in counting else Call(seat, None, "no call yet")
            )
        return tuple(found)

    def refused_choices(self, state: CrossState) -> tuple[Action, ...]:
        return tuple(call.action for call in self.calls_in_force(state) if call.seat == state.turn and call.action is not None)

    def order_of_ranks(self, state: CrossState) -> tuple[str, ...]:
        return () if state.tops == NOT_NAMED else rank_order(state.tops)

    def badges(self, state: CrossState) -> tuple[Badge, ...]:
        trumps = super().badges(state)
        return trumps if state.tops == NOT_NAMED else (*trumps, Badge(RANKS[state.tops], "tops"))

    def prompt(self, state: CrossState) -> str:
        return self.title_remark_and_choices(state)[0] or super().prompt(state)

    def preview_effect(self, state: CrossState, action: Action) -> str:
        return "" if action >= VERB_SPAN else self.effect_on_trick(state, action, state.trumps, state.tops)

    def title_remark_and_choices(self, state: CrossState) -> tuple[str, str, tuple[Choice, ...]]:
        if state.over or not state.is_naming_pending:
            return "", "", ()
        asked = _CALL_NAMES[possible_calls(state)]
        made = tuple(self._make_choice(state, action) for action in self.rules.legal(state))
        if len(state.hands) == 2:
            return f"Name {asked}", self._opponent_text(state), made
        which = f"Call {state.count + 1} of at most {MAX_CALLS}"
        return f"Call {asked}", which if state.partners else f"{which}: the same call makes partners.", made

    def _opponent_text(self, state: CrossState) -> str:
        if state.trumps == NOT_NAMED and state.tops == NOT_NAMED:
            return "Your opponent then names the other."
        return "Your opponent leads first."

    def _make_choice(self, state: CrossState, action: Action) -> Choice:
        hand, number = state.hands[state.turn], value_of(action)
        label, order = f"Tops {phrases.RANKS[number]}", rank_order(number)
        held = sum(hand >> (suit * TRICKS_PER_HALF + number) & 1 for suit in range(4))
        if verb_of(action) is Verb.TRUMP:
            label, order = f"Trumps {phrases.SYMBOLS[number]}", ()
            held = (hand & cards.suit_in_both_packs(number)).bit_count()
        have = f"you hold {phrases.number_word(held)}"
        return Choice(action, label, have, _call_consequence(state, action), None, order, held)

    def log_line_of_action(self, state: CrossState, seat: int, action: Action) -> str:
        if action < VERB_SPAN:
            return super().log_line_of_action(state, seat, action)
        said = table_facts.action_sentence(seat, action, self.card_name)
        if len(state.hands) == 2:
            return f"Second half: {said}" if state.first and state.trumps == state.tops else said
        said = said.replace(" names]", " calls]")
        match = matching_caller(state, seat, action)
        if match is None and state.count + 1 < MAX_CALLS:
            return said
        if state.partners:
            return f"{said} It stands."
        partner = (seat + 2) % 4 if match is None else match
        return f"{said} It stands, and [{partner} is] the partner."

    def extra_facts(self, state: CrossState) -> tuple[str, ...]:
        if state.half == 1:
            return ()
        taken = phrases.listed([f"[{seat} has] taken {tricks}" for seat, tricks in enumerate(state.first)])
        return (f"The first half is over: {taken}. New hands of {phrases.count_text(TRICKS_PER_HALF, 'card')} are taken up.",)

    def taken_log(self, state: CrossState, taken: Taken, number: int) -> str:
        return super().taken_log(state, taken, sum(state.taken()) + 1)  # each half counts its own

    def actions_per_seat(self, options: CrossOptions, size: int) -> float:
        return size + 2.0

    def points_per_deal(self, options: CrossOptions) -> float:
        return 60.0 if options.players == 2 else 19.0

    def tally(self, state: CrossState, seat: int | None) -> Tally:
        if self.calls_in_force(state):  # no trick is played before the calls are over
            return Tally((), "", "", (), _CALL_PURPOSES[bool(state.partners)])
        points, taken = rules.as_integers(self.rules.points(state)), state.taken()
        best = rules.leaders(points) if any(points) else ()
        heads = ("1st half", "2nd half") if len(taken) == 2 else ("own", "partner's")
        rows = []
        for who in table_facts.seats_clockwise(seat, len(taken)):
            one, two = (state.first or taken)[who], f"× {taken[who]}" if state.first else ""
            if len(taken) == 4:
                two = f"× ({taken[state.partners[who]]} + 1)" if state.partners else ""
            why, written = _points_sentence(state, who, points[who]), _sum_terms(state, who, points[who])
            rows.append(Row(who, (f"{one} + 1", two), "", "", str(points[who]), who in best, why, sum=written))
        return Tally(heads, "", "", tuple(rows), _tally_sentence(state, points))


_CALL_NAMES: Final = {ALL_CALLS: "a trump suit or a top rank", TRUMPS_CALLS: "the trump suit", TOPS_CALLS: "the top rank"}


_CALL_PURPOSES: Final = (
    "Call what another player has standing and ~you two are partners~: that suit is trumps, or that rank is the highest.",
    "The partners are found. The other two call on until they call the same.",
)
"""Purpose of the calls: first before any partners are found, then after."""


def rank_order(tops: int) -> tuple[str, ...]:
    """Returns the ranks from the highest: with 8 as tops 8 7 6 5 4 3 2 A K Q J 10 9 (rule 2)."""
    return tuple(phrases.RANKS[(tops + place) % TRICKS_PER_HALF] for place in range(TRICKS_PER_HALF))


def _call_consequence(state: CrossState, call: Action) -> str:
    caller, match = state.turn, matching_caller(state, state.turn, call)
    if match is None and state.count + 1 < MAX_CALLS:
        return ""
    fixed = f"{_call_symbol(call)} {'trumps' if verb_of(call) is Verb.TRUMP else 'highest'}"
    whose = "the last call" if match is None else f"[{match}'s] call"
    if state.partners:
        return f"{whose}: {fixed}"
    return f"{whose}: ~makes you {'partners' if match is not None else f'partner of [{(caller + 2) % 4}]'}~, {fixed}"


def _call_symbol(call: Action) -> str:
    return (phrases.SYMBOLS if verb_of(call) is Verb.TRUMP else phrases.RANKS)[value_of(call)]


def _points_sentence(state: CrossState, seat: int, points: int) -> str:
    """Explains a seat's points in a sentence, which has the numbers of tricks once the deal is over."""
    taken = state.taken()
    own = phrases.count_in_words(taken[seat], "trick")
    if len(taken) == 2:
        if not state.over:
            return f"One more than [{seat}'s] tricks of the first half, times those of the second."
        first = phrases.count_in_words(state.first[seat], "trick")
        return phrases.with_capital(f"{first} in the first half and one more, times {own} in the second: {points}.")
    if not state.over or not state.partners:
        return f"One more than [{seat}'s] tricks, times one more than the partner's."
    partner = state.partners[seat]
    theirs = phrases.number_word(taken[partner])
    return phrases.with_capital(f"{own} and one more, times [{partner}'s] {theirs} and one more: {points}.")


def _sum_terms(state: CrossState, seat: int, points: int) -> tuple[SumTerm, ...]:
    own, going = state.taken()[seat], not state.over
    if len(state.hands) == 2:
        if not state.first:
            one, two, end = SumTerm(str(own), True, going), SumTerm("–", True), SumTerm("= ?")
        else:
            one, two, end = SumTerm(str(state.first[seat]), True), SumTerm(str(own), True, going), SumTerm(f"= {points}")
        return SumTerm("("), one, SumTerm("+ 1) ×"), two, end
    if not state.partners:
        return SumTerm("("), SumTerm(str(own), True), SumTerm("+ 1) × ("), SumTerm("–", True), SumTerm("+ 1)"), SumTerm("= ?")
    partner = SumTerm(str(state.taken()[state.partners[seat]]), True, going)
    return SumTerm("("), SumTerm(str(own), True, going), SumTerm("+ 1) × ("), partner, SumTerm("+ 1)"), SumTerm(f"= {points}")


def _tally_sentence(state: CrossState, points: tuple[int, ...]) -> str:
    if state.over:
        return best_result_sentence(points)
    if len(state.hands) == 4:
        return "Partners score alike, and best where their tricks are shared evenly."
    if not state.first:
        return "Nothing is scored before the second half ends; a trick taken now makes each one taken then worth one more."
    return f"A trick is worth {state.first[0] + 1} to [0] now, and {state.first[1] + 1} to [1]."
