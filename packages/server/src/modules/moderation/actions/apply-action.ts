import type { ParsedInput } from '@guilda/contract/endpoint';
import type { moderationActionEndpoints } from '@guilda/contract/moderation/moderation-actions';
import type { Person } from '../../../platform/actor.ts';
import type { Database, Db } from '../../../platform/database/pool.ts';
import { err, ok, type Result } from '../../../platform/result.ts';
import { lockConfirmation } from '../../identity/index.ts';
import type { ActionDeps } from './action-deps.ts';
import type { ActionRefusal, ActionRequest } from './moderation-action.ts';
import { mayNeedConfirmation, needConfirmation } from './needs-confirmation.ts';
import { performAction } from './perform-action.ts';

export interface ApplyActionDeps extends ActionDeps {
  readonly database: Pick<Database, 'transaction'>;
}

type ApplyActionInput = ParsedInput<typeof moderationActionEndpoints.applyAction>['body'];

/** Thrown to roll back an action that was possible but not confirmed. */
class ConfirmationRequiredError extends Error {}

/**
 * Performs the action; one that needs the confirmation uses it up. Throws `ConfirmationRequiredError` without
 * one, after all other refusals.
 */
async function performConfirmedAction(
  deps: ApplyActionDeps,
  tx: Db,
  request: ActionRequest & { readonly actor: Person },
  confirmation: string,
) {
  const { actor, action, subject } = request;
  const confirmationUse = { actor, purpose: 'admin_money', confirmation } as const;
  const lockedConfirmation = mayNeedConfirmation(action)
    ? await lockConfirmation(tx, confirmationUse)
    : null;
  const performResult = await performAction(deps)(tx, request);
  if (!performResult.ok) return performResult;
  const personId = subject.kind === 'user' ? subject.id : null;
  if (!(await needConfirmation(tx, [request], personId))) return performResult;
  if (!lockedConfirmation) throw new ConfirmationRequiredError();
  await lockedConfirmation.spend();
  return performResult;
}

/**
 * Applies a moderation action outside a case, as an administrator does from a profile or a content page. A refund
 * and the suspension of an administrator need a confirmation for `admin_money`, otherwise the answer is
 * `confirmation_required`.
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
