"""The table through its window: whole deals by events alone, and every decision in every way."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any

import pygame
import pytest

from goosetable import games
from goosetable.app.render.geometry import Area
from goosetable.app.scenes.history.dialogs import ImportScene
from goosetable.app.scenes.table.input import trick_card_at
from goosetable.app.table import captions
from goosetable.app.table.panels.bid_panel import BidPanel
from goosetable.app.table.panels.choice_panel import KeepPanel
from goosetable.app.table.panels.naming_panel import NamingPanel
from goosetable.app.table.sprites import Pose
from goosetable.app.ui.elements import Text
from goosetable.cards import suit
from goosetable.engine.rules import action
from goosetable.engine.rules.action import Verb
from goosetable.engine.rules.event import BID_KIND
from goosetable.games.cross_purposes.rules import CrossOptions, CrossPurposes
from goosetable.games.fools_gold.rules import FoolsGold, FoolsGoldOptions
from goosetable.games.goose.rules import Goose, GooseOptions
from goosetable.games.gooseberry_fool.rules import GooseberryFool
from goosetable.games.goosed.rules import Goosed
from goosetable.games.gops.rules import Gops, GopsOptions
from goosetable.games.throps.rules import Throps
from tests.app.conftest import think
from tests.app.table_window import CODE, GAME, Sheet, Window, plainly
from tests.narrowing import of_kind, present


def test_a_click_on_an_illegal_card_explains_and_changes_nothing(open_table: Callable[..., Window]) -> None:
    window = open_table(pace="brisk")
    window.to_my_turn()
    while len(window.legal) == len(window.shown.own):
        window.click(window.on(min(window.legal)))
        window.tick(0.5)
        window.to_my_turn()
    shown, before = window.shown, window.actions
    card = next(card for card in shown.own if card not in shown.legal)
    window.click(window.on(card))
    words, turn = window.scene.messages.message
    assert words.startswith(f"Not {GAME.text.card_name(card)}: ")
    assert not turn
    assert window.actions == before
    assert window.scene.hand.shake_offsets()
    window.tick(0.5)
    assert not window.scene.hand.shake_offsets()
    assert window.message == words, "it stands until something is done"
    window.key(pygame.K_RIGHT)
    assert window.message == shown.prompt


def test_input_finishes_what_moves_and_then_counts(open_table: Callable[..., Window]) -> None:
    window = open_table()
    window.tick(1 / 60)
    assert window.scene.timeline.has_beats, "cards are dealt"
    window.key(pygame.K_h)
    assert not window.scene.timeline.has_beats
    window.to_my_turn()
    legal = list(window.legal)
    window.click(window.on(legal[0]))
    assert window.actions[-1] == (0, legal[0]), "an action takes effect at once"
    window.tick(0.31)
    assert window.scene.timeline.has_beats
    window.key(pygame.K_l if window.match.deal_log().tricks else pygame.K_RIGHT)
    assert not window.scene.timeline.has_beats
    assert window.scene.last_trick is not None or window.scene.hand.focus is not None


def test_a_quick_click_on_another_card_is_no_double_click(open_table: Callable[..., Window]) -> None:
    """Where nothing glides the next turn comes at once, and the next card may be chosen already."""
    window = open_table(game=games.find_game("fools-gold"), options=FoolsGoldOptions(bonuses="off"), pace="at once")
    clicks = 0
    while not window.scored and clicks < 5:
        window.until(lambda: window.mine or window.scored, fps=60)
        snapshot = window.shown
        if snapshot.forced is not None or window.scored:
            window.tick(0.5)
            continue
        before = sum(seat == 0 for seat, _ in window.actions)
        window.click(window.on(min(snapshot.legal) if clicks % 2 else max(snapshot.legal)))
        clicks += 1
        assert sum(seat == 0 for seat, _ in window.actions) == before + 1
    assert clicks == 5


def test_undo_takes_back_the_last_own_card_by_key_and_by_button(open_table: Callable[..., Window]) -> None:
    window = open_table()
    window.to_my_turn()
    before, shown = window.actions, window.shown
    for how in ("key", "button"):
        window.click(window.on(next(iter(shown.legal))))
        window.tick(0.1 if how == "key" else 4.0)
        assert len(window.actions) > len(before)
        if how == "key":
            window.key(pygame.K_z, pygame.KMOD_LCTRL)
        else:
            window.click(window.scene.controls.undo.rect.center)
        assert window.actions == before
        window.settle()
        assert window.scene.stage.picture_state() == window.fresh().picture_state()
        assert window.shown == shown


def test_the_last_card_can_be_taken_back_while_the_deal_is_not_scored(open_table: Callable[..., Window]) -> None:
    window = open_table(pace="brisk")
    while True:
        window.to_my_turn()
        panel = window.panel
        if panel is not None:
            panel.tiles[0].press()
        else:
            window.click(window.on(next(iter(window.legal))))
        window.until(lambda: window.mine or window.match.session.due_step == "score")
        if window.match.session.due_step == "score":
            break
    assert window.scene.timeline.has_beats, "the last trick is still to be seen"
    count = len(window.actions)
    window.key(pygame.K_z, pygame.KMOD_LCTRL)
    assert window.match.session.due_step == "act"
    assert len(window.actions) < count


@pytest.mark.parametrize("how", ["click", "digit", "seat", "own seat", "keys"])
def test_who_gets_the_trick_is_said_in_every_way(open_table: Callable[..., Window], how: str) -> None:
    window = open_table(pace="brisk")
    window.to_panel()
    panel, layout = window.panel, window.scene.layout
    assert panel is not None
    assert [tile.choice.seat for tile in panel.tiles] == [1, 0, 2]
    assert all(tile.portrait for tile in panel.tiles)
    window.tick(0.4)
    window.draw()
    assert not any(pygame.Rect(*panel.area).colliderect(_box(s.rest)) for s in window.scene.stage.trick)
    wanted = {"click": 2, "digit": 1, "seat": 1, "own seat": 0, "keys": 0}[how]
    match how:
        case "click":
            window.click(panel.tiles[2].rect.center)
        case "digit":
            window.key(pygame.K_1)
        case "seat":
            place = layout.seat(0)
            window.click((place.x, place.y))
        case "own seat":
            assert layout.own_seat is not None
            window.click(layout.own_seat.plate.centre)
        case "keys":
            window.key(pygame.K_LEFT)
            window.key(pygame.K_RIGHT)
            window.key(pygame.K_SPACE)
    assert GAME.action_text(window.actions[-1][1]) == f"give {wanted}"
    window.tick(3)
    assert window.panel is None or window.mine


def _box(pose: object) -> pygame.Rect:

    assert isinstance(pose, Pose)
    w = pose.height * 0.6
    return pygame.Rect(round(pose.x - w / 2), round(pose.y - pose.height * 0.48), round(w), round(pose.height * 0.96))


def test_a_click_ends_the_rest_of_a_full_trick_and_a_held_button_keeps_it(open_table: Callable[..., Window]) -> None:
    window = open_table(pace="leisurely", still=True)
    window.to_my_turn()
    window.click(window.on(next(iter(window.legal))))
    timeline, middle = window.scene.timeline, (window.scene.layout.middle_x, window.scene.layout.h * 0.6)
    window.until(lambda: timeline.has_beats and not timeline.has_running_tween and " takes it for " in window.message, fps=60)
    timeline.held = True
    window.tick(5)
    assert " takes it for " in window.message
    timeline.held = False
    window.click(middle)
    assert " takes it for " not in window.message


def test_computers_play_by_themselves(open_table: Callable[..., Window]) -> None:
    window = open_table(people=(("A", "random"), ("B", "greedy"), ("C", "random")), pace="at once")
    window.until(lambda: window.match.session.standing.deals == 2, 400)
    assert not window.scored


def test_nothing_happens_by_itself_under_another_scene(open_table: Callable[..., Window]) -> None:
    window = open_table(pace="brisk")
    window.tick(3)
    window.key(pygame.K_ESCAPE)
    menu = of_kind(Sheet, window.scenes.top)
    menu.covers = False
    before = window.actions
    window.tick(3)
    assert window.actions == before
    window.key(pygame.K_ESCAPE)
    window.to_my_turn()


def test_a_file_dropped_on_the_table_is_taken_in_and_the_table_waits(open_table: Callable[..., Window]) -> None:
    window = open_table(pace="brisk")
    window.to_my_turn()
    before = window.actions
    window.post(pygame.DROPFILE, file="some record.goose")
    page = of_kind(ImportScene, window.scenes.top)
    window.until(lambda: not page.run_slice())
    assert page.summary == "1 refused." and "some record.goose" in page.report.accessible_value
    window.key(pygame.K_ESCAPE)
    assert window.scenes.top is window.scene and window.mine and window.actions == before


def test_tab_goes_from_the_hand_to_the_buttons_and_back(open_table: Callable[..., Window]) -> None:
    window = open_table(pace="brisk")
    window.to_my_turn()
    controls, stops = window.scene.controls, []
    window.key(pygame.K_RIGHT)
    assert window.scene.hand.focus is not None
    for mod in (0, 0, pygame.KMOD_LSHIFT, pygame.KMOD_LSHIFT):
        window.key(pygame.K_TAB, mod)
        stops.append(controls.widgets.focus)
        if len(stops) == 2:
            assert window.scene.hand.focus is None
    assert stops == [controls.figures, controls.hint, controls.figures, controls.fan]
    assert window.scene.hand.focus in window.legal
    window.key(pygame.K_F6)
    window.key(pygame.K_F6)
    assert controls.widgets.focus == controls.hint


@pytest.mark.parametrize("sort", ["suits", "ranks"])
def test_ctrl_and_an_arrow_go_to_the_first_card_of_the_next_suit(open_table: Callable[..., Window], sort: str) -> None:
    window = open_table(pace="brisk", sort=sort)
    window.to_my_turn()
    hand = window.scene.hand
    firsts = [next(card for card in hand.cards if suit(card) == one) for one in dict.fromkeys(map(suit, hand.cards))]
    assert len(firsts) >= 3
    window.key(pygame.K_RIGHT)
    window.key(pygame.K_HOME)
    met = [hand.focus]
    for _ in firsts:
        window.key(pygame.K_RIGHT, pygame.KMOD_LCTRL)
        met.append(hand.focus)
    assert met == [*firsts, firsts[0]]
    window.key(pygame.K_RIGHT)
    window.key(pygame.K_LEFT, pygame.KMOD_RCTRL)
    assert hand.focus in firsts
    before = window.actions
    window.key(pygame.K_LEFT, pygame.KMOD_RMETA)
    assert hand.focus in firsts and window.actions == before


# ---------------------------------------------------------------------- every decision of every game

KEYS = {str(digit): pygame.K_0 + digit for digit in range(10)}
GAMES: tuple[tuple[Any, Any], ...] = (
    (Goose(), GooseOptions(players=3)),
    (Throps(), None),
    (CrossPurposes(), None),
    (CrossPurposes(), CrossOptions(players=4)),
    (Goosed(), None),
    (FoolsGold(), None),
    (Gops(), None),
    (Gops(), GopsOptions(players=3)),
    (GooseberryFool(), None),
)
IDS = ("goose", "throps", "cross two", "cross four", "goosed", "fools gold", "gops two", "gops three", "fool")
Open = Callable[..., Window]
RESTING: dict[str, Any] = {"pace": "leisurely", "still": True}
"""Nothing moves, and what goes by itself does so after a moment."""


def over(window: Window) -> bool:
    return window.scored or window.match.session.standing.deals > 0


def to_me(window: Window) -> bool:
    """Wait for the person's turn; whether there is one before the deal is scored."""
    window.until(lambda: window.mine or over(window))
    return not over(window)


def acts(window: Window) -> int:
    """How many actions of the deal are in force."""
    return window.match.session.undoable_count


def ask_for(window: Window, kind: type) -> Any:
    """Play anything until a decision of this kind waits."""
    while to_me(window):
        if isinstance(window.panel, kind):
            return window.panel
        any_way(window, random.Random(2))
    raise AssertionError("it was never asked")


def any_way(window: Window, chance: random.Random) -> None:
    """Do something allowed with the pointer."""
    scene, shown = window.scene, window.shown
    before = acts(window)
    if scene.panel is not None:
        tile = chance.choice([tile for tile in scene.panel.tiles if not tile.barred])
        window.click(tile.rect.center)
    elif shown.forced is not None:
        window.click((scene.layout.middle_x, scene.layout.h * 0.62))
    else:
        window.click(window.on(chance.choice(list(shown.legal))))
    assert acts(window) == before + 1 or window.match.session.state is None
    window.tick(0.6, 10)  # longer than a double click takes


@pytest.mark.one_in(5)
@pytest.mark.parametrize(("game", "options"), GAMES, ids=IDS)
def test_a_whole_deal_is_played_with_clicks(open_game: Open, game: Any, options: Any) -> None:
    window, chance = open_game(game, options), random.Random(1)
    while to_me(window):
        any_way(window, chance)
        window.draw()
    assert window.match.session.standing.deals == 1


@pytest.mark.one_in(3)
@pytest.mark.parametrize(("game", "options"), [GAMES[0], GAMES[3], GAMES[7]], ids=[IDS[0], IDS[3], IDS[7]])
def test_a_whole_deal_is_played_with_keys_alone(open_game: Open, game: Any, options: Any) -> None:
    """Tables that `tests/app/test_whole_deals.py` does not have, and one at which a number is forbidden."""
    window = open_game(game, options, size=(640, 400), **RESTING)
    while to_me(window):
        before = acts(window)
        if window.shown.forced is None:
            window.key(pygame.K_RIGHT)
        window.key(pygame.K_RETURN)
        if acts(window) == before:  # a forbidden number was explained
            assert window.reason.startswith("Not ")
            window.key(pygame.K_LEFT)
            window.key(pygame.K_RETURN)
        window.tick(0.4)
        window.draw()
    assert window.match.session.standing.deals == 1


@pytest.mark.one_in(5)
@pytest.mark.parametrize(("game", "options"), GAMES, ids=IDS)
def test_undo_takes_back_the_last_own_decision(open_game: Open, game: Any, options: Any) -> None:
    window, chance = open_game(game, options), random.Random(3)
    for _ in range(6):
        if not to_me(window):
            break
        before, shown = acts(window), window.shown
        any_way(window, chance)
        if over(window) or window.match.session.due_step != "act":
            break
        window.until(lambda: window.mine or window.match.session.due_step != "act")
        if window.match.session.due_step != "act":
            break
        window.key(pygame.K_z, pygame.KMOD_LCTRL)
        assert acts(window) == before
        window.settle()
        assert window.shown == shown
        any_way(window, chance)


# ---------------------------------------------------------------------- bids


def hooked(open_game: Open, **more: Any) -> tuple[Window, BidPanel]:
    """A dealer who may not bid one of the numbers."""
    for code in ("7Q4KM2XD9TBR", "7Q4KM2XD9TBS", "7Q4KM2XD9TBT", "7Q4KM2XD9TB2", CODE):
        for me in range(3):
            window = open_game(Goose(), GooseOptions(players=3, max_hand=9), code, me, **more)
            panel = ask_for(window, BidPanel)
            if panel.decision.barred:
                return window, panel
    raise AssertionError("nobody was barred")


def test_a_forbidden_bid_is_there_and_explained_before_and_after_the_click(open_game: Open) -> None:
    window, panel = hooked(open_game)
    assert [tile.label for tile in panel.tiles] == [str(number) for number in range(10)]
    (barred,) = [tile for tile in panel.tiles if tile.barred]
    assert barred.choice.result == "the last bid may not make all bids add up to 9"
    window.draw()
    before = window.actions
    for how in ("click", "digit"):
        if how == "click":
            window.click(barred.rect.center)
        else:
            window.key(KEYS[barred.label])
        assert window.actions == before
        assert window.scene.messages.message == (f"Not {barred.label}: {barred.choice.result}.", False)
        window.key(pygame.K_LEFT)
        assert window.message == window.shown.prompt
    allowed = next(tile for tile in panel.tiles if not tile.barred)
    window.key(KEYS[allowed.label])
    assert window.actions[-1] == (window.match.me, action.make_action(Verb.BID, int(allowed.label)))


def test_a_hint_for_a_bid_is_marked_and_not_pressed(open_game: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    think(monkeypatch, 40)  # so that one of the bids is the best
    window = open_game(Goose(), GooseOptions(players=3, max_hand=3))
    panel = ask_for(window, BidPanel)
    before = acts(window)
    window.key(pygame.K_h)
    window.until(lambda: any(tile.hinted for tile in panel.tiles), 90)
    (tile,) = [tile for tile in panel.tiles if tile.hinted]
    window.draw()
    assert acts(window) == before
    assert tile.label in window.match.advice
    assert plainly(window.message).endswith(window.match.advice)


def test_a_card_clicked_while_bidding_says_that_the_bid_comes_first(open_game: Open) -> None:
    window = open_game(Goose(), GooseOptions(players=3))
    ask_for(window, BidPanel)
    card = window.hand[0]
    window.click(window.on(card))
    assert window.message.endswith(": first comes your bid.")
    assert not window.scene.hand.sunk


@pytest.mark.one_in(2)
@pytest.mark.parametrize("size", [(1280, 720), (640, 400), (1920, 1080)])
@pytest.mark.parametrize("text", [1.0, 2.0])
def test_up_to_thirty_six_tricks_can_be_bid(open_game: Open, size: tuple[int, int], text: float) -> None:
    window = open_game(Goose(), GooseOptions(players=3, decks=2), size=size, text_size=text)
    panel = ask_for(window, BidPanel)
    rects = [tile.rect for tile in panel.tiles]
    assert len(rects) == window.match.session.state.size + 1 > 30  # type: ignore[union-attr]
    whole = pygame.Rect(0, 0, round(window.scene.layout.cloth_width), window.scene.layout.h)
    assert all(whole.contains(rect) for rect in rects)
    assert all(not one.colliderect(two) for i, one in enumerate(rects) for two in rects[i + 1 :])
    window.draw()
    window.key(pygame.K_1)
    window.key(pygame.K_4)
    focus = present(window.scene.controls.widgets.focus)
    assert focus.label == "14"
    window.key(pygame.K_RETURN)
    if not focus.barred:  # type: ignore[attr-defined]
        assert window.actions[-1] == (0, action.make_action(Verb.BID, 14))


# ---------------------------------------------------------------------- trumps and tops


def test_one_of_four_calls_a_suit_or_a_rank_and_sees_the_order(open_game: Open) -> None:
    window = open_game(CrossPurposes(), CrossOptions(players=4))
    panel = ask_for(window, NamingPanel)
    signs = [tile.sign for tile in panel.tiles]
    assert set("SHDC") & set(signs)
    assert len(signs) >= 13
    eight = next(tile for tile in panel.tiles if tile.sign == "8")
    assert eight.choice.ranking == ("8", "7", "6", "5", "4", "3", "2", "A", "K", "Q", "J", "10", "9")
    window.draw()
    window.key(pygame.K_8)
    assert window.actions[-1] == (0, action.make_action(Verb.TOPS, 6))


def test_a_digit_leads_a_listener_to_the_rank_and_enter_names_it(open_game: Open) -> None:
    """The digit named it at once, and the Enter after it played a card."""
    window = open_game(CrossPurposes(), CrossOptions(players=4))
    panel = ask_for(window, NamingPanel)
    window.context.reader_listens = True
    count = len(window.actions)
    window.key(pygame.K_8)
    assert window.focus is next(tile for tile in panel.tiles if tile.sign == "8") and len(window.actions) == count
    window.key(pygame.K_RETURN)
    assert window.actions[count:] == [(0, action.make_action(Verb.TOPS, 6))]


def test_the_hand_is_sorted_anew_when_tops_are_named(open_game: Open) -> None:
    window = open_game(CrossPurposes())
    panel = ask_for(window, NamingPanel)
    assert not window.scene.hand.sunk
    before = window.shown.own
    if any(tile.sign == "8" for tile in panel.tiles):
        window.click(next(tile for tile in panel.tiles if tile.sign == "8").rect.center)
    else:
        window.key(pygame.K_2)
    assert to_me(window)
    state, shown = window.match.view_at_screen().known, window.shown
    game = window.match.game
    ranking = game.text.order_of_ranks(state)
    assert len(ranking) == 13
    assert shown.facts.ranking == ranking
    assert list(shown.own) == sorted(before, key=lambda card: game.text.sort_key(state, card))
    assert window.scene.stage.picture_state() == window.fresh().picture_state()


# ---------------------------------------------------------------------- offers


def test_sealed_bids_are_never_seen_early(open_game: Open) -> None:
    window, chance = open_game(Throps(), pace="brisk"), random.Random(4)
    seen = 0

    def look() -> None:
        nonlocal seen
        state = window.match.session.state
        if state is None or window.match.session.due_step != "act":
            return
        secret = {bid for seat, bid in enumerate(state.bids) if bid >= 0 and seat != window.match.me}  # type: ignore[attr-defined]
        codes = {window.scene.stage.image_code(card) for card in secret}
        seen += len(secret)
        assert not codes & {sprite.code for sprite in window.scene.stage.sprites_in_order()}
        assert not any(set(heap.cards) & secret for heap in window.shown.shown_piles)

    window.watch = look
    for _ in range(5):
        assert to_me(window)
        assert "bid" in window.shown.prompt.lower()
        any_way(window, chance)
    assert seen


def test_the_own_bid_lies_before_the_own_seat(open_game: Open) -> None:
    for me in range(3):
        window = open_game(Throps(), me=me, pace="brisk")
        assert to_me(window)
        window.click(window.on(next(iter(window.legal))))
        state = window.match.session.state
        if state.committed:  # type: ignore[union-attr]
            shown_piles = window.scene.current_snapshot().shown_piles
            assert any(heap.pile.kind is BID_KIND and heap.pile.seat == me for heap in shown_piles)


# ---------------------------------------------------------------------- what to keep


@pytest.mark.parametrize("how", ["panel", "trick", "digit", "keys"])
def test_a_card_of_the_trick_is_kept_in_every_way(open_game: Open, how: str) -> None:
    window = open_game(FoolsGold())
    panel = ask_for(window, KeepPanel)
    window.draw()
    tile = panel.tiles[1]
    match how:
        case "panel":
            window.click(tile.rect.center)
        case "trick":
            card = action.card_of(tile.choice.action)
            pose = next(s.rest for s in window.scene.stage.trick if s.key == f"card {card}")
            window.click(next(pos for pos in spots(pose) if trick_card_at(window.scene, pos) == card))
        case "digit":
            window.key(pygame.K_2)
        case "keys":
            window.key(pygame.K_RIGHT)
            window.key(pygame.K_RETURN)
    assert window.actions[-1] == (0, tile.choice.action)


@pytest.mark.parametrize(("size", "text"), [((640, 400), 2.0), ((1280, 720), 2.0), ((1280, 720), 1.0)])
def test_the_lamp_of_a_card_to_keep_covers_no_word_and_no_word_is_alone(
    open_game: Open, monkeypatch: pytest.MonkeyPatch, size: tuple[int, int], text: float
) -> None:
    window = open_game(FoolsGold(), size=size, text_size=text)
    panel = ask_for(window, KeepPanel)
    window.draw()
    drawn: list[tuple[float, float, float]] = []
    monkeypatch.setattr(captions, "draw_hint_lamp", lambda _, *circle: drawn.append(circle))
    for tile in panel.tiles:
        tile.hinted = True
        tile.draw(window.context.canvas, False)
        x, y, d = drawn.pop()
        words = [one for one in tile.content.walk() if isinstance(one, Text)]
        for one in words:
            assert one.words == tile.choice.verdict or len(one.lines[-1].replace("\u00a0", " ").split()) > 1
            left, top, w, h = (part * tile.t for part in one.box)
            wide = max(window.context.canvas.width(line, one.pixel_size) for line in one.lines)
            left, w = left + (w - wide) / 2, wide
            assert not Area(x - d / 2, y - d / 2, d, d).overlaps(Area(left, top, w, h))


def spots(pose: Any) -> Iterator[tuple[int, int]]:
    for down in range(-9, 10):
        for right in range(-6, 7):
            yield round(pose.x + right * pose.height * 0.05), round(pose.y + down * pose.height * 0.05)


def test_a_card_of_another_suit_is_not_kept_and_it_is_said_why(open_game: Open) -> None:
    window = open_game(FoolsGold())
    while True:
        panel = ask_for(window, KeepPanel)
        legal = {action.card_of(choice.action) for choice in panel.decision.choices}
        other = [card for _, card in window.shown.trick if card not in legal]
        if other:
            break
        any_way(window, random.Random(5))
    pose = next(s.rest for s in window.scene.stage.trick if s.key == f"card {other[0]}")
    before = acts(window)
    window.click(next(pos for pos in spots(pose) if trick_card_at(window.scene, pos) == other[0]))
    assert acts(window) == before
    assert "may be kept" in window.reason


def test_where_there_is_one_card_to_keep_it_is_kept_after_a_moment(open_game: Open) -> None:
    chance, window = random.Random(6), open_game(FoolsGold(), **RESTING)
    for code in ("7Q4KM2XD9TBR", "7Q4KM2XD9TBS", "7Q4KM2XD9TBT", "7Q4KM2XD9TB2", "7Q4KM2XD9TB3"):
        while to_me(window) and window.shown.forced is None:
            any_way(window, chance)
        if not over(window):
            break
        window = open_game(FoolsGold(), None, code, **RESTING)
    forced = window.shown.forced
    assert window.panel is None
    window.draw()
    window.until(lambda: (0, forced) in window.actions, 2)


def test_pure_fools_gold_asks_for_no_card_to_keep(open_game: Open) -> None:
    window, kept = open_game(FoolsGold(), FoolsGoldOptions(bonuses="off"), **RESTING), 0
    while to_me(window) and kept < 3:
        assert window.panel is None
        forced = window.shown.forced
        if forced is None:
            window.key(pygame.K_RIGHT)
            window.key(pygame.K_RETURN)
        else:
            before = acts(window)
            window.until(lambda: acts(window) > before, 2)  # noqa: B023 it is called at once
            kept += 1
        window.tick(0.4)
    assert kept == 3
