"""TK3xxx: types, measures and ranges."""

from tankdsl.diagnostics.diagnostic import Level
from tankdsl.diagnostics.kind import Kind

TYPE_MISMATCH = Kind("TK3001", "type-mismatch", Level.ERROR, "A value has another type than its place asks for")
MEASURE_MISMATCH = Kind("TK3002", "measure-mismatch", Level.ERROR, "Values of different measures meet")
OUT_OF_RANGE = Kind("TK3003", "out-of-range", Level.ERROR, "A number can be outside the range that its place allows")
MAYBE_ABSENT = Kind("TK3004", "maybe-absent", Level.ERROR, "A value that may be absent is used untested")
WRONG_ARGUMENTS = Kind("TK3005", "wrong-arguments", Level.ERROR, "A call has too few or too many arguments")
NOT_ASSIGNABLE = Kind("TK3006", "not-assignable", Level.ERROR, "Something is assigned to that cannot change")
NOT_A_SET = Kind("TK3007", "not-a-set", Level.ERROR, "A set is needed and something else is given")
EFFECT_IN_VALUE = Kind("TK3008", "effect-in-value", Level.ERROR, "Something that changes the game is used as a value")
MISSING_GIVE = Kind("TK3009", "missing-give", Level.ERROR, "An effect that gives a value can end without giving it")
NOT_CONSTANT = Kind("TK3010", "not-constant", Level.ERROR, "A value must be known while compiling and is not")
COMPARED_ALWAYS = Kind("TK3011", "compared-always", Level.WARNING, "A comparison always has the same result")
DIVISION_BY_ZERO = Kind("TK3012", "division-by-zero", Level.ERROR, "A divisor can be zero")
OVERFLOW = Kind("TK3013", "overflow", Level.ERROR, "A result can leave the 32-bit integers")
NO_EDGE_IS_NOT = Kind("TK3014", "no-edge-is-not", Level.WARNING, "`is not` is asked of an edge, and is no where the edge has no feature")
