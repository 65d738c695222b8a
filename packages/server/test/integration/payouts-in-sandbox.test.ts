import { afterEach, expect, it } from 'vitest';
import { postCompletion, postPayment } from '../../src/modules/wallet/index.ts';
import { systemIds } from '../../src/ports/ids.ts';
import { assertLedgerBalanced } from '../fixtures/checks/ledger-checks.ts';
import { buildPaidOrder, buildService, buildUser } from '../fixtures/data/builders.ts';
import { payoutProfile } from '../fixtures/data/payouts.ts';
import { startTestApp, type TestApp, type TestPerson } from '../fixtures/server/test-app.ts';

const openApps: TestApp[] = [];
afterEach(async () => {
  for (const app of openApps.splice(0)) await app.close();
});

async function startApp(env: Record<string, string>): Promise<TestApp> {
  const app = await startTestApp({ env });
  openApps.push(app);
  return app;
}

/** Gives a seller R$ 90,00: one completed sale of R$ 100,00 less the fee of 10 %. */
async function insertEarnings({ pool, program }: TestApp, sellerId: string): Promise<void> {
  const [service, buyerId] = [await buildService(pool, sellerId), await buildUser(pool)];
  const people = { service, buyer: buyerId, seller: sellerId };
  const orderId = await buildPaidOrder(pool, people, {
    price: 10_000,
    service_status: 'complete',
  });
  const sale = { orderId, buyerId, sellerId, amount: 10_000 };
  await program.database.transaction(async (tx) => {
    await postPayment(tx, systemIds, sale);
    await postCompletion(tx, systemIds, { ...sale, feePercent: 10, clears: false });
  });
}

async function withdraw(
  app: TestApp,
): Promise<{ seller: TestPerson; admin: TestPerson; id: string }> {
  const [seller, admin] = [await app.signIn('Ana'), await app.signInAdmin()];
  await insertEarnings(app, seller.uid);
  const { wallet } = seller.api;
  const profileConfirmation = await seller.confirm('payout_profile');
  await wallet.putPayoutProfile({ body: payoutProfile, confirmation: profileConfirmation });
  const body = { amount: '20.00', pixKey: 'ana@example.com' };
  const confirmation = await seller.confirm('withdrawal');
  const { withdrawal } = await wallet.requestWithdrawal({ body, confirmation });
  return { seller, admin, id: withdrawal.id };
}

async function settleAs(admin: TestPerson, id: string) {
  const confirmation = await admin.confirm('admin_money');
  return (await admin.api.wallet.settleWithdrawal({ params: { id }, confirmation })).withdrawal;
}

it('an approved withdrawal is paid through the payout sandbox when it is configured', async () => {
  const app = await startApp({ PAYOUT_PROVIDER: 'mercadopago' });
  const { seller, admin, id } = await withdraw(app);
  const withdrawal = await settleAs(admin, id);
  expect(withdrawal).toMatchObject({ status: 'requested', payout: 'sending' });
  const statusOf = async () => (await seller.api.wallet.listWithdrawals()).withdrawals[0]?.status;
  await expect.poll(statusOf, { timeout: 30_000 }).toBe('settled');
  await assertLedgerBalanced(app.pool);
});

it('administrators pay withdrawals by hand, and there is no sandbox, when no provider is configured', async () => {
  const app = await startApp({});
  const { admin, id } = await withdraw(app);
  const withdrawal = await settleAs(admin, id);
  expect(withdrawal).toMatchObject({ status: 'settled', payout: null });
  for (const path of [
    '/sandbox/payouts/v1/transaction-intents/x',
    '/api/payouts/webhooks/mercadopago',
  ]) {
    expect((await app.fetch(path, { method: 'POST' })).status).toBe(404);
  }
});
