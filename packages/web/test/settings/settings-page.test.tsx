import { render, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, it } from 'vitest';
import { SettingsPage } from '../../app/features/settings/index.ts';
import { NewAccountWelcome, pageNameOf } from '../../app/features/settings/new-account-welcome.tsx';
import { settingsSections } from '../../app/features/settings/sections.ts';
import { AppProviders } from '../../app/lib/providers.tsx';
import { serveApi } from '../fakes/api-handlers.ts';
import { buildUser } from '../fixtures/builders.ts';
import { buildService } from '../fixtures/catalog-builders.ts';
import { renderPage } from '../fixtures/render-page.tsx';
import { renderSettings } from '../fixtures/settings-builders.tsx';

it('the settings page lists every section with its address', async () => {
  await renderSettings();
  const nav = screen.getByRole('navigation', { name: 'Seções' });
  const links = [...nav.querySelectorAll('a')].map((link) => link.getAttribute('href'));
  expect(links).toEqual(settingsSections.map(({ id }) => `/user/settings/${id}`));
});

it('the settings page opens the section for the hash of an older mail', async () => {
  renderPage(<SettingsPage user={buildUser()} />, { address: '/user/settings#decisoes' });
  expect(await screen.findByText('page /user/settings/decisoes')).toBeVisible();
});

/** Renders the welcome of a new person, which offers to continue to the page `returnTo`. */
function renderWelcome(returnTo: string) {
  const element = (
    <AppProviders>
      <NewAccountWelcome />
    </AppProviders>
  );
  const historyEntry = { pathname: '/user/settings', state: { newcomer: true, returnTo } };
  const router = createMemoryRouter([{ path: '*', element }], { initialEntries: [historyEntry] });
  render(<RouterProvider router={router} />);
}

it('the welcome of a new person names the service to which they continue', async () => {
  const service = buildService({ title: 'Granadas que ganham rodada' });
  serveApi({ 'GET /api/services/:serviceId': () => ({ service, usualStartMs: null }) });
  renderWelcome(`/service/${service.id}?de=busca`);
  const name = 'Continuar para Granadas que ganham rodada';
  expect(await screen.findByRole('link', { name })).toHaveAttribute(
    'href',
    `/service/${service.id}?de=busca`,
  );
});

it.each([
  ['/', 'o início'],
  ['/category/valorant?tipo=call', 'Valorant'],
  ['/user/lia.joga', '@lia.joga'],
  ['/service/1', 'o serviço'],
  ['/post/1#comentarios', 'a publicação'],
  ['/search/users?q=x', 'a busca'],
  ['/teste', null],
])('the welcome of a new person names the page %s', (path, name) => {
  expect(pageNameOf(path)).toBe(name);
});
