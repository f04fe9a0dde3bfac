"""What the table says of FoolsGold."""

from __future__ import annotations

from typing import ClassVar

from goosetable.cards import BIT, SUITS, Card
from goosetable.engine.rules import scores
from goosetable.engine.rules.action import SPAN, Action
from goosetable.engine.rules.tricks import SUIT
from goosetable.engine.text import table_facts
from goosetable.engine.text.figures import FigureKind, Glossary, TableFigure
from goosetable.engine.text.table_facts import Badge, Chart, Choice, Emblem, Tally
from goosetable.engine.text.totals import most
from goosetable.engine.text.trick_text import TrickText
from goosetable.engine.words import phrases
from goosetable.games.fools_gold.options import FoolsGoldOptions, chart, pure
from goosetable.games.fools_gold.scoring import row_of, score, step, told
from goosetable.games.fools_gold.state import KEEP, FoolsGoldState


class GoldText(TrickText[FoolsGoldState, FoolsGoldOptions]):
    """The words of FoolsGold."""

    emblem = tuple(Emblem("9" + suit, 23 * x - 34, 4 * (x - 1.5) ** 2, 80, 12 - 8 * x) for x, suit in enumerate("CDHS"))
    glossary: ClassVar[Glossary] = {"sets": "What three or four kept cards of one rank earn."}

    def wants(self, options: FoolsGoldOptions) -> str:
        sets = "" if options.bonuses == "off" else " or three of a rank"
        return f"You want to keep ~many of one suit~{sets}: others count against you."

    def sort_key(self, state: FoolsGoldState, card: Card) -> tuple[int, ...]:
        return int(SUIT[card] != state.trump), table_facts.SUIT_ORDER[SUIT[card]], card

    def badges(self, state: FoolsGoldState) -> tuple[Badge, ...]:
        how = "" if state.options.breaking == "off" else ", broken" if state.broken else ", not broken"
        return (Badge(SUITS[state.trump], f"trumps{how}"),)

    def opening(self, state: FoolsGoldState) -> tuple[str, ...]:
        return (f"Trumps are {phrases.SYMBOLS[state.trump]}.", *state.lead.said)

    def stands(self, state: FoolsGoldState) -> tuple[str, ...]:
        return ("Trumps are broken.",) if state.broken and state.options.breaking != "off" else ()

    def note(self, state: FoolsGoldState, figure: TableFigure, seat: int | None) -> str:
        said = super().note(state, figure, seat)
        if figure.kind is not FigureKind.BADGE or state.broken or state.options.breaking == "off":
            return said
        return f"{said} Nobody who has another suit may lead them until one has been played."

    def prompt(self, state: FoolsGoldState) -> str:
        if state.over:
            return ""
        legal = self.rules.legal(state)
        if len(state.trick) == len(state.hands):
            if pure(state.options):
                return f"The trick is yours, in {phrases.SYMBOLS[SUIT[state.trick[0]]]}"
            which = f": {self.named(legal)}" if len(legal) < 4 else ""
            return f"The trick is yours; keep a {phrases.SYMBOLS[SUIT[state.trick[0]]]} of it{which}"
        return super().prompt(state)

    def automatic(self, state: FoolsGoldState) -> Action | None:
        """Without bonuses it makes no difference which card of the suit is kept: the card led lies for the trick."""
        full = len(state.trick) == len(state.hands) and not state.over
        return KEEP + state.trick[0] if full and pure(state.options) else None

    def log(self, state: FoolsGoldState, seat: int, action: Action) -> str:
        if action < KEEP or not pure(state.options):
            return super().log(state, seat, action)
        return f"[{seat} has] a trick in {phrases.SYMBOLS[SUIT[action - KEEP]]}."

    def foretell(self, state: FoolsGoldState, action: Action) -> str:
        if action < SPAN:
            return self.outcome(state, action, state.trump)
        return f"the score goes from {self._change(state, action)}"

    def _change(self, state: FoolsGoldState, action: Action) -> str:
        rows, kept = chart(state.options), state.kept[state.turn]
        return f"{phrases.signed(score(kept, rows))} to {phrases.signed(score(kept | BIT[action - KEEP], rows))}"

    def choices(self, state: FoolsGoldState) -> tuple[str, str, tuple[Choice, ...]]:
        if len(state.trick) < len(state.hands):
            return "", "", ()
        kept, rows = state.kept[state.turn], chart(state.options)
        made = [
            Choice(do, f"Keep {self.face(do - KEEP)}", f"score {self._change(state, do)}", step(kept, do - KEEP, rows))
            for do in self.rules.legal(state)
        ]
        told = "Only a card of the suit led: its suit is that of your trick, and its rank counts for sets."
        return "Which card do you keep face up?", told, tuple(made)

    def chart(self, state: FoolsGoldState, seat: int | None) -> Chart | None:
        if pure(state.options):
            return None
        return told(chart(state.options), 0 if seat is None else state.kept[seat], () if any(state.won) else state.lead.said)

    def rounds(self, options: FoolsGoldOptions, size: int) -> float:
        return size * (1 + 1 / options.players)

    def _sets(self, state: FoolsGoldState) -> str:
        """What sets of a rank earn, if the chart is plain enough for a sentence."""
        (three, four), *others = chart(state.options)
        if len(set(others)) > 1:
            return "three or four of a rank earn a bonus"
        aces = f" (aces {three} and {four})" if (three, four) != others[0] else ""
        return f"three of a rank earn {others[0][0]} more, four {others[0][1]}{aces}"

    def gain(self, options: FoolsGoldOptions) -> float:
        return 1.2 if options.bonuses == "on" else 1.0

    def tally(self, state: FoolsGoldState, seat: int | None) -> Tally:
        points, rows = self.rules.points(state), chart(state.options)
        best = scores.leaders(points)
        made = tuple(row_of(who, state.kept[who], rows, who in best) for who in table_facts.clockwise(seat, len(state.hands)))
        rule = "The best suit counts for its owner, the rest against"
        rule += "." if pure(state.options) else f"; {self._sets(state)}."
        extra = "" if pure(state.options) else "sets"
        return Tally(tuple(phrases.SYMBOLS), "suit less rest", extra, made, most(points) if state.over else rule)
