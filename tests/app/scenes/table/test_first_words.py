"""What the table explains of itself: figures by pointer and keys, odd cards and piles, chips, Geese, and roles that change."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pygame
import pytest

from goosetable import cards, games
from goosetable.app.render.card_images import GOOSE
from goosetable.app.render.geometry import Area
from goosetable.app.scenes.table.messages import REST
from goosetable.app.table import captions, piles
from goosetable.app.table.panels.bid_panel import BidPanel
from goosetable.app.table.piles import turned_card_text
from goosetable.app.table.sidebar import FigureSpot
from goosetable.app.table.stage import cloth_labels
from goosetable.cards import JOKER_SUIT
from goosetable.engine.rules.event import NEXT_KIND, TURNED, TURNED_KIND
from goosetable.engine.text.table_facts import FigureKind
from goosetable.games.goose.rules import Goose, GooseOptions
from tests.app.table_window import CODE, Window, still

Opens = Callable[..., Window]
CODES = ("7Q4KM2XD9TBR", "7Q4KM2XD9TBS", "7Q4KM2XD9TBT", "7Q4KM2XD9TB2", "7Q4KM2XD9TB3", "7Q4KM2XD9TB4")
SIZES = ((1280, 720), (640, 400), (900, 500))


@pytest.fixture
def window(tmp_path: Path) -> Iterator[Opens]:
    names = ("You", "Ann", "Ben", "Cleo", "Dora", "Eve", "Fred")
    yield from still(tmp_path, tuple((name, "random" if i else "human") for i, name in enumerate(names)))


def table(window: Opens, game: Any, options: Any = None, **more: Any) -> Window:
    """A table at the person's first turn, drawn."""
    options = options or game.Options()
    people = (("Gooseberry", "human"), *((f"P{seat}", "random") for seat in range(1, game.seats(options))))
    one = window(people, game=game, options=options, **more)
    one.until(lambda: one.mine)
    one.draw()
    return one


def spots(one: Window, kind: FigureKind) -> list[FigureSpot]:
    return [spot for spot in one.spots if spot.figure.kind is kind]


def pointed(one: Window, spot: FigureSpot) -> str:
    """The note that comes when the pointer rests on a figure."""
    one.point((spot.area.x + min(8, spot.area.w / 2), spot.area.centre.y))
    one.tick(REST + 0.1)
    return one.note


@pytest.mark.parametrize(("jokers", "says"), [("suitless", "no trump"), ("top", "beats"), ("wizard", "at any time")])
def test_a_joker_in_the_hand_says_what_it_is_while_one_bids(window: Opens, jokers: str, says: str) -> None:
    game = games.find_game("goose")
    for code in CODES:
        one = table(window, game, game.Options(players=3, jokers=jokers), code=code)
        if any(cards.suit(card) == JOKER_SUIT for card in one.shown.own):
            break
    assert isinstance(one.panel, BidPanel)
    spot, *_ = spots(one, FigureKind.CARD)
    told = pointed(one, spot)
    assert told.startswith(("The High Joker ", "The Low Joker ")) and says in told
    other = one.scene.hand.sprites[0]
    one.point((other.rest.area().x + 5, other.rest.y))
    one.tick(REST + 0.1)
    assert not one.note, "of other cards there is nothing to say"


def test_a_low_ace_says_that_it_is_low(window: Opens) -> None:
    game = games.find_game("goosed")
    for code in CODES:
        one = table(window, game, code=code)
        legal = one.legal
        ace = next((card for card in legal if not cards.rank(card) and not one.shown.trick), None)
        text, high = game.text, game.Options(ace="high")
        assert "aces are low" in text.winning_rule(one.match.view_at_screen().known)
        if ace is not None:
            one.scene.hand.focus_card(ace)
            assert one.card_effect == "is the lowest of its suit"
            break
    assert text.card_fact(game.Options(), 0) and not text.card_fact(high, 0), "only where it is"


@pytest.mark.parametrize("size", SIZES)
def test_chips_and_the_card_dealt_face_up_have_a_label_and_a_note(window: Opens, size: tuple[int, int]) -> None:
    one = next(
        one
        for code in CODES
        if (one := table(window, games.find_game("goosed"), code=code, size=size)).scene.stage.exposed_cards
        and one.shown.facts.unassigned_badges
    )
    stage = one.scene.stage
    words = [label.words for label in cloth_labels(stage)]
    assert words.count("Red Fox") == len(stage.snapshot.facts.unassigned_badges) and "turned up" in words
    chips = [spot for spot in spots(one, FigureKind.BADGE) if spot.figure.word == "Red Fox" and spot.figure.at < 0]
    assert len(chips) == words.count("Red Fox")
    assert "first Goose" in pointed(one, chips[0])
    (shown,) = spots(one, FigureKind.SHOWN)
    dealer = one.match.session.names[stage.snapshot.dealer or 0]
    assert pointed(one, shown).startswith(f"{dealer} holds ")
    boxes = [label.area for label in cloth_labels(stage)]
    for i, box in enumerate(boxes):
        assert box.x > 0 and box.right < one.scene.layout.cloth_width
        assert not any(box.overlaps(other) for other in boxes[:i])
        assert not any(box.overlaps(one.scene.layout.seat(seat).plate) for seat in range(one.scene.layout.opponent_count))


@pytest.mark.parametrize("size", SIZES)
def test_cards_for_the_second_half_are_labelled_with_their_number(window: Opens, size: tuple[int, int]) -> None:
    one = table(window, games.find_game("cross-purposes"), size=size)
    stage = one.scene.stage
    found = [label for label in cloth_labels(stage) if label.words in ("13 cards", "for the 2nd half")]
    assert len(found) == 4
    for label in found:
        assert label.area.x > 0, "it is not cut off"
        assert not any(label.area.overlaps(sprite.rest.area()) for sprite in stage.hand.sprites), "and not under the hand"
    told = {pointed(one, spot) for spot in spots(one, FigureKind.LATER)}
    assert {said.split(".")[0] for said in told} == {
        "You have 13 cards for the second half",
        "P1 has 13 cards for the second half",
    }
    assert sum(heap.pile.kind is NEXT_KIND for heap in stage.snapshot.shown_piles) == 2


def test_a_hand_to_be_played_has_tags_and_no_notes(window: Opens) -> None:
    one = table(window, games.find_game("gooseberry-fool"))
    own = set(one.shown.own)
    assert one.panel is None
    assert not own & {spot.figure.at for spot in spots(one, FigureKind.CARD)}


def test_it_is_said_for_whom_a_trick_is_taken_and_why(window: Opens) -> None:
    one = table(window, games.find_game("gooseberry-fool"), pace="leisurely", still=True)
    heard = []
    one.watch = lambda: heard.append(one.message)
    one.scene.perform(min(one.legal.values()), by_person=True)
    one.until(lambda: any("takes it" in said for said in heard))
    said = next(said for said in heard if "takes it" in said)
    names = ["you", *one.match.session.names[1:]]
    assert any(f" takes it for {name}: " in said for name in names), said


@pytest.mark.parametrize("game", ["fools-gold", "throps"])
def test_the_plate_under_the_own_cards_names_the_points_as_points(
    window: Opens, monkeypatch: pytest.MonkeyPatch, game: str
) -> None:
    one = table(window, games.find_game(game))
    drawn: list[str] = []
    rich = one.context.canvas.draw_rich_line

    def watched(text: str, *rest: Any, **more: Any) -> Any:
        drawn.append(text)
        return rich(text, *rest, **more)

    monkeypatch.setattr(one.context.canvas, "draw_rich_line", watched)
    one.draw_anew()
    said = piles.open_cards_caption(one.scene.stage.snapshot, one.match.me)
    assert said is not None
    assert f"You stand at {said.points}" in drawn


# ---------------------------------------------------------------------- figures

WINDOWS = (((1280, 720), 1.0), ((640, 400), 1.0), ((1280, 720), 2.0), ((900, 500), 1.25))


def spot(one: Window, kind: FigureKind, word: str = "") -> FigureSpot:
    return next(s for s in one.spots if s.figure.kind is kind and s.figure.word == word)


def middle(place: FigureSpot) -> tuple[float, float]:
    return place.area.centre.x, place.area.centre.y


def test_a_note_comes_when_the_pointer_has_rested_and_goes_with_it(window: Opens) -> None:
    one = table(window, games.find_game("gooseberry-fool"))
    notes = one.scene.controls.notes
    one.point(middle(spot(one, FigureKind.HEAD, "right × 2")))
    one.tick(REST - 0.1)
    assert notes.open_spot is None
    one.tick(0.2)
    assert notes.text == "The tricks of each seat's right-hand neighbour, counted twice."
    one.point((one.scene.w / 2, one.scene.h / 2))
    assert notes.open_spot is None


def test_a_row_tells_the_present_figures(window: Opens) -> None:
    one = table(window, games.find_game("gooseberry-fool"))
    one.point(middle(spot(one, FigureKind.ROW)))
    one.tick(REST + 0.1)
    assert one.note == "Your own tricks, 0, and twice the 0 of Dorothea, your right neighbour: 0.".replace(
        "Dorothea", one.match.session.names[2]
    )


def test_the_order_in_which_ties_go_is_explained_at_the_message(window: Opens) -> None:
    one = table(window, games.find_game("throps"))
    assert "between equal bids the suit decides" in one.message
    one.point(middle(spot(one, FigureKind.TERMS)))
    one.tick(REST + 0.1)
    assert one.note.startswith("Of equal bids")


def test_the_keys_come_to_every_figure_and_esc_leads_back_to_the_hand(window: Opens) -> None:
    one = table(window, games.find_game("goosed"))
    controls = one.scene.controls
    assert one.focus is controls.fan
    one.key(pygame.K_F6)
    assert controls.widgets.focus is controls.figures
    seen = []
    for _ in controls.notes.visible_spots:
        seen.append(controls.notes.open_spot)
        assert controls.figures.accessible_value, "it is read to those who cannot see it"
        one.key(pygame.K_RIGHT)
    assert seen == list(controls.notes.visible_spots)
    one.key(pygame.K_ESCAPE)
    assert one.focus is controls.fan and controls.notes.open_spot is None
    assert one.scenes.top is one.scene, "Esc closed the note, and opened no menu"


def test_a_note_plays_no_card_and_hides_no_click(window: Opens) -> None:
    one = table(window, games.find_game("goosed"))
    one.point(middle(spot(one, FigureKind.ROW)))
    one.tick(REST + 0.1)
    before = len(one.actions)
    one.click(one.on(min(one.legal)))
    assert not one.note and len(one.actions) > before


@pytest.mark.one_in(5)
@pytest.mark.parametrize("game", games.SHELF, ids=lambda game: game.id)
@pytest.mark.parametrize(("size", "text"), WINDOWS)
def test_no_note_covers_its_figure_or_repeats_the_message(window: Opens, game: Any, size: tuple[int, int], text: float) -> None:
    one = table(window, game, size=size, text_size=text)
    scene = one.scene
    if scene.layout.compact:
        scene.controls.open_sidebar(True)
        one.draw()
    found = scene.controls.notes.visible_spots
    kinds = {place.figure.kind for place in found}
    assert FigureKind.ROW in kinds or scene.sidebar.scroll.max_offset, "the rows may be scrolled away"
    if scene.layout.compact:
        scene.controls.open_sidebar(False)
        one.draw()
        found += scene.controls.notes.visible_spots
    screen = pygame.Rect(0, 0, *size)
    for place in found:
        said = scene.controls.notes.explanation(place.figure)
        assert said and said != scene.messages.message[0]
        box = captions.draw_note(one.context.canvas, said, place.area, *size, scene.layout.t)
        if place.area.h < 0.8 * size[1]:
            assert not place.area.overlaps(Area(*box)), place
        assert screen.contains(box), (place, box)
        assert box.w <= captions.NOTE * scene.layout.t + 1


def test_a_note_that_is_open_when_the_deal_ends_has_nothing_more_to_say(window: Opens) -> None:
    """A deal is scored before its last cards have arrived, and from then on nothing can be asked of it."""
    one = table(window, games.find_game("goosed"))
    one.key(pygame.K_F6)
    assert one.note
    match = one.scene.match
    while match.session.due_step == "act":
        match.act(min(match.session.legal()))
    match.score_deal()
    one.scene.controls.notes._text = (None, "")  # the picture goes on, and the note with it
    assert one.scene.controls.notes.open_spot is not None and one.note == ""
    one.draw()


# ---------------------------------------------------------------------- roles

PEOPLE = (("Gooseberry", "human"), ("Ann", "random"), ("Ben", "random"))


def lay(open_table: Callable[..., Window], **more: object) -> Window:
    return open_table(game=Goose(), options=GooseOptions(players=3, max_hand=2), people=PEOPLE, code=CODE, **more)


def test_who_becomes_goose_and_ass_is_said_while_the_badges_go_there(open_table: Callable[..., Window]) -> None:
    window = lay(open_table, pace="leisurely")
    assert not window.scene.stage.badges
    for _ in range(40):
        window.until(lambda: window.mine or window.scored)
        if window.scored:
            break
        window.scene.perform(window.match.view_at_screen().legal[0], by_person=True)
    heard: list[tuple[str, int]] = []
    window.watch = lambda: heard.append((window.scene.stage.event_text, len(window.scene.stage.badges)))
    sounds: list[str] = []
    window.scene.stage.sound = sounds.append
    window.key(pygame.K_RETURN)
    window.until(lambda: window.mine)
    badges = [badge for badge in window.shown.facts.badges if badge.seat is not None]
    assert badges
    assert {(mark.kind, mark.seat) for mark in window.scene.stage.badges} == {(badge.kind, badge.seat) for badge in badges}
    told = next(words for words, _ in heard if "total" in words or "nobody" in words or "level" in words)
    assert all(badge.why in told for badge in badges)
    assert all(badge.why in window.shown.log for badge in badges)
    assert ("up" if "goose" in {badge.kind for badge in badges} else "down") in sounds, "two notes for the honour and the shame"


def test_the_card_turned_up_is_large_for_the_bids_and_small_for_the_play(open_table: Callable[..., Window]) -> None:
    window = lay(open_table, pace="leisurely")
    sizes = []
    for _ in range(40):
        window.until(lambda: window.mine or window.scored)
        if window.scored:
            break
        stage, shown = window.scene.stage, window.shown
        (pile,) = [pile for pile in stage.shown_piles if pile.kind is TURNED_KIND]
        sizes.append((bool(turned_card_text(shown)), stage.shown_piles[pile][0].rest.height))
        assert bool(piles.pile_labels(stage.layout, shown)) == bool(turned_card_text(shown))
        window.scene.perform(window.match.view_at_screen().legal[0], by_person=True)
    large = {height for bidding, height in sizes if bidding}
    small = {height for bidding, height in sizes if not bidding}
    assert len(large) == len(small) == 1
    assert max(large) > 1.2 * max(small)


@pytest.mark.parametrize("size", [(640, 400), (700, 500), (640, 800)])
def test_in_a_narrow_window_the_egg_lies_at_the_portrait_of_its_owner(
    open_table: Callable[..., Window], size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    window = open_table(size=size, people=PEOPLE, code=CODE)
    window.to_my_turn()
    scene, drawn = window.scene, list[tuple[str, float, float]]()
    assert scene.stage.snapshot.dealer == 0 == window.match.me
    canvas, egg = window.context.canvas, scene.stage.egg
    monkeypatch.setattr(canvas, "draw_portrait", lambda who, x, y, *more, **named: drawn.append((who, x, y)))
    window.draw()
    size_of = scene.layout.badge_size
    assert egg is not None
    assert any(
        who == scene.portraits[0] and abs(x - egg.x) < size_of / 2 and abs(y - egg.y) < 1.2 * size_of for who, x, y in drawn
    )


# ---------------------------------------------------------------------- chips and Geese

FOUR = (("Gooseberry", "human"), ("Ann", "random"), ("Ben", "random"), ("Cleo", "random"))


@pytest.mark.usefixtures("pixels")
def test_the_geese_in_the_hand_are_seen_before_any_is_meant(open_table: Callable[..., Window]) -> None:
    window = open_table(game=games.find_game("goosed"), people=FOUR, code="7Q4KM2XD9TBR")
    window.to_my_turn()
    scene = window.scene
    scene.hand.focus_card(None)
    window.draw()
    queue = scene.picture.image_queue
    shown = {card: queue.visible_side_code(sprite) for card, sprite in zip(scene.hand.cards, scene.hand.sprites, strict=True)}
    assert any(cards.RANKS[cards.rank(card)] == "4" for card in shown)
    for card, code in shown.items():
        assert code.endswith(GOOSE) == (cards.RANKS[cards.rank(card)] == "4")
    for height in (60, 160):
        plain, marked = (queue.faces.plain_card(code, height) for code in ("4S", "4S" + GOOSE))
        assert pygame.image.tobytes(plain, "RGBA") != pygame.image.tobytes(marked, "RGBA")


@pytest.mark.parametrize("size", [(640, 400), (1280, 720)])
def test_chips_lie_in_the_middle_until_somebody_has_them(open_table: Callable[..., Window], size: tuple[int, int]) -> None:
    window = open_table(game=games.find_game("goosed"), people=FOUR, code="7Q4KM2XD9TBR", size=size, pace="brisk")
    counts = []

    def look() -> None:
        marks, stage = window.scene.stage.badges, window.scene.stage
        if not window.scene.timeline.has_beats and window.match.session.deal is not None:
            counts.append((len([mark for mark in marks if mark.seat < 0]), len(stage.snapshot.facts.unassigned_badges)))
            held = sum(mark.kind == "redfox" for mark in marks)
            assert held >= 1 or stage.snapshot.facts.unassigned_badges == ()

    window.watch = look
    for _ in range(40):
        window.to_my_turn()
        if window.scored:
            break
        window.scene.perform(min(window.legal.values()), by_person=True)
        window.tick(0.3)
    assert all(lying == left for lying, left in counts)
    assert counts[0][1] == 2
    assert counts[-1][1] == 0


@pytest.mark.usefixtures("pixels")
def test_what_is_for_sale_has_a_frame_before_it_is_there_and_no_block(open_table: Callable[..., Window]) -> None:
    window = open_table(game=games.find_game("throps"), people=FOUR[:3], pace="leisurely")
    brass = pygame.Color(window.context.canvas.theme.brass)
    seen = 0
    for _ in range(400):
        window.tick(0.05)
        stage = window.scene.stage
        if not any(heap.pile == TURNED for heap in stage.snapshot.shown_piles):
            continue
        lying = stage.shown_piles.get(TURNED, [])
        if lying and not any(sprite.flying or sprite.hidden for sprite in lying):
            break
        window.draw()
        place = lying[0].rest if lying else None
        if place is not None:
            seen += 1
            assert window.context.canvas.dst.get_at((round(place.x), round(place.y))) != brass
    assert seen
