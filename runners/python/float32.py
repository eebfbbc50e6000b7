"""C's float arithmetic, by rounding the result of each operation."""

from __future__ import annotations

from struct import pack, unpack


def float32(x: float) -> float:
    """Return the 32-bit float nearest to `x`.

    To round what a double operation made of two 32-bit floats is exact: a double
    has more than twice the digits.
    """
    (rounded,) = unpack("<f", pack("<f", x))
    return float(rounded)
