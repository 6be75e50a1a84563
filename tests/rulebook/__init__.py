"""The rulebook page."""
