import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { apiError, connectionLost, requestsTo, serveApi } from '../fakes/api-handlers.ts';
import { buildOrder, buildUser } from '../fixtures/builders.ts';
import { completedOrderFields, renderSales, serveOrders } from '../fixtures/orders.tsx';
import { buttonIn, findCard, findDialog, findToast, queryDialog } from '../fixtures/screen.ts';

const buyer = buildUser();
const placedOrder = buildOrder({ buyerId: buyer.uid });
const completedOrder = { ...placedOrder, ...completedOrderFields(placedOrder) };

async function openDialog() {
  const { change } = serveOrders(buyer, [completedOrder]);
  serveApi({
    'POST /api/reviews/:serviceId/:paymentId/review': ({ body }) => {
      change(completedOrder.id, { reviewed: true, rating: (body as { rating: number }).rating });
      return { review: {} };
    },
    'PATCH /api/payments/:id/update-payment': ({ body }) => ({
      payment: change(completedOrder.id, {
        reviewed: true,
        rating: (body as { rating: number }).rating,
      }),
    }),
  });
  const { person } = renderSales(buyer);
  await person.click(buttonIn(await findCard(completedOrder.productName), 'Avaliar'));
  const dialog = await findDialog('Avaliar');
  return {
    change,
    person,
    dialog,
    title: within(dialog).getByLabelText('Título'),
    description: within(dialog).getByLabelText('Descrição'),
    send: buttonIn(dialog, 'Enviar avaliação'),
  };
}

const REVIEW_REQUEST = 'POST /api/reviews/:serviceId/:paymentId/review';

describe('the review dialog', () => {
  it('starts with five stars and a recommendation, and requires title and description', async () => {
    const { person, dialog, send } = await openDialog();
    expect(within(dialog).getByRole('radio', { name: '5 de 5, Excelente' })).toBeChecked();
    expect(within(dialog).getByRole('switch', { name: 'Recomendo este serviço' })).toBeChecked();
    await person.click(send);
    expect(await within(dialog).findByText('Título da avaliação obrigatório')).toBeVisible();
    expect(within(dialog).getByText('Descrição da avaliação obrigatória')).toBeVisible();
    expect(requestsTo(REVIEW_REQUEST)).toHaveLength(0);
  });

  it('refuses 101 characters of title and 501 of description while they are typed', async () => {
    const { person, dialog, title, description, send } = await openDialog();
    await person.click(send);
    await person.click(title);
    await person.paste('x'.repeat(101));
    await person.click(description);
    await person.paste('x'.repeat(501));
    expect(await within(dialog).findByText('Use no máximo 100 caracteres.')).toBeVisible();
    expect(await within(dialog).findByText('Use no máximo 500 caracteres.')).toBeVisible();
  });

  it('sends the review once on a double click, and needs no answer of the second request', async () => {
    const { person, dialog, title, description, send } = await openDialog();
    serveApi({
      'PATCH /api/payments/:id/update-payment': () => Promise.reject(connectionLost()),
      // After a lost payment request, the page sends this request to find out whether a blocker blocks the address.
      'GET /api/payments/:id/update-payment': () => Promise.reject(apiError('order_not_found')),
    });
    await person.type(title, 'Dava para ser melhor');
    await person.type(description, 'Faltou tempo.');
    await person.click(within(dialog).getByRole('radio', { name: /^2 de 5/ }));
    await person.click(within(dialog).getByRole('switch'));
    await person.dblClick(send);
    await findToast('Avaliação enviada');
    expect(requestsTo(REVIEW_REQUEST).map(({ body }) => body)).toEqual([
      {
        title: 'Dava para ser melhor',
        description: 'Faltou tempo.',
        rating: 2,
        recommend: false,
        serviceId: completedOrder.serviceId,
        userPhotoURL: null,
        username: buyer.username,
      },
    ]);
    const card = await findCard(completedOrder.productName);
    expect(await within(card).findByRole('img', { name: '2 de 5' })).toBeVisible();
  });

  it('treats "already reviewed" as success after a lost answer', async () => {
    const { person, title, description, send, change } = await openDialog();
    await person.type(title, 'Valeu cada minuto');
    await person.type(description, 'Voltaria.');
    serveApi({ [REVIEW_REQUEST]: () => Promise.reject(connectionLost()) });
    await person.click(send);
    await findToast('Algo deu errado...');
    expect(title).toHaveValue('Valeu cada minuto');
    change(completedOrder.id, { reviewed: true, rating: 5 });
    serveApi({ [REVIEW_REQUEST]: () => Promise.reject(apiError('already_reviewed')) });
    await person.click(send);
    await findToast('Avaliação enviada');
    await waitFor(() => expect(queryDialog('Avaliar')).toBeNull());
    const card = await findCard(completedOrder.productName);
    expect(await within(card).findByRole('img', { name: '5 de 5' })).toBeVisible();
  });

  it('shows "already reviewed" as a refusal when no answer was lost', async () => {
    const { person, title, description, send } = await openDialog();
    await person.type(title, 'De novo');
    await person.type(description, 'Outra vez.');
    serveApi({ [REVIEW_REQUEST]: () => Promise.reject(apiError('already_reviewed')) });
    await person.click(send);
    await findToast('Você já avaliou esta compra.');
  });

  it('is not offered by an address once the order is reviewed', async () => {
    serveOrders(buyer, [{ ...completedOrder, reviewed: true, rating: 4 }]);
    renderSales(buyer, `/sales?aba=compras&pedido=${completedOrder.id}`);
    await findCard(completedOrder.productName);
    await expect.poll(() => window.location.search).toBe('?aba=compras');
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});
