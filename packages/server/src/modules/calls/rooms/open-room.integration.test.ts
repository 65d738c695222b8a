import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { countOutcomes } from '../../../../test/fixtures/modules/social-fixture.ts';
import {
  createVoiceRoomsFixture,
  type RingingCallFixture,
  type VoiceRoomsFixture,
} from '../../../../test/fixtures/modules/voice-rooms-fixture.ts';
import { errorOfCall } from '../../../../test/fixtures/server/test-app.ts';

let fixture: VoiceRoomsFixture;
beforeAll(async () => {
  fixture = await createVoiceRoomsFixture();
});
afterEach(() => {
  fixture.discord.fail();
  fixture.discord.move(false);
});
afterAll(() => fixture?.app.close());

describe('accepting a call', () => {
  it('makes a room for both people, and emits it to both at once', async () => {
    const call = await fixture.placeRingingCall();
    const room = await call.accept();
    expect(room).toEqual({
      invite_link: expect.stringMatching(/^https:\/\/discord\.gg\//),
      response: 'not_moved',
    });
    expect(fixture.discord.requests.at(-1)).toEqual({
      callId: call.id,
      people: [call.caller.discordId, call.callee.discordId],
    });
    const acceptedChange = {
      callId: call.id,
      ...call.pair,
      state: 'accepted',
      outcome: null,
      endedBy: null,
    };
    await expect.poll(call.lastEvents).toEqual(Array(3).fill(acceptedChange));
    const states = call.phone.payloadsOf('callChanged').map(({ state }) => state);
    expect(states).toEqual(['pending', 'opening', 'accepted']);
    expect(await call.read()).toMatchObject({ channel_id: fixture.discord.openChannels()[0] });
    const current = await call.caller.api.calls.getCurrentCall();
    expect(current.call).toMatchObject({ id: call.id, state: 'accepted', room });
    fixture.clear(call);
  });

  it('gives no invite to people who were moved', async () => {
    fixture.discord.move(true);
    const call = await fixture.placeRingingCall();
    expect(await call.accept()).toEqual({ invite_link: null, response: 'moved' });
    fixture.clear(call);
  });

  it('returns the same answer again, without asking Discord', async () => {
    const call = await fixture.placeRingingCall();
    const room = await call.accept();
    fixture.discord.fail('open', 'listPresent', 'close');
    const openRequestsBefore = fixture.discord.asked.open;
    expect([await call.accept(), await call.accept()]).toEqual([room, room]);
    expect(fixture.discord.asked.open).toBe(openRequestsBefore);
    fixture.clear(call);
  });

  it('makes one room for twenty concurrent requests, with the same answer', async () => {
    const call = await fixture.placeRingingCall();
    const openRequestsBefore = fixture.discord.asked.open;
    const releaseOpen = fixture.discord.hold('open');
    const acceptRequests = Array.from({ length: 20 }, () => call.accept());
    await expect.poll(() => fixture.discord.waiting.open).toBe(1);
    releaseOpen();
    const rooms = await Promise.all(acceptRequests);
    expect(new Set(rooms.map((room) => room.invite_link)).size).toBe(1);
    expect(fixture.discord.asked.open).toBe(openRequestsBefore + 1);
    expect(fixture.discord.openChannels()).toHaveLength(1);
    fixture.clear(call);
  });

  it('reports a failed room to twenty concurrent requests', async () => {
    fixture.discord.fail('open');
    const call = await fixture.placeRingingCall();
    const releaseOpen = fixture.discord.hold('open');
    const acceptRequests = Array.from({ length: 20 }, () => call.accept());
    await expect.poll(() => fixture.discord.waiting.open).toBe(1);
    releaseOpen();
    const outcomes = await countOutcomes(acceptRequests);
    // A request that arrives after the call has ended finds no call.
    expect(outcomes.call_room_failed ?? 0).toBeGreaterThan(0);
    expect((outcomes.call_room_failed ?? 0) + (outcomes.call_not_found ?? 0)).toBe(20);
    await fixture.expectOver(call, 'failed');
    fixture.clear(call);
  });
});

describe('no call to accept', () => {
  it('for the caller, for strangers, and for other Discord ids', async () => {
    const call = await fixture.placeRingingCall();
    const stranger = await fixture.buildCallablePerson();
    const { caller_id, receiver_id } = call.body;
    const refusalOf = (by: RingingCallFixture['callee'], body: RingingCallFixture['body']) =>
      errorOfCall(by.api.calls.openCallRoom({ body }));
    const callNotFoundRefusal = {
      status: 409,
      code: 'call_not_found',
      message: 'Ligação não encontrada.',
    };
    for (const refusal of [
      await refusalOf(call.caller, call.body),
      await refusalOf(call.caller, { caller_id: receiver_id, receiver_id: caller_id }),
      await refusalOf(stranger, call.body),
      await refusalOf(stranger, { caller_id, receiver_id: stranger.discordId }),
      await refusalOf(call.callee, { caller_id: receiver_id, receiver_id: caller_id }),
      await refusalOf(call.callee, { caller_id: stranger.discordId, receiver_id }),
      await refusalOf(call.callee, { caller_id, receiver_id: stranger.discordId }),
      await refusalOf(call.callee, { caller_id: `0${caller_id}`, receiver_id }),
    ]) {
      expect(refusal).toMatchObject(callNotFoundRefusal);
    }
    expect(await call.read()).toMatchObject({ state: 'pending' });
    fixture.clear(call);
  });

  it('after the ring time', async () => {
    const call = await fixture.placeRingingCall();
    await fixture.age(call.id, 46);
    expect(await errorOfCall(call.accept())).toMatchObject({ status: 409, code: 'call_not_found' });
    expect(fixture.discord.openChannels()).toEqual([]);
    fixture.clear(call);
  });

  it('while the caller is suspended', async () => {
    const call = await fixture.placeRingingCall();
    await fixture.pool.query('UPDATE users SET suspended_at = now() WHERE uid = $1', [
      call.caller.uid,
    ]);
    expect(await errorOfCall(call.accept())).toMatchObject({ code: 'call_not_found' });
    fixture.clear(call);
  });

  it('for a caller who has changed or unlinked the Discord account', async () => {
    const call = await fixture.placeRingingCall();
    const setDiscordId = (id: string | null) =>
      fixture.pool.query('UPDATE users SET discord_id = $2 WHERE uid = $1', [call.caller.uid, id]);
    await setDiscordId(null);
    expect(await errorOfCall(call.accept())).toMatchObject({ code: 'call_not_found' });
    await setDiscordId('499000000000000001');
    expect(await errorOfCall(call.accept())).toMatchObject({ code: 'call_not_found' });
    await setDiscordId(call.caller.discordId);
    expect(await call.accept()).toMatchObject({ response: 'not_moved' });
    fixture.clear(call);
  });

  it('without a linked Discord account', async () => {
    const call = await fixture.placeRingingCall();
    await fixture.pool.query('UPDATE users SET discord_id = NULL WHERE uid = $1', [
      call.callee.uid,
    ]);
    expect(await errorOfCall(call.accept())).toMatchObject({
      status: 403,
      code: 'callee_without_discord',
      message: 'Você precisa ter o Discord configurado para aceitar chamadas.',
    });
    expect(await call.read()).toMatchObject({ state: 'pending' });
    fixture.clear(call);
  });
});

describe('a room that cannot be made', () => {
  it('ends the call for both at once, and both can call again', async () => {
    fixture.discord.fail('open');
    const call = await fixture.placeRingingCall();
    expect(await errorOfCall(call.accept())).toMatchObject({
      status: 503,
      code: 'call_room_failed',
      message: 'Não foi possível criar o chat no Discord.',
    });
    await fixture.expectOver(call, 'failed');
    for (const device of [call.phone, call.here, call.there]) {
      expect(await device.waitFor('callEnd')).toEqual([call.pair]);
    }
    fixture.discord.fail();
    await call.phone.send('call', { calleeId: call.callee.uid });
    expect(await call.accept()).toMatchObject({ response: 'not_moved' });
    fixture.clear(call);
  });

  it('and was cancelled meanwhile, emits only the first end', async () => {
    fixture.discord.fail('open');
    const call = await fixture.placeRingingCall();
    const releaseOpen = fixture.discord.hold('open');
    const accepting = errorOfCall(call.accept());
    await expect.poll(() => fixture.discord.waiting.open).toBe(1);
    await call.phone.send('callEnd', call.pair);
    releaseOpen();
    expect(await accepting).toMatchObject({ status: 409, code: 'call_not_found' });
    await fixture.expectOver(call, 'cancelled');
    fixture.clear(call);
  });
});

it('a database that fails once the room is made leaves nothing behind', async () => {
  const call = await fixture.placeRingingCall();
  await fixture.pool.query(`CREATE FUNCTION refuse_accepting() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION 'out of space' USING ERRCODE = '53100'; END $$`);
  await fixture.pool.query(`CREATE TRIGGER full_disk BEFORE UPDATE ON calls FOR EACH ROW
    WHEN (NEW.state = 'accepted') EXECUTE FUNCTION refuse_accepting()`);
  expect(await errorOfCall(call.accept())).toMatchObject({ status: 503, code: 'unavailable' });
  await fixture.pool.query('DROP TRIGGER full_disk ON calls');
  await fixture.expectOver(call, 'failed');
  fixture.clear(call);
});
