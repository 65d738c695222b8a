import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { apiError, FakeResponse, requestsTo, serveApi } from '../fakes/api-handlers.ts';
import { buildUser } from '../fixtures/builders.ts';
import { buttonIn, findDialog, findToast, waitForReload } from '../fixtures/screen.ts';
import { authorOf, buildPost, buildPosts } from '../fixtures/social-builders.ts';
import {
  likeButtonOf,
  postCards,
  postWith,
  pulseOf,
  renderCommunity,
  returnToTab,
} from '../fixtures/social-pages.tsx';

describe('the next page of a feed', async () => {
  it('is loaded by keyboard after a failure was shown, and its first post gets the focus', async () => {
    const posts = buildPosts(5);
    const { person } = await renderCommunity({ posts: posts.slice(0, 3), nextCursor: 'next' });
    expect(postCards()[0]).toHaveAttribute('aria-setsize', '-1');
    serveApi({ 'GET /api/social/posts': () => Promise.reject(apiError('unavailable')) });
    const moreButton = await screen.findByRole('button', { name: 'Carregar mais' });
    moreButton.focus();
    await person.keyboard('{Enter}');
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'Serviço temporariamente indisponível.',
    );
    expect(requestsTo('GET /api/social/posts').at(-1)?.query.get('cursor')).toBe('next');
    serveApi({ 'GET /api/social/posts': () => ({ posts: posts.slice(3), nextCursor: null }) });
    screen.getByRole('button', { name: 'Tentar de novo' }).focus();
    await person.keyboard('{Enter}');
    await waitFor(() => expect(postCards()).toHaveLength(5));
    await waitFor(() => expect(postCards()[3]).toHaveFocus());
    expect(postCards()[0]).toHaveAttribute('aria-setsize', '5');
    expect(screen.queryByRole('button', { name: /Carregar mais|Tentar de novo/ })).toBeNull();
  });
});

describe('the keys of a feed', async () => {
  it('move the focus from post to post, and out of the feed', async () => {
    const { person } = await renderCommunity({ posts: buildPosts(3) });
    const [first, second, third] = postCards();
    if (!first || !second || !third) throw new Error('three posts are expected');
    expect(first).toHaveAccessibleName('Zefa Veloz aula 2');
    first.focus();
    await person.keyboard('{PageDown}');
    expect(second).toHaveFocus();
    await person.keyboard('{ArrowDown}');
    expect(third).toHaveFocus();
    await person.keyboard('{ArrowUp}');
    expect(second).toHaveFocus();
    likeButtonOf(second).focus();
    await person.keyboard('{ArrowDown}');
    expect(likeButtonOf(second)).toHaveFocus();
    await person.keyboard('{PageUp}');
    expect(first).toHaveFocus();
    await person.keyboard('{Control>}{Home}{/Control}');
    expect(screen.getByRole('button', { name: 'Publicar' })).toHaveFocus();
  });
});

describe('a like', async () => {
  it('of a visitor leads to the sign-in', async () => {
    const { person, router } = await renderCommunity({ posts: [buildPost()] });
    await person.click(likeButtonOf(postWith('Terminei')));
    await waitFor(() => expect(router.state.location.pathname).toBe('/login'));
  });

  it('is shown at once, and removed when it is refused', async () => {
    let refuse = () => {};
    const refusal = new Promise<void>((resolve) => {
      refuse = resolve;
    });
    serveApi({
      'PUT /api/social/post/:uid/like': async () => {
        await refusal;
        throw apiError('unavailable');
      },
    });
    const { person } = await renderCommunity({ posts: [buildPost()], signedInAs: buildUser() });
    const likeButton = likeButtonOf(postWith('Terminei'));
    await person.click(likeButton);
    expect(likeButton).toHaveAccessibleName('Curtir, 1 curtida');
    expect(likeButton).toHaveAttribute('aria-pressed', 'true');
    refuse();
    await findToast('Serviço temporariamente indisponível.');
    expect(likeButton).toHaveAttribute('aria-pressed', 'false');
    expect(likeButton).toHaveAccessibleName('Curtir, 0 curtidas');
  });

  it('is added to those of others, and removed by a second press', async () => {
    const post = buildPost();
    serveApi({
      'PUT /api/social/post/:uid/like': () => ({ likes: 1 }),
      'DELETE /api/social/post/:uid/like': () => ({ likes: 1 }),
    });
    const { person } = await renderCommunity({ posts: [post], signedInAs: buildUser() });
    const pulse = pulseOf([{ ...post, likes: 2, liked: true }]);
    serveApi({ 'GET /api/social/pulse': () => pulse });
    const likeButton = likeButtonOf(postWith('Terminei'));
    await person.click(likeButton);
    await waitFor(() => expect(likeButton).toHaveAccessibleName('Curtir, 1 curtida'));
    await waitFor(() => expect(requestsTo('PUT /api/social/post/:uid/like')).toHaveLength(1));
    await waitFor(() => {
      returnToTab();
      expect(likeButton).toHaveAccessibleName('Curtir, 2 curtidas');
    });
    expect(likeButton).toHaveAttribute('aria-pressed', 'true');
    await person.click(likeButton);
    await waitFor(() => expect(likeButton).toHaveAccessibleName('Curtir, 1 curtida'));
    expect(likeButton).toHaveAttribute('aria-pressed', 'false');
  });
});

describe('new posts of others', async () => {
  it('are announced and shown on request, and the first one gets the focus', async () => {
    const oldPosts = buildPosts(2);
    await renderCommunity({ posts: oldPosts });
    serveApi({ 'GET /api/social/pulse': () => pulseOf(oldPosts, 1) });
    returnToTab();
    expect(await screen.findByRole('button', { name: '1 nova publicação' })).toBeVisible();
    expect(screen.getByText('Há novas publicações.')).toHaveAttribute('role', 'status');
    serveApi({ 'GET /api/social/pulse': () => pulseOf(oldPosts, 2) });
    returnToTab();
    const button = await screen.findByRole('button', { name: '2 novas publicações' });
    expect(postCards()).toHaveLength(2);
    expect(requestsTo('GET /api/social/pulse').at(-1)?.query.get('after')).toBe(oldPosts[0]?.uid);
    const newPosts = [buildPost({ title: 'novidade 2' }), buildPost({ title: 'novidade 1' })];
    serveApi({
      'GET /api/social/posts': () => ({ posts: [...newPosts, ...oldPosts], nextCursor: null }),
    });
    fireEvent.click(button);
    await waitFor(() => expect(postCards()).toHaveLength(4));
    expect(postCards()[0]).toHaveTextContent('novidade 2');
    await waitFor(() => expect(postCards()[0]).toHaveFocus());
    expect(screen.queryByRole('button', { name: /nov(a|as) publica/ })).toBeNull();
  });

  it('are counted again after the newest known post was deleted far above the screen', async () => {
    const posts = buildPosts(60);
    await renderCommunity({ posts });
    // The last post is at the top of the window, so the 50 posts nearest to it do not include the newest one.
    vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(function (
      this: HTMLElement,
    ) {
      const position = Number(this.getAttribute('aria-posinset'));
      return new DOMRect(0, (position - posts.length) * 1_000, 600, 900);
    });
    const remainingPosts = posts.slice(1);
    serveApi({
      'GET /api/social/pulse': ({ query }) => {
        const requestedUids = query.get('posts')?.split(',') ?? [];
        const isKnown = query.get('after') === remainingPosts[0]?.uid;
        return pulseOf(
          remainingPosts.filter(({ uid }) => requestedUids.includes(uid)),
          isKnown ? 1 : 0,
        );
      },
    });
    returnToTab();
    await waitFor(() => expect(postCards()).toHaveLength(59));
    expect(requestsTo('GET /api/social/pulse').at(-1)?.query.get('posts')?.split(',')).toHaveLength(
      50,
    );
    returnToTab();
    expect(await screen.findByRole('button', { name: '1 nova publicação' })).toBeVisible();
  });
});

describe('an own post', async () => {
  const user = buildUser();
  const ownFields = { author: authorOf(user) };

  async function askToDelete(title: string) {
    const posts = buildPosts(3, ownFields);
    const { person } = await renderCommunity({ posts, signedInAs: user });
    await person.click(
      await within(postWith(title)).findByRole('button', { name: /^Mais opções/ }),
    );
    await person.click(await screen.findByRole('menuitem', { name: 'Excluir' }));
    const dialog = await screen.findByRole('alertdialog', { name: 'Excluir esta publicação?' });
    const confirmButton = buttonIn(dialog, 'Excluir publicação');
    confirmButton.focus();
    return { posts, person };
  }

  it('is deleted, and the focus moves to the next one', async () => {
    serveApi({ 'DELETE /api/social/post/:uid': () => new FakeResponse(204) });
    const { posts, person } = await askToDelete('aula 1');
    await person.keyboard('{Enter}');
    await findToast('Publicação excluída');
    expect(postCards()).toHaveLength(2);
    expect(screen.queryByText('aula 1')).toBeNull();
    await waitFor(() => expect(postWith('aula 0')).toHaveFocus());
    expect(requestsTo('DELETE /api/social/post/:uid')[0]?.path).toContain(posts[1]?.uid);
    // The last post was deleted after the page had loaded it, so the server's counters do not contain it.
    serveApi({ 'GET /api/social/pulse': () => pulseOf(posts.slice(0, 1)) });
    returnToTab();
    await waitFor(() => expect(postCards()).toHaveLength(1));
    await waitFor(() => expect(postWith('aula 2')).toHaveFocus());
  });

  it('is also removed when it was deleted already, and stays when the deletion is refused', async () => {
    serveApi({ 'DELETE /api/social/post/:uid': () => Promise.reject(apiError('unavailable')) });
    const { person } = await askToDelete('aula 1');
    await person.keyboard('{Enter}');
    await findToast('Serviço temporariamente indisponível.');
    expect(screen.getByText('aula 1')).toBeInTheDocument();
    serveApi({ 'DELETE /api/social/post/:uid': () => Promise.reject(apiError('post_not_found')) });
    await person.click(await screen.findByRole('button', { name: 'Excluir publicação' }));
    await findToast('Publicação excluída');
    expect(screen.queryByText('aula 1')).toBeNull();
  });
});

it('the feed publishes a post, and does not count the own post as new', async () => {
  const user = buildUser();
  const oldPosts = buildPosts(2);
  const newPost = buildPost({ title: 'recém-publicada', author: authorOf(user) });
  serveApi({ 'POST /api/social/post/': () => new FakeResponse(201, { post: newPost }) });
  const { person } = await renderCommunity({ posts: oldPosts, signedInAs: user });
  await person.click(screen.getByRole('button', { name: 'Publicar' }));
  const panel = await findDialog('Nova publicação');
  await person.click(within(panel).getByLabelText('Título'));
  await person.paste('recém-publicada');
  await person.click(buttonIn(panel, 'Publicar'));
  await waitForReload();
  await waitFor(() => expect(postCards()[0]).toHaveTextContent('recém-publicada'));
  expect(postCards()).toHaveLength(3);
  serveApi({ 'GET /api/social/pulse': () => pulseOf([newPost, ...oldPosts], 1) });
  returnToTab();
  await waitFor(() => expect(requestsTo('GET /api/social/pulse')).not.toHaveLength(0));
  expect(screen.queryByRole('button', { name: /nov(a|as) publica/ })).toBeNull();
});
