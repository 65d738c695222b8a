import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import {
  buildPartner,
  findChatPanel,
  findMessageField,
  queryMessageField,
  renderChat,
} from '../fixtures/chat-builders.tsx';
import { buttonIn, findDialog, findToast } from '../fixtures/screen.ts';

const bia = buildPartner({ displayName: 'Bia Insistente' });

/** Opens the conversation with Bia; also returns functions that open its menu, find an item and choose an item. */
async function openConversation() {
  const page = renderChat({ partners: [bia], chatParam: bia.uid });
  const openMenu = async () =>
    page.person.click(await screen.findByRole('button', { name: 'Mais opções' }));
  const findMenuItem = (name: string) => screen.findByRole('menuitem', { name });
  const chooseMenuItem = async (name: string) => {
    await openMenu();
    await page.person.click(await findMenuItem(name));
  };
  return { ...page, openMenu, findMenuItem, chooseMenuItem };
}

it('a conversation is muted from its menu', async () => {
  const { openMenu, findMenuItem, chooseMenuItem } = await openConversation();
  await chooseMenuItem('Silenciar');
  await findToast('Avisos silenciados');
  await openMenu();
  expect(await findMenuItem('Reativar avisos')).toBeVisible();
});

it('a person is reported from the menu of the conversation, and the dialog can be closed', async () => {
  const { person, chooseMenuItem } = await openConversation();
  await chooseMenuItem('Denunciar');
  const reportDialog = await findDialog('Denunciar Bia Insistente');
  await person.click(buttonIn(reportDialog, 'Cancelar'));
  await waitFor(() => expect(reportDialog).not.toBeInTheDocument());
});

it('a block closes the conversation, and unblocking opens it again', async () => {
  const { person, chooseMenuItem } = await openConversation();
  await findMessageField();
  await chooseMenuItem('Bloquear');
  const question = await screen.findByRole('alertdialog', { name: 'Bloquear Bia Insistente' });
  await person.click(buttonIn(question, 'Bloquear'));
  const panel = within(await findChatPanel());
  expect(await panel.findByText('Você bloqueou esta pessoa.')).toBeVisible();
  expect(queryMessageField()).toBeNull();
  await person.click(await panel.findByRole('button', { name: 'Desbloquear' }));
  expect(await findMessageField()).toBeVisible();
  await findToast('Pessoa desbloqueada');
  expect(screen.getByRole('log')).toHaveFocus();
});

it('a person without Discord cannot call from the conversation, and sees why', async () => {
  const { person } = await openConversation();
  await person.click(await screen.findByRole('button', { name: 'Ligar para Bia Insistente' }));
  const toast = await findToast('Erro');
  expect(toast).toHaveTextContent(
    'Você não tem o Discord ativo, vá nas configurações para ativar.',
  );
});

it('the menu leads to the orders with the person', async () => {
  const { chooseMenuItem } = await openConversation();
  await chooseMenuItem('Pedidos com esta pessoa');
  expect(await screen.findByText('page /sales')).toBeVisible();
  expect(window.location.search).toBe(`?pessoa=${bia.uid}`);
});
