import { randomUUID } from 'node:crypto';
import { rateLimits } from '@guilda/contract/limits';
import { createClient } from '@redis/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  openRedis,
  type RedisConnection,
  RedisUnavailableError,
} from '../../src/adapters/redis/index.ts';
import { findFreePort } from '../../src/platform/network/free-port.ts';
import { systemIds } from '../../src/ports/ids.ts';
import { quietLog } from '../fixtures/server/quiet-log.ts';
import { type RedisServer, startRedis } from '../fixtures/server/redis-server.ts';
import { describeFanout } from '../ports/fanout-suite.ts';
import { countAccepted, describeRateLimiter } from '../ports/rate-limiter-suite.ts';

let redisServer: RedisServer;
beforeAll(async () => {
  redisServer = await startRedis();
});
afterAll(() => redisServer.stop());

/**
 * Opens the Redis connection of a node. Nodes get messages only from nodes on the same Redis database, so each test
 * uses a database of its own.
 */
const openNode = (database: number, url = redisServer.url) =>
  openRedis({ url: `${url}/${database}`, ids: systemIds, log: quietLog, rateLimitFactor: 1 });

const closeAll = (nodes: readonly RedisConnection[]) =>
  Promise.all(nodes.map(({ fanout }) => fanout.close())).then(() => undefined);

describeFanout('redis', async () => {
  const nodes = await Promise.all([openNode(1), openNode(1), openNode(1)]);
  const [a, b, c] = nodes.map(({ fanout }) => fanout) as never as [never, never, never];
  return { nodes: [a, b, c], areConnected: true, close: () => closeAll(nodes) };
});

describeRateLimiter('redis', async () => {
  const nodes = await Promise.all([openNode(2), openNode(2)]);
  const client = await createClient({ url: `${redisServer.url}/2` }).connect();
  return {
    nodes: nodes.map(({ limiter }) => limiter),
    pass: async (key) => {
      const [name] = await client.keys(`guilda:limit:posts:${key}`);
      // The key of a limit has an expiry, so Redis deletes it by itself.
      expect(await client.ttl(name ?? '')).toBeGreaterThan(0);
      await client.pExpire(name ?? '', 1);
      await expect.poll(() => client.exists(name ?? '')).toBe(0);
    },
    close: async () => {
      await client.close();
      await closeAll(nodes);
    },
  };
});

describe('nodes of another database', () => {
  it('get no messages', async () => {
    const nodes = await Promise.all([openNode(3), openNode(4), openNode(3)]);
    const receiverNumbers: unknown[] = [];
    for (const [n, { fanout }] of nodes.entries())
      fanout.subscribe('a', () => receiverNumbers.push(n));
    nodes[0]?.fanout.publish('a', {});
    await expect.poll(() => receiverNumbers).toContain(2);
    expect(receiverNumbers).toEqual([2]);
    await closeAll(nodes);
  });
});

describe('opening the connection', () => {
  it('fails after some seconds without Redis', async () => {
    const url = `redis://ana:segredo@127.0.0.1:${await findFreePort()}`;
    const refusal = await openNode(0, url).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(RedisUnavailableError);
    expect(String(refusal)).toContain('ECONNREFUSED');
    expect(String(refusal)).not.toContain('segredo');
  });

  it('fails after some seconds while Redis is frozen', async () => {
    redisServer.freeze();
    await expect(openNode(0)).rejects.toThrow(RedisUnavailableError);
    redisServer.thaw();
  });
});

describe('an outage of Redis', () => {
  const { points } = rateLimits.posts;
  const outages = [
    ['stopped', () => redisServer.stop(), () => redisServer.start()],
    ['frozen', async () => redisServer.freeze(), async () => redisServer.thaw()],
  ] as const;

  it.each(outages)(
    'that is %s loses published messages, delays nothing, and is noticed after the reconnection',
    async (_, interruptRedis, restoreRedis) => {
      const nodes = (await Promise.all([openNode(5), openNode(5)])) as [
        RedisConnection,
        RedisConnection,
      ];
      const [a, b] = nodes;
      const receivedNumbers: unknown[] = [];
      const reconnections = [0, 0];
      b.fanout.subscribe('a', ({ n }) => receivedNumbers.push(n));
      for (const [n, { fanout }] of nodes.entries())
        fanout.onReconnect(() => (reconnections[n] = 1));
      a.fanout.publish('a', { n: 1 });
      await expect.poll(() => receivedNumbers).toEqual([1]);

      await interruptRedis();
      await expect.poll(() => [a.fanout.connected, b.fanout.connected]).toEqual([false, false]);
      a.fanout.publish('a', { n: 2 });
      await expect(a.fanout.ping()).rejects.toThrow();
      expect(reconnections).toEqual([0, 0]);

      await restoreRedis();
      await expect.poll(() => reconnections).toEqual([1, 1]);
      await a.fanout.ping();
      a.fanout.publish('a', { n: 3 });
      await expect.poll(() => receivedNumbers).toContain(3);
      // The message that was published during the outage is lost, or arrives late and in order.
      expect([
        [1, 3],
        [1, 2, 3],
      ]).toContainEqual(receivedNumbers);
      await closeAll(nodes);
    },
  );

  it.each(outages)(
    'that is %s leaves each node counting rate limits separately',
    async (_, interruptRedis, restoreRedis) => {
      const nodes = (await Promise.all([openNode(6), openNode(6)])) as [
        RedisConnection,
        RedisConnection,
      ];
      const limiters = nodes.map(({ limiter }) => limiter);
      await interruptRedis();
      const key = randomUUID();
      const startedAt = performance.now();
      expect(await countAccepted(limiters, key, 4 * points)).toBe(2 * points);
      expect(await countAccepted(limiters, key, 10)).toBe(0);
      for (const limiter of limiters) {
        expect(await limiter.allows('posts', key)).toBe(false);
        expect(await limiter.allows('posts', randomUUID())).toBe(true);
      }
      expect(performance.now() - startedAt).toBeLessThan(12_000);
      await restoreRedis();
      await expect.poll(() => nodes.every(({ fanout }) => fanout.connected)).toBe(true);
      expect(await countAccepted(limiters, randomUUID(), 4 * points)).toBe(points);
      await closeAll(nodes);
    },
  );

  it('with thousands of published messages does not exhaust memory', async () => {
    const node = await openNode(7);
    await redisServer.stop();
    await expect.poll(() => node.fanout.connected).toBe(false);
    const heapBytesBefore = process.memoryUsage().heapUsed;
    for (let n = 0; n < 200_000; n += 1) node.fanout.publish('a', { text: 'x'.repeat(500) });
    await expect(node.fanout.ping()).rejects.toThrow();
    expect(process.memoryUsage().heapUsed - heapBytesBefore).toBeLessThan(100 * 1024 * 1024);
    await redisServer.start();
    await closeAll([node]);
  });
});

describe('a message that was not published', () => {
  it('is noticed by the number of the next one', async () => {
    const nodes = (await Promise.all([openNode(8), openNode(8)])) as [
      RedisConnection,
      RedisConnection,
    ];
    const [a, b] = nodes;
    let reconnectCount = 0;
    let receivedCount = 0;
    b.fanout.onReconnect(() => (reconnectCount += 1));
    b.fanout.subscribe('a', () => (receivedCount += 1));
    a.fanout.publish('a', {});
    await expect.poll(() => receivedCount).toBe(1);
    // Publishes more messages than may be pending at once, so that those above the limit are dropped. On a busy machine
    // the connection may also break, which loses further messages.
    for (let n = 0; n < 12_000; n += 1) a.fanout.publish('a', {});
    const doesAnswer = () =>
      a.fanout.ping().then(
        () => true,
        () => false,
      );
    await expect.poll(doesAnswer).toBe(true);
    a.fanout.publish('a', {});
    await expect.poll(() => reconnectCount).toBeGreaterThan(0);
    expect(receivedCount).toBeLessThan(12_000);
    await closeAll(nodes);
  });
});
