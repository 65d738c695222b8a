import { reportData } from '@guilda/contract/moderation';
import type { z } from 'zod';

/** What a person fills in to report somebody; the rest of the call is known. */
export const reportForm = reportData.pick({ title: true, description: true });
export type ReportForm = z.output<typeof reportForm>;
