"""Actions: small ints, and the words of the record."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goosetable import cards
from goosetable.engine.rules.action import SPAN, Verb, card_of, make, read, value_of, verb_of, write

VALUES = {Verb.BID: range(SPAN), Verb.GIVE: range(SPAN), Verb.TRUMP: range(4), Verb.TOPS: range(13)}
ALL = [make(verb, value) for verb in Verb for value in VALUES.get(verb, range(2 * cards.PACK_SIZE))]


@pytest.mark.parametrize("jokers", [1, 2])
def test_every_action_is_read_as_it_is_written(jokers: int) -> None:
    for action in ALL:
        found = read(write(action, jokers))
        assert write(found, jokers) == write(action, jokers)
        assert verb_of(found) is verb_of(action)
        card = card_of(action)
        assert value_of(found) == (value_of(action) if card is None else card % cards.PACK_SIZE)


@pytest.mark.parametrize(
    ("text", "verb", "value"),
    [
        ("play TH", Verb.PLAY, 17), ("bid 10", Verb.BID, 10), ("bid 0", Verb.BID, 0), ("bid 2S", Verb.OFFER, 12),
        ("give 2", Verb.GIVE, 2), ("trump D", Verb.TRUMP, 2), ("tops T", Verb.TOPS, 4), ("keep AC", Verb.KEEP, 39),
        ("play X", Verb.PLAY, 52), ("play XL", Verb.PLAY, 53),
    ],
)  # fmt: skip
def test_words_of_the_record(text: str, verb: Verb, value: int) -> None:
    action = read(text)
    assert (verb_of(action), value_of(action)) == (verb, value)


def test_playing_a_card_is_the_number_of_the_card() -> None:
    assert all(make(Verb.PLAY, card) == card == card_of(card) for card in range(2 * cards.PACK_SIZE))


@pytest.mark.parametrize(
    "text",
    ["", "play", "play ", "play  AS", "play as", "play 10S", "play AS ", "Play AS", "play 1", "bid", "bid -1", "bid 02",
     "bid 2.0", "bid 128", "bid 99999999999", "bid ٣", "bid ²", "give", "give AS", "give 1 2", "trump", "trump SH", "trump X",
     "trump s", "tops 10", "tops AK", "tops", "keep 2", "sing", "playAS", "play\tAS"],
)  # fmt: skip
def test_anything_else_is_no_action(text: str) -> None:
    with pytest.raises(ValueError):
        read(text)


@given(st.text(max_size=12))
def test_whatever_is_read_is_written_the_same(text: str) -> None:
    try:
        action = read(text)
    except ValueError:
        return
    assert write(action) == text.replace("XH", "X")
