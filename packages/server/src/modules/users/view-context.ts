import type { Presence } from '@guilda/contract/users';
import type { Actor } from '../../platform/actor.ts';
import type { Clock } from '../../ports/clock.ts';

/** What a view of people depends on besides their rows: the time and the reader. */
export interface ViewContext {
  readonly now: Date;
  /** A person's presence as the reader may see it. */
  readonly statusOf: (uid: string) => Presence;
}

export interface ViewContextDeps {
  readonly clock: Clock;
  readonly presence: {
    /** `offline` across a block and for profiles that the reader may not see. */
    statusFor(reader: Actor): (uid: string) => Presence;
  };
}

/** The view context for one answer to a reader. */
export function viewContextFor({ clock, presence }: ViewContextDeps, reader: Actor): ViewContext {
  return { now: clock.now(), statusOf: presence.statusFor(reader) };
}
