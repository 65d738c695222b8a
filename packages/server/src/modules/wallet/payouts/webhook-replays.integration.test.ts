import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  createPayoutsFixture,
  type PayoutsFixture,
  waitForWebhooksSince,
} from '../../../../test/fixtures/modules/money/payouts-fixture.ts';
import { err, ok } from '../../../platform/result.ts';
import type { PayoutStatus } from '../../../ports/payout-provider.ts';
import { applyPayoutRecord } from './apply-payout-record.ts';
import { handlePayoutWebhook } from './handle-payout-webhook.ts';

let fixture: PayoutsFixture;

beforeAll(async () => {
  fixture = await createPayoutsFixture();
});

afterAll(() => fixture.close());

it('applies notifications once, however often and in whatever order they come', async () => {
  const { sandbox } = fixture;
  const webhookCountBefore = sandbox.webhooks.length;
  const { seller, id } = await fixture.sendPayout('returned');
  await fixture.finishTransfers();
  const webhooks = await waitForWebhooksSince(sandbox, webhookCountBefore);
  expect(webhooks.length).toBe(2);
  // Delivers both webhooks ten times at once, the newer one first, and then each of them once more.
  const repeatedWebhooks = Array.from({ length: 10 }, () => webhooks.toReversed()).flat();
  const answers = await Promise.all(repeatedWebhooks.map((webhook) => fixture.deliver(webhook)));
  expect(new Set(answers)).toEqual(new Set([200]));
  for (const webhook of webhooks) expect(await fixture.deliver(webhook)).toBe(200);
  expect(await fixture.listMovements(id)).toEqual(['withdrawal', 'payout', 'payout_returned']);
  expect(await fixture.readAvailable(seller)).toEqual({ available: '90.00', withdrawing: '0.00' });
  expect(await fixture.listNotifications(seller)).toHaveLength(2);
});

it('settles once when notifications, jobs and questions run at the same time', async () => {
  const { id } = await fixture.sendPayout('slow');
  const webhookCountBefore = fixture.sandbox.webhooks.length;
  await fixture.finishTransfers();
  const webhooks = await waitForWebhooksSince(fixture.sandbox, webhookCountBefore);
  await Promise.all([
    ...webhooks.flatMap((webhook) => [fixture.deliver(webhook), fixture.deliver(webhook)]),
    ...Array.from({ length: 4 }, () => fixture.advance(id)),
    fixture.ask(),
  ]);
  expect(await fixture.read(id)).toMatchObject({ status: 'settled' });
  expect(await fixture.listMovements(id)).toEqual(['withdrawal', 'payout']);
});

it('keeps what it knows when older records arrive later, and ignores those of another provider', async () => {
  const { seller, id } = await fixture.sendPayout('paid');
  const { provider, payoutsOf } = fixture.sandbox;
  const [payout] = await payoutsOf(id);
  const paidRecord = await provider.lookup({ providerPayoutId: payout?.id ?? '' });
  if (!paidRecord.ok) throw new Error('the payout was not found');
  const applyStatus = (status: PayoutStatus, providerName = provider.name) =>
    applyPayoutRecord(fixture.deps, providerName, { ...paidRecord.value, status });
  fixture.logged.length = 0;
  expect(await applyStatus('returned', 'another')).toBe('ignored');
  expect(await applyStatus('pending')).toBe('unchanged');
  // The older record `pending` that arrived after the payment does not prevent a later return by the bank.
  expect(await applyStatus('returned')).toBe('ended');
  for (const olderStatus of ['paid', 'pending', 'failed'] as const)
    expect(await applyStatus(olderStatus)).toBe('unchanged');
  expect(fixture.logged).toEqual([]);
  expect(await fixture.listMovements(id)).toEqual(['withdrawal', 'payout', 'payout_returned']);
  expect(await fixture.readAvailable(seller)).toEqual({ available: '90.00', withdrawing: '0.00' });
});

it('refuses forged notifications, ignores strange ones, and asks for those it cannot look up again', async () => {
  const { sandbox, deps } = fixture;
  const webhookCountBefore = sandbox.webhooks.length;
  const { id } = await fixture.sendPayout('paid');
  const [webhook] = await waitForWebhooksSince(sandbox, webhookCountBefore);
  if (!webhook) throw new Error('no notification arrived');
  const genuineSignature = String(webhook.headers['x-signature']);
  const otherSignature = genuineSignature.replace(/v1=[0-9a-f]{64}$/, `v1=${'0'.repeat(64)}`);
  for (const signature of ['ts=1,v1=0', otherSignature]) {
    const forgedWebhook = { ...webhook, headers: { ...webhook.headers, 'x-signature': signature } };
    expect(await fixture.deliver(forgedWebhook)).toBe(401);
  }
  const otherProviderResponse = await fixture.app.inject({
    method: 'POST',
    url: '/api/payouts/webhooks/another',
    payload: {},
  });
  expect(otherProviderResponse.statusCode).toBe(404);
  const handleWithLookup = (code: 'not_found' | 'payment_unavailable') => {
    const payoutProvider = { ...sandbox.provider, lookup: async () => err(code) };
    return handlePayoutWebhook({ ...deps, payoutProvider })(payoutProvider.name, webhook);
  };
  expect(await handleWithLookup('not_found')).toEqual(ok('ignored'));
  expect(await handleWithLookup('payment_unavailable')).toMatchObject(err('payment_unavailable'));
  expect(await fixture.listMovements(id)).toEqual(['withdrawal', 'payout']);
});
