"""The settings survive every kind of damage, and are never half written."""

import json
import os
from pathlib import Path

import pytest

from goosetable.app.storage import settings
from goosetable.app.storage.settings import Settings, WindowPlace, load, with_changes, write

SOME = Settings(theme="inkwell", text_size=1.3, pace="at once", name="Zoë", window=WindowPlace(3, 4, 900, 600, True),
                last_table={"game": "x", "seats": [1, 2]})  # fmt: skip


def test_what_was_written_is_read_again(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "settings.json"
    write(SOME, path)
    assert load(path) == (SOME, None)
    assert [p.name for p in path.parent.iterdir()] == ["settings.json"]


def test_no_file_gives_defaults_without_a_word(tmp_path: Path) -> None:
    assert load(tmp_path / "settings.json") == (Settings(), None)


def test_the_one_before_is_kept_as_backup(tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    write(SOME, path)
    write(with_changes(SOME, theme="chestnut"), path)
    assert settings.parse((tmp_path / "settings.json.bak").read_text(encoding="utf-8")) == SOME


def test_unknown_fields_are_kept(tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    path.write_text('{"theme": "mulberry", "later": {"a": [1]}, "version": 9}', encoding="utf-8")
    found = load(path).settings
    assert found.theme == "mulberry" and found.extra == {"later": {"a": [1]}}
    write(with_changes(found, level=4), path)
    assert json.loads(path.read_text(encoding="utf-8"))["later"] == {"a": [1]}


def test_what_a_later_version_chose_comes_back_unless_it_is_chosen_anew(tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    chosen = {"version": 9, "theme": "aurora", "back": "gold", "level": 7, "text_size": 1.5, "people": "a file of its own"}
    path.write_text(json.dumps(chosen), encoding="utf-8")
    found = load(path).settings
    assert (found.theme, found.level, found.text_size, found.people) == ("lamplight", 2, 1.5, ())
    write(with_changes(found, back="green"), path)
    assert json.loads(path.read_text(encoding="utf-8")).items() >= (chosen | {"back": "green"}).items()
    again = load(path).settings
    assert (again.back, again.theme, again.version) == ("green", "lamplight", 9)


@pytest.mark.parametrize("version", ["", '"version": 1,', '"version": "9",', '"version": true,', '"version": null,'])
def test_a_wrong_value_of_this_version_is_dropped(tmp_path: Path, version: str) -> None:
    path = tmp_path / "settings.json"
    path.write_text(f'{{{version} "theme": "aurora"}}', encoding="utf-8")
    write(load(path).settings, path)
    assert json.loads(path.read_text(encoding="utf-8")).items() >= {"version": 1, "theme": "lamplight"}.items()


@pytest.mark.parametrize(
    "wrong",
    [
        {"theme": "velvet"}, {"theme": 3}, {"theme": ["lamplight"]}, {"cards": {}}, {"text_size": 9}, {"text_size": "1"},
        {"text_size": True}, {"text_size": float("nan")}, {"volume_cards": -1}, {"lift_legal": 1}, {"name": ""},
        {"name": "a\nb"}, {"name": "x" * 99}, {"level": 0}, {"level": 2.5}, {"last_table": [1]}, {"motion": None},
        {"window": 3}, {"window": {"w": "wide", "h": 10**9, "x": None}},
    ],
)  # fmt: skip
def test_a_wrong_value_gives_way_to_its_default_and_the_others_count(tmp_path: Path, wrong: dict[str, object]) -> None:
    path = tmp_path / "settings.json"
    path.write_text(json.dumps({"sort": "ranks", **wrong}), encoding="utf-8")
    found, notice = load(path)
    assert found == Settings(sort="ranks") and notice is None


@pytest.mark.parametrize("form", ["utf-8-sig", "utf-16", "utf-16-be", "utf-16-le", "utf-32", "utf-8"])
def test_a_file_that_an_editor_saved_in_another_form_counts(tmp_path: Path, form: str) -> None:
    path = tmp_path / "settings.json"
    path.write_text(settings.file_text(SOME), encoding=form)
    assert load(path) == (SOME, None)
    write(with_changes(SOME, theme="chestnut"), path)
    assert path.read_bytes().startswith(b"{"), "it is written as ever"
    path.unlink()
    assert load(path).settings == SOME, "and the one before is kept"


@pytest.mark.parametrize("damage", [b"", b"{", b"[1]", b"null", b"\xff\xfe\x00", b"\x00" * 40, b"[" * 100000, b"NaN"])
def test_an_unreadable_file_is_set_aside_and_said_so(tmp_path: Path, damage: bytes) -> None:
    path = tmp_path / "settings.json"
    path.write_bytes(damage)
    found, notice = load(path)
    assert found == Settings()
    assert notice == ("The settings could not be read. They are kept as settings.old-1.json, and these are fresh.")
    assert (tmp_path / "settings.old-1.json").read_bytes() == damage and not path.exists()
    path.write_bytes(damage)
    assert "settings.old-2.json" in str(load(path).notice)


def test_the_backup_stands_in_for_a_damaged_file(tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    write(SOME, path)
    write(with_changes(SOME, level=4), path)
    path.write_bytes(b"\x00")
    found, notice = load(path)
    assert found == SOME and "the ones before" in str(notice)


def test_a_folder_that_cannot_be_written_raises_and_leaves_nothing(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    with pytest.raises(OSError):
        write(SOME, tmp_path / "file" / "settings.json")


def test_a_failed_write_leaves_the_old_file_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "settings.json"
    write(SOME, path)

    def fail(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises(OSError, match="No space"):
        write(with_changes(SOME, level=1), path)
    assert load(path) == (SOME, None)
    assert [p.name for p in tmp_path.iterdir()] == ["settings.json"]


def test_a_directory_in_its_place_is_survived(tmp_path: Path) -> None:
    (tmp_path / "settings.json").mkdir()
    found, notice = load(tmp_path / "settings.json")
    assert found == Settings() and notice


def test_change_refuses_what_a_field_cannot_be() -> None:
    with pytest.raises(ValueError, match="text_size"):
        with_changes(Settings(), text_size=3)


@pytest.mark.parametrize(
    ("before", "pace", "still"),
    [
        ({"motion": "full", "trick_wait": "time", "trick_seconds": 1.2}, "leisurely", False),
        ({"motion": "full", "trick_wait": "click", "trick_seconds": 4.0}, "leisurely", False),
        ({"motion": "brisk", "trick_wait": "click"}, "brisk", False),
        ({"motion": "still", "trick_wait": "time", "trick_seconds": 1.2}, "leisurely", True),
        ({"motion": "still", "trick_wait": "time", "trick_seconds": 0.4}, "at once", False),
        ({"motion": "still", "trick_wait": "click", "trick_seconds": 0.4}, "leisurely", True),
        ({"motion": ["still"], "trick_seconds": "soon"}, "leisurely", False),
        ({"motion": "still", "pace": "brisk"}, "brisk", False),
        ({"motion": "still", "still": 3}, "leisurely", False),
    ],
)
def test_a_file_of_before_has_a_pace_and_stillness(tmp_path: Path, before: dict[str, object], pace: str, still: bool) -> None:
    """Motion, and how a full trick waits, were settings one by one; a table where nothing moved goes on so."""
    path = tmp_path / "settings.json"
    path.write_text(json.dumps({"sort": "ranks", **before}), encoding="utf-8")
    found, notice = load(path)
    assert (found.pace, found.still, found.sort, notice) == (pace, still, "ranks", None)
    assert not found.extra
    write(found, path)
    assert load(path).settings == found
