import { parseMoney } from '@guilda/contract/money';
import { z } from '@guilda/contract/schema';
import { newWithdrawal } from '@guilda/contract/wallet';
import { normaliseMoneyInput } from '../../../lib/format/money-input.ts';

/** Schema of the withdrawal form; `available` in centavos is the maximum amount. */
export function createWithdrawFormSchema(available: number) {
  return z.object({
    amount: z
      .string()
      .transform(normaliseMoneyInput)
      .pipe(newWithdrawal.shape.amount)
      .refine((centavos) => centavos <= available, 'Saldo disponível insuficiente.'),
    pixKey: newWithdrawal.shape.pixKey,
  });
}

/** The parsed form: centavos and the normalized key. */
export type WithdrawalDraft = z.output<ReturnType<typeof createWithdrawFormSchema>>;

/** The form's fields as typed. */
export type WithdrawFormInput = z.input<ReturnType<typeof createWithdrawFormSchema>>;

/** Formats a decimal text of the API for the input: `1234.50` → `1234,50`. */
export function amountInputText(decimal: string): string {
  return decimal.replace('.', ',');
}

/** Centavos of a decimal text of the API. */
export function centavosOf(decimal: string): number {
  return parseMoney(decimal) ?? 0;
}
