import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectSocket } from '../../fixtures/clients/sockets.ts';
import { startTestApp, type TestApp, type TestPerson } from '../../fixtures/server/test-app.ts';

let app: TestApp;
let personCount = 0;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

/** A person who can be called. */
async function newPerson(): Promise<TestPerson> {
  personCount += 1;
  const person = await app.signIn(`Pessoa${personCount}`);
  await app.pool.query('UPDATE users SET discord_id = $1, can_be_called = true WHERE uid = $2', [
    String(personCount),
    person.uid,
  ]);
  return person;
}

const setBlock = (blocker: TestPerson, { uid }: TestPerson, method: 'PUT' | 'DELETE' = 'PUT') =>
  blocker
    .fetch(`/api/users/${uid}/block`, { method })
    .then(({ status }) => expect(status).toBe(204));

/** The acknowledgement of an event that a socket of this person sends. */
async function sendEvent(
  person: TestPerson,
  event: 'sendMessage' | 'userTyping' | 'notification',
  payload: object,
): Promise<string> {
  const socket = await connectSocket(app.url, person);
  const ack = await socket.send(event, payload);
  socket.close();
  return ack.ok ? 'sent' : ack.code;
}

interface BlockedPath {
  /** Expected outcome while nobody has blocked the other person. */
  readonly withoutBlock: string;
  /** Expected outcome while one of the two people has blocked the other. */
  readonly acrossBlock: string;
  /** Expected outcome for the person who set the block, if it differs from `acrossBlock`. */
  readonly forBlocker?: string;
  ask(reader: TestPerson, other: TestPerson): Promise<string>;
}

/** Every way in which one person can reach another in the chat. */
const blockedPaths: Readonly<Record<string, BlockedPath>> = {
  'the partner': {
    withoutBlock: 'discord, can be called, writable',
    acrossBlock: '',
    forBlocker: 'blocked',
    ask: async ({ api }, other) => {
      const { partner } = await api.messaging.getPartner({ params: { otherUid: other.uid } });
      return [
        partner.discordId && 'discord',
        partner.canBeCalled && 'can be called',
        partner.writable && 'writable',
        partner.blocked && 'blocked',
      ]
        .filter(Boolean)
        .join(', ');
    },
  },
  'a message': {
    withoutBlock: 'sent',
    acrossBlock: 'message_refused',
    ask: (reader, { uid: receiverId }) =>
      sendEvent(reader, 'sendMessage', { receiverId, message: 'Oi' }),
  },
  typing: {
    withoutBlock: 'sent',
    acrossBlock: 'message_refused',
    ask: (reader, { uid: receiverId }) => sendEvent(reader, 'userTyping', { receiverId }),
  },
  'a notification of a message': {
    withoutBlock: 'sent',
    acrossBlock: 'forbidden',
    ask: async (reader, { uid: receiverId }) => {
      await sendEvent(reader, 'sendMessage', { receiverId, message: 'Oi' });
      return sendEvent(reader, 'notification', { receiverId, type: 'message', content: 'Oi' });
    },
  },
};

describe.each(Object.entries(blockedPaths))(
  'between people who blocked each other, %s',
  (_, blockedPath) => {
    it('is refused to both from the next request on, and allowed again once the block is removed', async () => {
      const [ana, bia] = [await newPerson(), await newPerson()];
      const readOutcomes = async () => [
        await blockedPath.ask(ana, bia),
        await blockedPath.ask(bia, ana),
      ];
      const toBlocker = blockedPath.forBlocker ?? blockedPath.acrossBlock;
      expect(await readOutcomes()).toEqual([blockedPath.withoutBlock, blockedPath.withoutBlock]);
      await setBlock(ana, bia);
      expect(await readOutcomes()).toEqual([toBlocker, blockedPath.acrossBlock]);
      await setBlock(bia, ana);
      expect(await readOutcomes()).toEqual([toBlocker, toBlocker]);
      await setBlock(ana, bia, 'DELETE');
      expect(await readOutcomes()).toEqual([blockedPath.acrossBlock, toBlocker]);
      await setBlock(bia, ana, 'DELETE');
      expect(await readOutcomes()).toEqual([blockedPath.withoutBlock, blockedPath.withoutBlock]);
    });

    it('is allowed to everyone else, in both directions', async () => {
      const [ana, bia, carla] = [await newPerson(), await newPerson(), await newPerson()];
      await setBlock(ana, bia);
      const outcomes = [
        blockedPath.ask(ana, carla),
        blockedPath.ask(carla, ana),
        blockedPath.ask(carla, bia),
      ];
      expect(await Promise.all(outcomes)).toEqual(Array(3).fill(blockedPath.withoutBlock));
    });
  },
);
