import type { TransitionParty } from '../../src/modules/orders/lifecycle/order-states.ts';
import type { PayoutStatus } from '../../src/ports/payout-provider.ts';
import type { ModelRun } from './model-run.ts';
import type { Deadline, ProviderModel } from './state.ts';

/** The provider's record of an order as an answer contained it; it may be outdated when it is applied. */
export type ProviderSnapshot = Readonly<ProviderModel>;

/** A payout as the step read it; it may be outdated when it is used. */
export interface PayoutSnapshot {
  readonly calls: number;
  readonly answered: boolean;
  /** The provider's answer in this step; null before the call. */
  readonly record: PayoutStatus | null;
}

/** Values that a step keeps from one part to the next. */
export interface StepContext {
  readonly record?: ProviderSnapshot;
  readonly refused?: boolean;
  readonly payout?: PayoutSnapshot;
}

/** Runs a part of a step; `stop` ends the step. */
export type StepPart = (
  run: ModelRun,
  step: ModelStep,
  context: StepContext,
) => StepContext | 'stop' | undefined;

/** Names of the steps whose `on` is the position of an order in the state. */
const orderStepNames = [
  'buyerPays',
  'providerTakesBack',
  'chargeBack',
  'chargebackLost',
  'chargebackWon',
  'webhook',
  'pass',
  'openPack',
  'cancel',
  'expire',
  'revoke',
  'start',
  'complete',
  'refund',
  'refundUnstarted',
  'endClearing',
  'openDispute',
  'contest',
  'accept',
  'lapse',
  'acceptOffer',
  'withdraw',
  'decideRelease',
  'decideRefund',
  'decidePart',
  'sendRefund',
] as const;
/** Names of the steps whose `on` is the position of a seller in the state. */
const walletStepNames = ['suspend', 'unsuspend', 'requestWithdrawal'] as const;
/** Names of the steps whose `on` is the position of a withdrawal in the state. */
export const withdrawalStepNames = [
  'settleWithdrawal',
  'refuseWithdrawal',
  'approveWithdrawal',
  'advancePayout',
  'payoutNotice',
  'payoutPaid',
  'payoutFailed',
  'payoutReturned',
] as const;

export type StepName =
  | (typeof orderStepNames)[number]
  | (typeof walletStepNames)[number]
  | (typeof withdrawalStepNames)[number];

export const stepNames: readonly StepName[] = [
  ...orderStepNames,
  ...walletStepNames,
  ...withdrawalStepNames,
];

export interface ModelStep {
  readonly name: StepName;
  readonly on: number;
  readonly by?: TransitionParty;
  /** Amount in centavos that is paid, charged back, offered, decided or withdrawn. */
  readonly amount?: number | null;
  readonly deadline?: Deadline;
  /** Id of the refund in the model; only with `sendRefund`. */
  readonly refund?: number;
  /** Position among the chargebacks of the order; only with the end of a chargeback. */
  readonly chargeback?: number;
}
