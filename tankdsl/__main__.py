"""`python -m tankdsl` is the command `tankdsl`."""

from tankdsl.cli import main

if __name__ == "__main__":
    main()
