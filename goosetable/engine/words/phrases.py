"""Sentences with seats: the rules write `[1 takes] it`, the table shows "Vesper takes it" or "you take it".

In a text, `[2]` is the name of the player at seat 2, `[2 takes]` the name with a verb, `[does 2]` the same in a question, and
`[2's]` the possessive. The reader is addressed as "you", with the verb in agreement. Suits are the characters of `SYMBOLS`; the
screen draws them as shapes.

>>> with_seats_named("[1 takes] it with [0's] help.", ("Ann", "Ben"), me=1)
"You take it with Ann's help."
>>> with_seats_named("What [does 0] bid?", ("Ann", "Ben")), with_seats_named("What [does 0] bid?", ("Ann", "Ben"), me=0)
('What does Ann bid?', 'What do you bid?')
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction
from typing import Final

from goosetable import cards
from goosetable.cards import Card

SYMBOLS: Final = "♠♥♦♣"
RANKS: Final = tuple("10" if rank == "T" else rank for rank in cards.RANKS)
"""The ranks as people write them."""
MINUS: Final = "\u2212"
_SEAT: Final = re.compile(r"\[(?:([a-z]+) )?(\d+)(?:( \w+)|('s))?\]")
_YOURS: Final = {"is": "are", "has": "have", "was": "were", "does": "do", "goes": "go", "says": "say"}

_PARTS: Final = {Fraction(1, 2): "½", Fraction(1, 3): "⅓", Fraction(2, 3): "⅔", Fraction(1, 6): "⅙", Fraction(5, 6): "⅚"}

MONTHS: Final = (
    "January", "February", "March", "April", "May", "June",
    "July", "August", "September", "October", "November", "December",
)  # fmt: skip
WEEKDAYS: Final = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_NUMBERS: Final = (
    "none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
)  # fmt: skip


def with_seats_named(text: str, names: Sequence[str], me: int | None = None) -> str:
    """Replaces the seats in a text with the names of their players. me: seat of the reader, addressed as "you", or None."""
    return with_capital(_SEAT.sub(lambda found: _seat_text(found, names, me), text))


def _seat_text(match: re.Match[str], names: Sequence[str], me: int | None) -> str:
    asks, seat, verb, owns = match[1], int(match[2]), match[3], match[4]
    mine = seat == me
    if owns:
        return _capitalized_at_start(match, "your") if mine else names[seat] + "'s"
    if asks:
        return f"{verb_after_you(asks)} you" if mine else f"{asks} {names[seat]}"
    who = _capitalized_at_start(match, "you") if mine else names[seat]
    if verb:
        return f"{who} {verb_after_you(verb[1:]) if mine else verb[1:]}"
    return who


def _capitalized_at_start(match: re.Match[str], word: str) -> str:
    before = match.string[: match.start()].rstrip(" {")
    return word.capitalize() if not before or before[-1] in ".?" else word


def verb_after_you(verb: str) -> str:
    """Returns the form of a verb after "you": takes -> take, is -> are, passes -> pass, denies -> deny, ties -> tie."""
    if verb in _YOURS:
        return _YOURS[verb]
    if verb.endswith("ies") and len(verb) > 4:
        return verb[:-3] + "y"
    if verb.endswith(("sses", "shes", "ches", "xes", "zzes")):
        return verb[:-2]
    return verb.removesuffix("s")


def card_name(card: Card, jokers: int = 1) -> str:
    """Returns a card as people read it: `10♥`, `K♠`, `the Joker`."""
    if cards.suit(card) == cards.JOKER_SUIT:
        return "the Joker" if jokers < 2 else ("the High Joker", "the Low Joker")[card % cards.PACK_SIZE - cards.JOKER]
    return RANKS[cards.rank(card)] + SYMBOLS[cards.suit(card)]


def with_capital(text: str) -> str:
    """Capitalises the first letter of a text, even inside emphasis.
    >>> with_capital("{ben is in the middle} with 5.")
    '{Ben is in the middle} with 5.'
    """
    first = len(text) - len(text.lstrip("{"))
    return text[:first] + text[first : first + 1].upper() + text[first + 1 :]


def with_minus_sign(number: object) -> str:
    """Returns a number with the true minus sign."""
    return str(number).replace("-", MINUS)


def decimal_text(number: Fraction | float) -> str:
    """Returns a number with one decimal place, which is omitted if it is 0.
    >>> decimal_text(-20), decimal_text(6.5), decimal_text(Fraction(-1, 100))
    ('−20', '6.5', '0')
    """
    text = f"{float(number):.1f}".removesuffix(".0")
    return "0" if text == "-0" else with_minus_sign(text)


def format_points(points: int | Fraction) -> str:
    """Returns points as people write them, with signs for halves, thirds and sixths.
    >>> format_points(-20), format_points(Fraction(7, 2)), format_points(Fraction(1, 3)), format_points(Fraction(7, 5))
    ('−20', '3½', '⅓', '1 2/5')
    """
    whole, part = divmod(abs(Fraction(points)), 1)
    sign = MINUS if points < 0 else ""
    if not part:
        return f"{sign}{whole}"
    return sign + f"{whole or ''}{_PARTS.get(part, f' {part}')}".strip()


def points_in_words(number: int | Fraction) -> str:
    """Returns points in words.

    >>> points_in_words(1), points_in_words(-1), points_in_words(Fraction(13, 2))
    ('1 point', '−1 point', '6½ points')
    """
    return f"{format_points(number)} {'point' if abs(number) == 1 else 'points'}"


def listed(items: Sequence[str], last: str = "and") -> str:
    """Returns items as a list in words: `a`, `a and b`, or `a, b and c`."""
    if len(items) < 2:
        return "".join(items)
    return f"{', '.join(items[:-1])} {last} {items[-1]}"


def count_text(number: int, singular: str) -> str:
    """Returns a number with its noun, such as `1 trick` or `2 tricks`."""
    return f"{number} {singular if number == 1 else singular + 's'}"


def number_word(number: int) -> str:
    """Returns a small number as a word, from `none` and `one` to `twelve`; a larger number in figures."""
    return _NUMBERS[number] if 0 <= number < len(_NUMBERS) else str(number)


def count_in_words(number: int, singular: str) -> str:
    """Returns a number and its noun: `no tricks`, `one trick`, `two tricks`. Numbers above twelve are in figures."""
    return f"{number_word(number) if number else 'no'} {singular if number == 1 else singular + 's'}"


def rank_name(rank: int, number: int = 1) -> str:
    """Returns the name of a rank, 0..12, such as `six`; the plural, `sixes`, if `number` is not 1."""
    name = cards.RANK_NAMES[cards.RANKS[rank]]
    return name if number == 1 else f"{name}{'es' if name == 'six' else 's'}"
