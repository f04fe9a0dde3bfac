"""Fair play in the window: the record checked, the report, what is asked before a secret is told; and another game."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pygame
import pytest

from goosetable import games
from goosetable.app.render.text import TextRenderer
from goosetable.app.scenes import fair_play
from goosetable.app.scenes.fair_play import FairPlayScene
from goosetable.app.scenes.routes import ToNewGame
from goosetable.app.storage.settings import Settings
from goosetable.app.ui import text_field
from goosetable.engine.record import seed
from goosetable.engine.record.format import Chair
from tests.app.conftest import CODE, Opens

RECORDS = Path(__file__).resolve().parents[2] / "records"
GAME = games.SHELF[0]
US = [Chair("Gooseberry", "human"), Chair("Vesper", "random"), Chair("Dorothea", "random")]


def last(content: bytes) -> fair_play.CheckProgress:
    found = list(fair_play.check_record(content))
    assert all(not one.done for one in found[:-1])
    assert all(0 <= one.part <= 1 for one in found)
    return found[-1]


@pytest.mark.parametrize("name", sorted(path.name for path in RECORDS.glob("*.goose")))
def test_right_records_are_found_right(name: str) -> None:
    found = last((RECORDS / name).read_bytes())
    assert found.right and found.done and found.sentence.startswith("All is right")


def test_a_card_changed_is_found_with_its_line() -> None:
    content = (RECORDS / "fool-coded.goose").read_text()
    lines = content.splitlines(keepends=True)
    at = next(i for i, line in enumerate(lines) if '"hands"' in line)
    deal = json.loads(lines[at])
    first, second = deal["hands"][0].split(), deal["hands"][1].split()
    first[0], second[0] = second[0], first[0]
    deal["hands"][:2] = [" ".join(first), " ".join(second)]
    lines[at] = json.dumps(deal) + "\n"
    found = last("".join(lines).encode())
    assert not found.right and f"Line {at + 1} " in found.sentence
    assert not last(b"").right, "nothing is nothing"


def test_a_report_holds_everything_but_names_of_people() -> None:
    content = (RECORDS / "fool-coded.goose").read_bytes()
    told = fair_play.fault_report(content, Settings(name="Hannah", people=({"name": "Ben", "token": "key", "tone": "rose"},)))
    head, versions, settings, *record = told.splitlines()
    assert head == "goosetable report"
    assert {"goosetable", "python", "pygame-ce", "sdl", "system"} <= set(json.loads(versions))
    assert json.loads(settings)["theme"] == "lamplight"
    assert "Hannah" not in settings and "Ben" not in settings
    assert "\n".join(record).strip() == content.decode().replace('"Ann"', '"Seat 1"').replace('"Maud"', '"Seat 3"').strip()


def test_a_report_reads_over_what_an_editor_added() -> None:
    content = (RECORDS / "fool-coded.goose").read_bytes().replace(b"Ann", "A\u2028n".encode())
    whole, edited = (fair_play.fault_report(one, Settings()) for one in (content, b"\xef\xbb\xbf" + content + b"\r\n\n"))
    assert whole == edited and "(a line that cannot be read)" not in whole and '"Seat 1"' in whole


def open_page(one: Any) -> tuple[FairPlayScene, Any]:
    match = one.matches.begin_table(GAME, GAME.Options(), US)
    match.deal()
    scene = one.show(lambda context, matches: FairPlayScene(context, matches, match))
    return scene, match


def test_the_running_game_is_checked_in_the_window(program: Opens) -> None:
    one, (scene, _) = program.into(open_page)
    one.click(scene.check, finish=True)
    assert scene.finding is not None and scene.finding.right and "1 deal" in scene.finding.sentence


@pytest.fixture
def copied(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What comes to the clipboard."""
    found: list[str] = []

    def keep(text: str) -> bool:
        found.append(text)
        return True

    monkeypatch.setattr(text_field, "copy_to_clipboard", keep)
    return found


def test_without_a_clipboard_it_is_said(program: Opens, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(text_field, "copy_to_clipboard", lambda text: False)
    one, scene = program.at(FairPlayScene)
    assert not scene.check.enabled
    one.click(scene.report)
    assert scene.finding is not None and "no clipboard" in scene.finding.sentence


def test_everybody_moves_one_chair_and_keeps_what_was_won(program: Opens) -> None:
    one, (_, match) = program.into(open_page)
    rng = Random(1)
    while match.session.due_step != "none":
        match match.session.due_step:
            case "deal":
                match.deal()
            case "score":
                match.score_deal()
            case _:
                match.act(rng.choice(list(match.session.legal())))
    before = dict(zip(match.session.names, match.prizes(), strict=True))
    one.matches.begin_next_game(match, shift_seats=True)
    assert match.session.names == ("Dorothea", "Gooseberry", "Vesper")
    assert match.me == 1
    assert dict(zip(match.session.names, match.prizes(), strict=True)) == before


SEAL = seed.commitment_to_code(CODE)
CORNERS = [((640, 400), 1.0), ((640, 400), 2.0), ((1280, 720), 1.0), ((1280, 720), 2.0)]


@pytest.fixture
def signs(monkeypatch: pytest.MonkeyPatch) -> dict[tuple[float, float], str]:
    """The single signs that are drawn, by their places from the top down."""
    found: dict[tuple[float, float], str] = {}
    rich = TextRenderer.draw_rich_line

    def noted(self: Any, s: str, x: float, y: float, *given: Any, **named: Any) -> float:
        if len(s) == 1:
            found[y, x] = s
        return rich(self, s, x, y, *given, **named)

    monkeypatch.setattr(TextRenderer, "draw_rich_line", noted)
    return found


@pytest.mark.parametrize(("size", "text"), CORNERS)
def test_all_of_the_seal_can_be_read(program: Opens, signs: Any, size: tuple[int, int], text: float) -> None:
    one, (scene, _) = program.into(open_page, size=size, text_size=text)
    rows: dict[str, None] = {}
    above = -1.0
    while scene.text.offset != above:  # a small window shows it piece by piece
        for top in sorted({y for y, _ in signs}):
            rows["".join(sign for (y, _), sign in sorted(signs.items()) if y == top)] = None
        signs.clear()
        above = scene.text.offset
        one.key(pygame.K_PAGEDOWN)
    assert "".join(rows) == SEAL


def test_the_seal_is_heard_group_by_group(program: Opens) -> None:
    scene, _ = open_page(program())
    groups = [SEAL[at : at + 8] for at in range(0, 64, 8)]
    assert ", ".join(" ".join(group) for group in groups) + "." in scene.text.accessible_value
    assert "#" not in scene.text.accessible_value


def test_the_seal_is_copied_whole_as_check_prints_it(program: Opens, copied: list[str]) -> None:
    one, _ = program.into(open_page)
    one.click(one.find("Copy the seal"))
    assert copied == [seed.format_commitment(SEAL)]


def test_a_report_of_a_running_game_is_asked_for_twice_and_tells_the_code(program: Opens, copied: list[str]) -> None:
    one, (scene, match) = program.into(open_page)
    one.click(one.find("Copy a report"))
    assert not copied and not match.is_code_revealed and seed.format_code(CODE) not in scene.text.accessible_value
    one.click(one.find("Copy it"))
    assert len(copied) == 1 and match.is_code_revealed and seed.format_code(CODE) in scene.text.accessible_value
    assert str(match.session.header.code) in copied[0]
    match.close()
    again = one.matches.continue_table()
    assert again is not None and again is not match and again.is_code_revealed, "it is still open when it is gone on with"
    again.close()
    one.context.save_if_changed()
    _, page = program.at(lambda context, matches: FairPlayScene(context, matches, matches.continue_table()))
    assert seed.format_code(CODE) in page.text.accessible_value, "also after the program was closed"


def test_what_the_seal_proves_and_what_not(program: Opens) -> None:
    scene, _ = open_page(program())
    said = scene.text.accessible_value
    for words in ("does not prove", "make up a code of your own", "goosetable check FILE", "can read the files"):
        assert words in said, words


def test_cards_of_another_code_do_not_fit_the_seal() -> None:
    content = (RECORDS / "fool-coded.goose").read_bytes()
    code = seed.parse_code(json.loads(content.splitlines()[0])["code"])
    fits = list(fair_play.check_record(content, seed.format_commitment(seed.commitment_to_code(code))))[-1]
    other = list(fair_play.check_record(content, seed.format_commitment(seed.commitment_to_code("0" * 12))))[-1]
    assert fits.right and "fits the seal above" in fits.sentence
    assert not other.right and "seal" in other.sentence


def test_set_up_shows_what_a_code_of_ones_own_is_good_for(program: Opens) -> None:
    one = program()
    scene = one.show(lambda context, matches: one.router.build_scene(ToNewGame(GAME)))
    assert "Fair play" not in scene.foot_remarks
    one.click(one.find("Game code"))
    assert "cannot have chosen" in scene.foot_remarks and "Fair play" in scene.foot_remarks
