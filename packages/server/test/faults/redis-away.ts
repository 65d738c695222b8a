import { setTimeout as delay } from 'node:timers/promises';
import { connectSocket } from '../fixtures/clients/sockets.ts';
import { signInAs, type TestPerson } from '../fixtures/data/people.ts';
import { openCrowd, waitForAcknowledged } from './crowd.ts';
import { type Fault, type FaultOutcome, formatMs } from './fault.ts';
import { type FaultServer, openFaultServer } from './fault-server.ts';

const OUTAGE_MS = 20_000;
/** Maximum time in ms until everybody is shown as online on both nodes again. */
const MAX_HEALING_MS = 30_000;

/** Connects a person to one node; resolves to the time in ms until the other node shows the person as online. */
async function measurePresenceHealing(
  server: FaultServer,
  newcomer: TestPerson,
  watcher: TestPerson,
) {
  const watcherSocket = await connectSocket(server.nodes[1].url, watcher);
  const startedAt = performance.now();
  const newcomerSocket = await connectSocket(server.nodes[0].url, newcomer);
  const isSeen = () =>
    [...watcherSocket.payloadsOf('userConnected')].some(({ userId }) => userId === newcomer.uid) ||
    watcherSocket
      .payloadsOf('usersOnline')
      .flat()
      .some(({ userId }) => userId === newcomer.uid);
  while (!isSeen() && performance.now() - startedAt < 2 * MAX_HEALING_MS) await delay(50);
  for (const socket of [watcherSocket, newcomerSocket]) socket.close();
  return performance.now() - startedAt;
}

async function causeFault(
  server: FaultServer,
  interruptRedis: () => Promise<() => Promise<void>>,
): Promise<FaultOutcome> {
  const { url } = server.nodes[0];
  const [newcomer, watcher] = [
    await signInAs(url, 'chega@pessoas.example', 'Chega'),
    await signInAs(url, 'espera@pessoas.example', 'Espera'),
  ];
  const crowd = await openCrowd(server);
  await waitForAcknowledged(crowd, 200);
  crowd.answers.takeTimes();
  const countBefore = crowd.countAcknowledged();
  const restoreRedis = await interruptRedis();
  await delay(OUTAGE_MS);
  const countDuringOutage = crowd.countAcknowledged() - countBefore;
  const answerTimes = crowd.answers.takeTimes();
  await restoreRedis();
  const healingMs = await measurePresenceHealing(server, newcomer, watcher);
  const { isConsistent, figures, examples } = await crowd.check();
  const slowestMs = Math.max(0, ...answerTimes);
  return {
    isGuaranteeKept:
      isConsistent &&
      countDuringOutage > 0 &&
      healingMs <= MAX_HEALING_MS &&
      crowd.answers.unavailable === 0,
    figures: {
      'away for': formatMs(OUTAGE_MS),
      'acknowledged meanwhile': countDuringOutage,
      'slowest order meanwhile': formatMs(slowestMs),
      'presence healed after': formatMs(healingMs),
      ...figures,
    },
    examples,
  };
}

const redisGuarantee =
  'messages and money work on, nothing is lost or doubled, nobody gets an error, presence heals within 30 s';

/** Redis is stopped and restarted without data. */
export const redisStopped: Fault = {
  name: 'redis-stopped',
  guarantee: redisGuarantee,
  run: async () => {
    const server = await openFaultServer();
    const stopRedis = async () => {
      await server.redis.stop();
      return () => server.redis.start();
    };
    return causeFault(server, stopRedis).finally(() => server.close());
  },
};

/** Redis is suspended with its connections open. */
export const redisFrozen: Fault = {
  name: 'redis-frozen',
  guarantee: redisGuarantee,
  run: async () => {
    const server = await openFaultServer();
    const freezeRedis = async () => {
      server.redis.freeze();
      return async () => server.redis.thaw();
    };
    return causeFault(server, freezeRedis).finally(() => server.close());
  },
};

/** Number of sign-ins per minute from one address, over all nodes (docs/product/limits.md). */
const SIGN_INS_PER_MINUTE = 20;

/** Number of accepted sign-ins from one address, sent to both nodes in turn. */
async function countAcceptedSignIns(server: FaultServer, attempts: number): Promise<number> {
  let acceptedCount = 0;
  for (let n = 0; n < attempts; n += 1) {
    const { url } = server.nodes[n % 2 === 0 ? 0 : 1];
    const response = await fetch(`${url}/api/auth/google`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ idToken: 'nobody' }),
    });
    if (response.status !== 429) acceptedCount += 1;
  }
  return acceptedCount;
}

/** While Redis is down, each node must count rate limits by itself instead of disabling them. */
export const limitsWithoutRedis: Fault = {
  name: 'limits-without-redis',
  guarantee: 'limits fall back to each node, never open: at most the limit on each',
  run: async () => {
    const server = await openFaultServer({ RATE_LIMIT_FACTOR: '1' });
    try {
      await server.redis.stop();
      const acceptedCount = await countAcceptedSignIns(server, 4 * SIGN_INS_PER_MINUTE);
      return {
        isGuaranteeKept: acceptedCount <= 2 * SIGN_INS_PER_MINUTE,
        figures: {
          tries: 4 * SIGN_INS_PER_MINUTE,
          'let in, two nodes together': acceptedCount,
          limit: SIGN_INS_PER_MINUTE,
        },
      };
    } finally {
      await server.close();
    }
  },
};
