import { onTestFinished, vi } from 'vitest';

/**
 * Replaces the service worker and the push service in this test: the browser is subscribed, with permission, and shows
 * notifications with these tags.
 */
export function installPush(tags: readonly string[] = []) {
  const browserPush = { isSubscribed: true, shownTags: [...tags] };
  const subscription = {
    endpoint: 'https://fcm.googleapis.com/fcm/send/test',
    options: { applicationServerKey: null },
    toJSON: () => ({ endpoint: subscription.endpoint, keys: { p256dh: 'p', auth: 'a' } }),
    unsubscribe: async () => {
      browserPush.isSubscribed = false;
      return true;
    },
  };
  const close = (closedTag: string) => {
    browserPush.shownTags = browserPush.shownTags.filter((tag) => tag !== closedTag);
  };
  const registration = {
    pushManager: {
      getSubscription: async () => (browserPush.isSubscribed ? subscription : null),
      subscribe: async () => {
        browserPush.isSubscribed = true;
        return subscription;
      },
    },
    getNotifications: async (filter: { tag?: string } = {}) =>
      browserPush.shownTags
        .filter((tag) => filter.tag === undefined || tag === filter.tag)
        .map((tag) => ({ close: () => close(tag) })),
  };
  const serviceWorker = Object.assign(new EventTarget(), {
    ready: Promise.resolve(registration),
    register: async () => registration,
    getRegistration: async () => registration,
  });
  vi.stubGlobal('Notification', { permission: 'granted' });
  vi.stubGlobal('PushManager', {});
  Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: serviceWorker });
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'serviceWorker'));
  return browserPush;
}
