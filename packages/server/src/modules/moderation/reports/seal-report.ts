import { createHash } from 'node:crypto';
import type { Db } from '../../../platform/database/pool.ts';
import { holdPicture } from '../../pictures/index.ts';
import { type CaseSubject, reportedSubjectOf } from '../cases/case-subject.ts';
import { type CopiedContent, insertReportCopy, readReportedContent } from './report-copy-store.ts';
import type { ReportedCase } from './report-store.ts';
import { readSealedAccount, readSealedMetadata } from './sealed-account-queries.ts';

/** Account and metadata of reported content. */
const readMore = async (tx: Db, found: CopiedContent, pictureId: string | null) => ({
  account: await readSealedAccount(tx, found.authorId),
  metadata: await readSealedMetadata(tx, found, pictureId),
});

/**
 * Seals a copy of what a report is about, in the transaction that stores the report: its author can no longer erase it
 * by deleting it or by closing the account (`docs/product/evidence.md`). A report about a minor also seals the account and
 * the metadata that the law asks to keep. The files of its picture stay as long as the copy. False when what is reported was deleted meanwhile. Call it after everything else that locks rows of the subject.
 */
export async function sealReport(tx: Db, row: ReportedCase): Promise<boolean> {
  const { reportedUserId } = row;
  const person: CaseSubject | null =
    reportedUserId === null ? null : { kind: 'user', id: reportedUserId };
  const subject = reportedSubjectOf(row) ?? person;
  const found = subject && (await readReportedContent(tx, subject));
  if (!found) return false;
  const pictureId = found.photoURL === null ? null : await holdPicture(tx, found.photoURL);
  const more = row.minor || row.underage ? await readMore(tx, found, pictureId) : {};
  const content = JSON.stringify({ ...found, ...more });
  const hash = createHash('sha256').update(content).digest();
  await insertReportCopy(tx, { caseId: row.id, content, hash, pictureId });
  return true;
}
