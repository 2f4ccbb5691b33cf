"""TK1xxx: the form of the text: characters, words, brackets, declarations, comments."""

from tankdsl.diagnostics.diagnostic import Level
from tankdsl.diagnostics.kind import Kind

UNEXPECTED_WORD = Kind("TK1001", "unexpected-word", Level.ERROR, "Something stands where the grammar wants another thing")
UNEXPECTED_END = Kind("TK1002", "unexpected-end", Level.ERROR, "A declaration ends before it is complete")
UNEXPECTED_CHARACTER = Kind("TK1003", "unexpected-character", Level.ERROR, "A character has no meaning in the language")
STRING_OPEN = Kind("TK1004", "string-open", Level.ERROR, "A string has no closing quotation mark on its line")
STRING_ESCAPE = Kind("TK1005", "string-escape", Level.ERROR, "A backslash in a string stands before an unknown letter")
BRACKET_OPEN = Kind("TK1006", "bracket-open", Level.ERROR, "A bracket is opened and never closed")
BRACKET_UNMATCHED = Kind("TK1007", "bracket-unmatched", Level.ERROR, "A closing bracket fits no open one")
NOT_A_DECLARATION = Kind("TK1008", "not-a-declaration", Level.ERROR, "Text in the first column begins no declaration")
RESERVED_WORD = Kind("TK1009", "reserved-word", Level.ERROR, "A word of the language is used as a name")
NUMBER_TOO_LARGE = Kind("TK1010", "number-too-large", Level.ERROR, "A number does not fit into 32 bits")
NUMBER_MALFORMED = Kind("TK1011", "number-malformed", Level.ERROR, "A number is not written as a plain whole number")
CITATION_MALFORMED = Kind("TK1012", "citation-malformed", Level.ERROR, "A rule reference is malformed or runs backwards")
NESTED_TOO_DEEP = Kind("TK1013", "nested-too-deep", Level.ERROR, "Blocks or expressions are nested too deeply")
DOC_COMMENT_LOST = Kind("TK1014", "doc-comment-lost", Level.WARNING, "A documentation comment belongs to no declaration")
GIVEN_TWICE = Kind("TK1015", "given-twice", Level.ERROR, "A part that may stand once is given twice")
PART_MISSING = Kind("TK1016", "part-missing", Level.ERROR, "A declaration lacks a part that it cannot do without")

ALLOW_MALFORMED = Kind("TK1901", "allow-malformed", Level.WARNING, "A `tankdsl:` comment is not one that is understood")
ALLOW_WITHOUT_REASON = Kind("TK1902", "allow-without-reason", Level.WARNING, "An `allow` comment gives no reason")
ALLOW_UNKNOWN = Kind("TK1903", "allow-unknown", Level.WARNING, "An `allow` comment names no kind of finding")
ALLOW_OF_ERROR = Kind("TK1904", "allow-of-error", Level.WARNING, "An `allow` comment tries to silence an error")
ALLOW_UNUSED = Kind("TK1905", "allow-unused", Level.WARNING, "An `allow` comment silences nothing")
