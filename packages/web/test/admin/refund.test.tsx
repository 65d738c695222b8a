import type { AdminRefund } from '@guilda/contract/orders/refunds';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { AdminPage } from '../../app/features/admin/index.ts';
import { requestsTo, serveApi } from '../fakes/api-handlers.ts';
import { buildChargeback } from '../fixtures/admin-builders.ts';
import { buildUser } from '../fixtures/builders.ts';
import { renderPage } from '../fixtures/render-page.tsx';
import { buttonIn, findToast } from '../fixtures/screen.ts';
import { serveQueue } from '../fixtures/serve-queue.ts';

const admin = buildUser({ role: 'admin', displayName: 'Da Equipe' });
const SETTLE_REQUEST = 'POST /api/admin/refunds/:id/settle';

/** Opens a refund of R$ 50,00 to `Ana Compra` that the provider refused. */
async function openRefund() {
  const { id, purchaseCode, productName, paymentId, buyer, seller, createdAt } = buildChargeback();
  const refund: AdminRefund = {
    ...{ id, purchaseCode, productName, paymentId, buyer, seller, createdAt },
    ...{ amount: '50.00', status: 'failed', reason: 'not_started' },
  };
  serveQueue([]);
  serveApi({
    'GET /api/admin/refunds/:id': () => ({ refund }),
    [SETTLE_REQUEST]: () => ({ refund: { ...refund, status: 'succeeded' } }),
  });
  const { person } = renderPage(<AdminPage uid={admin.uid} />, {
    address: `/admin?reembolso=${id}`,
    signedInAs: admin,
  });
  await screen.findByRole('region', { name: 'Decisão' });
  return person;
}

it('a failed refund is recorded as paid only after a question with amount and name', async () => {
  const person = await openRefund();
  const payButton = screen.getByRole('button', { name: 'Já paguei por fora' });
  await person.click(payButton);
  expect(await screen.findByText('Motivo obrigatório')).toBeVisible();
  expect(screen.queryByRole('alertdialog')).toBeNull();
  await person.type(screen.getByRole('textbox', { name: 'Motivo' }), 'Pix feito à mão.');
  await person.click(payButton);
  const question = await screen.findByRole('alertdialog', { name: 'Já paguei por fora' });
  expect(question).toHaveTextContent('R$ 50,00');
  expect(question).toHaveTextContent('Ana Compra');
  expect(question).toHaveTextContent('Não dá para voltar atrás');
  expect(requestsTo(SETTLE_REQUEST)).toEqual([]);
  await person.click(buttonIn(question, 'Já paguei'));
  await findToast('Reembolso resolvido');
  expect(requestsTo(SETTLE_REQUEST)).toMatchObject([{ body: { reason: 'Pix feito à mão.' } }]);
});
