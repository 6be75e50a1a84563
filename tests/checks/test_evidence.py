"""What is said about rules, options and seats, and how sure it is."""

from __future__ import annotations

from pathlib import Path

from tests.cases.table import small
from tricktaker.checks.coverage import Coverage, Watcher
from tricktaker.checks.deep import check_deep
from tricktaker.checks.document import Places
from tricktaker.checks.evidence import at_most, interval
from tricktaker.checks.policies import by_chance, slanted_deal
from tricktaker.checks.properties import seats_alike, suits_alike
from tricktaker.checks.trials import Loader
from tricktaker.checks.walk import Walk

HERE = Path(__file__).parent
SOUND = HERE / "sound.yaml"


def test_intervals_hold_for_all_questions_together() -> None:
    values = [0.0, 1.0] * 500
    low, high = interval(values, 1)
    assert 0.43 < low < 0.45 and 0.55 < high < 0.57
    assert interval(values, 100)[0] < low
    assert interval([1.0], 5)[0] < 0.001 and interval([1.0], 5)[1] == 1.0
    assert interval([], 5) == (0.0, 1.0)


def test_what_never_happened_is_rarer_than() -> None:
    assert at_most(1000, 1) == "0.69 %"
    assert at_most(1000, 100) == "1.1 %"


def test_rules_at_work_are_counted() -> None:
    loader = Loader.of(SOUND)
    coverage = Coverage()
    watcher = Watcher(loader.usual, coverage, Places(loader.doc, loader.rules.names).rows)
    walk = Walk(loader.usual, 0)
    for moment in walk.moments(by_chance(loader.usual, 0)):
        coverage.mattered.update(watcher.at_work(walk.state))
        walk.state._pending.clear()
        if moment == "decision":
            coverage.mattered.update(watcher.offered(walk.state))
    counts = {(point.kind, point.label): coverage.mattered[key] for key, point in coverage.points.items()}
    rounds = walk.state.round_no
    assert sum(count for (kind, _), count in counts.items() if kind == "row") == 2 * 3 * rounds
    assert 0 < counts["ability", "Magpie"] <= 3 * rounds
    assert counts["tier", "trump"] + counts["tier", "led"] == 7 * rounds
    assert not [point for point in coverage.missing if point.kind == "tier"]


def test_a_way_of_winning_without_a_name_is_said_to_be_idle_where_it_stands(tmp_path: Path) -> None:
    text = (HERE / "broken" / "dead-tier.yaml").read_text(encoding="utf-8")
    path = tmp_path / "mine.yaml"
    said = []
    for changed in (text, text.replace("rule: nothing, ", "")):
        path.write_text(changed, encoding="utf-8")
        report = check_deep(path, games=60, seconds=6).report
        said += [found.message for found in report.warnings if "way of winning" in found.message]
    named, nameless = said
    assert named.startswith("this way of winning (`nothing`) never decided")
    assert nameless.startswith("this way of winning never decided")


def test_rows_of_ranks_that_are_numbers(tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text(
        """
tricktaker: 1
name: Worth
players: 4
deck: {standard: 36}
vars:
  score: {per: player, int: 0..200, lasts: game}
tables:
  worth: {6: 1, 7: 2, 8: 2, 9: 3, 10: 4, J: 5, Q: 6, K: 7, A: 8}
round:
  - shuffle: deck
  - deal: {to: hand, count: 9}
  - tricks: {count: 9}
  - each: player
    do:
      - add: {score: won.sum(worth(rank))}
rounds: {count: 2}
""",
        encoding="utf-8",
    )
    loader = Loader.of(path)
    rows = Places(loader.doc, loader.rules.names).rows["worth"]
    assert [list(codes) for codes, _ in rows] == [[code] for code in range(9)]


def test_a_slanted_deal_gives_alike_cards_to_one_hand() -> None:
    import random

    game = Loader.of(SOUND).usual
    given = slanted_deal(game, lambda: game.deal(0), random.Random(2))
    assert sorted(given[0].cards) == list(range(24))


def test_reasons_not_to_relabel() -> None:
    assert seats_alike.reason_not_to(Loader.of(SOUND).usual) is None
    assert suits_alike.reason_not_to(Loader.of(SOUND).usual) is None
    assert seats_alike.reason_not_to(Loader.of(HERE / "broken" / "seat-bias.yaml").usual) is not None


def test_what_is_picked_unseen_is_left_to_chance(tmp_path: Path) -> None:
    draw = """\
  - each: player
    do:
      - choose: {from: left(me).hand, unseen: true, as: c}
        then:
          - move: {cards: c, to: hand}
  - tricks:"""
    game = small(tmp_path, "", ("  - tricks:", draw))
    assert seats_alike.reason_not_to(game) == suits_alike.reason_not_to(game) == "chance picks among things"
    assert seats_alike.reason_not_to(small(tmp_path)) is suits_alike.reason_not_to(small(tmp_path)) is None


def test_an_accepted_finding_is_not_told(tmp_path: Path) -> None:
    text = (HERE / "broken" / "open-tie.yaml").read_text(encoding="utf-8")
    path = tmp_path / "mine.yaml"
    path.write_text(text + "accepts:\n  - {finding: open-tie, because: it is a short game}\n", encoding="utf-8")
    assert not check_deep(path, seconds=3, failures=tmp_path).report.diagnostics
