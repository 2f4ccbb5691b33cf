"""TK8xxx: compiled files and what the engine is given."""

from tankdsl.diagnostics.diagnostic import Level
from tankdsl.diagnostics.kind import Kind

COMPILED_UNREADABLE = Kind("TK8001", "compiled-unreadable", Level.ERROR, "A compiled file or a record cannot be read")
COMPILED_WRONG_FORMAT = Kind(
    "TK8002", "compiled-wrong-format", Level.ERROR, "A file has another format or version than the one that is needed"
)
COMPILED_CHANGED = Kind("TK8003", "compiled-changed", Level.ERROR, "A compiled file does not fit its own hash")
COMPILED_FAULTY = Kind("TK8004", "compiled-faulty", Level.ERROR, "A compiled file or a record breaks the rules of its format")
COMPILED_NOT_PLAYABLE = Kind("TK8005", "compiled-not-playable", Level.ERROR, "There is no scenario that could be played")
OPTION_REFUSED = Kind("TK8006", "option-refused", Level.ERROR, "An option of the game does not take the value that it was given")
RECORD_OF_OTHER_GAME = Kind("TK8007", "record-of-other-game", Level.ERROR, "A record belongs to another game than the one given")
RECORD_DIVERGES = Kind("TK8008", "record-diverges", Level.ERROR, "A record does not lead to the states that it was made of")
RULES_STOPPED = Kind("TK8009", "rules-stopped", Level.ERROR, "The rules came to something undefined and the game was stopped")
DOCUMENTS_COLLIDE = Kind("TK8010", "documents-collide", Level.ERROR, "Two documents of a pack would be written into the same file")
TEST_FAILED = Kind("TK8011", "test-failed", Level.ERROR, "A test of a pack does not come out as it says")
