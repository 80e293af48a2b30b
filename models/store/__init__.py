"""The database: how it is opened, its column shapes, backups, receipts, and uploads that wait for confirmation."""
