import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Message } from '@guilda/contract/messaging';
import type { Ack } from '@guilda/contract/socket';
import { io } from 'socket.io-client';
import type { TestPerson } from './people.ts';

/** All in milliseconds. */
const ACK_MS = 5_000;
const RETRY_MS = 100;

/** A message as it arrived by the socket. */
export interface Arrived {
  readonly message: Message;
}

/** A device that sends until it is told that a message is stored, and comes back by itself. */
export interface ChatClient {
  readonly uid: string;
  /** What came by the socket, in the order in which it came. */
  readonly arrived: readonly Arrived[];
  /** What was acknowledged, by conversation, in the order in which it was said. */
  readonly said: ReadonlyMap<string, readonly Pick<Message, 'id'>[]>;
  /** Whether the server has registered it, as far as it knows. */
  readonly online: boolean;
  /** How often the line was lost. */
  readonly losses: number;
  /** Sends after all that was said to this person before; resolves once it is acknowledged. */
  say(receiverId: string, text: string): Promise<void>;
  /** Ids of the messages of each conversation as they stand on screen, where there is one. */
  shown?(): Promise<ReadonlyMap<string, readonly string[]>>;
  close(): void;
}

type Person = Pick<TestPerson, 'uid' | 'tokens'>;

/** A new access token, asked for by HTTP on the same way; null when that failed as well. */
async function refresh(url: string, { uid, tokens }: Person): Promise<string | null> {
  try {
    const response = await fetch(`${url}/api/users/refresh-token`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ uid, refreshToken: tokens.refreshToken }),
    });
    return ((await response.json()) as { accessToken?: string }).accessToken ?? null;
  } catch {
    return null;
  }
}

/** A line that is registered again whenever it comes back. */
function openLine(
  url: string,
  person: Person,
  on: { back(): void; lost(): void; readonly from?: string | undefined },
) {
  let token: string | null = person.tokens.accessToken;
  const wire = io(url, {
    transports: ['websocket'],
    forceNew: true,
    auth: (answer) => answer({ token }),
    reconnectionDelay: RETRY_MS,
    reconnectionDelayMax: 1_000,
    timeout: ACK_MS,
    ...(on.from === undefined ? {} : { localAddress: on.from }),
  });
  const restart = () => wire.io.engine?.close();
  wire.on('connect', () => {
    wire.timeout(ACK_MS).emit('register', person.uid, (error: unknown, ack?: Ack<'register'>) => {
      if (error || !ack?.ok) restart();
      else on.back();
    });
  });
  wire.on('disconnect', on.lost);
  wire.on('connect_error', async (error) => {
    // Refused by the server, the library leaves it to us to try again.
    if (wire.active) return;
    if (Reflect.get(error, 'data')?.code === 'token_invalid') token = await refresh(url, person);
    await delay(RETRY_MS);
    wire.connect();
  });
  return wire;
}

/**
 * Opens a device of a person; it goes on for ever until it is closed. `from` is the address of this
 * machine that it calls from, such as `127.0.0.2`.
 */
export function openChatClient(
  url: string,
  person: Person,
  { from }: { readonly from?: string } = {},
): ChatClient {
  const arrived: Arrived[] = [];
  const said = new Map<string, Message[]>();
  const last = new Map<string, Promise<void>>();
  let registered = false;
  let losses = 0;
  let closed = false;
  const wire = openLine(url, person, {
    from,
    back: () => {
      registered = true;
    },
    lost: () => {
      registered = false;
      losses += 1;
    },
  });
  wire.on('receiveMessage', (message: Message) => arrived.push({ message }));

  async function attempt(payload: object): Promise<Message | null> {
    try {
      const ack: Ack<'sendMessage'> = await wire
        .timeout(ACK_MS)
        .emitWithAck('sendMessage', payload);
      if (ack.ok) return ack.message;
      if (ack.code !== 'unavailable') throw new Error(`refused: ${ack.code}`, { cause: ack });
    } catch (error) {
      if (error instanceof Error && error.message.startsWith('refused')) throw error;
    }
    return null;
  }
  async function sendUntilStored(receiverId: string, text: string): Promise<void> {
    const payload = { id: randomUUID(), senderId: person.uid, receiverId, message: text };
    while (!closed) {
      const stored = registered ? await attempt(payload) : null;
      if (stored) {
        said.set(receiverId, [...(said.get(receiverId) ?? []), stored]);
        return;
      }
      await delay(RETRY_MS);
    }
    throw new Error('closed before it was stored');
  }
  return {
    uid: person.uid,
    arrived,
    said,
    get online() {
      return registered;
    },
    get losses() {
      return losses;
    },
    say: (receiverId, text) => {
      const before = last.get(receiverId) ?? Promise.resolve();
      const sent = before.then(() => sendUntilStored(receiverId, text));
      last.set(receiverId, sent);
      return sent;
    },
    close: () => {
      closed = true;
      wire.disconnect();
    },
  };
}

/** Waits until all are registered: a device is promised what is said from its first moment on, no sooner. */
export async function allOnline(clients: readonly Pick<ChatClient, 'online'>[]): Promise<void> {
  while (clients.some(({ online }) => !online)) await delay(20);
}
