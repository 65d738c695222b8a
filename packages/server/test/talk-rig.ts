import { commentEndpoints, likeEndpoints } from '@guilda/contract/social';
import { blockEndpoints } from '@guilda/contract/users';
import { expect } from 'vitest';
import { commentHandlers } from '../src/modules/social/comment-routes.ts';
import { likeHandlers } from '../src/modules/social/like-routes.ts';
import { blockHandlers } from '../src/modules/users/index.ts';
import type { Queryable } from '../src/platform/database/prepared.ts';
import { registerEndpoints } from '../src/platform/http/endpoints.ts';
import { apiRig } from './api-rig.ts';
import { nobodyCalls, nobodyHears } from './nobody-there.ts';
import { addPostRow, addUserRow } from './rows.ts';

/** How many wait for somebody's lock. */
async function waiting(client: Queryable): Promise<number> {
  const { rows } = await client.query(
    `SELECT count(*)::int AS count FROM pg_stat_activity
     WHERE datname = current_database() AND wait_event_type = 'Lock'`,
  );
  return rows[0].count;
}

/** The steps that end things, as their use cases hold them. */
export const ends = {
  post: ['DELETE FROM posts WHERE uid = $1'],
  account: [
    'SELECT FROM users WHERE uid = $1 FOR UPDATE',
    'UPDATE users SET deleted_at = now() WHERE uid = $1',
  ],
} as const;

type Columns = Readonly<Record<string, unknown>>;

/** Likes and comments behind their real doors, on a database of their own. */
export async function talkRig(options: { readonly limits?: number } = {}) {
  const rig = await apiRig(({ app, door, ...deps }) => {
    registerEndpoints(app, likeEndpoints, likeHandlers(deps), door);
    const blocks = blockHandlers({ ...deps, ...nobodyCalls, realtime: nobodyHears });
    registerEndpoints(app, blockEndpoints, blocks, door);
    registerEndpoints(app, commentEndpoints, commentHandlers(deps), door);
  }, options);
  const { pool } = rig.database;
  const social = (by: string | null) => (by === null ? rig.visitor : rig.as(by)).social;
  return {
    ...rig,
    pool,
    person: (columns: Columns = {}) => addUserRow(pool, columns),
    people: (count: number) => Promise.all(Array.from({ length: count }, () => addUserRow(pool))),
    /** A post of this person; answers its uid. */
    post: (author: string, columns: Columns = {}) => addPostRow(pool, author, columns),
    block: (blocker: string, blocked: string) =>
      pool.query('INSERT INTO user_blocks (blocker_id, blocked_id) VALUES ($1, $2)', [
        blocker,
        blocked,
      ]),
    /** An age check that stands. */
    checkAge: (uid: string) =>
      pool.query(`UPDATE users SET age_verified_until = now() + interval '1 year' WHERE uid = $1`, [
        uid,
      ]),
    like: (by: string, uid: string) => social(by).likePost({ params: { uid } }),
    unlike: (by: string, uid: string) => social(by).unlikePost({ params: { uid } }),
    comment: async (by: string, postId: string, text: unknown = 'Eu vou!', idempotencyKey = '') =>
      (
        await social(by).createComment({
          params: { postId },
          body: { text: text as string },
          ...(idempotencyKey === '' ? {} : { idempotencyKey }),
        })
      ).comment,
    list: (by: string | null, postId: string, query: { limit?: string; cursor?: string } = {}) =>
      social(by).listComments({ params: { postId }, query }),
    uncomment: (by: string, id: string) => social(by).deleteComment({ params: { id } }),
    /** Starts a call while a transaction of these steps is open; goes on, if told how, and commits
     * once the call waits for it. */
    meanwhile: async (
      steps: readonly string[],
      id: string,
      call: () => Promise<unknown>,
      further: readonly string[] = [],
    ) => {
      const client = await pool.connect();
      try {
        await client.query('BEGIN');
        for (const step of steps) await client.query(step, [id]);
        const late = outcomesOf([call()]);
        await expect.poll(() => waiting(client)).toBeGreaterThan(0);
        for (const step of further) await client.query(step, [id]);
        await client.query('COMMIT');
        return Object.keys(await late)[0];
      } finally {
        await client.query('ROLLBACK');
        client.release();
      }
    },
    /** What a post counts, and what there is to count; null once it is gone. */
    counts: async (uid: string) => {
      const { rows } = await pool.query<{
        likes: number;
        liked: number;
        comments: number;
        commented: number;
      }>(
        `SELECT like_count AS likes, comment_count AS comments,
           (SELECT count(*)::int FROM post_likes WHERE post_uid = uid) AS liked,
           (SELECT count(*)::int FROM comments
             WHERE post_uid = uid AND hidden_at IS NULL) AS commented
         FROM posts WHERE uid = $1`,
        [uid],
      );
      return rows[0] ?? null;
    },
  };
}

export type TalkRig = Awaited<ReturnType<typeof talkRig>>;

/** How many of these calls ended in what: the codes of refusals, `ok` for the rest. */
export async function outcomesOf(calls: readonly Promise<unknown>[]) {
  const outcomes = await Promise.allSettled(calls);
  const names = outcomes.map((one) =>
    one.status === 'fulfilled' ? 'ok' : String(one.reason.code ?? one.reason),
  );
  const counted = Map.groupBy(names, (name) => name);
  return Object.fromEntries([...counted].map(([name, all]) => [name, all.length]));
}
