"""Principles of Fools Gold on sets: the card to keep, and cards that make, keep or deny a set of a rank."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from goosetable import cards
from goosetable.cards import BIT, Card, Cards
from goosetable.engine.rules.action import Action
from goosetable.engine.rules.tricks import SUIT
from goosetable.engine.text.advice import (
    FIRM,
    NEARLY_NEVER,
    SHOULD_WIN,
    Claim,
    Decision,
    Ranking,
    Tip,
    suit_name,
    with_pronouns_for_several,
)
from goosetable.engine.text.deciding_advice import DecidingAdvice
from goosetable.engine.text.explain import ALWAYS
from goosetable.engine.text.trick_advice import FEW
from goosetable.engine.words import phrases
from goosetable.engine.words.phrases import rank_name
from goosetable.games.fools_gold.rules import KEEP, OF_RANK, OF_SUIT, SET_SIZE, FoolsGoldState, lacks_set_bonuses

NEXT = {1: ("second", "a third makes a set"), 2: ("third", "that makes a set"), 3: ("fourth", "the set earns more")}
"""Ordinal and effect of the next card of a rank, by the number of its cards that a seat has kept; no card comes after four."""
TEN = cards.RANKS.index("T")
"""The rank of tens. Cards of this rank and of the higher ones, which have lower numbers, may win tricks by themselves."""
HOPE = 0.12
"""Least share of the playouts, 0..1, in which a set must come of a card for a sentence to speak of the set."""


def lacks_one(kept: Cards) -> bool:
    """Whether kept cards lack one card for a set. kept: the kept cards of one rank."""
    return kept.bit_count() == SET_SIZE - 1


class SetAdvice(DecidingAdvice[FoolsGoldState]):
    """The principles on sets, in tricks and for the card to keep."""

    def _set_key(self, decision: Decision[FoolsGoldState], action: Action) -> tuple[int, int, int]:
        """Returns a sort key for cards to keep. It has three numbers of cards of the same rank: those that the seat has kept,
        those that can still come, and those in its hand.
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
        return found.bit_count() >= SET_SIZE and any(decision.known.rows[cards.rank(card)])

    def _cards_beside(self, decision: Decision[FoolsGoldState], card: Card) -> tuple[Card, ...]:
        """Returns the cards of a card's rank that the seat to act has kept. Empty if the seat cannot keep this card, or if
        its rank cannot become a set.
        """
        thrown = decision.known.trick and not self.follows_suit(decision, card)
        if thrown or not self._can_be_set(decision, card):
            return ()
        return cards.members(decision.known.kept[decision.seat] & OF_RANK[cards.rank(card)])

    def command_to_take(self, decision: Decision[FoolsGoldState], card: Card) -> str:
        """Returns the beginning of a sentence on a card that is to win the trick, with the cards that can beat it, as in "Try
        K♦, which only A♦ or a trump can beat".
        """
        if not self.beaters(decision, card):
            return f"Take it with {decision.face(card)}"
        does = "Take it with" if decision.is_figure_likely(card, "takes", ALWAYS) else "Try"
        return f"{does} {decision.face(card)}, which {self._beaten_by(decision, card)}"

    def _beaten_by(self, decision: Decision[FoolsGoldState], card: Card) -> str:
        """Returns words on the cards that can beat a card in this trick, as in "only A♦ or a trump can beat"."""
        over, above = self.beaters(decision, card), self.higher_cards(decision, card)
        higher = cards.members(over & above)
        if not over:
            return "nothing can beat"
        if len(higher) > FEW and decision.known.trick and not self.follows_suit(decision, card):
            return "only a higher trump can beat"
        if len(higher) > FEW:
            kind = "trump" if self.is_trump(decision, card) else suit_name(card, 1)
            return f"{phrases.count_in_words(len(higher), f'higher {kind}')} can beat"
        return f"only {phrases.listed([*map(decision.face, higher), *['a trump'] * bool(over & ~above)], 'or')} can beat"

    def _third_clause(self, decision: Decision[FoolsGoldState], card: Card) -> str:
        """Returns a clause with cards that could make a set of three with a card to keep: ", with 8♥ in your hand". Empty
        unless the seat has already kept one card of the rank.
        """
        group = OF_RANK[cards.rank(card)] & ~BIT[card]
        places = {"in your hand": decision.hand & group, "still out": decision.unseen & group}
        if (decision.known.kept[decision.seat] & group).bit_count() != 1 or not any(places.values()):
            return ""
        where = next(place for place, found in places.items() if found)
        return f", with {self.names(decision, cards.members(places[where]))} {where}"

    def _tips_for_keeping(self, decision: Decision[FoolsGoldState], card: Card) -> Iterator[Tip]:
        """Yields the principles of keeping a card after a trick."""
        known, rank, name = decision.known, cards.rank(card), decision.face(card)
        if lacks_set_bonuses(known.options):
            return
        kept = known.kept[decision.seat] & OF_RANK[rank]
        own, live = kept.bit_count(), self._can_be_set(decision, card)
        if own >= 2 and any(known.rows[rank]):
            ordinal, then = NEXT[own]
            yield Tip("set", f"Keep {name}, your {ordinal} {rank_name(rank)}: {then}",
                      f"{name} would have been your {ordinal} {rank_name(rank)}")  # fmt: skip
        elif own and live:
            beside = self.names(decision, cards.members(kept))
            yield Tip("set", f"Keep {name} beside your {beside}: {self._clause_on_rest_of_rank(decision, card)}",
                      f"{name} would have been your second {rank_name(rank)}{self._third_clause(decision, card)}",
                      claims=(Claim("grows", HOPE),))  # fmt: skip
        yield from self._tips_for_rank_in_hand(decision, card)
        others = [action - KEEP for action in decision.legal if action != card + KEEP]
        left = {one: ((decision.unseen | decision.hand) & OF_RANK[cards.rank(one)]).bit_count() for one in (card, *others)}
        fewer = [one for one in others if left[one] < left[card]]
        if live and fewer and left[card] == max(left.values()):
            count, least = phrases.number_word(left[card]), max(fewer, key=left.__getitem__)
            number = f"only {phrases.number_word(left[least])}" if left[least] else "no"
            than = f"{number} {rank_name(cards.rank(least), left[least])}"
            yield Tip("to come", f"Keep {name}: {count} more of its rank can still come, but {than}",
                      f"{count} more {rank_name(rank, 2)} could still come, but {than}")  # fmt: skip
        poorer = [one for one in others if sum(known.rows[cards.rank(one)]) < sum(known.rows[rank])]
        if live and poorer and len(poorer) == len(others) and left[card] >= max(left.values()):
            less = rank_name(cards.rank(poorer[0]), 2)
            yield Tip(
                "not aces", f"Keep {name}: three {less} earn less than three {rank_name(rank, 2)}", f"three {less} earn less"
            )

    def hint_on_keeping(self, decision: Decision[FoolsGoldState], ranking: Ranking) -> str:
        """Returns a sentence on the card of a trick to keep. Its reason is the rank, for all these cards are of one suit."""
        live = [action for action in decision.legal if self._can_be_set(decision, action - KEEP)]
        grow = [decision.mean(action, "grows") for action in live]
        if not live or lacks_set_bonuses(decision.known.options):
            return ranking.indifferent
        rare = all(share is not None and share < NEARLY_NEVER / 2 for share in grow)
        if said := self.hint_on_numbers(decision, ranking, rare):
            return said
        if rare:
            kept, gone = ranking.listed(live), [decision.face(one - KEEP) for one in decision.legal if one not in live]
            return (f"Keep {kept}: a set is unlikely, but of {phrases.listed(gone, 'or')} none can come at all" if gone
                    else "A set is unlikely with any of them: keep what you like")  # fmt: skip
        best = ranking.best
        near = [one for one in ranking.good if one != best and not self.has_drawback(decision, one, best)]
        other = next((one for one in (*ranking.worse, *ranking.close) if one not in near), None)
        tip, _ = self.deciding_tip(decision, best, other, ranking.bad, near)
        if tip.hint:
            true = [
                one for one in near if self.is_true_of(decision, tip, best, one, lambda action: decision.face(action - KEEP))
            ]
            hint = tip.hint.replace(decision.face(best - KEEP), ranking.listed([best, *true]), 1)
            return with_pronouns_for_several(hint, len(true) + 1) if true else hint
        return self.plain_sentence(decision, best, other) if ranking.bad else ranking.indifferent

    def hint_on_numbers(self, decision: Decision[FoolsGoldState], ranking: Ranking, rare: bool = False) -> str:
        """Returns a sentence with the numbers of cards of each rank that can still come, if no other card to keep has a higher
        one, or an equal one with as many in the hand. It names all best cards of equal numbers. Empty if the numbers do not
        tell, or if the seat has already kept a card of a rank in the trick.

        rare: whether a set is unlikely with any card.
        """
        groups = {action: OF_RANK[cards.rank(action - KEEP)] for action in decision.legal}
        if any(decision.known.kept[decision.seat] & group for group in groups.values()):
            return ""
        live = {action: self._can_be_set(decision, action - KEEP) for action in decision.legal}
        held = {action: (decision.hand & group).bit_count() for action, group in groups.items()}
        come = {one: ((decision.unseen | decision.hand) & group).bit_count() * live[one] for one, group in groups.items()}
        most = come[ranking.best], held[ranking.best]
        alike = sorted([one for one in decision.legal if (come[one], held[one]) == most and one not in ranking.worse])
        rest = sorted([one for one in decision.legal if one not in alike], key=lambda one: -come[one])
        if not rest or not most[0] or any((come[one], held[one]) >= most for one in rest):
            return ""
        name = {one: rank_name(cards.rank(one - KEEP), come[one]) for one in decision.legal}
        said = f"Keep {phrases.listed([decision.face(one - KEEP) for one in alike], 'or')}: {'a set is unlikely; ' * rare}"
        level = [rank_name(cards.rank(one - KEEP), 2) for one in rest if come[one] == most[0]]
        if level and (held[rest[0]] or len(alike) > 1):
            return ""
        if level:
            return f"{said}{self._clause_on_rest_of_rank(decision, alike[0] - KEEP)}; of {phrases.listed(level)} you hold none"
        numbers = dict.fromkeys([come[one] for one in rest if live[one]])
        few = [f"{phrases.number_word(number)} {phrases.listed([name[one] for one in rest if come[one] == number], 'or')}"
               for number in numbers]  # fmt: skip
        none = [decision.face(one - KEEP) for one in rest if not live[one]]
        said += f"{phrases.number_word(most[0])} more {name[alike[0]] if len(alike) == 1 else 'of each rank'} can still come"
        said += f", but only {phrases.listed(few)}" if few else ""
        return f"{said}{'; of ' if few else ', and of '}{phrases.listed(none, 'or')} no set can come" if none else said

    def _clause_on_rest_of_rank(self, decision: Decision[FoolsGoldState], card: Card) -> str:
        """Returns a clause on the other cards of a rank that can still come: "8♥ is in your hand and 8♦ still out"."""
        group = OF_RANK[cards.rank(card)] & ~BIT[card]
        mine, out = cards.members(decision.hand & group), cards.members(decision.unseen & group)
        said = [f"{self.names(decision, mine)} {self._is_or_are(mine)} in your hand"] if mine else []
        if out:
            said.append(f"{self.names(decision, out)} {'' if mine else self._is_or_are(out) + ' '}still out")
        return phrases.listed(said)

    def _tips_for_rank_in_hand(self, decision: Decision[FoolsGoldState], card: Card) -> Iterator[Tip]:
        """Yields the principle of keeping a card of a rank, because the hand has more cards of it for a set than of any
        other. Only high cards and trumps count, which may win a trick and be kept.
        """
        rank, name = cards.rank(card), decision.face(card)
        able = sum([BIT[one] for one in cards.members(decision.hand) if cards.rank(one) <= TEN or self.is_trump(decision, one)])
        mine = {action: (able & OF_RANK[cards.rank(action - KEEP)]).bit_count() for action in decision.legal}
        count = mine[card + KEEP]
        most = count == max(mine.values()) > 0 and self._can_be_set(decision, card)
        if most and (count > 1 or not decision.known.kept[decision.seat] & OF_RANK[rank]):
            places, set_of = self._clause_on_rest_of_rank(decision, card), f"for a set of {rank_name(rank, 2)}"
            had = re.sub(r"\b(is|are)\b", lambda found: "was" if found[1] == "is" else "were", places)
            yield Tip("own more", f"Keep {name}: {places}, {set_of}", f"{had}, {set_of}", claims=(Claim("grows", HOPE),))

    def _tips_for_denying(self, decision: Decision[FoolsGoldState], card: Card) -> Iterator[Tip]:
        """Yields the principle of taking a trick with a card that would make an opponent's set."""
        known, led, name = decision.known, SUIT[decision.known.trick[0]], decision.face(card)
        leader, take = self.winning_seat_and_card(decision), self.command_to_take(decision, card)
        for who in [one for one in self._possible_takers(decision) if one != decision.seat]:
            for one in known.trick:
                rank = cards.rank(one)
                pair = known.kept[who] & OF_RANK[rank]
                lies, beside, about = decision.face(one), self.names(decision, cards.members(pair)), f"set {who} {rank}"
                live = SUIT[one] == led and self._can_be_set(decision, one, who)
                if live and pair.bit_count() == 1 and leader is not None and who == leader[0]:
                    second = f"a second {rank_name(rank)} beside {beside}"
                    yield Tip("keep from", f"{take}: else [{who}] may keep {second}",
                              f"{lies} could go beside [{who}'s] {beside}", claims=(SHOULD_WIN,),
                              about=f"sets {who}")  # fmt: skip
                    return
                if live and lacks_one(pair):
                    yield Tip("keep from", f"{take}: {lies} would make a set with [{who}'s] {beside}",
                              f"{lies} made a set with [{who}'s] {beside}", claims=(SHOULD_WIN,), about=about)  # fmt: skip
                    return
            for one in cards.members(decision.possible_cards(who) & OF_SUIT[led]) if who in self.later_seats(decision) else ():
                pair, lower = (
                    known.kept[who] & OF_RANK[cards.rank(one)],
                    [low for low in self.legal_cards(decision) if one < low],
                )
                if lacks_one(pair) and card < one and SUIT[card] == led and lower and self._can_be_set(decision, one, who):
                    third = f"[{who}] could win with {decision.face(one)}, a third {rank_name(cards.rank(one))}"
                    yield Tip("keep from", f"Play {name}: over a lower card {third}", f"{third}, over a lower card than {name}",
                              claims=(SHOULD_WIN,), about=f"set {who} {cards.rank(one)}")  # fmt: skip
                    return

    def _tips_for_set_in_hand(self, decision: Decision[FoolsGoldState], card: Card) -> Iterator[Tip]:
        """Yields the principle of winning the trick to keep one of its cards, because the hand has two more cards of its rank
        for a set.
        """
        led = SUIT[decision.known.trick[0]]
        for one in sorted([one for one in (*decision.known.trick, card) if SUIT[one] == led and cards.rank(one) <= TEN]):
            held = cards.members(decision.hand & OF_RANK[cards.rank(one)] & ~BIT[card])
            if len(held) > 1 and self._can_be_set(decision, one) and all(self.is_high(decision, other) for other in held):
                kept, both = "it" if one == card else decision.face(one), self.names(decision, held)
                said = f"{self.command_to_take(decision, card)}, to keep {kept}: with {both} it can become a set"
                claims = (Claim(f"sets {decision.seat}", HOPE),)
                yield Tip("set hope", said, f"{decision.face(one)} could be kept, for a set with {both}", claims=claims)
                return

    def _denial_clause(self, decision: Decision[FoolsGoldState], action: Action, other: Action, who: int, rank: int) -> str:
        """Returns a clause on an opponent's kept cards of a rank. Either the card `other` could join them, or the card
        `action` could, but cannot as it surely takes the trick. Empty if none of the two cards has this rank. who: the
        opponent.
        """
        them = "them" if (decision.known.kept[who] & OF_RANK[rank]).bit_count() > 1 else "it"
        has = f"[{who} has] {self.names(decision, cards.members(decision.known.kept[who] & OF_RANK[rank]))}"
        if other < KEEP and cards.rank(other) == rank:
            return f"{has}, and {decision.face(other)} could join {them}"
        if action < KEEP and cards.rank(action) == rank and decision.known.trick and self.surely_takes(decision, action):
            return f"{has}, and {decision.face(action)} can then no longer join {them}"
        return ""

    def _wanted_ranks(self, decision: Decision[FoolsGoldState]) -> list[int]:
        """Returns the ranks of cards in the trick that may extend a set of the seat to act, third cards first."""
        led, kept = SUIT[decision.known.trick[0]], decision.known.kept[decision.seat]
        ranks = [cards.rank(card) for card in decision.known.trick if SUIT[card] == led and self._can_be_set(decision, card)]
        return sorted([rank for rank in ranks if kept & OF_RANK[rank]], key=lambda rank: -(kept & OF_RANK[rank]).bit_count())

    def _tips_for_sets_when_losing(self, decision: Decision[FoolsGoldState], card: Card) -> Iterator[Tip]:
        """Yields the principles of losing the trick with a card for the sake of sets: to deny the card to an opponent who
        collects its rank, or to save a card for a set of the seat's own.
        """
        known, name, rank = decision.known, decision.face(card), cards.rank(card)
        follows, takers = self.follows_suit(decision, card), self._possible_takers(decision)
        for who in range(len(known.hands)):
            pair = known.kept[who] & OF_RANK[rank]
            safe = who not in takers or not follows
            if who != decision.seat and safe and lacks_one(pair) and any(known.rows[rank]):
                beside = self.names(decision, cards.members(pair))
                why = "and only a card of the suit led can be kept" if not follows else "and cannot take this trick"
                does = phrases.with_capital(self.losing_verb(decision, card))
                yield Tip("deny", f"{does} {name} now: [{who} has] {beside}, {why}",
                          f"[{who}] had {beside}, and {name} played here cannot join them",
                          about=f"sets {who}")  # fmt: skip
        yield from self._tips_for_sparing(decision, card)
        if follows:
            yield from self._tips_for_starving(decision, card)

    def _tips_for_sparing(self, decision: Decision[FoolsGoldState], card: Card) -> Iterator[Tip]:
        """Yields the principle of losing a card of a useless rank and keeping one of a rank that the seat collects."""
        kept = decision.known.kept[decision.seat]
        for other in cards.members(decision.hand & OF_SUIT[SUIT[card]] & ~BIT[card]):
            mine = cards.members(kept & OF_RANK[cards.rank(other)])
            if mine and self._can_be_set(decision, other) and not kept & OF_RANK[cards.rank(card)]:
                if self.is_ahead(decision, other) and self.surely_takes(decision, other):
                    continue
                does = phrases.with_capital(self.losing_verb(decision, card))
                beside, over = self.names(decision, mine), cards.members(self.beaters(decision, other))
                beaten = self.is_ahead(decision, other) and 0 < len(over) <= FEW
                why = f": {self.names(decision, over)} can still beat it now" if beaten else ""
                said = f"{does} {decision.face(card)} and keep {decision.face(other)} to go beside your {beside}{why}"
                key = f"set {decision.seat} {cards.rank(other)}"
                yield Tip("spare", said, claims=(Claim(key, HOPE),), about=key)
                return

    def _collector(self, decision: Decision[FoolsGoldState], card: Card) -> int | None:
        """Returns the opponent who collects the rank of a card that loses this trick. It must be an opponent who may take the
        trick, and who can still make a set of this rank; of several, the one who has kept most cards of it. None if there is
        no such opponent.
        """
        group = OF_RANK[cards.rank(card)]
        follows = bool(decision.known.trick) and self.follows_suit(decision, card)
        able = self.later_seats(decision) if self.is_ahead(decision, card) else self._possible_takers(decision)
        takers = [who for who in able if follows and decision.known.kept[who] & group and self._can_be_set(decision, card, who)]
        return max(takers, key=lambda who: (decision.known.kept[who] & group).bit_count(), default=None)

    def _tips_for_starving(self, decision: Decision[FoolsGoldState], card: Card) -> Iterator[Tip]:
        """Yields the principle of losing a card that no opponent collects, and holding back one that an opponent does
        collect.
        """
        losers = [other for other in self.legal_cards(decision) if not self.is_ahead(decision, other)]
        given = [(other, who) for other in losers if (who := self._collector(decision, other)) is not None]
        if self._collector(decision, card) is not None or not given:
            return
        kept = decision.known.kept
        other, who = max(given, key=lambda pair: (kept[pair[1]] & OF_RANK[cards.rank(pair[0])]).bit_count())
        pair = cards.members(kept[who] & OF_RANK[cards.rank(other)])
        out = cards.members(decision.unseen & OF_RANK[cards.rank(other)])
        third = f", and {self.names(decision, out)} {self._is_or_are(out)} out" if out else ""
        has = f"{self.names(decision, pair)}{' already' if len(pair) > 1 else third}"
        yield Tip("starve", f"Play {decision.face(card)}, not {decision.face(other)}: [{who} has] {has}",
                  f"{decision.face(other)} may go to [{who}], who had {has}", about=f"sets {who}")  # fmt: skip

    def _possible_takers(self, decision: Decision[FoolsGoldState]) -> list[int]:
        """Returns the seats that may take the trick: the seat that is winning it, and those yet to play."""
        leader = self.winning_seat_and_card(decision)
        return [*([leader[0]] if leader is not None else []), *self.later_seats(decision)]

    def _tips_for_hopeful_lead(self, decision: Decision[FoolsGoldState], card: Card) -> Iterator[Tip]:
        """Yields the principle of leading a card that can be kept for a set."""
        name, rank = decision.face(card), cards.rank(card)
        if (beside := self._cards_beside(decision, card)) and not self.should_lose(decision, card):
            pair, takes = self.names(decision, beside), self.surely_takes(decision, card)
            key = f"set {decision.seat} {rank}"
            yield Tip("pair", f"Lead {name}: {self._beaten_by(decision, card)} it, and you can keep it beside your {pair}"
                      f"{self._third_clause(decision, card)}",
                      f"{name}{'' if takes else ', if it won,'} could be kept beside {pair}"
                      f"{self._third_clause(decision, card)}", claims=(Claim(key, HOPE),), about=key)  # fmt: skip
        held = cards.members(decision.hand & OF_RANK[rank] & ~BIT[card])
        if len(held) > 1 and self._can_be_set(decision, card) and self.should_take(decision, card):
            yield Tip("set hope", f"Lead {name}, to keep it: with {self.names(decision, held)} it can become a set",
                      f"{name} could be kept, for a set with {self.names(decision, held)}",
                      claims=(Claim(f"sets {decision.seat}", HOPE),))  # fmt: skip

    def _likeliest_beside_kept_card(self, decision: Decision[FoolsGoldState], group: Sequence[Card]) -> Card:
        """Returns the best of several leads, as a rule the first one. If the seat has kept a card of the first lead's rank,
        returns the lead of that rank that is likeliest to win.
        """
        alike = [one for one in group if cards.rank(one) == cards.rank(group[0]) and self._cards_beside(decision, group[0])]
        return max(alike, key=lambda one: self.trick_chance(decision, one), default=group[0])

    def has_drawback(self, decision: Decision[FoolsGoldState], action: Action, best: Action) -> bool:
        """Whether an action has a drawback that the best one lacks. For a card to keep: no set can come of it. For a card to
        play: it is a lead that wins less often, or it gives an opponent a card of a rank that the opponent collects.
        """
        if action >= KEEP:
            return self._can_be_set(decision, best - KEEP) and not self._can_be_set(decision, action - KEEP)
        wins = not decision.known.trick and not self.should_lose(decision, best)
        apart = not self.are_level(decision, action, best)  # level cards differ only by chance
        if wins and apart and self.trick_chance(decision, action) < self.trick_chance(decision, best) - FIRM:
            return True
        return self._collector(decision, action) is not None and self._collector(decision, best) is None
