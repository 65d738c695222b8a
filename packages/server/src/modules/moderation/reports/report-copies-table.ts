import { databaseNow } from '../../../platform/database/clock.ts';
import { bytes, instant } from '../../../platform/database/columns.ts';
import { pgTable, text, uuid } from '../../../platform/database/query-builder.ts';

/** Copies of reported content in the state in which it was reported (`docs/product/evidence.md`). */
export const reportCopies = pgTable('report_copies', {
  caseId: uuid('case_id').primaryKey(),
  /** JSON in exactly the bytes that were hashed. */
  content: text('content').notNull(),
  /** SHA-256 over `content` in UTF-8. */
  hash: bytes('hash').notNull(),
  /** Id of the picture whose files are kept for the copy; null when the copy has no picture. */
  pictureId: uuid('picture_id'),
  sealedAt: instant('sealed_at').notNull().default(databaseNow),
});
