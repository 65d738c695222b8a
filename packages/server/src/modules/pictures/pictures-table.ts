import { instant } from '../../platform/database/columns.ts';
import { bigint, boolean, pgTable, text, uuid } from '../../platform/database/query-builder.ts';

export const pictures = pgTable('pictures', {
  id: uuid('id').primaryKey(),
  ownerId: uuid('owner_id').notNull(),
  kind: text('kind', { enum: ['avatar', 'cover', 'post'] }).notNull(),
  adult: boolean('adult').notNull().default(false),
  createdAt: instant('created_at').notNull().defaultNow(),
  /**
   * Set while the picture is closed, so that nobody can load it: its files are not complete yet, or it was refused or
   * deleted.
   */
  deletedAt: instant('deleted_at'),
  /** Set while moderation hides the content that shows the picture; null otherwise. */
  hiddenAt: instant('hidden_at'),
  /** Total size in bytes of the picture's files, one for each width; null in rows that an older version wrote. */
  storedBytes: bigint('stored_bytes', { mode: 'number' }),
  /** Perceptual hash (`perceptualHashOf`); null for a picture of a single colour and in rows of older versions. */
  look: bigint('look', { mode: 'bigint' }),
});

export const bannedPictures = pgTable('banned_pictures', {
  /** Id of the banned picture, whose row may not exist any more; a random id for an entry of an imported list. */
  pictureId: uuid('picture_id').primaryKey(),
  look: bigint('look', { mode: 'bigint' }).notNull(),
  /** Name of the imported list that the hash comes from; null for a picture that the team banned. */
  list: text('list'),
  /** Whether the imported list contains pictures of minors. */
  minor: boolean('minor').notNull().default(false),
  bannedAt: instant('banned_at').notNull().defaultNow(),
});

export type PictureRow = typeof pictures.$inferSelect;
