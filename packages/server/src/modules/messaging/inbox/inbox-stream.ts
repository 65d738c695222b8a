import type { Message } from '@guilda/contract/messaging';
import type { Connection } from '../../../platform/gateway/index.ts';

/** A message with its number in somebody's inbox. */
export interface InboxEntry {
  readonly n: number;
  readonly message: Message;
  /** The client that sent it. */
  readonly origin: string;
}

/** Reads up to `limit` inbox entries after a number, in order and without gaps. */
export type ReadInbox = (uid: string, after: number, limit: number) => Promise<InboxEntry[]>;

export interface InboxStreamDeps {
  readonly read: ReadInbox;
  /** Delay before a retry after a failed read. */
  readonly pause: () => Promise<void>;
}

/** Where the stream of a device starts. */
export interface StreamPosition {
  /** The last number the device has. */
  readonly n: number;
  /** Id of the client; messages it sent itself are not sent to it. */
  readonly origin: string;
}

/** Page size when a device reads missing entries. */
const PAGE_SIZE = 200;

/** One device and its position in the inbox. */
interface DeviceCursor {
  readonly connection: Connection;
  readonly origin: string;
  position: number;
  /** The device is reading missing entries; new ones are read too instead of being pushed. */
  catchingUp: boolean;
  /** Entries may have been added since the last page was read. */
  again: boolean;
  ended: boolean;
}

/** Delivers one person's messages to their devices on this node, strictly in inbox order. */
export interface InboxStream {
  /** Adds a device; resolves once it has received what it missed. Rejects when the database fails. */
  join(connection: Connection, start: StreamPosition): Promise<void>;
  /** Removes a device; returns its position, or null when it was not connected. */
  leave(connection: Connection): number | null;
  /** Delivers a committed message; devices that miss earlier entries read them from the database. */
  offer(entry: InboxEntry): void;
  /** The inbox reaches up to `n`: devices behind it read what they miss. */
  advanceHead(n: number): void;
  /** Reads missing entries when it is unknown whether there are any, after a failed commit. */
  recheck(): void;
  /** The position of each device. */
  positions(): Iterable<{ readonly connection: Connection; readonly n: number }>;
  readonly empty: boolean;
}

/** Emits an entry to a device unless the device itself has sent that message. */
function deliverToDevice(cursor: DeviceCursor, { n, message, origin }: InboxEntry): void {
  cursor.position = n;
  if (origin !== '' && origin === cursor.origin) return;
  cursor.connection.emit('receiveMessage', message, String(n));
}

/** State that the devices of one person share. */
interface InboxState extends InboxStreamDeps {
  readonly uid: string;
  /** The highest known number of the inbox. */
  head: number;
}

/** Reads pages until the device has everything. */
async function readToHead(inbox: InboxState, cursor: DeviceCursor): Promise<void> {
  while (!cursor.ended) {
    cursor.again = false;
    const page = await inbox.read(inbox.uid, cursor.position, PAGE_SIZE);
    if (cursor.ended) return;
    for (const entry of page) deliverToDevice(cursor, entry);
    const whole = page.length < PAGE_SIZE && (cursor.position >= inbox.head || page.length === 0);
    if (whole && !cursor.again) {
      // Set synchronously, so that the next offered entry is pushed.
      cursor.catchingUp = false;
      return;
    }
    await cursor.connection.drained();
  }
}

/** Makes a device read missing entries, retrying until it succeeds. */
async function startCatchUp(inbox: InboxState, cursor: DeviceCursor): Promise<void> {
  cursor.again = true;
  if (cursor.catchingUp) return;
  cursor.catchingUp = true;
  // `again` makes a running catch-up read once more.
  for (let done = false; !done && !cursor.ended; ) {
    done = await readToHead(inbox, cursor).then(
      () => true,
      () => inbox.pause().then(() => false),
    );
  }
}

/** Delivers an entry to the devices that it is the next one for; the others read what they miss. */
function offerToDevices(
  inbox: InboxState,
  cursors: Iterable<DeviceCursor>,
  entry: InboxEntry,
): void {
  inbox.head = Math.max(inbox.head, entry.n);
  for (const cursor of cursors) {
    if (cursor.catchingUp || entry.n <= cursor.position) continue;
    if (entry.n === cursor.position + 1) deliverToDevice(cursor, entry);
    else void startCatchUp(inbox, cursor);
  }
}

export function createInboxStream(uid: string, deps: InboxStreamDeps): InboxStream {
  const cursors = new Map<Connection, DeviceCursor>();
  const inbox: InboxState = { ...deps, uid, head: 0 };
  return {
    join: async (connection, { n, origin }) => {
      const cursor = {
        connection,
        origin,
        position: n,
        catchingUp: true,
        again: false,
        ended: false,
      };
      cursors.set(connection, cursor);
      await readToHead(inbox, cursor);
    },
    leave: (connection) => {
      const cursor = cursors.get(connection);
      if (!cursor) return null;
      cursor.ended = true;
      cursors.delete(connection);
      return cursor.position;
    },
    offer: (entry) => offerToDevices(inbox, cursors.values(), entry),
    advanceHead: (n) => {
      inbox.head = Math.max(inbox.head, n);
      for (const cursor of cursors.values())
        if (cursor.position < inbox.head) void startCatchUp(inbox, cursor);
    },
    recheck: () => {
      for (const cursor of cursors.values()) void startCatchUp(inbox, cursor);
    },
    *positions() {
      for (const { connection, position: n } of cursors.values()) yield { connection, n };
    },
    get empty() {
      return cursors.size === 0;
    },
  };
}
