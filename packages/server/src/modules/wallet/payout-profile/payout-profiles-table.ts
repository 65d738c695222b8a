import { bytes, instant } from '../../../platform/database/columns.ts';
import { pgTable, uuid } from '../../../platform/database/query-builder.ts';

export const payoutProfiles = pgTable('payout_profiles', {
  uid: uuid('uid').primaryKey(),
  /** Name, CPF and date of birth, encrypted together. */
  sealed: bytes('sealed').notNull(),
  verifiedAt: instant('verified_at').notNull(),
  /** Time from which withdrawals are possible. */
  usableFrom: instant('usable_from').notNull(),
});

export type PayoutProfileRow = typeof payoutProfiles.$inferSelect;
