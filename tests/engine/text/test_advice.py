"""The principles of each game: true of the position for the action advised and not for the next, short, and without figures."""

from __future__ import annotations

import dataclasses
import itertools
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from goosetable import cards
from goosetable.engine.hidden.view import View
from goosetable.engine.rules.action import GIVE, value_of
from goosetable.engine.rules.state import BID, TrickState
from goosetable.engine.text.advice import MAX_WORDS, Advice, Decision, Tip, without_last_clauses
from goosetable.engine.text.explain import WORTH, statistics_of
from goosetable.engine.text.trick_advice import TrickAdvice
from goosetable.engine.words import phrases
from goosetable.engine.words.phrases import with_seats_named
from goosetable.games import SHELF, find_game
from goosetable.games.fools_gold.rules import KEEP
from goosetable.games.gooseberry_fool.advice import FoolAdvice
from goosetable.games.gooseberry_fool.rules import GooseberryFool
from goosetable.games.gops.rules import VALUE
from goosetable.games.throps.rules import BID_KEY
from tests.games.low_card import LowCard
from tests.games.playing import GAMES, NAMES, Variant
from tests.players.positions import ending, turns

LONGEST = 26
"""Words of a sentence with its reason."""
FIGURES = re.compile(r"imagined|on average|in 100|\bdeals\b|often|chance|@")


def decision(seen: View) -> Decision[Any]:
    return Decision(seen.known, seen.unseen, seen.sizes, seen.known_hand_cards, seen.legal, seen.game.text.card_name)


@pytest.mark.one_in(3)
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_a_reason_holds_for_the_action_and_not_for_the_other(game: Any) -> None:
    named = 0
    for turn in turns(Variant(game, game.Options()), "advice", 25, 0.5):
        at, seen = decision(turn.view), turn.view
        for action, other in zip(seen.legal, seen.legal[1:], strict=False):
            tip = game.advice.reason(at, action, other)
            own = {one.name for one in game.advice.tips(at, action)}
            assert not tip.name or tip.name in own
            assert tip.name not in {one.name for one in game.advice.tips(at, other)}
            said = with_seats_named(tip.hint, NAMES, seen.seat)
            assert said[0].isupper() or not said[0].isalpha()
            assert said[-1] not in ".:;,"
            assert len(said.split()) <= LONGEST, said
            missed = game.advice.missed_principle(at, other, action)
            assert not FIGURES.search(said + tip.missed + missed.missed), said
            assert missed.missed[-1:] not in (".", ":", ",")
            assert bool(missed.name) == bool(missed.missed), "a principle without words for the review is none there"
            named += bool(tip.name)
    assert named or type(game.advice) is Advice


@pytest.mark.parametrize("game", SHELF, ids=lambda game: game.id)
def test_every_habit_has_words_for_a_principle(game: Any) -> None:
    assert game.advice.mistake_words
    assert all(words == words.strip().rstrip(".") and words[0].islower() for words in game.advice.mistake_words.values())


def test_a_game_without_principles_names_the_action() -> None:
    game = LowCard()
    (turn, *_) = turns(Variant(game, game.Options()), "none", 1)
    tip = game.advice.reason(decision(turn.view), turn.view.legal[0], turn.view.legal[1])
    assert not tip.name
    assert game.text.card_name(turn.view.legal[0]) in tip.hint


def fool(hand: str, trick: str, taken: tuple[int, int, int] = (3, 3, 2)) -> Decision[Any]:
    """Seat 2 holds a hand of Gooseberry Fool, and plays last to a trick that seat 0 has led."""
    count = len(hand.split())
    others = [f"{rank}{suit}" for suit in "SD" for rank in "789TJQKA"]
    rest = count - 1
    hands = (" ".join(others[:rest]), " ".join(others[rest : 2 * rest]), hand)
    return decision(ending(hands, taken, trick, 0, 2))


def reason(at: Decision[Any], one: str, two: str) -> str:
    tip = GooseberryFool().advice.reason(at, cards.card(one), cards.card(two))
    return with_seats_named(tip.hint, ("Ann", "Ben", "You"), 2)


def test_in_gooseberry_fool_it_matters_who_gets_the_trick() -> None:
    at = fool("KH TH 7C", "9H JH", (4, 1, 3))
    assert reason(at, "TH", "KH") == "Take it with 10♥"
    assert reason(at, "KH", "TH") == "Leave it to Ben with K♥: Ben's tricks count two for you, your own only one"


def test_in_gooseberry_fool_the_joker_goes_to_the_right_neighbour() -> None:
    seen = ending(("KS", "QS", "JS"), (3, 3, 3), "9H JH X", 0, 2)
    assert seen.legal == (GIVE, GIVE + 1, GIVE + 2)
    tip = GooseberryFool().advice.reason(decision(seen), GIVE + 1, GIVE)
    assert "[1's] tricks count two for you" in tip.hint or "middle" in tip.hint


def test_cards_are_level_if_no_card_between_them_is_out() -> None:
    """Cards that are gone are closed up, and no sentence contrasts level cards."""
    game: Any = find_game("goose")
    seen = next(turn.view for turn in turns(Variant(game, game.Options(max_hand=8)), "level", 60) if turn.view.legal[0] < 54)
    known: Any = seen.known.copy()
    known.trick, known.voids = [cards.card("AH")], [0] * len(seen.sizes)
    known.hands[seen.seat] = cards.cards("TH 9H 7H")
    at = Decision(known, cards.cards("KH 6H 4H"), (3,) * len(seen.sizes), (), tuple(cards.members(known.hands[seen.seat])), str)
    ten, nine, seven = (cards.card(name) for name in ("TH", "9H", "7H"))
    assert game.advice.are_level(at, ten, seven)
    assert game.advice.are_level(at, seven, nine)
    assert "lost" not in {tip.name for card in (ten, nine, seven) for tip in game.advice.tips_when_tricks_wanted(at, card)}
    above = dataclasses.replace(at, unseen=cards.cards("KH 8H"))
    assert not game.advice.are_level(above, ten, seven)
    assert game.advice.are_level(above, ten, nine)
    assert "lost" in {tip.name for tip in game.advice.tips_when_tricks_wanted(above, seven)}


def test_a_reason_does_not_hold_for_worse_actions() -> None:
    at = fool("KH TH 7C", "9H JH", (4, 1, 3))
    legal = [cards.card(name) for name in ("TH", "KH")]
    tips = {tip.name for tip in GooseberryFool().advice.tips(at, legal[0])}
    assert tips
    assert GooseberryFool().advice.reason(at, legal[0], None, [legal[1]]).name in tips
    assert not GooseberryFool().advice.reason(at, legal[0], None, [legal[0]]).name


@pytest.mark.parametrize("name", ["gops", "throps"])
def test_a_missed_principle_of_a_sealed_bid_fits_the_direction_of_the_mistake(name: str) -> None:
    """A review of a bid that was too low does not say that the bid is better kept, and one of a high bid not that it loses."""
    game, said = find_game(name), []
    for turn in turns(Variant(game, game.Options()), "advice", 25, 0.5):
        at, legal = decision(turn.view), turn.view.legal
        order = list(game.heuristics.bids_from_lowest(turn.view.known))
        for better, played in itertools.product((legal[0], legal[len(legal) // 2], legal[-1]), legal):
            if better != played and (missed := game.advice.missed_principle(at, better, played).missed):
                said.append((missed, order.index(better) < order.index(played)))
                assert at.face(value_of(played)) in missed or at.face(value_of(better)) in missed
    assert {lower for missed, lower in said if "would have stayed" in missed or "better prizes" in missed} <= {True}
    assert {lower for missed, lower in said if missed.startswith("for ") or "was sure to win" in missed[:20]} <= {False}
    assert {True, False} == {lower for _, lower in said}


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_a_fact_that_makes_cards_equal_is_true_of_every_card(game: Any) -> None:
    """The last to play knows the whole trick: every card of theirs ends it as the fact says."""
    checked = 0
    for turn in turns(Variant(game, game.Options()), "given", 40, 0.5):
        at = decision(turn.view)
        known: Any = at.known
        fact = game.advice.shared_fact(at)
        if not fact or len(known.trick) < len(known.hands) - 1:
            continue
        for action in turn.view.legal:
            state = turn.truth.copy()
            game.apply(state, action)
            takes = not state.over and state.turn == turn.view.seat
            assert state.over or takes == fact.startswith("Every card") or "Goose" in fact, fact
            checked += 1
    assert checked or not isinstance(game.advice, TrickAdvice | FoolAdvice)


def test_a_seat_that_never_takes_the_trick_does_not_take_it_whatever_the_third_follows_with() -> None:
    checked, game = 0, find_game("gooseberry-fool")
    assert isinstance(game.advice, FoolAdvice)
    for turn in turns(Variant(game, game.Options()), "never", 120, 0.5):
        at = decision(turn.view)
        if not isinstance(at.known, TrickState) or len(at.known.trick) != 1:
            continue
        for action in turn.view.legal:
            for tip in game.advice.tips(at, action):
                if not tip.name.startswith("never "):
                    continue
                state = turn.truth.copy()
                game.apply(state, action)
                suit = cards.ONE_PACK[cards.suit(at.known.trick[0])]
                for other in cards.members(state.hands[state.turn] & suit):
                    after = state.copy()
                    game.apply(after, other)
                    assert after.turn != int(tip.name.split()[1])
                    checked += 1
    assert checked


def faces_in(words: str) -> set[str]:
    return set(re.findall(r"(?:10|[2-9AKQJ])[♠♥♦♣]", words))


def held_by_others(turn: Any, suit: str) -> list[int]:
    """The cards of a suit, or the trumps, that other hands really hold."""
    group = cards.ONE_PACK[turn.truth.trump_suit if suit == "trump" else cards.SUIT_NAMES.index(suit)]
    return [
        card for seat, hand in enumerate(turn.truth.hands) if seat != turn.view.seat for card in cards.members(hand & group)
    ]


def beaters(game: Any, turn: Any, card: int) -> set[str]:
    """The cards of the hands still to play that are allowed in this trick and would really beat a card."""
    found, known = set(), turn.truth
    trick = [*known.trick, card]
    for place in range(len(trick), len(known.hands)):
        hand = known.hands[known.seat_at(place)]
        follow = hand & cards.ONE_PACK[cards.suit(trick[0])] if cards.suit(trick[0]) < 4 else 0
        found |= {game.text.card_name(one) for one in cards.members(follow or hand)
                  if game.advice.winning_index(known, [*trick, one]) == len(trick)}  # fmt: skip
    return found


def order(game: Any, turn: Any, card: int) -> int:
    """The place of a card in its suit, from the highest."""
    return int(game.advice.rank_from_top(turn.truth, card)) if isinstance(game.advice, TrickAdvice) else cards.rank(card)


def higher(game: Any, turn: Any, card: int) -> set[str]:
    """The higher cards of a card's suit that other hands really hold."""
    return {game.text.card_name(one) for one in held_by_others(turn, cards.SUIT_NAMES[cards.suit(card)])
            if order(game, turn, one) < order(game, turn, card)}  # fmt: skip


def outbid(game: Any, turn: Any, action: int, least: int = 1) -> set[str]:
    """The bids of other hands that are really stronger than a bid, by at least `least` in Gops."""
    hands, mine = [hand for seat, hand in enumerate(turn.truth.hands) if seat != turn.view.seat], action - BID
    if game.id == "gops":
        hands = [turn.truth.open_hand(seat) for seat in range(len(hands) + 1) if seat != turn.view.seat]
    found = [one for hand in hands for one in cards.members(hand)]
    key = BID_KEY[cards.suit(turn.truth.turned)] if game.id == "throps" else [-VALUE[card] for card in range(cards.JOKER)]
    return {game.text.card_name(one) for one in found if key[mine] - key[one] >= least}


def gains(game: Any, turn: Any, words: str) -> bool:
    """Whether every seat that gains or loses points by the card on sale gains or loses as many as a sentence says."""
    verb, seen = "", turn.view
    for found in re.finditer(r"(brings?|costs?)\b|\[(\d)\](?: gains)? (\d+)|you (?:only |lose )?(\d+)", words):
        verb = found[1] or ("cost" if "you lose" in found[0] else verb)
        if not found[1] and verb:
            seat = seen.seat if found[2] is None else int(found[2])
            points = int(found[3] or found[4])
            if game.advice.gain(decision(seen), seat) != (-points if verb.startswith("cost") else points):
                return False
    return True


def counted(game: Any, turn: Any, action: int, words: str) -> bool:
    """Whether a bid beats as many cards of each hand as a sentence says: "which beats six of [1's] ten cards"."""
    found = re.findall(r"(\w+) of \[(\d)'s\] (\w+)", words)
    for number, seat, count in found:
        held = [VALUE[card] for card in cards.members(turn.truth.open_hand(int(seat)))]
        beaten = sum(value < VALUE[value_of(action)] for value in held)
        if (number, count) != (phrases.number_word(beaten), phrases.number_word(len(held))):
            return False
    return bool(found)


def of_suit(turn: Any, name: str) -> list[int]:
    """The cards of a suit, or the trumps, in the hand of the seat to act."""
    suit = turn.truth.trump_suit if name == "trump" else [*cards.SUIT_NAMES, "jokers"].index(f"{name}s")
    return [card for card in cards.members(turn.view.hand) if cards.suit(card) == suit]


CLAIMS: dict[str, Callable[[Any, Any, int, re.Match[str]], bool]] = {
    r"nobody else has (?:a )?(trump|[shdc]\w+s)": lambda game, turn, card, found: not held_by_others(turn, found[1]),
    r"others have no (\w+)": lambda game, turn, card, found: not held_by_others(turn, found[1]),
    r"\[(\d)(?:\], out of| has\] no(?: more)?) (\w+)": lambda game, turn, card, found: (
        not (turn.truth.hands[int(found[1])] & cards.ONE_PACK[cards.SUIT_NAMES.index(found[2])])
    ),
    r"nobody can beat|cannot be beaten, and you|no higher trump|: it beats \[": lambda game, turn, card, found: (
        not beaters(game, turn, card) if card < BID else not outbid(game, turn, card, 0)
    ),
    r"only ([^:]*) can beat it": lambda game, turn, card, found: (
        beaters(game, turn, card) <= faces_in(found[1]) or "trump" in found[1]
    ),
    r"only ([^:]*) (?:is a|are) higher": lambda game, turn, card, found: higher(game, turn, card) <= faces_in(found[1]),
    r"Lead \S+, the highest \w+": lambda game, turn, card, found: (
        not higher(game, turn, card)
        and order(game, turn, card)
        == min(order(game, turn, one) for one in cards.members(turn.view.hand & cards.ONE_PACK[cards.suit(card)]))
    ),
    r"your (highest|lowest) (spade|heart|diamond|club)\b": lambda game, turn, card, found: (
        order(game, turn, card) == (min, max)[found[1] == "lowest"](order(game, turn, one) for one in of_suit(turn, found[2]))
    ),
    r"your only (spade|heart|diamond|club|trump)\b": lambda game, turn, card, found: of_suit(turn, found[1]) == [card],
    r": only (\S+(?: and \S+)?) (?:is|are) out": lambda game, turn, card, found: (
        faces_in(found[1]) == {game.text.card_name(one) for one in held_by_others(turn, cards.SUIT_NAMES[cards.suit(card)])}
    ),
    r"no card out beats it|is sure to win|, which nothing beats(?!, then)": lambda game, turn, card, found: (
        not outbid(game, turn, card, 0 if game.id == "gops" else 1)
    ),
    r"which beats (?=[^:]* of \[)": lambda game, turn, card, found: counted(game, turn, card, found.string),
    r"for \[(\d)'s\] cards are all higher": lambda game, turn, card, found: (
        min(VALUE[one] for one in cards.members(turn.truth.open_hand(int(found[1]))))
        > max(VALUE[value_of(action)] for action in turn.view.legal)
    ),
    r"which only [^,;]* can tie": lambda game, turn, card, found: not outbid(game, turn, card),
    r"which only (\S+(?: and \S+)?) beats?\b": lambda game, turn, card, found: (
        card < BID or outbid(game, turn, card) == faces_in(found[1])
    ),
    r"keep (\S+), with only (\S+(?: and \S+)?) above it": lambda game, turn, card, found: all(
        higher(game, turn, one) <= faces_in(found[2])
        for one in cards.members(turn.view.hand)
        if game.text.card_name(one) == found[1]
    ),
    r"only (\S+(?: and \S+)?) beats? it": lambda game, turn, card, found: outbid(game, turn, card) == faces_in(found[1]),
    r"(?:brings|costs) (?:\[|you)|gains\]": lambda game, turn, card, found: gains(game, turn, found.string),
    r"\bfor (\w+) better prizes$": lambda game, turn, card, found: (
        found[1]
        == phrases.number_word(sum([VALUE[one] > turn.truth.stake for one in cards.members(turn.truth.prizes_to_come)]))
    ),
}
"""By pattern of a sentence without a doubt, whether it is true of the hidden hands."""


@pytest.mark.one_in(3)
@pytest.mark.parametrize("game", SHELF, ids=lambda game: game.id)
def test_a_sentence_without_a_doubt_is_true_of_the_hidden_hands(game: Any) -> None:
    """A hint that says nobody, only, highest or a number is true in each half of a deal, for unknown and for known hands."""
    said = 0
    for turn in turns(Variant(game, game.Options()), "claims", 24, 0.4):
        at, legal = decision(turn.view), turn.view.legal
        for action, other in zip(legal, [*legal[1:], legal[0]], strict=True):
            for hint in {tip.hint for tip in game.advice.tips(at, action)} | {game.advice.plain_sentence(at, action, other)}:
                for pattern, holds in CLAIMS.items():
                    if found := re.search(pattern, hint):
                        assert holds(game, turn, action, found), hint
                        said += 1
    assert said


def test_in_gooseberry_fool_no_reason_is_the_middle_if_no_card_can_be_one() -> None:
    """The last cards of suits that are gone are neither too high nor too low, and their order makes no difference."""
    advice = GooseberryFool().advice
    at = decision(ending(("TS 9S JS", "8S 7S", "KC QC 7H"), (3, 3, 2), "TD", 1, 2))
    at = dataclasses.replace(at, unseen=cards.cards("JC TC 9S 8S"))
    club, queen, heart = (cards.card(name) for name in ("KC", "QC", "7H"))
    assert "odd end" not in {tip.name for card in at.legal for tip in advice.tips(at, card)}
    assert "middle" not in advice.plain_sentence(at, club, heart)
    assert advice.are_level(dataclasses.replace(at, unseen=cards.cards("JC 9S")), club, queen)
    assert advice.are_level(at, club, queen), "no club between them is out"
    assert not advice.are_level(dataclasses.replace(at, unseen=cards.cards("JC 9C 7C")), queen, cards.card("TC"))


def trick_of(name: str, hand: str, unseen: str, trick: str = "") -> Decision[Any]:
    """A decision in a trick game: this hand, these unseen cards and what lies on the table, clubs being trumps."""
    game: Any = find_game(name)
    seen = next(turn.view for turn in turns(Variant(game, game.Options()), "level", 60) if turn.view.legal[0] < 54)
    known: Any = seen.known.copy()
    seats, count = len(seen.sizes), len(hand.split())
    known.trick, known.voids = list(map(cards.card, trick.split())), [0] * seats
    known.hands[seen.seat] = cards.cards(hand)
    if name == "cross-purposes":
        known.trumps, known.tops = 3, 0
    return Decision(known, cards.cards(unseen), (count,) * seats, (), tuple(cards.members(cards.cards(hand))),
                    game.text.card_name)  # fmt: skip


def test_a_trump_that_beats_the_trumps_of_the_other_hand_does_not_deny_them() -> None:
    advice: Any = find_game("cross-purposes").advice
    at = trick_of("cross-purposes", "KC QH 3D", "9C 4C 2S")
    hints = [tip.hint for tip in advice.tips(at, cards.card("KC")) if tip.name == "sure"]
    assert len(hints) == 1 and re.fullmatch(r"Lead K♣: it beats \[\d's\] 9♣ and 4♣", hints[0])
    unsure = dataclasses.replace(at, unseen=cards.cards("9C 4C 2S 2D"))
    assert [tip.hint for tip in advice.tips(unsure, cards.card("KC")) if tip.name == "sure"] == [
        "Lead K♣: no higher trump is out"
    ]


def test_the_card_that_is_kept_is_the_best_of_its_suit() -> None:
    advice: Any = find_game("cross-purposes").advice
    at = trick_of("cross-purposes", "QD 8D 6D", "KH 7D AD", "AD")
    low, middle = cards.card("6D"), cards.card("8D")
    assert advice.plain_sentence(at, low, middle).endswith("6♦ and keep Q♦, with only A♦ above it")


def test_a_review_says_which_card_a_winner_led_too_early_raises() -> None:
    advice: Any = find_game("cross-purposes").advice
    at = trick_of("cross-purposes", "AC JC TC KS JS", "QC 9C TS 8S 2H")
    missed = advice.missed_principle(at, cards.card("KS"), cards.card("AC")).missed
    assert re.fullmatch(r"with A♣ gone, \[\d's\] Q♣ is above your J♣ and 10♣", missed)
    aces = trick_of("cross-purposes", "AD 7D 5D AS KS", "KD QD JD TS 2H")
    missed = advice.missed_principle(aces, cards.card("AS"), cards.card("AD")).missed
    assert re.fullmatch(r"with A♦ gone, \[\d's\] K♦ and Q♦ are above your 7♦ and 5♦", missed)
    both = dataclasses.replace(at, unseen=cards.cards("QC 9C QS 8S 2H"))
    assert "gone" not in advice.missed_principle(both, cards.card("KS"), cards.card("AC")).missed, "K♠ raises Q♠ as well"


@pytest.mark.parametrize(("key", "said"), [
    ("suits", "clubs count against you, and 6♣ leaves the trick"),
    ("set", "K♣ was wanted for a set: you had K♠, and K♦ was still out"),
])  # fmt: skip
def test_a_review_gives_the_reason_that_accounts_for_the_cost(key: str, said: str) -> None:
    """A king that wins a bad suit and was wanted for a set: the worth follows from one of the two."""
    at = trick_of("fools-gold", "KC 6C", "9C KD JD 7D", "TC")
    known: Any = at.known
    known.rows, known.kept = [(10, 20)] * 13, [0] * len(at.hand_sizes)
    known.kept[at.seat] = cards.cards("KS QS 8S")
    bad, mine = {"takes": 1.0, "suits": -1.0 if key == "suits" else 0.0}, f"set {at.seat} 1"
    prospects = {}
    for card, takes in ((cards.card("KC"), True), (cards.card("6C"), False)):
        ends = []
        for number in range(40):
            made = key == "set" and not takes and number % 2 == 0
            worth = 0.5 - 0.2 * (takes and key == "suits") + 0.2 * made
            ends.append({"takes": bad["takes"] * takes, "suits": bad["suits"] * takes, mine: float(made), WORTH: worth})
        prospects[card] = statistics_of(ends)
    at = dataclasses.replace(at, prospects=prospects)
    assert find_game("fools-gold").advice.missed_principle(at, cards.card("6C"), cards.card("KC")).missed == said


def test_a_goose_held_back_from_the_partner_is_the_reason_for_another_card() -> None:
    """The Reds have caught a Goose, and the partner, who has the trick, would spare them the fourth."""
    game: Any = find_game("goosed")
    (turn, *_) = turns(Variant(game, game.Options()), "level", 1)
    seat = turn.view.seat
    known: Any = turn.view.known.copy()
    one, two, mate = ((seat + step) % 4 for step in (1, 2, 3))
    known.tops, known.voids, known.leader, known.first, known.catcher = 7, [0] * 4, one, two, one
    known.won = [0] * 4
    known.won[one], known.hands[seat] = cards.cards("7C AC 4C 5C"), cards.cards("7S AS 4H 2H AH AD")
    known.trick = [cards.card(name) for name in ("3H", "5H", "7H")]
    at = dataclasses.replace(decision(turn.view), known=known, legal=tuple(cards.members(cards.cards("4H 2H AH"))))
    assert game.advice.winning_seat_and_card(at) == (mate, cards.card("7H"))
    said = {tip.name: tip.hint for tip in game.advice.tips(at, cards.card("2H"))}
    assert said["hold back"] == "Play 2♥ and hold 4♥: the Reds have one Goose, and with all four they score nothing"
    assert "mate" not in said
    known.won[mate], known.won[one] = known.won[one], 0
    assert "hold back" not in {tip.name for tip in game.advice.tips(at, cards.card("2H"))}


@pytest.mark.parametrize(("ace", "said"), [("AD", "Bid 0: A♦ may not win"), ("JD", "Bid 0: you hold no ace")])
def test_a_bid_of_nothing_denies_no_ace_that_is_held(ace: str, said: str) -> None:
    advice: Any = find_game("goose").advice
    game: Any = find_game("goose")
    seen = next(turn.view for turn in turns(Variant(game, game.Options(max_hand=8)), "level", 60) if turn.view.legal[0] >= 54)
    known: Any = seen.known.copy()
    known.size, known.trumps = 6, None
    known.hands[seen.seat] = cards.cards(f"{ace} 9D 8D 7D 2H 3S")
    at = dataclasses.replace(decision(seen), known=known)
    assert said in {tip.hint for tip in advice.tips(at, seen.legal[0])}


def test_of_two_cards_to_keep_about_as_good_the_one_with_more_of_its_rank_to_come_is_preferred() -> None:
    game: Any = find_game("fools-gold")
    seen = next(turn.view for turn in turns(Variant(game, game.Options()), "keep", 60) if turn.view.legal[0] >= KEEP)
    known: Any = seen.known.copy()
    known.rows = [(10, 20)] * 13
    known.kept = [0] * len(seen.sizes)
    known.hands[seen.seat] = cards.cards("QD 5H")
    ten, queen, three = (cards.card(name) + KEEP for name in ("TC", "QC", "3C"))
    at = Decision(known, cards.cards("TD TH QS 3D"), seen.sizes, (), (ten, queen, three), game.text.card_name)
    assert game.advice.preferred_action(at, (three, ten, queen)) == queen
    known.kept[seen.seat] = cards.cards("TS")
    assert game.advice.preferred_action(at, (three, ten, queen)) == ten


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_of_two_players_the_other_is_named(game: Any) -> None:
    """A sentence for one opponent says who, not "nobody", "somebody" or "the others"."""
    said = 0
    for turn in turns(Variant(game, game.Options()), "named", 60, 0.5):
        at = decision(turn.view)
        for action in turn.view.legal if len(turn.view.sizes) == 2 else ():
            hints = [tip.hint for tip in game.advice.tips(at, action)] + [game.advice.plain_sentence(at, action, None)]
            assert not [hint for hint in hints if re.search(r"nobody|somebody|the others\b", hint)], hints
            said += len(hints)
    assert said or game.seats(game.Options()) > 2


class Reasons(Advice[Any]):
    """Two reasons for a review: a card that is kept, and a trick."""

    def tips_for_review(self, decision: Decision[Any], action: int, other: int) -> Iterator[Tip]:
        yield Tip("kept", "", "the card would have been kept", about="kept")
        yield Tip("trick", "", "the card would have won a trick", about="trick")


@pytest.mark.parametrize(("kept", "trick", "said"), [
    ((1.0, 1.0), (0.8, 0.2), "trick"),
    ((0.55, 0.5), (0.8, 0.2), "trick"),
    ((0.9, 0.1), (0.5, 0.45), "kept"),
    ((0.5, 0.5), (0.5, 0.5), ""),
])  # fmt: skip
def test_a_review_gives_no_reason_whose_figure_is_the_same_or_explains_little(
    kept: tuple[float, float], trick: tuple[float, float], said: str
) -> None:
    """A card that is kept, and a trick that is won, are each worth a tenth of the game; `kept` and `trick` are their shares in
    the playouts of the better action and of the one taken.
    """
    game = LowCard()
    (turn, *_) = turns(Variant(game, game.Options()), "none", 1)
    better, taken = turn.view.legal[:2]
    prospects = {}
    for place, action in enumerate((better, taken)):
        ends = [(number % 20 < 20 * kept[place], number % 100 // 5 < 20 * trick[place]) for number in range(100)]
        prospects[action] = statistics_of([{"kept": float(one), "trick": float(two), WORTH: 0.4 + 0.1 * (one + two)}
                                           for one, two in ends])  # fmt: skip
    at = dataclasses.replace(decision(turn.view), prospects=prospects)
    assert Reasons().missed_principle(at, better, taken).name == said


def test_a_hint_that_is_too_long_loses_its_last_clauses_in_the_order_of_their_marks() -> None:
    start, long = "Bid 7: it beats all", " word" * (MAX_WORDS - 6)
    assert without_last_clauses(f"{start}; it wins, and 6 stays", (";", ", and")) == f"{start}; it wins, and 6 stays"
    assert without_last_clauses(f"{start}; it{long}, and 6 stays", (", and", ";")) == f"{start}; it{long}"
    assert without_last_clauses(f"{start}; it{long}, and 6 stays", (";", ", and")) == start
    assert (
        without_last_clauses(f"Bid 7, and 8{long}: it wins soon", (", and",), after=":") == f"Bid 7, and 8{long}: it wins soon"
    )
    assert without_last_clauses(f"Bid 7, and 8{long}: it wins soon", (", and",)) == "Bid 7"
