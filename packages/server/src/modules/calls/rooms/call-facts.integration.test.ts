import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { buildPaidOrder, buildService } from '../../../../test/fixtures/data/builders.ts';
import {
  createVoiceRoomsFixture,
  type RingingCallFixture,
  type VoiceRoomsFixture,
} from '../../../../test/fixtures/modules/voice-rooms-fixture.ts';

let fixture: VoiceRoomsFixture;
beforeAll(async () => {
  fixture = await createVoiceRoomsFixture();
});
afterEach(() => {
  fixture.discord.fail();
  for (const channelId of fixture.discord.openChannels()) fixture.discord.remove(channelId);
});
afterAll(() => fixture?.app.close());

describe('the time in the room', () => {
  const secondsOf = async (id: string) => {
    const { rows } = await fixture.pool.query(
      'SELECT caller_seconds AS caller, callee_seconds AS callee FROM calls WHERE id = $1',
      [id],
    );
    return rows[0];
  };

  /**
   * Moves the last report of who is in the room to `seconds` ago, and then runs `calls.sweep`, which checks the room.
   */
  async function sweepAfter(id: string, seconds: number) {
    await fixture.pool.query(
      `UPDATE calls SET room_looked_at = NULL, room_told_at = clock_timestamp() - make_interval(secs => $2)
       WHERE id = $1`,
      [id, seconds],
    );
    await fixture.run('calls.sweep');
  }

  it('is counted for each of the two, from one check to the next', async () => {
    const call = await fixture.placeRingingCall();
    await call.accept();
    expect(await secondsOf(call.id)).toEqual({ caller: null, callee: null });
    const channelId = (await call.read())?.channel_id ?? '';
    fixture.discord.enter(call.caller.discordId, channelId);
    await sweepAfter(call.id, 60);
    fixture.discord.enter(call.callee.discordId, channelId);
    await sweepAfter(call.id, 60);
    fixture.discord.leave(call.caller.discordId);
    await sweepAfter(call.id, 60);
    const { caller, callee } = await secondsOf(call.id);
    // Minutes are rounded down, because each check runs a moment after the full minute.
    expect(Math.floor(caller / 60)).toBe(2);
    expect(Math.floor(callee / 60)).toBe(2);
    call.close();
  });

  it('is counted for a person who disconnects Discord meanwhile, whose presence keeps the room open', async () => {
    const call = await fixture.placeRingingCall();
    await call.accept();
    const channelId = (await call.read())?.channel_id ?? '';
    fixture.discord.enter(call.caller.discordId, channelId);
    await call.caller.api.discord.unlinkDiscord();
    await sweepAfter(call.id, 60);
    const { caller, callee } = await secondsOf(call.id);
    expect([Math.floor(caller / 60), callee]).toEqual([1, 0]);
    expect(await call.read()).toMatchObject({ room_used: true, room_empty_since: null });
    call.close();
  });

  it('needs the Discord accounts of the two, which are erased with the room or the account', async () => {
    const call = await fixture.placeRingingCall();
    await call.accept();
    const readDiscordIds = async () => {
      const { rows } = await fixture.pool.query(
        'SELECT caller_discord_id AS caller, callee_discord_id AS callee FROM calls WHERE id = $1',
        [call.id],
      );
      return rows[0];
    };
    const { discordId } = call.callee;
    expect(await readDiscordIds()).toEqual({ caller: call.caller.discordId, callee: discordId });
    await call.caller.api.users.deleteMe();
    expect(await readDiscordIds()).toEqual({ caller: null, callee: discordId });
    await fixture.run('calls.sweep');
    expect(fixture.discord.openChannels()).toEqual([]);
    expect(await readDiscordIds()).toEqual({ caller: null, callee: null });
    call.close();
  });

  it('is not counted for a time about which Discord said nothing', async () => {
    const call = await fixture.placeRingingCall();
    await call.accept();
    const channelId = (await call.read())?.channel_id ?? '';
    fixture.discord.enter(call.caller.discordId, channelId);
    fixture.discord.fail('listPresent');
    await sweepAfter(call.id, 600);
    expect(await secondsOf(call.id)).toEqual({ caller: null, callee: null });
    fixture.discord.fail();
    await sweepAfter(call.id, 600);
    expect(await secondsOf(call.id)).toEqual({ caller: 90, callee: 0 });
    call.close();
  });
});

describe('a call between buyer and seller', () => {
  /** Places a call, inserts an order between its people by `insertOrder`, and ends the call; returns the call's id. */
  async function endCallWithOrder(insertOrder: (call: RingingCallFixture) => Promise<unknown>) {
    const call = await fixture.placeRingingCall();
    await insertOrder(call);
    await call.phone.send('callEnd', call.pair);
    call.close();
    return call.id;
  }
  const addOrder = async (call: RingingCallFixture, columns = {}) => {
    const serviceId = await buildService(fixture.pool, call.callee.uid);
    const parties = { service: serviceId, buyer: call.caller.uid, seller: call.callee.uid };
    return buildPaidOrder(fixture.pool, parties, columns);
  };
  const aMinuteAgo = new Date(Date.now() - 60_000);
  const backdateEndedCalls = (days: number) =>
    fixture.pool.query(
      `UPDATE calls SET ended_at = now() - make_interval(days => $1),
      kept_until = kept_until - make_interval(days => $1) WHERE state = 'ended'`,
      [days],
    );
  const isCallStored = async (id: string) =>
    (await fixture.pool.query('SELECT FROM calls WHERE id = $1', [id])).rowCount === 1;

  it('since the checkout is kept while the order can be contested', async () => {
    const id = await endCallWithOrder((call) => addOrder(call, { created_at: aMinuteAgo }));
    await backdateEndedCalls(31);
    await fixture.run('calls.sweep');
    expect(await isCallStored(id)).toBe(true);
    await fixture.pool.query(`UPDATE payments SET updated_at = now() - interval '541 days'`);
    await fixture.run('calls.sweep');
    expect(await isCallStored(id)).toBe(true);
    await backdateEndedCalls(31);
    await fixture.run('calls.sweep');
    expect(await isCallStored(id)).toBe(false);
  });

  it.each([
    ['of another two', async () => undefined],
    [
      'of an unpaid order',
      (call: RingingCallFixture) => addOrder(call, { created_at: aMinuteAgo, paid_at: null }),
    ],
    [
      'from before the checkout',
      (call: RingingCallFixture) => addOrder(call, { created_at: new Date(Date.now() + 60_000) }),
    ],
  ] as const)('%s is deleted after thirty days', async (_, placeOrder) => {
    const id = await endCallWithOrder(placeOrder);
    await backdateEndedCalls(31);
    await fixture.run('calls.sweep');
    expect(await isCallStored(id)).toBe(false);
  });

  it('stays when one of the two closes the account', async () => {
    let caller: RingingCallFixture['caller'] | undefined;
    const id = await endCallWithOrder((call) => {
      caller = call.caller;
      return addOrder(call, { created_at: aMinuteAgo, service_status: 'refunded' });
    });
    const otherCallId = await endCallWithOrder(async () => undefined);
    await caller?.api.users.deleteMe();
    expect([await isCallStored(id), await isCallStored(otherCallId)]).toEqual([true, true]);
  });
});
