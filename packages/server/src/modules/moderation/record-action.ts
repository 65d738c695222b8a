import type { Db } from '../../platform/database/pool.ts';
import type { Ids } from '../../ports/ids.ts';
import { type ModerationActionRow, moderationActions } from './moderation-actions-table.ts';

/** What the team did, to what and why. */
export interface ModerationAction {
  /** Uid of who did it; null where the product did it by itself. */
  readonly actorId: string | null;
  /** The verb, such as `hide`. */
  readonly action: string;
  readonly subject: { readonly kind: ModerationActionRow['subjectKind']; readonly id: string };
  readonly reason: string;
  /** The case it was done in. */
  readonly caseId?: string | null;
}

/** Writes down for good what the team did, in the transaction that does it (`product §9`). */
export type RecordAction = (tx: Db, action: ModerationAction) => Promise<void>;

export const recordAction =
  ({ ids }: { readonly ids: Ids }): RecordAction =>
  async (tx, { subject, ...action }) => {
    const row = { id: ids.uuid(), ...action, subjectKind: subject.kind, subjectId: subject.id };
    await tx.insert(moderationActions).values(row);
  };
