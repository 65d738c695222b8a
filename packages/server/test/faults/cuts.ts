import { setTimeout as delay } from 'node:timers/promises';
import { type ConsistencyReport, checkConsistency } from '../fixtures/checks/chat-consistency.ts';
import {
  type ChatClient,
  openChatClient,
  waitUntilAllOnline,
} from '../fixtures/clients/chat-client.ts';
import { startProxy } from '../fixtures/clients/chat-proxy.ts';
import { signInAs, type TestPerson } from '../fixtures/data/people.ts';
import { openSeededRandom } from './chance.ts';
import type { FaultServer } from './fault-server.ts';
import { openWebClient } from './web-client.ts';

export interface CutSettings {
  readonly cutCount: number;
  /** Each outage lasts 1 to 120 s, divided by this number. */
  readonly speed: number;
  readonly seed: number;
}

export interface CutOutcome extends ConsistencyReport {
  /** Times in ms from the end of an outage until all missed messages had arrived, ascending. */
  readonly catchUpTimes: readonly number[];
}

/** Pause in ms between two messages of a writer. */
const PAUSE_MS = 60;
/** Maximum time in ms that the test waits after an outage. */
const MAX_WAIT_MS = 60_000;

async function writeUntilStopped(
  writer: ChatClient,
  reader: ChatClient,
  signal: AbortSignal,
): Promise<void> {
  for (let n = 0; !signal.aborted; n += 1) {
    await writer.send(reader.uid, `${n}`);
    await delay(PAUSE_MS);
  }
}

/** Waits until each writer's newest acknowledged message has arrived, at most `MAX_WAIT_MS`; returns the ms waited. */
async function waitUntilCaughtUp(
  reader: ChatClient,
  writers: readonly ChatClient[],
): Promise<number> {
  const expectedIds = writers.flatMap(
    ({ acknowledged }) => acknowledged.get(reader.uid)?.at(-1)?.id ?? [],
  );
  const startedAt = performance.now();
  for (;;) {
    const receivedIds = new Set(reader.received.slice(-20_000).map(({ message }) => message.id));
    const elapsedMs = performance.now() - startedAt;
    if (expectedIds.every((id) => receivedIds.has(id)) || elapsedMs > MAX_WAIT_MS) return elapsedMs;
    await delay(20);
  }
}

/**
 * One person, with the browser's chat code, loses the network repeatedly while two others send messages to that person.
 * The browser gets no event at the end of an outage and must find out by trying.
 */
export async function runCuts(server: FaultServer, settings: CutSettings): Promise<CutOutcome> {
  const { cutCount, speed, seed } = settings;
  const random = openSeededRandom(seed);
  const [a, b] = server.nodes;
  const people = [];
  for (const name of ['Leitora', 'Escritora', 'Escritor']) {
    people.push(await signInAs(a.url, `${name.toLowerCase()}-${seed}@pessoas.example`, name));
  }
  const proxy = await startProxy([a.port, b.port]);
  const [readingPerson, ...writingPeople] = people as [TestPerson, ...TestPerson[]];
  const reader = openWebClient(proxy.url, readingPerson);
  const writers = writingPeople.map((person, n) => openChatClient(n === 0 ? a.url : b.url, person));
  const clients = [reader, ...writers];
  for (const { uid } of writers) reader.watch(uid);
  await waitUntilAllOnline(clients);
  const stopWriting = new AbortController();
  const writingPromises = writers.map((writer) =>
    writeUntilStopped(writer, reader, stopWriting.signal),
  );
  const catchUpTimes: number[] = [];
  for (let outage = 0; outage < cutCount; outage += 1) {
    await delay(random.between(200, 1_000));
    proxy.setClosed(true);
    await delay((random.between(1, 120) * 1000) / speed);
    proxy.setClosed(false);
    catchUpTimes.push(await waitUntilCaughtUp(reader, writers));
  }
  stopWriting.abort();
  await Promise.all(writingPromises);
  await waitUntilCaughtUp(reader, writers);
  const report = await checkConsistency(server.databaseUrl, clients);
  for (const client of clients) client.close();
  await proxy.close();
  return { ...report, catchUpTimes: catchUpTimes.toSorted((x, y) => x - y) };
}
