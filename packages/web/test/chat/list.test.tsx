import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { connectionLost, serveApi } from '../fakes/api-handlers.ts';
import { buildUser } from '../fixtures/builders.ts';
import {
  buildMessage,
  buildPartner,
  expectNoErrorText,
  findChatPanel,
  renderChat,
} from '../fixtures/chat-builders.tsx';

const LIST_REQUEST = 'GET /api/users/interacted/:uid';

it('a row of the list shows the whole name on hovering, because a long name is cut', async () => {
  const user = buildUser();
  const displayName = 'Maria Fernanda de Albuquerque e Silva da Mira Certeira Demais';
  const partner = buildPartner({ displayName });
  const lastMessage = buildMessage(partner.uid, user.uid);
  renderChat({ signedInAs: user, partners: [{ ...partner, lastMessage }], chatParam: 'lista' });
  const row = within(await findChatPanel()).findByRole('link', { name: /Maria Fernanda/ });
  expect(within(await row).getByTitle(displayName)).toHaveTextContent(displayName);
  expect(screen.getAllByTitle(displayName)).toHaveLength(1);
});

it('a person of an order without messages is in the list, and somebody whose conversation was opened by a link is not', async () => {
  const user = buildUser();
  const writer = buildPartner({ displayName: 'Escreve Antes' });
  const lastMessage = buildMessage(writer.uid, user.uid);
  const visited = buildPartner({ displayName: 'Só Visita' });
  renderChat({
    signedInAs: user,
    partners: [{ ...writer, lastMessage }, visited],
    listed: [buildPartner({ displayName: 'Compra Calada' })],
    chatParam: visited.uid,
  });
  const list = within(await screen.findByRole('region', { name: 'Conversas' }));
  const rows = await list.findAllByRole('link');
  expect(
    rows.map((row) => within(row).getByText(/Oi!|Nenhuma mensagem ainda/).textContent),
  ).toEqual(['Oi!', 'Nenhuma mensagem ainda']);
  expect(rows[1]).toHaveTextContent('Compra Calada');
  expect(within(rows[1] as HTMLElement).queryByRole('time')).toBeNull();
});

it('a list that cannot be loaded shows a button and no error, and is loaded by the button', async () => {
  const partner = buildPartner();
  const { person, user } = renderChat({ partners: [partner], chatParam: 'lista' });
  serveApi({ [LIST_REQUEST]: () => Promise.reject(connectionLost()) });
  const panel = within(await findChatPanel());
  const retryButton = await panel.findByRole('button', { name: 'Tentar de novo' });
  expect(panel.queryByRole('status', { name: 'Carregando conversas' })).toBeNull();
  expectNoErrorText();
  const lastMessage = buildMessage(partner.uid, user.uid);
  serveApi({ [LIST_REQUEST]: () => ({ users: [{ ...partner, lastMessage }], nextCursor: null }) });
  await person.click(retryButton);
  expect(await panel.findByRole('link', { name: /Bia Conversa/ })).toBeVisible();
});
