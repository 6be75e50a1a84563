"""A rule file with everything that goes without saying written out, as `show --effective` prints it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tricktaker.model import Rules

_ORDER = (
    "tricktaker", "name", "about", "source", "players", "options", "deck", "decks", "enums", "zones", "vars", "tables",
    "define", "procs", "setup", "round", "trick", "abilities", "hooks", "modes", "rounds", "end", "invariants",
    "examples", "accepts",
)  # fmt: skip


def effective(document: Mapping[str, Any], rules: Rules) -> dict[str, Any]:
    """The document, merged already with what it builds on, with the defaults in their places."""
    full = {key: document[key] for key in _ORDER if key in document}
    full |= {key: value for key, value in document.items() if key not in full}
    full["players"] = _players(document.get("players"), rules)
    full["zones"] = _zones(document.get("zones"))
    full["trick"] = _trick(document, rules)
    full["round"] = _written_out(document.get("round", []))
    rounds = dict(_map(document.get("rounds")))
    rounds["dealer"] = {"first": "random", "then": "left", **_map(rounds.get("dealer"))}
    full["rounds"] = rounds
    if not rules.cooperative and "winners" not in _map(document.get("end")):
        full["end"] = {"standings": ["score"], **_map(document.get("end"))}
    return {key: full[key] for key in (*_ORDER, *full) if key in full}


def as_yaml(document: Mapping[str, Any]) -> str:
    """The document as YAML that reads back as the same."""
    import yaml

    class Dumper(yaml.SafeDumper):
        """Short maps and lists on one line, the file itself a key a line."""

        def ignore_aliases(self, data: Any) -> bool:
            return True

        def represent(self, data: Any) -> None:
            node = self.represent_data(data)
            assert isinstance(node, yaml.MappingNode)
            node.flow_style = False
            self.serialize(node)

    def words(dumper: yaml.SafeDumper, text: str) -> yaml.ScalarNode:
        # Anything that could be read as something else than this text is quoted, by our rules and by YAML's own.
        style = None if _stands_bare(text) else '"'
        return dumper.represent_scalar("tag:yaml.org,2002:str", text, style=style)

    Dumper.add_representer(str, words)
    text: str = yaml.dump(
        _numbered(document),
        Dumper=Dumper,
        sort_keys=False,
        allow_unicode=True,
        width=1_000_000,
        default_flow_style=None,
    )
    return text


def _numbered(value: Any) -> Any:
    """The same with keys that are numbers as numbers, so that they need no quotes."""
    if isinstance(value, Mapping):
        return {
            int(key) if str(key).isdecimal() and str(int(key)) == key else key: _numbered(v) for key, v in value.items()
        }
    return [_numbered(each) for each in value] if isinstance(value, list) else value


def _stands_bare(text: str) -> bool:
    from tricktaker.loading.words import number_fault, resolve

    return isinstance(resolve(text), str) and number_fault(text) is None


def _map(value: Any) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


def _players(written: Any, rules: Rules) -> Any:
    body = _map(written)
    counts = rules.player_counts
    count: Any = counts[0] if len(counts) == 1 else f"{counts[0]}..{counts[-1]}"
    full = {"count": count, **body}
    if len(counts) > 1:
        full.setdefault("default", rules.players)
    return full if len(full) > 1 else count


def _zones(written: Any) -> dict[str, Any]:
    zones = dict(_map(written))
    for name, see in (("hand", "owner"), ("won", "nobody")):
        zones[name] = {"per": "player", "see": see, **_map(zones.get(name))}
    return zones


def _trick(document: Mapping[str, Any], rules: Rules) -> dict[str, Any]:
    names = rules.names
    trump = ("", "trump") in names.definitions or "trump" in names.vars
    usual: dict[str, Any] = {
        "follow": ["suit"],
        "wins": ["trump", "led"] if trump else ["led"],
        "collect": "winner.won",
        "next": "winner",
    }
    return {**usual, **_map(document.get("trick"))}


def _written_out(steps: Any) -> Any:
    """The steps, with the first leader named where tricks are played, and laps as loops of one lap each."""
    if isinstance(steps, list):
        return [_written_out(step) for step in steps]
    if not isinstance(steps, dict):
        return steps
    told = {
        key: _written_out(value) if key in ("then", "else", "do", "otherwise") else value
        for key, value in steps.items()
    }
    if "tricks" in told:
        told["tricks"] = {"leader": "left(dealer)", **_map(told["tricks"])}
    laps = _map(told.get("each")).get("laps")
    if laps is None:
        return told
    lap = {key: told[key] for key in ("until", "secretly", "do") if key in told}
    around = {key: told[key] for key in ("rule", "announce", "before", "after", "until") if key in told}
    return {"repeat": laps, **around, "do": [{"each": {"players": told["each"]["players"]}, **lap}]}
