import type { Database } from '../../platform/database/pool.ts';
import type { Clock } from '../../ports/clock.ts';
import { findSessionAccount, type SessionAccount } from './session-store.ts';

/** Time in ms for which an account stays in the cache. It bounds the delay of a change whose notification is lost. */
const KNOWN_MS = 10_000;
/** Maximum number of sessions in the cache; beyond it the oldest is dropped. */
const MAX_KNOWN_SESSIONS = 10_000;

/** The database's notices about sessions and people. */
export interface Notices {
  /** Whether this node receives notices now. */
  isListening(): boolean;
  /** Waits for all notices of what was committed before the call; false when this node receives none. */
  catchUp(): Promise<boolean>;
}

export interface KnownSessionsDeps {
  readonly database: Pick<Database, 'pool' | 'writeCount'>;
  readonly clock: Clock;
  readonly notices: Notices;
}

/** Accounts of sessions, known in memory until the database gives notice of a change. */
export interface KnownSessions {
  /** The account of an active session; null when the session has ended. */
  find(sessionId: string, uid: string): Promise<SessionAccount | null>;
  forgetSession(sessionId: string): void;
  /** Forgets the sessions of people; uids with spaces between. */
  forgetPeople(uids: string): void;
  forgetAll(): void;
}

interface CachedSession {
  readonly account: SessionAccount;
  /** Until when it is known, by the clock, in ms. */
  readonly until: number;
}

/**
 * Makes sure that what this process itself has written is known, although notices arrive after the commit: after a
 * write, `isCurrent` waits once for the notices of everything committed so far. All callers share one wait.
 */
function createCatchUp({ database, notices }: KnownSessionsDeps) {
  let caughtUpWith = 0;
  let running: { readonly with: number; readonly done: Promise<boolean> } | null = null;
  const run = (writes: number) => {
    const done = notices.catchUp().then((heard) => {
      if (heard) caughtUpWith = Math.max(caughtUpWith, writes);
      return heard;
    });
    running = { with: writes, done };
    return done;
  };
  return {
    isCurrent: async (): Promise<boolean> => {
      if (!notices.isListening()) return false;
      const writes = database.writeCount();
      if (caughtUpWith >= writes) return true;
      return running && running.with >= writes ? running.done : run(writes);
    },
  };
}

export function createKnownSessions(deps: KnownSessionsDeps): KnownSessions {
  const { clock, database, notices } = deps;
  const known = new Map<string, CachedSession>();
  const { isCurrent } = createCatchUp(deps);
  // What was read before a notice and arrives after it must not be kept.
  let changes = 0;
  const ask = async (sessionId: string, uid: string) => {
    const before = changes;
    const found = await findSessionAccount(database.pool, sessionId, uid);
    // A suspended account is not kept, because nobody gives notice of the end of a suspension.
    if (found && !found.suspended && before === changes && notices.isListening()) {
      if (known.size >= MAX_KNOWN_SESSIONS) known.delete(known.keys().next().value ?? '');
      known.set(sessionId, {
        account: found,
        until: clock.now().getTime() + Math.min(found.stableMs, KNOWN_MS),
      });
    }
    return found;
  };
  const forget = (isGone: (sessionId: string, account: SessionAccount) => boolean) => {
    changes += 1;
    for (const [id, { account }] of known) if (isGone(id, account)) known.delete(id);
  };
  return {
    find: async (sessionId, uid) => {
      const current = known.has(sessionId) && (await isCurrent());
      const entry = current ? known.get(sessionId) : undefined;
      if (entry && entry.account.uid === uid && clock.now().getTime() < entry.until)
        return entry.account;
      known.delete(sessionId);
      return ask(sessionId, uid);
    },
    forgetSession: (sessionId) => {
      changes += 1;
      known.delete(sessionId);
    },
    forgetPeople: (uids) => {
      const gone = new Set(uids.split(' '));
      forget((_, { uid }) => gone.has(uid));
    },
    forgetAll: () => forget(() => true),
  };
}
