"""Texts of Goose: bids against tricks, roles, scores, and the reasons behind hints."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final

from goosetable import cards
from goosetable.cards import BIT, JOKER, JOKER_SUIT, PACK_SIZE, Card
from goosetable.engine.rules import rules
from goosetable.engine.rules.action import Action
from goosetable.engine.rules.deal import Standing
from goosetable.engine.rules.event import HIDDEN, Points
from goosetable.engine.rules.tricks import SUIT
from goosetable.engine.text import table_facts
from goosetable.engine.text.explain import (
    ALWAYS,
    HUNDRED,
    LIKELY,
    NEVER,
    Comparison,
    DealFigures,
    Difference,
    MeanWords,
    Reasons,
    actions_of_trick,
    frequencies_text,
    means_text,
)
from goosetable.engine.text.game_text import TrickText, off_suit_text
from goosetable.engine.text.table_facts import (
    Badge,
    Choice,
    DealSizes,
    EmblemPart,
    Ending,
    FigureKind,
    Glossary,
    Meter,
    Quota,
    Row,
    TableFigure,
    Tally,
)
from goosetable.engine.words import phrases
from goosetable.games.goose.rules import (
    BID,
    MADE_BID_POINTS,
    NO_BID,
    POINTS_PER_TRICK,
    GooseOptions,
    GooseState,
    Roles,
    forbidden_bids,
    hand_sizes,
    points_for_bid,
    suit_to_follow,
    taking_place,
    why_taken,
)

NEEDED_TRICKS_NAMED: Final = 0.25
MIN_CHANCE_DIFFERENCE: Final = 0.1
"""Least difference in the chance to take the trick, 0..1, at which the chance is the reason."""


def trick_winner(state: GooseState, known: GooseState) -> int:
    """Returns the seat that won the trick that was in progress in an earlier state; -1 if the trick is not over, or if bids
    were still to be made.
    """
    trick = actions_of_trick(state, known)
    if len(trick) < len(known.hands) or max(trick) >= BID:
        return -1
    return known.seat_at(taking_place(trick, known.trumps, known.jokers))


class GooseReasons(Reasons[GooseState]):
    """The reasons of Goose."""

    def deal_figures(self, state: GooseState, known: GooseState, points: Sequence[Points]) -> DealFigures:
        """Returns the base figures and these: for each seat, whether it made its bid and whether it took this trick; for the
        seat to act, its distance from the bid and its further tricks.
        """
        found, taken, seat = super().deal_figures(state, known, points), state.taken(), known.turn
        found |= {f"made {who}": float(bid == won) for who, (bid, won) in enumerate(zip(state.bids, taken, strict=True))}
        winner = trick_winner(state, known)
        found |= {f"to {who}": float(who == winner) for who in range(len(taken))}
        found["others made"] = sum([found[f"made {who}"] for who in range(len(taken)) if who != seat])
        off = taken[seat] - state.bids[seat]
        found |= {"over": float(off > 0), "under": float(off < 0), "off": float(abs(off))}
        return found | {"added": float(taken[seat] - known.tricks(seat))}

    def cards_of_tricks_taken(self, state: GooseState, seat: int) -> int:
        """Returns the cards that a seat has taken. For a card of the second pack, the set also has the same card of the first
        pack.
        """
        won = state.won[seat]
        return won | sum([BIT[card] for card in range(PACK_SIZE) if won >> (card + PACK_SIZE) & 1])

    def differences(self, comparison: Comparison) -> list[Difference]:
        """Returns the differences that can be reasons: the bid made or missed, the cost of missing it, the bids of others."""
        known, seat = comparison.known, comparison.seat
        mine = self._bid_differences(comparison) if comparison.action >= BID else self._card_differences(comparison)
        others = [who for who in range(len(known.hands)) if who != seat]
        for who in others:
            more, less = (f"[{who} is] more likely to {what} the bid than after @" for what in ("make", "miss"))
            mine.append(Difference(f"made {who}", 1.2, more, less, -1))
        changes = sorted([comparison.difference(f"made {who}") for who in others], key=abs)
        if len(others) > 1 and min(changes) * max(changes) > 0 and abs(changes[0]) > NEEDED_TRICKS_NAMED * abs(changes[-1]):
            more, less = (f"the others {what} their bids more often than after @" for what in ("make", "miss"))
            mine.append(Difference("others made", 1.2, more, less, -1))
        return mine

    def _bid_differences(self, comparison: Comparison) -> list[Difference]:
        known, seat = comparison.known, comparison.seat
        ass, goose = seat in known.roles.asses, seat in known.roles.geese
        bid, chance = comparison.action - BID, round(10 * comparison.mine.mean(f"made {seat}"))
        often = f"made {phrases.number_word(chance)} time{'s' * (chance > 1)} in ten"
        if chance in (0, 10):
            often = "nearly always made" if chance else "hardly ever made"
        misses, earns = self._missed_bid_text(comparison, "it misses"), means_text(comparison, f"points {seat}")
        said = f"{often}, it earns {earns[0]} on average, {earns[1]} after @" if earns else ""
        found = [
            Difference(f"made {seat}", 0.5, f"it is {often}, more often than @", f"it is {often}, less often than @"),
            Difference("off", 2.0, misses, misses, -1),
        ]
        if ass and bid:
            found.append(Difference(f"points {seat}", 1.0, f"it is {often}, and for the Ass it counts double", said))
        elif goose:
            said = misses and f"the Goose pays double, and {misses}"
            found.append(Difference("off", 1.0, said, said, -1))
        else:
            found.append(Difference(f"points {seat}", 1.0, said, said))
        return found

    def _missed_bid_text(self, comparison: Comparison, misses: str) -> str:
        two = means_text(comparison, "off")
        return f"{misses} by {two[0]} {'trick' if two[0] == '1' else 'tricks'}, {two[1]} after @" if two else ""

    def reported_means(self, comparison: Comparison) -> list[MeanWords]:
        """Returns the means to report: first the chance to make the bid, then the means that are reported in every game."""
        said = self._made_bid_text(comparison)
        if comparison.action >= BID:
            said = f"it is made {frequencies_text(comparison, f'made {comparison.seat}')}"
        return [MeanWords(f"made {comparison.seat}", said, scale=HUNDRED), *super().reported_means(comparison)]

    def _card_differences(self, comparison: Comparison) -> list[Difference]:
        known, seat = comparison.known, comparison.seat
        need, left = known.bids[seat] - known.tricks(seat), known.hands[seat].bit_count()
        if need < 0:
            two = means_text(comparison, "added")
            said = f"[{seat} takes] {'none' if two[0] == '0' else two[0]} more on average, {two[1]} after @" if two else ""
            return [Difference("added", 0.5, said, said, -1)]
        if need > left:
            said = self._missed_bid_text(comparison, f"[{seat}'s] bid is out of reach,")
            return [Difference("off", 0.5, said, said, -1)]
        same, misses = self.same_result_reason(comparison), self._missed_bid_text(comparison, f"[{seat} misses] the bid")
        more, less = same, same
        if not same:
            more, less = self._texts_when_needed(comparison, need) if need else self._texts_when_not_needed(comparison)
        fewer = "it is safer than @ against a trick too few"
        if comparison.difference("takes") > MIN_CHANCE_DIFFERENCE and not self._has_too_many_tricks(comparison):
            fewer = more
        return [
            Difference(f"made {seat}", 0.6, more, less),
            Difference("over", 0.8, self._risk_text(comparison, "over"), "it is safer than @ against a trick too many", -1),
            Difference("under", 0.8, self._risk_text(comparison, "under"), fewer, -1),
            Difference("off", 1.2, same or misses, same or misses, -1),
        ]

    def _texts_when_not_needed(self, comparison: Comparison) -> tuple[str, str]:
        takes, theirs = comparison.mine.mean("takes"), comparison.theirs.mean("takes")
        more, less = self._made_bid_text(comparison), self._risk_text(comparison, "over")
        if theirs - takes > MIN_CHANCE_DIFFERENCE:
            more = f"[{comparison.seat} needs] no more, and it is less likely to win than @"
            if takes <= NEEDED_TRICKS_NAMED:
                more = f"[{comparison.seat} needs] no more, and it {'wins' if takes <= NEVER else 'is likely to win'} nothing"
        elif takes - theirs > MIN_CHANCE_DIFFERENCE:
            less = f"[{comparison.seat} needs] no more, and it is more likely to win than @"
            if takes >= LIKELY:
                less = f"[{comparison.seat} needs] no more, and it {'wins' if takes >= ALWAYS else 'is likely to win'}"
        return more, less

    def _texts_when_needed(self, comparison: Comparison, need: int) -> tuple[str, str]:
        takes, sure = comparison.mine.mean("takes"), comparison.mine.mean(f"made {comparison.seat}") >= LIKELY
        if self._has_too_many_tricks(comparison):
            return "it is safer than @ against a trick too many", self._risk_text(comparison, "over")
        count = f"the {phrases.number_word(need)} tricks" if need > 1 else "the trick"
        are = "are" if need > 1 else "is"
        less = self._made_bid_text(comparison)
        if comparison.theirs.mean(f"made {comparison.seat}") >= LIKELY:
            less = f"it risks {count} [{comparison.seat} needs]"
        if comparison.difference("takes") > MIN_CHANCE_DIFFERENCE:
            wins = "wins" if takes >= ALWAYS else "is likely to win" if takes >= LIKELY else "is more likely than @ to win"
            return f"it {wins} {'the trick' if need == 1 else f'one of {count}'} [{comparison.seat} needs]", less
        return f"{count} [{comparison.seat} needs] {are} likely to come" if sure else self._made_bid_text(comparison), less

    def _made_bid_text(self, comparison: Comparison) -> str:
        often = frequencies_text(comparison, f"made {comparison.seat}")
        return often and f"it makes [{comparison.seat}'s] bid {often}"

    def _risk_text(self, comparison: Comparison, key: str) -> str:
        what = "many" if key == "over" else "few"
        seldom = comparison.theirs.mean(key) <= 1 - LIKELY
        return f"it risks a trick too {what}" if seldom else f"it makes tricks too {what} more often than @"

    def _has_too_many_tricks(self, comparison: Comparison) -> bool:
        return abs(comparison.difference("over")) > abs(comparison.difference("under"))


def bid_difference_text(need: int) -> str:
    """Returns the distance of a seat from its bid in words: "Two tricks too many" for a `need` of -2."""
    return f"{phrases.count_in_words(abs(need), 'trick')} too {'few' if need > 0 else 'many'}".capitalize()


def _tricks_needed_clause(state: GooseState) -> str:
    """Returns the number of tricks that the seat to act still needs for its bid, as a clause."""
    wanted = state.bids[state.turn] - state.tricks(state.turn)
    if wanted > 0:
        return f"You need ~{phrases.count_in_words(wanted, 'trick')}~"
    return f"{bid_difference_text(wanted)} already" if wanted else "You need no more"


def bid_excess_text(excess: int) -> str:
    """Returns the sum of the bids minus the number of tricks in words: "2 under"."""
    return f"{abs(excess)} {'over' if excess > 0 else 'under'}" if excess else "exactly as many"


def bids_sum_text(bid: int, size: int) -> str:
    """Returns the sum of the bids and the number of tricks in words: "the bids come to 11 for 13 tricks"."""
    return f"the bids come to {bid} for {phrases.count_text(size, 'trick')}"


def has_any_bid(state: GooseState) -> bool:
    """Whether a bid has been made."""
    return any(bid != NO_BID for bid in state.bids)


def role_reason(roles: Roles, totals: Sequence[Points], goose: bool) -> str:
    """Returns the reason why a seat has a role: "[1 is] the Goose: the highest total, 120.". goose: False for the Ass."""
    if len(roles.asses) == len(roles.geese) == len(totals):
        return "All are level, so all are Goose and Ass at once."
    seats = roles.geese if goose else roles.asses
    one, many = ("the Goose", "Geese") if goose else ("the Ass", "Asses")
    total = totals[seats[0]]
    kept = sum(other == total for other in totals) > len(seats)  # level with a seat that does not have it
    who = f"[{seats[0]} is]" if len(seats) == 1 else f"{table_facts.seat_names(seats)} are"
    named = f"{who} {'still ' if kept else ''}{one if len(seats) == 1 else many}"
    if kept:
        return f"{named}: nobody is {'above' if goose else 'below'} {phrases.format_points(total)}."
    return f"{named}: the {'highest' if goose else 'lowest'} total, {phrases.format_points(total)}."


def _seat_explanation(state: GooseState, seat: int) -> str:
    bid, won = state.bids[seat], state.tricks(seat)
    if bid == NO_BID:
        return f"[{seat} is] yet to bid."
    wanted, left = bid - won, state.size - sum(state.taken())
    if state.over:
        return _result_explanation(bid, won, seat in state.roles.asses, seat in state.roles.geese)
    if not wanted:
        return f"[{seat} has] as many as [{seat}] bid, and must take no more."
    if wanted < 0:
        return f"{bid_difference_text(wanted)} already."
    more = f", and only {phrases.number_word(left)} to come." if wanted > left else "."
    return f"[{seat} needs] {phrases.count_in_words(wanted, 'trick')}{more}"


def _result_explanation(bid: int, won: int, ass: bool, goose: bool) -> str:
    points = phrases.with_minus_sign(points_for_bid(bid, won, ass, goose))
    if bid != won:
        return f"{bid_difference_text(bid - won)}{', and the Goose pays double' if goose else ''}: {points}."
    number = phrases.number_word(bid) if bid else "nothing"
    made = f"{number.capitalize()} bid and {number} taken"
    if ass:
        return f"{made}, doubled for the Ass: {points}."
    return f"{made}: {MADE_BID_POINTS} + {POINTS_PER_TRICK * won} = {points}." if won else f"{made}: {points}."


def _bids_summary(state: GooseState) -> str:
    if state.is_bidding:
        return f"Each player bids once, [{state.dealer}] last."
    if not state.over:
        over = state.bid - state.size
        warning = f", {bid_excess_text(over)}: not all can make theirs" if over else ""
        return phrases.with_capital(f"{bids_sum_text(state.bid, state.size)}{warning}.")
    made = [seat for seat, won in enumerate(state.taken()) if won == state.bids[seat]]
    if len(made) == len(state.bids):
        return "All made their bids."
    if len(made) == 1:
        return f"Only [{made[0]}] made the bid."
    return f"{table_facts.seat_names(made)} made their bids." if made else "No one made the bid."


MIN_TRICKS_DUCKED: Final = 4
"""Least number of tricks in a deal at which a made bid of 0 is worth a headline."""


class GooseText(TrickText[GooseState, GooseOptions]):
    """The texts of Goose."""

    medals = table_facts.BID_MEDALS
    emblem = (EmblemPart("AS", -21, 0, 90, 8), EmblemPart("XH", 21, 0, 96, -8, tall=True),
              EmblemPart("badge goose", -44, 30, 38), EmblemPart("badge ass", 48, 32, 31))  # fmt: skip
    glossary: ClassVar[Glossary] = {
        "bid": "How many tricks each seat has said that it will take.",
        "won": "How many tricks each seat has taken; as many as it bid earn 20 and 10 for each.",
        "Bids": "A box for each trick that is bid, and a notch at the tricks there are.",
        "Bids so far": "A box for each trick that is bid, and a notch at the tricks there are.",
        "Goose": "The Goose pays double for a bid that fails.",
        "Ass": "The Ass earns double for a bid that is made.",
    }

    def goal_of_deal(self, options: GooseOptions) -> str:
        return "You want ~exactly as many tricks~ as you bid: not one more, not one fewer."

    def explain_figure(self, state: GooseState, figure: TableFigure, seat: int | None) -> str:
        if figure.kind is FigureKind.PLATE and state.bids[figure.at] != NO_BID:
            return f"[{figure.at} has] bid {state.bids[figure.at]} and taken {state.tricks(figure.at)}."
        if figure.kind is FigureKind.PLATE:
            return f"[{figure.at} has] not bid yet."
        return super().explain_figure(state, figure, seat)

    def refused_choices(self, state: GooseState) -> tuple[Action, ...]:
        return forbidden_bids(state)

    def progress(self, state: GooseState) -> str:
        return "bidding" if state.is_bidding else super().progress(state)

    def seat_status(self, state: GooseState, seat: int) -> str:
        bid = state.bids[seat]
        if state.is_bidding:
            return "yet to bid" if bid == NO_BID else f"bids {bid}"
        return f"{state.tricks(seat)} of {bid}"

    def winning_rule(self, state: GooseState) -> str:
        jokers = {"top": "; a joker beats both", "wizard": "; the High Joker beats both"}
        return super().winning_rule(state) + jokers.get(state.options.jokers, "")

    def card_fact(self, options: GooseOptions, card: Card) -> str:
        if SUIT[card] != JOKER_SUIT:
            return ""
        high = card % PACK_SIZE == JOKER
        match options.jokers:
            case "top":
                return "beats every other card" if high else "beats every card but the High Joker"
            case "wizard":
                how = "the first High Joker takes the trick" if high else "it never takes a trick"
                return f"may be played at any time; {how}"
            case _:
                beats = "trumps" if high else "trumps and the High Joker"
                return f"is no trump: led, it beats all but {beats}; otherwise it takes nothing"

    def lead_text(self, state: GooseState) -> str:
        suit = suit_to_follow(state.trick, state.options.jokers)
        if suit is None or SUIT[state.trick[0]] == suit:
            return super().lead_text(state)
        place = next(place for place, card in enumerate(state.trick) if SUIT[card] == suit)
        return f"[{state.seat_at(place)}] set {phrases.SYMBOLS[suit]}"

    def prompt(self, state: GooseState) -> str:
        if state.over:
            return ""
        if not state.is_bidding:
            return f"{super().prompt(state)}. {_tricks_needed_clause(state)}"
        hooked, legal = forbidden_bids(state), self.rules.legal(state)
        if len(legal) == 1:
            return f"Your bid: ~only {legal[0] - BID}~ is left to you"
        if hooked:
            return f"Your bid: ~any but {hooked[0] - BID}~"
        return f"Your bid: how many of {phrases.count_text(state.size, 'trick')} will you take?"

    def short_prompt(self, state: GooseState) -> str:
        if state.over or not state.trick:
            return self.prompt(state)
        return f"{super().short_prompt(state)}. {_tricks_needed_clause(state)}"

    def preview_effect(self, state: GooseState, action: Action) -> str:
        if action >= BID:
            ass, goose = state.turn in state.roles.asses, state.turn in state.roles.geese
            made = points_for_bid(action - BID, action - BID, ass, goose)
            missed = phrases.with_minus_sign(points_for_bid(0, 1, ass, goose))
            return f"made: {made}{' as the Ass' if ass else ''}, missed: {missed} a trick{' as the Goose' if goose else ''}"
        jokers = state.options.jokers
        if jokers == "wizard" and action % PACK_SIZE == cards.LOW_JOKER:
            return "never takes a trick"
        if not state.trick:
            return ""
        trick = [*state.trick, action]
        place = taking_place(trick, state.trumps, jokers)
        own, why = place == len(trick) - 1, why_taken(trick, state.trumps, jokers)
        if len(trick) < len(state.hands):
            if own:
                return "would be the highest so far"
            suit = suit_to_follow(state.trick, jokers)
            below = f"stays below {self.card_name(trick[place])}"
            return below if suit is None else off_suit_text(SUIT[action], suit, state.trumps) or below
        if own:
            return f"takes the trick: {why}"
        return f"leaves it to [{state.seat_at(place)}]: {self.card_name(trick[place])}, {why}"

    def title_remark_and_choices(self, state: GooseState) -> tuple[str, str, tuple[Choice, ...]]:
        if state.over or not state.is_bidding:
            return "", "", ()
        made = []
        for bid in self.rules.legal(state):
            total = state.bid + bid - BID
            last = f": {bid_excess_text(total - state.size)}" if state.bids.count(NO_BID) == 1 else ""
            then = f"{total} bid for {phrases.count_text(state.size, 'trick')}{last}"
            made.append(Choice(bid, str(bid - BID), self.preview_effect(state, bid), then))
        told = f"{state.bid} bid so far" if has_any_bid(state) else "You bid first"
        return "How many tricks will you take?", told, tuple(made)

    def opening_log(self, state: GooseState) -> tuple[str, ...]:
        roles = state.roles
        why = [role_reason(roles, state.totals, goose) for goose in (True, False) if (roles.geese if goose else roles.asses)]
        turned = "No card is left to turn up, so there are no trumps."
        if state.turned != HIDDEN:
            suits = "there are no trumps" if state.trumps is None else f"{cards.SUIT_NAMES[state.trumps]} are trumps"
            turned = f"{phrases.with_capital(self.card_name(state.turned))} is turned up, so {suits}."
        return (*dict.fromkeys(why), turned)

    def log_line_of_action(self, state: GooseState, seat: int, action: Action) -> str:
        said = super().log_line_of_action(state, seat, action)
        if action < BID or state.bids.count(NO_BID) > 1:
            return said
        bid = state.bid + action - BID
        return f"{said[:-1]}, so {bids_sum_text(bid, state.size)}: {bid_excess_text(bid - state.size)}."

    def badges(self, state: GooseState) -> tuple[Badge, ...]:
        roles, totals = state.roles, state.totals
        geese = [Badge("goose", "Goose", seat, role_reason(roles, totals, True)) for seat in roles.geese]
        asses = [Badge("ass", "Ass", seat, role_reason(roles, totals, False)) for seat in roles.asses]
        return (*geese, *asses, *super().badges(state))

    def quota(self, state: GooseState, seat: int) -> Quota | None:
        return None if state.bids[seat] == NO_BID else Quota(state.tricks(seat), state.bids[seat])

    def headline(self, state: GooseState, ending: Ending) -> str:
        """Returns the headline of a game. If the only winner bid 0 and took no trick in the last deal, the headline says so."""
        usual, size = super().headline(state, ending), state.size
        if len(ending.winners) > 1 or size < MIN_TRICKS_DUCKED or self.quota(state, ending.winners[0]) != Quota(0, 0):
            return usual
        event, colon, _ = usual.partition(": ")
        ducked = f"[{ending.winners[0]} ducks] all {phrases.number_word(size)}"
        return f"{event}: {ducked}" if colon else f"{ducked}: {usual}"

    def meter(self, state: GooseState, seat: int | None) -> Meter:
        over = bid_excess_text(state.bid - state.size)
        if not state.is_bidding:
            return Meter("Bids", state.bid, state.size, f"{state.bid} bid for {state.size}: {over}", "")
        caption = f"{state.bid} bid for {phrases.count_text(state.size, 'trick')}" if has_any_bid(state) else "none yet"
        return Meter(
            "Bids so far",
            state.bid,
            state.size,
            caption,
            f"{phrases.with_capital(over)}." if forbidden_bids(state) else "",
        )

    def actions_per_seat(self, options: GooseOptions, size: int) -> float:
        return size + 1.0

    def deal_count(self, options: GooseOptions) -> int:
        return len(hand_sizes(options))

    def deal_sizes(self, options: GooseOptions, standing: Standing) -> DealSizes | None:
        listed = hand_sizes(options)
        if len(listed) == 1:
            return super().deal_sizes(options, standing)
        listed += (1,) * (standing.deals + 1 - len(listed))
        return DealSizes(listed, standing.deals, f"deal {standing.deals + 1} of {len(listed)}")

    def tally(self, state: GooseState, seat: int | None) -> Tally:
        points, taken, rows = rules.as_integers(self.rules.points(state)), state.taken(), []
        for who in table_facts.seats_clockwise(seat, len(taken)):
            bid, won = state.bids[who], taken[who]
            figures = ("?" if bid == NO_BID else str(bid), str(won))
            earned = phrases.with_minus_sign(points[who]) if state.over else ""
            rows.append(Row(who, figures, "", "", earned, bid == won, _seat_explanation(state, who)))
        showing = f"trumps: {cards.SUIT_NAMES[state.trumps]}" if state.trumps is not None else "no trumps: a joker"
        if state.turned == HIDDEN:
            showing = "no trumps: every card is dealt"
        return Tally(("bid", "won"), "", "", tuple(rows), _bids_summary(state), showing if state.is_bidding else "")
