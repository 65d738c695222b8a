import type { Duplex } from 'node:stream';
import type { Meter } from '../../ports/meter.ts';
import { FRAMING_BYTES, LINGER_MS, STRANGER_BYTES } from './bounds.ts';
import { byteAllowance, openGate, packetAllowance } from './flood.ts';
import type { Holding, MemoryBudget } from './memory-budget.ts';
import type { Io, Wire } from './wire.ts';

/** The library's connection of one client, by whichever transport. */
export type EngineConnection = Wire['conn'];

/** Why a connection was cut, as it is counted. */
export type CutReason = 'binary' | 'size' | 'flood' | 'memory' | 'slow' | 'crowded' | 'replaced';

/** One client's connection with what it may use of this node, whatever carries it. */
export interface Peer {
  readonly conn: EngineConnection;
  /** What its address counts as. */
  readonly address: string;
  readonly memory: Holding;
  /** TCP connections that serve it now; they do not outlive it for long. */
  readonly carriers: Set<Duplex>;
  /** Whether a person has signed in on it. */
  signedIn: boolean;
  /** Whether it has asked for another transport, which it may once. */
  upgraded: boolean;
  /** Counts bytes as they come, and one packet; cuts whoever sends more than anything of ours does. */
  received(bytes: number): void;
  receivedPacket(): void;
  /** Ends it at once, without waiting for anything to be read. */
  cut(reason: CutReason): void;
}

export interface PeerDeps {
  readonly io: Io;
  readonly meter: Meter;
  readonly budget: MemoryBudget;
}

/** Tells sockets that the server ends them, so that they do not come back by themselves. */
function dismiss(io: Io, conn: EngineConnection): void {
  for (const socket of io.sockets.sockets.values()) {
    if (socket.conn === conn) socket.disconnect(true);
  }
}

const destroyAll = (carriers: ReadonlySet<Duplex>) => {
  for (const carrier of carriers) carrier.destroy();
};

/** Takes a connection of the library into account. */
export function openPeer(conn: EngineConnection, address: string, deps: PeerDeps): Peer {
  const now = () => performance.now();
  const [bytes, packets] = [openGate(byteAllowance, now), openGate(packetAllowance, now)];
  const carriers = new Set<Duplex>();
  let total = 0;
  let cut = false;
  const peer: Peer = {
    conn,
    address,
    carriers,
    signedIn: false,
    upgraded: false,
    memory: deps.budget.open(() => peer.cut('memory')),
    received: (count) => {
      total += count;
      if (!peer.signedIn && total > STRANGER_BYTES + FRAMING_BYTES) peer.cut('size');
      else if (!bytes(count)) peer.cut('flood');
    },
    receivedPacket: () => {
      if (!packets()) peer.cut('flood');
    },
    cut: (reason) => {
      if (cut) return;
      cut = true;
      deps.meter.count('guilda_socket_cuts_total', { reason });
      if (reason === 'flood') dismiss(deps.io, conn);
      conn.close(true);
      destroyAll(carriers);
    },
  };
  conn.once('close', () => {
    peer.memory.end();
    if (carriers.size > 0) setTimeout(() => destroyAll(carriers), LINGER_MS).unref();
  });
  return peer;
}
