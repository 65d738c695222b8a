import type { reachEndpoints } from '@guilda/contract/reach';
import type { Database } from '../../platform/database/pool.ts';
import type { Handlers } from '../../platform/http/endpoints.ts';
import { err, ok } from '../../platform/result.ts';
import type { Ids } from '../../ports/ids.ts';
import type { PushSender } from '../../ports/push-sender.ts';
import { lockAccount } from '../users/index.ts';
import { readSettings, writeSettings } from './settings-store.ts';
import { subscribe, testPush } from './subscribe.ts';
import { dropSubscription } from './subscription-store.ts';

export interface ReachDeps {
  readonly database: Database;
  readonly ids: Ids;
  readonly pushSender: PushSender;
}

export function reachHandlers(deps: ReachDeps): Handlers<typeof reachEndpoints> {
  const { database, pushSender } = deps;
  const subscribing = subscribe(deps);
  const test = testPush(deps);
  return {
    getSettings: async ({ actor }) => ok(await readSettings(database.db, actor.uid)),
    putSettings: async ({ actor, body }) =>
      database.transaction(async (tx) => {
        if (!(await lockAccount(tx, actor.uid))) return err('token_invalid');
        await writeSettings(tx, actor.uid, body);
        return ok(body);
      }),
    getPushKey: async () => ok({ publicKey: pushSender.publicKey }),
    subscribePush: ({ actor, body }) => subscribing(actor, body),
    unsubscribePush: async ({ actor, body }) => {
      await dropSubscription(database.db, actor.uid, body.endpoint);
      return ok(undefined);
    },
    testPush: ({ actor, body }) => test(actor, body.endpoint),
  };
}
