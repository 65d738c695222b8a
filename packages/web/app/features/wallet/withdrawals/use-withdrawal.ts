import { ApiError } from '@guilda/contract/api-error';
import { formatBrl, formatDecimal } from '@guilda/contract/money/money';
import { useQueryClient } from '@tanstack/react-query';
import { api } from '../../../lib/api/api.ts';
import { useOnce } from '../../../lib/loading/use-once.ts';
import { withConfirmation } from '../../../lib/session/confirmation.ts';
import { toast, toastError } from '../../../ui/feedback/toast.ts';
import { walletKeys } from '../wallet-keys.ts';
import type { WithdrawalDraft } from './withdraw-form.ts';

/** A withdrawal that the person has still to confirm. */
export interface WithdrawalRequest {
  readonly draft: WithdrawalDraft;
  /** Idempotency key, so that repeated requests create one withdrawal. */
  readonly key: string;
}

/** The request for a draft. If the draft has not changed, the earlier request with its idempotency key is returned. */
export function withdrawalRequestFor(
  draft: WithdrawalDraft,
  earlierRequest: WithdrawalRequest | null,
): WithdrawalRequest {
  const { amount, pixKey } = earlierRequest?.draft ?? {};
  if (earlierRequest && amount === draft.amount && pixKey?.key === draft.pixKey.key)
    return earlierRequest;
  return { draft, key: crypto.randomUUID() };
}

/**
 * Requests a withdrawal, one request at a time. `onDone` is called after a success and after a refusal that a retry
 * cannot change.
 */
export function useRequestWithdrawal(onDone: () => void) {
  const client = useQueryClient();
  const { pending, runOnce } = useOnce();
  const request = ({ draft: { amount, pixKey }, key }: WithdrawalRequest) =>
    runOnce(async () => {
      try {
        const body = { amount: formatDecimal(amount), pixKey: pixKey.key };
        await withConfirmation('withdrawal', (confirmationInput) =>
          api().wallet.requestWithdrawal({ body, idempotencyKey: key, ...confirmationInput }),
        );
        toast({ title: 'Saque pedido', text: `${formatBrl(amount)} para a chave informada.` });
        onDone();
      } catch (error) {
        toastError(error);
        if (error instanceof ApiError && error.status === 409) onDone();
      }
      void client.invalidateQueries({ queryKey: walletKeys.all });
    });
  return { pending, request };
}
