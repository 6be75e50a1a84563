"""Moments at which a driver may halt the machine, and the numbers of its events."""

from __future__ import annotations

STOP_TRICKS, STOP_TURN, STOP_COMPLETE, STOP_WON = 1, 2, 4, 8
STOP_TRICK_END, STOP_ROUND, STOP_GAME, STOP_PLAYED, STOP_START = 16, 32, 64, 128, 256

EV_ROUND, EV_SHUFFLE, EV_MOVE, EV_DEAL, EV_SWAP, EV_SHOW, EV_SET = 1, 2, 3, 4, 5, 6, 7
EV_ELIMINATE, EV_NOTHING = 9, 10
EV_PLAY, EV_ABILITY, EV_TRICK_WON, EV_TRICK_VOID, EV_LEAD, EV_COLLECT = 11, 12, 13, 14, 15, 16
EV_LACKS, EV_LINE, EV_PASS, EV_STUCK = 17, 18, 19, 20
EV_ROUND_END, EV_GAME_END, EV_REDEAL, EV_ROW = 21, 22, 23, 24
EV_STEP, EV_TIER, EV_HOOK, EV_SCORED = 25, 26, 27, 28

TRACED = frozenset([EV_ROW, EV_STEP, EV_TIER, EV_HOOK, EV_SCORED])
"""Events that say which rules were at work: nothing that happens in the game."""
