import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  createPayoutsFixture,
  type PayoutsFixture,
  waitForWebhooksSince,
} from '../../../../test/fixtures/modules/money/payouts-fixture.ts';
import { errorOfCall } from '../../../../test/fixtures/server/test-app.ts';
import type { PayoutProvider } from '../../../ports/payout-provider.ts';
import { applyPayoutRecord } from './apply-payout-record.ts';
import { recordProviderCallStart } from './payout-store.ts';

let fixture: PayoutsFixture;

beforeAll(async () => {
  fixture = await createPayoutsFixture();
});

beforeEach(() => {
  fixture.logged.length = 0;
});

afterAll(() => fixture.close());

const unavailableResult = async () => ({ ok: false, code: 'payment_unavailable' }) as const;

/** Creates a provider that sends payouts like the sandbox but whose answers are all lost. */
const providerWithoutAnswers = (): PayoutProvider => ({
  ...fixture.sandbox.provider,
  pay: async (request) => {
    await fixture.sandbox.provider.pay(request);
    return unavailableResult();
  },
});

/** Creates a withdrawal whose payout exists at the provider although the provider's answer was lost. */
async function createPayoutWithoutAnswer() {
  const requestedWithdrawal = await fixture.requestWithdrawal('paid');
  await fixture.settle(requestedWithdrawal.id);
  await fixture.advance(requestedWithdrawal.id, providerWithoutAnswers());
  expect(await fixture.sandbox.payoutsOf(requestedWithdrawal.id)).toHaveLength(1);
  expect(await fixture.read(requestedWithdrawal.id)).toMatchObject({ stored: 'sending' });
  return requestedWithdrawal;
}

/** Creates a withdrawal of which it is unknown whether the provider sent it. */
async function createUnclearWithdrawal() {
  const sentWithdrawal = await createPayoutWithoutAnswer();
  await fixture.age(sentWithdrawal.id, 2);
  await fixture.jobs.runUntilIdle();
  expect(await fixture.read(sentWithdrawal.id)).toMatchObject({ stored: 'unclear' });
  return sentWithdrawal;
}

describe('a lost answer', () => {
  it('to a payout that the provider made cannot be recorded as a payment by hand', async () => {
    const { id } = await fixture.sendPayout('answerLost');
    await fixture.ask();
    expect(await fixture.read(id)).toMatchObject({ status: 'settled' });
    const error = await errorOfCall(fixture.settle(id, 'by hand'));
    expect(error.code).toBe('withdrawal_decided');
    await fixture.settle(id);
  });

  it('is asked for again with the same key: nothing is sent twice', async () => {
    const { id } = await fixture.sendPayout('answerLost');
    expect(await fixture.read(id)).toMatchObject({ stored: 'sending' });
    await fixture.ask();
    expect(await fixture.read(id)).toMatchObject({ status: 'settled' });
    expect(await fixture.sandbox.payoutsOf(id)).toHaveLength(1);
    expect(await fixture.listMovements(id)).toEqual(['withdrawal', 'payout']);
  });

  it('is found by the notification of the provider', async () => {
    const webhookCountBefore = fixture.sandbox.webhooks.length;
    const { id } = await createPayoutWithoutAnswer();
    for (const webhook of await waitForWebhooksSince(fixture.sandbox, webhookCountBefore))
      expect(await fixture.deliver(webhook)).toBe(200);
    expect(await fixture.read(id)).toMatchObject({ status: 'settled' });
  });

  it('makes a refusal of a later call no proof that nothing was sent', async () => {
    const { id } = await createPayoutWithoutAnswer();
    const refusingProvider: PayoutProvider = {
      ...fixture.sandbox.provider,
      pay: async () => ({ ok: false, code: 'payout_refused' }),
    };
    await fixture.advance(id, refusingProvider);
    expect(await fixture.read(id)).toMatchObject({ stored: 'sending' });
    await fixture.ask();
    expect(await fixture.read(id)).toMatchObject({ status: 'settled' });
  });

  it('makes a refusal of the first call no proof while a second call runs', async () => {
    const { id } = await fixture.requestWithdrawal('paid');
    await fixture.settle(id);
    const { provider } = fixture.sandbox;
    await fixture.advance(id, {
      ...provider,
      pay: async () => {
        // Another process sends the payout while the refusal is being transmitted.
        await fixture.advance(id, providerWithoutAnswers());
        return { ok: false, code: 'payout_refused' };
      },
    });
    expect(await fixture.read(id)).toMatchObject({ stored: 'sending' });
    expect(await fixture.listMovements(id)).toEqual(['withdrawal']);
    await fixture.ask();
    expect(await fixture.read(id)).toMatchObject({ status: 'settled' });
  });
});

it('one of several processes that read the same payout starts its next call', async () => {
  const { id: withdrawalId } = await fixture.requestWithdrawal('paid');
  await fixture.settle(withdrawalId);
  const startCall = (attempts: number) =>
    recordProviderCallStart(fixture.deps.database.db, { withdrawalId, attempts });
  const firstCalls = await Promise.all([startCall(0), startCall(0), startCall(0)]);
  expect(firstCalls.filter((call) => call !== null)).toEqual([1]);
  expect([await startCall(0), await startCall(1)]).toEqual([null, 2]);
});

describe('a payout that nobody knows about for an hour', () => {
  it('is not sent again but handed to the team, and the seller sees it as requested', async () => {
    const { seller, id } = await createUnclearWithdrawal();
    expect(await fixture.sandbox.payoutsOf(id)).toHaveLength(1);
    expect(await fixture.read(id)).toMatchObject({
      status: 'requested',
      payout: 'unclear',
      payoutFailed: false,
    });
    const { withdrawals } = await fixture.as(seller).wallet.listWithdrawals();
    expect(withdrawals).toMatchObject([{ status: 'requested', payout: 'sending' }]);
    const query = { status: 'requested' as const, limit: '50' };
    const withdrawalPage = await fixture.as(fixture.admin).wallet.adminListWithdrawals({ query });
    expect(withdrawalPage.withdrawals.map((listedWithdrawal) => listedWithdrawal.id)).toContain(id);
    expect(fixture.logged).toContainEqual({
      level: 'error',
      message: 'a payout is unclear',
      fields: { withdrawal: id, why: 'no answer in time' },
    });
    await fixture.ask();
    await fixture.advance(id);
    expect(await fixture.sandbox.payoutsOf(id)).toHaveLength(1);
  });

  it('also goes to the team when the provider knows it, but leaves it pending for days', async () => {
    const { id } = await fixture.sendPayout('slow');
    await fixture.age(id, 71);
    await fixture.ask();
    expect(await fixture.read(id)).toMatchObject({ payout: 'sending' });
    await fixture.age(id, 2);
    await fixture.ask();
    expect(await fixture.read(id)).toMatchObject({ payout: 'unclear' });
    expect(fixture.logged).toContainEqual({
      level: 'error',
      message: 'a payout is unclear',
      fields: { withdrawal: id, why: 'pending for days' },
    });
    await fixture.finishTransfers();
    await fixture.ask();
    expect(await fixture.read(id)).toMatchObject({ status: 'settled' });
    expect(await fixture.listMovements(id)).toEqual(['withdrawal', 'payout']);
  });

  it('is settled by an administrator who sees it paid at the provider', async () => {
    const { id } = await createUnclearWithdrawal();
    expect((await fixture.settle(id)).withdrawal).toMatchObject({ payout: 'unclear' });
    expect((await fixture.settle(id, 'by hand')).withdrawal).toMatchObject({ status: 'settled' });
    expect(await fixture.listMovements(id)).toEqual(['withdrawal', 'payout']);
  });

  it.each(['failed', 'returned'] as const)(
    'and was paid by hand is not paid back when the provider tells late that it %s',
    async (status) => {
      const { seller, id, amount } = await createUnclearWithdrawal();
      await fixture.settle(id, 'by hand');
      const availableBefore = await fixture.readAvailable(seller);
      await applyPayoutRecord(fixture.deps, fixture.sandbox.provider.name, {
        providerPayoutId: `late-${status}`,
        withdrawalId: id,
        status,
        amount: Math.round(Number(amount) * 100),
        amountReturned: 0,
      });
      expect(await fixture.listMovements(id)).toEqual(['withdrawal', 'payout']);
      expect(await fixture.readAvailable(seller)).toEqual(availableBefore);
    },
  );

  it('is recorded as paid by hand although the seller has a debt meanwhile', async () => {
    const { seller, id } = await createUnclearWithdrawal();
    await fixture.chargeBack(seller);
    expect((await fixture.settle(id, 'by hand')).withdrawal).toMatchObject({ status: 'settled' });
  });

  it('ignores a record whose reference is from another program', async () => {
    const record = { providerPayoutId: 'x', withdrawalId: 'INV-7', amount: 1, amountReturned: 0 };
    const { name } = fixture.sandbox.provider;
    expect(await applyPayoutRecord(fixture.deps, name, { ...record, status: 'paid' })).toBe(
      'ignored',
    );
  });

  it('is refused by an administrator; a later notification that it was paid is logged as an error', async () => {
    const webhookCountBefore = fixture.sandbox.webhooks.length;
    const { seller, id } = await createUnclearWithdrawal();
    await fixture.refuse(id, 'O Pix não saiu.');
    expect(await fixture.readAvailable(seller)).toEqual({
      available: '90.00',
      withdrawing: '0.00',
    });
    for (const webhook of await waitForWebhooksSince(fixture.sandbox, webhookCountBefore))
      await fixture.deliver(webhook);
    expect(await fixture.listMovements(id)).toEqual(['withdrawal', 'withdrawal_refused']);
    expect(fixture.logged.map(({ message }) => message)).toContain(
      'a withdrawal that went back to the wallet was paid',
    );
  });

  it('ends by itself when the provider reports it after all', async () => {
    const webhookCountBefore = fixture.sandbox.webhooks.length;
    const { id } = await createUnclearWithdrawal();
    for (const webhook of await waitForWebhooksSince(fixture.sandbox, webhookCountBefore))
      await fixture.deliver(webhook);
    expect(await fixture.read(id)).toMatchObject({ status: 'settled', payout: null });
  });
});

describe('another provider than the one that has the payout', () => {
  it.each(['none', 'another'] as const)(
    'is %s: the team has to look',
    async (configuredProvider) => {
      const { id } = await fixture.sendPayout('slow');
      const otherProvider =
        configuredProvider === 'none' ? null : { ...fixture.sandbox.provider, name: 'another' };
      await fixture.advance(id, otherProvider);
      expect(await fixture.read(id)).toMatchObject({ stored: 'unclear' });
      await fixture.finishTransfers();
      await fixture.ask();
      expect(await fixture.read(id)).toMatchObject({ status: 'settled' });
    },
  );
});

describe('a record that cannot be of this payout', () => {
  it.each([
    ['a withdrawal was sent twice', { providerPayoutId: 'another' }],
    ['a payout has another amount than its withdrawal', { amount: 1, status: 'paid' }],
  ] as const)('changes nothing and is an alarm: %s', async (message, overrides) => {
    const { id } = await fixture.sendPayout('slow');
    const { provider } = fixture.sandbox;
    await fixture.advance(id, {
      ...provider,
      lookup: async (payoutRef) => {
        const record = await provider.lookup(payoutRef);
        return record.ok ? { ok: true, value: { ...record.value, ...overrides } } : record;
      },
    });
    expect(await fixture.read(id)).toMatchObject({ stored: 'sending' });
    expect(fixture.logged.map((logEntry) => logEntry.message)).toContain(message);
    await fixture.finishTransfers();
    await fixture.ask();
  });
});
