"""Principles of Fools Gold: win cards of the suit that scores for you, avoid the other suits, and collect sets of a rank."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import ClassVar

from goosetable import cards
from goosetable.cards import BIT, Card
from goosetable.engine.rules.action import Action, value_of
from goosetable.engine.rules.tricks import SUIT
from goosetable.engine.text.advice import (
    FIRM,
    MOSTLY,
    SELDOM,
    SHOULD_LOSE,
    SHOULD_WIN,
    Claim,
    Decision,
    Ranking,
    Tip,
    suit_name,
    with_clause,
    with_pronouns_for_several,
)
from goosetable.engine.text.deciding_advice import DECIDES, DecidingAdvice
from goosetable.engine.text.explain import ALWAYS, WORTH, Difference, means_differ
from goosetable.engine.text.trick_advice import FEW, TrickAdvice
from goosetable.engine.text.trick_facts import HALF
from goosetable.engine.words import phrases
from goosetable.engine.words.phrases import rank_name
from goosetable.games.fools_gold.leads import ALIKE_LEADS, EARLY, LATE, LOSING, LeadAdvice
from goosetable.games.fools_gold.rules import (
    KEEP,
    OF_RANK,
    OF_SUIT,
    SET_SIZE,
    FoolsGoldState,
    lacks_set_bonuses,
    points_for_best_suit,
)
from goosetable.games.fools_gold.sets import HOPE, NEXT, lacks_one

BY_SUITS = frozenset({
    "duck", "exit low", "exit", "unload", "danger", "trumps", "forced", "own suit", "all win", "keep suit",
})  # fmt: skip
"""Principles that rest on the points of suits."""
BY_SETS = frozenset({"third", "second", "pair", "set hope", "spare", "set", "to come", "own more", "not aces"})
"""Principles that rest on the sets of the seat to act; those about one rank name its figure in their tip."""


class GoldAdvice(LeadAdvice):
    """The advice of Fools Gold."""

    mistake_words: ClassVar[Mapping[str, str]] = {
        **TrickAdvice.mistake_words,
        **dict.fromkeys(("set", "third", "pair", "second", "set hope", "not aces"), "passed over a card of a set"),
        **dict.fromkeys(("to come", "own more"), "kept a rank that could not come again"),
        **dict.fromkeys(("starve", "deny", "keep from"), "gave another a card of its rank"),
        **dict.fromkeys(("long", "keep suit"), "left your long suit"),
        **dict.fromkeys(("unload", "danger", "forced"), "kept a high card of a bad suit"),
        **dict.fromkeys(("exit low", "exit"), "kept the lead too long"),
        "save set": "spent a card of a set",
        "own suit": "left tricks of your own suit",
        "duck": "took a suit that counts against you",
        "trumps": "kept high trumps that win what counts against you",
    }

    about: ClassVar[Mapping[str, str]] = {
        **DecidingAdvice.about,
        **dict.fromkeys(BY_SUITS, "suits"),
        **dict.fromkeys(BY_SETS, "sets {seat}"),
    }

    def tips(self, decision: Decision[FoolsGoldState], action: Action) -> Iterator[Tip]:
        if action >= KEEP:
            yield from self._tips_for_keeping(decision, action - KEEP)
            return
        yield from (self._tips_in_trick if decision.known.trick else self._tips_for_leading)(decision, action)

    def wants_trick(self, decision: Decision[FoolsGoldState]) -> bool:
        """Whether the seat to act wants the trick: the suit led counts for it."""
        return bool(decision.known.trick) and self.suit_gain(decision, decision.known.trick[0]) > 0

    def wants_suit_of(self, decision: Decision[FoolsGoldState], card: Card) -> bool:
        lengths = self.suit_lengths(decision)
        longest = lengths[SUIT[card]] == max(lengths)
        return self.suit_gain(decision, card) > 0 and (longest or bool(decision.known.kept[decision.seat]))

    def tips_for_review(self, decision: Decision[FoolsGoldState], action: Action, other: Action) -> Iterator[Tip]:
        """Yields the reasons of the base class, and those about sets, a long suit or high trumps."""
        if max(action, other) >= KEEP:
            yield from super().tips_for_review(decision, action, other)
            return
        takes = [self.should_take(decision, card) for card in (action, other)]
        if takes == [True, False]:
            yield from self._tips_on_denials(decision, action, other)
        for tip in super().tips_for_review(decision, action, other):
            if tip.name != "lost" or self.suit_gain(decision, other) > 0:
                yield tip
        yield from self._tips_on_own_sets(decision, action, other)
        known, name = decision.known, decision.face(action)
        if takes == [True, False]:
            mine, best = (
                decision.hand & OF_SUIT[SUIT[action]],
                [decision.mean_or_zero(card, "best") for card in (action, other)],
            )
            if not known.trick and mine.bit_count() > EARLY and best[0] >= best[1] + FIRM:
                yield Tip("long", "", f"{suit_name(action)} could become your suit: {name} was likely to win the first of "
                          f"{phrases.number_word(mine.bit_count())}", about="best")  # fmt: skip
        both = takes == [True, True] and self.is_trump(decision, action) and self.is_trump(decision, other)
        if both and known.trick and self.rank_from_top(known, action) < self.rank_from_top(known, other):
            win = "both win" if all(self.surely_takes(decision, card) for card in (action, other)) else "either should win"
            yield Tip("trumps", "", f"{win}, and {name}, a high trump, may win later what counts against you")

    def _tips_on_own_sets(self, decision: Decision[FoolsGoldState], better: Card, played: Card) -> Iterator[Tip]:
        """Yields the reasons about sets of the seat's own: the better card may be the third of a rank, or the card played was
        needed beside kept cards of its rank.
        """
        known, seat = decision.known, decision.seat
        own = known.kept[seat] & OF_RANK[cards.rank(better)]
        if lacks_one(own) and self._can_be_set(decision, better):
            beside, third = self.names(decision, cards.members(own)), rank_name(cards.rank(better))
            yield Tip("third", "", f"you had {beside}, and {decision.face(better)} may be the third {third}, which makes a set",
                      about=f"set {seat} {cards.rank(better)}")  # fmt: skip
        rank, high = cards.rank(played), decision.face(played)
        own, out = known.kept[seat] & OF_RANK[rank], decision.unseen & OF_RANK[rank]
        key, over = f"set {seat} {rank}", cards.members(self.beaters(decision, played))
        if not own or not any(known.rows[rank]) or rank == cards.rank(better):
            return
        if lacks_one(own) and over and self.is_ahead(decision, played):
            yield Tip("save set", "", f"{high} was the third {rank_name(rank)} of a set, and "
                      f"{self._few_cards_in_words(decision, over)} could take it: {decision.face(better)} goes first",
                      about=key)  # fmt: skip
        elif out:
            have, more = self.names(decision, cards.members(own)), self.names(decision, cards.members(out))
            were = "was" if out.bit_count() == 1 else "were"
            yield Tip("save set", "", f"{high} was wanted for a set: you had {have}, and {more} {were} still out", about=key)

    def _tips_on_denials(self, decision: Decision[FoolsGoldState], better: Card, played: Card) -> Iterator[Tip]:
        """Yields the reason that the better card would have kept an opponent from a third card of a rank."""
        for who, kept in enumerate(decision.known.kept):
            for rank in sorted({cards.rank(card) for card in cards.members(kept)}):
                own = kept & OF_RANK[rank]
                if who != decision.seat and lacks_one(own) and any(decision.known.rows[rank]):
                    lies = [card for card in decision.known.trick if cards.rank(card) == rank]
                    third = decision.face(lies[0]) if lies else f"a third {rank_name(rank)}"
                    yield Tip("deny", "", f"[{who}] had {self.names(decision, cards.members(own))}, and {third} makes a set: "
                              f"{decision.face(better)} would have taken {'it' if lies else 'the trick'}",
                              about=f"set {who} {rank}")  # fmt: skip

    def explains(self, decision: Decision[FoolsGoldState], tip: Tip, action: Action, other: Action) -> bool:
        if action >= KEEP:
            return True
        if tip.name == "pair" and not decision.known.trick:
            return self.trick_chance(decision, action) >= HALF
        if tip.name in ("exit low", "exit", "duck"):
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
        if any(map(any, self._begun_sets(decision, one, two))):
            return False
        ranks = [OF_RANK[cards.rank(card)] for card in (one, two)]
        lost = bool(decision.known.trick) and not self.is_ahead(decision, one)
        return lost or len({(decision.hand & group).bit_count() for group in ranks}) == 1

    def are_alike(self, decision: Decision[FoolsGoldState], one: Action, two: Action) -> bool:
        """Whether two cards to play are level, and are of ranks that the seat collects alike and that no opponent collects."""
        if max(one, two) >= KEEP or not self.are_level(decision, one, two) or self.has_drawback(decision, two, one):
            return False
        begun = self._begun_sets(decision, one, two)
        own = begun.pop(decision.seat)
        return own[0] == own[1] and max(map(max, begun)) < SET_SIZE - 1

    def _begun_sets(self, decision: Decision[FoolsGoldState], *group: Card) -> list[list[int]]:
        """Returns by seat its number of kept cards of the rank of each card; 0 for a rank that can make no set."""
        return [
            [(kept & OF_RANK[cards.rank(card)]).bit_count() * self._can_be_set(decision, card, who) for card in group]
            for who, kept in enumerate(decision.known.kept)
        ]

    def are_identical(self, decision: Decision[FoolsGoldState], one: Action, two: Action) -> bool:
        """Whether two cards are equal in worth, and the hand holds equally many cards of their ranks."""
        if max(one, two) >= KEEP:
            return self.are_equal_in_worth(decision, one, two)
        counts = {(decision.hand & OF_RANK[cards.rank(card)]).bit_count() for card in (one, two)}
        return self.are_equal_in_worth(decision, one, two) and len(counts) == 1

    def preferred_action(self, decision: Decision[FoolsGoldState], group: Sequence[Action]) -> Action:
        """Returns the card to advise among equally rated ones; as a rule the first. Of cards to keep, it is the likeliest to
        become a set. In a trick let go, it is a high card of a suit that counts against the seat. If the first card is
        winning, it may be a cheaper sure trump, a dearer losing card, or a level card that leaves a card of a kept rank in
        the hand.
        """
        best = group[0]
        if best >= KEEP:
            return max(
                group, key=lambda action: (self._chance_of_set_in_steps(decision, action), *self._set_key(decision, action))
            )
        if not decision.known.trick:
            return self._likeliest_beside_kept_card(decision, group)
        own = [one for one in group if SUIT[one] == SUIT[best]]
        follows = self.follows_suit(decision, best)
        if not self.winning_cards(decision) and follows >= self.is_trump(decision, best) and self.suit_gain(decision, best) < 0:
            high = self.dearest(decision, own)
            pair = lacks_one(decision.known.kept[decision.seat] & OF_RANK[cards.rank(high)])
            return best if (self._collector(decision, high) is not None if follows else pair) else high
        if not self.is_ahead(decision, best):
            low = self.cheapest(decision, own)
            losers = [one for one in own if not self.is_ahead(decision, one) and not self.has_drawback(decision, one, low)]
            if self.winning_cards(decision) and follows and losers and self.suit_gain(decision, best) < 0:
                return self.dearest(decision, losers)
            return low if not self.winning_cards(decision) and self._may_be_thrown_from_long_suit(decision, low) else best
        ruffs = [one for one in group if self._is_sure_ruff(decision, one)]
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

    def _is_sure_ruff(self, decision: Decision[FoolsGoldState], card: Card) -> bool:
        """Whether a card is a trump that takes, or nearly always takes, a trick of another suit."""
        takes = self.surely_takes(decision, card) or decision.is_figure_likely(card, "takes", ALWAYS)
        return takes and self.is_trump(decision, card) and not self.follows_suit(decision, card)

    def fixed_result_sentence(self, decision: Decision[FoolsGoldState]) -> str:
        none = all(action >= KEEP and not self._can_be_set(decision, action - KEEP) for action in decision.legal)
        return "No set can come of any" if none and not lacks_set_bonuses(decision.known.options) else ""

    def thrift_sentence(self, decision: Decision[FoolsGoldState], best: Action) -> str:
        """Returns the sentence of the base class if a high card is kept; a low one may be worth as much, to lose with."""
        dear = self.dearest(decision, self.legal_cards(decision)) if best < KEEP else best
        return super().thrift_sentence(decision, best) if best < KEEP and self.is_high(decision, dear) else ""

    def plain_sentence(self, decision: Decision[FoolsGoldState], action: Action, other: Action | None) -> str:
        if action < KEEP and decision.known.trick and not self.winning_cards(decision) and self.follows_suit(decision, action):
            return f"{self.lost_trick_words(decision)}: {self._lost_card_clause(decision, action)}"
        leads = action < KEEP and not decision.known.trick
        if leads and (
            said := next((tip.hint for tip in self.sound_tips(decision, action) if tip.name in ("exit low", "exit")), "")
        ):
            return said
        if leads and (said := self.sentence_on_losing_lead(decision, action)):
            return said
        if action < KEEP and decision.known.trick and (said := self._beaten_or_not_sentence(decision, action)):
            return said
        fact = super().plain_sentence(decision, action, other)
        if leads and ": " in fact and not fact.endswith(suit_name(action)):
            gain = self.suit_gain(decision, action)
            if (gain > 0) == self.should_lose(decision, action):
                return fact
            counts = "would count against you" if gain < 0 else "count for you" if self._has_kept_card(decision) else ""
            tail = f"{suit_name(action)} {counts}" if counts else "the first card that you keep counts for you"
            return with_clause(fact, f", and {tail}") if gain else fact
        if action >= KEEP and not lacks_set_bonuses(decision.known.options):
            if self._can_be_set(decision, action - KEEP):
                return f"{fact}: {self._clause_on_rest_of_rank(decision, action - KEEP)}"
            return f"{fact}: a set is unlikely with any of them" if decision.prospects else fact
        return fact

    def whole_hint(self, decision: Decision[FoolsGoldState], ranking: Ranking) -> str:
        """Returns a sentence on the card to keep; or, for a card to play, the principle that explains most of its gain. It also
        names the cards that are as good. Empty if there is no such principle.
        """
        if ranking.best >= KEEP:
            return self.hint_on_keeping(decision, ranking)
        best, legal = ranking.best, self.legal_cards(decision)
        near = [
            one
            for one in legal
            if one != best and self.is_as_good_as_best(decision, ranking, one) and not self.has_drawback(decision, one, best)
        ]
        bad = [one for one in legal if one not in (best, *near)]
        other = next((one for one in (*ranking.worse, *ranking.close) if one in bad), None)
        tip, _ = self.deciding_tip(decision, best, other, bad, near)
        told = [self.explained_part(decision, best, other, sign.key) for sign in self.outcomes(decision, best, other or best)]
        unexplained = not ranking.worse or max(told, default=0.0) < DECIDES
        loses = tip.name in LOSING or (not tip.hint and unexplained)
        if loses and not decision.known.trick and (said := self.hint_on_losing_leads(decision, ranking)):
            return said
        true = [one for one in near if tip.hint and self.is_true_of(decision, tip, best, one, decision.face)]
        level = all(self.are_level(decision, best, one) for one in legal)
        if level and not bad and self.is_ahead(decision, best) and self.beaters(decision, best):
            return f"{self.names(decision, legal)} are alike: {self._beaten_by(decision, best)} any of them"
        if not bad and (not tip.hint or tip.weak or len(true) == len(near)):
            return ranking.indifferent
        if not tip.hint or tip.weak:
            return self._plain_hint_on_level_cards(decision, ranking) if unexplained else ""
        alike = [one for one in ranking.close if one not in near and self._cannot_be_told_apart(decision, ranking, one, tip)]
        return self.with_equal_cards_named(decision, best, tip, near, alike)

    def _plain_hint_on_level_cards(self, decision: Decision[FoolsGoldState], ranking: Ranking) -> str:
        """Returns the plain sentence on the best card with the names of more level cards than other sentences name; for a lost
        trick without a high card or a clearly worse one, that it makes hardly a difference. Else empty.
        """
        best, legal = ranking.best, self.legal_cards(decision)
        lost = decision.known.trick and not self.winning_cards(decision) and self.follows_suit(decision, best)
        if lost and not ranking.worse and not any(self.is_high(decision, one) for one in legal):
            return ranking.indifferent
        group = [one for one in (best, *ranking.level) if self.are_level(decision, best, one)]
        if len(group) <= EARLY:
            return ""
        said = self.plain_sentence(decision, best, next(iter(ranking.worse), None))
        return with_pronouns_for_several(said.replace(decision.face(best), ranking.listed(group), 1), len(group))

    def _cannot_be_told_apart(self, decision: Decision[FoolsGoldState], ranking: Ranking, card: Card, tip: Tip) -> bool:
        """Whether playouts do not tell a card from the best one, and the sentence of a tip on the best one is true of it."""
        best, seen = ranking.best, decision.prospects
        measured = decision.is_counted(best) and decision.is_counted(card) and means_differ(seen[best], seen[card], WORTH, 1.0)
        alike = ranking.loss[card] <= ALIKE_LEADS and not measured
        return alike and self.is_true_of(decision, tip, best, card, decision.face)

    def _chance_of_set_in_steps(self, decision: Decision[FoolsGoldState], action: Action) -> int:
        """Returns the chance that a card to keep becomes part of a set, as a number of steps of the size `HOPE`."""
        return round(decision.mean_or_zero(action, "grows") / HOPE)

    def _may_be_thrown_from_long_suit(self, decision: Decision[FoolsGoldState], card: Card) -> bool:
        """Whether a card is of the suit led, the longest of the hand, which may count for the seat, and no opponent collects
        the rank of the card.
        """
        lengths, led = self.suit_lengths(decision), decision.known.trick[0]
        longest = lengths[SUIT[led]] == max(lengths) > EARLY and self.suit_gain(decision, led) > 0
        return longest and self.follows_suit(decision, card) and self._collector(decision, card) is None

    def _beaten_or_not_sentence(self, decision: Decision[FoolsGoldState], card: Card) -> str:
        """Returns a sentence on a ruff, or on a card of the suit led that is ahead and that one or two cards of the suit can
        still beat. Empty for another card, and for a card that should win and is the highest of the hand.
        """
        above, name = self.higher_cards(decision, card), decision.face(card)
        if not self.is_ahead(decision, card) or not self.beaters(decision, card):
            return ""
        if not self.follows_suit(decision, card):
            why = "" if self._has_kept_card(decision) else ", to win your first card"
            return f"{self.command_to_take(decision, card)}{why}"
        if not 0 < above.bit_count() <= FEW:
            return ""
        dear = self.dearest(decision, [one for one in self.legal_cards(decision) if self.follows_suit(decision, one)])
        apart, beaten = not self.are_level(decision, card, dear), self._beaten_by(decision, card)
        if self._has_kept_card(decision) and self.suit_gain(decision, card) < 0:
            high = f", {decision.face(dear)} hardly ever" if apart and self.trick_chance(decision, dear) > MOSTLY else ""
            return f"Play {name}: {beaten} it{high}, and {suit_name(card)} count against you"
        first = "" if self._has_kept_card(decision) else ": a first trick costs nothing, whatever its suit"
        if apart and not decision.is_figure_rare(card, "takes"):
            return f"Play {name}, which {beaten}, and keep {decision.face(dear)}{self.purpose_clause(decision, dear, card)}"
        return "" if apart or self.should_take(decision, card) else f"Play {name}, which {beaten}{first}"

    def _lost_card_clause(self, decision: Decision[FoolsGoldState], card: Card) -> str:
        """Returns a clause on a card that follows suit and cannot win, with the best card that stays: "play 9♥ and keep K♥, the
        highest heart left".
        """
        name, suit = decision.face(card), suit_name(card, 1)
        rest = [one for one in self.legal_cards(decision) if not self.are_level(decision, card, one)]
        if not rest:
            return f"play {name}"
        best = self.dearest(decision, rest)
        higher = self.rank_from_top(decision.known, best) < self.rank_from_top(decision.known, card)
        above = cards.members(self.higher_cards(decision, best if higher else card))
        left = f"the highest {suit} left" if not above else f"with only {self.names(decision, above)} above it"
        left = "" if len(above) > FEW or not self.is_high(decision, best if higher else card) else f", {left}"
        if higher:
            return f"play {name} and keep {decision.face(best)}{left}"
        return f"get rid of {name}{left or f' and keep {decision.face(best)} to lose with later'}"

    def reason_to_keep(self, decision: Decision[FoolsGoldState], kept: Card) -> str:
        """Returns a clause on why a card that could win the trick is better kept."""
        if self.is_trump(decision, kept) and self.suit_gain(decision, decision.known.trick[0]) < 0:
            return f"{suit_name(decision.known.trick[0])} count against you"
        if self.is_master(decision, kept) and not self.is_trump(decision, kept):
            return f"it is the highest {suit_name(kept, 1)} left, for a later one"
        return super().reason_to_keep(decision, kept)

    def verb_phrase_for_taking(self, decision: Decision[FoolsGoldState]) -> str:
        """Returns the words for taking this trick, such as "win your first card" after "is enough to"."""
        return "take it" if self._has_kept_card(decision) else "win your first card"

    def outcomes(self, decision: Decision[FoolsGoldState], action: Action, other: Action) -> list[Difference]:
        """Returns these figures: the kept cards of each suit, with words that say whether the suit counts for the seat to act
        or against it; and the sets of each seat.
        """
        me, known, found = decision.seat, decision.known, []
        for suit, share in enumerate([decision.mean_or_zero(action, f"suit {suit}") for suit in range(4)]):
            name, rest = cards.SUIT_NAMES[suit], cards.members(decision.hand & OF_SUIT[suit] & ~BIT[value_of(action)])
            high = [one for one in rest if self.is_master(decision, one)][:2] if SUIT[value_of(action)] != suit else []
            held = f"{self.names(decision, high)}, the highest left, " if high else ""
            more = f"{held or 'you '}then win{'s' if len(high) == 1 else ''} more {name}, which count for you"
            fewer = f"you then win fewer {name}, which count against you"
            if max(action, other) < KEEP and self.is_trump(decision, other) and not (rest or self.is_trump(decision, action)):
                more = f"{decision.face(other)} stays to ruff {name}, which count for you"
            if SUIT[value_of(action)] == suit == SUIT[value_of(other)]:
                less = self._beaten_less_clause(decision, other, action)
                fewer = f"{less or f'{decision.face(other)} may win'}, and {name} count against you"
            elif SUIT[value_of(action)] == suit:
                fewer = f"{decision.face(value_of(action))}, if kept, could win {name}, which count against you"
            if share >= HALF:
                found.append(Difference(f"kept {suit}", 1.0, more))
            elif share <= SELDOM:
                found.append(Difference(f"kept {suit}", 1.0, "", fewer, -1))
        if action < KEEP and (not known.trick or self.follows_suit(decision, action)) and self._can_be_set(decision, action):
            places = self._clause_on_rest_of_rank(decision, action)
            if not known.kept[me] & OF_RANK[cards.rank(action)] and decision.hand & OF_RANK[cards.rank(action)] & ~BIT[action]:
                found.append(Difference(f"sets {me}", 1.0, f"{decision.face(action)} can be kept, and {places}"))
        for who, kept in enumerate(known.kept):
            if action >= KEEP and who != me:
                continue  # the other cards of the trick are out of play with any card that is kept
            good = 1 if who == me else -1
            name, get = (f"[{who}]", "gets") if who != me else ("you", "get")
            for rank in sorted({cards.rank(card) for card in cards.members(kept)}):
                count = (kept & OF_RANK[rank]).bit_count()
                if count in NEXT and self._can_be_set(decision, cards.members(kept & OF_RANK[rank])[0], who):
                    what = f"a {NEXT[count][0]} {rank_name(rank)}" if count > 1 else f"three {rank_name(rank, 2)}"
                    more = self._set_clause(decision, action, other, rank) if who == me else ""
                    less = self._denial_clause(decision, action, other, who, rank) if who != me else ""
                    words = (more or f"{name} more often {get} {what}", less or f"{name} less often {get} {what}")
                    found.append(Difference(f"set {who} {rank}", 0.9, *words, good))
        return found

    def _set_clause(self, decision: Decision[FoolsGoldState], action: Action, other: Action, rank: int) -> str:
        """Returns a clause on the use of the card `other` for a set of a rank: `other` is of this rank, or can catch a card of
        this rank that the card `action` cannot catch. Empty if `other` has no such use.
        """
        if max(action, other) >= KEEP:
            return ""
        name, own = decision.face(other), cards.members(decision.known.kept[decision.seat] & OF_RANK[rank])
        if cards.rank(other) == rank:
            return f"{name} may still go beside your {self.names(decision, own)}"
        out = cards.members(decision.unseen & OF_RANK[rank] & OF_SUIT[SUIT[other]])
        stronger = (
            SUIT[action] != SUIT[other] or self.rank_from_top(decision.known, action) > cards.rank(out[0]) if out else False
        )
        if out and stronger and cards.rank(other) < rank:
            return f"{name} stays to catch {decision.face(out[0])} beside your {self.names(decision, own)}"
        return ""

    # ------------------------------------------------------------------ tricks

    def _tips_in_trick(self, decision: Decision[FoolsGoldState], card: Card) -> Iterator[Tip]:
        name, worth = decision.face(card), self.suit_worth(decision, card)
        clause = self.suit_counts_clause(decision, card, worth)
        ahead, loses = self.is_ahead(decision, card), self.should_lose(decision, card)
        if self.should_take(decision, card):
            yield from self._tips_for_winning(decision, card, worth)
        elif ahead and not loses:
            yield from self._tips_for_trying(decision, card, worth)
        else:
            yield from self._tips_for_sets_when_losing(decision, card)
            yield from self._tips_for_feeding(decision, card)
            if worth < 0 and (winners := self.winning_cards(decision)):
                beaten = [one for one in winners if (decision.mean(one, "takes") or 1.0) < HALF]
                losers = [one for one in self.legal_cards(decision) if self.follows_suit(decision, one) and one not in winners]
                if ahead:
                    fate = (
                        "the highest that should be beaten"
                        if self._is_highest_of(decision, card, beaten)
                        else (f"which {self._beaten_by(decision, card)}")
                    )
                    yield Tip("duck", f"Play {name}, {fate}: {clause}", f"{clause}, and {name} was likely to be beaten",
                              claims=(SHOULD_LOSE,))  # fmt: skip
                else:
                    fate = f"{name}{', the highest that loses' if self._is_highest_of(decision, card, losers) else ''}"
                    if len(winners) == len(decision.legal) - 1:
                        fate = f"{name}, the only one that surely loses"
                    yield Tip("duck", f"Leave it with {fate}: {clause}", f"{clause}, and {name} leaves the trick")
            yield from self._tips_for_losing(decision, card, worth)

    def _tips_for_trying(self, decision: Decision[FoolsGoldState], card: Card, worth: int) -> Iterator[Tip]:
        """Yields the principles of a card that is the highest so far and may be beaten. worth: the result of `suit_worth`."""
        name = decision.face(card)
        if (rank := next(iter(self._wanted_ranks(decision)), None)) is not None:
            beside = self.names(decision, cards.members(decision.known.kept[decision.seat] & OF_RANK[rank]))
            yield Tip("third", f"{self.command_to_take(decision, card)}, to win a {rank_name(rank)} beside your {beside}",
                      f"the {rank_name(rank)} was one more for a set")  # fmt: skip
        if worth > 0:
            yield from self.tips_for_high_ruff(decision, card)
            clause = self.suit_counts_clause(decision, card, worth)
            yield Tip("own suit", f"{self.command_to_take(decision, card)}: {clause}",
                      f"{clause}, and {name} would have been ahead")  # fmt: skip
        winners = self.winning_cards(decision)
        dear = self.dearest(decision, winners)
        first = not self._has_kept_card(decision) and self.is_cheapest(decision, card, winners)
        if worth >= 0 and first and not self.are_level(decision, card, dear):
            does = self.command_to_take(decision, card)
            yield Tip("first", f"{does}, to win your first card, and keep {decision.face(dear)}",
                      f"{name} might have won your first card")  # fmt: skip

    def _tips_for_winning(self, decision: Decision[FoolsGoldState], card: Card, worth: int) -> Iterator[Tip]:
        """Yields the principles of taking the trick. worth: the result of `suit_worth`."""
        name, take, kept = decision.face(card), self.command_to_take(decision, card), decision.known.kept[decision.seat]
        third = next((rank for rank in self._wanted_ranks(decision) if lacks_one(kept & OF_RANK[rank])), None)
        winners = [other for other in self.legal_cards(decision) if self.should_take(decision, other)]
        if third is not None or worth > 0:
            yield from self.tips_for_high_ruff(decision, card)
            yield from self.tips_for_likelier_winner(decision, card)
        if third is not None:
            lies = self.names(decision, [one for one in decision.known.trick if cards.rank(one) == third])
            yield Tip("third", f"{take}: {lies} makes your set of {rank_name(third, 2)}", f"{lies} made a set",
                      claims=(SHOULD_WIN,))  # fmt: skip
        elif ranks := self._wanted_ranks(decision):
            lies = self.names(decision, [one for one in decision.known.trick if cards.rank(one) == ranks[0]][:1])
            one = self.names(decision, cards.members(kept & OF_RANK[ranks[0]]))
            more = self._third_clause(decision, next(card for card in decision.known.trick if cards.rank(card) == ranks[0]))
            yield Tip("second", f"{take}: {lies} goes beside your {one}{more}", f"{lies} could be kept beside {one}{more}",
                      claims=(Claim(key := f"set {decision.seat} {ranks[0]}", HOPE),), about=key)  # fmt: skip
        if beside := self.names(decision, self._cards_beside(decision, card)):
            yield Tip("pair", f"{take}: you can keep it beside your {beside}{self._third_clause(decision, card)}",
                      f"{name} could be kept beside {beside}{self._third_clause(decision, card)}",
                      claims=(Claim(key := f"set {decision.seat} {cards.rank(card)}", HOPE),), about=key)  # fmt: skip
        yield from self._tips_for_denying(decision, card)
        yield from self._tips_for_set_in_hand(decision, card)
        legal = self.legal_cards(decision)
        if worth > 0 and len(legal) > 1 and all(self.surely_takes(decision, one) for one in legal):
            low = self.cheapest(decision, legal)
            if not self.are_level(decision, card, low):
                yield Tip("all win", f"Every card of yours takes it: spend {name} and keep {decision.face(low)} to lose with",
                          f"every card took it, and {decision.face(low)} was better kept to lose with")  # fmt: skip
        if worth == 0 and not self._has_kept_card(decision) and len(winners) < len(legal):
            yield Tip("first", f"{take}: the first card that you keep counts for you",
                      f"{name} would have won your first card")  # fmt: skip
        if worth > 0:
            clause = self.suit_counts_clause(decision, card, worth)
            wins = "would have won" if self.surely_takes(decision, card) else "was likely to win"
            yield Tip("own suit", f"{take}: {clause}", f"{name} {wins}, and {clause}")
        yield from self._tips_by_price(decision, card, winners, worth)

    def _tips_by_price(
        self, decision: Decision[FoolsGoldState], card: Card, winners: Sequence[Card], worth: int
    ) -> Iterator[Tip]:
        """Yields the principles of winning with a dear card that is a burden, or with the cheapest card that is enough.

        winners: cards that should win. worth: the result of `suit_worth`.
        """
        name, dear = decision.face(card), self.dearest(decision, winners)
        least = self.cheapest(decision, winners)
        if len(winners) == len(decision.legal) > 1 and worth <= 0 and self.are_level(decision, card, dear):
            if not self.are_level(decision, card, least):
                verb = "takes" if self.surely_takes(decision, least) else "should take"
                which = ", the highest" if dear == card else ", a high card"
                yield Tip("forced", f"Every card of yours {verb} it: get rid of {name}{which}",
                          f"the trick was yours anyway: {name} was the one to spend")  # fmt: skip
        elif worth >= 0 and not self.are_level(decision, card, dear) and self.is_cheapest(decision, card, winners):
            keep = f"keep {decision.face(dear)}{self.purpose_clause(decision, dear, card)}"
            yield Tip("cheap", f"{self.enough_to_take_clause(decision, card)}: {keep}")

    def _is_highest_of(self, decision: Decision[FoolsGoldState], card: Card, group: Sequence[Card]) -> bool:
        """Whether a card is the highest of a group of cards that are not all level."""
        order = sorted(group, key=lambda one: self.rank_from_top(decision.known, one))
        return bool(order) and card == order[0] and not self.are_level(decision, card, order[-1])

    def _tips_for_feeding(self, decision: Decision[FoolsGoldState], card: Card) -> Iterator[Tip]:
        """Yields the principle of leaving a trick to the opponent who is winning it, because the suit of the trick counts
        against that opponent.
        """
        known, led, leader = decision.known, SUIT[decision.known.trick[0]], self.winning_seat_and_card(decision)
        if leader is None or self.later_seats(decision) or not self.winning_cards(decision) or self.is_ahead(decision, card):
            return
        kept = known.kept[leader[0]]
        lies = [one for one in (*known.trick, card) if SUIT[one] == led]
        helps = any(self._can_be_set(decision, one, leader[0]) and kept & OF_RANK[cards.rank(one)] for one in lies)
        if (
            kept
            and points_for_best_suit(kept | BIT[self._unkept_card(decision, lies[0])]) < points_for_best_suit(kept)
            and not helps
        ):
            suit, name = suit_name(lies[0]), decision.face(card)
            yield Tip("feed", f"Leave it to [{leader[0]}] with {name}: {suit} count against [{leader[0]}], and make no set",
                      f"{suit} counted against [{leader[0]}]", about=f"points {leader[0]}")  # fmt: skip

    def _tips_for_losing(self, decision: Decision[FoolsGoldState], card: Card, worth: int) -> Iterator[Tip]:
        """Yields the principles of losing the trick with a card, such as the discard of a bad card. worth: the result of
        `suit_worth`.
        """
        known, name, follows = decision.known, decision.face(card), self.follows_suit(decision, card)
        if follows and not self.winning_cards(decision) and worth >= 0:
            rest = [one for one in self.legal_cards(decision) if not self.are_level(decision, card, one)]
            if rest and self.is_cheapest(decision, card, rest) and self.is_high(decision, self.dearest(decision, rest)):
                said = f"{self.lost_trick_words(decision)}: {self._lost_card_clause(decision, card)}"
                yield Tip("lost", said)
        if not follows:
            yield from self._tips_for_discarding(decision, card)
        elif worth < 0:
            losers = [other for other in self.legal_cards(decision) if self.should_lose(decision, other)]
            order = sorted(losers, key=lambda other: self.rank_from_top(known, other))
            if self.are_level(decision, card, order[0]) and not self.are_level(decision, card, order[-1]):
                what = "tricks that" if self.is_trump(decision, card) else f"{suit_name(card)}, which"
                low, should = decision.face(order[-1]), "" if self._has_kept_card(decision) else "should "
                yield Tip("unload", f"Lose {name}, not {low}: later it could win {what} {should}count against you",
                          f"{name} could be lost here: later it might win {what} count against you")  # fmt: skip
        elif worth > 0:
            yield from self._tips_for_losing_card(decision, card, self.winning_cards(decision))

    def _tips_for_discarding(self, decision: Decision[FoolsGoldState], card: Card) -> Iterator[Tip]:
        """Yields the principles of a card that does not follow suit and does not win."""
        known, name, trump = decision.known, decision.face(card), self.is_trump(decision, card)
        share = decision.mean(card, f"suit {SUIT[card]}")
        bad = self.suit_gain(decision, card) < 0 if share is None else share <= SELDOM
        if not trump and bad and (self.is_high(decision, card) or self.is_master(decision, card)):
            yield Tip("danger", f"Throw {name}: it could win {suit_name(card)}, which count against you",
                      f"{name} might win {suit_name(card)}, which count against you")  # fmt: skip
        trumps = cards.members(decision.hand & OF_SUIT[SUIT[card]]) if trump else ()
        high = min(trumps, key=lambda other: self.rank_from_top(known, other), default=card)
        many = decision.hand.bit_count() <= LATE and 2 * len(trumps) > decision.hand.bit_count()
        if trump and many and self.are_level(decision, card, high):
            yield Tip("trumps", f"Throw {name}, a high trump: at the end it would win what you do not want",
                      f"{name}, a trump, might win at the end what counts against you")  # fmt: skip
        best = max(range(4), key=lambda suit: decision.mean_or_zero(card, f"suit {suit}"))
        own = cards.members(decision.hand & OF_SUIT[best])
        if bad and len(own) > 1 and SUIT[card] != best and any(SUIT[one] == best for one in decision.legal):
            masters = [one for one in own if self.is_master(decision, one)][:2]
            held = f", with {self.names(decision, masters)} the highest," if masters else ""
            yield Tip("keep suit", f"Throw {name}: {cards.SUIT_NAMES[best]}{held} should be your suit",
                      f"{cards.SUIT_NAMES[best]} were worth keeping", claims=(Claim(f"suit {best}", MOSTLY),))  # fmt: skip
