"""What phones do in a club, each in a line."""

from tests.conftest import pick
from tests.phone import Phone


def do(phone: Phone, page: str, form: str = "", /, **fields: str) -> None:
    """Open a page, send the form on it that goes to the address `form` or to the page itself, and go where it leads."""
    phone.open(page)
    phone.send_on(form, **fields)


def answer_to(phone: Phone, page: str, form: str = "", /, **fields: str) -> str:
    """Open a page, and send a form on it that is answered by a page. Return its words and leave the phone there."""
    phone.open(page)
    phone.page = phone.send(form, **fields)
    assert phone.page.status_code == 200
    return phone.text


def refusal_of(phone: Phone, page: str, form: str = "", /, **fields: str) -> str:
    """The same where the form is refused."""
    phone.open(page)
    phone.page = phone.send(form, **fields)
    assert phone.page.status_code == 422
    return phone.text


def ref_of(address: str) -> str:
    """The last part of an address."""
    return address.rpartition("/")[2]


def stop(phone: Phone, game: str, **fields: str) -> None:
    do(phone, f"{game}/changes", f"{game}/stop", **fields)


def throw(phone: Phone, game: str) -> None:
    do(phone, f"{game}/changes", f"{game}/throw")


def play_again(phone: Phone, game: str) -> str:
    """Start another game of the same players, and return the address of its sheet."""
    do(phone, f"/start?like={ref_of(game)}")
    return phone.path


def night_key(ana: Phone, club: str, access: str) -> str:
    """The secret link of a new key to the club's newest night."""
    night = pick(r'<option value="(\w{10})"', ana.open(f"{club}/keys").text)
    ana.send_on(access=access, night=night, label="Hall phone")
    return pick(r'href="http://[^/]+(/k/[^"]+)"', ana.page.text)
