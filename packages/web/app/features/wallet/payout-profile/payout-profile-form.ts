import { brasiliaDayOf } from '@guilda/contract/brasilia-day';
import { isOfAgeOn, notOfAgeText, payoutProfileInput } from '@guilda/contract/money/payout-profile';
import { z } from '@guilda/contract/schema';
import { serverNowMs } from '../../../lib/format/server-time.ts';

/** Schema of the payout profile form: the schema of the API, and the minimum age on today's date in Brasília. */
export const payoutProfileFormSchema = payoutProfileInput.extend({
  birthDate: payoutProfileInput.shape.birthDate.pipe(
    z
      .string()
      .refine((date) => isOfAgeOn(date, brasiliaDayOf(new Date(serverNowMs()))), notOfAgeText),
  ),
});

/** The form's fields as typed by the person. */
export type PayoutProfileFormInput = z.input<typeof payoutProfileFormSchema>;
