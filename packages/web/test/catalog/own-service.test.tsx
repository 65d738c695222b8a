import type { Service } from '@guilda/contract/services/catalog';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import * as servicePage from '../../app/routes/service.tsx';
import {
  apiError,
  FakeResponse,
  requestsTo,
  serveApi,
  serveApiLater,
} from '../fakes/api-handlers.ts';
import { buildUser } from '../fixtures/builders.ts';
import {
  authorOf,
  buildArchive,
  buildFile,
  buildService,
  chooseFiles,
  installObjectUrls,
  serveService,
} from '../fixtures/catalog-builders.ts';
import { renderRoutes } from '../fixtures/render-routes.tsx';
import { buttonIn, findDialog, findToast } from '../fixtures/screen.ts';
import { fileDropZone, findFileRow } from '../fixtures/service-dialog.tsx';

const seller = buildUser();
const CHANGE_REQUEST = 'PATCH /api/services/:id';

/** Opens the page of an own service and answers changes of its status. */
async function openOwnService(service: Service) {
  serveService(service, seller);
  serveApi({
    [CHANGE_REQUEST]: ({ body }) => ({ service: { ...service, ...(body as Partial<Service>) } }),
    'DELETE /api/services/:id': () => new FakeResponse(204),
  });
  const page = renderRoutes(
    { '/service/:serviceId': servicePage },
    { address: `/service/${service.id}`, signedInAs: seller },
  );
  const tools = await screen.findByLabelText('Seu serviço');
  return { ...page, tools };
}

describe('the page of an own service', () => {
  const service = buildService({ type: 'media', seller: authorOf(seller) });

  it('shows an error when the service cannot be paused, which stays listed', async () => {
    const { person, tools } = await openOwnService(service);
    serveApi({
      [CHANGE_REQUEST]: () => {
        throw apiError('unavailable', 'Serviço temporariamente indisponível.');
      },
    });
    await person.click(buttonIn(tools, 'Pausar'));
    await findToast('Serviço temporariamente indisponível.');
    expect(await within(tools).findByRole('button', { name: 'Pausar' })).toBeVisible();
  });

  it('pauses the service, and resumes it', async () => {
    const { person, tools } = await openOwnService(service);
    await person.click(buttonIn(tools, 'Pausar'));
    expect((await screen.findAllByText('Pausado'))[0]).toBeVisible();
    await person.click(buttonIn(await findToast('Pausado'), 'Desfazer'));
    await findToast('Reativado');
    expect(await within(tools).findByRole('button', { name: 'Pausar' })).toBeVisible();
    expect(requestsTo(CHANGE_REQUEST).map(({ body }) => body)).toEqual([
      { status: 'paused' },
      { status: 'active' },
    ]);
  });

  it('says before the deletion that buyers keep what they bought', async () => {
    const { person, tools } = await openOwnService(service);
    await person.click(buttonIn(tools, 'Excluir'));
    const question = await screen.findByRole('alertdialog', { name: 'Excluir este serviço?' });
    expect(question).toHaveTextContent('Quem já comprou mantém o que comprou');
    expect(question).toHaveTextContent('Para tirá-lo só por um tempo, pause.');
    await person.click(buttonIn(question, 'Excluir serviço'));
    expect(await screen.findByText(`page /user/${seller.username}`)).toBeVisible();
  });

  it('says that the team has hidden it, and why, and leaves only the deletion', async () => {
    const hidden = { reason: 'Golpe' };
    const { tools } = await openOwnService({ ...service, hidden });
    expect(screen.getByText('Este serviço foi ocultado pela equipe. Só você o vê.')).toBeVisible();
    expect(screen.getByText('Golpe')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Ver a decisão' })).toHaveAttribute(
      'href',
      '/user/settings/decisoes',
    );
    expect(screen.queryByTestId('service-picture')).toBeNull();
    expect(within(tools).queryByRole('link')).toBeNull();
    expect(
      within(tools)
        .getAllByRole('button')
        .map(({ textContent }) => textContent),
    ).toEqual(['Excluir']);
  });

  it.each([
    ['media', 'os arquivos continuam fechados'],
    ['call', 'Quem já comprou mantém o pedido.'],
  ] as const)('says of a hidden one (%s) what buyers keep', async (type, text) => {
    const hidden = { reason: 'Golpe' };
    const { person, tools } = await openOwnService({ ...service, type, hidden });
    await person.click(buttonIn(tools, 'Excluir'));
    const question = await screen.findByRole('alertdialog', { name: 'Excluir este serviço?' });
    expect(question).toHaveTextContent(text);
  });

  it('sends only changed fields', async () => {
    installObjectUrls();
    const files = [buildArchive('um.png'), buildArchive('dois.gif')];
    serveApi({
      'GET /api/packs/:id': () => ({ service, files, zipUrl: '', expiresAt: service.createdAt }),
      'GET /api/archives': () => ({ archives: [], maxBytes: 1_000 }),
      'POST /api/archives': () => new FakeResponse(201, { archive: buildArchive('tres.png') }),
    });
    const { person, tools } = await openOwnService(service);
    await person.click(within(tools).getByRole('link', { name: 'Editar' }));
    const dialog = await findDialog('Editar serviço');
    await findFileRow(dialog, 'um.png');
    await person.click(within(dialog).getByLabelText('Nome do serviço'));
    await person.paste(' novo');
    await person.click(buttonIn(dialog, 'Remover um.png'));
    chooseFiles(fileDropZone(dialog), buildFile('tres.png'));
    await findFileRow(dialog, 'tres.png');
    await waitFor(() => expect(within(dialog).queryByRole('progressbar')).toBeNull());
    await person.click(buttonIn(dialog, 'Salvar serviço'));
    await findToast('Salvo');
    const body = requestsTo(CHANGE_REQUEST)[0]?.body as FormData;
    expect([...body.keys()]).toEqual(['title', 'archiveIds']);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });

  it('saves changes although the present picture cannot be loaded', async () => {
    const callService = buildService({ seller: authorOf(seller) });
    const { person, tools } = await openOwnService(callService);
    serveApi({ 'GET /api/archives': () => ({ archives: [], maxBytes: 1_000 }) });
    await person.click(within(tools).getByRole('link', { name: 'Editar' }));
    const dialog = await findDialog('Editar serviço');
    fireEvent.error(within(dialog).getByAltText('Imagem atual'));
    await person.click(within(dialog).getByLabelText('Nome do serviço'));
    await person.paste(' novo');
    await person.click(buttonIn(dialog, 'Salvar serviço'));
    await findToast('Salvo');
    const body = requestsTo(CHANGE_REQUEST)[0]?.body as FormData;
    expect([...body]).toEqual([['title', `${callService.title} novo`]]);
  });

  it('keeps typed changes when the team hides it meanwhile, and shows the refusal', async () => {
    const callService = buildService({ seller: authorOf(seller) });
    const { person, tools } = await openOwnService(callService);
    const hiddenService = { ...callService, hidden: { reason: 'Golpe' } };
    const answer = serveApiLater(CHANGE_REQUEST, () => ({ service: hiddenService }));
    serveApi({ 'GET /api/archives': () => ({ archives: [], maxBytes: 1_000 }) });
    await person.click(buttonIn(tools, 'Pausar'));
    await person.click(within(tools).getByRole('link', { name: 'Editar' }));
    const title = within(await findDialog('Editar serviço')).getByLabelText('Nome do serviço');
    await person.click(title);
    await person.paste(' novo');
    answer();
    await screen.findByText('Este serviço foi ocultado pela equipe. Só você o vê.');
    expect(
      within(tools).queryByRole('button', { name: /Pausar|Reativar/, hidden: true }),
    ).toBeNull();
    const dialog = await findDialog('Editar serviço');
    expect(within(dialog).getByLabelText('Nome do serviço')).toHaveValue(
      `${callService.title} novo`,
    );
    serveApi({ [CHANGE_REQUEST]: () => Promise.reject(apiError('service_not_found')) });
    await person.click(buttonIn(dialog, 'Salvar serviço'));
    expect((await screen.findAllByText('Serviço não encontrado.'))[0]).toBeVisible();
  });

  it('asks before unsaved changes are lost, and closes at once without any', async () => {
    const callService = buildService({ seller: authorOf(seller) });
    const { person, tools } = await openOwnService(callService);
    serveApi({ 'GET /api/archives': () => ({ archives: [], maxBytes: 1_000 }) });
    const openEditor = async () => {
      await person.click(within(tools).getByRole('link', { name: 'Editar' }));
      return findDialog('Editar serviço');
    };
    const leave = async (buttonName: string) => {
      await person.click(buttonIn(await findDialog('Editar serviço'), 'Cancelar'));
      const question = await screen.findByRole('alertdialog', { name: 'Sair sem salvar?' });
      await waitFor(() => expect(getComputedStyle(question).pointerEvents).not.toBe('none'));
      await person.click(buttonIn(question, buttonName));
      await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    };
    await person.click(buttonIn(await openEditor(), 'Cancelar'));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const title = within(await openEditor()).getByLabelText('Nome do serviço');
    await person.click(title);
    await person.paste(' novo');
    await leave('Continuar editando');
    expect(title).toHaveValue(`${callService.title} novo`);
    await leave('Sair sem salvar');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(requestsTo(CHANGE_REQUEST)).toEqual([]);
  });
});
