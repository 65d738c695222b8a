import type { ReportCopy } from '@guilda/contract/moderation/moderation-case';
import type { Person } from '../../../platform/actor.ts';
import type { Database } from '../../../platform/database/pool.ts';
import { err, ok, type Result } from '../../../platform/result.ts';
import type { Ids } from '../../../ports/ids.ts';
import { recordAuditEntry } from '../audit-log/audit-log-store.ts';
import { readCaseContext } from '../cases/case-context.ts';
import { type CopiedContent, findReportCopy } from './report-copy-store.ts';

export interface ReadReportCopyDeps {
  readonly database: Database;
  readonly ids: Ids;
  /**
   * The address at which this administrator can load a picture, including deleted pictures that are kept for a copy.
   */
  pictureUrlForAdmin(actor: Person, photoURL: string | null): string | null;
}

type ReadCopyRefusal = 'case_not_found' | 'forbidden';

/**
 * The copy of reported content of a case, for administrators; each reading is written to the audit log.
 * `case_not_found` when the case has no copy, `forbidden` for the reported person (`docs/product/evidence.md`).
 */
export const readReportCopy =
  (deps: ReadReportCopyDeps) =>
  async (actor: Person, caseId: string): Promise<Result<{ copy: ReportCopy }, ReadCopyRefusal>> => {
    const { database, ids } = deps;
    const context = await readCaseContext(database.db, caseId);
    if (!context) return err('case_not_found');
    if (context.case.reportedUserId === actor.uid) return err('forbidden');
    return database.transaction(async (tx) => {
      const reportCopy = await findReportCopy(tx, caseId);
      if (!reportCopy) return err('case_not_found');
      await recordAuditEntry({ ids })(tx, {
        actorId: actor.uid,
        action: 'open_evidence',
        subject: { kind: 'case', id: caseId },
        reason: 'Abriu a cópia do que foi denunciado.',
        caseId,
      });
      const { photoURL, ...content } = JSON.parse(reportCopy.content) as CopiedContent;
      return ok({
        copy: {
          ...content,
          photoURL: deps.pictureUrlForAdmin(actor, photoURL),
          sha256: reportCopy.hash.toString('hex'),
          sealedAt: reportCopy.sealedAt.toISOString(),
        },
      });
    });
  };
