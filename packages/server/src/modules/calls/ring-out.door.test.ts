import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  addCallRow,
  type CallsRig,
  callsRig,
  type Gamer,
  pairOf,
  ring,
  settled,
} from '../../../test/calls-rig.ts';
import { type FakeTimers, fakeTimers } from '../../../test/fake-timers.ts';
import { nobodyHears } from '../../../test/nobody-there.ts';
import { quietLog } from '../../../test/quiet-log.ts';
import { createDatabase } from '../../platform/database/pool.ts';
import { createLogger } from '../../platform/logging.ts';
import { systemIds } from '../../ports/ids.ts';
import { moveCall } from './move-call.ts';
import { ringOut, sweepRings } from './ring-out.ts';

let rig: CallsRig;
let timers: FakeTimers;
beforeAll(async () => {
  timers = fakeTimers();
  rig = await callsRig({ timers });
});
afterAll(() => rig.close());

const idOf = async ({ uid }: Gamer): Promise<string> => (await rig.callsOf(uid)).at(-1).id;

/** The database's clock comes to the end of a ring. */
const rungOut = (id: string) =>
  rig.pool.query('UPDATE calls SET rings_until = clock_timestamp() WHERE id = $1', [id]);

/** Another program on the same database, which was told of nothing. */
function anotherProgram() {
  const { options } = rig.pool as unknown as { options: { connectionString: string } };
  const database = createDatabase(options.connectionString, { log: quietLog });
  const log = createLogger('silent');
  const deps = { database, log, ids: systemIds, timers: fakeTimers(), realtime: nobodyHears };
  return { ...deps, close: () => database.close() };
}

async function missedOnce(caller: Gamer, callee: Gamer, callId: string) {
  const told = { sender_id: caller.uid, additional_info: { callId, event: 'missed' } };
  expect(await rig.missedOf(callee.uid)).toEqual([told]);
  expect(await rig.missedOf(caller.uid)).toEqual([]);
  expect(await rig.inCall(caller.uid, callee.uid)).toEqual([]);
}

describe('a call that nobody answers', () => {
  it('ends as missed when its ring is over, for both sides, and is told once', async () => {
    const [ana, bia] = await rig.pair();
    await ring(ana, bia);
    const callId = await idOf(ana);
    timers.advance(44_999);
    await settled(ana, bia);
    expect(await rig.stands(ana.uid)).toEqual(['pending']);
    await rungOut(callId);
    timers.advance(1);
    const over = { state: 'ended', outcome: 'missed', endedBy: null };
    const change = { callId, ...pairOf(ana, bia), ...over };
    for (const device of [...ana.devices, ...bia.devices]) {
      expect(await device.until('callEnd')).toEqual([pairOf(ana, bia)]);
      expect(device.all('callChanged').at(-1)).toEqual(change);
    }
    for (const device of bia.devices)
      expect(await device.until('notification')).toMatchObject([
        { type: 'call', senderId: ana.uid, content: `Ligação perdida de ${ana.user.displayName}.` },
      ]);
    await missedOnce(ana, bia, callId);
  });

  it('goes on ringing until the database’s clock says so', async () => {
    const [ana, bia] = await rig.pair();
    await ring(ana, bia);
    const callId = await idOf(ana);
    timers.advance(45_000);
    // Whenever it looks too early, it looks again.
    await expect
      .poll(async () => {
        timers.advance(50_000);
        return rig.stands(ana.uid);
      })
      .toEqual(['pending']);
    await rungOut(callId);
    await expect
      .poll(async () => {
        timers.advance(50_000);
        return rig.stands(ana.uid);
      })
      .toEqual(['missed']);
    await missedOnce(ana, bia, callId);
  });

  it.each(['cancelled', 'declined'])('but is %s is not missed', async (outcome) => {
    const [ana, bia] = await rig.pair();
    await ring(ana, bia);
    const callId = await idOf(ana);
    const by = outcome === 'cancelled' ? ana : bia;
    await by.devices[0].send('callEnd', pairOf(ana, bia));
    await rungOut(callId);
    timers.advance(60_000);
    await settled(ana, bia);
    expect(await ringOut(anotherDeps())(callId)).toBe(false);
    expect(await rig.stands(ana.uid)).toEqual([outcome]);
    expect(await rig.missedOf(bia.uid)).toEqual([]);
  });

  it('or is answered at the same moment is one of the two', async () => {
    for (let round = 0; round < 10; round += 1) {
      const [ana, bia] = await rig.pair();
      const id = await addCallRow(rig.pool, pairOf(ana, bia), {
        rings_until: new Date(Date.now() + 4),
      });
      const until = Date.now() + 2_000;
      let done: readonly unknown[] = [];
      while (done.length === 0 && Date.now() < until) {
        const acts = [
          ringOut(anotherDeps())(id),
          moveCall(rig.app.program.database.db, 'answer', id),
        ] as const;
        done = (await Promise.all(acts)).filter(Boolean);
      }
      expect(done).toHaveLength(1);
      const [stands] = await rig.stands(ana.uid);
      expect(['missed', 'opening']).toContain(stands);
      expect(await rig.missedOf(bia.uid)).toHaveLength(stands === 'missed' ? 1 : 0);
    }
  });
});

/** What the program under test is made of, without its devices. */
const anotherDeps = () => ({
  database: rig.app.program.database,
  ids: systemIds,
  timers,
  realtime: nobodyHears,
  log: createLogger('silent'),
});

describe('after a crash', () => {
  it('another program ends what rang, by its sweep, and tells once', async () => {
    const [ana, bia] = await rig.pair();
    const [caio, davi] = await rig.pair();
    await ring(ana, bia);
    await ring(caio, davi);
    const callId = await idOf(ana);
    await rungOut(callId);
    const programs = [anotherProgram(), anotherProgram()];
    await Promise.all([...programs, ...programs].map((program) => sweepRings(program)()));
    expect(await rig.stands(ana.uid)).toEqual(['missed']);
    await missedOnce(ana, bia, callId);
    // What still rings goes on.
    expect(await rig.stands(caio.uid)).toEqual(['pending']);
    // The one that took it does nothing more.
    timers.advance(60_000);
    await settled(ana, bia);
    expect(ana.devices[0].all('callEnd')).toEqual([]);
    await missedOnce(ana, bia, callId);
    for (const program of programs) await program.close();
  });

  it('a room that was never made does not keep people busy', async () => {
    const [ana, bia] = await rig.pair();
    const opening = { state: 'opening', rings_until: new Date(0) };
    await addCallRow(rig.pool, pairOf(ana, bia), {
      ...opening,
      opening_at: new Date(Date.now() - 20_000),
    });
    await sweepRings(anotherDeps())();
    expect(await rig.stands(ana.uid)).toEqual(['opening']);
    await rig.pool.query(`UPDATE calls SET opening_at = now() - interval '31 s'`);
    await sweepRings(anotherDeps())();
    expect(await rig.stands(ana.uid)).toEqual(['failed']);
    expect(await rig.missedOf(bia.uid)).toEqual([]);
  });
});

it('is ended by the sweep although another one cannot be', async () => {
  const [[ana, bia], [caio, davi]] = [await rig.pair(), await rig.pair()];
  await addCallRow(rig.pool, pairOf(ana, bia), { rings_until: new Date(0) });
  const callId = await addCallRow(rig.pool, pairOf(caio, davi), { rings_until: new Date(1) });
  const not = `CHECK (receiver_id <> '${bia.uid}')`;
  await rig.pool.query(`ALTER TABLE notifications ADD CONSTRAINT odd ${not}`);
  await sweepRings(anotherDeps())().finally(() =>
    rig.pool.query('ALTER TABLE notifications DROP CONSTRAINT odd'),
  );
  expect(await rig.stands(ana.uid)).toEqual(['pending']);
  await missedOnce(caio, davi, callId);
});

describe('a database that is away when a ring ends', () => {
  it('leaves the call to the sweep', async () => {
    const [ana, bia] = await rig.pair();
    await ring(ana, bia);
    const callId = await idOf(ana);
    await rungOut(callId);
    await rig.pool.query('ALTER TABLE notifications RENAME TO away');
    timers.advance(45_000);
    await settled(ana, bia);
    await expect(ringOut(anotherDeps())(callId)).rejects.toThrow();
    await rig.pool.query('ALTER TABLE away RENAME TO notifications');
    expect(await rig.stands(ana.uid)).toEqual(['pending']);
    await sweepRings(anotherDeps())();
    await missedOnce(ana, bia, callId);
  });
});
