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

/** Milliseconds in which a tab answers. Browsers allow a worker to open a window only shortly after a click. */
const ANSWER_TIME = 700;

/**
 * Asks a tab to go to a URL by itself, so that what was typed there stays or is asked about. False when the tab does not
 * answer in time, for example because it runs an older version of the page.
 */
function askTab(tab, url) {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    const end = (isAnswered) => {
      clearTimeout(timer);
      port1.close();
      resolve(isAnswered);
    };
    const timer = setTimeout(() => end(false), ANSWER_TIME);
    port1.onmessage = () => end(true);
    tab.postMessage({ open: url, until: Date.now() + ANSWER_TIME }, [port2]);
  });
}

/** Shows a URL: in the tab that was loaded at it, else in the tab that was used last, else in a new one. */
async function openUrl(url) {
  const tabs = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  // The browser lists the tab that was used last first. Some keep the URL of a tab's first page, so a tab that is found by
  // its URL is asked as well.
  const shown = tabs.find((each) => each.url === url);
  const tab = shown ?? tabs[0];
  // The tab is focused after its answer, because a click allows only one of focusing a tab and opening a window.
  if (tab && ((await askTab(tab, url)) || shown)) return tab.focus();
  return self.clients.openWindow(url);
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
