"""Fools Gold: a test for each sentence of its rules, named after it, its options, its worked examples, and its policy."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from random import Random
from typing import Any

import pytest

from goosetable import cards
from goosetable.cards import Cards, card
from goosetable.engine.hidden.samplers import ExactSampler
from goosetable.engine.hidden.view import View, sample_determinization, sampler_for, view
from goosetable.engine.record.replay import replayed_games
from goosetable.engine.record.session import IllegalAction, Session, log_of_deal
from goosetable.engine.rules.action import Verb, parse_action, verb_of
from goosetable.engine.rules.deal import Deal, Standing
from goosetable.engine.rules.event import GONE, KEPT_KIND, TRICK, WON_KIND, Moved, Pile
from goosetable.engine.rules.options import make_options as read_options
from goosetable.engine.rules.options import options_as_json
from goosetable.engine.text.table_facts import Badge
from goosetable.games.fools_gold.policy import SHAPE, GoldFeatures, GoldPolicy
from goosetable.games.fools_gold.rules import (
    CHARTS,
    FoolsGold,
    FoolsGoldOptions,
    FoolsGoldState,
    Lead,
    find_lead,
    parse_typed_chart,
    points_of_kept_cards,
)
from tests.games import playing
from tests.narrowing import of_kind, present

GAME = FoolsGold()
GRADED = CHARTS["graded"]
PURE = ((0, 0),) * 12
HEARTS = cards.cards("AH KH QH JH TH 9H 8H 7H 6H 5H 4H 3H")


def table(code: str = playing.CODE, **rules: Any) -> Session:
    """A coded game with these options in its first deal."""
    session = Session(GAME, playing.header(playing.Variant(GAME, FoolsGoldOptions(**rules)), code))
    session.begin_deal()
    return session


def to_endgame(left: int, number: int, **rules: Any) -> tuple[Session, Random]:
    """Returns a game, with its random numbers, that was played at random until `left` cards or fewer were unseen.

    number: the number that is the code of the game and the seed.
    """
    session, rng = table(f"{number:012}", **rules), Random(number)
    while session.due_step == "act":
        assert session.turn is not None
        seen = session.view(session.turn)
        if seen.unseen.bit_count() <= left:
            break
        session.act(session.turn, rng.choice(seen.legal))
    return session, rng


def state_of(session: Session) -> FoolsGoldState:
    assert isinstance(session.state, FoolsGoldState)
    return session.state


def position(*hands: str, leader: int = 0, broken: bool = False, **rules: Any) -> FoolsGoldState:
    """A deal with these hands left, in which `leader` leads; hearts are trumps."""
    options = FoolsGoldOptions(players=len(hands), **rules)
    deal = Deal(1, 0, tuple(cards.hand(hand) for hand in hands), trump=1)
    state = GAME.begin_deal(options, Standing(0, (0,) * len(hands)), deal)
    state.leader = state.turn = leader
    state.broken = state.broken or broken
    state.voids = [0] * len(hands)
    return state


def may(state: FoolsGoldState) -> str:
    return " ".join(GAME.action_text(action).removeprefix("play ") for action in GAME.legal(state))


def do(state: FoolsGoldState, *texts: str) -> None:
    for text in texts:
        action = parse_action(text)
        assert action in GAME.legal(state), f"{text} is not legal"
        GAME.apply(state, action)


def golden(*hands: str, kept: tuple[str, str, str], leader: int, trick: str) -> View:
    """The end of a deal in which hearts are trumps, as the seat to act sees it."""
    state = position(*hands, leader=leader, broken=True)
    state.kept = [cards.cards(text) for text in kept]
    do(state, *(f"play {face}" for face in trick.split()))
    return view(GAME, state, state.turn)


def why(state: FoolsGoldState, text: str) -> str:
    return GAME.why_not(state, parse_action(text)).record


def test_rule_1_and_option_players_three_players_48_cards_16_each() -> None:
    assert cards.write(GAME.pack(FoolsGoldOptions())) == " ".join(rank + suit for suit in "SHDC" for rank in "AKQJT9876543")
    assert table().view(0).sizes == (16,) * 3
    assert [table(players=players).view(0).sizes for players in (4, 5, 6)] == [(12,) * 4, (9,) * 5, (8,) * 6]


def test_option_players_five_leave_out_the_threes_that_are_not_trumps() -> None:
    session = table(players=5)
    trump = cards.SUITS[state_of(session).trump]
    assert state_of(session).gone == cards.cards(" ".join("3" + suit for suit in "SHDC" if suit != trump))
    assert session.view(0).known.piles()[GONE] == state_of(session).gone, "everybody knows them"


def trumps(*held: str) -> list[Cards]:
    """Hands by their trumps, hearts, written as ranks."""
    return [cards.cards(" ".join(rank + "H" for rank in hand)) for hand in held]


LEADS: list[tuple[tuple[str, ...], int, tuple[tuple[int, int], ...], tuple[str, ...], tuple[str, ...]]] = [
    (("AKQJT98", "765", "43"), 0, ((7, 12), (0, 5), (0, 5)), (), ("[0 has] seven trumps or more and leads first.",)),
    (
        ("KQJT", "9876", "A543"), 2, ((4, 4),) * 3, ("AH 2",),
        ("[0 has] four trumps or fewer.", "[1 has] four trumps or fewer.", "[2 has] four trumps or fewer.",
         "[2 has] the ace of trumps.", "[2 leads] first."),
    ),
    (
        ("87654", "AKQJ", "T93"), 0, ((5, 6), (0, 4), (0, 4)), (),
        ("[1 has] four trumps or fewer.", "[2 has] four trumps or fewer.", "[0 leads] first."),
    ),
    (
        ("JT987", "Q6543", "AK"), 1, ((5, 5), (5, 5), (2, 2)), ("AH 2", "KH 2", "QH 1"),
        ("[0 has] 5 trumps.", "[1 has] 5 trumps.", "[2 has] 2 trumps.",
         "[2 has] the ace of trumps.", "[2 has] the king of trumps.", "[1 has] the queen of trumps.", "[1 leads] first."),
    ),
    (
        ("KQJT98", "A76543", ""), 1, ((6, 6), (6, 6), (0, 0)), ("AH 1",),
        ("[0 has] 6 trumps.", "[1 has] 6 trumps.", "[2 has] 0 trumps.",
         "[1 has] the ace of trumps.", "[1 leads] first."),
    ),
    (
        ("876543", "AKQJT", "9"), 0, ((6, 6), (5, 5), (1, 1)), (),
        ("[0 has] 6 trumps.", "[1 has] 5 trumps.", "[2 has] 1 trump.",
         "[0 leads] first."),
    ),
]  # fmt: skip


@pytest.mark.parametrize(("held", "leader", "limits", "named", "said"), LEADS)
def test_rule_2_worked_examples(held: Any, leader: int, limits: Any, named: Any, said: Any) -> None:
    known = tuple((cards.card(text.split()[0]), int(text.split()[1])) for text in named)
    assert find_lead(trumps(*held), 1) == Lead(leader, limits, known, said)


def test_rule_2_the_procedure_always_finds_the_most_trumps_and_then_the_highest() -> None:
    rng, ranks = Random(2), cards.RANKS[:12]
    for _ in range(4000):
        hands = ["", "", ""]
        weights = [rng.random() for _ in range(3)]
        for rank in ranks:
            hands[rng.choices(range(3), weights)[0]] += rank
        lead = find_lead(trumps(*hands), 1)
        assert lead.leader == max(range(3), key=lambda seat: (len(hands[seat]), -ranks.find(hands[seat][:1])))
        counts = [len(hand) for hand in hands]
        assert all(low <= count <= high for count, (low, high) in zip(counts, lead.limits, strict=True))
        assert all(hands[holder].count(cards.name(card)[0]) for card, holder in lead.announced_trumps)
        few = 0 if max(counts) >= 7 else sum(count <= 4 for count in counts)
        deny = sum("or fewer" in line for line in lead.announcements)
        assert deny == (few if few > 1 else 0), "exact numbers make it superfluous"
        assert any(line.endswith(("trumps.", "1 trump.")) and " of " not in line for line in lead.announcements) == (few == 1)


def test_rule_2_with_more_players_only_the_leader_is_announced() -> None:
    assert find_lead(trumps("AK", "QJT9", "8765", "43"), 1) == Lead(1, (), (), ("[1 is] to lead first.",))


def test_rule_2_the_log_shows_these_facts() -> None:
    session = table()
    assert session.deal is not None
    told = log_of_deal(GAME, session.options, session.standing, session.deal, ())
    assert told.log == ("Trumps are " + "♠♥♦♣"[state_of(session).trump] + ".", *state_of(session).lead.announcements)
    for seat in range(3):
        known = session.view(seat).known
        assert isinstance(known, FoolsGoldState) and known.lead == state_of(session).lead


def test_rule_2_a_named_holder_is_known() -> None:
    hands = tuple(cards.hand(hand) for hand in ("JH TH 9H 8H 7H", "QH 6H 5H 4H 3H", "AH KH 3S 3D 3C"))
    state = GAME.begin_deal(FoolsGoldOptions(), Standing(0, (0, 0, 0)), Deal(1, 0, hands, trump=1))
    assert state.turn == 1
    assert state.voids == [cards.cards("AH KH QH"), cards.cards("AH KH"), cards.cards("QH")]
    found = sampler_for(view(GAME, state, 0))
    assert isinstance(found, ExactSampler) and found.ways == 1, "counts and names tell everything"


def test_rule_3_follow_suit_if_able_otherwise_any_card_trumps_included() -> None:
    state = position("9C KD", "AC 4H 5D", "3C 3D")
    do(state, "play 9C")
    assert may(state) == "AC"
    assert why(state, "play 4H") == "it must follow clubs"
    state = position("9C KD", "4H 5D", "3C 3D")
    do(state, "play 9C")
    assert may(state) == "4H 5D"


@pytest.mark.parametrize(
    ("hand", "broken", "rules", "legal"),
    [
        ("3H 9C KD", False, {}, "KD 9C"), ("3H AH", False, {}, "AH 3H"), ("3H 9C KD", True, {}, "3H KD 9C"),
        ("3H 9C KD", False, {"breaking": "off"}, "3H KD 9C"),
    ],
)  # fmt: skip
def test_rule_4_worked_examples(hand: str, broken: bool, rules: Any, legal: str) -> None:
    state = position(hand, "AS KS", "QS JS", broken=broken, **rules)
    assert may(state) == legal
    if legal == "KD 9C":
        assert why(state, "play 3H") == "trumps may not be led before they are broken"
        assert GAME.text.prompt(state) == "Your lead: anything but ♥, until a trump has been played"


@pytest.mark.parametrize(
    ("hands", "before", "breaks"),
    [
        pytest.param("9C KD 3D, 4H 5D 6D, 3H JD 6S", "play 9C", "play 4H", id="a trump merely discarded"),
        pytest.param("3C KD, 4C 5H, 5C JD", "play 3C, play 4C, play 5C, keep 3C, play JD, play KD", "play 5H", id="a ruff"),
        pytest.param("3H 4H, 9S 5H, AS KS", "", "play 3H", id="a leader with nothing but trumps"),
    ],
)
def test_rule_4_a_trump_played_in_any_way_breaks_them(hands: str, before: str, breaks: str) -> None:
    state = position(*hands.split(", "))
    do(state, *filter(None, before.split(", ")))
    assert not state.broken
    do(state, breaks)
    assert state.broken


@pytest.mark.parametrize("rules", [{}, {"broken": True}, {"breaking": "off"}])
def test_who_leads_trumps_before_they_may_be_led_shows_to_hold_nothing_else(rules: dict[str, Any]) -> None:
    state = position("3H 4H", "9S 5H", "AS KS", **rules)
    do(state, "play 3H")
    assert state.voids[0] & cards.cards("AS KD 3C") == (0 if rules else cards.cards("AS KD 3C"))
    assert not state.voids[0] & HEARTS


@pytest.mark.parametrize(
    ("rules", "badge", "facts"),
    [
        ({}, "trumps, not broken", ()), ({"broken": True}, "trumps, broken", ("Trumps are broken.",)),
        ({"breaking": "off"}, "trumps", ()),
    ],
)  # fmt: skip
def test_broken_trumps_are_marked_where_they_have_to_be_broken(rules: Any, badge: str, facts: tuple[str, ...]) -> None:
    state = position("4S 3H", "AS KS", "QS JS", **rules)
    assert GAME.text.badges(state) == (Badge("H", badge),) and GAME.text.extra_facts(state) == facts


@pytest.mark.parametrize(
    ("plays", "winner"), [("9C KC 4H", 2), ("9C KC TC", 1), ("9C AD KD", 0), ("9C 3H 4H", 2), ("9H AH KH", 1)]
)
def test_rule_5_highest_trump_else_highest_of_the_suit_led(plays: str, winner: int) -> None:
    state = position(*plays.split(), broken=True)
    do(state, *(f"play {face}" for face in plays.split()))
    assert state.turn == winner


def test_rule_6_worked_example_and_the_winner_leads_next() -> None:
    state = position("9C AD", "KC 3D", "4H 8S")
    do(state, "play 9C", "play KC", "play 4H")
    assert state.turn == 2
    assert may(state) == "keep KC keep 9C"
    assert why(state, "keep 4H") == "only clubs of this trick may be kept"
    assert why(state, "play 8S") == "it must first keep a card of the trick"
    assert GAME.text.prompt(state) == "The trick is yours; keep a ♣ of it: ~K♣~ or ~9♣~"
    assert GAME.text.short_prompt(state) == "Keep a ♣ of it: ~K♣~ or ~9♣~", "the log has just told whose trick it is"
    do(state, "keep KC")
    assert (state.turn, state.leader, may(state)) == (2, 2, "8S")
    state = position("9C AD", "4D 3D", "4H 8S")
    do(state, "play 9C", "play 4D", "play 4H")
    assert may(state) == "keep 9C", "an action even where there is no choice"


def test_rule_6_the_kept_card_lies_face_up_and_the_others_go_face_down() -> None:
    state = position("9C AD", "KC 3D", "4H 8S")
    do(state, "play 9C", "play KC", "play 4H")
    events: list[Any] = []
    GAME.apply(state, parse_action("keep 9C"), events.append)
    assert events == [
        Moved((cards.card("9C"),), TRICK, Pile(KEPT_KIND, 2)),
        Moved((cards.card("KC"), cards.card("4H")), TRICK, Pile(WON_KIND, 2)),
    ]
    assert KEPT_KIND.face_up and not WON_KIND.face_up
    assert state.kept[2] == cards.cards("9C") and state.won[2] == cards.cards("KC 4H")
    assert state.taken() == (0, 0, 1)


def test_nothing_is_kept_before_a_trick_is_full() -> None:
    session = table()
    with pytest.raises(IllegalAction, match="there is no trick to keep a card of"):
        session.act(session.turn or 0, parse_action("keep AS"))


def kept(counts: str) -> Cards:
    """So many cards of suits, of ranks that make no set."""
    found, rank = 0, 0
    for text in counts.split():
        for _ in range(int(text[0])):
            found |= cards.BIT["SHDC".index(text[1]) * 13 + rank % 12]
            rank += 1
    return found


@pytest.mark.parametrize(
    ("face_up", "chart", "points"),
    [
        *((kept(counts), PURE, points) for counts, points in (("2C 1H 1S 1D", -1), ("3C 3S 1D", -1), ("5C", 5), ("", 0))),
        *((cards.cards(face_up), GRADED, points) for face_up, points in (
            ("9H 9C 9S", 3), ("9H 9C 9S 3D 5D 7D", 4), ("9H 9C 9S 9D", 6), ("3C 4C 5C 3S 4S 5S 3D", 3),
            ("AS AH AD AC KS KH KC", 5), ("AS AH AD AC", 3),
        )),
    ],
)  # fmt: skip
def test_rules_7_and_8_worked_examples(face_up: Cards, chart: Any, points: int) -> None:
    assert points_of_kept_cards(face_up, chart) == points


def test_rule_8_the_bonus_chart() -> None:
    rows = {"A": (2, 5), "K": (3, 6), "Q": (3, 7)} | dict.fromkeys("JT9876543", (4, 8))
    for rank, (triplet, quad) in rows.items():
        for three in combinations("SHDC", 3):
            assert points_of_kept_cards(cards.cards(" ".join(rank + suit for suit in three)), GRADED) == triplet - 1
        assert points_of_kept_cards(cards.cards(" ".join(rank + suit for suit in "SHDC")), GRADED) == quad - 2, (
            "instead, not added"
        )


def points(options: FoolsGoldOptions, *faces: str) -> tuple[int, ...]:
    """The points of a deal with these cards kept."""
    state = GAME.begin_deal(options, Standing(0, (0, 0, 0)), Deal(1, 0, ((0,), (1,), (2,)), trump=1))
    state.kept = [cards.cards(face) for face in faces]
    return GAME.points(state)


def test_option_chart_and_bonuses() -> None:
    queens, aces, nines = "QS QH QD", "AS AH AD AC", "9H 9C 9S"
    assert points(FoolsGoldOptions(), queens, aces, nines) == (3, 3, 3)
    assert points(FoolsGoldOptions(chart="graded"), queens, aces, nines) == (2, 3, 3)
    assert points(FoolsGoldOptions(bonuses="off"), queens, aces, nines) == (-1, -2, -1)
    rows = [[0, 99], *([1, 2] for _ in range(11))]
    own = read_options(FoolsGoldOptions, {"chart": rows}, partial=True)
    assert points(own, queens, aces, nines) == (0, 97, 0)
    assert options_as_json(own)["chart"] == rows, "a record has it as it was given"
    assert read_options(FoolsGoldOptions, options_as_json(own)) == own


@pytest.mark.parametrize(
    "rows", ["steep", [], [[4, 8]] * 11, [[4, 8]] * 13, [[4, 100]] * 12, [[-1, 8]] * 12, [[4, 8, 1]] * 12, [[4, True]] * 12, 12]
)
def test_option_chart_is_refused_where_it_is_no_chart(rows: object) -> None:
    with pytest.raises(ValueError, match="'chart' cannot be"):
        read_options(FoolsGoldOptions, {"chart": rows}, partial=True)


def test_a_game_with_a_chart_of_its_own_is_recorded_and_replayed() -> None:
    own = read_options(FoolsGoldOptions, {"chart": [[9, 20]] * 12}, partial=True)
    session, text = playing.play(playing.Variant(GAME, own), 1, deals=2)
    (again,) = replayed_games(text.encode(), playing.find)
    assert again.standing == session.standing and again.options == own


def test_rule_9_the_highest_total_wins_once_somebody_has_the_target() -> None:
    for tie, totals, winners in (
        ("extra-deal", (10, 12, -3), (1,)),
        ("extra-deal", (10, 10, 4), ()),
        ("shared", (10, 10, 4), (0, 1)),
    ):
        assert GAME.winners(FoolsGoldOptions(target=10, tie=tie), Standing(9, totals)) == winners
    assert GAME.winners(FoolsGoldOptions(target=10), Standing(9, (9, 8, -3))) == ()


@pytest.mark.parametrize(("key", "value"), [("target", 4), ("target", 51), ("players", 7), ("bonuses", "none"), ("tie", 1)])
def test_options_are_those_of_the_rules(key: str, value: object) -> None:
    with pytest.raises(ValueError, match=f"{key!r} cannot be"):
        read_options(FoolsGoldOptions, {key: value}, partial=True)
    assert read_options(FoolsGoldOptions, {"target": 37}, partial=True).target == 37


@pytest.mark.parametrize("change", [{"trump": None}, {"turned": 3}, {"stock": (1,)}, {"hands2": ((1,),)}])
def test_a_set_up_deal_must_be_complete(change: dict[str, Any]) -> None:
    deal = present(table().deal)
    with pytest.raises(ValueError, match="has hands, a trump and nothing else"):
        GAME.check_deal(FoolsGoldOptions(), Standing(0, (0, 0, 0)), Deal(**(vars(deal) | change)))


def everything(seen: View) -> dict[tuple[Cards, ...], bool]:
    """Every way to deal the unseen cards, and whether the whole story could have been told of it."""
    others = [seat for seat in range(len(seen.sizes)) if seat != seen.seat]
    found: dict[tuple[Cards, ...], bool] = {}

    def deal(left: Cards, seats: Sequence[int], hands: tuple[tuple[int, Cards], ...]) -> None:
        if not seats:
            whole = dict(hands) | {seen.seat: seen.hand}
            found[tuple(whole[seat] for seat in range(len(seen.sizes)))] = could_be(seen, whole)
            return
        for mine in combinations(cards.members(left), seen.sizes[seats[0]]):
            held = sum(cards.BIT[card] for card in mine)
            deal(left & ~held, seats[1:], (*hands, (seats[0], held)))

    deal(seen.unseen, others, ())
    return found


def could_be(seen: View, hands: dict[int, Cards]) -> bool:
    """Whether these hands, with what has been played put back, would have led to the same story: the rules are the judge."""
    known = of_kind(FoolsGoldState, seen.known)
    start = [hands[seat] for seat in range(len(seen.sizes))]
    for seat, action in known.actions:
        if verb_of(action) is Verb.PLAY:
            start[seat] |= cards.BIT[action]
    deal = Deal(known.number, known.dealer, tuple(cards.members(hand) for hand in start), trump=known.trump)
    state = GAME.begin_deal(known.options, Standing(known.number - 1, known.totals), deal)
    if state.lead != known.lead:
        return False
    for seat, action in known.actions:
        if seat != state.turn or action not in GAME.legal(state):
            return False
        GAME.apply(state, action)
    return True


@pytest.mark.one_in(2)
@pytest.mark.parametrize(
    ("players", "breaking", "games", "left"),
    [
        *((players, "on", 6, left) for players, left in ((3, 8), (4, 7), (5, 6), (6, 6))),
        *(pytest.param(players, breaking, 40, left, marks=pytest.mark.slow)
          for players, left in ((3, 9), (4, 8), (5, 8), (6, 7)) for breaking in ("on", "off")),
    ],
)  # fmt: skip
def test_imagined_deals_are_exactly_those_in_which_the_story_could_be_told(
    players: int, breaking: str, games: int, left: int
) -> None:
    """Imagines near the end of many deals, from every seat, and compares with all distributions."""
    looked = tight = 0
    for number in range(games):
        session, rng = to_endgame(left, number, players=players, breaking=breaking)
        for seat in range(players):
            seen = session.view(seat)
            if not 3 < seen.unseen.bit_count() <= left:
                continue
            found = everything(seen)
            fits = {hands for hands, fit in found.items() if fit}
            hidden = sampler_for(seen)
            drawn = {tuple(sample_determinization(seen, rng, hidden).hands) for _ in range(6 * len(fits))}
            assert drawn <= fits
            assert len(drawn) >= 0.9 * len(fits) or len(fits) < 60
            looked += 1
            tight += len(fits) < len(found)
    assert looked >= games and tight >= games / 8


@pytest.mark.one_in(2)
@pytest.mark.parametrize("players", [3, 4])
def test_imagining_is_uniform(players: int) -> None:
    tested = 0
    for number in range(60):
        session, rng = to_endgame(8, number, players=players)
        seen = session.view(session.turn or 0)
        known = state_of(session).knowledge(seen.seat)
        fits = [hands for hands, fit in everything(seen).items() if fit]
        if known is None or not 4 <= len(fits) <= 60:
            continue
        hidden = sampler_for(seen)
        drawn = Counter(tuple(sample_determinization(seen, rng, hidden).hands) for _ in range(100 * len(fits)))
        assert set(drawn) == set(fits)
        chi = sum((count - 100) ** 2 / 100 for count in drawn.values())
        assert chi < len(fits) - 1 + 5 * (2 * len(fits)) ** 0.5
        tested += 1
        if tested == 6:
            return
    raise AssertionError("there are too few positions in which every deal can be counted")


def test_at_the_first_lead_what_is_stated_is_believed() -> None:
    kinds = Counter[str]()
    for number in range(150):
        session = table(f"{number:012}")
        lead, rng = state_of(session).lead, Random(number)
        seen = session.view(number % 3)
        trump = cards.suit_in_both_packs(state_of(session).trump)
        for _ in range(5):
            state = sample_determinization(seen, rng)
            assert find_lead(state.hands, state_of(session).trump) == lead
            counts = [(hand & trump).bit_count() for hand in state.hands]
            assert all(low <= count <= high for count, (low, high) in zip(counts, lead.limits, strict=True))
        kinds[lead.announcements[-1].split()[1].rstrip("]") + str(len(lead.announcements))] += 1
    assert len(kinds) >= 4


@pytest.mark.one_in(3)
@pytest.mark.parametrize("players", [4, 5, 6])
def test_at_the_first_lead_of_more_players_the_leader_is_believed(players: int) -> None:
    for number in range(25):
        session, rng = table(f"{number:012}", players=players), Random(number)
        for seat in (state_of(session).lead.leader, number % players):
            seen = session.view(seat)
            hidden = sampler_for(seen)
            for _ in range(10):
                assert (
                    find_lead(sample_determinization(seen, rng, hidden).hands, state_of(session).trump)
                    == state_of(session).lead
                )


def test_the_arithmetic_is_shown() -> None:
    state = position("3H", "9S", "AS")
    state.kept = [cards.cards("6H 6C 6S 3S"), 0, cards.cards("9S 8S")]
    rows = GAME.text.tally(state, 0).rows
    assert [(row.base, row.extra, row.points) for row in rows] == [("= 0", "+4", "4"), ("= 0", "", "0"), ("= 2", "", "2")]
    assert rows[0].why == "♠ counts 2 for [0] and the rest 2 against. Three sixes earn 4."
    assert rows[1].why == "[1 has] no tricks, and nothing counts for or against."


def test_the_default_is_the_plainer_chart_and_a_chart_may_be_typed() -> None:
    assert FoolsGoldOptions().chart == "flat"
    assert {parse_typed_chart(text) for text in ("", "x", "2/5 4", "2-5", "100/2", "1/2 " * 13)} == {None}
    assert parse_typed_chart("2/5 4/8") == CHARTS["flat"] and parse_typed_chart("2/5, 3/6, 3/7, 4/8") == CHARTS["graded"]


def test_what_keeping_a_card_does_is_said() -> None:
    state = position("9C AD", "KC 3D", "4H 8S")
    state.kept[2] = cards.cards("9S 9D")
    do(state, "play 9C", "play KC", "play 4H")
    assert GAME.text.preview_effect(state, parse_action("keep 9C")) == "the score goes from 0 to 3"
    made = GAME.text.title_remark_and_choices(state)[2]
    assert [(choice.result, choice.verdict) for choice in made] == [("score 0 to −1", ""), ("score 0 to 3", "third nine: +4")]
    state.kept[2] = cards.cards("KS 9S 9D 9H")
    assert [choice.verdict for choice in GAME.text.title_remark_and_choices(state)[2]] == ["second king", "fourth nine: +4"]


def test_the_chart_tells_sets_made_and_near_and_what_was_said_of_the_lead() -> None:
    state = position("9C AD", "KC 3D", "4H 8S", chart="graded")
    told = [
        ("", ("by itself is worth its bonus less 1",)), ("AS AH", ("a third earns 2",)),
        ("KS KH KD 6S 6D", ("earn 3: a fourth adds 3", "a third earns 4")),
        ("QS QH QD QC", ("earn 7",)),
    ]  # fmt: skip
    for kept, facts in told:
        state.kept[0] = cards.cards(kept)
        found = GAME.text.chart(state, 0)
        assert found is not None and state.lead.announcements
        assert all(fact in found.remark for fact in facts) and found.remark.endswith(" ".join(state.lead.announcements))


def test_pure_fools_gold_asks_for_no_card_and_speaks_of_no_sets() -> None:
    state = position("9C AD", "KC 3D", "4H 8S", bonuses="off")
    state.kept[2] = cards.cards("9S 9D 9H")
    for act in ("play 9C", "play KC"):
        assert GAME.text.automatic_action(state) is None
        do(state, act)
    do(state, "play 4H")
    keep = parse_action("keep 9C")
    assert GAME.text.automatic_action(state) == keep and keep in GAME.legal(state), "the card led lies for the trick"
    said = [GAME.text.prompt(state), GAME.text.log_line_of_action(state, 2, keep)]
    tally = GAME.text.tally(state, 2)
    said += [tally.sentence, *tally.heads, tally.extra_head, *(row.why for row in tally.rows)]
    assert GAME.text.chart(state, 2) is None
    assert not re.search(r"\b(set|sets|bonus|keeps?|nines?)\b", " ".join(said)), said


# ---------------------------------------------------------------------- the policy

SURE = 0.6
"""How likely the policy does what is right, at least, where the rules alone decide."""


def chances(seen: View) -> dict[str, float]:
    known, policy = seen.known, GAME.heuristics.policy()
    assert isinstance(known, FoolsGoldState) and isinstance(policy, GoldPolicy)
    return dict(zip([GAME.action_text(action) for action in seen.legal], policy.probabilities(known, seen.legal), strict=True))


def features(seen: View, face: str) -> GoldFeatures:
    """Of the card that is played, or kept if the trick is complete."""
    sight, found = GoldPolicy([]), GoldFeatures()
    assert isinstance(seen.known, FoolsGoldState)
    sight.read_position(seen.known)
    (sight.fill_keep_features if sight.trick.full else sight.fill_card_features)(card(face), found)
    return found


MUST_WIN = {
    "KS": golden("KS 3S", "QS 6C", "5S 7C", kept=("9S 8S 7S 4S", "", ""), leader=1, trick="QS 5S"),
    "TD": golden("TD 4D", "8D 6C", "5D 7C", kept=("KD QD JD AC", "", ""), leader=1, trick="8D 5D"),
    # Nothing but clubs counts for it; the trump takes a trick of them.
    "5H": golden("5H 9D", "QC 6S", "JC 7S", kept=("KC 8C 7C", "", ""), leader=1, trick="QC JC"),
}
"""By the card that is right, positions in which that card alone takes a trick of the best suit."""
FORCED_DUCK = {
    "5D": golden("KD 5D", "QD 6C", "3D 7C", kept=("AS KS QS JS", "", ""), leader=1, trick="QD 3D"),
    "4C": golden("AC 4C", "KC 6D", "3C 7D", kept=("AS KS QS", "", ""), leader=1, trick="KC 3C"),
    "9D": golden("5H 9D", "QC 6D", "JC 7D", kept=("KS 8S 7S", "", ""), leader=1, trick="QC JC"),
}
"""The same, where the trick would be one of a suit that counts against."""
KEPT = {
    "9S": golden("TS", "9S", "8S", kept=("9D 9C AS KS QS", "", ""), leader=0, trick="TS 9S 8S"),
    "6S": golden("TS", "9S", "6S", kept=("6D 6C 6H TD AS KS QS", "", ""), leader=0, trick="TS 9S 6S"),
}
"""The cards that make a set, or make it larger."""


@pytest.mark.parametrize("right", [*MUST_WIN, *FORCED_DUCK, *KEPT])
def test_the_card_that_is_right_is_chosen(right: str) -> None:
    seen = {**MUST_WIN, **FORCED_DUCK, **KEPT}[right]
    found = features(seen, right)
    if right in KEPT:
        assert found.set > 0
    else:
        assert found.take == (right in MUST_WIN) and (right in FORCED_DUCK or found.base == 1)
    assert chances(seen)[f"{'keep' if right in KEPT else 'play'} {right}"] > SURE


def test_a_set_may_be_worth_a_card_that_counts_against() -> None:
    """The nine of diamonds costs one point and is the third nine: four."""
    seen = golden("KD 5D", "9D 6C", "3D 7C", kept=("AS 9S 9C", "", ""), leader=1, trick="9D 3D")
    assert features(seen, "KD").base == -1 and features(seen, "KD").set == 1
    assert chances(seen)["play KD"] > SURE


def test_a_sure_loser_is_seen_as_one() -> None:
    """A card below the one that has the trick, and one of another suit that is no trump, cannot take it."""
    below = golden("JS 3S", "QS 6C", "5S 7C", kept=("", "", ""), leader=1, trick="QS")
    assert features(below, "5S").take == 0
    other = golden("5H 9D", "QC 6S", "JC 7S", kept=("", "", ""), leader=1, trick="QC JC")
    assert features(other, "9D").take == 0 and features(other, "5H").take == 1
    # With higher cards and trumps to come it is likely and no more.
    lead = golden("KS 9D", "QC 6S", "JC 7S", kept=("", "", ""), leader=0, trick="")
    assert 0 < features(lead, "9D").take < features(lead, "KS").take < 1


def test_what_the_others_gain_is_seen() -> None:
    """The first card has the trick: it counts for its seat, and the nine would be its third."""
    seen = golden("8S 9S", "AS 6C", "5S 7C", kept=("", "KS 9D 9C QS", ""), leader=1, trick="AS 5S")
    assert features(seen, "8S").others_base == features(seen, "9S").others_base == 1
    assert features(seen, "8S").feeds == 0 and features(seen, "9S").feeds == 1
    assert chances(seen)["play 8S"] > 0.5


def test_each_part_of_a_deal_has_weights_of_its_own() -> None:
    policy = GAME.heuristics.policy()
    assert isinstance(policy, GoldPolicy) and len(policy.weights) == len(SHAPE.situations)
    seen = MUST_WIN["KS"]
    assert isinstance(seen.known, FoolsGoldState)
    policy.read_position(seen.known)
    assert SHAPE.situations[policy.situation_of(seen.legal[0])] == "last follows, end"
    seen = KEPT["9S"]
    assert isinstance(seen.known, FoolsGoldState)
    policy.read_position(seen.known)
    assert SHAPE.situations[policy.situation_of(seen.legal[0])] == "keep, end"
