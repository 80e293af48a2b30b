"""Serve the app with its reference pages, on the server that people use."""

import sys

from commands.serve import make_server, open_door

if __name__ == "__main__":
    make_server("bench.app:create", int(sys.argv[1]), "127.0.0.1").serve(target_loader=open_door)
