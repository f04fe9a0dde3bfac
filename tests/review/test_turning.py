"""The turning point of a finished game: the trick, round or deal in which the chances of its winners rose most."""

from __future__ import annotations

import re
from random import Random
from typing import Any

import pytest

from goosetable import games
from goosetable.engine.record.format import Chair, Header
from goosetable.engine.record.session import Session
from goosetable.engine.rules.options import options_as_json
from goosetable.review import turning
from goosetable.review.turning import TurningPoint

SENTENCE = re.compile(
    r"\{The turning point(?: in deal ([0-9]+))?\}: (.+)\. "
    r"(?:No other (?:trick|round|card|deal)|Nothing else)( in (?:that|the last) deal)? "
    r"raised (?:\[[0-9]'s\] chances|the chances of .+) more\."
)


@pytest.fixture(autouse=True)
def few_plays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(turning, "PLAYOUTS", 6)


def finished(game: Any, seed: int, one_deal: bool = True) -> Session:
    """Returns a session of a game that was played with random actions."""
    options = game.one_deal_options(game.Options()) if one_deal else game.Options()
    chairs = tuple(Chair(f"P{seat}", "medium") for seat in range(game.seats(options)))
    session, rng = Session(game, Header(game.id, dict(options_as_json(options)), "7Q4K-M2XD-9TBR", chairs)), Random(seed)
    while not session.winners:
        session.begin_deal()
        while session.due_step == "act":
            session.act(session.turn or 0, rng.choice(list(session.legal())))
        session.score_deal()
    return session


def sentence_of(session: Session) -> str:
    work = TurningPoint(session.game, session.options, session.scored_deals, session.winners).run()
    while True:
        try:
            next(work)
        except StopIteration as done:
            return str(done.value)


@pytest.mark.parametrize("game", games.SHELF, ids=lambda game: game.id)
def test_the_sentence_names_a_rise_of_the_winners(game: Any) -> None:
    for seed in range(9):
        session = finished(game, seed)
        said = sentence_of(session)
        if said:
            break
    found = SENTENCE.fullmatch(said)
    assert found is not None and found[1] is None and found[3] is None, said
    assert said == sentence_of(session), "the same game has the same sentence"


@pytest.mark.parametrize(("chances", "lasts"), [((0.2, 0.9, 0.1, 0.6), False), ((0.2, 0.9, 0.3, 0.6), True)])
def test_a_rise_after_which_the_chance_fell_back_is_no_turning_point(
    monkeypatch: pytest.MonkeyPatch, chances: tuple[float, ...], lasts: bool
) -> None:
    session = finished(games.find_game("throps"), 1)

    class Scripted:
        """Chances of the winner by round; the last one stays."""

        def __init__(self, *_: Any) -> None: ...

        def win_chances(self, _: Any) -> list[float]:
            return [left.pop(0) if len(left) > 1 else left[0]] * 3

    left = list(chances)
    monkeypatch.setattr(turning, "PLAYOUTS", 1)
    monkeypatch.setattr(turning, "WinUtility", Scripted)
    assert len(session.winners) == 1 and bool(sentence_of(session)) == lasts


def test_a_loser_spends_a_card_on_an_offer_and_a_winner_takes_it() -> None:
    found: dict[str, bool] = {}
    for seed in range(12):
        session = finished(games.find_game("gops"), seed)
        for seat, verb in re.findall(r"\[([0-9]) (takes|spends)\]", sentence_of(session)):
            found[verb] = found.get(verb, True) and (int(seat) in session.winners) == (verb == "takes")
    assert found == {"takes": True, "spends": True}


def test_an_earlier_deal_is_named() -> None:
    game = games.find_game("throps")
    found = (SENTENCE.fullmatch(sentence_of(finished(game, seed, one_deal=False))) for seed in range(20))
    assert next(one[1] for one in found if one is not None and one[1])


def test_a_bid_of_goose_or_a_name_of_cross_purposes_may_be_the_point() -> None:
    game = games.find_game("cross-purposes")
    found = (sentence_of(finished(game, seed)) for seed in range(12))
    assert re.search(r"\}: \[[01] names\] ", next(one for one in found if "names" in one))
