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
  const emittedEvents: { readonly event: string; readonly state?: string }[] = [];
  const emit = (_uids: readonly string[], event: string, payload: object) =>
    void emittedEvents.push({ event, ...payload });
  const { rooms } = fixture.discord;
  const log = createLogger('silent');
  const open = openRoom({ database, timers, log, rooms, realtime: { emit } as never });
  const accept = (call: RingingCallFixture) => open({ uid: call.callee.uid }, call.body);
  return { emittedEvents, accept };
}

/** Starts counting the finished queries that look up the call to accept. */
function countCallLookups() {
  const spy = vi.spyOn(fixture.app.program.database.pool, 'query');
  const isCallLookup = (query: unknown) =>
    typeof query === 'object' &&
    String(Reflect.get(query ?? {}, 'text')).includes('"callee"."discord_id"');
  const countFoundCalls = () =>
    spy.mock.settledResults.filter(
      ({ type }, index) => type === 'fulfilled' && isCallLookup(spy.mock.calls[index]?.[0]),
    ).length;
  return { countFoundCalls, stop: () => spy.mockRestore() };
}

/** Sends ten accept requests to one node and, while they wait for Discord, ten to another node. */
async function acceptOnTwoNodes(ringingCall: RingingCallFixture) {
  const [here, there] = [createNode(), createNode()];
  const openRequestsBefore = fixture.discord.asked.open;
  const { countFoundCalls, stop } = countCallLookups();
  const releaseOpen = fixture.discord.hold('open');
  const acceptTenTimes = (node: typeof here) =>
    Array.from({ length: 10 }, () => node.accept(ringingCall));
  const firstAcceptances = acceptTenTimes(here);
  await expect.poll(() => fixture.discord.waiting.open).toBe(1);
  const secondAcceptances = acceptTenTimes(there);
  await expect.poll(async () => (await ringingCall.read())?.state).toBe('opening');
  // All requests must have found the call before its room opens, because a request after the call's end finds none.
  await expect.poll(countFoundCalls).toBe(20);
  stop();
  releaseOpen();
  const answers = await Promise.all([...firstAcceptances, ...secondAcceptances]);
  return { here, there, answers, asked: fixture.discord.asked.open - openRequestsBefore };
}

describe('concurrent requests on two nodes', () => {
  it('make one room, and return the same answer', async () => {
    const call = await fixture.placeRingingCall();
    const { here, there, answers, asked } = await acceptOnTwoNodes(call);
    expect(asked).toBe(1);
    expect(fixture.discord.openChannels()).toHaveLength(1);
    expect(answers[0]).toMatchObject({ ok: true, value: { response: 'not_moved' } });
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(here.emittedEvents.map(({ state }) => state)).toEqual(['opening', 'accepted']);
    expect(there.emittedEvents).toEqual([]);
    call.close();
  });

  it('both report when no room can be made', async () => {
    const call = await fixture.placeRingingCall();
    fixture.discord.fail('open');
    const { there, answers, asked } = await acceptOnTwoNodes(call);
    expect(asked).toBe(1);
    expect(answers).toEqual(Array(20).fill({ ok: false, code: 'call_room_failed' }));
    expect(there.emittedEvents).toEqual([]);
    expect(await call.countBusy()).toBe(0);
    call.close();
  });

  it('both report when the call ended meanwhile', async () => {
    const call = await fixture.placeRingingCall();
    const [here, there] = [createNode(), createNode()];
    const releaseOpen = fixture.discord.hold('open');
    const firstAcceptance = here.accept(call);
    await expect.poll(() => fixture.discord.waiting.open).toBe(1);
    const secondAcceptance = there.accept(call);
    await call.phone.send('callEnd', call.pair);
    expect(await secondAcceptance).toEqual({ ok: false, code: 'call_not_found' });
    releaseOpen();
    expect(await firstAcceptance).toEqual({ ok: false, code: 'call_not_found' });
    expect(fixture.discord.openChannels()).toEqual([]);
    call.close();
  });

  it('for several calls make one room each', async () => {
    const calls = await Promise.all(Array.from({ length: 5 }, () => fixture.placeRingingCall()));
    const nodes = [createNode(), createNode()];
    const openRequestsBefore = fixture.discord.asked.open;
    const answers = await Promise.all(
      calls.flatMap((call) => nodes.flatMap((node) => [node.accept(call), node.accept(call)])),
    );
    expect(answers.every(({ ok }) => ok)).toBe(true);
    expect(fixture.discord.asked.open).toBe(openRequestsBefore + calls.length);
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
    const acceptance = createNode({ timers })
      .accept(call)
      .then((acceptResult) => {
        answer = acceptResult;
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
    await acceptance;
    call.close();
  });
});

describe('a lost database connection', () => {
  /**
   * The program's database, except that transaction number `failingNumber`, counted from 1, throws as if the connection
   * was lost: after its commit if `isCommitted`, otherwise before it begins.
   */
  function createFailingDatabase(failingNumber: number, isCommitted: boolean): Database {
    const { database } = fixture.app.program;
    let transactionCount = 0;
    return {
      ...database,
      transaction: async (work, config) => {
        transactionCount += 1;
        if (transactionCount !== failingNumber) return database.transaction(work, config);
        if (isCommitted) await database.transaction(work, config);
        throw Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' });
      },
    };
  }

  it.each([
    ['before the call was stored as accepted', false, 'failed'],
    ['after that', true, 'emptied'],
  ] as const)('%s leaves no room and nobody busy', async (_, isCommitted, outcome) => {
    const call = await fixture.placeRingingCall();
    const node = createNode({ database: createFailingDatabase(2, isCommitted) });
    await expect(node.accept(call)).rejects.toThrow('ECONNRESET');
    expect(fixture.discord.openChannels()).toEqual([]);
    expect(await call.read()).toMatchObject({ state: 'ended', outcome });
    expect(await call.countBusy()).toBe(0);
    expect(node.emittedEvents.at(-1)).toMatchObject({ event: 'callEnd' });
    call.close();
  });
});
