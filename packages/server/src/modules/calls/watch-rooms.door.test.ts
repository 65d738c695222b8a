import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createRoomsRig, type RoomsRig } from '../../../test/rooms-rig.ts';

let rig: RoomsRig;
beforeAll(async () => {
  rig = await createRoomsRig();
});
afterEach(async () => {
  rig.discord.fail();
  rig.discord.move(false);
  for (const channelId of rig.discord.standing()) rig.discord.remove(channelId);
  await rig.pool.query('DELETE FROM calls');
});
afterAll(() => rig?.app.close());

/** An accepted call with its room, and ways to let time pass. */
async function talking() {
  const call = await rig.ringing();
  await call.accept();
  const channelId = (await call.read())?.channel_id ?? '';
  return {
    ...call,
    channelId,
    stands: () => rig.discord.standing().includes(channelId),
    enter: (who: 'caller' | 'callee') => rig.discord.enter(call[who].discordId, channelId),
    leave: (who: 'caller' | 'callee') => rig.discord.leave(call[who].discordId),
    /** Lets so many seconds pass, and the sweep come by at their end. */
    after: async (seconds: number) => {
      await rig.age(call.id, seconds);
      await rig.run('calls.sweep');
    },
  };
}

const goesOn = { state: 'accepted', room_closed_at: null };
const emptied = { state: 'ended', outcome: 'emptied', room_closed_at: expect.any(Date) };

describe('the room of an accepted call', () => {
  it('stays while one of the two is in it', async () => {
    const call = await talking();
    call.enter('callee');
    await call.after(0);
    await call.after(100_000);
    expect(await call.read()).toMatchObject({ ...goesOn, room_used: true, room_empty_since: null });
    call.leave('callee');
    call.enter('caller');
    await call.after(100_000);
    expect(await call.read()).toMatchObject(goesOn);
    expect(call.stands()).toBe(true);
    call.close();
  });

  it('is closed a minute after the last one left, and ends the call for both', async () => {
    const call = await talking();
    call.enter('caller');
    await call.after(31);
    call.leave('caller');
    await call.after(31);
    expect(await call.read()).toMatchObject({ ...goesOn, room_empty_since: expect.any(Date) });
    await call.after(58);
    expect(await call.read()).toMatchObject(goesOn);
    await call.after(31);
    expect(await call.read()).toMatchObject(emptied);
    expect(call.stands()).toBe(false);
    expect(await call.busy()).toBe(0);
    const over = { state: 'ended', outcome: 'emptied', endedBy: null };
    const told = { callId: call.id, ...call.pair, ...over };
    await expect.poll(call.told).toEqual([told, told, told]);
    for (const device of [call.phone, call.here, call.there]) await device.until('callEnd');
    call.close();
  });

  it('counts its minute anew when somebody comes back', async () => {
    const call = await talking();
    call.enter('caller');
    await call.after(0);
    call.leave('caller');
    await call.after(31);
    call.enter('callee');
    await call.after(59);
    call.leave('callee');
    await call.after(31);
    expect(await call.read()).toMatchObject(goesOn);
    await call.after(59);
    expect(await call.read()).toMatchObject(goesOn);
    call.close();
  });

  it('waits ten minutes for somebody to come', async () => {
    const call = await talking();
    await call.after(0);
    await call.after(590);
    expect(await call.read()).toMatchObject({ ...goesOn, room_used: false });
    await call.after(31);
    expect(await call.read()).toMatchObject(emptied);
    expect(call.stands()).toBe(false);
    call.close();
  });

  it('does not wait for people who were moved into it and have left since', async () => {
    rig.discord.move(true);
    const call = await talking();
    call.leave('caller');
    call.leave('callee');
    await call.after(0);
    await call.after(61);
    expect(await call.read()).toMatchObject(emptied);
    call.close();
  });

  it('counts as empty once it is gone, or nobody is linked any more', async () => {
    const [gone, unlinked] = [await talking(), await talking()];
    for (const call of [gone, unlinked]) {
      call.enter('caller');
      call.enter('callee');
    }
    await rig.run('calls.sweep');
    rig.discord.remove(gone.channelId);
    await rig.pool.query('UPDATE users SET discord_id = NULL WHERE uid = ANY($1)', [
      [unlinked.caller.uid, unlinked.callee.uid],
    ]);
    for (const call of [gone, unlinked]) await call.after(31);
    for (const call of [gone, unlinked]) await call.after(61);
    expect(await gone.read()).toMatchObject(emptied);
    expect(await unlinked.read()).toMatchObject(emptied);
    for (const call of [gone, unlinked]) call.close();
  });
});

describe('the room of a call that is over', () => {
  it('stays until both have left, then it is closed at once', async () => {
    const call = await talking();
    call.enter('caller');
    await call.phone.send('callEnd', call.pair);
    await call.after(31);
    expect(call.stands()).toBe(true);
    call.leave('caller');
    await call.after(31);
    expect(call.stands()).toBe(false);
    expect(await call.read()).toMatchObject({ outcome: 'left', room_closed_at: expect.any(Date) });
    call.close();
  });

  it('is tried again each minute while it cannot be closed, and not forgotten', async () => {
    const call = await talking();
    await call.phone.send('callEnd', call.pair);
    rig.discord.fail('close');
    await call.after(31);
    await call.after(31 * 86_400);
    expect(await call.read()).toMatchObject({ state: 'ended', room_closed_at: null });
    rig.discord.fail();
    await call.after(31);
    expect(call.stands()).toBe(false);
    // With its room it is forgotten.
    expect(await call.read()).toBeUndefined();
    call.close();
  });
});

it('an accepted call whose room cannot be closed is over all the same', async () => {
  const call = await talking();
  rig.discord.fail('close');
  await call.after(601);
  expect(await call.read()).toMatchObject({ outcome: 'emptied', room_closed_at: null });
  expect(await call.busy()).toBe(0);
  rig.discord.fail();
  await call.after(31);
  expect(await call.read()).toMatchObject(emptied);
  call.close();
});

it('calls are forgotten thirty days after their end', async () => {
  const call = await rig.ringing();
  await call.phone.send('callEnd', call.pair);
  await rig.age(call.id, 30 * 86_400 - 60);
  await rig.run('calls.sweep');
  expect(await call.read()).toMatchObject({ outcome: 'cancelled' });
  await rig.age(call.id, 61);
  await rig.run('calls.sweep');
  expect(await call.read()).toBeUndefined();
  call.close();
});

/** Ended calls whose rooms stand, put straight into the database. */
async function leftOver(count: number) {
  const [caller, callee] = [await rig.someone(), await rig.someone()];
  await rig.pool.query(
    `INSERT INTO calls (id, caller_id, callee_id, state, outcome, rings_until, accepted_at, ended_at,
       channel_id, response)
     SELECT gen_random_uuid(), $1, $2, 'ended', 'left', now(), now(), now(), 'left-' || n, 'moved'
     FROM generate_series(1, $3) AS n`,
    [caller.uid, callee.uid, count],
  );
  return async () => {
    const { rows } = await rig.pool.query(
      `SELECT count(*) FILTER (WHERE room_closed_at IS NULL)::int AS open,
         count(*) FILTER (WHERE room_looked_at IS NULL)::int AS unseen FROM calls`,
    );
    return rows[0] as { open: number; unseen: number };
  };
}

describe('a sweep with many rooms', () => {
  it('looks at two hundred at most, and at the others the next time', async () => {
    const left = await leftOver(230);
    await rig.run('calls.sweep');
    expect(await left()).toEqual({ open: 30, unseen: 30 });
    await rig.run('calls.sweep');
    expect(await left()).toEqual({ open: 0, unseen: 0 });
  });

  it('stops where Discord fails, and begins with the others the next time', async () => {
    const left = await leftOver(23);
    rig.discord.fail('isOccupied');
    await rig.run('calls.sweep');
    expect(await left()).toEqual({ open: 23, unseen: 18 });
    await rig.pool.query(`UPDATE calls SET room_looked_at = room_looked_at - interval '31 s'`);
    await rig.run('calls.sweep');
    expect(await left()).toEqual({ open: 23, unseen: 13 });
    rig.discord.fail();
    await rig.run('calls.sweep');
    // The last ones were looked at a moment ago.
    expect(await left()).toEqual({ open: 5, unseen: 0 });
  });

  it('begins with no more once it has taken too long', async () => {
    const left = await leftOver(23);
    const on = rig.discord.hold('isOccupied');
    const running = rig.run('calls.sweep');
    await expect.poll(() => rig.discord.waiting.isOccupied).toBe(5);
    rig.timers.advance(40_000);
    on();
    await running;
    expect(await left()).toEqual({ open: 18, unseen: 18 });
  });

  it('leaves to another one what that has taken on', async () => {
    const left = await leftOver(8);
    const asked = rig.discord.asked.close;
    const on = rig.discord.hold('isOccupied');
    const both = [rig.run('calls.sweep'), rig.run('calls.sweep')];
    await expect.poll(() => rig.discord.waiting.isOccupied).toBe(8);
    on();
    await Promise.all(both);
    expect(await left()).toEqual({ open: 0, unseen: 0 });
    expect(rig.discord.asked.close).toBe(asked + 8);
  });
});
