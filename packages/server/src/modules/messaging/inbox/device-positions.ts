import type { Person } from '../../../platform/actor.ts';
import type { Database } from '../../../platform/database/pool.ts';
import type { ResumeState } from '../../../platform/gateway/index.ts';
import type { Logger } from '../../../platform/telemetry/logging.ts';
import type { Ids } from '../../../ports/ids.ts';
import { readDevicePosition, writeDevicePositions } from './inbox-queries.ts';
import type { StreamPosition } from './inbox-stream.ts';

export interface DevicePositionsDeps {
  readonly database: Pick<Database, 'pool'>;
  readonly ids: Ids;
  readonly log: Logger;
}

/** The inbox number up to which each session has received messages; clients that send no number start there. */
export interface DevicePositions {
  /** Creates a connection id `{n}.{origin}`: the inbox number at which the connection starts, and the client's id. */
  createConnectionId(actor: Person, resume: ResumeState): Promise<string>;
  /** Records that a device of a session connected with inbox number `n` as its start. */
  deviceConnected(sessionId: string, n: number): void;
  /** Records that a device of a session has received everything up to inbox number `n`. */
  devicePositionReached(sessionId: string, n: number): void;
  /** Records that a device of a session disconnected after it received everything up to inbox number `n`. */
  deviceDisconnected(sessionId: string, n: number): void;
  /**
   * Records that a device of a session registered, but disconnected before anything was sent to it; inbox number `n` was
   * its start.
   */
  deviceDropped(sessionId: string, n: number): void;
  /** Resolves once all positions are stored in the database. */
  settled(): Promise<void>;
}

/** Number of random bytes in a client id. */
const CLIENT_ID_BYTES = 9;
/** Pattern of a connection id: an inbox number and a client id, separated by a dot. */
const connectionIdPattern = /^(\d{1,15})\.([\w-]{1,64})$/;
const offsetPattern = /^\d{1,15}$/;

/** Parses a connection id (`{n}.{origin}`); null for a text of another form. */
export function parseConnectionId(connectionId: string | null): StreamPosition | null {
  const [, n, origin] = connectionIdPattern.exec(connectionId ?? '') ?? [];
  return n !== undefined && origin !== undefined ? { inboxNumber: Number(n), origin } : null;
}

/**
 * The inbox number `n` after which a connection starts. A reconnecting client starts at the number it sends, but not
 * before the start of its previous connection. A new client starts at the saved position of its session
 * (`savedPosition`), or at the end of the inbox (`head`) when no position is saved. `n` never exceeds `head`.
 */
export function startPositionOf(
  resume: ResumeState,
  { head, savedPosition }: { readonly head: number; readonly savedPosition: number | null },
): { readonly n: number; readonly origin: string | null } {
  const previousStart = parseConnectionId(resume.pid);
  const lastOffset = offsetPattern.test(resume.offset ?? '') ? Number(resume.offset) : 0;
  const n = previousStart
    ? Math.max(previousStart.inboxNumber, lastOffset)
    : (savedPosition ?? head);
  return { n: Math.min(n, head), origin: previousStart?.origin ?? null };
}

/**
 * Creates a writer that saves positions to the database in batches. The writer remembers positions that are not written
 * yet or are being written.
 */
function createPositionWriter({ database, log }: DevicePositionsDeps) {
  let unsavedPositions = new Map<string, number>();
  let savingPositions = new Map<string, number>();
  let runningSave: Promise<void> | null = null;

  async function saveAll(): Promise<void> {
    await new Promise(setImmediate);
    while (unsavedPositions.size > 0) {
      [savingPositions, unsavedPositions] = [unsavedPositions, new Map()];
      const values = { ids: [...savingPositions.keys()], numbers: [...savingPositions.values()] };
      await writeDevicePositions(database.pool, values).catch((error: unknown) =>
        log.warn({ err: error }, 'saving positions of devices failed'),
      );
      savingPositions = new Map();
    }
    runningSave = null;
  }

  return {
    save: (sessionId: string, n: number) => {
      unsavedPositions.set(sessionId, Math.max(n, unsavedPositions.get(sessionId) ?? 0));
      runningSave ??= saveAll();
    },
    /** The highest known position of a session, including positions not yet written; null when none is known. */
    latest: (sessionId: string, writtenPosition: string | null): number | null => {
      const candidates = [
        writtenPosition,
        savingPositions.get(sessionId) ?? null,
        unsavedPositions.get(sessionId) ?? null,
      ];
      const knownPositions = candidates.filter((n) => n !== null).map(Number);
      return knownPositions.length === 0 ? null : Math.max(...knownPositions);
    },
    settled: async () => {
      while (runningSave) await runningSave;
    },
  };
}

export function createDevicePositions(deps: DevicePositionsDeps): DevicePositions {
  const { save, latest, settled } = createPositionWriter(deps);
  /**
   * Number of connected devices by session id. The saved position of a session is used only while the session has no
   * connected device.
   */
  const connectedDevices = new Map<string, number>();
  return {
    createConnectionId: async ({ uid, sessionId }, resume) => {
      const [row] = await readDevicePosition(deps.database.pool, { uid, sessionId });
      const savedPosition = connectedDevices.has(sessionId)
        ? null
        : latest(sessionId, row?.savedPosition ?? null);
      const { n, origin } = startPositionOf(resume, {
        head: Number(row?.head ?? 0),
        savedPosition,
      });
      return `${n}.${origin ?? deps.ids.secret(CLIENT_ID_BYTES)}`;
    },
    deviceConnected: (sessionId, n) => {
      connectedDevices.set(sessionId, (connectedDevices.get(sessionId) ?? 0) + 1);
      save(sessionId, n);
    },
    devicePositionReached: save,
    deviceDisconnected: (sessionId, n) => {
      const remainingDevices = (connectedDevices.get(sessionId) ?? 1) - 1;
      if (remainingDevices > 0) connectedDevices.set(sessionId, remainingDevices);
      else connectedDevices.delete(sessionId);
      save(sessionId, n);
    },
    deviceDropped: (sessionId, n) => {
      // A connected device records its own position, which may be lower: a new client of its session starts at the end
      // of the inbox. After that device has disconnected, the start is recorded as that of any later client.
      if (!connectedDevices.has(sessionId)) save(sessionId, n);
    },
    settled,
  };
}
