"""The shape of what people type. Whether it is allowed is not decided here."""
