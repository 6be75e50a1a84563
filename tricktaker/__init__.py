"""Trick-taking card games from rules written in one YAML file."""
