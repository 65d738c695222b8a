import type { Dispute } from '@guilda/contract/orders/dispute';
import type { Payment } from '@guilda/contract/orders/orders';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { SuccessPage } from '../../app/features/orders/index.ts';
import { apiError, type FakeHandlers, requestsTo, serveApi } from '../fakes/api-handlers.ts';
import { buildOrder, buildUser, minutesAgo } from '../fixtures/builders.ts';
import { buildDispute, contestedFields, resolvedFields } from '../fixtures/dispute-builders.ts';
import {
  completedOrderFields,
  renderSales,
  serveOrders,
  startedOrderFields,
} from '../fixtures/orders.tsx';
import { renderPage } from '../fixtures/render-page.tsx';
import { buttonIn, findCard, findDialog, findToast } from '../fixtures/screen.ts';

const buyer = buildUser();
const seller = buildUser({ username: 'Vende_Calma' });
const order = buildOrder({ buyerId: buyer.uid, sellerId: seller.uid, ...startedOrderFields() });
const disputeWithOffer = buildDispute(contestedFields('20.00'));

async function showCard(
  dispute: Dispute,
  person: typeof buyer,
  orderOverrides: Partial<Payment> = {},
) {
  serveOrders(person, [{ ...order, ...orderOverrides, dispute }]);
  const page = renderSales(person, person === buyer ? '/sales?aba=compras' : '/sales');
  const card = await findCard(order.productName);
  return { ...page, card, panel: within(card).getByRole('region', { name: 'Disputa' }) };
}

const actionsOf = (card: HTMLElement) =>
  within(card)
    .getAllByRole('button')
    .map((button) => button.textContent)
    .filter(Boolean);

describe('the card of a disputed order', () => {
  it('is in a separate column, without the clock and the usual actions', async () => {
    const { card } = await showCard(buildDispute(), buyer);
    expect(screen.getByRole('heading', { name: /^Em disputa/ })).toBeVisible();
    expect(card).toHaveTextContent('Em disputa');
    expect(within(card).queryByRole('timer')).toBeNull();
    expect(actionsOf(card)).toEqual(['Baixar provas', 'Retirar a disputa']);
  });

  it('shows the seller the buyer’s description and the possible actions', async () => {
    const { card, panel } = await showCard(buildDispute({ reason: 'not_as_described' }), seller);
    expect(panel).toHaveTextContent('Relato de Compra Tudo');
    expect(panel).toHaveTextContent('Não é como foi anunciado');
    expect(panel).toHaveTextContent('Ninguém apareceu na hora combinada.');
    expect(
      within(panel)
        .getAllByRole('listitem')
        .map((action) => action.textContent),
    ).toEqual([
      expect.stringMatching(/^Aberta, feito/),
      expect.stringMatching(/^Resposta, agoraaté/),
      expect.stringMatching(/^Decisão, ainda não/),
    ]);
    expect(actionsOf(card)).toEqual([
      'Baixar provas',
      'Contestar',
      'Devolver uma parte',
      'Devolver tudo',
    ]);
  });

  it('shows the buyer the answer and the offer', async () => {
    const { card, panel } = await showCard(disputeWithOffer, buyer);
    expect(panel).toHaveTextContent('Vende Com Calma propõe devolver R$ 20,00.');
    expect(panel).toHaveTextContent('Eu esperei meia hora na sala.');
    expect(panel).toHaveTextContent('Proposta: devolver R$ 20,00 de R$ 45,00');
    expect(actionsOf(card)).toEqual(['Baixar provas', 'Aceitar R$ 20,00', 'Retirar a disputa']);
  });

  it('requests an order again after its time to answer', async () => {
    const lateFields = { answerBy: minutesAgo(1) };
    const { panel } = await showCard(buildDispute(lateFields), buyer);
    expect(panel).toHaveTextContent('O prazo para responder acabou.');
    // The first two requests loaded the page's two lists; more requests follow after the deadline.
    await waitFor(() => expect(requestsTo('GET /api/payments').length).toBeGreaterThan(2));
  });

  it('shows the outcome with the team’s reason, and folds the descriptions', async () => {
    const reason = 'Metade aconteceu como combinado.';
    const endedDispute = {
      ...disputeWithOffer,
      ...resolvedFields('partly_refunded', '15.00', reason),
    };
    const completedFields = { ...completedOrderFields(order), refundedAmount: '15.00' };
    const { card, panel, person } = await showCard(endedDispute, buyer, completedFields);
    expect(panel).toHaveTextContent('A equipe decidiu: R$ 15,00 voltam para você');
    expect(within(panel).getByText(reason)).toBeVisible();
    expect(card).toHaveTextContent('R$ 15,00 devolvidos');
    expect(actionsOf(card)).toEqual(['Baixar provas', 'Avaliar']);
    expect(within(panel).getByText('Eu esperei meia hora na sala.')).not.toBeVisible();
    await person.click(within(panel).getByText('O que cada um disse'));
    expect(within(panel).getByText('Eu esperei meia hora na sala.')).toBeVisible();
  });

  it('shows the text of a refusal when the order was disputed a moment before', async () => {
    const { change } = serveOrders(seller, [order]);
    serveApi({
      'PATCH /api/payments/:id/update-payment': () => {
        change(order.id, { dispute: buildDispute() });
        throw apiError('dispute_open');
      },
    });
    const { person } = renderSales(seller, '/sales');
    await person.click(buttonIn(await findCard(order.productName), 'Finalizar atendimento'));
    await person.click(buttonIn(await findDialog('Finalizar atendimento'), 'Finalizar'));
    await findToast('Este pedido está em disputa. Espere a disputa terminar.');
    expect(await screen.findByRole('region', { name: 'Disputa' })).toBeVisible();
  });
});

describe('the history of a disputed order', () => {
  it('is opened by a notification, and leads to the actions', async () => {
    serveOrders(seller, [{ ...order, dispute: buildDispute() }]);
    const { person } = renderSales(seller, `/sales?pedido=${order.id}&acao=ver`);
    const history = await findDialog('Histórico do pedido');
    expect(within(history).getByRole('region', { name: 'Disputa' })).toBeVisible();
    await person.click(buttonIn(history, 'Contestar'));
    await findDialog('Contestar');
    await person.keyboard('{Escape}');
    await findDialog('Histórico do pedido');
  });

  it('names both people for administrators, and offers them no action', async () => {
    const admin = buildUser({ role: 'admin' });
    serveOrders(admin, [{ ...order, dispute: disputeWithOffer }]);
    renderSales(admin, `/sales?pedido=${order.id}&acao=detalhes`);
    const history = await findDialog('Histórico do pedido');
    expect(history).toHaveTextContent(
      'Vende Com Calma propõe devolver R$ 20,00; Compra Tudo pode aceitar antes.',
    );
    expect(
      within(history).queryByRole('button', { name: /Reembolsar|Aceitar|Retirar/ }),
    ).toBeNull();
  });
});

describe('the confirmation page', () => {
  const openConfirmation = (changes: Partial<Payment>, moreHandlers: FakeHandlers = {}) => {
    serveOrders(buyer, [{ ...order, ...changes }], moreHandlers);
    renderPage(<SuccessPage />, { address: `/success?payment=${order.id}`, signedInAs: buyer });
  };

  it('shows a dispute, with a link to it', async () => {
    openConfirmation({ dispute: disputeWithOffer });
    expect(await screen.findByRole('heading', { name: 'Compra em disputa.' })).toBeVisible();
    expect(screen.getByRole('region', { name: 'Disputa' })).toHaveTextContent('propõe devolver');
    expect(screen.getByRole('link', { name: 'Ver a disputa' })).toHaveAttribute(
      'href',
      `/sales?aba=compras&pedido=${order.id}&acao=detalhes`,
    );
    expect(screen.queryByRole('timer')).toBeNull();
  });

  it('links to the report of a problem while one can be reported', async () => {
    openConfirmation({});
    expect(await screen.findByRole('link', { name: 'contar o problema' })).toHaveAttribute(
      'href',
      `/sales?aba=compras&pedido=${order.id}&acao=problema`,
    );
  });

  it('says until when the money of a completed order is kept', async () => {
    openConfirmation({ ...completedOrderFields(order), heldUntil: '2099-11-18T17:05:00.000Z' });
    const link = await screen.findByRole('link', { name: 'Tive um problema' });
    expect(link.closest('p')).toHaveTextContent(
      /^O dinheiro fica guardado até .*18\/11.*\d\d:05\. Até lá você pode usar Tive um problema\.$/,
    );
    expect(link).toHaveAttribute('href', `/sales?aba=compras&pedido=${order.id}&acao=problema`);
  });

  it('offers no report of a problem for an order that was already disputed', async () => {
    const withdrawnDispute = buildDispute({ state: 'resolved', outcome: 'withdrawn' });
    openConfirmation({
      ...completedOrderFields(order),
      heldUntil: '2099-11-18T17:05:00.000Z',
      dispute: withdrawnDispute,
    });
    expect(await screen.findByText(/^O dinheiro fica guardado até/)).toHaveTextContent(
      /\d\d:05\.$/,
    );
    expect(screen.queryByText(/Tive um problema/)).toBeNull();
  });

  it.each([
    [36 * 60_000, 'costuma começar em 36 min.'],
    [null, null],
  ])('says when the seller usually starts (%s ms)', async (usualStartMs, text) => {
    const waitingFields = { serviceStatus: 'awaiting_start', startedServiceAt: null } as const;
    openConfirmation(waitingFields, {
      'GET /api/services/:serviceId': () => ({ service: {}, usualStartMs }),
    });
    await screen.findByText(/Agora é com/);
    if (text) expect(await screen.findByText(/costuma começar em/)).toHaveTextContent(text);
    else expect(screen.queryByText(/costuma começar/)).toBeNull();
  });
});
