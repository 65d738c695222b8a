import { errors } from '@guilda/contract/errors';
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { storeUser, useSession } from '../../app/lib/session/session.ts';
import { requestsTo, serveApiLater } from '../fakes/api-handlers.ts';
import {
  buildCallee,
  buildCaller,
  callChangedEvent,
  findCallDialog,
  queryCallDialog,
  renderCalls,
} from '../fixtures/call-builders.tsx';
import { buttonIn, findToast } from '../fixtures/screen.ts';

const busyError = () => ({ ok: false, code: 'callee_busy', error: errors.callee_busy.text });

describe('a call is refused before it rings', () => {
  const callee = buildCallee();
  const calleeWithoutCalls = buildCallee({ canBeCalled: false });
  const noDiscordText = 'Você não tem o Discord ativo, vá nas configurações para ativar.';
  it.each([
    [
      'when the caller has no Discord',
      'Erro',
      noDiscordText,
      { signedInAs: buildCaller({ discordId: null }), callee },
    ],
    [
      'when the callee accepts no calls',
      'Erro',
      'O usuário chamado não aceita ligações.',
      { signedInAs: buildCaller(), callee: calleeWithoutCalls },
    ],
    [
      'when the callee is in another call',
      'Erro',
      'Esta pessoa está em outra ligação.',
      { signedInAs: buildCaller(), callee, acknowledge: { call: busyError } },
    ],
    [
      'when the callee was called too often',
      'Limite de chamadas excedido',
      'Aguarde alguns minutos antes de tentar novamente.',
      {
        signedInAs: buildCaller(),
        callee,
        acknowledge: { checkCallRateLimit: () => ({ ok: true, canCall: false }) },
      },
    ],
  ])('%s', async (_, title, text, options) => {
    const { person } = renderCalls(options);
    await person.click(screen.getByRole('button', { name: 'Ligar para Atende Logo' }));
    const toast = await findToast(title);
    expect(toast).toHaveTextContent(text);
    expect(queryCallDialog()).toBeNull();
    expect(screen.queryByRole('region', { name: /^Ligação com/ })).toBeNull();
  });
});

it('the account that a caller without Discord loads does not replace a newer saved one', async () => {
  const signedInAs = buildCaller({ discordId: null });
  const { person } = renderCalls({ signedInAs, callee: buildCallee() });
  await waitFor(() => expect(requestsTo('GET /api/users/me')).toHaveLength(1));
  const answerLate = serveApiLater('GET /api/users/me', () => signedInAs);
  await person.click(screen.getByRole('button', { name: 'Ligar para Atende Logo' }));
  await waitFor(() => expect(requestsTo('GET /api/users/me')).toHaveLength(2));
  storeUser({ uid: signedInAs.uid, displayName: 'Nome Novo' });
  answerLate();
  await findToast('Erro');
  expect(useSession.getState().user?.displayName).toBe('Nome Novo');
});

it('a callee without Discord cannot answer, sees how to connect it, and may decline', async () => {
  const signedInAs = buildCaller({ discordId: null });
  const caller = buildCallee({ displayName: 'Chama Quem' });
  const { person, socket } = renderCalls({
    signedInAs,
    handlers: { 'GET /api/users/:uid': () => caller },
  });
  await waitFor(() => expect(requestsTo('GET /api/calls/current')).not.toEqual([]));
  const ringing = callChangedEvent(caller.uid, signedInAs.uid);
  await socket.hear('callChanged', ringing);
  const callEvent = { callerId: caller.uid, callerName: 'Chama Quem', callerDiscordId: '22' };
  await socket.hear('call', callEvent);
  const sheet = await findCallDialog();
  await person.click(buttonIn(sheet, 'Atender'));
  const toast = await findToast('Erro');
  expect(toast).toHaveTextContent('Você precisa ter o Discord configurado para aceitar chamadas.');
  expect(toast).toHaveTextContent('Conectar Discord');
  expect(sheet).toHaveTextContent('Chamada recebida');
  await person.click(buttonIn(sheet, 'Recusar'));
  await waitFor(() => expect(queryCallDialog()).toBeNull());
  const { callId } = ringing;
  expect(socket.sent('callEnd')).toEqual([
    { callerId: caller.uid, calleeId: signedInAs.uid, callId },
  ]);
});
