import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { expect, it } from 'vitest';
import { SearchField } from '../../app/features/search/index.ts';
import { createQueryClient } from '../../app/lib/data/query-client.ts';
import { serveApi } from '../fakes/api-handlers.ts';

const client = createQueryClient();
const fieldFor = (q: string) => (
  <MemoryRouter>
    <QueryClientProvider client={client}>
      <SearchField q={q} page="/search" className="" />
    </QueryClientProvider>
  </MemoryRouter>
);

/** Searches for `gato`; the address changes only when `showResults` is called. */
async function searchSlowly() {
  serveApi({
    'GET /api/search/suggestions': () => ({ categories: [], services: [], users: [] }),
  });
  const person = userEvent.setup({ delay: null, pointerEventsCheck: 0 });
  const { rerender } = render(fieldFor(''));
  const field = screen.getByRole('combobox', { name: 'Buscar' });
  await person.type(field, 'gato{Enter}');
  return { person, field, showResults: (q: string) => rerender(fieldFor(q)) };
}

it('what is typed while results load stays when they arrive', async () => {
  const { person, field, showResults } = await searchSlowly();
  await person.type(field, ' preto');
  showResults('gato');
  expect(screen.getByRole('combobox', { name: 'Buscar' })).toHaveValue('gato preto');
});

it('the field shows the text of the address when nothing was typed since', async () => {
  const { person, field, showResults } = await searchSlowly();
  showResults('gato');
  expect(screen.getByRole('combobox', { name: 'Buscar' })).toHaveValue('gato');
  await person.type(field, ' e não buscou');
  showResults('');
  expect(screen.getByRole('combobox', { name: 'Buscar' })).toHaveValue('');
});

it('the field shows the text of a later page although something was typed since the search', async () => {
  const { person, field, showResults } = await searchSlowly();
  await person.type(field, ' preto');
  showResults('cachorro');
  expect(screen.getByRole('combobox', { name: 'Buscar' })).toHaveValue('cachorro');
});
