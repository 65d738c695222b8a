import type { TransitionParty } from '../../src/modules/orders/lifecycle/order-states.ts';
import type { PayoutStatus } from '../../src/ports/payout-provider.ts';
import type { ModelRun } from './model-run.ts';
import type { Deadline, ProviderModel } from './state.ts';

/** The provider's record of an order, as an answer carries it; it may be old when it is applied. */
export type ProviderSnapshot = Readonly<ProviderModel>;

/** A payout as the step read it; it may be old when it is used. */
export interface PayoutSnapshot {
  readonly calls: number;
  readonly answered: boolean;
  /** What the provider answered to this step; null before. */
  readonly record: PayoutStatus | null;
}

/** What a step remembers from one part to the next. */
export interface StepContext {
  readonly record?: ProviderSnapshot;
  readonly refused?: boolean;
  readonly payout?: PayoutSnapshot;
}

/** Runs a part; `stop` ends the step. */
export type StepPart = (
  run: ModelRun,
  step: ModelStep,
  context: StepContext,
) => StepContext | 'stop' | undefined;

/** Steps of an order; `on` is its position. */
const orderStepNames = [
  'buyerPays',
  'providerTakesBack',
  'chargeBack',
  'chargebackLost',
  'chargebackWon',
  'notice',
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
/** Steps of a seller or a withdrawal; `on` is its position. */
const walletStepNames = ['suspend', 'unsuspend', 'requestWithdrawal'] as const;
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
  /** Centavos: paid, taken or charged back, offered, decided or withdrawn. */
  readonly amount?: number | null;
  readonly deadline?: Deadline;
  /** With `sendRefund`: the refund's id in the model. */
  readonly refund?: number;
  /** With the end of a chargeback: its position among those of the order. */
  readonly chargeback?: number;
}
