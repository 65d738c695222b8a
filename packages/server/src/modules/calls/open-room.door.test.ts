import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { refusal } from '../../../test/harness.ts';
import { createRoomsRig, type Ringing, type RoomsRig } from '../../../test/rooms-rig.ts';
import { outcomesOf } from '../../../test/talk-rig.ts';

let rig: RoomsRig;
beforeAll(async () => {
  rig = await createRoomsRig();
});
afterEach(() => {
  rig.discord.fail();
  rig.discord.move(false);
});
afterAll(() => rig?.app.close());

describe('accepting a call', () => {
  it('makes its room for the two, and tells both at once', async () => {
    const call = await rig.ringing();
    const room = await call.accept();
    expect(room).toEqual({
      invite_link: expect.stringMatching(/^https:\/\/discord\.gg\//),
      response: 'not_moved',
    });
    expect(rig.discord.requests.at(-1)).toEqual({
      callId: call.id,
      people: [call.caller.discordId, call.callee.discordId],
    });
    const accepted = {
      callId: call.id,
      ...call.pair,
      state: 'accepted',
      outcome: null,
      endedBy: null,
    };
    await expect.poll(call.told).toEqual(Array(3).fill(accepted));
    const states = call.phone.all('callChanged').map(({ state }) => state);
    expect(states).toEqual(['pending', 'opening', 'accepted']);
    expect(await call.read()).toMatchObject({ channel_id: rig.discord.standing()[0] });
    const current = await call.caller.api.calls.getCurrentCall();
    expect(current.call).toMatchObject({ id: call.id, state: 'accepted', room });
    rig.clear(call);
  });

  it('gives nobody an invite who was moved', async () => {
    rig.discord.move(true);
    const call = await rig.ringing();
    expect(await call.accept()).toEqual({ invite_link: null, response: 'moved' });
    rig.clear(call);
  });

  it('answers alike when asked again, whatever Discord would say now', async () => {
    const call = await rig.ringing();
    const room = await call.accept();
    rig.discord.fail('open', 'isOccupied', 'close');
    const before = rig.discord.asked.open;
    expect([await call.accept(), await call.accept()]).toEqual([room, room]);
    expect(rig.discord.asked.open).toBe(before);
    rig.clear(call);
  });

  it('makes one room for twenty requests at a time, and gives all the same answer', async () => {
    const call = await rig.ringing();
    const before = rig.discord.asked.open;
    const open = rig.discord.hold('open');
    const all = Array.from({ length: 20 }, () => call.accept());
    await expect.poll(() => rig.discord.waiting.open).toBe(1);
    open();
    const rooms = await Promise.all(all);
    expect(new Set(rooms.map((room) => room.invite_link)).size).toBe(1);
    expect(rig.discord.asked.open).toBe(before + 1);
    expect(rig.discord.standing()).toHaveLength(1);
    rig.clear(call);
  });

  it('says so to twenty requests at a time when there is no room', async () => {
    rig.discord.fail('open');
    const call = await rig.ringing();
    const open = rig.discord.hold('open');
    const all = Array.from({ length: 20 }, () => call.accept());
    await expect.poll(() => rig.discord.waiting.open).toBe(1);
    open();
    const outcomes = await outcomesOf(all);
    // Who comes when all is over finds no call.
    expect(outcomes.call_room_failed ?? 0).toBeGreaterThan(0);
    expect((outcomes.call_room_failed ?? 0) + (outcomes.call_not_found ?? 0)).toBe(20);
    await rig.expectOver(call, 'failed');
    rig.clear(call);
  });
});

describe('no call to accept', () => {
  it('is there for the caller, for strangers, and for other ids than those of the two', async () => {
    const call = await rig.ringing();
    const stranger = await rig.someone();
    const { caller_id, receiver_id } = call.body;
    const ask = (by: Ringing['callee'], body: Ringing['body']) =>
      refusal(by.api.calls.openCallRoom({ body }));
    const none = { status: 409, code: 'call_not_found', message: 'Chamada não encontrada.' };
    for (const refused of [
      await ask(call.caller, call.body),
      await ask(call.caller, { caller_id: receiver_id, receiver_id: caller_id }),
      await ask(stranger, call.body),
      await ask(stranger, { caller_id, receiver_id: stranger.discordId }),
      await ask(call.callee, { caller_id: receiver_id, receiver_id: caller_id }),
      await ask(call.callee, { caller_id: stranger.discordId, receiver_id }),
      await ask(call.callee, { caller_id, receiver_id: stranger.discordId }),
      await ask(call.callee, { caller_id: `0${caller_id}`, receiver_id }),
    ]) {
      expect(refused).toMatchObject(none);
    }
    expect(await call.read()).toMatchObject({ state: 'pending' });
    rig.clear(call);
  });

  it('is there once it has rung out', async () => {
    const call = await rig.ringing();
    await rig.age(call.id, 46);
    expect(await refusal(call.accept())).toMatchObject({ status: 409, code: 'call_not_found' });
    expect(rig.discord.standing()).toEqual([]);
    rig.clear(call);
  });

  it('is there while the caller is suspended', async () => {
    const call = await rig.ringing();
    await rig.pool.query('UPDATE users SET suspended_at = now() WHERE uid = $1', [call.caller.uid]);
    expect(await refusal(call.accept())).toMatchObject({ code: 'call_not_found' });
    rig.clear(call);
  });

  it('is there for a caller who is somebody else at Discord by now, or nobody', async () => {
    const call = await rig.ringing();
    const link = (id: string | null) =>
      rig.pool.query('UPDATE users SET discord_id = $2 WHERE uid = $1', [call.caller.uid, id]);
    await link(null);
    expect(await refusal(call.accept())).toMatchObject({ code: 'call_not_found' });
    await link('499000000000000001');
    expect(await refusal(call.accept())).toMatchObject({ code: 'call_not_found' });
    await link(call.caller.discordId);
    expect(await call.accept()).toMatchObject({ response: 'not_moved' });
    rig.clear(call);
  });

  it('can be accepted without an own account at Discord', async () => {
    const call = await rig.ringing();
    await rig.pool.query('UPDATE users SET discord_id = NULL WHERE uid = $1', [call.callee.uid]);
    expect(await refusal(call.accept())).toMatchObject({
      status: 403,
      code: 'callee_without_discord',
      message: 'Você precisa ter o Discord configurado para aceitar chamadas.',
    });
    expect(await call.read()).toMatchObject({ state: 'pending' });
    rig.clear(call);
  });
});

describe('a room that cannot be made', () => {
  it('ends the call for both at once, who can call again', async () => {
    rig.discord.fail('open');
    const call = await rig.ringing();
    expect(await refusal(call.accept())).toMatchObject({
      status: 503,
      code: 'call_room_failed',
      message: 'Não foi possível criar o chat no Discord.',
    });
    await rig.expectOver(call, 'failed');
    for (const device of [call.phone, call.here, call.there]) {
      expect(await device.until('callEnd')).toEqual([call.pair]);
    }
    rig.discord.fail();
    await call.phone.send('call', { calleeId: call.callee.uid });
    expect(await call.accept()).toMatchObject({ response: 'not_moved' });
    rig.clear(call);
  });

  it('and was cancelled meanwhile, tells of the first end only', async () => {
    rig.discord.fail('open');
    const call = await rig.ringing();
    const open = rig.discord.hold('open');
    const accepting = refusal(call.accept());
    await expect.poll(() => rig.discord.waiting.open).toBe(1);
    await call.phone.send('callEnd', call.pair);
    open();
    expect(await accepting).toMatchObject({ status: 409, code: 'call_not_found' });
    await rig.expectOver(call, 'cancelled');
    rig.clear(call);
  });
});

it('a database that fails once the room is made leaves nothing behind', async () => {
  const call = await rig.ringing();
  await rig.pool.query(`CREATE FUNCTION refuse_accepting() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION 'out of space' USING ERRCODE = '53100'; END $$`);
  await rig.pool.query(`CREATE TRIGGER full_disk BEFORE UPDATE ON calls FOR EACH ROW
    WHEN (NEW.state = 'accepted') EXECUTE FUNCTION refuse_accepting()`);
  expect(await refusal(call.accept())).toMatchObject({ status: 503, code: 'unavailable' });
  await rig.pool.query('DROP TRIGGER full_disk ON calls');
  await rig.expectOver(call, 'failed');
  rig.clear(call);
});
