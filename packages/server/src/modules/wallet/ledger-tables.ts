import { bigint, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';

const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

export const ledgerTransactions = pgTable('ledger_transactions', {
  id: uuid('id').primaryKey(),
  kind: text('kind', {
    enum: ['payment', 'completion', 'refund', 'withdrawal', 'payout', 'withdrawal_refused'],
  }).notNull(),
  paymentId: uuid('payment_id'),
  withdrawalId: uuid('withdrawal_id'),
  createdAt: instant('created_at').notNull(),
});

export const ledgerEntries = pgTable('ledger_entries', {
  id: uuid('id').primaryKey(),
  transactionId: uuid('transaction_id').notNull(),
  account: text('account', {
    enum: ['buyer', 'held', 'seller', 'platform', 'withdrawing', 'paid_out'],
  }).notNull(),
  /** Whose account; of the platform's, whose sale it is from. */
  ownerId: uuid('owner_id').notNull(),
  /** Signed centavos. */
  amount: bigint('amount', { mode: 'number' }).notNull(),
  /** Its transaction's time; the database fills it in. */
  createdAt: instant('created_at').notNull().defaultNow(),
});

/** Sums that the database keeps by itself and never lets below zero. */
export const ledgerBalances = pgTable('ledger_balances', {
  ownerId: uuid('owner_id').notNull(),
  account: text('account', { enum: ['held', 'seller', 'platform', 'withdrawing'] }).notNull(),
  /** Centavos. */
  balance: bigint('balance', { mode: 'number' }).notNull(),
});

export type LedgerKind = (typeof ledgerTransactions.$inferSelect)['kind'];
export type LedgerAccount = (typeof ledgerEntries.$inferSelect)['account'];
export type LedgerBalance = (typeof ledgerBalances.$inferSelect)['account'];
