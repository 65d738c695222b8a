import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectSocket, type TestSocket } from '../../../../test/fixtures/clients/sockets.ts';
import {
  createVoiceRoomsFixture,
  type RingingCallFixture,
  type VoiceRoomsFixture,
} from '../../../../test/fixtures/modules/voice-rooms-fixture.ts';

let fixture: VoiceRoomsFixture;
beforeAll(async () => {
  fixture = await createVoiceRoomsFixture();
});
afterAll(() => fixture?.app.close());

const callNotFound = { ok: false, code: 'call_not_found', error: 'Ligação não encontrada.' };

/** Waits until the device has received all events sent so far; the acknowledgement arrives after them. */
const waitUntilAllReceived = (device: TestSocket) => device.send('userActivity');

async function createAcceptedCall() {
  const call = await fixture.placeRingingCall();
  const room = await call.accept();
  const payload = { ...call.pair, ...room };
  return { ...call, room, payload };
}

type AcceptedTestCall = Awaited<ReturnType<typeof createAcceptedCall>>;

/**
 * Expects that the caller received `callAccepted` once, and that the devices of the callee named in `endedDevices`, and
 * no others, stopped ringing.
 */
async function expectEventSent(
  call: AcceptedTestCall,
  endedDevices: readonly ('here' | 'there')[],
) {
  expect(await call.phone.waitFor('callAccepted')).toEqual([{ ...call.pair, ...call.room }]);
  for (const name of endedDevices) await call[name].waitFor('callEnd');
  for (const device of [call.phone, call.here, call.there]) await waitUntilAllReceived(device);
  expect(call.phone.payloadsOf('callAccepted')).toHaveLength(1);
  expect(call.phone.payloadsOf('callEnd')).toEqual([]);
  for (const name of ['here', 'there'] as const) {
    expect(call[name].payloadsOf('callEnd')).toEqual(
      endedDevices.includes(name) ? [call.pair] : [],
    );
    expect(call[name].payloadsOf('callAccepted')).toEqual([]);
  }
  expect(await call.read()).toMatchObject({ state: 'accepted' });
}

describe('the callee’s device that accepted', () => {
  it('makes the room known to the caller and stops the other device ringing; once', async () => {
    const call = await createAcceptedCall();
    expect(await call.here.send('callAccepted', call.payload)).toEqual({ ok: true });
    await expectEventSent(call, ['there']);
    expect(await call.here.send('callAccepted', call.payload)).toEqual({ ok: true });
    expect(await call.there.send('callAccepted', call.payload)).toEqual({ ok: true });
    fixture.timers.advance(2_000);
    await expectEventSent(call, ['there']);
    call.close();
  });

  it('is replaced by the server after two seconds', async () => {
    const call = await createAcceptedCall();
    fixture.timers.advance(1_999);
    await waitUntilAllReceived(call.phone);
    expect(call.phone.payloadsOf('callAccepted')).toEqual([]);
    fixture.timers.advance(1);
    await expectEventSent(call, ['here', 'there']);
    expect(await call.here.send('callAccepted', call.payload)).toEqual({ ok: true });
    await expectEventSent(call, ['here', 'there']);
    call.close();
  });

  it('counts once when several devices and the server confirm at the same time', async () => {
    const call = await createAcceptedCall();
    const confirmations = [call.here, call.there, call.here, call.there].map((device) =>
      device.send('callAccepted', call.payload),
    );
    fixture.timers.advance(2_000);
    expect(await Promise.all(confirmations)).toEqual(Array(4).fill({ ok: true }));
    await call.phone.waitFor('callAccepted');
    await waitUntilAllReceived(call.phone);
    expect(call.phone.payloadsOf('callAccepted')).toEqual([{ ...call.pair, ...call.room }]);
    call.close();
  });

  it('cannot send the caller to another room', async () => {
    const call = await createAcceptedCall();
    const links = [
      'javascript:alert(1)',
      'https://evil.example/abc',
      'https://discord.gg@evil.example/abc',
      'https://discord.gg.evil.example/abc',
      '//evil.example',
      'data:text/html,<script>alert(1)</script>',
      { toString: 'https://discord.gg/abc' },
      null,
      'x'.repeat(60_000),
    ];
    for (const invite_link of links) {
      const payload = { ...call.pair, response: 'moved', invite_link };
      expect(await call.here.send('callAccepted', payload)).toEqual({ ok: true });
      await fixture.pool.query('UPDATE calls SET accepted_told_at = NULL WHERE id = $1', [call.id]);
    }
    const receivedEvents = await call.phone.waitFor('callAccepted', links.length);
    expect(receivedEvents).toEqual(links.map(() => ({ ...call.pair, ...call.room })));
    call.close();
  });
});

describe('nobody else', () => {
  it('can confirm a call: not its caller, not a stranger, not with other people', async () => {
    const call = await createAcceptedCall();
    const stranger = await fixture.buildCallablePerson();
    const strangerSocket = await connectSocket(fixture.app.url, stranger);
    const { callerId, calleeId } = call.pair;
    const swappedPair = { callerId: calleeId, calleeId: callerId };
    for (const [device, payload] of [
      [call.phone, call.payload],
      [call.phone, { ...call.payload, ...swappedPair }],
      [call.here, { ...call.payload, ...swappedPair }],
      [call.here, { ...call.payload, callerId: stranger.uid }],
      [strangerSocket, call.payload],
      [strangerSocket, { ...call.payload, calleeId: stranger.uid }],
    ] as const) {
      expect(await device.send('callAccepted', payload)).toMatchObject(callNotFound);
    }
    await waitUntilAllReceived(call.phone);
    expect(call.phone.payloadsOf('callAccepted')).toEqual([]);
    strangerSocket.close();
    call.close();
  });

  it('can confirm before it is accepted, or after its end', async () => {
    const forgedRoom = { response: 'not_moved', invite_link: 'https://discord.gg/evil' };
    const call = await fixture.placeRingingCall();
    const confirmForgedRoom = (by: RingingCallFixture) =>
      by.here.send('callAccepted', { ...forgedRoom, ...by.pair });
    expect(await confirmForgedRoom(call)).toMatchObject(callNotFound);
    await call.accept();
    await call.phone.send('callEnd', call.pair);
    expect(await confirmForgedRoom(call)).toMatchObject(callNotFound);
    const laterCall = await createAcceptedCall();
    fixture.timers.advance(2_000);
    await laterCall.phone.waitFor('callAccepted');
    await waitUntilAllReceived(call.phone);
    expect(call.phone.payloadsOf('callAccepted')).toEqual([]);
    for (const testCall of [call, laterCall]) testCall.close();
  });
});

it('a caller who was offline finds the room when reconnecting', async () => {
  const call = await fixture.placeRingingCall();
  call.phone.close();
  const room = await call.accept();
  await call.here.send('callAccepted', { ...call.pair, ...room });
  const currentCallAnswer = await call.caller.api.calls.getCurrentCall();
  expect(currentCallAnswer.call).toMatchObject({ id: call.id, state: 'accepted', room });
  call.close();
});
