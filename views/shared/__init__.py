"""Code that all page groups share."""
