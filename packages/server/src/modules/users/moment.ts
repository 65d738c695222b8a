import type { Presence } from '@guilda/contract/users';
import type { Actor } from '../../platform/actor.ts';
import type { Clock } from '../../ports/clock.ts';

/** What a view of people hangs on beside their rows: when it is shown, and to whom. */
export interface Moment {
  readonly now: Date;
  /** A person's status as the reader may see it (`product §6`). */
  readonly statusOf: (uid: string) => Presence;
}

export interface MomentDeps {
  readonly clock: Clock;
  readonly presence: {
    /** `offline` across a block and behind a profile that is closed to the reader. */
    statusFor(reader: Actor): (uid: string) => Presence;
  };
}

/** The moment in which something is shown to a reader. */
export function momentOf({ clock, presence }: MomentDeps, reader: Actor): Moment {
  return { now: clock.now(), statusOf: presence.statusFor(reader) };
}
