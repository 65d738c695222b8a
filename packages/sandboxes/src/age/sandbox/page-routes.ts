import { sendRefusal } from '@guilda/server/platform/http/refusal';
import { err } from '@guilda/server/platform/result';
import type { Clock } from '@guilda/server/ports/clock';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { acceptsHtml } from '../../shared/requests.ts';
import { ageSandboxId, ageSandboxPath } from '../sandbox-api.ts';
import { type CheckStore, currentCheckStatus, type SandboxCheckRow } from './check-store.ts';
import { renderCheckPage, renderUnknownCheckPage } from './page.ts';

export interface AgePagesDeps {
  readonly store: CheckStore;
  readonly clock: Clock;
  /** Path of the style sheets. */
  readonly assetsPath: string;
  /** Public URL of Guilda. */
  readonly publicUrl: () => string;
  /** Sends the webhook about the outcome of a check; resolves after the attempt. */
  readonly sendWebhook: (check: SandboxCheckRow) => Promise<void>;
}

type CheckRoute = { Params: { id: string } };

/** Routes of a check's page for people; scripts may send the requests of the page's buttons, too. */
export async function agePageRoutes(app: FastifyInstance, deps: AgePagesDeps): Promise<void> {
  // Request bodies are ignored, because the path contains all parameters.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, payload, done) => {
    payload.resume();
    done(null);
  });

  app.get<CheckRoute>(`${ageSandboxPath}/:id`, async (request, reply) => {
    const check = await findCheck(request, deps.store);
    if (!check) return sendUnknownCheck(request, reply, deps);
    const status = currentCheckStatus(check, deps.clock.now());
    const { id, return_url: returnUrl, minimum_age: minimumAge } = check;
    const page = renderCheckPage({
      id,
      status,
      returnUrl,
      minimumAge,
      assetsPath: deps.assetsPath,
    });
    return sendPage(reply, new URL(returnUrl).origin, page);
  });

  for (const answer of ['approve', 'decline'] as const) {
    app.post<CheckRoute>(`${ageSandboxPath}/:id/${answer}`, async (request, reply) => {
      const check = await findCheck(request, deps.store);
      if (!check) return sendUnknownCheck(request, reply, deps);
      const changedCheck = await deps.store[answer](check.id);
      if (changedCheck) await deps.sendWebhook(changedCheck);
      return sendOutcome(request, reply, deps, changedCheck ?? check, answer);
    });
  }
}

/** Answers the request that a button of the page sends: browsers get a redirect, scripts the status of the check. */
async function sendOutcome(
  request: FastifyRequest,
  reply: FastifyReply,
  deps: AgePagesDeps,
  check: SandboxCheckRow,
  answer: 'approve' | 'decline',
) {
  const currentCheck = (await deps.store.byId(check.id)) ?? check;
  const status = currentCheckStatus(currentCheck, deps.clock.now());
  const isAnswered = status === (answer === 'approve' ? 'approved' : 'declined');
  if (acceptsHtml(request)) {
    return reply.redirect(
      isAnswered ? currentCheck.return_url : `${ageSandboxPath}/${currentCheck.id}`,
      303,
    );
  }
  if (isAnswered) return reply.send({ status });
  return sendRefusal(request, reply, err('order_wrong_status', { extra: { status } }));
}

/**
 * Sends a page without scripts. `form-action` includes Guilda's origin, because browsers also apply it to the
 * redirect after a form is sent.
 */
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

function sendUnknownCheck(request: FastifyRequest, reply: FastifyReply, deps: AgePagesDeps) {
  if (!acceptsHtml(request)) return sendRefusal(request, reply, err('not_found'));
  const { origin } = new URL(deps.publicUrl());
  return sendPage(reply.code(404), origin, renderUnknownCheckPage(deps.assetsPath, `${origin}/`));
}

async function findCheck(request: FastifyRequest<CheckRoute>, store: CheckStore) {
  const id = ageSandboxId.safeParse(request.params.id);
  return id.success ? store.byId(id.data) : null;
}
