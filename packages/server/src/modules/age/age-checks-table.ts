import { instant } from '../../platform/database/columns.ts';
import { pgTable, text, uuid } from '../../platform/database/query-builder.ts';

/** The latest age check of each person. `docs/product/privacy.md` lists which data of a check may be stored. */
export const ageChecks = pgTable('age_checks', {
  uid: uuid('uid').primaryKey(),
  /** Reference by which the provider identifies the check; a new check gets a new one. */
  id: uuid('id').notNull(),
  provider: text('provider').notNull(),
  providerCheckId: text('provider_check_id'),
  url: text('url'),
  returnPath: text('return_path').notNull(),
  state: text('state', { enum: ['open', 'approved', 'declined'] })
    .notNull()
    .default('open'),
  method: text('method'),
  verifiedUntil: instant('verified_until'),
  closesAt: instant('closes_at'),
  createdAt: instant('created_at').notNull().defaultNow(),
  decidedAt: instant('decided_at'),
});

export type AgeCheckRow = typeof ageChecks.$inferSelect;
