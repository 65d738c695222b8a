import { createDatabase } from '@guilda/server/platform/database/pool';
import { handleThrown } from '@guilda/server/platform/http/refusal';
import { systemIds } from '@guilda/server/ports/ids';
import type { WebhookRequest } from '@guilda/server/ports/webhook';
import Fastify, { type FastifyInstance } from 'fastify';
import { describe, expect, it } from 'vitest';
import { fakeClock } from '../../../server/test/fixtures/fakes/fake-clock.ts';
import {
  type BadResponse,
  findUnusedUrl,
  startFailingServer,
} from '../../../server/test/fixtures/server/failing-server.ts';
import { quietLog } from '../../../server/test/fixtures/server/quiet-log.ts';
import { createTestDatabase } from '../../../server/test/fixtures/server/test-database.ts';
import {
  type AgeCheckHarness,
  describeAgeCheck,
} from '../../../server/test/ports/age-check-suite.ts';
import { signWebhookBody } from '../shared/signed-webhook.ts';
import { createDemoAge, mountAgeSandbox, signatureHeader } from './index.ts';

const yotiKeys = { apiKey: 'key-of-the-tests', webhookSecret: 'webhook-secret-of-the-tests' };

/** Failed responses of the age check sandbox, in addition to those that any external service may send. */
const failedResponses: BadResponse[] = [
  [500, '{"code":"internal"}'],
  [200, '{"id":"age_aaaaaaaaaaaa"}'],
];

/** Creates a Fastify plugin that receives webhooks in place of Guilda's server and records them in `webhooks`. */
function collectWebhooks(webhooks: WebhookRequest[]) {
  return async (scope: FastifyInstance) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    );
    scope.post('/inbox', async (request, reply) => {
      webhooks.push({ headers: request.headers, rawBody: request.body as Buffer, query: {} });
      return reply.send({});
    });
  };
}

async function createHarness(): Promise<AgeCheckHarness> {
  const clock = fakeClock();
  const testDatabase = await createTestDatabase();
  const database = createDatabase(testDatabase.url, { log: quietLog });
  const webhooks: WebhookRequest[] = [];
  let address = '';
  const app = Fastify({ forceCloseConnections: true });
  app.setErrorHandler(handleThrown);
  mountAgeSandbox(app, {
    ...yotiKeys,
    pool: database.pool,
    clock,
    ids: systemIds,
    publicUrl: () => address,
    webhookUrl: () => `${address}/inbox`,
    assetsPath: '/assets',
  });
  await app.register(collectWebhooks(webhooks));
  address = await app.listen({ host: '127.0.0.1', port: 0 });
  const failingServer = await startFailingServer(() => address, failedResponses);
  const unusedUrl = await findUnusedUrl();
  const providerAt = (baseUrl: () => string) =>
    createDemoAge({ ...yotiKeys, baseUrl, clock, log: quietLog });
  return {
    provider: providerAt(() => address),
    unreachable: providerAt(() => unusedUrl.url),
    failing: providerAt(() => failingServer.url),
    signatureHeader,
    unsignedField: null,
    now: () => clock.now(),
    advance: (ms) => clock.advance(ms),
    async answer(check, outcome) {
      const response = await fetch(`${check.url}/${outcome}`, { method: 'POST' });
      expect(response.status).toBe(200);
    },
    async lastWebhook() {
      const lastWebhook = webhooks.at(-1);
      if (!lastWebhook) throw new Error('no notification arrived');
      return lastWebhook;
    },
    signedWebhook: (rawBody) => ({
      headers: { [signatureHeader]: signWebhookBody(yotiKeys.webhookSecret, rawBody, clock.now()) },
      rawBody,
      query: {},
    }),
    async close() {
      await failingServer.close();
      await app.close();
      await database.close();
      await testDatabase.drop();
    },
  };
}

describeAgeCheck('demo sandbox', createHarness);

describe('webhook of the age sandbox', () => {
  it('contains only the id of the check', async () => {
    const harness = await createHarness();
    const check = await harness.provider.start({
      reference: '0199a000-0000-7000-8000-000000000001',
      minimumAge: 18,
      returnUrl: 'http://guilda.example/category/nudez',
    });
    if (!check.ok) throw new Error(check.code);
    await harness.answer(check.value, 'approve');
    const { rawBody } = await harness.lastWebhook();
    expect(Object.keys(JSON.parse(rawBody.toString()))).toEqual(['id', 'checkId']);
    await harness.close();
  });
});
