import cluster, { type Worker } from 'node:cluster';
import { setTimeout as delay } from 'node:timers/promises';
import { RateLimiterClusterMaster } from 'rate-limiter-flexible';
import type { Logger } from '../../platform/telemetry/logging.ts';
import {
  type DownwardMessage,
  type GroupState,
  isOwnMessage,
  type ProcessSetup,
  type UpwardMessage,
} from './messages.ts';

/**
 * Maximum number of fan-out messages that wait for a process which does not read them. Further messages are dropped,
 * and the process is informed of the loss.
 */
const MAX_WAITING_NOTES = 10_000;
/** Time in ms without an `alive` message after which a process that was ready counts as hanging and is killed. */
const MAX_SILENCE_MS = 30_000;
const SILENCE_CHECK_INTERVAL_MS = 5_000;
/** Timeout for the processes to send their metrics, in ms. */
const METRICS_TIMEOUT_MS = 3_500;

/** How a process ended: its exit code, or the signal that ended it. */
export interface ProcessEnd {
  readonly code: number | null;
  readonly signal: string | null;
}

/** A process of the group, as the primary process sees it. */
export interface ManagedProcess {
  readonly pid: number;
  /** Resolves once the process accepts requests; never resolves when the process ends before. */
  readonly ready: Promise<void>;
  readonly ended: Promise<ProcessEnd>;
  /** Asks the process to finish running work and to exit. `replaced`: other processes continue on the same port. */
  stop(replaced: boolean): void;
  kill(): void;
}

/** Receives the metrics of processes. */
export interface MetricsReceiver {
  /** Stores the latest metrics of a process, as JSON of the metrics library. */
  update(processId: string, metrics: unknown): void;
  /** Records that a process has ended; its counters stay in the sums over all processes. */
  ended(processId: string): void;
}

export interface ProcessManagerOptions {
  readonly setup: ProcessSetup;
  /** Number of processes that should run, which the health page shows. */
  readonly processCount: number;
  readonly log: Logger;
  readonly metrics: MetricsReceiver;
}

/** What the primary process does with the group: it starts processes and passes fan-out messages on between them. */
export interface ProcessManager {
  open(): ManagedProcess;
  /** Asks all processes that accept requests for their metrics; resolves when all have answered, or after 3.5 s. */
  askForMetrics(): Promise<void>;
}

/** State of one process of the group in the primary process. */
interface GroupMember {
  readonly worker: Worker;
  /** The port on which this process alone listens, once it accepts requests; null before. */
  port: number | null;
  isStopping: boolean;
  aliveAt: number;
  waitingNotes: number;
  hasMissedNotes: boolean;
  answerMetrics: (() => void) | null;
}

type GroupMembers = Map<number, GroupMember>;

function postToMember(
  { worker }: GroupMember,
  message: DownwardMessage,
  onSent?: () => void,
): void {
  // A process that has just ended receives no messages; the `exit` event handles its end.
  if (worker.isConnected()) worker.send(message, undefined, () => onSent?.());
  else onSent?.();
}

/**
 * Passes a fan-out message on to a process. The message is dropped while thousands of earlier ones wait; the process is
 * later informed that it missed some.
 */
function passNote(member: GroupMember, text: string): void {
  if (member.waitingNotes >= MAX_WAITING_NOTES) {
    member.hasMissedNotes = true;
    return;
  }
  member.waitingNotes += 1;
  postToMember(member, { guilda: 'note', text }, () => {
    member.waitingNotes -= 1;
    if (!member.hasMissedNotes || member.waitingNotes > 0) return;
    member.hasMissedNotes = false;
    postToMember(member, { guilda: 'notes lost' });
  });
}

/** Kills processes whose event loop is blocked, because the connections that they are given would never be answered. */
function killHangingProcesses(members: GroupMembers, log: Logger): void {
  const now = performance.now();
  for (const { worker, port, aliveAt } of members.values()) {
    if (port === null || now - aliveAt < MAX_SILENCE_MS) continue;
    log.error({ childPid: worker.process.pid }, 'a process hangs and is killed');
    worker.process.kill('SIGKILL');
  }
}

/** Creates the manager of the group; the primary process calls this once. */
export function createProcessManager(options: ProcessManagerOptions): ProcessManager {
  const { setup, processCount, log, metrics } = options;
  const members: GroupMembers = new Map();
  let endedCount = 0;
  // Counts the rate limit points of all processes.
  new RateLimiterClusterMaster();
  const publishGroupState = () => {
    const readyMembers = [...members.values()].filter(({ port }) => port !== null);
    const ports = Object.fromEntries(
      readyMembers.map(({ worker, port }) => [worker.id, port ?? 0]),
    );
    const stayingMembers = readyMembers.filter(({ isStopping }) => !isStopping);
    const firstId = stayingMembers[0] ? String(stayingMembers[0].worker.id) : null;
    const group: GroupState = {
      ports,
      first: firstId,
      counts: { wanted: processCount, ready: stayingMembers.length, ended: endedCount },
    };
    for (const member of members.values()) postToMember(member, { guilda: 'group', group });
  };
  const handleMessage = (member: GroupMember, message: UpwardMessage) => {
    member.aliveAt = performance.now();
    if (message.guilda === 'hello') postToMember(member, { guilda: 'setup', setup });
    else if (message.guilda === 'note') {
      for (const otherMember of members.values())
        if (otherMember !== member && otherMember.port !== null)
          passNote(otherMember, message.text);
    } else if (message.guilda === 'metrics') {
      metrics.update(String(member.worker.id), message.metrics);
      member.answerMetrics?.();
    }
  };
  const removeMember = (member: GroupMember) => {
    members.delete(member.worker.id);
    if (!member.isStopping) endedCount += 1;
    metrics.ended(String(member.worker.id));
    member.answerMetrics?.();
    publishGroupState();
  };
  setInterval(() => killHangingProcesses(members, log), SILENCE_CHECK_INTERVAL_MS).unref();
  return {
    open: () =>
      openProcess({
        members,
        log,
        receive: handleMessage,
        forget: removeMember,
        publishGroupState,
      }),
    askForMetrics: async () => {
      const readyMembers = [...members.values()].filter(({ port }) => port !== null);
      const answerPromises = readyMembers.map(
        (member) =>
          new Promise<void>((resolve) => {
            member.answerMetrics = resolve;
            postToMember(member, { guilda: 'metrics' });
          }),
      );
      const timeout = new AbortController();
      const timeoutDelay = delay(METRICS_TIMEOUT_MS, undefined, {
        signal: timeout.signal,
        ref: false,
      });
      await Promise.race([Promise.all(answerPromises), timeoutDelay.catch(() => undefined)]);
      timeout.abort();
    },
  };
}

/** Values and functions of the manager that `openProcess` needs for each process. */
interface ManagerContext {
  readonly members: GroupMembers;
  readonly log: Logger;
  receive(member: GroupMember, message: UpwardMessage): void;
  forget(member: GroupMember): void;
  publishGroupState(): void;
}

function openProcess({
  members,
  log,
  receive,
  forget,
  publishGroupState,
}: ManagerContext): ManagedProcess {
  const worker = cluster.fork();
  const member: GroupMember = {
    ...{ worker, port: null, isStopping: false, aliveAt: performance.now() },
    ...{ waitingNotes: 0, hasMissedNotes: false, answerMetrics: null },
  };
  members.set(worker.id, member);
  worker.on('error', (error) => log.debug({ err: error }, 'a message to a process was lost'));
  const ready = new Promise<void>((resolve) => {
    worker.on('message', (message) => {
      if (!isOwnMessage(message)) return;
      const ownMessage = message as UpwardMessage;
      receive(member, ownMessage);
      if (ownMessage.guilda !== 'ready') return;
      member.port = ownMessage.port;
      publishGroupState();
      resolve();
    });
  });
  const processEnd = new Promise<ProcessEnd>((resolve) => {
    worker.once('exit', (code: number | null, signal: string | null) => {
      forget(member);
      resolve({ code, signal });
    });
  });
  return {
    pid: worker.process.pid ?? 0,
    ready,
    ended: processEnd,
    stop: (replaced) => {
      member.isStopping = true;
      postToMember(member, { guilda: 'stop', replaced });
      publishGroupState();
    },
    kill: () => void worker.process.kill('SIGKILL'),
  };
}
