"""Remarks are rare, never the same twice on end, the same for the same game, and fit to be said."""

from __future__ import annotations

import random
import re
from itertools import pairwise

import pytest

from goosetable import cards
from goosetable.app.art.svg import CHARACTERS
from goosetable.app.skins import assets
from goosetable.app.table import remarks
from goosetable.app.table.animations import Animations
from goosetable.app.table.metrics import focused_card_top
from goosetable.app.table.reactions import HonkPicture, free_place
from goosetable.app.table.remarks import OFTEN, DealResult, Remark, RemarkChooser, RemarkReplay, read_remarks
from goosetable.app.table.stage import BRIEFLY, LONG, Honk
from goosetable.engine.rules.action import GIVE
from goosetable.engine.rules.event import HAND_KIND, KEPT_KIND, TRICK, WON_KIND, ActionTaken, Moved, Pile, Taken
from goosetable.engine.text.table_facts import Quota, honk_seat
from goosetable.engine.words import phrases
from tests.app.archives import QUICK, played
from tests.app.stage_play import TABLES, lay, stage_of, steps
from tests.games.playing import Variant, find

FACES = ("gooseberry", "fox", "hen", "owl")
LONG_GOOSE = Variant(find("goose"), find("goose").Options(players=3, max_hand=9))


def evening(seed: str, deals: int = 40) -> list[Remark | None]:
    """What is said in each of some deals, in all of which the same happens."""
    company, found = RemarkChooser(seed, FACES), []
    for deal in range(deals):
        company.begin_deal(deal, DealResult(((1, Quota(2, 2)), (2, Quota(3, 2))), (3,)) if deal else DealResult())
        for trick in range(10):
            company.choose_for_event(Taken(trick // 4 % 4, 1, "why"), 3 if trick == 6 else None)
            company.choose_for_event(ActionTaken(2, GIVE + 1), 1 if trick % 5 == 4 else None)
        found.append(company.remark)
    return found


def test_they_are_rare_and_never_the_same_twice_on_end() -> None:
    words = [remark.words for remark in evening("a game") if remark is not None]
    assert len(words) > 10 and all(one != two for one, two in pairwise(words))


def test_the_same_game_hears_the_same() -> None:
    assert evening("a game") == evening("a game") != evening("another")


def test_the_same_game_hears_the_same_however_it_is_told() -> None:
    """Told as it goes, with all that is taken back on the way, or at once from its beginning when it is opened again."""
    match = lay("gooseberry-fool", {})
    session, chance = match.session, random.Random(3)
    as_it_goes, found = RemarkReplay(session, RemarkChooser("a game", FACES)), []
    for _ in range(3):
        match.deal()
        while session.due_step == "act":
            for _ in range(2 if session.undoable_count else 1):
                match.act(chance.choice(list(session.legal())))
                as_it_goes.current_remark()
                if session.due_step != "act":
                    break
            if chance.random() < 0.2 and session.undoable_count > 1:
                session.undo(2)
            assert as_it_goes.current_remark() == RemarkReplay(session, RemarkChooser("a game", FACES)).current_remark()
        match.score_deal()
        found.append(as_it_goes.current_remark())
        assert found[-1] == RemarkReplay(session, RemarkChooser("a game", FACES)).current_remark()
    assert any(found)


def test_people_say_nothing_by_themselves() -> None:
    assert all(remark is None or remark.seat != 0 for remark in evening("a game"))
    company = RemarkChooser("a game", ("gooseberry", "acorn#4f9bd0"))
    for _ in range(50):
        company.choose_for_event(ActionTaken(0, GIVE + 1), 1)
    assert company.remark is None


def test_characters_are_silent_where_their_file_is_damaged(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(assets, "read_text", lambda *path: "{")
    remarks.read_remarks.cache_clear()
    assert not any(evening("a game"))
    monkeypatch.undo()
    remarks.read_remarks.cache_clear()
    assert any(evening("a game"))


def test_everybody_has_a_voice_that_is_fit_to_be_heard() -> None:
    assert set(read_remarks()) == set(CHARACTERS)
    told = [words for voice in read_remarks().values() for occasion in OFTEN for words in voice[occasion]]
    assert len(told) == len(set(told)), "no two say the same"
    for voice in read_remarks().values():
        assert all(2 <= len(voice[occasion]) <= 5 for occasion in OFTEN)
    for words in told:
        assert "!" not in words and words[-1] in ".?" and len(words) <= 40
        assert set(re.findall(r"{(.*?)}", words)) <= {"bid", "Bid", "made", "Made", "card", "he", "He", "him"}
        assert not {"clever", "stupid", "skill", "mistake", "badly", "well played", "oops"} & set(words.lower().split())


@pytest.fixture
def talkative(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lets characters make a remark on every occasion."""
    for occasion in OFTEN:
        monkeypatch.setitem(OFTEN, occasion, 100)


@pytest.mark.usefixtures("talkative")
@pytest.mark.parametrize("bid", [0, 1, 7, 13])
@pytest.mark.parametrize("who", CHARACTERS)
def test_a_missed_or_made_bid_is_named_in_words(who: str, bid: int) -> None:
    for seed in range(8):
        for made in range(max(bid - 1, 0), bid + 2):
            company = RemarkChooser(f"{seed}", ("gooseberry", who))
            company.begin_deal(1, DealResult(((1, Quota(bid, made)),)))
            if bid == made == 0:
                assert company.remark is None
                continue
            assert company.remark is not None
            words = company.remark.words.lower()
            assert "{" not in words and len(words) < 60
            assert phrases.number_word(bid) in words or phrases.number_word(made) in words or "one" in words


@pytest.mark.usefixtures("talkative")
@pytest.mark.parametrize("won", [0, 1, 4, 6])
def test_no_remark_on_a_bid_that_failed_by_more(won: int) -> None:
    company = RemarkChooser("a game", FACES)
    company.begin_deal(1, DealResult(((1, Quota(3, won)),)))
    assert (company.remark is None) == (won in (0, 1, 6) or abs(won - 3) > 1)


@pytest.mark.usefixtures("talkative")
def test_a_king_that_was_led_and_fell_is_named() -> None:
    king, four = cards.card("KH"), cards.card("4H")
    for who in CHARACTERS:
        for seed in range(6):
            company = RemarkChooser(f"{seed}", ("gooseberry", who, "hen"))
            company.choose_for_event(Taken(1, king, "why"), None, (1, king))
            company.choose_for_event(Taken(0, four, "why"), None, (1, four))
            assert company.remark is None, "a king that took its trick, and a small card"
            company.choose_for_event(Taken(0, king, "why"), None, (1, king))
            assert company.remark is not None and company.remark.seat == 1 and "king of hearts" in company.remark.words


@pytest.mark.parametrize(("variant", "falls"), [(LONG_GOOSE, True), (QUICK, False)])
def test_an_ace_falls_only_where_high_cards_win(monkeypatch: pytest.MonkeyPatch, variant: Variant, falls: bool) -> None:
    for occasion in OFTEN:
        monkeypatch.setitem(OFTEN, occasion, 100 * (occasion == "fell"))
    session, _ = played((("Quill", "hard"), ("Vesper", "hard"), ("Pip", "hard")), 6, deals=1, variant=variant)
    said = RemarkReplay(session, RemarkChooser("a game", ("hare", "fox", "hedgehog"))).current_remark()
    assert (said is not None) == falls


@pytest.mark.usefixtures("talkative")
@pytest.mark.parametrize(("giver", "words"), [(0, "you"), (2, "her"), (3, "him")])
def test_another_is_spoken_of_as_he_or_she(giver: int, words: str) -> None:
    """A remark on the only person at the table says "you" instead."""
    found = set()
    for seed in range(20):
        company = RemarkChooser(f"{seed}", FACES)
        company.choose_for_event(ActionTaken(giver, GIVE + 1), 1)
        assert company.remark is not None
        found.add(company.remark.words)
    assert f"A gift from {words}. I see." in found


# ---------------------------------------------------------------------- the goose honks at whom a trick is given and who tak


GOOSE, OTHER = 3, 4
FULL = ("gops", 2, (640, 400))
"""The game, the opponents and the window where nothing has room beside any seat."""
WINDOWS = [
    (*table, size)
    for number, table in enumerate(TABLES)
    for size in ((1280, 720), (640, 400), ((1000, 900), (2560, 1440))[number % 2])
]
"""Every table in the usual window and in the smallest; a tall and a very large one in turn."""


def test_it_honks_at_whom_a_trick_or_a_goose_goes_to() -> None:
    geese = cards.BIT[GOOSE]
    won = Moved((GOOSE, OTHER), TRICK, Pile(WON_KIND, 2))
    assert honk_seat([ActionTaken(0, GIVE + 1), won], 0) == 1
    assert honk_seat([ActionTaken(0, GIVE + 0), won], 0) is None, "a trick that one keeps"
    assert honk_seat([won], geese) == 2
    assert honk_seat([Moved((GOOSE,), TRICK, Pile(KEPT_KIND, 1))], geese) == 1
    assert honk_seat([Moved((OTHER,), TRICK, Pile(WON_KIND, 2))], geese) is None
    assert honk_seat([Moved((GOOSE,), Pile(HAND_KIND, 1), TRICK)], geese) is None, "it is only played"


@pytest.mark.parametrize(("pace", "seconds"), [(1.0, LONG), (0.5, BRIEFLY), (0.0, LONG)])
def test_it_is_soon_over(pace: float, seconds: float) -> None:
    honk = Honk(1, pace)
    assert honk.still == (pace == 0) and honk.is_beak_open == honk.still
    honk.update(seconds - 0.01)
    assert honk.is_beak_open and not honk.is_over
    honk.update(0.01)
    assert honk.is_over


@pytest.mark.one_in(9)
@pytest.mark.parametrize(("name", "options", "size"), WINDOWS)
def test_what_lies_at_a_seat_for_a_moment_covers_nothing(name: str, options: dict[str, object], size: tuple[int, int]) -> None:
    match = lay(name, options)
    stage = stage_of(match, size)
    layout, found = stage.layout, 0
    for number, _ in enumerate(steps(match, stage, Animations(stage, match.with_names), random.Random(7))):
        stage.skip_animation()
        if number % 10:
            continue
        for seat in range(match.session.seats):
            place = free_place(stage, seat, [(130.0, 50.0), (70.0, 30.0)], 8)
            if place is None:
                continue
            found += 1
            area = place.area
            assert area.x >= 0 and area.y >= layout.top and area.right <= layout.cloth_width and area.bottom <= layout.h
            for i in range(layout.opponent_count):
                assert not area.overlaps(layout.seat(i).plate)
            assert layout.own_seat is None or not area.overlaps(layout.own_seat.plate)
            for sprite in stage.sprites_in_order():
                x, y, high = sprite.rest.x, sprite.rest.y, sprite.rest.height
                inner = area._replace(x=area.x + 1, y=area.y + 1, w=area.w - 2, h=area.h - 2)
                assert not inner.contains_point((x, y)) and not sprite.rest.contains_point(*inner.centre), (
                    seat,
                    sprite.key,
                    high,
                )
            if layout.own_seat is None:
                assert area.bottom <= max(focused_card_top(layout), layout.message_y)
    assert found or (name, layout.opponent_count, size) == FULL, "there is room at every other table"


def test_the_goose_finds_room_past_a_badge_and_the_egg() -> None:
    """At the usual size of the window, beside who sits at the top of four and wears both."""
    match = lay("goosed", {})
    stage = stage_of(match)
    animations, found = Animations(stage, match.with_names), 0
    for _ in steps(match, stage, animations, random.Random(7)):
        stage.skip_animation()
        at = stage.seat_place(2)
        if at is not None and sum(abs(mark.at[0] - at.x) < at.d for mark in stage.badges) and stage.egg is not None:
            found += HonkPicture(Honk(2, 1.0), stage)._goose is not None  # not while a card lies at either side
    assert found
