"""All properties, in the order in which they are looked at, and the pages of all findings."""

from __future__ import annotations

from functools import cache
from importlib import import_module

from tricktaker.checks.properties.property import Property

MODULES = (
    "some_legal_action",
    "text_round_trip",
    "cards_conserved",
    "game_ends",
    "values_in_range",
    "invariants_hold",
    "fair_result",
    "scores_add_up",
    "copies_agree",
    "refusals_change_nothing",
    "knowledge_true",
    "views_serialise",
    "hidden_cards_stay_hidden",
    "offers_are_seen",
    "worlds_agree",
    "replays_agree",
    "same_seed",
    "seats_alike",
    "suits_alike",
)
"""What games are watched for."""

FINDINGS = ("dead_rules", "silent_abilities", "only_choices", "idle_options", "stalemates", "open_ties", "first_seat")
"""What many games together tell about the rules."""


@cache
def properties() -> tuple[Property, ...]:
    """Every property that games are watched for."""
    return tuple(import_module(f"{__package__}.{name}").PROPERTY for name in MODULES)


@cache
def manual() -> dict[str, str]:
    """The page of each property and finding, by the name that stands in the brackets of its message."""
    pages = {prop.name: prop.about for prop in properties()}
    for name in FINDINGS:
        module = import_module(f"{__package__}.{name}")
        pages[module.NAME] = module.__doc__ or ""
    mutants = import_module("tricktaker.checks.mutants")
    pages[mutants.NAME] = mutants.__doc__ or ""
    return {
        name: f"# {page.strip().partition(chr(10))[0].rstrip('.')}\n{page.strip().partition(chr(10))[2]}\n"
        for name, page in sorted(pages.items())
    }
