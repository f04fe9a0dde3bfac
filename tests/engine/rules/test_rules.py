"""What all rules share: actions, house rules, totals, the random numbers of a deal, and tricks."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goosetable import cards
from goosetable.engine.record.seed import ALPHABET
from goosetable.engine.rules import options, rules, tricks
from goosetable.engine.rules.action import (
    NOT_HELD,
    VERB_SPAN,
    Verb,
    card_of,
    make_action,
    parse_action,
    value_of,
    verb_of,
    write,
)
from goosetable.engine.rules.deal import Deal, Standing, Stream
from goosetable.engine.rules.event import TRICK, WON_KIND, Event, Moved, Pile, Points
from goosetable.engine.rules.options import Condition, OptionValue
from goosetable.engine.rules.state import OVER, TrickState
from tests.games.high_card import HighCard, HighCardOptions

VALUES = {Verb.BID: range(VERB_SPAN), Verb.GIVE: range(VERB_SPAN), Verb.TRUMP: range(4), Verb.TOPS: range(13)}
ALL = [make_action(verb, value) for verb in Verb for value in VALUES.get(verb, range(2 * cards.PACK_SIZE))]


@pytest.mark.parametrize("jokers", [1, 2])
def test_every_action_is_read_as_it_is_written(jokers: int) -> None:
    for action in ALL:
        found = parse_action(write(action, jokers))
        assert write(found, jokers) == write(action, jokers)
        assert verb_of(found) is verb_of(action)
        card = card_of(action)
        assert verb_of(action) is not Verb.PLAY or card == action, "a card is played by its number"
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
    action = parse_action(text)
    assert (verb_of(action), value_of(action)) == (verb, value)


@pytest.mark.parametrize(
    "text",
    ["", "play", "play ", "play  AS", "play as", "play 10S", "play AS ", "Play AS", "play 1", "bid", "bid -1", "bid 02",
     "bid 2.0", "bid 128", "bid 99999999999", "bid ٣", "bid ²", "give", "give AS", "give 1 2", "trump", "trump SH", "trump X",
     "trump s", "tops 10", "tops AK", "tops", "keep 2", "sing", "playAS", "play\tAS"],
)  # fmt: skip
def test_anything_else_is_no_action(text: str) -> None:
    with pytest.raises(ValueError):
        parse_action(text)


@given(st.text(max_size=12))
def test_whatever_is_read_is_written_the_same(text: str) -> None:
    try:
        action = parse_action(text)
    except ValueError:
        return
    assert write(action) == text.replace("XH", "X")


@dataclass(frozen=True)
class Rules:
    """House rules of no game in particular."""

    hook: str = options.option("Hook", {"on": "The dealer is hooked", "off": "Free bids"}, "the dealer's last bid")
    players: int = options.option("Players", (4, *range(2, 10)))
    length: int = options.option("Deals", (4, 8))


WRITTEN = {"hook": "off", "players": 7, "length": 8}


def test_the_first_choice_is_the_default_and_no_choice_is_there_twice() -> None:
    assert Rules() == Rules("on", 4, 4)
    hook, players, length = options.options_of(Rules)
    assert (hook.key, hook.label, hook.note, hook.default) == ("hook", "Hook", "the dealer's last bid", "on")
    assert hook.choices == (OptionValue("on", "The dealer is hooked"), OptionValue("off", "Free bids"))
    assert [choice.value for choice in players.choices] == [4, 2, 3, 5, 6, 7, 8, 9]
    assert length.choices == (OptionValue(4, "4"), OptionValue(8, "8"))


def test_options_are_written_explicitly_and_read_back_and_a_partial_choice_takes_the_rest_as_printed() -> None:
    chosen = Rules("off", 7, 8)
    assert options.options_as_json(chosen) == WRITTEN
    assert options.make_options(Rules, WRITTEN) == chosen
    assert options.make_options(Rules, {"length": 8}, partial=True) == Rules(length=8)
    assert options.make_options(Rules, {}, partial=True) == Rules()


@dataclass(frozen=True)
class LaterRules(Rules):
    """The same house rules, with some that were added."""

    target: int = options.target_option((50, 100), 10, 200, since="0.2.0")
    tie: str = options.tie_option(since="0.10.0")


@pytest.mark.parametrize(
    ("app", "added"),
    [
        (None, ("target", "tie")), ("", ("target", "tie")), ("0.1.0", ("target", "tie")), ("0.1.9+x", ("target", "tie")),
        ("0.2.0.dev3+x", ("target", "tie")), ("0.2.0rc1", ("target", "tie")), ("0.2", ("tie",)), ("0.2.0+local", ("tie",)),
        ("0.2.0.post1", ("tie",)), ("0.9.99", ("tie",)), ("0.10.0", ()), ("1", ()), ("10.0.0.0", ()),
        ("soon", ("target", "tie")), ("v9.0", ("target", "tie")), (" 9.0", ("target", "tie")), ("9.0 ", ("target", "tie")),
        ("9.", ("target", "tie")), ("9.0.0.0.0", ("target", "tie")), ("-9", ("target", "tie")),
        ("9" * 5000, ("target", "tie")), ("\uff19.\uff10", ("target", "tie")), ("\u0669.0", ("target", "tie")),
    ],
)  # fmt: skip
def test_an_older_header_has_the_first_value_of_an_option_that_was_added(app: str | None, added: tuple[str, ...]) -> None:
    found = options.with_newer_defaults(LaterRules, WRITTEN, app)
    assert found == WRITTEN | {key: value for key, value in (("target", 50), ("tie", "extra-deal")) if key in added}
    absent = [key for key in ("target", "tie") if key not in added]
    if not absent:
        assert options.make_options(LaterRules, found) == LaterRules("off", 7, 8, 50, "extra-deal")
        return
    with pytest.raises(ValueError, match=f"the option '{absent[0]}' is missing"):
        options.make_options(LaterRules, found)


def test_an_option_that_was_there_from_the_beginning_must_be_there() -> None:
    with pytest.raises(ValueError, match="the option 'length' is missing"):
        options.make_options(LaterRules, options.with_newer_defaults(LaterRules, {"hook": "on", "players": 4}, "0.1.0"))


def test_an_added_option_that_is_given_is_read_whatever_the_version() -> None:
    found = options.with_newer_defaults(LaterRules, WRITTEN | {"target": 120, "tie": "shared"}, "0.1.0")
    assert options.make_options(LaterRules, found) == LaterRules("off", 7, 8, 120, "shared")
    with pytest.raises(ValueError, match="cannot be 300"):
        options.make_options(LaterRules, options.with_newer_defaults(LaterRules, WRITTEN | {"target": 300}, "0.1.0"))


def test_what_lasts_is_the_same_with_an_added_option_that_has_its_first_value() -> None:
    assert (
        options.without_newer_defaults(LaterRules("off", 7, 8)) == options.without_newer_defaults(Rules("off", 7, 8)) == WRITTEN
    )
    assert options.without_newer_defaults(LaterRules("off", 7, 8, 100)) == WRITTEN | {"target": 100}


@pytest.mark.parametrize("since", ["soon", "0.2.", "2 0", "v1"])
def test_an_option_is_there_since_a_version(since: str) -> None:
    with pytest.raises(ValueError, match="is no version"):
        options.option("Hook", (1, 2), since=since)


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"speed": 1}, "there is no option 'speed'; there are hook, players, length"),
        ({"hook": "perhaps"}, "the option 'hook' cannot be 'perhaps'; it may be on, off"),
        ({"hook": True}, "the option 'hook' cannot be True; it may be on, off"),
        ({"hook": None}, "the option 'hook' cannot be None; it may be on, off"),
        ({"players": 10}, "the option 'players' cannot be 10; it may be 2 to 9"),
        ({"players": "4"}, "the option 'players' cannot be '4'; it may be 2 to 9"),
        ({"players": 4.0}, "the option 'players' cannot be 4.0; it may be 2 to 9"),
        ({"length": [4]}, "the option 'length' cannot be [4]; it may be 4, 8"),
        ({"length": {}}, "the option 'length' cannot be {}; it may be 4, 8"),
        *(({key: None}, f"the option '{key}' is missing") for key in ("hook", "players", "length")),
    ],
)
def test_what_cannot_be_chosen_is_refused_in_words(changes: dict[str, object], says: str) -> None:
    with pytest.raises(ValueError) as wrong:
        given = options.options_as_json(Rules()) | changes
        missing = says.endswith("missing")  # then it is left out
        options.make_options(Rules, {key: value for key, value in given.items() if not missing or key not in changes})
    assert str(wrong.value) == says


def test_true_is_not_one() -> None:
    @dataclass(frozen=True)
    class One:
        """A rule whose values Python takes for true and false."""

        count: int = options.option("Count", (1, 0))
        typed: int = options.option("Typed", (5,), other_values=options.whole_numbers_between(0, 9))

    for wrong in (True, False, 1.0):
        with pytest.raises(ValueError, match="'count' cannot be"):
            options.make_options(One, {"count": wrong, "typed": 5})
        with pytest.raises(ValueError, match="'typed' cannot be"):
            options.make_options(One, {"count": 0, "typed": wrong})
    assert options.make_options(One, {"count": 0, "typed": 1}) == One(0, 1)


def test_a_game_without_options_says_only_that() -> None:
    @dataclass(frozen=True)
    class Empty:
        """No house rules."""

    assert options.options_of(Empty) == ()
    with pytest.raises(ValueError, match=r"^there is no option 'x'$"):
        options.make_options(Empty, {"x": 1})


def test_an_option_that_matters_only_with_another_says_where_it_does_not() -> None:
    @dataclass(frozen=True)
    class Some:
        players: int = options.option("Players", (4, 3))
        kind: str = options.option("Kind", ("a", "b"), condition=Condition("players", (3,), "Only with three."))

    players, kind = options.options_of(Some)
    assert [
        kind.reason_without_effect({"players": 4}),
        kind.reason_without_effect({"players": 3}),
        kind.reason_without_effect({}),
    ] == ["Only with three.", "", "Only with three."]
    assert players.reason_without_effect({"players": 4}) == ""


@pytest.mark.parametrize(
    ("totals", "lowest_wins", "leaders", "alone", "shared"),
    [
        ((99, 98), False, (0,), (), ()), ((100, 98), False, (0,), (0,), (0,)), ((100, 104), False, (1,), (1,), (1,)),
        ((104, 104), False, (0, 1), (), (0, 1)), ((104, 104, 110), False, (2,), (2,), (2,)),
        ((99, 99, 50), False, (0, 1), (), ()), ((-5, -5, -5), False, (0, 1, 2), (), ()), ((-3, -5), False, (0,), (), ()),
        ((Fraction(7, 2), 3), False, (0,), (), ()), ((99, 3, 7), True, (1,), (), ()), ((104, 3, 7), True, (1,), (1,), (1,)),
        ((104, 3, 3), True, (1, 2), (), (1, 2)),
    ],
)  # fmt: skip
def test_the_target_ends_a_game_when_one_leads_alone_or_ties_are_shared(
    totals: tuple[Points, ...], lowest_wins: bool, leaders: tuple[int, ...], alone: tuple[int, ...], shared: tuple[int, ...]
) -> None:
    assert rules.leaders(totals, lowest_wins) == leaders
    assert rules.winners_at_target(totals, 100, shared=False, lowest_wins=lowest_wins) == alone
    assert rules.winners_at_target(totals, 100, shared=True, lowest_wins=lowest_wins) == shared


CODE = "7Q4KM2XD9TBR"
any_code = st.text(ALPHABET, min_size=12, max_size=12)


def _fours(code: str, n: int) -> Iterator[int]:
    """The four-byte integers of stream n, as the format defines them."""
    k = 0
    while True:
        block = hashlib.sha256(code.encode("ascii") + n.to_bytes(4, "big") + k.to_bytes(4, "big")).hexdigest()
        yield from (int(block[i : i + 8], 16) for i in range(0, 64, 8))
        k += 1


def _draw(fours: Iterator[int], m: int) -> int:
    while True:
        x = next(fours)
        if x < (2**32 // m) * m:
            return x % m


@given(any_code, st.integers(0, 70_000), st.lists(st.integers(1, 2**32), max_size=40))
def test_draws_agree_with_the_format(code: str, number: int, bounds: list[int]) -> None:
    stream, fours = Stream(code, number), _fours(code, number)
    assert [stream.draw(m) for m in bounds] == [_draw(fours, m) for m in bounds]


@given(any_code, st.integers(0, 200), st.integers(0, 108))
def test_shuffles_agree_with_the_format(code: str, number: int, size: int) -> None:
    fours, order, pack = _fours(code, number), list(range(size)), list(range(size))
    for i in range(size - 1, 0, -1):
        j = _draw(fours, i + 1)
        order[i], order[j] = order[j], order[i]
    assert Stream(code, number).shuffle(pack) == order
    assert pack == list(range(size)), "the pack is left alone"


def test_every_deal_has_a_stream_of_its_own_and_a_draw_of_one_takes_its_four_bytes_as_well() -> None:
    assert len({Stream(CODE, n).draw(2**32) for n in range(100)}) == 100
    one, other = Stream(CODE, 5), Stream(CODE, 5)
    assert one.draw(1) == 0
    other.draw(2)
    assert one.draw(1000) == other.draw(1000)


def test_the_first_number_that_would_favour_a_remainder_is_refused_and_the_last_before_it_is_not() -> None:
    limit = 2**32 // 7 * 7
    stream = Stream(CODE, 0)
    stream._bytes = b"".join(x.to_bytes(4, "big") for x in (limit - 1, limit, 2**32 - 1, 5))
    assert [stream.draw(7), stream.draw(7)] == [6, 5]


@pytest.mark.parametrize("m", [2, 3, 7, 33])
def test_draws_are_uniform(m: int) -> None:
    stream = Stream(CODE, 0)
    counts = Counter(stream.draw(m) for _ in range(400 * m))
    assert set(counts) == set(range(m))
    chi = sum((count - 400) ** 2 / 400 for count in counts.values())
    assert chi < 2.5 * m + 12


GAME = HighCard()


def _state(*hands: str, dealer: int = 0) -> TrickState:
    deal = Deal(1, dealer, tuple(cards.hand(hand) for hand in hands))
    return GAME.begin_deal(HighCardOptions(), Standing(0, (0,) * len(hands)), deal)


def test_what_ranks_between_two_cards_of_a_suit() -> None:
    """In the pack's order, in one that begins elsewhere, and of two packs; jokers and two suits have no such order."""

    def told(one: str, two: str, tops: str = "A") -> str:
        group = tricks.cards_between(cards.card(one), cards.card(two), cards.RANKS.index(tops))
        assert group is not None
        return cards.write(cards.members(group & cards.suit_in_one_pack(cards.suit(cards.card(one)))))

    assert told("9H", "JH") == told("JH", "9H") == "JH TH 9H"
    assert told("AS", "2S") == cards.write(cards.members(cards.suit_in_one_pack(0)))
    assert told("AS", "2S", "8") == "AS 2S", "after the Two comes the Ace"
    assert told("KC", "3C", "K") == cards.write(cards.members(cards.suit_in_one_pack(3) & ~cards.cards("AC 2C")))
    two_packs = tricks.cards_between(cards.card("9H"), cards.card("9H") + cards.PACK_SIZE)
    assert two_packs == cards.cards("9H 9H"), "a copy is as high as the other"
    assert tricks.cards_between(cards.card("9H"), cards.card("9D")) is None
    assert tricks.cards_between(cards.card("X"), cards.card("XL")) is None


def test_following_suit() -> None:
    hand = cards.cards("AS 7H 9H X")
    assert cards.write(cards.members(tricks.following_cards(hand, 1))) == "9H 7H"
    assert tricks.following_cards(hand, 2) == 0
    assert tricks.following_cards(cards.cards("AS AS"), 0).bit_count() == 2, "both copies of a card follow"


@pytest.mark.parametrize(
    ("suit", "hand", "record", "table"),
    [
        (1, "7H KS", "it must follow hearts", "hearts were led and you hold one"),
        (1, "7H 8H KS", "it must follow hearts", "hearts were led and you hold some"),
        (cards.JOKER_SUIT, "XH KS", "it must play a joker", "a joker was led and you hold one"),
        (cards.JOKER_SUIT, "XH XL KS", "it must play a joker", "a joker was led and you hold some"),
    ],
)
def test_why_one_must_follow(suit: int, hand: str, record: str, table: str) -> None:
    """Jokers are a suit of their own."""
    assert tricks.why_must_follow(suit, cards.cards(hand)) == (record, table)
    assert tricks.why_strongest(cards.hand("XL AS XH"), None) == "the highest joker"
    assert tricks.why_strongest(cards.hand("XL AS 2S"), 1) == "the only joker"


@pytest.mark.parametrize(("hands", "turn"), [(("AS KH", "KS QS"), 1), (("", ""), OVER)])
def test_collecting_a_trick_and_the_end_when_the_hand_that_should_lead_is_empty(hands: tuple[str, str], turn: int) -> None:
    state = _state(*hands, dealer=1)
    state.trick = [cards.card("7D"), cards.card("7C")]
    events: list[Event] = []
    tricks.credit_trick(state, 1, events.append)
    assert events == [Moved(cards.hand("7D 7C"), TRICK, Pile(WON_KIND, 1))]
    assert (state.won, state.trick) == ([0, cards.cards("7D 7C")], [])
    assert (state.leader, state.turn, state.over, state.taken()) == (1, turn, turn == OVER, (0, 1))


def test_a_new_deal() -> None:
    state = _state("AS KH", "KS QS", dealer=0)
    assert (state.turn, state.leader, state.trick, state.won, state.voids, state.actions) == (1, 1, [], [0, 0], [0, 0], [])
    assert state.seat_at(0) == 1
    assert state.seat_at(1) == 0
    assert [state.tricks(seat) for seat in range(2)] == [0, 0]


@pytest.mark.parametrize("seen_by", [None, 0, 1])
def test_the_place_is_told_alike_from_every_seat(seen_by: int | None) -> None:
    state = _state("AS KH", "KS QS", dealer=1)
    places = []
    while True:
        known = state.copy()
        if seen_by is not None:
            known.hands[1 - seen_by] = 0
        places.append(GAME.text.progress(known))
        if state.over:
            break
        GAME.apply(state, GAME.legal(state)[0])
    assert places == ["trick 1 of 2"] * 2 + ["trick 2 of 2"] * 3


def test_a_game_answers_plainly_what_it_does_not_say_itself() -> None:
    state = _state("AS KH", "KS QH", dealer=1)
    assert GAME.why_not(state, cards.card("KS")) == NOT_HELD
    assert GAME.why_not(state, 130).record == "nobody does that in High Card"
    assert GAME.text.prompt(state) == "Your lead: play any card"
    assert GAME.text.log_line_of_action(state, 0, cards.card("AS")) == "[0 leads] A♠."
    GAME.apply(state, cards.card("AS"))
    assert GAME.text.log_line_of_action(state, 1, cards.card("KS")) == "[1 plays] K♠."
    assert GAME.text.prompt(state) == "[0] led ♠: play any card"
    assert GAME.text.title_remark_and_choices(state) == ("", "", ())
    assert GAME.text.preview_effect(state, cards.card("KS")) == ""
    assert GAME.text.tally(state, 0).rows == ()
    while not state.over:
        GAME.apply(state, GAME.legal(state)[0])
    assert GAME.text.prompt(state) == ""
    assert GAME.points(state) == (2, 0)
    assert GAME.best_seats(state) == (0,)
    assert GAME.heuristics.payoff(state) == (1, 0)
    assert [(row.seat, row.points, row.why) for row in GAME.text.tally(state, 1).rows] == [
        (1, "0", "[1 scores] 0."), (0, "2", "[0 scores] 2."),
    ]  # fmt: skip
    assert GAME.text.end_of_game(HighCardOptions()) == "to 10, the highest total wins"
