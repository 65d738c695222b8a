import { QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import {
  removeCachedService,
  updateCachedService,
} from '../../app/features/catalog/own/service-cache.ts';
import { useOwnServices } from '../../app/features/social/panel/use-own-services.ts';
import { createQueryClient } from '../../app/lib/data/query-client.ts';
import { requestsTo, serveApi } from '../fakes/api-handlers.ts';
import { buildUser } from '../fixtures/builders.ts';
import { buildServiceBy } from '../fixtures/post-panel-builders.tsx';

const author = buildUser();
const mine = buildServiceBy(author, { title: 'Treino' });
const mineToo = buildServiceBy(author, { title: 'Aula' });

function OwnServices() {
  const services = useOwnServices(author.uid, true);
  return <output>{services?.map(({ title }) => title).join(', ') ?? 'carregando'}</output>;
}

it('the services that a post can name follow what their owner changes, deletes and publishes', async () => {
  serveApi({ 'GET /api/services': () => ({ services: [mine, mineToo], nextCursor: null }) });
  const client = createQueryClient();
  render(
    <QueryClientProvider client={client}>
      <OwnServices />
    </QueryClientProvider>,
  );
  expect(await screen.findByText('Treino, Aula')).toBeVisible();
  act(() => updateCachedService(client, { ...mine, status: 'paused' }));
  expect(await screen.findByText('Aula')).toBeVisible();
  act(() => updateCachedService(client, mine));
  expect(await screen.findByText('Treino, Aula')).toBeVisible();
  act(() => removeCachedService(client, mine.id));
  expect(await screen.findByText('Aula')).toBeVisible();
  const published = buildServiceBy(author, { title: 'Mira' });
  serveApi({ 'GET /api/services': () => ({ services: [published, mineToo], nextCursor: null }) });
  await act(() => client.invalidateQueries({ queryKey: ['services'] }));
  expect(await screen.findByText('Mira, Aula')).toBeVisible();
  expect(requestsTo('GET /api/services')).toHaveLength(2);
});
