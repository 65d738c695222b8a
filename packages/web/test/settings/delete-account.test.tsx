import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { DeleteAccountSection } from '../../app/features/settings/account/delete-account-section.tsx';
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
