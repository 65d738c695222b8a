// Service worker: shows push notifications while no page is open, and an offline page when there is no network. It
// caches nothing else.

/** The name contains the start of the SHA-256 of the offline page, so a changed page gets a new cache. */
const OFFLINE_CACHE = 'guilda-offline-60ea6b39532196d7';
const OFFLINE_PATH = '/offline.html';

async function cacheOfflinePage() {
  const answer = await fetch(OFFLINE_PATH, { cache: 'no-cache' });
  if (!answer.ok) return;
  // The page has a policy of its own in a `meta` element. The policy that the server sends with files would forbid its
  // script and style, so it is not stored.
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': "frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
  };
  const cache = await caches.open(OFFLINE_CACHE);
  await cache.put(OFFLINE_PATH, new Response(await answer.blob(), { headers }));
}

/** Caches the offline page unless it is cached already. If that fails, the next opened page tries again. */
async function ensureOfflinePage() {
  try {
    if (!(await caches.has(OFFLINE_CACHE))) await cacheOfflinePage();
  } catch {
    // The browser has no space or allows no storage. When offline, it shows its own error page.
  }
}

async function deleteOldCaches() {
  for (const name of await caches.keys()) if (name !== OFFLINE_CACHE) await caches.delete(name);
}

/** Lets requests other than page loads bypass this worker, in browsers that support it. */
async function bypassOtherRequests(event) {
  try {
    await event.addRoutes?.({ condition: { not: { requestMode: 'navigate' } }, source: 'network' });
  } catch {
    // The browser does not support this condition. The `fetch` listener ignores these requests anyway.
  }
}

async function activateWorker() {
  await deleteOldCaches().catch(() => undefined);
  // The browser requests the page while this worker starts.
  await self.registration.navigationPreload?.enable().catch(() => undefined);
  await self.clients.claim();
}

self.addEventListener('install', (event) => {
  self.skipWaiting();
  event.waitUntil(Promise.all([bypassOtherRequests(event), ensureOfflinePage()]));
});
self.addEventListener('activate', (event) => event.waitUntil(activateWorker()));

/** The page from the network, or the offline page when the network fails. */
async function loadPage(event) {
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request));
  } catch {
    const offlinePage = await caches.match(OFFLINE_PATH).catch(() => undefined);
    return offlinePage ?? Response.error();
  }
}

self.addEventListener('fetch', (event) => {
  const { mode, method } = event.request;
  if (mode !== 'navigate' || method !== 'GET') return;
  const page = loadPage(event);
  event.respondWith(page);
  event.waitUntil(page.then(ensureOfflinePage));
});

/** The absolute URL of a path on this site; the home page for a value that is no path or leads to another site. */
function ownUrlOf(path) {
  const url = new URL(typeof path === 'string' ? path : '/', self.location.origin);
  return url.origin === self.location.origin ? url.href : self.location.origin;
}

/** The JSON content of a push message; an empty object when there is none or it is not JSON. */
function readPayload(data) {
  try {
    return data?.json() ?? {};
  } catch {
    return {};
  }
}

self.addEventListener('push', (event) => {
  const { title, body, url, tag } = readPayload(event.data);
  const shown = self.registration.showNotification(String(title ?? 'Guilda'), {
    body: String(body ?? 'Há uma novidade para você.'),
    tag: String(tag ?? 'guilda'),
    renotify: true,
    icon: '/art/marca/icone.svg',
    lang: 'pt-BR',
    data: { url: ownUrlOf(url) },
  });
  event.waitUntil(shown);
});

/** Shows a URL: in the tab that already shows it, else in any tab of this site, else in a new one. */
async function openUrl(url) {
  const tabs = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const tab = tabs.find((each) => each.url === url) ?? tabs[0];
  if (!tab) return self.clients.openWindow(url);
  const focused = await tab.focus();
  if (focused.url === url) return focused;
  // A worker can navigate only tabs that it controls.
  return focused.navigate(url).catch(() => self.clients.openWindow(url));
}

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(openUrl(ownUrlOf(event.notification.data?.url)));
});

/**
 * Subscribes again when the browser has ended the push subscription, and informs open tabs, which send the new
 * subscription to the server. Without an open tab, the next visit sends it.
 */
async function renewSubscription(event) {
  const options = event.oldSubscription?.options ?? { userVisibleOnly: true };
  if (!event.newSubscription) await self.registration.pushManager.subscribe(options);
  const tabs = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  for (const tab of tabs) tab.postMessage('push-renewed');
}

self.addEventListener('pushsubscriptionchange', (event) =>
  event.waitUntil(renewSubscription(event)),
);
