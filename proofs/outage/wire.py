"""The wire between one phone and the server: it can be cut, lose an answer, be slow, or end at a hotel's login page."""

import contextlib
import socket
import threading
import time
from collections import Counter
from collections.abc import Callable

_HOTEL = b"<!doctype html><title>Welcome</title><p>Please log in to the hotel's Wi-Fi.</p>"
_ANSWERS = {
    "hotel": b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: %d\r\nConnection: close\r\n\r\n%s"
    % (len(_HOTEL), _HOTEL),
    "busy": b"HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\nConnection: close\r\n\r\n",
}
_NOTHING = (0.0, lambda: None)


class Wire:
    """A port on this machine that forwards to another one, and can interfere with the next form that passes.

    `happened` counts what was done to forms, by name: cut, lost, slow, hotel, busy or kill.
    """

    def __init__(self, port: int) -> None:
        self.far, self.is_cut = port, False
        self.happened: Counter[str] = Counter()
        self._fault, self._seconds, self._act = "", *_NOTHING
        self._open: set[socket.socket] = set()
        self._lock = threading.Lock()
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port = self._listener.getsockname()[1]
        threading.Thread(target=self._listen, daemon=True).start()

    def arm(self, fault: str, seconds: float = 0, act: Callable[[], None] = lambda: None) -> None:
        """Do this to the next form. `kill` passes it on, and calls `act` after this many seconds."""
        with self._lock:
            self._fault, self._seconds, self._act = fault, seconds, act

    def disarm(self) -> None:
        """Do nothing to the next form."""
        self.arm("", *_NOTHING)

    def cut(self) -> None:
        """Cut every connection, and allow no new ones."""
        self.is_cut = True
        with self._lock:
            for connection in self._open:
                _hang_up(connection)

    def mend(self) -> None:
        """Allow new connections again."""
        self.is_cut = False

    def close(self) -> None:
        """Cut everything for good."""
        self.cut()
        self._listener.close()

    def _listen(self) -> None:
        while True:
            try:
                near, _ = self._listener.accept()
            except OSError:
                return
            threading.Thread(target=self._carry, args=(near,), daemon=True).start()

    def _carry(self, near: socket.socket) -> None:
        """Carry one connection until either end hangs up."""
        try:
            far = socket.create_connection(("127.0.0.1", self.far), timeout=5)
        except OSError:
            near.close()
            return
        far.settimeout(None)
        pair = {near, far}
        with self._lock:
            self._open |= pair
        silenced = threading.Event()
        back = threading.Thread(target=self._carry_back, args=(far, near, silenced), daemon=True)
        back.start()
        with contextlib.suppress(OSError):
            while not self.is_cut and (data := near.recv(65536)):
                if not self._pass_on(data, near, far, silenced):
                    break
        for end in pair:
            _hang_up(end)
        back.join()
        with self._lock:
            self._open -= pair
        for end in pair:
            end.close()

    def _pass_on(self, data: bytes, near: socket.socket, far: socket.socket, silenced: threading.Event) -> bool:
        """Pass on what the phone sent. False if the connection is over."""
        fault, seconds, act = self._take_fault() if data.startswith(b"POST /games/") else ("", *_NOTHING)
        if fault:
            self.happened[fault] += 1
        if fault in _ANSWERS:
            near.sendall(_ANSWERS[fault])
        if fault in ("cut", *_ANSWERS):
            return False
        if fault == "slow":
            time.sleep(seconds)
        if fault == "lost":
            silenced.set()
        far.sendall(data)
        if fault == "kill":
            threading.Timer(seconds, act).start()
        return True

    def _take_fault(self) -> tuple[str, float, Callable[[], None]]:
        with self._lock:
            armed = self._fault, self._seconds, self._act
            self._fault = ""
            return armed

    def _carry_back(self, far: socket.socket, near: socket.socket, silenced: threading.Event) -> None:
        with contextlib.suppress(OSError):
            while not self.is_cut and (data := far.recv(65536)) and not silenced.is_set():
                near.sendall(data)
        for end in (near, far):
            _hang_up(end)


def _hang_up(end: socket.socket) -> None:
    with contextlib.suppress(OSError):
        end.shutdown(socket.SHUT_RDWR)
