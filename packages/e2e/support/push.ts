import type { Page } from '@playwright/test';

/** Push endpoint of the test browsers, at a push service that the program accepts. */
const pushEndpoint = 'https://fcm.googleapis.com/fcm/send/flow';

/**
 * Replaces the browser's push service, which tests cannot reach. Permission, service worker and notifications are those
 * of the browser. Takes effect on pages that are loaded after the call.
 */
export async function subscribeOffline(page: Page): Promise<void> {
  await page.addInitScript((endpoint) => {
    const keys = {
      p256dh:
        'BGsX0fLhLEJH-Lzm5WOkQPJ3A32BLeszoPShOUXYmMKWT-NC4v4af5uO5-tKfA-eFivOM1drMV7Oy7ZAaDe_UfU',
      auth: 'AAAAAAAAAAAAAAAAAAAAAA',
    };
    const storageKey = 'flow-subscribed';
    const bytesOf = (text: string) =>
      Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0))
        .buffer;
    const createSubscription = () => ({
      endpoint,
      options: { applicationServerKey: bytesOf(sessionStorage.getItem(storageKey) ?? '') },
      toJSON: () => ({ endpoint, keys }),
      unsubscribe: async () => {
        sessionStorage.removeItem(storageKey);
        return true;
      },
    });
    const manager = PushManager.prototype as unknown as Record<string, unknown>;
    manager['subscribe'] = async ({ applicationServerKey }: { applicationServerKey: string }) => {
      sessionStorage.setItem(storageKey, applicationServerKey);
      return createSubscription();
    };
    manager['getSubscription'] = async () =>
      sessionStorage.getItem(storageKey) ? createSubscription() : null;
  }, pushEndpoint);
}

/** Delivers a message to the page's service worker, as a push service would. */
export async function deliverPush(page: Page, message: object): Promise<void> {
  // The browser drops messages for a worker that is still being installed.
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });
  const session = await page.context().newCDPSession(page);
  const registrationId = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const registration = registrations.at(-1);
      if (registration) resolve(registration.registrationId);
    });
  });
  await session.send('ServiceWorker.enable');
  await session.send('ServiceWorker.deliverPushMessage', {
    origin: new URL(page.url()).origin,
    registrationId: await registrationId,
    data: JSON.stringify(message),
  });
}

/** The notifications that the browser shows. */
export const listShownNotifications = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    const notices = await registration.getNotifications();
    return notices.map(({ title, body, tag, data }) => ({ title, body, tag, url: data.url }));
  });

/** Clicks the notification that the browser shows, as far as its service worker notices. */
export async function clickNotification(page: Page): Promise<void> {
  const worker = page.context().serviceWorkers()[0];
  if (!worker) throw new Error('The page has no service worker.');
  await worker.evaluate(async () => {
    // The types are those of a page, not of a worker.
    const scope = globalThis as unknown as {
      registration: ServiceWorkerRegistration;
      NotificationEvent: new (type: string, options: object) => Event;
    };
    const [notification] = await scope.registration.getNotifications();
    globalThis.dispatchEvent(new scope.NotificationEvent('notificationclick', { notification }));
  });
}
