"""Principles of Goosed: choose a partner as Red Fox, catch the Geese of the other side, and keep one Goose from the Reds."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import ClassVar

from goosetable import cards
from goosetable.cards import BIT, Card, Cards
from goosetable.engine.rules.action import Action
from goosetable.engine.rules.event import NO_SEAT
from goosetable.engine.rules.tricks import OF_SUIT, SUIT
from goosetable.engine.text.advice import FIRM, SELDOM, Claim, Decision, Ranking, Tip, suit_name
from goosetable.engine.text.explain import Difference
from goosetable.engine.text.trick_advice import FEW, TrickAdvice
from goosetable.engine.text.trick_facts import HALF
from goosetable.engine.words import phrases
from goosetable.games.goosed.facts import HOPE, NEARLY_ALWAYS, GoosedFacts
from goosetable.games.goosed.rules import GEESE, GoosedState, geese_worth, reds_are_goosed

ENOUGH = 100
"""Least number of playouts of each card, all with the same result, after which a sentence states this result."""
SMALL = 0.05
"""Largest difference between two cards' chances of taking the trick, 0..1, at which they count as equal."""


class GoosedAdvice(GoosedFacts):
    """The advice of Goosed."""

    mistake_words: ClassVar[Mapping[str, str]] = {
        **TrickAdvice.mistake_words,
        "last two": "let one of the last two tricks go",
        "ally": "kept the first Goose too long",
        "lone": "kept the first Goose too long",
        "red lead": "led no card that could catch the first Goose",
        "red master": "led no card that could catch the first Goose",
        "hold goose": "let a Goose go too early",
        "home": "kept a Goose that you could have won with",
        "catch first": "left a Goose lying",
        "catch": "left a Goose lying",
        "keep": "spent a card that could have caught a Goose",
        "feed": "gave no Goose to your own side",
        "feed later": "gave no Goose to your own side",
        "mate ruffs": "left your partner without a ruff",
        "save goose": "gave a Goose to the other side",
        "dump": "caught the fourth Goose",
        "leave one": "left the other side without a Goose",
        "force": "saved the Reds from being goosed",
        "give on": "saved the Reds from being goosed",
        "try catch": "left a Goose lying",
        "lose lead": "left the other side without a Goose",
        "not goose": "left the other side without a Goose",
        "hold for side": "let a Goose go too early",
        "unload": "kept a card that caught a Goose of the Reds",
    }

    def preferred_action(self, decision: Decision[GoosedState], group: Sequence[Action]) -> Action:
        """Returns the card to advise among equally rated ones. It gives no Goose to an opponent, and wastes no high card."""
        best, leader = group[0], self.winning_seat_and_card(decision)
        if leader is None and decision.known.first == NO_SEAT and (redder := self._redder_lead(decision, group)) != best:
            return redder
        if leader is None and decision.known.decided:
            ruffed = (one for one in group if any(self._tips_for_ruffing_mate(decision, one)))
            best = best if BIT[best] & GEESE else next(ruffed, self.surest_lead(decision, group))
        if leader is None and (goose := self._safer_goose(decision, best)) in group:
            return goose or best
        if decision.seat not in decision.known.reds and decision.is_figure_likely(best, "they", HALF):
            return best
        theirs = leader is not None and leader[0] not in self.own_side(decision) and not self.is_ahead(decision, best)
        if BIT[best] & GEESE and theirs and decision.known.decided and not self._reds_may_catch_all(decision):
            spare = [
                one for one in group if not BIT[one] & GEESE and SUIT[one] == SUIT[best] and not self.is_ahead(decision, one)
            ]
            return self.cheapest(decision, spare) if spare else best
        given = [one for one in group if BIT[one] & GEESE and not self.is_ahead(decision, one)]
        if given and self._is_trick_safe_with_partner(decision) and not self._reds_may_catch_all(decision):
            return given[0]
        if self._gains_nothing_by_overtaking(decision, best):
            return self.cheapest(decision, [one for one in group if SUIT[one] == SUIT[best] and not BIT[one] & GEESE] or [best])
        return self.least_wasteful_action(
            decision, [best, *[one for one in group if one != best and not (BIT[one] | BIT[best]) & GEESE]]
        )

    def verb_phrase_for_taking(self, decision: Decision[GoosedState]) -> str:
        """Returns the words for taking the trick: "take it"; for a trick with a Goose, for example "catch 9♠", or "catch 9♠ and
        be Red" if the catch makes the seat a Red Fox.
        """
        lying = cards.members(sum([BIT[one] for one in decision.known.trick]) & GEESE)
        if not lying:
            return "take it"
        red = "" if decision.known.decided else " and be Red"
        return f"catch {self.names(decision, lying)}{red}"

    def shared_fact(self, decision: Decision[GoosedState]) -> str:
        if reds_are_goosed(decision.known) and decision.seat in decision.known.reds:
            return "You are goosed and score nothing"
        return super().shared_fact(decision)

    def fixed_result_sentence(self, decision: Decision[GoosedState]) -> str:
        """Returns a sentence on the tricks that the seat takes from now on, if all playouts of all cards agree on them, and on
        the sides that catch the Geese still to come.
        """
        keys = [f"tricks {decision.seat}", *[f"own {one}" for one in cards.members(self._geese_to_come(decision))]]
        found = [decision.prospects.get(one) for one in decision.legal]
        sure = all(
            one is not None and one.deals >= ENOUGH and not any(one.variances.get(key, 1.0) for key in keys) for one in found
        )
        results = {tuple([one.mean(key) for key in keys]) for one in found if one is not None}
        if not sure or not decision.known.decided or len(results) != 1 or self.equal_cards_sentence(decision):
            return ""
        count, left = round(results.pop()[0]) - decision.known.tricks(decision.seat), decision.hand.bit_count()
        every = "both tricks left" if left == FEW else "all tricks left"
        taken = every if count == left else f"{phrases.number_word(count) if count else 'no'} more trick{'s' * (count > 1)}"
        return f"You win {taken} in any case"

    def whole_hint(self, decision: Decision[GoosedState], ranking: Ranking) -> str:
        return ranking.indifferent if self.fixed_result_sentence(decision) else super().whole_hint(decision, ranking)

    def lost_trick_words(self, decision: Decision[GoosedState]) -> str:
        if reds_are_goosed(decision.known) and decision.seat not in decision.known.reds:
            return self.partner_ahead_sentence(decision) or "The Reds are goosed, so only tricks count"
        return super().lost_trick_words(decision)

    def thrift_sentence(self, decision: Decision[GoosedState], best: Action) -> str:
        known, leader, legal = decision.known, self.winning_seat_and_card(decision), self.legal_cards(decision)
        geese, spare = ([card for card in legal if bool(BIT[card] & GEESE) == kind] for kind in (True, False))
        if reds_are_goosed(known) and decision.seat in known.reds:
            return ""
        if not geese:
            return super().thrift_sentence(decision, best)
        lost = leader is not None and leader[0] not in self.own_side(decision) and not self.winning_cards(decision)
        if not spare or leader is None or not lost or not known.decided or self._reds_may_catch_all(decision):
            return ""
        mates = [who for who in self.later_seats(decision) if who in self.own_side(decision)]
        goose, other = decision.face(geese[0]), decision.face(spare[0] if best in geese else best)
        to = f"[{leader[0]}]{f' unless [{mates[0]}] beats {decision.face(leader[1])}' if mates else ''}"
        return (
            f"{self.lost_trick_words(decision)}: {other} keeps {goose}, a Goose, {goose} gives it to {to}; hardly a difference"
        )

    def trick_gain_clause(self, decision: Decision[GoosedState]) -> str:
        return "each trick is two for you" if decision.seat in decision.known.reds else "each trick is a point"

    def tips(self, decision: Decision[GoosedState], action: Action) -> Iterator[Tip]:
        if reds_are_goosed(decision.known):
            yield from self._tips_when_goosed(decision, action)
            return
        if decision.known.decided:
            geese = [
                *self._tips_on_geese(decision, action),
                *self._tips_for_goose_lead(decision, action),
                *self._tips_for_unloading(decision, action),
                *self._tips_for_riddance(decision, action),
                *self._tips_for_hunt(decision, action),
                *self._tips_for_ruffing_mate(decision, action),
                *self._tips_for_lead_to_mate(decision, action),
                *self._tips_on_taking(decision, action),
                *self._tips_for_waiting(decision, action),
            ]
            yield from geese
            if {"dump", "force", "leave one"} & {tip.name for tip in geese}:
                return
        else:
            yield from self._tips_while_undecided(decision, action)
            if not decision.known.trick:
                wanted = self.tips_when_tricks_wanted(decision, action) if not BIT[action] & GEESE else ()
                yield from (tip for tip in wanted if tip.name == "void")
                return
            yield from self._tips_for_hunt(decision, action)
        if decision.seat in decision.known.reds and (self._is_last_goose_out(decision) or self._safer_goose(decision, action)):
            return
        if (
            not (BIT[action] & GEESE)
            and not self._is_trick_safe_with_partner(decision)
            and not self._gains_nothing_by_overtaking(decision, action)
        ):
            yield from self.tips_when_tricks_wanted(decision, action)

    def wants_trick(self, decision: Decision[GoosedState]) -> bool:
        """Whether the seat to act wants the trick. False before all Foxes are known.

        Also False if the seat's own side is sure of the trick, or if a single Goose is left and the Reds have caught the
        others.
        """
        known, leader, red = decision.known, self.winning_seat_and_card(decision), decision.seat in decision.known.reds
        if not known.decided:
            return False
        if (
            leader is not None
            and (leader[0] in known.reds) == red
            and all(who in self.own_side(decision) for who in self.later_seats(decision))
        ):
            return False
        return not self._is_last_goose_out(decision)

    def tips_for_review(self, decision: Decision[GoosedState], action: Action, other: Action) -> Iterator[Tip]:
        """Yields the reasons of the base class, then that `other` was the hand's only card that could catch a Goose not yet
        played.
        """
        for tip in super().tips_for_review(decision, action, other):
            if tip.name != "no goose":
                yield tip
            elif self.is_ahead(decision, other):
                yield tip._replace(missed=f"no Goose was in it: {decision.face(other)} was better kept to catch one")
        if not decision.known.decided or BIT[other] & GEESE:
            return
        suit = OF_SUIT[SUIT[other]]
        for goose in cards.members(GEESE & suit & self._cards_elsewhere(decision)):
            place = self.rank_from_top(decision.known, goose)
            over = [card for card in cards.members(decision.hand & suit) if self.rank_from_top(decision.known, card) < place]
            if over == [other]:
                still = f"{decision.face(goose)}, a Goose, was still out, and only {decision.face(other)} could catch it"
                yield Tip("keep", "", still, about=f"own {goose}")

    def explains(self, decision: Decision[GoosedState], tip: Tip, action: Action, other: Action) -> bool:
        if tip.name in ("hold goose", "save goose"):
            return bool(BIT[other] & GEESE)
        if tip.name in ("dump", "force"):
            return self.is_ahead(decision, other)
        return super().explains(decision, tip, action, other) and tip.name != "goosed"

    def plain_sentence(self, decision: Decision[GoosedState], action: Action, other: Action | None) -> str:
        """Returns a plain fact about a card. In some positions it is about the Geese that the card catches, brings home or must
        not catch.
        """
        known, card, said = decision.known, action, super().plain_sentence(decision, action, other)
        for tip in self._tips_for_waiting(decision, card) if known.decided else ():
            besides = {one.name for one in self._tips_for_waiting(decision, other)} if other is not None else set()
            if tip.name == "lose lead" and tip.name not in besides:
                return tip.hint
        if not known.decided and BIT[card] & GEESE and not known.trick:
            return next((tip.hint for tip in self._tips_while_undecided(decision, card)), said)
        if known.decided and BIT[card] & GEESE and not known.trick and decision.is_figure_rare(card, "takes"):
            return f"Lead {decision.face(card)}, a Goose, to lose the lead"
        if known.decided and known.trick and BIT[card] & GEESE and self.is_ahead(decision, card) and self.later_seats(decision):
            return f"Play {decision.face(card)}: it is the highest so far, and may bring its points home"
        return said

    # ------------------------------------------------------------------ before the Foxes are known

    def _tips_while_undecided(self, decision: Decision[GoosedState], card: Card) -> Iterator[Tip]:
        """Yields the principles of playing a card before it is decided who the Red Foxes are."""
        known, name = decision.known, decision.face(card)
        leader = self.winning_seat_and_card(decision)
        geese = [other for other in cards.members(decision.hand & GEESE) if other in decision.legal]
        if known.first != NO_SEAT:
            yield from self._tips_on_first_goose(decision, card)
            return
        if leader is None:
            yield from self._tips_for_red_lead(decision, card)
        if BIT[card] & GEESE:
            if leader is not None and not self.is_ahead(decision, card) and not self.later_seats(decision):
                yield Tip("ally", f"Play {name} to [{leader[0]}]: you are Red together, two for each trick",
                          f"{name} would have made you a Red Fox with [{leader[0]}]: two for each trick",
                          about="red")  # fmt: skip
            elif leader is not None and not self.is_ahead(decision, card):
                yield Tip("ally", f"{self._first_goose_words(decision, card, leader)}, two for each trick",
                          f"{name} would have made you a Red Fox with its catcher: two for each trick",
                          about="red")  # fmt: skip
            elif leader is None and not self.should_take(decision, card):
                worth = phrases.number_word(geese_worth(BIT[card]))
                yield Tip("ally", f"Lead {name}: you and its taker are Red, with its {worth} points and two for each trick",
                          f"{name} would have made you a Red Fox with whoever took it: two for each trick",
                          about="red")  # fmt: skip
            elif self.should_take(decision, card):
                does = f"Lead {name}, which should win" if leader is None else f"Take it with {name}"
                yield Tip("lone", f"{does}: the Lone Red Fox has two for each trick",
                          f"{name} would have made you the Lone Red Fox: two for each trick",
                          about="red")  # fmt: skip
        elif geese:
            taking = known.trick and self.should_take(decision, card)
            does = f"Take it with {name}" if taking else phrases.with_capital(self.command(decision, card))
            yield Tip("hold goose", f"{does} and hold {decision.face(geese[0])} until somebody you like wins",
                      f"{decision.face(geese[0])} was better held until somebody you like wins",
                      about=f"own {geese[0]}")  # fmt: skip

    def _tips_for_red_lead(self, decision: Decision[GoosedState], card: Card) -> Iterator[Tip]:
        """Yields the principle of leading a card that should win, before any Goose is played: its seat is Red if a Goose falls
        on it. The principle has another name for a card that nothing can beat.
        """
        rivals = [one for one in self.legal_cards(decision) if not BIT[one] & GEESE]
        out = self._cards_elsewhere(decision) & GEESE
        most = max([decision.mean_or_zero(one, "red") for one in rivals], default=0.0)
        likely = self.should_take(decision, card) or decision.is_figure_likely(card, "takes", HALF)
        if card not in rivals or not out or not likely or decision.mean_or_zero(card, "red") < most - FIRM:
            return
        over, sure = cards.members(self.beaters(decision, card)), self.surely_takes(decision, card)
        only = "a trump" if over and self._are_trumps(decision, over) and len(over) > FEW else self.names(decision, over)
        wins = "nothing can beat" if sure else f"only {only} can beat" if only == "a trump" or len(over) <= FEW else "may win"
        own = self._goose_to_catch(decision, card)
        goose = "a Goose" if own is None else f"{decision.face(own)}{' or another Goose' if out & ~BIT[own] else ''}"
        kept = next((one for one in rivals if self.is_trump(decision, one) and self.surely_takes(decision, one)), None)
        stays = f"; {decision.face(kept)} stays to win again" if kept is not None and not self.is_trump(decision, card) else ""
        yield Tip("red master" if sure else "red lead",
                  f"Lead {decision.face(card)}, which {wins}: {goose} in this trick makes you Red{stays}",
                  f"a Goose falling on {decision.face(card)} would have made you a Red Fox", about="red")  # fmt: skip

    def _tips_on_first_goose(self, decision: Decision[GoosedState], card: Card) -> Iterator[Tip]:
        """Yields the principles of catching the first Goose, which lies in the trick."""
        known, name = decision.known, decision.face(card)
        lying = sum(BIT[other] for other in known.trick) & GEESE
        over = cards.members(self.beaters(decision, card))
        only = self.names(decision, over) if len(over) <= FEW else "a trump" if self._are_trumps(decision, over) else ""
        stop = f", and only {only} can beat it" if over and only else ""
        if lying and self.should_take(decision, card):
            what, too = self.names(decision, cards.members(lying)), ", a Goose too" if BIT[card] & GEESE else ""
            worth = phrases.number_word(geese_worth(lying | BIT[card] & GEESE))
            rest = stop or " and two for each trick"
            yield Tip("catch first", f"Catch {what} with {name}{too}: you are Red with {worth} points{rest}",
                      f"{name} would have made you a Red Fox, with two for each trick", about="red")  # fmt: skip
        elif lying and self.is_ahead(decision, card) and not self.should_lose(decision, card):
            does = "Try" if self.follows_suit(decision, card) else "Ruff with"
            what = f"{self.names(decision, cards.members(lying))}, worth {phrases.number_word(geese_worth(lying))},"
            yield Tip("catch first", f"{does} {name}: {what} would make you Red with [{known.first}]{stop}",
                      f"{name} could have made you a Red Fox with [{known.first}]", about="red")  # fmt: skip

    def _first_goose_words(self, decision: Decision[GoosedState], card: Card, leader: tuple[int, Card]) -> str:
        """Returns the words for playing the first Goose to a trick that another card is winning. leader: the seat that is
        winning the trick so far, and its card.
        """
        over, name = cards.members(self.beaters_of_winning_card(decision, self.later_seats(decision))), decision.face(card)
        only = "a trump" if all(self.is_trump(decision, one) for one in over) else self.names(decision, over)
        if len(over) > FEW and only != "a trump":
            return f"Play {name} now: its catcher and you are Red"
        sure = f"only {only} can beat" if over else "nothing can beat"
        return f"Play {name} to [{leader[0]}'s] {decision.face(leader[1])}, which {sure}: you two are Red"

    # ------------------------------------------------------------------ Red and White

    def _tips_when_goosed(self, decision: Decision[GoosedState], card: Card) -> Iterator[Tip]:
        """Yields the principle for a deal in which the Reds are goosed, so that only the tricks of the Whites score."""
        name, red = decision.face(card), decision.seat in decision.known.reds
        if (
            0
            < self.trick_chance(decision, card)
            >= max([self.trick_chance(decision, one) for one in self.legal_cards(decision)]) - SMALL
        ):
            does = f"lead {name}" if not decision.known.trick else f"take it with {name}"
            if red:
                yield Tip("goosed", f"You are goosed: {does}, only to keep the trick from the Whites",
                          f"{name} kept a trick from the Whites")  # fmt: skip
            else:
                yield Tip("goosed", f"The Reds are goosed and score nothing: {does}, a point for you",
                          f"{name} was a point more")  # fmt: skip

    def _tips_on_geese(self, decision: Decision[GoosedState], card: Card) -> Iterator[Tip]:
        """Yields the principles on Geese in the trick or in the hand, once the Foxes are known."""
        known, name, seat = decision.known, decision.face(card), decision.seat
        red = seat in known.reds
        side = self.own_side(decision)
        caught = self._caught_geese(decision, True)
        lying = sum([BIT[other] for other in known.trick]) & GEESE
        all_four = (caught | lying | BIT[card] & GEESE) == GEESE and not known.out & GEESE
        leader = self.winning_seat_and_card(decision)
        worth = geese_worth(lying)
        yield from self._tips_on_all_four(decision, card, lying, all_four)
        may_take = self.is_ahead(decision, card) and not self.should_lose(decision, card)
        theirs = leader is not None and (leader[0] not in side or any(who not in side for who in self.later_seats(decision)))
        if lying and self.should_take(decision, card) and not (all_four and red) and theirs:
            what = self._worth_clause(decision, lying)
            yield Tip("catch", f"{what}: take it with {name}", f"{name} would have caught {phrases.points_in_words(worth)}",
                      about="geese")  # fmt: skip
        elif lying and theirs and may_take and not (all_four and red) and not self._is_caught_anyway(decision, lying):
            over = cards.members(self.beaters(decision, card))
            what, only = self.names(decision, cards.members(lying)), f", and only {self.names(decision, over)} can beat it"
            yield Tip("try catch", f"Try to catch {what}, worth {worth}, with {name}"
                      f"{only if 0 < len(over) <= FEW else ''}", f"{name} could have caught {what}", about="geese")  # fmt: skip
        yield from self._tips_for_feeding(decision, card, side, all_four)

    def _tips_on_all_four(self, decision: Decision[GoosedState], card: Card, lying: Cards, all_four: bool) -> Iterator[Tip]:
        """Yields the principles on the Reds who may catch all Geese, for a card that leaves the trick to another seat.

        lying: the Geese in the trick. all_four: True if the Reds would have all four with this trick and card.
        """
        known, name, leader = decision.known, decision.face(card), self.winning_seat_and_card(decision)
        free, gives, red = self._reds_may_catch_all(decision), BIT[card] & GEESE, decision.seat in decision.known.reds
        stays = leader is not None and not self.is_ahead(decision, card)
        hopes = not red and self._may_happen(decision, card, "they", HOPE)
        if all_four and hopes and lying and (stays or self.should_lose(decision, card)):
            yield Tip("force", f"Stay under it with {name}: the fourth Goose gooses the Reds",
                      "the fourth Goose would goose the Reds", about="they")  # fmt: skip
        if leader is None or not stays or not lying | gives:
            return
        if all_four and red and leader[0] not in known.reds:
            does = f"Give {name} to [{leader[0]}]" if gives else f"Leave it to [{leader[0]}] with {name}"
            yield Tip("dump", f"{does}: with all four Geese you are goosed and score nothing",
                      "with the fourth Goose the Reds score nothing", about="goosed")  # fmt: skip
        elif red and free and leader[0] not in known.reds and self._may_reds_be_goosed(decision):
            does = f"Give {name}" if gives else f"Leave {self.names(decision, cards.members(lying))} with {name}"
            yield Tip("leave one", f"{does} to [{leader[0]}]: once the Whites have a Goose, you cannot be goosed",
                      f"{name} may leave the Whites a Goose, and then you cannot be goosed", about="goosed")  # fmt: skip
        if hopes and free and not (all_four and lying) and leader[0] in known.reds:
            what = f"Give {name}" if gives else f"Leave {self.names(decision, cards.members(lying))} with {name}"
            yield Tip("give on" if gives else "leave on",
                      f"{what} to [{leader[0]}]: {self._goosed_clause(decision, BIT[card] & GEESE | lying)}",
                      f"{self._red_count_words(decision, 'had')} already, and with all four they score nothing",
                      about="they")  # fmt: skip

    def _tips_for_waiting(self, decision: Decision[GoosedState], card: Card) -> Iterator[Tip]:
        """Yields the principles of playing another card than a Goose: the Goose waits for a better trick."""
        name, geese = decision.face(card), [one for one in cards.members(decision.hand & GEESE) if one in decision.legal]
        if BIT[card] & GEESE:
            return
        caught, red = self._caught_geese(decision, True), decision.seat in decision.known.reds
        if geese and decision.known.trick and not red and self._reds_may_catch_all(decision):
            more = decision.mean_or_zero(card, "they") - decision.mean_or_zero(geese[0], "they")
            if self._may_happen(decision, card, "they", HOPE) and (more >= SMALL or not decision.is_counted(geese[0])):
                does = "take it with" if self.should_take(decision, card) else self.losing_verb(decision, card)
                four = f"{self._red_count_words(decision, 'have')}, and with all four they score nothing"
                yield Tip("hold back", f"{phrases.with_capital(does)} {name} and hold {decision.face(geese[0])}: {four}",
                          f"{decision.face(geese[0])} was better held: with all four Geese the Reds score nothing",
                          about="they")  # fmt: skip
        elif red and self._reds_may_catch_all(decision) and (caught.bit_count() > 1 or self._is_in_danger(decision)):
            if not decision.known.trick and decision.is_figure_rare(card, "takes") and self._may_reds_be_goosed(decision):
                why = "with all four Geese you are goosed, and the Whites have none"
                if geese and (caught | decision.hand & GEESE) == GEESE:
                    why = f"{self.names(decision, geese)} must go to a White, or you are goosed"
                yield Tip("lose lead", f"Lead {name} to lose the lead: {why}", f"{name} would have lost the lead: {why}",
                          about="goosed")  # fmt: skip
            elif (
                decision.known.trick
                and geese
                and self.is_ahead(decision, card)
                and all(self.is_ahead(decision, goose) for goose in geese)
            ):
                does = "Take it" if self.should_take(decision, card) else "Try"
                yield Tip("not goose", f"{does}{' with' if does != 'Try' else ''} {name}, not {self.names(decision, geese)}: "
                          "the Whites must have one Goose, or you are goosed",
                          "the Reds were to leave the Whites a Goose", about="goosed",
                          claims=(Claim(f"own {geese[0]}", most=NEARLY_ALWAYS),))  # fmt: skip
        elif (
            not decision.known.trick and geese and len(self.own_side(decision)) > 1 and not self.should_take(decision, geese[0])
        ):
            yield Tip("hold for side", f"Lead {name} and keep {self.names(decision, geese)} until your side is winning a trick",
                      f"{self.names(decision, geese)} could have waited for a trick of your side",
                      about=f"own {geese[0]}")  # fmt: skip

    def _tips_for_feeding(self, decision: Decision[GoosedState], card: Card, side: list[int], all_four: bool) -> Iterator[Tip]:
        """Yields the principles of discarding a Goose, or of keeping it. side: the seats of the own side.

        all_four: True if the Reds would have all four Geese with this trick.
        """
        known, name, seat, leader = decision.known, decision.face(card), decision.seat, self.winning_seat_and_card(decision)
        geese = [other for other in cards.members(decision.hand & GEESE) if other in decision.legal]
        foes = [who for who in self.later_seats(decision) if who not in side]
        own = all(self._may_happen(decision, one, f"own {one}", FIRM) for one in geese)
        safe = leader is not None and leader[0] not in side and own
        if leader is None or leader[0] in side or safe:
            yield from self._tips_for_kept_goose(decision, card, geese, foes)
        if leader is None or self.is_ahead(decision, card):
            return
        if BIT[card] & GEESE:
            if leader[0] in side and not all_four:
                now = "wins this trick" if self.partner_takes(decision) else "is ahead"
                worth = phrases.number_word(geese_worth(BIT[card]))
                yield Tip("feed", f"Give {name} to [{leader[0]}], who {now}: it is worth {worth} to your side",
                          f"{name} would have gone to [{leader[0]}], who is on your side", about=f"own {card}")  # fmt: skip
            yield from self._tips_for_later_mate(decision, card, side) if not all_four else ()
        elif leader[0] in side and not self.later_seats(decision) and not geese:
            yield from self._tips_on_partners_trick(decision, card, leader[0])
        elif leader[0] not in side and not geese_worth(sum([BIT[one] for one in known.trick]) & GEESE):
            yield from self._tips_without_goose(decision, card)
        if leader[0] not in side and geese and not BIT[card] & GEESE and self._saves_goose(decision, card, geese[0]):
            team = "Whites" if seat in known.reds else "Reds"
            verb = "should be" if {*side} & {*self.later_seats(decision)} else "is"
            yield Tip("save goose", self._goose_kept_words(decision, card, geese, verb),
                      f"{decision.face(geese[0])}, a Goose, went to the {team}", about=f"own {geese[0]}")  # fmt: skip

    def _tips_for_later_mate(self, decision: Decision[GoosedState], goose: Card, side: list[int]) -> Iterator[Tip]:
        """Yields the principle of playing a Goose while an opponent is ahead, because a partner who plays later may take it.

        side: the seats of the own side.
        """
        leader, mates = self.winning_seat_and_card(decision), [who for who in self.later_seats(decision) if who in side]
        if leader is None or leader[0] in side or not mates or not decision.is_figure_likely(goose, f"own {goose}", HALF):
            return
        name, worth = decision.face(goose), phrases.number_word(geese_worth(BIT[goose]))
        yield Tip("feed later", f"Play {name}, worth {worth}: [{mates[0]}], on your side, plays after you and may well win it",
                  f"[{mates[0]}], on your side, was likely to win {name}", about=f"own {goose}")  # fmt: skip

    def _tips_on_partners_trick(self, decision: Decision[GoosedState], card: Card, mate: int) -> Iterator[Tip]:
        """Yields the principle of a low card on a trick that a partner has won. mate: the partner's seat."""
        if not self.is_cheapest(decision, card, self.legal_cards(decision)):
            return
        dear = self.dearest(decision, [one for one in self.legal_cards(decision) if SUIT[one] == SUIT[card]])
        kept = f" and keep {decision.face(dear)}{self.purpose_clause(decision, dear, card)}"
        said = f"[{mate}], on your side, has it: {self.losing_verb(decision, card)} {decision.face(card)}"
        yield Tip("mate", said + ("" if self.are_level(decision, card, dear) else kept), weak=True)

    def _tips_for_kept_goose(
        self, decision: Decision[GoosedState], card: Card, geese: Sequence[Card], foes: Sequence[int]
    ) -> Iterator[Tip]:
        """Yields the principle of keeping a Goose from a trick that an opponent may still take.

        geese: the Geese that the seat may play. foes: the opponents who play after it.
        """
        danger, name = self._danger_clause(decision, foes) if foes and decision.known.trick else "", decision.face(card)
        if not geese or not danger or BIT[card] & GEESE or not self._saves_goose(decision, card, geese[0]):
            return
        if not self.should_take(decision, geese[0]):
            played, worth = "could ruff" if "ruff" in danger else "played", geese_worth(BIT[geese[0]])
            does = f"{phrases.with_capital(self.losing_verb(decision, card))} {name} and keep {decision.face(geese[0])}"
            yield Tip("save goose", f"{does}, worth {phrases.number_word(worth)}: {danger} after you",
                      f"{decision.face(geese[0])} is a Goose, and [{foes[0]}] {played} after you",
                      about=f"own {geese[0]}")  # fmt: skip

    def _tips_for_unloading(self, decision: Decision[GoosedState], card: Card) -> Iterator[Tip]:
        """Yields the principle of throwing a master, for a White Fox while the Reds may catch all four Geese."""
        known, leader = decision.known, self.winning_seat_and_card(decision)
        if leader is None or leader[0] not in known.reds or decision.seat in known.reds:
            return
        caught = self._caught_geese(decision, True) | sum([BIT[other] for other in known.trick]) & GEESE
        high = not self.is_ahead(decision, card) and not BIT[card] & GEESE and self.is_master(decision, card)
        if (
            high
            and self._cards_elsewhere(decision) & GEESE
            and caught.bit_count() > 1
            and self._reds_may_catch_all(decision)
            and self._may_happen(decision, card, "they", HOPE)
        ):
            does = phrases.with_capital(self.losing_verb(decision, card))
            name, all_four = decision.face(card), "with all four the Reds score nothing"
            yield Tip("unload", f"{does} {name}, which might catch a Goose later: {all_four}",
                      f"{name} might catch a Goose, and {all_four}", about="they")  # fmt: skip

    def _tips_for_riddance(self, decision: Decision[GoosedState], card: Card) -> Iterator[Tip]:
        """Yields the principle of playing the card likeliest to catch the last Goose, for a Red Fox whose side has three."""
        known, missing = decision.known, GEESE & ~self._caught_geese(decision, True)
        alone = missing.bit_count() == 1 and not missing & (decision.hand | sum([BIT[one] for one in known.trick]))
        if decision.seat not in known.reds or not self._reds_may_catch_all(decision) or not alone:
            return
        if (known.trick and self.is_ahead(decision, card)) or (not known.trick and not decision.is_figure_rare(card, "takes")):
            return
        key, name = f"own {cards.members(missing)[0]}", decision.face(cards.members(missing)[0])
        shares = [(decision.mean_or_zero(one, key), one) for one in self.legal_cards(decision)]
        own = decision.mean(card, key)
        if own is not None and own + SMALL <= max(shares)[0] and all(own <= share + SMALL / 2 for share, _ in shares):
            does = phrases.with_capital(self.losing_verb(decision, card)) if known.trick else "Lead"
            then = f"kept, it might catch {name}, the fourth Goose, and you would be goosed"
            yield Tip("rid", f"{does} {decision.face(card)}: {then}",
                      f"{decision.face(card)} might catch {name}, the fourth Goose", about="goosed")  # fmt: skip

    def _tips_for_hunt(self, decision: Decision[GoosedState], card: Card) -> Iterator[Tip]:
        """Yields the principle of leading a card to which a Goose of its suit may fall."""
        led = decision.known.trick
        goose = self._goose_to_catch(decision, led[0] if led and self.is_trump(decision, card) else card)
        if goose is None or self.should_lose(decision, card) or BIT[card] & GEESE or (led and SUIT[goose] != SUIT[led[0]]):
            return
        if led and not any(BIT[goose] & self._possible_plays(decision, who, SUIT[goose]) for who in self.later_seats(decision)):
            return
        shares = [decision.mean_or_zero(one, f"own {goose}") for one in self.legal_cards(decision)]
        if decision.mean_or_zero(card, f"own {goose}") >= max(shares) - SMALL and max(shares) > min(shares) + SMALL:
            over = cards.members(self.beaters(decision, card))
            only = "nothing beats it" if not over else "only a trump beats it"
            only = (
                only if all(self.is_trump(decision, one) for one in over) else f"{phrases.number_word(len(over))} cards beat it"
            )
            only = f"only {self.names(decision, over)} can beat it" if 0 < len(over) <= FEW else only
            worth = f", worth {phrases.number_word(geese_worth(BIT[goose]))},"
            does = "Lead" if not led else "Play" if self.follows_suit(decision, card) else "Ruff with"
            yield Tip("hunt", f"{does} {decision.face(card)}: {decision.face(goose)}{worth} may fall to it, and {only}",
                      f"{decision.face(goose)} could have fallen to {decision.face(card)}", about=f"own {goose}")  # fmt: skip

    def _tips_on_taking(self, decision: Decision[GoosedState], card: Card) -> Iterator[Tip]:
        """Yields the principles of winning the trick with a Goose, and of taking it from a partner."""
        leader, name = self.winning_seat_and_card(decision), decision.face(card)
        if leader is None or not self.should_take(decision, card):
            return
        if BIT[card] & GEESE:
            worth = phrases.points_in_words(geese_worth(BIT[card]))
            does = "Take it" if self.follows_suit(decision, card) else "Ruff"
            yield Tip("home", f"{does} with {name}: it should win, and bring its {worth} home",
                      f"{name} was likely to win, with its points", about=f"own {card}")  # fmt: skip
        elif leader[0] in self.own_side(decision):
            worth = "two for you as a Red Fox" if decision.seat in decision.known.reds else "one for you"
            yield Tip("own trick", f"Take it from [{leader[0]}] with {name}: a trick counts for its taker alone, {worth}",
                      claims=(Claim("goosed", most=HALF),), about="takes")  # fmt: skip

    def _tips_for_lead_to_mate(self, decision: Decision[GoosedState], card: Card) -> Iterator[Tip]:
        """Yields the principle of a lead that a partner should win."""
        for mate in self.own_side(decision):
            if decision.known.trick or mate == decision.seat or not decision.is_figure_likely(card, f"to {mate}", HALF):
                continue
            may = "should win it" if decision.is_figure_likely(card, f"to {mate}") else "may well win it"
            goose = f", and {decision.face(card)} is a Goose" if BIT[card] & GEESE else ""
            yield Tip("to mate", f"Lead {decision.face(card)}: [{mate}], on your side, {may}{goose}",
                      f"[{mate}], on your side, should have won {decision.face(card)}", about=f"to {mate}")  # fmt: skip

    def _tips_for_ruffing_mate(self, decision: Decision[GoosedState], card: Card) -> Iterator[Tip]:
        """Yields the principle of leading a suit that a partner can ruff and no later opponent can overruff for certain."""
        if decision.known.trick or self.is_trump(decision, card) or reds_are_goosed(decision.known):
            return
        trumps = OF_SUIT[SUIT[decision.known.turned]]
        for mate in [who for who in self.own_side(decision) if who != decision.seat]:
            held = decision.possible_cards(mate)
            sure = (decision.known_hand_cards[mate] if decision.known_hand_cards else 0) & trumps
            if held & OF_SUIT[SUIT[card]] or not held & trumps or self._later_ruffer(decision, card) is not None:
                continue
            can = "can ruff" if sure else "may ruff"
            yield Tip("mate ruffs", f"Lead {decision.face(card)}: [{mate}], on your side, has no {suit_name(card)} and {can}",
                      f"[{mate}], on your side, had no {suit_name(card)} and could ruff", about=f"to {mate}")  # fmt: skip

    def _tips_without_goose(self, decision: Decision[GoosedState], card: Card) -> Iterator[Tip]:
        """Yields the principle of losing a trick without a Goose, to keep a winning card for a trick with one."""
        winners = [one for one in self.winning_cards(decision) if not BIT[one] & GEESE]
        out = self._cards_elsewhere(decision) & GEESE
        own = [one for one in self.legal_cards(decision) if one not in winners and SUIT[one] == SUIT[card]]
        if not winners or not out or not self.is_cheapest(decision, card, own):
            return
        for dear in sorted(winners, key=lambda one: self._worth_key(decision, one)):
            if goose := self._goose_to_catch(decision, dear):
                does = f"let it go with {decision.face(card)} and keep {decision.face(dear)} to catch {decision.face(goose)}"
                yield Tip("no goose", f"No Goose is in it: {does}",
                          f"no Goose was in it, and {decision.face(dear)} could catch {decision.face(goose)} later",
                          about=f"own {goose}")  # fmt: skip
                return

    def _tips_for_goose_lead(self, decision: Decision[GoosedState], card: Card) -> Iterator[Tip]:
        """Yields the principles of leading a Goose once the Foxes are known."""
        known, name, seat = decision.known, decision.face(card), decision.seat
        if known.trick or not BIT[card] & GEESE:
            return
        red = seat in known.reds
        one_sided, takes = self._reds_may_catch_all(decision), self.should_take(decision, card)
        if red and not takes and (self._caught_geese(decision, True) | decision.hand & GEESE | known.out & GEESE) == GEESE:
            yield Tip("dump", f"Lead {name}, for a White to take: with all four Geese you score nothing",
                      "with all four Geese the Reds score nothing", about="goosed")  # fmt: skip
        elif red and one_sided and not takes and self._may_reds_be_goosed(decision):
            mates = [who for who in self.own_side(decision) if who != seat]
            caught = sum([decision.mean_or_zero(card, f"to {who}") for who in (seat, *mates)])
            falls = "once the Whites have a Goose" if caught <= SELDOM else "if a White takes it"
            yield Tip("leave one", f"Lead {name}: {falls}, you cannot be goosed",
                      f"{name} may leave the Whites a Goose, and then you cannot be goosed", about="goosed")  # fmt: skip
        elif not red and one_sided and not takes and self._may_happen(decision, card, "they", HOPE):
            yield Tip("force", f"Lead {name} into the Reds: {self._goosed_clause(decision, BIT[card])}",
                      "with all four Geese the Reds score nothing", about="they")  # fmt: skip
        elif takes:
            yield Tip("home", f"Lead {name}: it should win, and bring its points home",
                      f"{name} was likely to win, with its points", about=f"own {card}")  # fmt: skip
        kept = [decision.mean_or_zero(one, f"own {card}") for one in self.legal_cards(decision) if one != card]
        if not takes and kept and decision.mean_or_zero(card, f"own {card}") >= max(kept) + SMALL:
            mates = [who for who in self.own_side(decision) if who != seat]
            for mate in [who for who in mates if decision.is_figure_likely(card, f"to {who}", FIRM)][:1]:
                then = f"kept, it would more often go to the {'Whites' if red else 'Reds'}"
                yield Tip("goose now", f"Lead {name} while [{mate}], on your side, may take it: {then}", about=f"own {card}")

    # ------------------------------------------------------------------ two cards compared

    def reason_to_keep(self, decision: Decision[GoosedState], kept: Card) -> str:
        goose = self._goose_to_catch(decision, kept)
        if goose is not None and decision.known.decided:
            return f"it can catch {decision.face(goose)} later"
        if self.is_trump(decision, kept) and self.is_master(decision, kept):
            return "the highest trump left wins a later trick as well"
        if self.is_trump(decision, kept) and self._cards_elsewhere(decision) & GEESE:
            return "a trump can catch a Goose later"
        return super().reason_to_keep(decision, kept)

    def purpose_clause(self, decision: Decision[GoosedState], kept: Card, card: Card) -> str:
        goose = self._goose_to_catch(decision, kept) if decision.known.decided else None
        return (
            f", which can catch {decision.face(goose)}" if goose is not None else super().purpose_clause(decision, kept, card)
        )

    def contrast_sentence(self, decision: Decision[GoosedState], card: Action, other: Action) -> str:
        """Returns a sentence on why a card is thrown or led while the other card is kept: the other card is worth more later.
        Empty if no reason is known.
        """
        ahead = self.is_ahead(decision, card), self.is_ahead(decision, other)
        leads = not decision.known.trick
        if BIT[card] & GEESE and not self._is_trick_safe_with_partner(decision):
            return ""
        if not decision.known.decided or (any(ahead) and not leads):
            return super().contrast_sentence(decision, card, other)
        (rank, use), (own, _) = self._later_use(decision, other, card), self._later_use(decision, card, other)
        if rank <= (0 if BIT[card] & GEESE else own):
            return self.contrast_by_higher_cards(decision, card, other)
        does = f"{self.losing_verb(decision, card)} {decision.face(card)} and keep {decision.face(other)}, {use}"
        if not decision.known.trick:
            return f"Lead{does[does.index(' ') :]}"
        return f"{self.words_for_losing(decision)}: {does}"

    def outcomes(self, decision: Decision[GoosedState], action: Action, other: Action) -> Sequence[Difference]:
        """Returns the figures of the base class. Once the Foxes are known, adds two kinds: whether the seat's side catches each
        Goose that is still to be caught, and whether the Red Foxes are goosed.
        """
        known = decision.known
        found = list(super().outcomes(decision, action, other))
        if not known.decided:
            return found
        missing = cards.members(self._geese_to_come(decision))
        for goose in missing:
            name = decision.face(goose)
            found.append(Difference(f"own {goose}", 1.0, f"your side more often catches {name}", ""))
        mine, theirs = ({one: decision.mean_or_zero(card, f"own {one}") for one in missing} for card in (action, other))
        more = max(missing, key=lambda one: theirs[one] - mine[one], default=None)
        all_four = "with all four you score nothing"
        less = "" if more is None else f"{decision.face(other)} more often brings you {decision.face(more)}, and {all_four}"
        if more is not None and self.is_trump(decision, action) and not self.is_trump(decision, other):
            less = f"a trump kept might have to catch {decision.face(more)}, and {all_four}"
        return [
            *found,
            Difference("goosed", 1.0, "", less, -1),
            Difference("they", 1.0, "the Reds are more often goosed", ""),
        ]
