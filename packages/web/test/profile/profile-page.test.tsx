import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { buildUser } from '../fixtures/builders.ts';
import { buildServiceBy } from '../fixtures/post-panel-builders.tsx';
import { findMoreOptionsButton, renderProfile } from '../fixtures/profile-builders.tsx';
import { findToast } from '../fixtures/screen.ts';

const owner = buildUser({ username: 'Quem_Atende', displayName: 'Quem Atende' });

describe('a profile', () => {
  it('offers its owner to edit it and to publish a service, and neither a call nor a report', async () => {
    renderProfile(owner, { signedInAs: owner });
    const header = screen.getByTestId('profile-header');
    const addLink = await within(header).findByRole('link', { name: 'Adicionar serviço' });
    expect(addLink).toHaveAttribute('href', expect.stringMatching(/\?novo=servico$/));
    expect(within(header).getByRole('link', { name: 'Editar perfil' })).toHaveAttribute(
      'href',
      '/user/settings',
    );
    expect(screen.getByText('Você ainda não tem serviços.')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Mais opções' })).toBeNull();
    expect(screen.queryByLabelText(/^Ligar para /)).toBeNull();
  });

  it('loads a long list of services page by page', async () => {
    const services = Array.from({ length: 13 }, (_, index) =>
      buildServiceBy(owner, { title: `Ficha ${index + 1}` }),
    );
    const { person } = renderProfile(owner, { services });
    const titles = () => screen.queryAllByText(/^Ficha \d+$/, { selector: 'a' });
    expect(titles()).toHaveLength(12);
    await person.click(screen.getByRole('button', { name: 'Carregar mais' }));
    await waitFor(() => expect(titles()).toHaveLength(13));
    expect(screen.queryByRole('button', { name: 'Carregar mais' })).toBeNull();
  });

  it('sends a visitor who reports it to the sign-in', async () => {
    const { person } = renderProfile(owner);
    await person.click(await findMoreOptionsButton());
    await person.click(await screen.findByRole('menuitem', { name: 'Denunciar' }));
    const toast = await findToast('Erro');
    expect(toast).toHaveTextContent('Você precisa estar logado para enviar uma denúncia.');
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});
