import type { ParsedInput } from '@guilda/contract/endpoint';
import type { postEndpoints } from '@guilda/contract/social';
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
 * Performs the actions in order and returns the first refusal. One refusal is enough, because all actions concern the
 * same post.
 */
async function performActions(
  { performAction }: ModeratePostDeps,
  tx: Db,
  actions: readonly PostModerationAction[],
): Promise<Result<(() => void)[], 'post_not_found' | 'forbidden'>> {
  const effects: (() => void)[] = [];
  for (const action of actions) {
    const performed = await performAction(tx, action);
    if (!performed.ok) return err(performed.code === 'forbidden' ? 'forbidden' : 'post_not_found');
    effects.push(performed.value);
  }
  return ok(effects);
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
    const common = { actor, subject, reason: input.reason, days: null, caseId: null };
    const actions = requestedActionsOf(input).map((action) => ({ ...common, action }));
    const performed = await deps.database.transaction((tx) => performActions(deps, tx, actions));
    if (!performed.ok) return performed;
    for (const runEffect of performed.value) runEffect();
    return ok(undefined);
  };
