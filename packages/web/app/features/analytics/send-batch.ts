import type { AnalyticsEvent } from '@guilda/contract/privacy/analytics';
import { randomUuid } from '../../lib/random-uuid.ts';
import { ANALYTICS_CLIENT_KEY, readConsent } from '../../lib/session/consent.ts';
import type { SendOptions } from './event-batcher.ts';

/**
 * Pending or finished request for the server's setting that says whether events go to Google too; null before the
 * first batch and after a failure.
 */
let googleSettingRequest: Promise<boolean> | null = null;
let sendsToGoogle = false;

async function loadSendsToGoogle(): Promise<boolean> {
  try {
    const response = await fetch('/api/analytics/config');
    const config: unknown = await response.json();
    sendsToGoogle =
      typeof config === 'object' && config !== null && Reflect.get(config, 'google') === true;
  } catch {
    googleSettingRequest = null;
  }
  return sendsToGoogle;
}

/** Random id of this browser for Google; created at the first use and undefined without storage. */
function analyticsClientId(): string | undefined {
  try {
    const clientId = localStorage.getItem(ANALYTICS_CLIENT_KEY) ?? randomUuid();
    localStorage.setItem(ANALYTICS_CLIENT_KEY, clientId);
    return clientId;
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
    // `keepalive` lets the request complete after the page was closed.
    keepalive: true,
    // A failure is ignored: an ad blocker may block the request, and no page depends on it.
  }).catch(() => undefined);
}

/** Sends events if the visitor still agrees; without an access token, so that they belong to no account. */
export function sendBatch(events: readonly AnalyticsEvent[], sendOptions: SendOptions): void {
  googleSettingRequest ??= loadSendsToGoogle();
  // A page that is being closed cannot wait for the setting.
  if (sendOptions.leaving) postEvents(events);
  else void googleSettingRequest.then(() => postEvents(events));
}
