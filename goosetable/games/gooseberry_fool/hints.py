"""Hints of Gooseberry Fool: the card, who gets the trick by it, and why that helps."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from typing import Final

from goosetable import cards
from goosetable.cards import BIT, JOKER, Card, Cards
from goosetable.engine.rules.action import GIVE, VERB_SPAN, Action
from goosetable.engine.rules.state import TrickState
from goosetable.engine.text.advice import FIRM, MAX_WORDS, NEAR, Decision, Ranking, suit_name
from goosetable.engine.words import phrases
from goosetable.games.gooseberry_fool.endings import FoolEndings
from goosetable.games.gooseberry_fool.rules import (
    ALL_CARDS,
    JOKER_BIT,
    LEFT_NEIGHBOUR,
    RIGHT_NEIGHBOUR,
    SEATS,
    SUIT,
    base_points,
    taking_place,
)
from goosetable.games.gooseberry_fool.stakes import HUNDRED, SPREAD, UNCLEAR, FoolStakes

MAYBE: Final = 0.45
"""Least chance, 0..1, at which a card may well be the middle one. Of three equal cards each has a third."""
LIKELY: Final = 0.6
"""Least chance, 0..1, at which a card is likely to be the middle one, or to take the trick."""
RARE: Final = 0.3
"""Least chance, 0..1, at which a card may be the middle one. In as large a share of the playouts it must take the trick."""
CARDS_NAMED: Final = 3
"""Largest number of cards of another seat that a sentence names."""
NEARLY: Final = 0.08
"""Largest difference between two cards' chances of being the middle one, 0..1, at which they count as equal."""
SAME: Final = 0.02
"""Largest difference between two cards' chances of being the middle one, 0..1, at which a sentence names both."""
EVEN: Final = 0.001
"""Greatest difference of mean points between cards with which every playout ends alike."""


class FoolHints(FoolStakes, FoolEndings):
    """The hints of Gooseberry Fool, and the facts on cards from which they are made."""

    # ------------------------------------------------------------------ facts on cards

    def shared_fact(self, decision: Decision[TrickState]) -> str:
        """Returns the sentence that the Goose has the trick, or that one seat takes the trick by any card; empty in other
        tricks.
        """
        trick = decision.known.trick
        if JOKER in trick:
            return "The Goose has this trick"
        if len(trick) == 1 and all(action < VERB_SPAN and SUIT[action] == SUIT[trick[0]] for action in decision.legal):
            follows = LEFT_NEIGHBOUR[decision.seat]
            seats = {who for card in decision.legal for who in self.possible_takers(decision, card)}
            if len(seats) == 1 and (who := seats.pop()) != follows:
                mine = "it is yours" if who == decision.seat else f"the trick is [{who}'s]"
                return f"If [{follows} follows], {mine} anyway"
        if len(trick) == 1 and all(
            action < VERB_SPAN and SUIT[action] not in (SUIT[trick[0]], SUIT[JOKER]) for action in decision.legal
        ):
            third = LEFT_NEIGHBOUR[decision.seat]
            follow = SUIT[trick[0]] != SUIT[JOKER] and decision.possible_cards(third) & cards.ONE_PACK[SUIT[trick[0]]]
            return f"Any card of yours takes it if [{third} follows]" if follow else ""
        if len(trick) < SEATS - 1 or any(action >= VERB_SPAN or action == JOKER for action in decision.legal):
            return ""
        to = {self.taker_after_third_card(decision, card) for card in decision.legal}
        if len(to) > 1:
            return ""
        who = to.pop()
        return "Every card of yours takes it" if who == decision.seat else f"The trick is [{who}'s] anyway"

    def equal_cards_sentence(self, decision: Decision[TrickState]) -> str:
        first, *others = group = sorted(decision.legal)
        if not others or not all(self.are_level(decision, first, one) for one in others):
            return ""
        out = decision.unseen & cards.ONE_PACK[SUIT[first]]
        why = "" if others[-1] - first == len(others) else ", for no card between them is out"
        if out & (BIT[others[-1]] - 1) & ~(BIT[first] - 1):
            why = f", for only {self.names(decision, cards.members(out))} {'is' if out.bit_count() == 1 else 'are'} out"
        given = self.shared_fact(decision)
        said = f"{self.names(decision, group)} are equal{why}: play {'either' if len(others) == 1 else 'any of them'}"
        return f"{given}; {said}" if given else said

    def taker_after_third_card(self, decision: Decision[TrickState], card: Card) -> int:
        """Returns the seat that takes the trick if the third seat plays this card."""
        one, two = decision.known.trick
        return decision.known.seat_at(taking_place(one, two, card))

    def cards_around(self, decision: Decision[TrickState], card: Card) -> tuple[Cards, Cards]:
        """Returns the unseen cards of a card's suit in two sets: those above the card, and those below it."""
        suit = decision.unseen & ALL_CARDS & cards.ONE_PACK[SUIT[card]]
        above = suit & (BIT[card] - 1)
        return above, suit & ~above

    def extreme_end(self, decision: Decision[TrickState], card: Card) -> str:
        """Returns "high" or "low" if a card cannot become the middle one of this trick; else empty."""
        above, below = self.cards_around(decision, card)
        led = decision.known.trick[0] if decision.known.trick else None
        if led is None and (above | below).bit_count() < SEATS - 1:
            return ""
        if led is not None and SUIT[led] == SUIT[card]:
            above, below = (above | BIT[led], below) if led < card else (above, below | BIT[led])
        return "" if above and below else "high" if below else "low" if above else ""

    def may_be_middle(self, decision: Decision[TrickState], card: Card) -> bool:
        """Whether unseen cards rank both above and below a card in its suit, so that it can be the middle one later."""
        return all(self.cards_around(decision, card))

    def are_level(self, decision: Decision[TrickState], one: Action, two: Action) -> bool:
        """Whether two cards of a suit are level: no card between them can still fall, or no three cards of
        the suit are left.
        """
        if one == two or max(one, two) >= VERB_SPAN or JOKER in (one, two) or SUIT[one] != SUIT[two]:
            return one == two
        group, trick = cards.ONE_PACK[SUIT[one]], decision.known.trick
        lying = sum([BIT[card] for card in trick])
        if (
            len(trick) == SEATS - 1
            and JOKER not in trick
            and self.taker_after_third_card(decision, one) == self.taker_after_third_card(decision, two)
        ):
            lying = 0
        others = (decision.unseen | lying) & group & ALL_CARDS
        between = (BIT[max(one, two)] - 1) & ~(BIT[min(one, two)] - 1)
        return others.bit_count() < SEATS - 1 or not others & between

    def possible_takers(self, decision: Decision[TrickState], card: Card) -> set[int]:
        """Returns the seats that may take the trick if the second seat plays this card and the third seat follows suit."""
        led, third = decision.known.trick[0], LEFT_NEIGHBOUR[decision.seat]
        follow = cards.members(decision.possible_cards(third) & cards.ONE_PACK[SUIT[led]])
        return {decision.known.seat_at(taking_place(led, card, other)) for other in follow}

    def middle_chance(self, decision: Decision[TrickState], card: Card) -> float:
        """Returns the result of `middle_chance_by_count`; 0 if the card seldom takes the trick in the playouts."""
        taken = decision.mean(card, "takes")
        return 0.0 if taken is not None and taken < RARE else self.middle_chance_by_count(decision, card)

    def middle_chance_by_count(self, decision: Decision[TrickState], card: Card) -> float:
        """Returns the chance, 0..1, that a card is the middle one, if all seats follow suit and unseen cards fall at random."""
        above, below = (group.bit_count() for group in self.cards_around(decision, card))
        if not above + below:
            return 0.0
        if decision.known.trick:
            led = decision.known.trick[0]
            return (below if led < card else above) / (above + below) if SUIT[led] == SUIT[card] else 0.0
        return 2 * above * below / ((above + below) * (above + below - 1)) if above and below else 0.0

    def cards_by_taker(self, decision: Decision[TrickState], card: Card) -> list[list[Card]]:
        """Returns three lists of third cards, of the suit led: by seat, those that give the trick to this seat. card: the
        second card of the trick, also of the suit led.
        """
        led = decision.known.trick[0]
        found: list[list[Card]] = [[] for _ in range(SEATS)]
        for other in cards.members(decision.possible_cards(LEFT_NEIGHBOUR[decision.seat]) & cards.ONE_PACK[SUIT[led]]):
            found[decision.known.seat_at(taking_place(led, card, other))].append(other)
        return found

    def _third_cards_in_words(self, decision: Decision[TrickState], groups: Sequence[Sequence[Card]], which: int) -> str:
        """Returns the cards of one of several groups of a suit: "A♥ or 9♥", or "any heart but 7♥". Empty if both the group and
        the rest of the suit are too many to name. which: index of the group.
        """
        own, rest = groups[which], [card for place, group in enumerate(groups) if place != which for card in group]
        if len(own) <= CARDS_NAMED:
            return phrases.listed([decision.face(card) for card in own], "or")
        if 0 < len(rest) < CARDS_NAMED:
            return f"any {suit_name(own[0], 1)} but {phrases.listed([decision.face(card) for card in rest], 'or')}"
        return f"any {suit_name(own[0], 1)}" if not rest else ""

    def is_likeliest_middle(self, decision: Decision[TrickState], card: Card) -> bool:
        """Whether no other legal card is clearly likelier to be the middle one."""
        legal = [other for other in decision.legal if other < VERB_SPAN]
        return self.middle_chance(decision, card) >= max([self.middle_chance(decision, other) for other in legal]) - NEARLY

    def number_of_unseen_in_suit(self, decision: Decision[TrickState], card: Card) -> int:
        """Returns the number of unseen cards of a card's suit."""
        return sum(self.cards_around(decision, card)).bit_count()

    def gain_clause(self, decision: Decision[TrickState], who: int) -> str:
        """Returns a clause on what the seat to act gains if seat `who` takes the trick; empty if the gain is unclear."""
        others = sorted([other for other in range(SEATS) if other != who], key=lambda one: -self.worth_of_taker(decision, one))
        said = [self.stake_clause(decision, who, other) for other in others] if self.is_good_taker(decision, who) else [""]
        return next((clause for clause in said if clause), "")

    def preferred_action(self, decision: Decision[TrickState], group: Sequence[Action]) -> Action:
        """Returns the action to advise among equally rated ones; as a rule the first.

        If the trick is given away, it is the gift to the seat whose trick is worth most to the seat to act. If the trick is
        decided by its third card, and there is no joker in the trick or the group, it is the card by which that seat takes
        the trick.
        """
        trick = decision.known.trick
        if group[0] >= GIVE:
            return max(group, key=lambda action: self.worth_of_taker_by_chances(decision, action - GIVE))
        if len(trick) < SEATS - 1 or JOKER in (*trick, *group):
            return group[0]
        return max(
            group, key=lambda card: self.worth_of_taker_by_chances(decision, self.taker_after_third_card(decision, card))
        )

    # ------------------------------------------------------------------ the sentence

    def whole_hint(self, decision: Decision[TrickState], ranking: Ranking) -> str:
        trick = decision.known.trick
        if self.settled_ends(decision) or self.equal_cards_sentence(decision):
            return ranking.indifferent
        if not ranking.bad and self.do_points_decide(decision):
            ranking = self._ranked_by_points(decision, ranking)
        if ranking.best >= GIVE:
            return self._sentence_on_giving(decision, ranking)
        if len(trick) == SEATS - 1 and JOKER not in trick:
            return self._sentence_on_third_card(decision, ranking)
        if JOKER in trick:
            return self._sentence_on_discard(decision, ranking)
        return self._sentence_on_second_card(decision, ranking) if trick else self._sentence_on_lead(decision, ranking)

    def _ranked_by_points(self, decision: Decision[TrickState], ranking: Ranking) -> Ranking:
        """Returns a ranking in which the value of a card is a hundredth of the mean points of the deal. If another card earns
        more points than the best one, returns `ranking` itself.
        """
        points = {one: decision.mean_or_zero(one, f"points {decision.seat}") for one in decision.legal}
        loss = {one: (points[ranking.best] - points[one]) / HUNDRED for one in ranking.loss}
        if min(loss.values()) < -NEAR / 2:
            return ranking
        worse = sorted([one for one in loss if loss[one] > SPREAD], key=loss.__getitem__)
        close = [one for one in loss if one != ranking.best and one not in worse]
        return ranking._replace(level=(), close=close, worse=worse, loss=loss, tried=tuple(loss))

    def _level_sentence(self, decision: Decision[TrickState], ranking: Ranking) -> str:
        """Returns a sentence that the good actions make hardly a difference."""
        if len(ranking.good) in (1, len(decision.legal)):
            return ranking.indifferent
        given = self.shared_fact(decision)
        rest = [card for card in decision.legal if card not in ranking.good]
        few = len(rest) < CARDS_NAMED < len(ranking.good)
        listed = f"anything but {ranking.listed(rest)}" if few else ranking.listed(ranking.good)
        names = f"{listed}, hardly a difference"
        return f"{given}: {names}" if given else phrases.with_capital(names)

    def _sentence_on_giving(self, decision: Decision[TrickState], ranking: Ranking) -> str:
        """Returns a sentence on the seat that gets the trick of the Goose."""
        who, seat = ranking.best - GIVE, decision.seat
        if len(ranking.good) == len(decision.legal):
            return ranking.indifferent
        does = phrases.with_capital(self.command(decision, ranking.best))
        right, rest = RIGHT_NEIGHBOUR[seat], [action for action in decision.legal if action != ranking.best]
        rest.sort(key=lambda other: (other - GIVE != right, -self.worth_of_taker(decision, other - GIVE)))
        why = self._reason_for_taker(decision, ranking, who, {other: other - GIVE for other in rest})
        if not why:
            then, left = base_points(self.tricks_after(decision, who)), LEFT_NEIGHBOUR[seat]
            others = f"[{left}] {then[left]} and [{right}] {then[right]}"
            why = f"you have {then[seat]} then, {others}"
            if min(then[left], then[right]) < then[seat] < max(then[left], then[right]):
                why = f"you are in the middle then, with {then[seat]} to {others}"
        return f"{does}: {why}"

    def _sentence_on_third_card(self, decision: Decision[TrickState], ranking: Ranking) -> str:
        """Returns a sentence on the last card of a trick, which decides who takes it."""
        takers = {card: self.taker_after_third_card(decision, card) for card in decision.legal}
        who = takers[ranking.best]
        if len(set(takers.values())) == 1:
            return self._sentence_on_discard(decision, ranking)
        group = [card for card in ranking.good if takers[card] == who]
        apart = [card for card in ranking.good if takers[card] != who]
        if apart and not ranking.bad and not all(self.stake_clause(decision, who, takers[card]) for card in apart):
            other = takers[apart[0]]
            second = self._taking_words(decision, ranking, other, [card for card in apart if takers[card] == other])
            first = phrases.with_capital(self._taking_words(decision, ranking, who, group))
            return f"{first} or {second}, hardly a difference"
        does = phrases.with_capital(self._taking_words(decision, ranking, who, group))
        rivals = {card: takers[card] for card in (*ranking.bad, *decision.legal) if takers[card] != who}
        why = self._reason_for_taker(decision, ranking, who, rivals)
        why = why or self.points_clause(decision, who, next(iter(rivals.values())))
        kept = [card for card in ranking.bad if takers[card] == who]
        keeps = self._kept_words(decision, group, kept) if kept and not why else ""
        return f"{does}{keeps}{f': {why}' if why else ''}"

    def _reason_for_taker(
        self, decision: Decision[TrickState], ranking: Ranking, who: int, rivals: Mapping[Action, int]
    ) -> str:
        """Returns a clause on why it helps that seat `who` takes the trick by the best action: the first reason against one of
        the other actions; empty if there is none.

        rivals: by other action, the seat that takes the trick by it.
        """
        said = (
            self.stake_clause(decision, who, taker) or self.playouts_clause(decision, ranking, other, (who, taker))
            for other, taker in rivals.items()
        )
        return next((clause for clause in said if clause), "")

    def _taking_words(self, decision: Decision[TrickState], ranking: Ranking, who: int, group: Sequence[Card]) -> str:
        """Returns "take it with K♠ or J♠" or "leave it to [2] with 9♠"."""
        names = ranking.listed(group)
        return f"take it with {names}" if who == decision.seat else f"leave it to [{who}] with {names}"

    def _sentence_on_discard(self, decision: Decision[TrickState], ranking: Ranking) -> str:
        """Returns a sentence on a card that does not change who takes the trick."""
        if not ranking.bad:
            return ranking.indifferent
        given, group = self.shared_fact(decision), ranking.good
        follows = bool(decision.known.trick) and SUIT[decision.known.trick[0]] == SUIT[ranking.best]
        does = f"{'play' if follows else 'throw'} {ranking.listed(group)}"
        does = f"{given}: {does}" if given else phrases.with_capital(does)
        why = self._kept_words(decision, group, ranking.bad)
        if not why and self._range_of_values(ranking) <= SPREAD:
            return self._level_sentence(decision, ranking)
        why = why or self._kept_words(decision, group, ranking.bad, self._reason_from_playouts(decision, ranking))
        return f"{does}{why.replace(': ', '; ', 1) if given and why.startswith(': ') else why}"

    def _range_of_values(self, ranking: Ranking) -> float:
        """Returns the difference between the best and the worst value of the actions."""
        return max(ranking.loss.values()) - min(ranking.loss.values())

    def _reason_from_playouts(self, decision: Decision[TrickState], ranking: Ranking, is_sure: bool = False) -> str:
        """Returns a clause from the playouts on why the best card is better than one of the two best of the worse cards.
        Empty if the playouts explain no such difference. is_sure: whether it is certain who takes the trick by the best card.
        """
        for card in ranking.bad[:2]:
            takers = self.shifted_takers(decision, ranking.best, card) if is_sure else None
            if why := self.playouts_clause(decision, ranking, card, takers):
                return why
        return ""

    def _kept_words(self, decision: Decision[TrickState], group: Sequence[Card], kept: Sequence[Card], reason: str = "") -> str:
        """Returns the end of a sentence that advises to play one of the cards `group`: a fact about these cards, or about the
        cards `kept`, which are worse to play; empty without such a fact. reason: a clause used before weaker facts; or empty.
        """
        if decision.hand.bit_count() == 2 and kept:
            return self._last_trick_words(decision, group[0], kept[0], reason)
        ends = [not self.may_be_middle(decision, card) for card in group]
        middles = [card for card in kept if self.may_be_middle(decision, card)]
        if all(ends) and middles and len(middles) == len(kept):
            keeps = f", and keep {self.names(decision, middles)}" if len(middles) <= CARDS_NAMED else ""
            return f", useless as a middle card{keeps}"
        last = [card for card in kept if not self.number_of_unseen_in_suit(decision, card)]
        if last and len(last) == len(kept) and all(self.number_of_unseen_in_suit(decision, card) for card in group):
            suit = suit_name(last[0], len(last)) if len({SUIT[card] for card in last}) == 1 else "cards of their suits"
            return f" and keep {self.names(decision, last)}, the last {suit}"
        lone = decision.hand & cards.ONE_PACK[SUIT[group[0]]] == BIT[group[0]]
        out = self.number_of_unseen_in_suit(decision, group[0])
        rivals = [card for card in kept if decision.hand & cards.ONE_PACK[SUIT[card]] == BIT[card]
                  and self.number_of_unseen_in_suit(decision, card) >= out]  # fmt: skip
        if len(group) == 1 and lone and out >= SEATS - 1 and not rivals and not decision.hand & JOKER_BIT:
            only = f", your only {suit_name(group[0], 1)}: with {phrases.number_word(out)} out"
            return f"{only}, you are then free when {suit_name(group[0])} are led"
        if why := self._short_suit_words(decision, group, kept) or (f": {reason}" if reason else ""):
            return why
        if (
            not out
            and not self.is_good_taker(decision, decision.seat)
            and all(self.number_of_unseen_in_suit(decision, card) for card in kept)
        ):
            words = f"the last {suit_name(group[0], len(group))}"
            if len({SUIT[card] for card in group}) == 1:
                return f", {words}, which would win a trick when led"
        same = [card for card in kept if SUIT[card] == SUIT[group[0]] and decision.known.trick]
        if same and all(SUIT[card] == SUIT[group[0]] for card in group):
            best = max(same, key=lambda card: self._count_middle_pairs(decision, card))
            if self._count_middle_pairs(decision, best) > max([self._count_middle_pairs(decision, card) for card in group]):
                return f" and keep {decision.face(best)}, a likelier middle card"
            return f" and keep {self.names(decision, same[:2])}"
        return self._kept_middle_words(decision, group, kept)

    def _last_trick_words(self, decision: Decision[TrickState], thrown: Card, kept: Card, reason: str) -> str:
        """Returns the end of a sentence on the last two cards of the hand. If only one of these cards takes the last trick from
        any two unseen cards, the words say so; else they name the card to which each leaves that trick.

        reason: a clause used if the last trick is open; or empty.
        """
        out, name = cards.members(decision.unseen), decision.face(kept)
        pairs = list(itertools.combinations(out, SEATS - 1))
        open_end = f": {reason}" if reason else f" and keep {name} for the last trick"
        if not decision.known.trick or JOKER in (*out, thrown, kept):
            return open_end
        mine, theirs = ({(one, *pair)[taking_place(one, *pair)] for pair in pairs} for one in (kept, thrown))
        if mine == {kept} and thrown not in theirs:
            return f" and keep {name}, which takes the last trick, with only {self.names(decision, out)} out"
        if kept not in mine and theirs == {thrown}:
            return f" and keep {name}, which cannot take the last trick; {decision.face(thrown)} would"
        if len(pairs) == 1 and mine != theirs and not {kept, thrown} & (mine | theirs):
            return f" and keep {name}, which leaves the last trick to {decision.face(*mine)}, not {decision.face(*theirs)}"
        return open_end

    def _short_suit_words(self, decision: Decision[TrickState], group: Sequence[Card], kept: Sequence[Card]) -> str:
        """Returns the end of a sentence on a discard from the shortest suit; empty if a card of `kept` is of an equally short
        suit.
        """
        lengths = {card: (decision.hand & cards.ONE_PACK[SUIT[card]]).bit_count() for card in (*group, *kept)}
        own, suits = lengths[group[0]], {SUIT[card] for card in group}
        if not decision.known.trick or decision.hand & JOKER_BIT or len(suits) > 1 or SUIT[decision.known.trick[0]] in suits:
            return ""
        if not 1 < own <= CARDS_NAMED or any(lengths[card] <= own for card in kept):
            return ""
        if self.number_of_unseen_in_suit(decision, group[0]) < SEATS - 1:
            return ""
        suit = suit_name(group[0])
        return f", from your short {suit}: out of them, you choose freely when {suit} are led"

    def _kept_middle_words(self, decision: Decision[TrickState], group: Sequence[Card], kept: Sequence[Card]) -> str:
        """Returns the end of a sentence on a discard that keeps a likelier middle card; empty if it keeps none."""
        if not decision.known.trick or not kept:
            return ""
        best = max(kept, key=lambda card: self._count_middle_pairs(decision, card))
        if self._count_middle_pairs(decision, best) <= max([self._count_middle_pairs(decision, card) for card in group]):
            return ""
        above, below = (part.bit_count() for part in self.cards_around(decision, best))
        counts = f"{phrases.number_word(above)} higher and {phrases.number_word(below)} lower {suit_name(best, below)}"
        return f" and keep {decision.face(best)}, with {counts} out"

    def _count_middle_pairs(self, decision: Decision[TrickState], card: Card) -> int:
        """Returns the number of pairs of unseen cards of a suit between which a card would be the middle one."""
        above, below = (group.bit_count() for group in self.cards_around(decision, card))
        return above * below

    # ------------------------------------------------------------------ the second card

    def _sentence_on_second_card(self, decision: Decision[TrickState], ranking: Ranking) -> str:
        """Returns a sentence on the second card of a trick. It names the third cards that give the trick to a certain seat."""
        led = decision.known.trick[0]
        if SUIT[ranking.best] != SUIT[led]:
            return self._sentence_on_discard(decision, ranking)
        groups = {card: self.cards_by_taker(decision, card) for card in decision.legal}
        mine = groups[ranking.best]
        group = [card for card in ranking.good if groups[card] == mine]
        apart = [card for card in (*ranking.bad, *ranking.good, *decision.legal) if groups[card] != mine]
        if not any(mine) or not apart:
            return self._sentence_on_discard(decision, ranking)
        if not ranking.bad and len(ranking.good) > 1:
            return self._two_ways_sentence(decision, ranking, groups) or self._level_sentence(decision, ranking)
        does = f"Play {ranking.listed(group)}"
        for other in dict.fromkeys(apart):
            if said := self._takers_words(decision, mine, groups[other]):
                return f"{does}: {said}"
        sure = [who for who in range(SEATS) if len(mine[who]) == sum(map(len, mine))]
        if sure and (why := self._reason_from_playouts(decision, ranking, is_sure=True)):
            whose = self.possessive(decision, sure[0])
            return f"{does}: if [{LEFT_NEIGHBOUR[decision.seat]} follows], the trick is {whose}; {why}"
        if not ranking.bad:
            return ranking.indifferent
        return f"{does}{self._kept_words(decision, group, ranking.bad, self._reason_from_playouts(decision, ranking))}"

    def _two_ways_sentence(
        self, decision: Decision[TrickState], ranking: Ranking, groups: Mapping[Card, Sequence[Sequence[Card]]]
    ) -> str:
        """Returns a sentence on two level cards that give the trick to different seats with the same third cards.

        groups: by card and seat, the third cards that give the seat the trick.
        """
        best, third = ranking.best, LEFT_NEIGHBOUR[decision.seat]
        for other in ranking.good[1:]:
            for who, mine in enumerate(groups[best]):
                for to in range(SEATS):
                    both = [card for card in mine if card in groups[other][to]]
                    if (
                        who != to
                        and 2 * len(both) >= sum(map(len, groups[best]))
                        and both == list(mine)
                        and (names := self._third_cards_in_words(decision, groups[best], who))
                    ):
                        does = [
                            self._taking_words(decision, ranking, seat, [card]) for seat, card in ((who, best), (to, other))
                        ]
                        return f"If [{third} plays] {names}, {does[0]} or {does[1]}: hardly a difference"
            if said := self._both_ways_clause(decision, groups, best, other):
                return f"{said}: hardly a difference"
        return ""

    def _both_ways_clause(
        self, decision: Decision[TrickState], groups: Mapping[Card, Sequence[Sequence[Card]]], one: Card, two: Card
    ) -> str:
        """Returns a clause on one seat and two cards: the third cards with which the seat gets the trick after the card `one`,
        and those after the card `two`. Empty if they are the same for every seat, or too many to name.

        groups: by card and seat, the third cards that give the seat the trick.
        """
        third, apart = (
            LEFT_NEIGHBOUR[decision.seat],
            [abs(len(groups[one][who]) - len(groups[two][who])) for who in range(SEATS)],
        )
        for who in sorted(range(SEATS), key=lambda seat: -apart[seat]):
            names = [
                self._third_cards_in_words(decision, groups[card], who) if groups[card][who] else "" for card in (one, two)
            ]
            if groups[one][who] != groups[two][who] and all(names):
                whose = self.possessive(decision, who)
                first = f"with {decision.face(one)} the trick is {whose} if [{third} plays] {names[0]}"
                return f"{phrases.with_capital(first)}, with {decision.face(two)} if {names[1]}"
        return ""

    def _takers_words(
        self, decision: Decision[TrickState], mine: Sequence[Sequence[Card]], theirs: Sequence[Sequence[Card]]
    ) -> str:
        """Returns a clause on third cards that give the trick to a better seat after one second card than after another.

        mine: by seat, the third cards with which the seat gets the trick after the first of these second cards. theirs: the
        same for the other second card.
        """
        third = LEFT_NEIGHBOUR[decision.seat]
        order = sorted(range(SEATS), key=lambda who: -self.worth_of_taker(decision, who))
        words = [self.possessive(decision, who) for who in range(SEATS)]
        best, least = order[0], order[-1]
        if self.worth_of_taker(decision, best) - self.worth_of_taker(decision, least) < UNCLEAR:
            return ""
        total = sum(map(len, mine))
        for good in order[:-1]:
            lost = [who for who in order if len(theirs[who]) > len(mine[who])]
            why = next((clause for who in reversed(lost) if (clause := self.stake_clause(decision, good, who))), "")
            if not why or 3 * (len(mine[good]) - len(theirs[good])) < total:
                continue
            if len(mine[good]) == total:
                return f"if [{third} follows], the trick is {words[good]}; {why}"
            if names := self._third_cards_in_words(decision, mine, good):
                return f"the trick is {words[good]} if [{third} plays] {names}; {why}"
        bad = next((who for who in reversed(order) if len(mine[who]) < len(theirs[who])), least)
        why = self.stake_clause(decision, best, bad)
        if why and 3 * (len(theirs[bad]) - len(mine[bad])) >= total:
            if not mine[bad]:
                return f"if [{third} follows], the trick is never {words[bad]}; {why}"
            if names := self._third_cards_in_words(decision, mine, bad):
                return f"the trick is {words[bad]} only if [{third} plays] {names}; {why}"
        return ""

    # ------------------------------------------------------------------ the lead

    def _sentence_on_lead(self, decision: Decision[TrickState], ranking: Ranking) -> str:
        """Returns a sentence on a lead: the first reason that holds for it and for no worse lead."""
        if len(ranking.level) == len(decision.legal) - 1 or self._has_same_points_in_all_playouts(decision):
            return ranking.indifferent
        reasons = [
            self._sentence_on_middle_lead,
            self._sentence_on_void_lead,
            self._sentence_on_low_lead,
            self._sentence_on_lead_for_taker,
        ]
        if len(ranking.good) < len(decision.legal):
            reasons += [
                self._sentence_on_lone_card_lead,
                self._sentence_on_lead_to_last_card,
                self._sentence_on_lead_against_taker,
            ]
        for reason in reasons:
            if said := reason(decision, ranking):
                return said
        if (
            len(ranking.good) == len(decision.legal)
            or self._range_of_values(ranking) <= (NEAR if ranking.bad else SPREAD)
            or self.do_points_decide(decision)
        ):
            return ranking.indifferent
        if 2 * len(ranking.good) >= len(decision.legal):
            return self._level_sentence(decision, ranking)
        does = f"Lead {ranking.listed(ranking.good)}"
        why = (
            self._kept_words(decision, ranking.good, ranking.bad, self._reason_from_playouts(decision, ranking))
            if ranking.bad
            else ""
        )
        return f"{does}{why}" if why else self._level_sentence(decision, ranking)

    def _has_same_points_in_all_playouts(self, decision: Decision[TrickState]) -> bool:
        """Whether every seat gets the same points in all playouts, whichever card is played; False without playouts."""
        for who in range(SEATS):
            found = [decision.mean(card, f"points {who}") for card in decision.legal]
            known = [points for points in found if points is not None]
            if len(known) < len(found) or max(known) - min(known) > EVEN:
                return False
        return True

    def _sentence_on_middle_lead(self, decision: Decision[TrickState], ranking: Ranking) -> str:
        """Returns a sentence on a lead that is likely to be the middle card."""
        best, seat = ranking.best, decision.seat
        chance = self.middle_chance(decision, best)
        neighbours = (LEFT_NEIGHBOUR[seat], RIGHT_NEIGHBOUR[seat])
        all_follow = all(decision.possible_cards(who) & cards.ONE_PACK[SUIT[best]] for who in neighbours)
        shares = [self._share_of_trick(decision, card, seat) for card in ranking.bad]
        alike = [card for card in decision.legal if card != best and card < VERB_SPAN
                 and self.middle_chance_by_count(decision, card) >= chance - SAME]  # fmt: skip
        firm = ranking.bad and (
            not decision.is_counted(best) or self._share_of_trick(decision, best, seat) >= max(shares) + NEARLY
        )
        if not firm and not self.gain_clause(decision, seat):
            return ""
        if not all_follow or chance < MAYBE or any(card in ranking.bad for card in alike):
            return ""
        if any(self.middle_chance_by_count(decision, card) > chance + SAME for card in alike if card not in ranking.good):
            return ""
        group = [best, *[card for card in alike if abs(self.middle_chance_by_count(decision, card) - chance) <= SAME]]
        group = group if len(group) <= CARDS_NAMED else [card for card in group if SUIT[card] == SUIT[best]]
        return self._words_for_middle(decision, ranking, group)

    def _words_for_middle(self, decision: Decision[TrickState], ranking: Ranking, group: Sequence[Card]) -> str:
        """Returns a sentence on leading one of the cards `group`. All have the same chance to be the middle card of the
        trick, and the best lead is among them.
        """
        best, seat = ranking.best, decision.seat
        chance = self.middle_chance(decision, best)
        how = "which may be the middle card"
        if chance >= LIKELY:
            likely = "the" if chance > 1 - SAME else "likely the"
            should = self._share_of_trick(decision, best, seat) >= LIKELY
            how = "which should be the middle card" if should else f"{likely} middle card if both follow"
        suits, around = (
            {SUIT[card] for card in group},
            {tuple(map(int.bit_count, self.cards_around(decision, card))) for card in group},
        )
        out = sum(self.cards_around(decision, best))
        does = f"Lead {ranking.listed(group)}, {how}"
        if len(around) == 1:
            above, below = around.pop()
            each = " of each suit" if len(suits) > 1 else ""
            suit = ("card" if below == 1 else "cards") if len(suits) > 1 else suit_name(best, below)
            said = f"{does}: {phrases.number_word(above)} higher and {phrases.number_word(below)} lower {suit}{each} are out"
            short = f"{does} ({phrases.number_word(above)} higher, {phrases.number_word(below)} lower out)"
            for sentence in (said, short):
                if (whole := self._with_stake(decision, sentence, seat)) != sentence:
                    return whole
        elif len(suits) == 1 and out.bit_count() <= CARDS_NAMED + 1:
            said = f"{does}: {self.names(decision, cards.members(out))} are out"
        else:
            said = f"{does}, with {suit_name(best) if len(suits) == 1 else 'cards'} out on both sides"
        return self._with_stake(decision, said, seat)

    def _with_stake(self, decision: Decision[TrickState], said: str, who: int) -> str:
        """Returns a sentence, with the reason to let seat `who` take the trick added unless that makes it too long."""
        why = self.gain_clause(decision, who)
        return f"{said}; {why}" if why and len(f"{said} {why}".split()) <= MAX_WORDS else said

    def _sentence_on_void_lead(self, decision: Decision[TrickState], ranking: Ranking) -> str:
        """Returns a sentence on leading a suit in which one or both other seats are void."""
        seat, card = decision.seat, ranking.best
        left, right = LEFT_NEIGHBOUR[seat], RIGHT_NEIGHBOUR[seat]
        void = self._void_seats(decision, card)
        group = [one for one in ranking.good if self._void_seats(decision, one) == void and SUIT[one] == SUIT[card]]
        same = [one for one in ranking.bad if self._void_seats(decision, one) == void]
        does, suit = f"Lead {ranking.listed(group)}", suit_name(card)
        if len(void) == 2 and self._share_of_trick(decision, card, seat) >= LIKELY and not same:
            return self._with_stake(
                decision, f"{does}: only you have {suit}, so it should take the trick as the odd suit", seat
            )
        if len(void) != 1 or same:
            return ""
        who, other = void[0], left + right - void[0]
        why = self.gain_clause(decision, who)
        if why and self._share_of_trick(decision, card, who) >= LIKELY:
            return f"{does}: [{who} has] no {suit} and takes it if [{other} follows]; {why}"
        return ""

    def _void_seats(self, decision: Decision[TrickState], card: Card) -> list[int]:
        """Returns the other seats that have no card of a card's suit."""
        seat = decision.seat
        return [who for who in (LEFT_NEIGHBOUR[seat], RIGHT_NEIGHBOUR[seat])
                if not decision.possible_cards(who) & cards.ONE_PACK[SUIT[card]]]  # fmt: skip

    def _sentence_on_low_lead(self, decision: Decision[TrickState], ranking: Ranking) -> str:
        """Returns a sentence on a lead that seldom takes the trick, where another seat is the better taker."""
        seat, best = decision.seat, ranking.best
        mine = self._share_of_trick(decision, best, seat)
        to = max((who for who in range(SEATS) if who != seat), key=lambda who: self.worth_of_taker(decision, who))
        why = self.stake_clause(decision, to, seat)
        if not why or mine > RARE or any(self._share_of_trick(decision, card, seat) < mine + NEARLY for card in ranking.bad):
            return ""
        group = [card for card in ranking.good if self._share_of_trick(decision, card, seat) <= RARE]
        if not ranking.bad or 2 * len(group) > len(decision.legal) or len(group) > CARDS_NAMED:
            return ""
        ends = {self.extreme_end(decision, card) for card in group}
        apart = [card for card in decision.legal if card not in group and card < VERB_SPAN]
        too = f", too {ends.pop()} to be the middle card" if len(ends) == 1 and "" not in ends else ""
        if any(self.extreme_end(decision, card) for card in apart):
            too = ""
        return f"Lead {ranking.listed(group)} to stay out{too}: {why}"

    def _sentence_on_lead_for_taker(self, decision: Decision[TrickState], ranking: Ranking) -> str:
        """Returns a sentence on a lead with which a good taker gets the trick much more often than with worse leads."""
        best, seat = ranking.best, decision.seat
        to = max(range(SEATS), key=lambda who: self._share_of_trick(decision, best, who))
        why, share = self.gain_clause(decision, to), self._share_of_trick(decision, best, to)
        if to == seat or share < LIKELY or not why or not ranking.bad:
            return ""
        if any(self._share_of_trick(decision, card, to) > share - FIRM for card in ranking.bad):
            return ""
        group = [card for card in ranking.good if self._share_of_trick(decision, card, to) >= LIKELY]
        return f"Lead {ranking.listed(group)}: [{to}] should take the trick, and {why}"

    def _sentence_on_lead_against_taker(self, decision: Decision[TrickState], ranking: Ranking) -> str:
        """Returns a sentence on a lead that keeps the trick from a bad taker. The best of the worse leads would probably give
        that seat the trick.
        """
        best, seat = ranking.best, decision.seat
        for other in ranking.bad if decision.prospects else ():
            shift = self.shifts_of_trick(decision, best, other)
            good, bad = shift.index(max(shift)), shift.index(min(shift))
            least = self._share_of_trick(decision, other, bad) - FIRM
            same = [card for card in ranking.good if self._share_of_trick(decision, card, bad) > least]
            why = self.stake_clause(decision, good, bad) or self.playouts_clause(decision, ranking, other)
            alike = [card for card in ranking.bad if self._share_of_trick(decision, card, bad) > least]
            tells = not same and 2 * len(alike) >= len(ranking.bad)
            if why and tells and least + FIRM >= LIKELY and ranking.loss[other] > NEAR:
                group, who = list(ranking.good), "you" if bad == seat else f"[{bad}]"
                if len(group) > CARDS_NAMED:
                    group = [card for card in group if SUIT[card] == SUIT[best]]
                return f"Lead {ranking.listed(group)}, not {decision.face(other)}, which {who} should take: {why}"
        return ""

    def goose_must_go(self, decision: Decision[TrickState]) -> bool:
        """Whether the seat to act must play the Goose soon, because it is void in a suit that another seat may lead."""
        return any(not decision.hand & group and decision.unseen & group for group in cards.ONE_PACK[:4])

    def _sentence_on_lone_card_lead(self, decision: Decision[TrickState], ranking: Ranking) -> str:
        """Returns a sentence on the lead of the only card of a suit. The next lead of the suit then leaves a free choice, or
        makes the Goose go.
        """
        best, goose = ranking.best, bool(decision.hand & JOKER_BIT)

        def use(card: Card) -> int:
            lone = decision.hand & cards.ONE_PACK[SUIT[card]] == BIT[card]
            return self.number_of_unseen_in_suit(decision, card) * lone

        if use(best) < SEATS or (goose and self.goose_must_go(decision)):
            return ""
        if any(use(card) >= use(best) for card in ranking.bad):
            return ""
        group = [card for card in ranking.good if use(card) == use(best)]
        if goose:
            then = "at the next lead of that suit you play the Goose, and give that trick to whom you like"
        else:
            then = f"{phrases.number_word(use(best))} more are out, and you can then play anything on them"
        own = f", your only {suit_name(best, 1)}" if len(group) == 1 else ", the only card of its suit"
        return f"Lead {ranking.listed(group)}{own}: {then}"

    def _sentence_on_lead_to_last_card(self, decision: Decision[TrickState], ranking: Ranking) -> str:
        """Returns a sentence on leading a suit that has one card left in the other hands. The opponent without it then
        takes the trick.
        """
        seat, best = decision.seat, ranking.best

        def few(card: Card) -> bool:
            return 0 < self.number_of_unseen_in_suit(decision, card) < SEATS - 1

        if not few(best) or any(map(few, ranking.bad)):
            return ""
        group = [card for card in ranking.good if few(card) and SUIT[card] == SUIT[best]]
        card = cards.members(sum(self.cards_around(decision, best)))[0]
        to = max(range(SEATS), key=lambda who: self._share_of_trick(decision, best, who))
        why = self.gain_clause(decision, to) if to != seat and self._share_of_trick(decision, best, to) >= LIKELY else ""
        does = f"Lead {ranking.listed(group)}: only {decision.face(card)} is out"
        if why:
            return f"{does}, and [{to}] should take the trick; {why}"
        giver = ", or gives it by the Goose" if decision.unseen & JOKER_BIT else ""
        return f"{does}, so an opponent without it takes the trick{giver}"
