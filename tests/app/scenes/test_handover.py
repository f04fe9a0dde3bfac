"""Several people at one screen: the curtain, what may be had while it hangs, and what may be taken back."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pygame
import pytest

from goosetable import cards, games
from goosetable.app.scenes.handover import AGAIN, FORGOTTEN, HOLD, HandoverScene
from goosetable.app.scenes.score.scene import ScoreScene
from goosetable.app.scenes.table.controls import Threshold
from goosetable.app.scenes.table.scene import TableScene
from goosetable.app.table.snapshot import snapshot
from goosetable.app.ui.widget import Widget
from goosetable.engine.rules.action import GIVE
from tests.app.table_window import Window, still

PEOPLE = (("Anna", "human"), ("Vesper", "random"), ("Ben", "human"))
ENTER = pygame.K_RETURN


def company(game: Any, persons: tuple[int, ...] | None = None) -> tuple[tuple[str, str], ...]:
    """People at these seats, at all of them where it is not said, and computers at the others."""
    seats = range(game.seats(game.Options()))
    return tuple((f"Person {seat}", "human" if persons is None or seat in persons else "random") for seat in seats)


@pytest.fixture
def lay(tmp_path: Path) -> Iterator[Callable[..., Window]]:
    """Opens tables in windows that are closed afterwards."""
    yield from still(tmp_path, PEOPLE)


def post(window: Window, kind: int, **fields: Any) -> None:
    window.scenes.handle(pygame.event.Event(kind, **fields))


def hold(window: Window, seconds: float = HOLD + 0.1) -> None:
    """Enter is held down for so long."""
    post(window, pygame.KEYDOWN, key=ENTER, mod=0, unicode="")
    window.tick(seconds, fps=30)
    post(window, pygame.KEYUP, key=ENTER, mod=0)


def curtain(window: Window) -> HandoverScene:
    window.until(lambda: isinstance(window.scenes.top, HandoverScene))
    found = window.scenes.top
    assert isinstance(found, HandoverScene)
    return found


def focused(window: Window) -> Widget | None:
    """What a key is for."""
    return window.focus


def open_for(window: Window) -> int:
    """The curtain is waited for and opened; whose it was."""
    person = curtain(window).person
    hold(window)
    window.until(lambda: window.scenes.top is window.scene)
    return person


def act(window: Window, chance: Random) -> None:
    """The person who looks does anything legal."""
    window.until(lambda: window.match.my_turn and not window.scene.timeline.busy)
    window.scene.do(chance.choice(list(window.match.session.legal())), mine=True)


def faces(window: Window) -> set[str]:
    """Every card whose face the table shows, or would if it were drawn now."""
    shown = window.scene.stage.all() if window.scene.stage.shown is not None else []
    return {sprite.code for sprite in shown if not sprite.hidden and sprite.code and sprite.pose.face > 0}


class TestCurtain:
    def test_hangs_before_the_first_card(self, lay: Callable[..., Window]) -> None:
        window = lay()
        seen = curtain(window)
        assert seen.covers and seen.person in (0, 2)
        assert window.match.covered
        assert not any(window.match.view().known.hands)

    def test_one_person_needs_none(self, lay: Callable[..., Window]) -> None:
        window = lay((("You", "human"), ("Vesper", "random"), ("Dorothea", "random")))
        window.until(lambda: window.match.my_turn)
        assert window.scenes.top is window.scene

    def test_names_the_person_who_acts_next(self, lay: Callable[..., Window]) -> None:
        window, chance = lay(), Random(2)
        for _ in range(8):
            person = open_for(window)
            assert window.match.me == person
            window.until(lambda: window.match.my_turn)
            while window.match.my_turn:
                act(window, chance)
                window.tick(0.5)
                if window.scenes.top is not window.scene:
                    break
            window.until(lambda: isinstance(window.scenes.top, (HandoverScene, ScoreScene)) or window.match.my_turn)
            if not isinstance(window.scenes.top, HandoverScene):
                break

    def test_nobody_else_between_needs_none(self, lay: Callable[..., Window]) -> None:
        """Whoever takes a trick and leads again is still alone with the screen."""
        window, chance = lay(), Random(5)
        again = 0
        person = open_for(window)
        for _ in range(30):
            window.until(lambda: isinstance(window.scenes.top, (HandoverScene, ScoreScene)) or window.match.my_turn)
            if isinstance(window.scenes.top, ScoreScene):
                break
            if isinstance(window.scenes.top, HandoverScene):
                assert window.scenes.top.person != person
                person = open_for(window)
            else:
                again += 1
                act(window, chance)
        assert again

    @pytest.mark.parametrize("key", [ENTER, pygame.K_SPACE])
    @pytest.mark.parametrize("game", ["goose", "cross-purposes"])
    def test_a_press_too_many_chooses_nothing(self, lay: Callable[..., Window], game: str, key: int) -> None:
        """The focus stands before the choices, not on one of them; the first key goes to one, and only the next takes it."""
        found = next(one for one in games.SHELF if one.id == game)
        window = lay(company(found), game=found)
        open_for(window)
        window.until(lambda: window.match.my_turn and window.panel is not None)
        panel, before = window.panel, list(window.actions)
        assert panel is not None and isinstance(focused(window), Threshold)
        window.key(key)
        assert window.actions == before and focused(window) in [*panel.tiles]
        window.tick(0.1)
        window.key(key)
        assert len(window.actions) == len(before) + 1

    def test_a_press_too_many_plays_no_card(self, lay: Callable[..., Window]) -> None:
        window, chance = lay(), Random(2)
        open_for(window)
        while not (window.match.my_turn and window.panel is None):
            act(window, chance)
            window.until(lambda: isinstance(window.scenes.top, HandoverScene) or window.match.my_turn)
            if isinstance(window.scenes.top, HandoverScene):
                open_for(window)
                window.until(lambda: window.match.my_turn)
        window.tick(0.5)
        before = list(window.actions)
        assert window.scene.hand.focus is None
        window.key(ENTER)
        assert window.actions == before
        assert window.scene.hand.focus in window.legal, "the card that may be played is shown first"
        window.tick(0.1)
        window.key(ENTER)
        assert len(window.actions) == len(before) + 1

    @pytest.mark.parametrize("way", ["figure", "arrow", "pointer"])
    def test_figures_arrows_and_the_pointer_choose_as_ever(self, lay: Callable[..., Window], way: str) -> None:
        found = next(one for one in games.SHELF if one.id == "goose")
        window = lay(company(found), game=found, options=found.Options(max_hand=4))
        open_for(window)
        window.until(lambda: window.match.my_turn and window.panel is not None)
        panel, controls, before = window.panel, window.scene.controls, list(window.actions)
        assert panel is not None
        if way == "figure":
            window.key(pygame.K_1)
        elif way == "arrow":
            window.key(pygame.K_LEFT)
            assert focused(window) in [*panel.tiles]
            window.tick(0.1)
            window.key(ENTER)
        else:
            window.point(panel.tiles[1].rect.center)
            assert controls.widgets.focus is panel.tiles[1]
            window.click(panel.tiles[1].rect.center)
        assert len(window.actions) == len(before) + 1

    @pytest.mark.parametrize("seconds", [0.0, HOLD - 0.2])
    def test_a_touch_does_not_open_it(self, lay: Callable[..., Window], seconds: float) -> None:
        window = lay()
        seen = curtain(window)
        hold(window, seconds)
        window.tick(1.0)
        assert window.scenes.top is seen and window.match.covered

    def test_a_double_click_does_not_open_it(self, lay: Callable[..., Window]) -> None:
        window = lay()
        seen = curtain(window)
        for _ in range(2):
            for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
                post(window, kind, pos=seen.show.rect.center, button=1)
            window.tick(AGAIN / 2 - 0.1)
        assert window.scenes.top is seen and window.match.covered

    def test_two_single_presses_open_it(self, lay: Callable[..., Window]) -> None:
        """Who cannot hold a key presses twice."""
        window = lay()
        seen = curtain(window)
        hold(window, 0.1)
        window.tick(AGAIN)
        hold(window, 0.1)
        window.until(lambda: window.scenes.top is window.scene)
        assert window.match.me == seen.person

    def test_a_press_is_forgotten_after_a_while(self, lay: Callable[..., Window]) -> None:
        window = lay()
        seen = curtain(window)
        for _ in range(2):
            hold(window, 0.1)
            window.tick(FORGOTTEN + 0.2)
        assert window.scenes.top is seen and window.match.covered

    def test_who_hears_has_as_much_time_as_it_takes(self, lay: Callable[..., Window]) -> None:
        window = lay()
        curtain(window)
        window.context.heard = True
        hold(window, 0.1)
        window.tick(FORGOTTEN * 5)
        hold(window, 0.1)
        window.until(lambda: window.scenes.top is window.scene)

    def test_the_mouse_holds_too(self, lay: Callable[..., Window]) -> None:
        window = lay()
        seen = curtain(window)
        post(window, pygame.MOUSEBUTTONDOWN, pos=seen.show.rect.center, button=1)
        window.tick(HOLD + 0.1)
        window.until(lambda: window.scenes.top is window.scene)
        assert not window.match.covered

    def test_a_press_beside_the_button_does_nothing(self, lay: Callable[..., Window]) -> None:
        window = lay()
        seen = curtain(window)
        post(window, pygame.MOUSEBUTTONDOWN, pos=(5, 5), button=1)
        window.tick(HOLD + 0.3)
        assert window.scenes.top is seen

    def test_tells_what_happened_since(self, lay: Callable[..., Window]) -> None:
        window, chance = lay(), Random(1)
        first = open_for(window)
        act(window, chance)
        for _ in range(20):
            window.until(lambda: isinstance(window.scenes.top, HandoverScene) or window.match.my_turn)
            if isinstance(window.scenes.top, HandoverScene):
                break
            act(window, chance)
        seen = curtain(window)
        assert seen.person != first
        assert seen.told, "somebody has played since the deal"
        said = [line for _, line in seen.told]
        assert all(line in window.match.log() for line in said)
        assert "you" not in " ".join(said).lower().split()

    def test_f8_hides_the_cards(self, lay: Callable[..., Window]) -> None:
        window = lay()
        person = open_for(window)
        post(window, pygame.KEYDOWN, key=pygame.K_F8, mod=0, unicode="")
        assert window.match.covered
        assert curtain(window).person in (person, window.match.session.turn)

    def test_a_minimized_window_hides_them(self, lay: Callable[..., Window]) -> None:
        window = lay()
        open_for(window)
        post(window, pygame.WINDOWMINIMIZED)
        assert window.match.covered and isinstance(window.scenes.top, HandoverScene)

    def test_hangs_first_after_going_on(self, tmp_path: Path, lay: Callable[..., Window]) -> None:
        window, chance = lay(), Random(4)
        open_for(window)
        act(window, chance)
        again = type(window.match)([window.match.session], window.match._journal, "seed", lambda said: None)
        assert again.covered and not any(again.view().known.hands)
        scene = TableScene(window.context, again)
        scene.resized(1280, 720)
        assert not scene.stage.hand.sprites

    @pytest.mark.parametrize("size", [(640, 400), (700, 1000), (1280, 720), (1920, 1080)])
    @pytest.mark.parametrize("text", [1.0, 2.0])
    def test_fits_any_window(self, lay: Callable[..., Window], size: tuple[int, int], text: float) -> None:
        window = lay(size=size, text_size=text)
        seen = curtain(window)
        whole = pygame.Rect(0, 0, *size)
        assert whole.contains(seen.sheet) and seen.sheet.contains(seen.show.rect)
        assert seen.scroll.rect.bottom <= seen.show.rect.top
        seen.draw(window.context.canvas)

    def test_every_pixel_is_opaque(self, lay: Callable[..., Window]) -> None:
        window = lay(size=(640, 400))
        seen = curtain(window)
        canvas = window.context.canvas
        pictures = []
        for ground in ("#ff0000", "#0000ff"):
            canvas.dst.fill(ground)
            seen.draw(canvas)
            pictures.append(pygame.image.tobytes(canvas.dst, "RGB"))
        assert pictures[0] == pictures[1]


class TestTakingBack:
    def test_not_what_another_has_answered(self, lay: Callable[..., Window]) -> None:
        window, chance = lay(company(games.SHELF[0])), Random(1)
        open_for(window)
        act(window, chance)
        assert window.match.takes_back == 1
        open_for(window)
        assert window.match.takes_back == 0
        window.scene.undo()
        assert window.match.session.undoable == 1

    def test_at_once_as_well_as_at_the_curtain(self, lay: Callable[..., Window]) -> None:
        """The hand lies face down as soon as the next act is another's; what is taken back then leads to one's own curtain."""
        window, chance = lay(company(games.SHELF[0])), Random(1)
        first = open_for(window)
        act(window, chance)
        assert window.scenes.top is window.scene and window.match.covered
        window.key(pygame.K_z, pygame.KMOD_LCTRL)
        assert window.match.session.undoable == 0 and window.match.covered
        assert open_for(window) == first

    def test_not_what_turned_up_hidden_cards(self, lay: Callable[..., Window]) -> None:
        """The last of the sealed bids turns up the others, and then the next card of the stock."""
        game = games.find("throps")
        window, chance = lay(company(game), game=game), Random(1)
        for number in range(3):
            open_for(window)
            act(window, chance)
            assert window.match.takes_back == (1 if number < 2 else 0)

    @pytest.mark.parametrize("people", [(0, 1), (1, 2), (0, 2)])
    def test_not_a_bid_when_all_were_shown_whoever_bid_last(self, lay: Callable[..., Window], people: tuple[int, int]) -> None:
        game, chance = games.find("throps"), Random(1)
        seated = tuple((name, "human" if i in people else "random") for i, name in enumerate(("Anna", "Ben", "Cyd")))
        window, rounds = lay(seated, game=game), 0
        session, match = window.match.session, window.match
        match.deal()
        for _ in range(9):
            if match.hands_over:
                match.cover()
                match.uncover(match.next_person)
            match.act(chance.choice(list(session.legal())))
            if len(match.chronicle().tricks) > rounds:
                rounds += 1
                assert match.takes_back == 0
        assert rounds == 3

    def test_one_person_may_always(self, lay: Callable[..., Window]) -> None:
        window, chance = lay((("You", "human"), ("Vesper", "random"), ("Dorothea", "random"))), Random(1)
        act(window, chance)
        window.until(lambda: window.match.my_turn and window.match.session.undoable > 1)
        assert window.match.takes_back > 1


@pytest.mark.parametrize("game", games.SHELF, ids=lambda game: game.id)
def test_no_hidden_card_before_its_owners_act(game: Any, lay: Callable[..., Window]) -> None:
    """Two deals among people and one computer: in every frame, what is shown is what the person who looks may know."""
    seats = game.seats(game.Options())
    window, chance = lay(company(game, tuple(range(seats - 1))), game=game), Random(game.id)
    deals, looked, looker = 0, 0, None
    known_as, now = None, None

    def watch() -> None:
        """What is on the screen is known to whoever has opened the curtain last, or to everybody."""
        nonlocal looked, looker, known_as, now
        match, top = window.match, window.scenes.top
        looker = match.me if not match.covered else looker
        if match.session.state is None or not isinstance(top, (TableScene, HandoverScene)):
            return
        looked += 1
        if isinstance(top, HandoverScene):
            if top.covers:
                return  # it is opaque: there is a test for that
            assert all(line in match.log() for _, line in top.told)
        if window.scene.stage.shown is None or window.scene.stage.shown.number != match.session.state.number:
            return  # the table as it was left after the deal before
        seen = match.session.view(looker) if looker is not None else match.view()
        secret = {match.game.card_name(card) for card in cards.members(seen.unseen & ~seen.known.shown)}
        known = {match.game.card_name(card) for card in cards.members(seen.hand)}  # twins of two packs have one name
        assert not (faces(window) - known) & secret
        key = (match.session.standing.deals, len(match.session.state.actions), match.covered, match.me)
        if key != known_as:
            known_as, now = key, snapshot(match)
        assert not set(now.own) & set(cards.members(seen.unseen))

    window.watch = watch
    for _ in range(600):
        window.until(
            lambda: (
                isinstance(window.scenes.top, (HandoverScene, ScoreScene))
                or (window.match.my_turn and not window.scene.timeline.busy)
            )
        )
        top = window.scenes.top
        if isinstance(top, ScoreScene):
            deals, looker = deals + 1, None
            if deals == 2:
                break
            top.widgets.to(top.on)
            post(window, pygame.KEYDOWN, key=ENTER, mod=0, unicode="")
        elif isinstance(top, HandoverScene):
            person = open_for(window)
            held = window.match.session.state.hands[person]  # type: ignore[union-attr]
            assert set(snapshot(window.match).own) == set(cards.members(held))
        else:
            act(window, chance)
    assert deals == 2 and looked > 20


def test_among_several_nobody_is_called_you(lay: Callable[..., Window]) -> None:
    match = lay((("You", "human"), ("Vesper", "random"), ("Ben", "human"))).match
    assert match.say("[0 takes] it, [1] too") == "Gooseberry takes it, Vesper too"
    alone = lay((("You", "human"), ("Vesper", "random"), ("Ben", "random"))).match
    assert alone.say("[0 takes] it") == "You take it"
    taken = lay((("you", "human"), ("Gooseberry", "human"), ("Ben", "random"))).match
    assert taken.say("[0], [1]") == "You, Gooseberry"


def test_the_screen_does_not_go_round_for_a_last_card(lay: Callable[..., Window]) -> None:
    """The others' last cards are played without a curtain, and nobody is asked to look for them."""
    window = lay()
    choose, alone = Random(2), 0
    while window.match.session.standing.deals == 0:
        window.until(lambda: window.scenes.top is not window.scene or (window.match.my_turn and not window.scene.timeline.busy))
        if not isinstance(window.scenes.top, HandoverScene):
            if isinstance(window.scenes.top, ScoreScene):
                break
            window.scene.do(choose.choice(list(window.match.session.legal())), mine=True)
            continue
        session = window.match.session
        state, legal = session.state, session.legal()
        assert state is not None
        last = len(legal) == 1 and state.hands[state.turn].bit_count() == 1 and legal[0] < GIVE
        assert not last, "a curtain hangs for a card that can only be played"
        alone += state.hands[state.turn].bit_count() == 1
        open_for(window)
    assert isinstance(window.scenes.top, ScoreScene)
    assert alone <= 1
