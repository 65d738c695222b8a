import type { OwnUser } from '@guilda/contract/accounts/users';
import type { Dispute } from '@guilda/contract/orders/dispute';
import type { Payment } from '@guilda/contract/orders/orders';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { apiError, requestsTo, serveApi, serveApiLater } from '../fakes/api-handlers.ts';
import { buildOrder, buildUser } from '../fixtures/builders.ts';
import { buildDispute, contestedFields, resolvedFields } from '../fixtures/dispute-builders.ts';
import {
  chooseOrderAction,
  renderSales,
  serveOrders,
  startedOrderFields,
} from '../fixtures/orders.tsx';
import { buttonIn, findCard, findDialog, findToast, queryDialog } from '../fixtures/screen.ts';

const buyer = buildUser();
const seller = buildUser({ username: 'Vende_Calma' });
const order = buildOrder({
  buyerId: buyer.uid,
  sellerId: seller.uid,
  ...startedOrderFields(),
});
const OPEN_REQUEST = 'POST /api/payments/:id/dispute';
const ANSWER_REQUEST = 'POST /api/payments/:id/dispute/answer';

const PURCHASES_ADDRESS = '/sales?aba=compras';
const findAlert = (name: string) => screen.findByRole('alertdialog', { name });

async function openDialogFrom(address: string, signedInAs: OwnUser, action: string) {
  const page = renderSales(signedInAs, address, { disputeAnswerHours: 12 });
  await chooseOrderAction(page.person, await findCard(order.productName), action);
  return page;
}

/** Serves the order of a person with this dispute. `endDispute` ends the dispute on the server and returns its answer. */
function serveDispute(person: OwnUser, dispute: Dispute | null) {
  const orders = serveOrders(person, [{ ...order, dispute }]);
  const endDispute = (changes: Partial<Dispute>, orderChanges: Partial<Payment> = {}) => ({
    payment: orders.change(order.id, {
      ...orderChanges,
      dispute: { ...buildDispute(), ...dispute, ...changes },
    }),
  });
  return { ...orders, endDispute };
}

describe('reporting a problem', () => {
  const description = 'Ninguém apareceu.';
  const openForm = async () => {
    const { person } = await openDialogFrom(PURCHASES_ADDRESS, buyer, 'Tive um problema');
    const dialog = await findDialog('Tive um problema');
    return { person, dialog, send: buttonIn(dialog, 'Abrir disputa') };
  };

  it('says what happens next, by the settings of the installation', async () => {
    serveDispute(buyer, null);
    const { dialog } = await openForm();
    expect(dialog).toHaveTextContent('Vende Com Calma tem 12 horas para responder');
    expect(dialog).toHaveTextContent('sem resposta, R$ 45,00 voltam para você');
  });

  it('needs a reason and a description of at most 500 characters', async () => {
    serveDispute(buyer, null);
    const { person, dialog, send } = await openForm();
    await person.click(send);
    expect(await within(dialog).findByText('Escolha o que aconteceu.')).toBeVisible();
    expect(within(dialog).getByText('Descrição obrigatória')).toBeVisible();
    await person.click(within(dialog).getByRole('radio', { name: 'Outro problema' }));
    await person.click(within(dialog).getByLabelText('Descrição'));
    await person.paste('x'.repeat(501));
    await waitFor(() => expect(dialog).toHaveTextContent('501/500'));
    expect(await within(dialog).findByText('Use no máximo 500 caracteres.')).toBeVisible();
    expect(within(dialog).queryByText('Escolha o que aconteceu.')).toBeNull();
    await person.click(send);
    expect(requestsTo(OPEN_REQUEST)).toHaveLength(0);
  });

  it('opens the dispute once on a double click, and the card says who has to answer', async () => {
    const { change } = serveDispute(buyer, null);
    const dispute = buildDispute({ description });
    serveApi({
      [OPEN_REQUEST]: () => {
        change(order.id, { dispute });
        return { dispute };
      },
    });
    const { person, dialog, send } = await openForm();
    await person.click(within(dialog).getByRole('radio', { name: 'Não recebi o que comprei' }));
    await person.type(within(dialog).getByLabelText('Descrição'), description);
    await person.dblClick(send);
    await findToast('Disputa aberta');
    expect(requestsTo(OPEN_REQUEST).map(({ body }) => body)).toEqual([
      { reason: 'not_delivered', description },
    ]);
    await waitFor(() => expect(queryDialog('Tive um problema')).toBeNull());
    const card = await findCard(order.productName);
    expect(card).toHaveTextContent('Vende Com Calma tem até');
    expect(within(card).queryByRole('button', { name: 'Tive um problema' })).toBeNull();
  });

  it('shows the dispute that another tab has opened in the meantime', async () => {
    const { change } = serveDispute(buyer, null);
    serveApi({
      [OPEN_REQUEST]: () => {
        change(order.id, { dispute: buildDispute() });
        throw apiError('dispute_exists');
      },
    });
    const { person, dialog, send } = await openForm();
    await person.click(within(dialog).getByRole('radio', { name: 'Outro problema' }));
    await person.type(within(dialog).getByLabelText('Descrição'), description);
    await person.click(send);
    await findToast('Este pedido já teve uma disputa.');
    await waitFor(() => expect(queryDialog('Tive um problema')).toBeNull());
    expect(await screen.findByRole('region', { name: 'Disputa' })).toBeVisible();
  });

  it('keeps the description when the server cannot be reached', async () => {
    serveDispute(buyer, null);
    serveApi({ [OPEN_REQUEST]: () => Promise.reject(apiError('unavailable')) });
    const { person, dialog, send } = await openForm();
    await person.click(within(dialog).getByRole('radio', { name: 'Outro problema' }));
    await person.type(within(dialog).getByLabelText('Descrição'), description);
    await person.click(send);
    await findToast('Algo deu errado...');
    expect(within(dialog).getByLabelText('Descrição')).toHaveValue(description);
    await waitFor(() => expect(send).not.toHaveAttribute('aria-busy'));
  });
});

describe('contesting', () => {
  const message = 'Eu esperei na sala.';
  const openForm = async () => {
    const { person } = await openDialogFrom('/sales', seller, 'Contestar');
    const dialog = await findDialog('Contestar');
    return { person, dialog, send: buttonIn(dialog, 'Contestar') };
  };

  it('needs a message, and asks for no amount', async () => {
    serveDispute(seller, buildDispute());
    const { person, dialog, send } = await openForm();
    expect(within(dialog).getAllByRole('textbox')).toEqual([
      within(dialog).getByLabelText('Mensagem'),
    ]);
    await person.click(send);
    expect(await within(dialog).findByText('Mensagem obrigatória')).toBeVisible();
    expect(requestsTo(ANSWER_REQUEST)).toHaveLength(0);
  });

  it('sends the answer once', async () => {
    const { endDispute } = serveDispute(seller, buildDispute());
    const release = serveApiLater(ANSWER_REQUEST, () => endDispute(contestedFields()));
    const { person, dialog, send } = await openForm();
    await person.type(within(dialog).getByLabelText('Mensagem'), message);
    await person.click(send);
    await person.keyboard('{Enter}');
    release();
    await findToast('Resposta enviada');
    expect(requestsTo(ANSWER_REQUEST).map(({ body }) => body)).toEqual([
      { accept: false, message },
    ]);
    const card = await findCard(order.productName);
    expect(card).toHaveTextContent('A equipe decide até');
    expect(within(card).queryByRole('button', { name: 'Contestar' })).toBeNull();
    expect(buttonIn(card, 'Devolver tudo')).toBeVisible();
  });

  it('shows the end of a dispute that the buyer has withdrawn in the meantime', async () => {
    const { change } = serveDispute(seller, buildDispute());
    serveApi({
      [ANSWER_REQUEST]: () => {
        change(order.id, { dispute: buildDispute(resolvedFields('withdrawn', '0.00')) });
        throw apiError('dispute_resolved');
      },
    });
    const { person, dialog, send } = await openForm();
    await person.type(within(dialog).getByLabelText('Mensagem'), message);
    await person.click(send);
    await findToast('Esta disputa já terminou.');
    expect(await screen.findByText(/Compra Tudo retirou a disputa/)).toBeVisible();
    expect(buttonIn(await findCard(order.productName), 'Finalizar atendimento')).toBeVisible();
  });
});

describe('offering a part', () => {
  const message = 'Faltou meia hora.';
  const openForm = async () => {
    const { person } = await openDialogFrom('/sales', seller, 'Devolver uma parte');
    const dialog = await findDialog('Devolver uma parte');
    const offerField = within(dialog).getByLabelText('Valor que volta para quem comprou');
    return { person, dialog, offerField, send: buttonIn(dialog, 'Enviar proposta') };
  };

  it('checks the amount while it is typed, and says what the seller keeps', async () => {
    serveDispute(seller, buildDispute());
    const { person, dialog, offerField, send } = await openForm();
    expect(dialog).toHaveTextContent('Se a pessoa aceitar, a disputa termina na hora.');
    await person.type(offerField, '45');
    await waitFor(() =>
      expect(dialog).toHaveTextContent('A proposta precisa ser menor que o preço.'),
    );
    await person.click(send);
    expect(await within(dialog).findByText('Mensagem obrigatória')).toBeVisible();
    await person.clear(offerField);
    await person.type(offerField, '20');
    await waitFor(() => expect(offerField).not.toHaveAttribute('aria-invalid'));
    expect(dialog).toHaveTextContent('você fica com R$ 22,50, já sem a taxa');
    await person.type(offerField, 'x');
    await waitFor(() => expect(dialog).toHaveTextContent('Escreva um valor como 20,00.'));
    expect(requestsTo(ANSWER_REQUEST)).toHaveLength(0);
  });

  it('needs an amount and a message', async () => {
    serveDispute(seller, buildDispute());
    const { person, dialog, offerField, send } = await openForm();
    await person.click(send);
    expect(await within(dialog).findByText('Valor obrigatório')).toBeVisible();
    expect(within(dialog).getByText('Mensagem obrigatória')).toBeVisible();
    await person.type(within(dialog).getByLabelText('Mensagem'), message);
    await person.click(send);
    expect(requestsTo(ANSWER_REQUEST)).toHaveLength(0);
    await person.type(offerField, '20');
    await waitFor(() => expect(within(dialog).queryByText('Valor obrigatório')).toBeNull());
  });

  it('sends the answer with the amount once, and is no choice afterwards', async () => {
    const { endDispute } = serveDispute(seller, buildDispute());
    const release = serveApiLater(ANSWER_REQUEST, () => endDispute(contestedFields('20.50')));
    const { person, dialog, offerField, send } = await openForm();
    await person.type(offerField, '20,5');
    await person.type(within(dialog).getByLabelText('Mensagem'), message);
    await person.click(send);
    await person.keyboard('{Enter}');
    release();
    await findToast('Proposta enviada');
    expect(requestsTo(ANSWER_REQUEST).map(({ body }) => body)).toEqual([
      { accept: false, message, offer: '20.50' },
    ]);
    const card = await findCard(order.productName);
    expect(within(card).queryByRole('button', { name: 'Devolver uma parte' })).toBeNull();
    expect(buttonIn(card, 'Devolver tudo')).toBeVisible();
  });
});

describe('ending a dispute', () => {
  type Row = readonly [string, OwnUser, string, Dispute, string, string, Partial<Dispute>, string];
  const disputeWithOffer = buildDispute(contestedFields('20.00'));
  const acceptedFields = { answer: { accept: true, message: null, offer: null } };
  const rows: readonly Row[] = [
    [
      'the seller gives everything back',
      seller,
      'Devolver tudo',
      buildDispute(),
      'R$ 45,00 voltam para Compra Tudo',
      ANSWER_REQUEST,
      { ...resolvedFields('refunded', '45.00'), ...acceptedFields },
      'Você devolveu tudo: R$ 45,00 voltam para Compra Tudo.',
    ],
    [
      'the buyer takes the offer',
      buyer,
      'Aceitar R$ 20,00',
      disputeWithOffer,
      'Os outros R$ 25,00 ficam com Vende Com Calma',
      'POST /api/payments/:id/dispute/accept-offer',
      resolvedFields('partly_refunded', '20.00'),
      'Você aceitou a proposta: R$ 20,00 voltam para você, e o resto fica com Vende Com Calma.',
    ],
    [
      'the buyer withdraws',
      buyer,
      'Retirar a disputa',
      disputeWithOffer,
      'Este pedido não pode ter outra disputa.',
      'POST /api/payments/:id/dispute/withdraw',
      resolvedFields('withdrawn', '0.00'),
      'Você retirou a disputa. O pedido segue como antes.',
    ],
  ];

  it.each(rows)('%s after a confirmation, once', async (...row) => {
    const [, person, action, dispute, consequence, key, changes, ending] = row;
    const { endDispute } = serveDispute(person, dispute);
    serveApi({ [key]: () => endDispute(changes) });
    const pageAddress = person === buyer ? PURCHASES_ADDRESS : '/sales';
    const page = await openDialogFrom(pageAddress, person, action);
    const alert = await findAlert(action);
    expect(alert).toHaveTextContent(consequence);
    await page.person.click(buttonIn(alert, 'Voltar'));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(requestsTo(key)).toHaveLength(0);
    await page.person.click(buttonIn(await findCard(order.productName), action));
    await page.person.dblClick(buttonIn(await findAlert(action), action));
    expect(await screen.findByText(ending)).toBeVisible();
    expect(requestsTo(key)).toHaveLength(1);
  });
});
