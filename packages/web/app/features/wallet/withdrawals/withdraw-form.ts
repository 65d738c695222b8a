import { formatDecimal, parseMoney } from '@guilda/contract/money/money';
import { newWithdrawal } from '@guilda/contract/money/wallet';
import { z } from '@guilda/contract/schema';
import { normaliseMoneyInput } from '../../../lib/format/money-input.ts';

/** Schema of the withdrawal form; `availableCentavos` is the maximum amount in centavos. */
export function createWithdrawFormSchema(availableCentavos: number) {
  return z.object({
    amount: z
      .string()
      .transform(normaliseMoneyInput)
      .pipe(newWithdrawal.shape.amount)
      .refine((centavos) => centavos <= availableCentavos, 'Saldo disponível insuficiente.'),
    pixKey: newWithdrawal.shape.pixKey,
  });
}

/** The parsed form: amount in centavos and normalized Pix key. */
export type WithdrawalDraft = z.output<ReturnType<typeof createWithdrawFormSchema>>;

/** Body of the request for a withdrawal. */
export const withdrawalBodyOf = ({ amount, pixKey }: WithdrawalDraft) => ({
  amount: formatDecimal(amount),
  pixKey: pixKey.key,
});

/** The form's fields as typed by the person. */
export type WithdrawFormInput = z.input<ReturnType<typeof createWithdrawFormSchema>>;

/** Formats a decimal text of the API for the input field: `1234.50` → `1234,50`. */
export function amountInputText(decimalText: string): string {
  return decimalText.replace('.', ',');
}

/** Converts a decimal text of the API to centavos. */
export function centavosOf(decimalText: string): number {
  return parseMoney(decimalText) ?? 0;
}
