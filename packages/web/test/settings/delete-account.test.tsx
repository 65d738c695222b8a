import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { DeleteAccountSection } from '../../app/features/settings/account/delete-account-section.tsx';
import { apiError, requestsTo, serveApi } from '../fakes/api-handlers.ts';
import { buttonIn } from '../fixtures/screen.ts';
import { renderSettings } from '../fixtures/settings-builders.tsx';

const emptyWallet = {
  available: '0.00',
  clearing: '0.00',
  held: '0.00',
  debt: '0.00',
  entries: [],
  nextCursor: null,
};

it('the dialog that deletes the account says what is deleted and what stays', async () => {
  const { person } = await renderSettings({
    section: () => <DeleteAccountSection />,
    handlers: { 'GET /api/wallet': () => emptyWallet },
  });
  await person.click(screen.getByRole('button', { name: 'Excluir conta' }));
  const dialog = await screen.findByRole('alertdialog', { name: 'Excluir conta' });
  expect(dialog).toHaveTextContent('Suas publicações, comentários e curtidas são apagados.');
  expect(dialog).toHaveTextContent(
    'Mensagens, avaliações e pedidos ficam, sob “Usuário removido”.',
  );
});

it('the account is closed only after the balance was read, or after a warning that it cannot be', async () => {
  const answer = Promise.withResolvers<object>();
  const { person } = await renderSettings({
    section: () => <DeleteAccountSection />,
    handlers: { 'GET /api/wallet': () => answer.promise },
  });
  await person.click(screen.getByRole('button', { name: 'Excluir conta' }));
  const dialog = await screen.findByRole('alertdialog', { name: 'Excluir conta' });
  await person.click(buttonIn(dialog, 'Excluir conta'));
  expect(requestsTo('DELETE /api/users/delete')).toHaveLength(0);
  answer.reject(apiError('unavailable'));
  expect(await within(dialog).findByText(/Não deu para ver seu saldo/)).toBeVisible();
  serveApi({ 'GET /api/wallet': () => ({ ...emptyWallet, available: '80.00' }) });
  await person.click(buttonIn(dialog, 'Ver de novo'));
  expect(await within(dialog).findByText(/R\$\s80,00 disponíveis/)).toBeVisible();
});
