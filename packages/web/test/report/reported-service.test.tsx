import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import * as servicePage from '../../app/routes/service.tsx';
import { serveApi } from '../fakes/api-handlers.ts';
import { buildUser } from '../fixtures/builders.ts';
import { authorOf, buildService, serveService } from '../fixtures/catalog-builders.ts';
import { renderRoutes } from '../fixtures/render-routes.tsx';
import { buttonIn, findDialog } from '../fixtures/screen.ts';

it('the report of a service starts empty after an unsent report of another service', async () => {
  const seller = buildUser();
  const services = ['Treino de mira', 'Aula de mapa'].map((title) =>
    buildService({ title, seller: authorOf(seller) }),
  );
  const [first, second] = services;
  if (!first || !second) throw new Error('two services are needed');
  serveService(first, seller);
  serveApi({
    'GET /api/services/:id': ({ path }) => ({
      service: services.find(({ id }) => path.endsWith(id)),
    }),
    'GET /api/payments': () => ({ payments: [], nextCursor: null }),
  });
  const { person, router } = renderRoutes(
    { '/service/:serviceId': servicePage },
    { address: `/service/${first.id}`, signedInAs: buildUser() },
  );
  const openReport = async () => {
    await person.click(await screen.findByRole('button', { name: 'Denunciar serviço' }));
    return findDialog(/^Denunciar serviço de/);
  };
  const dialog = await openReport();
  await person.type(within(dialog).getByLabelText('Título'), 'Vende conta alheia');
  await person.click(within(dialog).getByLabelText('Envolve alguém menor de 18 anos'));
  await person.click(buttonIn(dialog, 'Cancelar'));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

  await act(async () => router.navigate(`/service/${second.id}`));
  await screen.findByRole('heading', { name: second.title, level: 1 });
  const nextDialog = await openReport();
  expect(within(nextDialog).getByLabelText('Título')).toHaveValue('');
  expect(within(nextDialog).getByLabelText('Envolve alguém menor de 18 anos')).not.toBeChecked();
});
