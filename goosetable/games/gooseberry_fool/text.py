"""Texts of Gooseberry Fool: scores, seats, and the reasons behind hints."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final

from goosetable.cards import JOKER, Card
from goosetable.engine.rules import rules
from goosetable.engine.rules.action import GIVE, Action, value_of
from goosetable.engine.rules.deal import Standing
from goosetable.engine.rules.event import Points, Taken
from goosetable.engine.rules.options import is_one_deal
from goosetable.engine.rules.state import TrickState
from goosetable.engine.text import table_facts
from goosetable.engine.text.explain import (
    ALWAYS,
    LIKELY,
    NEVER,
    Comparison,
    DealFigures,
    Difference,
    Reasons,
    actions_of_trick,
    likely_word,
)
from goosetable.engine.text.game_text import TrickText
from goosetable.engine.text.table_facts import (
    Choice,
    EmblemPart,
    Ending,
    FigureKind,
    Glossary,
    Race,
    Row,
    Stamp,
    TableFigure,
    Tally,
)
from goosetable.engine.words import phrases
from goosetable.games.gooseberry_fool.rules import (
    DECIDING_TRICKS,
    JOKER_BIT,
    LEFT_NEIGHBOUR,
    MIDDLE_BONUS,
    RIGHT_NEIGHBOUR,
    SEATS,
    FoolOptions,
    base_points,
    middle_seat,
    taking_place,
    why_taken,
    winner_at_totals,
)


def trick_receiver(state: TrickState, known: TrickState) -> int:
    """Returns the seat that got the trick that was in progress in an earlier state; -1 if the trick is not over."""
    trick, after = actions_of_trick(state, known), state.actions[len(known.actions) + SEATS - len(known.trick) :]
    if len(trick) < SEATS or (JOKER in trick and not after):
        return -1
    if JOKER in trick:
        return value_of(after[0][1])
    return known.seat_at(taking_place(*trick))


class FoolReasons(Reasons[TrickState]):
    """The reasons of Gooseberry Fool."""

    def deal_figures(self, state: TrickState, known: TrickState, points: Sequence[Points]) -> DealFigures:
        """Returns the base figures and others.

        For each seat: whether it gets the present trick, and whether it has the middle score. For the seat to act: whether its
        total is the highest, whether its total is the lowest, and whether it has the middle score while both opponents have
        four tricks or more, or while both have fewer.
        """
        found, taken, seat = super().deal_figures(state, known, points), state.taken(), known.turn
        best = middle_seat(base_points(taken))
        fewest, most = sorted(taken[:seat] + taken[seat + 1 :])
        receiver = trick_receiver(state, known)
        found |= {f"to {who}": float(who == receiver) for who in range(len(taken))}
        found |= {f"middle {who}": float(who == best) for who in range(len(taken))}
        totals = [total + earned for total, earned in zip(known.totals, points, strict=True)]
        found |= {"above": float(max(totals) == totals[seat]), "below": float(min(totals) == totals[seat])}
        found |= {
            "high": float(best == seat and fewest >= DECIDING_TRICKS),
            "low": float(best == seat and most < DECIDING_TRICKS),
        }
        return found

    def differences(self, comparison: Comparison) -> list[Difference]:
        """Returns the differences that can be reasons. They are about: the chance that a seat has the middle score; whether
        both opponents have four tricks or more while the seat to act has the middle score; and the chance that its total is
        the highest or the lowest.
        """
        seat = comparison.seat
        high, low = likely_word(comparison.mine.mean("high")), likely_word(comparison.mine.mean("low"))
        found = [
            Difference("high", 0.8, f"both opponents are {high} to take four tricks or more", least_mean=LIKELY),
            Difference("low", 0.8, f"both opponents are {low} to stay below four tricks", least_mean=LIKELY),
            Difference("high", 0.9, "both opponents get to four tricks more often than after @",
                 "both opponents get to four tricks less often than after @"),
            Difference("low", 0.9, "both opponents stay below four tricks more often than after @",
                 "both opponents stay below four tricks less often than after @"),
            Difference("above", 1.0, *self._total_texts(comparison, "above", "highest"), -1),
            Difference("below", 1.0, *self._total_texts(comparison, "below", "lowest"), -1),
            Difference(f"middle {seat}", 1.0, *self._middle_texts(comparison, seat)),
        ]  # fmt: skip
        if (comparison.explained_gain(f"middle {seat}") or 0.0) * comparison.difference(f"middle {seat}") < 0:
            more = "the middle's ten points are more likely, and too many here"
            less = "the middle's ten points would be too many, and are less likely"
            found.append(Difference(f"middle {seat}", 1.0, more, less, -1))
        for who in range(len(comparison.known.hands)):
            if who != seat:
                more, less = self._middle_texts(comparison, who)
                found.append(Difference(f"middle {who}", 1.4, more, less, -1))
        return found

    def _points_differences(self, comparison: Comparison) -> list[Difference]:
        """Returns no differences, because more points alone are not better in this game."""
        return []

    def _middle_texts(self, comparison: Comparison, seat: int) -> tuple[str, str]:
        chance = comparison.mine.mean(f"middle {seat}")
        less = f"[{seat} is] less likely to be in the middle than after @"
        if chance >= LIKELY:
            return f"[{seat} is] {likely_word(chance)} to end in the middle", less
        return f"[{seat} is] more likely to be in the middle than after @", less

    def _total_texts(self, comparison: Comparison, key: str, which: str) -> tuple[str, str]:
        mine = comparison.mine.mean(key)
        more = f"it makes [{comparison.seat}'s] total the {which}" if mine >= ALWAYS else ""
        less = f"it keeps [{comparison.seat}'s] total from being the {which}" if mine <= NEVER else ""
        return more, less


_TITLE_OF_GIFT: Final = "Whose trick shall it be?"


def middle_bonus(options: FoolOptions) -> int:
    """Returns the points that the middle score of a deal earns."""
    return 0 if is_one_deal(options) else MIDDLE_BONUS


def _tally_sentence(state: TrickState, base: tuple[int, ...], best: int | None) -> str:
    if is_one_deal(state.options):
        return _winner_sentence(state, base, best)
    if best is None:
        level = "All are level" if len(set(base)) == 1 else "Two are level"
        return f"{level}, so nobody is in the middle yet. The middle score of a deal earns ten more."
    points = base[best] + MIDDLE_BONUS
    if state.over:
        return f"{{[{best} is] in the middle}} with {base[best]}, which earns ten more: {points}."
    return f"{{[{best} is] in the middle}} and would score {points}. The middle score of a deal earns ten more."


def _winner_sentence(state: TrickState, base: tuple[int, ...], best: int | None) -> str:
    if best is None:
        return "Nobody is in the middle yet. The middle score wins the game."
    if state.over:
        return f"{{[{best} is] in the middle}} with {base[best]}, which wins the game."
    return f"{{[{best} is] in the middle}} with {base[best]}, which would win the game."


def score_explanation(taken: tuple[int, ...], seat: int, best: int | None, over: bool, bonus: int) -> str:
    """Explains a seat's score in a sentence or two. best: the seat with the middle score, or None. over: True after the
    deal. bonus: the points that the middle score earns.
    """
    left, right = LEFT_NEIGHBOUR[seat], RIGHT_NEIGHBOUR[seat]
    if seat == best and over:
        base = base_points(taken)
        low, high = sorted((base[left], base[right]))
        more = f": {phrases.number_word(bonus)} more" if bonus else ""
        return f"{base[seat]} lies between {low} and {high}, so [{seat} is] in the middle{more}."
    own = phrases.number_word(taken[seat]).capitalize()
    if not taken[right]:
        return f"{own} of [{seat}'s] own, and nothing on the right to double."
    return f"{own} of [{seat}'s] own, and [{right}'s] {phrases.number_word(taken[right])} on the right, doubled."


class FoolText(TrickText[TrickState, FoolOptions]):
    """The texts of Gooseberry Fool."""

    emblem = (
        EmblemPart("9H", -30, -1, 80, 12),
        EmblemPart("TH", 0, -9, 80),
        EmblemPart("KH", 30, -1, 80, -12),
        EmblemPart("medallion gooseberry", 46, 26, 40),
    )
    best_result_name = "middle of the deal"
    win_names = ("Golden Goose", "Golden Geese")
    loser_names = ("fool", "fools")
    glossary: ClassVar[Glossary] = {
        "right × 2": "The tricks of each seat's right-hand neighbour, counted twice.",
        "middle": "The middle score of the deal earns ten more.",
    }

    def goal_of_deal(self, options: FoolOptions) -> str:
        return "You want the ~middle score~: not most, not least."

    def winning_rule(self, state: TrickState) -> str:
        return "one suit: the middle card takes it. Two suits: the lone suit. Three: the lone colour. Aces are high"

    def card_fact(self, options: FoolOptions, card: Card) -> str:
        return "takes the trick, and its player gives that to whom they like" if card == JOKER else ""

    def explain_figure(self, state: TrickState, figure: TableFigure, seat: int | None) -> str:
        if figure.kind is not FigureKind.ROW:
            return super().explain_figure(state, figure, seat)
        who, taken = figure.at, state.taken()
        right, base = RIGHT_NEIGHBOUR[who], base_points(taken)
        twice = f"twice the {taken[right]} of [{right}], [{who}'s] right neighbour"
        bonus = middle_bonus(state.options)
        added = f"; the middle score earns {bonus} more" if bonus and who == middle_seat(base) else ""
        return f"[{who}'s] own tricks, {taken[who]}, and {twice}: {base[who]}{added}."

    def card_name(self, card: Card) -> str:
        return "the Goose" if card == JOKER else phrases.card_name(card)

    def prompt(self, state: TrickState) -> str:
        if len(state.trick) == SEATS:
            return _TITLE_OF_GIFT
        hand = state.hands[state.turn]
        if not state.trick and hand & JOKER_BIT and hand != JOKER_BIT:
            return "Your lead: anything but the Goose"
        return super().prompt(state)

    def preview_effect(self, state: TrickState, action: Action) -> str:
        if action >= GIVE:
            return ""
        trick = [*state.trick, action]
        if action == JOKER:
            return "takes the trick, and you give it to whom you like"
        if JOKER in trick:
            return f"[{state.seat_at(trick.index(JOKER))} has] the Goose, and the trick to give"
        if len(trick) < SEATS:
            return ""
        place = taking_place(*trick)
        if place == SEATS - 1:
            return f"takes the trick: {why_taken(trick)}"
        return f"leaves it to [{state.seat_at(place)}]: {self.card_name(trick[place])}, {why_taken(trick)}"

    def title_remark_and_choices(self, state: TrickState) -> tuple[str, str, tuple[Choice, ...]]:
        me = state.turn
        if len(state.trick) < SEATS:
            return "", "", ()
        made = []
        for seat in (LEFT_NEIGHBOUR[me], me, RIGHT_NEIGHBOUR[me]):
            base = base_points(tuple(state.tricks(other) + (other == seat) for other in range(SEATS)))
            label = "Keep it" if seat == me else f"Goose [{seat}]"
            result = ", ".join(f"[{other}] {base[other]}" for other in table_facts.seats_clockwise(me, SEATS))
            best = middle_seat(base)
            verdict = "nobody is in the middle" if best is None else f"[{best} is] in the middle"
            made.append(Choice(GIVE + seat, label, result, verdict, seat))
        leads = " The player who gets it leads next." if state.hands[me] else ""
        return _TITLE_OF_GIFT, f"They cannot refuse.{leads}", tuple(made)

    def log_line_of_action(self, state: TrickState, seat: int, action: Action) -> str:
        if action >= GIVE:
            to = action - GIVE
            return f"[{seat} keeps] the trick." if to == seat else f"[{seat} gooses] [{to}] with the trick."
        return super().log_line_of_action(state, seat, action)

    def taken_log(self, state: TrickState, taken: Taken, number: int) -> str:
        if taken.card == JOKER:
            return f"The Goose takes trick {number}, and [{taken.seat} says] whose it is."
        return super().taken_log(state, taken, number)

    def points_per_deal(self, options: FoolOptions) -> float:
        return 14.5

    def task_sentence(self, state: TrickState, kind: str, number: int) -> str:
        return "Make sure that you get the middle score of this deal." if kind == "best" else ""

    def tally(self, state: TrickState, seat: int | None) -> Tally:
        taken = state.taken()
        base = base_points(taken)
        best = middle_seat(base)
        rows = []
        for who in table_facts.seats_clockwise(seat, SEATS):
            bonus = middle_bonus(state.options) * (who == best)
            figures = (str(taken[who]), f"+ {taken[RIGHT_NEIGHBOUR[who]]} × 2")
            extra, points = f"+{bonus}" if bonus else "", str(base[who] + bonus)
            why = score_explanation(taken, who, best, state.over, bonus)
            rows.append(Row(who, figures, f"= {base[who]}", extra, points, who == best, why))
        extra_head = "middle" if middle_bonus(state.options) else ""
        return Tally(("own", "right × 2"), "", extra_head, tuple(rows), _tally_sentence(state, base, best))

    def headline(self, state: TrickState, ending: Ending) -> str:
        """Returns the reason for the winner, as a headline: one, two or all three players reached the target."""
        target, winner = state.options.target, ending.winners[0]
        there = sum(total >= target for total in ending.totals[-1])
        by_target = state.options.end_rule != "middle" and not is_one_deal(state.options)
        if by_target and there < SEATS:
            return f"[{winner} is] alone past {target}" if there == 1 else f"Two overshoot the mark, and [{winner} wins]"
        return f"[{winner} wins] from the middle"

    def stamp(self, state: TrickState) -> Stamp | None:
        """Returns the stamp once a player has given a trick to another seat; before that, None."""
        given = any(action >= GIVE and action - GIVE != seat for seat, action in state.actions)
        return Stamp("Goosed!") if given else None

    def race_between_deals(self, options: FoolOptions, standing: Standing, seat: int | None) -> Race:
        return self.race(options, standing.totals, seat)

    def race(self, options: FoolOptions, totals: tuple[Points, ...], seat: int | None) -> Race:
        whole = rules.as_integers(totals)
        best = winner_at_totals(options, whole)
        if is_one_deal(options):
            sentence = "All are level." if best is None else f"[{best} wins] with {whole[best]}."
            return Race(whole, 0, () if best is None else (best,), "1 deal, the middle score wins", sentence, deals=1)
        wins = "the middle total wins" if options.end_rule == "middle" else "a player there alone wins"
        if len(set(whole)) == 1:
            sentence = "All are level."
        elif best is None:
            sentence = f"Nobody has {options.target} yet."
        elif max(whole) >= options.target:
            sentence = f"[{best} wins] with {whole[best]}."
        else:
            level = ": the others are level" if len(set(whole)) < len(whole) else ""
            sentence = f"If it ended now, [{best}] would win with {whole[best]}{level}."
        return Race(whole, options.target, () if best is None else (best,), f"to {options.target}, {wins}", sentence)
