import type { TransparencyReport } from '@guilda/contract/moderation/transparency';
import { databaseNow } from '../../../platform/database/clock.ts';
import { instant } from '../../../platform/database/columns.ts';
import { jsonb, pgTable, text } from '../../../platform/database/query-builder.ts';

/** Published reports; a row is added once and never changed. */
export const transparencyReports = pgTable('transparency_reports', {
  half: text('half').primaryKey(),
  report: jsonb('report').$type<TransparencyReport>().notNull(),
  createdAt: instant('created_at').notNull().default(databaseNow),
});
