import type { Db } from './database/pool.ts';

/** Where a module writes down what the team did to things of one kind (`product §9`). */
export interface TeamLog<Kind extends string> {
  /** In the transaction that does it. */
  recordAction(
    tx: Db,
    action: {
      /** Uid of who did it; null where the product did it by itself. */
      readonly actorId: string | null;
      /** The verb, such as `refund`. */
      readonly action: string;
      readonly subject: { readonly kind: Kind; readonly id: string };
      readonly reason: string;
    },
  ): Promise<void>;
}
