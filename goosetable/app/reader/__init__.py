"""Hands what a scene is to those who hear it to the screen reader of the system, and carries out what that asks for."""
