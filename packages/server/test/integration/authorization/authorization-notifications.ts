import { type AuthorizationRow, jsonCall, signedIn } from './authorization-row.ts';

const topicPreference = { push: true, email: false };
const deliverySettings = {
  topics: {
    messages: topicPreference,
    orders: topicPreference,
    community: topicPreference,
    calls: topicPreference,
  },
  quietHours: null,
  timeZone: 'America/Sao_Paulo',
};
const pushEndpoint = 'https://fcm.googleapis.com/fcm/send/x';
/** Valid keys of a push subscription: a point on the curve P-256, and 16 bytes. */
const pushKeys = {
  p256dh: 'BGsX0fLhLEJH-Lzm5WOkQPJ3A32BLeszoPShOUXYmMKWT-NC4v4af5uO5-tKfA-eFivOM1drMV7Oy7ZAaDe_UfU',
  auth: 'AAAAAAAAAAAAAAAAAAAAAA',
};

/** Expectations about push and e-mail delivery, which only the account's owner may change. */
export const notificationExpectations: Readonly<Record<string, AuthorizationRow>> = {
  'notifications.listNotifications': {
    statuses: signedIn(200),
    call: () => ({ url: '/api/notifications' }),
  },
  'notifications.listUnread': {
    statuses: { ...signedIn(403), seller: 200 },
    call: ({ people }) => ({ url: `/api/notifications/unread/${people.seller.uid}` }),
  },
  'notifications.countUnread': {
    statuses: signedIn(200),
    call: () => ({ url: '/api/notifications/count' }),
  },
  'notifications.markAllRead': {
    statuses: { ...signedIn(403), seller: 204 },
    call: ({ people }) => ({ url: `/api/notifications/mark-as-read/${people.seller.uid}` }),
  },
  'notifications.markOneRead': {
    statuses: { ...signedIn(404), seller: 204 },
    call: ({ notificationId }) => ({
      url: `/api/notifications/mark-one-as-read/${notificationId}`,
    }),
  },
  'notificationDelivery.getPreferences': {
    statuses: signedIn(200),
    call: () => ({ url: '/api/notifications/settings' }),
  },
  'notificationDelivery.updatePreferences': {
    statuses: signedIn(200),
    call: () => jsonCall('/api/notifications/settings', deliverySettings),
  },
  'notificationDelivery.getPushKey': {
    statuses: signedIn(200),
    call: () => ({ url: '/api/push/key' }),
  },
  'notificationDelivery.subscribePush': {
    statuses: signedIn(204),
    call: () => jsonCall('/api/push/subscriptions', { endpoint: pushEndpoint, keys: pushKeys }),
  },
  'notificationDelivery.unsubscribePush': {
    statuses: signedIn(204),
    call: () => jsonCall('/api/push/subscriptions', { endpoint: pushEndpoint }),
  },
  'notificationDelivery.testPush': {
    // No person here has subscribed this browser.
    statuses: signedIn(409),
    call: () => jsonCall('/api/push/test', { endpoint: `${pushEndpoint}y` }),
  },
};
