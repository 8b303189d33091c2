"""A frozen value with some fields changed, as `dataclasses.replace` gives it, several times faster.

Every command is stamped and given its serial on the way in, so it is worth a function of its own.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from eyesdown.central.writing import kept_fields, made


@cache  # one for each type and set of fields that the program itself names
def changer(one: type, *names: str) -> Callable[..., Any]:
    """A function from a value and the new fields, in this order, to the changed value.

    >>> from eyesdown.kernel.cite import Clause
    >>> changer(Clause, "number")(Clause("nsw-keno", "1"), "2")
    Clause(book='nsw-keno', number='2')
    """
    assert {field.name for field in kept_fields(one)} >= set(names), f"{one} has no such field"
    values = [
        field.name if field.name in names else f"value.{field.name}" for field in kept_fields(one)
    ]
    source = f"def changed(value, {', '.join(names)}):\n return one({', '.join(values)})"
    return made(source, "changed", {"one": one})
