"""A deal looked back at: reached by a person, stepped through, with opinions that come, are kept and are read again."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pygame
import pytest

from goosetable import games
from goosetable.app.context import Context
from goosetable.app.match.match import Match
from goosetable.app.match.matches import Matches
from goosetable.app.match.review_session import ADVISER, DealOpinions, ReviewedMatch
from goosetable.app.reader.reader import Announcer
from goosetable.app.render.canvas import Canvas
from goosetable.app.render.card_images import CardImages
from goosetable.app.render.geometry import Area
from goosetable.app.scenes.review import table_view
from goosetable.app.scenes.review.opinion import (
    MOST,
    TORN,
    Bar,
    bars_near_best,
    bars_of_opinion,
    better_action_name,
    draw_bars,
    habit_words,
    points_range,
)
from goosetable.app.scenes.review.scene import LONG_REST, LONGEST, ReviewScene
from goosetable.app.scenes.review.table_view import SMALLEST, Tag
from goosetable.app.scenes.score.game_sheet import GameSheetScene
from goosetable.app.scenes.score.scene import ScoreScene
from goosetable.app.scenes.statistics import StatisticsScene
from goosetable.app.scenes.title.scene import TitleScene
from goosetable.app.skins import theme
from goosetable.app.skins.theme import Theme
from goosetable.app.storage import opinion_cache
from goosetable.app.table import captions
from goosetable.app.ui.accessible import all_parts, spoken_text
from goosetable.cards import members
from goosetable.engine.game import AnyGame
from goosetable.engine.record.format import Chair
from goosetable.engine.rules.action import Verb, card_of, verb_of
from goosetable.review.deal_review import DealReview
from goosetable.review.opinion import NO_COST, Cost, Estimate, Opinion, Outlook
from tests.app import drawn_words
from tests.app.archives import played, put
from tests.app.conftest import Opens, play_deal, think
from tests.narrowing import present

GAME = games.find_game("goosed")
SHARED = (("Gooseberry", "human"), ("Anna", "human"), ("Vesper", "easy"), ("Dorothea", "easy"))
ALONE = (SHARED[0], *SHARED[2:], ("Lord Mumble", "easy"))


def lay(matches: Matches, company: Any = ALONE, game: AnyGame = GAME) -> Match:
    rules = game.Options()
    return matches.begin_table(game, rules, [Chair(*chair) for chair in company[: game.seats(rules)]])


def sheet_after(
    deals: int, company: Any = ALONE, game: AnyGame = GAME, seed: int = 7
) -> Callable[[Context, Matches], ScoreScene]:
    def make(context: Context, matches: Matches) -> ScoreScene:
        match, chance = lay(matches, company, game), Random(seed)
        for _ in range(deals):
            found = play_deal(match, chance)
        return ScoreScene(context, matches, match, *found)

    return make


def looking(one: Any, deals: int = 1, company: Any = ALONE, game: AnyGame = GAME, seed: int = 7) -> ReviewScene:
    """From the score sheet to the review of its deal."""
    one.show(sheet_after(deals, company, game, seed))
    review = one.find("Review")
    one.top.widgets.focus_on(review)
    one.click(review)
    assert isinstance(one.top, ReviewScene)
    return one.top


def found_again(one: Any) -> Any:
    """The opinions of the same deal, by way of the score sheet."""
    one.key(pygame.K_ESCAPE)
    one.click(one.find("Review"), finish=True)
    return one.top.opinions.opinions


def written(scene: ReviewScene) -> str:
    """All that stands on the paper."""
    return " ".join(text.words for text in scene.visible_texts())


def files_of(one: Any) -> list[Path]:
    return sorted(one.context.folders.reviews.glob("*.review"))


def test_keys_lead_through_the_deal_and_esc_leads_back(program: Opens) -> None:
    one, scene = program.into(looking)
    here, last = scene.replayed, scene.end
    one.key(pygame.K_RIGHT, pygame.K_RIGHT)
    assert here.action_index == 2
    one.key(pygame.K_LEFT)
    assert here.action_index == 1
    one.key(pygame.K_DOWN)
    assert here.action_index == here.groups[1].first
    one.key(pygame.K_RIGHT, mod=pygame.KMOD_SHIFT)
    assert here.action_index == here.groups[2].first
    one.key(pygame.K_UP)
    assert here.action_index == here.groups[1].first
    one.key(pygame.K_END, pygame.K_RIGHT)
    assert here.action_index == last
    one.key(pygame.K_HOME, pygame.K_LEFT)
    assert here.action_index == 0
    one.key(pygame.K_F1)
    lines = {line.accessible_value: line.label for group in one.top.groups for line in group.lines}
    assert lines["Left, Right"] == "A card back, and on" and lines["Up, Down"] == "A trick back, and on"
    one.key(pygame.K_ESCAPE)
    one.click(scene.after)
    assert here.action_index == 1
    one.key(pygame.K_ESCAPE)
    assert isinstance(one.top, ScoreScene)


def test_a_click_on_the_bar_leads_to_that_card_also_while_opinions_are_missing(program: Opens) -> None:
    one, scene = program.into(looking)
    while not scene.opinions.reviewed_steps:
        scene.run_slice()
    assert scene.opinions.review is not None and scene.opinions.review.missing_steps
    wanted = scene.deal_bar.slots[9]
    one.click(wanted.rect.center)
    assert scene.replayed.action_index == wanted.first == 9
    assert "worked out" in written(scene) or 9 not in scene.opinions.reviewed_steps


def test_an_opinion_that_is_waited_for_comes_next(program: Opens) -> None:
    one, scene = program.into(looking)
    while not scene.opinions.reviewed_steps:
        scene.run_slice()
    wanted = scene.opinions.reviewed_steps[-2]
    scene.go_to_action(wanted)
    while len(scene.opinions.opinions) < 2:
        scene.run_slice()
    assert wanted in scene.opinions.opinions
    one.step()
    assert "worked out" not in written(scene)


@pytest.mark.one_in(6)
@pytest.mark.parametrize("game", games.SHELF, ids=lambda game: game.id)
def test_every_step_of_a_deal_is_shown_with_all_hands(program: Opens, game: AnyGame) -> None:
    company = [("Gooseberry", "human"), *((f"P{i}", "easy") for i in range(8))]
    one, scene = program.into(looking, 1, company, game, size=(640, 400))
    one.finish()
    assert set(scene.opinions.opinions) == set(scene.opinions.reviewed_steps)
    for at in range(scene.end + 1):
        scene.go_to_action(at)
        one.step()
        state = present(scene.replayed.session.state)
        for seat in range(len(state.hands)):
            shown = set(scene.table.stage.snapshot.own) if seat == scene.replayed.me else set(scene.table._sorted_hand(seat))
            gone = 1 if seat == scene.replayed.current_action[0] and len(shown) < len(list(members(state.hands[seat]))) else 0
            assert len(shown) + gone == len(list(members(state.hands[seat])))
        assert scene.replayed.current_log_line in (scene.words.label, written(scene)) or scene.words.label.startswith(
            "Better: "
        )
        assert all(len(slots) == 1 for slots in [[one for one in scene.deal_bar.slots if one.contains_action(at)]])


def test_the_deal_goes_by_itself_and_stops_at_its_end(program: Opens) -> None:
    one, scene = program.into(looking)
    one.key(pygame.K_END, pygame.K_LEFT, pygame.K_SPACE)
    assert scene.playing and scene.play.label == "Pause"
    for _ in range(round(LONG_REST / 0.1) + 1):
        one.step(0.1)
    assert scene.replayed.action_index == scene.end and not scene.playing


def test_what_was_found_is_kept_and_read_again(program: Opens, monkeypatch: pytest.MonkeyPatch) -> None:
    one, scene = program.into(looking)
    one.finish()
    found, (path,) = dict(scene.opinions.opinions), files_of(one)
    assert found and len(path.read_bytes().splitlines()) == 1 + len(found)

    def no_more(*given: object) -> Any:
        raise AssertionError("it was worked out again")

    monkeypatch.setattr(DealReview, "_review_step", no_more)
    assert found_again(one) == found


@pytest.mark.one_in(2)
@pytest.mark.parametrize(
    "damage",
    [
        lambda whole: whole[: len(whole) // 2] + b"\x00" + whole[len(whole) // 2 :],
        lambda whole: whole.replace(b'"review": 9', b'"review": 99'),
        lambda whole: whole.replace(b'"best": "play ', b'"best": "trump '),
        lambda whole: whole.replace(b'"why": "', b'"why": "[99] '),
        lambda whole: b"not a review at all",
    ],
)
def test_a_file_that_cannot_be_used_is_worked_out_anew(program: Opens, damage: Callable[[bytes], bytes]) -> None:
    one, scene = program.into(looking)
    one.finish()
    found, (path,) = dict(scene.opinions.opinions), files_of(one)
    whole = path.read_bytes()
    path.write_bytes(damage(whole))
    assert path.read_bytes() != whole
    assert found_again(one) == found
    assert path.read_bytes() == whole


def test_where_nothing_can_be_kept_the_opinions_are_there_all_the_same(program: Opens) -> None:
    one = program()
    one.context.folders.data.mkdir(parents=True, exist_ok=True)
    one.context.folders.reviews.write_text("in the way")
    scene = looking(one)
    one.finish()
    assert set(scene.opinions.opinions) == set(scene.opinions.reviewed_steps)
    assert opinion_cache.read_opinions(one.context.folders.reviews, "0" * 32, ADVISER) == {}


def test_of_a_running_game_that_is_shared_only_finished_deals_are_reviewed(program: Opens) -> None:
    one, scene = program.into(looking, 2, SHARED)
    match = scene.match
    match.deal()
    running = present(match.session.state)
    match.act(next(iter(match.session.legal())))
    one.key(pygame.K_PAGEDOWN)
    assert one.top.scored_deal.deal.number == 2 and not one.top.later.shown
    one.key(pygame.K_PAGEUP)
    assert one.top.scored_deal.deal.number == 1 and one.top.earlier.shown is False
    one.finish()
    assert len(one.top.opinions.opinions) == len(one.top.opinions.reviewed_steps) > 0
    record = one.matches.saves.running_record()
    ahead = DealOpinions(record, running.number, running.actions, one.context.folders.reviews)
    while ahead.run_slice():
        pass
    assert ahead.deal is None and not ahead.opinions


def test_no_clause_within_a_sentence_of_the_review_begins_like_a_sentence(program: Opens) -> None:
    one, scene = program.into(lambda one: looking(one, game=games.find_game("gooseberry-fool")))
    told = [scene.status_line]
    one.key(pygame.K_RIGHT)
    while scene.status_line != told[-1]:
        told.append(scene.status_line)
        one.key(pygame.K_RIGHT)
    assert any("; the Goose takes trick " in line for line in told), told
    assert not any(re.search(r"; (The|A|An) ", line) for line in told), told


def test_the_keys_to_other_deals_say_that_there_is_none(program: Opens) -> None:
    one, scene = program.into(looking, 1)
    for key, words in ((pygame.K_PAGEUP, "No earlier deal."), (pygame.K_PAGEDOWN, "No later deal.")):
        one.key(key)
        assert one.top is scene and one.context.answered is not None and one.context.answered.whole == words


def test_a_finished_game_is_reviewed_from_the_list_of_games(program: Opens, tmp_path: Path) -> None:
    one = program()
    company = (("Gooseberry", "human"), ("Vesper", "easy"), ("Dorothea", "easy"))
    put(one.context.folders.data, "1", played(company, 1, "2026-05-07T10:00:00Z")[1])
    one.show(lambda context, matches: StatisticsScene(context, has_games_button=True))
    one.click(one.top.games, finish=True)
    one.click(one.find("Open"))
    for _ in range(200):
        one.step(0.05)
        if isinstance(one.top, ScoreScene):
            break
    one.click(one.find("Review"))
    assert isinstance(one.top, ReviewScene)
    one.finish()
    assert one.top.opinions.opinions
    one.key(pygame.K_PAGEUP, finish=True)
    assert one.top.opinions.opinions


def test_nobody_is_reviewed_where_nobody_played(program: Opens) -> None:
    one, scene = program.into(looking, 1, [(f"P{i}", "easy") for i in range(4)])
    one.finish()
    assert not scene.opinions.reviewed_steps
    one.key(pygame.K_RIGHT)
    assert scene.replayed.current_log_line.startswith("P") and scene.replayed.current_log_line in written(scene)


def test_a_step_back_shows_what_a_step_on_showed(program: Opens) -> None:
    one, _ = program.at(sheet_after(1))
    match: Match = one.top.match
    looked = ReviewedMatch(match, match.session.scored_deals[-1], one.context.show_notice)
    on = []
    for at in range(looked.last_action_index + 1):
        looked.go_to_action(at)
        on.append((looked.current_log_line, looked.current_action, looked.view_at_screen()))
    for at in reversed(range(looked.last_action_index + 1)):
        looked.go_to_action(at)
        assert on[at] == (looked.current_log_line, looked.current_action, looked.view_at_screen())


def test_the_decisions_of_each_seat_can_be_chosen_and_none_that_was_kept_is_lost(program: Opens) -> None:
    one, scene = program.into(looking)
    one.finish()
    mine, (path,) = dict(scene.opinions.opinions), files_of(one)
    good, choices = scene.opinions.accuracy
    assert f"{good} " in written(scene) and choices == sum(found.had_choice for found in mine.values())
    assert scene.seat_button.label == "You"
    seen = []
    for _ in range(3):
        one.click(scene.seat_button, finish=True)
        seen.append(scene.seat_button.label)
        acted = {scene.scored_deal.actions[at][0] for at in scene.opinions.reviewed_steps}
        assert acted == {scene.seat} and scene.opinions.opinions.keys().isdisjoint(mine)
    assert seen == ["Vesper", "Dorothea", "Lord Mumble"]
    one.click(scene.seat_button, finish=True)
    assert scene.seat_button.label == "You" and scene.opinions.opinions == mine
    assert len(path.read_bytes().splitlines()) == 1 + len(scene.scored_deal.actions)


def test_of_several_people_each_can_be_chosen(program: Opens) -> None:
    one, scene = program.into(looking, 2, SHARED)
    labels = [scene.seat_button.label]
    for _ in range(4):
        one.click(scene.seat_button)
        labels.append(scene.seat_button.label)
    assert labels == ["All people", scene.match.with_names("[0]"), "Anna", "Vesper", "Dorothea"]
    one.click(scene.deals)
    assert isinstance(one.top, GameSheetScene)
    one.key(pygame.K_ESCAPE)
    assert isinstance(one.top, ReviewScene)


@pytest.mark.one_in(3)
@pytest.mark.parametrize("text", [1.0, 2.0])
@pytest.mark.parametrize(
    ("name", "players"), [*((game.id, 0) for game in games.SHELF), ("goose", 8), ("goose", 12), ("fools-gold", 6)]
)
def test_in_a_small_window_no_hand_lies_on_a_seat_or_on_what_was_kept(
    program: Opens, name: str, players: int, text: float
) -> None:
    """The person has a small portrait then, with egg and badges over it that lie on nobody's plate."""
    one = program((640, 400), text_size=text)
    game = games.find_game(name)
    options = game.Options(**({"players": players} if players else {}), **({"decks": 2} if players == 12 else {}))
    one.show(TitleScene)
    chairs = [Chair("Gooseberry", "human"), *(Chair(f"P{seat}", "easy") for seat in range(12))]
    match = one.matches.begin_table(game, options, chairs[: game.seats(options)])
    play_deal(match, Random(5))
    scene = one.show(lambda context, matches: ReviewScene(context, matches, match, match.session.scored_deals[-1]))
    for at in range(0, scene.end, 7):
        scene.go_to_action(at)
        table, stage = scene.table, scene.table.stage
        seats = [place for seat in range(len(table.portraits)) if (place := stage.seat_place(seat)) is not None]
        plates = [place.plate for place in seats if place.plate.w]
        faces = [Area(place.x - 0.4 * place.d, place.y - 0.4 * place.d, 0.8 * place.d, 0.8 * place.d) for place in seats]
        kept = [sprite.rest.area() for held in stage.shown_piles.values() for sprite in held]
        hands = [place.area() for _, place, _ in table._open_hands()]
        for area in hands:
            inner = Area(area.x + 1, area.y + 1, area.w - 2, area.h - 2)
            assert not any(inner.overlaps(other) for other in (*plates, *faces, *kept)), (at, area)
        size, marks = (
            table.layout.badge_size,
            [table.layout.own_sign_place(0), *(mark.at for mark in stage.badges if mark.seat == match.me)],
        )
        for mark in marks if table.layout.own_seat is None else ():
            assert not any(Area(mark.x - size / 2, mark.y - size / 2, size, size).overlaps(plate) for plate in plates), at


@pytest.mark.parametrize(
    ("size", "text", "signs"), [((1280, 720), 1.0, False), ((1280, 720), 2.0, True), ((1000, 900), 1.5, False)]
)
def test_the_way_on_is_a_sign_only_where_the_opinion_needs_the_room(
    program: Opens, size: tuple[int, int], text: float, signs: bool
) -> None:
    one = program(size, text_size=text)
    scene = looking(one, deals=2)
    assert scene.on.bare is signs
    foot = [button for button in (*scene._steps, scene.on, *scene._ways) if button.shown]
    assert not any(button.rect.colliderect(other.rect) for at, button in enumerate(foot) for other in foot[at + 1 :])
    assert all(scene.scroll.rect.bottom <= button.rect.y for button in foot)


def test_learned_weights_that_only_the_opinions_follow_are_named_once(program: Opens, monkeypatch: pytest.MonkeyPatch) -> None:
    one, fool = program(), games.find_game("gooseberry-fool")
    monkeypatch.setattr(fool.heuristics, "_learned", {"habits.json": fool.heuristics.habits()})
    monkeypatch.setattr(fool.heuristics, "faults", {"policy.json": "the weights of 'gooseberry-fool' are damaged"})
    said: list[str] = []
    monkeypatch.setattr(one.context, "show_notice", said.append)
    looking(one, 2, game=fool)
    assert said == ["The weights of 'gooseberry-fool' are damaged."]
    one.finish()
    one.click(one.find("Deal 1"))
    assert isinstance(one.top, ReviewScene) and len(said) == 1


@pytest.mark.usefixtures("pixels")
@pytest.mark.parametrize("size", [(1280, 720), (900, 640)])
def test_marks_are_explained_within_the_paper(program: Opens, size: tuple[int, int]) -> None:
    with drawn_words.written() as made:
        one, scene = program.into(looking, size=size)
        one.finish()
        words = {word.text: word.box for word in drawn_words.words(drawn_words.recorded(one), made)}
    sheet = pygame.Rect(next(part.box for part in scene.accessible_parts() if part.name == "Review"))
    assert {"much", "some", "little", "hint", "close"} <= words.keys()
    assert all(ink.centerx < sheet.x or sheet.x <= ink.x < ink.right <= sheet.right for ink in words.values())


def test_no_two_buttons_of_a_review_have_the_same_icon(program: Opens) -> None:
    one, scene = program.into(looking, size=(640, 400), text_size=2.0)
    one.finish()
    buttons = [scene.play, scene.on, scene.seat_button, scene.deals, scene.all, scene.words]
    assert len({button.icon for button in buttons}) == len(buttons)


# ---------------------------------------------------------------------- the chart of what each choice brings


def bars(count: int, best: int, played: int) -> tuple[Bar, ...]:
    kinds = {played: "played"} | {best: "best"}
    return tuple([Bar(str(i), 20.0 - 15 * i, 1.0, kinds.get(i, "")) for i in range(count)])


@pytest.mark.parametrize(("best", "played"), [(0, 0), (0, 13), (13, 0), (5, 6), (7, 0), (3, 11), (13, 13)])
def test_of_many_choices_the_best_and_the_one_played_are_always_shown(best: int, played: int) -> None:
    shown = bars_near_best(bars(14, best, played))
    assert len(shown) == MOST
    assert [int(bar.label) for bar in shown] == sorted(int(bar.label) for bar in shown)
    assert {str(best), str(played)} <= {bar.label for bar in shown}
    if abs(best - played) >= MOST:
        nearest = sorted(range(14), key=lambda i: abs(i - best))[: MOST // 2]
        assert {str(i) for i in nearest} <= {bar.label for bar in shown}


def test_a_bar_that_reaches_far_below_is_torn_off_and_zero_is_in_sight() -> None:
    lowest, highest = points_range(bars(14, 0, 13))
    assert (lowest, highest) == (-TORN * 21, 21)
    assert points_range((Bar("0", 0.0, 0.0), Bar("1", 0.0, 0.0))) == (0, 1)


def test_a_bid_is_judged_by_a_chart_and_a_card_by_rows_and_tags(program: Opens) -> None:
    one, scene = program.into(looking, 2, [*ALONE], games.find_game("goose"))
    one.finish()
    bid = scene.opinions.reviewed_steps[0]
    scene.go_to_action(bid)
    one.step()
    (chart,) = [part.name for part in scene.accessible_parts() if part.name.startswith("Points that each brings")]
    assert 3 <= chart.count("; ") + 1 <= MOST and ", best: " in chart
    assert not scene.table._tags
    one.key(pygame.K_ESCAPE)
    scene = looking(one)
    one.finish()
    found, costly = scene.opinions.opinions, scene.opinions.costly_steps
    card = next(at for at in costly if found[at].best.startswith("play"))
    scene.go_to_action(card)
    one.step()
    (table,) = [part for part in scene.accessible_parts() if part.kind == "table"]
    assert table.grid == (3, 3) and not [part for part in scene.accessible_parts() if part.kind == "image"]
    played, better = scene.table._tags
    assert played.words.startswith("you played ") and better.words == "better" and better.card.y < one.screen.size[1]


@pytest.mark.parametrize(("highest", "drawn"), [(13.0, True), (15.0, False)])
def test_no_bar_is_clearly_higher_than_that_of_the_best(highest: float, drawn: bool) -> None:
    """Where the chance of winning the game speaks against the points, rows have both."""
    points = {"bid 1": 10.0, "bid 2": highest, "bid 3": 4.0}
    outlooks = tuple([(bid, Outlook(Estimate(mean, 1.0), Estimate(0.5))) for bid, mean in points.items()])
    opinion = Opinion(1, 0, "bid 3", "bid 1", "clear", "bid 2", "", 100, NO_COST, outlooks)
    assert bool(bars_of_opinion(opinion, {bid: bid[-1] for bid in points}, lowest_wins=False)) is drawn


def test_whom_a_trick_is_given_to_is_called_by_name(program: Opens) -> None:
    one, scene = program.into(looking, 1, [*ALONE], games.find_game("gooseberry-fool"))
    given = 0
    for _ in range(3):
        one.finish()
        for at, opinion in scene.opinions.opinions.items():
            if opinion.had_choice and verb_of(scene.scored_deal.actions[at][1]) is Verb.GIVE:
                scene.go_to_action(at)
                labels = {part.name.partition(",")[0].lower() for part in scene.accessible_parts() if part.kind == "rowheader"}
                assert "keep it" in labels and labels < {"keep it", "you", "vesper", "dorothea"}
                given += 1
        scene.choose_next_seat()
    assert given


@pytest.mark.usefixtures("pixels")
@pytest.mark.parametrize("name", theme.NAMES)
def test_the_bars_of_the_best_choice_and_of_the_one_played_differ_in_grey(display: pygame.Surface, name: str) -> None:
    canvas = Canvas(display, theme.load(name))

    def grey(kind: str) -> list[int]:
        display.fill(canvas.theme.paper)
        draw_bars((Bar("3", 20.0, 0.0, kind), Bar("4", 10.0, 0.0)), canvas, pygame.Rect(0, 0, 200, 168))
        found = pygame.transform.grayscale(display.subsurface((0, 0, 200, 160)))
        return [found.get_at((x, y))[0] for y in range(160) for x in range(200)]

    best, played, plain = grey("best"), grey("played"), grey("")
    for one, other in ((best, played), (best, plain), (played, plain)):
        assert sum(abs(a - b) >= 40 for a, b in zip(one, other, strict=True)) > 400, "of about 1,900 pixels of a bar"


# ---------------------------------------------------------------------- the tags of a review


THOUGHT = 16
"""Determinizations of a decision: few cards are costly, and of these it is asked."""
COMPANY = [("Gooseberry", "human"), *((f"Player {i}", "easy") for i in range(5))]


@pytest.fixture(scope="module")
def reviews_tags(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What was found in these deals: in each window it is the same, and read again from here."""
    return tmp_path_factory.mktemp("reviews")


@pytest.mark.one_in(18)
@pytest.mark.parametrize("text", [1.0, 2.0])
@pytest.mark.parametrize("size", [(640, 400), (1280, 720), (800, 1000)], ids=str)
@pytest.mark.parametrize("game", ["gooseberry-fool", "goose", "gops"])
def test_tags_cover_neither_an_index_nor_a_seat_nor_each_other(
    program: Opens, monkeypatch: pytest.MonkeyPatch, reviews_tags: Path, game: str, size: tuple[int, int], text: float
) -> None:
    think(monkeypatch, THOUGHT)
    one = program(size, text_size=text)
    shutil.copytree(reviews_tags, one.context.folders.reviews, dirs_exist_ok=True)
    scene = looking(one, 1, COMPANY, games.find_game(game))
    tags: list[pygame.Rect] = []
    draw = captions.draw_tag
    monkeypatch.setattr(captions, "draw_tag", lambda *given: tags.append(draw(*given)))
    for _ in range(2):  # the decisions of the person, and of the next seat
        one.finish()
        for at in scene.opinions.costly_steps:
            tags.clear()
            scene.go_to_action(at)
            scene.draw(one.context.canvas)
            wanted = 2 * scene.opinions.opinions[at].best.startswith("play")
            assert len(tags) == wanted or (tags and size == (640, 400)) or not wanted
            areas = [Area(*tag.inflate(-2, -2)) for tag in tags]
            assert not any(area.overlaps(lying) for area in areas for lying in scene.table.areas_to_keep_free), (at, tags)
            assert len(areas) < 2 or not areas[0].overlaps(areas[1])
            assert all(area.x >= 0 and area.right <= one.screen.size[0] and area.y >= 0 for area in areas)
        scene.choose_next_seat()
    shutil.copytree(one.context.folders.reviews, reviews_tags, dirs_exist_ok=True)


def test_a_tag_stands_at_a_corner_of_its_card_where_all_else_is_taken() -> None:
    """The first card of a row that has another row over it, one under it, and a medallion at its left: Goose at 800x1000."""
    card = Area(101, 138.6, 35.7, 50)
    over, own, under = ([Area(x, y, 20, 31) for x in row] for row, y in (
        (range(111, 320, 22), 86), ((101, 114, 128, 141, 155), 138.6), ((101, 114, 128, 141), 164)
    ))  # fmt: skip
    lying = [*over, *own, *under, Area(27, 196, 90, 32), Area(47, 151, 50, 50)]
    canvas = Canvas(pygame.Surface((800, 1000)), Theme())
    found, px = table_view._place_tag(canvas, Tag("better", card, "#ffffff", True), Area(14, 14, 772, 900), lying, 12.0)
    assert found is not None and px >= SMALLEST
    assert found.right < card.x and found.y < card.y < found.bottom
    assert not any(found.overlaps(other) for other in lying)


# ---------------------------------------------------------------------- a page of the review is shown in a frame in which no


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """The cards drawn so far."""
    found: list[object] = []
    draw = CardImages._draw_picture

    def drawn(images: CardImages, look: Any) -> pygame.Surface:
        found.append(look)
        return draw(images, look)

    monkeypatch.setattr(CardImages, "_draw_picture", drawn)
    return found


def test_a_page_is_shown_when_its_cards_are_drawn_a_card_a_piece(program: Opens, made: list[object]) -> None:
    one, scene = program.into(looking)
    pages = 0
    for key in (0, *[pygame.K_RIGHT] * 5, pygame.K_END, pygame.K_HOME, pygame.K_DOWN, pygame.K_LEFT):
        before, shown = len(made), one.loop.frames
        if key:
            one.key(key)
        while not scene.prepared:
            assert one.loop.frames == shown, "the page before stands"
            count = len(made)
            assert scene.run_slice()
            assert len(made) <= count + 1
        pages += len(made) > before
        count = len(made)
        one.step()
        assert one.loop.frames > shown and len(made) == count
    assert pages > 5


def test_an_opinion_that_comes_is_shown_with_cards_that_are_there(program: Opens, made: list[object]) -> None:
    one, scene = program.into(looking)
    while not scene.opinions.over:
        while not scene.prepared:
            scene.run_slice()
        count = len(made)
        one.step()
        assert len(made) == count
        scene.run_slice()


def test_a_page_for_which_there_is_no_time_is_shown_all_the_same(program: Opens) -> None:
    one, scene = program.into(looking)
    shown = one.loop.frames
    assert not scene.prepared
    for _ in range(LONGEST + 1):
        one.step()
    assert scene.prepared and one.loop.frames > shown


def test_while_the_deal_goes_by_itself_nothing_is_drawn_but_its_steps(program: Opens) -> None:
    one, scene = program.into(looking)
    one.finish()
    one.key(pygame.K_SPACE)
    assert one.loop.scenes.changes_with_time
    drawn, steps, at = 0, 0, scene.replayed.action_index
    for _ in range(200):
        while scene.run_slice():
            pass
        before = one.loop.frames
        one.step(0.02)
        drawn += one.loop.frames - before
        steps += scene.replayed.action_index != at
        at = scene.replayed.action_index
    assert steps > 1 and drawn <= steps + 1


SAID = ("gooseberry-fool", "goosed", "gops")
"""Games whose steps are tested in every run: one with tricks, one with partners, and one with simultaneous bids."""


@pytest.mark.one_in(3)
@pytest.mark.parametrize(
    "game",
    [pytest.param(game, marks=() if game.id in SAID else pytest.mark.slow) for game in games.SHELF],
    ids=lambda game: game.id,
)
def test_each_step_is_announced_in_one_sentence(program: Opens, game: AnyGame) -> None:
    """Also a step back to what was announced just before."""
    one, announcer = program(), Announcer()
    scene = looking(one, 1, [("Gooseberry", "human"), *((f"P{i}", "easy") for i in range(8))], game)
    one.finish()
    here, opinions = scene.replayed, scene.opinions
    assert announcer.new_announcements(id(scene), scene.accessible_tree())[-1].startswith(
        spoken_text(here.current_log_line).removesuffix(".")
    )
    for key in [pygame.K_RIGHT] * scene.end + [pygame.K_LEFT, pygame.K_RIGHT] * 2:
        group = here.group_index
        one.key(key)
        (said,) = announcer.new_announcements(id(scene), scene.accessible_tree())
        assert spoken_text(here.current_log_line).removesuffix(".") in said
        assert said.startswith(spoken_text(here.groups[here.group_index].place).capitalize()) is (here.group_index != group)
        opinion, trick = opinions.opinions.get(here.action_index), here.trick_of_group(here.group_index)
        assert ("; better: " in said) is (opinion is not None and bool(opinion.mistake_grade))
        if trick is not None and here.action_index == here.groups[here.group_index].first + len(trick.plays) - 1:
            assert spoken_text(here.with_names(trick.log_line)).removesuffix(".").casefold() in said.casefold()
        one.step()
        assert announcer.new_announcements(id(scene), scene.accessible_tree()) == []


def test_hands_trick_and_marked_decisions_are_lists_of_counted_parts(program: Opens) -> None:
    one, scene = program.into(looking)
    one.finish()
    scene.go_to_action(6)
    one.step()
    lists = {part.name: part.parts for part in scene.accessible_parts() if part.kind == "list"}
    here = scene.replayed
    for seat, name in enumerate(["Your", "Vesper's", "Dorothea's", "Lord Mumble's"]):
        held = len(list(members(here.cards_of_seat(seat, without_current_action=True))))
        assert [part.place for part in lists[f"{name} hand, {held} cards"]] == [(at, held) for at in range(1, held + 1)]
    trick = lists[f"Trick, {here.action_index - here.groups[here.group_index].first + 1} cards"]
    assert trick[-1].name.endswith(spoken_text(GAME.text.card_name(card_of(here.current_action[1]) or 0)))
    assert trick[-1].description.startswith("Played")
    decisions = lists["Decisions"]
    chosen = [at for at in scene.opinions.reviewed_steps if scene.opinions.opinions[at].had_choice]
    assert [part.place for part in decisions] == [(nth, len(chosen)) for nth in range(1, len(chosen) + 1)]
    assert all(part.description.startswith("It cost") or part.name.endswith(", close") for part in decisions)
    better = next(at for at in scene.opinions.costly_steps if scene.opinions.opinions[at].best.startswith("play"))
    scene.go_to_action(better)
    one.step()
    assert [part.kind for part in scene.accessible_parts() if part.description.startswith("Better.")] == ["cell"]


def test_a_long_opinion_can_be_reached_and_scrolled(program: Opens) -> None:
    one, scene = program.into(looking, size=(1280, 720), text_size=2.0)
    one.finish()
    scene.go_to_action(scene.opinions.costly_steps[0])
    one.step()
    for _ in range(len(scene.widgets.all)):
        one.key(pygame.K_TAB)
        heard = scene.accessible_tree()
        assert heard.focus in {part.key for part in scene.accessible_parts()}
        if scene.widgets.focus is scene.scroll:
            break
    at = scene.replayed.action_index
    one.key(pygame.K_DOWN)
    assert scene.scroll.offset > 0 and scene.replayed.action_index == at


def test_a_step_names_the_better_choice_its_reason_and_whose_choice_cost_what(program: Opens) -> None:
    one, scene = program.into(partial(looking, game=games.find_game("goose"), seed=2))
    one.finish()
    found = scene.opinions.opinions
    at = scene.opinions.costliest_step
    scene.go_to_action(at)
    better = spoken_text(better_action_name(scene.replayed, scene.opinions))
    reason = spoken_text(scene.replayed.with_names(found[at].why))
    assert f"; better: {better}; {reason}; your choice cost " in scene.status_line
    found[at] = replace(found[at], why="")
    scene.go_to_action(0)
    scene.go_to_action(at)
    one.step()
    sentence = f"n average {better} did better, but no plain reason speaks for it."
    assert scene.status_line.endswith(f"; o{sentence}") and f"O{sentence}" in spoken_text(written(scene))


# ---------------------------------------------------------------------- hints that were taken, the summary, the habit


def test_a_hint_that_was_taken_is_no_mistake_and_the_summary_says_what_is(program: Opens) -> None:
    one, scene = program.into(partial(looking, game=games.find_game("goose"), seed=2))
    one.finish()
    costly, found = scene.opinions.costly_steps, scene.opinions.review.opinions
    assert len(costly) > 1 and "mistakes:" in written(scene)
    at = scene.opinions.costliest_step
    found[at] = replace(found[at], followed_hint=True)
    scene.go_to_action(0)
    scene.go_to_action(at)
    one.step()
    said = written(scene)
    assert "You took the hint." in said and "It counts as no mistake." in said
    assert "It cost" not in said and "Better:" not in said
    assert at not in scene.opinions.costly_steps and scene.deal_bar.mark_of_action(at) == "hint"
    assert len(scene.opinions.costly_steps) == len(costly) - 1
    for place in scene.opinions.costly_steps:
        found[place] = replace(found[place], followed_hint=True)
    scene.go_to_action(0)
    one.step()
    assert "A clean deal:" in written(scene)


def test_a_habit_is_named_once_there_are_three_cases() -> None:
    game = games.find_game("goose")
    outlooks = (("play 3C", Outlook(Estimate(3.0, 0.1), Estimate(0.5, 0.01))),)
    cost = Cost(Estimate(0.06, 0.001), Estimate(1.0, 0.1), Estimate(0.06, 0.001))
    bad = Opinion(1, 0, "play AC", "play 3C", "likely", why="it keeps the ace", deals=400, cost=cost, outlooks=outlooks)
    held = replace(bad, principle="hold", by_person=True)
    assert habit_words(game, [[held, held], [bad]]) == ""
    said = habit_words(game, [[held, held], [held, bad]])
    assert said == "Over two deals, three of your four mistakes spent a high card before it was needed."


# ---------------------------------------------------------------------- by ear


def test_where_no_mistake_follows_the_key_says_so_each_time(program: Opens) -> None:
    one, scene = program.into(looking)
    one.key(pygame.K_n)
    assert one.loop._notice == "No mistake in this deal so far: opinions are still being worked out."
    one.finish()
    scene.go_to_action(scene.end)
    for _ in range(2):
        one.key(pygame.K_n)
        assert one.loop._notice == "No mistake after this step."
    scene.go_to_action(0)
    one.key(pygame.K_n, mod=pygame.KMOD_SHIFT)
    assert one.loop._notice == "No mistake before this step."


def test_the_step_is_no_part_of_the_group_of_the_buttons(program: Opens) -> None:
    """A screen reader tells the texts of a group with its first control, so the opening would be told twice."""
    _, scene = program.into(looking)
    (group,) = (part for part in scene.accessible_parts() if part.name == "Review")
    inside = [part.name for part in all_parts([group])]
    assert scene._place_in_deal_text in inside and scene.play.label not in inside
