import { ApiError } from '@guilda/contract/api-error';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { pageReload, registerReloadLoss } from '../../app/lib/navigation/page-reload.ts';
import { dismissToast } from '../../app/ui/feedback/toast.ts';
import {
  apiError,
  connectionLost,
  type FakeHandler,
  requestsTo,
  serveApi,
  serveApiLater,
} from '../fakes/api-handlers.ts';
import { fakeObjectUrls, pictureFile } from '../fixtures/files.ts';
import { formText } from '../fixtures/forms.ts';
import {
  buildPostBy,
  CREATE_POST_REQUEST,
  createdPostResponse,
  findPostPanel,
  publishButton,
  queryPostPanel,
  renderPanel,
  renderPublishButton,
  sentIdempotencyKeys,
  storedPostDraft,
} from '../fixtures/post-panel-builders.tsx';
import { disposePage } from '../fixtures/render-page.tsx';
import { findToast, waitForReload } from '../fixtures/screen.ts';

beforeEach(fakeObjectUrls);

const failingCreation = (error: Error) => ({ [CREATE_POST_REQUEST]: () => Promise.reject(error) });

const invalidTitle = () => {
  const text = 'Texto inválido.';
  const issues = [{ path: 'title', message: text }];
  return new ApiError(400, { error: text, message: text, code: 'invalid_input', issues });
};

describe('sending a post', () => {
  it('sends one request, however often it is pressed', async () => {
    const { author, person, fill, send } = await renderPanel();
    const responseGate = Promise.withResolvers<void>();
    const answerLate: FakeHandler = async (request) => {
      await responseGate.promise;
      return createdPostResponse(author, request);
    };
    serveApi({ [CREATE_POST_REQUEST]: answerLate });
    fill('Título', 'Só uma vez');
    await person.dblClick(send);
    await person.keyboard('{Enter}');
    responseGate.resolve();
    await waitFor(() => expect(queryPostPanel()).toBeNull());
    expect(sentIdempotencyKeys()).toEqual([expect.stringMatching(/^[0-9a-f-]{36}$/)]);
    expect(storedPostDraft()).toBeNull();
  });

  it('can be cancelled, and repeats the same attempt afterwards', async () => {
    const { author, person, panel, fill, choosePhoto, send } = await renderPanel();
    const endlessAnswer = new Promise<never>(() => undefined);
    serveApi({ [CREATE_POST_REQUEST]: () => endlessAnswer });
    fill('Título', 'Foto demorada');
    choosePhoto(pictureFile());
    await person.click(send);
    const cancelButton = await within(panel).findByRole('button', { name: 'Cancelar envio' });
    expect(within(panel).getByRole('progressbar', { name: 'Enviando a imagem' })).toBeVisible();
    await person.keyboard('{Escape}');
    expect(panel).toBeVisible();
    await person.click(cancelButton);
    await findToast('Envio interrompido');
    await waitFor(() => expect(within(panel).queryByRole('progressbar')).toBeNull());
    expect(within(panel).getByLabelText('Título')).toHaveValue('Foto demorada');
    expect(within(panel).getByAltText('Prévia de foto.png')).toBeVisible();
    serveApi({ [CREATE_POST_REQUEST]: (request) => createdPostResponse(author, request) });
    await person.click(send);
    await waitFor(() => expect(queryPostPanel()).toBeNull());
    expect(sentIdempotencyKeys()).toHaveLength(2);
    expect(new Set(sentIdempotencyKeys()).size).toBe(1);
  });

  it('keeps changes after a lost answer, and publishes them only on request', async () => {
    const { author, person, panel, fill, send } = await renderPanel();
    serveApi(failingCreation(connectionLost()));
    fill('Título', 'Com erro');
    await person.click(send);
    const toast = await findToast('Algo deu errado...');
    expect(toast).toHaveTextContent('Sem conexão com o servidor.');
    expect(within(panel).getByLabelText('Título')).toHaveValue('Com erro');
    // The server has stored the post of the first attempt, and answers the second attempt with that post.
    const [first] = requestsTo(CREATE_POST_REQUEST);
    serveApi({ [CREATE_POST_REQUEST]: () => first && createdPostResponse(author, first) });
    fill('Título', 'Sem erro');
    await person.click(send);
    await findToast('Já estava publicado');
    expect(within(panel).getByLabelText('Título')).toHaveValue('Sem erro');
    expect(requestsTo(CREATE_POST_REQUEST)).toHaveLength(2);
    serveApi({ [CREATE_POST_REQUEST]: (request) => createdPostResponse(author, request) });
    await person.click(send);
    await waitFor(() => expect(queryPostPanel()).toBeNull());
    expect(requestsTo(CREATE_POST_REQUEST).map((request) => formText(request, 'title'))).toEqual([
      'Com erro',
      'Sem erro',
      'Sem erro',
    ]);
    const [once, again, anew] = sentIdempotencyKeys();
    expect(again).toBe(once);
    expect(anew).not.toBe(once);
  });

  it('repeats the attempt of an earlier page with the same key, and uses a new key for the next post', async () => {
    const { author, person, fill, send } = await renderPanel();
    serveApi(failingCreation(connectionLost()));
    fill('Título', 'Uma vez só');
    await person.click(send);
    await findToast('Algo deu errado...');
    cleanup();
    disposePage();
    const reopenedPanel = await renderPanel({ author });
    expect(await within(reopenedPanel.panel).findByText('Rascunho recuperado')).toBeVisible();
    await reopenedPanel.person.click(reopenedPanel.send);
    await waitForReload();
    expect(sentIdempotencyKeys()[1]).toBe(sentIdempotencyKeys()[0]);
    await reopenedPanel.person.click(publishButton());
    const nextPanel = await findPostPanel();
    nextPanel.fill('Título', 'Outro recado');
    await reopenedPanel.person.click(nextPanel.send);
    await waitFor(() => expect(queryPostPanel()).toBeNull());
    expect(sentIdempotencyKeys()[2]).not.toBe(sentIdempotencyKeys()[1]);
  });

  it.each([
    ['a limit', apiError('rate_limited'), 'Muitas tentativas. Aguarde um pouco e tente novamente.'],
    ['an outage', apiError('unavailable'), 'Serviço temporariamente indisponível.'],
    ['a lost connection', connectionLost(), 'Sem conexão com o servidor.'],
  ])('shows %s and keeps the input', async (_, error, text) => {
    const { author, person, panel, fill, field, choosePhoto, send } = await renderPanel();
    fill('Título', 'Insiste');
    choosePhoto(pictureFile());
    serveApi(failingCreation(error));
    await person.click(send);
    expect(await findToast('Algo deu errado...')).toHaveTextContent(text);
    expect(field('Título')).toHaveValue('Insiste');
    expect(within(panel).getByAltText('Prévia de foto.png')).toBeVisible();
    serveApi({ [CREATE_POST_REQUEST]: (request) => createdPostResponse(author, request) });
    await person.click(send);
    await waitForReload();
    expect(queryPostPanel()).toBeNull();
  });

  it('shows a refusal at its field, and keeps all texts and choices', async () => {
    const { person, panel, fill, field, choosePhoto, send } = await renderPanel();
    fill('Título', 'Insiste');
    choosePhoto(pictureFile());
    serveApi(failingCreation(apiError('file_too_large')));
    await person.click(send);
    expect(await within(panel).findByText('Arquivo muito grande.')).toBeVisible();
    serveApi(failingCreation(invalidTitle()));
    await person.click(send);
    expect(await within(panel).findByText('Texto inválido.')).toBeVisible();
    await waitFor(() => expect(field('Título')).toHaveFocus());
    expect(field('Título')).toHaveValue('Insiste');
    expect(within(panel).getByAltText('Prévia de foto.png')).toBeVisible();
  });

  it('reloads the page once the panel is closed, and the reloaded page confirms the post once', async () => {
    const { author, person, fill, send } = await renderPanel();
    const post = buildPostBy(author, { title: 'Chegou' });
    serveApi({ [CREATE_POST_REQUEST]: () => ({ post }) });
    const addresses: string[] = [];
    vi.mocked(pageReload.run).mockImplementation(() => void addresses.push(window.location.href));
    fill('Título', 'Chegou');
    await person.click(send);
    await waitForReload();
    expect(addresses).toEqual([new URL('/community', window.location.href).href]);
    expect(storedPostDraft()).toBeNull();
    expect(screen.queryByText('Publicado')).toBeNull();
    cleanup();
    disposePage();
    const reloadedPage = renderPublishButton({ author });
    const toast = await findToast('Publicado');
    expect(queryPostPanel()).toBeNull();
    await reloadedPage.person.click(within(toast).getByRole('button', { name: 'Ver' }));
    await waitFor(() => expect(window.location.pathname).toBe(`/post/${post.uid}`));
    cleanup();
    disposePage();
    dismissToast();
    renderPublishButton({ author });
    expect(publishButton()).toBeVisible();
    expect(screen.queryByText('Publicado')).toBeNull();
  });

  it('does not show the confirmation when the page was not reloaded until much later', async () => {
    const { author, person, fill, send } = await renderPanel();
    serveApi({ [CREATE_POST_REQUEST]: () => ({ post: buildPostBy(author, { title: 'Chegou' }) }) });
    fill('Título', 'Chegou');
    await person.click(send);
    await waitForReload();
    cleanup();
    disposePage();
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61_000 });
    renderPublishButton({ author });
    expect(publishButton()).toBeVisible();
    expect(screen.queryByText('Publicado')).toBeNull();
  });

  it('does not reload the page while a reload would lose something, and confirms the post at once', async () => {
    const removeCheck = registerReloadLoss(() => true);
    onTestFinished(removeCheck);
    const { author, person, fill, send } = await renderPanel();
    serveApi({ [CREATE_POST_REQUEST]: () => ({ post: buildPostBy(author, { title: 'Chegou' }) }) });
    fill('Título', 'Chegou');
    await person.click(send);
    await findToast('Publicado');
    await waitFor(() => expect(queryPostPanel()).toBeNull());
    expect(pageReload.run).not.toHaveBeenCalled();
  });

  it('confirms a post at once when the panel was closed by Back meanwhile, without a reload', async () => {
    const { author, person } = renderPublishButton();
    await person.click(publishButton());
    const { fill, send } = await findPostPanel();
    const sendAnswer = serveApiLater(CREATE_POST_REQUEST, (request) =>
      createdPostResponse(author, request),
    );
    fill('Título', 'Demorou');
    await person.click(send);
    act(() => window.history.back());
    await waitFor(() => expect(queryPostPanel()).toBeNull());
    sendAnswer();
    await findToast('Publicado');
    expect(pageReload.run).not.toHaveBeenCalled();
  });
});
