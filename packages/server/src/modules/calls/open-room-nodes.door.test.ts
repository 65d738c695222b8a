import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { fakeTimers } from '../../../test/fake-timers.ts';
import { createRoomsRig, type Ringing, type RoomsRig } from '../../../test/rooms-rig.ts';
import type { Database } from '../../platform/database/pool.ts';
import { createLogger } from '../../platform/logging.ts';
import { systemTimers, type Timers } from '../../ports/timers.ts';
import { openRoom } from './open-room.ts';

let rig: RoomsRig;
beforeAll(async () => {
  rig = await createRoomsRig();
});
afterEach(() => {
  rig.discord.fail();
  for (const channelId of rig.discord.standing()) rig.discord.remove(channelId);
});
afterAll(() => rig?.app.close());

interface NodeParts {
  readonly timers?: Timers;
  readonly database?: Database;
}

/** Accepting on another node of the same product; what it tells people is kept. */
function createNode({
  timers = systemTimers,
  database = rig.app.program.database,
}: NodeParts = {}) {
  const told: { readonly event: string; readonly state?: string }[] = [];
  const emit = (_uids: readonly string[], event: string, payload: object) =>
    void told.push({ event, ...payload });
  const { rooms } = rig.discord;
  const log = createLogger('silent');
  const open = openRoom({ database, timers, log, rooms, realtime: { emit } as never });
  const accept = (call: Ringing) => open({ uid: call.callee.uid }, call.body);
  return { told, accept };
}

/** How many requests have found whom they are to answer, from now on. */
function countFound() {
  const spy = vi.spyOn(rig.app.program.database.pool, 'query');
  const asks = (query: unknown) =>
    typeof query === 'object' &&
    String(Reflect.get(query ?? {}, 'text')).includes('"callee"."discord_id"');
  const found = () =>
    spy.mock.settledResults.filter(
      ({ type }, index) => type === 'fulfilled' && asks(spy.mock.calls[index]?.[0]),
    ).length;
  return { found, stop: () => spy.mockRestore() };
}

/** Twenty requests, half of them on each of two nodes, the second ones while the first wait. */
async function acceptOnBoth(call: Ringing) {
  const [here, there] = [createNode(), createNode()];
  const before = rig.discord.asked.open;
  const { found, stop } = countFound();
  const on = rig.discord.hold('open');
  const ten = (node: typeof here) => Array.from({ length: 10 }, () => node.accept(call));
  const first = ten(here);
  await expect.poll(() => rig.discord.waiting.open).toBe(1);
  const second = ten(there);
  await expect.poll(async () => (await call.read())?.state).toBe('opening');
  // Who asks once it is over finds no call.
  await expect.poll(found).toBe(20);
  stop();
  on();
  const answers = await Promise.all([...first, ...second]);
  return { here, there, answers, asked: rig.discord.asked.open - before };
}

describe('two nodes that are asked at the same time', () => {
  it('make one room, and give all the same answer', async () => {
    const call = await rig.ringing();
    const { here, there, answers, asked } = await acceptOnBoth(call);
    expect(asked).toBe(1);
    expect(rig.discord.standing()).toHaveLength(1);
    expect(answers[0]).toMatchObject({ ok: true, value: { response: 'not_moved' } });
    expect(new Set(answers.map((one) => JSON.stringify(one))).size).toBe(1);
    expect(here.told.map(({ state }) => state)).toEqual(['opening', 'accepted']);
    expect(there.told).toEqual([]);
    call.close();
  });

  it('both say so when there is no room', async () => {
    const call = await rig.ringing();
    rig.discord.fail('open');
    const { there, answers, asked } = await acceptOnBoth(call);
    expect(asked).toBe(1);
    expect(answers).toEqual(Array(20).fill({ ok: false, code: 'call_room_failed' }));
    expect(there.told).toEqual([]);
    expect(await call.busy()).toBe(0);
    call.close();
  });

  it('both say so when the call was ended meanwhile', async () => {
    const call = await rig.ringing();
    const [here, there] = [createNode(), createNode()];
    const on = rig.discord.hold('open');
    const first = here.accept(call);
    await expect.poll(() => rig.discord.waiting.open).toBe(1);
    const second = there.accept(call);
    await call.phone.send('callEnd', call.pair);
    expect(await second).toEqual({ ok: false, code: 'call_not_found' });
    on();
    expect(await first).toEqual({ ok: false, code: 'call_not_found' });
    expect(rig.discord.standing()).toEqual([]);
    call.close();
  });

  it('race for several calls at once: each has one room', async () => {
    const calls = await Promise.all(Array.from({ length: 5 }, () => rig.ringing()));
    const nodes = [createNode(), createNode()];
    const before = rig.discord.asked.open;
    const answers = await Promise.all(
      calls.flatMap((call) => nodes.flatMap((node) => [node.accept(call), node.accept(call)])),
    );
    expect(answers.every(({ ok }) => ok)).toBe(true);
    expect(rig.discord.asked.open).toBe(before + calls.length);
    for (const call of calls) call.close();
  });

  it('wait for each other no longer than fifteen seconds', async () => {
    const call = await rig.ringing();
    await rig.pool.query(
      `UPDATE calls SET state = 'opening', opening_at = clock_timestamp() WHERE id = $1`,
      [call.id],
    );
    const timers = fakeTimers();
    let answer: unknown = null;
    const asking = createNode({ timers })
      .accept(call)
      .then((given) => {
        answer = given;
      });
    await expect
      .poll(
        () => {
          timers.advance(200);
          return timers.now();
        },
        { interval: 5 },
      )
      .toBeGreaterThan(10_000);
    expect(answer).toBeNull();
    await expect
      .poll(
        () => {
          timers.advance(200);
          return answer;
        },
        { interval: 5 },
      )
      .toEqual({ ok: false, code: 'call_room_failed' });
    await asking;
    call.close();
  });
});

describe('a database whose connection is lost', () => {
  /** The program's database, which fails after the `nth` transaction, committed or not. */
  function failing(nth: number, committed: boolean): Database {
    const { database } = rig.app.program;
    let count = 0;
    return {
      ...database,
      transaction: async (work, config) => {
        count += 1;
        if (count !== nth) return database.transaction(work, config);
        if (committed) await database.transaction(work, config);
        throw Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' });
      },
    };
  }

  it.each([
    ['before the call was stored as accepted', false, 'failed'],
    ['after that', true, 'emptied'],
  ] as const)('%s leaves no room and nobody busy', async (_, committed, outcome) => {
    const call = await rig.ringing();
    const node = createNode({ database: failing(2, committed) });
    await expect(node.accept(call)).rejects.toThrow('ECONNRESET');
    expect(rig.discord.standing()).toEqual([]);
    expect(await call.read()).toMatchObject({ state: 'ended', outcome });
    expect(await call.busy()).toBe(0);
    expect(node.told.at(-1)).toMatchObject({ event: 'callEnd' });
    call.close();
  });
});
