import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
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
afterEach(() => fixture.discord.fail());
afterAll(() => fixture?.app.close());

describe('a call that cannot be opened', () => {
  /** Accepts the call and runs `action` while Discord creates the room; returns the error that the callee gets. */
  async function acceptDuring(call: RingingCallFixture, action: () => Promise<unknown>) {
    const releaseOpen = fixture.discord.hold('open');
    const accepting = errorOfCall(call.accept());
    await expect.poll(() => fixture.discord.waiting.open).toBe(1);
    await action().finally(releaseOpen);
    return accepting;
  }

  it.each([
    ['caller', 'phone', 'cancelled'],
    ['callee', 'there', 'declined'],
  ] as const)('is the %s who ends the call: its room is closed again', async (_, role, outcome) => {
    const call = await fixture.placeRingingCall();
    const refusal = await acceptDuring(call, async () => {
      expect(await call[role].send('callEnd', call.pair)).toMatchObject({ ok: true });
      expect(await call.countBusy()).toBe(0);
    });
    expect(refusal).toMatchObject({ status: 409, message: 'Ligação não encontrada.' });
    await fixture.expectOver(call, outcome);
    fixture.clear(call);
  });

  it.each(['caller', 'callee'] as const)('is a block by the %s', async (role) => {
    const call = await fixture.placeRingingCall();
    const blockedPerson = role === 'caller' ? call.callee : call.caller;
    const refusal = await acceptDuring(call, () =>
      fixture.pool.query('INSERT INTO user_blocks (blocker_id, blocked_id) VALUES ($1, $2)', [
        call[role].uid,
        blockedPerson.uid,
      ]),
    );
    expect(refusal).toMatchObject({ status: 409, code: 'call_not_found' });
    await fixture.expectOver(call, 'declined');
    fixture.clear(call);
  });

  it('after a block before the answer: no room is made', async () => {
    const call = await fixture.placeRingingCall();
    const openRequestsBefore = fixture.discord.asked.open;
    await fixture.pool.query('INSERT INTO user_blocks (blocker_id, blocked_id) VALUES ($1, $2)', [
      call.caller.uid,
      call.callee.uid,
    ]);
    expect(await errorOfCall(call.accept())).toMatchObject({ status: 409, code: 'call_not_found' });
    expect(fixture.discord.asked.open).toBe(openRequestsBefore);
    await fixture.expectOver(call, 'declined');
    fixture.clear(call);
  });

  it('with a room that cannot be closed: the sweep retries', async () => {
    const call = await fixture.placeRingingCall();
    fixture.discord.fail('close');
    await acceptDuring(call, () => call.phone.send('callEnd', call.pair));
    expect(fixture.discord.openChannels()).toHaveLength(1);
    await fixture.run('calls.sweep');
    expect(fixture.discord.openChannels()).toHaveLength(1);
    fixture.discord.fail();
    await fixture.age(call.id, 31);
    await fixture.run('calls.sweep');
    await fixture.expectOver(call, 'cancelled');
    expect(await call.read()).toMatchObject({ room_closed_at: expect.any(Date) });
    fixture.clear(call);
  });

  it('at the end of the ring time: an answered call does not expire', async () => {
    const call = await fixture.placeRingingCall();
    const releaseOpen = fixture.discord.hold('open');
    const accepting = call.accept();
    await expect.poll(() => fixture.discord.waiting.open).toBe(1);
    await fixture.age(call.id, 20);
    fixture.timers.advance(45_000);
    await fixture.run('calls.sweep');
    expect(await call.read()).toMatchObject({ state: 'opening' });
    releaseOpen();
    expect(await accepting).toMatchObject({ response: 'not_moved' });
    fixture.clear(call);
  });

  it('after a timeout: a late room is closed', async () => {
    const call = await fixture.placeRingingCall();
    const refusal = await acceptDuring(call, async () => {
      await fixture.age(call.id, 31);
      await fixture.run('calls.sweep');
      expect(await call.countBusy()).toBe(0);
    });
    expect(refusal).toMatchObject({ status: 409, code: 'call_not_found' });
    await fixture.expectOver(call, 'failed');
    fixture.clear(call);
  });
});

it('accepting and ending at the same moment leaves no room behind', async () => {
  const calls = await Promise.all(Array.from({ length: 8 }, () => fixture.placeRingingCall()));
  await Promise.all(
    calls.flatMap((call, n) => [
      call.accept().catch(() => undefined),
      call[n % 2 === 0 ? 'phone' : 'there'].send('callEnd', call.pair),
    ]),
  );
  const openChannelIds: (string | null)[] = [];
  for (const call of calls) {
    const { state, outcome, channel_id } = (await call.read()) ?? {};
    expect(state).toBe('ended');
    expect(await call.countBusy()).toBe(0);
    // When a person leaves an accepted call, its room stays open until the job `calls.sweep` closes the room.
    if (outcome === 'left') openChannelIds.push(channel_id ?? '');
    call.close();
  }
  expect(fixture.discord.openChannels().toSorted()).toEqual(openChannelIds.toSorted());
  for (const channelId of fixture.discord.openChannels()) fixture.discord.remove(channelId);
});
