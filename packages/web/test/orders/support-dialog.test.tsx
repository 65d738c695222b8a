import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { SalesPage } from '../../app/features/orders/index.ts';
import { apiError, FakeResponse, requestsTo, serveApi } from '../fakes/api-handlers.ts';
import { buildOrder, buildUser } from '../fixtures/builders.ts';
import { renderPage } from '../fixtures/render-page.tsx';
import { buttonIn, findCard, findDialog, findToast, queryDialog } from '../fixtures/screen.ts';

const buyer = buildUser();
const order = buildOrder({ buyerId: buyer.uid });

async function openDialog(answerSupport: () => unknown) {
  serveApi({
    'GET /api/payments': ({ query }) => ({
      payments: query.get('role') === 'buyer' ? [order] : [],
      nextCursor: null,
    }),
    'POST /email/send': answerSupport,
  });
  const { person } = renderPage(<SalesPage />, {
    address: '/sales?aba=compras',
    signedInAs: buyer,
  });
  const card = await findCard(order.productName);
  await person.click(buttonIn(card, 'Precisa de ajuda?'));
  const dialog = await findDialog('Precisa de ajuda?');
  const messageField = within(dialog).getByLabelText('Mensagem');
  return { person, dialog, messageField, send: buttonIn(dialog, 'Pedir suporte') };
}

describe('the support dialog', () => {
  it('refuses an empty message and one of 121 characters', async () => {
    const { person, dialog, messageField, send } = await openDialog(() => ({}));
    expect(dialog).toHaveTextContent(order.purchaseCode);
    await person.click(send);
    expect(await within(dialog).findByText('Escreva sua mensagem.')).toBeVisible();
    await person.click(messageField);
    await person.paste('x'.repeat(121));
    await waitFor(() => expect(dialog).toHaveTextContent('121/120'));
    await person.click(send);
    expect(await within(dialog).findByText('Use no máximo 120 caracteres.')).toBeVisible();
    expect(requestsTo('POST /email/send')).toHaveLength(0);
  });

  it('sends the request once on a double click, and closes', async () => {
    const { person, messageField, send } = await openDialog(() => ({
      id: order.id,
      code: 'SUP-1',
    }));
    await person.type(messageField, 'Ainda não tive resposta.');
    await person.dblClick(send);
    await findToast('Suporte solicitado');
    await findToast('Nossa equipe entrará em contato em breve.');
    expect(await findToast('Protocolo SUP-1')).toBeVisible();
    await waitFor(() => expect(queryDialog('Precisa de ajuda?')).toBeNull());
    expect(requestsTo('POST /email/send').map(({ body }) => body)).toEqual([
      {
        emailType: 'support',
        emailData: { purchaseCode: order.purchaseCode, userMessage: 'Ainda não tive resposta.' },
      },
    ]);
  });

  it.each([
    ['201', () => new FakeResponse(201, { id: order.id, code: 'SUP-1' })],
    ['202', () => new FakeResponse(202, { id: order.id, code: 'SUP-1' })],
    ['204', () => new FakeResponse(204)],
    ['503', () => Promise.reject(apiError('unavailable'))],
  ])('treats an answer of %s as a failure, and keeps the text', async (_, answer) => {
    const { person, messageField, send } = await openDialog(answer);
    await person.type(messageField, 'Alguém aí?');
    await person.click(send);
    await findToast('Failed to send support request');
    expect(messageField).toHaveValue('Alguém aí?');
    expect(screen.getByRole('dialog')).toBeVisible();
  });
});
