import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectSocket } from '../../../../test/fixtures/clients/sockets.ts';
import {
  errorOfCall,
  startTestApp,
  type TestApp,
  type TestPerson,
} from '../../../../test/fixtures/server/test-app.ts';

let app: TestApp;
let personCount = 0;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const createPerson = () => {
  personCount += 1;
  return app.signIn(`Pessoa${personCount}`);
};

const bodyOf = async (response: Response) => (await response.json()) as Record<string, unknown>;

const callBlockEndpoint = (by: TestPerson, method: 'PUT' | 'DELETE', uid: string) =>
  by.fetch(`/api/users/${uid}/block`, { method });

const blockPerson = async (by: TestPerson, uid: string) => {
  expect((await callBlockEndpoint(by, 'PUT', uid)).status).toBe(204);
};

const isBlockedByReader = async (by: TestPerson) =>
  (await by.api.users.listBlocked({ query: {} })).users.map(({ uid }) => uid);

describe('PUT and DELETE /api/users/{uid}/block', () => {
  it('make the devices of both reload and reveal nothing else', async () => {
    const [ana, bia] = [await createPerson(), await createPerson()];
    const devices = [await connectSocket(app.url, ana), await connectSocket(app.url, bia)];
    const told = (count: number) =>
      Promise.all(devices.map((device) => device.waitFor('conversationChanged', count)));
    await blockPerson(ana, bia.uid);
    expect(await told(1)).toEqual([[{ otherId: bia.uid }], [{ otherId: ana.uid }]]);
    expect((await callBlockEndpoint(ana, 'DELETE', bia.uid)).status).toBe(204);
    await told(2);
    expect((await callBlockEndpoint(ana, 'PUT', ana.uid)).status).toBe(403);
    for (const device of devices) {
      expect(device.payloadsOf('conversationChanged')).toHaveLength(2);
      device.close();
    }
  });

  it('set and remove one block idempotently', async () => {
    const [ana, bia] = [await createPerson(), await createPerson()];
    for (const round of [1, 2]) {
      await blockPerson(ana, bia.uid);
      expect(await isBlockedByReader(ana), `round ${round}`).toEqual([bia.uid]);
    }
    for (const round of [1, 2]) {
      const response = await callBlockEndpoint(ana, 'DELETE', bia.uid);
      expect({ round, status: response.status, body: await response.text() }).toEqual({
        round,
        status: 204,
        body: '',
      });
      expect(await isBlockedByReader(ana)).toEqual([]);
    }
  });

  it('remove only one’s own block', async () => {
    const [ana, bia] = [await createPerson(), await createPerson()];
    await blockPerson(ana, bia.uid);
    await blockPerson(bia, ana.uid);
    await callBlockEndpoint(bia, 'DELETE', ana.uid);
    expect(await isBlockedByReader(ana)).toEqual([bia.uid]);
    expect(await isBlockedByReader(bia)).toEqual([]);
  });

  it('succeed concurrently in both directions, and the last one applies', async () => {
    const [ana, bia] = [await createPerson(), await createPerson()];
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, n) => {
        const [by, of] = n % 2 === 0 ? [ana, bia] : [bia, ana];
        return callBlockEndpoint(by, n % 3 === 0 ? 'DELETE' : 'PUT', of.uid);
      }),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([204]));
    await blockPerson(ana, bia.uid);
    expect(await isBlockedByReader(ana)).toEqual([bia.uid]);
  });

  it('refuse oneself, unknown and closed accounts', async () => {
    const [ana, gone] = [await createPerson(), await createPerson()];
    await gone.api.users.deleteMe();
    for (const method of ['PUT', 'DELETE'] as const) {
      const own = await callBlockEndpoint(ana, method, ana.uid.toUpperCase());
      expect({ method, status: own.status, ...(await bodyOf(own)) }).toMatchObject({
        status: 403,
        code: 'forbidden',
        error: 'Acesso negado.',
      });
      for (const uid of [randomUUID(), gone.uid, 'ana', '00000000']) {
        const response = await callBlockEndpoint(ana, method, uid);
        expect({ method, uid, status: response.status, ...(await bodyOf(response)) }).toMatchObject(
          {
            status: 404,
            code: 'user_not_found',
            error: 'Usuário não encontrado.',
          },
        );
      }
    }
    expect(await isBlockedByReader(ana)).toEqual([]);
  });

  it('work for a suspended person, too', async () => {
    const [ana, bia] = [await createPerson(), await createPerson()];
    await app.pool.query('UPDATE users SET suspended_at = now() WHERE uid = $1', [bia.uid]);
    await blockPerson(ana, bia.uid);
    expect(await isBlockedByReader(ana)).toEqual([bia.uid]);
    await callBlockEndpoint(ana, 'DELETE', bia.uid);
    expect(await isBlockedByReader(ana)).toEqual([]);
  });
});

describe('GET /api/users/me/blocked', () => {
  it('lists blocked people, most recent first, page by page', async () => {
    const ana = await createPerson();
    const others: TestPerson[] = [];
    for (let n = 0; n < 5; n += 1) others.push(await createPerson());
    for (const { uid } of others) await blockPerson(ana, uid);
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await ana.api.users.listBlocked({ query: { limit: '2', cursor } });
      expect(page.users.length).toBeLessThanOrEqual(2);
      seen.push(...page.users.map(({ uid }) => uid));
      cursor = page.nextCursor ?? undefined;
    } while (cursor);
    expect(seen).toEqual(others.map(({ uid }) => uid).toReversed());
    const { users } = await ana.api.users.listBlocked({ query: { limit: '1' } });
    const last = others.at(-1)?.user;
    expect(users).toEqual([
      {
        uid: last?.uid,
        username: last?.username,
        displayName: last?.displayName,
        photoURL: last?.photoURL,
        badges: last?.badges,
        status: 'offline',
      },
    ]);
  });

  it('is stable while others are blocked between two pages', async () => {
    const [ana, first, second, third] = [
      await createPerson(),
      await createPerson(),
      await createPerson(),
      await createPerson(),
    ];
    await blockPerson(ana, first.uid);
    await blockPerson(ana, second.uid);
    const page = await ana.api.users.listBlocked({ query: { limit: '1' } });
    await blockPerson(ana, third.uid);
    const { users } = await ana.api.users.listBlocked({
      query: { limit: '1', cursor: page.nextCursor ?? '' },
    });
    expect(users.map(({ uid }) => uid)).toEqual([first.uid]);
  });

  it('rejects an invalid cursor', async () => {
    const ana = await createPerson();
    const call = ana.api.users.listBlocked({ query: { cursor: 'x' } });
    expect(await errorOfCall(call)).toMatchObject({ status: 400, code: 'invalid_parameter' });
  });

  it.each(['blocker', 'blocked'])('forgets a %s who closes the account', async (who) => {
    const [ana, bia] = [await createPerson(), await createPerson()];
    await blockPerson(ana, bia.uid);
    await (who === 'blocker' ? ana : bia).api.users.deleteMe();
    const { rows } = await app.pool.query(
      'SELECT FROM user_blocks WHERE $1 IN (blocker_id, blocked_id)',
      [ana.uid],
    );
    expect(rows).toHaveLength(0);
  });

  it('leaves no block when one closes the account while the other blocks', async () => {
    for (let round = 0; round < 10; round += 1) {
      const [ana, bia] = [await createPerson(), await createPerson()];
      const [answer] = await Promise.all([
        callBlockEndpoint(ana, 'PUT', bia.uid),
        bia.api.users.deleteMe(),
        callBlockEndpoint(ana, 'PUT', bia.uid),
      ]);
      expect([204, 404]).toContain(answer.status);
      expect(await isBlockedByReader(ana)).toEqual([]);
    }
  });
});
