"""Principles of Cross Purposes: name trumps and tops that give a run, draw trumps, win cheaply, and count the other hand."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from math import sqrt
from typing import ClassVar

from goosetable import cards
from goosetable.cards import Card, Cards
from goosetable.engine.rules.action import VERB_SPAN, Action, Verb, value_of, verb_of
from goosetable.engine.rules.tricks import OF_SUIT, SUIT
from goosetable.engine.strength.sums import sum_in_order
from goosetable.engine.text.advice import NEAR, Claim, Decision, Ranking, Tip, suit_name, with_clause
from goosetable.engine.text.deciding_advice import NEAR_POINTS, SLIGHT, DecidingAdvice
from goosetable.engine.text.explain import LATER, WORTH
from goosetable.engine.text.trick_advice import FEW, TrickAdvice
from goosetable.engine.words import phrases
from goosetable.games.cross_purposes.rules import MAX_LEAD, NOT_NAMED, TRICKS_PER_HALF, CrossState, matching_caller

HOPE = 0.05
"""Largest difference in a partner's mean number of tricks at which two cards count as equal."""
FADING = 0.6
"""Weight of a card relative to one of the next higher rank, where calls of a top rank are compared."""
EVEN = 0.4
"""Least share of the playouts, 0..1, in which the partner takes a trick for a sentence to count on it."""
CALL_ERRORS = 1.5
"""Number of standard errors within which two calls count as equally good."""
RUN = 3
"""Number of the highest ranks in which a sentence counts the cards of a hand."""
TOPS_COUNTED = (RUN, 4, 5, 6, 10, 9)
"""Numbers of the highest ranks in which the cards of a hand are counted for a call, in the order of preference; a number above
the half of all ranks stands for the lowest ranks left.
"""
OF_CARDS = "of your cards is", "of your cards are"
"""Words after a number of a hand's cards, singular and plural."""
WINNERS = "of your cards is a winner in its suit", "of your cards are winners in their suits"
"""Words after the number of a hand's winners, singular and plural."""


class CrossAdvice(DecidingAdvice[CrossState]):
    """The advice of Cross Purposes."""

    mistake_words: ClassVar[Mapping[str, str]] = {
        **TrickAdvice.mistake_words,
        "last two": "let one of the last two tricks go",
        "draw first": "left the others their trumps",
        "known": "passed over a lead that should have won",
        "long": "were calls that suited your hand less",
        "strong": "were calls that suited your hand less",
        "head": "were calls that suited your hand less",
        "raised": "spent a high card before it was needed",
        "run": "were calls that suited your hand less",
        "trump run": "were calls that suited your hand less",
        "own rank": "were calls that suited your hand less",
        "their aces": "were calls that suited your hand less",
        **{f"long run {suit}": "were calls that suited your hand less" for suit in range(4)},
        **{f"partner {seat}": "passed over a call that would have made you partners" for seat in range(4)},
        "mate ruffs": "left your partner without a ruff",
        "product": "took tricks that your partner needed more",
        "partner's": "took tricks that your partner needed more",
    }

    def top_rank(self, state: CrossState) -> int:
        return max(state.tops, 0)

    def tips(self, decision: Decision[CrossState], action: Action) -> Iterator[Tip]:
        if action < VERB_SPAN:
            yield from self._tips_about_partner(decision, action)
            yield from self._tips_for_known_void(decision, action)
            if (
                not decision.known.trick
                and self.is_trump(decision, action)
                and (found := self._possible_ruffer(decision)) is not None
            ):
                yield Tip("draw first", f"Lead {decision.face(action)}: [{found[0]} has] no {cards.SUIT_NAMES[found[1]]}, "
                          "so draw trumps first",
                          f"[{found[0]}] had no {cards.SUIT_NAMES[found[1]]}: trumps were to be drawn first")  # fmt: skip
            yield from self.tips_when_tricks_wanted(decision, action)
            return
        calls = len(decision.known.hands) > 2 and not decision.known.partners
        who = matching_caller(decision.known, decision.seat, action) if calls else None
        if who is not None:
            does = phrases.with_capital(self.command(decision, action)).replace(
                "Name", "Call" if verb_of(action) is Verb.TOPS else "Name"
            )
            own = self._holding_clause(decision, action)
            yield Tip(f"partner {who}", f"{does}, as [{who}] did: you become partners{own}", f"[{who}] called it too",
                      about=f"with {who}")  # fmt: skip
        agreed = matching_caller(decision.known, decision.seat, action) if decision.known.partners else None
        if agreed is not None:
            own = self._holding_clause(decision, action)
            does = f"{phrases.with_capital(self.command(decision, action))}, as [{agreed}] did"
            yield Tip("agree", f"{does}: then you agree{own}",
                      f"[{agreed}] called it too", about=f"with {agreed}")  # fmt: skip
        if verb_of(action) is Verb.TRUMP:
            yield from self._tips_for_trumps(decision, value_of(action))
        else:
            yield from self._tips_for_top_rank(decision, value_of(action))

    def _holding_clause(self, decision: Decision[CrossState], call: Action) -> str:
        """Returns a clause on the hand's cards of the suit or rank that a call names: ", and you hold four"; empty for none."""
        if verb_of(call) is Verb.TOPS:
            held = self.count_of_rank(decision.hand, value_of(call))
            return f", and you hold {phrases.number_word(held)}" if held else ""
        own = cards.members(decision.hand & OF_SUIT[value_of(call)])
        best = min(own, key=lambda card: self.rank_from_top(decision.known, card), default=None)
        top = f" with {decision.face(best)}, the top" if best is not None and cards.rank(best) == decision.known.tops else ""
        return f", and you hold {phrases.number_word(len(own))}{top}" if own else ""

    def tips_for_review(self, decision: Decision[CrossState], action: Action, other: Action) -> Iterator[Tip]:
        """Yields the reasons why `action` is better than `other`. For a call of the top rank, reasons about its winners and
        its highest trumps come before those of the base class. For a lead, there may be a reason about an opponent's card
        that a winner would make the highest.
        """
        if action >= VERB_SPAN:
            for tip in (*self._tips_on_better_tops(decision, action, other), *super().tips_for_review(decision, action, other)):
                yield tip if tip.about else tip._replace(about=LATER)
            return
        found, raised = [*super().tips_for_review(decision, action, other)], self._tip_on_raised_card(decision, action, other)
        if raised is not None and (not found or found[0].name == "cheap"):
            yield raised
        yield from found

    def _tips_on_better_tops(self, decision: Decision[CrossState], action: Action, other: Action) -> Iterator[Tip]:
        """Yields the reason that a better call of the top rank gives the hand more winners, or more of the highest trumps."""
        if verb_of(action) is not Verb.TOPS or verb_of(other) is not Verb.TOPS:
            return
        hand, trumps = decision.hand, decision.known.trumps
        (mine, heads), (theirs, others) = (
            (
                self.count_top_cards(hand, trumps, value_of(call), TRICKS_PER_HALF, True) if trumps != NOT_NAMED else 0,
                self.count_winners(decision, value_of(call)),
            )
            for call in (action, other)
        )
        names, called = (phrases.rank_name(value_of(call), 2) for call in (action, other))
        if heads > others:
            counted = f"{self.count_words(heads, *WINNERS)}, with {called} {self.count_words(others)}"
            yield Tip("run", "", f"with {names} on top {counted}")
        elif mine > theirs:
            held = f"{self.count_words(mine)} of the highest trumps, with {called} {self.count_words(theirs)}"
            yield Tip("trump run", "", f"with {names} on top you hold {held}")

    def _tip_on_raised_card(self, decision: Decision[CrossState], better: Card, played: Card) -> Tip | None:
        """Explains that leading a winner makes the opponent's next card the highest of the suit. Returns None if there are
        several opponents, if some cards are in no hand, or if leading the better card would do the same.
        """
        foe = [seat for seat in range(len(decision.hand_sizes)) if seat != decision.seat]
        if len(foe) > 1 or decision.unseen.bit_count() != decision.hand_sizes[foe[0]] or max(better, played) >= VERB_SPAN:
            return None
        if decision.known.trick or not self.is_master(decision, played):
            return None
        (over, own), (worse, _) = (self._next_above(decision, card) for card in (played, better))
        if not over or worse:
            return None
        over = sorted(over, key=lambda one: self.rank_from_top(decision.known, one))[:FEW]
        above, under = f"{self.names(decision, over)} {self._is_or_are(over)}", self.names(decision, own)
        if len(own) > FEW:
            under = f"{decision.face(own[0])} and your other {suit_name(played)}"
        said = f"with {decision.face(played)} gone, [{foe[0]}'s] {above} above your {under}"
        return Tip("raised", "", said, about=LATER)

    def _next_above(self, decision: Decision[CrossState], card: Card) -> tuple[list[Card], list[Card]]:
        """Compares the rest of the hand with the unseen cards, in the suit of `card`. Returns the unseen cards that are
        higher than the whole rest; and the rest itself: the hand's cards of the suit without `card`, the highest first.
        """
        rank, suit = self.rank_from_top, OF_SUIT[SUIT[card]]
        own = sorted(cards.members(decision.hand & suit & ~cards.BIT[card]), key=lambda one: rank(decision.known, one))
        out = cards.members(decision.unseen & suit)
        return [one for one in out if own and rank(decision.known, one) < rank(decision.known, own[0])], own

    def count_words(self, number: int, *words: str) -> str:
        """Returns a number in words, "none" for 0. words: the words that follow it, singular and plural."""
        said = phrases.number_word(number) if number else "none"
        return f"{said} {words[number != 1]}" if words else said

    def count_winners(self, decision: Decision[CrossState], tops: int) -> int:
        """Returns the number of cards of the hand that no unseen card of their suits beats. tops: the top rank."""
        found = 0
        for suit in range(4):
            for step in range(TRICKS_PER_HALF):
                bit = cards.BIT[suit * TRICKS_PER_HALF + (tops + step) % TRICKS_PER_HALF]
                if decision.unseen & bit:
                    break
                found += bool(decision.hand & bit)
        return found

    def explains(self, decision: Decision[CrossState], tip: Tip, action: Action, other: Action) -> bool:
        if tip.name == "partner's":
            return self.is_ahead(decision, other)
        return super().explains(decision, tip, action, other) and tip.name != "strength"

    def cost_clause(self, decision: Decision[CrossState], loss: float) -> str:
        """Returns a clause on the tricks and points that a card loses. Empty except in the second half of a deal between two
        players.
        """
        known = decision.known
        if not known.first:
            return ""
        tricks = loss * 2 * MAX_LEAD / (sum_in_order(known.first) + 2)
        lost = round(tricks) if abs(tricks - round(tricks)) < HOPE else 0
        worth = phrases.points_in_words(lost * (known.first[decision.seat] + 1))
        return f"costs you {'a trick' if lost == 1 else phrases.count_in_words(lost, 'trick')}, {worth}" if lost > 0 else ""

    def common_result_sentence(self, decision: Decision[CrossState], ranking: Ranking) -> str:
        """Returns a sentence on the tricks still to be taken, which are known exactly in the second half of a deal between two
        players; else empty.
        """
        known, seat = decision.known, decision.seat
        if not known.first or self.equal_cards_sentence(decision):
            return ""
        mine, theirs = known.first[seat] + 1, known.first[1 - seat] + 1
        made = ((ranking.value - 0.5) * 2 * MAX_LEAD + TRICKS_PER_HALF * theirs) / (mine + theirs)
        tricks, left = round(made) - known.tricks(seat), decision.hand.bit_count()
        if abs(made - round(made)) >= HOPE or not 0 <= tricks <= left:
            return ""
        count = "all" if tricks == left else phrases.number_word(tricks) if tricks else "none"
        return (
            f"Play what you like: with best play you take {count} of the last {phrases.number_word(left)} tricks after any card"
        )

    # ------------------------------------------------------------------ naming

    def _partner_called_clause(self, decision: Decision[CrossState], call: Action) -> str:
        """Returns a clause on the calls of a suit or rank that the partner made earlier; empty for none."""
        partners, seat = decision.known.partners, decision.seat
        often = [action for who, action in decision.known.actions if partners and who == partners[seat]].count(call)
        return f"[{partners[seat]}], your partner, called them {'earlier' if often == 1 else 'more than once'}" if often else ""

    def _tips_for_trumps(self, decision: Decision[CrossState], suit: int) -> Iterator[Tip]:
        hand, name = decision.hand, cards.SUIT_NAMES[suit].capitalize()
        call = next(one for one in decision.legal if verb_of(one) is Verb.TRUMP and value_of(one) == suit)
        if called := self._partner_called_clause(decision, call):
            yield Tip("called", f"Name {cards.SUIT_NAMES[suit]}: {called}{self._holding_clause(decision, call)}",
                      called.replace(" them ", f" {cards.SUIT_NAMES[suit]} "))  # fmt: skip
        counts = self.suit_lengths(decision)
        tops = self.top_rank(decision.known)
        high = [self.count_top_cards(hand, other, tops, RUN) for other in range(4)]
        voids = [cards.SUIT_NAMES[other] for other in range(4) if other != suit and counts[other] <= 1]
        free = [counts[value_of(call)] for call in decision.legal if verb_of(call) is Verb.TRUMP] or counts
        if counts[suit] == max(free) and free.count(max(free)) == 1:
            longest = (
                ", your longest suit"
                if max(free) == max(counts) > max([0, *[counts[other] for other in range(4) if other != suit]])
                else ", the longest suit left to name"
            )
            beside = f", and {'a void' if 0 in counts else f'one {voids[0][:-1]}'} beside" if voids else longest
            yield Tip("long", f"{name}: {phrases.number_word(counts[suit])} of them{beside}", f"{name} were the longest suit")
        suits = [cards.members(hand & OF_SUIT[other]) for other in range(4)]
        heads = [min([self.rank_from_top(decision.known, card) for card in held], default=TRICKS_PER_HALF) for held in suits]
        rivals = [heads[other] for other in range(4) if other != suit and counts[other] == max(counts)]
        if decision.known.tops != NOT_NAMED and counts[suit] == max(counts) and rivals and heads[suit] < min(rivals):
            best = min(cards.members(hand & OF_SUIT[suit]), key=lambda card: self.rank_from_top(decision.known, card))
            yield Tip("head", f"{name}: {phrases.number_word(counts[suit])} of them, with {decision.face(best)} at the head",
                      f"{name} had the higher cards")  # fmt: skip
        if decision.known.tops != NOT_NAMED and high[suit] == max(high) and high.count(max(high)) == 1 and high[suit] > 1:
            yield Tip(
                "strong",
                f"{name}: you hold {phrases.number_word(high[suit])} of the three highest",
                f"{name} had the top cards",
            )
        elif decision.known.tops == NOT_NAMED and counts[suit] == max(counts):
            most = max(self.longest_run(hand & OF_SUIT[other]) for other in range(4) if counts[other] == max(counts))
            if self.longest_run(hand & OF_SUIT[suit]) == most > 1:
                yield Tip("run", f"{name}: long, with {phrases.number_word(most)} cards in a row", f"{name} had cards in a row")

    def _tips_for_top_rank(self, decision: Decision[CrossState], rank: int) -> Iterator[Tip]:
        hand, known = decision.hand, decision.known
        names = phrases.rank_name(rank, 2)
        if known.trumps != NOT_NAMED:
            own = hand & OF_SUIT[known.trumps]
            runs = {value_of(call): self.count_top_cards(own, known.trumps, value_of(call), 5, True) for call in decision.legal
                    if verb_of(call) is Verb.TOPS}  # fmt: skip
            if runs.get(rank) == max(runs.values()) and runs[rank] > 1:
                run = phrases.number_word(runs[rank])
                yield Tip(
                    "trump run", f"Call {names}: then you hold the {run} highest trumps", f"{names} would head the trumps"
                )
        if self.count_of_rank(hand, rank) >= RUN:
            count = "all four" if self.count_of_rank(hand, rank) == 4 else "three"
            second = (rank + 1) % TRICKS_PER_HALF
            beside = self.count_of_rank(hand, second)
            then = f", and {phrases.number_word(beside)} {phrases.rank_name(second, 2)} come next" if beside > 1 else ""
            yield Tip("own rank", f"Call {names}: you hold {count} of them{then}", f"{names} on top would all have been yours")
        else:
            calls = [value_of(call) for call in decision.legal if verb_of(call) is Verb.TOPS]
            most, own = max([self.hand_weight(hand, call) for call in calls]), self.count_of_rank(hand, rank)
            if own and self.hand_weight(hand, rank) == most:
                after = self.count_top_ranks(hand, rank) - own
                more = f", and {phrases.number_word(after)} of the next two ranks" if after else ""
                yield Tip("strength", f"Call {names}: you hold {phrases.number_word(own)} of them{more}",
                          f"{names} would have put most of your cards high")  # fmt: skip
        yield from self._tips_for_high_cards_by_rank(decision, rank)
        if rank == 1 and not self.count_of_rank(hand, 0):
            yield Tip(
                "their aces", "Call kings: you have no ace, and aces become the lowest cards", "kings on top put the aces last"
            )

    def _tips_for_high_cards_by_rank(self, decision: Decision[CrossState], rank: int) -> Iterator[Tip]:
        """Yields the principles of calling a top rank that makes winners of many cards, or of several in the longest suit."""
        hand, names = decision.hand, phrases.rank_name(rank, 2)
        calls = [value_of(call) for call in decision.legal if verb_of(call) is Verb.TOPS]
        runs = {call: [self.count_top_cards(hand, suit, call, TRICKS_PER_HALF, True) for suit in range(4)] for call in calls}
        winners = {call: self.count_winners(decision, call) for call in calls}
        if winners[rank] > 2 and winners[rank] == max(winners.values()):
            yield Tip("run", f"Call {names}: then {self.count_words(winners[rank], *WINNERS)}",
                      f"{names} would have put most of your cards on top")  # fmt: skip
        lengths = self.suit_lengths(decision)
        for suit in range(4):
            run = runs[rank][suit]
            if lengths[suit] == max(lengths) and run > 1 and run == max([one[suit] for one in runs.values()]):
                first = [
                    decision.face(suit * TRICKS_PER_HALF + (rank + step) % TRICKS_PER_HALF) for step in range(min(run, RUN))
                ]
                yield Tip(f"long run {suit}", f"Call {names}: {phrases.listed(first)} head your long {cards.SUIT_NAMES[suit]}",
                          f"{names} would have headed the long {cards.SUIT_NAMES[suit]}")  # fmt: skip

    def hand_weight(self, hand: Cards, tops: int) -> float:
        """Returns the weight of a hand if `tops` is the top rank. The lower a card ranks, the less it weighs."""
        return sum_in_order([FADING ** ((cards.rank(card) - tops) % TRICKS_PER_HALF) for card in cards.members(hand)])

    def preferred_action(self, decision: Decision[CrossState], group: Sequence[Action]) -> Action:
        """Returns the action to advise among equally rated ones: the longest suit, the top rank of most weight, or the
        thriftiest card.

        A trump is led before other cards if a later opponent may ruff.
        """
        best = group[0]
        if best < VERB_SPAN:
            key = f"points {decision.seat}"
            least = decision.mean_or_zero(best, key) - NEAR_POINTS
            idle = bool(decision.known.trick) and not self.is_ahead(decision, best)  # chance tells such cards apart, not worth
            group = [
                card for card in group if idle or not decision.is_counted(card) or decision.mean_or_zero(card, key) >= least
            ]
            if not decision.known.trick:
                draws = [card for card in group if card < VERB_SPAN and self.is_trump(decision, card)]
                return (
                    draws[0]
                    if draws and not self.is_trump(decision, best) and self._possible_ruffer(decision) is not None
                    else self.surest_lead(decision, [best, *group])
                )
            return self.least_wasteful_action(decision, group)
        hand, trumps = decision.hand, decision.known.trumps
        least = max([found.deals for found in decision.prospects.values()], default=0) / 4
        tried = [call for call in group if not decision.is_counted(call) or decision.prospects[call].deals >= least]
        group = [call for call in tried or group if self._may_be_as_good(decision, best, call)]
        if verb_of(best) is Verb.TRUMP:
            suits = [call for call in group if verb_of(call) is Verb.TRUMP]
            if decision.known.tops != NOT_NAMED:
                return max(
                    suits, key=lambda call: (self._agrees_with_partner(decision, call), self._suit_strength(decision, call))
                )
            return max(suits, key=lambda call: self.suit_lengths(decision)[value_of(call)])
        if agreed := [call for call in group if self._agrees_with_partner(decision, call)]:
            return agreed[0]
        own = hand & OF_SUIT[trumps] if trumps != NOT_NAMED else 0
        calls = [call for call in group if verb_of(call) is Verb.TOPS]
        return max(calls, key=lambda call: self.hand_weight(hand, value_of(call)) + self.hand_weight(own, value_of(call)))

    def _may_be_as_good(self, decision: Decision[CrossState], best: Action, call: Action) -> bool:
        """Whether a call may be as good as the best one: its worth is lower by at most `CALL_ERRORS` standard errors, or by at
        most `SLIGHT`.
        """
        if not decision.is_counted(best) or not decision.is_counted(call):
            return True
        mine, theirs = decision.prospects[best], decision.prospects[call]
        error = sqrt(sum_in_order([one.variances.get(WORTH, 0.0) / one.deals for one in (mine, theirs)]))
        return mine.mean(WORTH) - theirs.mean(WORTH) <= max(SLIGHT, CALL_ERRORS * error)

    def whole_hint(self, decision: Decision[CrossState], ranking: Ranking) -> str:
        """Returns the hint; for a call of trumps it names all suits of the same length that are as good."""
        best, lengths = ranking.best, self.suit_lengths(decision)
        if best < VERB_SPAN:
            return super().whole_hint(decision, ranking)
        other = next((one for one in ranking.bad if verb_of(one) is verb_of(best)), None)
        if verb_of(best) is not Verb.TRUMP or self._agrees_with_partner(decision, best):
            tip = self.reason(decision, best, other, ranking.bad)
            return self._with_rival_call(decision, tip.hint, best, other)
        near = [
            one for one in ranking.loss if verb_of(one) is Verb.TRUMP and (one in ranking.level or ranking.loss[one] <= NEAR)
        ]
        alike = [value_of(one) for one in near if lengths[value_of(one)] == lengths[value_of(best)]]
        heads = {self._suit_strength(decision, one) for one in near if value_of(one) in alike}
        others = [one for one in ranking.loss if one not in near and verb_of(one) is Verb.TRUMP]
        rivals = [one for one in others if lengths[value_of(one)] >= lengths[value_of(best)]]
        if rivals and ranking.is_exact and (cost := self.cost_clause(decision, ranking.loss[rivals[0]])):
            suits = phrases.listed([cards.SUIT_NAMES[suit] for suit in sorted({*map(value_of, near), value_of(best)})], "or")
            return f"Name {suits}: naming {cards.SUIT_NAMES[value_of(rivals[0])]}, as long, {cost}"
        if rivals or len(alike) < 2 or (decision.known.tops != NOT_NAMED and len(heads) > 1):
            tip = self.reason(decision, best, other, ranking.bad)
            return self._with_rival_call(decision, tip.hint, best, other)
        suits = phrases.listed([cards.SUIT_NAMES[suit] for suit in sorted({*alike, value_of(best)})], "or")
        return f"Name {suits}: you hold {phrases.number_word(lengths[value_of(best)])} of each"

    def _with_rival_call(self, decision: Decision[CrossState], said: str, best: Action, other: Action | None) -> str:
        """Returns a sentence on a call, with the number that makes a worse call worse; empty without a worse call."""
        clause = self._rival_call_clause(decision, best, other) if other is not None else ""
        if any(what in said and what in clause for what in ("among the top three", "winners in their suits")):
            clause = f", {clause.rpartition(', ')[2]}"
        return with_clause(said, clause) if other is not None else ""

    def _rival_call_clause(self, decision: Decision[CrossState], best: Action, other: Action) -> str:
        """Returns a clause on a worse call, with a number of cards that is smaller than with the best call: of the suit, of its
        three highest, of winners in their suits, or of the three highest ranks; empty if none is smaller.
        """
        mine, theirs = value_of(best), value_of(other)
        if verb_of(best) is Verb.TRUMP:
            name, lengths = cards.SUIT_NAMES[theirs], self.suit_lengths(decision)
            few = phrases.count_in_words(lengths[theirs], name[:-1]) if lengths[theirs] else f"no {name[:-1]}"
            return f"; {'only ' if lengths[theirs] else ''}{few}" if lengths[mine] > lengths[theirs] else ""
        calls = [value_of(call) for call in decision.legal if verb_of(call) is Verb.TOPS]
        winners = {rank: self.count_winners(decision, rank) for rank in calls}
        tops = {rank: self.count_top_ranks(decision.hand, rank) for rank in calls}
        for count, what in ((winners, "winners in their suits"), (tops, "among the top three")):
            if max(count.values()) == count[mine] > count[theirs]:
                rival = f"with {phrases.rank_name(theirs, 2)} {self.count_words(count[theirs])}"
                return f"; {self.count_words(count[mine])} {'is' if count[mine] == 1 else 'are'} {what}, {rival}"
        return ""

    def contrast_sentence(self, decision: Decision[CrossState], card: Action, other: Action) -> str:
        """Returns a sentence on why a card is better than another one: the other one is a trump to keep, or wins more often
        later; empty if no reason is known.
        """
        trumps = decision.hand & OF_SUIT[decision.known.trumps]
        plain = [one for one in self.legal_cards(decision) if not self.is_trump(decision, one)]
        alone = decision.known.trick or len(plain) == 1 or all(self.are_level(decision, card, one) for one in plain)
        if alone and not self.is_trump(decision, card) and self.is_trump(decision, other):
            kept = f"{decision.face(other)}, your only trump" if trumps.bit_count() == 1 else "your trumps"
            does = f"{decision.face(card)}{self.low_rank_note(decision, card)} and keep {kept}"
            if not decision.known.trick:
                return f"Lead {does}"
            return "" if self.is_ahead(decision, card) else f"{self.words_for_losing(decision)}: throw {does}"
        return super().contrast_sentence(decision, card, other) or self.contrast_by_higher_cards(decision, card, other)

    def _suit_strength(self, decision: Decision[CrossState], call: Action) -> tuple[int, int]:
        """Returns a sort key for calls of trumps: the length of the suit in the hand, then the rank of its highest card."""
        own = cards.members(decision.hand & OF_SUIT[value_of(call)])
        return len(own), -min([self.rank_from_top(decision.known, card) for card in own], default=TRICKS_PER_HALF)

    def _agrees_with_partner(self, decision: Decision[CrossState], call: Action) -> bool:
        """Whether a call agrees with the standing call of the partner, once the partners are known."""
        return bool(decision.known.partners) and matching_caller(decision.known, decision.seat, call) is not None

    def _possible_ruffer(self, decision: Decision[CrossState]) -> tuple[int, int] | None:
        """Returns an opponent who plays later and may ruff one of the hand's highest cards, and the suit of that card; None if
        there is none.
        """
        trumps = decision.known.trump_suit
        if trumps is None or (decision.hand & OF_SUIT[trumps]).bit_count() < 2:
            return None
        masters = [card for card in cards.members(decision.hand) if self.is_master(decision, card)]
        found = ((self._later_ruffer(decision, card), SUIT[card]) for card in masters)
        return next(((who, suit) for who, suit in found if who is not None), None)

    def partner_ahead_sentence(self, decision: Decision[CrossState]) -> str:
        leader = self.winning_seat_and_card(decision)
        return f"[{leader[0]}], your partner, is ahead" if leader and leader[0] in self.own_side(decision) else ""

    def own_side(self, decision: Decision[CrossState]) -> Sequence[int]:
        partners = decision.known.partners
        return (decision.seat, partners[decision.seat]) if partners else (decision.seat,)

    def are_equal_in_worth(self, decision: Decision[CrossState], one: Action, two: Action) -> bool:
        """Whether two cards are level, or are the last two of a hand that can win no further trick."""
        if self.are_level(decision, one, two):
            return True
        out, last = cards.members(self._cards_elsewhere(decision)), (one, two)
        if max(last) >= VERB_SPAN or decision.hand.bit_count() > 2 or not decision.known.trick or self.later_seats(decision):
            return False
        if len(out) != len(decision.hand_sizes) - 1 or any(self.is_ahead(decision, card) for card in last):
            return False
        tricks = [[led, *[card for card in out if card != led], own] for led in out for own in last]
        return all(self.winning_index(decision.known, trick) < len(out) for trick in tricks)

    def count_top_cards(self, hand: Cards, suit: int, tops: int, maximum: int, row: bool = False) -> int:
        """Returns the number of a hand's cards among the highest `maximum` cards of a suit.

        tops: the top rank. row: True to stop at the first card that is missing.
        """
        found = 0
        for step in range(maximum):
            if hand & cards.BIT[suit * TRICKS_PER_HALF + (tops + step) % TRICKS_PER_HALF]:
                found += 1
            elif row:
                break
        return found

    def longest_run(self, group: Cards) -> int:
        """Returns the length of the longest sequence of ranks in cards of one suit. Below the Two, a sequence goes on with the
        Ace.
        """
        ranks = {cards.rank(card) for card in cards.members(group)}
        best = 0
        for rank in ranks:
            length = 0
            while length < TRICKS_PER_HALF and (rank + length) % TRICKS_PER_HALF in ranks:
                length += 1
            best = max(best, length)
        return best

    def count_of_rank(self, hand: Cards, rank: int) -> int:
        """Returns the number of cards of a rank in a hand."""
        return sum([bool(hand & cards.BIT[suit * TRICKS_PER_HALF + rank]) for suit in range(4)])

    def count_top_ranks(self, hand: Cards, rank: int, many: int = RUN) -> int:
        """Returns the number of a hand's cards of the `many` highest ranks. rank: the top rank."""
        return sum([self.count_of_rank(hand, (rank + step) % TRICKS_PER_HALF) for step in range(many)])

    # ------------------------------------------------------------------ play

    def _tips_about_partner(self, decision: Decision[CrossState], card: Action) -> Iterator[Tip]:
        """Yields the principles for a seat whose partner can ruff, needs tricks, or is winning the trick."""
        leader, taken = self.winning_seat_and_card(decision), decision.known.taken()
        if decision.known.partners:
            yield from self._tips_on_partners_trick(decision, card)
            mate = decision.known.partners[decision.seat]
            led = OF_SUIT[SUIT[card]]
            ruffs = decision.known.trump_suit is not None and decision.possible_cards(mate) & OF_SUIT[decision.known.trump_suit]
            alone = ruffs and self._later_ruffer(decision, card) is None
            if leader is None and not self.is_trump(decision, card) and not decision.possible_cards(mate) & led and alone:
                hint = f"Lead {decision.face(card)}: [{mate}], your partner, has no {suit_name(card)} and may ruff"
                ruff = f"[{mate}], your partner, had no {suit_name(card)} and could ruff"
                yield Tip("mate ruffs", hint, ruff, about=f"to {mate}")
            may = self.higher_cards(decision, card) & decision.possible_cards(mate)
            yield from self._tips_for_lead_to_mate(decision, card, mate) if leader is None and may else ()
            hopes = {one: decision.mean_or_zero(one, f"tricks {mate}") for one in self.legal_cards(decision)}
            leaves = (leader is None or mate in self.later_seats(decision)) and decision.is_figure_likely(
                card, f"to {mate}", EVEN
            )
            if (
                leaves
                and taken[mate] + 2 <= taken[decision.seat]
                and max(hopes.values()) - HOPE <= hopes[card] >= min(hopes.values()) + 4 * HOPE
            ):
                few = phrases.count_in_words(taken[mate], "trick") if taken[mate] else "no trick yet"
                does = f"Lead {decision.face(card)}: [{mate}] then wins more, and"
                if leader is not None:
                    does = f"Leave it to [{mate}] with {decision.face(card)}:"
                yield Tip("product", f"{does} {self._worth_clause(decision, mate)}",
                          f"[{mate}], your partner, had {few}, and the two counts multiply",
                          about=f"tricks {mate}")  # fmt: skip

    def _tips_on_partners_trick(self, decision: Decision[CrossState], card: Action) -> Iterator[Tip]:
        """Yields the principles about a trick that the partner surely wins: to leave it to the partner, or to take it all the
        same.
        """
        leader, taken = self.winning_seat_and_card(decision), decision.known.taken()
        if leader is None or leader[0] == decision.seat or leader[0] not in self.own_side(decision):
            return
        sure = self.partner_takes(decision)
        own = [one for one in self.legal_cards(decision) if SUIT[one] == SUIT[card] and not self.is_ahead(decision, one)]
        if sure and not self.is_ahead(decision, card) and self.is_cheapest(decision, card, own):
            kept = [one for one in self.winning_cards(decision) if self.is_trump(decision, one)]
            trumps = " and keep your trumps" if kept and not self.is_trump(decision, card) else ""
            yield Tip(
                "partner's",
                f"[{leader[0]}], your partner, wins it: {self.losing_verb(decision, card)} {decision.face(card)}"
                f"{self.low_rank_note(decision, card)}{trumps}",
                f"[{leader[0]}], your partner, had the trick",
                about="takes",
            )
        elif self.is_ahead(decision, card) and taken[decision.seat] < taken[leader[0]]:
            yield Tip("from partner", f"Take it from [{leader[0]}] with {decision.face(card)}: "
                      f"{self._worth_clause(decision, leader[0])}", about="takes")  # fmt: skip

    def _tips_for_lead_to_mate(self, decision: Decision[CrossState], card: Action, mate: int) -> Iterator[Tip]:
        """Yields the principle of a lead that loses to the partner. mate: the partner's seat."""
        hopes = {one: decision.mean_or_zero(one, f"tricks {mate}") for one in self.legal_cards(decision)}
        if decision.is_figure_rare(card, "takes") and hopes[card] >= max(
            max(hopes.values()) - HOPE, min(hopes.values()) + 2 * HOPE
        ):
            more, does = decision.known.taken()[mate] < decision.known.taken()[decision.seat], f"Lead {decision.face(card)}"
            hint = f"{does}: [{mate}], your partner, may win it"
            if more:
                hint = f"{does} to let [{mate}] win it: {self._worth_clause(decision, mate)}"
            missed = f"[{mate}], your partner, might have won it"
            yield Tip("mate wins", hint, missed, not more, (Claim(f"to {mate}", EVEN),), about=f"tricks {mate}")

    def _worth_clause(self, decision: Decision[CrossState], mate: int) -> str:
        """Returns a clause on the points that one more trick of each partner adds now. mate: the partner's seat."""
        taken = decision.known.taken()
        one, two = phrases.number_word(taken[decision.seat] + 1), phrases.number_word(taken[mate] + 1)
        return f"a trick of [{mate}'s] adds {one} to your score, one of yours {two}"

    def _tips_for_known_void(self, decision: Decision[CrossState], card: Action) -> Iterator[Tip]:
        """Yields the principle of leading a card of a suit in which the only opponent is known to be void, and which this
        opponent cannot ruff.
        """
        known = decision.known
        if known.trick or len(known.hands) > 2:
            return
        theirs = decision.possible_cards(1 - decision.seat)
        if not theirs & OF_SUIT[SUIT[card]] and self.surely_takes(decision, card):
            name, suit = decision.face(card), suit_name(card)
            yield Tip("known", f"[{1 - decision.seat} has] no more {suit}: lead {name}, it wins",
                      f"[{1 - decision.seat}] held no more {suit}: {name} was sure to win", about="takes")  # fmt: skip

    def is_true_of(
        self, decision: Decision[CrossState], tip: Tip, action: Action, other: Action, name: Callable[[Action], str]
    ) -> bool:
        if tip.name or max(action, other) >= VERB_SPAN:
            return super().is_true_of(decision, tip, action, other, name)
        return self.plain_sentence(decision, other, None).replace(name(other), name(action)) == tip.hint

    def plain_sentence(self, decision: Decision[CrossState], action: Action, other: Action | None) -> str:
        number = value_of(action)
        if verb_of(action) is Verb.TRUMP:
            held = (decision.hand & OF_SUIT[number]).bit_count()
            return f"Name {cards.SUIT_NAMES[number]}: you hold {phrases.number_word(held)} of them"
        if verb_of(action) is Verb.TOPS:
            return self._call_fact(decision, number)
        said = super().plain_sentence(decision, action, other)
        if other is not None and len(said.split()) <= 2 and self.surely_takes(decision, action):
            both = self.surely_takes(decision, other)
            return f"{said}: it wins {f'as surely as {decision.face(other)}, which stays' if both else 'for certain'}"
        return said

    def _call_fact(self, decision: Decision[CrossState], rank: int) -> str:
        """Returns a sentence on a call of the top rank. The sentence counts cards for which the called rank is as good as any
        other one, and names the highest trump if the hand would hold it. Without either it has only the call.
        """
        does, hand, trumps = f"Call {phrases.rank_name(rank, 2)}", decision.hand, decision.known.trumps
        calls = [value_of(call) for call in decision.legal if verb_of(call) is Verb.TOPS]
        best = trumps * TRICKS_PER_HALF + rank
        trump = f"{decision.face(best)} becomes the highest trump" if trumps != NOT_NAMED and hand & cards.BIT[best] else ""
        then = "" if trump else "then "
        for many in TOPS_COUNTED:
            counts = {call: self.count_top_ranks(hand, call, many) for call in calls}
            if not 1 < counts[rank] == max(counts.values()):
                continue
            said = f"{self.count_words(counts[rank], *OF_CARDS)} {then}among the top {phrases.number_word(many)}"
            if (low := TRICKS_PER_HALF - many) <= many // 2:
                few = self.count_words(left := hand.bit_count() - counts[rank], *OF_CARDS)
                said = f"{'only ' if left else ''}{few} {then}among the lowest {phrases.number_word(low)}"
            return f"{does}: {trump and f'{trump}, and '}{said}"
        winners = {call: self.count_winners(decision, call) for call in calls}
        if 1 < winners[rank] == max(winners.values()):
            return f"{does}: then {self.count_words(winners[rank], *WINNERS)}"
        held = {call: self.count_of_rank(hand, call) for call in calls}
        if 1 < held[rank] == max(held.values()):
            return f"{does}: you hold {phrases.number_word(held[rank])} of them"
        return f"{does}: {trump}" if trump else does
