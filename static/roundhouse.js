// Shortcuts: every page works without them.
const all = (selector) => document.querySelectorAll(selector);
const on = (event, act) => document.addEventListener(event, act);
const onTap = (selector, act) => on("click", (event) => {
  const tapped = event.target.closest(selector);
  if (tapped) act(tapped, event);
});

// A score form has a number pad. The pad acts on the active field: the one that was touched last. Enter goes to the next field.
for (const form of all("[data-hands]")) {
  const hands = [...all(".hand")];
  const fieldOf = (hand) => hand.querySelector(".pips");
  const boxOf = (hand) => hand.querySelector("[data-out]");
  const typedOf = (hand) => document.getElementById(`${fieldOf(hand).id}-typed`);
  let active = hands[0];
  const shown = (hand) => boxOf(hand).checked ? boxOf(hand).nextElementSibling.textContent : fieldOf(hand).value;
  const nextEmpty = (hand) => [...hands.slice(hands.indexOf(hand) + 1), ...hands].find((row) => row !== hand && !shown(row));
  // "next" goes to the row below, even if another phone has entered a number there: people reading from paper go in order.
  // Such a number stays until it is tapped or deleted. An empty row is pointed out once: anybody who then types without tapping it may
  // mean another player. After the last row, "next" goes to the first empty row.
  // From then on, typing does nothing until a row is tapped; otherwise the numbers that follow would land one row too high.
  let kept, isLost;
  const following = (hand) => hands[hands.indexOf(hand) + 1] || nextEmpty(hand);
  const ask = (hand, words) => {
    hand.querySelector("output").value = words;
    hand.classList.add("empty");
  };
  const goOn = (hand) => {
    if (kept === hand && isLost) return isKept();
    if (!shown(hand)) ask(hand, form.dataset.empty);
    else addUp(hand);
    const next = shown(hand) || kept === hand ? following(hand) : hand;
    goTo(next);
    kept = next && (shown(next) || next === hand) && next;
    isLost = false;
  };
  const goTo = (hand) => {
    if (!hand) active.classList.remove("active");
    (hand ? fieldOf(hand) : form.querySelector("[data-enter]"))?.focus();
  };
  const came = new Map(hands.map((hand) => [hand, hand.dataset.saved ?? shown(hand)]));
  const addUp = (hand) => {
    const parts = fieldOf(hand).value.split(/[\s+,]+/).filter(Boolean);
    const isSum = parts[1] && parts.every((part) => /^\d+$/.test(part));
    hand.classList.toggle("sum", fieldOf(hand).value.length > 4);
    const before = boxOf(hand).checked && typedOf(hand).value || (came.get(hand) !== shown(hand) && came.get(hand));
    const sum = isSum ? `= ${parts.reduce((sum, part) => sum + Number(part), 0)}` : "";
    hand.classList.remove("empty");
    hand.querySelector("output").value = sum || (before ? `${form.dataset.hands} ${before}` : "");
  };
  const activate = (hand) => {
    active.classList.remove("active");
    active = hand;
    active.classList.add("active");
    for (const key of all("[name=tap]")) key.value = key.value.replace(/\d+/, active.id.slice(5));
    fieldOf(active).enterKeyHint = nextEmpty(active) ? "next" : "send";
    pad.ariaLabel = `${padName}: ${active.ariaLabel}`;
  };
  const isKept = () => kept === active && (ask(active, form.dataset.kept), isLost = true);
  const press = (key) => {
    const field = fieldOf(active);
    // A player who was just marked as out has no pips: the digits belong to the next player.
    if (boxOf(active).checked && came.get(active) !== shown(active)) kept = active;
    if (key === "back") kept = null;
    if (isKept()) return;
    // A field without focus may lose the position of its cursor.
    field.focus();
    let { selectionStart: from, selectionEnd: to } = field;
    if (key === "+" && !/\d$/.test(field.value.slice(0, from = to))) return;
    if (key === "back" && from === to) from = Math.max(0, from - 1);
    field.setRangeText(key === "back" ? "" : key, from, to, "end");
    field.scrollLeft = field.scrollWidth;
    field.dispatchEvent(new Event("input", { bubbles: true }));
  };
  const keys = {
    next: () => goOn(active),
    out: () => isKept() || boxOf(active).click(),
  };
  const pad = form.querySelector(".number-pad"), padName = pad.ariaLabel;
  pad.addEventListener("mousedown", (event) => event.preventDefault());
  pad.addEventListener("click", (event) => {
    const key = event.target.closest("button[type=button]")?.dataset.key;
    if (key === "out" && event.detail > 1) return;
    // While a question is open, no row is active.
    if (key && active.matches(".active")) (keys[key] || press)(key);
  });
  // A tap selects the whole number, so that a digit replaces it. A sum can be edited in the middle. A double tap on `out` counts as one tap.
  form.addEventListener("click", (event) => {
    if (event.target.closest(".hand")) kept = null;
    // If a number was already selected, the browser clears the selection only after this.
    if (event.target.matches(".pips") && !event.target.value.includes("+")) setTimeout(() => event.target.select());
    if (event.target.matches("[data-out]") && event.detail > 1) event.preventDefault();
  });
  form.addEventListener("beforeinput", (event) => {
    if (!event.data || !shown(active)) kept = null;
    else if (isKept()) event.preventDefault();
  });
  form.addEventListener("focusin", (event) => {
    const hand = event.target.closest(".hand");
    if (!hand) return;
    activate(hand);
    if (event.target === fieldOf(hand)) event.target.select();
  });
  // A player who is out has no pips, and a player with pips is not out. A second tap restores the typed pips.
  form.addEventListener("input", (event) => {
    const hand = event.target.closest(".hand");
    if (!hand || event.target !== fieldOf(hand)) return;
    if (event.target.value) boxOf(hand).checked = false;
    addUp(hand);
  });
  form.addEventListener("change", (event) => {
    const hand = event.target.closest(".hand");
    if (hand && event.target === boxOf(hand)) {
      const field = fieldOf(hand);
      if (boxOf(hand).checked) [typedOf(hand).value, field.value] = [field.value, ""];
      else field.value ||= typedOf(hand).value, field.select();
      addUp(hand);
    }
    if (event.target.name === "me") goTo(active);
  });
  form.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || !event.target.matches(".hand input")) return;
    const hand = event.target.closest(".hand");
    if (!nextEmpty(hand)) return;
    event.preventDefault();
    goOn(hand);
  });
  // Restore what was typed but not sent, and what the server asked about.
  const draft = `typed ${location.pathname}`, fields = [...form.querySelectorAll(".hand input:not([type=hidden])")];
  const part = ({ type }) => type === "checkbox" ? "checked" : "value";
  const written = () => JSON.stringify(fields.map((field) => [field.name, field[part(field)]]));
  // A page with a question or a refusal still contains what was typed. Its numbers are those of one entry, and never another's.
  const after = form.querySelector("[data-after]")?.dataset.after ?? "";
  const asCame = after ? "" : written();
  form.addEventListener("submit", () => { form.isSent = true; });
  addEventListener("pagehide", () => {
    if (form.isSent || written() === asCame) sessionStorage.removeItem(draft);
    else sessionStorage[draft] = `${active.id} ${after} ${written()}`;
  });
  // Put the cursor back after the digit that was typed last.
  const stored = sessionStorage[draft]?.match(/(\S+) (\S*) (.*)/s);
  const [, left, , typed] = stored && (!after || stored[2] === after) ? stored : [0, 0, 0, asCame];
  if (typed !== asCame) {
    for (const [name, value] of JSON.parse(typed)) {
      const field = form.elements[name] ?? {};
      field[part(field)] = value;
    }
    active = hands.find((hand) => hand.id === left && fieldOf(hand).value) || hands.find((hand) => !shown(hand)) || active;
    Object.assign(form.querySelector(".draft"), { hidden: false, onclick: () => (form.isSent = true, location.reload()) });
  }
  hands.forEach(addUp);
  if (pad.querySelector("[data-key]").offsetParent) for (const hand of hands) fieldOf(hand).inputMode = "none";
  const aimed = location.hash && document.getElementById(location.hash.slice(1))?.closest(".hand");
  const wrong = form.querySelector("[aria-invalid]")?.closest(".hand");
  const first = wrong || aimed || (typed !== asCame ? active : form.querySelector("[autofocus]")?.closest(".hand"));
  if (first) {
    activate(first);
    fieldOf(first).focus({ preventScroll: !aimed && !wrong });
    // The browser jumps to the part named in the address only later, and that takes the focus away.
    addEventListener("load", () => form.contains(document.activeElement) || fieldOf(active).focus());
    if (left === first.id) fieldOf(first).setSelectionRange(99, 99);
    else fieldOf(first).select();
  }
}

// "Go back" closes the question and returns to what was typed.
onTap("[data-go-back]", (link, event) => {
  event.preventDefault();
  link.closest(".asked").remove();
  document.querySelector(`${link.hash} > .left .pips`)?.focus();
});

// The sum of the tapped tiles.
for (const pad of all("[data-pad]")) {
  const add = () => {
    const tapped = [...pad.querySelectorAll("[data-pips]:checked")];
    pad.querySelector("[data-sum]").value = tapped.reduce((sum, box) => sum + Number(box.dataset.pips), 0);
  };
  pad.addEventListener("change", add);
  add();
}

// A heading shows the choice below it, or the number typed instead. Setting one clears the other.
on("change", ({ target }) => {
  const part = target.closest("[data-now]"), choice = target.closest(".choice"), number = part?.querySelector("[name^=other_]");
  if (!part || !(choice || target === number)) return;
  part.querySelector("summary small").textContent = choice ? choice.querySelector("strong").textContent : number.value;
  if (!choice) for (const radio of part.querySelectorAll(":checked")) radio.checked = false;
  else if (number) number.value = "";
});

// Print the page.
onTap("[data-print]", print);

// Move a name up or down without asking the server.
onTap("[data-names] [name=move]", (button, event) => {
  event.preventDefault();
  const fields = [...button.closest("[data-names]").querySelectorAll("input")];
  const [direction, place] = button.value.split("-");
  const name = fields[+place];
  const neighbour = fields[+place + (direction === "up" ? -1 : 1)];
  [name.value, neighbour.value] = [neighbour.value, name.value];
});

// Move a seat up or down among the others.
onTap("[data-seats] [name=move]", (button, event) => {
  event.preventDefault();
  const row = button.closest("li");
  if (button.value.startsWith("up")) row.previousElementSibling?.before(row);
  else row.nextElementSibling?.after(row);
  button.focus();
});

// Show the rounds that will be played while somebody is choosing them.
for (const line of all("[data-rounds]")) {
  const { form } = line.querySelector("button"), part = (name) => line.querySelector(`[data-${name}]`);
  const say = () => {
    const rules = form.querySelector("[name=rules]:checked");
    const every = rules?.dataset.engines.split(" ") ?? [];
    const typed = form.elements.engines.value.split(/[\s,]+/).filter(Boolean);
    const planned = typed.length === 1 && every.includes(typed[0]) ? every.slice(every.indexOf(typed[0])) : typed.length ? typed : every;
    const isWhole = planned.length === every.length;
    part("count").textContent = planned.length;
    part("word").textContent = planned.length === 1 ? line.dataset.one : line.dataset.many;
    part("list").textContent = isWhole ? line.dataset.to.replaceAll("[", every[0]).replaceAll("]", every.at(-1)) : planned.join(", ");
    part("all").textContent = every.length;
    line.querySelector("button").hidden = isWhole;
    const named = form.querySelector("[data-rules]");
    if (named && rules) named.textContent = rules.closest("label").querySelector("strong").textContent;
  };
  form.addEventListener("input", say);
  line.querySelector("button").onclick = (event) => {
    event.preventDefault();
    form.elements.engines.value = "";
    say();
  };
  say();
}

// Enter goes to the next empty seat. In an empty seat, Enter starts the game.
on("keydown", (event) => {
  const field = event.target;
  if (event.key !== "Enter" || !field.value || !field.matches("[data-names] input")) return;
  const next = [...all("[data-names] input")].find((field) => !field.value && !field.closest(".more:not([open])"));
  const more = document.querySelector("[data-names] .more:not([open])");
  if (!next && !more) return;
  event.preventDefault();
  if (next) next.focus();
  else more.open = true, more.querySelector("input").focus();
});

// An added seat gets the cursor, unless a fast typist has filled it and moved on before the browser reports the new seat.
document.addEventListener("toggle", ({ target }) => {
  const seat = target.matches(".more[open]") && target.querySelector("input");
  if (seat && !seat.value) seat.focus();
}, true);

// A tap on somebody's name seats them in the first empty seat.
onTap("[name=add]", (added, event) => {
  const empty = [...all("[data-names] input")].find((field) => !field.value);
  if (!empty) return;
  event.preventDefault();
  empty.value = added.value;
  for (let more = empty.closest(".more"); more; more = more.parentElement.closest(".more")) more.open = true;
  added.remove();
});

// Arrow keys and swipes move through a review.
if (document.querySelector(".steps")) {
  const turnTo = (rel) => document.querySelector(`a[rel=${rel}]`)?.click();
  on("keydown", ({ key }) => {
    if (key === "ArrowRight") turnTo("next");
    if (key === "ArrowLeft") turnTo("prev");
  });
  let from = 0;
  const placeOf = (event) => event.changedTouches[0].clientX;
  on("touchstart", (event) => { from = placeOf(event); });
  on("touchend", (event) => {
    const moved = placeOf(event) - from;
    // A swipe on a picture only scrolls the picture.
    if (Math.abs(moved) > 80 && !event.target.closest(".scrolls, .bones")) turnTo(moved < 0 ? "next" : "prev");
  });
}

// A browser may forbid storing anything.
const remember = (name, value) => { try { localStorage.setItem(name, value); } catch { /* forbidden */ } };
const remembered = (name) => { try { return localStorage.getItem(name); } catch { /* forbidden */ } };

// The chosen theme.
const themes = document.querySelector("[data-themes]");
if (themes) {
  const mark = () => themes.querySelectorAll("button").forEach((button) =>
    button.setAttribute("aria-pressed", button.value === document.documentElement.dataset.theme));
  themes.addEventListener("click", ({ target }) => {
    if (!target.matches("button")) return;
    remember("theme", target.value);
    document.documentElement.dataset.theme = target.value;
    mark();
  });
  mark();
}

// Remember whether the notation is shown, and the whole table in a review.
for (const box of all("#notation, #whole")) {
  const kept = remembered(box.id);
  if (kept) box.checked = kept === "yes";
  box.onchange = () => remember(box.id, box.checked ? "yes" : "no");
}

// A tap anywhere on a train unfolds it, even on its row of tiles.
onTap(".train .bones", (row) => {
  const choice = row.closest(".train").querySelector("[type=radio]");
  if (choice) choice.checked = true;
});

// Tapped numbers extend a train without asking the server.
onTap("[data-path] button", (button, event) => {
  const { path, engine } = button.parentElement.dataset;
  const field = document.getElementById(path);
  if (/[\s,]/.test(field.value.trim())) return;
  event.preventDefault();
  const pips = button.value.split(" ")[1];
  const before = field.value.trim() || (pips === engine ? "" : engine);
  field.value = before ? `${before}-${pips}` : pips;
});

// Do not fetch while somebody is typing or has something open that an update would close.
on("htmx:beforeRequest", (event) => {
  const typed = document.activeElement;
  if (typed?.matches("#live input:not([type=radio], [type=checkbox])") && typed.value || document.querySelector("[data-still][open]")) event.preventDefault();
});

// Ask for updates every 2 s for a minute after the newest entry, then every 5 s, or as the page says. Pause while the page is hidden; ask at
// once when it returns.
let next, asked = 0;
const ask = () => {
  const live = document.querySelector("[hx-trigger=ask]");
  if (live && !document.hidden && performance.now() - asked > 1000) {
    asked = performance.now();
    live.dispatchEvent(new Event("ask"));
  }
  rest();
};
const rest = () => {
  clearTimeout(next);
  const live = document.querySelector("[hx-trigger=ask]");
  if (!live || document.hidden) return;
  live.until ??= performance.now() + (live.dataset.lively || 0) * 1000;
  next = setTimeout(ask, performance.now() < live.until ? 2000 : (live.dataset.every || 5) * 1000);
};
on("htmx:afterSettle", rest);
on("visibilitychange", ask);
for (const back of ["focus", "online"]) addEventListener(back, ask);
rest();

// Never break a line inside a tile such as 9-7. Flex boxes are skipped, because they would lose the spaces around the tile.
const keepTilesWhole = () => {
  const walker = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
  const sentences = [];
  while (walker.nextNode()) {
    const { currentNode: text } = walker, { parentElement: around } = text;
    if (/\d-\d/.test(text.data) && !around.closest(".whole, svg, script, textarea, option")
      && !/flex|grid/.test(getComputedStyle(around).display)) sentences.push(text);
  }
  for (const text of sentences) {
    text.replaceWith(...text.data.split(/(\d+-\d+)/).map((part, at) => at % 2 ? Object.assign(document.createElement("span"), { className: "whole", textContent: part }) : part));
  }
};
on("htmx:afterSettle", keepTilesWhole);
keepTilesWhole();

// Scroll to the reason for a refusal. After a changed move is entered, go back to the address of the current table.
on("htmx:afterSettle", () => {
  const live = document.querySelector("#live.kept");
  if (!live) return;
  live.querySelector(".asked, .error[role=alert]")?.scrollIntoView({ block: "nearest" });
  if (live.hasAttribute("hx-get") && location.search) history.replaceState(null, "", location.pathname);
});

// If the database could not store a form, send the form again once the server and its database answer.
const sendAgain = () => {
  const waiting = document.querySelector("[data-again]");
  if (!waiting) return;
  setTimeout(async () => {
    const answer = await fetch(waiting.dataset.again, { cache: "no-store" }).catch(() => null);
    if (!waiting.isConnected) return;
    if (!answer || answer.status === 503) sendAgain();
    else if (waiting.matches("form")) waiting.requestSubmit();
    else location.assign(waiting.href);
  }, 4000);
};
on("htmx:afterSettle", sendAgain);
sendAgain();

// A new club's game nights start and end by the clock of the phone that creates the club.
for (const zone of all("[name=zone][type=hidden]")) zone.value = Intl.DateTimeFormat().resolvedOptions().timeZone;

// Keep the screen awake on sheets, if the browser can. This needs HTTPS; without it, the page says once what to do instead.
const dark = document.querySelector("[data-dark]");
try {
  if (dark && !isSecureContext) [dark.hidden, localStorage.dark] = [localStorage.dark, 1];
} catch { /* forbidden */ }
if (document.querySelector("[data-awake]") && "wakeLock" in navigator) {
  const stayAwake = () => {
    if (!document.hidden) navigator.wakeLock.request("screen").catch(() => {});
  };
  on("visibilitychange", stayAwake);
  stayAwake();
}

// The tournament clock keeps running between answers from the server.
setInterval(() => {
  for (const clock of all("[data-ends]")) {
    clock.until ??= Date.now() + clock.dataset.ends * 1000;
    const left = Math.max(0, Math.round((clock.until - Date.now()) / 1000));
    clock.querySelector("[data-left]").textContent = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
    const isSoon = left > 0 && left <= clock.dataset.warn;
    clock.querySelector("[data-up]").hidden = left > 0;
    clock.querySelector("[data-soon]").hidden = !isSoon;
    clock.classList.toggle("up", left === 0);
    clock.classList.toggle("soon", isSoon);
  }
}, 1000);
