"""TK9xxx: how the tool is used, and faults of the tool itself."""

from tankdsl.diagnostics.diagnostic import Level
from tankdsl.diagnostics.kind import Kind

INTERNAL_ERROR = Kind("TK9001", "internal-error", Level.ERROR, "The tool failed; the fault is ours and not yours")
PATH_NOT_FOUND = Kind("TK9002", "path-not-found", Level.ERROR, "A path on the command line does not exist")
NOTHING_TO_DO = Kind("TK9003", "nothing-to-do", Level.ERROR, "The paths on the command line hold no source file")
OUTPUT_FAILED = Kind("TK9004", "output-failed", Level.ERROR, "A result cannot be written where it should go")
UNKNOWN_CHOICE = Kind("TK9005", "unknown-choice", Level.ERROR, "A name on the command line stands for nothing here")
USAGE_NOT_UNDERSTOOD = Kind("TK9006", "usage-not-understood", Level.ERROR, "The command line is not understood")
ONE_PACK_NEEDED = Kind("TK9007", "one-pack-needed", Level.ERROR, "A command that works on one pack was given several")
REGISTER_UNUSABLE = Kind("TK9008", "register-unusable", Level.ERROR, "The register of rules is no table that can be used")
RULE_UNCITED = Kind("TK9009", "rule-uncited", Level.ERROR, "Nothing in the pack carries out a rule of the register")
RULE_UNKNOWN = Kind("TK9010", "rule-unknown", Level.WARNING, "A rule is cited that the register does not have")
MEMORY_FULL = Kind("TK9011", "memory-full", Level.ERROR, "The memory that the tool may use does not suffice")
IMPORT_BROKEN = Kind("TK9012", "import-broken", Level.ERROR, "A file to import is damaged, or says two things that cannot both be")
IMPORT_TOO_LARGE = Kind("TK9013", "import-too-large", Level.ERROR, "A file to import holds, or unpacks to, more than a map may have")
IMPORT_UNSUPPORTED = Kind("TK9014", "import-unsupported", Level.ERROR, "A file to import has a form that is not read")
IMPORT_ASSUMED = Kind("TK9015", "import-assumed", Level.INFO, "An import took something for granted that the file does not say")
IMPORT_DROPPED = Kind("TK9016", "import-dropped", Level.INFO, "An import left out something that the file says")
OUTPUT_EXISTS = Kind("TK9017", "output-exists", Level.ERROR, "A file would be overwritten that is there already")
EXPORT_IMPOSSIBLE = Kind("TK9018", "export-impossible", Level.ERROR, "A scenario cannot be written in the format that was asked for")
