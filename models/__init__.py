"""Everything that the app stores: clubs, nights, games and every line of their sheets."""

# The database knows about a table only once its module is imported.
from models.ledger import hands, house_rules, keys, lines, moves, results, shared_results, tallies, waits  # noqa: F401
from models.store import receipts, uploads  # noqa: F401
from models.store.database import db
from models.store.transactions import writing

__all__ = ["db", "writing"]
