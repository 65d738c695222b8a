import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectSocket, type TestSocket } from '../../fixtures/clients/sockets.ts';
import { buildPost } from '../../fixtures/data/builders.ts';
import { startTestApp, type TestApp, type TestPerson } from '../../fixtures/server/test-app.ts';

/**
 * What reaches one person of another person's actions, over every channel: without a block, across a block that either
 * of them set, and with a muted conversation. Reading across a block is tested in `blocks.test.ts`, answers in the chat
 * in `blocks-chat.test.ts`.
 */

let app: TestApp;
let personCount = 0;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

async function createPerson(): Promise<TestPerson> {
  personCount += 1;
  const number = String(personCount);
  const person = await app.signIn(`Pessoa${number}`);
  await app.pool.query('UPDATE users SET discord_id = $1, can_be_called = true WHERE uid = $2', [
    number,
    person.uid,
  ]);
  return person;
}

interface PersonPair {
  readonly by: TestPerson;
  readonly of: TestPerson;
  /** A socket of the acting person. */
  readonly socket: TestSocket;
}

const ackOutcome = (ack: { ok: true } | { ok: false; code: string }) =>
  ack.ok ? 'done' : ack.code;

async function describeAnswer(pendingAnswer: Promise<Response>): Promise<string> {
  const response = await pendingAnswer;
  if (response.ok) return 'done';
  return ((await response.json()) as { code: string }).code;
}

const jsonRequest = (body: unknown): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

interface TestedChannel {
  act(pair: PersonPair): Promise<string>;
  /** The answer to the acting person, and the events of the other person with their types. */
  readonly open: readonly [string, readonly string[]];
  readonly shut: readonly [string, readonly string[]];
  /** The expected outcome when the other person has muted the conversation; as `open` by default. */
  readonly muted?: readonly [string, readonly string[]];
}

const testedChannels: Readonly<Record<string, TestedChannel>> = {
  'a chat message': {
    act: async ({ socket, of }) =>
      ackOutcome(await socket.send('sendMessage', { receiverId: of.uid, message: 'Oi' })),
    open: ['done', ['notification message', 'receiveMessage']],
    shut: ['message_refused', []],
    muted: ['done', ['receiveMessage']],
  },
  typing: {
    act: async ({ socket, of }) =>
      ackOutcome(await socket.send('userTyping', { receiverId: of.uid })),
    open: ['done', ['userTyping']],
    shut: ['message_refused', []],
  },
  'a notification of a message': {
    act: async ({ socket, of: { uid: receiverId } }) => {
      await socket.send('sendMessage', { receiverId, message: 'Oi' });
      const received = { receiverId, type: 'message', content: 'Oi' };
      return ackOutcome(await socket.send('notification', received));
    },
    open: ['done', ['notification message', 'receiveMessage']],
    shut: ['forbidden', []],
    muted: ['done', ['receiveMessage']],
  },
  'a call': {
    act: async ({ socket, by, of }) => {
      const called = await socket.send('call', { calleeId: of.uid });
      if (called.ok) await socket.send('callEnd', { callerId: by.uid, calleeId: of.uid });
      return ackOutcome(called);
    },
    open: ['done', ['call', 'callChanged', 'callEnd']],
    shut: ['blocked', []],
  },
  'a comment': {
    act: async ({ by, of }) => {
      const post = await buildPost(app.pool, of.uid);
      return describeAnswer(by.fetch(`/api/social/comment/${post}/`, jsonRequest({ text: 'Oi' })));
    },
    open: ['done', ['notification comment']],
    shut: ['blocked', []],
  },
  'a like': {
    act: async ({ by, of }) => {
      const post = await buildPost(app.pool, of.uid);
      return describeAnswer(by.fetch(`/api/social/post/${post}/like`, { method: 'PUT' }));
    },
    open: ['done', ['notification like']],
    shut: ['blocked', []],
  },
  presence: {
    act: async ({ by, of }) => {
      const device = await connectSocket(app.url, of);
      const [online = []] = await device.waitFor('usersOnline');
      device.close();
      return online.some(({ userId }) => userId === by.uid) ? 'seen' : 'unseen';
    },
    open: ['seen', []],
    shut: ['unseen', []],
  },
};

/** Events of presence, which is a channel of its own and therefore not counted as events of the other channels. */
const presenceEvents = new Set([
  'usersOnline',
  'userConnected',
  'userDisconnected',
  'statusUpdated',
]);

/** Events about a person that a socket received, each once. */
function eventsAbout(socket: TestSocket, uid: string): string[] {
  const received = socket.heard.flatMap(({ event, payload }) => {
    if (presenceEvents.has(event) || !JSON.stringify(payload ?? null).includes(uid)) return [];
    const type = (payload as { type?: unknown } | undefined)?.type;
    return [typeof type === 'string' ? `${event} ${type}` : event];
  });
  return [...new Set(received)].sort();
}

/** Waits until pending notifications have arrived: a last message is delivered after them. */
async function waitUntilNotified(listener: TestSocket, sender: TestPerson): Promise<void> {
  const third = await createPerson();
  const socket = await connectSocket(app.url, third);
  await socket.send('sendMessage', { receiverId: sender.uid, message: 'Fim' });
  const received = ({ event, payload }: { event: string; payload: unknown }) =>
    event === 'notification' && JSON.stringify(payload).includes(third.uid);
  await expect.poll(() => listener.heard.some(received)).toBe(true);
  socket.close();
}

const putExpectingSuccess = (by: TestPerson, path: string) =>
  by.fetch(path, { method: 'PUT' }).then(({ status }) => expect(status).toBe(204));

const blockSetups = {
  'nothing between them': async () => undefined,
  'a block that the one who acts set': ({ by, of }: PersonPair) =>
    putExpectingSuccess(by, `/api/users/${of.uid}/block`),
  'a block that the other set': ({ by, of }: PersonPair) =>
    putExpectingSuccess(of, `/api/users/${by.uid}/block`),
  'a muted conversation': async ({ by, of }: PersonPair) =>
    putExpectingSuccess(of, `/api/conversations/${by.uid}/mute`),
} as const;

async function readChannelOutcome(
  channel: TestedChannel,
  prepareSetup: (pair: PersonPair) => Promise<unknown>,
) {
  const [by, of] = [await createPerson(), await createPerson()];
  const socket = await connectSocket(app.url, by);
  const pair = { by, of, socket };
  await prepareSetup(pair);
  const listener = await connectSocket(app.url, of);
  const received = await channel.act(pair);
  await waitUntilNotified(listener, of);
  const heard = eventsAbout(listener, by.uid);
  socket.close();
  listener.close();
  return [received, heard];
}

/** Expected notifications of a channel in each state. */
const expectedByState = ({ open, shut, muted = open }: TestedChannel) => ({
  'nothing between them': open,
  'a block that the one who acts set': shut,
  'a block that the other set': shut,
  'a muted conversation': muted,
});

// Runs concurrently, because each pair waits for the job queue and not for other pairs.
test('each channel delivers what a block or a muted conversation between two people allows', async () => {
  const names = Object.keys(testedChannels);
  const walkAll = async (channel: TestedChannel) => {
    const walks = Object.entries(blockSetups).map(async ([state, prepare]) => [
      state,
      await readChannelOutcome(channel, prepare),
    ]);
    return Object.fromEntries(await Promise.all(walks)) as object;
  };
  const found = await Promise.all(Object.values(testedChannels).map(walkAll));
  expect(Object.fromEntries(found.map((one, at) => [names[at], one]))).toEqual(
    Object.fromEntries(
      Object.entries(testedChannels).map(([name, one]) => [name, expectedByState(one)]),
    ),
  );
});
