"""Benchmarks: the cost of pages, beside reference pages on the same server in the same run."""
