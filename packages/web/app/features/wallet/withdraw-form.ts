import { parseMoney } from '@guilda/contract/money';
import { z } from '@guilda/contract/schema';
import { newWithdrawal } from '@guilda/contract/wallet';
import { moneyText } from '../../lib/money-input.ts';

/** The form of a withdrawal; `available` in centavos is the most there is to take. */
export function withdrawForm(available: number) {
  return z.object({
    amount: z
      .string()
      .transform(moneyText)
      .pipe(newWithdrawal.shape.amount)
      .refine((centavos) => centavos <= available, 'Saldo disponível insuficiente.'),
    pixKey: newWithdrawal.shape.pixKey,
  });
}

/** A withdrawal as it was read from the form: centavos and the key in its normal form. */
export type WithdrawalDraft = z.output<ReturnType<typeof withdrawForm>>;

/** The form's fields as they are typed. */
export type WithdrawalTyped = z.input<ReturnType<typeof withdrawForm>>;

/** Decimal text of the API as a person types it: `1234.50` → `1234,50`. */
export function typedAmount(decimal: string): string {
  return decimal.replace('.', ',');
}

/** Centavos of a sum the API answered. */
export function centavosOf(decimal: string): number {
  return parseMoney(decimal) ?? 0;
}
