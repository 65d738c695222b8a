import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { buildUser } from '../fixtures/builders.ts';
import {
  buildMessage,
  buildPartner,
  findBubble,
  findMessageField,
  findMessageLog,
  renderChat,
} from '../fixtures/chat-builders.tsx';

const refusalText = 'A mensagem foi recusada.';
const refuseMessage = () => ({ ok: false, error: refusalText, code: 'message_refused' });

/** The live region of the open conversation. */
async function findAnnouncement(): Promise<HTMLElement> {
  const frame = (await findMessageLog()).parentElement;
  const region = frame?.querySelector<HTMLElement>('[aria-live="polite"]');
  if (!region) throw new Error('no live region');
  return region;
}

/** Renders a conversation in which the person's last message was refused. */
async function renderWithFailedMessage() {
  const user = buildUser();
  const { uid } = buildPartner();
  const partner = buildPartner({ uid, lastMessage: buildMessage(uid, user.uid) });
  const chat = renderChat({ signedInAs: user, partners: [partner], chatParam: uid });
  chat.socket.acknowledge({ sendMessage: refuseMessage });
  await findBubble('Oi!');
  await chat.person.type(await findMessageField(), 'Vai ou não vai?{Enter}');
  await screen.findByRole('button', { name: 'Tentar de novo' });
  const hearFromPartner = (message: string, seq: number) =>
    chat.socket.hear('receiveMessage', buildMessage(uid, user.uid, { message, seq }));
  return { ...chat, hearFromPartner };
}

describe('while an own message that failed is the last one', () => {
  it('the partner’s new messages are announced', async () => {
    const { hearFromPartner } = await renderWithFailedMessage();
    const announcement = await findAnnouncement();
    await hearFromPartner('Cheguei', 2);
    await waitFor(() => expect(announcement).toHaveTextContent('Bia Conversa: Cheguei'));
    await hearFromPartner('Estou na sala', 3);
    await waitFor(() => expect(announcement).toHaveTextContent(/^Bia Conversa: Estou na sala$/));
  });

  it('the partner’s new messages outside the visible part are counted', async () => {
    vi.spyOn(HTMLElement.prototype, 'scrollHeight', 'get').mockReturnValue(500);
    const { hearFromPartner, person } = await renderWithFailedMessage();
    const log = await findMessageLog();
    log.scrollTop = 100;
    fireEvent.scroll(log);
    await hearFromPartner('Cheguei', 2);
    await screen.findByRole('button', { name: '1 nova mensagem' });
    await hearFromPartner('Estou na sala', 3);
    await person.click(await screen.findByRole('button', { name: '2 novas mensagens' }));
    expect(screen.queryByRole('button', { name: /novas? mensage/ })).toBeNull();
  });
});

it('a message that could not be sent is announced once with the reason', async () => {
  const { hearFromPartner, person } = await renderWithFailedMessage();
  const announcement = await findAnnouncement();
  await waitFor(() => expect(announcement).toHaveTextContent('Não enviada: “Vai ou não vai?”'));
  expect(announcement).toHaveTextContent(refusalText);
  await hearFromPartner('Cheguei', 2);
  await waitFor(() => expect(announcement).toHaveTextContent(/^Bia Conversa: Cheguei$/));
  // The same failure after another attempt is announced again, so the text must be a new element.
  const log = within(await findMessageLog());
  await person.click(log.getByRole('button', { name: 'Tentar de novo' }));
  await waitFor(() => expect(announcement).toHaveTextContent('Não enviada: “Vai ou não vai?”'));
  const firstText = announcement.firstElementChild;
  await person.click(await log.findByRole('button', { name: 'Tentar de novo' }));
  await waitFor(() => expect(announcement.firstElementChild).not.toBe(firstText));
});

it('messages of the loaded history are not announced', async () => {
  await renderWithFailedMessage();
  expect(await findAnnouncement()).not.toHaveTextContent('Oi!');
});
