import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectWithin } from '../../fixtures/checks/expect-within.ts';
import { openRawSocket } from '../../fixtures/clients/raw-socket.ts';
import { connectSocket, openSocket, type TestSocket } from '../../fixtures/clients/sockets.ts';
import { fakeClock } from '../../fixtures/fakes/fake-clock.ts';
import { holdTransaction } from '../../fixtures/server/hold-transaction.ts';
import { startTestApp, type TestApp, type TestPerson } from '../../fixtures/server/test-app.ts';

const clock = fakeClock(new Date().toISOString());
let app: TestApp;
let personCount = 0;
beforeAll(async () => {
  app = await startTestApp({ clock });
});
afterAll(() => app.close());

const signInNewPerson = () => {
  personCount += 1;
  return app.signIn(`Sessao${personCount}`);
};

const tokenOf = (person: TestPerson) => ({ token: person.tokens.accessToken });

/** Resolves once a socket is disconnected: to the reason, and the ms since this function was called. */
function endOf(socket: TestSocket): Promise<{ reason: string; ms: number }> {
  const startedAt = performance.now();
  return new Promise((resolve) =>
    socket.wire.once('disconnect', (reason) =>
      resolve({ reason, ms: performance.now() - startedAt }),
    ),
  );
}

/** A socket, and the action that ends it. */
interface EndingSocket {
  readonly socket: TestSocket;
  endSocket(): Promise<unknown>;
}

/** Expects that an action disconnects a socket within a second; `openEnding` opens a new socket for each attempt. */
const expectDisconnection = (openEnding: () => Promise<EndingSocket>) =>
  expectWithin(5_000, async () => {
    const { socket, endSocket } = await openEnding();
    const disconnection = endOf(socket);
    await endSocket();
    const { reason, ms } = await disconnection;
    expect(reason).toBe('io server disconnect');
    return ms;
  });

describe('a socket ends within a second', () => {
  it('when its session is ended from another device, and no other socket does', () =>
    expectDisconnection(async () => {
      const phone = await signInNewPerson();
      const laptop = await app.signIn(`Sessao${personCount}`);
      const [phoneSocket, laptopSocket] = [
        await connectSocket(app.url, phone),
        await connectSocket(app.url, laptop),
      ];
      const { sessions } = await phone.api.identity.listSessions({});
      const currentSession = sessions.find((session) => session.current);
      return {
        socket: phoneSocket,
        endSocket: async () => {
          await laptop.api.identity.endSession({ params: { id: currentSession?.id ?? '' } });
          await expect.poll(() => phoneSocket.wire.connected).toBe(false);
          expect(laptopSocket.wire.connected).toBe(true);
          laptopSocket.close();
        },
      };
    }));

  it('when another device ends all other sessions, but not that device’s own socket', () =>
    expectDisconnection(async () => {
      const phone = await signInNewPerson();
      const laptop = await app.signIn(`Sessao${personCount}`);
      const [phoneSocket, laptopSocket] = [
        await connectSocket(app.url, phone),
        await connectSocket(app.url, laptop),
      ];
      return {
        socket: phoneSocket,
        endSocket: async () => {
          await laptop.api.identity.endOtherSessions();
          await expect.poll(() => phoneSocket.wire.connected).toBe(false);
          expect(laptopSocket.wire.connected).toBe(true);
          laptopSocket.close();
        },
      };
    }));

  it('after a logout, whether registered or not', () =>
    expectDisconnection(async () => {
      const person = await signInNewPerson();
      const body = { refreshToken: person.tokens.refreshToken };
      const socket = await openSocket(app.url, tokenOf(person));
      return { socket, endSocket: () => app.visitor.identity.logout({ body }) };
    }));

  it('after its account is closed', () =>
    expectDisconnection(async () => {
      const person = await signInNewPerson();
      const socket = await connectSocket(app.url, person);
      return {
        socket,
        endSocket: async () => {
          await person.api.users.deleteMe({});
          await expect(openSocket(app.url, tokenOf(person))).rejects.toMatchObject({
            message: 'Token inválido',
          });
        },
      };
    }));

  it('after a suspension, whose text is sent on reconnecting', () =>
    expectDisconnection(async () => {
      const person = await signInNewPerson();
      const socket = await connectSocket(app.url, person);
      const suspendQuery = 'UPDATE users SET suspended_at = now() WHERE uid = $1';
      return {
        socket,
        endSocket: async () => {
          await app.pool.query(suspendQuery, [person.uid]);
          const answer = await person.fetch('/api/notifications');
          const { error } = (await answer.json()) as { error: string };
          await expect(openSocket(app.url, tokenOf(person))).rejects.toMatchObject({
            message: error,
          });
        },
      };
    }));
});

describe('the end of a session without a notification', () => {
  it('takes effect once the database listener is connected again', async () => {
    const [leaving, staying] = [await signInNewPerson(), await signInNewPerson()];
    const [gone, there] = [
      await connectSocket(app.url, leaving),
      await connectSocket(app.url, staying),
    ];
    const disconnection = endOf(gone);
    const client = await app.pool.connect();
    // Disables triggers, so that the database does not notify the node of the revoked session, as if the node had
    // missed it.
    await client.query('SET session_replication_role = replica');
    await client.query('UPDATE sessions SET revoked_at = now() WHERE uid = $1', [leaving.uid]);
    await client.query('SET session_replication_role = DEFAULT');
    client.release();
    await app.pool.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE application_name = 'guilda listener' AND datname = current_database()`);
    expect((await disconnection).reason).toBe('io server disconnect');
    expect(await there.send('userActivity')).toEqual({ ok: true });
    there.close();
  });
});

describe('a token', () => {
  it('that expires does not close an open socket, and is refused for a new one', async () => {
    const person = await signInNewPerson();
    const socket = await connectSocket(app.url, person);
    clock.advance(16 * 60_000);
    expect(await socket.send('userActivity')).toEqual({ ok: true });
    expect(await socket.send('register', person.uid)).toEqual({ ok: true });
    await expect(openSocket(app.url, tokenOf(person))).rejects.toMatchObject({
      message: 'Token inválido',
      data: { error: 'Token inválido', code: 'token_invalid' },
    });
    clock.advance(-16 * 60_000);
    const disconnection = endOf(socket);
    await app.visitor.identity.logout({ body: { refreshToken: person.tokens.refreshToken } });
    expect((await disconnection).reason).toBe('io server disconnect');
  });
});

describe('a database that does not answer', () => {
  it('makes a socket retry instead of refusing it for good', async () => {
    const person = await signInNewPerson();
    await using sessionsLock = await holdTransaction(app.pool, ['LOCK TABLE sessions']);
    const socketPromise = openRawSocket(app.url, tokenOf(person));
    const findSessionReader = async () =>
      (await sessionsLock.listWaiters()).find(({ query }) => query.includes('FROM sessions'))?.pid;
    await expect.poll(findSessionReader).toBeDefined();
    // The connection that reads the session is cut, as when PostgreSQL restarts.
    await app.pool.query('SELECT pg_terminate_backend($1)', [await findSessionReader()]);
    await sessionsLock.commit();
    const socket = await socketPromise;
    await socket.whenClosed;
    // The client gets no refusal, because it would not reconnect after one.
    expect(socket.received.filter((frame) => frame.startsWith('4'))).toEqual([]);
    const newSocket = await connectSocket(app.url, person);
    newSocket.close();
  });
});
