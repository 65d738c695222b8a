import type { ParsedInput } from '@guilda/contract/endpoint';
import type { postEndpoints } from '@guilda/contract/social';
import type { Person } from '../../platform/actor.ts';
import type { Db } from '../../platform/database/pool.ts';
import { err, ok, type Result } from '../../platform/result.ts';
import { markPictureAdult, setPictureHidden, unmarkPictureAdult } from '../pictures/index.ts';
import { keepAccounts } from '../users/index.ts';
import { erasePostPreview } from './post-preview.ts';
import { lockStanding, type PostStanding, setStanding } from './post-store.ts';
import type { SocialDeps } from './social-deps.ts';

export type ModeratePostDeps = Pick<SocialDeps, 'database' | 'enqueue' | 'recordAction'>;

/** What the team decides; absent means unchanged. */
type Decision = ParsedInput<typeof postEndpoints.moderatePost>['body'];

/** How the post stands once it is decided. */
function decided(post: PostStanding, { hidden, sensitive, reason }: Decision): PostStanding {
  const hiddenReason = hidden ? reason : null;
  return {
    photoURL: post.photoURL,
    hiddenReason: hidden === undefined ? post.hiddenReason : hiddenReason,
    sensitive: sensitive ?? post.sensitive,
  };
}

/** What was done to a post that stood otherwise; none where it stood so already. */
function actionsOf(before: PostStanding, after: PostStanding): string[] {
  const hides = after.hiddenReason === null ? 'restore' : 'hide';
  const marks = after.sensitive ? 'mark_sensitive' : 'unmark_sensitive';
  return [
    ...(after.hiddenReason === before.hiddenReason ? [] : [hides]),
    ...(after.sensitive === before.sensitive ? [] : [marks]),
  ];
}

/** Sets how a post stands, its picture with it. */
async function settle(tx: Db, uid: string, before: PostStanding, after: PostStanding) {
  await setStanding(tx, uid, after);
  if (after.photoURL === null) return;
  await setPictureHidden(tx, after.photoURL, after.hiddenReason !== null);
  if (after.sensitive === before.sensitive) return;
  await (after.sensitive ? markPictureAdult : unmarkPictureAdult)(tx, after.photoURL);
}

/**
 * What the team decides about a post (`product §9`), with its reason, written down in the same
 * transaction for what of it changes something. Who decides is held before the post, as everywhere.
 */
export const moderatePost =
  ({ database, enqueue, recordAction }: ModeratePostDeps) =>
  (
    actor: Person,
    uid: string,
    decision: Decision,
  ): Promise<Result<undefined, 'post_not_found' | 'token_invalid'>> =>
    database.transaction(async (tx) => {
      if (!(await keepAccounts(tx, [actor.uid]))) return err('token_invalid');
      const before = await lockStanding(tx, uid);
      if (before === null) return err('post_not_found');
      const after = decided(before, decision);
      const done = actionsOf(before, after);
      if (done.length > 0) await settle(tx, uid, before, after);
      const told = {
        actorId: actor.uid,
        subject: { kind: 'post', id: uid },
        reason: decision.reason,
      } as const;
      for (const action of done) await recordAction(tx, { ...told, action });
      const closed = decision.hidden === true || decision.sensitive === true;
      if (closed) await erasePostPreview({ enqueue }, tx, uid);
      return ok(undefined);
    });
