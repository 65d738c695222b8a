import type { ParsedInput } from '@guilda/contract/endpoint';
import type { postEndpoints } from '@guilda/contract/social';
import type { Person } from '../../platform/actor.ts';
import type { Db } from '../../platform/database/pool.ts';
import { err, ok, type Result } from '../../platform/result.ts';
import { markPictureAdult, unmarkPictureAdult } from '../pictures/index.ts';
import { erasePostPreview } from './post-preview.ts';
import { lockStanding, type PostStanding, setHidden, setSensitive } from './post-store.ts';
import type { SocialDeps } from './social-deps.ts';

export type ModeratePostDeps = Pick<SocialDeps, 'database' | 'enqueue' | 'recordAction'>;

/** What the team decides; absent means unchanged. */
type Decision = ParsedInput<typeof postEndpoints.moderatePost>['body'];

/** Hides or restores; answers what was done, null when it stood so already. */
async function hide(tx: Db, uid: string, post: PostStanding, { hidden, reason }: Decision) {
  const wanted = hidden ? reason : null;
  if (hidden === undefined || wanted === post.hiddenReason) return null;
  await setHidden(tx, uid, wanted);
  return hidden ? 'hide' : 'restore';
}

/** Marks as sensitive or not, the picture with it; answers what was done, null as above. */
async function mark(tx: Db, uid: string, post: PostStanding, { sensitive }: Decision) {
  if (sensitive === undefined || sensitive === post.sensitive) return null;
  await setSensitive(tx, uid, sensitive);
  const change = sensitive ? markPictureAdult : unmarkPictureAdult;
  if (post.photoURL !== null) await change(tx, post.photoURL);
  return sensitive ? 'mark_sensitive' : 'unmark_sensitive';
}

/**
 * What the team decides about a post (`product §9`), with its reason, written down in the same
 * transaction for what of it changes something.
 */
export const moderatePost =
  ({ database, enqueue, recordAction }: ModeratePostDeps) =>
  (actor: Person, uid: string, decision: Decision): Promise<Result<undefined, 'post_not_found'>> =>
    database.transaction(async (tx) => {
      const post = await lockStanding(tx, uid);
      if (post === null) return err('post_not_found');
      const done = [await hide(tx, uid, post, decision), await mark(tx, uid, post, decision)];
      const subject = { kind: 'post', id: uid } as const;
      for (const action of done) {
        if (action === null) continue;
        await recordAction(tx, { actorId: actor.uid, action, subject, reason: decision.reason });
      }
      const closed = decision.hidden === true || decision.sensitive === true;
      if (closed) await erasePostPreview({ enqueue }, tx, uid);
      return ok(undefined);
    });
