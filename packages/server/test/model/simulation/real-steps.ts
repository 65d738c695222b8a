import type { ConfirmationPurpose } from '@guilda/contract/accounts/confirmation';
import type { DisputeDecisionInput } from '@guilda/contract/orders/dispute-endpoints';
import {
  answerDispute,
  takeBuyerDisputeStep,
} from '../../../src/modules/orders/disputes/answer-dispute.ts';
import { decideDispute } from '../../../src/modules/orders/disputes/decide-dispute.ts';
import { refundUnansweredDispute } from '../../../src/modules/orders/disputes/dispute-deadlines.ts';
import { openDispute } from '../../../src/modules/orders/disputes/open-dispute.ts';
import { markPackOpened } from '../../../src/modules/orders/index.ts';
import { cancelOrder } from '../../../src/modules/orders/lifecycle/cancel-order.ts';
import { endClearing } from '../../../src/modules/orders/lifecycle/end-clearing.ts';
import {
  expireOrder,
  revokeUnpaidOrder,
} from '../../../src/modules/orders/lifecycle/expire-order.ts';
import { refundUnstartedOrder } from '../../../src/modules/orders/lifecycle/refund-unstarted-order.ts';
import { updateOrder } from '../../../src/modules/orders/lifecycle/update-order.ts';
import { handlePaymentWebhook } from '../../../src/modules/orders/payments/handle-webhook.ts';
import { refundOrder } from '../../../src/modules/orders/refunds/refund-order.ts';
import { sendRefund } from '../../../src/modules/orders/refunds/send-refund.ts';
import { handlePayoutWebhook } from '../../../src/modules/wallet/payouts/handle-payout-webhook.ts';
import { sendOrLookUpPayout } from '../../../src/modules/wallet/payouts/send-or-look-up-payout.ts';
import { decideWithdrawal } from '../../../src/modules/wallet/withdrawals/decide-withdrawal.ts';
import type { WithdrawalDecision } from '../../../src/modules/wallet/withdrawals/decision-step.ts';
import { requestWithdrawal } from '../../../src/modules/wallet/withdrawals/request-withdrawal.ts';
import type { Person } from '../../../src/platform/actor.ts';
import { systemIds } from '../../../src/ports/ids.ts';
import { chargedBackAmount } from '../../../src/ports/payment-provider.ts';
import type { PayoutStatus } from '../../../src/ports/payout-provider.ts';
import { buildConfirmation } from '../../fixtures/data/payouts.ts';
import type { Deadline } from '../state.ts';
import type { ModelStep, StepName } from '../step.ts';
import type { SimulationIds } from './read-simulation-state.ts';
import type { Simulation, StepDeps } from './simulation.ts';

/** A step with the data that the program needs to run it. */
export interface RealStep {
  readonly simulation: Simulation;
  readonly deps: StepDeps;
  readonly ids: SimulationIds;
  readonly step: ModelStep;
}

type RunRealStep = (real: RealStep) => Promise<unknown>;

const decisionReason = 'Decidido pelo modelo.';

function orderIdsOf({ ids, step }: RealStep) {
  const orderIds = ids.orders[step.on];
  if (!orderIds) throw new Error(`no order ${step.on}`);
  return orderIds;
}

/** Creates the function of a step that concerns an order and its people. */
const onOrder =
  (
    act: (deps: StepDeps, id: string, people: Record<string, Person>, real: RealStep) => unknown,
  ): RunRealStep =>
  async (real) => {
    const { id, buyer, seller } = orderIdsOf(real);
    const { simulation } = real;
    const people = {
      buyer: simulation.buyers[buyer],
      seller: simulation.sellers[seller],
      admin: simulation.admin,
    };
    return act(real.deps, id, people as Record<string, Person>, real);
  };

/** Creates a confirmation for a person's next step, on a connection without faults. */
const confirmFor = ({ watcher }: Simulation, { sessionId }: Person, purpose: ConfirmationPurpose) =>
  buildConfirmation(watcher.pool, sessionId, purpose);

const pastTimeSql = `now() - interval '1 minute'`;
/** SQL statements that move each deadline of an order into the past. */
const deadlineUpdates: Readonly<Record<Deadline, string>> = {
  pay: `UPDATE payments SET expires_at = ${pastTimeSql} WHERE id = $1`,
  start: `UPDATE payments SET start_by = ${pastTimeSql} WHERE id = $1 AND service_status = 'awaiting_start'`,
  clearing: `UPDATE payments SET held_until = ${pastTimeSql} WHERE id = $1 AND held_until IS NOT NULL`,
  answer: `UPDATE disputes SET answer_by = ${pastTimeSql} WHERE payment_id = $1 AND state = 'open'`,
};

const runDisputeDecision =
  (outcome: 'released' | 'refunded' | 'partly_refunded'): RunRealStep =>
  async (real) => {
    const { disputeId } = orderIdsOf(real);
    const refundAmount = real.step.amount ?? 0;
    const input: DisputeDecisionInput =
      outcome === 'partly_refunded'
        ? { outcome, refundAmount, reason: decisionReason }
        : { outcome, refundAmount: null, reason: decisionReason };
    if (!disputeId) return;
    const confirmation = await confirmFor(real.simulation, real.simulation.admin, 'admin_money');
    const request = { input, confirmation };
    await decideDispute(real.deps)(real.simulation.admin, disputeId, request);
  };

const suspendAccount =
  (value: 'now()' | 'NULL'): RunRealStep =>
  ({ simulation, step }) =>
    simulation.watcher.pool.query(`UPDATE users SET suspended_at = ${value} WHERE uid = $1`, [
      simulation.sellers[step.on]?.uid,
    ]);

const runWithdrawalDecision =
  (decision: WithdrawalDecision): RunRealStep =>
  async ({ deps, simulation, ids, step }) => {
    const confirmation = await confirmFor(simulation, simulation.admin, 'admin_money');
    const id = ids.withdrawals[step.on] ?? '';
    return decideWithdrawal(deps)(simulation.admin, id, { decision, confirmation });
  };

const chargebackId = (n = 0) => `cbk_${n}`;

const endChargeback =
  (status: 'lost' | 'won'): RunRealStep =>
  async (real) => {
    const id = chargebackId(real.step.chargeback);
    const knownChargeback = providerRecordOf(real).chargebacks?.find(
      (chargeback) => chargeback.id === id,
    );
    if (knownChargeback && knownChargeback.status !== 'won')
      real.simulation.provider.chargeBack(orderIdsOf(real).id, { id, status });
  };

/** Creates a step that changes the state of a sent payout, as the payout provider or the bank does. */
const payoutBecomes =
  (from: readonly PayoutStatus[], to: PayoutStatus): RunRealStep =>
  async ({ simulation, ids, step }) => {
    const id = ids.withdrawals[step.on] ?? '';
    const status = simulation.payouts.statusOf(id);
    if (status && from.includes(status)) simulation.payouts.changeStatus(id, to);
  };

/** For each step of the model, the function that takes it: in the program, or at a fake provider. */
export const realSteps: Readonly<Record<StepName, RunRealStep>> = {
  buyerPays: async (real) => {
    const { id } = orderIdsOf(real);
    const { amountPaid } = providerRecordOf(real);
    real.simulation.provider.pay(id, Math.max(amountPaid, real.step.amount ?? 0));
  },
  providerTakesBack: async (real) => {
    const { amountPaid, amountRefunded } = providerRecordOf(real);
    const amountLeft = amountPaid - amountRefunded - chargedBackAmount(providerRecordOf(real));
    const amount = Math.min(real.step.amount ?? 0, amountLeft);
    if (amount > 0) real.simulation.provider.returnMoney(orderIdsOf(real).id, amount);
  },
  chargeBack: async (real) => {
    const record = providerRecordOf(real);
    const amount = Math.min(real.step.amount ?? 0, record.amountPaid - chargedBackAmount(record));
    const id = chargebackId(record.chargebacks?.length);
    if (amount > 0) real.simulation.provider.chargeBack(orderIdsOf(real).id, { id, amount });
  },
  chargebackLost: endChargeback('lost'),
  chargebackWon: endChargeback('won'),
  webhook: async (real) => {
    const { provider } = real.simulation;
    const webhook = provider.webhookRequest(orderIdsOf(real).id);
    return handlePaymentWebhook(real.deps)(provider.name, webhook);
  },
  pass: async (real) => {
    const { deadline } = real.step;
    if (deadline)
      await real.simulation.watcher.pool.query(deadlineUpdates[deadline], [orderIdsOf(real).id]);
  },
  openPack: onOrder((deps, id) => markPackOpened(deps.database.db, id)),
  cancel: onOrder((deps, id, { buyer }) => buyer && cancelOrder(deps)(buyer, id)),
  expire: onOrder((deps, id) => expireOrder(deps)(id)),
  revoke: onOrder((deps, id) => revokeUnpaidOrder(deps)(id)),
  start: onOrder((deps, id, { seller }) => {
    const startedServiceAt = new Date().toISOString();
    return (
      seller && updateOrder(deps)(seller, id, { serviceStatus: 'in_progress', startedServiceAt })
    );
  }),
  complete: onOrder((deps, id, people, { step }) => {
    const actor = people[step.by ?? 'seller'];
    return actor && updateOrder(deps)(actor, id, { serviceStatus: 'complete', endedIt: actor.uid });
  }),
  refund: onOrder(async (deps, id, people, { simulation, step }) => {
    const actor = people[step.by ?? 'admin'];
    return (
      actor && refundOrder(deps)(actor, id, await confirmFor(simulation, actor, 'admin_money'))
    );
  }),
  refundUnstarted: onOrder((deps, id) => refundUnstartedOrder(deps)(id)),
  endClearing: onOrder((deps, id) => endClearing(deps)(id)),
  openDispute: onOrder(
    (deps, id, { buyer }) =>
      buyer && openDispute(deps)(buyer, id, { reason: 'not_delivered', description: 'Nada.' }),
  ),
  contest: onOrder((deps, id, { seller }, { step }) => {
    const offer = step.amount ?? undefined;
    const answer = { accept: false, message: 'Entreguei.', ...(offer ? { offer } : {}) } as const;
    return seller && answerDispute(deps)(seller, id, answer);
  }),
  accept: onOrder(
    (deps, id, { seller }) => seller && answerDispute(deps)(seller, id, { accept: true }),
  ),
  lapse: onOrder((deps, id) => refundUnansweredDispute(deps)(id)),
  acceptOffer: onOrder(
    (deps, id, { buyer }) => buyer && takeBuyerDisputeStep(deps, 'acceptOffer')(buyer, id),
  ),
  withdraw: onOrder(
    (deps, id, { buyer }) => buyer && takeBuyerDisputeStep(deps, 'withdraw')(buyer, id),
  ),
  decideRelease: runDisputeDecision('released'),
  decideRefund: runDisputeDecision('refunded'),
  decidePart: runDisputeDecision('partly_refunded'),
  sendRefund: async (real) => {
    const refundId = orderIdsOf(real).refunds[real.step.refund ?? -1];
    if (refundId) await sendRefund(real.deps)(refundId);
  },
  suspend: suspendAccount('now()'),
  unsuspend: suspendAccount('NULL'),
  requestWithdrawal: async ({ deps, simulation, ids, step }) => {
    const seller = simulation.sellers[step.on];
    const idempotencyKey = systemIds.uuid();
    ids.withdrawalKeys.push(idempotencyKey);
    const pixKey = { kind: 'random', key: idempotencyKey } as const;
    if (!seller) return;
    const confirmation = await confirmFor(simulation, seller, 'withdrawal');
    const input = { amount: step.amount ?? 0, pixKey, idempotencyKey, confirmation };
    await requestWithdrawal(deps)(seller, input);
  },
  settleWithdrawal: runWithdrawalDecision({ status: 'settled' }),
  refuseWithdrawal: runWithdrawalDecision({ status: 'refused', reason: decisionReason }),
  approveWithdrawal: runWithdrawalDecision({ status: 'sending' }),
  advancePayout: async ({ deps, ids, step }) =>
    sendOrLookUpPayout(deps)(ids.withdrawals[step.on] ?? ''),
  payoutNotice: async ({ deps, simulation, ids, step }) => {
    const webhook = simulation.payouts.webhookRequest(ids.withdrawals[step.on] ?? '');
    return handlePayoutWebhook(deps)(simulation.payouts.name, webhook);
  },
  payoutPaid: payoutBecomes(['pending'], 'paid'),
  payoutFailed: payoutBecomes(['pending'], 'failed'),
  payoutReturned: payoutBecomes(['pending', 'paid'], 'returned'),
};

const providerRecordOf = (real: RealStep) => real.simulation.provider.recordOf(orderIdsOf(real).id);
