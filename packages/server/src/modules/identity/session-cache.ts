import type { Database } from '../../platform/database/pool.ts';
import type { Clock } from '../../ports/clock.ts';
import { findSessionAccount, type SessionAccount } from './session-store.ts';

/**
 * Time in ms for which an account stays in the cache. When the notification of a change is lost, the change takes
 * effect after this time.
 */
const CACHE_LIFETIME_MS = 10_000;
/** Maximum number of sessions in the cache; when the cache is full, the oldest session is dropped. */
const MAX_CACHED_SESSIONS = 10_000;

/** Receives the notifications by which the database announces changes of sessions and people. */
export interface SessionChangeNotifications {
  /** Whether this node is currently receiving the notifications. */
  isListening(): boolean;
  /** Waits for all notifications of commits made before the call; false when this node receives no notifications. */
  catchUp(): Promise<boolean>;
}

export interface SessionCacheDeps {
  readonly database: Pick<Database, 'pool' | 'writeCount'>;
  readonly clock: Clock;
  readonly changeNotifications: SessionChangeNotifications;
}

/**
 * Cache of the accounts of sessions. An entry expires after at most ten seconds, or earlier when the database announces
 * a change.
 */
export interface SessionCache {
  /** The account of an active session; null when the session has ended. */
  find(sessionId: string, uid: string): Promise<SessionAccount | null>;
  forgetSession(sessionId: string): void;
  /** Removes the sessions of these people from the cache; `uidList` contains their uids, separated by spaces. */
  forgetPeople(uidList: string): void;
  forgetAll(): void;
}

interface CachedSession {
  readonly account: SessionAccount;
  /** Unix time in ms at which the entry expires. */
  readonly expiresAtMs: number;
}

/**
 * Makes sure that the cache reflects this process's own writes, although notifications arrive after the commit: after a
 * write, `isCurrent` waits once for the notifications of everything committed so far. All callers share one wait.
 */
function createNotificationWait({ database, changeNotifications }: SessionCacheDeps) {
  let caughtUpWriteCount = 0;
  let runningWait: { readonly writeCount: number; readonly done: Promise<boolean> } | null = null;
  const startWait = (writeCount: number) => {
    const done = changeNotifications.catchUp().then((isCaughtUp) => {
      if (isCaughtUp) caughtUpWriteCount = Math.max(caughtUpWriteCount, writeCount);
      return isCaughtUp;
    });
    runningWait = { writeCount, done };
    return done;
  };
  return {
    isCurrent: async (): Promise<boolean> => {
      if (!changeNotifications.isListening()) return false;
      const writeCount = database.writeCount();
      if (caughtUpWriteCount >= writeCount) return true;
      return runningWait && runningWait.writeCount >= writeCount
        ? runningWait.done
        : startWait(writeCount);
    },
  };
}

export function createSessionCache(deps: SessionCacheDeps): SessionCache {
  const { clock, database, changeNotifications } = deps;
  const cachedSessions = new Map<string, CachedSession>();
  const { isCurrent } = createNotificationWait(deps);
  // Number of announced changes. An account whose read began before a change is not cached, because it may be outdated.
  let changeCount = 0;
  const readSession = async (sessionId: string, uid: string) => {
    const countBeforeRead = changeCount;
    const sessionAccount = await findSessionAccount(database.pool, sessionId, uid);
    const isOutdated = countBeforeRead !== changeCount;
    // A suspended account is not cached, because no notification announces the end of a suspension.
    if (
      sessionAccount &&
      !sessionAccount.suspended &&
      !isOutdated &&
      changeNotifications.isListening()
    ) {
      if (cachedSessions.size >= MAX_CACHED_SESSIONS)
        cachedSessions.delete(cachedSessions.keys().next().value ?? '');
      cachedSessions.set(sessionId, {
        account: sessionAccount,
        expiresAtMs: clock.now().getTime() + Math.min(sessionAccount.validForMs, CACHE_LIFETIME_MS),
      });
    }
    return sessionAccount;
  };
  const forgetSessions = (isGone: (sessionId: string, account: SessionAccount) => boolean) => {
    changeCount += 1;
    for (const [id, { account }] of cachedSessions)
      if (isGone(id, account)) cachedSessions.delete(id);
  };
  return {
    find: async (sessionId, uid) => {
      const isUsable = cachedSessions.has(sessionId) && (await isCurrent());
      const entry = isUsable ? cachedSessions.get(sessionId) : undefined;
      if (entry && entry.account.uid === uid && clock.now().getTime() < entry.expiresAtMs)
        return entry.account;
      cachedSessions.delete(sessionId);
      return readSession(sessionId, uid);
    },
    forgetSession: (sessionId) => {
      changeCount += 1;
      cachedSessions.delete(sessionId);
    },
    forgetPeople: (uidList) => {
      const forgottenUids = new Set(uidList.split(' '));
      forgetSessions((_, { uid }) => forgottenUids.has(uid));
    },
    forgetAll: () => forgetSessions(() => true),
  };
}
