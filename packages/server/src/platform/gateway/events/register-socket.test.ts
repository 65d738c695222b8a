import { EventEmitter } from 'node:events';
import { expect, it, vi } from 'vitest';
import { ok } from '../../result.ts';
import type { Logger } from '../../telemetry/logging.ts';
import { noTelemetry } from '../../telemetry/request-context.ts';
import type { ConnectionLifecycle, EventHandlers } from '../connection.ts';
import type { ClientSocket, SocketContext } from '../socket-types.ts';
import { registerSocket } from './register-socket.ts';

const personActor = { kind: 'person', uid: 'ana', role: 'user', sessionId: 's1' } as const;

/** Creates a fake socket that is registered: `say` emits an event as the client and resolves to its acknowledgement. */
function setUp(lifecycles: readonly ConnectionLifecycle[] = []) {
  const activeSessions = vi.fn(
    async (ids: readonly string[]) => new Map(ids.map((id) => [id, personActor.role])),
  );
  const userActivity = vi.fn(async () => ok({}));
  const closeSocket = vi.fn();
  const joinedRooms: string[] = [];
  const socket = Object.assign(new EventEmitter(), {
    id: 'socket',
    connected: true,
    conn: { close: vi.fn() },
    disconnect: closeSocket,
    data: { actor: personActor, resume: { pid: null, offset: null }, pid: '0.a' },
    join: async (rooms: string | readonly string[]) => void joinedRooms.push(...[rooms].flat()),
    onAny: (handleMessage: (name: string, ...args: unknown[]) => void) =>
      socket.on('any', handleMessage),
  });
  const deps = {
    activeSessions,
    log: {} as Logger,
    telemetry: noTelemetry,
  } as unknown as SocketContext['deps'];
  const handlers = { userActivity } as unknown as EventHandlers;
  const addMemory = vi.fn();
  const memoryOf = () => ({ add: addMemory, fits: () => true, end: vi.fn() });
  registerSocket(socket as unknown as ClientSocket, { deps, memoryOf, handlers, lifecycles });
  return {
    /** Memory counted for events that are running. */
    memory: () => addMemory.mock.calls.reduce((sum, [bytes]) => sum + bytes, 0),
    activeSessions,
    closeSocket,
    joinedRooms,
    say: (name: string, payload?: unknown, atAnswer = () => {}) =>
      new Promise((resolve) =>
        socket.emit('any', name, payload, (answer: unknown) => {
          atAnswer();
          resolve(answer);
        }),
      ),
    end: () => {
      socket.connected = false;
      socket.emit('disconnect');
    },
  };
}

it('runs `joined` once and checks the session once, however often a socket registers', async () => {
  const lifecycle = { joined: vi.fn(async () => undefined), left: vi.fn() };
  const { say, activeSessions } = setUp([lifecycle]);
  const answers = await Promise.all([1, 2, 3].map(() => say('register', 'ana')));
  expect(await say('register', 'ana')).toEqual({ ok: true });
  expect(answers).toEqual([{ ok: true }, { ok: true }, { ok: true }]);
  expect(activeSessions).toHaveBeenCalledOnce();
  expect(lifecycle.joined).toHaveBeenCalledOnce();
});

it('accepts the own uid in upper case, and nothing else', async () => {
  const { say, closeSocket } = setUp();
  expect(await say('register', 'ANA')).toEqual({ ok: true });
  expect(closeSocket).not.toHaveBeenCalled();
  for (const uid of ['bia', '', ['ana']]) {
    const other = setUp();
    expect(await other.say('register', uid)).toMatchObject({ ok: false });
    await expect.poll(() => other.closeSocket.mock.calls.length).toBe(1);
  }
});

it('joins the room of the person only after `register` was acknowledged', async () => {
  const { say, joinedRooms } = setUp();
  const atAnswer: string[] = [];
  await say('register', 'ana', () => void atAnswer.push(...joinedRooms));
  expect(atAnswer).toEqual(['account:ana', 'session:s1']);
  await expect.poll(() => joinedRooms).toEqual([...atAnswer, 'person:ana']);
});

it('handles an event sent right after `register`, before its acknowledgement', async () => {
  const { say } = setUp();
  const answeredEvents: string[] = [];
  const sendEvent = (name: string, payload?: unknown) =>
    say(name, payload).then((answer) => {
      answeredEvents.push(name);
      return answer;
    });
  const [registered, heard] = await Promise.all([
    sendEvent('register', 'ana'),
    sendEvent('userActivity'),
  ]);
  expect([registered, heard]).toEqual([{ ok: true }, { ok: true }]);
  expect(answeredEvents).toEqual(['register', 'userActivity']);
});

it('calls no further `joined` when the socket disconnects meanwhile', async () => {
  const gate = Promise.withResolvers<void>();
  const slowLifecycle = { joined: vi.fn(() => gate.promise), left: vi.fn() };
  const nextLifecycle = { joined: vi.fn(async () => undefined), left: vi.fn() };
  const { say, end } = setUp([slowLifecycle, nextLifecycle]);
  await say('register', 'ana');
  await expect.poll(() => slowLifecycle.joined.mock.calls.length).toBe(1);
  end();
  gate.resolve();
  await new Promise(setImmediate);
  expect(slowLifecycle.left).toHaveBeenCalledOnce();
  expect(nextLifecycle.joined).not.toHaveBeenCalled();
});

it('counts an event towards the memory of its connection until it is answered', async () => {
  const gate = Promise.withResolvers<void>();
  const slowLifecycle = { joined: vi.fn(() => gate.promise), left: vi.fn() };
  const { say, memory } = setUp([slowLifecycle]);
  await say('register', 'ana');
  expect(memory()).toBeGreaterThan(0);
  gate.resolve();
  await expect.poll(memory).toBe(0);
});
