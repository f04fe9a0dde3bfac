"""Hints of Goose: the card, what beats it, and the tricks that the bid still needs."""

from __future__ import annotations

import re
from collections.abc import Sequence

from goosetable import cards
from goosetable.cards import BIT, JOKER, JOKER_SUIT, PACK_SIZE, Card
from goosetable.engine.rules.tricks import OF_SUIT, SUIT
from goosetable.engine.text.advice import (
    FIRM,
    MOSTLY,
    NEAR,
    SELDOM,
    UNLIKELY,
    Decision,
    Ranking,
    suit_name,
    with_clause,
    with_pronouns_for_several,
)
from goosetable.engine.text.explain import means_differ
from goosetable.engine.text.trick_advice import FEW, TrickAdvice
from goosetable.engine.words import phrases
from goosetable.games.goose.rules import BID, GooseState, taking_place

SIDE: int = 3
"""Largest number of cards of a plain suit whose ace counts as a trick for the bid; for a king, one more."""
NAMED: int = 3
"""Greatest number of cards that a sentence about a bid names."""
MOST_NAMED: int = 3
"""Largest number of higher cards that a sentence names."""
BRIEF: int = 18
"""Largest number of words of a sentence to which another clause is added."""
LIKELY_MADE = 0.45
"""Least share of the playouts in which the bid is made, 0..1, for a sentence to say that kept cards should win the rest."""
LEVEL = 0.003
"""Greatest loss of value, 0..1, of a card that a sentence names beside the best one."""
RARELY = 0.03
"""Least difference in the mean number of tricks that counts; fewer tricks than this are as good as none."""
DANGER = 0.04
"""Least difference in the share of the playouts with too many or too few tricks, 0..1, that decides between two cards."""


def share_of_last_tricks(number: int, left: int) -> str:
    """Returns a number of the tricks that are left in words, as in "two of the last three"."""
    return f"{phrases.number_word(number)} of the last {phrases.number_word(left)}"


class GooseHints(TrickAdvice[GooseState]):
    """The hints of Goose, and the facts on cards from which they are made."""

    def winning_index(self, state: GooseState, trick: Sequence[Card]) -> int:
        return taking_place(list(trick), state.trumps, state.jokers)

    def tricks_needed(self, decision: Decision[GooseState]) -> int:
        """Returns the number of tricks that the seat still needs for its bid; negative if it has too many."""
        return decision.known.bids[decision.seat] - decision.known.tricks(decision.seat)

    def wants_trick(self, decision: Decision[GooseState]) -> bool:
        return 0 < self.tricks_needed(decision) <= decision.hand.bit_count()

    def counting_cards(self, decision: Decision[GooseState]) -> tuple[list[Card], list[Card]]:
        """Returns the cards that should win a trick each (aces, the highest trumps), and those that may
        (kings, other trumps). A lone king counts only if at most a third of a pack is dealt, as the ace is then likely to be
        out of the deal.
        """
        hand, known = decision.hand, decision.known
        few = 3 * known.size * len(decision.hand_sizes) <= PACK_SIZE
        sure: list[Card] = []
        perhaps: list[Card] = []
        for suit in range(4):
            own = cards.members(hand & OF_SUIT[suit])
            if suit == known.trumps:
                for card in own:
                    (sure if not self.higher_cards(decision, card) or cards.rank(card) <= 1 else perhaps).append(card)
                continue
            for card in own:
                if not cards.rank(card):
                    (sure if len(own) <= SIDE or known.size <= SIDE else perhaps).append(card)
                elif cards.rank(card) == 1 and len(own) <= SIDE + 1 and (len(own) > 1 or few):
                    perhaps.append(card)
        return sure + [card for card in cards.members(hand) if self.beats_trumps(decision, card)], perhaps

    def beats_trumps(self, decision: Decision[GooseState], card: Card) -> bool:
        """Whether a card is a joker that beats every trump."""
        jokers = decision.known.jokers
        return SUIT[card] == JOKER_SUIT and (jokers == "top" or (jokers == "wizard" and card % PACK_SIZE == JOKER))

    def danger_key(self, decision: Decision[GooseState], card: Card) -> tuple[int, int]:
        """Returns a sort key for cards: the more likely a card is to win a later trick, the larger its key."""
        if SUIT[card] == JOKER_SUIT:
            return (0, -card) if decision.known.jokers == "suitless" else (2, -card)
        return int(self.is_trump(decision, card)), -self.rank_from_top(decision.known, card)

    def _worth_key(self, decision: Decision[GooseState], card: Card) -> tuple[int, int, int]:
        """Returns a sort key: more valuable cards have larger keys. Jokers are above trumps, unless they never win or are a
        suit.
        """
        if SUIT[card] != JOKER_SUIT or decision.known.jokers == "suitless":
            return super()._worth_key(decision, card)
        low = decision.known.jokers == "wizard" and card % PACK_SIZE != JOKER
        return -1 if low else 2, 0, -card

    def names_of_first_cards(self, decision: Decision[GooseState], group: list[Card]) -> str:
        """Returns the names of the first cards of a group, and the number of the rest."""
        named = [decision.face(card) for card in group[: NAMED + (len(group) == NAMED + 1)]]
        if len(group) > NAMED + 1:
            named.append(f"{phrases.number_word(len(group) - NAMED)} more")
        return phrases.listed(named)

    # ------------------------------------------------------------------ clauses

    def need_clause(self, decision: Decision[GooseState], used: int = 0) -> str:
        """Returns a clause on the tricks that the bid needs. used: tricks that the sentence has counted already."""
        need, left = self.tricks_needed(decision) - used, decision.hand.bit_count() - used
        bid = decision.known.bids[decision.seat]
        if need < 0:
            return f"each trick more costs {'twenty' if decision.seat in decision.known.roles.geese else 'ten'}"
        if need == 0:
            return "you want none" if not bid else f"you have your {'trick' if bid == 1 else 'tricks'}"
        if need == left:
            every = "both" if left == 2 else f"all {phrases.number_word(left)}"
            return "you need it" if left == 1 else f"you need {every} tricks left"
        if left <= need + FEW or left <= MOST_NAMED + 1:
            return f"you need {share_of_last_tricks(need, left)}"
        return f"you need {phrases.number_word(need)} more"

    def above_clause(self, decision: Decision[GooseState], card: Card) -> str:
        """Returns a clause on the cards of a card's suit that are higher and not seen yet; empty for jokers."""
        if SUIT[card] == JOKER_SUIT:
            return ""
        above = cards.members(self.higher_cards(decision, card))
        if not above:
            return f"it is the highest {'trump' if self.is_trump(decision, card) else suit_name(card, 1)} left"
        if len(above) <= MOST_NAMED:
            return f"only {self.names(decision, above)} {'is' if len(above) == 1 else 'are'} above it"
        return f"{phrases.number_word(len(above))} higher {suit_name(card)} are out"

    def threat_clause(self, decision: Decision[GooseState], card: Card) -> str:
        """Returns a clause on the cards by which later seats could beat a card that is winning so far. A single later seat is
        named.
        """
        said, later = self._beaters_clause(decision, card), self.later_seats(decision)
        if said.startswith("only") and len(later) == 1 and decision.known.trick:
            over = said.removeprefix("only ").removesuffix(" can beat it")
            return f"only [{later[0]}] can still beat it, with {over}"
        return said

    def _beaters_clause(self, decision: Decision[GooseState], card: Card) -> str:
        over = cards.members(self.beaters(decision, card))
        if not over:
            return "nothing can beat it"
        if len(over) <= MOST_NAMED:
            return f"only {phrases.listed(list(map(decision.face, over)), 'or')} can beat it"
        own = [one for one in over if SUIT[one] == SUIT[card] and not self.is_trump(decision, one)]
        rest = [one for one in over if one not in own]
        joker = any(SUIT[one] == JOKER_SUIT for one in rest)
        ruff = ["a trump", *(["a joker"] if joker else [])]
        if not own and all(self.is_trump(decision, one) or SUIT[one] == JOKER_SUIT for one in rest):
            return f"only {'a higher trump' if self.is_trump(decision, card) else ' or '.join(ruff)} can beat it"
        if rest and 0 < len(own) <= FEW and not self.is_trump(decision, card):
            return f"only {phrases.listed([*map(decision.face, own), *ruff], 'or')} can beat it"
        return ""

    def fate_clause(self, decision: Decision[GooseState], card: Card) -> str:
        """Returns a clause on how likely a card is to win this trick, from the playouts; empty without playouts."""
        share = decision.mean(card, "takes")
        if share is None:
            return ""
        words = (
            (0.9, "it wins"),
            (MOSTLY, "it should win"),
            (0.58, "it is more likely to win than not"),
            (0.42, "it may go either way"),
            (UNLIKELY, "it may win"),
            (0.1, "it should lose"),
            (0.0, "it loses"),
        )
        return next(clause for least, clause in words if share >= least)

    def likely_later_winners(self, decision: Decision[GooseState], gone: Sequence[Card]) -> list[Card]:
        """Returns the cards of the hand that are likeliest to win later, the best first. gone: cards that do not count."""
        above = {
            card: self.higher_cards(decision, card).bit_count() for card in cards.members(decision.hand) if card not in gone
        }
        likely = [card for card in above if self.is_trump(decision, card) or self.beats_trumps(decision, card)
                  or (SUIT[card] != JOKER_SUIT and above[card] <= FEW)]  # fmt: skip

        def order(card: Card) -> tuple[bool, int, bool]:
            return not self.beats_trumps(decision, card), above[card], not self.is_trump(decision, card)

        return sorted(likely, key=order)

    def keep_clause(self, decision: Decision[GooseState], gone: Sequence[Card], need: int) -> str:
        """Returns a clause on the cards that are kept for the tricks that the bid needs; empty if the hand has too few.

        gone: cards that are played instead. need: number of tricks, 1 or more.
        """
        kept = self.likely_later_winners(decision, gone)[:need]
        if len(kept) < need or need > MOST_NAMED:
            return ""
        names, sure = self.names(decision, kept), set(self.counting_cards(decision)[0])
        what = "the trick" if need == 1 else f"the {phrases.number_word(need)}"
        trumps = [card for card in cards.members(decision.hand) if self.is_trump(decision, card) and card not in gone]
        if len(trumps) > need and not any(self.is_master(decision, card) for card in kept):
            return f"your {phrases.number_word(len(trumps))} trumps may win {what} you need"
        made = decision.mean(gone[0], f"made {decision.seat}")
        if all(card in sure or self.is_master(decision, card) for card in kept) and (made is None or made >= LIKELY_MADE):
            return f"{names} should win {what} you need"
        above = cards.members(self.higher_cards(decision, kept[0])) if need == 1 and SUIT[kept[0]] != JOKER_SUIT else ()
        only = self.few_higher_cards_clause(decision, above) if 0 < len(above) <= MOST_NAMED else ""
        return f"{names}{f', {only},' if only else ''} may win {what} you need"

    def few_higher_cards_clause(self, decision: Decision[GooseState], above: Sequence[Card]) -> str:
        """Returns a clause on the few higher cards of a card's suit, to follow the card: "with only K♠ above it"."""
        return f"with only {self.names(decision, above)} above it"

    def rival_clause(self, decision: Decision[GooseState], card: Card) -> str:
        """Returns a clause on the opponent who should take this trick if a card is played, but needs no more tricks for the
        bid. Empty if there is none.
        """
        others = [who for who in range(len(decision.hand_sizes)) if who != decision.seat]
        who = max(others, key=lambda one: decision.mean_or_zero(card, f"to {one}"))
        if decision.mean_or_zero(card, f"to {who}") < MOSTLY:
            return ""
        known = decision.known
        return f"[{who}], who wants no more, should be left with it" if known.bids[who] <= known.tricks(who) else ""

    def with_clause_if_brief(self, said: str, clause: str) -> str:
        """Returns a sentence with a clause added, if the sentence is brief and the result is short enough for a hint; else the
        sentence alone.
        """
        return with_clause(said, f"; {clause}") if clause and len(said.split()) <= BRIEF else said

    # ------------------------------------------------------------------ the sentence

    def whole_hint(self, decision: Decision[GooseState], ranking: Ranking) -> str:
        if ranking.best >= BID or self.tricks_needed(decision) > decision.hand.bit_count():
            return ""
        alike = all(self.are_identical(decision, ranking.best, card) for card in decision.legal)
        ranking = self._without_worse_cards(decision, ranking)
        lost = bool(decision.known.trick) and not self.winning_cards(decision)
        if alike or (len(ranking.level) == len(decision.legal) - 1 and not (lost and self.tricks_needed(decision) <= 0)):
            return ranking.indifferent
        if said := self._hint_on_card(decision, ranking):
            return self._with_good_cards_named(decision, ranking, said)
        if lost and 0 < len(ranking.bad) <= FEW < len(ranking.good):
            wants = f", for {self.need_clause(decision)}" if self.tricks_needed(decision) > 0 else ""
            return f"{self.lost_trick_words(decision)}: throw anything but {ranking.listed(ranking.bad)}{wants}"
        return ranking.indifferent if len(ranking.good) == len(decision.legal) else ""

    def _without_worse_cards(self, decision: Decision[GooseState], ranking: Ranking) -> Ranking:
        """Returns a ranking in which cards that lose more than `LEVEL` count as worse, and not as good as the best one."""
        alike = [*ranking.level, *ranking.close]
        worse = [card for card in alike if ranking.loss[card] > LEVEL and not self.are_identical(decision, ranking.best, card)]
        level, close = ([card for card in group if card not in worse] for group in (ranking.level, ranking.close))
        return ranking._replace(level=level, close=close, worse=[*worse, *ranking.worse])

    def thrift_sentence(self, decision: Decision[GooseState], best: Card) -> str:
        """Returns a sentence on cards of about the same value. If the bid is decided, it says so. If the hand cannot win the
        trick, it names a card to keep for the bid, or the cards that should win the tricks needed. Empty without such a reason.
        """
        need, left, legal = self.tricks_needed(decision), decision.hand.bit_count() - 1, self.legal_cards(decision)
        if best >= BID or not all(decision.is_counted(card) for card in legal):
            return ""
        if said := self._decided_bid_words(decision, legal):
            return f"{said}: play what you like"
        if need <= 0:
            return self._words_for_leaving_unwanted(decision, best)
        if need > left or not decision.known.trick or self.winning_cards(decision):
            return ""
        kept = self._card_to_keep(decision, best)
        thrown = [card for card in legal if kept is None or card == best or self._is_worth_less(decision, card, kept)]
        names = phrases.listed([decision.face(card) for card in thrown], "or")
        does = f"{'play' if self.follows_suit(decision, best) else 'throw'} {names}"
        if kept is None:
            rest = self.keep_clause(decision, thrown, need) if len(thrown) <= MOST_NAMED else ""
            return f"{self.lost_trick_words(decision)}: {does}, for {rest}" if rest else ""
        every = (
            f"{'both' if left == FEW else f'all {phrases.number_word(left)}'} later tricks" if left > 1 else "the last trick"
        )
        needs = every if need == left else share_of_last_tricks(need, left)
        return f"{self.lost_trick_words(decision)}: {does} and keep {decision.face(kept)}, for you need {needs}"

    def _words_for_leaving_unwanted(self, decision: Decision[GooseState], best: Card) -> str:
        """Returns a sentence that advises the cards that lose a trick, where the bid needs no trick. It is empty unless exactly
        one card of the hand would probably win the trick.
        """
        winners = self.winning_cards(decision)
        if not decision.known.trick or not winners or self.is_ahead(decision, best):
            return ""
        high, losers = winners[0], [card for card in self.legal_cards(decision) if card not in winners]
        if len(winners) > 1 or len(losers) > MOST_NAMED or self.trick_chance(decision, high) < MOSTLY:
            return ""
        names = phrases.listed([decision.face(card) for card in losers], "or")
        verb = phrases.with_capital(self.losing_verb(decision, best))
        return f"{verb} {names}: {decision.face(high)} would take the trick, and {self.need_clause(decision)}"

    def _decided_bid_words(self, decision: Decision[GooseState], legal: Sequence[Card]) -> str:
        """Returns a sentence on a bid that is made or missed whichever card is played, with about the same number of tricks;
        empty for any other bid. legal: the cards that may be played.
        """
        need, had, seat = self.tricks_needed(decision), decision.known.tricks(decision.seat), decision.seat
        won = [decision.mean_or_zero(card, f"tricks {seat}") for card in legal]
        if need <= 0 and max(won) <= had + RARELY:
            return f"No card of yours should win another trick, and {self.need_clause(decision)}"
        if max(won) - min(won) > 2 * RARELY or max([decision.mean_or_zero(card, f"made {seat}") for card in legal]) > DANGER:
            return ""
        return "Whatever you play, you should win a trick too many" if need == 0 else "Your bid is as good as lost"

    def _card_to_keep(self, decision: Decision[GooseState], best: Card) -> Card | None:
        """Returns the card that costs most tricks if it is thrown on this trick, which the hand cannot win, instead of `best`.
        None if there is none, if the hand can win the trick, or if too many tricks are the greater danger.
        """
        if not decision.known.trick or self.winning_cards(decision) or self.risks_too_many_tricks(decision, best):
            return None
        dear = [card for card in self.legal_cards(decision) if self._is_worth_less(decision, best, card)]
        return min(dear, key=lambda card: decision.mean_or_zero(card, f"tricks {decision.seat}"), default=None)

    def _is_worth_less(self, decision: Decision[GooseState], card: Card, other: Card) -> bool:
        """Whether clearly more tricks are won after `card` is thrown than after `other`, as far as the playouts can tell."""
        key = f"tricks {decision.seat}"
        if card == other or not decision.is_counted(card) or not decision.is_counted(other):
            return False
        more = decision.mean_or_zero(card, key) >= decision.mean_or_zero(other, key) + RARELY
        return more and means_differ(decision.prospects[card], decision.prospects[other], key)

    def _hint_on_card(self, decision: Decision[GooseState], ranking: Ranking) -> str:
        """Returns a sentence on the best card and the cards level with it; empty without a reason."""
        if not decision.known.trick:
            counted = decision.mean(ranking.best, "takes") is not None
            return self._hint_on_lead(decision, ranking) if counted else ""
        if self.winning_cards(decision):
            ahead = self.is_ahead(decision, ranking.best)
            return self._hint_on_winner(decision, ranking) if ahead else self._hint_on_leaving(decision, ranking)
        return self._hint_on_lost_trick(decision, ranking)

    def _with_good_cards_named(self, decision: Decision[GooseState], ranking: Ranking, said: str) -> str:
        """Returns a sentence with the names of the other good cards. Cards for which it is true join the name of the best
        card; a few others are named in a clause at its end.
        """
        group = self._level_cards(decision, ranking)
        left: list[Card] = []
        names, alike = ranking.listed(group), list(group)
        for card in [one for one in ranking.good if one not in group and decision.face(one) not in said]:
            own = ranking._replace(best=card, level=(ranking.best, *ranking.level))
            level = ranking.listed(self._level_cards(decision, own))
            same = self._hint_on_card(decision, own).replace(level, names, 1) == said
            (alike if same else left).append(card)
        bad = [card for card in self.legal_cards(decision) if card not in alike]
        many = len(alike) > max(len(group), MOST_NAMED) and len(bad) == 1 and decision.face(bad[0]) not in said
        said = said.replace(names, f"any card but {decision.face(bad[0])}" if many else ranking.listed(alike), 1)
        if len(alike) > 1:
            said = re.sub("(: only [^:;]*?) above it", r"\1 above them", with_pronouns_for_several(said, len(alike)))
        left = [card for card in left if ranking.loss[card] <= NEAR / 2]
        are = "is" if len(left) == 1 else "are"
        return with_clause(said, f"; {self.names(decision, left)} {are} about as good") if 0 < len(left) <= FEW else said

    def _cards_outside(self, decision: Decision[GooseState], ranking: Ranking, group: Sequence[Card]) -> list[Card]:
        """Returns the cards outside a group, those that are clearly worse first."""
        bad = [card for card in ranking.bad if card not in group]
        return bad + [card for card in self.legal_cards(decision) if card not in (*group, *bad)]

    def _level_cards(self, decision: Decision[GooseState], ranking: Ranking) -> list[Card]:
        """Returns the best card and the cards that are level with it."""
        best = ranking.best
        return [best, *[card for card in self.legal_cards(decision) if card != best and self.are_level(decision, best, card)]]

    def _with_reason(self, decision: Decision[GooseState], ranking: Ranking, does: str) -> str:
        """Returns a command with a reason: the danger to the bid with a worse card, or else the reason from the playouts. Empty
        if there is no reason.

        does: the command, such as "play 9♥".
        """
        if not ranking.bad:
            return ""
        rival, mark = ranking.bad[0], ";" if ": " in does else ":"
        over, under = self._danger_shift(decision, ranking.best, rival)
        strength = self._strength_words(decision, rival)
        if over >= max(under, DANGER / 2) and strength and (decision.known.trick or self.tricks_needed(decision) < FEW):
            return f"{does}{mark} {decision.face(rival)}, {strength}, could win one too many"
        if under >= DANGER / 2 and strength:
            return f"{does}{mark} {decision.face(rival)}, {strength}, is kept for what you need"
        return f"{does}{mark} {ranking.reason}" if ranking.reason else ""

    def _strength_words(self, decision: Decision[GooseState], card: Card) -> str:
        """Returns a reason for which a card of the hand may win later, such as "a trump"; empty if there is none."""
        if self.is_trump(decision, card):
            return "a trump"
        above = cards.members(self.higher_cards(decision, card))
        if SUIT[card] == JOKER_SUIT or len(above) > MOST_NAMED:
            return ""
        return self.few_higher_cards_clause(decision, above) if above else f"the highest {suit_name(card, 1)} left"

    def risks_too_many_tricks(self, decision: Decision[GooseState], card: Card) -> bool:
        """Whether, after a card, too many tricks are at least as frequent in the playouts as too few. True without playouts."""
        over, under = (decision.mean(card, key) for key in ("over", "under"))
        return over is None or under is None or over >= under

    def _danger_shift(self, decision: Decision[GooseState], best: Card, other: Card) -> tuple[float, float]:
        """Returns by how much `other` raises the risk of too many tricks above that after `best`, and the same for too few
        tricks. A risk is a share of the playouts.
        """
        over, under = (decision.mean_or_zero(other, key) - decision.mean_or_zero(best, key) for key in ("over", "under"))
        return over, under

    def _loser_clause(self, decision: Decision[GooseState], best: Card, other: Card) -> str:
        """Returns a clause on why `best` is thrown away and `other` is kept: more cards are above `best`. Empty if the reason
        is unclear.
        """
        if JOKER_SUIT in (SUIT[best], SUIT[other]) or self.are_level(decision, best, other):
            return ""
        mine, theirs = (self.higher_cards(decision, card).bit_count() for card in (best, other))
        high, above = decision.face(other), cards.members(self.higher_cards(decision, other))
        if self.is_trump(decision, other) and not self.is_trump(decision, best):
            trumps = [card for card in cards.members(decision.hand) if self.is_trump(decision, card)]
            return f"keep {self.names(decision, trumps)}, your trump{'s' if len(trumps) > 1 else ''}"
        if mine <= theirs or self.is_trump(decision, best) != self.is_trump(decision, other):
            return ""
        if not above:
            return f"keep {high}, the highest {suit_name(other, 1)} left"
        if len(above) <= FEW:
            return f"keep {high}, {self.few_higher_cards_clause(decision, above)}"
        if SUIT[best] == SUIT[other]:
            fewer = f"{phrases.number_word(mine - theirs)} {suit_name(best, mine - theirs)} fewer"
            return f"keep {high}, with {fewer} above it"
        if mine - theirs < MOST_NAMED or not self.is_lowest_of_suit(decision, other):
            return ""
        return f"{phrases.number_word(mine)} {suit_name(best)} are above it, {phrases.number_word(theirs)} above {high}"

    # ------------------------------------------------------------------ leads

    def _hint_on_lead(self, decision: Decision[GooseState], ranking: Ranking) -> str:
        group = self._level_cards(decision, ranking)
        best, share, need = group[0], self.trick_chance(decision, group[0]), self.tricks_needed(decision)
        does, others = f"Lead {ranking.listed(group)}", self._cards_outside(decision, ranking, group)
        if not others:
            return ""
        chances = [self.trick_chance(decision, card) for card in others]
        if need <= 0:
            return self._hint_on_losing_lead(decision, ranking, group, others)
        hopeless = share <= SELDOM and self.higher_cards(decision, best).bit_count() > MOST_NAMED
        if hopeless or (share <= UNLIKELY and share < max(chances)):
            return self._hint_on_low_lead(decision, ranking, group, others)
        fact = self.threat_clause(decision, best) or self.above_clause(decision, best)
        if share >= MOSTLY and all(chance < share - FIRM / 2 for chance in chances[: len(ranking.bad) or 1]):
            return f"{does}: {fact or 'it should win'}, and {self.need_clause(decision)}"
        if share >= max(chances):
            said = fact or self.fate_clause(decision, best)
            return f"{does}, your likeliest winner now: {said}, and {self.need_clause(decision)}"
        if said := self._hint_on_second_winner(decision, ranking, group, others):
            return said
        return f"{does}: {fact}, and {self.need_clause(decision)}" if fact else self._with_reason(decision, ranking, does)

    def _hint_on_second_winner(
        self, decision: Decision[GooseState], ranking: Ranking, group: Sequence[Card], others: Sequence[Card]
    ) -> str:
        """Returns a sentence on a lead that may win, while a likelier winner is kept; empty if no reason is clear."""
        best, need = group[0], self.tricks_needed(decision)
        over, under = self._danger_shift(decision, best, others[0])
        does, high = f"Lead {ranking.listed(group)}", max(others, key=lambda card: self.trick_chance(decision, card))
        fact = self.threat_clause(decision, best) or self.above_clause(decision, best)
        if fact and need <= FEW and over >= DANGER / 2 and over > under:
            return f"{does}: {fact}; {decision.face(high)} is likelier to win one too many"
        if need > 1 and fact and self.is_master(decision, high) and high in others:
            return f"{does} while you keep {decision.face(high)}: {fact}, and {self.need_clause(decision)}"
        return ""

    def _hint_on_low_lead(
        self, decision: Decision[GooseState], ranking: Ranking, group: Sequence[Card], others: Sequence[Card]
    ) -> str:
        """Returns a sentence on a lead that should lose, for a bid that still needs tricks."""
        best, need = group[0], self.tricks_needed(decision)
        does = f"Lead {ranking.listed(group)} to lose the lead"
        kept = self.keep_clause(decision, group, need)
        rival, spare = others[0], decision.hand.bit_count() - need
        trumps = [card for card in others if self.is_trump(decision, card)]
        if spare < need and trumps and not self.is_trump(decision, best) and not kept:
            keeps = f"Lead {ranking.listed(group)} and keep {self.names(decision, trumps)}, your trump{'s' * (len(trumps) > 1)}"
            return f"{keeps}: {self.need_clause(decision)}"
        if 0 < spare < need and not kept:
            above = self.above_clause(decision, best)
            lost = share_of_last_tricks(spare, spare + need)
            drawing = " to draw trumps" if self.is_trump(decision, best) else ""
            return f"Lead {ranking.listed(group)}{drawing}: {above}, and you can lose {lost}"
        if self.trick_chance(decision, rival) <= UNLIKELY:
            more = self._loser_clause(decision, best, rival)
            kept = "" if more.startswith("keep") else kept
            if self._is_void_lead(decision, best):
                more = f"it is your only {suit_name(best, 1)}, and you can then ruff {suit_name(best)}"
            if more:
                return self.with_clause_if_brief(f"{does}: {more}", kept)
            if (
                SUIT[best] == SUIT[rival]
                and self._is_dearer(decision, best, rival)
                and rival not in self.likely_later_winners(decision, group)
            ):
                return self.with_clause_if_brief(f"{does} and keep {decision.face(rival)}, the surer loser", kept)
        if kept:
            return f"{does}: {kept}"
        return f"{does}: {self.above_clause(decision, best)}, and {self.need_clause(decision)}"

    def _is_void_lead(self, decision: Decision[GooseState], card: Card) -> bool:
        """Whether a card is the only one of its suit, and a small trump can then ruff that suit."""
        return decision.hand & OF_SUIT[SUIT[card]] == BIT[card] and self.gains_by_ruff(decision, card)

    def _hint_on_losing_lead(
        self, decision: Decision[GooseState], ranking: Ranking, group: Sequence[Card], others: Sequence[Card]
    ) -> str:
        """Returns a sentence on a lead for a bid that needs no more tricks."""
        best, share = group[0], self.trick_chance(decision, group[0])
        group = [best, *[card for card in ranking.good[1:] if SUIT[card] == SUIT[best] != JOKER_SUIT
                         and abs(self.trick_chance(decision, card) - share) <= FIRM / 2]]  # fmt: skip
        others = [card for card in others if card not in group]
        if not others:
            return ""
        does, wants, fact = f"Lead {ranking.listed(group)}", self.need_clause(decision), self.above_clause(decision, best)
        counts = [self.higher_cards(decision, card).bit_count() for card in group]
        least = min(counts)
        if least < max(counts):
            fact = f"{phrases.number_word(least)} or more higher {suit_name(best)} are out"
        chances = [self.trick_chance(decision, card) for card in others]
        if SUIT[best] == JOKER_SUIT:
            return self._with_reason(decision, ranking, does)
        rival = others[0]
        if self.is_trump(decision, best) and not any(self.is_trump(decision, card) for card in others) and least:
            count = phrases.count_in_words(least, "higher trump")
            out = f"{count} {'is' if least == 1 else 'are'} out"
            return f"{does} while {out}: kept, it could ruff and win later, and {wants}"
        if min(chances) >= share + FIRM / 2:
            more = self._fewer_above_clause(decision, best, rival) if fact and len(group) == 1 else ""
            return f"{does}{', your likeliest loser' if share > UNLIKELY else ''}: {fact}{more}, and {wants}"
        if share <= UNLIKELY and self.trick_chance(decision, rival) < share + FIRM:
            if self.danger_key(decision, best) > self.danger_key(decision, rival) and SUIT[best] == SUIT[rival]:
                return f"{does} and keep {decision.face(rival)}, the surer loser: {fact}, and {wants}"
            mine, theirs = (self.higher_cards(decision, card).bit_count() for card in (best, rival))
            if more := self._fewer_above_clause(decision, best, rival):
                return f"{does}: {fact}{more}, and {wants}"
            if theirs > mine and not self.is_trump(decision, rival) and self.trick_chance(decision, rival) <= UNLIKELY:
                count = f"{phrases.number_word(theirs)} above it"
                return f"{does} while it still loses: {decision.face(rival)}, with {count}, is easier to lose later"
        fate = f"{fact}, yet {self.fate_clause(decision, best)}" if share > UNLIKELY else fact
        return f"{does}: {fate}, and {wants}"

    def _fewer_above_clause(self, decision: Decision[GooseState], best: Card, rival: Card) -> str:
        """Returns a clause on the cards above a rival of the best card, ", only two above 9♥"; empty if they are not fewer."""
        mine, theirs = (self.higher_cards(decision, card).bit_count() for card in (best, rival))
        if theirs >= mine or SUIT[rival] == JOKER_SUIT or self.is_trump(decision, rival) != self.is_trump(decision, best):
            return ""
        return f", {f'only {phrases.number_word(theirs)}' if theirs else 'none'} above {decision.face(rival)}"

    # ------------------------------------------------------------------ tricks that the hand can win

    def _hint_on_winner(self, decision: Decision[GooseState], ranking: Ranking) -> str:
        """Returns a sentence on a card that is winning the trick so far."""
        group, need = self._level_cards(decision, ranking), self.tricks_needed(decision)
        best, others = group[0], self._cards_outside(decision, ranking, group)
        if not others:
            return ""
        if need <= 0:
            return self._hint_on_unwanted_winner(decision, ranking, group, others)
        names, rival, sure = ranking.listed(group), others[0], self.surely_takes(decision, best)
        does = f"{'Take it with' if sure or self.should_take(decision, best) else 'Play'} {names}"
        fact = "" if sure else self.threat_clause(decision, best) or self.fate_clause(decision, best)
        if sure:
            fact = f"{self.nobody_can_words(decision)} beat it" if self.later_seats(decision) else "you play last"
        reason = f"{fact}, and {self.need_clause(decision)}" if fact else self.need_clause(decision)
        if not self.is_ahead(decision, rival):
            dear = [card for card in others if self.is_ahead(decision, card) and self._is_dearer(decision, card, best)]
            return f"{does}{f' and keep {decision.face(dear[0])}' if dear else ''}: {reason}"
        if self._is_dearer(decision, rival, best) and self.should_lose(decision, best):
            kept = self.keep_clause(decision, group, need)
            return (
                f"Play {names}, which should be beaten, and keep {decision.face(rival)}: {kept or self.need_clause(decision)}"
            )
        if self._is_dearer(decision, rival, best):
            enough = f"{names} {'is' if sure else 'should be'} enough" if does.startswith("Take") else f"Try {names}: {fact}"
            if need > 1 and self._may_win_later(decision, rival):
                kept = f"keep {decision.face(rival)} for {'the other trick' if need == 2 else 'the others'} you need"
                return f"{enough}{':' if sure or ':' not in enough else ', and'} {kept}"
            return f"{enough}, and {self.need_clause(decision)}"
        return self._hint_on_dear_winner(decision, ranking, group, rival) or f"{does}: {reason}"

    def _is_dearer(self, decision: Decision[GooseState], card: Card, other: Card) -> bool:
        """Whether a card is likelier to win a later trick than another one, and not level with it."""
        dearer = self.danger_key(decision, card) > self.danger_key(decision, other)
        return dearer and not self.are_level(decision, card, other)

    def _hint_on_dear_winner(self, decision: Decision[GooseState], ranking: Ranking, group: Sequence[Card], rival: Card) -> str:
        """Returns a sentence on a card that is winning the trick so far, although the cheaper card `rival` would also be
        winning it. Empty without a reason.
        """
        best, low = group[0], decision.face(rival)
        takes = self.should_take(decision, best)
        does = f"{'Take it with' if takes else 'Play'} {ranking.listed(group)}, not {low}"
        more = cards.members(self.beaters(decision, rival) & ~self.beaters(decision, best))
        if more and self.trick_chance(decision, best) >= self.trick_chance(decision, rival) + FIRM / 2:
            those = self.names(decision, more) if len(more) <= MOST_NAMED else f"{phrases.number_word(len(more))} more cards"
            return self.with_clause_if_brief(f"{does}, which {those} could beat", self.need_clause(decision))
        if self.tricks_needed(decision) == 1 and takes:
            return f"{does}: you need no more after it, and {low} is easier to lose"
        return self._with_reason(decision, ranking, does.partition(", not")[0])

    def _may_win_later(self, decision: Decision[GooseState], card: Card) -> bool:
        return self.is_trump(decision, card) or self.beats_trumps(decision, card) or self.is_high(decision, card)

    def _hint_on_unwanted_winner(
        self, decision: Decision[GooseState], ranking: Ranking, group: Sequence[Card], others: Sequence[Card]
    ) -> str:
        """Returns a sentence on a card that is winning so far, for a bid that needs no more tricks."""
        best, rival = group[0], others[0]
        names, share, wants = ranking.listed(group), self.trick_chance(decision, group[0]), self.need_clause(decision)
        forced = len(self.winning_cards(decision)) == len(decision.legal)
        if forced and self.surely_takes(decision, best):
            if any(self._is_dearer(decision, card, best) for card in others):
                return self._with_reason(decision, ranking, f"Take it with {names}")
            return f"You must take it: spend {names}, the hardest to lose later"
        over = self.beaters(decision, best).bit_count()
        hungry = [who for who in self.later_seats(decision) if decision.known.bids[who] > decision.known.tricks(who)]
        if share <= UNLIKELY and over:
            by = f"[{hungry[0]}] still needs tricks" if len(hungry) == 1 else wants
            count = phrases.count_in_words(over, "card")
            if self.danger_key(decision, best) > self.danger_key(decision, rival):
                return f"Play {names}, not {decision.face(rival)}: {count} can still beat it, and it is harder to lose later"
            return f"Play {names}: {count} can still beat it, and {by}"
        if forced:
            low = share <= min([self.trick_chance(decision, card) for card in others])
            return f"Play {names}, the likeliest of yours to be beaten: {wants}" if low else ""
        return self._with_reason(decision, ranking, f"Take it with {names}")

    def _hint_on_leaving(self, decision: Decision[GooseState], ranking: Ranking) -> str:
        """Returns a sentence on a card that leaves a trick that another card could win."""
        group, need = self._level_cards(decision, ranking), self.tricks_needed(decision)
        best, others = group[0], self._cards_outside(decision, ranking, group)
        names, able = ranking.listed(group), [card for card in others if self.is_ahead(decision, card)]
        losers = [card for card in others if not self.is_ahead(decision, card)]
        if need <= 0:
            return self._hint_on_duck(decision, ranking, group, losers)
        if not able:
            return ""
        high = max(able, key=lambda card: self.trick_chance(decision, card))
        over, under_bid = self._danger_shift(decision, best, high)
        does, kept = f"Let it go with {names}", self.keep_clause(decision, group, need)
        if over >= DANGER and over >= under_bid and kept:
            rest = self.likely_later_winners(decision, [*group, high])[:need]
            if len(rest) == need:
                return f"{does}: beside {self.names(decision, rest)}, {decision.face(high)} could win one too many"
            return f"{does}: {kept}"
        if self.trick_chance(decision, high) < MOSTLY and self.beaters(decision, high):
            fact = self.threat_clause(decision, high).replace("beat it", f"beat {decision.face(high)}")
            later = [who for who in self.later_seats(decision) if decision.known.bids[who] > decision.known.tricks(who)]
            if fact.startswith("only") or not fact:
                who = f"[{later[0]}], who needs tricks," if len(later) == 1 else "a later seat"
                fact = f"{who} may beat {decision.face(high)}"
            return self.with_clause_if_brief(f"{does}: {fact}", self.need_clause(decision))
        spare = decision.hand.bit_count() - need
        if not self._may_win_later(decision, best) and spare > 0:
            count = share_of_last_tricks(spare, spare + need)
            return f"{does}: it wins nothing later, and you must lose {count}"
        return f"{does}: {kept}" if kept else self._with_reason(decision, ranking, does)

    def _hint_on_duck(
        self, decision: Decision[GooseState], ranking: Ranking, group: Sequence[Card], losers: Sequence[Card]
    ) -> str:
        """Returns a sentence on a card that leaves a trick, which the bid does not need, to another seat. losers: other cards
        that leave it.
        """
        best, wants, leader = group[0], self.need_clause(decision), self.winning_seat_and_card(decision)
        names, follows = ranking.listed(group), self.follows_suit(decision, best)
        under = f" under {decision.face(leader[1])}" if follows and leader is not None else ""
        rival = self.rival_clause(decision, best)
        apart = [card for card in losers if card not in ranking.good]
        if apart and all(self._is_dearer(decision, best, card) for card in losers):
            rest = self._more_above_words(decision, best, apart[0])
            fact = "it is your highest that loses" if under else f"{self.above_clause(decision, best)}{rest}"
            return self.with_clause_if_brief(f"{'Lose' if under else 'Throw'} {names}{under}: {fact}, and {wants}", rival)
        high = max(self.winning_cards(decision), key=lambda card: self.trick_chance(decision, card))
        trump = ", a trump," if self.is_trump(decision, high) and not self.is_trump(decision, best) else ""
        would = "would" if self.trick_chance(decision, high) >= MOSTLY else "could"
        fact = f"{decision.face(high)}{trump} {would} take it"
        return self.with_clause_if_brief(f"{f'Duck with {names}' if under else f'Throw {names}'}: {fact}, and {wants}", rival)

    # ------------------------------------------------------------------ tricks that are lost

    def _hint_on_lost_trick(self, decision: Decision[GooseState], ranking: Ranking) -> str:
        """Returns a sentence on a card in a trick that the hand cannot win."""
        group, need = self._level_cards(decision, ranking), self.tricks_needed(decision)
        best, others = group[0], self._cards_outside(decision, ranking, group)
        if not others:
            return ""
        names, rival, verb = ranking.listed(group), others[0], self.losing_verb(decision, group[0])
        does = f"{self.lost_trick_words(decision)}: {verb} {names}"
        dangerous = self.danger_key(decision, best) > self.danger_key(decision, rival)
        over, under = self._danger_shift(decision, best, rival)
        if need <= 0:
            return self._hint_on_discard(decision, ranking, group, others)
        kept = self.keep_clause(decision, group, need)
        many = over >= under and self.risks_too_many_tricks(decision, rival)
        if "should win" in kept and many and self._is_dearer(decision, best, rival):
            return with_clause(f"{does}, for {kept}", ", and one more would be too many")
        if SUIT[best] == SUIT[rival] and dangerous:
            if many and kept:
                return with_clause(f"{does}, for {kept}", ", and one more would be too many")
            return f"{does} and keep {decision.face(rival)}, the surer loser; {self.need_clause(decision)}"
        if SUIT[best] == JOKER_SUIT and decision.hand.bit_count() == 2 and decision.known.jokers == "suitless":
            return f"{does}, for only {decision.face(rival)} can win the last trick"
        if SUIT[best] == JOKER_SUIT:
            return f"{does}, which wins nothing thrown in" if under >= over else self._with_reason(decision, ranking, does)
        if clause := self._loser_clause(decision, best, rival):
            if clause.startswith("keep"):
                return self.with_clause_if_brief(f"{does} and {clause}", self.need_clause(decision))
            return self.with_clause_if_brief(f"{does}; {clause}", self.need_clause(decision))
        lone = decision.hand & OF_SUIT[SUIT[best]] == BIT[best]
        if lone and not self.follows_suit(decision, best) and self.gains_by_ruff(decision, best):
            return f"{does}, your only {suit_name(best, 1)}; you can then ruff {suit_name(best)}"
        if over >= DANGER and over > under and many and kept:
            return with_clause(f"{does}; {kept}", ", and one more would be too many")
        above = {card: self.higher_cards(decision, card).bit_count() for card in (best, *others) if SUIT[card] != JOKER_SUIT}
        if above[best] > max([count for card, count in above.items() if card != best], default=0) and not self.is_trump(
            decision, best
        ):
            return f"{does}, your weakest card, with {phrases.number_word(above[best])} above it; {self.need_clause(decision)}"
        return self._with_reason(decision, ranking, does)

    def _more_above_words(self, decision: Decision[GooseState], best: Card, rival: Card) -> str:
        """Returns ", seven above 4♦" if more cards are above a rival of the best card than above the best card; else empty."""
        mine, theirs = (self.higher_cards(decision, card).bit_count() for card in (best, rival))
        more = theirs > mine and JOKER_SUIT not in (SUIT[best], SUIT[rival])
        return f", {phrases.number_word(theirs)} above {decision.face(rival)}" if more else ""

    def _hint_on_discard(
        self, decision: Decision[GooseState], ranking: Ranking, group: Sequence[Card], others: Sequence[Card]
    ) -> str:
        """Returns a sentence on a card in a lost trick, for a bid that needs no more tricks."""
        best, rival = group[0], others[0]
        names, wants, leader = ranking.listed(group), self.need_clause(decision), self.winning_seat_and_card(decision)
        follows = self.follows_suit(decision, best)
        does = f"Lose {names} under {decision.face(leader[1])}" if follows and leader is not None else f"Throw {names}"
        if self.is_trump(decision, best) and not self.is_trump(decision, rival):
            return f"{does}, a trump, which could win later: {wants}"
        if follows and self.danger_key(decision, best) > self.danger_key(decision, rival):
            return f"{does}: {self.above_clause(decision, best)}{self._more_above_words(decision, best, rival)}, and {wants}"
        if SUIT[rival] == JOKER_SUIT != SUIT[best] and decision.known.jokers == "suitless" and not follows:
            return f"{does}: {decision.face(rival)} wins nothing unless you lead it, and {wants}"
        if JOKER_SUIT in (SUIT[best], SUIT[rival]) or self.is_trump(decision, rival) != self.is_trump(decision, best):
            return self._with_reason(decision, ranking, does)
        if more := self._more_above_words(decision, best, rival):
            return f"{does}: {self.above_clause(decision, best)}{more}, and {wants}"
        lone = decision.hand & OF_SUIT[SUIT[best]] == BIT[best]
        if lone and decision.hand & OF_SUIT[SUIT[rival]] != BIT[rival]:
            return f"{does}, your only {suit_name(best, 1)}: you can then throw away on {suit_name(best)}, and {wants}"
        return f"{does}: {self.above_clause(decision, best)}, and {wants}"
