"""Principles of Throps: the points that the card on sale gains or costs, and the highest bid that it is worth."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import comb, hypot
from typing import ClassVar, NamedTuple

from goosetable import cards
from goosetable.cards import BIT, Card
from goosetable.engine.rules.action import Action, value_of
from goosetable.engine.text.advice import MAX_WORDS, Advice, Decision, Ranking, Tip, without_last_clauses
from goosetable.engine.text.explain import LATER, REAL_ERRORS, WORTH
from goosetable.engine.words import phrases
from goosetable.games.throps.rules import BID, BID_KEY, ROUNDS, VALUE, ThropsState, points_of_cards, suit_values

HIGH = 1 / 3
"""Largest share of stronger unseen cards for a high bid."""
LIKELY = 0.6
"""Least share of the playouts, 0..1, in which a seat that should win the card on sale does so."""
FEW = 2
"""Largest number of stronger cards that a sentence names."""
EARLY, LATE, LITTLE, EVEN = 8, 5, 3, 1 / 2
"""Limits: least number of rounds to come for a card that begins the seat's suit, or makes another its best; largest
difference in points that is little; chance of a bid that wins as often as not.
"""
FIRM = 0.1
"""Least difference between two bids' chances of winning the card on sale, 0..1, that explains a cost."""
MUCH = 6
"""Least gain in points for which a card is worth a high bid."""
SAFE, MAYBE, SURE = 0.3, 0.55, 0.75
"""Chances of winning, 0..1, below which a bid should lose, and from which on it may well win, and should win."""
LEAST_PART = 2 / 3
"""Least part of a cost, 0..1, that the card on sale explains alone."""
NAMED = 3
"""Largest number of level bids, or of unseen cards worth points, that a sentence names."""
NEAR = 0.01
"""Largest difference in value of two level bids that are named together."""
NO_LOSS = 0.001
"""Largest difference in value, a game in a thousand, of bids that make no difference if they earn the same points."""
CLOSING = 3
"""Largest number of rounds to come at which the totals decide who is to be denied a card."""
LOW_SHARE = 0.25
"""Least share of the unseen cards, 0..1, below a hand without low cards."""
LEAST_WANTED = 0.2
"""Chance of winning, 0..1, up to which a bid should lose a card on sale that costs every player, for all bid low."""
MOST_KEPT = 2
"""Largest number of lower cards that a sentence names as kept."""
CHANCE_WORDS = (
    (SURE, "should win it"), (MAYBE, "may well win it"), (0.45, "may go either way"), (SAFE, "may win it"),
    (0.0, "should lose it"),
)  # fmt: skip
"""Words for the chance of a bid to win, each with the least chance to which it applies."""


class WeighedBid(NamedTuple):
    """A bid with the facts that decide on it."""

    card: Card
    level: list[Card]
    """Cards of the hand of other ranks that lose to the same unseen cards."""
    gain: int
    """The change in the seat's points if it wins the card on sale."""
    above: list[Card]
    """Unseen cards that beat the bid."""
    chance: float
    """The chance of the bid to win, 0..1."""
    chances: Mapping[Card, float]
    """The chances of all bids of the hand."""
    weaker: list[Card]
    """The cards of the hand that lose to more unseen cards, the strongest first."""
    stronger: list[Card]
    """The cards of the hand that lose to fewer unseen cards, the weakest first."""


class ThropsAdvice(Advice[ThropsState]):
    """The advice of Throps."""

    mistake_words: ClassVar[Mapping[str, str]] = {
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
    }

    about: ClassVar[Mapping[str, str]] = {
        **dict.fromkeys(("sure", "near", "own suit", "costs", "dear now"), "wins {seat}"),
        **dict.fromkeys(("shed", "spare", "enough", "let go"), LATER),
    }

    # ------------------------------------------------------------------ the hint

    def tips(self, decision: Decision[ThropsState], action: Action) -> Iterator[Tip]:
        """Yields the plan that a bid follows, with its sentence."""
        yield self._tip_on_plan(decision, action, [action])

    def plain_sentence(self, decision: Decision[ThropsState], action: Action, other: Action | None) -> str:
        return self._tip_on_plan(decision, action, [action]).hint

    def whole_hint(self, decision: Decision[ThropsState], ranking: Ranking) -> str:
        """Returns the worth of the card on sale to each player, the plan of the best bid, and the reason against a neighbouring
        bid.

        Bids that lose to the same cards as the best one, and do as well, are named with it. Empty if all bids are equal.
        """
        points = [decision.mean_or_zero(one, f"points {decision.seat}") for one in decision.legal if decision.is_counted(one)]
        differ = bool(points) and max(points) - min(points) > LITTLE
        if not differ and (not (*ranking.close, *ranking.worse) or max(map(abs, ranking.loss.values())) <= NO_LOSS):
            return ""
        best, above = ranking.best, self.stronger_cards(decision, ranking.best - BID)
        near = [best, *[one for one in (*ranking.level, *ranking.close) if abs(ranking.loss[one]) <= NEAR]]
        same = [one for one in near if self.stronger_cards(decision, one - BID) == above]
        level = [one for one in same if cards.rank(one - BID) == cards.rank(best - BID)]
        return self._tip_on_plan(decision, best, level[:NAMED]).hint

    def _tip_on_plan(self, decision: Decision[ThropsState], action: Action, group: Sequence[Action]) -> Tip:
        """Returns the tip on a bid's plan: to win the card on sale, to leave it to others, or to get rid of a card.

        group: the bid and all that are named with it.
        """
        bid = self.weigh(decision, action - BID)
        names = phrases.listed([decision.face(one - BID) for one in sorted(group)], "or")
        name, why = self._reason_to_bid(decision, bid, names)
        hint = f"{self.stake_sentence(decision)}{why}"
        if len(hint.split()) > MAX_WORDS:
            hint = hint.removesuffix(" for worse").removesuffix(" for later")
        return Tip(name, without_last_clauses(hint, (";", ", but", ", and"), after=":"))

    def weigh(self, decision: Decision[ThropsState], card: Card) -> WeighedBid:
        """Returns the facts on a bid: the unseen cards above it, its chance of winning, and its neighbours in the hand."""
        key, chances = BID_KEY[cards.suit(decision.known.turned)], self.win_chances(decision)
        own, above = self.hand_from_lowest(decision)[::-1], self.stronger_cards(decision, card)
        apart = [one for one in own if self.stronger_cards(decision, one) != above]
        level = [one for one in own if one not in apart and cards.rank(one) != cards.rank(card)]
        return WeighedBid(
            card, level, self.gain(decision, decision.seat), above, chances[card], chances,
            [one for one in apart if key[one] > key[card]], [one for one in apart if key[one] < key[card]][::-1],
        )  # fmt: skip

    def _reason_to_bid(self, decision: Decision[ThropsState], bid: WeighedBid, names: str) -> tuple[str, str]:
        """Returns a plan's name and its clause. The hint has the worth of the card on sale before this clause."""
        if said := self._goal_clause(decision, bid, names):
            return "goal", said
        if bid.chance >= EVEN:
            return self._reason_to_win(decision, bid, names)
        return self._reason_to_save(decision, bid, names) if bid.gain > 0 else self._reason_to_lose(decision, bid, names)

    def _goal_clause(self, decision: Decision[ThropsState], bid: WeighedBid, names: str) -> str:
        """Returns a clause if the card on sale would bring a seat to the target and into the lead; else empty."""
        known, seat = decision.known, decision.seat
        if known.options.length != "whole" or ROUNDS - known.round > CLOSING or bid.chance < LIKELY:
            return ""
        target, now = known.options.target, self.present_totals(decision)
        for who, before in enumerate(now):
            after, rest = before + self.gain(decision, who), max([other for one, other in enumerate(now) if one != who])
            if max(now) < target <= after and after > rest:
                does = "bid" if who == seat else "take it away with"
                return f", and [{who}] would stand at {phrases.format_points(after)} of {target} with it: {does} {names}"
        return ""

    def _reason_to_win(self, decision: Decision[ThropsState], bid: WeighedBid, names: str) -> tuple[str, str]:
        """Returns the plan of a bid that wins more often than not, and its clause."""
        wins, rival, own = (
            self.words_for_chance(decision, bid.card),
            self.opponent_who_gains_most(decision),
            decision.known.turned,
        )
        suit, left = cards.SUIT_NAMES[cards.suit(own)], ROUNDS - decision.known.round
        if self._is_first_card_worth_cost(decision, bid):
            sure, then = self._surest_words(decision, bid), self._paying_words(decision, suit)
            return "begin", f": {names} {wins}{sure}, and then {then}"
        worst = -min(self.gains_of_unseen(decision).values(), default=0)
        easy = [one for one in bid.weaker if self._is_burden(decision, bid, one)]
        if easy and worst >= LITTLE - bid.gain:
            so = f"so spend {names} before it wins a card that costs {worst}"
            return "spend", f": even {decision.face(easy[-1])} {self.words_for_chance(decision, easy[-1])}, {so}"
        saves = self._points_saved_later(decision, bid.card, bid.weaker[0]) if bid.weaker else 0.0
        if bid.gain > 0 and worst > 0 and saves > max(bid.gain, LITTLE):
            sold = f"{wins} now{self._surest_words(decision, bid)}" if bid.chance >= MAYBE else "may win it now"
            return "spend", f": {names} {sold}, rather than a card that costs {worst} later"
        if bid.gain > 0:
            return "win", f": {names} {wins}{self._strength_words(decision, bid)}"
        if self.gain(decision, rival) >= max(MUCH, -bid.gain):
            takes = wins.replace("win", "take").replace(" it", f" it from [{rival}]")
            return "deny", f": {names} {takes}{self._strength_words(decision, bid)}"
        if left >= LATE and self.makes_best_suit(decision, cards.suit(own)):
            return "dear now", f": {names} {wins}, and then {suit} are your best suit, and later {suit} pay"
        lowest = [one for one in bid.weaker if self.share_above(decision, one) >= 1 - LOW_SHARE]
        if 0 < len(lowest) <= LOW_SHARE * len(decision.legal) and worst > -bid.gain:
            few = phrases.count_in_words(len(lowest), "low card")
            return "high", f": {names} {wins}, and with only {few} you must win some; {decision.face(lowest[-1])} stays"
        if not bid.weaker:
            return "lowest", f": {self._lowest_words(decision, bid, names, f'{wins} all the same')}"
        if LITTLE - bid.gain <= worst:
            better = f"but better lose {-bid.gain} now" if bid.gain else "better now for nothing"
            return "pay", f": {names} {wins}, {better} than {'' if bid.gain else 'for '}{worst} later"
        use = "one as dear" if worst >= -bid.gain else "the cards to come"
        return "rid", f": {names} {wins}, and {decision.face(bid.weaker[-1])} stays for {use}"

    def _surest_words(self, decision: Decision[ThropsState], bid: WeighedBid) -> str:
        """Returns " as surely as K♥" for the next stronger card of the hand, if it wins hardly more often; else empty."""
        over = bid.stronger[0] if bid.stronger and bid.above else None
        return f" as surely as {decision.face(over)}" if over is not None and bid.chances[over] < bid.chance + FIRM / 2 else ""

    def _strength_words(self, decision: Decision[ThropsState], bid: WeighedBid) -> str:
        """Returns a clause on the unseen cards that beat a bid, and on those that beat the next weaker card of the hand."""
        count, out, low = len(bid.above), decision.unseen.bit_count(), bid.weaker[0] if bid.weaker else None
        others = [self.gain(decision, who) for who in self.other_seats(decision)]
        said = f", with {phrases.number_word(count)} of {out} cards above it"
        if not count:
            said = "" if low is not None else ", for no card out beats it"
        elif count <= FEW:
            beats = "beats" if count == 1 else "beat"
            dearer = [one for one in bid.level if cards.rank(one) < cards.rank(bid.card)]
            too = f", as {'it does' if count == 1 else 'they do'} {decision.face(dearer[0])}" if dearer else ""
            said = f", {'for' if bid.chance >= SURE else 'and'} only {self.names(decision, bid.above)} {beats} it{too}"
        elif count <= HIGH * out and bid.chance >= SURE:
            said = f", for only {phrases.number_word(count)} cards out beat it"
        elif max(others) < 0 and bid.chance > MAYBE:
            said = ", for neither of the others wants it"
        if low is not None and bid.chances[low] < bid.chance - FIRM / 2:
            more = len(self.stronger_cards(decision, low))
            if count > FEW and max(others) < 0 and bid.chance > MAYBE:
                return f"{said}, but {decision.face(low)} {self.words_for_chance(decision, low)}"
            if more > count + 1:
                return f"{said}, but {phrases.number_word(more)}{'' if count else ' cards out'} beat {decision.face(low)}"
        return f"{said}, and {decision.face(bid.stronger[-1])} stays" if bid.stronger else said

    def _reason_to_lose(self, decision: Decision[ThropsState], bid: WeighedBid, names: str) -> tuple[str, str]:
        """Returns the plan, and its clause, of a bid that loses more often than not, for a card on sale that gains nothing."""
        wins, out = self.words_for_chance(decision, bid.card), decision.unseen.bit_count()
        risk = self._risk_words(decision, bid)
        left = self.may_be_left_with(decision, bid.card)
        if not bid.weaker and not bid.level and left:
            lower = out - len(bid.above)
            are = "card out is" if lower == 1 else "cards out are"
            so = f"for {phrases.number_word(lower)} {are} lower"
            return "lowest", f": bid {names}, your lowest; you may get it all the same, {so}"
        if not bid.weaker:
            if (who := self.likely_winner(decision, bid.card)) is not None:
                wins = f"leaves it to [{who}]"
            return "lowest", f": {self._lowest_words(decision, bid, names, f'{wins}, while {risk}' if risk else wins)}"
        stays = risk or self._kept_clause(decision, bid)
        if (who := self.likely_winner(decision, bid.card)) is not None:
            return "rid", f": [{who}] {self._outbid_clause(decision, bid, who)}, so be rid of {names}; {stays}"
        if min([self.gain(decision, who) for who in self.other_seats(decision)]) > 0:
            return "rid", f": both others want it, so be rid of {names}; {stays}"
        if bid.gain >= -LITTLE:
            harm = "does no harm" if not bid.gain else f"costs only {-bid.gain}"
            if over := self._level_card_above(decision, bid):
                return "rid", f": be rid of {names} or {decision.face(over)}; a win {harm}"
            return "rid", f": be rid of {names}, which {harm} if it wins; {stays}"
        if risk and bid.chances[bid.stronger[0]] >= SAFE > bid.chance and not left:
            return "shed", f": {names} is your highest that {wins}; {stays}"
        if 2 * len(bid.above) >= out:
            so = "though" if left else "for"
            return "shed", f": {names} {wins}, {so} {phrases.number_word(len(bid.above))} of {out} cards out beat it; {stays}"
        return "shed", f": {names} {wins}; {stays}"

    def _risk_words(self, decision: Decision[ThropsState], bid: WeighedBid) -> str:
        """Returns a clause on the next stronger card of the hand, such as "J♣ might win it"; empty if it wins hardly more often
        than the bid, or if the card on sale would not cost points.
        """
        over = bid.stronger[0] if bid.stronger else None
        if over is None or bid.gain > 0 or bid.chances[over] < bid.chance + FIRM:
            return ""
        could = next((words for least, words in CHANCE_WORDS[:3] if bid.chances[over] >= least), "might win it")
        return f"{decision.face(over)} {could}"

    def _level_card_above(self, decision: Decision[ThropsState], bid: WeighedBid) -> Card | None:
        """Returns the next stronger card of the hand if it is as good a bid in the playouts, and not sure to win; else None."""
        over = bid.stronger[0] if bid.stronger else bid.card
        worth = [decision.mean(card + BID, WORTH) for card in (bid.card, over)]
        level = None not in worth and abs((worth[0] or 0.0) - (worth[1] or 0.0)) <= NEAR
        return over if level and over != bid.card and bid.chances[over] < SURE else None

    def _lowest_words(self, decision: Decision[ThropsState], bid: WeighedBid, names: str, wins: str) -> str:
        """Returns a clause on a bid with no weaker card in the hand. names: the bid, and those named with it. wins: words for
        its chance to win.
        """
        if lower := [one for one in bid.level if cards.rank(one) > cards.rank(bid.card)]:
            count = decision.unseen.bit_count() - len(bid.above)
            are = "card out is" if count == 1 else "cards out are"
            below = f"only {phrases.number_word(count)} {are}" if count else "no card out is"
            if not all(self.are_level(decision, bid.card + BID, one + BID) for one in lower):
                return f"{names} loses to the same cards as {decision.face(lower[-1])}, which stays"
            every = [*bid.level, *[one - BID for one in decision.legal if cards.rank(one - BID) == cards.rank(bid.card)]]
            every.sort(key=BID_KEY[cards.suit(decision.known.turned)].__getitem__)
            return f"{self.names(decision, every)} lose to the same cards, and {below} lower"
        alike = [one for one in decision.legal if cards.rank(one - BID) == cards.rank(bid.card)]
        if any(decision.face(one - BID) not in names for one in alike):
            return f"{names} {wins}"
        return f"{names}, your {'lower card' if len(decision.legal) == 2 else 'lowest'}, {wins}"

    def _reason_to_save(self, decision: Decision[ThropsState], bid: WeighedBid, names: str) -> tuple[str, str]:
        """Returns the plan of a bid that seldom wins a card on sale that earns points, and its clause."""
        wins, who = self.words_for_chance(decision, bid.card), self.likely_winner(decision, bid.card)
        others = [self.gain(decision, other) for other in self.other_seats(decision)]
        if max(others) <= -max(MUCH, 2 * bid.gain):
            return "leave", f": better leave it to them, and {names} {wins}"
        kept = self._lower_cards(decision, bid)
        high = kept and len(bid.weaker) >= len(bid.stronger)
        if bid.gain >= MUCH and bid.chance >= SAFE:
            return "try", f": {names} {wins}{self._strength_words(decision, bid)}"
        if who is not None and high and not bid.stronger:
            but = f"but [{who}] {self._outbid_clause(decision, bid, who)}"
            alike = f" or {self.names(decision, bid.level[:1])}, equal now," if bid.level else ", your highest,"
            return "try", f": {names}{alike} has the best chance, {but}; {self._kept_clause(decision, bid)}"
        if who is not None:
            does = f"so {'be rid of' if high else 'spend only'} {names}"
            does += f"; {self._kept_clause(decision, bid)}" if kept else ""
            return "let go", f": [{who}] {self._outbid_clause(decision, bid, who)}, {does}"
        if high:
            highest = ", your highest" if not bid.stronger else ""
            return (
                "try",
                f": bid {names}{highest}, which gains {bid.gain} if it wins; {self._kept_clause(decision, bid)}",
            )
        return "save", f": {names} {wins}; {decision.face(bid.stronger[-1])} stays" if bid.stronger else f": {names} {wins}"

    def likely_winner(self, decision: Decision[ThropsState], card: Card) -> int | None:
        """Returns the opponent who wins the card on sale in most playouts of a bid. Opponents whom the card costs points are
        left out, unless the card costs the seat to act far more. None if there is no such opponent.
        """
        least = min(self.gain(decision, decision.seat) + MUCH, 0)
        others = [who for who in self.other_seats(decision) if self.gain(decision, who) >= least]
        return next((who for who in others if decision.is_figure_likely(card + BID, f"wins {who}", LIKELY)), None)

    def _outbid_clause(self, decision: Decision[ThropsState], bid: WeighedBid, who: int) -> str:
        return f"{'should' if decision.is_figure_likely(bid.card + BID, f'wins {who}', SURE) else 'may well'} outbid you"

    def _kept_clause(self, decision: Decision[ThropsState], bid: WeighedBid) -> str:
        """Returns a clause on the lower cards of the hand, which stay. It is "2♠ stays for worse" if unseen cards would cost
        clearly more than the card on sale.
        """
        lower = self._lower_cards(decision, bid)
        until = "worse" if self.may_come_worse(decision) else "later"
        what = self.names(decision, lower) if len(lower) <= MOST_KEPT else "lower ones"
        return f"{what} {'stays' if len(lower) == 1 else 'stay'} for {until}"

    def _lower_cards(self, decision: Decision[ThropsState], bid: WeighedBid) -> list[Card]:
        """Returns the cards of the hand that are lower than a bid, the strongest first. Cards that lose to the same unseen
        cards as the bid are included.
        """
        key = BID_KEY[cards.suit(decision.known.turned)]
        return [*[one for one in bid.level if key[one] > key[bid.card]], *bid.weaker]

    def may_come_worse(self, decision: Decision[ThropsState]) -> bool:
        """Whether two or more of the unseen cards would cost the seat clearly more than the card on sale."""
        now = self.gain(decision, decision.seat)
        return sum([gain <= min(now, 0) - LITTLE for gain in self.gains_of_unseen(decision).values()]) > 1

    def _is_first_card_worth_cost(self, decision: Decision[ThropsState], bid: WeighedBid) -> bool:
        """Whether a bid should win the seat its first card early in the deal, at a cost that later rounds pay back."""
        early = ROUNDS - decision.known.round >= EARLY and not decision.known.won[decision.seat]
        if not early or bid.gain >= MUCH or bid.chance < EVEN or not bid.weaker:
            return False
        low, key = bid.weaker[-1], LATER
        more = decision.mean_or_zero(bid.card + BID, key) - decision.mean_or_zero(low + BID, key)
        return bid.gain >= -LITTLE or more > -bid.gain

    def _paying_words(self, decision: Decision[ThropsState], suit: str) -> str:
        """Returns a clause on the cards of a suit that should still come on sale: "about three later hearts pay you"."""
        out = (decision.unseen & cards.suit_in_one_pack(cards.SUIT_NAMES.index(suit))).bit_count()
        more = round(out * (ROUNDS - decision.known.round) / max(decision.unseen.bit_count(), 1))
        return f"about {phrases.number_word(more)} later {suit} pay you" if more > 1 else f"later {suit} pay you"

    def _is_burden(self, decision: Decision[ThropsState], bid: WeighedBid, low: Card) -> bool:
        """Whether a bid's card is better spent now than the weaker card `low`: `low` wins nearly as often, and the bid's card
        would cost more in later rounds than `low`.
        """
        more = self._points_saved_later(decision, bid.card, low)
        better = decision.mean_or_zero(bid.card + BID, WORTH) > decision.mean_or_zero(low + BID, WORTH)
        return (more > LITTLE / 2 or (more > 0 and better)) and bid.chances[low] >= max(SURE, bid.chance - 2 * FIRM)

    def _points_saved_later(self, decision: Decision[ThropsState], card: Card, low: Card) -> float:
        """Returns the additional points of later rounds if `card` is bid now and not the weaker card `low`; 0 if the
        difference is within its error.
        """
        mine, other = (decision.prospects.get(one + BID) for one in (card, low))
        if mine is None or other is None or not mine.deals or not other.deals:
            return 0.0
        more, error = mine.mean(LATER) - other.mean(LATER), hypot(mine.errors.get(LATER, 0.0), other.errors.get(LATER, 0.0))
        return more if more > REAL_ERRORS * error else 0.0

    def words_for_chance(self, decision: Decision[ThropsState], card: Card) -> str:
        """Returns words for the chance of a bid to win, such as "should lose it" or "may win it". They call the result certain
        only if it follows from the number of stronger unseen cards.
        """
        above, chance = self.stronger_cards(decision, card), self.win_chances(decision)[card]
        if not above:
            return "is sure to win it"
        if len(above) == decision.unseen.bit_count():
            return "cannot win it"
        if self.may_be_left_with(decision, card):
            return "may win it"
        return next(words for least, words in CHANCE_WORDS if chance >= least)

    def may_be_left_with(self, decision: Decision[ThropsState], card: Card) -> bool:
        """Whether a bid meant to lose may leave the seat with the card on sale: that card costs each seat points, and the
        others may hold lower cards to bid. False if the card costs the seat little.

        card: the card bid.
        """
        others = self.other_seats(decision)
        chance = self.win_chances(decision)[card]
        cheap = self.gain(decision, decision.seat) >= -MUCH
        if cheap or chance >= SAFE or any(self.gain(decision, who) >= 0 for who in others):
            return False
        out, lower = decision.unseen.bit_count(), decision.unseen.bit_count() - len(self.stronger_cards(decision, card))
        if not lower:
            return False
        sizes = [decision.hand_sizes[who] for who in others]
        without = [comb(out - lower, size) / comb(out, size) for size in (*sizes, min(sum(sizes), out))]
        both = 1 - without[0] - without[1] + without[2]
        return chance > LEAST_WANTED or both >= LIKELY

    def preferred_action(self, decision: Decision[ThropsState], group: Sequence[Action]) -> Action:
        """Returns the bid to advise among equally rated ones.

        If the card on sale costs many points, it is the strongest bid that should lose; if it costs few points, the strongest
        bid that wins less often than not. Of bids that lose to the same unseen cards, it is the weakest if the bid is meant
        to win, else the strongest.
        """
        key, chances = BID_KEY[cards.suit(decision.known.turned)], self.win_chances(decision)
        best = self._bid_of_plan(decision, group, chances)
        above = self.stronger_cards(decision, best - BID)
        same = [one for one in (best, *group) if self.stronger_cards(decision, one - BID) == above]
        pick = max if chances[best - BID] >= EVEN else min
        return pick(same, key=lambda one: key[one - BID])

    def _bid_of_plan(self, decision: Decision[ThropsState], group: Sequence[Action], chances: Mapping[Card, float]) -> Action:
        """Returns the bid of equally rated ones that fits the worth of the card on sale best. chances: by card, the chance
        that its bid wins.
        """
        best, gain = group[0], self.gain(decision, decision.seat)
        first = self.weigh(decision, best - BID)
        worth = {one: decision.mean_or_zero(one, WORTH) for one in group}
        order = sorted(group, key=lambda one: self.bid_strength(decision, one))
        good = [one for one in order if worth[one] >= max(worth.values()) - 2 * NEAR]
        rich = [one for one in order if chances[one - BID] >= SURE and self._earns_more(decision, one, best)]
        if rich and gain < 0 and first.chance < EVEN:  # a hand of high cards must win some of those that cost
            return rich[0]
        losers = [one for one in self._with_dropped_bids(decision, order, good) if chances[one - BID] <= SAFE / 2]
        losers = [one for one in losers if not self.may_be_left_with(decision, one - BID)] or losers[:1]
        rather = losers or [one for one in good if chances[one - BID] <= SAFE]
        sure = [one for one in order if chances[one - BID] >= LIKELY]
        if self._is_first_card_worth_cost(decision, first):
            sure = [one for one in sure if chances[one - BID] >= SURE + FIRM] or sure
        if self._is_first_card_worth_cost(decision, first) or (gain >= MUCH and first.chance < EVEN):
            likeliest = [one for one in reversed(order) if chances[one - BID] >= SAFE]
            return next((one for one in (*sure, *likeliest) if one in good), best)
        if gain > 0:
            least = worth[best] - (NEAR if gain < MUCH else 0.0)
            return next((one for one in order if chances[one - BID] >= EVEN and worth[one] >= least), best)
        if gain >= -LITTLE and first.chance < EVEN:
            return [one for one in order if chances[one - BID] < EVEN][-1]
        if gain >= -LITTLE or self._goal_clause(decision, first, ""):
            return best
        dear = [one for one, brings in self.gains_of_unseen(decision).items() if brings <= gain]
        leaves = len(dear) > 1 or self.likely_winner(decision, best - BID) is not None
        if losers and leaves and first.chance < EVEN:
            return losers[-1]
        if not rather and gain <= -MUCH:  # the search may have dropped the sure losers early
            low = [one for one in decision.legal if chances[one - BID] <= SAFE / 2]
            rather = [one for one in low if decision.mean_or_zero(one, WORTH) >= worth[best] - NEAR]
        spares = good and not self.may_come_worse(decision) and chances[good[0] - BID] <= first.chance - FIRM
        if not rather and gain <= -MUCH and first.chance >= EVEN and spares:  # no card out costs more
            return good[0]
        return rather[0] if rather and gain <= -MUCH and best not in rather else best

    def _earns_more(self, decision: Decision[ThropsState], one: Action, other: Action) -> bool:
        """Whether a bid earns clearly more points in the deal than another one, and is worth no less."""
        more, worth = (
            decision.mean_or_zero(one, key) - decision.mean_or_zero(other, key) for key in (f"points {decision.seat}", WORTH)
        )
        return more >= MUCH and worth >= 0

    def _with_dropped_bids(
        self, decision: Decision[ThropsState], order: Sequence[Action], good: Sequence[Action]
    ) -> list[Action]:
        """Returns the bids `good`, and others that may be as good although the search dropped them early, the weakest first.

        order: the bids that the search has not dropped.
        """
        found = [*good]
        for one in decision.legal:
            seen = decision.prospects.get(one)
            if one not in order and seen is not None and seen.deals:
                most = max([decision.mean_or_zero(other, WORTH) for other in good])
                found += [one] * (seen.mean(WORTH) + min(seen.errors.get(WORTH, 0.0), 3 * NEAR) >= most)
        return sorted(found, key=lambda one: self.bid_strength(decision, one))

    # ------------------------------------------------------------------ the review

    def tips_for_review(self, decision: Decision[ThropsState], action: Action, other: Action) -> Iterator[Tip]:
        """Yields the reasons why `action` was better, from the worth of the card on sale and of both bids later on.

        If `action` is the lower bid, the card of `other` was needed elsewhere. If `action` is the higher bid, that bid could
        win the card on sale, or the card of `other` was better kept.
        """
        better, played = action - BID, other - BID
        key, gain = BID_KEY[cards.suit(decision.known.turned)], self.gain(decision, decision.seat)
        if key[better] > key[played]:
            yield from self._tips_on_high_bid(decision, better, played, gain)
        elif gain > 0:
            yield from self._tips_on_low_bid_for_gain(decision, better, played, gain)
        else:
            yield from self._tips_on_low_bid(decision, better, played, gain)

    def _tips_on_low_bid_for_gain(
        self, decision: Decision[ThropsState], better: Card, played: Card, gain: int
    ) -> Iterator[Tip]:
        """Yields the reasons why a bid was too low for a card on sale that earns points. gain: these points."""
        name, sold, rival = decision.face(better), decision.face(decision.known.turned), self.opponent_who_gains_most(decision)
        above, theirs, kept = (
            self.stronger_cards(decision, better),
            self.gain(decision, rival),
            self._low_card_words(decision, played),
        )
        worth, more = f"{sold} was worth {gain} to you", self._share_won(decision, better) - self._share_won(decision, played)
        if theirs >= max(MUCH, 2 * gain):
            could = (
                "would have taken" if not above else "could take" if self._share_won(decision, better) >= EVEN else "might take"
            )
            yield Tip("deny", "", f"{sold} was worth {gain} to you and {theirs} to [{rival}]: {name} {could} it away",
                      about=f"wins {rival}")  # fmt: skip
        if not above:
            yield Tip("sure", "", f"{name} was sure to win {sold}, worth {gain} to you")
        else:
            kind = "near" if len(above) <= FEW else "own suit"
            yield Tip(kind, "", f"{worth}: {self._clause_on_both_bids(decision, better, played)}")
        if kept:
            counted = f"{self._clause_on_both_bids(decision, better, played)}, and " if more >= FIRM else ""
            yield Tip("shed", "", f"{worth}{': ' if counted else ', but '}{counted}{kept}")

    def _clause_on_both_bids(self, decision: Decision[ThropsState], better: Card, played: Card) -> str:
        """Returns a clause on the unseen cards that beat the bid made, and on those that beat the better bid."""
        over, above = self.stronger_cards(decision, played), self.stronger_cards(decision, better)
        counted = len(over) > FEW or not over
        first = self._beaten_clause(decision, played, over, above, " out")
        return f"{first}, {self._beaten_clause(decision, better, above, over, '' if counted else ' out')}"

    def _beaten_clause(
        self, decision: Decision[ThropsState], card: Card, above: Sequence[Card], others: Sequence[Card], out: str
    ) -> str:
        """Returns a clause on the unseen cards that beat a bid. above: these cards. others: the cards that beat the bid to
        compare with. out: " out", to add after the number, or empty.
        """
        those = f"{phrases.count_in_words(len(above), 'card') if out else phrases.number_word(len(above))}{out}"
        if not above:
            those = f"no card{out}" if out else "none"
        elif len(above) <= FEW:
            those = self.names(decision, above)
        return f"{'only ' if above and 2 * len(above) <= len(others) else ''}{those} could beat {decision.face(card)}"

    def _low_card_words(self, decision: Decision[ThropsState], played: Card) -> str:
        """Returns a clause on the card bid, if this card is one of the two lowest of the hand and so was better kept; else
        empty.
        """
        if played not in self.hand_from_lowest(decision)[:FEW]:
            return ""
        one = "your lowest" if played == self.weakest_card(decision) else "one of your lowest two"
        return f"{decision.face(played)}, {one}, was better kept for a card that costs you"

    def _tips_on_low_bid(self, decision: Decision[ThropsState], better: Card, played: Card, gain: int) -> Iterator[Tip]:
        """Yields the reasons why a bid was too low for a card on sale that earns no points: an opponent was to be denied the
        card, its suit pays later, or a low card was to be kept.
        """
        known, sale, rival = decision.known, decision.known.turned, self.opponent_who_gains_most(decision)
        name, low, sold = decision.face(better), decision.face(played), decision.face(sale)
        suit, theirs, more = cards.suit(sale), self.gain(decision, rival), self._share_won(decision, better) >= FIRM
        if theirs >= MUCH and theirs >= -gain and not decision.is_figure_rare(better + BID, f"wins {decision.seat}"):
            yield Tip("deny", "", f"{sold} would have been worth {theirs} to [{rival}]: {name} could take it away",
                      about=f"wins {rival}")  # fmt: skip
        if self.share_above(decision, better) <= HIGH:
            if ROUNDS - known.round >= CLOSING and more and self.makes_best_suit(decision, suit):
                yield Tip("dear now", "", f"with {sold} {cards.SUIT_NAMES[suit]} would be your best suit")
            return
        if self.share_above(decision, played) < EVEN:
            return
        rarely = (
            gain < -LITTLE
            and played == self.weakest_card(decision)
            and decision.is_figure_rare(better + BID, f"wins {decision.seat}")
        )
        if gain and (rarely or not more):
            often = "seldom" if more else "hardly"
            said = f"{name} would {often} have won {sold}: {low} was better kept for a card that you must not win"
            yield Tip("shed", "", said)
        elif -MUCH <= gain < 0:
            yield Tip("shed", "", f"{sold} costs only {-gain}: a good place to be rid of {name}")

    def _tips_on_high_bid(self, decision: Decision[ThropsState], better: Card, played: Card, gain: int) -> Iterator[Tip]:
        """Yields the reasons why a bid was too high: the card on sale costs points, or later cards would earn more."""
        name, high, sold = decision.face(better), decision.face(played), decision.face(decision.known.turned)
        rival, wanted = self.opponent_who_gains_most(decision), self._wanted_words(decision, gain)
        theirs, high_enough = self.gain(decision, rival), self.share_above(decision, played) <= EVEN
        if gain < 0:
            suit = cards.suit(decision.known.turned)
            first = not suit_values(decision.known.won[decision.seat])[suit]
            cost = f"{'a first ' + cards.SUIT_NAMES[suit][:-1] if first else sold} costs you {-gain}"
            beaten = self._clause_on_both_bids(decision, better, played)
            paid = -gain * (self._share_won(decision, played) - self._share_won(decision, better))
            also = f", and {wanted}" if wanted and paid <= LEAST_PART * self._points_lost(decision, better, played) else ""
            yield Tip("costs", "", f"{cost}: {beaten}{self._last_two_clause(decision, played) or also}")
            if wanted and high_enough:
                yield Tip("spare", "", f"{cost}, and {high} was better kept: {wanted}")
            return
        if not high_enough:
            return
        if gain and not self.stronger_cards(decision, better):
            yield Tip("enough", "", f"{name} was sure to win {sold} too, and {high} would have stayed")
        elif theirs > gain > 0 and theirs >= MUCH and self._share_won(decision, played) < EVEN:
            yield Tip("let go", "", f"{sold} was worth {theirs} to [{rival}] and only {gain} to you: {high} was better kept")
        elif gain < MUCH:
            worth = f"was worth only {gain} to you" if gain else "changes nothing for you"
            kept = f"was better kept{': ' if wanted else ' for a dearer card'}{wanted}"
            yield Tip("spare", "", f"{sold} {worth}, and {high} {kept}")

    def _points_lost(self, decision: Decision[ThropsState], better: Card, played: Card) -> float:
        """Returns the points that a bid costs against a better one in the playouts; 0 without playouts."""
        first, second = (decision.mean_or_zero(card + BID, f"points {decision.seat}") for card in (better, played))
        return first - second

    def _wanted_words(self, decision: Decision[ThropsState], gain: int) -> str:
        """Returns a clause on the unseen cards that would bring the seat clearly more points than the card on sale; empty if
        there is none. gain: the points that the card on sale brings.
        """
        least = max(gain, 0) + LITTLE
        found = {card: brings for card, brings in self.gains_of_unseen(decision).items() if brings > least}
        suits = {cards.suit(card) for card in found}
        if not found:
            return ""
        what = self.names(decision, [*found])
        if len(found) > NAMED:
            what = phrases.count_in_words(len(found), cards.SUIT_NAMES[suits.pop()][:-1] if len(suits) == 1 else "card")
        low, high = min(found.values()), max(found.values())
        return f"{what} {'is' if len(found) == 1 else 'are'} out and would bring you {low}{' or more' * (low < high)}"

    def _last_two_clause(self, decision: Decision[ThropsState], played: Card) -> str:
        """Returns a clause on the worth of the last card on sale, in the last round but one. Empty if an unseen card beats the
        card bid, or if no more than half of the unseen cards would bring points.
        """
        gains = [brings > 0 for brings in self.gains_of_unseen(decision).values()]
        if ROUNDS - decision.known.round != 1 or self.stronger_cards(decision, played) or 2 * sum(gains) <= len(gains):
            return ""
        good = phrases.number_word(sum(gains))
        return f", and {good} of the {phrases.number_word(len(gains))} cards out would bring you points at the end"

    def _share_won(self, decision: Decision[ThropsState], card: Card) -> float:
        """Returns the share of the playouts, 0..1, in which a bid wins; 0 without playouts."""
        return decision.mean_or_zero(card + BID, f"wins {decision.seat}")

    def hand_from_lowest(self, decision: Decision[ThropsState]) -> list[Card]:
        """Returns the cards of the hand, the lowest first."""
        key = BID_KEY[cards.suit(decision.known.turned)]
        return sorted([action - BID for action in decision.legal], key=lambda card: -key[card])

    def weakest_card(self, decision: Decision[ThropsState]) -> Card:
        """Returns the lowest card of the hand."""
        return self.hand_from_lowest(decision)[0]

    def makes_best_suit(self, decision: Decision[ThropsState], suit: int) -> bool:
        """Whether the card on sale makes its suit the best one of the seat to act. False before the seat has won a card.
        suit: the suit of the card on sale.
        """
        own = list(suit_values(decision.known.won[decision.seat]))
        if not any(own):
            return False
        own[suit] += VALUE[cards.rank(decision.known.turned)]
        return own[suit] > max([value for other, value in enumerate(own) if other != suit], default=0)

    def opponent_who_gains_most(self, decision: Decision[ThropsState]) -> int:
        """Returns the opponent who would gain most from the card on sale."""
        return max(self.other_seats(decision), key=lambda who: self.gain(decision, who))

    def other_seats(self, decision: Decision[ThropsState]) -> list[int]:
        return [who for who in range(len(decision.known.won)) if who != decision.seat]

    def are_level(self, decision: Decision[ThropsState], one: Action, two: Action) -> bool:
        """Whether two bids are level: each beats, and loses to, the same unseen cards, whatever card is on sale."""
        return one == two or not cards.span(value_of(one), value_of(two)) & decision.unseen

    def bid_strength(self, decision: Decision[ThropsState], action: Action) -> int:
        return -BID_KEY[cards.suit(decision.known.turned)][action - BID]

    def gain(self, decision: Decision[ThropsState], seat: int, card: Card | None = None) -> int:
        """Returns the change in a seat's points if the seat wins a card. card: this card; None for the card on sale."""
        won = decision.known.won[seat]
        return points_of_cards(won | BIT[decision.known.turned if card is None else card]) - points_of_cards(won)

    def gains_of_unseen(self, decision: Decision[ThropsState]) -> dict[Card, int]:
        """Returns by unseen card the change in the points of the seat to act if it wins the card."""
        return {card: self.gain(decision, decision.seat, card) for card in cards.members(decision.unseen)}

    def present_totals(self, decision: Decision[ThropsState]) -> list[int]:
        """Returns by seat its total with the points of this deal so far."""
        known = decision.known
        return [int(total) + points_of_cards(won) for total, won in zip(known.totals, known.won, strict=True)]

    def win_chances(self, decision: Decision[ThropsState]) -> dict[Card, float]:
        """Returns by card of the hand the chance of the bid to win, 0..1; a stronger bid has no smaller chance.

        The chance is the share of the playouts in which the bid wins, pooled over neighbours that are out of order (pool
        adjacent violators); without playouts, the chance that two unseen cards are both weaker.
        """
        who = f"wins {decision.seat}"
        pools: list[tuple[float, float, list[Card]]] = []
        for card in self.hand_from_lowest(decision):
            found = decision.prospects.get(card + BID)
            if found is not None and found.deals:
                pool = found.means.get(who, 0.0), float(found.deals), [card]
            else:
                pool = (1 - self.share_above(decision, card)) ** 2, 1.0, [card]
            while pools and (pools[-1][0] >= pool[0] or self._lose_to_same_cards(decision, pools[-1][2][-1], card)):
                share, weight, group = pools.pop()
                both = weight + pool[1]
                pool = (share * weight + pool[0] * pool[1]) / both, both, [*group, *pool[2]]
            pools.append(pool)
        return {card: share for share, _, group in pools for card in group}

    def share_above(self, decision: Decision[ThropsState], card: Card) -> float:
        """Returns the share of the unseen cards, 0..1, that would beat a bid."""
        return len(self.stronger_cards(decision, card)) / decision.unseen.bit_count() if decision.unseen else 0.0

    def stronger_cards(self, decision: Decision[ThropsState], card: Card) -> list[Card]:
        """Returns the unseen cards that would beat a bid."""
        key = BID_KEY[cards.suit(decision.known.turned)]
        return [other for other in cards.members(decision.unseen) if key[other] < key[card]]

    def _lose_to_same_cards(self, decision: Decision[ThropsState], one: Card, two: Card) -> bool:
        """Whether two bids lose to the same unseen cards in this round."""
        return self.stronger_cards(decision, one) == self.stronger_cards(decision, two)

    def stake_sentence(self, decision: Decision[ThropsState]) -> str:
        """Returns the worth of the card on sale to each player: "5♥ brings you 5, but costs [1] 15 and [2] nothing"."""
        gains = {who: self.gain(decision, who) for who in range(len(decision.known.won))}
        sold, own = decision.face(decision.known.turned), gains[decision.seat]
        if len(set(gains.values())) == 1:
            verb = "brings" if own > 0 else "costs"
            return f"{sold} {verb} each of you {abs(own)}" if own else f"{sold} costs nobody anything"
        order = sorted(gains, key=lambda who: (gains[who] == 0, who != decision.seat))
        dear, free = min(gains.values()) < 0, [who for who in order if not gains[who]]
        worth = {who: f"[{who}] {abs(gains[who]) or 'nothing'}" for who in order}
        if len(free) == 2 and decision.seat not in free:
            worth[free[0]], worth[free[1]] = "the others nothing", ""
        brings = [worth[who] for who in order if gains[who] > 0 or not dear]
        costs = [worth[who] for who in order if gains[who] <= 0 and dear]
        said = [
            f"{verb} {phrases.listed([one for one in group if one])}"
            for verb, group in (("brings", brings), ("costs", costs))
            if group
        ]
        return f"{sold} {', but '.join(said)}"
