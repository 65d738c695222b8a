import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import * as categoryPage from '../../app/routes/category.tsx';
import * as searchServicesPage from '../../app/routes/search-services.tsx';
import { connectionLost, requestsTo, serveApi } from '../fakes/api-handlers.ts';
import { buildService } from '../fixtures/catalog-builders.ts';
import { renderRoutes } from '../fixtures/render-routes.tsx';

const LIST = 'GET /api/services';
const NONE = 'Nenhuma ficha com esses filtros';

const named = (title: string) => buildService({ title, category: 'starcraft' });
const answer = (...titles: string[]) => ({ services: titles.map(named), nextCursor: null });

const open = (at: string) =>
  renderRoutes(
    { '/category/:category': categoryPage, '/search/services': searchServicesPage },
    { at },
  );

const address = () => window.location.pathname + window.location.search;

describe('a list of services', () => {
  it('is narrowed by a price range, and cleared', async () => {
    serveApi({
      [LIST]: ({ query }) => {
        if (query.has('minRating')) return answer();
        return query.has('minPrice') ? answer('Mapa um', 'Mapa dois') : answer('Todas');
      },
    });
    const { person } = open('/category/starcraft');
    await person.click(await screen.findByText('Preço'));
    const fill = async (label: string, text: string) => {
      await person.clear(await screen.findByLabelText(label));
      await person.paste(text);
    };
    await fill('De', 'abc');
    await person.click(screen.getByText('Aplicar'));
    expect(await screen.findByText('Preço inválido.')).toBeVisible();
    await fill('De', '1000,00');
    await fill('Até', '1000,99');
    await person.click(screen.getByText('Aplicar'));
    expect(await screen.findByText('Mapa dois')).toBeVisible();
    expect(screen.getAllByTestId('service-card')).toHaveLength(2);
    expect(address()).toBe('/category/starcraft?minPrice=1000&maxPrice=1000.99');
    await person.selectOptions(screen.getByLabelText('Nota mínima'), '4');
    expect(await screen.findByText(NONE)).toBeVisible();
    await person.click(screen.getByText('Limpar filtros'));
    expect(await screen.findByText('Todas')).toBeVisible();
    expect(address()).toBe('/category/starcraft');
  });

  it('invites to publish where nobody sells', async () => {
    serveApi({ [LIST]: () => answer() });
    open('/category/call-of-duty');
    expect(await screen.findByText('Seja a primeira pessoa a publicar hoje.')).toBeVisible();
    expect(screen.getByRole('heading', { level: 1, name: 'Call of Duty' })).toBeVisible();
  });

  it('says that the filters leave nothing, also from the start', async () => {
    serveApi({ [LIST]: () => answer() });
    open('/category/fortnite?minPrice=49999');
    expect(await screen.findByText(NONE)).toBeVisible();
  });

  it('tries the next page again after a lost connection', async () => {
    serveApi({
      [LIST]: ({ query }) => {
        if (query.has('cursor')) throw connectionLost();
        return { ...answer('Primeira'), nextCursor: 'next' };
      },
    });
    const { person } = open('/category/starcraft');
    await person.click(await screen.findByText('Carregar mais'));
    expect(await screen.findByText(/^Sem conexão com o servidor\./)).toBeVisible();
    serveApi({ [LIST]: () => answer('Segunda') });
    await person.click(screen.getByText('Tentar de novo'));
    expect(await screen.findByText('Segunda')).toBeVisible();
    expect(screen.getByText('Primeira')).toBeVisible();
  });

  it('grows by keyboard, takes the focus along and says how long it is', async () => {
    serveApi({
      [LIST]: ({ query }) =>
        query.has('cursor')
          ? answer('Terceira', 'Quarta')
          : { ...answer('Primeira', 'Segunda'), nextCursor: 'next' },
    });
    const { person } = open('/search/services?q=aula');
    (await screen.findByText('Carregar mais')).focus();
    await person.keyboard('{Enter}');
    const third = await screen.findByText('Terceira');
    await waitFor(() => expect(third).toHaveFocus());
    expect(await screen.findByText('4 fichas.')).toBeInTheDocument();
  });
});

describe('the filters of a search', () => {
  it('stand in the address; Back and Forward bring them again', async () => {
    serveApi({
      [LIST]: ({ query }) => {
        if (query.get('type') === 'media') return answer();
        const titles = ['barata', 'cara'];
        return answer(...(query.get('sort') === 'price_desc' ? titles.reverse() : titles));
      },
    });
    const { person, router } = open(
      '/search/services?q=mapa&minPrice=&maxPrice=&category=&limit=&cursor=',
    );
    const titles = () =>
      screen.getAllByTestId('service-card').map((card) => within(card).getByText(/cara|barata/));
    await screen.findByText('barata');
    // Empty values count as not there.
    const [first] = requestsTo(LIST);
    expect([...(first?.query.keys() ?? [])].sort()).toEqual(['limit', 'q']);
    await person.selectOptions(screen.getByLabelText('Ordem'), 'price_desc');
    await waitFor(() => expect(titles()[0]).toHaveTextContent('cara'));
    expect(address()).toContain('sort=price_desc');
    await person.selectOptions(screen.getByLabelText('Tipo'), 'media');
    expect(await screen.findByText(NONE)).toBeVisible();
    void router.navigate(-1);
    await screen.findByText('barata');
    expect(screen.getByLabelText('Tipo')).toHaveValue('');
    expect(screen.getByLabelText('Ordem')).toHaveValue('price_desc');
    void router.navigate(1);
    expect(await screen.findByText(NONE)).toBeVisible();
    expect(screen.getByLabelText('Tipo')).toHaveValue('media');
  });

  it('choose a category', async () => {
    serveApi({
      [LIST]: ({ query }) => (query.get('category') === 'dota' ? answer() : answer('Aula')),
    });
    const { person } = open('/search/services?q=aula');
    await screen.findByText('Aula');
    await person.selectOptions(screen.getByLabelText('Categoria'), 'dota');
    expect(await screen.findByText(NONE)).toBeVisible();
    expect(address()).toBe('/search/services?q=aula&category=dota');
    await person.selectOptions(screen.getByLabelText('Categoria'), 'music');
    expect(await screen.findByText('Aula')).toBeVisible();
  });
});
