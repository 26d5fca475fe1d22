"""`python -m curator` is the command line."""

from curator.cli import main

main()
