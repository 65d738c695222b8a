import { FILES_LOCK } from '../platform/uploads/erase-beside-backups.ts';
import { within } from '../platform/within.ts';
import type { Timers } from '../ports/timers.ts';
import { connect, cut } from './connection.ts';
import { BackupError } from './errors.ts';

/** How long the server waits for a sign of life, in ms: a backup that hangs keeps nothing longer. */
const SILENCE_MS = 600_000;
/** How long the end waits for the server, in ms. */
const UNLOCK_MS = 2_000;
/** How often work that goes on says so, in ms. */
const BEAT_MS = 30_000;

/** What a backup holds so that nothing it has to copy is erased meanwhile. */
export interface Lease {
  /** Call it whenever the work has gone on a little; throws once the lease is lost. */
  beat(): void;
  end(): Promise<void>;
}

/**
 * Takes the one lease that a database has for backups.
 * The server ends it when the work has stood still for ten minutes, when this process ends and when
 * the connection breaks; the backup then fails at its next step.
 * @throws BackupError while another backup has it
 */
export async function takeLease(
  url: string,
  { timers, silenceMs = SILENCE_MS }: { readonly timers: Timers; readonly silenceMs?: number },
): Promise<Lease> {
  const client = await connect(url, 'guilda-backup');
  let lost = false;
  client.on('error', () => {
    lost = true;
  });
  client.on('end', () => {
    lost = true;
  });
  try {
    // Whoever erases holds it for a moment.
    await client.query(`SET lock_timeout = '1s'; SET idle_session_timeout = ${silenceMs}`);
    await client.query('SELECT pg_advisory_lock($1)', [FILES_LOCK]);
  } catch (error) {
    await cut(client);
    if (Reflect.get(error as object, 'code') !== '55P03') throw error;
    throw new BackupError('Outra cópia deste banco está sendo feita. Espere que ela termine.');
  }
  let last = timers.now();
  return {
    beat: () => {
      if (lost) throw new BackupError('A cópia ficou parada por tempo demais e foi abandonada.');
      if (timers.now() - last < BEAT_MS) return;
      last = timers.now();
      client.query('SELECT 1').catch(() => undefined);
    },
    end: async () => {
      // A session that is cut keeps its lock for a moment longer, in which whoever erases would meet it.
      const unlocking = client.query('SELECT pg_advisory_unlock_all()');
      await within(timers, UNLOCK_MS, unlocking).catch(() => undefined);
      await cut(client);
    },
  };
}
