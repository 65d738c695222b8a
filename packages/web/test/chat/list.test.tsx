import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { buildUser } from '../fixtures/builders.ts';
import {
  buildMessage,
  buildPartner,
  findChatPanel,
  renderChat,
} from '../fixtures/chat-builders.tsx';

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
