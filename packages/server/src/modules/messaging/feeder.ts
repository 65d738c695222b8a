import type { Message } from '@guilda/contract/messaging';
import type { Connection } from '../../platform/gateway/index.ts';

/** A message at its place in somebody's inbox. */
export interface InboxEntry {
  readonly n: number;
  readonly message: Message;
  /** The client that sent it. */
  readonly origin: string;
}

/** Reads what follows a number in somebody's inbox, without gaps, at most `limit` of it. */
export type ReadInbox = (uid: string, after: number, limit: number) => Promise<InboxEntry[]>;

export interface FeederDeps {
  readonly read: ReadInbox;
  /** Resolves when it is time to try again after a failure. */
  readonly pause: () => Promise<void>;
}

/** Where a device begins. */
export interface Start {
  /** The last number it has. */
  readonly n: number;
  /** The name of the client, whose own messages it is not sent. */
  readonly origin: string;
}

/** Messages read at once for a device that is behind. */
const PAGE = 200;

/** One device, and how far it is. */
interface Line {
  readonly connection: Connection;
  readonly origin: string;
  position: number;
  /** It is behind and reads; what comes meanwhile is read as well. */
  catching: boolean;
  /** What it read last may be of before it was told to look again. */
  again: boolean;
  ended: boolean;
}

/** Hands one person's messages to their devices here, strictly in the order of the inbox. */
export interface Feeder {
  /** Takes a device in; resolves once it has what it missed. Rejects when the database fails. */
  join(connection: Connection, start: Start): Promise<void>;
  /** Lets a device go; answers how far it was, or null when it was not here. */
  leave(connection: Connection): number | null;
  /** A committed message; anything that was skipped is read from the database. */
  offer(entry: InboxEntry): void;
  /** The inbox goes up to `n`: reads what devices lack. */
  hear(n: number): void;
  /** Reads whether there is more, after a failure that left it unknown. */
  lookAgain(): void;
  /** How far each device is. */
  positions(): Iterable<{ readonly connection: Connection; readonly n: number }>;
  readonly empty: boolean;
}

function hand(line: Line, { n, message, origin }: InboxEntry): void {
  line.position = n;
  if (origin !== '' && origin === line.origin) return;
  line.connection.emit('receiveMessage', message, String(n));
}

/** What the devices of one person share. */
interface Inbox extends FeederDeps {
  readonly uid: string;
  /** The highest number heard of. */
  known: number;
}

/** Reads page after page until nothing is missing; new messages wait behind it. */
async function follow(inbox: Inbox, line: Line): Promise<void> {
  while (!line.ended) {
    line.again = false;
    const page = await inbox.read(inbox.uid, line.position, PAGE);
    if (line.ended) return;
    for (const entry of page) hand(line, entry);
    const whole = page.length < PAGE && (line.position >= inbox.known || page.length === 0);
    if (whole && !line.again) {
      // In this very turn: what is offered next is for it.
      line.catching = false;
      return;
    }
    await line.connection.drained();
  }
}

/** Has a device read what it lacks, as often as it takes. */
async function catchUp(inbox: Inbox, line: Line): Promise<void> {
  line.again = true;
  if (line.catching) return;
  line.catching = true;
  // Once it has read to the end, another may be reading for it already.
  for (let done = false; !done && !line.ended; ) {
    done = await follow(inbox, line).then(
      () => true,
      () => inbox.pause().then(() => false),
    );
  }
}

function offer(inbox: Inbox, lines: Iterable<Line>, entry: InboxEntry): void {
  inbox.known = Math.max(inbox.known, entry.n);
  for (const line of lines) {
    if (line.catching || entry.n <= line.position) continue;
    if (entry.n === line.position + 1) hand(line, entry);
    else void catchUp(inbox, line);
  }
}

export function createFeeder(uid: string, deps: FeederDeps): Feeder {
  const lines = new Map<Connection, Line>();
  const inbox: Inbox = { ...deps, uid, known: 0 };
  return {
    join: async (connection, { n, origin }) => {
      const line = { connection, origin, position: n, catching: true, again: false, ended: false };
      lines.set(connection, line);
      await follow(inbox, line);
    },
    leave: (connection) => {
      const line = lines.get(connection);
      if (!line) return null;
      line.ended = true;
      lines.delete(connection);
      return line.position;
    },
    offer: (entry) => offer(inbox, lines.values(), entry),
    hear: (n) => {
      inbox.known = Math.max(inbox.known, n);
      for (const line of lines.values()) if (line.position < inbox.known) void catchUp(inbox, line);
    },
    lookAgain: () => {
      for (const line of lines.values()) void catchUp(inbox, line);
    },
    *positions() {
      for (const { connection, position: n } of lines.values()) yield { connection, n };
    },
    get empty() {
      return lines.size === 0;
    },
  };
}
