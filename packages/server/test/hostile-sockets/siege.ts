import { type ChildProcess, execFile, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { quantile } from '../faults/fault.ts';
import { connectSocket } from '../fixtures/clients/sockets.ts';
import { signInAs, type TestPerson } from '../fixtures/data/people.ts';
import { createNode, type NodeProcess } from '../fixtures/server/node-process.ts';
import type { AttackRequest } from './attacker.ts';
import { type AttackKind, hostileKinds } from './attacks.ts';

/** Number of hostile connections of each kind at the same time. */
export const CONNECTIONS_PER_KIND = 500;
/** Maximum growth of the node's memory during an attack, in bytes. */
export const MAX_RISE_BYTES = 64 * 1024 * 1024;
/** Maximum p99 latency of other people's messages during an attack, in ms. */
export const MAX_P99_MS = 200;
/** On a busy machine everything takes longer, so the p99 latency may be this multiple of the one with ordinary clients. */
const BUSY_FACTOR = 4;

/** Maximum p99 latency of other people's messages in ms, given their latency with ordinary clients. */
export const maxTolerableP99Ms = (ordinaryP99Ms: number): number =>
  Math.max(MAX_P99_MS, BUSY_FACTOR * ordinaryP99Ms);

/** Number of accounts of the signed-in attackers; each opens as many connections as one account may. */
const ACCOUNT_COUNT = 25;
/** Maximum memory of a node, in bytes. */
const MAX_NODE_BYTES = 512 * 1024 * 1024;
/** Maximum size of the node's heap of JavaScript objects, in MB. */
const MAX_HEAP_MB = 256;
/** Duration of each attack, in ms. */
const ATTACK_MS = 3_000;
/** Pause between two measurements of memory, in ms. */
const SAMPLE_PAUSE_MS = 100;
/** Pause between two messages of the chatting pair, in ms. */
const MESSAGE_PAUSE_MS = 40;

/** Measurements of a node during one kind of attack. */
export interface AttackResult {
  readonly kind: AttackKind;
  /** Maximum number of open hostile connections. */
  readonly maxOpenConnections: number;
  /** Maximum growth of resident memory in bytes over the memory right before this attack. */
  readonly memoryRiseBytes: number;
  /** Number of messages whose latency was measured; they are sent between two people who do not attack. */
  readonly messageCount: number;
  /** p99 latency of these messages, in ms. */
  readonly p99Ms: number;
}

/** Effects of the attacks on a node with a memory limit. */
export interface AttackReport {
  /** Resident memory in bytes before the first attack, after `CONNECTIONS_PER_KIND` ordinary clients had connected. */
  readonly residentBytesBefore: number;
  /** p99 latency in ms of a message while `CONNECTIONS_PER_KIND` ordinary clients connected. */
  readonly ordinaryP99Ms: number;
  readonly attackResults: readonly AttackResult[];
}

/** Memory of a process in bytes: resident memory, and private writable memory. */
async function memoryOf(pid: number) {
  const statusText = await readFile(`/proc/${pid}/status`, 'utf8');
  const readStatusBytes = (name: string) =>
    Number(new RegExp(`${name}:\\s+(\\d+)`).exec(statusText)?.[1]) * 1024;
  return { resident: readStatusBytes('VmRSS'), writable: readStatusBytes('VmData') };
}

/**
 * Limits the private memory of a process so that its resident memory stays below `MAX_NODE_BYTES`. The kernel refuses
 * further memory (`RLIMIT_DATA`, which needs no privileges), which ends the process.
 */
async function limitMemory(pid: number): Promise<void> {
  const { resident, writable } = await memoryOf(pid);
  const limitBytes = writable + Math.max(0, MAX_NODE_BYTES - resident);
  await promisify(execFile)('prlimit', ['--pid', String(pid), `--data=${limitBytes}`]);
}

/** Measures the memory of a process until the returned function is called, which resolves to the maximum in bytes. */
function watchMemory(pid: number) {
  let maxResidentBytes = 0;
  let failure: unknown = null;
  const sampleMemory = () =>
    memoryOf(pid).then(
      ({ resident }) => {
        maxResidentBytes = Math.max(maxResidentBytes, resident);
      },
      (error: unknown) => {
        failure ??= error;
      },
    );
  const timer = setInterval(sampleMemory, SAMPLE_PAUSE_MS);
  return async () => {
    clearInterval(timer);
    await sampleMemory();
    if (failure) throw new Error('the node has ended', { cause: failure });
    return maxResidentBytes;
  };
}

interface ChatPair {
  /** Sends messages until stopped; resolves to the latency of each message in ms. */
  talk(endSignal: AbortSignal): Promise<number[]>;
  close(): void;
}

/** Two people who chat over their own sockets. */
async function openChatPair(
  url: string,
  sender: TestPerson,
  reader: TestPerson,
): Promise<ChatPair> {
  const senderSocket = await connectSocket(url, sender);
  const readerSocket = await connectSocket(url, reader);
  const sentAt = new Map<string, number>();
  let latencies: number[] = [];
  readerSocket.wire.on('receiveMessage', ({ message }: { message: string }) => {
    latencies.push(performance.now() - (sentAt.get(message) ?? Number.NaN));
    sentAt.delete(message);
  });
  let messageCount = 0;
  return {
    talk: async (endSignal) => {
      latencies = [];
      for (; !endSignal.aborted; messageCount += 1) {
        const text = `Oi ${messageCount}`;
        sentAt.set(text, performance.now());
        senderSocket.wire.emit(
          'sendMessage',
          { receiverId: reader.uid, message: text },
          () => undefined,
        );
        await delay(MESSAGE_PAUSE_MS);
      }
      // A message that has not arrived yet counts with the time since it was sent.
      await delay(1_000);
      for (const sendTime of sentAt.values()) latencies.push(performance.now() - sendTime);
      sentAt.clear();
      return latencies;
    },
    close: () => {
      senderSocket.close();
      readerSocket.close();
    },
  };
}

/** Starts the attackers in another process. */
function startAttacker() {
  const child: ChildProcess = fork(fileURLToPath(new URL('./attacker.ts', import.meta.url)));
  return {
    attack: async (request: AttackRequest): Promise<{ readonly maxOpenCount: number }> => {
      child.send(request);
      const exitPromise = once(child, 'exit').then(() => {
        throw new Error('the attackers have ended');
      });
      exitPromise.catch(() => undefined);
      const [answer] = (await Promise.race([once(child, 'message'), exitPromise])) as [
        { maxOpenCount: number },
      ];
      return answer;
    },
    end: () => void child.kill(),
  };
}

async function startNode(databaseUrl: string, dataDir: string): Promise<NodeProcess> {
  const node = await createNode({
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    SEED_DEMO: '0',
    LOG_LEVEL: 'silent',
    RATE_LIMIT_FACTOR: '10000',
    NODE_OPTIONS: `--max-heap-size=${MAX_HEAP_MB}`,
  });
  await node.start();
  return node;
}

/** Signs people in: a pair that chats, and the accounts of the attackers. */
async function createAccounts(node: NodeProcess) {
  const people = await Promise.all(
    Array.from({ length: ACCOUNT_COUNT + 2 }, (_, n) =>
      signInAs(node.url, `cerco${n}@pessoas.example`, `Cerco ${n}`),
    ),
  );
  const [sender, reader, ...others] = people as [TestPerson, TestPerson, ...TestPerson[]];
  const identities = others.map(({ uid, tokens }) => ({ uid, token: tokens.accessToken }));
  return { pair: await openChatPair(node.url, sender, reader), identities };
}

async function attackWithEveryKind(node: NodeProcess): Promise<AttackReport> {
  const { pair, identities } = await createAccounts(node);
  const attacker = startAttacker();
  /** Opens attacking connections of one kind while the pair chats. */
  const attackNode = async (kind: AttackKind) => {
    const attackEnd = new AbortController();
    const latenciesPromise = pair.talk(attackEnd.signal);
    const request = {
      kind,
      port: node.port,
      connectionCount: CONNECTIONS_PER_KIND,
      identities,
      attackMs: ATTACK_MS,
    };
    const { maxOpenCount } = await attacker.attack(request).finally(() => attackEnd.abort());
    const latencies = await latenciesPromise;
    const p99Ms = quantile(latencies, 0.99);
    return { kind, maxOpenConnections: maxOpenCount, messageCount: latencies.length, p99Ms };
  };
  try {
    // The first round makes the program compile its code and grow its heap, which is not an effect of an attack.
    await attackNode('honest');
    const { p99Ms: ordinaryP99Ms } = await attackNode('honest');
    const { resident: residentBytesBefore } = await memoryOf(node.pid);
    await limitMemory(node.pid);
    const attackResults: AttackResult[] = [];
    for (const kind of hostileKinds) {
      // The messages of the chatting pair also make the heap grow, so the rise is measured from the start of each
      // attack. `limitMemory` limits the total over all attacks.
      const { resident } = await memoryOf(node.pid);
      const readMaxResident = watchMemory(node.pid);
      const result = await attackNode(kind);
      attackResults.push({ ...result, memoryRiseBytes: (await readMaxResident()) - resident });
    }
    return { residentBytesBefore, ordinaryP99Ms, attackResults };
  } finally {
    attacker.end();
    pair.close();
  }
}

/** Starts a node with a memory limit and runs every kind of attack against it, one after the other. */
export async function runSiege(databaseUrl: string): Promise<AttackReport> {
  const dataDir = await mkdtemp(join(tmpdir(), 'guilda-siege-'));
  const node = await startNode(databaseUrl, dataDir);
  try {
    return await attackWithEveryKind(node);
  } finally {
    await node.kill();
    await rm(dataDir, { recursive: true, force: true });
  }
}
