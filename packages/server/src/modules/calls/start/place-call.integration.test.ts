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

const refusalWith = (code: string, error: string) => ({ ok: false, code, error });

/** Expects that no call was created and no event was sent. */
async function expectNothingRang(caller: Gamer, callee: Gamer) {
  await waitForPendingEvents(caller, callee);
  for (const { event } of [...caller.devices, ...callee.devices].flatMap(
    ({ receivedEvents }) => receivedEvents,
  ))
    expect(event).not.toMatch(/^call/);
  expect(await fixture.callsOf(caller.uid)).toEqual([]);
  expect(await fixture.listInCall(caller.uid, callee.uid)).toEqual([]);
}

describe('a call', () => {
  it('rings on every device of the callee, with the caller’s data from the database', async () => {
    const [ana, bia] = await fixture.buildPair();
    await fixture.change(ana, { display_name: 'Ana do Valorant' });
    const forgedFields = {
      callerName: 'Suporte Guilda',
      callerDiscordId: '1',
      callerId: bia.uid,
      calleeName: 'x',
    };
    expect(await placeCallTo(ana, bia, forgedFields)).toEqual({ ok: true });
    for (const device of bia.devices)
      expect(await device.waitFor('call')).toEqual([
        { callerId: ana.uid, callerName: 'Ana do Valorant', callerDiscordId: ana.discordId },
      ]);
    const [row] = await fixture.callsOf(ana.uid);
    const ringsUntil = row.rings_until.toISOString();
    const pendingFields = { state: 'pending', outcome: null, endedBy: null, ringsUntil };
    const change = { callId: row.id, ...callPairOf(ana, bia), ...pendingFields };
    for (const device of [...ana.devices, ...bia.devices]) {
      expect(await device.waitFor('callChanged')).toEqual([change]);
      const callEventNames = device.receivedEvents
        .map(({ event }) => event)
        .filter((event) => /^call/.test(event));
      expect(callEventNames).toEqual(
        ana.devices.includes(device) ? ['callChanged'] : ['callChanged', 'call'],
      );
    }
    expect(row).toMatchObject({ caller_id: ana.uid, callee_id: bia.uid, state: 'pending' });
    const ringMs = row.rings_until.getTime() - row.placed_at.getTime();
    expect(Math.abs(ringMs - 45_000)).toBeLessThan(1_000);
  });

  it('names a caller without a chosen name by the username', async () => {
    const [ana, bia] = await fixture.buildPair();
    await fixture.change(ana, { display_name: null });
    await callUntilRinging(ana, bia);
    expect(bia.devices[0].payloadsOf('call')[0]?.callerName).toBe(ana.user.username);
  });

  it('needs no acknowledgement callback, and accepts an uppercase id', async () => {
    const [ana, bia] = await fixture.buildPair();
    ana.devices[0].wire.emit('call', { calleeId: bia.uid.toUpperCase() });
    await bia.devices[1].waitFor('call');
    expect(await fixture.statesOf(bia.uid)).toEqual(['pending']);
  });

  it('may go to somebody without a Discord account', async () => {
    const [ana, bia] = await fixture.buildPair();
    await fixture.change(bia, { discord_id: null });
    await fixture.change(ana, { can_be_called: false });
    await callUntilRinging(ana, bia);
  });
});

describe('refused', () => {
  it('is a call to oneself, with and without Discord', async () => {
    const [ana, bia] = await fixture.buildPair();
    const ownCallRefusal = refusalWith('own_call', 'Você não pode se chamar a si mesmo.');
    expect(await placeCallTo(ana, ana)).toEqual(ownCallRefusal);
    await fixture.change(ana, { discord_id: null });
    expect(await placeCallTo(ana, ana)).toEqual(ownCallRefusal);
    await expectNothingRang(ana, bia);
  });

  it('is a call without Discord', async () => {
    const [ana, bia] = await fixture.buildPair();
    await fixture.change(ana, { discord_id: null });
    const refusalText = 'Você não tem o Discord ativo, vá nas configurações para ativar.';
    const withoutDiscordRefusal = refusalWith('caller_without_discord', refusalText);
    expect(await placeCallTo(ana, bia)).toEqual(withoutDiscordRefusal);
    // The refusal comes before any check that would reveal something about the callee.
    await fixture.change(bia, { can_be_called: false });
    await bia.fetch(`/api/users/${ana.uid}/block`, { method: 'PUT' });
    expect(await placeCallTo(ana, bia)).toEqual(withoutDiscordRefusal);
    await expectNothingRang(ana, bia);
  });

  it('is a call to somebody who accepts none', async () => {
    const [ana, bia] = await fixture.buildPair();
    await fixture.change(bia, { can_be_called: false });
    const callsOffRefusal = refusalWith('calls_off', 'O usuário chamado não aceita ligações.');
    expect(await placeCallTo(ana, bia)).toEqual(callsOffRefusal);
    await expectNothingRang(ana, bia);
  });

  it('is a call to a private profile, unless the caller is a contact of its owner', async () => {
    const [ana, bia] = await fixture.buildPair();
    await fixture.change(bia, { privacy: 'private' });
    expect(await placeCallTo(ana, bia)).toMatchObject({ code: 'calls_off' });
    // Sending messages to a person with a private profile does not make the sender a contact; only an answer does.
    await ana.devices[0].send('sendMessage', { receiverId: bia.uid, message: 'Oi' });
    expect(await placeCallTo(ana, bia)).toMatchObject({ code: 'calls_off' });
    await expectNothingRang(ana, bia);
    await bia.devices[0].send('sendMessage', { receiverId: ana.uid, message: 'Oi!' });
    await callUntilRinging(ana, bia);
  });

  it.each(['the caller', 'the callee'])('is a call across a block set by %s', async (role) => {
    const [ana, bia] = await fixture.buildPair();
    const [by, of] = role === 'the caller' ? [ana, bia] : [bia, ana];
    await by.fetch(`/api/users/${of.uid}/block`, { method: 'PUT' });
    const blockedRefusal = refusalWith('blocked', 'Não é possível interagir com esta pessoa.');
    expect(await placeCallTo(ana, bia)).toEqual(blockedRefusal);
    await fixture.change(bia, { can_be_called: false });
    expect(await placeCallTo(ana, bia)).toEqual(blockedRefusal);
    await expectNothingRang(ana, bia);
    await fixture.change(bia, { can_be_called: true });
    await by.fetch(`/api/users/${of.uid}/block`, { method: 'DELETE' });
    await callUntilRinging(ana, bia);
  });

  it.each(['deleted_at', 'suspended_at'])('is a call to an account with %s', async (column) => {
    const [ana, bia] = await fixture.buildPair();
    // The server disconnects the devices of a closed or suspended account. Closing them before the UPDATE ensures that
    // the test never sends to a device while it is being disconnected.
    for (const device of bia.devices) device.close();
    await fixture.pool.query(`UPDATE users SET ${column} = now() WHERE uid = $1`, [bia.uid]);
    const notFoundRefusal = refusalWith('user_not_found', 'Usuário não encontrado.');
    expect(await placeCallTo(ana, bia)).toEqual(notFoundRefusal);
    expect(await placeCallTo(ana, { uid: randomUUID() })).toEqual(notFoundRefusal);
    expect(await placeCallTo(ana, { uid: 'ninguém' })).toEqual(notFoundRefusal);
    await expectNothingRang(ana, bia);
  });

  it('is a second call, and one to somebody who is in a call', async () => {
    const [ana, bia] = await fixture.buildPair();
    const [caio, davi] = await fixture.buildPair();
    await callUntilRinging(ana, bia);
    const alreadyCallingRefusal = refusalWith('already_calling', 'Você já está em uma ligação.');
    const busyRefusal = refusalWith('callee_busy', 'Esta pessoa está em outra ligação.');
    expect(await placeCallTo(ana, caio)).toEqual(alreadyCallingRefusal);
    expect(await placeCallTo(ana, bia)).toEqual(alreadyCallingRefusal);
    expect(await placeCallTo(bia, ana)).toEqual(alreadyCallingRefusal);
    expect(await placeCallTo(caio, ana)).toEqual(busyRefusal);
    expect(await placeCallTo(caio, bia)).toEqual(busyRefusal);
    await expectNothingRang(caio, davi);
    expect(await fixture.statesOf(ana.uid)).toEqual(['pending']);
    await callUntilRinging(caio, davi);
    expect(await placeCallTo(ana, caio)).toEqual(alreadyCallingRefusal);
  });

  it('is an invalid payload of every event, and the server keeps running', async () => {
    const [ana, bia] = await fixture.buildPair();
    const payloads = [
      undefined,
      null,
      'oi',
      [{ calleeId: bia.uid }],
      {},
      { calleeId: { $ne: null } },
      { calleeId: 'a'.repeat(60_000) },
      JSON.parse(`{"__proto__":{"calleeId":"${bia.uid}"}}`),
    ];
    const invalidInputRefusal = refusalWith('invalid_input', 'Dados inválidos.');
    for (const payload of payloads)
      for (const event of ['call', 'checkCallRateLimit', 'callEnd', 'callAccepted'] as const)
        expect(await ana.devices[0].send(event, payload)).toEqual(invalidInputRefusal);
    await expectNothingRang(ana, bia);
    await callUntilRinging(ana, bia);
  });
});

describe('a person in an expired call', () => {
  it('is free after the ring time, and the callee gets a missed-call notification', async () => {
    const [ana, bia] = await fixture.buildPair();
    const caio = await fixture.buildGamer('Caio');
    const id = await buildCall(fixture.pool, callPairOf(ana, bia), { rings_until: new Date(0) });
    await callUntilRinging(caio, bia);
    expect(await fixture.statesOf(bia.uid)).toEqual(['missed', 'pending']);
    expect(await fixture.missedOf(bia.uid)).toEqual([
      { sender_id: ana.uid, additional_info: { callId: id, event: 'missed' } },
    ]);
    for (const device of ana.devices)
      expect(await device.waitFor('callEnd')).toEqual([callPairOf(ana, bia)]);
    await callUntilRinging(ana, await fixture.buildGamer('Davi'));
  });

  it('is free after its room was lost with a process', async () => {
    const [ana, bia] = await fixture.buildPair();
    const overdueColumns = { state: 'opening', opening_at: new Date(Date.now() - 60_000) };
    await buildCall(fixture.pool, callPairOf(bia, ana), overdueColumns);
    await callUntilRinging(ana, bia);
    expect(await fixture.statesOf(bia.uid)).toEqual(['failed', 'pending']);
    expect(await fixture.missedOf(ana.uid)).toEqual([]);
  });

  it.each(['caller', 'callee'])('by a new one between the same two, by its %s', async (role) => {
    const [ana, bia] = await fixture.buildPair();
    const room = { state: 'accepted', channel_id: randomUUID(), response: 'moved' };
    const oldCallId = await buildCall(
      fixture.pool,
      role === 'caller' ? callPairOf(ana, bia) : callPairOf(bia, ana),
      {
        ...room,
        placed_at: new Date(0),
      },
    );
    await callUntilRinging(ana, bia);
    expect(await fixture.statesOf(ana.uid)).toEqual(['left', 'pending']);
    for (const device of [...ana.devices, ...bia.devices]) {
      const changes = await device.waitFor('callChanged', 2);
      expect(
        changes.map(({ callId, ...to }) => [callId === oldCallId, to.state, to.endedBy]),
      ).toEqual([
        [true, 'ended', ana.uid],
        [false, 'pending', null],
      ]);
    }
    // An accepted call with another person is not ended.
    const caio = await fixture.buildGamer('Caio');
    expect(await placeCallTo(caio, bia)).toMatchObject({ code: 'callee_busy' });
  });
});
