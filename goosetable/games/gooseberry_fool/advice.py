"""Principles of Gooseberry Fool: give tricks to the seat where they help, use middle cards, and play the Joker in time."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import ClassVar, Final

from goosetable import cards
from goosetable.cards import JOKER, Card
from goosetable.engine.rules.action import GIVE, VERB_SPAN, Action
from goosetable.engine.rules.state import TrickState
from goosetable.engine.text.advice import Decision, Tip, suit_name
from goosetable.engine.words import phrases
from goosetable.games.gooseberry_fool.hints import LIKELY, MAYBE, NEARLY, FoolHints
from goosetable.games.gooseberry_fool.rules import (
    JOKER_BIT,
    LEFT_NEIGHBOUR,
    RIGHT_NEIGHBOUR,
    SEATS,
    SUIT,
    base_points,
)

SHORT: Final = 2
"""Largest number of cards of a short suit."""


class FoolAdvice(FoolHints):
    """The advice of Gooseberry Fool."""

    mistake_words: ClassVar[Mapping[str, str]] = {
        "middle": "missed the middle card",
        "out": "played a middle card where you wanted to stay out",
        "home": "let the Goose out too early",
        "let go": "kept the Goose at home too long",
        "odd": "missed a suit that only you held",
        "odd end": "threw a card that could be a middle one later",
        **{f"{what} {seat}": "gave a trick to the wrong player" for what in ("to", "void") for seat in range(SEATS)},
    }

    about: ClassVar[Mapping[str, str]] = {
        **dict.fromkeys(("middle", "out", "odd"), "to {seat}"),
        **dict.fromkeys(("home", "let go", "odd end"), "middle {seat}"),
        **{f"{what} {seat}": f"to {seat}" for what in ("to", "void", "never") for seat in range(SEATS)},
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

    def _tips_for_giving(self, decision: Decision[TrickState], seat: int) -> Iterator[Tip]:
        if why := self.gain_clause(decision, seat):
            does = "Keep it" if seat == decision.seat else f"Give it to [{seat}]"
            missed = "kept, it" if seat == decision.seat else f"given to [{seat}], it"
            yield Tip(f"to {seat}", f"{does}: {why}", f"{missed} would have helped: {why}")

    def _tips_for_third_card(self, decision: Decision[TrickState], card: Card) -> Iterator[Tip]:
        who, name = self.taker_after_third_card(decision, card), decision.face(card)
        why = self.gain_clause(decision, who)
        one, two = decision.known.trick
        takers = [other for other in decision.legal if self.taker_after_third_card(decision, other) == decision.seat]
        odd = SUIT[card] not in (SUIT[one], SUIT[two]) and any(self.may_be_middle(decision, other) for other in takers)
        if who == decision.seat and odd and self.extreme_end(decision, card):
            every = "Every card of yours takes it" if len(takers) == len(decision.legal) else "More than one card takes it"
            yield Tip("odd end", f"{every}: throw {name}, which cannot be a middle card",
                      f"{name} was the card to throw, never a middle one")  # fmt: skip
        if who == decision.seat:
            does, missed = f"Take it with {name}", f"{name} would have taken it"
        else:
            does, missed = f"Leave it to [{who}] with {name}", f"{name} would have left it to [{who}]"
        reason = f": {why}" if why else ""
        yield Tip(f"to {who}", f"{does}{reason}", f"{missed}{reason}")

    # ------------------------------------------------------------------ the middle card

    def _tips_for_second_card(self, decision: Decision[TrickState], card: Card) -> Iterator[Tip]:
        name, led, third = decision.face(card), decision.known.trick[0], LEFT_NEIGHBOUR[decision.seat]
        end, follow = self.extreme_end(decision, card), decision.possible_cards(third) & cards.ONE_PACK[SUIT[led]]
        if SUIT[card] != SUIT[led]:
            if not any(self.may_be_middle(decision, other) for other in decision.legal if other < VERB_SPAN):
                return
            if end and follow:
                takes = f"Any card of yours takes it if [{third} follows]"
                yield Tip("odd end", f"{takes}: throw {name}, which cannot be a middle card",
                          f"{name} was the card to throw, never a middle one")  # fmt: skip
            return
        takers = self.possible_takers(decision, card)
        who = takers.pop() if len(takers) == 1 else decision.seat
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
            yield Tip("led", f"{name} {middle}: {why}", f"{name} could have left {decision.face(led)} in the middle: {why}",
                      about=f"to {decision.known.leader}")  # fmt: skip
        if end and not self.is_good_taker(decision, decision.seat):
            yield Tip("out", f"Stay out of it with {name}, too {end} to be the middle card",
                      f"you had enough, and {name} could not have been the middle card")  # fmt: skip
        elif not end and follow and self.middle_chance(decision, card) >= MAYBE and self.is_likeliest_middle(decision, card):
            beyond = self.cards_around(decision, card)[led < card].bit_count()
            side = "lower" if led < card else "higher"
            those = f"one of the {phrases.number_word(beyond)}" if beyond > 1 else "the one"
            falls = f"[{third} plays] {those} {side} {suit_name(card, beyond)}"
            yield Tip("middle", f"Try {name}: it is the middle card if {falls}",
                      f"{name} was likely to be the middle card", weak=self.middle_chance(decision, card) < LIKELY)  # fmt: skip

    def _tips_for_keeping_out(self, decision: Decision[TrickState], card: Card) -> Iterator[Tip]:
        """Yields the principle of a second card that keeps the trick from one seat, because tricks of that seat help the seat
        to act least.
        """
        third, seat = LEFT_NEIGHBOUR[decision.seat], decision.seat
        least = min(range(SEATS), key=lambda who: self.worth_of_taker(decision, who))
        to = self.possible_takers(decision, card)
        if least == seat or least in to or len(to) != SEATS - 1:
            return
        other = 3 - seat - least
        why = ", which brings you nothing" if least == LEFT_NEIGHBOUR[seat] else ""
        yield Tip(f"never {least}", f"Play {decision.face(card)}: if [{third} follows], the trick is [{other}'s] or yours, "
                  f"never [{least}'s]{why}", f"{decision.face(card)} would have kept the trick from [{least}]")  # fmt: skip

    def _tips_for_leading(self, decision: Decision[TrickState], card: Card) -> Iterator[Tip]:
        name, hand, seat = decision.face(card), decision.hand, decision.seat
        suit = hand & cards.ONE_PACK[SUIT[card]]
        neighbours = (LEFT_NEIGHBOUR[seat], RIGHT_NEIGHBOUR[seat])
        follow = [bool(decision.possible_cards(who) & cards.ONE_PACK[SUIT[card]]) for who in neighbours]
        if hand & JOKER_BIT and suit.bit_count() > 1 and not self.goose_must_go(decision):
            yield Tip("home", f"Lead {name}: with a {suit_name(card, 1)} left, the Goose can stay at home",
                      f"{name} would have kept the Goose at home")  # fmt: skip
        void = [who for who, has in zip(neighbours, follow, strict=True) if not has]
        if len(void) == 1 and (why := self.gain_clause(decision, void[0])):
            other = sum(neighbours) - void[0]
            out = f"[{void[0]}], out of {suit_name(card)}, wins"
            yield Tip(f"void {void[0]}", f"Lead {name}: if [{other} follows], {out}: {why}",
                      f"[{void[0]}] was to have it: {why}")  # fmt: skip
        end, chance = self.extreme_end(decision, card), self.middle_chance(decision, card)
        may_be_middle = not end and chance >= MAYBE and self.is_likeliest_middle(decision, card)
        if not any(follow) and decision.is_figure_likely(card, "takes", LIKELY):
            yield Tip("odd", f"Lead {name}: nobody else has {suit_name(card)}, so it should take the trick as the odd suit",
                      f"{name} was sure to be the odd suit")  # fmt: skip
        elif all(follow) and end and not self.is_good_taker(decision, seat):
            yield Tip("out", f"Lead {name} to stay out, too {end} to be the middle card",
                      f"you had enough, and {name} could not have been the middle card")  # fmt: skip
        elif all(follow) and may_be_middle:
            above, below = (group.bit_count() for group in self.cards_around(decision, card))
            takes = {other: decision.mean_or_zero(other, "takes") for other in decision.legal if other < VERB_SPAN}
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
            yield Tip("let go", f"Lead {name}, your only {one}: at the next {one} you play the Goose",
                      f"{name} would have let the Goose go soon")  # fmt: skip

    def _tips_for_short_suit(self, decision: Decision[TrickState], card: Card) -> Iterator[Tip]:
        """Yields the principle of leading from a short suit. A void lets the seat choose any card when that suit is led."""
        lengths = {
            suit: (decision.hand & group).bit_count() for suit, group in enumerate(cards.ONE_PACK[:4]) if decision.hand & group
        }
        own = lengths[SUIT[card]]
        if self.number_of_unseen_in_suit(decision, card) < SEATS:
            return
        if own == min(lengths.values()) <= SHORT and own < max(lengths.values()):
            if own == 1:
                only = f"Lead {decision.face(card)}, your only {suit_name(card, 1)}"
                out = phrases.number_word(self.number_of_unseen_in_suit(decision, card))
                more = f"{out} more are out, and " if list(lengths.values()).count(1) > 1 else ""
                said = f"{only}: {more}then you can play anything when {suit_name(card)} are led"
            else:
                said = f"Lead {decision.face(card)} from your short {suit_name(card)}: out of them, you can play anything"
            yield Tip("short", said, weak=True)
