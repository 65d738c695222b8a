import { describe, expect, it } from 'vitest';
import {
  biaProfile,
  callByAna,
  callByBia,
  callEventFromBia,
  fakeCalls,
  refusedAck,
} from './testing/fake-calls.ts';

/** Ana hangs up a call that rings at Bia, and the server refuses the end with the error `code`. */
async function setUpRefusedEnd(code: 'unavailable' | 'rate_limited' | 'forbidden') {
  const page = fakeCalls();
  await page.time.pass(10);
  void page.calls.place(biaProfile);
  await page.time.pass(10);
  page.changed(callByAna, 'pending');
  let canStore = false;
  page.socket.behaviour.answer = (event) => {
    if (event === 'callEnd') return canStore ? { ok: true } : refusedAck(code);
    return { ok: true, canCall: true };
  };
  page.calls.end();
  await page.time.pass(10);
  const sentEnds = () => page.socket.sent.filter(({ event }) => event === 'callEnd');
  const storeEnds = () => {
    canStore = true;
  };
  return { ...page, sentEnds, storeEnds };
}

describe('an end that the server could not store', () => {
  it.each(['unavailable', 'rate_limited'] as const)(
    'is sent again after a delay: %s',
    async (code) => {
      const { time, sentEnds, storeEnds } = await setUpRefusedEnd(code);
      expect(sentEnds()).toHaveLength(1);
      storeEnds();
      await time.pass(5_000);
      expect(sentEnds()).toEqual([
        { event: 'callEnd', payload: { ...callByAna, callId: 'c1' } },
        { event: 'callEnd', payload: { ...callByAna, callId: 'c1' } },
      ]);
      expect(time.waiting()).toBe(0);
    },
  );

  it('is sent again a limited number of times, and once more on reconnection', async () => {
    const { time, socket, sentEnds, storeEnds } = await setUpRefusedEnd('unavailable');
    await time.pass(600_000);
    const sentCount = sentEnds().length;
    expect(sentCount).toBeGreaterThan(3);
    expect(sentCount).toBeLessThan(10);
    expect(time.waiting()).toBe(0);
    storeEnds();
    socket.setUp(false);
    socket.setUp(true);
    await time.pass(600_000);
    expect(sentEnds()).toHaveLength(sentCount + 1);
  });

  it('is sent again before the next call, which would be refused otherwise', async () => {
    const { calls, time, socket, storeEnds } = await setUpRefusedEnd('unavailable');
    storeEnds();
    socket.sent.length = 0;
    void calls.place({ ...biaProfile, uid: 'caio' });
    await time.pass(20);
    expect(socket.events()).toEqual(['checkCallRateLimit', 'callEnd', 'call']);
    await time.pass(5_000);
    expect(socket.events()).toHaveLength(3);
  });

  it('is not sent again once the server reports that the call has ended', async () => {
    const { time, changed, sentEnds } = await setUpRefusedEnd('unavailable');
    changed(callByAna, 'ended', 'missed');
    await time.pass(600_000);
    expect(sentEnds()).toHaveLength(1);
    expect(time.waiting()).toBe(0);
  });

  it('is not sent again while a later call of the same two people rings', async () => {
    const { calls, time, changed, socket, view, sentEnds, storeEnds } =
      await setUpRefusedEnd('unavailable');
    changed(callByAna, 'ended', 'missed');
    socket.hear('call', callEventFromBia);
    calls.end();
    await time.pass(10);
    socket.hear('call', callEventFromBia);
    storeEnds();
    await time.pass(5_000);
    expect(view().status).toBe('pending');
    expect(sentEnds().at(-1)).toEqual({ event: 'callEnd', payload: callByBia });
    expect(sentEnds()).toHaveLength(2);
  });

  it('is not sent again once the callee has accepted on another device', async () => {
    const page = fakeCalls();
    await page.time.pass(10);
    page.changed(callByBia, 'pending');
    page.socket.hear('call', callEventFromBia);
    page.socket.behaviour.answer = () => refusedAck('unavailable');
    page.calls.end();
    await page.time.pass(10);
    page.changed(callByBia, 'opening');
    await page.time.pass(600_000);
    expect(page.socket.events()).toEqual(['callEnd']);
  });

  it('is sent again although the callee has accepted the call of the caller', async () => {
    const { time, changed, sentEnds, storeEnds } = await setUpRefusedEnd('unavailable');
    changed(callByAna, 'opening');
    changed(callByAna, 'accepted');
    storeEnds();
    await time.pass(5_000);
    expect(sentEnds()).toHaveLength(2);
  });

  it('is not sent again after the person has signed out', async () => {
    const { calls, time, sentEnds } = await setUpRefusedEnd('unavailable');
    calls.stop();
    expect(time.waiting()).toBe(0);
    await time.pass(600_000);
    expect(sentEnds()).toHaveLength(1);
  });

  it('is not sent again when the person signs out before the server answers', async () => {
    const { calls, time, socket, sentEnds } = await setUpRefusedEnd('unavailable');
    socket.hear('call', callEventFromBia);
    calls.end();
    await time.settle();
    expect(sentEnds()).toHaveLength(2);
    calls.stop();
    await time.pass(600_000);
    expect(sentEnds()).toHaveLength(2);
    expect(time.waiting()).toBe(0);
  });
});

it('an end that is refused because the call is of other people is not sent again', async () => {
  const { time, socket, sentEnds } = await setUpRefusedEnd('forbidden');
  socket.setUp(false);
  socket.setUp(true);
  await time.pass(600_000);
  expect(sentEnds()).toHaveLength(1);
  expect(time.waiting()).toBe(0);
});
