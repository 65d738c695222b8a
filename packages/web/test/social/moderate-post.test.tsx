import type { Post } from '@guilda/contract/community/social';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { FakeResponse, requestsTo, serveApi } from '../fakes/api-handlers.ts';
import { buildUser, minutesAgo } from '../fixtures/builders.ts';
import { buttonIn, findDialog, findToast, queryDialog } from '../fixtures/screen.ts';
import { buildPost } from '../fixtures/social-builders.ts';
import { postWith, renderCommunity } from '../fixtures/social-pages.tsx';

const HIDDEN_TEXT = 'Esta publicação foi ocultada pela equipe.';

/** Serves a post as the server does, and applies moderation actions to it. */
function serveModeration(post: Post) {
  let hidden: Post['hidden'] = null;
  serveApi({
    'GET /api/admin/subjects/:kind/:id': () => ({
      subject: {
        kind: 'post',
        id: post.uid,
        title: post.title,
        text: '',
        photoURL: null,
        adult: false,
        hidden,
        gone: false,
        path: `/post/${post.uid}`,
        createdAt: minutesAgo(30),
      },
      person: null,
    }),
    'POST /api/admin/actions': ({ body }) => {
      const { action, reason } = body as { action: string; reason: string };
      hidden = action === 'hide' ? { reason } : null;
      return new FakeResponse(204);
    },
  });
}

it('an administrator hides a post of the feed with a reason, and restores it', async () => {
  const post = buildPost({ title: 'Fora do tom' });
  serveModeration(post);
  const { person } = await renderCommunity({
    posts: [post],
    signedInAs: buildUser({ role: 'admin' }),
  });
  const openModeration = async () => {
    const card = within(postWith('Fora do tom'));
    await person.click(card.getByRole('button', { name: /^Mais opções/ }));
    await person.click(await screen.findByRole('menuitem', { name: 'Moderar' }));
    const dialog = await findDialog('Moderar publicação de Zefa Veloz');
    await within(dialog).findByRole('group', { name: 'O que fazer' });
    return dialog;
  };
  const dialog = await openModeration();
  await person.click(buttonIn(dialog, 'Moderar'));
  expect(within(dialog).getByText('Escolha o que fazer.')).toBeVisible();
  expect(within(dialog).getByText('Motivo obrigatório')).toBeVisible();
  expect(requestsTo('POST /api/admin/actions')).toHaveLength(0);
  await person.click(within(dialog).getByRole('radio', { name: /^Esconder/ }));
  await person.type(within(dialog).getByLabelText('Motivo'), 'Ofende quem lê.');
  await person.click(buttonIn(dialog, 'Esconder'));
  await findToast('Foi escondido');
  await waitFor(() => expect(queryDialog(/^Moderar/)).toBeNull());
  expect(await within(postWith('Fora do tom')).findByText(HIDDEN_TEXT)).toBeVisible();

  const reopenedDialog = await openModeration();
  await person.click(
    await within(reopenedDialog).findByRole('radio', { name: /^Mostrar de novo/ }),
  );
  await person.click(buttonIn(reopenedDialog, 'Olhamos de novo e você tem razão.'));
  await person.click(buttonIn(reopenedDialog, 'Mostrar de novo'));
  await findToast('Está visível de novo');
  await waitFor(() => expect(screen.queryByText(HIDDEN_TEXT)).toBeNull());
  expect(requestsTo('POST /api/admin/actions').map(({ body }) => body)).toEqual([
    {
      action: 'hide',
      subject: { kind: 'post', id: post.uid },
      reason: 'Ofende quem lê.',
    },
    {
      action: 'restore',
      subject: { kind: 'post', id: post.uid },
      reason: 'Olhamos de novo e você tem razão.',
    },
  ]);
});
