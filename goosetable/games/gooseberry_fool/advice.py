"""Principles of Gooseberry Fool: give tricks to the seat where they help, use middle cards, and play the Joker in time."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from math import factorial
from typing import ClassVar, Final, NamedTuple

from goosetable import cards
from goosetable.cards import BIT, JOKER, Card, Cards
from goosetable.engine.rules.action import GIVE, VERB_SPAN, Action
from goosetable.engine.rules.options import is_one_deal
from goosetable.engine.rules.state import TrickState
from goosetable.engine.strength.tricks_to_come import trick_splits
from goosetable.engine.text.advice import Advice, Decision, Tip, suit_name
from goosetable.engine.words import phrases
from goosetable.games.gooseberry_fool.rules import (
    ALL_CARDS,
    JOKER_BIT,
    LEFT_NEIGHBOUR,
    RIGHT_NEIGHBOUR,
    SEATS,
    SUIT,
    TRICKS,
    FoolOptions,
    base_points,
    deal_points,
    middle_score_chances,
    middle_seat,
    odd_seat,
    taking_place,
    winner_at_totals,
)

FOUR = 4
"""Number of tricks that both neighbours must reach, or both stay below, for a seat to have the middle score."""
NEAR = 3
"""Largest number of tricks that the two neighbours together lack for four each at which a sentence mentions these."""
BEGUN = 3
"""Least number of tricks played at which a sentence compares the scores."""
SHORT = 2
"""Largest number of cards of a short suit."""
MAYBE = 0.45
"""Least chance, 0..1, at which a card may well be the middle one. Of three equal cards each has a third."""
LIKELY = 0.6
"""Least chance, 0..1, at which a card is likely to be the middle one, or to take the trick."""
RARE = 0.3
"""Least chance, 0..1, at which a card may be the middle one. In as large a share of the playouts it must take the trick."""
TELLS = 0.06
"""Least difference in the chance of the ten points, or of the best total, 0..1, that is a reason to give a seat the trick."""
UNCLEAR = 0.03
"""Largest difference in the chance of the best total, 0..1, at which two seats count as equally good takers of a trick."""
MOST_OF_IT: Final = 0.6
"""Least share of the chance of the best total, 0..1, that comes without the bonus, for a sentence to say so."""
NO_FACT = "-"
"""Result of `FoolAdvice._lead_clause` for a lead that needs no further words."""
CARDS_NAMED: Final = 3
"""Largest number of cards of another seat that a sentence names."""
NEARLY = 0.08
"""Largest difference between two cards' chances of being the middle one, 0..1, at which they count as equal."""


class Outlook(NamedTuple):
    """Chances of a seat for the end of a deal, 0..1, if each trick to come falls to a random seat."""

    best_total: float
    """Chance that its total wins the game, or would win if the game ended with this deal."""
    ten: float
    """Chance of the bonus of ten."""
    ten_and_best: float
    """Chance of both the bonus and the best total."""
    best_without_ten: float
    """Chance of the best total without the bonus, where the seat has the most points of the deal before the bonus."""


def best_seat(options: FoolOptions, totals: tuple[int, ...], taken: tuple[int, ...]) -> int | None:
    """Returns the seat that has the best total after a deal: it wins the game, or would if the game ended; None if no seat
    does.

    totals: scores before the deal. taken: number of tricks by seat. Where the target alone ends a game, the highest total is
    best.
    """
    if is_one_deal(options):
        return middle_seat(base_points(taken))
    after = tuple([total + earned for total, earned in zip(totals, deal_points(taken), strict=True)])
    if max(after) >= options.target:
        return winner_at_totals(options, after)
    return odd_seat(after) if options.end_rule == "middle" else after.index(max(after))


@lru_cache(maxsize=10_000)
def outlook(options: FoolOptions, totals: tuple[int, ...], taken: tuple[int, ...], seat: int) -> Outlook:
    """Returns a seat's chances. totals: scores before the deal. taken: number of tricks by seat so far."""
    left = TRICKS - sum(taken)
    best_total = ten = both = first = 0.0
    for split in trick_splits(left, SEATS):
        share = float(factorial(left)) / SEATS**left
        for count in split:
            share /= factorial(count)
        end = tuple([count + more for count, more in zip(taken, split, strict=True)])
        points = base_points(end)
        gets, best = middle_seat(points) == seat, best_seat(options, totals, end) == seat
        best_total += share * best
        ten += share * gets
        both += share * (gets and best)
        first += share * (best and not gets and points[seat] == max(points))
    return Outlook(best_total, ten, both, first)


class FoolAdvice(Advice[TrickState]):
    """The advice of Gooseberry Fool."""

    habits: ClassVar[Mapping[str, str]] = {
        "middle": "missed the middle card",
        "out": "played a middle card where you wanted to stay out",
        "home": "let the Goose out too early",
        "let go": "kept the Goose at home too long",
        "odd": "missed a suit that only you held",
        "odd end": "threw a card that could be a middle one later",
        **{f"{what} {seat}": "gave a trick to the wrong player" for what in ("to", "void") for seat in range(SEATS)},
    }

    def tips(self, decision: Decision[TrickState], action: Action) -> Iterator[Tip]:
        trick = decision.known.trick
        if action >= GIVE:
            yield from self._tips_for_giving(decision, action - GIVE)
        elif JOKER in trick or action == JOKER:
            return
        elif len(trick) == SEATS - 1:
            yield from self._tips_for_third_card(decision, action)
        elif trick:
            yield from self._tips_for_second_card(decision, action)
        else:
            yield from self._tips_for_leading(decision, action)

    def explains(self, decision: Decision[TrickState], tip: Tip, action: Action, other: Action) -> bool:
        if tip.name == "middle":
            return self.middle_chance(decision, action) > self.middle_chance(decision, other) + NEARLY
        if tip.name == "out":
            points = base_points(decision.known.taken())
            return not self.extreme_end(decision, other) and points[decision.seat] >= max(points) > min(points)
        return True

    # ------------------------------------------------------------------ whose trick

    def gain_clause(self, decision: Decision[TrickState], who: int) -> str:
        """Returns a clause on what the seat to act gains if seat `who` takes the trick; empty if the gain is unclear."""
        seat, taken = decision.seat, decision.known.taken()
        after, worth = self.tricks_after(decision, who), [self.best_total_chance(decision, other) for other in range(SEATS)]
        gain = worth[who] - max([worth[other] for other in range(SEATS) if other != who])
        if gain > -UNCLEAR and self.bonus_helps(decision) and (ten := self._bonus_clause(decision, who)):
            return ten
        if gain >= TELLS:
            return self._total_clause(decision, who)
        points = base_points(taken)
        if gain <= -UNCLEAR:
            return ""
        if who == seat and middle_seat(base_points(after)) != seat and sum(after) >= BEGUN and points[seat] <= min(points):
            return "you are behind and need tricks"
        if who == RIGHT_NEIGHBOUR[seat]:
            return f"[{who}'s] tricks count two for you"
        return ""

    def _total_clause(self, decision: Decision[TrickState], who: int) -> str:
        """Returns a clause on the better total of the seat to act if seat `who` takes the trick."""
        known, seat, after = decision.known, decision.seat, self.tricks_after(decision, who)
        left, right = LEFT_NEIGHBOUR[seat], RIGHT_NEIGHBOUR[seat]
        if known.options.end_rule != "middle" and not is_one_deal(known.options):
            return "that brings you the most points"
        if sum(after) == TRICKS and not is_one_deal(known.options):
            totals = [total + earned for total, earned in zip(known.totals, deal_points(after), strict=True)]
            return f"your {totals[seat]} then lies between {totals[left]} and {totals[right]}, and the middle total wins"
        found = self._outlook(decision, after)
        if found.best_without_ten >= MOST_OF_IT * found.best_total:
            return (
                f"[{who}'s] tricks count two for you"
                if who == right
                else "you are likelier to end second, below the one with the ten"
            )
        return f"your total is likelier to end between [{left}'s] and [{right}'s]"

    def bonus_helps(self, decision: Decision[TrickState]) -> bool:
        """Whether the bonus of ten makes the best total likelier for the seat to act."""
        found = self._outlook(decision, decision.known.taken())
        return found.ten_and_best * (1 - found.ten) >= (found.best_total - found.ten_and_best) * found.ten

    def _outlook(self, decision: Decision[TrickState], taken: tuple[int, ...]) -> Outlook:
        return outlook(decision.known.options, tuple(decision.known.totals), tuple(taken), decision.seat)

    def tricks_after(self, decision: Decision[TrickState], who: int) -> tuple[int, ...]:
        """Returns the number of tricks of each seat if seat `who` takes this one."""
        return tuple([tricks + (other == who) for other, tricks in enumerate(decision.known.taken())])

    def best_total_chance(self, decision: Decision[TrickState], who: int) -> float:
        """Returns the chance, 0..1, that the seat to act has the best total after the deal. Seat `who` takes this trick, random
        seats the others.
        """
        return self._outlook(decision, self.tricks_after(decision, who)).best_total

    def is_good_taker(self, decision: Decision[TrickState], who: int) -> bool:
        """Whether it is best for the seat to act, or nearly so, that seat `who` takes the trick."""
        return (
            self.best_total_chance(decision, who)
            >= max([self.best_total_chance(decision, other) for other in range(SEATS)]) - UNCLEAR
        )

    def stay_out_clause(self, decision: Decision[TrickState]) -> str:
        """Returns a clause on why the seat to act should not take the trick; empty if it may take it, or if
        no reason is clear.
        """
        seat, taken = decision.seat, decision.known.taken()
        worth = [self.best_total_chance(decision, who) for who in range(SEATS)]
        if worth[seat] >= max(worth) - UNCLEAR:
            return ""
        points = base_points(taken)
        if self.bonus_helps(decision) and points[seat] >= max(points) > min(points):
            return "you have the most already"
        if worth[seat] <= sorted(worth)[1] - UNCLEAR:
            return f"a trick of yours gives [{LEFT_NEIGHBOUR[seat]}] two points"
        return (
            f"[{RIGHT_NEIGHBOUR[seat]}'s] tricks count two for you, yours only one"
            if worth[RIGHT_NEIGHBOUR[seat]] >= max(worth)
            else ""
        )

    def _bonus_clause(self, decision: Decision[TrickState], who: int) -> str:
        """Returns a clause on the bonus of ten if the trick of seat `who` makes it likelier for the seat to act; else empty."""
        seat, after = decision.seat, self.tricks_after(decision, who)
        left, right = LEFT_NEIGHBOUR[seat], RIGHT_NEIGHBOUR[seat]
        chances = [middle_score_chances(self.tricks_after(decision, other))[seat] for other in range(SEATS)]
        if chances[who] < max([chances[other] for other in range(SEATS) if other != who]) + TELLS:
            return ""
        if min(after[left], after[right]) >= FOUR:
            return "both others have four then, and you get the bonus of ten"
        if who == seat:
            both = max(after[left], after[right]) < FOUR and after[seat] >= BEGUN
            return f"if [{left}] and [{right}] both stay below four, you get the bonus of ten" if both else ""
        if sum([max(FOUR - after[one], 0) for one in (left, right)]) > NEAR:
            return ""
        other = left + right - who
        return f"with [{who}] and [{other}] both on four you get the bonus of ten"

    def _tips_for_giving(self, decision: Decision[TrickState], seat: int) -> Iterator[Tip]:
        why = self.gain_clause(decision, seat)
        if why:
            does = "Keep it" if seat == decision.seat else f"Give it to [{seat}]"
            missed = "kept, it" if seat == decision.seat else f"given to [{seat}], it"
            yield Tip(f"to {seat}", f"{does}: {why}", f"{missed} would have helped: {why}")

    def preferred_action(self, decision: Decision[TrickState], group: Sequence[Action]) -> Action:
        """Returns the best seat to give the trick to; if the actions are cards, the first."""
        if any(action < GIVE for action in group):
            return group[0]
        return max(group, key=lambda action: self.best_total_chance(decision, action - GIVE))

    def shared_fact(self, decision: Decision[TrickState]) -> str:
        """Returns a sentence that the Goose has the trick, or that one seat takes it whatever is played; else empty."""
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
        to = {self.taker(decision, card) for card in decision.legal}
        if len(to) > 1:
            return ""
        who = to.pop()
        return "Every card of yours takes it" if who == decision.seat else f"The trick is [{who}'s] anyway"

    def taker(self, decision: Decision[TrickState], card: Card) -> int:
        """Returns the seat that takes the trick if a card is the third one of it."""
        one, two = decision.known.trick
        return decision.known.seat_at(taking_place(one, two, card))

    def _tips_for_third_card(self, decision: Decision[TrickState], card: Card) -> Iterator[Tip]:
        who, name = self.taker(decision, card), decision.face(card)
        why = self.gain_clause(decision, who)
        one, two = decision.known.trick
        takers = [other for other in decision.legal if self.taker(decision, other) == decision.seat]
        odd = SUIT[card] not in (SUIT[one], SUIT[two]) and any(self._may_be_middle(decision, other) for other in takers)
        if who == decision.seat and odd and self.extreme_end(decision, card):
            every = "Every card of yours takes it" if len(takers) == len(decision.legal) else "More than one card takes it"
            yield Tip("odd end", f"{every}: throw {name}, which is never the middle one",
                      f"{name} was the card to throw, never a middle one")  # fmt: skip
        to = {self.taker(decision, other) for other in decision.legal}
        if who == decision.seat and to == {who, LEFT_NEIGHBOUR[who]} and not self._bonus_clause(decision, who):
            why = f"else it is [{LEFT_NEIGHBOUR[who]}'s], which brings you nothing"
        if who == decision.seat:
            free = SUIT[card] != SUIT[one] == SUIT[two]
            does = f"Take it with {name}" + (", the odd suit" if free and not why else "")
            missed = f"{name} would have taken it"
        else:
            does, missed = f"Leave it to [{who}] with {name}", f"{name} would have left it to [{who}]"
        if why:
            yield Tip(f"to {who}", f"{does}: {why}", f"{missed}: {why}")
        elif who == decision.seat:
            yield Tip(f"to {who}", f"{does}: a trick is a point" if "," not in does else does, missed)
        else:
            yield Tip(f"to {who}", f"{does}: {self.stay_out_clause(decision) or 'you do not need it'}", missed)

    # ------------------------------------------------------------------ the middle card

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

    def _may_be_middle(self, decision: Decision[TrickState], card: Card) -> bool:
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
        if len(trick) == SEATS - 1 and JOKER not in trick and self.taker(decision, one) == self.taker(decision, two):
            lying = 0
        others = (decision.unseen | lying) & group & ALL_CARDS
        between = (BIT[max(one, two)] - 1) & ~(BIT[min(one, two)] - 1)
        return others.bit_count() < SEATS - 1 or not others & between

    def _tips_for_second_card(self, decision: Decision[TrickState], card: Card) -> Iterator[Tip]:
        name, led, third = decision.face(card), decision.known.trick[0], LEFT_NEIGHBOUR[decision.seat]
        end, follow = self.extreme_end(decision, card), decision.possible_cards(third) & cards.ONE_PACK[SUIT[led]]
        if SUIT[card] != SUIT[led]:
            if not any(self._may_be_middle(decision, other) for other in decision.legal if other < VERB_SPAN):
                return
            if end and follow and SUIT[led] != 4:
                yield Tip("odd end", f"Any card of yours takes it if [{third} follows]: throw {name}, never a middle card",
                          f"{name} was the card to throw, never a middle one")  # fmt: skip
            return
        places = {taking_place(led, card, other) for other in cards.members(follow)}
        who = decision.known.seat_at(places.pop()) if len(places) == 1 else decision.seat
        if end and who != decision.seat and (why := self.gain_clause(decision, who)):
            says = (
                f"{name} leaves {decision.face(led)} in the middle if [{third} follows]"
                if who != third
                else f"{name} leaves it to [{who}]"
            )
            missed = f"{name} would have left {decision.face(led)} in the middle, and the trick to [{who}]: {why}"
            yield Tip(f"to {who}", f"{says}: {why}", missed if who != third else f"{name} would have left it to [{who}]: {why}")
            return
        yield from self._tips_for_keeping_out(decision, card)
        beyond = self.cards_around(decision, led)[led > card] if end else 0
        most_beyond = end and 3 * beyond.bit_count() >= 2 * follow.bit_count() > 0
        if most_beyond and (why := self.gain_clause(decision, decision.known.leader)):
            side = "higher" if led < card else "lower"
            middle = f"leaves {decision.face(led)} in the middle if [{third} plays] a {side} {suit_name(led, 1)}"
            yield Tip("led", f"{name} {middle}: {why}", f"{name} could have left {decision.face(led)} in the middle: {why}")
        stay = self.stay_out_clause(decision)
        if end and (stay or not self.is_good_taker(decision, decision.seat)):
            yield Tip("out", f"Stay out of it with {name}: {stay or f'too {end} to be the middle card'}",
                      f"you had enough, and {name} could not have been the middle card")  # fmt: skip
        elif not end and follow and self.middle_chance(decision, card) >= MAYBE and self._is_likeliest_middle(decision, card):
            beyond = self.cards_around(decision, card)[led < card].bit_count()
            side = "lower" if led < card else "higher"
            those = f"one of the {phrases.number_word(beyond)}" if beyond > 1 else "the one"
            falls = f"[{third} plays] {those} {side} {suit_name(card, beyond)}"
            yield Tip("middle", f"Try {name}: it is the middle card if {falls}",
                      f"{name} was likely to be the middle card", weak=self.middle_chance(decision, card) < LIKELY)  # fmt: skip

    def possible_takers(self, decision: Decision[TrickState], card: Card) -> set[int]:
        """Returns the seats that may take the trick if a card is the second one of it and the third seat follows suit."""
        led, third = decision.known.trick[0], LEFT_NEIGHBOUR[decision.seat]
        follow = cards.members(decision.possible_cards(third) & cards.ONE_PACK[SUIT[led]])
        return {decision.known.seat_at(taking_place(led, card, other)) for other in follow}

    def _tips_for_keeping_out(self, decision: Decision[TrickState], card: Card) -> Iterator[Tip]:
        """Yields the principle of a second card that keeps the trick from the seat whose tricks help the seat to act least."""
        third, seat = LEFT_NEIGHBOUR[decision.seat], decision.seat
        least = min(range(SEATS), key=lambda who: self.best_total_chance(decision, who))
        to = self.possible_takers(decision, card)
        if least == seat or least in to or len(to) != SEATS - 1:
            return
        other = 3 - seat - least
        why = ", which brings you nothing" if least == LEFT_NEIGHBOUR[seat] else ""
        yield Tip(f"never {least}", f"Play {decision.face(card)}: if [{third} follows], the trick is [{other}'s] or yours, "
                  f"never [{least}'s]{why}", f"{decision.face(card)} would have kept the trick from [{least}]")  # fmt: skip

    def middle_chance(self, decision: Decision[TrickState], card: Card) -> float:
        """Returns the chance, 0..1, that a card is the middle one, if all seats follow suit and unseen cards fall at random.

        Returns 0 if the card seldom takes the trick in playouts.
        """
        if (taken := decision.mean(card, "takes")) is not None and taken < RARE:
            return 0.0
        above, below = (group.bit_count() for group in self.cards_around(decision, card))
        if not above + below:
            return 0.0
        if decision.known.trick:
            led = decision.known.trick[0]
            return (below if led < card else above) / (above + below) if SUIT[led] == SUIT[card] else 0.0
        return 2 * above * below / ((above + below) * (above + below - 1)) if above and below else 0.0

    def _is_likeliest_middle(self, decision: Decision[TrickState], card: Card) -> bool:
        """Whether no other legal card is clearly likelier to be the middle one."""
        return (
            self.middle_chance(decision, card)
            >= max([self.middle_chance(decision, other) for other in decision.legal if other < VERB_SPAN]) - NEARLY
        )

    def _tips_for_leading(self, decision: Decision[TrickState], card: Card) -> Iterator[Tip]:
        name, hand, seat = decision.face(card), decision.hand, decision.seat
        suit = hand & cards.ONE_PACK[SUIT[card]]
        neighbours = (LEFT_NEIGHBOUR[seat], RIGHT_NEIGHBOUR[seat])
        follow = [bool(decision.possible_cards(who) & cards.ONE_PACK[SUIT[card]]) for who in neighbours]
        if hand & JOKER_BIT and suit.bit_count() > 1 and not self._goose_must_go(decision):
            yield Tip("home", f"Lead {name}: with a {suit_name(card, 1)} left, the Goose can stay at home",
                      f"{name} would have kept the Goose at home")  # fmt: skip
        void = [who for who, has in zip(neighbours, follow, strict=True) if not has]
        if len(void) == 1 and (why := self.gain_clause(decision, void[0])):
            other = sum(neighbours) - void[0]
            out = f"[{void[0]}], out of {suit_name(card)}, wins"
            yield Tip(f"void {void[0]}", f"Lead {name}: if [{other} follows], {out}: {why}",
                      f"[{void[0]}] was to have it: {why}")  # fmt: skip
        end, chance = self.extreme_end(decision, card), self.middle_chance(decision, card)
        may_be_middle = not end and chance >= MAYBE and self._is_likeliest_middle(decision, card)
        if not any(follow) and decision.is_likely(card, "takes", LIKELY):
            yield Tip("odd", f"Lead {name}: nobody else has {suit_name(card)}, so it should take the trick as the odd suit",
                      f"{name} was sure to be the odd suit")  # fmt: skip
        elif all(follow) and end and not self.is_good_taker(decision, seat):
            stay = self.stay_out_clause(decision) or f"too {end} to be the middle card"
            yield Tip("out", f"Lead {name} to stay out: {stay}",
                      f"you had enough, and {name} could not have been the middle card")  # fmt: skip
        elif all(follow) and may_be_middle:
            above, below = (group.bit_count() for group in self.cards_around(decision, card))
            takes = {other: decision.mean(other, "takes") or 0.0 for other in decision.legal if other < VERB_SPAN}
            first = chance >= LIKELY and takes[card] >= max(takes.values()) - NEARLY / 2
            how = "most likely" if first else "which may be"
            weak = chance < LIKELY
            out = f"{phrases.number_word(above)} higher and {phrases.number_word(below)} lower {suit_name(card, below)}"
            yield Tip("middle", f"Lead {name}, {how} the middle card: {out} are out",
                      f"{out} were out, so {name} was likely to be the middle card", weak=weak)  # fmt: skip
        if not hand & JOKER_BIT:
            yield from self._tips_for_short_suit(decision, card)
        elif suit.bit_count() == 1:
            one = suit_name(card, 1)
            yield Tip("let go", f"Lead {name}, your only {one}: the next {one} makes you play the Goose",
                      f"{name} would have let the Goose go soon")  # fmt: skip

    def _goose_must_go(self, decision: Decision[TrickState]) -> bool:
        """Whether the seat to act is void in a suit that another seat may lead, so that it must soon play the Goose."""
        return any(not decision.hand & group and decision.unseen & group for group in cards.ONE_PACK[:4])

    def _tips_for_short_suit(self, decision: Decision[TrickState], card: Card) -> Iterator[Tip]:
        """Yields the principle of leading from a short suit. A void lets the seat choose any card when that suit is led."""
        lengths = {
            suit: (decision.hand & group).bit_count() for suit, group in enumerate(cards.ONE_PACK[:4]) if decision.hand & group
        }
        own = lengths[SUIT[card]]
        if sum([group.bit_count() for group in self.cards_around(decision, card)]) < SEATS:
            return
        if own == min(lengths.values()) <= SHORT and own < max(lengths.values()):
            if own == 1:
                only = f"Lead {decision.face(card)}, your only {suit_name(card, 1)}"
                out = phrases.number_word(sum([group.bit_count() for group in self.cards_around(decision, card)]))
                more = f"{out} more are out, and " if list(lengths.values()).count(1) > 1 else ""
                said = f"{only}: {more}then you can play anything when {suit_name(card)} are led"
            else:
                said = f"Lead {decision.face(card)} from your short {suit_name(card)}: out of them, you can play anything"
            yield Tip("short", said, f"{suit_name(card)} were the short suit to get rid of", weak=True)

    def _lead_clause(self, decision: Decision[TrickState], card: Card, other: Action | None) -> str:
        """Returns a clause on the chance of a lead to take the trick, to follow the command "Lead 7♥".

        Returns `NO_FACT` if the lead and `other` are about as good middle cards; empty if they are not, or if there is no such
        clause.
        """
        out = sum(self.cards_around(decision, card))
        if out.bit_count() == 1:
            without = f"only {decision.face(cards.members(out)[0])} is out, so an opponent without it takes the trick"
            return f": {without}{', or gives it by the Goose' if decision.unseen & JOKER_BIT else ''}"
        two = out.bit_count() == 2 and not decision.unseen & JOKER_BIT and not self.extreme_end(decision, card)
        if two and not decision.is_likely(card, "takes", RARE):
            names = self.names(decision, cards.members(out))
            return f": only {names} are out, and an opponent who has neither takes the trick"
        if other is None or max(card, other) >= VERB_SPAN or other == JOKER:
            return ""
        mine, theirs = (decision.mean(one, "takes") or 0.0 for one in (card, other))
        worth = [self.best_total_chance(decision, who) for who in range(SEATS)]
        if mine >= max(LIKELY, theirs + NEARLY) and worth[decision.seat] >= max(worth) - UNCLEAR:
            return ": it should take the trick"
        alike = SUIT[card] == SUIT[other] and bool(self.extreme_end(decision, card)) == bool(self.extreme_end(decision, other))
        return (
            NO_FACT if alike and abs(self.middle_chance(decision, card) - self.middle_chance(decision, other)) <= NEARLY else ""
        )

    def _cards_by_taker(self, decision: Decision[TrickState], card: Card) -> list[list[Card]]:
        """Returns by seat the cards of the suit led with which the last seat to play gives that seat the trick.

        card: the second card of the trick, of the suit led.
        """
        led = decision.known.trick[0]
        found: list[list[Card]] = [[] for _ in range(SEATS)]
        for other in cards.members(decision.possible_cards(LEFT_NEIGHBOUR[decision.seat]) & cards.ONE_PACK[SUIT[led]]):
            found[decision.known.seat_at(taking_place(led, card, other))].append(other)
        return found

    def _takers_sentence(self, decision: Decision[TrickState], card: Card, other: Action | None, does: str) -> str:
        """Returns a sentence on the cards of the last seat that give the trick to a good or a bad seat. Empty if there are too
        many, or if the two cards are not both of the suit led.

        card: the second card of the trick. other: the card to compare it with. does: the command to play the card.
        """
        led = SUIT[decision.known.trick[0]]
        if other is None or other >= VERB_SPAN or not SUIT[card] == SUIT[other] == led != SUIT[JOKER]:
            return ""
        mine, theirs = self._cards_by_taker(decision, card), self._cards_by_taker(decision, other)
        order = sorted(range(SEATS), key=lambda who: self.best_total_chance(decision, who))
        third, words = (
            LEFT_NEIGHBOUR[decision.seat],
            ["yours" if who == decision.seat else f"[{who}'s]" for who in range(SEATS)],
        )
        least, most = order[0], order[-1]
        if self.best_total_chance(decision, most) - self.best_total_chance(decision, least) < UNCLEAR / 2:
            return ""
        if len(mine[least]) < len(theirs[least]) and not mine[least]:
            return f"{does}: if [{third} follows], the trick is never {words[least]}"
        if len(mine[most]) > len(theirs[most]) and (names := self._choice_in_words(decision, mine, most)):
            return f"{does}: the trick is {words[most]} if [{third} plays] {names}"
        if len(mine[least]) < len(theirs[least]) and (names := self._choice_in_words(decision, mine, least)):
            return f"{does}: if [{third} follows], the trick is {words[least]} only with {names}"
        return ""

    def _choice_in_words(self, decision: Decision[TrickState], groups: Sequence[Sequence[Card]], which: int) -> str:
        """Returns the cards of one of several groups of a suit: "A♥ or 9♥", or "any heart but 7♥"; empty if both are long."""
        own, rest = groups[which], [card for place, group in enumerate(groups) if place != which for card in group]
        if len(own) <= CARDS_NAMED:
            return phrases.listed([decision.face(card) for card in own], "or")
        if 0 < len(rest) < CARDS_NAMED:
            return f"any {suit_name(own[0], 1)} but {phrases.listed([decision.face(card) for card in rest], 'or')}"
        return f"any {suit_name(own[0], 1)}" if not rest else ""

    def _sentence_with_kept_card(self, decision: Decision[TrickState], card: Card, other: Card) -> str:
        """Returns a sentence on a card of which another one of the same suit is kept. other: the card kept."""
        given, chances = self.shared_fact(decision), []
        for one in (card, other):
            above, below = (group.bit_count() for group in self.cards_around(decision, one))
            chances.append(above * below)
        does = f"{given}: throw {decision.face(card)}" if given else phrases.with_capital(self.command(decision, card))
        return f"{does} and keep {decision.face(other)}{', a likelier middle card' if chances[0] < chances[1] else ''}"

    def _sentence_without_rank(self, decision: Decision[TrickState], card: Card, other: Card | None, does: str) -> str:
        """Returns a sentence on a card whose rank does not count. other: a card of its suit that is kept. does: the command to
        play it.
        """
        if other is not None:
            return self._sentence_with_kept_card(decision, card, other)
        if not decision.known.trick and not decision.unseen & JOKER_BIT:
            why = self.gain_clause(decision, decision.seat)
            return f"{does}: it takes the trick if the others play one suit{f', and {why}' if why else ''}"
        given = self.shared_fact(decision)
        lone = decision.hand & cards.ONE_PACK[SUIT[card]] == BIT[card] and decision.hand != BIT[card]
        only = f", your only {suit_name(card, 1)}" if lone else ""
        return f"{given}: throw {decision.face(card)}{only}" if given and JOKER not in decision.known.trick else does

    def plain_sentence(self, decision: Decision[TrickState], action: Action, other: Action | None) -> str:
        if action >= GIVE:
            taken = decision.known.taken()
            then = base_points(tuple([count + (who == action - GIVE) for who, count in enumerate(taken)]))
            seat = decision.seat
            left, right = LEFT_NEIGHBOUR[seat], RIGHT_NEIGHBOUR[seat]
            others = f"[{left}] {then[left]}, [{right}] {then[right]}"
            return f"{phrases.with_capital(self.command(decision, action))}: you have {then[seat]} then, {others}"
        does = phrases.with_capital(self.command(decision, action))
        if action >= VERB_SPAN or action == JOKER:
            return super().plain_sentence(decision, action, other)
        if decision.hand.bit_count() == 2 and other is not None and other != JOKER:
            takes = "it takes the trick, and " if decision.is_likely(action, "takes") else ""
            return f"{does}: {takes}{decision.face(other)} is better for the last one"
        if not decision.known.trick and (fact := self._lead_clause(decision, action, other)):
            return f"{does}{fact}" if fact != NO_FACT else does
        if len(decision.known.trick) == 1 and (fact := self._takers_sentence(decision, action, other, does)):
            return fact
        suit, own = suit_name(action), (decision.hand & cards.ONE_PACK[SUIT[action]]).bit_count()
        above, below = (group.bit_count() for group in self.cards_around(decision, action))
        if JOKER in decision.known.trick:
            does = f"The Goose has the trick: {self.command(decision, action)}"
        if own == 1 and above + below >= SEATS:
            every = self.shared_fact(decision).startswith("Every")
            only = f"your only {suit_name(action, 1)}"
            if every:
                return f"Every card of yours takes it: throw {decision.face(action)}, {only}, to be free when {suit} are led"
            return f"{does}, {only}: then you can play anything when {suit} are led"
        return self._rank_sentence(decision, action, other, does)

    def _rank_sentence(self, decision: Decision[TrickState], action: Card, other: Action | None, does: str) -> str:
        """Returns a sentence on the chance of a card to be the middle one, now or later. does: the command to play it."""
        above, below = (group.bit_count() for group in self.cards_around(decision, action))
        end = self.extreme_end(decision, action)
        same = other is not None and other < VERB_SPAN and SUIT[action] == SUIT[other]
        if other is not None and same and bool(end) != bool(self.extreme_end(decision, other)):
            if given := self.shared_fact(decision):
                does = f"{given}: play {decision.face(action)}"
            keeps = " to stay out with" if end == "" else ", a likelier middle card"
            return f"{does} and keep {decision.face(other)}{keeps}"
        leads = not decision.known.trick
        if end and (leads or other is None or other >= VERB_SPAN or self._may_be_middle(decision, other)):
            return f"{does}, too {end} to be a middle card"
        if decision.known.trick or not above + below:
            return self._sentence_without_rank(decision, action, other if same else None, does)
        if self.middle_chance(decision, action) >= RARE:
            does = f"{does}, which may be the middle card"
        higher, lower = (phrases.number_word(number) if number else "no" for number in (above, below))
        return f"{does}: {higher} higher and {lower} lower {suit_name(action, below or 2)} are out"
