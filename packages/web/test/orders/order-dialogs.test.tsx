import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { apiError, requestsTo, serveApi } from '../fakes/api-handlers.ts';
import { buildOrder, buildUser, minutesAgo } from '../fixtures/builders.ts';
import {
  chooseOrderAction,
  completedOrderFields,
  orderActionOpener,
  renderSales,
  serveOrders,
  startedOrderFields,
} from '../fixtures/orders.tsx';
import { buttonIn, findCard, findDialog, findToast } from '../fixtures/screen.ts';

const buyer = buildUser();
const seller = buildUser({ username: 'Vende_Calma' });
const order = buildOrder({ buyerId: buyer.uid, sellerId: seller.uid });
const UPDATE_REQUEST = 'PATCH /api/payments/:id/update-payment';

const openDialogFrom = async (address: string, signedInAs: typeof buyer, action: string) => {
  const page = renderSales(signedInAs, address);
  const card = await findCard(order.productName);
  const opener = orderActionOpener(card, action);
  await chooseOrderAction(page.person, card, action);
  return { ...page, opener };
};
const findAlert = (name: string) => screen.findByRole('alertdialog', { name });

describe('cancelling an unpaid order', () => {
  const unpaidOrder = {
    ...order,
    serviceStatus: 'awaiting_payment' as const,
    startBy: null,
    expiresAt: minutesAgo(-60),
    checkoutUrl: '/sandbox/checkout/1',
    steps: [{ status: 'awaiting_payment' as const, at: minutesAgo(1), by: 'buyer' as const }],
  };

  it('is confirmed first, returns the focus, and is sent once', async () => {
    const { change } = serveOrders(buyer, [unpaidOrder]);
    serveApi({
      'POST /api/payments/:id/cancel': () => ({
        payment: change(order.id, {
          serviceStatus: 'cancelled',
          expiresAt: null,
          checkoutUrl: null,
          steps: [...unpaidOrder.steps, { status: 'cancelled', at: minutesAgo(0), by: 'buyer' }],
        }),
      }),
    });
    const { person } = await openDialogFrom('/sales?aba=compras', buyer, 'Cancelar pedido');
    expect(await findAlert('Cancelar pedido')).toHaveTextContent('nada é cobrado');
    await person.click(buttonIn(await findAlert('Cancelar pedido'), 'Manter pedido'));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    const card = await findCard(order.productName);
    await waitFor(() => expect(orderActionOpener(card, 'Cancelar pedido')).toHaveFocus());
    expect(requestsTo('POST /api/payments/:id/cancel')).toHaveLength(0);
    await chooseOrderAction(person, card, 'Cancelar pedido');
    await person.dblClick(buttonIn(await findAlert('Cancelar pedido'), 'Cancelar pedido'));
    await findToast('Pedido cancelado');
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(requestsTo('POST /api/payments/:id/cancel')).toHaveLength(1);
    await person.click(await screen.findByText('Canceladas, desfeitas e reembolsadas'));
    expect(await screen.findByText('Cancelado por você')).toBeVisible();
  });

  it('says that the payment was confirmed in the meantime', async () => {
    const { change } = serveOrders(buyer, [unpaidOrder]);
    serveApi({
      'POST /api/payments/:id/cancel': () => {
        change(order.id, { ...order });
        throw apiError('payment_processed');
      },
    });
    const { person } = await openDialogFrom('/sales?aba=compras', buyer, 'Cancelar pedido');
    await person.click(buttonIn(await findAlert('Cancelar pedido'), 'Cancelar pedido'));
    await findToast('O pagamento já foi confirmado');
    const card = await findCard(order.productName);
    await waitFor(() => expect(card).toHaveTextContent('Aguardando início'));
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });
});

describe('refunding an order before its start', () => {
  it('says which amount goes back to whom, and is sent once', async () => {
    const { change } = serveOrders(seller, [order]);
    serveApi({
      'POST /api/payments/:id/refund': () => ({
        payment: change(order.id, {
          serviceStatus: 'refunded',
          steps: [...order.steps, { status: 'refunded', at: minutesAgo(0), by: 'seller' }],
        }),
      }),
    });
    const { person } = await openDialogFrom('/sales', seller, 'Reembolsar');
    const alert = await findAlert('Reembolsar');
    expect(alert).toHaveTextContent('O valor de R$ 45,00 volta para Compra Tudo');
    await person.dblClick(buttonIn(alert, 'Reembolsar'));
    await findToast('Pedido reembolsado');
    expect(requestsTo('POST /api/payments/:id/refund')).toHaveLength(1);
  });

  it('is refused once the order was started elsewhere', async () => {
    const { change } = serveOrders(seller, [order]);
    serveApi({
      'POST /api/payments/:id/refund': () => {
        change(order.id, startedOrderFields());
        throw apiError('order_wrong_status');
      },
    });
    const { person } = await openDialogFrom('/sales', seller, 'Reembolsar');
    await person.click(buttonIn(await findAlert('Reembolsar'), 'Reembolsar'));
    await findToast('Status do pedido não permite esta ação.');
    const card = await findCard(order.productName);
    expect(await within(card).findByRole('timer')).toBeVisible();
    expect(within(card).queryByRole('button', { name: 'Reembolsar' })).toBeNull();
  });
});

it('a refund by the team asks for a reason and is a decision that the seller reads', async () => {
  const admin = buildUser({ role: 'admin' });
  const { change } = serveOrders(admin, [{ ...order, ...startedOrderFields() }]);
  serveApi({
    'POST /api/admin/actions': () => {
      change(order.id, { serviceStatus: 'refunded' });
      return null;
    },
  });
  const { person } = renderSales(admin, `/sales?pedido=${order.id}&acao=reembolsar`);
  const dialog = await findDialog('Reembolsar');
  expect(dialog).toHaveTextContent('O valor de R$ 45,00 volta para Compra Tudo');
  await person.click(buttonIn(dialog, 'Reembolsar'));
  expect(await within(dialog).findByText('Motivo obrigatório')).toBeVisible();
  await person.type(within(dialog).getByRole('textbox', { name: 'Motivo' }), 'Não foi entregue.');
  await person.click(buttonIn(dialog, 'Reembolsar'));
  await findToast('Pedido reembolsado');
  const subject = { kind: 'order', id: order.id };
  expect(requestsTo('POST /api/admin/actions')).toMatchObject([
    { body: { action: 'refund', subject, reason: 'Não foi entregue.' } },
  ]);
});

it('a refund by the team succeeds although the refunded order cannot be loaded', async () => {
  const admin = buildUser({ role: 'admin' });
  const { change } = serveOrders(admin, [{ ...order, ...startedOrderFields() }]);
  const { person } = renderSales(admin, `/sales?pedido=${order.id}&acao=reembolsar`);
  const dialog = await findDialog('Reembolsar');
  serveApi({
    'POST /api/admin/actions': () => {
      change(order.id, { serviceStatus: 'refunded' });
      return null;
    },
    'GET /api/payments/:id': () => {
      throw apiError('unavailable');
    },
  });
  await person.type(within(dialog).getByRole('textbox', { name: 'Motivo' }), 'Não foi entregue.');
  await person.click(buttonIn(dialog, 'Reembolsar'));
  await findToast('Pedido reembolsado');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(requestsTo('POST /api/admin/actions')).toHaveLength(1);
});

describe('taking a purchase back', () => {
  it('takes the buyer two presses, says which amount comes back, and is sent once', async () => {
    const { change } = serveOrders(buyer, [order]);
    serveApi({
      'POST /api/payments/:id/refund': () => ({
        payment: change(order.id, {
          serviceStatus: 'refunded',
          startBy: null,
          refundedAmount: '45.00',
          steps: [...order.steps, { status: 'refunded', at: minutesAgo(0), by: 'buyer' }],
        }),
      }),
    });
    const { person } = await openDialogFrom('/sales?aba=compras', buyer, 'Desfazer compra');
    const alert = await findAlert('Desfazer compra');
    expect(alert).toHaveTextContent('R$ 45,00 voltam inteiros para você');
    await person.dblClick(buttonIn(alert, 'Desfazer compra'));
    await findToast('Compra desfeita');
    expect(requestsTo('POST /api/payments/:id/refund')).toHaveLength(1);
    await person.click(await screen.findByText('Canceladas, desfeitas e reembolsadas'));
    expect(await screen.findByText('Compra desfeita por você')).toBeVisible();
  });

  it('is not offered once a file of the pack was opened', async () => {
    serveOrders(buyer, [{ ...order, type: 'media', packOpened: true }]);
    renderSales(buyer);
    const card = await findCard(order.productName);
    expect(within(card).queryByRole('button', { name: 'Desfazer compra' })).toBeNull();
  });
});

describe('the money of a completed order', () => {
  const heldFields = { ...completedOrderFields(order), heldUntil: minutesAgo(-3 * 24 * 60 - 1) };

  it.each([
    ['seller', seller, '/sales', 'Libera em: 3 dias'],
    ['buyer', buyer, '/sales?aba=compras', 'Dinheiro guardado por: 3 dias'],
  ] as const)(
    'is shown to the %s until it is released',
    async (_who, person, pageAddress, text) => {
      serveOrders(person, [{ ...order, ...heldFields }]);
      renderSales(person, pageAddress);
      expect(await findCard(order.productName)).toHaveTextContent(text);
    },
  );
});

describe('ending an attendance', () => {
  it('asks the seller whether everything was delivered, and is sent once', async () => {
    const { change } = serveOrders(seller, [{ ...order, ...startedOrderFields() }]);
    serveApi({
      [UPDATE_REQUEST]: () => ({ payment: change(order.id, completedOrderFields(order)) }),
    });
    const { person } = await openDialogFrom('/sales', seller, 'Finalizar atendimento');
    const dialog = await findDialog('Finalizar atendimento');
    expect(dialog).toHaveTextContent('Confirme que entregou tudo o que o serviço promete.');
    expect(within(dialog).getByRole('timer')).toBeVisible();
    await person.dblClick(buttonIn(dialog, 'Finalizar'));
    await findToast('O valor já está na sua carteira.');
    expect(await screen.findByText('Sem avaliação')).toBeVisible();
    expect(requestsTo(UPDATE_REQUEST).map(({ body }) => body)).toEqual([
      { serviceStatus: 'complete', endedIt: seller.uid },
    ]);
  });

  it.each([
    { price: '45.00', heldUntil: '2031-05-20T15:00:00.000Z', text: /“A liberar”, na sua carteira/ },
    { price: '0.00', heldUntil: null, text: /^Atendimento finalizado$/ },
  ])('tells the seller where the $price are', async ({ text, ...fields }) => {
    const { change } = serveOrders(seller, [
      { ...order, ...startedOrderFields(), price: fields.price },
    ]);
    serveApi({
      [UPDATE_REQUEST]: () => ({
        payment: change(order.id, { ...completedOrderFields(order), ...fields }),
      }),
    });
    const { person } = await openDialogFrom('/sales', seller, 'Finalizar atendimento');
    await person.click(buttonIn(await findDialog('Finalizar atendimento'), 'Finalizar'));
    expect(await screen.findByText(text)).toBeVisible();
  });

  it('shows the buyer that the seller ended it first', async () => {
    const { change } = serveOrders(buyer, [{ ...order, ...startedOrderFields() }]);
    serveApi({
      [UPDATE_REQUEST]: () => {
        change(order.id, completedOrderFields(order));
        throw apiError('order_wrong_status');
      },
    });
    const { person } = await openDialogFrom('/sales?aba=compras', buyer, 'Confirmar que recebi');
    await person.click(buttonIn(await findDialog('Confirmar que recebi'), 'Confirmar que recebi'));
    await findToast('Algo deu errado...');
    await findToast('Status do pedido não permite esta ação.');
    const card = await findCard(order.productName);
    expect(await within(card).findByRole('button', { name: 'Avaliar' })).toBeVisible();
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

describe('a dialog of an order', () => {
  it.each<[string, (page: Awaited<ReturnType<typeof openDialogFrom>>) => unknown]>([
    [
      'its button',
      async ({ person }) =>
        person.click(buttonIn(await findDialog('Iniciar atendimento'), 'Cancelar')),
    ],
    ['Escape', ({ person }) => person.keyboard('{Escape}')],
    ['Back', () => window.history.back()],
  ])('closes by %s without effect, and returns the focus', async (_, close) => {
    serveOrders(seller, [order]);
    const page = await openDialogFrom('/sales', seller, 'Iniciar atendimento');
    await findDialog('Iniciar atendimento');
    await close(page);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() => expect(page.opener).toHaveFocus());
    expect(window.location.search).toBe('');
    expect(requestsTo(UPDATE_REQUEST)).toHaveLength(0);
  });
});

it('a report of a problem keeps what was typed when its dialog is closed and opened again', async () => {
  serveOrders(buyer, [{ ...order, ...startedOrderFields() }]);
  const { person } = await openDialogFrom('/sales?aba=compras', buyer, 'Tive um problema');
  const dialog = await findDialog('Tive um problema');
  await person.type(within(dialog).getByLabelText('Descrição'), 'Ninguém apareceu.');
  await person.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await chooseOrderAction(person, await findCard(order.productName), 'Tive um problema');
  const reopenedDialog = await findDialog('Tive um problema');
  expect(within(reopenedDialog).getByLabelText('Descrição')).toHaveValue('Ninguém apareceu.');
});
