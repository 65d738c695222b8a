import type { Ack, ServerEventName } from '@guilda/contract/socket';
import type { RealtimePorts, Wire } from './ports.ts';
import {
  type ClientSends,
  type RealtimeState,
  type SendableEvent,
  UnansweredError,
} from './realtime.ts';
import { type Pace, tryingPace } from './trying-pace.ts';

/** How long an acknowledgement may take, in ms. */
const ANSWER_MS = 10_000;
/** How long a wire may take to show that it is alive when there is doubt, in ms. */
const PROBE_MS = 1_500;
/** The server lets itself be heard every 25 s: a longer silence is in doubt. */
const SILENCE_MS = 30_000;
/** A connection that the server ends sooner than this, in ms, is not begun again at once. */
const SHORT_LIFE_MS = 10_000;

interface LineListener {
  state(state: RealtimeState): void;
  heard(event: ServerEventName, payload: unknown): void;
}

/** What ended a session from this browser shows here first, if it is given so long, in ms. */
const OWN_END_MS = 1_000;

/** One person's connection, kept up as long as it is theirs. */
export interface Line {
  send<N extends SendableEvent>(event: N, payload: ClientSends[N]): Promise<Ack<N>>;
  end(): void;
}

interface Inside {
  readonly uid: string;
  readonly ports: RealtimePorts;
  readonly listener: LineListener;
  readonly pace: Pace;
  wire: Wire | null;
  state: RealtimeState;
  ended: boolean;
  onlineSince: number;
  lastSign: number;
  /** Tries made one by one, after a round has failed. */
  single: boolean;
  /** The session was asked about since the person was last online. */
  asked: boolean;
}

function setState(line: Inside, state: RealtimeState): void {
  if (line.ended || line.state === state) return;
  line.state = state;
  line.listener.state(state);
}

/** Tries again at the pace of a network that may be gone for long. */
function later(line: Inside): void {
  setState(line, 'offline');
  line.single = true;
  line.pace.next(() => {
    if (line.wire) line.wire.tryOnce();
    else void openWire(line);
  });
}

/** Tries again now: something says that it may work. */
function atOnce(line: Inside): void {
  line.pace.stop();
  line.single = false;
  if (line.wire) line.wire.connect();
  else void openWire(line);
}

async function register(line: Inside, wire: Wire): Promise<void> {
  try {
    const ack = (await wire.emit('register', line.uid, ANSWER_MS)) as Ack<'register'>;
    // Refused, it is the server that ends the connection.
    if (line.ended || !ack.ok || !wire.connected()) return;
  } catch {
    if (!line.ended && wire.connected()) wire.drop();
    return;
  }
  line.pace.reset();
  line.single = false;
  line.asked = false;
  line.onlineSince = line.ports.now();
  setState(line, 'online');
}

/** The server will not have this connection: whether the session is over decides. */
async function askSession(line: Inside, mayTryAtOnce: boolean): Promise<void> {
  const standing = await line.ports.askSession();
  // Over, the person is signed out by now and this line ended with them.
  if (line.ended || standing === 'over') return;
  if (standing === 'stands' && mayTryAtOnce) atOnce(line);
  else later(line);
}

function endedByServer(line: Inside, wasOnline: boolean): void {
  const lived = wasOnline ? line.ports.now() - line.onlineSince : 0;
  // Signing out or closing the account ends it too: then nobody is left to ask about.
  line.ports.timers.after(OWN_END_MS, () => {
    if (!line.ended) void askSession(line, lived > SHORT_LIFE_MS);
  });
}

function refused(line: Inside, code: string | null): void {
  setState(line, 'offline');
  if (code === 'token_missing') return;
  const first = !line.asked;
  line.asked = true;
  if (code === 'token_invalid') void askSession(line, first);
  else later(line);
}

/** Makes sure of a wire that seems up: a network may go without a word. */
async function probe(line: Inside, wire: Wire): Promise<void> {
  try {
    await wire.emit('register', line.uid, PROBE_MS);
  } catch {
    if (!line.ended && wire.connected()) wire.drop();
  }
}

function eventsOf(line: Inside) {
  const { ports, listener } = line;
  return {
    connected: () => {
      line.lastSign = ports.now();
      if (line.wire) void register(line, line.wire);
    },
    disconnected: (byServer: boolean) => {
      const wasOnline = line.state === 'online';
      if (line.ended) return;
      if (wasOnline) setState(line, 'connecting');
      if (byServer) endedByServer(line, wasOnline);
    },
    failed: () => {
      if (line.ended) return;
      if (line.single) later(line);
      else setState(line, 'offline');
    },
    gaveUp: () => {
      if (!line.ended) later(line);
    },
    refused: (code: string | null) => {
      if (!line.ended) refused(line, code);
    },
    heard: (event: string, payload: unknown) => {
      line.lastSign = ports.now();
      if (!line.ended) listener.heard(event as ServerEventName, payload);
    },
    alive: () => {
      line.lastSign = ports.now();
    },
  };
}

async function openWire(line: Inside): Promise<void> {
  const { ports } = line;
  const credentials = async () => {
    const token = await ports.token();
    return token === null ? {} : { token };
  };
  try {
    const wire = await ports.openWire(eventsOf(line), credentials);
    if (line.ended || line.wire) return wire.hangUp();
    line.wire = wire;
    wire.connect();
  } catch {
    // Its code could not be fetched: the network is gone.
    if (!line.ended) later(line);
  }
}

/** Follows what the browser tells of network and tab. */
function followSurroundings(line: Inside): () => void {
  const { surroundings, now } = line.ports;
  const stops = [
    surroundings.onNetworkBack(() => {
      if (line.wire?.connected()) void probe(line, line.wire);
      else atOnce(line);
    }),
    surroundings.onNetworkLost(() => {
      line.wire?.hangUp();
      later(line);
    }),
    surroundings.onVisible(() => {
      if (!line.wire?.connected()) atOnce(line);
      else if (now() - line.lastSign > SILENCE_MS) void probe(line, line.wire);
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

async function send(line: Inside, event: string, payload: unknown): Promise<unknown> {
  const { wire } = line;
  if (line.ended || line.state !== 'online' || !wire) throw new UnansweredError();
  try {
    return await wire.emit(event, payload, ANSWER_MS);
  } catch {
    // Silent for so long, it is no connection any more.
    if (!line.ended && wire.connected()) void probe(line, wire);
    throw new UnansweredError();
  }
}

/** Opens a line for one person; it keeps itself up until it is ended. */
export function openLine(uid: string, ports: RealtimePorts, listener: LineListener): Line {
  const line: Inside = {
    uid,
    ports,
    listener,
    pace: tryingPace(ports),
    wire: null,
    state: 'connecting',
    ended: false,
    onlineSince: 0,
    lastSign: ports.now(),
    single: false,
    asked: false,
  };
  const unfollow = followSurroundings(line);
  void openWire(line);
  return {
    send: (event, payload) => send(line, event, payload) as Promise<never>,
    end: () => {
      line.ended = true;
      unfollow();
      line.pace.stop();
      line.wire?.hangUp();
    },
  };
}
