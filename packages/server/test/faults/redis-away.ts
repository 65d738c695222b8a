import { setTimeout as delay } from 'node:timers/promises';
import { signInAs, type TestPerson } from '../people.ts';
import { connect } from '../sockets.ts';
import { moreAcknowledged, openCrowd } from './crowd.ts';
import { type Fault, ms, type Outcome } from './fault.ts';
import { type House, openHouse } from './house.ts';

const AWAY_MS = 20_000;
/** Within this everybody is seen on both nodes again. */
const HEALED_MS = 30_000;

/** Resolves with the ms until somebody who comes to one node is seen on the other. */
async function seenElsewhere(house: House, newcomer: TestPerson, watcher: TestPerson) {
  const watching = await connect(house.nodes[1].url, watcher);
  const began = performance.now();
  const there = await connect(house.nodes[0].url, newcomer);
  const seen = () =>
    [...watching.all('userConnected')].some(({ userId }) => userId === newcomer.uid) ||
    watching
      .all('usersOnline')
      .flat()
      .some(({ userId }) => userId === newcomer.uid);
  while (!seen() && performance.now() - began < 2 * HEALED_MS) await delay(50);
  for (const socket of [watching, there]) socket.close();
  return performance.now() - began;
}

async function strike(house: House, away: () => Promise<() => Promise<void>>): Promise<Outcome> {
  const { url } = house.nodes[0];
  const [newcomer, watcher] = [
    await signInAs(url, 'chega@pessoas.example', 'Chega'),
    await signInAs(url, 'espera@pessoas.example', 'Espera'),
  ];
  const crowd = await openCrowd(house);
  await moreAcknowledged(crowd, 200);
  crowd.answers.takeTimes();
  const before = crowd.acknowledged();
  const comeBack = await away();
  await delay(AWAY_MS);
  const meanwhile = crowd.acknowledged() - before;
  const times = crowd.answers.takeTimes();
  await comeBack();
  const healed = await seenElsewhere(house, newcomer, watcher);
  const { kept, figures, examples } = await crowd.judge();
  const slowest = Math.max(0, ...times);
  return {
    kept: kept && meanwhile > 0 && healed <= HEALED_MS && crowd.answers.unavailable === 0,
    figures: {
      'away for': ms(AWAY_MS),
      'acknowledged meanwhile': meanwhile,
      'slowest order meanwhile': ms(slowest),
      'presence healed after': ms(healed),
      ...figures,
    },
    examples,
  };
}

const promise =
  'messages and money work on, nothing is lost or doubled, nobody gets an error, presence heals within 30 s';

/** Redis ends and comes back empty. */
export const redisStopped: Fault = {
  name: 'redis-stopped',
  promise,
  run: async () => {
    const house = await openHouse();
    const away = async () => {
      await house.redis.stop();
      return () => house.redis.start();
    };
    return strike(house, away).finally(() => house.close());
  },
};

/** Redis stands still with its connections open. */
export const redisFrozen: Fault = {
  name: 'redis-frozen',
  promise,
  run: async () => {
    const house = await openHouse();
    const away = async () => {
      house.redis.freeze();
      return async () => house.redis.thaw();
    };
    return strike(house, away).finally(() => house.close());
  },
};

/** Sign-ins a minute from one address, over all nodes (`product §8`). */
const SIGN_INS = 20;

/** How many of so many sign-ins are let in, from one address at both nodes in turns. */
async function letIn(house: House, tries: number): Promise<number> {
  let good = 0;
  for (let n = 0; n < tries; n += 1) {
    const { url } = house.nodes[n % 2 === 0 ? 0 : 1];
    const response = await fetch(`${url}/api/auth/google`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ idToken: 'nobody' }),
    });
    if (response.status !== 429) good += 1;
  }
  return good;
}

/** Limits while Redis is away: each node counts for itself, and none is open. */
export const limitsAlone: Fault = {
  name: 'limits-without-redis',
  promise: 'limits fall back to each node, never open: at most the limit on each',
  run: async () => {
    const house = await openHouse({ RATE_LIMIT_FACTOR: '1' });
    try {
      await house.redis.stop();
      const good = await letIn(house, 4 * SIGN_INS);
      return {
        kept: good <= 2 * SIGN_INS,
        figures: { tries: 4 * SIGN_INS, 'let in, two nodes together': good, limit: SIGN_INS },
      };
    } finally {
      await house.close();
    }
  },
};
