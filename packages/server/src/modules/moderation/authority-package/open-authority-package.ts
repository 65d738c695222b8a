import type { Download } from '@guilda/contract/endpoint';
import type { Company } from '@guilda/contract/privacy/legal-pages';
import type { Person } from '../../../platform/actor.ts';
import type { Database, Db } from '../../../platform/database/pool.ts';
import { err, ok, type Result } from '../../../platform/result.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { FileStore } from '../../../ports/file-store.ts';
import type { Ids } from '../../../ports/ids.ts';
import { lockConfirmation } from '../../identity/index.ts';
import { findPictureFile } from '../../pictures/index.ts';
import { readOpeningsOf, toAuditLogEntry } from '../audit-log/audit-log-queries.ts';
import { recordAuditEntry } from '../audit-log/audit-log-store.ts';
import { caseCodeOf } from '../cases/case-code.ts';
import { readCaseContext } from '../cases/case-context.ts';
import type { CaseRow } from '../cases/cases-table.ts';
import { findReportCopy } from '../reports/report-copy-store.ts';
import { createAuthorityPackageZip } from './authority-package-zip.ts';
import { packageReadMe, toListedOpening, toPackagedCase } from './package-texts.ts';

export interface AuthorityPackageDeps {
  readonly database: Pick<Database, 'db' | 'pool' | 'transaction'>;
  readonly ids: Ids;
  readonly clock: Clock;
  readonly files: Pick<FileStore, 'get'>;
  readonly company: Company;
}

/** Who requests the package: an administrator, or null for the command of an operator. */
type PackageRequester = Pick<Person, 'uid'> | null;

/** Writes to the audit log that a package is created, in the caller's transaction. */
const recordOpening = (
  { ids }: AuthorityPackageDeps,
  tx: Db,
  request: { readonly opener: PackageRequester; readonly caseId: string; readonly reason: string },
) =>
  recordAuditEntry({ ids })(tx, {
    actorId: request.opener?.uid ?? null,
    action: 'authority_package',
    subject: { kind: 'case', id: request.caseId },
    reason: request.reason,
    caseId: request.caseId,
  });

type SealedCopy = NonNullable<Awaited<ReturnType<typeof findReportCopy>>>;

/**
 * Creates the package of a case. Call {@link recordOpening} first, because the package contains the audit log entries
 * about who opened the copy, including the entry for this package.
 */
async function createPackage(
  { database, clock, files, company }: AuthorityPackageDeps,
  row: CaseRow,
  copy: SealedCopy,
): Promise<Download> {
  const { content, hash, sealedAt, pictureId } = copy;
  const mtime = clock.now();
  const parts = {
    readMe: packageReadMe(row, mtime, company.name),
    content,
    pictureKey: pictureId === null ? null : await findPictureFile(database.db, pictureId),
    caseFacts: toPackagedCase(row, { sealedAt, sha256: hash.toString('hex') }),
    openings: (await readOpeningsOf(database.pool, row.id))
      .map(toAuditLogEntry)
      .map(toListedOpening),
  };
  return {
    filename: `autoridade-${caseCodeOf(row.kind, row.number)}.zip`,
    body: createAuthorityPackageZip(parts, { files, mtime }),
  };
}

type PackageRefusal = 'case_not_found' | 'forbidden' | 'confirmation_required';

/** An administrator's request for an authority package. */
interface PackageRequest {
  readonly caseId: string;
  /**
   * Why the package is created, such as the number of the authority's letter; stored in the audit log and in the
   * package.
   */
  readonly reason: string;
  /** The header `X-Confirmation`; empty when the request has none. */
  readonly confirmation: string;
}

/**
 * The copy of reported content of a case as a zip for an authority (`docs/product/evidence.md`). The audit log
 * entry is committed before anything is sent. `case_not_found` without a copy, `forbidden` for the reported person,
 * `confirmation_required` without a confirmation for `authority_package`.
 */
export const openAuthorityPackage =
  (deps: AuthorityPackageDeps) =>
  async (actor: Person, request: PackageRequest): Promise<Result<Download, PackageRefusal>> => {
    const { caseId, reason, confirmation } = request;
    const { database } = deps;
    const context = await readCaseContext(database.db, caseId);
    if (!context) return err('case_not_found');
    if (context.case.reportedUserId === actor.uid) return err('forbidden');
    const confirmationUse = { actor, purpose: 'authority_package', confirmation } as const;
    const copy = await database.transaction(async (tx) => {
      const lockedConfirmation = await lockConfirmation(tx, confirmationUse);
      const reportCopy = await findReportCopy(tx, caseId);
      if (!reportCopy) return err('case_not_found');
      if (!lockedConfirmation) return err('confirmation_required');
      await recordOpening(deps, tx, { opener: actor, caseId, reason });
      await lockedConfirmation.spend();
      return ok(reportCopy);
    });
    return copy.ok ? ok(await createPackage(deps, context.case, copy.value)) : copy;
  };

/**
 * Creates an authority package for the command `authority-package`. No confirmation is needed, because the operator who
 * runs the command can read database and files anyway.
 */
export const openAuthorityPackageByCommand =
  (deps: AuthorityPackageDeps) =>
  async (caseId: string, reason: string): Promise<Result<Download, 'case_not_found'>> => {
    const { database } = deps;
    const context = await readCaseContext(database.db, caseId);
    const copy = context && (await findReportCopy(database.db, caseId));
    if (!context || !copy) return err('case_not_found');
    await database.transaction((tx) => recordOpening(deps, tx, { opener: null, caseId, reason }));
    return ok(await createPackage(deps, context.case, copy));
  };
