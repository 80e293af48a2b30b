"""The sheet for scorekeepers and for followers."""

from tests.conftest import pick
from tests.phone import Phone
from tests.views.conftest import keep
from tests.views.game.conftest import enter, fill


def test_a_poll_is_one_query_until_there_is_something(ana: Phone, cai: Phone, game: str, said: list[str]) -> None:
    said.clear()
    assert cai.client.get(f"{game}/sheet?seen=0").status_code == 204
    assert [words[:6] for words in said if words != "BEGIN"] == ["SELECT"]

    enter(ana, game, 1, "", "34")

    assert "34" in cai.read(f"{game}/sheet?seen=0")
    assert cai.page.status_code == 200
    assert "<form" not in cai.page.text
    assert "seen=1" in cai.page.text


def test_a_sheet_reads_no_kept_table(ana: Phone, game: str, said: list[str]) -> None:
    keep(ana, game)
    said.clear()

    ana.open(game)

    assert said and not [words for words in said if words.startswith("SELECT moves.")]


def test_the_follow_page_and_the_sheet_of_a_viewer_only_show(ana: Phone, cai: Phone, game: str) -> None:
    assert "http-equiv" in ana.open(f"{game}/follow").text
    for page in (ana.page, cai.open(game)):
        assert "<form" not in page.text
        assert "Enter scores" not in page.text


def test_a_phone_that_follows_gets_each_score_and_each_move_only(ana: Phone, cai: Phone, game: str) -> None:
    cai.open(f"{game}/follow")
    for happen in (lambda: enter(ana, game, 1, "out", "34", "3", "4"), lambda: keep(ana, game, 2)):
        address = pick(r'hx-get="([^"]+)"', cai.page.text).replace("&amp;", "&")
        assert cai.client.get(address).status_code == 204
        happen()
        cai.page = cai.client.get(address)
        assert cai.page.status_code == 200


def test_a_phone_says_who_holds_it_and_can_say_otherwise_with_a_name(ana: Phone, game: str) -> None:
    ana.open(f"{game}/me")
    assert "Type a name." in ana.send(name=" ").text
    assert "This phone enters scores as Ana" in ana.read(game)

    fill(ana, f"{game}/me", name="Gran")

    assert "This phone enters scores as Gran" in ana.text


def test_the_way_back_never_leads_off_the_game(ana: Phone, game: str) -> None:
    ana.open(f"{game}/me?back=https://elsewhere.example/")

    assert ana.send(name="Ana").location == game


def test_a_half_entered_round_stands_apart_wherever_totals_are(ana: Phone, game: str, night: str) -> None:
    enter(ana, game, 1, "out", "34", "3", "4")
    assert "so far" not in ana.text
    enter(ana, game, 2, "22", "", "", "17")

    for page in (game, f"{game}/print", f"{game}/follow"):
        assert "Total 0 34 3 4 Place 1 4 2 3 so far 22 21" in ana.read(page), page
    assert "Ana 0, Cai 3, Dee 4, Ben 34 So far, including the current round: Ana 22, Dee 21" in ana.read(night)
    csv = ana.client.get(f"{game}/sheet.csv").text.splitlines()
    assert csv[-3:] == ["Total,0,34,3,4", "Place,1,4,2,3", "So far,22,,,21"]


def test_who_starts_is_asked_as_long_as_a_round_is_to_come(ana: Phone, game: str) -> None:
    assert ana.open(f"{game}/start").status_code == 200
    fill(ana, f"{game}/changes", f"{game}/stop")

    assert ana.open(f"{game}/start").status_code == 404


def test_only_a_manager_mends_a_name(ana: Phone, ben: Phone, cai: Phone, game: str, seats: list[str]) -> None:
    assert f'href="{game}/names/{seats[1]}"' in ana.open(game).text
    for phone in (ben, cai):
        assert "/names/" not in phone.open(game).text
        assert phone.open(f"{game}/names/{seats[1]}").status_code == 404
    assert "/names/" not in ana.open(f"{game}/follow").text
    assert ana.open(f"{game}/names/99999").status_code == 404


def test_a_name_that_was_mended_leads_back_to_the_sheet_alone(ana: Phone, game: str, seats: list[str]) -> None:
    assert f'href="{game}"' in ana.open(f"{game}/names/{seats[1]}").text
    address = ana.page.request.full_path.replace("/manage", "/manage/rename")

    ana.send_on(address, name="Benjamin")

    assert ana.path == game
    assert "Benjamin" in ana.text
    assert ana.send(address.replace("game=", "game=x")).status_code == 404


def test_a_tie_for_the_lead_is_two_sentences_and_names_both(ana: Phone, game: str) -> None:
    enter(ana, game, 1, "out", "5", "9", "9")
    enter(ana, game, 2, "5", "out", "9", "9")

    assert "Ana and Ben are tied After 2 rounds. The lowest total is best." in ana.text


def test_a_round_that_was_entered_twice_is_pointed_out(played: Phone, cai: Phone, game: str) -> None:
    assert "the same scores" not in played.text

    enter(played, game, 2, "out", "34", "30", "5")
    assert "Round 2 has the same scores as round 1." in played.text
    assert "the same scores" not in cai.read(game)

    enter(played, game, 3, "", "", "", "4")
    assert "the same scores" not in played.text
