import { describe, expect, it } from 'vitest';
import {
  callByBia,
  callEventFromBia,
  fakeCalls,
  INVITE_LINK,
  rejectWithCode,
} from './testing/fake-calls.ts';

/** Sets up the page of Ana while a call from Bia rings, and a function that answers the call. */
async function setUpAnswering() {
  const page = fakeCalls();
  await page.time.pass(10);
  page.changed(callByBia, 'pending');
  page.socket.hear('call', callEventFromBia);
  await page.time.pass(10);
  page.requests.length = 0;
  const accept = async () => {
    const acceptPromise = page.calls.accept();
    await page.time.pass(20);
    return acceptPromise;
  };
  return { ...page, accept };
}

/**
 * Ana answers a call. Before the server has answered her request for a room, Bia cancels and calls again.
 * `rejectRequests` are functions that refuse the requests for a room, oldest first.
 */
async function openRepeatedCall() {
  const page = await setUpAnswering();
  const rejectRequests: ((error: Error) => void)[] = [];
  page.server.room = () => new Promise((_, reject) => rejectRequests.push(reject));
  void page.calls.accept();
  await page.time.pass(5);
  page.changed(callByBia, 'ended', 'cancelled');
  page.changed(callByBia, 'pending', null, 'c2');
  page.socket.hear('call', callEventFromBia);
  return { ...page, rejectRequests };
}

const errorToast = (text: string) => ({ title: 'Erro', text, tone: 'error' });

describe('being called', () => {
  it('rings with the name of the caller, and shows the photo once it is loaded', async () => {
    const page = fakeCalls();
    await page.time.pass(10);
    page.server.photoURL = '/bia.png';
    page.socket.hear('call', callEventFromBia);
    expect(page.view()).toMatchObject({ partner: { name: 'Bia', photoURL: null } });
    await page.time.pass(10);
    expect(page.view()).toMatchObject({ partner: { name: 'Bia', photoURL: '/bia.png' } });
  });

  it('declines and sends the end to the caller', async () => {
    const { calls, time, socket, view, toasts } = await setUpAnswering();
    calls.end();
    await time.pass(10);
    expect(socket.sent).toEqual([{ event: 'callEnd', payload: { ...callByBia, callId: 'c1' } }]);
    expect(view().status).toBe('free');
    expect(toasts).toEqual([]);
  });

  it('stops ringing without a toast when the caller gives up', async () => {
    const { changed, socket, view, toasts } = await setUpAnswering();
    changed(callByBia, 'ended', 'cancelled');
    socket.hear('callEnd', callByBia);
    expect(view().status).toBe('free');
    expect(toasts).toEqual([]);
  });

  it('stops ringing as soon as another device has answered', async () => {
    const { changed, view } = await setUpAnswering();
    changed(callByBia, 'opening');
    expect(view().status).toBe('free');
  });
});

describe('accepting', () => {
  it('opens a room for both ids, opens its invite and notifies the caller', async () => {
    const { accept, requests, openedLinks, socket, view } = await setUpAnswering();
    await accept();
    expect(requests).toEqual(['room 22 11']);
    expect(view()).toMatchObject({ status: 'accepted', room: { invite_link: INVITE_LINK } });
    expect(openedLinks).toEqual([INVITE_LINK]);
    const payload = { ...callByBia, response: 'not_moved', invite_link: INVITE_LINK };
    expect(socket.sent).toEqual([{ event: 'callAccepted', payload }]);
  });

  it('opens no invite for a person whom the bot moved', async () => {
    const { accept, server, openedLinks, view } = await setUpAnswering();
    server.room = async () => ({ invite_link: null, response: 'moved' });
    await accept();
    expect(view()).toMatchObject({ status: 'accepted', room: { response: 'moved' } });
    expect(openedLinks).toEqual([]);
  });

  it('opens no link other than an invite', async () => {
    const { accept, server, openedLinks, view } = await setUpAnswering();
    server.room = async () => ({ invite_link: 'https://evil.example', response: 'not_moved' });
    await accept();
    expect(openedLinks).toEqual([]);
    expect(view()).toMatchObject({ status: 'accepted', room: { invite_link: null } });
  });

  it('sends one request however often it is pressed', async () => {
    const { calls, time, requests } = await setUpAnswering();
    void calls.accept();
    void calls.accept();
    await time.pass(20);
    await calls.accept();
    expect(requests).toEqual(['room 22 11']);
  });

  it('needs a Discord account, and keeps ringing without one', async () => {
    const { accept, ownAccount, server, toasts, view, requests } = await setUpAnswering();
    ownAccount.discordId = null;
    await accept();
    expect(toasts).toEqual([
      {
        ...errorToast('Você precisa ter o Discord configurado para aceitar chamadas.'),
        solvedByDiscord: true,
      },
    ]);
    expect(view()).toMatchObject({ status: 'pending', answering: false });
    server.discordId = '33';
    await accept();
    expect(requests).toEqual(['self', 'self', 'room 22 33']);
    expect(view().status).toBe('accepted');
  });

  it('requests the account once however often it is pressed', async () => {
    const { calls, time, ownAccount, toasts, requests } = await setUpAnswering();
    ownAccount.discordId = null;
    void calls.accept();
    void calls.accept();
    await time.pass(20);
    expect(requests).toEqual(['self']);
    expect(toasts).toHaveLength(1);
  });

  it('stops when the call ends while the account is requested', async () => {
    const { calls, time, ownAccount, toasts, requests } = await setUpAnswering();
    ownAccount.discordId = null;
    void calls.accept();
    calls.end();
    await time.pass(20);
    expect(requests).toEqual(['self']);
    expect(toasts).toEqual([]);
  });

  it('keeps ringing when the server knows of no Discord account', async () => {
    const { accept, server, toasts, view, socket } = await setUpAnswering();
    server.room = () => Promise.reject(rejectWithCode('callee_without_discord'));
    await accept();
    expect(toasts).toEqual([
      {
        ...errorToast('Você precisa ter o Discord configurado para aceitar chamadas.'),
        solvedByDiscord: true,
      },
    ]);
    expect(view()).toMatchObject({ status: 'pending', answering: false });
    expect(socket.sent).toEqual([]);
  });
});

describe('a call that cannot be accepted', () => {
  const generalToast = errorToast('Ocorreu um erro ao aceitar a chamada.');
  it.each([
    ['call_room_failed', errorToast('Não foi possível criar o chat no Discord.'), []],
    ['call_not_found', generalToast, []],
    ['rate_limited', generalToast, ['callEnd']],
    ['internal', generalToast, ['callEnd']],
  ] as const)('ends with the error %s', async (code, expectedToast, sentEvents) => {
    const { accept, server, toasts, view, socket } = await setUpAnswering();
    server.room = () => Promise.reject(rejectWithCode(code));
    await accept();
    expect(toasts).toEqual([expectedToast]);
    expect(view().status).toBe('free');
    expect(socket.events()).toEqual(sentEvents);
  });

  it('ends without a connection, and sends the end on reconnection', async () => {
    const { accept, server, toasts, view, socket, time } = await setUpAnswering();
    socket.setUp(false);
    server.reachable = false;
    await accept();
    expect(toasts).toEqual([generalToast]);
    expect(view().status).toBe('free');
    server.reachable = true;
    socket.setUp(true);
    await time.pass(20);
    expect(socket.sent).toEqual([{ event: 'callEnd', payload: { ...callByBia, callId: 'c1' } }]);
  });

  it('shows one toast when both the response and the socket report it', async () => {
    const { accept, server, changed, toasts, socket } = await setUpAnswering();
    server.room = () => {
      changed(callByBia, 'ended', 'failed');
      socket.hear('callEnd', callByBia);
      return Promise.reject(rejectWithCode('call_room_failed'));
    };
    await accept();
    expect(toasts).toEqual([errorToast('Não foi possível criar o chat no Discord.')]);
  });

  it('shows no toast to a person who has ended it meanwhile', async () => {
    const { calls, time, server, toasts, view } = await setUpAnswering();
    server.room = () => Promise.reject(rejectWithCode('call_not_found'));
    void calls.accept();
    await time.pass(0);
    calls.end();
    await time.pass(20);
    expect(toasts).toEqual([]);
    expect(view().status).toBe('free');
  });

  it('stays ended when its room is created too late', async () => {
    const { calls, time, openedLinks, view, socket } = await setUpAnswering();
    void calls.accept();
    await time.pass(0);
    calls.end();
    await time.pass(20);
    expect(view().status).toBe('free');
    expect(openedLinks).toEqual([]);
    expect(socket.events()).toEqual(['callEnd']);
  });

  it('does not affect the next call of the same two people', async () => {
    const { calls, time, rejectRequests, socket, view, toasts, requests } =
      await openRepeatedCall();
    void calls.accept();
    await time.pass(5);
    expect(requests.filter((request) => request === 'room 22 11')).toHaveLength(2);
    rejectRequests[0]?.(new Error('no network'));
    await time.pass(5);
    expect(view()).toMatchObject({ status: 'pending', answering: true });
    expect(toasts).toEqual([]);
    expect(socket.sent).toEqual([]);
  });

  it('does not end a later call of the same two people', async () => {
    const { time, rejectRequests, socket, view } = await openRepeatedCall();
    rejectRequests[0]?.(new Error('no network'));
    await time.pass(5);
    expect(view()).toMatchObject({ status: 'pending', answering: false });
    expect(socket.sent).toEqual([]);
  });
});
