import { createECDH } from 'node:crypto';
import type { PushTarget } from '../../ports/push-sender.ts';

/** Hosts of the browsers' push services; `*.` stands for exactly one label. */
const pushServiceHosts = [
  'fcm.googleapis.com',
  'updates.push.services.mozilla.com',
  '*.notify.windows.com',
  '*.push.apple.com',
];

const matchesHost = (host: string, service: string) =>
  service.startsWith('*.')
    ? host.slice(host.indexOf('.') + 1) === service.slice(2) && !host.startsWith('.')
    : host === service;

/**
 * Parses a push endpoint: an https URL of a known push service without credentials, else null. `extraHosts` are
 * additional allowed hosts with their ports.
 */
export function parsePushEndpoint(
  endpoint: string,
  extraHosts: readonly string[] = [],
): URL | null {
  const url = URL.canParse(endpoint) ? new URL(endpoint) : null;
  if (url?.protocol !== 'https:' || url.username !== '' || url.password !== '') return null;
  if (extraHosts.includes(url.host)) return url;
  return url.port === '' && pushServiceHosts.some((service) => matchesHost(url.hostname, service))
    ? url
    : null;
}

const decodeBase64Url = (text: string) => Buffer.from(text, 'base64url');

/** Whether a subscription's keys can be used for encryption. */
export function hasUsableKeys({ p256dh, auth }: Pick<PushTarget, 'p256dh' | 'auth'>): boolean {
  if (decodeBase64Url(auth).length !== 16 || decodeBase64Url(p256dh).length !== 65) return false;
  try {
    const pair = createECDH('prime256v1');
    pair.generateKeys();
    // Throws for a key that is not a point on the curve.
    pair.computeSecret(decodeBase64Url(p256dh));
    return true;
  } catch {
    return false;
  }
}
