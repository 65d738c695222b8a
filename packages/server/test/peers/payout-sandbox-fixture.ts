import { generateKeyPairSync } from 'node:crypto';
import { mountPayoutSandbox, payoutsSandboxPath } from '@guilda/sandboxes/payouts';
import Fastify, { type FastifyInstance } from 'fastify';
import { createMercadoPagoPayouts } from '../../src/adapters/mercado-pago/index.ts';
import type { Database } from '../../src/platform/database/pool.ts';
import type { Clock } from '../../src/ports/clock.ts';
import { systemIds } from '../../src/ports/ids.ts';
import type { PayoutProvider } from '../../src/ports/payout-provider.ts';
import type { WebhookRequest } from '../../src/ports/webhook.ts';

export const payoutAccessToken = 'APP_USR-payouts-of-the-tests';
export const payoutWebhookSecret = 'payout-webhooks-of-the-tests';

/** Time in ms after which a slow payout is paid and a returned payout comes back, in the sandbox. */
export const PAYOUT_DELAY_MS = 20_000;

export type PayoutSandboxFixture = Awaited<ReturnType<typeof createPayoutSandboxFixture>>;

/**
 * The sandbox of Mercado Pago's payout API with its own port, the adapter that uses it, and a shop that records
 * received notifications.
 */
export async function createPayoutSandboxFixture(database: Pick<Database, 'pool'>, clock: Clock) {
  const { pool } = database;
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const webhooks: WebhookRequest[] = [];
  const app = Fastify({ forceCloseConnections: true });
  const sandbox = mountPayoutSandbox(app, {
    pool,
    clock,
    ids: systemIds,
    accessToken: payoutAccessToken,
    webhookSecret: payoutWebhookSecret,
    publicKey,
    delayMs: PAYOUT_DELAY_MS,
    pollMs: 0,
  });
  await app.register(shopRoutes(webhooks));
  const address = await app.listen({ host: '127.0.0.1', port: 0 });
  const warnings: object[] = [];
  const providerAt = (baseUrl: () => string, signingKey = privateKey): PayoutProvider =>
    createMercadoPagoPayouts({
      baseUrl,
      accessToken: payoutAccessToken,
      webhookSecret: payoutWebhookSecret,
      signingKey,
      notificationUrl: `${address}/api/payouts/webhooks/mercadopago?source_news=webhooks`,
      clock,
      log: { warn: (fields, message) => void warnings.push({ ...fields, message }) },
    });
  const baseUrl = () => address + payoutsSandboxPath;
  return {
    address,
    baseUrl,
    webhooks,
    /** Warnings that the adapter has logged. */
    warnings,
    provider: providerAt(baseUrl),
    providerAt,
    runDue: () => sandbox.runDue(),
    idle: () => sandbox.idle(),
    /** The provider's payouts of a withdrawal, with their states. */
    async payoutsOf(withdrawalId: string): Promise<{ id: string; status: string }[]> {
      const { rows } = await pool.query(
        'SELECT id, status FROM sandbox.payouts WHERE external_reference = $1',
        [withdrawalId],
      );
      return rows;
    },
    close: async () => {
      await app.close();
    },
  };
}

function shopRoutes(webhooks: WebhookRequest[]) {
  return async (scope: FastifyInstance) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    );
    scope.post<{ Querystring: WebhookRequest['query'] }>(
      '/api/payouts/webhooks/mercadopago',
      async (request, reply) => {
        const rawBody = request.body as Buffer;
        webhooks.push({ headers: request.headers, rawBody, query: request.query });
        return reply.code(200).send();
      },
    );
  };
}
