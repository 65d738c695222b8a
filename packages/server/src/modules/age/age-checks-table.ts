import { pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';

const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

/** The newest age check of each person, and of its outcome no more than `product §9` lets be kept. */
export const ageChecks = pgTable('age_checks', {
  uid: uuid('uid').primaryKey(),
  /** What the provider knows the person by, new for each check. */
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
