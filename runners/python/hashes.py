"""The hashes of production systems that Python does not bring along.

They take bytes, but for murmur3_32, and return unsigned integers, but for
murmur3_token.
"""

from __future__ import annotations

from hashlib import md5
from struct import unpack

from ring import remembered

U32 = 0xFFFFFFFF
U64 = 0xFFFFFFFFFFFFFFFF


def signed(value: int, bits: int) -> int:
    """Return the two's complement number that the low `bits` of `value` are."""
    value &= (1 << bits) - 1
    return value - (1 << bits) if value >> (bits - 1) else value


_SIGNED = [signed(byte, 8) for byte in range(256)]  # C's char on x86-64


@remembered
def md5_words(data: bytes) -> tuple[int, int, int, int]:
    """Return MD5 as four 32-bit words, little-endian, as ketama reads it."""
    first, second, third, fourth = unpack(
        "<4I", md5(data, usedforsecurity=False).digest()
    )
    return first, second, third, fourth


@remembered
def one_at_a_time(data: bytes) -> int:
    """Return Bob Jenkins' one-at-a-time, 32 bits, as libmemcached has it.

    C's char is signed on x86-64: bytes from 80 on count as negative numbers.
    """
    h = 0
    for byte in data:
        h = (h + _SIGNED[byte]) * 0x401 & U32
        h ^= h >> 6
    h = (h + (h << 3)) & U32
    h ^= h >> 11
    return (h + (h << 15)) & U32


@remembered
def fnv1a_64_in_32(data: bytes) -> int:
    """Return twemproxy's fnv1a_64: FNV-1a with the low halves of its constants.

    It keeps 32 bits only, and its char is signed (see one_at_a_time).
    """
    h = 0x84222325
    for byte in data:
        h = (h ^ _SIGNED[byte]) * 0x1B3 & U32
    return h


@remembered
def sdbm(data: bytes) -> int:
    """Return sdbm's hash, 32 bits, as HAProxy has it."""
    h = 0
    for byte in data:
        h = (byte + (h << 6) + (h << 16) - h) & U32
    return h


def _crc16_of(byte: int) -> int:
    crc = byte << 8
    for _ in range(8):
        crc = (crc << 1) ^ (0x1021 if crc & 0x8000 else 0)
    return crc & 0xFFFF


_CRC16 = [_crc16_of(byte) for byte in range(256)]


@remembered
def crc16_in_32(data: bytes) -> int:
    """Return twemproxy's crc16: CRC-16/XMODEM whose register has 32 bits."""
    crc = 0
    for byte in data:
        crc = ((crc << 8) & U32) ^ _CRC16[(crc >> 8 ^ byte) & 0xFF]
    return crc


def crc16(data: bytes) -> int:
    """Return CRC-16/XMODEM: polynomial 1021, start 0, not reflected."""
    # What the wider register shifts out of the low 16 bits never comes back.
    return crc16_in_32(data) & 0xFFFF


def _rotated(value: int, by: int) -> int:
    return (value << by | value >> (64 - by)) & U64


_P1, _P2, _P3 = 0x9E3779B185EBCA87, 0xC2B2AE3D27D4EB4F, 0x165667B19E3779F9
_P4, _P5 = 0x85EBCA77C2B2AE63, 0x27D4EB2F165667C5


def _xxh64_round(lane: int, value: int) -> int:
    return _rotated((lane + value * _P2) & U64, 31) * _P1 & U64


@remembered
def xxh64(data: bytes, seed: int = 0) -> int:
    """Return XXH64 of `data`."""
    end = len(data) & ~31
    if end:
        lanes = [(seed + start) & U64 for start in (_P1 + _P2, _P2, 0, -_P1)]
        for at in range(0, end, 32):
            values = unpack("<4Q", data[at : at + 32])
            lanes = [_xxh64_round(lane, v) for lane, v in zip(lanes, values)]
        h = sum(_rotated(lane, by) for lane, by in zip(lanes, (1, 7, 12, 18))) & U64
        for lane in lanes:
            h = ((h ^ _xxh64_round(0, lane)) * _P1 + _P4) & U64
    else:
        h = (seed + _P5) & U64
    h = (h + len(data)) & U64
    while end + 8 <= len(data):
        (value,) = unpack("<Q", data[end : end + 8])
        h = (_rotated(h ^ _xxh64_round(0, value), 27) * _P1 + _P4) & U64
        end += 8
    if end + 4 <= len(data):
        (value,) = unpack("<I", data[end : end + 4])
        h = (_rotated(h ^ (value * _P1 & U64), 23) * _P2 + _P3) & U64
        end += 4
    for byte in data[end:]:
        h ^= byte * _P5 & U64
        h = (h << 11 | h >> 53) * _P1 & U64
    h = (h ^ h >> 33) * _P2 & U64
    h = (h ^ h >> 29) * _P3 & U64
    return h ^ h >> 32


@remembered
def murmur3_32(text: str) -> int:
    """Return pymemcache's murmur3_32, seed 0: MurmurHash3 x86 32 of code points.

    Each code point counts as one byte, its lowest, and the length is that in
    code points. Raises UnicodeEncodeError if `text` holds a lone surrogate.
    """
    data = text.encode("utf-8")
    if len(data) > len(text):
        data = bytes(ord(char) & 0xFF for char in text)
    h, tail = 0, len(data) & ~3
    for k in unpack(f"<{tail // 4}I", data[:tail]):
        k = k * 0xCC9E2D51 & U32
        h ^= (k << 15 | k >> 17) * 0x1B873593 & U32
        h = ((h << 13 | h >> 19) * 5 + 0xE6546B64) & U32
    if tail < len(data):
        k = int.from_bytes(data[tail:], "little") * 0xCC9E2D51 & U32
        h ^= (k << 15 | k >> 17) * 0x1B873593 & U32
    h ^= len(data)
    h = (h ^ h >> 16) * 0x85EBCA6B & U32
    h = (h ^ h >> 13) * 0xC2B2AE35 & U32
    return h ^ h >> 16


_C1, _C2 = 0x87C37B91114253D5, 0x4CF5AD432745937F


def _final(h: int) -> int:
    h = (h ^ h >> 33) * 0xFF51AFD7ED558CCD & U64
    h = (h ^ h >> 33) * 0xC4CEB9FE1A85EC53 & U64
    return h ^ h >> 33


@remembered
def murmur3_token(data: bytes) -> int:
    """Return Cassandra's token of a key: a signed 64-bit integer.

    It is the first half of MurmurHash3 x64 128, seed 0, with a slip that all of
    Cassandra's clients share: the bytes of the last, unfinished block are
    sign-extended. Source: Murmur3Partitioner and MurmurHash of Apache Cassandra.
    The minimum is the token of the empty key alone.
    """
    if not data:
        return -1 << 63
    h1 = h2 = 0
    end = len(data) & ~15
    for at in range(0, end, 16):
        k1, k2 = unpack("<2Q", data[at : at + 16])
        h1 ^= _rotated(k1 * _C1 & U64, 31) * _C2 & U64
        h1 = ((_rotated(h1, 27) + h2) * 5 + 0x52DCE729) & U64
        h2 ^= _rotated(k2 * _C2 & U64, 33) * _C1 & U64
        h2 = ((_rotated(h2, 31) + h1) * 5 + 0x38495AB5) & U64
    k1 = k2 = 0
    for i, byte in enumerate(data[end:]):
        if i < 8:
            k1 ^= signed(byte, 8) << 8 * i
        else:
            k2 ^= signed(byte, 8) << 8 * (i - 8)
    h2 ^= _rotated(k2 * _C2 & U64, 33) * _C1 & U64
    h1 ^= _rotated(k1 * _C1 & U64, 31) * _C2 & U64
    h1 ^= len(data)
    h2 ^= len(data)
    h1 = (h1 + h2) & U64
    h2 = (h2 + h1) & U64
    h1, h2 = _final(h1), _final(h2)
    token = signed(h1 + h2, 64)
    return (1 << 63) - 1 if token == -1 << 63 else token


def tagged(key: bytes) -> bytes:
    """Return what stands in the first pair of braces, or else the whole key.

    That is: after the first `{`, up to the first `}` behind it, and not empty.
    """
    _, opened, rest = key.partition(b"{")
    inner, closed, _ = rest.partition(b"}")
    return inner if opened and closed and inner else key
