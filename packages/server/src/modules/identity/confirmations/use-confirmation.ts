import type { ConfirmationPurpose } from '@guilda/contract/accounts/confirmation';
import type { Person } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/database/pool.ts';
import { hashToken } from '../access-tokens.ts';
import { deleteConfirmation, lockStoredConfirmation } from './confirmation-store.ts';

/** The confirmation of a request, from its header `X-Confirmation`, with the purpose that the endpoint requires. */
export interface ConfirmationUse {
  readonly actor: Pick<Person, 'sessionId'>;
  readonly purpose: ConfirmationPurpose;
  /** Text of the header; empty when the header is missing. */
  readonly confirmation: string;
}

/** A confirmation that no other transaction can use until the current transaction ends. */
export interface LockedConfirmation {
  /**
   * Deletes the confirmation in the transaction that makes the confirmed change. A confirmation that is not spent can
   * be used again until it expires.
   */
  spend(): Promise<void>;
}

/**
 * Locks the confirmation of a request until `tx` ends. Null when the confirmation is missing, used, expired, or of
 * another session or purpose; the caller then answers `confirmation_required` (`docs/product/accounts.md`). Call this
 * function first in the transaction that makes the confirmed change: requests with the same confirmation then wait for
 * each other before they hold any other lock, so that they cannot deadlock. Call `spend` when the change is made; when
 * the request is refused for another reason, the confirmation stays valid.
 */
export async function lockConfirmation(
  tx: Db,
  { actor, purpose, confirmation }: ConfirmationUse,
): Promise<LockedConfirmation | null> {
  if (confirmation === '') return null;
  const storedConfirmation = {
    tokenHash: hashToken(confirmation),
    sessionId: actor.sessionId,
    purpose,
  };
  if (!(await lockStoredConfirmation(tx, storedConfirmation))) return null;
  return { spend: () => deleteConfirmation(tx, storedConfirmation) };
}
