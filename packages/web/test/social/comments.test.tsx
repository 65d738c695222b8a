import { cleanup, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { useSession } from '../../app/lib/session/session.ts';
import {
  apiError,
  connectionLost,
  FakeResponse,
  requestsTo,
  serveApi,
} from '../fakes/api-handlers.ts';
import { buildUser } from '../fixtures/builders.ts';
import {
  commentInput,
  findCountHeading,
  queryStoredComments,
  queryUnsentComments,
  sendButton,
} from '../fixtures/comments.ts';
import { disposePage } from '../fixtures/render-page.tsx';
import { buttonIn, findToast } from '../fixtures/screen.ts';
import { authorOf, buildComment, buildPost } from '../fixtures/social-builders.ts';
import { renderPost, renderServedPost, servePost } from '../fixtures/social-pages.tsx';

const signedInUser = buildUser();
const POST_COMMENT = 'POST /api/social/comment/:postId/';
/** Publishes the sent comment, as the server does. */
function servePublishing() {
  serveApi({
    [POST_COMMENT]: ({ body }) => {
      const { text } = body as { text: string };
      return new FakeResponse(201, {
        comment: buildComment({ author: authorOf(signedInUser), text }),
      });
    },
  });
}

/** Leaves the page and comes back to it, as a reload does. */
async function reloadPage(uid: string, signedInAs = signedInUser) {
  cleanup();
  disposePage();
  useSession.setState({ user: null, ready: false });
  return await renderServedPost(uid, signedInAs);
}

describe('the form of a comment', () => {
  it('refuses an empty comment, one of blanks and one of 501 characters', async () => {
    const { person } = await renderPost(buildPost(), { signedInAs: signedInUser });
    expect(await findCountHeading('Nenhum comentário ainda')).toBeVisible();
    const text = await commentInput();
    await person.click(sendButton());
    expect(await screen.findByText('Comentário obrigatório')).toBeVisible();
    expect(text).toHaveFocus();
    await person.paste('a'.repeat(501));
    expect(await screen.findByText('501/500')).toBeVisible();
    expect(await screen.findByText('Use no máximo 500 caracteres.')).toBeVisible();
    await person.clear(text);
    await person.type(text, '   ');
    expect(await screen.findByText('Comentário obrigatório')).toBeVisible();
    expect(requestsTo(POST_COMMENT)).toHaveLength(0);
  });

  it('sends the comment once on a double click, and shows it at once', async () => {
    const { person } = await renderPost(buildPost(), { signedInAs: signedInUser });
    let finishSending = () => {};
    const responseGate = new Promise<void>((resolve) => {
      finishSending = resolve;
    });
    const comment = buildComment({
      author: authorOf(signedInUser),
      text: 'Ficou linda!\nhttps://exemplo.com/a',
    });
    serveApi({
      [POST_COMMENT]: async () => {
        await responseGate;
        return new FakeResponse(201, { comment });
      },
    });
    const text = await commentInput();
    await person.click(text);
    await person.paste(comment.text);
    expect(screen.getByText('34/500')).toBeVisible();
    await person.dblClick(sendButton());
    expect(queryUnsentComments()).toHaveTextContent(/Fulana de Teste.*Enviando….*Ficou linda!/s);
    expect(text).toHaveValue('');
    expect(screen.queryByText('Comentário obrigatório')).toBeNull();
    finishSending();
    await waitFor(() => expect(queryUnsentComments()).toBeNull());
    expect(queryStoredComments()).toHaveLength(1);
    expect(queryStoredComments()[0]).toHaveTextContent(/Fulana de Teste.*Ficou linda!/s);
    expect(await findCountHeading('1 comentário')).toBeVisible();
    expect(screen.getByRole('link', { name: '1 comentário' })).toBeVisible();
    const sentRequests = requestsTo(POST_COMMENT);
    expect(sentRequests).toHaveLength(1);
    expect(sentRequests[0]?.headers.get('idempotency-key')).toMatch(/./);
  });

  it('restores the text after a reload, for the same post and the same person', async () => {
    const [post, other] = [buildPost(), buildPost({ title: 'Outra' })];
    const { person } = await renderPost(post, { signedInAs: signedInUser });
    await person.type(await commentInput(), 'Estou no meio da fra');
    await reloadPage(post.uid);
    expect(await commentInput()).toHaveValue('Estou no meio da fra');
    expect(screen.getByText('20/500')).toBeVisible();
    servePost(other, [], null);
    await reloadPage(other.uid);
    expect(await commentInput()).toHaveValue('');
    servePost(post, [], null);
    await reloadPage(post.uid, buildUser());
    expect(await commentInput()).toHaveValue('');
  });
});

describe('a comment that fails', () => {
  it('can be sent again, also after a reload, and is stored once because of its key', async () => {
    const post = buildPost();
    const { person } = await renderPost(post, { signedInAs: signedInUser });
    serveApi({ [POST_COMMENT]: () => Promise.reject(connectionLost()) });
    await person.type(await commentInput(), 'Chegou?');
    await person.keyboard('{Control>}{Enter}{/Control}');
    await findToast('Erro ao adicionar comentário');
    expect(queryUnsentComments()).toHaveTextContent('Não foi enviado.');
    await person.click(screen.getByRole('button', { name: 'Tentar de novo' }));
    expect(await findCountHeading('Nenhum comentário ainda')).toHaveFocus();
    await waitFor(() => expect(requestsTo(POST_COMMENT)).toHaveLength(2));
    await waitFor(() => expect(queryUnsentComments()).toHaveTextContent('Não foi enviado.'));
    const { person: again } = await reloadPage(post.uid);
    await commentInput();
    expect(queryUnsentComments()).toHaveTextContent('Chegou?');
    servePublishing();
    await again.click(screen.getByRole('button', { name: 'Tentar de novo' }));
    await waitFor(() => expect(queryUnsentComments()).toBeNull());
    expect(queryStoredComments()).toHaveLength(1);
    expect(await findCountHeading('1 comentário')).toBeVisible();
    const keys = requestsTo(POST_COMMENT).map(({ headers }) => headers.get('idempotency-key'));
    expect(keys).toHaveLength(3);
    expect(new Set(keys).size).toBe(1);
  });

  it('is counted once when the page already contains it, because only its answer was lost', async () => {
    const post = buildPost({ commentCount: 1 });
    const stored = buildComment({ author: authorOf(signedInUser), text: 'Chegou?' });
    const { person } = await renderPost(post, { signedInAs: signedInUser, comments: [stored] });
    serveApi({ [POST_COMMENT]: () => new FakeResponse(201, { comment: stored }) });
    await person.type(await commentInput(), stored.text);
    await person.click(sendButton());
    await waitFor(() => expect(requestsTo(POST_COMMENT)).toHaveLength(1));
    await waitFor(() => expect(queryUnsentComments()).toBeNull());
    expect(await screen.findByText('Comentário publicado.')).toBeInTheDocument();
    expect(queryStoredComments()).toHaveLength(1);
    expect(await findCountHeading('1 comentário')).toBeVisible();
  });

  it('shows the server’s message, and can be discarded', async () => {
    const post = buildPost();
    const { person } = await renderPost(post, { signedInAs: signedInUser });
    serveApi({ [POST_COMMENT]: () => Promise.reject(apiError('blocked')) });
    await person.type(await commentInput(), 'Oi');
    await person.click(sendButton());
    await findToast('Não é possível interagir com esta pessoa.');
    await person.click(await screen.findByRole('button', { name: 'Descartar' }));
    expect(queryUnsentComments()).toBeNull();
    await reloadPage(post.uid);
    await commentInput();
    expect(queryUnsentComments()).toBeNull();
  });
});

it('an own comment is deleted from the page, and the focus moves to the title', async () => {
  serveApi({ 'DELETE /api/social/comment/:id': () => new FakeResponse(204) });
  const ownComment = buildComment({ author: authorOf(signedInUser), text: 'Meu comentário' });
  const post = buildPost({ commentCount: 2 });
  const comments = [ownComment, buildComment({ text: 'De quem publicou' })];
  const { person } = await renderPost(post, { signedInAs: signedInUser, comments });
  const name = 'Mais opções do comentário de Fulana de Teste';
  await person.click(await screen.findByRole('button', { name }));
  expect((await screen.findAllByRole('menuitem')).map((menuItem) => menuItem.textContent)).toEqual([
    'Excluir',
  ]);
  await person.click(screen.getByRole('menuitem', { name: 'Excluir' }));
  const confirmation = await screen.findByRole('alertdialog', { name: 'Excluir este comentário?' });
  await person.click(buttonIn(confirmation, 'Excluir comentário'));
  await findToast('Comentário excluído');
  expect(queryStoredComments().map((comment) => comment.textContent)).toEqual([
    expect.stringContaining('De quem publicou'),
  ]);
  expect(requestsTo('DELETE /api/social/comment/:id')[0]?.path).toContain(ownComment.id);
  const title = await findCountHeading('1 comentário');
  await waitFor(() => expect(title).toHaveFocus());
});

it('comments can be liked, written and deleted by keyboard alone', async () => {
  serveApi({
    'PUT /api/social/post/:uid/like': () => ({ likes: 1 }),
    'DELETE /api/social/comment/:id': () => new FakeResponse(204),
  });
  servePublishing();
  const { person } = await renderPost(buildPost(), { signedInAs: signedInUser });
  const text = await commentInput();
  const tabUntil = async (name: RegExp) => {
    for (let times = 0; times < 40; times += 1) {
      await person.tab();
      const activeElement = document.activeElement;
      if (name.test(activeElement?.getAttribute('aria-label') ?? activeElement?.textContent ?? ''))
        return;
    }
    throw new Error(`nothing called ${name} in reach`);
  };
  await tabUntil(/^Curtir, 0/);
  await person.keyboard(' ');
  const likeButton = await screen.findByRole('button', { name: 'Curtir, 1 curtida' });
  expect(likeButton).toHaveAttribute('aria-pressed', 'true');
  text.focus();
  await person.keyboard('Pelo teclado');
  await person.tab();
  expect(sendButton()).toHaveFocus();
  await person.keyboard('{Enter}');
  await waitFor(() => expect(queryStoredComments()).toHaveLength(1));
  expect(text).toHaveFocus();
  await tabUntil(/^Mais opções do comentário/);
  await person.keyboard('{Enter}');
  const deleteItem = await screen.findByRole('menuitem', { name: 'Excluir' });
  // The arrow key is needed only here: jsdom lacks `:focus-visible`, by which the menu focuses its first item.
  await person.keyboard('{ArrowDown}');
  expect(deleteItem).toHaveFocus();
  await person.keyboard('{Enter}');
  await screen.findByRole('alertdialog');
  await tabUntil(/^Excluir comentário$/);
  await person.keyboard('{Enter}');
  const title = await findCountHeading('Nenhum comentário ainda');
  await waitFor(() => expect(title).toHaveFocus());
  expect(queryStoredComments()).toHaveLength(0);
});
