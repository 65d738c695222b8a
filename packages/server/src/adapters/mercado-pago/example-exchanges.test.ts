import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fakeClock } from '../../../test/fixtures/fakes/fake-clock.ts';
import { quietLog } from '../../../test/fixtures/server/quiet-log.ts';
import {
  cardExample,
  exampleOrderId,
  pixExample,
  preferenceExample,
} from '../../../test/peers/mercado-pago/examples.ts';
import type { PaymentProvider, PaymentRecord } from '../../ports/payment-provider.ts';
import { createMercadoPago } from './index.ts';

type ApiObject = Readonly<Record<string, unknown>>;
let answeredPayments: readonly ApiObject[] = [];
let answeredCheckout: ApiObject = preferenceExample;

const exampleServer = createServer((request, response) => {
  const { pathname } = new URL(request.url ?? '/', 'http://peer');
  const id = pathname.split('/').at(-1);
  const preferenceSummary = {
    id: preferenceExample.id,
    external_reference: exampleOrderId,
    items: ['Duo'],
  };
  const bodies: Readonly<Record<string, unknown>> = {
    '/checkout/preferences/search': { elements: [preferenceSummary], next_offset: 1, total: 1 },
    [`/checkout/preferences/${preferenceExample.id}`]: answeredCheckout,
    '/v1/payments/search': {
      paging: { total: answeredPayments.length, limit: 30, offset: 0 },
      results: answeredPayments,
    },
  };
  const body =
    bodies[pathname] ??
    answeredPayments.find((answeredPayment) => String(answeredPayment['id']) === id);
  const status = body === undefined ? 404 : 200;
  const error = {
    message: 'Payment not found',
    error: 'not_found',
    status,
    cause: [{ code: 2000 }],
  };
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body ?? error));
});

const clock = fakeClock();
let provider: PaymentProvider;
beforeAll(async () => {
  await new Promise<void>((resolve) => exampleServer.listen(0, '127.0.0.1', resolve));
  const { port } = exampleServer.address() as AddressInfo;
  provider = createMercadoPago({
    baseUrl: () => `http://127.0.0.1:${port}/`,
    accessToken: 'APP_USR-none',
    webhookSecret: 'none',
    notificationUrl: 'https://guilda.example/api/payments/webhooks/mercadopago',
    clock,
    log: quietLog,
  });
});
afterAll(() => {
  exampleServer.closeAllConnections();
  exampleServer.close();
});

const unpaidRecord: Partial<PaymentRecord> = {
  amountPaid: 0,
  providerPaymentId: null,
  method: null,
};
const pendingPix = { ...pixExample, status: 'pending', date_approved: null };
/** The chargeback expected for a payment with status `charged_back` for which Mercado Pago returns no case. */
const reportedChargeback = (status: 'open' | 'lost' | 'won') => ({
  ...({ id: String(cardExample.id), kind: 'card', amount: 4590, status } as const),
  evidenceBy: null,
});
const chargedBackCard = {
  ...cardExample,
  status: 'charged_back',
  date_last_updated: '2026-11-20T06:57:11.000-04:00',
};
const pixEndToEndId = 'E00360305202607260140c5589350187';

const exampleExchanges: [string, ApiObject[], Partial<PaymentRecord>, ApiObject?][] = [
  ['a checkout without a payment', [], { status: 'pending', amount: 4590, ...unpaidRecord }],
  [
    'a Pix that arrived',
    [pixExample],
    {
      ...{ status: 'paid', amountPaid: 4590, amountRefunded: 0, providerPaymentId: '1319253067' },
      ...{ method: 'pix', endToEndId: 'E18236120202611201157s0123456789' },
      paidAt: new Date('2026-11-20T11:57:11.000Z'),
    },
  ],
  [
    'a card in instalments, whose interest is not ours',
    [cardExample],
    { status: 'paid', amountPaid: 4590, method: 'card', endToEndId: null },
  ],
  [
    'a transfer reported in another field',
    [
      {
        ...pixExample,
        point_of_interaction: { transaction_data: { e2e_id: null } },
        transaction_details: { transaction_id: `PIX${pixEndToEndId}` },
      },
    ],
    { endToEndId: pixEndToEndId },
  ],
  [
    'a transfer that is not reported',
    [{ ...pixExample, point_of_interaction: null, transaction_details: 'odd' }],
    { status: 'paid', endToEndId: null },
  ],
  [
    'money of an account at Mercado Pago',
    [{ ...pixExample, payment_method_id: 'account_money' }],
    { method: null },
  ],
  ['a Pix that nobody paid yet', [pendingPix], { status: 'pending', ...unpaidRecord }],
  [
    'a card in review',
    [{ ...cardExample, status: 'in_process' }],
    { status: 'pending', ...unpaidRecord },
  ],
  [
    'a card that is only authorized',
    [{ ...cardExample, status: 'authorized' }],
    { status: 'pending', ...unpaidRecord },
  ],
  [
    'a card refused',
    [{ ...cardExample, status: 'rejected' }],
    { status: 'declined', ...unpaidRecord },
  ],
  [
    'a card refused and a Pix started',
    [
      { ...cardExample, status: 'rejected' },
      { ...pendingPix, id: 1_400_000_001 },
    ],
    { status: 'pending', ...unpaidRecord },
  ],
  [
    'an expired Pix',
    [{ ...pixExample, status: 'cancelled' }],
    { status: 'pending', ...unpaidRecord },
  ],
  [
    'a card refused, then paid',
    [{ ...cardExample, status: 'rejected' }, pixExample],
    { status: 'paid', amountPaid: 4590, providerPaymentId: '1319253067' },
  ],
  [
    'two payments',
    [pixExample, cardExample],
    { status: 'paid', amountPaid: 9180, providerPaymentId: '1319253067' },
  ],
  [
    'a partial refund',
    [{ ...pixExample, status_detail: 'partially_refunded', transaction_amount_refunded: 15.01 }],
    { status: 'paid', amountPaid: 4590, amountRefunded: 1501 },
  ],
  [
    'a full refund',
    [{ ...pixExample, status: 'refunded', transaction_amount_refunded: 45.9 }],
    { status: 'refunded', amountPaid: 4590, amountRefunded: 4590 },
  ],
  [
    'a refund of one of two payments',
    [{ ...pixExample, status: 'refunded', transaction_amount_refunded: 45.9 }, cardExample],
    { status: 'paid', amountPaid: 9180, amountRefunded: 4590 },
  ],
  [
    'a chargeback',
    [{ ...chargedBackCard, status_detail: 'settled' }],
    {
      status: 'refunded',
      amountPaid: 4590,
      amountRefunded: 0,
      chargebacks: [reportedChargeback('lost')],
    },
  ],
  [
    'a chargeback decided for the shop',
    [{ ...chargedBackCard, status_detail: 'reimbursed' }],
    { status: 'paid', amountRefunded: 0, chargebacks: [reportedChargeback('won')] },
  ],
  [
    'a chargeback decided for the shop, whose amount still counts as refunded',
    [{ ...chargedBackCard, status_detail: 'reimbursed', transaction_amount_refunded: 45.9 }],
    { status: 'paid', amountRefunded: 0, chargebacks: [reportedChargeback('won')] },
  ],
  [
    'an open chargeback',
    [{ ...chargedBackCard, status_detail: 'in_process' }],
    { status: 'paid', amountRefunded: 0, chargebacks: [reportedChargeback('open')] },
  ],
  ['a dispute', [{ ...cardExample, status: 'in_mediation' }], { status: 'paid', amountPaid: 4590 }],
  [
    'a payment of another order',
    [{ ...pixExample, external_reference: 'another' }],
    { status: 'pending', ...unpaidRecord },
  ],
  [
    'an expired checkout',
    [{ ...cardExample, status: 'rejected' }],
    { status: 'expired', ...unpaidRecord },
    { ...preferenceExample, expiration_date_to: '2026-11-20T08:00:00.000-04:00' },
  ],
  [
    'an expired checkout with a pending Pix',
    [pendingPix],
    { status: 'pending', ...unpaidRecord },
    { ...preferenceExample, expiration_date_to: '2026-11-20T08:00:00.000-04:00' },
  ],
];

describe('documented exchanges of Mercado Pago', () => {
  it.each(exampleExchanges)(
    'are parsed: %s',
    async (_case, listedPayments, expected, returnedPreference = preferenceExample) => {
      [answeredPayments, answeredCheckout] = [listedPayments, returnedPreference];
      const lookupResult = await provider.lookup({ orderId: exampleOrderId });
      expect(lookupResult).toMatchObject({
        ok: true,
        value: { orderId: exampleOrderId, ...expected },
      });
    },
  );

  it.each([
    ['another currency', { currency_id: 'ARS' }],
    ['parts of a centavo', { transaction_amount: 45.905 }],
    ['no amount', { transaction_amount: null }],
    ['less than nothing', { transaction_amount: -1 }],
  ])('are reported as unavailable with %s', async (_case, oddResponse) => {
    [answeredPayments, answeredCheckout] = [[{ ...pixExample, ...oddResponse }], preferenceExample];
    expect(await provider.lookup({ orderId: exampleOrderId })).toMatchObject({
      code: 'payment_unavailable',
    });
  });
});
