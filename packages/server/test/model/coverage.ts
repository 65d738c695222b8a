import { disputeTransitions } from '../../src/modules/orders/disputes/dispute-states.ts';
import { orderTransitions } from '../../src/modules/orders/lifecycle/order-states.ts';
import {
  type LedgerKind,
  ledgerTransactions,
} from '../../src/modules/wallet/ledger/ledger-tables.ts';

/** Movements of chargebacks and of payouts that came back are not part of the model. */
const unmodelledKinds: readonly LedgerKind[] = [
  'chargeback',
  'chargeback_won',
  'debt_payment',
  'payout_returned',
];

/** The names of all rows of the program's tables, as the model notes them: transitions and kinds of movements. */
const allRows: readonly string[] = [
  ...Object.entries(orderTransitions)
    .filter(([, { posts }]) => posts !== 'chargeback')
    .flatMap(([action, { by }]) => by.map((party) => `order ${action} by ${party}`)),
  'dispute open by buyer',
  ...Object.entries(disputeTransitions).map(([action, { by }]) => `dispute ${action} by ${by}`),
  ...ledgerTransactions.kind.enumValues
    .filter((kind) => !unmodelledKinds.includes(kind))
    .map((kind) => `ledger ${kind}`),
];

/** The rows that were never taken, given the notes of those that were. */
export function rowsNeverTaken(taken: Iterable<string>): string[] {
  const known = new Set([...taken].map((row) => row.split(':')[0]));
  return allRows.filter((row) => !known.has(row));
}
