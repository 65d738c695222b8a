import type { postEndpoints } from '@guilda/contract/community/social';
import type { ParsedInput } from '@guilda/contract/endpoint';
import type { Person } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/database/pool.ts';
import { err, ok, type Result } from '../../../platform/result.ts';
import type { PostModerationAction, SocialDeps } from '../social-deps.ts';

export type ModeratePostDeps = Pick<SocialDeps, 'database' | 'performAction'>;

/** The body of the request; absent fields stay unchanged. */
type ModeratePostInput = ParsedInput<typeof postEndpoints.moderatePost>['body'];

const requestedActionsOf = ({
  hidden,
  sensitive,
}: ModeratePostInput): PostModerationAction['action'][] => [
  ...(hidden === undefined ? [] : [hidden ? ('hide' as const) : ('restore' as const)]),
  ...(sensitive === undefined ? [] : [sensitive ? ('blur' as const) : ('unblur' as const)]),
];

/**
 * Performs the actions in order and stops at the first refusal. A refusal depends only on the actor and the post, so
 * either all actions are refused or none.
 */
async function performActions(
  { performAction }: ModeratePostDeps,
  tx: Db,
  actions: readonly PostModerationAction[],
): Promise<Result<(() => void)[], 'post_not_found' | 'forbidden'>> {
  const effectsAfterCommit: (() => void)[] = [];
  for (const action of actions) {
    const actionResult = await performAction(tx, action);
    if (!actionResult.ok)
      return err(actionResult.code === 'forbidden' ? 'forbidden' : 'post_not_found');
    effectsAfterCommit.push(actionResult.value);
  }
  return ok(effectsAfterCommit);
}

/**
 * Performs moderation actions on a post, all or none (docs/product/moderation.md). `forbidden` for the actor's own
 * post.
 */
export const moderatePost =
  (deps: ModeratePostDeps) =>
  async (
    actor: Person,
    uid: string,
    input: ModeratePostInput,
  ): Promise<Result<undefined, 'post_not_found' | 'forbidden'>> => {
    const subject = { kind: 'post', id: uid } as const;
    const commonFields = { actor, subject, reason: input.reason, days: null, caseId: null };
    const actions = requestedActionsOf(input).map((action) => ({ ...commonFields, action }));
    const actionsResult = await deps.database.transaction((tx) =>
      performActions(deps, tx, actions),
    );
    if (!actionsResult.ok) return actionsResult;
    for (const runEffect of actionsResult.value) runEffect();
    return ok(undefined);
  };
