import { bigint, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';

export const ledgerTransactions = pgTable('ledger_transactions', {
  id: uuid('id').primaryKey(),
  kind: text('kind', { enum: ['payment', 'completion', 'refund', 'withdrawal'] }).notNull(),
  paymentId: uuid('payment_id'),
  createdAt: timestamp('created_at', { withTimezone: true, mode: 'date' }).notNull(),
});

export const ledgerEntries = pgTable('ledger_entries', {
  id: uuid('id').primaryKey(),
  transactionId: uuid('transaction_id').notNull(),
  account: text('account', { enum: ['buyer', 'held', 'seller', 'platform'] }).notNull(),
  ownerId: uuid('owner_id'),
  /** Signed centavos. */
  amount: bigint('amount', { mode: 'number' }).notNull(),
});

export type LedgerKind = (typeof ledgerTransactions.$inferSelect)['kind'];
export type LedgerAccount = (typeof ledgerEntries.$inferSelect)['account'];
