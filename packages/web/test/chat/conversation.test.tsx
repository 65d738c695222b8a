import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { LazyChat } from '../../app/features/chat/index.ts';
import { apiError, connectionLost, requestsTo, serveApi } from '../fakes/api-handlers.ts';
import { buildUser, minutesAgo } from '../fixtures/builders.ts';
import {
  acknowledgeAsStored,
  buildMessage,
  buildPartner,
  expectNoErrorText,
  findBubble,
  findChatPanel,
  findMessageField,
  findMessageLog,
  queryMessageField,
  renderChat,
} from '../fixtures/chat-builders.tsx';
import { renderPage } from '../fixtures/render-page.tsx';

const MESSAGES_REQUEST = 'GET /api/messages/:me/:uid';
const sendRefusalText = 'Não foi possível enviar a mensagem.';
const refuseMessage = () => ({ ok: false, error: sendRefusalText, code: 'message_refused' });

/** Renders a conversation with a person who has just sent a message. */
function renderConversation() {
  const user = buildUser();
  const uid = buildPartner().uid;
  const partner = buildPartner({ uid, lastMessage: buildMessage(uid, user.uid) });
  return renderChat({ signedInAs: user, partners: [partner], chatParam: uid });
}

describe('a message', () => {
  it('that is refused shows the refusal, and can be sent again or discarded', async () => {
    const bia = buildPartner();
    const { person, socket, user } = renderChat({ partners: [bia], chatParam: bia.uid });
    socket.acknowledge({ sendMessage: refuseMessage });
    const field = await findMessageField();
    for (const text of ['Vai ou não vai?', 'Esta fica para trás']) {
      await person.type(field, `${text}{Enter}`);
      await waitFor(async () => expect(await findBubble(text)).toHaveTextContent('Não enviada'));
    }
    const log = within(await findMessageLog());
    expect(log.getAllByText(sendRefusalText)).toHaveLength(2);
    const discardButtons = log.getAllByRole('button', { name: 'Descartar' });
    expect(discardButtons).toHaveLength(2);
    await person.click(discardButtons[1] ?? field);
    await waitFor(() => expect(log.queryByText('Esta fica para trás')).toBeNull());
    expect(await findMessageLog()).toHaveFocus();
    socket.acknowledge({ sendMessage: acknowledgeAsStored(user) });
    await person.click(log.getByRole('button', { name: 'Tentar de novo' }));
    await waitFor(async () =>
      expect(await findBubble('Vai ou não vai?')).toHaveTextContent('Enviada'),
    );
    expect(log.queryByRole('button', { name: 'Tentar de novo' })).toBeNull();
    expect(await findMessageLog()).toHaveFocus();
  });
});

describe('the greeting of an order', () => {
  const greeting = 'Olá! O atendimento do pedido GLD-7K3MQX vai começar.';
  const buildGreeting = (senderUid: string, receiverUid: string) =>
    buildMessage(senderUid, receiverUid, { message: greeting, system: true });

  it('is a separate line, which its buyer answers with one press', async () => {
    const user = buildUser();
    const { uid } = buildPartner();
    const partner = buildPartner({ uid, lastMessage: buildGreeting(uid, user.uid) });
    const { person, socket } = renderChat({
      signedInAs: user,
      partners: [partner],
      chatParam: uid,
    });
    const log = within(await findMessageLog());
    const systemMessage = log.getByText(greeting).closest('[data-ui="system-message"]');
    expect(systemMessage).toHaveTextContent('Mensagem automática de Bia Conversa');
    await person.click(log.getByRole('button', { name: 'Sim, agora' }));
    expect(socket.sent('sendMessage')).toMatchObject([{ receiverId: uid, message: 'Sim, agora' }]);
    expect(log.queryByRole('button', { name: 'Daqui a pouco' })).toBeNull();
    expect(await findMessageLog()).toHaveFocus();
  });

  it('offers no answers to its seller, nor where messages are not allowed', async () => {
    const user = buildUser();
    const { uid } = buildPartner();
    const blockedFields = {
      uid,
      lastMessage: buildGreeting(uid, user.uid),
      writable: false,
      blocked: true,
    };
    const buyer = buildPartner();
    const partners = [
      buildPartner(blockedFields),
      { ...buyer, lastMessage: buildGreeting(user.uid, buyer.uid) },
    ] as const;
    const { router } = renderChat({ signedInAs: user, partners, chatParam: uid });
    for (const partner of partners) {
      await act(() => router.navigate(`/termos?conversa=${partner.uid}`));
      const log = within(await findMessageLog());
      expect(await log.findByText(greeting)).toBeVisible();
      expect(log.queryByRole('button', { name: 'Sim, agora' })).toBeNull();
    }
    expect(await findMessageLog()).toHaveTextContent('Mensagem automática em seu nome');
  });
});

describe('the days of a conversation', () => {
  it('have separators, also for messages after midnight', async () => {
    vi.useFakeTimers({
      toFake: ['Date', 'setTimeout', 'clearTimeout'],
      shouldAdvanceTime: true,
      now: new Date(2026, 10, 22, 23, 59, 30),
    });
    renderConversation();
    await findMessageLog();
    const separator = () => document.querySelector('[data-ui="day-separator"]');
    expect(separator()).toHaveTextContent('Hoje');
    act(() => void vi.advanceTimersByTime(31_000));
    expect(separator()).toHaveTextContent('Ontem');
    // The device was asleep at midnight, so no timer has run since.
    vi.setSystemTime(new Date(2026, 10, 24, 8));
    act(() => void document.dispatchEvent(new Event('visibilitychange')));
    expect(separator()).toHaveTextContent('22/11/2026');
  });
});

describe('the chat', () => {
  it('says when there are no partners, and when a conversation has no messages', async () => {
    const bia = buildPartner({ displayName: 'Bia Nova' });
    const { router } = renderChat({ partners: [bia], chatParam: 'lista' });
    const panel = within(await findChatPanel());
    expect(await panel.findByText('Nenhuma conversa ainda')).toBeVisible();
    await act(() => router.navigate(`/termos?conversa=${bia.uid}`));
    await waitFor(async () =>
      expect(await findMessageLog()).toHaveTextContent(
        'Nenhuma mensagem por enquanto. Puxe assunto com Bia Nova.',
      ),
    );
  });

  it('says that there is no person at an address', async () => {
    renderChat({ chatParam: '01890000-0000-7000-8000-000000000000' });
    const panel = within(await findChatPanel());
    expect(await panel.findByText('Usuário não encontrado.')).toBeVisible();
    expect(panel.queryByRole('button', { name: 'Tentar de novo' })).toBeNull();
    expect(queryMessageField()).toBeNull();
  });

  it.each(['invalid_input', 'forbidden', 'account_suspended'] as const)(
    'says why the server refuses the messages (%s), without a button or a field',
    async (code) => {
      const bia = buildPartner();
      renderChat({ partners: [bia], chatParam: bia.uid });
      const text = 'O motivo da recusa.';
      serveApi({ [MESSAGES_REQUEST]: () => Promise.reject(apiError(code, text)) });
      const panel = within(await findChatPanel());
      expect(await panel.findByText(text)).toBeVisible();
      expect(panel.queryByRole('button', { name: 'Tentar de novo' })).toBeNull();
      expect(queryMessageField()).toBeNull();
    },
  );

  it('says why the server refuses also when a message was written during a failure', async () => {
    const bia = buildPartner();
    const { person } = renderChat({ partners: [bia], chatParam: bia.uid });
    serveApi({ [MESSAGES_REQUEST]: () => Promise.reject(connectionLost()) });
    await person.type(await findMessageField(), 'Oi assim mesmo{Enter}');
    await findBubble('Oi assim mesmo');
    const panel = within(await findChatPanel());
    const retryButton = await panel.findByRole('button', { name: 'Tentar de novo' });
    const text = 'O motivo da recusa.';
    serveApi({ [MESSAGES_REQUEST]: () => Promise.reject(apiError('forbidden', text)) });
    // The chat also tries again by itself, which removes the button.
    await person.click(retryButton);
    expect(await panel.findByText(text)).toBeVisible();
    expect(panel.queryByRole('log')).toBeNull();
    expect(queryMessageField()).toBeNull();
  });

  it('loads older messages at the press of a button, without scrolling', async () => {
    vi.spyOn(HTMLElement.prototype, 'scrollHeight', 'get').mockReturnValue(500);
    const user = buildUser();
    const { uid } = buildPartner();
    const messages = Array.from({ length: 16 }, (_, index) =>
      buildMessage(uid, user.uid, {
        message: `linha ${16 - index}`,
        seq: 16 - index,
        sentAt: minutesAgo(index),
      }),
    );
    const { person } = renderChat({
      signedInAs: user,
      partners: [buildPartner({ uid, lastMessage: messages[0] ?? null })],
      chatParam: uid,
    });
    serveApi({
      [MESSAGES_REQUEST]: ({ query }) => ({
        messages: query.has('lastDocSentAt') ? messages.slice(15) : messages.slice(0, 15),
      }),
    });
    const log = await findMessageLog();
    const olderButton = await within(log).findByRole('button', {
      name: 'Ver mensagens anteriores',
    });
    expect(within(log).queryByText('linha 1')).toBeNull();
    expect(requestsTo(MESSAGES_REQUEST)).toHaveLength(1);
    await person.click(olderButton);
    expect(await within(log).findByText('linha 1')).toBeVisible();
    expect(log).toHaveFocus();
    expect(within(log).queryByRole('button', { name: 'Ver mensagens anteriores' })).toBeNull();
  });

  it('shows a button and no error when messages cannot be loaded, and one can still write', async () => {
    const bia = buildPartner();
    const { person } = renderChat({ partners: [bia], chatParam: bia.uid });
    serveApi({ [MESSAGES_REQUEST]: () => Promise.reject(connectionLost()) });
    const panel = within(await findChatPanel());
    await panel.findByRole('button', { name: 'Tentar de novo' });
    expect(panel.queryByRole('status', { name: 'Carregando mensagens' })).toBeNull();
    expectNoErrorText();
    await person.type(await findMessageField(), 'Oi assim mesmo{Enter}');
    await waitFor(async () =>
      expect(await findBubble('Oi assim mesmo')).toHaveTextContent('Enviada'),
    );
    const log = await findMessageLog();
    expect(log).not.toHaveTextContent('Aqui começa a conversa');
    expectNoErrorText();
    serveApi({ [MESSAGES_REQUEST]: () => ({ messages: [] }) });
    await person.click(within(log).getByRole('button', { name: 'Tentar de novo' }));
    await waitFor(() => expect(log).toHaveTextContent('Aqui começa a conversa'));
    expect(within(log).queryByRole('button', { name: 'Tentar de novo' })).toBeNull();
  });

  it('shows a button and no error when older messages cannot be loaded', async () => {
    const user = buildUser();
    const { uid } = buildPartner();
    const messages = Array.from({ length: 16 }, (_, index) =>
      buildMessage(uid, user.uid, {
        message: `linha ${16 - index}`,
        seq: 16 - index,
        sentAt: minutesAgo(index),
      }),
    );
    const { person } = renderChat({
      signedInAs: user,
      partners: [buildPartner({ uid, lastMessage: messages[0] ?? null })],
      chatParam: uid,
    });
    let isFailing = true;
    serveApi({
      [MESSAGES_REQUEST]: ({ query }) => {
        if (!query.has('lastDocSentAt')) return { messages: messages.slice(0, 15) };
        if (isFailing) throw connectionLost();
        return { messages: messages.slice(15) };
      },
    });
    const log = await findMessageLog();
    const retryButton = await within(log).findByRole('button', { name: 'Tentar de novo' });
    expect(log).not.toHaveTextContent('Carregando mensagens anteriores');
    expectNoErrorText();
    isFailing = false;
    await person.click(retryButton);
    expect(await within(log).findByText('linha 1')).toBeVisible();
    expect(log).toHaveTextContent('Aqui começa a conversa');
  });

  it('shows the length of a text that is too long, and refuses to send it', async () => {
    const bia = buildPartner();
    const { person, socket } = renderChat({ partners: [bia], chatParam: bia.uid });
    const field = await findMessageField();
    await person.click(field);
    await person.paste('x'.repeat(2001));
    const panel = await findChatPanel();
    expect(panel).toHaveTextContent('2001/2000');
    await person.keyboard('{Enter}');
    expect(await within(panel).findByRole('alert')).toBeVisible();
    expect(socket.sent('sendMessage')).toEqual([]);
    await person.clear(field);
    expect(panel).not.toHaveTextContent('/2000');
  });
});

it('a visitor who follows an address of the chat signs in first', async () => {
  renderPage(<LazyChat />, { address: '/community?conversa=lista' });
  expect(await screen.findByText('page /login')).toBeVisible();
});
