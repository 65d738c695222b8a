import type { messagingEndpoints } from '@guilda/contract/messaging';
import type { Database } from '../../platform/database/pool.ts';
import type { Handlers } from '../../platform/http/endpoints.ts';
import type { Enqueue } from '../../platform/jobs/index.ts';
import type { RateLimiter } from '../../platform/limits/rate-limiter.ts';
import type { Logger } from '../../platform/logging.ts';
import { err } from '../../platform/result.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Fanout } from '../../ports/fanout.ts';
import type { Ids } from '../../ports/ids.ts';
import type { Realtime } from '../../ports/realtime.ts';

export interface MessagingDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Logger;
  readonly limiter: RateLimiter;
  readonly fanout: Fanout;
  readonly realtime: Realtime;
  readonly enqueue: Enqueue<Record<never, never>>;
}

export function messagingHandlers(_deps: MessagingDeps): Handlers<typeof messagingEndpoints> {
  const later = async () => err('unavailable');
  return {
    listPartners: later,
    getPartner: later,
    listMessages: later,
    muteConversation: later,
    unmuteConversation: later,
    readMessages: later,
  };
}
