import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import * as categoryPage from '../../app/routes/category.tsx';
import * as searchServicesPage from '../../app/routes/search/search-services.tsx';
import { connectionLost, requestsTo, serveApi } from '../fakes/api-handlers.ts';
import { buildService } from '../fixtures/catalog-builders.ts';
import { renderRoutes } from '../fixtures/render-routes.tsx';

const LIST_REQUEST = 'GET /api/services';
const NO_SERVICES_TEXT = 'Nenhum serviço com esses filtros';

const buildNamedService = (title: string) => buildService({ title, category: 'starcraft' });
const listPage = (...titles: string[]) => ({
  services: titles.map(buildNamedService),
  nextCursor: null,
});

/** The requests by which an empty search loads similar results. */
const noSimilarResults = {
  'GET /api/search/suggestions': () => ({ categories: [], services: [], users: [] }),
};

const openServiceList = (address: string) =>
  renderRoutes(
    { '/category/:category': categoryPage, '/search/services': searchServicesPage },
    { address },
  );

const currentAddress = () => window.location.pathname + window.location.search;

describe('a list of services', () => {
  it('is filtered by a price range, which can be cleared', async () => {
    serveApi({
      [LIST_REQUEST]: ({ query }) => {
        if (query.has('minRating')) return listPage();
        return query.has('minPrice') ? listPage('Mapa um', 'Mapa dois') : listPage('Todas');
      },
    });
    const { person } = openServiceList('/category/starcraft');
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
    expect(currentAddress()).toBe('/category/starcraft?minPrice=1000&maxPrice=1000.99');
    await person.selectOptions(screen.getByLabelText('Nota mínima'), '4');
    expect(await screen.findByText(NO_SERVICES_TEXT)).toBeVisible();
    await person.click(screen.getByText('Limpar filtros'));
    expect(await screen.findByText('Todas')).toBeVisible();
    expect(currentAddress()).toBe('/category/starcraft');
  });

  it('invites to publish where there are no services', async () => {
    serveApi({ [LIST_REQUEST]: () => listPage() });
    openServiceList('/category/call-of-duty');
    expect(await screen.findByText('Seja a primeira pessoa a publicar hoje.')).toBeVisible();
    expect(screen.getByRole('heading', { level: 1, name: 'Call of Duty' })).toBeVisible();
  });

  it('says that no service matches the filters, also when the page is opened with them', async () => {
    serveApi({ [LIST_REQUEST]: () => listPage() });
    openServiceList('/category/fortnite?minPrice=49999');
    expect(await screen.findByText(NO_SERVICES_TEXT)).toBeVisible();
  });

  it('offers to load the next page again after a lost connection', async () => {
    serveApi({
      [LIST_REQUEST]: ({ query }) => {
        if (query.has('cursor')) throw connectionLost();
        return { ...listPage('Primeira'), nextCursor: 'next' };
      },
    });
    const { person } = openServiceList('/category/starcraft');
    await person.click(await screen.findByText('Carregar mais'));
    expect(await screen.findByText(/^Sem conexão com o servidor\./)).toBeVisible();
    serveApi({ [LIST_REQUEST]: () => listPage('Segunda') });
    await person.click(screen.getByText('Tentar de novo'));
    expect(await screen.findByText('Segunda')).toBeVisible();
    expect(screen.getByText('Primeira')).toBeVisible();
  });

  it('loads more by keyboard, moves the focus to the first new service and announces the count', async () => {
    serveApi({
      [LIST_REQUEST]: ({ query }) =>
        query.has('cursor')
          ? listPage('Terceira', 'Quarta')
          : { ...listPage('Primeira', 'Segunda'), nextCursor: 'next' },
    });
    const { person } = openServiceList('/search/services?q=aula');
    (await screen.findByText('Carregar mais')).focus();
    await person.keyboard('{Enter}');
    const thirdTitle = await screen.findByText('Terceira');
    await waitFor(() => expect(thirdTitle).toHaveFocus());
    expect(await screen.findByText('4 serviços.')).toBeInTheDocument();
  });
});

describe('the filters of a search', () => {
  it('are in the address, and Back and Forward restore them', async () => {
    serveApi({
      ...noSimilarResults,
      [LIST_REQUEST]: ({ query }) => {
        if (query.get('type') === 'media') return listPage();
        const titles = ['barata', 'cara'];
        return listPage(...(query.get('sort') === 'price_desc' ? titles.reverse() : titles));
      },
    });
    const { person, router } = openServiceList(
      '/search/services?q=mapa&minPrice=&maxPrice=&category=&limit=&cursor=',
    );
    const titles = () =>
      screen.getAllByTestId('service-card').map((card) => within(card).getByText(/cara|barata/));
    await screen.findByText('barata');
    // Empty values in the address count as absent.
    const [first] = requestsTo(LIST_REQUEST);
    expect([...(first?.query.keys() ?? [])].sort()).toEqual(['limit', 'q']);
    await person.selectOptions(screen.getByLabelText('Ordem'), 'price_desc');
    await waitFor(() => expect(titles()[0]).toHaveTextContent('cara'));
    expect(currentAddress()).toContain('sort=price_desc');
    await person.selectOptions(screen.getByLabelText('Tipo'), 'media');
    expect(await screen.findByText(NO_SERVICES_TEXT)).toBeVisible();
    void router.navigate(-1);
    await screen.findByText('barata');
    expect(screen.getByLabelText('Tipo')).toHaveValue('');
    expect(screen.getByLabelText('Ordem')).toHaveValue('price_desc');
    void router.navigate(1);
    expect(await screen.findByText(NO_SERVICES_TEXT)).toBeVisible();
    expect(screen.getByLabelText('Tipo')).toHaveValue('media');
  });

  it('choose a category', async () => {
    serveApi({
      ...noSimilarResults,
      [LIST_REQUEST]: ({ query }) =>
        query.get('category') === 'dota' ? listPage() : listPage('Aula'),
    });
    const { person } = openServiceList('/search/services?q=aula');
    await screen.findByText('Aula');
    await person.selectOptions(screen.getByLabelText('Categoria'), 'dota');
    expect(await screen.findByText(NO_SERVICES_TEXT)).toBeVisible();
    expect(currentAddress()).toBe('/search/services?q=aula&category=dota');
    await person.selectOptions(screen.getByLabelText('Categoria'), 'music');
    expect(await screen.findByText('Aula')).toBeVisible();
  });
});

describe('a short list', () => {
  it('offers to publish, and other categories', async () => {
    serveApi({ [LIST_REQUEST]: () => listPage('Única') });
    openServiceList('/category/dota');
    expect(await screen.findByRole('link', { name: 'Publique o seu' })).toHaveAttribute(
      'href',
      '/category/dota?novo=servico',
    );
    const similarCategories = screen.getByRole('region', { name: 'Categorias parecidas' });
    expect(
      within(similarCategories).getByRole('link', { name: 'League of Legends' }),
    ).toHaveAttribute('href', '/category/league-of-legends');
  });

  it('offers nothing else while the server has more services', async () => {
    serveApi({ [LIST_REQUEST]: () => ({ ...listPage('Primeira'), nextCursor: 'next' }) });
    openServiceList('/category/dota');
    await screen.findByText('Carregar mais');
    expect(screen.queryByText('Publique o seu')).toBeNull();
  });

  it('has new services with a mark', async () => {
    const ratedService = buildService({ title: 'Com nota', rating: 4.5, reviewCount: 2 });
    const unratedService = buildService({ title: 'Sem nota', rating: null, reviewCount: 0 });
    serveApi({
      [LIST_REQUEST]: () => ({ services: [ratedService, unratedService], nextCursor: null }),
    });
    openServiceList('/category/dota');
    const [first, second] = await screen.findAllByTestId('service-card');
    expect(first).toHaveTextContent('4,5');
    expect(first).not.toHaveTextContent('Novo');
    expect(second).toHaveTextContent('Novo');
  });
});

describe('the filters of a small screen', () => {
  it('show the number of matches before they are applied', async () => {
    serveApi({
      [LIST_REQUEST]: ({ query }) =>
        query.has('type') ? listPage('Um', 'Dois') : listPage('A', 'B', 'C'),
    });
    const { person } = openServiceList('/search/services?q=mapa&online=true');
    await person.click(await screen.findByRole('button', { name: 'Filtros (1)' }));
    const sheet = await screen.findByRole('dialog', { name: 'Filtros' });
    expect(await within(sheet).findByRole('button', { name: 'Ver 3 serviços' })).toBeVisible();
    await person.click(within(sheet).getByRole('button', { name: 'Mídia' }));
    const showButton = await within(sheet).findByRole('button', { name: 'Ver 2 serviços' });
    expect(currentAddress()).toBe('/search/services?q=mapa&online=true');
    expect(requestsTo(LIST_REQUEST).at(-1)?.query.toString()).toBe(
      'type=media&online=true&q=mapa&limit=50',
    );
    await person.click(showButton);
    expect(await screen.findByRole('button', { name: 'Filtros (2)' })).toBeVisible();
    expect(currentAddress()).toBe('/search/services?q=mapa&type=media&online=true');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('request the number of matches once after a price is typed', async () => {
    serveApi({
      [LIST_REQUEST]: ({ query }) => (query.has('minPrice') ? listPage('A', 'B') : listPage('A')),
    });
    const { person } = openServiceList('/category/dota');
    await person.click(await screen.findByRole('button', { name: 'Filtros' }));
    const sheet = await screen.findByRole('dialog', { name: 'Filtros' });
    await within(sheet).findByRole('button', { name: 'Ver 1 serviço' });
    const minPriceField = within(sheet).getByLabelText('Preço de');
    // Typed at once, so that the typing pause cannot end in between on a slow machine.
    for (const value of ['1', '12', '12,5', '12,50'])
      fireEvent.change(minPriceField, { target: { value } });
    await within(sheet).findByRole('button', { name: 'Ver 2 serviços' });
    const requestedMinPrices = requestsTo(LIST_REQUEST).map(({ query }) => query.get('minPrice'));
    expect(requestedMinPrices.filter((price) => price !== null)).toEqual(['12.50']);
  });

  it('do not apply an invalid price, and can be cleared', async () => {
    serveApi({ [LIST_REQUEST]: () => listPage('A') });
    const { person } = openServiceList('/category/dota?minPrice=10');
    await person.click(await screen.findByRole('button', { name: 'Filtros (1)' }));
    const sheet = await screen.findByRole('dialog', { name: 'Filtros' });
    const minPriceField = within(sheet).getByLabelText('Preço de');
    expect(minPriceField).toHaveValue('10,00');
    await person.clear(minPriceField);
    await person.paste('abc');
    expect(await within(sheet).findByText('Preço inválido.')).toBeVisible();
    expect(within(sheet).getByRole('button', { name: /Ver/ })).toBeDisabled();
    await person.click(within(sheet).getByRole('button', { name: 'Limpar' }));
    await person.click(await within(sheet).findByRole('button', { name: 'Ver 1 serviço' }));
    expect(await screen.findByRole('button', { name: 'Filtros' })).toBeVisible();
    expect(currentAddress()).toBe('/category/dota');
  });

  it('have a separate sheet for the sort order', async () => {
    serveApi({ [LIST_REQUEST]: () => listPage('A') });
    const { person } = openServiceList('/category/dota');
    await person.click(await screen.findByRole('button', { name: 'Ordenar' }));
    const sheet = await screen.findByRole('dialog', { name: 'Ordenar' });
    expect(within(sheet).getByRole('button', { name: 'Mais recentes' })).toHaveAttribute(
      'aria-pressed',
      'true',
    );
    await person.click(within(sheet).getByRole('button', { name: 'Menor preço' }));
    await waitFor(() => expect(currentAddress()).toBe('/category/dota?sort=price_asc'));
  });
});
