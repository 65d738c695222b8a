import type { Comment } from '@guilda/contract/community/social';
import { type AuthorRow, toAuthor, type ViewContext } from '../../users/index.ts';

/** A comment joined with its author; the author's columns have the names of {@link AuthorRow}. */
export interface CommentRow extends AuthorRow {
  readonly id: string;
  readonly text: string;
  /** Creation time in UTC with microseconds. */
  readonly writtenAt: string;
}

/** A comment as the API shows it. */
export function toComment(row: CommentRow, context: ViewContext): Comment {
  return {
    id: row.id,
    text: row.text,
    author: toAuthor(row, context),
    createdAt: `${row.writtenAt.slice(0, 23)}Z`,
  };
}
