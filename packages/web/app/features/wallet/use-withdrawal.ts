import { ApiError } from '@guilda/contract/api-error';
import { formatBrl, formatDecimal } from '@guilda/contract/money';
import { useQueryClient } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { useOnce } from '../../lib/use-once.ts';
import { toast, toastError } from '../../ui/toast.ts';
import { walletKeys } from './keys.ts';
import type { WithdrawalDraft } from './withdraw-form.ts';

/** A withdrawal that is about to be asked for. */
export interface Request {
  readonly draft: WithdrawalDraft;
  /** Makes every try of it, also after a lost answer, the same withdrawal. */
  readonly key: string;
}

/** The request for a draft; the earlier one again when nothing in it has changed. */
export function requestFor(draft: WithdrawalDraft, earlier: Request | null): Request {
  const { amount, pixKey } = earlier?.draft ?? {};
  if (earlier && amount === draft.amount && pixKey?.key === draft.pixKey.key) return earlier;
  return { draft, key: crypto.randomUUID() };
}

/** Asks to be paid out, once however often it is pressed; `onDone` runs when nothing is left to try. */
export function useWithdrawal(onDone: () => void) {
  const client = useQueryClient();
  const { pending, once } = useOnce();
  const request = ({ draft: { amount, pixKey }, key }: Request) =>
    once(async () => {
      try {
        const body = { amount: formatDecimal(amount), pixKey: pixKey.key };
        await api().wallet.requestWithdrawal({ body, idempotencyKey: key });
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
