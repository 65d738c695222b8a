import {
  createDemoPayments,
  mountPaymentSandbox,
  type PaymentSandboxDeps,
} from '@guilda/sandboxes/payments';
import Fastify, { type FastifyInstance } from 'fastify';
import { createDatabase } from '../../src/platform/database/pool.ts';
import { handleThrown } from '../../src/platform/http/refusal.ts';
import { systemIds } from '../../src/ports/ids.ts';
import type { PaymentProvider } from '../../src/ports/payment-provider.ts';
import type { WebhookRequest } from '../../src/ports/webhook.ts';
import { fakeClock } from '../fixtures/fakes/fake-clock.ts';
import { quietLog } from '../fixtures/server/quiet-log.ts';
import { createTestDatabase } from '../fixtures/server/test-database.ts';

export const fixtureApiKey = 'key-of-the-tests';

export const fixtureWebhookSecret = 'webhook-secret-of-the-tests';

export type PaymentSandboxFixture = Awaited<ReturnType<typeof createPaymentSandboxFixture>>;

/**
 * The payment sandbox with its own database and port, and a shop that records received webhooks. `restart` simulates a
 * restart of the program on the same database.
 */
export async function createPaymentSandboxFixture(changes: Partial<PaymentSandboxDeps> = {}) {
  const clock = fakeClock();
  const database = await createTestDatabase();
  const connections = createDatabase(database.pooledUrl, { log: quietLog, max: 8 });
  const { pool } = connections;
  const webhooks: WebhookRequest[] = [];
  /** Decides the status with which the shop answers a webhook; may delay the answer. */
  const shop = { answer: async (): Promise<number> => 200 };
  let app: FastifyInstance | undefined;
  let address = '';

  const start = async () => {
    app = Fastify({ forceCloseConnections: true });
    app.setErrorHandler(handleThrown);
    const sandbox = mountPaymentSandbox(app, {
      pool,
      clock,
      ids: systemIds,
      apiKey: fixtureApiKey,
      webhookSecret: fixtureWebhookSecret,
      publicUrl: () => address,
      webhookUrl: () => `${address}/api/payments/webhooks/demo`,
      pollMs: 0,
      ...changes,
    });
    await app.register(shopRoutes(webhooks, shop));
    address = await app.listen({ host: '127.0.0.1', port: 0 });
    return sandbox;
  };
  let sandbox = await start();

  const providerAt = (baseUrl: () => string): PaymentProvider =>
    createDemoPayments({
      baseUrl,
      apiKey: fixtureApiKey,
      webhookSecret: fixtureWebhookSecret,
      clock,
      log: { warn: () => undefined },
    });

  return {
    clock,
    pool,
    shop,
    webhooks,
    provider: providerAt(() => address),
    providerAt,
    address: () => address,
    runDue: () => sandbox.runDue(),
    idle: () => sandbox.idle(),
    /** Deletes all checkouts and webhooks. */
    async clear() {
      await sandbox.idle();
      await pool.query('TRUNCATE sandbox.payment_checkouts CASCADE');
      webhooks.length = 0;
      shop.answer = async () => 200;
    },
    async restart() {
      await app?.close();
      sandbox = await start();
    },
    async close() {
      await app?.close();
      await connections.close();
      await database.drop();
    },
  };
}

function shopRoutes(webhooks: WebhookRequest[], shopAnswer: { answer(): Promise<number> }) {
  return async (scope: FastifyInstance) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    );
    scope.post('/api/payments/webhooks/demo', async (request, reply) => {
      const rawBody = request.body as Buffer;
      webhooks.push({ headers: request.headers, rawBody, query: {} });
      return reply.code(await shopAnswer.answer()).send();
    });
  };
}
