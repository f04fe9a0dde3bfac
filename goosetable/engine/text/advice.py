"""Advice on a decision in the words of a card player, from named principles of the game.

A principle tests the position for one action, using only what the seat to act may know. It becomes the reason for an action if
it holds for that action and fails for the next best one. Without such a principle, the advice states a plain fact. Sentences
mention cards, suits and seats, never probabilities, deals or samples.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import inf
from typing import ClassVar, Final, Generic, NamedTuple, TypeVar

from goosetable import cards
from goosetable.cards import Card, Cards
from goosetable.engine.rules.action import Action, Verb, value_of, verb_of
from goosetable.engine.rules.state import State, TrickState
from goosetable.engine.rules.tricks import SUIT
from goosetable.engine.text.explain import WORTH, ActionStatistics, Difference, explained_gain, means_differ
from goosetable.engine.words import phrases

S = TypeVar("S", bound=State)

MAX_WORDS: Final = 26
"""Largest number of words of a hint."""
MOSTLY: Final = 0.75
"""Least share of the playouts, 0..1, in which an event must happen for a sentence to call it likely."""
FIRM: Final = 0.15
"""Least difference between two cards' chances of taking the trick, 0..1, for a sentence to call one of them surer."""
SELDOM: Final = 0.25
"""Greatest share of the playouts, 0..1, in which an event may happen for a sentence to call it rare."""
PART_OF_WORSE: Final = 0.34
"""A principle is the reason for the best action only if it holds for at most this part, 0..1, of the clearly worse ones."""
UNLIKELY: Final = 0.3
"""Greatest share of the playouts, 0..1, with which a sentence may say that something should not happen."""
NEARLY_NEVER: Final = 0.1
"""Share of the playouts, 0..1, below which a sentence speaks of an event as if it could not happen."""
EXPLAINED: Final = 0.3
"""The figure of a reason in a review explains at least this part, 0..1, of the cost."""
PART_OF_BEST_REASON: Final = 0.75
"""A review prefers a more decisive reason if it explains at least this part, 0..1, of what the best reason explains."""
LEAST_OUTCOME: Final = 0.4
"""A review gives a deal figure as the reason only if its means after the two actions differ by at least this number."""
NEAR: Final = 0.005
"""Greatest loss of value, half a game in a hundred, of an action that a sentence recommends beside the best one."""


class Claim(NamedTuple):
    """A claim of a sentence that playouts can refute: the mean of a deal figure after the action lies between two bounds."""

    key: str
    """Key of the figure."""
    least: float = -inf
    most: float = inf


SHOULD_WIN: Final = Claim("takes", MOSTLY)
"""The claim that a card should take this trick."""
SHOULD_LOSE: Final = Claim("takes", most=UNLIKELY)
"""The claim that a card should lose this trick."""


class Tip(NamedTuple):
    """A principle that holds for an action, with its sentences."""

    name: str
    """Name of the principle, unique within a game; empty for a plain sentence."""
    hint: str
    """A whole sentence, without its full stop, that names the action and the reason."""
    missed: str = ""
    """A clause that gives the principle in the review of another action; empty if there is none."""
    weak: bool = False
    """True for a habit of play that does not explain a cost. A review prefers a reason from figures to such a principle."""
    claims: tuple[Claim, ...] = ()
    """Claims of both sentences. A tip with a claim that the playouts refute is not said."""
    about: str = ""
    """Key of the deal figure that the principle is about, to find the one that explains most of a gain; empty if
    `Advice.about` has it, or if it is unknown.
    """


class Ranking(NamedTuple):
    """The actions of a decision in the order of a search, for a game that puts the whole hint into words."""

    best: Action
    level: Sequence[Action]
    """Actions that equal the best one, by the rules or by the search."""
    close: Sequence[Action]
    """Other actions whose values differ from the best one by no more than the search can tell, the best first."""
    worse: Sequence[Action]
    """Clearly worse actions, the best first."""
    loss: Mapping[Action, float]
    """By action, how much lower its value is than that of the best one."""
    is_exact: bool = False
    """True if nothing is hidden, so that the values are exact."""
    tried: Sequence[Action] = ()
    """The actions with enough simulations for a sentence to recommend them."""
    listed: Callable[[Sequence[Action]], str] = str
    """Function that lists actions by name, as in "5♥, 4♥ or any club"."""
    reason: str = ""
    """Clause from the playouts on why the best action is better than a worse one, without numbers; empty without one."""
    indifferent: str = ""
    """Sentence that all actions make no difference, or hardly a difference."""
    value: float = 0.0
    """Value of the best action, 0..1."""

    @property
    def good(self) -> tuple[Action, ...]:
        """The best action, those that equal it, and those that surely lose less than half a game in a hundred."""
        least = min([self.loss[one] for one in self.tried], default=0.0)
        near = [one for one in self.tried if one not in (self.best, *self.level) and self.loss[one] - least <= NEAR
                and (one in self.close or self.loss[one] <= 0)]  # fmt: skip
        return (self.best, *self.level, *near)

    @property
    def bad(self) -> tuple[Action, ...]:
        """Actions that lose more than half a game in a hundred and are not among the good ones, the best first."""
        least, good = min([self.loss[one] for one in self.tried], default=0.0), self.good
        return tuple([one for one in self.loss if one not in good and self.loss[one] - least > NEAR])


@dataclass(frozen=True)
class Decision(Generic[S]):
    """A decision, limited to what the seat to act may know."""

    known: S
    """The state of the seat's view."""
    unseen: Cards
    """Cards whose places the seat does not know."""
    hand_sizes: tuple[int, ...]
    """Number of cards in each hand."""
    known_hand_cards: tuple[Cards, ...]
    """By seat, the cards of its hand that the seat to act knows."""
    legal: tuple[Action, ...]
    face: Callable[[int], str]
    """Function that returns the name of a card."""
    prospects: Mapping[Action, ActionStatistics] = field(default_factory=dict)
    """Statistics of the search by action; empty without a search, or after an exact one."""
    shares: Mapping[Action, float] = field(default_factory=dict)
    """Probabilities of the actions of a mixed strategy; empty for any other."""
    strategies: Sequence[Sequence[Mapping[Action, float]]] = ()
    """In a round of sealed bids, by search and by seat the probabilities of its bids; empty if they are not known."""
    value: float = 0.5
    """Value of the best action, 0..1."""

    @property
    def seat(self) -> int:
        """The seat to act."""
        return self.known.turn

    @property
    def hand(self) -> Cards:
        """The cards of the seat to act."""
        return self.known.hands[self.known.turn]

    def mean(self, action: Action, key: str) -> float | None:
        """Returns the mean of a deal figure after an action; None if the search did not count it. key: key of the figure."""
        found = self.prospects.get(action)
        return found.means.get(key) if found is not None and found.deals else None

    def mean_or_zero(self, action: Action, key: str) -> float:
        """Returns the mean of a deal figure after an action; 0 if the search did not count it. key: key of the figure."""
        return self.mean(action, key) or 0.0

    def is_counted(self, action: Action) -> bool:
        """Whether there are playouts after an action."""
        found = self.prospects.get(action)
        return found is not None and found.deals > 0

    def is_figure_likely(self, action: Action, key: str, share: float = MOSTLY) -> bool:
        """Whether a yes-or-no figure is yes in at least `share` (0..1) of the playouts after an action;
        False without playouts.
        """
        found = self.mean(action, key)
        return found is not None and found >= share

    def is_figure_rare(self, action: Action, key: str) -> bool:
        """Whether a yes-or-no figure is yes in at most `SELDOM` of the playouts after an action; False without playouts."""
        found = self.mean(action, key)
        return found is not None and found <= SELDOM

    def refutes(self, action: Action, claim: Claim) -> bool:
        """Whether the playouts after an action refute a claim; False without playouts."""
        found = self.mean(action, claim.key)
        return found is not None and not claim.least <= found <= claim.most

    def possible_cards(self, seat: int) -> Cards:
        """Returns the cards that another seat may hold: cards that the seat surely holds, and unseen cards of suits in which
        the seat is not void.
        """
        if not self.hand_sizes[seat]:
            return 0
        held = self.known_hand_cards[seat] if self.known_hand_cards else 0
        free = self.hand_sizes[seat] > held.bit_count()
        return held | (self.unseen & ~self.known.voids[seat] if free else 0)


class Advice(Generic[S]):
    """The principles of a game; a game without principles uses this class itself."""

    mistake_words: ClassVar[Mapping[str, str]] = {}
    """By principle, the words for mistakes against it, to follow "four of your seven mistakes"."""
    about: ClassVar[Mapping[str, str]] = {}
    """By principle, the key of the deal figure that it is about, if the tip does not name it; `{seat}` is the seat to act."""

    def tips(self, decision: Decision[S], action: Action) -> Iterator[Tip]:
        """Yields the principles that hold for an action, the most decisive first."""
        yield from ()

    def sound_tips(self, decision: Decision[S], action: Action) -> list[Tip]:
        """Returns the principles that hold for an action, except those with a claim that the playouts refute."""
        return [tip for tip in self.tips(decision, action) if not any(decision.refutes(action, claim) for claim in tip.claims)]

    def sound_tip_names(self, decision: Decision[S], action: Action | None) -> set[str]:
        """Returns the names of the principles in `sound_tips`; empty for None."""
        return {tip.name for tip in self.sound_tips(decision, action)} if action is not None else set()

    def outcomes(self, decision: Decision[S], action: Action, other: Action) -> Sequence[Difference]:
        """Returns the figures of the playouts that can explain why an action is better than another, with words.

        A figure's words are a clause without numbers, to follow "then", such as "[1] less often makes a set".
        """
        return ()

    def has_drawback(self, decision: Decision[S], action: Action, best: Action) -> bool:
        """Whether a card player sees at once that an action is worse than the best one in some respect. Sentences do not call
        such an action as good as the best, or nearly so.
        """
        return False

    def plain_sentence(self, decision: Decision[S], action: Action, other: Action | None) -> str:
        """Returns a true sentence about an action for which no principle was found, without a full stop."""
        return phrases.with_capital(self.command(decision, action))

    def whole_hint(self, decision: Decision[S], ranking: Ranking) -> str:
        """Returns the whole hint, without a full stop. It names the best action and all actions that are as good. Empty in a
        game whose hints the caller makes from principles.
        """
        return ""

    def thrift_sentence(self, decision: Decision[S], best: Action) -> str:
        """Returns a sentence, without a full stop, that advises the cheapest action in a position in which all actions do about
        as well; empty if there is none.
        """
        return ""

    def fixed_result_sentence(self, decision: Decision[S]) -> str:
        """Returns a sentence, without a full stop, on a result of this deal that no action can change; "" if there is none."""
        return ""

    def equal_cards_sentence(self, decision: Decision[S]) -> str:
        """Returns a sentence, without a full stop, on legal cards that are all identical; empty if they are not."""
        return ""

    def shared_fact(self, decision: Decision[S]) -> str:
        """Returns the fact that makes all legal actions equal, such as "You cannot win this one"; empty if there is none."""
        return ""

    def certain_outcome(self, decision: Decision[S]) -> str:
        """Returns "won" or "lost" for a game that no later play can change; else empty."""
        return ""

    def preferred_action(self, decision: Decision[S], group: Sequence[Action]) -> Action:
        """Returns the action to advise among equally rated ones; the first if the game prefers none of them."""
        return group[0]

    def cost_clause(self, decision: Decision[S], loss: float) -> str:
        """Returns a clause on a loss, such as "costs you a trick"; empty if the game has no words for it.

        loss: the exactly known loss of value.
        """
        return ""

    def names(self, decision: Decision[S], group: Sequence[Card]) -> str:
        """Returns the names of cards in a list, as in "K♥, 9♥ and 5♣"; empty for no card."""
        return phrases.listed([decision.face(card) for card in group])

    def command(self, decision: Decision[S], action: Action) -> str:
        """Returns an action as a command: "bid 3", "lead 7♥", "keep 9♠"."""
        number = value_of(action)
        match verb_of(action):
            case Verb.BID:
                return f"bid {number}"
            case Verb.GIVE:
                return "keep the trick" if number == decision.seat else f"give it to [{number}]"
            case Verb.TRUMP:
                return f"name {cards.SUIT_NAMES[number]}"
            case Verb.TOPS:
                return f"name {phrases.rank_name(number, 2)}"
            case Verb.KEEP:
                return f"keep {decision.face(number)}"
            case Verb.OFFER:
                return f"bid {decision.face(number)}"
            case _:
                leads = isinstance(decision.known, TrickState) and not decision.known.trick
                return f"{'lead' if leads else 'play'} {decision.face(number)}"

    def is_true_of(self, decision: Decision[S], tip: Tip, action: Action, other: Action, name: Callable[[Action], str]) -> bool:
        """Whether the sentence of a tip on `action` stays true if the name of `other` replaces the name of `action` in it.

        name: returns the name of an action as the sentence has it.
        """
        tips = self.sound_tips(decision, other)
        return any(tip.name == one.name and one.hint.replace(name(other), name(action)) == tip.hint for one in tips)

    def distinguishing_tips(
        self, decision: Decision[S], tips: Sequence[Tip], worse: Sequence[Action]
    ) -> tuple[list[Tip], Counter[str]]:
        """Returns the tips whose principles set an action apart from the actions `worse`, and the number of actions in `worse`
        for which each principle holds.

        A principle sets the action apart if it holds for at most the part `PART_OF_WORSE` of `worse`; a weak principle must
        hold for none of them.
        """
        counts = Counter([name for one in worse for name in self.sound_tip_names(decision, one)])
        return [tip for tip in tips if counts[tip.name] <= (0 if tip.weak else PART_OF_WORSE * len(worse))], counts

    def reason(self, decision: Decision[S], action: Action, other: Action | None, worse: Sequence[Action] = ()) -> Tip:
        """Returns the first principle that holds for `action`, but neither for `other` nor for any action of `worse`.

        If there is none, returns a principle that holds for some actions of `worse`: for as few as possible, and at most for
        the part `PART_OF_WORSE` of them. A weak principle is returned only if no other one fits. If none fits, returns a
        plain sentence.
        """
        besides = self.sound_tip_names(decision, other)
        own = self.sound_tips(decision, action)
        apart = [tip for tip in own if tip.name not in besides] or ([tip for tip in own if not tip.weak] if worse else [])
        fit, counts = self.distinguishing_tips(decision, apart, worse)
        if fit:
            return min(fit, key=lambda tip: (tip.weak, counts[tip.name], own.index(tip)))
        return Tip("", self.plain_sentence(decision, action, other))

    def are_level(self, decision: Decision[S], one: Action, two: Action) -> bool:
        """Whether two cards are level: both beat the same cards that other seats may still play, and both lose to the same
        ones.
        """
        return one == two

    def are_equal_in_worth(self, decision: Decision[S], one: Action, two: Action) -> bool:
        """Whether two cards are level and also have the same worth in every other respect."""
        return self.are_level(decision, one, two)

    def are_alike(self, decision: Decision[S], one: Action, two: Action) -> bool:
        """Whether two actions whose values are close are so alike that a hint names both; False if the game does not say."""
        return False

    def are_identical(self, decision: Decision[S], one: Action, two: Action) -> bool:
        """Whether two cards have the same worth and no later play can tell them apart."""
        return self.are_equal_in_worth(decision, one, two)

    def figure_of(self, decision: Decision[S], tip: Tip) -> str:
        """Returns the key of the deal figure that a tip is about; empty if unknown."""
        return (tip.about or self.about.get(tip.name, "")).format(seat=decision.seat)

    def explained_part(self, decision: Decision[S], action: Action, other: Action | None, key: str) -> float:
        """Returns the part of an action's gain over another one, 0..1 or more, that a figure explains; 0 if unknown."""
        if not key or other is None or not decision.is_counted(action) or not decision.is_counted(other):
            return 0.0
        mine, theirs = decision.prospects[action], decision.prospects[other]
        gain, explained = mine.mean(WORTH) - theirs.mean(WORTH), explained_gain(mine, theirs, key)
        return explained / gain if gain > 0 and explained is not None else 0.0

    def missed_principle(self, decision: Decision[S], action: Action, other: Action) -> Tip:
        """Returns the reason, in words for a review, why `action` was better than `other`, which a person took; an empty tip if
        there is none.

        The figure of the reason must differ between both actions in the playouts, and explain about as much of the gain as any
        other figure. If the values are exact, so that the playouts do not show the gain, the figure only has to differ. Without
        playouts, the first reason is returned.
        """
        told = self.tips_for_review(decision, action, other)
        found = [tip for tip in told if not any(decision.refutes(action, claim) for claim in tip.claims)]
        if not decision.is_counted(action) or not decision.is_counted(other):
            return found[0] if found else Tip("", "")
        found += self._tips_on_outcomes(decision, action, other)
        if decision.mean_or_zero(action, WORTH) <= decision.mean_or_zero(other, WORTH):
            return next((tip for tip in found if self._differs_in_figure(decision, tip, action, other)), Tip("", ""))
        parts = [self.explained_part_of_cost(decision, tip, action, other) for tip in found]
        least = max([EXPLAINED, *[PART_OF_BEST_REASON * part for part in parts]])
        return next((tip for tip, part in zip(found, parts, strict=True) if part >= least), Tip("", ""))

    def explained_part_of_cost(self, decision: Decision[S], tip: Tip, action: Action, other: Action) -> float:
        """Returns the part of the cost of `other`, 0..1 or more, that the figure of a tip on the better `action` explains.

        It is 0 if the figure is unknown, or the same after both actions as far as their playouts can tell.
        """
        apart = self._differs_in_figure(decision, tip, action, other)
        return self.explained_part(decision, action, other, self.figure_of(decision, tip)) if apart else 0.0

    def _differs_in_figure(self, decision: Decision[S], tip: Tip, action: Action, other: Action) -> bool:
        """Whether the figure of a tip differs between two actions in their playouts; False if it is unknown."""
        key, mine, theirs = self.figure_of(decision, tip), decision.prospects[action], decision.prospects[other]
        return key in mine.means and means_differ(mine, theirs, key)

    def tips_for_review(self, decision: Decision[S], action: Action, other: Action) -> Iterator[Tip]:
        """Yields the possible reasons why `other` is worse than the better `action`, the most decisive first.

        They are the principles with words for a review that hold for `action` and not for `other`.
        """
        besides = self.sound_tip_names(decision, other)
        for tip in self.sound_tips(decision, action):
            if tip.missed and not tip.weak and tip.name not in besides and self.explains(decision, tip, action, other):
                yield tip

    def _tips_on_outcomes(self, decision: Decision[S], action: Action, other: Action) -> Iterator[Tip]:
        """Yields a reason for each figure of the playouts that can explain why `action` is better than `other`.

        Figures of points and tricks give no reason, because the cost itself consists of them. Figures of the taker of the
        present trick give none either.
        """
        if verb_of(action) is not Verb.PLAY:
            return
        for sign in self.outcomes(decision, action, other):
            apart = decision.mean_or_zero(action, sign.key) - decision.mean_or_zero(other, sign.key)
            words = sign.more if apart > 0 else sign.less
            if words and abs(apart) >= LEAST_OUTCOME and not sign.key.startswith(("points", "tricks", "takes", "to ")):
                yield Tip("outcome", "", f"with {decision.face(action)} played, {words}", about=sign.key)

    def explains(self, decision: Decision[S], tip: Tip, action: Action, other: Action) -> bool:
        """Whether the principle's clause for a review explains why `other` is worse than `action`."""
        return True


def suit_name(card: Card, number: int = 2) -> str:
    """Returns the name of a card's suit in the plural, as in "spades"; in the singular if `number` is 1."""
    suit = SUIT[card]
    if suit == cards.JOKER_SUIT:
        return "jokers" if number != 1 else "joker"
    return cards.SUIT_NAMES[suit] if number != 1 else cards.SUIT_NAMES[suit][:-1]


def without_last_clauses(hint: str, marks: Iterable[str], after: str = "") -> str:
    """Returns a hint without its last clauses if it has more than `MAX_WORDS` words.

    marks: beginnings of clauses; for each, in this order, the last such clause is cut while the hint is too long. after: the
    mark after which clauses may be cut; "" for the whole hint.
    """
    for mark in marks:
        if len(hint.split()) > MAX_WORDS and mark in hint[hint.find(after) :]:
            hint = hint.rpartition(mark)[0]
    return hint


def with_clause(hint: str, clause: str) -> str:
    """Returns a hint with a clause added, or the bare hint if it would then have more than `MAX_WORDS` words."""
    return hint + clause if len(f"{hint}{clause}".split()) <= MAX_WORDS else hint


def with_pronouns_for_several(hint: str, number: int) -> str:
    """Returns a hint that now names several cards in place of one, with "either" or "each" in place of "it".

    number: the number of cards, 2 or more.
    """
    each = "either" if number == 2 else "each"
    hint = hint.replace("its rank", f"{each} rank").replace("can beat it", "can beat them")
    return re.sub(r"(: |, )it (beats|should|wins|loses|may|could)\b", rf"\1{each} \2", hint)
