import { rateLimits } from '@guilda/contract/limits';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type CallsFixture,
  callPairOf,
  createCallsFixture,
  type Gamer,
  placeCallTo,
} from '../../../../test/fixtures/modules/calls-fixture.ts';

let fixture: CallsFixture;
beforeAll(async () => {
  fixture = await createCallsFixture({ env: { RATE_LIMIT_FACTOR: '1' } });
});
afterAll(() => fixture.close());

const createFriends = (count: number, testFixture = fixture) =>
  Promise.all(Array.from({ length: count }, (_, n) => testFixture.buildGamer(`Bia${n}x`)));

/** Calls a person and cancels the call at once. */
async function attemptCall(caller: Gamer, callee: Gamer) {
  const ack = await placeCallTo(caller, callee);
  if (ack.ok) await caller.devices[0].send('callEnd', callPairOf(caller, callee));
  return ack.ok ? 'ok' : ack.code;
}

/** Asks on the caller's device whether a call would be allowed; returns the answer. */
async function askCanCall(caller: Gamer, callee: Gamer): Promise<boolean> {
  const device = caller.devices[0];
  const countBefore = device.payloadsOf('callRateLimitStatus').length;
  const ack = await device.send('checkCallRateLimit', { calleeId: callee.uid });
  const statusEvents = await device.waitFor('callRateLimitStatus', countBefore + 1);
  expect(ack).toEqual({ ok: true, ...statusEvents[countBefore] });
  return statusEvents[countBefore]?.canCall ?? false;
}

describe('attempts', () => {
  it('are 2 in 5 minutes to one, and 5 to all', async () => {
    const ana = await fixture.buildGamer('Ana');
    const [bia, caio, davi] = (await createFriends(3)) as [Gamer, Gamer, Gamer];
    expect([await attemptCall(ana, bia), await attemptCall(ana, bia)]).toEqual(['ok', 'ok']);
    const refusal = await placeCallTo(ana, bia);
    expect(refusal).toEqual({
      ok: false,
      code: 'rate_limited',
      error: 'Aguarde alguns minutos antes de tentar novamente.',
      retryAfterMs: expect.any(Number),
    });
    const waitMs = 'retryAfterMs' in refusal ? (refusal.retryAfterMs ?? 0) : 0;
    expect(waitMs).toBeGreaterThan((rateLimits.callsToOne.seconds - 60) * 1000);
    expect(waitMs).toBeLessThanOrEqual(rateLimits.callsToOne.seconds * 1000);
    expect([await attemptCall(ana, caio), await attemptCall(ana, caio)]).toEqual(['ok', 'ok']);
    // A call that the rate limit of the pair refuses does not count against the rate limit of the caller.
    expect(await attemptCall(ana, caio)).toBe('rate_limited');
    expect([await attemptCall(ana, davi), await attemptCall(ana, davi)]).toEqual([
      'ok',
      'rate_limited',
    ]);
    expect(await fixture.statesOf(ana.uid)).toHaveLength(5);
    // Incoming calls are not limited by the calls that Ana has made; each caller has separate limits.
    expect([await attemptCall(bia, ana), await attemptCall(bia, ana)]).toEqual(['ok', 'ok']);
    expect(await attemptCall(bia, ana)).toBe('rate_limited');
  });

  it('are multiplied by RATE_LIMIT_FACTOR', async () => {
    const doubledFixture = await createCallsFixture({ env: { RATE_LIMIT_FACTOR: '2' } });
    const ana = await doubledFixture.buildGamer('Ana');
    const people = await createFriends(3, doubledFixture);
    const codes: string[] = [];
    for (const callee of people)
      for (let n = 0; n < 5; n += 1) codes.push(await attemptCall(ana, callee));
    const codesOfOnePair = ['ok', 'ok', 'ok', 'ok', 'rate_limited'];
    expect(codes).toEqual([
      ...codesOfOnePair,
      ...codesOfOnePair,
      'ok',
      'ok',
      ...Array(3).fill('rate_limited'),
    ]);
    await doubledFixture.close();
  });

  it('that the policy refuses do not count', async () => {
    const ana = await fixture.buildGamer('Ana');
    const [bia] = (await createFriends(1)) as [Gamer];
    await fixture.change(bia, { can_be_called: false });
    for (let n = 0; n < 7; n += 1) expect(await attemptCall(ana, bia)).toBe('calls_off');
    await fixture.change(bia, { can_be_called: true });
    expect([await attemptCall(ana, bia), await attemptCall(ana, bia)]).toEqual(['ok', 'ok']);
    expect(await attemptCall(ana, bia)).toBe('rate_limited');
  });

  it('to a busy callee count, so that busyness cannot be polled', async () => {
    const ana = await fixture.buildGamer('Ana');
    const [bia, caio] = (await createFriends(2)) as [Gamer, Gamer];
    await placeCallTo(bia, caio);
    const codes = [
      await attemptCall(ana, caio),
      await attemptCall(ana, caio),
      await attemptCall(ana, caio),
    ];
    expect(codes).toEqual(['callee_busy', 'callee_busy', 'rate_limited']);
  });

  it('by 20 presses of one button are one call, which rings', async () => {
    const ana = await fixture.buildGamer('Ana');
    const [bia] = (await createFriends(1)) as [Gamer];
    const acks = await Promise.all(Array.from({ length: 20 }, () => placeCallTo(ana, bia)));
    const codes = acks.map((ack) => (ack.ok ? 'ok' : ack.code));
    expect(codes.filter((code) => code === 'ok')).toHaveLength(1);
    for (const code of codes) expect(['ok', 'already_calling', 'rate_limited']).toContain(code);
    expect(await fixture.statesOf(bia.uid)).toEqual(['pending']);
    await ana.devices[0].send('callEnd', callPairOf(ana, bia));
    expect([await attemptCall(ana, bia), await attemptCall(ana, bia)]).toEqual([
      'ok',
      'rate_limited',
    ]);
  });
});

describe('checkCallRateLimit', () => {
  it('answers this device only, and consumes no attempt', async () => {
    const ana = await fixture.buildGamer('Ana');
    const [bia, caio, davi] = (await createFriends(3)) as [Gamer, Gamer, Gamer];
    for (let n = 0; n < 10; n += 1) expect(await askCanCall(ana, bia)).toBe(true);
    await attemptCall(ana, bia);
    expect(await askCanCall(ana, bia)).toBe(true);
    await attemptCall(ana, bia);
    expect(await askCanCall(ana, bia)).toBe(false);
    expect(await askCanCall(ana, caio)).toBe(true);
    for (const callee of [caio, caio, davi]) await attemptCall(ana, callee);
    for (const gamer of [bia, caio, davi]) expect(await askCanCall(ana, gamer)).toBe(false);
    expect(await askCanCall(bia, ana)).toBe(true);
    expect(ana.devices[1].payloadsOf('callRateLimitStatus')).toEqual([]);
  });

  it('reveals nothing about blocks, private profiles or unknown people', async () => {
    const ana = await fixture.buildGamer('Ana');
    const [bia] = (await createFriends(1)) as [Gamer];
    await bia.fetch(`/api/users/${ana.uid}/block`, { method: 'PUT' });
    expect(await askCanCall(ana, bia)).toBe(true);
    expect(await askCanCall(ana, { ...bia, uid: 'ninguém' })).toBe(true);
  });
});
