"""Texts of a problem: its task, and the best play after an answer, with a sentence for each trick or round.

Texts contain seats in the notation of `phrases`. A game words its own tasks in `GameText.task_sentence`, and the end of a
deal in the sentence of its tally.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from goosetable.cards import Card
from goosetable.engine.game import AnyGame
from goosetable.engine.problem import problem
from goosetable.engine.problem.problem import Goal, Problem, Task
from goosetable.engine.record.session import Session
from goosetable.engine.rules.action import Action, Verb, card_of, value_of, verb_of
from goosetable.engine.rules.event import Taken, Tied
from goosetable.engine.rules.state import SealedState, State, TrickState
from goosetable.engine.text.table_facts import seat_names
from goosetable.engine.words import phrases


class Round(NamedTuple):
    """A trick or a round of best play.

    plays: seats with their cards, in playing order. taker: the seat that takes the trick; None after a tie or for an incomplete
    trick. card: the card that takes it, or -1. kept: the card that the taker keeps, or -1. given: the seat to which the taker
    gives the trick, or -1.
    """

    plays: tuple[tuple[int, Card], ...]
    taker: int | None
    card: Card
    kept: Card = -1
    given: int = -1
    offer: tuple[Card, ...] = ()
    """The cards on offer in a round of bids; none in a trick."""


class Outcome(NamedTuple):
    """The play that follows an answer: the rounds of best play, a sentence for each round, and a verdict on the task."""

    rounds: tuple[Round, ...]
    sentences: tuple[str, ...]
    verdict: str


# ---------------------------------------------------------------------- the task


def task_in_words(problem: Problem, session: Session) -> str:
    """Returns the task of a problem in a sentence or two. session: at the position of the problem."""
    state = _state_in_play(session)
    return f"{_turn_sentence(session.game, state)} {goal_sentence(session.game, state, problem.goal, problem.solver)}"


def _turn_sentence(game: AnyGame, state: State) -> str:
    legal = game.legal(state)
    match verb_of(legal[0]):
        case Verb.GIVE:
            return "Your Goose has taken the trick: give it to a seat."
        case Verb.KEEP:
            return "The trick is yours: keep one card of it."
    if isinstance(state, SealedState):
        listed = phrases.listed([game.text.card_name(card) for card in state.offer])
        others = "the others see" if len(state.hands) > 2 else "your opponent sees"
        return f"{listed} {'is' if len(state.offer) == 1 else 'are'} on offer. You bid first, and {others} your card."
    assert isinstance(state, TrickState)
    if not state.trick:
        return "Your lead."
    return f"[{state.leader} led] {game.text.card_name(state.trick[0])}."


def goal_sentence(game: AnyGame, state: State, goal: Goal, seat: int) -> str:
    """Returns the task of a problem in one sentence. If the game has no sentence for this task, uses one that fits any game."""
    own = str(game.text.task_sentence(state, goal.kind, goal.number))
    if own:
        return own
    left = rounds_left(state)
    what = "trick" if isinstance(state, TrickState) else "card"
    still = "" if isinstance(state, TrickState) else " still to be won"
    match goal.kind:
        case Task.TRICKS:
            return f"You need {_remaining_in_words(goal.number, left, what)}{still}."
        case Task.NONE:
            return f"Take {'at most ' if goal.number else ''}{_remaining_in_words(-goal.number, left, what)}{still}."
        case Task.EXACT:
            if not goal.exact_tricks:
                return f"You have what you bid: take {_remaining_in_words(0, left, what)}."
            return f"You need exactly {_remaining_in_words(goal.exact_tricks, left, what)} for your bid."
        case Task.POINTS:
            now = int(game.points(state)[seat])
            task = "do not end below" if goal.number <= now else "make sure of"
            return f"The deal brings you {phrases.points_in_words(now)} so far: {task} {phrases.with_minus_sign(goal.number)}."
        case Task.BEST:
            return "Make sure that nobody does as well as you in this deal."
        case Task.RUIN:
            return f"See that {seat_names(goal.seats)} score nothing."


def rounds_left(state: State) -> int:
    """Returns the number of tricks still to be taken, including the trick on the table, or of cards still to be won."""
    if isinstance(state, SealedState):
        return len(state.offer) + len(state.stock)
    sizes = [held.bit_count() for held in state.hands]
    lying = isinstance(state, TrickState) and len(state.trick) == len(state.hands)
    return max(sizes) + lying


def _remaining_in_words(number: int, remaining: int, singular: str) -> str:
    if remaining == 1:
        return f"the last {singular}" if number else f"not the last {singular}"
    if number == remaining:
        return f"both {singular}s" if remaining == 2 else f"all {phrases.number_word(remaining)} {singular}s"
    return f"{phrases.number_word(number)} of the {phrases.number_word(remaining)} {singular}s"


def stock_sentence(game: AnyGame, state: State) -> str:
    """Returns the sentence that lists the cards of the stock in their order; "" without a stock."""
    if not isinstance(state, SealedState) or not state.stock:
        return ""
    listed = [game.text.card_name(card) for card in reversed(state.stock)]
    return f"Then {phrases.listed(listed)} {'comes' if len(listed) == 1 else 'come, in this order'}."


# ---------------------------------------------------------------------- the course after an answer


def play_after_answer(task: Problem, game: AnyGame, answer: str) -> Outcome:
    """Returns the best line of play after an answer, and sentences on that line. Raises ProblemError for a damaged problem."""
    session = problem.begin_session(task, game)
    left = rounds_left(_state_in_play(session))
    rounds = tuple(_rounds_of_line(session, [f"{task.solver} {answer}", *task.lines[answer]]))
    sentences = tuple(_round_sentences(game, game.parse_action(answer, ()), rounds))
    done = answer == task.right
    return Outcome(rounds, sentences, _verdict_sentence(game, task, session, left, task.values[answer], done))


def _rounds_of_line(session: Session, line: Sequence[str]) -> Iterator[Round]:
    taken: Taken | None = None
    for text in line:
        seat, action = problem.parse_action(session, text)
        state = _state_in_play(session)
        lying, offer = _cards_after(state, seat, action), state.offer if isinstance(state, SealedState) else ()
        events = session.act(seat, action)
        took = [event for event in events if isinstance(event, Taken)]
        taken = took[0] if took else taken
        if verb_of(action) in (Verb.GIVE, Verb.KEEP):
            gives = verb_of(action) is Verb.GIVE
            full = Round(lying, seat, taken.card if taken else -1)
            yield full._replace(given=value_of(action)) if gives else full._replace(kept=value_of(action))
            taken = None
        elif any(isinstance(event, Taken | Tied) for event in events) and not _must_taker_act(session):
            yield Round(lying, taken.seat if took and taken else None, taken.card if took and taken else -1, offer=offer)
            taken = None


def _must_taker_act(session: Session) -> bool:
    """Returns True if a full trick is still on the table because its taker must first give it away or keep one of its cards."""
    state = _state_in_play(session)
    return isinstance(state, TrickState) and len(state.trick) == len(state.hands)


def _cards_after(state: State, seat: int, action: Action) -> tuple[tuple[int, Card], ...]:
    card = card_of(action) if verb_of(action) in (Verb.PLAY, Verb.OFFER) else None
    own = () if card is None else ((seat, card),)
    if isinstance(state, SealedState):
        return tuple((other, state.bids[other]) for other in state.committed) + own
    assert isinstance(state, TrickState)
    return tuple((state.seat_at(place), other) for place, other in enumerate(state.trick)) + own


def _round_sentences(game: AnyGame, answer: Action, rounds: Sequence[Round]) -> Iterator[str]:
    for number, one in enumerate(rounds):
        first = number == 0
        yield _bids_sentence(game, one, first) if one.offer else _trick_sentence(game, one, answer if first else None)


def _trick_sentence(game: AnyGame, played_round: Round, answer: Action | None) -> str:
    face, leader, led = game.text.card_name, played_round.plays[0][0], played_round.plays[0][1]
    told = f"[{leader} leads] {face(led)}"
    if played_round.given >= 0:
        if answer is not None and verb_of(answer) is Verb.GIVE:
            return f"[{played_round.given} has] the trick."
        if played_round.given == played_round.taker:
            return f"{told}, and [{played_round.taker} keeps] the trick."
        return f"{told}, and [{played_round.taker} gives] the trick to [{played_round.given}]."
    if answer is not None and verb_of(answer) is not Verb.KEEP:
        kept = f" to keep {face(played_round.kept)}" if played_round.kept not in (-1, played_round.card) else ""
        if card_of(answer) == played_round.card:
            return f"{face(played_round.card)} takes the trick{kept}."
        return f"[{played_round.taker} takes] it with {face(played_round.card)}{kept}."
    if played_round.kept not in (-1, played_round.card):
        if played_round.card in (-1, led):
            return f"{told}, and [{played_round.taker} keeps] {face(played_round.kept)} of the trick."
        return f"{told}, and [{played_round.taker} takes] it with {face(played_round.card)} to keep {face(played_round.kept)}."
    if played_round.card == led:
        return f"{told}, and that wins."
    return f"{told}, and [{played_round.taker} takes] it with {face(played_round.card)}."


def _bids_sentence(game: AnyGame, played_round: Round, is_first: bool) -> str:
    face = game.text.card_name
    it = "it" if len(played_round.offer) == 1 else "them"
    what = it if is_first else phrases.listed([face(card) for card in played_round.offer])
    bids = phrases.listed([face(card) for _, card in played_round.plays])
    if played_round.taker is None:
        return f"{bids} are bid for {what}, and nobody takes {it}."
    others = phrases.listed([face(card) for seat, card in played_round.plays if seat != played_round.taker])
    return f"[{played_round.taker} takes] {what} with {face(played_round.card)} against {others}."


def _verdict_sentence(game: AnyGame, problem: Problem, session: Session, remaining: int, value: int, is_done: bool) -> str:
    goal, seat, state = problem.goal, problem.solver, _state_in_play(session)
    what = "trick" if isinstance(state, TrickState) else "card"
    match goal.kind:
        case Task.TRICKS:
            if is_done:
                return f"You have {_remaining_in_words(value, remaining, what)}."
            if value:
                return f"You have only {_remaining_in_words(value, remaining, what)}."
            return f"You have no {what}."
        case Task.NONE:
            return f"You take {_remaining_in_words(-value, remaining, what)}."
        case Task.EXACT:
            quota = game.text.quota(state, seat)
            assert quota is not None, "only bids ask for an exact number of tricks"
            if is_done:
                return "Your bid is made."
            return f"You bid {phrases.number_word(quota.bid)} and end with {phrases.number_word(quota.won)}."
        case Task.POINTS:
            return f"You come to {phrases.with_minus_sign(value)}."
    return game.text.tally(state, seat).sentence


def _state_in_play(session: Session) -> State:
    assert session.state is not None, "a problem has a deal on the table"
    return session.state
