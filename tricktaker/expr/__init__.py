"""The expression language: text -> syntax tree with spans -> typed tree.

Pure, total and statically typed; knows nothing of files or of how a game runs. `parser` makes syntax,
`checker` resolves names and types against the declarations in `names`, `nodes` is the typed result.
"""

from __future__ import annotations
