"""Principles of Fools Gold on leads, and the worth of a suit to a seat."""

from __future__ import annotations

from collections.abc import Iterator

from goosetable import cards
from goosetable.cards import BIT, Card
from goosetable.engine.rules.tricks import SUIT
from goosetable.engine.text.advice import (
    MOSTLY,
    NEARLY_NEVER,
    SELDOM,
    UNLIKELY,
    Decision,
    Ranking,
    Tip,
    suit_name,
    with_clause,
    with_pronouns_for_several,
)
from goosetable.engine.text.trick_advice import FEW
from goosetable.engine.text.trick_facts import HALF
from goosetable.engine.words import phrases
from goosetable.engine.words.phrases import rank_name
from goosetable.games.fools_gold.rules import KEEP, OF_RANK, OF_SUIT, FoolsGoldState, points_for_best_suit
from goosetable.games.fools_gold.sets import SetAdvice, lacks_one

EARLY = 3
"""Least number of further cards of a suit that the hand must hold for it to be called long."""
LATE = 5
"""Largest number of cards in hand at which many trumps are a burden."""


LOSING = frozenset({"exit low", "exit"})
"""Principles of a lead that should lose."""
ALIKE_LEADS = 0.02
"""Largest loss of value, in games, of a lead that is named beside another one that should lose as well."""


class LeadAdvice(SetAdvice):
    """The principles of leading a card."""

    def gains_by_ruff(self, decision: Decision[FoolsGoldState], card: Card) -> bool:
        """Whether a later ruff in a card's suit could gain something: the suit must count for the seat to act."""
        return self.suit_gain(decision, card) > 0 and super().gains_by_ruff(decision, card)

    def suit_gain(self, decision: Decision[FoolsGoldState], card: Card) -> int:
        """Returns the points, without bonuses, that the seat to act gains by keeping a card of a suit. card: any card of the
        suit.
        """
        kept = decision.known.kept[decision.seat]
        return points_for_best_suit(kept | BIT[self._unkept_card(decision, card)]) - points_for_best_suit(kept)

    def _unkept_card(self, decision: Decision[FoolsGoldState], card: Card) -> Card:
        """Returns a card of the same suit that no seat has kept; the card itself if all are kept."""
        kept = sum(decision.known.kept)
        return next((one for one in cards.members(OF_SUIT[SUIT[card]]) if not kept & BIT[one]), card)

    def suit_worth(self, decision: Decision[FoolsGoldState], card: Card) -> int:
        """Returns above 0 if the suit of this trick counts for the seat to act, below 0 if it counts against the seat, and 0
        if that is open. It follows from the playouts; without playouts, from the cards that the seat has kept. card: the card
        to play.
        """
        led = decision.known.trick[0] if decision.known.trick else card
        now, share = self.suit_gain(decision, led), decision.mean(card, f"suit {SUIT[led]}")
        if share is None:
            return now if decision.known.kept[decision.seat] else 0
        if share >= (SELDOM if now > 0 and self._has_kept_card(decision) else MOSTLY):
            return 1
        return -1 if share <= SELDOM and (now < 0 or not self._has_kept_card(decision)) else 0

    def _has_kept_card(self, decision: Decision[FoolsGoldState]) -> bool:
        """Whether the seat to act has kept a card."""
        return bool(decision.known.kept[decision.seat])

    def suit_counts_clause(self, decision: Decision[FoolsGoldState], card: Card, suit_worth: int) -> str:
        """Returns a clause like "clubs count for you", on the suit of this trick. suit_worth: the result of `suit_worth`; it
        must not be 0.
        """
        suit = suit_name(decision.known.trick[0] if decision.known.trick else card)
        if not self._has_kept_card(decision):
            lengths = self.suit_lengths(decision)
            length = lengths[SUIT[decision.known.trick[0] if decision.known.trick else card]]
            if suit_worth > 0 and not max(EARLY, max(lengths) - 1) < length:
                return "the first card that you keep counts for you"
            return f"{suit} should {'become your suit' if suit_worth > 0 else 'count against you later'}"
        if suit_worth > 0 and self.suit_gain(decision, decision.known.trick[0] if decision.known.trick else card) <= 0:
            return f"{suit} should become your suit"
        return f"{suit} count {'for' if suit_worth > 0 else 'against'} you"

    def _reason_to_win(self, decision: Decision[FoolsGoldState], card: Card) -> str:
        """Returns a clause on a lead that may win: nothing, only a trump, or only one or two cards can beat it. If another
        card of the suit could complete a set, the clause says instead that this card is better played later. Empty without
        such a reason.
        """
        rest = cards.members(decision.hand & OF_SUIT[SUIT[card]] & ~BIT[card])
        kept, above = decision.known.kept[decision.seat], cards.members(self.higher_cards(decision, card))
        pairs = [one for one in rest if lacks_one(kept & OF_RANK[cards.rank(one)]) and self._can_be_set(decision, one)]
        if pairs and not lacks_one(kept & OF_RANK[cards.rank(card)]) and not self.surely_takes(decision, pairs[0]):
            return f", and {decision.face(pairs[0])}, for a set of {rank_name(cards.rank(pairs[0]), 2)}, is safer later"
        if len(above) <= FEW:
            return f", and {self._beaten_by(decision, card)} it"
        return ", and it should win" if self.should_take(decision, card) else ""

    def _reason_to_lose_lead(self, decision: Decision[FoolsGoldState], card: Card) -> str:
        """Returns a clause on why a lead should lose: the suit led counts against the seat to act, no suit counts for the seat
        yet, or a high card of a suit that counts for the seat is better played when another seat leads that suit.
        """
        if self.suit_gain(decision, card) < 0:
            return f"{suit_name(card)} would count against you"
        if not self._has_kept_card(decision):
            mine, lengths = decision.known.trump_suit, self.suit_lengths(decision)
            barred = mine is not None and not decision.known.broken and lengths[mine] > sorted(lengths)[-2]
            return "trumps, your long suit, may not be led yet" if barred else "no suit is yours yet"
        good = [one for one in self.legal_cards(decision) if SUIT[one] != SUIT[card] and self.suit_gain(decision, one) > 0]
        held = [one for one in good if 0 < self.higher_cards(decision, one).bit_count() <= FEW]
        held.sort(key=lambda one: self.higher_cards(decision, one).bit_count())
        return (
            f"{decision.face(held[0])} is better when another leads {suit_name(held[0])}" if held else "another must lead next"
        )

    def _tips_for_leading(self, decision: Decision[FoolsGoldState], card: Card) -> Iterator[Tip]:
        name, suit, worth = decision.face(card), suit_name(card), self.suit_worth(decision, card)
        own, takes = decision.hand & OF_SUIT[SUIT[card]], self.should_take(decision, card)
        yield from self._tips_for_hopeful_lead(decision, card)
        if worth > 0 and not self.should_lose(decision, card):
            clause, why = self.suit_counts_clause(decision, card, worth), self._reason_to_win(decision, card)
            yield Tip(
                "own suit", f"Lead {name}: {clause}{why}", f"{clause}{f', and {name} was likely to win' if takes else ''}"
            )
        if worth == 0 and takes and own.bit_count() > EARLY:
            count, wins = phrases.number_word(own.bit_count() - 1), self.verb_for_fate(decision, card)
            yield Tip("long", f"Lead {name}: it {wins}, and {suit}, with {count} more, may be your suit")
        held = sorted(cards.members(own), key=lambda one: self.rank_from_top(decision.known, one))
        best, low = held[0], held[-1]
        share = decision.mean(card, f"suit {SUIT[card]}")
        takes_share = decision.mean(card, "takes")
        if takes_share is not None and takes_share <= UNLIKELY and (share is None or share < HALF):
            why = self._reason_to_lose_lead(decision, card)
            missed = f"{name} would have lost the lead, and {why}"
            sure = takes_share < NEARLY_NEVER and not self.is_master(decision, card)
            only = f", your only {suit_name(card, 1)}" if low == best else ""
            stays = "" if self.are_level(decision, card, low) else f"; {decision.face(low)} stays to lose a later one"
            said = f"Lead {name}{only}: {self._loss_clause(decision, card)}, and {why}"
            yield Tip("exit low" if sure else "exit", with_clause(said, stays), missed)
        over, top = cards.members(self.higher_cards(decision, card)), self.are_level(decision, card, best)
        apart = top and not self.are_level(decision, card, low) and decision.is_figure_rare(card, "takes")
        if self.suit_gain(decision, card) < 0 and over and apart:
            beat = f"{self._few_cards_in_words(decision, over)} can take it now"
            yield Tip("unload", f"Lead {name}: {beat}, and later it could win {suit}, which count against you",
                      f"{name} could be lost here: later it might win {suit} that count against you")  # fmt: skip
        late = decision.hand.bit_count() <= LATE and own.bit_count() * 2 >= decision.hand.bit_count()
        if self.is_trump(decision, card) and late:
            yield Tip("trumps", f"Lead {name}: at the end trumps win what you do not want",
                      f"{name}, a trump, might win at the end what counts against you")  # fmt: skip

    def sentence_on_losing_lead(self, decision: Decision[FoolsGoldState], card: Card) -> str:
        """Returns a sentence on a lead that seldom wins, or on the only card of a suit to be ruffed later; else empty.
        On a card that only a trump beats, it gives what the card gains if no trump does.
        """
        lone = decision.hand & OF_SUIT[SUIT[card]] == BIT[card]
        ruffs = lone and self.gains_by_ruff(decision, card)
        if not ruffs and not decision.is_figure_rare(card, "takes"):
            return ""
        does, rank = f"Lead {decision.face(card)}", cards.rank(card)
        if not self.higher_cards(decision, card):
            if lacks_one(decision.known.kept[decision.seat] & OF_RANK[rank]) and self._can_be_set(decision, card):
                return f"{does}: unless it is ruffed, it makes a set of {rank_name(rank, 2)}"
            if self.suit_gain(decision, card) > 0:
                return f"{does}: only a trump can beat it, and {suit_name(card)} count for you"
        only, then = f", your only {suit_name(card, 1)}" if lone else "", f", and you can then ruff {suit_name(card)}"
        return f"{does}{only}: {self._loss_clause(decision, card)}{then if ruffs else ''}"

    def _loss_clause(self, decision: Decision[FoolsGoldState], card: Card) -> str:
        """Returns a clause on the cards to which a lead should lose, as in "six higher clubs are out"."""
        above, out = self.higher_cards(decision, card), self._cards_elsewhere(decision) & OF_SUIT[SUIT[card]]
        if not above:
            return "it should be ruffed"
        count, suit = phrases.number_word(above.bit_count()), suit_name(card)
        if above.bit_count() > EARLY:
            return f"all {count} {suit} out are higher" if above == out else f"{count} higher {suit} are out"
        fate = "loses" if decision.mean_or_zero(card, "takes") < NEARLY_NEVER else "should lose"
        ruffs = ["a trump"] if self.beaters(decision, card) & ~above else []
        return f"it {fate} to {phrases.listed([*map(decision.face, cards.members(above)), *ruffs], 'or')}"

    def hint_on_losing_leads(self, decision: Decision[FoolsGoldState], ranking: Ranking) -> str:
        """Returns a sentence on two or three leads that should lose tricks of suits that count against the seat, if their
        values can hardly be told apart; else empty.
        """
        best, chance = ranking.best, self.trick_chance(decision, ranking.best)
        group = [
            one
            for one in (best, *ranking.level, *ranking.close)
            if one < KEEP
            and self.suit_gain(decision, one) < 0
            and self.sound_tip_names(decision, one) & LOSING
            and (self.are_level(decision, best, one) or ranking.loss[one] <= ALIKE_LEADS)
            and self.is_trump(decision, one) == self.is_trump(decision, best)
            and abs(self.trick_chance(decision, one) - chance) <= NEARLY_NEVER
        ]
        group.sort(key=lambda one: (one != best, not self.are_level(decision, best, one), ranking.loss[one]))
        group = sorted(group[:EARLY])
        if best not in group or len(group) == 1:
            return ""
        suits, lost = sorted({SUIT[one] for one in group}), group[0]
        names = phrases.listed([cards.SUIT_NAMES[suit] for suit in suits])
        fate = self._loss_clause(decision, lost) if len(suits) == 1 else f"it {self.verb_for_fate(decision, lost)}"
        said = f"Lead {ranking.listed(group)}: {fate}, and {names} would count against you"
        return with_pronouns_for_several(said, len(group))
