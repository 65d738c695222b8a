import type { AnalyticsEvent } from '@guilda/contract/analytics';
import { ANALYTICS_CLIENT_KEY, readConsent } from '../../lib/session/consent.ts';
import type { SendOptions } from './event-batcher.ts';

/** Whether events go to Google too; asked for once, and not before there is something to send. */
let google: Promise<boolean> | null = null;
let sendsToGoogle = false;

async function loadGoogleSetting(): Promise<boolean> {
  try {
    const answer = await fetch('/api/analytics/config');
    const config: unknown = await answer.json();
    sendsToGoogle =
      typeof config === 'object' && config !== null && Reflect.get(config, 'google') === true;
  } catch {
    google = null;
  }
  return sendsToGoogle;
}

/** The browser's random name, made when Google first needs it. */
function analyticsClientId(): string | undefined {
  try {
    const name = localStorage.getItem(ANALYTICS_CLIENT_KEY) ?? crypto.randomUUID();
    localStorage.setItem(ANALYTICS_CLIENT_KEY, name);
    return name;
  } catch {
    return undefined;
  }
}

function postEvents(events: readonly AnalyticsEvent[]): void {
  if (readConsent() !== 'accepted') return;
  const client = sendsToGoogle ? analyticsClientId() : undefined;
  fetch('/api/analytics/events', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...(client ? { client } : {}), events }),
    // `keepalive` sends the request even after the page was closed.
    keepalive: true,
    // Failing is harmless: an ad blocker may block it, and no page depends on it.
  }).catch(() => undefined);
}

/** Sends events of a visitor who still agrees, without a token, so that they belong to no account. */
export function sendBatch(events: readonly AnalyticsEvent[], how: SendOptions): void {
  google ??= loadGoogleSetting();
  // A page that is left waits for no answer.
  if (how.leaving) postEvents(events);
  else void google.then(() => postEvents(events));
}
