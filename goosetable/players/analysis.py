"""Analysis of a decision in words: the confidence in the best action, the reasons, and the hint."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from typing import Final

from goosetable import cards
from goosetable.engine.hidden.view import View
from goosetable.engine.rules.action import Action, Verb, card_of, value_of, verb_of
from goosetable.engine.strength.sums import sum_in_order
from goosetable.engine.text.advice import Tip, with_clause, with_pronouns_for_several
from goosetable.engine.text.explain import (
    CHANCE,
    WORTH,
    ActionStatistics,
    Comparison,
    action_words,
    means_differ,
    strongest_difference,
    with_other_action_named,
)
from goosetable.engine.words import phrases
from goosetable.players.agent import BuiltInPlayer
from goosetable.players.rated import (
    MAX_NAMED,
    MIN_PLAYOUTS,
    RatedActions,
)
from goosetable.players.search import EQUAL_VALUE_LIMIT, are_equivalent

ALIKE: Final = "about as good"
NO_DIFFERENCE: Final = "it makes no difference"
HARDLY: Final = "it makes hardly a difference"
AS_GOOD: Final = f"{ALIKE} as @"
JUST_AS_GOOD: Final = "just as good as @"
IS_AS_GOOD: Final = "@ is as good"
MAX_WORSE_NAMED: Final = 2
"""Largest number of worse actions that a sentence names in place of all others."""
TELLING_PLAYOUTS: Final = 40
"""A hint tells the figure that explains the gain of an action only if both actions have at least this number of playouts."""
TELLING_ERRORS: Final = 2.5
"""A hint tells such a figure only if its means differ by more standard errors. The number is high: the largest one is told."""
MAX_CHANCE_ERROR: Final = 0.02
"""Greatest standard error with which a chance of winning the game is shown."""
LOST_CHANCE: Final = 0.005
"""A game is practically lost if the chance of winning it is below this number."""
LOST_VALUE: Final = 0.04
"""A game counts as lost if all values are below this number, and as won if all are above 1 minus it.

Values include a part of the payoff.
"""
SHARE_WORDS: Final = (
    (0.75, "three times in four"), (0.6, "two times in three"), (0.42, "half of the time"),
    (0.29, "one time in three"), (0.22, "one time in four"), (0.17, "one time in five"), (0.0, "now and then"),
)  # fmt: skip
"""Words for shares of a mixed strategy, each with the least share to which it applies."""
NEARLY_PURE_SHARE: Final = 0.9
"""Least share of an action in a mixed strategy, 0..1, for a hint to say "nearly always"."""


def _is_measured(statistics: ActionStatistics) -> bool:
    return (
        statistics.deals >= MIN_PLAYOUTS and sqrt(statistics.variances.get(CHANCE, 1.0) / statistics.deals) <= MAX_CHANCE_ERROR
    )


class Analysis(RatedActions):
    """The analysis of a decision. Its sentences are computed on demand."""

    def __init__(self, view: View, agent: BuiltInPlayer, chosen: Action, advised: Action | None = None) -> None:
        """agent: the player. chosen: the action that it chose. advised: the best action of an earlier search, or None."""
        super().__init__(view, agent, chosen, advised)
        self._hint = ""
        self._figures: str | None = None
        self._judged: dict[Action, str] = {}

    def _share_in_words(self, action: Action) -> str:
        """Returns the share of an action in the mixed strategy, in words such as "two times in three" or "nearly always"."""
        alike = [one for one in self.mixture if one == action or self.are_equal(action, one)]
        share = sum_in_order([self.mixture[one] for one in alike]) / sum_in_order(self.mixture.values())
        return "nearly always" if share >= NEARLY_PURE_SHARE else next(words for least, words in SHARE_WORDS if share >= least)

    def confidence_text(self) -> str:
        """Returns the confidence in words, such as `clear`, `likely` or `about as good as 7♥`; empty if there is no choice."""
        word, rival = self.confidence
        if rival is None:
            return ""
        if self.mixture:
            return f"right {self._share_in_words(self.best)}"
        if word == "equal":
            return with_other_action_named(IS_AS_GOOD, self._action_words(rival))
        return self.as_good_clause(rival) if word == "close" else word

    def reason_for(self, action: Action) -> str:
        """Returns the reason why an action is good or bad: a clause for `phrases.with_seats_named`; empty without a reason."""
        if len(self.view.legal) == 1:
            return "there is no choice"
        if action not in self.values or len(self.values) < 2:
            return ""
        other = self._action_to_compare_with(action)
        if self.mixture and all(self.are_equal(self.best, one) for one in self.values):
            return NO_DIFFERENCE
        pure = other is not None and action == self.best and self.mixture.get(action, 0.0) >= NEARLY_PURE_SHARE
        if self.mixture and not pure and (self.rows or other is None):
            if not self.belongs_to_mixture(action):
                return "seldom the right bid"
            return f"right {self._share_in_words(action)}; bids that vary cannot be foreseen"
        if other is None:
            if self._are_all_close_to_best:
                return NO_DIFFERENCE
            return f"the others are {ALIKE}" if len(self.values) > 2 else f"the other is {ALIKE}"
        gain = self.values[action] - self.values[other]
        if action != self.best and (gain >= 0 or action in self._actions_near_best()):
            # A value of few visits may be above the best: no reason is given that would contradict the advice.
            return self.as_good_clause(self.best, self.are_equal(action, self.best))
        return self.compare(action, other, gain)

    def shared_reason(self) -> str:
        """Returns the reason for the best action; "" if another action is equally good for a different reason."""
        equal, other = self._equal_rival, self._action_to_compare_with(self.best)
        if equal is None or other is None:
            return self.reason_for(self.best)
        both = (self.best,) if are_equivalent(self.view, self.best, equal) else (self.best, equal)
        told = {self.compare(action, other, self.values[action] - self.values[other]) for action in both}
        return told.pop() if len(told) == 1 else ""

    def reason_for_advised(self, action: Action) -> str:
        """Returns the reason for an action in a hint that recommends the best action, or one equal to it."""
        return self.shared_reason() if action == self.best else self.reason_for(action)

    def as_good_clause(self, other: Action, exactly: bool = False) -> str:
        """Returns a clause such as "about as good as 7♥", with the name of `other`; "just as good as" if `exactly`."""
        return with_other_action_named(JUST_AS_GOOD if exactly else AS_GOOD, self._action_words(other))

    # ------------------------------------------------------------------ the sentence of a card player

    def hint(self) -> str:
        """Returns the advice in one sentence without a full stop: the best action and its principle.

        Cached, because a table asks for the advice in every frame.
        """
        if not self._hint:
            self._hint = self._with_certain_win(self._advice())
        return self._hint

    def _winners(self) -> list[Action]:
        """Returns the actions that surely win the game, if the search was exact and some other action may not win."""
        surest = {one: min(self.rows[one]) if self.rows else self.values[one] for one in self._order}
        found = [one for one, value in surest.items() if value >= 1 - EQUAL_VALUE_LIMIT]
        exact = not self.visits and (self.rows or self._certain)
        return found if exact and len(found) < len(surest) else []

    def _with_certain_win(self, hint: str) -> str:
        """Returns a hint with a clause that the game is won, if the best action surely wins it. If several actions surely win
        it, returns a sentence with their names instead of the hint.
        """
        winners = self._winners()
        if self.best not in winners:
            return hint
        rest = [one for one in self._order if one not in winners]
        if len(winners) > 1 and len(rest) <= MAX_WORSE_NAMED:
            return f"Anything but {self._names_in_words(rest)} wins the game"
        if 1 < len(winners) <= MAX_NAMED:
            return f"{phrases.with_capital(self._names_in_words(winners))} wins the game"
        return hint if "you the game" in hint else with_clause(hint, "; that wins the game")

    def _advice(self) -> str:
        """Returns the hint without a clause on a certain win."""
        if len(self.view.legal) == 1:
            return "There is no choice"
        rival = self.confidence.rival
        if rival is None:
            return self._indifferent_sentence
        if decided := self._decided_sentence:
            return self._sentence_of_lost_trick or decided
        # Bids of the same value may still earn different points, which only the game's own hint says.
        if self._values_agree and verb_of(self.best) is not Verb.OFFER:
            return self._indifferent_sentence
        if whole := self._whole_hint:
            return whole
        if self._values_agree or all(self.are_equal(self.best, other) for other in self._order[1:]):
            return self._indifferent_sentence
        return self._sentence_of_principle(rival)

    def _sentence_of_principle(self, rival: Action) -> str:
        """Returns a sentence on the best action: the principle that sets the action apart from worse ones. If there is no such
        principle, the sentence has the figure of the playouts that explains the action's gain, or else a plain fact.

        The sentence also names the actions that are as good as the best one, where it is true of them. rival: the action
        nearest to the best one.
        """
        said, alike = self._distinguishing_principle(rival), self.ranking.good[1:]
        if len(alike) == len(self.view.legal) - 1:
            return self._indifferent_sentence
        if not said.name:
            if explained := self._explained_sentence([self.best, *alike]):
                return explained
            said = self.reason(self.best, next(one for one in self._order[1:] if one not in alike))
        true = self._is_true_of if said.name else self._has_same_plain_sentence
        return self._with_group_named(said.hint, [self.best, *[one for one in alike if true(said, one)]])

    @property
    def _whole_hint(self) -> str:
        """The hint of a game that puts whole hints into words; empty for any other game."""
        words = self.ranking._replace(
            listed=self._names_in_words, reason=self._reason_without_numbers, indifferent=self._indifferent_sentence
        )
        return self.view.game.advice.whole_hint(self.decision, words)

    def _explained_sentence(self, group: Sequence[Action]) -> str:
        """Returns a sentence on the figure of the playouts that explains most of the best action's gain. The gain is measured
        over the best of the clearly worse actions. Empty if no figure explains it.

        group: the best action and those equal to it.
        """
        advice, command = self.view.game.advice, phrases.with_capital
        for other in [one for one in self._clearly_worse_actions() if one not in group][:MAX_WORSE_NAMED]:
            if self.mixture or min(self.statistics(one).deals for one in (self.best, other)) < TELLING_PLAYOUTS:
                continue
            comparison = self._comparison(self.best, other, self.values[self.best] - self.values[other])
            outcomes = advice.outcomes(self.decision, self.best, other)
            if clause := strongest_difference(comparison, outcomes, TELLING_ERRORS):
                hint = f"{command(advice.command(self.decision, self.best))}, not {self._action_words(other)}: {clause}"
                return self._with_group_named(hint, group)
        return ""

    def _with_group_named(self, hint: str, group: Sequence[Action]) -> str:
        """Returns a hint on the first action of a group, with the names of all actions of the group in place of its name;
        unchanged if there are too many to name.
        """
        if not 1 < len(group) <= MAX_NAMED:
            return hint
        return with_pronouns_for_several(hint.replace(self._action_words(group[0]), self._names_in_words(group), 1), len(group))

    @property
    def _reason_without_numbers(self) -> str:
        """The reason from the playouts why the best action is better than a clearly worse one; empty if it has numbers."""
        if self._action_to_compare_with(self.best) is None or self.mixture or not self.visits:
            return ""
        why = self.shared_reason()
        return why if ":" not in why and not any(word.isdigit() or "." in word for word in why.split()) else ""

    def _has_same_plain_sentence(self, plain: Tip, action: Action) -> bool:
        """Whether the plain sentence on another action is the same as that on the best action, except for the action's name.

        plain: the plain sentence on the best action.
        """
        worse = next((one for one in self._clearly_worse_actions() if one != action), None)
        told = self.view.game.advice.plain_sentence(self.decision, action, worse)
        return told.replace(self._action_words(action), self._action_words(self.best)) == plain.hint

    @property
    def _indifferent_sentence(self) -> str:
        if settled := self.view.game.advice.fixed_result_sentence(self.decision):
            return f"{settled}: {self._any_action_words}"
        if equal := self.view.game.advice.equal_cards_sentence(self.decision):
            return equal
        alike = self._are_surely_equal(self._order[1:])
        if not alike and (thrift := self.view.game.advice.thrift_sentence(self.decision, self.best)):
            return thrift
        said = f"{self._any_action_words}, {NO_DIFFERENCE if alike else HARDLY}"
        given = self.view.game.advice.shared_fact(self.decision)
        return f"{given}: {said}" if given else phrases.with_capital(said)

    def _are_surely_equal(self, others: Sequence[Action]) -> bool:
        """Whether actions equal the best one by the rules or an exact search. Equal results of playouts are not enough."""
        same = self.view.game.advice.are_identical
        return (
            max(self._spread, self._scale) <= EQUAL_VALUE_LIMIT
            or not (self.visits or self._are_values_sampled)
            or all(are_equivalent(self.view, self.best, other) or same(self.decision, self.best, other) for other in others)
        )

    def _is_true_of(self, said: Tip, other: Action) -> bool:
        """Whether the sentence of a tip on the best action stays true if the name of `other` replaces that action's name."""
        return self.view.game.advice.is_true_of(self.decision, said, self.best, other, self._action_words)

    def _names_in_words(self, group: Sequence[Action]) -> str:
        """Lists actions by name. Many cards are grouped by suit: "any of K♦ to 10♦", "any club or 5♥"."""
        if any(card_of(action) is None for action in group):
            return phrases.listed([self._action_words(action) for action in group[: MAX_NAMED + 1]], "or")
        sort_key, said = self.view.game.text.sort_key, []
        ordered = sorted(group, key=lambda action: sort_key(self.view.known, value_of(action)))
        if len(group) <= MAX_NAMED:
            return phrases.listed([self._action_words(action) for action in ordered], "or")
        for suit in dict.fromkeys([cards.suit(value_of(action)) for action in ordered]):
            own = [action for action in ordered if cards.suit(value_of(action)) == suit]
            held = sorted([action for action in self.view.legal if cards.suit(value_of(action)) == suit],
                          key=lambda action: sort_key(self.view.known, value_of(action)))  # fmt: skip
            between = held[held.index(own[0]) : held.index(own[-1]) + 1]
            if len(own) > 2 and own == held and suit < len(cards.SUIT_NAMES):
                said.append(f"any {cards.SUIT_NAMES[suit][:-1]}")
            elif len(own) > 2 and own == between:
                said.append(f"any of {self._action_words(own[0])} to {self._action_words(own[-1])}")
            else:
                said += [self._action_words(action) for action in own]
        return phrases.listed(said, "or")

    def figures(self) -> str:
        """Returns a clause with the chances and the points of the best action and of another one; empty after too few
        playouts.

        The other action is the next best one with enough playouts; it is left out if it did better in both chances and
        points. For a mixed strategy the clause lists the shares of its actions. The clause is computed once and kept.
        """
        if self._figures is None:
            self._figures = self._shares_in_figures() if self.mixture else self._measured_figures()
        return self._figures

    def _measured_figures(self) -> str:
        word, rival = self.confidence
        meant = rival if word in ("equal", "close") and rival is not None and self._action_words(rival) in self.hint() else None
        meant = meant or self._worse_action_to_compare() or rival
        mine, others = self.statistics(self.best), [] if meant is None else [meant, *self._order[1:]]
        # Figures of an equal action would show a difference that the sentence denies.
        differ = [one for one in others if not self._equals_best(one)]
        fit = (one for one in differ if _is_measured(self.statistics(one)) and not self._did_better(one))
        other = next(fit, None)
        if not _is_measured(mine) or (other is None and differ):
            return ""
        often, points = self._chance_and_points(self.best)
        said = f"it wins the game {often} in 100, with {points} {'point' if points == '1' else 'points'} on average"
        if other is None:
            return said
        often, points = self._chance_and_points(other)
        return f"{said}; {often}, with {points}, after {self._action_words(other)}"

    def _chance_and_points(self, action: Action) -> tuple[str, str]:
        """Returns the chance and the points of an action in words: ("32 times", "13")."""
        found = self.statistics(action)
        often = phrases.count_text(round(100 * found.mean(CHANCE)), "time")
        return often, phrases.decimal_text(found.mean(f"points {self.view.seat}"))

    def _did_better(self, other: Action) -> bool:
        """Whether an action has both a higher chance and more points in the playouts than the best action."""
        mine, theirs = self.statistics(self.best), self.statistics(other)
        key, sign = f"points {self.view.seat}", -1 if self.view.game.lowest_wins else 1
        return theirs.mean(CHANCE) > mine.mean(CHANCE) and sign * (theirs.mean(key) - mine.mean(key)) > 0

    def _shares_in_figures(self) -> str:
        """Lists the shares of a mixed strategy, the best action first: "64 times in 100, 7♠ 26"; empty for a single action."""
        left = sorted(self.mixture, key=lambda one: (one != self.best, -self.mixture[one]))
        shares: dict[Action, float] = {}
        for action in left:
            alike = next((one for one in shares if self.are_equal(one, action)), action)
            shares[alike] = shares.get(alike, 0.0) + self.mixture[action] / sum_in_order(self.mixture.values())
        told = [(action, round(100 * share)) for action, share in shares.items()]
        said = [f"{self._action_words(action)} {often}" for action, often in told[1:MAX_NAMED] if often]
        if rest := sum_in_order([often for _, often in told[MAX_NAMED:]]):
            said.append(f"others {rest}")
        return f"{told[0][1]} times in 100, {phrases.listed(said)}" if said else ""

    def chances(self) -> dict[Action, float]:
        """Returns the chance of winning the game, 0..1, by action, from playouts. Actions with too few playouts are left out.

        The value of an action differs from this chance, because it includes a part of the deal's payoff, which is large in some
        games.
        """
        seen = {action: self.statistics(action) for action in self.view.legal}
        return {action: one.mean(CHANCE) for action, one in seen.items() if _is_measured(one)}

    @property
    def named_actions(self) -> tuple[Action, ...]:
        """The best action and all actions equal to it. If no action has a value, all legal actions."""
        if not self.values:
            return self.view.legal
        if self.mixture:
            return tuple([action for action in self.view.legal if action == self.best or self.belongs_to_mixture(action)])
        return tuple([action for action in self.view.legal if action == self.best or self._equals_best(action)])

    def judgement_of(self, action: Action) -> str:
        """Returns a clause that compares an action with the best one, without a full stop; empty for the best itself. The
        clause is computed once and kept.
        """
        said = self._judged.get(action)
        if said is None:
            said = self._judged[action] = self._judgement(action)
        return said

    def _judgement(self, action: Action) -> str:
        if action == self.best or action not in self.values or self.best not in self.values:
            return ""
        if self._equals_best(action):
            return "as good"
        if self.mixture and (self.belongs_to_mixture(action) or self.rows):
            return (
                "as good now and then, so that nobody reads you" if self.belongs_to_mixture(action) else "seldom the right bid"
            )
        if self.are_close(self.best, action):
            return f"close to {self._action_words(self.best)}"
        said = self.reason(self.best, action)
        return f"less good. {said.hint}" if said.name else f"less good than {self._action_words(self.best)}"

    def reason(self, action: Action, other: Action | None) -> Tip:
        """Returns the principle that holds for an action but not for the other, or a plain sentence."""
        return self.view.game.advice.reason(self.decision, action, other)

    def missed_principle(self, action: Action, other: Action) -> Tip:
        """Returns the principle that a person missed by taking the other action.

        Returns an empty tip if the playouts clearly favour the other action: a forecast then contradicts them, and the cost is
        doubtful. Exact values need no playouts.
        """
        mine, theirs = self.statistics(action), self.statistics(other)
        counted = not self.rows and mine.deals and theirs.deals
        if counted and mine.mean(WORTH) < theirs.mean(WORTH) and means_differ(mine, theirs, WORTH, TELLING_ERRORS):
            return Tip("", "")
        return self.view.game.advice.missed_principle(self.decision, action, other)

    def _distinguishing_principle(self, rival: Action) -> Tip:
        """Returns a principle that holds for the best action and for few clearly worse ones; if there is none, a plain
        sentence.
        """
        decision, advice, worse = self.decision, self.view.game.advice, self._clearly_worse_actions()
        return advice.reason(decision, self.best, self._worse_action_to_compare() or rival, worse)

    @property
    def _sentence_of_lost_trick(self) -> str:
        """If the game is lost whichever card is played, and all cards have the same result in this trick: a sentence on the
        trick, which replaces the sentence on the lost game. Else empty.
        """
        advice, decision = self.view.game.advice, self.decision
        if max(self.values.values()) > LOST_VALUE or not advice.shared_fact(decision):
            return ""
        return advice.thrift_sentence(decision, self.best) or self._indifferent_sentence

    @property
    def _decided_sentence(self) -> str:
        """The sentence on a game that is practically won or lost with any action; empty for other games."""
        low, high = min(self.values.values()), max(self.values.values())
        if self.rows:
            # The values hold against the best answers; only the rows show whether a fault of the opponent can change the end.
            low, high = min(map(min, self.rows.values())), max(map(max, self.rows.values()))
            if min(high, 1 - low) > LOST_CHANCE:
                return ""
        if not self.visits and (high <= EQUAL_VALUE_LIMIT or low >= 1 - EQUAL_VALUE_LIMIT):
            return f"The game is {'lost' if high <= EQUAL_VALUE_LIMIT else 'won'}: {self._any_action_words}"
        if not self.visits and high - low <= EQUAL_VALUE_LIMIT and min(high, 1 - low) <= LOST_VALUE:
            return f"The game is as good as {'lost' if high <= LOST_VALUE else 'won'}: {self._any_action_words}"
        seen = [self.statistics(action) for action in (self.best, self._order[-1])]
        chances = [one.mean(CHANCE) for one in seen if one.deals]
        if len(chances) < len(seen) or not min(max(chances), 1 - min(chances)) < LOST_CHANCE:
            return ""
        # Even if the playouts agree, the search may have found an action that changes the result.
        if min(max(self.values.values()), 1 - min(self.values.values())) > LOST_VALUE:
            return ""
        end = "lost" if max(chances) < LOST_CHANCE else "won"
        # A game that is only as good as lost still has a card that is right: the game's own hint names it.
        surely = self.view.game.advice.certain_outcome(self.decision) == end
        return f"The game is {end}: {self._any_action_words}" if surely else ""

    @property
    def _any_action_words(self) -> str:
        verb = {Verb.PLAY: "play", Verb.KEEP: "keep", Verb.OFFER: "bid"}.get(verb_of(self.best), "choose")
        return f"{verb} what you like"

    def compare(self, action: Action, other: Action, gain: float) -> str:
        """Explains why an action is better than another by `gain`, or worse if `gain` is negative."""
        said = self.view.game.heuristics.reasons.reason(self._comparison(action, other, gain))
        return with_other_action_named(said, self._action_words(other))

    def _comparison(self, action: Action, other: Action, gain: float) -> Comparison:
        game = self.view.game
        return Comparison(
            self.view.known, action, other, self.statistics(action), self.statistics(other), gain,
            game.text.card_name, game.points,
            self._certain, game.lowest_wins, sum(self.visits.values()),
        )  # fmt: skip

    def _action_words(self, action: Action) -> str:
        return action_words(self.view.seat, action, self.view.game.text.card_name)
