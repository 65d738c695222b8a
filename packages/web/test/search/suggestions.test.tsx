import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import * as searchPage from '../../app/routes/search/search.tsx';
import { apiError, connectionLost, requestsTo, serveApi } from '../fakes/api-handlers.ts';
import { setViewportWidth } from '../fakes/fake-browser-apis.ts';
import { renderRoutes } from '../fixtures/render-routes.tsx';

const SUGGESTIONS_REQUEST = 'GET /api/search/suggestions';
const noSuggestions = { categories: [], services: [], users: [] };
const suggestionsForMira = {
  categories: [{ slug: 'valorant', name: '🎯 Valorant', image: '/art/categorias/valorant.svg' }],
  services: [
    { id: 's1', title: 'Treino de mira', price: '45.00', photoURL: '/a.svg', category: 'valorant' },
  ],
  users: [{ uid: 'u1', username: 'mirafina', displayName: 'Mira Fina', photoURL: null }],
};

const openSearch = () => renderRoutes({ '/search': searchPage }, { address: '/search' });
const searchField = () => screen.findByRole('combobox', { name: 'Buscar' });
const currentAddress = () => window.location.pathname + window.location.search;

const storeRecentSearches = (...texts: string[]) =>
  localStorage.setItem('guilda-recent-searches', JSON.stringify({ uid: null, texts }));

/** Serves `suggestionsForMira` for texts that begin with `mir`, and nothing for others. */
const serveSuggestions = () =>
  serveApi({
    [SUGGESTIONS_REQUEST]: ({ query }) =>
      query.get('q')?.startsWith('mir') ? suggestionsForMira : noSuggestions,
  });

describe('suggestions while typing', () => {
  it('are chosen by arrow keys and opened by Enter, while the focus stays in the field', async () => {
    serveSuggestions();
    const { person } = openSearch();
    await person.type(await searchField(), 'mira');
    const serviceOption = await screen.findByRole('option', {
      name: /Treino de mira.*45,00/,
    });
    expect(await searchField()).toHaveAttribute('aria-expanded', 'true');
    expect(await searchField()).toHaveAttribute('aria-controls', screen.getByRole('listbox').id);
    const optionTexts = screen.getAllByRole('option').map(({ textContent }) => textContent);
    expect(optionTexts).toHaveLength(4);
    expect(optionTexts.at(-1)).toBe('Buscar “mira”');
    await person.keyboard('{ArrowDown}{ArrowDown}');
    expect(serviceOption).toHaveAttribute('aria-selected', 'true');
    expect(await searchField()).toHaveAttribute('aria-activedescendant', serviceOption.id);
    expect(await searchField()).toHaveFocus();
    await person.keyboard('{Enter}');
    expect(await screen.findByText('page /service/s1')).toBeVisible();
  });

  it('are chosen in a circle, with the field between the last and the first one', async () => {
    serveSuggestions();
    const { person } = openSearch();
    await person.type(await searchField(), 'mira');
    await screen.findByRole('option', { name: /Mira Fina/ });
    await person.keyboard('{ArrowUp}');
    expect(screen.getByRole('option', { selected: true })).toHaveTextContent('Buscar “mira”');
    await person.keyboard('{ArrowDown}');
    expect(screen.queryByRole('option', { selected: true })).toBeNull();
    await person.keyboard('{ArrowDown}');
    expect(screen.getByRole('option', { selected: true })).toHaveTextContent('Valorant');
    await person.keyboard('x');
    expect(screen.queryByRole('option', { selected: true })).toBeNull();
    expect(await searchField()).not.toHaveAttribute('aria-activedescendant');
  });

  it('are in named groups, and open on a press', async () => {
    serveSuggestions();
    const { person } = openSearch();
    await person.type(await searchField(), 'mira');
    const people = await screen.findByRole('group', { name: 'Pessoas' });
    await person.click(within(people).getByRole('option'));
    expect(await screen.findByText('page /user/mirafina')).toBeVisible();
  });

  it('close by Escape and when the field loses the focus, and the text stays', async () => {
    serveSuggestions();
    const { person } = openSearch();
    await person.type(await searchField(), 'mira');
    await screen.findByRole('listbox');
    await person.keyboard('{Escape}');
    expect(screen.queryByRole('listbox')).toBeNull();
    expect(await searchField()).toHaveValue('mira');
    expect(await searchField()).toHaveAttribute('aria-expanded', 'false');
    await person.keyboard('{ArrowDown}');
    await screen.findByRole('listbox');
    await person.tab();
    await waitFor(() => expect(screen.queryByRole('listbox')).toBeNull());
  });

  it('are requested after a pause, and answers to earlier texts are not shown', async () => {
    const pendingAnswers: ((answer: typeof suggestionsForMira) => void)[] = [];
    serveApi({
      [SUGGESTIONS_REQUEST]: ({ query }) =>
        query.get('q') === 'mira'
          ? new Promise<typeof suggestionsForMira>((resolve) => pendingAnswers.push(resolve))
          : noSuggestions,
    });
    const { person } = openSearch();
    await person.click(await searchField());
    await person.paste('mira');
    await waitFor(() => expect(requestsTo(SUGGESTIONS_REQUEST)).toHaveLength(1));
    await person.clear(await searchField());
    await person.paste('outra');
    await waitFor(() => expect(requestsTo(SUGGESTIONS_REQUEST)).toHaveLength(2));
    expect(requestsTo(SUGGESTIONS_REQUEST).map(({ query }) => query.get('q'))).toEqual([
      'mira',
      'outra',
    ]);
    pendingAnswers[0]?.(suggestionsForMira);
    await screen.findByText('0 sugestões');
    expect(screen.getAllByRole('option')).toHaveLength(1);
  });

  it.each([
    ['refused', () => apiError('rate_limited')],
    ['lost', () => connectionLost()],
  ])('that are %s do not prevent the search', async (_, failure) => {
    serveApi({
      [SUGGESTIONS_REQUEST]: () => {
        throw failure();
      },
    });
    const { person } = openSearch();
    await person.click(await searchField());
    await person.paste('mira');
    await waitFor(() => expect(requestsTo(SUGGESTIONS_REQUEST)).toHaveLength(1));
    expect(await screen.findByRole('option')).toHaveTextContent('Buscar “mira”');
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

describe('recent searches', () => {
  it('are listed below a blank field, repeat the search and can be cleared', async () => {
    storeRecentSearches('violão', 'mira');
    const { person } = openSearch();
    await person.click(await searchField());
    expect(await screen.findByRole('group', { name: 'Buscas recentes' })).toBeVisible();
    expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
      'violão',
      'mira',
    ]);
    await person.click(screen.getByRole('button', { name: 'Limpar buscas' }));
    expect(screen.queryByRole('listbox')).toBeNull();
    expect(localStorage.getItem('guilda-recent-searches')).toBeNull();
    await person.click(await searchField());
    expect(screen.queryByRole('listbox')).toBeNull();
  });

  it('contain the texts of searches', async () => {
    serveSuggestions();
    serveApi({
      'GET /api/services': () => ({ services: [], nextCursor: null }),
      'GET /api/users': () => ({ users: [], nextCursor: null }),
      'GET /api/social/posts': () => ({ posts: [], nextCursor: null }),
    });
    storeRecentSearches('violão');
    const { person } = openSearch();
    await person.type(await searchField(), ' mirante {Enter}');
    await waitFor(() => expect(currentAddress()).toBe('/search?q=mirante'));
    expect(localStorage.getItem('guilda-recent-searches')).toBe(
      '{"uid":null,"texts":["mirante","violão"]}',
    );
    expect(screen.queryByRole('listbox')).toBeNull();
  });
});

describe('suggestions on a phone', () => {
  it('stay open until they are closed by their button or by Back', async () => {
    setViewportWidth(390);
    serveSuggestions();
    const { person, router } = openSearch();
    await router.navigate('/search?de=tudo');
    await person.type(await searchField(), 'mira');
    await screen.findByRole('option', { name: /Treino de mira/ });
    await person.click(screen.getByRole('button', { name: 'Fechar busca' }));
    expect(screen.queryByRole('listbox')).toBeNull();
    await person.click(await searchField());
    await screen.findByRole('listbox');
    await router.navigate(-1);
    await waitFor(() => expect(screen.queryByRole('listbox')).toBeNull());
    expect(currentAddress()).toBe('/search?de=tudo');
  });
});
