"""Rules, settings and menu: every chapter, every setting kept, the code shown only on purpose, and ways out."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pygame
import pytest

from goosetable import games
from goosetable.app.context import SETTLED
from goosetable.app.render.text import without_marks
from goosetable.app.scenes.pause_menu import PauseMenuScene
from goosetable.app.scenes.rules import markup
from goosetable.app.scenes.rules.markup import Block, CardRow, Chapter, Note
from goosetable.app.scenes.rules.scene import RulesScene
from goosetable.app.scenes.settings import preview
from goosetable.app.scenes.settings.scene import FLEETING, HEARD, KEPT, RESETS, SettingsScene
from goosetable.app.scenes.title.scene import TitleScene
from goosetable.app.skins import assets, theme
from goosetable.app.storage import profiles, settings
from goosetable.app.storage.profiles import Profile
from goosetable.app.ui.buttons import Slider
from goosetable.app.ui.elements import Scroll
from goosetable.engine.record.format import Chair
from goosetable.engine.rules import options
from goosetable.engine.strength.acquaintance import Acquaintance
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
        assert scene.current == number
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
        bar = scene.text.handle_rect()
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
            left, w = slider._track()
            end = left + w + slider.px * 0.7  # the knob at the far end
            wide = one.context.canvas.width(slider.words(number), slider.px * 0.94, "semi")
            assert slider.rect.right - wide >= end, slider.words(number)


@pytest.mark.parametrize("note", [KEPT, FLEETING])
@pytest.mark.parametrize(("size", "text"), [((1280, 720), 1.0), ((640, 400), 1.0), ((640, 400), 2.0)])
def test_it_is_said_truly_whether_settings_last(program: Opens, size: tuple[int, int], text: float, note: str) -> None:
    one = program(size=size, text_size=text)
    if note == FLEETING:
        one.context.report_unsaved(one.context.folders.data, PermissionError(13, "Permission denied"))
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
    where = scene.preview.copy()
    for tab in scene.tabs:
        for _ in scene.widgets.all:
            if scene.widgets.focus is tab:
                break
            one.key(pygame.K_TAB)
        one.key(pygame.K_RETURN)
        assert tab.chosen and scene.widgets.focus is tab and scene.preview == where
        seen = [*scene.tabs, scene.scroll, scene.done]
        assert all(scene.sheet_rect.contains(widget.rect) for widget in seen)
        boxes = [*(widget.rect for widget in seen), scene.preview]
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
    seen = Acquaintance(9, ((9, 8), (9, 0), (20, 12), (4, 1)), ("bids_high",))
    people = (Profile("Ann", "acorn", "sky", acquaintance=seen).as_setting(),)
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
    assert not match.is_revealed and "7Q4K" not in scene.effect_sentence
    assert places == [button.rect.y for button in scene.buttons], "a second press at the same place is for the same button"
    one.click(scene.code)
    assert match.is_revealed and "7Q4K-M2XD-9TBR" in scene.effect_sentence and "open game" in scene.effect_sentence
    assert not scene.code.shown
    assert scene.widgets.focus is scene.first


def test_the_menu_needs_no_bar_in_a_window_of_the_usual_size(program: Opens) -> None:
    _, scene = program.at(lambda context, matches: PauseMenuScene(context, at_table(matches), trick=True))
    assert scene.scroll.max_offset == 0 and scene.effect_sentence.endswith(".")
    assert all(button.rect.h >= 44 for button in scene.buttons if button.shown)


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
