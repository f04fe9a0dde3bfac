"""Advice in games in which the highest trump takes the trick or, without trumps, the highest card of the suit led."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import ClassVar, Final, Generic, TypeVar

from goosetable import cards
from goosetable.cards import BIT, Card, Cards
from goosetable.engine.rules.action import VERB_SPAN, Action
from goosetable.engine.rules.state import TrickState
from goosetable.engine.rules.tricks import OF_SUIT, SUIT
from goosetable.engine.text.advice import FIRM, UNLIKELY, Decision, Tip, suit_name, with_clause
from goosetable.engine.text.explain import LATER, Difference
from goosetable.engine.text.trick_facts import HALF, TrickFacts
from goosetable.engine.words import phrases

T = TypeVar("T", bound=TrickState)

BEST_CHANCE: Final = 0.08
"""Least lead over the other cards' chances of taking the trick, 0..1, for a sentence to call a card's chance the best."""
MOST_OVERRUFFS: Final = 3
"""Largest number of trumps that a sentence names as able to overruff."""
MOST_BEATERS: Final = 8
"""A hint calls one card a likelier winner than another only if at most this many cards can beat the other."""
FEW: Final = 2
"""Largest number of cards that a sentence names as able to beat a card."""


class TrickAdvice(TrickFacts[T], Generic[T]):
    """Advice in games of tricks."""

    mistake_words: ClassVar[Mapping[str, str]] = {
        "firm": "played a card too low to hold the trick",
        "take": "let a trick go that was yours",
        "cheap": "won with a higher card than was needed",
        "hold": "spent a high card before it was needed",
        "wait": "spent a high card before it was needed",
        "lost": "threw a card that could still win on a lost trick",
        "draw": "left the others their trumps",
        "sure": "passed over a lead that should have won",
        "master": "passed over a lead that should have won",
        "drive": "left the last higher card of your suit out",
    }

    def outcomes(self, decision: Decision[T], action: Action, other: Action) -> Sequence[Difference]:
        """Returns one figure: whether the seat to act takes this trick. Its words count the cards that can beat each of the two
        cards.
        """
        return [Difference("takes", 1.0, self._beaten_less_clause(decision, action, other), "", 0)]

    def _beaten_less_clause(self, decision: Decision[T], card: Action, other: Action) -> str:
        """Returns a clause with the numbers of cards that can beat `card` and that can beat `other`.

        The clause is empty unless each of the two cards, if played, would be the best of the trick so far, and unless the
        number for `card` is at most half of that for `other`.
        """
        if max(card, other) >= VERB_SPAN or not self.is_ahead(decision, card) or not self.is_ahead(decision, other):
            return ""
        fewer, more = (cards.members(self.beaters(decision, one)) for one in (card, other))
        hopeless = len(more) > MOST_BEATERS and decision.mean_or_zero(other, "takes") <= UNLIKELY
        if not more or 2 * len(fewer) > len(more) or hopeless:
            return ""
        count = self._names_or_number(decision, fewer)
        many = phrases.count_in_words(len(more), "card")
        return f"{many} can beat {decision.face(other)}, {f'only {count}' if fewer else 'none'} {decision.face(card)}"

    # ------------------------------------------------------------------ principles of tricks that are wanted

    def tips_when_tricks_wanted(self, decision: Decision[T], card: Card) -> Iterator[Tip]:
        """Yields the principles of playing a card for a seat that wants tricks, such as to win cheaply or to draw trumps."""
        known, name = decision.known, decision.face(card)
        if not known.trick:
            yield from self.tips_for_lead(decision, card)
            return
        winners = self.winning_cards(decision)
        if not self.is_ahead(decision, card):
            yield from self._tips_for_losing_card(decision, card, winners)
            return
        if self.should_take(decision, card):
            yield from self.tips_for_likelier_winner(decision, card)
            dear = self.dearest(decision, winners)
            if not self.are_level(decision, card, dear) and self.is_cheapest(
                decision, card, [other for other in winners if self.should_take(decision, other)]
            ):
                yield Tip("cheap", f"{self.enough_to_take_clause(decision, card)}: keep {decision.face(dear)}")
            if self.is_trump(decision, card) and not self.follows_suit(decision, card):
                who = known.seat_at(self.winning_index(known, known.trick))
                said = f"Ruff with {name}: {self._ruffing_clause(decision, card, who)}"
                if who in self.own_side(decision):
                    said = f"You have no {suit_name(known.trick[0])}: ruff with {name}"
                yield Tip("ruff", said)
            why = self._winning_clause(decision, card, len(winners))
            yield Tip("take", f"{self.command_to_take(decision, card)}: {why}")
        elif not self.should_lose(decision, card):
            best = self.is_highest_left(decision, card) and self.follows_suit(decision, card)
            over = cards.members(self.beaters(decision, card))
            why = f"it is the highest so far, and {self.trick_gain_clause(decision)}"
            above = [one for one in over if not self.is_trump(decision, one)]
            if len(over) <= FEW:
                why = f"only {self.names(decision, over)} can beat it"
            elif 0 < len(above) <= FEW and all(SUIT[one] == SUIT[card] for one in above):
                why = f"only {phrases.listed([*map(decision.face, above), 'a trump'], 'or')} can beat it"
            elif best and all(self.is_trump(decision, other) for other in over):
                why = "only a trump can beat it"
            does = "Ruff with" if self.is_trump(decision, card) and not self.follows_suit(decision, card) else "Try"
            yield Tip("try", f"{does} {name}: {why}", weak=True)

    def _ruffing_clause(self, decision: Decision[T], card: Card, leader: int) -> str:
        """Returns a clause on why a trump should win this trick. The first of these that is true: the seat plays last while
        higher trumps are still out; another trump of the hand is then the highest; only higher trumps can beat this trump.
        Otherwise, a clause that the trump takes the trick from another seat.

        leader: the seat that is winning the trick so far.
        """
        takes = self.surely_takes(decision, card)
        above = self.higher_cards(decision, card).bit_count()
        rest = [one for one in cards.members(decision.hand & ~BIT[card]) if self.is_trump(decision, one)]
        if takes and above and not self.later_seats(decision):
            return (
                f"you play last, and {phrases.count_in_words(above, 'higher trump')} {'is' if above == 1 else 'are'} still out"
            )
        if takes and not above and rest and self.is_master(decision, best := self.dearest(decision, rest)):
            return f"it takes the trick, and {decision.face(best)} is then the highest trump left"
        over = cards.members(self.beaters(decision, card))
        if over and all(self.is_trump(decision, one) for one in over):
            return f"only {self.names(decision, over) if len(over) <= FEW else 'a higher trump'} can beat it"
        return f"it {'takes' if takes else 'should take'} the trick from [{leader}]"

    def _winning_clause(self, decision: Decision[T], card: Card, count: int) -> str:
        """Returns a clause on why a card should take the trick. count: the number of legal cards that would be winning it so
        far.
        """
        if not self.surely_takes(decision, card):
            over = cards.members(self.beaters(decision, card))
            trumps = all(self.is_trump(decision, one) for one in over) and not self.is_trump(decision, card)
            few = self.names(decision, over) if len(over) <= FEW else "a trump" if trumps else ""
            return f"only {few} can beat it" if few else "it should hold"
        if self.later_seats(decision):
            return f"{self.nobody_can_words(decision)} beat it"
        last = decision.known.trick[self.winning_index(decision.known, decision.known.trick)]
        return f"it beats {decision.face(last)}" if count > 1 else "no other card of yours wins it"

    def trick_gain_clause(self, decision: Decision[T]) -> str:
        """Returns a clause on what the seat to act gains by a trick, such as "each trick counts"."""
        return "each trick counts"

    def tips_for_likelier_winner(self, decision: Decision[T], card: Card) -> Iterator[Tip]:
        """Yields the principle of playing a card that takes the trick clearly more often than the cheapest winning card."""
        low = self.cheapest(decision, self.winning_cards(decision))
        more = self.trick_chance(decision, card) >= self.trick_chance(decision, low) + FIRM
        if SUIT[card] == SUIT[low] and more and self.should_take(decision, card):
            over = cards.members(self.beaters(decision, low) & ~self.beaters(decision, card))
            those = f"{phrases.listed([decision.face(one) for one in over], 'or')} could beat {decision.face(low)}"
            those = those if 0 < len(over) <= MOST_OVERRUFFS else f"{decision.face(low)} could still be beaten"
            yield Tip("firm", f"{self.command_to_take(decision, card)}: {those}")

    def command_to_take(self, decision: Decision[T], card: Card) -> str:
        """Returns the beginning of a hint on a card that should take the trick."""
        return f"Take it with {decision.face(card)}"

    def tips_for_high_ruff(self, decision: Decision[T], card: Card) -> Iterator[Tip]:
        """Yields the principle of ruffing with a higher trump, because fewer cards can overruff it than the lowest one."""
        low = self.cheapest(decision, self.winning_cards(decision))
        more = self.beaters(decision, low) & ~self.beaters(decision, card)
        if self.is_trump(decision, card) and not self.follows_suit(decision, card) and more and self.is_trump(decision, low):
            over = cards.members(more)
            those = self.names(decision, over) if len(over) <= MOST_OVERRUFFS else phrases.count_in_words(len(over), "trump")
            yield Tip("over", f"Ruff with {decision.face(card)}, not {decision.face(low)}, which {those} could overruff",
                      f"{those} could overruff {decision.face(low)}, but not {decision.face(card)}")  # fmt: skip

    def _tips_for_losing_card(self, decision: Decision[T], card: Card, winners: list[Card]) -> Iterator[Tip]:
        """Yields the principles of playing a card that does not win the trick. winners: the legal cards that would win it."""
        name, legal, known = decision.face(card), self.legal_cards(decision), decision.known
        rest = [other for other in legal if other not in winners]
        low = self.is_cheapest(decision, card, rest) and len(rest) > 1 - bool(winners)
        if not winners:
            best = self.dearest(decision, rest)
            if (
                low
                and self.follows_suit(decision, card) >= self.is_trump(decision, card)
                and not self.are_level(decision, card, best)
            ):
                does = f"{self.losing_verb(decision, card)} {name}{self.low_rank_note(decision, card)}"
                kept = f"{decision.face(best)}{self.purpose_clause(decision, best, card)}"
                yield Tip("lost", f"{self.lost_trick_words(decision)}: {does} and keep {kept}")
            return
        if low:
            yield Tip("hold", self.words_for_leaving(decision, card, self.dearest(decision, winners)))
        own = decision.hand & OF_SUIT[SUIT[card]]
        if own.bit_count() == 1 and not self.follows_suit(decision, card) and self.gains_by_ruff(decision, card):
            own_trumps = [one for one in cards.members(decision.hand) if self.is_trump(decision, one)]
            suit, kept = suit_name(card), decision.face(own_trumps[0]) if len(own_trumps) == 1 else "your trumps"
            yield Tip("void", f"Throw {name}, your only {suit_name(card, 1)}, and keep {kept} to ruff {suit}", weak=True)
        if all(self.is_trump(decision, other) and not self.follows_suit(decision, other) for other in winners):
            trumps = ("higher " if self.is_trump(decision, card) else "") + ("trump" if len(winners) == 1 else "trumps")
            highest = known.trick[self.winning_index(known, known.trick)]
            under = f" under {decision.face(highest)}" if self.is_trump(decision, card) else ""
            own_cards = cards.members(decision.hand)
            heads = [one for one in own_cards if self.is_trump(decision, one) and self.is_master(decision, one)]
            said = f"Throw {name}{under} and keep your {trumps} for later"
            if heads and not under:
                left = f"{'is the highest trump' if len(heads) == 1 else 'are the highest trumps'} left"
                said = f"Throw {name}: {self.names(decision, heads)} {left} and can wait"
            yield Tip("keep trumps", said)

    def words_for_leaving(self, decision: Decision[T], card: Card, kept: Card) -> str:
        """Returns a sentence on a card that leaves the trick to another seat. kept: the card that is held back."""
        held = f"{decision.face(card)} and hold {decision.face(kept)}"
        if partner := self.partner_ahead_sentence(decision):
            return f"{partner}: {self.losing_verb(decision, card)} {held}"
        both = self.is_trump(decision, card) and self.is_trump(decision, kept)
        return f"Let it go with {held}: {'it can win a later trick' if both else self.reason_to_keep(decision, kept)}"

    def purpose_clause(self, decision: Decision[T], kept: Card, card: Card) -> str:
        """Returns a clause with the purpose for which a valuable card is kept, such as ", which can catch 4♥"; empty if there
        is none to mention.

        kept: the card that is kept. card: the card that is played instead.
        """
        return ""

    def reason_to_keep(self, decision: Decision[T], kept: Card) -> str:
        """Returns a clause on why a card that could win the trick is better kept. kept: this card."""
        if self.is_trump(decision, kept):
            return "a trump is worth more later"
        if self.beaters(decision, kept):
            later = self.later_seats(decision)
            return f"{f'[{later[0]}]' if len(later) == 1 else 'somebody'} may still beat it"
        return "it can win a later trick"

    def nobody_can_words(self, decision: Decision[T]) -> str:
        """Returns "nobody can", or "[1] cannot" if a single seat plays later."""
        later = self.later_seats(decision)
        return f"[{later[0]}] cannot" if len(later) == 1 else "nobody can"

    def others_have_words(self, decision: Decision[T]) -> str:
        """Returns "the others have"; with two players "[1 has]", which names the other one."""
        return "the others have" if len(decision.hand_sizes) > 2 else f"[{1 - decision.seat} has]"

    def _unbeatable_clause(self, decision: Decision[T], card: Card) -> str:
        """Returns a clause on why a card that is led surely wins. It names the other hand's lower trumps if they are few."""
        if not self.is_trump(decision, card):
            return f"{self.nobody_can_words(decision)} beat {'it' if decision.known.trump_suit is None else 'or ruff it'}"
        lower = cards.members(self._cards_elsewhere(decision) & OF_SUIT[SUIT[card]])
        if not lower:
            return "nobody else has a trump" if len(decision.hand_sizes) > 2 else f"{self.others_have_words(decision)} no trump"
        other = decision.known.seat_at(1)
        if (
            len(decision.hand_sizes) > 2
            or len(lower) > FEW
            or decision.possible_cards(other).bit_count() > decision.hand_sizes[other]
        ):
            return "no higher trump is out"
        return f"it beats [{other}'s] {self.names(decision, lower)}"

    def gains_by_ruff(self, decision: Decision[T], card: Card) -> bool:
        """Whether a later ruff in a card's suit with a small trump could gain something for the seat to act.

        False between two players: the other one need not lead that suit.
        """
        trumps, out = decision.known.trump_suit, self._cards_elsewhere(decision) & OF_SUIT[SUIT[card]] & ~BIT[card]
        if trumps is None or self.is_trump(decision, card) or not out or len(decision.hand_sizes) == FEW:
            return False
        small = [one for one in cards.members(decision.hand & OF_SUIT[trumps]) if not self.is_master(decision, one)]
        return bool(small) and any(
            not self.is_master(decision, one) for one in cards.members(decision.hand & ~BIT[card]) if one not in small
        )

    def tips_for_lead(self, decision: Decision[T], card: Card) -> Iterator[Tip]:
        """Yields the principles of leading a card for a seat that wants tricks."""
        known, name, suit = decision.known, decision.face(card), suit_name(card)
        if self.is_trump(decision, card):
            out = self._cards_elsewhere(decision) & OF_SUIT[SUIT[card]]
            mine = decision.hand & OF_SUIT[SUIT[card]]
            side = [one for one in cards.members(decision.hand & ~OF_SUIT[SUIT[card]]) if self.is_master(decision, one)]
            side.sort(key=lambda one: self.rank_from_top(known, one))
            if out and self.is_master(decision, card):
                heads = all(self.rank_from_top(known, card) <= self.rank_from_top(known, one) for one in cards.members(mine))
                left = " left" if self.rank_from_top(known, card) else ""
                top = f", the highest trump{left}," if heads and cards.rank(card) else ""
                yield Tip("draw", f"Lead {name}{top}{self._drawing_clause(decision, out, side[:1])}".replace(",:", ":"))
            elif out and mine.bit_count() > out.bit_count():
                counts = phrases.number_word(mine.bit_count()), phrases.number_word(out.bit_count())
                counted = f"you hold {counts[0]} trumps, and {counts[1]} {'is' if out.bit_count() == 1 else 'are'} out"
                yield Tip("draw", f"Lead {name} to draw trumps: {counted}")
        if self.surely_takes(decision, card):
            yield Tip("sure", f"Lead {name}: {self._unbeatable_clause(decision, card)}")
        elif self._may_be_ruffed_only(decision, card):
            if self._cards_elsewhere(decision) & OF_SUIT[SUIT[card]]:
                best = f"the highest {suit_name(card, 1)}{' left' if self.rank_from_top(known, card) else ''}"
                alike = [one for one in cards.members(decision.hand) if one != card and self.are_level(decision, card, one)]
                now = f", one of your highest {suit}:" if alike else f", {best}:"
            else:
                now = f": {self.others_have_words(decision)} no {suit}, and"
            joker = any(not self.is_trump(decision, other) for other in cards.members(self.beaters(decision, card)))
            said = f"Lead {name}{now} only a trump {'or a joker ' if joker else ''}can beat it"
            out = self._suit_length_elsewhere_if_only_ruffs_beat(decision, card)
            others = [one for one in self.legal_cards(decision) if SUIT[one] != SUIT[card]]
            rivals = {
                suit_name(one) for one in others if 0 < self._suit_length_elsewhere_if_only_ruffs_beat(decision, one) < out
            }
            yield Tip("master", with_clause(said, f", less likely than in {rivals.pop()}") if len(rivals) == 1 else said)
        else:
            own = decision.hand & OF_SUIT[SUIT[card]]
            if own.bit_count() == 1 and SUIT[card] != cards.JOKER_SUIT and self.gains_by_ruff(decision, card):
                yield Tip("void", f"Lead {name}, your only {suit_name(card, 1)}: then you can ruff {suit}", weak=True)
            yield from self._tips_for_long_suit(decision, card)

    def _may_be_ruffed_only(self, decision: Decision[T], card: Card) -> bool:
        """Whether a card to lead is the highest of its suit, only a trump can beat it, and it wins more often than not."""
        often = not self.is_trump(decision, card) and self.trick_chance(decision, card) >= HALF
        highest = self.is_highest_left(decision, card) or (often and self.is_master(decision, card))
        return highest and not self.should_lose(decision, card)

    def _drawing_clause(self, decision: Decision[T], out: Cards, side: Sequence[Card]) -> str:
        """Returns a clause on the trumps of the other hands that a lead of the highest trump draws.

        out: the trumps that other hands may hold. side: none, or one card of another suit that no other card of its suit can
        beat.
        """
        count, safe = out.bit_count(), self.names(decision, side)
        aside = decision.unseen.bit_count() > sum(decision.hand_sizes) - decision.hand_sizes[decision.seat]
        if count == 1 and not aside:
            then = f", and nothing can then beat {safe}" if side else ""
            return f": it draws {self.names(decision, cards.members(out))}, the last trump out{then}"
        could = f", and could ruff {safe}" if side else ""
        number = f": {'up to ' if aside else ''}{phrases.number_word(count)} are out{could}" if count > 1 else could.lstrip(",")
        return f" to draw {self.trump_owner_words(decision)} trumps{number}"

    def _tips_for_long_suit(self, decision: Decision[T], card: Card) -> Iterator[Tip]:
        """Yields the principle, a weak one, of leading the longest suit to drive out the higher cards."""
        lengths, above = self.suit_lengths(decision), cards.members(self.higher_cards(decision, card))
        if not above or not (decision.hand & OF_SUIT[SUIT[card]]).bit_count() == max(lengths) > max(2, len(above)):
            return
        drawn = phrases.count_in_words(len(above), f"higher {suit_name(card, 1)}")
        drives = f" to drive out {decision.face(above[0])}" if len(above) == 1 else f": {drawn} to drive out"
        source = " from your longest suit" if lengths.count(max(lengths)) == 1 else " from a long suit"
        if self.is_trump(decision, card):
            source = ", a trump," if len(above) == 1 else ", a trump"
        yield Tip("long", f"Lead {decision.face(card)}{source}{drives}", weak=True)

    # ------------------------------------------------------------------ the review

    def tips_for_review(self, decision: Decision[T], action: Action, other: Action) -> Iterator[Tip]:
        """Yields the reasons why `other` is worse: principles; then comparisons of the two cards, if the seat wants tricks."""
        yield from super().tips_for_review(decision, action, other)
        if max(action, other) >= VERB_SPAN or cards.JOKER_SUIT in (SUIT[action], SUIT[other]) or not self.wants_trick(decision):
            return
        compare = self._tips_on_following if decision.known.trick else self._tips_on_better_lead
        yield from compare(decision, action, other)

    def wants_trick(self, decision: Decision[T]) -> bool:
        """Whether the seat to act wants tricks."""
        return True

    def wants_suit_of(self, decision: Decision[T], card: Card) -> bool:
        """Whether the seat to act wants tricks in a card's suit."""
        return self.wants_trick(decision)

    def _tips_on_following(self, decision: Decision[T], better: Card, played: Card) -> Iterator[Tip]:
        """Yields reasons why one card was better than another in a trick that another seat led, for a seat that wants
        tricks.
        """
        name, high = decision.face(better), decision.face(played)
        odds, theirs = self.trick_chance(decision, better), self.trick_chance(decision, played)
        over, others = (cards.members(self.beaters(decision, card)) for card in (better, played))
        ahead, was_ahead = self.is_ahead(decision, better), self.is_ahead(decision, played)
        dearer = self._worth_key(decision, played) > self._worth_key(decision, better) and not self.are_level(
            decision, better, played
        )
        if ahead and was_ahead and odds >= theirs + FIRM and len(over) <= FEW and len(over) < len(others):
            could = f"only {self.names(decision, over)} could beat {name}" if over else f"{name} could not be beaten"
            yield Tip("firm", "", f"{self._few_cards_in_words(decision, others)} could beat {high}, {could}")
        if ahead and not was_ahead and odds >= theirs + FIRM:
            yield from self._tips_on_better_winner(decision, better, played, over)
        if ahead and was_ahead and dearer and odds >= theirs - FIRM:
            same = "could not be beaten either" if not over else "was as likely to win"
            yield Tip("cheap", "", f"{name} {same}, and {high} would have stayed")
        if was_ahead and not ahead and theirs < HALF and len(others) <= 3 * FEW:
            yield Tip("hold", "", f"{self._few_cards_in_words(decision, others)} could beat {high}: it was better held back")
        if dearer and not was_ahead and not ahead:
            yield from self._tips_on_wasted_card(decision, better, played)

    def _tips_on_better_winner(self, decision: Decision[T], better: Card, played: Card, over: Sequence[Card]) -> Iterator[Tip]:
        """Yields the reason that the better card would have been winning the trick so far. over: the cards that could still
        beat it.
        """
        name, leader = decision.face(better), self.winning_seat_and_card(decision)
        if not over:
            takes = (
                "ruffed it" if self.is_trump(decision, better) and not self.follows_suit(decision, better) else "won the trick"
            )
            yield Tip("take", "", f"{name} would have {takes}{': nobody could beat it' if self.later_seats(decision) else ''}")
        elif len(over) <= FEW or leader is None:
            only = f"only {self._few_cards_in_words(decision, over)} could beat it"
            yield Tip("take", "", f"{name} would have been the highest, and {only}")
        elif leader[0] not in self.own_side(decision):
            yield Tip("take", "", f"{decision.face(played)} left the trick to [{leader[0]}], and {name} would have beaten "
                      f"{decision.face(leader[1])}")  # fmt: skip

    def _tips_on_wasted_card(self, decision: Decision[T], better: Card, played: Card) -> Iterator[Tip]:
        """Yields the reason that the card played was wasted: it could not win this trick, but could have won a later one. The
        better card could have won neither.
        """
        high, above = decision.face(played), cards.members(self.higher_cards(decision, played))
        if SUIT[better] == SUIT[played] and len(above) <= FEW and self.follows_suit(decision, played):
            still = f"only {self.names(decision, above)} {self._is_or_are(above)}" if above else "nothing out is"
            yield Tip("lost", "", f"{high} could not win here and was thrown away: {still} above it")
        elif self.is_trump(decision, played) and not self.is_trump(decision, better):
            yield Tip("lost", "", f"{high}, a trump, could not win here and was thrown away")
        elif SUIT[better] != SUIT[played] and not above and not self.is_trump(decision, better):
            yield Tip("lost", "", f"{high} was the highest {suit_name(played, 1)} left and was thrown away")

    def _names_or_number(self, decision: Decision[T], group: Sequence[Card]) -> str:
        """Returns the names of cards; or their number in words, such as "four", if they are many."""
        return self.names(decision, group) if len(group) <= FEW else phrases.number_word(len(group))

    def _is_or_are(self, group: Sequence[Card]) -> str:
        return "is" if len(group) == 1 else "are"

    def _few_cards_in_words(self, decision: Decision[T], group: Sequence[Card]) -> str:
        """Returns the names of cards; only their number if there are more than `FEW`."""
        if len(group) <= FEW:
            return self.names(decision, group)
        return f"{phrases.number_word(len(group))} cards"

    def _tips_on_better_lead(self, decision: Decision[T], better: Card, played: Card) -> Iterator[Tip]:
        """Yields reasons why one lead was better than another, for a seat that wants tricks."""
        name, high = decision.face(better), decision.face(played)
        odds, theirs = self.trick_chance(decision, better), self.trick_chance(decision, played)
        over, others = (cards.members(self.beaters(decision, card)) for card in (better, played))
        above = cards.members(self.higher_cards(decision, played))
        trumps = (
            self._cards_elsewhere(decision) & OF_SUIT[decision.known.trump_suit] if decision.known.trump_suit is not None else 0
        )
        good = [
            one
            for one in cards.members(decision.hand & ~BIT[better])
            if not self.is_trump(decision, one) and self.is_master(decision, one)
        ]
        draws = self.is_trump(decision, better) and not self.is_trump(decision, played)
        if draws and trumps and good and self.is_master(decision, better):
            yield Tip("draw", "", f"{name} would have drawn trumps that could ruff {decision.face(good[0])}", about=LATER)
        if not over and others and odds >= theirs + FIRM and not self.is_trump(decision, better):
            yield Tip("sure", "", f"{name} could not be beaten, {high} by {self._few_cards_in_words(decision, others)}")
        if not over and not others and self._worth_key(decision, played) > self._worth_key(decision, better):
            yield Tip("cheap", "", f"{name} could not be beaten either, and {high} would have stayed")
        if not self.is_master(decision, played) and self.is_high(decision, played) and len(above) <= FEW and theirs < HALF:
            pronoun = "it has" if len(above) == 1 else "they have"
            aside = decision.unseen.bit_count() > sum(decision.hand_sizes)
            verb = "might still be" if aside else "was still" if len(above) == 1 else "were still"
            trumps_apart = self.is_trump(decision, played) and not self.is_trump(decision, better)
            if trumps_apart or not self.is_high(decision, better) or not self.higher_cards(decision, better):
                yield Tip("wait", "", f"{self.names(decision, above)} {verb} out: keep {high} until {pronoun} gone")
        if self.is_highest_left(decision, better) and above and odds >= theirs + FIRM:
            over_it = f"{self._few_cards_in_words(decision, above)} {'was' if len(above) == 1 else 'were'} above {high}"
            yield Tip("master", "", f"{name} was the highest {suit_name(better, 1)} left, and {over_it}")
        fewer = cards.members(self.higher_cards(decision, better))
        if 0 < len(fewer) <= FEW and len(above) > len(fewer) and odds >= max(theirs + FIRM, HALF):
            only = f"only {self.names(decision, fewer)} {'was' if len(fewer) == 1 else 'were'} above {name}"
            yield Tip("sure", "", f"{only}, {self._names_or_number(decision, above)} above {high}")
        yield from self._tips_on_driving_lead(decision, better, played)

    def _tips_on_driving_lead(self, decision: Decision[T], better: Card, played: Card) -> Iterator[Tip]:
        """Yields the reason that a lead drives out the only higher card of its suit, so that other cards of the hand can
        win.
        """
        above = cards.members(self.higher_cards(decision, better))
        own = [
            one
            for one in cards.members(decision.hand & OF_SUIT[SUIT[better]] & ~BIT[better])
            if self.are_level(decision, better, one)
        ]
        if len(above) == 1 and own and SUIT[played] != SUIT[better] and not self.is_master(decision, played):
            both = self.names(decision, sorted([better, *own], key=lambda one: self.rank_from_top(decision.known, one)))
            yield Tip("drive", "", f"only {decision.face(above[0])} is above {both}: {decision.face(better)} drives it out")

    def plain_sentence(self, decision: Decision[T], action: Action, other: Action | None) -> str:
        """Returns a fact in favour of a card, such as the few cards that beat it, or the card that is kept instead."""
        if action < VERB_SPAN and SUIT[action] == cards.JOKER_SUIT and self.is_ahead(decision, action):
            over = cards.members(self.beaters(decision, action))
            if 0 < len(over) <= FEW:
                does = phrases.with_capital(self.command(decision, action))
                return f"{does}: only {self.names(decision, over)} can beat it"
        if action >= VERB_SPAN or SUIT[action] == cards.JOKER_SUIT:
            return super().plain_sentence(decision, action, other)
        fact = self._trick_fact if decision.known.trick else self._lead_fact
        return fact(decision, action, other)

    def _kept_card_clause(self, decision: Decision[T], card: Card, other: Action | None) -> str:
        """Returns a clause on the other cards of a card's suit, such as " and keep 9♥" or ", your lowest heart"; empty if there
        is nothing to mention.
        """
        own = [one for one in self.legal_cards(decision) if SUIT[one] == SUIT[card] and not self.are_level(decision, card, one)]
        if other in own and other is not None:
            best = (
                self.dearest(decision, own)
                if self.wants_suit_of(decision, card) and self.is_cheapest(decision, card, own)
                else other
            )
            return f" and keep {decision.face(best)}{self.purpose_clause(decision, best, card) if decision.known.trick else ''}"
        rest = cards.members(decision.hand & ~BIT[card])
        if decision.known.trick and len(rest) == 1 and self.wants_trick(decision) and SUIT[rest[0]] != SUIT[card]:
            kept = f"{decision.face(rest[0])}{self.purpose_clause(decision, rest[0], card)}"
            return f" and keep {kept}{',' if ',' in kept else ''} for the last trick"
        held = decision.hand & OF_SUIT[SUIT[card]]
        ruffs = any(self.is_trump(decision, one) for one in cards.members(decision.hand))
        if held.bit_count() == 1 and decision.hand.bit_count() > 1 and (ruffs or not self.wants_trick(decision)):
            return f", your only {'trump' if self.is_trump(decision, card) else suit_name(card, 1)}"
        touching = any(one != card and self.are_level(decision, card, one) for one in self.legal_cards(decision))
        if own and card == self.cheapest(decision, [card, *own]):
            return f", one of your lowest {suit_name(card)}" if touching else f", your lowest {suit_name(card, 1)}"
        if not own or card != self.dearest(decision, [card, *own]):
            return ""
        return f", one of your highest {suit_name(card)}" if touching else f", your highest {suit_name(card, 1)}"

    def _kept_strength_clause(self, decision: Decision[T], card: Card) -> str:
        """Returns a clause on the trumps, or on the high card of another suit, that stay in the hand after a discard; else
        empty.
        """
        best = self.dearest(decision, self.legal_cards(decision))
        if SUIT[best] in (SUIT[card], cards.JOKER_SUIT) or not self.wants_trick(decision):
            return ""
        if self.is_trump(decision, best):
            return f" and keep your trump{'s' if (decision.hand & OF_SUIT[SUIT[best]]).bit_count() > 1 else ''}"
        return f" and keep {decision.face(best)}" if self.is_master(decision, best) or self.is_high(decision, best) else ""

    def _lead_fact(self, decision: Decision[T], card: Card, other: Action | None) -> str:
        out, above = self._cards_elsewhere(decision) & OF_SUIT[SUIT[card]], cards.members(self.higher_cards(decision, card))
        does = f"Lead {decision.face(card)}{self.low_rank_note(decision, card)}"
        rest = cards.members(decision.hand & ~BIT[card])
        if len(rest) == 1 and not self.is_trump(decision, card) and self.is_trump(decision, rest[0]):
            return f"{does} and keep {decision.face(rest[0])}, a trump, for the last trick"
        over = cards.members(self.beaters(decision, card))
        if not out:
            ruff = ", so only a trump can beat it" if over else ""
            return f"{does}: {self.others_have_words(decision)} no {suit_name(card)}{ruff}"
        trumps = not above and all(self.is_trump(decision, one) for one in over)
        if over and (trumps or len(over) <= FEW) and not decision.is_figure_rare(card, "takes"):
            return f"{does}: only {self.names(decision, over) if len(over) <= FEW else 'a trump'} can beat it"
        if decision.is_figure_rare(card, "takes"):
            return f"{does}{self._losing_lead_fact(decision, card, other)}"
        if len(above) <= FEW and above:
            higher = f"{self._is_or_are(above)} {'a ' if len(above) == 1 else ''}higher {suit_name(card, len(above))}"
            return f"{does}: only {self.names(decision, above)} {higher}"
        if self.wants_trick(decision) and (void := self._void_clause(decision, card)):
            return f"{does}{void}"
        number = phrases.count_in_words(len(above), f"higher {suit_name(card, 1)}")
        more = self._more_above_clause(decision, card, other)
        return f"{does}{self._kept_card_clause(decision, card, other)}{f': {number} are out{more}' if above else ''}"

    def _losing_lead_fact(self, decision: Decision[T], card: Card, other: Action | None) -> str:
        """Returns the end of a sentence on a lead that should lose, such as " and keep K♦ to win with later"."""
        above, rest = cards.members(self.higher_cards(decision, card)), cards.members(decision.hand & ~BIT[card])
        legal, wants, chance = self.legal_cards(decision), self.wants_trick(decision), self.trick_chance(decision, card)
        likelier = all(self.trick_chance(decision, one) > chance for one in rest)
        if wants and 0 < len(rest) <= FEW and likelier and self.is_cheapest(decision, card, rest):
            return f" and keep {self.names(decision, rest)} to win with later"
        low = [one for one in legal if SUIT[one] == SUIT[card] and not self.are_level(decision, card, one)]
        cheap = other in low and self.is_cheapest(decision, card, low) and self.wants_suit_of(decision, card)
        if cheap and self.may_win_later(decision, self.dearest(decision, low)):
            return f"{self._kept_card_clause(decision, card, other)} to win with later"
        best = max([self.trick_chance(decision, one) for one in legal if one != card], default=0.0)
        if above and wants and chance >= best + BEST_CHANCE:
            out_higher = phrases.count_in_words(len(above), f"higher {suit_name(card, 1)}")
            return f": it has the best chance of your cards, with {out_higher} out"
        strong = [one for one in legal if self.trick_chance(decision, one) >= HALF and SUIT[one] != SUIT[card]]
        if wants and strong and above:
            strong.sort(key=lambda one: -self.trick_chance(decision, one))
            return f" and keep {self.names(decision, strong[:FEW])} to win with later"
        fate = "draw a trump" if not above and not self.is_trump(decision, card) else "lose the lead"
        return self._void_clause(decision, card) or f"{self._kept_card_clause(decision, card, other)}: it should {fate}"

    def _void_clause(self, decision: Decision[T], card: Card) -> str:
        """Returns a clause on leading the only card of a suit, to ruff that suit later. Empty if the card is not alone in its
        suit, if a ruff gains nothing, or if another card of the hand could be led for the same reason.
        """
        alone = [one for one in self.legal_cards(decision) if decision.hand & OF_SUIT[SUIT[one]] == BIT[one]]
        if [one for one in alone if self.gains_by_ruff(decision, one)] != [card]:
            return ""
        return f", your only {suit_name(card, 1)}: then you can ruff {suit_name(card)}"

    def _more_above_clause(self, decision: Decision[T], card: Card, other: Action | None) -> str:
        """Returns a clause with the number of cards above `other`, if it is greater than the number above `card`; else empty.
        Empty too if `other` is of another suit and the hand has further cards.
        """
        if other is None or self.is_trump(decision, other):
            return ""
        beside = SUIT[other] == SUIT[card] or decision.hand.bit_count() == FEW
        beyond = self.higher_cards(decision, other).bit_count() if beside else 0
        more = beyond > self.higher_cards(decision, card).bit_count()
        return f", {phrases.number_word(beyond)} above {decision.face(other)}" if more else ""

    def _trick_fact(self, decision: Decision[T], card: Card, other: Action | None) -> str:
        kept, winners = self._kept_card_clause(decision, card, other), self.winning_cards(decision)
        beside = other is not None and SUIT[other] == SUIT[card] and self.wants_trick(decision)
        lower = beside and other is not None and self._worth_key(decision, other) < self._worth_key(decision, card)
        if not winners:
            kept = self._kept_strength_clause(decision, card) or ("" if lower else kept) if lower or not kept else kept
            ruffs = ", to ruff the next" if kept.startswith(", your only") and self.gains_by_ruff(decision, card) else ""
            return f"{self.lost_trick_words(decision)}: {self.losing_verb(decision, card)} {decision.face(card)}{kept}{ruffs}"
        if not self.is_ahead(decision, card):
            rest = [one for one in winners if not self.is_trump(decision, card) or self.is_trump(decision, one)]
            if rest:
                return self.words_for_leaving(decision, card, self.dearest(decision, rest))
            return f"Let it go with {decision.face(card)}{kept}"
        over = cards.members(self.beaters(decision, card))
        if not self.later_seats(decision):
            return f"Take it with {decision.face(card)}{kept}"
        kept = "" if lower and kept.startswith(" and keep") else kept
        if over and decision.is_figure_rare(card, "takes") and not lower:
            return f"Play {decision.face(card)}{kept}: it should be beaten"
        if over and len(over) <= FEW:
            return f"Play {decision.face(card)}: only {self.names(decision, over)} can beat it"
        if over:
            above = [one for one in over if SUIT[one] == SUIT[card]]
            if len(above) <= FEW and not self.is_trump(decision, card):
                few = phrases.listed([*map(decision.face, above), "a trump"], "or")
                return f"Play {decision.face(card)}: only {few} can beat it"
            fate = self.verb_for_fate(decision, card)
            if fate in ("should lose", "loses"):
                return f"Play {decision.face(card)}: it should be beaten"
            if kept.startswith(" and keep"):
                return f"Play {decision.face(card)}{kept}: it {'should' if fate == 'should win' else 'may'} be high enough"
            return f"Play {decision.face(card)}{kept}: it is the highest so far, and {fate}"
        return f"{phrases.with_capital(self.command(decision, card))}{kept}"
