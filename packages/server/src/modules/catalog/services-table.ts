import type { Service } from '@guilda/contract/services/catalog';
import { categorySlugs } from '@guilda/contract/services/categories';
import { instant } from '../../platform/database/columns.ts';
import {
  boolean,
  integer,
  jsonb,
  pgTable,
  real,
  text,
  uuid,
} from '../../platform/database/query-builder.ts';

/** Services. Only raw SQL uses the generated column `search`, the full-text index of title and description. */
export const services = pgTable('services', {
  id: uuid('id').primaryKey(),
  sellerId: uuid('seller_id').notNull(),
  title: text('title').notNull(),
  description: text('description').notNull(),
  /** Price in centavos. */
  price: integer('price').notNull(),
  type: text('type', { enum: ['call', 'media'] }).notNull(),
  category: text('category', { enum: categorySlugs }).notNull(),
  photoURL: text('photo_url').notNull(),
  status: text('status', { enum: ['active', 'paused'] })
    .notNull()
    .default('active'),
  adult: boolean('adult').notNull().default(false),
  /** Whether an administrator marked the service as for adults, independently of its category. */
  adultByTeam: boolean('adult_by_team').notNull().default(false),
  hiddenAt: instant('hidden_at'),
  hiddenReason: text('hidden_reason'),
  deletedAt: instant('deleted_at'),
  ratingSum: integer('rating_sum').notNull().default(0),
  ratingCount: integer('rating_count').notNull().default(0),
  rank: real('rank').notNull().default(3.5),
  /** Kinds and counts of the files in the pack, updated by `assignPackFiles`. */
  archives: jsonb('archives').$type<Service['archives']>().notNull().default([]),
  /** The client's idempotency key; null when it sent none. */
  requestKey: text('request_key'),
  createdAt: instant('created_at').notNull().defaultNow(),
  updatedAt: instant('updated_at').notNull().defaultNow(),
});

export type ServiceTableRow = typeof services.$inferSelect;
