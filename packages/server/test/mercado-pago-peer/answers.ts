import type { PeerAnswer, PeerPayment, PeerPreference, PeerRefund, PeerRequest } from './parts.ts';
import { cents, refusal } from './parts.ts';
import { dated, type MercadoPagoWorld } from './world.ts';

type Answerer = (
  world: MercadoPagoWorld,
  request: PeerRequest,
  id: string,
  more: string,
) => PeerAnswer;

const ok = (body: unknown, status = 200): PeerAnswer => ({ status, body });

const noPayment = refusal(404, 2000, 'Payment not found');
const noPreference = refusal(404, 'invalid_id', 'preference_id not found');
const wrongState = refusal(
  400,
  2063,
  'The action requested is not valid for the current payment state',
);

/** The number of their order for a checkout. */
const orderNumber = ({ preferences }: MercadoPagoWorld, preferenceId: string) =>
  4_945_357_007 + [...preferences.keys()].indexOf(preferenceId);

function paymentBody(world: MercadoPagoWorld, payment: PeerPayment) {
  const { preferenceId, ...told } = payment;
  const pix = payment.payment_method_id === 'pix' && payment.date_approved !== null;
  const transfer = pix ? `E18236120202611221200s${String(payment.id).padStart(10, '0')}` : null;
  return {
    ...told,
    currency_id: 'BRL',
    live_mode: true,
    operation_type: 'regular_payment',
    date_last_updated: payment.date_created,
    payer: {
      email: 'comprador@example.com',
      identification: { type: 'CPF', number: '19119119100' },
    },
    order: { id: orderNumber(world, preferenceId), type: 'mercadopago' },
    transaction_details: {
      net_received_amount: payment.transaction_amount,
      total_paid_amount: payment.transaction_amount,
      bank_transfer_id: null,
      transaction_id: null,
    },
    point_of_interaction: {
      type: pix ? 'CHECKOUT' : 'UNSPECIFIED',
      transaction_data: { e2e_id: transfer, bank_transfer_id: null, transaction_id: null },
    },
  };
}

const makePreference: Answerer = (world, { body, headers }) => {
  const { items, external_reference, expiration_date_to } = body as unknown as PeerPreference;
  if (!headers['x-idempotency-key']) return refusal(400, 'bad_request', 'no key');
  if (!Array.isArray(items) || items.some((each) => !(Number(each.unit_price) > 0))) {
    return refusal(400, 'invalid_items', 'unit_price invalid');
  }
  if (items.some((each) => each.currency_id !== 'BRL') || typeof external_reference !== 'string') {
    return refusal(400, 'invalid_items', 'currency_id invalid');
  }
  const { back_urls, auto_return, date_of_expiration } = body as Record<string, never>;
  if (auto_return && !back_urls?.['success']) return refusal(400, 'invalid_auto_return');
  for (const date of [expiration_date_to, date_of_expiration]) {
    if (!isDate(date)) return refusal(400, 'invalid_expiration_date_to');
  }
  return ok(world.make(body as unknown as PeerPreference), 201);
};

/** `yyyy-MM-dd'T'HH:mm:ss.SSS` with an offset, and nothing else. */
const isDate = (date: unknown) =>
  typeof date === 'string' &&
  /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}[+-]\d{2}:\d{2}$/.test(date);

const searchPreferences: Answerer = (world, { query }) => {
  const elements = [...world.preferences.values()]
    .filter(({ external_reference }) => external_reference === query['external_reference'])
    .filter(({ date_created }) => world.indexed(date_created) && world.isRecent(date_created))
    .map(({ id, external_reference, date_created, expires }) => ({
      ...{ id, external_reference, date_created, expires, items: ['Produto'] },
      ...{ collector_id: 1_165_071_449, site_id: 'MLB', live_mode: true },
    }));
  return ok({ elements, next_offset: elements.length, total: elements.length });
};

const getPreference: Answerer = (world, _request, id) => {
  const found = world.preferences.get(id);
  return found ? ok(found) : noPreference;
};

const putPreference: Answerer = (world, { body }, id) => {
  const found = world.preferences.get(id);
  if (!found) return noPreference;
  const { expires, expiration_date_to } = body as unknown as PeerPreference;
  if (!isDate(expiration_date_to)) return refusal(400, 'invalid_expiration_date_to');
  const wasOpen = world.isOpen(found);
  Object.assign(found, { expires, expiration_date_to });
  if (wasOpen && !world.isOpen(found)) world.closed(found);
  return ok(found);
};

/** An order of theirs appears with the first attempt to pay. */
const ordersOf = (world: MercadoPagoWorld) =>
  [...world.payments.values()].map(({ preferenceId, external_reference, id, date_created }) => ({
    ...{ id: orderNumber(world, preferenceId), preference_id: preferenceId, external_reference },
    ...{ payments: [{ id }], site_id: 'MLB', date_created },
  }));

const searchOrders: Answerer = (world, { query }) => {
  const elements = ordersOf(world)
    .filter(({ external_reference }) => external_reference === query['external_reference'])
    .filter(({ date_created }) => world.isRecent(date_created));
  return ok({ elements, next_offset: elements.length, total: elements.length });
};

const getOrder: Answerer = (world, _request, id) => {
  const found = ordersOf(world).find((each) => String(each.id) === id);
  return found ? ok(found) : refusal(404, 'not_found');
};

const searchPayments: Answerer = (world, { query }) => {
  const results = [...world.payments.values()]
    .filter(({ external_reference }) => external_reference === query['external_reference'])
    .filter(({ date_created }) => world.indexed(date_created))
    .map((each) => paymentBody(world, each));
  return ok({ paging: { total: results.length, limit: 30, offset: 0 }, results });
};

const getPayment: Answerer = (world, _request, id) => {
  const found = world.payments.get(Number(id));
  return found ? ok(paymentBody(world, found)) : noPayment;
};

const putPayment: Answerer = (world, { body }, id) => {
  const found = world.payments.get(Number(id));
  if (!found) return noPayment;
  const stoppable = ['pending', 'in_process', 'authorized'].includes(found.status);
  if (body['status'] !== 'cancelled' || !stoppable || world.ways.stubborn) {
    return refusal(400, 2018, 'The action requested is not valid for the current payment state');
  }
  return ok(
    paymentBody(
      world,
      world.move(found.id, { status: 'cancelled', status_detail: 'by_collector' }),
    ),
  );
};

const refundBody = (refund: PeerRefund) => ({
  ...refund,
  source: { name: 'Guilda', id: '1165071449', type: 'collector' },
  refund_mode: 'standard',
  adjustment_amount: 0,
});

const makeRefund: Answerer = (world, { body, headers }, id) => {
  const payment = world.payments.get(Number(id));
  if (!payment) return noPayment;
  const key = headers['x-idempotency-key'];
  if (typeof key !== 'string') return refusal(400, 4292, 'Header X-Idempotency-Key');
  const before = world.refundsByKey.get(`${id}/${key}`);
  if (before) return ok(refundBody(before), 201);
  const amount = Number(body['amount']);
  if (!(amount > 0)) return refusal(401, 4040, 'amount attribute must be positive');
  const waiting = payment.refunds.filter(({ status }) => status === 'in_process');
  const gone = waiting.reduce(
    (sum, each) => sum + cents(each.amount),
    cents(payment.transaction_amount_refunded),
  );
  if (payment.status !== 'approved' || gone + cents(amount) > cents(payment.transaction_amount)) {
    return wrongState;
  }
  const status = world.ways.refundsAre;
  if (status === 'in_process' && headers['x-render-in-process-refunds'] !== 'true') {
    return refusal(400, 'bad_request');
  }
  const refund: PeerRefund = { id: world.number(), payment_id: payment.id, amount, status };
  payment.refunds.push(refund);
  // The key gives the first answer again, whatever became of it.
  world.refundsByKey.set(`${id}/${key}`, { ...refund });
  if (status === 'approved') world.takeBack(payment.id, amount);
  return ok({ ...refundBody(refund), date_created: dated(world.now()) }, 201);
};

const getRefund: Answerer = (world, _request, id, refundId) => {
  const refund = world.payments
    .get(Number(id))
    ?.refunds.find((each) => String(each.id) === refundId);
  return refund ? ok(refundBody(refund)) : refusal(404, 2032, 'Refund not found');
};

/** Whose the token is. */
const getAccount: Answerer = ({ ways }) =>
  ok({ id: 1_165_071_449, nickname: 'GUILDA', site_id: 'MLB', ...ways.account });

const routes: readonly [string, RegExp, Answerer][] = [
  ['GET', /^\/users\/me$/, getAccount],
  ['POST', /^\/checkout\/preferences$/, makePreference],
  ['GET', /^\/checkout\/preferences\/search$/, searchPreferences],
  ['GET', /^\/checkout\/preferences\/([\w-]+)$/, getPreference],
  ['PUT', /^\/checkout\/preferences\/([\w-]+)$/, putPreference],
  ['GET', /^\/merchant_orders\/search$/, searchOrders],
  ['GET', /^\/merchant_orders\/(\d+)$/, getOrder],
  ['GET', /^\/v1\/payments\/search$/, searchPayments],
  ['GET', /^\/v1\/payments\/(\d+)$/, getPayment],
  ['PUT', /^\/v1\/payments\/(\d+)$/, putPayment],
  ['POST', /^\/v1\/payments\/(\d+)\/refunds$/, makeRefund],
  ['GET', /^\/v1\/payments\/(\d+)\/refunds\/(\d+)$/, getRefund],
];

/** What Mercado Pago answers to a request of ours. */
export function answerOf(world: MercadoPagoWorld, request: PeerRequest, token: string): PeerAnswer {
  if (request.headers['authorization'] !== `Bearer ${token}`) {
    return { status: 401, body: { message: 'invalid_token', error: 'unauthorized', status: 401 } };
  }
  for (const [method, path, answer] of routes) {
    const place = method === request.method ? path.exec(request.path) : null;
    if (place) return answer(world, request, place[1] ?? '', place[2] ?? '');
  }
  return refusal(404, 'resource_not_found');
}
