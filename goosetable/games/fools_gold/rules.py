"""Fools Gold, contributed to pagat.com: many tricks of one suit, few of the others, and sets of a rank for a bonus."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final

from goosetable import cards
from goosetable.cards import BIT, SUITS, Card, members
from goosetable.engine.hidden import constrained_sampler
from goosetable.engine.hidden.constrained_sampler import Knowledge
from goosetable.engine.record.seed import Stream
from goosetable.engine.rules import action as act
from goosetable.engine.rules import scores, tricks
from goosetable.engine.rules.action import SPAN, Action, Verb
from goosetable.engine.rules.deal import Deal, Standing
from goosetable.engine.rules.event import GONE_KIND, KEPT_KIND, TRICK, WON_KIND, Moved, Pile, Tell
from goosetable.engine.rules.state import OVER
from goosetable.engine.rules.target_games import HighestWins, most
from goosetable.engine.strength import playout
from goosetable.engine.text import phrases, table_facts
from goosetable.engine.text.table_facts import Badge, Chart, Choice, Emblem, Tally, Why
from goosetable.games.fools_gold.explain import GoldReasons
from goosetable.games.fools_gold.options import FoolsGoldOptions, chart
from goosetable.games.fools_gold.scoring import OF_SUIT, PACES, row_of, score, step, told
from goosetable.games.fools_gold.state import FoolsGoldState, find_lead

_KEEP: Final = Verb.KEEP * SPAN
_SUIT: Final = tuple(cards.suit(card) for card in range(cards.JOKER))


class FoolsGold(HighestWins[FoolsGoldState], tricks.TrickGame[FoolsGoldState]):
    """The rules of Fools Gold."""

    id = "fools-gold"
    title = "Fools Gold"
    author = "contributed to pagat.com"
    line = "Take plenty of one suit and little else."
    people = "3 to 6 players"
    minutes = 25
    Options = FoolsGoldOptions
    State = FoolsGoldState
    reasons = GoldReasons()
    cost = 5.6
    spread = 8
    paces = PACES
    verbs: ClassVar[tuple[Verb, ...]] = (Verb.PLAY, Verb.KEEP)
    kinds = (*tricks.TrickGame.kinds, KEPT_KIND, GONE_KIND)
    emblem = tuple(Emblem("9" + suit, 23 * x - 34, 4 * (x - 1.5) ** 2, 80, 12 - 8 * x) for x, suit in enumerate("CDHS"))

    def seats(self, options: FoolsGoldOptions) -> int:
        return options.players

    def pack(self, options: FoolsGoldOptions) -> tuple[Card, ...]:
        return cards.pack(lowest="3")

    # ------------------------------------------------------------------ the deal

    def _left_out(self, options: FoolsGoldOptions, trump: int) -> tuple[Card, ...]:
        """Five players leave out the Threes of the suits that are not trumps."""
        return cards.hand(" ".join("3" + suit for suit in SUITS if suit != SUITS[trump])) if options.players == 5 else ()

    def deal(self, options: FoolsGoldOptions, standing: Standing, dealer: int, stream: Stream) -> Deal:
        trump, seats = stream.draw(4), options.players
        out = self._left_out(options, trump)
        order = stream.shuffle([card for card in self.pack(options) if card not in out])
        hands = tuple(tuple(order[(seat - dealer - 1) % seats :: seats]) for seat in range(seats))
        return Deal(standing.deals + 1, dealer, hands, trump=trump)

    def check_deal(self, options: FoolsGoldOptions, standing: Standing, deal: Deal) -> None:
        if deal.turned is not None or deal.stock or deal.hands2 or deal.trump is None:
            raise ValueError("a deal of Fools Gold has hands, a trump and nothing else")
        out = self._left_out(options, deal.trump)
        pack = [card for card in self.pack(options) if card not in out]
        self.check_cards(deal.hands, self.hand_size(options, standing), pack)

    def begin(self, options: FoolsGoldOptions, standing: Standing, deal: Deal) -> FoolsGoldState:
        state = super().begin(options, standing, deal)
        assert deal.trump is not None
        state.trump, state.kept, state.broken = deal.trump, [0] * options.players, options.breaking == "off"
        state.gone = sum(BIT[card] for card in self._left_out(options, deal.trump))
        state.lead = find_lead(state.hands, deal.trump)
        state.leader = state.turn = state.lead.leader
        for card, holder in state.lead.named:
            state.lacks = [lacking | (0 if seat == holder else BIT[card]) for seat, lacking in enumerate(state.lacks)]
        return state

    # ------------------------------------------------------------------ play

    def legal(self, state: FoolsGoldState) -> tuple[Action, ...]:
        if state.turn == OVER:
            return ()
        hand, trick = state.hands[state.turn], state.trick
        if not trick:
            return members(hand if state.broken else hand & ~OF_SUIT[state.trump] or hand)
        led = _SUIT[trick[0]]
        if len(trick) == len(state.hands):
            return tuple(sorted([_KEEP + card for card in trick if _SUIT[card] == led]))
        return members(hand & OF_SUIT[led] or hand)

    def why_not(self, state: FoolsGoldState, action: Action) -> Why:
        verb, hand, full = act.verb(action), state.hands[state.turn], len(state.trick) == len(state.hands)
        if verb is Verb.KEEP:
            if full:
                suit = cards.SUIT_NAMES[_SUIT[state.trick[0]]]
                return Why(f"only {suit} of this trick may be kept", f"only {suit} of this trick may be kept")
            return Why("there is no trick to keep a card of", "there is no trick to keep a card of")
        if verb is Verb.PLAY and full:
            return Why("it must first keep a card of the trick", "first keep a card of the trick")
        if verb is not Verb.PLAY or action >= cards.JOKER or not hand >> action & 1:
            return super().why_not(state, action)
        if state.trick:
            return tricks.must_follow(_SUIT[state.trick[0]], hand)
        return Why("trumps may not be led before they are broken", "trumps are not broken yet")

    def apply(self, state: FoolsGoldState, action: Action, tell: Tell | None = None) -> None:
        seat, trick = state.turn, state.trick
        state.story.append((seat, action))
        if action >= _KEEP:
            self._keep(state, action - _KEEP, tell)
            return
        trump = state.trump
        if not state.broken and _SUIT[action] == trump:
            if not trick:
                # Only a hand of nothing but trumps may do so, and everybody knows.
                state.lacks[seat] |= sum(OF_SUIT) ^ OF_SUIT[trump]
            state.broken = not trick or _SUIT[trick[0]] != trump
        if not tricks.put(state, action, tell):
            return
        state.turn = tricks.take(state, trump, 0, tell)

    def _keep(self, state: FoolsGoldState, kept: Card, tell: Tell | None) -> None:
        """The winner of a trick keeps a card of the suit led, and leads next (rules 5 and 6)."""
        seat, others = state.turn, [card for card in state.trick if card != kept]
        state.kept[seat] |= BIT[kept]
        for card in others:
            state.won[seat] |= BIT[card]
        if tell:
            tell(Moved((kept,), TRICK, Pile(KEPT_KIND, seat)))
            tell(Moved(tuple(others), TRICK, Pile(WON_KIND, seat)))
        state.trick, state.leader = [], seat
        if not state.hands[seat]:
            state.turn = OVER

    # ------------------------------------------------------------------ what is known

    def knowledge(self, known: FoolsGoldState, seat: int) -> Knowledge | None:
        trumps = OF_SUIT[known.trump]
        shown = [0] * len(known.hands)
        for who, action in known.story:
            if action < SPAN and trumps & BIT[action]:
                shown[who] |= BIT[action]
        unseen = trumps & ~(known.hands[seat] | sum(shown))
        if not unseen:
            return None
        if known.lead.limits:
            return constrained_sampler.dealt(trumps, known.lead.limits, shown, seat, unseen)
        shown[seat] |= known.hands[seat] & trumps
        return constrained_sampler.longest(trumps, known.lead.leader, shown, seat, unseen, known.lacks)

    # ------------------------------------------------------------------ scores

    def habit(self, state: FoolsGoldState, legal: Sequence[Action], chance: float) -> Action:
        """Goes for tricks of the suit of which it has kept most, and avoids the others; keeps what counts most."""
        if len(legal) == 1:
            return legal[0]
        seat, trick, trump = state.turn, state.trick, state.trump
        kept = state.kept[seat]
        if legal[0] >= _KEEP:
            rows = chart(state.options)
            return max(legal, key=lambda keep: score(kept | BIT[keep - _KEEP], rows))
        slip = playout.slips(legal, chance)
        if slip is not None:
            return slip
        counts = [(kept & suit).bit_count() for suit in OF_SUIT]
        best = counts.index(max(counts)) if kept else trump
        if trick:
            wants = _SUIT[trick[0]] == best
        else:
            mine = [card for card in legal if _SUIT[card] == best]
            wants, legal = bool(mine), mine or legal
        go = playout.go_for if wants else playout.avoid
        return go(legal, trick, len(trick) == len(state.hands) - 1, playout.beating(trump, 0))

    def points(self, state: FoolsGoldState) -> tuple[int, ...]:
        rows = chart(state.options)
        return tuple([score(kept, rows) for kept in state.kept])

    # ------------------------------------------------------------------ for the table

    def sort_key(self, state: FoolsGoldState, card: Card) -> tuple[int, ...]:
        return int(_SUIT[card] != state.trump), table_facts.SUIT_ORDER[_SUIT[card]], card

    def badges(self, state: FoolsGoldState) -> tuple[Badge, ...]:
        how = "" if state.options.breaking == "off" else ", broken" if state.broken else ", not broken"
        return (Badge(SUITS[state.trump], f"trumps{how}"),)

    def opening(self, state: FoolsGoldState) -> tuple[str, ...]:
        return (f"Trumps are {phrases.SYMBOLS[state.trump]}.", *state.lead.said)

    def prompt(self, state: FoolsGoldState) -> str:
        if state.over:
            return ""
        legal = self.legal(state)
        if len(state.trick) == len(state.hands):
            which = f": {self.named(legal)}" if len(legal) < 4 else ""
            return f"The trick is yours; keep a {phrases.SYMBOLS[_SUIT[state.trick[0]]]} of it{which}"
        barred = not state.trick and len(legal) < state.hands[state.turn].bit_count()
        return super().prompt(state) + ("; trumps are not broken" if barred else "")

    def foretell(self, state: FoolsGoldState, action: Action) -> str:
        if action < SPAN:
            return self.outcome(state, action, state.trump)
        return f"the score goes from {self._change(state, action)}"

    def _change(self, state: FoolsGoldState, action: Action) -> str:
        rows, kept = chart(state.options), state.kept[state.turn]
        return f"{phrases.signed(score(kept, rows))} to {phrases.signed(score(kept | BIT[action - _KEEP], rows))}"

    def choices(self, state: FoolsGoldState) -> tuple[str, str, tuple[Choice, ...]]:
        if len(state.trick) < len(state.hands):
            return "", "", ()
        kept, rows = state.kept[state.turn], chart(state.options)
        made = [
            Choice(do, f"Keep {self.face(do - _KEEP)}", f"score {self._change(state, do)}", step(kept, do - _KEEP, rows))
            for do in self.legal(state)
        ]
        return "Which card do you keep face up?", "It counts for its suit, and for sets of its rank.", tuple(made)

    def chart(self, state: FoolsGoldState, seat: int | None) -> Chart | None:
        if state.options.bonuses == "off":
            return None
        return told(chart(state.options), 0 if seat is None else state.kept[seat], state.lead.said)

    def tally(self, state: FoolsGoldState, seat: int | None) -> Tally:
        points, rows = self.points(state), chart(state.options)
        best = scores.leaders(points)
        made = tuple(row_of(who, state.kept[who], rows, who in best) for who in table_facts.clockwise(seat, len(state.hands)))
        rule = "The best suit counts for its owner and the rest against; three or four of a rank earn a bonus."
        return Tally(tuple(phrases.SYMBOLS), "suit less rest", "sets", made, most(points) if state.over else rule)
