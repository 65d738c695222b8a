import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { fakeTimers } from '../../../../test/fixtures/fakes/fake-timers.ts';
import {
  createVoiceRoomsFixture,
  type RingingCallFixture,
  type VoiceRoomsFixture,
} from '../../../../test/fixtures/modules/voice-rooms-fixture.ts';
import type { Database } from '../../../platform/database/pool.ts';
import { createLogger } from '../../../platform/telemetry/logging.ts';
import { systemTimers, type Timers } from '../../../ports/timers.ts';
import { openRoom } from './open-room.ts';

let fixture: VoiceRoomsFixture;
beforeAll(async () => {
  fixture = await createVoiceRoomsFixture();
});
afterEach(() => {
  fixture.discord.fail();
  for (const channelId of fixture.discord.openChannels()) fixture.discord.remove(channelId);
});
afterAll(() => fixture?.app.close());

interface NodeParts {
  readonly timers?: Timers;
  readonly database?: Database;
}

/** Creates another node that accepts calls; its events are recorded. */
function createNode({
  timers = systemTimers,
  database = fixture.app.program.database,
}: NodeParts = {}) {
  const emitted: { readonly event: string; readonly state?: string }[] = [];
  const emit = (_uids: readonly string[], event: string, payload: object) =>
    void emitted.push({ event, ...payload });
  const { rooms } = fixture.discord;
  const log = createLogger('silent');
  const open = openRoom({ database, timers, log, rooms, realtime: { emit } as never });
  const accept = (call: RingingCallFixture) => open({ uid: call.callee.uid }, call.body);
  return { emitted: emitted, accept };
}

/** Starts counting the finished queries that look up the call to accept. */
function countCallLookups() {
  const spy = vi.spyOn(fixture.app.program.database.pool, 'query');
  const asks = (query: unknown) =>
    typeof query === 'object' &&
    String(Reflect.get(query ?? {}, 'text')).includes('"callee"."discord_id"');
  const found = () =>
    spy.mock.settledResults.filter(
      ({ type }, index) => type === 'fulfilled' && asks(spy.mock.calls[index]?.[0]),
    ).length;
  return { found, stop: () => spy.mockRestore() };
}

/** Sends ten accept requests to one node and, while they wait for Discord, ten to another node. */
async function acceptOnTwoNodes(ringingCall: RingingCallFixture) {
  const [here, there] = [createNode(), createNode()];
  const before = fixture.discord.asked.open;
  const { found, stop } = countCallLookups();
  const on = fixture.discord.hold('open');
  const ten = (node: typeof here) => Array.from({ length: 10 }, () => node.accept(ringingCall));
  const first = ten(here);
  await expect.poll(() => fixture.discord.waiting.open).toBe(1);
  const second = ten(there);
  await expect.poll(async () => (await ringingCall.read())?.state).toBe('opening');
  // All requests must have found the call before its room opens, because a request after the call's end finds none.
  await expect.poll(found).toBe(20);
  stop();
  on();
  const answers = await Promise.all([...first, ...second]);
  return { here, there, answers, asked: fixture.discord.asked.open - before };
}

describe('concurrent requests on two nodes', () => {
  it('make one room, and return the same answer', async () => {
    const call = await fixture.placeRingingCall();
    const { here, there, answers, asked } = await acceptOnTwoNodes(call);
    expect(asked).toBe(1);
    expect(fixture.discord.openChannels()).toHaveLength(1);
    expect(answers[0]).toMatchObject({ ok: true, value: { response: 'not_moved' } });
    expect(new Set(answers.map((one) => JSON.stringify(one))).size).toBe(1);
    expect(here.emitted.map(({ state }) => state)).toEqual(['opening', 'accepted']);
    expect(there.emitted).toEqual([]);
    call.close();
  });

  it('both report when no room can be made', async () => {
    const call = await fixture.placeRingingCall();
    fixture.discord.fail('open');
    const { there, answers, asked } = await acceptOnTwoNodes(call);
    expect(asked).toBe(1);
    expect(answers).toEqual(Array(20).fill({ ok: false, code: 'call_room_failed' }));
    expect(there.emitted).toEqual([]);
    expect(await call.countBusy()).toBe(0);
    call.close();
  });

  it('both report when the call ended meanwhile', async () => {
    const call = await fixture.placeRingingCall();
    const [here, there] = [createNode(), createNode()];
    const on = fixture.discord.hold('open');
    const first = here.accept(call);
    await expect.poll(() => fixture.discord.waiting.open).toBe(1);
    const second = there.accept(call);
    await call.phone.send('callEnd', call.pair);
    expect(await second).toEqual({ ok: false, code: 'call_not_found' });
    on();
    expect(await first).toEqual({ ok: false, code: 'call_not_found' });
    expect(fixture.discord.openChannels()).toEqual([]);
    call.close();
  });

  it('for several calls make one room each', async () => {
    const calls = await Promise.all(Array.from({ length: 5 }, () => fixture.placeRingingCall()));
    const nodes = [createNode(), createNode()];
    const before = fixture.discord.asked.open;
    const answers = await Promise.all(
      calls.flatMap((call) => nodes.flatMap((node) => [node.accept(call), node.accept(call)])),
    );
    expect(answers.every(({ ok }) => ok)).toBe(true);
    expect(fixture.discord.asked.open).toBe(before + calls.length);
    for (const call of calls) call.close();
  });

  it('wait at most fifteen seconds for each other', async () => {
    const call = await fixture.placeRingingCall();
    await fixture.pool.query(
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

describe('a lost database connection', () => {
  /**
   * The program's database, whose `nth` transaction reports a lost connection, with `committed` only after its commit.
   */
  function failing(nth: number, committed: boolean): Database {
    const { database } = fixture.app.program;
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
    const call = await fixture.placeRingingCall();
    const node = createNode({ database: failing(2, committed) });
    await expect(node.accept(call)).rejects.toThrow('ECONNRESET');
    expect(fixture.discord.openChannels()).toEqual([]);
    expect(await call.read()).toMatchObject({ state: 'ended', outcome });
    expect(await call.countBusy()).toBe(0);
    expect(node.emitted.at(-1)).toMatchObject({ event: 'callEnd' });
    call.close();
  });
});
