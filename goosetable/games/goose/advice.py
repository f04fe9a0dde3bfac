"""Principles of Goose: bid the sure tricks, corrected by the other bids; then win the tricks needed, and lose the rest."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import ClassVar

from goosetable import cards
from goosetable.cards import BIT, JOKER, JOKER_SUIT, PACK_SIZE, Card
from goosetable.engine.rules.action import Action
from goosetable.engine.rules.tricks import OF_SUIT, SUIT
from goosetable.engine.text.advice import FIRM, SELDOM, UNLIKELY, Decision, Ranking, Tip, with_clause
from goosetable.engine.text.explain import LATER
from goosetable.engine.text.trick_advice import FEW, MOST_OVERRUFFS
from goosetable.engine.text.trick_facts import LOWEST_HONOUR
from goosetable.engine.words import phrases
from goosetable.games.goose.hints import GooseHints
from goosetable.games.goose.rules import BID, NO_BID, GooseState

SPARE: int = 2
"""Largest number of tricks that the seat may still lose at which its trumps are kept for the tricks needed."""
SLIGHT = 0.01
"""Greatest difference in the share of the playouts in which the bid is made, 0..1, that does not matter."""
MUCH_RISK = 0.3
"""Least difference of the risks of too many and too few tricks, 0..1, at which a bid that needs tricks leads to lose."""
NEAR_POINTS = 3.0
"""Greatest number of points that a bid may earn less than the best one, to be called close to it."""
RISK = 0.08
"""Least difference in the share of the playouts with a trick too many, 0..1, that explains a cost."""


class GooseAdvice(GooseHints):
    """The advice of Goose."""

    mistake_words: ClassVar[Mapping[str, str]] = {
        "count": "were bids away from what your hand was good for",
        "none": "were bids away from what your hand was good for",
        "length": "were bids away from what your hand was good for",
        "low bid": "were bids too high",
        "table": "were bids too high",
        "low": "led a card too high to lose",
        "all": "let a trick go that you needed",
        "take": "let a trick go that you needed",
        "firm": "played a card too low to hold a trick that you needed",
        "wait": "spent a high card before it was needed",
        "hold": "spent a high card before it was needed",
        "keep master": "spent a high card before it was needed",
        "keep trump": "spent a trump before it was needed",
        "loser": "spent a sure loser too early",
        "unload": "kept a dangerous card",
        "forced": "kept a dangerous card",
        "duck": "took a trick that you did not want",
        "cheap": "won with a higher card than was needed",
        "lost": "threw a card that could still win on a lost trick",
        "sure": "passed over a lead that should have won",
        "master": "passed over a lead that should have won",
    }

    about: ClassVar[Mapping[str, str]] = {
        **dict.fromkeys(("take", "firm", "over", "sure", "master", "all", "joker", "near"), "takes"),
        **dict.fromkeys(("cheap", "hold", "lost", "wait", "keep trump", "keep master", "last", "drive"), LATER),
        **dict.fromkeys(("low", "duck", "forced", "unload", "loser", "spend"), "over"),
    }

    def whole_hint(self, decision: Decision[GooseState], ranking: Ranking) -> str:
        if ranking.best < BID:
            return super().whole_hint(decision, ranking)
        said = next((tip.hint for tip in self.tips(decision, ranking.best)), "")
        near = [
            str(one - BID) for one in ranking.good if one != ranking.best and self._earns_as_much(decision, one, ranking.best)
        ]
        near = near[:FEW]
        close = f"; {phrases.listed(near)} {'is' if len(near) == 1 else 'are'} close" if near else ""
        return with_clause(said, close or self._neighbour_clause(decision, ranking, said)) if said else ""

    def _earns_as_much(self, decision: Decision[GooseState], one: Action, best: Action) -> bool:
        """Whether a bid earns about the points of the best one in the playouts; True without playouts of the best.

        In a long game a deal changes the chance of winning so little that the values alone call very different bids close.
        """
        mine, theirs = (decision.mean(bid, f"points {decision.seat}") for bid in (one, best))
        return theirs is None or (mine is not None and theirs - mine <= NEAR_POINTS)

    def _neighbour_clause(self, decision: Decision[GooseState], ranking: Ranking, said: str) -> str:
        """Returns a clause on the cards that would decide about the better one of the bids beside the best one."""
        (sure, perhaps), bid = self.counting_cards(decision), ranking.best - BID
        order = [*sure, *perhaps, *self._hand_without_sure_winners(decision, [*sure, *perhaps])]
        beside = [one - BID for one in ranking.loss if abs(one - ranking.best) == 1 and one > BID]
        other = min(beside, key=lambda one: ranking.loss[one + BID], default=bid)
        low, fate = min(bid, other), "win" if other > bid else "lose"
        if len(perhaps) > 1 and len(sure) < bid and low < len(sure) + len(perhaps):
            number = other - len(sure) if other > bid else len(sure) + len(perhaps) - other
            those = f"{phrases.number_word(number)} of those {phrases.number_word(len(perhaps))}"
            return f"; for {other}, {those} would have to {fate}"
        card = decision.face(order[low]) if low < len(order) and other != bid else ""
        if not card or (card in said and other > bid):
            return ""
        return f"; for {other}, {card} would have to {fate}{' too' if bid and other > bid else ''}"

    def tips(self, decision: Decision[GooseState], action: Action) -> Iterator[Tip]:
        if action >= BID:
            bid = action - BID
            for tip in self._tips_for_bid(decision, bid):
                yield tip._replace(hint=tip.hint.replace(f"Bid {bid}", self._bid_words(decision, bid), 1))
            return
        need = self.tricks_needed(decision)
        left = decision.hand.bit_count()
        if need > 0:
            yield from self._tips_when_needed(decision, action, need, left)

    def _bid_words(self, decision: Decision[GooseState], bid: int) -> str:
        """Returns "Bid 3" or, if the hook forbids a bid beside it, "Bid 3, as you may not bid 2"."""
        barred = [
            other for other in (bid - 1, bid + 1) if 0 <= other <= decision.known.size and other + BID not in decision.legal
        ]
        return f"Bid {bid}, as you may not bid {barred[0]}" if barred else f"Bid {bid}"

    def preferred_action(self, decision: Decision[GooseState], group: Sequence[Action]) -> Action:
        """Returns the action to advise among equally rated ones; as a rule the first.

        Of bids, it is the first that a principle supports; a lower bid, if the last bidder would raise the sum of the bids
        above the number of tricks. Of leads, it is the card of `_surer_lead` if the bid still needs tricks. Of cards that
        lose the trick, it is one of the first card's suit: the cheapest if the bid may lack tricks, else the card most likely
        to win later.
        """
        best, known = group[0], decision.known
        if best >= BID:
            sure, last = len(self.counting_cards(decision)[0]), known.bids.count(NO_BID) == 1
            lower = [one for one in group if sure <= one - BID < best - BID]
            if last and lower and known.bid + best - BID > known.size:
                return max(lower)
            return next((one for one in group if any(self._tips_for_bid(decision, one - BID))), best)
        if self.tricks_needed(decision) <= 0 and known.trick and not self.is_ahead(decision, best):
            lost = [one for one in group if not self.is_ahead(decision, one) and SUIT[one] == SUIT[best]]
            return max(lost, key=lambda one: self.danger_key(decision, one))
        if self.tricks_needed(decision) > 0 and len(group) > 1:
            kept = [self._card_to_keep(decision, one) for one in group]
            group = [one for one in group if one not in kept] or group
            best = group[0]
        need, likely = self.tricks_needed(decision), [one for one in self.counting_cards(decision)[0] if one not in group]
        if (
            0 < need <= len(likely)
            and known.trick
            and not self.winning_cards(decision)
            and self.risks_too_many_tricks(decision, best)
        ):
            group = [one for one in group if SUIT[one] == SUIT[best]]
            return max(group, key=lambda one: self.danger_key(decision, one))
        if need > 0 and not known.trick:
            return self._surer_lead(decision, group, need)
        return self.cheapest_if_lost(decision, group) if need > 0 else group[0]

    def _surer_lead(self, decision: Decision[GooseState], group: Sequence[Action], need: int) -> Action:
        """Returns the card of a group to lead for a bid that still needs tricks.

        If too many tricks are much the greater danger, it is the likeliest loser. If the bid
        needs all masters of the hand, it is a master of a plain suit that takes the trick clearly more often than
        the first card. If the first card is a high card that should lose to one or two higher cards or to a trump, it is the
        lowest card of the group. Otherwise it is the first card. need: number of tricks that the bid still needs.
        """
        best = group[0]
        if decision.mean_or_zero(best, "over") >= decision.mean_or_zero(best, "under") + MUCH_RISK:
            share, made = self.trick_chance(decision, best) - FIRM, f"made {decision.seat}"
            least = decision.mean_or_zero(best, made) - SLIGHT
            low = [
                one
                for one in group
                if self.trick_chance(decision, one) <= share and decision.is_figure_likely(one, made, least)
            ]
            low = [one for one in low if len(self.likely_later_winners(decision, [one])) >= need]
            return min(low, key=lambda card: self.trick_chance(decision, card), default=best)
        plain = [one for one in group if SUIT[one] != JOKER_SUIT and not self.is_trump(decision, one)]
        beaten = best in plain and decision.is_counted(best) and self.trick_chance(decision, best) <= UNLIKELY
        if beaten and 0 < self.higher_cards(decision, best).bit_count() <= FEW:
            return max(plain, key=lambda card: self.higher_cards(decision, card).bit_count())
        masters = [one for one in cards.members(decision.hand) if self.is_master(decision, one)]
        if best in masters or self.is_trump(decision, best) or not 0 < len(masters) <= need:
            return best
        if self.trick_chance(decision, best) < SELDOM:
            return best
        sure = [one for one in group if one in masters and not self.is_trump(decision, one)]
        sure.sort(key=lambda one: -self.danger_key(decision, one)[1])
        least = self.trick_chance(decision, best) + FIRM
        return next((one for one in sure if self.trick_chance(decision, one) >= least), best)

    def plain_sentence(self, decision: Decision[GooseState], action: Action, other: Action | None) -> str:
        if action >= BID:
            return self._bid_words(decision, action - BID)
        return super().plain_sentence(decision, action, other)

    def fixed_result_sentence(self, decision: Decision[GooseState]) -> str:
        """Returns "Your bid is lost" if the seat needs more tricks than it can still win; else empty."""
        known = decision.known
        if known.bids[decision.seat] == NO_BID or any(action >= BID for action in decision.legal):
            return ""
        able = not known.trick or bool(self.winning_cards(decision))
        return "Your bid is lost" if self.tricks_needed(decision) > decision.hand.bit_count() - (not able) else ""

    def tips_for_review(self, decision: Decision[GooseState], action: Action, other: Action) -> Iterator[Tip]:
        """Yields the reasons why `action` was better: for a bid, the cards that count; for a card, the risk to miss the bid."""
        if action >= BID:
            yield from self._tips_on_better_bid(decision, action, other)
            return
        over, under = (decision.mean_or_zero(other, key) - decision.mean_or_zero(action, key) for key in ("over", "under"))
        if JOKER_SUIT in (SUIT[action], SUIT[other]):
            if SUIT[other] == JOKER_SUIT and decision.known.jokers == "suitless" and over >= RISK and not decision.known.trick:
                name = decision.face(other)
                yield Tip("loser", "", f"{name} loses when it is thrown on another suit: it was better kept for that")
            else:
                yield from super().tips_for_review(decision, action, other)
        elif not self.wants_trick(decision) or (over >= RISK and over > under):
            if (tip := self._tip_on_trick_too_many(decision, action, other)).name:
                yield tip
        elif under > over:
            for tip in super().tips_for_review(decision, action, other):
                yield self._tip_with_danger_named(decision, tip, action, other)

    def _tip_with_danger_named(self, decision: Decision[GooseState], tip: Tip, better: Card, played: Card) -> Tip:
        """Returns a tip on a lead that loses; its words for a review name the cards that could beat the card played."""
        over = cards.members(self.beaters(decision, played))
        if tip.name != "wait" or not over or decision.known.trick:
            return tip
        those = self.names(decision, over) if len(over) <= MOST_OVERRUFFS else phrases.count_in_words(len(over), "card")
        return tip._replace(missed=f"{those} could beat {decision.face(played)}: {decision.face(better)}, a loser, goes first")

    def _tips_on_better_bid(self, decision: Decision[GooseState], action: Action, other: Action) -> Iterator[Tip]:
        """Yields the reasons why a bid was better: a higher one promised too many tricks, or a lower one too few."""
        found, (sure, perhaps) = [*super().tips_for_review(decision, action, other)], self.counting_cards(decision)
        few = len(sure) + len(perhaps) < other - BID or (not found and perhaps and len(sure) <= action - BID)
        barred, key = self._barred_clause(decision, action, other), "under" if other > action else "over"
        if other > action and few:
            promised = self._promise_clause(decision, sure, perhaps, action - BID, other - BID)
            yield Tip("count", "", f"{promised}: {other - BID} was too many{barred}", about=key)
        elif not found and other < action and len(sure) > other - BID:
            yield Tip(
                "count", "", f"{self.names_of_first_cards(decision, sure)} promised more tricks than {other - BID}", about=key
            )
        for tip in found:
            yield tip._replace(missed=f"{tip.missed}{barred}", about=key)

    def _barred_clause(self, decision: Decision[GooseState], action: Action, other: Action) -> str:
        """Returns a clause on the bid next to the better one, if the hook forbids it; else empty. It is the next lower bid if
        the bid made was too high, and the next higher one if it was too low.
        """
        bid = action - BID - (1 if other > action else -1)
        barred = 0 <= bid <= decision.known.size and bid + BID not in decision.legal
        return f", and the hook barred {bid}" if barred else ""

    def explains(self, decision: Decision[GooseState], tip: Tip, action: Action, other: Action) -> bool:
        if tip.name in ("wait", "keep trump"):
            return self.is_master(decision, other) or self.is_trump(decision, other)
        return super().explains(decision, tip, action, other) and tip.name != "near"

    def _tip_on_trick_too_many(self, decision: Decision[GooseState], better: Card, played: Card) -> Tip:
        """Explains that the card played may win a trick too many, now or later; an empty tip if it may not."""
        name, high, leader = decision.face(better), decision.face(played), self.winning_seat_and_card(decision)
        need = self.tricks_needed(decision)
        wants = f"you needed only {phrases.number_word(need)} more" if need > 0 else "you needed no more tricks"
        if not need and not decision.known.bids[decision.seat]:
            wants = "you wanted none"
        if self.trick_chance(decision, played) >= self.trick_chance(decision, better) + FIRM:
            if leader is None:
                if need > 1:
                    return self._tip_on_enough_cards(decision, better, f"{high} was likely to win one more", played)
                return Tip("low", "", f"{wants}, and {high} was likelier to win than {name}")
            if not self.is_ahead(decision, played) or self.is_ahead(decision, better):
                return Tip("", "")
            leaves = f"{name} would have left the trick to [{leader[0]}]"
            if need > 0:
                return self._tip_on_enough_cards(decision, better, leaves)
            return Tip("duck", "", f"{wants}, and {leaves}")
        if leader is None or (SUIT[better] != SUIT[played] and self.follows_suit(decision, played)):
            return Tip("", "")
        if self.danger_key(decision, better) <= self.danger_key(decision, played) or self.are_level(decision, better, played):
            return Tip("", "")
        if self.is_ahead(decision, better) and self.is_ahead(decision, played) and self.should_take(decision, played):
            win = (
                "both win"
                if self.surely_takes(decision, better) and self.surely_takes(decision, played)
                else "either should win"
            )
            return Tip("forced", "", f"{win}, so {name} was the one to spend: {high} is easier to lose later")
        if self.is_ahead(decision, better) or self.is_ahead(decision, played):
            return Tip("", "")
        if SUIT[better] != SUIT[played]:
            return Tip("unload", "", f"{wants}, and {name} could be thrown here: it may win later")
        return Tip("unload", "", f"{wants}, and {name} could be lost under {decision.face(leader[1])}: it may win later")

    def _tip_on_enough_cards(
        self, decision: Decision[GooseState], better: Card, because: str, played: Card | None = None
    ) -> Tip:
        """Explains that the trick was not needed, as other cards of the hand can win the tricks needed; an empty tip if the
        hand has too few of them.

        because: a clause on this trick. played: the card played, which does not count as one of the other cards.
        """
        rest, need = cards.members(decision.hand & ~BIT[better]), self.tricks_needed(decision)
        own = [card for card in rest if card != played and (self.is_trump(decision, card) or self.is_master(decision, card))]
        if len(own) < need:
            return Tip("", "")
        needed = "the trick" if need == 1 else f"the {phrases.number_word(need)} tricks"
        return Tip(
            "duck" if played is None else "low",
            "",
            f"{self.names_of_first_cards(decision, own)} may win {needed} that you needed, and {because}",
        )

    # ------------------------------------------------------------------ the bid

    def _promise_clause(
        self, decision: Decision[GooseState], sure: list[Card], perhaps: list[Card], bid: int, made: int
    ) -> str:
        """Returns a clause on the cards of a hand that promised tricks. bid: the better bid. made: the bid made."""
        said = []
        if sure or len(perhaps) < made:
            cards_of_hand = f"only {self.names_of_first_cards(decision, sure)}" if sure else "no card"
            said.append(f"{cards_of_hand} promised {'tricks' if len(sure) > 1 else 'a trick'}")
        if perhaps:
            fate = "was doubtful" if len(perhaps) == 1 else "were doubtful"
            if len(sure) + len(perhaps) == made:
                fate = f"would {('', 'also ' if sure else '', 'both ', 'all ')[min(len(perhaps), 3)]}have had to win"
            said.append(f"{self.names_of_first_cards(decision, perhaps)} {fate}")
        others, size = decision.known.bid, decision.known.size
        full = f", with {others} bid for {size} tricks" if perhaps and others + bid > size else ""
        return f"{', and '.join(said)}{full}"

    def _tips_for_bid(self, decision: Decision[GooseState], bid: int) -> Iterator[Tip]:
        known = decision.known
        sure, perhaps = self.counting_cards(decision)
        others = known.bid
        waiting = known.bids.count(NO_BID) - 1
        though = f", though {others} of {known.size} are bid" if others + bid > known.size else ""
        if not waiting and known.bid + bid > known.size and sure and bid <= len(sure):
            yield Tip("table", f"Bid {bid}: with {others} bid for {known.size} already, everybody fights",
                      "everybody had to fight for tricks, so the lower bid was better")  # fmt: skip
        if bid == len(sure) and sure:
            verb = "should win" if bid > 1 else "should win one"
            rest = f"the rest {'may' if perhaps else 'should'} not"
            yield Tip("count", f"Bid {bid}: {self.names_of_first_cards(decision, sure)} {verb}, {rest}",
                      f"{self.names_of_first_cards(decision, sure)} counted for {bid}")  # fmt: skip
        elif bid == 0 and not sure:
            none = "you hold no ace" if known.trumps is None else "you hold no ace and no high trump"
            lacks = self._missing_kinds(decision) if others < known.size else ""
            may, few = self.names_of_first_cards(decision, perhaps), lacks and perhaps
            why = f"you hold {lacks}, and only {may} may win" if few else f"{may} may not win" if perhaps else none
            why = f"{others} of {known.size} are bid already, and {why}" if others >= known.size else why
            yield Tip("none", f"Bid 0: {why}", f"{why.removeprefix('you hold ')}: that is a bid of 0")
        elif len(sure) < bid <= len(sure) + len(perhaps):
            more = self.names_of_first_cards(decision, perhaps)
            one = bid - len(sure)
            if sure:
                winners = self.names_of_first_cards(decision, sure)
                best = f"{winners} should win, and {more} may bring {phrases.number_word(one)} more"
                yield Tip("count", f"Bid {bid}: {best}{though}",
                          f"{self.names_of_first_cards(decision, [*sure, *perhaps])} were good for {bid}")  # fmt: skip
            else:
                yield Tip("count", f"Bid {bid}: {more} may bring {phrases.number_word(one)}",
                          f"{more} {'was' if len(perhaps) == 1 else 'were'} good for {bid}")  # fmt: skip
        elif bid < len(sure):
            hold = "may not hold up" if len(sure) == 1 else "will not all hold up"
            yield Tip(
                "low bid", f"Bid {bid}: {self.names_of_first_cards(decision, sure)} {hold}", "not all the high cards hold up"
            )
        elif bid > len(sure) + len(perhaps):
            yield from self._tips_for_bid_beyond(decision, bid, sure)

    def _missing_kinds(self, decision: Decision[GooseState]) -> str:
        """Returns the kinds of winning cards that the hand lacks, such as "no ace and no trump"; empty if it lacks none."""
        held, trumps = cards.members(decision.hand), decision.known.trumps
        kinds = {
            "no ace": any(SUIT[card] != JOKER_SUIT and not cards.rank(card) for card in held),
            "no trump": trumps is None or bool(decision.hand & OF_SUIT[trumps]),
            "no joker": decision.known.jokers != "top" or any(SUIT[card] == JOKER_SUIT for card in held),
        }
        return phrases.listed([kind for kind, has in kinds.items() if not has])

    def _tips_for_bid_beyond(self, decision: Decision[GooseState], bid: int, sure: list[Card]) -> Iterator[Tip]:
        """Yields the principles of a bid that is higher than the number of counting cards in the hand. sure: the cards that
        should win.
        """
        known, others, waiting = decision.known, decision.known.bid, decision.known.bids.count(NO_BID) - 1
        free = known.size - others
        if waiting <= 1 and free > bid:
            may = self.names_of_first_cards(decision, [*sure, *self._hand_without_sure_winners(decision, sure)][:bid])
            yield Tip("free", f"Bid {bid}: only {others} bid for {known.size}, so {may} may well win", weak=True)
        elif sure:
            more, hopeful = phrases.number_word(bid - len(sure)), self._hopeful_cards(decision, sure, bid - len(sure))
            others_may = self.names_of_first_cards(decision, hopeful) or "the rest"
            best = self.names_of_first_cards(decision, sure)
            yield Tip("rest", f"Bid {bid}: {best} should win, and {others_may} may bring {more} more", weak=True)
        elif bid and (hopeful := self._hopeful_cards(decision, sure, bid)):
            may, trumps = self.names_of_first_cards(decision, hopeful), known.trumps
            none = trumps is not None and not decision.hand & OF_SUIT[trumps]
            though = ", though you have no trump" if none else ""
            yield Tip("length" if none else "middling", f"Bid {bid}: {may} may bring {phrases.number_word(bid)}{though}",
                      f"{may} might have won", weak=not none)  # fmt: skip

    def _hopeful_cards(self, decision: Decision[GooseState], sure: list[Card], number: int) -> list[Card]:
        """Returns the cards likeliest to win a trick beside the sure ones: trumps first, then high cards, without jokers.

        number: the number of cards to return. There is one more if the next card is a trump, or a Ten or higher.
        """
        rest = self._hand_without_sure_winners(decision, sure)
        spare = rest[number : number + 1]
        return rest[:number] + [card for card in spare if self.is_trump(decision, card) or cards.rank(card) <= LOWEST_HONOUR]

    def _hand_without_sure_winners(self, decision: Decision[GooseState], sure: Sequence[Card]) -> list[Card]:
        """Returns the cards of the hand that are not among the sure winners: trumps first, then high cards, without jokers."""
        rest = [card for card in cards.members(decision.hand) if SUIT[card] != JOKER_SUIT and card not in sure]
        return sorted(rest, key=lambda card: (not self.is_trump(decision, card), cards.rank(card)))

    # ------------------------------------------------------------------ tricks that are needed

    def _tips_when_needed(self, decision: Decision[GooseState], card: Card, need: int, remaining: int) -> Iterator[Tip]:
        """Yields the principles of playing a card for a bid that still needs tricks. need: their number. remaining: tricks left
        to play.
        """
        name = decision.face(card)
        masters = [other for other in cards.members(decision.hand & ~BIT[card])
                   if self.is_master(decision, other) or self.beats_trumps(decision, other)]  # fmt: skip
        if need > remaining:
            yield from self._tips_for_lost_bid(decision, card)
            return
        if need == remaining and self.surely_takes(decision, card):
            yield Tip("all", f"You need them all: {name} cannot be beaten", f"all were needed, and {name} could not be beaten")
        trumps = [other for other in cards.members(decision.hand) if self.is_trump(decision, other)]
        if (
            need == remaining
            and not decision.known.trick
            and trumps
            and card == min(trumps, key=lambda one: self.rank_from_top(decision.known, one))
        ):
            yield Tip("all", f"You need them all: highest trump first, {name}", "all were needed: the highest trump goes first")
        if not decision.known.trick:
            yield from self._tips_for_needed_lead(decision, card, need, masters, trumps)
        elif self.should_take(decision, card):
            yield from self._tips_for_taking(decision, card)
        elif not self.is_ahead(decision, card):
            yield from self._tips_for_letting_go(decision, card, need, masters)

    def _tips_for_needed_lead(
        self, decision: Decision[GooseState], card: Card, need: int, masters: list[Card], trumps: list[Card]
    ) -> Iterator[Tip]:
        """Yields the principles of leading a card for a bid that still needs tricks.

        need: their number. masters: other cards that will win later. trumps: the trumps of the hand.
        """
        name = decision.face(card)
        if decision.is_figure_rare(card, "takes") and len(masters) >= need:
            yield Tip("wait", f"Lead {name} to lose the lead: your high cards win what you need later",
                      f"{self.names_of_first_cards(decision, masters)} would have kept: the loser goes first")  # fmt: skip
        sure, perhaps = self.counting_cards(decision)
        likely = [one for one in sure if one != card]
        doubtful = [one for one in perhaps if one != card and self.is_trump(decision, one)][: max(need - len(likely), 0)]
        verb, likely = "may" if doubtful else "should", likely + doubtful
        if decision.is_figure_rare(card, "takes") and len(masters) < need == len(likely):
            does = f"Lead {name} to lose the lead: {self.names_of_first_cards(decision, likely)}"
            yield Tip("wait", f"{does} {verb} win {'the one' if need == 1 else 'those'} you need",
                      f"{self.names_of_first_cards(decision, likely)} would have kept: the loser goes first")  # fmt: skip
        if len(trumps) == need >= decision.hand.bit_count() - SPARE and card not in trumps:
            kept = self.names(decision, trumps)
            yield Tip("keep trump", f"Lead {name} and keep {kept}, a trump, for the trick that you need" if need == 1
                      else f"Lead {name} and keep your trumps for what you need", "the trumps could wait")  # fmt: skip
        over = cards.members(self.beaters(decision, card))
        if (
            SUIT[card] == JOKER_SUIT
            and over
            and all(self.is_trump(decision, one) for one in over)
            and not self.should_lose(decision, card)
        ):
            needed = "the trick" if need == 1 else f"{phrases.number_word(need)} tricks"
            yield Tip(
                "joker", f"Lead {name}: only a trump can beat it, and you need {needed}", f"only a trump could beat {name}"
            )

    def _tips_for_taking(self, decision: Decision[GooseState], card: Card) -> Iterator[Tip]:
        """Yields the principles of playing a card that takes a needed trick."""
        name, winners = decision.face(card), [one for one in self.legal_cards(decision) if self.should_take(decision, one)]
        yield from self.tips_for_high_ruff(decision, card)
        low, both = self.cheapest(decision, winners), self.surely_takes(decision, card)
        both = both and self.surely_takes(decision, low) and not self.are_level(decision, card, low)
        if self.tricks_needed(decision) == 1 and both:
            yield Tip("spend", f"Take it with {name}, not {decision.face(low)}: you need no more after it",
                      f"{name} was the winner to spend, for you needed no more")  # fmt: skip

    def _tips_for_letting_go(self, decision: Decision[GooseState], card: Card, need: int, masters: list[Card]) -> Iterator[Tip]:
        """Yields the principles of playing a card that is not winning the trick so far.

        need: number of tricks that the bid still needs. masters: cards that will win later.
        """
        able = self.winning_cards(decision)
        if able and len(masters) >= need:
            high = self.names(decision, masters[:need])
            win = "win" if need > 1 else "wins"
            said = f"Let it go with {decision.face(card)}: {high} still {win} what you need"
            yield Tip("wait", said, f"{high} would have won what was needed")
        elif able and need < decision.hand.bit_count():
            rest = cards.members(decision.hand & ~BIT[card])
            if need == len(rest) == 1 and rest[0] in able:
                last = decision.face(rest[0])
                yield Tip("last", f"Let it go with {decision.face(card)}: {last} is likelier to win the last trick",
                          f"{last} was the likelier to win the last trick")  # fmt: skip
        elif not able:
            yield from self._tips_for_last_card(decision, card, need)
            if masters and card not in masters and not self.is_master(decision, card) and len(masters) <= need:
                kept = self.names(decision, masters)
                does = f"{phrases.with_capital(self.losing_verb(decision, card))} {decision.face(card)} and keep {kept}"
                yield Tip("keep master", f"{does} for {'the trick' if need == 1 else 'the tricks'} that you need",
                          f"{kept} was better kept")  # fmt: skip

    def _tips_for_last_card(self, decision: Decision[GooseState], card: Card, need: int) -> Iterator[Tip]:
        """Yields the principle of throwing a joker that could not win the last trick, which another seat leads.

        need: number of tricks that the bid still needs.
        """
        rest = cards.members(decision.hand & ~BIT[card])
        useless = SUIT[card] == JOKER_SUIT and decision.known.jokers == "suitless" and not decision.unseen & OF_SUIT[JOKER_SUIT]
        low = SUIT[card] == JOKER_SUIT and decision.known.jokers == "suitless" and card % PACK_SIZE != JOKER
        if need == len(rest) == 1 and (useless or low) and SUIT[rest[0]] != JOKER_SUIT:
            only = f"only {decision.face(rest[0])}"
            said = f"{self.lost_trick_words(decision)}: throw {decision.face(card)}, for {only} can win the last"
            yield Tip("last", said, f"{only} could win the last trick")

    def _tips_for_lost_bid(self, decision: Decision[GooseState], card: Card) -> Iterator[Tip]:
        """Yields the principles of a seat whose bid is lost, and that loses points for each missing trick."""
        name, cost = decision.face(card), "twenty" if decision.seat in decision.known.roles.geese else "ten"
        if decision.known.trick and self.should_take(decision, card):
            yield Tip("near", f"Take it with {name}: each trick you miss costs {cost}", f"each trick missed costs {cost}")
        elif not decision.known.trick and self.surely_takes(decision, card):
            yield Tip("near", f"Lead {name}: it cannot be beaten, and each trick missed costs {cost}",
                      f"{name} could not be beaten")  # fmt: skip
        elif decision.known.trick and not self.is_ahead(decision, card):
            yield from self._tips_for_losing_card(decision, card, self.winning_cards(decision))
