// The worker makes pages that this phone has visited readable offline. It sends and stores no forms, and stores nothing from secret links.
const ROOT = new URL("./", self.location).pathname;
const FILES = `files ${ROOT}`, PAGES = `pages ${ROOT}`, RULES = `rules ${ROOT}`;
const MOST_PAGES = 60, LONGEST = 14 * 24 * 3600e3, PATIENCE = 3000;
const pathOf = ({ url }) => new URL(url).pathname.slice(ROOT.length);
const isOld = (page) => Date.now() - page.headers.get("X-Kept-At") > LONGEST;
const clubOf = (page) => page.headers.get("X-Club");

const dropWhere = async (isGone) => {
  const pages = await caches.open(PAGES);
  for (const request of await pages.keys()) {
    const page = await pages.match(request);
    if (page && isGone(page, request)) await pages.delete(request);
  }
};

// A static file's address changes with the file, so a stored file never goes out of date. Older files of the same name are no longer needed.
const file = async (request) => {
  const files = await caches.open(FILES);
  const kept = await files.match(request);
  if (kept) return kept;
  // A page saved before the app was updated refers to the files of that version.
  const answer = await fetch(request).catch(() => files.match(request, { ignoreSearch: true }));
  if (!answer) return Response.error();
  if (answer.ok && answer.url === request.url) {
    await files.delete(request, { ignoreSearch: true });
    await files.put(request, answer.clone());
  }
  return answer;
};

// A copy of a page that can say how old it is when it is shown from the cache.
const dated = async (answer, at, isBeside = "") => {
  const headers = new Headers({ "Content-Type": "text/html; charset=utf-8", "X-Kept-At": at, "X-Beside": isBeside });
  for (const name of ["X-Club", "Content-Security-Policy", "Referrer-Policy"]) {
    if (answer.headers.has(name)) headers.set(name, answer.headers.get(name));
  }
  return new Response((await answer.text()).replace("<html ", `<html data-kept="${at}" `), { headers });
};

const keep = async (request, answer, isBeside) => {
  const pages = await caches.open(PAGES);
  const page = await dated(answer, Date.now(), isBeside);
  await pages.delete(request);
  await pages.put(request, page);
  const requests = await pages.keys();
  for (const old of requests.slice(0, Math.max(0, requests.length - MOST_PAGES))) await pages.delete(old);
  await dropWhere(isOld);
};

// A page that the server no longer shows is deleted here too, with all pages of its club and those that may mention the club. The home page
// lists the clubs that are left.
const learn = async (request, answer, isBeside = "") => {
  if (answer.status === 404 || answer.status === 403) {
    const gone = await (await caches.open(PAGES)).match(request);
    const club = answer.headers.get("X-Club") || (gone && clubOf(gone));
    await dropWhere((page, { url }) => url === request.url || (club && [club, null].includes(clubOf(page))));
  }
  // The page's club may have been deleted: the home page shows whether it was.
  if ([403, 404, 429].includes(answer.status) && pathOf(request)) await learn(new Request(ROOT), await fetch(ROOT));
  const clubs = answer.headers.get("X-Clubs")?.split(" ");
  if (clubs) await dropWhere((page) => clubOf(page) && !clubs.includes(clubOf(page)));
  const isPage = answer.ok && answer.headers.get("Content-Type")?.startsWith("text/html");
  if (isPage && !answer.headers.get("Cache-Control")?.includes("no-store")) await keep(request, answer, isBeside);
};

const soon = () => new Promise((_, fail) => { setTimeout(fail, PATIENCE); });
// The address of the saved page that a club's link would have led to.
const lastOf = async (club) => {
  const pages = await caches.open(PAGES);
  for (const request of (await pages.keys()).reverse()) {
    const page = await pages.match(request);
    if (club && clubOf(page) === club && !page.headers.get("X-Beside") && !isOld(page)) return request.url;
  }
};
const kept = async (request) => {
  if (pathOf(request).startsWith("k/")) {
    const last = await lastOf(new URL(request.url).searchParams.get("club"));
    return last && Response.redirect(last, 302);
  }
  const page = await (await caches.open(PAGES)).match(request);
  if (page && !isOld(page)) return page;
  const rules = await (await caches.open(RULES)).match(request);
  return rules && dated(rules, Date.parse(rules.headers.get("Date")) || Date.now());
};
const page = async (event) => {
  const asked = fetch(event.request);
  event.waitUntil(asked.then((answer) => learn(event.request, answer.clone())).catch(() => {}));
  try {
    return await Promise.race([asked, soon()]);
  } catch {
    // Keep waiting for a slow server; if there is no server, the offline page says that this page was not saved.
    return (await kept(event.request)) || asked.catch(() => caches.match(offline));
  }
};

const offline = `${ROOT}offline`;
addEventListener("install", (event) => event.waitUntil(Promise.all([skipWaiting(), caches.open(FILES).then((files) => files.add(offline))])));
addEventListener("activate", (event) => event.waitUntil(clients.claim()));
// A page can send the addresses of other pages to save.
addEventListener("message", (event) => event.waitUntil(Promise.all(event.data.map(async (address) => {
  const request = new Request(address);
  await learn(request, await fetch(request), address === event.source.url ? "" : "yes");
}))));
addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname, search } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin || !pathname.startsWith(ROOT)) return;
  if (pathOf(request).startsWith("static/") && search) event.respondWith(file(request));
  else if (request.mode === "navigate" && !pathOf(request).startsWith("r/")) event.respondWith(page(event));
});
