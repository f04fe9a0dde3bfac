"""A watch over the window: it looks at every frame and every word, and knows by itself who may be before the screen.

That is nobody, until whoever drives the program says that a curtain's button has been held for long enough.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final

from goosetable import cards
from goosetable.app.render.card_images import CardImages
from goosetable.app.render.text import TextRenderer
from goosetable.app.scenes.handover import HandoverScene
from goosetable.app.scenes.new_game.scene import NewGameScene
from goosetable.app.scenes.rules.scene import RulesScene
from goosetable.app.scenes.settings.scene import SettingsScene
from goosetable.app.scenes.table.scene import TableScene
from goosetable.app.scenes.title.scene import TitleScene
from goosetable.app.table.snapshot import Snapshot, take_snapshot
from goosetable.app.table.sprites import CardImageQueue, Sprite
from goosetable.engine.rules.event import NO_SEAT
from tests.app.conftest import Program

CARD: Final = re.compile(r"\b(?:10|[2-9AKQJ])[♠♥♦♣]")
"""A card as it is called in words."""
SAMPLES: Final = (RulesScene, SettingsScene, NewGameScene, TitleScene)
"""Scenes that show cards as examples."""


class Leak(AssertionError):
    """Something hidden was to be seen or read."""


class Watch:
    """Looks at everything after every frame. looker: the seat of whoever sits before the screen, by the driver's own acts."""

    def __init__(self) -> None:
        self.looker: int | None = None
        self.frames = self.guarded = self.covered = self.words = 0
        """Pictures drawn; moments with hidden cards looked at; those of them with nobody before the screen; texts read."""
        self.drawn: set[str] = set()
        self.texts: set[str] = set()
        self.recording = False
        self._deal: tuple[int, int] | None = None
        self._begun: tuple[object, int] | None = None
        """The session of the deal that is played, and its number."""
        self._shown: Snapshot | None = None
        self._left: Snapshot | None = None
        """The table as it was shown in the last frame, and in the last frame before this deal was begun."""
        self._curtain_drawn = False
        self._key: object = None
        self._now: Any = None
        """What the table would show, as long as `_key` is the same."""

    def before(self) -> None:
        """A turn of the loop is about to begin."""
        self.drawn.clear()
        self.texts.clear()

    def spy(self, monkeypatch: Any) -> None:
        """From now on every card that is drawn and every word is noted, while a frame is drawn."""
        put, lay, text, line = (
            CardImages.draw_card,
            CardImageQueue.draw,
            TextRenderer.plain_text_picture,
            TextRenderer.rich_line_picture,
        )

        def puts(faces: CardImages, dst: Any, code: str, *rest: Any, **more: Any) -> None:
            if self.recording:
                self.drawn.add(code)
            put(faces, dst, code, *rest, **more)

        def lays(image_queue: CardImageQueue, dst: Any, sprites: Iterable[Sprite], *rest: Any) -> None:
            laid = list(sprites)
            if self.recording:
                self.drawn |= {sprite.code for sprite in laid if not sprite.hidden and sprite.code and sprite.pose.face > 0}
            lay(image_queue, dst, laid, *rest)

        def writes(of: Callable[..., Any]) -> Callable[..., Any]:
            def write(lettering: TextRenderer, s: str, *rest: Any, **more: Any) -> Any:
                if self.recording:
                    self.texts.add(s)
                return of(lettering, s, *rest, **more)

            return write

        monkeypatch.setattr(CardImages, "draw_card", puts)
        monkeypatch.setattr(CardImageQueue, "draw", lays)
        monkeypatch.setattr(TextRenderer, "plain_text_picture", writes(text))
        monkeypatch.setattr(TextRenderer, "rich_line_picture", writes(line))

    def attend(self, program: Program) -> None:
        """Note what this program draws."""
        draw = program.loop._draw

        def drawing() -> None:
            self.recording = True
            draw()
            self._curtain_drawn = bool(program.loop.scenes.visible_scenes) and not isinstance(
                program.loop.scenes.visible_scenes[0], TableScene
            )
            self.recording = False
            self.frames += 1

        program.loop._draw = drawing  # type: ignore[method-assign]

    # ------------------------------------------------------------------ looking

    def look(self, program: Program) -> None:
        """Raises Leak where anything is to be had that whoever sits there may not know."""
        scenes = program.loop.scenes
        table = next((scene for scene in scenes._stack if isinstance(scene, TableScene)), None)
        if table is None:
            self.looker = None
            return
        match, shown = table.match, scenes.visible_scenes
        session = match.session
        deal = (id(session), session.standing.deals)
        if deal != self._deal:
            self._deal, self.looker = deal, None
        if len(match.people_seats) == 1:
            self.looker = match.people_seats[0]  # nobody else is there
        begun = None if session.state is None else (session, session.state.number)
        if begun is not None and begun != self._begun:
            self._begun, self._left = begun, self._shown
        self._shown = table.stage.shown
        if session.state is None or session.due_step not in ("act", "score"):
            return
        curtain = next((scene for scene in shown if isinstance(scene, HandoverScene) and scene.covers), None)
        seen = session.view(NO_SEAT if self.looker is None else self.looker)
        self.guarded += 1
        self.covered += self.looker is None
        game = match.game
        held = seen.hand | seen.known.exposed_cards
        for group in seen.known.piles().values():
            held |= group
        secret = set(cards.members(seen.unseen & ~held))
        codes_ = {game.card_name(card) for card in secret} - {game.card_name(card) for card in cards.members(held)}
        words = {game.text.card_name(card) for card in secret} - {game.text.card_name(card) for card in cards.members(held)}
        self._cards(program, table, curtain, codes_)
        key = (deal, len(session.state.actions), session.undoable_count, match.is_covered, match.me, self.looker)
        if key != self._key:
            self._key, self._now = key, take_snapshot(match, program.context.settings.sort)
        now = self._now
        if own := set(now.own) & secret:
            raise Leak(f"the table could show {own} with {self.looker} before it")
        if not any(isinstance(scene, SAMPLES) for scene in shown):
            said = list(self._said(program, table, now))
            self.words += len(said)
            if told := set(CARD.findall("\n".join(said))) & words:
                guilty = [text for text in said if set(CARD.findall(text)) & words]
                raise Leak(f"{guilty} names {told} with {self.looker} before the screen")
        if curtain is not None:
            self.looker = None

    def _cards(self, program: Program, table: TableScene, curtain: object, secret: set[str]) -> None:
        stage, shown, state = table.stage, program.loop.scenes.visible_scenes, table.match.session.state
        if curtain is not None and self.drawn:
            raise Leak(f"{self.drawn} drawn on a curtain")
        if curtain is not None and program.loop.visible and not self._curtain_drawn:
            raise Leak("the picture of the table still stands where the curtain hangs")
        if stage.shown is None or state is None or stage.shown is self._left:
            return  # the table as it was left after the deal before, whose cards everybody has seen
        if not any(isinstance(scene, SAMPLES) for scene in shown) and (found := self.drawn & secret):
            raise Leak(f"{found} drawn with {self.looker} before the screen")
        for sprite in stage.sprites_in_order():
            faced = sprite.code and not sprite.hidden and sprite.pose.face > 0
            if curtain is None and faced and sprite.code in secret:
                raise Leak(f"{sprite.code} lies open with {self.looker} before the screen")

    def _said(self, program: Program, table: TableScene, now: Snapshot) -> Iterator[str]:
        """Every word of the window: drawn, told to a reader of the screen, in the title, or waiting to be said."""
        state = table.match.session.state
        if table.stage.shown is not None and state is not None and table.stage.shown is not self._left:
            yield from self.texts  # else the table of the deal before may still be seen, with what everybody knows of that
        for scene in program.loop.scenes.visible_scenes:
            for widget in scene.widgets.all if hasattr(scene, "widgets") else ():
                yield f"{widget.role} {widget.label} {widget.accessible_value}"
            if isinstance(scene, HandoverScene):
                yield from (scene.title, *(line for _, line in scene.recent_log))
            if isinstance(scene, TableScene):
                yield from (f"{widget.role} {widget.label} {widget.accessible_value}" for widget in scene.controls.widgets.all)
                yield from (
                    scene.messages.message[0],
                    scene.messages.card_effect,
                    scene.messages.reason,
                    scene.stage.event_text,
                )
        yield from (*now.log, *now.names, *now.plates, now.place, now.prompt, str(now.tally), now.race.sentence, str(now.facts))
        yield program.screen._window.title
        yield from (*program.context.notices, program.loop._notice or "")
