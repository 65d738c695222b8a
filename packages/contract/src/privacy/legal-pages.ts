import { endpoint } from '../endpoint.ts';
import { z } from '../schema.ts';

/**
 * The company that runs this installation of Guilda, with the data that the law requires (Decreto 7.962/2013, art. 2).
 */
const company = z.object({
  name: z.string(),
  /** CNPJ with its dots, slash and dash. */
  cnpj: z.string(),
  /** Postal address in one line. */
  address: z.string(),
  /** E-mail address for customers. */
  email: z.string(),
  /** E-mail address of the data protection officer (LGPD, art. 41). */
  dpoEmail: z.string(),
  /** Name of the data protection officer; absent when the operator has not set it. */
  dpoName: z.string().optional(),
});
export type Company = z.infer<typeof company>;

/** Configurable values shown on the legal pages, on `/vender` and on the help pages. */
const legalPageValues = z.object({
  /** E-mail address of the team. */
  teamEmail: z.string(),
  /** Platform fee in whole per cent. */
  feePercent: z.number(),
  /** Minutes that a buyer has to pay an order. */
  paymentMinutes: z.number(),
  /** Hours after which a paid order that was not started is refunded. */
  startHours: z.number(),
  /** Hours from the completion of an order by its seller until its money can be withdrawn; 0 for no waiting time. */
  clearingHours: z.number(),
  /** Hours from the completion of an order by its buyer until its money can be withdrawn; 0 for no waiting time. */
  clearingHoursConfirmed: z.number(),
  /**
   * Hours within which a seller must answer a dispute; otherwise the buyer gets the whole price back. Fractions are
   * possible.
   */
  disputeAnswerHours: z.number(),
  /** Hours after a change of the payout profile during which its owner cannot withdraw; 0 for none. */
  payoutProfileRestHours: z.number(),
  company,
  /** Age in years that people must prove before they publish, write, buy or sell; null for none. */
  accountAge: z.number().nullable(),
});
export type LegalPageValues = z.infer<typeof legalPageValues>;

export const legalPageEndpoints = {
  getLegalPageValues: endpoint({
    method: 'GET',
    path: '/api/house',
    summary: 'Fee, deadlines and company of this installation, as its pages show them',
    access: 'public',
    status: 200,
    output: legalPageValues,
    errors: [],
    limit: 'general',
  }),
};
