"""The stage: what moves ends as if shown afresh, at any rate of frames and whatever is skipped; and the stamp."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

from goosetable import games
from goosetable.app.match.match import Match
from goosetable.app.scenes.routes import ToScore
from goosetable.app.table.animations import Animations
from goosetable.app.table.reactions import HonkPicture, areas_of_cards
from goosetable.app.table.snapshot import take_snapshot
from goosetable.app.table.sprites import FOCUSED, LEGAL, Hand
from goosetable.app.table.stage import Stage
from goosetable.app.table.table_layout import Layout
from goosetable.cards import PACK_SIZE
from goosetable.engine.record.seed import code_in_series
from tests.app.stage_play import SOME, assert_fresh, lay, stage_of, steps
from tests.app.table_window import Window

CODE = "TTVNGA3S83YK"  # gives the deal to seat 0


def begun(size: tuple[int, int] = (1280, 720), heard: list[str] | None = None) -> tuple[Match, Stage]:
    match = lay("gooseberry-fool", code=CODE)
    return match, stage_of(match, size, heard)


@pytest.mark.parametrize(("fps", "waits", "size"), [(5, False, (640, 400)), (60, True, (1280, 720)), (240, True, (640, 400))])
def test_at_any_rate_of_frames_the_table_is_in_the_end_as_if_shown_afresh(fps: int, waits: bool, size: Any) -> None:
    match, stage = begun(size)
    for after in steps(match, stage, Animations(stage, str, waits), random.Random(fps)):
        frames = 0
        while stage.timeline.has_beats or stage.is_moving:
            stage.update(1 / fps)
            if stage.timeline.is_stopped:
                stage.timeline.end_pause_or_stop()
            frames += 1
            assert frames < 10 * fps
        assert_fresh(match, stage, after)


def test_the_next_event_finishes_the_one_before() -> None:
    match, stage = begun()
    shown = []
    for after in steps(match, stage, Animations(stage, str), random.Random(9)):
        stage.update(1 / 60)
        shown.append(after)
    stage.skip_animation()
    assert_fresh(match, stage, shown[-1])


def test_cards_are_dealt_one_by_one_from_the_dealers_left() -> None:
    heard: list[str] = []
    match, stage = begun(heard=heard)
    next(steps(match, stage, Animations(stage, str), random.Random(1)))
    order: list[str] = []
    while stage.timeline.has_beats:
        stage.update(1 / 240)
        order += [s.key for s in stage.sprites_in_order() if not s.hidden and s.key not in order]
    assert len(order) == 33
    assert heard.count("deal") == 33
    assert match.session.deal is not None
    assert match.session.deal.dealer == 0
    assert order[:2] == ["back 1 0", "back 2 0"]
    assert order[2].startswith("card")


def test_a_card_of_somebody_else_turns_over_on_its_way() -> None:
    match, stage = begun()
    told = steps(match, stage, Animations(stage, str), random.Random(1))
    next(told)
    next(told)
    faces: list[float] = []
    while not stage.timeline.has_beats or stage.trick[-1].flying or not faces:
        stage.update(1 / 120)
        faces.append(stage.trick[-1].pose.face)
        if len(faces) > 200:
            break
    assert faces[0] < 0.3
    assert faces[-1] == 1.0
    assert faces == sorted(faces)


def hand_of(n: int = 11) -> Hand:
    hand = Hand("#ffe08a", "#e8b64c")
    hand.replace_cards([(card, "AS") for card in range(n)], Layout(1280, 720, 3))
    return hand


def test_cards_that_may_be_played_are_raised_and_the_others_veiled() -> None:
    hand = hand_of()
    flat = [sprite.rest.y for sprite in hand.sprites]
    hand.set_legal_cards(frozenset({2, 3}))
    hand.focus_card(3)
    hand.settle()
    for card, (sprite, y) in enumerate(zip(hand.sprites, flat, strict=True)):
        rise = {2: LEGAL, 3: FOCUSED}.get(card, 0.0) * sprite.rest.height
        assert sprite.pose.y == pytest.approx(y - rise)
        assert sprite.pose.dim == (card not in (2, 3))
    assert hand.sprites[3].pose.glow
    hand.lifts = False
    hand.focus_card(None)
    hand.glide_to_places()
    hand.settle()
    assert not any(sprite.pose.dim for sprite in hand.sprites)


def test_a_raised_card_stays_under_the_pointer_that_raised_it() -> None:
    hand = hand_of()
    hand.set_legal_cards(frozenset(range(11)))
    for card in range(11):
        pose = hand.sprites[card].rest
        low = (pose.x - pose.height * 0.3, pose.y + pose.height * 0.49)
        assert hand.card_at(*low) == card
        hand.focus_card(card)
        assert hand.card_at(*low) == card
        hand.focus_card(None)


def test_the_focus_begins_at_a_card_that_may_be_played_and_goes_round() -> None:
    hand = hand_of()
    hand.set_legal_cards(frozenset({4, 7}))
    hand.step_focus(1)
    assert hand.focus == 4
    hand.step_focus(-5)
    assert hand.focus == 10
    hand.step_focus(1)
    assert hand.focus == 0
    assert hand.remove_card(0) is not None
    assert hand.focus is None
    assert len(hand.sprites) == 10


# ---------------------------------------------------------------------- the ninth law for every game


@pytest.mark.one_in(3)
@pytest.mark.parametrize(("name", "chosen"), SOME)
def test_what_is_skipped_at_any_moment_equals_what_is_shown_afresh(name: str, chosen: dict[str, Any]) -> None:
    match, chance = lay(name, chosen), random.Random(5)
    stage = stage_of(match, ((1280, 720), (640, 400))[len(chosen) % 2])
    for after in steps(match, stage, Animations(stage, str), chance, 2):
        for _ in range(chance.choice([0, 3, 30, 90])):
            stage.update(1 / 30)
        stage.skip_animation()
        assert_fresh(match, stage, after)


@pytest.mark.one_in(3)
@pytest.mark.parametrize(("name", "chosen"), SOME)
def test_what_moved_to_its_end_equals_what_is_shown_afresh(name: str, chosen: dict[str, Any]) -> None:
    match = lay(name, chosen)
    stage = stage_of(match)
    for after in steps(match, stage, Animations(stage, str), random.Random(7)):
        frames = 0
        while stage.timeline.has_beats or stage.is_moving:
            stage.update(1 / 15)
            frames += 1
            assert frames < 450
        assert_fresh(match, stage, after)


def test_equal_cards_of_two_packs_act_alike() -> None:
    match = lay("goose", {"players": 3, "decks": 2, "max_hand": 24})
    match.deal()
    twins = 0
    chance = random.Random(3)
    while match.session.due_step == "act" and not twins:
        seen = take_snapshot(match)
        if seen.playable:
            for card in seen.own:
                twin = (card + PACK_SIZE) % (2 * PACK_SIZE)
                if twin in seen.own and card in seen.legal:
                    assert twin in seen.legal
                    twins += 1
        match.act(chance.choice(list(match.session.legal())))
    assert twins


# ---------------------------------------------------------------------- the stamp

NAMES = ("Vesper", "Dorothea", "Lord Mumble", "Humphrey")
GOOSED, FOOL = (games.find_game(name) for name in ("goosed", "gooseberry-fool"))


@pytest.mark.one_in(2)
@pytest.mark.parametrize(("game", "number", "still", "size"), [
    (GOOSED, 0, False, (640, 400)), (GOOSED, 0, True, (1280, 720)), (FOOL, 1, False, (1280, 720)), (FOOL, 1, True, (640, 400)),
])  # fmt: skip
def test_the_stamp_comes_once_covers_nothing_and_goes(
    open_table: Callable[..., Window], game: Any, number: int, still: bool, size: tuple[int, int]
) -> None:
    people = tuple((name, "random") for name in NAMES[: game.seats(game.Options())])
    code = code_in_series("x", number)
    window = open_table(people=people, game=game, code=code, sheets=(ToScore,), pace="brisk", still=still, size=size)
    stage, stamped, deals = window.scene.stage, list[Any](), list[int]()

    def look() -> None:
        honk = stage.honk
        if honk is not None and honk.stamp and honk not in stamped:
            stamped.append(honk)
            deals.append(stage.snapshot.number)
            picture = HonkPicture(honk, stage)
            if picture._stamp is not None:
                assert not any(picture._stamp.overlaps(area) for area in areas_of_cards(stage))
            if game is GOOSED:
                assert window.message == "Goosed: every Goose is with the Red Foxes."
                assert window.message in window.match.log_lines()

    window.watch = look
    window.until(lambda: window.match.session.standing.deals > 1, seconds=200.0)
    assert stamped and {honk.stamp for honk in stamped} == {"Goosed!"}
    assert len({*deals}) == len(deals), "once a deal"
    window.until(lambda: stage.honk is None)
