import { describe, expect, it } from 'vitest';
import {
  biaProfile,
  callByAna,
  callByBia,
  callEventFromBia,
  currentCall,
  fakeCalls,
  INVITE_LINK,
  refusedAck,
} from './testing/fake-calls.ts';

async function setUpPlacing() {
  const page = fakeCalls();
  await page.time.pass(10);
  page.requests.length = 0;
  const placeCall = async (overrides: Partial<typeof biaProfile> = {}) => {
    const placement = page.calls.place({ ...biaProfile, ...overrides });
    await page.time.pass(20);
    return placement;
  };
  return { ...page, placeCall };
}

const callLimitRefusal = {
  title: 'Limite de chamadas excedido',
  text: 'Aguarde alguns minutos antes de tentar novamente.',
  tone: 'error',
};
const errorToast = (text: string) => ({ title: 'Erro', text, tone: 'error' });

describe('placing a call', () => {
  it('checks the rate limit, and then rings', async () => {
    const { placeCall, socket, view, toasts } = await setUpPlacing();
    await placeCall();
    expect(socket.sent).toEqual([
      { event: 'checkCallRateLimit', payload: { calleeId: 'bia' } },
      {
        event: 'call',
        payload: { calleeId: 'bia', callerName: 'ana.sul', callerDiscordId: '11' },
      },
    ]);
    expect(view()).toMatchObject({
      status: 'pending',
      callerOrReceiver: 'caller',
      partner: { uid: 'bia', name: 'Bia' },
      animationType: 'skype',
    });
    expect(toasts).toEqual([]);
  });

  it('is placed once however often it is pressed', async () => {
    const { calls, time, socket } = await setUpPlacing();
    void calls.place(biaProfile);
    void calls.place(biaProfile);
    await time.pass(20);
    expect(socket.events()).toEqual(['checkCallRateLimit', 'call']);
  });

  it('is refused by the rate limit before any rule is checked', async () => {
    const { placeCall, socket, toasts, view } = await setUpPlacing();
    socket.behaviour.answer = () => ({ ok: true, canCall: false });
    await placeCall({ uid: 'ana' });
    expect(toasts).toEqual([callLimitRefusal]);
    expect(socket.events()).toEqual(['checkCallRateLimit']);
    expect(view().status).toBe('free');
  });

  it('waits for a connection that is being established, for a limited time', async () => {
    const { calls, time, socket, toasts, view } = await setUpPlacing();
    socket.behaviour.connecting = true;
    void calls.place(biaProfile);
    await time.pass(2_000);
    expect([view().status, toasts]).toEqual(['free', []]);
    socket.setUp(true);
    await time.pass(20);
    expect(view().status).toBe('pending');
    calls.end();
    await time.pass(20);
    socket.behaviour.connecting = true;
    void calls.place(biaProfile);
    await time.pass(8_020);
    expect(toasts).toEqual([errorToast('Sem conexão. Tente de novo.')]);
    expect(view().status).toBe('free');
  });

  it('shows a toast without a connection', async () => {
    const { placeCall, socket, toasts } = await setUpPlacing();
    socket.setUp(false);
    await placeCall();
    expect(toasts).toEqual([errorToast('Sem conexão. Tente de novo.')]);
  });

  it('shows why the rate limit could not be checked', async () => {
    const { placeCall, socket, toasts } = await setUpPlacing();
    socket.behaviour.answer = () => refusedAck('unavailable');
    await placeCall();
    expect(toasts).toEqual([errorToast('Serviço temporariamente indisponível.')]);
  });
});

describe('the calling rules', () => {
  it('refuses a caller without Discord after a request to the server', async () => {
    const { placeCall, ownAccount, toasts, requests, socket } = await setUpPlacing();
    ownAccount.discordId = null;
    await placeCall();
    expect(requests).toEqual(['self']);
    expect(toasts).toEqual([
      {
        ...errorToast('Você não tem o Discord ativo, vá nas configurações para ativar.'),
        solvedByDiscord: true,
      },
    ]);
    expect(socket.events()).toEqual(['checkCallRateLimit']);
  });

  it('allows a caller who linked Discord in another tab', async () => {
    const { placeCall, ownAccount, server, view } = await setUpPlacing();
    ownAccount.discordId = null;
    server.discordId = '33';
    await placeCall();
    expect(view().status).toBe('pending');
  });

  it('refuses a callee who accepts no calls after a request to the server', async () => {
    const { placeCall, toasts, server, view } = await setUpPlacing();
    await placeCall({ canBeCalled: false });
    expect(toasts).toEqual([errorToast('O usuário chamado não aceita ligações.')]);
    server.canBeCalled = true;
    await placeCall({ canBeCalled: false });
    expect(view().status).toBe('pending');
  });

  it('refuses a call to oneself', async () => {
    const { placeCall, toasts } = await setUpPlacing();
    await placeCall({ uid: 'ana' });
    expect(toasts).toEqual([errorToast('Você não pode se chamar a si mesmo.')]);
  });
});

describe('the acknowledgement of a call', () => {
  it.each([
    ['rate_limited', callLimitRefusal],
    ['callee_busy', errorToast('Esta pessoa está em outra ligação.')],
    ['calls_off', errorToast('O usuário chamado não aceita ligações.')],
    ['blocked', errorToast('Não é possível interagir com esta pessoa.')],
    ['already_calling', errorToast('Você já está em uma ligação.')],
  ] as const)('shows a refusal: %s', async (code, expectedToast) => {
    const { placeCall, socket, toasts, view } = await setUpPlacing();
    socket.behaviour.answer = (event) =>
      event === 'call' ? refusedAck(code) : { ok: true, canCall: true };
    await placeCall();
    expect(toasts).toEqual([expectedToast]);
    expect(view().status).toBe('free');
  });

  it('shows the incoming call when the other person called first', async () => {
    const { placeCall, socket, toasts, server, view } = await setUpPlacing();
    socket.behaviour.answer = (event) =>
      event === 'call' ? refusedAck('already_calling') : { ok: true, canCall: true };
    server.current = currentCall(callByBia);
    await placeCall();
    expect(toasts).toEqual([]);
    expect(view()).toMatchObject({ status: 'pending', callerOrReceiver: 'receiver' });
  });

  it('ends a call that may have arrived without an acknowledgement', async () => {
    const { placeCall, socket, toasts, view } = await setUpPlacing();
    socket.behaviour.answer = (event) => {
      if (event === 'checkCallRateLimit') return { ok: true, canCall: true };
      return event === 'call' ? null : { ok: true };
    };
    await placeCall();
    expect(toasts).toEqual([errorToast('Sem conexão. Tente de novo.')]);
    expect(view().status).toBe('free');
    expect(socket.sent.at(-1)).toEqual({ event: 'callEnd', payload: callByAna });
  });

  it('keeps a call ringing that was not acknowledged but reported as ringing', async () => {
    const { placeCall, socket, toasts, view, changed } = await setUpPlacing();
    socket.behaviour.answer = (event) => {
      if (event === 'checkCallRateLimit') return { ok: true, canCall: true };
      changed(callByAna, 'pending');
      return null;
    };
    await placeCall();
    expect(toasts).toEqual([]);
    expect(view().status).toBe('pending');
  });

  it('never ends a call before it has begun', async () => {
    const { calls, time, socket, view } = await setUpPlacing();
    void calls.place(biaProfile);
    await time.pass(1);
    expect(view().status).toBe('pending');
    calls.end();
    expect(view().status).toBe('free');
    expect(socket.events()).toEqual(['checkCallRateLimit', 'call']);
    await time.pass(20);
    expect(socket.events()).toEqual(['checkCallRateLimit', 'call', 'callEnd']);
  });

  it('shows no refusal to a caller who has cancelled', async () => {
    const { calls, time, socket, toasts } = await setUpPlacing();
    socket.behaviour.answer = (event) =>
      event === 'call' ? refusedAck('callee_busy') : { ok: true, canCall: true };
    void calls.place(biaProfile);
    await time.pass(1);
    calls.end();
    await time.pass(20);
    expect(toasts).toEqual([]);
  });
});

describe('while there is a call already', () => {
  it('shows a toast', async () => {
    const { placeCall, toasts, socket } = await setUpPlacing();
    await placeCall();
    await placeCall({ uid: 'caio' });
    expect(toasts).toEqual([errorToast('Você já está em uma ligação.')]);
    expect(socket.events()).toEqual(['checkCallRateLimit', 'call']);
  });

  it('unfolds the call with the same person', async () => {
    const { placeCall, calls, socket, view, toasts } = await setUpPlacing();
    await placeCall();
    socket.hear('callAccepted', { ...callByAna, response: 'moved', invite_link: null });
    calls.fold();
    await placeCall();
    expect(view()).toMatchObject({ status: 'accepted', folded: false });
    expect(toasts).toEqual([]);
  });

  it('allows a new call once the other person has left', async () => {
    const { placeCall, socket, view, changed } = await setUpPlacing();
    await placeCall();
    changed(callByAna, 'pending');
    socket.hear('callAccepted', { ...callByAna, response: 'moved', invite_link: null });
    changed(callByAna, 'ended', 'left');
    expect(view().status).toBe('accepted');
    await placeCall();
    expect(view().status).toBe('pending');
  });

  it('shows an incoming call while the rate limit is checked', async () => {
    const { calls, time, socket, view, toasts } = await setUpPlacing();
    void calls.place({ ...biaProfile, uid: 'caio' });
    socket.hear('call', callEventFromBia);
    await time.pass(20);
    expect(view()).toMatchObject({ callerOrReceiver: 'receiver', partner: { uid: 'bia' } });
    expect(toasts).toEqual([errorToast('Você já está em uma ligação.')]);
    expect(socket.events()).toEqual(['checkCallRateLimit']);
  });
});

describe('the other person', () => {
  it('accepts: the invite is opened once, and no other link is opened', async () => {
    const { placeCall, socket, openedLinks, view, toasts } = await setUpPlacing();
    await placeCall();
    const acceptedPayload = {
      ...callByAna,
      response: 'not_moved',
      invite_link: INVITE_LINK,
    } as const;
    socket.hear('callAccepted', acceptedPayload);
    socket.hear('callAccepted', acceptedPayload);
    expect(openedLinks).toEqual([INVITE_LINK]);
    expect(view()).toMatchObject({ status: 'accepted', room: { invite_link: INVITE_LINK } });
    expect(toasts).toEqual([]);
  });

  it.each([
    [
      'declined',
      { title: 'Ligação recusada', text: 'Bia não pode atender agora.', tone: 'notice' },
    ],
    ['missed', { title: 'Sem resposta', text: 'Bia não atendeu.', tone: 'notice' }],
    ['failed', errorToast('Não foi possível criar o chat no Discord.')],
  ] as const)('ends the call with a toast for the caller: %s', async (outcome, expectedToast) => {
    const { placeCall, socket, changed, toasts, view } = await setUpPlacing();
    await placeCall();
    changed(callByAna, 'pending');
    changed(callByAna, 'ended', outcome);
    socket.hear('callEnd', callByAna);
    expect(toasts).toEqual([expectedToast]);
    expect(view().status).toBe('free');
  });
});
