"""Laws of the hints of all games, on positions of seeded deals: what a hint claims of a card, the playouts bear out."""

from __future__ import annotations

import re
from functools import cache
from random import Random
from typing import Any

import pytest

from goosetable import players
from goosetable.engine.hidden.view import View
from goosetable.engine.rules.action import Action, Verb, card_of, verb_of
from goosetable.engine.text.advice import MAX_WORDS, MOSTLY, SHOULD_LOSE, UNLIKELY, Claim, Tip
from goosetable.engine.words import phrases
from goosetable.games import SHELF
from goosetable.games.fools_gold.rules import FoolsGold
from goosetable.players.analysis import Analysis
from goosetable.players.levels import make_player_with_effort
from goosetable.players.rated import MIN_PLAYOUTS
from tests.games.playing import NAMES, Variant
from tests.players.asked import analysis_by, traced
from tests.players.positions import turns

FACE = r"(?:10|[2-9AKQJ])[♠♥♦♣]"
NAMED = re.compile(rf"^(?:[^:;]*: )?(?:[A-Za-z ]*?) ?((?:{FACE}, )*{FACE} or {FACE})")
ADDED = re.compile(rf"; ({FACE}) (?:may be as good|is close|is as good)")
each = pytest.mark.parametrize(
    "game",
    [pytest.param(game, marks=pytest.mark.slow if at % 3 else ()) for at, game in enumerate(SHELF)],
    ids=lambda game: game.id,
)
"""Every third game for all laws alike, which share its analyses; the other games are `-m slow`."""


@cache
def analyses(game: Any) -> list[Analysis]:
    found = []
    for number, turn in enumerate(turns(Variant(game, game.Options()), "said", 14, 0.25)):
        found.append(analysis_of(turn.view, f"said {number}"))
    return found


def analysis_of(seen: View, seed: str) -> Analysis:
    return analysis_by(make_player_with_effort("expert@20%", Random(seed)), seen)


@each
def test_more_thought_leaves_the_advised_action_unless_it_finds_a_better_one(game: Any) -> None:
    kept = 0
    for number, turn in enumerate(turns(Variant(game, game.Options()), "kept", 4, 0.25)):
        adviser = traced(make_player_with_effort("expert@20%", Random(f"kept {number}")))
        chosen = players.decide(adviser, turn.view)
        found = Analysis(turn.view, adviser, chosen)
        for advised in turn.view.legal:
            again = Analysis(turn.view, adviser, chosen, advised)
            assert again.hint()
            if again.best == advised:
                kept += advised != found.best
                assert advised not in found.ranking.worse or found.are_close(advised, found.best)
            else:
                assert again.best == found.best and not found.are_equal(advised, found.best)
    assert kept, "some actions are level with the best one"


def action_called(found: Analysis, name: str) -> Action:
    """The legal action on a card of this name; two equal cards are one here."""
    faces = [(one, card_of(one)) for one in found.view.legal]
    return next(one for one, card in faces if card is not None and found.view.game.text.card_name(card) == name)


def share(found: Analysis, action: Action) -> float | None:
    """How often a card takes the trick in the playouts; None if too few of them tell."""
    seen = found.statistics(action)
    return seen.mean("takes") if seen.deals >= MIN_PLAYOUTS and verb_of(action) is Verb.PLAY else None


@each
def test_a_hint_is_one_short_sentence_about_seats_by_name(game: Any) -> None:
    for found in analyses(game):
        said = phrases.with_seats_named(found.hint(), NAMES, found.view.seat)
        assert len(said.split()) <= MAX_WORDS + 3, said
        assert said[0].isupper() or not said[0].isalpha()
        assert said[-1] not in ".:;," and "@" not in said and "[" not in said
        assert said.count(": ") <= 2, said


@each
def test_what_a_hint_says_of_the_fate_of_its_card_is_so_in_the_playouts(game: Any) -> None:
    for found in analyses(game):
        said, takes = found.hint(), share(found, found.best)
        if takes is None:
            continue
        assert "low enough" not in said or takes <= UNLIKELY, said
        assert not re.search(r"\bit should (lose|be beaten)\b", said) or takes <= UNLIKELY, said
        assert not re.search(r"\bit should (win|take it|hold)\b", said) or takes >= MOSTLY, said


@each
def test_no_card_that_a_hint_names_beside_the_best_is_clearly_worse(game: Any) -> None:
    for found in analyses(game):
        said = found.hint()
        worse = found._clearly_worse_actions()
        group = None if said.startswith("Anything but") else NAMED.match(said)
        beside = [*(re.findall(FACE, group[1]) if group else []), *ADDED.findall(said)]
        for name in beside:
            action = action_called(found, name)
            assert action not in worse or found.mixture, said
            assert not game.advice.has_drawback(found.decision, action, found.best), said


@each
def test_the_reason_of_a_hint_holds_for_few_cards_that_are_clearly_worse(game: Any) -> None:
    for found in analyses(game):
        if found._whole_hint:
            continue  # the game weighs its reasons against the worse actions by itself
        worse = found._clearly_worse_actions()
        told = [tip for tip in game.advice.sound_tips(found.decision, found.best) if found.hint().startswith(tip.hint)]
        for tip in told[:1]:
            held = [one for one in worse if tip.name in {other.name for other in game.advice.sound_tips(found.decision, one)}]
            assert 2 * len(held) <= len(worse), found.hint()


@each
def test_a_hint_tells_no_outcome_of_a_card_that_it_recommends(game: Any) -> None:
    for found in analyses(game):
        said, _, after = found.hint().partition("; after ")
        if name := re.match(FACE, after):
            tip = next(one for one in game.advice.sound_tips(found.decision, found.best) if one.name)
            group = [one for one in found._order if found._equals_best(one) and found._is_true_of(tip, one)]
            assert action_called(found, name[0]) not in (found.best, *group), f"{said}; {after}"


def test_a_reason_that_the_playouts_refute_is_not_said(monkeypatch: pytest.MonkeyPatch) -> None:
    game: Any = FoolsGold()
    found = next(
        one for one in analyses(game) if verb_of(one.best) is Verb.PLAY and one.statistics(one.best).deals > MIN_PLAYOUTS
    )
    wins = found.statistics(found.best).mean("takes") > UNLIKELY
    lie = SHOULD_LOSE if wins else Claim("takes", MOSTLY)
    truth = Claim("takes", UNLIKELY) if wins else SHOULD_LOSE
    told = [Tip("lie", "Play it: a lie", claims=(lie,)), Tip("truth", "Play it: so it is", claims=(truth,))]
    monkeypatch.setattr(game.advice, "tips", lambda _decision, action: iter(told if action == found.best else ()))
    assert [tip.name for tip in game.advice.sound_tips(found.decision, found.best)] == ["truth"]
    assert game.advice.reason(found.decision, found.best, None).name == "truth"


def test_the_figure_that_explains_the_gain_is_told_if_no_principle_is(monkeypatch: pytest.MonkeyPatch) -> None:
    told = 0
    for game in SHELF:
        monkeypatch.setattr(type(game.advice), "tips", lambda _self, _decision, _action: iter(()))
        for found in analyses(game):
            fresh = found._explained_sentence([found.best])
            if fresh:
                told += 1
                assert ", not " in fresh and ": " in fresh
                assert not re.search(r"\d", re.sub(rf"{FACE}|\[\d+", "", fresh.partition(": ")[2])), fresh
    assert told
