"""TK9xxx: how the tool is used, and faults of the tool itself."""

from tankdsl.diagnostics.diagnostic import Level
from tankdsl.diagnostics.kind import Kind

INTERNAL_ERROR = Kind("TK9001", "internal-error", Level.ERROR, "The tool failed; the fault is ours and not yours")
PATH_NOT_FOUND = Kind("TK9002", "path-not-found", Level.ERROR, "A path on the command line does not exist")
NOTHING_TO_DO = Kind("TK9003", "nothing-to-do", Level.ERROR, "The paths on the command line hold no source file")
OUTPUT_FAILED = Kind("TK9004", "output-failed", Level.ERROR, "A result cannot be written where it should go")
UNKNOWN_CHOICE = Kind("TK9005", "unknown-choice", Level.ERROR, "A name on the command line stands for nothing here")
