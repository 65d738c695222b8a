import type { Author } from '@guilda/contract/users';
import type { Person } from '../../platform/actor.ts';
import { decodeCursor, pageOf, timeKey } from '../../platform/cursor.ts';
import type { Database, Db } from '../../platform/database/pool.ts';
import { err, ok, type Result } from '../../platform/result.ts';
import type { Realtime } from '../../ports/realtime.ts';
import { keepAccounts } from './account-locks.ts';
import { deleteBlock, insertBlock, listBlocks } from './block-store.ts';
import { type MomentDeps, momentOf } from './moment.ts';
import { findUser } from './user-store.ts';
import { toAuthor } from './view.ts';

export interface BlockDeps extends MomentDeps {
  readonly database: Pick<Database, 'db' | 'transaction'>;
  readonly realtime: Pick<Realtime, 'emit'>;
  /**
   * Ends the call between two people in the transaction of a block; what it answers tells them, once
   * that is committed. The calls module knows how.
   */
  endCallsBetween(tx: Db, by: string, other: string): Promise<() => void>;
}

type ChangeDeps = Pick<BlockDeps, 'database' | 'realtime'>;
type SetDeps = ChangeDeps & Pick<BlockDeps, 'endCallsBetween'>;

/** The open devices of both look again at what stands between the two; nothing says who did what. */
function tellBoth(realtime: ChangeDeps['realtime'], a: string, b: string): void {
  realtime.emit([a], 'conversationChanged', { otherId: b });
  realtime.emit([b], 'conversationChanged', { otherId: a });
}

type Refusal = 'user_not_found' | 'forbidden';

/**
 * Blocks a person (`product §3`), suspended though they may be; repeated, it stays one block. It
 * holds from the next request of both, and ends the call between them. Refused towards oneself
 * (`forbidden`); `user_not_found` when there is no such account, or it is closed.
 */
export const blockPerson =
  ({ database, realtime, endCallsBetween }: SetDeps) =>
  async (actor: Person, uid: string): Promise<Result<undefined, Refusal>> => {
    if (uid === actor.uid) return err('forbidden');
    const tellEnded = await database.transaction(async (tx) => {
      if (!(await keepAccounts(tx, [actor.uid, uid]))) return null;
      await insertBlock(tx, { blockerId: actor.uid, blockedId: uid });
      return endCallsBetween(tx, actor.uid, uid);
    });
    if (!tellEnded) return err('user_not_found');
    tellEnded();
    tellBoth(realtime, actor.uid, uid);
    return ok(undefined);
  };

/** Takes a block back, also one that is not there; refused as `blockPerson` is. */
export const unblockPerson =
  ({ database: { db }, realtime }: ChangeDeps) =>
  async (actor: Person, uid: string): Promise<Result<undefined, Refusal>> => {
    if (uid === actor.uid) return err('forbidden');
    if (!(await findUser(db, uid))) return err('user_not_found');
    await deleteBlock(db, { blockerId: actor.uid, blockedId: uid });
    tellBoth(realtime, actor.uid, uid);
    return ok(undefined);
  };

export interface BlockedPage {
  readonly users: Author[];
  readonly nextCursor: string | null;
}

/** Whom the person has blocked, the last first. */
export const listBlocked =
  (deps: BlockDeps) =>
  async (
    actor: Person,
    { limit, cursor }: { readonly limit: number; readonly cursor?: string | undefined },
  ): Promise<Result<BlockedPage, 'invalid_parameter'>> => {
    const after = decodeCursor(cursor, timeKey);
    if (!after.ok) return after;
    const rows = await listBlocks(deps.database.db, actor.uid, { limit, after: after.value });
    const { page, nextCursor } = pageOf(rows, limit, ({ key, uid }) => ({ key, id: uid }));
    const moment = momentOf(deps, actor);
    return ok({ users: page.map((row) => toAuthor(row, moment)), nextCursor });
  };
