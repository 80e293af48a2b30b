"""Club files as big and awkward as a page accepts."""
