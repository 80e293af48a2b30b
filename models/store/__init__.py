"""The database: how it is opened, the shapes of columns, backups, receipts, files that wait."""
