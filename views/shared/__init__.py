"""Everything that the page groups share."""
