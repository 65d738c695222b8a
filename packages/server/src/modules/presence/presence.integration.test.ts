import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectSocket, type TestSocket } from '../../../test/fixtures/clients/sockets.ts';
import { buildPaidOrder, buildService } from '../../../test/fixtures/data/builders.ts';
import { fakeTimers } from '../../../test/fixtures/fakes/fake-timers.ts';
import {
  startTestApp,
  type TestApp,
  type TestPerson,
} from '../../../test/fixtures/server/test-app.ts';

let app: TestApp;
let personCount = 0;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

async function createPair(usedApp: TestApp = app): Promise<[TestPerson, TestPerson]> {
  personCount += 2;
  return Promise.all([
    usedApp.signIn(`Presente${personCount}`),
    usedApp.signIn(`Presente${personCount + 1}`),
  ]);
}

async function connectPerson(person: TestPerson, usedApp: TestApp = app): Promise<TestSocket> {
  const socket = await connectSocket(usedApp.url, person);
  await socket.waitFor('usersOnline');
  return socket;
}

/** Presence events about a person that a socket received, as `event status`, in order. */
const receivedPresenceEvents = (socket: TestSocket, { uid }: TestPerson) =>
  socket.receivedEvents
    .filter(({ payload }) => (payload as { userId?: string } | undefined)?.userId === uid)
    .map(({ event, payload }) => `${event} ${(payload as { status: string }).status}`);

const waitForPresence = (
  socket: TestSocket,
  person: TestPerson,
  expectedEvents: readonly string[],
  timeout = 20_000,
) =>
  expect
    .poll(() => receivedPresenceEvents(socket, person), { interval: 10, timeout })
    .toEqual(expectedEvents);

const connectedEvents = ['userConnected online', 'statusUpdated online'];
const disconnectedEvents = ['userDisconnected offline', 'statusUpdated offline'];

const statusOf = async (reader: TestPerson | null, { uid }: TestPerson) =>
  (await (reader?.api ?? app.visitor).users.getUser({ params: { buyerId: uid } })).status;

const blockPerson = (blocker: TestPerson, { uid }: TestPerson) =>
  blocker.api.users.blockUser({ params: { uid } });
const unblockPerson = (blocker: TestPerson, { uid }: TestPerson) =>
  blocker.api.users.unblockUser({ params: { uid } });

describe('presence', () => {
  it('is emitted after the acknowledgement, oneself included, and on each change', async () => {
    const [ana, bia] = await createPair();
    const firstSocket = await connectPerson(ana);
    const secondSocket = await connectPerson(bia);
    expect(secondSocket.receivedEvents[0]?.event).toBe('usersOnline');
    expect(secondSocket.payloadsOf('usersOnline')[0]).toEqual(
      expect.arrayContaining([
        { userId: ana.uid, status: 'online' },
        { userId: bia.uid, status: 'online' },
      ]),
    );
    await waitForPresence(firstSocket, bia, connectedEvents);
    expect(receivedPresenceEvents(secondSocket, bia)).toEqual([]);
    for (const socket of [firstSocket, secondSocket]) socket.close();
  });

  it('is offline 10 s after the last socket', async () => {
    const [ana, bia] = await createPair();
    const [watching, phone, desk] = [
      await connectPerson(bia),
      await connectPerson(ana),
      await connectPerson(ana),
    ];
    phone.close();
    await expect.poll(() => statusOf(bia, ana)).toBe('online');
    const disconnectedAt = Date.now();
    desk.close();
    await waitForPresence(watching, ana, [...connectedEvents, ...disconnectedEvents], 20_000);
    expect(Date.now() - disconnectedAt).toBeGreaterThanOrEqual(9_900);
    expect(await statusOf(bia, ana)).toBe('offline');
    watching.close();
  });

  it('excludes a suspended person from that moment on', async () => {
    const [ana, bia] = await createPair();
    const [watching] = [await connectPerson(bia), await connectPerson(ana)];
    await waitForPresence(watching, ana, connectedEvents);
    await app.pool.query('UPDATE users SET suspended_at = now() WHERE uid = $1', [ana.uid]);
    await waitForPresence(watching, ana, [...connectedEvents, ...disconnectedEvents]);
    watching.close();
  });
});

describe('a block', () => {
  it('hides both from each other at once, and shows them again when removed', async () => {
    const [ana, bia] = await createPair();
    const cai = await app.signIn('Cai');
    const [a, b, c] = [
      await connectPerson(ana),
      await connectPerson(bia),
      await connectPerson(cai),
    ];
    await waitForPresence(a, bia, connectedEvents);
    await blockPerson(bia, ana);
    await waitForPresence(a, bia, [...connectedEvents, ...disconnectedEvents]);
    await waitForPresence(b, ana, disconnectedEvents);
    expect([await statusOf(ana, bia), await statusOf(bia, ana)]).toEqual(['offline', 'offline']);
    expect(await statusOf(cai, ana)).toBe('online');
    const reconnectedSocket = await connectPerson(ana);
    expect(reconnectedSocket.payloadsOf('usersOnline')[0]).not.toContainEqual({
      userId: bia.uid,
      status: 'online',
    });
    await unblockPerson(bia, ana);
    await waitForPresence(b, ana, [...disconnectedEvents, ...connectedEvents]);
    await waitForPresence(a, bia, [...connectedEvents, ...disconnectedEvents, ...connectedEvents]);
    expect(receivedPresenceEvents(c, ana)).toEqual([]);
    for (const socket of [a, b, c, reconnectedSocket]) socket.close();
  });
});

describe('the number of people online', () => {
  it('counts each person with a public profile once', async () => {
    // People of other tests stay online for 10 s after their last socket, so this test has its own program.
    const ownApp = await startTestApp();
    const readOnlineCount = async () => (await ownApp.visitor.presence.countOnline()).online;
    const [ana, bia] = await createPair(ownApp);
    await bia.api.users.updateMe({ body: { privacy: 'private' } });
    const sockets: TestSocket[] = [];
    for (const person of [ana, ana, bia]) sockets.push(await connectPerson(person, ownApp));
    expect(await readOnlineCount()).toBe(1);
    await bia.api.users.updateMe({ body: { privacy: 'public' } });
    await expect.poll(readOnlineCount).toBe(2);
    for (const socket of sockets) socket.close();
    await ownApp.close();
  });
});

describe('a private profile', () => {
  it('shows its owner only to people who traded with them', async () => {
    const [ana, bia] = await createPair();
    const cai = await app.signIn('Cai');
    const [a, b, c] = [
      await connectPerson(ana),
      await connectPerson(bia),
      await connectPerson(cai),
    ];
    const service = await buildService(app.pool, ana.uid);
    await buildPaidOrder(app.pool, { service, buyer: bia.uid, seller: ana.uid });
    await ana.api.users.updateMe({ body: { privacy: 'private' } });
    await waitForPresence(c, ana, disconnectedEvents);
    expect([receivedPresenceEvents(b, ana), receivedPresenceEvents(a, ana)]).toEqual([[], []]);
    const seenStatuses = [
      await statusOf(bia, ana),
      await statusOf(cai, ana),
      await statusOf(null, ana),
    ];
    expect(seenStatuses).toEqual(['online', 'offline', 'offline']);
    await ana.api.users.updateMe({ body: { privacy: 'public' } });
    await waitForPresence(c, ana, [...disconnectedEvents, ...connectedEvents]);
    for (const socket of [a, b, c]) socket.close();
  });

  it('becomes visible to a buyer as soon as the order is paid', async () => {
    const [ana, bia] = await createPair();
    await ana.api.users.updateMe({ body: { privacy: 'private' } });
    const [a, b] = [await connectPerson(ana), await connectPerson(bia)];
    const service = await buildService(app.pool, ana.uid);
    expect(receivedPresenceEvents(b, ana)).toEqual([]);
    await buildPaidOrder(app.pool, { service, buyer: bia.uid, seller: ana.uid });
    await waitForPresence(b, ana, connectedEvents);
    for (const socket of [a, b]) socket.close();
  });
});

describe('the API', () => {
  it('shows presence of sellers and authors, and lists sellers who are online', async () => {
    const [ana, bia] = await createPair();
    const id = await buildService(app.pool, ana.uid, { title: 'Coaching de mira' });
    const listUidsOnline = async () =>
      (await app.visitor.catalog.listServices({ query: { online: 'true', seller: ana.uid } }))
        .services;
    expect(await listUidsOnline()).toEqual([]);
    const socket = await connectPerson(ana);
    expect((await listUidsOnline()).map(({ seller }) => seller.status)).toEqual(['online']);
    const { post } = await ana.api.social.createPost({ body: { title: 'Oi' } });
    await ana.api.social.createComment({ params: { postId: post.uid }, body: { text: 'Eu' } });
    const { service } = await bia.api.catalog.getService({ params: { serviceId: id } });
    const { comments } = await app.visitor.social.listComments({
      params: { postId: post.uid },
      query: {},
    });
    const searchResult = await bia.api.users.searchUsers({ query: { q: ana.user.username } });
    expect([
      service.seller.status,
      post.author.status,
      comments[0]?.author.status,
      searchResult.users[0]?.status,
      (await ana.api.users.getMe({})).status,
    ]).toEqual(['online', 'online', 'online', 'online', 'online']);
    socket.close();
  });
});

describe('activity', () => {
  it('prevents being away, and ends it', async () => {
    const timers = fakeTimers();
    const ownApp = await startTestApp({ timers, env: { AWAY_AFTER_SECONDS: '60' } });
    const [ana, bia] = await createPair(ownApp);
    const watcher = await connectPerson(bia, ownApp);
    const socket = await connectPerson(ana, ownApp);
    const expectedEvents: string[] = [];
    /** Changes are broadcast by timers too, so the time advances a little until they have arrived. */
    const waitForEvents = async (...newEvents: readonly string[]) => {
      expectedEvents.push(...newEvents);
      const advanceAndRead = () => {
        timers.advance(1);
        return receivedPresenceEvents(watcher, ana);
      };
      await expect.poll(advanceAndRead, { interval: 10 }).toEqual(expectedEvents);
    };
    const becomeAway = async () => {
      timers.advance(60_000);
      await waitForEvents('statusUpdated away');
    };
    await waitForEvents(...connectedEvents);
    await becomeAway();
    expect(await socket.send('userActivity')).toEqual({ ok: true });
    await waitForEvents('statusUpdated online');
    await becomeAway();
    await socket.send('userTyping', { senderId: ana.uid, receiverId: bia.uid });
    await waitForEvents('statusUpdated online');
    await becomeAway();
    // Every socket event counts as activity, and so does a new socket. Here the two follow each other at once, so the
    // change to `online` is emitted only once.
    await socket.send('checkCallRateLimit', { calleeId: bia.uid });
    const secondSocket = await connectPerson(ana, ownApp);
    await waitForEvents('statusUpdated online');
    await becomeAway();
    for (const openSocket of [watcher, socket, secondSocket]) openSocket.close();
    await ownApp.close();
  });
});

describe('a hidden account', () => {
  it('is offline for everybody else, and visible again when shown', async () => {
    const [ana, bia] = await createPair();
    const [follower, own] = [await connectPerson(bia), await connectPerson(ana)];
    await waitForPresence(follower, ana, connectedEvents);
    const hideProfile = (hiddenAt: string) =>
      app.pool.query(`UPDATE users SET hidden_at = ${hiddenAt} WHERE uid = $1`, [ana.uid]);
    await hideProfile('now()');
    await waitForPresence(follower, ana, [...connectedEvents, ...disconnectedEvents]);
    expect((await connectPerson(bia)).payloadsOf('usersOnline')[0]).not.toContainEqual(
      expect.objectContaining({ userId: ana.uid }),
    );
    expect(own.wire.connected).toBe(true);
    await hideProfile('NULL');
    await waitForPresence(follower, ana, [
      ...connectedEvents,
      ...disconnectedEvents,
      ...connectedEvents,
    ]);
  });
});
