"""Reasons: a sentence on why one action is better than another, from the final states of a search's determinizations.

A game describes a final state by a few figures for the seat, its ends; the prospect of an action has their means. The game puts
differences between two prospects into words; without a clear one, it reports the means. Determinizations are made from the
seat's view alone, so no sentence can give a hidden card away.
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
"""Figures of a final state for a seat, by names that the game chooses; yes and no are 1 and 0."""

SURE: Final = 1.4
"""Standard errors from which on a difference of means is taken as real; few are needed, because it only explains a result."""
HARDLY: Final = 0.7
"""Standard errors that suffice if no difference reaches `SURE`; the better action is known already."""
GAME: Final = "game"
"""Name of an end: 1 if the deal won the game for the seat, or its share of a shared win."""
CHANCE: Final = "chance"
"""Name of an end: the chance of the seat to win the game after the deal, 0..1."""
WORTH: Final = "worth"
"""Name of an end: the utility of the deal to the seat, 0..1, by which actions are compared."""
NOTHING: Final = 1e-9
"""Smaller numbers are rounding errors."""


class Prospect(NamedTuple):
    """The statistics of an action over `deals` determinizations."""

    deals: int = 0
    means: Mapping[str, float] = {}
    errors: Mapping[str, float] = {}
    """Standard errors of the means."""
    squares: Mapping[str, float] = {}
    """Variances of the figures; these and `pulls` are empty if the worth of the deals is unknown."""
    pulls: Mapping[str, float] = {}
    """Covariances of the figures with the worth."""

    def mean(self, key: str) -> float:
        """Returns the mean of a figure; 0 if it is absent."""
        return self.means.get(key, 0.0)


def prospect(ends: Iterable[Ends]) -> Prospect:
    """Returns the statistics of some ends, which all have the same names."""
    kept = list(ends)
    count = len(kept)
    if not count:
        return Prospect()
    means = {key: sum([end[key] for end in kept]) / count for key in kept[0]}
    apart = {key: [end[key] - mean for end in kept] for key, mean in means.items()}
    squares = {key: sum(map(mul, one, one)) / count for key, one in apart.items()}
    # Deals that agree do not prove certainty: the variance gets one deal that differs by 1.
    errors = {key: sqrt((square + 1 / count) / count) for key, square in squares.items()}
    if WORTH not in apart:
        return Prospect(count, means, errors)
    pulls = {key: sum(map(mul, one, apart[WORTH])) / count for key, one in apart.items()}
    return Prospect(count, means, errors, squares, pulls)


class Case(NamedTuple):
    """A comparison of two actions for the seat to act in a view."""

    known: Any
    """The state of a view."""
    action: Action
    other: Action
    mine: Prospect
    theirs: Prospect
    gain: float
    """Worth of the action less that of the other."""
    face: Callable[[int], str]
    """Returns the name of a card."""
    points: Callable[[Any], tuple[Points, ...]]
    certain: bool = False
    """Whether the values are exact, with nothing hidden."""
    lowest: bool = False
    """Whether the fewest points are the best."""
    tried: int = 0
    """Number of simulations of the whole search; 0 if it counts none."""

    @property
    def seat(self) -> int:
        """The seat to act."""
        return int(self.known.turn)

    @property
    def better(self) -> bool:
        """Whether the action is the better of the two."""
        return self.gain >= 0

    @property
    def given(self) -> tuple[int, ...]:
        """Seats to which the two actions give a trick; their gains need no mention."""
        return tuple([value_of(action) for action in (self.action, self.other) if verb_of(action) is Verb.GIVE])

    def more(self, key: str) -> float:
        """Returns the mean of a figure after the action less that after the other."""
        return self.mine.mean(key) - self.theirs.mean(key)

    def accounts(self, key: str) -> float | None:
        """Returns the part of the gain that the difference of a figure accounts for.

        This is the difference times the least-squares slope of the worth, over the deals of both actions. None if the worth is
        unknown, or the same in all deals.
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
        """Whether the means of a figure differ by more than `sure` standard errors."""
        error = self.mine.errors.get(key, 1.0) ** 2 + self.theirs.errors.get(key, 1.0) ** 2
        return abs(self.more(key)) > sure * sqrt(error)


LARGE: Final = 10
"""Least number that is written without decimals."""
HUNDRED: Final = 100
"""Scale for shares of the deals and for chances, as in "62 times in 100"."""


class Mean(NamedTuple):
    """The words for the means of one figure."""

    key: str
    words: str
    """Text, with `{}` in the places of both means if it quotes them, the action's first; empty if there is nothing to say."""
    good: int = 1
    """1 if more of it is good, -1 if less is."""
    scale: int = 1
    """`HUNDRED` for a share of the deals."""


def told(case: Case, means: Sequence[Mean]) -> str:
    """Returns the words of the first mean that favours the better action and agrees with the worth; empty if none does."""
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
    """Returns the frequencies after both actions, "62 times in 100, 41 after @"; empty if both look the same."""
    two = apart(case, key, HUNDRED)
    return f"{two[0]} times in 100, {two[1]} after @" if two else ""


def apart(case: Case, key: str, scale: int = 1) -> tuple[str, str] | None:
    """Returns the means after both actions as texts; None if both look the same."""
    return written_apart(case.mine.mean(key) * scale, case.theirs.mean(key) * scale, scale == HUNDRED)


def written_apart(one: float, two: float, whole: bool = False) -> tuple[str, str] | None:
    """Returns two numbers as texts that differ; None if they would look the same.

    They have one decimal, but none if `whole`, or if they are large and differ without.

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
"""Chances below and above which a text speaks of certainty instead of using "likely"."""
LIKELY: Final = 0.6
A_LITTLE: Final = 0.7
"""Least difference that is rounded to one point or one trick."""
OTHER: Final = "@"
"""Placeholder of the other action in a text."""
SEEN: Final = (
    "over {} imagined deals it did worse than @",
    "over {} imagined deals it did better than @",
)
"""Reasons for two actions without a difference in any figure."""
KNOWN: Final = ("it is worse than @", "it is better than @")
LEAVES: Final = ("lets it go: ", "duck: ")
TAKES: Final = ("wins the trick: ", "take it: ")
"""Beginnings of reasons that say only that the action takes the trick, for the worse and for the better."""
DISCARDS: Final = "discard: "
"""Beginning of a reason for a card that does not follow suit and so cannot be said to duck."""
FAINT: Final = 1e-6
"""Weight of a sign with `despite`, so small that any other sign comes first."""
EXPLAINS: Final = 0.1
"""Part of the difference in worth that a sign must account for to be given as the reason."""


class Sign(NamedTuple):
    """A figure by which two actions may differ, with words for the difference."""

    key: str
    step: float
    """Unit of the figure: signs are compared by their differences in such steps."""
    more: str = ""
    """Words for an action with more of it than the other, `@`; empty if there is nothing to say."""
    less: str = ""
    good: int = 1
    """1 if more of it is good, -1 if less is, 0 if it may be either."""
    despite: bool = False
    """Whether the sign need not account for the worth, because it matters only by later consequences."""
    least: float = -1e9
    """Least mean at which `more` is used; `less` is used up to the mean `most`."""
    most: float = 1e9


def strongest(case: Case, signs: Sequence[Sign], sure: float = SURE) -> str:
    """Returns the words of the strongest sign: for the action if it is the better one, else against it; empty without a sign.

    If the worth of the deals is known, the strongest sign is the one that accounts for most of the difference.
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
    """Returns a difference in words.

    >>> amount(2.2, "point"), amount(-1.4, "trick"), amount(-2.0, "trick"), amount(-0.3, "trick")
    ('about two points more', 'about one trick less', 'about two tricks fewer', 'a trick less in three deals')
    """
    if abs(more) < A_LITTLE:
        deals = min(max(round(1 / max(abs(more), NOTHING)), 2), HUNDRED)
        return f"a {one} {'more' if more > 0 else 'less'} in {phrases.spelled(deals)} deals"
    return f"about {exactly(round(more), one)}"


def exactly(more: int, one: str) -> str:
    """Returns a whole difference in words, not 0: "two tricks more", "one trick less", "two tricks fewer".

    Points, like every amount, are "less".
    """
    fewer = "less" if more == -1 or one == "point" else "fewer"
    return f"{phrases.several(abs(more), one)} {'more' if more > 0 else fewer}"


def same_fate(wins: bool, higher: bool, better: bool) -> str:
    """Returns the words for two cards of a suit that both win the trick, or both do not: they differ in the card kept.

    >>> same_fate(True, True, False), same_fate(False, True, True)
    ('like @ it wins, and spends the higher card', 'like @ it does not win, and gets rid of the higher card')
    """
    spends = "gets rid of" if better else "spends" if wins else "throws away"
    return f"like @ it {'wins' if wins else 'does not win'}, and {spends if higher else 'keeps'} the higher card"


def likely(chance: float) -> str:
    """Returns `likely`, or from `ALWAYS` on `almost sure`; for a chance of at least `LIKELY`."""
    return "almost sure" if chance >= ALWAYS else "likely"


class Reasons(Generic[S]):
    """The reasons of a game for or against an action; by default they come from its points."""

    unit: str = "point"

    def ends(self, state: S, known: S, points: Sequence[Points]) -> Ends:
        """Returns the figures of a finished deal for the seat to act in `known`, where the search began.

        They always include the points of each seat and, in games of tricks, the tricks, and whether the seat took the card that
        it played first. The caller adds `GAME`.
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
        """Returns the cards of the tricks that a seat has taken."""
        return state.won[seat] if isinstance(state, TrickState) else 0

    def signs(self, case: Case) -> list[Sign]:
        """Returns the signs of this case; the words of each must be true in it."""
        return []

    def means(self, case: Case) -> list[Mean]:
        """Returns the means to report if no sign is strong enough, the most important first."""
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
        """Returns the reason why the action is better or worse: a clause without a full stop, for `phrases.speak`."""
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
        """Returns `same_fate` for two cards of a suit that both win the trick, or both do not; empty for others.

        tops: the highest rank. wanted: whether tricks are wanted, so that words come only if holding the higher card back is
        better.
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
        """Returns the beginning of a reason, such as "duck: ", if only one of two cards goes for the trick; else empty."""
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
    """Returns the words of a reason with the other action in place of `@`."""
    return text.replace(OTHER, other)


def called(seat: int, action: Action, face: Callable[[int], str]) -> str:
    """Returns an action of a seat as part of a sentence: "7♥", "a bid of 3", "giving it to [2]", "♥", "tops 8"."""
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
