// Shows notices that arrive while no page is open, and leads to what they are about.

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

self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

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
