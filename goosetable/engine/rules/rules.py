"""Base of the rules of a card game: options, deal, legal actions, scores and winners."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import ClassVar, Generic, TypeVar

from goosetable import cards
from goosetable.cards import Card, Cards
from goosetable.engine.rules import scores
from goosetable.engine.rules.action import NOT_HELD, Action, Verb, Why, card_of, verb_of
from goosetable.engine.rules.deal import Deal, Extras, Standing, Stream, check_cards, check_fields, round_the_table
from goosetable.engine.rules.event import HAND_KIND, PACK, Kind, Moved, Points, Tell
from goosetable.engine.rules.options import PLAYERS
from goosetable.engine.rules.state import State

S = TypeVar("S", bound=State)
O = TypeVar("O")  # noqa: E741


class Rules(ABC, Generic[S, O]):
    """The rules of a game with states S and options O. They have no state: one object serves every table.

    A game writes the abstract methods, and overrides defaults where it differs.
    """

    id: ClassVar[str]
    """Name of the game in records, and of its rules text."""
    title: ClassVar[str]
    author: ClassVar[str]
    line: ClassVar[str]
    """Subject of the game, in one short sentence."""
    people: ClassVar[str]
    """Possible numbers of players, in words."""
    Options: type[O]
    """Its house rules: a frozen dataclass made with `option`."""
    State: type[S]
    """The class of its deals in progress."""
    jokers: ClassVar[int] = 0
    """Number of different jokers in its pack."""
    verbs: ClassVar[tuple[Verb, ...]] = (Verb.PLAY,)
    """The verbs of its actions."""
    kinds: ClassVar[tuple[Kind, ...]] = (HAND_KIND,)
    """The kinds of pile on its table."""
    open_hands: ClassVar[bool] = False
    """Whether all seats always know every hand: `shown` then has all cards of hands, and those laid down and not shown."""
    lowest_wins: ClassVar[bool] = False
    """Whether the fewest points are the best, in a deal and in the game."""
    prize: ClassVar[str] = ""
    """Key of the option for the worth of a game won, 1 without one; the end line of a record has the worth by seat."""

    # ------------------------------------------------------------------ the deal

    def seats(self, options: O) -> int:
        """Returns the number of seats under these options; by default their `players`."""
        return int(getattr(options, PLAYERS))

    def teams(self, options: O) -> tuple[tuple[int, ...], ...]:
        """Returns the seats of each team, ascending, where teams score as one all game; by default none."""
        return ()

    def sides(self, state: S) -> tuple[tuple[int, ...], ...]:
        """Returns the seats of each side of a deal, ascending, once all know them: its teams, or those that the deal makes."""
        return self.teams(state.options)

    def short(self, options: O) -> O:
        """Returns house rules for a short first game, where the printed one takes an evening; else the same options.

        Takes any options, also those that `check_options` refuses; changes only the rules that shorten the game.
        """
        return options

    def check_options(self, options: O) -> None:
        """Refuses choices that do not go together; raises ValueError in words."""

    @abstractmethod
    def pack(self, options: O) -> tuple[Card, ...]:
        """Returns the pack in the order from which it is shuffled."""

    def first_dealer(self, options: O, stream: Stream) -> int:
        """Returns the dealer of deal 1. `stream`: stream 0 of the game's code."""
        return stream.draw(self.seats(options))

    def deal(self, options: O, standing: Standing, dealer: int, stream: Stream) -> Deal:
        """Deals from the stream of the next deal: the shuffled pack from the front, a card at a time, beginning with eldest."""
        order, seats = stream.shuffle(self.pack(options)), self.seats(options)
        dealt = self.hand_size(options, standing) * seats
        hands = round_the_table(order[:dealt], dealer, seats)
        return Deal(standing.deals + 1, dealer, hands, **self.besides(order, dealt))

    def besides(self, order: Sequence[Card], dealt: int) -> Extras:
        """Returns the fields of a deal besides its hands, from the shuffled pack and the number of cards dealt."""
        return {}

    def hand_size(self, options: O, standing: Standing) -> int:
        """Returns the number of cards of a hand in the next deal; by default the whole pack is dealt."""
        return len(self.pack(options)) // self.seats(options)

    def deal_fields(self, options: O) -> tuple[str, ...]:
        """Returns the fields of a deal besides its hands, out of `deal.FIELDS`."""
        return ()

    def check_deal(self, options: O, standing: Standing, deal: Deal) -> None:
        """Refuses a set-up deal that is not complete, or has more than the game declares; raises ValueError in words."""
        check_fields(self.title, self.deal_fields(options), deal)
        self.check_dealt(options, standing, deal)

    def check_dealt(self, options: O, standing: Standing, deal: Deal) -> None:
        """Refuses cards that are missing or dealt twice; by default hands and stock are the whole pack."""
        check_cards(deal.hands, self.hand_size(options, standing), self.pack(options), self.jokers, deal.stock)

    def begin(self, options: O, standing: Standing, deal: Deal) -> S:
        """Returns the state at the beginning of a deal."""
        state: S = self.State()
        state.begin(options, standing, deal)
        return state

    def dealt(self, state: S, tell: Tell) -> None:
        """Reports the moves of a new deal's cards to their piles."""
        for pile, group in state.piles().items():
            if group:
                tell(Moved(cards.members(group), PACK, pile))

    # ------------------------------------------------------------------ play

    @abstractmethod
    def legal(self, state: S) -> Sequence[Action]:
        """Returns every legal action of the seat to act, ascending, from what it can see; nothing when the deal is over."""

    def playable(self, state: S) -> Cards:
        """Returns the cards that the seat to act may play, as a set; none where it may do something else, and by default.

        A search prefers this to `legal`, because it makes no list.
        """
        return 0

    def why_not(self, state: S, action: Action) -> Why:
        """Returns, in words, why an action is not legal for the seat to act."""
        what, card = verb_of(action), card_of(action)
        if what not in self.verbs:
            reason = f"nobody does that in {self.title}"
            return Why(reason, reason)
        if what is Verb.PLAY and card is not None and not state.hands[state.turn] >> card & 1:
            return NOT_HELD
        return Why("the rules do not allow it now", "the rules do not allow it now")

    @abstractmethod
    def apply(self, state: S, action: Action, tell: Tell | None = None) -> None:
        """Applies a legal action in place, and reports its events.

        Does not check that the action is legal, because a search applies millions; `Session.act` checks it.
        """

    # ------------------------------------------------------------------ scores

    @abstractmethod
    def points(self, state: S) -> tuple[Points, ...]:
        """Returns the points of a finished deal, by seat."""

    def score(self, standing: Standing, state: S) -> Standing:
        """Returns the standing after a finished deal."""
        totals = tuple(total + won for total, won in zip(standing.totals, self.points(state), strict=True))
        return Standing(standing.deals + 1, totals)

    @abstractmethod
    def winners(self, options: O, standing: Standing) -> tuple[int, ...]:
        """Returns the seats that have won the game, ascending; none while it goes on."""

    def laurels(self, state: S) -> tuple[int, ...]:
        """Returns the seats that did best in a finished deal, as worded in `GameText.best`; statistics count their shares."""
        return scores.leaders(self.points(state), self.lowest_wins)

    def merits(self, state: S) -> tuple[Points, ...]:
        """Returns the points of a deal for a search, by seat: negated where the fewest are the best."""
        points = self.points(state)
        return tuple([-own for own in points]) if self.lowest_wins else points
