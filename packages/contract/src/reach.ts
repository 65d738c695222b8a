import { booleanInput } from './common.ts';
import { endpoint } from './endpoint.ts';
import { errors } from './errors.ts';
import { z } from './schema.ts';

/** What people choose about: calls, community and so on; each reaches them by these ways or not. */
export const noticeTopics = ['messages', 'orders', 'community', 'calls'] as const;
export type NoticeTopic = (typeof noticeTopics)[number];

/** A name of the IANA time zone database; the offsets that engines also take are none. */
function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z][\w+-]*(\/[\w+-]+)*$/.test(name)) return false;
  try {
    return new Intl.DateTimeFormat('pt-BR', { timeZone: name }) !== null;
  } catch {
    return false;
  }
}

const ways = z.strictObject({ push: booleanInput, email: booleanInput });

const clockTime = z
  .string({ error: errors.invalid_parameter.text })
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, errors.invalid_parameter.text);

/**
 * What reaches a person outside the product. Inside it, everything stands in the popover. Calls and
 * community are never mailed, whatever the table says.
 */
export const noticeSettings = z.strictObject({
  topics: z.strictObject({ messages: ways, orders: ways, community: ways, calls: ways }),
  /** Local times between which nothing but an order is pushed; null for none. May cross midnight. */
  quietHours: z.strictObject({ from: clockTime, to: clockTime }).nullable(),
  /** IANA name, such as `America/Sao_Paulo`. */
  timeZone: z
    .string({ error: errors.invalid_parameter.text })
    .max(60, errors.invalid_parameter.text)
    .refine(isTimeZone, errors.invalid_parameter.text),
});
export type NoticeSettings = z.output<typeof noticeSettings>;

const keyText = (max: number) =>
  z
    .string()
    .regex(/^[\w-]+={0,2}$/, errors.invalid_parameter.text)
    .max(max);

/** A browser's own address for notices, as its Push API gives it. */
export const pushSubscription = z.object({
  endpoint: z.url({ protocol: /^https$/, error: errors.invalid_parameter.text }).max(1000),
  keys: z.object({ p256dh: keyText(200), auth: keyText(100) }),
});
export type PushSubscription = z.output<typeof pushSubscription>;

export const reachEndpoints = {
  getSettings: endpoint({
    method: 'GET',
    path: '/api/notifications/settings',
    summary: 'What reaches the signed-in person by push and by e-mail',
    access: 'user',
    status: 200,
    output: noticeSettings,
    errors: [],
    limit: 'general',
  }),
  putSettings: endpoint({
    method: 'PUT',
    path: '/api/notifications/settings',
    summary: 'Choose what reaches one by push and by e-mail',
    access: 'user',
    body: noticeSettings,
    status: 200,
    output: noticeSettings,
    errors: ['invalid_parameter'],
    limit: 'general',
  }),
  getPushKey: endpoint({
    method: 'GET',
    path: '/api/push/key',
    summary: 'The public key that a browser subscribes with (VAPID, base64url)',
    access: 'user',
    status: 200,
    output: z.object({ publicKey: z.string() }),
    errors: [],
    limit: 'general',
  }),
  subscribePush: endpoint({
    method: 'PUT',
    path: '/api/push/subscriptions',
    summary: 'Let notices reach this browser; repeated, it stays one subscription',
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
    summary: 'Let notices reach this browser no more',
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
    summary: 'Send a notice to this browser, to see whether it arrives',
    access: 'user',
    body: pushSubscription.pick({ endpoint: true }),
    status: 204,
    output: null,
    errors: ['push_not_subscribed', 'push_unavailable'],
    limit: 'pushTests',
  }),
};
