import type { PushSubscription } from '@guilda/contract/notifications/notification-delivery';
import type { Person } from '../../../../platform/actor.ts';
import type { Database } from '../../../../platform/database/pool.ts';
import { err, fieldErr, ok, type Result } from '../../../../platform/result.ts';
import type { Ids } from '../../../../ports/ids.ts';
import type { PushSender } from '../../../../ports/push-sender.ts';
import { lockAccount } from '../../../users/index.ts';
import { testPushMessage } from './push-message.ts';
import { deleteSubscription, findSubscription, saveSubscription } from './subscription-store.ts';

interface SubscribeDeps {
  readonly database: Database;
  readonly ids: Ids;
  readonly pushSender: PushSender;
}

/**
 * Subscribes the browser of this session to pushes. Only addresses of known push services are accepted, because the
 * server sends requests to the address.
 */
export const subscribeToPush =
  ({ database, ids, pushSender }: SubscribeDeps) =>
  async (
    { uid, sessionId }: Person,
    { endpoint, keys }: PushSubscription,
  ): Promise<Result<undefined, 'invalid_parameter' | 'token_invalid'>> => {
    const target = { endpoint, ...keys };
    if (!pushSender.accepts(target)) return fieldErr('invalid_parameter', 'endpoint');
    return database.transaction(async (tx) => {
      if (!(await lockAccount(tx, uid))) return err('token_invalid');
      await saveSubscription(tx, { ...target, id: ids.uuid(), uid, sessionId });
      return ok(undefined);
    });
  };

/**
 * Sends a test push to one browser of the actor, without regard to the preferences. Deletes the subscription when the
 * push service does not know it any more.
 */
export const sendTestPush =
  ({ database, pushSender }: SubscribeDeps) =>
  async (
    { uid }: Person,
    endpoint: string,
  ): Promise<Result<undefined, 'push_not_subscribed' | 'push_unavailable'>> => {
    const subscription = await findSubscription(database.db, { uid, endpoint });
    if (!subscription) return err('push_not_subscribed');
    const { result } = await pushSender.send(subscription, testPushMessage);
    if (result === 'sent') return ok(undefined);
    if (result !== 'gone') return err('push_unavailable');
    await deleteSubscription(database.db, uid, endpoint);
    return err('push_not_subscribed');
  };
