// Photos of tiles. Without this script, the photo is sent as it is, and the list of tiles is the form.

// Photos are made smaller here, turned upright, and stripped of the time and place that the camera stored in them.
const LONGEST = 1600;
const shrunk = async (file) => {
  const picture = await createImageBitmap(file, { imageOrientation: "from-image" });
  const scale = Math.min(1, LONGEST / Math.max(picture.width, picture.height));
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [picture.width, picture.height].map((side) => Math.max(1, Math.round(side * scale)));
  const paper = canvas.getContext("2d");
  // A picture may have transparent parts, which a JPEG cannot have.
  paper.fillStyle = "#fff";
  paper.fillRect(0, 0, canvas.width, canvas.height);
  paper.drawImage(picture, 0, 0, canvas.width, canvas.height);
  const small = await new Promise((done) => { canvas.toBlob(done, "image/jpeg", 0.88); });
  if (!small) throw new Error("no picture");
  return new File([small], "photo.jpg", { type: "image/jpeg" });
};
// The server keeps no photos. This phone keeps one, under the key of the form that sent it, until the next photo or until the page is closed.
const keep = (file, key) => new Promise((done) => {
  const reader = new FileReader();
  reader.onloadend = () => {
    try {
      for (const name of Object.keys(sessionStorage)) if (name.startsWith("photo ")) sessionStorage.removeItem(name);
      sessionStorage.setItem(`photo ${key}`, reader.result);
    } catch { /* The list of tiles works without the photo. */ }
    done();
  };
  reader.readAsDataURL(file);
});
for (const form of document.querySelectorAll("[data-photo]")) {
  const field = form.elements.file;
  const send = async () => {
    if (!field.files.length) return;
    // If this browser cannot open the file, the server's answer says why.
    const file = await shrunk(field.files[0]).catch(() => field.files[0]);
    const sent = new DataTransfer();
    sent.items.add(file);
    field.files = sent.files;
    await keep(file, form.elements.once.value);
    form.requestSubmit();
  };
  field.addEventListener("change", send);
  // Somebody may choose a photo before this script has loaded.
  send();
  // Without a connection, the photo is not sent.
  form.addEventListener("submit", (event) => setTimeout(() => { form.querySelector("[data-sending]").hidden = event.defaultPrevented; }));
  // A page restored from the browser's cache asks for a new photo.
  addEventListener("pageshow", ({ persisted }) => { if (persisted) location.reload(); });
}

// The page that asks about the tiles. The list is the form; the picture shows the list and can change it.
for (const form of document.querySelectorAll("[data-asking]")) {
  const find = (selector) => form.querySelector(selector);
  const odd = JSON.parse(form.dataset.odd);
  const list = find("[data-list]"), pad = find("[data-tile-pad]"), removed = find("[data-removed]");
  const framed = find("#in-picture");
  let stored = null;
  try { stored = sessionStorage.getItem(`photo ${form.elements.photo.value}`); } catch { /* forbidden */ }
  if (stored) {
    framed.content.querySelector("img").src = stored;
    framed.replaceWith(framed.content);
  }
  const picture = find("[data-picture]"), marks = picture?.querySelector(".marks");
  const rows = () => [...list.children];
  const part = (row, name) => row.querySelector(`[name$="-${name}"]`);
  const markOf = (row) => marks?.querySelector(`[data-mark="${row.dataset.tile}"]`);
  const isGone = (row) => part(row, "gone").checked;
  const isBlank = (row) => !part(row, "high").value && !part(row, "low").value;
  const isHalf = (row) => !part(row, "high").value || !part(row, "low").value;
  const textOf = (row) => ["high", "low"].map((name) => part(row, name).value).sort().join("-");
  // A doubt is settled once somebody changes the tile. The server may doubt the new numbers and ask again.
  const isDoubtful = (row) => part(row, "right")?.checked === false && textOf(row) === row.dataset.was;
  const isOpen = (row) => !isGone(row) && (isDoubtful(row) || (isHalf(row) && (markOf(row) || !isBlank(row))));
  const doubtOf = (row) => row.querySelector(".doubt span")?.textContent ?? "";
  const inWords = (count, single, more) => (count === 1 ? single : more.replace("#", count));
  let chosen = null, half = "high", last = null;

  const pipsOf = (row) => {
    const [high, low] = ["high", "low"].map((name) => Number(part(row, name).value));
    return odd[`${Math.max(high, low)}-${Math.min(high, low)}`] ?? high + low;
  };
  const draw = () => {
    const counted = rows().filter((row) => !isGone(row) && !isHalf(row));
    const pips = counted.reduce((sum, row) => sum + pipsOf(row), 0);
    const { oneTile, moreTiles, onePip, morePips } = form.dataset;
    find("[data-count]").value = `${inWords(counted.length, oneTile, moreTiles)}, ${inWords(pips, onePip, morePips)}.`;
    for (const row of rows()) {
      row.classList.toggle("gone", isGone(row));
      row.classList.toggle("open", isOpen(row));
      const mark = markOf(row);
      mark?.classList.toggle("gone", isGone(row));
      mark?.classList.toggle("doubtful", isOpen(row));
      mark?.classList.toggle("chosen", row === chosen);
      for (const name of ["high", "low"]) {
        const number = mark?.querySelector(`[data-half=${name}]`);
        number?.classList.toggle("chosen", row === chosen && name === half);
        if (number) number.querySelector("text").textContent = part(row, name).value || "–";
      }
    }
    pad.hidden = !chosen;
    removed.hidden = !last || !isGone(last);
    if (!chosen) return;
    for (const button of pad.querySelectorAll("[data-choose]")) {
      button.textContent = part(chosen, button.dataset.choose).value || "–";
      button.setAttribute("aria-pressed", button.dataset.choose === half);
    }
    for (const button of pad.querySelectorAll("[data-number]")) button.setAttribute("aria-pressed", button.dataset.number === part(chosen, half).value);
    const doubt = pad.querySelector("[data-doubt]");
    doubt.hidden = !isDoubtful(chosen);
    doubt.querySelector("span").textContent = doubtOf(chosen);
  };
  const choose = (row, name = "high") => {
    [chosen, half, last] = [row, name, null];
    draw();
  };
  const remove = (row) => {
    part(row, "gone").checked = true;
    [chosen, last] = [null, row];
    const [high, low] = ["high", "low"].map((name) => part(row, name).value || "–");
    const words = removed.querySelector("span");
    words.textContent = words.dataset.words.replace("#", `${high}-${low}`);
    draw();
  };
  // Add a tile. Without this script, the server adds it to the list; here a blank row is copied.
  const add = (corners = "") => {
    const at = Math.max(-1, ...rows().map((row) => Number(row.dataset.tile))) + 1;
    const made = document.getElementById("one-more").content.cloneNode(true).firstElementChild;
    made.innerHTML = made.innerHTML.replaceAll("tiles-#-", `tiles-${at}-`).replaceAll("#", at + 1);
    made.dataset.tile = at;
    list.append(made);
    if (corners && marks) {
      part(made, "corners").value = corners;
      marks.append(document.getElementById("one-mark").content.querySelector("g").cloneNode(true));
      place(marks.lastElementChild, at, corners);
    }
    return made;
  };
  const pointsOf = (row) => part(row, "corners").value.split(" ").filter(Boolean).map((point) => point.split(",").map(Number));
  const between = ([x, y], [u, v]) => [(x + u) / 2, (y + v) / 2];
  // The center of each half of a tile, as fractions of the picture's size.
  const halvesOf = ([a, b, c, d]) => {
    const [high, low] = [between(a, b), between(c, d)];
    const middle = between(high, low);
    return { high: between(high, middle), low: between(low, middle), middle };
  };
  const place = (mark, at, corners) => {
    mark.dataset.mark = at;
    for (const outline of mark.querySelectorAll("polygon")) outline.setAttribute("points", corners);
    const spots = halvesOf(corners.split(" ").map((point) => point.split(",").map(Number)));
    const move = (group, [x, y]) => {
      for (const [selector, across, down] of [["circle", "cx", "cy"], ["text", "x", "y"]]) {
        const drawn = group.querySelector(selector);
        drawn.setAttribute(across, `${100 * x}%`);
        drawn.setAttribute(down, `${100 * y}%`);
      }
    };
    for (const name of ["high", "low"]) move(mark.querySelector(`[data-half=${name}]`), spots[name]);
    move(mark.querySelector(".sign"), spots.middle);
  };
  // A tap on an empty spot adds a tile as large as the others, turned like the last one.
  const cornersAt = (x, y) => {
    const box = marks.getBoundingClientRect();
    const like = rows().map(pointsOf).filter((points) => points.length === 4).at(-1);
    const middle = like ? halvesOf(like).middle : [0, 0];
    const shape = like || [[-1, -2], [1, -2], [1, 2], [-1, 2]].map(([u, v]) => [u / 20, (v / 20) * (box.width / box.height)]);
    // Keep the whole tile inside the picture.
    const within = (spot, axis) => {
      const reach = Math.max(...shape.map((point) => Math.abs(point[axis] - middle[axis])));
      return Math.max(reach, Math.min(1 - reach, spot));
    };
    const moved = [within(x, 0) - middle[0], within(y, 1) - middle[1]];
    return shape.map((point) => point.map((spot, axis) => (spot + moved[axis]).toFixed(4)).join(",")).join(" ");
  };
  const isInside = ([x, y], points) => {
    const turns = points.map(([u, v], at) => {
      const [s, t] = points[(at + 1) % 4];
      return (s - u) * (y - v) - (t - v) * (x - u);
    });
    return turns.every((turn) => turn >= 0) || turns.every((turn) => turn <= 0);
  };
  const NEAR = 22;
  picture?.addEventListener("click", ({ clientX, clientY }) => {
    const box = marks.getBoundingClientRect();
    const tapped = [(clientX - box.left) / box.width, (clientY - box.top) / box.height];
    const spots = rows().filter((row) => !isGone(row)).flatMap((row) => {
      const points = pointsOf(row);
      if (points.length !== 4) return [];
      return ["high", "low"].map((name) => {
        const [x, y] = halvesOf(points)[name];
        const far = Math.hypot((x - tapped[0]) * box.width, (y - tapped[1]) * box.height);
        return { row, name, far: isInside(tapped, points) ? Math.min(far, NEAR) - NEAR : far };
      });
    }).sort((first, second) => first.far - second.far);
    const [nearest] = spots;
    if (nearest && nearest.far <= NEAR) choose(nearest.row, nearest.name);
    else choose(add(cornersAt(...tapped)));
  });

  pad.addEventListener("click", ({ target }) => {
    const button = target.closest("button");
    if (!button || !chosen) return;
    const { number, choose: other, ...does } = button.dataset;
    if (other) choose(chosen, other);
    if (number !== undefined) {
      part(chosen, half).value = number;
      half = half === "high" && !part(chosen, "low").value ? "low" : half;
      if (!part(chosen, "read").value && !isHalf(chosen) && half === "low") chosen = null;
      draw();
    }
    if ("right" in does) {
      part(chosen, "right").checked = true;
      choose(null);
    }
    if ("remove" in does) remove(chosen);
    if ("close" in does) choose(null);
  });
  find("[data-back]").addEventListener("click", () => {
    part(last, "gone").checked = false;
    choose(last);
  });
  find("[data-add]").addEventListener("click", (event) => {
    event.preventDefault();
    part(add(), "high").focus();
    choose(null);
  });
  for (const button of form.querySelectorAll("[data-look]")) {
    button.addEventListener("click", () => button.setAttribute("aria-pressed", picture.classList.toggle(button.dataset.look)));
  }
  list.addEventListener("change", draw);
  // The pad changes only the tile that was tapped in the picture, never one that is being changed in the list.
  list.addEventListener("focusin", () => { if (chosen) choose(null); });
  form.addEventListener("submit", (event) => {
    const open = rows().find(isOpen);
    if (!open) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (markOf(open)) {
      choose(open);
      picture.scrollIntoView({ block: "nearest" });
      pad.querySelector("[data-right]").focus({ preventScroll: true });
    } else (part(open, "right") ?? part(open, "high")).focus();
  });
  for (const row of rows()) row.dataset.was = textOf(row);
  draw();
}
