import type { Comment } from '@guilda/contract/social';
import { type AuthorRow, type Moment, toAuthor } from '../users/index.ts';

/** A comment with its author beside it: the author's columns keep their names. */
export interface CommentRow extends AuthorRow {
  readonly id: string;
  readonly text: string;
  /** In UTC with microseconds. */
  readonly writtenAt: string;
}

/** A comment as the API shows it. */
export function toComment(row: CommentRow, moment: Moment): Comment {
  return {
    id: row.id,
    text: row.text,
    author: toAuthor(row, moment),
    createdAt: `${row.writtenAt.slice(0, 23)}Z`,
  };
}
