import type { OwnUser } from '@guilda/contract/accounts/users';
import type { Post } from '@guilda/contract/community/social';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { loadNewestPosts, NewestPosts } from '../../app/features/home/index.ts';
import { loadProfile, ProfilePage } from '../../app/features/profile/index.ts';
import { loadSearch, SearchResultsView } from '../../app/features/search/index.ts';
import { NewPost } from '../../app/features/social/index.ts';
import { browserClient } from '../../app/lib/data/page-data.ts';
import { FakeResponse, requestsTo, serveApi } from '../fakes/api-handlers.ts';
import { buildUser } from '../fixtures/builders.ts';
import { renderPage, storeSession } from '../fixtures/render-page.tsx';
import { buttonIn, findDialog, waitForReload } from '../fixtures/screen.ts';
import {
  authorOf,
  buildAuthor,
  buildPost,
  buildPosts,
  buildProfile,
} from '../fixtures/social-builders.ts';
import { ownServicesAndAge, postCards } from '../fixtures/social-pages.tsx';

const requestedQuery = (requestIndex: number) =>
  requestsTo('GET /api/social/posts')[requestIndex]?.query.toString();

describe('the home page', () => {
  it('requests the newest posts, and links to all of them', async () => {
    serveApi({ 'GET /api/social/posts': () => ({ posts: buildPosts(9), nextCursor: null }) });
    const newestPosts = await loadNewestPosts(await browserClient());
    expect(requestedQuery(0)).toBe('limit=8');
    renderPage(<NewestPosts posts={newestPosts} />);
    expect(screen.getByRole('heading', { name: 'Na comunidade' })).toBeVisible();
    expect(screen.getAllByRole('listitem')).toHaveLength(8);
    expect(screen.getByRole('link', { name: 'Ver tudo' })).toHaveAttribute('href', '/community');
  });

  it('invites to publish when there are no posts', async () => {
    serveApi(ownServicesAndAge);
    const page = (
      <>
        <NewestPosts posts={[]} />
        <NewPost />
      </>
    );
    const { person } = renderPage(page, { signedInAs: buildUser() });
    expect(screen.getByText(/Seja a primeira pessoa hoje\./)).toBeVisible();
    await person.click(screen.getByRole('button', { name: 'Publicar' }));
    expect(await findDialog('Nova publicação')).toBeVisible();
  });
});

/** Renders a profile on the tab of posts; `firstPosts` are the first page of the list. */
async function renderProfile(
  author: Post['author'],
  firstPosts: readonly Post[],
  signedInAs?: OwnUser,
) {
  const profile = buildProfile(author);
  if (signedInAs) storeSession(signedInAs);
  serveApi({
    ...ownServicesAndAge,
    'GET /api/users/by-username/:username': () => profile,
    'GET /api/users/:uid/reviews': () => ({ reviews: [], nextCursor: null }),
    'GET /api/social/posts': () => ({
      posts: firstPosts,
      nextCursor: firstPosts.length > 0 ? 'second' : null,
    }),
  });
  const loadedProfile = await loadProfile(author.username, true)(await browserClient());
  const loadedFor = signedInAs?.uid ?? null;
  const { user, services, reviews, posts } = loadedProfile;
  const element = (
    <>
      <ProfilePage
        user={user}
        services={{ page: services, loadedFor }}
        reviews={{ page: reviews, loadedFor }}
        posts={posts && { page: posts, loadedFor }}
      />
      <NewPost />
    </>
  );
  const address = `/user/${author.username}?aba=publicacoes`;
  return renderPage(element, { address, ...(signedInAs ? { signedInAs } : {}) });
}

describe('the posts of a profile', () => {
  it('are loaded page by page on a separate tab', async () => {
    const posts = buildPosts(4);
    const { person } = await renderProfile(buildAuthor(), posts.slice(0, 3));
    expect(postCards()).toHaveLength(3);
    expect(requestedQuery(0)).toContain('limit=10');
    expect(screen.queryByRole('button', { name: 'Publicar' })).toBeNull();
    serveApi({ 'GET /api/social/posts': () => ({ posts: posts.slice(3), nextCursor: null }) });
    await person.click(screen.getByRole('button', { name: 'Carregar mais' }));
    await waitFor(() => expect(postCards()).toHaveLength(4));
    await person.click(screen.getByRole('tab', { name: /^Avaliações/ }));
    expect(postCards()).toHaveLength(0);
    await person.click(screen.getByRole('tab', { name: 'Publicações' }));
    expect(window.location.search).toBe('?aba=publicacoes');
    expect(postCards()).toHaveLength(4);
  });

  it('have an empty state for a person without any', async () => {
    await renderProfile(buildAuthor({ displayName: 'Fala Pouco' }), []);
    expect(screen.getByText('Quando Fala Pouco publicar, aparece aqui.')).toBeVisible();
  });

  it('can be published from the own profile, and are shown there', async () => {
    const user = buildUser();
    const { person } = await renderProfile(authorOf(user), [], user);
    expect(await screen.findByText('Você ainda não publicou')).toBeVisible();
    await person.click(await screen.findByRole('button', { name: 'Publicar' }));
    const panel = await findDialog('Nova publicação');
    await person.click(within(panel).getByLabelText('Título'));
    await person.paste('Cheguei');
    const post = buildPost({ title: 'Cheguei', author: authorOf(user) });
    serveApi({ 'POST /api/social/post/': () => new FakeResponse(201, { post }) });
    await person.click(buttonIn(panel, 'Publicar'));
    await waitForReload();
    expect(window.location.pathname + window.location.search).toBe(
      `/user/${user.username}?aba=publicacoes`,
    );
    await waitFor(() => expect(postCards()).toHaveLength(1));
    expect(postCards()[0]).toHaveTextContent('Cheguei');
  });
});

describe('the search', () => {
  async function renderSearch(foundPosts: readonly Post[], nextCursor: string | null) {
    serveApi({
      ...ownServicesAndAge,
      'GET /api/users': () => ({ users: [], nextCursor: null }),
      'GET /api/social/posts': () => ({ posts: foundPosts, nextCursor }),
    });
    const results = await loadSearch('dragão')(await browserClient());
    renderPage(<SearchResultsView q="dragão" results={results} />, { address: '/search?q=dragão' });
    return within(screen.getByRole('region', { name: 'Publicações' }));
  }

  it('finds posts in addition to people and services', async () => {
    const post = buildPost({ title: '', description: 'Alguém viu dragão?' });
    const postsRegion = await renderSearch([post], null);
    expect(postsRegion.getByRole('link', { name: /^Alguém viu dragão\?/ })).toBeVisible();
    expect(screen.queryByText(/^Nada com/)).toBeNull();
    expect(postsRegion.queryByRole('link', { name: 'Ver todas' })).toBeNull();
  });

  it('shows the first three posts, and links to all of them', async () => {
    const postsRegion = await renderSearch(buildPosts(3), 'more');
    expect(requestedQuery(0)).toContain('limit=3');
    expect(postsRegion.getAllByRole('listitem')).toHaveLength(3);
    expect(postsRegion.getByRole('link', { name: 'Ver todas' })).toHaveAttribute(
      'href',
      `/community?q=${encodeURIComponent('dragão')}`,
    );
  });
});
