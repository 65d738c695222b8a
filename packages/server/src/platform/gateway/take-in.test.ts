import { EventEmitter } from 'node:events';
import { expect, it, vi } from 'vitest';
import type { Logger } from '../logging.ts';
import { ok } from '../result.ts';
import { nobodyLooks } from '../scene.ts';
import type { ConnectionLife, EventHandlers } from './connection.ts';
import { takeIn } from './take-in.ts';
import type { Door, Wire } from './wire.ts';

const actor = { kind: 'person', uid: 'ana', role: 'user', sessionId: 's1' } as const;

/** A socket by hand: what the client says, and what it is answered. */
function scene(lives: readonly ConnectionLife[] = []) {
  const standing = vi.fn(
    async (ids: readonly string[]) => new Map(ids.map((id) => [id, actor.role])),
  );
  const userActivity = vi.fn(async () => ok({}));
  const joined: string[] = [];
  const wire = Object.assign(new EventEmitter(), {
    id: 'socket',
    connected: true,
    conn: { close: vi.fn() },
    data: { actor, told: { pid: null, offset: null }, pid: '0.a' },
    join: async (rooms: string | readonly string[]) => void joined.push(...[rooms].flat()),
    onAny: (hear: (name: string, ...args: unknown[]) => void) => wire.on('any', hear),
  });
  const deps = { standing, log: {} as Logger, watchers: nobodyLooks } as unknown as Door['deps'];
  const handlers = { userActivity } as unknown as EventHandlers;
  const add = vi.fn();
  const memoryOf = () => ({ add, fits: () => true, end: vi.fn() });
  takeIn(wire as unknown as Wire, { deps, memoryOf, handlers, lives });
  return {
    /** What its events take of memory now. */
    memory: () => add.mock.calls.reduce((sum, [bytes]) => sum + bytes, 0),
    standing,
    joined,
    say: (name: string, payload?: unknown, atAnswer = () => {}) =>
      new Promise((resolve) =>
        wire.emit('any', name, payload, (answer: unknown) => {
          atAnswer();
          resolve(answer);
        }),
      ),
    end: () => {
      wire.connected = false;
      wire.emit('disconnect');
    },
  };
}

it('takes a socket in once, however often it registers, and asks for its session once', async () => {
  const life = { joined: vi.fn(async () => undefined), left: vi.fn() };
  const { say, standing } = scene([life]);
  const answers = await Promise.all([1, 2, 3].map(() => say('register', 'ana')));
  expect(await say('register', 'ana')).toEqual({ ok: true });
  expect(answers).toEqual([{ ok: true }, { ok: true }, { ok: true }]);
  expect(standing).toHaveBeenCalledOnce();
  expect(life.joined).toHaveBeenCalledOnce();
});

it('sends a socket nothing before it has acknowledged its `register`', async () => {
  const { say, joined } = scene();
  const atAnswer: string[] = [];
  await say('register', 'ana', () => void atAnswer.push(...joined));
  expect(atAnswer).toEqual(['account:ana', 'session:s1']);
  await expect.poll(() => joined).toEqual([...atAnswer, 'person:ana']);
});

it('hears what a client says right behind its `register`, without waiting for the answer', async () => {
  const { say } = scene();
  const order: string[] = [];
  const tell = (name: string, payload?: unknown) =>
    say(name, payload).then((answer) => {
      order.push(name);
      return answer;
    });
  const [registered, heard] = await Promise.all([tell('register', 'ana'), tell('userActivity')]);
  expect([registered, heard]).toEqual([{ ok: true }, { ok: true }]);
  expect(order).toEqual(['register', 'userActivity']);
});

it('tells no module of a socket that ended while an earlier one was still taking it in', async () => {
  const gate = Promise.withResolvers<void>();
  const slow = { joined: vi.fn(() => gate.promise), left: vi.fn() };
  const next = { joined: vi.fn(async () => undefined), left: vi.fn() };
  const { say, end } = scene([slow, next]);
  await say('register', 'ana');
  await expect.poll(() => slow.joined.mock.calls.length).toBe(1);
  end();
  gate.resolve();
  await new Promise(setImmediate);
  expect(slow.left).toHaveBeenCalledOnce();
  expect(next.joined).not.toHaveBeenCalled();
});

it('counts an event towards the memory of its connection until it is answered', async () => {
  const gate = Promise.withResolvers<void>();
  const slow = { joined: vi.fn(() => gate.promise), left: vi.fn() };
  const { say, memory } = scene([slow]);
  await say('register', 'ana');
  expect(memory()).toBeGreaterThan(0);
  gate.resolve();
  await expect.poll(memory).toBe(0);
});
