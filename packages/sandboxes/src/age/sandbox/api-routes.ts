import { sendRefusal } from '@guilda/server/platform/http/refusal';
import { err } from '@guilda/server/platform/result';
import type { Clock } from '@guilda/server/ports/clock';
import type { FastifyInstance } from 'fastify';
import { hasBearerKey } from '../../shared/requests.ts';
import { ageSandboxId, ageSandboxPath, type CheckResource, newCheckBody } from '../sandbox-api.ts';
import { type CheckStore, currentCheckStatus, type SandboxCheckRow } from './check-store.ts';

export interface AgeApiDeps {
  readonly store: CheckStore;
  readonly clock: Clock;
  readonly apiKey: string;
  /** URL of the page of a check. */
  readonly pageUrl: (id: string) => string;
}

/** Routes of the provider's REST API, which only Guilda's server may call. */
export async function ageApiRoutes(app: FastifyInstance, deps: AgeApiDeps): Promise<void> {
  const toResource = (row: SandboxCheckRow): CheckResource => ({
    id: row.id,
    reference: row.reference,
    minimumAge: row.minimum_age,
    url: deps.pageUrl(row.id),
    status: currentCheckStatus(row, deps.clock.now()),
    method: row.state === 'approved' ? 'sandbox' : null,
    verifiedUntil: row.verified_until?.toISOString() ?? null,
    closesAt: row.closes_at.toISOString(),
  });

  app.addHook('onRequest', async (request, reply) => {
    if (!hasBearerKey(request, deps.apiKey))
      return sendRefusal(request, reply, err('token_invalid'));
  });

  app.post(`${ageSandboxPath}/v1/checks`, async (request, reply) => {
    const input = newCheckBody.safeParse(request.body);
    if (!input.success) return sendRefusal(request, reply, err('invalid_input'));
    return reply.send(toResource(await deps.store.create(input.data)));
  });

  app.get<{ Params: { id: string } }>(`${ageSandboxPath}/v1/checks/:id`, async (request, reply) => {
    const id = ageSandboxId.safeParse(request.params.id);
    const row = id.success ? await deps.store.byId(id.data) : null;
    return row ? reply.send(toResource(row)) : sendRefusal(request, reply, err('not_found'));
  });
}
