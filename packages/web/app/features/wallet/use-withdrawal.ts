import { ApiError } from '@guilda/contract/api-error';
import { formatBrl, formatDecimal } from '@guilda/contract/money';
import { useQueryClient } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { useOnce } from '../../lib/use-once.ts';
import { toast, toastError } from '../../ui/toast.ts';
import { walletKeys } from './keys.ts';
import type { WithdrawalDraft } from './withdraw-form.ts';

/** Asks to be paid out, once however often it is pressed; `onDone` runs when nothing is left to try. */
export function useWithdrawal(onDone: () => void) {
  const client = useQueryClient();
  const { pending, once } = useOnce();
  const request = ({ amount, pixKey }: WithdrawalDraft) =>
    once(async () => {
      try {
        const body = { amount: formatDecimal(amount), pixKey: pixKey.key };
        await api().wallet.requestWithdrawal({ body });
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
