import { errors } from '@guilda/contract/errors';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  apiError,
  connectionLost,
  FakeResponse,
  requestsTo,
  serveApi,
} from '../fakes/api-handlers.ts';
import {
  buildArchive,
  buildFile,
  buildService,
  chooseFiles,
} from '../fixtures/catalog-builders.ts';
import { buttonIn, findToast, queryDialog } from '../fixtures/screen.ts';
import {
  fileDropZone,
  fillInCallService,
  findFileRow,
  openNewService,
} from '../fixtures/service-dialog.tsx';

const UPLOAD_REQUEST = 'POST /api/archives';
const PUBLISH_REQUEST = 'POST /api/services/';

/** The uploaded file of a request. */
const fileOf = (body: unknown) => (body as FormData).get('file') as File;

const storeUploadedFile = ({ body }: { body: unknown }) =>
  new FakeResponse(201, { archive: buildArchive(fileOf(body).name) });

/** Opens the form of a new pack and fills in everything except its files. */
async function openPackForm() {
  const openedDialog = await openNewService();
  await fillInCallService(openedDialog, 'Pacote da casa');
  await openedDialog.person.click(within(openedDialog.dialog).getByText('Mídia'));
  await within(openedDialog.dialog).findByText(/cada$/);
  return openedDialog;
}

beforeEach(() => {
  serveApi({
    'GET /api/archives': () => ({ archives: [], maxBytes: 1_000 }),
    'DELETE /api/archives/:id': () => new FakeResponse(204),
    [UPLOAD_REQUEST]: storeUploadedFile,
    [PUBLISH_REQUEST]: () => new FakeResponse(201, { service: buildService({ type: 'media' }) }),
  });
});

describe('the files of a new pack', () => {
  it('are not uploaded to a full storage, which is explained, and are uploaded once there is space', async () => {
    const { person, dialog, publish } = await openPackForm();
    const refuseAsFull = () => Promise.reject(apiError('storage_full'));
    serveApi({ [UPLOAD_REQUEST]: refuseAsFull, [PUBLISH_REQUEST]: refuseAsFull });
    chooseFiles(fileDropZone(dialog), buildFile('um.png'));
    const row = await findFileRow(dialog, 'um.png');
    expect(await within(row).findByText(errors.storage_full.text)).toBeVisible();
    serveApi({ [UPLOAD_REQUEST]: storeUploadedFile });
    await person.click(buttonIn(row, 'Tentar de novo: um.png'));
    expect(await within(row).findByText('70 B')).toBeVisible();
    expect(within(dialog).queryByRole('progressbar')).toBeNull();
    await person.click(publish);
    expect(await within(dialog).findByText(errors.storage_full.text)).toBeVisible();
    serveApi({ [PUBLISH_REQUEST]: () => new FakeResponse(201, { service: buildService() }) });
    await person.click(publish);
    await findToast('Publicado');
  });

  it('can be uploaded again separately after a failure, and unsuitable files are refused', async () => {
    const { person, dialog, publish } = await openPackForm();
    let failuresLeft = 1;
    serveApi({
      [UPLOAD_REQUEST]: (request) => {
        const { name } = fileOf(request.body);
        if (name === 'falso.png') throw apiError('file_type');
        if (name === 'dois.gif' && failuresLeft-- > 0) throw connectionLost();
        return storeUploadedFile(request);
      },
    });
    chooseFiles(
      fileDropZone(dialog),
      buildFile('um.png'),
      buildFile('dois.gif', 'image/gif'),
      buildFile('nota.txt', 'text/plain'),
      buildFile('falso.png'),
    );
    for (const name of ['nota.txt', 'falso.png']) {
      const row = await findFileRow(dialog, name);
      expect(await within(row).findByText('Formato de arquivo não permitido.')).toBeVisible();
    }
    const gifRow = await findFileRow(dialog, 'dois.gif');
    expect(await within(gifRow).findByText(/^Sem conexão com o servidor\./)).toBeVisible();
    await person.click(publish);
    expect(
      await within(dialog).findByText('Tente de novo ou remova os arquivos que não chegaram.'),
    ).toBeVisible();
    expect(requestsTo(PUBLISH_REQUEST)).toHaveLength(0);
    await person.click(buttonIn(dialog, 'Remover nota.txt'));
    await person.click(buttonIn(dialog, 'Remover falso.png'));
    await person.click(buttonIn(gifRow, 'Tentar de novo: dois.gif'));
    await waitFor(() => expect(within(dialog).queryByText('Tentar de novo')).toBeNull());
    await waitFor(() => expect(within(dialog).queryByRole('progressbar')).toBeNull());
    const sentNames = requestsTo(UPLOAD_REQUEST).map(({ body }) => fileOf(body).name);
    expect(sentNames.sort()).toEqual(['dois.gif', 'dois.gif', 'falso.png', 'um.png']);
  });

  it('cannot be uploaded again when they are close to a banned picture', async () => {
    const { dialog } = await openPackForm();
    serveApi({ [UPLOAD_REQUEST]: () => Promise.reject(apiError('picture_refused')) });
    chooseFiles(fileDropZone(dialog), buildFile('um.png'));
    const row = await findFileRow(dialog, 'um.png');
    expect(await within(row).findByText(errors.picture_refused.text)).toBeVisible();
    expect(within(dialog).queryByText('Tentar de novo')).toBeNull();
  });

  it('are moved by keyboard, and keep the focus', async () => {
    const { person, dialog, publish } = await openPackForm();
    const storedArchives = [buildArchive('um.png'), buildArchive('dois.png')];
    serveApi({
      [UPLOAD_REQUEST]: ({ body }) =>
        new FakeResponse(201, {
          archive: storedArchives.find(({ name }) => name === fileOf(body).name),
        }),
    });
    chooseFiles(fileDropZone(dialog), buildFile('um.png'), buildFile('dois.png'));
    expect(await within(dialog).findByText('2 arquivos · 140 B')).toBeVisible();
    buttonIn(dialog, 'Subir dois.png').focus();
    await person.keyboard('{Enter}');
    await waitFor(() => expect(buttonIn(dialog, 'Subir dois.png')).toHaveFocus());
    await person.dblClick(publish);
    await findToast('Publicado');
    expect(requestsTo(PUBLISH_REQUEST)).toHaveLength(1);
    const body = requestsTo(PUBLISH_REQUEST)[0]?.body as FormData;
    expect(body.get('archiveIds')).toBe(`${storedArchives[1]?.id},${storedArchives[0]?.id}`);
  });

  it('must not be missing or too large', async () => {
    serveApi({ 'GET /api/archives': () => ({ archives: [], maxBytes: 60 }) });
    const { person, dialog, publish } = await openPackForm();
    expect(within(dialog).getByText(/até 60 B cada/)).toBeVisible();
    await person.click(publish);
    expect(
      await within(dialog).findByText('Pelo menos um arquivo é obrigatório para serviços de mídia'),
    ).toBeVisible();
    await waitFor(() => expect(fileDropZone(dialog)).toHaveFocus());
    chooseFiles(fileDropZone(dialog), buildFile('grande.png'));
    const row = await findFileRow(dialog, 'grande.png');
    expect(within(row).getByText('Arquivo muito grande.')).toBeVisible();
    expect(requestsTo(UPLOAD_REQUEST)).toHaveLength(0);
  });

  it('are sent after an expired session was renewed', async () => {
    const { dialog } = await openPackForm();
    const expiredToken = `head.${btoa(JSON.stringify({ exp: 1_000_000_000 }))}.sign`;
    localStorage.setItem('accessToken', expiredToken);
    const tokenError = { error: 'Token inválido', code: 'token_invalid' };
    const accountRequestCount = requestsTo('GET /api/users/me').length;
    serveApi({
      'GET /api/users/me': ({ headers }) =>
        new FakeResponse(
          401,
          headers.get('authorization') === `Bearer ${expiredToken}` ? tokenError : {},
        ),
      'POST /api/users/refresh-token': () => ({ accessToken: 'renewed', refreshToken: 'next' }),
    });
    chooseFiles(
      fileDropZone(dialog),
      ...['um.png', 'dois.png', 'tres.png'].map((name) => buildFile(name)),
    );
    expect(await within(dialog).findByText('3 arquivos · 210 B')).toBeVisible();
    const row = await findFileRow(dialog, 'tres.png');
    expect(within(row).getByText('70 B')).toBeVisible();
    expect(requestsTo('GET /api/users/me').length).toBeGreaterThan(accountRequestCount);
    const tokens = requestsTo(UPLOAD_REQUEST).map(({ headers }) => headers.get('authorization'));
    expect(tokens).toEqual(['Bearer renewed', 'Bearer renewed', 'Bearer renewed']);
  });
});

describe('the files of an earlier attempt', () => {
  const archives = [buildArchive('um.png'), buildArchive('dois.gif', { kind: 'GIF' })];
  beforeEach(() => serveApi({ 'GET /api/archives': () => ({ archives, maxBytes: 1_000 }) }));

  it('are in the form again where the draft names them', async () => {
    const { dialog, person, seller, unmount } = await openNewService();
    await person.click(within(dialog).getByText('Mídia'));
    await person.click(await within(dialog).findByRole('button', { name: 'Usar arquivos' }));
    await findFileRow(dialog, 'um.png');
    unmount();
    const { dialog: later } = await openNewService(seller);
    await findFileRow(later, 'um.png');
    await findFileRow(later, 'dois.gif');
    expect(within(later).queryByText(/tentativa anterior/)).toBeNull();
  });

  it('are offered, and deleted by a cancel', async () => {
    const { dialog, person } = await openNewService();
    await person.click(within(dialog).getByText('Mídia'));
    expect(await within(dialog).findByText(/^2 arquivos de uma tentativa anterior/)).toBeVisible();
    await person.click(buttonIn(dialog, 'Usar arquivos'));
    await findFileRow(dialog, 'um.png');
    await person.click(buttonIn(dialog, 'Cancelar'));
    await waitFor(() => expect(queryDialog('Adicionar serviço')).toBeNull());
    const removedPaths = requestsTo('DELETE /api/archives/:id').map(({ path }) => path);
    expect(removedPaths).toEqual(archives.map(({ id }) => `/api/archives/${id}`));
  });
});

it('leaving the page while files are being uploaded asks for confirmation', async () => {
  serveApi({ [UPLOAD_REQUEST]: () => new Promise(() => undefined) });
  const { person, dialog, router } = await openPackForm();
  chooseFiles(fileDropZone(dialog), buildFile('um.png'));
  expect(await within(dialog).findByRole('progressbar', { name: 'Enviando um.png' })).toBeVisible();
  await person.keyboard('{Escape}');
  const name = 'Parar o envio?';
  const question = await screen.findByRole('alertdialog', { name });
  await person.click(buttonIn(question, 'Continuar enviando'));
  await waitFor(() => expect(screen.queryByRole('alertdialog', { name })).toBeNull());
  expect(queryDialog('Adicionar serviço')).toBeVisible();
  void router.navigate(-1);
  await person.click(buttonIn(await screen.findByRole('alertdialog', { name }), 'Parar e sair'));
  expect(await screen.findByText('page /')).toBeVisible();
  expect(queryDialog('Adicionar serviço')).toBeNull();
});

it('files that wait are not uploaded after the form is gone, as when the person signs out', async () => {
  const answers: (() => void)[] = [];
  serveApi({
    [UPLOAD_REQUEST]: (request) =>
      new Promise((resolve) => answers.push(() => resolve(storeUploadedFile(request)))),
  });
  const { dialog, unmount } = await openPackForm();
  chooseFiles(
    fileDropZone(dialog),
    ...['um.png', 'dois.png', 'tres.png'].map((name) => buildFile(name)),
  );
  await waitFor(() => expect(answers).toHaveLength(2));
  unmount();
  for (const answer of answers) answer();
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(requestsTo(UPLOAD_REQUEST)).toHaveLength(2);
});
