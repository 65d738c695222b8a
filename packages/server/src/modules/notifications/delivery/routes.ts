import type { notificationDeliveryEndpoints } from '@guilda/contract/notifications/notification-delivery';
import type { Database } from '../../../platform/database/pool.ts';
import type { Handlers } from '../../../platform/http/endpoints.ts';
import { err, ok } from '../../../platform/result.ts';
import type { Ids } from '../../../ports/ids.ts';
import type { PushSender } from '../../../ports/push-sender.ts';
import { lockAccount } from '../../users/index.ts';
import { sendTestPush, subscribeToPush } from './push/subscribe.ts';
import { deleteSubscription } from './push/subscription-store.ts';
import { readSettings, writeSettings } from './settings-store.ts';

export interface NotificationDeliveryDeps {
  readonly database: Database;
  readonly ids: Ids;
  readonly pushSender: PushSender;
}

export function notificationDeliveryHandlers(
  deps: NotificationDeliveryDeps,
): Handlers<typeof notificationDeliveryEndpoints> {
  const { database, pushSender } = deps;
  const subscribe = subscribeToPush(deps);
  const sendTest = sendTestPush(deps);
  return {
    getPreferences: async ({ actor }) => ok(await readSettings(database.db, actor.uid)),
    updatePreferences: async ({ actor, body }) =>
      database.transaction(async (tx) => {
        if (!(await lockAccount(tx, actor.uid))) return err('token_invalid');
        await writeSettings(tx, actor.uid, body);
        return ok(body);
      }),
    getPushKey: async () => ok({ publicKey: pushSender.publicKey }),
    subscribePush: ({ actor, body }) => subscribe(actor, body),
    unsubscribePush: async ({ actor, body }) => {
      await deleteSubscription(database.db, actor.uid, body.endpoint);
      return ok(undefined);
    },
    testPush: ({ actor, body }) => sendTest(actor, body.endpoint),
  };
}
