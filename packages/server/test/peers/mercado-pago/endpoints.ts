import type {
  MercadoPagoResponse,
  PeerPayment,
  PeerPreference,
  PeerRefund,
  ReceivedMercadoPagoRequest,
} from './protocol.ts';
import { mercadoPagoError, toCents } from './protocol.ts';
import type { MercadoPagoState } from './state.ts';

type EndpointAnswerer = (
  state: MercadoPagoState,
  request: ReceivedMercadoPagoRequest,
  id: string,
  refundId: string,
) => MercadoPagoResponse;

const okResponse = (body: unknown, status = 200): MercadoPagoResponse => ({ status, body });

const paymentNotFound = mercadoPagoError(404, 2000, 'Payment not found');
const preferenceNotFound = mercadoPagoError(404, 'invalid_id', 'preference_id not found');
const wrongPaymentState = mercadoPagoError(
  400,
  2063,
  'The action requested is not valid for the current payment state',
);

/** Merchant order number of a checkout. */
const orderNumber = ({ preferences }: MercadoPagoState, preferenceId: string) =>
  4_945_357_007 + [...preferences.keys()].indexOf(preferenceId);

function paymentBody(state: MercadoPagoState, payment: PeerPayment) {
  const { preferenceId, ...fields } = payment;
  const isPix = payment.payment_method_id === 'pix' && payment.date_approved !== null;
  const transferId = isPix ? `E18236120202611221200s${String(payment.id).padStart(10, '0')}` : null;
  return {
    ...fields,
    currency_id: 'BRL',
    live_mode: true,
    operation_type: 'regular_payment',
    payer: {
      email: 'comprador@example.com',
      identification: { type: 'CPF', number: '19119119100' },
    },
    order: { id: orderNumber(state, preferenceId), type: 'mercadopago' },
    transaction_details: {
      net_received_amount: payment.transaction_amount,
      total_paid_amount: payment.transaction_amount,
      bank_transfer_id: null,
      transaction_id: null,
    },
    point_of_interaction: {
      type: isPix ? 'CHECKOUT' : 'UNSPECIFIED',
      transaction_data: { e2e_id: transferId, bank_transfer_id: null, transaction_id: null },
    },
  };
}

const makePreference: EndpointAnswerer = (state, { body, headers }) => {
  const { items, external_reference, expiration_date_to } = body as unknown as PeerPreference;
  if (!headers['x-idempotency-key']) return mercadoPagoError(400, 'bad_request', 'no key');
  if (!Array.isArray(items) || items.some((item) => !(Number(item.unit_price) > 0))) {
    return mercadoPagoError(400, 'invalid_items', 'unit_price invalid');
  }
  if (items.some((item) => item.currency_id !== 'BRL') || typeof external_reference !== 'string') {
    return mercadoPagoError(400, 'invalid_items', 'currency_id invalid');
  }
  const { back_urls, auto_return, date_of_expiration } = body as Record<string, never>;
  if (auto_return && !back_urls?.['success']) return mercadoPagoError(400, 'invalid_auto_return');
  for (const date of [expiration_date_to, date_of_expiration]) {
    if (!isDateWithOffset(date)) return mercadoPagoError(400, 'invalid_expiration_date_to');
  }
  return okResponse(state.make(body as unknown as PeerPreference), 201);
};

/** Accepts `yyyy-MM-dd'T'HH:mm:ss.SSS` with an offset only. */
const isDateWithOffset = (date: unknown) =>
  typeof date === 'string' &&
  /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}[+-]\d{2}:\d{2}$/.test(date);

const searchPreferences: EndpointAnswerer = (state, { query }) => {
  const elements = [...state.preferences.values()]
    .filter(({ external_reference }) => external_reference === query['external_reference'])
    .filter(({ date_created }) => state.isIndexed(date_created) && state.isRecent(date_created))
    .map(({ id, external_reference, date_created, expires }) => ({
      ...{ id, external_reference, date_created, expires, items: ['Produto'] },
      ...{ collector_id: 1_165_071_449, site_id: 'MLB', live_mode: true },
    }));
  return okResponse({ elements, next_offset: elements.length, total: elements.length });
};

const getPreference: EndpointAnswerer = (state, _request, id) => {
  const preference = state.preferences.get(id);
  return preference ? okResponse(preference) : preferenceNotFound;
};

const putPreference: EndpointAnswerer = (state, { body }, id) => {
  const preference = state.preferences.get(id);
  if (!preference) return preferenceNotFound;
  const { expires, expiration_date_to } = body as unknown as PeerPreference;
  if (!isDateWithOffset(expiration_date_to))
    return mercadoPagoError(400, 'invalid_expiration_date_to');
  const wasOpen = state.isOpen(preference);
  Object.assign(preference, { expires, expiration_date_to });
  if (wasOpen && !state.isOpen(preference)) state.closed(preference);
  return okResponse(preference);
};

/** All merchant orders; each payment attempt has one. */
const ordersOf = (state: MercadoPagoState) =>
  [...state.payments.values()].map(({ preferenceId, external_reference, id, date_created }) => ({
    ...{ id: orderNumber(state, preferenceId), preference_id: preferenceId, external_reference },
    ...{ payments: [{ id }], site_id: 'MLB', date_created },
  }));

const searchOrders: EndpointAnswerer = (state, { query }) => {
  const elements = ordersOf(state)
    .filter(({ external_reference }) => external_reference === query['external_reference'])
    .filter(({ date_created }) => state.isRecent(date_created));
  return okResponse({ elements, next_offset: elements.length, total: elements.length });
};

const getOrder: EndpointAnswerer = (state, _request, id) => {
  const order = ordersOf(state).find((order) => String(order.id) === id);
  return order ? okResponse(order) : mercadoPagoError(404, 'not_found');
};

const searchPayments: EndpointAnswerer = (state, { query }) => {
  const results = [...state.payments.values()]
    .filter(({ external_reference }) => external_reference === query['external_reference'])
    .filter(({ date_created }) => state.isIndexed(date_created))
    .map((payment) => paymentBody(state, payment));
  return okResponse({ paging: { total: results.length, limit: 30, offset: 0 }, results });
};

const getPayment: EndpointAnswerer = (state, _request, id) => {
  const payment = state.payments.get(Number(id));
  return payment ? okResponse(paymentBody(state, payment)) : paymentNotFound;
};

const putPayment: EndpointAnswerer = (state, { body }, id) => {
  const payment = state.payments.get(Number(id));
  if (!payment) return paymentNotFound;
  const isStoppable = ['pending', 'in_process', 'authorized'].includes(payment.status);
  if (body['status'] !== 'cancelled' || !isStoppable || state.settings.refusesCancellation) {
    return mercadoPagoError(
      400,
      2018,
      'The action requested is not valid for the current payment state',
    );
  }
  return okResponse(
    paymentBody(
      state,
      state.changePayment(payment.id, { status: 'cancelled', status_detail: 'by_collector' }),
    ),
  );
};

const refundBody = (refund: PeerRefund) => ({
  ...refund,
  source: { name: 'Guilda', id: '1165071449', type: 'collector' },
  refund_mode: 'standard',
  adjustment_amount: 0,
});

const makeRefund: EndpointAnswerer = (state, { body, headers }, id) => {
  const payment = state.payments.get(Number(id));
  if (!payment) return paymentNotFound;
  const key = headers['x-idempotency-key'];
  if (typeof key !== 'string') return mercadoPagoError(400, 4292, 'Header X-Idempotency-Key');
  const knownRefund = state.refundsByKey.get(`${id}/${key}`);
  if (knownRefund) return okResponse(refundBody(knownRefund), 201);
  const amount = Number(body['amount']);
  if (!(amount > 0)) return mercadoPagoError(401, 4040, 'amount attribute must be positive');
  const pendingRefunds = payment.refunds.filter(({ status }) => status === 'in_process');
  const unavailableCents = pendingRefunds.reduce(
    (sum, refund) => sum + toCents(refund.amount),
    toCents(payment.transaction_amount_refunded),
  );
  if (
    payment.status !== 'approved' ||
    unavailableCents + toCents(amount) > toCents(payment.transaction_amount)
  ) {
    return wrongPaymentState;
  }
  const status = state.settings.refundsAre;
  if (status === 'in_process' && headers['x-render-in-process-refunds'] !== 'true') {
    return mercadoPagoError(400, 'bad_request');
  }
  const refund = state.addRefund(payment.id, amount, status);
  // A repeated key gets the first response again, whatever has happened since.
  state.refundsByKey.set(`${id}/${key}`, { ...refund });
  if (status === 'approved') state.returnMoney(payment.id, amount);
  return okResponse(refundBody(refund), 201);
};

/** Lists the refunds of a payment; without the header, pending ones are missing. */
const listRefunds: EndpointAnswerer = (state, { headers }, id) => {
  const payment = state.payments.get(Number(id));
  if (!payment) return paymentNotFound;
  const showsPending = headers['x-render-in-process-refunds'] === 'true';
  const listedRefunds = payment.refunds.filter(
    ({ status }) => showsPending || status !== 'in_process',
  );
  return okResponse(listedRefunds.map(refundBody));
};

const getRefund: EndpointAnswerer = (state, _request, id, refundId) => {
  const refund = state.payments
    .get(Number(id))
    ?.refunds.find((refund) => String(refund.id) === refundId);
  return refund ? okResponse(refundBody(refund)) : mercadoPagoError(404, 2032, 'Refund not found');
};

const chargebackNotFound = mercadoPagoError(404, 'not_found', 'Chargeback not found');

const searchChargebacks: EndpointAnswerer = (state, { query }) => {
  const results = [...state.chargebacks.values()]
    .filter(({ payments }) => payments.some((id) => String(id) === query['payment_id']))
    .filter(({ date_created }) => state.isIndexed(date_created));
  return okResponse({ paging: { total: results.length, limit: 30, offset: 0 }, results });
};

const getChargeback: EndpointAnswerer = (state, _request, id) => {
  const chargeback = state.chargebacks.get(id);
  return chargeback ? okResponse(chargeback) : chargebackNotFound;
};

/** Returns the account that owns the token. */
const getAccount: EndpointAnswerer = ({ settings }) =>
  okResponse({ id: 1_165_071_449, nickname: 'GUILDA', site_id: 'MLB', ...settings.account });

const apiRoutes: readonly [string, RegExp, EndpointAnswerer][] = [
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
  ['GET', /^\/v1\/chargebacks\/search$/, searchChargebacks],
  ['GET', /^\/v1\/chargebacks\/(\d+)$/, getChargeback],
  ['POST', /^\/v1\/payments\/(\d+)\/refunds$/, makeRefund],
  ['GET', /^\/v1\/payments\/(\d+)\/refunds$/, listRefunds],
  ['GET', /^\/v1\/payments\/(\d+)\/refunds\/(\d+)$/, getRefund],
];

/** Mercado Pago's response to a request. */
export function respondToRequest(
  state: MercadoPagoState,
  request: ReceivedMercadoPagoRequest,
  token: string,
): MercadoPagoResponse {
  if (request.headers['authorization'] !== `Bearer ${token}`) {
    return { status: 401, body: { message: 'invalid_token', error: 'unauthorized', status: 401 } };
  }
  for (const [method, path, answer] of apiRoutes) {
    const match = method === request.method ? path.exec(request.path) : null;
    if (match) return answer(state, request, match[1] ?? '', match[2] ?? '');
  }
  return mercadoPagoError(404, 'resource_not_found');
}
