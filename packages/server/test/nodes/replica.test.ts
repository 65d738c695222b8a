import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TestPerson } from '../fixtures/data/people.ts';
import {
  type ReplicatedDatabase,
  startReplicatedDatabase,
} from '../fixtures/server/replicated-database.ts';
import { type SharedPort, startSharedPort } from '../fixtures/server/shared-port.ts';

let replicated: ReplicatedDatabase;
let shared: SharedPort;
let ana: TestPerson;
beforeAll(async () => {
  replicated = await startReplicatedDatabase();
  const [DATABASE_URL, DATABASE_READ_URL] = [replicated.url, replicated.replicaUrl];
  shared = await startSharedPort({
    ...{ DATABASE_URL, DATABASE_READ_URL },
    ADMIN_EMAILS: 'chefe@pessoas.example',
  });
  ana = await shared.person('Ana');
});
afterAll(async () => {
  await shared?.close();
  await replicated?.close();
});

/** Each on a connection of its own, so that the processes get the requests in turn. */
const init = (person?: TestPerson): RequestInit => ({
  headers: {
    connection: 'close',
    ...(person ? { authorization: `Bearer ${person.tokens.accessToken}` } : {}),
  },
});

/** Titles of the newest posts, as a person sees them; without one as a visitor does. */
async function titles(person?: TestPerson): Promise<readonly string[]> {
  const response = await fetch(`${shared.url}/api/social/posts`, init(person));
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
  const { posts } = (await response.json()) as { posts: readonly { title: string }[] };
  return posts.map(({ title }) => title);
}

async function publish(title: string): Promise<void> {
  const response = await fetch(`${shared.url}/api/social/post`, {
    method: 'POST',
    headers: { ...init(ana).headers, 'content-type': 'application/json' },
    body: JSON.stringify({ title, description: 'Para quem lê.' }),
  });
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
}

/** Number of reads of posts that the replica answered so far, by its own statistics. */
async function readsAtReplica(): Promise<number> {
  const [row] = await replicated.atReplica<{ reads: string }>(
    `SELECT coalesce(sum(seq_scan + coalesce(idx_scan, 0)), 0) AS reads
       FROM pg_stat_user_tables WHERE relname = 'posts'`,
  );
  return Number(row?.reads);
}

/** Whether the replica answers what visitors ask for. */
async function isReplicaAsked(): Promise<boolean> {
  const before = await readsAtReplica();
  await titles();
  // A connection reports what it did when it has been idle for a second.
  for (let n = 0; n < 30; n += 1) {
    if ((await readsAtReplica()) > before) return true;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return false;
}

it('visitors read a replica that follows, and the health page counts it', async () => {
  await publish('Primeira');
  await expect.poll(() => titles()).toContain('Primeira');
  await expect.poll(isReplicaAsked, { timeout: 60_000 }).toBe(true);
  const chief = await shared.person('Chefe');
  const { dependencies } = await chief.api.health.getHealth();
  const facts = dependencies.find(({ name }) => name === 'database')?.facts;
  expect(facts).toContainEqual({ label: 'Réplicas em dia', value: '1 de 1' });
});

it('whoever has written reads it at once, at every process, however late the replica is', async () => {
  await replicated.atReplica('SELECT pg_wal_replay_pause()');
  await publish('Segunda');
  for (let n = 0; n < 6; n += 1) expect(await titles(ana)).toContain('Segunda');
});

it('a replica that is too late is asked no more, until it has caught up', async () => {
  await expect.poll(() => titles(), { timeout: 60_000 }).toContain('Segunda');
  expect(await isReplicaAsked()).toBe(false);
  await replicated.atReplica('SELECT pg_wal_replay_resume()');
  await expect.poll(isReplicaAsked, { timeout: 60_000 }).toBe(true);
});

it('a replica that is cut off costs nobody an answer', async () => {
  let going = true;
  const reading = Promise.all(
    [undefined, ana].map(async (person) => {
      while (going) await titles(person);
    }),
  );
  await replicated.stopReplica();
  await publish('Terceira');
  await expect.poll(() => titles()).toContain('Terceira');
  await replicated.startReplica();
  await expect.poll(isReplicaAsked, { timeout: 60_000 }).toBe(true);
  going = false;
  await reading;
  expect(await titles()).toContain('Terceira');
});
