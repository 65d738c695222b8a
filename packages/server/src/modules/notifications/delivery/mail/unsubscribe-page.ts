import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Database } from '../../../../platform/database/pool.ts';
import { type Html, html } from '../../../../platform/html.ts';
import { sendRefusal } from '../../../../platform/http/refusal.ts';
import { addressKey } from '../../../../platform/limits/address.ts';
import type { RateLimiter } from '../../../../platform/limits/rate-limiter.ts';
import { lockAccount } from '../../../users/index.ts';
import { settingsPath } from '../push/push-message.ts';
import { readSettings, writeSettings } from '../settings-store.ts';
import { UNSUBSCRIBE_PATH, type UnsubscribeLinks } from './unsubscribe-links.ts';

export interface UnsubscribeDeps {
  readonly database: Database;
  readonly limiter: Pick<RateLimiter, 'take'>;
  readonly unsubscribeLinks: UnsubscribeLinks;
}

const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "style-src-attr 'unsafe-inline'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

function unsubscribePage(title: string, content: Html): string {
  return html`<!doctype html>
<html lang="pt-BR" style="color-scheme:light dark">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title} · Guilda</title>
</head>
<body style="margin:0 auto;max-width:36rem;padding:3rem 1.25rem;font:1rem/1.5 ui-sans-serif,system-ui,sans-serif">
<main>
<h1 style="font-size:1.625rem">${title}</h1>
${content}
</main>
</body>
</html>
`.toString();
}

const settingsLink = html`<p><a href="${settingsPath}" style="display:inline-block;padding:.7rem 0">Escolher todos os avisos</a></p>`;

const confirmationPage = unsubscribePage(
  'Parar de receber e-mails de mensagens?',
  html`<p>Você continua recebendo as mensagens na Guilda, e os e-mails sobre seus pedidos.</p>
<form method="post"><button style="min-height:3rem;padding:0 1.25rem;font:inherit;font-weight:bold">Não receber mais</button></form>
${settingsLink}`,
);

const unsubscribedPage = unsubscribePage(
  'Pronto',
  html`<p>Você não recebe mais e-mails de mensagens não lidas.</p>
${settingsLink}`,
);

const invalidLinkPage = unsubscribePage(
  'Este endereço não vale',
  html`<p>Ele pode ter sido cortado pelo seu programa de e-mail.</p>
${settingsLink}`,
);

const sendPage = (reply: FastifyReply, status: number, body: string) =>
  reply
    .code(status)
    .header('content-security-policy', CONTENT_SECURITY_POLICY)
    .header('cache-control', 'no-store')
    .header('referrer-policy', 'no-referrer')
    .type('text/html; charset=utf-8')
    .send(body);

async function disableMessageMails({ database }: UnsubscribeDeps, uid: string): Promise<void> {
  // Nothing is locked for a link that is opened again.
  if (!(await readSettings(database.db, uid)).topics.messages.email) return;
  await database.transaction(async (tx) => {
    if (!(await lockAccount(tx, uid))) return;
    const settings = await readSettings(tx, uid);
    const messages = { ...settings.topics.messages, email: false };
    await writeSettings(tx, uid, { ...settings, topics: { ...settings.topics, messages } });
  });
}

/**
 * Mounts the page behind the unsubscribe link in a mail, and the one-click request of mail programs (RFC 8058). GET
 * changes nothing, because mail programs open links before a person clicks. POST counts towards the limit `general` of
 * its address.
 */
export function mountUnsubscribe(app: FastifyInstance, deps: UnsubscribeDeps): void {
  const { unsubscribeLinks } = deps;
  const uidOf = (params: unknown) => unsubscribeLinks.uidOf((params as { token: string }).token);
  app.register(async (scope) => {
    // The body of the request is ignored, because the address names the person.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { bodyLimit: 10_000 }, (_request, payload, done) => {
      payload.resume().once('end', () => done(null));
    });
    scope.get(`${UNSUBSCRIBE_PATH}/:token`, async ({ params }, reply) =>
      uidOf(params) === null
        ? sendPage(reply, 404, invalidLinkPage)
        : sendPage(reply, 200, confirmationPage),
    );
    scope.post(`${UNSUBSCRIBE_PATH}/:token`, async (request, reply) => {
      const uid = uidOf(request.params);
      if (uid === null) return sendPage(reply, 404, invalidLinkPage);
      const permission = await deps.limiter.take('general', addressKey(request.ip));
      if (!permission.ok) return sendRefusal(request, reply, permission);
      await disableMessageMails(deps, uid);
      return sendPage(reply, 200, unsubscribedPage);
    });
  });
}
