// What gets faster with JavaScript. Every page works without it.

// A plus for number keypads that have none.
document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-plus]");
  if (!button) return;
  const field = document.getElementById(button.dataset.plus);
  if (field.value && !field.value.endsWith("+")) field.value += "+";
  field.focus();
});

// Out means nothing left, and a number means not out. A second tap brings back what was typed.
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

// Enter goes on to the next player who has nothing yet, and sends from the last one.
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

// The tiles tapped so far, added up.
for (const pad of document.querySelectorAll("[data-pad]")) {
  const add = () => {
    const tapped = [...pad.querySelectorAll("[data-pips]:checked")];
    pad.querySelector("[data-sum]").value = tapped.reduce((sum, box) => sum + Number(box.dataset.pips), 0);
  };
  pad.addEventListener("change", add);
  add();
}

// A heading says what is chosen under it.
document.addEventListener("change", (event) => {
  const choice = event.target.closest("[data-now] .choice");
  if (choice) choice.closest("[data-now]").querySelector("summary small").textContent = choice.querySelector("strong").textContent;
});

// Paper.
for (const button of document.querySelectorAll("[data-print]")) button.addEventListener("click", () => window.print());

// Moving a name up or down without asking the server.
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

// A review goes on and back by arrow keys, and by swiping over the table.
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

// Whether the notation is shown stays as it was tapped.
const notation = document.getElementById("notation");
if (notation) {
  notation.checked = localStorage.getItem("notation") === "yes";
  notation.addEventListener("change", () => localStorage.setItem("notation", notation.checked ? "yes" : "no"));
}

// A train opens wherever it is tapped, its row of tiles too.
document.addEventListener("click", (event) => {
  const row = event.target.closest(".train .bones");
  const choice = row && row.closest(".train").querySelector("[type=radio]");
  if (choice) choice.checked = true;
});

// Numbers tapped one after the other make a train, without asking the server.
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

// A refusal is an answer too; what says where it belongs is shown. Without a connection nothing is lost: tap again.
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

// Why a move was refused comes into sight; and once a mend is entered, the address is again that of the table as it is now.
document.addEventListener("htmx:afterSettle", () => {
  const live = document.querySelector("#live.kept");
  if (!live) return;
  live.querySelector(".asked, .error[role=alert]")?.scrollIntoView({ block: "nearest" });
  if (live.hasAttribute("hx-get") && location.search) history.replaceState(null, "", location.pathname);
});

// What could not be kept is sent again by itself, as soon as the server can be reached and reads its database.
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

// The screen stays awake where a sheet is shown and the browser can (it needs HTTPS).
if (document.querySelector("[data-awake]") && "wakeLock" in navigator) {
  const stayAwake = () => {
    if (document.visibilityState === "visible") navigator.wakeLock.request("screen").catch(() => {});
  };
  document.addEventListener("visibilitychange", stayAwake);
  stayAwake();
}

// The hall's clock goes on between two answers of the server.
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
