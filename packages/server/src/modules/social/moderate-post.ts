import type { ParsedInput } from '@guilda/contract/endpoint';
import type { postEndpoints } from '@guilda/contract/social';
import type { Person } from '../../platform/actor.ts';
import type { Db } from '../../platform/database/pool.ts';
import { err, ok, type Result } from '../../platform/result.ts';
import type { PostDeed, SocialDeps } from './social-deps.ts';

export type ModeratePostDeps = Pick<SocialDeps, 'database' | 'enforce'>;

/** What the team sends; absent means unchanged. */
type Wish = ParsedInput<typeof postEndpoints.moderatePost>['body'];

const actionsOf = ({ hidden, sensitive }: Wish): PostDeed['action'][] => [
  ...(hidden === undefined ? [] : [hidden ? ('hide' as const) : ('restore' as const)]),
  ...(sensitive === undefined ? [] : [sensitive ? ('blur' as const) : ('unblur' as const)]),
];

/** Does one after the other; a refusal is one of all of them, as they are of one post. */
async function doAll(
  { enforce }: ModeratePostDeps,
  tx: Db,
  deeds: readonly PostDeed[],
): Promise<Result<(() => void)[], 'post_not_found' | 'forbidden'>> {
  const tells: (() => void)[] = [];
  for (const deed of deeds) {
    const done = await enforce(tx, deed);
    if (!done.ok) return err(done.code === 'forbidden' ? 'forbidden' : 'post_not_found');
    tells.push(done.value);
  }
  return ok(tells);
}

/**
 * What the team decides about a post (`product §9`), with its reason: deeds like any other, all of them
 * or none. `forbidden` for one's own.
 */
export const moderatePost =
  (deps: ModeratePostDeps) =>
  async (
    actor: Person,
    uid: string,
    wish: Wish,
  ): Promise<Result<undefined, 'post_not_found' | 'forbidden'>> => {
    const subject = { kind: 'post', id: uid } as const;
    const told = { actor, subject, reason: wish.reason, days: null, caseId: null };
    const deeds = actionsOf(wish).map((action) => ({ ...told, action }));
    const done = await deps.database.transaction((tx) => doAll(deps, tx, deeds));
    if (!done.ok) return done;
    for (const tell of done.value) tell();
    return ok(undefined);
  };
