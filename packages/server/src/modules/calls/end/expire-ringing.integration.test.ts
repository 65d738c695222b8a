import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { noopRealtime } from '../../../../test/fixtures/fakes/fake-presence.ts';
import { type FakeTimers, fakeTimers } from '../../../../test/fixtures/fakes/fake-timers.ts';
import {
  buildCall,
  type CallsFixture,
  callPairOf,
  callUntilRinging,
  createCallsFixture,
  type Gamer,
  waitForPendingEvents,
} from '../../../../test/fixtures/modules/calls-fixture.ts';
import { quietLog } from '../../../../test/fixtures/server/quiet-log.ts';
import { createDatabase } from '../../../platform/database/pool.ts';
import { createLogger } from '../../../platform/telemetry/logging.ts';
import { systemIds } from '../../../ports/ids.ts';
import { applyCallTransition } from '../call-transition-store.ts';
import { expireOverdueCalls, expireRinging } from './expire-ringing.ts';

let fixture: CallsFixture;
let timers: FakeTimers;
beforeAll(async () => {
  timers = fakeTimers();
  fixture = await createCallsFixture({ timers });
});
afterAll(() => fixture.close());

const readLatestCallId = async ({ uid }: Gamer): Promise<string> =>
  (await fixture.callsOf(uid)).at(-1).id;

/** Moves the end of a call's ring time to now. */
const endRingTime = (id: string) =>
  fixture.pool.query('UPDATE calls SET rings_until = clock_timestamp() WHERE id = $1', [id]);

/** Dependencies of another program on the same database: it did not place the call and has no ring timer for it. */
function createOtherProgramDeps() {
  const { options } = fixture.pool as unknown as { options: { connectionString: string } };
  const database = createDatabase(options.connectionString, { log: quietLog });
  const log = createLogger('silent');
  const deps = { database, log, ids: systemIds, timers: fakeTimers(), realtime: noopRealtime };
  return { ...deps, close: () => database.close() };
}

async function expectMissedOnce(caller: Gamer, callee: Gamer, callId: string) {
  const expectedNotification = {
    sender_id: caller.uid,
    additional_info: { callId, event: 'missed' },
  };
  expect(await fixture.missedOf(callee.uid)).toEqual([expectedNotification]);
  expect(await fixture.missedOf(caller.uid)).toEqual([]);
  expect(await fixture.listInCall(caller.uid, callee.uid)).toEqual([]);
}

describe('a call that nobody answers', () => {
  it('ends as missed after the ring time for both sides, with one notification', async () => {
    const [ana, bia] = await fixture.buildPair();
    await callUntilRinging(ana, bia);
    const callId = await readLatestCallId(ana);
    timers.advance(44_999);
    await waitForPendingEvents(ana, bia);
    expect(await fixture.statesOf(ana.uid)).toEqual(['pending']);
    await endRingTime(callId);
    timers.advance(1);
    const endFields = { state: 'ended', outcome: 'missed', endedBy: null };
    const change = { callId, ...callPairOf(ana, bia), ...endFields };
    for (const device of [...ana.devices, ...bia.devices]) {
      expect(await device.waitFor('callEnd')).toEqual([callPairOf(ana, bia)]);
      expect(device.payloadsOf('callChanged').at(-1)).toEqual(change);
    }
    for (const device of bia.devices)
      expect(await device.waitFor('notification')).toMatchObject([
        { type: 'call', senderId: ana.uid, content: `Ligação perdida de ${ana.user.displayName}.` },
      ]);
    await expectMissedOnce(ana, bia, callId);
  });

  it('rings until the database’s clock says otherwise', async () => {
    const [ana, bia] = await fixture.buildPair();
    await callUntilRinging(ana, bia);
    const callId = await readLatestCallId(ana);
    timers.advance(45_000);
    // When the timer fires too early, it is started again.
    await expect
      .poll(async () => {
        timers.advance(50_000);
        return fixture.statesOf(ana.uid);
      })
      .toEqual(['pending']);
    await endRingTime(callId);
    await expect
      .poll(async () => {
        timers.advance(50_000);
        return fixture.statesOf(ana.uid);
      })
      .toEqual(['missed']);
    await expectMissedOnce(ana, bia, callId);
  });

  it.each(['cancelled', 'declined'])('but is %s is not missed', async (outcome) => {
    const [ana, bia] = await fixture.buildPair();
    await callUntilRinging(ana, bia);
    const callId = await readLatestCallId(ana);
    const by = outcome === 'cancelled' ? ana : bia;
    await by.devices[0].send('callEnd', callPairOf(ana, bia));
    await endRingTime(callId);
    timers.advance(60_000);
    await waitForPendingEvents(ana, bia);
    expect(await expireRinging(createDeps())(callId)).toBe(false);
    expect(await fixture.statesOf(ana.uid)).toEqual([outcome]);
    expect(await fixture.missedOf(bia.uid)).toEqual([]);
  });

  it('or is answered at the same moment gets exactly one outcome', async () => {
    for (let round = 0; round < 10; round += 1) {
      const [ana, bia] = await fixture.buildPair();
      const id = await buildCall(fixture.pool, callPairOf(ana, bia), {
        rings_until: new Date(Date.now() + 4),
      });
      const deadlineMs = Date.now() + 2_000;
      let successes: readonly unknown[] = [];
      while (successes.length === 0 && Date.now() < deadlineMs) {
        const attempts = [
          expireRinging(createDeps())(id),
          applyCallTransition(fixture.app.program.database.db, 'answer', id),
        ] as const;
        successes = (await Promise.all(attempts)).filter(Boolean);
      }
      expect(successes).toHaveLength(1);
      const [callState] = await fixture.statesOf(ana.uid);
      expect(['missed', 'opening']).toContain(callState);
      expect(await fixture.missedOf(bia.uid)).toHaveLength(callState === 'missed' ? 1 : 0);
    }
  });
});

/** The database and timers of the program under test, with a realtime port that emits nothing. */
const createDeps = () => ({
  database: fixture.app.program.database,
  ids: systemIds,
  timers,
  realtime: noopRealtime,
  log: createLogger('silent'),
});

describe('after a crash', () => {
  it('another process ends ringing calls by its sweep, with one notification', async () => {
    const [ana, bia] = await fixture.buildPair();
    const [caio, davi] = await fixture.buildPair();
    await callUntilRinging(ana, bia);
    await callUntilRinging(caio, davi);
    const callId = await readLatestCallId(ana);
    await endRingTime(callId);
    const programDeps = [createOtherProgramDeps(), createOtherProgramDeps()];
    await Promise.all([...programDeps, ...programDeps].map((deps) => expireOverdueCalls(deps)()));
    expect(await fixture.statesOf(ana.uid)).toEqual(['missed']);
    await expectMissedOnce(ana, bia, callId);
    // A call that still rings continues.
    expect(await fixture.statesOf(caio.uid)).toEqual(['pending']);
    // The ring timer of the program that placed the call finds the call ended, so nothing more happens.
    timers.advance(60_000);
    await waitForPendingEvents(ana, bia);
    expect(ana.devices[0].payloadsOf('callEnd')).toEqual([]);
    await expectMissedOnce(ana, bia, callId);
    for (const deps of programDeps) await deps.close();
  });

  it('a room that was never made does not leave people busy', async () => {
    const [ana, bia] = await fixture.buildPair();
    const openingColumns = { state: 'opening', rings_until: new Date(0) };
    await buildCall(fixture.pool, callPairOf(ana, bia), {
      ...openingColumns,
      opening_at: new Date(Date.now() - 1_000),
    });
    await expireOverdueCalls(createDeps())();
    expect(await fixture.statesOf(ana.uid)).toEqual(['opening']);
    await fixture.pool.query(`UPDATE calls SET opening_at = now() - interval '31 s'`);
    await expireOverdueCalls(createDeps())();
    expect(await fixture.statesOf(ana.uid)).toEqual(['failed']);
    expect(await fixture.missedOf(bia.uid)).toEqual([]);
  });
});

it('is ended by the sweep although another one fails', async () => {
  const [[ana, bia], [caio, davi]] = [await fixture.buildPair(), await fixture.buildPair()];
  await buildCall(fixture.pool, callPairOf(ana, bia), { rings_until: new Date(0) });
  const callId = await buildCall(fixture.pool, callPairOf(caio, davi), {
    rings_until: new Date(1),
  });
  const constraintSql = `CHECK (receiver_id <> '${bia.uid}')`;
  await fixture.pool.query(`ALTER TABLE notifications ADD CONSTRAINT odd ${constraintSql}`);
  await expireOverdueCalls(createDeps())().finally(() =>
    fixture.pool.query('ALTER TABLE notifications DROP CONSTRAINT odd'),
  );
  expect(await fixture.statesOf(ana.uid)).toEqual(['pending']);
  await expectMissedOnce(caio, davi, callId);
});

describe('an unavailable database when the ring time ends', () => {
  it('leaves the call to the sweep', async () => {
    const [ana, bia] = await fixture.buildPair();
    await callUntilRinging(ana, bia);
    const callId = await readLatestCallId(ana);
    await endRingTime(callId);
    await fixture.pool.query('ALTER TABLE notifications RENAME TO away');
    timers.advance(45_000);
    await waitForPendingEvents(ana, bia);
    await expect(expireRinging(createDeps())(callId)).rejects.toThrow();
    await fixture.pool.query('ALTER TABLE away RENAME TO notifications');
    expect(await fixture.statesOf(ana.uid)).toEqual(['pending']);
    await expireOverdueCalls(createDeps())();
    await expectMissedOnce(ana, bia, callId);
  });
});
