import { randomUUID } from 'node:crypto';
import { limits } from '@guilda/contract/limits';
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

const callBlockEndpoint = (actor: TestPerson, method: 'PUT' | 'DELETE', uid: string) =>
  actor.fetch(`/api/users/${uid}/block`, { method });

const blockPerson = async (blocker: TestPerson, uid: string) => {
  expect((await callBlockEndpoint(blocker, 'PUT', uid)).status).toBe(204);
};

const listBlockedUids = async (reader: TestPerson) =>
  (await reader.api.users.listBlocked({ query: {} })).users.map(({ uid }) => uid);

describe('PUT and DELETE /api/users/{uid}/block', () => {
  it('make the devices of both reload and reveal nothing else', async () => {
    const [ana, bia] = [await createPerson(), await createPerson()];
    const devices = [await connectSocket(app.url, ana), await connectSocket(app.url, bia)];
    const waitForEvents = (count: number) =>
      Promise.all(devices.map((device) => device.waitFor('conversationChanged', count)));
    await blockPerson(ana, bia.uid);
    expect(await waitForEvents(1)).toEqual([[{ otherId: bia.uid }], [{ otherId: ana.uid }]]);
    expect((await callBlockEndpoint(ana, 'DELETE', bia.uid)).status).toBe(204);
    await waitForEvents(2);
    expect((await callBlockEndpoint(ana, 'PUT', ana.uid)).status).toBe(403);
    for (const device of devices) {
      expect(device.payloadsOf('conversationChanged')).toHaveLength(2);
      device.close();
    }
  });

  it('send nothing to devices when nothing changes', async () => {
    const [ana, bia, caio] = [await createPerson(), await createPerson(), await createPerson()];
    const device = await connectSocket(app.url, bia);
    for (const method of ['DELETE', 'PUT', 'PUT', 'DELETE', 'DELETE'] as const)
      expect((await callBlockEndpoint(ana, method, bia.uid)).status).toBe(204);
    // An event about another person comes after all those about Ana.
    await blockPerson(caio, bia.uid);
    const waitUntilLastEvent = () =>
      expect
        .poll(() => device.payloadsOf('conversationChanged'))
        .toContainEqual({ otherId: caio.uid });
    await waitUntilLastEvent();
    expect(device.payloadsOf('conversationChanged')).toEqual([
      { otherId: ana.uid },
      { otherId: ana.uid },
      { otherId: caio.uid },
    ]);
    device.close();
  });

  it('refuse more than 1,000 people, also concurrently, but repeat an existing block', async () => {
    const ana = await createPerson();
    await app.pool.query(
      `WITH people AS (
         INSERT INTO users (uid, issuer, subject, email, username)
         SELECT gen_random_uuid(), 'test', 'block ' || n, n || '@block.example', 'bloqueio' || n
         FROM generate_series(1, $2) n RETURNING uid)
       INSERT INTO user_blocks (blocker_id, blocked_id) SELECT $1, uid FROM people`,
      [ana.uid, limits.blocks - 3],
    );
    const strangers = await Promise.all(Array.from({ length: 10 }, createPerson));
    const answers = await Promise.all(
      strangers.map(({ uid }) => callBlockEndpoint(ana, 'PUT', uid)),
    );
    const statuses = answers.map(({ status }) => status).toSorted((one, other) => one - other);
    expect(statuses).toEqual([...Array(3).fill(204), ...Array(7).fill(409)]);
    const isBlocked = (index: number) => answers[index]?.status === 204;
    const blocked = strangers.filter((_, index) => isBlocked(index));
    const [refused] = strangers.filter((_, index) => !isBlocked(index));
    const refusal = await callBlockEndpoint(ana, 'PUT', refused?.uid ?? '');
    expect(await bodyOf(refusal)).toMatchObject({
      code: 'too_many_blocks',
      error: 'Você já bloqueou o máximo de pessoas. Desbloqueie alguém para bloquear outra pessoa.',
    });
    for (const { uid } of blocked) await blockPerson(ana, uid);
    expect((await callBlockEndpoint(ana, 'DELETE', blocked[0]?.uid ?? '')).status).toBe(204);
    await blockPerson(ana, refused?.uid ?? '');
  });

  it('set and remove one block idempotently', async () => {
    const [ana, bia] = [await createPerson(), await createPerson()];
    for (const round of [1, 2]) {
      await blockPerson(ana, bia.uid);
      expect(await listBlockedUids(ana), `round ${round}`).toEqual([bia.uid]);
    }
    for (const round of [1, 2]) {
      const response = await callBlockEndpoint(ana, 'DELETE', bia.uid);
      expect({ round, status: response.status, body: await response.text() }).toEqual({
        round,
        status: 204,
        body: '',
      });
      expect(await listBlockedUids(ana)).toEqual([]);
    }
  });

  it('remove only one’s own block', async () => {
    const [ana, bia] = [await createPerson(), await createPerson()];
    await blockPerson(ana, bia.uid);
    await blockPerson(bia, ana.uid);
    await callBlockEndpoint(bia, 'DELETE', ana.uid);
    expect(await listBlockedUids(ana)).toEqual([bia.uid]);
    expect(await listBlockedUids(bia)).toEqual([]);
  });

  it('succeed concurrently in both directions, and the last one applies', async () => {
    const [ana, bia] = [await createPerson(), await createPerson()];
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, n) => {
        const [blocker, blocked] = n % 2 === 0 ? [ana, bia] : [bia, ana];
        return callBlockEndpoint(blocker, n % 3 === 0 ? 'DELETE' : 'PUT', blocked.uid);
      }),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([204]));
    await blockPerson(ana, bia.uid);
    expect(await listBlockedUids(ana)).toEqual([bia.uid]);
  });

  it('refuse oneself, unknown and closed accounts', async () => {
    const [ana, gone] = [await createPerson(), await createPerson()];
    await gone.api.users.deleteMe();
    for (const method of ['PUT', 'DELETE'] as const) {
      const ownAccountAnswer = await callBlockEndpoint(ana, method, ana.uid.toUpperCase());
      expect({
        method,
        status: ownAccountAnswer.status,
        ...(await bodyOf(ownAccountAnswer)),
      }).toMatchObject({
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
    expect(await listBlockedUids(ana)).toEqual([]);
  });

  it('work for a suspended person, too', async () => {
    const [ana, bia] = [await createPerson(), await createPerson()];
    await app.pool.query('UPDATE users SET suspended_at = now() WHERE uid = $1', [bia.uid]);
    await blockPerson(ana, bia.uid);
    expect(await listBlockedUids(ana)).toEqual([bia.uid]);
    await callBlockEndpoint(ana, 'DELETE', bia.uid);
    expect(await listBlockedUids(ana)).toEqual([]);
  });
});

describe('GET /api/users/me/blocked', () => {
  it('lists blocked people, most recent first, page by page', async () => {
    const ana = await createPerson();
    const blockedPeople: TestPerson[] = [];
    for (let n = 0; n < 5; n += 1) blockedPeople.push(await createPerson());
    for (const { uid } of blockedPeople) await blockPerson(ana, uid);
    const listedUids: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await ana.api.users.listBlocked({ query: { limit: '2', cursor } });
      expect(page.users.length).toBeLessThanOrEqual(2);
      listedUids.push(...page.users.map(({ uid }) => uid));
      cursor = page.nextCursor ?? undefined;
    } while (cursor);
    expect(listedUids).toEqual(blockedPeople.map(({ uid }) => uid).toReversed());
    const { users } = await ana.api.users.listBlocked({ query: { limit: '1' } });
    const lastBlocked = blockedPeople.at(-1)?.user;
    expect(users).toEqual([
      {
        uid: lastBlocked?.uid,
        username: lastBlocked?.username,
        displayName: lastBlocked?.displayName,
        photoURL: lastBlocked?.photoURL,
        badges: lastBlocked?.badges,
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

  it.each(['blocker', 'blocked'])('forgets a %s who closes the account', async (closingSide) => {
    const [ana, bia] = [await createPerson(), await createPerson()];
    await blockPerson(ana, bia.uid);
    await (closingSide === 'blocker' ? ana : bia).api.users.deleteMe();
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
      expect(await listBlockedUids(ana)).toEqual([]);
    }
  });
});
