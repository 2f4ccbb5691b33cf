"""What can go wrong, told apart by whose fault it is.

`GameError`    the document (or a saved state, an option, a record) is malformed: never played at all
`InputError`   an input is no input of the protocol
`Trap`         a rule computed something undefined; a checked game never does. The game stops there.

An input that is well formed but not legal now is no error of this module: see `why.Refused`.
"""


class GameError(ValueError):
    """A document, state or option that cannot be used. `where` is a path such as `rules.procs[3].code[7]`."""

    def __init__(self, where: str, message: str) -> None:
        super().__init__(f"{where}: {message}" if where else message)
        self.where = where
        self.message = message


class InputError(ValueError):
    """An input that does not have the form of any input of the protocol."""


class Trap(ArithmeticError):
    """An undefined operation at run time: overflow of 32 bits, division by zero, use of an absent value."""
