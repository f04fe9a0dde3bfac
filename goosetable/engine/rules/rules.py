"""The rules of one card game: what is dealt, what may be done, what it leads to, and who wins."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import ClassVar, Generic, TypeVar

from goosetable import cards
from goosetable.cards import Card, Cards
from goosetable.engine.rules import scores
from goosetable.engine.rules.action import NOT_HELD, Action, Verb, Why, card_of, verb_of
from goosetable.engine.rules.deal import Deal, Standing, Stream, check_cards, check_fields, round_the_table
from goosetable.engine.rules.event import HAND_KIND, PACK, Kind, Moved, Points, Tell
from goosetable.engine.rules.state import State

S = TypeVar("S", bound=State)
O = TypeVar("O")  # noqa: E741


class Rules(ABC, Generic[S, O]):
    """The rules of a game with states S and options O. They have no state of their own: one object serves every table.

    A game writes the abstract methods, and improves the others where it differs.
    """

    id: ClassVar[str]
    """Its name in records, and of its rules text."""
    title: ClassVar[str]
    author: ClassVar[str]
    line: ClassVar[str]
    """What it is about, in one short sentence."""
    people: ClassVar[str]
    """How many can play, in words."""
    Options: type[O]
    """Its house rules: a frozen dataclass made with `option`."""
    State: type[S]
    """What it keeps of a deal."""
    jokers: ClassVar[int] = 0
    """How many different jokers its pack has."""
    verbs: ClassVar[tuple[Verb, ...]] = (Verb.PLAY,)
    """What is done in it."""
    kinds: ClassVar[tuple[Kind, ...]] = (HAND_KIND,)
    """The kinds of pile on its table."""
    open_hands: ClassVar[bool] = False
    """Whether everybody always knows every hand: `shown` then names all cards of hands, and those laid down and not shown."""
    lowest_wins: ClassVar[bool] = False
    """Whether the fewest points are the best, in a deal and in the game."""
    prize: ClassVar[str] = ""
    """The option that says what a game won is worth, 1 where there is none; the end line of a record has it by seat."""

    # ------------------------------------------------------------------ the deal

    @abstractmethod
    def seats(self, options: O) -> int:
        """How many play under these options."""

    def teams(self, options: O) -> tuple[tuple[int, ...], ...]:
        """The seats of each team, ascending, where teams play the whole game and score as one; unless a game says so, none."""
        return ()

    def sides(self, state: S) -> tuple[tuple[int, ...], ...]:
        """The seats of each side of a deal, ascending, once they are known to all: its teams, or those that the deal makes."""
        return self.teams(state.options)

    def short(self, options: O) -> O:
        """The house rules with which a table is first laid where a game as printed takes an evening; else as they are.

        For any options, also such as `check_options` refuses; it changes no other rules than those that make it shorter.
        """
        return options

    def check_options(self, options: O) -> None:
        """Refuses choices that do not go together; raises ValueError in words."""

    @abstractmethod
    def pack(self, options: O) -> tuple[Card, ...]:
        """The pack in the order from which it is shuffled."""

    def first_dealer(self, options: O, stream: Stream) -> int:
        """The dealer of deal 1; `stream` is stream 0 of the game's code."""
        return stream.draw(self.seats(options))

    def deal(self, options: O, standing: Standing, dealer: int, stream: Stream) -> Deal:
        """The next deal from its stream: shuffled, then dealt from the front one at a time, beginning with eldest."""
        order, seats = stream.shuffle(self.pack(options)), self.seats(options)
        dealt = self.hand_size(options, standing) * seats
        return Deal(standing.deals + 1, dealer, round_the_table(order[:dealt], dealer, seats))

    def hand_size(self, options: O, standing: Standing) -> int:
        """Cards a seat gets in the next deal; unless a game says otherwise, the whole pack is dealt."""
        return len(self.pack(options)) // self.seats(options)

    def deal_fields(self, options: O) -> tuple[str, ...]:
        """What a deal has besides its hands: of the names in `deal.FIELDS` those that the game uses."""
        return ()

    def check_deal(self, options: O, standing: Standing, deal: Deal) -> None:
        """Refuses a set-up deal that is not complete, or has more than the game declares; raises ValueError in words."""
        check_fields(self.title, self.deal_fields(options), deal)
        self.check_dealt(options, standing, deal)

    def check_dealt(self, options: O, standing: Standing, deal: Deal) -> None:
        """Refuses cards that are missing or dealt twice; unless a game says otherwise, hands and stock are the whole pack."""
        check_cards(deal.hands, self.hand_size(options, standing), self.pack(options), self.jokers, deal.stock)

    def begin(self, options: O, standing: Standing, deal: Deal) -> S:
        """The state in which a deal begins."""
        state: S = self.State()
        state.begin(options, deal.number, deal.dealer, standing.totals, deal.hands)
        return state

    def dealt(self, state: S, tell: Tell) -> None:
        """Tells how the cards of a new deal went to their piles."""
        for pile, group in state.piles().items():
            if group:
                tell(Moved(cards.members(group), PACK, pile))

    # ------------------------------------------------------------------ play

    @abstractmethod
    def legal(self, state: S) -> Sequence[Action]:
        """Every action that the seat to act may choose, ascending, from what that seat can see; empty when the deal is over."""

    def playable(self, state: S) -> Cards:
        """The cards that the seat to act may play, as a set; none where it may do something else, or the game does not say.

        What a search asks instead of `legal` where it can, because it makes no list.
        """
        return 0

    def why_not(self, state: S, action: Action) -> Why:
        """Why an action is not in the legal list, in words; the action's seat is the one to act."""
        what, card = verb_of(action), card_of(action)
        if what not in self.verbs:
            reason = f"nobody does that in {self.title}"
            return Why(reason, reason)
        if what is Verb.PLAY and card is not None and not state.hands[state.turn] >> card & 1:
            return NOT_HELD
        return Why("the rules do not allow it now", "the rules do not allow it now")

    @abstractmethod
    def apply(self, state: S, action: Action, tell: Tell | None = None) -> None:
        """Does a legal action: changes the state in place, and tells the listener what happened.

        Trusts that the action is legal, because a search applies millions; `Session.act` is where an action is tested.
        """

    # ------------------------------------------------------------------ scores

    @abstractmethod
    def points(self, state: S) -> tuple[Points, ...]:
        """The points of a deal that is over, by seat."""

    def score(self, standing: Standing, state: S) -> Standing:
        """Where the game stands after a deal that is over."""
        totals = tuple(total + won for total, won in zip(standing.totals, self.points(state), strict=True))
        return Standing(standing.deals + 1, totals)

    @abstractmethod
    def winners(self, options: O, standing: Standing) -> tuple[int, ...]:
        """Who has won the game, in ascending order, or nobody if it goes on."""

    def laurels(self, state: S) -> tuple[int, ...]:
        """The seats that did best in a deal that is over, as `best` has it; statistics count their shares."""
        return scores.leaders(self.points(state), self.lowest_wins)

    def merits(self, state: S) -> tuple[Points, ...]:
        """The points of a deal as a search wants them, by seat: with the other sign where the fewest are the best."""
        points = self.points(state)
        return tuple([-own for own in points]) if self.lowest_wins else points
