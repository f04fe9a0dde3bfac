"""Reasons: a sentence on why one action is better than another, from the final states of a search's determinizations.

A game describes each final state by a few figures for the seat (`DealFigures`), and `ActionStatistics` holds their means. The
game puts clear differences between two actions into words; without any, it reports the means. Determinizations use the seat's
view alone, so no sentence can reveal a hidden card.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from math import sqrt
from operator import mul
from typing import Any, Final, Generic, NamedTuple, TypeVar

from goosetable import cards
from goosetable.cards import BIT
from goosetable.engine.rules.action import VERB_SPAN, Action, Verb, value_of, verb_of
from goosetable.engine.rules.event import Points
from goosetable.engine.rules.state import State, TrickState
from goosetable.engine.words import phrases

DealFigures = dict[str, float]
"""Figures of a final state for a seat, by names that the game chooses. Yes is 1, and no is 0."""

REAL_ERRORS: Final = 1.4
"""Number of standard errors from which on a difference of means counts as real. It is low, because the difference only explains
a result that is known already.
"""
ENOUGH_ERRORS: Final = 0.7
"""Number of standard errors that suffices if no difference reaches `REAL_ERRORS`."""
GAME: Final = "game"
"""Name of a figure: 1 if the deal won the game for the seat, or its share of a shared win."""
CHANCE: Final = "chance"
"""Name of a figure: the chance of the seat to win the game after the deal, 0..1."""
WORTH: Final = "worth"
"""Name of a figure: the utility of the deal to the seat, 0..1, by which actions are compared."""
LATER: Final = "later"
"""Name of a figure: the points that the seat gains after this round of bids; in games of tricks, its tricks after this one."""
ROUNDING_ERROR: Final = 1e-9
"""Numbers with a smaller absolute value are rounding errors."""


def actions_of_trick(state: State, known: TrickState) -> list[Action]:
    """Returns the actions that fill the trick in progress in an earlier state; fewer if the later state has no more.

    known: the earlier state. state: a later state of the same deal.
    """
    missing, played = len(known.hands) - len(known.trick), len(known.actions)
    return [*known.trick, *[action for _, action in state.actions[played : played + missing]]]


class ActionStatistics(NamedTuple):
    """The statistics of an action over `deals` determinizations."""

    deals: int = 0
    means: Mapping[str, float] = {}
    errors: Mapping[str, float] = {}
    """Standard errors of the means."""
    variances: Mapping[str, float] = {}
    """Variances of the figures. This field and `covariances` are empty if the worth of the deals is unknown."""
    covariances: Mapping[str, float] = {}
    """Covariances of the figures with the worth of the deals."""

    def mean(self, key: str) -> float:
        """Returns the mean of a figure; 0 if it is absent."""
        return self.means.get(key, 0.0)


def statistics_of(ends: Iterable[DealFigures]) -> ActionStatistics:
    """Returns the statistics of some final states. The figures of all states have the same names."""
    kept = list(ends)
    count = len(kept)
    if not count:
        return ActionStatistics()
    means = {key: sum([end[key] for end in kept]) / count for key in kept[0]}
    apart = {key: [end[key] - mean for end in kept] for key, mean in means.items()}
    squares = {key: sum(map(mul, one, one)) / count for key, one in apart.items()}
    # Deals that agree do not prove certainty: the variance gets one deal that differs by 1.
    errors = {key: sqrt((square + 1 / count) / count) for key, square in squares.items()}
    if WORTH not in apart:
        return ActionStatistics(count, means, errors)
    covariances = {key: sum(map(mul, one, apart[WORTH])) / count for key, one in apart.items()}
    return ActionStatistics(count, means, errors, squares, covariances)


def explained_gain(mine: ActionStatistics, theirs: ActionStatistics, key: str) -> float | None:
    """Returns the part of an action's gain in worth over another action that the difference in one figure explains.

    This part is the difference times the least-squares slope of the worth over all deals of both actions. None if the worth is
    unknown, or the same in all deals.
    """
    if WORTH not in mine.variances or WORTH not in theirs.variances:
        return None
    gain, more = mine.mean(WORTH) - theirs.mean(WORTH), mine.mean(key) - theirs.mean(key)
    if max(abs(gain), mine.variances[WORTH], theirs.variances[WORTH]) < ROUNDING_ERROR:
        return None
    part = mine.deals / (mine.deals + theirs.deals)
    between = part * (1 - part) * more
    square = part * mine.variances.get(key, 0.0) + (1 - part) * theirs.variances.get(key, 0.0) + between * more
    pull = part * mine.covariances.get(key, 0.0) + (1 - part) * theirs.covariances.get(key, 0.0) + between * gain
    return pull / square * more if square > ROUNDING_ERROR else 0.0


def means_differ(mine: ActionStatistics, theirs: ActionStatistics, key: str, errors: float = REAL_ERRORS) -> bool:
    """Whether the means of a figure after two actions differ by more than `errors` standard errors."""
    error = mine.errors.get(key, 1.0) ** 2 + theirs.errors.get(key, 1.0) ** 2
    return abs(mine.mean(key) - theirs.mean(key)) > errors * sqrt(error)


class Comparison(NamedTuple):
    """A comparison of two actions of the seat to act by their statistics."""

    known: Any
    """The state of a view."""
    action: Action
    other: Action
    mine: ActionStatistics
    theirs: ActionStatistics
    gain: float
    """Worth of the action minus the worth of the other action."""
    face: Callable[[int], str]
    """Returns the name of a card."""
    points: Callable[[Any], tuple[Points, ...]]
    is_exact: bool = False
    """True if the values are exact because nothing is hidden."""
    lowest_wins: bool = False
    """True if the fewest points are the best."""
    simulations: int = 0
    """Number of simulations in the whole search; 0 if the search does not count them."""

    @property
    def seat(self) -> int:
        """The seat to act."""
        return int(self.known.turn)

    @property
    def is_better(self) -> bool:
        """Whether `action` is better than `other`."""
        return self.gain >= 0

    @property
    def trick_receivers(self) -> tuple[int, ...]:
        """The seats to which the two actions give a trick. Reasons do not mention the gains of these seats."""
        return tuple([value_of(action) for action in (self.action, self.other) if verb_of(action) is Verb.GIVE])

    def difference(self, key: str) -> float:
        """Returns the mean of a figure after the action, minus its mean after the other action."""
        return self.mine.mean(key) - self.theirs.mean(key)

    def explained_gain(self, key: str) -> float | None:
        """Returns the part of the gain that the difference in one figure explains; None if the deals tell nothing."""
        return explained_gain(self.mine, self.theirs, key)

    def is_significant(self, key: str, errors: float = REAL_ERRORS) -> bool:
        """Whether the means of a figure differ by more than `errors` standard errors."""
        return means_differ(self.mine, self.theirs, key, errors)


MIN_WITHOUT_DECIMALS: Final = 10
"""Least number that is written without decimals."""
HUNDRED: Final = 100
"""Scale for shares of the deals and for chances, as in "62 times in 100"."""


class MeanWords(NamedTuple):
    """The words that report the means of one figure after two actions."""

    key: str
    words: str
    """Text of the report. `{}` marks the places of both means, the action's first. Empty if there is nothing to report."""
    direction: int = 1
    """1 if a higher mean is better, -1 if a lower one is."""
    scale: int = 1
    """Factor on the means; `HUNDRED` for a share of the deals."""


def first_favourable_mean(comparison: Comparison, means: Sequence[MeanWords]) -> str:
    """Returns the words for the first figure whose mean favours the better action; "" if none does."""
    for mean in means:
        accounts, more = comparison.explained_gain(mean.key), comparison.difference(mean.key)
        speaks = (more * mean.direction > 0) == comparison.is_better
        if accounts is not None:
            speaks = speaks and (accounts if comparison.is_better else -accounts) > 0
        two = means_text(comparison, mean.key, mean.scale)
        if mean.words and speaks and two:
            return mean.words.format(*two)
    return ""


def frequencies_text(comparison: Comparison, key: str) -> str:
    """Returns the shares of deals in which an event follows two actions: "62 times in 100, 41 after @"; "" if equal."""
    two = means_text(comparison, key, HUNDRED)
    return f"{two[0]} times in 100, {two[1]} after @" if two else ""


def means_text(comparison: Comparison, key: str, scale: int = 1) -> tuple[str, str] | None:
    """Returns a figure's means after both actions as texts; None if the texts would be the same."""
    return distinct_texts(comparison.mine.mean(key) * scale, comparison.theirs.mean(key) * scale, scale == HUNDRED)


def distinct_texts(first: float, second: float, integers: bool = False) -> tuple[str, str] | None:
    """Returns two numbers as texts that differ; None if they would look the same.

    The texts have one decimal. They have none if `integers` is true, or if the numbers are large and differ without decimals.
    >>> distinct_texts(1.24, 0.96), distinct_texts(61.8, 51.2), distinct_texts(7.1, 5.7, True), distinct_texts(7.1, 6.7, True)
    (('1.2', '1'), ('62', '51'), ('7', '6'), None)
    """
    for number in range(0 if integers or max(abs(first), abs(second)) >= MIN_WITHOUT_DECIMALS else 1, 1 if integers else 2):
        both = phrases.decimal_text(round(first, number)), phrases.decimal_text(round(second, number))
        if both[0] != both[1]:
            return both
    return None


S = TypeVar("S", bound=State)
NEVER, ALWAYS = 0.05, 0.95
"""Chances below `NEVER` and above `ALWAYS`, 0..1, count as certain in a text; it uses "likely" between them."""
LIKELY: Final = 0.6
"""Least chance, 0..1, for which a text uses "likely"."""
FRACTION_WORDS: Final = ((0.42, "half a {}"), (0.29, "a third of a {}"), (0.22, "a quarter of a {}"), (0.1, "a part of a {}"))
"""Words for differences below one: the least difference for which they are used, and the words."""
MIN_ROUNDED_TO_ONE: Final = 0.7
"""Least difference that is rounded to one point or one trick."""
OTHER_ACTION: Final = "@"
"""Placeholder of the other action in a text."""
IMAGINED_DEALS_REASONS: Final = ("over {} imagined deals it did worse than @", "over {} imagined deals it did better than @")
"""Reasons against and for an action whose figures do not differ from those of the other action."""
PLAIN_REASONS: Final = ("it is worse than @", "it is better than @")
"""Reasons without words of their own: first for the worse action, then for the better one."""
LOSING_CARD_WORDS: Final = ("lets it go: ", "duck: ")
"""Beginnings of reasons about a card that does not take the trick: if it is the worse card, and if it is the better one."""
WINNING_CARD_WORDS: Final = ("wins the trick: ", "take it: ")
"""Beginnings of reasons about a card that takes the trick: first if it is the worse card, then if it is the better one."""
DISCARD_WORDS: Final = "discard: "
"""Beginning of a reason for a discard. A card that does not follow suit is no duck."""
LATER_EFFECT_WEIGHT: Final = 1e-6
"""Weight of a `Difference` with `acts_later`. It is so small that every other difference comes first."""
MIN_EXPLAINED_PART: Final = 0.1
"""Least part of the difference in worth that a `Difference` must explain to be the reason."""


class Difference(NamedTuple):
    """A figure that can be the reason to prefer one action to another, with its words."""

    key: str
    step: float
    """Unit of the figure. A difference is measured in this unit and then compared with other differences."""
    more: str = ""
    """Words for an action with a higher figure than the other action, `@`; empty if there is nothing to say."""
    less: str = ""
    """Words for an action with a lower figure than the other action; empty if there is nothing to say."""
    direction: int = 1
    """1 if a higher figure is better, -1 if a lower one is, 0 if either may be."""
    acts_later: bool = False
    """True if the figure matters only for what follows it. Such a difference can be the reason without explaining the worth."""
    least_mean: float = -1e9
    """Least mean of the figure at which `more` is used."""
    greatest_mean: float = 1e9
    """Greatest mean of the figure at which `less` is used."""


def strongest_difference(comparison: Comparison, differences: Sequence[Difference], min_errors: float = REAL_ERRORS) -> str:
    """Returns the words for the strongest of some differences between the two actions; "" if none is large enough.

    The words speak for the first action if it is the better one, else against it. If the utilities of the deals are known, the
    strongest difference is the one that explains most of the gain.

    differences: those to compare. min_errors: number of standard errors that a difference must exceed.
    """
    best, found = 0.0, ""
    for sign in differences:
        more, mean = comparison.difference(sign.key), comparison.mine.mean(sign.key)
        text = sign.more if more > 0 else sign.less
        fits = mean >= sign.least_mean if more > 0 else mean <= sign.greatest_mean
        speaks = sign.direction == 0 or (more * sign.direction > 0) == comparison.is_better
        accounts, tells = comparison.explained_gain(sign.key), abs(more) / sign.step
        if accounts is not None and sign.acts_later:
            tells *= LATER_EFFECT_WEIGHT
        elif accounts is not None:
            told = accounts if comparison.is_better else -accounts
            tells = told / sign.step
            speaks = speaks and told >= MIN_EXPLAINED_PART * abs(comparison.gain)
        if text and fits and speaks and tells > best and comparison.is_significant(sign.key, min_errors):
            best, found = tells, text
    return found


def difference_text(difference: float, unit: str) -> str:
    """Returns a difference in words.

    >>> [difference_text(number, "trick") for number in (2.2, -1.4, -2.0, -0.3)]
    ['about two tricks more', 'about one trick less', 'about two tricks fewer', 'about a third of a trick less']
    """
    if abs(difference) < MIN_ROUNDED_TO_ONE:
        part = next((f"about {words}" for least, words in FRACTION_WORDS if abs(difference) >= least), "a small part of a {}")
        return f"{part.format(unit)} {'more' if difference > 0 else 'less'}"
    return f"about {exact_difference_text(round(difference), unit)}"


def exact_difference_text(difference: int, unit: str) -> str:
    """Returns a difference other than 0 in words: "two tricks more", "one trick less", "two tricks fewer".

    Points take "less" instead of "fewer".
    """
    fewer = "less" if difference == -1 or unit == "point" else "fewer"
    return f"{phrases.count_in_words(abs(difference), unit)} {'more' if difference > 0 else fewer}"


def same_result_text(both_win: bool, is_higher: bool, is_better: bool) -> str:
    """Compares two cards of a suit that both win the trick, or both lose it.

    both_win: True if both win. is_higher: True if the action plays the higher card. is_better: True if it is the better action.

    >>> same_result_text(True, True, False), same_result_text(False, True, True)
    ('like @ it wins, and spends the higher card', 'like @ it does not win, and gets rid of the higher card')
    """
    spends = "gets rid of" if is_better else "spends" if both_win else "throws away"
    return f"like @ it {'wins' if both_win else 'does not win'}, and {spends if is_higher else 'keeps'} the higher card"


def likely_word(chance: float) -> str:
    """Returns "almost sure" for a chance of at least `ALWAYS`, else "likely". chance: `LIKELY` or more, up to 1."""
    return "almost sure" if chance >= ALWAYS else "likely"


class Reasons(Generic[S]):
    """The reasons of a game for and against an action. A game without reasons of its own compares points."""

    unit: str = "point"

    def deal_figures(self, state: S, known: S, points: Sequence[Points]) -> DealFigures:
        """Returns the figures of a finished deal for the seat to act. known: the state before the search.

        The figures include the points of each seat. In trick-taking games they also include each seat's tricks, whether the
        seat took the trick of its first card, and its other tricks. The caller adds `GAME`.
        """
        seat = known.turn
        found = {f"points {who}": float(earned) for who, earned in enumerate(points)}
        others = [float(earned) for who, earned in enumerate(points) if who != seat]
        found["ahead"] = float(points[seat]) - sum(others) / len(others)
        if isinstance(state, TrickState):
            card = state.actions[len(known.actions)][1]
            found["takes"] = float(card < VERB_SPAN and bool(self.cards_of_tricks_taken(state, seat) & BIT[card]))
            for who, tricks in enumerate(state.taken()):
                found[f"tricks {who}"] = float(tricks)
            found[LATER] = found[f"tricks {seat}"] - found["takes"]
        return found

    def cards_of_tricks_taken(self, state: S, seat: int) -> int:
        """Returns the cards of the tricks that a seat has taken."""
        return state.won[seat] if isinstance(state, TrickState) else 0

    def differences(self, comparison: Comparison) -> list[Difference]:
        """Returns the differences that can serve as reasons. Their words must be true in this comparison."""
        return []

    def reported_means(self, comparison: Comparison) -> list[MeanWords]:
        """Returns the figures whose means are told if no difference is strong enough. The most important figure is first."""
        seat, good = comparison.seat, -1 if comparison.lowest_wins else 1
        ahead, lead = comparison.difference("ahead"), ""
        if abs(ahead) >= MIN_ROUNDED_TO_ONE:
            lead = f"against the others it brings {difference_text(ahead, self.unit)} than @"
        return [
            MeanWords(f"points {seat}", f"it brings {{}} {self.unit}s on average, {{}} after @", good),
            MeanWords(CHANCE, f"[{seat} wins] {{}} games in 100, {{}} after @", scale=HUNDRED),
            MeanWords("ahead", lead, good),
        ]

    def reason(self, comparison: Comparison) -> str:
        """Returns the reason why the first action of a comparison is better or worse than the second.

        The reason is a clause in which seats are in the notation of `phrases`, such as "it wins the trick more often".
        """
        if not comparison.mine.deals or not comparison.theirs.deals:
            return PLAIN_REASONS[comparison.is_better]
        signs, points = self.differences(comparison), self._points_differences(comparison)
        often = frequencies_text(comparison, GAME)
        won = [Difference(GAME, 1.0, f"it wins the game {often}", f"it wins the game {often}")] if often else []
        for sure in (REAL_ERRORS, ENOUGH_ERRORS):
            said = (
                strongest_difference(comparison, signs, sure)
                or strongest_difference(comparison, won, sure)
                or strongest_difference(comparison, points, sure)
            )
            if said:
                return self.opening_words(comparison) + said
        said = first_favourable_mean(comparison, self.reported_means(comparison))
        return said or IMAGINED_DEALS_REASONS[comparison.is_better].format(
            f"{max(comparison.simulations, comparison.mine.deals + comparison.theirs.deals):,}"
        )

    def _points_differences(self, comparison: Comparison) -> list[Difference]:
        said = f"it brings {difference_text(comparison.difference(f'points {comparison.seat}'), self.unit)} than @"
        good = -1 if comparison.lowest_wins else 1
        found = [Difference(f"points {comparison.seat}", 1.0, said, said, good)]
        for who in range(len(comparison.known.hands)):
            if who != comparison.seat and who not in comparison.trick_receivers:
                said = f"[{who} gets] {difference_text(comparison.difference(f'points {who}'), self.unit)} than after @"
                found.append(Difference(f"points {who}", 1.5, said, said, -good))
        return found

    def same_result_reason(self, comparison: Comparison, tops: int = 0, wants_tricks: bool = False) -> str:
        """Returns `same_result_text` for two cards of one suit that both win or both lose the trick; else empty.

        tops: the highest rank. wants_tricks: True for a seat that wants tricks; the result is then empty for a lead, and if the
        higher card is the better one.
        """
        takes, one, two = (comparison.mine.mean("takes"), comparison.theirs.mean("takes")), comparison.action, comparison.other
        if (max(takes) > NEVER and min(takes) < ALWAYS) or max(one, two) >= VERB_SPAN or cards.suit(one) != cards.suit(two):
            return ""
        mine, theirs = ((cards.rank(card) - tops) % cards.SUIT_SIZE for card in (one, two))
        if cards.suit(one) == cards.JOKER_SUIT or mine == theirs:
            return ""
        higher = mine < theirs
        if wants_tricks and (higher == comparison.is_better or not comparison.known.trick):
            return ""
        return same_result_text(max(takes) > NEVER, higher, comparison.is_better)

    def opening_words(self, comparison: Comparison) -> str:
        """Returns the first words of a reason, such as "duck: ", if only one of the two cards takes the trick; else empty."""
        known = comparison.known
        if not isinstance(known, TrickState) or not known.trick or verb_of(comparison.action) is not Verb.PLAY:
            return ""
        takes, apart = comparison.mine.mean("takes"), abs(comparison.difference("takes")) > 0.5
        if apart and takes <= NEVER:
            discards = cards.suit(comparison.action) != cards.suit(known.trick[0])
            return DISCARD_WORDS if comparison.is_better and discards else LOSING_CARD_WORDS[comparison.is_better]
        if apart and takes >= ALWAYS:
            return WINNING_CARD_WORDS[comparison.is_better]
        return ""


def with_other_action_named(text: str, other: str) -> str:
    """Replaces each `@` in a reason with the name of the other action."""
    return text.replace(OTHER_ACTION, other)


def action_words(seat: int, action: Action, face: Callable[[int], str]) -> str:
    """Names an action of a seat within a sentence: "7♥", "a bid of 3", "giving it to [2]", "♥", "tops 8"."""
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
