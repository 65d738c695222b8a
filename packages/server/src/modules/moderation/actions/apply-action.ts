import type { ParsedInput } from '@guilda/contract/endpoint';
import {
  type moderationActionEndpoints,
  movesMoney,
} from '@guilda/contract/moderation/moderation-actions';
import type { Person } from '../../../platform/actor.ts';
import type { Database } from '../../../platform/database/pool.ts';
import { err, ok, type Result } from '../../../platform/result.ts';
import { lockConfirmation } from '../../identity/index.ts';
import type { ActionDeps } from './action-deps.ts';
import type { ActionRefusal } from './moderation-action.ts';
import { performAction } from './perform-action.ts';

export interface ApplyActionDeps extends ActionDeps {
  readonly database: Pick<Database, 'transaction'>;
}

type ApplyActionInput = ParsedInput<typeof moderationActionEndpoints.applyAction>['body'];

/**
 * Applies a moderation action outside a case, as an administrator does from a profile or a content page. A refund needs
 * a confirmation for `admin_money`, otherwise the answer is `confirmation_required`.
 * @param confirmation the header `X-Confirmation`; empty when there is none
 */
export const applyAction =
  (deps: ApplyActionDeps) =>
  async (
    actor: Person,
    { action, subject, reason, days }: ApplyActionInput,
    confirmation: string,
  ): Promise<Result<undefined, ActionRefusal | 'confirmation_required'>> => {
    const request = { actor, action, subject, reason, days: days ?? null, caseId: null };
    const confirmationUse = { actor, purpose: 'admin_money', confirmation } as const;
    const performResult = await deps.database.transaction(async (tx) => {
      const lockedConfirmation = movesMoney(action)
        ? await lockConfirmation(tx, confirmationUse)
        : null;
      if (movesMoney(action) && !lockedConfirmation) return err('confirmation_required');
      const actionResult = await performAction(deps)(tx, request);
      if (actionResult.ok) await lockedConfirmation?.spend();
      return actionResult;
    });
    if (!performResult.ok) return performResult;
    performResult.value();
    return ok(undefined);
  };
