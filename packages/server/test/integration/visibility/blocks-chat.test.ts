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

const setBlock = (by: TestPerson, { uid }: TestPerson, method: 'PUT' | 'DELETE' = 'PUT') =>
  by.fetch(`/api/users/${uid}/block`, { method }).then(({ status }) => expect(status).toBe(204));

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
  readonly open: string;
  /** The expected outcome across a block; for the person who set it, if that differs. */
  readonly shut: string;
  readonly shutToBlocker?: string;
  ask(reader: TestPerson, of: TestPerson): Promise<string>;
}

/** Every way in which one person can reach another in the chat. */
const blockedPaths: Readonly<Record<string, BlockedPath>> = {
  'the partner': {
    open: 'discord, can be called, writable',
    shut: '',
    shutToBlocker: 'blocked',
    ask: async ({ api }, of) => {
      const { partner } = await api.messaging.getPartner({ params: { otherUid: of.uid } });
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
    open: 'sent',
    shut: 'message_refused',
    ask: (by, { uid: receiverId }) => sendEvent(by, 'sendMessage', { receiverId, message: 'Oi' }),
  },
  typing: {
    open: 'sent',
    shut: 'message_refused',
    ask: (by, { uid: receiverId }) => sendEvent(by, 'userTyping', { receiverId }),
  },
  'a notification of a message': {
    open: 'sent',
    shut: 'forbidden',
    ask: async (by, { uid: receiverId }) => {
      await sendEvent(by, 'sendMessage', { receiverId, message: 'Oi' });
      return sendEvent(by, 'notification', { receiverId, type: 'message', content: 'Oi' });
    },
  },
};

describe.each(Object.entries(blockedPaths))(
  'between people who blocked each other, %s',
  (_, way) => {
    it('is refused to both from the next request on, and allowed again once the block is removed', async () => {
      const [ana, bia] = [await newPerson(), await newPerson()];
      const readOutcomes = async () => [await way.ask(ana, bia), await way.ask(bia, ana)];
      const toBlocker = way.shutToBlocker ?? way.shut;
      expect(await readOutcomes()).toEqual([way.open, way.open]);
      await setBlock(ana, bia);
      expect(await readOutcomes()).toEqual([toBlocker, way.shut]);
      await setBlock(bia, ana);
      expect(await readOutcomes()).toEqual([toBlocker, toBlocker]);
      await setBlock(ana, bia, 'DELETE');
      expect(await readOutcomes()).toEqual([way.shut, toBlocker]);
      await setBlock(bia, ana, 'DELETE');
      expect(await readOutcomes()).toEqual([way.open, way.open]);
    });

    it('is allowed to everyone else, in both directions', async () => {
      const [ana, bia, carla] = [await newPerson(), await newPerson(), await newPerson()];
      await setBlock(ana, bia);
      const each = [way.ask(ana, carla), way.ask(carla, ana), way.ask(carla, bia)];
      expect(await Promise.all(each)).toEqual(Array(3).fill(way.open));
    });
  },
);
