import type { ChatPartner } from '@guilda/contract/chat/messaging';
import type { Person } from '../../../platform/actor.ts';
import { decodeCursor, pageOf, timeKey } from '../../../platform/cursor.ts';
import type { Database } from '../../../platform/database/pool.ts';
import { err, ok, type Result } from '../../../platform/result.ts';
import {
  toAuthor,
  type ViewContext,
  type ViewContextDeps,
  viewContextFor,
} from '../../users/index.ts';
import { toMessage } from '../stored-message.ts';
import { type PartnerRow, readPartner, readPartners } from './partner-queries.ts';

export interface ListPartnersDeps extends ViewContextDeps {
  readonly database: Pick<Database, 'pool'>;
}

function toPartner(row: PartnerRow, context: ViewContext): ChatPartner {
  return {
    ...toAuthor(row, context),
    // Presence learns of a block or a private profile later than the database, so the status is hidden here as well.
    ...(row.isProfileVisible ? {} : { status: 'offline' as const }),
    discordId: row.isProfileVisible ? row.discordId : null,
    canBeCalled: row.isProfileVisible && row.canBeCalled,
    lastMessage: row.lastMessage && toMessage(row.lastMessage),
    unreadCount: row.unreadCount,
    // As in the columns of a message: across a block nobody sees what the other one reads.
    readSeq: row.hasBlockBetween ? 0 : row.readSeq,
    muted: row.muted,
    blocked: row.blocked,
    writable: !row.hasBlockBetween && !row.suspended && row.deletedAt === null,
  };
}

export interface PartnerPage {
  readonly users: ChatPartner[];
  readonly nextCursor: string | null;
}

/** The actor's chat partners; the conversation with the latest activity comes first (docs/product/chat.md). */
export const listPartners =
  (deps: ListPartnersDeps) =>
  async (
    actor: Person,
    uid: string,
    { limit, cursor }: { readonly limit: number; readonly cursor?: string | undefined },
  ): Promise<Result<PartnerPage, 'forbidden' | 'invalid_parameter'>> => {
    if (uid !== actor.uid) return err('forbidden');
    const afterCursor = decodeCursor(cursor, timeKey);
    if (!afterCursor.ok) return afterCursor;
    const rows = await readPartners(deps.database.pool, uid, {
      wanted: limit + 1,
      after: afterCursor.value,
    });
    const { page, nextCursor } = pageOf(rows, limit, ({ key, conversationId }) => ({
      key: key ?? '',
      id: conversationId ?? '',
    }));
    const viewContext = viewContextFor(deps, actor);
    return ok({ users: page.map((row) => toPartner(row, viewContext)), nextCursor });
  };

/**
 * One chat partner, whether or not the actor has a conversation with that person. A closed or hidden account is
 * found only by people who have the conversation with it in their chat list.
 */
export const getPartner =
  (deps: ListPartnersDeps) =>
  async (
    actor: Person,
    otherUid: string,
  ): Promise<Result<{ partner: ChatPartner }, 'forbidden' | 'user_not_found'>> => {
    if (otherUid === actor.uid) return err('forbidden');
    const row = await readPartner(deps.database.pool, actor.uid, otherUid);
    if (!row) return err('user_not_found');
    return ok({ partner: toPartner(row, viewContextFor(deps, actor)) });
  };
