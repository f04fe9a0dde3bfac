"""The table at a glance: everything it shows at one moment, as one value that is made of a sitting and knows no rules."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

from goosetable import cards
from goosetable.app import account
from goosetable.app.account import NOTHING, Account
from goosetable.app.sitting import Sitting
from goosetable.cards import Card
from goosetable.engine import action as act
from goosetable.engine.action import Action, Verb
from goosetable.engine.game import Game
from goosetable.engine.state import State
from goosetable.engine.telling import Choice, Race, Tally


class Decision(NamedTuple):
    """What the person has to decide besides a card: the question, a remark, and equal choices. Texts are said."""

    title: str
    remark: str
    choices: tuple[Choice, ...]


@dataclass(frozen=True)
class Glance:
    """What lies and stands on the table for the seat at the bottom, with every text said as it is to be shown."""

    me: int
    names: tuple[str, ...]
    number: int
    dealer: int | None
    own: tuple[Card, ...]
    """The cards of the seat at the bottom, from left to right."""
    counts: tuple[int, ...]
    """How many cards each seat holds."""
    trick: tuple[tuple[int, Card], ...]
    """Seats and cards of the trick on the table, in playing order."""
    taking: Card | None
    """The card that takes a trick which is full and still to be given to somebody."""
    turn: int | None
    mine: bool
    """Whether the seat at the bottom is a person's and to act."""
    playable: tuple[tuple[Card, Action], ...]
    """The cards that may be played now, and the action of each; only when it is `mine`."""
    decision: Decision | None
    plates: tuple[str, ...]
    """The few words under each name."""
    place: str
    tally: Tally | None
    race: Race
    prizes: tuple[int, ...]
    """What each seat has won over the sitting."""
    log: tuple[str, ...]
    """Oldest first."""
    prompt: str
    """What the person is asked for; empty when it is not `mine`."""
    account: Account = NOTHING
    """What the ledger tells besides the arithmetic."""

    @property
    def legal(self) -> dict[Card, Action]:
        """The action of each card that may be played."""
        return dict(self.playable)


def glance(sitting: Sitting, sort: str = "suits") -> Glance:
    """The table as it is now. sort: "suits" or "ranks"."""
    session = sitting.session
    seats, me = range(session.seats), sitting.me
    names = tuple(sitting.say(f"[{seat}]") for seat in seats)
    race = sitting.game.course(session.options, session.standing, me)
    race = race._replace(sentence=sitting.say(race.sentence))
    if session.state is None:
        nobody = (0,) * session.seats
        return Glance(
            me, names, session.standing.deals, session.deal.dealer if session.deal else None, (), nobody, (), None,
            None, False, (), None, ("",) * session.seats, "", None, race, sitting.prizes(), (), "",
            account.between(sitting),
        )  # fmt: skip
    seen, told = sitting.view(), sitting.chronicle()
    game, known = sitting.game, seen.known
    mine = session.turn == me and sitting.my_turn
    tally = game.tally(known, me)
    rows = tuple(row._replace(why=sitting.say(row.why)) for row in tally.rows)
    return Glance(
        me=me,
        names=names,
        number=known.number,
        dealer=known.dealer,
        own=tuple(sorted(cards.members(seen.hand), key=lambda card: standing(game, known, card, sort))),
        counts=seen.sizes,
        trick=told.table,
        taking=told.taken.card if told.taken else None,
        turn=session.turn,
        mine=mine,
        playable=playable(seen.legal) if mine else (),
        decision=_decision(sitting, known) if mine else None,
        plates=tuple(sitting.say(game.plate(known, seat)) for seat in seats),
        place=f"Deal {known.number}, {game.place(known)}",
        tally=tally._replace(rows=rows, sentence=sitting.say(tally.sentence)),
        race=race,
        prizes=sitting.prizes(),
        log=sitting.log(),
        prompt=sitting.say(game.prompt(known)) if mine else "",
        account=account.account(sitting, known),
    )


def capital(words: str) -> str:
    """The words with a capital letter at the beginning, past the marks of rich text.

    >>> capital("~the Goose~ takes it.")
    '~The Goose~ takes it.'
    """
    start = len(words) - len(words.lstrip("~{"))
    return words[:start] + words[start : start + 1].upper() + words[start + 1 :]


def standing(game: Game[Any], known: State, card: Card, sort: str) -> tuple[object, ...]:
    """Where a card stands in a hand that is held by suits or by ranks."""
    key = game.sort_key(known, card)
    if sort == "ranks":
        joker = cards.suit(card) == cards.JOKER_SUIT
        return (joker, 0 if joker else cards.rank(card), key, card)
    return (key, card)


def playable(legal: tuple[Action, ...]) -> tuple[tuple[Card, Action], ...]:
    """The cards among some actions, each with its action."""
    found = ((act.card(action), action) for action in legal)
    return tuple((card, action) for card, action in found if card is not None)


def card_verb(legal: tuple[Action, ...]) -> Verb:
    """What is done with a card now: played, as a rule."""
    return next((act.verb(action) for action in legal if act.card(action) is not None), Verb.PLAY)


def _decision(sitting: Sitting, known: State) -> Decision | None:
    title, remark, choices = sitting.game.choices(known) if not sitting_has_cards(sitting) else ("", "", ())
    if not choices:
        return None
    say = sitting.say
    said = tuple(
        choice._replace(label=say(choice.label), result=say(choice.result), verdict=say(choice.verdict)) for choice in choices
    )
    return Decision(say(title), say(remark), said)


def sitting_has_cards(sitting: Sitting) -> bool:
    """Whether what is to be done now is done with a card from the hand."""
    return any(act.card(action) is not None for action in sitting.view().legal)
