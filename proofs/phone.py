"""A phone on a bad connection: it repeats a request until it gets an answer, and sometimes sends a form twice."""

import http.client
import random
import re
import threading
import time
import urllib.parse

from proofs.page import tokens_of
from proofs.server import Server


class Somebody(threading.Thread):
    """A phone with its own cookie, which repeats a request until it gets an answer."""

    def __init__(self, server: Server, name: str) -> None:
        super().__init__()
        self.server, self.called = server, name
        self.luck = random.Random(name)  # noqa: S311 (which form is sent twice)
        self.cookie, self.acknowledged = "", 0
        self.broken: list[tuple[int, str]] = []

    def ask(
        self, method: str, path: str, body: str = "", kind: str = "application/x-www-form-urlencoded"
    ) -> tuple[int, str, str]:
        """The status, the redirect address and the page. The request is repeated until an answer comes."""
        headers = {"Cookie": self.cookie, "Content-Type": kind}
        for _ in range(600):
            connection = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=20)
            try:
                connection.request(method, path, body, headers)
                answer = connection.getresponse()
                page = answer.read().decode()
                self.cookie = (answer.getheader("Set-Cookie") or self.cookie).partition(";")[0]
                return answer.status, answer.getheader("Location") or "", page
            except (OSError, http.client.HTTPException):
                time.sleep(0.05)
            finally:
                connection.close()
        raise AssertionError("the server stays away")

    def post(self, path: str, page: str, **fields: str) -> tuple[int, str, str]:
        """Send the first form of a page, sometimes twice."""
        body = urllib.parse.urlencode(tokens_of(page) | fields)
        if self.luck.random() < 0.2:
            self.ask("POST", path, body)
        return self.ask("POST", path, body)

    def say_name(self, page: str) -> None:
        """Give the name of the person at the phone on a game's page."""
        self.post(f"{page}/me", self.ask("GET", f"{page}/me")[2], name=self.called)

    def send_file(self, address: str, text: str) -> str:
        """Send a file with a page's form. Returns the address of the page that follows."""
        page = self.ask("GET", address)[2]
        tokens = tokens_of(page)
        parts = [
            f'--X\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{value}\r\n' for name, value in tokens.items()
        ]
        parts.append(
            f'--X\r\nContent-Disposition: form-data; name="file"; filename="club.json"\r\n\r\n{text}\r\n--X--\r\n'
        )
        status, location, page = self.ask("POST", address, "".join(parts), "multipart/form-data; boundary=X")
        if status != 303:
            raise RuntimeError(f"{status}: {re.sub(r'<[^>]+>', ' ', page)[-1500:]}")
        return location
