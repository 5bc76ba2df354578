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
  if (pathname.startsWith("/assets/")) event.respondWith(fileOf(event));
  else if (request.mode === "navigate" && !/^\/(api|identity|simulator)\b/.test(pathname)) {
    event.respondWith(pageOf(event, pathname));
  }
});

/** What is kept under a key; nothing where the browser keeps nothing. */
async function keptUnder(key) {
  try {
    return await (await caches.open(cacheName)).match(key);
  } catch {
    return undefined;
  }
}

/** Keeps a response after it was answered with: a full disk is no reason not to answer. */
async function keep(key, response) {
  const cache = await caches.open(cacheName);
  await cache.put(key, response);
  const files = await cache.keys();
  for (const old of files.slice(0, Math.max(0, files.length - mostFiles))) await cache.delete(old);
}

/** Names under assets/ hold a hash of the content, so what is kept is right for ever. */
async function fileOf(event) {
  const kept = await keptUnder(event.request);
  if (kept) return kept;
  const response = await fetch(event.request);
  if (response.ok) event.waitUntil(keep(event.request, response.clone()).catch(() => undefined));
  return response;
}

/** The page as the server has it; without a network, as it was loaded last. */
async function pageOf(event, pathname) {
  let response;
  try {
    response = await fetch(event.request);
  } catch (error) {
    const kept = await keptUnder(pageKey);
    if (kept) return kept;
    throw error;
  }
  // Of pages with a wider or narrower security policy nothing is kept.
  const isPlain = /^\/(requirements|dashboard)?\/?$/.test(pathname);
  if (response.ok && isPlain) event.waitUntil(keep(pageKey, response.clone()).catch(() => undefined));
  return response;
}
