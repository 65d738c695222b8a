import { createHash } from 'node:crypto';
import type { Db } from '../../../platform/database/pool.ts';
import { holdPicture } from '../../pictures/index.ts';
import { type CaseSubject, reportedSubjectOf } from '../cases/case-subject.ts';
import { insertReportCopy, readReportedContent } from './report-copy-store.ts';
import type { ReportedCase } from './report-store.ts';

/**
 * Seals a copy of what a report is about, in the transaction that stores the report: its author can no longer erase it
 * by deleting it or by closing the account (`docs/product/evidence.md`). The files of its picture stay as long as the
 * copy. False when what is reported was deleted meanwhile. Call it after everything else that locks rows of the subject.
 */
export async function sealReport(tx: Db, row: ReportedCase): Promise<boolean> {
  const { reportedUserId } = row;
  const person: CaseSubject | null =
    reportedUserId === null ? null : { kind: 'user', id: reportedUserId };
  const subject = reportedSubjectOf(row) ?? person;
  const found = subject && (await readReportedContent(tx, subject));
  if (!found) return false;
  const content = JSON.stringify(found);
  const hash = createHash('sha256').update(content).digest();
  const pictureId = found.photoURL === null ? null : await holdPicture(tx, found.photoURL);
  await insertReportCopy(tx, { caseId: row.id, content, hash, pictureId });
  return true;
}
