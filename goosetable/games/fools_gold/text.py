"""Texts of Fools Gold: kept cards, sets, scores, and the reasons behind hints."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final, NamedTuple

from goosetable import cards
from goosetable.cards import BIT, SUITS, Card, Cards
from goosetable.engine.rules import rules
from goosetable.engine.rules.action import VERB_SPAN, Action, Verb, value_of, verb_of
from goosetable.engine.rules.event import Points
from goosetable.engine.rules.tricks import SUIT, index_of_strongest
from goosetable.engine.text import table_facts
from goosetable.engine.text.explain import (
    ALWAYS,
    ENOUGH_ERRORS,
    HUNDRED,
    LIKELY,
    LOSING_CARD_WORDS,
    Comparison,
    DealFigures,
    Difference,
    Reasons,
    frequencies_text,
    means_text,
)
from goosetable.engine.text.game_text import TrickText, best_result_sentence
from goosetable.engine.text.table_facts import Badge, Chart, Choice, EmblemPart, FigureKind, Glossary, TableFigure, Tally
from goosetable.engine.words import phrases
from goosetable.engine.words.phrases import rank_name
from goosetable.games.fools_gold.rules import (
    KEEP,
    OF_RANK,
    OF_SUIT,
    SET_SIZE,
    Bonuses,
    FoolsGoldOptions,
    FoolsGoldState,
    bonus_chart,
    lacks_set_bonuses,
    points_for_best_suit,
    points_of_kept_cards,
    sets_in_cards,
)

MIN_PART_IN_POINTS: Final = 0.25
"""Part of a difference in cards or bonuses that must show in the points. Otherwise others cancel it, and it is no reason."""
MIN_GROWTH_DIFFERENCE: Final = 0.05
"""Least difference in the chance of a set to grow at which a text mentions it."""
NEXT_CARD_WORDS: Final = (("second", "three make a set"), ("third", "makes a set"), ("fourth", "the set earns more"))
"""By number of kept cards of a rank, from 1: the name of the next card of that rank, and its effect."""


class GoldReasons(Reasons[FoolsGoldState]):
    """The reasons of Fools Gold."""

    def deal_figures(self, state: FoolsGoldState, known: FoolsGoldState, points: Sequence[Points]) -> DealFigures:
        """Returns the base figures and these: the number of kept cards of the best suit; the number of other kept cards; the
        bonuses; for each suit, the number of its kept cards, and whether it is the best suit; and for each set begun, whether
        it was completed. The figure "grows" tells whether the card that the action keeps became part of a set.
        """
        found, seat = super().deal_figures(state, known, points), known.turn
        kept = state.kept[seat]
        best = (kept.bit_count() + points_for_best_suit(kept)) // 2
        for who, held in enumerate(state.kept):
            found[f"sets {who}"] = float(points[who]) - points_for_best_suit(held)
            for rank, count in _sets_begun(known, who):
                found[f"set {who} {rank}"] = float((held & OF_RANK[rank]).bit_count() >= max(count + 1, SET_SIZE))
        for suit, group in enumerate(OF_SUIT):
            found[f"suit {suit}"] = float((kept & group).bit_count() == best > 0)
            found[f"kept {suit}"] = float((kept & group).bit_count())
        chosen = state.actions[len(known.actions)][1]
        if chosen >= KEEP:
            found["grows"] = float((kept & OF_RANK[cards.rank(chosen - KEEP)]).bit_count() >= SET_SIZE)
        return found | {
            "best": float(best),
            "other": float(kept.bit_count() - best),
            "suits": float(points_for_best_suit(kept)),
        }

    def cards_of_tricks_taken(self, state: FoolsGoldState, seat: int) -> Cards:
        """Returns the cards of the tricks that a seat has won, including the cards kept face up."""
        return state.won[seat] | state.kept[seat]

    def differences(self, comparison: Comparison) -> list[Difference]:
        """Returns the differences that can be reasons. A difference in the seat's own cards is one only if its points differ
        as well, because other cards may cancel it.
        """
        return [
            *[sign for sign in self._own_differences(comparison) if _explains_gain(comparison, comparison.seat, sign.key)],
            *self._others_differences(comparison),
        ]

    def _own_differences(self, comparison: Comparison) -> list[Difference]:
        """Returns the differences in the seat's own cards.

        If the action keeps a card, they are about its suit and its set. If it plays a card, they are about the trick, the cards
        that count for or against the seat, and the sets.
        """
        known, seat = comparison.known, comparison.seat
        if verb_of(comparison.action) is Verb.KEEP:
            return self._kept_card_differences(comparison)
        best, worst = (f"[{seat} ends] with {how} cards of [{seat}'s] best suit" for how in ("more", "fewer"))
        more, fewer = (f"[{seat} ends] with {how} cards that count against [{seat}]" for how in ("more", "fewer"))
        earn = _bonus_text(comparison, seat)
        found = [
            Difference("best", 0.7, best, worst),
            Difference("other", 0.7, more, fewer, -1),
            Difference(f"sets {seat}", 1.0, earn, earn),
        ]
        for rank, count in _sets_begun(known, seat):
            often = seldom = _growth_text(comparison, seat, rank, count)
            wins = comparison.mine.mean("takes")
            if count > 1 and wins >= LIKELY and rank in _keepable_ranks(comparison):
                often = f"it {_likelihood_words(wins)} {_next_card_text(f'[{seat}]', rank, count)}"
            found.append(Difference(f"set {seat} {rank}", 0.6, often, seldom))
        return found + (self._trick_differences(comparison) if known.trick else [])

    def _others_differences(self, comparison: Comparison) -> list[Difference]:
        """Returns the differences in the other seats' sets or, if those are small, in the other seats' points.

        Empty if the action keeps a card, because the choice of the kept card changes nothing for the other seats.
        """
        if verb_of(comparison.action) is Verb.KEEP:
            return []
        found = [
            sign._replace(step=4.2) for sign in self._points_differences(comparison) if sign.key != f"points {comparison.seat}"
        ]
        for who in range(len(comparison.known.hands)):
            if who == comparison.seat:
                continue
            if _explains_gain(comparison, who, f"sets {who}"):
                earn = _bonus_text(comparison, who)
                found.append(Difference(f"sets {who}", 1.4, earn, earn, -1))
            gives = _help_to_set(comparison, who)
            for rank, count in _sets_begun(comparison.known, who):
                if _explains_gain(comparison, who, f"set {who} {rank}"):
                    more = less = _growth_text(comparison, who, rank, count)
                    if rank == gives.rank:
                        more = f"it {'gives' if gives.sure else 'may give'} {_next_card_text(f'[{who}]', rank, count)}"
                    elif (
                        verb_of(comparison.action) is Verb.PLAY
                        and cards.rank(comparison.action) == rank
                        and _is_discard(comparison)
                    ):
                        less = f"it throws away the {rank_name(rank)} that [{who} wants]"
                    elif rank in _keepable_ranks(comparison, others=True) and comparison.mine.mean("takes") >= LIKELY:
                        less = f"it {_likelihood_words(comparison.mine.mean('takes'))} the {rank_name(rank)} that [{who} wants]"
                    found.append(Difference(f"set {who} {rank}", 0.8, more, less, -1))
        return found

    def _points_differences(self, comparison: Comparison) -> list[Difference]:
        own, *others = super()._points_differences(comparison)
        return [own] if verb_of(comparison.action) is Verb.KEEP else [own, *others]

    def opening_words(self, comparison: Comparison) -> str:
        """Returns the first words of a reason. They are never "duck" for a card that helps another seat's set."""
        said = super().opening_words(comparison)
        if said != LOSING_CARD_WORDS[True]:
            return said
        for who in range(len(comparison.known.hands)):
            gives = _help_to_set(comparison, who) if who != comparison.seat else NO_HELP
            if gives.rank is not None:
                ordinal = NEXT_CARD_WORDS[(comparison.known.kept[who] & OF_RANK[gives.rank]).bit_count() - 1][0]
                return f"despite [{who}'s] {ordinal} {rank_name(gives.rank)}: " if gives.sure else ""
        return said

    def _kept_card_differences(self, comparison: Comparison) -> list[Difference]:
        kept, card = comparison.known.kept[comparison.seat], value_of(comparison.action)
        rank = cards.rank(card)
        count, other = (kept & OF_RANK[rank]).bit_count(), rank_name(cards.rank(value_of(comparison.other)), 2)
        good, bad = (comparison.action, comparison.other) if comparison.is_better else (comparison.other, comparison.action)
        if count:
            which, does = NEXT_CARD_WORDS[count - 1]
            more = f"it is [{comparison.seat}'s] {which} {rank_name(rank)}, and {does}"
        elif _obtainable_count(comparison, good) < _obtainable_count(comparison, bad):
            return []
        else:
            more = f"a set of {rank_name(rank, 2)} promises more than one of {other}"
        return [
            Difference(f"sets {comparison.seat}", 0.8, more, f"a set of {rank_name(rank, 2)} promises less than one of {other}")
        ]

    def _trick_differences(self, comparison: Comparison) -> list[Difference]:
        known = comparison.known
        suit, kept = cards.suit(known.trick[0]), known.kept[comparison.seat]
        counts = [(kept & group).bit_count() for group in OF_SUIT]
        symbol = phrases.SYMBOLS[suit]
        wins = _likelihood_words(comparison.mine.mean("takes"))
        other = _likelihood_words(comparison.theirs.mean("takes"))
        good = 1 if counts[suit] == max(counts) and counts.count(max(counts)) == 1 else -1 if counts[suit] < max(counts) else 0
        counted = f"{symbol} counts {'for' if good > 0 else 'against'} [{comparison.seat}]"
        return [Difference("takes", 0.8, f"{counted}, and it {wins}", f"{counted}, and @ {other}", good)] if good else []


class SetHelp(NamedTuple):
    """The effect of the played card on an unfinished set of another seat."""

    rank: int | None = None
    """The rank that the other seat may keep one more card of, or None."""
    sure: bool = False
    """Whether no third seat can take the trick."""


NO_HELP: Final = SetHelp()


def _sets_begun(state: FoolsGoldState, seat: int) -> list[tuple[int, int]]:
    """Returns the ranks that can still earn a seat a bonus, each with the number of kept cards.

    A rank counts from two kept cards on; for the seat to act, from one card on.
    """
    least = 1 if seat == state.turn else SET_SIZE - 1
    counts = [(rank, (state.kept[seat] & group).bit_count()) for rank, group in enumerate(OF_RANK)]
    return [(rank, count) for rank, count in counts if least <= count <= SET_SIZE and any(state.rows[rank])]


def _help_to_set(comparison: Comparison, seat: int) -> SetHelp:
    known, card = comparison.known, comparison.action
    if verb_of(card) is not Verb.PLAY:
        return NO_HELP
    seats, trick, rank = len(known.hands), [*known.trick, card], cards.rank(card)
    if cards.suit(card) != cards.suit(trick[0]) or all(rank != begun for begun, _ in _sets_begun(known, seat)):
        return NO_HELP
    holds, full = (known.leader + index_of_strongest(trick, known.trump)) % seats, len(trick) == seats
    waits = (seat - known.leader) % seats >= len(trick)
    return SetHelp(rank, full) if seat == holds or waits else NO_HELP


def _keepable_ranks(comparison: Comparison, others: bool = False) -> set[int]:
    """Returns the ranks of the cards that the winner of the trick may keep. others: True omits the card of the action."""
    plays = not others and verb_of(comparison.action) is Verb.PLAY
    trick = [*comparison.known.trick, *([comparison.action] if plays else [])]
    return {cards.rank(card) for card in trick if cards.suit(card) == cards.suit(trick[0])}


def _is_discard(comparison: Comparison) -> bool:
    """Whether the card that the action plays does not follow suit, so that it cannot be kept."""
    return bool(comparison.known.trick) and cards.suit(comparison.action) != cards.suit(comparison.known.trick[0])


def _next_card_text(owner: str, rank: int, count: int) -> str:
    ordinal, does = NEXT_CARD_WORDS[count - 1]
    return f"{owner} a {ordinal} {rank_name(rank)}, {'which makes a set' if count < SET_SIZE else f'and {does}'}"


def _growth_text(comparison: Comparison, seat: int, rank: int, count: int) -> str:
    key = f"set {seat} {rank}"
    two = means_text(comparison, key, HUNDRED) if abs(comparison.difference(key)) >= MIN_GROWTH_DIFFERENCE else None
    if two and two[0] == "0" and count > 1:
        return f"[{seat} gets] no {NEXT_CARD_WORDS[count - 1][0]} {rank_name(rank)}, but {two[1]} times in 100 after @"
    what = f"three {rank_name(rank, 2)}" if count == 1 else f"a {NEXT_CARD_WORDS[count - 1][0]} {rank_name(rank)}"
    return f"[{seat} gets] {what} {frequencies_text(comparison, key)}" if two else ""


def _bonus_text(comparison: Comparison, seat: int) -> str:
    two = means_text(comparison, f"sets {seat}")
    return f"[{seat}'s] sets earn {two[0]} points on average, {two[1]} after @" if two else ""


def _explains_gain(comparison: Comparison, seat: int, key: str) -> bool:
    """Whether a figure can be the reason for the better action, because the action also gains the seat enough points."""
    points, own = f"points {seat}", seat == comparison.seat
    carried = key == "takes" or abs(comparison.difference(points)) >= MIN_PART_IN_POINTS * abs(comparison.difference(key))
    return (
        (comparison.difference(points) > 0) == (comparison.is_better == own)
        and carried
        and comparison.is_significant(points, ENOUGH_ERRORS)
    )


def _obtainable_count(comparison: Comparison, action: Action) -> int:
    known, rank = comparison.known, OF_RANK[cards.rank(value_of(action))]
    away = known.gone
    for who, kept in enumerate(known.kept):
        if who != comparison.seat:
            away |= kept
    there = (rank & ~away & sum(OF_SUIT)).bit_count()
    return there if there >= len(NEXT_CARD_WORDS) else 0


def _likelihood_words(chance: float) -> str:
    return "wins" if chance >= ALWAYS else "is likely to win" if chance >= LIKELY else "may win"


NET_WORTH_OF_SET: Final = (
    "A set by itself is worth its bonus less 1 for three cards, less 2 for four: the other suits count against you."
)
"""Sentence on the net worth of a set: only one of its cards can be of its owner's best suit."""


def _sets_text(rows: Bonuses, kept_cards: Cards) -> str:
    said = []
    for rank, group in enumerate(OF_RANK):
        count, (three, four) = (kept_cards & group).bit_count(), rows[rank]
        if count > 1:
            more = {
                2: f": a third earns {three}",
                3: f" earn {three}: a fourth adds {phrases.with_minus_sign(four - three)}",
                4: f" earn {four}",
            }
            said.append(f"{phrases.number_word(count)} {rank_name(rank, count)}{more[count]}")
    return phrases.with_capital(f"{'; '.join(said)}.") if said else NET_WORTH_OF_SET


def _effect_of_keeping(kept_cards: Cards, card: Card, rows: Bonuses) -> str:
    rank = cards.rank(card)
    count = (kept_cards & OF_RANK[rank]).bit_count()
    if count < 2 or not any(rows[rank]):
        return f"second {rank_name(rank)}" if count == 1 and any(rows[rank]) else ""
    bonus = rows[rank][count - 2] - (rows[rank][0] if count == 3 else 0)
    return f"{NEXT_CARD_WORDS[count - 1][0]} {rank_name(rank)}: {'' if bonus < 0 else '+'}{phrases.with_minus_sign(bonus)}"


def _ranks_text(group: list[int]) -> str:
    names = [phrases.RANKS[rank] for rank in group]
    return " ".join(names if len(names) < 4 else [*names[:2], "…", names[-1]])


class GoldText(TrickText[FoolsGoldState, FoolsGoldOptions]):
    """The texts of Fools Gold."""

    emblem = tuple(EmblemPart("9" + suit, 23 * x - 34, 4 * (x - 1.5) ** 2, 80, 12 - 8 * x) for x, suit in enumerate("CDHS"))
    glossary: ClassVar[Glossary] = {"sets": "What three or four kept cards of one rank earn."}

    def goal_of_deal(self, options: FoolsGoldOptions) -> str:
        sets = "" if options.bonuses == "off" else " or three of a rank"
        return f"You want to keep ~many of one suit~{sets}: others count against you."

    def sort_key(self, state: FoolsGoldState, card: Card) -> tuple[int, ...]:
        return int(SUIT[card] != state.trump), table_facts.SUIT_ORDER[SUIT[card]], card

    def badges(self, state: FoolsGoldState) -> tuple[Badge, ...]:
        how = "" if state.options.breaking == "off" else ", broken" if state.broken else ", not broken"
        return (Badge(SUITS[state.trump], f"trumps{how}"),)

    def opening_log(self, state: FoolsGoldState) -> tuple[str, ...]:
        return (f"Trumps are {phrases.SYMBOLS[state.trump]}.", *state.lead.announcements)

    def extra_facts(self, state: FoolsGoldState) -> tuple[str, ...]:
        return ("Trumps are broken.",) if state.broken and state.options.breaking != "off" else ()

    def explain_figure(self, state: FoolsGoldState, figure: TableFigure, seat: int | None) -> str:
        said = super().explain_figure(state, figure, seat)
        if figure.kind is not FigureKind.BADGE or state.broken or state.options.breaking == "off":
            return said
        return f"{said} Nobody who has another suit may lead them until one has been played."

    def prompt(self, state: FoolsGoldState) -> str:
        if state.over:
            return ""
        if len(state.trick) == len(state.hands):
            if lacks_set_bonuses(state.options):
                return f"The trick is yours, in {phrases.SYMBOLS[SUIT[state.trick[0]]]}"
            return f"The trick is yours; {self._keep_text(state)}"
        return super().prompt(state)

    def short_prompt(self, state: FoolsGoldState) -> str:
        keeps = len(state.trick) == len(state.hands) and not lacks_set_bonuses(state.options)
        return phrases.with_capital(self._keep_text(state)) if keeps and not state.over else super().short_prompt(state)

    def _keep_text(self, state: FoolsGoldState) -> str:
        """Returns the request to keep a card of the full trick; it names the cards if they are few."""
        legal = self.rules.legal(state)
        which = f": {self.playable_text(state, legal)}" if len(legal) < 4 else ""
        return f"keep a {phrases.SYMBOLS[SUIT[state.trick[0]]]} of it{which}"

    def automatic_action(self, state: FoolsGoldState) -> Action | None:
        """Returns the action that keeps the card led, if a full trick is on the table and there are no bonuses: all cards of a
        suit then score alike. Otherwise returns None.
        """
        full = len(state.trick) == len(state.hands) and not state.over
        return KEEP + state.trick[0] if full and lacks_set_bonuses(state.options) else None

    def log_line_of_action(self, state: FoolsGoldState, seat: int, action: Action) -> str:
        if action < KEEP or not lacks_set_bonuses(state.options):
            return super().log_line_of_action(state, seat, action)
        return f"[{seat} has] a trick in {phrases.SYMBOLS[SUIT[action - KEEP]]}."

    def preview_effect(self, state: FoolsGoldState, action: Action) -> str:
        if action < VERB_SPAN:
            return self.effect_on_trick(state, action, state.trump)
        return f"the score goes from {self._points_change_text(state, action)}"

    def _points_change_text(self, state: FoolsGoldState, action: Action) -> str:
        rows, kept = bonus_chart(state.options), state.kept[state.turn]
        before, after = (points_of_kept_cards(group, rows) for group in (kept, kept | BIT[action - KEEP]))
        return f"{phrases.with_minus_sign(before)} to {phrases.with_minus_sign(after)}"

    def title_remark_and_choices(self, state: FoolsGoldState) -> tuple[str, str, tuple[Choice, ...]]:
        if len(state.trick) < len(state.hands):
            return "", "", ()
        kept, rows = state.kept[state.turn], bonus_chart(state.options)
        made = []
        for do in self.rules.legal(state):
            label, score = f"Keep {self.card_name(do - KEEP)}", f"score {self._points_change_text(state, do)}"
            made.append(Choice(do, label, score, _effect_of_keeping(kept, do - KEEP, rows)))
        told = "Only a card of the suit led: its suit is that of your trick, and its rank counts for sets."
        return "Which card do you keep face up?", told, tuple(made)

    def chart(self, state: FoolsGoldState, seat: int | None) -> Chart | None:
        if lacks_set_bonuses(state.options):
            return None
        rows, groups = bonus_chart(state.options), list[list[int]]()
        for rank, bonus in enumerate(rows):
            if groups and rows[groups[-1][0]] == bonus:
                groups[-1].append(rank)
            else:
                groups.append([rank])
        made = tuple((_ranks_text(group), *(f"+{bonus}" for bonus in rows[group[0]])) for group in groups)
        said = [
            _sets_text(rows, 0 if seat is None else state.kept[seat]),
            *(() if any(state.won) else state.lead.announcements),
        ]
        return Chart("Sets of one rank", ("three", "four"), made, " ".join(said))

    def actions_per_seat(self, options: FoolsGoldOptions, size: int) -> float:
        return size * (1 + 1 / options.players)

    def _sets_sentence(self, state: FoolsGoldState) -> str:
        (three, four), *others = bonus_chart(state.options)
        if len(set(others)) > 1:
            return "three or four of a rank earn a bonus"
        aces = f" (aces {three} and {four})" if (three, four) != others[0] else ""
        return f"three of a rank earn {others[0][0]} more, four {others[0][1]}{aces}"

    def points_per_deal(self, options: FoolsGoldOptions) -> float:
        return 1.2 if options.bonuses == "on" else 1.0

    def tally(self, state: FoolsGoldState, seat: int | None) -> Tally:
        points, rows = self.rules.points(state), bonus_chart(state.options)
        best, made = rules.leaders(points), []
        for who in table_facts.seats_clockwise(seat, len(state.hands)):
            kept, found = state.kept[who], sets_in_cards(state.kept[who], rows)
            said = [
                f"{phrases.number_word(n).capitalize()} {rank_name(rank, n)} earn {bonus}." for rank, n, bonus in found if bonus
            ]
            more = " ".join(said) if kept else f"[{who} has] no tricks, and nothing counts for or against."
            counts = [(kept & suit).bit_count() for suit in OF_SUIT]
            made.append(table_facts.suits_row(who, counts, sum(bonus for _, _, bonus in found), who in best, more))
        rule = "The best suit counts for its owner, the rest against"
        rule += "." if lacks_set_bonuses(state.options) else f"; {self._sets_sentence(state)}."
        extra = "" if lacks_set_bonuses(state.options) else "sets"
        return Tally(
            tuple(phrases.SYMBOLS), "suit less rest", extra, tuple(made), best_result_sentence(points) if state.over else rule
        )
