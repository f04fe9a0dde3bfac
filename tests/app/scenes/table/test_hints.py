"""Hints at the table: marked, explained, taken or not; and lists of many cards in their words."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from typing import Any

import pygame
import pytest

from goosetable import cards
from goosetable.app.reader.reader import Announcer
from goosetable.app.scenes.table.accessible_table import cards_in_words
from goosetable.app.table.panels.bid_panel import BidPanel
from goosetable.app.table.panels.choice_panel import KeepPanel, Panel
from goosetable.app.table.panels.naming_panel import NamingPanel
from goosetable.app.table.snapshot import action_object_name
from goosetable.app.ui.accessible import NAMED_RANKS
from goosetable.app.ui.elements import Picture, Text
from goosetable.engine.record import format
from goosetable.engine.record.format import ActionLine
from goosetable.engine.rules.action import Action, Verb, card_of, verb_of
from goosetable.engine.words import phrases
from goosetable.games.cross_purposes.rules import CrossOptions, CrossPurposes
from goosetable.games.fools_gold.rules import FoolsGold
from goosetable.games.goose.rules import Goose, GooseOptions
from goosetable.games.gooseberry_fool.rules import GooseberryFool
from goosetable.games.goosed.rules import Goosed
from goosetable.games.gops.rules import Gops, GopsOptions
from goosetable.games.throps.rules import Throps
from tests.app.table_window import Window, plainly
from tests.narrowing import present

SMALL = GooseOptions(players=3, max_hand=4)
ASKED: tuple[tuple[Any, Any, Verb], ...] = (
    (GooseberryFool(), None, Verb.PLAY),
    (GooseberryFool(), None, Verb.GIVE),
    (Goose(), SMALL, Verb.BID),
    (Goose(), SMALL, Verb.PLAY),
    (Throps(), None, Verb.OFFER),
    (CrossPurposes(), None, Verb.TRUMP),
    (CrossPurposes(), None, Verb.PLAY),
    (CrossPurposes(), CrossOptions(players=4), Verb.TOPS),
    (Goosed(), None, Verb.PLAY),
    (FoolsGold(), None, Verb.KEEP),
    (FoolsGold(), None, Verb.PLAY),
    (Gops(), None, Verb.OFFER),
    (Gops(), GopsOptions(players=3), Verb.OFFER),
)
IDS = [f"{game.id} {verb.name.lower()} {game.seats(options or game.Options())}" for game, options, verb in ASKED]
every = pytest.mark.parametrize(("game", "options", "verb"), ASKED, ids=IDS)
PANELS = {Verb.BID: BidPanel, Verb.TRUMP: NamingPanel, Verb.TOPS: NamingPanel, Verb.KEEP: KeepPanel, Verb.GIVE: Panel}
NAMING = (Verb.TRUMP, Verb.TOPS)
SECRETS_OF_THE_TRADE = ("imagined", "on average", "in 100", " deals", "more often", "less often", "chance", "likely to end")
Open = Callable[..., Window]


def asked(window: Window) -> Verb:
    return verb_of(window.match.view_at_screen().legal[0])


def to(window: Window, verb: Verb) -> None:
    """Play anything until something of this kind is to be done, with a choice."""
    chance = random.Random(4)
    wanted = NAMING if verb in NAMING else (verb,)
    for _ in range(200):
        window.until(lambda: window.mine)
        legal = window.match.view_at_screen().legal
        if asked(window) in wanted and len(legal) > 1:
            return
        # A joker wins its trick, which somebody then has to be given.
        jokers = [action for action in legal if card_of(action) == 52] if verb is Verb.GIVE else []
        window.scene.perform(jokers[0] if jokers else chance.choice(legal), by_person=True)
        window.tick(0.4)
    raise AssertionError("it was never asked")


def hint(window: Window, button: bool = False) -> Action:
    """Ask for a hint and wait for it."""
    if button:
        window.click(window.scene.controls.hint.rect.center)
    else:
        window.key(pygame.K_h)
    words = window.scene.messages
    window.until(lambda: words.hinted is not None, 120)
    assert words.hinted is not None
    return words.hinted


def think_on(window: Window) -> None:
    """Wait until the hint is thought through, and shown so."""
    window.until(lambda: window.match.is_hint_final, 300)
    window.tick(0.1)


def marked(window: Window) -> list[Action]:
    """What the lamp or the ring of a hint is on."""
    scene = window.scene
    found = [tile.choice.action for tile in scene.panel.tiles if tile.hinted] if scene.panel is not None else []
    return found + [scene.stage.snapshot.legal[card] for card in (scene.hand.hint,) if card is not None]


def said(window: Window) -> str:
    """What is to be read of a hint, in the pill or in the panel: of the hint itself, or of what is pointed at."""
    words = window.scene.messages
    return words.hint_text if words.hint_text and words.hint_text in (words.panel_text, words.message[0]) else ""


def advised(window: Window) -> str:
    """What is said of the hint itself, as it is written on the table."""
    return window.match.advice


def do(window: Window, action: Action) -> None:
    """Do something with the pointer."""
    scene = window.scene
    if scene.panel is not None:
        window.click(next(tile for tile in scene.panel.tiles if tile.choice.action == action).rect.center)
    else:
        window.click(window.on(next(card for card, does in scene.stage.snapshot.playable if does == action)))


@pytest.mark.one_in(3)
@every
def test_a_hint_is_marked_said_as_a_card_player_does_and_not_done_until_somebody_does_it(
    open_game: Open, game: Any, options: Any, verb: Verb
) -> None:  # fmt: skip
    window = open_game(game, options)
    to(window, verb)
    panel = window.panel
    assert type(panel) is PANELS.get(verb, type(None))
    before, done = window.actions, window.match.session.undoable_count
    best = hint(window, button=True)
    assert (window.actions, window.match.session.undoable_count) == (before, done)
    assert best in window.match.view_at_screen().legal
    assert marked(window) == [best]
    sentence = advised(window)
    assert said(window) and not sentence.endswith(".") and len(sentence.split()) <= 24, sentence
    assert not any(word in sentence for word in SECRETS_OF_THE_TRADE), sentence
    window.draw()
    do(window, best)
    if verb is Verb.OFFER:  # sealed, until all are turned over
        assert window.match.session.undoable_count > done
    else:
        assert window.actions[len(before)] == (0, best)
    assert window.hinted is None
    assert not said(window)
    assert not window.scene.hand.hint
    assert window.panel is None or not any(tile.hinted for tile in window.panel.tiles)


@pytest.mark.one_in(3)
@every
def test_a_hint_goes_when_something_else_is_done_or_taken_back(
    open_game: Open, game: Any, options: Any, verb: Verb
) -> None:  # fmt: skip
    window = open_game(game, options, size=(640, 400))
    to(window, verb)
    best = hint(window)
    assert said(window)
    other = next(action for action in window.match.view_at_screen().legal if action != best)
    do(window, other)
    assert window.hinted is None
    assert not said(window)
    window.until(lambda: window.mine or window.scored or window.match.session.due_step != "act")
    if window.match.session.due_step != "act":
        return
    assert window.hinted is None
    assert not marked(window)
    window.key(pygame.K_z, pygame.KMOD_LCTRL)
    window.until(lambda: window.mine)
    assert not marked(window)
    assert not said(window)


@pytest.mark.usefixtures("pixels")
def test_the_mark_of_a_hint_is_not_that_of_the_focus(open_game: Open) -> None:
    window = open_game(Goose(), SMALL)
    to(window, Verb.BID)
    best = hint(window)
    panel = present(window.panel)
    tile = next(tile for tile in panel.tiles if tile.choice.action == best)
    other = next(other for other in panel.tiles if other is not tile and not other.barred)
    for focused in (tile, other):  # whichever has the focus, the lamp stays where it was
        window.scene.controls.widgets.focus_on(focused)
        window.draw()
        assert marked(window) == [best]
        assert said(window)
    window.scene.controls.widgets.focus_on(tile)
    drawn = {(hinted, focus): _picture(window, other, hinted, focus) for hinted in (False, True) for focus in (False, True)}
    assert len(set(drawn.values())) == 4


def _picture(window: Window, tile: Any, hinted: bool, focused: bool) -> bytes:
    surface = pygame.Surface((window.scene.layout.w, window.scene.layout.h))
    tile.hinted = hinted
    with window.context.canvas.drawing_on(surface):
        tile.draw(window.context.canvas, focused)
    return pygame.image.tobytes(surface, "RGB")


def test_in_a_small_window_the_card_that_is_looked_at_is_spoken_of(open_game: Open) -> None:
    window = open_game(GooseberryFool(), size=(640, 400))
    to(window, Verb.PLAY)
    hint(window)
    think_on(window)
    assert said(window) and window.hinted is not None
    best, hand = card_of(window.hinted), window.scene.hand
    for _ in range(2 * len(hand.cards)):
        window.key(pygame.K_RIGHT)
        about = window.message
        if hand.focus == best:
            assert plainly(about) == advised(window)
        elif hand.focus in window.legal:
            assert about.startswith(f"~{window.match.game.text.card_name(hand.focus)}~")
        assert hand.hint == best


@pytest.mark.one_in(5)
def test_a_hint_without_a_choice_has_nothing_more_to_say(open_game: Open) -> None:
    window = open_game(GooseberryFool())
    chance = random.Random(4)
    window.until(lambda: window.mine)
    while len(legal := window.match.view_at_screen().legal) > 1:
        window.scene.perform(chance.choice(legal), by_person=True)
        window.tick(0.4)
        window.until(lambda: window.mine)
    hint(window)
    for _ in range(2):
        window.tick(0.1)
        assert plainly(said(window)) == "There is no choice"
        assert window.scene.controls.hint.label == "Hint"
        window.key(pygame.K_h)


@every
def test_the_second_press_shows_the_figures_the_third_the_sentence_and_what_is_pointed_at_is_spoken_of_as_well(
    open_game: Open, game: Any, options: Any, verb: Verb
) -> None:  # fmt: skip
    """Every other card or choice has its judgement by the pointer, without another search; away from it the hint is back."""
    window = open_game(game, options)
    to(window, verb)
    button = window.scene.controls.hint
    assert button.label == "Hint"
    hint(window)
    words, match = window.scene.messages, window.match
    think_on(window)
    label, sentence = button.label, plainly(said(window))
    assert sentence.endswith(advised(window))
    window.key(pygame.K_h)
    window.tick(0.1)
    assert button.label == "Hint"
    figures = said(window)
    assert label == ("Figures" if " in 100" in figures else "More"), figures
    assert figures.startswith(("Perhaps ", "Probably ", "Clearly ", "Either ", "~"))
    assert figures != sentence
    window.click(button.rect.center)
    window.tick(0.1)
    assert plainly(said(window)) == sentence
    best = present(words.hinted)
    window.point((window.scene.layout.middle_x, 5))
    assert plainly(said(window)).endswith(advised(window))
    window.point(place(window, best))
    assert plainly(said(window)).endswith(advised(window))
    for action in match.view_at_screen().legal:
        if action == best:
            continue
        window.point(place(window, action))
        assert words.hinted == best
        assert match.judgement(action)
        assert said(window).endswith(match.judgement(action))
        window.draw()
    window.point(place(window, best))
    assert plainly(said(window)).endswith(advised(window))
    assert not match.run_slice()


def test_a_hint_asked_in_the_first_frame_and_a_card_played_before_it_is_found(open_game: Open) -> None:
    window = open_game(GooseberryFool())
    window.key(pygame.K_h)
    to(window, Verb.PLAY)
    window.key(pygame.K_h)
    assert window.message == "Thinking"
    done = window.match.session.undoable_count
    action = window.match.view_at_screen().legal[0]
    do(window, action)
    assert window.match.session.undoable_count == done + 1
    assert window.hinted is None
    window.until(lambda: window.mine)
    assert window.match.hint is None
    assert not said(window)


def aids(window: Window) -> list[tuple[str, ...]]:
    """What helped before each action of the person, as the record has it."""
    lines = (line for _, line in format.read_lines(window.matches.saves.running_record()))
    return [line.aids for line in lines if isinstance(line, ActionLine) and line.seat == 0]


def test_the_record_tells_a_hint_that_was_taken_from_one_that_was_not(open_game: Open) -> None:
    window = open_game(GooseberryFool())
    to(window, Verb.PLAY)
    best = hint(window)
    do(window, best)
    assert aids(window)[-1] == ("hint", "hint taken")
    window.until(lambda: window.mine)
    to(window, Verb.PLAY)
    hint(window)
    think_on(window)
    match = window.match
    worse = (action for action in match.view_at_screen().legal if not match.judgement(action).startswith("as good"))
    other = next((action for action in worse if action != window.hinted), None)
    if other is not None:
        do(window, other)
        assert aids(window)[-1] == ("hint",)


def test_a_hint_that_more_thought_changes_says_so_and_the_label_is_of_its_card(
    open_game: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    window = open_game(GooseberryFool())
    to(window, Verb.PLAY)
    hinted_before = hint(window)
    best = card_of(hinted_before)
    think_on(window)
    assert best is not None
    assert window.scene.hand.focus == window.scene.hand.hint == best
    other = next(action for action in window.match.view_at_screen().legal if action != best)
    words = window.scene.messages
    monkeypatch.setattr(type(window.match), "hint", other)
    monkeypatch.setattr(type(window.match), "advice", "{Play low:} the trick is lost")
    assert "Play low" not in words.hint_text, "a sentence changes together with its ring"
    monkeypatch.setattr(type(window.match), "is_hint_final", not words.table.match.is_hint_final)
    window.tick(0.2)
    assert words.hinted == other
    assert window.scene.hand.hint == other
    assert window.scene.hand.focus is None, "one ring, and a press that is under way plays neither card"
    assert words.hint_text.startswith("On more thought: ")
    assert window.card_effect == words.effect_of_card(other)
    window.point(place(window, hinted_before))
    assert words.hint_text.startswith("On more thought: ")
    assert window.card_effect == words.effect_of_card(other), "the label is never of another card than the hint names"


def test_a_hint_that_more_thought_leaves_with_its_sentence_is_not_announced_again(
    open_game: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    window = open_game(GooseberryFool())
    to(window, Verb.PLAY)
    hinted = hint(window)
    think_on(window)
    words, announcer = window.scene.messages, Announcer()
    assert words.hint_text
    announcer.new_announcements(1, window.scene.accessible_tree())
    other = next(action for action in window.match.view_at_screen().legal if action != hinted)
    monkeypatch.setattr(type(window.match), "hint", other)
    monkeypatch.setattr(type(window.match), "is_hint_final", not words.table.match.is_hint_final)
    window.tick(0.2)
    assert words.hinted == hinted, "the sentence is still true of its card, which keeps the ring"
    assert "On more thought" not in words.hint_text
    assert announcer.new_announcements(1, window.scene.accessible_tree()) == []


def test_a_remark_that_more_thought_drops_from_the_hint_is_no_reason_to_tell_it_again(
    open_game: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    window = open_game(FoolsGold())
    to(window, Verb.KEEP)
    kept = "{Keep it:} more can still come"
    monkeypatch.setattr(type(window.match), "advice", f"{kept}; the king may be as good")
    monkeypatch.setattr(type(window.match), "is_hint_final", False)
    best, announcer = hint(window), Announcer()
    assert "the king may be as good." in announcer.new_announcements(1, window.scene.accessible_tree())[-1]
    monkeypatch.setattr(type(window.match), "hint", best)
    monkeypatch.setattr(type(window.match), "advice", kept)
    monkeypatch.setattr(type(window.match), "is_hint_final", True)
    window.tick(0.2)
    assert said(window) and "king" not in said(window)
    assert announcer.new_announcements(1, window.scene.accessible_tree()) == []


@pytest.mark.parametrize("listens", [False, True], ids=["seen", "heard"])
@pytest.mark.parametrize(("game", "verb"), [(GooseberryFool(), Verb.PLAY), (FoolsGold(), Verb.KEEP)], ids=["card", "choice"])
def test_the_first_enter_after_a_change_of_the_hint_only_names_it(
    open_game: Open, monkeypatch: pytest.MonkeyPatch, game: Any, verb: Verb, listens: bool
) -> None:
    """The hint changed just when Enter was pressed, and another card was played than the one that had been told."""
    window = open_game(game)
    window.context.reader_listens = listens
    to(window, verb)
    window.tick(0.6)
    before = hint(window)
    think_on(window)
    other = next(action for action in window.match.view_at_screen().legal if action != before)
    monkeypatch.setattr(type(window.match), "hint", other)
    monkeypatch.setattr(type(window.match), "advice", "{Play low:} the trick is lost")
    monkeypatch.setattr(type(window.match), "is_hint_final", False)
    window.tick(0.2)
    done, me = window.match.session.undoable_count, window.match.me
    window.key(pygame.K_RETURN)
    assert window.match.session.undoable_count == done, "nothing is done unheard"
    assert window.context.answered is not None
    name = action_object_name(window.match.game, other)
    does = "plays" if verb is Verb.PLAY else "chooses"
    assert window.context.answered.whole == f"The hint is {name} now: Enter {does} it."
    count = len(window.actions)
    window.key(pygame.K_RETURN)
    assert next(act for seat, act in window.actions[count:] if seat == me) == other


def test_it_is_told_that_the_rest_is_certain_and_that_it_is_played_out(
    open_game: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    window = open_game(GooseberryFool())
    to(window, Verb.PLAY)
    assert not window.scene.accessible_tree().facts
    monkeypatch.setattr(type(window.match), "are_points_decided", True)
    certain = "However the rest is played, this deal ends with the same points; H plays it out."
    assert window.scene.accessible_tree().facts == (certain,)
    window.key(pygame.K_h)
    assert window.scene.accessible_tree().facts == ("The rest is played out.",)


def place(window: Window, action: Action) -> tuple[float, float]:
    """Where to point for an action."""
    scene = window.scene
    if scene.panel is not None:
        return next(tile for tile in scene.panel.tiles if tile.choice.action == action).rect.center
    return window.on(next(card for card, does in scene.stage.snapshot.playable if does == action))


@pytest.mark.one_in(2)
@pytest.mark.parametrize("size", [(640, 400), (1280, 720)], ids=str)
@pytest.mark.parametrize("text", [1.0, 2.0])
def test_a_long_answer_is_kept_whole_on_the_paper(open_game: Open, size: tuple[int, int], text: float) -> None:
    """Two lines on the sheet of a panel hold all of it, inside the paper and over the choices."""
    window = open_game(GooseberryFool(), size=size, text_size=text)
    to(window, Verb.GIVE)
    hint(window)
    panel, canvas = window.panel, window.context.canvas
    assert panel is not None
    put: list[tuple[str, float, float, float]] = []
    rich = canvas.draw_rich_line

    def watched(text: str, x: float, y: float, px: float, *rest: Any, **more: Any) -> float:
        put.append((text, x, y, px))
        return rich(text, x, y, px, *rest, **more)

    canvas.draw_rich_line = watched  # type: ignore[method-assign]
    answer = "Clearly {Goose Dorothea}: Vesper is more likely to end in the middle than after giving it to Dorothea"
    with canvas.drawing_on(pygame.Surface(size)):
        panel.draw_without_tiles(canvas, None, answer)
    assert " ".join(line for line, *_ in put).replace("} {", " ") == answer
    for line, x, y, px in put:
        half = canvas.width(line, px, "semi") / 2
        assert panel.area.x < x - half < x + half < panel.area.x + panel.area.w
        assert panel.area.y < y
        assert y + canvas.font("semi", px).get_height() <= min(tile.rect.y for tile in panel.tiles) + 3


@pytest.mark.one_in(5)
@pytest.mark.parametrize("button", [False, True], ids=["key", "button"])
@every
def test_one_enter_does_what_the_hint_names(
    open_game: Open, game: Any, options: Any, verb: Verb, button: bool
) -> None:  # fmt: skip
    """By keys and by the pointer: in Goose 2 was hinted at and Enter bid 0, in Cross Purposes it named another suit."""
    window = open_game(game, options)
    to(window, verb)
    window.tick(0.6)
    best = hint(window, button)
    window.point((window.scene.layout.middle_x, 5))  # the pointer stirs, and points at nothing
    before, me = len(window.actions), window.match.me
    window.key(pygame.K_RETURN)
    window.until(lambda: any(seat == me for seat, _ in window.actions[before:]))  # a sealed bid is there with the others
    assert next(does for seat, does in window.actions[before:] if seat == me) == best


@pytest.mark.parametrize(
    ("why", "word", "said"),
    [
        ("it keeps the higher card", "equal", "Either ~@~ or ~%~: it keeps the higher card"),
        ("it makes no difference", "equal", "~@~ or any other: it makes no difference"),
        ("the others are about as good", "close", "Perhaps ~@~: the others are about as good"),
        ("it keeps the higher card", "close", "Perhaps ~@~: it keeps the higher card"),
    ],
)
def test_what_is_as_good_is_said_with_the_hint(
    open_game: Open, monkeypatch: pytest.MonkeyPatch, why: str, word: str, said: str
) -> None:
    window = open_game(GooseberryFool(), GooseberryFool.Options())
    to(window, Verb.PLAY)
    best = hint(window)
    window.key(pygame.K_h)
    match = window.match
    other = next(action for action in match.view_at_screen().legal if action != best)
    monkeypatch.setattr(type(match), "hint_certainty", (word, "about as good", other))
    monkeypatch.setattr(type(match), "reason", lambda match, action: why)
    monkeypatch.setattr(type(match), "hint_figures", "")
    faces = [match.game.text.card_name(action) for action in (best, other)]
    assert window.scene.messages.hint_text == said.replace("@", faces[0]).replace("%", faces[1])


# ---------------------------------------------------------------------- many cards in a few words

PACK = range(52)
NAMES = [NAMED_RANKS.get(rank, rank) for rank in phrases.RANKS]


def read(said: str) -> set[int]:
    """The cards that a listener takes from the words."""
    found: set[int] = set()
    for part in said.split("; "):
        whole = part.startswith("all ")
        words = part.removeprefix("all ").split(" ", 1)
        suit = cards.SUIT_NAMES.index(words[0])
        named: set[int] = set()
        for one in re.split(r", | and ", words[1].removeprefix("but ")) if len(words) > 1 else ():
            first, _, last = one.partition(" to ")
            named |= set(range(NAMES.index(first), NAMES.index(last or first) + 1))
        ranks = set(range(13)) - named if whole else named
        found |= {card for card in PACK if cards.suit(card) == suit and cards.rank(card) in ranks}
    return found


@pytest.mark.parametrize("seed", range(40))
def test_the_words_tell_exactly_the_cards(seed: int) -> None:
    chance = random.Random(seed)
    held = chance.sample([*PACK], 7 + seed)
    assert read(cards_in_words(held, PACK)) == set(held)


def test_a_long_list_is_short() -> None:
    held = [card for card in PACK if cards.suit(card) in (1, 2)]
    assert cards_in_words(held, PACK) == "all hearts; all diamonds"
    assert cards_in_words([*held[1:], 0, 1, 2, 3], PACK) == "spades ace to jack; all hearts but ace; all diamonds"


def test_jokers_and_the_equal_cards_of_two_packs_are_counted() -> None:
    assert cards_in_words([cards.JOKER, 0, 0], [*PACK, *PACK, cards.JOKER]) == "spades ace and ace; 1 joker"


def assert_content_in_tiles(panel: Panel) -> None:
    """Asserts that no word and no picture of a choice leaves its tile above or below."""
    for tile in panel.tiles:
        for inside in (one for one in tile.content.walk() if isinstance(one, Text | Picture)):
            _, y, _, h = inside.box
            assert tile.rect.y <= y * panel.scale + 1 and (y + h) * panel.scale <= tile.rect.bottom + 1


@pytest.mark.parametrize(("game", "verb"), [(GooseberryFool(), Verb.GIVE), (FoolsGold(), Verb.KEEP)], ids=["give", "keep"])
@pytest.mark.parametrize("size", [(640, 400), (800, 500)])
def test_the_words_of_a_choice_grow_with_the_text_in_a_small_window(
    open_game: Open, game: Any, verb: Verb, size: tuple[int, int]
) -> None:
    sizes: list[dict[str, float]] = []
    remark = ""
    for text_size in (1.0, 2.0):
        window = open_game(game, size=size, text_size=text_size)
        to(window, verb)
        window.draw()
        panel = window.panel
        assert panel is not None and panel.tree is not None
        remark = panel.decision.remark
        texts = [one for one in panel.tree.root.walk() if isinstance(one, Text) and one.words]
        assert not any("…" in line for text in texts for line in text.lines)
        sizes.append({text.words.replace("\u00a0", " "): text.pixel_size for text in texts})
        assert_content_in_tiles(panel)
    small, large = sizes
    assert {words for words in large if large[words] < 1.49 * small[words]} == set()
    assert set(small) - set(large) <= {remark}, "only the remark is left out"


@pytest.mark.parametrize("text_size", [1.5, 2.0])
@pytest.mark.parametrize("size", [(640, 400), (1000, 640), (1280, 720)])
def test_card_and_words_of_a_choice_stay_in_its_tile(open_game: Open, size: tuple[int, int], text_size: float) -> None:
    window = open_game(FoolsGold(), size=size, text_size=text_size)
    to(window, Verb.KEEP)
    window.draw()
    panel = present(window.panel)
    assert all(pygame.FRect(panel.area).inflate(1, 1).contains(tile.rect) for tile in panel.tiles)
    assert_content_in_tiles(panel)
