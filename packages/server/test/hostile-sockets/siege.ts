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
import type { AttackOrder } from './attacker.ts';
import { type AttackKind, hostileKinds } from './attacks.ts';

/** Hostile connections of each kind at the same time. */
export const CONNECTIONS = 500;
/** Accepted growth of the node's memory by all attackers, in bytes, and latency of other people's messages, in ms. */
export const MAX_RISE_BYTES = 64 * 1024 * 1024;
export const MAX_P99_MS = 200;
/** On a machine with other work everything takes longer: there ordinary clients are the measure. */
const BUSY_FACTOR = 4;

/** How long messages of others may take at p99, in ms, where they took so long among ordinary clients. */
export const tolerable = (calm: number): number => Math.max(MAX_P99_MS, BUSY_FACTOR * calm);

/** Accounts behind those that sign in; each opens what one account may. */
const ACCOUNTS = 25;
/** Bytes that a node may take in all, and of them as JavaScript objects. */
const NODE_BYTES = 512 * 1024 * 1024;
const HEAP_MB = 256;
/** All in milliseconds. */
const ATTACK_MS = 3_000;
const SAMPLE_MS = 100;
const TALK_MS = 40;

/** Measurements of a node during one kind of attack. */
export interface AttackResult {
  readonly kind: AttackKind;
  /** Hostile connections that were open at once. */
  readonly open: number;
  /** Bytes of resident memory at most over what the node had right before this attack. */
  readonly rise: number;
  /** Messages of two others: how many arrived, and their time at p99 in ms. */
  readonly messages: number;
  readonly p99: number;
}

/** Effects of the attacks on a node with a memory limit. */
export interface AttackReport {
  /** Resident bytes before the first attack, after as many ordinary clients came and went. */
  readonly before: number;
  /** Time of a message at p99 while as many ordinary clients came and went, in ms. */
  readonly calm: number;
  readonly ordeals: readonly AttackResult[];
}

/** Bytes of a process: those that are in memory, and all private ones that it may write to. */
async function bytesOf(pid: number) {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  const read = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]) * 1024;
  return { resident: read('VmRSS'), writable: read('VmData') };
}

/**
 * From now on a process gets no more private memory than takes it to `NODE_BYTES` of resident memory:
 * the kernel refuses more (`RLIMIT_DATA`, for which no privileges are needed), which ends it.
 */
async function limitMemory(pid: number): Promise<void> {
  const { resident, writable } = await bytesOf(pid);
  const most = writable + Math.max(0, NODE_BYTES - resident);
  await promisify(execFile)('prlimit', ['--pid', String(pid), `--data=${most}`]);
}

/** The most that a process takes until it is asked for; an end of the process rejects. */
function watchMemory(pid: number) {
  let most = 0;
  let failure: unknown = null;
  const look = () =>
    bytesOf(pid).then(
      ({ resident }) => {
        most = Math.max(most, resident);
      },
      (error: unknown) => {
        failure ??= error;
      },
    );
  const timer = setInterval(look, SAMPLE_MS);
  return async () => {
    clearInterval(timer);
    await look();
    if (failure) throw new Error('the node has ended', { cause: failure });
    return most;
  };
}

interface Pair {
  /** Sends messages until stopped; resolves to how long each message took, in ms. */
  talk(until: AbortSignal): Promise<number[]>;
  close(): void;
}

/** Two people who talk over sockets of their own. */
async function openPair(url: string, sender: TestPerson, reader: TestPerson): Promise<Pair> {
  const [from, to] = [await connectSocket(url, sender), await connectSocket(url, reader)];
  const sentAt = new Map<string, number>();
  let times: number[] = [];
  to.wire.on('receiveMessage', ({ message }: { message: string }) => {
    times.push(performance.now() - (sentAt.get(message) ?? Number.NaN));
    sentAt.delete(message);
  });
  let count = 0;
  return {
    talk: async (until) => {
      times = [];
      for (; !until.aborted; count += 1) {
        const text = `Oi ${count}`;
        sentAt.set(text, performance.now());
        from.wire.emit('sendMessage', { receiverId: reader.uid, message: text }, () => undefined);
        await delay(TALK_MS);
      }
      // A message that is still under way counts with the time since it was sent.
      await delay(1_000);
      for (const at of sentAt.values()) times.push(performance.now() - at);
      sentAt.clear();
      return times;
    },
    close: () => {
      from.close();
      to.close();
    },
  };
}

/** Puts attackers to work in a process of their own. */
function startAttacker() {
  const child: ChildProcess = fork(fileURLToPath(new URL('./attacker.ts', import.meta.url)));
  return {
    attack: async (order: AttackOrder): Promise<{ readonly most: number }> => {
      child.send(order);
      const ended = once(child, 'exit').then(() => {
        throw new Error('the attackers have ended');
      });
      ended.catch(() => undefined);
      const [answer] = (await Promise.race([once(child, 'message'), ended])) as [{ most: number }];
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
    NODE_OPTIONS: `--max-heap-size=${HEAP_MB}`,
  });
  await node.start();
  return node;
}

/** People with sockets of their own: a pair that talks, and those whom attackers pretend to be. */
async function gather(node: NodeProcess) {
  const people = await Promise.all(
    Array.from({ length: ACCOUNTS + 2 }, (_, n) =>
      signInAs(node.url, `cerco${n}@pessoas.example`, `Cerco ${n}`),
    ),
  );
  const [sender, reader, ...others] = people as [TestPerson, TestPerson, ...TestPerson[]];
  const identities = others.map(({ uid, tokens }) => ({ uid, token: tokens.accessToken }));
  return { pair: await openPair(node.url, sender, reader), identities };
}

async function besiege(node: NodeProcess): Promise<AttackReport> {
  const { pair, identities } = await gather(node);
  const attacker = startAttacker();
  /** Lets connections of a kind come while the pair talks. */
  const endure = async (kind: AttackKind) => {
    const over = new AbortController();
    const talk = pair.talk(over.signal);
    const order = { kind, port: node.port, connections: CONNECTIONS, identities, ms: ATTACK_MS };
    const { most: open } = await attacker.attack(order).finally(() => over.abort());
    const times = await talk;
    return { kind, open, messages: times.length, p99: quantile(times, 0.99) };
  };
  try {
    // A first crowd makes the program compile its code and grow its heap, which is no effect of an attack.
    await endure('honest');
    const { p99: calm } = await endure('honest');
    const { resident: before } = await bytesOf(node.pid);
    await limitMemory(node.pid);
    const ordeals: AttackResult[] = [];
    for (const kind of hostileKinds) {
      // The heap also grows by what the pair sends, from attack to attack; the process limit bounds their sum.
      const { resident } = await bytesOf(node.pid);
      const most = watchMemory(node.pid);
      const endured = await endure(kind);
      ordeals.push({ ...endured, rise: (await most()) - resident });
    }
    return { before, calm, ordeals };
  } finally {
    attacker.end();
    pair.close();
  }
}

/** Starts a node under a limit and lets every kind of hostile connection at it, one after the other. */
export async function runSiege(databaseUrl: string): Promise<AttackReport> {
  const dataDir = await mkdtemp(join(tmpdir(), 'guilda-siege-'));
  const node = await startNode(databaseUrl, dataDir);
  try {
    return await besiege(node);
  } finally {
    await node.kill();
    await rm(dataDir, { recursive: true, force: true });
  }
}
