import type { ConfirmationPurpose } from '@guilda/contract/accounts/confirmation';
import { ApiError } from '@guilda/contract/api-error';
import { useQueryClient } from '@tanstack/react-query';
import { useOnce } from '../../../lib/loading/use-once.ts';
import { type ConfirmedInput, withConfirmation } from '../../../lib/session/confirmation.ts';
import { toast, toastError } from '../../../ui/feedback/toast.ts';

/** Error codes of refusals that mean that another administrator has already decided. */
const alreadyDecidedCodes = new Set([
  'case_decided',
  'refund_decided',
  'withdrawal_decided',
  'dispute_resolved',
]);
/** HTTP statuses of refusals that a retry cannot change; after such a refusal the dialog of the action closes. */
const finalStatuses = new Set([403, 404, 409]);

function toastFailure(error: unknown) {
  if (!(error instanceof ApiError) || !alreadyDecidedCodes.has(error.code))
    return toastError(error);
  toast({
    title: 'Alguém da equipe decidiu antes',
    text: 'O que foi decidido aparece aqui.',
    tone: 'warn',
  });
}

/**
 * Runs an administrator's action once, even if the button is pressed repeatedly, and then refetches all data of the
 * admin pages. `close` is called after success and after a refusal that a retry cannot change, `onDone` after success.
 * The argument of `work` proves that the administrator has confirmed their identity. `work` must pass it on to an
 * endpoint that may require the proof, otherwise the administrator is asked to confirm again and again.
 */
export function useAdminAction({
  close,
  onDone,
  purpose = 'admin_money',
}: {
  close?: () => void;
  onDone?: () => void;
  /** Purpose for which the server may ask the administrator to confirm their identity. */
  purpose?: ConfirmationPurpose;
} = {}) {
  const client = useQueryClient();
  const { pending, runOnce } = useOnce();
  /** Resolves to whether the action was done. */
  const runAction = async (
    work: (confirmationInput: ConfirmedInput) => Promise<unknown>,
    doneText: string,
  ): Promise<boolean> => {
    let isDone = false;
    await runOnce(async () => {
      try {
        await withConfirmation(purpose, work);
        isDone = true;
        toast({ title: doneText });
        close?.();
        onDone?.();
      } catch (error) {
        toastFailure(error);
        if (error instanceof ApiError && finalStatuses.has(error.status)) close?.();
      }
      void client.invalidateQueries({ queryKey: ['admin'] });
    });
    return isDone;
  };
  return { pending, runAction };
}
