import { instant } from '../../../platform/database/columns.ts';
import { bigint, pgTable, text, uuid } from '../../../platform/database/query-builder.ts';

export const ledgerTransactions = pgTable('ledger_transactions', {
  id: uuid('id').primaryKey(),
  kind: text('kind', {
    enum: [
      'payment',
      'completion',
      'release',
      'refund',
      'partial_refund',
      'withdrawal',
      'payout',
      'withdrawal_refused',
      'chargeback',
      'chargeback_won',
      'debt_payment',
      'payout_returned',
    ],
  }).notNull(),
  orderId: uuid('payment_id'),
  withdrawalId: uuid('withdrawal_id'),
  chargebackId: uuid('chargeback_id'),
  createdAt: instant('created_at').notNull(),
});

export const ledgerEntries = pgTable('ledger_entries', {
  id: uuid('id').primaryKey(),
  transactionId: uuid('transaction_id').notNull(),
  account: text('account', {
    enum: ['buyer', 'held', 'clearing', 'seller', 'debt', 'platform', 'withdrawing', 'paid_out'],
  }).notNull(),
  /** Uid of the owner of the account. For the platform's account it is the seller of the order. */
  ownerId: uuid('owner_id').notNull(),
  /** Amount in centavos; negative when money leaves the account. */
  amount: bigint('amount', { mode: 'number' }).notNull(),
  /** Time of the ledger transaction, set by a trigger. */
  createdAt: instant('created_at').notNull().defaultNow(),
});

/**
 * Balances of all accounts, updated by triggers. A constraint allows only balances of zero or less for `debt`, which is
 * what the owner owes as a negative amount, and only balances of zero or more for all other accounts.
 */
export const ledgerBalances = pgTable('ledger_balances', {
  ownerId: uuid('owner_id').notNull(),
  account: text('account', {
    enum: ['held', 'clearing', 'seller', 'debt', 'platform', 'withdrawing'],
  }).notNull(),
  /** Balance in centavos. */
  balance: bigint('balance', { mode: 'number' }).notNull(),
});

export type LedgerKind = (typeof ledgerTransactions.$inferSelect)['kind'];
export type LedgerAccount = (typeof ledgerEntries.$inferSelect)['account'];
export type LedgerBalance = (typeof ledgerBalances.$inferSelect)['account'];
