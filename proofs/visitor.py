"""A very simple browser, with a cookie and an open connection, that fills in forms by field name."""

import gzip
import http.client
import re
import secrets
from dataclasses import dataclass
from html import unescape
from urllib.parse import urlencode, urlsplit

from proofs.checkout import HOST
from proofs.page import HtmlForm, forms_of

_FORM = "application/x-www-form-urlencoded"
_REDIRECTS = (301, 302, 303, 307, 308)


@dataclass(frozen=True, kw_only=True)
class Reply:
    """An answer: its status, its headers by lower-case name, its body, and the requested address."""

    address: str
    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def text(self) -> str:
        """The body as text. Bytes that are not UTF-8 are shown as backslash escapes."""
        return self.body.decode("utf-8", "backslashreplace")


class Visitor:
    """A person with a cookie who visits a server on this machine."""

    def __init__(self, port: int, cookie: str = "", encoding: str = "identity") -> None:
        self.port, self.cookie, self.encoding = port, cookie, encoding
        self._connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)

    def begin(self, address: str, method: str = "GET", body: bytes = b"", kind: str = "") -> None:
        """Send a request without waiting for the answer, so that another server can be asked in the meantime."""
        headers = {"Host": HOST, "Accept-Encoding": self.encoding}
        headers |= {"Cookie": self.cookie} if self.cookie else {}
        headers |= {"Content-Type": kind} if kind else {}
        request = (method, address, body or None, headers)
        try:
            self._connection.request(*request)
        except (http.client.HTTPException, OSError):
            # The server closes connections that stay silent for a while.
            self._connection.close()
            self._connection.request(*request)
        self._asked = request

    def end(self) -> Reply:
        """The answer to the request that `begin` sent."""
        try:
            answer = self._connection.getresponse()
        except (http.client.RemoteDisconnected, ConnectionResetError):
            self._connection.close()
            self._connection.request(*self._asked)
            answer = self._connection.getresponse()
        body = answer.read()
        if answer.getheader("Content-Encoding") == "gzip":
            body = gzip.decompress(body)
        for cookie in answer.headers.get_all("Set-Cookie") or ():
            self.cookie = cookie.partition(";")[0]
        headers = {name.lower(): value for name, value in answer.getheaders()}
        return Reply(address=self._asked[1], status=answer.status, headers=headers, body=body)

    def close(self) -> None:
        """Close the connection. The next request opens it again."""
        self._connection.close()

    def ask(self, address: str) -> Reply:
        """The page at an address, after any redirects. Raises RuntimeError if the status is not 200."""
        self.begin(address)
        reply = self.end()
        while reply.status in _REDIRECTS:
            self.begin(within(reply.headers["location"]))
            reply = self.end()
        if reply.status != 200:
            raise RuntimeError(f"{address}: {reply.status} at {reply.address}\n{words_of(reply.text)[-800:]}")
        return reply

    def send(self, address: str, action: str = "", *, file: str = "", **fields: str | list[str]) -> Reply:
        """Fill in the form on a page whose action ends with `action`, send it, and follow the redirect.

        `fields` replace the values already in the form; a list sends a field several times. Raises RuntimeError if
        there is no such form, or if it is refused.
        """
        page = self.ask(address)
        form = _find(page, action, set(fields))
        filled = [(name, value) for name, value in form.filled if name not in fields]
        for name, value in fields.items():
            filled += [(name, text) for text in (value if isinstance(value, list) else [value])]
        self.post(form.action or page.address, filled, file)
        reply = self.end()
        question = re.search(r'name="(agreed|asked)" value="([^"]+)"', reply.text) if reply.status != 303 else None
        if question:
            # The same form again, with a yes to its question.
            self.post(form.action or page.address, [*filled, (question[1], unescape(question[2]))], file)
            reply = self.end()
        if reply.status != 303:
            raise RuntimeError(f"{reply.address}: {reply.status}\n{words_of(reply.text)[:1500]}")
        return self.ask(within(reply.headers["location"]))

    def post(self, address: str, fields: list[tuple[str, str]], file: str = "") -> None:
        """Send fields without waiting for the answer, as multipart if there is a file."""
        if not file:
            self.begin(address, "POST", urlencode(fields).encode(), _FORM)
            return
        mark = secrets.token_hex(8)
        parts = [
            f'--{mark}\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{value}\r\n' for name, value in fields
        ]
        head = f'--{mark}\r\nContent-Disposition: form-data; name="file"; filename="sent"\r\n\r\n'
        body = "".join((*parts, head, file, f"\r\n--{mark}--\r\n"))
        self.begin(address, "POST", body.encode(), f"multipart/form-data; boundary={mark}")


def _find(page: Reply, action: str, fields: set[str]) -> HtmlForm:
    posts = [form for form in forms_of(page.text) if form.method == "post"]
    fitting_forms = [form for form in posts if (form.action or page.address).partition("?")[0].endswith(action)]
    # If several forms go to the same place, take the one with these fields.
    best = sorted(fitting_forms, key=lambda form: -len(fields & {field.name for field in form.fields}))
    if not best:
        raise RuntimeError(f"{page.address} has no form to {action}: {[form.action for form in posts]}")
    return best[0]


def within(address: str) -> str:
    """An address, without the host if it is this site's."""
    parts = urlsplit(address)
    return parts._replace(scheme="", netloc="").geturl() if parts.netloc == HOST else address


def words_of(text: str) -> str:
    """The words of a page, without its markup."""
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", re.sub(r"<svg.*?</svg>", "", text, flags=re.S)))
