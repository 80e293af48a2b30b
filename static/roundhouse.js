// Shortcuts in JavaScript. Every page works without them.

// A plus button, for number keypads without one.
document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-plus]");
  if (!button) return;
  const field = document.getElementById(button.dataset.plus);
  if (field.value && !field.value.endsWith("+")) field.value += "+";
  field.focus();
});

// A player who is out has no pips, and a player with pips is not out. A second tap brings back the typed pips.
document.addEventListener("change", (event) => {
  const box = event.target.closest("[data-out]");
  if (!box) return;
  const field = document.getElementById(box.dataset.out);
  const typed = document.getElementById(`${field.id}-typed`);
  if (box.checked) [typed.value, field.value] = [field.value, ""];
  else field.value ||= typed.value;
});
document.addEventListener("input", (event) => {
  const box = document.querySelector(`[data-out="${CSS.escape(event.target.id)}"]`);
  if (box && event.target.value) box.checked = false;
});

// Enter moves to the next player without a score. After the last one it sends the form.
const nextEmpty = (here) => {
  const hands = [...here.form.querySelectorAll(".hand")];
  const later = hands.slice(hands.indexOf(here.closest(".hand")) + 1);
  const empty = later.find((hand) => !hand.querySelector(".pips").value && !hand.querySelector("[data-out]").checked);
  return empty && empty.querySelector(".pips");
};
document.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || !event.target.matches("[data-hands] .hand input")) return;
  const next = nextEmpty(event.target);
  if (!next) return;
  event.preventDefault();
  next.focus();
});
document.addEventListener("focusin", (event) => {
  if (event.target.matches("[data-hands] .pips")) event.target.enterKeyHint = nextEmpty(event.target) ? "next" : "send";
});

// The sum of the tapped tiles.
for (const pad of document.querySelectorAll("[data-pad]")) {
  const add = () => {
    const tapped = [...pad.querySelectorAll("[data-pips]:checked")];
    pad.querySelector("[data-sum]").value = tapped.reduce((sum, box) => sum + Number(box.dataset.pips), 0);
  };
  pad.addEventListener("change", add);
  add();
}

// A heading shows the choice below it.
document.addEventListener("change", (event) => {
  const choice = event.target.closest("[data-now] .choice");
  if (choice) choice.closest("[data-now]").querySelector("summary small").textContent = choice.querySelector("strong").textContent;
});

// Print the page.
for (const button of document.querySelectorAll("[data-print]")) button.addEventListener("click", () => window.print());

// Move a name up or down without asking the server.
for (const list of document.querySelectorAll("[data-names]")) {
  list.addEventListener("click", (event) => {
    const button = event.target.closest("[name=move]");
    if (!button) return;
    event.preventDefault();
    const fields = [...list.querySelectorAll("input")];
    const [direction, place] = button.value.split("-");
    const here = fields[Number(place)];
    const there = fields[Number(place) + (direction === "up" ? -1 : 1)];
    [here.value, there.value] = [there.value, here.value];
  });
}

// Arrow keys and swipes move through a review.
const turnTo = (rel) => {
  const link = document.querySelector(`a[rel=${rel}]`);
  if (link) link.click();
};
if (document.querySelector(".steps")) {
  document.addEventListener("keydown", (event) => {
    if (event.key === "ArrowRight") turnTo("next");
    if (event.key === "ArrowLeft") turnTo("prev");
  });
  let from = 0;
  document.addEventListener("touchstart", (event) => { from = event.changedTouches[0].clientX; }, { passive: true });
  document.addEventListener("touchend", (event) => {
    const moved = event.changedTouches[0].clientX - from;
    if (Math.abs(moved) > 80) turnTo(moved < 0 ? "next" : "prev");
  });
}

// Remember the chosen theme.
const themes = document.querySelector("[data-themes]");
if (themes) {
  const mark = () => themes.querySelectorAll("button").forEach((one) =>
    one.setAttribute("aria-pressed", one.value === document.documentElement.dataset.theme));
  themes.addEventListener("click", ({ target }) => {
    if (!target.matches("button")) return;
    localStorage.setItem("theme", target.value);
    document.documentElement.dataset.theme = target.value;
    mark();
  });
  mark();
}

// Remember whether the notation is shown.
const notation = document.getElementById("notation");
if (notation) {
  notation.checked = localStorage.getItem("notation") === "yes";
  notation.addEventListener("change", () => localStorage.setItem("notation", notation.checked ? "yes" : "no"));
}

// A tap anywhere on a train unfolds it, on its row of tiles too.
document.addEventListener("click", (event) => {
  const row = event.target.closest(".train .bones");
  const choice = row && row.closest(".train").querySelector("[type=radio]");
  if (choice) choice.checked = true;
});

// Tapped numbers extend a train without asking the server.
document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-path] button");
  if (!button) return;
  const { path, engine } = button.parentElement.dataset;
  const field = document.getElementById(path);
  if (/[\s,]/.test(field.value.trim())) return;
  event.preventDefault();
  const pips = button.value.split(" ")[1];
  const before = field.value.trim() || (pips === engine ? "" : engine);
  field.value = before ? `${before}-${pips}` : pips;
});

// Show refusals that say where they belong. Do not fetch while somebody types. Without a connection, ask for another tap.
document.addEventListener("htmx:beforeSwap", (event) => {
  if (event.detail.xhr.getResponseHeader("HX-Retarget")) event.detail.shouldSwap = true;
});
document.addEventListener("htmx:beforeRequest", (event) => {
  const typed = document.activeElement;
  const isPoll = event.detail.requestConfig.verb === "get";
  if (isPoll && typed && typed.matches("#live input:not([type=radio], [type=checkbox])") && typed.value) event.preventDefault();
});
for (const [said, isHidden] of [["htmx:sendError", false], ["htmx:afterOnLoad", true]]) {
  document.addEventListener(said, (event) => {
    const trouble = document.querySelector("[data-trouble]");
    if (trouble && (isHidden || event.detail.requestConfig.verb === "post")) trouble.hidden = isHidden;
  });
}

// Scroll to the reason for a refusal. After a changed move is entered, go back to the address of the current table.
document.addEventListener("htmx:afterSettle", () => {
  const live = document.querySelector("#live.kept");
  if (!live) return;
  live.querySelector(".asked, .error[role=alert]")?.scrollIntoView({ block: "nearest" });
  if (live.hasAttribute("hx-get") && location.search) history.replaceState(null, "", location.pathname);
});

// A form that the database could not store is sent again when the server and its database answer.
const sendAgain = () => {
  const waiting = document.querySelector("[data-again]");
  if (!waiting) return;
  setTimeout(async () => {
    const answer = await fetch("/", { cache: "no-store" }).catch(() => null);
    if (!waiting.isConnected) return;
    if (!answer || answer.status === 503) sendAgain();
    else if (waiting.matches("form")) waiting.requestSubmit();
    else location.assign(waiting.href);
  }, 4000);
};
document.addEventListener("htmx:afterSettle", sendAgain);
sendAgain();

// Keep the screen awake on sheets, if the browser can. This needs HTTPS.
if (document.querySelector("[data-awake]") && "wakeLock" in navigator) {
  const stayAwake = () => {
    if (document.visibilityState === "visible") navigator.wakeLock.request("screen").catch(() => {});
  };
  document.addEventListener("visibilitychange", stayAwake);
  stayAwake();
}

// The hall's clock keeps running between two answers of the server.
setInterval(() => {
  for (const clock of document.querySelectorAll("[data-ends]")) {
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

// Copy a field's text. Without HTTPS only the older way works.
const copy = async (button) => {
  const field = document.getElementById(button.dataset.copy);
  field.select();
  const isCopied = await (navigator.clipboard ? navigator.clipboard.writeText(field.value).then(() => true, () => false) : false);
  if (isCopied || document.execCommand("copy")) button.textContent = button.dataset.done;
};
for (const button of document.querySelectorAll("[data-copy]:not([data-share])")) button.addEventListener("click", () => copy(button));

// Hand a result's picture to the phone's own share sheet. It is fetched before the tap, because a tap counts only for a moment.
for (const button of document.querySelectorAll("[data-share]")) {
  const { share: url, picture, title, text } = button.dataset;
  const file = navigator.canShare && fetch(picture).then((answer) => answer.blob())
    .then((blob) => new File([blob], "roundhouse.png", { type: "image/png" })).catch(() => null);
  if (navigator.share) button.textContent = button.dataset.send;
  button.addEventListener("click", async () => {
    if (!navigator.share) return copy(button);
    const files = [await file].filter(Boolean);
    const sent = { title, text, url, ...(files.length && navigator.canShare({ files }) && { files }) };
    // Closing the share sheet is no trouble.
    await navigator.share(sent).catch((trouble) => trouble.name !== "AbortError" && copy(button));
  });
}
