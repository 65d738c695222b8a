import { err, ok, type Result } from '../result.ts';

/** Maximum length of a path in UTF-16 units: route matching takes time quadratic in the number of segments. */
const MAX_PATH_LENGTH = 400;

/**
 * The URL of the requested page, always below `PUBLIC_URL` whatever host the client names. `malformed_request` for a
 * request target without a path (`*`, another scheme), `not_found` for a path longer than that of any page.
 */
export function resolvePageUrl(
  target: string,
  publicUrl: string,
): Result<URL, 'malformed_request' | 'not_found'> {
  const path = target.replace(/^https?:\/\/[^/?]*(?=[/?]|$)/i, '');
  if (!/^([/?]|$)/.test(path)) return err('malformed_request');
  const url = new URL(publicUrl + (path.startsWith('/') ? path : `/${path}`));
  return url.pathname.length > MAX_PATH_LENGTH ? err('not_found') : ok(url);
}

/**
 * The path to redirect to when a URL's path begins with two slashes (a backslash counts as a slash), else null:
 * relative links on such a page would point to another host.
 */
export function pathWithoutHost({ pathname, search }: URL): string | null {
  return pathname.startsWith('//') ? pathname.replace(/^\/+/, '/') + search : null;
}
