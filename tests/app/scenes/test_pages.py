"""Rules, credits, settings and menu: every chapter true to its game, every setting kept, the code shown only on purpose."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from dataclasses import replace
from itertools import takewhile
from pathlib import Path
from typing import Any

import pygame
import pytest

from goosetable import cards, games
from goosetable.app.context import SETTLED
from goosetable.app.render.text import without_marks
from goosetable.app.scenes.credits import CreditsScene, WhyGooseScene, markdown_as_page
from goosetable.app.scenes.pause_menu import PauseMenuScene
from goosetable.app.scenes.routes import WHY_GOOSE
from goosetable.app.scenes.rules import markup
from goosetable.app.scenes.rules.markup import Block, CardRow, Chapter, Content, Note
from goosetable.app.scenes.rules.scene import RulesScene, all_spoken_text
from goosetable.app.scenes.settings import preview
from goosetable.app.scenes.settings.scene import FLEETING, HEARD, KEPT, RESETS, SettingsScene
from goosetable.app.scenes.title.scene import TitleScene
from goosetable.app.skins import assets, theme
from goosetable.app.storage import profiles, settings
from goosetable.app.storage.profiles import Profile
from goosetable.app.ui.accessible import all_parts, spoken_text
from goosetable.app.ui.elements import Scroll
from goosetable.app.ui.widget import Slider
from goosetable.engine.record.format import Chair
from goosetable.engine.rules import options, tricks
from goosetable.engine.rules.options import RULING, VARIANT, options_of
from goosetable.engine.strength.person_memory import PersonMemory
from goosetable.games import SHELF
from goosetable.games.fools_gold.rules import FoolsGoldOptions, bonus_chart
from goosetable.games.fools_gold.rules import points_of_kept_cards as score_of_gold
from goosetable.games.goose.rules import taking_place as taker_of_goose
from goosetable.games.gooseberry_fool.rules import taking_place
from goosetable.games.goosed.rules import GoosedOptions, top_rank
from goosetable.games.gops.rules import Gops, points_of_prizes
from goosetable.games.throps.rules import ThropsOptions, index_of_winning_bid, points_of_cards
from tests.app import drawn_words
from tests.app.conftest import Opens, Size

GAME = games.SHELF[0]


# ---------------------------------------------------------------------- rules


@pytest.mark.parametrize(
    "wrong",
    [
        "text before a chapter", "# A\n## deeper", "# A\ncards: 1S 9S", "# A\ncards: JS* 9S*", "# A\ntable: a | b",
        "# A\nwhen target: 50",
        "# A\nif target: 50", "# A\nif target=50", "# A\nif target=50 and tie: x",
        "# A\nan {open mark", "# A\n* star", "# A\ncards:  | nothing",
    ],
)  # fmt: skip
def test_markup_that_means_nothing_is_refused_by_its_line(wrong: str) -> None:
    with pytest.raises(ValueError, match=r"^line \d"):
        markup.parse(wrong)


def test_markup_is_read() -> None:
    chapters = markup.parse("# Who\nOne {two}.\n\n- three\ncards: JS* 9S X | Head | sub\nwhen target=50: Short.")
    asked = (markup.Condition("target", "50"),)
    assert chapters == (Chapter("Who", (
        Block(markup.Paragraph("One {two}.")), Block(markup.Item("three")),
        Block(CardRow(("JS", "9S", "X"), 0, "Head", "sub")), Block(Note("Short.", asked), asked),
    )),)  # fmt: skip
    assert [len(markup.visible_chapters(chapters, GAME.Options(target=target))[0].blocks) for target in (100, 50)] == [3, 4]


@pytest.mark.parametrize("size", [(1280, 720), (640, 400)])
@pytest.mark.parametrize("text", [1.0, 2.0])
def test_every_chapter_can_be_turned_to_and_is_there(program: Opens, size: tuple[int, int], text: float) -> None:
    one, scene = program.at(lambda context, _: RulesScene(context, GAME, GAME.Options()), size, text_size=text)
    for number, chapter in enumerate(scene.chapters):
        assert chapter.title in [text.words for text in scene.visible_texts()]
        if scene.listed:
            one.click(scene.rows[number])
        else:
            one.click((scene.pick.rect.right - 8, scene.pick.rect.centery)) if number else None
        assert scene.current_chapter == number
    assert len(scene.chapter_tops) == len(scene.chapters)


def test_the_rules_scroll_by_wheel_keys_and_bar_and_close_by_f1_and_esc(program: Opens) -> None:
    one = program()
    for leave, mod in ((pygame.K_F1, pygame.KMOD_LSHIFT), (pygame.K_ESCAPE, 0)):
        one.show(TitleScene)
        one.key(pygame.K_F1, mod=pygame.KMOD_LSHIFT)
        scene = one.top
        assert isinstance(scene, RulesScene)
        one.key(pygame.K_PAGEDOWN)
        by_key = scene.text.offset
        assert by_key > 0
        one.post(pygame.MOUSEWHEEL, x=0, y=-1, precise_y=-1.0)
        assert scene.text.offset > by_key
        bar = scene.text.scroll_handle_rect()
        pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=bar.center, button=1))
        pygame.event.post(
            pygame.event.Event(pygame.MOUSEMOTION, pos=(bar.centerx, bar.centery + 120), rel=(0, 120), buttons=(1, 0, 0))
        )
        pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONUP, pos=(bar.centerx, bar.centery + 120), button=1))
        before = scene.text.offset
        one.step()
        assert scene.text.offset > before
        one.key(leave, mod=mod)
        assert isinstance(one.top, TitleScene)


def test_house_rules_are_marked_by_where_they_come_from(program: Opens) -> None:
    _, scene = program.at(lambda context, _: RulesScene(context, GAME, GAME.Options(end_rule="hundred")))
    assert [origin for _, _, origin in scene.house_rules] == [options.PRINTED, options.VARIANT, *[options.PRINTED] * 2]
    assert "At this table the one player at the target wins" in " ".join(
        without_marks(text.words) for text in scene.visible_texts()
    )


@pytest.mark.one_in(2)
@pytest.mark.parametrize("page", ["", "No chapter.", "# A\ncards: 1X\n", "# A\n{open", "# A\nwhen target: 3", None, "missing"])
def test_a_damaged_page_is_said_where_it_would_stand(
    program: Opens, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, page: str | None
) -> None:
    root = tmp_path / "assets"
    shutil.copytree(assets.ROOT, root)
    file = root / "rules" / f"{GAME.id}.md"
    file.write_bytes(b"\xff\xfe" if page is None else page.encode())
    if page == "missing":
        file.unlink()
    monkeypatch.setattr(assets, "ROOT", root)
    one, title = program.at(TitleScene)
    title.widgets.focus_on(title.tiles[0])
    one.key(pygame.K_F1, mod=pygame.KMOD_LSHIFT)
    assert isinstance(one.top, RulesScene) and GAME.line in [text.words for text in one.top.visible_texts()]
    assert any(file.name in text.words for text in one.top.visible_texts()), (
        "it is still there when the sentence over it has gone"
    )
    assert any(file.name in said and said.endswith(".") for said in [*one.context.notices, one.loop._notice or ""])
    one.key(pygame.K_ESCAPE)
    title.widgets.focus_on(title.tiles[1])
    one.key(pygame.K_F1, mod=pygame.KMOD_LSHIFT)
    assert len(one.top.rows) > 3


# ---------------------------------------------------------------------- settings


def test_f6_goes_to_the_open_tab_of_the_settings_which_says_so(program: Opens) -> None:
    one, scene = program.at(lambda context, _: SettingsScene(context))
    one.key(pygame.K_DOWN, pygame.K_RETURN)
    for _ in range(6):
        one.key(pygame.K_F6)
        part = scene.accessible_tree().focused_part
        assert part is not None
        if part.kind == "tab":
            break
    assert (part.kind, part.name, part.chosen) == ("tab", "Cards", True)
    names = [part.name for part in all_parts(scene.accessible_tree().parts) if part.kind == "group"]
    assert names.count("Cards") == 1
    one.key(pygame.K_DOWN)
    part = scene.accessible_tree().focused_part
    assert part is not None and (part.name, part.chosen) == ("Play", False)


def test_settings_open_without_the_file_of_a_theme(program: Opens, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    root = tmp_path / "assets"
    shutil.copytree(assets.ROOT, root)
    (root / "themes" / "mulberry.json").unlink()
    monkeypatch.setattr(assets, "ROOT", root)
    monkeypatch.setattr(preview, "_theme", theme.preview_theme)  # which remembers what other tests have seen
    one, scene = program.at(lambda context, _: SettingsScene(context))
    assert [tile.label for tile in scene.themes[:2]] == ["Lamplight", "mulberry"]
    one.click(scene.themes[1])
    assert one.context.settings.theme == "mulberry"
    assert any("mulberry.json is missing" in said for said in [*one.context.notices, one.loop._notice or ""])


@pytest.mark.usefixtures("pixels")
@pytest.mark.parametrize(("size", "text"), [((1280, 720), 1.0), ((640, 400), 2.0)])
def test_no_word_of_the_settings_and_their_preview_is_cut(program: Opens, size: tuple[int, int], text: float) -> None:
    with drawn_words.written() as made:
        one, _ = program.at(lambda context, _: SettingsScene(context), size, text_size=text)
        one.finish()
        words = [word.text for word in drawn_words.words(drawn_words.recorded(one), made)]
    assert "takes the trick" in words and not [word for word in words if "…" in word]


def shown(one: Any, title: str) -> Any:
    """The settings, turned to a section by its tab."""
    one.click(next(tab for tab in one.top.tabs if tab.label == title))
    return one.top


def test_a_name_that_is_typed_and_a_slider_that_is_dragged_are_written_once(
    program: Opens, monkeypatch: pytest.MonkeyPatch
) -> None:
    written: list[settings.Settings] = []
    write = settings.write

    def noted(now: settings.Settings, path: Path) -> None:
        written.append(now)
        write(now, path)

    monkeypatch.setattr(settings, "write", noted)
    one, _ = program.at(lambda context, _: SettingsScene(context))
    shown(one, "People")
    one.top.widgets.focus_on(one.find("Your name"))
    one.key(*[pygame.K_BACKSPACE] * 3)
    for letter in "Anna":
        one.type(letter)
    assert not written and one.context.settings.name == "Anna"
    one.step(SETTLED)
    assert [each.name for each in written] == ["Anna"]
    scene = shown(one, "Sound")
    rect = next(iter(scene.volumes.values())).rect
    pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=(rect.x + 8, rect.centery), button=1))
    for at in range(8, rect.w, max(1, rect.w // 44)):
        moved = pygame.event.Event(pygame.MOUSEMOTION, pos=(rect.x + at, rect.centery), rel=(4, 0), buttons=(1, 0, 0))
        pygame.event.post(moved)
        one.step()
    one.step(SETTLED)
    assert len(written) == 2 and written[-1] == one.context.settings != written[0]


def test_every_setting_changes_and_is_kept(program: Opens) -> None:
    one, _ = program.at(TitleScene, pace="leisurely")
    one.click(one.find("Settings"))
    scene = one.top
    rows = scene.rows
    for section, controls in (
        ("Table", [scene.themes[2]]), ("Cards", [scene.cards[1]]),
        ("Play", [scene.paces[1], rows["Lift the cards I may play"], rows["Say what a card would do"], rows["Remarks"]]),
    ):  # fmt: skip
        shown(one, section)
        for control in controls:
            one.click(control)
    shown(one, "Table")
    one.click((rows["Motion"].rect.right - 8, rows["Motion"].rect.centery))
    shown(one, "Cards")
    one.click((rows["Sort my hand"].rect.right - 8, rows["Sort my hand"].rect.centery))
    for section, sliders in (("Table", [rows["Text size"]]), ("Sound", list(scene.volumes.values()))):
        shown(one, section)
        for slider in sliders:
            scene.widgets.focus_on(slider)
            one.key(pygame.K_RIGHT)
    shown(one, "People")
    scene.widgets.focus_on(rows["Your name"])
    one.key(*[pygame.K_BACKSPACE] * 3)
    one.type("Anna")
    now = one.context.settings
    assert (now.theme, now.cards, now.pace, now.still, now.sort) == ("inkwell", "four", "brisk", True, "ranks")
    assert (now.lift_legal, now.say_what_card_does, now.remarks) == (False, False, False)
    assert (now.name, now.text_size) == ("Anna", 1.1)
    assert (now.volume_cards, now.volume_signals, now.volume_honks) == (0.8, 0.8, 0.8)
    one.step(SETTLED)
    assert settings.load(one.folders.settings).settings == now
    again = one.show(lambda context, _: SettingsScene(context))
    assert [tile.chosen for tile in again.themes] == [False, False, True, False, False]
    assert again.rows["Your name"].accessible_value == "Anna"


def test_the_words_of_a_slider_stand_beside_its_track(program: Opens) -> None:
    one, scene = program.at(lambda context, _: SettingsScene(context))
    sliders = [w for w in scene.rows.values() if isinstance(w, Slider)]
    assert len(sliders) == 5
    for slider in sliders:
        shown(one, "Table" if slider.label == "Text size" else "Sound")
        for number in (slider.low, slider.high):
            left, w = slider._track_left_and_width()
            end = left + w + slider.px * 0.7  # the knob at the far end
            wide = one.context.canvas.width(slider.words(number), slider.px * 0.94, "semi")
            assert slider.rect.right - wide >= end, slider.words(number)


@pytest.mark.parametrize("note", [KEPT, FLEETING])
@pytest.mark.parametrize(("size", "text"), [((1280, 720), 1.0), ((640, 400), 1.0), ((640, 400), 2.0)])
def test_it_is_said_truly_whether_settings_last(program: Opens, size: tuple[int, int], text: float, note: str) -> None:
    one = program(size=size, text_size=text)
    if note == FLEETING:
        one.context.report_unsaved_tables(one.context.folders.data, PermissionError(13, "Permission denied"))
    one.show(lambda context, _: SettingsScene(context))
    scene = shown(one, "Program")
    written = [text.words for text in scene.visible_texts()]
    assert written.count(note) == 1 and HEARD in written
    assert scene.aside == (text == 1.0) and scene.saving_note() == note


@pytest.mark.parametrize("text", [1.0, 2.0])
@pytest.mark.parametrize("size", [(640, 400), (1000, 900), (1280, 720)])
def test_six_sections_are_reached_by_keys_beside_a_preview_that_stays(program: Opens, size: Size, text: float) -> None:
    """F10 from the title, Tab to each tab, Enter; in every window nothing lies on anything else, and what is long scrolls."""
    one, _ = program.at(TitleScene, size, text_size=text)
    one.key(pygame.K_F10)
    scene = one.top
    assert [tab.label for tab in scene.tabs] == ["Table", "Cards", "Play", "Sound", "People", "Program"]
    where = scene.preview_area.copy()
    for tab in scene.tabs:
        for _ in scene.widgets.all:
            if scene.widgets.focus is tab:
                break
            one.key(pygame.K_TAB)
        one.key(pygame.K_RETURN)
        assert tab.chosen and scene.widgets.focus is tab and scene.preview_area == where
        seen = [*scene.tabs, scene.scroll, scene.done]
        assert all(scene.sheet_rect.contains(widget.rect) for widget in seen)
        boxes = [*(widget.rect for widget in seen), scene.preview_area]
        assert not any(box.colliderect(other) for at, box in enumerate(boxes) for other in boxes[at + 1 :])
        inside = [*(w.rect for w in scene.widgets.all if w.shown and w.scroller is scene.scroll)]
        area = next(one for one in scene.root.walk() if isinstance(one, Scroll))
        words = [area.scrolled_rect(text, scene.t) for text in scene.visible_texts(area)]
        assert inside and all(box.left >= scene.scroll.rect.left and box.right <= scene.scroll.rect.right for box in inside)
        placed = [*inside, *words]
        assert not any(box.colliderect(other) for at, box in enumerate(placed) for other in placed[at + 1 :]), tab.label
        for widget in (w for w in scene.widgets.all if w.shown and w.scroller is scene.scroll):
            scene.widgets.focus_on(widget)
            assert scene.scroll.rect.contains(widget.rect.clip(scene.scroll.rect)) and scene.scroll.rect.colliderect(
                widget.rect
            )
        scene.widgets.focus_on(tab)


def test_reset_puts_everything_back_but_the_name(program: Opens) -> None:
    one = program(theme="mulberry", cards="large", text_size=1.5, lift_legal=False, name="Anna", volume_cards=0.0)
    scene = one.show(lambda context, _: SettingsScene(context))
    changed = one.context.settings
    shown(one, "Program")
    one.click(scene.reset)
    assert one.context.settings == changed and scene.reset.label == "Press once more"
    one.key(pygame.K_TAB)
    assert scene.reset.label == "Reset", "whoever goes elsewhere does not mean it"
    one.click(scene.reset)
    one.click(scene.reset)
    assert scene.reset.label == "Reset"
    fresh = settings.Settings()
    assert all(getattr(one.context.settings, name) == getattr(fresh, name) for name in RESETS)
    assert one.context.settings.name == "Anna"
    one.step()
    assert one.top.rows["Text size"].accessible_value == "100 %"
    assert next(tile.chosen for tile in one.top.themes)


def test_a_name_cannot_be_nothing(program: Opens) -> None:
    one, _ = program.at(lambda context, _: SettingsScene(context), name="A")
    scene = shown(one, "People")
    scene.widgets.focus_on(scene.rows["Your name"])
    one.key(pygame.K_BACKSPACE)
    assert one.context.settings.name == "Gooseberry"


def test_how_a_person_plays_can_be_forgotten(program: Opens) -> None:
    seen = PersonMemory(9, ((9, 8), (9, 0), (20, 12), (4, 1)), ("bids_high",))
    people = (Profile("Ann", "acorn", "sky", memory=seen).as_setting(),)
    one, _ = program.at(lambda context, _: SettingsScene(context), people=people)
    shown(one, "People")
    assert seen.known_habits()
    one.click(one.find("Forget how people play"))
    one.step()
    assert [profiles.parse_profile(person) for person in one.context.settings.people][-1] == Profile("Ann", "acorn", "sky")
    assert "Forget how people play" not in [part.name for part in one.top.accessible_parts()]


def test_nothing_is_to_be_forgotten_of_people_who_are_not_known(program: Opens) -> None:
    one, _ = program.at(lambda context, _: SettingsScene(context))
    assert "Forget how people play" not in [part.name for part in shown(one, "People").accessible_parts()]


def test_what_is_changed_reaches_the_scenes_below_at_once(program: Opens) -> None:
    one, title = program.at(TitleScene)
    before = title.t
    one.click(one.find("Settings"))
    scene = one.top
    scene.widgets.focus_on(scene.rows["Text size"])
    one.key(*[pygame.K_RIGHT] * 5)
    one.step()
    assert title.t == pytest.approx(before * 1.5)
    one.click(scene.themes[4])
    one.step()
    assert one.context.canvas.theme.name == "contrast"


def test_full_screen_can_be_entered_and_left_in_settings_and_menu(program: Opens) -> None:
    one, _ = program.at(lambda context, _: SettingsScene(context))
    scene = shown(one, "Program")
    one.click(scene.rows["Full screen"])
    assert one.screen.fullscreen
    one.step()
    assert scene.rows["Full screen"].state
    menu = one.show(lambda context, matches: PauseMenuScene(context, at_table(matches)))
    assert menu.full.label == "Leave full screen"
    one.click(menu.full)
    assert not one.screen.fullscreen


# ---------------------------------------------------------------------- menu


def at_table(matches: Any) -> Any:
    chairs = [Chair("Gooseberry", "human"), Chair("Vesper", "easy"), Chair("Dorothea", "easy")]
    match = matches.begin_table(GAME, GAME.Options(), chairs)
    match.deal()
    return match


def test_the_code_is_shown_only_after_a_second_word(program: Opens) -> None:
    one = program()
    match = at_table(one.matches)
    scene = one.show(lambda context, _: PauseMenuScene(context, match))
    places = [button.rect.y for button in scene.buttons]
    one.click(scene.code)
    assert not match.is_code_revealed and "7Q4K" not in scene.sentence_among_buttons
    assert places == [button.rect.y for button in scene.buttons], "a second press at the same place is for the same button"
    one.click(scene.code)
    assert (
        match.is_code_revealed
        and "7Q4K-M2XD-9TBR" in scene.sentence_among_buttons
        and "open game" in scene.sentence_among_buttons
    )
    assert not scene.code.shown
    assert scene.widgets.focus is scene.first


def test_the_menu_needs_no_bar_in_a_window_of_the_usual_size(program: Opens) -> None:
    _, scene = program.at(lambda context, matches: PauseMenuScene(context, at_table(matches), has_last_trick=True))
    assert scene.scroll.max_offset == 0 and scene.sentence_among_buttons.endswith(".")
    assert all(button.rect.h >= 44 for button in scene.buttons if button.shown)


def test_arrows_go_through_the_buttons_of_a_menu_and_from_one_end_to_the_other(program: Opens) -> None:
    one, scene = program.at(lambda context, matches: PauseMenuScene(context, at_table(matches)))
    column = [button.label for button in scene.buttons if button.is_focusable]

    def after(key: int) -> str:
        one.key(key)
        return str(scene.widgets.focus.label)

    assert scene.widgets.focus.label == column[0]
    assert after(pygame.K_UP) == column[-1]
    assert after(pygame.K_DOWN) == column[0]
    assert [after(pygame.K_DOWN) for _ in column] == [*column[1:], column[0]]
    assert after(pygame.K_END) == column[-1] and after(pygame.K_HOME) == column[0]
    for key, end in ((pygame.K_UP, column[-1]), (pygame.K_DOWN, column[0])):
        scene.widgets.focus_on(scene.keys)
        assert after(key) == end


@pytest.mark.parametrize("way", [pygame.K_p, "Leave the table", "Quit"])
def test_ways_out_of_a_pause(program: Opens, way: Any) -> None:
    one, scene = program.at(lambda context, matches: PauseMenuScene(context, at_table(matches)))
    if way == pygame.K_p:
        one.key(way)
        assert one.top is not scene
    elif way == "Quit":
        one.click(scene.quit)
        assert one.loop.is_over
    else:
        one.click(scene.leave)
        assert isinstance(one.top, TitleScene) and len(one.loop.scenes) == 1
        assert one.top.prime.label.startswith("Go on"), "the game is kept"


def test_it_is_said_where_screen_readers_are_told_nothing(program: Opens) -> None:
    one = program()
    one.context.reader_fault = "AccessKit is not installed"
    one.show(lambda context, _: SettingsScene(context))
    scene = shown(one, "Program")
    assert "Screen readers are told nothing: AccessKit is not installed." in [text.words for text in scene.visible_texts()]


# ---------------------------------------------------------------------- the rules of every game

EVERYWHERE = {"In short", "Winning", "Scoring", "House rules", "What good players know"}
END = "Where this comes from"
BY = {
    "gooseberry-fool": "invented by David Parlett", "throps": "invented by David Parlett",
    "cross-purposes": "invented by David Parlett", "goosed": "invented by Mark S. Ball",
    "fools-gold": "contributed to pagat.com", "goose": "after Oh Hell", "gops": "is traditional",
}  # fmt: skip
game_of = pytest.mark.parametrize("game", SHELF, ids=lambda game: game.id)
THREE_MINUTES = 650
"""Words that are read aloud in three minutes."""


def blocks(game: Any) -> Iterator[Content]:
    for chapter in markup.read_rules_page(game.id):
        yield from (block.content for block in chapter.blocks)


def page(game: Any, **chosen: object) -> tuple[markup.Chapter, ...]:
    """The page of a table with these house rules."""
    return markup.visible_chapters(markup.read_rules_page(game.id), replace(game.Options(), **chosen))


def words(chapter: markup.Chapter) -> str:
    """All words of a chapter, those about cards included, but not the cards."""
    found = [chapter.title]
    for block in chapter.blocks:
        match block.content:
            case CardRow(_, _, title, line):
                found += [title, line]
            case markup.Paragraph(text) | markup.Item(text) | Note(text, _):
                found.append(text.replace("{", "").replace("}", ""))
    return "\n".join(found)


def said(chapters: tuple[markup.Chapter, ...]) -> str:
    return "\n".join(words(chapter) for chapter in chapters)


def words_of(scene: RulesScene) -> str:
    """All words on the page."""
    return " ".join(" ".join(without_marks(text.words) for text in scene.visible_texts()).split())


def by_id(name: str) -> Any:
    return next(game for game in SHELF if game.id == name)


def rows(name: str) -> dict[str, CardRow]:
    """The pictures of cards of a page, by what is said of them."""
    return {f"{block.title} | {block.line}": block for block in blocks(by_id(name)) if isinstance(block, CardRow)}


def held(row: CardRow) -> int:
    return cards.cards(" ".join(row.codes))


@game_of
def test_every_chapter_is_there(game: Any) -> None:
    titles = [chapter.title for chapter in markup.read_rules_page(game.id)]
    assert set(titles) >= EVERYWHERE
    assert len(set(titles)) == len(titles) >= 9
    assert titles[0] == "In short" and titles[-1] == END
    assert all(chapter.blocks for chapter in markup.read_rules_page(game.id))


@game_of
def test_who_made_it_is_said_and_nothing_is_shouted(game: Any) -> None:
    text = assets.read_text("rules", f"{game.id}.md")
    assert BY.get(game.id, game.author) in text and game.author in text
    assert "!" not in text.replace("!=", "")
    assert "  " not in text and "--" not in text


@game_of
def test_no_sign_is_doubled_or_apart_where_a_chapter_is_read_aloud(program: Opens, game: Any) -> None:
    """The items of a list end with commas, and each of them is a spoken sentence."""
    _, scene = program.at(lambda context, _: RulesScene(context, game, game.Options()))
    scene.document.chapters = markup.read_rules_page(game.id)  # those of other tables as well
    for chapter in scene.document.make_elements(32):
        told = all_spoken_text(chapter)
        assert re.search(r"[,;:.] ?[,;.]|\s[,;.]|  ", told.replace("...", "…")) is None, told
        assert told.endswith((".", "?", "!", "…", ":")), told


@pytest.mark.parametrize("size", [(1280, 720), (640, 400)], ids=str)
def test_the_keys_that_are_announced_lead_to_the_chapters(program: Opens, size: tuple[int, int]) -> None:
    one, scene = program.at(lambda context, _: RulesScene(context, GAME, GAME.Options()), size)
    told = scene.accessible_tree().intro
    if scene.listed:
        assert told.endswith("F6 goes to them, and Enter reads one.")
        one.key(pygame.K_F6)
        assert scene.widgets.focus is scene.rows[0]
        one.key(pygame.K_DOWN, pygame.K_RETURN)
    else:
        assert told.endswith("Tab goes to them, and Left and Right read one.")
        one.key(pygame.K_TAB, pygame.K_RIGHT)
    assert scene.accessible_tree().line.startswith(spoken_text(scene.chapters[1].title))


@game_of
def test_every_option_is_told_under_the_house_rules(game: Any) -> None:
    (chapter,) = (chapter for chapter in page(game) if chapter.title == "House rules")
    told = words(chapter).splitlines()
    for rule in options_of(game.Options):
        (line,) = (line for line in told if line.startswith(rule.label))
        origins = {choice.origin for choice in rule.choices} | ({rule.other_values.origin} if rule.other_values else set())
        for origin in (VARIANT, RULING):
            assert (origin in line) == (origin in origins), f"a choice of {rule.key} is {origin!r}: {line}"


@game_of
def test_notes_speak_of_options_that_there_are_and_change_the_page(game: Any) -> None:
    known = {rule.key: {str(choice.value) for choice in rule.choices} for rule in options_of(game.Options)}
    notes = [block for block in blocks(game) if isinstance(block, Note)]
    assert notes
    for note in notes:
        assert all(asked.value in known[asked.key] for asked in note.conditions), note
        assert "[" not in note.with_value(game.Options()).text
    for chapter in markup.read_rules_page(game.id):
        for block in chapter.blocks:
            assert all(asked.value in known[asked.key] for asked in (*chapter.conditions, *block.conditions)), block
    for rule in options_of(game.Options):
        if isinstance(rule.default, str):
            told = [asked for note in notes for asked in note.conditions if asked.key == rule.key]
            assert told, f"nothing on the page depends on {rule.key}"


@game_of
def test_every_card_shown_is_in_the_pack_and_at_most_one_takes(game: Any) -> None:
    every = [game.Options(), game.Options(players=3)] if game.id in ("goosed", "gops") else [game.Options()]
    pack = {game.card_name(card) for options in every for card in game.pack(options)}
    words_of = [block for block in blocks(game) if isinstance(block, CardRow)]
    assert len(words_of) >= 4
    for row in words_of:
        assert set(row.codes) <= pack, row
        assert len(set(row.codes)) == len(row.codes)
        assert row.title


def test_a_value_that_is_not_listed_is_told_as_well() -> None:
    chapters = markup.parse("# A\nwhen target!=100: To {[value]}.")
    options = ThropsOptions(target=75)
    ((words_of,),) = (chapter.blocks for chapter in markup.visible_chapters(chapters, options))
    assert isinstance(words_of.content, Note) and words_of.content.with_value(options).text == "To {75 points}."
    assert markup.visible_chapters(chapters, ThropsOptions())[0].blocks == ()


def test_what_holds_only_at_some_tables_is_left_out_at_others() -> None:
    text = "# A\nif target=75 and tie=shared: - An item\nif tie!=shared: # B\nNo share."
    both = markup.visible_chapters(markup.parse(text), ThropsOptions(target=75, tie="shared"))
    assert [(chapter.title, len(chapter.blocks)) for chapter in both] == [("A", 1)]
    neither = markup.visible_chapters(markup.parse(text), ThropsOptions())
    assert [(chapter.title, len(chapter.blocks)) for chapter in neither] == [("A", 0), ("B", 1)]


# ---------------------------------------------------------------------- what a page says of its game


@game_of
def test_a_page_ends_with_where_the_game_comes_from(game: Any) -> None:
    text = words(page(game)[-1])
    assert text.startswith(f"{END}\n{game.title} ")
    assert re.search(r"\bours?\b", text), "what is ours"
    assert any(
        word in text
        for word in ("parlettgames.uk", "Penguin", "pagat.com", "riffleshuffleandroll.com", "traditional", "Oh Hell")
    )


@game_of
def test_a_page_is_read_in_three_minutes_up_to_the_house_rules(game: Any) -> None:
    rules = tuple(takewhile(lambda chapter: chapter.title != "House rules", page(game)))
    assert 300 < len(said(rules).split()) <= THREE_MINUTES


@pytest.mark.parametrize(("name", "usual", "title"), [("cross-purposes", 2, "With four players")])
def test_the_chapter_for_four_is_there_only_where_four_play(name: str, usual: int, title: str) -> None:
    game = by_id(name)
    assert title not in [chapter.title for chapter in page(game, players=usual)]
    four = page(game, players=4)
    assert title in [chapter.title for chapter in four]
    assert not any(title in [chapter.title for chapter in four] for title in ("The first half", "The second half"))


def test_the_page_opened_from_a_table_of_four_tells_of_four(program: Opens) -> None:
    one, game = program(), by_id("cross-purposes")
    for players in (2, 4):
        scene = one.show(lambda context, _, count=players: RulesScene(context, game, game.Options(players=count)))
        assert ("With four players" in [row.label for row in scene.rows]) == (players == 4)


def test_pure_fools_gold_speaks_of_no_sets_and_of_no_card_to_keep() -> None:
    game = by_id("fools-gold")
    pure = said(tuple(chapter for chapter in page(game, bonuses="off") if chapter.title != "House rules"))
    assert not re.search(r"\b(sets?|bonus(es)?|kept|keeps?|triplets?)\b", pure, re.IGNORECASE)
    assert "sets" in said(page(game))


def test_a_chart_of_ones_own_is_told(program: Opens) -> None:
    game = by_id("fools-gold")
    own = FoolsGoldOptions(chart=((1, 2), *((3, 9),) * 11))
    scene = program().show(lambda context, _: RulesScene(context, game, own))
    assert "1/2 3/9" in words_of(scene)
    assert ("What sets earn", "1/2 3/9", RULING) in scene.house_rules


def test_half_is_the_one_word_for_half_a_deal() -> None:
    for game in SHELF:
        assert not re.search(r"\bphases?\b", said(markup.read_rules_page(game.id)), re.IGNORECASE)


def test_why_goose_is_reached_from_the_rules_and_from_the_credits(program: Opens) -> None:
    for size in ((1280, 720), (640, 400)):
        one, _ = program.at(lambda context, _: RulesScene(context, SHELF[0], SHELF[0].Options()), size)
        one.click(one.find(WHY_GOOSE))
        assert isinstance(one.top, WhyGooseScene)
        for word in ("gooseberry", "fool", "to goose", "golden geese"):
            assert word in one.top.text.accessible_value.casefold()
        one.key(pygame.K_ESCAPE)
        assert isinstance(one.top, RulesScene)
        one.show(lambda context, _: CreditsScene(context))
        one.click(one.find(WHY_GOOSE))
        assert isinstance(one.top, WhyGooseScene)


# ---------------------------------------------------------------------- the examples are true


def test_gooseberries_are_who_the_page_says() -> None:
    for row in rows("gooseberry-fool").values():
        if row.taking is not None and "X" not in row.codes:
            assert taking_place(*[cards.card(code) for code in row.codes]) == row.taking


def test_tricks_of_goose_are_taken_as_the_page_says() -> None:
    found = [row for row in rows("goose").values() if row.taking is not None]
    assert len(found) == 5
    for row in found:
        trumps = None if "no trump" in row.title else 2
        assert taker_of_goose([cards.card(code) for code in row.codes], trumps, "suitless") == row.taking, row


def test_bids_and_points_of_throps_are_as_the_page_says() -> None:
    suits = dict(zip("♠♥♦♣", range(4), strict=True))
    for row in rows("throps").values():
        if row.taking is not None:
            turned = cards.card("2" + "SHDC"[suits[row.title[-1]]])
            assert index_of_winning_bid([cards.card(code) for code in row.codes], turned) == row.taking, row
        elif re.fullmatch(r"−?\d+", row.title):
            assert points_of_cards(held(row)) == int(row.title.replace("−", "-")), row


def test_bids_and_prizes_of_gops_are_as_the_page_says() -> None:
    gops = Gops()
    won = {"For K♦": "13 points", "For 10♦ as well": "11 points"}
    for row in rows("gops").values():
        hand = [cards.card(code) for code in row.codes]
        if row.title.startswith("For "):
            state = gops.State()
            state.bids = hand
            best = gops.best_bidders(state)
            assert best == (row.taking,) if row.taking is not None else len(best) == 2 and "a tie" in row.line, row
            assert won.pop(row.title, "") in row.line, row
        elif row.title.isdigit():
            assert points_of_prizes(hand) == int(row.title), row
        else:
            assert points_of_prizes(hand) == 91 and "91 points" in row.line and row.taking is None, row
    assert not won


def test_tricks_of_cross_purposes_are_taken_as_the_page_says() -> None:
    found = [row for row in rows("cross-purposes").values() if row.taking is not None]
    assert len(found) == 5
    for row in found:
        trick = [cards.card(code) for code in row.codes]
        assert tricks.index_of_strongest(trick, 0, cards.RANKS.index("8")) == row.taking, row


def test_tricks_of_goosed_are_taken_as_the_page_says() -> None:
    found = [row for row in rows("goosed").values() if row.taking is not None]
    assert len(found) == 4
    for row in found:
        trick = [cards.card(code) for code in row.codes]
        assert tricks.index_of_strongest(trick, 1, top_rank(GoosedOptions())) == row.taking, row


def test_points_of_fools_gold_are_as_the_page_says() -> None:
    bonuses = bonus_chart(FoolsGoldOptions())
    found = [row for row in rows("fools-gold").values() if re.fullmatch(r"−?\d+", row.title)]
    assert len(found) == 6
    for row in found:
        assert score_of_gold(held(row), bonuses) == int(row.title), row


def test_profits_of_fools_gold_are_as_the_page_says() -> None:
    for which in ("flat", "graded"):
        told = said(page(by_id("fools-gold"), chart=which))
        for name, place in (("Aces", 0), ("Kings", 1), ("Queens", 2), ("All other ranks", 11)):
            three, four = bonus_chart(FoolsGoldOptions(chart=which))[place]
            if name in ("Kings", "Queens") and which == "flat":
                continue
            assert f"{name} {three} and {four}: a profit of {three - 1} and {four - 2}." in told


# ---------------------------------------------------------------------- in the window


# ---------------------------------------------------------------------- credits

ROOT = Path(__file__).resolve().parents[3]
TEXT = (ROOT / "assets" / "CREDITS.md").read_text(encoding="utf-8")


def test_every_word_of_the_page_is_there(program: Opens) -> None:
    window, _ = program.at(lambda context, _: CreditsScene(context))
    shown = set(re.findall(r"\w+", window.top.text.accessible_value))
    heads = {"what", "it", "is", "where", "comes", "from", "folder", "family", "package", "part", "does", "designer"}
    assert set(re.findall(r"\w+", TEXT.partition("\n")[2])) - shown <= heads
    assert {"LGPL", "Parlett", "lessons"} <= shown


@pytest.mark.parametrize(("size", "text_size"), [((1280, 720), 1.0), ((640, 400), 1.0), ((640, 400), 2.0), ((900, 500), 2.0)])
def test_the_page_can_be_read_to_its_end(program: Opens, size: tuple[int, int], text_size: float) -> None:
    window, _ = program.at(lambda context, _: CreditsScene(context), size=size, text_size=text_size)
    scene = window.top
    frame = pygame.Rect((0, 0), size)
    assert frame.contains(scene.text.rect) and frame.contains(scene.close.rect)
    assert not scene.text.rect.colliderect(scene.close.rect)
    window.key(pygame.K_END)
    assert scene.text.offset == pytest.approx(max(0, scene.text.inner - scene.text.rect.h), abs=2)


def test_markdown_becomes_a_page() -> None:
    assert (
        markdown_as_page("## A\n\nTwo\nlines of `code`.\n\n| x | y |\n|---|---|\n| a/ | b |\n")
        == "## A\n\nTwo lines of code.\n\n- a/: b"
    )
