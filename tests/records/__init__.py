"""Played games as files."""
