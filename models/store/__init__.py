"""The database: how it is opened, its column types, backups, receipts, and uploads waiting for confirmation."""
