import type { Clock } from '../../../src/ports/clock.ts';
import {
  below,
  type StripeCharge,
  type StripeIntent,
  type StripeObjects,
  type StripeSession,
  showDispute,
  showIntent,
  showProduct,
  showRefund,
  showSession,
} from './objects.ts';
import {
  forbiddenRequest,
  metadataOf,
  nestedForm,
  noSuchObject,
  parameterError,
  refuseUnknownFields,
  type StripeForm,
  textOf,
  unixSecondsOf,
  wholeNumberOf,
} from './protocol.ts';

export interface PeerContext {
  readonly account: StripeObjects;
  readonly clock: Clock;
  /** Origin of the peer's API and pages. */
  readonly origin: string;
  readonly settings: {
    /** First status of new refunds. */
    refundsStart: 'succeeded' | 'pending';
    /** Simulated duration of requests, in seconds. */
    lag: number;
  };
  newId(prefix: string): string;
  emit(type: string, object: object): void;
}

type Endpoint = (context: PeerContext, form: StripeForm, id: string) => unknown;

const expandOf = (form: StripeForm) => Object.values(nestedForm(form, 'expand')).map(String);

const SESSION_PARAMS = [
  'mode',
  'locale',
  'client_reference_id',
  'line_items',
  'allowed_payment_method_types',
  'payment_method_options',
  'customer_email',
  'adaptive_pricing',
  'payment_intent_data',
  'metadata',
  'success_url',
  'cancel_url',
  'expires_at',
  'expand',
];

function amountOf(form: StripeForm): number {
  const lineItem = nestedForm(nestedForm(form, 'line_items'), '0');
  const price = nestedForm(lineItem, 'price_data');
  if (textOf(price, 'currency') !== 'brl')
    throw parameterError('line_items[0][price_data]', 'currency');
  if (!textOf(nestedForm(price, 'product_data'), 'name'))
    throw parameterError('line_items', 'name');
  const amount =
    (wholeNumberOf(price, 'unit_amount') ?? 0) * (wholeNumberOf(lineItem, 'quantity') ?? 0);
  if (amount < 50)
    throw parameterError('line_items', 'Amount must be at least R$0.50', 'amount_too_small');
  return amount;
}

function expiryOf(form: StripeForm, createdSeconds: number): number {
  const expiresAt = wholeNumberOf(form, 'expires_at') ?? createdSeconds + 86_400;
  if (expiresAt < createdSeconds + 1_800 || expiresAt > createdSeconds + 86_400) {
    throw parameterError(
      'expires_at',
      'The `expires_at` timestamp must be at least 30 minutes from creation',
    );
  }
  return expiresAt;
}

function checkSession(form: StripeForm): void {
  refuseUnknownFields(form, SESSION_PARAMS);
  if (textOf(form, 'mode') !== 'payment') throw parameterError('mode', 'mode');
  const email = textOf(form, 'customer_email');
  if (email !== undefined && !/^[\x21-\x7e]+@[\w.-]+$/.test(email)) {
    throw parameterError('customer_email', `Invalid email address: ${email}`, 'email_invalid');
  }
  for (const name of ['success_url', 'cancel_url']) {
    if (!/^https?:\/\//.test(textOf(form, name) ?? ''))
      throw parameterError(name, 'Not a valid URL');
  }
  const pix = nestedForm(nestedForm(form, 'payment_method_options'), 'pix');
  const seconds = wholeNumberOf(pix, 'expires_after_seconds') ?? 60;
  if (seconds < 60 || seconds > 1_209_600)
    throw parameterError('payment_method_options[pix]', 'seconds');
}

/** Reads a session; an open one whose time has passed becomes expired first. */
export function freshSession({ account, clock, emit }: PeerContext, id: string): StripeSession {
  const session = account.sessions.get(id);
  if (!session) throw noSuchObject('checkout.session', id, 'session');
  if (session.status === 'open' && unixSecondsOf(clock) >= session.expires_at) {
    session.status = 'expired';
    emit('checkout.session.expired', showSession(account, session));
  }
  return session;
}

const createSession: Endpoint = (context, form) => {
  const { account, clock, newId, origin } = context;
  checkSession(form);
  const created = unixSecondsOf(clock) + context.settings.lag;
  const id = newId('cs_test');
  const session: StripeSession = {
    id,
    // The URL is about as long as a real one, because Stripe's URLs are unusually long.
    url: `${origin}/c/pay/${id}#${'fidkdWxOYHwnPyd1blpxYHZxWjA0'.repeat(24)}`,
    status: 'open',
    paid: false,
    created,
    expires_at: expiryOf(form, created),
    amount: amountOf(form),
    metadata: metadataOf(form),
    intentMetadata: metadataOf(nestedForm(form, 'payment_intent_data')),
    reference: textOf(form, 'client_reference_id') ?? null,
    intent: null,
  };
  account.sessions.set(id, session);
  return showSession(account, session, expandOf(form));
};

const readSession: Endpoint = (context, form, id) =>
  showSession(context.account, freshSession(context, id), expandOf(form));

const expireSession: Endpoint = (context, form, id) => {
  const session = freshSession(context, id);
  if (session.status !== 'open') {
    throw forbiddenRequest('Only Checkout Sessions with a status in ["open"] can be expired.');
  }
  session.status = 'expired';
  context.emit('checkout.session.expired', showSession(context.account, session));
  return showSession(context.account, session, expandOf(form));
};

function pageOf<T extends { readonly id: string }>(
  form: StripeForm,
  items: readonly T[],
  showItem: (item: T) => unknown,
) {
  const after = textOf(form, 'starting_after');
  const startIndex = after === undefined ? 0 : items.findIndex(({ id }) => id === after) + 1;
  const limit = wholeNumberOf(form, 'limit') ?? 10;
  if (limit < 1 || limit > 100) throw parameterError('limit', 'between 1 and 100');
  const data = items.slice(startIndex, startIndex + limit);
  const hasMore = startIndex + limit < items.length;
  return { object: 'list', data: data.map(showItem), has_more: hasMore, url: '/v1' };
}

const listSessions: Endpoint = (context, form) => {
  refuseUnknownFields(form, ['payment_intent', 'limit', 'starting_after', 'expand']);
  const { account } = context;
  const intentId = textOf(form, 'payment_intent');
  const sessions = [...account.sessions.values()].filter(({ intent }) => intent === intentId);
  const expand = below(expandOf(form), 'data');
  return pageOf(form, sessions.reverse(), (session) =>
    showSession(account, freshSession(context, session.id), expand),
  );
};

const createProduct: Endpoint = ({ account, clock, newId }, form) => {
  refuseUnknownFields(form, ['id', 'name', 'active', 'metadata', 'expand']);
  const id = textOf(form, 'id') ?? newId('prod');
  const metadata = metadataOf(form);
  const name = textOf(form, 'name');
  if (!name) throw parameterError('name', 'Missing required param: name.', 'parameter_missing');
  if (account.products.has(id)) {
    throw forbiddenRequest(`Product already exists: ${id}`, {
      code: 'resource_already_exists',
      param: 'id',
    });
  }
  const active = textOf(form, 'active') !== 'false';
  const product = { id, name, active, created: unixSecondsOf(clock), metadata };
  account.products.set(id, product);
  return showProduct(product);
};

const readProduct: Endpoint = ({ account }, _form, id) => {
  const product = account.products.get(id);
  if (!product) throw noSuchObject('product', id);
  return showProduct(product);
};

function intentOf({ account }: PeerContext, intentId: string, paramName: string): StripeIntent {
  const intent = account.intents.get(intentId);
  if (!intent) throw noSuchObject('payment_intent', intentId, paramName);
  return intent;
}

const readIntent: Endpoint = (context, form, id) =>
  showIntent(context.account, intentOf(context, id, 'intent'), expandOf(form));

function checkRefund(charge: StripeCharge | undefined, amount: number): StripeCharge {
  if (!charge?.paid)
    throw forbiddenRequest('This PaymentIntent does not have a successful charge.');
  const { id, disputed, amount_refunded } = charge;
  if (disputed) throw forbiddenRequest(`${id} has been charged back`, { code: 'charge_disputed' });
  const amountLeft = charge.amount - amount_refunded;
  if (amountLeft === 0) {
    throw forbiddenRequest(`Charge ${id} has already been refunded.`, {
      code: 'charge_already_refunded',
    });
  }
  if (amount > amountLeft) {
    throw forbiddenRequest('Refund amount is greater than unrefunded amount on charge', {
      param: 'amount',
    });
  }
  return charge;
}

const createRefund: Endpoint = (context, form) => {
  refuseUnknownFields(form, ['payment_intent', 'amount', 'metadata', 'expand']);
  const { account, clock, emit, newId, settings } = context;
  const intent = intentOf(context, textOf(form, 'payment_intent') ?? '', 'payment_intent');
  const amount = wholeNumberOf(form, 'amount') ?? 0;
  if (amount < 1)
    throw parameterError('amount', 'Invalid positive integer', 'parameter_invalid_integer');
  const charge = checkRefund(account.charges.get(intent.charge ?? ''), amount);
  const refund = {
    id: newId('re'),
    charge: charge.id,
    intent: intent.id,
    amount,
    created: unixSecondsOf(clock),
    metadata: metadataOf(form),
    status: settings.refundsStart,
  };
  charge.amount_refunded += amount;
  account.refunds.set(refund.id, refund);
  emit('refund.created', showRefund(refund));
  return showRefund(refund);
};

const listRefunds: Endpoint = ({ account }, form) => {
  refuseUnknownFields(form, ['payment_intent', 'limit', 'starting_after', 'expand']);
  const intentId = textOf(form, 'payment_intent');
  const refunds = [...account.refunds.values()].filter(({ intent }) => intent === intentId);
  return pageOf(form, refunds.reverse(), showRefund);
};

const listDisputes: Endpoint = ({ account }, form) => {
  refuseUnknownFields(form, ['payment_intent', 'limit', 'starting_after', 'expand']);
  const intentId = textOf(form, 'payment_intent');
  const disputes = [...account.disputes.values()].filter(({ intent }) => intent === intentId);
  return pageOf(form, disputes, showDispute);
};

const apiRoutes: readonly (readonly [string, RegExp, Endpoint])[] = [
  ['POST', /^\/checkout\/sessions()$/, createSession],
  ['GET', /^\/checkout\/sessions()$/, listSessions],
  ['GET', /^\/checkout\/sessions\/([^/]+)$/, readSession],
  ['POST', /^\/checkout\/sessions\/([^/]+)\/expire$/, expireSession],
  ['POST', /^\/products()$/, createProduct],
  ['GET', /^\/products\/([^/]+)$/, readProduct],
  ['GET', /^\/payment_intents\/([^/]+)$/, readIntent],
  ['POST', /^\/refunds()$/, createRefund],
  ['GET', /^\/refunds()$/, listRefunds],
  ['GET', /^\/disputes()$/, listDisputes],
];

/** Performs a request and returns its result; throws a `StripeApiError` when the request is refused. */
export function performEndpoint(
  context: PeerContext,
  method: string,
  path: string,
  form: StripeForm,
): unknown {
  for (const [verb, pattern, endpoint] of apiRoutes) {
    const match = verb === method ? pattern.exec(path) : null;
    if (match) return endpoint(context, form, decodeURIComponent(match[1] ?? ''));
  }
  throw forbiddenRequest(`Unrecognized request URL (${method}: ${path})`);
}
