import { type ModerationAction, movesMoney } from '@guilda/contract/moderation/moderation-actions';
import type { Db } from '../../../platform/database/pool.ts';
import { isAdminAccount } from '../../users/index.ts';

/** Whether an action needs a confirmation always or for some people. */
export const mayNeedConfirmation = (action: ModerationAction): boolean =>
  movesMoney(action) || action === 'suspend';

/**
 * Whether actions that concern this person need a confirmation of the administrator (`docs/product/moderation.md`):
 * refunds, and the suspension of another administrator. `personId` is null when the actions concern no person.
 */
export async function needConfirmation(
  tx: Db,
  actions: readonly { readonly action: ModerationAction }[],
  personId: string | null,
): Promise<boolean> {
  if (actions.some(({ action }) => movesMoney(action))) return true;
  if (personId === null || !actions.some(({ action }) => action === 'suspend')) return false;
  return isAdminAccount(tx, personId);
}
