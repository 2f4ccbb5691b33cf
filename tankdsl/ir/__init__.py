"""The compiled form: its models, its operators, and how it is checked and read.  It is plain JSON in memory too.

    operators   the one table of expressions and instructions      models/    the records of a document
    validate    everything that a document must meet               read       files that nobody vouches for
    hashing     the identity of games and states                   paths      how a node is named

`docs/format.md` is the text for people. Nothing here raises for a bad document: faults are lists of `Problem`.
"""
