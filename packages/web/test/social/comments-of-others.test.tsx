import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { requestsTo, serveApi } from '../fakes/api-handlers.ts';
import { buildId, buildUser } from '../fixtures/builders.ts';
import { commentInput, findCountHeading, queryStoredComments } from '../fixtures/comments.ts';
import { buttonIn, findDialog, findToast } from '../fixtures/screen.ts';
import { buildAuthor, buildComment, buildPost } from '../fixtures/social-builders.ts';
import { pulseOf, renderPost } from '../fixtures/social-pages.tsx';

const signedInUser = buildUser();

describe('the comments of others', () => {
  it('are loaded page by page, and the first new one gets the focus', async () => {
    const comments = Array.from({ length: 5 }, (_, index) =>
      buildComment({ text: `Comentário número ${5 - index}` }),
    );
    const post = buildPost({ commentCount: 5 });
    const { person } = await renderPost(post, {
      signedInAs: signedInUser,
      comments: comments.slice(0, 2),
      nextCursor: 'second',
    });
    expect(await findCountHeading('5 comentários')).toBeVisible();
    expect(queryStoredComments()).toHaveLength(2);
    expect(queryStoredComments()[0]).toHaveTextContent('número 5');
    const pages: Readonly<Record<string, unknown>> = {
      second: { comments: comments.slice(2, 4), nextCursor: 'third' },
      third: { comments: comments.slice(4), nextCursor: null },
    };
    serveApi({
      'GET /api/social/comment/:postId': ({ query }) => pages[query.get('cursor') ?? ''],
    });
    const moreButton = screen.getByRole('button', { name: 'Carregar mais comentários' });
    moreButton.focus();
    await person.keyboard('{Enter}');
    await waitFor(() => expect(queryStoredComments()).toHaveLength(4));
    const [, , third] = queryStoredComments();
    if (!third) throw new Error('a third comment is expected');
    expect(within(third).getByRole('link', { name: 'Zefa Veloz' })).toHaveFocus();
    await person.click(screen.getByRole('button', { name: 'Carregar mais comentários' }));
    await waitFor(() => expect(queryStoredComments()).toHaveLength(5));
    expect(queryStoredComments()[4]).toHaveTextContent('número 1');
    expect(screen.queryByRole('button', { name: 'Carregar mais comentários' })).toBeNull();
  });

  it('that were written in the meantime are counted, and shown on request', async () => {
    const oldComments = [buildComment({ text: 'Antes' })];
    const post = buildPost({ commentCount: 1 });
    const { person } = await renderPost(post, { signedInAs: signedInUser, comments: oldComments });
    await commentInput();
    const author = buildAuthor({ displayName: 'Tatu Pixel' });
    const newComments = ['Segunda nova', 'Primeira nova'].map((text) =>
      buildComment({ text, author }),
    );
    serveApi({
      'GET /api/social/pulse': () => pulseOf([{ ...post, commentCount: 3 }]),
      'GET /api/social/comment/:postId': () => ({
        comments: [...newComments, ...oldComments],
        nextCursor: null,
      }),
    });
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
    const newCommentsButton = await screen.findByRole('button', { name: '2 novos comentários' });
    expect(await findCountHeading('3 comentários')).toBeVisible();
    expect(queryStoredComments()).toHaveLength(1);
    await person.click(newCommentsButton);
    expect(queryStoredComments()).toHaveLength(3);
    const [first] = queryStoredComments();
    if (!first) throw new Error('comments are expected');
    expect(first).toHaveTextContent('Segunda nova');
    expect(within(first).getByRole('link', { name: 'Tatu Pixel' })).toHaveFocus();
    expect(screen.queryByRole('button', { name: /novos? comentários?/ })).toBeNull();
  });

  it('can be reported', async () => {
    serveApi({ 'POST /email/send': () => ({ id: buildId(), code: 'DEN-1' }) });
    const comment = buildComment();
    const post = buildPost({ commentCount: 1 });
    const { person } = await renderPost(post, { signedInAs: signedInUser, comments: [comment] });
    const name = 'Mais opções do comentário de Zefa Veloz';
    await person.click(screen.getByRole('button', { name }));
    await person.click(await screen.findByRole('menuitem', { name: 'Denunciar' }));
    const dialog = await findDialog('Denunciar comentário de Zefa Veloz');
    await person.type(within(dialog).getByLabelText('Título'), 'Ofensa');
    await person.type(within(dialog).getByLabelText('Descrição'), 'Isso não se diz.');
    await person.click(buttonIn(dialog, 'Enviar denúncia'));
    await findToast('Denúncia enviada');
    expect(requestsTo('POST /email/send')[0]?.body).toMatchObject({
      emailData: { reportedCommentId: comment.id },
    });
  });
});
