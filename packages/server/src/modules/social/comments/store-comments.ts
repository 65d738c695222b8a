import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '../../../platform/database/pool.ts';
import type { Queryable } from '../../../platform/database/prepared.ts';
import { lockTimeoutSetting, runTransaction } from '../../../platform/database/run-transaction.ts';
import { isRetryable } from '../../../platform/database/unavailable.ts';
import { lockPairs } from '../../users/index.ts';
import {
  type CommentInsertOutcome,
  commentBatchSettings,
  insertComments,
  type NewComment,
} from './comment-batch-queries.ts';
import type { CommentRow } from './comment-view.ts';

/** Maximum number of times that a batch is stored again after a conflict with a concurrent transaction. */
const MAX_RETRIES = 3;

export type StoredComment = CommentRow & { readonly outcome: CommentInsertOutcome };

/** Locks the accounts, then each pair of comment author and post author, then the posts, and inserts the comments. */
async function lockAndInsertComments(
  connection: Queryable,
  comments: readonly NewComment[],
): Promise<readonly StoredComment[]> {
  const pairs = comments.map(({ authorUid: author, postAuthorUid: postAuthor }) =>
    author < postAuthor
      ? { lowId: author, highId: postAuthor }
      : { lowId: postAuthor, highId: author },
  );
  const activeUids = await lockPairs(connection, pairs);
  return insertComments(connection, comments, [...activeUids]);
}

/**
 * Stores comments with different request keys in one transaction, so that comments on one post wait for the disk
 * together instead of one after the other. Returns one outcome per comment, in the order of `comments`. Rejects when a
 * lock is not free within `lockTimeoutMs`.
 */
export const storeComments =
  ({ pool }: Pick<Database, 'pool'>) =>
  async (
    comments: readonly NewComment[],
    lockTimeoutMs: number,
  ): Promise<readonly StoredComment[]> => {
    const settings = [...commentBatchSettings, lockTimeoutSetting(lockTimeoutMs)];
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await runTransaction(
          pool,
          (connection) => lockAndInsertComments(connection, comments),
          settings,
        );
      } catch (error) {
        if (!isRetryable(error) || attempt >= MAX_RETRIES) throw error;
        await delay(5 * (attempt + 1));
      }
    }
  };
