import { endpoint } from './endpoint.ts';
import { z } from './schema.ts';

/** Configurable values shown on the legal pages `/termos` and `/privacidade`. */
const legalPageValues = z.object({
  /** E-mail address of the team. */
  teamEmail: z.string(),
  /** Platform fee in whole per cent. */
  feePercent: z.number(),
  /** Minutes that a buyer has to pay an order. */
  paymentMinutes: z.number(),
  /** Hours after which a paid order that was not started is refunded. */
  startHours: z.number(),
  /** Hours for which the money of an order that its seller completed is held before it can be withdrawn; 0 for none. */
  clearingHours: z.number(),
  /** Hours for which the money of an order that its buyer completed is held; 0 for none. */
  clearingHoursConfirmed: z.number(),
  /** Hours within which a seller answers a dispute before the buyer gets everything back; fractions are possible. */
  disputeAnswerHours: z.number(),
  /** Age in years that people have to prove before they publish, write, buy or sell; null for none. */
  accountAge: z.number().nullable(),
});
export type LegalPageValues = z.infer<typeof legalPageValues>;

export const legalPageEndpoints = {
  getLegalPageValues: endpoint({
    method: 'GET',
    path: '/api/house',
    summary: 'Configurable values of the terms of use and the privacy page',
    access: 'public',
    status: 200,
    output: legalPageValues,
    errors: [],
    limit: 'general',
  }),
};
