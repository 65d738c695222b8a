import { createHash } from 'node:crypto';
import webPush from 'web-push';
import type { Logger } from '../../platform/telemetry/logging.ts';
import type { Clock } from '../../ports/clock.ts';
import type { PushMessage, PushOutcome, PushSender, PushTarget } from '../../ports/push-sender.ts';
import { hasUsableKeys, parsePushEndpoint } from './push-address.ts';
import type { VapidKeys } from './vapid-keys.ts';

export interface WebPushOptions {
  readonly keys: VapidKeys;
  /** Contact of the operator for push services: a `mailto:` or https URL. */
  readonly subject: string;
  /** Additional allowed hosts of push services with ports, for tests. */
  readonly hosts?: readonly string[];
  readonly clock: Clock;
  readonly log: Pick<Logger, 'warn'>;
}

/** Seconds after which push services discard an undelivered notification: a day. */
const PUSH_TTL_S = 86_400;
const REQUEST_TIMEOUT_MS = 10_000;

/**
 * The `Topic` header (RFC 8030) of a tag, 32 characters of base64url: the push service replaces a queued notification
 * with the same topic.
 */
const pushTopicOf = (tag: string) =>
  createHash('sha256').update(tag).digest('base64url').slice(0, 32);

/** The header `Retry-After`, which is given in seconds or as a date, in ms; null without a valid value. */
function retryAfterMs(header: string | null, now: Date): number | null {
  if (header === null) return null;
  const seconds = /^\d{1,9}$/.test(header) ? Number(header) : Number.NaN;
  const ms = Number.isNaN(seconds) ? Date.parse(header) - now.getTime() : seconds * 1000;
  return Number.isFinite(ms) && ms >= 0 ? ms : null;
}

function pushOutcomeOf(response: Response, now: Date): PushOutcome {
  const { status } = response;
  if (response.ok) return { result: 'sent' };
  if (status === 404 || status === 410) return { result: 'gone' };
  if (status === 429 || status >= 500) {
    return { result: 'later', afterMs: retryAfterMs(response.headers.get('retry-after'), now) };
  }
  return { result: 'refused' };
}

/**
 * Creates a sender that encrypts and signs with `web-push` and sends with `fetch`, without redirects and with a
 * timeout.
 */
export function createWebPushSender(options: WebPushOptions): PushSender {
  const { keys, subject, hosts, clock, log } = options;

  async function deliver(url: URL, target: PushTarget, message: PushMessage): Promise<PushOutcome> {
    const { endpoint, p256dh, auth } = target;
    const { headers, body, method } = webPush.generateRequestDetails(
      { endpoint, keys: { p256dh, auth } },
      JSON.stringify(message),
      { vapidDetails: { subject, ...keys }, TTL: PUSH_TTL_S, topic: pushTopicOf(message.tag) },
    );
    const { 'Content-Length': _measured, ...rest } = headers as Record<string, string | number>;
    const response = await fetch(url, {
      method,
      headers: Object.entries(rest).map(([name, value]): [string, string] => [name, `${value}`]),
      body: new Uint8Array(body),
      redirect: 'manual',
      signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
    });
    await response.body?.cancel();
    const outcome = pushOutcomeOf(response, clock.now());
    // The endpoint URL is confidential, so only its host is logged.
    if (outcome.result === 'refused') {
      log.warn(
        { service: url.hostname, status: response.status },
        'a push service refused a notification',
      );
    }
    return outcome;
  }

  return {
    publicKey: keys.publicKey,
    accepts: (target) =>
      parsePushEndpoint(target.endpoint, hosts) !== null && hasUsableKeys(target),
    send: async (target, message) => {
      const url = parsePushEndpoint(target.endpoint, hosts);
      if (!url || !hasUsableKeys(target)) return { result: 'gone' };
      return deliver(url, target, message).catch((error: unknown): PushOutcome => {
        const reason = error instanceof Error ? error.name : 'unknown';
        log.warn({ service: url.hostname, reason }, 'a push service could not be reached');
        return { result: 'later', afterMs: null };
      });
    },
  };
}
