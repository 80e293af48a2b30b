"""Pictures, drawn on the server as SVG."""
