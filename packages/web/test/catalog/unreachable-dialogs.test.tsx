import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { PhoneFilters } from '../../app/features/catalog/filters/phone-filters.tsx';
import { AddService } from '../../app/features/catalog/index.ts';
import { EditService } from '../../app/features/catalog/own/edit-service.tsx';
import { pageReload } from '../../app/lib/navigation/page-reload.ts';
import { FakeResponse, serveApi } from '../fakes/api-handlers.ts';
import { buildUser } from '../fixtures/builders.ts';
import { authorOf, buildService } from '../fixtures/catalog-builders.ts';
import { renderPage } from '../fixtures/render-page.tsx';
import { buttonIn, findToast } from '../fixtures/screen.ts';

const gone = vi.hoisted(() => () => {
  throw new Error('gone');
});

// The code of the dialogs is gone, as after a deployment.
vi.mock('../../app/features/catalog/publish/add-service-dialog.tsx', gone);
vi.mock('../../app/features/catalog/publish/edit-service-dialog.tsx', gone);
vi.mock('../../app/features/catalog/filters/filter-sheet.tsx', gone);
vi.mock('../../app/features/catalog/filters/sort-sheet.tsx', gone);

beforeEach(() => serveApi({ 'GET /healthz': () => ({}) }));

const seller = buildUser();
const service = buildService({ seller: authorOf(seller) });

it.each([
  ['a new service', '?novo=servico', <AddService key="add" />],
  ['a change of a service', `?editar=${service.id}`, <EditService key="edit" service={service} />],
])('the page stays when the dialog for %s cannot be loaded', async (_, query, dialog) => {
  const page = (
    <>
      <p>A página</p>
      {dialog}
    </>
  );
  renderPage(page, { address: `/form${query}`, signedInAs: seller });
  await findToast('Não deu para abrir esta parte');
  await waitFor(() => expect(window.location.search).toBe(''));
  expect(screen.getByText('A página')).toBeVisible();
});

it.each(['Filtros', 'Ordenar'])(
  'the list stays when the sheet “%s” cannot be loaded',
  async (name) => {
    const { person } = renderPage(<PhoneFilters sorts={['recent', 'price_asc']} />);
    await person.click(screen.getByRole('button', { name }));
    await findToast('Não deu para abrir esta parte');
    expect(screen.getByRole('button', { name })).toBeVisible();
  },
);

it('the notice of a new version reloads the page', async () => {
  const { person } = renderPage(<PhoneFilters sorts={['recent']} />);
  await person.click(screen.getByRole('button', { name: 'Filtros' }));
  const toast = await findToast('Não deu para abrir esta parte');
  await person.click(buttonIn(toast, 'Recarregar'));
  expect(pageReload.run).toHaveBeenCalledTimes(1);
});

it('without an answer of the server the notice blames the connection', async () => {
  serveApi({ 'GET /healthz': () => new FakeResponse(502) });
  const { person } = renderPage(<PhoneFilters sorts={['recent']} />);
  await person.click(screen.getByRole('button', { name: 'Filtros' }));
  await findToast(/^Sem conexão com o servidor\./);
});
