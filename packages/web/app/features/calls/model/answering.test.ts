import { describe, expect, it } from 'vitest';
import {
  callByBia,
  callEventFromBia,
  fakeCalls,
  INVITE_LINK,
  rejectWithCode,
} from './testing/fake-calls.ts';

/** Bia calls Ana. */
async function setUpAnswering() {
  const page = fakeCalls();
  await page.time.pass(10);
  page.changed(callByBia, 'pending');
  page.wire.hear('call', callEventFromBia);
  await page.time.pass(10);
  page.asked.length = 0;
  const accept = async () => {
    const accepting = page.calls.accept();
    await page.time.pass(20);
    return accepting;
  };
  return { ...page, accept };
}

/** Ana answers; meanwhile Bia cancels and calls again. `answers` are the refusals of the room requests. */
async function openRepeatedCall() {
  const page = await setUpAnswering();
  const answers: ((error: Error) => void)[] = [];
  page.server.room = () => new Promise((_, reject) => answers.push(reject));
  void page.calls.accept();
  await page.time.pass(5);
  page.changed(callByBia, 'ended', 'cancelled');
  page.changed(callByBia, 'pending', null, 'c2');
  page.wire.hear('call', callEventFromBia);
  return { ...page, answers };
}

const errorToast = (text: string) => ({ title: 'Erro', text, tone: 'error' });

describe('being called', () => {
  it('rings with the name of the caller, and shows the photo once it is loaded', async () => {
    const page = fakeCalls();
    await page.time.pass(10);
    page.server.photoURL = '/bia.png';
    page.wire.hear('call', callEventFromBia);
    expect(page.view()).toMatchObject({ partner: { name: 'Bia', photoURL: null } });
    await page.time.pass(10);
    expect(page.view()).toMatchObject({ partner: { name: 'Bia', photoURL: '/bia.png' } });
  });

  it('declines and sends the end to the caller', async () => {
    const { calls, time, wire, view, notes } = await setUpAnswering();
    calls.end();
    await time.pass(10);
    expect(wire.sent).toEqual([{ event: 'callEnd', payload: callByBia }]);
    expect(view().status).toBe('free');
    expect(notes).toEqual([]);
  });

  it('stops ringing without a toast when the caller gives up', async () => {
    const { changed, wire, view, notes } = await setUpAnswering();
    changed(callByBia, 'ended', 'cancelled');
    wire.hear('callEnd', callByBia);
    expect(view().status).toBe('free');
    expect(notes).toEqual([]);
  });

  it('stops ringing as soon as another device has answered', async () => {
    const { changed, view } = await setUpAnswering();
    changed(callByBia, 'opening');
    expect(view().status).toBe('free');
  });
});

describe('accepting', () => {
  it('opens a room for both ids, opens its invite and notifies the caller', async () => {
    const { accept, asked, opened, wire, view } = await setUpAnswering();
    await accept();
    expect(asked).toEqual(['room 22 11']);
    expect(view()).toMatchObject({ status: 'accepted', room: { invite_link: INVITE_LINK } });
    expect(opened).toEqual([INVITE_LINK]);
    const payload = { ...callByBia, response: 'not_moved', invite_link: INVITE_LINK };
    expect(wire.sent).toEqual([{ event: 'callAccepted', payload }]);
  });

  it('opens no invite for a person whom the bot moved', async () => {
    const { accept, server, opened, view } = await setUpAnswering();
    server.room = async () => ({ invite_link: null, response: 'moved' });
    await accept();
    expect(view()).toMatchObject({ status: 'accepted', room: { response: 'moved' } });
    expect(opened).toEqual([]);
  });

  it('opens no link other than an invite', async () => {
    const { accept, server, opened, view } = await setUpAnswering();
    server.room = async () => ({ invite_link: 'https://evil.example', response: 'not_moved' });
    await accept();
    expect(opened).toEqual([]);
    expect(view()).toMatchObject({ status: 'accepted', room: { invite_link: null } });
  });

  it('sends one request however often it is pressed', async () => {
    const { calls, time, asked } = await setUpAnswering();
    void calls.accept();
    void calls.accept();
    await time.pass(20);
    await calls.accept();
    expect(asked).toEqual(['room 22 11']);
  });

  it('needs a Discord account, and keeps ringing without one', async () => {
    const { accept, self, server, notes, view, asked } = await setUpAnswering();
    self.discordId = null;
    await accept();
    expect(notes).toEqual([
      {
        ...errorToast('Você precisa ter o Discord configurado para aceitar chamadas.'),
        solvedByDiscord: true,
      },
    ]);
    expect(view()).toMatchObject({ status: 'pending', answering: false });
    server.discordId = '33';
    await accept();
    expect(asked).toEqual(['self', 'self', 'room 22 33']);
    expect(view().status).toBe('accepted');
  });

  it('requests the account once however often it is pressed', async () => {
    const { calls, time, self, notes, asked } = await setUpAnswering();
    self.discordId = null;
    void calls.accept();
    void calls.accept();
    await time.pass(20);
    expect(asked).toEqual(['self']);
    expect(notes).toHaveLength(1);
  });

  it('stops when the call ends while the account is requested', async () => {
    const { calls, time, self, notes, asked } = await setUpAnswering();
    self.discordId = null;
    void calls.accept();
    calls.end();
    await time.pass(20);
    expect(asked).toEqual(['self']);
    expect(notes).toEqual([]);
  });

  it('keeps ringing when the server knows of no Discord account', async () => {
    const { accept, server, notes, view, wire } = await setUpAnswering();
    server.room = () => Promise.reject(rejectWithCode('callee_without_discord'));
    await accept();
    expect(notes).toEqual([
      {
        ...errorToast('Você precisa ter o Discord configurado para aceitar chamadas.'),
        solvedByDiscord: true,
      },
    ]);
    expect(view()).toMatchObject({ status: 'pending', answering: false });
    expect(wire.sent).toEqual([]);
  });
});

describe('a call that cannot be accepted', () => {
  const generic = errorToast('Ocorreu um erro ao aceitar a chamada.');
  it.each([
    ['call_room_failed', errorToast('Não foi possível criar o chat no Discord.'), []],
    ['call_not_found', generic, []],
    ['rate_limited', generic, ['callEnd']],
    ['internal', generic, ['callEnd']],
  ] as const)('ends with the error %s', async (code, note, said) => {
    const { accept, server, notes, view, wire } = await setUpAnswering();
    server.room = () => Promise.reject(rejectWithCode(code));
    await accept();
    expect(notes).toEqual([note]);
    expect(view().status).toBe('free');
    expect(wire.events()).toEqual(said);
  });

  it('ends without a connection, and sends the end on reconnection', async () => {
    const { accept, server, notes, view, wire, time } = await setUpAnswering();
    wire.setUp(false);
    server.reachable = false;
    await accept();
    expect(notes).toEqual([generic]);
    expect(view().status).toBe('free');
    server.reachable = true;
    wire.setUp(true);
    await time.pass(20);
    expect(wire.sent).toEqual([{ event: 'callEnd', payload: callByBia }]);
  });

  it('shows one toast when both the response and the socket report it', async () => {
    const { accept, server, changed, notes, wire } = await setUpAnswering();
    server.room = () => {
      changed(callByBia, 'ended', 'failed');
      wire.hear('callEnd', callByBia);
      return Promise.reject(rejectWithCode('call_room_failed'));
    };
    await accept();
    expect(notes).toEqual([errorToast('Não foi possível criar o chat no Discord.')]);
  });

  it('shows no toast to a person who has ended it meanwhile', async () => {
    const { calls, time, server, notes, view } = await setUpAnswering();
    server.room = () => Promise.reject(rejectWithCode('call_not_found'));
    void calls.accept();
    await time.pass(0);
    calls.end();
    await time.pass(20);
    expect(notes).toEqual([]);
    expect(view().status).toBe('free');
  });

  it('stays ended when its room is created too late', async () => {
    const { calls, time, opened, view, wire } = await setUpAnswering();
    void calls.accept();
    await time.pass(0);
    calls.end();
    await time.pass(20);
    expect(view().status).toBe('free');
    expect(opened).toEqual([]);
    expect(wire.events()).toEqual(['callEnd']);
  });

  it('does not affect the next call of the same two people', async () => {
    const { calls, time, answers, wire, view, notes, asked } = await openRepeatedCall();
    void calls.accept();
    await time.pass(5);
    expect(asked.filter((what) => what === 'room 22 11')).toHaveLength(2);
    answers[0]?.(new Error('no network'));
    await time.pass(5);
    expect(view()).toMatchObject({ status: 'pending', answering: true });
    expect(notes).toEqual([]);
    expect(wire.sent).toEqual([]);
  });

  it('does not end a later call of the same two people', async () => {
    const { time, answers, wire, view } = await openRepeatedCall();
    answers[0]?.(new Error('no network'));
    await time.pass(5);
    expect(view()).toMatchObject({ status: 'pending', answering: false });
    expect(wire.sent).toEqual([]);
  });
});
