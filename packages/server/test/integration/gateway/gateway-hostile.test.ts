import { clientEvents } from '@guilda/contract/socket';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openRawSocket } from '../../fixtures/clients/raw-socket.ts';
import { connectSocket, openSocket, type TestSocket } from '../../fixtures/clients/sockets.ts';
import { startTestApp, type TestApp, type TestPerson } from '../../fixtures/server/test-app.ts';

let app: TestApp;
let ana: TestPerson;
let bia: TestPerson;
const openedSockets: TestSocket[] = [];
beforeAll(async () => {
  app = await startTestApp();
  [ana, bia] = await Promise.all([app.signIn('Ana'), app.signIn('Bia')]);
});
afterEach(() => {
  for (const socket of openedSockets.splice(0)) socket.close();
});
afterAll(() => app.close());

const tokenOf = (person: TestPerson) => ({ token: person.tokens.accessToken });

async function openRegistered(person: TestPerson): Promise<TestSocket> {
  const socket = await connectSocket(app.url, person);
  openedSockets.push(socket);
  return socket;
}

/** Expects that the server still answers this socket. */
const expectAnswer = async (socket: TestSocket) =>
  expect(await socket.send('userActivity')).toEqual({ ok: true });

const textOfLength = (count: number) => 'x'.repeat(count);

const hostilePayloads: readonly (readonly [string, unknown])[] = [
  ['nothing', undefined],
  ['null', null],
  ['a number', 7],
  ['a text', 'x'],
  ['a list', [[], {}]],
  ['a foreign shape', { receiverId: { $ne: null }, message: ['x'], type: 'message' }],
  ['its own prototype', JSON.parse('{"__proto__": {"receiverId": "x"}, "constructor": 1}')],
  ['as much as fits', textOfLength(65_000)],
  ['as much as fits inside', { receiverId: textOfLength(30_000), message: textOfLength(30_000) }],
];

describe('an event', () => {
  const eventNames = Object.keys(clientEvents).filter((name) => name !== 'register');

  it.each(hostilePayloads)(
    'with %s is answered, never with a failure of the server',
    async (_, payload) => {
      const socket = await openRegistered(ana);
      for (const name of eventNames) {
        const answer = await socket.send(name as 'userTyping', payload);
        expect([name, typeof answer.ok]).toEqual([name, 'boolean']);
        if (!answer.ok) expect([name, answer.code]).not.toEqual([name, 'internal']);
      }
      await expectAnswer(socket);
    },
  );

  it.each(['__proto__', 'constructor', 'toString', 'error', 'hasOwnProperty', 'usersOnline', ''])(
    'with the unknown name %j is refused',
    async (name) => {
      const socket = await openRegistered(ana);
      expect(await socket.send(name as 'userActivity')).toMatchObject({ code: 'invalid_input' });
      await expectAnswer(socket);
    },
  );

  it('without an acknowledgement, or with one in the wrong place, is still handled', async () => {
    const socket = await openRegistered(ana);
    for (const name of [...eventNames, '__proto__', 'nenhum']) {
      socket.wire.emit(name);
      socket.wire.emit(name, null, { receiverId: bia.uid }, 3);
      socket.wire.emit(name, () => undefined, { receiverId: bia.uid });
    }
    await expectAnswer(socket);
  });

  it('whose acknowledgement number is repeated is answered each time', async () => {
    const rawSocket = await openRawSocket(app.url, { ...tokenOf(ana), uid: ana.uid });
    rawSocket.send('429["userActivity"]');
    rawSocket.send('429["userActivity"]');
    await expect
      .poll(() => rawSocket.received.filter((frame) => frame === '439[{"ok":true}]'))
      .toHaveLength(2);
    // Acknowledgements of events that the server never sent.
    for (const id of [0, 1, 9, 1e9]) rawSocket.send(`43${id}[{"ok":true}]`);
    expect(await rawSocket.ask('userActivity')).toEqual({ ok: true });
    rawSocket.close();
  });

  it('with 16,000 nested levels is answered like any other', async () => {
    const rawSocket = await openRawSocket(app.url, { ...tokenOf(ana), uid: ana.uid });
    const levels = 16_000;
    for (const name of eventNames.slice(0, 6)) {
      rawSocket.send(`42["${name}",${'['.repeat(levels)}${']'.repeat(levels)}]`);
      rawSocket.send(`42["${name}",{"senderId":${'['.repeat(levels)}${']'.repeat(levels)}}]`);
    }
    expect(await rawSocket.ask('userActivity')).toEqual({ ok: true });
    rawSocket.close();
  });

  it('before registering is refused, whichever it is', async () => {
    const socket = await openSocket(app.url, tokenOf(ana));
    openedSockets.push(socket);
    for (const name of eventNames) {
      expect(await socket.send(name as 'userActivity', {})).toMatchObject({
        code: 'not_registered',
      });
    }
  });
});

describe('registering', () => {
  it('twice, or many times at once, counts as one registration', async () => {
    const socket = await openSocket(app.url, tokenOf(ana));
    openedSockets.push(socket);
    const acks = await Promise.all(
      Array.from({ length: 10 }, () => socket.send('register', ana.uid)),
    );
    expect(acks).toEqual(Array.from({ length: 10 }, () => ({ ok: true })));
    await expectAnswer(socket);
    expect(socket.payloadsOf('usersOnline')).toHaveLength(1);
  });

  it.each([
    ['another person', () => bia.uid],
    ['a person without a uid', () => null],
    ['a list', () => [ana.uid]],
    ['an object', () => ({ uid: ana.uid })],
    ['a long text', () => 'x'.repeat(60_000)],
  ])('as %s ends a socket that was registered', async (_, uid) => {
    const socket = await openRegistered(ana);
    const disconnectPromise = new Promise((resolve) => socket.wire.once('disconnect', resolve));
    const answer = await socket.send('register', uid());
    expect(answer).toEqual({ ok: false, error: 'Acesso negado.', code: 'forbidden' });
    expect(await disconnectPromise).toBe('io server disconnect');
  });

  it("as another person delivers none of that person's events", async () => {
    const thiefSocket = await openSocket(app.url, tokenOf(ana));
    void thiefSocket.send('register', bia.uid).catch(() => undefined);
    await new Promise((resolve) => thiefSocket.wire.once('disconnect', resolve));
    const ownSocket = await openRegistered(bia);
    await ownSocket.waitFor('usersOnline');
    expect(thiefSocket.receivedEvents).toEqual([]);
  });
});

describe('a connection', () => {
  it.each([
    ['a frame that is too large', 'x'.repeat(65_537)],
    ['a packet of no kind', '9'],
    ['an event that is no JSON', '42["userActivity"'],
    ['an event that is no list', '42{"a":1}'],
    ['an event without a name', '42[]'],
    ['an event of the library', '42["disconnect"]'],
    ['bytes that were not announced', new Uint8Array(64)],
    ['too many bytes announced', '459999-["userActivity",{"_placeholder":true,"num":0}]'],
    ['an answer of the server', '40{"sid":"x"}'],
    ['a ping of its own', '2'],
  ])('that sends %s is closed or ignored, and no other connection is', async (_, frame) => {
    const bystander = await openRegistered(bia);
    const rawSocket = await openRawSocket(app.url, { ...tokenOf(ana), uid: ana.uid });
    rawSocket.send(frame);
    await rawSocket.whenClosed;
    await expectAnswer(bystander);
  });

  it('to another namespace is refused', async () => {
    const rawSocket = await openRawSocket(app.url);
    for (const name of ['admin', '__proto__', 'a'.repeat(1_000)]) {
      rawSocket.send(`40/${name},${JSON.stringify(tokenOf(ana))}`);
      await expect.poll(() => rawSocket.received.at(-1)).toContain('Invalid namespace');
    }
    rawSocket.close();
  });

  it('that connects has its identity checked once at a time', async () => {
    const rawSocket = await openRawSocket(app.url);
    for (let n = 0; n < 30; n += 1) rawSocket.send(`40${JSON.stringify(tokenOf(ana))}`);
    await expect
      .poll(() => rawSocket.received.filter((frame) => frame.startsWith('44')).length)
      .toBeGreaterThan(0);
    expect(rawSocket.received.filter((frame) => frame.startsWith('40')).length).toBeLessThanOrEqual(
      1,
    );
    rawSocket.close();
  });
});
