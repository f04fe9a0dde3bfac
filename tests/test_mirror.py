"""Tests are found where their module lies: `goosetable/a/b.py` has `tests/a/test_b.py`, or stands in the table below.

Where a name says little by itself, that of its folder goes before it: `games/goose/rules.py`, `test_goose_rules.py`.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final, NamedTuple

TESTS = Path(__file__).resolve().parent
SOURCE = TESTS.parent / "goosetable"
MODULES = sorted(path.relative_to(SOURCE) for path in SOURCE.rglob("*.py") if path.name != "__init__.py")


class Elsewhere(NamedTuple):
    """Modules that another test file tries, and why it does."""

    test: str
    """Below `tests/`."""
    modules: str
    """Below `goosetable/`, without `.py`; a folder, with `/` at its end, stands for those in it without a test of their own."""
    why: str


ELSEWHERE: Final = (
    # the command line
    Elsewhere("commands/test_cli.py", "__main__ cli commands/open_window", "calls of the program as people make them"),
    Elsewhere(
        "commands/test_sentences.py",
        "commands/arguments commands/bench commands/files commands/saying engine/words/escape",
        "all that goes wrong in a call is one sentence",
    ),
    Elsewhere(
        "commands/test_simulate.py",
        "commands/house_rules commands/tournament/series commands/tournament/workers",
        "what simulate plays, under which rules, in one process or more",
    ),
    Elsewhere("commands/test_lesson.py", "engine/lesson/draft", "a draft is what the command writes"),
    Elsewhere("commands/test_bad_players.py", "commands/tournament/run", "a series ends early where a player is silent"),
    Elsewhere(
        "commands/tournament/test_statistics.py", "commands/tournament/progress", "figures and the bar are of one series"
    ),
    Elsewhere("commands/tournament/test_sprt.py", "commands/tournament/cross_table", "both compare players code by code"),
    Elsewhere("review/test_deal_review.py", "review/hidden review/opinion", "an opinion is of a whole deal"),
    Elsewhere("commands/test_named_players.py", "players/effort", "an effort is part of a name in a call"),
    # cards, engine and games
    Elsewhere("engine/lesson/test_lesson.py", "engine/lesson/check", "a lesson is read and checked at once"),
    Elsewhere(
        "engine/hidden/test_constrained_sampler.py",
        "engine/rules/knowledge",
        "what is known, with the sampler that deals by it",
    ),
    Elsewhere("engine/record/test_format.py", "engine/record/jsonl", "bytes become lines, and lines values"),
    Elsewhere(
        "games/test_every_game.py",
        "engine/rules/ engine/game engine/trick_game engine/record/history engine/text/game_text engine/text/trick_text "
        "games/cross_purposes/text games/fools_gold/text games/throps/text",
        "the laws, over every game and option",
    ),
    Elsewhere(
        "players/test_every_game.py",
        "engine/strength/heuristics games/cross_purposes/heuristics games/fools_gold/heuristics games/goose/heuristics "
        "games/gooseberry_fool/heuristics games/goosed/heuristics games/throps/heuristics",
        "the players at every table use them for every decision",
    ),
    Elsewhere(
        "games/test_win_chances.py",
        "engine/strength/win_chances engine/strength/target_race games/goose/win_chances games/gooseberry_fool/win_chances",
        "chances of winning, against games played out",
    ),
    Elsewhere(
        "players/test_exact.py",
        "games/cross_purposes/playout games/cross_purposes/solve",
        "what is worked out exactly, and the policy it is compared with",
    ),
    Elsewhere(
        "players/test_sealed_bandit.py", "engine/strength/sealed_bids", "bids in secret, with the search that asks for them"
    ),
    Elsewhere(
        "baselines/test_baselines.py", "engine/strength/playout", "the worth of cards, against players that never change"
    ),
    Elsewhere(
        "players/test_reasons.py",
        "engine/text/explain players/analysis players/trace",
        "the reasons of a hint, from search to sentence",
    ),
    Elsewhere(
        "players/test_reasons_in_means.py", "engine/text/means engine/text/prospects", "what means of the imagined deals say"
    ),
    Elsewhere(
        "players/test_reasons_said.py",
        "games/cross_purposes/explain games/fools_gold/explain games/goose/explain games/gooseberry_fool/explain "
        "games/goosed/explain games/gops/explain games/throps/explain",
        "the reasons that each game gives",
    ),
    Elsewhere(
        "games/cross_purposes/test_cross_purposes_rules.py", "games/cross_purposes/state", "a state is tried by its rules"
    ),
    Elsewhere(
        "games/fools_gold/test_fools_gold_rules.py",
        "games/fools_gold/options games/fools_gold/scoring games/fools_gold/state",
        "its rules are its scoring",
    ),
    Elsewhere(
        "games/cross_purposes/test_cross_purposes_policy.py",
        "games/cross_purposes/features games/cross_purposes/sight",
        "what a policy sees is seen in what it plays",
    ),
    Elsewhere(
        "games/fools_gold/test_fools_gold_policy.py",
        "games/fools_gold/features games/fools_gold/sight",
        "features are what sight finds, and what the policy looks at",
    ),
    Elsewhere(
        "games/goose/test_goose_policy.py",
        "games/goose/features games/goose/sight",
        "features are what sight finds, and what the policy looks at",
    ),
    Elsewhere(
        "games/goosed/test_goosed_policy.py",
        "games/goosed/features games/goosed/sight",
        "features are what sight finds, and what the policy looks at",
    ),
    Elsewhere(
        "games/gops/test_gops_policy.py",
        "games/gops/features games/gops/sight",
        "features are what sight finds, and what the policy looks at",
    ),
    Elsewhere("players/test_guided.py", "engine/strength/guidance", "how far a search follows, with the search that does"),
    Elsewhere(
        "games/gooseberry_fool/test_gooseberry_fool_likelihood.py",
        "engine/strength/by_habits",
        "both tell how likely hands are",
    ),
    Elsewhere(
        "games/goose/test_goose_scores.py",
        "games/goose/options games/goose/scoring games/goose/state",
        "bids, hooks and scores, by the options",
    ),
    Elsewhere(
        "players/test_right_goose.py", "games/goose/playout games/goose/playout_card", "the policy knows what is right to play"
    ),
    Elsewhere(
        "games/gooseberry_fool/test_gooseberry_fool_sight.py", "games/gooseberry_fool/features", "features are what sight finds"
    ),
    Elsewhere(
        "games/gooseberry_fool/test_gooseberry_fool_scores.py",
        "games/gooseberry_fool/options games/gooseberry_fool/scoring",
        "scores, sentence by sentence",
    ),
    Elsewhere("games/goosed/test_goosed_scores.py", "games/goosed/state", "sides and scores lie in the state"),
    Elsewhere("games/gops/test_gops_rules.py", "games/gops/state games/gops/text", "what is known is in its rules, and said"),
    Elsewhere("engine/text/test_totals.py", "engine/text/table_facts", "what is said of totals is a fact of the table"),
    Elsewhere("engine/test_sealed_round.py", "engine/text/sealed_text", "a round is said as it is played"),
    Elsewhere(
        "games/throps/test_throps_policy.py",
        "games/throps/features games/throps/sight",
        "features are what sight finds, and what the policy looks at",
    ),
    Elsewhere("games/throps/test_throps_sealed.py", "games/throps/bidding_out", "the quick way is compared bid by bid"),
    Elsewhere(
        "games/throps/test_throps_rules.py",
        "games/throps/scoring games/throps/state",
        "the bids and scores are the rules",
    ),
    # players
    Elsewhere(
        "players/test_levels.py",
        "players/agent players/greedy players/ismcts players/rollouts players/search players/search_agent",
        "each level plays as well as it should",
    ),
    Elsewhere("players/test_ask.py", "players/plugin", "a player from outside is asked like any other"),
    Elsewhere("sandbox/test_sandbox.py", "sandbox/", "a process is tried with players that misbehave in it"),
    # the app below its scenes
    Elsewhere("app/art/test_art.py", "app/art/", "every picture is drawn and read back"),
    Elsewhere("app/skins/test_card_styles.py", "app/skins/assets", "files that are missing or damaged are named"),
    Elsewhere(
        "app/render/test_canvas.py",
        "app/render/ app/art/beasts app/art/birds app/art/garden app/art/pen app/art/portraits",
        "all that is drawn with is drawn once, portraits among it",
    ),
    Elsewhere("app/render/test_display_list.py", "app/render/repainter", "a picture after another, and what of it is painted"),
    Elsewhere("app/render/test_font_fallback.py", "app/render/font_files app/render/text", "lines of writing in any script"),
    Elsewhere(
        "app/table/test_layout.py",
        "app/render/geometry app/table/hand/hand_layout app/table/metrics app/table/open_rows app/table/table_layout",
        "what lies where, at every size",
    ),
    Elsewhere("app/table/bidding/test_auction.py", "app/table/bidding/seat_rows", "rows and middle share the cloth"),
    Elsewhere(
        "app/scenes/review/test_review_scene.py",
        "app/match/deal_opinions app/match/looking_back app/scenes/review/ app/storage/reviews",
        "a deal that was played is looked back at, and what is kept is read again",
    ),
    Elsewhere("app/scenes/test_handover.py", "app/render/curtain_velvet", "the curtain hides every pixel"),
    Elsewhere(
        "app/ui/test_window.py",
        "app/context app/loop app/render/logo app/storage/paths",
        "the window from its opening to its end",
    ),
    Elsewhere("app/ui/test_widgets.py", "app/ui/", "controls are tried together, by mouse and keys"),
    Elsewhere(
        "app/scenes/new_game/test_new_game_scene.py",
        "app/scenes/new_game/ app/ui/number_field",
        "the one page with numbers to choose",
    ),
    Elsewhere(
        "app/storage/test_saves.py",
        "app/storage/archive app/storage/lock",
        "a save goes through all of them",
    ),
    Elsewhere(
        "app/storage/test_settings_damage.py",
        "app/storage/atomic_files app/storage/json_limits",
        "files are cut off and damaged anywhere",
    ),
    Elsewhere(
        "app/storage/history/test_roll.py",
        "app/storage/history/told",
        "the roll of what the records say, and how a game is written down",
    ),
    Elsewhere(
        "app/storage/test_statistics.py",
        "app/storage/history/course app/storage/history/honours app/storage/history/index app/storage/history/records",
        "the figures are those of the records, whatever happens to the index",
    ),
    Elsewhere(
        "app/scenes/history/test_all_games.py",
        "app/scenes/history/ app/storage/history/deleted app/storage/history/importing",
        "the page of all games, and what it does with records",
    ),
    Elsewhere("app/storage/history/test_filters.py", "app/storage/history/listing", "what is listed, and what holds it back"),
    Elsewhere("app/scenes/test_fair_play.py", "app/storage/verify", "its proof is what the page shows"),
    Elsewhere(
        "app/match/test_match.py", "app/match/agents app/match/matches app/match/prizes", "a match is laid, played and left"
    ),
    Elsewhere("app/table/test_copies.py", "app/table/card_image_queue", "full tables of two packs"),
    Elsewhere(
        "app/table/test_geometry.py",
        "app/table/snapshot",
        "what a table shows, at every size and number of seats",
    ),
    Elsewhere(
        "app/match/test_guests.py", "app/scenes/new_game/external_player", "external players are asked about, and refused"
    ),
    Elsewhere(
        "app/storage/test_profiles.py",
        "app/scenes/new_game/profile_editor app/scenes/new_game/seat_picker",
        "people are made, changed and seated on these pages",
    ),
    Elsewhere(
        "app/scenes/title/test_title_records.py",
        "app/scenes/title/day_tile app/scenes/title/ornaments",
        "what the title tells of the records: the shelf, and the deal of the day",
    ),
    Elsewhere("app/scenes/title/test_title.py", "app/scenes/title/", "the title as a person comes to it"),
    Elsewhere(
        "engine/sheet/test_sheets_of_games.py",
        "engine/sheet/form engine/sheet/shown engine/sheet/view games/cross_purposes/sheet games/fools_gold/sheet "
        "games/goose/sheet games/gooseberry_fool/sheet games/goosed/sheet games/gops/sheet games/throps/sheet",
        "sheets of all games agree with the games",
    ),
    Elsewhere("app/storage/test_statistics.py", "app/storage/accounts", "the accounts are what the statistics show"),
    Elsewhere("app/storage/test_medals.py", "engine/text/medals", "what games declare, found in records"),
    Elsewhere("app/scenes/charts/test_charts_page.py", "app/scenes/charts/", "the charts and the page on which they stand"),
    Elsewhere("app/scenes/score/test_between_deals.py", "app/scenes/practice", "a deal played again"),
    Elsewhere(
        "app/scenes/score/test_luck_page.py", "app/match/game_luck app/scenes/score/luck_parts", "luck and play of a game"
    ),
    Elsewhere("app/scenes/test_chairs.py", "app/match/chairs", "who plays is changed at the table"),
    Elsewhere("app/table/test_stage.py", "app/table/hand/", "cards that lie, move and are skipped"),
    Elsewhere(
        "app/table/test_stage_games.py",
        "app/table/animations app/table/badges app/table/pile_animations app/table/piles",
        "deals of every game are shown to their end",
    ),
    Elsewhere(
        "app/table/company/test_honk.py", "app/table/company/free_places", "what comes to a seat for a moment covers nothing"
    ),
    Elsewhere("app/scenes/table/test_first_words.py", "app/table/labels", "a mark is named where there is room"),
    Elsewhere("app/table/company/test_remarks.py", "app/table/company/sayings", "what is said is fit to be heard"),
    Elsewhere(
        "app/scenes/table/test_remarks.py",
        "app/table/company/bubble app/table/company/honk_drawing",
        "goose and bubbles are seen at a table",
    ),
    Elsewhere(
        "app/table/sidebar/test_sidebar.py",
        "app/art/badges app/table/sidebar/",
        "every line and badge of the score panel",
    ),
    Elsewhere("app/test_reach.py", "app/table/captions", "notices and messages leave each other room"),
    # the app: scenes and the way in
    Elsewhere(
        "app/scenes/lesson/test_lesson_scene.py",
        "app/match/tutorial app/scenes/lesson/ app/scenes/lessons app/table/callout",
        "lessons are played through",
    ),
    Elsewhere(
        "app/scenes/keeper/test_keeper_scene.py",
        "app/match/keeping app/scenes/keeper/ app/storage/sheets",
        "sheets are begun, kept, left and gone on with",
    ),
    Elsewhere("app/scenes/keeper/test_kept_games.py", "app/storage/history/sources", "sheets lie among all games"),
    Elsewhere("app/scenes/keys/test_keys_scene.py", "app/scenes/keys/", "the list of keys, and the page that changes them"),
    Elsewhere("app/scenes/rules/test_rules_pages.py", "app/scenes/rules/", "every page of rules is set and read"),
    Elsewhere(
        "app/scenes/score/test_score_scene.py", "app/scenes/score/ app/scenes/look_over", "the sheet, and what it leads to"
    ),
    Elsewhere(
        "app/scenes/table/test_decisions.py",
        "app/scenes/table/focus_targets app/scenes/table/zone_drawing app/table/panels/",
        "every panel is asked and answered, by mouse and keys",
    ),
    Elsewhere("app/scenes/table/test_drawing.py", "app/scenes/table/last_trick", "the last trick is laid over the picture"),
    Elsewhere(
        "app/scenes/test_large_card.py",
        "app/scenes/table/input/large app/table/open_cards",
        "any card that lies open is shown large",
    ),
    Elsewhere("app/scenes/table/test_table_scene.py", "app/scenes/table/", "one table, by mouse and by keys"),
    Elsewhere(
        "app/scenes/test_pages.py", "app/scenes/page app/scenes/pause_menu app/scenes/settings/", "pages of controls and text"
    ),
    Elsewhere(
        "app/scenes/test_statistics_pages.py",
        "app/scenes/player_statistics app/scenes/records_page app/scenes/statistics app/scenes/medal_row",
        "the pages that read records",
    ),
    Elsewhere("app/reader/test_reader.py", "app/scenes/heard/ears", "the program with a reader, from its first frame on"),
    Elsewhere("app/scenes/test_all_scenes.py", "app/scenes/cards_played app/scenes/parts", "every scene, at every size"),
    Elsewhere(
        "app/test_start.py",
        "app/named_file app/router app/scenes/routes app/scenes/splash app/selftest",
        "what comes before the first scene, or instead of it",
    ),
)


def _own(module: Path) -> bool:
    """Whether a module has a test at its mirrored place."""
    folder, name = TESTS / module.parent, module.stem
    return any((folder / f"test_{found}.py").exists() for found in (name, f"{module.parent.name}_{name}"))


BY_NAME = {name: entry for entry in ELSEWHERE for name in entry.modules.split()}


def _entry(module: Path) -> str | None:
    """The name in the table under which a module is found: its own, or that of the nearest folder."""
    names = [module.with_suffix("").as_posix(), *(f"{folder.as_posix()}/" for folder in module.parents)]
    return next((name for name in names if name in BY_NAME), None)


def test_every_module_has_its_test_or_says_which_it_is() -> None:
    lacking = [f"tests/{module.parent}/test_{module.stem}.py" for module in MODULES if not (_own(module) or _entry(module))]
    assert not lacking, "there is no such test, and no entry in the table"


def test_every_entry_is_needed_and_names_a_test_that_is_there() -> None:
    used = {_entry(module) for module in MODULES if not _own(module)}
    assert set(BY_NAME) <= used
    assert sum(len(entry.modules.split()) for entry in ELSEWHERE) == len(BY_NAME), "a module stands twice in the table"
    for entry in ELSEWHERE:
        assert (TESTS / entry.test).is_file(), entry.test
