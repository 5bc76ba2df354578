// Keeps the files of the application, so that it opens without a network. Calls of the API never go through it, and no data of an
// organization is kept here.

const cacheName = "touchline-files-1";
/** The page, whatever its address: it is the same for all of them. */
const pageKey = "/";
/** Files of several versions; the oldest go first. */
const mostFiles = 300;

self.addEventListener("install", () => void self.skipWaiting());

self.addEventListener("activate", (event) => {
  const dropOthers = async () => {
    for (const name of await caches.keys()) if (name !== cacheName) await caches.delete(name);
    await self.clients.claim();
  };
  event.waitUntil(dropOthers());
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin) return;
  if (pathname.startsWith("/assets/")) event.respondWith(fileOf(request));
  else if (request.mode === "navigate" && !/^\/(api|identity|simulator)\b/.test(pathname)) {
    event.respondWith(pageOf(request, pathname));
  }
});

/** Names under assets/ hold a hash of the content, so what is kept is right for ever. */
async function fileOf(request) {
  const cache = await caches.open(cacheName);
  const kept = await cache.match(request);
  if (kept) return kept;
  const response = await fetch(request);
  if (response.ok) {
    await cache.put(request, response.clone());
    const files = await cache.keys();
    for (const old of files.slice(0, Math.max(0, files.length - mostFiles))) await cache.delete(old);
  }
  return response;
}

/** The page as the server has it; without a network, as it was loaded last. */
async function pageOf(request, pathname) {
  const cache = await caches.open(cacheName);
  try {
    const response = await fetch(request);
    // Of pages with a wider or narrower security policy nothing is kept.
    if (response.ok && /^\/(requirements|dashboard)?\/?$/.test(pathname)) await cache.put(pageKey, response.clone());
    return response;
  } catch (error) {
    const kept = await cache.match(pageKey);
    if (kept) return kept;
    throw error;
  }
}
