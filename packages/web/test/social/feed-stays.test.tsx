import { QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { createMemoryRouter, MemoryRouter, RouterProvider } from 'react-router';
import { expect, it } from 'vitest';
import { useFeed } from '../../app/features/social/feed/use-feed.ts';
import { invalidateAll } from '../../app/lib/data/invalidate-all.ts';
import { createQueryClient } from '../../app/lib/data/query-client.ts';
import { apiError, requestsTo, serveApi } from '../fakes/api-handlers.ts';
import { buildPosts } from '../fixtures/social-builders.ts';

const posts = buildPosts(5);
const firstPage = { page: { posts: posts.slice(0, 3), nextCursor: 'next' }, loadedFor: null };

function PostCount() {
  // Each visit to the page brings a first page of its own.
  const [first] = useState(() => ({ ...firstPage }));
  const feed = useFeed({}, first);
  return (
    <button type="button" onClick={feed.loadMore}>
      {feed.posts.length} publicações{feed.error ? ' e um erro' : ''}
    </button>
  );
}

function renderPostCount() {
  const client = createQueryClient();
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <PostCount />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  return client;
}

it('a feed keeps its later pages when a change elsewhere refreshes the data of all pages', async () => {
  serveApi({ 'GET /api/social/posts': () => ({ posts: posts.slice(3), nextCursor: null }) });
  const client = renderPostCount();
  fireEvent.click(screen.getByRole('button', { name: '3 publicações' }));
  await screen.findByRole('button', { name: '5 publicações' });
  await act(() => invalidateAll(client));
  expect(screen.getByRole('button', { name: '5 publicações' })).toBeVisible();
  expect(requestsTo('GET /api/social/posts')).toHaveLength(1);
});

it('a feed that could not be loaded again is loaded again by the next press, then continues', async () => {
  serveApi({ 'GET /api/social/posts': () => Promise.reject(apiError('internal')) });
  const client = renderPostCount();
  await act(() => client.refetchQueries({ queryKey: ['posts'] }));
  const button = await screen.findByRole('button', { name: '3 publicações e um erro' });
  serveApi({ 'GET /api/social/posts': () => firstPage.page });
  fireEvent.click(button);
  await screen.findByRole('button', { name: '3 publicações' });
  expect(requestsTo('GET /api/social/posts').at(-1)?.query.get('cursor')).toBeNull();
  serveApi({ 'GET /api/social/posts': () => ({ posts: posts.slice(3), nextCursor: null }) });
  fireEvent.click(button);
  await waitFor(() => expect(button).toHaveTextContent('5 publicações'));
  expect(requestsTo('GET /api/social/posts').at(-1)?.query.get('cursor')).toBe('next');
});

it('a feed keeps its later pages when Back leads to it from a profile that was opened from a conversation', async () => {
  serveApi({ 'GET /api/social/posts': () => ({ posts: posts.slice(3), nextCursor: null }) });
  const router = createMemoryRouter(
    [
      { path: '/community', Component: PostCount },
      { path: '*', element: 'outra página' },
    ],
    { initialEntries: ['/community'] },
  );
  render(
    <QueryClientProvider client={createQueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  fireEvent.click(screen.getByRole('button', { name: '3 publicações' }));
  await screen.findByRole('button', { name: '5 publicações' });
  await act(() => router.navigate('/community?conversa=ana'));
  await act(() => router.navigate('/user/ana'));
  await screen.findByText('outra página');
  await act(() => router.navigate(-1));
  expect(await screen.findByRole('button', { name: '5 publicações' })).toBeVisible();
  await act(() => router.navigate(-1));
  expect(screen.getByRole('button', { name: '5 publicações' })).toBeVisible();
  await act(() => router.navigate('/user/ana'));
  await act(() => router.navigate('/community'));
  expect(await screen.findByRole('button', { name: '3 publicações' })).toBeVisible();
});
