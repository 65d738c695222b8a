import { describe, expect, it } from 'vitest';
import {
  biaProfile,
  callByAna,
  callByBia,
  callEventFromBia,
  currentCall,
  fakeCalls,
  INVITE_LINK,
} from './testing/fake-calls.ts';

const foundRoom = { invite_link: INVITE_LINK, response: 'not_moved' } as const;
const acceptedCall = {
  state: 'accepted',
  acceptedAt: '2026-11-22T12:00:05.000Z',
  room: foundRoom,
} as const;

describe('a call is restored', () => {
  it('after a reload, with its invite shown and not opened', async () => {
    const { time, server, view, opened } = fakeCalls();
    server.current = currentCall(callByBia, acceptedCall);
    await time.pass(10);
    expect(view()).toMatchObject({ status: 'accepted', justAccepted: false, room: foundRoom });
    expect(opened).toEqual([]);
  });

  it('after a reload, and can be accepted with the caller that the server returns', async () => {
    const { calls, time, server, asked, view } = fakeCalls();
    server.current = currentCall(callByBia);
    await time.pass(10);
    void calls.accept();
    await time.pass(10);
    expect(asked).toContain('room 22 11');
    expect(view().status).toBe('accepted');
  });

  it('on the first connection and on each reconnection', async () => {
    const page = fakeCalls();
    await page.time.pass(10);
    page.wire.setUp(false);
    page.server.current = currentCall(callByBia);
    await page.time.pass(10);
    expect(page.view().status).toBe('free');
    page.wire.setUp(true);
    await page.time.pass(10);
    expect(page.view()).toMatchObject({ status: 'pending', callerOrReceiver: 'receiver' });
    page.wire.setUp(false);
    page.server.current = null;
    page.wire.setUp(true);
    await page.time.pass(10);
    expect(page.view().status).toBe('free');
  });

  it('by the latest event, not by an older answer', async () => {
    const { changed, time, server, view, wire } = fakeCalls();
    server.current = currentCall(callByBia);
    await time.pass(0);
    // The pending answer describes the state before the call.
    server.current = null;
    changed(callByBia, 'ended', 'cancelled');
    await time.pass(20);
    expect(view().status).toBe('free');
    expect(wire.events()).toEqual([]);
  });

  it('by the latest event, not by an older answer without a call', async () => {
    const { changed, time, server, view, wire } = fakeCalls();
    const shown: string[] = [];
    await time.pass(0);
    server.current = currentCall(callByBia);
    changed(callByBia, 'pending');
    wire.hear('call', callEventFromBia);
    for (let ms = 0; ms < 10; ms += 1) {
      await time.pass(1);
      shown.push(view().status);
    }
    expect(new Set(shown)).toEqual(new Set(['pending']));
  });

  it('on another page of the caller', async () => {
    const { changed, time, server, view } = fakeCalls();
    await time.pass(10);
    server.current = currentCall(callByAna);
    changed(callByAna, 'pending');
    await time.pass(10);
    expect(view()).toMatchObject({ callerOrReceiver: 'caller', partner: { name: 'Bia' } });
  });
});

describe('missed events', () => {
  async function calling() {
    const page = fakeCalls();
    await page.time.pass(10);
    void page.calls.place(biaProfile);
    await page.time.pass(10);
    page.changed(callByAna, 'pending');
    page.asked.length = 0;
    return page;
  }

  it('are requested when a call rings longer than possible, and again later', async () => {
    const { time, server, asked, view, notes } = await calling();
    server.current = currentCall(callByAna);
    await time.pass(45_000);
    expect(asked).toEqual([]);
    await time.pass(6_000);
    expect(asked).toEqual(['current']);
    expect(view().status).toBe('pending');
    server.current = null;
    await time.pass(11_000);
    expect(asked).toEqual(['current', 'current']);
    expect(view().status).toBe('free');
    expect(notes).toEqual([{ title: 'Sem resposta', text: 'Bia não atendeu.', tone: 'notice' }]);
  });

  it('are requested again when there was no answer', async () => {
    const { time, server, view } = await calling();
    server.reachable = false;
    await time.pass(55_000);
    expect(view().status).toBe('pending');
    server.reachable = true;
    await time.pass(11_000);
    expect(view().status).toBe('free');
  });

  it('let a call ring as long as the server has said when there is no answer', async () => {
    const { time, server, wire, rings, view } = fakeCalls();
    await time.pass(10);
    rings(callByBia, 120_000);
    wire.hear('call', callEventFromBia);
    server.reachable = false;
    await time.pass(115_000);
    expect(view().status).toBe('pending');
    await time.pass(15_000);
    expect(view().status).toBe('free');
  });

  it('are requested early when the server lets calls ring for a short time', async () => {
    const { calls, time, server, rings, asked, view, notes } = fakeCalls();
    await time.pass(10);
    void calls.place(biaProfile);
    await time.pass(10);
    rings(callByAna, 10_000);
    asked.length = 0;
    server.current = null;
    await time.pass(14_000);
    expect(asked).toEqual([]);
    await time.pass(2_000);
    expect(view().status).toBe('free');
    expect(notes).toEqual([{ title: 'Sem resposta', text: 'Bia não atendeu.', tone: 'notice' }]);
  });

  it('include the end of the ringing time of a call that was found after a reload', async () => {
    const { time, server, view } = fakeCalls();
    const ringsUntil = new Date(Date.parse('2026-11-22T12:02:00.000Z')).toISOString();
    server.current = currentCall(callByBia, { ringsUntil });
    await time.pass(10);
    server.reachable = false;
    await time.pass(115_000);
    expect(view().status).toBe('pending');
    await time.pass(15_000);
    expect(view().status).toBe('free');
  });

  it('do not let a call ring longer than possible when there is no answer', async () => {
    const { time, server, wire, changed, view, notes } = fakeCalls();
    await time.pass(10);
    changed(callByBia, 'pending');
    wire.hear('call', callEventFromBia);
    await time.pass(10);
    server.reachable = false;
    await time.pass(45_000);
    expect(view().status).toBe('pending');
    await time.pass(10_000);
    expect(view().status).toBe('free');
    expect(notes).toEqual([]);
    expect(time.waiting()).toBe(0);
  });

  it('are requested when an accepted call has no room', async () => {
    const { time, server, changed, view, opened } = await calling();
    server.current = currentCall(callByAna, acceptedCall);
    changed(callByAna, 'opening');
    changed(callByAna, 'accepted');
    await time.pass(2_500);
    expect(view().status).toBe('pending');
    await time.pass(1_000);
    expect(view()).toMatchObject({ status: 'accepted', room: foundRoom });
    expect(opened).toEqual([INVITE_LINK]);
  });

  it('are not requested any more without a call', async () => {
    const { calls, time, asked } = await calling();
    calls.end();
    await time.pass(100_000);
    expect(asked).toEqual([]);
    expect(time.waiting()).toBe(0);
  });
});

describe('the other tabs', () => {
  it('stop showing a call that was ended here, and vice versa', async () => {
    const { calls, time, server, tabs, view, wire } = fakeCalls();
    server.current = currentCall(callByBia, acceptedCall);
    await time.pass(10);
    tabs.say('another');
    expect(view().status).toBe('accepted');
    tabs.say('c1');
    expect(view().status).toBe('free');
    expect([tabs.posted, wire.sent]).toEqual([[], []]);
    wire.hear('call', callEventFromBia);
    server.current = currentCall(callByBia, { id: 'c2' });
    await time.pass(60_000);
    calls.end();
    expect(tabs.posted).toEqual(['c2']);
  });
});

describe('ending a call while offline', () => {
  it('is sent once on reconnection, before the call is refreshed', async () => {
    const { calls, time, wire, server, view, asked } = fakeCalls();
    server.current = currentCall(callByBia, acceptedCall);
    await time.pass(10);
    wire.setUp(false);
    calls.end();
    await time.pass(10);
    expect(view().status).toBe('free');
    expect(wire.sent).toEqual([]);
    asked.length = 0;
    wire.setUp(true);
    await time.pass(10);
    expect(wire.sent).toEqual([{ event: 'callEnd', payload: callByBia }]);
    expect(asked).toEqual(['current']);
    expect(view().status).toBe('free');
    wire.setUp(false);
    wire.setUp(true);
    await time.pass(10);
    expect(wire.sent).toHaveLength(1);
  });

  it('does not end a later call of the same two people', async () => {
    const { calls, time, wire, server, view, changed } = fakeCalls();
    server.current = currentCall(callByBia, acceptedCall);
    await time.pass(10);
    // The event reached the server, but its acknowledgement was lost.
    wire.behaviour.answer = () => null;
    calls.end();
    await time.pass(10);
    server.current = currentCall(callByBia, { id: 'c2' });
    changed(callByBia, 'pending', null, 'c2');
    wire.hear('call', callEventFromBia);
    wire.setUp(false);
    wire.setUp(true);
    await time.pass(10);
    expect(wire.events()).toEqual(['callEnd']);
    expect(view().status).toBe('pending');
  });
});

it('the model of calls has no subscription, request or timer once it is stopped', async () => {
  const { calls, time, wire, view, changed, asked, changes } = fakeCalls();
  await time.pass(10);
  void calls.place(biaProfile);
  await time.pass(10);
  const before = changes();
  asked.length = 0;
  calls.stop();
  changed(callByAna, 'ended', 'declined');
  wire.setUp(false);
  wire.setUp(true);
  await time.pass(100_000);
  expect(view().status).toBe('pending');
  expect(changes()).toBe(before);
  expect(asked).toEqual([]);
});
