"""Texts of a game for the screen: names, prompts, logs, tallies and totals. Each has a plain default.

`TrickText` words leads and plays; `SealedText` words rounds, bids and ties. Texts mark seats and suits in the notation of
`phrases`: "[1] led ♥".
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import ClassVar, Final, Generic, TypeVar

from goosetable import cards
from goosetable.cards import BIT, Card, Cards
from goosetable.engine.rules import rules
from goosetable.engine.rules.action import Action, Verb, value_of, verb_of
from goosetable.engine.rules.deal import Standing
from goosetable.engine.rules.event import Points, Taken, Tied
from goosetable.engine.rules.options import is_one_deal
from goosetable.engine.rules.rules import O, Rules, S
from goosetable.engine.rules.state import SealedState, TrickState, TurnedState
from goosetable.engine.rules.tricks import following_cards, index_of_strongest, why_strongest
from goosetable.engine.text import table_facts
from goosetable.engine.text.table_facts import (
    COMMON_GLOSSARY,
    Ending,
    FigureKind,
    Glossary,
    Race,
    RankStrip,
    RankStrips,
    Row,
    TableFigure,
    Tally,
    seat_names,
    seats_clockwise,
)
from goosetable.engine.words import phrases


def best_result_sentence(points: Sequence[Points], lowest_wins: bool = False) -> str:
    """Returns a sentence on the best score of a deal: "{[1 scores] most}: 56.", or "fewest" if the lowest total wins."""
    best = rules.leaders(points, lowest_wins)
    said = f"[{best[0]} scores]" if len(best) == 1 else f"{seat_names(best)} score"
    return f"{{{said} {'fewest' if lowest_wins else 'most'}}}: {phrases.format_points(points[best[0]])}."


def make_race(
    totals: tuple[Points, ...],
    target: int,
    winners: tuple[int, ...],
    aim: str = "",
    teams: tuple[tuple[int, ...], ...] = (),
    lowest_wins: bool = False,
) -> Race:
    """Returns the `Race` of a game in which the highest total wins, or the lowest.

    winners: the seats that have won; empty while the game goes on. aim: words for the end of the game, if it does not end at
    the target. teams: the seats of each team, which share a total.
    """
    first = rules.leaders(totals, lowest_wins)
    top = phrases.format_points(totals[first[0]])
    names = seat_names(first)
    if len(first) == 1:
        sentence = f"[{first[0]} {'wins' if winners else 'leads'}] with {top}."
    elif first in teams:
        sentence = f"{names} {'win' if winners else 'lead'} with {top}."
    elif winners:
        sentence = f"{names} share the win with {top} each."
    elif len(first) == len(totals):
        sentence, first = "All are level.", ()
    else:
        sentence = f"{names} lead with {top} each."
    return Race(totals, target, first, aim or f"to {target}, {winning_total_clause(lowest_wins)}", sentence, teams=teams)


NARROW_DIVISOR: Final = 10
"""A defeat is narrow if the winning total, divided by this number, is at least the margin."""


def ending_headline(ending: Ending, lowest_wins: bool) -> str:
    """Returns the deciding event of a finished game in one line: "Three short: [1 wins]".

    The event is the first of these that happened: a shared win, a comeback in the last deal, a narrow defeat, a lead in every
    deal. If none happened, the line states the margin. lowest_wins: True if the lowest total wins.
    """
    winners, final = ending.winners, ending.totals[-1]
    who, team = seat_names(winners), winners in ending.teams
    if len(winners) > 1 and not team:
        return f"{who} share the win with {phrases.format_points(final[winners[0]])} each"
    one, wins = winners[0], f"{who} win" if len(winners) > 1 else f"[{winners[0]} wins]"
    others = [seat for seat in range(len(final)) if seat not in winners]
    if not others:
        return wins
    margin = min(abs(Fraction(final[one]) - Fraction(final[seat])) for seat in others)
    by, points = f"by {_points_in_words(margin)}", _points_in_words(margin)
    if not margin:
        return f"Level on points: {wins}"
    if len(ending.totals) > 1:
        before = ending.totals[-2]
        if one in rules.leaders(before, not lowest_wins) and one not in rules.leaders(before, lowest_wins) and len(others) > 1:
            return f"From last to first: {wins} {by}"
        if one not in rules.leaders(before, lowest_wins):
            return f"Won in the last deal: {wins} {by}"
    if (
        ending.seat in others
        and margin <= abs(Fraction(final[one])) / NARROW_DIVISOR
        and margin == abs(final[one] - final[ending.seat])
    ):
        return f"{phrases.with_capital(points)} short: {wins}"
    if len(ending.totals) > 2 and all(rules.leaders(after, lowest_wins) == winners for after in ending.totals):
        return f"{wins} from start to finish"
    return f"{wins} {by}"


def _points_in_words(points: Points) -> str:
    return phrases.number_word(int(points)) if points == int(points) else phrases.format_points(points)


def winning_total_clause(lowest_wins: bool) -> str:
    """Returns the clause "the highest total wins", or "the lowest"."""
    return f"the {'lowest' if lowest_wins else 'highest'} total wins"


COMPUTER_ACTION_SECONDS: Final = 1.1
"""Seconds of a computer player's action, leisurely: 0.66 to think, 0.26 for the animation, and more for a close choice."""
FULL_TRICK_SECONDS: Final = 1.6
"""Seconds from a full trick to the next lead: 1.2 in which it lies on the table, and its animations."""
SECONDS_BETWEEN_DEALS: Final = 15.0
"""Seconds of each deal that are spent on dealing and on the score sheet."""
USUAL_DEALS: Final = 5
"""Number of deals assumed for a game to a target, if `points_per_deal` is unknown."""


class GameText(Generic[S, O]):
    """The texts of one game."""

    emblem: tuple[table_facts.EmblemPart, ...] = ()
    """Picture of the game on the title screen."""
    best_result_name: str = "best score"
    """Name of a deal's best result, which the seats of `Rules.best_seats` have."""
    win_names: tuple[str, str] = ("win", "wins")
    """Unit in which wins are counted, singular and plural."""
    loser_names: tuple[str, str] = ("", "")
    """Name of a seat that has not won, singular and plural; empty if the game has no such name."""

    set_aside_caption: str = "left out"
    """Caption of the cards that lie face up beside the table and are out of play."""
    face_down_purpose: str = "later"
    """Purpose of the cards that lie face down before the seats, to follow "for the", as in "for the 2nd half"."""
    trick_name: str = "trick"
    """Word for one card from each seat: a trick, a round."""
    geese: Cards = 0
    """Cards drawn with a small goose, because the game calls them Geese."""
    seconds_per_action: float = 7.0
    """Average number of seconds that a person takes for an action."""
    dealer_matters: bool = True
    """True if the dealer matters during the play. An egg then marks the dealer."""
    medals: tuple[table_facts.Medal, ...] = table_facts.DEFAULT_MEDALS
    """Medals of the game in the statistics, at most four."""
    glossary: ClassVar[Glossary] = {}
    """Meanings of words shown on the table, by word; the words of the game precede those of `table_facts.COMMON_GLOSSARY`."""

    def __init__(self, rules: Rules[S, O]) -> None:
        self.rules = rules

    def sort_key(self, state: S, card: Card) -> tuple[int, ...]:
        """Returns the sort key of a card in a hand, displayed from left to right. By default suits alternate in colour."""
        return table_facts.SUIT_ORDER[cards.suit(card)], card % cards.PACK_SIZE, card

    def progress(self, state: S) -> str:
        """Returns the progress of the deal in words, such as "trick 5 of 11"."""
        return f"deal {state.number}"

    def seat_status(self, state: S, seat: int) -> str:
        """Returns the words under a seat's name, such as "2 tricks"."""
        return phrases.count_text(state.hands[seat].bit_count(), "card")

    def prompt(self, state: S) -> str:
        """Returns the prompt for the seat to act, as in "[1] led ♥, so you follow: J♥ or 8♥"; empty after the deal."""
        return "" if state.over else "Your turn"

    def short_prompt(self, state: S) -> str:
        """Returns the prompt for speech. It leaves out facts that the log has just stated, as in "You follow: J♥ or 8♥"."""
        return self.prompt(state)

    def automatic_action(self, state: S) -> Action | None:
        """Returns the action that the table takes for the seat to act, if all its choices are equivalent; else None."""
        return None

    def preview_effect(self, state: S, action: Action) -> str:
        """Returns a preview of an action's immediate effect, from the view of the seat to act; empty if there is none."""
        return ""

    def title_remark_and_choices(self, state: S) -> tuple[str, str, tuple[table_facts.Choice, ...]]:
        """Returns the title, a remark and the choices, if the seat to act does not choose a card of its hand; else two empty
        texts and no choices.
        """
        return "", "", ()

    def order_of_ranks(self, state: S) -> tuple[str, ...]:
        """Returns the names of the ranks, the highest first, if a seat has named the top rank; else empty."""
        return ()

    def refused_choices(self, state: S) -> tuple[Action, ...]:
        """Returns illegal actions that the table shows disabled because people would look for them. `why_not` explains each."""
        return ()

    def calls_in_force(self, state: S) -> tuple[table_facts.Call, ...]:
        """Returns the last call of each seat that may still call; empty once all calls are made."""
        return ()

    def extra_facts(self, state: S) -> tuple[str, ...]:
        """Returns sentences for screen readers on facts that no log line mentions."""
        return ()

    def centre_cards_sentence(self, state: S) -> str:
        """Returns a sentence that names the cards of the trick so far, or the cards on offer; empty if there are none."""
        return ""

    def log_line_of_action(self, state: S, seat: int, action: Action) -> str:
        """Returns the log line of an action, such as "[1] leads 9♥.". state: the state before the action."""
        return table_facts.action_sentence(seat, action, self.card_name)

    def opening_log(self, state: S) -> tuple[str, ...]:
        """Returns the log lines before the first action of a deal, such as the card turned up."""
        return ()

    def taken_log(self, state: S, taken: Taken, number: int) -> str:
        """Returns the log line of a trick. number: from 1. state: the state before the trick's last card."""
        return f"[{taken.seat} takes] trick {number}: {self.card_name(taken.card)}, {taken.why}."

    def tied_log(self, state: S, tied: Tied) -> str:
        """Returns the log line of a round that no seat wins. state: the state before the round's last card."""
        return f"Nobody takes it: {tied.why}."

    def badges(self, state: S) -> tuple[table_facts.Badge, ...]:
        """Returns the badges currently displayed at seats and beside the trick."""
        return ()

    def unassigned_badges(self, state: S) -> tuple[table_facts.Badge, ...]:
        """Returns the badges displayed in the middle of the table, because their seats are not known yet."""
        return ()

    def quota(self, state: S, seat: int) -> table_facts.Quota | None:
        """Returns a seat's tricks beside its bid; None if it has not bid."""
        return None

    def meter(self, state: S, seat: int | None) -> table_facts.Meter | None:
        """Returns a `Meter` of a public number, such as the sum of the bids, worded for the reader at `seat`; None if there is
        none.
        """
        return None

    def sides(self, state: S) -> tuple[table_facts.Side, ...]:
        """Returns the sides of a deal, which are groups of partners; empty in games without partners."""
        return ()

    def deal_sizes(self, options: O, standing: Standing) -> table_facts.DealSizes | None:
        """Returns the hand sizes of a game with a fixed number of deals; None for other games and for a game of one deal.
        standing: the standing before the current deal.
        """
        deals, played = self.deal_count(options), standing.deals
        listed = (self.rules.hand_size(options, standing),) * max(deals, played + 1)
        if deals > 1 or (deals and played):
            return table_facts.DealSizes(listed, played, f"deal {played + 1} of {len(listed)}")
        return None

    def chart(self, state: S, seat: int | None) -> table_facts.Chart | None:
        """Returns a small reference table to read while playing; None if there is none. Its remark is worded for the reader at
        `seat`.
        """
        return None

    def rank_strips(self, state: S) -> table_facts.RankStrips | None:
        """Returns the cards known to be in each hand and in the stock, in games with open hands; else None."""
        return None

    def tally(self, state: S, seat: int | None) -> table_facts.Tally:
        """Returns the arithmetic of a deal's scores, running or finished. Its sentence is worded for the reader at `seat`."""
        if not state.over:
            return table_facts.Tally((), "", "", (), "")
        points, best = self.rules.points(state), self.rules.best_seats(state)
        return table_facts.plain_tally(points, best, seat, self.rules.teams(state.options))

    def target(self, options: O) -> int:
        """Returns the total that ends the game; 0 if no total does."""
        return 0 if is_one_deal(options) else int(getattr(options, "target", 0))

    def deal_count(self, options: O) -> int:
        """Returns the fixed number of deals of the game, without extra deals; 0 if the number is not fixed."""
        return int(is_one_deal(options))

    def actions_per_seat(self, options: O, size: int) -> float:
        """Returns the average number of a seat's actions in a deal with hands of `size` cards."""
        return float(size)

    def points_per_deal(self, options: O) -> float:
        """Returns the mean points per deal towards the target, as measured in games of greedy players; 0 if unknown."""
        return 0.0

    def estimated_minutes(self, options: O, people: int = 1) -> int:
        """Returns the estimated length of a game in minutes, rounded to steps of 5 from 10 on. people: number of persons."""
        seats = self.rules.seats(options)
        start = Standing(0, (0,) * seats)
        listed = self.deal_sizes(options, start)
        sizes = (self.rules.hand_size(options, start),) if listed is None else listed.sizes
        target, gain = 0 if self.deal_count(options) else self.target(options), self.points_per_deal(options)
        deals = max(1.0, target / gain if gain else USUAL_DEALS) if target else len(sizes)
        rounds = deals * sum(self.actions_per_seat(options, size) for size in sizes) / len(sizes)
        people = min(max(people, 0), seats)
        seconds = (
            rounds * (people * self.seconds_per_action + (seats - people) * COMPUTER_ACTION_SECONDS + FULL_TRICK_SECONDS)
            + deals * SECONDS_BETWEEN_DEALS
        )
        exact = max(1, round(seconds / 60))
        return exact if exact < 10 else 5 * round(exact / 5)

    def race(self, options: O, totals: tuple[Points, ...], seat: int | None) -> table_facts.Race:
        """Returns totals as a `Race`: the standing of the game, drawn as a line up to its target. seat: the reader, or None.

        A game of a fixed number of deals counts as just begun, because its totals do not tell the number of deals played.
        """
        if self.deal_count(options):
            return self.race_between_deals(options, Standing(0, totals), seat)
        winners, teams = self.rules.winners(options, Standing(1, totals)), self.rules.teams(options)
        return make_race(totals, self.target(options), winners, teams=teams, lowest_wins=self.rules.lowest_wins)

    def race_between_deals(self, options: O, standing: Standing, seat: int | None) -> table_facts.Race:
        """Returns the standing between two deals as a `Race`. seat: the reader, whom the texts address; None to address no
        seat.

        A game overrides this method if its race depends on more than the totals.
        """
        deals = self.deal_count(options)
        if not deals:
            return self.race(options, standing.totals, seat)
        lowest = self.rules.lowest_wins
        aim = f"{phrases.count_text(deals, 'deal')}, {winning_total_clause(lowest)}"
        winners, teams = self.rules.winners(options, standing), self.rules.teams(options)
        return make_race(standing.totals, 0, winners, aim, teams, lowest)._replace(deals=deals)

    def headline(self, state: S, ending: Ending) -> str:
        """Returns the deciding event of the game in one line, without a full stop. state: the last deal at its end."""
        return ending_headline(ending, self.rules.lowest_wins)

    def deal_headline(self, state: S) -> str:
        """Returns a striking event of a finished deal, such as "[0] and [2] are goosed!"; empty for most deals."""
        return ""

    def stamp(self, state: S) -> table_facts.Stamp | None:
        """Returns a word to stamp on the table, for a misfortune in this deal; None in most states."""
        return None

    def lineup_rule(self, options: O) -> str:
        """Returns sentences on whether people may join or leave the game between two deals."""
        number = phrases.number_word(self.rules.seats(options))
        return (
            f"A game of {self.rules.title} keeps its {number} seats to the end: nobody can join or leave between deals. "
            "Another person may take over a seat with its points: write the new name over the old one. "
            "Anyone who has left may come back in the same way."
        )

    def end_of_game(self, options: O) -> str:
        """Returns words for the end of the game, such as "to 100, the middle total wins"."""
        return self.race(options, (0,) * self.rules.seats(options), None).aim

    def goal_of_deal(self, options: O) -> str:
        """Returns the goal of a deal, in one sentence for newcomers."""
        who = "You and your partner" if self.rules.teams(options) else "You"
        lowest = self.rules.lowest_wins
        return f"{who} want ~the {'fewest' if lowest else 'most'} points~: {winning_total_clause(lowest)}."

    def task_sentence(self, state: S, kind: str, number: int) -> str:
        """Returns the task of a problem in one sentence for its solver; "" to use the sentence that suits any game.

        kind: the value of a `problem.Task`. number: the number that the solver has to reach.
        """
        return ""

    def winning_rule(self, state: S) -> str:
        """Returns, for a newcomer, the rule that decides the current trick or round, such as "the highest bid wins it"."""
        return ""

    def card_fact(self, options: O, card: Card) -> str:
        """Returns a fact about a card that its face does not show, such as "is the lowest of its suit"; "" for most cards."""
        return ""

    def explain_figure(self, state: S, figure: TableFigure, seat: int | None) -> str:
        """Explains a figure on the table to the reader at `seat`, in a sentence or two; empty if it needs no explanation."""
        match figure.kind:
            case FigureKind.HEAD:
                return self._explain_heading(figure.word)
            case FigureKind.ROW:
                return next((row.why for row in self.tally(state, seat).rows if row.seat == figure.at), "")
            case FigureKind.PLATE:
                return phrases.with_capital(f"[{figure.at}]: {self.seat_status(state, figure.at)}.")
            case FigureKind.DEALER:
                return f"The egg marks the dealer of this deal: [{figure.at}]."
            case FigureKind.BADGE:
                badges = self.badges(state)
                why = next((b.why for b in badges if b.label == figure.word and b.seat == figure.at and b.why), "")
                return f"{why} {self._glossary_sentence(figure.word)}".strip()
            case FigureKind.CALL:
                return self._glossary_sentence("calls")
            case FigureKind.CARD:
                about = self.card_fact(state.options, figure.at)
                return phrases.with_capital(f"{self.card_name(figure.at)} {about}.") if about else ""
            case FigureKind.SHOWN:
                return (
                    f"[{state.dealer} holds] {self.card_name(figure.at)}, the card that was dealt face up. Its suit is trumps."
                )
            case FigureKind.LATER:
                return "Cards for later, dealt face down: nobody may look at them yet."
            case FigureKind.METER:
                meter = self.meter(state, seat)
                said = "" if meter is None else self._glossary_sentence(meter.title)
                return "" if meter is None else f"{phrases.with_capital(meter.caption)}. {said}".strip()
            case FigureKind.CAMP:
                camp = self.sides(state)[figure.at]
                return f"{phrases.with_capital(camp.label)}: {camp.points}. {self._glossary_sentence(camp.label)}".strip()
            case FigureKind.RANKS:
                return "The order of the ranks in this deal, the highest first. A dark edge: that rank lies in the trick."
            case FigureKind.PRIZES:
                return f"The {self.win_names[1]} of each seat at this table, game after game."
            case _:
                return self._explain_standing(state, figure.kind, seat)

    def _explain_standing(self, state: S, kind: FigureKind, seat: int | None) -> str:
        standing = Standing(state.number - 1, state.totals)
        if kind is FigureKind.RACE:
            race = self.race_between_deals(state.options, standing, seat)
            return f"{race.sentence} The game goes {race.aim}." if race.target else f"{race.sentence} {race.aim}."
        if kind is FigureKind.LADDER and (ladder := self.deal_sizes(state.options, standing)) is not None:
            size = phrases.count_text(ladder.sizes[min(ladder.current, len(ladder.sizes) - 1)], "card")
            return f"A bar for each deal, as high as its hands are large. This is {ladder.caption}, with {size} each."
        return ""

    def _explain_heading(self, head: str) -> str:
        if head and head in phrases.SYMBOLS:
            return f"What the {cards.SUIT_NAMES[phrases.SYMBOLS.index(head)]} of each seat come to."
        return self._glossary_sentence(head)

    def _glossary_sentence(self, word: str) -> str:
        word = word.split(",")[0]
        small = word[:1].lower() + word[1:]  # a mark may begin with a capital at the table
        return next((known[one] for known in (self.glossary, COMMON_GLOSSARY) for one in (word, small) if one in known), "")

    def card_name(self, card: Card) -> str:
        """Returns the name of a card in this game's texts: `10♥`, `the Joker`."""
        return phrases.card_name(card, self.rules.jokers)


B = TypeVar("B", bound=SealedState)
MOST_NAMED: Final = 3
"""Greatest number of prizes on offer that a sentence names."""
MOST_ADDED: Final = 5
"""Greatest number of prizes on offer whose sum is written out."""


class SealedText(GameText[B, O], Generic[B, O]):
    """The texts of a game of rounds of sealed bids."""

    trick_name = "round"
    seconds_per_action = 12.0  # a bid is weighed against the whole hand, and against other hands

    def card_value(self, card: Card) -> int:
        """Returns the points of a prize or the rank of a bid, in games that count prizes; 0 in others."""
        return 0

    def sort_key(self, state: B, card: Card) -> tuple[int, ...]:
        """Returns the sort key of a card in a hand. Within a suit the most valuable card comes first."""
        suit, *rest = super().sort_key(state, card)
        return suit, -self.card_value(card), *rest

    def tally_rule(self, state: B) -> str:
        """Returns the scoring rules in a sentence or two, for the tally."""
        return ""

    def other_gain_texts(self, state: B, seat: int) -> list[str]:
        """Returns the points of a seat from sources other than the prizes it won, such as "6½ in shares"."""
        return []

    def sorted_high_to_low(self, card_set: Cards) -> tuple[Card, ...]:
        """Returns the cards of a set, sorted by value, the highest first."""
        return tuple(sorted(cards.members(card_set), key=self.card_value, reverse=True))

    def offer_text(self, state: B) -> str:
        """Names the prizes on offer, as in "9♦ and 4♦" or "five prizes worth 31"."""
        if len(state.offer) > MOST_NAMED and state.stake:
            return f"{phrases.number_word(len(state.offer))} prizes worth {state.stake}"
        return phrases.listed([self.card_name(card) for card in state.offer])

    def offer_worth_clause(self, state: B) -> str:
        """Returns words that follow the offer in the prompt, such as ", worth 12"."""
        return _worth_clause(state) if len(state.offer) <= MOST_NAMED else ""

    def centre_cards_sentence(self, state: B) -> str:
        return "" if state.over else f"On offer now: {self.offer_text(state)}{self.offer_worth_clause(state)}."

    def winning_rule(self, state: B) -> str:
        return "the highest bid wins it"

    def progress(self, state: B) -> str:
        left = max(held.bit_count() + (seat in state.committed) for seat, held in enumerate(state.hands))
        return f"round {state.round} of {state.round + max(left, 1) - 1}"

    def seat_status(self, state: B, seat: int) -> str:
        said = f"{phrases.format_points(self.rules.points(state)[seat])} so far"
        return f"{said}, {'has bid' if seat in state.committed else 'to bid'}" if state.committed else said

    def explain_figure(self, state: B, figure: TableFigure, seat: int | None) -> str:
        match figure.kind:
            case FigureKind.PLATE:
                won = phrases.count_in_words(state.won[figure.at].bit_count(), "prize")
                bid = " and has yet to bid for this one" if state.committed else ""
                bid = " and has bid for this one" if figure.at in state.committed else bid
                points = phrases.points_in_words(self.rules.points(state)[figure.at])
                return f"[{figure.at} has] won {won} in this deal{bid}: {points}."
            case FigureKind.OFFER:
                return "" if state.over else f"The best bid of this round wins {self.offer_text(state)}."
            case FigureKind.STOCK:
                return "The prizes that are still to be turned up; those in brass are on offer now."
            case _:
                return super().explain_figure(state, figure, seat)

    def prompt(self, state: B) -> str:
        if state.over:
            return ""
        hand = cards.members(state.hands[state.turn])
        if len(hand) == 1:
            verb = "is" if len(state.offer) == 1 else "are"
            return f"{self.offer_text(state)} {verb} up, and {self._last_bid_text(hand[0])}"
        return f"Your bid for {self.offer_text(state)}{self.offer_worth_clause(state)}"

    def short_prompt(self, state: B) -> str:
        if state.over or not state.committed:  # a bid that was made has named the offer
            return self.prompt(state)
        hand = cards.members(state.hands[state.turn])
        return (
            self._last_bid_text(hand[0])
            if len(hand) == 1
            else f"Your bid{self.offer_worth_clause(state) or _worth_clause(state)}"
        )

    def _last_bid_text(self, card: Card) -> str:
        return f"~{self.card_name(card)}~ is your last card"

    def opening_log(self, state: B) -> tuple[str, ...]:
        return (f"The first card turned up is {self.card_name(state.turned)}.",)

    def log_line_of_action(self, state: B, seat: int, action: Action) -> str:
        return f"[{seat} bids] {self.card_name(value_of(action))} for {self.offer_text(state)}."

    def taken_log(self, state: B, taken: Taken, number: int) -> str:
        return f"[{taken.seat} wins] {self.offer_text(state)} with {self.card_name(taken.card)}, {taken.why}."

    def tied_log(self, state: B, tied: Tied) -> str:
        return f"{seat_names(tied.seats)} tie: nobody takes {self.offer_text(state)}."

    def rank_strips(self, state: B) -> RankStrips | None:
        """Returns a strip with the cards of each seat, the prizes that it has won, and a strip with the prizes to come.

        Returns None if hands are hidden.
        """
        if not self.rules.open_hands:
            return None
        seats = range(len(state.hands))
        spent = [sum([BIT[value_of(action)] for who, action in state.actions if who == seat]) for seat in seats]
        held = [state.open_hand(seat) for seat in seats]
        hands = tuple(RankStrip(self.sorted_high_to_low(own | gone), own) for own, gone in zip(held, spent, strict=True))
        raised, offer = (sum([BIT[card] for card in shown]) for shown in (state.turned_up, state.offer))
        prizes = sum([BIT[card] for card in self.rules.pack(state.options)]) & ~(sum(held) | sum(spent))
        left = cards.members(prizes & ~raised)
        note = f"{len(left)}, worth {sum([self.card_value(card) for card in left])}" if left else "none"
        stock = RankStrip(self.sorted_high_to_low(prizes), prizes & ~raised | offer, offer, note)
        taken = tuple(
            ", ".join([*([" ".join(self._card_names(won))] if won else []), *self.other_gain_texts(state, seat)])
            or "nothing yet"
            for seat, won in enumerate(state.won)
        )
        return RankStrips("Taken, and still held", hands, taken, "Prizes still to come", stock)

    def _card_names(self, cards: Cards) -> list[str]:
        return [self.card_name(card) for card in self.sorted_high_to_low(cards)]

    def tally(self, state: B, seat: int | None) -> Tally:
        points = self.rules.points(state)
        best = rules.leaders(points, self.rules.lowest_wins) if any(points) else ()
        rows = tuple(self._tally_row(state, who, points[who], who in best) for who in seats_clockwise(seat, len(points)))
        values = [str(self.card_value(card)) for card in state.offer]
        added = f"{' + '.join(values)} = {state.stake}" if 1 < len(values) <= MOST_ADDED else str(state.stake)
        offer = f"on offer: {added}" if state.stake else "on offer"
        left = self.rules.hand_size(state.options, Standing(0, state.totals)) - len(state.turned_up)
        stock = f"{phrases.count_text(left, 'prize')} to come" if left else "no more to come"
        said = best_result_sentence(points, self.rules.lowest_wins) if state.over else self.tally_rule(state)
        return Tally(("prizes",), "", "", rows, said, offer if state.offer else "", stock)

    def _tally_row(self, state: B, seat: int, points: Points, is_best: bool) -> Row:
        won = state.won[seat]
        taken = phrases.listed([*self._card_names(won), *self.other_gain_texts(state, seat)]) or "nothing"
        return Row(
            seat, (str(won.bit_count()),), "", "", phrases.format_points(points), is_best, f"[{seat} has] taken {taken}."
        )


def _worth_clause(state: SealedState) -> str:
    return f", worth {state.stake}" if state.stake else ""


T = TypeVar("T", bound=TrickState)
_ANY: Final = "play any card"


class TrickText(GameText[T, O], Generic[T, O]):
    """The texts of a trick-taking game."""

    def progress(self, state: T) -> str:
        seats = len(state.hands)
        done = sum(state.taken())
        # From the cards that any seat can see: the hands of others may be hidden, its own is not.
        played = [(seat - state.leader) % seats < len(state.trick) for seat in range(seats)]
        total = done + max(state.hands[seat].bit_count() + played[seat] for seat in range(seats))
        return f"trick {min(done + 1, total)} of {total}"

    def seat_status(self, state: T, seat: int) -> str:
        """Returns a seat's number of tricks, and its partner if it has one: "2 tricks, with [3]"."""
        others = [other for side in self.rules.sides(state) if seat in side for other in side if other != seat]
        won = phrases.count_text(state.tricks(seat), "trick")
        return f"{won}, with {seat_names(others)}" if others else won

    def winning_rule(self, state: T) -> str:
        trumps = state.trump_suit
        if trumps is None:
            return "the highest card of the suit led takes it"
        led = cards.suit(state.trick[0]) if state.trick else cards.JOKER_SUIT
        if led == trumps:
            return f"the highest {phrases.SYMBOLS[trumps]}, the trump suit, takes it"
        other = "of the suit led" if led == cards.JOKER_SUIT else phrases.SYMBOLS[led]
        return f"the highest trump ({phrases.SYMBOLS[trumps]}) takes it, else the highest {other}"

    def explain_figure(self, state: T, figure: TableFigure, seat: int | None) -> str:
        if figure.kind is not FigureKind.PLATE:
            return super().explain_figure(state, figure, seat)
        return f"[{figure.at} has] taken {phrases.count_in_words(state.tricks(figure.at), 'trick')} in this deal."

    def sides(self, state: T) -> tuple[table_facts.Side, ...]:
        taken, found = state.taken(), []
        for team in self.rules.teams(state.options):
            won = phrases.count_text(sum(taken[seat] for seat in team), "trick")
            found.append(table_facts.Side("", seat_names(team), team, won, (), 0))
        return tuple(found)

    def badges(self, state: T) -> tuple[table_facts.Badge, ...]:
        trumps = state.trump_suit
        return () if trumps is None else (table_facts.Badge(cards.SUITS[trumps], "trumps"),)

    def opening_log(self, state: T) -> tuple[str, ...]:
        if not isinstance(state, TurnedState):
            return ()
        trumps = "there are no trumps" if state.trump_suit is None else f"{cards.SUIT_NAMES[state.trump_suit]} are trumps"
        return (f"{self.card_name(state.turned)} is dealt face up to [{state.dealer}], so {trumps}.",)

    def log_line_of_action(self, state: T, seat: int, action: Action) -> str:
        if verb_of(action) is Verb.PLAY and not state.trick:
            return f"[{seat} leads] {self.card_name(value_of(action))}."
        return table_facts.action_sentence(seat, action, self.card_name)

    def centre_cards_sentence(self, state: T) -> str:
        if state.over or not state.trick:
            return ""
        led, *others = [f"{self.card_name(card)} by [{state.seat_at(place)}]" for place, card in enumerate(state.trick)]
        return f"Led now: {led}" + (f", then {phrases.listed(others)}." if others else ".")

    def lead_text(self, state: T) -> str:
        """Names the suit led: "[1] led ♥"."""
        card = state.trick[0]
        suit = cards.suit(card)
        return f"[{state.leader}] led {self.card_name(card) if suit == cards.JOKER_SUIT else phrases.SYMBOLS[suit]}"

    def playable_text(self, state: T, legal: Sequence[Action]) -> str:
        """Lists the playable cards for a prompt, in the order of the hand: "~J♥~ or ~8♥~". Equal cards appear once."""
        found = sorted([value_of(action) for action in legal], key=lambda card: self.sort_key(state, card))
        faces = dict.fromkeys(self.card_name(card) for card in found)
        return phrases.listed([f"~{face}~" for face in faces], "or")

    def effect_on_trick(self, state: T, card: Card, trumps: int | None, tops: int = 0) -> str:
        """Describes the effect of a card on the trick so far. tops: the highest rank."""
        if not state.trick:
            return ""
        trick = [*state.trick, card]
        place = index_of_strongest(trick, trumps, tops)
        if len(trick) < len(state.hands):
            if trick[place] == card:
                if self._may_be_beaten(state, card, trumps, tops):
                    return "would be the highest so far"
                return f"wins: no {'trump is higher' if cards.suit(card) == trumps else 'card can beat it'}"
            return (
                off_suit_text(cards.suit(card), cards.suit(trick[0]), trumps) or f"stays below {self.card_name(trick[place])}"
            )
        why = why_strongest(trick, trumps)
        if trick[place] == card:
            return f"takes the trick: {why}"
        return f"leaves it to [{state.seat_at(place)}]: {self.card_name(trick[place])}, {why}"

    def _may_be_beaten(self, state: T, card: Card, trumps: int | None, tops: int) -> bool:
        """Whether a seat that plays later to the trick may beat `card`, as far as the seat to act can know."""
        place = len(state.trick)
        seen = sum(group for pile, group in state.piles().items() if pile.is_seen_by(state.turn))
        voids = [state.voids[state.seat_at(later)] for later in range(place + 1, len(state.hands))]
        for other in self.rules.pack(state.options):
            hidden = not seen >> other & 1 and any(not lacking >> other & 1 for lacking in voids)
            if hidden and index_of_strongest([*state.trick, card, other], trumps, tops) == place + 1:
                return True
        return False

    def prompt(self, state: T) -> str:
        if state.over:
            return ""
        legal, hand = self.rules.legal(state), state.hands[state.turn]
        last, free = hand.bit_count() == 1, len(legal) == hand.bit_count()
        if not state.trick:
            if last:
                return f"Your lead, and your last card: {self.playable_text(state, legal)}"
            trumps = state.trump_suit
            if not free and trumps is not None and all(cards.suit(value_of(action)) != trumps for action in legal):
                return f"Your lead: anything but {phrases.SYMBOLS[trumps]}, until a trump has been played"
            return f"Your lead: {_ANY if free else self._legal_cards_text(state, legal)}"
        who, suit, follows = self.lead_text(state), cards.suit(state.trick[0]), self._must_follow_suit(state)
        which = self._cards_to_follow_text(state)
        if follows:
            return f"{who}, so you follow: {which}"
        if last:
            return f"{who}, and {which} is all you have"
        if suit != cards.JOKER_SUIT and not following_cards(hand, suit):
            who += " and you have none"
        return f"{who}: {which}"

    def short_prompt(self, state: T) -> str:
        if state.over or not 0 < len(state.trick) < len(state.hands):
            return self.prompt(state)
        hand, suit, which = state.hands[state.turn], cards.suit(state.trick[0]), self._cards_to_follow_text(state)
        if self._must_follow_suit(state):
            return f"You follow: {which}"
        if hand.bit_count() == 1:
            return f"{which} is all you have"
        if suit != cards.JOKER_SUIT and not following_cards(hand, suit):
            return f"You have no {phrases.SYMBOLS[suit]}: {which}"
        return phrases.with_capital(which)

    def _legal_cards_text(self, state: T, legal: Sequence[Action]) -> str:
        return self.playable_text(state, legal) if len(legal) < 4 else f"any of {len(legal)} cards"

    def _must_follow_suit(self, state: T) -> bool:
        """Whether all legal cards are of the suit led."""
        suit = cards.suit(state.trick[0])
        following = following_cards(state.hands[state.turn], suit) if suit != cards.JOKER_SUIT else 0
        return bool(following) and len(self.rules.legal(state)) == following.bit_count()

    def _cards_to_follow_text(self, state: T) -> str:
        """Returns the cards that may follow the lead, as in "J♥ or 8♥", "any ♥", "play any card" or "you must play 2♥"."""
        legal, hand = self.rules.legal(state), state.hands[state.turn]
        which = self._legal_cards_text(state, legal)
        if self._must_follow_suit(state):
            return which if len(legal) < 4 else f"any {phrases.SYMBOLS[cards.suit(state.trick[0])]}"
        if hand.bit_count() == 1:
            return which
        return _ANY if len(legal) == hand.bit_count() else f"you must play {which}"


def off_suit_text(suit: int, led: int, trumps: int | None) -> str:
    """Returns a remark on a card that neither follows suit nor is a trump; empty for other cards."""
    if suit in (led, trumps):
        return ""
    lacks = "Joker" if led == cards.JOKER_SUIT else phrases.SYMBOLS[led]
    return f"takes nothing: no {lacks}" + ("" if trumps in (None, led) else " and no trump")
