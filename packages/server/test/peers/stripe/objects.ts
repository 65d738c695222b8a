export interface StripeProduct {
  readonly id: string;
  readonly name: string;
  readonly active: boolean;
  readonly created: number;
  readonly metadata: Record<string, string>;
}

export interface StripeSession {
  readonly id: string;
  readonly url: string;
  status: 'open' | 'complete' | 'expired';
  paid: boolean;
  readonly created: number;
  readonly expires_at: number;
  readonly amount: number;
  readonly metadata: Record<string, string>;
  readonly intentMetadata: Record<string, string>;
  readonly reference: string | null;
  intent: string | null;
}

export interface StripeIntent {
  readonly id: string;
  readonly session: string;
  readonly amount: number;
  readonly metadata: Record<string, string>;
  status: 'requires_payment_method' | 'requires_action' | 'succeeded' | 'canceled';
  declined: boolean;
  charge: string | null;
}

export interface StripeCharge {
  readonly id: string;
  readonly intent: string;
  readonly amount: number;
  readonly created: number;
  readonly type: string;
  readonly transfer: string | null;
  readonly paid: boolean;
  amount_refunded: number;
  disputed: boolean;
}

export interface StripeRefund {
  readonly id: string;
  readonly charge: string;
  readonly intent: string;
  readonly amount: number;
  readonly created: number;
  readonly metadata: Record<string, string>;
  status: 'pending' | 'requires_action' | 'succeeded' | 'failed' | 'canceled';
}

export interface StripeDispute {
  readonly id: string;
  readonly intent: string;
  readonly amount: number;
  readonly created: number;
  /** Time until which evidence is accepted, in unix seconds; null for an enquiry without a deadline. */
  readonly dueBy: number | null;
  status: string;
}

/** All objects of one account in one mode. */
export interface StripeObjects {
  readonly products: Map<string, StripeProduct>;
  readonly sessions: Map<string, StripeSession>;
  readonly intents: Map<string, StripeIntent>;
  readonly charges: Map<string, StripeCharge>;
  readonly refunds: Map<string, StripeRefund>;
  readonly disputes: Map<string, StripeDispute>;
}

export const newAccount = (): StripeObjects => ({
  products: new Map(),
  sessions: new Map(),
  intents: new Map(),
  charges: new Map(),
  refunds: new Map(),
  disputes: new Map(),
});

/** Dotted paths of the fields that a response expands to objects. */
type ExpandedPaths = readonly string[];

const expandBelow = (expand: ExpandedPaths, name: string) =>
  expand.filter((path) => path.startsWith(`${name}.`)).map((path) => path.slice(name.length + 1));

const isExpanded = (expand: ExpandedPaths, name: string) =>
  expand.some((path) => path === name || path.startsWith(`${name}.`));

export const showProduct = ({ id, name, active, created, metadata }: StripeProduct) => ({
  id,
  object: 'product',
  active,
  created,
  description: null,
  livemode: false,
  metadata,
  name,
  type: 'service',
});

function showCharge(charge: StripeCharge) {
  const { id, amount, created, type, transfer, amount_refunded, disputed, paid } = charge;
  const methodDetails =
    type === 'pix' ? { pix: { bank_transaction_id: transfer } } : { [type]: {} };
  return {
    id,
    object: 'charge',
    amount,
    amount_captured: paid ? amount : 0,
    amount_refunded,
    created,
    currency: 'brl',
    disputed,
    livemode: false,
    paid,
    payment_intent: charge.intent,
    payment_method_details: { type, ...methodDetails },
    refunded: amount_refunded === amount,
    status: paid ? 'succeeded' : 'failed',
  };
}

export function showIntent(
  account: StripeObjects,
  intent: StripeIntent,
  expand: ExpandedPaths = [],
) {
  const { id, amount, metadata, status, declined, charge } = intent;
  const storedCharge = charge === null ? undefined : account.charges.get(charge);
  return {
    id,
    object: 'payment_intent',
    amount,
    amount_received: status === 'succeeded' ? amount : 0,
    currency: 'brl',
    last_payment_error: declined ? { type: 'card_error', code: 'card_declined' } : null,
    latest_charge:
      storedCharge && isExpanded(expand, 'latest_charge') ? showCharge(storedCharge) : charge,
    livemode: false,
    metadata,
    status,
  };
}

export function showSession(
  account: StripeObjects,
  session: StripeSession,
  expand: ExpandedPaths = [],
) {
  const { id, url, status, paid, created, expires_at, amount, metadata } = session;
  const intent = session.intent === null ? undefined : account.intents.get(session.intent);
  return {
    id,
    object: 'checkout.session',
    amount_subtotal: amount,
    amount_total: amount,
    client_reference_id: session.reference,
    created,
    currency: 'brl',
    expires_at,
    livemode: false,
    metadata,
    mode: 'payment',
    payment_intent:
      intent && isExpanded(expand, 'payment_intent')
        ? showIntent(account, intent, expandBelow(expand, 'payment_intent'))
        : session.intent,
    payment_status: paid ? 'paid' : 'unpaid',
    status,
    ui_mode: 'hosted_page',
    url: status === 'open' ? url : null,
  };
}

export const showRefund = ({ charge, intent, ...refund }: StripeRefund) => ({
  ...refund,
  object: 'refund',
  charge,
  currency: 'brl',
  payment_intent: intent,
});

export const showDispute = ({ intent, dueBy, ...dispute }: StripeDispute) => ({
  ...dispute,
  object: 'dispute',
  evidence_details: { due_by: dueBy, has_evidence: false, past_due: false, submission_count: 0 },
  currency: 'brl',
  payment_intent: intent,
});

export { expandBelow as below, showCharge };
