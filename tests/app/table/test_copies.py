"""Two packs at the table: whichever of two equal cards lies where, every picture and every word is the same."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from hashlib import blake2b
from random import Random
from typing import Any, Final

import pygame
import pytest

from goosetable.app.match.match import Match
from goosetable.app.table.animations import Animations
from goosetable.app.table.snapshot import Snapshot, take_snapshot
from goosetable.engine.record.format import Chair
from tests.app.stage_play import TABLES, Silent, assert_fresh, lay, stage_of
from tests.app.table_window import Window
from tests.app.test_secrets import picture, words
from tests.games import doubles, playing

pytestmark = pytest.mark.usefixtures("pixels", "drawn_ahead")

DOUBLE: Final = tuple((name, chosen) for name, chosen in TABLES if chosen.get("decks") == 2)
SMALL: Final = ({"players": 3, "decks": 2, "max_hand": 6}, {"players": 7, "decks": 2, "max_hand": 2})
EXCHANGES: Final = (1, 2)
"""What the exchanges of copies are made from; beside them stands the deal as the code has it."""
Opens = Callable[..., Window]


def exchanged(match: Match, seed: int | None) -> None:
    """Lets a table deal with copies exchanged."""
    if seed is not None:
        session, drawn = match.session, match.session.next_deal
        session.next_deal = lambda: doubles.permuted(drawn(), Random(seed))  # type: ignore[method-assign]


# ---------------------------------------------------------------------- the stage


def played(name: str, chosen: dict[str, Any], seed: int | None, deals: int) -> Iterator[tuple[Snapshot, object, list[str]]]:
    """What a person sees of some deals: the table after each action, the stage half way there and in the end, the sounds."""
    match, heard = lay(name, chosen), list[str]()
    exchanged(match, seed)
    stage = stage_of(match, heard=heard)
    animations, chance = Animations(stage, match.with_names), Random("stage")
    stage.show(take_snapshot(match))
    for _ in range(deals):
        events, mine = match.deal(), False
        while True:
            after = take_snapshot(match)
            animations.animate(events, after, mine)
            on_the_way = []
            for _ in range(6):
                stage.update(0.15)
                on_the_way.append(stage.picture_state())
            stage.skip_animation()
            assert stage.shown == after
            assert_fresh(match, stage, after)
            yield after, on_the_way, heard
            if match.session.due_step != "act":
                break
            mine = match.session.turn == 0
            events = match.act(chance.choice(list(match.session.legal())))
        match.score_deal()


@pytest.mark.one_in(2)
@pytest.mark.parametrize(("name", "chosen"), DOUBLE)
def test_the_stage_is_the_same_at_every_moment(name: str, chosen: dict[str, Any]) -> None:
    deals = 3 if chosen["max_hand"] == 3 else 1
    films = [list(played(name, chosen, seed, deals)) for seed in (None, *EXCHANGES)]
    assert films[0] == films[1] == films[2]
    assert len(films[0]) > 40


@pytest.mark.parametrize(("name", "chosen"), DOUBLE)
def test_every_card_flies_from_where_it_lay(name: str, chosen: dict[str, Any]) -> None:
    """No card is shown afresh at the end of its way, because it was another copy that moved."""
    match = lay(name, chosen)
    exchanged(match, EXCHANGES[0])
    stage = stage_of(match)
    animations, chance = Animations(stage, match.with_names), Random("flies")
    stage.show(take_snapshot(match))
    animations.animate(match.deal(), take_snapshot(match))
    shows = list[Snapshot]()
    stage.show = lambda snapshot, layout=None: shows.append(snapshot)  # type: ignore[method-assign]
    moved = 0
    while match.session.due_step == "act":
        stage.skip_animation()
        own = {sprite.key: sprite for sprite in stage.hand.sprites}
        mine = match.session.turn == 0
        events = match.act(chance.choice(list(match.session.legal())))
        animations.animate(events, take_snapshot(match), mine)
        if mine and stage.trick:
            assert stage.trick[-1] is own[stage.trick[-1].key], "the very card that lay in the hand"
            moved += 1
    stage.skip_animation()
    assert not shows
    assert moved > 2


# ---------------------------------------------------------------------- several people, and hints


def shared(seed: int | None) -> Iterator[object]:
    """What two people see of a deal who share the screen, with the curtain and without."""
    game, options = playing.find("goose"), playing.find("goose").Options(**SMALL[0])
    chairs = [Chair(*chair) for chair in people(3, 2)]
    match = Match.new(game, options, chairs, playing.CODE, Silent(), "seed", lambda said: None)
    exchanged(match, seed)
    chance = Random("shared")
    yield match.deal()
    while match.session.due_step == "act":
        if match.needs_handover:
            match.cover_hand()
            yield take_snapshot(match)
            yield match.uncover_hand(match.next_person)
        yield take_snapshot(match)
        yield match.undo_action_count
        yield match.act(chance.choice(list(match.session.legal())))


def test_people_who_share_a_screen_see_the_same() -> None:
    first, *others = [list(shared(seed)) for seed in (None, *EXCHANGES)]
    assert all(other == first for other in others)
    assert len(first) > 60


def hints(seed: int | None) -> Iterator[object]:
    """The hints of a deal, and what is said of every card and bid."""
    match = lay("goose", {"players": 3, "decks": 2, "max_hand": 3})
    exchanged(match, seed)
    match.deal()
    chance = Random("hints")
    while match.session.due_step == "act":
        legal = list(match.session.legal())
        if match.is_my_turn:
            match.ask_hint()
            while match.hint is None:
                match.run_slice()
            yield match.hint, match.hint_certainty, [match.reason(action) for action in legal]
        match.act(chance.choice(legal))


def test_hints_are_the_same() -> None:
    first, *others = [list(hints(seed)) for seed in (None, *EXCHANGES)]
    assert all(other == first for other in others)
    assert len(first) == 4


# ---------------------------------------------------------------------- the window


def people(players: int, persons: int) -> tuple[tuple[str, str], ...]:
    return tuple((name, "random" if seat >= persons else "human") for seat, name in enumerate(playing.NAMES[:players]))


def film(one: Window, seed: int | None) -> Iterator[object]:
    """A digest of every frame of some deals played at random, and all words whenever the person is to act."""
    exchanged(one.match, seed)
    chance, turns = Random("window"), 0
    while turns < 4:
        one.tick(0.1, fps=20)
        one.draw()
        yield blake2b(pygame.image.tobytes(one.screen.surface, "RGB")).digest()
        if one.scored:
            one.key(pygame.K_RETURN)
        elif one.mine and chance.random() < 0.5:
            yield blake2b(picture(one)).digest()
            yield words(one)
            yield one.shown
            one.scene.perform(chance.choice(list(one.match.session.legal())), by_person=True)
            turns += 1


@pytest.mark.parametrize("chosen", [SMALL[0], pytest.param(SMALL[1], marks=pytest.mark.slow)], ids=str)
def test_the_window_is_the_same_to_the_pixel(open_table: Opens, chosen: dict[str, Any]) -> None:
    first, *others = [
        list(film(open_table(people=people(chosen["players"], 1), game=playing.find("goose"),
                         options=playing.find("goose").Options(**chosen), pace="brisk", size=(640, 400)), seed))
        for seed in (None, *EXCHANGES)
    ]  # fmt: skip
    for other in others:
        assert [place for place, (here, there) in enumerate(zip(first, other, strict=True)) if here != there] == []
