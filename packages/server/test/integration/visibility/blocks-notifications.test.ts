import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectSocket, type TestSocket } from '../../fixtures/clients/sockets.ts';
import { buildPost } from '../../fixtures/data/builders.ts';
import { startTestApp, type TestApp, type TestPerson } from '../../fixtures/server/test-app.ts';

/*
 * Which actions of one person reach another person, over every channel: without a block, across a block that either of
 * them set, and with a muted conversation. Reading across a block is tested in `blocks.test.ts`, answers in the chat
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
  readonly actor: TestPerson;
  readonly other: TestPerson;
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
  /** Expected answer to the acting person and expected events of the other person when nobody is blocked. */
  readonly withoutBlock: readonly [string, readonly string[]];
  /** Expected answer and events when one of the two people has blocked the other. */
  readonly acrossBlock: readonly [string, readonly string[]];
  /**
   * Expected answer and events when the other person has muted the conversation; by default those of `withoutBlock`.
   */
  readonly whenMuted?: readonly [string, readonly string[]];
}

const testedChannels: Readonly<Record<string, TestedChannel>> = {
  'a chat message': {
    act: async ({ socket, other }) =>
      ackOutcome(await socket.send('sendMessage', { receiverId: other.uid, message: 'Oi' })),
    withoutBlock: ['done', ['notification message', 'receiveMessage']],
    acrossBlock: ['message_refused', []],
    whenMuted: ['done', ['receiveMessage']],
  },
  typing: {
    act: async ({ socket, other }) =>
      ackOutcome(await socket.send('userTyping', { receiverId: other.uid })),
    withoutBlock: ['done', ['userTyping']],
    acrossBlock: ['message_refused', []],
  },
  'a notification of a message': {
    act: async ({ socket, other: { uid: receiverId } }) => {
      await socket.send('sendMessage', { receiverId, message: 'Oi' });
      const notification = { receiverId, type: 'message', content: 'Oi' };
      return ackOutcome(await socket.send('notification', notification));
    },
    withoutBlock: ['done', ['notification message', 'receiveMessage']],
    acrossBlock: ['forbidden', []],
    whenMuted: ['done', ['receiveMessage']],
  },
  'a call': {
    act: async ({ socket, actor, other }) => {
      const ack = await socket.send('call', { calleeId: other.uid });
      if (ack.ok) await socket.send('callEnd', { callerId: actor.uid, calleeId: other.uid });
      return ackOutcome(ack);
    },
    withoutBlock: ['done', ['call', 'callChanged', 'callEnd']],
    acrossBlock: ['blocked', []],
  },
  'a comment': {
    act: async ({ actor, other }) => {
      const postId = await buildPost(app.pool, other.uid);
      return describeAnswer(
        actor.fetch(`/api/social/comment/${postId}/`, jsonRequest({ text: 'Oi' })),
      );
    },
    withoutBlock: ['done', ['notification comment']],
    acrossBlock: ['blocked', []],
  },
  'a like': {
    act: async ({ actor, other }) => {
      const postId = await buildPost(app.pool, other.uid);
      return describeAnswer(actor.fetch(`/api/social/post/${postId}/like`, { method: 'PUT' }));
    },
    withoutBlock: ['done', ['notification like']],
    acrossBlock: ['blocked', []],
  },
  presence: {
    act: async ({ actor, other }) => {
      const device = await connectSocket(app.url, other);
      const [online = []] = await device.waitFor('usersOnline');
      device.close();
      return online.some(({ userId }) => userId === actor.uid) ? 'seen' : 'unseen';
    },
    withoutBlock: ['seen', []],
    acrossBlock: ['unseen', []],
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
  const eventNames = socket.receivedEvents.flatMap(({ event, payload }) => {
    if (presenceEvents.has(event) || !JSON.stringify(payload ?? null).includes(uid)) return [];
    const type = (payload as { type?: unknown } | undefined)?.type;
    return [typeof type === 'string' ? `${event} ${type}` : event];
  });
  return [...new Set(eventNames)].sort();
}

/** Waits until pending notifications have arrived: a last message is delivered after them. */
async function waitUntilNotified(listener: TestSocket, receiver: TestPerson): Promise<void> {
  const hasPendingJobs = async () => {
    const { rowCount } = await app.pool.query(
      "SELECT FROM graphile_worker.jobs WHERE key LIKE 'tell_unread:' || $1 || ':%'",
      [receiver.uid],
    );
    return rowCount !== 0;
  };
  await expect.poll(hasPendingJobs).toBe(false);
  const thirdPerson = await createPerson();
  const socket = await connectSocket(app.url, thirdPerson);
  await socket.send('sendMessage', { receiverId: receiver.uid, message: 'Fim' });
  const isFromThirdPerson = ({ event, payload }: { event: string; payload: unknown }) =>
    event === 'notification' && JSON.stringify(payload).includes(thirdPerson.uid);
  await expect.poll(() => listener.receivedEvents.some(isFromThirdPerson)).toBe(true);
  socket.close();
}

const putSuccessfully = (person: TestPerson, path: string) =>
  person.fetch(path, { method: 'PUT' }).then(({ status }) => expect(status).toBe(204));

const blockSetups = {
  'nothing between them': async () => undefined,
  'a block that the one who acts set': ({ actor, other }: PersonPair) =>
    putSuccessfully(actor, `/api/users/${other.uid}/block`),
  'a block that the other set': ({ actor, other }: PersonPair) =>
    putSuccessfully(other, `/api/users/${actor.uid}/block`),
  'a muted conversation': async ({ actor, other }: PersonPair) =>
    putSuccessfully(other, `/api/conversations/${actor.uid}/mute`),
} as const;

async function readChannelOutcome(
  channel: TestedChannel,
  prepareSetup: (pair: PersonPair) => Promise<unknown>,
) {
  const [actor, other] = [await createPerson(), await createPerson()];
  const socket = await connectSocket(app.url, actor);
  const pair = { actor, other, socket };
  await prepareSetup(pair);
  const listener = await connectSocket(app.url, other);
  const outcome = await channel.act(pair);
  await waitUntilNotified(listener, other);
  const events = eventsAbout(listener, actor.uid);
  socket.close();
  listener.close();
  return [outcome, events];
}

/** Expected answer and events of a channel for each key of `blockSetups`. */
const expectedByState = ({
  withoutBlock,
  acrossBlock,
  whenMuted = withoutBlock,
}: TestedChannel) => ({
  'nothing between them': withoutBlock,
  'a block that the one who acts set': acrossBlock,
  'a block that the other set': acrossBlock,
  'a muted conversation': whenMuted,
});

// All channels are tested concurrently, because each test waits for the job queue most of the time.
test('each channel delivers what a block or a muted conversation between two people allows', async () => {
  const channelNames = Object.keys(testedChannels);
  const readAllSetups = async (channel: TestedChannel) => {
    const setupOutcomes = Object.entries(blockSetups).map(async ([state, prepare]) => [
      state,
      await readChannelOutcome(channel, prepare),
    ]);
    return Object.fromEntries(await Promise.all(setupOutcomes)) as object;
  };
  const outcomesByChannel = await Promise.all(Object.values(testedChannels).map(readAllSetups));
  expect(
    Object.fromEntries(outcomesByChannel.map((outcome, index) => [channelNames[index], outcome])),
  ).toEqual(
    Object.fromEntries(
      Object.entries(testedChannels).map(([name, one]) => [name, expectedByState(one)]),
    ),
  );
});
