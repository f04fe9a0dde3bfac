"""What a screen may ask of a game besides its rules: names, prompts, logs and tallies, each with a plain default.

Texts hold seats and suits as `phrases` has them: "[1] led ♥".
"""

from __future__ import annotations

from typing import ClassVar, Final, Generic

from goosetable import cards
from goosetable.cards import Card, Cards
from goosetable.engine.rules.action import Action
from goosetable.engine.rules.deal import Standing
from goosetable.engine.rules.event import Points, Taken, Tied
from goosetable.engine.rules.rules import O, Rules, S
from goosetable.engine.text import medals, table_facts
from goosetable.engine.text.figures import COMMON, FigureKind, Glossary, TableFigure
from goosetable.engine.text.totals import race, whose_win
from goosetable.engine.words import phrases

OTHER: Final = 1.1
"""Seconds of an action of a computer player at the leisurely pace: 0.66 on average over the characters, a little more where
the choice is close, and 0.26 for the way of the card."""
REST: Final = 1.6
"""Seconds for which a full round lies and is gathered: 1.2 and 0.32, and the ring."""
BETWEEN: Final = 15.0
"""Seconds of dealing, and of looking at the score sheet, in every deal."""
USUAL_DEALS: Final = 5
"""Deals of a game to a target whose `gain` is not known."""


class GameText(Generic[S, O]):
    """The words of one game."""

    emblem: tuple[table_facts.Emblem, ...] = ()
    """Its picture on the title screen."""
    best: str = "best score"
    """What `Rules.laurels` gives, in words."""
    prize: tuple[str, str] = ("win", "wins")
    """What a game won is worth to its winner over an evening: one and many."""
    rest: tuple[str, str] = ("", "")
    """What those are called who have not won, one and many, where the game has a word for them."""

    later: str = "later"
    """What the cards are for that lie face down before the seats, under "for the"."""
    trick_name: str = "trick"
    """What is called "last" at the table when all have played or bid once: a trick, a round."""
    geese: Cards = 0
    """The cards that carry a small goose, because the game calls them Geese."""
    own: float = 7.0
    """Seconds that a person takes over an action, taken for all people and cards together."""
    dealer_matters: bool = True
    """Whether anything depends on who dealt; the egg marks the dealer then."""
    medals: tuple[medals.Medal, ...] = medals.COMMON
    """What the statistics give small medals for; at most four."""
    glossary: ClassVar[Glossary] = {}
    """What headings, badges, sides and meters mean, by the word that stands there, in a sentence each; see `figures.COMMON`."""

    def __init__(self, rules: Rules[S, O]) -> None:
        self.rules = rules

    def sort_key(self, state: S, card: Card) -> tuple[int, ...]:
        """Where a card stands in a sorted hand, left to right; unless a game says otherwise, by suits of alternate colours."""
        return table_facts.SUIT_ORDER[cards.suit(card)], card % cards.PACK_SIZE, card

    def place(self, state: S) -> str:
        """Where the deal is, such as "trick 5 of 11"."""
        return f"deal {state.number}"

    def plate(self, state: S, seat: int) -> str:
        """The few words under a seat's name, such as "2 tricks"."""
        return phrases.count(state.hands[seat].bit_count(), "card")

    def prompt(self, state: S) -> str:
        """What the seat to act is asked for, and why: "[1] led ♥, so you follow: J♥ or 8♥"; nothing when the deal is over."""
        return "" if state.over else "Your turn"

    def automatic(self, state: S) -> Action | None:
        """What the table does for the seat to act without asking, as it makes no difference at all; else None."""
        return None

    def foretell(self, state: S, action: Action) -> str:
        """What an action of the seat to act would do so far, from what that seat can see, or nothing."""
        return ""

    def choices(self, state: S) -> tuple[str, str, tuple[table_facts.Choice, ...]]:
        """A decision that is not a card from the hand: its title, a remark, and a choice for each legal action."""
        return "", "", ()

    def ranking(self, state: S) -> tuple[str, ...]:
        """The ranks from the highest, where a seat has named their order."""
        return ()

    def barred(self, state: S) -> tuple[Action, ...]:
        """What one would look for among the choices and may not do; `why_not` says why."""
        return ()

    def standing(self, state: S) -> tuple[table_facts.Call, ...]:
        """The calls that stand for others to match while there is something to call, of every seat that still calls."""
        return ()

    def stands(self, state: S) -> tuple[str, ...]:
        """What stands since something happened of which the log does not tell, a sentence each: those who hear are told it."""
        return ()

    def log(self, state: S, seat: int, action: Action) -> str:
        """What the log says of an action, told of the state before it: "[1] leads 9♥."."""
        return table_facts.deed(seat, action, self.face)

    def opening(self, state: S) -> tuple[str, ...]:
        """What the log says of a deal before its first action, such as what was turned up or announced."""
        return ()

    def verdict(self, state: S, taken: Taken, number: int) -> str:
        """What the log says of trick `number`, from 1, told of the state before its last card."""
        return f"[{taken.seat} takes] trick {number}: {self.face(taken.card)}, {taken.why}."

    def tied(self, state: S, tied: Tied) -> str:
        """What the log says of a round that nobody takes, told of the state before its last card."""
        return f"Nobody takes it: {tied.why}."

    def badges(self, state: S) -> tuple[table_facts.Badge, ...]:
        """The marks on the table now."""
        return ()

    def chips(self, state: S) -> tuple[table_facts.Badge, ...]:
        """The badges that lie in the middle of the table, because nobody has them yet."""
        return ()

    def quota(self, state: S, seat: int) -> table_facts.Quota | None:
        """How many tricks a seat has and how many it wants, where it has said so."""
        return None

    def meter(self, state: S, seat: int | None) -> table_facts.Meter | None:
        """Something that fills up for all to see, such as the bids; told to `seat`."""
        return None

    def camps(self, state: S) -> tuple[table_facts.Camp, ...]:
        """The sides of a deal in which sides form."""
        return ()

    def ladder(self, options: O, standing: Standing) -> table_facts.Ladder | None:
        """The deals of a game whose number is known, if there are several; `standing` is that before the deal in progress."""
        deals, played = self.length(options), standing.deals
        listed = (self.rules.hand_size(options, standing),) * max(deals, played + 1)
        return (
            table_facts.Ladder(listed, played, f"deal {played + 1} of {len(listed)}")
            if deals > 1 or (deals and played)
            else None
        )

    def chart(self, state: S, seat: int | None) -> table_facts.Chart | None:
        """A small table to be looked up while playing; its remark is for `seat`."""
        return None

    def strips(self, state: S) -> table_facts.RankStrips | None:
        """What everybody knows each seat and the stock to hold, for games in which hands are open."""
        return None

    def tally(self, state: S, seat: int | None) -> table_facts.Tally:
        """The arithmetic of the deal as it stands, or as it ended; the sentence is for `seat`."""
        if not state.over:
            return table_facts.Tally((), "", "", (), "")
        points, best = self.rules.points(state), self.rules.laurels(state)
        return table_facts.plain_tally(points, best, seat, self.rules.teams(state.options))

    def target(self, options: O) -> int:
        """The total that ends the game, where one does."""
        return int(getattr(options, "target", 0))

    def length(self, options: O) -> int:
        """How many deals end the game, extra deals not counted; 0 where something else does."""
        return 0

    def rounds(self, options: O, size: int) -> float:
        """How often each seat acts in a deal of hands of `size` cards, on average over the seats."""
        return float(size)

    def gain(self, options: O) -> float:
        """Points a deal by which a game comes nearer to its target, the mean over games of greedy players; 0: not known."""
        return 0.0

    def minutes(self, options: O, people: int = 1) -> int:
        """About how many minutes a game takes, of which so many players are people; at least 1, from 10 on in steps of 5."""
        seats = self.rules.seats(options)
        start = Standing(0, (0,) * seats)
        listed = self.ladder(options, start)
        sizes = (self.rules.hand_size(options, start),) if listed is None else listed.sizes
        target, gain = 0 if self.length(options) else self.target(options), self.gain(options)
        deals = max(1.0, target / gain if gain else USUAL_DEALS) if target else len(sizes)
        rounds = deals * sum(self.rounds(options, size) for size in sizes) / len(sizes)
        people = min(max(people, 0), seats)
        seconds = rounds * (people * self.own + (seats - people) * OTHER + REST) + deals * BETWEEN
        exact = max(1, round(seconds / 60))
        return exact if exact < 10 else 5 * round(exact / 5)

    def race(self, options: O, totals: tuple[Points, ...], seat: int | None) -> table_facts.Race:
        """Where the game stands with these totals; the sentence is for `seat`. Unless a game says otherwise, the most wins (the
        fewest where `lowest_wins`).

        A number of deals is taken as not begun, since the totals do not say how many have been played.
        """
        if self.length(options):
            return self.course(options, Standing(0, totals), seat)
        winners, teams = self.rules.winners(options, Standing(1, totals)), self.rules.teams(options)
        return race(totals, self.target(options), winners, teams=teams, lowest=self.rules.lowest_wins)

    def course(self, options: O, standing: Standing, seat: int | None) -> table_facts.Race:
        """Where the game stands between two deals, for games in which that is more than the totals."""
        deals = self.length(options)
        if not deals:
            return self.race(options, standing.totals, seat)
        lowest = self.rules.lowest_wins
        aim = f"{phrases.count(deals, 'deal')}, {whose_win(lowest)}"
        winners, teams = self.rules.winners(options, standing), self.rules.teams(options)
        return race(standing.totals, 0, winners, aim, teams, lowest)._replace(deals=deals)

    def aim(self, options: O) -> str:
        """The end of the game in a few words, such as "to 100, the middle total wins"."""
        return self.race(options, (0,) * self.rules.seats(options), None).aim

    def wants(self, options: O) -> str:
        """What a player wants of a deal, in one sentence for those who are new to the game."""
        who = "You and your partner" if self.rules.teams(options) else "You"
        lowest = self.rules.lowest_wins
        return f"{who} want ~the {'fewest' if lowest else 'most'} points~: {whose_win(lowest)}."

    def takes(self, state: S) -> str:
        """What takes a trick or a round, in a few words for a newcomer who plays to it."""
        return ""

    def about(self, options: O, card: Card) -> str:
        """What a newcomer could not tell of a card by its face, such as "is the lowest of its suit"; nothing of most."""
        return ""

    def note(self, state: S, figure: TableFigure, seat: int | None) -> str:
        """What a figure of the table means now, in a sentence or two for `seat`; nothing where there is no more to say."""
        match figure.kind:
            case FigureKind.HEAD:
                return self._heading(figure.word)
            case FigureKind.ROW:
                return next((row.why for row in self.tally(state, seat).rows if row.seat == figure.at), "")
            case FigureKind.PLATE:
                return phrases.sentence(f"[{figure.at}]: {self.plate(state, figure.at)}.")
            case FigureKind.DEALER:
                return f"The egg marks the dealer of this deal: [{figure.at}]."
            case FigureKind.BADGE:
                badges = self.badges(state)
                why = next((b.why for b in badges if b.label == figure.word and b.seat == figure.at and b.why), "")
                return f"{why} {self._means(figure.word)}".strip()
            case FigureKind.CALL:
                return self._means("calls")
            case FigureKind.CARD:
                about = self.about(state.options, figure.at)
                return phrases.sentence(f"{self.face(figure.at)} {about}.") if about else ""
            case FigureKind.SHOWN:
                return f"[{state.dealer} holds] {self.face(figure.at)}, the card that was dealt face up. Its suit is trumps."
            case FigureKind.LATER:
                return "Cards for later, dealt face down: nobody may look at them yet."
            case FigureKind.METER:
                meter = self.meter(state, seat)
                return "" if meter is None else f"{phrases.sentence(meter.caption)}. {self._means(meter.title)}".strip()
            case FigureKind.CAMP:
                camp = self.camps(state)[figure.at]
                return f"{phrases.sentence(camp.label)}: {camp.points}. {self._means(camp.label)}".strip()
            case FigureKind.RANKS:
                return "The order of the ranks in this deal, the highest first. A dark edge: that rank lies in the trick."
            case FigureKind.PRIZES:
                return f"The {self.prize[1]} of each seat at this table, game after game."
            case _:
                return self._standing_note(state, figure.kind, seat)

    def _standing_note(self, state: S, kind: FigureKind, seat: int | None) -> str:
        """What the figures mean that tell where the game stands."""
        standing = Standing(state.number - 1, state.totals)
        if kind is FigureKind.RACE:
            race = self.course(state.options, standing, seat)
            return f"{race.sentence} The game goes {race.aim}." if race.target else f"{race.sentence} {race.aim}."
        if kind is FigureKind.LADDER and (ladder := self.ladder(state.options, standing)) is not None:
            size = phrases.count(ladder.sizes[min(ladder.now, len(ladder.sizes) - 1)], "card")
            return f"A bar for each deal, as high as its hands are large. This is {ladder.caption}, with {size} each."
        return ""

    def _heading(self, head: str) -> str:
        if head and head in phrases.SYMBOLS:
            return f"What the {cards.SUIT_NAMES[phrases.SYMBOLS.index(head)]} of each seat come to."
        return self._means(head)

    def _means(self, word: str) -> str:
        """The sentence about a word that stands on the table, or nothing. What follows a comma in it is of the moment."""
        word = word.split(",")[0]
        small = word[:1].lower() + word[1:]  # a mark may begin with a capital at the table
        return next((known[one] for known in (self.glossary, COMMON) for one in (word, small) if one in known), "")

    def face(self, card: Card) -> str:
        """A card as people at this game's table call it: `10♥`, `the Joker`."""
        return phrases.face(card, self.rules.jokers)
