"""Principles of Gops: bid no more than a prize needs, leave costly prizes to others, and bid unpredictably."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import prod
from typing import ClassVar

from goosetable import cards
from goosetable.cards import Card
from goosetable.engine.rules.action import Action
from goosetable.engine.rules.state import BID
from goosetable.engine.text.advice import FIRM, MAX_WORDS, Advice, Decision, Ranking, Tip, without_last_clauses
from goosetable.engine.text.explain import LATER, WORTH
from goosetable.engine.words import phrases
from goosetable.games.gops.rules import VALUE, GopsState, points_of_prizes

NEAR = 1
"""Largest difference between the ranks of a bid and of the prize at which the bid is about as high as the prize."""
MANY = 2
"""Largest number of cards able to beat a nearly sure bid, of prizes to come, or of kept cards that a sentence names."""
NAMED = 3
"""Largest number of prizes to come, or of level bids, that are named."""
MIXED = 0.2
"""Least part, 0..1, of the largest share of a mixed strategy with which a bid belongs to one of its plans."""
NO_LOSS = 0.005
"""Largest difference in value, half a game in a hundred, of a cheaper bid that does as well."""
SMALL = 2
"""Points of an offer up to which a mixed strategy is not worth its words: the cheapest of its bids is advised."""
LEVEL, LEVEL_OF_THREE, RANGE = 0.01, 0.02, 4
"""Largest differences in value, in games, of bids that are told as equally good: between two players, and between more, whose
searches differ more; least number of such bids. A range of them has all bids within the second difference.
"""
NEARLY_LOST = 10
"""Least ratio of the value of the best bid to the loss of a bid that is told as equally good."""
DECIDED = 0.01
"""Largest distance of the value of the best bid from a lost or a won game, 0 or 1, at which the game is all but decided."""
FAR = 2
"""Largest difference in rank of two bids that follow one plan."""
PURE = 0.8
"""Least share, 0..1, of a plan that is named alone."""
APART = 0.2
"""Least difference between the chances of two bids to take the offer, 0..1, that makes them two plans."""
GIVEN_UP, SELDOM, EVEN, SURE = 0.12, 0.3, 1 / 2, 0.75
"""Chances of a bid to take the offer, 0..1: below the first it gives the offer up, below the second it is no card to save for
others, at the third it takes the offer as often as not, and from the fourth on it should take it.
"""


class GopsAdvice(Advice[GopsState]):
    """The advice of Gops."""

    mistake_words: ClassVar[Mapping[str, str]] = {
        "sure": "missed prizes that were surely yours",
        "enough": "paid more than was needed",
        "let go": "fought for a prize better let go",
        "two fight": "fought for a prize better let go",
        "small": "paid too much for small prizes",
        "save": "spent a high card before better prizes",
        "largest": "bid too little for what lay there",
        "pile": "bid too little for what lay there",
        "above": "bid too little for what lay there",
    }

    about: ClassVar[Mapping[str, str]] = {
        **dict.fromkeys(("sure", "pile", "largest", "above", "tie"), "wins {seat}"),
        **dict.fromkeys(("enough", "two fight", "small", "save", "let go"), LATER),
    }

    # ------------------------------------------------------------------ the review

    def tips_for_review(self, decision: Decision[GopsState], action: Action, other: Action) -> Iterator[Tip]:
        """Yields the reason why `action` was better: as the higher bid it beats more cards than `other`; as the lower bid it
        saves the card of `other` for a better use.
        """
        better, played = action - BID, other - BID
        higher = VALUE[better] > VALUE[played]
        tip = self._tip_on_low_bid(decision, better, played) if higher else self._tip_on_high_bid(decision, action, other)
        yield from [tip] if tip.name else ()

    def _tip_on_low_bid(self, decision: Decision[GopsState], better: Card, played: Card) -> Tip:
        """Explains that a bid was too low, by the number of opponents' cards that each of the two bids could beat."""
        name, low, stake = decision.face(better), decision.face(played), phrases.points_in_words(decision.known.stake)
        above, over = (self.higher_cards(decision, VALUE[card] - 1) for card in (better, played))
        level = {value for _, value in above} == {VALUE[better]}
        held = sum([len(hand) for hand in self.other_hands(decision).values()])
        if len(above) == len(over):
            return Tip("", "")
        if not above or level:
            return Tip("sure", "", f"{name} could {'only be tied' if level else 'not be beaten'}, for {stake}")
        who = f"[{self.other_seats(decision)[0]}'s]" if len(self.other_seats(decision)) == 1 else "the others'"
        first, second = (phrases.number_word(held - len(one)) if held > len(one) else "none" for one in (over, above))
        kind = "pile" if len(decision.known.offer) > 1 else "largest" if self.count_better_prizes(decision) == 0 else "above"
        only = f"{low} beat {'' if first == 'none' else 'only '}{first} of {who} {phrases.number_word(held)} cards"
        return Tip(kind, "", f"for {stake}, {only}, {name} beat {second}")

    def _tip_on_high_bid(self, decision: Decision[GopsState], action: Action, other: Action) -> Tip:
        """Explains that a bid was too high: a lower bid beats as many cards, or better prizes are to come."""
        better, played, known = action - BID, other - BID, decision.known
        name, high = decision.face(better), decision.face(played)
        above, over = self.higher_cards(decision, VALUE[better] - 1), self.higher_cards(decision, VALUE[played])
        others = self.other_seats(decision)
        if len(above) == len(self.higher_cards(decision, VALUE[played] - 1)):
            same = f"{name} could not be beaten either" if not above else f"{name} beat the same cards"
            return Tip("enough", "", f"{same}, and {high} would have stayed")
        if decision.mean_or_zero(action, wins := f"wins {decision.seat}") > decision.mean_or_zero(other, wins) + FIRM:
            ties = [decision.face(card) for card in self.ties(decision, played)]
            nobody = "and then nobody has the prize" if known.options.ties != "split" else "and then the prize is shared"
            return Tip("tie", "", f"{phrases.listed(ties)} could tie with {high}, {nobody}") if ties else Tip("", "")
        lowest = VALUE[better] == min([VALUE[one - BID] for one in decision.legal])
        if lowest and len(others) > 1:
            return Tip("two fight", "", f"{name} would have let the others fight, and {high} would have stayed")
        left = cards.members(known.prizes_to_come)
        come = [card for card in left if VALUE[card] > known.stake]
        order = sorted(come, key=lambda card: -VALUE[card])
        what = self.names(decision, order)
        if len(order) > NAMED:
            what = phrases.count_in_words(len(order), "better prize")
        were = f"{what} {'was' if len(order) == 1 else 'were'} to come"
        if come and known.stake * len(left) <= points_of_prizes(left):
            return Tip("small", "", f"{high} was too much for {phrases.points_in_words(known.stake)}: {were}")
        if over and (come or len(known.offer) > 1) and len({value for _, value in over}) <= MANY:
            cards_over = phrases.listed([self.face_of_value(decision, who, value) for who, value in over])
            if come:
                beats = "beats" if len(over) == 1 else "beat"
                return Tip("save", "", f"{were}, and only {cards_over} {beats} {high}: it was better kept")
            gone = "they have" if len(over) > 1 else "it has"
            return Tip("save", "", f"{cards_over} can beat {high}: keep it until {gone} gone")
        if lowest and VALUE[better] + NEAR < known.stake and come:
            return Tip("let go", "", f"[{others[0]}] would spend a high card, and {high} would have stayed for "
                       f"{phrases.count_in_words(len(come), 'better prize')}")  # fmt: skip
        return Tip("", "")

    # ------------------------------------------------------------------ the hint

    def tips(self, decision: Decision[GopsState], action: Action) -> Iterator[Tip]:
        """Yields one principle: the plan that a bid follows."""
        yield self._tip_on_plan(decision, action - BID)

    def plain_sentence(self, decision: Decision[GopsState], action: Action, other: Action | None) -> str:
        return self._tip_on_plan(decision, action - BID).hint

    def whole_hint(self, decision: Decision[GopsState], ranking: Ranking) -> str:
        """Returns the plan of the best bid with its reason; for a mixed strategy of two plans, both."""
        if not ranking.close and not ranking.worse:
            return ""
        if decided := self._sentence_on_decided_game(decision, ranking):
            return decided
        said = self._sentence_on_bids(decision, ranking)
        if not self._is_lost(decision):
            return said
        start, mark, rest = said.partition(": ")
        fault = f"{start}, and only a mistake of [{1 - decision.seat}] can save you{mark}{rest}"
        return fault if len(fault.split()) <= MAX_WORDS else said

    def _is_lost(self, decision: Decision[GopsState]) -> bool:
        """Whether an exact solution of a game of two players finds it lost against best play."""
        return len(decision.known.hands) == 2 and len(decision.strategies) == 1 and decision.value <= NO_LOSS

    def _sentence_on_bids(self, decision: Decision[GopsState], ranking: Ranking) -> str:
        """Returns the sentence on the best bid, on a row of bids, or on two plans."""
        if said := self._sentence_on_range(decision, ranking):
            return said
        (upper, lower), best, loss = self._bids_by_plan(decision), ranking.best, ranking.loss
        parts = [sum([decision.shares[one] for one in plan]) for plan in (upper, lower)]
        small = decision.known.stake <= SMALL and best not in upper
        if upper and self._seat_that_would_win(decision) is not None:
            return self._tip_on_plan(decision, self._bid_of_plan(decision, upper, True) - BID, False).hint
        worse = any(loss[one] > 2 * NO_LOSS for one in decision.legal if VALUE[one - BID] < VALUE[best - BID])
        if not upper or not lower or small or min(parts) < (1 - PURE) * sum(parts):
            return self._tip_on_plan(decision, best - BID, not worse).hint
        high = best if best in upper else self._bid_of_plan(decision, upper, True)
        low = self._bid_of_plan(decision, lower, False) if best in upper else best
        if best in upper:
            more = 2 * NO_LOSS if self.take_chance(decision, low) < SELDOM else NO_LOSS
            cheap = [one for one in decision.legal if VALUE[one - BID] <= VALUE[low - BID] and loss[one] <= loss[low] + more]
            low = min(cheap, key=lambda one: VALUE[one - BID])
        seldom = self._is_chance_known(decision, high) and self.take_chance(decision, high) < SELDOM
        if seldom or VALUE[high - BID] - VALUE[low - BID] <= FAR:
            return self._tip_on_plan(decision, best - BID, not worse).hint
        return self._sentence_on_two_plans(decision, high - BID, low - BID)

    def _sentence_on_decided_game(self, decision: Decision[GopsState], ranking: Ranking) -> str:
        """Returns a sentence on a game that any bid leaves all but won or all but lost; empty for any other game. In a lost one
        it names the highest of the bids that leave most chances.
        """
        most = max([ranking.loss[one] for one in decision.legal])
        if len(decision.strategies) < 2 or most > DECIDED or DECIDED < ranking.value < 1 - DECIDED:
            return ""
        if ranking.value > EVEN:
            return "the game is all but won with any card: bid what you like"
        tried = max([one for one in decision.legal if ranking.loss[one] <= ranking.value / 4], key=lambda one: VALUE[one - BID])
        if not any(self.beaten_cards(decision, tried - BID).values()):
            return "the game is all but lost with any card: bid what you like"
        name = self.names_of_level_bids(decision, tried - BID)
        return (
            f"the game is all but lost with any card: try {name}, which {self.beating_cards_words(decision, tried - BID, True)}"
        )

    def _sentence_on_range(self, decision: Decision[GopsState], ranking: Ranking) -> str:
        """Returns a sentence on a row of bids of about equal value, from the lowest to the highest. It also says why higher and
        lower bids are worse. Empty if the row is short, if all its bids take the offer about as often, if it is the whole hand,
        for a small offer, or after an exact solution.
        """
        rival_wins = self._seat_that_would_win(decision) is not None
        if len(decision.strategies) < 2 or decision.known.stake <= SMALL or rival_wins:
            return ""
        best, loss = ranking.best, ranking.loss
        hand, least = sorted(decision.legal, key=lambda one: VALUE[one - BID]), min(loss.values())
        near = LEVEL if len(self.other_seats(decision)) == 1 else LEVEL_OF_THREE
        level = [one for one in hand if loss[one] <= least + min(near, ranking.value / NEARLY_LOST)]
        if len(level) < RANGE:
            return ""
        near = LEVEL_OF_THREE if NEARLY_LOST * min(ranking.value, 1 - ranking.value) > 1 else near
        level = [one for one in hand if loss[one] <= least + min(near, ranking.value / NEARLY_LOST)]
        first, last = hand.index(level[0]), hand.index(level[-1])
        spread = self.take_chance(decision, level[-1]) - self.take_chance(decision, level[0])
        if len(level) != last - first + 1 or spread < APART:
            return ""
        idle = [one for one in hand if not any(self.beaten_cards(decision, one - BID).values())]
        row = self._without_spared(
            decision, level if best in idle or len(idle) < 2 else [one for one in level if one not in idle]
        )
        if best not in row or not NAMED <= len(row) < len(hand):
            return ""
        low, top = row[0] - BID, row[-1] - BID
        below, above = hand[: hand.index(row[0])], hand[hand.index(row[-1]) + 1 :]
        said = f"{self.offer_words(decision)}: vary from {decision.face(low)} to {decision.face(top)}, all about as good"
        if above:
            stays = " stays" if len(above) == 1 else " and higher stay"
            said += f"; {decision.face(above[0] - BID)}{stays} for {self.prize_names(decision)}"
        if below:
            under = below[-1] - BID
            beats = self.beating_cards_words(decision, under)
            if self.take_chance(decision, under + BID) < SELDOM and "of the others'" in beats:
                beats = "seldom takes them" if len(below) == 1 else "and lower seldom take them"
            said += f"{', and' if above else ';'} {decision.face(under)} {beats}"
        return self._without_last_clauses(said)

    def _without_spared(self, decision: Decision[GopsState], group: Sequence[Action]) -> Sequence[Action]:
        """Returns a group of equally rated bids without those that are spared for better prizes; unchanged if all are.

        Against several opponents, whose bids the search foresees badly, these are the highest cards of the hand: about two for
        each three better prizes.
        """
        better = self.count_better_prizes(decision)
        if len(self.other_seats(decision)) < 2 or len(decision.strategies) < 2 or better < 2 or self.deciding_clause(decision):
            return group
        spared = self.own_cards(decision)[-((2 * better + 1) // 3) :]
        return [one for one in group if one - BID not in spared] or group

    def _bids_by_plan(self, decision: Decision[GopsState]) -> tuple[list[Action], list[Action]]:
        """Returns two lists of bids of a mixed strategy: bids that are meant to take the offer, and bids that leave the offer
        to others or take it cheaply.

        If all bids take the offer about equally often, one list is empty: the first if they hardly ever take it, else the
        second.
        """
        most = max(decision.shares.values(), default=0.0)
        mixed = [one for one in decision.shares if decision.shares[one] >= MIXED * most > 0]
        mixed = [*self._without_spared(decision, mixed)]
        chances = {one: self.take_chance(decision, one) for one in mixed}
        high, low = max(chances.values(), default=0.0), min(chances.values(), default=0.0)
        if high - low < APART:
            return (mixed, []) if high >= APART else ([], mixed)
        upper = [one for one in mixed if chances[one] >= min((high + low) / 2, EVEN)]
        return upper, [one for one in mixed if one not in upper]

    def _bid_of_plan(self, decision: Decision[GopsState], plan: Sequence[Action], takes: bool) -> Action:
        """Returns the bid of a plan that a sentence names.

        If the plan leaves the offer to others, it is the plan's lowest bid, if that seldom takes the offer. Else it is the
        plan's bid with the greatest share in the mixed strategy; a lower bid is named instead if it is nearly as sure to take
        the offer and has at least half that share.

        plan: bids of the mixed strategy. takes: True if the plan is to take the offer.
        """
        if not takes and self.take_chance(decision, low := min(plan, key=lambda one: VALUE[one - BID])) < SELDOM:
            return low
        first = max(plan, key=lambda one: decision.shares.get(one, 0.0))
        least, often = max(SURE, self.take_chance(decision, first) - APART / 2), decision.shares.get(first, 0.0) / 2
        sure = [one for one in plan if self.take_chance(decision, one) >= least and decision.shares.get(one, 0.0) >= often]
        return min([first, *sure], key=lambda one: VALUE[one - BID])

    def take_chance(self, decision: Decision[GopsState], action: Action) -> float:
        """Returns the chance, 0..1, that a bid takes the offer.

        If the opponents' strategies are known, it is the chance against these strategies; otherwise the share of the playouts
        in which the bid takes the offer. Without playouts it is the chance against a random card of each opponent.
        """
        if decision.strategies:
            rank, parts = VALUE[action - BID], []
            for bids in decision.strategies:
                lower = [sum([part for bid, part in bids[who].items() if VALUE[bid - BID] < rank])
                         for who in self.other_seats(decision)]  # fmt: skip
                parts.append(prod(lower))
            return sum(parts) / len(parts)
        if decision.is_counted(action):
            return decision.mean_or_zero(action, f"wins {decision.seat}")
        chance = 1.0
        for held in self.other_hands(decision).values():
            chance *= sum([VALUE[card] < VALUE[action - BID] for card in held]) / max(len(held), 1)
        return chance

    def _is_chance_known(self, decision: Decision[GopsState], action: Action) -> bool:
        return bool(decision.strategies) or decision.is_counted(action)

    def _sentence_on_two_plans(self, decision: Decision[GopsState], high: Card, low: Card) -> str:
        """Returns the sentence on a mixed strategy of two plans, each with its reason."""
        first, second, over = decision.face(high), decision.face(low), self.higher_cards(decision, VALUE[high])
        saves = f"saves {first} for {self.prize_names(decision)}"
        if self.deciding_clause(decision) and 0 < len(over) <= MANY:
            saves = f"keeps {first} until {self.names_or_number(decision, over)} {'is' if len(over) == 1 else 'are'} gone"
        ground, beaten, said = self.beating_cards_words(decision, high), sum(self.beaten_cards(decision, low).values()), ""
        if not beaten:
            saves = f"beats no card but {saves}"
        elif len(self.higher_cards(decision, VALUE[low])) <= MANY or beaten <= MANY:
            said = self.beating_cards_words(decision, low).replace(" and ties", ", ties")
        else:
            held = phrases.number_word(sum(map(len, self.other_hands(decision).values())))
            said = f"beats {phrases.number_word(beaten)}{'' if ' of ' in ground else f' of {held} cards'}"
        start, same = f"{self.offer_words(decision)}: vary between {first}, which {ground}", self.ties(decision, high)
        tied = [f" and {self.names(decision, same)} ties"] if len(same) == 1 and 0 < len(over) <= MANY else []
        then = f", and {second}, which "
        grounds = [said, f"beats {phrases.number_word(beaten)}"] if said else []
        ends = [saves, f"saves {first} for better prizes"][: 2 if saves.endswith("better prizes") else 1]
        both = [f"{start}{tie}{then}{one} and {end}" for one in grounds for tie in (*tied, "") for end in ends]
        return next((one for one in both if len(one.split()) <= MAX_WORDS), self._without_last_clauses(start + then + saves))

    def _tip_on_plan(self, decision: Decision[GopsState], card: Card, may_let_go: bool = True) -> Tip:
        """Returns the tip on a bid's plan: to take the offer, to try to take it, or to let it go. may_let_go: False to choose
        between the first two.
        """
        hand = self.own_cards(decision)
        lowest, top = VALUE[hand[0]], hand[-1]
        chance, offer = self.take_chance(decision, card + BID), self.offer_words(decision)
        hopeless = not any(self.beaten_cards(decision, card).values())
        if hopeless and chance >= EVEN and decision.known.options.ties == "carry" and VALUE[card] < VALUE[top]:
            said = f"{offer}: bid {decision.face(card)}; if the others tie, all of it stays for {decision.face(top)}"
            return Tip("wait", said)
        least = SELDOM if VALUE[card] == lowest else GIVEN_UP if self._is_chance_known(decision, card + BID) else MIXED
        others = self.other_seats(decision)
        lost = len(others) == 1 and self.would_win_game(decision, others[0])
        if (hopeless or may_let_go) and chance < (EVEN if hopeless else least) and VALUE[card] < VALUE[top] and not lost:
            names, why = self.names_of_level_bids(decision, card), self._reason_to_let_go(decision, card)
            said = f"{offer}: let {'it' if decision.known.stake == 1 else 'them'} go with {names}, {why}"
            if needs := self._needs_both_prizes(decision):
                said = f"{needs}: bid {names}{' ' * why.startswith('and')}{why.replace('for even', ', for even', 1)}"
            elif self.deciding_clause(decision) == "win you the game":
                points = phrases.points_in_words(decision.known.stake)
                said = f"{points} would win you the game, but {why.removeprefix('for ')}: bid {names}"
                if why.startswith("and"):
                    said = f"{points} would win you the game: bid {names} {why}, which can win it too"
            return Tip("let go", self._without_last_clauses(said))
        name = self.names_of_level_bids(decision, card)
        highest = ", your highest" if VALUE[card] == VALUE[top] and chance < EVEN else ""
        said = f"{offer}: bid {name}{highest}, which {self.beating_cards_words(decision, card, True)}"
        return Tip(
            "take" if chance >= EVEN else "try", self._without_last_clauses(f"{said}{self._neighbour_clause(decision, card)}")
        )

    def _needs_both_prizes(self, decision: Decision[GopsState]) -> str:
        """Returns a clause like "[1] needs both prizes to pass your 39", on this offer and the last prize. Empty unless
        exactly one opponent can still pass the seat to act, and only by winning both.
        """
        known, points = decision.known, self.points_won(decision)
        if known.prizes_to_come.bit_count() != 1 or known.options.deals != 1 or any(known.totals):
            return ""
        last, own = points_of_prizes(cards.members(known.prizes_to_come)), points[decision.seat]
        rivals = [who for who in self.other_seats(decision) if points[who] + known.stake + last > own]
        if len(rivals) != 1 or points[rivals[0]] + max(known.stake, last) > own:
            return ""
        return f"[{rivals[0]}] needs both prizes to pass your {phrases.format_points(int(own))}"

    def _reason_to_let_go(self, decision: Decision[GopsState], card: Card) -> str:
        """Returns a clause on why the offer is let go: no card of the hand takes the offer, or the card that could take it is
        needed for a better prize.
        """
        hand = self.own_cards(decision)
        top, over = hand[-1], self.higher_cards(decision, VALUE[hand[-1]])
        if (who := self.seat_that_beats_every_bid(decision)) is not None:
            return f"for [{who}'s] cards are all higher"
        prizes = self.prize_names(decision)
        if len(hand) == 2 and not over and not self.ties(decision, top):
            return f"for {decision.face(top)}, which nothing beats, then takes {prizes}"
        ends = not decision.known.prizes_to_come or self.certain_outcome(decision, decision.known.stake) == "won"
        if over and ends and self.take_chance(decision, top + BID) < EVEN:
            return f"for even {decision.face(top)} loses to {self.names_or_number(decision, over)}"
        higher = [one for one in hand if VALUE[one] > VALUE[card] and not self.are_level(decision, card + BID, one + BID)]
        kept = [one for one in higher if self.is_high(decision, VALUE[one])][::-1]
        if not kept:
            few = len(higher) == 1 or self.count_better_prizes(decision) <= 1
            return f"and keep {decision.face(top) if few else 'the higher cards'} for {prizes}"
        better = self.count_better_prizes(decision)
        if over and not better and self.take_chance(decision, top + BID) < SURE:
            return f"for even {decision.face(top)} loses to {self.names_or_number(decision, over)}; keep it for {prizes}"
        kept = kept[: max(better, 1)]
        keep = self.names(decision, kept) if len(kept) <= MANY else f"your {phrases.number_word(len(kept))} high cards"
        return f"and keep {keep} for {prizes}"

    def _neighbour_clause(self, decision: Decision[GopsState], card: Card) -> str:
        """Returns a clause on the next lower card of the hand, if other cards could beat or tie it, and on the high cards
        that the hand keeps.
        """
        hand = self.own_cards(decision)
        over, lower = self.higher_cards(decision, VALUE[card]), [one for one in hand if VALUE[one] < VALUE[card]]
        said = ""
        if lower and len(over) <= MANY:
            low = decision.face(lower[-1])
            more = [one for one in self.higher_cards(decision, VALUE[lower[-1]]) if one not in over]
            if more:
                said = f"; {low} loses to {self.names_or_number(decision, more)}{' too' if over else ''}"
            elif same := self.ties(decision, lower[-1]):
                said = f"; {self.names(decision, same)} could tie with {low}"
        stays = [one for one in hand if VALUE[one] > VALUE[card] and not self.are_level(decision, card + BID, one + BID)][::-1]
        if not stays or not decision.known.prizes_to_come or self._seat_that_would_win(decision) is not None:
            return said
        return f"{said}, and keep {self.names(decision, stays[:MANY])} for {self.prize_names(decision)}"

    def beating_cards_words(self, decision: Decision[GopsState], card: Card, each: bool = False) -> str:
        """Returns words to follow "which": the cards that beat a bid, or the number of cards that it beats.

        each: True to count the cards of each opponent separately.
        """
        over, same = self.higher_cards(decision, VALUE[card]), self.ties(decision, card)
        if not over:
            return f"only {self.names(decision, same)} can tie" if same else "nothing beats"
        if len(over) <= MANY:
            return f"only {self.names_or_number(decision, over)} {'beats' if len(over) == 1 else 'beat'}"
        beaten, held = self.beaten_cards(decision, card), self.other_hands(decision)
        sizes = {who: phrases.number_word(len(hand)) for who, hand in held.items()}
        if not any(beaten.values()):
            return f"beats no card but ties {self.names(decision, same)}" if same else "beats no card"
        if sum(beaten.values()) <= MANY:
            lower = [one for hand in held.values() for one in hand if VALUE[one] < VALUE[card]]
            tied = f" and ties {self.names(decision, same)}" if same else ""
            return f"beats only {self.names(decision, lower)}{tied}"
        if len(held) > 1 and not each:
            return f"beats {phrases.number_word(sum(beaten.values()))} of the others' {sum(map(len, held.values()))} cards"
        said = [f"{phrases.number_word(count)} of [{who}'s] {sizes[who]}" for who, count in beaten.items()]
        return f"beats {phrases.listed([f'{said[0]} cards', *said[1:]])}"

    def names_of_level_bids(self, decision: Decision[GopsState], card: Card) -> str:
        """Returns the name of a bid with those of all others that beat and tie the same cards, the lowest first."""
        group = [one - BID for one in decision.legal if self.are_level(decision, card + BID, one)]
        group.sort(key=VALUE.__getitem__)
        return phrases.listed([decision.face(one) for one in group[:NAMED]], "or")

    def names_or_number(self, decision: Decision[GopsState], group: Sequence[tuple[int, int]]) -> str:
        """Returns the names of opponents' cards, each given as seat and value; their number if they are many."""
        if len(group) > MANY:
            return f"{phrases.number_word(len(group))} cards"
        return phrases.listed([self.face_of_value(decision, who, value) for who, value in group])

    def ties(self, decision: Decision[GopsState], card: Card) -> list[Card]:
        """Returns the opponents' cards of the rank of a bid."""
        return [one for held in self.other_hands(decision).values() for one in held if VALUE[one] == VALUE[card]]

    def beaten_cards(self, decision: Decision[GopsState], card: Card) -> dict[int, int]:
        """Returns by opponent the number of cards that a bid beats."""
        return {who: sum([VALUE[one] < VALUE[card] for one in held]) for who, held in self.other_hands(decision).items()}

    def prize_names(self, decision: Decision[GopsState]) -> str:
        """Returns the names of the prizes to come for which a card is kept: those larger than the offer; if there are none,
        the largest.
        """
        come = sorted(cards.members(decision.known.prizes_to_come), key=lambda card: -VALUE[card])
        better = [card for card in come if VALUE[card] > decision.known.stake] or come[:1]
        return self.names(decision, better) if len(better) <= MANY else f"{phrases.number_word(len(better))} better prizes"

    def offer_words(self, decision: Decision[GopsState]) -> str:
        """Returns the points on offer, and whether they decide the game: "7 points", "7 points, which win you the game"."""
        known, points = decision.known, phrases.points_in_words(decision.known.stake)
        if ends := self.deciding_clause(decision):
            return f"{points}, which {ends}"
        if known.options.deals == 1 and not any(known.totals):
            own, rest = self.points_won(decision), known.points_left - known.stake
            for who in self.other_seats(decision):
                if own[decision.seat] + rest <= own[who]:
                    return f"{points}, without which you cannot pass [{who}'s] {phrases.format_points(int(own[who]))}"
        if len(known.offer) > 1:
            return f"{points} lie there"
        return (
            f"{points}, the largest prize left" if known.prizes_to_come and not self.count_better_prizes(decision) else points
        )

    def _without_last_clauses(self, hint: str) -> str:
        """Returns a hint without its last clauses if it has more than `MAX_WORDS` words."""
        if len(hint.split()) > MAX_WORDS:
            hint = hint.replace("beats no card but ", "")
        return without_last_clauses(hint, (", and keep", ", and", ";"))

    def shared_fact(self, decision: Decision[GopsState]) -> str:
        who = self.seat_that_beats_every_bid(decision)
        return "" if who is None else f"[{who} beats] every card of yours"

    def preferred_action(self, decision: Decision[GopsState], group: Sequence[Action]) -> Action:
        """Returns the bid to advise, of a group of equally rated bids.

        If no bid can win, it is the lowest bid of the group. In a game lost against best play, it is the bid that beats most
        cards. In a mixed strategy it is a bid of the plan with the greater
        share: to take the offer or to leave it; a small offer is left. If cheaper bids of the group beat and tie the same
        cards as this bid, or do as well, the cheapest of them is returned instead.
        """
        if self.seat_that_beats_every_bid(decision) is not None:
            return min(group, key=lambda one: VALUE[one - BID])
        if self._is_lost(decision):
            most = max(group, key=lambda one: VALUE[one - BID])
            return min([one for one in group if self.are_level(decision, most, one)], key=lambda one: VALUE[one - BID])
        group = self._without_spared(decision, group)
        best, (upper, lower) = group[0], self._bids_by_plan(decision)
        takes = sum([decision.shares[one] for one in upper]) >= sum([decision.shares[one] for one in lower])
        takes = not lower or (bool(upper) and takes and decision.known.stake > SMALL)
        if best in (*upper, *lower):
            best = self._bid_of_plan(decision, upper if takes else lower, takes)
        cheaper, chance = [one for one in group if VALUE[one - BID] <= VALUE[best - BID]], self.take_chance(decision, best)
        if chance >= (GIVEN_UP if takes else SELDOM):
            least = 2 * NO_LOSS if chance < SELDOM else NO_LOSS
            cheaper = [
                one for one in cheaper if self.are_level(decision, best, one) or self._does_as_well(decision, best, one, least)
            ]
        return min(cheaper, key=lambda one: VALUE[one - BID], default=best)

    def _does_as_well(self, decision: Decision[GopsState], best: Action, one: Action, loss: float) -> bool:
        """Whether the cheaper bid `one` does as well as the best bid: its value is lower by at most `loss`. Also, the best bid
        must seldom take the offer, or both must nearly surely take it while a better prize is to come.
        """
        worth, other = decision.mean(best, WORTH), decision.mean(one, WORTH)
        if worth is None or other is None or other < worth - loss:
            return False
        chance, less = self.take_chance(decision, best), self.take_chance(decision, one)
        sure = less >= max(SURE, chance - APART / 2) and self.count_better_prizes(decision) > 0
        return chance < SELDOM or sure

    def own_cards(self, decision: Decision[GopsState]) -> list[Card]:
        """Returns the cards of the hand, the lowest first."""
        return sorted([one - BID for one in decision.legal], key=VALUE.__getitem__)

    def seat_that_beats_every_bid(self, decision: Decision[GopsState]) -> int | None:
        """Returns a seat whose lowest card beats every legal bid of the seat to act; None if there is none."""
        most = max([VALUE[one - BID] for one in decision.legal])
        hands = self.other_hands(decision).items()
        return next((who for who, held in hands if min([VALUE[card] for card in held]) > most), None)

    def are_level(self, decision: Decision[GopsState], one: Action, two: Action) -> bool:
        """Whether two bids are level: no other hand has a card of their ranks or of a rank between them."""
        low, high = sorted([VALUE[one - BID], VALUE[two - BID]])
        theirs = [VALUE[card] for held in self.other_hands(decision).values() for card in held]
        return one == two or not any(low <= value <= high for value in theirs)

    def deciding_clause(self, decision: Decision[GopsState]) -> str:
        """Returns "win you the game" or "would win [1] the game" if the points on offer decide the game; else empty."""
        stake, one = decision.known.stake, decision.known.stake == 1
        if self.certain_outcome(decision):
            return ""
        if self.certain_outcome(decision, stake) == "won":
            return f"{'wins' if one else 'win'} you the game"
        who = self._seat_that_would_win(decision)
        return f"would win [{who}] the game" if who is not None else ""

    def _seat_that_would_win(self, decision: Decision[GopsState]) -> int | None:
        """Returns an opponent who wins the game by taking the points on offer; None if there is none."""
        return next((who for who in self.other_seats(decision) if self.would_win_game(decision, who)), None)

    def would_win_game(self, decision: Decision[GopsState], who: int) -> bool:
        """Whether an opponent wins a game of one deal by taking the points on offer."""
        known = decision.known
        if known.options.deals != 1 or any(known.totals):
            return False
        points = self.points_won(decision)
        rest = max([taken for seat, taken in enumerate(points) if seat != who])
        return points[who] + known.stake > rest + known.points_left - known.stake

    def points_won(self, decision: Decision[GopsState]) -> list[float]:
        """Returns the points of the prizes that each seat has won."""
        known = decision.known
        return [float(share + points_of_prizes(cards.members(won))) for share, won in zip(known.shares, known.won, strict=True)]

    def certain_outcome(self, decision: Decision[GopsState], more: int = 0) -> str:
        """Returns "won" or "lost" if no later prize can change the result of a game of one deal; else empty.

        more: points that the seat to act wins in this round.
        """
        known, seat = decision.known, decision.seat
        if known.options.deals != 1 or any(known.totals):
            return ""
        points = self.points_won(decision)
        mine, theirs = points[seat] + more, max([points[who] for who in self.other_seats(decision)])
        left = known.points_left - more
        return "won" if mine > theirs + left else "lost" if mine + left < theirs else ""

    def is_high(self, decision: Decision[GopsState], rank: int) -> bool:
        """Whether a bid is higher than at least two thirds of the cards in each other hand."""
        hands = self.other_hands(decision).values()
        return all(3 * sum([VALUE[card] >= rank for card in held]) <= len(held) for held in hands)

    def higher_cards(self, decision: Decision[GopsState], rank: int) -> list[tuple[int, int]]:
        """Returns the opponents' cards that would beat a bid, each as seat and value, the highest first."""
        found = [(who, VALUE[card]) for who, held in self.other_hands(decision).items() for card in held]
        return sorted([one for one in found if one[1] > rank], key=lambda one: (-one[1], one[0]))

    def face_of_value(self, decision: Decision[GopsState], who: int, value: int) -> str:
        return next(decision.face(card) for card in cards.members(decision.known.open_hand(who)) if VALUE[card] == value)

    def other_seats(self, decision: Decision[GopsState]) -> list[int]:
        return [who for who in range(len(decision.known.hands)) if who != decision.seat]

    def other_hands(self, decision: Decision[GopsState]) -> dict[int, tuple[Card, ...]]:
        """Returns the open hands of the other seats, by seat."""
        return {who: cards.members(decision.known.open_hand(who)) for who in self.other_seats(decision)}

    def count_better_prizes(self, decision: Decision[GopsState]) -> int:
        """Returns the number of prizes to come that are each larger than the whole offer."""
        return sum([VALUE[card] > decision.known.stake for card in cards.members(decision.known.prizes_to_come)])
