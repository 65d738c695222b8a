import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  buildCall,
  type CallsFixture,
  callPairOf,
  callUntilRinging,
  createCallsFixture,
  type Gamer,
  placeCallTo,
  waitForPendingEvents,
} from '../../../../test/fixtures/modules/calls-fixture.ts';

let fixture: CallsFixture;
beforeAll(async () => {
  fixture = await createCallsFixture();
});
afterAll(() => fixture.close());

/** Column values of a call in each state that is not final. */
const columnsByState = () =>
  ({
    pending: {},
    opening: { state: 'opening', opening_at: new Date() },
    accepted: { state: 'accepted', response: 'moved', accepted_at: new Date() },
  }) as const;

type TestedCallState = keyof ReturnType<typeof columnsByState>;

async function createCallInState(state: TestedCallState) {
  const [ana, bia] = await fixture.buildPair();
  const roomColumns = state === 'accepted' ? { channel_id: randomUUID() } : {};
  const id = await buildCall(fixture.pool, callPairOf(ana, bia), {
    ...columnsByState()[state],
    ...roomColumns,
  });
  return [ana, bia, id] as const;
}

const endCall = (by: Gamer, caller: Gamer, callee: Gamer) =>
  by.devices[0].send('callEnd', callPairOf(caller, callee));

describe('callEnd', () => {
  it.each([
    ['pending', 'caller', 'cancelled'],
    ['pending', 'callee', 'declined'],
    ['opening', 'caller', 'cancelled'],
    ['opening', 'callee', 'declined'],
    ['accepted', 'caller', 'left'],
    ['accepted', 'callee', 'left'],
  ] as const)('of a call that is %s, by its %s: %s', async (state, side, outcome) => {
    const [ana, bia, callId] = await createCallInState(state);
    const by = side === 'caller' ? ana : bia;
    expect(await endCall(by, ana, bia)).toEqual({ ok: true });
    const expectedChange = {
      callId,
      ...callPairOf(ana, bia),
      state: 'ended',
      outcome,
      endedBy: by.uid,
    };
    for (const device of [...ana.devices, ...bia.devices])
      expect(await device.waitFor('callChanged')).toEqual([expectedChange]);
    await waitForPendingEvents(ana, bia);
    for (const device of [...ana.devices, ...bia.devices])
      expect(device.payloadsOf('callEnd')).toEqual(
        device === by.devices[0] ? [] : [callPairOf(ana, bia)],
      );
    expect(await fixture.statesOf(ana.uid)).toEqual([outcome]);
    expect(await fixture.listInCall(ana.uid, bia.uid)).toEqual([]);
    expect(await fixture.missedOf(bia.uid)).toEqual([]);
    expect((await fixture.callsOf(ana.uid))[0].room_closed_at).toBeNull();
    // Neither person counts as busy any more, so a new call between them rings.
    await callUntilRinging(bia, ana);
  });

  it('that names another call of the two people leaves this one alone', async () => {
    const [ana, bia, callId] = await createCallInState('pending');
    const sendEnd = (id: string) =>
      ana.devices[0].send('callEnd', { ...callPairOf(ana, bia), callId: id });
    expect(await sendEnd(randomUUID())).toEqual({ ok: true });
    expect(await fixture.statesOf(ana.uid)).toEqual(['pending']);
    expect(await sendEnd(callId)).toEqual({ ok: true });
    expect(await fixture.statesOf(ana.uid)).toEqual(['cancelled']);
  });

  it('is emitted after `callChanged` with the reason', async () => {
    const [ana, bia] = await createCallInState('pending');
    await endCall(ana, ana, bia);
    await bia.devices[1].waitFor('callEnd');
    const receivedEventNames = bia.devices[1].receivedEvents.map(({ event }) => event);
    expect(receivedEventNames.filter((event) => /^call/.test(event))).toEqual([
      'callChanged',
      'callEnd',
    ]);
  });

  it('sent again, or without a call, changes nothing', async () => {
    const [ana, bia] = await createCallInState('pending');
    await endCall(bia, ana, bia);
    for (const by of [ana, bia]) expect(await endCall(by, ana, bia)).toEqual({ ok: true });
    const caio = await fixture.buildGamer('Caio');
    expect(await endCall(caio, caio, ana)).toEqual({ ok: true });
    expect(await endCall(caio, caio, { ...caio, uid: 'ninguém' })).toEqual({ ok: true });
    await waitForPendingEvents(ana, bia, caio);
    for (const device of [...ana.devices, ...bia.devices])
      expect(device.payloadsOf('callChanged')).toHaveLength(1);
    for (const device of caio.devices) expect(device.payloadsOf('callEnd')).toEqual([]);
    expect(await fixture.statesOf(ana.uid)).toEqual(['declined']);
  });

  it('of other people is refused, and ends nothing', async () => {
    const [ana, bia] = await createCallInState('pending');
    const caio = await fixture.buildGamer('Caio');
    expect(await endCall(caio, ana, bia)).toEqual({
      ok: false,
      code: 'forbidden',
      error: 'Acesso negado.',
    });
    // A request about people who have no call in this direction, such as caller and callee exchanged, succeeds but ends
    // nothing.
    expect(await endCall(caio, caio, bia)).toEqual({ ok: true });
    expect(await endCall(caio, ana, caio)).toEqual({ ok: true });
    expect(await endCall(ana, bia, ana)).toEqual({ ok: true });
    for (const gamer of [ana, bia])
      expect(await endCall(gamer, gamer, gamer)).toEqual({ ok: true });
    await waitForPendingEvents(ana, bia);
    for (const device of [...ana.devices, ...bia.devices])
      expect(device.payloadsOf('callEnd')).toEqual([]);
    expect(await fixture.statesOf(ana.uid)).toEqual(['pending']);
  });

  it('of both people at the same time ends the call once', async () => {
    for (let round = 0; round < 10; round += 1) {
      const [ana, bia] = await createCallInState(round % 2 ? 'pending' : 'opening');
      const acks = await Promise.all([endCall(ana, ana, bia), endCall(bia, ana, bia)]);
      expect(acks).toEqual([{ ok: true }, { ok: true }]);
      const [outcome] = await fixture.statesOf(ana.uid);
      expect(['cancelled', 'declined']).toContain(outcome);
      await waitForPendingEvents(ana, bia);
      for (const device of [...ana.devices, ...bia.devices])
        expect(device.payloadsOf('callChanged')).toMatchObject([{ state: 'ended', outcome }]);
    }
  });
});

describe('GET /api/calls/current', () => {
  const currentCallOf = async (person: Gamer) => (await person.api.calls.getCurrentCall()).call;

  it('returns the ringing call to both', async () => {
    const [ana, bia] = await fixture.buildPair();
    expect(await currentCallOf(ana)).toBeNull();
    await fixture.change(bia, { display_name: 'Bia Craque', photo_url: '/art/avatar.svg' });
    await callUntilRinging(ana, bia);
    const [row] = await fixture.callsOf(ana.uid);
    const sharedFields = {
      id: row.id,
      ...callPairOf(ana, bia),
      state: 'pending',
      callerDiscordId: ana.discordId,
      placedAt: row.placed_at.toISOString(),
      ringsUntil: row.rings_until.toISOString(),
      acceptedAt: null,
      room: null,
    };
    expect(await currentCallOf(ana)).toEqual({
      ...sharedFields,
      partner: {
        uid: bia.uid,
        username: bia.user.username,
        displayName: 'Bia Craque',
        photoURL: '/art/avatar.svg',
        badges: ['newbie'],
        status: 'online',
      },
    });
    expect(await currentCallOf(bia)).toMatchObject({ ...sharedFields, partner: { uid: ana.uid } });
    await endCall(bia, ana, bia);
    expect([await currentCallOf(ana), await currentCallOf(bia)]).toEqual([null, null]);
  });

  it('returns the room once it exists', async () => {
    const [ana, bia] = await createCallInState('opening');
    expect(await currentCallOf(bia)).toMatchObject({
      state: 'opening',
      room: null,
      acceptedAt: null,
    });
    const link = 'https://discord.gg/abcDEF12';
    await fixture.pool.query(
      `UPDATE calls SET state = 'accepted', accepted_at = now(), channel_id = id,
         response = 'not_moved', invite_link = $2 WHERE caller_id = $1`,
      [ana.uid, link],
    );
    for (const [one, other] of [[ana, bia] as const, [bia, ana] as const])
      expect(await currentCallOf(one)).toMatchObject({
        state: 'accepted',
        partner: { uid: other.uid },
        acceptedAt: expect.any(String),
        room: { invite_link: link, response: 'not_moved' },
      });
    await fixture.change(ana, { discord_id: null });
    expect(await currentCallOf(bia)).toMatchObject({ callerDiscordId: null });
  });

  it('returns no expired call, and none to other people', async () => {
    const [ana, bia] = await fixture.buildPair();
    const caio = await fixture.buildGamer('Caio');
    await buildCall(fixture.pool, callPairOf(ana, bia), { rings_until: new Date() });
    for (const gamer of [ana, bia, caio]) expect(await currentCallOf(gamer)).toBeNull();
    expect((await fixture.app.fetch('/api/calls/current')).status).toBe(401);
  });

  it('returns the call to a caller whose devices reconnect', async () => {
    const [ana, bia] = await fixture.buildPair();
    expect(await placeCallTo(ana, bia)).toEqual({ ok: true });
    for (const device of ana.devices) device.close();
    expect(await currentCallOf(ana)).toMatchObject({ state: 'pending', calleeId: bia.uid });
  });
});
