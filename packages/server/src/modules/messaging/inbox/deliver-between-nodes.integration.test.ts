import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildUser } from '../../../../test/fixtures/data/builders.ts';
import { createFakeFanouts } from '../../../../test/fixtures/fakes/fake-fanout.ts';
import { fakeTimers } from '../../../../test/fixtures/fakes/fake-timers.ts';
import { quietLog } from '../../../../test/fixtures/server/quiet-log.ts';
import {
  createTestDatabase,
  type TestDatabase,
} from '../../../../test/fixtures/server/test-database.ts';
import { createDatabase, type Database } from '../../../platform/database/pool.ts';
import type { GatewaySocket } from '../../../platform/gateway/index.ts';
import { createJobs } from '../../../platform/jobs/index.ts';
import { createMemoryRateLimiter } from '../../../platform/limits/rate-limiter.ts';
import { createLogger } from '../../../platform/telemetry/logging.ts';
import { systemIds } from '../../../ports/ids.ts';
import { openMessaging } from '../messaging.ts';
import { createDevicePositions } from './device-positions.ts';

let testDatabase: TestDatabase;
let database: Database;
beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = createDatabase(testDatabase.url, { log: quietLog });
  // Creates the tables of the job queue, because storing a message enqueues a job that notifies the receiver.
  await createJobs({ database, log: quietLog }, { 'test.none': async () => {} }).runUntilIdle();
});
afterAll(async () => {
  await database.close();
  await testDatabase.drop();
});

/** Starts the messaging of two nodes on one database; each node has one connected person with one device. */
async function setUpPeople() {
  const fanouts = createFakeFanouts(2);
  const people = [await buildUser(database.pool), await buildUser(database.pool)];
  const nodes = await Promise.all(
    fanouts.map(async (fanout, index) => {
      const [timers, log] = [fakeTimers(), createLogger('silent')];
      const devices = createDevicePositions({ database, ids: systemIds, log });
      const messaging = openMessaging({
        database,
        ids: systemIds,
        log,
        timers,
        fanout,
        devices,
        limiter: createMemoryRateLimiter(10_000),
        realtime: { emit: () => undefined },
      });
      messaging.start();
      const receivedTexts: string[] = [];
      const connection = {
        id: String(index),
        actor: { uid: people[index], sessionId: systemIds.uuid() },
        pid: `0.client${index}`,
        emit: (_event: string, { message }: { message: string }) =>
          void receivedTexts.push(message),
        drained: async () => undefined,
      } as unknown as GatewaySocket;
      await messaging.lifecycle.joined(connection);
      const say = async (message: string) => {
        const receiverId = people[1 - index] ?? '';
        const payload = { receiverId, message };
        expect(await messaging.events.sendMessage({ connection, payload })).toMatchObject({
          ok: true,
        });
      };
      return { fanout, timers, messaging, receivedTexts, say };
    }),
  );
  const [here, there] = nodes;
  if (!here || !there) throw new Error('no nodes');
  return { here, there, stop: () => Promise.all(nodes.map(({ messaging }) => messaging.stop())) };
}

it('messages stored by one node reach devices of the other by fan-out alone', async () => {
  const { here, there, stop } = await setUpPeople();
  await here.say('1');
  await there.say('2');
  expect([here.receivedTexts, there.receivedTexts]).toEqual([['2'], ['1']]);
  await stop();
});

it('a missed message is read when a later one shows the gap', async () => {
  const { here, there, stop } = await setUpPeople();
  there.fanout.cut();
  await here.say('1');
  await here.say('2');
  there.fanout.join({ silently: true });
  expect(there.receivedTexts).toEqual([]);
  await here.say('3');
  await expect.poll(() => there.receivedTexts).toEqual(['1', '2', '3']);
  await stop();
});

it('a missed message is read when the fan-out reconnects', async () => {
  const { here, there, stop } = await setUpPeople();
  there.fanout.cut();
  await here.say('1');
  there.fanout.join();
  await expect.poll(() => there.receivedTexts).toEqual(['1']);
  await stop();
});

it('a missed message is read every two seconds while the fan-out is down, else every fifteen', async () => {
  const { here, there, stop } = await setUpPeople();
  there.fanout.cut();
  await here.say('1');
  there.timers.advance(2_000);
  await expect.poll(() => there.receivedTexts).toEqual(['1']);
  await here.say('2');
  there.fanout.join({ silently: true });
  // With the fan-out connected, the next poll comes within fifteen seconds.
  there.timers.advance(15_000);
  await expect.poll(() => there.receivedTexts).toEqual(['1', '2']);
  await stop();
});
