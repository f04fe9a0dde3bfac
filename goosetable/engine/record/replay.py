"""Replay of a record: each line is applied to a session, by the same rules as at the table.

Deal, score and end lines are redundant on purpose. A difference from the session is an error that names the line and both
values.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from goosetable import cards
from goosetable.cards import Card
from goosetable.engine.game import AnyGame
from goosetable.engine.record import format
from goosetable.engine.record.format import (
    ActionLine,
    ChairLine,
    DealLine,
    EndLine,
    Header,
    Line,
    RecordError,
    ScoreLine,
    UndoLine,
)
from goosetable.engine.record.jsonl import Source
from goosetable.engine.record.session import IllegalAction, Session, make_deal_line
from goosetable.engine.rules.deal import Deal

FindGame = Callable[[str], AnyGame]
"""A function that returns the game with an id, or raises ValueError."""


def replay(source: Source, find: FindGame) -> Iterator[tuple[int, Line, Session]]:
    """Yields the number, the line and the session for each line of a record. For an action, the session is yielded before the
    action is taken; for any other line, after the line is applied.

    Raises RecordError at the first line that is malformed or against the rules.
    """
    session: Session | None = None
    number = 0
    for number, line in format.read_lines(source):
        try:
            if isinstance(line, Header):
                session = Session(find(line.game), line)
                yield number, line, session
                continue
            if session is None:
                raise ValueError("a record begins with the header of a game")
            if isinstance(line, ActionLine):
                action = _legal_action(session, line)
                yield number, line, session
                session.apply_legal_action(line.seat, action, with_events=False)
                continue
            _apply_line(session, line)
        except (ValueError, IllegalAction) as wrong:
            raise RecordError(number, str(wrong)) from None
        yield number, line, session
    if session is None:
        raise RecordError(max(number, 1), "there is no game in this file")


def replayed_games(source: Source, find: FindGame, maximum: int | None = None) -> list[Session]:
    """Returns the games of a record in order, each played to its last line.

    Raises RecordError, also if there are more than `maximum` games.
    """
    found: list[Session] = []
    for number, line, session in replay(source, find):
        if isinstance(line, Header):
            if len(found) == maximum:
                raise RecordError(number, f"there are more than {maximum:,} games in this file")
            found.append(session)
    return found


def replay_last_game(source: Source, find: FindGame) -> Session:
    """Returns the last game of a record. Only one game at a time is in memory. Raises RecordError."""
    for _, _, session in replay(source, find):
        found = session
    return found


def content_before_last_score(content: bytes) -> bytes:
    """Returns a record up to its last score line, without that line; empty if there is no score. Raises RecordError."""
    counted = [number for number, line in format.read_lines(content) if isinstance(line, ScoreLine)]
    return b"".join(line + b"\n" for line in content.split(b"\n")[: counted[-1] - 1]) if counted else b""


def _legal_action(session: Session, line: ActionLine) -> int:
    if session.due_step != "act":
        raise IllegalAction(_FAULTS_OF_ORDER[session.due_step])
    if not 0 <= line.seat < session.seats:
        raise ValueError(f"there is no seat {line.seat}")
    return session.parse_action(line.seat, line.do)


_FAULTS_OF_ORDER = {
    "deal": "an action needs a deal, and none has begun",
    "score": "the deal is over, and its score line comes next",
    "end": "the game is over, and its end line comes next",
    "none": "the game has ended; only another game may follow",
}


def _apply_line(session: Session, line: Line) -> None:
    if session.due_step == "none":
        raise IllegalAction(_FAULTS_OF_ORDER["none"])
    match line:
        case DealLine():
            _apply_deal(session, line)
        case UndoLine():
            if session.state is None:
                raise IllegalAction("there is no action of this deal to undo")
            session.undo(line.count)
        case ChairLine():
            session.change_player(line.seat, line.chair)
        case ScoreLine():
            _apply_score(session, line)
        case EndLine():
            _apply_end(session, line)


def _apply_deal(session: Session, line: DealLine) -> None:
    due = session.due_step
    if due != "deal":
        raise IllegalAction(
            {"act": "this deal is not finished", "score": "the last deal has no score line"}.get(due, _FAULTS_OF_ORDER["end"])
        )
    session.check_next_deal(line.number, line.dealer)
    deal = read_deal(session, line)
    if session.code is None:
        session.begin_deal(deal)
        return
    drawn = make_deal_line(session.game, session.next_deal()).cards
    for key in sorted({*drawn, *line.cards}):
        if drawn.get(key) != line.cards.get(key):
            raise ValueError(_difference_in_deal(key, drawn.get(key), line.cards.get(key)))
    session.begin_deal()


def _difference_in_deal(key: str, drawn: object, written: object) -> str:
    if key in ("hands", "hands2") and isinstance(drawn, list) and isinstance(written, list):
        for seat, (right, wrong) in enumerate(zip(drawn, written, strict=False)):
            if right != wrong:
                return f"the code deals seat {seat} {right!r}, not {wrong!r}"
    return f"the code gives {key} as {drawn!r}, not {written!r}"


def read_deal(session: Session, line: DealLine) -> Deal:
    """Parses the deal of a line. Raises ValueError. Does not test that it is complete; call `Rules.check_deal` for this."""
    found, reader = line.cards, _DealReader(session)
    if "hands" not in found:
        raise ValueError("'hands' is missing")
    return Deal(
        line.number,
        line.dealer,
        reader.parse_hands(found["hands"]),
        hands2=reader.parse_hands(found["hands2"]) if "hands2" in found else (),
        turned=reader.parse_turned_card(found["turned"]) if "turned" in found else None,
        stock=reader.parse_stock(found["stock"]) if "stock" in found else (),
        trump=_parse_trump(found["trump"]) if "trump" in found else None,
    )


class _DealReader:
    def __init__(self, session: Session) -> None:
        self._game, self._seats = session.game, session.seats
        self._pack = frozenset(session.game.pack(session.options))
        self._dealt: set[Card] = set()

    def parse_hands(self, hands: object) -> tuple[tuple[Card, ...], ...]:
        if not isinstance(hands, list) or len(hands) != self._seats:
            raise ValueError(f"the hands must be a list of {self._seats}")
        return tuple(self._parse_hand(hand) for hand in hands)

    def parse_turned_card(self, text: object) -> Card:
        hand = self._parse_hand(text)
        if len(hand) != 1:
            raise ValueError("'turned' must be one card")
        return hand[0]

    def parse_stock(self, text: object) -> tuple[Card, ...]:
        hand = self._parse_hand(text)
        if not hand:
            raise ValueError("'stock' has no cards")
        return hand

    def _parse_hand(self, text: object) -> tuple[Card, ...]:
        if not isinstance(text, str):
            raise ValueError("the cards of a deal must be text")
        hand = cards.hand(text)
        written = " ".join(self._game.card_name(card) for card in hand)
        if written != text:
            raise ValueError(f"the cards {text!r} should be written {written!r}")
        return tuple(self._next_copy(card % cards.PACK_SIZE) for card in hand)

    def _next_copy(self, first_copy: Card) -> Card:
        """Returns the copy of a card that is dealt next: the first copy; in a double pack the second, if the first has been
        dealt.
        """
        second = first_copy + cards.PACK_SIZE
        card = second if first_copy in self._dealt and second in self._pack else first_copy
        self._dealt.add(card)
        return card


def _parse_trump(suit: object) -> int:
    if not isinstance(suit, str) or len(suit) != 1 or suit not in cards.SUITS:
        raise ValueError(f"{suit!r} is not a suit")
    return cards.SUITS.index(suit)


def _apply_score(session: Session, line: ScoreLine) -> None:
    if session.due_step != "score":
        raise IllegalAction("this deal is not finished" if session.due_step == "act" else "there is no deal to score")
    state = session.state
    assert state is not None
    points = session.game.points(state)
    totals = session.game.standing_after(session.standing, state).totals
    if line.points != points:
        raise ValueError(f"the deal scores {format.points_as_json(points)}, not {format.points_as_json(line.points)}")
    if line.totals != totals:
        raise ValueError(f"the totals are {format.points_as_json(totals)}, not {format.points_as_json(line.totals)}")
    session.score_deal()


def _apply_end(session: Session, line: EndLine) -> None:
    if session.due_step != "end":
        raise IllegalAction("the game has not been won yet" if session.due_step == "deal" else "this deal is not finished")
    if line.winners != session.winners:
        raise ValueError(f"the winners are {list(session.winners)}, not {list(line.winners)}")
    if line.totals != session.standing.totals:
        raise ValueError(
            f"the totals are {format.points_as_json(session.standing.totals)}, not {format.points_as_json(line.totals)}"
        )
    key, right = session.game.prize, list(session.prizes)
    if key and key not in line.extras:
        raise ValueError(f"{key!r} is missing in the end line")
    if key and (line.extras[key] != right or any(type(n) is not int for n in line.extras[key])):  # type: ignore[attr-defined]
        raise ValueError(f"{key!r} are {right}, not {line.extras[key]!r}")
    session.end_game()
