import { withTimeout } from '../../platform/async/with-timeout.ts';
import { BACKUP_LOCK } from '../../platform/uploads/defer-deletes.ts';
import type { Timers } from '../../ports/timers.ts';
import { connectForBackup, destroySession } from '../connection.ts';
import { BackupError } from '../errors.ts';

/** Idle time in ms after which PostgreSQL ends the session of a hanging backup, and with it the lease. */
const IDLE_TIMEOUT_MS = 600_000;
/** Timeout of the unlock at the end of a backup, in ms. */
const UNLOCK_TIMEOUT_MS = 2_000;
/** Minimum interval of heartbeats to the server, in ms. */
const HEARTBEAT_INTERVAL_MS = 30_000;

/** A lock that prevents files from being deleted while a backup copies them. */
export interface BackupLease {
  /** Call this regularly while the backup makes progress; throws when the lease was lost. */
  heartbeat(): void;
  end(): Promise<void>;
}

/**
 * Acquires the backup lease, of which a database has only one. The lease is lost after ten minutes without a heartbeat,
 * and when this process or the connection ends; the next heartbeat then throws.
 * @throws BackupError while another backup has the lease
 */
export async function acquireBackupLease(
  url: string,
  {
    timers,
    idleTimeoutMs = IDLE_TIMEOUT_MS,
  }: { readonly timers: Timers; readonly idleTimeoutMs?: number },
): Promise<BackupLease> {
  const client = await connectForBackup(url, 'guilda-backup');
  let isLost = false;
  client.on('error', () => {
    isLost = true;
  });
  client.on('end', () => {
    isLost = true;
  });
  try {
    // Deletes of files take the lock only for a moment, so waiting for one second is enough.
    await client.query(`SET lock_timeout = '1s'; SET idle_session_timeout = ${idleTimeoutMs}`);
    await client.query('SELECT pg_advisory_lock($1)', [BACKUP_LOCK]);
  } catch (error) {
    await destroySession(client);
    if (Reflect.get(error as object, 'code') !== '55P03') throw error;
    throw new BackupError('Outra cópia deste banco está sendo feita. Espere que ela termine.');
  }
  let lastHeartbeatAt = timers.now();
  return {
    heartbeat: () => {
      if (isLost) throw new BackupError('A cópia ficou parada por tempo demais e foi abandonada.');
      if (timers.now() - lastHeartbeatAt < HEARTBEAT_INTERVAL_MS) return;
      lastHeartbeatAt = timers.now();
      client.query('SELECT 1').catch(() => undefined);
    },
    end: async () => {
      // Unlocks explicitly: a destroyed session would still have the lock for a moment, in which deletes of files fail.
      const unlockPromise = client.query('SELECT pg_advisory_unlock_all()');
      await withTimeout(timers, UNLOCK_TIMEOUT_MS, unlockPromise).catch(() => undefined);
      await destroySession(client);
    },
  };
}
