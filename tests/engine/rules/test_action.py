"""Actions: small ints, and the words of the record."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goosetable import cards
from goosetable.engine.rules import action as act
from goosetable.engine.rules.action import Verb

VALUES = {Verb.BID: range(act.SPAN), Verb.GIVE: range(act.SPAN), Verb.TRUMP: range(4), Verb.TOPS: range(13)}
ALL = [act.make(verb, value) for verb in Verb for value in VALUES.get(verb, range(2 * cards.PACK_SIZE))]


@pytest.mark.parametrize("jokers", [1, 2])
def test_every_action_is_read_as_it_is_written(jokers: int) -> None:
    for action in ALL:
        found = act.read(act.write(action, jokers))
        assert act.write(found, jokers) == act.write(action, jokers)
        assert act.verb(found) is act.verb(action)
        card = act.card(action)
        assert act.value(found) == (act.value(action) if card is None else card % cards.PACK_SIZE)


@pytest.mark.parametrize(
    ("text", "verb", "value"),
    [
        ("play TH", Verb.PLAY, 17), ("bid 10", Verb.BID, 10), ("bid 0", Verb.BID, 0), ("bid 2S", Verb.OFFER, 12),
        ("give 2", Verb.GIVE, 2), ("trump D", Verb.TRUMP, 2), ("tops T", Verb.TOPS, 4), ("keep AC", Verb.KEEP, 39),
        ("play X", Verb.PLAY, 52), ("play XL", Verb.PLAY, 53),
    ],
)  # fmt: skip
def test_words_of_the_record(text: str, verb: Verb, value: int) -> None:
    action = act.read(text)
    assert (act.verb(action), act.value(action)) == (verb, value)


def test_playing_a_card_is_the_number_of_the_card() -> None:
    assert all(act.make(Verb.PLAY, card) == card == act.card(card) for card in range(2 * cards.PACK_SIZE))


@pytest.mark.parametrize(
    "text",
    ["", "play", "play ", "play  AS", "play as", "play 10S", "play AS ", "Play AS", "play 1", "bid", "bid -1", "bid 02",
     "bid 2.0", "bid 128", "bid 99999999999", "bid ٣", "bid ²", "give", "give AS", "give 1 2", "trump", "trump SH", "trump X",
     "trump s", "tops 10", "tops AK", "tops", "keep 2", "sing", "playAS", "play\tAS"],
)  # fmt: skip
def test_anything_else_is_no_action(text: str) -> None:
    with pytest.raises(ValueError):
        act.read(text)


@given(st.text(max_size=12))
def test_whatever_is_read_is_written_the_same(text: str) -> None:
    try:
        action = act.read(text)
    except ValueError:
        return
    assert act.write(action) == text.replace("XH", "X")
