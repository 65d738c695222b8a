import { chargebackTransitions } from '../../src/modules/orders/chargebacks/chargeback-states.ts';
import { disputeTransitions } from '../../src/modules/orders/disputes/dispute-states.ts';
import { orderTransitions } from '../../src/modules/orders/lifecycle/order-states.ts';
import { ledgerTransactions } from '../../src/modules/wallet/ledger/ledger-tables.ts';
import { withdrawalTransitions } from '../../src/modules/wallet/withdrawals/withdrawal-states.ts';

/** Transitions that the model does not contain: approval by two administrators, and giving up an unclear payout. */
const unmodelledTransitions = ['withdrawal approve by admin', 'withdrawal giveUp by system'];

/**
 * Names of all rows of the program's state tables as the model records them: transitions and kinds of ledger
 * transactions.
 */
const allRows: readonly string[] = [
  ...Object.entries(orderTransitions).flatMap(([action, { by }]) =>
    by.map((party) => `order ${action} by ${party}`),
  ),
  'dispute open by buyer',
  ...Object.entries(disputeTransitions).map(([action, { by }]) => `dispute ${action} by ${by}`),
  ...chargebackTransitions.map(({ from, to }) => `chargeback ${from}-${to}`),
  ...Object.entries(withdrawalTransitions).map(
    ([action, { by }]) => `withdrawal ${action} by ${by}`,
  ),
  ...ledgerTransactions.kind.enumValues.map((kind) => `ledger ${kind}`),
].filter((row) => !unmodelledTransitions.includes(row));

/** The rows that were never used, given the recorded names of used rows. */
export function findUnusedRows(usedRows: Iterable<string>): string[] {
  const usedNames = new Set([...usedRows].map((row) => row.split(':')[0]));
  return allRows.filter((row) => !usedNames.has(row));
}
