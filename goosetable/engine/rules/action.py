"""Actions of a seat. Each action is a small int with a notation in the record.

An action is verb x 128 + value. Playing a card has the verb 0, so the action equals the number of the card. A click, a key, a
computer player, a replay and a test all choose from the game's list of legal actions.

>>> parse_action("play 7H"), parse_action("give 2"), write(parse_action("tops 8"))
(20, 386, 'tops 8')
"""

from __future__ import annotations

from enum import IntEnum
from functools import lru_cache
from typing import Final, NamedTuple

from goosetable import cards

Action = int
"""An action as a number: verb x 128 + value."""

VERB_SPAN: Final = 128


class Verb(IntEnum):
    """The kind of an action. Most new games need no new verb."""

    PLAY = 0
    BID = 1
    OFFER = 2
    GIVE = 3
    TRUMP = 4
    TOPS = 5
    KEEP = 6


GIVE: Final[Action] = Verb.GIVE * VERB_SPAN
"""Action of giving a trick to seat 0; GIVE + n gives it to seat n."""

_CARD_VERBS: Final = {"play": Verb.PLAY, "bid": Verb.OFFER, "keep": Verb.KEEP}
_NUMBER_VERBS: Final = {"bid": Verb.BID, "give": Verb.GIVE}
_WORDS: Final = ("play", "bid", "bid", "give", "trump", "tops", "keep")
_WITH_CARD: Final = (Verb.PLAY, Verb.OFFER, Verb.KEEP)


class Objection(NamedTuple):
    """The reason why an action is not legal, in two wordings: one for the check of a record, one for the table."""

    record: str
    """Clause to follow "seat 1 may not play KH: ", as in "it must follow spades"."""
    table: str
    """Clause to follow "Not K♥: ", as in "spades were led and you hold one"."""


NOT_HELD: Final = Objection("it does not hold that card", "it is not in your hand")
"""Reason against playing a card that the seat does not hold."""


def make_action(verb: Verb, value: int) -> Action:
    """Returns an action. value: a card, a number, a seat, a suit 0..3 or a rank 0..12."""
    return verb * VERB_SPAN + value


def verb_of(action: Action) -> Verb:
    """Returns the verb of an action."""
    return Verb(action // VERB_SPAN)


def value_of(action: Action) -> int:
    """Returns the card, number, seat, suit or rank of an action."""
    return action % VERB_SPAN


def card_of(action: Action) -> cards.Card | None:
    """Returns the card of an action, or None."""
    return action % VERB_SPAN if action // VERB_SPAN in _WITH_CARD else None


def swap_copy_in_action(action: Action, swapped_faces: cards.Cards) -> Action:
    """Returns an action with its card replaced by the other copy of that card. Returns the action unchanged if it has no
    card, or if the copies of its card are not to be swapped.

    swapped_faces: the cards whose copies are swapped, each given by its first copy.
    """
    if action // VERB_SPAN not in _WITH_CARD:
        return action
    return action - action % VERB_SPAN + cards.swap_copy(action % VERB_SPAN, swapped_faces)


@lru_cache(4096)
def write(action: Action, jokers: int = 1) -> str:
    """Returns the notation of an action in a record; jokers: number of different jokers in the pack."""
    what, number = Verb(action // VERB_SPAN), action % VERB_SPAN
    if what in _WITH_CARD:
        word = cards.name(number, jokers)
    elif what is Verb.TRUMP:
        word = cards.SUITS[number]
    elif what is Verb.TOPS:
        word = cards.RANKS[number]
    else:
        word = str(number)
    return f"{_WORDS[what]} {word}"


def parse_action(text: str) -> Action:
    """Parses an action; takes the first copy of a card. Raises ValueError."""
    word, _, rest = text.partition(" ")
    if word in _CARD_VERBS and not (word == "bid" and rest.isdecimal()):
        return make_action(_CARD_VERBS[word], cards.card(rest))
    if word in _NUMBER_VERBS and rest.isascii() and rest.isdecimal() and str(int(rest[:4])) == rest and int(rest) < VERB_SPAN:
        return make_action(_NUMBER_VERBS[word], int(rest))
    if word == "trump" and len(rest) == 1 and rest in cards.SUITS:
        return make_action(Verb.TRUMP, cards.SUITS.index(rest))
    if word == "tops" and len(rest) == 1 and rest in cards.RANKS:
        return make_action(Verb.TOPS, cards.RANKS.index(rest))
    raise ValueError(f"{text!r} is not an action")
