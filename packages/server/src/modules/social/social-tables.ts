import { instant } from '../../platform/database/columns.ts';
import {
  boolean,
  integer,
  pgTable,
  primaryKey,
  text,
  uuid,
} from '../../platform/database/query-builder.ts';

/** Posts. Only raw SQL uses the generated column `search`, the full-text index of a post. */
export const posts = pgTable('posts', {
  uid: uuid('uid').primaryKey(),
  authorId: uuid('author_id').notNull(),
  title: text('title').notNull().default(''),
  description: text('description').notNull().default(''),
  /** Hashtags as typed, without `#`. */
  hashtags: text('hashtags').array().notNull().default([]),
  photoURL: text('photo_url'),
  /** Size in pixels of the photo as uploaded; null without one and in rows of older versions. */
  photoWidth: integer('photo_width'),
  photoHeight: integer('photo_height'),
  serviceId: uuid('service_id'),
  sensitive: boolean('sensitive').notNull().default(false),
  likeCount: integer('like_count').notNull().default(0),
  commentCount: integer('comment_count').notNull().default(0),
  hiddenAt: instant('hidden_at'),
  hiddenReason: text('hidden_reason'),
  requestKey: text('request_key'),
  createdAt: instant('created_at').notNull(),
});

/** Hashtags of posts in normalised form, for searching. */
export const postHashtags = pgTable(
  'post_hashtags',
  {
    tag: text('tag').notNull(),
    name: text('name').notNull(),
    postUid: uuid('post_uid').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.postUid, table.tag] })],
);

export const postLikes = pgTable(
  'post_likes',
  {
    postUid: uuid('post_uid').notNull(),
    userId: uuid('user_id').notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.postUid, table.userId] })],
);

export const comments = pgTable('comments', {
  id: uuid('id').primaryKey(),
  postUid: uuid('post_uid').notNull(),
  authorId: uuid('author_id').notNull(),
  text: text('text').notNull(),
  hiddenAt: instant('hidden_at'),
  hiddenReason: text('hidden_reason'),
  requestKey: text('request_key'),
  createdAt: instant('created_at').notNull(),
});
