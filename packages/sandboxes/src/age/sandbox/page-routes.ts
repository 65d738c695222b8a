import { sendRefusal } from '@guilda/server/platform/http/refusal';
import { err } from '@guilda/server/platform/result';
import type { Clock } from '@guilda/server/ports/clock';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ageSandboxId, ageSandboxPath } from '../sandbox-api.ts';
import { type CheckStore, checkStatus, type SandboxCheckRow } from './check-store.ts';
import { checkPage, unknownCheckPage } from './page.ts';

export interface AgePagesDeps {
  readonly store: CheckStore;
  readonly clock: Clock;
  /** Path of the style sheets. */
  readonly assets: string;
  /** Public address of the product. */
  readonly publicUrl: () => string;
  /** Sends the webhook about an answer; resolves after the attempt. */
  readonly sendWebhook: (check: SandboxCheckRow) => Promise<void>;
}

type Route = { Params: { id: string } };

/** A check's page for people, and the same buttons for scripts. */
export async function agePageRoutes(app: FastifyInstance, deps: AgePagesDeps): Promise<void> {
  // The path says everything: request bodies are ignored.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, payload, done) => {
    payload.resume();
    done(null);
  });

  app.get<Route>(`${ageSandboxPath}/:id`, async (request, reply) => {
    const check = await checkOf(request, deps.store);
    if (!check) return unknown(request, reply, deps);
    const status = checkStatus(check, deps.clock.now());
    const { id, return_url: returnUrl } = check;
    const page = checkPage({ id, status, returnUrl, assets: deps.assets });
    return sendPage(reply, new URL(returnUrl).origin, page);
  });

  for (const answer of ['approve', 'decline'] as const) {
    app.post<Route>(`${ageSandboxPath}/:id/${answer}`, async (request, reply) => {
      const check = await checkOf(request, deps.store);
      if (!check) return unknown(request, reply, deps);
      const changed = await deps.store[answer](check.id);
      if (changed) await deps.sendWebhook(changed);
      return outcome(request, reply, deps, changed ?? check, answer);
    });
  }
}

/** The answer to a button: a redirect for browsers, the status for scripts. */
async function outcome(
  request: FastifyRequest,
  reply: FastifyReply,
  deps: AgePagesDeps,
  check: SandboxCheckRow,
  answer: 'approve' | 'decline',
) {
  const now = (await deps.store.byId(check.id)) ?? check;
  const status = checkStatus(now, deps.clock.now());
  const done = status === (answer === 'approve' ? 'approved' : 'declined');
  if (wantsPage(request)) {
    return reply.redirect(done ? now.return_url : `${ageSandboxPath}/${now.id}`, 303);
  }
  if (done) return reply.send({ status });
  return sendRefusal(request, reply, err('order_wrong_status', { extra: { status } }));
}

/** Sends a page without scripts. `form-action` names the product, because browsers also check redirects. */
function sendPage(reply: FastifyReply, origin: string, page: string) {
  return reply
    .type('text/html; charset=utf-8')
    .headers({
      'content-security-policy': [
        "default-src 'none'",
        "style-src 'self'",
        "font-src 'self'",
        "img-src 'self'",
        `form-action 'self' ${origin}`,
        "base-uri 'none'",
        "frame-ancestors 'none'",
      ].join('; '),
      'referrer-policy': 'same-origin',
    })
    .send(page);
}

function unknown(request: FastifyRequest, reply: FastifyReply, deps: AgePagesDeps) {
  if (!wantsPage(request)) return sendRefusal(request, reply, err('not_found'));
  const { origin } = new URL(deps.publicUrl());
  return sendPage(reply.code(404), origin, unknownCheckPage(deps.assets, `${origin}/`));
}

async function checkOf(request: FastifyRequest<Route>, store: CheckStore) {
  const id = ageSandboxId.safeParse(request.params.id);
  return id.success ? store.byId(id.data) : null;
}

function wantsPage(request: FastifyRequest): boolean {
  return (request.headers.accept ?? '').includes('text/html');
}
