"""Errors outside the rules of the game: text that cannot be read, a faulty rule book, an impossible deal."""


class NotationError(ValueError):
    """Text that is not notation; its message names the part that cannot be read."""


class BookError(ValueError):
    """A rule book, or a house rule, that is faulty; its message names the place and the key."""


class DealError(ValueError):
    """A round that cannot be dealt; its message is a sentence for the table."""
