"""Facts of a game for the table, in types common to all games. So scenes draw every game without knowing it by name. Also the
medals of a game, which records prove.

Texts contain seats and suits in the notation of `phrases`: "[1 takes] it: the only ♦".
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum
from typing import Final, NamedTuple, TypeAlias

from goosetable.cards import Card, Cards
from goosetable.engine.rules.action import Action, Verb, value_of, verb_of
from goosetable.engine.rules.event import TRICK, ActionTaken, Event, Moved, Points
from goosetable.engine.words import phrases


class FigureKind(StrEnum):
    """The kinds of figures on the table. The comment on each kind defines its `TableFigure.at`."""

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
    """A figure on the table, or a line of figures, that can be explained to the reader."""

    kind: FigureKind
    at: int = 0
    word: str = ""
    """The word of a heading, or of a mark that shows one; else empty."""


Glossary: TypeAlias = Mapping[str, str]
"""Sentences on the meanings of words shown on the table, by word."""
COMMON_GLOSSARY: Final[Glossary] = {
    "own": "The tricks that each seat has taken.",
    "tricks": "The tricks that each seat has taken.",
    "won": "The tricks that each seat has taken.",
    "prizes": "The number of prizes that each seat has won.",
    "suit less rest": "What the best suit of a seat comes to, less everything else that it has.",
    "deal": "What this deal would earn if it ended now.",
    "total": "The points of the deals before this one.",
    "trumps": "Trumps beat every card of another suit.",
}
"""Meanings of headings and marks that several games share; a game's own glossary precedes it."""


SUIT_ORDER: Final = (0, 1, 3, 2, 4)
"""By suit, its place in a sorted hand: spades, hearts, clubs, diamonds, jokers."""


class SumTerm(NamedTuple):
    """A term of a sum in a tally: a sign, or a number in a box."""

    text: str
    boxed: bool = False
    is_growing: bool = False
    """Whether this number is still growing during the deal."""


class KeptCardsCaption(NamedTuple):
    """The caption of the cards that lie open before a seat."""

    title: str
    """Worth of the cards, such as "35 so far"."""
    suits: tuple[str, ...] = ()
    """Worth of each suit, in the order of `phrases.SYMBOLS`. If given, each suit has a place of its own on the shelf."""
    best: int | None = None
    """The suit that counts for the seat."""
    points: str = ""
    """Points that the seat would have if the deal ended now; empty if they do not follow from its cards."""


class Row(NamedTuple):
    """A row of a tally, of a seat or of partners: figures under the headings, their sum `base`, an `extra`, and points."""

    seat: int
    figures: tuple[str, ...]
    base: str
    extra: str
    points: str
    is_best: bool
    """Whether the seat has the best result."""
    why: str
    """The arithmetic of the row in a sentence."""
    shelf: KeptCardsCaption | None = None
    """Caption of the cards that lie open before the seat; None without such cards."""
    sum: tuple[SumTerm, ...] = ()
    """The arithmetic of the row, such as ( 3 + 1 ) × 2 = 8, for games in which columns of figures would show less."""
    partners: tuple[int, ...] = ()
    """The other seats of the row: partners, who score as one."""

    @property
    def seats(self) -> tuple[int, ...]:
        """All seats that the row is for: `seat` and its partners."""
        return self.seat, *self.partners


class Tally(NamedTuple):
    """The arithmetic of the scores of a deal, in progress or finished."""

    heads: tuple[str, ...]
    """A heading for each figure."""
    base_head: str
    extra_head: str
    rows: tuple[Row, ...]
    sentence: str
    """The result in a sentence, worded for one seat."""
    offer: str = ""
    """Caption of the open cards in the middle, such as "for sale: 10" or "trumps: diamonds"."""
    stock: str = ""
    """Caption of the stock beside the open cards, such as "9 prizes to come"; "" for the number of cards left."""


class Race(NamedTuple):
    """The standing of a game, drawn as a line on which each total moves towards the target."""

    totals: tuple[Points, ...]
    target: int
    """The total that ends the game; 0 if it ends after a number of deals."""
    winners_now: tuple[int, ...]
    """The seats that would win if the game ended now."""
    aim: str
    """Words for the end of the game, such as "to 100, the middle total wins"."""
    sentence: str
    deals: int = 0
    """Number of deals of the game if it is fixed; else 0."""
    teams: tuple[tuple[int, ...], ...] = ()
    """The seats of each team, if teams are fixed for the whole game; a team has one total."""

    @property
    def parties(self) -> tuple[tuple[int, ...], ...]:
        """The groups of seats that share a total: the teams, or single seats in a game without teams."""
        return self.teams or tuple((seat,) for seat in range(len(self.totals)))


class Ending(NamedTuple):
    """The facts about a finished game from which its headline is chosen."""

    totals: tuple[tuple[Points, ...], ...]
    """Totals by seat after each deal, the final ones last."""
    winners: tuple[int, ...]
    seat: int | None
    """The only person at the table, whom the headline addresses; None if several people or none play."""
    teams: tuple[tuple[int, ...], ...] = ()
    """The seats of each fixed team."""


class Stamp(NamedTuple):
    """A word that appears on the table for a moment, with a sentence for the reader and the log."""

    word: str
    sentence: str = ""
    """The sentence; "" if the log has it already."""


class EmblemPart(NamedTuple):
    """One part of a game's emblem: a card by its notation, `back COLOUR`, `medallion NAME`, `badge NAME` or `crown`.

    x and y: place from the middle of a tile of 168 x 124 units. height: in the same units. angle: in degrees.
    """

    element: str
    x: float
    y: float
    height: float
    angle: float = 0.0
    ringed: bool = False
    tall: bool = False
    """Whether a card shows its full face even in a small size."""


class Choice(NamedTuple):
    """One of the choices that the table shows side by side, with its action and its consequences."""

    action: Action
    label: str
    """Text on the choice, such as "Keep it" or "Goose [2]"."""
    result: str
    """Figures that would result, such as "[0] 4, [1] 6, [2] 5"."""
    verdict: str
    """Consequence of these figures, such as "[2 is] in the middle"."""
    seat: int | None = None
    """The seat that the choice is about, if any."""
    ranking: tuple[str, ...] = ()
    """The ranks after this choice from the highest; empty if it does not change their order."""
    held: int | None = None
    """Number of cards in the hand of the suit or rank chosen; None if the choice names no suit or rank."""


class Call(NamedTuple):
    """A seat's call in words, such as "♥" or "K, to be replaced now". action: the call; None if no call is in force."""

    seat: int
    action: Action | None
    words: str


class Badge(NamedTuple):
    """A badge at a seat, or beside the trick if it concerns all seats."""

    kind: str
    """The name of its drawing, such as "goose" or "redfox", the letter of a suit, or a rank."""
    label: str
    """The word beside the drawing, such as "trumps" or "lead"."""
    seat: int | None = None
    why: str = ""
    """Sentence with the reason why the seat has the badge, displayed when the seat gets it."""


class Quota(NamedTuple):
    """The number of tricks that a seat has taken, and the number that it bid."""

    won: int
    bid: int


class Meter(NamedTuple):
    """A row of boxes that are filled one after another, as a picture of a count.

    A notch follows the first `size` boxes; filled boxes beyond it are an excess.
    """

    title: str
    """Heading of the meter, such as "Bids"."""
    filled: int
    size: int
    caption: str
    """Text under the meter, such as "5 bid for 6 tricks"."""
    remark: str
    """A consequence of the count, or empty."""


class Side(NamedTuple):
    """One side (partners) of a deal: its seats so far, and the cards that lie open before them."""

    badge: str
    """The name of the side's drawing; empty if the side has only a name."""
    label: str
    seats: tuple[int, ...]
    points: str
    """Points of the side, such as "6 points"."""
    cards: tuple[Card, ...]
    places: int
    """Number of places for the open cards, one for each card that the side could get."""


class DealSizes(NamedTuple):
    """The hand sizes of all deals, for a game with a fixed number of deals, and the index of the current deal, from 0."""

    sizes: tuple[int, ...]
    current: int
    caption: str
    """Progress in words, such as "deal 4 of 17"."""


class RankStrip(NamedTuple):
    """A row of boxes, one for each card, labelled with its rank.

    A box is empty once all seats know that its card has been played.
    """

    cards: tuple[Card, ...]
    """All cards at the beginning, from left to right."""
    left: Cards
    """The cards that have not been played."""
    lit: Cards = 0
    """The cards that are highlighted because they matter now."""
    note: str = ""
    """Note beside the row, such as "9, worth 59", or empty."""


class RankStrips(NamedTuple):
    """The rank strips of hands and stock, for games in which only pending bids and the order of the stock are hidden."""

    title: str
    """Heading over the seats, such as "Taken, and still held"."""
    hands: tuple[RankStrip, ...]
    """By seat, the cards in its hand, including a bid that is still face down."""
    taken: tuple[str, ...]
    """By seat, its prizes, such as "Q♦ 9♦", or "nothing yet"."""
    stock_title: str
    """Heading over the stock, such as "Prizes still to come"."""
    stock: RankStrip


class Chart(NamedTuple):
    """A small reference table to read while playing, such as the bonuses of sets."""

    title: str
    """Heading of the table, such as "Sets of one rank"."""
    heads: tuple[str, ...]
    """A heading for each figure of a row."""
    rows: tuple[tuple[str, ...], ...]
    """Rows of the table. The first text of a row is its heading, and its figures follow."""
    remark: str
    """Meaning of the table for one seat, or empty."""


def seats_clockwise(first: int | None, seats: int) -> tuple[int, ...]:
    """Returns every seat once, clockwise from `first`."""
    return tuple(((first or 0) + place) % seats for place in range(seats))


def action_sentence(seat: int, action: Action, face: Callable[[Card], str]) -> str:
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


def suits_row(seat: int, values: Sequence[int], extra: int, is_best: bool, note: str, empty: str = "") -> Row:
    """Returns a seat's row of a tally, in games in which the best suit counts for the seat and all other suits against it.

    values: by suit, its worth. extra: points to add, such as bonuses. is_best: True if the seat has the best result. note:
    sentence to add to the explanation of the points. empty: text for a suit without cards, such as "+10".
    """
    best, symbol = max(values), phrases.SYMBOLS[max(range(4), key=values.__getitem__)]
    base = 2 * best - sum(values)
    points = phrases.with_minus_sign(base + extra)
    against = f"the rest {sum(values) - best} against" if sum(values) > best else "nothing against"
    why = f"{symbol} counts {best} for [{seat}] and {against}." if best else ""
    return Row(
        seat,
        tuple(str(value) if value else "" for value in values),
        f"= {phrases.with_minus_sign(base)}",
        f"+{extra}" if extra else "",
        points,
        is_best,
        f"{why} {note}".strip(),
        KeptCardsCaption(
            f"{points} so far",
            tuple(str(value) if value else empty for value in values),
            values.index(best) if best else None,
            points,
        ),
    )


def seat_names(seats: Sequence[int]) -> str:
    """Returns several seats by name, as in "[0] and [2]"."""
    return phrases.listed([f"[{seat}]" for seat in seats])


def seats_by_party(first: int | None, seats: int, teams: tuple[tuple[int, ...], ...]) -> tuple[tuple[int, ...], ...]:
    """Returns the seats grouped by partners, clockwise from `first`. Each seat appears once.
    >>> seats_by_party(1, 4, ((0, 2), (1, 3))), seats_by_party(1, 3, ())
    (((1, 3), (2, 0)), ((1,), (2,), (0,)))
    """
    found: list[tuple[int, ...]] = []
    for seat in seats_clockwise(first, seats):
        if not any(seat in party for party in found):
            team = next((team for team in teams if seat in team), (seat,))
            found.append((seat, *(other for other in team if other != seat)))
    return tuple(found)


def plain_tally(
    points: tuple[Points, ...], best: tuple[int, ...], seat: int | None, teams: tuple[tuple[int, ...], ...] = ()
) -> Tally:
    """Returns a tally of the points alone, for a deal without arithmetic to show. Each team has one line."""
    rows = []
    for who, *partners in seats_by_party(seat, len(points), teams):
        said = f"{seat_names((who, *partners))} score" if partners else f"[{who} scores]"
        won = phrases.with_minus_sign(points[who])
        rows.append(Row(who, (), "", "", won, who in best, f"{said} {won}.", partners=tuple(partners)))
    return Tally((), "", "", tuple(rows), "")


def honk_seat(events: Sequence[Event], geese: Cards) -> int | None:
    """Returns the seat at which a goose honks after some events; None without a honk.

    It honks for a seat that gets a trick from another seat, and for a seat that takes a trick with a Goose in it.
    """
    for event in events:
        match event:
            case ActionTaken(seat, action) if verb_of(action) is Verb.GIVE and value_of(action) != seat:
                return value_of(action)
            case Moved(group, source, pile) if source == TRICK and pile.seat >= 0:
                if any(card >= 0 and geese >> card & 1 for card in group):
                    return pile.seat
    return None


GAMES_WON: Final = "won"
"""Kind of medal: won `number` games."""
WINS_IN_A_ROW: Final = "running"
"""Kind of medal: won `number` games in a row."""
BEST_IN_EVERY_DEAL: Final = "best"
"""Kind of medal: was best in every deal (`Rules.best_seats`) of a game of two or more deals."""
WON_FROM_LAST_PLACE: Final = "behind"
"""Kind of medal: won a game after being last, alone or shared, before its last deal."""
EXACT_BIDS: Final = "exact"
"""Kind of medal: took exactly the tricks bid (`GameText.quota`) in every deal of a game of two or more deals."""
FEATS: Final = (BEST_IN_EVERY_DEAL, WON_FROM_LAST_PLACE, EXACT_BIDS)
"""Kinds of medals that are won in a single game."""


class Medal(NamedTuple):
    """A medal: its kind, name, meaning and sign. number: for kinds that count games, how many of them earn the medal."""

    kind: str
    name: str
    meaning: str
    sign: str
    number: int = 1


FIRST_WIN: Final = Medal(GAMES_WON, "First win", "A game won.", "1")
THREE_IN_A_ROW: Final = Medal(WINS_IN_A_ROW, "Three in a row", "Three games won one after another.", "3", 3)
DEFAULT_MEDALS: Final = (
    FIRST_WIN, THREE_IN_A_ROW,
    Medal(WON_FROM_LAST_PLACE, "From behind", "A game won from last place before its last deal.", "\u2191"),
    Medal(BEST_IN_EVERY_DEAL, "Every deal", "Best in every deal of a game.", "A"),
)  # fmt: skip
"""Default medals of a game of several deals."""
ONE_DEAL_MEDALS: Final = (
    FIRST_WIN, THREE_IN_A_ROW,
    Medal(WINS_IN_A_ROW, "Five in a row", "Five games won one after another.", "5", 5),
    Medal(GAMES_WON, "Ten wins", "Ten games won.", "10", 10),
)  # fmt: skip
"""Default medals of a game of one deal."""
BID_MEDALS: Final = (*DEFAULT_MEDALS[:3], Medal(EXACT_BIDS, "True to the word", "Every bid of a game exact.", "="))
"""The medals of a game with bids of tricks."""
