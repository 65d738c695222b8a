import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { refusal } from '../../../test/harness.ts';
import { createRoomsRig, type Ringing, type RoomsRig } from '../../../test/rooms-rig.ts';

let rig: RoomsRig;
beforeAll(async () => {
  rig = await createRoomsRig();
});
afterEach(() => rig.discord.fail());
afterAll(() => rig?.app.close());

describe('what comes between', () => {
  /** Accepts, and does something else while the room is made; answers the refusal. */
  async function meanwhile(call: Ringing, what: () => Promise<unknown>) {
    const open = rig.discord.hold('open');
    const accepting = refusal(call.accept());
    await expect.poll(() => rig.discord.waiting.open).toBe(1);
    await what().finally(open);
    return accepting;
  }

  it.each([
    ['caller', 'phone', 'cancelled'],
    ['callee', 'there', 'declined'],
  ] as const)('is the %s who ends the call: its room is closed again', async (_, who, outcome) => {
    const call = await rig.ringing();
    const refused = await meanwhile(call, async () => {
      expect(await call[who].send('callEnd', call.pair)).toMatchObject({ ok: true });
      expect(await call.busy()).toBe(0);
    });
    expect(refused).toMatchObject({ status: 409, message: 'Chamada não encontrada.' });
    await rig.expectOver(call, outcome);
    rig.clear(call);
  });

  it.each(['caller', 'callee'] as const)('is a block by the %s', async (who) => {
    const call = await rig.ringing();
    const other = who === 'caller' ? call.callee : call.caller;
    const refused = await meanwhile(call, () =>
      rig.pool.query('INSERT INTO user_blocks (blocker_id, blocked_id) VALUES ($1, $2)', [
        call[who].uid,
        other.uid,
      ]),
    );
    expect(refused).toMatchObject({ status: 409, code: 'call_not_found' });
    await rig.expectOver(call, 'declined');
    rig.clear(call);
  });

  it('is a block before anyone answered: no room is even begun', async () => {
    const call = await rig.ringing();
    const before = rig.discord.asked.open;
    await rig.pool.query('INSERT INTO user_blocks (blocker_id, blocked_id) VALUES ($1, $2)', [
      call.caller.uid,
      call.callee.uid,
    ]);
    expect(await refusal(call.accept())).toMatchObject({ status: 409, code: 'call_not_found' });
    expect(rig.discord.asked.open).toBe(before);
    await rig.expectOver(call, 'declined');
    rig.clear(call);
  });

  it('is a room that cannot be closed now: the sweep tries until it can', async () => {
    const call = await rig.ringing();
    rig.discord.fail('close');
    await meanwhile(call, () => call.phone.send('callEnd', call.pair));
    expect(rig.discord.standing()).toHaveLength(1);
    await rig.run('calls.sweep');
    expect(rig.discord.standing()).toHaveLength(1);
    rig.discord.fail();
    await rig.age(call.id, 31);
    await rig.run('calls.sweep');
    await rig.expectOver(call, 'cancelled');
    expect(await call.read()).toMatchObject({ room_closed_at: expect.any(Date) });
    rig.clear(call);
  });

  it('is the end of the ring: an answered call does not ring out', async () => {
    const call = await rig.ringing();
    const open = rig.discord.hold('open');
    const accepting = call.accept();
    await expect.poll(() => rig.discord.waiting.open).toBe(1);
    await rig.age(call.id, 20);
    rig.timers.advance(45_000);
    await rig.run('calls.sweep');
    expect(await call.read()).toMatchObject({ state: 'opening' });
    open();
    expect(await accepting).toMatchObject({ response: 'not_moved' });
    rig.clear(call);
  });

  it('is time: a room that takes too long is given up, and closed when it comes', async () => {
    const call = await rig.ringing();
    const refused = await meanwhile(call, async () => {
      await rig.age(call.id, 31);
      await rig.run('calls.sweep');
      expect(await call.busy()).toBe(0);
    });
    expect(refused).toMatchObject({ status: 409, code: 'call_not_found' });
    await rig.expectOver(call, 'failed');
    rig.clear(call);
  });
});

it('accepting and ending at the same moment leaves no room of a call that never was', async () => {
  const calls = await Promise.all(Array.from({ length: 8 }, () => rig.ringing()));
  await Promise.all(
    calls.flatMap((call, n) => [
      call.accept().catch(() => undefined),
      call[n % 2 === 0 ? 'phone' : 'there'].send('callEnd', call.pair),
    ]),
  );
  const kept: (string | null)[] = [];
  for (const call of calls) {
    const { state, outcome, channel_id } = (await call.read()) ?? {};
    expect(state).toBe('ended');
    expect(await call.busy()).toBe(0);
    // Who left an accepted call leaves its room to the sweep.
    if (outcome === 'left') kept.push(channel_id ?? '');
    call.close();
  }
  expect(rig.discord.standing().toSorted()).toEqual(kept.toSorted());
  for (const channelId of rig.discord.standing()) rig.discord.remove(channelId);
});
