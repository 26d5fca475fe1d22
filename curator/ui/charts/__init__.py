"""Charts. Each has the same numbers in a table beside it, and none says with a colour what is not there as a number."""
