"""Each part of the outbox alone: the shelf, sending, showing and the forms, with plain objects in place of the others."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import NewPhone

# An entry in words: `entry("a")` for round 1 of the Smiths' game.
ENTRY = """
const entry = (once, more) => ({ once, typed: once, state: "waiting", at: Date.now(), game: "games/smith",
  address: "/games/smith/rounds/1", title: "Round 1", said: "Ana 7", fields: [["seen", "4"]], ...more });
const names = (all) => all.map(({ once }) => once);
"""
# A shelf that is only a list.
LISTED = """
const listed = (...all) => {
  const real = makeShelf("listed");
  const at = (entry) => all.findIndex(({ once }) => once === entry.once);
  return {
    all, isReady: real.isReady, stateOf: real.stateOf, entries: async () => [...all], wasSent: async () => false,
    put: async (entry) => (all.push(entry), entry),
    mark: async (entry, changes) => Object.assign(all[at(entry)], changes),
    drop: async (entry) => { all.splice(at(entry), 1); }, settle: async (entry) => { all.splice(at(entry), 1); },
  };
};
"""


@pytest.fixture
def run(new_phone: NewPhone) -> Callable[[str], Any]:
    """Runs a script on an empty page that has the outbox's file, and returns its result."""
    page: Page = new_phone()
    page.route(
        "**/empty",
        lambda route: route.fulfill(body="<!doctype html><html lang=en><main></main>", content_type="text/html"),
    )
    page.goto("/empty")
    page.add_script_tag(path="static/outbox.js")
    return lambda script: page.evaluate(f"async () => {{ {ENTRY} {LISTED} {script} }}")


def test_the_shelf_keeps_entries_in_the_order_in_which_they_were_typed_first(run: Callable[[str], Any]) -> None:
    assert run("""
        const shelf = makeShelf("kept");
        for (const once of ["b", "a", "c"]) await shelf.put(entry(once));
        await shelf.put(entry("b", { typed: "again", said: "" }));
        const other = makeShelf("kept"), [first] = await other.entries();
        return [names(await other.entries()), first.typed, first.said];
    """) == [["b", "a", "c"], "again", "Ana 7"]


def test_the_shelf_changes_nothing_that_was_typed_again_in_the_meantime(run: Callable[[str], Any]) -> None:
    assert run("""
        const shelf = makeShelf("kept"), old = await shelf.put(entry("a"));
        await shelf.put(entry("a", { typed: "again" }));
        await shelf.settle(old);
        return [await shelf.mark(old, { state: "refused" }) ?? null, (await shelf.entries())[0].state];
    """) == [None, "waiting"]


def test_the_shelf_tells_what_was_thrown_away_from_what_another_page_has_sent(run: Callable[[str], Any]) -> None:
    assert run("""
        const shelf = makeShelf("kept"), [thrown, sent] = [await shelf.put(entry("a")), await shelf.put(entry("b"))];
        await shelf.drop(thrown);
        await makeShelf("kept").settle(sent);
        return [await shelf.wasSent(thrown), await shelf.wasSent(sent)];
    """) == [False, True]


def test_a_later_move_at_the_same_table_has_seen_the_one_that_the_server_has(run: Callable[[str], Any]) -> None:
    assert run("""
        const shelf = makeShelf("kept"), first = await shelf.put(entry("a"));
        await shelf.put(entry("b"));
        await shelf.put(entry("c", { address: "/games/smith/rounds/2" }));
        await shelf.settle(first, "5");
        return (await shelf.entries()).map(({ fields }) => fields[0][1]);
    """) == ["5", "4"]


def test_what_waits_is_ready_unless_it_is_old_or_behind_a_question(run: Callable[[str], Any]) -> None:
    assert run("""
        const all = [entry("a", { place: 1, state: "asked" }), entry("b", { place: 2 }), entry("c", { place: 3, at: 0 }),
          entry("d", { place: 4, at: 0, isMeant: 1, game: "games/jones" })];
        const shelf = makeShelf("kept");
        return all.map((each) => [shelf.stateOf(each, all), shelf.isReady(each)]);
    """) == [["asked", False], ["behind", True], ["old", False], ["waiting", True]]


SERVER = """
const asked = [];
window.fetch = async (address, { body } = {}) => {
  const once = body?.get("once"), answer = answers[once ?? "token"];
  asked.push(once ?? "token");
  if (!answer) throw new TypeError("no network");
  return new Response(answer.html ?? "", { headers: answer.hotel ? {} : { "X-Outbox": answer.outcome ?? "token" } });
};
const accepted = [], page = { token: () => "old", headersFor: () => ({}), accepted: (once) => accepted.push(once), done: async () => {} };
"""


def test_if_the_server_is_silent_the_rest_of_a_game_waits_and_other_games_do_not(run: Callable[[str], Any]) -> None:
    assert run(f"""
        const answers = {{ c: {{ outcome: "kept" }} }}; {SERVER}
        const shelf = listed(entry("a"), entry("b", {{ address: "/games/smith/rounds/2" }}), entry("c", {{ game: "games/jones", address: "/games/jones/rounds/1" }}));
        await makeSending(shelf, location.href, page).again();
        return [asked, accepted, shelf.all.map(({{ once, state, hasWaited }}) => [once, state, hasWaited])];
    """) == [["a", "c"], ["c"], [["a", "waiting", True], ["b", "waiting", True]]]


def test_behind_a_question_only_entries_for_the_same_page_wait(run: Callable[[str], Any]) -> None:
    assert run(f"""
        const answers = {{ a: {{ outcome: "asked" }}, c: {{ outcome: "kept" }} }}; {SERVER}
        const shelf = listed(entry("a"), entry("b"), entry("c", {{ address: "/games/smith/rounds/2" }}));
        await makeSending(shelf, location.href, page).again();
        return [asked, accepted, shelf.all.map(({{ once, state }}) => [once, state])];
    """) == [["a", "c"], ["c"], [["a", "asked"], ["b", "waiting"]]]


def test_an_old_token_is_replaced_and_the_entry_sent_once_more(run: Callable[[str], Any]) -> None:
    assert run(f"""
        const answers = {{ a: {{}}, token: {{ html: "fresh" }} }}; {SERVER}
        const shelf = listed(entry("a"));
        await makeSending(shelf, location.href, page).again();
        return [asked, shelf.all[0].state];
    """) == [["a", "token", "a"], "asked"]


def test_the_login_page_of_a_hotel_is_no_answer(run: Callable[[str], Any]) -> None:
    assert run(f"""
        const answers = {{ a: {{ hotel: true, html: "Welcome" }} }}; {SERVER}
        const shelf = listed(entry("a"));
        await makeSending(shelf, location.href, page).again();
        return [accepted, shelf.all[0].state];
    """) == [[], "waiting"]


ASIDE = """
document.querySelector("main").innerHTML = `<aside data-here="waiting here" hidden>${
  ["full", "kept", "away", "offline", "late", "sent", "waiting", "insecure"].map((name) => `<p data-${name} hidden></p>`).join("")
}<b data-count></b><div></div><template><details><summary><b></b><output></output><time></time></summary><p data-when="asked">Asked</p>
<button value="drop">Drop</button></details></template></aside><table><tr><td><a href="/games/smith/rounds/1#seat-3">5</a></td></tr></table>`;
const aside = document.querySelector("aside"), dropped = [];
const page = { isSaved: Promise.resolve(false), isOpen: ({ state }) => state === "opened", deeds: { drop: ({ once }) => dropped.push(once) } };
"""


def test_waiting_entries_are_listed_counted_and_in_their_cells(run: Callable[[str], Any]) -> None:
    assert run(f"""
        {ASIDE}
        const all = [entry("a", {{ fields: [["hand_3-left", "4+3"]] }}), entry("b", {{ state: "asked" }}), entry("c", {{ state: "opened" }})];
        const ready = await makeShowing(aside, listed(), page).paint(all);
        aside.querySelector("button").click();
        return [ready, aside.hidden, aside.querySelector("[data-count]").textContent, dropped, document.querySelector("td").textContent,
          [...aside.querySelectorAll("div details")].map(({{ open }}) => open), document.body.classList.contains("stays")];
    """) == [1, False, "1", ["a"], "7 waiting here", [False, True], True]


def test_when_nothing_waits_the_list_is_hidden_and_the_cells_are_as_before(run: Callable[[str], Any]) -> None:
    assert run(f"""
        {ASIDE}
        const showing = makeShowing(aside, listed(), page);
        await showing.paint([entry("a", {{ fields: [["hand_3-left", "7"]] }})]);
        await showing.paint([]);
        return [aside.hidden, document.querySelector("td").textContent];
    """) == [True, "5"]


FORM = """
document.querySelector("main").innerHTML = `<form action="/games/smith/rounds/1/table" data-waits="Move" data-each>
<input type="hidden" name="once" value="old"><input type="hidden" name="csrf_token" value="t"><input name="text" value="9-4@A"><button name="go" value="1">Go</button></form>`;
let answer = {};
const form = document.querySelector("form"), button = form.querySelector("button"), shelf = listed();
const sending = { again: async () => new Map(shelf.all.map(({ once }) => [once, answer])), send: async () => ({}) };
const showing = { part: () => document.createElement("p"), wasShown: () => false, scrollIntoView: () => {} };
const quiet = () => new Promise((done) => setTimeout(done, 50));
"""


def test_a_form_goes_on_the_shelf_with_its_fields_and_in_words(run: Callable[[str], Any]) -> None:
    assert run(f"""
        {FORM}
        makeForms(shelf, sending, showing, location.href, async () => {{}});
        button.click();
        await quiet();
        const [{{ game, title, said, fields, address }}] = shelf.all;
        return [game, title, said, fields, address];
    """) == ["games/smith", "Move", "9-4@A", [["text", "9-4@A"], ["go", "1"]], "/games/smith/rounds/1/table"]


def test_a_second_tap_while_the_first_is_on_its_way_sends_nothing(run: Callable[[str], Any]) -> None:
    assert (
        run(f"""
        {FORM}
        sending.again = () => new Promise(() => {{}});
        makeForms(shelf, sending, showing, location.href, async () => {{}});
        button.click(), button.click();
        await quiet();
        button.click();
        await quiet();
        return shelf.all.length;
    """)
        == 1
    )


def test_each_form_gets_a_new_once_before_it_is_sent(run: Callable[[str], Any]) -> None:
    assert run(f"""
        {FORM}
        makeForms(shelf, sending, showing, location.href, async () => {{}});
        const first = form.elements.once.value;
        button.click();
        await quiet();
        form.elements.text.value = "9-5@A";
        button.click();
        await quiet();
        return [new Set(["old", first, ...names(shelf.all)]).size, shelf.all[0].once === first];
    """) == [3, True]


def test_a_browser_that_keeps_nothing_asks_for_a_tables_part_all_the_same(run: Callable[[str], Any]) -> None:
    assert run(f"""
        {FORM}
        const asked = [];
        form.dataset.part = "";
        shelf.put = async () => {{ throw new Error("private"); }};
        sending.send = async (entry) => (asked.push(forms.headersFor(entry)), {{}});
        const forms = makeForms(shelf, sending, showing, location.href, async () => {{}});
        button.click();
        await quiet();
        return asked;
    """) == [{"HX-Request": "true"}]
