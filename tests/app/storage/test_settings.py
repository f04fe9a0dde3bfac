"""Settings: written, read again, kept as a backup, and of use however their file is damaged."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from goosetable import integrity
from goosetable.app.storage import profiles, settings
from goosetable.app.storage.settings import LARGEST, Settings, WindowPlace, file_text, load, parse, with_changes, write

SOME = Settings(theme="inkwell", text_size=1.3, pace="at once", name="Zoë", window=WindowPlace(3, 4, 900, 600, True),
                last_table={"game": "x", "seats": [1, 2]})  # fmt: skip


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "settings.json"


def test_what_was_written_is_read_again(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "settings.json"
    write(SOME, path)
    assert load(path) == (SOME, None)
    assert [p.name for p in path.parent.iterdir()] == ["settings.json"]


def test_no_file_gives_defaults_without_a_word(tmp_path: Path) -> None:
    assert load(tmp_path / "settings.json") == (Settings(), None)


def test_the_one_before_is_kept_as_backup(tmp_path: Path, path: Path) -> None:
    write(SOME, path)
    write(with_changes(SOME, theme="chestnut"), path)
    assert settings.parse((tmp_path / "settings.json.bak").read_text(encoding="utf-8")) == SOME


def test_unknown_fields_are_kept(path: Path) -> None:
    path.write_text('{"theme": "mulberry", "later": {"a": [1]}, "version": 9}', encoding="utf-8")
    found = load(path).settings
    assert found.theme == "mulberry" and found.extra == {"later": {"a": [1]}}
    write(with_changes(found, level=4), path)
    assert json.loads(path.read_text(encoding="utf-8"))["later"] == {"a": [1]}


def test_what_a_later_version_chose_comes_back_unless_it_is_chosen_anew(path: Path) -> None:
    chosen = {"version": 9, "theme": "aurora", "back": "gold", "level": 7, "text_size": 1.5, "people": "a file of its own"}
    path.write_text(json.dumps(chosen), encoding="utf-8")
    found = load(path).settings
    assert (found.theme, found.level, found.text_size, found.people) == ("lamplight", 2, 1.5, ())
    write(with_changes(found, back="green"), path)
    assert json.loads(path.read_text(encoding="utf-8")).items() >= (chosen | {"back": "green"}).items()
    again = load(path).settings
    assert (again.back, again.theme, again.version) == ("green", "lamplight", 9)


@pytest.mark.parametrize("version", ["", '"version": 1,', '"version": "9",', '"version": true,', '"version": null,'])
def test_a_wrong_value_of_this_version_is_dropped(path: Path, version: str) -> None:
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
def test_a_wrong_value_gives_way_to_its_default_and_the_others_count(path: Path, wrong: dict[str, object]) -> None:
    path.write_text(json.dumps({"sort": "ranks", **wrong}), encoding="utf-8")
    found, notice = load(path)
    assert found == Settings(sort="ranks") and notice is None


@pytest.mark.parametrize("form", ["utf-8-sig", "utf-16", "utf-16-be", "utf-16-le", "utf-32", "utf-8"])
def test_a_file_that_an_editor_saved_in_another_form_counts(path: Path, form: str) -> None:
    path.write_text(settings.file_text(SOME), encoding=form)
    assert load(path) == (SOME, None)
    write(with_changes(SOME, theme="chestnut"), path)
    assert path.read_bytes().startswith(b"{"), "it is written as ever"
    path.unlink()
    assert load(path).settings == SOME, "and the one before is kept"


@pytest.mark.parametrize("damage", [b"", b"{", b"[1]", b"null", b"\xff\xfe\x00", b"\x00" * 40, b"[" * 100000, b"NaN"])
def test_an_unreadable_file_is_set_aside_and_said_so(tmp_path: Path, path: Path, damage: bytes) -> None:
    path.write_bytes(damage)
    found, notice = load(path)
    assert found == Settings()
    assert notice == ("The settings could not be read. They are kept as settings.old-1.json, and these are fresh.")
    assert (tmp_path / "settings.old-1.json").read_bytes() == damage and not path.exists()
    path.write_bytes(damage)
    assert "settings.old-2.json" in str(load(path).notice)


def test_the_backup_stands_in_for_a_damaged_file(path: Path) -> None:
    write(SOME, path)
    write(with_changes(SOME, level=4), path)
    path.write_bytes(b"\x00")
    found, notice = load(path)
    assert found == SOME and "the ones before" in str(notice)


def test_a_folder_that_cannot_be_written_raises_and_leaves_nothing(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    with pytest.raises(OSError):
        write(SOME, tmp_path / "file" / "settings.json")


def test_a_failed_write_leaves_the_old_file_whole(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(SOME, path)

    def fail(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises(OSError, match="No space"):
        write(with_changes(SOME, level=1), path)
    assert load(path) == (SOME, None)
    assert [p.name for p in path.parent.iterdir()] == ["settings.json"]


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
def test_a_file_of_before_has_a_pace_and_stillness(path: Path, before: dict[str, object], pace: str, still: bool) -> None:
    """Motion, and how a full trick waits, were settings one by one; a table where nothing moved goes on so."""
    path.write_text(json.dumps({"sort": "ranks", **before}), encoding="utf-8")
    found, notice = load(path)
    assert (found.pace, found.still, found.sort, notice) == (pace, still, "ranks", None)
    assert not found.extra
    write(found, path)
    assert load(path).settings == found


# ---------------------------------------------------------------------- damage

LATER = with_changes(SOME, theme="chestnut", level=4)
HALF = "\ud800"


class Killed(BaseException):
    """Stands for the end of the program in the midst of something."""


def killing(monkeypatch: pytest.MonkeyPatch, at: int) -> Iterator[None]:
    """The program ends before its `at`-th change of a file, or after it."""
    done = 0

    def step(real: Callable[..., Any]) -> Callable[..., Any]:
        def maybe(*args: Any, **more: Any) -> Any:
            nonlocal done
            done += 1
            if done == at:
                raise Killed
            found = real(*args, **more)
            done += 1
            if done == at:
                raise Killed
            return found

        return maybe

    with monkeypatch.context() as patched:
        for name in ("replace", "rename", "unlink", "fsync"):
            patched.setattr(os, name, step(getattr(os, name)))
        yield


@pytest.mark.parametrize("at", range(1, 16))
def test_a_kill_at_any_step_of_writing_leaves_the_old_or_the_new(path: Path, monkeypatch: pytest.MonkeyPatch, at: int) -> None:
    write(with_changes(SOME, level=1), path)
    write(SOME, path)
    for _ in killing(monkeypatch, at):
        try:
            write(LATER, path)
        except Killed:
            pass
        else:
            assert at > 10, "there are this many steps at least"
    assert path.exists(), "there is a whole file at every moment"
    assert load(path) in ((SOME, None), (LATER, None))


def test_where_the_file_is_absent_those_before_are_taken_and_said_so(path: Path) -> None:
    write(SOME, path)
    write(LATER, path)
    path.unlink()
    assert load(path) == (SOME, "The settings were missing; these are the ones before.")


def test_a_damaged_backup_of_an_absent_file_is_no_reason_to_stop(tmp_path: Path) -> None:
    (tmp_path / "settings.json.bak").write_bytes(b"\xff")
    assert load(tmp_path / "settings.json") == (Settings(), None)


def test_what_cannot_be_read_never_takes_the_place_of_the_backup(tmp_path: Path, path: Path) -> None:
    write(SOME, path)
    write(LATER, path)
    path.write_bytes(b"\x00 damaged while the program ran")
    write(with_changes(LATER, level=1), path)
    assert parse((tmp_path / "settings.json.bak").read_text(encoding="utf-8")) == SOME
    assert (tmp_path / "settings.old-1.json").read_bytes().startswith(b"\x00")
    assert load(path).settings.level == 1


class TestHalfSurrogatePairs:
    @pytest.mark.parametrize(
        ("field", "value", "left"),
        [
            ("name", f"A{HALF}", "Gooseberry"),
            ("theme", HALF, "lamplight"),
            ("people", [{"name": "Ann"}, {"name": HALF}, {"name": "Ben", "token": [HALF]}], ({"name": "Ann"},)),
            ("people", [{HALF: "Ann"}], ()),
            ("learned", ["a", HALF, "b"], ("a", "b")),
            ("counted_from", {"human ann": "2026", HALF: "2026", "human ben": HALF}, {"human ann": "2026"}),
            ("last_table", {"game": "x", "seats": [{"name": HALF}]}, None),
            ("last_table", {"game": "x", HALF: 1}, None),
        ],
    )
    def test_a_value_that_holds_one_is_dropped_and_the_rest_counts(
        self, path: Path, field: str, value: object, left: object
    ) -> None:
        path.write_text(json.dumps({"sort": "ranks", field: value}), encoding="ascii")
        found, notice = load(path)
        assert notice is None
        assert found.sort == "ranks"
        assert getattr(found, field) == left
        write(with_changes(found, level=4), path)
        assert load(path).settings == with_changes(found, level=4)

    def test_an_unknown_field_that_holds_one_is_dropped_and_others_are_kept(self, path: Path) -> None:
        path.write_text(json.dumps({"later": [1], "bad": {"a": [HALF]}, HALF: 1, "worse": {HALF: 1}}), encoding="ascii")
        assert load(path).settings.extra == {"later": [1]}

    def test_writing_never_fails_because_of_one(self, path: Path) -> None:
        bad = Settings(last_table={"game": HALF, "seats": [{HALF: HALF}]}, extra={HALF: HALF}, learned=(HALF,))
        write(bad, path)
        assert load(path).settings.last_table == {"game": "\ufffd", "seats": [{"\ufffd": "\ufffd"}]}


class TestLeftOverFiles:
    def lay(self, folder: Path, name: str, age: float) -> Path:
        path = folder / name
        path.write_text("{}", encoding="utf-8")
        os.utime(path, (time.time() - age, time.time() - age))
        return path

    @pytest.mark.parametrize("starts", [True, False])
    def test_they_are_swept_when_the_program_starts_or_writes(self, tmp_path: Path, starts: bool) -> None:
        old = [self.lay(tmp_path, name, 4000) for name in ("settings.json.1.tmp", "settings.json.bak.4711.tmp")]
        old.append(self.lay(tmp_path, "settings.json.99.tmp", -40_000))
        others = [
            self.lay(tmp_path, name, 4_000_000)
            for name in (
                "settings.json.x.tmp", "settings.json.tmp", "settings.json.1.tmp.goose", "a.settings.json.1.tmp",
                "settingsXjson.1.tmp", "running.goose", "settings.json.1.tmp~", "settings.old-1.json", "statistics.tmp",
            )
        ]  # fmt: skip
        young = self.lay(tmp_path, "settings.json.77.tmp", 60)
        (tmp_path / "settings.json.5.tmp").mkdir()
        if starts:
            load(tmp_path / "settings.json")
        else:
            write(SOME, tmp_path / "settings.json")
        assert not any(path.exists() for path in old)
        assert all(path.exists() for path in others)
        assert young.exists(), "another program may be writing it"
        assert (tmp_path / "settings.json.5.tmp").is_dir()

    def test_a_file_that_could_not_be_put_in_its_place_is_removed(self, tmp_path: Path) -> None:
        (tmp_path / "taken").mkdir()
        with pytest.raises(OSError):
            integrity.replace_file(tmp_path / "taken", b"x")
        assert [path.name for path in tmp_path.iterdir()] == ["taken"]


class TestBounds:
    def test_a_hundred_thousand_people_are_as_many_as_are_remembered(self, path: Path) -> None:
        many = [{"name": f"P{i}"} for i in range(60_000)]
        path.write_text(json.dumps({"people": ["x", 3, *many[:40_000]]}), encoding="utf-8")
        assert path.stat().st_size < LARGEST
        found = load(path).settings
        assert found.people == tuple(many[: profiles.MOST])
        path.write_text(json.dumps({"people": many * 8}), encoding="utf-8")
        found, notice = load(path)
        assert found == Settings() and "settings.old-1.json" in str(notice)

    def test_everything_else_is_bounded_too_and_what_was_read_can_be_written_and_read(self, path: Path) -> None:
        whole: dict[str, object] = {
            "learned": [f"{i}" for i in range(2000)],
            "counted_from": {f"human {i}": "f" * 1500 for i in range(300)},
            "last_table": {"game": "x", "seats": [{"name": "Ann", "player": "easy"}] * 900},
            **{f"unknown {i}": ["\u20ac" * 50] * 60 for i in range(30)},
            "deep": [[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]],
            "large": int("9" * 1000),
            "none": float("nan"),
        }
        path.write_text(json.dumps(whole, ensure_ascii=False), encoding="utf-8")
        found, notice = load(path)
        assert notice is None
        assert len(found.learned) == settings.MOST_LEARNED
        assert 100 < len(found.counted_from) <= settings.MOST_COUNTED
        assert found.last_table is None
        assert 1 < len(found.extra) < 20
        assert not {"deep", "none"} & set(found.extra)
        written_text = file_text(found)
        assert len(written_text.encode()) < LARGEST
        assert parse(written_text) == found

    @pytest.mark.parametrize(
        "field", [f'"{name}"' for name in ("name", "people", "learned", "counted_from", "last_table", "x")]
    )
    @pytest.mark.parametrize(
        "value", ["[" * 400 + "]" * 400, "9" * 5000, '{"a":' * 400 + "1" + "}" * 400, '"' + "x" * 500_000 + '"']
    )
    def test_no_value_of_any_field_keeps_the_settings_from_being_written(self, path: Path, field: str, value: str) -> None:
        path.write_text(f'{{"sort": "ranks", {field}: {value}}}', encoding="utf-8")
        found, notice = load(path)
        assert notice is None
        assert found.sort == "ranks"
        write(with_changes(found, level=4), path)
        assert load(path) == (with_changes(found, level=4), None)

    def test_a_file_above_a_megabyte_is_set_aside_and_the_backup_taken(self, path: Path) -> None:
        write(SOME, path)
        write(LATER, path)
        with path.open("wb") as file:
            file.truncate(40 * LARGEST)
        found, notice = load(path)
        assert found == SOME
        assert notice == "The settings could not be read. They are kept as settings.old-1.json, and these are the ones before."
        assert not path.exists()


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no pipes with names")
@pytest.mark.parametrize("kind", ["fifo", "folder", "device", "loop"])
@pytest.mark.parametrize("backup", [True, False])
def test_what_is_no_file_is_set_aside_without_waiting(path: Path, kind: str, backup: bool) -> None:
    if backup:
        write(SOME, path)
        write(LATER, path)
        path.unlink()
    match kind:
        case "fifo":
            os.mkfifo(path)
        case "folder":
            path.mkdir()
        case "device":
            path.symlink_to("/dev/zero")
        case _:
            path.symlink_to(path)
    found, notice = load(path)
    assert found == (SOME if backup else Settings())
    assert "settings.old-1.json" in str(notice)
    write(LATER, path)
    assert load(path) == (LATER, None)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no pipes with names")
def test_what_stands_in_the_way_of_writing_is_set_aside(tmp_path: Path, path: Path) -> None:
    path.mkdir()
    (tmp_path / "settings.json.bak").mkdir()
    write(SOME, path)
    write(LATER, path)
    assert load(path) == (LATER, None)
    path.unlink()
    os.mkfifo(tmp_path / "settings.json.bak.2")
    (tmp_path / "settings.json.bak").rmdir()
    os.mkfifo(tmp_path / "settings.json.bak")
    assert load(path) == (Settings(), None)


def test_a_person_of_the_settings_is_read_whatever_stands_there() -> None:
    assert profiles.parse_profile({"name": "Ann", "tone": [], "token": {}}) == profiles.Profile("Ann")
    assert profiles.parse_profile({"name": "x" + "\u0335" * 20}) == profiles.Profile("x" + "\u0335" * 4)
    assert profiles.parse_profile({"name": " " * 100_000 + "x"}) is None


def test_all_that_is_kept_can_be_read_again(tmp_path: Path) -> None:
    """Signs of four bytes as far as each part has room for them."""
    sign = "\U0001f986"
    many = {f"{number}": sign * 900 for number in range(60)}
    full = Settings(
        people=[{"name": sign * 300}] * 24,
        counted_from={f"{sign * 380}{number}": "#" + "0" * 2000 for number in range(200)},
        last_table=many,
        extra=many,
    )
    write(full, tmp_path / "settings.json")
    assert (tmp_path / "settings.json").stat().st_size > 1 << 20
    loaded = load(tmp_path / "settings.json")
    assert loaded.notice is None and loaded.settings.last_table == many
    assert (loaded.settings.extra, loaded.settings.counted_from) == (many, full.counted_from)


def test_a_link_with_the_name_of_a_fresh_file_is_not_followed(tmp_path: Path, path: Path) -> None:
    other = tmp_path / "other"
    other.write_text("what another program needs")
    path.with_name(f"settings.json.{os.getpid()}.tmp").symlink_to(other)
    write(SOME, path)
    assert load(path).settings == SOME
    assert other.read_text() == "what another program needs"
