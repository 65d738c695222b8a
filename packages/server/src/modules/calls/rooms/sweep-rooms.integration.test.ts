import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  createVoiceRoomsFixture,
  type VoiceRoomsFixture,
} from '../../../../test/fixtures/modules/voice-rooms-fixture.ts';

let fixture: VoiceRoomsFixture;
beforeAll(async () => {
  fixture = await createVoiceRoomsFixture();
});
afterEach(async () => {
  fixture.discord.fail();
  fixture.discord.move(false);
  for (const channelId of fixture.discord.openChannels()) fixture.discord.remove(channelId);
  await fixture.pool.query('DELETE FROM calls');
});
afterAll(() => fixture?.app.close());

/** Creates an accepted call with a room, and functions that make the room older. */
async function startCall() {
  const call = await fixture.placeRingingCall();
  await call.accept();
  const channelId = (await call.read())?.channel_id ?? '';
  return {
    ...call,
    channelId,
    stands: () => fixture.discord.openChannels().includes(channelId),
    enter: (role: 'caller' | 'callee') => fixture.discord.enter(call[role].discordId, channelId),
    leave: (role: 'caller' | 'callee') => fixture.discord.leave(call[role].discordId),
    /** Makes the room `seconds` older and then runs the job `calls.sweep`. */
    after: async (seconds: number) => {
      await fixture.age(call.id, seconds);
      await fixture.run('calls.sweep');
    },
  };
}

const untouchedCall = { state: 'accepted', room_closed_at: null };
const emptiedCall = { state: 'ended', outcome: 'emptied', room_closed_at: expect.any(Date) };

describe('the room of an accepted call', () => {
  it('stays open while one of the two is in it', async () => {
    const call = await startCall();
    call.enter('callee');
    await call.after(0);
    await call.after(100_000);
    expect(await call.read()).toMatchObject({
      ...untouchedCall,
      room_used: true,
      room_empty_since: null,
    });
    call.leave('callee');
    call.enter('caller');
    await call.after(100_000);
    expect(await call.read()).toMatchObject(untouchedCall);
    expect(call.stands()).toBe(true);
    call.close();
  });

  it('is closed a minute after the last person left, and ends the call for both', async () => {
    const call = await startCall();
    call.enter('caller');
    await call.after(31);
    call.leave('caller');
    await call.after(31);
    expect(await call.read()).toMatchObject({
      ...untouchedCall,
      room_empty_since: expect.any(Date),
    });
    await call.after(20);
    expect(await call.read()).toMatchObject(untouchedCall);
    await call.after(61);
    expect(await call.read()).toMatchObject(emptiedCall);
    expect(call.stands()).toBe(false);
    expect(await call.countBusy()).toBe(0);
    const endFields = { state: 'ended', outcome: 'emptied', endedBy: null };
    const expectedChange = { callId: call.id, ...call.pair, ...endFields };
    await expect.poll(call.lastEvents).toEqual([expectedChange, expectedChange, expectedChange]);
    for (const device of [call.phone, call.here, call.there]) await device.waitFor('callEnd');
    call.close();
  });

  it('restarts the minute when somebody returns', async () => {
    const call = await startCall();
    call.enter('caller');
    await call.after(0);
    call.leave('caller');
    await call.after(31);
    call.enter('callee');
    await call.after(59);
    call.leave('callee');
    await call.after(31);
    expect(await call.read()).toMatchObject(untouchedCall);
    await call.after(20);
    expect(await call.read()).toMatchObject(untouchedCall);
    call.close();
  });

  it('stays open for ten minutes when nobody joins', async () => {
    const call = await startCall();
    await call.after(0);
    await call.after(540);
    expect(await call.read()).toMatchObject({ ...untouchedCall, room_used: false });
    await call.after(61);
    expect(await call.read()).toMatchObject(emptiedCall);
    expect(call.stands()).toBe(false);
    call.close();
  });

  it('does not wait for people who were moved into it and left', async () => {
    fixture.discord.move(true);
    const call = await startCall();
    call.leave('caller');
    call.leave('callee');
    await call.after(0);
    await call.after(61);
    expect(await call.read()).toMatchObject(emptiedCall);
    call.close();
  });

  it('counts as empty when it was deleted, or no Discord account of the two is known any more', async () => {
    const [gone, unlinked] = [await startCall(), await startCall()];
    for (const call of [gone, unlinked]) {
      call.enter('caller');
      call.enter('callee');
    }
    await fixture.run('calls.sweep');
    fixture.discord.remove(gone.channelId);
    await fixture.pool.query('UPDATE users SET discord_id = NULL WHERE uid = ANY($1)', [
      [unlinked.caller.uid, unlinked.callee.uid],
    ]);
    // A call that was accepted by an earlier version has no Discord ids of its own.
    await fixture.pool.query(
      'UPDATE calls SET caller_discord_id = NULL, callee_discord_id = NULL WHERE id = $1',
      [unlinked.id],
    );
    for (const call of [gone, unlinked]) await call.after(31);
    for (const call of [gone, unlinked]) await call.after(61);
    expect(await gone.read()).toMatchObject(emptiedCall);
    expect(await unlinked.read()).toMatchObject(emptiedCall);
    for (const call of [gone, unlinked]) call.close();
  });
});

describe('the room of an ended call', () => {
  it('stays open until both have left, then is closed at once', async () => {
    const call = await startCall();
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

  it.each([
    ['blocks', 'INSERT INTO user_blocks (blocker_id, blocked_id) VALUES ($1, $2)'],
    [
      'is suspended beside',
      'UPDATE users SET suspended_at = now() WHERE uid IN ($1) AND uid <> $2',
    ],
  ])(
    'is closed although somebody is in it when one of the two %s the other',
    async (_, restrictSql) => {
      const call = await startCall();
      call.enter('caller');
      await call.phone.send('callEnd', call.pair);
      await fixture.pool.query(restrictSql, [call.callee.uid, call.caller.uid]);
      await call.after(31);
      expect(call.stands()).toBe(false);
      await fixture.pool.query('DELETE FROM user_blocks WHERE blocker_id = $1', [call.callee.uid]);
      call.close();
    },
  );

  it('is retried each minute while it cannot be closed, and its call is kept', async () => {
    const call = await startCall();
    await call.phone.send('callEnd', call.pair);
    fixture.discord.fail('close');
    await call.after(31);
    await call.after(31 * 86_400);
    expect(await call.read()).toMatchObject({ state: 'ended', room_closed_at: null });
    fixture.discord.fail();
    await call.after(31);
    expect(call.stands()).toBe(false);
    // The call is deleted together with its room.
    expect(await call.read()).toBeUndefined();
    call.close();
  });
});

it('an accepted call whose room cannot be closed ends all the same', async () => {
  const call = await startCall();
  fixture.discord.fail('close');
  await call.after(601);
  expect(await call.read()).toMatchObject({ outcome: 'emptied', room_closed_at: null });
  expect(await call.countBusy()).toBe(0);
  fixture.discord.fail();
  await call.after(31);
  expect(await call.read()).toMatchObject(emptiedCall);
  call.close();
});

it('calls are deleted thirty days after their end', async () => {
  const call = await fixture.placeRingingCall();
  await call.phone.send('callEnd', call.pair);
  await fixture.age(call.id, 30 * 86_400 - 60);
  await fixture.run('calls.sweep');
  expect(await call.read()).toMatchObject({ outcome: 'cancelled' });
  await fixture.age(call.id, 61);
  await fixture.run('calls.sweep');
  expect(await call.read()).toBeUndefined();
  call.close();
});

/** Inserts ended calls with open rooms into the database. */
async function insertUnclosedCalls(count: number) {
  const [caller, callee] = [
    await fixture.buildCallablePerson(),
    await fixture.buildCallablePerson(),
  ];
  await fixture.pool.query(
    `INSERT INTO calls (id, caller_id, callee_id, state, outcome, rings_until, accepted_at, ended_at,
       channel_id, response)
     SELECT gen_random_uuid(), $1, $2, 'ended', 'left', now(), now(), now(), 'left-' || n, 'moved'
     FROM generate_series(1, $3) AS n`,
    [caller.uid, callee.uid, count],
  );
  return async () => {
    const { rows } = await fixture.pool.query(
      `SELECT count(*) FILTER (WHERE room_closed_at IS NULL)::int AS open,
         count(*) FILTER (WHERE room_looked_at IS NULL)::int AS unseen FROM calls`,
    );
    return rows[0] as { open: number; unseen: number };
  };
}

describe('a sweep with many rooms', () => {
  it('checks at most two hundred, and the others next time', async () => {
    const countRooms = await insertUnclosedCalls(230);
    await fixture.run('calls.sweep');
    expect(await countRooms()).toEqual({ open: 30, unseen: 30 });
    await fixture.run('calls.sweep');
    expect(await countRooms()).toEqual({ open: 0, unseen: 0 });
  });

  it('stops when Discord fails, and starts with the others next time', async () => {
    const countRooms = await insertUnclosedCalls(23);
    fixture.discord.fail('listPresent');
    await fixture.run('calls.sweep');
    expect(await countRooms()).toEqual({ open: 23, unseen: 18 });
    await fixture.pool.query(`UPDATE calls SET room_looked_at = room_looked_at - interval '31 s'`);
    await fixture.run('calls.sweep');
    expect(await countRooms()).toEqual({ open: 23, unseen: 13 });
    fixture.discord.fail();
    await fixture.run('calls.sweep');
    // Five rooms stay open, because they were checked a moment ago by the run before.
    expect(await countRooms()).toEqual({ open: 5, unseen: 0 });
  });

  it('starts no further check after its time limit', async () => {
    const countRooms = await insertUnclosedCalls(23);
    const releaseChecks = fixture.discord.hold('listPresent');
    const sweepRun = fixture.run('calls.sweep');
    await expect.poll(() => fixture.discord.waiting.listPresent).toBe(5);
    fixture.timers.advance(40_000);
    releaseChecks();
    await sweepRun;
    expect(await countRooms()).toEqual({ open: 18, unseen: 18 });
  });

  it('skips rooms that another sweep has claimed', async () => {
    const countRooms = await insertUnclosedCalls(8);
    const closeRequestsBefore = fixture.discord.asked.close;
    const releaseChecks = fixture.discord.hold('listPresent');
    const sweeps = [fixture.run('calls.sweep'), fixture.run('calls.sweep')];
    await expect.poll(() => fixture.discord.waiting.listPresent).toBe(8);
    releaseChecks();
    await Promise.all(sweeps);
    expect(await countRooms()).toEqual({ open: 0, unseen: 0 });
    expect(fixture.discord.asked.close).toBe(closeRequestsBefore + 8);
  });
});
