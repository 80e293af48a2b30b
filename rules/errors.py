"""Errors outside the rules of the game: text that cannot be read, a faulty rule book, an impossible deal."""


class NotationError(ValueError):
    """Raised for text that is not notation. The message names the part that cannot be read."""


class BookError(ValueError):
    """Raised for a faulty rule book or house rule. The message names the place and the key."""


class DealError(ValueError):
    """Raised for a round that cannot be dealt. The message is a sentence for the players."""
