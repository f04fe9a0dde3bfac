"""Texts of Goosed: Foxes and Geese, scores, and the reasons behind hints."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from goosetable import cards
from goosetable.cards import BIT, SUIT_SIZE, Card, members
from goosetable.engine.rules import rules
from goosetable.engine.rules.action import Action
from goosetable.engine.rules.event import NO_SEAT, Points
from goosetable.engine.rules.tricks import SUIT, index_of_strongest
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
    difference_text,
)
from goosetable.engine.text.game_text import TrickText, best_result_sentence
from goosetable.engine.text.table_facts import Badge, EmblemPart, Glossary, KeptCardsCaption, Row, Side, Stamp, Tally
from goosetable.engine.words import phrases
from goosetable.games.goosed.rules import (
    GEESE,
    GoosedOptions,
    GoosedState,
    geese_worth,
    is_catcher_only,
    reds_are_goosed,
    top_rank,
)


class GoosedReasons(Reasons[GoosedState]):
    """The reasons of Goosed."""

    def deal_figures(self, state: GoosedState, known: GoosedState, points: Sequence[Points]) -> DealFigures:
        """Returns the base figures and others, from the view of the seat to act.

        They are: whether the seat is a Red Fox; whether the Red Foxes are goosed, and on which side the seat is then; for each
        Goose not caught in `known`, whether the seat's side catches it; the seat that takes the present trick; and the worth of
        the Geese of the seat's side.
        """
        found, seat, reds = super().deal_figures(state, known, points), known.turn, state.reds
        red, every = seat in reds, reds_are_goosed(state)
        side = sum(state.won[who] & GEESE for who in range(len(state.hands)) if (who in reds) == red)
        found |= {"red": float(red), "goosed": float(every and red), "they": float(every and not red)}
        found |= {f"own {goose}": float(bool(BIT[goose] & side)) for goose in members(GEESE & ~known.out & ~sum(known.won))}
        taker = known.seat_at(index_of_strongest(actions_of_trick(state, known), SUIT[known.turned], known.tops))
        found |= {f"to {who}": float(who == taker) for who in range(len(state.hands))}
        return found | {"geese": float(geese_worth(side))}

    def differences(self, comparison: Comparison) -> list[Difference]:
        """Returns the possible reasons in order: the Red Foxes goosed, the seat's role (while it can change), Geese, tricks."""
        known, seat = comparison.known, comparison.seat
        reds: tuple[int, ...] = known.reds
        side = [who for who in range(len(known.hands)) if (who in reds) == (seat in reds)]
        whose = f"the side [{seat} ends] on catches"
        they, own = "the Red Foxes are", "as a Red Fox"
        if known.decided:
            whose = f"[{seat}'s] own side catches" if len(side) > 1 else f"[{seat} catches]"
            they = f"[{reds[0]} is]" if len(reds) == 1 else f"{table_facts.seat_names(reds)} are"
            own = " ".join(f"with [{who}]" for who in reds if who != seat)
        found = [
            Difference("goosed", 0.4, f"[{seat} is] more likely to be goosed {own}".strip(),
                 f"[{seat} is] less likely to be goosed {own}".strip(), -1),
            Difference("they", 0.5, f"{they} more likely to be goosed", f"{they} less likely to be goosed"),
            Difference("geese", 1.2, f"{whose} more Geese than after @", f"{whose} fewer Geese than after @"),
        ]  # fmt: skip
        if not known.decided and seat not in known.reds:
            chance = comparison.mine.mean("red")
            more = f"[{seat} is] more likely to be a Red Fox than after @"
            less = f"[{seat} is] less likely to be a Red Fox than after @"
            if chance >= LIKELY:
                more = f"it makes [{seat}] a Red Fox" if chance >= ALWAYS else f"it is likely to make [{seat}] a Red Fox"
            if chance <= 1 - LIKELY:
                sure = "almost sure" if chance <= NEVER else "likely"
                less = f"[{seat} is] {sure} to be a White Fox"
            found.append(Difference("red", 0.7, more, less, 0))
        brings = "in all" if self.opening_words(comparison) else "it brings"  # a card that wins the trick may bring fewer
        tricks = f"{brings} {difference_text(comparison.difference(f'tricks {seat}'), 'trick')} than @"
        if not (known.trick and (BIT[comparison.action] | BIT[comparison.other]) & GEESE):
            tricks = self.same_result_reason(comparison, known.tops, wants_tricks=True) or tricks
        found.append(Difference(f"tricks {seat}", 0.8, tricks, tricks))
        return found


def _role_text(state: GoosedState) -> str:
    lone = state.decided and len(state.reds) == 1 and not is_catcher_only(state.options)
    return "Lone Red Fox" if lone else "Red Fox"


def _points_sentence(state: GoosedState, seat: int, points: Points, tricks_worth: int) -> str:
    """Returns the arithmetic of a seat's score as a sentence. The seat must not be goosed."""
    taken, red = state.tricks(seat), seat in state.reds
    own = phrases.count_in_words(taken, "trick")
    if taken:
        own += " at 2 points" if red else " at 1 point"
    role = "" if not state.decided else f"{_role_text(state)}: " if red else "White Fox: "
    whose = "Geese" if not state.decided else "the Reds' Geese" if red else "the Whites' Geese"
    share = "as a share of" if state.options.team_points == "split" and state.decided else "for"
    return phrases.with_capital(
        f"{role}{own}, and {phrases.format_points(points - tricks_worth)} {share} {whose}: {phrases.format_points(points)}."
    )


def foxes_summary(state: GoosedState, points: tuple[Points, ...]) -> str:
    """Returns a sentence that names the Red Foxes; once the deal is over, also the seats with the most points."""
    if state.over and not reds_are_goosed(state):
        return best_result_sentence(points)
    if not state.decided:
        if state.first == NO_SEAT:
            who = "its taker the Red Fox" if is_catcher_only(state.options) else "its player and its taker Red Foxes"
            worth = "A trick counts 1, to a Red Fox 2; the diamond Goose is worth 4 points, the others 2."
            return f"The first Goose makes {who}. {worth}"
        return f"[{state.first} has] played the first Goose, and the taker of the trick is a Red Fox too."
    who = f"{table_facts.seat_names(state.reds)} are the Red Foxes"
    if len(state.reds) == 1:
        who = f"[{state.reds[0]} is] the {'only' if is_catcher_only(state.options) else 'Lone'} Red Fox"
    if reds_are_goosed(state):
        return f"{who}, and goosed: every Goose is caught by Red, and that scores nothing."
    whites = sum(held & GEESE for seat, held in enumerate(state.won) if seat not in state.reds)
    return f"{who}." if whites else f"{who}. Red scores nothing if it catches every Goose."


class GoosedText(TrickText[GoosedState, GoosedOptions]):
    """The texts of Goosed."""

    geese = GEESE
    emblem = (EmblemPart("4D", -26, 0, 86, 9), EmblemPart("4S", 20, 2, 86, -7), EmblemPart("badge redfox", -2, 30, 46))
    glossary: ClassVar[Glossary] = {
        "tricks": "The tricks of each seat, and what one is worth to it: two points to a Red Fox, one to the others.",
        "Geese": "What the Geese are worth to each seat that its side has caught.",
        "Red Fox": "A Red Fox played or caught the first Goose, and has two points for each trick.",
        "Lone Red Fox": "This seat both played and caught the first Goose, and has two points for each trick.",
        "White Fox": "The White Foxes are those who are not Red, with a point for each trick.",
        "Red Foxes": "They played and caught the first Goose. With every Goose of the deal they would score nothing.",
        "White Foxes": "Those who are not Red.",
    }

    def deal_headline(self, state: GoosedState) -> str:
        if not state.over or not self.stamp(state):
            return ""
        return "The Red Foxes are goosed!" if len(state.reds) > 1 else f"The {_role_text(state)} is goosed!"

    def stamp(self, state: GoosedState) -> Stamp | None:
        if not state.decided or not reds_are_goosed(state):
            return None
        whom = "the Red Foxes" if len(state.reds) > 1 else f"the {_role_text(state)}"
        return Stamp("Goosed!", f"Goosed: every Goose is with {whom}.")

    def goal_of_deal(self, options: GoosedOptions) -> str:
        return "You want ~tricks with Geese~, the fours; Red Foxes with all four score nothing."

    def winning_rule(self, state: GoosedState) -> str:
        return super().winning_rule(state) + ("; aces are low" if top_rank(state.options) else "")

    def card_fact(self, options: GoosedOptions, card: Card) -> str:
        if BIT[card] & GEESE:
            return f"is a Goose, worth {geese_worth(BIT[card])} to the side that catches it"
        return "is the lowest of its suit" if top_rank(options) and not cards.rank(card) else ""

    def deal_count(self, options: GoosedOptions) -> int:
        return options.length

    def sort_key(self, state: GoosedState, card: Card) -> tuple[int, ...]:
        height = (cards.rank(card) - top_rank(state.options)) % SUIT_SIZE
        return table_facts.SUIT_ORDER[cards.suit(card)], height

    def preview_effect(self, state: GoosedState, action: Action) -> str:
        found, goose = [self.effect_on_trick(state, action, SUIT[state.turned], top_rank(state.options))], BIT[action] & GEESE
        if goose and state.first != NO_SEAT:
            found.append(f"a Goose worth {geese_worth(goose)}")
        elif goose:
            who = "its captor is the Red Fox" if is_catcher_only(state.options) else f"[{state.turn} is] a Red Fox"
            found.append(f"the first Goose, and {who}")
        return "; ".join(filter(None, found))

    def opening_log(self, state: GoosedState) -> tuple[str, ...]:
        card, trumps = self.card_name(state.turned), f"{cards.SUIT_NAMES[SUIT[state.turned]]} are trumps"
        if not state.out:
            return (f"{card} is dealt face up to [{state.dealer}], so {trumps}.",)
        said = f"{card} is turned up and stays out, and {trumps}."
        return (said, "It is a Goose, and counts for nobody.") if state.out & GEESE else (said,)

    def log_line_of_action(self, state: GoosedState, seat: int, action: Action) -> str:
        said = super().log_line_of_action(state, seat, action)
        if state.first != NO_SEAT or not BIT[action] & GEESE:
            return said
        return f"{said[:-1]}, the first Goose{'' if is_catcher_only(state.options) else f': [{seat} is] a Red Fox'}."

    def badges(self, state: GoosedState) -> tuple[Badge, ...]:
        reds = state.reds
        marks = [Badge("redfox", _role_text(state), seat) for seat in reds]
        if state.decided:
            marks += [Badge("whitefox", "White Fox", seat) for seat in range(len(state.hands)) if seat not in reds]
        return (*marks, *super().badges(state))

    def unassigned_badges(self, state: GoosedState) -> tuple[Badge, ...]:
        """Returns a badge for each Red Fox not known yet: two before the first Goose is played, then one until that Goose is
        caught.

        If only the captor becomes a Red Fox, returns one badge.
        """
        if state.decided:
            return ()
        return (Badge("redfox", "Red Fox"),) * (1 if state.first != NO_SEAT or is_catcher_only(state.options) else 2)

    def sides(self, state: GoosedState) -> tuple[Side, ...]:
        reds, places, found = state.reds, (GEESE & ~state.out).bit_count(), []
        whites = tuple(seat for seat in range(len(state.hands)) if seat not in reds) if state.decided else ()
        for badge, label, seats in (("redfox", "Red Foxes", reds), ("whitefox", "White Foxes", whites)):
            caught = sum(state.won[seat] & GEESE for seat in seats)
            points = phrases.count_text(geese_worth(caught), "point")
            if seats is reds and reds_are_goosed(state):
                points = "goosed: nothing"
            found.append(Side(badge, label, seats, points, members(caught), places))
        return tuple(found)

    def task_sentence(self, state: GoosedState, kind: str, number: int) -> str:
        red, caught = state.turn in state.reds, sum(state.won[seat] & GEESE for seat in state.reds)
        if kind == "ruin":
            reds = phrases.listed([f"[{seat}]" for seat in state.reds])
            return f"See that the Red Foxes, {reds}, catch every Goose and are goosed."
        if kind == "points" and number == 1 and red and caught:
            return "See that you are not goosed."
        return ""

    def tally(self, state: GoosedState, seat: int | None) -> Tally:
        points, rows = self.rules.points(state), []
        best = rules.leaders(points)
        for who in table_facts.seats_clockwise(seat, len(points)):
            red = who in state.reds
            each, nothing = 2 if red else 1, red and reds_are_goosed(state)
            tricks_worth = state.tricks(who) * each
            figures = (
                f"{state.tricks(who)}×{each}",
                "goosed" if nothing else phrases.format_points(points[who] - tricks_worth),
            )
            why = f"Every Goose is with the Reds, so [{who} scores] nothing."
            if not nothing:
                why = _points_sentence(state, who, points[who], tricks_worth)
            caught = geese_worth(state.won[who] & GEESE)
            said = KeptCardsCaption(f"caught, worth {caught}") if caught else None
            rows.append(Row(who, figures, "", "", phrases.format_points(points[who]), who in best and any(points), why, said))
        return Tally(("tricks", "Geese"), "", "", tuple(rows), foxes_summary(state, points))
