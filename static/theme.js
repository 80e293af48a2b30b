// The chosen theme is set before the page is painted. Without one the page looks as the phone does.
try {
  document.documentElement.dataset.theme = localStorage.getItem("theme") || "";
} catch {
  // A browser that stores nothing has no choice to remember.
}
