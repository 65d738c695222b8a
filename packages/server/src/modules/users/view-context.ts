import type { Presence } from '@guilda/contract/accounts/users';
import type { Actor } from '../../platform/actor.ts';
import type { Clock } from '../../ports/clock.ts';

/** The time and the reader, on which the view of a person depends in addition to the person's row. */
export interface ViewContext {
  readonly now: Date;
  /** Presence of one person as the reader may see it. */
  readonly statusOf: (uid: string) => Presence;
}

export interface ViewContextDeps {
  readonly clock: Clock;
  readonly presence: {
    /**
     * Returns a function that gives the presence of a person as this reader may see it: `offline` when there is a block
     * between them or the reader may not see the profile.
     */
    statusFor(reader: Actor): (uid: string) => Presence;
  };
}

/** Creates the view context for one response to a reader. */
export function viewContextFor({ clock, presence }: ViewContextDeps, reader: Actor): ViewContext {
  return { now: clock.now(), statusOf: presence.statusFor(reader) };
}
