import type { Database } from '../../platform/database/pool.ts';
import type { RateLimiter } from '../../platform/limits/rate-limiter.ts';
import type { Logger } from '../../platform/logging.ts';
import type { Ids } from '../../ports/ids.ts';
import type { Timers } from '../../ports/timers.ts';
import type { VoiceRooms } from '../../ports/voice-rooms.ts';
import type { MomentDeps } from '../users/index.ts';
import type { TellCallDeps } from './tell-call.ts';

/** What calls are made of. */
export interface CallDeps extends MomentDeps, TellCallDeps {
  readonly database: Database;
  readonly ids: Ids;
  readonly timers: Timers;
  readonly limiter: RateLimiter;
  readonly log: Logger;
  /** Null where no Discord is set up: nobody is called, and calls of before end. */
  readonly rooms: VoiceRooms | null;
  /** How long a call rings, in ms (`CALL_RING_SECONDS`). */
  readonly ringMs: number;
}
