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
  page.asked.length = 0;
  const placeCall = async (more: Partial<typeof biaProfile> = {}) => {
    const placing = page.calls.place({ ...biaProfile, ...more });
    await page.time.pass(20);
    return placing;
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
    const { placeCall, wire, view, notes } = await setUpPlacing();
    await placeCall();
    expect(wire.sent).toEqual([
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
    expect(notes).toEqual([]);
  });

  it('is placed once however often it is pressed', async () => {
    const { calls, time, wire } = await setUpPlacing();
    void calls.place(biaProfile);
    void calls.place(biaProfile);
    await time.pass(20);
    expect(wire.events()).toEqual(['checkCallRateLimit', 'call']);
  });

  it('is refused by the rate limit before any rule is checked', async () => {
    const { placeCall, wire, notes, view } = await setUpPlacing();
    wire.behaviour.answer = () => ({ ok: true, canCall: false });
    await placeCall({ uid: 'ana' });
    expect(notes).toEqual([callLimitRefusal]);
    expect(wire.events()).toEqual(['checkCallRateLimit']);
    expect(view().status).toBe('free');
  });

  it('waits for a connection that is being established, for a limited time', async () => {
    const { calls, time, wire, notes, view } = await setUpPlacing();
    wire.behaviour.connecting = true;
    void calls.place(biaProfile);
    await time.pass(2_000);
    expect([view().status, notes]).toEqual(['free', []]);
    wire.setUp(true);
    await time.pass(20);
    expect(view().status).toBe('pending');
    calls.end();
    await time.pass(20);
    wire.behaviour.connecting = true;
    void calls.place(biaProfile);
    await time.pass(8_020);
    expect(notes).toEqual([errorToast('Sem conexão. Tente de novo.')]);
    expect(view().status).toBe('free');
  });

  it('shows a toast without a connection', async () => {
    const { placeCall, wire, notes } = await setUpPlacing();
    wire.setUp(false);
    await placeCall();
    expect(notes).toEqual([errorToast('Sem conexão. Tente de novo.')]);
  });

  it('shows why the rate limit could not be checked', async () => {
    const { placeCall, wire, notes } = await setUpPlacing();
    wire.behaviour.answer = () => refusedAck('unavailable');
    await placeCall();
    expect(notes).toEqual([errorToast('Serviço temporariamente indisponível.')]);
  });
});

describe('the calling rules', () => {
  it('refuses a caller without Discord after a request to the server', async () => {
    const { placeCall, self, notes, asked, wire } = await setUpPlacing();
    self.discordId = null;
    await placeCall();
    expect(asked).toEqual(['self']);
    expect(notes).toEqual([
      {
        ...errorToast('Você não tem o Discord ativo, vá nas configurações para ativar.'),
        solvedByDiscord: true,
      },
    ]);
    expect(wire.events()).toEqual(['checkCallRateLimit']);
  });

  it('allows a caller who linked Discord in another tab', async () => {
    const { placeCall, self, server, view } = await setUpPlacing();
    self.discordId = null;
    server.discordId = '33';
    await placeCall();
    expect(view().status).toBe('pending');
  });

  it('refuses a callee who accepts no calls after a request to the server', async () => {
    const { placeCall, notes, server, view } = await setUpPlacing();
    await placeCall({ canBeCalled: false });
    expect(notes).toEqual([errorToast('O usuário chamado não aceita ligações.')]);
    server.canBeCalled = true;
    await placeCall({ canBeCalled: false });
    expect(view().status).toBe('pending');
  });

  it('refuses a call to oneself', async () => {
    const { placeCall, notes } = await setUpPlacing();
    await placeCall({ uid: 'ana' });
    expect(notes).toEqual([errorToast('Você não pode se chamar a si mesmo.')]);
  });
});

describe('the acknowledgement of a call', () => {
  it.each([
    ['rate_limited', callLimitRefusal],
    ['callee_busy', errorToast('Esta pessoa está em outra ligação.')],
    ['calls_off', errorToast('O usuário chamado não aceita ligações.')],
    ['blocked', errorToast('Não é possível interagir com esta pessoa.')],
    ['already_calling', errorToast('Você já está em uma ligação.')],
  ] as const)('shows a refusal: %s', async (code, note) => {
    const { placeCall, wire, notes, view } = await setUpPlacing();
    wire.behaviour.answer = (event) =>
      event === 'call' ? refusedAck(code) : { ok: true, canCall: true };
    await placeCall();
    expect(notes).toEqual([note]);
    expect(view().status).toBe('free');
  });

  it('shows the incoming call when the other person called first', async () => {
    const { placeCall, wire, notes, server, view } = await setUpPlacing();
    wire.behaviour.answer = (event) =>
      event === 'call' ? refusedAck('already_calling') : { ok: true, canCall: true };
    server.current = currentCall(callByBia);
    await placeCall();
    expect(notes).toEqual([]);
    expect(view()).toMatchObject({ status: 'pending', callerOrReceiver: 'receiver' });
  });

  it('ends a call that may have arrived without an acknowledgement', async () => {
    const { placeCall, wire, notes, view } = await setUpPlacing();
    wire.behaviour.answer = (event) => {
      if (event === 'checkCallRateLimit') return { ok: true, canCall: true };
      return event === 'call' ? null : { ok: true };
    };
    await placeCall();
    expect(notes).toEqual([errorToast('Sem conexão. Tente de novo.')]);
    expect(view().status).toBe('free');
    expect(wire.sent.at(-1)).toEqual({ event: 'callEnd', payload: callByAna });
  });

  it('keeps a call ringing that was not acknowledged but reported as ringing', async () => {
    const { placeCall, wire, notes, view, changed } = await setUpPlacing();
    wire.behaviour.answer = (event) => {
      if (event === 'checkCallRateLimit') return { ok: true, canCall: true };
      changed(callByAna, 'pending');
      return null;
    };
    await placeCall();
    expect(notes).toEqual([]);
    expect(view().status).toBe('pending');
  });

  it('never ends a call before it has begun', async () => {
    const { calls, time, wire, view } = await setUpPlacing();
    void calls.place(biaProfile);
    await time.pass(1);
    expect(view().status).toBe('pending');
    calls.end();
    expect(view().status).toBe('free');
    expect(wire.events()).toEqual(['checkCallRateLimit', 'call']);
    await time.pass(20);
    expect(wire.events()).toEqual(['checkCallRateLimit', 'call', 'callEnd']);
  });

  it('shows no refusal to a caller who has cancelled', async () => {
    const { calls, time, wire, notes } = await setUpPlacing();
    wire.behaviour.answer = (event) =>
      event === 'call' ? refusedAck('callee_busy') : { ok: true, canCall: true };
    void calls.place(biaProfile);
    await time.pass(1);
    calls.end();
    await time.pass(20);
    expect(notes).toEqual([]);
  });
});

describe('while there is a call already', () => {
  it('shows a toast', async () => {
    const { placeCall, notes, wire } = await setUpPlacing();
    await placeCall();
    await placeCall({ uid: 'caio' });
    expect(notes).toEqual([errorToast('Você já está em uma ligação.')]);
    expect(wire.events()).toEqual(['checkCallRateLimit', 'call']);
  });

  it('unfolds the call with the same person', async () => {
    const { placeCall, calls, wire, view, notes } = await setUpPlacing();
    await placeCall();
    wire.hear('callAccepted', { ...callByAna, response: 'moved', invite_link: null });
    calls.fold();
    await placeCall();
    expect(view()).toMatchObject({ status: 'accepted', folded: false });
    expect(notes).toEqual([]);
  });

  it('allows a new call once the other person has left', async () => {
    const { placeCall, wire, view, changed } = await setUpPlacing();
    await placeCall();
    changed(callByAna, 'pending');
    wire.hear('callAccepted', { ...callByAna, response: 'moved', invite_link: null });
    changed(callByAna, 'ended', 'left');
    expect(view().status).toBe('accepted');
    await placeCall();
    expect(view().status).toBe('pending');
  });

  it('shows an incoming call while the rate limit is checked', async () => {
    const { calls, time, wire, view, notes } = await setUpPlacing();
    void calls.place({ ...biaProfile, uid: 'caio' });
    wire.hear('call', callEventFromBia);
    await time.pass(20);
    expect(view()).toMatchObject({ callerOrReceiver: 'receiver', partner: { uid: 'bia' } });
    expect(notes).toEqual([errorToast('Você já está em uma ligação.')]);
    expect(wire.events()).toEqual(['checkCallRateLimit']);
  });
});

describe('the other person', () => {
  it('accepts: the invite is opened once, and no other link is opened', async () => {
    const { placeCall, wire, opened, view, notes } = await setUpPlacing();
    await placeCall();
    const accepted = { ...callByAna, response: 'not_moved', invite_link: INVITE_LINK } as const;
    wire.hear('callAccepted', accepted);
    wire.hear('callAccepted', accepted);
    expect(opened).toEqual([INVITE_LINK]);
    expect(view()).toMatchObject({ status: 'accepted', room: { invite_link: INVITE_LINK } });
    expect(notes).toEqual([]);
  });

  it.each([
    [
      'declined',
      { title: 'Chamada recusada', text: 'Bia não pode atender agora.', tone: 'notice' },
    ],
    ['missed', { title: 'Sem resposta', text: 'Bia não atendeu.', tone: 'notice' }],
    ['failed', errorToast('Não foi possível criar o chat no Discord.')],
  ] as const)('ends the call with a toast for the caller: %s', async (outcome, note) => {
    const { placeCall, wire, changed, notes, view } = await setUpPlacing();
    await placeCall();
    changed(callByAna, 'pending');
    changed(callByAna, 'ended', outcome);
    wire.hear('callEnd', callByAna);
    expect(notes).toEqual([note]);
    expect(view().status).toBe('free');
  });
});
