import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { assertLedgerMatchesOrders } from '../fixtures/checks/ledger-checks.ts';
import { buildService } from '../fixtures/data/builders.ts';
import { payoutProfile } from '../fixtures/data/payouts.ts';
import { pixKey } from '../fixtures/modules/money/wallet-fixture.ts';
import { holdTransaction } from '../fixtures/server/hold-transaction.ts';
import {
  errorOfCall,
  startTestApp,
  type TestApp,
  type TestPerson,
} from '../fixtures/server/test-app.ts';

/* Chargebacks in the running program: the sandbox's bank, wallets, the team's queue and closing an account. */

const HOUR_MS = 3_600_000;

let app: TestApp;
let buyer: TestPerson;
let admin: TestPerson;
beforeAll(async () => {
  const env = { LOG_LEVEL: 'silent', CLEARING_HOURS: '0', CLEARING_HOURS_CONFIRMED: '0' };
  app = await startTestApp({ env });
  [buyer, admin] = [await app.signIn('Compradora'), await app.signInAdmin()];
});
afterAll(async () => {
  await assertLedgerMatchesOrders(app.pool);
  await app.close();
});

/** Waits until a webhook has changed an order as expected; the sandbox repeats a webhook whose answer was too slow. */
const waitForOrder = (id: string, expected: object) =>
  expect
    .poll(async () => (await buyer.api.orders.getPayment({ params: { id } })).payment, {
      timeout: 60_000,
    })
    .toMatchObject(expected);

/** A sale that its buyer paid at the sandbox and completed; `changeChargeback` acts as the buyer's bank. */
async function createCompletedSale(seller: TestPerson, price: number) {
  const serviceId = await buildService(app.pool, seller.uid, { price });
  const { payment, checkoutUrl } = await buyer.api.orders.checkout({
    body: { serviceId },
    idempotencyKey: `key-${serviceId}`,
  });
  const changeChargeback = async (action: string) => {
    const answer = await fetch(`${checkoutUrl}/${action}`, { method: 'POST' });
    const { status } = (await answer.json()) as { status?: string };
    await waitForOrder(
      payment.id,
      action === 'approve' ? { serviceStatus: 'awaiting_start' } : { chargeback: status },
    );
    return [answer.status, status];
  };
  expect(await changeChargeback('approve')).toEqual([200, 'paid']);
  const params = { id: payment.id };
  await seller.api.orders.updatePayment({
    params,
    body: { serviceStatus: 'in_progress', startedServiceAt: new Date().toISOString() },
  });
  await buyer.api.orders.updatePayment({
    params,
    body: { serviceStatus: 'complete', endedIt: buyer.uid },
  });
  return { id: payment.id, code: payment.purchaseCode, changeChargeback };
}

const walletOf = (person: TestPerson) => person.api.wallet.getWallet({ query: {} });
/** Creates the payout profile for the first withdrawal and requests the withdrawal. */
async function withdraw(person: TestPerson, amount: string) {
  await person.api.wallet.putPayoutProfile({
    body: payoutProfile,
    confirmation: await person.confirm('payout_profile'),
  });
  return person.api.wallet.requestWithdrawal({
    body: { amount, pixKey },
    confirmation: await person.confirm('withdrawal'),
  });
}

describe('a chargeback at the sandbox', () => {
  it('is recorded in the ledger when its webhook arrives, and reversed when the seller wins', async () => {
    const seller = await app.signIn('Zefa');
    const { id, changeChargeback } = await createCompletedSale(seller, 20_000);
    await withdraw(seller, '150.00');
    expect(await changeChargeback('chargeback')).toEqual([200, 'open']);
    expect(await walletOf(seller)).toMatchObject({ available: '0.00', debt: '150.00' });
    expect((await buyer.api.orders.getPayment({ params: { id } })).payment).toMatchObject({
      ...{ serviceStatus: 'refunded', chargeback: 'open', refundedAmount: '200.00' },
    });
    expect(await errorOfCall(withdraw(seller, '1.00'))).toMatchObject({
      ...{ status: 409, code: 'wallet_in_debt' },
    });
    await createCompletedSale(seller, 10_000);
    expect(await walletOf(seller)).toMatchObject({ available: '0.00', debt: '60.00' });
    expect(await changeChargeback('chargeback/lost')).toEqual([200, 'lost']);
    expect(await changeChargeback('chargeback/won')).toEqual([200, 'won']);
    expect(await walletOf(seller)).toMatchObject({ available: '120.00', debt: '0.00' });
  });

  it('is in the team’s queue, the nearest deadline first', async () => {
    const seller = await app.signIn('Rita');
    const later = await createCompletedSale(seller, 5000);
    const sooner = await createCompletedSale(seller, 7000);
    await later.changeChargeback('chargeback');
    await sooner.changeChargeback('chargeback');
    await app.pool.query(
      `UPDATE chargebacks SET evidence_by = now() + interval '20 hours' WHERE payment_id = $1`,
      [sooner.id],
    );
    const { items, open, urgent } = await admin.api.moderationQueue.listQueue({
      query: { kind: 'chargeback' },
    });
    expect(items.map(({ severity, amount, code }) => [severity, amount, code])).toEqual([
      ['urgent', '70.00', sooner.code.replace('GLD', 'CON')],
      ['high', '50.00', later.code.replace('GLD', 'CON')],
    ]);
    expect([open.chargeback, urgent]).toEqual([2, 1]);
    const dueInMs = new Date(items[0]?.dueAt ?? 0).getTime() - Date.now();
    expect(dueInMs).toBeGreaterThan(19 * HOUR_MS);
    expect(dueInMs).toBeLessThan(21 * HOUR_MS);
    const [first] = items;
    const params = { id: first?.id ?? '' };
    const { chargeback } = await admin.api.chargebacks.adminGetChargeback({ params });
    expect(chargeback).toMatchObject({
      ...{ kind: 'pix', status: 'open', amount: '70.00', reversed: '70.00', restored: '0.00' },
      ...{ purchaseCode: sooner.code, orderStatus: 'complete', serviceStatus: 'refunded' },
      ...{ sellerDebt: '0.00', evidenceBy: first?.dueAt, provider: 'demo' },
      buyer: { uid: buyer.uid },
      seller: { uid: seller.uid },
    });
    await sooner.changeChargeback('chargeback/lost');
    await later.changeChargeback('chargeback/won');
    const closedQueue = await admin.api.moderationQueue.listQueue({
      query: { kind: 'chargeback', state: 'closed' },
    });
    expect(closedQueue.items.slice(0, 2).map(({ amount }) => amount)).toEqual(['50.00', '70.00']);
    expect(closedQueue.open.chargeback).toBe(0);
  });

  it('prevents closing an account that has a debt, and shows the amount', async () => {
    const seller = await app.signIn('Nara');
    const { changeChargeback } = await createCompletedSale(seller, 20_000);
    const { withdrawal } = await withdraw(seller, '180.00');
    await admin.api.wallet.settleWithdrawal({
      params: { id: withdrawal.id },
      confirmation: await admin.confirm('admin_money'),
    });
    await changeChargeback('chargeback');
    const refusal = await errorOfCall(seller.api.users.deleteMe());
    expect(refusal).toMatchObject({ status: 409, code: 'wallet_in_debt' });
    expect(refusal.message).toContain('R$ 180,00');
    expect(refusal.body['debt']).toBe('180.00');
    await changeChargeback('chargeback/won');
    await seller.api.users.deleteMe();
  });

  it('prevents closing an account at the same moment', async () => {
    const seller = await app.signIn('Lina');
    const { changeChargeback } = await createCompletedSale(seller, 20_000);
    await withdraw(seller, '180.00');
    await using walletLock = await holdTransaction(app.pool, [
      `SELECT pg_advisory_xact_lock(hashtextextended('guilda wallet ' || $1, 0))`,
      [seller.uid],
    ]);
    // The provider sends an event again after a second without an answer; that repetition waits behind the first.
    const listWaiters = async () =>
      (await walletLock.listWaiters()).filter(({ query }) => !query.includes('webhook_events'));
    const chargeback = changeChargeback('chargeback');
    await expect.poll(listWaiters).toHaveLength(1);
    const closing = errorOfCall(seller.api.users.deleteMe());
    await expect.poll(listWaiters).toHaveLength(2);
    await walletLock.commit();
    expect(await closing).toMatchObject({ status: 409, code: 'wallet_in_debt' });
    await chargeback;
  });
});
