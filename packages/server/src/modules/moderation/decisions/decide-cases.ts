import { movesMoney } from '@guilda/contract/moderation/moderation-actions';
import type { Person } from '../../../platform/actor.ts';
import { afterCommit } from '../../../platform/database/after-commit.ts';
import { err, ok, type Result } from '../../../platform/result.ts';
import {
  type CaseDecisionRequest,
  type DecideDeps,
  decideOneCase,
  type LockDecisionConfirmation,
  lockConfirmationOf,
} from './decide-case.ts';

interface BulkResult {
  readonly id: string;
  readonly ok: boolean;
  readonly code: string | null;
}

/** Uses up the confirmation of a request before the first case is decided. False when it is not valid. */
const spendConfirmation = (
  { database }: DecideDeps,
  lockSentConfirmation: LockDecisionConfirmation,
): Promise<boolean> =>
  database.transaction(async (tx) => {
    const lockedConfirmation = await lockSentConfirmation(tx);
    await lockedConfirmation?.spend();
    return lockedConfirmation !== null;
  });

/** Lets the confirmation that {@link spendConfirmation} used up count for one more case that needs a confirmation. */
function confirmOneCase(): LockDecisionConfirmation {
  let isSpent = false;
  const markSpent = () => {
    isSpent = true;
  };
  // Only after the commit, because a transaction that is retried needs the confirmation again.
  return async (tx) => (isSpent ? null : { spend: async () => afterCommit(tx, markSpent) });
}

/**
 * Decides several cases with the same decision, each in a transaction of its own; a refused case does not stop the
 * other cases. One confirmation covers the refunds of all of them, and the suspension of one administrator; a case
 * that would suspend another one is refused with `confirmation_required`. A request with a refund uses the confirmation
 * up.
 */
export const decideCases =
  (deps: DecideDeps) =>
  async (
    actor: Person,
    ids: readonly string[],
    { input, confirmation }: CaseDecisionRequest,
  ): Promise<Result<{ results: BulkResult[] }, 'confirmation_required'>> => {
    const lockSentConfirmation = lockConfirmationOf(actor, confirmation);
    const actionsToConfirm = input.actions.filter(({ action }) => !movesMoney(action));
    const hasRefund = actionsToConfirm.length < input.actions.length;
    if (hasRefund && !(await spendConfirmation(deps, lockSentConfirmation)))
      return err('confirmation_required');
    const lockDecisionConfirmation = hasRefund ? confirmOneCase() : lockSentConfirmation;
    const results: BulkResult[] = [];
    for (const id of new Set(ids)) {
      const request = { actor, id, input, actionsToConfirm, lockDecisionConfirmation };
      const decisionResult = await decideOneCase(deps, request);
      const code = decisionResult.ok ? null : decisionResult.code;
      results.push({ id, ok: decisionResult.ok, code });
    }
    return ok({ results });
  };
