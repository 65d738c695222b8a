import type { Db } from '../../../platform/database/pool.ts';
import type { Ids } from '../../../ports/ids.ts';
import { type ModerationActionRow, moderationActions } from './moderation-actions-table.ts';

/** An action of the team, its subject and its reason. */
export interface NewAuditEntry {
  /** Uid of the administrator; null where the product acted automatically. */
  readonly actorId: string | null;
  /** A verb such as `hide`. */
  readonly action: string;
  readonly subject: { readonly kind: ModerationActionRow['subjectKind']; readonly id: string };
  readonly reason: string;
  /** The case in which it was decided. */
  readonly caseId?: string | null;
}

/** Appends to the audit log, in the transaction of the action (`docs/product/moderation.md`). */
export type RecordAuditEntry = (tx: Db, action: NewAuditEntry) => Promise<void>;

export const recordAuditEntry =
  ({ ids }: { readonly ids: Ids }): RecordAuditEntry =>
  async (tx, { subject, ...action }) => {
    const row = { id: ids.uuid(), ...action, subjectKind: subject.kind, subjectId: subject.id };
    await tx.insert(moderationActions).values(row);
  };
