import { sql } from 'drizzle-orm';
import type { Person } from '../../platform/actor.ts';
import type { Database } from '../../platform/database/pool.ts';
import { compileStatement } from '../../platform/database/prepared.ts';
import type { Told } from '../../platform/gateway/index.ts';
import type { Logger } from '../../platform/logging.ts';
import type { Ids } from '../../ports/ids.ts';
import type { Start } from './feeder.ts';

export interface DevicePositionsDeps {
  readonly database: Pick<Database, 'pool'>;
  readonly ids: Ids;
  readonly log: Logger;
}

/** Where signed-in devices left off, for clients that do not say so themselves. */
export interface DevicePositions {
  /** Names a connection by where it begins and which client it is: `{n}.{origin}`. */
  nameConnection(actor: Person, told: Told): Promise<string>;
  /** A device of a session begins here at `n`, is at `n` by now, or has ended at it. */
  came(sessionId: string, n: number): void;
  reached(sessionId: string, n: number): void;
  left(sessionId: string, n: number): void;
  /** Resolves once everything is written. */
  settled(): Promise<void>;
}

const given = sql.placeholder;
/** Bytes of randomness in a client's name. */
const ORIGIN_BYTES = 9;
const nameForm = /^(\d{1,15})\.([\w-]{1,64})$/;
const numberForm = /^\d{1,15}$/;

/** Takes a connection's name apart; null for anything that is no name. */
export function startOf(pid: string | null): Start | null {
  const [, n, origin] = nameForm.exec(pid ?? '') ?? [];
  return n !== undefined && origin !== undefined ? { n: Number(n), origin } : null;
}

/**
 * Where a connection begins. A client that comes back goes on from the last offset it saw, or from
 * where it began; a new one where its session left off, or with what comes next where it never did
 * (`left` is null). Nobody is ahead of their inbox.
 */
export function beginningOf(
  told: Told,
  { head, left }: { readonly head: number; readonly left: number | null },
): { readonly n: number; readonly origin: string | null } {
  const back = startOf(told.pid);
  const seen = numberForm.test(told.offset ?? '') ? Number(told.offset) : 0;
  const n = back ? Math.max(back.n, seen) : (left ?? head);
  return { n: Math.min(n, head), origin: back?.origin ?? null };
}

const whereabouts = compileStatement<{ head: string; left: string | null }>(
  sql`SELECT coalesce((SELECT last_n FROM inboxes WHERE uid = ${given('uid')}::uuid), 0) AS head,
    (SELECT n FROM session_positions WHERE session_id = ${given('sessionId')}::uuid) AS left`,
  'where a device begins',
);

const write = compileStatement(
  sql`INSERT INTO session_positions (session_id, n)
    SELECT sessions.id, position.n
    FROM unnest(${given('ids')}::uuid[], ${given('numbers')}::bigint[]) AS position (id, n)
    JOIN sessions ON sessions.id = position.id ORDER BY sessions.id
    ON CONFLICT (session_id) DO UPDATE SET n = greatest(session_positions.n, excluded.n)
    WHERE session_positions.n < excluded.n`,
);

/** Numbers that are about to be written, and those being written. */
function openLedger({ database, log }: DevicePositionsDeps) {
  let unsaved = new Map<string, number>();
  let saving = new Map<string, number>();
  let working: Promise<void> | null = null;

  async function work(): Promise<void> {
    await new Promise(setImmediate);
    while (unsaved.size > 0) {
      [saving, unsaved] = [unsaved, new Map()];
      const values = { ids: [...saving.keys()], numbers: [...saving.values()] };
      await write(database.pool, values).catch((error: unknown) =>
        log.warn({ err: error }, 'where devices left off could not be kept'),
      );
      saving = new Map();
    }
    working = null;
  }

  return {
    save: (sessionId: string, n: number) => {
      unsaved.set(sessionId, Math.max(n, unsaved.get(sessionId) ?? 0));
      working ??= work();
    },
    /** The highest number of a session, given what the database had; null for none. */
    latest: (sessionId: string, written: string | null): number | null => {
      const kept = [written, saving.get(sessionId) ?? null, unsaved.get(sessionId) ?? null];
      const known = kept.filter((n) => n !== null).map(Number);
      return known.length === 0 ? null : Math.max(...known);
    },
    settled: async () => {
      while (working) await working;
    },
  };
}

export function devicePositions(deps: DevicePositionsDeps): DevicePositions {
  const { save, latest, settled } = openLedger(deps);
  /** Devices of each session that are here: while there is one, the session has not left off. */
  const here = new Map<string, number>();
  return {
    nameConnection: async ({ uid, sessionId }, told) => {
      const [row] = await whereabouts(deps.database.pool, { uid, sessionId });
      const left = here.has(sessionId) ? null : latest(sessionId, row?.left ?? null);
      const { n, origin } = beginningOf(told, { head: Number(row?.head ?? 0), left });
      return `${n}.${origin ?? deps.ids.secret(ORIGIN_BYTES)}`;
    },
    came: (sessionId, n) => {
      here.set(sessionId, (here.get(sessionId) ?? 0) + 1);
      save(sessionId, n);
    },
    reached: save,
    left: (sessionId, n) => {
      const rest = (here.get(sessionId) ?? 1) - 1;
      if (rest > 0) here.set(sessionId, rest);
      else here.delete(sessionId);
      save(sessionId, n);
    },
    settled,
  };
}
