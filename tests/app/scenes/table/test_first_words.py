"""What a newcomer sees besides the rules has a word or a note: odd cards, chips, cards dealt face up, and piles for later."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from goosetable import cards, games
from goosetable.app.scenes.table.messages import REST
from goosetable.app.table import piles
from goosetable.app.table.panels.bid_panel import BidPanel
from goosetable.app.table.sidebar import FigureSpot
from goosetable.app.table.stage import cloth_labels
from goosetable.cards import JOKER_SUIT
from goosetable.engine.rules.event import NEXT_KIND
from goosetable.engine.text.table_facts import FigureKind
from tests.app.table_window import Window, still

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
        assert "aces are low" in text.winning_rule(one.match.present_view().known)
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
        if (one := table(window, games.find_game("goosed"), code=code, size=size)).scene.stage.turned_up
        and one.shown.facts.chips
    )
    stage = one.scene.stage
    words = [label.words for label in cloth_labels(stage)]
    assert words.count("Red Fox") == len(stage.snapshot.facts.chips) and "turned up" in words
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
        assert not any(box.overlaps(one.scene.layout.seat(seat).plate) for seat in range(one.scene.layout.opponents))


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
