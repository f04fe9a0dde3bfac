"""Secrets at the table: no frame, no word and no picture tells the person anything but what a seat may know."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random
from typing import Any, Final

import pygame
import pytest

from goosetable.app.match.match import Match
from goosetable.app.table.animations import Animations
from goosetable.app.table.snapshot import Snapshot, take_snapshot
from goosetable.cards import members
from goosetable.engine.hidden.view import sample_determinization
from tests.app.stage_play import SOME, TABLES, lay, stage_of, steps
from tests.app.table_window import Window
from tests.app.test_afresh import laid

pytestmark = pytest.mark.usefixtures("pixels")

CODES: Final = ("7Q4K-M2XD-9TBR", "TTVN-GA3S-83YK", "2222-3333-4444")
NAMED: Final = re.compile(r"\b(?:10|[2-9AKQJ])[♠♥♦♣]")
"""A card as it is called in words."""
Opens = Callable[..., Window]


def known(match: Match) -> set[int]:
    """Every card that the person may know to lie where it lies."""
    seen = match.view_at_screen()
    held = seen.hand | seen.known.exposed_cards
    for group in seen.known.piles().values():
        held |= group
    return set(members(held))


def told(now: Snapshot) -> str:
    """Everything that the table says in words at one moment, but for what a choice would bring."""
    rows = now.tally.rows if now.tally is not None else ()
    tally = [str(row) for row in rows] + [now.tally.sentence if now.tally is not None else ""]
    return "\n".join([*now.names, *now.plates, now.place, now.prompt, *now.log, *tally, now.race.sentence, str(now.facts)])


def watch_deals(name: str, chosen: dict[str, Any], code: str, deals: int, fps: int) -> None:
    """Plays some deals and looks at every frame and every word."""
    match = lay(name, chosen, code)
    stage = stage_of(match)
    seen: set[int] = set()
    number = 0
    for after in steps(match, stage, Animations(stage, match.with_names), Random(code), deals):
        seen = known(match) if after.number != number else seen | known(match)
        number = after.number
        codes = {stage.image_code(card) for card in seen}
        faces = {match.game.text.card_name(card) for card in seen}
        assert set(NAMED.findall(told(after))) <= faces, after.log[-1]
        frames = 0
        while stage.timeline.has_beats or stage.is_moving:
            stage.update(1 / fps)
            shown = {
                sprite.code for sprite in stage.sprites_in_order() if not sprite.hidden and sprite.code and sprite.pose.face > 0
            }
            assert shown <= codes, (shown - codes, after.log[-1])
            assert set(NAMED.findall(stage.event_text)) <= faces
            frames += 1
            assert frames < 30 * fps
        held = {sprite.code for cards in stage.backs.values() for sprite in cards} - {""}
        assert held <= {stage.image_code(card) for group in after.open for card in group}


@pytest.mark.one_in(3)
@pytest.mark.parametrize(("name", "chosen"), SOME)
def test_no_frame_and_no_word_names_a_card_that_the_person_may_not_know(name: str, chosen: dict[str, Any]) -> None:
    for code in CODES[:2]:
        watch_deals(name, chosen, code, 1, 12)


@pytest.mark.slow
@pytest.mark.parametrize("code", CODES)
@pytest.mark.parametrize(("name", "chosen"), TABLES)
def test_no_frame_names_a_card_that_the_person_may_not_know_over_several_deals(
    name: str, chosen: dict[str, Any], code: str
) -> None:
    watch_deals(name, chosen, code, 4, 30)


def picture(one: Window) -> bytes:
    """What is to be seen, when all of it has been drawn."""
    for _ in range(40):
        while one.scenes.run_slice():
            pass
        one.draw()
        if not one.scenes.dirty:
            break
    return pygame.image.tobytes(one.screen.surface, "RGB")


def words(one: Window) -> list[str]:
    """What is said about every card and choice that the person may mean, and what a reader of the screen is told."""
    scene, found = one.scene, list[str]()
    meant = scene.hand.focus
    for card in scene.stage.snapshot.own:
        scene.hand.focus_card(card)
        found += [scene.messages.card_effect, *scene.messages.message[:1]]
    scene.hand.focus_card(meant)
    found += [f"{widget.label} {widget.accessible_value}" for widget in scene.controls.widgets.all]
    return found


def spied(one: Window, hinted: bool) -> tuple[bytes, list[str]]:
    """The table shown from nothing, with a hint that is looked for anew."""
    one.scene.messages.clear()
    one.match._minds.drop_searches()
    one.scene.show_at_rest()
    if hinted:
        one.key(pygame.K_h)
        one.until(lambda: one.match.hint is not None)
        one.tick(0.1)
    return picture(one), words(one)


def held(one: Window) -> list[int]:
    session = one.match.session
    return [session.view(seat).hand for seat in range(session.seats)]


@pytest.mark.one_in(3)
@pytest.mark.parametrize(("name", "chosen"), SOME)
def test_whatever_the_others_hold_the_table_is_the_same(open_table: Opens, name: str, chosen: dict[str, Any]) -> None:
    """The hidden cards are dealt anew behind the back of the table: not a pixel and not a word may change."""
    one = laid(open_table, name, chosen, pace="at once", size=(640, 400))
    one.tick(0.1)
    chance, looked, differed = Random(2), 0, 0
    while looked < 2 and not one.match.session.ended:
        one.until(lambda: one.mine or one.scored)
        if one.scored:
            one.key(pygame.K_RETURN)
            one.tick(0.1)
            continue
        session = one.match.session
        if chance.random() < 0.4:
            hinted = chance.random() < 0.5
            truth, hands, before = session.state, held(one), spied(one, hinted)
            session.state = sample_determinization(one.match.view_at_screen(), chance)
            differed += held(one) != hands
            assert take_snapshot(one.match) == one.shown
            assert spied(one, hinted) == before
            session.state = truth
            looked += 1
        one.scene.perform(chance.choice(list(session.legal())), by_person=True)
        one.tick(0.3)
    assert looked == 2 and differed
