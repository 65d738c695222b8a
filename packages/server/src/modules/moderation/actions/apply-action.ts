import type { ParsedInput } from '@guilda/contract/endpoint';
import {
  type moderationActionEndpoints,
  movesMoney,
} from '@guilda/contract/moderation/moderation-actions';
import type { Person } from '../../../platform/actor.ts';
import type { Database, Db } from '../../../platform/database/pool.ts';
import { err, ok, type Result } from '../../../platform/result.ts';
import { lockConfirmation } from '../../identity/index.ts';
import type { ActionDeps } from './action-deps.ts';
import type { ActionRefusal, ActionRequest } from './moderation-action.ts';
import { performAction } from './perform-action.ts';

export interface ApplyActionDeps extends ActionDeps {
  readonly database: Pick<Database, 'transaction'>;
}

type ApplyActionInput = ParsedInput<typeof moderationActionEndpoints.applyAction>['body'];

/** Thrown to roll back a refund that was possible but not confirmed. */
class ConfirmationRequiredError extends Error {}

/**
 * Performs the action; a refund needs the confirmation, which it uses up. Throws `ConfirmationRequiredError` without
 * one, after all other refusals.
 */
async function performConfirmedAction(
  deps: ApplyActionDeps,
  tx: Db,
  request: ActionRequest & { readonly actor: Person },
  confirmation: string,
) {
  const { actor, action } = request;
  const isAboutMoney = movesMoney(action);
  const confirmationUse = { actor, purpose: 'admin_money', confirmation } as const;
  const lockedConfirmation = isAboutMoney ? await lockConfirmation(tx, confirmationUse) : null;
  const performResult = await performAction(deps)(tx, request);
  if (!performResult.ok) return performResult;
  if (isAboutMoney && !lockedConfirmation) throw new ConfirmationRequiredError();
  await lockedConfirmation?.spend();
  return performResult;
}

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
    try {
      const performResult = await deps.database.transaction((tx) =>
        performConfirmedAction(deps, tx, request, confirmation),
      );
      if (!performResult.ok) return performResult;
      performResult.value();
      return ok(undefined);
    } catch (error) {
      if (error instanceof ConfirmationRequiredError) return err('confirmation_required');
      throw error;
    }
  };
