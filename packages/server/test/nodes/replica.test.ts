import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readZipEntries } from '../fixtures/checks/zip-entries.ts';
import type { TestPerson } from '../fixtures/data/people.ts';
import {
  type ReplicatedDatabase,
  startReplicatedDatabase,
} from '../fixtures/server/replicated-database.ts';
import { type SharedPort, startSharedPort } from '../fixtures/server/shared-port.ts';

let replicatedDatabase: ReplicatedDatabase;
let sharedPort: SharedPort;
let ana: TestPerson;
beforeAll(async () => {
  replicatedDatabase = await startReplicatedDatabase();
  const [DATABASE_URL, DATABASE_READ_URL] = [replicatedDatabase.url, replicatedDatabase.replicaUrl];
  sharedPort = await startSharedPort({
    ...{ DATABASE_URL, DATABASE_READ_URL },
    ADMIN_EMAILS: 'chefe@pessoas.example',
  });
  ana = await sharedPort.signIn('Ana');
});
afterAll(async () => {
  await sharedPort?.close();
  await replicatedDatabase?.close();
});

/** Options of a request on a new connection, so that the processes get the requests in turn. */
const requestOptions = (person?: TestPerson): RequestInit => ({
  headers: {
    connection: 'close',
    ...(person ? { authorization: `Bearer ${person.tokens.accessToken}` } : {}),
  },
});

/** Titles of the newest posts, read as a person, or by default as a visitor. */
async function readTitles(person?: TestPerson): Promise<readonly string[]> {
  const response = await fetch(`${sharedPort.url}/api/social/posts`, requestOptions(person));
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
  const { posts } = (await response.json()) as { posts: readonly { title: string }[] };
  return posts.map(({ title }) => title);
}

async function publishPost(title: string): Promise<void> {
  const response = await fetch(`${sharedPort.url}/api/social/post`, {
    method: 'POST',
    headers: { ...requestOptions(ana).headers, 'content-type': 'application/json' },
    body: JSON.stringify({ title, description: 'Para quem lê.' }),
  });
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
}

/** Number of reads of posts that the replica answered so far, by its own statistics. */
async function countReplicaReads(): Promise<number> {
  const [row] = await replicatedDatabase.atReplica<{ reads: string }>(
    `SELECT coalesce(sum(seq_scan + coalesce(idx_scan, 0)), 0) AS reads
       FROM pg_stat_user_tables WHERE relname = 'posts'`,
  );
  return Number(row?.reads);
}

/** The posts in an export of Ana's data. */
async function readExportedPosts(): Promise<string> {
  const response = await fetch(`${sharedPort.url}/api/users/me/export`, requestOptions(ana));
  const entries = readZipEntries(Buffer.from(await response.arrayBuffer()));
  return entries.find(({ name }) => name === 'publicacoes.json')?.bytes.toString() ?? '';
}

/** Whether the replica answers a request, by default one of a visitor. */
async function doesReplicaAnswer(read: () => Promise<unknown> = readTitles): Promise<boolean> {
  const readCountBefore = await countReplicaReads();
  await read();
  // A connection of the replica adds its reads to the statistics only when it has been idle for a second.
  for (let n = 0; n < 30; n += 1) {
    if ((await countReplicaReads()) > readCountBefore) return true;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return false;
}

it('visitors are answered from a replica that is up to date, and the health page counts it', async () => {
  await publishPost('Primeira');
  await expect.poll(() => readTitles()).toContain('Primeira');
  await expect.poll(() => doesReplicaAnswer(), { timeout: 60_000 }).toBe(true);
  const admin = await sharedPort.signIn('Chefe');
  const readFacts = async () => {
    const { dependencies } = await admin.api.health.getHealth();
    return dependencies.find(({ name }) => name === 'database')?.facts;
  };
  const fact = { label: 'Réplicas em dia', value: '1 de 1' };
  await expect.poll(readFacts, { timeout: 60_000 }).toContainEqual(fact);
});

it('a person reads an own change at once at every process, however late the replica is', async () => {
  await replicatedDatabase.atReplica('SELECT pg_wal_replay_pause()');
  await publishPost('Segunda');
  for (let n = 0; n < 6; n += 1) expect(await readTitles(ana)).toContain('Segunda');
  for (let n = 0; n < 2; n += 1) expect(await readExportedPosts()).toContain('Segunda');
});

it('a replica that is too late gets no reads until it has caught up', async () => {
  await expect.poll(() => readTitles(), { timeout: 60_000 }).toContain('Segunda');
  // Each process notices the delay by itself.
  await expect.poll(() => doesReplicaAnswer(), { timeout: 60_000 }).toBe(false);
  for (let n = 0; n < 6; n += 1) expect(await readTitles()).toContain('Segunda');
  await replicatedDatabase.atReplica('SELECT pg_wal_replay_resume()');
  await expect.poll(() => doesReplicaAnswer(), { timeout: 60_000 }).toBe(true);
});

it('every request is answered while a replica is disconnected', async () => {
  let isReading = true;
  const readPromise = Promise.all(
    [undefined, ana].map(async (person) => {
      while (isReading) await readTitles(person);
    }),
  );
  await replicatedDatabase.stopReplica();
  await publishPost('Terceira');
  await expect.poll(() => readTitles()).toContain('Terceira');
  await replicatedDatabase.startReplica();
  await expect.poll(() => doesReplicaAnswer(), { timeout: 60_000 }).toBe(true);
  isReading = false;
  await readPromise;
  expect(await readTitles()).toContain('Terceira');
});

it('an export of somebody who has not just written is read at the replica', async () => {
  const isExportReadThere = () => doesReplicaAnswer(readExportedPosts);
  await expect.poll(isExportReadThere, { timeout: 60_000 }).toBe(true);
  expect(await readExportedPosts()).toContain('Terceira');
});

/** Time in ms after which a read that a replica has not answered is repeated at the primary. */
const REPLICA_READ_TIMEOUT_MS = 5_000;
/** Additional time in ms that the primary and a busy machine may need for an answer. */
const PRIMARY_ANSWER_MS = 8_000;

/** Whether six reads in a row contain a title; processes notice by themselves that a replica is late. */
async function isReadEverywhere(title: string): Promise<boolean> {
  for (let n = 0; n < 6; n += 1) if (!(await readTitles()).includes(title)) return false;
  return true;
}

const freezes = [
  ['all of its processes', () => replicatedDatabase.freezeReplica()],
  ['its process that receives the log', () => replicatedDatabase.freezeReceiver()],
] as const;

describe.each(freezes)('a replica that is frozen: %s', (what, freeze) => {
  it('delays no answer beyond the limit, gets no reads, and gets them again afterwards', async () => {
    const title = `Congelada: ${what}`;
    await expect.poll(() => doesReplicaAnswer(), { timeout: 60_000 }).toBe(true);
    let isReading = true;
    let slowestMs = 0;
    const readPromise = Promise.all(
      Array.from({ length: 4 }, async () => {
        while (isReading) {
          const startedAt = performance.now();
          await readTitles();
          slowestMs = Math.max(slowestMs, performance.now() - startedAt);
        }
      }),
    );
    await freeze();
    try {
      await publishPost(title);
      await expect.poll(() => isReadEverywhere(title), { timeout: 60_000 }).toBe(true);
      // The last reads end before the replica goes on, which would answer them itself.
      isReading = false;
      await readPromise;
    } finally {
      isReading = false;
      replicatedDatabase.thawReplica();
    }
    expect(slowestMs).toBeLessThan(REPLICA_READ_TIMEOUT_MS + PRIMARY_ANSWER_MS);
    await expect.poll(() => doesReplicaAnswer(), { timeout: 60_000 }).toBe(true);
    expect(await readTitles()).toContain(title);
  });
});
