"""The table as it is drawn: resized, in flight, with tops and trumps named, and with sealed bids."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pygame
import pytest

from goosetable import games
from goosetable.app.match.match import Match
from goosetable.app.render.canvas import Canvas
from goosetable.app.render.geometry import Area
from goosetable.app.scenes.new_game.scene import NewGameScene
from goosetable.app.scenes.pause_menu import PauseMenuScene
from goosetable.app.scenes.score.scene import ScoreScene
from goosetable.app.scenes.table.scene import TableScene
from goosetable.app.scenes.title.scene import TitleScene
from goosetable.app.table import auction, captions, piles, sidebar_blocks
from goosetable.app.table.panels.naming_panel import NamingPanel
from goosetable.app.table.stage import cloth_labels
from goosetable.app.ui.elements import Element, Text
from goosetable.app.ui.tween import FRAME
from goosetable.engine.record.format import Chair
from goosetable.engine.rules import action
from goosetable.engine.rules.action import Verb, value_of
from goosetable.games.cross_purposes.rules import CrossOptions, CrossPurposes, CrossState
from tests.app.conftest import Opens
from tests.app.table_window import CODE, GAME, SIZES, Window
from tests.games import playing
from tests.narrowing import of_kind, present

ahead = pytest.mark.usefixtures("drawn_ahead")


def test_a_resize_in_the_middle_of_anything_shows_the_table_as_it_is(open_table: Callable[..., Window]) -> None:
    window, chance = open_table(), random.Random(2)
    for step in range(60):
        window.tick(0.13)
        if window.scored:
            break
        if window.mine and step % 3 == 0:
            shown = window.shown
            offered = [choice.action for choice in shown.decision.choices] if shown.decision else shown.legal.values()
            window.scene.perform(chance.choice(list(offered)), by_person=True)
            window.tick(0.02 * (step % 13))
        size = SIZES[step % len(SIZES)]
        window.scenes.resize(*size)
        window.scene.hand.focus_card(None)
        window.scene.stage.skip_animation()
        assert window.scene.stage.picture_state() == window.fresh().picture_state()


@pytest.mark.parametrize("sort", ["suits", "ranks"])
def test_the_hand_is_sorted_as_the_person_wants(open_table: Callable[..., Window], sort: str) -> None:
    window = open_table(sort=sort)
    window.to_my_turn()
    names = [GAME.card_name(card) for card in window.shown.own]
    if sort == "suits":
        assert [name[-1] for name in names] == sorted((name[-1] for name in names), key="SHCDX".index)
    else:
        assert [name[0] for name in names] == sorted((name[0] for name in names), key="AKQJT987X".index)


def test_the_strip_opens_the_ledger_over_a_small_table(open_table: Callable[..., Window]) -> None:
    window = open_table(size=(640, 400), pace="brisk")
    window.to_my_turn()
    window.draw()
    scene = window.scene
    assert scene.layout.compact
    assert not scene.controls.rules.shown
    window.click(scene.controls.strip.rect.center)
    assert scene.sidebar_open
    window.draw()
    before = window.actions
    window.click((40, 300))
    assert not scene.sidebar_open, "a click beside it closes it"
    assert window.actions == before
    window.click(scene.controls.strip.rect.center)
    window.key(pygame.K_ESCAPE)
    assert not scene.sidebar_open
    assert len(window.scenes) == 1, "Esc closes what is open before it opens the menu"
    window.key(pygame.K_ESCAPE)
    assert len(window.scenes) == 2


def test_the_last_trick_is_shown_on_demand(open_table: Callable[..., Window]) -> None:
    window = open_table(pace="brisk")
    window.to_my_turn()
    assert not window.scene.controls.last.enabled
    while not window.match.deal_log().tricks:
        window.click(window.on(next(iter(window.legal))))
        window.tick(0.4)
        window.to_my_turn()
    window.click(window.scene.controls.last.rect.center)
    assert window.scene.last_trick is not None
    window.draw()
    before = window.actions
    window.click(window.on(window.shown.own[0]))
    assert window.scene.last_trick is None
    assert window.actions == before, "the click only puts it away"
    window.post(pygame.KEYDOWN, key=pygame.K_l, mod=0)
    window.tick(0.6)
    assert window.scene.last_trick is not None
    window.post(pygame.KEYUP, key=pygame.K_l, mod=0)
    assert window.scene.last_trick is None, "a held key lets it go"


@ahead
def test_a_card_in_flight_is_turned_before_the_frame_that_shows_it(open_table: Callable[..., Window]) -> None:
    window = open_table()
    flown, late, tricks = window.context.faces._flown, 0, window.match.deal_log
    for _ in range(2000):
        if tricks().tricks:
            break
        if window.mine and not window.scene.timeline.has_beats:
            window.click(window.on(next(iter(window.legal))))
        else:
            window.scenes.update(FRAME)
            before = len(flown)
            window.draw()
            late += len(flown) - before
        for _ in range(60):
            if not window.scenes.run_slice():
                break
    assert tricks().tricks
    assert len(flown) > 10
    assert late <= 5, "of about sixty; while many cards are dealt, a few are forgotten again before they are seen"


@pytest.mark.usefixtures("pixels")
@ahead
def test_what_a_computer_player_does_between_frames_looks_as_if_done_in_the_next(open_table: Callable[..., Window]) -> None:
    people = tuple((f"Greedy {seat}", "greedy") for seat in range(3))
    ahead, within = (open_table(people=people, size=(640, 400)) for _ in range(2))
    within.scene.turn.perform_action_ahead = lambda: False  # type: ignore[method-assign]
    early = 0
    while len(within.actions) < 6:
        for window in (ahead, within):
            window.scenes.update(FRAME)
            window.draw()
        assert ahead.actions == within.actions
        assert ahead.screen.surface.get_buffer().raw == within.screen.surface.get_buffer().raw
        for window in (ahead, within):
            while window.scenes.run_slice():
                pass
        early += len(ahead.actions) - len(within.actions)
    assert early == 6


@ahead
def test_the_goose_is_drawn_before_it_honks(open_table: Callable[..., Window]) -> None:
    window = open_table(people=tuple((f"Greedy {seat}", "greedy") for seat in range(3)), remarks=False)
    stage, kept, loud = window.scene.stage, window.context.canvas._kept, 0
    made = list[object]()
    put = kept.add_picture
    while loud < 20 and not window.scored:
        window.scenes.update(FRAME)
        if stage.goosed is not None or stage.honk is not None:
            kept.add_picture = lambda key, picture: made.append(key) or put(key, picture)  # type: ignore[method-assign, func-returns-value]
            window.draw()
            kept.add_picture = put  # type: ignore[method-assign]
        if stage.honk is None:
            made.clear()
        else:
            loud += stage.honk.is_beak_open
        while window.scenes.run_slice():
            pass
    assert loud == 20 and not made


def test_no_card_changes_under_the_pointer_when_the_turn_comes(open_table: Callable[..., Window]) -> None:
    window = open_table(pace="brisk")
    window.to_my_turn()
    for _ in range(3):
        window.click(window.on(next(iter(window.legal))))
        window.tick(0.35)
        window.scene.finish()
        if window.mine:
            continue
        hand = window.scene.hand
        spots = [window.on(card) for card in hand.cards]
        under = [hand.card_at(*spot) for spot in spots]
        window.to_my_turn()
        assert [hand.card_at(*spot) for spot in spots] == under


def test_whoever_thinks_long_is_said_to(open_table: Callable[..., Window], monkeypatch: pytest.MonkeyPatch) -> None:
    window = open_table()
    monkeypatch.setattr(window.match, "run_slice", lambda: False)
    window.until(lambda: window.match.session.deal is not None and not window.scene.timeline.has_beats, fps=60)
    window.tick(0.5)
    assert window.scene.turn.slow_thinking_seat is None
    window.tick(0.2)
    assert window.scene.turn.slow_thinking_seat == window.match.session.turn
    window.draw()


@pytest.mark.one_in(5)
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("text_size", [0.8, 2.0])
def test_every_control_is_in_the_window(
    open_table: Callable[..., Window], size: tuple[int, int], text_size: float
) -> None:  # fmt: skip
    window = open_table(size=size, text_size=text_size, pace="at once")
    window.to_panel()
    frame = pygame.Rect(0, 0, *size)
    for widget in window.scene.controls.widgets.all:
        if widget.shown:
            assert frame.contains(widget.rect), widget.label
    window.draw()


@pytest.mark.parametrize("text", [1.0, 2.0])
def test_the_tag_of_a_card_never_covers_what_lies_beside_the_trick(
    open_table: Callable[..., Window], monkeypatch: pytest.MonkeyPatch, text: float
) -> None:
    game = games.find_game("cross-purposes")
    people = (("Gooseberry", "human"), *((name, "random") for name in ("Vesper", "Dorothea", "Humphrey")))
    window = open_table(people=people, game=game, options=game.Options(players=4), text_size=text, pace="at once")
    tags: list[pygame.Rect] = []
    draw = captions.draw_tag

    def tag(*given: Any) -> pygame.Rect:
        tags.append(draw(*given))
        return tags[-1]

    monkeypatch.setattr(captions, "draw_tag", tag)
    window.to_my_turn()
    while not (window.scene.stage.trick and window.mine):
        shown = window.shown
        window.scene.perform(shown.decision.choices[0].action if shown.decision else min(shown.legal.values()), by_person=True)
        window.tick(0.1)
        window.to_my_turn()
    stage, layout = window.scene.stage, window.scene.layout
    lying = [area for _, area in piles.badge_lines(layout, stage.snapshot)]
    assert lying
    for card in stage.snapshot.own:
        window.point(window.on(card))
        window.tick(0.1)
        window.draw()
    assert tags
    for rect in tags:
        assert not any(Area(*rect).overlaps(area) for area in lying), (rect, lying)


# ---------------------------------------------------------------------- tops

Open = Callable[..., Window]
TOPS_WINDOWS = ((1280, 720), (640, 400), (700, 1000), (900, 500))


def naming(open_table: Open, players: int = 2, **more: Any) -> Window:
    """A table at which the person is to name a rank or a suit."""
    people = tuple((name, "human" if i == 0 else "random") for i, name in enumerate(("You", "Ann", "Ben", "Cyd")[:players]))
    for code in (CODE, "7Q4KM2XD9TBR", "7Q4KM2XD9TBS", "7Q4KM2XD9TBT"):
        window = open_table(game=CrossPurposes(), options=CrossOptions(players=players), people=people, code=code, **more)
        window.until(lambda window=window: window.mine)  # type: ignore[misc]
        panel = window.panel
        if isinstance(panel, NamingPanel) and any(getattr(tile, "sign", "") == "8" for tile in panel.tiles):
            return window
    raise AssertionError("nobody was asked for a rank")


def test_cards_go_to_their_new_places_when_tops_are_named(open_table: Open) -> None:
    window = naming(open_table, pace="leisurely")
    hand = window.scene.hand
    before, poses = list(hand.cards), {sprite.key: sprite.pose.x for sprite in hand.sprites}
    window.key(pygame.K_8)
    under_way = 0
    for _ in range(400):
        window.tick(1 / 60)
        places = {sprite.key: sprite.rest.x for sprite in hand.sprites}
        under_way += any(
            min(places[s.key], poses[s.key]) + 1 < s.pose.x < max(places[s.key], poses[s.key]) - 1 for s in hand.sprites
        )
        if hand.cards != before and not hand.is_moving:
            break
    assert under_way > 5
    assert hand.cards != before
    assert sorted(hand.cards) == sorted(before)


@pytest.mark.one_in(3)
@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("size", TOPS_WINDOWS)
@pytest.mark.parametrize("text", [1.0, 2.0])
def test_the_order_of_the_ranks_stays_to_be_seen(
    open_table: Open, monkeypatch: pytest.MonkeyPatch, players: int, size: tuple[int, int], text: float
) -> None:
    window = naming(open_table, players, size=size, text_size=text, pace="at once")
    drawn: list[tuple[tuple[str, ...], tuple[float, float, float, float]]] = []
    ladder = sidebar_blocks.draw_rank_boxes

    def watched(canvas: Any, area: Any, ranking: Any, *more: Any, **named: Any) -> Any:
        drawn.append((tuple(ranking), area))
        return ladder(canvas, area, ranking, *more, **named)

    monkeypatch.setattr(sidebar_blocks, "draw_rank_boxes", watched)
    for _ in range(30):
        window.until(lambda: window.mine)
        if window.match.game.text.order_of_ranks(window.match.view_at_screen().known) and window.panel is None:
            break
        legal = window.match.view_at_screen().legal
        window.scene.perform(next((a for a in legal if action.verb_of(a) is Verb.TOPS), legal[0]), by_person=True)
        window.tick(0.4)
    drawn.clear()
    window.draw_anew()
    state = window.match.view_at_screen().known
    assert [ranking for ranking, _ in drawn] == [window.match.game.text.order_of_ranks(state)]
    x, y, w, h = drawn[0][1]
    assert x >= 0
    assert y >= 0
    assert x + w <= size[0]
    assert y + h <= size[1]
    assert w / 13 >= sidebar_blocks.RANK_LEAST - 0.01
    layout = window.scene.layout
    if layout.compact:
        assert x + w <= window.scene.controls.hint.rect.x
        assert y + h <= layout.strip
    else:
        assert layout.ledger_area.contains_point((x + 1, y + 1))


def test_ranks_have_room_where_the_cloth_is_empty(open_table: Open) -> None:
    """In the second half no cards lie before the person, and the suit or the rank that is left is named."""
    window = naming(open_table, pace="at once")
    while not (window.panel is not None and window.panel.decision.cleared):
        window.until(lambda: window.mine)
        legal = window.match.view_at_screen().legal
        window.scene.perform(next((a for a in legal if action.verb_of(a) is Verb.TRUMP), legal[0]), by_person=True)
        window.tick(0.4)
        window.until(lambda: window.mine)
    assert all(tile.rect.w >= 34 and tile.rect.h >= 34 for tile in window.panel.tiles)
    assert window.panel.scale >= window.scene.layout.t


def test_ranks_that_lie_in_the_trick_stand_out(open_table: Open) -> None:
    window = naming(open_table, pace="at once")
    window.key(pygame.K_8)
    seen = set()
    for _ in range(12):
        window.until(lambda: window.mine or window.scored)
        if window.scored or window.panel is not None:
            break
        snapshot = window.shown
        assert len(snapshot.trick_ranks) == len(snapshot.trick)
        assert set(snapshot.trick_ranks) <= set(snapshot.facts.ranking)
        seen |= set(snapshot.trick_ranks)
        window.scene.perform(window.match.view_at_screen().legal[0], by_person=True)
        window.tick(0.4)
    assert seen


@pytest.mark.parametrize("size", [(1280, 720), (640, 400)])
def test_calls_that_stand_are_told_at_seats_tiles_and_in_the_sidebar(open_table: Open, size: tuple[int, int]) -> None:
    window = naming(open_table, 4, size=size, pace="at once")
    scene = window.scene
    for _ in range(8):
        window.until(lambda: window.mine)
        assert isinstance(scene.panel, NamingPanel)
        if any(call.seat == 0 and call.action is not None for call in scene.stage.snapshot.facts.calls_in_force):
            break
        window.click(next(tile for tile in scene.panel.tiles if not tile.choice.verdict).rect.center)
        window.tick(0.4)
    shown, panel = scene.stage.snapshot, scene.panel
    stands = {call.action: call.seat for call in shown.facts.calls_in_force if call.action is not None}
    assert 0 in stands.values() and isinstance(panel, NamingPanel)
    for tile in panel.tiles:
        seat = stands.get(tile.choice.action)
        assert tile.portrait == ("" if seat is None else scene.portraits[seat])
        assert tile.barred == (seat == 0)
        if seat is not None:
            assert shown.plates[seat].startswith("Called" if seat == 0 else "Calls")
        if seat:
            assert shown.names[seat] in tile.choice.verdict
    before = list(window.actions)
    window.tick(1.0)  # a press at once after the call, at the same place, would be the second half of a double click
    window.click(next(tile for tile in panel.tiles if tile.barred).rect.center)
    assert window.actions == before
    assert scene.messages.reason.endswith("it is your standing call already.")
    match = next(tile for tile in panel.tiles if tile.choice.verdict)
    window.click(match.rect.center)
    after = window.match.session.state
    assert isinstance(after, CrossState) and after.partners[0] == stands[match.choice.action]


def second_half(open_table: Open, **more: Any) -> Window:
    """Returns a table at which the person has to name the top rank of the second half."""
    people = (("You", "human"), ("Ann", "random"))
    window = open_table(game=CrossPurposes(), options=CrossOptions(), people=people, pace="at once", **more)
    match, rng = window.match, Random(2)
    while not (
        match.session.due_step == "act" and match.is_my_turn and state_of(match).half == 2 and state_of(match).is_naming_pending
    ):
        if match.session.due_step != "act":
            match.deal()
        else:
            legal = match.session.legal()
            match.act(legal[0] if state_of(match).is_naming_pending else rng.choice(list(legal)))
    window.reopen()
    window.until(lambda: window.mine and window.panel is not None)
    return window


def state_of(match: Match) -> CrossState:
    return of_kind(CrossState, match.session.state)


@pytest.mark.parametrize(("size", "least"), [((1280, 720), (46, 70)), ((640, 400), (30, 50))])
def test_ranks_are_large_in_the_second_half(open_table: Open, size: tuple[int, int], least: tuple[int, int]) -> None:
    """The cards of the first half are beside the trick, so that the panel may use the rest of the cloth."""
    panel = of_kind(NamingPanel, second_half(open_table, size=size).panel)
    ranks = [tile.rect for tile in panel.tiles if action.verb_of(tile.choice.action) is Verb.TOPS]
    assert len(ranks) == 13
    assert min(rect.w for rect in ranks) >= least[0] and min(rect.h for rect in ranks) >= least[1]


def texts_in(element: Element) -> Iterator[Text]:
    if isinstance(element, Text):
        yield element
    for child in element.visible_children():
        yield from texts_in(child)


def test_numbers_on_the_tiles_of_ranks_grow_with_the_text_size(open_table: Open) -> None:
    """The panel is as wide between large plates as before, so that its text grows by another arrangement of the tiles."""
    sizes = []
    for text_size in (1.0, 2.0):
        panel = of_kind(NamingPanel, naming(open_table, 4, text_size=text_size).panel)
        sizes.append(min([text.pixel_size for tile in panel.tiles for text in texts_in(tile.content)]))
    assert sizes[1] >= 1.5 * sizes[0]


def test_the_cards_of_the_first_half_are_called_so(open_table: Open) -> None:
    stage = second_half(open_table, text_size=2.0).scene.stage
    words = [label.words for label in cloth_labels(stage)]
    assert "first half" in words and "left out" not in words


# ---------------------------------------------------------------------- sealed bids

GOPS = playing.find("gops")
CHAIRS = (Chair("Gooseberry", "human"), Chair("Vesper", "random"), Chair("Quill", "random"))
BIDS_WINDOWS = ((640, 400), (900, 500), (1280, 720), (1920, 1080))


def until(program: Any, so: Callable[[], bool]) -> None:
    for _ in range(2000):
        if so():
            return
        program.step(0.05)
        for _ in range(40):
            if not program.loop.scenes.run_slice():
                break
    raise AssertionError("it never happened")


def is_my_turn(program: Any) -> bool:
    scene = program.top
    return isinstance(scene, TableScene) and not scene.timeline.has_beats and scene.stage.snapshot.mine


def table(program: Any, players: int = 3, **options: Any) -> Any:
    match = program.matches.begin_table(GOPS, GOPS.Options(players=players, **options), CHAIRS[:players], "7Q4KM2XD9TBR")
    return program.show(lambda context, matches: TableScene(context, match))


def menu(program: Any) -> list[str]:
    """The labels of the menu over the table, which is closed again."""
    program.key(pygame.K_ESCAPE)
    assert isinstance(program.top, PauseMenuScene)
    labels = [widget.label for widget in program.top.widgets.all]
    program.key(pygame.K_ESCAPE)
    assert isinstance(program.top, TableScene)
    return labels


def from_title(program: Any) -> Any:
    """A table, laid by clicks on what stands there."""
    scene = program.show(TitleScene)
    program.finish()
    program.click(next(tile for tile in scene.tiles if tile.game.id == "gops"))
    assert isinstance(program.top, NewGameScene)
    program.click(program.top.deal)
    until(program, lambda: is_my_turn(program))
    return program.top


@pytest.mark.parametrize("size", BIDS_WINDOWS[::3])
def test_from_the_title_to_a_bid_by_mouse(program: Opens, size: tuple[int, int]) -> None:
    one, scene = program.into(from_title, size=size)
    card = scene.hand.cards[2]
    pose = next(sprite.rest for sprite in scene.hand.sprites if sprite.key == f"card {card}")
    one.click((round(pose.x - 0.2 * pose.height), round(pose.y)))
    until(one, lambda: bool(scene.match.session.state.actions))
    assert card in [value_of(action) for seat, action in scene.match.session.state.actions if seat == scene.match.me]
    until(one, lambda: is_my_turn(one))
    assert scene.match.session.state.round == 2, "the next round begins by itself"


def test_from_the_table_to_a_bid_by_keys(program: Opens) -> None:
    one, scene = program.into(table)
    until(one, lambda: is_my_turn(one))
    one.key(pygame.K_TAB) if scene.controls.widgets.focus is not scene.controls.fan else None
    one.key(pygame.K_RIGHT, pygame.K_RIGHT)
    card = present(scene.hand.focus)
    one.key(pygame.K_RETURN)
    assert card not in scene.hand.cards
    until(one, lambda: is_my_turn(one))
    one.key(pygame.K_l)
    assert scene.last_trick is not None


def test_who_takes_a_bid_back_is_told_what_they_have_seen(program: Opens) -> None:
    """Alone one may; it is said which bids are known now, until the next press."""
    one, scene = program.into(table)
    until(one, lambda: is_my_turn(one))
    scene.hand.focus_card(scene.hand.cards[0])
    one.key(pygame.K_RETURN)
    until(one, lambda: is_my_turn(one) and len(scene.match.deal_log().tricks) == 1)
    others = [play for play in scene.match.deal_log().tricks[-1].plays if play[0] != scene.match.me]
    one.key(pygame.K_z, mod=pygame.KMOD_LCTRL)
    assert not scene.match.deal_log().tricks
    said = scene.messages.message[0]
    assert said.startswith("Taken back, though the bids were shown and are known now: ")
    assert all(
        f"{scene.match.with_names(f'[{seat}]')}'s {scene.match.game.text.card_name(card)}" in said for seat, card in others
    )
    one.key(pygame.K_RIGHT)
    assert "known now" not in scene.messages.message[0]
    if scene.match.undo_action_count:  # nothing but a first bid of another is left
        assert not scene.messages.undone_bids_notice


class Words:
    """Keeps what is written."""

    def __init__(self, canvas: Canvas, monkeypatch: pytest.MonkeyPatch) -> None:
        self.found: list[str] = []
        for name in ("draw_plain_text", "draw_rich_line"):
            monkeypatch.setattr(canvas, name, self._kept(getattr(canvas, name)))

    def _kept(self, draw: Callable[..., Any]) -> Callable[..., Any]:
        def drawn(s: str, *more: Any, **named: Any) -> Any:
            self.found.append(s)
            return draw(s, *more, **named)

        return drawn


@pytest.mark.one_in(4)
@pytest.mark.parametrize(("size", "players"), list(zip(BIDS_WINDOWS, (2, 3, 3, 2), strict=True)))
def test_every_moment_of_a_deal_is_drawn_with_its_words(
    program: Opens, size: tuple[int, int], players: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = program(size)
    scene, chance = table(one, players), Random(2)
    words = Words(one.context.canvas, monkeypatch)
    rounds = 0
    while True:
        until(one, lambda: is_my_turn(one) or isinstance(one.top, ScoreScene))
        if isinstance(one.top, ScoreScene):
            break
        words.found.clear()
        scene.picture.clear_layers()
        scene.dirty = True
        one.step()
        shown = scene.stage.snapshot
        assert shown.tally is not None
        assert shown.tally.stock in words.found
        before, _, last = shown.tally.offer.rpartition(" ")
        assert f"{before} {{{last}}}" in words.found
        assert set(shown.names) <= set(words.found)
        down = len(scene.match.session.state.committed)
        assert words.found.count("bid is down") == (down if auction.auction_layout(scene.layout).lines > 1 else 0)
        rounds += 1
        scene.perform(chance.choice(list(scene.match.session.legal())), by_person=True)
    assert rounds == 13


def test_a_game_without_tricks_says_round_and_shows_no_egg(program: Opens) -> None:
    one, scene = program.into(table, 2, pace="at once")
    until(one, lambda: is_my_turn(one))
    assert scene.controls.last.label == "Last round"
    assert scene.stage.egg is None
    assert scene.stage.snapshot.place == "Round 1 of 13"
    assert not any("Last" in label for label in menu(one)), "there is no round yet to be seen again"
    scene.perform(scene.match.session.legal()[0], by_person=True)
    until(one, lambda: is_my_turn(one))
    assert scene.match.deal_log().tricks
    assert "Last round" in menu(one)


def test_the_last_round_is_told_also_where_nobody_took_it(program: Opens, monkeypatch: pytest.MonkeyPatch) -> None:
    one, scene = program.into(table, 2, pace="at once")
    while not scene.match.deal_log().tricks:
        until(one, lambda: is_my_turn(one) or bool(scene.match.deal_log().tricks))
        state = scene.match.session.state
        if is_my_turn(one):
            legal = scene.match.session.legal()
            lying = [bid for bid in state.bids if bid >= 0]
            wanted = lying[0] % 13 if lying else legal[0] % 13
            scene.perform(next(a for a in legal if value_of(a) % 13 == wanted or not lying), by_person=True)
    (trick, *_) = scene.match.deal_log().tricks
    until(one, lambda: is_my_turn(one))
    if trick.taker < 0:
        assert trick.tied_seats == (0, 1)
    words = Words(one.context.canvas, monkeypatch)
    one.key(pygame.K_l)
    one.step()
    assert "Round 1 of 13" in words.found
    assert any(line in trick.log_line or "You" in line for line in words.found)


def test_the_last_round_names_its_taker_and_nobody_else(program: Opens, monkeypatch: pytest.MonkeyPatch) -> None:
    one = program(pace="at once")
    scene, chance, takers = table(one), Random(3), set()
    words = Words(one.context.canvas, monkeypatch)
    for number in range(1, 7):
        until(one, lambda: is_my_turn(one))
        scene.perform(chance.choice(list(scene.match.session.legal())), by_person=True)
        until(one, lambda: is_my_turn(one))
        trick = scene.match.deal_log().tricks[-1]
        takers.add(trick.taker)
        words.found.clear()
        one.key(pygame.K_l)
        one.step()
        assert f"Round {number} of 13" in words.found
        told = words.found[words.found.index(f"Round {number} of 13") :]
        assert scene.match.with_names(trick.log_line) in " ".join(told)
        assert not [line for line in told if "[" in line or "The trick is" in line]
        one.key(pygame.K_ESCAPE)
    assert len(takers) > 2, "also a round that nobody took"


@pytest.mark.parametrize("deals", [1, 2])
def test_a_game_of_one_deal_has_no_column_of_deals(program: Opens, deals: int, monkeypatch: pytest.MonkeyPatch) -> None:
    one = program(pace="at once")
    scene = table(one, 2, deals=deals)
    until(one, lambda: is_my_turn(one))
    match = scene.match
    while match.session.due_step == "act":
        match.act(match.session.legal()[0])
    words = Words(one.context.canvas, monkeypatch)
    until(one, lambda: isinstance(one.top, ScoreScene))
    one.finish()
    several = deals > 1
    assert ("deal" in words.found, "points" in words.found) == (several, not several)
