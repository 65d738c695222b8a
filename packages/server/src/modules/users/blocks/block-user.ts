import type { Author } from '@guilda/contract/accounts/users';
import type { Person } from '../../../platform/actor.ts';
import { decodeCursor, pageOf, timeKey } from '../../../platform/cursor.ts';
import type { Database, Db } from '../../../platform/database/pool.ts';
import { err, ok, type Result } from '../../../platform/result.ts';
import type { Realtime } from '../../../ports/realtime.ts';
import { lockOpenAccounts } from '../accounts/account-lock-store.ts';
import { findUser } from '../user-store.ts';
import { toAuthor } from '../view.ts';
import { type ViewContextDeps, viewContextFor } from '../view-context.ts';
import { deleteBlock, insertBlock, listBlocks } from './block-store.ts';

export interface BlockDeps extends ViewContextDeps {
  readonly database: Pick<Database, 'db' | 'transaction'>;
  readonly realtime: Pick<Realtime, 'emit'>;
  /**
   * Ends the call between two people in the transaction of a block, in the name of the person who blocks. The returned
   * function emits the end to both people; call it after the commit. Implemented by the calls module.
   */
  endCallsBetween(tx: Db, blockerUid: string, otherUid: string): Promise<() => void>;
}

type UnblockDeps = Pick<BlockDeps, 'database' | 'realtime'>;
type BlockPersonDeps = UnblockDeps & Pick<BlockDeps, 'endCallsBetween'>;

/** Makes the devices of both people reload their conversation. The event does not reveal who blocked whom. */
function emitConversationChanged(
  realtime: UnblockDeps['realtime'],
  firstUid: string,
  secondUid: string,
): void {
  realtime.emit([firstUid], 'conversationChanged', { otherId: secondUid });
  realtime.emit([secondUid], 'conversationChanged', { otherId: firstUid });
}

type UnblockRefusal = 'user_not_found' | 'forbidden';
type BlockRefusal = UnblockRefusal | 'too_many_blocks';

/**
 * Blocks a person, who may be suspended; a repeated request changes nothing. The block applies from the next request of
 * both people and ends a call between them (docs/product/privacy.md). `forbidden` for the actor's own account,
 * `user_not_found` when the account does not exist or is closed, `too_many_blocks` when the actor blocks the maximum
 * number of people.
 */
export const blockPerson =
  ({ database, realtime, endCallsBetween }: BlockPersonDeps) =>
  async (actor: Person, uid: string): Promise<Result<undefined, BlockRefusal>> => {
    if (uid === actor.uid) return err('forbidden');
    const blockResult = await database.transaction(async (tx) => {
      if (!(await lockOpenAccounts(tx, [actor.uid, uid]))) return err('user_not_found');
      const outcome = await insertBlock(tx, { blockerId: actor.uid, blockedId: uid });
      if (outcome === 'full') return err('too_many_blocks');
      return ok(outcome === 'inserted' ? await endCallsBetween(tx, actor.uid, uid) : null);
    });
    if (!blockResult.ok) return blockResult;
    const emitEndedCall = blockResult.value;
    if (!emitEndedCall) return ok(undefined);
    emitEndedCall();
    emitConversationChanged(realtime, actor.uid, uid);
    return ok(undefined);
  };

/** Removes a block; succeeds also when there is none. `forbidden` and `user_not_found` as for `blockPerson`. */
export const unblockPerson =
  ({ database: { db }, realtime }: UnblockDeps) =>
  async (actor: Person, uid: string): Promise<Result<undefined, UnblockRefusal>> => {
    if (uid === actor.uid) return err('forbidden');
    if (!(await findUser(db, uid))) return err('user_not_found');
    const isDeleted = await deleteBlock(db, { blockerId: actor.uid, blockedId: uid });
    if (isDeleted) emitConversationChanged(realtime, actor.uid, uid);
    return ok(undefined);
  };

export interface BlockedPage {
  readonly users: Author[];
  readonly nextCursor: string | null;
}

/** A page of the people whom the actor has blocked, latest block first. */
export const listBlocked =
  (deps: BlockDeps) =>
  async (
    actor: Person,
    { limit, cursor }: { readonly limit: number; readonly cursor?: string | undefined },
  ): Promise<Result<BlockedPage, 'invalid_parameter'>> => {
    const cursorResult = decodeCursor(cursor, timeKey);
    if (!cursorResult.ok) return cursorResult;
    const rows = await listBlocks(deps.database.db, actor.uid, {
      limit,
      after: cursorResult.value,
    });
    const { page, nextCursor } = pageOf(rows, limit, ({ key, uid }) => ({ key, id: uid }));
    const viewContext = viewContextFor(deps, actor);
    return ok({ users: page.map((row) => toAuthor(row, viewContext)), nextCursor });
  };
