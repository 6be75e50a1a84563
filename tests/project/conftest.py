"""What of the project can be tested yet."""

from __future__ import annotations

import importlib.util

import tricktaker

collect_ignore = []
if not hasattr(tricktaker, "load"):
    collect_ignore += ["test_documents.py", "test_examples.py", "test_wheel.py"]
if not hasattr(tricktaker, "load") or importlib.util.find_spec("tricktaker.cli") is None:
    collect_ignore += ["test_commands.py"]
