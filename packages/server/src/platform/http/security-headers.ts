import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import helmet from 'helmet';

const NO_SCRIPTS_POLICY = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'";

/** CSP of the service worker: it may fetch from the program and load no other code. */
export const workerPolicy = "default-src 'none'; connect-src 'self'; frame-ancestors 'none'";

/** Computes the security headers, which are the same for every answer. */
function securityHeadersOf({ https }: { readonly https: boolean }): Record<string, string> {
  const headers: Record<string, string> = {};
  const response = {
    setHeader: (name: string, value: string) => {
      headers[name.toLowerCase()] = value;
    },
    removeHeader: () => undefined,
  };
  const setHeaders = helmet({
    contentSecurityPolicy: false,
    // The identity provider's popup must be able to reach the page that opened it.
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    strictTransportSecurity: https ? { maxAge: 31_536_000, includeSubDomains: true } : false,
    xFrameOptions: { action: 'deny' },
  });
  // The middleware does not use the request; it only sets and removes headers.
  setHeaders({} as IncomingMessage, response as unknown as ServerResponse, () => undefined);
  return {
    ...headers,
    'content-security-policy': NO_SCRIPTS_POLICY,
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=()',
  };
}

/**
 * Adds security headers and the request's id to every answer. The default Content-Security-Policy allows nothing; pages
 * replace it with {@link buildPagePolicy}.
 */
export function useAnswerHeaders(app: FastifyInstance, options: { readonly https: boolean }): void {
  // The headers are computed once, because setting each header again for every answer takes a tenth of the time of a
  // small answer.
  const headers = securityHeadersOf(options);
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers).header('x-request-id', request.id);
    done();
  });
}

/**
 * Content-Security-Policy of a rendered page: files of the program, inline scripts with these hashes (`'sha256-…'`),
 * and no foreign origin except `filesOrigin`, from which the browser loads pictures and videos of the bucket. Hashes
 * are used because a nonce would differ in every answer, so that pages could not be cached.
 */
export function buildPagePolicy(
  scripts: readonly string[],
  filesOrigin: string | null = null,
): string {
  const files = filesOrigin === null ? '' : ` ${filesOrigin}`;
  return [
    "default-src 'self'",
    // Every answer has `nosniff`, so nothing that people upload can be loaded as a script.
    ["script-src 'self'", ...scripts].join(' '),
    "style-src 'self'",
    // React writes measured sizes and colours as style attributes; these cannot run scripts.
    "style-src-attr 'unsafe-inline'",
    `img-src 'self' data: blob:${files}`,
    "font-src 'self'",
    `media-src 'self' blob:${files}`,
    // 'self' includes WebSockets of this host; 'ws:' would allow every host.
    "connect-src 'self'",
    // The service worker is needed for push notifications.
    "worker-src 'self'",
    "form-action 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    // The browser throws when a page assigns a string as a script or as HTML.
    "require-trusted-types-for 'script'",
  ].join('; ');
}
