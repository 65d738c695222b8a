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
    const { time, server, view, openedLinks } = fakeCalls();
    server.current = currentCall(callByBia, acceptedCall);
    await time.pass(10);
    expect(view()).toMatchObject({ status: 'accepted', justAccepted: false, room: foundRoom });
    expect(openedLinks).toEqual([]);
  });

  it('after a reload, and can be accepted with the caller that the server returns', async () => {
    const { calls, time, server, requests, view } = fakeCalls();
    server.current = currentCall(callByBia);
    await time.pass(10);
    void calls.accept();
    await time.pass(10);
    expect(requests).toContain('room 22 11');
    expect(view().status).toBe('accepted');
  });

  it('on the first connection and on each reconnection', async () => {
    const page = fakeCalls();
    await page.time.pass(10);
    page.socket.setUp(false);
    page.server.current = currentCall(callByBia);
    await page.time.pass(10);
    expect(page.view().status).toBe('free');
    page.socket.setUp(true);
    await page.time.pass(10);
    expect(page.view()).toMatchObject({ status: 'pending', callerOrReceiver: 'receiver' });
    page.socket.setUp(false);
    page.server.current = null;
    page.socket.setUp(true);
    await page.time.pass(10);
    expect(page.view().status).toBe('free');
  });

  it('by the latest event, not by an older answer', async () => {
    const { changed, time, server, view, socket } = fakeCalls();
    server.current = currentCall(callByBia);
    await time.pass(0);
    // The request for the current call is pending, and its answer will contain the call. The call ends before the
    // answer arrives.
    server.current = null;
    changed(callByBia, 'ended', 'cancelled');
    await time.pass(20);
    expect(view().status).toBe('free');
    expect(socket.events()).toEqual([]);
  });

  it('by the latest event, not by an older answer without a call', async () => {
    const { changed, time, server, view, socket } = fakeCalls();
    const statuses: string[] = [];
    await time.pass(0);
    server.current = currentCall(callByBia);
    changed(callByBia, 'pending');
    socket.hear('call', callEventFromBia);
    for (let ms = 0; ms < 10; ms += 1) {
      await time.pass(1);
      statuses.push(view().status);
    }
    expect(new Set(statuses)).toEqual(new Set(['pending']));
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
  async function placeUnansweredCall() {
    const page = fakeCalls();
    await page.time.pass(10);
    void page.calls.place(biaProfile);
    await page.time.pass(10);
    page.changed(callByAna, 'pending');
    page.requests.length = 0;
    return page;
  }

  it('are requested when a call rings longer than possible, and again later', async () => {
    const { time, server, requests, view, toasts } = await placeUnansweredCall();
    server.current = currentCall(callByAna);
    await time.pass(45_000);
    expect(requests).toEqual([]);
    await time.pass(6_000);
    expect(requests).toEqual(['current']);
    expect(view().status).toBe('pending');
    server.current = null;
    await time.pass(11_000);
    expect(requests).toEqual(['current', 'current']);
    expect(view().status).toBe('free');
    expect(toasts).toEqual([{ title: 'Sem resposta', text: 'Bia não atendeu.', tone: 'notice' }]);
  });

  it('are requested again when there was no answer', async () => {
    const { time, server, view } = await placeUnansweredCall();
    server.reachable = false;
    await time.pass(55_000);
    expect(view().status).toBe('pending');
    server.reachable = true;
    await time.pass(11_000);
    expect(view().status).toBe('free');
  });

  it('let a call ring as long as the server has said when there is no answer', async () => {
    const { time, server, socket, rings, view } = fakeCalls();
    await time.pass(10);
    rings(callByBia, 120_000);
    socket.hear('call', callEventFromBia);
    server.reachable = false;
    await time.pass(115_000);
    expect(view().status).toBe('pending');
    await time.pass(15_000);
    expect(view().status).toBe('free');
  });

  it('are requested early when the server lets calls ring for a short time', async () => {
    const { calls, time, server, rings, requests, view, toasts } = fakeCalls();
    await time.pass(10);
    void calls.place(biaProfile);
    await time.pass(10);
    rings(callByAna, 10_000);
    requests.length = 0;
    server.current = null;
    await time.pass(14_000);
    expect(requests).toEqual([]);
    await time.pass(2_000);
    expect(view().status).toBe('free');
    expect(toasts).toEqual([{ title: 'Sem resposta', text: 'Bia não atendeu.', tone: 'notice' }]);
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
    const { time, server, socket, changed, view, toasts } = fakeCalls();
    await time.pass(10);
    changed(callByBia, 'pending');
    socket.hear('call', callEventFromBia);
    await time.pass(10);
    server.reachable = false;
    await time.pass(45_000);
    expect(view().status).toBe('pending');
    await time.pass(10_000);
    expect(view().status).toBe('free');
    expect(toasts).toEqual([]);
    expect(time.waiting()).toBe(0);
  });

  it('are requested when an accepted call has no room', async () => {
    const { time, server, changed, view, openedLinks } = await placeUnansweredCall();
    server.current = currentCall(callByAna, acceptedCall);
    changed(callByAna, 'opening');
    changed(callByAna, 'accepted');
    await time.pass(2_500);
    expect(view().status).toBe('pending');
    await time.pass(1_000);
    expect(view()).toMatchObject({ status: 'accepted', room: foundRoom });
    expect(openedLinks).toEqual([INVITE_LINK]);
  });

  it('are not requested any more without a call', async () => {
    const { calls, time, requests } = await placeUnansweredCall();
    calls.end();
    await time.pass(100_000);
    expect(requests).toEqual([]);
    expect(time.waiting()).toBe(0);
  });
});

describe('the other tabs', () => {
  it('stop showing a call that was ended here, and vice versa', async () => {
    const { calls, time, server, tabs, view, socket } = fakeCalls();
    server.current = currentCall(callByBia, acceptedCall);
    await time.pass(10);
    tabs.say('another');
    expect(view().status).toBe('accepted');
    tabs.say('c1');
    expect(view().status).toBe('free');
    expect([tabs.posted, socket.sent]).toEqual([[], []]);
    socket.hear('call', callEventFromBia);
    server.current = currentCall(callByBia, { id: 'c2' });
    await time.pass(60_000);
    calls.end();
    expect(tabs.posted).toEqual(['c2']);
  });
});

describe('ending a call while offline', () => {
  it('is sent once on reconnection, before the call is refreshed', async () => {
    const { calls, time, socket, server, view, requests } = fakeCalls();
    server.current = currentCall(callByBia, acceptedCall);
    await time.pass(10);
    socket.setUp(false);
    calls.end();
    await time.pass(10);
    expect(view().status).toBe('free');
    expect(socket.sent).toEqual([]);
    requests.length = 0;
    socket.setUp(true);
    await time.pass(10);
    expect(socket.sent).toEqual([{ event: 'callEnd', payload: { ...callByBia, callId: 'c1' } }]);
    expect(requests).toEqual(['current']);
    expect(view().status).toBe('free');
    socket.setUp(false);
    socket.setUp(true);
    await time.pass(10);
    expect(socket.sent).toHaveLength(1);
  });

  it('does not end a later call of the same two people', async () => {
    const { calls, time, socket, server, view, changed } = fakeCalls();
    server.current = currentCall(callByBia, acceptedCall);
    await time.pass(10);
    // The event reached the server, but its acknowledgement was lost.
    socket.behaviour.answer = () => null;
    calls.end();
    await time.pass(10);
    server.current = currentCall(callByBia, { id: 'c2' });
    changed(callByBia, 'pending', null, 'c2');
    socket.hear('call', callEventFromBia);
    socket.setUp(false);
    socket.setUp(true);
    await time.pass(10);
    // The server ignores an end that names another call than the current one.
    const endOfEarlierCall = { event: 'callEnd', payload: { ...callByBia, callId: 'c1' } };
    expect(socket.sent).toEqual([endOfEarlierCall, endOfEarlierCall]);
    expect(view().status).toBe('pending');
  });
});

it('the model of calls has no subscription, request or timer once it is stopped', async () => {
  const { calls, time, socket, view, changed, requests, changes } = fakeCalls();
  await time.pass(10);
  void calls.place(biaProfile);
  await time.pass(10);
  const changesBefore = changes();
  requests.length = 0;
  calls.stop();
  changed(callByAna, 'ended', 'declined');
  socket.setUp(false);
  socket.setUp(true);
  await time.pass(100_000);
  expect(view().status).toBe('pending');
  expect(changes()).toBe(changesBefore);
  expect(requests).toEqual([]);
});
