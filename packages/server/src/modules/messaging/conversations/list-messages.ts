import type { Message } from '@guilda/contract/chat/messaging';
import type { Person } from '../../../platform/actor.ts';
import type { Database } from '../../../platform/database/pool.ts';
import { err, fieldErr, ok, type Result } from '../../../platform/result.ts';
import { pairOf, toMessage } from '../stored-message.ts';
import { readMessagePage } from './message-queries.ts';

export interface MessageQuery {
  readonly myUid: string;
  readonly otherUid: string;
  readonly limit: number;
  /** ISO 8601; only messages sent before this time are returned. */
  readonly before?: string | undefined;
}

/** Messages between the actor and another person, newest first; empty when there is no conversation. */
export const listMessages =
  ({ database }: { readonly database: Pick<Database, 'pool'> }) =>
  async (
    actor: Person,
    { myUid, otherUid, limit, before }: MessageQuery,
  ): Promise<Result<{ messages: Message[] }, 'forbidden' | 'invalid_date'>> => {
    if (myUid !== actor.uid) return err('forbidden');
    const beforeMs = before === undefined ? 'Infinity' : Date.parse(before);
    if (Number.isNaN(beforeMs)) return fieldErr('invalid_date', 'lastDocSentAt');
    const pair = pairOf(myUid, otherUid);
    const rows = await readMessagePage(database.pool, pair, beforeMs, limit);
    return ok({ messages: rows.slice(0, limit).map(toMessage) });
  };
