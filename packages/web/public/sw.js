// Shows notices that arrive while no page is open, and leads to what they are about. Stands in with a page of
// its own where there is no network; nothing else is kept here: no pages, no answers, nothing of anybody's.

/** Where the page for days without a network is kept, by the first of its SHA-256: another page, another name. */
const KEPT = 'guilda-offline-60ea6b39532196d7';
const PAGE = '/offline.html';

async function keepPage() {
  const answer = await fetch(PAGE, { cache: 'no-cache' });
  if (!answer.ok) return;
  // What it may do stands in itself; by the policy of a mere file it could show nothing.
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': "frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
  };
  const cache = await caches.open(KEPT);
  await cache.put(PAGE, new Response(await answer.blob(), { headers }));
}

/** Keeps the page unless it is; what fails is tried again with the next page that is opened. */
async function keepOnce() {
  try {
    if (!(await caches.has(KEPT))) await keepPage();
  } catch {
    // A browser without room, or that keeps nothing: it shows a page of its own then.
  }
}

async function dropOthers() {
  for (const name of await caches.keys()) if (name !== KEPT) await caches.delete(name);
}

/** Only pages come by here: where the browser can be told so, it does not wake this worker for the rest. */
async function passTheRest(event) {
  try {
    await event.addRoutes?.({ condition: { not: { requestMode: 'navigate' } }, source: 'network' });
  } catch {
    // A browser that knows no such rule: what comes by is let pass below.
  }
}

async function takeOver() {
  await dropOthers().catch(() => undefined);
  // The page is asked for while this worker wakes up.
  await self.registration.navigationPreload?.enable().catch(() => undefined);
  await self.clients.claim();
}

self.addEventListener('install', (event) => {
  self.skipWaiting();
  event.waitUntil(Promise.all([passTheRest(event), keepOnce()]));
});
self.addEventListener('activate', (event) => event.waitUntil(takeOver()));

/** The page as the network has it, or the one that says there is none. */
async function pageOf(event) {
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request));
  } catch {
    const kept = await caches.match(PAGE).catch(() => undefined);
    return kept ?? Response.error();
  }
}

self.addEventListener('fetch', (event) => {
  const { mode, method } = event.request;
  if (mode !== 'navigate' || method !== 'GET') return;
  const page = pageOf(event);
  event.respondWith(page);
  event.waitUntil(page.then(keepOnce));
});

/** A path of this product; whatever else a notice may name leads to the first page. */
function placeOf(path) {
  const url = new URL(typeof path === 'string' ? path : '/', self.location.origin);
  return url.origin === self.location.origin ? url.href : self.location.origin;
}

function read(data) {
  try {
    return data?.json() ?? {};
  } catch {
    return {};
  }
}

self.addEventListener('push', (event) => {
  const { title, body, url, tag } = read(event.data);
  const shown = self.registration.showNotification(String(title ?? 'Guilda'), {
    body: String(body ?? 'Há uma novidade para você.'),
    tag: String(tag ?? 'guilda'),
    renotify: true,
    icon: '/art/marca/icone.svg',
    lang: 'pt-BR',
    data: { url: placeOf(url) },
  });
  event.waitUntil(shown);
});

/** Leads the page that is open there, or any page of the product, or a new one. */
async function open(url) {
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const page = pages.find((each) => each.url === url) ?? pages[0];
  if (!page) return self.clients.openWindow(url);
  const focused = await page.focus();
  if (focused.url === url) return focused;
  // A page that this worker does not lead cannot be sent anywhere.
  return focused.navigate(url).catch(() => self.clients.openWindow(url));
}

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(open(placeOf(event.notification.data?.url)));
});

/** The browser made its address anew: open pages hand it over, else the next visit does. */
async function renew(event) {
  const options = event.oldSubscription?.options ?? { userVisibleOnly: true };
  if (!event.newSubscription) await self.registration.pushManager.subscribe(options);
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  for (const page of pages) page.postMessage('push-renewed');
}

self.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(renew(event)));
