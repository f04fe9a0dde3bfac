"""Gops: its rules, and what players and table need besides."""
