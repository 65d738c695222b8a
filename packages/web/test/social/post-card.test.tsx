import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { FakeResponse, requestsTo, serveApi } from '../fakes/api-handlers.ts';
import { pressBack } from '../fixtures/block-builders.tsx';
import { buildId, buildOrder, buildUser } from '../fixtures/builders.ts';
import { buttonIn, findDialog, findToast, queryDialog } from '../fixtures/screen.ts';
import { authorOf, buildAuthor, buildPost, buildServiceOf } from '../fixtures/social-builders.ts';
import { likeButtonOf, postCards, postWith, renderCommunity } from '../fixtures/social-pages.tsx';

/** Opens the menu of the only post on screen. */
async function openMenu(person: Awaited<ReturnType<typeof renderCommunity>>['person']) {
  const [post] = postCards();
  if (!post) throw new Error('a post is expected');
  await person.click(await within(post).findByRole('button', { name: /^Mais opções/ }));
}

it('the card of a post shows its author, picture, hashtags and a link to its comments', async () => {
  const photoFields = { photoURL: '/media/a.webp', photoSize: { width: 1080, height: 1350 } };
  const post = buildPost({ ...photoFields, hashtags: ['Seleção'], commentCount: 2 });
  await renderCommunity({ posts: [post] });
  const card = within(postWith('Terminei'));
  const picture = card.getByAltText('Foto da publicação de Zefa Veloz');
  expect(picture).toBeVisible();
  // The size reserves the space of the picture until it is loaded.
  expect(picture).toHaveAttribute('width', '1080');
  expect(picture).toHaveAttribute('height', '1350');
  const addressOf = (name: string) => card.getByRole('link', { name }).getAttribute('href');
  expect(addressOf('#Seleção')).toBe('/community?hashtag=selecao');
  expect(addressOf('2 comentários')).toBe(`/post/${post.uid}#comentarios`);
  expect(addressOf('Terminei o retrato')).toBe(`/post/${post.uid}`);
});

it('the card of a post opens its picture on the whole screen, and Back closes it', async () => {
  const post = buildPost({ photoURL: '/media/a.webp' });
  const { person } = await renderCommunity({ posts: [post] });
  const name = 'Foto da publicação de Zefa Veloz';
  await person.click(screen.getByRole('button', { name }));
  const viewer = await findDialog(name);
  await person.click(buttonIn(viewer, 'Ampliar'));
  expect(buttonIn(viewer, 'Ajustar à tela')).toHaveAttribute('aria-pressed', 'true');
  await pressBack();
  await waitFor(() => expect(queryDialog(name)).toBeNull());
  expect(window.location.pathname).toBe('/community');
  expect(screen.getByRole('button', { name })).toHaveFocus();
});

describe('a post for adults', async () => {
  it('hides text and picture under a veil, separately for each post', async () => {
    const sensitive = { sensitive: true };
    const { person } = await renderCommunity({
      posts: [
        buildPost({ title: 'Ensaio dois', ...sensitive }),
        buildPost({ title: 'Ensaio um', photoURL: '/media/a.webp', ...sensitive }),
      ],
      signedInAs: buildUser({ ageVerified: true }),
    });
    const queryRevealButtons = () =>
      screen.queryAllByRole('button', { name: /^Conteúdo sensível/ });
    expect(queryRevealButtons()).toHaveLength(2);
    expect(screen.queryByRole('heading', { name: 'Ensaio um' })).toBeNull();
    expect(postWith('Ensaio um')).toHaveAccessibleName('Zefa Veloz');
    queryRevealButtons()[1]?.focus();
    await person.keyboard('{Enter}');
    expect(screen.getByRole('heading', { name: 'Ensaio um' })).toBeVisible();
    expect(screen.getByAltText('Foto da publicação de Zefa Veloz')).toBeVisible();
    expect(queryRevealButtons()).toHaveLength(1);
    await person.tab();
    expect(screen.getByRole('link', { name: 'Ensaio um' })).toHaveFocus();
  });

  it('offers only its deletion to an author without an age check', async () => {
    serveApi({ 'DELETE /api/social/post/:uid': () => new FakeResponse(204) });
    const user = buildUser();
    const post = buildPost({ author: authorOf(user), title: '', sensitive: true, withheld: true });
    const { person } = await renderCommunity({ posts: [post], signedInAs: user });
    const withheldPost = postWith('Só quem verificou a idade vê esta publicação.');
    expect(within(withheldPost).getByRole('link', { name: 'Verificar idade' })).toHaveAttribute(
      'href',
      '/user/settings/conta',
    );
    expect(within(withheldPost).queryByRole('button', { name: /^Curtir/ })).toBeNull();
    await openMenu(person);
    await person.click(await screen.findByRole('menuitem', { name: 'Excluir' }));
    await person.click(await screen.findByRole('button', { name: 'Excluir publicação' }));
    await waitFor(() => expect(postCards()).toHaveLength(0));
  });
});

it('the card of a post shows its author that the team hid it, and why', async () => {
  const user = buildUser();
  const hidden = { reason: 'Ofende quem lê.' };
  await renderCommunity({
    posts: [buildPost({ author: authorOf(user), hidden })],
    signedInAs: user,
  });
  const post = within(postWith('Terminei'));
  expect(post.getByText('Esta publicação foi ocultada pela equipe.')).toBeVisible();
  expect(post.getByText('Ofende quem lê.')).toBeVisible();
  expect(post.queryByRole('button', { name: /^Curtir/ })).toBeNull();
});

describe('a post of another person', async () => {
  it('is reported from its menu', async () => {
    serveApi({ 'POST /email/send': () => ({ id: buildId(), code: 'DEN-1' }) });
    const post = buildPost();
    const user = buildUser();
    const { person } = await renderCommunity({ posts: [post], signedInAs: user });
    await openMenu(person);
    await person.click(await screen.findByRole('menuitem', { name: 'Denunciar' }));
    const dialog = await findDialog('Denunciar publicação de Zefa Veloz');
    await person.type(within(dialog).getByLabelText('Título'), 'Ofensa');
    await person.type(within(dialog).getByLabelText('Descrição'), 'Ofende quem lê.');
    await person.click(buttonIn(dialog, 'Enviar denúncia'));
    await findToast('Denúncia enviada');
    await waitFor(() => expect(queryDialog(/^Denunciar/)).toBeNull());
    expect(requestsTo('POST /email/send').map(({ body }) => body)).toEqual([
      {
        emailType: 'report',
        emailData: {
          title: 'Ofensa',
          description: 'Ofende quem lê.',
          reportedUserId: post.author.uid,
          reportedPostId: post.uid,
          reportedBy: user.uid,
          userId: user.uid,
        },
      },
    ]);
  });

  it('offers its linked service, which can be bought there', async () => {
    const payment = buildOrder({ price: '0.00' });
    serveApi({
      'POST /api/payments/checkout': () => new FakeResponse(201, { payment, checkoutUrl: null }),
    });
    const author = buildAuthor();
    const service = buildServiceOf(author);
    const { person, router } = await renderCommunity({
      posts: [buildPost({ author, service })],
      signedInAs: buildUser({ discordId: '42' }),
    });
    const card = screen.getByRole('complementary', { name: 'Serviço: Aula de traço' });
    expect(card).toHaveTextContent('Grátis');
    await waitFor(() => expect(buttonIn(card, 'Contratar')).toBeEnabled());
    await person.click(buttonIn(card, 'Contratar'));
    await waitFor(() => expect(router.state.location.pathname).toBe('/success'));
    expect(router.state.location.search).toBe(`?payment=${payment.id}`);
  });

  it('can be liked by keyboard alone', async () => {
    serveApi({ 'PUT /api/social/post/:uid/like': () => ({ likes: 1 }) });
    const { person } = await renderCommunity({ posts: [buildPost()], signedInAs: buildUser() });
    const likeButton = likeButtonOf(postWith('Terminei'));
    likeButton.focus();
    await person.keyboard(' ');
    await waitFor(() => expect(likeButton).toHaveAccessibleName('Curtir, 1 curtida'));
    await waitFor(() => expect(requestsTo('PUT /api/social/post/:uid/like')).toHaveLength(1));
  });
});
