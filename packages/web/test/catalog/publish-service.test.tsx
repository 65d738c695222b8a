import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import {
  apiError,
  connectionLost,
  FakeResponse,
  requestsTo,
  serveApi,
  serveApiLater,
} from '../fakes/api-handlers.ts';
import { buildUser } from '../fixtures/builders.ts';
import { authorOf, buildService } from '../fixtures/catalog-builders.ts';
import { buttonIn, findToast, queryDialog } from '../fixtures/screen.ts';
import { categoryIn, fillInCallService, openNewService } from '../fixtures/service-dialog.tsx';

const PUBLISH_REQUEST = 'POST /api/services/';
const CHANGE_REQUEST = 'PATCH /api/services/:id';

describe('publishing a service', () => {
  it('shows a refusal at its field, and a lost connection as a toast', async () => {
    const openedDialog = await openNewService();
    const { person, dialog, publish } = openedDialog;
    await fillInCallService(openedDialog, 'Quase');
    const message = 'Texto inválido.';
    const issues = [{ path: 'title', message }];
    serveApi({
      [PUBLISH_REQUEST]: () =>
        new FakeResponse(400, { error: message, code: 'invalid_input', issues }),
    });
    await person.click(publish);
    expect(await within(dialog).findByText(message)).toBeVisible();
    serveApi({
      [PUBLISH_REQUEST]: () => {
        throw connectionLost();
      },
    });
    await person.type(within(dialog).getByLabelText('Nome do serviço'), ' lá');
    await person.click(publish);
    await findToast(/^Sem conexão com o servidor\./);
    await person.click(publish);
    await waitFor(() => expect(requestsTo(PUBLISH_REQUEST)).toHaveLength(3));
    const keys = requestsTo(PUBLISH_REQUEST).map(({ headers }) => headers.get('idempotency-key'));
    expect(keys[0]).toMatch(/\S/);
    expect(new Set(keys).size).toBe(1);
  });

  it('sends what was changed after a lost answer, because the repeated request answers the first version', async () => {
    const openedDialog = await openNewService();
    const { person, dialog, publish, seller } = openedDialog;
    await fillInCallService(openedDialog, 'Quase lá');
    const publishedService = buildService({
      title: 'Quase lá',
      description: 'Uma hora de call.',
      price: '49.90',
      category: 'minecraft',
      seller: authorOf(seller),
    });
    serveApi({
      [PUBLISH_REQUEST]: () => {
        throw connectionLost();
      },
      [CHANGE_REQUEST]: () => ({ service: { ...publishedService, price: '59.90' } }),
    });
    await person.click(publish);
    await findToast(/^Sem conexão com o servidor\./);
    const priceInput = within(dialog).getByLabelText('Preço');
    await person.clear(priceInput);
    await person.type(priceInput, '59,90');
    serveApi({ [PUBLISH_REQUEST]: () => new FakeResponse(201, { service: publishedService }) });
    await person.click(publish);
    await findToast('Publicado');
    const bodies = requestsTo(CHANGE_REQUEST).map(({ body }) => [...(body as FormData).entries()]);
    expect(bodies).toEqual([[['price', '59.90']]]);
  });

  it('sends the picture again when the service leaves the category for adults after a lost answer', async () => {
    const openedDialog = await openNewService(buildUser({ ageVerified: true }));
    const { person, dialog, publish, seller } = openedDialog;
    await fillInCallService(openedDialog, 'Ensaio');
    await person.click(categoryIn(dialog, /Minecraft/));
    await person.click(categoryIn(dialog, /Nudez/));
    const publishedService = buildService({
      title: 'Ensaio',
      description: 'Uma hora de call.',
      price: '49.90',
      category: 'nudez',
      seller: authorOf(seller),
    });
    serveApi({
      [PUBLISH_REQUEST]: () => {
        throw connectionLost();
      },
      [CHANGE_REQUEST]: () => ({ service: { ...publishedService, category: 'minecraft' } }),
    });
    await person.click(publish);
    await findToast(/^Sem conexão com o servidor\./);
    await person.click(categoryIn(dialog, /Nudez/));
    await person.click(categoryIn(dialog, /Minecraft/));
    serveApi({ [PUBLISH_REQUEST]: () => new FakeResponse(201, { service: publishedService }) });
    await person.click(publish);
    await findToast('Publicado');
    const body = requestsTo(CHANGE_REQUEST)[0]?.body as FormData;
    expect([...body.keys()]).toEqual(['category', 'photoURL']);
  });

  it('asks a seller of services for adults for a complete profile, at the category', async () => {
    const openedDialog = await openNewService(buildUser({ ageVerified: true }));
    const { person, dialog, publish } = openedDialog;
    await fillInCallService(openedDialog, 'Ensaio');
    await person.click(categoryIn(dialog, /Minecraft/));
    await person.click(categoryIn(dialog, /Nudez/));
    serveApi({
      [PUBLISH_REQUEST]: () => {
        throw apiError('profile_incomplete');
      },
    });
    await person.click(publish);
    expect(
      await within(dialog).findByText(
        'Complete seu perfil com foto e bio para anunciar nesta categoria.',
      ),
    ).toBeVisible();
  });

  it('sends one service however often it is pressed, and closes only after the answer', async () => {
    const openedDialog = await openNewService();
    const { person, publish, seller } = openedDialog;
    await fillInCallService(openedDialog, 'Quase lá');
    const service = buildService({ title: 'Quase lá', seller: authorOf(seller) });
    const responseGate = Promise.withResolvers<void>();
    serveApi({
      [PUBLISH_REQUEST]: async () => {
        await responseGate.promise;
        return new FakeResponse(201, { service });
      },
    });
    await person.dblClick(publish);
    await person.keyboard('{Enter}');
    await person.keyboard('{Escape}');
    expect(queryDialog('Adicionar serviço')).toBeVisible();
    responseGate.resolve();
    await findToast('Publicado');
    expect(await screen.findByText(`page /service/${service.id}`)).toBeVisible();
    expect(requestsTo(PUBLISH_REQUEST)).toHaveLength(1);
    const body = requestsTo(PUBLISH_REQUEST)[0]?.body as FormData;
    expect(body.get('price')).toBe('49.90');
    expect(body.get('category')).toBe('minecraft');
  });

  it('takes no input while the service is being sent', async () => {
    const openedDialog = await openNewService();
    const { person, dialog, publish, seller } = openedDialog;
    await fillInCallService(openedDialog, 'Quase lá');
    const service = buildService({ title: 'Quase lá', seller: authorOf(seller) });
    const sendAnswer = serveApiLater(PUBLISH_REQUEST, () => new FakeResponse(201, { service }));
    await person.click(publish);
    await waitFor(() => expect(publish).toHaveAttribute('aria-busy', 'true'));
    const form = within(dialog);
    for (const label of ['Nome do serviço', 'Descrição', 'Preço'])
      expect(form.getByLabelText(label)).toHaveAttribute('readonly');
    await person.type(form.getByLabelText('Preço'), '{ArrowUp}');
    expect(form.getByLabelText('Preço')).toHaveValue('49,90');
    await person.click(form.getByText('Mídia', { selector: 'label *' }));
    expect(form.getByRole('radio', { name: /Call/ })).toBeChecked();
    expect(categoryIn(dialog, /Minecraft/)).toBeDisabled();
    expect(form.queryByLabelText('Trocar: Imagem de serviço')).toBeNull();
    sendAnswer();
    await findToast('Publicado');
  });

  it('does not take the person away who has gone back while the service was being sent', async () => {
    const openedDialog = await openNewService();
    const { person, publish, seller, router } = openedDialog;
    await fillInCallService(openedDialog, 'Vai sozinho');
    const service = buildService({ title: 'Vai sozinho', seller: authorOf(seller) });
    const responseGate = Promise.withResolvers<void>();
    serveApi({
      [PUBLISH_REQUEST]: async () => {
        await responseGate.promise;
        return new FakeResponse(201, { service });
      },
    });
    await person.click(publish);
    await waitFor(() => expect(requestsTo(PUBLISH_REQUEST)).toHaveLength(1));
    await act(async () => router.navigate(-1));
    await waitFor(() => expect(queryDialog('Adicionar serviço')).toBeNull());
    await act(async () => router.navigate('/termos?outra=coisa'));
    responseGate.resolve();
    const notice = await findToast('Publicado');
    expect(window.location.search).toBe('?outra=coisa');
    await person.click(buttonIn(notice, 'Ver'));
    expect(await screen.findByText(`page /service/${service.id}`)).toBeVisible();
  });

  it('keeps the typed texts after a reload, and deletes them on a cancel', async () => {
    const { person, dialog, seller, unmount } = await openNewService();
    await person.type(within(dialog).getByLabelText('Nome do serviço'), 'Rascunho guardado');
    await person.click(categoryIn(dialog, /Filmes/));
    await person.keyboard('{Escape}');
    await waitFor(() => expect(queryDialog('Adicionar serviço')).toBeNull());
    expect(window.location.search).toBe('');
    unmount();
    const { person: reopenedPerson, dialog: reopenedDialog } = await openNewService(seller);
    expect(within(reopenedDialog).getByLabelText('Nome do serviço')).toHaveValue(
      'Rascunho guardado',
    );
    expect(categoryIn(reopenedDialog, /Filmes/)).toHaveAttribute('aria-pressed', 'true');
    await reopenedPerson.click(buttonIn(reopenedDialog, 'Cancelar'));
    await waitFor(() => expect(queryDialog('Adicionar serviço')).toBeNull());
    await openNewService(seller);
    expect(screen.getByLabelText('Nome do serviço')).toHaveValue('');
  });
});
