"""What the native twin of a program is built from: the only module that imports numba.

Memory of a program is `Cells`: whole numbers in a row, their count padded to a power of two so that any index, taken
modulo that, stays inside. A table answers a small negative index as a Python tuple does.
"""

from __future__ import annotations

import operator
from collections.abc import Sequence
from typing import Any

from llvmlite import binding, ir
from numba import njit, types
from numba.core import cgutils
from numba.core.imputils import lower_builtin, lower_constant
from numba.core.typing.templates import AbstractTemplate, infer_global, signature
from numba.extending import intrinsic, models, register_model, typeof_impl

__all__ = ["Table", "apart", "blen", "close", "mixed", "njit", "nth", "popc", "room", "scratch"]

WORD = ir.IntType(64)
POINTER = WORD.as_pointer()


def padded(length: int) -> int:
    """The next power of two."""
    return 1 << max(0, length - 1).bit_length()


class Cells(types.Type):  # type: ignore[misc]
    """Numba's type of `size` whole numbers in a row."""

    def __init__(self, size: int) -> None:
        self.size = size
        super().__init__(name=f"Cells({size})")


register_model(Cells)(
    type(
        "CellsModel",
        (models.PrimitiveModel,),
        {"__init__": lambda self, manager, kind: models.PrimitiveModel.__init__(self, manager, kind, POINTER)},
    )
)


class Table:
    """A constant of a module: whole numbers that never change."""

    def __init__(self, values: Sequence[int]) -> None:
        size = padded(len(values))
        rest = size - len(values)
        self.values = [*values, *(values[max(place - rest, -len(values))] for place in range(rest))]


@typeof_impl.register(Table)
def _typeof_table(value: Table, _: Any) -> Cells:
    return Cells(len(value.values))


@lower_constant(Cells)
def _table_constant(context: Any, builder: Any, kind: Cells, value: Table) -> Any:
    shape = ir.ArrayType(WORD, kind.size)
    name = f"table{len(builder.module.globals)}"
    data = cgutils.global_constant(builder.module, name, ir.Constant(shape, value.values))
    return builder.bitcast(data, POINTER)


def _place(builder: Any, kind: Cells, cells: Any, index: Any) -> Any:
    inside = builder.and_(index, ir.Constant(WORD, kind.size - 1))
    return builder.gep(cells, [inside], inbounds=True, source_etype=WORD)


@infer_global(operator.getitem)
class _Read(AbstractTemplate):  # type: ignore[misc]
    def generic(self, args: Any, kws: Any) -> Any:
        if isinstance(args[0], Cells):
            return signature(types.int64, args[0], types.int64)
        return None


@infer_global(operator.setitem)
class _Write(AbstractTemplate):  # type: ignore[misc]
    def generic(self, args: Any, kws: Any) -> Any:
        if isinstance(args[0], Cells):
            return signature(types.none, args[0], types.int64, types.int64)
        return None


@lower_builtin(operator.getitem, Cells, types.Integer)
def _read(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    return builder.load(_place(builder, sig.args[0], args[0], args[1]), typ=WORD)


@lower_builtin(operator.setitem, Cells, types.Integer, types.Integer)
def _write(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    builder.store(args[2], _place(builder, sig.args[0], args[0], args[1]))
    return context.get_dummy_value()


def _cells(length: Any, empty: bool) -> Any:
    kind = Cells(padded(length.literal_value))

    def build(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        shape = ir.ArrayType(WORD, kind.size)
        cells = cgutils.alloca_once(builder, shape)
        if empty:
            builder.store(ir.Constant(shape, None), cells)
        return builder.bitcast(cells, POINTER)

    return signature(kind, length), build


@intrinsic(prefer_literal=True)  # type: ignore[misc]
def room(typing: Any, length: Any) -> Any:
    """New cells, all 0, that last as long as the function runs."""
    return _cells(length, True)


@intrinsic(prefer_literal=True)  # type: ignore[misc]
def scratch(typing: Any, length: Any) -> Any:
    """New cells with anything in them, for what is written before it is read."""
    return _cells(length, False)


@intrinsic  # type: ignore[misc]
def popc(typing: Any, word: Any) -> Any:
    """How many bits are set."""

    def build(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        return builder.ctpop(args[0])

    return signature(types.int64, types.int64), build


@intrinsic  # type: ignore[misc]
def blen(typing: Any, word: Any) -> Any:
    """The number of the highest set bit plus one; 0 for 0."""

    def build(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        return builder.sub(ir.Constant(WORD, 64), builder.ctlz(args[0], ir.Constant(ir.IntType(1), 0)))

    return signature(types.int64, types.int64), build


@intrinsic  # type: ignore[misc]
def low(typing: Any, word: Any) -> Any:
    """The number of the lowest set bit of a word that isn't 0."""

    def build(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        return builder.cttz(args[0], ir.Constant(ir.IntType(1), 1))

    return signature(types.int64, types.int64), build


@intrinsic  # type: ignore[misc]
def _spread(typing: Any, bits: Any, mask: Any) -> Any:
    def build(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        shape = ir.FunctionType(WORD, [WORD, WORD])
        function = cgutils.get_or_insert_function(builder.module, shape, "llvm.x86.bmi.pdep.64")
        return builder.call(function, args)

    return signature(types.int64, types.int64, types.int64), build


def has_spread() -> bool:
    """Whether this processor can put the bits of one word into the places of another in one step."""
    return bool(binding.get_host_cpu_features().get("bmi2", False))


if has_spread():

    @njit(inline="always")  # type: ignore[misc]
    def nth(mask: int, place: int) -> int:
        """The number of the `place`-th set bit from below."""
        return low(_spread(1 << place, mask))  # type: ignore[no-any-return]

else:

    @njit(inline="always")  # type: ignore[misc]
    def nth(mask: int, place: int) -> int:
        """The number of the `place`-th set bit from below."""
        while place:
            mask &= mask - 1
            place -= 1
        return low(mask)  # type: ignore[no-any-return]


@intrinsic  # type: ignore[misc]
def _gather(typing: Any, bits: Any, mask: Any) -> Any:
    def build(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        shape = ir.FunctionType(WORD, [WORD, WORD])
        function = cgutils.get_or_insert_function(builder.module, shape, "llvm.x86.bmi.pext.64")
        return builder.call(function, args)

    return signature(types.int64, types.int64, types.int64), build


if has_spread():

    @njit(inline="always")  # type: ignore[misc]
    def close(bits: int, mask: int) -> int:
        """The bits that lie in `mask`, moved together: the n-th of the result is at the n-th place of the mask."""
        return _gather(bits, mask)  # type: ignore[no-any-return]

    @njit(inline="always")  # type: ignore[misc]
    def apart(bits: int, mask: int) -> int:
        """The way back from `close`: the n-th bit is moved to the n-th place of the mask."""
        return _spread(bits, mask)  # type: ignore[no-any-return]

else:

    @njit  # type: ignore[misc]
    def close(bits: int, mask: int) -> int:
        """The bits that lie in `mask`, moved together: the n-th of the result is at the n-th place of the mask."""
        found = 0
        place = 0
        while mask:
            if bits & mask & -mask:
                found |= 1 << place
            place += 1
            mask &= mask - 1
        return found

    @njit  # type: ignore[misc]
    def apart(bits: int, mask: int) -> int:
        """The way back from `close`: the n-th bit is moved to the n-th place of the mask."""
        found = 0
        while bits:
            if bits & 1:
                found |= mask & -mask
            bits >>= 1
            mask &= mask - 1
        return found


@intrinsic  # type: ignore[misc]
def mixed(typing: Any, hash: Any, word: Any, factor: Any) -> Any:
    """A hash with one more word in it, 63 bits: products wrap here, as they may nowhere else."""

    def build(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        product = builder.mul(builder.xor(args[0], args[1]), args[2])
        folded = builder.xor(product, builder.lshr(product, ir.Constant(WORD, 32)))
        return builder.and_(folded, ir.Constant(WORD, (1 << 63) - 1))

    return signature(types.int64, types.int64, types.int64, types.int64), build
