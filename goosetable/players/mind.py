"""Minds of the levels below expert: certain choices, failings, a short look ahead, and the manners of characters.

A weaker level is not simply an expert with noise. It forgets cards (`search.Memory`), looks only a few tricks ahead, and has
named failings of card players, each on or off for a whole deal. Apart from these, it plays the action that it believes to be
best. A certain choice (`Heuristics.certain_choice`) comes before everything else. Every random number is a hash of the player,
the deal and the situation, so that the same decision always has the same result.

Most failings are described in beginners' books on Whist, Bridge, Skat, Hearts and Oh Hell. GNU Backgammon also uses a hash in
place of a random number.

Any level below master can have the manner of a character: habits of bidding, leading and following. People notice a manner
within an evening, because its habits have many occasions. A habit is on or off for a whole deal. A character has one or two
habits with a strong effect, because people do not notice small differences of taste. A habit chooses only among actions that
lose little by the player's own values. So it breaks no certain choice and throws no deal away. No code here knows a game; it
uses the kind of the decision and three parts of the game's heuristics: the order of bids, the height of cards, and the
`TrickAnalysis` of a trick.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from math import floor, log
from typing import Final, NamedTuple

from goosetable import cards
from goosetable.cards import BIT, Cards, members
from goosetable.engine.rules.action import VERB_SPAN, Action, Verb, card_of, value_of, verb_of
from goosetable.engine.rules.state import OVER, SealedState, State, TrickState
from goosetable.engine.strength.card_sense import CertainChoice, Temptation, TrickAnalysis
from goosetable.engine.strength.heuristics import ALL_ACTIONS, AnyHeuristics
from goosetable.engine.strength.policy import AnyPlayoutPolicy
from goosetable.players.search import EQUAL_VALUE_LIMIT, RolloutSearch, SearchProblem, play_out, random_number

Draw = Callable[[str], float]
"""A function from the name of a habit to a random number, 0..1, that stays the same during a deal."""

COURT_RANKS: Final = (1, 2, 3)
"""Ranks of king, queen and jack."""
MIN_HEIGHT_TO_HOLD: Final = 2
"""Number of ranks above a card from which on `holds` plays the card at once; it saves aces and kings."""
SEALED_BID_STEPS: Final = 6
"""Number of steps into which the legal sealed bids are divided; `Manner.bid_shift` counts these steps."""
COURT_CARD_STEPS: Final = 2
"""Number of steps in the order of bids by which `courts` raises a sealed bid for a court card. Others fall by half as many."""


@dataclass(frozen=True)
class Manner:
    """A character's habits: a shift of its bids, and for each other habit the probability, 0..1, that it is on in a deal."""

    bid_shift: float = 0.0
    """Number of steps by which its bids are higher, or lower if negative. With sealed bids, a step is a sixth of all."""
    courts: float = 0.0
    """Prefers kings, queens and jacks: leads them, chooses and bids more for them, and takes only tricks that show one."""
    leads_trumps: float = 0.0
    """Leads trumps."""
    leads_again: float = 0.0
    """Leads the same suit as at its last lead, and begins with its longest."""
    leads_back: float = 0.0
    """Leads the suit that another seat led last."""
    leads_short: float = 0.0
    """Leads from its shortest plain suits."""
    leads_high: float = 0.0
    """Leads the highest card of a plain suit."""
    leads_low: float = 0.0
    """Leads the lowest card of its plain suits."""
    spoils: float = 0.0
    """Takes tricks that one of the best-placed opponents is winning."""
    quarrels: float = 0.0
    """Takes tricks that the leader is winning if the leader took the last one too."""
    ducks: float = 0.0
    """Leaves tricks that it could take."""
    spends: float = 0.0
    """Takes every trick that it can take, with its highest card."""
    holds: float = 0.0
    """Saves trumps, aces and kings while it may play another card."""


NO_MANNER: Final = Manner()
"""The manner without habits."""


class Moment:
    """A decision on the next card of a trick, with the groups of legal cards from which habits choose."""

    def __init__(self, heuristics: AnyHeuristics, state: TrickState, unseen: Cards, legal: Sequence[Action]) -> None:
        """state: state of a view. unseen: cards that may be in other hands. legal: cards to play."""
        self.state, self._heuristics = state, heuristics
        held = sum([BIT[card] for card in legal])
        self.suited: Cards = held & ~state.suits[cards.JOKER_SUIT]
        """The legal cards that have a suit."""
        self.trumps: Cards = 0 if state.trump_suit is None else state.suits[state.trump_suit]
        self.takers, self.losers, self.winner = self._takers_losers_and_winner(heuristics.trick_analysis(state, unseen), legal)
        """The legal cards that take the trick, those that leave it, and the seat that gets it then; none for a lead."""
        self.heights = {card: heuristics.rank_from_top(state, card) for card in members(self.suited)}

    def _takers_losers_and_winner(
        self, sense: TrickAnalysis | None, legal: Sequence[Action]
    ) -> tuple[Cards, Cards, int | None]:
        """Returns the legal cards that surely take the trick, those that surely lose it, and the seat that is winning it.

        Both sets are empty, and the seat is None, for a lead. The same holds in a game without a `TrickAnalysis`, unless the
        seat plays the last card of the trick.
        """
        known, seat = self.state, self.state.turn
        if sense is not None:
            return (0, 0, None) if sense.leads else (sense.takers, sense.losers, sense.winner)
        if len(known.trick) < len(known.hands) - 1:
            return 0, 0, None
        getters: dict[Action, int] = {}
        for card in legal:
            after = known.copy()
            self._heuristics.rules.apply(after, card)
            if isinstance(after, TrickState) and not after.trick:
                getters[card] = after.leader
        losers = [card for card, getter in getters.items() if getter != seat]
        others = [getters[card] for card in losers]
        winner = max(others, key=others.count) if others else None
        return sum([BIT[card] for card in getters if card not in losers]), sum([BIT[card] for card in losers]), winner

    @property
    def is_lead(self) -> bool:
        return not self.state.trick

    @property
    def plain_cards(self) -> Cards:
        """The legal cards of plain suits. If there are none, the legal trumps."""
        return self.suited & ~self.trumps or self.suited

    def highest_of(self, group: Cards) -> Cards:
        """Returns the cards of the highest rank in a group."""
        return self._cards_at_height(group, min)

    def lowest_of(self, group: Cards) -> Cards:
        """Returns the cards of the lowest rank in a group."""
        return self._cards_at_height(group, max)

    def _cards_at_height(self, group: Cards, choose: Callable[[list[int]], int]) -> Cards:
        found = [card for card in members(group) if card in self.heights]
        if not found:
            return 0
        height = choose([self.heights[card] for card in found])
        return sum([BIT[card] for card in found if self.heights[card] == height])

    def suit_of_last_lead(self, own: bool) -> Cards:
        """Returns all cards of the suit of the last lead in this deal; the empty set if there has been no such lead.

        own: True for the last lead of the seat to act, False for that of any other seat.
        """
        seats, found = len(self.state.hands), 0
        played = [(seat, value_of(action)) for seat, action in self.state.actions if verb_of(action) is Verb.PLAY]
        for seat, card in played[::seats]:
            if (seat == self.state.turn) == own:
                found = self.state.suits[cards.suit(card)]
        return found

    def longest_suits(self) -> Cards:
        """Returns the legal cards of the longest plain suits."""
        return self._suits_of_length(max)

    def shortest_suits(self) -> Cards:
        """Returns the legal cards of the shortest plain suits."""
        return self._suits_of_length(min)

    def _suits_of_length(self, choose: Callable[[list[int]], int]) -> Cards:
        suits = [held for suit in self.state.suits[:4] if (held := self.plain_cards & suit)]
        length = choose([held.bit_count() for held in suits]) if suits else 0
        return sum([held for held in suits if held.bit_count() == length])

    def cards_to_take_from(self, rivals: Sequence[int]) -> Cards:
        """Returns the cards that take the trick if one of `rivals` is winning it, else none."""
        return self.takers if self.winner in rivals else 0

    def best_placed_opponents(self) -> Sequence[int]:
        """Returns the opponents with the highest total. As long as all totals are 0, the points of this deal decide."""
        known, rules = self.state, self._heuristics.rules
        others = [seat for seat in range(len(known.hands)) if seat != known.turn]
        totals = known.totals if any(known.totals) else rules.search_points(known)
        most = max([totals[seat] for seat in others])
        return [seat for seat in others if totals[seat] == most]


def _trumps_to_lead(moment: Moment) -> Cards:
    return moment.suited & moment.trumps if moment.is_lead else 0


def _cards_of_last_suit_led(moment: Moment) -> Cards:
    return (moment.suited & moment.suit_of_last_lead(own=True) or moment.longest_suits()) if moment.is_lead else 0


def _cards_of_suit_led_by_others(moment: Moment) -> Cards:
    return moment.suited & moment.suit_of_last_lead(own=False) if moment.is_lead else 0


def _cards_of_short_suits(moment: Moment) -> Cards:
    return moment.shortest_suits() if moment.is_lead else 0


def _high_cards_to_lead(moment: Moment) -> Cards:
    return moment.highest_of(moment.plain_cards) if moment.is_lead else 0


def _low_cards_to_lead(moment: Moment) -> Cards:
    return moment.lowest_of(moment.plain_cards) if moment.is_lead else 0


def _cards_against_best_placed_seat(moment: Moment) -> Cards:
    return moment.cards_to_take_from(moment.best_placed_opponents())


def _cards_against_last_winner(moment: Moment) -> Cards:
    known = moment.state
    return moment.cards_to_take_from((known.leader,)) if sum(known.taken()) else 0


def _cards_to_duck(moment: Moment) -> Cards:
    return moment.losers


def _cards_to_spend(moment: Moment) -> Cards:
    if moment.is_lead:
        return 0
    return moment.highest_of((moment.takers if moment.winner is not None else moment.suited) & moment.suited)


def _cards_that_spare_high_ones(moment: Moment) -> Cards:
    return sum([BIT[card] for card in members(moment.suited & ~moment.trumps) if moment.heights[card] >= MIN_HEIGHT_TO_HOLD])


def _preferred_court_cards(moment: Moment) -> Cards:
    if moment.is_lead:
        return sum([BIT[card] for card in members(moment.plain_cards) if cards.rank(card) in COURT_RANKS])
    shown = any(cards.rank(card) in COURT_RANKS for card in moment.state.trick if cards.suit(card) != cards.JOKER_SUIT)
    return moment.takers if shown else moment.losers


PREFERRED_CARDS: Final[dict[str, Callable[[Moment], Cards]]] = {
    "courts": _preferred_court_cards,
    "leads_trumps": _trumps_to_lead,
    "leads_again": _cards_of_last_suit_led,
    "leads_back": _cards_of_suit_led_by_others,
    "leads_short": _cards_of_short_suits,
    "leads_high": _high_cards_to_lead,
    "leads_low": _low_cards_to_lead,
    "spoils": _cards_against_best_placed_seat,
    "quarrels": _cards_against_last_winner,
    "ducks": _cards_to_duck,
    "spends": _cards_to_spend,
    "holds": _cards_that_spare_high_ones,
}
"""By habit, a function that returns the cards that the habit prefers at a moment; none if it prefers no card.

The first habit in this order that is on and prefers a card decides alone.
"""


def has_habit(manner: Manner, habit: str, draw: Draw) -> bool:
    """Whether a habit is on in this deal. draw: returns a random number, 0..1, for a habit's name, the same during a deal."""
    likely: float = getattr(manner, habit)
    return likely > 0.0 and draw(habit) < likely


def bid_shift(manner: Manner, state: State, bids: int, draw: Draw) -> int:
    """Returns the number of steps by which the manner raises a bid; negative to lower it. bids: number of legal bids."""
    shift = manner.bid_shift
    if isinstance(state, SealedState):
        shift *= bids / SEALED_BID_STEPS
        if has_habit(manner, "courts", draw):
            shift += COURT_CARD_STEPS if any(cards.rank(card) in COURT_RANKS for card in state.offer) else -COURT_CARD_STEPS / 2
    return floor(shift + draw("asks"))


def choose_by_manner(
    manner: Manner, heuristics: AnyHeuristics, state: State, unseen: Cards, chosen: Action, draw: Draw,
    values: Mapping[Action, float], minimum: float,
) -> Action:  # fmt: skip
    """Returns the action that a manner prefers; `chosen` if no habit changes it.

    state: state of a view. unseen: cards that may be in other hands. chosen: the choice without a manner. values: value of each
    action that may be chosen. minimum: lowest value of an action that a habit may choose.
    """
    fair = [action for action, value in values.items() if value >= minimum]
    order = [action for action in heuristics.bids_from_lowest(state) if action in values]
    if chosen in order:
        return _shift_bid(manner, state, order, chosen, draw, fair)
    if isinstance(state, TrickState) and all(action < VERB_SPAN for action in values):
        moment = Moment(heuristics, state, unseen, list(values))
        for habit, lead in PREFERRED_CARDS.items():
            if has_habit(manner, habit, draw):
                drawn = lead(moment)
                if drawn:
                    liked = [action for action in fair if BIT[action] & drawn]
                    return max(liked, key=values.__getitem__) if liked and chosen not in liked else chosen
    elif has_habit(manner, "courts", draw):
        shown = [action for action in fair if (card := card_of(action)) is not None and cards.rank(card) in COURT_RANKS]
        return max(shown, key=values.__getitem__) if shown and chosen not in shown else chosen
    return chosen


def _shift_bid(
    manner: Manner, state: State, ascending_bids: Sequence[Action], chosen: Action, draw: Draw, acceptable: Sequence[Action]
) -> Action:
    """Returns the bid to which the manner moves the bid `chosen`, if that bid is acceptable.

    ascending_bids: bids from the lowest. acceptable: actions that lose little enough.
    """
    shift, place = bid_shift(manner, state, len(ascending_bids), draw), ascending_bids.index(chosen)
    while shift:
        bid = ascending_bids[min(max(place + shift, 0), len(ascending_bids) - 1)]
        if bid in acceptable and bid != chosen:
            return bid
        shift += 1 if shift < 0 else -1
    return chosen


@dataclass(frozen=True)
class Failings:
    """By failing, the probability, 0..1, that a player of one level has it in a deal. The fields describe their effects."""

    cashes: float = 0.0
    """Leads side aces in the first tricks."""
    counts_trumps: float = 0.0
    """Does not count trumps: leads a trump although the others have none left."""
    overkill: float = 0.0
    """Takes a trick as the last to play with a higher card than is needed."""
    second_high: float = 0.0
    """Plays a king or a queen as the second card of a trick, although an ace may follow."""
    ruffs_all: float = 0.0
    """Plays a trump whenever it cannot follow suit."""
    keeps_high: float = 0.0
    """Throws low cards away, although it wants no more tricks and should throw high ones."""
    king_worth: float = 0.0
    """Counts a king as a sure trick when it bids."""
    bid_shift: float = 0.0
    """Bids one trick more than the hand is worth."""
    middle_only: float = 0.0
    """Takes every trick that it can take, and ignores which seat would then have the middle score."""
    longest: float = 0.0
    """Names its longest suit as trumps and aces as tops, whatever the rest of its hand."""
    hoards: float = 0.0
    """Leads low cards and saves high ones, although it wants every trick."""
    goose_now: float = 0.0
    """Gets rid of a Goose at the first chance."""
    set_hope: float = 0.0
    """Keeps aces and beginnings of sets, whatever they cost."""
    face_only: float = 0.0
    """Bids by the rank of a card, and ignores the worth of its suit to the seat."""
    by_value: float = 0.0
    """Bids in proportion to the value of the prize, and ignores the prizes still to come."""
    sway: float = 0.0
    """Bids higher after a round that it lost, and lower after one that it won."""
    all_or_nothing: float = 0.0
    """Bids its highest or its lowest card."""


NO_FAILINGS: Final = Failings()
"""No failing."""


@dataclass(frozen=True)
class Mind:
    """Parameters of the thinking of a level below expert."""

    failings: Failings = NO_FAILINGS
    horizon: int = ALL_ACTIONS
    """Number of tricks that it looks ahead, including the one on the table, 1 or more."""
    endgame_tricks: int = 0
    """With this number of tricks left or fewer, it looks ahead to the end of the deal."""
    habit_bonus: float = 0.0
    """Bonus on the value of an action that people take without thinking, in deviations of the utilities, 0 or more."""
    card_counting_tricks: int = 0
    """With this number of tricks left or fewer, it remembers all cards and plays no dominated card. With this number of rounds
    of sealed bids left or fewer, it has no failings.
    """
    random_error: float = 0.0
    """Scale of the random errors in values, in standard deviations of the utilities, 0 or more. An error lasts for a deal."""
    max_loss: float = 1.0
    """Greatest loss by habit or random error, in standard deviations of the utilities, above 0. Failings may lose more."""
    certain_choice_chance: float = 1.0
    """Probability, 0..1, that the player takes a certain choice where there is one."""

    def playout_length(self, state: State, card_count: int) -> int:
        """Returns the number of actions after which a playout stops at the end of a trick.

        card_count: number of cards still to be played in the deal.
        """
        seats = len(state.hands)
        if self.horizon >= ALL_ACTIONS or not isinstance(state, TrickState) or -(-card_count // seats) <= self.endgame_tricks:
            return ALL_ACTIONS
        return self.horizon * seats - len(state.trick) - 1


MANNER_REASON: Final = "manner"
"""The `Reason.kind` of a decision in which a character's manner changed the action."""


class Reason(NamedTuple):
    """The kind of reason for which a player chose an action, with an explanation."""

    kind: str
    """`sure`: a certain choice; `value`: highest value; `habit`: usual action; `whim`: random error; `manner`; or a failing."""
    why: str = ""
    """Explanation of a certain choice, in a few words; empty for other kinds."""


EQUAL_UTILITY_LIMIT: Final = 1e-6
"""Sums of utilities are equal if their difference is smaller."""


class HorizonSearch(RolloutSearch):
    """A search that plays out every legal action up to a horizon. Its budget is a number of determinizations.

    `Heuristics.static_values` evaluates a rollout that stops before the end of the deal.
    """

    def __init__(self, problem: SearchProblem, steps: int, policy: AnyPlayoutPolicy | None = None) -> None:
        """steps: number of actions after the first action until a playout stops. policy: playout policy; None for that of the
        game.
        """
        super().__init__(problem, policy)
        self._steps = steps
        self._as_good = {action: set(problem.view.legal) - {action} for action in problem.view.legal}
        """By action, the other actions that were at least as good in every determinization so far."""
        self._traced = copy(problem.rng)
        """Separate random numbers for rollouts beyond the horizon, which only a trace needs, so that it changes no search."""

    def run(self) -> Iterator[None]:
        for _ in range(self.budget):
            before = self.totals.copy()
            yield from self._simulate_each(self.view.legal)
            for action, others in self._as_good.items():
                least = self.totals[action] - before[action] - EQUAL_VALUE_LIMIT
                self._as_good[action] = {other for other in others if self.totals[other] - before[other] >= least}

    def undominated_actions(self) -> list[Action]:
        """Returns the actions that no other action dominates. One action dominates another if it is never worse and sometimes
        better.
        """
        totals = self.totals
        found: list[Action] = []
        for action, others in self._as_good.items():
            if not [other for other in others if totals[other] > totals[action] + EQUAL_UTILITY_LIMIT]:
                found.append(action)
        return found

    def _play_out(self, state: State, next_random: Callable[[], float]) -> float:
        """Plays the deal up to the horizon and returns the seat's utility there. For a trace, plays on to the end."""
        play_out(self.heuristics, state, next_random, self._steps, self._policy)
        utilities = self.utility(state) if state.turn == OVER else self.heuristics.static_values(state)
        if self.trace is not None:
            play_out(self.heuristics, state, self._traced.random)
        return utilities[self.view.seat]


class DealRandom(NamedTuple):
    """The source of all random numbers of one player in one deal. Its text seeds searches, so the text must not change."""

    seed: int
    deal: int
    seat: int

    def __repr__(self) -> str:
        return f"Seat(seed={self.seed}, deal={self.deal}, number={self.seat})"

    def random_number(self, *source: object) -> float:
        """Returns a pseudo-random number, 0..1, determined by `source`."""
        return random_number(self.seed, self.deal, self.seat, *source)


def has_failing(mind: Mind, deal_random: DealRandom, failing: str) -> bool:
    """Whether the player has a failing in this deal."""
    likely: float = getattr(mind.failings, failing)
    return likely > 0.0 and deal_random.random_number(failing) < likely


def choose_temptation(
    mind: Mind, deal_random: DealRandom, temptations: Sequence[Temptation], values: Mapping[Action, float]
) -> tuple[Action, Reason] | None:
    """Returns the best action of the first temptation whose failing the player has, with that failing as the reason.

    Returns None if the player has none of these failings.
    """
    for pull in temptations:
        drawn = [action for action in pull.actions if action in values]
        if drawn and has_failing(mind, deal_random, pull.failing):
            return max(drawn, key=values.__getitem__), Reason(pull.failing)
    return None


def choose_by_value(
    mind: Mind, deal_random: DealRandom, values: Mapping[Action, float], deviation: float, usual_action: Action | None
) -> tuple[Action, Reason]:
    """Returns the action with the highest sum of value, habit bonus and random error, and the reason.

    values: value of each action that may be chosen, one or more. deviation: standard deviation of the utilities. usual_action:
    the action that people take without thinking, or None. It gets the bonus, and wins ties.
    """
    unit = max(deviation, 1e-9)
    most = max(values.values())

    def rated(action: Action) -> float:
        whim = -log(-log(min(max(deal_random.random_number("whim", action), 1e-6), 1 - 1e-6))) if mind.random_error else 0.0
        return values[action] / unit + (mind.habit_bonus if action == usual_action else 0.0) + mind.random_error * whim

    near = [action for action in values if values[action] >= most - mind.max_loss * unit]
    taken = max(near, key=rated)
    if usual_action is not None and abs(values[usual_action] - values[taken]) <= EQUAL_VALUE_LIMIT:
        taken = usual_action
    return taken, Reason("value" if values[taken] >= most - EQUAL_VALUE_LIMIT else "habit" if taken == usual_action else "whim")


def certain_actions_or_all(certain_choice: CertainChoice | None, legal: Sequence[Action]) -> tuple[Action, ...]:
    """Returns the actions of a certain choice. If it is None, returns all legal actions."""
    found = () if certain_choice is None else tuple([action for action in legal if action in certain_choice.actions])
    return found or tuple(legal)
