import cluster from 'node:cluster';
import type { DatabaseLog } from '../../platform/database/log.ts';
import type { ProcessGroup } from '../../ports/process-group.ts';
import { createForwarder, openOwnServer } from './forward.ts';
import {
  type DownwardMessage,
  type GroupState,
  isOwnMessage,
  type ProcessSetup,
  type UpwardMessage,
} from './messages.ts';
import { createProcessFanout, type ProcessFanout } from './notes.ts';

/** Interval in ms at which a process reports to the primary process that its event loop is not blocked. */
const ALIVE_INTERVAL_MS = 2_000;

/** The connection of this process to the primary process, for starting and stopping the program. */
export interface Membership {
  /** Port and database, as the primary process announced them. */
  readonly setup: ProcessSetup;
  /** The processes of this node, as this process knows them from messages of the primary process. */
  readonly group: ProcessGroup;
  /** Tells the primary process that this process takes requests. */
  ready(): void;
  /**
   * Calls `handler` when this process has to stop; without a handler the process exits at once. `replaced`: other
   * processes continue on the same port.
   */
  onStop(handler: (replaced: boolean) => void): void;
}

/**
 * Sends a message to the primary process. Resolves once the message was handed to the operating system, or at once when
 * the primary process has disconnected.
 */
const sendToPrimary = (message: UpwardMessage): Promise<void> =>
  new Promise((resolve) => {
    if (process.connected) process.send?.(message, undefined, undefined, () => resolve());
    else resolve();
  });

/** State of this process that messages of the primary process change or use. */
interface MemberState {
  group: GroupState;
  processFanout: ProcessFanout | null;
  readMetrics: () => Promise<unknown>;
  stop: (replaced: boolean) => void;
}

async function sendMetrics({ readMetrics }: MemberState): Promise<void> {
  await sendToPrimary({ guilda: 'metrics', metrics: await readMetrics().catch(() => []) });
}

function receiveFromPrimary(message: DownwardMessage, state: MemberState): void {
  if (message.guilda === 'group') state.group = message.group;
  else if (message.guilda === 'note') state.processFanout?.receive(message.text);
  else if (message.guilda === 'notes lost') state.processFanout?.handleLoss();
  else if (message.guilda === 'metrics') void sendMetrics(state);
  else if (message.guilda === 'stop') state.stop(message.replaced);
}

/** Asks the primary process for the setup, and follows its messages from then on. */
function followPrimary(state: MemberState): Promise<ProcessSetup> {
  const setup = new Promise<ProcessSetup>((resolve) => {
    process.on('message', (message) => {
      if (!isOwnMessage(message)) return;
      const ownMessage = message as DownwardMessage;
      if (ownMessage.guilda === 'setup') resolve(ownMessage.setup);
      else receiveFromPrimary(ownMessage, state);
    });
  });
  void sendToPrimary({ guilda: 'hello' });
  return setup;
}

/**
 * Ignores signals: they reach all processes of a terminal or systemd unit, but only the primary process reacts to them.
 */
function ignoreSignals(): void {
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const)
    process.on(signal, () => undefined);
}

/** Joins the group of processes that the primary process started; null when this process is not part of a group. */
export async function joinGroup(log: DatabaseLog): Promise<Membership | null> {
  const { worker } = cluster;
  if (!worker) return null;
  ignoreSignals();
  const state: MemberState = {
    group: { ports: {}, first: null, counts: { wanted: 1, ready: 0, ended: 0 } },
    processFanout: null,
    readMetrics: async () => [],
    stop: () => process.exit(0),
  };
  const [setup, own] = await Promise.all([followPrimary(state), openOwnServer()]);
  const forwarder = createForwarder();
  const id = String(worker.id);
  const group: ProcessGroup = {
    id,
    ownPort: own.port,
    firstId: () => state.group.first,
    isOther: (processId) => processId !== id && Object.hasOwn(state.group.ports, processId),
    counts: () => state.group.counts,
    openFanout: (nodeId) => {
      state.processFanout = createProcessFanout({
        ...{ nodeId, log },
        send: (text) => void sendToPrimary({ guilda: 'note', text }),
      });
      return state.processFanout.fanout;
    },
    forwardTo: (processId) => forwarder.to(() => state.group.ports[processId] ?? null),
    serve: own.serve,
    answerMetrics: (read) => {
      state.readMetrics = read;
    },
    handOverMetrics: () => sendMetrics(state),
    cutForwarded: forwarder.close,
    close: own.close,
  };
  return {
    setup,
    group,
    ready: () => {
      void sendToPrimary({ guilda: 'ready', port: own.port });
      setInterval(() => void sendToPrimary({ guilda: 'alive' }), ALIVE_INTERVAL_MS).unref();
    },
    onStop: (handler) => {
      state.stop = handler;
    },
  };
}
