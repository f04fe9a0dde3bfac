"""Whole hints of games of tricks: the reason that explains the gain, equal cards named together, and what the others cost."""

from __future__ import annotations

import dataclasses
import re
from random import Random
from typing import Any, Final

from goosetable import cards, players
from goosetable.engine.rules.action import VERB_SPAN
from goosetable.engine.text.advice import Decision, Ranking
from goosetable.engine.text.explain import WORTH, statistics_of
from goosetable.games.cross_purposes.rules import CrossOptions, CrossPurposes
from goosetable.games.goosed.rules import Goosed
from goosetable.players.analysis import Analysis
from tests.games.playing import Variant
from tests.narrowing import present
from tests.players.asked import analysis_by, traced
from tests.players.positions import turns

CROSS: Final[Any] = CrossPurposes()
GOOSED: Final[Any] = Goosed()
FACE: Final = re.compile(r"(?:10|[2-9AKQJ])[♠♥♦♣]")


def goosed(hand: str, unseen: str, trick: str, ends: dict[str, list[dict[str, float]]]) -> Decision[Any]:
    """Seat 2, a Red Fox with seat 1, is to act with spades as trumps; `ends` has the figures of the playouts by card."""
    (turn, *_) = turns(Variant(GOOSED, GOOSED.Options()), "level", 1)
    known: Any = turn.view.known.copy()
    known.turn, known.turned, known.voids, known.first, known.catcher = 2, cards.card("AS"), [0] * 4, 2, 1
    known.won = [cards.cards("4S 7H AH 2H"), 0, 0, 0]
    known.trick = [cards.card(name) for name in trick.split()]
    known.leader = (2 - len(known.trick)) % 4
    known.hands[2] = cards.cards(hand)
    size, prospects = len(hand.split()), {cards.card(name): statistics_of(found) for name, found in ends.items()}
    legal = tuple(cards.members(cards.cards(hand)))
    return Decision(known, cards.cards(unseen), (size,) * 4, (), legal, GOOSED.text.card_name, prospects)


def playouts(worth: float, **figures: float) -> list[dict[str, float]]:
    """Forty playouts in which the figures, and the worth with them, are above the mean in one half and below in the other."""
    return [{"takes": 0.0, "points 2": 0.0, WORTH: worth + part} | {key: mean + 4 * part for key, mean in figures.items()}
            for part in (0.1, -0.1) for _ in range(20)]  # fmt: skip


def ranked(at: Decision[Any], best: str, loss: dict[str, float]) -> Ranking:
    by_card = {cards.card(name): lost for name, lost in loss.items()}
    worse = [card for card, lost in by_card.items() if lost > 0.02]
    return Ranking(cards.card(best), [], [card for card in by_card if card not in worse], worse, by_card)


def test_a_card_that_is_level_with_the_best_is_as_good_whatever_chance_says_of_it() -> None:
    at = goosed("6D 5D 2H", "4D 7D 3H 5H", "7C 2C", {
        "6D": playouts(0.3, later=1.0), "5D": playouts(0.25, later=0.9), "2H": playouts(0.5, later=1.0),
    })  # fmt: skip
    near = [one for one in at.legal if GOOSED.advice.is_as_good_as_best(at, ranked(at, "6D", {"5D": 0.05, "2H": 0.2}), one)]
    assert [at.face(one) for one in near] == ["6♦", "5♦"] or [at.face(one) for one in near] == ["5♦", "6♦"]


def test_no_card_is_said_to_be_kept_that_is_as_good() -> None:
    """The kept card could catch the Goose; but the search finds that it may as well go."""
    at = goosed("6D 3D 2H", "4D 7D 5D 5H", "7C 2C", {"3D": playouts(0.3), "6D": playouts(0.3), "2H": playouts(0.2)})
    assert "keep 6♦" not in GOOSED.advice.whole_hint(at, ranked(at, "3D", {"6D": 0.0, "2H": 0.1}))
    assert "keep 6♦" in GOOSED.advice.whole_hint(at, ranked(at, "3D", {"6D": 0.1, "2H": 0.0}))


def test_of_two_reasons_the_one_that_explains_the_gain_is_said() -> None:
    """Seat 0, a White Fox, is ahead with a card that the hand cannot beat; the hand has a Goose and can discard anything."""
    at = goosed("4D 3D 2H", "7D 6D 3H 5H", "7C 2C", {
        "3D": playouts(0.5, **{f"own {cards.card('4D')}": 0.6}), "4D": playouts(0.3, **{f"own {cards.card('4D')}": 0.1}),
        "2H": playouts(0.4, **{f"own {cards.card('4D')}": 0.6}),
    })  # fmt: skip
    hint = GOOSED.advice.whole_hint(at, ranked(at, "3D", {"2H": 0.01, "4D": 0.2}))
    assert "4♦" in hint and "keep 4♦" in hint


def test_cards_that_cost_a_trick_in_a_known_position_are_named_with_the_cost() -> None:
    """Exact values in second halves: what is called worse is worse, and what is called good is as good as the best."""
    found, said = turns(Variant(CROSS, CrossOptions(players=2)), "exact", 200), 0
    for seen in [turn.view for turn in found]:
        known: Any = seen.known
        if not known.first or seen.legal[0] >= VERB_SPAN or len(seen.legal) < 3:
            continue
        for bad in (seen.legal[:1], seen.legal[:2], seen.legal[1:]):
            player = traced(players.make_player("expert", Random(1)))
            present(player.trace).certain = True
            at = Decision(known, seen.unseen, seen.sizes, seen.known_hand_cards, seen.legal, CROSS.text.card_name)
            if any(CROSS.advice.are_level(at, one, two) for one in bad for two in seen.legal if two not in bad):
                continue  # no search finds level cards of different value
            player.values = {card: 0.45 if card in bad else 0.5 for card in seen.legal}
            best = next(card for card in seen.legal if card not in bad)
            hint = Analysis(seen, player, best).hint()
            worse, names = {CROSS.text.card_name(card) for card in bad}, {CROSS.text.card_name(card) for card in seen.legal}
            if hint.startswith("Anything but "):
                assert set(FACE.findall(hint)) == worse, hint
                said += 1
            elif "; any other" in hint or ": any other" in hint:
                advised = re.split(": |; | and ", hint)[0]
                good = {name for name in names - worse if name in advised}
                assert good and not any(name in FACE.findall(advised) for name in worse), hint
                said += 1
    assert said


def test_no_hint_of_a_few_simulations_names_a_card_twice() -> None:
    for variant in (Variant(GOOSED, GOOSED.Options()), Variant(CROSS, CrossOptions(players=4))):
        for turn in turns(variant, "twice", 16, 0.4):
            found = analysis_by(players.make_player("expert", Random(1), 60), turn.view)
            advised = re.split(" and (?:keep|hold) |: |; ", found.hint())[0]
            assert len(FACE.findall(advised)) == len(set(FACE.findall(advised))), found.hint()


def test_playouts_are_needed_for_a_figure_to_decide() -> None:
    at = dataclasses.replace(goosed("4D 3D 2H", "7D 6D 3H 5H", "7C 2C", {}), prospects={})
    three, goose = cards.card("3D"), cards.card("4D")
    assert GOOSED.advice.explained_part(at, three, goose, "later") == 0.0
    assert not at.is_counted(three)


def test_a_trick_that_a_card_of_the_hand_could_win_is_not_called_lost() -> None:
    """In a contrast of two losing cards while another card is ahead, the trick is let go."""
    for variant in (Variant(GOOSED, GOOSED.Options()), Variant(CROSS, CrossOptions(players=4))):
        said = 0
        for turn in turns(variant, "lost", 60, 0.5):
            seen = turn.view
            if seen.legal[0] >= VERB_SPAN:
                continue
            advice: Any = variant.game.advice
            at = Decision(seen.known, seen.unseen, seen.sizes, seen.known_hand_cards, seen.legal, variant.game.text.card_name)
            for card, other in zip(seen.legal, seen.legal[1:], strict=False):
                hint = advice.contrast_sentence(at, card, other) or advice.contrast_sentence(at, other, card)
                said += bool(hint)
                assert not hint.startswith("You cannot win") or not advice.winning_cards(at), hint
        assert said


def test_the_likelier_winner_of_two_leads_is_told_by_the_cards_that_beat_both() -> None:
    at = goosed("6D 5H", "7D 7H 6H 3D 3H AD AH", "", {})
    sign = GOOSED.advice.outcomes(at, cards.card("6D"), cards.card("5H"))[0]
    assert re.fullmatch(r"\w+ cards can beat 5♥, only \S+ 6♦", sign.more)
    assert not GOOSED.advice.outcomes(at, cards.card("5H"), cards.card("6D"))[0].more, "more cards beat it"


def test_cards_of_which_a_contrast_is_as_true_stand_beside_the_best_one_unless_they_are_dearer() -> None:
    at = goosed("6D 3H 2C 3C", "4D 7D 5D 5H 6H 6C 7C", "", {name: playouts(0.3) for name in ("3H", "2C", "3C")})
    hint = GOOSED.advice.whole_hint(at, ranked(at, "3H", {"2C": 0.0, "3C": 0.001, "6D": 0.1}))
    assert hint == "Lead 3♥, 3♣ or 2♣ and keep 6♦, which can catch 4♦"


def test_of_leads_that_fare_alike_the_one_with_a_reason_is_named() -> None:
    at = goosed("7H 2D 2C", "6H 5H 3D 5D 4C 6C", "", {name: playouts(0.3) for name in ("7H", "2D", "2C")})
    hint = GOOSED.advice.whole_hint(at, ranked(at, "2D", {"7H": 0.001, "2C": 0.0}))
    assert hint == "Lead 7♥: nobody can beat or ruff it; other leads are hardly worse"


def test_a_card_below_an_equal_one_of_the_hand_is_not_called_the_highest() -> None:
    at = goosed("7H 6H 2D", "5H 2S 3S 5S 3D", "", {name: playouts(0.3, takes=0.9) for name in ("7H", "6H", "2D")})
    said = {at.face(card): [tip.hint for tip in GOOSED.advice.tips(at, card) if tip.name == "master"] for card in at.legal}
    assert said["6♥"] == ["Lead 6♥, one of your highest hearts: only a trump can beat it"]
    assert not said["2♦"]
