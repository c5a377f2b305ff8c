// The service worker, in secure contexts alone: a reload without a network shows the table, and not the browser's error.
// Pages come from the network whenever it answers; files under a hash from the cache; nothing below /v1 passes through here.
const CACHE = "tablelog";
const FILES = /^\/static\/[0-9a-f]{16}\//;
const PAGES = /^\/(t\/[^/]+)?$/;

const hashIn = (text) => /\/static\/[0-9a-f]{16}\//.exec(text)?.[0];

/** Keep a page, and of all files only those of its version. */
const keepPage = async (address, answer) => {
  const cache = await caches.open(CACHE);
  const hash = hashIn(await answer.clone().text());
  for (const { url } of await cache.keys()) {
    const path = new URL(url).pathname;
    if (hash && FILES.test(path) && !path.startsWith(hash)) await cache.delete(url);
  }
  await cache.put(address, answer);
};

const file = async (request) => {
  const cache = await caches.open(CACHE);
  const found = await cache.match(request.url);
  if (found) return found;
  const answer = await fetch(request);
  if (answer.ok && answer.headers.get("Cache-Control")?.includes("immutable")) await cache.put(request.url, answer.clone());
  return answer;
};

const page = async (event, address) => {
  try {
    const answer = await fetch(event.request);
    if (answer.ok && !answer.redirected) event.waitUntil(keepPage(address, answer.clone()));
    return answer;
  } catch (error) {
    const found = await (await caches.open(CACHE)).match(address);
    if (found) return found;
    throw error;
  }
};

addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) => event.waitUntil(clients.claim()));
addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  if (FILES.test(pathname)) event.respondWith(file(request));
  else if (request.mode === "navigate" && PAGES.test(pathname)) event.respondWith(page(event, origin + pathname));
});
// What was fetched before the worker was there is kept now.
addEventListener("message", ({ data }) => {
  const keep = async () => {
    for (const address of data) {
      const { origin, pathname } = new URL(address);
      if (origin !== location.origin) continue;
      if (FILES.test(pathname)) await file(new Request(address));
      else if (PAGES.test(pathname)) {
        const answer = await fetch(address, { headers: { Accept: "text/html" } });
        if (answer.ok) await keepPage(origin + pathname, answer);
      }
    }
  };
  keep().catch(() => {});
});
