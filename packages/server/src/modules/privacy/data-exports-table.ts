import { instant } from '../../platform/database/columns.ts';
import { bigint, pgTable, text, uuid } from '../../platform/database/query-builder.ts';

/** Data exports, which are made in the background and stored for a week. */
export const dataExports = pgTable('data_exports', {
  id: uuid('id').primaryKey(),
  personId: uuid('person_id').notNull(),
  state: text('state', { enum: ['preparing', 'ready', 'failed'] })
    .notNull()
    .default('preparing'),
  /** Key of the zip in the file store; null until the export is ready. */
  fileKey: text('file_key'),
  /** Size of the zip in bytes; null until the export is ready. */
  size: bigint('size', { mode: 'number' }),
  createdAt: instant('created_at').notNull().defaultNow(),
  /** When the job that makes the export began for the first time; null while it waits. */
  begunAt: instant('begun_at'),
  readyAt: instant('ready_at'),
  expiresAt: instant('expires_at'),
});

export type DataExportRow = typeof dataExports.$inferSelect;
