"""Raises what is no ordinary exception while it is imported."""


class Unheard(BaseException):
    """No exception that anybody expects."""

    def __str__(self) -> str:
        raise Unheard


raise Unheard
