import { createHash } from 'node:crypto';
import type { Db } from '../../../platform/database/pool.ts';
import { lockPictureForReportCopy } from '../../pictures/index.ts';
import { type CaseSubject, reportedSubjectOf } from '../cases/case-subject.ts';
import { type CopiedContent, insertReportCopy, readReportedContent } from './report-copy-store.ts';
import type { ReportedCase } from './report-store.ts';
import { readSealedAccount, readSealedMetadata } from './sealed-data-queries.ts';

/** Account and metadata that belong to reported content. */
const readAccountAndMetadata = async (
  tx: Db,
  reportedContent: CopiedContent,
  pictureId: string | null,
) => ({
  account: await readSealedAccount(tx, reportedContent.authorId),
  metadata: await readSealedMetadata(tx, reportedContent, pictureId),
});

const lockPictureOf = (tx: Db, { photoURL }: CopiedContent) =>
  photoURL === null ? null : lockPictureForReportCopy(tx, photoURL);

/**
 * Stores a copy of the reported content, in the transaction that stores the report. The copy stays when the content's
 * author deletes the content or closes the account (`docs/product/evidence.md`). When the report involves a minor or
 * says that the account belongs to a minor, the copy also contains the account and the metadata that the law requires.
 * The picture's files are kept as long as the copy. With `refusedPicture` the copy contains this picture, which is
 * stored but not public, instead of the content's own picture. Returns false when the content does not exist any more.
 * Call this function after everything else that locks rows of the subject.
 */
export async function sealReport(
  tx: Db,
  row: ReportedCase,
  refusedPicture?: { readonly id: string; readonly photoURL: string },
): Promise<boolean> {
  const { reportedUserId } = row;
  const person: CaseSubject | null =
    reportedUserId === null ? null : { kind: 'user', id: reportedUserId };
  const subject = reportedSubjectOf(row) ?? person;
  const content = subject && (await readReportedContent(tx, subject));
  if (!content) return false;
  const copiedContent = { ...content, photoURL: refusedPicture?.photoURL ?? content.photoURL };
  const pictureId = refusedPicture?.id ?? (await lockPictureOf(tx, copiedContent));
  const accountAndMetadata =
    row.minor || row.underage ? await readAccountAndMetadata(tx, copiedContent, pictureId) : {};
  const copyText = JSON.stringify({ ...copiedContent, ...accountAndMetadata });
  const hash = createHash('sha256').update(copyText).digest();
  await insertReportCopy(tx, { caseId: row.id, content: copyText, hash, pictureId });
  return true;
}
