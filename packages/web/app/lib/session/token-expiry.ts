/** When an access token expires, in ms since the epoch; null if the token is not a readable JWT. */
export function readTokenExpiry(token: string): number | null {
  try {
    const payload = token.split('.')[1] ?? '';
    const text = atob(payload.replaceAll('-', '+').replaceAll('_', '/'));
    const { exp } = JSON.parse(text) as { exp?: unknown };
    return typeof exp === 'number' ? exp * 1000 : null;
  } catch {
    return null;
  }
}
