"""Texts about a game: prompts, logs, the facts of a table, medals, and reasons for actions."""
