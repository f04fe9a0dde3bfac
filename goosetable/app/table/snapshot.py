"""The snapshot: a value that contains everything that the table displays at one moment.

It is made from a match, without knowledge of the rules of any game.
"""

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
from goosetable.engine.text.table_facts import (
    Badge,
    Call,
    Chart,
    Choice,
    DealSizes,
    Meter,
    Quota,
    Race,
    RankStrips,
    Side,
    Stamp,
    Tally,
)
from goosetable.engine.words import phrases

FROM_HAND = (Verb.PLAY, Verb.OFFER)
"""Verbs of actions with a card of the hand."""


def hand_sort_key(game: AnyGame, state: State, card: Card, sort: str) -> tuple[object, ...]:
    """Returns the sort key of a card in the hand. sort: "suits" or "ranks"."""
    key = game.text.sort_key(state, card)
    if sort == "ranks":
        joker = cards.suit(card) == cards.JOKER_SUIT
        return (joker, 0 if joker else cards.rank(card), key, card)
    return (key, card)


def playable_cards(legal: tuple[Action, ...]) -> tuple[tuple[Card, Action], ...]:
    """Returns the cards of the hand that may be played, each with its legal action."""
    found = ((card_of(action), action) for action in legal if verb_of(action) in FROM_HAND)
    return tuple((card, action) for card, action in found if card is not None)


def with_second_copies(pairs: tuple[tuple[Card, Action], ...], hand: Cards) -> tuple[tuple[Card, Action], ...]:
    """Returns `pairs` with further pairs for a hand with two copies of a card: the second copy gets the action of the first.

    In a game with two packs, the legal actions name only one of two equal cards.
    """
    listed = {card for card, _ in pairs}
    twins = ((other, action) for card, action in pairs for other in (card - cards.PACK_SIZE, card + cards.PACK_SIZE))
    return pairs + tuple((card, action) for card, action in twins if card >= 0 and hand >> card & 1 and card not in listed)


class Decision(NamedTuple):
    """A decision of the person other than playing a card. All texts have names in place of seat numbers."""

    title: str
    remark: str
    choices: tuple[Choice, ...]
    barred: tuple[Choice, ...] = ()
    """Choices that a person might expect but that are forbidden, each with the reason as its result."""
    ranking: tuple[str, ...] = ()
    """Order of the ranks from the highest, if a seat has named it."""

    calls_in_force: tuple[Call, ...] = ()
    """Calls in force, which the person may match."""

    bare: bool = False
    """True if no pile lies beside the trick."""
    cleared: bool = False
    """True if the person has no open cards on the table."""

    @property
    def verb(self) -> Verb:
        return verb_of(self.choices[0].action)

    @property
    def lowers_hand(self) -> bool:
        """True if the hand moves down while the decision is open. It is False for a bid and for naming trumps or the top rank,
        because the person needs to see the hand for these.
        """
        return self.verb not in (Verb.BID, Verb.TRUMP, Verb.TOPS)


class ShownPile(NamedTuple):
    """A pile other than hands, trick and won tricks. cards: its known cards, sorted. size: number of all its cards."""

    pile: Pile
    cards: tuple[Card, ...]
    size: int


APART = (HAND_KIND, PACK_KIND, TRICK_KIND, WON_KIND)
"""Kinds of pile that are not in `shown_piles`. Hands and trick have own fields, and plates show won tricks."""


def is_shown_pile(pile: Pile) -> bool:
    return pile.kind not in APART


class SidebarFacts(NamedTuple):
    """The content of the sidebar except the arithmetic of the deal. A field that has no meaning in the game is empty."""

    quotas: tuple[Quota | None, ...] = ()
    """Quotas by seat."""
    meter: Meter | None = None
    sides: tuple[Side, ...] = ()
    card_codes: tuple[tuple[str, ...], ...] = ()
    """Codes of the cards of each side, such as "AS"."""
    ladder: DealSizes | None = None
    badges: tuple[Badge, ...] = ()
    unassigned_badges: tuple[Badge, ...] = ()
    """Badges that no seat has yet."""
    chart: Chart | None = None
    ranking: tuple[str, ...] = ()
    """Order of the ranks from the highest, if a seat has named it."""
    strips: RankStrips | None = None
    calls_in_force: tuple[Call, ...] = ()
    """Calls in force, from the seat at the bottom on."""

    def badges_of_seat(self, seat: int) -> tuple[str, ...]:
        return tuple(badge.kind for badge in self.badges if badge.seat == seat)

    @property
    def legend(self) -> tuple[Badge, ...]:
        """All different badges at the table, with their labels."""
        found = {(badge.kind, badge.label): badge for badge in self.badges}
        return tuple(found.values())


NO_FACTS = SidebarFacts()


@dataclass(frozen=True)
class Snapshot:
    """The view model of the table, from the seat at the bottom. All texts have names in place of seat numbers."""

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
    """The winning card of a complete trick that is still on the table."""
    turn: int | None
    mine: bool
    """True if the seat at the bottom belongs to a person and is to act."""
    playable: tuple[tuple[Card, Action], ...]
    """Cards that may be played now, each with its action; empty if `mine` is False."""
    decision: Decision | None
    plates: tuple[str, ...]
    """Short text under each name."""
    place: str
    tally: Tally | None
    race: Race
    prizes: tuple[int, ...]
    """Prizes, such as Golden Geese, that each seat's player has won over the match."""
    log: tuple[str, ...]
    """Lines of the log, oldest first."""
    prompt: str
    """Prompt for the person; "" if `mine` is False."""
    facts: SidebarFacts = NO_FACTS
    """Content of the sidebar other than the arithmetic."""
    shown_piles: tuple[ShownPile, ...] = ()
    """All piles that are not empty, apart from those in `APART`."""
    open: tuple[tuple[Card, ...], ...] = ()
    """Public cards of each hand, by seat; empty for the seat at the bottom."""
    opened: bool = False
    """True if `open` shows entire hands in a game whose hands are normally hidden."""
    awaited: tuple[int, ...] = ()
    """Seats that may act now."""
    forced: Action | None = None
    """Action that is done for the person after a short pause, because there is no real choice."""
    stamp: Stamp | None = None
    """The word stamped on the table after a misfortune in this deal; None before."""
    extra_facts: tuple[str, ...] = ()
    """Facts that no log line mentions, as sentences for screen readers."""
    later: str = ""
    """Purpose of the face-down cards before the seats."""
    set_aside: str = ""
    """Caption of the face-up cards that are out of play."""

    @property
    def has_single_deal(self) -> bool:
        """True if the game has a single deal, so that the points of the deal are the totals."""
        return self.race.deals == self.number == 1

    @property
    def face_down_count(self) -> int:
        """Number of cards of the seat at the bottom that are shown face down, because several people may see the screen."""
        return 0 if self.own else self.counts[self.me]

    @property
    def seats_to_act(self) -> tuple[int, ...]:
        """Seats that may act now, which have the lamplight."""
        return self.awaited if self.turn is not None else ()

    @property
    def trick_ranks(self) -> tuple[str, ...]:
        """Ranks of the cards in the trick, without jokers, as texts such as "K" or "10"."""
        ranks = (cards.rank(card) for _, card in self.trick if cards.suit(card) != cards.JOKER_SUIT)
        return tuple(phrases.RANKS[rank] for rank in ranks)

    @property
    def legal(self) -> dict[Card, Action]:
        """The legal actions that play a card, by card."""
        return dict(self.playable)


def take_snapshot(match: Match, sort: str = "suits", autoplays_only_card: bool = False) -> Snapshot:
    """Returns a snapshot. sort: "suits" or "ranks". autoplays_only_card: True to play the only playable card at once."""
    session = match.session
    seats, me = range(session.seats), match.me
    names = tuple(match.with_names(f"[{seat}]") for seat in seats)
    race = _race_with_names(match)
    if session.state is None:
        return _snapshot_between_deals(match, names, race)
    seen, told = match.view_at_screen(), match.deal_log()
    game, known = match.game, seen.known
    mine = session.turn == me and match.is_my_turn
    return Snapshot(
        me=me,
        names=names,
        number=known.number,
        dealer=_dealer(game, known),
        own=tuple(sorted(cards.members(seen.hand), key=lambda card: hand_sort_key(game, known, card, sort))),
        counts=seen.sizes,
        trick=told.table,
        taking=told.taken.card if told.taken else None,
        turn=session.turn,
        mine=mine,
        playable=with_second_copies(playable_cards(seen.legal), seen.hand) if mine else (),
        decision=_decision(match, seen) if mine else None,
        plates=tuple(match.with_names(game.text.seat_status(known, seat)) for seat in seats),
        place=_place_in_words(match, race, known.number, game.text.progress(session.state)),
        tally=_tally(match, known),
        race=race,
        prizes=match.prizes(),
        log=match.log_lines(),
        prompt=match.task or match.with_names(game.text.prompt(known)) if mine else "",
        facts=_sidebar_facts(match, known),
        shown_piles=shown_piles(game, seen),
        open=public_hands(match) if match.open_hands else open_cards(seen),
        opened=match.open_hands and not game.open_hands,
        awaited=session.seats_to_act,
        forced=_automatic_action(seen, autoplays_only_card) if mine else None,
        extra_facts=tuple(map(match.with_names, game.text.extra_facts(known))),
        later=game.text.face_down_purpose, set_aside=game.text.set_aside_caption, stamp=_stamp(match, known),
    )  # fmt: skip


def _stamp(match: Match, state: State) -> Stamp | None:
    stamp = match.game.text.stamp(state)
    return None if stamp is None else Stamp(stamp.word, match.with_names(stamp.sentence))


def _race_with_names(match: Match) -> Race:
    found = match.game.text.race_between_deals(match.session.options, match.session.standing, match.me)
    return found._replace(sentence=match.with_names(found.sentence))


def _snapshot_between_deals(match: Match, names: tuple[str, ...], race: Race) -> Snapshot:
    session = match.session
    nobody = (0,) * session.seats
    return Snapshot(
        match.me, names, session.standing.deals, _dealer(match.game, session.deal), (), nobody, (), None,
        None, False, (), None, ("",) * session.seats, "", None, race, match.prizes(), (), "",
        SidebarFacts(ladder=_valid_ladder(match.game.text.deal_sizes(session.options, session.standing))),
    )  # fmt: skip


def _tally(match: Match, state: State) -> Tally:
    tally = match.game.text.tally(state, match.me)
    rows = tuple(row._replace(why=match.with_names(row.why)) for row in tally.rows)
    return tally._replace(rows=rows, sentence=match.with_names(tally.sentence))


def _dealer(game: AnyGame, dealt: State | Deal | None) -> int | None:
    """Returns the dealer; None if the dealer does not matter in this game."""
    return dealt.dealer if dealt is not None and game.text.dealer_matters else None


def _place_in_words(match: Match, race: Race, number: int, place: str) -> str:
    told = place if race.deals == number == 1 else f"deal {number}, {place}"
    return f"Practice: {told}" if match.is_practice else phrases.with_capital(told)


def _sidebar_facts(match: Match, state: State) -> SidebarFacts:
    game, session, name_seats, me = match.game, match.session, match.with_names, match.me
    meter, chart, sides = game.text.meter(state, me), game.text.chart(state, me), game.text.sides(state)
    if meter is not None:
        meter = meter._replace(
            title=name_seats(meter.title), caption=name_seats(meter.caption), remark=name_seats(meter.remark)
        )
    if chart is not None:
        chart = chart._replace(remark=name_seats(chart.remark))
    return SidebarFacts(
        quotas=tuple(game.text.quota(state, seat) for seat in range(session.seats)),
        meter=meter,
        sides=tuple(side._replace(label=name_seats(side.label), points=name_seats(side.points)) for side in sides),
        card_codes=tuple(tuple(game.card_name(card) for card in side.cards) for side in sides),
        ladder=_valid_ladder(game.text.deal_sizes(session.options, session.standing)),
        badges=tuple(
            badge._replace(label=name_seats(badge.label), why=name_seats(badge.why)) for badge in game.text.badges(state)
        ),
        unassigned_badges=game.text.unassigned_badges(state),
        chart=chart,
        ranking=game.text.order_of_ranks(state),
        strips=game.text.rank_strips(state),
        calls_in_force=tuple(sorted(game.text.calls_in_force(state), key=lambda call: (call.seat - me) % session.seats)),
    )


def _valid_ladder(ladder: DealSizes | None) -> DealSizes | None:
    return ladder if ladder is not None and 0 <= ladder.current < len(ladder.sizes) else None


def capitalize_first(words: str) -> str:
    """Returns a text whose first letter, after any markup, is a capital.

    >>> capitalize_first("~the Goose~ takes it.")
    '~The Goose~ takes it.'
    """
    start = len(words) - len(words.lstrip("~{"))
    return words[:start] + phrases.with_capital(words[start:])


def shown_piles(game: AnyGame, seen: View) -> tuple[ShownPile, ...]:
    """Returns the piles, each with only the cards that the viewing seat may know."""
    found = []
    for pile, group in seen.known.piles().items():
        if group and is_shown_pile(pile):
            held = tuple(sorted(cards.members(group), key=lambda card: (game.text.sort_key(seen.known, card), card)))
            if pile == TURNED and isinstance(seen.known, SealedState):
                held = seen.known.offer
            found.append(ShownPile(pile, held, len(held)))
    return (*found, *(ShownPile(pile, (), count) for pile, count in seen.hidden))


def open_cards(seen: View) -> tuple[tuple[Card, ...], ...]:
    """Returns, for each other seat, the cards that everybody knows to be in its hand, or to be its face-down bid.

    A card is listed only if no other seat can have it.
    """
    shown: list[list[Card]] = [[] for _ in seen.sizes]
    laid = {pile.seat for pile, _ in seen.hidden if pile.kind is BID_KIND}
    for card in cards.members(seen.known.exposed_cards & ~seen.hand):
        holders = [
            seat for seat, size in enumerate(seen.sizes)
            if seat != seen.seat and (size or seat in laid) and not seen.known.voids[seat] >> card & 1
        ]  # fmt: skip
        if len(holders) == 1:
            shown[holders[0]].append(card)
    return tuple(tuple(held) for held in shown)


def public_hands(match: Match) -> tuple[tuple[Card, ...], ...]:
    """Returns by seat the sorted cards of each hand, at a table where all hands are public. The seat at the bottom has none."""
    game, state = match.game, match.session.state
    assert state is not None, "hands are open while a deal is on the table"
    hands = [() if seat == match.me else cards.members(held) for seat, held in enumerate(state.hands)]
    return tuple(tuple(sorted(held, key=lambda card: (game.text.sort_key(state, card), card))) for held in hands)


def automatic_keep_action(seen: View) -> Action | None:
    """Returns the action that keeps a card of the trick without a question; None if the person must choose.

    No question is needed for a single card, or for equal cards.
    """
    alone = len(seen.legal) == 1 and verb_of(seen.legal[0]) is Verb.KEEP
    return seen.legal[0] if alone else seen.game.text.automatic_action(seen.known)


def _automatic_action(seen: View, autoplays_only_card: bool) -> Action | None:
    """Returns the action that is performed for the person without a question; None if there is none.

    autoplays_only_card: True if the only playable card is played automatically.
    """
    asked = automatic_keep_action(seen)
    return seen.legal[0] if asked is None and autoplays_only_card and allows_only_one_card(seen.legal) else asked


def allows_only_one_card(legal: tuple[Action, ...]) -> bool:
    """Returns True if there is only one legal action, and it plays a card of the hand."""
    return len(legal) == 1 and verb_of(legal[0]) in FROM_HAND


def card_verb(legal: tuple[Action, ...]) -> Verb:
    """Returns the verb of those legal actions that use a card, such as `Verb.PLAY`; PLAY if no legal action uses one."""
    return next((verb_of(action) for action in legal if card_of(action) is not None), Verb.PLAY)


def _decision(match: Match, seen: View) -> Decision | None:
    game, known, name_seats = match.game, seen.known, match.with_names
    title, remark, choices = "", "", tuple[Choice, ...]()
    if automatic_keep_action(seen) is None and not any(verb_of(action) in FROM_HAND for action in seen.legal):
        title, remark, choices = game.text.title_remark_and_choices(known)
    if not choices:
        return None
    said = tuple(
        choice._replace(
            label=name_seats(choice.label),
            result=_with_names_in_phrase(name_seats, choice.result),
            verdict=_with_names_in_phrase(name_seats, choice.verdict),
        )
        for choice in choices
    )
    barred = tuple(
        Choice(
            action, action_object_name(game, action), _with_names_in_phrase(name_seats, game.why_not(known, action).table), ""
        )
        for action in game.text.refused_choices(known)
    )
    marked = any(badge.seat is None for badge in game.text.badges(known))
    lying = [pile for pile, held in (*known.piles().items(), *seen.hidden) if held]
    bare = not marked and not any(pile.kind in AROUND for pile in lying)
    cleared = not any(pile.seat == match.me and is_shown_pile(pile) for pile in lying)
    ranking, calls = game.text.order_of_ranks(known), game.text.calls_in_force(known)
    return Decision(name_seats(title), name_seats(remark), said, barred, ranking, calls, bare, cleared)


def _with_names_in_phrase(name_seats: Callable[[str], str], text: str) -> str:
    """Returns a text with names in place of seat numbers. If the text begins with a small letter, so does the result."""
    said = name_seats(text)
    return text[:1] + said[1:] if text[:1].islower() else said


def action_object_name(game: AnyGame, action: Action) -> str:
    """Returns a short name for the object of an action: a number, a card, a suit or a rank."""
    card, number = card_of(action), value_of(action)
    if card is not None:
        return game.text.card_name(card)
    match verb_of(action):
        case Verb.TRUMP:
            return phrases.SYMBOLS[number]
        case Verb.TOPS:
            return phrases.RANKS[number]
        case _:
            return str(number)
