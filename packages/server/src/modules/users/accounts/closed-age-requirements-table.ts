import { bytes, instant } from '../../../platform/database/columns.ts';
import { pgTable, uuid } from '../../../platform/database/query-builder.ts';

export const closedAgeRequirements = pgTable('closed_age_requirements', {
  /** Keyed hash of the identity that signed in to the closed account. */
  identityHash: bytes('identity_hash').primaryKey(),
  /** Uid of the closed account. */
  uid: uuid('uid').notNull(),
  closedAt: instant('closed_at').notNull(),
});
