import type { IncomingMessage } from 'node:http';

function hostOf(origin: string): string | null {
  return URL.canParse(origin) ? new URL(origin).host : null;
}

/**
 * Whether a handshake may come from where it says. Browsers name the page's origin, which must be
 * this very host or the public address; other programs name none. CORS does not stop a WebSocket.
 */
export function originAllowed(request: IncomingMessage, publicUrl: string): boolean {
  const { origin, host } = request.headers;
  if (origin === undefined) return true;
  const named = hostOf(origin);
  return named !== null && (named === host || named === hostOf(publicUrl));
}
