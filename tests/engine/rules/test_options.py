"""House rules as data: declared once, read strictly, written explicitly."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from goosetable.engine.rules import options
from goosetable.engine.rules.options import Only, OptionValue


@dataclass(frozen=True)
class Rules:
    """House rules of no game in particular."""

    hook: str = options.option("Hook", {"on": "The dealer is hooked", "off": "Free bids"}, "the dealer's last bid")
    players: int = options.option("Players", (4, *range(2, 10)))
    length: int = options.option("Deals", (4, 8))


def test_the_first_choice_is_the_default_and_no_choice_is_there_twice() -> None:
    assert Rules() == Rules("on", 4, 4)
    hook, players, length = options.options_of(Rules)
    assert (hook.key, hook.label, hook.note, hook.default) == ("hook", "Hook", "the dealer's last bid", "on")
    assert hook.choices == (OptionValue("on", "The dealer is hooked"), OptionValue("off", "Free bids"))
    assert [choice.value for choice in players.choices] == [4, 2, 3, 5, 6, 7, 8, 9]
    assert length.choices == (OptionValue(4, "4"), OptionValue(8, "8"))


def test_options_are_written_explicitly_and_read_back() -> None:
    chosen = Rules("off", 7, 8)
    assert options.write(chosen) == {"hook": "off", "players": 7, "length": 8}
    assert options.read(Rules, options.write(chosen)) == chosen


def test_a_partial_choice_takes_the_rest_as_printed() -> None:
    assert options.read(Rules, {"length": 8}, partial=True) == Rules(length=8)
    assert options.read(Rules, {}, partial=True) == Rules()


@dataclass(frozen=True)
class LaterRules(Rules):
    """The same house rules, with some that were added."""

    target: int = options.target((50, 100), 10, 200, since="0.2.0")
    tie: str = options.tie(since="0.10.0")


WRITTEN = {"hook": "off", "players": 7, "length": 8}


@pytest.mark.parametrize(
    ("app", "added"),
    [
        (None, ("target", "tie")),
        ("", ("target", "tie")),
        ("0.1.0", ("target", "tie")),
        ("0.1.9+x", ("target", "tie")),
        ("0.2.0.dev3+x", ("target", "tie")),
        ("0.2.0rc1", ("target", "tie")),
        ("0.2", ("tie",)),
        ("0.2.0+local", ("tie",)),
        ("0.2.0.post1", ("tie",)),
        ("0.9.99", ("tie",)),
        ("0.10.0", ()),
        ("1", ()),
        ("10.0.0.0", ()),
        ("soon", ("target", "tie")),
        ("v9.0", ("target", "tie")),
        (" 9.0", ("target", "tie")),
        ("9.0 ", ("target", "tie")),
        ("9.", ("target", "tie")),
        ("9.0.0.0.0", ("target", "tie")),
        ("-9", ("target", "tie")),
        ("9" * 5000, ("target", "tie")),
        ("\uff19.\uff10", ("target", "tie")),
        ("\u0669.0", ("target", "tie")),
    ],
)
def test_an_older_header_has_the_first_value_of_an_option_that_was_added(app: str | None, added: tuple[str, ...]) -> None:
    found = options.completed(LaterRules, WRITTEN, app)
    assert found == WRITTEN | {key: value for key, value in (("target", 50), ("tie", "extra-deal")) if key in added}
    absent = [key for key in ("target", "tie") if key not in added]
    if not absent:
        assert options.read(LaterRules, found) == LaterRules("off", 7, 8, 50, "extra-deal")
        return
    with pytest.raises(ValueError, match=f"the option '{absent[0]}' is missing"):
        options.read(LaterRules, found)


def test_an_option_that_was_there_from_the_beginning_must_be_there() -> None:
    with pytest.raises(ValueError, match="the option 'length' is missing"):
        options.read(LaterRules, options.completed(LaterRules, {"hook": "on", "players": 4}, "0.1.0"))


def test_an_added_option_that_is_given_is_read_whatever_the_version() -> None:
    found = options.completed(LaterRules, WRITTEN | {"target": 120, "tie": "shared"}, "0.1.0")
    assert options.read(LaterRules, found) == LaterRules("off", 7, 8, 120, "shared")
    with pytest.raises(ValueError, match="cannot be 300"):
        options.read(LaterRules, options.completed(LaterRules, WRITTEN | {"target": 300}, "0.1.0"))


def test_what_lasts_is_the_same_with_an_added_option_that_has_its_first_value() -> None:
    assert options.lasting(LaterRules("off", 7, 8)) == options.lasting(Rules("off", 7, 8)) == WRITTEN
    assert options.lasting(LaterRules("off", 7, 8, 100)) == WRITTEN | {"target": 100}


@pytest.mark.parametrize("since", ["soon", "0.2.", "2 0", "v1"])
def test_an_option_is_there_since_a_version(since: str) -> None:
    with pytest.raises(ValueError, match="is no version"):
        options.option("Hook", (1, 2), since=since)


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"speed": 1}, "there is no option 'speed'; there are hook, players, length"),
        ({"hook": "perhaps"}, "the option 'hook' cannot be 'perhaps'; it may be on, off"),
        ({"hook": True}, "the option 'hook' cannot be True; it may be on, off"),
        ({"hook": None}, "the option 'hook' cannot be None; it may be on, off"),
        ({"players": 10}, "the option 'players' cannot be 10; it may be 2 to 9"),
        ({"players": "4"}, "the option 'players' cannot be '4'; it may be 2 to 9"),
        ({"players": 4.0}, "the option 'players' cannot be 4.0; it may be 2 to 9"),
        ({"length": [4]}, "the option 'length' cannot be [4]; it may be 4, 8"),
        ({"length": {}}, "the option 'length' cannot be {}; it may be 4, 8"),
    ],
)
def test_what_cannot_be_chosen_is_refused_in_words(changes: dict[str, object], says: str) -> None:
    with pytest.raises(ValueError) as wrong:
        options.read(Rules, {**options.write(Rules()), **changes})
    assert str(wrong.value) == says


def test_true_is_not_one() -> None:
    @dataclass(frozen=True)
    class One:
        """A rule whose values Python takes for true and false."""

        count: int = options.option("Count", (1, 0))

    for wrong in (True, False, 1.0):
        with pytest.raises(ValueError, match="'count' cannot be"):
            options.read(One, {"count": wrong})
    assert options.read(One, {"count": 0}) == One(0)


@pytest.mark.parametrize("key", ["hook", "players", "length"])
def test_a_missing_option_is_refused(key: str) -> None:
    given = {other: value for other, value in options.write(Rules()).items() if other != key}
    with pytest.raises(ValueError, match=f"the option '{key}' is missing"):
        options.read(Rules, given)


def test_a_game_without_options_says_only_that() -> None:
    @dataclass(frozen=True)
    class Empty:
        """No house rules."""

    assert options.options_of(Empty) == ()
    with pytest.raises(ValueError, match=r"^there is no option 'x'$"):
        options.read(Empty, {"x": 1})


def test_an_option_that_matters_only_with_another_says_where_it_does_not() -> None:
    @dataclass(frozen=True)
    class Some:
        players: int = options.option("Players", (4, 3))
        kind: str = options.option("Kind", ("a", "b"), only=Only("players", (3,), "Only with three."))

    players, kind = options.options_of(Some)
    assert [kind.idle({"players": 4}), kind.idle({"players": 3}), kind.idle({})] == ["Only with three.", "", "Only with three."]
    assert players.idle({"players": 4}) == ""
