"""Principles of Fools Gold: win cards of the suit that scores for you, avoid the other suits, and collect sets of a rank."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import ClassVar

from goosetable import cards
from goosetable.cards import BIT, Card
from goosetable.engine.rules.action import Action
from goosetable.engine.rules.tricks import SUIT
from goosetable.engine.text.advice import FIRM, Decision, Tip, suit_name
from goosetable.engine.text.explain import WORTH, ActionStatistics, explained_gain
from goosetable.engine.text.trick_advice import TrickAdvice
from goosetable.engine.text.trick_facts import HALF
from goosetable.engine.words import phrases
from goosetable.engine.words.phrases import rank_name
from goosetable.games.fools_gold.rules import KEEP, OF_RANK, OF_SUIT, FoolsGoldState, is_pure, suit_points

NEXT = {1: ("second", "a third makes a set"), 2: ("third", "that makes a set"), 3: ("fourth", "the set earns more")}
"""Ordinal and effect of the next card of a rank, by the number of its cards that the seat has kept."""
TEN = cards.RANKS.index("T")
"""The rank of tens. Cards of this rank and of the higher ones, which have lower numbers, may win tricks by themselves."""
LATE = 5
"""Largest number of cards in hand at which many trumps are a burden."""
QUARTER = 0.25
"""Least share of a cost, 0..1, that must come from the points of suits for a review to give them as the reason."""
BY_SUITS = frozenset({"duck", "exit", "unload", "danger", "trumps", "forced", "own suit"})
"""Principles that rest on the points of suits."""
EARLY = 3
"""Largest number of kept cards at which a seat has not settled on a suit."""


class GoldAdvice(TrickAdvice[FoolsGoldState]):
    """The advice of Fools Gold."""

    habits: ClassVar[Mapping[str, str]] = {
        **TrickAdvice.habits,
        "set": "passed over a card of a set",
        "third": "passed over a card of a set",
        "pair": "passed over a card of a set",
        "to come": "kept a rank that could not come again",
        "save set": "spent a card of a set",
        "own more": "kept a rank that could not come again",
        "set hope": "passed over a card of a set",
        "own suit": "left tricks of your own suit",
        "long": "left your long suit",
        "duck": "took a suit that counts against you",
        "not aces": "passed over a card of a set",
        "unload": "kept a high card of a bad suit",
        "danger": "kept a high card of a bad suit",
        "forced": "kept a high card of a bad suit",
        "trumps": "kept high trumps that win what counts against you",
        "starve": "gave another a card of its rank",
        "deny": "gave another a card of its rank",
        "exit": "kept the lead too long",
    }

    def tips(self, decision: Decision[FoolsGoldState], action: Action) -> Iterator[Tip]:
        if action >= KEEP:
            yield from self._tips_for_keeping(decision, action - KEEP)
            return
        if decision.known.trick:
            yield from self._tips_in_trick(decision, action)
        else:
            yield from self._tips_for_leading(decision, action)

    def wants_trick(self, decision: Decision[FoolsGoldState]) -> bool:
        """Whether the seat to act wants the trick: the suit led scores for it, or it has not kept a card yet."""
        return not decision.known.kept[decision.seat] or (
            bool(decision.known.trick) and self.suit_gain(decision, decision.known.trick[0]) > 0
        )

    def wants_suit_of(self, decision: Decision[FoolsGoldState], card: Card) -> bool:
        lengths = self.suit_lengths(decision)
        longest = lengths[SUIT[card]] == max(lengths)
        return self.suit_gain(decision, card) > 0 and (longest or bool(decision.known.kept[decision.seat]))

    def missed_principle(self, decision: Decision[FoolsGoldState], action: Action, other: Action) -> Tip:
        """Returns the missed principle of a game of tricks, or one on sets, on a long suit or on high trumps."""
        found, known = super().missed_principle(decision, action, other), decision.known
        if max(action, other) >= KEEP:
            return found
        takes = [self.should_take(decision, card) for card in (action, other)]
        if takes == [True, False] and (denied := self._tip_on_denial(decision, action, other)).name:
            return denied
        if found.name:
            return found if found.name != "lost" or self.suit_gain(decision, other) > 0 else Tip("", "")
        name, rank = decision.face(action), cards.rank(action)
        own, key = known.kept[decision.seat] & OF_RANK[rank], f"set {decision.seat} {rank}"
        gain = (decision.mean(action, key) or 0.0) - (decision.mean(other, key) or 0.0)
        if own.bit_count() == 2 and any(known.rows[rank]) and gain >= FIRM:
            return Tip("third", "", f"you had {self.names(decision, cards.members(own))}, and {name} may be the third "
                       f"{rank_name(rank)}, which makes a set")  # fmt: skip
        if takes == [True, False]:
            mine, best = decision.hand & OF_SUIT[SUIT[action]], [decision.mean(card, "best") or 0.0 for card in (action, other)]
            if not known.trick and mine.bit_count() > EARLY and best[0] >= best[1] + FIRM:
                return Tip("long", "", f"{suit_name(action)} could become your suit: {name} was likely to win the first of "
                           f"{phrases.number_word(mine.bit_count())}")  # fmt: skip
        both = takes == [True, True] and self.is_trump(decision, action) and self.is_trump(decision, other)
        higher = both and known.trick and self.rank_from_top(known, action) < self.rank_from_top(known, other)
        if higher and self._explains_share(decision, action, other, "suits", QUARTER):
            win = "both win" if all(self.surely_takes(decision, card) for card in (action, other)) else "either should win"
            return Tip("trumps", "", f"{win}, and {name}, a high trump, may win later what counts against you")
        return self._tip_on_spent_card(decision, action, other)

    def _explains_share(self, decision: Decision[FoolsGoldState], better: Card, played: Card, key: str, share: float) -> bool:
        """Whether a deal figure explains at least a share, 0..1, of the gain by the better card. True if
        the gain is not known.
        """
        mine, theirs = (decision.prospects.get(card) or ActionStatistics() for card in (better, played))
        found = explained_gain(mine, theirs, key)
        return found is None or found >= share * (mine.mean(WORTH) - theirs.mean(WORTH))

    def _tip_on_spent_card(self, decision: Decision[FoolsGoldState], better: Card, played: Card) -> Tip:
        """Explains that the card played was needed for a set: the seat has kept a card of its rank, and
        another can still come.
        """
        rank, group = cards.rank(played), OF_RANK[cards.rank(played)] & ~BIT[played]
        own, out = decision.known.kept[decision.seat] & group, decision.unseen & group
        if not own or not out or not any(decision.known.rows[rank]) or not decision.prospects:
            return Tip("", "")
        if not self._explains_share(decision, better, played, f"set {decision.seat} {rank}", HALF):
            return Tip("", "")
        have, more = self.names(decision, cards.members(own)), self.names(decision, cards.members(out))
        wanted = f"{decision.face(played)} was wanted for a set: you had {have}"
        return Tip("save set", "", f"{wanted}, and {more} {'was' if out.bit_count() == 1 else 'were'} still out")

    def _tip_on_denial(self, decision: Decision[FoolsGoldState], better: Card, played: Card) -> Tip:
        """Explains that the better card would have kept a third card of a rank from an opponent; an empty
        tip if it would not.
        """
        for who, kept in enumerate(decision.known.kept):
            for rank in sorted({cards.rank(card) for card in cards.members(kept)}):
                own, key = kept & OF_RANK[rank], f"set {who} {rank}"
                more = (decision.mean(played, key) or 0.0) - (decision.mean(better, key) or 0.0)
                if who != decision.seat and own.bit_count() == 2 and any(decision.known.rows[rank]) and more >= FIRM:
                    lies = [card for card in decision.known.trick if cards.rank(card) == rank]
                    third = decision.face(lies[0]) if lies else f"a third {rank_name(rank)}"
                    return Tip("deny", "", f"[{who}] had {self.names(decision, cards.members(own))}, and {third} makes a set: "
                               f"{decision.face(better)} would have taken {'it' if lies else 'the lead'}")  # fmt: skip
        return Tip("", "")

    def explains(self, decision: Decision[FoolsGoldState], tip: Tip, action: Action, other: Action) -> bool:
        if action >= KEEP:
            return True
        if tip.name in BY_SUITS and not self._explains_share(decision, action, other, "suits", QUARTER):
            return False
        if tip.name == "pair" and not decision.known.trick:
            return self.trick_chance(decision, action) >= HALF
        if tip.name in ("wait", "exit", "duck"):
            return self.trick_chance(decision, other) >= self.trick_chance(decision, action) + FIRM
        if tip.name == "starve":
            return decision.face(other) in tip.missed
        if tip.name == "unload":
            return SUIT[action] == SUIT[other] and not self.is_ahead(decision, other)
        if tip.name in ("danger", "trumps"):
            return not self.is_high(decision, other)
        return super().explains(decision, tip, action, other)

    def are_equal_in_worth(self, decision: Decision[FoolsGoldState], one: Action, two: Action) -> bool:
        """Whether two level cards are worth the same for sets, which depend on the other cards of their ranks."""
        if min(one, two) >= KEEP:
            return not self._can_be_set(decision, one - KEEP) and not self._can_be_set(decision, two - KEEP)
        if max(one, two) >= KEEP or not self.are_level(decision, one, two):
            return False
        ranks = [OF_RANK[cards.rank(card)] for card in (one, two)]
        for kept in decision.known.kept:
            free = kept | decision.unseen | decision.hand
            if any(kept & rank and (free & rank).bit_count() >= 3 for rank in ranks):
                return False
        lost = bool(decision.known.trick) and not self.is_ahead(decision, one)
        return lost or len({(decision.hand & group).bit_count() for group in ranks}) == 1

    def are_identical(self, decision: Decision[FoolsGoldState], one: Action, two: Action) -> bool:
        """Whether two cards are equal in worth, and the hand holds equally many cards of their ranks."""
        if max(one, two) >= KEEP:
            return self.are_equal_in_worth(decision, one, two)
        counts = {(decision.hand & OF_RANK[cards.rank(card)]).bit_count() for card in (one, two)}
        return self.are_equal_in_worth(decision, one, two) and len(counts) == 1

    def preferred_action(self, decision: Decision[FoolsGoldState], group: Sequence[Action]) -> Action:
        """Returns the card to advise among equally rated ones.

        Of cards to keep it is the likeliest to become a set. On a lost trick it is a high card of a suit that counts against
        the seat. A winning card is one that can be kept beside another of its rank.
        """
        best = group[0]
        if best >= KEEP:
            return max(group, key=lambda action: self._set_key(decision, action))
        if not decision.known.trick:
            return best
        own = [one for one in group if SUIT[one] == SUIT[best]]
        follows = self.follows_suit(decision, best)
        if not self.winners(decision) and follows >= self.is_trump(decision, best) and self.suit_gain(decision, best) < 0:
            high = self.dearest(decision, own)
            rank = OF_RANK[cards.rank(high)]
            if not follows:
                return best if (decision.known.kept[decision.seat] & rank).bit_count() == 2 else high
            return best if any(kept & rank for kept in decision.known.kept) else high
        if not self.is_ahead(decision, best):
            return best
        ruffs = [
            one
            for one in group
            if self.is_trump(decision, one) and not self.follows_suit(decision, one) and self.surely_takes(decision, one)
        ]
        if best in ruffs and self.suit_gain(decision, decision.known.trick[0]) > 0:
            return self.cheapest(decision, ruffs)
        under = [one for one in group if SUIT[one] == SUIT[best] and not self.is_ahead(decision, one)]
        ranks = sum({OF_RANK[cards.rank(card)] for card in (best, *decision.known.trick)})
        wanted = any(kept & ranks for kept in decision.known.kept)  # a set may be worth the trick
        if under and not wanted and self.suit_gain(decision, decision.known.trick[0]) < 0:
            return self.dearest(decision, under)
        return next(
            (card for card in group if self.are_level(decision, best, card) and self._cards_beside(decision, card)), best
        )

    def _set_key(self, decision: Decision[FoolsGoldState], action: Action) -> tuple[int, int, int]:
        """Returns a sort key for cards to keep: the number of cards of the rank that are kept, that can still come, and in the
        hand.
        """
        group = OF_RANK[cards.rank(action - KEEP)]
        if not self._can_be_set(decision, action - KEEP):
            return 0, 0, 0
        own = decision.known.kept[decision.seat] & group, (decision.unseen | decision.hand) & group, decision.hand & group
        return own[0].bit_count(), own[1].bit_count(), own[2].bit_count()

    def _can_be_set(self, decision: Decision[FoolsGoldState], card: Card, keeper: int | None = None) -> bool:
        """Whether a card that is kept can still become a set of three that earns a bonus.

        keeper: the seat that keeps it; None for the seat to act.
        """
        rank = OF_RANK[cards.rank(card)]
        kept = decision.known.kept[decision.seat if keeper is None else keeper]
        found = (kept | decision.unseen | decision.hand | BIT[card]) & rank
        return found.bit_count() >= 3 and any(decision.known.rows[cards.rank(card)])

    def settled_sentence(self, decision: Decision[FoolsGoldState]) -> str:
        none = all(action >= KEEP and not self._can_be_set(decision, action - KEEP) for action in decision.legal)
        return "No set can come of any" if none and not is_pure(decision.known.options) else ""

    def plain_sentence(self, decision: Decision[FoolsGoldState], action: Action, other: Action | None) -> str:
        leads = action < KEEP and not decision.known.trick
        if leads and (
            said := next((tip for tip in self._tips_for_leading(decision, action) if tip.name in ("exit", "wait")), None)
        ):
            if said.name == "wait":
                return said.hint
            if (
                other is not None
                and SUIT[other] == SUIT[action]
                and other < action
                and not self.are_level(decision, action, other)
            ):
                not_it = f"not {decision.face(other)}, which could win"
                return f"Lead {decision.face(action)}, {not_it}: {suit_name(action)} count against you"
            return said.hint
        if action < KEEP or is_pure(decision.known.options):
            fact = super().plain_sentence(decision, action, other)
            led = action if leads else decision.known.trick[0]
            wants = decision.known.kept[decision.seat] and self.suit_gain(decision, led) > 0
            beaten = any(words in fact for words in (" can beat it", " is a higher ", " are higher "))
            if wants and leads and beaten:
                return f"{fact}, and {suit_name(action)} count for you"
            wins = wants and not leads and ":" not in fact and self.should_take(decision, action)
            return f"{fact}: {suit_name(led)} count for you" if wins else fact
        left = ((decision.unseen | decision.hand) & OF_RANK[cards.rank(action - KEEP)]).bit_count()
        more = phrases.number_word(left)
        rank = rank_name(cards.rank(action - KEEP), left)
        return f"{super().plain_sentence(decision, action, other)}: {more if left else 'no'} more {rank} can still come"

    def _cards_beside(self, decision: Decision[FoolsGoldState], card: Card) -> tuple[Card, ...]:
        """Returns the kept cards of a card's rank, if the card can be kept too and become a set with them; else none."""
        thrown = decision.known.trick and not self.follows_suit(decision, card)
        if thrown or not self._can_be_set(decision, card):
            return ()
        return cards.members(decision.known.kept[decision.seat] & OF_RANK[cards.rank(card)])

    def _third_clause(self, decision: Decision[FoolsGoldState], card: Card) -> str:
        """Returns a clause with the cards that could be the third of a rank, and their place; empty unless one card of it is
        kept.
        """
        group = OF_RANK[cards.rank(card)] & ~BIT[card]
        places = {"in your hand": decision.hand & group, "still out": decision.unseen & group}
        if (decision.known.kept[decision.seat] & group).bit_count() != 1 or not any(places.values()):
            return ""
        where = next(place for place, found in places.items() if found)
        return f", with {self.names(decision, cards.members(places[where]))} {where}"

    # ------------------------------------------------------------------ the card to keep

    def _tips_for_keeping(self, decision: Decision[FoolsGoldState], card: Card) -> Iterator[Tip]:
        """Yields the principles of keeping a card after a trick."""
        known, rank, name = decision.known, cards.rank(card), decision.face(card)
        if is_pure(known.options):
            return
        own = (known.kept[decision.seat] & OF_RANK[rank]).bit_count()
        left = (decision.unseen | decision.hand) & OF_RANK[rank]
        if own >= 2 or (own and left):
            ordinal, then = NEXT[own]
            yield Tip("set", f"Keep {name}, your {ordinal} {rank_name(rank)}: {then}",
                      f"{name} would have been your {ordinal} {rank_name(rank)}"
                      + self._third_clause(decision, card))  # fmt: skip
        yield from self._tips_for_rank_in_hand(decision, card)
        if left.bit_count() >= 2:
            count = phrases.number_word(left.bit_count())
            most = max(
                [
                    ((decision.unseen | decision.hand) & OF_RANK[cards.rank(action - KEEP)]).bit_count()
                    for action in decision.legal
                ]
            )
            if left.bit_count() == most:
                yield Tip(
                    "to come",
                    f"Keep {name}: {count} more of its rank can still come",
                    f"{count} more {rank_name(rank, 2)} could still come",
                )
        rows = known.rows
        best = max([sum(rows[cards.rank(action - KEEP)]) for action in decision.legal])
        if (
            sum(rows[rank]) == best
            and rows[0] != rows[rank]
            and any(cards.rank(action - KEEP) == 0 for action in decision.legal)
        ):
            yield Tip("not aces", f"Keep {name}: three aces earn less than three {rank_name(rank, 2)}", "three aces earn less")

    def _tips_for_rank_in_hand(self, decision: Decision[FoolsGoldState], card: Card) -> Iterator[Tip]:
        """Yields the principle of keeping a card of a rank that the hand holds too, for a set."""
        rank, name = cards.rank(card), decision.face(card)
        mine = {action: (decision.hand & OF_RANK[cards.rank(action - KEEP)]).bit_count() for action in decision.legal}
        count, high = mine[card + KEEP], rank <= TEN
        if count == max(mine.values()) > 1 - high and self._can_be_set(decision, card):
            held, out = (
                self.names(decision, cards.members(group & OF_RANK[rank])) for group in (decision.hand, decision.unseen)
            )
            set_of = f"for a set of {rank_name(rank, 2)}"
            have, had = (f"{held} {verb} in your hand" for verb in (("are", "were") if count > 1 else ("is", "was")))
            still = f" and {out} still out" if out else ""
            yield Tip("own more", f"Keep {name}: {have}{still}, {set_of}", f"{had}{still}, {set_of}")

    # ------------------------------------------------------------------ tricks

    def suit_gain(self, decision: Decision[FoolsGoldState], card: Card) -> int:
        """Returns the points of suits that the seat to act gains by keeping a card of a suit. card: any card of the suit."""
        kept = decision.known.kept[decision.seat]
        return suit_points(kept | BIT[self._unkept_card(decision, card)]) - suit_points(kept)

    def _unkept_card(self, decision: Decision[FoolsGoldState], card: Card) -> Card:
        """Returns a card of the same suit that no seat has kept; the card itself if all are kept."""
        kept = sum(decision.known.kept)
        return next((one for one in cards.members(OF_SUIT[SUIT[card]]) if not kept & BIT[one]), card)

    def _tips_in_trick(self, decision: Decision[FoolsGoldState], card: Card) -> Iterator[Tip]:
        known, name, led = decision.known, decision.face(card), decision.known.trick[0]
        worth = self.suit_gain(decision, led)
        suit = suit_name(led)
        kept = known.kept[decision.seat]
        ranks = self._wanted_ranks(decision)
        third = next((rank for rank in ranks if (kept & OF_RANK[rank]).bit_count() == 2), None)
        chosen = kept > 0
        if self.should_take(decision, card):
            yield from self._tips_for_winning(decision, card, worth, third)
        elif self.is_ahead(decision, card) and ranks and not self.should_lose(decision, card):
            rank = rank_name(ranks[0])
            yield Tip("third", f"Try {name}: the {rank} in it is one more for a set", f"the {rank} was one more for a set")
        elif self.is_ahead(decision, card) and worth < 0 and self._is_beaten(decision, card):
            later = self.later_seats(decision)
            who = f"[{later[0]}]" if len(later) == 1 else "somebody"
            high = self._is_highest_beaten(decision, card)
            fate = f", the highest that {who} should beat:" if high else f": {who} should beat it, and"
            yield Tip("duck", f"Play {name}{fate} {suit} count against you",
                      f"{suit} count against you, and {name} was likely to be beaten")  # fmt: skip
        elif self.is_ahead(decision, card) and worth > 0 and not self.should_lose(decision, card):
            yield from self.tips_for_high_ruff(decision, card)
            why = f"{suit} count for you" if chosen else "a first card counts for you in any suit"
            yield Tip("own suit", f"Try {name}, the highest so far: {why}", f"{why}, and {name} would have been ahead")
        elif not self.is_ahead(decision, card) or self.should_lose(decision, card):
            if worth < 0 and self.winners(decision):
                fate = f"{name}{', the highest that loses' if self._is_highest_loser(decision, card) else ''}"
                yield Tip("duck", f"Leave it with {fate}: {suit} count against you",
                          f"{suit} count against you, and {name} leaves the trick")  # fmt: skip
            yield from self._tips_for_losing(decision, card, worth)

    def _tips_for_winning(self, decision: Decision[FoolsGoldState], card: Card, worth: int, third: int | None) -> Iterator[Tip]:
        """Yields the principles of taking the trick. worth: points for the suit led. third: rank for a set, or None."""
        name, suit = decision.face(card), suit_name(decision.known.trick[0])
        winners = [other for other in self.legal_cards(decision) if self.should_take(decision, other)]
        dear = self.dearest(decision, winners)
        if third is not None or worth > 0:
            yield from self.tips_for_high_ruff(decision, card)
            yield from self.tips_for_likelier_winner(decision, card)
        if kept := self.names(decision, self._cards_beside(decision, card)):
            yield Tip("pair", f"Take it with {name}: you can keep it beside your {kept}",
                      f"{name} could be kept beside {kept}{self._third_clause(decision, card)}")  # fmt: skip
        yield from self._tips_for_set_in_hand(decision, card)
        if third is not None:
            rank = rank_name(third)
            yield Tip("third", f"Take it with {name}: the {rank} makes your third", f"the {rank} made a third")
        legal = self.legal_cards(decision)
        if worth > 0 and len(legal) > 1 and all(self.surely_takes(decision, one) for one in legal):
            low = self.cheapest(decision, legal)
            if not self.are_level(decision, card, low):
                yield Tip("all win", f"Every card of yours takes it: spend {name} and keep {decision.face(low)} to lose with",
                          f"every card took it, and {decision.face(low)} was better kept to lose with")  # fmt: skip
        if worth > 0:
            counts = f"{suit} count" if decision.known.kept[decision.seat] else "a first card counts"
            where = "" if decision.known.kept[decision.seat] else " in any suit"
            least = self.cheapest(decision, winners)
            sheds = where and card == dear and not self.are_level(decision, card, least)
            rid = ", and you are rid of a high card" if sheds else ""
            wins = "would have won" if self.surely_takes(decision, card) else "was likely to win"
            yield Tip("own suit", f"Take it with {name}: {counts} for you{where}{rid}",
                      f"{name} {wins}, and {counts} for you{where}")  # fmt: skip
        yield from self._tips_for_taking_lead(decision, card, worth)
        if worth < 0 and len(winners) == len(decision.legal) > 1 and self.are_level(decision, card, dear):
            least = self.cheapest(decision, winners)
            if not self.are_level(decision, card, least):
                which = ", the highest" if dear == card else ", a high card"
                yield Tip("forced", f"You must take it: get rid of {name}{which}",
                          f"the trick was yours anyway: {name} was the one to spend")  # fmt: skip
        elif not self.are_level(decision, card, dear) and self.is_cheapest(decision, card, winners):
            enough = self.enough_clause(decision, card)
            yield Tip("cheap", f"{enough} to take it: keep {decision.face(dear)}", f"{name} was enough")

    def _tips_for_set_in_hand(self, decision: Decision[FoolsGoldState], card: Card) -> Iterator[Tip]:
        """Yields the principle of winning a card to keep whose rank the rest of the hand holds twice, for a set."""
        led = SUIT[decision.known.trick[0]]
        for one in sorted([one for one in (*decision.known.trick, card) if SUIT[one] == led and cards.rank(one) <= TEN]):
            held = cards.members(decision.hand & OF_RANK[cards.rank(one)] & ~BIT[card])
            if len(held) > 1 and self._can_be_set(decision, one) and all(self.is_high(decision, other) for other in held):
                kept, both = "it" if one == card else decision.face(one), self.names(decision, held)
                said = f"Take it with {decision.face(card)}, to keep {kept}: with {both} it can become a set"
                yield Tip("set hope", said, f"{decision.face(one)} could be kept, for a set with {both}")
                return

    def _tips_for_taking_lead(self, decision: Decision[FoolsGoldState], card: Card, worth: int) -> Iterator[Tip]:
        """Yields the principle of winning a trick of a bad suit, to lead the suit that scores. worth:
        points for the suit led.
        """
        left = decision.hand & ~BIT[card]
        suits = [
            suit
            for suit in range(4)
            if len(own := cards.members(left & OF_SUIT[suit])) > 1 and self.suit_gain(decision, own[0]) > 0
        ]
        if worth < 0 and len(suits) == 1 and any(not self.is_ahead(decision, one) for one in self.legal_cards(decision)):
            name = cards.SUIT_NAMES[suits[0]]
            yield Tip("lead", f"Take it with {decision.face(card)}: then you can lead {name}, your suit",
                      f"{decision.face(card)} would have won the lead for {name}, your suit")  # fmt: skip

    def _is_highest_loser(self, decision: Decision[FoolsGoldState], card: Card) -> bool:
        """Whether a card is the highest card of the suit led with which the seat loses the trick. False if
        it is the only one.
        """
        losers = [
            one for one in self.legal_cards(decision) if self.follows_suit(decision, one) and not self.is_ahead(decision, one)
        ]
        losers.sort(key=lambda one: self.rank_from_top(decision.known, one))
        return len(losers) > 1 and card == losers[0] and not self.are_level(decision, card, losers[-1])

    def _is_highest_beaten(self, decision: Decision[FoolsGoldState], card: Card) -> bool:
        """Whether a card is the highest of several that are winning so far and should be beaten."""
        ranks = [self.rank_from_top(decision.known, one) for one in self.winners(decision) if self._is_beaten(decision, one)]
        return len(ranks) > 1 and self.rank_from_top(decision.known, card) == min(ranks)

    def _is_beaten(self, decision: Decision[FoolsGoldState], card: Card) -> bool:
        """Whether a card loses the trick in more than half of the playouts."""
        found = decision.mean(card, "takes")
        return found is not None and found < 0.5

    def _wanted_ranks(self, decision: Decision[FoolsGoldState]) -> list[int]:
        """Returns the ranks of cards in the trick that may extend a set of the seat to act."""
        led, kept = SUIT[decision.known.trick[0]], decision.known.kept[decision.seat]
        ranks = [cards.rank(card) for card in decision.known.trick if SUIT[card] == led]
        return [rank for rank in ranks if kept & OF_RANK[rank] and any(decision.known.rows[rank])]

    def _tips_for_losing(self, decision: Decision[FoolsGoldState], card: Card, worth: int) -> Iterator[Tip]:
        """Yields the principles of losing the trick with a card, such as to discard a bad card. worth:
        points for the suit led.
        """
        known, name = decision.known, decision.face(card)
        if not self.follows_suit(decision, card) and not self.is_trump(decision, card):
            rank = cards.rank(card)
            for who in range(len(known.hands)):
                if who != decision.seat and (known.kept[who] & OF_RANK[rank]).bit_count() >= 2 and any(known.rows[rank]):
                    yield Tip(
                        "deny",
                        f"Throw {name} here: off suit [{who}] cannot keep it",
                        f"[{who}] had two {rank_name(rank, 2)}, and {name} thrown here cannot be kept",
                    )
            may_win = self.is_high(decision, card) or self.is_master(decision, card)
            if self.suit_gain(decision, card) < 0 and decision.known.kept[decision.seat] and may_win:
                yield Tip("danger", f"Throw {name}: it could win {suit_name(card)}, which count against you",
                          f"{name} might win {suit_name(card)}, which count against you")  # fmt: skip
        elif not self.follows_suit(decision, card) and decision.hand.bit_count() <= LATE:
            trumps = cards.members(decision.hand & OF_SUIT[SUIT[card]])
            high = min(trumps, key=lambda other: self.rank_from_top(known, other))
            if 2 * len(trumps) > decision.hand.bit_count() and self.are_level(decision, card, high):
                yield Tip("trumps", f"Throw {name}, a high trump: at the end it would win what you do not want",
                          f"{name}, a trump, might win at the end what counts against you")  # fmt: skip
        yield from self._tips_for_sparing(decision, card)
        if self.follows_suit(decision, card):
            yield from self._tips_for_starving(decision, card)
            if not known.kept[decision.seat] and decision.hand.bit_count() > LATE:
                yield Tip("wait", f"Play {name}: it should lose, and you see first which suits the others choose",
                          f"it was early: {name} would have lost the trick")  # fmt: skip
        if self.follows_suit(decision, card) and worth < 0:
            losers = [other for other in self.legal_cards(decision) if not self.is_ahead(decision, other)]
            order = sorted(losers, key=lambda other: self.rank_from_top(known, other))
            if self.are_level(decision, card, order[0]) and not self.are_level(decision, card, order[-1]):
                what = "tricks that" if self.is_trump(decision, card) else f"{suit_name(card)}, which"
                bad = f"win {what} count against you"
                yield Tip("unload", f"Lose {name} now: later it could {bad}",
                          f"{name} could be lost here: later it might {bad}")  # fmt: skip
        elif self.follows_suit(decision, card) and worth > 0:
            yield from self._tips_for_losing_card(decision, card, self.winners(decision))

    def _tips_for_sparing(self, decision: Decision[FoolsGoldState], card: Card) -> Iterator[Tip]:
        """Yields the principle of losing a card of a useless rank and keeping one of a rank that the seat collects."""
        kept = decision.known.kept[decision.seat]
        for other in cards.members(decision.hand & OF_SUIT[SUIT[card]] & ~BIT[card]):
            mine = cards.members(kept & OF_RANK[cards.rank(other)])
            if mine and self._can_be_set(decision, other) and not kept & OF_RANK[cards.rank(card)]:
                does = phrases.with_capital(self.losing_verb(decision, card))
                beside = self.names(decision, mine)
                yield Tip("spare", f"{does} {decision.face(card)} and keep {decision.face(other)} to go beside your {beside}")
                return

    def _tips_for_starving(self, decision: Decision[FoolsGoldState], card: Card) -> Iterator[Tip]:
        """Yields the principle of losing a card that no opponent collects instead of one that an opponent does."""
        known = decision.known

        def collector(one: Card) -> int | None:
            rank = cards.rank(one)
            for who, kept in enumerate(known.kept):
                if (
                    who != decision.seat
                    and kept & OF_RANK[rank]
                    and self._can_be_set(decision, one, who)
                    and who in self._possible_takers(decision)
                ):
                    return who
            return None

        given = [(other, collector(other)) for other in self.legal_cards(decision) if not self.is_ahead(decision, other)]
        found = next(((other, who) for other, who in given if who is not None and other != card), None)
        if collector(card) is None and found is not None:
            given_up, who = decision.face(found[0]), found[1]
            count = (known.kept[who] & OF_RANK[cards.rank(found[0])]).bit_count()
            rank, number = rank_name(cards.rank(found[0]), count), phrases.number_word(count)
            yield Tip("starve", f"Play {decision.face(card)}, not {given_up}: [{who} has] {number} {rank} already",
                      f"{given_up} may go to [{who}], who had {number} {rank} already")  # fmt: skip

    def _possible_takers(self, decision: Decision[FoolsGoldState]) -> list[int]:
        """Returns the seats that may take the trick: the seat that is winning it, and those yet to play."""
        leader = self.trick_winner(decision)
        return [*([leader[0]] if leader is not None else []), *self.later_seats(decision)]

    def _tips_for_hopeful_lead(self, decision: Decision[FoolsGoldState], card: Card, worth: int) -> Iterator[Tip]:
        """Yields the principles of leading for a set, or for a suit that may become the best. worth: points
        for the suit led.
        """
        name, suit, kept = decision.face(card), suit_name(card), decision.known.kept[decision.seat]
        if (beside := self._cards_beside(decision, card)) and not self.should_lose(decision, card):
            pair = self.names(decision, beside)
            if_it_won = "" if self.surely_takes(decision, card) else ", if it won,"
            yield Tip("pair", f"Lead {name}: if it wins, you can keep it beside your {pair}",
                      f"{name}{if_it_won} could be kept beside {pair}{self._third_clause(decision, card)}")  # fmt: skip
        if (
            worth < 0
            and 0 < kept.bit_count() <= EARLY
            and self.should_take(decision, card)
            and self.suit_lengths(decision)[SUIT[card]] > 2
        ):
            yield Tip("may become", f"Lead {name}: it should win, and {suit} may still become your suit",
                      f"{suit} could become your suit, and {name} was likely to win", weak=True)  # fmt: skip

    def _tips_for_leading(self, decision: Decision[FoolsGoldState], card: Card) -> Iterator[Tip]:
        known, name, suit = decision.known, decision.face(card), suit_name(card)
        worth, kept = self.suit_gain(decision, card), known.kept[decision.seat]
        low = decision.is_rare(card, "takes")
        if worth > 0 and kept and self.should_take(decision, card):
            yield Tip("own suit", f"Lead {name}: {suit} count for you, and it should win",
                      f"{suit} count for you, and {name} was likely to win")  # fmt: skip
        elif worth > 0 and self.should_take(decision, card):
            yield Tip("own suit", f"Lead {name}: it should win your first card",
                      f"{name} was likely to win, and a first card counts for you in any suit")  # fmt: skip
        elif worth > 0 and kept and not self.should_lose(decision, card) and not self._is_beaten(decision, card):
            above = cards.members(self.higher_cards(decision, card))
            only = f", and only {self.names(decision, above)} is higher" if len(above) == 1 else ""
            yield Tip("own suit", f"Lead {name}: {suit} count for you{only}", f"{suit} counted for you")
        yield from self._tips_for_hopeful_lead(decision, card, worth)
        if not kept and low:
            yield Tip("wait", f"Lead {name} low, and see first which suits the others choose",
                      f"it was early: {name} would have lost the lead")  # fmt: skip
        if worth < 0 and low:
            loses = "it should be ruffed, and" if self.is_master(decision, card) else "it should lose, and"
            yield Tip("exit", f"Lead {name}: {loses} {suit} count against you",
                      f"{suit} count against you, and {name} would have lost the lead")  # fmt: skip
        own = decision.hand & OF_SUIT[SUIT[card]]
        lengths = self.suit_lengths(decision)
        longest = own.bit_count() == max(lengths) and lengths.count(max(lengths)) == 1
        if longest and kept.bit_count() <= EARLY and self.is_high(decision, card):
            yield Tip("long", f"Lead {name} from your longest suit: it may become the one that counts",
                      f"{suit} were the longest suit", weak=True)  # fmt: skip
        if (
            self.is_trump(decision, card)
            and decision.hand.bit_count() <= LATE
            and own.bit_count() * 2 >= decision.hand.bit_count()
        ):
            yield Tip(
                "trumps",
                f"Lead {name}: at the end trumps win what you do not want",
                f"{name}, a trump, might win at the end what counts against you",
            )
