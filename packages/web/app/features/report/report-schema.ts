import { reportData } from '@guilda/contract/moderation';
import { z } from 'zod';

/** The fields that a person fills in; the subject is known. */
export const reportFormSchema = reportData
  .pick({ title: true, description: true })
  .extend({ minor: z.boolean() });
export type ReportForm = z.output<typeof reportFormSchema>;
