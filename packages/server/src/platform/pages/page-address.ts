import { err, ok, type Result } from '../result.ts';

/** UTF-16 units of the longest path: to match one costs time by the square of its segments. */
const MAX_PATH = 400;

/**
 * The address of the page that a request's target names, under the public address, whatever host the
 * client names. `malformed_request` where it names none (`*`, another scheme), `not_found` where its
 * path is longer than any page's.
 */
export function pageAddress(
  target: string,
  publicUrl: string,
): Result<URL, 'malformed_request' | 'not_found'> {
  const path = target.replace(/^https?:\/\/[^/?]*(?=[/?]|$)/i, '');
  if (!/^([/?]|$)/.test(path)) return err('malformed_request');
  const url = new URL(publicUrl + (path.startsWith('/') ? path : `/${path}`));
  return url.pathname.length > MAX_PATH ? err('not_found') : ok(url);
}

/**
 * Where an address leads whose path begins with two slashes (a backslash counts as one), null for any
 * other: links of its page that keep the path would be read as links to another site.
 */
export function withoutHost({ pathname, search }: URL): string | null {
  return pathname.startsWith('//') ? pathname.replace(/^\/+/, '/') + search : null;
}
