"""Base classes of card games: `Game`, and its subclasses `TrickGame` and `SealedRound` for two kinds of games.

In a trick each seat plays a card in turn, following suit, and the strongest card takes the trick. In a sealed round a card of
the stock is turned up, all seats bid for it at once and in secret, and the best bid takes it.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Self, TypeVar, cast

from goosetable import cards
from goosetable.cards import BIT, PACK_SIZE, Card, Cards, members
from goosetable.engine.rules import tricks
from goosetable.engine.rules.action import NOT_HELD, Action, Objection, Verb, parse_action, verb_of, write
from goosetable.engine.rules.deal import Deal, Extras, Standing
from goosetable.engine.rules.event import (
    BID_KIND,
    GONE,
    GONE_KIND,
    HAND_KIND,
    HIDDEN,
    KEPT_KIND,
    STOCK,
    STOCK_KIND,
    TRICK,
    TRICK_KIND,
    TURNED,
    TURNED_KIND,
    WON_KIND,
    Moved,
    Pile,
    PileKind,
    Taken,
    Tell,
    Tied,
)
from goosetable.engine.rules.rules import O, Rules, S
from goosetable.engine.rules.state import BID, OVER, SealedState, TrickState
from goosetable.engine.rules.tricks import OF_SUIT, SUIT
from goosetable.engine.words import phrases

if TYPE_CHECKING:
    from goosetable.engine.strength.heuristics import Heuristics
    from goosetable.engine.text.advice import Advice
    from goosetable.engine.text.game_text import GameText


class Game(Rules[S, O], Generic[S, O]):
    """The rules of a game and its notation. Heuristics and texts are imported on first use."""

    heuristics_class: ClassVar[str] = "goosetable.engine.strength.heuristics:Heuristics"
    """Class of the game's heuristics, as `module:Class`; its only argument is the game."""
    text_class: ClassVar[str] = "goosetable.engine.text.game_text:GameText"
    """Class of the game's texts, as `module:Class`; its only argument is the game."""
    advice_class: ClassVar[str] = "goosetable.engine.text.advice:Advice"
    """Class of the game's principles, as `module:Class`, made without arguments."""

    def __init__(self) -> None:
        self._heuristics: Heuristics[S, O] | None = None
        self._text: GameText[S, O] | None = None
        self._advice: Advice[S] | None = None

    @property
    def heuristics(self) -> Heuristics[S, O]:
        """Estimates of the game for a search."""
        found = self._heuristics
        if found is None:
            found = self._heuristics = cast("Heuristics[S, O]", _import_class(self.heuristics_class)(self))
        return found

    @property
    def text(self) -> GameText[S, O]:
        """Texts of the game for a screen."""
        found = self._text
        if found is None:
            found = self._text = cast("GameText[S, O]", _import_class(self.text_class)(self))
        return found

    @property
    def advice(self) -> Advice[S]:
        """Principles of the game for hints and reviews."""
        found = self._advice
        if found is None:
            found = self._advice = cast("Advice[S]", _import_class(self.advice_class)())
        return found

    def __reduce__(self) -> tuple[type[Self], tuple[()]]:
        """Pickles only the class, so that another process makes its own object."""
        return type(self), ()

    def card_name(self, card: Card) -> str:
        """Returns the notation of a card in this game's records."""
        return cards.name(card, self.jokers)

    def action_text(self, action: Action) -> str:
        """Returns the notation of an action in this game's records."""
        return write(action, self.jokers)

    def parse_action(self, text: str, legal: Sequence[Action]) -> Action:
        """Returns the action with this notation. Raises ValueError.

        If the card has two copies, returns the action of the copy that is in `legal`; if neither is legal, that of the first
        copy.
        """
        for action in legal:
            if write(action, self.jokers) == text:
                return action
        found = parse_action(text)
        if write(found, self.jokers) != text:
            raise ValueError(f"{text!r} is not an action")
        return found


AnyGame = Game[Any, Any]
"""A game with any states and options."""


def _import_class(name: str) -> Callable[..., object]:
    module, _, kind = name.partition(":")
    found: Callable[..., object] = getattr(import_module(module), kind)
    return found


B = TypeVar("B", bound=SealedState)


class SealedRound(Game[B, O], Generic[B, O]):
    """A game of sealed rounds. A derived class defines the deal, `pack`, `best_bidders`, `why_best`, `points` and `winners`."""

    rounds: int = 13
    """Number of rounds of a deal. Each hand has as many cards, and so has the stock."""
    text_class: ClassVar[str] = "goosetable.engine.text.game_text:SealedText"
    verbs: ClassVar[tuple[Verb, ...]] = (Verb.OFFER,)
    kinds: ClassVar[tuple[PileKind, ...]] = (
        HAND_KIND, STOCK_KIND, TURNED_KIND, BID_KIND, TRICK_KIND, KEPT_KIND, GONE_KIND,
    )  # fmt: skip

    @abstractmethod
    def best_bidders(self, state: B) -> tuple[int, ...]:
        """Returns the seats with the best bid. A single seat takes the offer; several seats tie."""

    @abstractmethod
    def why_best(self, state: B, best_seats: tuple[int, ...]) -> str:
        """Returns the reason why the seats `best_seats` win or tie, as in "the highest bid"."""

    def apply_tie(self, state: B, best_seats: tuple[int, ...]) -> bool:
        """Applies a tie in place; returns True if the offer stays for the next round."""
        return True

    def hand_size(self, options: O, standing: Standing) -> int:
        return self.rounds

    def extra_deal_fields(self, order: Sequence[Card], dealt_count: int) -> Extras:
        """Returns the stock of a new deal: the rest of the pack."""
        return {"stock": tuple(order[dealt_count:])}

    def deal_fields(self, options: O) -> tuple[str, ...]:
        return ("stock",)

    def check_dealt(self, options: O, standing: Standing, deal: Deal) -> None:
        """Raises ValueError, in words for people, if the stock of a set-up deal has a wrong size, or cards are missing."""
        if len(deal.stock) != self.rounds:
            raise ValueError(f"the stock has {phrases.count_text(len(deal.stock), 'card')}, not {self.rounds}")
        super().check_dealt(options, standing, deal)

    def begin_deal(self, options: O, standing: Standing, deal: Deal) -> B:
        state = super().begin_deal(options, standing, deal)
        state.stock = list(reversed(deal.stock))
        state.turn_up_card()
        return state

    def legal(self, state: B) -> tuple[Action, ...]:
        if state.turn == OVER:
            return ()
        return tuple([BID + card for card in cards.members(state.hands[state.turn])])

    def why_not(self, state: B, action: Action) -> Objection:
        return NOT_HELD if verb_of(action) is Verb.OFFER else super().why_not(state, action)

    def apply(self, state: B, action: Action, tell: Tell | None = None) -> None:
        """Lays a bid face down. The last bid of a round reveals all bids."""
        seat, card = state.turn, action - BID
        state.hands[seat] ^= BIT[card]
        state.bids[seat] = card
        state.committed.append(seat)
        if tell:
            tell(Moved((card,), Pile(HAND_KIND, seat), Pile(BID_KIND, seat)))
        if len(state.committed) == len(state.hands):
            self._reveal_bids(state, tell)
        else:
            state.turn = state.seats_to_act[0]

    def _reveal_bids(self, state: B, tell: Tell | None) -> None:
        """Reveals the bids. The best bidder gets the offer, or the offer stays after a tie; then the next card is turned up."""
        bids, offer, best = state.bids, state.offer, self.best_bidders(state)
        # Bids become open actions only now.
        if state.keeps_actions:
            state.actions += [(other, BID + bids[other]) for other in state.committed]
        if tell:
            for other in state.committed:
                tell(Moved((bids[other],), Pile(BID_KIND, other), TRICK))
            why = self.why_best(state, best)
            tell(Taken(best[0], bids[best[0]], why) if len(best) == 1 else Tied(best, why))
        won = sum([BIT[card] for card in offer])
        if len(best) == 1:
            target, state.offer = Pile(KEPT_KIND, best[0]), ()
            state.won[best[0]] |= won
        elif not self.apply_tie(state, best):
            target, state.offer = GONE, ()
            state.gone |= won
        if tell and not state.offer:
            tell(Moved(offer, TURNED, target))
        for bid in bids:
            state.gone |= BIT[bid]
        if tell:
            tell(Moved(tuple(bids), TRICK, GONE))
        state.clear_bids()
        if not state.stock:
            state.turned, state.turn = HIDDEN, OVER
            return
        state.turn_up_card()
        if tell:
            tell(Moved((state.turned,), STOCK, TURNED))


T = TypeVar("T", bound=TrickState)


class TrickGame(Game[T, O], Generic[T, O]):
    """A game of tricks. By default a seat follows suit if it can; otherwise it plays any card.

    The class of its state determines the trumps: `TrickState` has none, `TurnedState` the suit of the last card dealt. A game
    in which trumps are chosen overrides `trump_suit` in its state.
    """

    text_class: ClassVar[str] = "goosetable.engine.text.game_text:TrickText"
    kinds: ClassVar[tuple[PileKind, ...]] = (HAND_KIND, TRICK_KIND, WON_KIND)

    def begin_deal(self, options: O, standing: Standing, deal: Deal) -> T:
        state = super().begin_deal(options, standing, deal)
        if max(self.pack(options)) >= PACK_SIZE:
            state.suits = OF_SUIT
        return state

    def legal(self, state: T) -> Sequence[Action]:
        """Returns the playable cards or, if no card is playable, the legal calls. A game overrides `playable` and `legal_calls`
        instead.
        """
        return members(self.playable(state)) or self.legal_calls(state)

    def playable(self, state: T) -> Cards:
        """Returns the cards that follow the suit led. If there are none, or if the seat leads, returns the whole hand."""
        if state.turn == OVER:
            return 0
        hand, trick = state.hands[state.turn], state.trick
        return (hand & state.suits[SUIT[trick[0]]] if trick else 0) or hand

    def legal_calls(self, state: T) -> Sequence[Action]:
        """Returns the legal actions if no card is playable, such as bids; by default none."""
        return ()

    def why_not(self, state: T, action: Action) -> Objection:
        """Returns the reason why an action is not legal. For a card in the hand, the reason is that it does not follow suit."""
        hand = state.hands[state.turn]
        if state.trick and verb_of(action) is Verb.PLAY and hand >> action & 1:
            return tricks.why_must_follow(SUIT[state.trick[0]], hand)
        return super().why_not(state, action)

    def apply(self, state: T, action: Action, tell: Tell | None = None) -> None:
        """Plays a card; a full trick goes to the highest trump, or else to the highest card of the suit led."""
        if state.keeps_actions:
            state.actions.append((state.turn, action))
        if tricks.play_card(state, action, tell):
            tricks.credit_trick(state, tricks.find_taker(state, state.trump_suit, 0, tell), tell)
