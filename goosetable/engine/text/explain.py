"""Reasons: why one action is better than another, in a sentence, from the final states of a search's determinizations.

A final state is worth a few numbers to a seat, under names of the game's own; the prospects of an action are their means. The
game words them; where it finds no reason, the means themselves are told. A determinization is made from the seat's view
alone, so no sentence can tell it a hidden card.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from math import sqrt
from operator import mul
from typing import Any, Final, Generic, NamedTuple, TypeVar

from goosetable import cards
from goosetable.cards import BIT
from goosetable.engine.rules.action import SPAN, Action, Verb, value_of, verb_of
from goosetable.engine.rules.event import Points
from goosetable.engine.rules.state import State, TrickState
from goosetable.engine.words import phrases

Ends = dict[str, float]
"""What the end of a determinization has in it for a seat, in a game's own names; yes and no are 1 and 0."""

SURE: Final = 1.4
"""Standard errors from which two means differ; they are asked only where they explain which is the better."""
HARDLY: Final = 0.7
"""Standard errors that have to do where nothing tells more: which is the better is known besides."""
GAME: Final = "game"
"""Among the ends of a deal, whether it won the seat the game, or its part of a win that is shared."""
CHANCE: Final = "chance"
"""Among them, the chance of the seat to win the game after the deal, 0..1."""
WORTH: Final = "worth"
"""Among them, the utility of the deal to the seat, 0..1, by which actions are compared."""
NOTHING: Final = 1e-9
"""What is less than this comes of rounding."""


class Prospect(NamedTuple):
    """What came of an action in `deals` determinizations."""

    deals: int = 0
    means: Mapping[str, float] = {}
    errors: Mapping[str, float] = {}
    """The standard errors of those means."""
    squares: Mapping[str, float] = {}
    """The variances; with `pulls` only where the worth of the deals is known."""
    pulls: Mapping[str, float] = {}
    """The covariances with the worth."""

    def mean(self, key: str) -> float:
        """The mean of one of its numbers; 0 where nobody saw it."""
        return self.means.get(key, 0.0)


def prospect(ends: Iterable[Ends]) -> Prospect:
    """The means of some ends, which all have the same names."""
    kept = list(ends)
    count = len(kept)
    if not count:
        return Prospect()
    means = {key: sum([end[key] for end in kept]) / count for key in kept[0]}
    apart = {key: [end[key] - mean for end in kept] for key, mean in means.items()}
    squares = {key: sum(map(mul, one, one)) / count for key, one in apart.items()}
    # Where all deals agree, one more might not have: as if one of them were another by one.
    errors = {key: sqrt((square + 1 / count) / count) for key, square in squares.items()}
    if WORTH not in apart:
        return Prospect(count, means, errors)
    pulls = {key: sum(map(mul, one, apart[WORTH])) / count for key, one in apart.items()}
    return Prospect(count, means, errors, squares, pulls)


class Case(NamedTuple):
    """One action against another, of the seat to act in what is known."""

    known: Any
    """The state of a view."""
    action: Action
    other: Action
    mine: Prospect
    theirs: Prospect
    gain: float
    """How much more the action is worth than the other; less than 0 where it is worth less."""
    face: Callable[[int], str]
    """What a card is called."""
    points: Callable[[Any], tuple[Points, ...]]
    certain: bool = False
    """Whether the values are exact, with nothing hidden."""
    lowest: bool = False
    """Whether the fewest points are the best."""
    tried: int = 0
    """The simulations of the whole search, where it counts any."""

    @property
    def seat(self) -> int:
        """Whose case it is."""
        return int(self.known.turn)

    @property
    def better(self) -> bool:
        """Whether the action is the better of the two."""
        return self.gain >= 0

    @property
    def given(self) -> tuple[int, ...]:
        """To whom something is given: of them nothing is said that goes without saying."""
        return tuple([value_of(action) for action in (self.action, self.other) if verb_of(action) is Verb.GIVE])

    def more(self, key: str) -> float:
        """How much more the action has of something than the other."""
        return self.mine.mean(key) - self.theirs.mean(key)

    def accounts(self, key: str) -> float | None:
        """How much of the worth of the action goes with its having more of something, or less; None where no worth is known,
        or all deals were worth the same.

        The least-squares slope of the worth over the deals of both actions, times the difference.
        """
        mine, theirs = self.mine, self.theirs
        if WORTH not in mine.squares or WORTH not in theirs.squares:
            return None
        if max(abs(self.more(WORTH)), mine.squares[WORTH], theirs.squares[WORTH]) < NOTHING:
            return None
        part = mine.deals / (mine.deals + theirs.deals)
        between = part * (1 - part) * self.more(key)
        square = part * mine.squares.get(key, 0.0) + (1 - part) * theirs.squares.get(key, 0.0) + between * self.more(key)
        pull = part * mine.pulls.get(key, 0.0) + (1 - part) * theirs.pulls.get(key, 0.0) + between * self.more(WORTH)
        return pull / square * self.more(key) if square > NOTHING else 0.0

    def tells(self, key: str, sure: float = SURE) -> bool:
        """Whether that is more than chance would make of so few deals, in standard errors."""
        error = self.mine.errors.get(key, 1.0) ** 2 + self.theirs.errors.get(key, 1.0) ** 2
        return abs(self.more(key)) > sure * sqrt(error)


LARGE: Final = 10
"""From this number on, one is told without places."""
HUNDRED: Final = 100
"""Shares of deals and chances are told as so many in a hundred."""


class Mean(NamedTuple):
    """What is said of one."""

    key: str
    words: str
    """With `{}` in the places of the two numbers, the action's first, where they are told and not their difference; nothing
    where there is nothing to say."""
    good: int = 1
    """1 where more of it is good, -1 where less is."""
    scale: int = 1
    """`HUNDRED` for a share of the deals."""


def told(case: Case, means: Sequence[Mean]) -> str:
    """The first of some means that speaks for the better action and goes with the worth of the deals; or nothing."""
    for mean in means:
        accounts, more = case.accounts(mean.key), case.more(mean.key)
        speaks = (more * mean.good > 0) == case.better
        if accounts is not None:
            speaks = speaks and (accounts if case.better else -accounts) > 0
        two = apart(case, mean.key, mean.scale)
        if mean.words and speaks and two:
            return mean.words.format(*two)
    return ""


def times(case: Case, key: str) -> str:
    """How often something comes after both actions, "62 times in 100, 41 after @"; nothing where that is written alike."""
    two = apart(case, key, HUNDRED)
    return f"{two[0]} times in 100, {two[1]} after @" if two else ""


def apart(case: Case, key: str, scale: int = 1) -> tuple[str, str] | None:
    """The means of something after both actions, as people write them; None where they are written alike."""
    return written_apart(case.mine.mean(key) * scale, case.theirs.mean(key) * scale, scale == HUNDRED)


def written_apart(one: float, two: float, whole: bool = False) -> tuple[str, str] | None:
    """Two numbers with one place, or none where they are large and that tells them apart, or `whole`; None where it does not.

    >>> written_apart(1.24, 0.96), written_apart(61.8, 51.2), written_apart(7.1, 5.7, True), written_apart(7.1, 6.7, True)
    (('1.2', '1'), ('62', '51'), ('7', '6'), None)
    """
    for number in range(0 if whole or max(abs(one), abs(two)) >= LARGE else 1, 1 if whole else 2):
        both = phrases.decimal(round(one, number)), phrases.decimal(round(two, number))
        if both[0] != both[1]:
            return both
    return None


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
