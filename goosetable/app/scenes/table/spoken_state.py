"""What is told of the table on demand, each by a key of its own: for those who hear it, and for those who read it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from goosetable import cards
from goosetable.app.render.text import bare
from goosetable.app.scenes.table import many_cards
from goosetable.app.scenes.table.ports import TableState
from goosetable.app.table.snapshot import ShownPile
from goosetable.app.ui.heard import NAMED_RANKS, sentence, sentences, spoken
from goosetable.cards import Card
from goosetable.engine.record.history import Trick
from goosetable.engine.rules.event import BID_KIND, GONE_KIND, NOBODY, TURNED
from goosetable.engine.rules.state import SealedState
from goosetable.engine.text.table_facts import Badge, FigureKind, TableFigure
from goosetable.engine.words import phrases
from goosetable.engine.words.phrases import count


def told(table: TableState, topic: str) -> str:
    """Sentences about a topic, one of `TOPICS`. Raises KeyError for any other."""
    return sentences(TOPICS[topic](table))


def trick_line(table: TableState, trick: Trick) -> str:
    """A trick that was taken: who played what, who took it, and why."""
    names = table.stage.snapshot.names
    plays = ", ".join(f"{names[seat]} {table.match.game.text.face(card)}" for seat, card in trick.plays)
    given = f"[{trick.owner} has] got it" if trick.owner not in (NOBODY, trick.taker) else ""  # one seat may give it another
    return sentences((trick.place, plays, table.match.say(trick.said), table.match.say(given)))


def rank_name(rank: str) -> str:
    """A rank as it is said: "king", "10"."""
    return NAMED_RANKS.get(rank, rank)


def seat_line(table: TableState, seat: int) -> str:
    """A seat in a line: its name, what it has, and whether it is to act."""
    shown = table.stage.snapshot
    said = [shown.names[seat], spoken(shown.plates[seat]), count(shown.counts[seat], "card")]
    if seat == shown.dealer:
        said.append("dealer")
    said += [_mark(badge) for badge in shown.facts.badges if badge.seat == seat]
    if seat < len(shown.open) and shown.open[seat]:
        laid = any(heap.pile.kind is BID_KIND and heap.pile.seat == seat for heap in shown.shown_piles)
        known = "open" if len(shown.open[seat]) == shown.counts[seat] else "may hold" if laid else "holds"
        said.append(f"{known}: {faces(table, shown.open[seat])}")
    if shown.turn is not None and seat in shown.awaited:
        said.append("to act")
    return ", ".join(part for part in said if part)


def _mark(badge: Badge) -> str:
    """A badge in words; one on which a suit or a rank is drawn names that too."""
    label = spoken(badge.label)
    if badge.kind in cards.SUITS:
        return f"{label}: {cards.SUIT_NAMES[cards.SUITS.index(badge.kind)]}"
    if badge.kind in cards.RANKS:
        return f"{label}: {rank_name(phrases.RANKS[cards.RANKS.index(badge.kind)])}"
    return label


def faces(table: TableState, held: Sequence[Card]) -> str:
    """Cards in words."""
    return ", ".join(spoken(table.match.game.text.face(card)) for card in held)


def lying(table: TableState) -> list[str]:
    """What concerns everybody, such as trumps, and what lies on the table besides hands and trick, a line each."""
    return [*_common(table), *_heaps(table), *_gone(table)]


def _common(table: TableState) -> list[str]:
    """What concerns everybody."""
    shown = table.stage.snapshot
    facts, tally = shown.facts, shown.tally
    found = [_mark(badge) for badge in facts.badges if badge.seat is None]
    if facts.meter is not None:
        found += [facts.meter.caption, facts.meter.remark]
    for camp in facts.camps:
        names = ", ".join(shown.names[seat] for seat in camp.seats)
        found.append(f"{camp.label}: {names}, {camp.points}" if names else f"{camp.label}: {camp.points}")
    if facts.ranking:
        found.append("Ranks from the highest: " + ", ".join(map(rank_name, facts.ranking)))
    found += [f"{shown.names[call.seat]}: {call.words}" for call in facts.standing]
    if tally is not None:
        found += [tally.offer, tally.stock]
    return list(dict.fromkeys(sentence(said) for said in found if said))


def _heaps(table: TableState) -> list[str]:
    """The piles, a line each."""
    return [sentence(_heap(table, heap)) for heap in table.stage.snapshot.shown_piles if heap.pile.kind is not GONE_KIND]


def _gone(table: TableState) -> list[str]:
    """What is out of the deal."""
    return [sentence(_heap(table, heap)) for heap in table.stage.snapshot.shown_piles if heap.pile.kind is GONE_KIND]


def _heap(table: TableState, heap: ShownPile) -> str:
    """A pile: whose it is, what it is, and its cards as far as they are known."""
    whose = "" if heap.pile.seat < 0 else f"{table.stage.snapshot.names[heap.pile.seat]}, "
    if len(heap.cards) > many_cards.FEW:
        pack = table.match.game.pack(table.match.session.options)
        inside = f"{count(len(heap.cards), 'card')}, {many_cards.told(heap.cards, pack)}"
    else:
        inside = faces(table, heap.cards) if heap.cards else f"{count(heap.size, 'card')} face down"
    return f"{whose}{heap.pile.kind.name}: {inside}"


def scores(table: TableState) -> list[str]:
    """The arithmetic of the deal and where the game stands, a line each."""
    shown = table.stage.snapshot
    found = []
    if shown.tally is not None:
        for row in shown.tally.rows:
            name = shown.names[row.seat]
            if row.points:
                found.append(f"{name}: {sentences((f'{row.points} so far', row.why))}")
            else:
                found.append(row.why if bare(row.why).startswith(name) else f"{name}: {row.why}")
        found.append(shown.tally.sentence)
    if not shown.single and any(shown.race.totals):
        totals = ", ".join(
            f"{' and '.join(shown.names[seat] for seat in seats)} {shown.race.totals[at]}"
            for at, seats in enumerate(shown.race.parties)
        )
        found += [f"Totals: {totals}", shown.race.sentence]
    return [sentence(said) for said in found if said]


def card_note(table: TableState, card: Card) -> str:
    """What the face of a card does not tell, such as that it is a Goose; nothing where it tells all."""
    match = table.match
    if match.session.state is None:
        return ""  # the deal is scored, while its last cards are still on their way
    return match.say(match.game.text.note(match.view().known, TableFigure(FigureKind.CARD, card), match.me))


def _hand(table: TableState) -> Sequence[str]:
    """The cards of the hand by suits."""
    held = table.stage.snapshot.own
    if table.stage.snapshot.face_down:
        return ("The cards lie face down",)
    if not held:
        return ("You hold no cards",)
    return (count(len(held), "card"), *_by_suits(table, held))


def _by_suits(table: TableState, held: Sequence[Card]) -> list[str]:
    """Cards in words, a sentence for each suit, in the order in which they lie; jokers by their names."""
    suits = dict.fromkeys(cards.suit(card) for card in held)
    found = []
    for suit in suits:
        group = [card for card in held if cards.suit(card) == suit]
        if suit == cards.JOKER_SUIT:
            found.append(faces(table, group))
        else:
            ranks = (phrases.RANKS[cards.rank(card)] for card in group)
            found.append(f"{cards.SUIT_NAMES[suit]}: {', '.join(rank_name(rank) for rank in ranks)}")
    return found


def _trick(table: TableState) -> Sequence[str]:
    """The trick on the table, and what takes it so far."""
    shown = table.stage.snapshot
    if not shown.trick and isinstance(table.match.session.state, SealedState):
        heaps = [heap for heap in shown.shown_piles if heap.pile.kind is BID_KIND or heap.pile == TURNED]
        return [sentence(_heap(table, heap)) for heap in heaps] or ("Nothing is up",)
    if not shown.trick:
        return (f"The {table.match.game.text.trick_name} is empty",)
    face = table.match.game.text.face
    return [sentences((f"{shown.names[seat]}: {face(card)}", card_note(table, card))) for seat, card in shown.trick]


def _points(table: TableState) -> Sequence[str]:
    return scores(table)


def _bids(table: TableState) -> Sequence[str]:
    """Trumps, bids and what else lies there, and what each seat has; the long list of what is gone comes last."""
    seats = [seat_line(table, seat) for seat in range(len(table.stage.snapshot.names))]
    return [*_common(table), *_heaps(table), *seats, *_gone(table)]


def _turn(table: TableState) -> Sequence[str]:
    """Whose turn it is, and where the deal is."""
    shown = table.stage.snapshot
    if not shown.lit:
        return (shown.place,)
    named = [shown.names[seat] for seat in shown.lit]
    verb = "is" if len(named) == 1 and named[0].casefold() != "you" else "are"
    return f"{phrases.listed(named)} {verb} to act", shown.prompt, shown.place


def _may(table: TableState) -> Sequence[str]:
    """What may be played or chosen now, and what is asked."""
    shown = table.stage.snapshot
    if not shown.mine:
        return ("It is not your turn", *_turn(table))
    if shown.decision is not None:
        choices = phrases.listed([choice.label for choice in shown.decision.choices], "or")
        return shown.decision.title, choices
    may = [card for card in shown.own if card in shown.legal]
    takes = table.match.say(table.match.game.text.takes(table.match.view().known))
    return shown.prompt, *_by_suits(table, may), takes


def _last(table: TableState) -> Sequence[str]:
    """The last trick."""
    tricks = table.match.chronicle().tricks
    if not tricks:
        return (f"There is no last {table.match.game.text.trick_name} yet",)
    return (trick_line(table, tricks[-1]),)


def _again(table: TableState) -> Sequence[str]:
    """What has happened since the person's last act, and what is asked now."""
    match = table.match
    since = [match.say(line) for line in match.chronicle().since(match.me)]
    return [*since, table.stage.snapshot.prompt]


def _story(table: TableState) -> Sequence[str]:
    """All that has happened in the deal."""
    return table.stage.snapshot.log or ("Nothing has happened yet",)


TOPICS: Final[Mapping[str, Callable[[TableState], Sequence[str]]]] = {
    "hand": _hand, "trick": _trick, "points": _points, "bids": _bids, "turn": _turn, "may": _may, "last trick": _last,
    "again": _again, "story": _story,
}  # fmt: skip
"""By topic, what is said of it."""
