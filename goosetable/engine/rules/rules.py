"""Base class of the rules of a card game: options, deal, legal actions, scores and winners. Also winners by totals."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import ClassVar, Generic, Protocol, TypeVar

from goosetable import cards
from goosetable.cards import Card, Cards
from goosetable.engine.rules.action import NOT_HELD, Action, Objection, Verb, card_of, verb_of
from goosetable.engine.rules.deal import Deal, Extras, Standing, Stream, check_cards, check_fields, deal_round_the_table
from goosetable.engine.rules.event import HAND_KIND, PACK, Moved, PileKind, Points, Tell
from goosetable.engine.rules.options import LENGTH, ONE_DEAL, PLAYERS, is_one_deal, make_options, options_as_json, options_of
from goosetable.engine.rules.state import State


class RaceOptions(Protocol):
    """Options of a game that ends at a target, or after one deal."""

    @property
    def target(self) -> int: ...

    @property
    def tie(self) -> str: ...


def leaders(totals: Sequence[Points], lowest_wins: bool = False) -> tuple[int, ...]:
    """Returns the seats with the highest total, or with the lowest, in ascending order."""
    top = min(totals) if lowest_wins else max(totals)
    return tuple(seat for seat, total in enumerate(totals) if total == top)


def win_shares(winners: Sequence[int], seats: int) -> tuple[float, ...]:
    """Returns each seat's share of a win, 0..1. The winners share equally; without a winner, all seats do."""
    among = winners or range(seats)
    return tuple([1 / len(among) if seat in among else 0.0 for seat in range(seats)])


def as_integers(totals: Sequence[Points]) -> tuple[int, ...]:
    """Returns totals as whole numbers, for a game without fractions."""
    return tuple(int(total) for total in totals)


def winners_of_one_deal(standing: Standing, lowest_wins: bool = False) -> tuple[int, ...]:
    """Returns the winners of a game of one deal: the seats with the highest total; empty before the deal is scored.

    lowest_wins: True if the lowest total wins.
    """
    return leaders(standing.totals, lowest_wins) if standing.deals else ()


def winners_at_target(totals: Sequence[Points], target: int, shared: bool, lowest_wins: bool = False) -> tuple[int, ...]:
    """Returns the winners once a seat has reached the target: the seats with the highest total, or the lowest. Before that,
    returns none.

    shared: True if all tied seats win; False if a tie has no winner and another deal is played.
    """
    first = leaders(totals, lowest_wins)
    if max(totals) < target or (len(first) > 1 and not shared):
        return ()
    return first


def winners_of_race(options: RaceOptions, standing: Standing) -> tuple[int, ...]:
    """Returns the seats with the highest total, once it reaches the target or a game of one deal ends; before that, none."""
    if is_one_deal(options):
        return winners_of_one_deal(standing)
    return winners_at_target(standing.totals, options.target, options.tie == "shared")


S = TypeVar("S", bound=State)
O = TypeVar("O")  # noqa: E741


class Rules(ABC, Generic[S, O]):
    """The rules of a game with states S and options O. The object has no state, so one object serves all tables.

    A game implements the abstract methods and overrides the defaults that do not fit it.
    """

    id: ClassVar[str]
    """Identifier of the game in records, and name of its rules text."""
    title: ClassVar[str]
    author: ClassVar[str]
    line: ClassVar[str]
    """Description of the game in one short sentence."""
    people: ClassVar[str]
    """Possible numbers of players, in words."""
    Options: type[O]
    """The house rules of the game: a frozen dataclass made with `option`."""
    State: type[S]
    """The class of a deal in progress."""
    jokers: ClassVar[int] = 0
    """Number of different jokers in the pack."""
    verbs: ClassVar[tuple[Verb, ...]] = (Verb.PLAY,)
    """The verbs of the game's actions."""
    kinds: ClassVar[tuple[PileKind, ...]] = (HAND_KIND,)
    """The kinds of piles on the table."""
    open_hands: ClassVar[bool] = False
    """Whether every seat always knows all hands. Then `exposed_cards` has the cards of all hands and face-down bids."""
    equal_hands: ClassVar[bool] = False
    """Whether the hands of every deal have the same worth, so that no player is dealt better cards than another."""
    lowest_wins: ClassVar[bool] = False
    """Whether the fewest points are the best, in a deal and in the game."""
    prize: ClassVar[str] = ""
    """Key of the option that sets the worth of a won game, and of the prizes in a record; "" if every game is worth 1."""

    # ------------------------------------------------------------------ the deal

    def seats(self, options: O) -> int:
        """Returns the number of seats under these options; by default their `players`."""
        return int(getattr(options, PLAYERS))

    def teams(self, options: O) -> tuple[tuple[int, ...], ...]:
        """Returns the seats of each fixed team, whose members score as one in the whole game; by default there are no teams."""
        return ()

    def sides(self, state: S) -> tuple[tuple[int, ...], ...]:
        """Returns the seats of each side of a deal, once all seats know the sides. Sides are the fixed teams, or form during
        the deal.
        """
        return self.teams(state.options)

    def short_game_options(self, options: O) -> O:
        """Returns the options of a short first game: only the rules that affect the length are changed. By default returns
        the options unchanged, which suits games that are short as printed.

        options: any options, even some that `check_options` refuses.
        """
        return options

    def one_deal_options(self, options: O) -> O:
        """Returns the options of a game that ends after one deal; unchanged if the game has no such option."""
        for known in options_of(self.Options):
            if known.key == LENGTH and any(choice.value == ONE_DEAL for choice in known.choices):
                return make_options(self.Options, {**options_as_json(options), LENGTH: ONE_DEAL})
        return options

    def check_options(self, options: O) -> None:
        """Raises ValueError, in words for people, if two choices exclude each other."""

    @abstractmethod
    def pack(self, options: O) -> tuple[Card, ...]:
        """Returns the pack in the order from which it is shuffled."""

    def first_dealer(self, options: O, stream: Stream) -> int:
        """Returns the dealer of deal 1. `stream`: stream 0 of the game's code."""
        return stream.draw(self.seats(options))

    def deal(self, options: O, standing: Standing, dealer: int, stream: Stream) -> Deal:
        """Returns the next deal: shuffles the pack by the stream of the deal, and deals one card at a time, to eldest first."""
        order, seats = stream.shuffle(self.pack(options)), self.seats(options)
        dealt = self.hand_size(options, standing) * seats
        hands = deal_round_the_table(order[:dealt], dealer, seats)
        return Deal(standing.deals + 1, dealer, hands, **self.extra_deal_fields(order, dealt))

    def extra_deal_fields(self, order: Sequence[Card], dealt_count: int) -> Extras:
        """Returns the fields of a new deal besides its hands. order: the shuffled pack. dealt_count: number of cards in the
        hands.
        """
        return {}

    def hand_size(self, options: O, standing: Standing) -> int:
        """Returns the number of cards of each hand in the next deal; by default the whole pack is dealt."""
        return len(self.pack(options)) // self.seats(options)

    def deal_fields(self, options: O) -> tuple[str, ...]:
        """Returns the names of the fields, from `deal.FIELDS`, that a deal has besides its hands."""
        return ()

    def check_deal(self, options: O, standing: Standing, deal: Deal) -> None:
        """Raises ValueError, in words for people, if a set-up deal lacks cards or has undeclared fields."""
        check_fields(self.title, self.deal_fields(options), deal)
        self.check_dealt(options, standing, deal)

    def check_dealt(self, options: O, standing: Standing, deal: Deal) -> None:
        """Raises ValueError if cards are missing or dealt twice. By default, hands and stock must be the whole pack."""
        check_cards(deal.hands, self.hand_size(options, standing), self.pack(options), self.jokers, deal.stock)

    def begin_deal(self, options: O, standing: Standing, deal: Deal) -> S:
        """Returns the state at the beginning of a deal."""
        state: S = self.State()
        state.begin_deal(options, standing, deal)
        return state

    def report_dealing(self, state: S, tell: Tell) -> None:
        """Reports the events of dealing: the moves of all cards to their piles."""
        for pile, group in state.piles().items():
            if group:
                tell(Moved(cards.members(group), PACK, pile))

    # ------------------------------------------------------------------ play

    @abstractmethod
    def legal(self, state: S) -> Sequence[Action]:
        """Returns all legal actions of the seat to act, in ascending order; empty when the deal is over.

        The result depends only on what that seat can see.
        """

    def playable(self, state: S) -> Cards:
        """Returns the set of cards that the seat to act may play; 0 if its legal actions play no card. The base class returns
        0.

        A search calls this method before `legal`, because this method is quicker: it makes no list.
        """
        return 0

    def why_not(self, state: S, action: Action) -> Objection:
        """Returns the reason, in words, why an action is not legal for the seat to act."""
        what, card = verb_of(action), card_of(action)
        if what not in self.verbs:
            reason = f"nobody does that in {self.title}"
            return Objection(reason, reason)
        if what is Verb.PLAY and card is not None and not state.hands[state.turn] >> card & 1:
            return NOT_HELD
        return Objection("the rules do not allow it now", "the rules do not allow it now")

    @abstractmethod
    def apply(self, state: S, action: Action, tell: Tell | None = None) -> None:
        """Applies a legal action in place, and reports its events to `tell`.

        Does not check that the action is legal, because a search applies millions of actions; `Session.act` checks it.
        """

    # ------------------------------------------------------------------ scores

    @abstractmethod
    def points(self, state: S) -> tuple[Points, ...]:
        """Returns the points of a finished deal, by seat."""

    def standing_after(self, standing: Standing, state: S) -> Standing:
        """Returns the standing after a finished deal."""
        totals = tuple(total + won for total, won in zip(standing.totals, self.points(state), strict=True))
        return Standing(standing.deals + 1, totals)

    @abstractmethod
    def winners(self, options: O, standing: Standing) -> tuple[int, ...]:
        """Returns the seats that have won the game, ascending; none while it goes on."""

    def best_seats(self, state: S) -> tuple[int, ...]:
        """Returns the seats with the best result of a finished deal, for statistics. `GameText.best` words this result."""
        return leaders(self.points(state), self.lowest_wins)

    def search_points(self, state: S) -> tuple[Points, ...]:
        """Returns the points of a deal by seat, for a search; negated if the fewest points are best."""
        points = self.points(state)
        return tuple([-own for own in points]) if self.lowest_wins else points
