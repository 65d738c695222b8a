import type { ParsedInput } from '@guilda/contract/endpoint';
import type { postEndpoints } from '@guilda/contract/social';
import type { Person } from '../../platform/actor.ts';
import { err, ok, type Result } from '../../platform/result.ts';
import { keepAccounts } from '../users/index.ts';
import { decidePost, type PostChanges, type PostDecision } from './decide-post.ts';
import type { SocialDeps } from './social-deps.ts';

export type ModeratePostDeps = Pick<SocialDeps, 'database' | 'enqueue' | 'recordAction'>;

/** What the team sends; absent means unchanged. */
type Wish = ParsedInput<typeof postEndpoints.moderatePost>['body'];

const decisionOf = ({ hidden, sensitive, reason }: Wish): PostDecision => ({
  ...(hidden === undefined ? {} : { hiddenReason: hidden ? reason : null }),
  ...(sensitive === undefined ? {} : { sensitive }),
});

/** What is written down of a decision. */
const actionsOf = (changes: PostChanges, { hidden, sensitive }: Wish): string[] => [
  ...(changes.hidden ? [hidden ? 'hide' : 'restore'] : []),
  ...(changes.sensitive ? [sensitive ? 'mark_sensitive' : 'unmark_sensitive'] : []),
];

/**
 * What the team decides about a post (`product §9`), with its reason, written down in the same
 * transaction for what of it changes something. Who decides is held before the post, as everywhere.
 */
export const moderatePost =
  ({ database, enqueue, recordAction }: ModeratePostDeps) =>
  (
    actor: Person,
    uid: string,
    wish: Wish,
  ): Promise<Result<undefined, 'post_not_found' | 'token_invalid'>> =>
    database.transaction(async (tx) => {
      if (!(await keepAccounts(tx, [actor.uid]))) return err('token_invalid');
      const changes = await decidePost({ enqueue }, tx, uid, decisionOf(wish));
      if (changes === null) return err('post_not_found');
      const subject = { kind: 'post', id: uid } as const;
      for (const action of actionsOf(changes, wish))
        await recordAction(tx, { actorId: actor.uid, subject, reason: wish.reason, action });
      return ok(undefined);
    });
