"""From checked rules to one readable Python module, and its functions.

`layout` places the state, `expressions` and the statement modules turn rules into the small program of `ir`,
`machine` and `playout` write it in two forms, `program` builds and keeps the result.
"""

from __future__ import annotations
