import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { createDatabase } from '@guilda/server/platform/database/pool';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fakeClock } from '../../../server/test/fixtures/fakes/fake-clock.ts';
import {
  type BadResponse,
  findUnusedUrl,
  startFailingServer,
} from '../../../server/test/fixtures/server/failing-server.ts';
import { quietLog } from '../../../server/test/fixtures/server/quiet-log.ts';
import { createTestDatabase } from '../../../server/test/fixtures/server/test-database.ts';
import {
  createPayoutSandboxFixture,
  PAYOUT_DELAY_MS,
  payoutAccessToken,
} from '../../../server/test/peers/payout-sandbox-fixture.ts';
import {
  describePayoutProvider,
  type PayoutProviderHarness,
} from '../../../server/test/ports/payout-provider-suite.ts';
import { scenarioAmounts } from './index.ts';

/**
 * Unusable responses of Mercado Pago, in addition to those that any external service may send. None of these responses
 * shows whether money was sent.
 */
const badResponses: BadResponse[] = [
  [500, '{"message":"internal_error","error":"internal_server_error","status":500}'],
  [424, '{"message":"Resource locked","error":"Resource locked","status":424}'],
  [400, '{"message":"Rate Limit","error":"Rate Limit","status":400}'],
  [400, '{"message":"Client not allowed","error":"Client not allowed","status":400}'],
  [202, '{"id":"0d5020ed","status":"processed"}'],
];

async function openSandbox() {
  const testDatabase = await createTestDatabase();
  const database = createDatabase(testDatabase.url, { log: quietLog, max: 10 });
  const clock = fakeClock();
  const sandbox = await createPayoutSandboxFixture(database, clock);
  const closeSandbox = async () => {
    await sandbox.close();
    await database.close();
    await testDatabase.drop();
  };
  return { clock, sandbox, closeSandbox };
}

async function createHarness(): Promise<PayoutProviderHarness> {
  const { clock, sandbox, closeSandbox } = await openSandbox();
  const failingServer = await startFailingServer(() => sandbox.address, badResponses);
  const unusedUrl = await findUnusedUrl();
  return {
    provider: sandbox.provider,
    unreachable: sandbox.providerAt(() => unusedUrl.url),
    failing: sandbox.providerAt(() => failingServer.url),
    amountFor: (scenario) => scenarioAmounts[scenario],
    advance: (ms) => clock.advance(ms),
    async settle() {
      clock.advance(PAYOUT_DELAY_MS);
      await sandbox.runDue();
    },
    made: async (withdrawalId) => (await sandbox.payoutsOf(withdrawalId)).length,
    async webhooks() {
      await sandbox.idle();
      return sandbox.webhooks;
    },
    async close() {
      await failingServer.close();
      await closeSandbox();
    },
  };
}

describePayoutProvider('Mercado Pago at the sandbox', createHarness);

describe('the sandbox', () => {
  let openedSandbox: Awaited<ReturnType<typeof openSandbox>>;
  beforeAll(async () => {
    openedSandbox = await openSandbox();
  });
  afterAll(() => openedSandbox.closeSandbox());

  const buildRequest = (changes = {}) => {
    const withdrawalId = randomUUID();
    return {
      withdrawalId,
      amount: scenarioAmounts.paid,
      pixKeyKind: 'random' as const,
      pixKey: randomUUID(),
      receiver: { legalName: 'Ana Souza', cpf: '52998224725' },
      idempotencyKey: withdrawalId,
      ...changes,
    };
  };

  it('refuses a request that another key signed', async () => {
    const { privateKey } = generateKeyPairSync('ed25519');
    const { sandbox } = openedSandbox;
    const providerWithOtherKey = sandbox.providerAt(sandbox.baseUrl, privateKey);
    const payoutRequest = buildRequest();
    expect(await providerWithOtherKey.pay(payoutRequest)).toMatchObject({
      code: 'payment_unavailable',
    });
    expect(await sandbox.payoutsOf(payoutRequest.withdrawalId)).toEqual([]);
  });

  it('refuses an idempotency key of another request and a repeated reference', async () => {
    const { provider, payoutsOf } = openedSandbox.sandbox;
    const payoutRequest = buildRequest();
    expect((await provider.pay(payoutRequest)).ok).toBe(true);
    for (const changedRequest of [
      { ...payoutRequest, amount: scenarioAmounts.slow },
      { ...payoutRequest, idempotencyKey: randomUUID() },
    ]) {
      expect(await provider.pay(changedRequest)).toMatchObject({ code: 'payment_unavailable' });
    }
    expect(await payoutsOf(payoutRequest.withdrawalId)).toHaveLength(1);
  });

  it('refuses every request without the access token', async () => {
    const url = `${openedSandbox.sandbox.baseUrl()}/v1/transaction-intents/x`;
    const statuses = await Promise.all(
      [`Bearer ${payoutAccessToken}`, 'Bearer another'].map(
        async (authorization) => (await fetch(url, { headers: { authorization } })).status,
      ),
    );
    expect(statuses).toEqual([404, 401]);
  });
});
