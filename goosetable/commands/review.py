"""`goosetable review`: the cost of each decision in a record, judged by the information that its seat had, as JSON Lines."""

from __future__ import annotations

import argparse

from goosetable.commands import console, setup
from goosetable.commands.console import CommandError, Parser, parse_ascii_text, print_error, print_json, whole_number_parser
from goosetable.engine.words.clean import escaped_file_name
from goosetable.engine.words.phrases import with_seats_named
from goosetable.games import find_game
from goosetable.players.levels import MAX_ITERATIONS
from goosetable.review import deal_review
from goosetable.review.deal_review import DealReview, costliest_decisions
from goosetable.review.evaluate import Adviser
from goosetable.review.opinion import Opinion, accuracy_by_seat
from goosetable.review.steps import PlayedDeal, finished_deals


def run(argv: list[str]) -> int:
    """Prints a line for each reviewed decision, and one for each deal and seat. Stops at the first error; returns the exit
    code.

    If there is no line to print, prints the reason on standard error.
    """
    parser = Parser("review", "Says what each decision of the finished deals of a record cost on average.")
    parser.add_argument("file", metavar="FILE", help="a record, or - for standard input")
    parser.add_argument("--level", default=Adviser().level, help=f"a level that searches ({Adviser().level})")
    parser.add_argument("--seats", type=_parse_seats, metavar="SEATS", help="0,2: whose decisions (where a person sits)")
    parser.add_argument("--seed", type=parse_ascii_text, default="", help="another seed, other imagined deals")
    about = "how much is thought about a decision"
    parser.add_argument("--iterations", type=whole_number_parser(1, MAX_ITERATIONS), metavar="N", help=about)
    arguments = parser.parse_args(argv)
    adviser = Adviser(arguments.level, arguments.seed, arguments.iterations)
    try:
        adviser.make_player("")
    except ValueError as wrong:
        raise CommandError(str(wrong)) from None
    _print_reviews(arguments, adviser)
    return 0


def _print_reviews(arguments: argparse.Namespace, adviser: Adviser) -> None:
    over = asked = told = 0
    with console.open_record(arguments.file) as stream:
        for deal in finished_deals(stream, find_game):
            seats = len(deal.names)
            if arguments.seats and max(arguments.seats) >= seats:
                raise CommandError(
                    f"there is no seat {max(arguments.seats)} in deal {deal.number}: its seats are 0 to {seats - 1}"
                )
            review = DealReview(deal, adviser, arguments.seats)
            over += 1
            if review.step_numbers:
                asked += 1
                setup.report_missing_weights(deal.game, [adviser.make_player("")])
            told += _print_deal(deal, review)
    if not told:
        print_error(f"goosetable review: {escaped_file_name(arguments.file)}: {_reason_for_no_review(over, asked)}")


def _reason_for_no_review(finished_deals: int, reviewed_deals: int) -> str:
    if not finished_deals:
        return "no deal is over, so there is nothing to review"
    if not reviewed_deals:
        return "no person sat in the deals that are over; --seats 0,1 names the seats to review"
    return "no decision was a choice, so there is nothing to review"


def _print_deal(deal: PlayedDeal, review: DealReview) -> int:
    found: list[Opinion] = []
    for opinion in review.run():
        if opinion is not None and opinion.had_choice:
            found.append(opinion)
            print_json(_opinion_as_json(opinion, deal.names))
    for seat, (good, of) in accuracy_by_seat(found).items():
        own = costliest_decisions(opinion for opinion in found if opinion.seat == seat)
        dear = [{"line": opinion.line, "counts": bool(opinion.mistake_grade), "size": opinion.mistake_grade} for opinion in own]
        print_json({"deal": deal.number, "seat": seat, "as good as any": good, "decisions": of, "dearest": dear})
    return len(found)


def _opinion_as_json(opinion: Opinion, names: tuple[str, ...]) -> dict[str, object]:
    plain = deal_review.opinion_values(opinion) | {"counts": bool(opinion.mistake_grade), "size": opinion.mistake_grade}
    why, hidden = (with_seats_named(text, names, opinion.seat) for text in (f":{opinion.why}", opinion.hidden))
    return plain | {"why": f"{why[1:]}." if opinion.why else "", "hidden": hidden}


def _parse_seats(text: str) -> tuple[int, ...]:
    parts = text.split(",")
    if not all(part.isascii() and part.isdecimal() and len(part) < 3 for part in parts):
        raise argparse.ArgumentTypeError(f"{text!r} is not a list of seats such as 0,2")
    return tuple(sorted({int(part) for part in parts}))
