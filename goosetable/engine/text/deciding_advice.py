"""Advice in games of tricks whose hint is the fact that explains most of the gain over a worse card.

A module of its own: three games of tricks share it, and the module of all games of tricks is long.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import ClassVar, Final, Generic, TypeVar

from goosetable import cards
from goosetable.cards import BIT, Card
from goosetable.engine.rules.action import VERB_SPAN, Action, value_of
from goosetable.engine.rules.state import TrickState
from goosetable.engine.rules.tricks import OF_SUIT, SUIT
from goosetable.engine.text.advice import (
    FIRM,
    MAX_WORDS,
    NEAR,
    Decision,
    Ranking,
    Tip,
    suit_name,
    with_clause,
    with_pronouns_for_several,
)
from goosetable.engine.text.explain import LATER, REAL_ERRORS
from goosetable.engine.text.trick_advice import FEW, TrickAdvice
from goosetable.engine.text.trick_facts import HALF
from goosetable.engine.words import phrases

T = TypeVar("T", bound=TrickState)

NEAR_POINTS: Final = 0.3
"""Greatest difference in mean points between two cards that a hint calls as good."""
DECIDES: Final = 0.35
"""Least part of the gain, 0..1, that a figure explains for a fact about it to come before all others."""
SLIGHT: Final = 0.01
"""Greatest loss of value of cards that a hint sums up as "anything but" the few worse ones."""
MOST_ALIKE: Final = 3
"""Largest number of cards that a hint names as equally good."""
SENSIBLE: Final = (
    "dump", "leave one", "force", "hold goose", "mate ruffs", "known", "sure", "master", "draw", "hunt", "to mate", "void",
    "red master", "red lead",
)  # fmt: skip
"""Principles that prefer one lead where all leads have about the same value."""


class DecidingAdvice(TrickAdvice[T], Generic[T]):
    """Advice in games of tricks that puts whole hints into words."""

    about: ClassVar[Mapping[str, str]] = {
        **dict.fromkeys(("take", "try", "ruff", "firm", "over", "draw", "sure", "master"), "takes"),
        **dict.fromkeys(("cheap", "hold", "lost", "keep trumps", "void", "wait", "drive"), LATER),
    }
    """By principle, the figure that it is about, if the tip itself does not say so."""

    def _contrast_with_high_card_kept(self, decision: Decision[T], card: Action, other: Action) -> str:
        """Returns a sentence on a lead that keeps `other`, a high card that few other cards can still beat; empty if `other` is
        no such card.
        """
        above = cards.members(self.higher_cards(decision, other))
        high = (
            not self.is_trump(decision, other) and self.is_high(decision, other) and self.trick_chance(decision, other) < HALF
        )
        if not high or not 0 < len(above) <= FEW or self.is_high(decision, card) or SUIT[card] == SUIT[other]:
            return ""
        out = f"{self.names(decision, above)} {self._is_or_are(above)} still out above it"
        return f"Lead {decision.face(card)}{self.low_rank_note(decision, card)} and keep {decision.face(other)}: {out}"

    def purpose_clause(self, decision: Decision[T], kept: Card, card: Card) -> str:
        above, same = cards.members(self.higher_cards(decision, kept)), SUIT[card] == SUIT[kept]
        lower = same and self.rank_from_top(decision.known, kept) > self.rank_from_top(decision.known, card)
        if lower or not self._cards_elsewhere(decision) & OF_SUIT[SUIT[kept]]:
            return ""
        if not above:
            return f", the highest {'trump' if self.is_trump(decision, kept) else suit_name(kept, 1)} left"
        if self.is_trump(decision, kept) and not same:
            return ", a trump"
        if len(above) <= FEW:
            return f", with only {self.names(decision, above)} above it"
        fewer = self.higher_cards(decision, card).bit_count() - len(above)
        count = f"one {suit_name(kept, 1)} fewer" if fewer == 1 else f"{phrases.number_word(fewer)} fewer {suit_name(kept)}"
        return f", with {count} above it" if same and fewer > 0 else ""

    def contrast_sentence(self, decision: Decision[T], card: Action, other: Action) -> str:
        """Returns a sentence on why a card is better than another one; empty if no reason is known. If both cards would be
        winning the trick so far, the sentence names the cards that could still beat only the other one.
        """
        if not decision.known.trick:
            return self._contrast_with_high_card_kept(decision, card, other)
        chance = self.trick_chance(decision, card)
        if self.is_ahead(decision, card) and not self.is_ahead(decision, other) and FIRM <= chance < HALF:
            does = "Ruff with" if self.is_trump(decision, card) and not self.follows_suit(decision, card) else "Play"
            return f"{does} {decision.face(card)}: it may win the trick, and {decision.face(other)} cannot"
        if not self.is_ahead(decision, card) or not self.is_ahead(decision, other):
            return ""
        over = cards.members(self.beaters(decision, other) & ~self.beaters(decision, card))
        surer = chance >= self.trick_chance(decision, other) + FIRM
        if not surer or not 0 < len(over) <= MOST_ALIKE:
            return ""
        return f"Play {decision.face(card)}, not {decision.face(other)}, which {self._names_with_or(decision, over)} could beat"

    def words_for_losing(self, decision: Decision[T]) -> str:
        """Returns the words before a card that does not win the trick. They say that a partner is ahead, that no card can win
        it, or that the trick is let go.
        """
        leaves = self.winning_cards(decision) and not self.partner_ahead_sentence(decision)
        return "Let it go" if leaves else self.lost_trick_words(decision)

    def contrast_by_higher_cards(self, decision: Decision[T], card: Action, other: Action) -> str:
        """Returns a sentence on throwing a card and keeping `other`, a card of another suit, because fewer cards are above
        `other`.

        Empty for a lead, for trumps, and if no fewer cards are above `other`. Also empty if `other` is no card to think of
        throwing, because no higher card of its suit is out or the hand has a lower card of its suit.
        """
        above, beyond = (cards.members(self.higher_cards(decision, one)) for one in (card, other))
        trumps = self.is_trump(decision, card) or self.is_trump(decision, other)
        out = self._cards_elsewhere(decision) & OF_SUIT[SUIT[other]]
        few = len(beyond) <= FEW or len(above) >= len(beyond) + MOST_ALIKE
        if not decision.known.trick or trumps or SUIT[card] == SUIT[other] or len(above) <= len(beyond) or not out or not few:
            return ""
        if not beyond or not self.is_lowest_of_suit(decision, other):
            return ""
        first = f"{self._names_or_number(decision, above)} {self._is_or_are(above)} above it"
        throws = f"{self.words_for_losing(decision)}, throw {decision.face(card)}"
        return f"{throws}: {first}, only {self._names_or_number(decision, beyond)} above {decision.face(other)}"

    def whole_hint(self, decision: Decision[T], ranking: Ranking) -> str:
        if ranking.best >= VERB_SPAN:
            return ""
        if ranking.is_exact:
            return self.exact_hint(decision, ranking)
        legal = self.legal_cards(decision)
        near = [one for one in legal if one != ranking.best and self.is_as_good_as_best(decision, ranking, one)]
        if len(near) == len(legal) - 1:
            return self._hint_on_level_leads(decision, ranking, near) or ranking.indifferent
        other = next((one for one in (*ranking.worse, *ranking.close) if one not in near), None)
        rest = [one for one in legal if one not in (ranking.best, *near)]
        sampled = any(decision.is_counted(one) for one in legal)
        slight = SLIGHT if sampled else NEAR
        bad = [
            one
            for one in rest
            if self.least_loss_of_level_cards(decision, ranking, one) > slight or (sampled and one in ranking.worse)
        ]
        tip, part = self.deciding_tip(decision, ranking.best, other, bad, near)
        vague = not tip.hint or tip.weak
        if vague and not bad:
            return self._hint_on_level_leads(decision, ranking, [*near, *rest]) or ranking.indifferent
        others = [] if part >= DECIDES or tip.name == "void" else [*ranking.worse, *(ranking.close if vague else ())]
        if contrast := self._hint_by_contrast(decision, ranking, near, [one for one in others if one not in near]):
            return contrast
        if vague and 0 < len(bad) <= max(FEW, len(legal) // 3) and len(legal) - len(bad) >= MOST_ALIKE:
            return self._hint_against(decision, ranking, bad, near)
        if vague and near and not sampled and (said := self._hint_on_level_leads(decision, ranking, near)):
            return said
        tip = tip if tip.hint else self._tip_against(decision, ranking.best, next(iter(ranking.worse), None))
        if not tip.hint:
            return self._hint_on_suit_to_keep(decision, ranking, [ranking.best, *near])
        return self.with_equal_cards_named(decision, ranking.best, tip, [*near, *self._cards_hardly_worse(ranking, near)])

    def _cards_hardly_worse(self, ranking: Ranking, near: Sequence[Action]) -> list[Action]:
        """Returns the cards that the search cannot tell from the best one and that lose little at most. near: cards to leave
        out, because they are as good as the best one.
        """
        return [one for one in ranking.close if one not in near and ranking.loss[one] <= SLIGHT]

    def _tip_against(self, decision: Decision[T], card: Action, other: Action | None) -> Tip:
        """Returns the first principle that holds for a card and not for another one; an empty tip if there is none. Weak
        principles do not count.
        """
        if other is None:
            return Tip("", "")
        besides = self.sound_tip_names(decision, other)
        own = [tip for tip in self.sound_tips(decision, card) if not tip.weak and tip.name not in besides]
        return own[0] if own else Tip("", "")

    def _hint_by_contrast(
        self, decision: Decision[T], ranking: Ranking, near: Sequence[Action], others: Sequence[Action]
    ) -> str:
        """Returns a sentence on why the best card is better than one of the cards `others`, the first for which there is a
        reason; empty if there is none. It also names the good cards for which the sentence is true.
        """
        told = ((one, self.contrast_sentence(decision, ranking.best, one)) for one in others)
        rival, said = next((pair for pair in told if pair[1]), (ranking.best, ""))
        if not said:
            return ""
        group = [*near, *self._cards_hardly_worse(ranking, near)]
        alike = [one for one in group if self._is_contrast_true_of(decision, one, rival, ranking.best, said)]
        return self.with_equal_cards_named(decision, ranking.best, Tip("", said), near, alike)

    def _hint_on_suit_to_keep(self, decision: Decision[T], ranking: Ranking, group: Sequence[Action]) -> str:
        """Returns a sentence on several equally good discards, if the cards that stay are all of one suit; else empty.

        group: the discards.
        """
        fact, rest = self.shared_fact(decision), [one for one in self.legal_cards(decision) if one not in group]
        suits = {SUIT[one] for one in rest}
        if not fact or len(group) < FEW or len(suits) != 1 or suits & {SUIT[one] for one in group}:
            return ""
        kept = decision.face(rest[0]) if len(rest) == 1 else f"the {suit_name(rest[0])}"
        return f"{fact}: throw {ranking.listed(group)} and keep {kept}"

    def _hint_on_level_leads(self, decision: Decision[T], ranking: Ranking, near: Sequence[Action]) -> str:
        """Returns the hint on leads that the search cannot tell apart: it names the lead with the best reason. Empty for other
        decisions, and if no lead has a reason.

        near: the leads that are as good as the best one.
        """
        legal = self.legal_cards(decision)
        if decision.known.trick or all(self.are_identical(decision, ranking.best, one) for one in near):
            return ""
        for one in sorted([ranking.best, *near], key=lambda card: ranking.loss.get(card, 0.0)):
            shared = [card for card in legal if card != one and not self.are_level(decision, card, one)]
            reasons = [tip for tip in self.sound_tips(decision, one) if tip.name in SENSIBLE]
            fit, _ = self.distinguishing_tips(decision, [tip._replace(weak=False) for tip in reasons], shared)
            if fit:
                alike = [card for card in legal if card != one and self.are_level(decision, card, one)]
                return with_clause(self.with_equal_cards_named(decision, one, fit[0], alike), "; other leads are hardly worse")
        fact = self.plain_sentence(decision, ranking.best, None)
        return self.with_equal_cards_named(decision, ranking.best, Tip("", fact), near) if ":" in fact else ""

    def _hint_against(self, decision: Decision[T], ranking: Ranking, bad: Sequence[Action], near: Sequence[Action]) -> str:
        """Returns the hint for a position in which only a few cards are worse. The first of these that is possible: a warning
        against the few, with a reason that is true of no other card; a fact about the best card. If the search cannot tell
        the few from the others, returns that the choice makes hardly a difference.

        bad: the few worse cards. near: the cards that are as good as the best one.
        """
        bad = [one for one in bad if one in ranking.worse]
        if not bad:
            rest = [one for one in self.legal_cards(decision) if one != ranking.best]
            return self._hint_on_level_leads(decision, ranking, rest) or ranking.indifferent
        good, names = [one for one in self.legal_cards(decision) if one not in bad], self._names_with_or(decision, bad)
        if why := self._counted_drawback(decision, bad, good):
            return f"Anything but {names}{why}"
        if why := self._measured_drawback(decision, ranking.best, bad, good):
            return f"Anything but {names}: with another card {why}"
        tip, group = self._tip_against(decision, ranking.best, bad[0]), [one for one in good if one != ranking.best]
        tip = tip if tip.hint else Tip("", self.plain_sentence(decision, ranking.best, bad[0]))
        return self.with_equal_cards_named(decision, ranking.best, tip, group if tip.name else near)

    def _counted_drawback(self, decision: Decision[T], bad: Sequence[Card], good: Sequence[Card]) -> str:
        """Returns the end of a sentence that warns against the cards `bad`: a fact about the position that is true of all of
        them and of no card of `good`; empty if there is none.
        """
        leads, trumps = not decision.known.trick, [one for one in good if self.is_trump(decision, one)]
        if leads and (ruffed := [self._later_ruffer(decision, one) for one in bad]) and None not in ruffed:
            same = len({(who, SUIT[one]) for who, one in zip(ruffed, bad, strict=True)}) == 1
            if same and not any(self._later_ruffer(decision, one) is not None for one in good):
                return f": [{ruffed[0]} has] no {suit_name(bad[0])} and may ruff"
        if not trumps and all(self.is_trump(decision, one) for one in bad):
            return f": keep your {'only trump' if len(bad) == 1 else 'trumps'}"
        (card, *more), others = bad, [one for one in good if SUIT[one] == SUIT[bad[0]]]
        above, out = cards.members(self.higher_cards(decision, card)), self._cards_elsewhere(decision) & OF_SUIT[SUIT[card]]
        if more or not out or self.is_trump(decision, card):
            return ""
        if not leads and not above and not any(self.is_master(decision, one) for one in good):
            return f", the highest {suit_name(card, 1)} left"
        if (
            leads
            and len(above) == 1
            and self.is_high(decision, card)
            and not any(self.is_high(decision, one) for one in others)
        ):
            return f": {decision.face(above[0])} is still out above it"
        return ""

    def _later_ruffer(self, decision: Decision[T], card: Card) -> int | None:
        """Returns an opponent who plays later, is void in a card's suit and may hold a trump; None if there is none."""
        trumps = decision.known.trump_suit
        foes = [who for who in self.later_seats(decision) if who not in self.own_side(decision)]
        held = {who: decision.possible_cards(who) for who in foes}
        if trumps is None or SUIT[card] == trumps:
            return None
        return next((who for who in foes if held[who] & OF_SUIT[trumps] and not held[who] & OF_SUIT[SUIT[card]]), None)

    def _measured_drawback(self, decision: Decision[T], best: Card, bad: Sequence[Card], good: Sequence[Card]) -> str:
        """Returns words for a figure of the playouts that is better after every card of `good` than after any of `bad`, and
        that explains much of the best card's gain; empty if there is none.
        """
        for sign in self.outcomes(decision, best, bad[0]):
            if sign.key == "takes":  # its words name the cards
                continue
            mine, found = decision.prospects.get(best), [decision.prospects.get(one) for one in bad]
            if mine is None or any(one is None or not one.deals for one in found):
                return ""
            gains = [mine.mean(sign.key) - one.mean(sign.key) for one in found if one is not None]
            errors = [mine.errors.get(sign.key, 1.0) + one.errors.get(sign.key, 1.0) for one in found if one is not None]
            way, means = 1 if gains[0] > 0 else -1, [decision.mean(one, sign.key) for one in good]
            firm = all(way * gain > REAL_ERRORS * error for gain, error in zip(gains, errors, strict=True))
            limit = max([way * one.mean(sign.key) for one in found if one is not None])
            shared = all(mean is not None and way * mean > limit for mean in means)
            words = sign.more if way > 0 else sign.less
            if words and firm and shared and all(self.explained_part(decision, best, one, sign.key) >= DECIDES for one in bad):
                return words
        return ""

    def thrift_sentence(self, decision: Decision[T], best: Action) -> str:
        """Returns a sentence on a trick that is lost, or that a partner has won: the best card, and a more valuable one to keep
        for later. Empty in any other trick, and if no card is more valuable.
        """
        fact = self.shared_fact(decision)
        if not fact or best >= VERB_SPAN or self.is_ahead(decision, best):
            return ""
        legal, key = self.legal_cards(decision), self._worth_key(decision, best)
        dear = self.dearest(decision, legal)
        level = [one for one in legal if self.are_level(decision, one, best) or self._worth_key(decision, one) == key]
        if self._worth_key(decision, dear) <= key or self.are_level(decision, best, dear) or len(level) > MOST_ALIKE:
            return ""
        if not self.is_cheapest(decision, best, [one for one in legal if SUIT[one] == SUIT[best]]):
            return ""
        last = decision.hand.bit_count() == FEW
        apart = SUIT[dear] != SUIT[best] and not self.is_trump(decision, dear)
        if not last and apart and not self.is_high(decision, dear):
            return ""
        does = f"{self.losing_verb(decision, best)} {self._names_with_or(decision, level)}{self.low_rank_note(decision, best)}"
        alike = [one for one in legal if one not in level and self.are_level(decision, one, dear)] if apart else [dear]
        kept = " for the last trick" if last else self.purpose_clause(decision, dear, best)
        if len(alike) > 1 and self.is_master(decision, dear):
            kept = f", the highest {suit_name(dear)} left"
        return f"{fact}: {does} and keep {self.names(decision, alike)}{kept}"

    def tips_when_tricks_wanted(self, decision: Decision[T], card: Card) -> Iterator[Tip]:
        yield from self._tips_for_last_two(decision, card)
        yield from super().tips_when_tricks_wanted(decision, card)

    def _tips_for_last_two(self, decision: Decision[T], card: Card) -> Iterator[Tip]:
        """Yields the principle for a hand of two cards: to take this trick with the card after which the other one surely wins
        the last trick.
        """
        rest = cards.members(decision.hand & ~BIT[card])
        if len(rest) != 1 or not self.surely_takes(decision, card):
            return
        out = self._cards_elsewhere(decision) & ~BIT[card]
        own, trumps = OF_SUIT[SUIT[rest[0]]], decision.known.trump_suit
        ruffs = trumps is not None and SUIT[rest[0]] != trumps and out & OF_SUIT[trumps]
        if ruffs or self.higher_cards(decision, rest[0]):
            return
        does = phrases.with_capital(self.command(decision, card))
        if decision.known.trick:
            ruff = self.is_trump(decision, card) and not self.follows_suit(decision, card)
            does = f"{'Ruff' if ruff else 'Take it'} with {decision.face(card)}"
        why = "" if out & own else f", for {self.others_have_words(decision)} no {suit_name(rest[0])}"
        if trumps is not None and SUIT[rest[0]] != trumps:
            why = f"{why} and no trump" if why else ", for no trump is left"
        yield Tip("last two", f"{does}: {decision.face(rest[0])} wins the last trick as well{why}",
                  f"{decision.face(card)} and {decision.face(rest[0])} would have won both tricks",
                  about=f"tricks {decision.seat}")  # fmt: skip

    def common_result_sentence(self, decision: Decision[T], ranking: Ranking) -> str:
        """Returns a sentence on the result that all cards lead to, if it is exactly known; else empty."""
        return ""

    def exact_hint(self, decision: Decision[T], ranking: Ranking) -> str:
        """Returns the hint for exact values: all best cards, their reason, and what the others cost. If all cards are equal,
        returns their result, or that it makes no difference. Empty if the values do not say which cards are worse, or if no
        short sentence is found.
        """
        equal, worse = [ranking.best, *[one for one in decision.legal if one in ranking.level]], list(ranking.worse)
        costs = {self.cost_clause(decision, ranking.loss[one]) for one in worse}
        if not worse or len(equal) + len(worse) < len(decision.legal):
            return "" if worse else self.common_result_sentence(decision, ranking) or ranking.indifferent
        cost = costs.pop() if len(costs) == 1 else "costs you a trick or more"
        several = cost.replace("costs", "cost") if len(worse) > 1 else cost
        fact = self.shared_fact(decision)
        bad = ranking.listed(worse).replace("any of ", "").replace("any ", "a ")
        kind = self.purpose_clause(decision, worse[0], ranking.best) if len(worse) == 1 else ""
        if kind and cost and not any(self.purpose_clause(decision, one, ranking.best) == kind for one in equal):
            but = f"Anything but {bad}{kind}: {'playing' if decision.known.trick else 'leading'} it {cost}"
        else:
            but = f"Anything but {bad}{f', which {several}' if cost else ': the others are all equal'}"
        but = f"{fact}: a{but[1:]}" if fact else but
        short = len(ranking.listed(equal).split()) <= len(ranking.listed(worse).split())
        if len(equal) > MOST_ALIKE and not short and len(but.split()) <= MAX_WORDS:
            return but
        tip, _ = self.deciding_tip(decision, ranking.best, worse[0], worse)
        if not cost:
            return self.with_equal_cards_named(decision, ranking.best, tip, equal[1:]) if tip.hint else ""
        alike = [
            one for one in equal if one == ranking.best or self.is_true_of(decision, tip, ranking.best, one, decision.face)
        ]
        hint = tip.hint if len(alike) == len(equal) else ""
        if not hint:
            does = self.command(decision, ranking.best)
            if fact and not self.is_ahead(decision, ranking.best):
                does = f"{self.losing_verb(decision, ranking.best)} {decision.face(ranking.best)}"
            hint = f"{fact}: {does}" if fact else phrases.with_capital(does)
        if not short and len(equal) > MOST_ALIKE:
            return ""
        hint = hint.replace(decision.face(ranking.best), ranking.listed(equal), 1)
        clause = f"{self.names(decision, worse)} {several}" if len(worse) == 1 else f"any other card {cost}"
        hint = with_clause(hint, f"{';' if ':' in hint else ':'} {clause}")
        return with_pronouns_for_several(hint, len(equal)) if len(equal) > 1 else hint

    def _names_with_or(self, decision: Decision[T], group: Sequence[Action]) -> str:
        ordered = sorted(group, key=lambda one: (SUIT[one], self.rank_from_top(decision.known, one)))
        return phrases.listed([decision.face(one) for one in ordered], "or")

    def least_loss_of_level_cards(self, decision: Decision[T], ranking: Ranking, card: Action) -> float:
        """Returns the least loss of value among a card and the cards level with it. The values of level cards differ only by
        chance.
        """
        alike = [one for one in self.legal_cards(decision) if decision.is_counted(one) and self.are_level(decision, card, one)]
        return min([ranking.loss.get(one, 1.0) for one in (card, *alike)])

    def is_as_good_as_best(self, decision: Decision[T], ranking: Ranking, other: Action) -> bool:
        """Whether a card is as good as the best one. It is, if both are equal in worth, or if their values and their mean
        points hardly differ. In the comparison of values and points, a card equal in worth to `other` may stand for `other`.
        """
        if other in ranking.level or self.are_equal_in_worth(decision, ranking.best, other):
            return True
        key = f"points {decision.seat}"
        alike = [
            one
            for one in self.legal_cards(decision)
            if decision.is_counted(one) and self.are_equal_in_worth(decision, one, other)
        ]
        for one in (other, *alike):
            mine, theirs = decision.mean(ranking.best, key), decision.mean(one, key)
            same = mine is None or theirs is None or -NEAR_POINTS <= theirs - mine <= 1
            equal = mine is not None and theirs is not None and theirs >= mine - NEAR_POINTS / 3
            if same and ranking.loss.get(one, 1.0) <= (2 * NEAR if equal else NEAR):
                return True
        return False

    def deciding_tip(
        self,
        decision: Decision[T],
        card: Action,
        other: Action | None,
        rest: Sequence[Action],
        near: Sequence[Action] = (),
    ) -> tuple[Tip, float]:
        """Returns the first principle whose figure explains much of the gain by a card, and the part of the gain that it
        explains: 0..1, sometimes more. If no principle sets the card apart, returns an empty tip and 0.

        other: the card to compare with. rest: all worse cards. near: other cards that are as good; no sentence may say that
        `card` is better than one of them.
        """
        held = [decision.face(value_of(one)) for one in near]
        own = [tip for tip in self.sound_tips(decision, card) if not any(name in tip.hint for name in held)]
        besides = self.sound_tip_names(decision, other)
        fit, _ = self.distinguishing_tips(decision, [tip for tip in own if tip.name not in besides], rest)
        if not fit:
            return Tip("", ""), 0.0
        parts = [self.explained_part(decision, card, other, self.figure_of(decision, tip)) for tip in fit]
        least = max(DECIDES, max(parts) / 2)
        place = min(range(len(fit)), key=lambda place: (parts[place] < least, fit[place].weak, place))
        return fit[place], parts[place]

    def _is_contrast_true_of(self, decision: Decision[T], card: Action, rival: Action, best: Action, said: str) -> bool:
        """Whether a sentence on why the best card is better than a rival is also true of `card` in place of the best card.

        said: the sentence on the best card.
        """
        if card == rival or decision.face(card) in said:
            return False
        told = self.contrast_sentence(decision, card, rival).replace(self.low_rank_note(decision, card), "")
        return told.replace(decision.face(card), decision.face(best), 1) == said.replace(self.low_rank_note(decision, best), "")

    def with_equal_cards_named(
        self, decision: Decision[T], card: Action, tip: Tip, near: Sequence[Action], alike: Sequence[Action] = ()
    ) -> str:
        """Returns a tip's hint on a card, with the names of other cards that are as good. Cards for which the sentence is true
        join the name of the card; a clause at the end names a few others.

        near: cards that are as good by value. alike: cards for which the sentence is known to be true.
        """
        alike = [*alike, *[one for one in near if self.is_true_of(decision, tip, card, one, decision.face)]]
        alike = [one for one in alike if not self.has_drawback(decision, one, card)]
        hint = tip.hint
        held = [one for one in self.legal_cards(decision) if SUIT[one] == SUIT[card]]
        if len(alike) >= MOST_ALIKE and sorted([card, *alike]) == held:
            hint = hint.replace(decision.face(card), f"any {suit_name(card, 1)}", 1)
            near = [one for one in near if one not in alike]
        elif alike:
            alike.sort(key=lambda one: (not self.are_level(decision, card, one), SUIT[one] != SUIT[card]))
            near, named = [one for one in near if one not in alike], [card, *alike[:MOST_ALIKE]]
            hint = with_pronouns_for_several(
                hint.replace(decision.face(card), self._names_with_or(decision, named), 1), len(named)
            )
        rest = [one for one in near if decision.face(one) not in hint and (not tip.name or self.are_level(decision, card, one))]
        rest = [one for one in rest if not self.has_drawback(decision, one, card)]
        if 0 < len(rest) <= FEW:
            clause = f"; {self.names(decision, rest)} {self._is_or_are(rest)} as good"
            return with_clause(hint, clause)
        return hint

    def has_drawback(self, decision: Decision[T], action: Action, best: Action) -> bool:
        """Whether a card seems dearer to play than the best one: the card is of the same suit and more valuable, the card is
        high and the best one is not, or only one of the two is a trump.
        """
        if max(action, best) >= VERB_SPAN or self.are_level(decision, action, best):
            return False
        dearer = SUIT[action] == SUIT[best] and self._worth_key(decision, action) > self._worth_key(decision, best)
        trumps = self.is_trump(decision, action) != self.is_trump(decision, best)
        return dearer or trumps or self.is_high(decision, action) > self.is_high(decision, best)
