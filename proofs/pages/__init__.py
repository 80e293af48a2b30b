"""The cost of pages, compared with reference pages on the same server in the same run."""
