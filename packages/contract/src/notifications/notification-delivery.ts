import { booleanInput } from '../common.ts';
import { endpoint } from '../endpoint.ts';
import { errors } from '../errors.ts';
import { z } from '../schema.ts';

/** Delivery topics: groups of notifications for which a person chooses push and e-mail separately. */
export const notificationTopics = ['messages', 'orders', 'community', 'calls'] as const;
export type NotificationTopic = (typeof notificationTopics)[number];

/** Whether a name is an IANA time zone; offsets, which JavaScript engines also accept, are rejected. */
function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z][\w+-]*(\/[\w+-]+)*$/.test(name)) return false;
  try {
    return new Intl.DateTimeFormat('pt-BR', { timeZone: name }) !== null;
  } catch {
    return false;
  }
}

const channelPreferences = z.strictObject({ push: booleanInput, email: booleanInput });

const clockTime = z
  .string({ error: errors.invalid_parameter.text })
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, errors.invalid_parameter.text);

/**
 * Which notifications a person also gets by push and e-mail; the list of notifications on the site contains all of
 * them. Notifications of calls and of the community are never sent by e-mail, whatever these preferences say.
 */
const deliveryPreferences = z.strictObject({
  topics: z.strictObject({
    messages: channelPreferences,
    orders: channelPreferences,
    community: channelPreferences,
    calls: channelPreferences,
  }),
  /**
   * Local times between which only notifications of orders are pushed; the period may cross midnight. Null for none.
   */
  quietHours: z.strictObject({ from: clockTime, to: clockTime }).nullable(),
  /** IANA name of the person's time zone, such as `America/Sao_Paulo`. */
  timeZone: z
    .string({ error: errors.invalid_parameter.text })
    .max(60, errors.invalid_parameter.text)
    .refine(isTimeZone, errors.invalid_parameter.text),
});
export type DeliveryPreferences = z.output<typeof deliveryPreferences>;

const pushKey = (max: number) =>
  z
    .string()
    .regex(/^[\w-]+={0,2}$/, errors.invalid_parameter.text)
    .max(max);

/** A push subscription as the browser's Push API returns it. */
const pushSubscription = z.object({
  // The length is checked first, because parsing a long address takes time.
  endpoint: z
    .string({ error: errors.invalid_parameter.text })
    .max(1000, errors.invalid_parameter.text)
    .pipe(z.url({ protocol: /^https$/, error: errors.invalid_parameter.text })),
  keys: z.object({ p256dh: pushKey(200), auth: pushKey(100) }),
});
export type PushSubscription = z.output<typeof pushSubscription>;

export const notificationDeliveryEndpoints = {
  getPreferences: endpoint({
    method: 'GET',
    path: '/api/notifications/settings',
    summary: 'Delivery preferences of the signed-in person',
    access: 'user',
    status: 200,
    output: deliveryPreferences,
    errors: [],
    limit: 'general',
  }),
  updatePreferences: endpoint({
    method: 'PUT',
    path: '/api/notifications/settings',
    summary: 'Change the own delivery preferences',
    access: 'user',
    body: deliveryPreferences,
    status: 200,
    output: deliveryPreferences,
    errors: ['invalid_parameter'],
    limit: 'general',
  }),
  getPushKey: endpoint({
    method: 'GET',
    path: '/api/push/key',
    summary: 'Public key for push subscriptions (VAPID, base64url)',
    access: 'user',
    status: 200,
    output: z.object({ publicKey: z.string() }),
    errors: [],
    limit: 'general',
  }),
  subscribePush: endpoint({
    method: 'PUT',
    path: '/api/push/subscriptions',
    summary: 'Subscribe this browser to push; idempotent',
    access: 'user',
    body: pushSubscription,
    status: 204,
    output: null,
    errors: ['invalid_parameter'],
    limit: 'general',
  }),
  unsubscribePush: endpoint({
    method: 'DELETE',
    path: '/api/push/subscriptions',
    summary: 'Unsubscribe this browser from push',
    access: 'user',
    body: pushSubscription.pick({ endpoint: true }),
    status: 204,
    output: null,
    errors: [],
    limit: 'general',
  }),
  testPush: endpoint({
    method: 'POST',
    path: '/api/push/test',
    summary: 'Send a test push to this browser',
    access: 'user',
    body: pushSubscription.pick({ endpoint: true }),
    status: 204,
    output: null,
    errors: ['push_not_subscribed', 'push_unavailable'],
    limit: 'pushTests',
  }),
};
