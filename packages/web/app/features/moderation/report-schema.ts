import { reportData } from '@guilda/contract/moderation';
import { z } from 'zod';

/** What a person fills in to report somebody; the rest of the call is known. */
export const reportForm = reportData
  .pick({ title: true, description: true })
  .extend({ minor: z.boolean() });
export type ReportForm = z.output<typeof reportForm>;
