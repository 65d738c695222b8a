import { instant } from '../../../platform/database/columns.ts';
import { customType, pgTable, uuid } from '../../../platform/database/query-builder.ts';

const byteaColumn = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

export const payoutProfiles = pgTable('payout_profiles', {
  uid: uuid('uid').primaryKey(),
  /** Name, CPF and date of birth, encrypted together. */
  sealed: byteaColumn('sealed').notNull(),
  verifiedAt: instant('verified_at').notNull(),
  /** From when withdrawals are possible. */
  usableFrom: instant('usable_from').notNull(),
});

export type PayoutProfileRow = typeof payoutProfiles.$inferSelect;
