"""All dialects by name: those of ring.py and those of production systems."""

from __future__ import annotations

import databases
import envoy
import ketama
import libmemcached
import libraries
import placements
import proxies
import ring
import twemproxy
from ring import Dialect

PRODUCTION: dict[str, Dialect] = {
    dialect.name: dialect
    for family in (
        ketama, libmemcached, twemproxy, proxies, libraries, envoy, databases,
        placements,
    )
    for dialect in family.DIALECTS
}  # fmt: skip
DIALECTS: dict[str, Dialect] = {**ring.DIALECTS, **PRODUCTION}
