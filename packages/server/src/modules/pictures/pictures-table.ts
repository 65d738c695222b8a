import { bigint, boolean, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';

const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

export const pictures = pgTable('pictures', {
  id: uuid('id').primaryKey(),
  ownerId: uuid('owner_id').notNull(),
  kind: text('kind', { enum: ['avatar', 'cover', 'post'] }).notNull(),
  adult: boolean('adult').notNull().default(false),
  createdAt: instant('created_at').notNull().defaultNow(),
  /** While this stands nobody sees the picture, and its files are not kept: not yet, or not any more. */
  deletedAt: instant('deleted_at'),
  /** While this stands nobody gets the picture: the team hid what shows it. */
  hiddenAt: instant('hidden_at'),
  /** Bytes of all its widths; null in rows of programs that did not count yet. */
  storedBytes: bigint('stored_bytes', { mode: 'number' }),
  /** How it looks (`lookOf`); null for a flat one, and for those of before looks were kept. */
  look: bigint('look', { mode: 'bigint' }),
});

export const bannedPictures = pgTable('banned_pictures', {
  /** The picture it was first seen as, whatever became of that. */
  pictureId: uuid('picture_id').primaryKey(),
  look: bigint('look', { mode: 'bigint' }).notNull(),
  bannedAt: instant('banned_at').notNull().defaultNow(),
});

export type PictureRow = typeof pictures.$inferSelect;
