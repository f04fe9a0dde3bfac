"""The table's vocabulary: values in which a game gives the table its facts, so that no scene needs a game's name.

Texts hold seats and suits as `phrases` has them: "[1 takes] it: the only ♦". The glossary explains figures under the pointer.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum
from typing import Final, NamedTuple, TypeAlias

from goosetable.cards import Card, Cards
from goosetable.engine.rules.action import Action, Verb, value_of, verb_of
from goosetable.engine.rules.event import TRICK, Event, Moved, Points, Said
from goosetable.engine.words import phrases


class FigureKind(StrEnum):
    """The kind of a figure; beside each, the meaning of `at` in a `TableFigure`."""

    HEAD = "head"  # nothing: a heading is its word
    ROW = "row"  # seats: the line of one in the tally
    PLATE = "plate"  # seats: the words under the name
    DEALER = "dealer"  # seats: the egg
    BADGE = "badge"  # seats; a mark that concerns all is its word
    LADDER = "ladder"
    METER = "meter"
    CALL = "call"  # seats: the line of one among the standing calls
    CAMP = "camp"  # the sides, as the game lists them
    RANKS = "ranks"
    RACE = "race"
    PRIZES = "prizes"
    STOCK = "stock"  # the strip of cards still to come
    CARD = "card"  # cards: one with a meaning that its face does not show
    SHOWN = "shown"  # cards: one of a hand that all have seen
    LATER = "later"  # seats: the cards that one has for later
    OFFER = "offer"  # the cards in the middle, and their caption
    TERMS = "terms"  # the rule about ties in the prompt


class TableFigure(NamedTuple):
    """One figure, or one line of figures that have a meaning only together."""

    kind: FigureKind
    at: int = 0
    word: str = ""
    """The word shown, where a heading or a mark is a word of its own."""


Glossary: TypeAlias = Mapping[str, str]
"""Meanings of words shown on the table, in a sentence each."""
COMMON: Final[Glossary] = {
    "own": "The tricks that each seat has taken.",
    "tricks": "The tricks that each seat has taken.",
    "won": "The tricks that each seat has taken.",
    "prizes": "The number of prizes that each seat has won.",
    "suit less rest": "What the best suit of a seat comes to, less everything else that it has.",
    "deal": "What this deal would earn if it ended now.",
    "total": "The points of the deals before this one.",
    "trumps": "Trumps beat every card of another suit.",
}
"""Meanings of headings and marks of several games; a game's own come first."""


SUIT_ORDER: Final = (0, 1, 3, 2, 4)
"""The place of each suit in a sorted hand: spades, hearts, clubs, diamonds, jokers."""


class Part(NamedTuple):
    """A piece of a sum: a sign, or a count in a box."""

    text: str
    boxed: bool = False
    now: bool = False
    """Whether it is being counted now."""


class Shelf(NamedTuple):
    """The caption of the cards that lie open before a seat."""

    title: str
    """Their worth, such as "35 now"."""
    suits: tuple[str, ...] = ()
    """Worth of each suit, in the order of `phrases.SYMBOLS`; where given, each suit has its place there."""
    best: int | None = None
    """The suit that counts for the seat."""


class Row(NamedTuple):
    """One seat's line of a score: figures under the tally's headings, their sum, an extra, and the points."""

    seat: int
    figures: tuple[str, ...]
    base: str
    extra: str
    points: str
    good: bool
    """Whether the seat does best."""
    why: str
    """The arithmetic in a sentence."""
    shelf: Shelf | None = None
    sum: tuple[Part, ...] = ()
    """The arithmetic written out, such as ( 3 + 1 ) × 2 = 8, where columns of figures show less."""
    partners: tuple[int, ...] = ()
    """Other seats with the same line, because they score as one."""

    @property
    def seats(self) -> tuple[int, ...]:
        """All seats of this line."""
        return self.seat, *self.partners


class Tally(NamedTuple):
    """The arithmetic of a deal, in progress or at its end."""

    heads: tuple[str, ...]
    """A heading for each figure."""
    base_head: str
    extra_head: str
    rows: tuple[Row, ...]
    sentence: str
    """Its meaning, worded for one seat."""
    offer: str = ""
    """Caption of the open cards in the middle, such as "for sale: 10" or "trumps: diamonds"."""
    stock: str = ""
    """Caption of the stock beside them, such as "9 prizes to come"; by default the number left."""


class Race(NamedTuple):
    """The standing of a game: totals on a line up to a target."""

    totals: tuple[Points, ...]
    target: int
    """The total that ends the game, or 0 where a number of deals does."""
    good: tuple[int, ...]
    """The seats that would win if it ended now."""
    aim: str
    """Such as "to 100, the middle total wins"."""
    sentence: str
    deals: int = 0
    """Number of deals that end the game, where it is fixed; else 0."""
    teams: tuple[tuple[int, ...], ...] = ()
    """The seats of each team, where teams play the whole game: each has one total."""

    @property
    def parties(self) -> tuple[tuple[int, ...], ...]:
        """The seats that share a total: the teams, or where there are none each seat by itself."""
        return self.teams or tuple((seat,) for seat in range(len(self.totals)))


class Emblem(NamedTuple):
    """One thing in a game's emblem: a card's code, or `medallion NAME`, `badge NAME` or `crown`.

    x and y count from the middle of a tile of 168 x 124 units.
    """

    what: str
    x: float
    y: float
    height: float
    angle: float = 0.0
    ringed: bool = False
    tall: bool = False
    """Whether a card shows its full face even where it is small."""


class Choice(NamedTuple):
    """One of a row of equal choices: its action and its consequences."""

    action: Action
    label: str
    """Such as "Keep it" or "Goose [2]"."""
    result: str
    """Such as "[0] 4, [1] 6, [2] 5"."""
    verdict: str
    """Such as "[2 is] in the middle"."""
    seat: int | None = None
    """The seat it is about, if any."""
    ranking: tuple[str, ...] = ()
    """The order of ranks after this choice, from the highest, where it changes them."""
    held: int | None = None
    """Number of cards of the hand that it is about, where that matters."""


class Call(NamedTuple):
    """A seat's call, in words such as "♥" or "K, to be replaced now"; no action where nothing of it counts."""

    seat: int
    action: Action | None
    words: str


class Badge(NamedTuple):
    """A mark at a seat, or beside the trick where it concerns all."""

    kind: str
    """The name of its drawing: "goose", "redfox", a suit's letter, a rank's ..."""
    label: str
    """Its word, such as "trumps" or "lead"."""
    seat: int | None = None
    why: str = ""
    """Reason for its place at the seat, in a sentence, shown when it goes there."""


class Quota(NamedTuple):
    """The tricks that a seat has taken, and those it has bid."""

    won: int
    bid: int


class Meter(NamedTuple):
    """A row of boxes, a notch at `size`: `filled` of them are taken, and those beyond the notch are too many."""

    title: str
    """Such as "Bids"."""
    filled: int
    size: int
    caption: str
    """Such as "5 bid for 6 tricks"."""
    remark: str
    """A consequence, or nothing."""


class Camp(NamedTuple):
    """One of the sides of a deal: its seats so far, and the cards that lie open before them."""

    badge: str
    """The name of its drawing, or nothing where a name is enough."""
    label: str
    seats: tuple[int, ...]
    points: str
    """Such as "6 points"."""
    cards: tuple[Card, ...]
    places: int
    """Number of such cards in the deal."""


class Ladder(NamedTuple):
    """The deals of a game with a fixed number of them: their cards, and the index of the present one, from 0."""

    sizes: tuple[int, ...]
    now: int
    caption: str
    """Such as "deal 4 of 17"."""


class RankStrip(NamedTuple):
    """Cards as a row of boxes with their ranks; all know which are gone, and the boxes of these are empty."""

    cards: tuple[Card, ...]
    """All cards at the beginning, from left to right."""
    left: Cards
    """The cards still there."""
    lit: Cards = 0
    """The cards in question now."""
    note: str = ""
    """Such as "9, worth 59", or nothing."""


class RankStrips(NamedTuple):
    """Hands and stock, in games that hide nothing of them but their order."""

    title: str
    """Over the seats, such as "Taken, and still held"."""
    hands: tuple[RankStrip, ...]
    """Cards of each seat, with one that it has laid down and not shown yet."""
    taken: tuple[str, ...]
    """Prizes of each seat, such as "Q♦ 9♦", or "nothing yet"."""
    stock_title: str
    """Such as "Prizes still to come"."""
    stock: RankStrip


class Chart(NamedTuple):
    """A small table that one may look up while playing, such as what sets earn."""

    title: str
    """Such as "Sets of one rank"."""
    heads: tuple[str, ...]
    """A heading for each figure of a row."""
    rows: tuple[tuple[str, ...], ...]
    """The subject of a row, then its figures."""
    remark: str
    """Its meaning for one seat, or nothing."""


def clockwise(first: int | None, seats: int) -> tuple[int, ...]:
    """Returns every seat once, clockwise from `first`."""
    return tuple(((first or 0) + place) % seats for place in range(seats))


def deed(seat: int, action: Action, face: Callable[[Card], str]) -> str:
    """Returns the log line of an action: "[1 plays] 9♥.", "[2 bids] 3.", "[0 names] ♥ as trumps."."""
    number = value_of(action)
    match verb_of(action):
        case Verb.PLAY:
            return f"[{seat} plays] {face(number)}."
        case Verb.BID:
            return f"[{seat} bids] {number}."
        case Verb.OFFER:
            return f"[{seat} bids] {face(number)}."
        case Verb.GIVE:
            return f"[{seat} keeps] it." if number == seat else f"[{seat} gives] it to [{number}]."
        case Verb.TRUMP:
            return f"[{seat} names] {phrases.SYMBOLS[number]} as trumps."
        case Verb.TOPS:
            return f"[{seat} names] the {phrases.rank_name(number)} as tops."
        case Verb.KEEP:
            return f"[{seat} keeps] {face(number)}."


def suits_row(seat: int, values: Sequence[int], extra: int, good: bool, more: str, empty: str = "") -> Row:
    """Returns a seat's line where its best suit counts for it and the rest against; the sentence `more` follows its own.

    empty: the worth of a suit without cards, such as "+10".
    """
    best, symbol = max(values), phrases.SYMBOLS[max(range(4), key=values.__getitem__)]
    base = 2 * best - sum(values)
    points = phrases.signed(base + extra)
    against = f"the rest {sum(values) - best} against" if sum(values) > best else "nothing against"
    why = f"{symbol} counts {best} for [{seat}] and {against}." if best else ""
    return Row(
        seat,
        tuple(str(value) if value else "" for value in values),
        f"= {phrases.signed(base)}",
        f"+{extra}" if extra else "",
        points,
        good,
        f"{why} {more}".strip(),
        Shelf(f"{points} now", tuple(str(value) if value else empty for value in values), values.index(best) if best else None),
    )


def together(seats: Sequence[int]) -> str:
    """Returns several seats by name, as in "[0] and [2]"."""
    return phrases.listed([f"[{seat}]" for seat in seats])


def parties(first: int | None, seats: int, teams: tuple[tuple[int, ...], ...]) -> tuple[tuple[int, ...], ...]:
    """Returns every seat once, clockwise from `first`, each with its partners after it.

    >>> parties(1, 4, ((0, 2), (1, 3))), parties(1, 3, ())
    (((1, 3), (2, 0)), ((1,), (2,), (0,)))
    """
    found: list[tuple[int, ...]] = []
    for seat in clockwise(first, seats):
        if not any(seat in party for party in found):
            team = next((team for team in teams if seat in team), (seat,))
            found.append((seat, *(other for other in team if other != seat)))
    return tuple(found)


def plain_tally(
    points: tuple[Points, ...], best: tuple[int, ...], seat: int | None, teams: tuple[tuple[int, ...], ...] = ()
) -> Tally:
    """Returns the points of a deal that has no arithmetic to show; a team has one line."""
    rows = []
    for who, *partners in parties(seat, len(points), teams):
        said = f"{together((who, *partners))} score" if partners else f"[{who} scores]"
        won = phrases.signed(points[who])
        rows.append(Row(who, (), "", "", won, who in best, f"{said} {won}.", partners=tuple(partners)))
    return Tally((), "", "", tuple(rows), "")


def victim(events: Sequence[Event], geese: Cards) -> int | None:
    """Returns the seat at which the goose honks: one that is given a trick, or that takes a trick with a Goose in it."""
    for event in events:
        match event:
            case Said(seat, action) if verb_of(action) is Verb.GIVE and value_of(action) != seat:
                return value_of(action)
            case Moved(group, source, pile) if source == TRICK and pile.seat >= 0:
                if any(card >= 0 and geese >> card & 1 for card in group):
                    return pile.seat
    return None
