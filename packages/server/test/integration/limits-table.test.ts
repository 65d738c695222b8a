import { randomUUID } from 'node:crypto';
import { rateLimits } from '@guilda/contract/limits';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connectSocket } from '../fixtures/clients/sockets.ts';
import { buildPost, buildService } from '../fixtures/data/builders.ts';
import { buildPng } from '../fixtures/data/pictures.ts';
import { startTestApp, type TestApp, type TestPerson } from '../fixtures/server/test-app.ts';
import {
  createAppealableDecision,
  createSealedEvidence,
  createSupportableOrder,
  exhaustLimit,
  expectRefused,
  formRequest,
  freshAddress,
  freshNetwork,
  fromAddress,
  idempotentRequest,
  jsonRequest,
  type LimitRow,
  type NthRequest,
  refusedAnswer,
  type SendRequest,
} from './rate-limited-requests.ts';

/*
 * The limits in the table of docs/product/limits.md, through HTTP and sockets: requests pass up to the limit. Limits of
 * calls, age checks, typing and client reports have tests beside their modules; `nodes/rate-limits.test.ts` counts exactly.
 */

let app: TestApp;
let imageFile: Blob;
/** The person who receives messages, reports and orders; the limits of this person are never used up. */
let unlimitedPerson: TestPerson;
let seller: TestPerson;
beforeAll(async () => {
  // The test acts as the proxy, so that each row can use an address of its own.
  app = await startTestApp({ env: { RATE_LIMIT_FACTOR: '1', TRUSTED_PROXIES: '127.0.0.1' } });
  imageFile = new Blob([new Uint8Array(await buildPng())]);
  unlimitedPerson = await createPerson('Calma');
  seller = await createPerson('Vende');
});
afterAll(() => app.close());

/** Limits that count for each signed-in person. */
const personLimits: Readonly<Record<string, LimitRow>> = {
  'posts, 10 an hour': {
    limit: 'posts',
    status: 201,
    prepare: async () => (n) => formRequest('/api/social/post/', { title: `Oi ${n}` }),
  },
  'comments, 60 an hour': {
    limit: 'comments',
    status: 201,
    prepare: async ({ uid }) => {
      const postId = await buildPost(app.pool, uid);
      return (n) => jsonRequest(`/api/social/comment/${postId}/`, { text: `Oi ${n}` });
    },
  },
  'likes, 300 an hour': {
    limit: 'likes',
    status: 200,
    prepare: async ({ uid }) => {
      const path = `/api/social/post/${await buildPost(app.pool, uid)}/like`;
      return (n) => ({ path, init: { method: n % 2 === 0 ? 'PUT' : 'DELETE' } });
    },
  },
  'services, 20 an hour': {
    limit: 'services',
    status: 201,
    prepare: async () => (n) =>
      formRequest('/api/services/', {
        title: `Aula ${n}`,
        description: 'Uma hora.',
        price: '1',
        type: 'call',
        category: 'outros',
        photoURL: imageFile,
      }),
  },
  'orders, 300 an hour': {
    limit: 'orders',
    status: 201,
    prepare: async ({ fetch }) => {
      const serviceId = await buildService(app.pool, seller.uid, { price: 0 });
      const newOrder = () => idempotentRequest('/api/payments/checkout', { serviceId });
      const repeated = newOrder();
      // Repeated requests count once: the first of these counts, and neither the others nor request 0 do.
      const repeats = Array.from({ length: 100 }, () => fetch(repeated.path, repeated.init));
      for (const { status } of await Promise.all(repeats)) expect(status).toBe(201);
      return (n) => (n === 0 ? repeated : newOrder());
    },
  },
  'reports, 20 an hour': {
    limit: 'reports',
    status: 200,
    prepare: async () => {
      const reportFields = { reportedUserId: seller.uid };
      const emailData = { title: 'Golpe', description: 'Não entregou.', ...reportFields };
      return () => jsonRequest('/email/send', { emailType: 'report', emailData });
    },
  },
  'feedback, 20 an hour': {
    limit: 'feedback',
    status: 200,
    prepare: async () => () =>
      jsonRequest('/email/send', {
        emailType: 'feedback',
        emailData: { feedbackMessage: 'Gostei.' },
      }),
  },
  'support, 20 an hour': {
    limit: 'support',
    status: 200,
    prepare: ({ uid }) => createSupportableOrder(app.pool, uid, seller.uid),
  },
  'appeals, 20 an hour': {
    limit: 'appeals',
    status: 201,
    prepare: (person) => createAppealableDecision(app.pool, person),
  },
  'copies of the own data, 10 a day': {
    limit: 'exports',
    status: 200,
    prepare: async () => () => ({ path: '/api/users/me/export' }),
  },
  'openings of evidence, 60 an hour': {
    limit: 'evidence',
    status: 200,
    prepare: ({ uid }) => createSealedEvidence(app.program.database, uid, seller.uid),
  },
  'annual statements, 20 a day': {
    limit: 'annualStatements',
    status: 200,
    prepare: async () => () => ({ path: '/api/wallet/statements/2026.csv' }),
  },
  'searches, 60 a minute': {
    limit: 'search',
    status: 200,
    prepare: async () => (n) => ({
      path: n % 2 === 0 ? '/api/services?q=aula' : '/api/users?q=ana',
    }),
  },
  'suggestions, 300 a minute': {
    limit: 'suggestions',
    status: 200,
    prepare: async () => () => ({ path: '/api/search/suggestions?q=aula' }),
  },
  'tries of linking Discord, 20 in 10 minutes': {
    limit: 'discordLinks',
    status: 400,
    prepare: async () => () => jsonRequest('/api/discord/link', { code: 'x', state: randomUUID() }),
  },
  'tries of push, 10 in 10 minutes': {
    limit: 'pushTests',
    status: 409,
    prepare: async () => () =>
      jsonRequest('/api/push/test', { endpoint: 'https://push.example/x' }),
  },
  'everything else, 600 a minute': {
    limit: 'general',
    status: 200,
    prepare: async () => () => ({ path: '/api/users/me' }),
  },
};

/** Limits that count for each address, whoever sends the requests. */
const addressLimits: Readonly<Record<string, Omit<LimitRow, 'prepare'> & { ask: NthRequest }>> = {
  'sign-ins, 20 a minute': {
    limit: 'signIn',
    status: 401,
    ask: () => jsonRequest('/api/auth/google', { idToken: 'x.y.z' }),
  },
  'refreshes with sign-ins, 20 a minute': {
    limit: 'signIn',
    status: 401,
    ask: (n) =>
      n % 2 === 0
        ? jsonRequest('/api/auth/google', { idToken: 'x.y.z' })
        : jsonRequest('/api/users/refresh-token', {
            uid: randomUUID(),
            refreshToken: 'x'.repeat(43),
          }),
  },
  'searches, 60 a minute': {
    limit: 'search',
    status: 200,
    ask: () => ({ path: '/api/services?q=aula' }),
  },
  'suggestions, 300 a minute': {
    limit: 'suggestions',
    status: 200,
    ask: () => ({ path: '/api/search/suggestions?q=aula' }),
  },
  'counted events, 120 a minute': {
    limit: 'analytics',
    status: 204,
    ask: () => jsonRequest('/api/analytics/events', { events: [{ name: 'login' }] }),
  },
  'errors of pages, 20 a minute': {
    limit: 'clientErrors',
    status: 204,
    ask: () => jsonRequest('/api/errors', { message: 'x is not a function', screen: '/' }),
  },
  'everything else, 600 a minute': {
    limit: 'general',
    status: 200,
    ask: () => ({ path: '/api/categories' }),
  },
};

let personCount = 0;
/** Signs in a new person over the test's own address (at most twenty times a minute); later requests use a new address. */
async function createPerson(name: string): Promise<TestPerson> {
  personCount += 1;
  return withAddress(await app.signIn(`${name}${personCount}`), freshAddress());
}

/** The same person at another address. */
function withAddress(person: TestPerson, address: string): TestPerson {
  return { ...person, fetch: (path, init) => person.fetch(path, fromAddress(address, init)) };
}

describe('a person', () => {
  test.each(Object.entries(personLimits))('has %s', async (_, { limit, status, prepare }) => {
    const { points } = rateLimits[limit];
    const person = await createPerson('Apressada');
    const ask = await prepare(person);
    const send: SendRequest = ({ path, init }) => person.fetch(path, init);
    const { statuses, next } = await exhaustLimit(send, ask, points);
    expect(statuses).toEqual(Array(points).fill(status));
    await expectRefused(next, limit);
    // Another address does not reset a person's limit, and another person at that address has a separate limit.
    const { fetch } = withAddress(person, freshAddress());
    expect((await fetch(ask(points + 1).path, ask(points + 1).init)).status).toBe(429);
    const { path, init } = (await prepare(unlimitedPerson))(0);
    expect((await unlimitedPerson.fetch(path, init)).status).toBe(status);
  });

  test('may send 20 messages in 10 seconds, over all devices', async () => {
    const person = await createPerson('Fala');
    const devices = [await connectSocket(app.url, person), await connectSocket(app.url, person)];
    const send = (n: number) =>
      devices[n % 2]?.send('sendMessage', { receiverId: unlimitedPerson.uid, message: `${n}` });
    // All are sent at once, because the ten seconds may pass between the answers of a busy machine.
    const acks = await Promise.all(Array.from({ length: 21 }, (_, n) => send(n)));
    expect(acks.filter((ack) => ack?.ok)).toHaveLength(20);
    expect(acks.find((ack) => !ack?.ok)).toEqual({
      ok: false,
      ...refusedAnswer,
      retryAfterMs: expect.toSatisfy(
        (ms: number) => Number.isInteger(ms) && ms > 0 && ms <= 10_000,
      ),
    });
    for (const device of devices) device.close();
  });
});

describe('an address', () => {
  test.each(Object.entries(addressLimits))('has %s', async (_, { limit, status, ask }) => {
    const { points } = rateLimits[limit];
    const address = freshAddress();
    const sendFrom =
      (forwardedFor: string): SendRequest =>
      ({ path, init }) =>
        app.fetch(path, fromAddress(forwardedFor, init));
    const { statuses, next } = await exhaustLimit(sendFrom(address), ask, points);
    expect(statuses).toEqual(Array(points).fill(status));
    await expectRefused(next, limit);
    // Addresses that the client itself adds to the header change nothing.
    expect((await sendFrom(`${freshAddress()}, ${address}`)(ask(0))).status).toBe(429);
    expect((await sendFrom(freshAddress())(ask(0))).status).toBe(status);
  });

  test.each(Object.entries(addressLimits))(
    'of IPv6 has %s, with its whole /64',
    async (_, { limit, status, ask }) => {
      const { points } = rateLimits[limit];
      const [one, other] = [freshNetwork(), freshNetwork()];
      let sent = 0;
      const send: SendRequest = ({ path, init }) => app.fetch(path, fromAddress(one(sent++), init));
      const { statuses, next } = await exhaustLimit(send, ask, points);
      expect(statuses).toEqual(Array(points).fill(status));
      await expectRefused(next, limit);
      const { path, init } = ask(0);
      expect((await app.fetch(path, fromAddress(other(0), init))).status).toBe(status);
    },
  );

  test('of IPv4 is the same when written as an IPv6 address', async () => {
    const address = freshAddress();
    const ask = addressLimits['sign-ins, 20 a minute']?.ask as NthRequest;
    const addressForms = [address, `::ffff:${address}`];
    let sent = 0;
    const send: SendRequest = ({ path, init }) =>
      app.fetch(path, fromAddress(addressForms[sent++ % 2] as string, init));
    const { next } = await exhaustLimit(send, ask, rateLimits.signIn.points);
    await expectRefused(next, 'signIn');
  });
});
