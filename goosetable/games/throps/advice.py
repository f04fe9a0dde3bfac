"""Principles of Throps: the points that the card on sale gains or costs, and the highest bid that it is worth."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import ClassVar

from goosetable import cards
from goosetable.cards import BIT, Card
from goosetable.engine.rules.action import Action, value_of
from goosetable.engine.text.advice import Advice, Decision, Tip
from goosetable.engine.words import phrases
from goosetable.games.throps.rules import BID, BID_KEY, ROUNDS, VALUE, ThropsState, points_of_cards, suit_values

HIGH, LOW = 1 / 3, 2 / 3
"""Largest share of stronger unseen cards for a high bid, and least share for a low one."""
LIKELY = 0.6
"""Least share of the playouts, 0..1, in which a bid that should win does so."""
FEW = 2
"""Largest number of cards that can beat a bid which is nearly sure to win."""
MIDDLE = 0.4
"""Least share of stronger unseen cards for a middling bid."""
DENIED = 10
"""Least gain of an opponent, in points, against which a high card is worth spending."""
EARLY, LITTLE, EVEN = 8, 3, 1 / 2
"""Limits for a bid that may begin the seat's suit: least number of rounds to come, largest cost in points, and largest share of
stronger unseen cards.
"""
FIRM = 0.1
"""Least difference between two bids' chances of winning the card on sale, 0..1, that explains a cost."""
KING = 1
"""Lowest rank, by its distance from the Ace, of cards too dear to spend against small gains of others."""
LATE = 5
"""Largest number of rounds to come at which a high card may soon have to win a costlier card."""
PLAIN = ("leave", "begin", "rid", "shed", "keep low")
"""Principles whose sentences are better than a plain one, though they hold for other bids too."""
MUCH = 6
"""Least gain in points for which a card is worth a high bid."""
SAFE = 0.35
"""Largest share of the playouts, 0..1, in which a bid that should lose a costly card may win it."""
NAMED = 3
"""Number of the best bids of which the lowest may do to begin a suit."""
CLOSING = 3
"""Largest number of rounds to come at which the totals decide who is to be denied a card."""


class ThropsAdvice(Advice[ThropsState]):
    """The advice of Throps."""

    habits: ClassVar[Mapping[str, str]] = {
        "sure": "bid too little for a card that was worth points",
        "near": "bid too little for a card that was worth points",
        "own suit": "bid too little for a card that was worth points",
        "spare": "paid more than the card was worth",
        "enough": "paid more than the card was worth",
        "let go": "paid more than the card was worth",
        "costs": "bid too much for a card that cost you",
        "dear now": "passed over a card of your suit",
        "deny": "left another a card that it wanted",
        "shed": "spent a low card too early",
        "rid": "kept a high card that had to win something worse",
        "harmless": "kept a high card that had to win something worse",
        "leave": "won a card that all wanted to lose",
        "goal": "let a card go that decided the game",
    }

    def tips(self, decision: Decision[ThropsState], action: Action) -> Iterator[Tip]:
        card, gain = action - BID, self.gain(decision, decision.seat)
        yield from self._tips_for_target(decision, card)
        if gain > 0:
            yield from self._tips_for_gain(decision, card, gain)
        else:
            yield from self._tips_without_gain(decision, card, gain)

    def _tips_for_target(self, decision: Decision[ThropsState], card: Card) -> Iterator[Tip]:
        """Yields the principle of taking a card with which a seat would reach the target and have the most points."""
        known, seat, left = decision.known, decision.seat, ROUNDS - decision.known.round
        if known.options.length != "whole" or left > CLOSING or not decision.is_likely(card + BID, f"wins {seat}", LIKELY):
            return
        name, sold, target = decision.face(card), decision.face(known.turned), known.options.target
        now = [total + points_of_cards(won) for total, won in zip(known.totals, known.won, strict=True)]
        for who, before in enumerate(now):
            after, rest = before + self.gain(decision, who), max([other for one, other in enumerate(now) if one != who])
            if max(now) < target <= after and after > rest:
                does = f"bid {name}" if who == seat else f"take it away with {name}"
                stands = f"{'you' if who == seat else f'[{who}]'} would stand at {phrases.format_points(after)}"
                yield Tip("goal", f"With {sold} {stands}, and the game is to {target}: {does}", f"with {sold} {stands}")

    def _tips_for_gain(self, decision: Decision[ThropsState], card: Card, gain: int) -> Iterator[Tip]:
        """Yields the principles of bidding for a card on sale that earns points. gain: these points."""
        known, seat, sale = decision.known, decision.seat, decision.known.turned
        name, sold, suit = decision.face(card), decision.face(sale), cards.SUIT_NAMES[cards.suit(sale)]
        place, rival, key = self.share_above(decision, card), self.rival(decision), BID_KEY[cards.suit(sale)]
        able = [action - BID for action in decision.legal if not self.stronger_cards(decision, action - BID)]
        theirs = self.gain(decision, rival)
        yield from self._tips_for_harmless_card(decision, card, gain)
        if card in able:
            least = all(self.are_level(decision, card, other) or key[other] < key[card] for other in able)
            if least and not all(self.are_level(decision, card, other) for other in able):
                yield Tip("enough", f"{name} is enough for {sold}, which brings you {gain}: no card out beats it",
                          f"{name} was enough for {sold}")  # fmt: skip
            yield Tip("sure", f"{name} is sure to win {sold}, which brings you {gain}", f"{name} was sure to win {sold}")
        yield from self._tips_near_the_top(decision, card, gain)
        if theirs <= 0 and decision.is_likely(card + BID, f"wins {seat}", LIKELY):
            yield Tip("cheap", f"{name} should do: {sold} brings you {gain}, and {self.strength_clause(decision, card)}",
                      f"{name} should have won {sold}")  # fmt: skip
        if place <= HIGH and gain >= MUCH:
            mine = bool(suit_values(known.won[seat])[cards.suit(sale)])
            too = f", and [{rival}] {theirs}" if theirs >= MUCH else ""
            yield Tip("own suit", f"{suit.capitalize()} are your suit: bid high, {name}, for {gain} more" if mine and not too
                      else f"{sold} brings you {gain}{too}: bid high, {name}", f"{sold} was worth {gain} to you")  # fmt: skip
        if place <= HIGH and gain < MUCH and not known.won[seat] and ROUNDS - known.round >= EARLY:
            yield Tip("begin", f"Bid high, {name}: {sold} brings you {gain}, and may begin your suit",
                      f"{sold} could have begun your suit")  # fmt: skip
        if place >= LOW and gain < MUCH:
            yield Tip("spare", f"{sold} brings you only {gain}: bid low, {name}, and keep the high cards",
                      f"{sold} was not worth a high card")  # fmt: skip
        elif place > HIGH and theirs > gain and theirs >= MUCH:
            yield Tip("let go", f"[{rival} gains] {theirs} by {sold} and you only {gain}: let it go, bid {name}",
                      f"[{rival}] wanted {sold} more")  # fmt: skip
        elif place > HIGH and gain < MUCH and self.is_highest_held(decision, card):
            yield Tip("rid", f"{sold} brings you only {gain}: be rid of {name} before it wins worse",
                      f"{name} was to be spent before it won something worse")  # fmt: skip
        elif place > HIGH and gain < MUCH and self.is_middling(decision, card):
            yield Tip("middle", f"{sold} brings you only {gain}: a middling card, {name}, is all it is worth",
                      f"{sold} was worth a middling bid")  # fmt: skip

    def _tips_for_harmless_card(self, decision: Decision[ThropsState], card: Card, gain: int) -> Iterator[Tip]:
        """Yields the principle of spending a high card where it wins few points, and no opponent gains. gain: these points."""
        place, left, name = self.share_above(decision, card), ROUNDS - decision.known.round, decision.face(card)
        wins = decision.is_likely(card + BID, f"wins {decision.seat}", LIKELY)
        free = gain < MUCH and self.gain(decision, self.rival(decision)) <= 0
        if free and wins and place <= EVEN and 1 < left <= (ROUNDS if place else LATE):
            sold = decision.face(decision.known.turned)
            yield Tip("harmless", f"{sold} brings you {gain}: better spend {name} here than on a card that costs you",
                      f"{sold} was a harmless card to spend {name} on")  # fmt: skip

    def _tips_near_the_top(self, decision: Decision[ThropsState], card: Card, gain: int) -> Iterator[Tip]:
        """Yields the principle of a bid that only few unseen cards beat. gain: the points that the card on sale earns."""
        key, sale = BID_KEY[cards.suit(decision.known.turned)], decision.known.turned
        name, sold, suit = decision.face(card), decision.face(sale), cards.suit(sale)
        above, best = self.stronger_cards(decision, card), min(decision.legal, key=lambda action: key[action - BID]) - BID
        if not 0 < len(above) <= FEW:
            return
        same = [action - BID for action in decision.legal if self.stronger_cards(decision, action - BID) == above]
        if best in same:
            if card != max(same, key=lambda one: key[one]) or card == best:
                return
            if cards.rank(card) != cards.rank(best):
                they = "they beat" if len(above) > 1 else "it beats"
                only = f"only {self.names(decision, above)} can beat {name}, and {they} {decision.face(best)} too"
                yield Tip("least", f"{sold} brings you {gain}: {only}", f"{name} was as strong as {decision.face(best)}")
                return
        only = f"{self.names(decision, above)} {'beats' if len(above) == 1 else 'beat'}"
        mine = bool(suit_values(decision.known.won[decision.seat])[suit]) and gain < MUCH
        more = f", and {cards.SUIT_NAMES[suit]} are your suit" if mine else ""
        yield Tip("near", f"{sold} brings you {gain}{more}: only {only} {name}, so keep {decision.face(best)}",
                  f"{name} was nearly sure to win {sold}")  # fmt: skip

    def _tips_without_gain(self, decision: Decision[ThropsState], card: Card, gain: int) -> Iterator[Tip]:
        """Yields the principles of bidding for a card on sale that earns no points. gain: 0, or minus its cost."""
        known, seat, sale = decision.known, decision.seat, decision.known.turned
        name, place, sold = decision.face(card), self.share_above(decision, card), decision.face(sale)
        suit, left, rival = cards.suit(sale), ROUNDS - known.round, self.rival(decision)
        own, theirs = suit_values(known.won[seat]), self.gain(decision, rival)
        lowest = self.weakest_card(decision)
        costs = f"costs you {-gain}" if gain else "changes nothing for you"
        yield from self._tips_for_denial(decision, card, gain, costs)
        if place <= HIGH and left >= 3 and self.may_make_best_suit(decision, suit):
            named = cards.SUIT_NAMES[suit]
            now = f"{sold} {costs} now, but" if gain else f"with {sold}"
            yield Tip("dear now", f"Bid high, {name}: {now} {named} are your suit then, and later {named} pay",
                      f"{sold} could make {named} your suit")  # fmt: skip
        yield from self._tips_for_middling(decision, card, gain, lowest)
        if gain < 0 and self.are_level(decision, card, lowest):
            yield from self._tips_for_lowest(decision, card)
        if not any(own) and gain >= -MUCH and left >= EARLY and place <= EVEN and self.should_win(decision, card):
            most = max([self.gain(decision, who) for who in range(len(known.won)) if who != seat])
            does = f"{name} should do" if most <= -MUCH else f"Bid {name}"
            theirs_too = " and the others more" if most <= -MUCH else ""
            yield Tip("begin", f"{does}: {sold} {costs}{theirs_too}, but may begin your suit",
                      f"{sold} could have begun your suit")  # fmt: skip
        if not gain or self.should_win(decision, card):
            return
        lower = not self.are_level(decision, card, lowest)
        if -gain > DENIED and self.win_chance(decision, card) > SAFE:
            return
        if lower and EVEN <= place < LOW:
            yield Tip("shed", f"{self.stake_sentence(decision)}: throw {name}, and keep {decision.face(lowest)} for worse",
                      "a middling card was the one to throw")  # fmt: skip
        if lower and place < LOW and 0 < theirs <= -gain and decision.is_rare(card + BID, f"wins {seat}"):
            who = f"[{rival}] gains {theirs} by {sold}, and you lose {-gain}"
            yield Tip("shed", f"{who}: throw {name}, and keep {decision.face(lowest)} for worse",
                      "a middling card was the one to throw")  # fmt: skip
        if place >= LOW and lower:
            yield Tip("keep low", f"{sold} {costs}: {name} is low enough, and {decision.face(lowest)} stays for worse",
                      f"{decision.face(lowest)} was better kept for worse")  # fmt: skip

    def _tips_for_lowest(self, decision: Decision[ThropsState], card: Card) -> Iterator[Tip]:
        """Yields the principles of the lowest card of the hand, for a card on sale that costs points."""
        sold, stake, who = decision.face(decision.known.turned), self.stake_sentence(decision), f"wins {decision.seat}"
        rest = [action for action in decision.legal if not self.are_level(decision, action - BID, card)]
        all_lose = self.gain(decision, self.rival(decision)) < 0
        if all_lose and rest and decision.is_rare(card + BID, who) and all(decision.is_likely(one, who, EVEN) for one in rest):
            yield Tip("leave", f"{stake}: all stay low, and only {decision.face(card)} leaves it to them",
                      f"all wanted to lose {sold}, and only {decision.face(card)} was low enough")  # fmt: skip
        lowest = "your lower card" if len(decision.legal) == 2 else "your lowest"
        yield Tip("lowest", f"{stake}: bid {decision.face(card)}, {lowest}",
                  f"{sold} cost {-self.gain(decision, decision.seat)}")  # fmt: skip

    def _tips_for_middling(self, decision: Decision[ThropsState], card: Card, gain: int, lowest: Card) -> Iterator[Tip]:
        """Yields the principles of spending a middling or a high card where the card on sale costs few points or none.

        gain: 0, or the cost as a negative number. lowest: the lowest card of the hand.
        """
        place, stake, level = (
            self.share_above(decision, card),
            self.stake_sentence(decision),
            self.are_level(decision, card, lowest),
        )
        highest, middling = self.is_highest_held(decision, card), self.is_middling(decision, card)
        if gain >= -MUCH and HIGH < place < LOW and highest:
            yield Tip("rid", f"{stake}: be rid of {decision.face(card)} before it wins worse",
                      f"{decision.face(card)} was to be spent before it won something worse")  # fmt: skip
        if -DENIED <= gain < 0 and place <= HIGH and 1 < ROUNDS - decision.known.round <= LATE:
            yield Tip("rid", f"{stake}: be rid of {decision.face(card)} before it wins worse",
                      f"{decision.face(card)} was to be spent before it won something worse")  # fmt: skip
        if gain:
            if gain >= -MUCH and HIGH < place <= EVEN and middling and not self.should_win(decision, card):
                yield Tip("small cost", f"{stake}: spend a middling card, {decision.face(card)}",
                          f"it cost only {-gain}: a middling card was the one to spend")  # fmt: skip
            return
        if MIDDLE <= place < LOW and middling:
            yield Tip("idle", f"{stake}: spend a middling card, {decision.face(card)}",
                      "a middling card was the one to spend")  # fmt: skip
        elif place >= LOW and not level:
            stays = f"{decision.face(card)} will do, and {decision.face(lowest)} stays"
            yield Tip("low enough", f"{stake}: {stays}",
                      f"{decision.face(lowest)} was better kept for worse")  # fmt: skip

    def preferred_action(self, decision: Decision[ThropsState], group: Sequence[Action]) -> Action:
        """Returns the bid to advise among equally rated ones.

        This is the first if the card on sale earns points; else a bid that is not too high, the weakest of its rank.
        """
        best, key = group[0], BID_KEY[cards.suit(decision.known.turned)]
        if self.gain(decision, decision.seat) > 0:
            if self.gain(decision, decision.seat) >= MUCH and not any(self.tips(decision, best)):
                best = min(group, key=lambda one: key[one - BID])
            above = self.stronger_cards(decision, best - BID)
            return max(
                [one for one in group if self.stronger_cards(decision, one - BID) == above], key=lambda one: key[one - BID]
            )
        if len(group) == 1:
            return best
        if self.share_above(decision, best - BID) <= HIGH and not any(self.tips(decision, best)):
            best = next((one for one in group if self.share_above(decision, one - BID) > HIGH), best)
        if self.gain(decision, decision.seat) < -DENIED and self.share_above(decision, best - BID) < LOW:
            best = next((one for one in group if self.share_above(decision, one - BID) >= LOW), best)
        denies = any(tip.name in ("deny", "goal") for tip in self.tips(decision, best))
        if self.gain(decision, decision.seat) <= -MUCH and self.win_chance(decision, best - BID) > SAFE and not denies:
            best = next((one for one in group if self.win_chance(decision, one - BID) <= SAFE), best)
        begins = [one for one in group[:NAMED] if any(tip.name == "begin" for tip in self.tips(decision, one))]
        if best in begins:
            return min(begins, key=lambda one: self.bid_strength(decision, one))
        alike = [one for one in group if cards.rank(one - BID) == cards.rank(best - BID)]
        return max(alike, key=lambda one: key[one - BID])

    def _tips_for_denial(self, decision: Decision[ThropsState], card: Card, gain: int, costs: str) -> Iterator[Tip]:
        """Yields the principle of buying a card that another seat would gain more by than the buyer loses. costs: the cost in
        words.
        """
        sold, rival, wins = decision.face(decision.known.turned), self.rival(decision), f"wins {decision.seat}"
        theirs, may = self.gain(decision, rival), not decision.is_rare(card + BID, wins)
        likely = self.should_win(decision, card) or (may and self.share_above(decision, card) <= HIGH)
        dear = self.share_above(decision, card) <= HIGH and cards.rank(card) <= KING
        if (likely or (may and -2 * gain <= theirs)) and theirs >= (DENIED if dear else MUCH) and theirs >= -gain:
            less = f"costs you only {-gain}" if -gain < theirs and gain else costs
            does = f"{'take it away' if self.should_win(decision, card) else 'bid against it'} with {decision.face(card)}"
            yield Tip("deny", f"{sold} {less}, but would bring [{rival}] {theirs}: {does}",
                      f"[{rival}] gained {theirs} by {sold}")  # fmt: skip

    # ------------------------------------------------------------------ the review

    def missed_principle(self, decision: Decision[ThropsState], action: Action, other: Action) -> Tip:
        """Explains why `action` was better, from the worth of the card on sale.

        If it is the lower bid, the higher card was needed elsewhere. If it is the higher bid, it could win the card, or kept a
        low card.
        """
        better, played = action - BID, other - BID
        key, gain = BID_KEY[cards.suit(decision.known.turned)], self.gain(decision, decision.seat)
        if key[better] > key[played]:
            return self._tip_on_high_bid(decision, better, played, gain)
        return (
            self._tip_on_low_bid_for_gain(decision, better, played, gain)
            if gain > 0
            else self._tip_on_low_bid(decision, better, played, gain)
        )

    def _tip_on_low_bid_for_gain(self, decision: Decision[ThropsState], better: Card, played: Card, gain: int) -> Tip:
        """Explains that a bid was too low for a card on sale that earns points. gain: these points."""
        name, low, sold = decision.face(better), decision.face(played), decision.face(decision.known.turned)
        above, over = self.stronger_cards(decision, better), self.stronger_cards(decision, played)
        if self.win_chance(decision, better) - self.win_chance(decision, played) < FIRM:
            return Tip("", "")
        kept, rival = self._lowest_kept_clause(decision, better, played, gain), self.rival(decision)
        theirs = self.gain(decision, rival)
        if not kept and theirs >= max(MUCH, 2 * gain):
            could = "would have taken" if not above else "could take" if self.should_win(decision, better) else "might take"
            return Tip("deny", "", f"{sold} was worth {gain} to you and {theirs} to [{rival}]: {name} {could} it away")
        if not above:
            return Tip("sure", "", f"{name} was sure to win {sold}, worth {gain} to you{kept}")
        if len(above) <= FEW:
            only = self.names(decision, above)
            beat = f",{' and' if not kept else ''} only {only} could beat {name}{kept}"
            return Tip("near", "", f"{sold} was worth {gain} to you{beat}")
        count, only = phrases.count_in_words(len(over), "card"), "only " if 2 * len(above) <= len(over) else ""
        return Tip("own suit", "", f"{sold} was worth {gain} to you: {count} out could beat {low}, "
                   f"{only}{phrases.number_word(len(above))} could beat {name}{kept}")  # fmt: skip

    def _lowest_kept_clause(self, decision: Decision[ThropsState], better: Card, played: Card, gain: int) -> str:
        """Returns a clause on the hand's lowest card if keeping it was worth more than the card on sale; else empty."""
        points = f"points {decision.seat}"
        worth = (decision.mean(better + BID, points) or 0.0) - (decision.mean(played + BID, points) or 0.0)
        if worth <= gain + LITTLE or played != self.weakest_card(decision):
            return ""
        return f", and {decision.face(played)}, your lowest, was better kept for a card that costs you"

    def _tip_on_low_bid(self, decision: Decision[ThropsState], better: Card, played: Card, gain: int) -> Tip:
        """Explains that a bid was too low where the card on sale earns no points: an opponent was to be denied it, or a low
        card kept.
        """
        known, sale, rival = decision.known, decision.known.turned, self.rival(decision)
        name, low, sold = decision.face(better), decision.face(played), decision.face(sale)
        suit, theirs, more = cards.suit(sale), self.gain(decision, rival), self.win_chance(decision, better) >= FIRM
        if theirs >= MUCH and theirs >= -gain and not decision.is_rare(better + BID, f"wins {decision.seat}"):
            return Tip("deny", "", f"{sold} would have been worth {theirs} to [{rival}]: {name} could take it away")
        if self.share_above(decision, better) <= HIGH:
            if ROUNDS - known.round < 3 or not more or not self.may_make_best_suit(decision, suit):
                return Tip("", "")
            return Tip("dear now", "", f"with {sold} {cards.SUIT_NAMES[suit]} would be your best suit")
        if self.share_above(decision, played) < EVEN:
            return Tip("", "")
        rarely = (
            gain < -LITTLE and played == self.weakest_card(decision) and decision.is_rare(better + BID, f"wins {decision.seat}")
        )
        if gain and (rarely or not more):
            often = "seldom" if more else "hardly"
            return Tip(
                "shed", "", f"{name} would {often} have won {sold}: {low} was better kept for a card that you must not win"
            )
        if -MUCH <= gain < 0:
            return Tip("shed", "", f"{sold} costs only {-gain}: a good place to be rid of {name}")
        return Tip("", "")

    def _tip_on_high_bid(self, decision: Decision[ThropsState], better: Card, played: Card, gain: int) -> Tip:
        """Explains that a bid was too high: the card on sale costs points, earns too few, or is won by a lower bid too."""
        known, sale, rival = decision.known, decision.known.turned, self.rival(decision)
        name, high, sold = decision.face(better), decision.face(played), decision.face(sale)
        above, over, theirs = (
            self.stronger_cards(decision, better),
            self.stronger_cards(decision, played),
            self.gain(decision, rival),
        )
        wins, less = self.win_chance(decision, played), self.win_chance(decision, better)
        if gain < 0:
            first = not suit_values(known.won[decision.seat])[cards.suit(sale)]
            cost = f"{'a first ' + cards.SUIT_NAMES[cards.suit(sale)][:-1] if first else sold} costs you {-gain}"
            if -gain <= LITTLE and self.share_above(decision, played) <= EVEN:
                return Tip("spare", "", f"{sold} costs you {-gain}: {high} was too good for it")
            if wins - less < FIRM or -gain <= LITTLE:
                return Tip("", "")
            if len(over) <= FEW:
                only = self.names(decision, over)
                return Tip("costs", "", f"{f'only {only}' if over else 'no card out'} could beat {high}, and {cost}")
            return Tip("costs", "", f"{cost}, and {high} {'could' if wins > EVEN else 'might'} win it")
        if self.share_above(decision, played) > EVEN:
            return Tip("", "")
        if not gain:
            return Tip("spare", "", f"{sold} changes nothing for you: {high} was too good for it")
        if not above:
            return Tip("enough", "", f"{name} was sure to win {sold} too, and {high} would have stayed")
        if theirs > gain and theirs >= MUCH and wins < EVEN:
            return Tip("let go", "", f"{sold} was worth {theirs} to [{rival}] and only {gain} to you: {high} was better kept")
        if gain < MUCH:
            return Tip("spare", "", f"{sold} was worth only {gain} to you: {high} was better kept for a dearer card")
        return Tip("", "")

    def win_chance(self, decision: Decision[ThropsState], card: Card) -> float:
        """Returns the share of the playouts, 0..1, in which a bid wins; 0 without playouts."""
        return decision.mean(card + BID, f"wins {decision.seat}") or 0.0

    def should_win(self, decision: Decision[ThropsState], card: Card) -> bool:
        """Whether a bid wins in at least half of the playouts."""
        return decision.is_likely(card + BID, f"wins {decision.seat}", 0.5)

    def strength_clause(self, decision: Decision[ThropsState], card: Card) -> str:
        """Returns a clause on the unseen cards that beat a bid, and on those that beat the next weaker card of the hand."""
        above, key = self.stronger_cards(decision, card), BID_KEY[cards.suit(decision.known.turned)]
        weaker = [action - BID for action in decision.legal if len(self.stronger_cards(decision, action - BID)) > len(above)]
        only = f"only {self.names(decision, above)}" if len(above) <= FEW else f"{phrases.number_word(len(above))} cards out"
        said = f"{only} {'beats' if len(above) == 1 else 'beat'} it" if above else "no card out beats it"
        if not weaker:
            return said
        low = min(weaker, key=lambda one: key[one])
        return f"{said}, but {phrases.number_word(len(self.stronger_cards(decision, low)))} beat {decision.face(low)}"

    def is_highest_held(self, decision: Decision[ThropsState], card: Card) -> bool:
        """Whether no card of the hand is of a higher rank, and some are lower."""
        ranks = [cards.rank(action - BID) for action in decision.legal]
        return cards.rank(card) == min(ranks) < max(ranks)

    def is_middling(self, decision: Decision[ThropsState], card: Card) -> bool:
        """Whether the hand has both higher and lower ranks than a card."""
        ranks = [cards.rank(action - BID) for action in decision.legal]
        return min(ranks) < cards.rank(card) < max(ranks)

    def weakest_card(self, decision: Decision[ThropsState]) -> Card:
        """Returns the lowest card of the hand."""
        key = BID_KEY[cards.suit(decision.known.turned)]
        return max([action - BID for action in decision.legal], key=lambda card: key[card])

    def may_make_best_suit(self, decision: Decision[ThropsState], suit: int) -> bool:
        """Whether the card on sale may make a suit the best one of the seat to act. False before the seat has won a card."""
        own = list(suit_values(decision.known.won[decision.seat]))
        if not any(own):
            return False
        out = suit_values(decision.unseen)
        own[suit] += VALUE[cards.rank(decision.known.turned)]
        best = max([value for other, value in enumerate(own) if other != suit], default=0)
        rest = [out[other] for other, value in enumerate(own) if other != suit and value == best]
        return own[suit] >= best and out[suit] >= max(rest, default=0)

    def rival(self, decision: Decision[ThropsState]) -> int:
        """Returns the opponent who would gain most from the card on sale."""
        return max(
            [who for who in range(len(decision.known.won)) if who != decision.seat], key=lambda who: self.gain(decision, who)
        )

    def are_level(self, decision: Decision[ThropsState], one: Action, two: Action) -> bool:
        """Whether two bids are level: each beats, and loses to, the same unseen cards, whatever card is on sale."""
        return one == two or not cards.span(value_of(one), value_of(two)) & decision.unseen

    def bid_strength(self, decision: Decision[ThropsState], action: Action) -> int:
        return -BID_KEY[cards.suit(decision.known.turned)][action - BID]

    def gain(self, decision: Decision[ThropsState], seat: int) -> int:
        """Returns the change in a seat's points if it wins the card on sale."""
        won = decision.known.won[seat]
        return points_of_cards(won | BIT[decision.known.turned]) - points_of_cards(won)

    def share_above(self, decision: Decision[ThropsState], card: Card) -> float:
        """Returns the share of the unseen cards, 0..1, that would beat a bid."""
        return len(self.stronger_cards(decision, card)) / decision.unseen.bit_count() if decision.unseen else 0.0

    def stronger_cards(self, decision: Decision[ThropsState], card: Card) -> list[Card]:
        """Returns the unseen cards that would beat a bid."""
        key = BID_KEY[cards.suit(decision.known.turned)]
        return [other for other in cards.members(decision.unseen) if key[other] < key[card]]

    def stake_sentence(self, decision: Decision[ThropsState]) -> str:
        gains = {who: self.gain(decision, who) for who in range(len(decision.known.won))}
        sold, own = decision.face(decision.known.turned), gains[decision.seat]
        if len(set(gains.values())) == 1:
            return f"{sold} {'brings' if own > 0 else 'costs'} each of you {abs(own)}" if own else f"{sold} changes nothing now"
        order = sorted(gains, key=lambda who: who != decision.seat)
        said = []
        for verb, sign in (("brings", 1), ("costs", -1), ("changes nothing for", 0)):
            group = [who for who in order if (gains[who] > 0) - (gains[who] < 0) == sign and (sign or who == decision.seat)]
            one = [f"[{who}] {abs(gains[who])}" if sign else f"[{who}]" for who in group]
            if one:
                said.append(f"{verb} {phrases.listed(one)}")
        return f"{sold} {', but '.join(said) if len(said) < 3 else phrases.listed(said)}"

    def many_bids_sentence(self, decision: Decision[ThropsState], group: Sequence[Action]) -> str:
        """Advises any bid up to the highest of the group for a card that earns points; a low bid for other cards."""
        key = BID_KEY[cards.suit(decision.known.turned)]
        if self.gain(decision, decision.seat) > 0:
            most = min(group, key=lambda action: key[action - BID]) - BID
            return f"{self.stake_sentence(decision)}: bid what you like up to {decision.face(most)}"
        low = [action for action in group if self.share_above(decision, action - BID) >= LOW]
        least = low[0] if low else max(group, key=lambda action: key[action - BID])
        return f"{self.stake_sentence(decision)}: stay low with {decision.face(least - BID)}"

    def _plain_words_without_gain(self, decision: Decision[ThropsState], card: Card, lowest: Card) -> str:
        """Returns the words for a bid on a card that costs points or changes nothing. lowest: the lowest card of the hand."""
        name, low, costs = decision.face(card), decision.face(lowest), self.gain(decision, decision.seat) < 0
        if self.are_level(decision, card, lowest):
            return f"bid {name}, your {'lower card' if len(decision.legal) == 2 else 'lowest'}"
        if costs and self.should_win(decision, card):
            if self.gain(decision, rival := self.rival(decision)) >= MUCH:
                return f"{name} takes it from [{rival}], and {low} stays for worse"
            return f"bid {name}, for {low} is better kept for worse"
        if self.is_highest_held(decision, card):
            return f"be rid of {name} before it wins worse"
        return f"spend {name}, which should lose, and keep {low}" if costs else f"spend {name} and keep {low}"

    def plain_sentence(self, decision: Decision[ThropsState], action: Action, other: Action | None) -> str:
        """Returns a plain fact on a bid: the points that the card on sale brings or costs, and a card that is kept.

        If the card costs points and an opponent who gains by it should outbid the seat to act, the sentence says so.
        """
        who = self.rival(decision)
        gains, costs = self.gain(decision, who), -self.gain(decision, decision.seat)
        if gains > 0 <= costs and decision.is_likely(action, f"wins {who}", LIKELY):
            sold, name = decision.face(decision.known.turned), decision.face(action - BID)
            return f"{sold} brings [{who}] {gains}, who should outbid you: throw {name}"
        place, name, key = (
            self.share_above(decision, action - BID),
            decision.face(action - BID),
            BID_KEY[cards.suit(decision.known.turned)],
        )
        own = sorted([one - BID for one in decision.legal], key=lambda card: key[card])
        if costs > MUCH and HIGH < place < LOW and own[-1] != action - BID and self.win_chance(decision, action - BID) <= SAFE:
            low = decision.face(own[-1])
            if decision.is_rare(action, f"wins {decision.seat}"):
                return f"{self.stake_sentence(decision)}: {name} is low enough, and {low} stays for worse"
            return f"{self.stake_sentence(decision)}: throw {name}, and keep {low} for worse"
        if costs >= 0:
            fit = [tip.hint for tip in self.tips(decision, action) if tip.name in PLAIN]
            return (
                fit[0]
                if fit
                else f"{self.stake_sentence(decision)}: {self._plain_words_without_gain(decision, action - BID, own[-1])}"
            )
        sold = decision.face(decision.known.turned)
        if gains > -costs and place <= HIGH:
            return f"{sold} brings you {-costs} and would bring [{who}] {gains}: bid high, {name}"
        if gains <= 0 and place > HIGH and EVEN / 2 < self.win_chance(decision, action - BID) < LIKELY:
            return f"{self.stake_sentence(decision)}, who may bid low too: {name} may do"
        stronger = other is not None and key[other - BID] < key[action - BID]
        if stronger and other is not None:
            return f"{self.stake_sentence(decision)}: bid {name} and keep {decision.face(other - BID)}"
        best = ", your highest" if own[0] == action - BID and place > HIGH else ""
        return f"{self.stake_sentence(decision)}: bid {'high, ' if place <= HIGH else ''}{name}{best}"
