// One tap saves the rules, the answers and the lesson of one rule set on the phone. Only a worker can show them later, and browsers allow no
// worker without HTTPS or with an untrusted certificate, so the button stays hidden until there is a worker.
for (const button of document.querySelectorAll("[data-keep]")) {
  const name = `rules ${button.dataset.root}`;
  navigator.serviceWorker?.ready.then(() => { button.hidden = false; });
  if (navigator.serviceWorker) caches.open(name).then((rules) => rules.match(location.href)).then((copy) => { if (copy) button.textContent = button.dataset.done; });
  button.onclick = async () => {
    button.disabled = true;
    const rules = await caches.open(name);
    const addresses = await (await fetch(button.dataset.keep)).json();
    let done = 0;
    // The worker saves every static file that it sees.
    await Promise.all(button.dataset.file.split(" ").map((file) => fetch(file)));
    const keep = async () => {
      for (let address; (address = addresses.shift());) {
        await rules.add(address);
        button.textContent = `${done += 1} / ${done + addresses.length}`;
      }
    };
    const isKept = await Promise.all([keep(), keep(), keep(), keep()]).then(() => true, () => false);
    button.textContent = isKept ? button.dataset.done : button.dataset.failed;
    button.disabled = isKept;
  };
}
