"""Principles of Gops: bid no more than a prize needs, leave costly prizes to others, and bid unpredictably."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import ClassVar

from goosetable import cards
from goosetable.cards import Card
from goosetable.engine.rules.action import Action, value_of
from goosetable.engine.rules.state import BID
from goosetable.engine.text.advice import FIRM, Advice, Decision, Tip
from goosetable.engine.words import phrases
from goosetable.games.gops.rules import TOPS, VALUE, GopsState, points_of

NEAR = 1
"""Largest difference between the ranks of a bid and of the prize at which the bid is about as high as the prize."""
HABIT = 2
"""Number of rounds from which on bids at the prize's rank are a habit."""
MANY = 2
"""Largest number of cards able to beat a nearly sure bid, of prizes to come, or of kept cards that a sentence names."""
FAR = 2
"""Difference of ranks above which one of two bids is meant to win the prize, and the other to let it go."""
SMALL = 3
"""Points of a prize up to which it is not worth a fight."""
NAMED = 3
"""Largest number of prizes to come that are named."""


class GopsAdvice(Advice[GopsState]):
    """The advice of Gops."""

    habits: ClassVar[Mapping[str, str]] = {
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

    def missed_principle(self, decision: Decision[GopsState], action: Action, other: Action) -> Tip:
        """Explains why `action` was better: by the cards that it could beat if it is higher, else by better uses of the higher
        bid.
        """
        better, played = action - BID, other - BID
        return (
            self._tip_on_low_bid(decision, better, played)
            if VALUE[better] > VALUE[played]
            else self._tip_on_high_bid(decision, action, other)
        )

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
        if (decision.mean(action, wins := f"wins {decision.seat}") or 0.0) > (decision.mean(other, wins) or 0.0) + FIRM:
            ties = [
                decision.face(card)
                for hand in self.other_hands(decision).values()
                for card in hand
                if VALUE[card] == VALUE[played]
            ]
            nobody = "and then nobody has the prize" if known.options.ties != "split" else "and then the prize is shared"
            return Tip("tie", "", f"{phrases.listed(ties)} could tie with {high}, {nobody}") if ties else Tip("", "")
        lowest = VALUE[better] == min([VALUE[one - BID] for one in decision.legal])
        if lowest and len(others) > 1:
            return Tip("two fight", "", f"{name} would have let the others fight, and {high} would have stayed")
        come = [card for card in cards.members(known.prizes_to_come) if VALUE[card] > known.stake]
        order = sorted(come, key=lambda card: -VALUE[card])
        what = self.names(decision, order)
        if len(order) > NAMED:
            what = phrases.count_in_words(len(order), "better prize")
        were = f"{what} {'was' if len(order) == 1 else 'were'} to come"
        if come and known.stake <= self.mean_prize_left(decision):
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

    def plain_sentence(self, decision: Decision[GopsState], action: Action, other: Action | None) -> str:
        """Returns a plain fact on a bid, such as the number of cards that it beats."""
        rank, name, bid = VALUE[action - BID], decision.face(action - BID), f"{self.stake_sentence(decision)}: bid"
        over = [who for who, held in self.other_hands(decision).items() if any(VALUE[card] > rank for card in held)]
        if len(self.other_seats(decision)) > 1 and over and all(rank >= VALUE[one - BID] for one in decision.legal):
            low = f"if [{over[0]} bids] low" if len(over) == 1 else f"only if {self.seats_in_words(over)} bid low"
            return f"{bid} {name}, your highest: it wins {low}"
        if (who := self.seat_that_beats_all(decision)) is not None:
            return f"{bid} {name}, for [{who}'s] cards are all higher"
        beats = self.beaten_cards_clause(decision, rank)
        return f"{bid} {name}, {beats or 'which beats no card'}"

    def seats_in_words(self, seats: Sequence[int]) -> str:
        return phrases.listed([f"[{who}]" for who in seats])

    def many_bids_sentence(self, decision: Decision[GopsState], group: Sequence[Action]) -> str:
        """Names the most frequent bids of a mixed strategy. If some of them let the prize go, they are named apart."""
        named = sorted([action - BID for action in group[:NAMED]], key=lambda card: -VALUE[card])
        values = [VALUE[card] for card in named]
        if len(named) == 1:
            return f"{self.stake_sentence(decision)}: most often bid {decision.face(named[0])}"
        points = phrases.points_in_words(decision.known.stake)
        gap = max(range(1, len(named)), key=lambda place: values[place - 1] - values[place])
        high, low = ([decision.face(card) for card in part] for part in (named[:gap], named[gap:]))
        if values[gap - 1] - values[gap] > FAR and self.beats_most(decision, values[gap - 1]):
            lowest = values[-1] == min([VALUE[one - BID] for one in decision.legal])
            them = "it" if decision.known.stake == 1 else "them"
            aim = f"to let {them} go" if lowest else "against a low bid"
            return f"For {points}, bid {phrases.listed(high, 'or')} to win {them}, or {phrases.listed(low, 'or')} {aim}"
        if not self.beats_some(decision, values[0]):
            return f"{self.stake_sentence(decision)}: let it go with {phrases.listed(high + low, 'or')}"
        ends = self.deciding_clause(decision)
        offer = f"{self.offer_clause(decision)}{f', and {ends}' if ends else ''}"
        lower = sum([VALUE[one - BID] < values[0] for one in decision.legal])
        if not ends and 2 * lower < len(decision.legal) and decision.known.stake > self.mean_prize_left(decision):
            who = "the others" if len(self.other_seats(decision)) > 1 else f"[{self.other_seats(decision)[0]}]"
            offer = f"Let {who} bid high"
        beaten = "" if ends else f", which {self.range_of_beaten_cards(decision, values)}"
        return f"{offer}: vary between {phrases.listed(high + low)}{beaten}"

    def range_of_beaten_cards(self, decision: Decision[GopsState], values: Sequence[int]) -> str:
        """Returns words on the opponents' cards that several bids beat: "beat four to six of [1's] eight cards"."""
        held = [VALUE[card] for hand in self.other_hands(decision).values() for card in hand]
        most, least = (sum([value < bid for value in held]) for bid in (max(values), min(values)))
        whose = f"[{self.other_seats(decision)[0]}'s]" if len(self.other_seats(decision)) == 1 else "the others'"
        few, many = (phrases.number_word(number) for number in (least, most))
        to = "or" if most - least == 1 else "to"
        return f"beat {few if few == many else f'{few} {to} {many}'} of {whose} {phrases.number_word(len(held))} cards"

    def shared_fact(self, decision: Decision[GopsState]) -> str:
        who = self.seat_that_beats_all(decision)
        return "" if who is None else f"[{who} beats] every card of yours"

    def preferred_action(self, decision: Decision[GopsState], group: Sequence[Action]) -> Action:
        """Returns the bid to advise, of a group of equally rated bids.

        If no bid can win, it is the lowest of the group. Otherwise, it is the lowest that beats and ties the same cards as the
        first bid of the group (`are_level`).
        """
        best = group[0]
        lost = self.seat_that_beats_all(decision) is not None
        return min([one for one in group if lost or self.are_level(decision, best, one)], key=lambda one: VALUE[one - BID])

    def seat_that_beats_all(self, decision: Decision[GopsState]) -> int | None:
        """Returns a seat whose lowest card beats the highest card of the seat to act; None if there is none."""
        most = max([VALUE[one - BID] for one in decision.legal])
        hands = self.other_hands(decision).items()
        return next((who for who, held in hands if min([VALUE[card] for card in held]) > most), None)

    def are_level(self, decision: Decision[GopsState], one: Action, two: Action) -> bool:
        """Whether two bids are level: no other hand has a card of their ranks or of a rank between them."""
        low, high = sorted([VALUE[one - BID], VALUE[two - BID]])
        return (
            not any(low <= VALUE[card] <= high for held in self.other_hands(decision).values() for card in held) or one == two
        )

    def bid_strength(self, decision: Decision[GopsState], action: Action) -> int:
        return VALUE[action - BID]

    def stake_sentence(self, decision: Decision[GopsState]) -> str:
        if ends := self.deciding_clause(decision):
            return f"{self.offer_clause(decision)}, and {ends}"
        better = self.count_better_prizes(decision)
        more = f", and {self.prizes_come_clause(better)}" if better else ", and no better prize comes"
        return f"{self.offer_clause(decision)}{more}"

    def offer_clause(self, decision: Decision[GopsState]) -> str:
        """Returns a clause on the points on offer, as in "12 points are on offer"."""
        return f"{phrases.points_in_words(decision.known.stake)} {'is' if decision.known.stake == 1 else 'are'} on offer"

    def deciding_clause(self, decision: Decision[GopsState]) -> str:
        """Returns "win you the game" or "would win [1] the game" if the points on offer decide the game; else empty."""
        stake, one = decision.known.stake, decision.known.stake == 1
        if self.certain_outcome(decision):
            return ""
        if self.certain_outcome(decision, stake) == "won":
            return f"{'wins' if one else 'win'} you the game"
        who = next((who for who in self.other_seats(decision) if self.would_win_game(decision, who)), None)
        return f"would win [{who}] the game" if who is not None else ""

    def prize_words(self, decision: Decision[GopsState]) -> str:
        """Returns the points on offer, as in "12 points". If they decide the game, a clause follows: "12 points that win you
        the game".
        """
        ends = self.deciding_clause(decision)
        return f"{phrases.points_in_words(decision.known.stake)}{f' that {ends}' if ends else ''}"

    def would_win_game(self, decision: Decision[GopsState], who: int) -> bool:
        """Whether an opponent wins a game of one deal by taking the points on offer."""
        known = decision.known
        if known.options.deals != 1 or any(known.totals):
            return False
        points = self.points_won(decision)
        rest = max([taken for seat, taken in enumerate(points) if seat != who])
        return points[who] + known.stake > rest + points_of(cards.members(known.prizes_to_come))

    def points_won(self, decision: Decision[GopsState]) -> list[float]:
        """Returns the points of the prizes that each seat has won."""
        known = decision.known
        return [float(share + points_of(cards.members(won))) for share, won in zip(known.shares, known.won, strict=True)]

    def better_prize_words(self, decision: Decision[GopsState]) -> str:
        """Returns the better prizes to come: "K♦", "K♦ and Q♦", "five better prizes"; "later" if there is none."""
        left = [card for card in cards.members(decision.known.prizes_to_come) if VALUE[card] > decision.known.stake]
        left.sort(key=lambda card: -VALUE[card])
        return self.names(decision, left) if 0 < len(left) <= MANY else (
            phrases.count_in_words(len(left), "better prize") if left else "later")  # fmt: skip

    def kept_card_words(self, decision: Decision[GopsState], least: int = 0) -> str:
        """Returns the high cards of the hand above a value: "K♣ and Q♣", or "the high cards" if they are many; else empty."""
        own = [one - BID for one in decision.legal if VALUE[one - BID] > least and self.is_high(decision, VALUE[one - BID])]
        own.sort(key=lambda card: -VALUE[card])
        return self.names(decision, own) if len(own) <= MANY else "the high cards"

    def beaten_cards_clause(self, decision: Decision[GopsState], rank: int) -> str:
        """Returns a clause on the number of cards that a bid beats in each other hand; empty if it beats none."""
        found = {who: sum([VALUE[card] < rank for card in held]) for who, held in self.other_hands(decision).items()}
        if not any(found.values()):
            return ""
        said: list[str] = []
        for who, count in found.items():
            held = len(self.other_hands(decision)[who])
            number = "all" if count == held else phrases.number_word(count) if count else "none"
            said.append(f"{number} of [{who}'s] {phrases.number_word(held)}{' cards' if not said else ''}")
        return f"it beats {phrases.listed(said)}"

    def tips(self, decision: Decision[GopsState], action: Action) -> Iterator[Tip]:
        known, card = decision.known, action - BID
        rank, name, stake = VALUE[card], decision.face(card), known.stake
        hand = sorted([VALUE[other - BID] for other in decision.legal])
        tops = {who: max([VALUE[one] for one in held]) for who, held in self.other_hands(decision).items()}
        best = max(tops.values())
        mean = self.mean_prize_left(decision)
        if rank > best and (stake >= mean or not known.prizes_to_come):
            cheapest = min(own for own in hand if own > best)
            if rank == cheapest and rank < hand[-1]:
                theirs = f"[{next(iter(tops))}] holds no card" if len(tops) == 1 else "the others hold no card"
                yield Tip("enough", f"{name} is enough: {theirs} above a {self.rank_name(best)}",
                          f"{name} could not be beaten")  # fmt: skip
            ends = self.deciding_clause(decision)
            offer = f"{phrases.points_in_words(stake)} {ends}" if ends else self.offer_clause(decision)
            yield Tip("sure", f"{name} cannot be beaten, and {offer}",
                      f"{name} could not be beaten, for {phrases.points_in_words(stake)}")  # fmt: skip
        if len(hand) == 2 and rank == hand[0] and hand[1] > best and known.prizes_to_come:
            last = self.names(decision, cards.members(known.prizes_to_come))
            other = next(decision.face(one - BID) for one in decision.legal if VALUE[one - BID] == hand[1])
            yield Tip("last", f"Throw {name}: {other}, which no card left can beat, then takes {last}",
                      f"{other} would have taken {last}")  # fmt: skip
        yield from self._tips_on_habits(decision, card)
        if rank == hand[0] and rank + NEAR < stake and len(tops) == 1:
            yield Tip("let go", f"Let it go with {name}: {stake} draws high cards from the other hand, and yours stay",
                      "their high cards were drawn for nothing")  # fmt: skip
        elif (
            len(tops) > 1
            and rank in hand[: max(MANY, len(hand) // 3) if stake <= mean else 1]
            and not self.beats_most(decision, rank)
        ):
            small, points = stake <= SMALL, phrases.points_in_words(stake)
            why = f"{points} {'is' if stake == 1 else 'are'} not worth a fight" if small else "Let the others fight for it"
            kept = self.kept_card_words(decision, rank)
            keep = f", and keep {kept} for {self.better_prize_words(decision)}" if kept else ""
            yield Tip("two fight", f"{why}: throw {name}{keep}", f"{name} would have let the others fight")
        yield from self._tips_for_high_bid(decision, card, best, mean)
        yield from self._tips_for_saving(decision, card, hand)
        yield from self._tips_for_low_bid(decision, card, hand[0])
        yield from self._tips_by_worth(decision, card, hand)

    def _tips_for_high_bid(self, decision: Decision[GopsState], card: Card, best: int, mean: float) -> Iterator[Tip]:
        """Yields the principles of a high bid that an opponent can beat or tie.

        best: the highest value in opponents' hands. mean: mean value of the prizes to come.
        """
        known, rank, name, stake = decision.known, VALUE[card], decision.face(card), decision.known.stake
        if not self.is_high(decision, rank) or rank > best:
            return
        most = max([VALUE[one - BID] for one in decision.legal])
        if len(known.offer) > 1:
            prizes = phrases.number_word(len(known.offer)).capitalize()
            yield Tip("pile", f"{prizes} prizes, {stake} together: bid high, {name}",
                      f"the pile was worth {stake}")  # fmt: skip
        if stake >= self.largest_prize_left(decision) and (self.higher_cards(decision, rank) or rank == most):
            prize = f"no larger prize than {stake} is to come"
            if len(known.offer) == 1:
                prize = f"{decision.face(known.offer[0])} is the largest prize{'' if stake == VALUE[TOPS] else ' left'}"
            if self.certain_outcome(decision, stake) == "won":
                prize = f"{phrases.points_in_words(stake)} more win you the game"
            yield Tip("largest", f"Bid high, {name}: {prize}", "no larger prize was to come")
        if stake >= mean:
            above = [self.face_of_value(decision, who, value) for who, value in self.higher_cards(decision, rank)]
            better = 0 if self.deciding_clause(decision) else self.count_better_prizes(decision)
            more = f", though {self.prizes_come_clause(better)}" if better else ""
            if not above:
                sure = [one - BID for one in decision.legal if VALUE[one - BID] > best]
                more = f", and {self.names(decision, sure)} stays" if len(sure) == 1 else more
                yield Tip(
                    "few",
                    f"{name} can only be tied, for {self.prize_words(decision)}{more}",
                    f"{name} could only be tied",
                )
            elif len(above) <= MANY and self.count_better_prizes(decision) <= MANY:
                verb = "beats" if len(above) == 1 else "beat"
                yield Tip("few", f"Bid {name} for {self.prize_words(decision)}: only {phrases.listed(above)} {verb} it",
                          f"few cards could have beaten {name}")  # fmt: skip

    def _tips_for_saving(self, decision: Decision[GopsState], card: Card, hand: Sequence[int]) -> Iterator[Tip]:
        """Yields the principle of saving high cards, unless there are more of them than better prizes.

        hand: the values of the hand.
        """
        known, rank, better = decision.known, VALUE[card], self.count_better_prizes(decision)
        saved = sum([own > rank for own in hand]) > 1 and not self.is_high(decision, rank)
        needed = sum([self.is_high(decision, own) for own in hand]) <= better
        dear = known.stake > self.mean_prize_left(decision)
        if len(known.offer) == 1 and better > 1 and saved and needed and rank > min(hand) and dear:
            name = decision.face(card)
            yield Tip("save", f"Bid {name} and save the high cards: {phrases.number_word(better)} better prizes come",
                      "better prizes were to come")  # fmt: skip

    def _tips_for_low_bid(self, decision: Decision[GopsState], card: Card, lowest: int) -> Iterator[Tip]:
        """Yields the principles of a low bid: throw a card that is beaten anyway, or bid low for a small prize.

        lowest: the lowest value of the hand.
        """
        known, rank, name, stake = decision.known, VALUE[card], decision.face(card), decision.known.stake
        better, mean = self.count_better_prizes(decision), self.mean_prize_left(decision)
        over = [who for who, held in self.other_hands(decision).items() if min([VALUE[one] for one in held]) > rank]
        all_over = self.seat_that_beats_all(decision)
        if all_over is not None and rank == lowest:
            yield Tip("beaten all", f"[{all_over} beats] every card of yours: throw {name}, your lowest",
                      f"[{all_over} had] only higher cards")  # fmt: skip
        elif over and better and rank > lowest:
            yield Tip("beaten", f"Throw {name}: [{over[0]} beats] it with any card", f"[{over[0]}] beat it with any card")
        elif (
            better and len(known.offer) == 1 and stake <= mean and rank > lowest
            and not self.beats_most(decision, rank) and self.beats_some(decision, rank)
        ):  # fmt: skip
            come = "better prizes come" if better > 1 else "a better prize comes"
            if kept := self.kept_card_words(decision, rank):
                come = f"keep {kept} for {self.better_prize_words(decision)}"
            yield Tip("small", f"{name} will do for {phrases.points_in_words(stake)}: {come}",
                      "better prizes were to come")  # fmt: skip

    def _tips_by_worth(self, decision: Decision[GopsState], card: Card, hand: list[int]) -> Iterator[Tip]:
        """Yields a principle that compares a bid with the points on offer. It comes after all others."""
        name, stake, rank = decision.face(card), decision.known.stake, VALUE[card]
        same = [who for who, hand in self.other_hands(decision).items() if any(VALUE[card] == stake for card in hand)]
        better = self.count_better_prizes(decision)
        if rank == hand[0] and better:
            rest = sorted([one - BID for one in decision.legal if one - BID != card], key=lambda one: -VALUE[one])
            keep = self.names(decision, rest) if len(rest) <= MANY else "every higher card"
            best = max([VALUE[one] for held in self.other_hands(decision).values() for one in held])
            if len(rest) <= MANY and VALUE[rest[0]] < best:
                return
            yield Tip("throw", f"Throw {name} and keep {keep} for {self.better_prize_words(decision)}",
                      "a low card was enough to throw away")  # fmt: skip
        elif (
            same
            and rank == stake + 2
            and (over := [who for who, value in self.higher_cards(decision, stake) if value == stake + 1])
        ):
            above = self.face_of_value(decision, over[0], stake + 1)
            yield Tip("above", f"Bid {name}: it beats a bid of {stake}, and {above} too",
                      f"the others would go one above the {stake}")  # fmt: skip
        elif same and rank == stake + 1:
            who = f"[{same[0]}]" if len(same) == 1 else "the others"
            yield Tip("above", f"Bid {name}, just above the {stake} on offer: {who} may bid {stake} for it",
                      f"the others would bid the {stake} too")  # fmt: skip
        elif (
            rank < stake and better and not self.is_high(decision, rank) and (beats := self.beaten_cards_clause(decision, rank))
        ):
            keep = (
                f", and {kept} stay{'s' if len(kept.split()) == 1 else ''}"
                if (kept := self.kept_card_words(decision, rank))
                else ""
            )
            yield Tip("below", f"Bid {name} for {phrases.points_in_words(stake)}: {beats}{keep}",
                      "the higher cards were better kept")  # fmt: skip

    def certain_outcome(self, decision: Decision[GopsState], more: int = 0) -> str:
        """Returns "won" or "lost" if no later prize can change the result of a game of one deal; else empty.

        more: points that the seat to act wins in this round.
        """
        known, seat = decision.known, decision.seat
        if known.options.deals != 1 or any(known.totals):
            return ""
        points = self.points_won(decision)
        mine, theirs = points[seat] + more, max([points[who] for who in self.other_seats(decision)])
        left = known.stake - more + points_of(cards.members(known.prizes_to_come))
        return "won" if mine > theirs + left else "lost" if mine + left < theirs else ""

    def prizes_come_clause(self, better: int) -> str:
        return f"{phrases.count_in_words(better, 'better prize')} {'comes' if better == 1 else 'come'}"

    def is_high(self, decision: Decision[GopsState], rank: int) -> bool:
        """Whether a bid is higher than at least two thirds of the cards in each other hand."""
        hands = self.other_hands(decision).values()
        return all(3 * sum([VALUE[card] >= rank for card in held]) <= len(held) for held in hands)

    def beats_most(self, decision: Decision[GopsState], rank: int) -> bool:
        """Whether a bid is higher than more than half of the cards in some other hand."""
        hands = self.other_hands(decision).values()
        return any(2 * sum([VALUE[card] < rank for card in held]) > len(held) for held in hands)

    def beats_some(self, decision: Decision[GopsState], rank: int) -> bool:
        """Whether a bid is higher than at least a quarter of the cards in every other hand."""
        hands = self.other_hands(decision).values()
        return all(4 * sum([VALUE[card] < rank for card in held]) >= len(held) for held in hands)

    def higher_cards(self, decision: Decision[GopsState], rank: int) -> list[tuple[int, int]]:
        """Returns the opponents' cards that would beat a bid, each as seat and value, the highest first."""
        found = [(who, VALUE[card]) for who, held in self.other_hands(decision).items() for card in held]
        return sorted([one for one in found if one[1] > rank], key=lambda one: (-one[1], one[0]))

    def face_of_value(self, decision: Decision[GopsState], who: int, value: int) -> str:
        return next(decision.face(card) for card in cards.members(decision.known.open_hand(who)) if VALUE[card] == value)

    def _tips_on_habits(self, decision: Decision[GopsState], card: Card) -> Iterator[Tip]:
        """Yields the principles on bids of exactly the prize's rank, by an opponent or by the seat to act."""
        known, seat, stake, rank = decision.known, decision.seat, decision.known.stake, VALUE[card]
        follows = {who: self.bids_rank_of_prize(decision, who) for who in range(len(known.hands))}
        for who in self.other_seats(decision):
            if len(self.other_seats(decision)) == 1 and follows[who] and rank == stake + 1:
                yield Tip("one more", f"{decision.face(card)}: one more than the prize, for [{who} bids] just its rank",
                          f"[{who} bid] just the prize's rank")  # fmt: skip
        if follows[seat] and abs(rank - stake) > NEAR:
            yield Tip(
                "unread",
                f"{decision.face(card)}, not a {self.rank_name(stake)} for {stake} again: that can be read",
                "bids at the prize's rank are easy to read",
            )

    def bids_rank_of_prize(self, decision: Decision[GopsState], who: int) -> bool:
        """Whether a seat's last bids, each for a single prize, were all of the rank of that prize."""
        known, seats = decision.known, len(decision.known.hands)
        rounds = len(known.actions) // seats
        bids = [value_of(action) for seat, action in known.actions[: rounds * seats] if seat == who]
        if len(bids) < HABIT:
            return False
        return all(VALUE[bid] == VALUE[prize] for bid, prize in list(zip(bids, known.raised, strict=False))[-HABIT:])

    def other_seats(self, decision: Decision[GopsState]) -> list[int]:
        return [who for who in range(len(decision.known.hands)) if who != decision.seat]

    def other_hands(self, decision: Decision[GopsState]) -> dict[int, tuple[Card, ...]]:
        """Returns the open hands of the other seats, by seat."""
        return {who: cards.members(decision.known.open_hand(who)) for who in self.other_seats(decision)}

    def mean_prize_left(self, decision: Decision[GopsState]) -> float:
        """Returns the mean value of the prizes to come; 0 if there are none."""
        left = cards.members(decision.known.prizes_to_come)
        return points_of(left) / len(left) if left else 0.0

    def largest_prize_left(self, decision: Decision[GopsState]) -> int:
        """Returns the value of the largest prize to come; 0 if there is none."""
        return max([VALUE[card] for card in cards.members(decision.known.prizes_to_come)], default=0)

    def count_better_prizes(self, decision: Decision[GopsState]) -> int:
        """Returns the number of prizes to come that are each larger than the whole offer."""
        return sum([VALUE[card] > decision.known.stake for card in cards.members(decision.known.prizes_to_come)])

    def rank_name(self, value: int) -> str:
        """Returns the name of the rank with a value, such as "queen" for 12."""
        return phrases.rank_name(0 if value == 1 else 14 - value)
