import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import * as searchPage from '../../app/routes/search/search.tsx';
import * as searchServicesPage from '../../app/routes/search/search-services.tsx';
import * as searchUsersPage from '../../app/routes/search/search-users.tsx';
import { apiError, serveApi } from '../fakes/api-handlers.ts';
import { buildUser } from '../fixtures/builders.ts';
import { buildService } from '../fixtures/catalog-builders.ts';
import { renderRoutes } from '../fixtures/render-routes.tsx';

const openSearchPage = (address: string) =>
  renderRoutes(
    {
      '/search': searchPage,
      '/search/services': searchServicesPage,
      '/search/users': searchUsersPage,
    },
    { address },
  );

const currentAddress = () => window.location.pathname + window.location.search;
const violinService = buildService({ title: 'Violão zorvik' });

/** Serves a search that finds these services and no people; a mistyped text is corrected to `zorvik`. */
function serveSearch(foundServices = [violinService]) {
  serveApi({
    'GET /api/services': ({ query }) => ({
      services: foundServices,
      nextCursor: null,
      ...(query.get('q') === 'zovrik' ? { suggestion: 'zorvik' } : {}),
    }),
    'GET /api/users': () => ({ users: [], nextCursor: null }),
    'GET /api/social/posts': () => ({ posts: [], nextCursor: null }),
    'GET /api/search/suggestions': () => ({ categories: [], services: [], users: [] }),
  });
}

describe('the search', () => {
  it('offers categories, and never searches for a blank text', async () => {
    const { person } = openSearchPage('/search');
    expect(
      await screen.findByRole('heading', { level: 1, name: 'O que você procura?' }),
    ).toBeVisible();
    const tiles = document.querySelectorAll('.tileGrid [data-ui="tile"]');
    // The tiles are the 19 categories and the link to all services.
    expect(tiles).toHaveLength(20);
    const field = screen.getByRole('combobox', { name: 'Buscar' });
    await waitFor(() => expect(field).toHaveFocus());
    await person.type(field, '   {Enter}');
    expect(currentAddress()).toBe('/search');
    serveSearch();
    await person.clear(field);
    await person.type(field, '  zorvik {Enter}');
    expect(await screen.findByRole('heading', { level: 1, name: '“zorvik”' })).toBeVisible();
    expect(currentAddress()).toBe('/search?q=zorvik');
  });

  it.each(['/search', '/search/services'])(
    'on %s offers the corrected text for a typo',
    async (path) => {
      serveSearch();
      const { person } = openSearchPage(`${path}?q=zovrik`);
      expect(await screen.findByText('Violão zorvik')).toBeVisible();
      const correction = screen.getByText(/^Você quis dizer/);
      await person.click(within(correction).getByRole('link', { name: 'zorvik' }));
      expect(await screen.findByRole('heading', { level: 1, name: '“zorvik”' })).toBeVisible();
      expect(currentAddress()).toBe(`${path}?q=zorvik`);
      expect(screen.queryByText(/^Você quis dizer/)).toBeNull();
    },
  );

  it('suggests categories when nothing is found', async () => {
    serveSearch([]);
    const { person } = openSearchPage('/search?q=qqxxzzyyww');
    expect(await screen.findByText('Nada com “qqxxzzyyww”')).toBeVisible();
    expect(screen.getByRole('heading', { name: 'Ou passe pelas categorias' })).toBeVisible();
    await person.click(screen.getByRole('link', { name: 'Limpar busca' }));
    await screen.findByText('O que você procura?');
    expect(currentAddress()).toBe('/search');
  });

  it.each(['/search', '/search/services'])(
    'on %s offers similar categories and searches',
    async (path) => {
      serveSearch([]);
      const music = { slug: 'music', name: '🎵 Música', image: '/art/categorias/music.svg' };
      const foundService = {
        id: violinService.id,
        title: violinService.title,
        price: '10.00',
        photoURL: violinService.photoURL,
      };
      serveApi({
        'GET /api/search/suggestions': ({ query }) => ({
          categories: query.get('q') === 'violão' ? [music] : [],
          services: query.get('q') === 'violão' ? [{ ...foundService, category: 'music' }] : [],
          users: [],
        }),
      });
      const { person } = openSearchPage(`${path}?q=${encodeURIComponent('violão de xyzzy')}`);
      expect(await screen.findByRole('heading', { name: 'Categorias parecidas' })).toBeVisible();
      const similarCategories = screen.getByRole('region', { name: 'Categorias parecidas' });
      expect(within(similarCategories).getByRole('link', { name: 'Música' })).toBeVisible();
      expect(screen.getByRole('link', { name: 'Publique o seu' })).toHaveAttribute(
        'href',
        expect.stringContaining('novo=servico'),
      );
      const similarSearches = screen.getByRole('navigation', { name: 'Buscas parecidas' });
      expect(within(similarSearches).queryByRole('link', { name: 'xyzzy' })).toBeNull();
      await person.click(within(similarSearches).getByRole('link', { name: 'violão' }));
      await screen.findByRole('heading', { level: 1, name: '“violão”' });
    },
  );

  it('shows the page without similar services when the server refuses them', async () => {
    serveSearch([]);
    serveApi({
      'GET /api/search/suggestions': () => {
        throw apiError('rate_limited');
      },
    });
    openSearchPage('/search?q=qqxxzz');
    expect(await screen.findByText('Nada com “qqxxzz”')).toBeVisible();
  });

  it('lists everybody and every service without a text', async () => {
    serveSearch();
    serveApi({ 'GET /api/users': () => ({ users: [buildUser()], nextCursor: null }) });
    const { router } = openSearchPage('/search/services');
    expect(
      await screen.findByRole('heading', { level: 1, name: 'Todos os serviços' }),
    ).toBeVisible();
    expect(screen.getByTestId('service-card')).toBeVisible();
    await router.navigate('/search/users');
    expect(await screen.findByRole('heading', { level: 1, name: 'Pessoas' })).toBeVisible();
    expect(await screen.findByText('Fulana de Teste')).toBeVisible();
  });
});
