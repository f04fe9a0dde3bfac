"""The accessible tree of the table for screen readers, and the announcements of single topics by keys."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Final, Protocol

from goosetable import cards
from goosetable.app.match.match import Match
from goosetable.app.render.geometry import Area, bounding_box
from goosetable.app.scenes.table.controls import Controls
from goosetable.app.scenes.table.messages import SETTLED, Messages
from goosetable.app.scenes.table.table import Table
from goosetable.app.table.panels.choice_panel import Panel
from goosetable.app.table.sidebar_blocks import spoken_ranking, spoken_row, spoken_totals
from goosetable.app.table.snapshot import ShownPile, playable_cards
from goosetable.app.table.stage import Stage
from goosetable.app.ui import accessible_controls
from goosetable.app.ui.accessible import (
    NAMED_RANKS,
    AccessibleTree,
    Box,
    FocusActions,
    TreePart,
    as_spoken_sentence,
    as_spoken_sentences,
    spoken_text,
)
from goosetable.app.ui.elements import Semantics
from goosetable.app.ui.focus import Widget
from goosetable.cards import Card
from goosetable.engine.record.session import Trick
from goosetable.engine.rules.action import Verb, make_action
from goosetable.engine.rules.event import BID_KIND, GONE_KIND, HIDDEN, NO_SEAT, TURNED
from goosetable.engine.rules.state import SealedState
from goosetable.engine.text.table_facts import Badge, FigureKind, TableFigure, seats_clockwise
from goosetable.engine.words import phrases
from goosetable.engine.words.phrases import count_text

LATEST = 40
"""Number of log lines in the tree, the latest. The score sheet and the key W give all lines."""
FEW: Final = 6
"""Largest number of cards that are listed individually."""
MISSING: Final = 3
"""Largest number of missing cards for the wording "all but"; the suit must have more cards than are missing."""
RUN: Final = 3
"""Least length of a run of ranks that is described by its ends."""


class ShownTable(Protocol):
    """Interface of a table, in play or under review, for the functions of this module."""

    @property
    def match(self) -> Match:
        """The match that is played or reviewed."""

    @property
    def stage(self) -> Stage:
        """The cards on the screen, with the displayed snapshot."""


def cards_in_words(held: Sequence[Card], pack: Sequence[Card]) -> str:
    """Returns cards in words, by suit, the highest card first. pack: all cards of the game.

    >>> hearts = range(13, 26)
    >>> cards_in_words([*hearts][:-1] + [0, 1, 2, 12], range(52))
    'spades ace to queen and 2; all hearts but 2'
    """
    found = []
    for suit in dict.fromkeys(cards.suit(card) for card in sorted(held)):
        mine = [card for card in held if cards.suit(card) == suit]
        suit_cards = [card for card in pack if cards.suit(card) == suit]
        found.append(_suit_in_words(suit, mine, suit_cards))
    return "; ".join(found)


def _suit_in_words(suit: int, held: Sequence[Card], suit_cards: Sequence[Card]) -> str:
    if suit == cards.JOKER_SUIT:
        return phrases.count_text(len(held), "joker")
    name = cards.SUIT_NAMES[suit]
    missing = [card for card in suit_cards if card not in held]
    if not missing:
        return f"all {name}"
    if len(missing) <= MISSING and len(held) > len(missing):
        return f"all {name} but {_ranks_in_words(missing)}"
    return f"{name} {_ranks_in_words(held)}"


def _ranks_in_words(held: Sequence[Card]) -> str:
    """Returns the ranks of cards in words, the ace first. If a hand has two copies of a card, its rank is named twice."""
    runs: list[list[int]] = []
    for rank in sorted(cards.rank(card) for card in held):
        if runs and rank == runs[-1][-1] + 1:
            runs[-1].append(rank)
        else:
            runs.append([rank])
    found: list[str] = []
    for run in runs:
        names = [NAMED_RANKS.get(phrases.RANKS[rank], phrases.RANKS[rank]) for rank in run]
        found += [f"{names[0]} to {names[-1]}"] if len(run) >= RUN else names
    return phrases.listed(found)


def topic_text(table: Table, topic: str) -> str:
    """Returns sentences on a topic. topic: a key of `TOPICS`; any other raises KeyError."""
    return as_spoken_sentences(TOPICS[topic](table))


def trick_line(table: Table, trick: Trick) -> str:
    """Returns a sentence on a completed trick: the cards, the seat that takes it, and the reason."""
    match, face = table.match, table.match.game.text.card_name
    given = f"[{trick.owner} has] got it" if trick.owner not in (NO_SEAT, trick.taker) else ""  # a trick given to another seat
    names = [
        match.with_names(f"[{seat}]", match.chairs_at(act))
        for act, (seat, _) in zip(trick.action_indices, trick.plays, strict=True)
    ]
    plays = ", ".join(f"{name} {face(card)}" for name, (_, card) in zip(names, trick.plays, strict=True))
    said = match.with_names(trick.log_line, match.chairs_at(trick.winning_action_index))
    return as_spoken_sentences((trick.place, plays, said, match.with_names(given)))


def rank_name(rank: str) -> str:
    """Returns the spoken name of a rank: "king", "10"."""
    return NAMED_RANKS.get(rank, rank)


def seat_line(table: Table, seat: int) -> str:
    """Returns a line on a seat: name, the text under the name, number of cards, badges and open cards; with "to act" if it is
    the seat's turn.
    """
    shown = table.stage.snapshot
    plate, *marks = seat_texts(table, seat)
    said = [shown.names[seat], plate, count_text(shown.counts[seat], "card"), *marks]
    if seat < len(shown.open) and shown.open[seat]:
        laid = any(heap.pile.kind is BID_KIND and heap.pile.seat == seat for heap in shown.shown_piles)
        known = "open" if len(shown.open[seat]) == shown.counts[seat] else "may hold" if laid else "holds"
        said.append(f"{known}: {card_names(table, shown.open[seat])}")
    if shown.turn is not None and seat in shown.awaited:
        said.append("to act")
    return ", ".join(part for part in said if part)


def seat_texts(table: ShownTable, seat: int) -> list[str]:
    """Returns the text under the name of a seat, and the texts of its badges; for the dealer also "dealer"."""
    shown = table.stage.snapshot
    badges = [_badge_words(badge) for badge in shown.facts.badges if badge.seat == seat]
    return [spoken_text(shown.plates[seat]), *["dealer"] * (seat == shown.dealer), *badges]


def _badge_words(badge: Badge) -> str:
    label = spoken_text(badge.label)
    if badge.kind in cards.SUITS:
        return f"{label}: {cards.SUIT_NAMES[cards.SUITS.index(badge.kind)]}"
    if badge.kind in cards.RANKS:
        return f"{label}: {rank_name(phrases.RANKS[cards.RANKS.index(badge.kind)])}"
    return label


def card_names(table: ShownTable, cards: Sequence[Card]) -> str:
    """Returns the names of cards in words, separated by commas."""
    return ", ".join(spoken_text(table.match.game.text.card_name(card)) for card in cards)


def cloth_lines(table: ShownTable) -> list[str]:
    """Returns lines on facts that concern all seats, such as trumps, and on the piles on the table."""
    return [*_shared_facts(table), *_pile_lines(table), *_pile_lines(table, out_of_play=True)]


def _cloth_lines_for_tree(table: ShownTable) -> list[str]:
    shown = table.stage.snapshot
    captions = (
        [] if shown.tally is None else [as_spoken_sentence(said) for said in (shown.tally.offer, shown.tally.stock) if said]
    )
    return list(dict.fromkeys([*_shared_badges(table), *captions, *_pile_lines(table), *_pile_lines(table, out_of_play=True)]))


def _shared_badges(table: ShownTable) -> list[str]:
    return [as_spoken_sentence(_badge_words(badge)) for badge in table.stage.snapshot.facts.badges if badge.seat is None]


def _shared_facts(table: ShownTable) -> list[str]:
    shown = table.stage.snapshot
    facts, tally = shown.facts, shown.tally
    found = _shared_badges(table)
    if facts.meter is not None:
        found += [facts.meter.caption, facts.meter.remark]
    for camp in facts.sides:
        names = ", ".join(shown.names[seat] for seat in camp.seats)
        found.append(f"{camp.label}: {names}, {camp.points}" if names else f"{camp.label}: {camp.points}")
    if facts.ranking:
        found.append(spoken_ranking(facts.ranking))
    found += [f"{shown.names[call.seat]}: {call.words}" for call in facts.calls_in_force]
    if tally is not None:
        found += [tally.offer, tally.stock]
    return list(dict.fromkeys(as_spoken_sentence(said) for said in found if said))


def _pile_lines(table: ShownTable, out_of_play: bool = False) -> list[str]:
    """Returns sentences on the piles in play; if `out_of_play` is True, on the piles that are out of play."""
    found = [heap for heap in table.stage.snapshot.shown_piles if (heap.pile.kind is GONE_KIND) == out_of_play]
    return [as_spoken_sentence(_pile_line(table, heap)) for heap in found]


def _pile_line(table: ShownTable, heap: ShownPile) -> str:
    whose = "" if heap.pile.seat < 0 else f"{table.stage.snapshot.names[heap.pile.seat]}, "
    if len(heap.cards) > FEW:
        pack = table.match.game.pack(table.match.session.options)
        inside = f"{count_text(len(heap.cards), 'card')}, {cards_in_words(heap.cards, pack)}"
    else:
        inside = card_names(table, heap.cards) if heap.cards else f"{count_text(heap.size, 'card')} face down"
    return f"{whose}{heap.pile.kind.name}: {inside}"


def score_lines(table: Table) -> list[str]:
    """Returns lines on the points of the deal and the totals of the game."""
    shown = table.stage.snapshot
    found = [] if shown.tally is None else [*(spoken_row(shown, row) for row in shown.tally.rows), shown.tally.sentence]
    return [as_spoken_sentence(said) for said in (*found, spoken_totals(shown)) if said]


def card_note(table: ShownTable, card: Card) -> str:
    """Returns words on a property of a card that its face does not show, for example that it is a Goose; "" for other cards."""
    match = table.match
    if match.session.state is None:
        return ""  # the deal has been scored, but its last cards are still flying
    return match.with_names(
        match.game.text.explain_figure(match.view_at_screen().known, TableFigure(FigureKind.CARD, card), match.me)
    )


def _sentences_on_hand(table: Table) -> Sequence[str]:
    held = table.stage.snapshot.own
    if table.stage.snapshot.face_down_count:
        return ("The cards lie face down",)
    if not held:
        return ("You hold no cards",)
    return (count_text(len(held), "card"), *_cards_by_suit(table, held))


def _cards_by_suit(table: Table, held: Sequence[Card]) -> list[str]:
    suits = dict.fromkeys(cards.suit(card) for card in held)
    found = []
    for suit in suits:
        group = [card for card in held if cards.suit(card) == suit]
        if suit == cards.JOKER_SUIT:
            found.append(card_names(table, group))
        else:
            ranks = (phrases.RANKS[cards.rank(card)] for card in group)
            found.append(f"{cards.SUIT_NAMES[suit]}: {', '.join(rank_name(rank) for rank in ranks)}")
    return found


def _sentences_on_trick(table: Table) -> Sequence[str]:
    shown = table.stage.snapshot
    if not shown.trick and isinstance(table.match.session.state, SealedState):
        heaps = [heap for heap in shown.shown_piles if heap.pile.kind is BID_KIND or heap.pile == TURNED]
        return [as_spoken_sentence(_pile_line(table, heap)) for heap in heaps] or ("Nothing is up",)
    if not shown.trick:
        return (f"The {table.match.game.text.trick_name} is empty",)
    face = table.match.game.text.card_name
    return [as_spoken_sentences((f"{shown.names[seat]}: {face(card)}", card_note(table, card))) for seat, card in shown.trick]


def trick_part(table: ShownTable) -> TreePart:
    """Returns the accessible part of the current trick, with its cards in playing order."""
    shown, text = table.stage.snapshot, table.match.game.text
    found = []
    for at, (seat, card) in enumerate(shown.trick, 1):
        name, note = f"{shown.names[seat]}: {spoken_text(text.card_name(card))}", as_spoken_sentence(card_note(table, card))
        found.append(TreePart(f"trick/{card}", "cell", name, description=note, place=(at, len(shown.trick))))
    held = count_text(len(found), "card") if found else "empty"
    return TreePart("trick", "list", f"{text.trick_name.capitalize()}, {held}", parts=tuple(found))


def position_lines(table: Table) -> list[str]:
    """Returns lines on facts that concern all seats, on the cards on the table, and on each seat with its open cards."""
    seats = [seat_line(table, seat) for seat in range(len(table.stage.snapshot.names))]
    return [*_shared_facts(table), *_pile_lines(table), *seats]


def _sentences_on_bids(table: Table) -> Sequence[str]:
    return [*position_lines(table), *_pile_lines(table, out_of_play=True)]


def _sentences_on_turn(table: Table) -> Sequence[str]:
    shown = table.stage.snapshot
    if not shown.seats_to_act:
        return (shown.place,)
    named = [shown.names[seat] for seat in shown.seats_to_act]
    verb = "is" if len(named) == 1 and named[0].casefold() != "you" else "are"
    return f"{phrases.listed(named)} {verb} to act", shown.prompt, shown.place


def _sentences_on_legal_actions(table: Table) -> Sequence[str]:
    shown = table.stage.snapshot
    if not shown.mine:
        return ("It is not your turn", *_sentences_on_turn(table))
    if shown.decision is not None:
        choices = phrases.listed([choice.label for choice in shown.decision.choices], "or")
        return shown.decision.title, choices
    may = [card for card in shown.own if card in shown.legal]
    takes = table.match.with_names(table.match.game.text.winning_rule(table.match.view_at_screen().known))
    return shown.prompt, *_cards_by_suit(table, may), takes


def _sentences_on_last_trick(table: Table) -> Sequence[str]:
    tricks = table.match.deal_log().tricks
    if not tricks:
        return (f"There is no last {table.match.game.text.trick_name} yet",)
    return (trick_line(table, tricks[-1]),)


def _short_prompt(table: Table) -> str:
    """Returns the prompt at the person's turn, without the facts that the log has just stated."""
    match = table.match
    return match.task or match.with_names(match.game.text.short_prompt(match.view_at_screen().known))


def _panel_question(panel: Panel) -> list[str]:
    """Returns the title of the open decision, and the choices that are forbidden."""
    return [panel.decision.title, *(f"Not {choice.label}: {choice.result}" for choice in panel.decision.barred)]


def _sentences_on_recent_actions(table: Table) -> Sequence[str]:
    match = table.match
    news = [line for _, line in match.log_since_action_of(match.me)]
    if not table.stage.snapshot.mine:
        return news or ["Nothing new has happened"]
    prompt, (named, clause) = _short_prompt(table), _turned_card_names_and_clause(table)
    up = [clause] if named and spoken_text(named) not in spoken_text(prompt) else []
    return [*news, *up, prompt]


def _sentences_on_log(table: Table) -> Sequence[str]:
    log = table.stage.snapshot.log
    return ("What happened", *log, "Esc closes it") if log else ("Nothing has happened yet", "Esc closes it")


TOPICS: Final[Mapping[str, Callable[[Table], Sequence[str]]]] = {
    "hand": _sentences_on_hand, "trick": _sentences_on_trick, "points": score_lines, "bids": _sentences_on_bids,
    "turn": _sentences_on_turn, "may": _sentences_on_legal_actions, "last trick": _sentences_on_last_trick,
    "again": _sentences_on_recent_actions, "story": _sentences_on_log,
}  # fmt: skip
"""The functions that return sentences on a topic, by topic."""


class AccessibleTable:
    """Makes the accessible tree of a table from the displayed snapshot, so that the tree reveals no hidden card."""

    def __init__(self, table: Table, messages: Messages, controls: Controls) -> None:
        self.table, self.messages, self.controls = table, messages, controls

    def announce_topic(self, topic: str) -> None:
        """Announces sentences on a topic. topic: a key of `TOPICS`."""
        self.table.context.show_answer(topic_text(self.table, topic))

    @property
    def log(self) -> tuple[str, ...]:
        """The log of this deal, oldest line first."""
        return tuple(map(spoken_text, self.table.stage.snapshot.log))

    def with_announcements(self, tree: AccessibleTree) -> AccessibleTree:
        """Returns a tree with the log of this deal, and with all else that is announced when it changes."""
        table = self.table
        tree = tree._replace(log=self.log, log_id=id(table), own_lines=_own_actions_not_in_log(table))
        if table.match.session.state is None:
            return tree
        facts = (
            *table.stage.snapshot.extra_facts,
            *_turned_up_words(table),
            *_last_card_words(table),
            *_clauses_on_certain_points(table),
        )
        return tree._replace(deal=as_spoken_sentence(_deal_words(table)), facts=tuple(map(as_spoken_sentence, facts)))

    def accessible_tree(self) -> AccessibleTree:
        """Makes the accessible tree from the displayed snapshot."""
        table = self.table
        widgets, shown = self.controls.widgets, table.stage.snapshot
        keys = accessible_controls.widget_keys(widgets.all)
        doing = accessible_controls.focus_actions(widgets, keys)
        fan = self.controls.fan
        hand = self._hand_height_part()
        for card in self._hand_cards if fan.is_focusable else ():
            doing[_card_key(card)] = FocusActions(partial(self._focus_card, card))
        question, explained = self.question(), self.rule_sentences()
        line = as_spoken_sentences((question, *explained))
        parts: list[TreePart] = [TreePart("line", "status", line)] if line else []
        parts += self._choice_parts(keys)
        parts += [hand, trick_part(table), self._seats_part(), *self._cloth_parts(), self._sidebar_part(), self._log_part()]
        apart = {fan, self.controls.figures, *(table.panel.tiles if table.panel is not None else ())}
        parts += [self._control_part(keys[one], one) for one in keys if one not in apart]
        focus = keys.get(widgets.focus, "") if widgets.focus is not None else ""
        if widgets.focus is fan:
            focus = self._key_of_focus_in_hand()
            doing["hand"] = FocusActions(partial(accessible_controls.focus_and_reveal, widgets, fan))
        elif widgets.focus is self.controls.figures:
            focus = "figures"
        turn = self.messages.refused if self.messages.reason else self._count_of_actions_taken()
        title = f"{table.match.game.title}, {spoken_text(shown.place)}" if shown.place else table.match.game.title
        found = AccessibleTree(title, tuple(parts), focus, doing, line=question, short_line=self.short_question(), turn=turn)
        return self.with_announcements(found._replace(rules=() if table.last_trick is not None else explained))

    def question(self) -> str:
        """Returns the present refusal, hint or question in sentences; "" if there is none.

        If the last trick is shown over the table, returns a sentence on that trick.
        """
        table, messages, shown = self.table, self.messages, self.table.stage.snapshot
        if table.last_trick is not None:
            return as_spoken_sentences((trick_line(table, table.last_trick.trick), "Esc closes it"))
        if table.hides_messages:
            return ""
        if told := messages.reason or ("" if messages.other_action_judgement else messages.spoken_hint):
            return as_spoken_sentence(told)
        if table.panel is not None:
            place = "" if shown.trick else shown.place
            return as_spoken_sentences((place, *_panel_question(table.panel)))
        return as_spoken_sentence(shown.prompt) if shown.mine else ""

    def short_question(self) -> str:
        """Returns the question in the words that are announced after new lines of the log: without the facts in these lines.
        Returns "" if the table has no question of the game, or displays something else.
        """
        table, messages = self.table, self.messages
        displaced = table.last_trick is not None or table.match.task or table.hides_messages
        if displaced or messages.reason or messages.hint_text or not table.stage.snapshot.mine:
            return ""
        if table.panel is not None:
            return as_spoken_sentences(_panel_question(table.panel))
        return as_spoken_sentence(_short_prompt(table))

    def rule_sentences(self) -> tuple[str, ...]:
        """Returns sentences that explain the question; none while a hint or a refusal is displayed."""
        table, messages = self.table, self.messages
        if messages.reason or messages.hint_text or table.hides_messages:
            return ()
        found = (messages.deal_aim, messages.trick_rule) if table.stage.snapshot.mine and table.panel is None else ()
        remark = "" if table.panel is None else table.panel.decision.remark
        return tuple(as_spoken_sentence(rule) for rule in (*found, remark) if rule)

    def _count_of_actions_taken(self) -> int:
        """Returns the number of actions taken in this deal, while it is the person's turn; else 0.

        If this number has changed, a question with the same words is announced again.
        """
        state = self.table.match.session.state
        return 0 if state is None or not self.table.stage.snapshot.mine else len(state.actions)

    def _control_part(self, key: str, widget: Widget) -> TreePart:
        shortcut = self.table.context.keymap.name_of_key(widget.command) if widget.command else ""
        return accessible_controls.control_part(key, widget)._replace(shortcut=shortcut)

    def _choice_parts(self, keys: dict[Widget, str]) -> Iterator[TreePart]:
        panel = self.table.panel
        if panel is None:
            return
        found, size = [], len(panel.tiles)
        for place, tile in enumerate(panel.tiles, 1):
            if tile not in keys:
                continue
            choice = tile.choice
            more = as_spoken_sentences(("The hint" if tile.hinted else "", choice.result, choice.verdict))
            one = accessible_controls.control_part(keys[tile], tile)
            found.append(one._replace(value="", description=more, place=(place, size), disabled=tile.barred))
        yield TreePart("decision", "group", count_text(size, "choice"), parts=tuple(found))  # the question is announced

    @property
    def _hand_cards(self) -> Sequence[Card]:
        """The cards of the hand at the bottom; none before the person picks up the hand of a second half."""
        return () if self.table.stage.has_next_hand_to_come else self.table.hand.cards

    def _hand_height_part(self) -> TreePart:
        table, hand, text = self.table, self.table.hand, self.table.match.game.text
        size, waiting = len(self._hand_cards), self._key_of_focus_in_hand() if hand.focus is None else ""
        found = []
        for place, (card, sprite) in enumerate(zip(self._hand_cards, hand.sprites, strict=False), 1):
            may = hand.legal is None or card in hand.legal
            more = "" if may else self._why_not(card)
            if card == hand.focus and (opinion := self.messages.other_action_judgement):
                more = as_spoken_sentence(opinion.partition(": ")[2])
            fact = card_note(table, card).removeprefix(f"{text.card_name(card)} is ")  # the part has the card's name
            note, effect = as_spoken_sentence(fact), ""
            if not more and hand.legal is not None:
                effect = as_spoken_sentence(self.messages.effect_of_card(card))
            if effect and not note.endswith(effect[1:]):  # the effect of a card here says more than the fact about it
                more = effect
            elif note:
                more = f"{more} {note}".strip()
            if card == hand.hint:
                more = "The hint now." if self.messages.is_hint_new else "The hint: Enter plays it."
            found.append(
                TreePart(
                    _card_key(card), "option", spoken_text(text.card_name(card)),
                    "in your hand" if _card_key(card) == waiting else "", more,  # its name alone would sound like a move
                    _pixel_box(sprite.rest.area()), (place, size),
                    None, not may, ("use", "focus"),
                )
            )  # fmt: skip
        down = table.stage.snapshot.face_down_count
        held = f"{count_text(down, 'card')} face down" if down else count_text(size, "card") if size else "no cards"
        name = f"{self._hand_owner()} hand, {held}"
        if not size and not down:
            return TreePart("hand", "label", name)  # which no screen reader calls a list
        box = _pixel_box(bounding_box([sprite.rest.area() for sprite in hand.sprites])) if hand.sprites else None
        return TreePart("hand", "listbox", name, box=box, disabled=not found, parts=tuple(found))

    def _key_of_focus_in_hand(self) -> str:
        """Returns the key of the part of the hand with the focus: the focused card; between turns the card nearest to the last
        one; else the whole hand.
        """
        hand = self.table.hand
        between = None
        if hand.legal is None and hand.last is not None:
            between = hand.nearest_legal_card(playable=self._cards_playable_next())
        held = between if hand.focus is None else hand.focus
        return "hand" if held is None or held not in self._hand_cards else _card_key(held)

    def _cards_playable_next(self) -> frozenset[Card] | None:
        """Returns the cards that the person may play as soon as the cards have moved; None if another player is to act."""
        match = self.table.match
        if not match.is_my_turn:
            return None
        return frozenset(card for card, _ in playable_cards(match.view_at_screen().legal))

    def _hand_owner(self) -> str:
        shown = self.table.stage.snapshot
        return f"{shown.names[shown.me]}'s" if self.table.match.is_shared else "Your"

    def _why_not(self, card: Card) -> str:
        table = self.table
        if not table.stage.snapshot.mine or table.panel is not None:
            return ""
        game = table.match.game
        why = table.match.with_names(
            game.why_not(table.match.view_at_screen().known, self.messages.action_of_card_click(card)).table
        )
        return f"May not be played. {as_spoken_sentence(why)}"

    def _seats_part(self) -> TreePart:
        shown = self.table.stage.snapshot
        order = seats_clockwise(shown.me, len(shown.names))
        return TreePart(
            "seats", "list", "Seats", parts=tuple(self._seat_part(seat, at, len(order)) for at, seat in enumerate(order, 1))
        )

    def _seat_part(self, seat: int, index: int, size: int) -> TreePart:
        place = self.table.stage.seat_place(seat)
        area = None if place is None else place.plate if place.plate.w else place.area()
        box = None if area is None else _pixel_box(area)
        return TreePart(f"seat/{seat}", "cell", seat_line(self.table, seat), box=box, place=(index, size))

    def _cloth_parts(self) -> Iterator[TreePart]:
        lines = _cloth_lines_for_tree(self.table)
        if lines:
            parts = tuple(TreePart(f"lying/{at}", "label", line) for at, line in enumerate(lines))
            yield TreePart("lying", "list", "On the table", parts=parts)
        if self.controls.figures.is_focusable:
            yield TreePart(
                "figures", "listbox", "What the figures mean", as_spoken_sentence(self.controls.notes.text), actions=("focus",)
            )

    def _sidebar_part(self) -> TreePart:
        table, context = self.table, self.table.context
        table.sidebar.paper_tree(context.canvas, table.stage.layout, table.stage.snapshot)
        parts = tuple(table.sidebar.accessible_parts(Semantics(1.0, {}, context.keymap.name_of_key)))
        return TreePart("sidebar", "group", "State of the game", parts=parts)

    def _log_part(self) -> TreePart:
        first = max(0, len(self.log) - LATEST)
        parts = tuple(TreePart(f"log/{at}", "label", line) for at, line in enumerate(self.log[first:], first))
        return TreePart("log", "log", "What happened", parts=parts)

    def _focus_card(self, card: Card) -> bool:
        """Moves the focus to a card. Returns False if the card is no longer in the hand."""
        table = self.table
        if card not in table.hand.cards or not accessible_controls.focus_and_reveal(self.controls.widgets, self.controls.fan):
            return False
        table.hand.focus_card(card)
        table.redraw()
        return True


def _card_key(card: Card) -> str:
    return f"hand/{card}"


def _pixel_box(area: Area) -> Box:
    return round(area.x), round(area.y), round(area.w), round(area.h)


# ---------------------------------------------------------------------- announcements of the log and beside it


def _own_actions_not_in_log(table: Table) -> tuple[str, ...] | None:
    """Returns the log lines of the person's own actions that the displayed log does not have yet; None while it is unknown
    which person is at the screen.

    An action gets into the displayed log with its animation, and a sealed bid only with all others.
    """
    match, shown = table.match, table.stage.snapshot
    if match.session.state is None or match.is_covered:
        return None
    if shown.me not in match.people_seats:
        return ()
    lines, known = match.log_lines(), match.view_at_screen().known
    found = [lines[end - 1] for seat, end in match.deal_log().log_lengths if seat == shown.me and end > len(shown.log)]
    if isinstance(known, SealedState) and known.bids[shown.me] != HIDDEN:
        bid = make_action(Verb.OFFER, known.bids[shown.me])
        found.append(match.with_names(match.game.text.log_line_of_action(known, shown.me, bid)))
    return tuple(map(spoken_text, found))


def _deal_words(table: Table) -> str:
    """Returns a clause with number and dealer of the deal; "" if neither matters."""
    shown = table.stage.snapshot
    deals = "" if shown.dealer is None else table.match.with_names(f"[{shown.dealer} deals]")
    if shown.number < 1 or shown.has_single_deal:
        return deals if shown.number >= 1 else ""
    return f"Deal {shown.number}: {deals}" if deals else f"Deal {shown.number}"


def _turned_up_words(table: Table) -> Iterator[str]:
    """Yields clauses on the cards turned up and on the other seats' bids for them. Leaves out the cards while the person has to
    bid.
    """
    match, shown = table.match, table.stage.snapshot
    named, clause = _turned_card_names_and_clause(table)
    if not named or shown.turn is None:
        return
    bids = [heap.pile.seat for heap in shown.shown_piles if heap.pile.kind == BID_KIND]
    if match.deal_log().tricks and not shown.mine and shown.me not in bids:  # the question to a bidder names the card
        yield clause
    for seat in bids:
        if seat != shown.me:
            yield match.with_names(f"[{seat} has] bid for {named}")


def _turned_card_names_and_clause(table: Table) -> tuple[str, str]:
    """Returns the names of the cards turned up for sealed bids, and a clause that says that they are up; "" twice if there are
    none.
    """
    if not isinstance(table.match.session.state, SealedState):
        return "", ""
    up = next((heap.cards for heap in table.stage.snapshot.shown_piles if heap.pile == TURNED), ())
    named = phrases.listed([table.match.game.text.card_name(card) for card in up])
    return named, f"{named} {'is' if len(up) == 1 else 'are'} up" if up else ""


def _last_card_words(table: Table) -> Iterator[str]:
    """Yields a clause if the last card of another person will be played automatically. The screen is then not handed over to
    that person.
    """
    turn, match = table.match.session.turn, table.match
    if turn is not None and match.plays_last_card_automatically and match.needs_handover:
        yield f"{table.stage.snapshot.names[turn]}: the last card goes by itself"


def _clauses_on_certain_points(table: Table) -> Iterator[str]:
    """Yields a clause if the points of the deal can no longer change, and one while the rest is played automatically."""
    match = table.match
    if match.playing_out:
        yield "The rest is played out"
    elif match.are_points_decided and not table.is_guided:
        yield f"{SETTLED}; {table.context.keymap.name_of_key('hint')} plays it out"
