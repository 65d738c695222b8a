import { createHash, randomBytes } from 'node:crypto';
import { mailStyleSheet } from '@guilda/server/platform/mail/index';
import type { FastifyInstance } from 'fastify';
import { acceptsHtml } from '../shared/requests.ts';
import type { DemoOutbox } from './outbox.ts';
import { renderOutboxPage } from './page.ts';

const mailStyleHash = createHash('sha256').update(mailStyleSheet).digest('base64');

/** CSP of the outbox page, which its frames inherit: a mail may use inline styles and nothing else. */
const contentSecurityPolicy = (nonce: string) =>
  [
    "default-src 'none'",
    `style-src 'nonce-${nonce}' 'sha256-${mailStyleHash}'`,
    "style-src-attr 'unsafe-inline'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

/** Mounts `GET /dev/outbox`: the e-mails of demo mode, newest first, as JSON for scripts and as a page for people. */
export function mountDemoOutbox(app: FastifyInstance, outbox: DemoOutbox): void {
  app.get('/dev/outbox', async (request, reply) => {
    const emails = await outbox.list();
    reply.header('cache-control', 'no-store').header('vary', 'accept');
    if (!acceptsHtml(request)) return { emails };
    const nonce = randomBytes(16).toString('base64');
    return reply
      .header('content-security-policy', contentSecurityPolicy(nonce))
      .type('text/html; charset=utf-8')
      .send(renderOutboxPage(emails, nonce));
  });
}
