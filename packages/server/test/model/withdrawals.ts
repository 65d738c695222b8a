import {
  type WithdrawalAction,
  type WithdrawalTransition,
  withdrawalTransitions,
} from '../../src/modules/wallet/withdrawals/withdrawal-states.ts';
import type { PayoutStatus } from '../../src/ports/payout-provider.ts';
import type { ModelRun } from './model-run.ts';
import type { WalletModel, WithdrawalModel } from './state.ts';
import type { ModelStep, StepName, StepPart } from './step.ts';

const requestWithdrawal: StepPart = ({ state, rows }, { on, amount }) => {
  const wallet = state.wallets[on];
  if (!wallet || !amount || wallet.debt > 0 || wallet.available < amount) return 'stop';
  wallet.available -= amount;
  wallet.withdrawing += amount;
  state.withdrawals.push({ seller: on, amount, status: 'requested', payout: null });
  rows.push('ledger withdrawal: seller-,withdrawing+');
  return undefined;
};

interface WithdrawalWithWallet {
  readonly withdrawal: WithdrawalModel;
  readonly wallet: WalletModel;
}

function findWithdrawal({ state }: ModelRun, { on }: ModelStep): WithdrawalWithWallet {
  const withdrawal = state.withdrawals[on];
  const wallet = withdrawal && state.wallets[withdrawal.seller];
  if (!wallet) throw new Error(`no withdrawal ${on}`);
  return { withdrawal, wallet };
}

/** For each kind of ledger transaction of a withdrawal: the accounts that lose and get the money. */
const payoutMovements = {
  payout: { from: 'withdrawing', to: 'paidOut', row: 'withdrawing-,paid_out+' },
  withdrawal_refused: { from: 'withdrawing', to: 'available', row: 'seller+,withdrawing-' },
  payout_returned: { from: 'paidOut', to: 'available', row: 'seller+,paid_out-' },
} as const satisfies Record<NonNullable<WithdrawalTransition['posts']>, object>;

/**
 * Applies a row of the withdrawals' state table and moves the money as the row says. Returns false and changes nothing
 * when the row is not allowed.
 */
function applyWithdrawalTransition(
  { rows }: ModelRun,
  { withdrawal, wallet }: WithdrawalWithWallet,
  action: WithdrawalAction,
) {
  const row: WithdrawalTransition = withdrawalTransitions[action];
  if (!row.from.includes(withdrawal.status)) return false;
  withdrawal.status = row.to as WithdrawalModel['status'];
  rows.push(`withdrawal ${action} by ${row.by}`);
  if (row.posts === null) return true;
  const { from, to, row: accounts } = payoutMovements[row.posts];
  wallet[from] -= withdrawal.amount;
  wallet[to] += withdrawal.amount;
  rows.push(`ledger ${row.posts}: ${accounts}`);
  const debtPayment = Math.min(wallet.available, wallet.debt);
  if (debtPayment === 0) return true;
  wallet.available -= debtPayment;
  wallet.debt -= debtPayment;
  rows.push('ledger debt_payment: seller-,debt+');
  return true;
}

/** Creates the part that applies an administrator's decision; only `refuse` is possible while the seller has a debt. */
const decideWithdrawal =
  (action: 'settle' | 'refuse' | 'send'): StepPart =>
  (run, step) => {
    const withdrawalAndWallet = findWithdrawal(run, step);
    const { withdrawal, wallet } = withdrawalAndWallet;
    if (withdrawal.status !== 'requested') return 'stop';
    if (action !== 'refuse' && wallet.debt > 0) return 'stop';
    if (action === 'send')
      withdrawal.payout = { calls: 0, closed: false, answered: false, known: null, status: null };
    applyWithdrawalTransition(run, withdrawalAndWallet, action);
    return undefined;
  };

/**
 * For each recorded state of a payout, the states that are ignored when the provider reports them later, because its
 * answers may arrive out of order or repeat.
 */
const staleStatuses: Readonly<Record<PayoutStatus, readonly PayoutStatus[]>> = {
  pending: [],
  paid: ['pending'],
  failed: ['pending', 'failed', 'returned'],
  returned: ['pending', 'paid', 'failed', 'returned'],
};

const applyRecord: StepPart = (run, step, { payout: sentPayout }) => {
  const withdrawalAndWallet = findWithdrawal(run, step);
  const { payout, status } = withdrawalAndWallet.withdrawal;
  const record = sentPayout?.record;
  if (!payout || !record || (payout.known && staleStatuses[payout.known].includes(record)))
    return 'stop';
  const knownBefore = payout.known;
  Object.assign(payout, { known: record, closed: true, answered: true });
  if (status === 'sending' && record !== 'pending')
    applyWithdrawalTransition(run, withdrawalAndWallet, record === 'paid' ? 'confirm' : 'fail');
  if (status === 'settled' && knownBefore === 'paid' && record !== 'paid')
    applyWithdrawalTransition(run, withdrawalAndWallet, 'bounce');
  return undefined;
};

const readPayout: StepPart = (run, step) => {
  const { payout, status } = findWithdrawal(run, step).withdrawal;
  if (!payout || (!payout.answered && status !== 'sending')) return 'stop';
  return { payout: { calls: payout.calls, answered: payout.answered, record: null } };
};

/** Before the first call to the provider, decides whether the payout is refused because the seller has a debt. */
const readDebt: StepPart = (run, step, context) => {
  const isFirstCall = context.payout?.calls === 0 && !context.payout.answered;
  return { ...context, refused: isFirstCall && findWithdrawal(run, step).wallet.debt > 0 };
};

const beginCall: StepPart = (run, step, context) => {
  const withdrawalAndWallet = findWithdrawal(run, step);
  const { payout, status } = withdrawalAndWallet.withdrawal;
  const { payout: sentPayout, refused } = context;
  if (!payout || !sentPayout) return 'stop';
  if (sentPayout.answered) return context;
  if (payout.closed || payout.calls !== sentPayout.calls) return 'stop';
  if (!refused) {
    payout.calls += 1;
    return context;
  }
  if (status !== 'sending') return 'stop';
  Object.assign(payout, { closed: true, known: 'failed' });
  applyWithdrawalTransition(run, withdrawalAndWallet, 'fail');
  return 'stop';
};

/** Creates the payout at the provider, once per idempotency key. */
const callProvider: StepPart = (run, step, context) => {
  const { payout } = findWithdrawal(run, step).withdrawal;
  if (!payout || !context.payout) return 'stop';
  if (!context.payout.answered) payout.status ??= 'pending';
  return { payout: { ...context.payout, record: payout.status } };
};

/** A webhook of the provider only causes a lookup of the payout. */
const lookUp: StepPart = (run, step) => {
  const { payout } = findWithdrawal(run, step).withdrawal;
  if (!payout?.status) return 'stop';
  return { payout: { calls: payout.calls, answered: true, record: payout.status } };
};

/** Creates a part that changes the state of a sent payout, as provider and bank do. */
const bankStep =
  (from: readonly PayoutStatus[], to: PayoutStatus): StepPart =>
  (run, step) => {
    const { payout } = findWithdrawal(run, step).withdrawal;
    if (payout?.status && from.includes(payout.status)) payout.status = to;
    return undefined;
  };

/** The parts of the steps of withdrawals. */
export const withdrawalParts = {
  requestWithdrawal: [requestWithdrawal],
  settleWithdrawal: [decideWithdrawal('settle')],
  refuseWithdrawal: [decideWithdrawal('refuse')],
  approveWithdrawal: [decideWithdrawal('send')],
  advancePayout: [readPayout, readDebt, beginCall, callProvider, applyRecord],
  payoutNotice: [lookUp, applyRecord],
  payoutPaid: [bankStep(['pending'], 'paid')],
  payoutFailed: [bankStep(['pending'], 'failed')],
  payoutReturned: [bankStep(['pending', 'paid'], 'returned')],
} as const satisfies Partial<Record<StepName, readonly StepPart[]>>;
