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
  const watching = await connectSocket(server.nodes[1].url, watcher);
  const began = performance.now();
  const there = await connectSocket(server.nodes[0].url, newcomer);
  const isSeen = () =>
    [...watching.payloadsOf('userConnected')].some(({ userId }) => userId === newcomer.uid) ||
    watching
      .payloadsOf('usersOnline')
      .flat()
      .some(({ userId }) => userId === newcomer.uid);
  while (!isSeen() && performance.now() - began < 2 * MAX_HEALING_MS) await delay(50);
  for (const socket of [watching, there]) socket.close();
  return performance.now() - began;
}

async function causeFault(
  server: FaultServer,
  takeAway: () => Promise<() => Promise<void>>,
): Promise<FaultOutcome> {
  const { url } = server.nodes[0];
  const [newcomer, watcher] = [
    await signInAs(url, 'chega@pessoas.example', 'Chega'),
    await signInAs(url, 'espera@pessoas.example', 'Espera'),
  ];
  const crowd = await openCrowd(server);
  await waitForAcknowledged(crowd, 200);
  crowd.answers.takeTimes();
  const before = crowd.countAcknowledged();
  const comeBack = await takeAway();
  await delay(OUTAGE_MS);
  const meanwhile = crowd.countAcknowledged() - before;
  const times = crowd.answers.takeTimes();
  await comeBack();
  const healed = await measurePresenceHealing(server, newcomer, watcher);
  const { isConsistent, figures, examples } = await crowd.check();
  const slowest = Math.max(0, ...times);
  return {
    isGuaranteeKept:
      isConsistent && meanwhile > 0 && healed <= MAX_HEALING_MS && crowd.answers.unavailable === 0,
    figures: {
      'away for': formatMs(OUTAGE_MS),
      'acknowledged meanwhile': meanwhile,
      'slowest order meanwhile': formatMs(slowest),
      'presence healed after': formatMs(healed),
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
    const away = async () => {
      await server.redis.stop();
      return () => server.redis.start();
    };
    return causeFault(server, away).finally(() => server.close());
  },
};

/** Redis is suspended with its connections open. */
export const redisFrozen: Fault = {
  name: 'redis-frozen',
  guarantee: redisGuarantee,
  run: async () => {
    const server = await openFaultServer();
    const away = async () => {
      server.redis.freeze();
      return async () => server.redis.thaw();
    };
    return causeFault(server, away).finally(() => server.close());
  },
};

/** Number of sign-ins per minute from one address, over all nodes (docs/product/limits.md). */
const SIGN_INS_PER_MINUTE = 20;

/** Number of accepted sign-ins from one address, sent to both nodes in turn. */
async function countAcceptedSignIns(server: FaultServer, attempts: number): Promise<number> {
  let good = 0;
  for (let n = 0; n < attempts; n += 1) {
    const { url } = server.nodes[n % 2 === 0 ? 0 : 1];
    const response = await fetch(`${url}/api/auth/google`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ idToken: 'nobody' }),
    });
    if (response.status !== 429) good += 1;
  }
  return good;
}

/** While Redis is down, each node must count rate limits by itself instead of disabling them. */
export const limitsWithoutRedis: Fault = {
  name: 'limits-without-redis',
  guarantee: 'limits fall back to each node, never open: at most the limit on each',
  run: async () => {
    const server = await openFaultServer({ RATE_LIMIT_FACTOR: '1' });
    try {
      await server.redis.stop();
      const good = await countAcceptedSignIns(server, 4 * SIGN_INS_PER_MINUTE);
      return {
        isGuaranteeKept: good <= 2 * SIGN_INS_PER_MINUTE,
        figures: {
          tries: 4 * SIGN_INS_PER_MINUTE,
          'let in, two nodes together': good,
          limit: SIGN_INS_PER_MINUTE,
        },
      };
    } finally {
      await server.close();
    }
  },
};
