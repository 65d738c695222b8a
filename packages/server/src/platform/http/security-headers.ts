import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';

const NO_SCRIPTS_POLICY = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'";

/** CSP of the service worker: it may fetch from the program and load no other code. */
export const workerPolicy = "default-src 'none'; connect-src 'self'; frame-ancestors 'none'";

/**
 * Adds security headers to every answer. The default Content-Security-Policy allows nothing; pages replace it with
 * {@link buildPagePolicy}.
 */
export async function useSecurityHeaders(app: FastifyInstance, options: { https: boolean }) {
  await app.register(helmet, {
    // The policy is set below as a constant, because building the header for each request costs measurable time.
    contentSecurityPolicy: false,
    // The identity provider's popup must be able to reach the page that opened it.
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    strictTransportSecurity: options.https
      ? { maxAge: 31_536_000, includeSubDomains: true }
      : false,
    xFrameOptions: { action: 'deny' },
  });
  app.addHook('onRequest', (_request, reply, done) => {
    reply.header('content-security-policy', NO_SCRIPTS_POLICY);
    reply.header('permissions-policy', 'camera=(), geolocation=(), microphone=(), payment=()');
    done();
  });
}

/**
 * CSP of a rendered page: files of the program, the inline scripts of these hashes (`'sha256-…'`) and no foreign origin
 * except `filesOrigin`, from which the browser reads pictures and videos in the bucket. A nonce would have to differ in
 * every answer, so pages could not be kept.
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
