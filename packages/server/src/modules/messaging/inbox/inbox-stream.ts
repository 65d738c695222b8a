import type { Message } from '@guilda/contract/chat/messaging';
import type { GatewaySocket } from '../../../platform/gateway/index.ts';

/** A message with its number in the inbox of one person. */
export interface InboxEntry {
  readonly inboxNumber: number;
  readonly message: Message;
  /** Id of the client that sent the message. */
  readonly origin: string;
}

/** Reads up to `limit` entries of an inbox after number `after`, in order and without gaps. */
export type ReadInbox = (uid: string, after: number, limit: number) => Promise<InboxEntry[]>;

export interface InboxStreamDeps {
  readonly readInbox: ReadInbox;
  /**
   * Counts a further page of this person; false when the person may not read one now. Without this limit a client could
   * have its whole inbox read as often as it connects.
   */
  readonly tryTakePage: (uid: string) => Promise<boolean>;
  /** Waits before `tryTakePage` is called again. */
  readonly waitBeforePage: () => Promise<void>;
  /** Waits before a failed read is retried. */
  readonly waitBeforeRetry: () => Promise<void>;
}

/** Where the stream of a device starts, and for which client. */
export interface StreamPosition {
  /** Number of the last inbox entry that the device has received. */
  readonly inboxNumber: number;
  /** Id of the device's client. Messages that this client has sent are not sent back to it. */
  readonly origin: string;
}

/** Maximum number of entries that one query reads while a device catches up. */
const MAX_ENTRIES_PER_READ = 200;

/** One connected device with its position in the inbox. */
interface DeviceCursor {
  readonly connection: GatewaySocket;
  readonly origin: string;
  position: number;
  /**
   * Whether the device is reading missing entries from the database. Meanwhile new entries are not pushed, but read
   * from the database as well.
   */
  catchingUp: boolean;
  /** Whether entries may have been added since the last page was read, so that another page must be read. */
  mustReadAgain: boolean;
  hasEnded: boolean;
}

/** Delivers the messages of one person to that person's devices on this node, strictly in the order of the inbox. */
export interface InboxStream {
  /** Adds a device; resolves once it has received all missed entries. Rejects when the database fails. */
  join(connection: GatewaySocket, start: StreamPosition): Promise<void>;
  /** Removes a device and returns its position; null when the device was not connected. */
  leave(connection: GatewaySocket): number | null;
  /** Delivers a committed entry. A device that misses earlier entries reads them from the database first. */
  offer(entry: InboxEntry): void;
  /** Reports that the inbox reaches up to number `n`. Devices with a lower position read the missing entries. */
  advanceHead(n: number): void;
  /**
   * Makes all devices read missing entries. Used after a failed commit, when it is unknown whether entries were stored.
   */
  recheck(): void;
  /** All connected devices of the person, each with the number of the last inbox entry that it has received. */
  positions(): Iterable<{ readonly connection: GatewaySocket; readonly position: number }>;
  readonly isEmpty: boolean;
}

/** Emits an entry to a device, except to the client that sent the message. */
function deliverToDevice(
  cursor: DeviceCursor,
  { inboxNumber: n, message, origin }: InboxEntry,
): void {
  cursor.position = n;
  if (origin !== '' && origin === cursor.origin) return;
  cursor.connection.emit('receiveMessage', message, String(n));
}

/** State shared by all devices of one person. */
interface InboxState extends InboxStreamDeps {
  readonly uid: string;
  /** The highest known number in the inbox. */
  head: number;
}

/** Waits until the person may read a further page, and counts it; ends without one when the device has left. */
async function takePage(inbox: InboxState, cursor: DeviceCursor): Promise<void> {
  while (!cursor.hasEnded && !(await inbox.tryTakePage(inbox.uid))) await inbox.waitBeforePage();
}

/** Reads and delivers pages until the device has received all entries up to the head. */
async function readToHead(inbox: InboxState, cursor: DeviceCursor): Promise<void> {
  while (!cursor.hasEnded) {
    cursor.mustReadAgain = false;
    const page = await inbox.readInbox(inbox.uid, cursor.position, MAX_ENTRIES_PER_READ);
    if (cursor.hasEnded) return;
    for (const entry of page) deliverToDevice(cursor, entry);
    const isComplete =
      page.length < MAX_ENTRIES_PER_READ && (cursor.position >= inbox.head || page.length === 0);
    if (isComplete && !cursor.mustReadAgain) {
      // No `await` may come between the last check and this assignment: an entry offered in between would neither
      // be pushed nor be read.
      cursor.catchingUp = false;
      return;
    }
    await cursor.connection.drained();
    if (page.length === MAX_ENTRIES_PER_READ) await takePage(inbox, cursor);
  }
}

/** Starts reading missing entries for a device; a failed read is retried until it succeeds. */
async function startCatchUp(inbox: InboxState, cursor: DeviceCursor): Promise<void> {
  cursor.mustReadAgain = true;
  if (cursor.catchingUp) return;
  cursor.catchingUp = true;
  // When another call sets `mustReadAgain` during a read, this loop reads once more.
  for (let isCaughtUp = false; !isCaughtUp && !cursor.hasEnded; ) {
    isCaughtUp = await readToHead(inbox, cursor).then(
      () => true,
      () => inbox.waitBeforeRetry().then(() => false),
    );
  }
}

/** Pushes an entry to devices for which it is the next one; other devices read missing entries from the database. */
function offerToDevices(
  inbox: InboxState,
  cursors: Iterable<DeviceCursor>,
  entry: InboxEntry,
): void {
  inbox.head = Math.max(inbox.head, entry.inboxNumber);
  for (const cursor of cursors) {
    if (cursor.catchingUp || entry.inboxNumber <= cursor.position) continue;
    if (entry.inboxNumber === cursor.position + 1) deliverToDevice(cursor, entry);
    else void startCatchUp(inbox, cursor);
  }
}

export function createInboxStream(uid: string, deps: InboxStreamDeps): InboxStream {
  const cursors = new Map<GatewaySocket, DeviceCursor>();
  const inbox: InboxState = { ...deps, uid, head: 0 };
  return {
    join: async (connection, { inboxNumber: n, origin }) => {
      const cursor = {
        connection,
        origin,
        position: n,
        catchingUp: true,
        mustReadAgain: false,
        hasEnded: false,
      };
      cursors.set(connection, cursor);
      await readToHead(inbox, cursor);
    },
    leave: (connection) => {
      const cursor = cursors.get(connection);
      if (!cursor) return null;
      cursor.hasEnded = true;
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
      for (const { connection, position } of cursors.values()) yield { connection, position };
    },
    get isEmpty() {
      return cursors.size === 0;
    },
  };
}
