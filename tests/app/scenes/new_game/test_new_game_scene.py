"""Title and set-up with all games: two clicks to any of them, seats and house rules, and what does not go together."""

from __future__ import annotations

import json
from itertools import pairwise
from typing import Any

import pygame
import pytest

from goosetable.app.scenes.new_game.model import TableSetup, typing_help
from goosetable.app.scenes.new_game.scene import NewGameScene
from goosetable.app.scenes.title.scene import TitleScene
from goosetable.app.ui.accessible import all_parts
from goosetable.app.ui.focus import Stepper, Switch
from goosetable.app.ui.number_field import FIRST_REPEAT, LATER_REPEATS, NumberField
from goosetable.engine.rules import options
from goosetable.engine.words import phrases
from goosetable.games import SHELF
from tests.app import drawn_words
from tests.app.conftest import Opens

FOOL, GOOSE, THROPS, CROSS, GOOSED, GOLD, GOPS, *_ = SHELF
game_of = pytest.mark.parametrize("game", SHELF, ids=lambda game: game.id)


def laid(one: Any, game: Any) -> Any:
    return one.show(lambda context, matches: NewGameScene(context, matches, game))


def rule_of(scene: Any, key: str) -> Any:
    """The control of a house rule."""
    return next(widget for rule, widget in zip(scene.house_rules, scene.rules, strict=True) if rule.key == key)


def right(one: Any, widget: Any) -> None:
    """A click on the right arrow, which may have to be scrolled to."""
    one.top.widgets.focus_on(widget)
    one.step()
    one.click((widget.rect.right - 8, widget.rect.centery))


# ---------------------------------------------------------------------- the title


@game_of
def test_every_game_is_two_clicks_away(program: Opens, stand_in: type[Any], game: Any) -> None:
    one, _ = program.at(TitleScene)
    one.click(next(tile for tile in one.top.tiles if tile.game is game))
    scene: Any = one.top
    assert type(scene) is NewGameScene
    assert scene.setup.game is game
    assert [tile.game for tile in scene.tiles if tile.chosen] == [game]
    assert scene.widgets.focus is scene.deal
    one.click(scene.deal)
    assert isinstance(one.top, stand_in)
    header = one.top.match.session.header
    assert header.game == game.id
    assert header.options == options.options_as_json(game.short_game_options(game.Options()))
    assert len(header.chairs) == game.seats(game.Options())


def test_the_title_counts_its_games(program: Opens) -> None:
    _, scene = program.at(TitleScene)
    assert scene._tagline() == f"{phrases.number_word(len(SHELF)).capitalize()} odd card games, and opponents to play them with"
    assert [tile.game for tile in scene.tiles] == list(SHELF)
    assert {tile.style for tile in scene.tiles} == {"row"}


@pytest.mark.one_in(3)
@pytest.mark.parametrize("text", [1.0, 2.0])
@pytest.mark.parametrize("size", [(640, 400), (640, 1000), (1000, 900), (1280, 720), (1920, 1080), (3840, 2160)])
def test_the_title_has_room_for_every_game(program: Opens, size: tuple[int, int], text: float) -> None:
    one, scene = program.at(TitleScene, size, text_size=text)
    one.finish()
    placed = [*scene.shown, scene.prime, *(button for button in scene.buttons if button.shown), scene.contrast]
    # What scrolls lies under the large button where that stays; there it is neither seen nor pressed.
    seen = [w.rect if w.scroller is None else w.rect.clip(w.scroller.rect) for w in placed]
    for at, (widget, rect) in enumerate(zip(placed, seen, strict=True)):
        assert widget.rect.left >= 0 and widget.rect.right <= size[0]
        assert not any(rect.colliderect(other) for other in seen[at + 1 :]), widget.label
    if text == 1.0:
        assert all(widget.rect.bottom <= size[1] for widget in placed)


# ---------------------------------------------------------------------- who plays


def test_more_and_fewer_sit_down_with_names_of_their_own(program: Opens, stand_in: type[Any]) -> None:
    one, scene = program.into(laid, GOOSE)
    right(one, rule_of(scene, "decks"))
    for players in range(5, 13):
        one.click(scene.more)
        assert len(scene.setup.chairs) == len(scene.people) == players
        names = [chair.name.casefold() for chair in scene.setup.chairs]
        assert len(set(names)) == players
        assert not scene.objection
    assert not scene.more.enabled
    for players in range(11, 2, -1):
        one.click(scene.fewer)
        assert len(scene.people) == players
    one.click(scene.deal)
    assert one.top.match.session.header.options["players"] == 3


def test_twelve_have_names_of_their_own_even_if_the_person_is_called_like_one_of_them() -> None:
    setup = TableSetup(GOOSE, "vesper")
    setup.set_rule("decks", 2)
    setup.set_rule("players", 12)
    assert len({chair.name.casefold() for chair in setup.chairs}) == 12


def test_where_the_game_gives_no_choice_nobody_can_be_sent_away(program: Opens) -> None:
    one = program()
    for game in (FOOL, THROPS):
        scene = laid(one, game)
        assert not scene.fewer.shown and not scene.more.shown
        assert [rule.key for rule in scene.house_rules] == [rule.key for rule in options.options_of(game.Options)]
    for game in (GOOSE, CROSS, GOOSED, GOLD, GOPS):
        scene = laid(one, game)
        assert scene.more.shown
        assert "players" not in [rule.key for rule in scene.house_rules]


@pytest.mark.parametrize(("game", "players", "by"), [(CROSS, 4, 1), (GOOSED, 3, -1)], ids=["cross", "goosed"])
def test_another_number_of_players_is_a_printed_variant(program: Opens, game: Any, players: int, by: int) -> None:
    one, scene = program.into(laid, game)
    one.click(scene.more if by > 0 else scene.fewer)
    setup = scene.setup
    assert len(setup.chairs) == players
    assert setup.player_count_rule.origin_of_value(players) == options.VARIANT
    assert setup.player_count_rule.origin_of_value(setup.player_count_rule.default) == options.PRINTED


def test_a_rule_for_three_is_off_at_four_and_can_be_chosen_at_three(program: Opens) -> None:
    one, scene = program.into(laid, GOOSED)
    assert not rule_of(scene, "three_rule").enabled
    right(one, rule_of(scene, "three_rule"))
    assert scene.setup.chosen["three_rule"] == "play-and-catch"
    one.click(scene.fewer)
    assert rule_of(scene, "three_rule").enabled
    right(one, rule_of(scene, "three_rule"))
    assert scene.setup.chosen["three_rule"] == "catch-only"


# ---------------------------------------------------------------------- what does not go together


def test_ten_and_one_pack_are_refused_where_they_are_chosen(program: Opens, stand_in: type[Any]) -> None:
    one, scene = program.into(laid, GOOSE)
    for _ in range(6):
        one.click(scene.more)
    assert len(scene.setup.chairs) == 10
    assert scene.objection == "With 1 pack 2 to 9 can play, not 10."
    assert scene.touched == "players"
    assert not scene.deal.enabled
    one.click(scene.deal)
    one.click(scene.code)
    one.key(pygame.K_RETURN)
    assert one.top is scene
    assert one.matches.running_game() is None
    right(one, rule_of(scene, "decks"))
    assert not scene.objection and scene.deal.enabled
    one.click(scene.deal)
    assert isinstance(one.top, stand_in)


def test_two_and_two_packs_are_refused(program: Opens) -> None:
    one, scene = program.into(laid, GOOSE)
    one.click(scene.fewer)
    one.click(scene.fewer)
    right(one, rule_of(scene, "decks"))
    assert scene.touched == "decks"
    assert scene.objection.endswith("not 2.")
    assert not scene.deal.enabled
    one.click(scene.more)
    assert scene.deal.enabled


def test_a_hand_that_became_too_large_is_refused_and_offered_no_more(program: Opens) -> None:
    one, scene = program.into(laid, GOOSE)
    largest = rule_of(scene, "max_hand")
    assert largest.values == [*range(1, 14), "none"]
    scene.widgets.focus_on(largest)
    one.type("1")
    one.type("3")
    one.key(pygame.K_RETURN)
    assert scene.setup.chosen["max_hand"] == 13
    one.click(scene.more)
    assert "at most 10 cards" in scene.objection
    assert not scene.deal.enabled
    largest = rule_of(scene, "max_hand")
    assert largest.values == [*range(1, 11), 13, "none"]
    scene.widgets.focus_on(largest)
    one.key(pygame.K_LEFT)
    assert scene.setup.chosen["max_hand"] == 10
    assert scene.deal.enabled


# ---------------------------------------------------------------------- house rules


@pytest.mark.one_in(3)
@game_of
def test_every_option_can_be_reached_and_changed_by_keys(program: Opens, stand_in: type[Any], game: Any) -> None:
    one, scene = program.into(laid, game)
    for place, rule in enumerate(scene.house_rules):
        if rule.reason_without_effect(scene.setup.chosen):  # it makes no difference here, and the focus goes past it
            assert not scene.rules[place].is_focusable
            continue
        for _ in range(len(scene.widgets.all)):
            if scene.widgets.focus is scene.rules[place]:
                break
            one.key(pygame.K_TAB)
        widget = scene.rules[place]
        assert scene.widgets.focus is widget, rule.key
        area = scene.scroll.rect
        assert area.contains(widget.rect.clip(area)) and widget.rect.colliderect(area)
        before = scene.setup.chosen[rule.key]
        one.key(pygame.K_SPACE if isinstance(widget, Switch) else pygame.K_LEFT)
        if scene.setup.chosen[rule.key] == before:
            one.key(pygame.K_RIGHT)
        assert scene.setup.chosen[rule.key] != before, rule.key
        assert not scene.objection
        if scene.setup.chosen.get(options.LENGTH) == options.ONE_DEAL:  # the rules after it make no difference then
            one.key(pygame.K_LEFT)
            assert scene.setup.chosen[options.LENGTH] == options.WHOLE
    assert scene.presets.accessible_value == "Your own"
    chosen = dict(scene.setup.chosen)
    scene.widgets.focus_on(scene.deal)
    one.key(pygame.K_RETURN)
    assert one.top.match.session.header.options == chosen


@game_of
def test_every_choice_that_is_listed_has_a_place(program: Opens, game: Any) -> None:
    _, scene = program.into(laid, game)
    for rule, widget in zip(scene.house_rules, scene.rules, strict=True):
        if isinstance(widget, Switch):
            continue
        assert isinstance(widget, Stepper)
        labels = set(widget.options)
        for choice in rule.choices:
            assert choice.label in labels or not scene.setup.allows_value(rule.key, choice.value), (rule.key, choice)


def test_a_number_may_be_typed_and_a_wrong_one_is_refused_in_words(program: Opens) -> None:
    one, scene = program.into(laid, THROPS)
    target = rule_of(scene, "target")
    assert isinstance(target, NumberField)
    scene.widgets.focus_on(target)
    one.type("7")
    one.type("5")
    assert scene.setup.chosen["target"] == 75
    assert target.accessible_value == "75…"
    one.key(pygame.K_RETURN)
    assert target.accessible_value == "75 points"
    one.type("999")
    one.key(pygame.K_TAB)
    assert scene.setup.chosen["target"] == 75
    assert scene.entry_notice == "Play to: it may be 50 to 500, not 999."
    assert target.accessible_value == "75 points"
    one.key(pygame.K_TAB, mod=pygame.KMOD_SHIFT)
    one.key(pygame.K_END)
    assert scene.setup.chosen["target"] == 500
    one.key(pygame.K_HOME)
    assert scene.setup.chosen["target"] == 50
    one.key(pygame.K_RIGHT)
    assert scene.setup.chosen["target"] == 75, "the arrows go in steps that make sense"
    assert scene.entry_notice == ""


def test_a_hand_too_large_for_the_pack_is_refused_with_the_reason_of_the_game(program: Opens) -> None:
    one, scene = program.into(laid, GOOSE)
    scene.widgets.focus_on(rule_of(scene, "max_hand"))
    one.key(pygame.K_LEFT)
    one.type("2")
    assert scene.setup.chosen["max_hand"] == 2
    one.type("0")
    one.key(pygame.K_RETURN)
    assert scene.setup.chosen["max_hand"] == 7
    assert "at most 13 cards" in scene.entry_notice
    assert scene.deal.enabled


def test_an_arrow_that_is_held_steps_on(program: Opens) -> None:
    one, scene = program.into(laid, THROPS)
    target = rule_of(scene, "target")
    pos = (target.rect.right - 8, target.rect.centery)
    pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=pos, button=1))
    one.step(0.02)
    assert scene.setup.chosen["target"] == 100
    for _ in range(30):
        one.step((FIRST_REPEAT + LATER_REPEATS) / 4)
    assert scene.setup.chosen["target"] >= 200
    held = scene.setup.chosen["target"]
    pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONUP, pos=pos, button=1))
    one.step(0.02)
    assert scene.setup.chosen["target"] == held


def test_pure_fools_gold_comes_with_a_warning(program: Opens) -> None:
    _, scene = program.into(laid, GOLD)
    (bonuses,) = (rule for rule in scene.house_rules if rule.key == "bonuses")
    assert "for ever" in bonuses.explanation_of("off")
    chart = rule_of(scene, "chart")
    assert not isinstance(chart, NumberField)
    assert len(chart.options) == 3


def test_a_game_with_a_list_of_deals_says_how_many(program: Opens) -> None:
    one, scene = program.into(laid, GOOSE)
    assert scene.length == "About 20 minutes. 15 deals, the highest total wins."
    right(one, rule_of(scene, "sequence"))
    assert scene.length == "About 10 minutes. 8 deals, the highest total wins."
    assert laid(one, FOOL).length == "About 15 minutes."


def test_goose_begins_short_and_can_be_had_as_printed(program: Opens) -> None:
    """From the title: two presses to a short game; the arrow beside the house rules gives the whole evening."""
    one, _ = program.at(TitleScene)
    tile = one.find("Goose")
    assert "about 20 minutes" in tile.accessible_value
    one.click(tile)
    scene = one.top
    assert scene.presets.accessible_value == "Short game" and scene.setup.estimated_minutes() == scene.chosen.minutes == 20
    right(one, scene.presets)
    assert scene.setup.chosen["max_hand"] == "none" and scene.setup.estimated_minutes() == scene.chosen.minutes == 45
    right(one, scene.presets)
    assert scene.presets.accessible_value == "One deal" and scene.setup.estimated_minutes() <= 5
    right(one, scene.presets)
    right(one, rule_of(scene, "sequence"))
    assert scene.presets.accessible_value == "Your own" and scene.setup.estimated_minutes() == 10
    right(one, scene.presets)
    assert scene.presets.accessible_value == "One deal"


def test_a_short_game_stays_short_whoever_sits_down(program: Opens) -> None:
    """Seven have hands of seven cards at the most, and nobody has to undo the shortening first."""
    one, scene = program.into(laid, GOOSE)
    for players in range(5, 10):
        one.click(scene.more)
        assert not scene.objection and 10 <= scene.setup.estimated_minutes() <= 25
        assert scene.setup.chosen["max_hand"] == (8 if players < 7 else "none")
    for _ in range(5):
        one.click(scene.fewer)
    assert scene.setup.chosen["max_hand"] == 8 and scene.presets.accessible_value == "Short game"


@pytest.mark.parametrize("game", [GOOSE, GOLD], ids=lambda game: game.id)
def test_the_set_up_is_seen_whole_in_a_window_of_the_usual_size(program: Opens, game: Any) -> None:
    one, scene = program.into(laid, game, size=(1280, 720))
    while scene.more.enabled:
        assert scene.scroll.max_offset == 0
        one.click(scene.more)
    if game is GOOSE:
        right(one, rule_of(scene, "decks"))
        while scene.more.enabled:
            one.click(scene.more)
    assert len(scene.people) == {GOOSE: 12, GOLD: 6}[game] and scene.scroll.max_offset == 0
    for row, below in pairwise(scene.people):
        assert row.rect.bottom < below.rect.top


def test_every_number_can_be_typed_and_goes_round_at_its_ends(program: Opens) -> None:
    one = program()
    for game in SHELF:
        scene = laid(one, game)
        for rule, widget in zip(scene.house_rules, scene.rules, strict=True):
            if not any(type(choice.value) is int for choice in rule.choices) or not widget.enabled:
                continue
            assert isinstance(widget, NumberField)
            scene.widgets.focus_on(widget)
            one.key(pygame.K_HOME, pygame.K_LEFT)
            assert scene.setup.chosen[rule.key] == widget.values[-1], rule.key
            one.key(pygame.K_RIGHT)
            assert scene.setup.chosen[rule.key] == widget.values[0], rule.key
            number = next(value for value in reversed(widget.values) if isinstance(value, int))
            one.type(str(number))
            one.key(pygame.K_RETURN)
            assert scene.setup.chosen[rule.key] == number


# ---------------------------------------------------------------------- remembering


def test_each_game_remembers_its_last_table(program: Opens, stand_in: type[Any]) -> None:
    one, scene = program.into(laid, GOLD)
    one.click(scene.more)
    scene.widgets.focus_on(rule_of(scene, "target"))
    one.type("15")
    one.click(scene.deal)
    scene = laid(one, GOOSE)
    one.click(scene.more)
    one.click(scene.more)
    right(one, rule_of(scene, "hook"))
    goose = scene.setup.as_setting()
    one.click(scene.deal)
    assert json.loads(json.dumps(one.context.settings.last_table)) == one.context.settings.last_table
    assert one.show(NewGameScene).setup.game is GOOSE
    again = laid(one, GOLD)
    assert again.setup.chosen["target"] == 15 and len(again.setup.chairs) == 4
    one.click(again.deal)
    assert laid(one, GOOSE).setup.as_setting() == goose
    turned = laid(one, FOOL)
    one.click(next(tile for tile in turned.tiles if tile.game is GOOSE))
    assert turned.setup.as_setting() == goose


MEMORIES: list[Any] = [3, [], {"goose": 4}, {"goose": {"options": {"players": "4", "max_hand": -2}, "seats": 1}}]
DAMAGED: list[tuple[Any, Any]] = [
    (GOOSE, {"game": FOOL.id, "options": {}, "seats": [], "before": before}) for before in MEMORIES
] + [(FOOL, last) for last in (
    {}, {"game": FOOL.id, "options": 3, "seats": 4}, {"options": {"target": "100"}, "seats": [{"name": 1}, None]},
    {"game": FOOL.id, "options": {"target": 77}, "seats": [{"name": "Pip", "player": "mad"}] * 9},
)]  # fmt: skip


@pytest.mark.parametrize(("game", "last"), DAMAGED)
def test_damaged_memories_do_no_harm(program: Opens, game: Any, last: Any) -> None:
    scene = laid(program(last_table=last), game)
    assert scene.setup.preset == ("Short game" if game is GOOSE else "As printed")
    assert len(scene.setup.chairs) == game.seats(game.Options())
    assert scene.deal.enabled


# ---------------------------------------------------------------------- drawn


@pytest.mark.one_in(5)
@pytest.mark.parametrize(("size", "text"), [((640, 400), 1.0), ((1000, 900), 1.3), ((1920, 1080), 1.0), ((640, 400), 2.0)])
@game_of
def test_every_table_can_be_laid_in_any_window(program: Opens, game: Any, size: Any, text: float) -> None:
    one, scene = program.into(laid, game, size=size, text_size=text)
    while scene.more.shown and scene.more.enabled:
        scene.widgets.focus_on(scene.more)
        one.key(pygame.K_RETURN)
    one.finish()
    for widget in (found for found in scene.widgets.all if found.is_focusable):
        box = widget.scroller.rect if widget.scroller else widget.rect
        assert one.screen.surface.get_rect().contains(box), widget.label
        assert widget.rect.left >= box.left - 1 and widget.rect.right <= box.right + 1, widget.label
        scene.widgets.focus_on(widget)
        one.step()
        assert widget is scene.scroll or widget.rect.colliderect(box), f"{widget.label} cannot be scrolled to"
    inside = [found for found in scene.widgets.all if found.scroller and found.shown]
    for at, widget in enumerate(inside):
        assert not any(widget.rect.colliderect(other.rect) for other in inside[at + 1 :]), widget.label


# ---------------------------------------------------------------------- a chart of one's own at set-up


(GOLD_CHART,) = (game for game in SHELF if game.id == "fools-gold")
ROWS = [[1, 2], [3, 6], *[[4, 9]] * 10]


def begin(one: Any) -> Any:
    """Fools Gold with "Your own" chosen by keys, and the focus in its field by Tab."""
    scene = one.show(lambda context, matches: NewGameScene(context, matches, GOLD_CHART))
    scene.widgets.focus_on(one.find("What sets earn"))
    one.key(pygame.K_LEFT, pygame.K_TAB)
    assert scene.widgets.focus is scene.fields["chart"]
    return scene


def write(one: Any, text: str) -> None:
    """Types into the field that has the focus, over what stands there."""
    one.key(pygame.K_a, mod=pygame.KMOD_CTRL)
    one.key(pygame.K_BACKSPACE)
    if text:
        one.type(text)


@pytest.mark.parametrize("text", ["1/2 3/6 4/9", "1/2,3/6,4/9", " 1/2 , 3/6 ,4/9 "])
def test_a_chart_is_typed_and_goes_into_the_record(program: Opens, stand_in: type[Any], text: str) -> None:
    one, scene = program.into(begin)
    assert scene.fields["chart"].text == "2/5 4/8"  # what was chosen before
    write(one, text)
    one.click(scene.deal)
    assert isinstance(one.top, stand_in)
    assert one.top.match.session.header.options["chart"] == ROWS
    again = one.show(lambda context, matches: NewGameScene(context, matches, GOLD_CHART))
    assert again.fields["chart"].text == "1/2 3/6 4/9"


@pytest.mark.parametrize("text", ["", "abc", "2-5", "-2/5", "100/5", "2/5/8", "2/5 " * 13])
def test_what_cannot_be_read_is_refused_beside_the_field(program: Opens, text: str) -> None:
    one, scene = program.into(begin)
    write(one, text)
    (rule,) = (rule for rule in scene.house_rules if rule.key == "chart")
    assert scene.objection == typing_help(rule, scene.setup.chosen["chart"]) and scene.touched == "chart"
    one.click(scene.deal)
    assert one.top is scene and scene.widgets.focus is scene.fields["chart"]
    assert scene.fields["chart"].text == text


def test_what_was_typed_lasts_through_players_and_presets(program: Opens) -> None:
    one, scene = program.into(begin)
    write(one, "1/2 3/6 4/9")
    one.click(scene.more)
    assert scene.fields["chart"].text == "1/2 3/6 4/9"
    one.click((scene.presets.rect.right - 8, scene.presets.rect.centery))
    assert scene.setup.preset and not scene.fields
    scene.widgets.focus_on(one.find("What sets earn"))
    one.key(pygame.K_LEFT)
    assert scene.fields["chart"].text == "1/2 3/6 4/9"


# ---------------------------------------------------------------------- by ear


@pytest.mark.usefixtures("pixels")
def test_a_character_is_described_more_briefly_in_a_narrow_window_and_not_cut(program: Opens) -> None:
    with drawn_words.written() as made:
        one, _ = program.into(laid, SHELF[0], size=(700, 1000))
        one.finish()
        words = [word.text for word in drawn_words.words(drawn_words.recorded(one), made)]
    assert {"Vesper", "Bold."} <= {*words} and not [word for word in words if "…" in word]


def test_the_person_at_this_screen_is_spoken_to_as_you(program: Opens) -> None:
    one, page = program.into(laid, GOOSE, name="Anna", people=({"name": "Anna"}, {"name": "Ben"}))
    assert f"you as Anna, {page.setup.names[1]}" in page.status_line
    assert page.people[0].accessible_value.startswith("Anna. You, at this screen.")
    one.click(page.people[0])
    assert [row.description for row in one.top.persons] == ["You, at this screen", "A person, at this screen"]


def test_f6_reaches_the_chosen_game_and_the_main_action_before_the_code(program: Opens) -> None:
    one, page = program.into(laid, GOOSE)
    one.click(next(tile for tile in page.tiles if tile.game is SHELF[2]))
    page.widgets.focus_on(page.deal)
    reached = []
    for _ in range(5):
        one.key(pygame.K_F6)
        reached.append(page.widgets.focus)
    assert page.chosen in reached and page.chosen.game is SHELF[2]
    assert page.deal in reached and page.code not in reached


def test_the_house_rules_tell_how_long_each_game_is(program: Opens) -> None:
    one, page = program.into(laid, GOOSE)
    page.widgets.focus_on(page.presets)
    told = {}
    for _ in page.presets.options:
        one.key(pygame.K_RIGHT)
        part = page.accessible_tree().focused_part
        assert part is not None and part.name == "House rules"
        told[part.value] = part.description
    assert told["Short game"].startswith("About 20 minutes. 15 deals"), told
    assert told["As printed"].startswith("About 45 minutes."), told
    assert len(set(told.values())) == len(told) == 3


def test_each_part_that_f6_reaches_has_a_name(program: Opens) -> None:
    one, page = program.into(laid, GOOSE)
    found = []
    for _ in range(4):
        one.key(pygame.K_F6, mod=pygame.KMOD_SHIFT)
        tree = page.accessible_tree()
        groups = [part for part in all_parts(tree.parts) if part.kind in ("group", "list") and part.name]
        found.append([group.name for group in groups if any(part.key == tree.focus for part in all_parts(group.parts))][:1])
    assert [names for names in found if names] == [["House rules"], ["Players"], ["Games"]], found


@pytest.mark.parametrize(("size", "text"), [((640, 400), 2.0), ((640, 400), 1.0), ((1280, 720), 2.0)])
def test_the_field_of_the_code_has_room_for_its_words(program: Opens, size: tuple[int, int], text: float) -> None:
    one = program(size, text_size=text)
    scene = laid(one, GOOSE)
    field, canvas = scene.code, one.context.canvas
    assert canvas.width(field.empty, field.px) <= field.rect.inflate(-28, 0).w
    assert canvas.width(scene.deal.label, scene.deal.px, "semi") < scene.deal.rect.w
