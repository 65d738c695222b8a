import { ApiError } from '@guilda/contract/api-error';
import { formatBrl } from '@guilda/contract/money/money';
import { useQueryClient } from '@tanstack/react-query';
import { api } from '../../../lib/api/api.ts';
import { useOnce } from '../../../lib/loading/use-once.ts';
import { randomUuid } from '../../../lib/random-uuid.ts';
import { ConfirmationCancelledError, withConfirmation } from '../../../lib/session/confirmation.ts';
import { toast, toastError } from '../../../ui/feedback/toast.ts';
import { walletKeys } from '../wallet-keys.ts';
import { type WithdrawalDraft, withdrawalBodyOf } from './withdraw-form.ts';

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
  return { draft, key: randomUuid() };
}

/**
 * Whether the error proves that no withdrawal is stored for the request. When an earlier answer to the same request was
 * lost, a refusal of the repetition proves nothing about it, unless the server knows the key from another request.
 */
function provesNotStored(error: unknown, wasUnanswered: boolean): boolean {
  // The server checks the confirmation before it stores anything.
  if (error instanceof ConfirmationCancelledError) return !wasUnanswered;
  if (!(error instanceof ApiError) || error.status >= 500) return false;
  return !wasUnanswered || error.code === 'idempotency_mismatch';
}

interface RequestOptions {
  /** Called after a success and after a refusal that a retry cannot change. */
  readonly onDone: () => void;
  /** An earlier request whose answer was lost. */
  readonly unanswered: WithdrawalRequest | null;
  /** Called with the request whenever it is sent, and with null once it is known whether the withdrawal is stored. */
  readonly onUnanswered: (request: WithdrawalRequest | null) => void;
}

/** Requests a withdrawal, one request at a time. */
export function useRequestWithdrawal({ onDone, unanswered, onUnanswered }: RequestOptions) {
  const client = useQueryClient();
  const { pending, runOnce } = useOnce();
  const request = (withdrawalRequest: WithdrawalRequest) =>
    runOnce(async () => {
      const { draft, key } = withdrawalRequest;
      const wasUnanswered = unanswered?.key === key;
      onUnanswered(withdrawalRequest);
      try {
        const body = withdrawalBodyOf(draft);
        await withConfirmation('withdrawal', (confirmationInput) =>
          api().wallet.requestWithdrawal({ body, idempotencyKey: key, ...confirmationInput }),
        );
        onUnanswered(null);
        toast({
          title: 'Saque pedido',
          text: `${formatBrl(draft.amount)} para a chave informada.`,
        });
        onDone();
      } catch (error) {
        if (provesNotStored(error, wasUnanswered)) onUnanswered(null);
        toastError(error);
        if (error instanceof ApiError && error.status === 409) onDone();
      }
      void client.invalidateQueries({ queryKey: walletKeys.all });
    });
  return { pending, request };
}
