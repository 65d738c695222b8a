import type { TransitionParty } from '../../src/modules/orders/lifecycle/order-states.ts';
import type { ModelRun } from './model-run.ts';
import {
  handleRefusedRefund,
  sendToProvider,
  settleAfterClosing,
  settlePayment,
} from './payments.ts';
import { postRelease } from './postings.ts';
import { chargedBackAmount, copyRecord, type OrderModel } from './state.ts';
import type { ModelStep, StepName, StepPart } from './step.ts';
import { applyDisputeTransition, applyOrderTransition, resolveDispute } from './transitions.ts';
import { withdrawalParts } from './withdrawals.ts';

/*
 * Steps of people, jobs and the payment provider. A step is a list of atomic parts: each is one transaction or one
 * provider call. A crash ends a step between two parts, and other steps may run between them.
 */

export function orderOf({ state }: ModelRun, { on }: ModelStep): OrderModel {
  const order = state.orders[on];
  if (!order) throw new Error(`no order ${on}`);
  return order;
}

/** Creates a part that changes an order. */
const onOrder =
  (change: (run: ModelRun, order: OrderModel, step: ModelStep) => unknown): StepPart =>
  (run, step) => {
    change(run, orderOf(run, step), step);
    return undefined;
  };

const lookUp: StepPart = (run, step) => ({ record: copyRecord(orderOf(run, step).provider) });

const stopUnless =
  (condition: (order: OrderModel, run: ModelRun) => boolean): StepPart =>
  (run, step) =>
    condition(orderOf(run, step), run) ? undefined : 'stop';

const isUnpaid = ({ serviceStatus }: OrderModel) => serviceStatus === 'awaiting_payment';
const isUnservable = ({ seller }: OrderModel, { state }: ModelRun) =>
  state.wallets[seller]?.suspended === true;

const closeCheckout: StepPart = (run, step) => {
  const { provider } = orderOf(run, step);
  if (provider.paid === 0) provider.closed = true;
  return { record: copyRecord(provider) };
};

/** Creates a part that applies the record of the closed checkout and then the transition, in one transaction. */
const settleAndMove =
  (action: 'cancel' | 'expire' | 'revoke', by: TransitionParty): StepPart =>
  (run, step, { record }) => {
    const order = orderOf(run, step);
    if (record) settleAfterClosing(run, order, record);
    if (action !== 'revoke' || isUnservable(order, run))
      applyOrderTransition(run, order, { action, by });
    return undefined;
  };

const refundOf = (run: ModelRun, step: ModelStep) =>
  orderOf(run, step).refunds.find(({ id }) => id === step.refund);

const sendRefund: readonly StepPart[] = [
  (run, step) => (refundOf(run, step)?.status === 'pending' ? undefined : 'stop'),
  (run, step, context) => {
    const refund = refundOf(run, step);
    // Another step has replaced the refund since this step read it. The provider would refuse it, so the step ends.
    if (!refund) return 'stop';
    return { ...context, refused: sendToProvider(orderOf(run, step), refund) === 'refused' };
  },
  (run, step, context) => {
    if (context.refused) return { ...context, record: copyRecord(orderOf(run, step).provider) };
    const refund = refundOf(run, step);
    if (refund?.status === 'pending') refund.status = 'succeeded';
    return 'stop';
  },
  (run, step, { record }) => {
    const refund = refundOf(run, step);
    if (refund && record) handleRefusedRefund(run, orderOf(run, step), refund, record);
    return undefined;
  },
];

function openDispute(run: ModelRun, order: OrderModel): void {
  const { dispute, price, serviceStatus, clearing, over } = order;
  if (dispute || price === 0) return;
  const isClearing = serviceStatus === 'complete' && clearing && !over.includes('clearing');
  if (serviceStatus !== 'in_progress' && !isClearing) return;
  const noOutcome = { offer: null, outcome: null, refundedAmount: 0 };
  order.dispute = { state: 'open', ...noOutcome, wasClearing: clearing, takenBack: false };
  order.over = order.over.filter((deadline) => deadline !== 'answer');
  Object.assign(order, { disputed: true, clearing: false });
  run.rows.push('dispute open by buyer');
}

function endClearing(run: ModelRun, order: OrderModel): void {
  if (order.serviceStatus !== 'complete' || !order.clearing || !order.over.includes('clearing'))
    return;
  order.clearing = false;
  postRelease(run, order);
}

function refundAs(run: ModelRun, order: OrderModel, { by = 'admin' }: ModelStep): void {
  const actions = ['regret', 'refundUnstarted', 'refundStarted'] as const;
  actions.some((action) => applyOrderTransition(run, order, { action, by }));
}

const decideChargeback = (status: 'lost' | 'won') =>
  onOrder((_, { provider }, { chargeback = -1 }) => {
    const openChargeback = provider.chargebacks[chargeback];
    if (openChargeback && openChargeback.status !== 'won') openChargeback.status = status;
  });

const contestDispute = onOrder((run, order, { amount = null }) => {
  if (amount === null || amount < order.price)
    applyDisputeTransition(run, order, { action: 'contest', amount });
});
const refundAll = (action: 'accept' | 'lapse' | 'decideRefund') =>
  onOrder((run, order) => resolveDispute(run, order, { action, amount: order.price }));

const suspensionSteps =
  (suspended: boolean): StepPart =>
  ({ state }, { on }) => {
    const wallet = state.wallets[on];
    if (wallet) wallet.suspended = suspended;
    return undefined;
  };

export type StepParts = Readonly<Record<StepName, readonly StepPart[]>>;

/** The parts of each step. */
export const partsOf: StepParts = {
  buyerPays: [
    onOrder((_, { provider }, { amount }) => {
      provider.paid = Math.max(provider.paid, amount ?? 0);
    }),
  ],
  providerTakesBack: [
    onOrder((_, { provider }, { amount }) => {
      const amountLeft = provider.paid - provider.back - chargedBackAmount(provider);
      provider.back += Math.max(0, Math.min(amountLeft, amount ?? 0));
    }),
  ],
  chargeBack: [
    onOrder((_, { provider }, { amount }) => {
      const maxAmount = provider.paid - chargedBackAmount(provider);
      const chargedBack = Math.min(maxAmount, amount ?? 0);
      if (chargedBack > 0) provider.chargebacks.push({ amount: chargedBack, status: 'open' });
    }),
  ],
  chargebackLost: [decideChargeback('lost')],
  chargebackWon: [decideChargeback('won')],
  webhook: [
    lookUp,
    (run, step, { record }) => {
      if (record) settlePayment(run, orderOf(run, step), record);
      return undefined;
    },
  ],
  pass: [onOrder((_, { over }, { deadline }) => deadline && over.push(deadline))],
  openPack: [
    onOrder((_, order) => {
      const isSold = ['awaiting_start', 'in_progress', 'complete'].includes(order.serviceStatus);
      if (isSold) order.packOpened = true;
    }),
  ],
  cancel: [stopUnless(isUnpaid), closeCheckout, settleAndMove('cancel', 'buyer')],
  expire: [stopUnless(isUnpaid), closeCheckout, settleAndMove('expire', 'system')],
  revoke: [
    stopUnless((order, run) => isUnpaid(order) && isUnservable(order, run)),
    closeCheckout,
    settleAndMove('revoke', 'system'),
  ],
  start: [
    onOrder((run, order) => applyOrderTransition(run, order, { action: 'start', by: 'seller' })),
  ],
  complete: [
    onOrder((run, order, { by = 'seller' }) =>
      applyOrderTransition(run, order, { action: 'complete', by }),
    ),
  ],
  refund: [onOrder(refundAs)],
  refundUnstarted: [
    onOrder((run, order) =>
      applyOrderTransition(run, order, { action: 'refundLapsed', by: 'system' }),
    ),
  ],
  endClearing: [onOrder(endClearing)],
  openDispute: [onOrder(openDispute)],
  contest: [contestDispute],
  accept: [refundAll('accept')],
  lapse: [refundAll('lapse')],
  acceptOffer: [
    onOrder((run, order) =>
      resolveDispute(run, order, { action: 'acceptOffer', amount: order.dispute?.offer ?? 0 }),
    ),
  ],
  withdraw: [onOrder((run, order) => resolveDispute(run, order, { action: 'withdraw' }))],
  decideRelease: [
    onOrder((run, order) => resolveDispute(run, order, { action: 'decideRelease', amount: 0 })),
  ],
  decideRefund: [refundAll('decideRefund')],
  decidePart: [
    onOrder((run, order, { amount }) => {
      if (amount && amount < order.price)
        resolveDispute(run, order, { action: 'decidePart', amount });
    }),
  ],
  sendRefund,
  suspend: [suspensionSteps(true)],
  unsuspend: [suspensionSteps(false)],
  ...withdrawalParts,
};
