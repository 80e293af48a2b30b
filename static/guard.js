// This comes inside the page. A script that did not arrive is asked for again; until the outbox is here no form that waits for it is sent.
addEventListener("error", ({ target }) => {
  if (target.tagName === "SCRIPT") setTimeout(() => document.head.append(Object.assign(document.createElement("script"), { src: target.src })), 2000);
}, true);
addEventListener("submit", (event) => {
  const { target: form, submitter } = event;
  if (window.hasOutbox || !form.matches("[data-waits]") || submitter?.name === "tap") return;
  event.preventDefault();
  window.held = { form, submitter };
  const shelf = document.getElementById("outbox");
  shelf.hidden = shelf.querySelector("[data-late]").hidden = false;
}, true);
// The chosen theme is set before the page is painted. Without one the page looks as the phone does.
try {
  document.documentElement.dataset.theme = localStorage.getItem("theme") || "";
} catch {
  // A browser that stores nothing has no choice to remember.
}
