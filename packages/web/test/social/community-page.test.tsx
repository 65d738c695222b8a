import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { requestsTo } from '../fakes/api-handlers.ts';
import { buildUser } from '../fixtures/builders.ts';
import { findDialog } from '../fixtures/screen.ts';
import { buildPost } from '../fixtures/social-builders.ts';
import { postCards, renderCommunity } from '../fixtures/social-pages.tsx';

describe('a community page without posts', async () => {
  it('of a hashtag says that there are no posts, and invites to publish', async () => {
    const { person } = await renderCommunity({
      list: { hashtag: 'mesa' },
      signedInAs: buildUser(),
    });
    expect(screen.getByRole('heading', { name: '#mesa', level: 1 })).toBeVisible();
    expect(screen.getByRole('heading', { name: 'Ninguém falou disso ainda' })).toBeVisible();
    const [, invitation] = screen.getAllByRole('button', { name: 'Publicar' });
    if (!invitation) throw new Error('the empty list invites to publish');
    await person.click(invitation);
    expect(await findDialog('Nova publicação')).toBeVisible();
  });

  it('of a text says that there are no posts, and links to the community', async () => {
    await renderCommunity({ list: { q: 'dragão' } });
    expect(screen.getByRole('heading', { name: 'Publicações com “dragão”' })).toBeVisible();
    expect(screen.getByRole('heading', { name: 'Nada com esse texto' })).toBeVisible();
    for (const name of ['Ver a comunidade', 'Comunidade'])
      expect(screen.getByRole('link', { name })).toHaveAttribute('href', '/community');
  });

  it('without a filter invites to publish the first post', async () => {
    await renderCommunity();
    expect(screen.getByRole('heading', { name: 'A mesa está em silêncio' })).toBeVisible();
  });
});

it('names the topics of the week, each a link to its posts', async () => {
  const trending = [{ name: 'Desenho', tag: 'desenho', posts: 214 }];
  await renderCommunity({ posts: [buildPost()], trending, list: { hashtag: 'Desenho' } });
  const topics = screen.getByRole('region', { name: 'Assuntos da semana' });
  const link = within(topics).getByRole('link', { name: /^#Desenho ?214 ?publicações$/ });
  expect(link).toHaveAttribute('href', '/community?hashtag=desenho');
  expect(link).toHaveAttribute('aria-current', 'page');
  expect(postCards()).toHaveLength(1);
  await waitFor(() => expect(requestsTo('GET /api/social/hashtags')).toHaveLength(0));
});
