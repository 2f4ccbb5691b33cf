"""Mutants of maps and scenarios: `python -m tests.mutants [--seed N] [--each N] [--only KIND]`. See `run.py`."""

from __future__ import annotations

import sys

from tests.mutants.run import main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
