"""`tricktaker show`: a game at a glance, or its whole file with nothing left unsaid."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import click

from tricktaker.cli.edge import circumstances
from tricktaker.cli.opening import open_rules
from tricktaker.cli.output import put
from tricktaker.cli.parameters import Setting, format_option, set_option, variant_argument
from tricktaker.cli.program import Command

if TYPE_CHECKING:
    from tricktaker.model import Rules


@click.command("show", cls=Command)
@variant_argument
@click.option("--effective", is_flag=True, help="The file with all it builds on and all defaults written out.")
@click.option("--players", type=click.IntRange(min=1), metavar="N", help="For this number of players.")
@set_option
@format_option("text", "json")
def command(variant: str, effective: bool, players: int | None, settings: dict[str, Setting], form: str) -> None:
    """Look at a game: players, cards, options, or its whole file.

    \b
      tricktaker show variants/mygame.yaml
      tricktaker show variants/mygame.yaml --effective
    """
    rules = open_rules(variant, players, settings)
    circumstances().fingerprint = rules.fingerprint
    if effective:
        _show_effective(rules, form)
        return
    facts = _facts(rules)
    if form == "json":
        put(json.dumps({"version": 1, **facts}, indent=2, ensure_ascii=False))
        return
    from tricktaker.diagnostics.display import printable

    put(printable(f"{rules.name} ({rules.id})"))
    if rules.about:
        put(printable(rules.about))
    put()
    for key, told in facts.items():
        if key in ("id", "name", "about") or told in (None, "", []):
            continue
        shown = told if isinstance(told, list) else [told]
        put(f"{key}: {printable(_line(shown[0]))}")
        for each in shown[1:]:
            put(f"{' ' * len(key)}  {printable(_line(each))}")


def _line(told: Any) -> str:
    if isinstance(told, dict):
        values = " | ".join(_value(each) for each in told["values"])
        return f"{told['name']} = {_value(told['chosen'])}  ({values})  {told['help']}".rstrip()
    return str(told)


def _value(told: Any) -> str:
    return str(told).lower() if isinstance(told, bool) else str(told)


def _facts(rules: Rules) -> dict[str, Any]:
    counts = rules.player_counts
    decks = {deck: sum(card.deck == deck for card in rules.cards) for deck in rules.deck_zones}
    return {
        "id": rules.id,
        "name": rules.name,
        "about": rules.about,
        "source": rules.source,
        "file": rules.path,
        "fingerprint": rules.fingerprint,
        "players": str(counts[0]) if len(counts) == 1 else f"{counts[0]} to {counts[-1]}, {rules.players} here",
        "cards": [f"{count} in {deck}" for deck, count in decks.items()],
        "suits": " ".join(rules.names.domains["suit"].labels) if "suit" in rules.names.domains else "",
        "ranks": " ".join(rules.names.domains["rank"].labels) if "rank" in rules.names.domains else "",
        "zones": [f"{zone.decl.name} (seen by {zone.decl.see})" for zone in rules.zones if not zone.decks],
        "abilities": [ability.name for ability in rules.abilities],
        "options": [
            {
                "name": each.name,
                "values": _values(each),
                "default": each.default,
                "chosen": each.chosen,
                "help": each.help,
            }
            for each in rules.options
        ],
    }


def _values(option: Any) -> list[Any]:
    if option.kind == "int" and len(option.values) > 1:
        return [f"{option.values[0]}..{option.values[-1]}"]
    return list(option.values) if option.kind != "bool" else [True, False]


def _show_effective(rules: Rules, form: str) -> None:
    from tricktaker.diagnostics import Report
    from tricktaker.loading.extends import load_document
    from tricktaker.loading.nodes import plain
    from tricktaker.rulebook.effective import as_yaml, effective

    node = load_document(rules.path, Report())
    assert node is not None  # it was loaded a moment ago
    document = effective(plain(node), rules)
    if form == "json":
        put(json.dumps(document, indent=2, ensure_ascii=False))
    else:
        put(as_yaml(document), nl=False)
