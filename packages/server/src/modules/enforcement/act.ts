import type { ParsedInput } from '@guilda/contract/endpoint';
import type { enforcementEndpoints } from '@guilda/contract/team-actions';
import type { Person } from '../../platform/actor.ts';
import type { Database } from '../../platform/database/pool.ts';
import { ok, type Result } from '../../platform/result.ts';
import type { DeedRefusal } from '../moderation/index.ts';
import type { DeedDeps } from './deed-deps.ts';
import { enforce } from './enforce.ts';

export interface ActDeps extends DeedDeps {
  readonly database: Pick<Database, 'transaction'>;
}

type Wish = ParsedInput<typeof enforcementEndpoints.act>['body'];

/** Does something to a person or to something of theirs outside any case, from where it stands. */
export const act =
  (deps: ActDeps) =>
  async (
    actor: Person,
    { action, subject, reason, days }: Wish,
  ): Promise<Result<undefined, DeedRefusal>> => {
    const deed = { actor, action, subject, reason, days: days ?? null, caseId: null };
    const done = await deps.database.transaction((tx) => enforce(deps)(tx, deed));
    if (!done.ok) return done;
    done.value();
    return ok(undefined);
  };
