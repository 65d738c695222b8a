import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectSocket } from '../../../../test/fixtures/clients/sockets.ts';
import { type FakeTimers, fakeTimers } from '../../../../test/fixtures/fakes/fake-timers.ts';
import {
  type CallsFixture,
  callPairOf,
  callUntilRinging,
  createCallsFixture,
  type Gamer,
  waitForPendingEvents,
} from '../../../../test/fixtures/modules/calls-fixture.ts';

let fixture: CallsFixture;
let timers: FakeTimers;
beforeAll(async () => {
  timers = fakeTimers();
  fixture = await createCallsFixture({ timers });
});
afterAll(() => fixture.close());

/** Closes all devices of a person and advances the time until another person sees them go offline. */
async function goOffline(person: Gamer, observer: Gamer): Promise<void> {
  for (const device of person.devices) device.close();
  await expect
    .poll(() => {
      timers.advance(100);
      return observer.devices[0].payloadsOf('userDisconnected').map(({ userId }) => userId);
    })
    .toContain(person.uid);
}

describe('a caller who goes offline while the call rings', () => {
  it('cancels the call', async () => {
    const [ana, bia] = await fixture.buildPair();
    await callUntilRinging(ana, bia);
    await goOffline(ana, bia);
    timers.advance(1_000);
    for (const device of bia.devices) {
      expect(await device.waitFor('callEnd')).toEqual([callPairOf(ana, bia)]);
      expect(device.payloadsOf('callChanged').at(-1)).toMatchObject({
        state: 'ended',
        outcome: 'cancelled',
        endedBy: ana.uid,
      });
    }
    timers.advance(60_000);
    await waitForPendingEvents(bia);
    for (const device of bia.devices) expect(device.payloadsOf('callEnd')).toHaveLength(1);
    expect(await fixture.statesOf(ana.uid)).toEqual(['cancelled']);
    expect(await fixture.listInCall(ana.uid, bia.uid)).toEqual([]);
    expect(await fixture.missedOf(bia.uid)).toEqual([]);
  });

  it('does not end an accepted call', async () => {
    const [ana, bia] = await fixture.buildPair();
    await callUntilRinging(ana, bia);
    await fixture.pool.query(
      `UPDATE calls SET state = 'accepted', accepted_at = now(), channel_id = id,
         response = 'moved' WHERE caller_id = $1`,
      [ana.uid],
    );
    await goOffline(ana, bia);
    timers.advance(20_000);
    await waitForPendingEvents(bia);
    expect(await fixture.statesOf(ana.uid)).toEqual(['accepted']);
  });
});

describe('a ringing call goes on', () => {
  it('when the callee goes offline', async () => {
    const [ana, bia] = await fixture.buildPair();
    await callUntilRinging(ana, bia);
    await goOffline(bia, ana);
    timers.advance(20_000);
    await waitForPendingEvents(ana);
    expect(await fixture.statesOf(ana.uid)).toEqual(['pending']);
  });

  it('when the caller is back within ten seconds', async () => {
    const [ana, bia] = await fixture.buildPair();
    await callUntilRinging(ana, bia);
    for (const device of ana.devices) device.close();
    timers.advance(5_000);
    const newDevice = await connectSocket(fixture.app.url, ana);
    timers.advance(20_000);
    await newDevice.send('userActivity');
    await waitForPendingEvents(bia);
    expect(await fixture.statesOf(ana.uid)).toEqual(['pending']);
  });

  it('when one of the caller’s devices stays connected', async () => {
    const [ana, bia] = await fixture.buildPair();
    await callUntilRinging(ana, bia);
    ana.devices[1].close();
    timers.advance(20_000);
    await waitForPendingEvents(ana, bia);
    expect(await fixture.statesOf(ana.uid)).toEqual(['pending']);
  });
});
