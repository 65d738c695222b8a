import { freshSession, type PeerContext } from './endpoints.ts';
import {
  type StripeCharge,
  type StripeIntent,
  type StripeSession,
  showCharge,
  showDispute,
  showRefund,
  showSession,
} from './objects.ts';
import { unixSecondsOf } from './protocol.ts';

/** Actions of payers, of banks, and of the shop in Stripe's dashboard. */
export interface PeerPayer {
  /** Pays by card; succeeds at once. */
  payByCard(session: string, type?: string): void;
  /** Submits the page and gets a Pix code: the session is complete, the money has not arrived. */
  startPix(session: string): void;
  /** Ends a Pix payment: it succeeds when `isPaid`, else it expires. */
  endPix(session: string, isPaid: boolean): void;
  decline(session: string): void;
  /** Expires an unpaid session. */
  runOut(session: string): void;
  /** Refunds in Stripe's dashboard. */
  refundByHand(session: string, amount: number): void;
  /** Ends a pending refund; a card refund may also fail after it has succeeded. */
  settleRefund(id: string, status: 'succeeded' | 'failed'): void;
  /** Opens a dispute, or an enquiry when `status` begins with `warning_`; `end` decides it. */
  dispute(session: string, status?: string): { end(status: 'won' | 'lost'): void };
}

/** An end-to-end id in the format of the central bank. */
const transferId = (count: number) => `E18236120202611201200${String(count).padStart(11, 's')}`;

export function createPayer(context: PeerContext): PeerPayer {
  const { account, clock, emit, newId } = context;
  let transferCount = 0;

  const openSession = (id: string): StripeSession => {
    const session = freshSession(context, id);
    if (session.status !== 'open') throw new Error(`the page is ${session.status}`);
    return session;
  };
  const intentOf = (session: StripeSession): StripeIntent => {
    const existingIntent = account.intents.get(session.intent ?? '');
    if (existingIntent) return existingIntent;
    const intent: StripeIntent = {
      id: newId('pi'),
      session: session.id,
      amount: session.amount,
      metadata: session.intentMetadata,
      status: 'requires_payment_method',
      declined: false,
      charge: null,
    };
    account.intents.set(intent.id, intent);
    session.intent = intent.id;
    return intent;
  };
  const chargeFor = (intent: StripeIntent, type: string, paid: boolean): StripeCharge => {
    transferCount += 1;
    const charge: StripeCharge = {
      id: newId('ch'),
      intent: intent.id,
      amount: intent.amount,
      created: unixSecondsOf(clock),
      type,
      transfer: type === 'pix' ? transferId(transferCount) : null,
      paid,
      amount_refunded: 0,
      disputed: false,
    };
    account.charges.set(charge.id, charge);
    intent.charge = charge.id;
    return charge;
  };
  const completePayment = (session: StripeSession, intent: StripeIntent, type: string) => {
    chargeFor(intent, type, true);
    Object.assign(intent, { status: 'succeeded', declined: false });
    Object.assign(session, { status: 'complete', paid: true });
  };
  const paymentOf = (id: string) => {
    const intent = account.intents.get(account.sessions.get(id)?.intent ?? '');
    const charge = account.charges.get(intent?.charge ?? '');
    if (!intent || !charge?.paid) throw new Error('nobody paid');
    return { intent, charge };
  };
  const sendEvent = (type: string, session: StripeSession) =>
    emit(type, showSession(account, session));

  return {
    payByCard(id, type = 'card') {
      const session = openSession(id);
      completePayment(session, intentOf(session), type);
      sendEvent('checkout.session.completed', session);
    },
    startPix(id) {
      const session = openSession(id);
      Object.assign(intentOf(session), { status: 'requires_action', declined: false });
      session.status = 'complete';
      sendEvent('checkout.session.completed', session);
    },
    endPix(id, isPaid) {
      const session = freshSession(context, id);
      const intent = intentOf(session);
      if (isPaid) completePayment(session, intent, 'pix');
      else Object.assign(intent, { status: 'requires_payment_method', declined: true });
      sendEvent(`checkout.session.async_payment_${isPaid ? 'succeeded' : 'failed'}`, session);
    },
    decline(id) {
      const intent = intentOf(openSession(id));
      chargeFor(intent, 'card', false);
      Object.assign(intent, { status: 'requires_payment_method', declined: true });
      emit('payment_intent.payment_failed', { id: intent.id, object: 'payment_intent' });
    },
    runOut(id) {
      const session = openSession(id);
      session.status = 'expired';
      sendEvent('checkout.session.expired', session);
    },
    refundByHand(id, amount) {
      const { intent, charge } = paymentOf(id);
      charge.amount_refunded += amount;
      const refund = {
        id: newId('re'),
        charge: charge.id,
        intent: intent.id,
        amount,
        created: unixSecondsOf(clock),
        metadata: {},
        status: 'succeeded' as const,
      };
      account.refunds.set(refund.id, refund);
      emit('charge.refunded', showCharge(charge));
    },
    settleRefund(id, status) {
      const refund = account.refunds.get(id);
      const charge = account.charges.get(refund?.charge ?? '');
      const hasSucceeded = refund?.status === 'succeeded' && status === 'succeeded';
      if (!refund || refund.status === 'failed' || hasSucceeded || !charge) {
        throw new Error('nothing under way');
      }
      refund.status = status;
      if (status === 'failed') charge.amount_refunded -= refund.amount;
      emit(status === 'failed' ? 'refund.failed' : 'refund.updated', showRefund(refund));
    },
    dispute(id, status = 'needs_response') {
      const { intent, charge } = paymentOf(id);
      const amount = charge.amount - charge.amount_refunded;
      const created = unixSecondsOf(clock);
      const dispute = {
        ...{ id: newId('du'), intent: intent.id, amount, status, created },
        dueBy: created + 7 * 86_400,
      };
      charge.disputed = true;
      account.disputes.set(dispute.id, dispute);
      emit('charge.dispute.created', showDispute(dispute));
      return {
        end: (status) => {
          dispute.status = status;
          emit('charge.dispute.closed', showDispute(dispute));
        },
      };
    },
  };
}
