import type { OwnUser } from '@guilda/contract/accounts/users';
import type { Payment } from '@guilda/contract/orders/orders';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { apiError, serveApi } from '../fakes/api-handlers.ts';
import { buildOrder, buildUser, minutesAgo } from '../fixtures/builders.ts';
import { buildDispute, resolvedFields } from '../fixtures/dispute-builders.ts';
import {
  chooseOrderAction,
  renderSales,
  serveOrders,
  startedOrderFields,
} from '../fixtures/orders.tsx';
import { buttonIn, findCard, findDialog, findToast } from '../fixtures/screen.ts';

const buyer = buildUser();
const seller = buildUser({ username: 'Vende_Calma' });
const order = buildOrder({ buyerId: buyer.uid, sellerId: seller.uid });

/** Opens the dialog of an action whose deadline has passed, although the server has not changed the order yet. */
async function openDialog(person: OwnUser, changes: Partial<Payment>, action: string) {
  const { change } = serveOrders(person, [{ ...order, ...changes }]);
  const page = renderSales(person, person === buyer ? '/sales?aba=compras' : '/sales');
  await chooseOrderAction(page.person, await findCard(order.productName), action);
  return { ...page, change, dialog: await findDialog(action) };
}

it('a start after its time is refused in plain words, and the order is loaded again', async () => {
  const changes = { serviceStatus: 'awaiting_start', startBy: minutesAgo(1) } as const;
  const { person, change, dialog } = await openDialog(seller, changes, 'Iniciar atendimento');
  serveApi({
    'PATCH /api/payments/:id/update-payment': () => {
      change(order.id, { serviceStatus: 'refunded', startBy: null });
      throw apiError('order_wrong_status');
    },
  });
  await person.click(buttonIn(dialog, 'Iniciar atendimento'));
  await findToast('O prazo para iniciar acabou.');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() =>
    expect(screen.queryByRole('button', { name: 'Iniciar atendimento' })).toBeNull(),
  );
});

it('a contestation after its time is refused in plain words, and the order is loaded again', async () => {
  const dispute = buildDispute({ answerBy: minutesAgo(1) });
  const changes = { ...startedOrderFields(), dispute };
  const { person, change, dialog } = await openDialog(seller, changes, 'Contestar');
  serveApi({
    'POST /api/payments/:id/dispute/answer': () => {
      const refunded = { ...dispute, ...resolvedFields('refunded', '45.00') };
      change(order.id, { serviceStatus: 'refunded', dispute: refunded });
      throw apiError('dispute_resolved');
    },
  });
  await person.type(within(dialog).getByLabelText('Mensagem'), 'Eu esperei na sala.');
  await person.click(buttonIn(dialog, 'Contestar'));
  await findToast('O prazo para responder acabou, e o valor volta para quem comprou.');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Contestar' })).toBeNull());
});

it('a dispute after its time is refused in plain words, and the order is loaded again', async () => {
  const changes = { serviceStatus: 'complete', heldUntil: minutesAgo(1) } as const;
  const { person, change, dialog } = await openDialog(buyer, changes, 'Tive um problema');
  serveApi({
    'POST /api/payments/:id/dispute': () => {
      change(order.id, { heldUntil: null });
      throw apiError('order_wrong_status');
    },
  });
  await person.click(within(dialog).getByRole('radio', { name: 'Outro problema' }));
  await person.type(within(dialog).getByLabelText('Descrição'), 'Ninguém apareceu.');
  await person.click(buttonIn(dialog, 'Abrir disputa'));
  await findToast('O prazo para abrir uma disputa acabou.');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});
