import type { Ack, ServerEventName } from '@guilda/contract/socket';
import type { RealtimePorts, SocketTransport } from './ports.ts';
import {
  type ClientEventPayloads,
  type RealtimeState,
  type SendableEvent,
  UnansweredError,
} from './realtime.ts';
import { type Backoff, createReconnectBackoff } from './reconnect-backoff.ts';

/** Maximum time to wait for an acknowledgement, in ms. */
const ACK_TIMEOUT_MS = 10_000;
/** Maximum time to wait for the answer to a check of the transport, in ms. */
const PROBE_TIMEOUT_MS = 1_500;
/** The server sends a ping every 25 s; after a longer silence than this, in ms, the connection is checked. */
const MAX_SILENCE_MS = 30_000;
/** A connection that the server ends within this time, in ms, is not reopened at once. */
const MIN_LIFETIME_MS = 10_000;

interface ConnectionListener {
  state(state: RealtimeState): void;
  received(event: ServerEventName, payload: unknown): void;
}

/**
 * Delay in ms before the session is checked after the server has ended the connection. If another tab signed out, this
 * tab ends the connection within the delay and needs no check.
 */
const SIGN_OUT_GRACE_MS = 1_000;

/** The connection of one person; it reconnects until it is closed. */
export interface BrowserConnection {
  send<N extends SendableEvent>(event: N, payload: ClientEventPayloads[N]): Promise<Ack<N>>;
  end(): void;
}

interface ConnectionContext {
  readonly uid: string;
  readonly ports: RealtimePorts;
  readonly listener: ConnectionListener;
  readonly backoff: Backoff;
  transport: SocketTransport | null;
  state: RealtimeState;
  ended: boolean;
  onlineSince: number;
  lastActivityMs: number;
  /**
   * Whether the transport has given up after its own attempts. From then on one attempt at a time is made, at the
   * intervals of `backoff`.
   */
  makesSingleAttempts: boolean;
  /** Whether the session was already checked since the connection was last online. */
  sessionChecked: boolean;
}

function setConnectionState(connection: ConnectionContext, state: RealtimeState): void {
  if (connection.ended || connection.state === state) return;
  connection.state = state;
  connection.listener.state(state);
}

/** Schedules the next attempt with the backoff. */
function retryLater(connection: ConnectionContext): void {
  setConnectionState(connection, 'offline');
  connection.makesSingleAttempts = true;
  connection.backoff.next(() => {
    if (connection.transport) connection.transport.tryOnce();
    else void openTransport(connection);
  });
}

/** Starts a new round of attempts at once, because an event suggests that the network is back. */
function retryNow(connection: ConnectionContext): void {
  connection.backoff.stop();
  connection.makesSingleAttempts = false;
  if (connection.transport) connection.transport.connect();
  else void openTransport(connection);
}

async function registerConnection(
  connection: ConnectionContext,
  transport: SocketTransport,
): Promise<void> {
  try {
    const ack = (await transport.emit(
      'register',
      connection.uid,
      ACK_TIMEOUT_MS,
    )) as Ack<'register'>;
    // If the server has refused the registration (`!ack.ok`), the server ends the connection itself.
    if (connection.ended || !ack.ok || !transport.connected()) return;
  } catch {
    if (!connection.ended && transport.connected()) transport.drop();
    return;
  }
  connection.backoff.reset();
  connection.makesSingleAttempts = false;
  connection.sessionChecked = false;
  connection.onlineSince = connection.ports.now();
  setConnectionState(connection, 'online');
}

/** The server has refused the connection: checks whether the session has ended, otherwise retries. */
async function checkSession(connection: ConnectionContext, mayTryAtOnce: boolean): Promise<void> {
  const sessionState = await connection.ports.checkSession();
  // If the session has ended, the person is signed out, which closes this connection.
  if (connection.ended || sessionState === 'ended') return;
  if (sessionState === 'valid' && mayTryAtOnce) retryNow(connection);
  else retryLater(connection);
}

function handleServerDisconnect(connection: ConnectionContext, wasOnline: boolean): void {
  const lifetimeMs = wasOnline ? connection.ports.now() - connection.onlineSince : 0;
  // The server also ends the connection when the person signs out or deletes the account. This tab then closes the
  // connection within the delay, and no session is left to check.
  connection.ports.timers.after(SIGN_OUT_GRACE_MS, () => {
    if (!connection.ended) void checkSession(connection, lifetimeMs > MIN_LIFETIME_MS);
  });
}

function handleRefusal(connection: ConnectionContext, code: string | null): void {
  setConnectionState(connection, 'offline');
  if (code === 'token_missing') return;
  const isFirstRefusal = !connection.sessionChecked;
  connection.sessionChecked = true;
  if (code === 'token_invalid') void checkSession(connection, isFirstRefusal);
  else retryLater(connection);
}

/** Checks a transport that seems to be connected, because a lost network causes no event. */
async function probeTransport(
  connection: ConnectionContext,
  transport: SocketTransport,
): Promise<void> {
  try {
    await transport.emit('register', connection.uid, PROBE_TIMEOUT_MS);
  } catch {
    if (!connection.ended && transport.connected()) transport.drop();
  }
}

function transportEventsOf(connection: ConnectionContext) {
  const { ports, listener } = connection;
  return {
    connected: () => {
      connection.lastActivityMs = ports.now();
      if (connection.transport) void registerConnection(connection, connection.transport);
    },
    disconnected: (byServer: boolean) => {
      const wasOnline = connection.state === 'online';
      if (connection.ended) return;
      if (wasOnline) setConnectionState(connection, 'connecting');
      if (byServer) handleServerDisconnect(connection, wasOnline);
    },
    failed: () => {
      if (connection.ended) return;
      if (connection.makesSingleAttempts) retryLater(connection);
      else setConnectionState(connection, 'offline');
    },
    gaveUp: () => {
      if (!connection.ended) retryLater(connection);
    },
    refused: (code: string | null) => {
      if (!connection.ended) handleRefusal(connection, code);
    },
    received: (event: string, payload: unknown) => {
      connection.lastActivityMs = ports.now();
      if (!connection.ended) listener.received(event as ServerEventName, payload);
    },
    alive: () => {
      connection.lastActivityMs = ports.now();
    },
  };
}

async function openTransport(connection: ConnectionContext): Promise<void> {
  const { ports } = connection;
  const credentials = async () => {
    const token = await ports.token();
    return token === null ? {} : { token };
  };
  try {
    const transport = await ports.openTransport(transportEventsOf(connection), credentials);
    if (connection.ended || connection.transport) return transport.hangUp();
    connection.transport = transport;
    transport.connect();
  } catch {
    // The code of the transport could not be loaded, because there is no network.
    if (!connection.ended) retryLater(connection);
  }
}

/** Follows the browser's events of network and visibility, until the returned function is called. */
function followBrowserState(connection: ConnectionContext): () => void {
  const { browserState, now } = connection.ports;
  const stopFunctions = [
    browserState.onNetworkBack(() => {
      if (connection.transport?.connected()) void probeTransport(connection, connection.transport);
      else retryNow(connection);
    }),
    browserState.onNetworkLost(() => {
      connection.transport?.hangUp();
      retryLater(connection);
    }),
    browserState.onVisible(() => {
      if (!connection.transport?.connected()) retryNow(connection);
      else if (now() - connection.lastActivityMs > MAX_SILENCE_MS)
        void probeTransport(connection, connection.transport);
    }),
  ];
  return () => {
    for (const stop of stopFunctions) stop();
  };
}

async function sendEvent(
  connection: ConnectionContext,
  event: string,
  payload: unknown,
): Promise<unknown> {
  const { transport } = connection;
  if (connection.ended || connection.state !== 'online' || !transport) throw new UnansweredError();
  try {
    return await transport.emit(event, payload, ACK_TIMEOUT_MS);
  } catch {
    // If no acknowledgement arrived in time, the connection may be lost, so it is checked.
    if (!connection.ended && transport.connected()) void probeTransport(connection, transport);
    throw new UnansweredError();
  }
}

/** Opens the connection of one person; it reconnects until it is closed. */
export function openConnection(
  uid: string,
  ports: RealtimePorts,
  listener: ConnectionListener,
): BrowserConnection {
  const connection: ConnectionContext = {
    uid,
    ports,
    listener,
    backoff: createReconnectBackoff(ports),
    transport: null,
    state: 'connecting',
    ended: false,
    onlineSince: 0,
    lastActivityMs: ports.now(),
    makesSingleAttempts: false,
    sessionChecked: false,
  };
  const stopFollowing = followBrowserState(connection);
  void openTransport(connection);
  return {
    send: (event, payload) => sendEvent(connection, event, payload) as Promise<never>,
    end: () => {
      connection.ended = true;
      stopFollowing();
      connection.backoff.stop();
      connection.transport?.hangUp();
    },
  };
}
