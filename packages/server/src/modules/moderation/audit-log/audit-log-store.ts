import type { Db } from '../../../platform/database/pool.ts';
import type { Ids } from '../../../ports/ids.ts';
import { type ModerationActionRow, moderationActions } from './moderation-actions-table.ts';

/** An audit log entry to append. */
export interface NewAuditEntry {
  /** Uid of the administrator; null when Guilda acted automatically. */
  readonly actorId: string | null;
  /** Name of the action, for example `hide`. */
  readonly action: string;
  readonly subject: { readonly kind: ModerationActionRow['subjectKind']; readonly id: string };
  readonly reason: string;
  /** The case in which the action was decided; null or absent outside a case. */
  readonly caseId?: string | null;
}

/** Appends an entry to the audit log, in the transaction of the action (`docs/product/moderation.md`). */
export type RecordAuditEntry = (tx: Db, action: NewAuditEntry) => Promise<void>;

export const recordAuditEntry =
  ({ ids }: { readonly ids: Ids }): RecordAuditEntry =>
  async (tx, { subject, ...action }) => {
    const row = { id: ids.uuid(), ...action, subjectKind: subject.kind, subjectId: subject.id };
    await tx.insert(moderationActions).values(row);
  };
