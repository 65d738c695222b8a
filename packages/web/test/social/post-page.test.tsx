import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { FakeResponse, requestsTo, serveApi } from '../fakes/api-handlers.ts';
import { buildId, buildUser } from '../fixtures/builders.ts';
import { buttonIn, findDialog, findToast } from '../fixtures/screen.ts';
import { authorOf, buildAuthor, buildPost, buildServiceOf } from '../fixtures/social-builders.ts';
import { renderPost, renderServedPost, servePost } from '../fixtures/social-pages.tsx';

const pageHeading = (name: string) => screen.getByRole('heading', { level: 1, name });

describe('a post’s page', () => {
  it('shows text, links and hashtags, and leads a visitor to sign in', async () => {
    const post = buildPost({
      description: 'Veja em https://exemplo.com/capita_(1).',
      hashtags: ['desenho'],
      commentCount: 1,
    });
    await renderPost(post);
    expect(pageHeading('Terminei o retrato')).toBeVisible();
    const link = screen.getByRole('link', { name: 'https://exemplo.com/capita_(1)' });
    expect(link).toHaveAttribute('href', 'https://exemplo.com/capita_(1)');
    expect(link).toHaveAttribute('rel', 'nofollow noopener ugc');
    expect(link).toHaveAttribute('target', '_blank');
    expect(screen.getByRole('heading', { name: '1 comentário' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Entre para comentar' })).toHaveAttribute(
      'href',
      '/login',
    );
  });

  it('has the author in the heading of a post without a title', async () => {
    await renderPost(buildPost({ title: '', description: 'Só texto' }));
    expect(pageHeading('Publicação de Zefa Veloz')).toBeInTheDocument();
  });

  it('shows the newest service of the author when the post has no service', async () => {
    const author = buildAuthor();
    const post = buildPost({ author });
    servePost(post, [], null);
    const service = buildServiceOf(author, { title: 'A mais nova' });
    serveApi({ 'GET /api/services': () => ({ services: [service], nextCursor: null }) });
    await renderServedPost(post.uid);
    const authorColumn = within(screen.getByRole('complementary', { name: 'Quem publicou' }));
    expect(authorColumn.getByRole('link', { name: 'A mais nova' })).toBeVisible();
    expect(authorColumn.getByRole('link', { name: 'Ver perfil' })).toHaveAttribute(
      'href',
      `/user/${author.username}`,
    );
    const { query } = requestsTo('GET /api/services')[0] ?? {};
    expect(query?.toString()).toBe(`seller=${author.uid}&limit=1`);
  });

  it('shows the service of the post, and requests no other one', async () => {
    const author = buildAuthor();
    await renderPost(buildPost({ author, service: buildServiceOf(author) }));
    expect(screen.getAllByRole('link', { name: 'Aula de traço' })).not.toHaveLength(0);
    expect(screen.getAllByRole('button', { name: 'Contratar' })).not.toHaveLength(0);
    expect(requestsTo('GET /api/services')).toHaveLength(0);
  });
});

describe('a post that is covered', () => {
  it('shows its text to an adult with an age check on request, and allows comments', async () => {
    const post = buildPost({ description: 'Segredo de adulto', sensitive: true });
    const { person } = await renderPost(post, { signedInAs: buildUser({ ageVerified: true }) });
    expect(screen.getByText('Segredo de adulto').closest('[inert]')).not.toBeNull();
    await person.click(screen.getByRole('button', { name: /Conteúdo sensível/ }));
    expect(screen.getByText('Segredo de adulto').closest('[inert]')).toBeNull();
    expect(await screen.findByRole('textbox', { name: 'Comentar' })).toBeVisible();
  });

  it.each([
    [
      'withheld for the age of its author',
      { withheld: true, sensitive: true, title: '' },
      'Só quem verificou a idade vê esta publicação.',
    ],
    ['hidden by the team', { hidden: { reason: 'Propaganda repetida' } }, 'Propaganda repetida'],
  ])('has no comments and can be deleted when it is %s', async (_, changes, text) => {
    const user = buildUser();
    serveApi({ 'DELETE /api/social/post/:uid': () => new FakeResponse(204) });
    const post = buildPost({ author: authorOf(user), ...changes });
    const { person, router } = await renderPost(post, { signedInAs: user });
    expect(screen.getByText(text)).toBeVisible();
    expect(screen.queryByRole('textbox')).toBeNull();
    expect(screen.queryByRole('heading', { name: /comentário/ })).toBeNull();
    const name = 'Mais opções da publicação de Fulana de Teste';
    await person.click(screen.getByRole('button', { name }));
    await person.click(await screen.findByRole('menuitem', { name: 'Excluir' }));
    await person.click(await screen.findByRole('button', { name: 'Excluir publicação' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/community'));
    expect(requestsTo('DELETE /api/social/post/:uid')).toHaveLength(1);
  });
});

it('a post can be reported from its page', async () => {
  serveApi({ 'POST /email/send': () => ({ id: buildId(), code: 'DEN-1' }) });
  const post = buildPost();
  const { person } = await renderPost(post, { signedInAs: buildUser() });
  const name = 'Mais opções da publicação de Zefa Veloz';
  await person.click(screen.getByRole('button', { name }));
  await person.click(await screen.findByRole('menuitem', { name: 'Denunciar' }));
  const dialog = await findDialog('Denunciar publicação de Zefa Veloz');
  await person.type(within(dialog).getByLabelText('Título'), 'Propaganda');
  await person.type(within(dialog).getByLabelText('Descrição'), 'Sempre a mesma.');
  await person.click(buttonIn(dialog, 'Enviar denúncia'));
  await findToast('Denúncia enviada');
  expect(requestsTo('POST /email/send')[0]?.body).toMatchObject({
    emailData: { reportedUserId: post.author.uid, reportedPostId: post.uid },
  });
});
