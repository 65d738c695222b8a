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

type ModeratePostRefusal = 'post_not_found' | 'forbidden';

/** Thrown to roll the transaction back, so that a refused decision changes nothing. */
class PostDecisionRefusedError extends Error {
  readonly code: ModeratePostRefusal;

  constructor(code: ModeratePostRefusal) {
    super(code);
    this.code = code;
  }
}

/**
 * Performs the actions in order and returns the functions to run after the commit; throws `PostDecisionRefusedError` at
 * the first refusal.
 */
async function performActions(
  { performAction }: ModeratePostDeps,
  tx: Db,
  actions: readonly PostModerationAction[],
): Promise<(() => void)[]> {
  const effectsAfterCommit: (() => void)[] = [];
  for (const action of actions) {
    const actionResult = await performAction(tx, action);
    if (!actionResult.ok)
      throw new PostDecisionRefusedError(
        actionResult.code === 'forbidden' ? 'forbidden' : 'post_not_found',
      );
    effectsAfterCommit.push(actionResult.value);
  }
  return effectsAfterCommit;
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
  ): Promise<Result<undefined, ModeratePostRefusal>> => {
    const subject = { kind: 'post', id: uid } as const;
    const commonFields = { actor, subject, reason: input.reason, days: null, caseId: null };
    const actions = requestedActionsOf(input).map((action) => ({ ...commonFields, action }));
    try {
      const effects = await deps.database.transaction((tx) => performActions(deps, tx, actions));
      for (const runEffect of effects) runEffect();
      return ok(undefined);
    } catch (error) {
      if (error instanceof PostDecisionRefusedError) return err(error.code);
      throw error;
    }
  };
