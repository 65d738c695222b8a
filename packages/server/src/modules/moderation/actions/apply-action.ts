import type { ParsedInput } from '@guilda/contract/endpoint';
import type { moderationActionEndpoints } from '@guilda/contract/moderation-actions';
import type { Person } from '../../../platform/actor.ts';
import type { Database } from '../../../platform/database/pool.ts';
import { ok, type Result } from '../../../platform/result.ts';
import type { ActionDeps } from './action-deps.ts';
import type { ActionRefusal } from './moderation-action.ts';
import { performAction } from './perform-action.ts';

export interface ApplyActionDeps extends ActionDeps {
  readonly database: Pick<Database, 'transaction'>;
}

type ApplyActionInput = ParsedInput<typeof moderationActionEndpoints.applyAction>['body'];

/** Applies a moderation action outside a case, as an administrator does from a profile or a content page. */
export const applyAction =
  (deps: ApplyActionDeps) =>
  async (
    actor: Person,
    { action, subject, reason, days }: ApplyActionInput,
  ): Promise<Result<undefined, ActionRefusal>> => {
    const request = { actor, action, subject, reason, days: days ?? null, caseId: null };
    const done = await deps.database.transaction((tx) => performAction(deps)(tx, request));
    if (!done.ok) return done;
    done.value();
    return ok(undefined);
  };
