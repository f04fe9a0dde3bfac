"""Prints hints in all games, for card players to judge, each with the position as the person to act sees it; or prints reviews.

python build/lab/hints.py [--each N] [--seed S] [--game ID] [--level LEVEL] [--figures] [--reviews N]

Quick players play a deal up to a random decision. The adviser of hints then searches that decision. The same seed prints the
same hints. With --reviews, the program instead reviews deals of a person who takes a hint in a quarter of the decisions.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any, Final

ROOT: Final = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from goosetable import players  # noqa: E402 - the source tree comes first
from goosetable.cards import BIT, ONE_PACK, members  # noqa: E402
from goosetable.engine.game import AnyGame  # noqa: E402
from goosetable.engine.hidden.view import View, view  # noqa: E402
from goosetable.engine.record import format  # noqa: E402
from goosetable.engine.record.format import Chair, Header  # noqa: E402
from goosetable.engine.record.seed import code_in_series  # noqa: E402
from goosetable.engine.record.session import Session  # noqa: E402
from goosetable.engine.rules.action import Action, Verb, card_of, verb_of  # noqa: E402
from goosetable.engine.rules.deal import Standing, Stream  # noqa: E402
from goosetable.engine.rules.event import HIDDEN  # noqa: E402
from goosetable.engine.rules.options import options_as_json  # noqa: E402
from goosetable.engine.rules.state import SealedState, State, TrickState  # noqa: E402
from goosetable.engine.text.advice import Decision  # noqa: E402
from goosetable.engine.words.phrases import count_text, format_points, with_seats_named  # noqa: E402
from goosetable.games import SHELF, find_game  # noqa: E402
from goosetable.players.agent import RESTARTS, BuiltInPlayer, Trace  # noqa: E402
from goosetable.players.analysis import Analysis  # noqa: E402
from goosetable.players.levels import make_player_with_effort  # noqa: E402
from goosetable.review.deal_review import DealReview  # noqa: E402
from goosetable.review.evaluate import Adviser  # noqa: E402
from goosetable.review.steps import HINT_TAKEN, finished_deals  # noqa: E402

NAMES: Final = ("Ann", "Ben", "Cat", "Dan", "Eve", "Fay")
QUICK_LEVEL: Final = "medium@10%"
HINT_TAKEN_CHANCE: Final = 0.25
"""Probability that the reviewed person takes a hint at a decision."""
MOST_EARLIER_DEALS: Final = 2
"""Greatest number of deals before the one with the decision."""
MOST_REMOVED_NAMED: Final = 8
"""Largest number of cards of a full pack that are named because they are not played with."""
OPTIONS: Final[dict[str, list[dict[str, Any]]]] = {
    "goose": [{"players": 4, "max_hand": 8}, {"players": 3, "max_hand": 6}, {"players": 5, "max_hand": 7, "jokers": "top"}],
    "cross-purposes": [{}, {"players": 4}],
    "gops": [{}, {"players": 3}],
    "fools-gold": [{}, {"players": 4}],
}
"""By game, the options of its deals in turn. Games that are not listed have their default options."""


def begin_random_deal(game: AnyGame, options: Any, rng: Random) -> State:
    """Returns the state at the beginning of a deal of a game with a random code; up to `MOST_EARLIER_DEALS` were played."""
    seats = game.seats(options)
    code = code_in_series(str(rng.getrandbits(60)), 1)
    standing = Standing(0, (0,) * seats)
    dealer = game.first_dealer(options, Stream(code, 0))
    state: State = game.begin_deal(options, standing, game.deal(options, standing, dealer, Stream(code, 1)))
    for earlier in range(1, 1 + int(rng.random() * (1 + MOST_EARLIER_DEALS))):
        for _ in views_to_end(game, state, rng):
            pass
        standing = game.standing_after(standing, state)
        if game.winners(options, standing):
            return begin_random_deal(game, options, rng)
        deal = game.deal(options, standing, (dealer + earlier) % seats, Stream(code, earlier + 1))
        state = game.begin_deal(options, standing, deal)
    return state


def views_to_end(game: AnyGame, state: State, rng: Random) -> Iterator[View]:
    """Plays a deal to its end between quick players; yields the view at each decision with two or more different actions."""
    seated = [make_player_with_effort(QUICK_LEVEL, Random(rng.getrandbits(60))) for _ in state.hands]
    while not state.over:
        state.turn = seat = state.seats_to_act[0]
        seen = view(game, state, seat)
        if len({game.action_text(action) for action in seen.legal}) > 1:
            yield seen
        game.apply(state, players.decide(seated[seat], seen))


def random_view(game: AnyGame, options: Any, rng: Random) -> View:
    """Plays a deal; returns the view at one of its decisions, each with the same probability."""
    found = list(views_to_end(game, begin_random_deal(game, options, rng), rng))
    return found[int(rng.random() * len(found))]


def analyse_decision(seen: View, level: str, seed: str) -> Analysis:
    """Searches a decision as for a hint; returns the analysis."""
    adviser = make_player_with_effort(level, Random(seed))
    assert isinstance(adviser, BuiltInPlayer)
    adviser.trace = Trace(RESTARTS)
    chosen = players.decide(adviser, seen)
    mixture = adviser.trace.mixture
    return Analysis(seen, adviser, max(mixture, key=mixture.__getitem__) if mixture else chosen)


def card_names(seen: View, group: int) -> str:
    text = seen.game.text
    return " ".join(text.card_name(card) for card in sorted(members(group), key=lambda card: text.sort_key(seen.known, card)))


def action_name(game: AnyGame, action: Action) -> str:
    """Returns an action with its card as players name it: "play 10♣"; a call as in the record: "bid 3"."""
    card, written = card_of(action), game.action_text(action)
    return written if card is None else f"{written.split()[0]} {game.text.card_name(card)}"


def command_words(seen: View, written: str) -> str:
    """Returns a legal action as the hints name it: "bid Q♦", "lead 10♣", "name aces". written: the action as in the record."""
    face = seen.game.text.card_name
    at = Decision(seen.known, seen.unseen, seen.sizes, seen.known_hand_cards, seen.legal, face)
    return seen.game.advice.command(at, seen.game.parse_action(written, seen.legal))


def open_cards(seen: View) -> Iterator[str]:
    """Yields lines on the card turned up, and on the few cards of a pack of 52 that are not played with."""
    known = seen.known
    turned = getattr(known, "turned", HIDDEN)
    if turned != HIDDEN:
        yield f"turned up: {seen.game.text.card_name(turned)}"
    played = [card_of(action) for _, action in known.actions]
    used = seen.hand | seen.unseen | sum({BIT[card] for card in (*played, turned) if card is not None and card != HIDDEN})
    left = sum(ONE_PACK[:4]) & ~used
    if 0 < left.bit_count() <= MOST_REMOVED_NAMED:
        yield f"not in the pack: {card_names(seen, left)}"


def describe_view(seen: View) -> Iterator[str]:
    """Yields the lines that describe a view."""
    game, known, me = seen.game, seen.known, seen.seat
    text = game.text
    yield f"{game.title}, {len(known.hands)} players, {text.progress(known)}; you are [{me}]; dealer [{known.dealer}]"
    chosen = ", ".join(f"{name} {value}" for name, value in options_as_json(known.options).items())
    yield f"deal {known.number} of this game; options: {chosen}"
    if any(known.totals):
        yield "totals: " + ", ".join(f"[{who}] {format_points(total)}" for who, total in enumerate(known.totals))
    yield f"hand: {card_names(seen, seen.hand)}"
    if not isinstance(known, SealedState):
        yield from open_cards(seen)
    marks = [f"{badge.label} [{badge.seat}]" if badge.seat is not None else badge.label for badge in text.badges(known)]
    if isinstance(known, TrickState):
        lying = [f"[{known.seat_at(at)}] {text.card_name(card)}" for at, card in enumerate(known.trick)]
        names = verb_of(seen.legal[0]) not in (Verb.PLAY, Verb.KEEP, Verb.GIVE)
        yield f"trick: {', '.join(lying) or ('none yet' if names else 'you lead')}"
        if known.trump_suit is not None:
            marks.append(f"trumps {'♠♥♦♣'[known.trump_suit]}")
        yield "tricks: " + ", ".join(f"[{who}] {count}" for who, count in enumerate(known.taken()))
    if hasattr(options := known.options, "jokers"):
        marks.append(f"jokers {options.jokers}")
    for what in ("bids", "kept", "tops", "first"):
        value = getattr(known, what, None)
        if what == "kept" and value:
            yield "kept: " + "; ".join(f"[{who}] {card_names(seen, held) or '-'}" for who, held in enumerate(value))
        elif what == "tops" and value is not None and value >= 0:
            marks.append(f"tops {['A', 'K', 'Q', 'J', '10', '9', '8', '7', '6', '5', '4', '3', '2'][value]}")
        elif value and not isinstance(known, SealedState):
            yield f"{what}: {value}"
    if isinstance(known, SealedState):
        yield f"on offer: {' '.join(text.card_name(card) for card in known.offer)}"
        won = (f"[{who}] {card_names(seen, held) or '-'}" for who, held in enumerate(known.won))
        yield f"won: {'; '.join(won)}"
    yield f"marks: {', '.join(marks)}" if marks else "marks: -"
    story = [f"[{seat}] {action_name(game, action)}" for seat, action in known.actions]
    yield "story: " + ", ".join(story)


def review_deal(game: AnyGame, options: Any, rng: Random, level: str) -> Iterator[str]:
    """Plays a deal with a person at seat 0, and yields the lines of its review."""
    seats = game.seats(options)
    chairs = tuple(Chair(NAMES[seat], "human" if seat == 0 else "easy") for seat in range(seats))
    header = Header(game.id, dict(options_as_json(options)), code_in_series(str(rng.getrandbits(60)), 1), chairs)
    lines: list[format.Line] = [header]
    session = Session(game, header, lines.append)
    session.begin_deal()
    quick = [
        make_player_with_effort("easy@50%" if seat == 0 else QUICK_LEVEL, Random(rng.getrandbits(60))) for seat in range(seats)
    ]
    while session.due_step == "act":
        seat = session.turn
        assert seat is not None
        seen = session.view(seat)
        if seat == 0 and len(seen.legal) > 1 and rng.random() < HINT_TAKEN_CHANCE:
            session.record_help_used("hint")
            session.record_help_used(HINT_TAKEN)
            session.act(seat, analyse_decision(seen, level, str(rng.random())).best)
        else:
            session.act(seat, players.decide(quick[seat], seen))
    session.score_deal()
    text = "".join(f"{format.line_as_text(line)}\n" for line in lines)
    (deal,) = finished_deals(text.encode(), find_game)
    review = DealReview(deal, Adviser(level))
    found = [one for one in review.run() if one is not None and one.had_choice]
    mistakes = [one for one in found if one.mistake_grade]
    counts = [(len(mistakes), "mistake"), (len(found), "decision"), (sum(one.followed_hint for one in found), "hint")]
    wrong, asked, hinted = (count_text(number, noun) for number, noun in counts)
    yield f"{game.title}: {wrong} in {asked}, {hinted} taken"
    for one in found:
        if one.mistake_grade_ignoring_hint:
            step = next(step for step in deal.steps if step.line == one.line)
            cost = f"chance {one.cost.chance.mean:.3f}, points {one.cost.points.mean:.1f}"
            seen = step.view(game)
            done, better = command_words(seen, one.played), command_words(seen, one.best)
            yield from describe_view(seen)
            if one.followed_hint:
                little = "a little " if one.mistake_grade_ignoring_hint == 1 else ""
                yield f"HINT TAKEN: {done}. You took the hint. On more thought {better} is {little}better. ({cost})"
                continue
            yield f"{('LITTLE', 'SOME', 'MUCH')[one.mistake_grade - 1]}: {done}, better {better}: {one.why}. ({cost})"
            if one.follows:
                follows = ", ".join(f"[{seat}] {written}" for seat, written in one.follows)
                yield f"after {better} most likely: {follows}"
            if one.hidden:
                yield f"what was hidden: {one.hidden}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--each", type=int, default=15, help="hints of each game")
    parser.add_argument("--seed", default="hints")
    parser.add_argument("--game", default="")
    parser.add_argument("--level", default=players.ADVICE)
    parser.add_argument("--figures", action="store_true", help="with the values of all actions")
    parser.add_argument("--reviews", type=int, default=0, help="reviews of each game instead of hints")
    asked = parser.parse_args()
    number = 0
    for game in [find_game(asked.game)] if asked.game else SHELF:
        variants = OPTIONS.get(game.id, [{}])
        for each in range(asked.reviews):
            options = game.Options(**variants[each % len(variants)])
            print("===")
            for line in review_deal(game, options, Random(f"{asked.seed}:{game.id}:{each}"), asked.level):
                print(with_seats_named(line, NAMES[: game.seats(options)], 0), flush=True)
        for each in range(0 if asked.reviews else asked.each):
            rng = Random(f"{asked.seed}:{game.id}:{each}")
            options = game.Options(**variants[each % len(variants)])
            game.check_options(options)
            seen = random_view(game, options, rng)
            found = analyse_decision(seen, asked.level, f"{asked.seed}:{each}")
            number += 1
            names = NAMES[: len(seen.known.hands)]
            print(f"--- {number}")
            for line in describe_view(seen):
                print(with_seats_named(line, names, seen.seat))
            print(f"HINT: {with_seats_named(found.hint(), names, seen.seat)}.")
            if asked.figures:
                values = ", ".join(f"{game.action_text(action)} {value:.3f}/{found.visits.get(action, 0)}"
                                   for action, value in sorted(found.values.items(), key=lambda pair: -pair[1]))  # fmt: skip
                print(f"      {found.confidence.word}: {values}")
                print(f"      {with_seats_named(f':{found.reason_for(found.best)}', names, seen.seat)}")
            sys.stdout.flush()


if __name__ == "__main__":
    main()
