"""The store on DuckDB: one file, one writer."""
