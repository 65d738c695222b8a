export type { ActionRefusal, ActionRequest, PerformAction } from './actions/moderation-action.ts';
export { performAction } from './actions/perform-action.ts';
export { type RecordAuditEntry, recordAuditEntry } from './audit-log/audit-log-store.ts';
export { openAuthorityPackageByCommand } from './authority-package/open-authority-package.ts';
export { findReportId, insertCase } from './cases/case-store.ts';
export { casesDataExport } from './cases/data-export.ts';
export { decisionsDataExport, deleteExcerptsOf } from './decisions/data-export.ts';
export { insertDecision } from './decisions/decision-store.ts';
export { isNotAboutReader } from './queue/queue-source-columns.ts';
