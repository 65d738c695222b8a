import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectSocket, openSocket } from '../../fixtures/clients/sockets.ts';
import { startTestApp, type TestApp, type TestPerson } from '../../fixtures/server/test-app.ts';

let app: TestApp;
let ana: TestPerson;
let bia: TestPerson;
beforeAll(async () => {
  app = await startTestApp();
  [ana, bia] = await Promise.all([app.signIn('Ana'), app.signIn('Bia')]);
});
afterAll(() => app.close());

const tokenOf = (person: TestPerson) => ({ token: person.tokens.accessToken });

describe('the handshake', () => {
  it.each([
    ['no token', {}, 'Token não fornecido.', 'token_missing'],
    ['a bad token', { token: 'x.y.z' }, 'Token inválido', 'token_invalid'],
    ['a token that is no text', { token: { a: 1 } }, 'Token inválido', 'token_invalid'],
  ])('refuses %s', async (_, auth, error, code) => {
    await expect(openSocket(app.url, auth)).rejects.toMatchObject({
      message: error,
      data: { error, code },
    });
  });

  it('refuses pages of other origins on every transport', async () => {
    for (const transports of [['websocket'], ['polling']]) {
      const extraHeaders = { origin: 'https://evil.example' };
      await expect(
        openSocket(app.url, tokenOf(ana), { transports, extraHeaders }),
      ).rejects.toThrow();
    }
    const ownSocket = await openSocket(app.url, tokenOf(ana), {
      extraHeaders: { origin: app.url },
    });
    ownSocket.close();
  });
});

describe('registering', () => {
  it('is acknowledged first, then the list of online people is sent', async () => {
    const socket = await connectSocket(app.url, ana);
    await socket.waitFor('usersOnline');
    expect(socket.receivedEvents[0]?.event).toBe('usersOnline');
    socket.close();
  });

  it('as another person is refused and closes the socket', async () => {
    const socket = await openSocket(app.url, tokenOf(ana));
    const disconnectPromise = new Promise((resolve) => socket.wire.once('disconnect', resolve));
    const answer = await socket.send('register', bia.uid);
    expect(answer).toEqual({ ok: false, error: 'Acesso negado.', code: 'forbidden' });
    expect(await disconnectPromise).toBe('io server disconnect');
  });

  it('must come before any other event', async () => {
    const socket = await openSocket(app.url, tokenOf(ana));
    const answer = await socket.send('sendMessage', { receiverId: bia.uid, message: 'oi' });
    expect(answer).toMatchObject({ ok: false, code: 'not_registered' });
    socket.close();
  });
});

describe('the end of a session', () => {
  it('closes its sockets, and those of no other device', async () => {
    const otherSession = await app.signIn('Ana');
    const [leaving, staying] = [
      await connectSocket(app.url, ana),
      await connectSocket(app.url, otherSession),
    ];
    const disconnectPromise = new Promise((resolve) => leaving.wire.once('disconnect', resolve));
    await app.visitor.identity.logout({ body: { refreshToken: ana.tokens.refreshToken } });
    expect(await disconnectPromise).toBe('io server disconnect');
    expect(staying.wire.connected).toBe(true);
    staying.close();
  });

  it('by suspension closes all of them', async () => {
    const socket = await connectSocket(app.url, bia);
    const disconnectPromise = new Promise((resolve) => socket.wire.once('disconnect', resolve));
    await app.pool.query('UPDATE users SET suspended_at = now() WHERE uid = $1', [bia.uid]);
    expect(await disconnectPromise).toBe('io server disconnect');
    await expect(openSocket(app.url, tokenOf(bia))).rejects.toMatchObject({
      data: { code: 'account_suspended' },
    });
  });
});
