import type { reachEndpoints } from '@guilda/contract/reach';
import type { Database } from '../../platform/database/pool.ts';
import type { Handlers } from '../../platform/http/endpoints.ts';
import { err } from '../../platform/result.ts';

export interface ReachDeps {
  readonly database: Database;
}

export function reachHandlers(_deps: ReachDeps): Handlers<typeof reachEndpoints> {
  const later = async () => err('unavailable');
  return {
    getSettings: later,
    putSettings: later,
    getPushKey: later,
    subscribePush: later,
    unsubscribePush: later,
    testPush: later,
  };
}
