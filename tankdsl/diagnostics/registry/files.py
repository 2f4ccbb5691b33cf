"""TK0xxx: files, paths and text."""

from tankdsl.diagnostics.diagnostic import Level
from tankdsl.diagnostics.kind import Kind

FILE_MISSING = Kind("TK0001", "file-missing", Level.ERROR, "A file that is named somewhere does not exist")
FILE_IS_FOLDER = Kind("TK0002", "file-is-folder", Level.ERROR, "A folder stands where a file is needed")
FILE_NOT_REGULAR = Kind("TK0003", "file-not-regular", Level.ERROR, "A source file is a pipe, a socket or a device")
FILE_UNREADABLE = Kind("TK0004", "file-unreadable", Level.ERROR, "The system refuses to read a file or folder")
FILE_TOO_LARGE = Kind("TK0005", "file-too-large", Level.ERROR, "A source file is larger than 16 MiB")
LINE_TOO_LONG = Kind("TK0006", "line-too-long", Level.ERROR, "A line has more than 1,000,000 characters")
TEXT_NOT_UTF8 = Kind("TK0007", "text-not-utf8", Level.ERROR, "A source file contains bytes that are not UTF-8")
TEXT_WRONG_ENCODING = Kind("TK0008", "text-wrong-encoding", Level.ERROR, "A source file is written in UTF-16 or UTF-32")
TEXT_ZERO_BYTE = Kind("TK0009", "text-zero-byte", Level.ERROR, "A source file contains a zero byte")
PATH_MALFORMED = Kind("TK0010", "path-malformed", Level.ERROR, "A path is empty, too long or has control characters")
PATH_NOT_RELATIVE = Kind("TK0011", "path-not-relative", Level.ERROR, "A path is absolute, has a drive or is an address")
PATH_BACKSLASH = Kind("TK0012", "path-backslash", Level.ERROR, "A path is written with backslashes")
PATH_LEAVES_PACK = Kind("TK0013", "path-leaves-pack", Level.ERROR, "A path leads out of the root of its pack")
PATH_CASE = Kind("TK0014", "path-case", Level.WARNING, "A path differs from the name of the file in letter case")
PATH_AMBIGUOUS = Kind("TK0015", "path-ambiguous", Level.ERROR, "A path fits several files, each in another letter case")
NAMES_COLLIDE = Kind("TK0016", "names-collide", Level.WARNING, "Some systems take two files of a pack for one file")
FILE_IN_NO_PACK = Kind("TK0017", "file-in-no-pack", Level.WARNING, "A source file lies outside the packs beside it")
FILE_EMPTY = Kind("TK0018", "file-empty", Level.WARNING, "A source file holds no declaration")
