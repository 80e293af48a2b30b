"""Serve the app with its reference pages, on the production server."""

import sys

from commands.serve import run_server

if __name__ == "__main__":
    run_server("proofs.app:create", int(sys.argv[1]), "127.0.0.1")
