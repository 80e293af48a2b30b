"""The pages: their cost beside reference pages, on the same server in the same run."""
