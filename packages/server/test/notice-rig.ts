import { notificationEndpoints } from '@guilda/contract/notifications';
import { commentEndpoints, likeEndpoints } from '@guilda/contract/social';
import { notificationHandlers } from '../src/modules/notifications/index.ts';
import { commentHandlers } from '../src/modules/social/comment-routes.ts';
import { likeHandlers } from '../src/modules/social/like-routes.ts';
import { registerEndpoints } from '../src/platform/http/endpoints.ts';
import type { Realtime } from '../src/ports/realtime.ts';
import { apiRig } from './api-rig.ts';
import { addPostRow, addUserRow } from './rows.ts';

/** Likes, comments and what is told of them behind their real doors, on a database of their own. */
export async function noticeRig() {
  const told: Parameters<Realtime['emit']>[] = [];
  const realtime = { emit: (...args: Parameters<Realtime['emit']>) => void told.push(args) };
  const rig = await apiRig(({ app, door, ...deps }) => {
    registerEndpoints(app, likeEndpoints, likeHandlers(deps), door);
    registerEndpoints(app, commentEndpoints, commentHandlers(deps), door);
    const conversations = { countUnreadConversations: async () => 3 };
    const handlers = notificationHandlers({ ...deps, ...conversations, realtime } as never);
    registerEndpoints(app, notificationEndpoints, handlers, door);
  });
  const { pool } = rig.database;
  const social = (by: string) => rig.as(by).social;
  const noticesOf = (uid: string) => rig.as(uid).notifications;
  return {
    ...rig,
    pool,
    /** What devices were told, in order. */
    told,
    person: (name: string, columns: Readonly<Record<string, unknown>> = {}) =>
      addUserRow(pool, { display_name: name, ...columns }),
    people: (count: number) => Promise.all(Array.from({ length: count }, () => addUserRow(pool))),
    post: (author: string, columns: Readonly<Record<string, unknown>> = {}) =>
      addPostRow(pool, author, columns),
    like: (by: string, uid: string) => social(by).likePost({ params: { uid } }),
    unlike: (by: string, uid: string) => social(by).unlikePost({ params: { uid } }),
    comment: async (by: string, postId: string, text = 'Boa!') =>
      (await social(by).createComment({ params: { postId }, body: { text } })).comment.id,
    uncomment: (by: string, id: string) => social(by).deleteComment({ params: { id } }),
    noticesOf,
    /** What a person has not read, as they read it. */
    unread: (uid: string) => noticesOf(uid).listUnread({ params: { uid } }),
    says: async (uid: string) =>
      (await noticesOf(uid).listUnread({ params: { uid } })).map(({ content }) => content),
    count: async (uid: string) => (await noticesOf(uid).countUnread()).notifications,
    readAll: (uid: string) => noticesOf(uid).markAllRead({ params: { uid } }),
    block: (blocker: string, blocked: string) =>
      pool.query('INSERT INTO user_blocks (blocker_id, blocked_id) VALUES ($1, $2)', [
        blocker,
        blocked,
      ]),
    /** An age check that stands, or none. */
    checkAge: (uid: string, stands = true) =>
      pool.query('UPDATE users SET age_verified_until = $2 WHERE uid = $1', [
        uid,
        stands ? new Date('2999-01-01') : null,
      ]),
  };
}

export type NoticeRig = Awaited<ReturnType<typeof noticeRig>>;
