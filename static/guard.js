// This script is part of the page itself. It requests a script again if it did not load, and holds forms back until the outbox is ready.
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
// Set the chosen theme before the page is painted. If none was chosen, the page follows the phone's setting.
try {
  document.documentElement.dataset.theme = localStorage.getItem("theme") || "";
} catch {
  // If the browser stores nothing, there is no saved choice.
}
