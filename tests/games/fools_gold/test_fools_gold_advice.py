"""Hints of Fools Gold: a search of few simulations leaves close cards to the learned policy, and reasons are counted."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from random import Random
from typing import Any

from goosetable import cards
from goosetable.engine.hidden.view import View
from goosetable.engine.rules.action import Action, Verb, verb_of
from goosetable.engine.rules.state import TrickState
from goosetable.engine.text.advice import MAX_WORDS, MOSTLY, UNLIKELY, Decision, Ranking
from goosetable.engine.text.explain import ActionStatistics
from goosetable.engine.words import phrases
from goosetable.games import find_game
from goosetable.games.fools_gold.advice import GoldAdvice
from goosetable.games.fools_gold.rules import KEEP
from goosetable.players.analysis import Analysis
from goosetable.players.levels import make_player_with_effort
from goosetable.players.rated import MAX_ROUGH_LOSS
from tests.engine.text.test_advice import trick_of
from tests.games.playing import Variant
from tests.players.asked import analysis_by
from tests.players.positions import turns

GAME = find_game("fools-gold")


def analysis_of(seen: View, seed: str) -> Analysis:
    return analysis_by(make_player_with_effort("expert@20%", Random(seed)), seen)


def of_gold(hand: str, unseen: str, trick: str = "", own: str = "", trump: int | None = None) -> Any:
    """A seat of Fools Gold; no other has kept a card. own: cards that it has kept. trump: None for that of the deal."""
    at = trick_of("fools-gold", hand, unseen, trick)
    known: Any = at.known
    known.kept = [0] * len(at.hand_sizes)
    known.kept[at.seat] = cards.cards(own)
    known.trump = known.trump if trump is None else trump
    return at


def test_a_rough_search_advises_a_close_card_by_the_policy() -> None:
    policy, rough = GAME.heuristics.policy(), 0
    assert policy is not None
    leads = []
    for turn in turns(Variant(GAME, GAME.Options()), "rough", 60, 0.3):
        known, legal = turn.view.known, turn.view.legal
        if isinstance(known, TrickState) and not known.trick and verb_of(legal[0]) is Verb.PLAY:
            leads.append(turn.view)
    for seen in leads[:6]:
        found = analysis_of(seen, "rough")
        if not found.is_rough:
            continue
        rough += 1
        shares = dict(zip(seen.legal, policy.probabilities(seen.known, seen.legal), strict=True))
        robust = max(found.visits, key=found.visits.__getitem__)
        assert found.values[robust] - found.values[found.best] <= MAX_ROUGH_LOSS
        assert shares[found.best] >= shares[robust] or found.visits[robust] == found.visits[found.best]
    assert rough


def test_a_high_ruff_says_which_trumps_could_overruff_a_low_one() -> None:
    at = of_gold("AC QC 7H", "KC 3D 9H 8H 6H", "5D", own="KD QD", trump=3)
    said = [tip.hint for tip in GAME.advice.tips(at, cards.card("AC"))]
    assert "Ruff with A♣, not Q♣, which K♣ could overruff" in said


def test_a_card_that_leaves_a_bad_suit_is_said_to_be_the_highest_that_loses() -> None:
    at = of_gold("AD JD 7D", "KD 9D 8D 3H 4H", "QD", own="KS 8S")
    said = [tip.hint for tip in GAME.advice.tips(at, cards.card("JD"))]
    assert "Leave it with J♦, the highest that loses: diamonds count against you" in said
    assert "highest" not in next(tip.hint for tip in GAME.advice.tips(at, cards.card("7D")) if tip.name == "duck")


def test_a_lead_that_only_a_trump_beats_says_what_it_gains_unless_it_is_ruffed() -> None:
    at = of_gold("QH TH 3H AC", "7H KS QS JS", own="AH KH QC QD", trump=0)
    found = {action: ActionStatistics(100, {"takes": 0.1, "suit 1": 0.6}) for action in at.legal}
    at = dataclasses.replace(at, prospects=found)
    said = [GAME.advice.plain_sentence(at, cards.card(name), None) for name in ("QH", "TH")]
    assert said[0] == "Lead Q♥: unless it is ruffed, it makes a set of queens"
    assert said[1] == "Lead 10♥: only a trump can beat it, and hearts count for you"


def test_a_card_kept_for_a_set_is_said_to_have_its_rank_in_the_hand_or_out() -> None:
    at = of_gold("TD JD 9S", "TC AD KD QD 6C", "TS 6S 8C JC")
    at = dataclasses.replace(at, legal=(KEEP + cards.card("TS"), KEEP + cards.card("6S")))
    said = [tip.hint for tip in GAME.advice.tips(at, KEEP + cards.card("TS"))]
    assert "Keep 10♠: 10♦ is in your hand and 10♣ still out, for a set of tens" in said
    gone = dataclasses.replace(at, unseen=cards.cards("AD KD QD 6C"))
    assert "own more" not in {tip.name for tip in GAME.advice.tips(gone, KEEP + cards.card("TS"))}, "two tens are no set"


def test_a_trick_is_taken_for_a_set_of_which_the_hand_holds_the_rest() -> None:
    at = of_gold("AS 9S AH AD", "3S 4S KH 3D", "QS 6S KS")
    tips = {tip.name: tip.hint for tip in GAME.advice.tips(at, cards.card("AS"))}
    assert next(iter(tips)) == "set hope"
    assert tips["set hope"] == "Take it with A♠, to keep it: with A♥ and A♦ it can become a set"


def test_a_high_ruff_of_a_suit_that_counts_says_so() -> None:
    at = of_gold("KC QC 9C TS", "3S 4S KH 3D", "5D 8D AD", own="KD", trump=3)
    tips = {tip.name: tip.hint for tip in GAME.advice.tips(at, cards.card("QC"))}
    assert tips["own suit"] == "Take it with Q♣: diamonds count for you"


def test_a_lead_that_may_be_ruffed_is_only_kept_if_it_wins() -> None:
    at = of_gold("AC KC 3H", "7C 5C QD 6D 3D TH KD", own="KS TS", trump=1)
    missed = next(tip.missed for tip in GAME.advice.tips(at, cards.card("KC")) if tip.name == "pair")
    assert missed.startswith("K♣, if it won, could be kept beside K♠")


def test_a_rank_of_which_no_set_can_come_is_not_kept_from_an_opponent() -> None:
    at = of_gold("TS 9S KC", "9C 8C 3D 4D", "JS")
    at.known.leader = (at.seat - 1) % len(at.hand_sizes)
    at.known.kept[at.known.leader] = cards.cards("9H")
    assert "starve" in {tip.name for tip in GAME.advice.tips(at, cards.card("TS"))}
    gone = dataclasses.replace(at, unseen=cards.cards("8C 3D 4D"))
    assert "starve" not in {tip.name for tip in GAME.advice.tips(gone, cards.card("TS"))}, "9♥ and 9♠ alone are no set"


def figures_of(at: Any, card: int, rng: Random) -> ActionStatistics:
    """Figures of a search as they may be: a card that is not ahead takes nothing."""
    keys = [f"{name} {number}" for name in ("suit", "sets") for number in range(4)]
    keys += [f"set {who} {rank}" for who in range(4) for rank in range(12)] + ["grows"]
    takes = 0.0 if card < KEEP and at.known.trick and not GoldAdvice().is_ahead(at, card) else rng.random()
    return ActionStatistics(50, {key: rng.random() for key in keys} | {"takes": takes})


def test_every_principle_is_short_and_names_its_card_whatever_the_playouts_say() -> None:
    rng, said = Random("figures"), set()
    for options in (GAME.Options(), GAME.Options(players=4)):
        for turn in turns(Variant(GAME, options), "figures", 100, 0.4):
            at = Decision(turn.view.known, turn.view.unseen, turn.view.sizes, turn.view.known_hand_cards, turn.view.legal,
                          GAME.text.card_name)  # fmt: skip
            at = dataclasses.replace(at, prospects={card: figures_of(at, card, rng) for card in at.legal})
            for action in at.legal:
                name = at.face(action - KEEP if action >= KEEP else action)
                for tip in GAME.advice.sound_tips(at, action):
                    said.add(tip.name)
                    assert name in tip.hint and len(tip.hint.split()) <= MAX_WORDS, tip.hint
                    assert tip.hint[-1] not in ".,:;" and "  " not in tip.hint, tip.hint
                    takes = at.mean(action, "takes") or 0.0
                    assert "it should lose" not in tip.hint or takes <= UNLIKELY, tip.hint
                    assert "it should win" not in tip.hint or takes >= MOSTLY, tip.hint
    assert said >= {"own suit", "duck", "exit", "unload", "to come", "own more", "forced", "starve", "feed"}, said


def trick_with(hand: str, unseen: str, trick: str, kept: dict[int, str]) -> Any:
    """A seat plays last to a trick; kept: cards by the number of seats before it, 0 for its own."""
    at = of_gold(hand, unseen, trick)
    seats = len(at.hand_sizes)
    at.known.leader = (at.seat + 1) % seats
    for before, held in kept.items():
        at.known.kept[(at.seat - before) % seats] = cards.cards(held)
    return at


def hints_of(at: Any, card: str) -> dict[str, str]:
    return {tip.name: tip.hint for tip in GAME.advice.sound_tips(at, cards.card(card))}


def with_figures(at: Any, card: str, **means: float) -> Any:
    figures = {key.replace("_", " "): value for key, value in means.items()}
    return dataclasses.replace(at, prospects={cards.card(card): ActionStatistics(50, figures)})


def test_a_suit_counts_for_the_seat_only_if_it_should_do_so_at_the_end() -> None:
    at = trick_with("KD 3C", "9S 8S 7H 6C", "QD 4D", {0: "AS"})
    assert hints_of(with_figures(at, "KD", takes=1.0, suit_2=0.6), "KD").get("own suit") is None, "against it for now"
    own = trick_with("KD 3C", "9S 8S 7H 6C", "QD 4D", {0: "AD"})
    assert (
        hints_of(with_figures(own, "KD", takes=1.0, suit_2=0.9), "KD")["own suit"] == "Take it with K♦: diamonds count for you"
    )
    assert "own suit" not in hints_of(with_figures(own, "KD", takes=1.0, suit_2=0.1), "KD"), "another suit will be better"


def test_a_trick_is_left_to_the_opponent_against_whom_it_counts() -> None:
    at = trick_with("KD 3D", "9S 8S 7H 6C", "4D QD", {0: "9H", 1: "AS KS"})
    assert "diamonds count against" in hints_of(at, "3D")["feed"]
    third = trick_with("KD 3D", "9S 8S 7H QC", "4D QD", {0: "9H", 1: "QS QH"})
    assert "feed" not in hints_of(third, "3D"), "the queen makes a set"


def test_a_card_that_would_go_to_a_collector_is_taken() -> None:
    at = trick_with("KD 3D", "9S 8S 7H QC", "4D QD", {0: "9H", 1: "QS"})
    assert hints_of(at, "KD")["keep from"].endswith("may keep a second queen beside Q♠")
    gone = trick_with("KD 3D", "9S 8S 7H 6C", "4D QD", {0: "9H", 1: "QS"})
    assert "keep from" not in hints_of(gone, "KD"), "no third queen can come"


def test_no_set_is_spoken_of_that_hardly_ever_comes() -> None:
    at = trick_with("TD JD 9S", "TC AD KD QD 6C", "TS 6S 8C", {})
    keep = KEEP + cards.card("TS")
    at = dataclasses.replace(at, legal=(keep, KEEP + cards.card("6S")))
    for share, told in ((0.3, True), (0.02, False)):
        counted = dataclasses.replace(at, prospects={keep: ActionStatistics(50, {"grows": share})})
        assert ("own more" in {tip.name for tip in GAME.advice.sound_tips(counted, keep)}) == told
    assert GAME.advice.has_drawback(at, KEEP + cards.card("6S"), keep), "two sixes are no set"
    assert not GAME.advice.has_drawback(at, keep, keep)


def ranking_of(at: Decision[Any], best: Action, worse: Sequence[Action] = ()) -> Ranking:
    """The ranking of a decision with a best action and clearly worse ones."""
    loss = {one: 0.1 * (one in worse) for one in at.legal}
    return Ranking(best, (), (), worse, loss, listed=lambda group: phrases.listed(list(map(at.face, group)), "or"),
                   indifferent="no difference")  # fmt: skip


def test_of_equal_losers_in_a_bad_suit_the_highest_goes() -> None:
    at = trick_with("KD 8D 3D 4S", "9D 6D 5D 3H 4H", "TD", {0: "AS QS"})
    king, eight, three = map(cards.card, ("KD", "8D", "3D"))
    assert GAME.advice.preferred_action(at, [three, eight, king]) == eight


def test_of_equal_leads_to_keep_beside_a_card_the_likelier_winner_is_named_alone() -> None:
    at = of_gold("9H 9D 3C", "KH QH JH TH 4D AC 9C", own="9S", trump=1)
    heart, diamond = cards.card("9H"), cards.card("9D")
    takes = {heart: ActionStatistics(50, {"takes": 0.4}), diamond: ActionStatistics(50, {"takes": 0.8})}
    at = dataclasses.replace(at, prospects=takes)
    assert GAME.advice.preferred_action(at, [heart, diamond]) == diamond
    assert GAME.advice.has_drawback(at, heart, diamond) and not GAME.advice.has_drawback(at, diamond, heart)


def test_a_low_card_in_the_hand_does_not_promise_a_set() -> None:
    """A three of a side suit wins no trick in which it could be kept."""
    at = of_gold("3D JD 9S", "3C 3S AD KD QD", "3H 6H 8H", trump=1)
    at = dataclasses.replace(at, legal=(KEEP + cards.card("3H"), KEEP + cards.card("6H")))
    assert "own more" not in {tip.name for tip in GAME.advice.tips(at, KEEP + cards.card("3H"))}


def test_a_lost_trick_of_the_longest_suit_takes_a_low_card() -> None:
    at, low = trick_with("JD 9D 4D 3D 8S", "KD QD 6D 3H 4H", "AD", {}), cards.card("3D")
    at = dataclasses.replace(at, legal=tuple([card for card in at.legal if card != cards.card("8S")]))
    assert GAME.advice.preferred_action(at, [cards.card("JD"), low]) == low


def test_a_card_with_the_highest_behind_it_keeps_that_for_later() -> None:
    at = of_gold("AH QH 5H", "KH 3D 9D", "TH")
    against = trick_of("fools-gold", "AH QH 5H", "KH 3D 9D", "TH")
    against.known.kept = [cards.cards("KS 8S")] * len(at.hand_sizes)
    said = GAME.advice.plain_sentence(with_figures(against, "AH", takes=0.9), cards.card("QH"), None)
    assert said == "Play Q♥: only K♥ can beat it, A♥ hardly ever, and hearts count against you"
    said = GAME.advice.plain_sentence(at, cards.card("QH"), None)
    assert said == "Play Q♥, which only K♥ can beat, and keep A♥, the highest heart left"


def test_a_card_that_mostly_loses_comes_with_the_cards_that_can_beat_it() -> None:
    at = trick_of("fools-gold", "QD TD 5H", "AD KD 3S", "9D")
    known: Any = at.known
    known.kept, queen = [0] * len(at.hand_sizes), cards.card("QD")
    rare, firm = (dataclasses.replace(at, prospects={queen: ActionStatistics(50, {"takes": share})}) for share in (0.3, 0.9))
    said = GAME.advice.plain_sentence(rare, queen, None)
    assert said == "Play Q♦, which only A♦ or K♦ can beat: a first trick costs nothing, whatever its suit"
    assert "costs nothing" not in GAME.advice.plain_sentence(firm, queen, None)


def test_a_card_kept_for_a_pair_says_what_can_still_beat_it() -> None:
    at = of_gold("QS 5S 6H", "AS KS 3D", "6S", own="QH")
    at = dataclasses.replace(at, unseen=at.unseen | cards.cards("QD"))
    said = [tip.hint for tip in GAME.advice.tips(at, cards.card("5S")) if tip.name == "spare"]
    assert said == ["Play 5♠ and keep Q♠ to go beside your Q♥: A♠ and K♠ can still beat it now"]


def test_cards_to_keep_of_which_equally_many_can_come_are_named_together() -> None:
    """Two more tens and jacks can come, in hand or out, and of sixes only 6♦."""
    at = of_gold("TD JS 6D", "TS JD 3D", "TC JC 6C")
    at = dataclasses.replace(at, legal=tuple([KEEP + cards.card(name) for name in ("TC", "JC", "6C")]))
    ten, jack, six = at.legal
    at.known.rows = ((1, 2),) * 12
    said = GAME.advice.whole_hint(at, ranking_of(at, ten, (six,)))
    assert said == "Keep J♣ or 10♣: two more of each rank can still come, and of 6♣ no set can come"
    assert GAME.advice.whole_hint(at, ranking_of(at, ten, (jack, six))).startswith("Keep 10♣: ")


def test_the_only_card_of_a_suit_that_counts_is_led_for_a_ruff() -> None:
    at = of_gold("7H 6C 5C 9D", "AH QH JH TH 9H KD KC", own="KH 8H", trump=3)
    said = GAME.advice.plain_sentence(at, cards.card("7H"), None)
    assert said == "Lead 7♥, your only heart: all five hearts out are higher, and you can then ruff hearts"
    at.known.kept[at.seat] = cards.cards("KS 8S")
    assert "ruff" not in GAME.advice.plain_sentence(at, cards.card("7H"), None), "hearts count against the seat"


def test_a_card_that_a_later_seat_may_well_cover_is_tried() -> None:
    """Of eight cards out four are diamonds above the ten; the last seat holds three of the eight."""
    at = of_gold("TD 3D 9S", "KD QD JD AD 8S 7H 6C 5C", "4D", own="TS")
    at = with_figures(dataclasses.replace(at, unseen=at.unseen | cards.cards("TH TC")), "TD", takes=0.9)
    said = "Try 10♦, which four higher trumps can beat: you can keep it beside your 10♠, with 10♥ and 10♣ still out"
    assert hints_of(at, "TD")["pair"] == said


def test_a_card_over_that_of_a_collector_is_played() -> None:
    at = of_gold("9C 4C 8S", "8C JC AC 7D", "5C")
    later = GoldAdvice().later_seats(at)[-1]
    at.known.kept[later] = cards.cards("8H 8D")
    said = hints_of(with_figures(at, "9C", takes=0.9), "9C")["keep from"]
    assert said == f"Play 9♣: over a lower card [{later}] could win with 8♣, a third eight"
    assert "keep from" not in hints_of(with_figures(at, "4C", takes=0.9), "4C")


def test_a_card_that_stays_for_a_set_is_named() -> None:
    at = trick_with("5S TS 7H JH", "TH 9D 8D 7C", "4C 6C", {0: "TD TC"})
    clause = GoldAdvice()._set_clause(at, cards.card("5S"), cards.card("TS"), cards.rank(cards.card("TS")))
    assert clause == "10♠ may still go beside your 10♦ and 10♣"
    catch = GoldAdvice()._set_clause(at, cards.card("7H"), cards.card("JH"), cards.rank(cards.card("TS")))
    assert catch == "J♥ stays to catch 10♥ beside your 10♦ and 10♣"
    assert GoldAdvice()._set_clause(at, cards.card("JH"), cards.card("7H"), cards.rank(cards.card("TS"))) == ""


def test_a_lead_tells_the_worth_of_its_suit_only_if_that_speaks_for_it() -> None:
    """A lead that should lose is no reason to count the suit for the seat, and one that may win none to count it against."""
    at = of_gold("8S 4S 7D", "KS 9S 6S JD 5D QH TH 6H", own="AS QS", trump=1)
    for card, takes in (("8S", 0.1), ("7D", 0.6)):
        said = GAME.advice.plain_sentence(with_figures(at, card, takes=takes), cards.card(card), None)
        assert "count" not in said, said
    at.known.kept[at.seat] = cards.cards("AH QH")
    said = GAME.advice.plain_sentence(with_figures(at, "8S", takes=0.28), cards.card("8S"), None)
    assert "it should lose to K♠, 9♠ or a trump, and spades would count against you; 4♠ stays" in said, said


def test_a_suit_that_should_become_the_best_one_is_taken() -> None:
    at = trick_with("KD 3C", "9S 8S 7H 6C", "QD 4D", {0: "AS"})
    taken = hints_of(with_figures(at, "KD", takes=1.0, suit_2=0.9), "KD")
    assert taken["own suit"] == "Take it with K♦: diamonds should become your suit"


def test_a_card_that_could_join_those_of_an_opponent_is_named() -> None:
    at = trick_with("9S 8S AC QC", "9H 7D 6D 5D", "7C JC", {1: "9C 9D AH AD"})
    who = (at.seat - 1) % len(at.hand_sizes)
    nine, ace = cards.rank(cards.card("9S")), 0
    said = GoldAdvice()._denial_clause(at, cards.card("8S"), cards.card("9S"), who, nine)
    assert said.endswith("and 9♠ could join them") and "9♣" in said
    said = GoldAdvice()._denial_clause(at, cards.card("AC"), cards.card("QC"), who, ace)
    assert said.endswith("and A♣ can then no longer join them")
    assert GoldAdvice()._denial_clause(at, cards.card("QC"), cards.card("8S"), who, nine) == ""


def test_a_whole_rank_that_a_seat_has_kept_is_no_reason() -> None:
    at = trick_with("5S TS 7H JH", "TH 9D 8D 7C", "4C 6C", {0: "KS KH KD KC", 1: "TD TC"})
    keys = [one.key for one in GoldAdvice().outcomes(at, cards.card("5S"), cards.card("TS")) if one.key.startswith("set ")]
    assert [key.split()[-1] for key in keys] == [str(cards.RANKS.index("T"))]


def test_two_leads_that_lose_alike_are_named_together() -> None:
    at = of_gold("4S 4D AC", "KS 9S 6S JD 5D 8D QH TH", own="AH QC KC", trump=1)
    ace = cards.card("AC")
    at = dataclasses.replace(at, prospects={one: ActionStatistics(50, {"takes": float(one == ace)}) for one in at.legal})
    losers = [one for one in at.legal if one != ace]
    ranking = ranking_of(at, losers[0], (ace,))._replace(close=(losers[1],))
    assert GoldAdvice().hint_on_losing_leads(at, ranking) == (
        "Lead 4♠ or 4♦: either loses, and spades and diamonds would count against you"
    )
    far = ranking._replace(loss={**ranking.loss, losers[1]: 0.1})
    assert not GoldAdvice().hint_on_losing_leads(at, far)


def test_the_cards_that_a_hint_says_can_beat_its_card_are_those_that_can() -> None:
    checked = 0
    for turn in turns(Variant(GAME, GAME.Options()), "beaten", 60, 0.4):
        at: Any = Decision(turn.view.known, turn.view.unseen, turn.view.sizes, turn.view.known_hand_cards, turn.view.legal,
                      GAME.text.card_name)  # fmt: skip
        for card in [one for one in at.legal if one < KEEP and GoldAdvice().is_ahead(at, one)]:
            over, said = GoldAdvice().beaters(at, card), GoldAdvice()._beaten_by(at, card)
            same = [one for one in cards.members(over) if cards.suit(one) == cards.suit(card)]
            named = [at.face(one) for one in same if at.face(one) in said.split() or f"{at.face(one)}," in said.split()]
            assert (said == "nothing can beat") == (not over), said
            if "only a higher trump" in said:
                assert len(same) == over.bit_count() > 2, said
            elif "only" in said:
                assert len(named) == len(same) and ("a trump" in said) == (len(same) < over.bit_count()), said
                checked += 1
    assert checked > 20


def test_a_lost_trick_without_a_high_card_makes_hardly_a_difference() -> None:
    at = trick_with("9D 8D 4S", "QD JD TD 7D 6D 5D 3D 2C", "AD", {0: "KS QS"})
    at = dataclasses.replace(at, legal=tuple(cards.card(name) for name in ("9D", "8D")))
    assert GAME.advice.whole_hint(at, ranking_of(at, cards.card("8D"))) == "no difference"
    assert GAME.advice.thrift_sentence(at, cards.card("8D")) == "", "the lower card may be worth as much, to lose with"


def test_the_only_card_that_cannot_win_is_said_to_be_it() -> None:
    at = trick_with("KD 3D", "9S 8S 7H 6C", "QD 4D", {0: "AS QS"})
    assert hints_of(at, "3D")["duck"] == "Leave it with 3♦, the only one that surely loses: diamonds count against you"
    two = trick_with("KD 5D 3D", "9S 8S 7H 6C 4C", "QD 4D", {0: "AS QS"})
    assert "only one" not in hints_of(two, "3D")["duck"]


def test_a_trump_held_back_from_a_bad_suit_says_that_the_suit_counts_against_the_seat() -> None:
    at = trick_with("KC 9H 7H", "9S 8S 7D 6D", "QS 4S", {0: "AH QH"})
    known: Any = at.known
    known.trump = cards.SUIT_NAMES.index("clubs")
    assert GoldAdvice().reason_to_keep(at, cards.card("KC")) == "spades count against you"


def test_level_leads_have_the_same_chance_whatever_their_playouts_say() -> None:
    at = trick_of("fools-gold", "QD JD 8D", "TD 9D 7D 3H 4H 5H")
    known: Any = at.known
    known.kept, known.trump = [0] * len(at.hand_sizes), 1
    queen, jack, eight = map(cards.card, ("QD", "JD", "8D"))
    takes = {queen: ActionStatistics(50, {"takes": 0.5}), jack: ActionStatistics(50, {"takes": 0.9}),
             eight: ActionStatistics(50, {"takes": 0.5})}  # fmt: skip
    at = dataclasses.replace(at, prospects=takes)
    assert not GAME.advice.has_drawback(at, queen, jack) and GAME.advice.has_drawback(at, eight, jack)
    assert GAME.advice.are_alike(at, jack, queen) and not GAME.advice.are_alike(at, jack, eight)
