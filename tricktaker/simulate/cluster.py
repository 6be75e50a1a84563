"""Workers on other machines, through dask.distributed (extra `cluster`)."""

from __future__ import annotations

import re
from concurrent.futures import Executor
from importlib import import_module
from typing import Any

RETRIES = 5
"""How often a piece of work is given out again when its worker has gone."""


class ClusterUnavailable(Exception):
    """There is no scheduler to be had; says why."""


def connect(address: str, timeout: float = 10.0) -> tuple[Any, Executor]:
    """A client of the scheduler at `address` and its executor. Raises ClusterUnavailable."""
    if not re.fullmatch(r"([a-z]+://)?[^\s/]+:[0-9]{1,5}", address):
        raise ClusterUnavailable(f"{address!r} is no address of a scheduler, such as tcp://10.0.0.1:8786")
    try:
        distributed = import_module("distributed")
    except ImportError as missing:
        raise ClusterUnavailable("dask isn't installed: pip install 'tricktaker[cluster]'") from missing
    try:
        client = distributed.Client(address, timeout=timeout, set_as_default=False)
    except (OSError, ValueError, TimeoutError) as refusal:
        raise ClusterUnavailable(f"no scheduler answers at {address}: {refusal}") from refusal
    executor: Executor = client.get_executor(pure=False, retries=RETRIES)
    return client, executor
