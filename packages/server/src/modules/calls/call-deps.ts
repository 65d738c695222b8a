import type { Database } from '../../platform/database/pool.ts';
import type { RateLimiter } from '../../platform/limits/rate-limiter.ts';
import type { Logger } from '../../platform/telemetry/logging.ts';
import type { Ids } from '../../ports/ids.ts';
import type { Timers } from '../../ports/timers.ts';
import type { VoiceRooms } from '../../ports/voice-rooms.ts';
import type { Presence } from '../presence/index.ts';
import type { ViewContextDeps } from '../users/index.ts';
import type { EmitCallDeps } from './emit-call.ts';

export interface CallDeps extends ViewContextDeps, EmitCallDeps {
  readonly database: Database;
  readonly ids: Ids;
  readonly timers: Timers;
  readonly limiter: RateLimiter;
  readonly log: Logger;
  readonly presence: Pick<Presence, 'statusOf' | 'statusFor'>;
  /** Discord, where the rooms of calls are opened. Null when it is not configured: nobody can call, and existing calls end. */
  readonly rooms: VoiceRooms | null;
  /** How long a call rings, in ms (`CALL_RING_SECONDS`). */
  readonly ringMs: number;
}
