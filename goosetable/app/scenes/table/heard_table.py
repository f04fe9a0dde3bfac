"""The table as it is heard: what is asked, the hand, the trick, the seats, what lies there, the scores and what happened.

It is made from the snapshot that is shown, so that nobody hears what nobody sees, and all in the order in which it is shown.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from goosetable.app.render.display_list import Word
from goosetable.app.render.geometry import Area
from goosetable.app.scenes.table import spoken_state
from goosetable.app.scenes.table.scene import TableScene
from goosetable.app.table.snapshot import Snapshot
from goosetable.app.table.sprites import Sprite
from goosetable.app.ui import heard_controls
from goosetable.app.ui.focus import Widget
from goosetable.app.ui.heard import Box, Doing, Heard, HeardPart, sentence, sentences, spoken
from goosetable.cards import Card
from goosetable.engine.words.phrases import count

LATEST = 40
"""Lines of what happened that are heard one by one; the score sheet and W tell the rest."""


def heard(table: TableScene, words: Sequence[Word]) -> Heard:
    """A table. words: what is drawn on it, which is not needed: all of it is in the snapshot."""
    del words
    widgets, shown = table.controls.widgets, table.stage.snapshot
    keys = heard_controls.keyed(widgets.all)
    doing = heard_controls.doings(widgets, keys)
    fan = table.controls.fan
    hand = _hand(table)
    for card in table.hand.cards if fan.reachable else ():
        doing[_key(card)] = Doing(partial(_mean, table, card))
    question, explained = asked(table), rules(table)
    line = sentences((question, *explained))
    parts: list[HeardPart] = [HeardPart("line", "status", line)] if line else []
    parts += _decision(table, keys)
    parts += [hand, _trick(table), _seats(table), *_lying(table), _scores(table), _log(shown)]
    apart = {id(fan), id(table.controls.figures), *(id(tile) for tile in _tiles(table))}
    parts += [heard_controls.part(keys[one], one) for one in keys if id(one) not in apart]
    focus = keys.get(widgets.focus, "") if widgets.focus is not None else ""
    if widgets.focus is fan:
        focus = "hand" if table.hand.focus is None else _key(table.hand.focus)
        doing["hand"] = Doing(partial(heard_controls.bring, widgets, fan))
    elif widgets.focus is table.controls.figures:
        focus = "figures"
    turn = table.words.refused if table.words.reason else _acts(table)
    title = f"{table.match.game.title}, {spoken(shown.place)}" if shown.place else table.match.game.title
    found = Heard(title, tuple(parts), focus, doing, log=log(table), teller=id(table), line=question, turn=turn)
    return found._replace(rules=() if table.last_trick is not None else explained)


def log(table: TableScene) -> tuple[str, ...]:
    """What has happened in the deal that is shown, oldest first."""
    return tuple(map(spoken, table.stage.snapshot.log))


def asked(table: TableScene) -> str:
    """What the person is asked for or told now, in words; empty where nothing is."""
    words, shown = table.words, table.stage.snapshot
    if table.last_trick is not None:
        return sentences((spoken_state.trick_line(table, table.last_trick.trick), "Esc closes it"))
    if table.guide is not None and table.guide.silent:
        return ""
    if words.reason or (words.perhaps and not words.opinion):
        return sentence(words.reason or words.perhaps)
    if table.panel is not None:
        decision = table.panel.decision
        place = "" if shown.trick else shown.place
        barred = [f"Not {choice.label}: {choice.result}" for choice in decision.barred]
        return sentences((place, decision.title, *barred))
    return sentence(shown.prompt) if shown.mine else ""


def rules(table: TableScene) -> tuple[str, ...]:
    """What explains what the person is asked, a sentence each; of a hint nothing does."""
    words = table.words
    if words.reason or words.perhaps or (table.guide is not None and table.guide.silent):
        return ()
    found = (words.wants, words.takes) if table.stage.snapshot.mine and table.panel is None else ()
    remark = "" if table.panel is None else table.panel.decision.remark
    return tuple(sentence(rule) for rule in (*found, remark) if rule)


def _acts(table: TableScene) -> int:
    """How often anything was done in this deal: what is asked after that is asked anew."""
    state = table.match.session.state
    return 0 if state is None or not table.stage.snapshot.mine else len(state.actions)


def _tiles(table: TableScene) -> Sequence[Widget]:
    return table.panel.tiles if table.panel is not None else ()


def _decision(table: TableScene, keys: dict[Widget, str]) -> Iterator[HeardPart]:
    """The choices that are asked for over the table, each with what comes of it."""
    panel = table.panel
    if panel is None:
        return
    found, size = [], len(panel.tiles)
    for place, tile in enumerate(panel.tiles, 1):
        if tile not in keys:
            continue
        choice = tile.choice
        more = sentences(("The hint" if tile.hinted else "", choice.result, choice.verdict))
        one = heard_controls.part(keys[tile], tile)
        found.append(one._replace(value="", more=more, place=(place, size), barred=tile.barred, on=False))
    yield HeardPart("decision", "group", spoken(panel.decision.title), parts=tuple(found))


def _hand(table: TableScene) -> HeardPart:
    """The cards of the seat at the bottom; of one that may not be played, why not."""
    hand, text = table.hand, table.match.game.text
    size = len(hand.cards)
    found = []
    for place, (card, sprite) in enumerate(zip(hand.cards, hand.sprites, strict=True), 1):
        may = hand.legal is None or card in hand.legal
        more = "" if may else _why_not(table, card)
        if card == hand.focus and (opinion := table.words.opinion):
            more = sentence(opinion.partition(": ")[2])
        elif card == hand.focus and table.words.foretold:
            more = sentence(table.words.foretold)
        elif may and hand.legal is not None:
            more = more or "May be played."
        if note := spoken_state.card_note(table, card):
            more = f"{more} {sentence(note)}".strip()
        if card == hand.hint:
            more = "The hint: Enter plays it." if card == hand.focus else f"The hint. {more}".strip()
        found.append(
            HeardPart(
                _key(card), "option", spoken(text.face(card)), "", more, _box(sprite.rest.area()), (place, size),
                card == hand.focus, not may, ("use", "focus"),
            )
        )  # fmt: skip
    down = table.stage.snapshot.face_down
    name = f"{_whose(table)} hand, {count(down, 'card')} face down" if down else f"{_whose(table)} hand, {count(size, 'card')}"
    return HeardPart("hand", "listbox", name, box=_around(hand.sprites), barred=not found, parts=tuple(found))


def _whose(table: TableScene) -> str:
    shown = table.stage.snapshot
    return f"{shown.names[shown.me]}'s" if table.match.shared else "Your"


def _why_not(table: TableScene, card: Card) -> str:
    """Why a card may not be played now."""
    if not table.stage.snapshot.mine or table.panel is not None:
        return ""
    game = table.match.game
    why = table.match.say(game.why_not(table.match.view().known, table.words.with_card(card)).table)
    return f"May not be played. {sentence(why)}"


def _trick(table: TableScene) -> HeardPart:
    """The trick that lies on the table, in playing order."""
    shown, text = table.stage.snapshot, table.match.game.text
    found = tuple(
        HeardPart(
            f"trick/{card}",
            "cell",
            f"{shown.names[seat]}: {spoken(text.face(card))}",
            more=sentence(spoken_state.card_note(table, card)),
            place=(at, len(shown.trick)),
        )
        for at, (seat, card) in enumerate(shown.trick, 1)
    )
    name = text.trick_name.capitalize()
    return HeardPart("trick", "list", f"{name}, {count(len(found), 'card')}" if found else f"{name}, empty", parts=found)


def _seats(table: TableScene) -> HeardPart:
    """Who sits there, with what their plates and badges say."""
    shown = table.stage.snapshot
    order = [(shown.me + step) % len(shown.names) for step in range(len(shown.names))]
    return HeardPart(
        "seats", "list", "Seats", parts=tuple(_seat(table, seat, at, len(order)) for at, seat in enumerate(order, 1))
    )


def _seat(table: TableScene, seat: int, at: int, size: int) -> HeardPart:
    place = table.stage.seat_place(seat)
    area = None if place is None else place.plate if place.plate.w else place.area()
    box = None if area is None else _box(area)
    return HeardPart(f"seat/{seat}", "cell", spoken_state.seat_line(table, seat), box=box, place=(at, size))


def _lying(table: TableScene) -> Iterator[HeardPart]:
    """What lies there, and the figures that explain themselves."""
    lines = spoken_state.lying(table)
    if lines:
        parts = tuple(HeardPart(f"lying/{at}", "label", line) for at, line in enumerate(lines))
        yield HeardPart("lying", "list", "On the table", parts=parts)
    notes = table.controls.notes
    if table.controls.figures.reachable:
        told = sentence(notes.told)
        yield HeardPart("figures", "listbox", "What the figures mean", told, acts=("focus",))


def _scores(table: TableScene) -> HeardPart:
    """The arithmetic of the deal, and where the game stands."""
    parts = tuple(HeardPart(f"score/{at}", "label", line) for at, line in enumerate(spoken_state.scores(table)))
    return HeardPart("scores", "list", "Scores", parts=parts)


def _log(shown: Snapshot) -> HeardPart:
    """What has happened in this deal, oldest first."""
    first = max(0, len(shown.log) - LATEST)
    parts = tuple(HeardPart(f"log/{at}", "label", spoken(line)) for at, line in enumerate(shown.log[first:], first))
    return HeardPart("log", "log", "What happened", parts=parts)


def _key(card: Card) -> str:
    return f"hand/{card}"


def _mean(table: TableScene, card: Card) -> bool:
    """The focus comes to a card; whether it is still in the hand."""
    if card not in table.hand.cards or not heard_controls.bring(table.controls.widgets, table.controls.fan):
        return False
    table.hand.mean(card)
    table.redraw()
    return True


def _box(area: Area) -> Box:
    return round(area.x), round(area.y), round(area.w), round(area.h)


def _around(sprites: Sequence[Sprite]) -> Box | None:
    """The box of the whole hand."""
    areas: list[Area] = [sprite.rest.area() for sprite in sprites]
    if not areas:
        return None
    left, top = min(area.x for area in areas), min(area.y for area in areas)
    right, bottom = max(area.right for area in areas), max(area.bottom for area in areas)
    return _box(Area(left, top, right - left, bottom - top))
