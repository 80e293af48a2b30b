"""The database: how it is opened, its column shapes, backups, receipts, and uploaded files that wait for a yes."""
