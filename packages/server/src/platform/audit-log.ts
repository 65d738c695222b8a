import type { Db } from './database/pool.ts';

/** Records the actions of administrators on subjects of one kind: docs/product/moderation.md. */
export interface AuditLog<Kind extends string> {
  /** Records an action, in the transaction that performs the action. */
  recordAuditEntry(
    tx: Db,
    action: {
      /** Uid of the administrator; null for an automatic action. */
      readonly actorId: string | null;
      /** Name of the action, such as `refund`. */
      readonly action: string;
      readonly subject: { readonly kind: Kind; readonly id: string };
      readonly reason: string;
    },
  ): Promise<void>;
}
