"""What a card game is: the interface that one file in `games` fills, and through which everything else speaks to it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, ClassVar, Generic, TypeVar

from goosetable import cards
from goosetable.cards import Card, Cards
from goosetable.engine.hidden.constrained_sampler import Knowledge
from goosetable.engine.record.seed import Stream
from goosetable.engine.rules import action as act
from goosetable.engine.rules import scores
from goosetable.engine.rules import state as states
from goosetable.engine.rules.action import Action, Verb
from goosetable.engine.rules.deal import Deal as Deal
from goosetable.engine.rules.deal import Standing as Standing
from goosetable.engine.rules.event import HAND_KIND, PACK, Kind, Moved, Pile, Points, Taken, Tell
from goosetable.engine.rules.solvable import Foresight
from goosetable.engine.text import phrases, table_facts

S = TypeVar("S", bound=states.State)


class Game(Foresight[S], ABC, Generic[S]):
    """The rules of one card game. It has no state of its own: one object serves every table.

    What is abstract is what makes a game; everything else has a plain answer that a game improves where it can.
    """

    id: ClassVar[str]
    """Its name in records, and of its rules text."""
    title: ClassVar[str]
    author: ClassVar[str]
    line: ClassVar[str]
    """What it is about, in one short sentence; `people` says how many can play, `minutes` about how long a game takes."""
    people: ClassVar[str]
    minutes: ClassVar[int]
    Options: ClassVar[type[Any]]
    """Its house rules: a frozen dataclass made with `option`."""
    State: ClassVar[type[Any]] = states.State
    """What it keeps of a deal."""
    jokers: ClassVar[int] = 0
    """How many different jokers its pack has."""
    verbs: ClassVar[tuple[Verb, ...]] = (Verb.PLAY,)
    """What is done in it."""
    kinds: ClassVar[tuple[Kind, ...]] = (HAND_KIND,)
    """The kinds of pile on its table."""
    emblem: ClassVar[tuple[table_facts.Emblem, ...]] = ()
    best: ClassVar[str] = "best score"
    """What `laurels` gives, in words."""
    prize: ClassVar[tuple[str, str]] = ("win", "wins")
    """What a game won is worth to its winner over a sitting: one and many."""
    cost: ClassVar[float] = 1.0
    """How much longer than in Gooseberry Fool an action takes that a search imagines: a search thinks over fewer then."""
    margins: ClassVar[bool] = False
    """Whether `payoff` says how far ahead a seat is, not who did best: small differences count then."""
    for_points: ClassVar[float] = 0.03
    """How much of what a player goes after is the deal itself, 0..1; the rest is the chance of winning the game. Where nothing
    changes the chances any more, the deal is still played well."""
    memorable: ClassVar[Cards] = 0
    """Cards that lie open once they have been played, so that nobody forgets them."""
    rest: ClassVar[tuple[str, str]] = ("", "")
    """What those are called who have not won, one and many, where the game has a word for them."""

    # ------------------------------------------------------------------ the deal

    @abstractmethod
    def seats(self, options: Any) -> int:
        """How many play under these options."""

    def check_options(self, options: Any) -> None:
        """Refuses choices that do not go together; raises ValueError in words."""

    @abstractmethod
    def pack(self, options: Any) -> tuple[Card, ...]:
        """The pack in the order from which it is shuffled."""

    def first_dealer(self, options: Any, stream: Stream) -> int:
        """The dealer of deal 1; `stream` is stream 0 of the game's code."""
        return stream.draw(self.seats(options))

    def deal(self, options: Any, standing: Standing, dealer: int, stream: Stream) -> Deal:
        """The next deal from its stream: shuffled, then dealt from the front one at a time, beginning with eldest."""
        order, seats = stream.shuffle(self.pack(options)), self.seats(options)
        each = self.hand_size(options, standing)
        hands = tuple(tuple(order[(seat - dealer - 1) % seats : each * seats : seats]) for seat in range(seats))
        return Deal(standing.deals + 1, dealer, hands)

    def hand_size(self, options: Any, standing: Standing) -> int:
        """Cards a seat gets in the next deal; unless a game says otherwise, the whole pack is dealt."""
        return len(self.pack(options)) // self.seats(options)

    def check_deal(self, options: Any, standing: Standing, deal: Deal) -> None:
        """Refuses a set-up deal that is not complete; raises ValueError in words."""
        if deal.turned is not None or deal.stock or deal.trump is not None or deal.hands2:
            raise ValueError(f"a deal of {self.title} has hands and nothing else")
        self.check_cards(deal.hands, self.hand_size(options, standing), self.pack(options))

    def check_cards(
        self, hands: Sequence[Sequence[Card]], each: int, pack: Sequence[Card], besides: Sequence[Card] = ()
    ) -> None:
        """Refuses hands that have not `each` cards and, with what lies besides them, are not the pack; raises ValueError."""
        for seat, hand in enumerate(hands):
            if len(hand) != each:
                raise ValueError(f"seat {seat} has {phrases.count(len(hand), 'card')}, not {each}")
        dealt = sorted([*(card for hand in hands for card in hand), *besides])
        if dealt != sorted(pack):
            strange = [card for card in dealt if card not in pack]
            twice = [card for card in dealt if dealt.count(card) > 1]
            wrong = (strange or twice or [0])[0]
            raise ValueError(f"{self.card_name(wrong)} {'is not in the pack' if strange else 'is dealt twice'}")

    def begin(self, options: Any, standing: Standing, deal: Deal) -> S:
        """The state in which a deal begins."""
        state: S = self.State()
        state.begin(options, deal.number, deal.dealer, standing.totals, deal.hands)
        return state

    def dealt(self, state: S, tell: Tell) -> None:
        """Tells how the cards of a new deal went to their piles."""
        for pile, group in self.piles(state).items():
            if group:
                tell(Moved(cards.members(group), PACK, pile))

    # ------------------------------------------------------------------ play

    @abstractmethod
    def legal(self, state: S) -> Sequence[Action]:
        """Every action that the seat to act may choose, ascending, from what that seat can see; empty when the deal is over."""

    def why_not(self, state: S, action: Action) -> table_facts.Why:
        """Why an action is not in the legal list, in words; the action's seat is the one to act."""
        what, card = act.verb(action), act.card(action)
        if what not in self.verbs:
            reason = f"nobody does that in {self.title}"
            return table_facts.Why(reason, reason)
        if what is Verb.PLAY and card is not None and not state.hands[state.turn] >> card & 1:
            return table_facts.NOT_HELD
        return table_facts.Why("the rules do not allow it now", "the rules do not allow it now")

    @abstractmethod
    def apply(self, state: S, action: Action, tell: Tell | None = None) -> None:
        """Does a legal action: changes the state in place, and tells what happened to whoever listens.

        Trusts that the action is legal, because a search applies millions; `Session.act` is where an action is tested.
        """

    def awaited(self, state: S) -> tuple[int, ...]:
        """The seats that may act now: several where they act at once and in secret, and then `turn` is any one of them."""
        return () if state.over else (state.turn,)

    def piles(self, state: S) -> dict[Pile, Cards]:
        """Every pile on the table with its cards; together they are the pack."""
        return state.piles()

    def hide(self, known: S, seat: int) -> None:
        """Takes out of a copy of the state what a seat may not know, beyond the hands of others."""

    def fill(self, state: S, pile: Pile, group: Cards, rng: Random) -> None:
        """Lays imagined cards where `hide` took out the true ones; for each pile besides the hands that may be hidden."""
        raise NotImplementedError(f"{self.title} has no hidden pile {pile.kind.name!r}")

    def knowledge(self, known: S, seat: int) -> Knowledge | None:
        """What is publicly known of the hidden hands besides what each lacks; `seat` is whose view `known` is."""
        return None

    # ------------------------------------------------------------------ scores

    @abstractmethod
    def points(self, state: S) -> tuple[Points, ...]:
        """The points of a deal that is over, by seat."""

    def score(self, standing: Standing, state: S) -> Standing:
        """Where the game stands after a deal that is over."""
        totals = tuple(total + won for total, won in zip(standing.totals, self.points(state), strict=True))
        return Standing(standing.deals + 1, totals)

    @abstractmethod
    def winners(self, options: Any, standing: Standing) -> tuple[int, ...]:
        """Who has won the game, in ascending order, or nobody if it goes on."""

    def chances(self, options: Any, standing: Standing) -> tuple[float, ...]:
        """Each seat's chance of winning the game that stands so, together 1; all are equal unless a game knows better."""
        return scores.shares(self.winners(options, standing), self.seats(options))

    def study(self, options: Any) -> Iterator[None]:
        """Works out in short pieces what `chances` needs once; whoever has no time for that calls `chances` and waits."""
        yield from ()

    def prizes(self, options: Any, winners: tuple[int, ...]) -> tuple[int, ...]:
        """What a game is worth over a sitting, by seat."""
        return tuple(int(seat in winners) for seat in range(self.seats(options)))

    def end_extras(self, options: Any, winners: tuple[int, ...]) -> dict[str, list[int]]:
        """What else the end line of a record says of a finished game."""
        return {}

    def laurels(self, state: S) -> tuple[int, ...]:
        """The seats that did best in a deal that is over, as `best` has it; statistics count their shares."""
        return scores.leaders(self.points(state))

    def payoff(self, state: S) -> tuple[float, ...]:
        """What a deal that is over is worth to each seat, 0..1: what a search maximises."""
        best = self.laurels(state)
        return tuple(1 / len(best) if seat in best else 0.0 for seat in range(len(state.hands)))

    def worth(self, state: S) -> tuple[float, ...]:
        """How a running deal looks for each seat, 0..1 as in `payoff`, by what is credited so far: for looking one trick ahead.

        Unless a game knows better, by its points: 1 for the most, 0 for the fewest.
        """
        points = self.points(state)
        low, high = min(points), max(points)
        return tuple(float((own - low) / (high - low)) if low < high else 0.5 for own in points)

    def habit(self, state: S, legal: Sequence[Action], chance: float) -> Action:
        """What somebody who does not think long may do here, quickly: how a search imagines a deal to go on.

        Told from what the seat to act can see; `legal` is what it may do, `chance` a random number 0..1. Unless a game knows
        better, anything.
        """
        return legal[int(chance * len(legal))]

    # ------------------------------------------------------------------ for the table

    def sort_key(self, state: S, card: Card) -> tuple[int, ...]:
        """Where a card stands in a sorted hand, left to right; unless a game says otherwise, by suits of alternate colours."""
        return table_facts.SUIT_ORDER[cards.suit(card)], card % cards.PACK_SIZE, card

    def place(self, state: S) -> str:
        """Where the deal is, such as "trick 5 of 11"."""
        return f"deal {state.number}"

    def plate(self, state: S, seat: int) -> str:
        """The few words under a seat's name, such as "2 tricks"."""
        return phrases.count(state.hands[seat].bit_count(), "card")

    def prompt(self, state: S) -> str:
        """What the seat to act is asked for, and why: "[1] led ♥, so you follow: J♥ or 8♥"; nothing when the deal is over."""
        return "" if state.over else "Your turn"

    def foretell(self, state: S, action: Action) -> str:
        """What an action of the seat to act would do so far, from what that seat can see, or nothing."""
        return ""

    def choices(self, state: S) -> tuple[str, str, tuple[table_facts.Choice, ...]]:
        """A decision that is not a card from the hand: its title, a remark, and a choice for each legal action."""
        return "", "", ()

    def ranking(self, state: S) -> tuple[str, ...]:
        """The ranks from the highest, where somebody has named their order."""
        return ()

    def barred(self, state: S) -> tuple[Action, ...]:
        """What one would look for among the choices and may not do; `why_not` says why."""
        return ()

    def log(self, state: S, seat: int, action: Action) -> str:
        """What the log says of an action, told of the state before it: "[1] leads 9♥."."""
        return table_facts.deed(seat, action, self.face)

    def opening(self, state: S) -> tuple[str, ...]:
        """What the log says of a deal before its first action, such as what was turned up or announced."""
        return ()

    def verdict(self, state: S, taken: Taken, number: int) -> str:
        """What the log says of trick `number`, from 1, told of the state before its last card."""
        return f"[{taken.seat} takes] trick {number}: {self.face(taken.card)}, {taken.why}."

    def badges(self, state: S) -> tuple[table_facts.Badge, ...]:
        """The marks on the table now."""
        return ()

    def shown(self, state: S) -> Cards:
        """The cards in hands that everybody has seen, such as a dealer's face-up card."""
        return 0

    def quota(self, state: S, seat: int) -> table_facts.Quota | None:
        """How many tricks a seat has and how many it wants, where it has said so."""
        return None

    def meter(self, state: S, seat: int | None) -> table_facts.Meter | None:
        """Something that fills up for all to see, such as the bids; told to `seat`."""
        return None

    def camps(self, state: S) -> tuple[table_facts.Camp, ...]:
        """The sides of a deal in which sides form."""
        return ()

    def ladder(self, options: Any, standing: Standing) -> table_facts.Ladder | None:
        """The deals of a game that has a list of them; `standing` is that before the deal in progress."""
        return None

    def chart(self, state: S, seat: int | None) -> table_facts.Chart | None:
        """A small table to be looked up while playing; its remark is for `seat`."""
        return None

    def tally(self, state: S, seat: int | None) -> table_facts.Tally:
        """The arithmetic of the deal as it stands, or as it ended; the sentence is for `seat`."""
        if not state.over:
            return table_facts.Tally((), "", "", (), "")
        points, best = self.points(state), self.laurels(state)
        return table_facts.plain_tally(points, best, seat)

    def target(self, options: Any) -> int:
        """The total that ends the game, where one does."""
        return int(options.target)

    def race(self, options: Any, totals: tuple[Points, ...], seat: int | None) -> table_facts.Race:
        """Where the game stands with these totals; the sentence is for `seat`. Unless a game says otherwise, the most wins."""
        return scores.race(totals, self.target(options), self.winners(options, Standing(1, totals)))

    def course(self, options: Any, standing: Standing, seat: int | None) -> table_facts.Race:
        """Where the game stands between two deals, for games in which that is more than the totals."""
        return self.race(options, standing.totals, seat)

    def aim(self, options: Any) -> str:
        """The end of the game in a few words, such as "to 100, the middle total wins"."""
        return self.race(options, (0,) * self.seats(options), None).aim

    # ------------------------------------------------------------------ notation

    def face(self, card: Card) -> str:
        """A card as people at this game's table call it: `10♥`, `the Joker`."""
        return phrases.face(card, self.jokers)

    def card_name(self, card: Card) -> str:
        """A card as this game's records write it."""
        return cards.name(card, self.jokers)

    def write(self, action: Action) -> str:
        """An action as this game's records write it."""
        return act.write(action, self.jokers)

    def read(self, text: str, legal: Sequence[Action]) -> Action:
        """The action a text means; if it is legal, the very one of the legal list. Raises ValueError."""
        for action in legal:
            if act.write(action, self.jokers) == text:
                return action
        found = act.read(text)
        if act.write(found, self.jokers) != text:
            raise ValueError(f"{text!r} is not an action")
        return found
