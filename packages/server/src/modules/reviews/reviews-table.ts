import { instant } from '../../platform/database/columns.ts';
import { boolean, pgTable, smallint, text, uuid } from '../../platform/database/query-builder.ts';

/** Reviews, at most one for each order. */
export const reviews = pgTable('reviews', {
  id: uuid('id').primaryKey(),
  orderId: uuid('payment_id').notNull(),
  serviceId: uuid('service_id').notNull(),
  sellerId: uuid('seller_id').notNull(),
  authorId: uuid('author_id').notNull(),
  title: text('title').notNull(),
  description: text('description').notNull(),
  rating: smallint('rating').notNull(),
  recommend: boolean('recommend').notNull(),
  hiddenAt: instant('hidden_at'),
  hiddenReason: text('hidden_reason'),
  /** The seller's answer, which cannot be changed; null while there is none. */
  answer: text('answer'),
  answeredAt: instant('answered_at'),
  createdAt: instant('created_at').notNull().defaultNow(),
});

export type ReviewTableRow = typeof reviews.$inferSelect;
