import type { moderationQueueEndpoints } from '@guilda/contract/moderation/moderation-queue';
import type { Database } from '../../../platform/database/pool.ts';
import type { Handlers } from '../../../platform/http/endpoints.ts';
import { listAuditLog } from '../audit-log/list-audit-log.ts';
import {
  type AuthorityPackageDeps,
  openAuthorityPackage,
} from '../authority-package/open-authority-package.ts';
import { assignCase } from '../cases/assign-case.ts';
import { type GetCaseDeps, getCase } from '../cases/get-case.ts';
import { type DecideDeps, decideCase } from '../decisions/decide-case.ts';
import { decideCases } from '../decisions/decide-cases.ts';
import { type ReadReportCopyDeps, readReportCopy } from '../reports/read-report-copy.ts';
import { listQueue } from './list-queue.ts';

export interface ModerationQueueDeps
  extends DecideDeps,
    GetCaseDeps,
    ReadReportCopyDeps,
    AuthorityPackageDeps {
  readonly database: Database;
}

export function moderationQueueHandlers(
  deps: ModerationQueueDeps,
): Handlers<typeof moderationQueueEndpoints> {
  return {
    listQueue: ({ actor, query }) => listQueue(deps)(actor, query),
    getCase: ({ actor, params }) => getCase(deps)(actor, params.id),
    readReportCopy: ({ actor, params }) => readReportCopy(deps)(actor, params.id),
    openAuthorityPackage: ({ actor, params, body: { reason }, confirmation }) =>
      openAuthorityPackage(deps)(actor, { caseId: params.id, reason, confirmation }),
    takeCase: ({ actor, params }) => assignCase(deps)(actor, params.id, actor.uid),
    releaseCase: ({ actor, params }) => assignCase(deps)(actor, params.id, null),
    decideCase: async ({ actor, params, body, confirmation }) => {
      const decisionResult = await decideCase(deps)(actor, params.id, {
        input: body,
        confirmation,
      });
      return decisionResult.ok ? getCase(deps)(actor, params.id) : decisionResult;
    },
    decideCases: ({ actor, body: { ids, ...input }, confirmation }) =>
      decideCases(deps)(actor, ids, { input, confirmation }),
    listActions: ({ actor, query }) => listAuditLog(deps)(actor, query),
  };
}
