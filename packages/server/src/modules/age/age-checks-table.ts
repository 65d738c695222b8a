import type { VerifiedAge } from '@guilda/contract/accounts/users';
import { instant } from '../../platform/database/columns.ts';
import { pgTable, smallint, text, uuid } from '../../platform/database/query-builder.ts';

/** The latest age check of each person. `docs/product/privacy.md` lists which data of a check may be stored. */
export const ageChecks = pgTable('age_checks', {
  uid: uuid('uid').primaryKey(),
  /** Id of the check, sent to the provider as its reference; a new check of the person gets a new id. */
  id: uuid('id').notNull(),
  provider: text('provider').notNull(),
  providerCheckId: text('provider_check_id'),
  url: text('url'),
  returnPath: text('return_path').notNull(),
  /** The age in years that the check asks for. */
  minimumAge: smallint('minimum_age').$type<VerifiedAge>().notNull().default(18),
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
