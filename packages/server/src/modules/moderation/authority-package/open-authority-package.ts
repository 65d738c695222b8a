import type { Download } from '@guilda/contract/endpoint';
import type { Company } from '@guilda/contract/legal-pages';
import type { Person } from '../../../platform/actor.ts';
import type { Database, Db } from '../../../platform/database/pool.ts';
import { err, ok, type Result } from '../../../platform/result.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { FileStore } from '../../../ports/file-store.ts';
import type { Ids } from '../../../ports/ids.ts';
import { lockConfirmation } from '../../identity/index.ts';
import { findPictureFile } from '../../pictures/index.ts';
import { readOpeningsOf, toLoggedAction } from '../audit-log/audit-log-queries.ts';
import { recordAuditEntry } from '../audit-log/audit-log-store.ts';
import { caseCodeOf } from '../cases/case-code.ts';
import { readCaseContext } from '../cases/case-context.ts';
import type { CaseRow } from '../cases/cases-table.ts';
import { findReportCopy } from '../reports/report-copy-store.ts';
import { createAuthorityPackageZip } from './authority-package-zip.ts';
import { packageReadMe, toCaseFacts, toListedOpening } from './package-texts.ts';

export interface AuthorityPackageDeps {
  readonly database: Pick<Database, 'db' | 'pool' | 'transaction'>;
  readonly ids: Ids;
  readonly clock: Clock;
  readonly files: Pick<FileStore, 'get'>;
  readonly company: Company;
}

/** Who has the package made: an administrator, or null for the command of whoever runs the installation. */
type Opener = Pick<Person, 'uid'> | null;

/** Writes into the audit log that the package is made, in the caller's transaction. */
const recordOpening = (
  { ids }: AuthorityPackageDeps,
  tx: Db,
  request: { readonly opener: Opener; readonly caseId: string; readonly reason: string },
) =>
  recordAuditEntry({ ids })(tx, {
    actorId: request.opener?.uid ?? null,
    action: 'authority_package',
    subject: { kind: 'case', id: request.caseId },
    reason: request.reason,
    caseId: request.caseId,
  });

type SealedCopy = NonNullable<Awaited<ReturnType<typeof findReportCopy>>>;

/** The package of a case whose opening is logged already, so that its list of openings is complete. */
async function makePackage(
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
    caseFacts: toCaseFacts(row, { sealedAt, sha256: hash.toString('hex') }),
    openings: (await readOpeningsOf(database.pool, row.id))
      .map(toLoggedAction)
      .map(toListedOpening),
  };
  return {
    filename: `autoridade-${caseCodeOf(row.kind, row.number)}.zip`,
    body: createAuthorityPackageZip(parts, { files, mtime }),
  };
}

type PackageRefusal = 'case_not_found' | 'forbidden' | 'confirmation_required';

/** What an administrator asks for. */
interface PackageRequest {
  readonly caseId: string;
  /** Why the package is made, such as the number of the authority's letter; it is in the audit log and in the package. */
  readonly reason: string;
  /** The header `X-Confirmation`; empty when there is none. */
  readonly confirmation: string;
}

/**
 * The sealed copy of a case as a zip for an authority (`docs/product/evidence.md`). It is in the audit log before
 * anything is sent. `case_not_found` without a sealed copy, `forbidden` for the reported person, `confirmation_required`
 * without a confirmation for `authority_package`.
 */
export const openAuthorityPackage =
  (deps: AuthorityPackageDeps) =>
  async (actor: Person, request: PackageRequest): Promise<Result<Download, PackageRefusal>> => {
    const { caseId, reason, confirmation } = request;
    const { database } = deps;
    const context = await readCaseContext(database.db, caseId);
    if (!context) return err('case_not_found');
    if (context.case.reportedUserId === actor.uid) return err('forbidden');
    const use = { actor, purpose: 'authority_package', confirmation } as const;
    const copy = await database.transaction(async (tx) => {
      const confirmed = await lockConfirmation(tx, use);
      const found = await findReportCopy(tx, caseId);
      if (!found) return err('case_not_found');
      if (!confirmed) return err('confirmation_required');
      await recordOpening(deps, tx, { opener: actor, caseId, reason });
      await confirmed.spend();
      return ok(found);
    });
    return copy.ok ? ok(await makePackage(deps, context.case, copy.value)) : copy;
  };

/** The same for the command `authority-package`, whose user has the database and the files anyway. */
export const openAuthorityPackageByCommand =
  (deps: AuthorityPackageDeps) =>
  async (caseId: string, reason: string): Promise<Result<Download, 'case_not_found'>> => {
    const { database } = deps;
    const context = await readCaseContext(database.db, caseId);
    const copy = context && (await findReportCopy(database.db, caseId));
    if (!context || !copy) return err('case_not_found');
    await database.transaction((tx) => recordOpening(deps, tx, { opener: null, caseId, reason }));
    return ok(await makePackage(deps, context.case, copy));
  };
