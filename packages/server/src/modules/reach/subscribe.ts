import type { PushSubscription } from '@guilda/contract/reach';
import type { Person } from '../../platform/actor.ts';
import type { Database } from '../../platform/database/pool.ts';
import { err, ok, type Result } from '../../platform/result.ts';
import type { Ids } from '../../ports/ids.ts';
import type { PushSender } from '../../ports/push-sender.ts';
import { lockAccount } from '../users/index.ts';
import { testNotice } from './push-notice.ts';
import { dropSubscription, findSubscription, keepSubscription } from './subscription-store.ts';

interface SubscribeDeps {
  readonly database: Database;
  readonly ids: Ids;
  readonly pushSender: PushSender;
}

/**
 * Lets notices reach the browser of this sign-in. An address that is not of a push service is
 * refused: it is the server that will call it.
 */
export const subscribe =
  ({ database, ids, pushSender }: SubscribeDeps) =>
  async (
    { uid, sessionId }: Person,
    { endpoint, keys }: PushSubscription,
  ): Promise<Result<undefined, 'invalid_parameter' | 'token_invalid'>> => {
    const target = { endpoint, ...keys };
    if (!pushSender.accepts(target)) return err('invalid_parameter');
    return database.transaction(async (tx) => {
      if (!(await lockAccount(tx, uid))) return err('token_invalid');
      await keepSubscription(tx, { ...target, id: ids.uuid(), uid, sessionId });
      return ok(undefined);
    });
  };

/** Sends a notice to one browser of the person's, whatever they chose; forgets one that is gone. */
export const testPush =
  ({ database, pushSender }: SubscribeDeps) =>
  async (
    { uid }: Person,
    endpoint: string,
  ): Promise<Result<undefined, 'push_not_subscribed' | 'push_unavailable'>> => {
    const browser = await findSubscription(database.db, { uid, endpoint });
    if (!browser) return err('push_not_subscribed');
    const { is } = await pushSender.send(browser, testNotice);
    if (is === 'sent') return ok(undefined);
    if (is !== 'gone') return err('push_unavailable');
    await dropSubscription(database.db, uid, endpoint);
    return err('push_not_subscribed');
  };
