import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  connectSocket,
  openSocket,
  type TestSocket,
} from '../../../../test/fixtures/clients/sockets.ts';
import { buildPost } from '../../../../test/fixtures/data/builders.ts';
import {
  type CallsFixture,
  callPairOf,
  callUntilRinging,
  createCallsFixture,
} from '../../../../test/fixtures/modules/calls-fixture.ts';
import {
  createModerationActionsFixture,
  type ModerationActionsFixture,
} from '../../../../test/fixtures/modules/moderation-actions-fixture.ts';
import {
  errorOfCall,
  type TestApp,
  type TestPerson,
} from '../../../../test/fixtures/server/test-app.ts';

let callsFixture: CallsFixture;
let app: TestApp;
let fixture: ModerationActionsFixture;
let admin: TestPerson;
beforeAll(async () => {
  callsFixture = await createCallsFixture();
  app = callsFixture.app;
  fixture = createModerationActionsFixture(app);
  admin = await app.signInAdmin();
});
afterAll(() => callsFixture.close());

let personCount = 0;
const createPerson = (name = 'Pessoa') => {
  personCount += 1;
  return app.signIn(`${name}${personCount}`);
};
const toUserSubject = ({ uid }: { readonly uid: string }) => ['user', uid] as const;
const suspendPerson = (person: TestPerson, days?: number, by = admin) =>
  fixture.applyAction(by, 'suspend', toUserSubject(person), days === undefined ? {} : { days });
const suspendAdmin = (person: TestPerson, by: TestPerson) =>
  fixture.applyAction(by, 'suspend', toUserSubject(person), { days: 1, confirmed: true });
const expectDisconnected = (socket: TestSocket) =>
  expect.poll(() => socket.wire.connected).toBe(false);

/** Writes a comment; the returned function counts the comments that visitors see below its post. */
async function writeComment({ api }: TestPerson): Promise<() => Promise<number>> {
  const params = { postId: await buildPost(app.pool, admin.uid) };
  await api.social.createComment({ params, body: { text: 'Oi' } });
  return async () => (await app.visitor.social.listComments({ params })).comments.length;
}

describe('a suspended person', () => {
  it('can read reason and end, and use nothing else', async () => {
    const person = await createPerson();
    expect(await suspendPerson(person, 7)).toBe(204);
    const { suspension } = await person.api.users.getMe();
    expect(suspension?.reason).toBe('Spam');
    const remainingMs = new Date(suspension?.until ?? 0).getTime() - Date.now();
    expect(remainingMs).toBeGreaterThan(6.99 * 86_400_000);
    expect(remainingMs).toBeLessThan(7.01 * 86_400_000);
    const body = { uid: person.uid, refreshToken: person.tokens.refreshToken };
    expect((await app.visitor.identity.refreshToken({ body })).accessToken).toBeTruthy();
    expect((await app.signIn(`Pessoa${personCount}`)).uid).toBe(person.uid);
    expect((await person.fetch('/api/users/me/sessions')).status).toBe(200);
    expect((await person.fetch('/api/decisions')).status).toBe(200);
    for (const path of ['/api/services', '/api/payments', '/api/users/me/blocked'])
      expect(await (await person.fetch(path)).json()).toMatchObject({ code: 'account_suspended' });
    expect(await fixture.decisionsOf(person.uid)).toEqual(['suspend Spam']);
    expect(await fixture.notificationsOf(person.uid)).toEqual(['decision suspend']);
  });

  it('is disconnected on every device and cannot connect', async () => {
    const [person, friend] = [await createPerson(), await createPerson()];
    const devices = [await connectSocket(app.url, person), await connectSocket(app.url, person)];
    const friendSocket = await connectSocket(app.url, friend);
    await suspendPerson(person, 1);
    for (const device of devices) await expectDisconnected(device);
    await expect(openSocket(app.url, { token: person.tokens.accessToken })).rejects.toMatchObject({
      data: { code: 'account_suspended' },
    });
    await friendSocket.waitFor('userDisconnected');
    expect(friendSocket.payloadsOf('userDisconnected')).toContainEqual(
      expect.objectContaining({ userId: person.uid }),
    );
    for (const device of [...devices, friendSocket]) device.close();
  });

  it('sends nothing any more: queued messages are not delivered', async () => {
    const [person, friend] = [await createPerson(), await createPerson()];
    const [theirs, heard] = [
      await connectSocket(app.url, person),
      await connectSocket(app.url, friend),
    ];
    theirs.wire.io.reconnection(false);
    let isSending = true;
    const sendingLoop = (async () => {
      for (let n = 0; isSending; n += 1) {
        theirs.wire.emit('sendMessage', { receiverId: friend.uid, message: String(n) });
        await delay(1);
      }
    })();
    await heard.waitFor('receiveMessage', 3);
    expect(await suspendPerson(person)).toBe(204);
    const countStoredMessages = () =>
      fixture.queryOne<{ said: number }>(
        'SELECT count(*)::int AS said FROM messages WHERE sender_id = $1',
        person.uid,
      );
    const countsAfter = await countStoredMessages();
    await expectDisconnected(theirs);
    isSending = false;
    await sendingLoop;
    expect(await countStoredMessages()).toEqual(countsAfter);
    await heard.waitFor('receiveMessage', countsAfter.said);
    const ack = await heard.send('sendMessage', { receiverId: person.uid, message: 'Oi?' });
    expect(ack.ok).toBe(false);
    const { partner } = await friend.api.messaging.getPartner({
      params: { otherUid: person.uid },
    });
    expect(partner).toMatchObject({ writable: false, status: 'offline' });
    expect(heard.payloadsOf('receiveMessage')).toHaveLength(countsAfter.said);
    heard.close();
  });

  it.each(['rings', 'goes on'])('is removed from a call that %s', async (callState) => {
    const [ana, bia] = await callsFixture.buildPair();
    await callUntilRinging(ana, bia);
    if (callState === 'goes on') {
      const acceptSql = `UPDATE calls SET state = 'accepted', accepted_at = now(), channel_id = id,
        invite_link = 'https://discord.gg/x', response = 'not_moved' WHERE caller_id = $1`;
      await app.pool.query(acceptSql, [ana.uid]);
    }
    await suspendPerson(ana);
    for (const device of bia.devices)
      expect(await device.waitFor('callEnd')).toEqual([callPairOf(ana, bia)]);
    expect(await callsFixture.listInCall(ana.uid, bia.uid)).toEqual([]);
  });
});

describe('a suspension', () => {
  it('repeated counts once; with other terms it is a new one', async () => {
    const person = await createPerson();
    const suspensionDays = [7, 7, 3, undefined, undefined];
    for (const days of suspensionDays) expect(await suspendPerson(person, days)).toBe(204);
    expect(await fixture.logOf(person.uid)).toEqual([
      'suspend Spam',
      'suspend Spam',
      'suspend Spam',
    ]);
    expect(await fixture.decisionsOf(person.uid)).toEqual([
      'suspend Spam, lifted',
      'suspend Spam, lifted',
      'suspend Spam',
    ]);
    expect((await person.api.users.getMe()).suspension).toEqual({ reason: 'Spam', until: null });
  });

  it('is lifted by an administrator, once', async () => {
    const person = await createPerson();
    const countComments = await writeComment(person);
    await suspendPerson(person);
    expect(await countComments()).toBe(0);
    for (let attempt = 0; attempt < 2; attempt += 1)
      expect(
        await fixture.applyAction(admin, 'lift', toUserSubject(person), { reason: 'Foi engano' }),
      ).toBe(204);
    expect(await countComments()).toBe(1);
    expect((await person.api.users.getMe()).suspension).toBeNull();
    expect((await person.fetch('/api/wallet')).status).toBe(200);
    (await connectSocket(app.url, person)).close();
    expect(await fixture.logOf(person.uid)).toEqual(['suspend Spam', 'lift Foi engano']);
    expect(await fixture.notificationsOf(person.uid)).toEqual([
      'decision suspend',
      'decision_lifted suspend',
    ]);
  });

  it('ends by time, once, by the database’s clock', async () => {
    const [over, waits, good] = [await createPerson(), await createPerson(), await createPerson()];
    const countComments = await writeComment(over);
    await suspendPerson(over, 3);
    await suspendPerson(waits, 3);
    await suspendPerson(good);
    await app.pool.query(
      `UPDATE users SET suspended_until = now() - interval '1 second' WHERE uid = $1`,
      [over.uid],
    );
    const addLiftJobSql = `SELECT graphile_worker.add_job('enforcement.lift', '{}')`;
    await Promise.all([
      app.pool.query(addLiftJobSql),
      app.pool.query(addLiftJobSql),
      app.pool.query(addLiftJobSql),
    ]);
    await expect.poll(async () => (await over.api.users.getMe()).suspension).toBeNull();
    expect(await countComments()).toBe(1);
    const countLiftJobsSql = `SELECT count(*)::int AS count FROM graphile_worker.jobs
      WHERE task_identifier = 'enforcement.lift'`;
    await expect.poll(() => fixture.queryOne(countLiftJobsSql)).toEqual({ count: 0 });
    expect((await waits.api.users.getMe()).suspension).not.toBeNull();
    expect((await good.api.users.getMe()).suspension).not.toBeNull();
    expect(await fixture.logOf(over.uid)).toEqual([
      'suspend Spam',
      'lift Fim do prazo da suspensão.',
    ]);
    expect(await fixture.decisionsOf(over.uid)).toEqual(['suspend Spam, lifted']);
    expect(await fixture.notificationsOf(over.uid)).toEqual([
      'decision suspend',
      'decision_lifted suspend',
    ]);
  });
});

describe('races', () => {
  it('between a suspension and a call leave nobody in the call', async () => {
    for (let round = 0; round < 4; round += 1) {
      const [ana, bia] = await callsFixture.buildPair();
      const callAck = ana.devices[0].send('call', { calleeId: bia.uid });
      await Promise.all([callAck.catch(() => null), suspendPerson(round % 2 ? ana : bia)]);
      expect(await callsFixture.listInCall(ana.uid, bia.uid)).toEqual([]);
    }
  });

  it('between a suspension and closing an account end with a closed account', async () => {
    for (let round = 0; round < 4; round += 1) {
      const person = await createPerson();
      const [, code] = await Promise.all([
        person.fetch('/api/users/me', { method: 'DELETE' }),
        suspendPerson(person),
      ]);
      expect([204, 'not_found']).toContain(code);
      const decisions = await fixture.decisionsOf(person.uid);
      expect(decisions).toHaveLength(code === 204 ? 1 : 0);
    }
  });

  it('between two administrators who suspend each other leave one', async () => {
    for (let round = 0; round < 4; round += 1) {
      const [one, other] = [await fixture.buildAdmin(), await fixture.buildAdmin()];
      await app.pool.query(`UPDATE users SET role = 'user' WHERE uid = $1`, [admin.uid]);
      const codes = await Promise.all([suspendAdmin(one, other), suspendAdmin(other, one)]);
      const { left } = await fixture.queryOne<{ left: number }>(
        `SELECT count(*)::int AS left FROM users WHERE role = 'admin' AND suspended_at IS NULL`,
      );
      await app.pool.query(`UPDATE users SET role = 'admin' WHERE uid = $1`, [admin.uid]);
      await app.pool.query(`UPDATE users SET role = 'user' WHERE uid = ANY ($1)`, [
        [one.uid, other.uid],
      ]);
      expect(codes.filter((code) => code === 204)).toHaveLength(1);
      expect(left).toBe(1);
    }
  });

  it('between an administrator who leaves and one who suspends leave one', async () => {
    const [one, other] = [await fixture.buildAdmin(), await fixture.buildAdmin()];
    await app.pool.query(`UPDATE users SET role = 'user' WHERE uid = $1`, [admin.uid]);
    await Promise.all([one.fetch('/api/users/me', { method: 'DELETE' }), suspendAdmin(other, one)]);
    const { left } = await fixture.queryOne<{ left: number }>(
      `SELECT count(*)::int AS left FROM users
       WHERE role = 'admin' AND suspended_at IS NULL AND deleted_at IS NULL`,
    );
    await app.pool.query(`UPDATE users SET role = 'admin' WHERE uid = $1`, [admin.uid]);
    expect(left).toBe(1);
    await app.pool.query(`UPDATE users SET role = 'user' WHERE uid = $1`, [other.uid]);
  });

  it('between twenty administrators with the same action write one audit log entry', async () => {
    const team = await Promise.all(Array.from({ length: 20 }, () => fixture.buildAdmin()));
    const person = await createPerson();
    const codes = await Promise.all(team.map((teamMember) => suspendPerson(person, 7, teamMember)));
    expect(new Set(codes)).toEqual(new Set([204]));
    expect(await fixture.logOf(person.uid)).toHaveLength(1);
    expect(await fixture.notificationsOf(person.uid)).toHaveLength(1);
  });
});

it('is refused to everybody but administrators', async () => {
  const [one, other] = [await createPerson(), await createPerson()];
  const body = {
    action: 'suspend',
    subject: { kind: 'user', id: other.uid },
    reason: 'x',
  } as const;
  expect(await errorOfCall(one.api.moderationActions.applyAction({ body }))).toMatchObject({
    code: 'forbidden',
  });
  expect(await suspendPerson(other, 0)).toBe('invalid_input');
  expect(await fixture.logOf(other.uid)).toEqual([]);
});
