"""Values that are nested too deeply to be read, or that contain themselves."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any, ParamSpec, TypeVar

from eyesdown.kernel.errors import BadInput

Given = ParamSpec("Given")
Answer = TypeVar("Answer")

DEPTH_MAX = 40
"""The deepest document that any function of the library reads has six levels."""


def nesting_refused(function: Callable[Given, Answer]) -> Callable[Given, Answer]:
    """The same function, with BadInput where an argument is nested too deeply to be read.

    >>> loop, other = [], []
    >>> loop.append(loop)
    >>> other.append(other)
    >>> nesting_refused(lambda card: card == other)(loop)
    Traceback (most recent call last):
    eyesdown.kernel.errors.BadInput: card: is nested too deeply
    """

    @wraps(function)
    def careful(*given: Given.args, **options: Given.kwargs) -> Answer:
        try:
            return function(*given, **options)
        except RecursionError:
            arguments = inspect.signature(function).bind(*given, **options).arguments
            for name, value in arguments.items():
                if _too_deep(value):
                    raise BadInput(name, "is nested too deeply") from None
            raise

    return careful


def _too_deep(value: Any) -> bool:
    level = {id(value): value}  # by identity, since a value that holds itself has no end
    for _ in range(DEPTH_MAX):
        holders = [each for each in level.values() if isinstance(each, Mapping | list | tuple)]
        parts = [
            part
            for each in holders
            for part in (each.values() if isinstance(each, Mapping) else each)
        ]
        level = {id(part): part for part in parts}
    return bool(level)
