import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';

const NOTHING_RUNS = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'";

/** The policy of the browser's worker: it reads what the program answers, and loads no other code. */
export const workerPolicy = "default-src 'none'; connect-src 'self'; frame-ancestors 'none'";

/**
 * Headers of every answer. Pages add their own Content-Security-Policy with a nonce; everything
 * else runs nothing at all.
 */
export async function useSecurityHeaders(app: FastifyInstance, options: { https: boolean }) {
  await app.register(helmet, {
    // Set below as the constant it is: built anew for each request it would show in every figure.
    contentSecurityPolicy: false,
    // The identity provider's window must be able to come back to the page that opened it.
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    strictTransportSecurity: options.https
      ? { maxAge: 31_536_000, includeSubDomains: true }
      : false,
    xFrameOptions: { action: 'deny' },
  });
  app.addHook('onRequest', (_request, reply, done) => {
    reply.header('content-security-policy', NOTHING_RUNS);
    reply.header('permissions-policy', 'camera=(), geolocation=(), microphone=(), payment=()');
    done();
  });
}

/**
 * The policy of a rendered page: scripts by nonce only, no foreign origin anywhere, but for pictures and
 * videos from `filesOrigin` where files are read from their storage itself.
 */
export function pagePolicy(nonce: string, filesOrigin: string | null = null): string {
  const files = filesOrigin === null ? '' : ` ${filesOrigin}`;
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'`,
    `style-src 'self' 'nonce-${nonce}'`,
    // React writes measured sizes and colours as style attributes; they can run nothing.
    "style-src-attr 'unsafe-inline'",
    `img-src 'self' data: blob:${files}`,
    "font-src 'self'",
    `media-src 'self' blob:${files}`,
    // Of the same host in its WebSocket scheme too; 'ws:' alone would let every host be reached.
    "connect-src 'self'",
    // What shows notices while no page is open.
    "worker-src 'self'",
    "form-action 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    // A string never becomes a script: what would assign one to the page fails instead.
    "require-trusted-types-for 'script'",
  ].join('; ');
}
