import { randomUUID } from 'node:crypto';
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

let rig: CallsRig;
beforeAll(async () => {
  rig = await callsRig();
});
afterAll(() => rig.close());

const block = (by: Gamer, of: Gamer) => by.fetch(`/api/users/${of.uid}/block`, { method: 'PUT' });
const leave = (who: Gamer) => who.fetch('/api/users/delete', { method: 'DELETE' });

const accepted = () => ({
  state: 'accepted',
  response: 'not_moved',
  accepted_at: new Date(),
  channel_id: randomUUID(),
});

/** Each device of these people has heard how the call ended, once. */
async function toldOf(outcome: string, caller: Gamer, callee: Gamer, people: readonly Gamer[]) {
  for (const device of people.flatMap(({ devices }) => devices)) {
    expect(await device.until('callEnd')).toEqual([pairOf(caller, callee)]);
    expect(device.all('callChanged').at(-1)).toMatchObject({ state: 'ended', outcome });
  }
}

describe('a block', () => {
  it.each([
    ['caller', 'cancelled'],
    ['callee', 'declined'],
  ])('by the %s ends what rings between the two', async (side, outcome) => {
    const [ana, bia] = await rig.pair();
    await ring(ana, bia);
    const [by, of] = side === 'caller' ? [ana, bia] : [bia, ana];
    expect((await block(by, of)).status).toBe(204);
    await toldOf(outcome, ana, bia, [ana, bia]);
    expect(await rig.inCall(ana.uid, bia.uid)).toEqual([]);
    expect((await by.api.calls.getCurrentCall()).call).toBeNull();
  });

  it('ends a call whose room is made, and one that is accepted', async () => {
    for (const state of [{ state: 'opening', opening_at: new Date() }, accepted()]) {
      const [ana, bia] = await rig.pair();
      await addCallRow(rig.pool, pairOf(ana, bia), state);
      await block(bia, ana);
      await toldOf(state.state === 'opening' ? 'declined' : 'left', ana, bia, [ana, bia]);
    }
  });

  it('of others, and the second one, ends nothing', async () => {
    const [ana, bia] = await rig.pair();
    const caio = await rig.gamer('Caio');
    await ring(ana, bia);
    await block(bia, caio);
    await block(caio, ana);
    await settled(ana, bia);
    expect(await rig.stands(ana.uid)).toEqual(['pending']);
    await block(ana, bia);
    await block(ana, bia);
    await toldOf('cancelled', ana, bia, [ana, bia]);
  });

  it('tells nobody before it is committed', async () => {
    const [ana, bia] = await rig.pair();
    await ring(ana, bia);
    const client = await rig.pool.connect();
    try {
      await client.query('BEGIN');
      await client.query('SELECT FROM calls WHERE caller_id = $1 FOR UPDATE', [ana.uid]);
      const blocking = block(bia, ana);
      const waiting = `SELECT 1 FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event_type = 'Lock'`;
      await expect.poll(async () => (await client.query(waiting)).rowCount).toBe(1);
      await settled(ana, bia);
      for (const device of ana.devices) expect(device.all('callEnd')).toEqual([]);
      await client.query('COMMIT');
      expect((await blocking).status).toBe(204);
    } finally {
      client.release();
    }
    await toldOf('declined', ana, bia, [ana, bia]);
  });
});

describe('the end of an account', () => {
  it.each([
    ['caller', 'cancelled'],
    ['callee', 'declined'],
  ])('of the %s ends what rings, and leaves no call of theirs', async (side, outcome) => {
    const [ana, bia] = await rig.pair();
    const over = { state: 'ended', outcome: 'left', ended_at: new Date() };
    await addCallRow(rig.pool, pairOf(bia, ana), over);
    await ring(ana, bia);
    const [gone, stays] = side === 'caller' ? [ana, bia] : [bia, ana];
    expect((await leave(gone)).ok).toBe(true);
    await toldOf(outcome, ana, bia, [stays]);
    expect(await rig.callsOf(gone.uid)).toEqual([]);
    await ring(stays, await rig.gamer('Caio'));
  });

  it('ends an accepted call, whose room is closed before it is forgotten', async () => {
    const [ana, bia] = await rig.pair();
    const id = await addCallRow(rig.pool, pairOf(ana, bia), accepted());
    const closed = { state: 'ended', outcome: 'left', ended_at: new Date() };
    const room = { channel_id: randomUUID(), room_closed_at: new Date() };
    await addCallRow(rig.pool, pairOf(ana, bia), { ...closed, ...room });
    await leave(ana);
    await toldOf('left', ana, bia, [bia]);
    expect((await rig.callsOf(ana.uid)).map((row) => [row.id, row.outcome])).toEqual([
      [id, 'left'],
    ]);
    expect(await rig.inCall(ana.uid, bia.uid)).toEqual([]);
  });

  it('that is refused ends nothing', async () => {
    const admin = await rig.app.admin();
    const bia = await rig.gamer('Bia');
    await rig.change(admin, { discord_id: '42', can_be_called: true });
    await addCallRow(rig.pool, pairOf(bia, admin));
    expect((await admin.fetch('/api/users/delete', { method: 'DELETE' })).status).toBe(409);
    await settled(bia);
    expect(await rig.stands(bia.uid)).toEqual(['pending']);
    expect(bia.devices[0].all('callEnd')).toEqual([]);
  });
});
