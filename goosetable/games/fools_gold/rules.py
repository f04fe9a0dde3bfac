"""Fools Gold, contributed to pagat.com: keep many cards of one suit, few of the others, and sets of a rank for a bonus."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Final, NamedTuple

from goosetable import cards
from goosetable.cards import BIT, SUITS, Card, Cards, members
from goosetable.engine.game import TrickGame
from goosetable.engine.rules import rules, state, tricks
from goosetable.engine.rules.action import VERB_SPAN, Action, Objection, Verb, verb_of
from goosetable.engine.rules.deal import Deal, Standing, Stream, check_cards, deal_round_the_table
from goosetable.engine.rules.event import GONE, GONE_KIND, KEPT_KIND, TRICK, WON_KIND, Moved, Pile, Tell
from goosetable.engine.rules.options import (
    RULING,
    WHOLE_GAME,
    Condition,
    OtherValues,
    Value,
    length_option,
    option,
    target_option,
    tie_option,
)
from goosetable.engine.rules.state import OVER, Knowledge, Limits, TrickState
from goosetable.engine.rules.tricks import SUIT
from goosetable.engine.words import phrases

RANKS_IN_PLAY: Final = 12
OF_SUIT: Final = tuple(sum(BIT[suit * 13 + rank] for rank in range(RANKS_IN_PLAY)) for suit in range(4))
"""The cards in play of each suit."""
_SPADES: Final[Cards] = OF_SUIT[0]
_HEARTS: Final[Cards] = OF_SUIT[1]
_DIAMONDS: Final[Cards] = OF_SUIT[2]
_CLUBS: Final[Cards] = OF_SUIT[3]
SET_SIZE: Final = 3
"""Smallest number of cards that make a set."""
OF_RANK: Final = tuple(sum(BIT[suit * 13 + rank] for suit in range(4)) for rank in range(RANKS_IN_PLAY))

Bonuses = tuple[tuple[int, ...], ...]
"""By rank from the Ace down, the bonuses for three and for four of it."""


def best_suit(kept_cards: Cards) -> Cards:
    """Returns all cards of the suit with the most kept cards; of equal suits, the first.

    The suits are written out one by one, because playouts call this function for every card, and a loop takes a third longer.
    """
    best = _SPADES
    most = (kept_cards & _SPADES).bit_count()
    count = (kept_cards & _HEARTS).bit_count()
    if count > most:
        best, most = _HEARTS, count
    count = (kept_cards & _DIAMONDS).bit_count()
    if count > most:
        best, most = _DIAMONDS, count
    return best if most >= (kept_cards & _CLUBS).bit_count() else _CLUBS


def points_for_best_suit(kept_cards: Cards) -> int:
    """Returns the number of kept cards in the best suit, minus the number of all other kept cards (rule 7)."""
    return 2 * (kept_cards & best_suit(kept_cards)).bit_count() - kept_cards.bit_count()


def sets_in_cards(kept_cards: Cards, bonuses: Bonuses) -> list[tuple[int, int, int]]:
    """Returns the sets among the kept cards, each with rank, size and bonus (rule 8)."""
    ranks, found = _ranks_with_three(kept_cards), []
    while ranks:
        rank = (ranks & -ranks).bit_length() - 1
        ranks &= ranks - 1
        count = (kept_cards & OF_RANK[rank]).bit_count()
        found.append((rank, count, bonuses[rank][count - 3]))
    return found


def points_of_kept_cards(kept_cards: Cards, bonuses: Bonuses) -> int:
    """Returns the points of a deal for the kept cards."""
    points = points_for_best_suit(kept_cards)
    if _ranks_with_three(kept_cards):
        points += sum([bonus for _, _, bonus in sets_in_cards(kept_cards, bonuses)])
    return points


def _ranks_with_three(kept_cards: Cards) -> int:
    """Returns the ranks that a seat has kept three or four cards of, as bits."""
    one, two, three, four = kept_cards, kept_cards // BIT[13], kept_cards // BIT[26], kept_cards // BIT[39]
    return (one & two & (three | four) | three & four & (one | two)) & OF_SUIT[0]


CHARTS: Final = {"flat": ((2, 5), *((4, 8),) * 11), "graded": ((2, 5), (3, 6), (3, 7), *((4, 8),) * 9)}

_ROW: Final = re.compile(r"[0-9]{1,2}/[0-9]{1,2}")
_ON_OFF: Final = {"on": "On", "off": "Off"}


def _parse_chart_rows(value: object) -> Value | None:
    """Returns a bonus chart of twelve rows [triplet, quad], from the Ace down to the Three; None if `value` is malformed."""
    if not isinstance(value, list | tuple) or len(value) != RANKS_IN_PLAY:
        return None
    for row in value:
        if not isinstance(row, list | tuple) or len(row) != 2 or any(type(n) is not int or not 0 <= n <= 99 for n in row):
            return None
    return tuple(tuple(row) for row in value)


def parse_typed_chart(text: str) -> Value | None:
    """Parses a bonus chart as people type it; None if the text is malformed.

    An entry is "three/four": the bonuses for three and for four cards of a rank. Entries are by rank, from the Ace down; the
    last entry is also for all lower ranks.

    >>> [parse_typed_chart(text) == CHARTS[name] for text, name in (("2/5 4/8", "flat"), ("2/5, 3/6, 3/7, 4/8", "graded"))]
    [True, True]
    >>> parse_typed_chart("2-5")
    """
    rows = text.replace(",", " ").split()
    if not rows or not all(_ROW.fullmatch(row) for row in rows):
        return None
    pairs = [[int(figure) for figure in row.split("/")] for row in rows]
    return _parse_chart_rows([*pairs, *[pairs[-1]] * (RANKS_IN_PLAY - len(pairs))])


@dataclass(frozen=True)
class FoolsGoldOptions:
    """The house rules of Fools Gold."""

    players: int = option("Players", {n: f"{n} players" for n in (3, 4, 5, 6)}, variants=(4, 5, 6))
    length: str = length_option()
    target: int = target_option((5, 10, 20, 30, 50), 5, 50, printed=10, condition=WHOLE_GAME)
    bonuses: str = option(
        "Bonuses for sets", _ON_OFF, variants=("off",),
        notes={
            "on": "Three or four cards of one rank earn a bonus.",
            "off": "This is Pure Fools Gold. Deals earn little and a game can go on for ever: play to 5.",
        },
    )  # fmt: skip
    breaking: str = option(
        "Trumps must be broken", _ON_OFF, variants=("off",),
        notes={
            "on": "Trumps may not be led until one has been played.",
            "off": "This is Liberated Fools Gold: trumps may be led at any time.",
        },
    )  # fmt: skip
    chart: str | tuple[tuple[int, ...], ...] = option(
        "What sets earn",
        {"flat": "Aces 2/5, others 4/8", "graded": "A 2/5, K 3/6, Q 3/7, 4/8"},
        "Three of a rank / four of it. Only a few figures of the printed list survive.",
        OtherValues("12 rows [triplet, quad] of 0 to 99", _parse_chart_rows, RULING, parse_typed_chart),
        Condition("bonuses", ("on",), "Only where sets earn a bonus."),
        rulings=("flat", "graded"),
    )
    tie: str = tie_option(condition=WHOLE_GAME)


def lacks_set_bonuses(options: FoolsGoldOptions) -> bool:
    """Whether sets earn no bonus, as in Pure Fools Gold."""
    return options.bonuses == "off"


def bonus_chart(options: FoolsGoldOptions) -> tuple[tuple[int, ...], ...]:
    """Returns the bonuses by rank from the Ace down, each as a pair: for three cards and for four cards of the rank."""
    if lacks_set_bonuses(options):
        return ((0, 0),) * RANKS_IN_PLAY
    return CHARTS[options.chart] if isinstance(options.chart, str) else options.chart


CLAIM_TRUMPS, DENY_TRUMPS = 7, 4
"""Limits in the announcements before the first lead (rule 2): `CLAIM_TRUMPS` trumps or more, `DENY_TRUMPS` or fewer."""


class Lead(NamedTuple):
    """The seat that leads first, and the announcements from which the seats know it (rule 2)."""

    leader: int
    limits: Limits
    """By seat, the fewest and the most trumps that it was dealt, as announced; empty if only the leader is announced."""
    announced_trumps: tuple[tuple[Card, int], ...]
    """Trumps whose holders were announced."""
    announcements: tuple[str, ...]


def find_lead(hands: Sequence[Cards], trump: int) -> Lead:
    """Returns the first leader: the seat with most trumps or, of equal seats, with the highest trump.

    The result includes the announcements by which the seats find the leader.
    """
    held = [hand & OF_SUIT[trump] for hand in hands]
    counts, seats = [group.bit_count() for group in held], range(len(hands))
    most = [seat for seat in seats if counts[seat] == max(counts)]
    # The lower the number of a card, the higher it is.
    leader = min(most, key=lambda seat: held[seat] & -held[seat])
    if len(hands) != 3:
        return Lead(leader, (), (), (f"[{leader} is] to lead first.",))
    if counts[leader] >= CLAIM_TRUMPS:
        limits = tuple((CLAIM_TRUMPS, RANKS_IN_PLAY) if seat == leader else (0, RANKS_IN_PLAY - CLAIM_TRUMPS) for seat in seats)
        return Lead(leader, limits, (), (f"[{leader} has] seven trumps or more and leads first.",))
    deny = [seat for seat in seats if counts[seat] <= DENY_TRUMPS]
    said = [f"[{seat} has] four trumps or fewer." for seat in deny]
    if len(deny) == 2:
        limits = tuple((0, DENY_TRUMPS) if seat in deny else (DENY_TRUMPS + 1, CLAIM_TRUMPS - 1) for seat in seats)
        return Lead(leader, limits, (), (*said, f"[{leader} leads] first."))
    if len(deny) == 1:  # then the exact numbers are announced as well
        said = [f"[{seat} has] {phrases.count_text(counts[seat], 'trump')}." for seat in seats]
    named = []
    for card in members(sum(held)) if len(most) > 1 else ():
        holder = next(seat for seat in seats if held[seat] & BIT[card])
        named.append((card, holder))
        said.append(f"[{holder} has] the {phrases.rank_name(cards.rank(card))} of trumps.")
        if holder in most:
            break
    return Lead(leader, tuple((n, n) for n in counts), tuple(named), (*said, f"[{leader} leads] first."))


class FoolsGoldState(TrickState):
    """A deal of Fools Gold."""

    __slots__ = ("broken", "gone", "kept", "lead", "rows", "trump")

    broken: bool
    """Whether trumps may be led, because trumps are broken or the options always allow it."""
    gone: Cards
    """Cards that five players leave out of the pack."""
    kept: list[Cards]
    """By seat, the cards that it has kept face up, one for each trick."""
    lead: Lead
    rows: Bonuses
    """Bonuses, copied from the options because a search reads them for every trick."""
    trump: int

    @property
    def trump_suit(self) -> int | None:
        return self.trump

    def piles(self) -> dict[Pile, Cards]:
        kept = {Pile(KEPT_KIND, seat): held for seat, held in enumerate(self.kept)}
        return super().piles() | kept | {GONE: self.gone}

    def knowledge(self, seat: int) -> Knowledge | None:
        """Returns the possible numbers of trumps of each seat, from its announcements; None if they limit no hand any more."""
        trumps = OF_SUIT[self.trump]
        shown = [0] * len(self.hands)
        for who, action in self.actions:
            if action < VERB_SPAN and trumps & BIT[action]:
                shown[who] |= BIT[action]
        unseen = trumps & ~(self.hands[seat] | sum(shown))
        if not unseen:
            return None
        if self.lead.limits:
            return state.knowledge_from_limits(trumps, self.lead.limits, shown, seat, unseen)
        shown[seat] |= self.hands[seat] & trumps
        return state.knowledge_of_longest(trumps, self.lead.leader, shown, seat, unseen, self.voids)

    def set_voids_of_announced_trumps(self) -> None:
        """Records, for each announced trump, that all other seats do not hold it."""
        for card, holder in self.lead.announced_trumps:
            self.voids = [lacking | (0 if seat == holder else BIT[card]) for seat, lacking in enumerate(self.voids)]

    def taken(self) -> tuple[int, ...]:
        return tuple([held.bit_count() for held in self.kept])


KEEP: Final = Verb.KEEP * VERB_SPAN


class FoolsGold(TrickGame[FoolsGoldState, FoolsGoldOptions]):
    """The rules of Fools Gold."""

    id = "fools-gold"
    title = "Fools Gold"
    author = "contributed to pagat.com"
    line = "Take plenty of one suit and little else."
    people = "3 to 6 players"
    Options = FoolsGoldOptions
    State = FoolsGoldState
    heuristics_class: ClassVar[str] = "goosetable.games.fools_gold.ai:GoldHeuristics"
    text_class: ClassVar[str] = "goosetable.games.fools_gold.text:GoldText"
    advice_class: ClassVar[str] = "goosetable.games.fools_gold.advice:GoldAdvice"
    verbs: ClassVar[tuple[Verb, ...]] = (Verb.PLAY, Verb.KEEP)
    kinds = (*TrickGame.kinds, KEPT_KIND, GONE_KIND)

    def pack(self, options: FoolsGoldOptions) -> tuple[Card, ...]:
        return cards.pack(lowest="3")

    # ------------------------------------------------------------------ the deal

    def _cards_left_out(self, options: FoolsGoldOptions, trump: int) -> tuple[Card, ...]:
        """Returns the cards left out with five players: the Threes of the plain suits."""
        return cards.hand(" ".join("3" + suit for suit in SUITS if suit != SUITS[trump])) if options.players == 5 else ()

    def deal(self, options: FoolsGoldOptions, standing: Standing, dealer: int, stream: Stream) -> Deal:
        trump = stream.draw(4)
        out = self._cards_left_out(options, trump)
        order = stream.shuffle([card for card in self.pack(options) if card not in out])
        return Deal(standing.deals + 1, dealer, deal_round_the_table(order, dealer, options.players), trump=trump)

    def deal_fields(self, options: FoolsGoldOptions) -> tuple[str, ...]:
        return ("trump",)

    def check_dealt(self, options: FoolsGoldOptions, standing: Standing, deal: Deal) -> None:
        assert deal.trump is not None
        out = self._cards_left_out(options, deal.trump)
        pack = [card for card in self.pack(options) if card not in out]
        check_cards(deal.hands, self.hand_size(options, standing), pack)

    def begin_deal(self, options: FoolsGoldOptions, standing: Standing, deal: Deal) -> FoolsGoldState:
        state = super().begin_deal(options, standing, deal)
        assert deal.trump is not None
        state.trump, state.kept, state.broken = deal.trump, [0] * options.players, options.breaking == "off"
        state.gone = sum(BIT[card] for card in self._cards_left_out(options, deal.trump))
        state.lead, state.rows = find_lead(state.hands, deal.trump), bonus_chart(options)
        state.leader = state.turn = state.lead.leader
        state.set_voids_of_announced_trumps()
        return state

    # ------------------------------------------------------------------ play

    def playable(self, state: FoolsGoldState) -> Cards:
        trick = state.trick
        if state.turn == OVER or len(trick) == len(state.hands):
            return 0
        hand = state.hands[state.turn]
        if not trick:
            return hand if state.broken else hand & ~OF_SUIT[state.trump] or hand
        return hand & OF_SUIT[SUIT[trick[0]]] or hand

    def legal_calls(self, state: FoolsGoldState) -> tuple[Action, ...]:
        trick = state.trick
        if state.turn == OVER or not trick:
            return ()
        led, found = SUIT[trick[0]], 0
        for card in trick:
            if SUIT[card] == led:
                found |= BIT[card]
        return tuple([KEEP + card for card in members(found)])

    def why_not(self, state: FoolsGoldState, action: Action) -> Objection:
        verb, hand, full = verb_of(action), state.hands[state.turn], len(state.trick) == len(state.hands)
        if verb is Verb.KEEP:
            if full:
                suit = cards.SUIT_NAMES[SUIT[state.trick[0]]]
                return Objection(f"only {suit} of this trick may be kept", f"only {suit} of this trick may be kept")
            return Objection("there is no trick to keep a card of", "there is no trick to keep a card of")
        if verb is Verb.PLAY and full:
            return Objection("it must first keep a card of the trick", "first keep a card of the trick")
        if verb is Verb.PLAY and not state.trick and hand >> action & 1:
            return Objection("trumps may not be led before they are broken", "trumps are not broken yet")
        return super().why_not(state, action)

    def apply(self, state: FoolsGoldState, action: Action, tell: Tell | None = None) -> None:
        seat, trick = state.turn, state.trick
        if state.keeps_actions:
            state.actions.append((seat, action))
        if action >= KEEP:
            self._keep_card(state, action - KEEP, tell)
            return
        trump = state.trump
        if not state.broken and SUIT[action] == trump:
            if not trick:
                # Only a hand of trumps alone may lead one, so its other voids are public.
                state.voids[seat] |= sum(OF_SUIT) ^ OF_SUIT[trump]
            state.broken = not trick or SUIT[trick[0]] != trump
        if not tricks.play_card(state, action, tell):
            return
        state.turn = tricks.find_taker(state, trump, 0, tell)

    def _keep_card(self, state: FoolsGoldState, kept_card: Card, tell: Tell | None) -> None:
        """Moves a card of the trick to the kept cards of its winner, who leads next (rules 5 and 6)."""
        seat, won = state.turn, 0
        for card in state.trick:
            won |= BIT[card]
        state.kept[seat] |= BIT[kept_card]
        state.won[seat] |= won ^ BIT[kept_card]
        if tell is not None:
            tell(Moved((kept_card,), TRICK, Pile(KEPT_KIND, seat)))
            tell(Moved(tuple([card for card in state.trick if card != kept_card]), TRICK, Pile(WON_KIND, seat)))
        state.trick, state.leader = [], seat
        if not state.hands[seat]:
            state.turn = OVER

    # ------------------------------------------------------------------ scores

    def points(self, state: FoolsGoldState) -> tuple[int, ...]:
        return tuple([points_of_kept_cards(kept, state.rows) for kept in state.kept])

    def winners(self, options: FoolsGoldOptions, standing: Standing) -> tuple[int, ...]:
        return rules.winners_of_race(options, standing)
