import { createECDH } from 'node:crypto';
import type { PushTarget } from '../../ports/push-sender.ts';

/** The push services of the browsers there are; `*.` stands for exactly one more name. */
const services = [
  'fcm.googleapis.com',
  'updates.push.services.mozilla.com',
  '*.notify.windows.com',
  '*.push.apple.com',
];

const matches = (host: string, service: string) =>
  service.startsWith('*.')
    ? host.slice(host.indexOf('.') + 1) === service.slice(2) && !host.startsWith('.')
    : host === service;

/**
 * The address as it will be fetched, when it is https at a known push service, without credentials;
 * null for all else. `further` are hosts with their ports, known beside the services.
 */
export function pushAddress(endpoint: string, further: readonly string[] = []): URL | null {
  const url = URL.canParse(endpoint) ? new URL(endpoint) : null;
  if (url?.protocol !== 'https:' || url.username !== '' || url.password !== '') return null;
  if (further.includes(url.host)) return url;
  return url.port === '' && services.some((service) => matches(url.hostname, service)) ? url : null;
}

const bytes = (text: string) => Buffer.from(text, 'base64url');

/** Whether a browser's keys are such that something can be encrypted for it. */
export function usableKeys({ p256dh, auth }: Pick<PushTarget, 'p256dh' | 'auth'>): boolean {
  if (bytes(auth).length !== 16 || bytes(p256dh).length !== 65) return false;
  try {
    const pair = createECDH('prime256v1');
    pair.generateKeys();
    // Fails for a point off the curve.
    pair.computeSecret(bytes(p256dh));
    return true;
  } catch {
    return false;
  }
}
