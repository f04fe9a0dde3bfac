"""Why one action is better than another, in a sentence: from how the determinizations of a search went, and from nothing else.

A search keeps the final states of some simulations. What such a state has in it for a seat is a few numbers under names of the
game's own, and an action's prospects are their means. The words for them are the game's; a determinization is made from the
seat's view alone, so no sentence can tell it a hidden card.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, Generic, NamedTuple, TypeVar

from goosetable import cards
from goosetable.cards import BIT
from goosetable.engine.rules.action import SPAN, Action, Verb, value_of, verb_of
from goosetable.engine.rules.event import Points
from goosetable.engine.rules.state import State, TrickState
from goosetable.engine.text.means import HUNDRED, Mean, times, told
from goosetable.engine.text.prospects import CHANCE, GAME, HARDLY, NOTHING, SURE, Case, Ends
from goosetable.engine.words import phrases

S = TypeVar("S", bound=State)
NEVER, ALWAYS = 0.05, 0.95
"""The shares of deals from which on something is said without a likely."""
LIKELY: Final = 0.6
A_LITTLE: Final = 0.7
"""Below this a difference is not called one point, or one trick."""
OTHER: Final = "@"
"""In a text, the other action."""
SEEN: Final = (
    "over {} imagined deals it did worse than @",
    "over {} imagined deals it did better than @",
)
"""Said where nothing that is counted tells two actions apart."""
KNOWN: Final = ("it is worse than @", "it is better than @")
LEAVES: Final = ("lets it go: ", "duck: ")
TAKES: Final = ("wins the trick: ", "take it: ")
"""How an action begins of which no more is to be said than whether it takes the trick: of the worse and of the better."""
DISCARDS: Final = "discard: "
"""The same of a better one that does not follow suit, and so cannot duck."""
FAINT: Final = 1e-6
"""Weight of a sign that is not held to account, so that any other is said before it."""
EXPLAINS: Final = 0.1
"""Part of a difference in worth that a sign must account for to be named as its reason."""


class Sign(NamedTuple):
    """Something that may tell two actions apart, and its words."""

    key: str
    step: float
    """How large a difference tells as much as one of any other sign; of two that tell the same the smaller step is said."""
    more: str = ""
    """Said of an action that has more of it than the other, `@`; nothing where there is nothing to say."""
    less: str = ""
    good: int = 1
    """1 where more of it is good, -1 where less is, and 0 where it may be either."""
    despite: bool = False
    """Whether it is good or bad for what comes of it later and not by itself: then it need not account for the worth."""
    least: float = -1e9
    """`more` is said from this mean on, and `less` up to `most`."""
    most: float = 1e9


def strongest(case: Case, signs: Sequence[Sign], sure: float = SURE) -> str:
    """The words of the sign that tells most for the action, where it is the better one, or else against it; or nothing.

    Where the worth of the deals is known, that is the one which accounts for most of the difference.
    """
    best, found = 0.0, ""
    for sign in signs:
        more, mean = case.more(sign.key), case.mine.mean(sign.key)
        text = sign.more if more > 0 else sign.less
        fits = mean >= sign.least if more > 0 else mean <= sign.most
        speaks = sign.good == 0 or (more * sign.good > 0) == case.better
        accounts, tells = case.accounts(sign.key), abs(more) / sign.step
        if accounts is not None and sign.despite:
            tells *= FAINT
        elif accounts is not None:
            told = accounts if case.better else -accounts
            tells = told / sign.step
            speaks = speaks and told >= EXPLAINS * abs(case.gain)
        if text and fits and speaks and tells > best and case.tells(sign.key, sure):
            best, found = tells, text
    return found


def amount(more: float, one: str) -> str:
    """A difference in words.

    >>> amount(2.2, "point"), amount(-1.4, "trick"), amount(-2.0, "trick"), amount(-0.3, "trick")
    ('about two points more', 'about one trick less', 'about two tricks fewer', 'a trick less in three deals')
    """
    if abs(more) < A_LITTLE:
        deals = min(max(round(1 / max(abs(more), NOTHING)), 2), HUNDRED)
        return f"a {one} {'more' if more > 0 else 'less'} in {phrases.spelled(deals)} deals"
    return f"about {exactly(round(more), one)}"


def exactly(more: int, one: str) -> str:
    """A whole difference in words, which is not nothing: "two tricks more", "one trick less", "two tricks fewer".

    Of points, as of everything that is an amount, it is "less".
    """
    number = abs(more)
    said = f"{phrases.spelled(number)} {one if number == 1 else one + 's'}"
    return f"{said} {'more' if more > 0 else 'less' if number == 1 or one == 'point' else 'fewer'}"


def same_fate(wins: bool, higher: bool, better: bool) -> str:
    """Of a card that wins now, or does not, as another of its suit does: which of them stays in the hand.

    >>> same_fate(True, True, False), same_fate(False, True, True)
    ('like @ it wins, and spends the higher card', 'like @ it does not win, and gets rid of the higher card')
    """
    spends = "gets rid of" if better else "spends" if wins else "throws away"
    return f"like @ it {'wins' if wins else 'does not win'}, and {spends if higher else 'keeps'} the higher card"


def likely(chance: float) -> str:
    """`likely`, or from `ALWAYS` on `almost sure`; of a chance that is `LIKELY` at least."""
    return "almost sure" if chance >= ALWAYS else "likely"


class Reasons(Generic[S]):
    """How a game gives its reasons. Unless a game knows better: by its points."""

    unit: str = "point"

    def ends(self, state: S, known: S, points: Sequence[Points]) -> Ends:
        """What a deal that is over has in it for the seat that was to act in `known`, where it began.

        Always the points of each seat; in games of tricks also whether the seat has taken the card that it played first.
        The caller adds whether it has won the game (`GAME`).
        """
        seat = known.turn
        found = {f"points {who}": float(earned) for who, earned in enumerate(points)}
        others = [float(earned) for who, earned in enumerate(points) if who != seat]
        found["ahead"] = float(points[seat]) - sum(others) / len(others)
        if isinstance(state, TrickState):
            card = state.actions[len(known.actions)][1]
            found["takes"] = float(card < SPAN and bool(self.taken(state, seat) & BIT[card]))
            for who, tricks in enumerate(state.taken()):
                found[f"tricks {who}"] = float(tricks)
        return found

    def taken(self, state: S, seat: int) -> int:
        """The cards of the tricks that a seat has taken."""
        return state.won[seat] if isinstance(state, TrickState) else 0

    def signs(self, case: Case) -> list[Sign]:
        """What may be said in this case; the words of a sign are true of the case, whichever is picked."""
        return []

    def means(self, case: Case) -> list[Mean]:
        """What is told in figures where no sign speaks, what matters most first."""
        seat, good = case.seat, -1 if case.lowest else 1
        ahead, lead = case.more("ahead"), ""
        if abs(ahead) >= A_LITTLE:
            lead = f"against the others it brings {amount(ahead, self.unit)} than @"
        return [
            Mean(f"points {seat}", f"it brings {{}} {self.unit}s on average, {{}} after @", good),
            Mean(CHANCE, f"[{seat} wins] {{}} games in 100, {{}} after @", scale=HUNDRED),
            Mean("ahead", lead, good),
        ]

    def why(self, case: Case) -> str:
        """Why the action of a case is better or worse than the other: a clause without a full stop, for `phrases.speak`."""
        if not case.mine.deals or not case.theirs.deals:
            return KNOWN[case.better]
        signs, points = self.signs(case), self._by_points(case)
        often = times(case, GAME)
        won = [Sign(GAME, 1.0, f"it wins the game {often}", f"it wins the game {often}")] if often else []
        for sure in (SURE, HARDLY):
            said = strongest(case, signs, sure) or strongest(case, won, sure) or strongest(case, points, sure)
            if said:
                return self.manner(case) + said
        said = told(case, self.means(case))
        return said or SEEN[case.better].format(f"{max(case.tried, case.mine.deals + case.theirs.deals):,}")

    def _by_points(self, case: Case) -> list[Sign]:
        said = f"it brings {amount(case.more(f'points {case.seat}'), self.unit)} than @"
        good = -1 if case.lowest else 1
        found = [Sign(f"points {case.seat}", 1.0, said, said, good)]
        for who in range(len(case.known.hands)):
            if who != case.seat and who not in case.given:
                said = f"[{who} gets] {amount(case.more(f'points {who}'), self.unit)} than after @"
                found.append(Sign(f"points {who}", 1.5, said, said, -good))
        return found

    def alike(self, case: Case, tops: int = 0, wanted: bool = False) -> str:
        """What tells two cards of a suit apart that both win now, or both do not: which of them stays in the hand; or nothing.

        tops: the highest rank. wanted: only where the higher card is better kept, as in a trick where tricks are wanted.
        """
        takes, one, two = (case.mine.mean("takes"), case.theirs.mean("takes")), case.action, case.other
        if (max(takes) > NEVER and min(takes) < ALWAYS) or max(one, two) >= SPAN or cards.suit(one) != cards.suit(two):
            return ""
        mine, theirs = ((cards.rank(card) - tops) % cards.SUIT_SIZE for card in (one, two))
        if cards.suit(one) == cards.JOKER_SUIT or mine == theirs:
            return ""
        higher = mine < theirs
        if wanted and (higher == case.better or not case.known.trick):
            return ""
        return same_fate(max(takes) > NEVER, higher, case.better)

    def manner(self, case: Case) -> str:
        """Whether a card goes for the trick or lets it go, where the other does otherwise: "duck: ", or nothing."""
        known = case.known
        if not isinstance(known, TrickState) or not known.trick or verb_of(case.action) is not Verb.PLAY:
            return ""
        takes, apart = case.mine.mean("takes"), abs(case.more("takes")) > 0.5
        if apart and takes <= NEVER:
            discards = cards.suit(case.action) != cards.suit(known.trick[0])
            return DISCARDS if case.better and discards else LEAVES[case.better]
        if apart and takes >= ALWAYS:
            return TAKES[case.better]
        return ""


def spoken(text: str, other: str) -> str:
    """The words of a reason with the other action in the place of `@`."""
    return text.replace(OTHER, other)


def called(seat: int, action: Action, face: Callable[[int], str]) -> str:
    """An action of a seat as part of a sentence: "7♥", "a bid of 3", "giving it to [2]", "♥", "tops 8"."""
    number = value_of(action)
    match verb_of(action):
        case Verb.BID:
            return f"a bid of {number}"
        case Verb.GIVE:
            return "keeping it" if number == seat else f"giving it to [{number}]"
        case Verb.TRUMP:
            return phrases.SYMBOLS[number]
        case Verb.TOPS:
            return f"tops {phrases.RANKS[number]}"
        case _:
            return face(number)
