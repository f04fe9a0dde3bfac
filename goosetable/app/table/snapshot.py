"""The snapshot: all that the table shows at one moment, as a value made from a match; it has no rules of a game."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from goosetable import cards
from goosetable.app.match.match import Match
from goosetable.app.table.metrics import AROUND
from goosetable.cards import Card, Cards
from goosetable.engine.game import AnyGame
from goosetable.engine.hidden.view import View
from goosetable.engine.rules.action import Action, Verb, card_of, value_of, verb_of
from goosetable.engine.rules.deal import Deal
from goosetable.engine.rules.event import BID_KIND, HAND_KIND, PACK_KIND, TRICK_KIND, TURNED, WON_KIND, Pile
from goosetable.engine.rules.state import SealedState, State
from goosetable.engine.text.table_facts import Badge, Call, Chart, Choice, Ladder, Meter, Quota, Race, RankStrips, Side, Tally
from goosetable.engine.words import phrases

FROM_HAND = (Verb.PLAY, Verb.OFFER)
"""Verbs of actions that use a card of the hand."""


def hand_order(game: AnyGame, known: State, card: Card, sort: str) -> tuple[object, ...]:
    """Returns the sort key of a card in the hand. sort: "suits" or "ranks"."""
    key = game.text.sort_key(known, card)
    if sort == "ranks":
        joker = cards.suit(card) == cards.JOKER_SUIT
        return (joker, 0 if joker else cards.rank(card), key, card)
    return (key, card)


def playable(legal: tuple[Action, ...]) -> tuple[tuple[Card, Action], ...]:
    """Returns the cards of the hand among some actions, each with its action."""
    found = ((card_of(action), action) for action in legal if verb_of(action) in FROM_HAND)
    return tuple((card, action) for card, action in found if card is not None)


def with_second_copies(found: tuple[tuple[Card, Action], ...], hand: Cards) -> tuple[tuple[Card, Action], ...]:
    """Adds the second of two equal cards: with two packs a legal list names only one of them."""
    listed = {card for card, _ in found}
    twins = ((other, action) for card, action in found for other in (card - cards.PACK_SIZE, card + cards.PACK_SIZE))
    return found + tuple((card, action) for card, action in twins if card >= 0 and hand >> card & 1 and card not in listed)


class Decision(NamedTuple):
    """A decision of the person besides a card: the question, a remark, and equal choices. Names are put into all texts."""

    title: str
    remark: str
    choices: tuple[Choice, ...]
    barred: tuple[Choice, ...] = ()
    """Choices that one would expect and may not make, each with the reason as its result."""
    ranking: tuple[str, ...] = ()
    """Ranks from the highest, if a seat has named their order."""

    standing: tuple[Call, ...] = ()
    """Calls in force, which the person may match."""

    bare: bool = False
    """Whether the spot beside the trick is empty."""
    cleared: bool = False
    """Whether no cards lie before the person."""

    @property
    def verb(self) -> Verb:
        return verb_of(self.choices[0].action)

    @property
    def sinks(self) -> bool:
        """Whether the hand gives way to the decision; bidding and naming need the hand in view."""
        return self.verb not in (Verb.BID, Verb.TRUMP, Verb.TOPS)


class ShownPile(NamedTuple):
    """A pile besides hands, trick and tricks won: its cards as far as they are known here, sorted, and their number."""

    pile: Pile
    cards: tuple[Card, ...]
    size: int


APART = (HAND_KIND, PACK_KIND, TRICK_KIND, WON_KIND)
"""Kinds of pile that are not in `shown_piles`: hands and trick have their own places, and plates count the tricks won."""


def is_shown_pile(pile: Pile) -> bool:
    return pile.kind not in APART


class SidebarFacts(NamedTuple):
    """Content of the sidebar besides the arithmetic of a deal, ready to be shown; empty if a game has no such thing."""

    quotas: tuple[Quota | None, ...] = ()
    """Quotas by seat."""
    meter: Meter | None = None
    camps: tuple[Side, ...] = ()
    codes: tuple[tuple[str, ...], ...] = ()
    """Names of the cards of each camp."""
    ladder: Ladder | None = None
    badges: tuple[Badge, ...] = ()
    chips: tuple[Badge, ...] = ()
    """Badges that no seat has yet."""
    chart: Chart | None = None
    ranking: tuple[str, ...] = ()
    """Ranks from the highest, if a seat has named their order."""
    strips: RankStrips | None = None
    standing: tuple[Call, ...] = ()
    """Calls in force, from the seat at the bottom on."""

    def marks(self, seat: int) -> tuple[str, ...]:
        return tuple(badge.kind for badge in self.badges if badge.seat == seat)

    @property
    def legend(self) -> tuple[Badge, ...]:
        """Each badge and label once."""
        found = {(badge.kind, badge.label): badge for badge in self.badges}
        return tuple(found.values())


NO_FACTS = SidebarFacts()


@dataclass(frozen=True)
class Snapshot:
    """View model of the table for the seat at the bottom, with names put into all texts."""

    me: int
    names: tuple[str, ...]
    number: int
    dealer: int | None
    own: tuple[Card, ...]
    """Cards of the seat at the bottom, from left to right."""
    counts: tuple[int, ...]
    """Number of cards in each hand, by seat."""
    trick: tuple[tuple[int, Card], ...]
    """Seats and cards of the trick on the table, in playing order."""
    taking: Card | None
    """The card that takes a full trick not yet given to a seat."""
    turn: int | None
    mine: bool
    """Whether the seat at the bottom is a person's and to act."""
    playable: tuple[tuple[Card, Action], ...]
    """Cards that may be played now, each with its action; only when it is `mine`."""
    decision: Decision | None
    plates: tuple[str, ...]
    """Short text under each name."""
    place: str
    tally: Tally | None
    race: Race
    prizes: tuple[int, ...]
    """Prizes, such as Golden Geese, won by each seat's player over the match."""
    log: tuple[str, ...]
    """Log lines, oldest first."""
    prompt: str
    """Prompt for the person; empty when it is not `mine`."""
    facts: SidebarFacts = NO_FACTS
    """Content of the sidebar besides the arithmetic."""
    shown_piles: tuple[ShownPile, ...] = ()
    """The piles that are not empty."""
    open: tuple[tuple[Card, ...], ...] = ()
    """Cards of hands that were shown to all, by seat; none for the seat at the bottom."""
    opened: bool = False
    """Whether `open` has the whole hands of a game in which they are hidden otherwise."""
    awaited: tuple[int, ...] = ()
    """Seats that may act now."""
    forced: Action | None = None
    """Action taken for the person after a moment, for want of a real choice."""
    stands: tuple[str, ...] = ()
    """Facts that no log line mentions, in sentences for screen readers."""
    later: str = ""
    """Purpose of the cards that lie face down before the seats."""

    @property
    def single(self) -> bool:
        """Whether the game has one deal, so that its points are the totals."""
        return self.race.deals == self.number == 1

    @property
    def face_down(self) -> int:
        """Number of cards of the seat at the bottom that lie face down, because it is not known who looks."""
        return 0 if self.own else self.counts[self.me]

    @property
    def lit(self) -> tuple[int, ...]:
        """Seats in the lamplight: those that may act now."""
        return self.awaited if self.turn is not None else ()

    @property
    def lying(self) -> tuple[str, ...]:
        """Ranks of the cards in the trick, as people write them."""
        ranks = (cards.rank(card) for _, card in self.trick if cards.suit(card) != cards.JOKER_SUIT)
        return tuple(phrases.RANKS[rank] for rank in ranks)

    @property
    def legal(self) -> dict[Card, Action]:
        """Action of each card that may be played."""
        return dict(self.playable)


def take_snapshot(match: Match, sort: str = "suits", alone: bool = False) -> Snapshot:
    """Returns the snapshot of a match now. sort: "suits" or "ranks". alone: the only playable card is played automatically."""
    session = match.session
    seats, me = range(session.seats), match.me
    names = tuple(match.say(f"[{seat}]") for seat in seats)
    race = _race(match)
    if session.state is None:
        return _snapshot_between_deals(match, names, race)
    seen, told = match.view(), match.chronicle()
    game, known = match.game, seen.known
    mine = session.turn == me and match.my_turn
    return Snapshot(
        me=me,
        names=names,
        number=known.number,
        dealer=_dealer(game, known),
        own=tuple(sorted(cards.members(seen.hand), key=lambda card: hand_order(game, known, card, sort))),
        counts=seen.sizes,
        trick=told.table,
        taking=told.taken.card if told.taken else None,
        turn=session.turn,
        mine=mine,
        playable=with_second_copies(playable(seen.legal), seen.hand) if mine else (),
        decision=_decision(match, seen) if mine else None,
        plates=tuple(match.say(game.text.seat_status(known, seat)) for seat in seats),
        place=_place_in_words(match, race, known.number, game.text.progress(known)),
        tally=_tally(match, known),
        race=race,
        prizes=match.prizes(),
        log=match.log(),
        prompt=match.task or match.say(game.text.prompt(known)) if mine else "",
        facts=_sidebar_facts(match, known),
        shown_piles=shown_piles(game, seen),
        open=whole_hands(match) if match.open_hands else open_cards(game, seen),
        opened=match.open_hands and not game.open_hands,
        awaited=session.awaited,
        forced=_automatic_action(seen, alone) if mine else None,
        stands=tuple(map(match.say, game.text.extra_facts(known))),
        later=game.text.later,
    )


def _race(match: Match) -> Race:
    """Returns the race at the present standing, with names in its sentence."""
    found = match.game.text.race_at(match.session.options, match.session.standing, match.me)
    return found._replace(sentence=match.say(found.sentence))


def _snapshot_between_deals(match: Match, names: tuple[str, ...], race: Race) -> Snapshot:
    """Returns the snapshot between two deals."""
    session = match.session
    nobody = (0,) * session.seats
    return Snapshot(
        match.me, names, session.standing.deals, _dealer(match.game, session.deal), (), nobody, (), None,
        None, False, (), None, ("",) * session.seats, "", None, race, match.prizes(), (), "",
        SidebarFacts(ladder=_ladder(match.game.text.ladder(session.options, session.standing))),
    )  # fmt: skip


def _tally(match: Match, known: State) -> Tally:
    """Returns the arithmetic of the deal for the seat at the bottom, with names in its texts."""
    tally = match.game.text.tally(known, match.me)
    rows = tuple(row._replace(why=match.say(row.why)) for row in tally.rows)
    return tally._replace(rows=rows, sentence=match.say(tally.sentence))


def _dealer(game: AnyGame, dealt: State | Deal | None) -> int | None:
    """Returns the dealer; None if the dealer does not matter."""
    return dealt.dealer if dealt is not None and game.text.dealer_matters else None


def _place_in_words(match: Match, race: Race, number: int, place: str) -> str:
    """Returns deal and phase in words; in a game of one deal only the phase, and in practice its title."""
    told = place if race.deals == number == 1 else f"deal {number}, {place}"
    return f"Practice: {told}" if match.practice else phrases.sentence(told)


def _sidebar_facts(match: Match, known: State) -> SidebarFacts:
    """Returns the sidebar's content in a deal, as the seat at the bottom may know it."""
    game, session, say, me = match.game, match.session, match.say, match.me
    meter, chart, camps = game.text.meter(known, me), game.text.chart(known, me), game.text.camps(known)
    if meter is not None:
        meter = meter._replace(title=say(meter.title), caption=say(meter.caption), remark=say(meter.remark))
    if chart is not None:
        chart = chart._replace(remark=say(chart.remark))
    return SidebarFacts(
        quotas=tuple(game.text.quota(known, seat) for seat in range(session.seats)),
        meter=meter,
        camps=tuple(camp._replace(label=say(camp.label), points=say(camp.points)) for camp in camps),
        codes=tuple(tuple(game.card_name(card) for card in camp.cards) for camp in camps),
        ladder=_ladder(game.text.ladder(session.options, session.standing)),
        badges=tuple(badge._replace(label=say(badge.label), why=say(badge.why)) for badge in game.text.badges(known)),
        chips=game.text.unassigned_badges(known),
        chart=chart,
        ranking=game.text.ranking(known),
        strips=game.text.rank_strips(known),
        standing=tuple(sorted(game.text.standing_calls(known), key=lambda call: (call.seat - me) % session.seats)),
    )


def _ladder(found: Ladder | None) -> Ladder | None:
    """Returns a ladder that has a present step, or None."""
    return found if found is not None and 0 <= found.now < len(found.sizes) else None


def capitalize_first(words: str) -> str:
    """Returns the words with a capital letter at the beginning, past the marks of rich text.

    >>> capitalize_first("~the Goose~ takes it.")
    '~The Goose~ takes it.'
    """
    start = len(words) - len(words.lstrip("~{"))
    return words[:start] + phrases.sentence(words[start:])


def shown_piles(game: AnyGame, seen: View) -> tuple[ShownPile, ...]:
    """Returns the piles as a seat may know them."""
    found = []
    for pile, group in seen.known.piles().items():
        if group and is_shown_pile(pile):
            held = tuple(sorted(cards.members(group), key=lambda card: (game.text.sort_key(seen.known, card), card)))
            if pile == TURNED and isinstance(seen.known, SealedState):
                held = seen.known.offer
            found.append(ShownPile(pile, held, len(held)))
    return (*found, *(ShownPile(pile, (), count) for pile, count in seen.hidden))


def open_cards(game: AnyGame, seen: View) -> tuple[tuple[Card, ...], ...]:
    """Returns, by seat, the publicly known cards in the hands of others, with a card that is bid but still face down.

    A card is given to the one seat that is not known to be void of it.
    """
    shown: list[list[Card]] = [[] for _ in seen.sizes]
    laid = {pile.seat for pile, _ in seen.hidden if pile.kind is BID_KIND}
    for card in cards.members(seen.known.shown & ~seen.hand):
        holders = [
            seat for seat, size in enumerate(seen.sizes)
            if seat != seen.seat and (size or seat in laid) and not seen.known.voids[seat] >> card & 1
        ]  # fmt: skip
        if len(holders) == 1:
            shown[holders[0]].append(card)
    return tuple(tuple(held) for held in shown)


def whole_hands(match: Match) -> tuple[tuple[Card, ...], ...]:
    """Returns, by seat, the cards of all hands but that at the bottom, sorted, where all of them lie face up."""
    game, state = match.game, match.session.state
    assert state is not None, "hands are open while a deal is on the table"
    hands = [() if seat == match.me else cards.members(held) for seat, held in enumerate(state.hands)]
    return tuple(tuple(sorted(held, key=lambda card: (game.text.sort_key(state, card), card))) for held in hands)


def automatic_keep(seen: View) -> Action | None:
    """Returns the action that keeps a card of the trick, if no question is needed: it is the only one, or all are equal; else
    None."""
    alone = len(seen.legal) == 1 and verb_of(seen.legal[0]) is Verb.KEEP
    return seen.legal[0] if alone else seen.game.text.automatic_action(seen.known)


def _automatic_action(seen: View, alone: bool) -> Action | None:
    """Returns the automatic action of the seat to act, or None. alone: the only playable card is played automatically."""
    asked = automatic_keep(seen)
    return seen.legal[0] if asked is None and alone and is_only_card(seen.legal) else asked


def is_only_card(legal: tuple[Action, ...]) -> bool:
    """Whether playing one card of the hand is the only legal action."""
    return len(legal) == 1 and verb_of(legal[0]) in FROM_HAND


def card_verb(legal: tuple[Action, ...]) -> Verb:
    """Returns the verb of the legal actions with a card; PLAY if there are none."""
    return next((verb_of(action) for action in legal if card_of(action) is not None), Verb.PLAY)


def _decision(match: Match, seen: View) -> Decision | None:
    game, known, say = match.game, seen.known, match.say
    title, remark, choices = "", "", tuple[Choice, ...]()
    if automatic_keep(seen) is None and not any(verb_of(action) in FROM_HAND for action in seen.legal):
        title, remark, choices = game.text.choices(known)
    if not choices:
        return None
    said = tuple(
        choice._replace(
            label=say(choice.label), result=_say_in_line(say, choice.result), verdict=_say_in_line(say, choice.verdict)
        )
        for choice in choices
    )
    barred = tuple(
        Choice(action, object_name(game, action), _say_in_line(say, game.why_not(known, action).table), "")
        for action in game.text.refused_choices(known)
    )
    marked = any(badge.seat is None for badge in game.text.badges(known))
    lying = [pile for pile, held in (*known.piles().items(), *seen.hidden) if held]
    bare = not marked and not any(pile.kind in AROUND for pile in lying)
    cleared = not any(pile.seat == match.me and is_shown_pile(pile) for pile in lying)
    return Decision(
        say(title), say(remark), said, barred, game.text.ranking(known), game.text.standing_calls(known), bare, cleared
    )


def _say_in_line(say: Callable[[str], str], text: str) -> str:
    """Puts names into a text that is a part of a line, so that its first letter stays small."""
    said = say(text)
    return text[:1] + said[1:] if text[:1].islower() else said


def object_name(game: AnyGame, action: Action) -> str:
    """Returns the object of an action in a word: a number, a card, a suit or a rank."""
    card, number = card_of(action), value_of(action)
    if card is not None:
        return game.text.face(card)
    match verb_of(action):
        case Verb.TRUMP:
            return phrases.SYMBOLS[number]
        case Verb.TOPS:
            return phrases.RANKS[number]
        case _:
            return str(number)
