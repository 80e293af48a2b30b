// The outbox: forms that may wait (`data-waits`) go here first, then to the server when it answers. The `once` of each keeps it from being
// entered twice. It has four parts, which share nothing but their arguments: the shelf, sending, showing and the forms.
window.hasOutbox = true;

// The shelf: waiting entries are stored in the browser's database, so they survive a closed page, a closed browser and an empty battery.
const makeShelf = (name) => {
  const OLD = 14 * 24 * 3600e3, REMEMBERED = 60e3;
  let opened;
  const open = () => new Promise((done, fail) => {
    const asked = indexedDB.open(name, 1);
    asked.onupgradeneeded = () => asked.result.createObjectStore("entries", { keyPath: "once" });
    asked.onsuccess = () => done(asked.result);
    asked.onerror = () => fail(asked.error);
  });
  // One transaction over all entries, oldest first. `change` gets the entries, the store and the entries that were thrown away; its result is
  // returned.
  const turn = async (change, mode = "readwrite") => {
    opened ??= open();
    const base = await opened;
    return new Promise((done, fail) => {
      const transaction = base.transaction("entries", mode, { durability: "strict" });
      const store = transaction.objectStore("entries");
      let result;
      store.getAll().onsuccess = ({ target }) => {
        const thrown = target.result.filter(({ state }) => state === "thrown");
        const all = target.result.filter((entry) => !thrown.includes(entry)).sort((first, second) => first.place - second.place);
        result = change(all, store, thrown);
      };
      transaction.oncomplete = () => done(result);
      transaction.onabort = () => fail(transaction.error);
    });
  };
  // Throw an entry away. Its `once` stays for a while, so that another page on this phone does not think the entry was sent.
  const throwAway = (once, store, thrown) => {
    for (const old of thrown) if (Date.now() - old.at > REMEMBERED) store.delete(old.once);
    store.put({ once, state: "thrown", at: Date.now() });
  };
  const valueIn = ({ fields }, wanted) => fields.find(([field]) => field === wanted)?.[1];
  const isOld = ({ at, isMeant }) => !isMeant && Date.now() - at > OLD;
  return {
    entries: () => turn((all) => all, "readonly").catch(() => []),
    // Put an entry in the queue. If it was typed again on the same page, it replaces the waiting one.
    put: (entry) => turn((all, store) => {
      const before = all.find(({ once }) => once === entry.once);
      entry.place = before?.place ?? (all.at(-1)?.place ?? 0) + 1;
      entry.hasWaited = before?.hasWaited;
      entry.said ||= before?.said ?? "";
      store.put(entry);
      return entry;
    }),
    // Change an entry, unless somebody has thrown it away or typed it again in the meantime. Returns something if the entry was changed.
    mark: (entry, changes) => turn((all, store) => {
      const kept = all.find(({ once, typed }) => once === entry.once && typed === entry.typed);
      return kept && store.put(Object.assign(kept, changes));
    }),
    drop: ({ once }) => turn((all, store, thrown) => throwAway(once, store, thrown)),
    // The server has the entry: take it out of the queue. Moves entered later at the same table count as having seen it.
    settle: (entry, seen) => turn((all, store) => {
      if (!all.some(({ once, typed }) => once === entry.once && typed === entry.typed)) return;
      store.delete(entry.once);
      const before = valueIn(entry, "seen");
      for (const other of all) {
        if (!seen || other.once === entry.once || other.address !== entry.address || valueIn(other, "seen") !== before) continue;
        other.fields.find(([field]) => field === "seen")[1] = seen;
        store.put(other);
      }
    }),
    // The server asked about an entry, with a new `once`: from now on the two are one entry. An entry that never waited is only on the page.
    adopt: (entry, once) => turn((all, store, thrown) => {
      throwAway(entry.once, store, thrown);
      if (entry.hasWaited) store.put({ ...entry, once, state: "asked" });
    }),
    // True if another page on this phone has sent the entry: it is gone, and nobody threw it away.
    wasSent: ({ once }) => turn((all, store, thrown) => ![...all, ...thrown].some((entry) => entry.once === once)).catch(() => false),
    isReady: (entry) => (entry.state === "waiting" && !isOld(entry)) || entry.state === "opened",
    // If an earlier entry of the same game needs a person, an entry waits for that one and no longer for the server.
    stateOf: (entry, all) => {
      if (entry.state !== "waiting") return entry.state;
      if (isOld(entry)) return "old";
      return all.some(({ game, place, state }) => game === entry.game && place < entry.place && /asked|refused/.test(state)) ? "behind" : "waiting";
    },
  };
};

// Sending: entries go to the server below `root`, and are sent again until it answers. `page` has the page's token, the headers for an entry's
// form, and what to do with an accepted entry and at the end.
const makeSending = (shelf, root, page) => {
  const PATIENCE = 10e3, SOONEST = 4e3, LATEST = 60e3;
  const bodyOf = ({ fields, once }, token) => [...fields, ["once", once], ["csrf_token", token]];
  // Only an answer with the X-Outbox header counts: a hotel's login page does not.
  const post = async (entry, token, headers) => {
    const body = new URLSearchParams(bodyOf(entry, token));
    const answer = await fetch(entry.address, {
      method: "POST", body, redirect: "manual", cache: "no-store", signal: AbortSignal.timeout(PATIENCE),
      headers: { "X-Outbox": "1", "X-Entered": entry.at, "X-Phone-Clock": Date.now(), ...headers },
    });
    const header = (name) => answer.headers.get(name);
    const outcome = answer.status === 413 ? "refused" : header("X-Outbox");
    return { outcome, location: header("X-Location"), seen: header("X-Seen"), html: outcome && await answer.text() };
  };
  const freshToken = async () => {
    const answer = await fetch(new URL("token", root), { cache: "no-store", signal: AbortSignal.timeout(PATIENCE) });
    return answer.headers.get("X-Outbox") && answer.text();
  };
  const send = async (entry) => {
    const headers = page.headersFor(entry), token = page.token() || await freshToken();
    const answer = token ? await post(entry, token, headers) : {};
    if (answer.outcome !== "token") return answer;
    const fresh = await freshToken();
    const second = fresh ? await post(entry, fresh, headers) : {};
    return second.outcome === "token" ? { ...second, outcome: "asked" } : second;
  };
  // Send the entries that are ready, in order within each game. If the server does not answer, the rest of that game waits. Behind an entry
  // that needs a person, only entries for the same page and entries that the server refuses wait. Returns the answers by `once`.
  const deliver = async () => {
    const answers = new Map(), silent = new Set(), unsettled = new Set();
    for (const { once } of await shelf.entries()) {
      // An earlier entry may have changed the `seen` of this one.
      const entry = (await shelf.entries()).find((waiting) => waiting.once === once);
      if (!entry) continue;
      if (silent.has(entry.game) || unsettled.has(entry.address)) {
        await shelf.mark(entry, { hasWaited: true });
        continue;
      }
      // Another run may already have received the answer.
      const answer = shelf.isReady(entry) ? await send(entry).catch(() => ({})) : { outcome: entry.state };
      // Behind an entry that needs a person, the server may refuse this one only because that entry is missing.
      if (answer.outcome === "asked" && shelf.isReady(entry) && unsettled.has(entry.game)) answer.outcome = null;
      answers.set(entry.once, answer);
      if (answer.outcome === "kept") {
        await shelf.settle(entry, answer.seen);
        continue;
      }
      unsettled.add(entry.address).add(entry.game);
      if (!answer.outcome && !answer.html) silent.add(entry.game);
      if (shelf.isReady(entry)) await shelf.mark(entry, answer.outcome ? { state: answer.outcome } : { state: "waiting", hasWaited: true });
    }
    return answers;
  };
  let running = Promise.resolve(), pause = SOONEST, timer;
  const deliverAll = () => {
    running = running.then(deliver, deliver).then(async (answers) => {
      for (const [once, answer] of answers) if (answer.outcome === "kept") page.accepted(once, answer);
      await page.done();
      return answers;
    });
    return running;
  };
  return {
    bodyOf, freshToken, send,
    again: () => (pause = SOONEST, deliverAll()),
    // Try again after a pause, longer each time, as long as anything is ready.
    plan: (ready) => {
      clearTimeout(timer);
      if (document.hidden || !ready) return;
      timer = setTimeout(deliverAll, pause);
      pause = Math.min(pause * 1.5, LATEST);
    },
  };
};

// Showing: the list of waiting entries in `list`, and waiting scores in their cells on the sheet. `page` says which entries are open on this
// page, whether pages are saved, and what the buttons of an entry do.
const makeShowing = (aside, shelf, page) => {
  const part = (name) => aside.querySelector(`[data-${name}]`);
  const clock = (at) => new Date(at).toLocaleString(document.documentElement.lang, { weekday: "short", hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
  const folded = new Map();
  // An entry once shown as waiting stays in the queue until it is entered or thrown away.
  const shown = new Set();
  const cardFor = (entry, state) => {
    const card = aside.querySelector("template").content.cloneNode(true);
    card.firstChild.open = state !== "waiting" || folded.get(entry.once) === false;
    card.firstChild.ontoggle = ({ target }) => folded.set(entry.once, !target.open);
    card.querySelector("b").textContent = entry.title;
    card.querySelector("output").textContent = entry.said;
    card.querySelector("time").textContent = clock(entry.at);
    for (const words of card.querySelectorAll("[data-when]")) words.hidden = !words.dataset.when.split(" ").includes(state);
    for (const button of card.querySelectorAll("button")) button.onclick = () => page.deeds[button.value](entry);
    return card;
  };
  const fillIn = (all) => {
    for (const cell of document.querySelectorAll(".waits-here")) {
      cell.replaceChildren(...cell.own);
      cell.classList.remove("waits-here");
    }
    for (const { address, fields, state } of all) for (const [name, value] of state === "waiting" ? fields : []) {
      const [, seat, what] = name.match(/^hand_(\d+)-(left|out)$/) ?? [];
      const cell = seat && value.trim() && document.querySelector(`td > :is(a[href="${address}#hand_${seat}-left"], a[href="${address}#seat-${seat}"])`);
      if (!cell) continue;
      const parts = value.split(/[\s+,]+/).filter(Boolean);
      const text = what === "out" ? 0 : parts.every((part) => /^\d+$/.test(part)) ? parts.reduce((sum, part) => sum + Number(part), 0) : value;
      const word = Object.assign(document.createElement("span"), { className: "vh", textContent: ` ${aside.dataset.here}` });
      cell.own ??= [...cell.childNodes];
      cell.replaceChildren(text, word);
      cell.classList.add("waits-here");
    }
  };
  return {
    part, clock, fillIn,
    wasShown: ({ once }) => shown.has(once),
    scrollIntoView: () => aside.scrollIntoView({ block: "nearest" }),
    // Show the entries as they are now. Returns the number of those that are ready to be sent.
    paint: async (everything) => {
      const isSaved = await page.isSaved;
      const all = everything.filter((entry) => !page.isOpen(entry));
      const states = all.map((entry) => shelf.stateOf(entry, everything));
      const list = aside.querySelector("div");
      list.replaceChildren(...all.map((entry, at) => cardFor(entry, states[at])));
      const waiting = all.filter((entry, at) => states[at] === "waiting");
      for (const { once } of waiting) shown.add(once);
      part("waiting").hidden = !waiting.length;
      part("count").textContent = waiting.length;
      part("insecure").hidden = isSaved;
      // Anybody who leaves this page now cannot open another one until the connection is back.
      document.body.classList.toggle("stays", !!waiting.length && !isSaved);
      part("late").hidden = true;
      fillIn(everything);
      if (!list.querySelector("[open]")) list.scrollTop = list.scrollHeight;
      aside.hidden = !all.length && ["full", "kept", "away", "offline", "sent"].every((name) => part(name).hidden);
      return all.filter(shelf.isReady).length;
    },
  };
};

// The forms of a page: what is typed goes on the shelf, and the server's answer leads on, asks, or turns the form over to the next round.
const makeForms = (shelf, sending, showing, root, paint) => {
  const find = (selector) => document.querySelector(selector);
  const newOnce = () => [...crypto.getRandomValues(new Uint8Array(18))].map((byte) => byte.toString(36).padStart(2, "0")).join("");
  const fieldsOf = (form, submitter) => {
    const fields = [...new FormData(form)];
    if (submitter?.name) fields.push([submitter.name, submitter.value]);
    return fields.filter(([name]) => name !== "csrf_token" && name !== "once");
  };
  // The values in words, taken from the labels on the page.
  const saidIn = (form, submitter) => {
    const hands = [...form.querySelectorAll(".hand")].map((hand) => {
      const out = hand.querySelector("[data-out]");
      const score = out.checked ? out.nextElementSibling.textContent : hand.querySelector(".pips").value;
      return score && `${hand.getAttribute("aria-label")} ${score}`;
    });
    const typed = hands.length ? hands : [...form.elements].map((field) => {
      if (field === submitter && field.name === "move") {
        const train = field.closest(".train")?.querySelector(".whose").textContent;
        return train ? `${train}: ${field.textContent}` : field.textContent;
      }
      if (field === submitter) return field.dataset.said;
      if (field.matches("select")) return field.selectedOptions[0]?.textContent;
      if (field.matches("[name=tiles]:checked")) return field.value;
      return field.matches("[type=text], [type=number], input:not([type]), textarea") ? field.value : "";
    });
    return typed.filter(Boolean).join(", ");
  };
  // The forms on this page with entries on their way to the server, by `once`.
  const sent = new Map();
  // Put a form in the queue. Scores typed again on the same page replace the waiting ones; each move is a new entry.
  const keep = (form, submitter) => {
    const address = new URL(form.action);
    const entry = {
      once: form.elements.once.value, address: address.pathname + address.search, game: address.pathname.match(/games\/[^/]+/)?.[0],
      fields: fieldsOf(form, submitter), title: form.dataset.waits, said: saidIn(form, submitter),
      at: Date.now(), typed: newOnce(), state: "waiting",
    };
    sent.set(entry.once, form);
    if (form.matches("[data-each]")) form.elements.once.value = newOnce();
    return shelf.put(entry);
  };
  const isBlank = (form) => [...form.querySelectorAll(".hand")].every((hand) => !hand.querySelector(".pips").value && !hand.querySelector("[data-out]").checked);
  const show = (html) => htmx.swap("#live", html, { swapStyle: "outerHTML", swapDelay: 0, settleDelay: 20 }, { select: "#live" });
  // The form of an entry that was accepted is on this page: show the result, unless somebody is typing in the form.
  const goOn = (form, { location: onward, html }, once) => {
    if (!form?.isConnected || (once && form.matches("[data-hands]") && form.elements.once.value !== once && !isBlank(form))) return;
    if (onward) location.assign(onward);
    else if (html && form.matches("[data-part]")) show(html);
  };
  // Another page on this phone has sent what was typed here: go to the page that shows the entry, with a message.
  const goToSent = (entry, form) => {
    try { sessionStorage.setItem("sent", entry.title); } catch { /* forbidden */ }
    if (form.matches("[data-part]")) location.reload();
    else location.assign(new URL(entry.game ?? "", root));
  };
  // Send an entry as a form, so that the server shows the form filled in, with its question.
  const openEntry = async (entry, hasWaited = showing.wasShown(entry)) => {
    // An entry typed again in the meantime gets its own answer.
    if (!await shelf.mark(entry, { state: "opened", opened: 1, ...(hasWaited && { hasWaited }) }) && entry.typed) return;
    const form = document.createElement("form");
    const token = find("[name=csrf_token]")?.value || await sending.freshToken().catch(() => "");
    for (const [name, value] of sending.bodyOf(entry, token || "")) {
      form.append(Object.assign(document.createElement("input"), { type: "hidden", name, value }));
    }
    Object.assign(form, { method: "post", action: entry.address });
    document.body.append(form);
    HTMLFormElement.prototype.submit.call(form);
  };
  // Without a connection, the form of a complete round becomes the form of the next round, so that a whole night can be entered.
  const turnOver = (form, isTyped) => {
    const [next, ...later] = form.dataset.onward?.split(";").filter(Boolean) ?? [];
    const hands = [...form.querySelectorAll(".hand")];
    const isFull = hands.every((hand) => hand.querySelector(".pips").value || hand.querySelector("[data-out]").checked);
    if (!next || !(isFull || isTyped)) return;
    const [number, title, engine] = next.split("|");
    Object.assign(form.dataset, { onward: later.join(";"), waits: title });
    form.action = form.action.replace(/\d+$/, number);
    form.elements.once.value = newOnce();
    find("h1").textContent = `${title}: ${engine}`;
    for (const past of form.querySelectorAll(".now .domino, .waiting, .asked, .answer")) past.remove();
    for (const hand of hands) {
      for (const field of hand.querySelectorAll("input:not([name$=-name])")) [field.value, field.checked] = [field.name.endsWith("-seen") ? 0 : field.type === "checkbox" ? "y" : "", false];
      hand.querySelector(".pips").dispatchEvent(new Event("input", { bubbles: true }));
    }
    hands[0].querySelector(".pips").focus();
  };
  const onTheWay = new Map();
  // The entries of this page with a question that is about to open.
  const asking = new Set();
  const submit = async (form, submitter, typed) => {
    await adopted;
    // If the browser cannot store anything, the form is sent at once. If that fails, the form stays in place, and the page says so.
    const isShelved = await keep(form, submitter).then((entry) => [entry], () => false);
    const [entry] = isShelved || [{ once: form.elements.once.value, address: form.action, fields: fieldsOf(form, submitter), at: Date.now() }];
    const slow = setTimeout(paint, 1000);
    if (!isShelved) sent.set(entry.once, form);
    asking.add(entry.once);
    const answer = (isShelved ? (await sending.again()).get(entry.once) : await sending.send(entry).catch(() => 0)) || {};
    clearTimeout(slow);
    // An entry typed again in the meantime gets its own answer.
    if (onTheWay.get(form) !== typed) return asking.delete(entry.once);
    showing.part("full").hidden = !!(isShelved || answer.outcome);
    if (answer.outcome === "kept") isShelved || goOn(form, answer);
    else if (!answer.outcome && isShelved && await shelf.wasSent(entry)) sent.has(entry.once) && goToSent(entry, form);
    else if (!answer.outcome) {
      asking.delete(entry.once);
      if (isShelved && JSON.stringify(fieldsOf(form, submitter)) === typed) form.matches("[data-each]") ? form.reset() : turnOver(form);
      await paint();
      if (!form.matches("[data-hands]")) showing.scrollIntoView();
    } else if (form.matches("[data-part]") && answer.html?.includes('id="live"')) {
      if (isShelved && !(await shelf.entries()).some(({ once, hasWaited }) => once === entry.once && hasWaited)) await shelf.drop(entry);
      show(answer.html);
      paint();
    } else await openEntry(entry);
    asking.delete(entry.once);
  };
  addEventListener("submit", (event) => {
    const form = event.target, offline = showing.part("offline");
    const waits = form.matches("[data-waits]") && event.submitter?.name !== "tap";
    offline.hidden = waits || navigator.onLine;
    if (!waits && offline.hidden) return;
    event.preventDefault();
    if (!waits) return paint().then(showing.scrollIntoView);
    // A second tap sends nothing, unless the numbers have changed in the meantime.
    const typed = JSON.stringify(fieldsOf(form, event.submitter));
    if (onTheWay.has(form) && (form.matches("[data-part]") || onTheWay.get(form) === typed)) return;
    onTheWay.set(form, typed);
    submit(form, event.submitter, typed).finally(() => { if (onTheWay.get(form) === typed) onTheWay.delete(form); });
  });
  // Leaving a question answers it: the entry that it asked about is dropped.
  document.addEventListener("click", (event) => {
    const link = event.target.closest("[data-leave]"), left = find("[data-after]");
    if (!link || !left) return;
    // If the page closed first, the change would be lost.
    event.preventDefault();
    shelf.drop({ once: left.form.elements.once.value }).catch(() => {}).then(() => location.assign(link.href));
  });
  // The server showed an entry filled in. An entry typed again while this page was loading is a separate one.
  const adopt = async () => {
    for (const entry of await shelf.entries()) {
      const form = find(`[data-after="${CSS.escape(entry.once)}"]`)?.form;
      if (!form || !entry.opened) continue;
      form.dataset.waits ||= entry.title;
      await shelf.adopt(entry, form.elements.once.value);
    }
  };
  // A saved page has the same `once` each time it is opened, but each entry typed there needs a new one.
  for (const field of document.querySelectorAll("[data-waits] [name=once]:not([data-after])")) field.value = newOnce();
  const adopted = adopt().catch(() => {});
  return {
    adopted, openEntry,
    headersFor: ({ once }) => sent.get(once)?.matches("[data-part]") ? { "HX-Request": "true" } : {},
    accepted: (once, answer) => {
      goOn(sent.get(once), answer, once);
      sent.delete(once);
    },
    // An entry shown in the form on this page is not listed a second time.
    isOpen: ({ state, once }) => state === "opened" || (state === "asked" && (asking.has(once) || find(`[value="${once}"][data-after]`))),
    // True if a new page could replace this one without taking anything away from somebody who is typing.
    isIdle: () => !find("main :is(.pips, [type=text]):focus") && (!find("[data-hands]") || isBlank(find("[data-hands]"))),
    // If the scores of a saved page's round are already waiting here, the page moves on to the first round without scores.
    turnOn: async () => {
      const form = find("form[data-onward]"), waiting = (await shelf.entries()).filter(({ state }) => state === "waiting").map(({ address }) => address);
      while (form?.dataset.onward && waiting.includes(new URL(form.action).pathname)) turnOver(form, true);
    },
  };
};

if (document.getElementById("outbox")) {
  const SOONEST = 4e3;
  const root = new URL("..", document.currentScript.src);
  const find = (selector) => document.querySelector(selector);
  // The worker that saves pages, if this browser allows one.
  const worker = navigator.serviceWorker?.getRegistration(root).then((registration) => registration?.active ?? navigator.serviceWorker.controller).catch(() => null);
  const shelf = makeShelf(`roundhouse${root.pathname}`);
  const sending = makeSending(shelf, root, {
    token: () => find("[name=csrf_token]")?.value,
    headersFor: (entry) => forms.headersFor(entry),
    accepted: (once, answer) => forms.accepted(once, answer),
    done: () => paint(),
  });
  const showing = makeShowing(document.getElementById("outbox"), shelf, {
    isSaved: Promise.resolve(worker).then(Boolean),
    isOpen: (entry) => forms.isOpen(entry),
    deeds: {
      send: (entry) => shelf.mark(entry, { state: "waiting", isMeant: 1 }).then(sending.again),
      // The entry was in the queue, so it stays there while its question is open.
      open: (entry) => forms.openEntry(entry, true),
      // Other entries may have waited behind this one.
      drop: (entry) => shelf.drop(entry).then(sending.again),
    },
  });
  const paint = async () => sending.plan(await showing.paint(await shelf.entries()));
  const forms = makeForms(shelf, sending, showing, root, paint);

  // A page from the worker says how old it is, and is replaced by a new one as soon as possible.
  const kept = showing.part("kept"), age = Number(document.documentElement.dataset.kept);
  kept.hidden = !age;
  kept.querySelector("time").textContent = showing.clock(age);
  const renew = async () => {
    if (forms.isIdle() && await sending.freshToken().catch(() => "")) location.reload();
    else setTimeout(renew, SOONEST);
  };
  if (age) renew(), forms.turnOn();
  const sayAway = () => { showing.part("away").hidden = navigator.onLine || !!age || !find("[data-waits], .sheet"); paint(); };
  addEventListener("offline", sayAway);
  addEventListener("online", sayAway);
  // The worker has not seen the page that installed it. The form for the current round is saved along with the sheet.
  const wanted = [...document.querySelectorAll("a.main[href*='/rounds/']")].map(({ href }) => href.split("#")[0]);
  navigator.serviceWorker?.register(new URL("worker.js", root)).then(() => navigator.serviceWorker.ready).then(async ({ active }) => {
    const missing = [];
    for (const address of wanted) if (!await caches.match(address)) missing.push(address);
    if (!navigator.serviceWorker.controller) missing.push(location.href);
    if (!age) active.postMessage(missing);
  }).catch(() => {});
  addEventListener("beforeinstallprompt", (event) => {
    const button = find("[data-install]");
    if (!button) return;
    event.preventDefault();
    button.hidden = false;
    button.onclick = () => event.prompt();
  });
  const look = () => { if (!document.hidden) sending.again(); };
  addEventListener("online", look);
  addEventListener("pageshow", (event) => { if (event.persisted) look(); });
  document.addEventListener("visibilitychange", look);
  // The entry typed here is already on the sheet, because another page on this phone sent it.
  const said = showing.part("sent");
  try { said.querySelector("b").textContent = sessionStorage.getItem("sent") ?? ""; sessionStorage.removeItem("sent"); } catch { /* forbidden */ }
  said.hidden = !said.querySelector("b").textContent;
  // A question asked without a connection is not lost: the page's address asks it again.
  const question = find("[data-question]"), asked = new URLSearchParams(location.search).get("q");
  if (question && asked) {
    question.hidden = false;
    question.querySelector("q").textContent = asked;
  }
  document.addEventListener("htmx:afterSettle", async () => showing.fillIn(await shelf.entries()));
  // Waiting entries are shown before anything is sent, because an answer may never come.
  forms.adopted.then(paint).then(look);
  // Send the form that was submitted before this script had loaded.
  window.held?.form.requestSubmit(window.held.submitter);
}
