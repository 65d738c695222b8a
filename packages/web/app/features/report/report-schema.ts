import { reportFields } from '@guilda/contract/moderation/moderation';
import { z } from 'zod';

/** The fields of a report that the person fills in; the form already knows the reported item. */
export const reportFormSchema = reportFields
  .pick({ title: true, description: true })
  .extend({ minor: z.boolean(), underage: z.boolean() });
export type ReportForm = z.output<typeof reportFormSchema>;
