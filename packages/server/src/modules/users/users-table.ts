import { instant } from '../../platform/database/columns.ts';
import { boolean, integer, pgTable, text, uuid } from '../../platform/database/query-builder.ts';

export const users = pgTable('users', {
  uid: uuid('uid').primaryKey(),
  issuer: text('issuer').notNull(),
  subject: text('subject').notNull(),
  username: text('username').notNull(),
  email: text('email'),
  displayName: text('display_name'),
  photoURL: text('photo_url'),
  bio: text('bio'),
  effectPhrase: text('effect_phrase').notNull().default(''),
  discordId: text('discord_id'),
  privacy: text('privacy', { enum: ['public', 'private'] })
    .notNull()
    .default('public'),
  canBeCalled: boolean('can_be_called').notNull().default(false),
  role: text('role', { enum: ['user', 'admin'] })
    .notNull()
    .default('user'),
  ratingSum: integer('rating_sum').notNull().default(0),
  ratingCount: integer('rating_count').notNull().default(0),
  completedSales: integer('completed_sales').notNull().default(0),
  topContributor: boolean('top_contributor').notNull().default(false),
  supporter: boolean('supporter').notNull().default(false),
  ageVerifiedUntil: instant('age_verified_until'),
  sixteenVerifiedUntil: instant('sixteen_verified_until'),
  /**
   * Time since when the person must prove their age before they publish, buy, sell or withdraw again; null without an
   * age requirement.
   */
  ageRequiredAt: instant('age_required_at'),
  /** When the last age requirement ended, by a check or by the team. Afterwards reports create no new requirement. */
  ageSettledAt: instant('age_settled_at'),
  suspendedAt: instant('suspended_at'),
  suspendedReason: text('suspended_reason'),
  /** End of the suspension. Null while `suspendedAt` is set means a permanent suspension. */
  suspendedUntil: instant('suspended_until'),
  hiddenAt: instant('hidden_at'),
  hiddenReason: text('hidden_reason'),
  deletedAt: instant('deleted_at'),
  createdAt: instant('created_at').notNull().defaultNow(),
  updatedAt: instant('updated_at').notNull().defaultNow(),
});

export type UserRow = typeof users.$inferSelect;
