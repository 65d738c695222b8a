import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PayoutProvider, PayoutRequest } from '../../src/ports/payout-provider.ts';
import { WEBHOOK_MAX_AGE_MS, type WebhookRequest } from '../../src/ports/webhook.ts';
import { unwrapValue } from './payment-provider-harness.ts';

/** Outcome of a payout at the provider of a harness. */
export type PayoutScenario =
  | 'paid'
  | 'slow'
  | 'returned'
  | 'rejected'
  | 'rejectedLater'
  | 'refused'
  | 'answerLost';

/** A payout provider with a simulated bank, whose behaviour depends on the amount. */
export interface PayoutProviderHarness {
  readonly provider: PayoutProvider;
  /** The same adapter with a provider that cannot be reached. */
  readonly unreachable: PayoutProvider;
  /** The same adapter with a provider that answers only errors. */
  readonly failing: PayoutProvider;
  /** An amount in centavos that selects the scenario. */
  amountFor(scenario: PayoutScenario): number;
  advance(ms: number): void;
  /** Lets time pass until the bank has completed slow payouts and has sent returned payouts back. */
  settle(): Promise<void>;
  /** Number of payouts that the provider made for a withdrawal. */
  made(withdrawalId: string): Promise<number>;
  /** All authentic webhooks that arrived, oldest first. */
  webhooks(): Promise<readonly WebhookRequest[]>;
  close(): Promise<void>;
}

/** Tests that every {@link PayoutProvider} must pass. */
export function describePayoutProvider(
  name: string,
  createHarness: () => Promise<PayoutProviderHarness>,
): void {
  describe(`payout provider: ${name}`, () => {
    let harness: PayoutProviderHarness;
    beforeAll(async () => {
      harness = await createHarness();
    });
    afterAll(() => harness?.close());
    const request = (scenario: PayoutScenario): PayoutRequest => {
      const withdrawalId = randomUUID();
      return {
        withdrawalId,
        amount: harness.amountFor(scenario),
        pixKeyKind: 'email',
        pixKey: 'ana@example.com',
        receiver: { legalName: 'Ana Souza', cpf: '52998224725' },
        idempotencyKey: withdrawalId,
      };
    };
    describePaying(() => harness, request);
    describeLostAnswers(() => harness, request);
    describePayoutWebhooks(() => harness, request);
  });
}

type GetHarness = () => PayoutProviderHarness;
type BuildPayoutRequest = (scenario: PayoutScenario) => PayoutRequest;

function describePaying(getHarness: GetHarness, request: BuildPayoutRequest): void {
  describe('paying', () => {
    it('sends the money, and finds the payout by its id', async () => {
      const payoutRequest = request('paid');
      const record = unwrapValue(await getHarness().provider.pay(payoutRequest));
      const { withdrawalId, amount } = payoutRequest;
      expect(record).toMatchObject({ withdrawalId, amount, status: 'paid', amountReturned: 0 });
      const { providerPayoutId } = record;
      expect(unwrapValue(await getHarness().provider.lookup({ providerPayoutId }))).toEqual(record);
    });

    it('accepts every kind of Pix key', async () => {
      const kinds = ['cpf', 'cnpj', 'email', 'phone', 'random'] as const;
      for (const pixKeyKind of kinds) {
        const record = await getHarness().provider.pay({ ...request('paid'), pixKeyKind });
        expect(unwrapValue(record).status).toBe('paid');
      }
    });

    it.each([
      ['slow', 'pending', 'paid'],
      ['returned', 'paid', 'returned'],
      ['rejectedLater', 'pending', 'failed'],
    ] as const)('follows a payout that is %s', async (scenario, firstStatus, lastStatus) => {
      const payoutRequest = request(scenario);
      const sentRecord = unwrapValue(await getHarness().provider.pay(payoutRequest));
      expect(sentRecord.status).toBe(firstStatus);
      await getHarness().settle();
      const record = unwrapValue(await getHarness().provider.lookup(sentRecord));
      expect(record.status).toBe(lastStatus);
      expect(record.amountReturned).toBe(lastStatus === 'returned' ? payoutRequest.amount : 0);
      // A repeated call returns the current state, not the first answer.
      expect(unwrapValue(await getHarness().provider.pay(payoutRequest))).toEqual(record);
    });

    it('reports a payout that the bank rejects at once', async () => {
      const record = unwrapValue(await getHarness().provider.pay(request('rejected')));
      expect(record).toMatchObject({ status: 'failed', amountReturned: 0 });
    });

    it('refuses a receiver without sending anything', async () => {
      const payoutRequest = request('refused');
      expect(await getHarness().provider.pay(payoutRequest)).toMatchObject({
        code: 'payout_refused',
      });
      expect(await getHarness().made(payoutRequest.withdrawalId)).toBe(0);
    });

    it('does not find a payout that it did not make, or an id that is a path', async () => {
      for (const providerPayoutId of [randomUUID(), '../users/me', 'a/b', '']) {
        const outcome = await getHarness().provider.lookup({ providerPayoutId });
        expect(outcome).toMatchObject({ ok: false, code: 'not_found' });
      }
    });
  });
}

function describeLostAnswers(getHarness: GetHarness, request: BuildPayoutRequest): void {
  describe('an answer that is lost', () => {
    it('is obtained by repeating the call, and nothing is sent twice', async () => {
      const payoutRequest = request('answerLost');
      const lostAnswer = await getHarness().provider.pay(payoutRequest);
      expect(lostAnswer).toMatchObject({ ok: false, code: 'payment_unavailable' });
      expect(unwrapValue(await getHarness().provider.pay(payoutRequest))).toMatchObject({
        status: 'paid',
      });
      expect(await getHarness().made(payoutRequest.withdrawalId)).toBe(1);
    });

    it('causes one payout when many calls run at once', async () => {
      const payoutRequest = request('slow');
      const records = await Promise.all(
        Array.from({ length: 8 }, () => getHarness().provider.pay(payoutRequest)),
      );
      const ids = records.flatMap((record) => (record.ok ? record.value.providerPayoutId : []));
      expect(new Set(ids).size).toBe(1);
      expect(await getHarness().made(payoutRequest.withdrawalId)).toBe(1);
    });

    it.each(['unreachable', 'failing'] as const)(
      'is reported for an %s provider',
      async (state) => {
        const { provider } = getHarness();
        const { providerPayoutId } = unwrapValue(await provider.pay(request('paid')));
        const calls = [
          () => getHarness()[state].pay(request('paid')),
          () => getHarness()[state].lookup({ providerPayoutId }),
        ];
        // The failing server gives its answers in turn, so eight calls of one kind meet all of them.
        for (const call of calls) {
          for (let round = 0; round < 8; round += 1)
            expect(await call()).toMatchObject({ ok: false, code: 'payment_unavailable' });
        }
      },
    );
  });
}

function describePayoutWebhooks(getHarness: GetHarness, request: BuildPayoutRequest): void {
  const parse = (webhook: WebhookRequest) => getHarness().provider.parseWebhook(webhook);
  const readNewest = async (): Promise<WebhookRequest> => {
    const lastWebhook = (await getHarness().webhooks()).at(-1);
    if (!lastWebhook) throw new Error('no notification arrived');
    return lastWebhook;
  };

  describe('webhooks', () => {
    it('lead to the payout in its current state, whatever their order', async () => {
      // Payouts of other tests are ended here, so that none of them sends a webhook later in this test.
      await getHarness().settle();
      const countBefore = (await getHarness().webhooks()).length;
      const { providerPayoutId } = unwrapValue(
        await getHarness().provider.pay(request('returned')),
      );
      await getHarness().settle();
      const newWebhooks = (await getHarness().webhooks()).slice(countBefore);
      expect(newWebhooks.length).toBe(2);
      for (const webhook of [...newWebhooks.toReversed(), ...newWebhooks]) {
        const { ref } = unwrapValue(await parse(webhook));
        expect(ref).toEqual({ providerPayoutId });
        expect(unwrapValue(await getHarness().provider.lookup({ providerPayoutId })).status).toBe(
          'returned',
        );
      }
    });

    it('are refused with another signature, id or time, and without one', async () => {
      await getHarness().provider.pay(request('paid'));
      const webhook = await readNewest();
      const { headers, query } = webhook;
      const forgeries: WebhookRequest[] = [
        { ...webhook, query: { ...query, 'data.id': 'another' } },
        { ...webhook, headers: { ...headers, 'x-request-id': 'another' } },
        { ...webhook, headers: { ...headers, 'x-signature': undefined } },
        {
          ...webhook,
          headers: { ...headers, 'x-signature': `${headers['x-signature']}0` },
        },
        {
          ...webhook,
          headers: { ...headers, 'x-signature': String(headers['x-signature']).replace(/.$/, 'x') },
        },
      ];
      for (const forged of forgeries) {
        expect(await parse(forged)).toMatchObject({ code: 'webhook_unauthorized' });
      }
      expect((await parse(webhook)).ok).toBe(true);
    });

    it('are refused when they are too old', async () => {
      await getHarness().provider.pay(request('paid'));
      const webhook = await readNewest();
      getHarness().advance(WEBHOOK_MAX_AGE_MS + 1_000);
      expect(await parse(webhook)).toMatchObject({ code: 'webhook_unauthorized' });
      getHarness().advance(-WEBHOOK_MAX_AGE_MS - 1_000);
    });
  });
}
